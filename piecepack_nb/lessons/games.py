"""Checks of the games that students write."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Protocol

from piecepack_nb.bots import random as random_bot
from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.board import Board
from piecepack_nb.design.checking import check as check_game
from piecepack_nb.lessons import answers
from piecepack_nb.lessons.answers import Wrong, limited, refuse_bare_excepts

CORNERS = ("a1", "a3", "c1", "c3")
PLACES = tuple(file + rank for file in "abc" for rank in "123")
LINES = (
    *(tuple(file + rank for rank in "123") for file in "abc"),
    *(tuple(file + rank for file in "abc") for rank in "123"),
    ("a1", "b2", "c3"), ("a3", "b2", "c1"),
)  # fmt: skip
SEATS = ("suns", "moons")
FIRST = ("a1", "b1", "a2", "b2", "a3")
"""The shortest game that everybody thinks of: suns fills a file."""
WORDS = ("name", "title", "rulebook", "author", "licence", "source")
"""What a class says that changes no rule."""
SELF_TEST = 20
"""The operations of a whole check of a game, in multiples of those of one call."""


class Designed(Protocol):
    """What a check asks about a class: by plain data, so that it may be in another process."""

    def refusals(self, moves: Sequence[str]) -> list[str | None]:
        """Return the refusal of each of PLACES after the moves; None where a move is legal."""

    def course(self, moves: Sequence[str]) -> tuple[list[str] | None, str]:
        """Return the winners after the moves, None if the game goes on, and the last sentence."""

    def bots(self) -> list[str]:
        """Return the names of the class's bots."""

    def choice(self, bot: str, moves: Sequence[str]) -> str:
        """Return the move of a bot of the class after the moves."""

    def random_moves(self) -> list[str]:
        """Return the moves of random games, which tell two games apart."""

    def has_rulebook(self) -> bool:
        """Return True if the rules are written down."""

    def own(self) -> list[str]:
        """Return the names of the rules that the class itself has."""

    def self_test(self) -> tuple[bool, str]:
        """Return the result of ``design.check``, which plays random games."""


class Design:
    """A student's class as the checks ask about it: each question within a limit of operations.

    Raises Wrong for anything but a class made from Board, for one that fails, and for one with a
    bare ``except``.
    """

    def __init__(self, design: Any, example: str) -> None:
        if not (isinstance(design, type) and issubclass(design, Board)):
            text = f"The answer is {brief_repr(design)}; expected the class itself: {example}."
            raise Wrong(text)
        for name, hook in vars(design).items():
            refuse_bare_excepts(f"{design.__name__}.{name}", hook)
        self.design = design
        self.game: Any = self._within(self._made)

    def _made(self) -> Any:
        return self.design.as_game()()

    def _within(self, work: Callable[[], Any], calls: int = 1) -> Any:
        """Return what ``work`` returns; raise Wrong, in the words of an error that has a line."""

        def stated() -> Any:
            try:
                return work()
            except BadInput as error:
                raise Wrong(f"{error}.") from None

        name = str(self.design.__name__)
        return limited(stated, lambda: name, calls * answers.MOST_OPERATIONS)

    def _after(self, moves: Sequence[str]) -> Match:
        match = Match(self.game, seed=1)
        for move in moves:
            match.play(move)
        return match

    def refusals(self, moves: Sequence[str]) -> list[str | None]:
        """Return the refusal of each of PLACES after the moves; None where a move is legal."""

        def found() -> list[str | None]:
            match = self._after(moves)
            refused = map(match.refusal, PLACES)
            return [None if each is None else str(each.text) for each in refused]

        refused: list[str | None] = self._within(found)
        return refused

    def course(self, moves: Sequence[str]) -> tuple[list[str] | None, str]:
        """Return the winners after the moves, None if the game goes on, and the last sentence."""

        def found() -> tuple[list[str] | None, str]:
            result = self._after(moves).result
            return (list(result.winners), str(result.text)) if result else (None, "")

        course: tuple[list[str] | None, str] = self._within(found)
        return course

    def bots(self) -> list[str]:
        """Return the names of the class's bots."""
        return list(self.game.built_in_bots)

    def choice(self, bot: str, moves: Sequence[str]) -> str:
        """Return the move of a bot of the class after the moves."""

        def found() -> str:
            match = Match(self.game, seed=1, position=self._after(moves).state,
                          seats=dict.fromkeys(self.game.seats, bot))  # fmt: skip
            match.run(1)
            return str(match.record[-1].move)

        return str(self._within(found))

    def random_moves(self) -> list[str]:
        """Return the moves of random games, which tell two games apart."""
        found: list[str] = self._within(partial(random_moves, self.game))
        return found

    def has_rulebook(self) -> bool:
        """Return True if the rules are written down."""
        return bool(getattr(self.design, "rulebook", None))

    def own(self) -> list[str]:
        """Return the names of the rules that the class itself has."""
        return [name for name in vars(self.design) if name[0] != "_" and name not in WORDS]

    def self_test(self) -> tuple[bool, str]:
        """Return the result of ``design.check``, which plays random games."""

        def found() -> tuple[bool, str]:
            result = check_game(self.design, games=20, seconds=15)
            return bool(result), str(result) if result else result.problems[0].rstrip(".")

        tested: tuple[bool, str] = self._within(found, SELF_TEST)
        return tested


