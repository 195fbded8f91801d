"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.validate import flag, mapping, one_of, sequence, whole_number
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import DUE, PHASES, Player, State
from piecepack_nb.games.pacman.text.sense import check

MOST = 10**6  # a turn number above this is no game
MOST_LISTED = 100
A_SPACE = "a space of the board, such as a2"


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


def from_json(ruleset: Ruleset, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = mapping("the position", data)
    _exactly("the position", entries, State._fields)
    state = State(
        phase=one_of("phase", entries["phase"], PHASES),
        turn=whole_number("turn", entries["turn"], 0, MOST),
        to_move=one_of("to_move", entries["to_move"], ruleset.seats),
        players=_players(ruleset, entries["players"]),
        ghosts=_ghosts(ruleset, entries["ghosts"]),
        white=_holes("white", entries["white"], ruleset.board.white, "a hole without a ring"),
        yellow=_holes("yellow", entries["yellow"], ruleset.board.ringed, "a ringed hole"),
        dice=tuple(
            whole_number("a die of dice", each, 1, 6)
            for each in sequence("dice", entries["dice"], MOST_LISTED)
        ),
        due=_in_order("due", entries["due"], DUE),
        owed=tuple(
            one_of("a seat of owed", each, ruleset.seats)
            for each in sequence("owed", entries["owed"], MOST_LISTED)
        ),
        reward=flag("reward", entries["reward"]),
        rolling=_in_order("rolling", entries["rolling"], ruleset.seats),
    )
    check(ruleset, state)
    return state


# --- entries --------------------------------------------------------------------------------------


def _exactly(what: str, entries: Mapping[str, Any], names: Collection[str]) -> None:
    for name in entries:
        if name not in names:
            raise invalid(f"an entry of {what}", name, "one of " + ", ".join(names))
    for name in names:
        if name not in entries:
            raise BadInput(f"{what} has no entry {name!r}; accepted: one for {', '.join(names)}")


def _in_order(what: str, value: object, accepted: tuple[str, ...]) -> tuple[str, ...]:
    given = [
        one_of(f"an entry of {what}", each, accepted) for each in sequence(what, value, MOST_LISTED)
    ]
    ordered = tuple(each for each in accepted if each in given)
    if len(given) > len(ordered):
        raise invalid(what, value, "each once")
    return ordered


def _players(ruleset: Ruleset, value: object) -> FrozenDict[str, Player]:
    given = mapping("players", value)
    _exactly("players", given, ruleset.seats)
    found = {}
    for seat in ruleset.seats:
        what = f"players.{seat}"
        entry = mapping(what, given[seat])
        _exactly(what, entry, Player._fields)
        found[seat] = Player(
            one_of(f"{what}.square", entry["square"], ruleset.board.squares, A_SPACE),
            whole_number(f"{what}.tray", entry["tray"], 0, len(ruleset.board.white)),
            whole_number(f"{what}.yellow", entry["yellow"], 0, len(ruleset.board.ringed)),
        )
    return FrozenDict(found)


def _ghosts(ruleset: Ruleset, value: object) -> FrozenDict[str, str]:
    given = mapping("ghosts", value)
    _exactly("ghosts", given, ruleset.ghosts)
    return FrozenDict(
        (ghost, one_of(f"ghosts.{ghost}", given[ghost], ruleset.board.squares, A_SPACE))
        for ghost in ruleset.ghosts
    )


def _holes(what: str, value: object, holes: frozenset[str], kind: str) -> frozenset[str]:
    given = sequence(what, value, MOST_LISTED)
    for each in given:
        if not isinstance(each, str) or each not in holes:
            raise invalid(f"a hole of {what}", each, f"{kind} on this board")
    if len(set(given)) < len(given):
        raise invalid(what, value, "each hole once")
    return frozenset(given)
