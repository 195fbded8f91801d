"""A finished move in a sentence: what went where, what was captured, and where an activator is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piecepack_nb.core.steps import Sentence, Step, telling_clause
from piecepack_nb.core.wording import full_stop, join_list

TELLING = (
    "reduced", "no move", "repetition", "home", "home held", "capture", "stack", "move",
)  # fmt: skip
"""The kinds of the events whose clause explains a move, the most telling first."""
END = ("home freed", "home", "home held", "reduced", "no move", "repetition")


def sentences(steps: Sequence[Step]) -> tuple[Sentence, ...]:
    """Return the sentence of a move."""
    events = [step.event for step in steps]
    data = {event.kind: event.data for event in events}
    ends = (event.text.replace(" and wins.", ".") for event in events if event.kind in END)
    told = [_piece(data), *map(full_stop, ends)]  # who wins is the game's result, which follows
    clause = telling_clause(events, TELLING)
    return (Sentence(" ".join(told), clause, len(steps)),)


def _piece(data: Mapping[str, Mapping[str, Any]]) -> str:
    """Return what the piece does, and both activators."""
    move = data["move"]
    who, what, start, end = (move[name] for name in ("who", "what", "start", "end"))
    off = f", off the {move['rest']}," if move["rest"] else ""
    verbs = [f"goes from {start}{off} to {end}"]
    if taken := data.get("capture"):
        verbs.append(f"captures {taken['whose']}'s {taken['what']}")
    if made := data.get("stack"):
        under = f", under {made['rider']}'s activator," if made["rider"] else ","
        verbs.append(f"joins the {made['below']}{under} making a {made['what']}")
    text = f"{who}'s {what} {join_list(verbs)}"
    if ride := data.get("ride"):
        text += f", carrying {ride['rider']}'s activator along"
    if rider := data.get("activator"):
        onto = f"onto {rider['whose']}'s {rider['what']}"
        text += f"; {rider['who']}'s activator goes from {rider['start']} to {rider['end']}, {onto}"
    return f"{text}."
