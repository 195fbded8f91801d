"""The reason of a bot that plays any game, drawn on any board: candidates and the expected line.

Vocabulary
    squares  the names in a move's text that the board can locate, such as both in "c1-d1"
    end      the last of them, where the numbers of a candidate are drawn
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from piecepack_nb.core.move_reason import Candidate, MoveReason
from piecepack_nb.core.steps import Reason, Step, with_event
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.scene.model import Layer, Mark, Place, Scene, Spot, TextTable

Locate = Callable[[tuple[str, ...]], list[Place]]
"""``locate(squares)``: the places of those that the board knows."""

WEIGHED, EXPECTED = (
    Layer("weighed moves", "What the bot weighed"),
    Layer("expected moves", "What the bot expects"),
)
OFF = 0.3
"""The distance of a candidate's value above the middle of its square, in squares."""
SIZE = 0.42
"""The size of the spot of a value, in squares."""


def draw_reason(scene: Scene, why: object, locate: Locate) -> Scene:
    """Return the scene with the marks, spots and table of a bot's reason.

    A secret move's reason is left out: it would show the move. Once it is open, its table is there.
    """
    if isinstance(why, SecretReasons):
        weighed = [each for each in why.each if isinstance(each, MoveReason)]
        return scene._replace(listings=(*scene.listings, *map(reason_table, weighed)))
    if not isinstance(why, MoveReason) or why.secret or len(why.candidates) < 2:
        return scene
    drawn = _by_end(why, locate)
    return scene._replace(
        caption=f"{scene.caption} {why.choice}".strip(),
        marks=(*scene.marks, *_weighed_marks(drawn), *_expected_marks(why, locate)),
        spots=(*scene.spots, *_spots(drawn)),
        layers=(*scene.layers, *((WEIGHED, EXPECTED) if drawn else ())),
        listings=(*scene.listings, reason_table(why)),
    )


# --- Secret moves --------------------------------------------------------------------------------


class SecretKinds(NamedTuple):
    """The kinds of two events: a move made in secret, and what shows all of them."""

    made: str
    shown: str = ""
    """"" for the event that follows the last secret move, whatever its kind."""


class SecretReasons(NamedTuple):
    """The bots' reasons for their secret moves."""

    each: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """All the reasons, in the order of the moves."""
        return " ".join(capitalise(why.text) for why in self.each)

    def to_json(self) -> dict[str, Any]:
        """Return the reasons as plain data."""
        return {"thoughts": [why.to_json() for why in self.each]}


def open_reasons(steps: Iterable[Step], made: str, shown: str = "") -> list[Step]:
    """Return the steps, with the reasons of secret moves moved to where these are shown."""
    held: list[Reason] = []
    found = []
    for step in steps:
        event = step.event
        opens = event.kind == shown if shown else event.kind != made
        if event.kind == made and event.why is not None:
            held.append(event.why)
            event = event._replace(why=None)
        elif opens and held and event.why is None:
            event, held = event._replace(why=SecretReasons(tuple(held))), []
        found.append(with_event(step, event))
    return found


# --- Drawing -------------------------------------------------------------------------------------


def squares_of(move: Any, locate: Locate) -> list[Place]:
    """Return the places of a move's squares: those of the first word of its text that has any."""
    for word in str(move).split():
        places = [place for square in re.findall(r"\w+", word) for place in locate((square,))]
        if places:
            return places
    return []


def _by_end(why: MoveReason, locate: Locate) -> dict[Place, Candidate]:
    """Return the best candidate at each end."""
    found: dict[Place, Candidate] = {}
    for candidate in why.candidates:
        for end in squares_of(candidate.move, locate)[-1:]:
            found.setdefault(end, candidate)
    return found


def _weighed_marks(drawn: dict[Place, Candidate]) -> Iterator[Mark]:
    """Yield the visits and the value of each candidate; the more visits, the stronger the tint."""
    most = max((each.visits for each in drawn.values()), default=0)
    for (area, x, y), each in drawn.items():
        if most:
            label = str(each.visits)
            yield Mark("heat", x, y, area, label=label, value=each.visits / most, layer=WEIGHED.id)
        yield Mark("text", x, round(y - OFF, 2), area, label=each.value_text, layer=WEIGHED.id)


def _expected_marks(why: MoveReason, locate: Locate) -> Iterator[Mark]:
    """Yield the expected moves as numbered arrows, the chosen one strongest."""
    for number, (_seat, move) in enumerate(why.line, 1):
        squares = squares_of(move, locate)
        if not squares:
            continue
        area, x, y = squares[-1]
        points = tuple((px, py) for where, px, py in squares if where == area)
        if len(points) > 1:
            kind = "path" if number == 1 else "trail"
            yield Mark(kind, area=area, points=points, layer=EXPECTED.id)
        if len(why.line) > 1:
            place = round(x + OFF, 2), round(y + OFF, 2)
            yield Mark("cost", *place, area, label=str(number), layer=EXPECTED.id)


def _spots(drawn: dict[Place, Candidate]) -> Iterator[Spot]:
    """Yield a spot at each value, which says what it means."""
    for number, ((area, x, y), each) in enumerate(drawn.items(), 1):
        tip = f"{capitalise(str(each.move))}: {_value_words(each)}."
        name = f"weighed {each.text}"
        place = x, round(y - OFF, 2)
        yield Spot(f"why weighed {number}", *place, area, SIZE, SIZE, name, "why", tip=tip)


def _value_words(each: Candidate) -> str:
    if not each.visits:
        return each.value_text
    return f"{count_noun(each.visits, 'playout')}, on average worth {each.value_text} of a win"


def reason_table(why: MoveReason) -> TextTable:
    """Return the candidates, the chosen one first."""
    rows = tuple(
        (
            str(each.move),
            each.value_text,
            str(each.visits or ""),
            ", ".join(f"{capitalise(seat)} {move}" for seat, move in each.line),
        )
        for each in why.candidates
    )
    title = f"What {capitalise(why.seat)} weighed: {why.effort}"
    return TextTable(title, ("Move", "Value", "Playouts", "Then"), rows)
