"""A finished move in a sentence: who went where, what was gobbled, and what everybody has now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from piecepack_nb.core.routes import route
from piecepack_nb.core.steps import Event, Sentence, Step, telling_clause
from piecepack_nb.core.wording import capitalise, count_noun, full_stop, join_list
from piecepack_nb.games.pacman.state import State, seat_name

STEPS = ("step", "on", "ghost step")
WALKED = (*STEPS, "off", "privilege won")
TELLING = (
    "end", "ghost gobbled", "gone home", "privilege won", "stays", "ghosts stay", "yellow back",
)  # fmt: skip
"""The kinds of the events whose clause explains a move, the most telling first."""


def sentences(before: State, steps: Sequence[Step]) -> tuple[Sentence, ...]:
    """Return the sentence of a move."""
    events = [step.event for step in steps]
    walked = list(takewhile(lambda event: event.kind in WALKED, events))
    said = [_walk(before, steps[0].state, walked, events)] if walked else []
    said += [_event(step) for step in steps[len(walked) :]]
    clause = telling_clause(events, TELLING)
    if clause == "PC-4" and any(event.data.get("marble") for event in walked):
        clause = "PC-10"
    text = " ".join(each for each in said if each)
    return (Sentence(text, clause, len(steps)),)


def _walk(before: State, after: State, walked: list[Event], events: list[Event]) -> str:
    """Return who went from where to where, by which die, and what was gobbled on the way."""
    made = [event for event in walked if event.kind in STEPS]
    first, last = made[0].data, made[-1].data
    path = route((first["from"], *(event.data["to"] for event in made)), "over the edge")
    (die,) = _used(before.dice, after.dice)
    if "ghost" in first:
        return f"{seat_name(first['seat'])} moves {first['name']} {path} with the {die}."
    gobbled = list(_gobbled(made, events))
    text = f"{first['who']}'s Pac-Man goes {path} with the {die}"
    text += f" and gobbles {join_list(gobbled)}" if gobbled else ""
    return f"{text}{_holding(last, made)}."


def _used(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the dice that a move has used."""
    left = list(before)
    for die in after:
        left.remove(die)
    return left


def _gobbled(made: list[Event], events: list[Event]) -> Iterator[str]:
    """Yield the marbles that a Pac-Man gobbled, and the ghost."""
    white = sum(event.data["marble"] == "white" for event in made)
    if white:
        yield count_noun(white, "white marble")
    if yellow := [event.data["to"] for event in made if event.data["marble"] == "yellow"]:
        yield f"the yellow {'one' if white else 'marble'} on {join_list(yellow)}"
    for event in events:
        if event.kind == "ghost gobbled":
            yield event.data["name"]


def _holding(last: Mapping[str, Any], made: list[Event]) -> str:
    """Return what the player has after gobbling marbles."""
    won = {event.data["marble"] for event in made}
    has = [count_noun(last["tray"], "marble")] if "white" in won else []
    if "yellow" in won:
        has.append(count_noun(last["yellow"], "privilege"))
    return f": {last['who']} has {join_list(has)}" if has else ""


def _event(step: Step) -> str:
    """Return what followed from a walk, or what was done without one."""
    event, state = step.event, step.state
    data = event.data
    match event.kind:
        case "landing":
            own = "own " if data["seat"] == data["to"] else ""
            return f"It lands on {data['who']}'s {own}Pac-Man, which goes home to {data['home']}."
        case "gone home":
            return f"{data['who']} gives no marbles." if data["seat"] == data["to"] else ""
        case "ghost gobbled":
            left = state.players[data["seat"]].yellow
            kept = "keeps" if event.clause == "PC-21" else "has used"
            rest = f", and has {left} more" if left and event.clause != "PC-21" else ""
            return f"{data['who']} {kept} the privilege{rest}."
        case "ghost back":
            return f"{capitalise(data['name'])} goes back to the centre, {data['centre']}."
        case "paid":
            return _paid(event, state)
    return full_stop(event.text)


def _paid(event: Event, state: State) -> str:
    """Return who gave how many marbles to whom, and what both have now."""
    data = event.data
    if not data["number"]:
        return full_stop(event.text)
    giver, taker, marbles = data["who"], data["mover"], data["marbles"]
    verb = f"{taker} takes {marbles} from {giver}"
    if event.clause == "PC-13":
        verb = f"{giver} gives {taker} {marbles}"
    every = ", all they have" if data["number"] < data["full"] else ""
    has, left = state.players[data["to"]].tray, state.players[data["seat"]].tray
    return f"{verb}{every}: {taker} has {has}, {giver} {left}."
