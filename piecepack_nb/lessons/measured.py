"""Checks of the course's games by many games that the student's class plays.

The class plays them where its code runs, and reports moves, winners and points; all that is
concluded from these is computed here. The first games are played twice, since a game that goes
differently the second time has no measure.

Vocabulary
    seed     the number of a game: the same seed, the same dice and the same choices at random
    thinker  the seat whose bot plays some games to the end before each move
    half     a lead after HALF turns, when the leader should not have won yet
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from statistics import fmean, median
from typing import Any, NamedTuple

from piecepack_nb.bots import random as random_bot
from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.wording import join_list
from piecepack_nb.design import option, ready
from piecepack_nb.design.board import Board
from piecepack_nb.lab.difference import difference
from piecepack_nb.lab.interval import ERROR, paired_shares
from piecepack_nb.lessons.answers import Wrong, plain
from piecepack_nb.lessons.games import (
    LINES,
    PLACES,
    SEATS,
    Design,
    Designed,
    Played,
    SecretTable,
    check_own_game,
    refuse_unsound,
)
from piecepack_nb.search.zerosum import solve

Versions = Sequence[tuple[str, type[Board], Mapping[str, Any]]]
"""The games that a lesson shows: why each is no answer, its class and its options."""
GAMES = 200
JOINT = ERROR / 3
"""The error of each of three intervals that hold together, as in ``pp.restricted``."""
THINKERS = 100
"""The games in which the second seat thinks."""
AGAIN, ALIKE = 7, 20
"""The games that are played twice, and those by which two versions are told apart."""
HALF = 8
WITHIN = 60, 70
"""The share that a lead, or thinking, should be worth in the lessons 7 and 8, in percent."""
SMALL = 0.05
"""A choice that is made less often is no part of a mixture."""


def _played(design: Designed, games: int, turn: int = 0, thinker: str = "") -> list[Played]:
    return [Played(*each) for each in design.played(games, turn, thinker)]


def _sound(design: Designed) -> None:
    """Raise Wrong for a game that is never the same twice, or whose own check finds something."""
    if _played(design, AGAIN) != _played(design, AGAIN):
        raise Wrong(
            "The same game goes differently when it is played again: keep what the rules remember "
            "on the table, and let table.draw or dice decide what is luck."
        )
    refuse_unsound(design)


@lru_cache
def _of_lesson(version: type[Board], **options: Any) -> tuple[Played, ...]:
    """Return the first games of a version that the lesson has."""
    design = Design(version, "")
    design.game = design.game.under(**options)
    return tuple(_played(design, ALIKE))


def _refuse_known(found: Sequence[Played], versions: Versions) -> None:
    """Raise Wrong for a game that plays as a version of the lesson does."""
    mine = [_course(each) for each in found[:ALIKE]]
    for text, version, options in versions:
        if mine == [_course(each) for each in _of_lesson(version, **options)[: len(mine)]]:
            raise Wrong(f"{text} Find one of your own.")


def _course(game: Played) -> tuple[list[str], list[str], dict[str, float]]:
    return list(game.moves), list(game.winners), dict(game.points)


def _won(found: Sequence[Played], seat: str) -> int:
    return sum(seat in each.winners for each in found)


def _percent(part: float, of: float) -> int:
    return round(100 * part / max(1, of))


# --- 5: choices that matter ----------------------------------------------------------------------

DEEDS = "pray", "dig", "sell"
"""The choices of the lesson's mine."""


def check_choices(design: Designed) -> str:
    """Check that who never makes one of the three choices doesn't win by it, as the cell says."""
    check_own_game(design)
    made = {move for game in _played(design, AGAIN) for move in game.moves}
    if missing := [deed for deed in DEEDS if deed not in made]:
        raise Wrong(f"Nobody can {missing[0]} now: keep all three choices, and mend them.")
    costs = False
    for deed in DEEDS:
        gain = paired_shares([plain(each) for each in design.without(deed, GAMES)], JOINT)
        if gain.settled and gain.value > 0:
            raise Wrong(
                f"It plays, but who never chooses {deed} wins more games: {gain}. Make {deed} "
                "worth more, or the other choices less."
            )
        costs |= gain.settled
    if not costs:
        raise Wrong(
            f"It plays, but in {GAMES} pairs of games it makes no difference which choice somebody "
            "leaves out: the choices are empty."
        )
    return (
        f"In {GAMES} pairs of games nobody gains by leaving out {join_list(DEEDS, 'or')}. Your "
        "neighbour judges whether the other player matters."
    )


