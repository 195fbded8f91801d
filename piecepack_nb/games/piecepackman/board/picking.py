"""Playing Piecepackman by picking: squares for a ghost's way, coins for the order, dice to roll.

Vocabulary
    draft   while the order is agreed: the suits in order, then perhaps "*suit", the one in hand;
            while a ghost is to move: the squares of its way so far
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.board import saying
from piecepack_nb.games.piecepackman.board.furniture import TRAY, at, slot
from piecepack_nb.games.piecepackman.moves import Order, Walk
from piecepack_nb.games.piecepackman.phases import astray, ghosts
from piecepack_nb.games.piecepackman.phases.due import due
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import Draft, MakeMove, Mark, ShowMessage, Spot
from piecepack_nb.scene.layout import follow

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

Path = tuple[str, ...]
ACTIONS = {
    "setup": "Set the table",
    "roll": "Roll for Piecepackman",
    "bonus": "Roll his bonus",
    "order": "Agree, and roll for the ghosts",
    "dice": "Roll for the ghosts",
}
PLACES = ("first", "second", "third", "fourth")


def prompt(game: Piecepackman, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    passing = state.phase == "ghosts" and bool(_choices(game, state, draft)[1])
    return saying.prompt(game, state, draft, passing)


# --- what can be picked -------------------------------------------------------------------------


def spots(game: Piecepackman, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every square, the order and the dice: what isn't due may be tried, and says why not."""
    return (*_squares(game, state, draft), *_order(game, state, draft), _dice(game, state))


def _dice(game: Piecepackman, state: State) -> Spot:
    if state.phase in ACTIONS:
        name = ACTIONS[state.phase]
        return Spot("dice", TRAY / 2, 2.15, "dice", TRAY - 0.5, 0.82, name, "action", key="r")
    name = saying.dice_words(game, state)
    return Spot("dice", TRAY / 2, 1.05, "dice", TRAY - 0.5, 1.0, name, key="r")


def _order(game: Piecepackman, state: State, draft: Draft) -> Iterator[Spot]:
    agreeing = state.phase == "order"
    suits = drafted(state, draft) if agreeing else state.order or game.ruleset.suits
    tip = "Pick two coins to swap them, or drag one to its place." if agreeing else ""
    for number, suit in enumerate(suits):
        name = f"{suit} ghost moves {PLACES[number]}"
        yield Spot(f"order:{suit}", slot(number), 0.98, "order", 1.0, 1.0, name,
                   "select" if agreeing else "inert", drag=agreeing, drop=agreeing,
                   key=str(number + 1), tip=tip)  # fmt: skip


def _squares(game: Piecepackman, state: State, draft: Draft) -> Iterator[Spot]:
    maze = game.ruleset.maze
    moving = state.phase == "ghosts"
    ends, passed = _choices(game, state, draft) if moving else ({}, set())
    for square in sorted(maze.squares, key=lambda each: (-int(each[1:]), each[0])):  # as one reads
        x, y = at(maze, square)
        name = f"{square}: {saying.contents(game, state, square)}"
        if square in ends:
            yield _end(game, state, Spot(square, x, y, name=name, drop=True), ends[square])
        elif square in passed:
            yield Spot(square, x, y, name=name, role="via", drop=True, tip=f"Pass {square}.")
        else:
            own = moving and square == state.ghosts[state.to_move[0]].square
            portals = saying.portals(game, square)
            yield Spot(square, x, y, name=name, role="select" if own else "inert", drag=own,
                       drop=moving, tip=f"{square}: {portals}." if portals else "")  # fmt: skip


def _end(game: Piecepackman, state: State, spot: Spot, way: Path) -> Spot:
    """A square to end on; where he would eat the ghost, the spot warns of it (PM-42)."""
    tip, clause = saying.tip(game, state, way)
    preview = tuple(_way_marks(game, way))
    name = spot.name
    if clause == "PM-42":
        name += "; he would eat the ghost there"
        preview = (*preview, Mark("danger", spot.x, spot.y))
    return spot._replace(name=name, role="move", tip=tip, clause=clause, preview=preview)


# --- a ghost's way ------------------------------------------------------------------------------


def _walks(game: Piecepackman, state: State, draft: Draft) -> list[Path]:
    """The legal walks that go on from the draft."""
    suit = state.to_move[0]
    size = len(draft)
    return [path for path in ghosts.walks(game.ruleset, state, suit) if path[:size] == draft]


def _choices(game: Piecepackman, state: State, draft: Draft) -> tuple[dict[str, Path], set[str]]:
    """The squares to end on, each with the best way there, and the others that can be passed."""
    suit = state.to_move[0]
    ends: dict[str, Path] = {}
    passed: set[str] = set()
    for path in _walks(game, state, draft):
        passed.update(path[max(len(draft), 1) : -1])
        best = ends.get(path[-1])
        if best is None or _better(game, state, suit, path, best):
            ends[path[-1]] = path
    return ends, passed - ends.keys() - {state.ghosts[suit].square}


def _better(game: Piecepackman, state: State, suit: str, path: Path, other: Path) -> bool:
    return ghosts.worth(game.ruleset, state, suit, path) > ghosts.worth(
        game.ruleset, state, suit, other
    )


