"""The worth of a die to a Pac-Man: the marbles of its best path, exactly.

Vocabulary
    brings   the marbles that a path brings at once: the white marbles on it, and those taken for a
             ghost that it gobbles, from whoever has most
    choice   the marbles that a roll of two dice brings on average, if the Pac-Man has the better
             one: the mean over all 36 rolls, each with the path that brings most
    later    the choice of the next turn, from where a path ends and without the marbles gobbled on
             it, if nothing else moves meanwhile; nothing where the path ends the game

Everything is counted over all paths and all rolls, in fractions: nothing is sampled or rounded. A
yellow marble that goes back into a ringed hole is left out, for its player chooses where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.games.pacman.maze import Path
from piecepack_nb.games.pacman.state import State, format_path
from piecepack_nb.games.pacman.walks import Situation

FACES = range(1, 7)


class Prospect(NamedTuple):
    """A die, and its best path: the marbles that it brings now and leaves for later."""

    die: int
    path: Path
    """The best path; a single space where the Pac-Man can't move with the die."""
    now: int
    later: Fraction

    @property
    def total(self) -> Fraction:
        """Now and later together."""
        return self.now + self.later

    def __str__(self) -> str:
        path = format_path(self.path) if len(self.path) > 1 else "stays"
        return f"{self.die}: {self.now} now, {float(self.later):.2f} later, by {path}"


class Prospects(NamedTuple):
    """The marbles that each die brings a seat's Pac-Man."""

    seat: str
    dice: tuple[Prospect, ...]
    """The dice that it may take now, else all six faces."""
    single: Fraction
    """The marbles that one die brings now on average."""
    choice: Fraction
    """The marbles that the better of two dice brings now on average."""

    @property
    def best(self) -> Prospect:
        """The die that brings most, now and later."""
        return max(self.dice, key=lambda each: each.total)

    def __str__(self) -> str:
        means = f"one die {float(self.single):.2f}, the better of two {float(self.choice):.2f}"
        return "\n".join([f"{self.seat}, before a roll: {means}", *map(str, self.dice)])

    def to_json(self) -> dict[str, Any]:
        """Return plain data, with fractions as [numerator, denominator]."""
        return {
            "seat": self.seat,
            "single": [*self.single.as_integer_ratio()],
            "choice": [*self.choice.as_integer_ratio()],
            "dice": [
                {**each._asdict(), "path": [*each.path], "later": [*each.later.as_integer_ratio()]}
                for each in self.dice
            ],
        }


def prospects(situation: Situation, seat: str | None = None) -> Prospects:
    """Return the marbles that each die brings a seat; by default the seat whose turn it is.

    Raises BadInput for a value that is no state, and for a seat that nobody plays.
    """
    state, seats = situation.state, situation.ruleset.seats
    if not isinstance(state, State):
        raise invalid("the state", state, "a state of this game, such as match.state")
    seat = state.to_move if seat is None else seat
    if seat not in seats:
        raise invalid("seat", seat, f"one of {', '.join(seats)}")
    now = {die: most_marbles(situation, seat, die) for die in FACES}
    return Prospects(
        seat,
        tuple(_prospect(situation, seat, die) for die in _open_dice(situation, seat)),
        Fraction(sum(now.values()), len(now)),
        _better_of_two(now),
    )


def _open_dice(situation: Situation, seat: str) -> Iterable[int]:
    """Return the dice that a seat's Pac-Man may take now; all faces if it isn't due (PC-3)."""
    state, kept = situation.state, situation.kept
    if seat != state.to_move or "pac" not in state.due:
        return FACES
    dice = sorted(set(state.dice))
    return [die for die in dice if kept in (None, die) or situation.pac_paths(die)]


def _prospect(situation: Situation, seat: str, die: int) -> Prospect:
    """Return the die with the path that brings most, now and later; of equal ones the first."""
    state = situation.state
    stays = (state.players[seat].square,)
    found: dict[tuple[str, frozenset[str]], Prospect] = {}
    for path in situation.pac_paths(die, seat) or [stays]:
        key = path[-1], frozenset(path[1:]) & (state.white | state.yellow)
        if key not in found:
            then = Situation(situation.ruleset, state_after(situation, seat, path))
            later = choice_value(then, seat) if then.state.white else Fraction(0)
            found[key] = Prospect(die, path, marbles_brought(situation, seat, path), later)
    return max(found.values(), key=lambda each: each.total)


def most_marbles(situation: Situation, seat: str, die: int) -> int:
    """Return the most marbles that a path by a die brings; 0 where there is none."""
    paths = situation.pac_paths(die, seat)
    return max((marbles_brought(situation, seat, path) for path in paths), default=0)


def choice_value(situation: Situation, seat: str) -> Fraction:
    """Return the marbles that the better of two dice brings on average, over all 36 rolls."""
    return _better_of_two({die: most_marbles(situation, seat, die) for die in FACES})


def _better_of_two(values: Mapping[int, int]) -> Fraction:
    rolls = [max(values[first], values[second]) for first in values for second in values]
    return Fraction(sum(rolls), len(rolls))


def marbles_brought(situation: Situation, seat: str, path: Path) -> int:
    """Return the marbles that a Pac-Man's path brings (PC-10, PC-20)."""
    white = len(situation.state.white.intersection(path[1:]))
    return white + _payment(situation, seat, path)[1]


def _payment(situation: Situation, seat: str, path: Path) -> tuple[str | None, int]:
    """Return who pays how much for the ghost that a path gobbles: whoever has most (PC-20)."""
    state = situation.state
    if len(path) < 2 or path[-1] not in state.ghosts.values():
        return None, 0
    others = [other for other in state.players if other != seat]
    payer = max(others, key=lambda other: state.players[other].tray)
    return payer, min(situation.ruleset.rules.marbles_won, state.players[payer].tray)


def state_after(situation: Situation, seat: str, path: Path) -> State:
    """Return the state after a path, but for a yellow marble that goes back and for what is due."""
    state, ruleset = situation.state, situation.ruleset
    passed = frozenset(path[1:])
    player, (payer, paid) = state.players[seat], _payment(situation, seat, path)
    tray = player.tray + marbles_brought(situation, seat, path)
    yellow = player.yellow + len(state.yellow & passed)
    if payer is not None:
        yellow -= not ruleset.rules.privilege_kept
        giver, ghost = state.players[payer], state.ghost_on(path[-1]) or ""
        state = state.put(payer, giver._replace(tray=giver.tray - paid))
        state = state._replace(ghosts=state.ghosts.put(ghost, ruleset.board.centre))
    state = state._replace(white=state.white - passed, yellow=state.yellow - passed)
    return state.put(seat, player._replace(square=path[-1], tray=tray, yellow=yellow))
