"""Two games side by side: which frame of the one stands beside which of the other, and the film.

Vocabulary
    part       what is held together: a move, or a turn
    lockstep   which frames stand beside each other, moment by moment
    waits      a game does that whose frame stays while the other one goes on
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from piecepack_nb.scene.film import Film, Turn
from piecepack_nb.scene.filming import Course, Place, titled
from piecepack_nb.scene.model import Scene
from piecepack_nb.scene.pair import pairs

__all__ = ["beside", "by_move", "by_turn", "side_by_side"]

Frames = tuple[Scene, ...]
Lockstep = list[tuple[int, int]]
Parts = Mapping[Place, list[int]]


def by_move(place: Place) -> Place:
    """Games are held together move by move: what the same player does stands side by side."""
    return place


def by_turn(place: Place) -> Place:
    """Games are held together turn by turn: neither waits before it is through with a turn.

    Where they are the same, step by step, the same steps stand side by side.
    """
    return place[0], ""


def beside(one: Course, two: Course, held: Callable[[Place], Place]) -> Lockstep:
    """Which frame of the one is shown beside which of the other, part by part.

    ``held`` gives the part that a place belongs to. Where one of them has no such part, or a
    shorter one, it waits.
    """
    ours, theirs = _parts(one, held), _parts(two, held)
    shown = [(0, 0)]
    for part in _in_order(ours, theirs):
        i, j = shown[-1]
        mine, other = ours.get(part, [i]), theirs.get(part, [j])
        shown += [
            (mine[min(into, len(mine) - 1)], other[min(into, len(other) - 1)])
            for into in range(max(len(mine), len(other)))
        ]
    return shown


def _parts(course: Course, held: Callable[[Place], Place]) -> Parts:
    """The frames of each part."""
    found: dict[Place, list[int]] = {}
    for each in course.stretches:
        found.setdefault(held(each.place), []).extend(course.span(each.place))
    return found


def _in_order(ours: Parts, theirs: Parts) -> list[Place]:
    """The parts of both, each in the order in which it comes there; turn by turn."""
    parts: list[Place] = []
    order = list(theirs)
    numbers, reached = {part: number for number, part in enumerate(order)}, 0
    for part in ours:
        number = numbers.get(part, reached)
        parts += [fresh for fresh in order[reached:number] if fresh not in ours]
        parts.append(part)
        reached = max(reached, number)
    parts += [fresh for fresh in order[reached:] if fresh not in ours]
    return sorted(parts, key=lambda part: part[0])


def side_by_side(
    courses: tuple[Course, Course],
    frames: tuple[Frames, Frames],
    shown: Lockstep,
    titles: tuple[str, str],
    waits: Callable[[Course, int], str] = lambda _course, _frame: "",
) -> Film:
    """The film of both: at each moment the two frames that are ``shown``, under their ``titles``.

    ``waits`` says for a course that waits at a frame what stands there in place of its caption.
    """
    one, two = courses
    left = _half(one, frames[0], (frame for frame, _ in shown), waits)
    right = _half(two, frames[1], (frame for _, frame in shown), waits)
    scenes = tuple(pairs(zip(left, right, strict=True), titles))
    return Film(one.game.title, scenes, tuple(_turns(one, two, shown)))


def _half(
    course: Course, frames: Frames, shown: Iterable[int], waits: Callable[[Course, int], str]
) -> Iterator[Scene]:
    """One game's scene at each moment; where it waits, its last event isn't told again."""
    before = -1
    for frame in shown:
        scene = frames[frame]
        if frame == before:
            scene = scene._replace(caption=waits(course, frame), clause="", linger=0.0)
        yield scene
        before = frame


def _turns(one: Course, two: Course, shown: Lockstep) -> Iterator[Turn]:
    """A turn begins with the game that comes to it first."""
    begun: int | None = None
    for at, (i, j) in enumerate(shown):
        turn = max(one.turn(i), two.turn(j))
        if turn != begun:
            yield Turn(titled(turn), at)
        begun = turn
