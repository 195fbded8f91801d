"""Playtests of many games and people in one report, beside the measures of bots.

Players at one table influence each other, and one person may play several seats, so that shares and
intervals count games, not tries: "in 3 of 5 games".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid, printable, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Estimate, mean_interval, wilson
from piecepack_nb.lab.measures import Measures, measures
from piecepack_nb.lab.playing import GameFailed
from piecepack_nb.lab.playtest import FOLDER, Note, Playtest, playtests_in

GAMES = 20
"""The games of bots that a report is beside."""
MOST_FILES = 1000
MOST_SHOWN, MOST_QUOTED, MOST_LEFT_OUT = 12, 6, 3
"""The most clauses, answers and problems of files in the picture."""
MOST_REASONS = 3
"""The most refusals by one clause that are quoted."""
PLACE = re.compile(r"\b[a-z]*\d+\b")
"""A square or a number in a refusal."""
BESIDE = ("games", "length", "thinking time")
"""The rows that stand beside the bars of the picture."""


class Stumble(NamedTuple):
    """A clause that refused what people tried."""

    clause: str
    rule: str
    """The title of the clause."""
    tries: int
    of_tries: int
    """All tries that were refused."""
    games: int
    """The games in which somebody tried it."""
    of: int
    """All games of people."""
    reasons: tuple[tuple[str, int], ...]
    """The refusals that were seen most, each with how often, wherever on the board it was."""
    bots: float | None
    """The share of the refused tries of bots; None without bots."""

    @property
    def name(self) -> str:
        """The clause with its title."""
        return f"{self.clause} {self.rule}".strip() or "no clause"

    @property
    def shares(self) -> str:
        """The number of refused tries, and its share of those of bots."""
        bots = "" if self.bots is None else f" (bots: {100 * self.bots:.0f} %)"
        return f"{self.tries} of {self.of_tries} refused {_tries(self.of_tries)}{bots}"

    @property
    def where(self) -> str:
        """The games in which people tried it."""
        return f"in {self.games} of {count_noun(self.of, 'game')}"


def _tries(number: int) -> str:
    return "try" if number == 1 else "tries"


class PlaytestedGame:
    """The playtests of one game under the same rules, beside the measures of its bots."""

    def __init__(self, played: Sequence[Playtest], bots: Measures | None = None) -> None:
        self.played = [each for each in played if each.notes]
        self.bots = bots
        heading = played[0].heading
        self.title = heading.title or heading.game or "an unknown game"
        rules = ", ".join(f"{name}={value!r}" for name, value in (heading.rules or {}).items())
        self.title += f" under {shorten(rules)}" if rules else ""

    def _notes(self, kind: str) -> list[Note]:
        return [note for each in self.played for note in each.all(kind)]

    @property
    def finished(self) -> list[Playtest]:
        """The games that were played to their end."""
        return [each for each in self.played if each.all("end")]

    @property
    def turns(self) -> Estimate | None:
        """The mean number of turns of the games that were played to their end; None of none."""
        lengths = [each.all("end")[-1].turn for each in self.finished]
        return mean_interval(lengths, "turns") if lengths else None

    @property
    def thinking(self) -> Estimate | None:
        """The mean of the games' median thinking times; None without a move."""
        medians = [
            median(note.seconds for note in each.all("move"))
            for each in self.played
            if each.all("move")
        ]
        return _positive(mean_interval(medians, "s")) if medians else None

    @property
    def stumbles(self) -> list[Stumble]:
        """The clauses that refused what people tried, those in most games first."""
        found, refused = [], self._notes("refused")
        for clause in {note.clause for note in refused}:
            notes = [note for note in refused if note.clause == clause]
            games = sum(clause in each.refused for each in self.played)
            rule = next((note.rule for note in reversed(notes) if note.rule), "")
            bots = None if self.bots is None else self.bots.refused.get(clause, 0.0)
            counts = len(notes), len(refused), games, len(self.played)
            found.append(Stumble(clause, rule, *counts, _reasons(notes), bots))
        return sorted(found, key=lambda each: (-each.games, -each.tries, each.clause))

    @property
    def answers(self) -> dict[str, list[Note]]:
        """The answers of the players to each question, without empty ones."""
        found: dict[str, list[Note]] = {}
        for note in self._notes("answer"):
            given = found.setdefault(note.question, [])
            if note.text.strip():
                given.append(note)
        return found

    # --- in words ------------------------------------------------------------------------------

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield the rows of the table."""
        yield "games", self._games()
        yield from self._lengths()
        yield "thinking time", self._thinking()
        yield "taken back", self._share_of_moves("undo", "moves undone")
        yield "refused", self._share_of_moves("refused", "refused tries")
        for each in self.stumbles:
            yield each.name, self._stumble(each)
        for question, given in self.answers.items():
            yield question, self._given(question, given)

    def _games(self) -> str:
        seats = count_noun(sum(len(each.seats) for each in self.played), "seat")
        played = f"{count_noun(len(self.played), 'game')} by people in {seats}"
        bots = f"; {count_noun(len(self.bots.games), 'game')} by bots" if self.bots else ""
        return f"{played}, {len(self.finished)} played to the end{bots}"

    def _lengths(self) -> Iterator[tuple[str, str]]:
        bots = {each.name: each.estimate for each in self.bots.found} if self.bots else {}
        if self.turns is not None and self.turns.value:
            beside = f"; bots {bots['Length']}" if "Length" in bots else ""
            yield "length", f"{self.turns}{beside}"

    def _thinking(self) -> str:
        notes = self._notes("move")
        if self.thinking is None:
            return "no moves"
        longest = max(notes, key=lambda note: note.seconds)
        return (
            f"{self.thinking} a move, the mean of the games' medians; "
            f"at most {longest.seconds:.0f} s ({longest.seat}, turn {longest.turn})"
        )

    def _share_of_moves(self, kind: str, what: str) -> str:
        notes, moves = self._notes(kind), len(self._notes("move"))
        games = sum(bool(each.all(kind)) for each in self.played)
        beside = f"beside {count_noun(moves, 'move')}"
        return f"{len(notes)} {what} {beside}, {_in_games(games, len(self.played))}"

    def _stumble(self, found: Stumble) -> str:
        share = wilson(found.games, found.of)
        reasons = "".join(f"; {quoted(text, number)}" for text, number in found.reasons if text)
        return f"{found.shares}, {found.where}: {share}{reasons}"

    def _given(self, question: str, given: Sequence[Note]) -> str:
        asked = sum(note.question == question for note in self._notes("answer"))
        words = " ".join(quotes(given))
        return f"{len(given)} of {count_noun(asked, 'player')} answered. {words}".strip()


def quotes(given: Sequence[Note]) -> list[str]:
    """Return the answers in quotes, those of several players once, with their number."""
    return [quoted(*each) for each in Counter(note.text for note in given).most_common()]


def quoted(text: str, number: int) -> str:
    """Return what was said ``number`` times, in quotes."""
    return f"“{_line(text)}”{f' ({number})' if number > 1 else ''}"


def _reasons(refused: Sequence[Note]) -> tuple[tuple[str, int], ...]:
    """Return the refusals seen most, those that differ in squares and numbers alone as one."""
    alike: dict[str, list[str]] = {}
    for note in refused:
        alike.setdefault(PLACE.sub("", note.text), []).append(note.text)
    most = sorted(alike.values(), key=len, reverse=True)[:MOST_REASONS]
    return tuple((Counter(texts).most_common(1)[0][0], len(texts)) for texts in most)


def _in_games(games: int, of: int) -> str:
    return f"in {games} of {count_noun(of, 'game')}"


def _positive(found: Estimate) -> Estimate:
    """Return the estimate of what can't be negative."""
    low = max(0.0, found.low) if found.low > float("-inf") else found.low
    return found._replace(low=low)


