"""A finished move in sentences: who went where, what was taken, what both sides have now.

Piecepackman's roll has a sentence for each decision, which gives his reason, and one for each way
that he goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.routes import route
from piecepack_nb.core.steps import Event, Sentence, Step, telling_clause
from piecepack_nb.core.wording import count_noun, full_stop, join_list
from piecepack_nb.games.piecepackman.powers import holds
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

STEPS = ("step", "portal", "ghost steps", "ghost portal")
TURN = "quarter turn"
TAKES = ("cube taken", "coin taken", "ghost takes cube")
DECIDES = "he heads for"
TELLING = (
    "last life", "life lost", "he starts again", "eat", "attack", "hunger", "power used",
    "cube taken", "ghost takes cube", "coin taken", DECIDES, "he stays", "ghost steps", "step",
)  # fmt: skip
"""The kinds of the events whose clause explains a move, the most telling first."""


def sentences(ruleset: Ruleset, before: State, steps: Sequence[Step]) -> tuple[Sentence, ...]:
    """Return the sentences of a move."""
    found = []
    for group, into in _groups(steps):
        after: State = group[-1].state
        events = [step.event for step in group]
        said = " ".join([*_events(group), *_now(ruleset, before, after)])
        if before.hungry and not after.hungry and not any(e.kind == "hunger ends" for e in events):
            said += " Ghost Hunger is over; no ghost is immune any more."
        if said.startswith("He "):
            said = f"Piecepackman {said[3:]}"
        found.append(Sentence(said, telling_clause(events, TELLING), into))
        before = after
    return tuple(found)


def _groups(steps: Sequence[Step]) -> Iterator[tuple[list[Step], int]]:
    """Yield the steps of each sentence, and how many of the move's steps end with them."""
    group: list[Step] = []
    for into, step in enumerate(steps):
        kind = step.event.kind
        last = group[-1].event.kind if group else ""
        if last == DECIDES or (kind == DECIDES and last not in ("", "his roll", "power bonus")):
            yield group, into
            group = []
        group.append(step)
    yield group, len(steps)


# --- Events --------------------------------------------------------------------------------------


def _events(group: list[Step]) -> Iterator[str]:
    """Yield what happened: a walk with what was taken on it, and other events as they are."""
    events = [step.event for step in group]
    moved = [number for number, event in enumerate(events) if event.kind in (*STEPS, TURN)]
    if not moved:
        yield from (_event(step) for step in group)
        return
    first, last = moved[0], moved[-1] + 1
    while last < len(events) and events[last].kind in TAKES:
        last += 1
    yield from (_event(step) for step in group[:first])
    yield _walk(group[first:last])
    yield from (
        _event(step)
        for number, step in enumerate(group[first:], first)
        if number >= last or step.event.kind not in (*STEPS, TURN, *TAKES)
    )


def _walk(group: list[Step]) -> str:
    """Return where somebody went, and what they took on the way."""
    made = [step.event for step in group if step.event.kind in STEPS]
    state: State = group[-1].state
    taken = list(_taken([step.event for step in group if step.event.kind in TAKES]))
    verbs = [f"takes {join_list(taken)}"] if taken else []
    if not made:
        return f"Piecepackman turns on {state.square}, facing {HEADING_NAMES[state.heading]}."
    path = [made[0].data["from"], *(event.data["to"] for event in made)]
    portal = any("portal" in event.kind for event in made)
    way = route(path, "through the portal" if portal else "by its power")
    if ghost := made[0].data.get("suit"):
        return f"The {ghost} ghost {join_list([f'goes {way}', *verbs])}."
    facing = f", facing {HEADING_NAMES[state.heading]}{',' if verbs else ''}"
    return f"Piecepackman {join_list([f'goes {way}{facing}', *verbs])}."


def _taken(events: list[Event]) -> Iterator[str]:
    """Yield what was taken on a walk, the cubes of a suit together."""
    cubes: dict[str, list[str]] = {}
    for event in events:
        data = event.data
        if event.kind == "coin taken":
            yield f"the {data['suit']} power coin on {data['square']}"
            continue
        suit = data.get("cube", data["suit"])
        counts = data.get("as", suit)
        name = f"the {suit} cube" if counts == suit else f"the {suit} cube, as {counts},"
        cubes.setdefault(name, []).append(data["square"])
    for name, squares in cubes.items():
        many = name.replace(" cube", " cubes") if len(squares) > 1 else name
        yield f"{many} on {join_list(squares)}"


def _event(step: Step) -> str:
    """Return one event in words, with the squares that its own sentence leaves out."""
    event: Event = step.event
    state: State = step.state
    match event.kind:
        case "eat":
            house = f"the ghost house, {event.data['home']}"
            return event.text.replace("the ghost house", house)
        case "ghost waits" if more := state.ghosts[event.data["suit"]].waits:
            return f"{event.text.rstrip('.')}, and {count_noun(more, 'turn')} more."
        case "ghosts go home":
            places = (f"{suit} to {ghost.square}" for suit, ghost in state.ghosts.items())
            return f"The turn ends; the ghosts go back to the house: {join_list(places)}."
    return full_stop(event.text)


# --- Numbers and dangers -------------------------------------------------------------------------


def _now(ruleset: Ruleset, before: State, after: State) -> Iterator[str]:
    """Yield what has changed in what both sides hold, and in who is Dangerous."""
    if before.phase == "setup":
        return
    dangers = _dangers(ruleset, before, after)
    changed = [*_held(before, after, dangers), *_grouped(dangers)]
    if changed:
        yield f"Now {join_list(changed)}."


def _held(before: State, after: State, dangers: dict[str, str]) -> Iterator[str]:
    """Yield what his stash and the ghosts hold now, where it has changed.

    Takes out of ``dangers`` the ghosts of which it says that, too.
    """
    stash = [
        f"{number} of {suit}"
        for suit, number in after.stash.items()
        if number != before.stash[suit]
    ]
    if stash:
        yield f"his stash has {join_list(stash)}"
    for suit, ghost in after.ghosts.items():
        held = holds(ghost, suit)
        if held != holds(before.ghosts[suit], suit):
            word = dangers.pop(suit, "")
            too = f" and is {word}" if word else ""
            yield f"the {suit} ghost holds {_cubes(held, suit)}{too}"


def _cubes(held: Mapping[str, int], own: str) -> str:
    """Return the cubes that a ghost holds, by suit unless all are its own."""
    if not held or set(held) == {own}:
        return count_noun(held.get(own, 0), "cube")
    return join_list(f"{number} of {suit}" for suit, number in held.items())


def _dangers(ruleset: Ruleset, before: State, after: State) -> dict[str, str]:
    """Return the ghosts that have become Dangerous or Vulnerable (PM-50, PM-51)."""
    if after.phase == "over":
        return {}
    was, now = ({suit: ruleset.dangerous(each, suit) for suit in each.ghosts}
                for each in (before, after))  # fmt: skip
    words = {True: "Dangerous", False: "Vulnerable"}
    return {suit: words[danger] for suit, danger in now.items() if danger != was[suit]}


def _grouped(dangers: Mapping[str, str]) -> Iterator[str]:
    """Yield the ghosts that are Dangerous now, and those that are Vulnerable."""
    for word in ("Dangerous", "Vulnerable"):
        suits = [suit for suit, each in dangers.items() if each == word]
        if suits:
            yield f"the {join_list(suits)} {'ghosts are' if len(suits) > 1 else 'ghost is'} {word}"
