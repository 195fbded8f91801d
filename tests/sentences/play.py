"""Random games whose sentences are read: every event, and the refusals of random moves"
" and picks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Refusal
from piecepack_nb.scene import EMPTY_DRAFT, MakeMove, ShowMessage
from tests.sentences.reader import REFUSAL, Case, Grammar, Pick, Wrong

BETWEEN = re.compile(r"([-~:, ]+)")


MOVES = 60
"""The most moves of a match."""


def reader_of(name: str) -> Reader:
    """Return a new reader of a game's sentences."""
    reader: Reader = import_module(f"tests.sentences.{name}").READER
    return replace(
        reader, grammar=replace(reader.grammar, seen=Counter()), read=Counter(), wrong=[]
    )


@dataclass
class Reader:
    """The grammar of a game with what makes its random games, and what was read and found."""

    grammar: Grammar
    rules: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Values of options that have neither choices nor a range."""
    position: Callable[[Random], tuple[Mapping[str, Any], Any]] | None = None
    """Returns rules and a position, from where rare events are near."""
    attempts: Callable[[Any, Any, Random], Iterator[Any]] = lambda *_: iter(())
    """More moves to try in a state, most of them illegal."""
    bots: Sequence[Any] = ("random",)
    read: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def play(self, random: Random, moves: int) -> None:
        """Play a random game and read all that it says, and the refusals of tries on the way."""
        match = self._match(random)
        game = match.game
        known: list[str] = []
        for _ in range(moves):
            before, count = match.state, len(match.steps)
            self._refusals(game, before, random, known)
            if match.to_act is None:
                break
            match.run(1)
            move = match.record[-1].move
            known.append(str(move))
            earlier: list[tuple[Any, str, str]] = []
            for event, state in match.steps[count:]:
                case = Case(self.grammar, game, before, state, move, event.clause, earlier)
                self._read(case, event.kind, event.text)
                earlier.append((before, event.kind, event.text))
                before = state

    def _match(self, random: Random) -> pp.Match:
        """Return a match under random rules, perhaps from a rare position."""
        while True:
            rare = self.position is not None and random.random() < 0.5
            rules, position = self.position(random) if rare else (self.random_rules(random), None)
            try:
                game = pp.game(self.grammar.game, **rules)
                bots = {seat: random.choice(self.bots) for seat in game.seats}
                return pp.Match(game, seed=random.randrange(2**31), seats=bots, position=position)
            except BadInput:  # options that don't go together
                continue

    def random_rules(self, random: Random) -> dict[str, Any]:
        options = pp.game(self.grammar.game).rules.options()
        chosen = random.sample(options, random.choice((0, 1, 2, 3, 5, 8)))
        return {each.name: random.choice(self._values(each, random)) for each in chosen}

    def _values(self, option: Any, random: Random) -> Sequence[Any]:
        if option.name in self.rules:
            return self.rules[option.name]
        if option.low is not None:
            return (random.randint(option.low, option.high),)
        return option.choices or (True, False)

    def _refusals(self, game: Any, state: Any, random: Random, known: list[str]) -> None:
        self._refused(game, state, "nonsense")
        tries = [*_changed(game, state, random, known), *_odd_rolls(game, state, random)]
        for text in [*tries, *self.attempts(game, state, random)]:
            try:
                move = game.parse_move(state, text) if isinstance(text, str) else text
            except BadInput:
                continue
            self._refused(game, state, move)
        draft = EMPTY_DRAFT
        for _ in range(random.choice((0, 0, 0, 1, 2, 3))):
            spots = game.view.spots(game, state, draft)
            if not spots:
                break
            spot = random.choice(spots).id
            to = random.choice([None, None, random.choice(spots).id])
            result = game.view.pick(game, state, draft, spot, to, random.random() < 0.3)
            if isinstance(result, ShowMessage):
                if result.kind == REFUSAL:
                    self._read_refusal(game, state, Pick(spot, to), result.message)
                break
            if isinstance(result, MakeMove):
                if result.move is not None:
                    self._refused(game, state, result.move)
                break
            draft = result

    def _refused(self, game: Any, state: Any, move: Any) -> None:
        if refusal := game.refusal(state, move):
            self._read_refusal(game, state, move, refusal)

    def _read_refusal(self, game: Any, state: Any, move: Any, refusal: Refusal) -> None:
        self._read(
            Case(self.grammar, game, state, state, move, refusal.clause), REFUSAL, refusal.text
        )

    def _read(self, case: Case, kind: str, text: str) -> None:
        self.read[REFUSAL if kind == REFUSAL else "event"] += 1
        try:
            well_formed(case, kind, text)
            self.grammar.read(case, kind, text)
        except Exception as error:  # noqa: BLE001 - a name of nothing can be any error in a check
            rules = case.game.rules.changed()
            self.wrong.append(
                f"{text!r}: {error!r}\n  move {case.move}, rules {rules}\n{case.before!s:.1500}"
            )


def _odd_rolls(game: Any, state: Any, random: Random) -> Iterator[Roll]:
    """Yield rolls with a missing die, one too many, or a face that no die has."""
    dice = {die.name: random.choice(die.faces) for die in game.due_dice(state)} or {"suns": "5"}
    name = random.choice(list(dice))
    for odd in ({**dice, name: "7"}, {**dice, "tea": "5"}, {**dice, name: None}):
        yield Roll(FrozenDict({name: face for name, face in odd.items() if face}))


def well_formed(case: Case, kind: str, text: str) -> None:
    """Check what holds for every sentence: its clause exists; spaces, full stop, capital."""
    if case.clause not in case.game.rulebook.clauses:
        raise Wrong(f"{text!r} cites {case.clause!r}, which is no clause")
    if "  " in text or text != text.strip() or "{" in text or "None" in text:
        raise Wrong(f"{text!r} has odd spaces, braces or None in it")
    if text.endswith(".") == (kind == REFUSAL):
        raise Wrong(f"{text!r}: an event ends with a full stop, a refusal has none")


def _changed(game: Any, state: Any, random: Random, known: list[str]) -> Iterator[str]:
    """Yield texts of moves, from now or from earlier, with random changes of a word or two."""
    words = " ".join(game.move_words).split()
    moves = game.moves(state)
    for _ in range(2):
        texts = [str(random.choice(moves))] if isinstance(moves, Sequence) and moves else []
        texts += random.sample(known, min(2, len(known)))
        for text in texts:
            parts = BETWEEN.split(text)
            for _ in range(random.randrange(3)):
                at = random.randrange(0, len(parts), 2)
                new = random.choice(
                    [*words, str(random.randrange(10)), random.choice(parts[::2]), ""]
                )
                parts[at] = new
            yield "".join(parts)
