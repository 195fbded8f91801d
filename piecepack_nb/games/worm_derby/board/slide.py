"""How a disc gets to its place: it is picked up, put on the end disc, and slides off it (WD-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from piecepack_nb.games.worm_derby.board.window import window_of
from piecepack_nb.games.worm_derby.geometry.plane import beside
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Mark, NestedFilm, Piece, Scene

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

ABOVE = 8
ENDS = ("disc-eyes", "disc-tail")


def within(game: WormDerby, before: State, step: Any, scene: Scene) -> NestedFilm | None:
    """The slide of a step in three pictures; None for anything else, or where discs are placed."""
    event, ruleset = step.event, game.ruleset
    if event.kind != "step" or ruleset.rules.squeeze != "slide":
        return None
    seen = window_of(ruleset, scene)
    seat, data = str(event.data["seat"]), event.data
    place = seen.at((data["x"], data["y"])) if seen else (0.0, 0.0)
    moved = next((piece for piece in scene.pieces if _lies(piece, seat, place)), None)
    if seen is None or moved is None:
        return None
    centre = before.worms[seat].end(str(data["to"]))
    on_end = seen.at(centre)
    half = seen.at(beside(centre, float(data["angle"]), ruleset.coin / 2))
    lane = Mark("open", points=(on_end, place), suit=seat)
    frames = tuple(
        _at(scene, moved, at, lane, text)
        for at, text in (
            (on_end, f"The disc is put on the {seat} worm's {data['to']}."),
            (half, "It slides straight off it, and must fit past everything beside its way."),
            (place, "It has come off, and touches the end disc: there it stays."),
        )
    )
    return NestedFilm("How the disc slides to its place", frames)


def _lies(piece: Piece, seat: str, place: tuple[float, float]) -> bool:
    return (
        piece.sprite == "disc"
        and piece.area == "board"
        and piece.suit == seat
        and abs(piece.x - place[0]) + abs(piece.y - place[1]) < 0.01
    )


def _at(scene: Scene, moved: Piece, at: tuple[float, float], lane: Mark, text: str) -> Scene:
    there = moved.x, moved.y
    pieces = tuple(
        piece._replace(x=at[0], y=at[1], z=ABOVE) if piece.id == moved.id else piece
        for piece in scene.pieces
        if piece.sprite not in ENDS or (piece.x, piece.y) != there
    )
    return scene._replace(
        pieces=pieces, marks=(*scene.marks, lane), caption=text, clause="WD-5", linger=0.6
    )