def _way_marks(game: Piecepackman, path: Path) -> Iterator[Mark]:
    line = [at(game.ruleset.maze, path[0])]
    for before, square in pairwise(path):
        if game.ruleset.ways.by_portal(before, square):
            yield Mark("path", points=tuple(line)) if len(line) > 1 else Mark("via", *line[0])
            yield Mark("via", *at(game.ruleset.maze, square))
            return
        line.append(at(game.ruleset.maze, square))
    yield Mark("path", points=tuple(line))


def marks(game: Piecepackman, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Who is to move, the way so far, the coin in hand."""
    maze = game.ruleset.maze
    if state.phase == "ghosts":
        suit = state.to_move[0]
        here = Mark("here", *at(maze, state.ghosts[suit].square), suit=suit)
        return (here, *_way_marks(game, draft)) if len(draft) > 1 else (here,)
    if state.phase == "order" and draft and draft[-1].startswith("*"):
        number = drafted(state, draft).index(draft[-1][1:])
        return (Mark("selected", slot(number), 0.98, "order"),)
    return ()


# --- what a pick comes to -----------------------------------------------------------------------


def pick(
    game: Piecepackman, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    now = due(game.ruleset, state)
    if state.phase == "over":
        return ShowMessage(now)
    if spot == "dice":
        if state.phase == "order":
            return MakeMove(Order(drafted(state, draft)), roll=True)
        return MakeMove(None) if state.phase in ACTIONS else ShowMessage(_rolled_already(now))
    if spot.startswith("order:"):
        if state.phase == "order":
            return _reorder(state, draft, spot[6:], to)
        return ShowMessage(_order_stands(state, now))
    if state.phase == "ghosts":
        return _walk(game, state, draft, to or spot, shift)
    return ShowMessage(now._replace(squares=(spot,)))


def _rolled_already(now: Refusal) -> Refusal:
    return now._replace(text=f"the dice are rolled: {now.text}")


def _order_stands(state: State, now: Refusal) -> Refusal:
    """Why the order can't be changed now (PM-30)."""
    if state.phase in ("dice", "ghosts"):
        return now._replace(clause="PM-30", text=f"the order is agreed and stays: {now.text}")
    return now._replace(text=f"the order is agreed after he has moved: {now.text}")


def _walk(
    game: Piecepackman, state: State, draft: Draft, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """On to a square: the end of the way if it can be, or a square to pass."""
    suit = state.to_move[0]
    other = state.ghost_on(square)
    if other == suit:  # picking the ghost itself begins anew
        return () if draft else ShowMessage(_where_to(game, state), "info")
    ends, passed = _choices(game, state, draft)
    if square in ends and not shift:
        return MakeMove(Walk(suit, ends[square]))
    longer = _by_way_of(game, state, draft, square) if shift or square in passed else None
    if longer is not None:
        return longer
    if other is not None:  # another ghost, perhaps to move it: is it its turn?
        return MakeMove(Walk(other, (square,)))
    if len(draft) > 1:
        return ShowMessage(_not_by_this_way(game, state, draft, square))
    return MakeMove(astray.way_to(game.ruleset, state, suit, square))


def _where_to(game: Piecepackman, state: State) -> Refusal:
    now = due(game.ruleset, state)
    return now._replace(text=f"{now.text}: choose a marked square where it ends")


def _not_by_this_way(game: Piecepackman, state: State, draft: Draft, square: str) -> Refusal:
    """Why a square can't follow on the way that was chosen so far (PM-32)."""
    points = game.ruleset.ghost_points[state.dice[state.to_move[0]]]
    text = f"no way of {count_noun(points, 'step')} goes by {'-'.join(draft)} to {square}"
    return Refusal("PM-32", f"{text}; Escape takes it back", (square,))


def _by_way_of(game: Piecepackman, state: State, draft: Draft, square: str) -> Draft | None:
    """The draft, led on to ``square`` by the shortest stretch that a legal walk has."""
    found = follow(_walks(game, state, draft), len(draft), square)
    return None if found is None else tuple(found)


def drafted(state: State, draft: Draft) -> tuple[str, ...]:
    """The order as drafted so far; at first the one of the last turn."""
    suits = tuple(suit for suit in draft if not suit.startswith("*"))
    if suits:
        return suits
    kept = [suit for suit in state.order if suit in state.to_move]
    return (*kept, *(suit for suit in state.to_move if suit not in kept))


def _reorder(state: State, draft: Draft, suit: str, to: str | None) -> Draft:
    """Two coins picked are swapped; one dragged goes to the other's place, the rest move up."""
    suits = list(drafted(state, draft))
    if to is not None and to.startswith("order:"):
        place = suits.index(to[6:])
        suits.remove(suit)
        suits.insert(place, suit)
        return tuple(suits)
    if not (draft and draft[-1].startswith("*")):
        return (*suits, f"*{suit}")
    one, two = suits.index(draft[-1][1:]), suits.index(suit)
    suits[one], suits[two] = suits[two], suits[one]
    return tuple(suits)
