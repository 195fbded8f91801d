"""What a closed output frees: comms, widgets and films; and what a cell's next run closes."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import ipywidgets
import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.widgets import outputs
from tests.conftest import GAMES
from tests.games.piecepackman.helpers import played

MOST_COMMS = 45
"""The most comms of a table; each is a message to the page, and a model in it."""
CANVAS = 5
"""The output whose last one is kept: by ipycanvas, until its next canvas."""


@pytest.fixture(scope="module")
def match() -> pp.Match:
    return played(11).branch(20)


@pytest.fixture(autouse=True)
def no_widgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    before = set(widgets())
    yield
    for id, widget in widgets().items():
        if id not in before and type(widget).__name__ != "_CanvasManager":  # all canvases share it
            widget.close()


def widgets() -> dict[str, ipywidgets.Widget]:
    """All widgets with an open comm, by the comm's id."""
    return dict(ipywidgets.widgets.widget._instances)


def comms() -> int:
    """The number of open comms."""
    return len(widgets())


def all_outputs(match: pp.Match) -> list[Callable[[], Any]]:
    derby = pp.Match(pp.game("worm_derby"), seed=1)
    derby.roll()
    return [
        lambda: pp.play(match.branch(-1), journal=False),
        lambda: pp.show(match),
        lambda: pp.replay(match),
        lambda: pp.compare(match, quarter_turn_cost=0),
        lambda: pp.explore(match.branch(10)),
        lambda: pp.watch(match),
        lambda: pp.predict(match.branch(10)),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_has_few_comms(name: str) -> None:
    before = comms()
    table = pp.play(name, journal=False)
    assert 1 < comms() - before <= MOST_COMMS
    table.close()
    assert comms() == before


@pytest.mark.parametrize("number", range(7))
def test_a_closed_output_leaves_nothing(match: pp.Match, number: int) -> None:
    make = all_outputs(match)[number]
    for _ in range(3):  # what is made once: ipycanvas's manager, caches
        make().close()
    gc.collect()
    left = comms()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    gone = []
    for _ in range(2):
        made = make()
        assert comms() > left
        gone.append(ref(made))
        made.close()
        made.close()
        assert comms() == left
    del made
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert sum(each() is not None for each in gone) <= (number == CANVAS)
    assert grown < (number == CANVAS) * 400_000 + 50_000


def test_a_closed_output_that_a_notebook_keeps_is_small(match: pp.Match) -> None:
    pp.replay(match).close()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [pp.replay(match) for _ in range(3)]  # as Out does
    for each in kept:
        each.close()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 3 * 300_000
    assert repr(kept[0]) == "<Replay of Piecepackman: closed>"
    with pytest.raises(BadInput, match="this replay is closed"):
        kept[0].page()


def test_another_table_of_the_same_journal_or_match_closes_the_one_before(match: pp.Match) -> None:
    tables = [pp.play("piecepackman", seed=3) for _ in range(3)]
    assert [table.comm is None for table in tables] == [True, True, False]
    other = pp.play("piecepackman", seed=4)
    assert tables[-1].comm is not None
    open_comms = comms()
    for _ in range(5):
        again = pp.play("piecepackman", seed=4)
    assert comms() == open_comms
    assert other.comm is None
    assert again.comm is not None
    one, two = pp.play(match), pp.play(match)
    assert (one.comm, two.comm is None) == (None, False)


class Kernel:
    """A stand-in for a notebook's kernel: the request that it answers."""

    def __init__(self) -> None:
        self.parent: dict[str, Any] = {}

    def get_parent(self) -> dict[str, Any]:
        return self.parent

    def run(self, cell: str, id: str, kind: str = "execute_request") -> None:
        self.parent = {"header": {"msg_type": kind, "msg_id": id}, "metadata": {"cellId": cell}}


def test_a_cell_that_runs_again_closes_what_it_showed(
    match: pp.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel()
    monkeypatch.setattr(outputs, "get_ipython", lambda: type("Shell", (), {"kernel": kernel}))
    kernel.run("one", "1")
    first = [pp.replay(match), pp.show(match)]
    kernel.run("two", "2")
    other = pp.show(match)
    kernel.run("one", "3", "comm_msg")
    from_a_pick = pp.show(match)
    kernel.run("one", "4")
    second = [pp.replay(match), pp.show(match)]
    assert [each.comm for each in first] == [None, None]
    assert all(each.comm is not None for each in (other, from_a_pick, *second))
    monkeypatch.setattr(outputs, "get_ipython", lambda: None)
    assert pp.show(match).comm is not None
