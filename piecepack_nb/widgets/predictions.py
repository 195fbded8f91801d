"""The predictions that a reader made on boards: kept in a file, drawn by clause, and asked again.

The file is in the notebook's own folder, for this reader alone. It holds questions, guesses and
clauses; no name and no date.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.journal import FOLDER, keep_out_of_git
from piecepack_nb.core.load import as_object, parse, read
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import unwritable, write
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.validate import all_entries, flag, mapping, whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.lab.finding import cell
from piecepack_nb.scene import Feedback, Picture
from piecepack_nb.scene.questions import Asked, Questions, Round, RoundSource, rounds_of
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.scene.svg import clean
from piecepack_nb.widgets.quiz import Quiz

FORMAT, VERSION = "piecepack_nb predictions", 1
NAME = "predictions.jsonl"
LONGEST = 4000
"""The most characters of an entry."""
SHOWN = 3
"""The most problems of a class's files in its picture."""
COPY = re.compile(r"( ?\(\d+\)| - [Cc]opy| copy)+$")
"""The end of the name of a file that was downloaded once more, such as "ann (1)"."""


class Prediction(NamedTuple):
    """A prediction of a reader, and how it was judged."""

    lesson: str
    """The notebook's name; "" where it is unknown."""
    game: str
    rules: Mapping[str, Any]
    """The rule options that differ from the printed rules."""
    kind: str
    """The kind of question, as in ``pp.predict``."""
    title: str
    """The title of the clause; of the question where no clause decides."""
    clause: str
    """The clause of the answer; for a wrong guess, the one that it overlooks. "" for none."""
    question: str
    guess: str
    right: bool
    text: str
    """The feedback."""
    position: str
    """A hash of the question's position: the same one asked again has the same."""
    who: str = ""
    """In a class: the name of the reader's file or folder."""
    answer_rule: str = ""
    """The rule of the right answer; "" where no clause decides, and in older files."""
    vote: int = 0
    """In a vote of a class: 1 for the first vote, 2 for the one after talking; else 0."""

    @property
    def rule(self) -> str:
        """The clause or, without one, the question: what this prediction shows knowledge of."""
        return f"{self.clause} {self.title}" if self.clause else self.title


def prediction(
    questions: Questions, asked: Asked, guess: str, found: Feedback, vote: int = 0
) -> Prediction:
    """Return the prediction that a guess and its feedback make, as a vote if it is one."""
    game = questions.game
    clause = game.rulebook.clauses.get(found.clause)
    spots = {spot.id: spot for spot in asked.question.scene.spots}
    spot = spots[guess]
    right = [found] if found.right else [
        questions.feedback(asked, each) for each in (found.answer or ())[:1] if each in spots
    ]  # fmt: skip
    return Prediction(
        lesson=lesson(),
        game=game.name,
        rules=game.rules.changed(),
        kind=questions.kind,
        title=clause.title if clause else questions.title,
        clause=found.clause,
        question=asked.question.scene.caption,
        guess=spot.name or guess,
        right=found.right,
        text=found.text,
        position=position_hash(questions, asked),
        answer_rule="".join(_rule(game, each.clause) for each in right),
        vote=vote,
    )


def _rule(game: AnyGame, clause: str) -> str:
    known = game.rulebook.clauses.get(clause)
    return f"{clause} {known.title}" if known else ""


def position_hash(questions: Questions, asked: Asked) -> str:
    """Return a hash of the question and its position."""
    game, caption = questions.game, asked.question.scene.caption
    whole = [game.name, game.rules.to_json(), questions.kind, caption, game.checksum(asked.state)]
    return hashlib.blake2b(json.dumps(whole).encode(), digest_size=8).hexdigest()


def lesson() -> str:
    """Return the name of the notebook that runs, where its server names it; "" elsewhere."""
    return Path(os.environ.get("JPY_SESSION_NAME", "")).stem


# --- The file ------------------------------------------------------------------------------------


def keep(questions: Questions, asked: Asked, guess: str, found: Feedback) -> None:
    """Add a prediction to the reader's file; raise BadInput if it can't be written."""
    append(Path(FOLDER, NAME), [prediction(questions, asked, guess, found)])


