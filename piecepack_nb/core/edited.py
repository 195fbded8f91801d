"""Saved matches replayed after the code of their game has changed.

A record has a checksum after each move, and no states. So a replay finds the first move after which
the table differs from the saved one, but not how that one looked.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance, Draw, Roll
from piecepack_nb.core.dice import RecordedDice, drawn_again
from piecepack_nb.core.divergence import Divergence, in_words, join_sentences
from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import KeyedReplay, Match, renamed_move
from piecepack_nb.core.match_base import MoveKey, PlayedMove, renamed_seats
from piecepack_nb.core.piecepack import face_of
from piecepack_nb.core.record import table_check
from piecepack_nb.core.registry import find, make_game
from piecepack_nb.core.rules import Option, Rules
from piecepack_nb.core.steps import IllegalMove, Refusal
from piecepack_nb.core.wording import join_list


class SavedMove(NamedTuple):
    """A move of a record: where in the game it was made, and the table after it."""

    key: MoveKey
    move: str
    steps: int
    check: str


def fitting_game(name: str, options: Mapping[str, Any]) -> AnyGame:
    """Return the game with those of the options that it has now, and with values that they allow.

    Raises BadInput for an unknown game.
    """
    rules, values = find(name).rules_class, dict[str, Any]()
    for option, value in options.items():
        with suppress(BadInput):
            rules.make(values | {option: value})
            values[option] = value
    return make_game(name, values)


class SavedReplay(KeyedReplay):
    """A replay of saved moves in a match that has none yet, and where and why it differs."""

    def __init__(self, other: Match, saved: Sequence[SavedMove], seats: Sequence[str]) -> None:
        """``seats`` are those that the game had when it was saved."""
        self.seats = seats
        names = renamed_seats(seats, other.game)
        renamed = [renamed_move(each.key, each.move, names) for each in saved]
        super().__init__(other, dict(renamed))
        self.saved = [
            each._replace(key=key, move=move)
            for each, (key, move) in zip(saved, renamed, strict=True)
        ]
        other.dice = RecordedDice([(*key, _as_roll(move)) for key, move in renamed], other.dice)

    def play_to(self, position: int) -> None:
        """Play all moves, then go to where the record's ``position`` was, a number of its steps."""
        moves = self.moves
        done = bisect_right(list(accumulate(each.steps for each in self.saved)), position)
        self._play_some(dict(list(moves.items())[:done]))
        at = self.other.cursor
        if self.refused is None:
            self._play_some(moves)
        self.moves = moves
        self.other.goto(at)

    @property
    def complete(self) -> bool:
        """True if the last saved move was played, too."""
        keys = {each.move_key for each in self.played}
        return not self.saved or self.saved[-1].key in keys

    @property
    def played(self) -> tuple[PlayedMove, ...]:
        """All moves of the replay."""
        return (*self.other.record, *self.other.undone)

    def _play_some(self, moves: dict[MoveKey, Any]) -> None:
        self.moves = moves
        try:
            self.play()
        except Exception as error:  # noqa: BLE001 - a reader's game may raise anything
            why = str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
            self.refused = IllegalMove(self._due(), Refusal("", shorten(why)))

    def _due(self) -> str:
        number = len(self.other.record)
        return self.saved[number].move if number < len(self.saved) else "the next move"

    def _differs(self) -> bool:
        return self.first_difference() not in (None, len(self.played))

    def first_difference(self) -> int | None:
        """Return the number of the first move that differs, from 0; None if there is none."""
        other, played = self.other, self.played
        for number, (saved, made) in enumerate(zip(self.saved, played, strict=False)):
            if (saved.key, saved.move) != (made.move_key, str(made.move)):
                return number
            if saved.check != table_check(other.game, made.steps[-1].state):
                return number
        least, most = sorted((len(self.saved), len(played)))
        return None if least == most else least

    # --- why ---------------------------------------------------------------------------------

    def divergence(self, options: Mapping[str, Any]) -> Divergence | None:
        """Return where the replay first differs, and why; ``options`` are the record's values."""
        number = self.first_difference()
        if number is None:
            return None
        since = _since(self.other.game.rules, options)
        step, turn, clause, text = self._difference(number)
        rules = self.other.game.rules
        changed = [each for each in rules.options() if each.name in rules.differences(since)]
        note = join_sentences(
            _changed(changed, rules, since), _other_seats(self.seats, self.other.game)
        )
        one = self.other.steps[step - 1] if 0 < step <= len(self.other.steps) else None
        causes = tuple(each for each in changed if clause in each.clauses)
        return Divergence(step, turn, clause, join_sentences(text, note), None, one, note, causes)

    def _difference(self, number: int) -> tuple[int, int, str, str]:
        """Return the step and turn of a difference, its clause, and it in words for everybody."""
        if number >= len(self.played):
            return self._end(self.saved[number])
        made, game = self.played[number], self.other.game
        event = game.observed_event(made.steps[-1].event, "")
        where = made.first + 1, made.turn, event.clause
        if number >= len(self.saved):
            return *where, f"the record has no such move: {event.text}"
        saved = self.saved[number]
        move = self._named(saved)
        if saved.key != made.move_key:
            return *where, f"the record has {move} here, not: {event.text}"
        text = f"{move} has another result now: {event.text}"
        if saved.move != str(made.move):
            before = self.other.steps[made.first - 1].state if made.first else None
            state = self.other.initial_state if before is None else before
            text = drawn_again(game, state, made.move, _as_roll(saved.move)) or text
        return made.end, made.turn, event.clause, text

    def _named(self, saved: SavedMove) -> str:
        """Return a saved move in words; of one that may be secret, only whose it is."""
        game, (label, _, _) = self.other.game, saved.key[1].partition(" ")
        if label == "draw":
            return "a draw"
        if label in game.seats and saved.move.startswith(f"{label} "):
            return f"a secret move of {label}"
        return f"the move {shorten(saved.move)}"

    def _end(self, saved: SavedMove) -> tuple[int, int, str, str]:
        """Return the same for a saved move that the replay hasn't reached."""
        other, step = self.other, len(self.other.steps) + 1
        where = step, saved.key[0]
        if self.refused is not None:
            return *where, self.refused.refusal.clause, in_words(self.refused)
        state = other.steps[-1].state if other.steps else other.initial_state
        result = other.game.result(state)
        if result is not None:
            text = f"the game is over before {self._named(saved)}: {result.text}"
            return *where, result.clause, text
        actor = other.game.to_act(state)
        due = "chance" if isinstance(actor, Chance) else " or ".join(actor.seats if actor else ())
        return *where, "", f"{due} moves there, not {shorten(saved.key[1])}"


