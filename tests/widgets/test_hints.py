"""Hints at a table: every decision of every game has one, in plain words, for a legal move."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.scene.hints import Hint
from piecepack_nb.widgets.table import TableWidget, table_for
from tests.conftest import sampled
from tests.design.examples import example_class

ONCE_A_KIND = 2
"""The hints for each kind of decision of a game."""
MOST_MOVES = 160
SEARCHED = re.compile(r"\d\.\d{1,}|\b\d{4,}|[+-]\d|position|playout|ahead\b|%")
"""What only numbers of a search say: decimals, large or signed numbers, percents."""
GAMES: dict[str, dict[str, Any]] = {
    "piecepackman": {},
    "piecepackman race": {"mode": "race"},
    "piecepackman against": {"mode": "against"},
    "piecepackman cubes": {"goal": "cubes"},
    "piecepackman powers": {"powers": "drawn"},
    "piecepackman one by one": {"ghost_dice": "in turn"},
    "paco": {},
    "paco headings": {"headings": "chosen", "players": 2},
    "activator": {},
    "activator anywhere": {"attack_line": "anywhere", "freezing": False},
    "pacman": {},
    "pacman 4": {"players": 4, "ghosts": 3},
    "worm_derby": {},
    "worm_derby by hand": {"set_up": "by hand", "obstacles": 6, "starts": "chooses"},
    "worm_derby cannibals": {"cannibal": True, "obstacles": 0, "length": 4},
    "worm_derby free": {"must_step": "anywhere", "obstacles": 0},
}


Check = Callable[[Hint, TableWidget], None]


def check_hints(game: AnyGame, check: Check, seed: int = 0) -> None:
    """Check hints in a random game, some for each kind of decision."""
    match = Match(game, seed=seed)
    table = table_for(match, journal=False)
    kinds, choice = Counter[str](), random.Random(seed)
    for _ in range(MOST_MOVES):
        actor = match.to_act
        if actor is None:
            break
        if isinstance(actor, Chance):
            match.roll()
            continue
        moves = list(match.moves())
        kind = f"{type(moves[0]).__name__} {getattr(match.state, 'phase', '')}"
        kinds[kind] += 1
        if kinds[kind] <= ONCE_A_KIND:
            table.show()
            check(hint_at(table, actor), table)
        match.play(choice.choice(moves))
    assert kinds


def hint_at(table: TableWidget, actor: Any) -> Hint:
    """Return the hint, of a secret decision for the first seat; the advised move must be legal."""
    if isinstance(actor, Simultaneous):
        table._show_draft((actor.seats[0],))
    if table.handed_to:
        table._take_device()
    advised: list[Any] = []
    plain = table._hint_for
    table._hint_for = lambda actor, move, why: advised.append(move) or plain(actor, move, why)  # type: ignore[method-assign, func-returns-value]
    table.hint()
    table._hint_for = plain  # type: ignore[method-assign]
    assert table._hint is not None, table.message
    assert table.match.refusal(advised[0]) is None
    return table._hint


def assert_plain(hint: Hint, table: TableWidget) -> None:
    """Assert that a hint says what to do and why, without numbers of a search, in its card."""
    assert hint.do.endswith(".")
    assert hint.why.endswith(".")
    assert len(hint.text.split()) <= 60, hint.text
    assert not SEARCHED.search(hint.text), hint.text
    assert table.hint_card["do"] == hint.do
    assert table.message is not None
    assert table.message.kind == "hint"
    assert not table.reply.get("text")  # said once


@pytest.mark.parametrize("name", sampled([*GAMES], 4))
def test_every_decision_has_a_hint_in_plain_words(name: str) -> None:
    game = pp.game(name.split(maxsplit=1)[0], **GAMES[name])
    check_hints(game, assert_plain)


@pytest.mark.parametrize("name", ["hex", "tic_tac_toe", "nim"])
def test_an_own_games_hint_has_the_sentence_of_the_move_and_no_numbers(name: str) -> None:
    def check(hint: Hint, table: TableWidget) -> None:
        assert re.match(r"Play .+\.", hint.do)
        assert not SEARCHED.search(hint.why), hint.why
        assert hint.why
        assert "The bot " in table.hint_card["numbers"]

    check_hints(example_class(name)(bots=GENERAL), check)


def test_numbers_of_the_search_are_in_the_card_only_on_demand() -> None:
    table = pp.play("activator", journal=False)
    table.hint()
    assert re.search(r"\d+ positions", table.hint_card["numbers"])
    assert "positions" not in table.hint_card["do"] + table.hint_card["why"]
    table._answer({"kind": "do", "name": "hide_hint"})
    assert table.hint_card == {}


def test_a_hint_stays_while_the_move_is_made_in_parts_and_goes_with_it() -> None:
    table = pp.play("activator", journal=False)
    table.hint()
    assert table._hint is not None
    arrow = table._hint.marks[0]
    assert arrow in table.scene.marks
    table._show_draft(("b2", "0"))
    assert arrow in table.scene.marks
    table.play("b2-b3")
    assert table.hint_card == {}
    assert arrow not in table.scene.marks


def test_a_pick_made_while_the_bot_seeks_a_hint_counts_and_one_on_an_older_board_does_not() -> None:
    table = pp.play("activator", journal=False)
    pick = {"kind": "pick", "spot": "b2", "gesture": "click", "serial": table.serial}
    table.hint()  # the reader clicks before it has come
    table._answer(pick)
    assert table.draft[:1] == ("b2",)
    with pytest.raises(BadInput, match="The board has changed"):
        table._answer(pick)
    pick |= {"spot": "b3", "serial": table.serial}
    table._do_hide_hint()
    table._answer(pick)
    assert table.draft[:3] == ("b2", "0", "b3")


def test_the_activator_has_a_hint_of_its_own_once_the_piece_has_moved() -> None:
    table = pp.play("activator", journal=False)
    table._show_draft(("c1", "0", "c2"))
    table.hint()
    assert table._hint is not None
    assert re.match(r"(Put your activator on|Leave your activator on) [a-d][1-4]\.", table._hint.do)


def test_the_prompt_and_the_hint_say_what_an_order_costs() -> None:
    table = pp.play("piecepackman", seed=7, journal=False)
    table.play("roll")
    assert "In this order suns and moons can't move." in table.scene.caption
    table.hint()
    assert "In the order that is shown, suns and moons can't move" in table.hint_card["why"]
    table._show_draft(("crowns", "arms", "moons", "suns"))
    assert "can't move" not in table.scene.caption


def test_a_hint_where_chance_decides_stands_in_the_card() -> None:
    table = pp.play("piecepackman", seed=7, journal=False)
    table.hint()
    assert table.hint_card["do"] == "Turn 1: roll for Piecepackman; he moves by himself."
    assert table.hint_card["why"] == "There is nothing to choose here."
    assert not table.hint_card["numbers"]
    table.play("roll")
    assert not table.hint_card


def test_of_several_persons_only_the_one_who_writes_gets_a_hint() -> None:
    table = pp.play("paco", seed=1, journal=False)
    while isinstance(table.match.to_act, Chance):
        table.play("roll")
    table.hint()
    assert table.message is not None
    assert "secret choice" in table.message.text
    assert table.hint_card == {}
    table._show_draft(("moons",))
    table.hint()
    assert table.hint_card["do"].startswith("Write ")
