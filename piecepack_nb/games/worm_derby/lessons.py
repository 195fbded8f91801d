"""The quiz on Worm Derby's table, and puzzles: positions where it is easily misjudged.

Vocabulary
    place  somewhere round the head, every 30 degrees, where the next disc might be laid
    end    where a racer lays its discs: head or tail
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, Step
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
from piecepack_nb.scene import Feedback, Layer, Mark, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.quiz import (
    Moment,
    PuzzleKind,
    PuzzleSearch,
    bot_steps,
    reason_of,
    steps_of_turn,
)

TO = "head"
EVERY = 30
NOWHERE = "none"
RING = Layer("ring", "Where the next disc may be")
BUTTON_PLACE = (round(DESK_WIDE / 2, 2), 3.0, "desk", DESK_WIDE - 0.5, 0.66)


# --- Asking ---------------------------------------------------------------------------------------


class WormCase(NamedTuple):
    """A state in which a worm may move."""

    state: State
    seen: Window | None
    """The part of the table that is shown, with all that is asked about; None for no table."""
    event: Event | None = None
    """The racer's next event, with its plan."""


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


def _place(game: WormDerby, moment: Moment[State]) -> WormCase | None:
    """Return the state if a worm may move there, and all of it is shown."""
    state = moment.state
    worm = state.worms.get(state.to_move)
    if worm is None or len(worm.discs) < 2 or state.phase not in ("roll", "ace", "move"):
        return None
    if moment.scene is None:
        return WormCase(state, None)
    seen = window_of(game.ruleset, moment.scene)
    if seen is None or not all(map(seen.holds, places_to_show(game.ruleset, state))):
        return None
    return WormCase(state, seen)


def _end(game: WormDerby, moment: Moment[State]) -> WormCase | None:
    """Return the state before a racer's move."""
    found = _place(game, moment)
    if found is None or moment.state.phase != "move" or reason_of(RacePlan, moment) is None:
        return None
    return found._replace(event=moment.steps[0].event)


def _words(_game: WormDerby, case: WormCase) -> dict[str, object]:
    seat = case.state.to_move
    return {"worm": seat, "who": seat.title(), "steps": case.state.steps}


def _angle_spots(game: WormDerby, case: WormCase) -> Iterator[Spot]:
    """Yield the places round the head, and "nowhere"."""
    state, seen = case.state, case.seen
    assert seen is not None
    centre = state.worms[state.to_move].end(TO)
    for angle in asked_angles(game, state):
        place = seen.at(beside(centre, angle, game.ruleset.coin))
        yield Spot(f"{TO} {angle}", *place, w=0.36, h=0.36, name=f"at {angle}°", role="select")
    yield Spot(NOWHERE, *BUTTON_PLACE, "Nowhere", "action", key="o")


def _beads(game: WormDerby, case: WormCase, scene: Scene) -> Scene:
    """Return the table with a mark at each place."""
    places = (spot for spot in _angle_spots(game, case) if spot.area == "board")
    marks = tuple(Mark("via", spot.x, spot.y) for spot in places)
    return scene._replace(marks=marks, layers=())


def _end_spots(_game: WormDerby, case: WormCase) -> Iterator[Spot]:
    worm = case.state.worms[case.state.to_move]
    assert case.seen is not None
    for end in ENDS:
        place = case.seen.at(worm.end(end))
        yield Spot(end, *place, w=DISC_SPOT, h=DISC_SPOT, name=f"its {end}", role="select")


# --- Grading --------------------------------------------------------------------------------------


def _grade_place(game: WormDerby, case: WormCase, guess: str) -> Feedback:
    """Return the grade of a guess, with the ring that proves it."""
    state, seen, _ = case
    assert seen is not None
    found = ring(game.ruleset, state, state.to_move, TO)
    marks = (mark for mark in ring_marks(seen, state, found) if mark.kind != "via")
    drawn = tuple(mark._replace(layer=RING.id) for mark in marks)
    spots = tuple(sign_spots(seen, found))
    place = place_of_spot(guess)
    if place is None:
        there = allowed_angles(game, state)
        text, clause, spots = f"Right: {found.text}.", "WD-4", ()
        if there:
            text, clause = f"No: it can be laid e.g. at {angle_text(there[0])}.", "WD-3"
    elif refused := disc_refusal(game.ruleset, state, state.to_move, TO, place.angle):
        text, clause = f"No: {refused.text}.", refused.clause
    else:
        text = f"Right: at {angle_text(place.angle)} it touches the head and is on nothing."
        clause = "WD-3"
    return Feedback(text, clause, drawn, (RING,), spots, answer=())


