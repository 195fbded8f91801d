"""What a reader can be asked about Worm Derby's table before it is shown.

Vocabulary
    place  somewhere round the head, every 30 degrees, where the next disc might be laid
    end    where a racer lays its discs: head or tail
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.bots import racer
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.geometry.ring import Ring, angle_text, disc_refusal, ring
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
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.game import WormDerby


# --- The quiz ------------------------------------------------------------------------------------


QUESTIONS = FrozenDict(
    place="Where can the next disc be laid?",
    end="At which end does the racer lay its discs?",
)
ASKED_END = "head"
ASK_EVERY = 30
NOWHERE = "none"
GUESS = Layer("guess", "Your guess")
RING = Layer("ring", "Where the next disc may lie")
BUTTON_PLACE = (round(DESK_WIDE / 2, 2), 3.0, "desk", DESK_WIDE - 0.5, 0.66)
BUTTON = Spot("next", *BUTTON_PLACE, "Next", "action", key="g")


def question_text(state: State, question: str) -> str:
    """The question in words."""
    who = state.to_move.title()
    if question == "place":
        return f"A disc of the {state.to_move} worm's tail goes to its head. Where can it be laid?"
    return f"{who} is a racer with {state.steps} steps. At which end does it lay its discs?"


def asked_angles(game: WormDerby, state: State) -> list[int]:
    """The angles that are asked about: not those on the discs next to the head."""
    found = _ring(game, state)
    own = [each.arcs for each in found.forbidden if each.how == "touches"]
    return [angle for angle in range(0, 360, ASK_EVERY) if not any(angle in arcs for arcs in own)]


def allowed_angles(game: WormDerby, state: State) -> list[int]:
    """Those of the places where the disc can be laid (WD-3, WD-4, WD-5)."""
    return [
        angle
        for angle in asked_angles(game, state)
        if disc_refusal(game.ruleset, state, state.to_move, ASKED_END, angle) is None
    ]


def _ring(game: WormDerby, state: State) -> Ring:
    return ring(game.ruleset, state, state.to_move, ASKED_END)


# --- asking --------------------------------------------------------------------------------------


def ask_question(
    game: WormDerby, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question where a worm may move."""
    worm = state.worms.get(state.to_move)
    if worm is None or len(worm.discs) < 2 or state.phase not in ("roll", "ace", "move"):
        return None
    seen = _window(game, scene)
    if seen is None or not all(seen.holds(disc) for disc in places_to_show(game, state)):
        return None
    if question == "place":
        return Question(
            question, (state, seen), _question_scene(game, question, state, scene, seen), 0
        )
    event = steps[0].event if steps else None
    if state.phase != "move" or event is None or not isinstance(event.why, RacePlan):
        return None
    asked = _question_scene(game, question, state, scene, seen)
    return Question(question, (state, seen, event), asked, _answer_length(state, steps))


def _window(game: WormDerby, scene: Scene) -> Window | None:
    return window_of(game.ruleset, scene)


def _answer_length(state: State, steps: Sequence[Step]) -> int:
    ends = (at for at, step in enumerate(steps, start=1) if step.state.turn > state.turn)
    return next(ends, len(steps))


def _question_scene(
    game: WormDerby, question: str, state: State, scene: Scene, seen: Window
) -> Scene:
    spots = _angle_spots(game, state, seen) if question == "place" else _end_spots(state, seen)
    marks = (
        tuple(Mark("via", spot.x, spot.y) for spot in spots if spot.area == "board")
        if question == "place"
        else ()
    )
    return scene._replace(
        caption=question_text(state, question),
        clause="WD-3" if question == "place" else "",
        spots=tuple(spots),
        marks=marks,
        layers=(),
    )


def _angle_spots(game: WormDerby, state: State, seen: Window) -> list[Spot]:
    centre = state.worms[state.to_move].end(ASKED_END)
    found = [
        Spot(f"{ASKED_END} {angle}", *seen.at(beside(centre, angle, game.ruleset.coin)),
             w=0.36, h=0.36, name=f"at {angle} degrees", role="select")
        for angle in asked_angles(game, state)
    ]  # fmt: skip
    return [*found, Spot(NOWHERE, *BUTTON_PLACE, "Nowhere", "action", key="o")]


def _end_spots(state: State, seen: Window) -> list[Spot]:
    worm = state.worms[state.to_move]
    return [
        Spot(
            end, *seen.at(worm.end(end)), w=DISC_SPOT, h=DISC_SPOT, name=f"its {end}", role="select"
        )
        for end in ENDS
    ]


# --- judging -------------------------------------------------------------------------------------