def append(path: Path, made: Sequence[Prediction]) -> None:
    """Add predictions to a reader's file; raise BadInput if it can't be written."""
    keep_out_of_git(path.parent)
    try:
        with path.open("a+b") as file:  # bytes, so that lines end alike on every system
            file.seek(0)
            content = file.read()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                file.truncate(whole)  # an unfinished line would damage the next one
            file.write(_lines(made, head=not whole).encode())
    except OSError as error:
        raise unwritable(path, error) from None


def _lines(made: Iterable[Prediction], *, head: bool) -> str:
    first = [{"format": FORMAT, "version": VERSION}] if head else []
    data = (*first, *(each._asdict() for each in made))
    return "".join(f"{json.dumps(each)}\n" for each in data)


def read_predictions(path: Path) -> list[Prediction] | None:
    """Return the predictions in a file; None for a file that holds something else.

    An unfinished last line is left out. Raises BadInput for a damaged file.
    """
    found = []
    lines = _lines_of(path)
    for number, line in enumerate(lines or [], start=2):
        try:
            found.append(_read(parse(line, "the line")))
        except BadInput as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
    return None if lines is None else found


def _lines_of(path: Path) -> list[str] | None:
    """Return a file's lines of predictions, unread; None for a file that holds something else."""
    head, *lines = read(path).decode("utf-8", "replace").split("\n")
    if f'"format": "{FORMAT}"' not in head:
        if any('"guess": ' in line for line in (head, *lines)):
            raise BadInput(f"{path}, line 1: its heading is missing; expected the file as saved")
        return None
    version = as_object(str(path), parse(head, str(path))).get("version")
    if version != VERSION:
        raise invalid(f"{path}: version", version, str(VERSION))
    return lines[:-1]


def _readable(path: Path, left_out: list[str]) -> list[Prediction] | None:
    """Return the predictions of a reader's file that can be read; add what can't to ``left_out``.

    A line that names a reader is of a joined file, or speaks for somebody else: it is left out.
    """
    try:
        lines = _lines_of(path)
    except BadInput as error:
        left_out.append(str(error))
        return None
    found, named = [], 0
    for number, line in enumerate(lines or [], start=2):
        try:
            made = _read(parse(line, "the line"))
        except BadInput as error:
            left_out.append(f"{path}, line {number}: {error}")
            continue
        named += bool(made.who)
        found += [] if made.who else [made]
    if named:
        left_out.append(
            f"{path}: {count_noun(named, 'line')} with a reader's name; expected those of the "
            "file's own reader, without a name"
        )
    return None if lines is None else found


def _read(data: Any) -> Prediction:
    whole = {**Prediction._field_defaults, **mapping("the prediction", data)}
    entries = all_entries("the prediction", whole, Prediction._fields)
    for name, value in entries.items():
        if name == "right":
            flag(name, value)
        elif name == "rules":
            mapping(name, value)
        elif name == "vote":
            whole_number(name, value, 0, 2)
        elif not isinstance(value, str) or len(value) > LONGEST:
            raise invalid(name, value, f"a text of at most {LONGEST} characters")
    return Prediction(**entries)


def predictions_in(where: str | Path) -> Predictions:
    """Return the predictions in a file, or in all files of a folder, such as those of a class.

    In a folder, each reader is named after their file, or after their folder in ``where``, whatever
    the file says. A prediction that is in several files of a reader, such as "ann.jsonl" and
    "ann (1).jsonl", counts once. What can't be read is left out, and named in the result. Raises
    BadInput where there is no prediction, and for a damaged file that is given alone.
    """
    top = Path(where)
    if not top.exists():
        raise BadInput(f"there is no folder {top}; expected the one with the files of a class")
    none = f"{top} holds no predictions; expected a folder with files of a class"
    if not top.is_dir():
        alone = read_predictions(top)
        if alone is None:
            raise BadInput(none)
        return Predictions(alone)
    made: dict[str, list[Prediction]] = {}
    left_out: list[str] = []
    for path in sorted(top.rglob("*.jsonl")):
        who = path.relative_to(top).parts[0].removesuffix(path.suffix)
        kept = _readable(path, left_out)
        if kept is not None:
            theirs = [each._replace(who=who) for each in kept]
            made.setdefault(who, []).extend(_not_in(made.get(who, []), theirs))
    if not made:
        raise BadInput(". ".join([none, *left_out[:1]]))
    joined = (each for theirs in _without_copies(made).values() for each in theirs)
    return Predictions(joined, left_out=left_out)