def _line(text: str) -> str:
    """Return what somebody wrote, as one line."""
    return printable(" ".join(text.split()))


class Playtests(Finding):
    """A report on playtests: difficulties clause by clause, and answers to the questions.

    ``left_out`` names each file and line that could not be read.
    """

    def __init__(
        self,
        games: Sequence[PlaytestedGame],
        left_out: Sequence[str] = (),
        remarks: Sequence[str] = (),
    ) -> None:
        self.games = list(games)
        self.left_out = tuple(left_out)
        titles = ", ".join(each.title for each in games)
        number = sum(len(each.played) for each in games)
        self.title = f"Playtests of {titles}: {count_noun(number, 'game')}"
        self.remarks = [*remarks, *self._problems()]

    def _problems(self) -> Iterator[str]:
        """Yield the first problems of the files, and how many more there are."""
        for each in self.left_out[:MOST_LEFT_OUT]:
            yield f"Left out: {shorten(each)}."
        if (more := len(self.left_out) - MOST_LEFT_OUT) > 0:
            yield f"And {more} more lines or files: see .left_out."

    @property
    def played(self) -> list[Playtest]:
        """The playtests of all games."""
        return [each for game in self.games for each in game.played]

    def rows(self) -> list[tuple[str, str]]:
        """Return the rows of each game; of several, each begins with its title."""
        found = []
        for game in self.games:
            found += [(game.title, "")] if len(self.games) > 1 else []
            found += [(_line(name), figure) for name, figure in game.rows()]
        return found

    def records(self) -> list[Record]:
        """Return a row for each note, with its game, rules and the name of its file."""
        return [
            {
                "game": each.heading.game,
                "rules": dict(each.heading.rules or {}),
                "number": number,
                "file": each.title,
                **note._asdict(),
            }
            for number, each in enumerate(self.played, start=1)
            for note in each.notes
        ]

    def drawing(self) -> Chart:
        """Return a bar for each clause: in what share of the games somebody stumbled over it."""
        rows = []
        for game in self.games:
            head = f"{game.title}: " if len(self.games) > 1 else ""
            for each in game.stumbles[:MOST_SHOWN]:
                row = _bar(
                    f"{head}{each.name}", each.games, each.of, f"{each.where}; {each.shares}"
                )
                rows.append(row)
            if not game.stumbles and game.played:
                number = len(game.played)
                rows.append(_bar(f"{head}nothing was refused", 0, number, _in_games(0, number)))
        share = "games in which people stumbled over it"
        return Chart("bars", self.title, tuple(rows), share, share=True, notes=self._notes())

    def _notes(self) -> tuple[str, ...]:
        """Return the figures and answers that stand beside the bars."""
        found = []
        for game in self.games:
            head = f"{game.title}: " if len(self.games) > 1 else ""
            figures = [each for each in game.rows() if each[0] in BESIDE]
            found += [f"{head}{name}: {figure}." for name, figure in figures]
            for question, given in game.answers.items():
                quoted = quotes(given)
                more = len(quoted) - MOST_QUOTED
                quoted[MOST_QUOTED:] = [f"and {more} more: print this result"] if more > 0 else []
                found.append(f"{head}{question} {' '.join(quoted) or 'No answer'}")
        return tuple(map(_line, found))

    def __repr__(self) -> str:
        return f"<{self.title}; {len(self.left_out)} left out>"


