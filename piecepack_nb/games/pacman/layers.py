"""Layers of the board: why a bot chose a move, why a piece stays, and the worth of each die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.pacman.areas import at, path_marks
from piecepack_nb.games.pacman.bots import BotReason, ScoredMove
from piecepack_nb.games.pacman.maze import BoardMap
from piecepack_nb.games.pacman.prospects import Prospect, Prospects, prospects
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import Move, Put, State, Walk, format_path, seat_name
from piecepack_nb.games.pacman.walks import Situation, StayReason
from piecepack_nb.scene import Layer, Mark, Overlay, Scene, Spot, TextTable

CHOSEN, RIVALS = Layer("chosen", "What the bot chose"), Layer("rivals", "What else it weighed")
BLOCKED = Layer("dead", "What is in the way")
WORTH = Layer("worth", "What each die is worth", on=False)
UNDERWAY = {"step", "off", "on", "ghost step", "privilege won"}
"""The events of a piece on its way."""
MOST = 8
"""The most blocked paths that are drawn."""


# --- reasons --------------------------------------------------------------------------------------


def reason_overlay(board: BoardMap, event: Event | None, before: Scene | None) -> Overlay:
    """Return the reason of an event; a bot's reason stays until its piece has arrived."""
    why = event.why if event else None
    if isinstance(why, BotReason):
        return Overlay(
            tuple(_bot_marks(board, why)), tuple(_bot_spots(board, why)), (CHOSEN, RIVALS),
            (_bot_table(why),),
        )  # fmt: skip
    if isinstance(why, StayReason):
        return Overlay(
            tuple(_blocked_marks(board, why)), tuple(_blocked_spots(board, why)), (BLOCKED,),
            (_blocked_table(why),),
        )  # fmt: skip
    if before is None or event is None or event.kind not in UNDERWAY:
        return Overlay()
    ids = {CHOSEN.id, RIVALS.id, BLOCKED.id}
    return Overlay(
        tuple(mark for mark in before.marks if mark.layer in ids),
        tuple(spot for spot in before.spots if spot.id.startswith("why ")),
        tuple(layer for layer in before.layers if layer.id in ids),
        tuple(each for each in before.listings if each.title.startswith("What the bot")),
    )


def _numbered(why: BotReason) -> Iterator[tuple[int, ScoredMove]]:
    """Yield the chosen move as number 0, then the alternatives."""
    yield from enumerate((why.chosen, *why.alternatives))


def _end(move: Move) -> str:
    """Return the space that a move leads to, or ""."""
    if isinstance(move, Walk):
        return move.path[-1]
    return move.square if isinstance(move, Put) else ""


def _point_places(
    board: BoardMap, why: BotReason
) -> Iterator[tuple[int, ScoredMove, float, float]]:
    """Yield the place of each move's points: at its end, one below the other on the same space."""
    used: dict[str, int] = {}
    for number, each in _numbered(why):
        end = _end(each.move)
        if end:
            x, y = at(board, end)
            yield number, each, x, round(y - 0.34 + 0.27 * used.setdefault(end, 0), 2)
            used[end] += 1


def _bot_marks(board: BoardMap, why: BotReason) -> Iterator[Mark]:
    for number, each in _numbered(why):
        if isinstance(each.move, Walk):
            kind, layer = ("trail", RIVALS) if number else ("path", CHOSEN)
            yield from path_marks(board, each.move.path, kind, layer.id)
    for number, each, x, y in _point_places(board, why):
        layer = RIVALS if number else CHOSEN
        yield Mark("text", x, y, label=f"{each.points:+.0f}", layer=layer.id)


def _bot_spots(board: BoardMap, why: BotReason) -> Iterator[Spot]:
    for number, each, x, y in _point_places(board, why):
        name = f"{'instead ' if number else ''}{each.move}, {each.points:+.1f} points"
        tip = why.text if not number else f"Not chosen: {each}."
        yield Spot(f"why {number}", x, y, w=0.6, h=0.42, name=name, role="why",
                   tip=capitalise(tip))  # fmt: skip