def _not_in(known: Iterable[Prediction], made: Iterable[Prediction]) -> list[Prediction]:
    """Return those of ``made`` that ``known`` doesn't have, or not as often."""
    left = Counter(map(_content, known))
    new = []
    for each in made:
        left[_content(each)] -= 1
        if left[_content(each)] < 0:
            new.append(each)
    return new


def _content(made: Prediction) -> str:
    """Return what a prediction says, whoever made it."""
    return json.dumps(made._replace(who=""))


def _without_copies(made: Mapping[str, list[Prediction]]) -> dict[str, list[Prediction]]:
    """Return the predictions of each reader without copies of a reader's file.

    A copy has such a name, and one of the two holds all that the other does. Files that kept the
    package's own name, such as "predictions (1)", are of different readers.
    """
    left: dict[str, list[Prediction]] = {}
    for who in sorted(made, key=lambda name: (len(name), name)):
        theirs, name = made[who], COPY.sub("", who)
        same = (each for each in left if COPY.sub("", each) == name != Path(NAME).stem)
        twin = next((each for each in same if not _not_in(left[each], theirs)
                     or not _not_in(theirs, left[each])), who)  # fmt: skip
        new = [each._replace(who=twin) for each in _not_in(left.get(twin, []), theirs)]
        left[twin] = [*left.get(twin, []), *new]
    return dict(sorted(left.items()))


def own_predictions() -> Predictions:
    """Return this reader's predictions in this notebook; where its name is unknown, in all."""
    path, name = Path(FOLDER, NAME), lesson()
    made = (read_predictions(path) if path.exists() else []) or []
    return Predictions([each for each in made if not name or each.lesson == name], path)


# --- What a reader knew --------------------------------------------------------------------------


class Answers(NamedTuple):
    """The first guesses of a class at one question."""

    question: str
    rule: str
    """The rule of the right answer; "" where no clause decides."""
    grades: list[bool]
    misled: Counter[str]
    """The rules that the wrong guesses overlook, those of most guesses first."""
    after: tuple[bool, ...] = ()
    """The grades of the second vote, after talking, if there was one."""

    @property
    def text(self) -> str:
        """The grades after talking, the rule of the right answer, and what misled."""
        misled = (f"{rule} ({count})" for rule, count in self.misled.most_common())
        parts = [
            f"after talking {sum(self.after)} of {len(self.after)} right" if self.after else "",
            f"answer by {self.rule}" if self.rule else "",
            f"overlooked: {', '.join(misled)}" if self.misled else "",
        ]
        return "; ".join(filter(None, parts))


