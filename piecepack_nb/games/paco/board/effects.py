"""What is seen of things that leave the board: they are shown once more, on their way.

The state after such an event doesn't have them any more; the next scene lets them go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from piecepack_nb.core.steps import Event
from piecepack_nb.games.paco.board.furniture import at, beyond
from piecepack_nb.scene import Piece, Scene

LINGER = {
    "orders shown": 1.6, "order fails": 1.3, "die": 0.9, "stunned": 1.1, "falls": 1.1,
    "pushed off": 1.1, "seals": 0.5, "falls through": 0.5, "leaves": 0.4, "stops": 0.4,
    "stays": 0.5, "jumps": 0.5, "lands": 0.5, "turns": 0.35, "moves": 0.35, "lifts": 0.5,
    "lifts too": 0.6, "pushes": 0.3, "resolution": 2.0,
}  # fmt: skip
"""Seconds that an event is looked at before the next."""


def with_effects(
    pieces: Iterable[Piece], event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """The pieces, and what the event took off the board as it goes."""
    gone = _players_gone(event, before)
    for piece in pieces:
        yield gone.get(piece.id, piece)
    if event is not None and event.kind == "leaves":
        yield Piece("counter*", "counter-block", *beyond(event.data["square"]), scale=0.8, z=4,
                    faded=True)  # fmt: skip
    elif event is not None and event.kind == "falls through":
        yield Piece("counter*", "counter-block", *at(event.data["square"]), scale=0.4, z=1,
                    faded=True)  # fmt: skip


def _players_gone(event: Event | None, before: Scene | None) -> dict[str, Piece]:
    """The figure that just fell down a hole (PA-24) or went over the edge (PA-35)."""
    if event is None or event.kind not in ("falls", "pushed off"):
        return {}
    seat, square = event.data["seat"], event.data["square"]
    x, y = at(square) if event.kind == "falls" else beyond(square)
    was = {piece.id: piece for piece in before.pieces} if before else {}
    found = {}
    for part, sprite, z in (("figure", "figure", 6), ("head", "figure-head", 8)):
        id_ = f"{part}-{seat}"
        angle = was[id_].angle if id_ in was else 0.0
        scale = 0.4 if event.kind == "falls" else 0.96
        found[id_] = Piece(id_, sprite, x, y, angle=angle, scale=scale, suit=seat, z=z)
    return found
