"""Checks of the games that students write."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple, Protocol

from piecepack_nb.bots import random as random_bot
from piecepack_nb.bots.monte_carlo import mcts
from piecepack_nb.bots.restricted import restricted
from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.board import Board
from piecepack_nb.design.checking import check as check_game
from piecepack_nb.lab.difference import difference
from piecepack_nb.lab.payoffs import payoffs
from piecepack_nb.lessons import answers
from piecepack_nb.lessons.answers import Wrong, limited, plain, refuse_bare_excepts

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
"""The parts of a class that change no rule."""
CHECKED, ENOUGH = 20, 2_000
"""The random games of a check of a game, and the moves after which it begins none."""
SELF_TEST = 20
"""The operations of a whole check of a game, in multiples of those of one call."""
FEWEST = 5
"""The random games that say something if all are drawn."""
PLAYOUTS = 8
"""The games that a bot that thinks plays to the end before each move, as in the lessons."""
LONGEST = 300
"""The most moves of a game."""
RANDOM, END = 40, "= "
"""The random games by which two games are told apart, and what begins the line of their ends."""
GIVEN = {
    "40277eaa6195": "lesson 12 of the course",
    "45a79172a302": "lesson 5 of the course",
    "5d96bc7d85cd": "lesson 9 of the course",
    "6e6825cd05ec": "lesson 1 of the course",
    "87f620adb48b": "lesson 3 of the course",
    "92c2335da306": "lesson 2 of the course",
    "adbbe94e87c1": "lesson 12 of the course",
    "b62dc10ccfb7": "lesson 12 of the course",
    "ca739be6db70": "lesson 10",
    "d92a2d59d177": "lesson 5 of the course",
    "de684126edb0": "lesson 9 of the course",
    "e7bddd14cf63": "lesson 5 of the course",
    "f5b8e31fb225": "lesson 1 of the course",
    "fe389255592d": "lesson 10 of the course",
}
"""By the fingerprint of their random games, those that the lessons give; a test computes them."""
FINISHED = "ca739be6db70"
"""That of the game which the lessons 2 and 3 of the course give without an end."""


class Played(NamedTuple):
    """A game that a class has played, as a check is told of it."""

    moves: list[str]
    winners: list[str]
    turns: int
    half: dict[str, float]
    """The points after the turn that was asked for; none if the game was over."""
    points: dict[str, float]
    """The points at the end."""


class SecretTable(NamedTuple):
    """The gains of both seats from each choice of one against each choice of the other."""

    rows: list[str]
    columns: list[str]
    cells: list[list[tuple[float, float]]]


class Designed(Protocol):
    """A check's questions about a class: in plain data, for it may be in another process."""

    def refusals(self, moves: Sequence[str]) -> list[str | None]:
        """Return the refusal of each of PLACES after the moves; None where a move is legal."""

    def course(self, moves: Sequence[str]) -> tuple[list[str] | None, str]:
        """Return the winners after the moves, None if the game goes on, and the last sentence."""

    def bots(self) -> list[str]:
        """Return the names of the class's bots."""

    def choice(self, bot: str, moves: Sequence[str]) -> str:
        """Return the move of a bot of the class after the moves."""

    def random_games(self) -> list[str]:
        """Return the moves and ends of random games, which tell two games apart."""

    def has_rulebook(self) -> bool:
        """Return True if the rules are written down."""

    def rivals(self) -> bool:
        """Return True if several seats play against each other."""

    def own(self) -> list[str]:
        """Return the names of the rules that the class has beside the first one made of Board."""

    def self_test(self) -> tuple[bool, str]:
        """Return the result of ``design.check``, which plays random games."""

    def played(self, games: int, turn: int, thinker: str) -> list[tuple[Any, ...]]:
        """Return games at random, each as ``Played``; the thinker's seat looks ahead."""

    def without(self, word: str, games: int) -> list[float]:
        """Return, for pairs of random games, how much more a seat wins that never plays a word."""

    def table(self) -> tuple[Any, ...]:
        """Return what the secret choices bring, as ``SecretTable``."""


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

    def random_games(self) -> list[str]:
        """Return the moves and ends of random games, which tell two games apart."""
        found: list[str] = self._within(partial(random_games, self.game), SELF_TEST)
        return found

    def has_rulebook(self) -> bool:
        """Return True if the rules are written down."""
        return bool(str(getattr(self.design, "rulebook", None) or "").strip())

    def rivals(self) -> bool:
        """Return True if several seats play against each other."""
        return bool(len(self.game.seats) > 1 > self.game.cooperative)

    def own(self) -> list[str]:
        """Return the names of the rules that the class has beside the first one made of Board."""
        classes = [each for each in self.design.__mro__ if each not in Board.__mro__]
        first = [each for each in classes if issubclass(each, Board)][-1]
        versions = [each for each in classes if each is not first] or [first]
        names = dict.fromkeys(name for each in versions for name in vars(each))
        return [name for name in names if name[0] != "_" and name not in WORDS]

    def self_test(self) -> tuple[bool, str]:
        """Return the result of ``design.check``, which plays random games."""

        def found() -> tuple[bool, str]:
            result = check_game(self.design, games=CHECKED, seconds=inf, total=ENOUGH)
            drawn = {*result.won} == {"draw"} and result.games >= FEWEST
            if drawn and self.rivals():
                return False, f"All {result.games} random games are drawn: how does somebody win?"
            return bool(result), str(result) if result else result.problems[0]

        tested: tuple[bool, str] = self._within(found, SELF_TEST)
        return tested

    def played(self, games: int, turn: int, thinker: str) -> list[tuple[Any, ...]]:
        """Return games at random, each as ``Played``; the thinker's seat looks ahead."""
        thinks = mcts(playouts=PLAYOUTS)
        seats = {each: thinks if each == thinker else random_bot for each in self.game.seats}

        def found() -> list[tuple[Any, ...]]:
            return [tuple(played(self.game, seed, seats, turn)) for seed in range(games)]

        several: list[tuple[Any, ...]] = self._within(found, SELF_TEST)
        return several

    def without(self, word: str, games: int) -> list[float]:
        """Return, for pairs of random games, how much more a seat wins that never plays a word.

        These are the games of ``pp.restricted`` with as many pairs.
        """

        def found() -> list[float]:
            players = random_bot, restricted(random_bot, never=word)
            made = difference(self.game, games=games, bots=players, seats=random_bot)
            return made.differences(made.measure)

        pairs: list[float] = self._within(found, SELF_TEST)
        return pairs

    def table(self) -> tuple[Any, ...]:
        """Return what the secret choices bring, as ``SecretTable``."""

        def found() -> tuple[Any, ...]:
            made = payoffs(self.game)
            cells = [[each.values for each in line] for line in made.cells]
            return list(made.rows_of), list(made.columns_of), cells

        table: tuple[Any, ...] = self._within(found, SELF_TEST)
        return table


