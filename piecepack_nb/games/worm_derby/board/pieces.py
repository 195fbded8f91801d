"""What lies on the table: discs and tiles, from near and from far, dice, and the race's list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piecepack_nb.core.steps import Event
from piecepack_nb.games.worm_derby.board.drafts import held
from piecepack_nb.games.worm_derby.board.furniture import row, whole
from piecepack_nb.games.worm_derby.board.window import FRAME, Window, far
from piecepack_nb.games.worm_derby.geometry.plane import bearing
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.games.worm_derby.table import Table
from piecepack_nb.scene import Draft, Piece, Scene, keep_ids

__all__ = ["FIXED", "ghosts", "pieces"]

COLOURS = {"red": "suns", "blue": "arms"}
"""The suit that a slalom tile shows for each colour (WD-30)."""
FIXED = {"start tile 1": "crowns", "start tile 2": "arms", "pylon": "suns"}
"""The suits that the tiles show which never move (WD-11)."""
FLOOR = -1
"""The z of tiles: below all marks, so that what is forbidden can be drawn over them."""
LIFT = 0.01
"""The eyes lie on their disc, so that it is dragged with them."""
DOT = 1.9
"""How much larger than it is a disc is drawn from far."""


def pieces(
    game: Any, state: State, seen: Window, event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """Everything, so that what lay there before keeps its id."""
    table: Table = game.table
    yield Piece(FRAME, "window", *far(table, seen), "table", z=6,
                scale=round(1 / seen.unit, 4))  # fmt: skip
    yield from _tiles(table, state, seen)
    yield from _worms(table, state, seen, before)
    yield from _die(state, event)
    yield from _list(table, state)


# --- tiles --------------------------------------------------------------------------------------


def _tiles(table: Table, state: State, seen: Window) -> Iterator[Piece]:
    size = table.rules.tile
    for name, tile in table.all_tiles(state):
        looks = _looks(state, name)
        angle = -tile.angle
        yield Piece(f"far {name}", x=far(table, tile)[0], y=far(table, tile)[1], area="table",
                    angle=angle, scale=size, z=FLOOR, **looks)  # fmt: skip
        if whole(table, seen, tile):
            x, y = seen.at(tile)
            yield Piece(name, x=x, y=y, angle=angle, scale=round(size * seen.unit, 4), z=FLOOR,
                        **looks)  # fmt: skip


def _looks(state: State, name: str) -> dict[str, Any]:
    """A tile lies face down (WD-12), but for the three that never move and those of a slalom."""
    if name in FIXED:
        return {"sprite": "slab-face", "suit": FIXED[name], "face": "ace"}
    if state.colours:
        colour = state.colours[int(name.rpartition(" ")[2]) - 1]
        return {"sprite": "slab-face", "suit": COLOURS[colour], "face": "2"}
    return {"sprite": "slab"}


# --- worms --------------------------------------------------------------------------------------


def _worms(table: Table, state: State, seen: Window, before: Scene | None) -> Iterator[Piece]:
    """Each disc twice; the one from far tells which is which from scene to scene."""
    places = [
        (seat, at, place)
        for seat, worm in state.worms.items()
        for at, place in enumerate(worm.discs)
    ]
    dots = keep_ids(
        (
            Piece("dot*", "disc-dot", *far(table, place), "table", suit=seat, z=4,
                  scale=round(DOT * table.coin, 3))
            for seat, _, place in places
        ),
        before.pieces if before is not None else (),
    )  # fmt: skip
    for dot, (seat, at, place) in zip(dots, places, strict=True):
        yield dot
        if seen.holds(place, 0.3):
            yield Piece(f"disc{dot.id.removeprefix('dot')}", "disc", *seen.at(place), suit=seat,
                        scale=round(table.coin * seen.unit, 4), angle=0, z=3)  # fmt: skip
            yield from _end(table, state, seen, seat, at)


def _end(table: Table, state: State, seen: Window, seat: str, at: int) -> Iterator[Piece]:
    """Eyes on a worm's head, a bow on its tail, each looking away from the worm."""
    discs = state.worms[seat].discs
    end = "head" if at == len(discs) - 1 else "tail" if not at else ""
    if end and len(discs) > 1:
        neighbour = discs[at - 1 if end == "head" else 1]
        x, y = seen.at(discs[at])
        yield Piece(f"{end} of {seat}", "disc-eyes" if end == "head" else "disc-tail", x, y,
                    angle=round(-bearing(neighbour, discs[at]), 2), z=4,
                    scale=round(table.coin * seen.unit, 4), lift=LIFT)  # fmt: skip


# --- the desk and the list ----------------------------------------------------------------------


def _die(state: State, event: Event | None) -> Iterator[Piece]:
    """The die of the seat to act; its face once it has fallen."""
    if state.phase in ("over", "set-up", "tiles", "worms"):
        return
    face = str(event.data["face"]) if event is not None and event.kind == "roll" else ""
    if not face and state.phase == "ace":
        face = "ace"
    if not face and state.phase == "move" and 2 <= state.steps <= 5:
        face = str(state.steps)
    yield Piece(f"die {state.to_move}", "die" if face else "die-suit", 0.62, 0.6, "desk",
                suit=state.to_move, face=face)  # fmt: skip


def _list(table: Table, state: State) -> Iterator[Piece]:
    """Each worm: how far it has wound round the pylon (WD-22), or which place it has."""
    for number, seat in enumerate(table.seats):
        y = row(number)
        yield Piece(f"sign {seat}", "disc", 0.5, y, "race", scale=0.56, suit=seat)
        yield Piece(f"name {seat}", "words", 1.42, y, "race", scale=0.95, label=seat.title())
        yield Piece(f"told {seat}", "words", 3.3, y, "race", scale=0.78,
                    label=_standing(table, state, seat), faded=seat in state.gone)  # fmt: skip


def _standing(table: Table, state: State, seat: str) -> str:
    """How a worm stands in the race, in short."""
    if seat in state.home:
        return ("first", "second", "third", "fourth")[state.home.index(seat)]
    if seat in state.gone:
        return "eaten up"
    worm = state.worms.get(seat)
    if worm is None:
        return "not yet there"
    wound = table.wound(worm)
    back = ", coming home" if table.been_round(wound) else ""
    return f"wound {wound:.0f}\u00b0{back}"


# --- while a move is put together ----------------------------------------------------------------


def ghosts(table: Table, state: State, laid: State, draft: Draft, seen: Window) -> Iterator[Piece]:
    """Where discs were picked up, and the tile in hand."""
    worm, now = state.worms.get(state.to_move), laid.worms.get(state.to_move)
    gone = set(worm.discs) - set(now.discs) if worm is not None and now is not None else set()
    for number, place in enumerate(sorted(gone)):
        if seen.holds(place, 0.3):
            yield Piece(f"was {number}", "disc-ghost", *seen.at(place), suit=state.to_move, z=2,
                        scale=round(table.coin * seen.unit, 4))  # fmt: skip
    found = held(draft)
    if found is not None:
        x, y = seen.at(found[1])
        yield Piece("held", "slab-held", x, y, angle=-found[1].angle, z=2,
                    scale=round(table.rules.tile * seen.unit, 4))  # fmt: skip
