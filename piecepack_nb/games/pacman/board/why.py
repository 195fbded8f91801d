"""Why a bot chose a move, or a piece stays: lines on the board that can be asked, and a table.

Vocabulary
    rival   a move that the bot weighed and did not choose
    dead    a way that could be begun and is stopped somewhere
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.pacman.board.furniture import at
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.bot.greedy import Scored, Weighed
from piecepack_nb.games.pacman.going.stuck import Stuck
from piecepack_nb.games.pacman.moves import Put, Way
from piecepack_nb.scene import Layer, Mark, Scene, Spot, TextTable

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

CHOSEN, RIVALS = Layer("chosen", "What the bot chose"), Layer("rivals", "What else it weighed")
DEAD = Layer("dead", "What is in the way")
LAYERS = (CHOSEN, RIVALS, DEAD)
UNDERWAY = {"step", "off", "on", "ghost step", "privilege won"}
"""What happens while a piece is on its way."""
MOST = 8
"""How many dead ways are drawn."""


class Shown(NamedTuple):
    """What is to be seen of a reason."""

    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    layers: tuple[Layer, ...] = ()
    listings: tuple[TextTable, ...] = ()


def shown(game: PacMan, event: Event | None, before: Scene | None) -> Shown:
    """The reason of an event; a bot's reason stays until its piece has gone its way."""
    if event is None:
        return Shown()
    if isinstance(event.why, Weighed):
        why = event.why
        marks, spots = tuple(_weighed_marks(game, why)), tuple(_weighed_spots(game, why))
        return Shown(marks, spots, (CHOSEN, RIVALS), (_listing(why),))
    if isinstance(event.why, Stuck):
        why_not = event.why
        marks = tuple(_dead_marks(game, why_not))
        return Shown(marks, tuple(_dead_spots(game, why_not)), (DEAD,), (_dead_listing(why_not),))
    if before is not None and event.kind in UNDERWAY:
        return _kept(before)
    return Shown()


def _kept(before: Scene) -> Shown:
    ids = {layer.id for layer in LAYERS}
    return Shown(
        tuple(mark for mark in before.marks if mark.layer in ids),
        tuple(spot for spot in before.spots if spot.id.startswith("why ")),
        tuple(layer for layer in before.layers if layer.id in ids),
        tuple(each for each in before.listings if each.title.startswith("What the bot")),
    )


# --- a bot's choice -------------------------------------------------------------------------------


def _weighed(why: Weighed) -> Iterator[tuple[int, Scored]]:
    """The chosen move as number 0, then the rivals."""
    yield from enumerate((why.chosen, *why.rivals))


def _end(move: Any) -> str:
    """The space that a move leads to; "" where there is none."""
    if isinstance(move, Way):
        return move.path[-1]
    return move.square if isinstance(move, Put) else ""


def _places(game: PacMan, why: Weighed) -> Iterator[tuple[int, Scored, float, float]]:
    """Where the points of each move stand: at its end, one below the other on the same space."""
    used: dict[str, int] = {}
    for number, each in _weighed(why):
        end = _end(each.move)
        if end:
            x, y = at(game.board, end)
            yield number, each, x, round(y - 0.34 + 0.27 * used.setdefault(end, 0), 2)
            used[end] += 1


def _weighed_marks(game: PacMan, why: Weighed) -> Iterator[Mark]:
    for number, each in _weighed(why):
        if isinstance(each.move, Way):
            kind, layer = ("trail", RIVALS) if number else ("path", CHOSEN)
            yield from way_marks(game.board, each.move.path, kind, layer.id)
    for number, each, x, y in _places(game, why):
        layer = RIVALS if number else CHOSEN
        yield Mark("text", x, y, label=f"{each.points:+.0f}", layer=layer.id)


def _weighed_spots(game: PacMan, why: Weighed) -> Iterator[Spot]:
    for number, each, x, y in _places(game, why):
        name = f"{'instead ' if number else ''}{each.move}, {each.points:+.1f} points"
        tip = why.text if not number else f"Not chosen: {each}."
        yield Spot(f"why {number}", x, y, w=0.6, h=0.42, name=name, role="why",
                   tip=capitalise(tip))  # fmt: skip


def _listing(why: Weighed) -> TextTable:
    rows = []
    for _, each in _weighed(why):
        reasons = ", ".join(map(str, each.terms)) or "nothing for or against it"
        rows.append((str(each.move), f"{each.points:+.1f}", reasons))
    return TextTable("What the bot weighed", ("Move", "Points", "Reasons"), tuple(rows))


# --- why a piece stays ----------------------------------------------------------------------------


def _dead_marks(game: PacMan, why: Stuck) -> Iterator[Mark]:
    for each in why.dead[:MOST]:
        yield from way_marks(game.board, each.path, "lost", DEAD.id)


def _dead_spots(game: PacMan, why: Stuck) -> Iterator[Spot]:
    told: dict[str, list[str]] = {}
    for each in why.dead[:MOST]:
        told.setdefault(each.path[-1], []).append(str(each))
    for square, texts in told.items():
        clause = why.dead[0].clauses[0] if why.dead[0].clauses else ""
        yield Spot(f"why {square}", *at(game.board, square), w=0.6, h=0.6,
                   name=f"{square}: why not on", role="why", tip=capitalise("; ".join(texts)) + ".",
                   clause=clause)  # fmt: skip


def _dead_listing(why: Stuck) -> TextTable:
    rows = tuple((each.piece, "-".join(each.path), "; ".join(each.stops)) for each in why.dead)
    return TextTable("What is in the way", ("Piece", "Way begun", "What stops it"), rows)
