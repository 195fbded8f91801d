"""Positions to ask about, found by racing: in each it is easily misjudged where a disc can lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.match import Match
from piecepack_nb.games.worm_derby.geometry.placing import obstruction
from piecepack_nb.games.worm_derby.lessons.asking import TO, allowed, places, text_of
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

KINDS: Mapping[str, str] = {
    "narrow": "Only a few of the places round the head are free.",
    "gap": "A place is free, but the disc doesn't fit past what lies beside its way.",
    "worm": "Another worm is in the way.",
}
"""What a puzzle can be about."""
GAMES, MOVES = 30, 60
"""How many races are looked through, and how many moves of each at most."""
FEW = 3


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
        KINDS, wanted, count, seed, GAMES, lambda seed, due: _in_a_race(game, seed, due)
    )


def _in_a_race(game: WormDerby, seed: int, due: set[str]) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a race, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "racer"))
    for _ in range(MOVES):
        if not due or not match.run(1) or match.result is not None:
            return
        state = match.state
        if state.phase != "move" or len(state.worms[state.to_move].discs) < 2:
            continue
        kind = next((each for each in KINDS if each in due and _IS[each](game, state)), None)
        if kind:
            due = due - {kind}
            text = f"Turn {match.turn}: {text_of(state, 'place')}"
            yield Puzzle(kind, match.branch(match.cursor), text, "place")


def _narrow(game: WormDerby, state: State) -> bool:
    """Few places are free, but some are."""
    return 1 <= len(allowed(game, state)) <= FEW


def _gap(game: WormDerby, state: State) -> bool:
    """Somewhere the place is free and the way to it is not (WD-5)."""
    return "WD-5" in dict(_refused(game, state)) and bool(allowed(game, state))


def _worm(game: WormDerby, state: State) -> bool:
    """Another worm's disc forbids something (WD-4)."""
    others = [seat for seat in state.worms if seat != state.to_move]
    things = [thing for _, thing in _refused(game, state)]
    return any(thing.partition(" ")[0] in others for thing in things)


def _refused(game: WormDerby, state: State) -> Iterator[tuple[str, str]]:
    """The clauses by which places are refused, each with what is in the way."""
    for angle in places(game, state):
        refusal = obstruction(game.ruleset, state, state.to_move, TO, angle)
        if refusal is not None:
            yield refusal.clause, refusal.squares[-1]


_IS: Mapping[str, Callable[[Any, State], bool]] = {"narrow": _narrow, "gap": _gap, "worm": _worm}
