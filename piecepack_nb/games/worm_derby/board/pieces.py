"""What lies on the table: discs and tiles, from near and from far, dice, and the race's list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.steps import Event
from piecepack_nb.games.worm_derby.board.drafts import held
from piecepack_nb.games.worm_derby.board.furniture import FIXED, SIGN, face, row, whole
from piecepack_nb.games.worm_derby.board.window import FRAME, Window, far
from piecepack_nb.games.worm_derby.geometry.plane import Tile, bearing
from piecepack_nb.games.worm_derby.geometry.winding import needed
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, Piece, Scene, keep_ids

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

FLOOR = -1
"""The z of tiles: below all marks, so that what is forbidden can be drawn over them."""
LIFT = 0.01
"""The eyes lie on their disc, so that it is dragged with them."""
DOT = 1.9
"""How much larger than it is a disc is drawn from far."""


def pieces(
    game: WormDerby, state: State, seen: Window, event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """Everything, so that what lay there before keeps its id."""
    ruleset: Ruleset = game.ruleset
    yield Piece(FRAME, "window", *far(ruleset, seen), "table", z=6,
                scale=round(1 / seen.unit, 9))  # fmt: skip
    yield from _tiles(ruleset, state.tiles, state.colours, seen)
    yield from _worms(ruleset, state, seen, before)
    yield from _die(state, event)
    yield from _list(ruleset, state)


# --- tiles --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)  # from step to step they mostly lie still
def _tiles(
    ruleset: Ruleset, tiles: tuple[Tile, ...], colours: tuple[str, ...], seen: Window
) -> tuple[Piece, ...]:
    size, found = ruleset.rules.tile, []
    named = [*ruleset.fixed.items(), *((f"tile {at}", tile) for at, tile in enumerate(tiles, 1))]
    for name, tile in named:
        looks = _looks(name, colours)
        x, y = far(ruleset, tile)
        found.append(Piece(f"far {name}", x=x, y=y, area="table", angle=-tile.angle, scale=size,
                           z=FLOOR, **looks))  # fmt: skip
        if whole(ruleset, seen, tile):
            x, y = seen.at(tile)
            found.append(Piece(name, x=x, y=y, angle=-tile.angle, z=FLOOR,
                               scale=round(size * seen.unit, 4), **looks))  # fmt: skip
    return tuple(found)


def _looks(name: str, colours: tuple[str, ...]) -> dict[str, Any]:
    """A tile lies face down (WD-12), but for the three that never move and those of a slalom."""
    suit = face(name, colours)
    if not suit:
        return {"sprite": "slab"}
    return {"sprite": "slab-face", "suit": suit, "face": "ace" if name in FIXED else "2"}


# --- worms --------------------------------------------------------------------------------------


def _worms(ruleset: Ruleset, state: State, seen: Window, before: Scene | None) -> Iterator[Piece]:
    """Each disc twice; the one from far tells which is which from scene to scene."""
    places = [
        (seat, at, place)
        for seat, worm in state.worms.items()
        for at, place in enumerate(worm.discs)
    ]
    dots = keep_ids(
        (
            Piece("dot*", "disc-dot", *far(ruleset, place), "table", suit=seat, z=4,
                  scale=round(DOT * ruleset.coin, 3))
            for seat, _, place in places
        ),
        before.pieces if before is not None else (),
    )  # fmt: skip
    for dot, (seat, at, place) in zip(dots, places, strict=True):
        yield dot
        if seen.holds(place, 0.3):
            yield Piece(f"disc{dot.id.removeprefix('dot')}", "disc", *seen.at(place), suit=seat,
                        scale=round(ruleset.coin * seen.unit, 4), angle=0, z=3)  # fmt: skip
            yield from _end(ruleset, state, seen, seat, at)


def _end(ruleset: Ruleset, state: State, seen: Window, seat: str, at: int) -> Iterator[Piece]:
    """Eyes on a worm's head, a bow on its tail, each looking away from the worm."""
    discs = state.worms[seat].discs
    end = "head" if at == len(discs) - 1 else "tail" if not at else ""
    if end and len(discs) > 1:
        neighbour = discs[at - 1 if end == "head" else 1]
        x, y = seen.at(discs[at])
        yield Piece(f"{end} of {seat}", "disc-eyes" if end == "head" else "disc-tail", x, y,
                    angle=round(-bearing(neighbour, discs[at]), 2), z=4,
                    scale=round(ruleset.coin * seen.unit, 4), lift=LIFT)  # fmt: skip