def played(game: Any, seed: int, seats: Mapping[str, Any], turn: int) -> Played:
    """Return a game with this seed; raise Wrong for one that isn't over after LONGEST moves."""
    match = Match(game, seed=seed, seats=seats)
    half: dict[str, float] = {}
    if turn:
        while match.to_act is not None and game.turn(match.state) <= turn:
            match.run(1)
        half = _points(match) if match.to_act is not None else {}
    match.run(LONGEST)
    if match.result is None:
        raise Wrong(f"The game with seed {seed} isn't over after {LONGEST} moves.")
    moves = [str(each.move) for each in match.record]
    return Played(moves, list(match.result.winners), game.turn(match.state), half, _points(match))


def _points(match: Match) -> dict[str, float]:
    return {str(seat): plain(points) for seat, points in match.state.score.items()}


def refuse_unsound(design: Designed) -> str:
    """Return what a game's own check says of it; raise Wrong if that finds something."""
    right, text = design.self_test()
    if not right:
        raise Wrong(text if text.endswith("?") else f"{text}.")
    return text


def random_games(game: Any) -> list[str]:
    """Return RANDOM random games: at most 30 moves of each, and its winners and points."""
    seen = []
    for seed in range(RANDOM):
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, random_bot))
        match.run(30)
        seen += [str(played.move) for played in match.record]
        winners = match.result.winners if match.result else ()
        seen.append(f"{END}{list(winners)} {getattr(match.state, 'score', '')}")
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
    games = _random_games(design)
    if len(_moves(games)) < 2 * RANDOM:
        first = next(filter(None, map(_winners_in, games)), "nobody")
        raise Wrong(
            f"Games end after one move, and {first} wins: what does {own[0]} do before the board "
            "is full?"
        )
    if where := GIVEN.get(fingerprint(games)):
        raise Wrong(f"That is the change of {where}. Find one of your own.")
    same_moves = _moves(games) == _moves(random_games(Three.as_game()()))
    if found == usual and same_moves:
        raise Wrong("It plays as tic-tac-toe does: change a rule, not a name or a sentence.")
    if found == swapped and same_moves:
        raise Wrong("Three in a line lose: that is the lesson's change. Find one of your own.")
    return f"You change {own[0]}. {_about_taken(design)}{refuse_unsound(design)}"