class Predictions:
    """Predictions, the oldest first; in a notebook a picture of what was known and what misled.

    A reader's own are by rule, those of a class by question. Only the first guess at a question
    counts: later ones have seen the answer.
    """

    def __init__(
        self, made: Iterable[Prediction], path: Path | None = None, left_out: Sequence[str] = ()
    ) -> None:
        self.made = tuple(made)
        self.path = path
        """This reader's own file; None for predictions of others."""
        self.left_out = tuple(left_out)
        """The files and lines of a class that could not be read, and why."""

    def __len__(self) -> int:
        return len(self.made)

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self.made)

    @property
    def first(self) -> list[Prediction]:
        """The first guesses at each question, of each reader; no vote after talking is one."""
        found: dict[tuple[str, str], Prediction] = {}
        for each in self.made:
            if each.vote != 2:
                found.setdefault((each.who, each.position), each)
        return list(found.values())

    @property
    def readers(self) -> list[str]:
        """The names of the readers of a class."""
        return list(dict.fromkeys(each.who for each in self.made if each.who))

    @property
    def rules(self) -> dict[str, list[bool]]:
        """The grades of the first guesses by rule, those with most wrong guesses first."""
        grades: dict[str, list[bool]] = {}
        for each in self.first:
            grades.setdefault(each.rule, []).append(each.right)
        return dict(sorted(grades.items(), key=lambda item: -item[1].count(False)))

    @property
    def answers(self) -> list[Answers]:
        """The first guesses of a class by question, those with most wrong guesses first."""
        asked: dict[str, list[Prediction]] = {}
        for each in self.first:
            asked.setdefault(each.position, []).append(each)
        number: Counter[str] = Counter()
        found = []
        for guesses in asked.values():
            lesson = _most(each.lesson for each in guesses)
            number[lesson] += 1
            after = tuple(each.right for each in self.made if _is_second(each, guesses[0]))
            name = f"{lesson} {number[lesson]}".strip()
            found.append(_answers(name, guesses)._replace(after=after))
        return sorted(found, key=lambda each: -each.grades.count(False))

    @property
    def score(self) -> tuple[int, int]:
        """The numbers of right first guesses and of all of them."""
        return sum(each.right for each in self.first), len(self.first)

    def rows(self) -> list[tuple[str, str]]:
        """Return each rule with its grades in words; for a class each question, with its rules."""
        if not self.readers:
            return [(rule, f"{sum(all)} of {len(all)} right") for rule, all in self.rules.items()]
        return [
            (each.question, f"{sum(each.grades)} of {len(each.grades)} right; {each.text}")
            for each in self.answers
        ]

    def to_csv(self, path: str | Path) -> Path:
        """Write a table for a spreadsheet; return its path. Raises BadInput if that fails."""
        text = io.StringIO(newline="")
        table = csv.writer(text)
        table.writerow(Prediction._fields)
        table.writerows(map(cell, each) for each in self.made)
        return write(path, text.getvalue())

    def save(self, path: str | Path) -> Path:
        """Write a file to hand in, which ``pp.predictions`` reads; return its path.

        Raises BadInput if that fails.
        """
        return write(path, _lines(self.made, head=True))

    def delete(self) -> None:
        """Delete this reader's file, with the predictions of all notebooks in this folder.

        Raises BadInput for predictions of others, and if the file can't be deleted.
        """
        if self.path is None:
            raise BadInput("these predictions are of a class; expected your own, pp.predictions()")
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(self.path, error) from None
        self.made = ()

    # --- again ---------------------------------------------------------------------------------

    @property
    def misled(self) -> list[Prediction]:
        """The newest first guess of each rule whose newest is wrong, the newest first."""
        newest: dict[str, Prediction] = {}
        for each in self.first:
            newest.pop(each.rule, None)
            newest[each.rule] = each
        return [
            each for each in reversed(self.first) if newest[each.rule] is each if not each.right
        ]

    def again(self, count: int = 4, seed: int = 0) -> Quiz:
        """Return a quiz on new positions in which the rules decide that misled the reader.

        They are found in games of bots; a seed repeats them. All are of the game and the kind of
        question of the newest wrong guess. Raises BadInput if nothing misled the reader, and where
        no such position comes up.
        """
        if type(count) is not int or not 1 <= count <= 20:
            raise invalid("count", count, "a whole number from 1 to 20")
        misled = [each for each in self.misled if each.game]
        if not misled:
            raise BadInput("no rule misleads you now; expected a wrong prediction on a board")
        newest = misled[0]
        game = make_game(newest.game, newest.rules)
        due = [each for each in misled if (each.game, each.rules, each.kind) ==
               (newest.game, newest.rules, newest.kind)]  # fmt: skip
        found = _new_positions(
            game, newest.kind, due, {each.position for each in self}, count, seed
        )
        if not found:
            rules = join_list(each.rule for each in due)
            raise BadInput(f"no new position about {rules} came up; expected another seed")
        return Quiz(Questions(game, found, newest.kind, one_each=True), keep)

    # --- the picture -----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the picture in words, with all that was left out."""
        rows = (f"{rule}: {words}" for rule, words in self.rows())
        return "\n".join(
            [self._heading(), *rows, *(f"Left out: {shorten(each)}" for each in self.left_out)]
        )

    def _heading(self) -> str:
        right, all = self.score
        if not all:
            return "No predictions yet: guess, then run this cell again"
        whose = f" by {count_noun(len(self.readers), 'reader')}" if self.readers else ""
        return f"{right} of {count_noun(all, 'first prediction')} right{whose}"

    def note(self) -> str:
        """Return where the predictions are, what the file holds, and how to delete it.

        For a class, return what of its files was left out.
        """
        if self.path is None:
            some, more = self.left_out[:SHOWN], len(self.left_out) - SHOWN
            named = [f"Left out: {shorten(each)}." for each in some]
            named += [f"And {more} more: see .left_out."] * (more > 0)
            return " ".join(["Joined from the files of a class.", *named])
        browser = sys.platform == "emscripten"
        where = "in this browser" if browser else "beside this notebook"
        return (
            f"Kept {where}, in {self.path.as_posix()}: questions, guesses and rules, no "
            "name and no date. pp.predictions().delete() deletes it."
        )

    def svg(self) -> Picture:
        """Return the picture: a row for each rule with a mark for each first guess."""
        return _picture(self)

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __repr__(self) -> str:
        return f"<Predictions: {self._heading()}>" if self.made else "<Predictions: none>"