# --- 6: who begins -------------------------------------------------------------------------------


class Begins(Board):
    """The lesson's tic-tac-toe, with its two remedies."""

    places = Board.squares(3, 3)
    remedy = option("none", "What moons gets.", choices=("none", "steal", "two pawns"))

    def why_not(self, table: Any, place: str) -> Any:
        """Refuse a square that is taken, unless its pawn may be stolen."""
        return None if (self.remedy, table.turn) == ("steal", 2) else ready.on_empty(table, place)

    def move(self, table: Any, place: str) -> None:
        """Put a pawn there."""
        table[place] = table.seat
        if self.remedy == "two pawns" and len(list(table)) == 2:
            table.again()

    def winner(self, table: Any) -> Any:
        """Return the seat with three in a line."""
        return ready.line_of(table, 3) or ready.full(table)


class Fairer(Begins):
    """The version that the lesson's last part begins with."""

    name = "line"

    def winner(self, table: Any) -> Any:
        """Give Moons a full board."""
        if ready.full(table) and not ready.line_of(table, 3):
            return "moons", "a full board is Moons'."
        return ready.line_of(table, 3)


REMEDIES: Versions = (
    ("Nothing has changed: it plays as the lesson's game without a remedy.", Begins, {}),
    ("A full board is Moons': that is the lesson's remedy.", Fairer, {}),
    ("That is the lesson's remedy 'steal'.", Begins, {"remedy": "steal"}),
    ("That is the lesson's remedy 'two pawns'.", Begins, {"remedy": "two pawns"}),
)


def check_fairer(design: Designed) -> str:
    """Check a remedy: Moons gains for sure, not too much, and who thinks still wins."""
    _sound(design)
    found = _played(design, GAMES)
    _refuse_known(found, REMEDIES)
    if (turns := fmean(each.turns for each in found)) < 4:
        raise Wrong(f"Games end after {turns:.1f} turns on average: nobody has played yet.")
    before = _played(Design(Begins, ""), GAMES)
    gain = paired_shares([("moons" in b.winners) - ("moons" in a.winners)
                          for a, b in zip(before, found, strict=True)])  # fmt: skip
    suns, moons = (_percent(_won(found, seat), len(found)) for seat in SEATS)
    if not (gain.settled and gain.value > 0):
        raise Wrong(
            f"Moons' gain is not settled in {len(found)} pairs of games: {gain}. Is the remedy met "
            "often enough?"
        )
    if _won(found, "moons") > _won(found, "suns"):
        raise Wrong(
            f"Moons wins {moons} of 100 games now, and Suns {suns}: the trouble has changed sides. "
            "Make the remedy smaller."
        )
    _thought_counts(design)
    return f"Moons gains {gain}; of 100 random games Suns wins {suns} and Moons {moons}."