def _bar(name: str, games: int, of: int, text: str) -> dict[str, Any]:
    share = wilson(games, of)
    return {"name": name, "value": share.share, "low": share.low, "high": share.high, "text": text}


def playtests(where: str | Path = FOLDER, *, games: int = GAMES, keep: bool = False) -> Playtests:
    """Return the report of a file or a folder of notes, with ``games`` by bots beside it.

    With ``games=0`` no bots play. What can't be read is left out, and named in the result. Raises
    BadInput where there is no note.
    """
    if not isinstance(where, str | Path):
        raise invalid("the folder", where, "the path of a folder or file of notes")
    whole_number("games", games, 0, 1000)
    if not Path(where).exists():
        raise BadInput(f"there is no file or folder {where}; expected one with notes of playtests")
    left_out: list[str] = []
    found = [each for path in _files(Path(where)) for each in playtests_in(path, left_out)]
    noted = _once(each for each in found if each.notes)
    if not noted:
        first = f". {left_out[0]}" if left_out else ""
        raise BadInput(f"{where} holds no notes of a playtest{first}")
    remarks: list[str] = []
    groups = _by_game(noted).values()
    reports = [PlaytestedGame(each, _bots(each[0], games, keep, remarks)) for each in groups]
    return Playtests(reports, left_out, remarks)


def _files(top: Path) -> list[Path]:
    """Return the files of notes in a folder, or the file itself."""
    if not top.is_dir():
        return [top]
    return [path for path in sorted(top.rglob("*.jsonl"))[:MOST_FILES] if path.is_file()]


def _once(found: Iterable[Playtest]) -> list[Playtest]:
    """Return each playtest once, with the most notes: a player may save theirs several times."""
    longest: dict[object, Playtest] = {}
    for each in found:
        key = each.heading.id or each  # files without ids are all different
        if key not in longest or len(longest[key].notes) < len(each.notes):
            longest[key] = each
    return list(longest.values())


def _by_game(played: Sequence[Playtest]) -> Mapping[str, list[Playtest]]:
    """Return the playtests of each game under the same rules."""
    groups: dict[str, list[Playtest]] = {}
    for each in played:
        rules = sorted((each.heading.rules or {}).items())
        groups.setdefault(repr((each.heading.game, rules)), []).append(each)
    return groups


def _bots(played: Playtest, games: int, keep: bool, remarks: list[str]) -> Measures | None:
    """Return the measures of a game's bots; None, and a remark, where they can't play."""
    heading = played.heading
    if not games:
        return None
    if not heading.game:
        remarks.append("Notes without a heading don't say which game they are of: no bots.")
        return None
    try:
        game: AnyGame = make_game(heading.game, dict(heading.rules or {}))
    except BadInput:
        name = shorten(heading.title or heading.game)
        remarks.append(f"No bots play {name}, which isn't known here: run the cell of its class.")
        return None
    try:
        return measures(game, games, keep=keep)
    except (BadInput, GameFailed) as error:
        remarks.append(f"No bots play {game.title}: {shorten(str(error))}.")
        return None