def _answers(name: str, guesses: list[Prediction]) -> Answers:
    """Return the guesses at one question, which is named by its lesson and a number.

    The question and its rule are those that most files have.
    """
    right = (each.answer_rule or each.rule for each in guesses if each.right)
    known = (each.answer_rule for each in guesses if each.answer_rule)
    return Answers(
        question=f"{name}: {_most(each.question for each in guesses)}",
        rule=_most(right) or _most(known),
        grades=[each.right for each in guesses],
        misled=Counter(each.rule for each in guesses if not each.right),
    )


def _is_second(made: Prediction, first: Prediction) -> bool:
    """Return True for a vote after talking at the question of a first guess."""
    return made.vote == 2 and made.position == first.position


def _most(texts: Iterable[str]) -> str:
    """Return the most frequent text; "" if there is none."""
    return next((text for text, _ in Counter(texts).most_common(1)), "")


# --- New positions -------------------------------------------------------------------------------

GAMES, EACH, MOST = 20, 3, 24
"""The most games of bots that are searched, questions of a game, and questions in all."""


def _new_positions(
    game: AnyGame, kind: str, due: Sequence[Prediction], known: set[str], count: int, seed: int
) -> list[RoundSource]:
    """Return sources of new positions, for each rule of ``due`` in turn."""
    left = Counter({each.clause: -(-count // len(due)) for each in due})
    found: list[RoundSource] = []
    spare: list[RoundSource] = []  # where a guess can break such a clause, but few would
    for questions, asked in islice(_candidates(game, kind, seed), MOST):
        position = position_hash(questions, asked)
        if position in known:
            continue
        known = known | {position}
        deciding, broken = _clauses(questions.feedbacks(asked).values())
        scene = questions.view.scene(game, asked.state)
        source = partial(iter, [Round(asked.state, scene, asked.steps)])
        clause = next((each for each in left if left[each] > 0 and each in deciding), None)
        if clause is not None:
            left[clause] -= 1
            found.append(source)
        elif broken & left.keys():
            spare.append(source)
        if len(found) == count or sum(left.values()) == 0:
            break
    return [*found, *spare][:count]


def _candidates(game: AnyGame, kind: str, seed: int) -> Iterator[tuple[Questions, Asked]]:
    """Yield questions of seeded games of bots: a few of each game, from a later one each time."""
    for number in range(GAMES):
        questions = Questions(game, [rounds_of(Match(game, seed=seed + number))], kind)
        first = number % 5
        for asked in islice(questions, first, first + 3 * EACH, 3):
            yield questions, asked


def _clauses(found: Iterable[Feedback]) -> tuple[set[str], set[str]]:
    """Return the clauses that decide, and all that a wrong guess breaks.

    One that most wrong guesses break, such as that nothing is on a square, decides nothing.
    """
    feedbacks = list(found)
    wrong = Counter(each.clause for each in feedbacks if not each.right)
    few = {clause for clause, number in wrong.items() if number <= max(3, len(feedbacks) // 4)}
    return few | {each.clause for each in feedbacks if each.right}, set(wrong)


# --- The picture ---------------------------------------------------------------------------------

WIDE, TOP, HIGH, MARK = 480, 58, 56, 20
"""In CSS pixels: the picture's width, its heading, a row, and a mark."""
MARKS = 18
"""The most marks in a row; more grades are drawn as a bar."""


def _picture(made: Predictions) -> Picture:
    note = _wrapped(made.note(), 64)
    uid = "ppnbk" + hashlib.sha256(made.text().encode()).hexdigest()[:8]
    rows, bottom = "", TOP
    for title, grades, under in _drawn_rows(made):
        rows += _row(title, grades, bottom)
        below = bottom + HIGH + 4
        rows += "".join(_words(line, 12, below + 18 * n, "soft") for n, line in enumerate(under))
        bottom += HIGH + 18 * len(under)
    high = bottom + 18 * len(note) + 12
    foot = "".join(_words(line, 12, bottom + 6 + 18 * n, "soft") for n, line in enumerate(note))
    wrong = "wrong" if made.readers else "wrong: this rule was overlooked"
    legend = _sign(12, 34, right=True) + _words("right", 38, 49, "soft")
    legend += _sign(96, 34, right=False) + _words(wrong, 122, 49, "soft")
    head = "".join(_words(line, 12, 22, "head") for line in _wrapped(made._heading(), 64)[:1])
    style = (
        f".ppnb-known{{{LIGHT}}}@media(prefers-color-scheme:dark){{.ppnb-known{{{DARK}}}}}"
        '.ppnb-known text{font:13px system-ui,"Segoe UI","DejaVu Sans",sans-serif;'
        "fill:var(--ppnb-ink)}.ppnb-known .soft{fill:var(--ppnb-soft)}"
        ".ppnb-known .head{font-size:14px;font-weight:600}.ppnb-known .rule{font-weight:600}"
        ".ppnb-known .back{fill:var(--ppnb-paper)}"
        ".ppnb-known .right{fill:var(--ppnb-accent);stroke:var(--ppnb-accent);stroke-width:2}"
        ".ppnb-known .wrong{fill:none;stroke:var(--ppnb-guess);stroke-width:2;"
        "stroke-dasharray:4 2.5}.ppnb-known path{fill:none;stroke-width:2.4;stroke-linecap:round}"
        ".ppnb-known .tick{stroke:var(--ppnb-accent-2)}.ppnb-known .cross{stroke:var(--ppnb-guess)}"
    ).replace("\n", "")
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ppnb-known" role="img" width="{WIDE}" '
        f'height="{high}" viewBox="0 0 {WIDE} {high}" style="max-width:100%;height:auto" '
        f'aria-labelledby="{uid}-t {uid}-d"><title id="{uid}-t">Your predictions</title>'
        f'<desc id="{uid}-d">{clean(made.text())}</desc><style>{style}</style>'
        f'<rect class="back" width="{WIDE}" height="{high}" rx="8"/>{head}'
        f"{legend if rows else ''}{rows}{foot}</svg>"
    )


def _drawn_rows(made: Predictions) -> list[tuple[str, list[bool], list[str]]]:
    """Return each row's title, its grades and the lines below them."""
    if not made.readers:
        return [(rule, grades, []) for rule, grades in made.rules.items()]
    return [
        (each.question, each.grades, _wrapped(each.text, 66) if each.text else [])
        for each in made.answers
    ]


def _row(rule: str, grades: list[bool], top: float) -> str:
    """Return a rule with its grades: marks in the order of the guesses, or a bar."""
    right, all = sum(grades), len(grades)
    title = _wrapped(rule, 58)
    shown = title[0] + (" …" if title[1:] else "")
    words = f"{right} of {all}"
    drawn = "".join(_sign(12 + 24 * n, top + 22, right=each) for n, each in enumerate(grades))
    if all > MARKS:
        drawn = _bar(right / all, top + 22)
    return (
        f"{_words(shown, 12, top + 14, 'rule')}{drawn}"
        f'<text x="{WIDE - 12}" y="{top + 37}" text-anchor="end">{words}</text>'
    )


def _bar(share: float, top: float) -> str:
    wide = 380
    return (
        f'<rect class="wrong" x="12" y="{top}" width="{wide}" height="{MARK}" rx="6"/>'
        f'<rect class="right" x="12" y="{top}" width="{share * wide:.1f}" height="{MARK}" rx="6"/>'
    )


def _sign(x: float, y: float, *, right: bool) -> str:
    """Return a mark: a filled box with a tick, or a dashed one with a cross."""
    look, lines = ("tick", "M5 10l4 4 7-8") if right else ("cross", "M6 6l8 8M14 6l-8 8")
    return (
        f'<g transform="translate({x} {y})"><rect class="{"right" if right else "wrong"}" '
        f'width="{MARK}" height="{MARK}" rx="6"/><path class="{look}" d="{lines}"/></g>'
    )


def _words(text: str, x: float, y: float, look: str) -> str:
    return f'<text class="{look}" x="{x}" y="{y}">{clean(text)}</text>'


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width) or [""]
