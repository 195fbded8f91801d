"""The quiz on Worm Derby's table, and puzzles: positions where it is easily misjudged.

Vocabulary
    place  somewhere round the head, every 30 degrees, where the next disc might be laid
    end    where a racer lays its discs: head or tail
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.bots import racer
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.geometry.ring import angle_text, disc_refusal, ring
from piecepack_nb.games.worm_derby.interaction import (
    DISC_SPOT,
    place_of_spot,
    ring_marks,
    sign_spots,
)
from piecepack_nb.games.worm_derby.race_plan import RacePlan
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.games.worm_derby.window import DESK_WIDE, Window, places_to_show, window_of
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import PuzzleKind, PuzzleSearch, bot_steps

QUESTIONS = FrozenDict(
    place="Where can the next disc be laid?", end="At which end does the racer lay its discs?"
)
TO = "head"
EVERY = 30
NOWHERE = "none"
RING = Layer("ring", "Where the next disc may be")
BUTTON_PLACE = (round(DESK_WIDE / 2, 2), 3.0, "desk", DESK_WIDE - 0.5, 0.66)


# --- Asking ---------------------------------------------------------------------------------------


def question_text(state: State, question: str) -> str:
    """Return the question in words."""
    who = state.to_move.title()
    if question == "place":
        return f"A disc of the {state.to_move} worm's tail goes to its head. Where can it be laid?"
    return f"{who} is a racer with {state.steps} steps. At which end does it lay its discs?"


def asked_angles(game: WormDerby, state: State) -> list[int]:
    """Return the angles that are asked about: not those on the discs next to the head."""
    found = ring(game.ruleset, state, state.to_move, TO)
    own = [each.arcs for each in found.forbidden if each.how == "touches"]
    return [angle for angle in range(0, 360, EVERY) if not any(angle in arcs for arcs in own)]


def allowed_angles(game: WormDerby, state: State) -> list[int]:
    """Return those of the angles at which the disc can be laid (WD-3, WD-4, WD-5)."""
    return [
        angle
        for angle in asked_angles(game, state)
        if disc_refusal(game.ruleset, state, state.to_move, TO, angle) is None
    ]


def ask_question(
    game: WormDerby, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """Return the question where a worm may move; None where there is nothing to ask."""
    worm = state.worms.get(state.to_move)
    if worm is None or len(worm.discs) < 2 or state.phase not in ("roll", "ace", "move"):
        return None
    seen = window_of(game.ruleset, scene)
    if seen is None or not all(map(seen.holds, places_to_show(game.ruleset, state))):
        return None
    if question == "place":
        shown = _question_scene(scene, state, question, _angle_spots(game, state, seen))
        return Question(question, (state, seen), shown, 0)
    event = steps[0].event if steps else None
    if state.phase != "move" or event is None or not isinstance(event.why, RacePlan):
        return None
    spots = [
        Spot(end, *seen.at(worm.end(end)), w=DISC_SPOT, h=DISC_SPOT, name=f"its {end}",
             role="select")
        for end in ENDS
    ]  # fmt: skip
    ends = (at for at, step in enumerate(steps, start=1) if step.state.turn > state.turn)
    shown = _question_scene(scene, state, question, spots)
    return Question(question, event, shown, next(ends, len(steps)))


def _question_scene(scene: Scene, state: State, question: str, spots: list[Spot]) -> Scene:
    beads = [spot for spot in spots if question == "place" and spot.area == "board"]
    return scene._replace(
        caption=question_text(state, question),
        clause="WD-3" if question == "place" else "",
        spots=tuple(spots),
        marks=tuple(Mark("via", spot.x, spot.y) for spot in beads),
        layers=(),
    )


def _angle_spots(game: WormDerby, state: State, seen: Window) -> list[Spot]:
    centre = state.worms[state.to_move].end(TO)
    found = [
        Spot(f"{TO} {angle}", *seen.at(beside(centre, angle, game.ruleset.coin)), w=0.36, h=0.36,
             name=f"at {angle}°", role="select")
        for angle in asked_angles(game, state)
    ]  # fmt: skip
    return [*found, Spot(NOWHERE, *BUTTON_PLACE, "Nowhere", "action", key="o")]


# --- Grading --------------------------------------------------------------------------------------


def grade_guess(game: WormDerby, asked: Question, guess: str) -> Feedback:
    """Return the grade of a guess, with the ring that proves it."""
    if asked.question == "end":
        return _grade_end(asked, guess)
    state, seen = asked.key
    found = ring(game.ruleset, state, state.to_move, TO)
    drawn = tuple(
        mark._replace(layer=RING.id)
        for mark in ring_marks(seen, state, found)
        if mark.kind != "via"
    )
    layers = (RING,)
    place = place_of_spot(guess)
    if place is None:
        there = allowed_angles(game, state)
        if not there:
            return Feedback(True, f"Right: {found.text}.", "WD-4", drawn, layers)
        text = f"No: it can be laid e.g. at {angle_text(there[0])}."
        return Feedback(False, text, "WD-3", drawn, layers)
    refused = disc_refusal(game.ruleset, state, state.to_move, TO, place.angle)
    spots = tuple(sign_spots(seen, found))
    if refused is None:
        text = f"Right: at {angle_text(place.angle)} it touches the head and is on nothing."
        return Feedback(True, text, "WD-3", drawn, layers, spots)
    return Feedback(False, f"No: {refused.text}.", refused.clause, drawn, layers, spots)


def _grade_end(asked: Question, guess: str) -> Feedback:
    event = asked.key
    to = str(event.data["to"])
    right = guess == to
    text = f"{'Right' if right else 'No'}: it lays its discs at the {to}; {event.why.text}."
    return Feedback(right, capitalise(text), "WD-2")


def automatic_steps(game: WormDerby, state: State) -> Sequence[Step]:
    """Return the steps that a racer makes in a state, with its plan."""
    if state.phase != "move":
        return ()
    return bot_steps(game, state, racer)


QUIZ = QuizSpec(QUESTIONS, ask_question, grade_guess, automatic_steps)
"""The questions of Worm Derby."""


# --- Puzzles --------------------------------------------------------------------------------------

FEW = 3
"""The most free places of a "narrow" puzzle."""


def _can_lay(state: State) -> bool:
    """Return True if a worm of two discs or more moves next."""
    return state.phase == "move" and len(state.worms[state.to_move].discs) > 1


def _is_narrow(game: WormDerby, state: State) -> bool:
    """Return True if few places are free, but some are."""
    return 1 <= len(allowed_angles(game, state)) <= FEW


def _is_gap(game: WormDerby, state: State) -> bool:
    """Return True if somewhere the place is free and the way to it is not (WD-5)."""
    return "WD-5" in dict(_refused(game, state)) and bool(allowed_angles(game, state))


def _is_worm(game: WormDerby, state: State) -> bool:
    """Return True if another worm's disc forbids something (WD-4)."""
    others = [seat for seat in state.worms if seat != state.to_move]
    return any(thing.partition(" ")[0] in others for _, thing in _refused(game, state))


def _refused(game: WormDerby, state: State) -> Iterator[tuple[str, str]]:
    """Yield the clauses by which places are refused, each with what is in the way."""
    for angle in asked_angles(game, state):
        refusal = disc_refusal(game.ruleset, state, state.to_move, TO, angle)
        if refusal is not None:
            yield refusal.clause, refusal.squares[-1]


PUZZLE_KINDS: Mapping[str, PuzzleKind[WormDerby, State]] = {
    "narrow": PuzzleKind(
        "Only a few of the places round the head are free.", "place", _is_narrow
    ),
    "gap": PuzzleKind(
        "A place is free, but the disc doesn't fit past what is beside its path.",
        "place", _is_gap,
    ),
    "worm": PuzzleKind("Another worm is in the way.", "place", _is_worm),
}  # fmt: skip
puzzles = PuzzleSearch(PUZZLE_KINDS, question_text, _can_lay, bots=("racer",), games=30)
