"""What the table says in words while it waits: the line above it, names and tips, and all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.pacman.board.lines import over
from piecepack_nb.games.pacman.moves import Path, Way, written
from piecepack_nb.games.pacman.refusals import due
from piecepack_nb.games.pacman.state import State, ghost_name, title

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan


DUE_WORDS = {"pac": "its Pac-Man", "ghost": "a ghost"}


def named(state: State, piece: str) -> str:
    """A piece in a sentence."""
    return f"{state.to_move}'s Pac-Man" if piece == "pac" else ghost_name(piece)


def prompt(game: PacMan, state: State) -> tuple[str, str]:
    """What is to be done now, and by which clause; what was picked is told by ``picking``."""
    now = due(game.ruleset, state)
    if state.phase == "over":
        return capitalise(f"{now.text}."), now.clause
    turn = f"Turn {state.turn}: " if state.turn else ""
    text = f"{now.text}."
    if state.phase == "move":
        which = len(set(state.dice)) > 1
        text += " Pick the piece, or the die first." if which else " Pick the piece."
    return (f"{turn}{text}" if turn else capitalise(text)), now.clause


def contents(game: PacMan, state: State, square: str) -> str:
    """What is on a space and what stands there, for a screen reader."""
    board, things = game.board, []
    seat = state.pac_on(square)
    if seat:
        things.append(f"{seat}'s Pac-Man")
    things += [ghost_name(ghost) for ghost, place in state.ghosts.items() if place == square]
    if square in state.white:
        things.append("white marble")
    elif square in state.yellow:
        things.append("yellow marble in a ringed hole")
    elif square in board.ringed:
        things.append("empty ringed hole")
    home = next((each for each, place in board.homes.items() if place == square), None)
    if home:
        things.append(f"home of {home}")
    if square == board.centre:
        things.append("the centre")
    if square in board.arrows:
        things.append("arrow off the board")
    ways = " ".join(board.next_to[square])
    return f"{', '.join(things) or 'empty hole'}; ways {ways}"


def tip(state: State, by: Mapping[int, Way]) -> tuple[str, str]:
    """What the ways to an end bring, a sentence for each, and the first one's clause.

    ``by`` are the ways by the dice; where two go the same way it is told once.
    """
    dice: dict[Path, list[int]] = {}
    for die, way in by.items():
        dice.setdefault(way.path, []).append(die)
    piece = next(iter(by.values())).piece
    told = [_told(state, piece, path, each) for path, each in dice.items()]
    return " ".join(text for text, _ in told), told[0][1]


def _told(state: State, piece: str, path: Path, dice: list[int]) -> tuple[str, str]:
    head = f"{named(state, piece)} by {join_list(map(str, sorted(dice)), 'or')}: {written(path)}"
    brings, clause = _pac_brings(state, path) if piece == "pac" else _ghost_brings(state, path)
    return capitalise(f"{head}{f', {join_list(brings)}' if brings else ''}."), clause


def _pac_brings(state: State, path: Path) -> tuple[list[str], str]:
    passed = set(path[1:])
    white, yellow = len(state.white & passed), len(state.yellow & passed)
    ghost = state.ghost_on(path[-1]) if len(path) > 1 else None
    gobbled = [count_noun(white, "white marble")] if white else []
    gobbled += [ghost_name(ghost)] if ghost else []
    brings = [f"gobbles {join_list(gobbled)}"] if gobbled else []
    brings += ["goes off the board and on again"] if over(path) else []
    brings += ["wins the ghost gobbler privilege"] if yellow else []
    clauses = {"PC-20": ghost, "PC-11": yellow, "PC-9": over(path), "PC-10": white, "PC-5": True}
    return brings, next(clause for clause, holds in clauses.items() if holds)


def _ghost_brings(state: State, path: Path) -> tuple[list[str], str]:
    seat = state.pac_on(path[-1])
    if seat is None:
        return [], "PC-12"
    own = " (your own)" if seat == state.to_move else ""
    return [f"lands on {seat}'s Pac-Man{own}, which goes home"], "PC-13"


def row_words(state: State, seat: str) -> str:
    """A player's row, for a screen reader."""
    player = state.players[seat]
    text = f"{title(seat)}, Pac-Man on {player.square}, {count_noun(player.tray, 'white marble')}"
    if player.yellow:
        text += f", {count_noun(player.yellow, 'ghost gobbler privilege')}"
    return text


def dice_words(state: State) -> str:
    """The dice that are left, for a screen reader."""
    return f"dice left: {join_list(map(str, state.dice))}" if state.dice else "no die is left"


def in_words(game: PacMan, state: State) -> str:
    """The table in words, for those who do not see it."""
    if state.phase in ("start", "roll", "over"):
        told = due(game.ruleset, state).text
    else:  # perhaps in the middle of a move, when nothing is due yet
        told = f"{title(state.to_move)}'s turn"
        if state.due:
            told += f", {join_list(DUE_WORDS[each] for each in state.due)} still to move"
    rows = "; ".join(row_words(state, seat) for seat in state.players)
    ghosts = join_list(f"{ghost_name(ghost)} on {place}" for ghost, place in state.ghosts.items())
    dice = f" {capitalise(dice_words(state))}." if state.dice else ""
    yellow = f"yellow marbles on {join_list(sorted(state.yellow))}" if state.yellow else (
        "no yellow marble"
    )  # fmt: skip
    left = count_noun(len(state.white), "white marble")
    return (
        f"Turn {state.turn}: {told}.{dice} {rows}. {capitalise(ghosts)}. "
        f"On the board: {left}, {yellow}."
    )
