"""Grids, and one line for everything that can't be used."""

import copy
import pickle

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search import Costs, Grid, cheapest
from tests.search.grounds import GATES, OPEN

GRID = Grid(OPEN)


def ask(**other):
    given = {"grid": GRID, "start": "a1", "heading": "N", "targets": ["c3"], **other}
    return cheapest(**given)


@pytest.mark.parametrize(
    ("other", "line"),
    [
        ({"grid": OPEN}, "grid is {"),
        ({"start": "z9"}, "start is 'z9'; expected one of the 9 squares of the grid"),
        ({"start": None}, "start is None; expected one of the 9 squares of the grid"),
        ({"start": ["a1"]}, "start is ['a1']; expected one of the 9 squares of the grid"),
        ({"start": "b2", "blocked": ["b2"]}, "start is 'b2'; expected a square that is not"),
        ({"heading": "up"}, "heading is 'up'; expected N, E, S or W"),
        ({"heading": None}, "heading is None; expected N, E, S or W"),
        ({"targets": ["a1", "q7"]}, "a target is 'q7'; expected one of the 9 squares"),
        ({"targets": [["a1"]]}, "a target is ['a1']; expected one of the 9 squares"),
        ({"targets": "a1"}, "the collection (a target each) is 'a1'"),
        ({"targets": None}, "the collection (a target each) is None"),
        ({"blocked": ["a1", 4]}, "a blocked square is 4; expected one of the 9 squares"),
        ({"blocked": 7}, "the collection (a blocked square each) is 7"),
        ({"costs": (1, 1)}, "costs is (1, 1); expected a Costs(step, quarter_turn)"),
    ],
)
def test_an_invalid_search_is_refused(other, line):
    refused(lambda: ask(**other), line)


@pytest.mark.parametrize("name", ["step", "quarter_turn"])
@pytest.mark.parametrize("value", [-1, 1.0, True, "1", None])
def test_costs_are_whole_numbers(name, value):
    refused(
        lambda: Costs(**{name: value}), f"{name} is {value!r}; expected a whole number, 0 or more"
    )


@pytest.mark.parametrize(
    ("exits", "line"),
    [
        (["a1"], "exits is ['a1']; expected a mapping"),
        ({3: {}}, "a square in exits is 3; expected its name"),
        ({"": {}}, "a square in exits is ''; expected its name"),
        ({"a1": "N"}, "exits['a1'] is 'N'; expected a mapping"),
        ({"a1": {"up": "a1"}}, "a heading in exits['a1'] is 'up'; expected N, E, S or W"),
        ({"a1": {"N": "a2"}}, "exits['a1']['N'] is 'a2'; expected a square that is in exits too"),
        ({"a1": {"N": ["a1"]}}, "exits['a1']['N'] is ['a1']; expected a square"),
    ],
)
def test_an_invalid_grid_is_refused(exits, line):
    refused(lambda: Grid(exits), line)


def test_unreached_targets_are_refused():
    found = ask(targets=["c3"], blocked=["b3", "c2"])
    refused(found.path, "targets is ['c3']; expected at least one that can be reached")
    refused(lambda: found.path("c3"), "target is 'c3'; expected a square that this search has")
    refused(lambda: ask(targets=["a2"]).path("c3"), "target is 'c3'; expected a square that")
    refused(lambda: found.path("z9"), "square is 'z9'; expected one of the 9 of the grid")
    refused(lambda: found.cost_to(None), "square is None; expected one of the 9 of the grid")


def refused(ask_it, line):
    with pytest.raises(BadInput) as error:
        ask_it()
    assert str(error.value).startswith(line)
    assert "\n" not in str(error.value)


def test_a_grid_does_not_change():
    source = {square: dict(exits) for square, exits in OPEN.items()}
    grid = Grid(source)
    source["a1"].clear()
    assert grid == Grid(OPEN)
    assert grid.exits["a1"] == {"N": "a2", "E": "b1"}
    with pytest.raises(AttributeError, match="doesn't change"):
        grid.squares = ()
    with pytest.raises(AttributeError, match="doesn't change"):
        del grid.squares
    with pytest.raises(TypeError):
        grid.exits["a1"]["N"] = "c3"


def test_grids_compare_and_copy_by_content():
    grid = Grid(GATES)
    assert grid == Grid(GATES)
    assert hash(grid) == hash(Grid(GATES))
    assert grid != GRID
    assert grid != GATES
    for twin in (copy.deepcopy(grid), pickle.loads(pickle.dumps(grid))):
        assert twin == grid
        assert twin.moves == grid.moves


def test_a_grid_numbers_its_squares_in_the_order_given():
    assert GRID.squares[:4] == ("a1", "b1", "c1", "a2")
    assert GRID.index["a2"] == 3
    assert (GRID.node(4 * 3 + 1), GRID.number("a2"), GRID.number(None)) == (("a2", "E"), 3, None)
    assert repr(GRID) == "<Grid of 9 squares>"


def test_things_print_briefly():
    assert repr(ask()) == "<Search from a1 facing N: c3 at cost 5>"
    assert repr(ask(targets=[])) == "<Search from a1 facing N: no target>"
    assert repr(ask().graph()) == "<PathGraph of 1 paths>"


def test_a_search_prints_its_arguments():
    found = ask(blocked=["b2", "b2"])
    assert (found.start, found.targets, found.blocked) == (("a1", "N"), ("c3",), {"b2"})
    assert found.costs == Costs(1, 1)
