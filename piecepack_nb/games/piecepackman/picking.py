"""Playing Piecepackman by picking: squares for a ghost's way, coins for the order, dice to roll.

Vocabulary
    draft   while the order is agreed: the suits in order, then perhaps "*suit", the one in hand;
            while a ghost is to move: the squares of its way so far
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from piecepack_nb.core.piecepack import COLOURS
from piecepack_nb.games.piecepackman import astray, ghosts
from piecepack_nb.games.piecepackman.furniture import TRAY, at, slot
from piecepack_nb.games.piecepackman.moves import Order, Walk
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import Draft, Made, Mark, Spot

__all__ = ["drafted", "marks", "pick", "prompt", "spots"]

Path = tuple[str, ...]
DUE = {
    "setup": "Set the table",
    "roll": "Roll for Piecepackman",
    "bonus": "Roll his bonus",
    "order": "Agree, and roll for the ghosts",
    "dice": "Roll for the ghosts",
}


def prompt(game: Any, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    match state.phase:
        case "over":
            result = game.result(state)
            return result.text, result.clause
        case "setup":
            return "The maze is built. Scatter the cubes and draw the power coins.", "PM-2"
        case "roll" if state.hungry:
            return f"Turn {state.turn}: roll for Piecepackman; he is hungry for ghosts.", "PM-63"
        case "roll":
            return f"Turn {state.turn}: roll for Piecepackman; he moves by himself.", "PM-10"
        case "bonus":
            return "He took a power coin: roll his bonus.", "PM-60"
        case "order":
            return "Ghosts, agree on your order: swap the coins, or drag them. Then roll.", "PM-30"
        case "dice":
            return "Roll for the ghosts.", "PM-31"
    suit = state.to_move[0]
    points = game.table.ghost_points[state.dice[suit]]
    if len(draft) > 1:
        return f"{suit.capitalize()}: {'-'.join(draft)}, and on? Escape takes it back.", "PM-32"
    text = f"{suit.capitalize()} ghost, {points} to go: choose where it ends"
    return f"{text}; the dots are squares to pass (Shift: pass any).", "PM-32"


# --- what can be picked -------------------------------------------------------------------------


def spots(game: Any, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every square, the dice, and while it is agreed the order."""
    return (*_squares(game, state, draft), *_order(state, draft), *_action(state))


def _action(state: State) -> Iterator[Spot]:
    if state.phase in DUE:
        name = DUE[state.phase]
        yield Spot("dice", TRAY / 2, 2.15, "dice", TRAY - 0.5, 0.82, name, "action", key="r")


def _order(state: State, draft: Draft) -> Iterator[Spot]:
    if state.phase != "order":
        return
    suits = drafted(state, draft)
    for number, suit in enumerate(suits):
        name = f"{suit} ghost moves {('first', 'second', 'third', 'fourth')[number]}"
        tip = "Pick two coins to swap them, or drag one to its place."
        yield Spot(f"order:{suit}", slot(number), 0.98, "order", 1.0, 1.0, name, "select",
                   drag=True, drop=True, key=str(number + 1), tip=tip)  # fmt: skip


def _squares(game: Any, state: State, draft: Draft) -> Iterator[Spot]:
    maze = game.table.maze
    ends, passed = _choices(game, state, draft) if state.phase == "ghosts" else ({}, set())
    for square in sorted(maze.squares, key=lambda each: (-int(each[1:]), each[0])):  # as one reads
        x, y = at(maze, square)
        name = f"{square}: {_contents(game, state, square)}"
        if square in ends:
            way = ends[square]
            yield Spot(square, x, y, name=name, role="move", tip=_tip(game, state, way),
                       preview=tuple(_way_marks(game, way)), drop=True)  # fmt: skip
        elif square in passed:
            yield Spot(square, x, y, name=name, role="via", drop=True, tip=f"Pass {square}.")
        else:
            own = state.phase == "ghosts" and square == state.ghosts[state.to_move[0]].square
            yield Spot(square, x, y, name=name, role="select" if own else "inert", drag=own,
                       drop=state.phase == "ghosts")  # fmt: skip


