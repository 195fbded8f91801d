"""P.A.C.O.: the words of hints are read from the board."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.hints import hint
from piecepack_nb.games.paco.state import Face, Order
from tests.games.paco.helpers import table

ALONE = "against what the others are likely to write, no other order does better."


def order_hint(match: pp.Match, kind: str, then: str = "") -> tuple[str, str]:
    """Return the advice to write an order, and why."""
    assert isinstance(match.game, Paco)
    found = hint(match.game, match.state, (), Order("suns", kind, then), None)
    return found.do, found.why


@pytest.mark.clause("PA-15", "PA-32", "PA-33")
def test_a_hint_says_what_the_order_brings() -> None:
    match = table("suns b3 E", "moons e3 N", "crowns f3 N", c3="white")
    do, why = order_hint(match, "push")
    assert do == 'Write "Push".'
    assert why == (
        "Push the white block on c3. Unless they step aside, the block stuns Crowns, and you gain "
        "1 point."
    )
    assert order_hint(table("suns b3 E", "moons e5 N", c3="white"), "push")[1].endswith(
        "It slides away, and whoever comes into its way is hit."
    )
    free = table("suns c3 N", "moons f5 S")
    assert order_hint(free, "left")[1].lower() == ALONE
    threatened = table("suns c3 N", "moons g3 W", f3="white")
    assert order_hint(threatened, "forward") == (
        'Write "Forward".',
        "Move forward to c4. Moons can push a block at you now: you are out of its way then.",
    )
    jumper = table("suns c3 N", "moons f5 S", c4="hole")
    do, why = order_hint(jumper, "jump", "forward")
    assert do == 'Write "Jump" and then "Forward".'
    assert "next turn you land on the other side" in why.lower()


@pytest.mark.clause("PA-13", "PA-24")
@pytest.mark.parametrize(
    ("cells", "then", "words"),
    [
        ({"c4": "hole"}, "forward", "Next turn you land on the other side, if nobody moves."),
        ({"c4": "hole"}, "left",
         ("As things are you fall next turn: Suns is in the air and their order is left, not "
          "forward.")),
        ({"c4": "hole", "c5": "hole"}, "forward",
         "As things are you fall next turn: c5 is a hole."),
    ],
)  # fmt: skip
def test_hints_and_tips_say_whether_a_jumper_lands(
    cells: dict[str, str], then: str, words: str
) -> None:
    match = table("suns c3 N", "moons f5 S", **cells)
    assert order_hint(match, "jump", then)[1].endswith(words)
    spots = match.game.view.spots(match.game, match.state, ("suns", "jump"))
    tip = {spot.id: spot for spot in spots}[then].tip
    assert tip == (words if then == "forward" else "You fall down the hole next turn.")


@pytest.mark.clause("PA-3")
def test_the_hint_of_a_first_heading_says_what_is_that_way() -> None:
    match = table("suns b3 N", "moons f5 S", c3="white", b2="hole")
    assert isinstance(match.game, Paco)
    state = match.state
    why = {
        to: hint(match.game, state, (), Face("suns", to), None).why for to in ("N", "E", "S", "W")
    }
    assert why == {
        "N": 'You can then write "Forward" or "Lift".',
        "E": 'You can then write "Push".',
        "S": 'You can then write "Jump".',
        "W": 'You can then write "Push".',
    }


@pytest.mark.clause("PA-15", "PA-20")
def test_a_refused_push_says_that_lifts_come_later() -> None:
    match = table(
        "suns c3 N", "moons c5 S", rules={"priority": "turns, moves, jumps, pushes, lifts"}
    )
    refused = match.refusal(Order("suns", "push"))
    assert refused is not None
    assert refused.text.endswith("a push needs a white block, and lifts come after pushes")
