"""Moves and states as numbers, for tools that know no games.

Vocabulary
    word      a part of a move's text: "a1:1-a2 A-c3" has the words a1, :1, a2, A and c3
    action    the number of a word in ``Encoding.words``; it means the same in every state
    written   the words of the next move so far; words that all legal moves share are written
              already, and a move is made as soon as its words fit only one
    feature   a number from -1 to 1 that says something about what a seat sees
    record    what a seat has learned, move by move, in a game in which seats hide something
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from struct import unpack
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Draw, Roll
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame, RandomChoice
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.steps import StepLog

END = "."
"""The word after the last one of a move whose words begin another move too."""

WORD = re.compile(r"(?:(?<!\w)-)?\d+,-?\d+|:?[^\s:~\-]+")
"""A word; a place such as "-1,0" keeps its sign."""
FINITE = (
    "one whose move_words lists the words of all moves, "
    "so none with pieces that move freely or of pure chance"
)
Records = FrozenDict[str, tuple[str, ...]]
"""The knowledge of each seat, a line of JSON for each move."""
NO_RECORDS: Records = FrozenDict()
Fitting = Mapping[tuple[str, ...], Any]
"""Legal moves by their words."""
LONGEST_WORD = 40  # a longer text in a state is no word: a maze, or an earlier position


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a move's text.

    >>> words_of("a1:1-a2 A-c3")
    ('a1', ':1', 'a2', 'A', 'c3')
    >>> words_of("0,-1--2,3 90 claim")
    ('0,-1', '-2,3', '90', 'claim')
    """
    return tuple(WORD.findall(text))


