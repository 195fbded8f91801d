"""Two games of one kind in lockstep on one board, and where, by which rule and why they part.

Vocabulary
    course   a match as it went, step by step, from its start or that of the match it goes on from
    lockstep which step of the one game is shown beside which of the other
    parting  the first step after which the two tables differ
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from piecepack_nb import games
from piecepack_nb.core.errors import BadInput, short, wrong
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.parting import Parting, parting
from piecepack_nb.core.steps import Step
from piecepack_nb.scene import Film, Scene, Turn, filmed_steps
from piecepack_nb.scene.pair import pairs
from piecepack_nb.widgets.replay import Replay, credits

__all__ = ["Compare", "compared"]

AnyGame = Game[Any, Any, Any]
Lockstep = list[tuple[int, int]]
TITLE = 60  # characters of a changed option's value


class Compare(Replay):
    """Two matches side by side with one timeline; ``parting`` tells where they part, if they do."""

    def __init__(self, ours: Match, theirs: Match) -> None:
        if ours.game.name != theirs.game.name:
            raise wrong("the other match", theirs.game.title, f"a match of {ours.game.title} too")
        one, two = _course(ours), _course(theirs)
        self.parting = _parting(one, two, theirs)
        film = _film(one, two, titles(ours, theirs), self.parting)
        at = self.parting.step if self.parting else 0
        book = ours.game.rulebook
        super().__init__(film, at, clauses=book.to_json(), credits=credits(ours.game))

    def __repr__(self) -> str:
        where = f"they part at step {self.parting.step}" if self.parting else "they do not part"
        return f"<Compare: {self.title}, {where}; frame {self.at} of {self.frames - 1}>"


def compared(match: Match, other: Match | None, changes: dict[str, Any]) -> Compare:
    """The two matches side by side; without another one, the match under changed rules."""
    if not isinstance(match, Match):
        raise wrong("the match", match, "a match")
    if not isinstance(other, Match | None):
        raise wrong("the other match", other, "a match")
    if (other is None) == (not changes):
        raise BadInput("compare a match with another one, or with itself under rules that are "
                       "changed, such as quarter_turn_cost=0: one of the two")  # fmt: skip
    return Compare(match, match.under(**changes) if other is None else other)


# --- the two games ------------------------------------------------------------------------------


class Course(NamedTuple):
    """A match from its very start to where it stands; what was undone is left out."""

    game: AnyGame
    start: Any
    steps: tuple[Step, ...]
    frames: tuple[Scene, ...]
    turns: tuple[int, ...]
    """The turn of each frame; that of a step is the one in which it was made."""


def _course(match: Match) -> Course:
    game = match.game
    with match.unchanged():
        start, steps = match.start, tuple(step for each in match.record for step in each.steps)
    frames = filmed_steps(game, start, steps, games.view(game.name), within=False).frames
    states = (start, start, *(step.state for step in steps[:-1]))[: len(frames)]
    turns = tuple(map(game.turn, states))
    if match.earlier is None:
        return Course(game, start, steps, frames, turns)
    before = _course(match.earlier)
    return Course(
        game,
        before.start,
        before.steps + steps,
        before.frames + frames[1:],
        before.turns + turns[1:],
    )


def titles(match: Match, other: Match) -> tuple[str, str]:
    """What tells the two apart: the rules that differ, else the seeds, else their order."""
    ours, theirs = match.game.rules, other.game.rules
    differ = [
        name for name, value in ours.to_json().items() if value != theirs.to_json()[name]
    ]  # fmt: skip
    if differ:
        return _changed(ours, differ), _changed(theirs, differ)
    if match.seed != other.seed:
        return f"seed {match.seed}", f"seed {other.seed}"
    return "the first game", "the second game"


def _changed(rules: Any, names: list[str]) -> str:
    if not rules.changed():
        return "printed rules"
    return ", ".join(f"{name} {short(str(getattr(rules, name)))[:TITLE]}" for name in names)


# --- where they part ----------------------------------------------------------------------------


def _parting(one: Course, two: Course, theirs: Match) -> Parting | None:
    """Where they part. A replay knows more than its steps tell: the move that was refused."""
    if one.start != two.start:
        return _from_the_start(one, two)
    found = parting(one.steps, two.steps, one.game, two.game, None)
    known = theirs.parting
    same = found and known and (known.step, known.ours) == (found.step, found.ours)
    return known if same else found


def _from_the_start(one: Course, two: Course) -> Parting:
    mine, other = one.game.to_json(one.start), two.game.to_json(two.start)
    entries = ", ".join(name for name in mine if mine[name] != other.get(name))
    ours, theirs = one.game.rules, two.game.rules
    clauses = [
        each.clauses[0]
        for each in ours.options()
        if each.clauses and getattr(ours, each.name) != getattr(theirs, each.name)
    ]
    text = f"they begin with other tables: {entries}"
    return Parting(0, one.turns[0], clauses[0] if clauses else "", text, None, None)


def _why(found: Parting, titles: tuple[str, str]) -> str:
    """Why they part, in words that fit two boards."""
    ours, theirs, text = found.ours, found.theirs, found.text
    if ours and theirs and ours.event.text != theirs.event.text:
        text = ""  # the two captions below it tell
    elif some := ours if theirs is None else theirs if ours is None else None:
        ends, goes_on = titles if ours is None else reversed(titles)
        refused = some.event.text not in text
        text = f"{ends}: {text}" if refused else f"only {goes_on} goes on"
    told = f"Here the games part, at step {found.step}"
    return f"{told}: {text.rstrip('.')}." if text else f"{told}."


# --- the film -----------------------------------------------------------------------------------


def _film(one: Course, two: Course, titles: tuple[str, str], found: Parting | None) -> Film:
    lockstep = _lockstep(one, two, found.step if found else None)
    frames = list(pairs(_halves(one, two, lockstep), titles))
    if found is None:
        told = f"{frames[0].caption}\nThe two games are the same, step by step."
        frames[0] = frames[0]._replace(caption=told.strip())
    else:
        at = frames[found.step]
        told = f"{_why(found, titles)}\n{at.caption}"
        frames[found.step] = at._replace(caption=told, clause=found.clause or at.clause, linger=2.0)
    title = f"{one.game.title}: {titles[0]}, {titles[1]}"
    return Film(title, tuple(frames), tuple(_turns(one, two, lockstep)))


def _lockstep(one: Course, two: Course, parts_at: int | None) -> Lockstep:
    """The same step of both until they part; from there on turn by turn, one waiting at its end."""
    together = len(one.frames) if parts_at is None else parts_at
    shown = [(number, number) for number in range(together)]
    ours, theirs = _by_turn(one, together), _by_turn(two, together)
    i = j = max(together - 1, 0)
    for turn in sorted({*ours, *theirs}):
        mine, other = ours.get(turn, [i]), theirs.get(turn, [j])
        for number in range(max(len(mine), len(other))):
            i, j = mine[min(number, len(mine) - 1)], other[min(number, len(other) - 1)]
            shown.append((i, j))
    return shown


def _by_turn(course: Course, first: int) -> dict[int, list[int]]:
    """The frames from ``first`` on, by their turn."""
    found = defaultdict(list)
    for frame in range(first, len(course.frames)):
        found[course.turns[frame]].append(frame)
    return found


def _halves(one: Course, two: Course, lockstep: Lockstep) -> Iterator[tuple[Scene, Scene]]:
    """Both frames of each moment; a game that waits says so, and not its last event again."""
    before = (-1, -1)
    for i, j in lockstep:
        yield _half(one, i, before[0]), _half(two, j, before[1])
        before = i, j


def _half(course: Course, frame: int, before: int) -> Scene:
    scene = course.frames[frame]
    if frame != before:
        return scene
    return scene._replace(caption=_waiting(course, frame), clause="", linger=0.0)


def _waiting(course: Course, frame: int) -> str:
    if frame < len(course.frames) - 1:
        return f"waits at the end of turn {course.turns[frame]}."
    over = course.steps and course.game.result(course.steps[-1].state)
    return f"the game is over. {over.text}" if over else "no more was played."


def _turns(one: Course, two: Course, lockstep: Lockstep) -> Iterator[Turn]:
    shown: int | None = None
    for at, (i, j) in enumerate(lockstep):
        number = max(one.turns[i], two.turns[j])
        if number != shown:
            yield Turn(f"Turn {number}" if number else "Set-up", at)
        shown = number