def _as_roll(move: str) -> Any:
    """Return a roll or draw for its text, whatever there is now; another move's text as it is."""
    head, *words = move.split()
    if head == "draw":
        cards = move.removeprefix("draw").split(",")
        return Draw(FrozenDict((str(number), card.strip()) for number, card in enumerate(cards)))
    if head != "roll" or not words:
        return move
    if all(face_of(word) or word.isdigit() for word in words):  # several dice without names
        names = ["die", *(f"die{number}" for number in range(2, len(words) + 1))]
        return Roll(FrozenDict(zip(names, words, strict=True)))
    return Roll(FrozenDict(zip(words[::2], words[1::2], strict=False)))


def _other_seats(before: Sequence[str], game: AnyGame) -> str:
    """Return which seats are renamed, gone or new, in sentences; "" for none."""
    names = renamed_seats(before, game)
    if names:
        words = [f"{old} is {new}" for old, new in names.items()]
        return f"Of the seats {join_list(words)} now"
    gone = [seat for seat in before if seat not in game.seats]
    added = [seat for seat in game.seats if seat not in before]
    return join_sentences(
        f"No longer a seat: {join_list(gone)}" if gone else "",
        f"A new seat: {join_list(added)}" if added else "",
    )


def _since(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """Return the rules with the record's values, of the options that there still are."""
    for name, value in options.items():
        with suppress(BadInput):
            rules = rules.but(**{name: value})
    return rules


def _changed(changed: Sequence[Option], rules: Rules, since: Rules) -> str:
    """Return the changed options in a sentence; "" for none."""
    words = "; ".join(f'"{rules.change_in_words(each, since)}"' for each in changed)
    return f"Changed by the edit: {words}" if words else ""
