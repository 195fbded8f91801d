"""The panels of a table, as data for its page.

Vocabulary
    entry   a line of the log: a move, or a change of rules
    leader  the seats that are ahead; none while nobody is
    report  a sentence on what just happened, with what the panels show once the board shows it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from piecepack_nb.bots.levels import IN_WORDS, by_level
from piecepack_nb.core.actors import Chance, Simultaneous
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
"""The most sentences of the summary of the others' turn."""
SUMMARY_LENGTH = 320
"""The most characters of these; the log comes below the summary. The last sentence is whole."""

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
        changes = "; ".join(_changes(match))
        turn = turn_title(match.game.turn(match.initial_state))
        return number, turn, _maker(entry), f"Rules from here on: {changes}"
    return number, turn_title(played.turn), _maker(entry), played.sentence.text


def _changes(match: MatchBase) -> list[str]:
    assert match.earlier is not None
    return list(match.game.rules.in_words(match.earlier.game.rules).values())


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
        return [("", change) for change in _changes(entry.match)]
    return [(step.event.clause, step.event.text) for step in entry.played.steps]


def summary(all_entries: Sequence[Entry]) -> str:
    """Return what others have done since the last move of a person in one line; "" for nothing.

    Where that move was the last secret one, what followed from all of them comes first. A secret
    move that changes nothing yet is left out.
    """
    lines: list[str] = []
    for match, played in reversed(all_entries):
        maker = _maker(Entry(match, played))
        if played is None or not match.persons:
            break
        if maker in ("person", "bot") and _pace(match, played) == "wait":
            own = maker == "person" or _is_secret(match, played)  # the move, before what followed
            lines[:0] = _parts(played)[own:]
        if maker == "person":
            break
    kept = len(lines[-SUMMARISED:])
    while kept > 1 and len(" ".join(lines[-kept:])) > SUMMARY_LENGTH:
        kept -= 1
    left_out = len(lines) - kept
    more = [f"({count_noun(left_out, 'earlier sentence')})"] if left_out else []
    return " ".join([*more, *lines[len(lines) - kept :]])


def _parts(played: PlayedMove) -> list[str]:
    """Return the sentences of a move."""
    return [step.sentence.text for step in played.steps if step.sentence is not None]


def scores(match: MatchBase, view: AnyView, state: Any = None) -> list[list[Any]]:
    """Return the numbers that count now or in another state, as lists of their fields."""
    state = match.state if state is None else state
    return [list(score) for score in view.score(match.game, state)]


# --- what just happened --------------------------------------------------------------------------


def reports(match: MatchBase, view: AnyView, first: int, ends: Mapping[int, int]) -> list[Any]:
    """Return a report on each sentence of the steps from number ``first``, from 0.

    ``ends`` has, by the step of each that finishes a sentence, the frame which shows its end.
    """
    found = []
    earlier = len(entries(match)) - len(match.record)
    for line, played in enumerate(match.record, earlier):
        for number in range(max(first, played.first), played.end):
            sentence = match.steps[number].sentence
            if number in ends and sentence is not None:
                found.append(
                    {
                        "text": sentence.text,
                        "clause": sentence.clause,
                        "to": ends[number],
                        "pace": "" if _is_own_part(match, played, number) else _pace(match, played),
                        "line": line if number == played.end - 1 else line - 1,
                        "scores": scores(match, view, match.steps[number].state),
                    }
                )
    return _joined(found)


def _joined(all_reports: list[Any]) -> list[Any]:
    """Return the reports; those that end in the same frame, of what moves at once, are one."""
    found: list[Any] = []
    for each in all_reports:
        if found and found[-1]["to"] == each["to"]:
            text = f"{found[-1]['text']} {each['text']}"
            found[-1] = {**each, "text": text, "clause": found[-1]["clause"]}
        else:
            found.append(each)
    return found


def before_steps(match: MatchBase, view: AnyView, first: int) -> dict[str, Any]:
    """Return what the panels show before step number ``first``."""
    state = match.steps[first - 1].state if first else match.initial_state
    made = sum(played.end <= first for played in match.record)
    line = len(entries(match)) - len(match.record) + made - 1
    return {"line": line, "scores": scores(match, view, state)}


