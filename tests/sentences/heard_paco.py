"""P.A.C.O. by its sentences alone."""

from __future__ import annotations

import re
from typing import Any

from tests.sentences.heard import Heard, Listener, Table
from tests.sentences.paco import SIDES, STEPS

WHO, SQUARE = "(?:Suns|Moons|Crowns|Arms|Stars|Hands)", "[a-h][1-8]"
LIST = rf"{WHO}(?:, {WHO})*(?: and {WHO})?"
SIDE = "north|east|south|west"
HEADINGS = {side: heading for heading, side in SIDES.items()}


def facts(game: Any, state: Any) -> Table:
    """Return the cells, the blocks beside the board, and the players.

    The order after a jump matters to who is in the air; secret orders show in no sentence.
    """
    table = game.to_json(state)
    return {
        "cells": table["cells"],
        "beside": table["beside"],
        "players": {
            seat: {
                "square": player.square,
                "heading": player.heading,
                "points": player.points,
                "stunned": player.stunned > 0,
                "then": player.then if state.airborne(seat) else "",
            }
            for seat, player in state.players.items()
        },
    }


LISTENER = Listener(facts)
PART = Listener(facts)
"""What becomes of a block that is pushed, part by part."""


def player(h: Heard, who: str) -> dict[str, Any]:
    found: dict[str, Any] = h.table["players"][who.lower()]
    return found


def seats(text: str) -> list[str]:
    return re.findall(WHO, text)


def leave(h: Heard, square: str) -> None:
    """Take a block away: from its counter, or with its floor."""
    if h.table["cells"].pop(square) == "stacked":
        h.table["cells"][square] = "black"


def enter(h: Heard, square: str) -> None:
    """Put a block on a counter, or into a hole."""
    h.table["cells"][square] = "stacked" if square in h.table["cells"] else "white"


def take_off(h: Heard, who: str, square: str) -> None:
    h.must(player(h, who)["square"], square)
    player(h, who).update(square=None, heading="", stunned=False, then="")


@LISTENER.hears(rf"{WHO} has written an order\.", rf"{WHO} rolls \d for {SQUARE}\.")
def _(h: Heard) -> None:
    pass


@LISTENER.hears(r"All orders are shown: (?P<all>[^.]*)\.")
def _(h: Heard, all: str) -> None:
    for who, order in re.findall(rf"({WHO}) ([a-z ]+?)(?:,| and|$)", all):
        h.notes[who] = order
    for each in h.table["players"].values():  # the order after a jump is written now
        each["then"] = ""


@LISTENER.hears(rf"(?P<who>{WHO}) turns \w+ on {SQUARE}, from (?P<a>{SIDE}) to (?P<b>{SIDE})\.")
def _(h: Heard, who: str, a: str, b: str) -> None:
    h.must(player(h, who)["heading"], HEADINGS[a])
    player(h, who)["heading"] = HEADINGS[b]


@LISTENER.hears(
    rf"(?P<who>{WHO}) moves from (?P<a>{SQUARE}) to (?P<b>{SQUARE})\.",
    rf"(?P<who>{WHO}) lands on (?P<b>{SQUARE}), from over the hole at (?P<a>{SQUARE})\.",
    rf"(?P<who>{WHO}) jumps from (?P<a>{SQUARE}) into the air over the hole at (?P<b>{SQUARE})\.",
)
def _(h: Heard, who: str, a: str, b: str) -> None:
    h.must(player(h, who)["square"], a)
    order = h.notes[who]
    then = order.partition(" then ")[2] if b not in h.table["cells"] else ""
    player(h, who).update(square=b, then=then)


@LISTENER.hears(
    rf"{WHO} lifts the (?:counter|block) on (?P<on>{SQUARE})(?: as well)?: it is [^.]*\."
)
def _(h: Heard, on: str) -> None:
    h.table["cells"][on] = "white"


@LISTENER.hears(rf"{WHO}'s order, [^.]*?, fails: [^.]*\.")
def _(h: Heard) -> None:
    pass


@LISTENER.hears(rf"(?P<who>{WHO}) falls down the hole at (?P<on>{SQUARE}): [^.]*\.")
def _(h: Heard, who: str, on: str) -> None:
    take_off(h, who, on)


@LISTENER.hears(
    rf"(?P<who>{WHO}) pushes the block on (?P<on>{SQUARE}) to the (?P<side>\w+)"
    r"(?:: (?P<parts>[^.]*))?\."
)
def _(h: Heard, who: str, on: str, side: str, parts: str | None) -> None:
    h.must(h.table["cells"][on] in ("white", "stacked"), True)
    h.notes["block"] = (on, HEADINGS[side])
    for part in (parts or "").split("; "):
        if part:
            PART.listen(h, part)
    for each in h.table["players"].values():  # a block may have sealed the hole under a jumper
        if each["square"] in h.table["cells"]:
            each["then"] = ""