def _about_taken(design: Designed) -> str:
    """Return that a square can be taken again, as nobody does without meaning to; "" else."""
    for place in PLACES:
        try:
            refused = design.refusals([place])
        except Wrong:
            continue
        if refused[PLACES.index(place)] is None:
            return "A taken square is no longer refused: did you mean that? "
    return ""


def _winners_of(design: Designed, game: Sequence[str]) -> list[str] | None:
    """Return who wins a game; None where the class refuses a move or goes on."""
    try:
        winners, _ = design.course(game)
    except Wrong:
        return None
    return winners if winners is None else list(winners)


# --- Make: the student's own game -----------------------------------------------------------------


def fingerprint(games: Sequence[str]) -> str:
    """Return what stands for random games in ``GIVEN``."""
    return sha256("\n".join(games).encode()).hexdigest()[:12]


def _moves(games: Sequence[str]) -> list[str]:
    """Return the moves of random games alone."""
    return [each for each in games if not each.startswith(END)]


def check_own_game(design: Designed) -> str:
    """Check a game of the student's own: its rules work, are written down, and are new."""
    games = _random_games(design)
    mark = fingerprint(games)
    if mark == FINISHED and design.has_rulebook():
        raise Wrong("It works: who reaches the other side wins. Next, one rule of your own.")
    if where := GIVEN.get(mark):
        raise Wrong(f"This is still the game that {where} gives you: change its rules.")
    if len(_moves(games)) < 2 * RANDOM:
        raise Wrong("Games are over after a move: nobody has chosen anything yet.")
    if not design.has_rulebook():
        raise Wrong("The rules are not written down: give the class a rulebook (part 3).")
    sound = refuse_unsound(design)
    _all_can_win(design, games)
    return sound


def _random_games(design: Designed) -> list[str]:
    """Return the design's random games; raise Wrong in the words of its own check if one fails."""
    try:
        return list(design.random_games())
    except Wrong:
        refuse_unsound(design)
        raise


def _all_can_win(design: Designed, games: Sequence[str]) -> None:
    """Raise Wrong where the same seat wins every random game that is decided."""
    won = [winners for winners in map(_winners_in, games) if winners]
    if design.rivals() and len(won) > RANDOM / 4 and len({*won}) == 1:
        raise Wrong(f"Of {len(won)} random games {won[0]} wins all: how does the other win?")


def _winners_in(line: str) -> str:
    """Return the winners in a line of ``random_games``; "" for a move, and for a draw."""
    found = re.match(rf"{END}\[(.*?)\]", line)
    return found[1].replace("'", "") if found else ""