def _contents(game: Any, state: State, square: str) -> str:
    """What lies on a square, and where sticks stand round it, for a screen reader."""
    things = []
    if square == state.square and state.extra_lives >= 0:
        things.append("Piecepackman")
    suit = state.ghost_on(square)
    if suit:
        danger = "Dangerous" if game.table.dangerous(state, suit) else "Vulnerable"
        things.append(f"{suit} ghost ({COLOURS[suit]}, {danger})")
    if square in state.cubes:
        things.append(f"{state.cubes[square]} cube")
    if square in state.coins:
        things.append(f"{state.coins[square].suit} power coin")
    if square in game.table.house:
        things.append("ghost house")
    ways = " ".join(game.table.maze.exits[square])
    return f"{', '.join(things) or 'empty'}; ways {ways or 'none'}"


# --- a ghost's way ------------------------------------------------------------------------------


def _walks(game: Any, state: State, draft: Draft) -> list[Path]:
    """The legal walks that go on from the draft."""
    suit = state.to_move[0]
    size = len(draft)
    return [path for path in ghosts.walks(game.table, state, suit) if path[:size] == draft]


def _choices(game: Any, state: State, draft: Draft) -> tuple[dict[str, Path], set[str]]:
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


def _better(game: Any, state: State, suit: str, path: Path, other: Path) -> bool:
    return ghosts.worth(game.table, state, suit, path) > ghosts.worth(
        game.table, state, suit, other
    )


def _tip(game: Any, state: State, path: Path) -> str:
    """What a way brings, in a line."""
    suit = state.to_move[0]
    cubes = ghosts.worth(game.table, state, suit, path)[0]
    text = f"{suit} {'-'.join(path)}"
    if path[-1] == state.square:
        attack = game.table.dangerous(state, suit)
        return f"{text}: {'attacks Piecepackman' if attack else 'is eaten'}"
    return f"{text}: takes {cubes} cube{'' if cubes == 1 else 's'}" if cubes else text


def _way_marks(game: Any, path: Path) -> Iterator[Mark]:
    line = [at(game.table.maze, path[0])]
    for before, square in pairwise(path):
        if game.table.ways.by_portal(before, square):
            yield Mark("path", points=tuple(line)) if len(line) > 1 else Mark("via", *line[0])
            yield Mark("via", *at(game.table.maze, square))
            return
        line.append(at(game.table.maze, square))
    yield Mark("path", points=tuple(line))


def marks(game: Any, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Who is to move, the way so far, the coin in hand."""
    maze = game.table.maze
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
    game: Any, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | Made:
    """A move, or the draft with this pick."""
    if spot == "dice":
        if state.phase == "order":
            return Made(Order(drafted(state, draft)), roll=True)
        return Made(None)
    if spot.startswith("order:"):
        return _reorder(state, draft, spot[6:], to)
    if state.phase != "ghosts":
        return Made(_attempt(state, spot))
    return _walk(game, state, draft, to or spot, shift)


def _attempt(state: State, square: str) -> Walk:
    """A square picked when no ghost is to move: the game says what is due."""
    suit = state.ghost_on(square) or next(iter(state.ghosts))
    return Walk(suit, (state.ghosts[suit].square, square))


def _walk(game: Any, state: State, draft: Draft, square: str, shift: bool) -> Draft | Made:
    """On to a square: the end of the way if it can be, or a square to pass."""
    suit = state.to_move[0]
    other = state.ghost_on(square)
    if other == suit:
        return ()  # picking the ghost itself begins anew
    ends, passed = _choices(game, state, draft)
    if square in ends and not shift:
        return Made(Walk(suit, ends[square]))
    longer = _by_way_of(game, state, draft, square) if shift or square in passed else None
    if longer is not None:
        return longer
    if other is not None:  # another ghost, perhaps to move it: is it its turn?
        return Made(Walk(other, (square,)) if other not in state.to_move[:1] else Walk(suit, ()))
    return Made(astray.way_to(game.table, state, suit, square))


def _by_way_of(game: Any, state: State, draft: Draft, square: str) -> Draft | None:
    """The draft, led on to ``square`` by the shortest stretch that a legal walk has."""
    stretches = [
        path[: path.index(square, len(draft)) + 1]
        for path in _walks(game, state, draft)
        if square in path[len(draft) : -1]
    ]
    return min(stretches, key=len, default=None)


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
