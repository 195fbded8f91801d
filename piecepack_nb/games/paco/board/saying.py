"""What P.A.C.O.'s table says in words: the line above it, names and tips of cells, the whole table.

Nothing here tells an order before all are in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.paco.board.pieces import revealed
from piecepack_nb.games.paco.moves import Order
from piecepack_nb.games.paco.squares import EDGE, SQUARES
from piecepack_nb.games.paco.state import BLOCKS, State
from piecepack_nb.scene import Draft

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco

NAMES = {"N": "north", "E": "east", "S": "south", "W": "west", "": "nowhere yet"}
CONTENTS = {
    None: "hole",
    "black": "black counter",
    "white": "white block",
    "stacked": "white block on a black counter",
}


def whose(game: Paco, state: State) -> tuple[str, ...]:
    """The seats that may act now."""
    actor = game.to_act(state)
    return actor.seats if actor is not None else ()


# --- what is to be done --------------------------------------------------------------------------


def prompt(game: Paco, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    actor = game.to_act(state)
    if actor is None:
        result = game.result(state)
        return (f"The game is over. {result.text}", result.clause) if result else ("", "")
    if isinstance(actor, Chance):
        return _roll(state, actor)
    if isinstance(actor, Seat):
        return _decide(game, state, actor.name)
    assert isinstance(actor, Simultaneous)
    if not draft:
        left = join_list(actor.seats)
        text = f"Turn {state.turn}, orders in secret: {left} still to write. Who is at the screen?"
        return text, actor.clause
    return _write(game, state, draft), actor.clause


def _write(game: Paco, state: State, draft: Draft) -> str:
    seat = draft[0]
    player = state.players[seat]
    where = f"{capitalise(seat)} on {player.square}, looking {NAMES[player.heading]}"
    if draft[1:] == ("jump",):
        drops = "" if game.rules.second_order == "forward" else "; all but forward drops you"
        return f"{where}: jump, and then? It is due next turn{drops}. Escape takes it back."
    if len(draft) > 1:
        return f"{where}: what with {player.ahead}? Escape takes it back."
    return f"{where}: your order. The others look away until it is in."


def _decide(game: Paco, state: State, seat: str) -> tuple[str, str]:
    """What a single seat decides, openly."""
    if state.phase == "headings":
        return f"{capitalise(seat)} on {state.players[seat].square}: which way do you look?", "PA-3"
    if state.phase == "stop":
        return (
            f"{capitalise(state.answers[0])} would stop here. {capitalise(seat)}, do you?",
            "PA-44",
        )
    cost = game.rules.return_points
    price = f" It costs {count_noun(cost, 'point')}." if cost else ""
    return f"{capitalise(seat)} is off the board: come back?{price}", "PA-43"


def _roll(state: State, chance: Chance) -> tuple[str, str]:
    if state.phase == "setup":
        return "Set the table: chance finds the holes, and where the players begin.", chance.clause
    names = join_list(die.name for die in chance.dice)
    if state.phase == "landing":
        return f"{capitalise(state.returning[0])} comes back: roll for the cell.", chance.clause
    return f"More than one wants a cell: roll a die each for {names}.", chance.clause


# --- the table in words --------------------------------------------------------------------------


def lies(state: State, square: str) -> str:
    """What a cell is: a counter, a block, a hole."""
    return CONTENTS[state.cells.get(square)]


def contents(state: State, square: str) -> str:
    """What is to be seen on a cell, for a screen reader."""
    seat = state.on(square)
    return f"{_doing(state, seat)}, {lies(state, square)}" if seat else lies(state, square)


def _doing(state: State, seat: str) -> str:
    player = state.players[seat]
    words = [f"{seat} figure looking {NAMES[player.heading]}"]
    if player.stunned:
        words.append("stunned")
    if state.airborne(seat):
        words.append("in the air over a")
        return ", ".join(words)
    return ", ".join([*words, "on a"])


def in_words(state: State) -> str:
    """The table in words, for those who do not see it."""
    return " ".join([f"Turn {state.turn}.", *_players(state), *_cells(state), *_cards(state)])


def row_words(state: State, seat: str) -> str:
    """A player's row in words."""
    player = state.players[seat]
    where = f"on {player.square}, looking {NAMES[player.heading]}" if player.square else "off"
    words = [where, count_noun(player.points, "point")]
    if player.stunned:
        words.append(f"stunned for {count_noun(player.stunned, 'turn')}")
    if state.airborne(seat):
        words.append("in the air")
    order = state.orders.get(seat)
    if order is not None:
        words.append(f"order: {order.words}" if revealed(state) else "order written")
    elif player.then:
        words.append(f"order: {player.then}, written with the jump")
    return f"{seat}: {', '.join(words)}"


def _players(state: State) -> Iterator[str]:
    for seat in state.players:
        yield f"{row_words(state, seat)}."


def _cells(state: State) -> Iterator[str]:
    """What isn't as it is at first: holes, gaps in the edge, blocks inside it."""
    holes = [square for square in SQUARES if square not in state.cells]
    raised = [
        square for square in SQUARES if square not in EDGE and state.cells.get(square) in BLOCKS
    ]
    low = [square for square in EDGE if state.cells.get(square) == "black"]
    yield f"Holes: {join_list(holes)}." if holes else "No holes."
    if raised:
        yield f"White blocks inside the edge: {join_list(raised)}."
    if low:
        yield f"Black counters on the edge: {join_list(low)}."
    stacked = [square for square, kind in state.cells.items() if kind == "stacked"]
    if stacked:
        yield f"On a black counter stand the blocks on {join_list(sorted(stacked))}."


def _cards(state: State) -> Iterator[str]:
    if state.dice:
        shown = (f"{seat} {face}" for seat, face in state.dice.items())
        yield f"Dice: {', '.join(shown)}."


# --- orders --------------------------------------------------------------------------------------


def doing(state: State, order: Order) -> str:
    """What an order would do, in a line."""
    player = state.players[order.seat]
    ahead = player.ahead
    match order.kind:
        case "left" | "right":
            return f"Turn {order.kind} on {player.square}."
        case "forward":
            return f"Go forward to {ahead}."
        case "jump":
            return f"Jump into the air over {ahead}; next turn it must go forward, or it falls."
        case "lift":
            return f"Lift the black counter on {ahead}: it becomes a white block."
    return f"Push the white block on {ahead}."
