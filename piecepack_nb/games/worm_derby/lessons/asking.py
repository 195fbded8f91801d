"""What a reader can be asked about Worm Derby's table before it is shown.

Vocabulary
    place  somewhere round the head, every 30 degrees, where the next disc might be laid
    end    where a racer lays its discs: head or tail
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.board import rings
from piecepack_nb.games.worm_derby.board.furniture import DESK_WIDE
from piecepack_nb.games.worm_derby.board.picking import DISC
from piecepack_nb.games.worm_derby.board.window import Window, needed, window_of
from piecepack_nb.games.worm_derby.bot.racer import Way, racer
from piecepack_nb.games.worm_derby.geometry.placing import obstruction
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.geometry.ring import Ring, ring, shown
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

QUESTIONS = FrozenDict(
    place="Where can the next disc be laid?",
    end="At which end does the racer lay its discs?",
)
TO = "head"
EVERY = 30
NONE = "none"
GUESS = Layer("guess", "Your guess")
RING = Layer("ring", "Where the next disc may lie")
PLACE = (round(DESK_WIDE / 2, 2), 3.0, "desk", DESK_WIDE - 0.5, 0.66)
BUTTON = Spot("next", *PLACE, "Next", "action", key="g")


def text_of(state: State, question: str) -> str:
    """The question in words."""
    who = state.to_move.title()
    if question == "place":
        return f"A disc of the {state.to_move} worm's tail goes to its head. Where can it be laid?"
    return f"{who} is a racer with {state.steps} steps. At which end does it lay its discs?"


def places(game: WormDerby, state: State) -> list[int]:
    """The angles that are asked about: not those on the discs next to the head."""
    found = _ring(game, state)
    own = [each.arcs for each in found.forbidden if each.how == "touches"]
    return [angle for angle in range(0, 360, EVERY) if not any(angle in arcs for arcs in own)]


def allowed(game: WormDerby, state: State) -> list[int]:
    """Those of the places where the disc can be laid (WD-3, WD-4, WD-5)."""
    return [
        angle
        for angle in places(game, state)
        if obstruction(game.ruleset, state, state.to_move, TO, angle) is None
    ]


def _ring(game: WormDerby, state: State) -> Ring:
    return ring(game.ruleset, state, state.to_move, TO)


# --- asking --------------------------------------------------------------------------------------


def ask(
    game: WormDerby, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question where a worm may move."""
    worm = state.worms.get(state.to_move)
    if worm is None or len(worm.discs) < 2 or state.phase not in ("roll", "ace", "move"):
        return None
    seen = _seen(game, scene)
    if seen is None or not all(seen.holds(disc) for disc in needed(game, state)):
        return None
    if question == "place":
        return Question(question, (state, seen), _shown(game, question, state, scene, seen), 0)
    event = steps[0].event if steps else None
    if state.phase != "move" or event is None or not isinstance(event.why, Way):
        return None
    asked = _shown(game, question, state, scene, seen)
    return Question(question, (state, seen, event), asked, _length(state, steps))


def _seen(game: WormDerby, scene: Scene) -> Window | None:
    return window_of(game.ruleset, scene)


def _length(state: State, steps: Sequence[Step]) -> int:
    ends = (at for at, step in enumerate(steps, start=1) if step.state.turn > state.turn)
    return next(ends, len(steps))


def _shown(game: WormDerby, question: str, state: State, scene: Scene, seen: Window) -> Scene:
    spots = _round(game, state, seen) if question == "place" else _ends(state, seen)
    marks = (
        tuple(Mark("via", spot.x, spot.y) for spot in spots if spot.area == "board")
        if question == "place"
        else ()
    )
    return scene._replace(
        caption=text_of(state, question),
        clause="WD-3" if question == "place" else "",
        spots=tuple(spots),
        marks=marks,
        layers=(),
    )


def _round(game: WormDerby, state: State, seen: Window) -> list[Spot]:
    centre = state.worms[state.to_move].end(TO)
    found = [
        Spot(f"{TO} {angle}", *seen.at(beside(centre, angle, game.ruleset.coin)), w=0.36, h=0.36,
             name=f"at {angle} degrees", role="select")
        for angle in places(game, state)
    ]  # fmt: skip
    return [*found, Spot(NONE, *PLACE, "Nowhere", "action", key="o")]


def _ends(state: State, seen: Window) -> list[Spot]:
    worm = state.worms[state.to_move]
    return [
        Spot(end, *seen.at(worm.end(end)), w=DISC, h=DISC, name=f"its {end}", role="select")
        for end in ENDS
    ]


# --- judging -------------------------------------------------------------------------------------


def judge(game: WormDerby, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, with the ring that proves it."""
    if asked.question == "end":
        return _end_judged(asked, guess)
    state, seen = asked.key
    found = _ring(game, state)
    drawn = tuple(_ring_marks(seen, state, found))
    layers = (GUESS, RING)
    if guess == NONE:
        there = allowed(game, state)
        if not there:
            return Feedback(True, f"Right: {found.text}.", "WD-4", drawn, layers)
        text = f"No: it can be laid at {shown(there[0])}, for example."
        return Feedback(False, text, "WD-3", drawn, layers)
    place = rings.named(guess)
    assert place is not None
    x, y = seen.at(beside(found.centre, place.angle, found.step))
    marks = (Mark("selected", x, y, layer=GUESS.id), *drawn)
    refused = obstruction(game.ruleset, state, state.to_move, TO, place.angle)
    spots = tuple(rings.why_spots(seen, found))
    if refused is None:
        text = f"Right: at {shown(place.angle)} it touches the head and lies on nothing."
        return Feedback(True, text, "WD-3", marks, layers, spots)
    return Feedback(False, f"No: {refused.text}.", refused.clause, marks, layers, spots)


def _ring_marks(seen: Window, state: State, found: Ring) -> Iterator[Mark]:
    for mark in rings.marks(seen, state, found):
        if mark.kind != "via":
            yield mark._replace(layer=RING.id)


def _end_judged(asked: Question, guess: str) -> Feedback:
    state, seen, event = asked.key
    to, way = str(event.data["to"]), event.why
    right = guess == to
    x, y = seen.at(state.worms[state.to_move].end(guess))
    text = f"{'Right' if right else 'No'}: it lays its discs at the {to}; {way.text}."
    return Feedback(
        right, capitalise(text), "WD-2", (Mark("selected", x, y, layer=GUESS.id),), (GUESS,)
    )


def by_itself(game: WormDerby, state: State) -> Sequence[Step]:
    """What a racer does in a state, with its plan."""
    if state.phase != "move":
        return ()
    chosen = racer(game, state, state.to_move, _first)
    first, *rest = game.play(state, chosen.move)
    return (first._replace(event=first.event._replace(why=chosen.why)), *rest)


def _first(_purpose: str, choices: Sequence[Any]) -> Any:
    return choices[0]


ASKING = QuizSpec(QUESTIONS, ask, judge, by_itself, BUTTON)
"""How Worm Derby asks."""
