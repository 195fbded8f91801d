"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.pacman.state import DUE, PHASES, Player, State
from piecepack_nb.games.pacman.table import Table
from piecepack_nb.games.pacman.text.sense import check

__all__ = ["MOST", "from_json", "mapping", "to_json"]

MOST = 10**6  # a turn number above this is no game


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "to_move": state.to_move,
        "players": {seat: player._asdict() for seat, player in state.players.items()},
        "ghosts": dict(state.ghosts),
        "white": sorted(state.white),
        "yellow": sorted(state.yellow),
        "dice": list(state.dice),
        "due": list(state.due),
        "owed": list(state.owed),
        "reward": state.reward,
        "rolling": list(state.rolling),
    }


def from_json(table: Table, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = mapping("the position", data)
    _exactly("the position", entries, State._fields)
    state = State(
        phase=_one_of("phase", entries["phase"], PHASES),
        turn=_number("turn", entries["turn"], 0, MOST),
        to_move=_one_of("to_move", entries["to_move"], table.seats),
        players=_players(table, entries["players"]),
        ghosts=_ghosts(table, entries["ghosts"]),
        white=_holes("white", entries["white"], table.board.white, "a hole without a ring"),
        yellow=_holes("yellow", entries["yellow"], table.board.ringed, "a ringed hole"),
        dice=tuple(_number("a die of dice", each, 1, 6) for each in _list("dice", entries["dice"])),
        due=_in_order("due", entries["due"], DUE),
        owed=tuple(
            _one_of("a seat of owed", each, table.seats) for each in _list("owed", entries["owed"])
        ),
        reward=_flag("reward", entries["reward"]),
        rolling=_in_order("rolling", entries["rolling"], table.seats),
    )
    check(table, state)
    return state


# --- entries --------------------------------------------------------------------------------------


def mapping(what: str, value: object) -> Mapping[str, Any]:
    """The value, if it is a mapping whose keys are texts; raises BadInput else."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise wrong(what, value, "a mapping of its entries by name")
    return value


def _exactly(what: str, entries: Mapping[str, Any], names: Collection[str]) -> None:
    for name in entries:
        if name not in names:
            raise wrong(f"an entry of {what}", name, "one of " + ", ".join(names))
    for name in names:
        if name not in entries:
            raise BadInput(f"{what} has no entry {name!r}; accepted: one for {', '.join(names)}")


def _one_of(what: str, value: object, accepted: Collection[str]) -> str:
    if not isinstance(value, str) or value not in accepted:
        few = ", ".join(accepted) if len(accepted) <= 8 else "a space of the board, such as a2"
        raise wrong(what, value, few)
    return value


def _number(what: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise wrong(what, value, f"a whole number from {low} to {high}")
    return value


def _flag(what: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong(what, value, "True or False")
    return value


def _list(what: str, value: object, most: int = 100) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise wrong(what, value, f"a list of at most {most}")
    return list(value)


def _in_order(what: str, value: object, accepted: tuple[str, ...]) -> tuple[str, ...]:
    given = [_one_of(f"an entry of {what}", each, accepted) for each in _list(what, value)]
    ordered = tuple(each for each in accepted if each in given)
    if len(given) > len(ordered):
        raise wrong(what, value, "each once")
    return ordered


def _players(table: Table, value: object) -> FrozenDict[str, Player]:
    given = mapping("players", value)
    _exactly("players", given, table.seats)
    found = {}
    for seat in table.seats:
        what = f"players.{seat}"
        entry = mapping(what, given[seat])
        _exactly(what, entry, Player._fields)
        found[seat] = Player(
            _one_of(f"{what}.square", entry["square"], table.board.next_to),
            _number(f"{what}.tray", entry["tray"], 0, len(table.board.white)),
            _number(f"{what}.yellow", entry["yellow"], 0, len(table.board.ringed)),
        )
    return FrozenDict(found)


def _ghosts(table: Table, value: object) -> FrozenDict[str, str]:
    given = mapping("ghosts", value)
    _exactly("ghosts", given, table.ghosts)
    return FrozenDict(
        (ghost, _one_of(f"ghosts.{ghost}", given[ghost], table.board.next_to))
        for ghost in table.ghosts
    )


def _holes(what: str, value: object, holes: frozenset[str], kind: str) -> frozenset[str]:
    given = _list(what, value)
    for each in given:
        if not isinstance(each, str) or each not in holes:
            raise wrong(f"a hole of {what}", each, f"{kind} on this board")
    if len(set(given)) < len(given):
        raise wrong(what, value, "each hole once")
    return frozenset(given)
