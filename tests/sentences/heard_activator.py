"""Activator by its sentences alone."""

from __future__ import annotations

from typing import Any

from tests.sentences.activator import HOMES, STACK
from tests.sentences.heard import Heard, Listener, Table

WHO, SQUARE = "(?:Red|Blue)", "[a-d][1-4]"


def facts(game: Any, state: Any) -> Table:
    """Return the stacks, the activators, and who is on a home for how many more turns.

    Nobody waits for anything once the game is over.
    """
    table = game.to_json(state)
    waits = {} if game.result(state) else table["occupied"]
    return {"squares": table["squares"], "activators": table["activators"], "occupied": waits}


ACTIVATOR = LISTENER = Listener(facts)


@LISTENER.hears(
    rf"(?P<who>{WHO})'s (?P<what>{STACK}) goes from (?P<start>{SQUARE})"
    rf"(?:, off the (?P<rest>{STACK}),)? to (?P<end>{SQUARE})"
    rf"(?: and captures (?P<whose>{WHO})'s (?P<taken>{STACK}))?"
    rf"(?: and joins the (?P<below>{STACK})(?:, under (?P<under>{WHO})'s activator)?"
    rf", making a (?P<made>{STACK}))?"
    rf"(?:, carrying (?P<rider>{WHO})'s activator along)?"
    rf"(?:; (?P<own>{WHO})'s activator goes from (?P<here>{SQUARE}) to (?P<to>{SQUARE}),"
    rf" onto (?P<other>{WHO})'s (?P<on>{STACK}))?\."
)
def _(h: Heard, who: str, what: str, start: str, end: str, **more: Any) -> None:
    squares, activators, seat = h.table["squares"], h.table["activators"], who.lower()
    letters, rest = what.rsplit(maxsplit=1)[-1], (more["rest"] or " ").split(" ")[-1]
    h.must(squares.pop(start), f"{seat} {rest}{letters}")
    if rest:
        squares[start] = f"{seat} {rest}"
    there = squares.pop(end, "")
    if more["taken"]:
        h.must(there, f"{more['whose'].lower()} {more['taken'].split()[-1]}")
        there = ""
    elif there:
        h.must(there, f"{seat} {more['below'].split()[-1]}")
        h.must(more["made"].split()[-1], there.split()[-1] + letters)
    squares[end] = f"{there or seat + ' '}{letters}"
    if more["rider"]:
        h.must(activators[more["rider"].lower()], start)
        activators[more["rider"].lower()] = end
    if more["to"]:
        h.must(activators[more["own"].lower()], more["here"])
        h.must(squares[more["to"]], f"{more['other'].lower()} {more['on'].split()[-1]}")
        activators[more["own"].lower()] = more["to"]
    for side in list(h.table["occupied"]):  # who goes away is no longer there
        home = HOMES["blue" if side == "red" else "red"]
        if not squares.get(home, "").startswith(side):
            del h.table["occupied"][side]


@LISTENER.hears(
    rf"(?P<who>{WHO}) is (?:still )?on {WHO}'s home {SQUARE}"
    r"(?:: \w+ has (?P<n>\d+) turns? (?:to capture it there|left))?\."
)
def _(h: Heard, who: str, n: str | None) -> None:
    if n:
        h.table["occupied"][who.lower()] = int(n)
    else:
        h.table["occupied"].clear()


@LISTENER.hears(rf"{WHO} is no longer on {WHO}'s home {SQUARE}: the game goes on\.")
def _(h: Heard) -> None:
    pass


@LISTENER.hears(rf"{WHO} wins: [^.]*\.", r"A draw: [^.]*\.")
def _(h: Heard) -> None:
    h.table["occupied"].clear()
