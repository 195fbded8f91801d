"""What a die is worth to a Pac-Man: the marbles of its best way, exactly.

Vocabulary
    brings   what a way brings at once: the white marbles on it, and those taken for a ghost that
             it gobbles, from whoever has most
    choice   what a roll of two dice brings on average, if the Pac-Man has the better one: the mean
             over all 36 rolls, each with the way that brings most
    later    the choice of the next turn, from where a way ends and without the marbles gobbled on
             it, if nothing else moves meanwhile; nothing where the way ends the game

Everything is counted over all ways and all rolls, in fractions: nothing is sampled or rounded. A
yellow marble that goes back into a ringed hole is left out, for its player chooses where.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.games.pacman.going.listing import kept_for_pac, pac_paths
from piecepack_nb.games.pacman.moves import Path, written
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State

FACES = range(1, 7)


class Prospect(NamedTuple):
    """A die, and the way that is best with it: what it brings now and leaves for later."""

    die: int
    path: Path
    """The best way; a single space where the Pac-Man can't move with the die."""
    now: int
    later: Fraction

    @property
    def total(self) -> Fraction:
        """Now and later together."""
        return self.now + self.later

    def __str__(self) -> str:
        way = written(self.path) if len(self.path) > 1 else "stays"
        return f"{self.die}: {self.now} now, {float(self.later):.2f} later, by {way}"


class Prospects(NamedTuple):
    """What each die brings a seat's Pac-Man."""

    seat: str
    dice: tuple[Prospect, ...]
    """Of the dice that it may have now, else of all six faces."""
    single: Fraction
    """What one die brings now on average."""
    choice: Fraction
    """What the better of two dice brings now on average."""

    @property
    def best(self) -> Prospect:
        """The die that brings most, now and later."""
        return max(self.dice, key=lambda each: each.total)

    def __str__(self) -> str:
        means = f"one die {float(self.single):.2f}, the better of two {float(self.choice):.2f}"
        return "\n".join([f"{self.seat}, before a roll: {means}", *map(str, self.dice)])

    def to_json(self) -> dict[str, Any]:
        """As plain data; fractions as [over, under]."""
        return {
            "seat": self.seat,
            "single": [*self.single.as_integer_ratio()],
            "choice": [*self.choice.as_integer_ratio()],
            "dice": [
                {**each._asdict(), "path": [*each.path], "later": [*each.later.as_integer_ratio()]}
                for each in self.dice
            ],
        }


def prospects(ruleset: Ruleset, state: State, seat: str | None = None) -> Prospects:
    """What each die brings a seat, the one whose turn it is if no other is named.

    Raises BadInput for what is no state, and for a seat that nobody plays.
    """
    if not isinstance(state, State):
        raise invalid("the state", state, "a state of this game, such as match.state")
    seat = state.to_move if seat is None else seat
    if seat not in ruleset.seats:
        raise invalid("seat", seat, f"one of {', '.join(ruleset.seats)}")
    rolled = seat == state.to_move and "pac" in state.due
    kept = kept_for_pac(ruleset, state) if rolled else ()
    dice = dict.fromkeys(sorted(kept or state.dice) if rolled else FACES)
    now = {die: best(ruleset, state, seat, die) for die in FACES}
    return Prospects(
        seat,
        tuple(_prospect(ruleset, state, seat, die) for die in dice),
        Fraction(sum(now.values()), len(now)),
        _better_of_two(now),
    )


def _prospect(ruleset: Ruleset, state: State, seat: str, die: int) -> Prospect:
    """The way with a die that brings most, now and later; of equal ones the first."""
    stays = (state.players[seat].square,)
    found: dict[tuple[str, frozenset[str]], Prospect] = {}
    for path in pac_paths(ruleset, state, die, seat) or [stays]:
        key = path[-1], frozenset(path[1:]) & (state.white | state.yellow)
        if key not in found:
            then = after(ruleset, state, seat, path)
            later = choice(ruleset, then, seat) if then.white else Fraction(0)
            found[key] = Prospect(die, path, brings(ruleset, state, seat, path), later)
    return max(found.values(), key=lambda each: each.total)


def best(ruleset: Ruleset, state: State, seat: str, die: int) -> int:
    """The most marbles that a way by a die brings; 0 where there is none."""
    paths = pac_paths(ruleset, state, die, seat)
    return max((brings(ruleset, state, seat, path) for path in paths), default=0)


def choice(ruleset: Ruleset, state: State, seat: str) -> Fraction:
    """What the better of two dice brings on average, over all 36 rolls."""
    return _better_of_two({die: best(ruleset, state, seat, die) for die in FACES})


def _better_of_two(values: Mapping[int, int]) -> Fraction:
    rolls = [max(values[first], values[second]) for first in values for second in values]
    return Fraction(sum(rolls), len(rolls))


def brings(ruleset: Ruleset, state: State, seat: str, path: Path) -> int:
    """The marbles that a way of a Pac-Man brings (PC-10, PC-20)."""
    white = len(state.white.intersection(path[1:]))
    payer = _payer(state, seat, path)
    return white if payer is None else white + _reward(ruleset, state, payer)


def _payer(state: State, seat: str, path: Path) -> str | None:
    """Who pays for the ghost that a way gobbles: whoever has most; None where it gobbles none."""
    if len(path) < 2 or state.ghost_on(path[-1]) is None:
        return None
    others = [other for other in state.players if other != seat]
    return max(others, key=lambda other: state.players[other].tray)


def _reward(ruleset: Ruleset, state: State, payer: str) -> int:
    return min(ruleset.rules.marbles_won, state.players[payer].tray)


def after(ruleset: Ruleset, state: State, seat: str, path: Path) -> State:
    """The table after a way, but for a yellow marble that goes back and what else is due."""
    passed = frozenset(path[1:])
    player, payer = state.players[seat], _payer(state, seat, path)
    tray = player.tray + brings(ruleset, state, seat, path)
    yellow = player.yellow + len(state.yellow & passed)
    if payer is not None:
        yellow -= not ruleset.rules.privilege_kept
        giver, ghost = state.players[payer], state.ghost_on(path[-1]) or ""
        state = state.put(payer, giver._replace(tray=giver.tray - _reward(ruleset, state, payer)))
        state = state._replace(ghosts=state.ghosts.put(ghost, ruleset.board.centre))
    state = state._replace(white=state.white - passed, yellow=state.yellow - passed)
    return state.put(seat, player._replace(square=path[-1], tray=tray, yellow=yellow))