def grade_guess(game: WormDerby, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, with the ring that proves it."""
    if asked.question == "end":
        return _grade_end(asked, guess)
    state, seen = asked.key
    found = _ring(game, state)
    drawn = tuple(_ring_layer(seen, state, found))
    layers = (GUESS, RING)
    if guess == NOWHERE:
        there = allowed_angles(game, state)
        if not there:
            return Feedback(True, f"Right: {found.text}.", "WD-4", drawn, layers)
        text = f"No: it can be laid at {angle_text(there[0])}, for example."
        return Feedback(False, text, "WD-3", drawn, layers)
    place = place_of_spot(guess)
    assert place is not None
    x, y = seen.at(beside(found.centre, place.angle, found.step))
    marks = (Mark("selected", x, y, layer=GUESS.id), *drawn)
    refused = disc_refusal(game.ruleset, state, state.to_move, ASKED_END, place.angle)
    spots = tuple(sign_spots(seen, found))
    if refused is None:
        text = f"Right: at {angle_text(place.angle)} it touches the head and lies on nothing."
        return Feedback(True, text, "WD-3", marks, layers, spots)
    return Feedback(False, f"No: {refused.text}.", refused.clause, marks, layers, spots)


def _ring_layer(seen: Window, state: State, found: Ring) -> Iterator[Mark]:
    for mark in ring_marks(seen, state, found):
        if mark.kind != "via":
            yield mark._replace(layer=RING.id)


def _grade_end(asked: Question, guess: str) -> Feedback:
    state, seen, event = asked.key
    to, way = str(event.data["to"]), event.why
    right = guess == to
    x, y = seen.at(state.worms[state.to_move].end(guess))
    text = f"{'Right' if right else 'No'}: it lays its discs at the {to}; {way.text}."
    return Feedback(
        right, capitalise(text), "WD-2", (Mark("selected", x, y, layer=GUESS.id),), (GUESS,)
    )


def automatic_steps(game: WormDerby, state: State) -> Sequence[Step]:
    """What a racer does in a state, with its plan."""
    if state.phase != "move":
        return ()
    chosen = racer(game, state, state.to_move, _first_choice)
    first, *rest = game.play(state, chosen.move)
    return (first._replace(event=first.event._replace(why=chosen.why)), *rest)


def _first_choice(_purpose: str, choices: Sequence[Any]) -> Any:
    return choices[0]


QUIZ = QuizSpec(QUESTIONS, ask_question, grade_guess, automatic_steps, BUTTON)
"""How Worm Derby asks."""


# --- Puzzles -------------------------------------------------------------------------------------


PUZZLE_KINDS: Mapping[str, str] = {
    "narrow": "Only a few of the places round the head are free.",
    "gap": "A place is free, but the disc doesn't fit past what lies beside its way.",
    "worm": "Another worm is in the way.",
}
"""What a puzzle can be about."""
PUZZLE_GAMES, PUZZLE_MOVES = 30, 60
"""How many races are looked through, and how many moves of each at most."""
FEW_ANGLES = 3


def puzzles(
    game: WormDerby,
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str | None = None,
) -> list[Puzzle]:
    """``count`` positions of one kind, or of all in turn; each asks where the next disc can lie.

    ``question`` is "place", or None. Looks through seeded races of racers; the same seed finds the
    same. Raises BadInput for an unknown kind, for a count that is no positive number, and where no
    such position comes up.
    """
    wanted = kind if kind is not None or question == "place" else question
    return found_by_playing(
        PUZZLE_KINDS,
        wanted,
        count,
        seed,
        PUZZLE_GAMES,
        lambda seed, due: _puzzles_of_race(game, seed, due),
    )


def _puzzles_of_race(game: WormDerby, seed: int, due: set[str]) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a race, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "racer"))
    for _ in range(PUZZLE_MOVES):
        if not due or not match.run(1) or match.result is not None:
            return
        state = match.state
        if state.phase != "move" or len(state.worms[state.to_move].discs) < 2:
            continue
        kind = next(
            (each for each in PUZZLE_KINDS if each in due and _IS_KIND[each](game, state)), None
        )
        if kind:
            due = due - {kind}
            text = f"Turn {match.turn}: {question_text(state, 'place')}"
            yield Puzzle(kind, match.branch(match.cursor), text, "place")


def _is_narrow(game: WormDerby, state: State) -> bool:
    """Few places are free, but some are."""
    return 1 <= len(allowed_angles(game, state)) <= FEW_ANGLES


def _is_gap(game: WormDerby, state: State) -> bool:
    """Somewhere the place is free and the way to it is not (WD-5)."""
    return "WD-5" in dict(_refused_angles(game, state)) and bool(allowed_angles(game, state))


def _is_worm(game: WormDerby, state: State) -> bool:
    """Another worm's disc forbids something (WD-4)."""
    others = [seat for seat in state.worms if seat != state.to_move]
    things = [thing for _, thing in _refused_angles(game, state)]
    return any(thing.partition(" ")[0] in others for thing in things)


def _refused_angles(game: WormDerby, state: State) -> Iterator[tuple[str, str]]:
    """The clauses by which places are refused, each with what is in the way."""
    for angle in asked_angles(game, state):
        refusal = disc_refusal(game.ruleset, state, state.to_move, ASKED_END, angle)
        if refusal is not None:
            yield refusal.clause, refusal.squares[-1]


_IS_KIND: Mapping[str, Callable[[Any, State], bool]] = {
    "narrow": _is_narrow,
    "gap": _is_gap,
    "worm": _is_worm,
}