def random_moves(game: Any) -> list[str]:
    """Return the moves of three random games, at most 30 of each."""
    seen = []
    for seed in range(3):
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, random_bot))
        match.run(30)
        seen += [str(played.move) for played in match.record]
    return seen


# --- games of tic-tac-toe ------------------------------------------------------------------------


def has_line(moves: Sequence[str]) -> bool:
    """Return True if the seat that moved last has three in a line."""
    own = set(moves[::-2])
    return any(own.issuperset(line) for line in LINES)


@lru_cache
def games(count: int, closed: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return random games, up to a line or a full board; the first ``closed`` turns no corner."""
    chance = random.Random(10)
    found = []
    for _ in range(count):
        moves: list[str] = []
        while len(moves) < len(PLACES) and not has_line(moves):
            shut = CORNERS if len(moves) < closed else ()
            moves.append(chance.choice([p for p in PLACES if p not in moves and p not in shut]))
        found.append(tuple(moves))
    return tuple(found)


# --- §2: closed corners --------------------------------------------------------------------------


def check_closed_corners(design: Designed) -> str:
    """Check that the corners are closed in turns 1 and 2 and open from turn 3 on."""
    for game in games(8, closed=2):
        for done in range(min(6, len(game))):
            _check_places(game[:done], design.refusals(game[:done]))
    return "The four corners are closed in turns 1 and 2, and open afterwards."


def _check_places(moves: Sequence[str], refusals: Sequence[str | None]) -> None:
    turn = len(moves) + 1
    for place, refusal in zip(PLACES, refusals, strict=True):
        closed, taken = place in CORNERS and turn <= 2, place in moves
        if (refusal is None) != (not closed and not taken):
            rule = "closed" if closed else "taken" if taken else "open"
            does = "allows" if refusal is None else "refuses"
            raise Wrong(f"In turn {turn} your rule {does} {place}; it must be {rule} then.")
        if refusal is not None and closed and not _explains(refusal, place):
            raise Wrong(
                f"The refusal {shorten(refusal)!r} doesn't say until when {place} is closed. Write "
                "the fact, then the rule."
            )


ENGLISH = re.compile(r"\b(is|are|the|closed|can't|cannot|not|you)\b", re.IGNORECASE)
WHEN = re.compile(
    r"\d|turn|move|round|first|second|third|two|three|until|till|before|after|later|yet|begin|"
    r"beginning|start|opening|early|now",
    re.IGNORECASE,
)


def _explains(text: str, place: str) -> bool:
    """Return True for a sentence, in any language, that says more than that the place is closed.

    An English one must say until when; of others only the length is known.
    """
    rest = text.replace(place, "")
    long = len(re.findall(r"\w+", rest)) >= 4 or len(re.findall(r"[^\W\x00-\u024f]", rest)) >= 10
    return long and (ENGLISH.search(rest) is None or WHEN.search(rest) is not None)


# --- §4: three in a line lose --------------------------------------------------------------------


@lru_cache(1)
def ends() -> tuple[tuple[str, ...], ...]:
    """Return games in which either seat completes each line, also by the last square, and draws."""
    seen: dict[object, tuple[str, ...]] = {}
    for game in (FIRST, *games(2000)):
        own = set(game[::-2])
        lines = tuple(line for line in LINES if own.issuperset(line))
        seen.setdefault((lines, len(game) % 2, len(game) == len(PLACES)), game)
    return tuple(sorted(seen.values(), key=len))


def check_line_loses(design: Designed) -> str:
    """Check that a seat with three in a line loses, whichever, and that a full board is a draw."""
    for game in ends():
        _check_end(design, game[:-1], None)
        _check_end(design, game, [SEATS[len(game) % 2]] if has_line(game) else [])
    return f"{len(ends())} games end as they must, by every line of either seat and by none."


def _check_end(design: Designed, moves: Sequence[str], winners: list[str] | None) -> None:
    shown = " ".join(moves)
    try:
        found, text = design.course(moves)
    except Wrong as wrong:
        raise Wrong(f"After some of the moves {shown}: {wrong}") from None
    if (found if found is None else list(found)) != winners:
        end = f"{winners[0]} wins" if winners else "a draw"
        expected = "it goes on" if winners is None else end
        what = "goes on" if found is None else f"ends: {shorten(text).rstrip('.')}"
        raise Wrong(f"After {shown} the game {what}; expected: {expected}.")


# --- §7: a bot that completes a line -------------------------------------------------------------


def completing(moves: Sequence[str]) -> set[str]:
    """Return the squares with which the seat to move completes a line."""
    return {place for place in PLACES if place not in moves and has_line([*moves, place])}


@lru_cache(1)
def chances() -> tuple[tuple[str, ...], ...]:
    """Return moves after which a seat can complete a line: each line, gap and number of pieces."""
    seen: dict[object, tuple[str, ...]] = {}
    for game in games(3000):
        for done in range(4, len(game)):
            for gap in completing(game[:done]):
                own = {*game[:done][done % 2 :: 2], gap}
                lines = tuple(line for line in LINES if gap in line and own.issuperset(line))
                seen.setdefault((lines, gap, done % 2, done > 5), game[:done])
    return tuple(seen.values())


def check_line_bot(design: Designed) -> str:
    """Check that a class's bot completes a line wherever it can, and else takes the middle."""
    bots = design.bots()
    if len(bots) != 1:
        raise Wrong(f"The class has {count_noun(len(bots), 'bot')}; expected one.")
    for moves in chances():
        _check_chance(bots[0], moves, design.choice(bots[0], moves))
    if (move := design.choice(bots[0], ())) != "b2":
        raise Wrong(f"On the empty board {bots[0]} plays {move}; without a line to complete it "
                    "should do as before, and take b2.")  # fmt: skip
    return f"It completes all {len(LINES)} lines, for either seat, early and late."


def _check_chance(name: str, moves: Sequence[str], move: str) -> None:
    wins = completing(moves)
    if move not in wins:
        own = moves[len(moves) % 2 :: 2]
        line = next(each for each in LINES if len({*own} & {*each}) == 2 and wins & {*each})
        mine = " and ".join(place for place in line if place in own)
        (gap,) = set(line) - set(own)
        seat = SEATS[len(moves) % 2]
        raise Wrong(f"After {' '.join(moves)} {name} has {mine} as {seat} and plays "
                    f"{shorten(move)}; {gap} wins.")  # fmt: skip


# --- The course, 1: one rule changed -------------------------------------------------------------


class Three(Board):
    """The game that the course begins with."""

    places = Board.squares(3, 3)

    def why_not(self, table: Any, place: str) -> Any:
        """Refuse a square that is taken."""
        from piecepack_nb.design import ready

        return ready.on_empty(table, place)

    def move(self, table: Any, place: str) -> None:
        """Put a pawn there."""
        table[place] = table.seat

    def winner(self, table: Any) -> Any:
        """Return the seat with three in a line."""
        from piecepack_nb.design import ready

        return ready.line_of(table, 3) or ready.full(table)


def check_one_change(design: Designed) -> str:
    """Check tic-tac-toe with one rule changed: it plays otherwise, and its games go well."""
    own = list(design.own())
    if len(own) != 1:
        many = f"{len(own)} functions or values"
        raise Wrong(f"The class changes {many}; expected one, such as winner.")
    found = [_winners_of(design, game) for game in ends()]
    usual = [[SEATS[(len(game) + 1) % 2]] if has_line(game) else [] for game in ends()]
    swapped = [[SEATS[len(game) % 2]] if has_line(game) else [] for game in ends()]
    same_moves = list(design.random_moves()) == random_moves(Three.as_game()())
    if found == usual and same_moves:
        raise Wrong("It plays as tic-tac-toe does: change a rule, not a name or a sentence.")
    if found == swapped and same_moves:
        raise Wrong("Three in a line lose: that is the lesson's change. Find one of your own.")
    right, text = design.self_test()
    if not right:
        raise Wrong(f"{text}.")
    return f"You change {own[0]}. {text}"


def _winners_of(design: Designed, game: Sequence[str]) -> list[str] | None:
    """Return who wins a game; None where the class refuses a move or goes on."""
    try:
        winners, _ = design.course(game)
    except Wrong:
        return None
    return winners if winners is None else list(winners)


# --- Make: the student's own game -----------------------------------------------------------------


class Given(Board):
    """The game that the lesson's last part begins with."""

    places = Board.squares(4, 4)

    def setup(self, table: Any) -> None:
        """Put the pawns on both sides."""
        for file in "abcd":
            table[file + "1"], table[file + "4"] = "suns", "moons"

    def why_not(self, table: Any, start: str, end: str) -> Any:
        """Refuse anything but a step to an empty neighbour."""
        from piecepack_nb.design import ready

        return ready.step(table, start, end) or ready.on_empty(table, end)

    def move(self, table: Any, start: str, end: str) -> None:
        """Make the step."""
        table.carry(start, end)

    def winner(self, table: Any) -> Any:
        """Return the seat that is on the other side."""
        from piecepack_nb.design import ready

        side = "top" if table.seat == "suns" else "bottom"
        return ready.reaches(table, table.seat, table.places.edge(side))


def check_own_game(design: Designed) -> str:
    """Check a game of the student's own: its rules work, are written down, and are new."""
    if list(design.random_moves()) == random_moves(Given.as_game()()):
        raise Wrong("This is still the game that the lesson gives you: change its rules.")
    if not design.has_rulebook():
        raise Wrong("The rules are not written down: give the class a rulebook (part 3).")
    right, text = design.self_test()
    if not right:
        raise Wrong(f"{text}.")
    return text