@PART.hears(
    rf"the block slides from (?P<a>{SQUARE}) to (?P<b>{SQUARE})(?:, over the holes? at .*)?"
)
def _(h: Heard, a: str, b: str) -> None:
    h.must(h.notes["block"][0], a)
    leave(h, a)
    enter(h, b)
    h.notes["block"] = (b, h.notes["block"][1])


@PART.hears(r"the block pushes (?P<whom>.*)")
def _(h: Heard, whom: str) -> None:
    for who, to in re.findall(rf"({WHO}) to ({SQUARE})", whom):
        player(h, who)["square"] = to
    square, heading = h.notes["block"]
    right, up = STEPS[heading]
    to = chr(ord(square[0]) + right) + str(int(square[1]) + up)
    leave(h, square)
    enter(h, to)
    h.notes["block"] = (to, heading)


@PART.hears(rf"the block on (?P<on>{SQUARE}) goes on")
def _(h: Heard, on: str) -> None:
    h.notes["block"] = (on, h.notes["block"][1])


@PART.hears(
    rf"the block stays on {SQUARE}: it has no room to move",
    rf"the block stops on {SQUARE}, on the black counter there",
    rf"{WHO} has just lifted the block on {SQUARE} and holds it",
)
def _(h: Heard) -> None:
    pass


@PART.hears(rf"the block falls into the hole at (?P<on>{SQUARE}) and seals it")
def _(h: Heard, on: str) -> None:
    h.table["cells"][on] = "black"


@PART.hears(
    rf"the block falls (?P<through>through) the hole at (?P<on>{SQUARE})",
    rf"the block leaves the board at (?P<on>{SQUARE})",
)
def _(h: Heard, on: str, through: str | None = None) -> None:
    leave(h, on)
    h.table["beside"] += 1


@PART.hears(rf"the block stops on (?P<on>{SQUARE}) and takes the place of the black counter there")
def _(h: Heard, on: str) -> None:
    h.table["cells"][on] = "white"
    h.table["beside"] += 1


@PART.hears(
    rf"(?P<who>{WHO}) is pushed off the board at (?P<on>{SQUARE})",
    rf"(?P<who>{WHO}) falls through the hole at (?P<on>{SQUARE})",
)
def _(h: Heard, who: str, on: str) -> None:
    take_off(h, who, on)


@PART.hears(rf"(?P<who>{WHO}) is pushed against .*? and stunned on (?P<on>{SQUARE})")
def _(h: Heard, who: str, on: str) -> None:
    h.must(player(h, who)["square"], on)
    player(h, who).update(stunned=h.game.rules.stun_turns > 0, then="")


@LISTENER.hears(
    rf"(?P<who>{WHO}) (?P<verb>loses|gains) (?P<n>\d+) points?: [^.]*\.",
    rf"(?P<who>{LIST}) (?:are|is) on the board at the end of the turn and"
    r" (?P<verb>gains?) (?P<n>\d+) points?(?: each)?\.",
)
def _(h: Heard, who: str, verb: str, n: str) -> None:
    for each in seats(who):
        player(h, each)["points"] += -int(n) if verb == "loses" else int(n)


@LISTENER.hears(rf"(?P<who>{WHO}) on {SQUARE} is no longer stunned\.")
def _(h: Heard, who: str) -> None:
    player(h, who)["stunned"] = False


@LISTENER.hears(
    rf"(?P<who>{WHO}) comes back on (?P<on>{SQUARE})(?: and pays (?P<n>\d+) points?|, at no cost)?"
    rf"(?:, facing (?P<heading>{SIDE}))?\."
)
def _(h: Heard, who: str, on: str, n: str | None, heading: str | None) -> None:
    player(h, who).update(square=on, heading=HEADINGS[heading] if heading else "")
    player(h, who)["points"] -= int(n or 0)


@LISTENER.hears(
    rf"(?P<who>{WHO}) rolls {SQUARE}, [^.]*?: they don't come back"
    r"(?:, at no cost| and lose (?P<n>\d+) points?)\."
)
def _(h: Heard, who: str, n: str | None) -> None:
    player(h, who)["points"] -= int(n or 0)


@LISTENER.hears(rf"(?P<who>{WHO}) faces (?P<heading>{SIDE})\.")
def _(h: Heard, who: str, heading: str) -> None:
    player(h, who)["heading"] = HEADINGS[heading]


@LISTENER.hears(
    rf"{WHO} tries to come back\.",
    rf"{WHO} stays off the board\.",
    r"Nobody gains a point\.",
    rf"{WHO} agrees to stop(?:, and asks whether all do)?\.",
    rf"{WHO} plays on, so the game goes on\.",
    r"(?:All agreed to stop|No order is left|Turn \d+ was the last|[^.:]*): [^.]*win[^.]*\.",
)
def _(h: Heard) -> None:
    pass