def _laid_to(case: WormCase) -> str:
    assert case.event is not None
    return str(case.event.data["to"])


def _grade_end(_game: WormDerby, case: WormCase, guess: str) -> Feedback:
    to, plan = _laid_to(case), case.event and case.event.why
    assert isinstance(plan, RacePlan)
    right = "Right" if guess == to else "No"
    return Feedback(f"{right}: it lays its discs at the {to}; {plan.text}.", "WD-2", answer=())


def automatic_steps(game: WormDerby, state: State) -> Sequence[Step]:
    """Return the steps that a racer makes in a state, with its plan."""
    if state.phase != "move":
        return ()
    return bot_steps(game, state, racer)


QUIZ = QuizSpec({
    "place": QuestionKind(
        "Where can the next disc be laid?", "WD-3",
        "A disc of the {worm} worm's tail goes to its head. Where can it be laid?",
        _place, _angle_spots,
        lambda game, case: (f"{TO} {angle}" for angle in allowed_angles(game, case.state)),
        _grade_place, _words, NOWHERE, _beads,
    ),
    "end": QuestionKind(
        "At which end does the racer lay its discs?", "",
        "{who} is a racer with {steps} steps. At which end does it lay its discs?",
        _end, _end_spots, lambda _game, case: (_laid_to(case),), _grade_end, _words,
        picture=lambda _game, _case, scene: scene._replace(marks=(), layers=()),
        steps=lambda _game, case, steps: steps_of_turn(case.state, steps),
    ),
}, automatic_steps)  # fmt: skip


# --- Puzzles --------------------------------------------------------------------------------------

FEW = 3
"""The most free places of a "narrow" puzzle."""


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


def _kind(title: str, test: Callable[[WormDerby, State], bool]) -> PuzzleKind[WormDerby, WormCase]:
    """Return a kind of puzzle about the next place, just before a worm moves."""
    return PuzzleKind(
        title, "place", lambda game, case: case.state.phase == "move" and test(game, case.state)
    )


PUZZLE_KINDS: Mapping[str, PuzzleKind[WormDerby, WormCase]] = {
    "narrow": _kind("Only a few of the places round the head are free.", _is_narrow),
    "gap": _kind(
        "A place is free, but the disc doesn't fit past what is beside its path.", _is_gap
    ),
    "worm": _kind("Another worm is in the way.", _is_worm),
}
puzzles = PuzzleSearch(QUIZ, PUZZLE_KINDS, bots=("racer",), games=30)


# --- The first game ------------------------------------------------------------------------------

SHORT = FrozenDict({"obstacles": 0})
FORWARD = 21.0
"""Inches from the left that the head must pass in the first task."""

FIRST_GAME = (
    FirstTask(
        "Move",
        "You are Suns, and rolled a 2. The worm's last disc goes to its front: lay two discs along "
        "the arrow, then confirm the move.",
        "suns 20 20: 180 180 180 180 180\nmoons 20 24: 180 180 180 180 180\nsuns to move, 2 steps",
        "suns tail>head 0 0",
        lambda steps: steps[-1].state.worms["suns"].end("head").x > FORWARD,
        "Two discs went from the tail to the head. So a worm creeps along.",
        "That leads away from the pylon, which is on the right. Follow the arrow",
        "WD-2",
        SHORT,
    ),
    FirstTask(
        "Eat",
        "Among cannibals, a disc laid over the end of another worm eats it. Lay two discs to the "
        "right: the second one lands on the end of Moons.",
        "suns 20 20: 180 180 180\nmoons 21.5 20: 0 0 0\nsuns to move, 2 steps",
        "suns tail>head 0 0",
        "eaten",
        "You ate a disc of Moons. It must move away from you next.",
        "That eats nothing. Lay both discs straight to the right",
        "WD-40",
        FrozenDict({"obstacles": 0, "cannibal": True, "length": 4}),
    ),
    FirstTask(
        "Win",
        "Your worm has been round the pylon. Lay two discs to the left, across the start line.",
        "suns 17.95 18: 180 180 180 180 180 laps 1\nmoons 30 20: 180 180 180 180 180\n"
        "suns to move, 2 steps",
        "suns head>tail 180 180",
        "home",
        "An end of your worm is between the start tiles, after the lap: you have won.",
        "That isn't home yet. Follow the arrow to the left",
        "WD-22",
        SHORT,
    ),
)
"""Three tasks for somebody who has never played."""
