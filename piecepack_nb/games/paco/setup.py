"""Set-up by dice: holes, then players and their headings (PA-1 to PA-4)."""

from __future__ import annotations

from collections.abc import Mapping

from piecepack_nb.core.actors import Chance, Die
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.paco.events import MoveLog
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import EDGE, HEADINGS, INNER, NEIGHBOURS, SQUARES, inner
from piecepack_nb.games.paco.state import SEATS, Player, State, names

NUMBERS = ("1", "2", "3", "4", "5", "6")
FIGURE_HOLES = (inner(3, 1), inner(1, 4), inner(6, 5))
FIGURE_PLAYERS = (inner(2, 2), inner(5, 2), inner(1, 6), inner(4, 5))


def initial_state(rules: PacoRules) -> State:
    """Return white on the edge, black inside (PA-1); for the figure's start its places (PA-4)."""
    cells = {square: "white" if square in EDGE else "black" for square in SQUARES}
    seats = SEATS[: rules.players]
    players = dict.fromkeys(seats, Player())
    if rules.start == "figure":
        for square in FIGURE_HOLES:
            del cells[square]
        placed = zip(seats, FIGURE_PLAYERS, strict=False)
        players |= {seat: Player(square) for seat, square in placed}
    state = State("setup", 0, FrozenDict(cells), FrozenDict(players))
    return state._replace(phase="headings") if is_set_up(rules, state) else state


def is_set_up(rules: PacoRules, state: State) -> bool:
    """Return True if nothing is left to roll."""
    missing = rules.headings == "rolled" and state.without_heading
    return not (next_hole(rules, state) or _next_player(state) or missing)


def next_hole(rules: PacoRules, state: State) -> int:
    """Return the number of the next hole to roll for, from 1; 0 when all are there (PA-2)."""
    if rules.start == "figure":
        return 0
    made = sum(square not in state.cells for square in INNER)
    return made + 1 if made < rules.hole_count else 0


def _next_player(state: State) -> str:
    return next((seat for seat, player in state.players.items() if not player.square), "")


# --- Dice ----------------------------------------------------------------------------------------


def cell_dice(rules: PacoRules) -> tuple[Die, ...]:
    """Return a die for the row and one for the column (PA-2), and one for the heading (PA-3)."""
    dice = (Die("row", NUMBERS), Die("column", NUMBERS))
    return (*dice, Die("heading", HEADINGS)) if rules.headings == "rolled" else dice


def next_roll(rules: PacoRules, state: State) -> Chance:
    """Return the next roll: holes, then players, then missing headings (PA-2, PA-3)."""
    if hole := next_hole(rules, state):
        return Chance(f"hole {hole}", 0, cell_dice(rules)[:2], "PA-2")
    if seat := _next_player(state):
        return Chance(f"place {seat}", 0, cell_dice(rules), "PA-3")
    dice = tuple(Die(seat, HEADINGS) for seat in state.without_heading)
    return Chance("headings", 0, dice, "PA-3")


def roll_purpose(purpose: str) -> str:
    """Return what dice are rolled for, in words (PA-2, PA-3, PA-43)."""
    kind, _, which = purpose.partition(" ")
    return {
        "hole": f"for hole {which}",
        "place": f"for {names(which)}'s first cell",
        "headings": "for the headings",
        "return": f"for the cell where {names(which)} comes back",
    }.get(kind, "in the contest")


# --- Effects -------------------------------------------------------------------------------------


def apply_roll(rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Carry out a roll of the set-up; the first turn begins when all is set."""
    if "row" not in faces:
        state = _set_headings(state, faces, log)
    elif next_hole(rules, state):
        state = _make_hole(state, faces, log)
    else:
        state = _place_player(rules, state, faces, log)
    if not is_set_up(rules, state):
        return state
    if state.without_heading:
        return state._replace(phase="headings")
    return state._replace(phase="orders", turn=1)


def _rolled_cell(faces: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    square = inner(int(faces["column"]), int(faces["row"]))
    return square, {"square": square, "row": faces["row"], "column": faces["column"]}


def _make_hole(state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Leave the cell empty; one that is empty already is rolled again (PA-2)."""
    square, data = _rolled_cell(faces)
    if square not in state.cells:
        _roll_again(state, "PA-2", data, f"{square} is already empty", log)
        return state
    state = state._replace(cells=state.cells.drop(square))
    text = "Row {row}, column {column}: {square} is left empty, a hole."
    log.add(state, "PA-2", "hole made", text, data)
    return state


def _roll_again(
    state: State, clause: str, data: Mapping[str, str], reason: str, log: MoveLog
) -> None:
    text = "Row {row}, column {column}: {reason}. Roll again."
    log.add(state, clause, "rolled again", text, {**data, "reason": reason})


def _place_player(rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Place the next player on the cell, unless it is a hole, beside one, or taken (PA-3)."""
    square, data = _rolled_cell(faces)
    seat = _next_player(state)
    data["seat"] = seat
    if reason := _start_problem(rules, state, square):
        _roll_again(state, "PA-3", data, reason, log)
        return state
    state = state.put(seat, Player(square, faces.get("heading", "")))
    looks = f", facing {faces['heading']}" if "heading" in faces else ""
    text = "Row {row}, column {column}: {Seat} begins on {square}{looks}."
    log.add(state, "PA-3", "player placed", text, {**data, "looks": looks})
    return state


def _start_problem(rules: PacoRules, state: State, square: str) -> str:
    """Return why no player begins on a cell; "" where one may (PA-3)."""
    if square not in state.cells:
        return f"{square} is a hole"
    if occupant := state.on(square):
        return f"{names(occupant)} is already on {square}"
    hole = _hole_beside(state, square)
    if hole and rules.clear_of_holes and _some_clear(state):
        return f"{square} is beside the hole at {hole}"
    return ""


def _hole_beside(state: State, square: str) -> str:
    return next((to for to in NEIGHBOURS[square] if to not in state.cells), "")


def _some_clear(state: State) -> bool:
    """Return True if some free cell has no hole beside it; if none has, any will do (PA-3)."""
    return any(
        square in state.cells and not state.on(square) and not _hole_beside(state, square)
        for square in INNER
    )


def _set_headings(state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Give a heading to each player who has none yet (PA-3)."""
    for seat, heading in faces.items():
        state = state.put(seat, state.players[seat]._replace(heading=heading))
    shown = ", ".join(f"{names(seat)} {heading}" for seat, heading in faces.items())
    log.add(state, "PA-3", "headings", "The players' headings: {shown}.", {"shown": shown})
    return state