class Encoding:
    """The numbers of a game's words, and the features of what its seats see."""

    def __init__(self, game: AnyGame, features: int = 1024, most_moves: int = 1000) -> None:
        for name, value in (("features", features), ("most_moves", most_moves)):
            if type(value) is not int or value < 1:
                raise invalid(name, value, "a whole number of 1 or more")
        words = [word for text in game.move_words for word in words_of(text)]
        if not words:
            raise invalid("the game", game.name, FINITE)
        self.game = game
        self.words = (END, *dict.fromkeys(words))
        """The word of each action."""
        self.features = features
        """The number of features."""
        self.most_moves = most_moves
        """The moves after which a match is broken off."""
        self._actions = {word: action for action, word in enumerate(self.words)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make this again: from the game's name and rules."""
        given = (self.game.name, self.game.rules.to_json(), self.features, self.most_moves)
        return _encoding_again, given

    def start(self) -> EncodedPosition:
        """Return the position before set-up."""
        return EncodedPosition(self, self.game.initial_state())

    def action(self, word: str) -> int:
        """Return the number of a word; raise BadInput for one that ``move_words`` lacks."""
        if word not in self._actions:
            raise invalid(f"a word of a move of {self.game.name}", word, "one of its move_words")
        return self._actions[word]


class EncodedPosition:
    """A state, and what is written so far of its next move."""

    def __init__(
        self,
        encoding: Encoding,
        state: Any,
        written: tuple[str, ...] = (),
        moves: int = 0,
        records: Records = NO_RECORDS,
        fitting: Fitting | None = None,
    ) -> None:
        self.encoding = encoding
        self.game = encoding.game
        self.state = state
        self.records = records
        """The record of each seat; none in a game in which all see everything."""
        self.moves = moves
        """The number of moves before this position."""
        self._begun = written
        if fitting is not None:
            self._fitting = fitting

    def __reduce__(self) -> tuple[Any, ...]:
        return EncodedPosition, (self.encoding, self.state, self._begun, self.moves, self.records)

    def __deepcopy__(self, _memo: object) -> EncodedPosition:
        """Return this position, which doesn't change."""
        return self

    # --- who acts -----------------------------------------------------------------------------

    @cached_property
    def actor(self) -> Actor | None:
        """The actor; None when the game is over or broken off."""
        return None if self.broken_off else self.game.to_act(self.state)

    @property
    def broken_off(self) -> bool:
        """True if the game isn't over, but has had its most moves."""
        return self.moves >= self.encoding.most_moves and self.game.to_act(self.state) is not None

    @property
    def seat(self) -> str | None:
        """The seat that writes now; None for chance, and at the end.

        Of a team it is the first seat, and of seats that commit in secret the first one that
        hasn't; what it writes is in nobody else's features until all have.
        """
        return next(iter(self.actor.seats), None) if self.actor else None

    def payoff(self, seat: str) -> float:
        """Return 1 for a game that the seat won, -1 for a lost one, and else 0; or its points."""
        result = self.game.result(self.state)
        return 0.0 if result is None else self.game.payoff(result, seat)

    # --- writing a move -----------------------------------------------------------------------

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The words written of the next move: also those that all legal moves share."""
        return _common(list(self._fitting)) if len(self._fitting) > 1 else self._begun

    @cached_property
    def _fitting(self) -> Fitting:
        """The legal moves whose words begin with what was written."""
        if self.seat is None:
            return {}
        begun, moves = self._begun, self.game.moves_for(self.state, self.seat)
        worded = ((words_of(str(move)), move) for move in moves)
        return {words: move for words, move in worded if words[: len(begun)] == begun}

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The actions that are possible now, in order."""
        size = len(self.written)
        following = {(*words, END)[size] for words in self._fitting}
        return tuple(sorted(map(self.encoding.action, following)))

    def after(self, action: int) -> EncodedPosition:
        """Return the position after the seat that writes has written one more word.

        Raises BadInput for a word that no legal move has here.
        """
        if action not in self.actions:
            words = ", ".join(self.encoding.words[each] for each in self.actions)
            raise invalid("the action", action, f"the number of one of the words {words}")
        word = self.encoding.words[action]
        written = (*self.written, word)
        if word == END:
            return self._made(self._fitting[self.written])
        size = len(written)
        fitting = {each: move for each, move in self._fitting.items() if each[:size] == written}
        if len(fitting) == 1:
            return self._made(*fitting.values())
        return EncodedPosition(
            self.encoding, self.state, written, self.moves, self.records, fitting
        )

    def _made(self, move: Any) -> EncodedPosition:
        if not self.game.secret:
            after, records = self.game.next_state(self.state, move), self.records
        else:
            log = StepLog()
            after = self.game.apply_move(self.state, move, log)
            records = FrozenDict(
                (seat, (*self.records.get(seat, ()), self._learned(seat, move, log, after)))
                for seat in self.game.seats
            )
        return EncodedPosition(self.encoding, after, moves=self.moves + 1, records=records)

    def _learned(self, seat: str, move: Any, log: StepLog, after: Any) -> str:
        """Return what a seat learns of a move: the move, the sentences, and what it then sees."""
        game = self.game
        shown = game.observed_move(self.state, move, seat)
        said = [game.observed_event(event, seat).text for event, _ in log]
        before, now = (
            game.view_to_json(game.observation(state, seat), seat) for state in (self.state, after)
        )
        changed = {name: each for name, each in now.items() if each != before.get(name)}
        lost = [name for name in before if name not in now]
        learned = [None if shown is None else str(shown), said, changed, lost]
        return json.dumps(learned, sort_keys=True)

    # --- chance -------------------------------------------------------------------------------

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of the next die, or the cards that are left; none of a shuffle."""
        assert isinstance(self.actor, Chance)
        return self.actor.faces_after(self.written) if self.actor.dice else ()

    @property
    def chances(self) -> dict[str, float]:
        """The probability of each face of the next die, or of each card."""
        faces = self.faces
        return {face: number / len(faces) for face, number in Counter(faces).items()}

    def rolled(self, face: str) -> EncodedPosition:
        """Return the position after one more die; the last one makes the roll."""
        assert isinstance(self.actor, Chance)
        written = (*self.written, face)
        if len(written) < len(self.actor.dice):
            return EncodedPosition(self.encoding, self.state, written, self.moves, self.records)
        names = (die.name for die in self.actor.dice)
        made = Draw if self.actor.draws else Roll
        return self._made(made(FrozenDict(zip(names, written, strict=True))))

    def shuffled(self, number: int) -> EncodedPosition:
        """Return the position after a shuffle, the same for the same number."""
        return self.chanced(seeded_pick(number, "shuffle"))

    def chanced(self, pick: RandomChoice) -> EncodedPosition:
        """Return the position after a random move of chance."""
        return self._made(self.game.chance_move(self.state, pick))

    # --- what a seat sees ---------------------------------------------------------------------

    def seen(self, seat: str) -> dict[str, Any]:
        """Return all that a seat sees, as plain JSON: the state, and the words it has written.

        Secrets are left out, and what nobody can know, such as a coin's face, is a fixed value.
        """
        known = self.game.view_to_json(self.game.observation(self.state, seat), seat)
        written = list(self.written) if seat == self.seat else []
        return {"seat": seat, "written": written, "state": known}

    def known(self, seat: str) -> dict[str, Any]:
        """Return all that a seat knows: what it sees now, and what it has learned so far."""
        return {**self.seen(seat), "record": list(self.records.get(seat, ()))}

    def text(self, seat: str, recall: bool = False) -> str:
        """Return all that a seat sees as one line of JSON; with ``recall`` also its record."""
        return json.dumps(self.known(seat) if recall else self.seen(seat), sort_keys=True)

    def vector(self, seat: str, recall: bool = False) -> list[float]:
        """Return the features of what a seat sees; with ``recall`` also those of its record.

        Each entry of ``seen`` changes four features, by the hash of its name, as in a count sketch
        of machine learning: a text, together with its name, by 1 up or down; a number n by
        n / (1 + |n|). Entries may share a feature, but hardly all four.
        """
        vector = [0.0] * self.encoding.features
        lines = enumerate(self.records.get(seat, ())) if recall else ()
        learned = ((f".record.{number}={line}", 1.0) for number, line in lines)
        for name, value in chain(_entries(self.seen(seat)), learned):
            for number in _hashed(name):
                vector[(number >> 1) % len(vector)] += -value if number & 1 else value
        return [min(1.0, max(-1.0, value)) for value in vector]


def _encoding_again(name: str, rules: dict[str, Any], features: int, most_moves: int) -> Encoding:
    return Encoding(make_game(name, rules), features, most_moves)


def _common(lines: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words with which all lines begin."""
    first, last = min(lines), max(lines)
    size = next((n for n, word in enumerate(first) if word != last[n]), len(first))
    return first[:size]


def _entries(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Yield the name and the number of each value in JSON data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _entries(each, f"{name}.{key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _entries(each, f"{name}.{number}")
            if isinstance(each, str) and len(each) <= LONGEST_WORD:
                yield f"{name} has {each}", 1.0
    elif isinstance(value, str):
        if len(value) <= LONGEST_WORD:
            yield f"{name}={value}", 1.0
    elif isinstance(value, int | float):
        yield name, value / (1 + abs(value))


@lru_cache(maxsize=2**16)
def _hashed(name: str) -> tuple[int, ...]:
    """Return four numbers that are the same for a name in every Python."""
    return unpack("<4I", hashlib.blake2b(name.encode(), digest_size=16).digest())