# --- the desk and the list ----------------------------------------------------------------------


def _die(state: State, event: Event | None) -> Iterator[Piece]:
    """The die of the seat to act; its face once it has fallen."""
    if state.phase in ("over", "set-up", "tiles", "worms"):
        return
    shown = str(event.data["face"]) if event is not None and event.kind == "roll" else ""
    if not shown and state.phase == "ace":
        shown = "ace"
    if not shown and state.phase == "move" and 2 <= state.steps <= 5:
        shown = str(state.steps)
    yield Piece(f"die {state.to_move}", "die" if shown else "die-suit", 0.62, 0.6, "desk",
                suit=state.to_move, face=shown)  # fmt: skip


def steps_left(state: State, laid: int) -> Iterator[Piece]:
    """A disc for each step of the turn: laid already, or still to go (WD-20)."""
    apart = min(0.62, 3.4 / max(1, state.steps))
    for number in range(state.steps if state.phase == "move" else 0):
        x = round(1.52 + apart * number, 3)
        yield Piece(f"step {number}", "disc" if number < laid else "disc-ghost", x, 0.6, "desk",
                    scale=round(0.85 * apart, 3), suit=state.to_move)  # fmt: skip


def _list(ruleset: Ruleset, state: State) -> Iterator[Piece]:
    """Each worm: how far it has wound round the pylon (WD-22), or which place it has."""
    for number, seat in enumerate(ruleset.seats):
        y = row(number)
        yield Piece(f"sign {seat}", "disc", SIGN, y, "race", scale=0.75, suit=seat)
        yield Piece(f"told {seat}", "words", 4.5, y, "race", scale=1.0,
                    label=_standing(ruleset, state, seat), faded=seat in state.gone)  # fmt: skip


def _standing(ruleset: Ruleset, state: State, seat: str) -> str:
    """How a worm stands in the race, in short."""
    if seat in state.home:
        return ("first", "second", "third", "fourth")[state.home.index(seat)]
    if seat in state.gone:
        return "eaten up"
    worm = state.worms.get(seat)
    if worm is None:
        return "not yet there"
    wound = ruleset.wound(worm)
    if ruleset.been_round(wound):
        return f"coming home, {abs(wound):.0f}\u00b0"
    return f"wound {abs(wound):.0f}\u00b0 of {needed(ruleset.rules.laps):.0f}\u00b0"


def ghost(
    ruleset: Ruleset, seen: Window, place: tuple[float, ...], seat: str, number: int
) -> Piece:
    """The place where a disc was picked up."""
    return Piece(f"was {number}", "disc-ghost", *seen.at(place), suit=seat, z=2,
                 scale=round(ruleset.coin * seen.unit, 4))  # fmt: skip


# --- while a move is put together ----------------------------------------------------------------


def ghosts(
    ruleset: Ruleset, state: State, laid: State, draft: Draft, seen: Window
) -> Iterator[Piece]:
    """Where discs were picked up, and the tile in hand."""
    worm, now = state.worms.get(state.to_move), laid.worms.get(state.to_move)
    gone = set(worm.discs) - set(now.discs) if worm is not None and now is not None else set()
    for number, place in enumerate(sorted(gone)):
        if seen.holds(place, 0.3):
            yield ghost(ruleset, seen, place, state.to_move, number)
    found = held(draft)
    if found is not None:
        x, y = seen.at(found[1])
        yield Piece("held", "slab-held", x, y, angle=-found[1].angle, z=2,
                    scale=round(ruleset.rules.tile * seen.unit, 4))  # fmt: skip
        x, y = far(ruleset, found[1])
        yield Piece("far held", "slab-held", x, y, "table", angle=-found[1].angle, z=2,
                    scale=ruleset.rules.tile)  # fmt: skip
