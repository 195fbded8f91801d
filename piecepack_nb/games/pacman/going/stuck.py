"""Why a piece stays: every way that it could begin, and what stops each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.pacman.going.astray import step_refusal, way_refusal
from piecepack_nb.games.pacman.going.listing import pac_paths
from piecepack_nb.games.pacman.going.ways import dead_stops
from piecepack_nb.games.pacman.moves import Path, Stay, Way, written
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, ghost_name, title

FEW = 3  # ways that the sentence names


class Dead(NamedTuple):
    """A way, and what stops it at its end."""

    piece: str
    path: Path
    stops: tuple[str, ...]
    """A sentence for each space that would have come next."""
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        begun = f"after {written(self.path)}" if len(self.path) > 1 else f"from {self.path[0]}"
        return f"{begun}, {join_list(self.stops)}"


@dataclass(frozen=True)
class Stuck:
    """The reason why a Pac-Man, or every ghost, stays (PC-5, PC-12)."""

    ruleset: Ruleset
    state: State
    """The table before."""
    stay: Stay

    @cached_property
    def dead(self) -> tuple[Dead, ...]:
        """Every way that could be begun and is stopped somewhere, the shortest first."""
        ruleset, state, die = self.ruleset, self.state, self.stay.die
        if self.stay.piece == "pac":
            pieces = {"pac": ruleset.pac_lane(state, state.to_move)}
        else:
            pieces = {ghost: ruleset.ghost_lane(state, ghost) for ghost in ruleset.ghosts}
        found = [
            self._dead(piece, path, ahead)
            for piece, lane in pieces.items()
            for path, ahead in dead_stops(lane, die)
        ]
        return tuple(found)

    def _dead(self, piece: str, path: Path, ahead: tuple[str, ...]) -> Dead:
        refusals = [self._stop(piece, (*path, to)) for to in ahead]
        texts = tuple(refused.text for refused in refusals)
        return Dead(piece, path, texts, tuple(refused.clause for refused in refusals))

    def _stop(self, piece: str, path: Path) -> Refusal:
        """Why the last step isn't made: it may not be, or the ghost there isn't gobbled (PC-21)."""
        ruleset, state, to = self.ruleset, self.state, path[-1]
        refused = step_refusal(ruleset, state, piece, path)
        refused = refused or way_refusal(ruleset, state, Way(piece, self.stay.die, path))
        if refused is not None:
            return refused
        name = ghost_name(state.ghost_on(to) or "")
        return Refusal("PC-21", f"{name} stands on {to} and is not gobbled", (to,))

    @property
    def declined(self) -> bool:
        """Could the Pac-Man have gobbled a ghost, and did not (PC-21)?"""
        own = self.stay.piece == "pac"
        return own and bool(pac_paths(self.ruleset, self.state, self.stay.die))

    @cached_property
    def text(self) -> str:
        """Who stays, and what stops the first ways."""
        die = self.stay.die
        if self.stay.piece == "pac":
            head = f"{title(self.state.to_move)}'s Pac-Man can't move {die} and stays"
            if self.declined:
                head = f"{title(self.state.to_move)} does not use the privilege; without it its "
                head += f"Pac-Man can't move {die} and stays"
        else:  # ghosts, for nothing but a ghost stops a ghost
            names = capitalise(join_list(map(ghost_name, self.ruleset.ghosts)))
            head = f"{names} can't move {die}, and stay"
        return f"{head}: {self._stops()}."

    def _stops(self) -> str:
        parts = [str(each) for each in self.dead[:FEW]]
        rest = len(self.dead) - FEW
        more = [f"and so on, {rest} more"] if rest > 0 else []
        return "; ".join([*parts, *more])

    def to_json(self) -> dict[str, Any]:
        """The ways and what stops them, as plain data."""
        return {
            "piece": self.stay.piece,
            "die": self.stay.die,
            "declined": self.declined,
            "ways": [
                {
                    "piece": each.piece,
                    "path": list(each.path),
                    "stops": list(each.stops),
                    "clauses": list(each.clauses),
                }
                for each in self.dead
            ],
        }