def _bot_table(why: BotReason) -> TextTable:
    rows = ((str(each.move), f"{each.points:+.1f}", each.reasons) for _, each in _numbered(why))
    return TextTable("What the bot weighed", ("Move", "Points", "Reasons"), tuple(rows))


def _blocked_marks(board: BoardMap, why: StayReason) -> Iterator[Mark]:
    for each in why.blocked[:MOST]:
        yield from path_marks(board, each.path, "lost", BLOCKED.id)


def _blocked_spots(board: BoardMap, why: StayReason) -> Iterator[Spot]:
    texts: dict[str, list[str]] = {}
    for each in why.blocked[:MOST]:
        texts.setdefault(each.path[-1], []).append(str(each))
    clause = why.blocked[0].clauses[0] if why.blocked and why.blocked[0].clauses else ""
    for square, found in texts.items():
        yield Spot(f"why {square}", *at(board, square), w=0.6, h=0.6,
                   name=f"{square}: what is in the way", role="why",
                   tip=capitalise("; ".join(found)) + ".", clause=clause)  # fmt: skip


def _blocked_table(why: StayReason) -> TextTable:
    rows = tuple((each.piece, "-".join(each.path), "; ".join(each.stops)) for each in why.blocked)
    return TextTable("What is in the way", ("Piece", "Path", "Blocked by"), rows)


# --- the worth of each die ------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _prospects(ruleset: Ruleset, state: State) -> Prospects:
    return prospects(Situation(ruleset, state))


def dice_worth(situation: Situation) -> Prospects | None:
    """Return the marbles that each die brings, where a Pac-Man has a choice of two; else None."""
    state = situation.state
    if state.phase != "move" or "pac" not in state.due or len(set(state.dice)) < 2:
        return None
    return _prospects(situation.ruleset, state)


def worth_overlay(situation: Situation) -> Overlay:
    """Return the best path of each die, in a layer that is off at first, and a table."""
    found, board = dice_worth(situation), situation.ruleset.board
    if found is None:
        return Overlay()
    return Overlay(
        tuple(_worth_marks(board, found)), tuple(_worth_spots(board, found)), (WORTH,),
        (_worth_table(found),),
    )  # fmt: skip


def _worth_marks(board: BoardMap, found: Prospects) -> Iterator[Mark]:
    """Yield for each die its best path, and the marbles now and to expect at its end."""
    ends = [each.path[-1] for each in found.dice]
    for number, each in enumerate(found.dice):
        yield from path_marks(board, each.path, "path" if each is found.best else "trail", WORTH.id)
        x, y = at(board, each.path[-1])
        line = 0.24 * ends[:number].count(ends[number])  # the badges of the dice are above
        yield Mark("text", x, round(y + 0.34 - line, 2), layer=WORTH.id,
                   label=f"{each.die}: {each.now} + {float(each.later):.1f}")  # fmt: skip


def worth_sentence(prospect: Prospect) -> str:
    """Return a sentence on the marbles that a die brings."""
    if len(prospect.path) < 2:
        head = f"by {prospect.die} the Pac-Man can't move"
    else:
        now = count_noun(prospect.now, "marble")
        head = f"by {prospect.die}, {format_path(prospect.path)}: {now} now"
    later, total = float(prospect.later), float(prospect.total)
    return capitalise(f"{head}, and {later:.2f} to be expected next turn, together {total:.2f}.")


def _worth_spots(board: BoardMap, found: Prospects) -> Iterator[Spot]:
    for each in found.dice:
        name = f"{each.die}: {each.now} now, {float(each.later):.2f} later"
        yield Spot(f"worth {each.die}", *at(board, each.path[-1]), w=0.6, h=0.6, name=name,
                   role="why", tip=worth_sentence(each), clause="PC-10")  # fmt: skip


def _worth_table(found: Prospects) -> TextTable:
    head = ("Die", "Best path", "Marbles now", "Next turn, on average", "Together")
    rows = tuple(
        (
            str(each.die), format_path(each.path) if len(each.path) > 1 else "stays",
            str(each.now), f"{float(each.later):.2f}", f"{float(each.total):.2f}",
        )
        for each in found.dice
    )  # fmt: skip
    return TextTable(f"What each die is worth to {seat_name(found.seat)}", head, rows)
