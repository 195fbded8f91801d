"""Playing by picking: a piece, its die where that doesn't follow, and where its way ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.pacman.board import saying
from piecepack_nb.games.pacman.board.choosing import Choice, attempt, choice_of
from piecepack_nb.games.pacman.board.furniture import ICON, at, die_place, row
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.board.pieces import ghost_places
from piecepack_nb.games.pacman.board.spots import movable
from piecepack_nb.games.pacman.moves import Put, Stay, Take, written
from piecepack_nb.games.pacman.refusals import due
from piecepack_nb.games.pacman.state import State, stands_on
from piecepack_nb.scene import Draft, MakeMove, Mark, ShowMessage

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

BADGE = 0.27
"""How far aside a die's badge stands."""


# --- what is shown of it --------------------------------------------------------------------------


def prompt(game: PacMan, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    choice = choice_of(game, state, draft)
    if state.phase != "move" or not (draft or choice.piece):
        return saying.prompt(game, state)
    turn = f"Turn {state.turn}: "
    if choice.end:
        dice = join_list(map(str, sorted(choice.ends.get(choice.end, {}))))
        return f"{turn}{dice} both lead to {choice.end}: pick the die.", "PC-3"
    by = join_list(map(str, [choice.die] if choice.die else sorted(set(state.dice))), "or")
    if not choice.piece:
        return f"{turn}the {by} is for which piece?", "PC-3"
    clause = "PC-5" if choice.piece == "pac" else "PC-12"
    head = f"{turn}{saying.named(state, choice.piece)}, by {by}"
    return f"{head}: {_how_on(choice)}", clause


def _how_on(choice: Choice) -> str:
    if not choice.ways:
        return "no way takes the full number. Pick another piece or die, or let it stay."
    if choice.path:
        return f"{written(choice.path)}, and on? Escape takes it back."
    passing = ", or first a dot to go by (Shift: any space)" if choice.passed else ""
    return f"choose where it ends{passing}."


def marks(game: PacMan, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Whose turn it is, what was picked, and by which die each end is reached; then who has won."""
    if state.phase == "over":
        result = game.result(state)
        return tuple(_in_row(game, seat) for seat in result.winners) if result else ()
    choice = choice_of(game, state, draft)
    found: list[Mark] = []
    if state.phase != "start":
        found.append(_in_row(game, state.acts))
    if state.phase == "move":
        found += _pieces(game, state, choice)
        found += way_marks(game.board, choice.path) if choice.path else ()
        found += _badges(game, state, choice)
    return tuple(found)


def _in_row(game: PacMan, seat: str) -> Mark:
    """A ring round a player's sign."""
    return Mark("here", ICON, row(game.seats.index(seat)), "players", suit=seat)


def _pieces(game: PacMan, state: State, choice: Choice) -> list[Mark]:
    """Rings round what may be moved, a frame round what was picked."""
    found = []
    if "pac" in state.due:
        place = at(game.board, stands_on(state, "pac"))
        found.append(Mark("here", *place, suit=state.to_move))
    if choice.piece:
        place = ghost_places(game, state).get(choice.piece) or at(
            game.board, stands_on(state, choice.piece)
        )
        found.append(Mark("selected", *place))
    if choice.die and len(set(state.dice)) > 1:
        found.append(Mark("selected", *die_place(state.dice.index(choice.die)), "dice"))
    return found


def _badges(game: PacMan, state: State, choice: Choice) -> list[Mark]:
    """The dice that lead to each end, while either may be meant; the left die's stand left."""
    found = []
    for end, by in choice.ends.items() if not choice.die else ():
        if not choice.end or end == choice.end:
            x, y = at(game.board, end)
            for die in by:
                aside = BADGE if die == state.dice[-1] else -BADGE
                place = round(x + aside, 2), round(y - 0.34, 2)
                found.append(Mark("cost", *place, label=str(die)))
    return found


# --- what a pick comes to -------------------------------------------------------------------------


def pick(
    game: PacMan, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    now = due(game.ruleset, state)
    if state.phase == "over":
        return ShowMessage(now)
    if spot == "roll":
        return MakeMove(None)
    if spot.startswith(("row:", "take:")):
        seat = spot.partition(":")[2]
        return MakeMove(Take(seat)) if state.phase == "take" else ShowMessage(now, "info")
    if state.phase == "put":
        return MakeMove(Put(spot))
    if state.phase != "move":
        return ShowMessage(now._replace(squares=(spot,)))
    choice = choice_of(game, state, draft)
    if spot.startswith("stay:"):
        _, piece, die = spot.split(":")
        return MakeMove(Stay(piece, int(die)))
    if spot.startswith("piece:"):
        return _taken_up(choice, spot[6:])
    if spot.startswith("die:"):
        return _die(choice, int(spot[4:]))
    if to is not None and to != spot:
        return _dragged(game, state, choice, spot, to, shift)
    return _square(game, state, choice, spot, shift)


def _taken_up(choice: Choice, piece: str) -> Draft:
    """A piece to move; picked again it is put down."""
    piece = "" if piece == choice.piece and not choice.path and not choice.end else piece
    return choice.draft(piece=piece, end="", path=())


def _die(choice: Choice, die: int) -> Draft | MakeMove:
    """A die; it completes the move where an end was picked that both dice reach."""
    if choice.end:
        return MakeMove(choice.ends[choice.end][die])
    return choice.draft(die=0 if die == choice.die else die, path=())


def _dragged(
    game: PacMan, state: State, choice: Choice, spot: str, to: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A piece is dragged to a space."""
    there = [piece for piece in movable(game, state) if stands_on(state, piece) == spot]
    piece = choice.piece if choice.piece in there else next(iter(there), "")
    if not piece:
        return ShowMessage(due(game.ruleset, state)._replace(squares=(spot,)))
    if piece != choice.piece:
        draft = choice.draft(piece=piece, end="", path=())
        choice = choice_of(game, state, draft)
    return _square(game, state, choice._replace(end=""), to, shift)


def _square(
    game: PacMan, state: State, choice: Choice, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """The end of the way if it can be, a space to go by, or a piece to take up."""
    ends = choice.ends
    if square in ends and not shift:
        by = ends[square]
        if len(by) > 1:
            return choice.draft(end=square)
        return MakeMove(next(iter(by.values())))
    longer = choice.by_way_of(square) if shift or square in choice.passed else None
    if longer is not None:
        return choice.draft(path=longer, end="")
    there = [piece for piece in movable(game, state) if stands_on(state, piece) == square]
    if there and not shift:
        after = there[(there.index(choice.piece) + 1)] if choice.piece in there[:-1] else there[0]
        return _taken_up(choice, choice.piece if there == [choice.piece] else after)
    if not choice.piece:
        return ShowMessage(_first(game, state, square))
    if len(choice.path) > 1:
        return ShowMessage(_not_by_this_way(choice, square))
    return MakeMove(attempt(game.ruleset, state, choice, square))


def _first(game: PacMan, state: State, square: str) -> Refusal:
    """What is to be picked before a space can be an end."""
    now = due(game.ruleset, state)
    return now._replace(text=f"{now.text}: pick the piece first", squares=(square,))


def _not_by_this_way(choice: Choice, square: str) -> Refusal:
    """Why a space can't follow on the way that was chosen so far."""
    text = f"no way goes by {written(choice.path)} to {square}; Escape takes it back"
    return Refusal("PC-5" if choice.piece == "pac" else "PC-12", capitalise(text), (square,))