def _is_own_part(match: MatchBase, played: PlayedMove, number: int) -> bool:
    """Return True if a step finishes the first part of a person's move: what that person did."""
    first = next(at for at, step in enumerate(played.steps, played.first) if step.sentence)
    return bool(set(played.actor.seats) & set(match.persons)) and number == first


def _pace(match: MatchBase, played: PlayedMove) -> str:
    """Return how long a table that waits for its persons shows a sentence of a move.

    "wait": until they go on, for what others have decided and what followed; "read": as long as
    reading takes, for dice or cards alone; "": no longer than the board moves, as in the set-up.
    """
    persons, steps = set(match.persons), played.steps
    if not persons:
        return ""
    if isinstance(played.actor, Chance):
        if not played.turn:
            return ""
        return "wait" if len(steps) > 1 else "read"
    if set(played.actor.seats) & persons:
        return "wait" if len(_parts(played)) > 1 else ""
    return "" if len(steps) == 1 and _is_secret(match, played) else "wait"


def _is_secret(match: MatchBase, played: PlayedMove) -> bool:
    """Return True for a move that other seats make at the same time."""
    before = match.steps[played.first - 1].state if played.first else match.initial_state
    return isinstance(match.game.to_act(before), Simultaneous)


def players(match: MatchBase) -> dict[str, Any]:
    """Return the seats and their players, the dice and the seed."""
    bots = by_level(match.game)
    return {
        "seats": [[seat, _player(player)] for seat, player in match.seats.items()],
        "players": [PERSON, *bots],
        "levels": {bot: _level(match.game, bot) for bot in bots},
        "rolls": bool(match.game.rolls),
        "dice": "real" if is_manual(match.dice) else "seeded",
        "seed": str(match.seed),
    }


def _level(game: AnyGame, bot: str) -> str:
    """Return how a bot plays, for those of the levels, and what it is worth."""
    return "; ".join(filter(None, (IN_WORDS.get(bot), level_text(game, bot))))


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
        "won": _is_celebrated(match, ended.winners),
    }
    turning = turning_point(all_entries, ended.winners)
    if turning is not None:
        title = _line(turning, all_entries[turning])[1]
        text, step = decisive(all_entries[turning], ended.winners)
        found |= {"turning": f"{title}: {text}", "line": turning, "step": step}
    return found


def _is_celebrated(match: MatchBase, winners: Sequence[str]) -> bool:
    """Return True for the win of a person: no loss, and no draw in which all seats win."""
    shared = set(winners) == set(match.seats) and not match.game.cooperative
    return bool(set(winners) & set(match.persons)) and not shared


def turning_point(all_entries: Sequence[Entry], winners: Sequence[str]) -> int | None:
    """Return the number of the entry after which the winners led for good.

    None if they led all the time or since the set-up, if only the end decided, or if the game
    evaluates no state.
    """
    made = [(number, *each) for number, each in enumerate(all_entries) if each.played is not None]
    leaders = [leader(match, played.steps) for _, match, played in made if played is not None]
    against = [who is not None and who != frozenset(winners) for who in leaders]
    behind = [at for at, who in enumerate(leaders) if who is None or not _is_won(who, winners)]
    if not any(against) or not behind or behind[-1] + 1 >= len(leaders):
        return None
    number, _, played = made[behind[-1] + 1]
    return number if played is not None and played.turn else None


def decisive(entry: Entry, winners: Sequence[str]) -> tuple[str, int]:
    """Return the sentence of an entry after which the winners led, and the step that ends it."""
    match, played = entry
    assert played is not None
    found = None
    for number, step in enumerate(played.steps):
        if step.sentence is not None:
            who = leader(match, played.steps[: number + 1])
            led = who is not None and _is_won(who, winners)
            found = (found or (step.sentence.text, number)) if led else None
    return found or (played.sentence.text, -1)


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