def _thought_counts(design: Designed) -> None:
    """Raise Wrong where a bot that thinks hardly wins against one that doesn't, in either seat."""
    games = max(2, GAMES // 10)
    found = [(seat, each) for seat in SEATS for each in _played(design, games, 0, seat)]
    won = sum(seat in each.winners for seat, each in found)
    decided = sum(bool(each.winners) for _, each in found)
    if won < 0.6 * decided or not won:
        raise Wrong(
            f"A player who thinks wins only {won} of {decided} decided games against one who "
            "doesn't: your rule leaves the game to luck."
        )


# --- 7: the runaway leader -----------------------------------------------------------------------


class Climb(Board):
    """The lesson's race of dice."""

    dice = Board.die("123456")
    snow = option(0, "Extra points for who is ahead.", low=0, high=6)
    catch = option(0, "Extra points for who is behind.", low=0, high=6)

    def rolled(self, table: Any) -> None:
        """Add the roll, with what the options give."""
        gap = table.score[table.seat] - table.score[table.rival]
        table.score[table.seat] += table.points + self.snow * (gap > 0) + self.catch * (gap < 0)

    def winner(self, table: Any) -> Any:
        """Return the first with 40 points."""
        return table.seat if table.score[table.seat] >= 40 else None


class Behind(Climb):
    """The version that the lesson's last part begins with."""

    name = "climb"

    def rolled(self, table: Any) -> None:
        """Add 2 points for who is 8 behind."""
        gap = table.score[table.rival] - table.score[table.seat]
        table.score[table.seat] += table.points + (2 if gap >= 8 else 0)


LEADS: Versions = (
    ("Nothing has changed: only the dice count.", Climb, {}),
    ("Two points for who is 8 behind: that is the lesson's rule.", Behind, {}),
    *((f"That is the lesson's option catch={n}.", Climb, {"catch": n}) for n in range(1, 7)),
)


def check_lead(design: Designed) -> str:
    """Check that a lead at half-time is worth 60 to 70 %, by games that the points decide."""
    _sound(design)
    found = _played(design, GAMES, HALF)
    _refuse_known(found, LEADS)
    for seed, each in enumerate(found):
        _check_points(seed, each)
    led = [each for each in found if len(each.half) == 2 and len({*each.half.values()}) == 2]
    if len(led) < 0.7 * len(found):
        raise Wrong(
            f"After {HALF} turns somebody leads in {len(led)} of {len(found)} games only; in the "
            "others the game is over, or the points are equal."
        )
    share = _leader_wins(led)
    if not WITHIN[0] <= share <= WITHIN[1]:
        more = share > WITHIN[1]
        how = "more than 70: the lead decides" if more else "less than 60: it is worth too little"
        raise Wrong(f"The leader after {HALF} turns wins {share} of 100 games, {how}.")
    middle = median(map(_lead, led))
    far = [each for each in led if _lead(each) > middle]
    if (large := _leader_wins(far)) < 50 and far:
        raise Wrong(
            f"Who leads by more than {middle:g} wins only {large} of 100 games: falling far behind "
            "is a plan."
        )
    return f"The leader after {HALF} turns wins {share} of 100 games; with a large lead {large}."


def _check_points(seed: int, game: Played) -> None:
    """Raise Wrong for a winner with fewer points than the other."""
    if game.points and any(game.points.get(w, 0) < max(game.points.values()) for w in game.winners):
        won = join_list([f"{seat} {n}" for seat, n in game.points.items()])
        raise Wrong(
            f"With seed {seed} {game.winners[0]} wins, and the points are {won}: the points must "
            "decide. Change how they come."
        )


def _lead(game: Played) -> float:
    one, two = game.half.values()
    return abs(one - two)


def _leader_wins(games: Sequence[Played]) -> int:
    """Return in how many of 100 games the leader at half-time wins."""
    won = sum(max(each.half, key=lambda seat: each.half[seat]) in each.winners for each in games)
    return _percent(won, len(games))


# --- 8: luck or skill ----------------------------------------------------------------------------


class Luck(Begins):
    """The lesson's tic-tac-toe in which low rolls lose the turn."""

    dice = Board.die("123456")
    luck = option(0, "Who rolls this or less loses the turn.", low=0, high=5)

    def why_not(self, table: Any, place: str) -> Any:
        """Refuse every square after a low roll."""
        low = table.points <= self.luck
        return "the roll is too low" if low else ready.on_empty(table, place)


def check_middle(design: Designed) -> str:
    """Check that a bot that thinks wins 60 to 70 % of decided games, by a rule of the student's."""
    _sound(design)
    found = _played(design, GAMES // 4)
    _refuse_luck(design, found)
    share = _thinker_wins(design, "moons", THINKERS)
    if not WITHIN[0] <= share <= WITHIN[1]:
        how = "luck is too small" if share > WITHIN[1] else "luck is too large"
        raise Wrong(f"The thinking bot wins {share} of 100 decided games: {how} for 60 to 70.")
    if (other := _thinker_wins(design, "suns", THINKERS // 2)) < 55:
        raise Wrong(
            f"As Suns the thinking bot wins {other} of 100 decided games, as Moons {share}: your "
            "rule helps a seat, not the better player."
        )
    return f"The thinking bot wins {share} of 100 decided games as Moons, and {other} as Suns."


def _thinker_wins(design: Designed, seat: str, games: int) -> int:
    """Return how many of 100 decided games a seat wins that thinks, against one that doesn't."""
    decided = [each for each in _played(design, games, 0, seat) if each.winners]
    if len(decided) < games / 3:
        raise Wrong(f"Only {len(decided)} of {games} games have a winner: the others are drawn.")
    return _percent(_won(decided, seat), len(decided))


def _refuse_luck(design: Designed, found: Sequence[Played]) -> None:
    """Raise Wrong for tic-tac-toe in which some faces of the die lose the turn, and no more."""
    uses: dict[str, set[bool]] = {}
    for game in found:
        for roll, then in zip(game.moves, (*game.moves[1:], ""), strict=True):
            if roll.startswith("roll ") and then:
                uses.setdefault(roll, set()).add(not then.startswith("roll "))
    settled = all(len(used) == 1 for used in uses.values())
    if settled and all(_is_tic_tac_toe(game) for game in found) and _all_open(design, found):
        lost = sum(used == {False} for used in uses.values())
        raise Wrong(
            f"It is tic-tac-toe in which {lost} of {len(uses)} rolls lose the turn: that is the "
            "lesson's option luck. Find another rule."
        )


def _is_tic_tac_toe(game: Played) -> bool:
    """Return True if the squares, the turns and the winner are those of tic-tac-toe."""
    own: dict[str, set[str]] = {seat: set() for seat in SEATS}
    turn = 0
    for move in game.moves:
        if move.startswith("roll "):
            turn += 1
        elif move in PLACES:
            own[SEATS[(turn - 1) % 2]].add(move)
        else:
            return False
    lines = [seat for seat in SEATS if any(own[seat].issuperset(line) for line in LINES)]
    return list(game.winners) == lines


def _all_open(design: Designed, found: Sequence[Played]) -> bool:
    """Return True if every empty square is legal wherever one is played."""
    for game in found[:5]:
        for number, move in enumerate(game.moves):
            if move not in PLACES:
                continue
            before = game.moves[:number]
            refused = zip(PLACES, design.refusals(before), strict=True)
            legal = {place for place, said in refused if said is None}
            if legal != {*PLACES} - {*before}:
                return False
    return True


# --- 9: a secret that matters --------------------------------------------------------------------

GIVEN = ((0, -1, 2), (1, 0, -1), (-2, 1, 0))
"""Rock, paper and scissors, in which rock wins 2: the table that the lesson's last part has."""


def check_secret(design: Designed) -> str:
    """Check a choice in secret: three choices each, none always best, and both must mix."""
    if not design.has_rulebook():
        raise Wrong("The rules are not written down: give the class a rulebook.")
    rows, columns, cells = SecretTable(*design.table())
    matrix = [[one - two for one, two in line] for line in cells]
    if len(rows) < 3 or len(columns) < 3:
        raise Wrong(f"There are {len(rows)} and {len(columns)} choices; expected three each.")
    if _same_table(matrix):
        raise Wrong("This is still the table that the lesson gives you: change a number.")
    turned = [[-each for each in line] for line in zip(*matrix, strict=True)]
    for names, table in (rows, matrix), (columns, turned):
        _refuse_useless(names, table)
    found = solve(matrix)
    for names, mix in (rows, found.rows), (columns, found.columns):
        if sum(share >= SMALL for share in mix) < 2:
            best = names[max(range(len(mix)), key=mix.__getitem__)]
            raise Wrong(f"{best} is best whatever the other expects: nobody has to guess.")
    _sound(design)
    _both_win(design)
    mixes = "; ".join(
        join_list(
            [f"{name} {_percent(share, 1)} %" for name, share in zip(names, mix, strict=True)]
        )
        for names, mix in ((rows, found.rows), (columns, found.columns))
    )
    return f"None is always best. How often: {mixes}."


def _same_table(matrix: Sequence[Sequence[float]]) -> bool:
    """Return True for the lesson's table, its choices in any order."""
    if (len(matrix), len(matrix[0])) != (3, 3):
        return False
    orders = list(permutations(range(3)))
    return any(
        all(matrix[i][j] == GIVEN[rows[i]][columns[j]] for i in range(3) for j in range(3))
        for rows in orders
        for columns in orders
    )


def _refuse_useless(names: Sequence[str], table: Sequence[Sequence[float]]) -> None:
    """Raise Wrong for a choice that another one is at least as good as, whatever is expected."""
    for name, line in zip(names, table, strict=True):
        for other, better in zip(names, table, strict=True):
            if other != name and all(b >= a for a, b in zip(line, better, strict=True)):
                raise Wrong(
                    f"{name} is never better than {other}: whatever the other does, {other} brings "
                    "as much or more. Who would choose it?"
                )


def _both_win(design: Designed) -> None:
    games = _played(design, max(AGAIN, GAMES // 5))
    winners = {seat for each in games for seat in each.winners}
    if len(winners) < 2:
        who = next(iter(winners), "nobody")
        raise Wrong(f"Of {len(games)} random games {who} wins all: the choices must decide.")


# --- 11: a plan, then a result -------------------------------------------------------------------


class Closed(Begins):
    """The lesson's tic-tac-toe, in which b2 may be closed to Suns."""

    closed = option(0, "The turn until which suns must not take b2.", low=0, high=9)

    def why_not(self, table: Any, place: str) -> Any:
        """Refuse b2 to Suns until a turn, and squares that are taken."""
        if place == "b2" and table.seat == "suns" and table.turn <= self.closed:
            return f"b2 is closed to suns until turn {self.closed}"
        return ready.on_empty(table, place)


MEASURES = "won by suns", "won by moons", "drawn", "turns"
GUESSES = "more", "less", "the same"
VERDICTS = "more", "less", "not settled"
PAIRS = 50, 2000
IN_LESSON = (7, "turns", 200), (5, "won by suns", 200), (9, "won by suns", 200)
"""The plans whose results the lesson shows."""
PLAN = '{"closed": 3, "measure": "drawn", "pairs": 400, "guess": "more"}'


class Planned(NamedTuple):
    """A student's plan, and what they say now."""

    closed: Any
    measure: Any
    pairs: Any
    guess: Any
    known: Any


def take_plan(plan: Any, known: Any) -> tuple[Any, ...]:
    """Return a plan and the conclusion as plain data."""
    if not isinstance(plan, dict):
        raise Wrong(f"The plan is {brief_repr(plan)}; expected one such as {PLAN}.")
    missing = [name for name in Planned._fields[:-1] if name not in plan]
    if missing:
        raise Wrong(f"The plan has no {join_list(missing)}; expected one such as {PLAN}.")
    return tuple(plain(each) for each in (*(plan[name] for name in Planned._fields[:-1]), known))


def check_plan(taken: Sequence[Any]) -> str:
    """Check a plan for the lesson's game, and whether the conclusion is what the games say."""
    plan = Planned(*taken)
    _check_choice("measure", plan.measure, MEASURES, "the one measure that decides")
    _check_choice("guess", plan.guess, GUESSES, "written down before the cell runs")
    _check_whole("closed", plan.closed, 1, 9, "the turn until which b2 is closed")
    _check_whole("pairs", plan.pairs, *PAIRS, "enough to tell something, and soon played")
    if plan[:3] in IN_LESSON:
        raise Wrong("The lesson shows the result of this plan: choose another turn or measure.")
    _check_choice("conclusion", plan.known, VERDICTS, "what you know now")
    game = Closed.as_game()()
    found = difference(
        game, game.under(closed=plan.closed), plan.pairs, seats=random_bot, measure=plan.measure
    )
    right = "not settled" if not found.settled else "more" if found.estimate.value > 0 else "less"
    if plan.known != right:
        raise Wrong(f"You say {plan.known!r}, and {plan.pairs} pairs say: {_verdict(found)}")
    guessed = "" if plan.guess == right else " You had guessed otherwise: what do you do now?"
    return f"{_verdict(found)}{guessed}"


def _verdict(found: Any) -> str:
    return f"{str(found.verdict()).rstrip('.')}."


def _check_choice(name: str, value: Any, known: Sequence[str], what: str) -> None:
    if not (isinstance(value, str) and value in known):
        raise Wrong(
            f"The {name} is {brief_repr(value)}; expected {what}: one of {', '.join(known)}."
        )


def _check_whole(name: str, value: Any, low: int, high: int, what: str) -> None:
    if type(value) is not int or not low <= value <= high:
        raise Wrong(f"{name} is {brief_repr(value)}; expected {low} to {high}: {what}.")
