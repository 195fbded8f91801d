"""All that can be picked: spaces, dice, pieces by their buttons, players' rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.board import saying
from piecepack_nb.games.pacman.board.choosing import Choice, choice_of
from piecepack_nb.games.pacman.board.furniture import (
    BUTTONS,
    HIGH,
    TRAY,
    at,
    die_place,
    reading_order,
    row,
)
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.moves import Way
from piecepack_nb.games.pacman.phases import privilege
from piecepack_nb.games.pacman.state import State, ghost_name, stands_on, title
from piecepack_nb.scene import Draft, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

ROLLS = {"start": "Roll for who starts", "roll": "Roll both dice"}
DIE_KEYS, STAY_KEYS = "df", "st"
MINE = 4.08, 1.02, 2.26
"""The x, y and width of the button for one's Pac-Man, beside the dice."""


def spots(game: PacMan, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every space, and what the trays offer: what isn't legal may be tried, and says why."""
    choice = choice_of(game, state, draft)
    offered: dict[str, Any] = {}
    if state.phase == "put":
        offered = dict.fromkeys(privilege.empty_rings(game.ruleset, state))
    elif not choice.end:
        offered = choice.ends
    squares = (
        _square(game, state, choice, square, offered) for square in reading_order(game.board)
    )
    return (*squares, *_tray(game, state, choice), *_rows(game, state))


def movable(game: PacMan, state: State) -> tuple[str, ...]:
    """The pieces that are due: one's Pac-Man, the ghosts."""
    pac = ("pac",) if "pac" in state.due else ()
    return (*pac, *(game.ruleset.ghosts if "ghost" in state.due else ()))


# --- spaces ---------------------------------------------------------------------------------------


def _square(
    game: PacMan, state: State, choice: Choice, square: str, offered: dict[str, Any]
) -> Spot:
    name = f"{square}: {saying.contents(game, state, square)}"
    here = state.phase == "move" and square in {
        stands_on(state, piece) for piece in movable(game, state)
    }
    spot = Spot(square, *at(game.board, square), name=name, drag=here, drop=state.phase == "move")
    if square in offered and state.phase == "put":
        tip = f"Put the yellow marble into {square}."
        return spot._replace(role="move", tip=tip, clause="PC-20")
    if square in offered:
        return _end(game, state, spot, offered[square])
    if square in choice.passed and not choice.end:
        return spot._replace(role="via", tip=f"Go by {square}.")
    return spot._replace(role="select" if here else "inert")


def _end(game: PacMan, state: State, spot: Spot, by: dict[int, Way]) -> Spot:
    """Where a way ends: its best one, or one for each of the dice that reach it."""
    tip, clause = saying.tip(state, by)
    preview = tuple(
        mark
        for number, way in enumerate(by.values())
        for mark in way_marks(game.board, way.path, "trail" if number else "path")
    )
    dice = join_list(map(str, sorted(by)), "or")
    return spot._replace(
        name=f"{spot.name}; by {dice}", role="move", tip=tip, clause=clause, preview=preview,
    )  # fmt: skip


# --- the trays ------------------------------------------------------------------------------------


def _tray(game: PacMan, state: State, choice: Choice) -> Iterator[Spot]:
    if state.phase in ROLLS:
        clause = "PC-3" if state.phase == "roll" else "PC-2"
        yield Spot("roll", TRAY / 2, BUTTONS[0], "dice", TRAY - 0.6, HIGH, ROLLS[state.phase],
                   "action", key="r", clause=clause)  # fmt: skip
    if state.phase == "take":
        yield from _payers(game, state)
    if state.phase == "move":
        yield from _dice(state, choice)
        yield from _pieces(game, state, choice)
        yield from _stays(choice)


def _dice(state: State, choice: Choice) -> Iterator[Spot]:
    """A die to choose, where the two show different numbers."""
    if len(set(state.dice)) < 2:
        return
    for number, die in enumerate(state.dice):
        tip = f"Key {DIE_KEYS[number]}: use the {die} for what you pick next."
        if choice.end:
            tip = f"Key {DIE_KEYS[number]}: go to {choice.end} by the {die}."
        chosen = ", chosen" if die == choice.die else ""
        yield Spot(f"die:{die}", *die_place(number), "dice", 0.9, 0.9, f"die {die}{chosen}",
                   "move" if choice.end else "select", key=DIE_KEYS[number], tip=tip,
                   clause="PC-3")  # fmt: skip


def _pieces(game: PacMan, state: State, choice: Choice) -> Iterator[Spot]:
    """A button for each piece that is due: one's Pac-Man beside the dice, the ghosts below."""
    ghosts = game.ruleset.ghosts
    wide = (TRAY - 0.4) / len(ghosts)
    for piece in movable(game, state):
        x, y, w = MINE
        if piece != "pac":
            number = ghosts.index(piece)
            x, y, w = round(0.2 + wide * (number + 0.5), 2), BUTTONS[0], round(wide - 0.1, 2)
        name = "Pac\u2011Man" if piece == "pac" else ghost_name(piece).capitalize()
        key = "m" if piece == "pac" else piece.removeprefix("ghost")
        chosen = "✓\u00a0" if piece == choice.piece else ""
        yield Spot(f"piece:{piece}", x, y, "dice", w, HIGH, f"{chosen}{name}", "action", key=key,
                   tip=f"Key {key}: pick {saying.named(state, piece)}.", clause="PC-3")  # fmt: skip


def _stays(choice: Choice) -> Iterator[Spot]:
    """A button for each piece and die with which it can only stay (PC-5, PC-12, PC-21)."""
    stays = choice.stays[: len(STAY_KEYS)] if choice.piece or len(choice.stays) < 3 else ()
    wide = (TRAY - 0.4) / max(len(stays), 1)
    for number, stay in enumerate(stays):
        what = "Pac-Man stays" if stay.piece == "pac" else "Ghosts stay"
        yield Spot(f"stay:{stay.piece}:{stay.die}", round(0.2 + wide * (number + 0.5), 2),
                   BUTTONS[1], "dice", round(wide - 0.1, 2), HIGH, f"{what}: {stay.die}",
                   "action", key=STAY_KEYS[number], tip=f"{what} with the {stay.die}.",
                   clause="PC-5" if stay.piece == "pac" else "PC-12")  # fmt: skip


def _payers(game: PacMan, state: State) -> Iterator[Spot]:
    """A button for each player from whom marbles can be taken for a ghost (PC-20)."""
    payers = privilege.payers(state)
    wide = (TRAY - 0.4) / max(len(payers), 1)
    for number, seat in enumerate(payers):
        marbles = min(game.rules.marbles_won, state.players[seat].tray)
        tip = f"{title(state.to_move)} takes {marbles} from {title(seat)}."
        yield Spot(f"take:{seat}", round(0.2 + wide * (number + 0.5), 2), BUTTONS[0], "dice",
                   round(wide - 0.1, 2), HIGH, title(seat), "action", key=seat[0],
                   tip=f"Key {seat[0]}: {tip}", clause="PC-20")  # fmt: skip


def _rows(game: PacMan, state: State) -> Iterator[Spot]:
    """The players; a row can be picked instead of its button."""
    payers = privilege.payers(state) if state.phase == "take" else ()
    for number, seat in enumerate(game.seats):
        yield Spot(f"row:{seat}", TRAY / 2, round(row(number) + 0.26, 2), "players", TRAY - 0.3,
                   1.2, saying.row_words(state, seat), "select" if seat in payers else "inert",
                   clause="PC-20" if seat in payers else "")  # fmt: skip
