"""What the panels of a table show, as data for its page.

Vocabulary
    entry   a line of the log: a move, or a change of rules
    leader  the seats that are ahead; none while nobody is
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import is_manual
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import PERSON, MatchBase, PlayedMove
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.levels import level_text
from piecepack_nb.scene import AnyView
from piecepack_nb.scene.match_film import turn_title

LOGGED = 240
"""The most lines of the log that the page gets; all moves are in ``match.record``."""
CHUNK = 40
"""The lines of the log that are sent again together."""
SUMMARISED = 4
"""The most moves that the summary of the others' turn names."""

LogLine = tuple[int, str, str, str]
"""A line of the log: its entry's number, its turn's title, who made the move, and its sentence."""


class Entry(NamedTuple):
    """A line of the log: a move of a match, or the change of rules at the match's beginning."""

    match: MatchBase
    played: PlayedMove | None


def entries(match: MatchBase) -> list[Entry]:
    """Return the entries of a match and of the earlier matches that it continues, in order."""
    found = []
    for part in match.parts:
        if part.earlier is not None:
            found.append(Entry(part, None))
        found += [Entry(part, played) for played in part.record]
    return found


def log_lines(all_entries: Sequence[Entry], first: int, end: int) -> list[LogLine]:
    """Return the lines of some entries, by their numbers."""
    return [_line(number, all_entries[number]) for number in range(first, end)]


def _line(number: int, entry: Entry) -> LogLine:
    match, played = entry
    if played is None:
        changes = "; ".join(_changes(match).values())
        turn = turn_title(match.game.turn(match.initial_state))
        return number, turn, _maker(entry), f"Rules from here on: {changes}"
    return number, turn_title(played.turn), _maker(entry), played.sentence.text


def _changes(match: MatchBase) -> dict[str, str]:
    assert match.earlier is not None
    changes: dict[str, str] = match.game.rules.differences(match.earlier.game.rules)
    return changes


def _maker(entry: Entry) -> str:
    """Return who made a move, "dice", "person" or "bot"; "rules" for a change of rules."""
    match, played = entry
    if played is None:
        return "rules"
    if isinstance(played.actor, Chance):
        return "dice"
    return "person" if set(played.actor.seats) & set(match.persons) else "bot"


def steps_of(entry: Entry) -> list[tuple[str, str]]:
    """Return the clause and the text of each step of an entry."""
    if entry.played is None:
        return [("", f"{name}: {change}") for name, change in _changes(entry.match).items()]
    return [(step.event.clause, step.event.text) for step in entry.played.steps]


def summary(all_entries: Sequence[Entry]) -> str:
    """Return the bots' moves since the last move of a person in one line; "" for none."""
    others = list(takewhile(lambda entry: _maker(entry) in ("bot", "dice"), reversed(all_entries)))
    moves = [entry for entry in others if _maker(entry) == "bot"]
    if not moves or not all_entries[-1].match.persons:
        return ""
    lines = [each.sentence.text for _, each in reversed(moves[:SUMMARISED]) if each is not None]
    left_out = len(moves) - len(lines)
    return " · ".join(([count_noun(left_out, "move")] if left_out else []) + lines)


def scores(match: MatchBase, view: AnyView) -> list[list[Any]]:
    """Return the numbers that count now, as lists of their fields."""
    return [list(score) for score in view.score(match.game, match.state)]


def players(match: MatchBase) -> dict[str, Any]:
    """Return the seats and their players, the dice and the seed."""
    bots = list(match.game.bots)
    return {
        "seats": [[seat, _player(player)] for seat, player in match.seats.items()],
        "players": [PERSON, *bots],
        "levels": {bot: level_text(match.game, bot) for bot in bots},
        "rolls": bool(match.game.rolls),
        "dice": "real" if is_manual(match.dice) else "seeded",
        "seed": str(match.seed),
    }


def _player(player: object) -> str:
    return player if isinstance(player, str) else str(getattr(player, "__name__", "a function"))


# --- the end -------------------------------------------------------------------------------------


def result(match: MatchBase) -> dict[str, Any]:
    """Return how the game ended, how long it was and where it turned; {} before its end."""
    ended = match.result
    if ended is None or not match.between_moves:
        return {}
    all_entries = entries(match)
    moves = count_noun(sum(each.played is not None for each in all_entries), "move")
    turns = f"{count_noun(match.turn, 'turn')}, " if match.turn else ""
    found: dict[str, Any] = {
        "text": ended.text,
        "clause": ended.clause,
        "winners": list(ended.winners),
        "length": f"{turns}{moves}",
    }
    turning = turning_point(all_entries, ended.winners)
    if turning is not None:
        number, title, _maker, text = _line(turning, all_entries[turning])
        found |= {"turning": f"{title}: {text}", "line": number}
    return found


def turning_point(all_entries: Sequence[Entry], winners: Sequence[str]) -> int | None:
    """Return the number of the entry after which the winners led for good.

    None if they led all the time, if only the end decided, or if the game evaluates no state.
    """
    leaders = [leader(entry.match, entry.played.steps) for entry in all_entries if entry.played]
    numbers = [number for number, entry in enumerate(all_entries) if entry.played]
    against = [who is not None and who != frozenset(winners) for who in leaders]
    behind = [
        number for number, who in enumerate(leaders) if who is None or not _is_won(who, winners)
    ]
    if not any(against) or not behind or behind[-1] + 1 >= len(leaders):
        return None
    return numbers[behind[-1] + 1]


def _is_won(leader: frozenset[str], winners: Sequence[str]) -> bool:
    return leader <= set(winners) if winners else not leader


def leader(match: MatchBase, steps: Sequence[Step]) -> frozenset[str] | None:
    """Return the seats that the game's evaluation prefers after some steps; None if it has none.

    Where all seats have the same value, as in a team, all or none of them lead.
    """
    if not steps:
        return None
    game, state = match.game, steps[-1].state
    values = {seat: game.evaluate(state, seat) for seat in game.seats}
    best, worst = max(values.values()), min(values.values())
    if best == worst:
        return None if best == 0 else frozenset(values if best > 0 else ())
    return frozenset(seat for seat, value in values.items() if value == best)


# --- how to play ---------------------------------------------------------------------------------


def how_to_play(view: AnyView, game: AnyGame) -> dict[str, Any]:
    """Return the aim of the game, a turn and the symbols."""
    how = view.how_to_play(game)
    symbols = [list(each) for each in how.symbols]
    first = bool(view.first_game)
    return {"aim": how.aim, "turn": list(how.turn), "symbols": symbols, "first_game": first}
