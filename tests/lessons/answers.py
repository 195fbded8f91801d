"""Answers to the lessons' tasks as students write them: honest ones, wrong ones and cheats.

``HONEST[task]`` has three different right answers, ``WRONG[task]`` each wrong answer with a part of
the sentence that refuses it.
"""

from __future__ import annotations

import cmath
import math
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from itertools import count

import piecepack_nb as pp
from piecepack_nb.design import Board, ready
from piecepack_nb.lessons import functions as known
from tests.lessons.given import classes
from tests.search import students

HONEST: dict[str, list[object]] = {}
WRONG: dict[str, list[tuple[object, str]]] = {}


# --- what goes wrong in any function -------------------------------------------------------------


def endless(*arguments):
    while True: pass  # fmt: skip


def stubborn(*arguments):
    while True:
        try:
            len(arguments)
        except Exception:
            continue


def hides_errors(*arguments):
    try:
        return 1 / 0
    except:
        return 0


def calls_itself(*arguments):
    return calls_itself(*arguments)


def stops_everything(*arguments):
    sys.exit()


def in_no_line(*arguments):
    return [each for each in count() if each < 0]


def returns_nothing(*arguments):
    print("1")


def misspelt(*arguments):
    return argument[0]  # noqa: F821


ANY_FUNCTION = [
    (endless, "'while True: pass # fmt: skip': it doesn't end; which loop never stops?"),
    (stubborn, "it doesn't end"),
    (in_no_line, "it doesn't end"),
    (hides_errors, "a bare 'except:' hides every error"),
    (calls_itself, "it calls itself without end"),
    (stops_everything, "SystemExit"),
    (misspelt, "'return argument[0] # noqa: F821': NameError: name 'argument' is not defined"),
    (14, "The answer is 14; expected the function itself, without parentheses"),
    (lambda: 0, "must take"),
]
NO_VALUE = [(returns_nothing, "returned None; expected"), (lambda *given: "7", "returned '7'; exp")]


# --- 02 ------------------------------------------------------------------------------------------


def shortest(start, ways, goals):
    best = {start: 0}
    open_nodes = {start}
    while open_nodes:
        node = min(open_nodes, key=best.get)
        open_nodes.remove(node)
        yield node, best[node]
        for there, price in ways(node):
            if there not in best or best[node] + price < best[there]:
                best[there] = best[node] + price
                open_nodes.add(there)


def in_rounds(start, ways, goals):
    at_cost, done = defaultdict(list, {0: [start]}), set()
    while at_cost:
        cost = min(at_cost)
        node = at_cost[cost].pop()
        if not at_cost[cost]:
            del at_cost[cost]
        if node not in done:
            done.add(node)
            yield node, cost
            for there, price in ways(node):
                at_cost[cost + price].append(there)


def from_a_gap(take=heappop, price_of=lambda price: price, known=lambda node: node, push=True):
    def my_search(start, ways, goals):
        frontier, done = [(0, start)], set()
        while frontier:
            cost, node = take(frontier)
            if known(node) not in done:
                done.add(known(node))
                yield node, cost
                for there, price in ways(node):
                    if push:
                        heappush(frontier, (cost + price_of(price), there))

    return my_search


def first_case():
    return known._problem(*known.search_cases()[0])


def replayed(start, ways, goals):
    yield from first_case().cheapest.items()


def engines(start, ways, goals):
    yield from first_case().solve().distances().items()


HONEST["search"] = [from_a_gap(), shortest, in_rounds, students.right, students.in_a_dictionary]
WRONG["search"] = [
    (lambda start, ways, goals: iter([(("f7", "E"), 14)]), "cheaper nodes are never settled"),
    (from_a_gap(push=False), "It ends with 367 nodes never settled"),
    (from_a_gap(take=list.pop), "take the cheapest node from the frontier"),
    (from_a_gap(price_of=lambda price: 0), "the price of an action is left out"),
    (from_a_gap(price_of=lambda price: -price), "expected a whole number from 0"),
    (from_a_gap(price_of=lambda price: price + 1), "a quarter turn at cost 1: "),
    (from_a_gap(known=lambda node: node[0]), "a node is a square and a heading"),
    (replayed, "it lets the engine's"),
    (engines, "it lets the engine's"),
    (lambda start, ways, goals: {}, "never settled"),
    (lambda start, ways, goals: None, "expected yield node, cost"),
    (lambda start, ways, goals: ways(start), "expected yield node, cost"),
    (students.straight_to_it, "Only after those is it sure"),
    (students.leaves_out_the_price, "the price of an action is left out"),
    (students.from_a_queue, "not the oldest (a queue)"),
    *ANY_FUNCTION,
]


# --- 04 ------------------------------------------------------------------------------------------


def summed(game, state, seat):
    def side(of):
        own = state.activators[of]
        squares = state.held(of)
        in_line = [each for each in squares if each[0] == own[0] or each[1] == own[1]]
        pieces = sum(len(state.squares[each].letters) for each in squares)
        return 10 * pieces + 6 * len(squares) + 3 * len(in_line)

    return side(seat) - side("red" if seat == "blue" else "blue")


def in_one_loop(game, state, seat):
    points = 0
    for square, stack in state.squares.items():
        value = 10 * stack.height + 6
        if set(square) & set(state.activators[stack.owner]):
            value += 3
        points += value if stack.owner == seat else -value
    return points


HONEST["evaluation"] = [known.worth, summed, in_one_loop]
WRONG["evaluation"] = [
    *((mistake, text) for text, mistake in known.WORTH_MISTAKES),
    (lambda game, state, seat: 13, "It returns the same whatever the arguments are"),
    (lambda game, state, seat: -summed(game, state, seat), "The number is right, the sign isn't"),
    (lambda game, state, seat: summed(game, state, seat) + 1, "Every result is 1 too large"),
    (lambda game, state, seat: state, "returned"),
    (lambda game, state, seat: game.think(state).value, "it lets the engine's think solve"),
    (lambda game, state, seat: float("nan"), "expected a number"),
    *ANY_FUNCTION,
    *NO_VALUE,
]


# --- 06 ------------------------------------------------------------------------------------------


def by_counter(payoffs, rounds):
    mine, theirs = Counter([0]), Counter([1])
    for _ in range(rounds):
        gain = [sum(payoffs[i][j] * theirs[j] for j in (0, 1)) for i in (0, 1)]
        mine[int(gain[1] > gain[0])] += 1
        cost = [sum(payoffs[i][j] * mine[i] for i in (0, 1)) for j in (0, 1)]
        theirs[int(cost[1] < cost[0])] += 1
    return tuple(tuple(each[n] / (rounds + 1) for n in (0, 1)) for each in (mine, theirs))


def by_algebra(payoffs, rounds):
    (a, b), (c, d) = payoffs
    for row in (0, 1):
        for column in (0, 1):
            value = payoffs[row][column]
            if value == min(payoffs[row]) and value == max(payoffs[0][column], payoffs[1][column]):
                return [float(row == 0), float(row == 1)], [float(column == 0), float(column == 1)]
    p, q = (d - c) / (a - b - c + d), (d - b) / (a - b - c + d)
    return [p, 1 - p], [q, 1 - q]


HONEST["fictitious play"] = [known.fictitious, by_counter, by_algebra]
WRONG["fictitious play"] = [
    *((mistake, text) for text, mistake in known.PLAY_MISTAKES),
    (lambda payoffs, rounds: ([6 / 7, 1 / 7], [6 / 7, 1 / 7]), "It returns the same whatever"),
    (lambda payoffs, rounds: ([0.5, 0.5], [0.5, 0.5]), "It returns the same whatever"),
    (lambda payoffs, rounds: ([86, 14], [86, 14]), "expected two lists of two shares"),
    (lambda payoffs, rounds: payoffs, "expected two lists of two shares"),
    (lambda payoffs, rounds: pp.search.zerosum.solve(payoffs)[:2], "AttributeError"),
    (lambda payoffs, rounds: known.solve(payoffs)[:2], "it lets the engine's solve solve the task"),
    (lambda payoffs, rounds: known.fictitious(payoffs, 3), "these shares"),
    (
        lambda payoffs, rounds: known.fictitious([[-a for a in row] for row in payoffs], rounds),
        "with these shares",
    ),
    *ANY_FUNCTION,
    *NO_VALUE,
]


# --- 07 ------------------------------------------------------------------------------------------


def by_hand(best):
    ordered = sorted(best.values())
    return Fraction(sum(value * (2 * n + 1) for n, value in enumerate(ordered)), 36)


def loops(best):
    total = 0
    for a in best:
        for b in best:
            total += max(best[b], best[a])
    return total / 36


HONEST["better die"] = [known.better_of_two, by_hand, loops]
WRONG["better die"] = [
    *((mistake, text) for text, mistake in known.DIE_MISTAKES),
    (lambda best: 53 / 18, "It returns the same whatever the arguments are"),
    (lambda best: -loops(best), "The number is right, the sign isn't"),
    (lambda best: loops(best) - 1, "Every result is 1 too small"),
    (lambda best: best, "expected a number"),
    (lambda best: best[7], "KeyError: 7"),
    *ANY_FUNCTION,
    *NO_VALUE,
]


def rolls_low_again(faces):
    mean = sum(faces) / len(faces)
    return sum(max(face, mean) for face in faces) / len(faces)


def by_shares(faces):
    mean = Fraction(sum(faces), len(faces))
    kept = [face for face in faces if face >= mean]
    return (sum(kept) + (len(faces) - len(kept)) * mean) / len(faces)


HONEST["reroll"] = [known.with_reroll, rolls_low_again, by_shares]
WRONG["reroll"] = [
    *((mistake, text) for text, mistake in known.REROLL_MISTAKES),
    (lambda faces: 4.2, "It returns the same whatever the arguments are"),
    (lambda faces: faces, "expected a number"),
    (lambda faces: faces[6], "IndexError"),
    (lambda faces: pp.odds(Board.die("123456")).mean, "It returns the same whatever"),
    *ANY_FUNCTION,
    *NO_VALUE,
]


def paths_of(game, state, pieces):
    moves = [each for each in game.moves(state) if getattr(each, "path", None)]
    return [each for each in moves if each.piece.startswith(pieces)]


def hits(state, seat, move):
    return state.pac_on(move.path[-1]) not in (None, seat)


def lands(game, state, seat, pick):
    for move in paths_of(game, state, "ghost"):
        if hits(state, seat, move):
            return move
    return known.given_bot(game, state, seat, pick)


def lands_or_gobbles(game, state, seat, pick):
    found = [m for m in paths_of(game, state, "ghost") if hits(state, seat, m)]
    found += sorted(
        paths_of(game, state, "pac"), key=lambda m: -len(state.white & set(m.path))
    )  # fmt: skip
    return found[0] if found else pick("any", list(game.moves(state)))


def scored(game, state, seat, pick):
    def points(move):
        if not getattr(move, "path", None):
            return 0
        if move.piece == "pac":
            return 1 + len(state.white & set(move.path))
        return 9 if hits(state, seat, move) else -len(move.path) / 100

    return max(game.moves(state), key=points)


HONEST["bot"] = [lands, lands_or_gobbles, scored]
WRONG["bot"] = [
    (known.given_bot, "That isn't settled: the interval must be above 50 %"),
    (lambda game, state, seat, pick: pick("any", list(game.moves(state))), "That isn't settled"),
    (lambda game, state, seat, pick: "pac 1 a1-a2", "expected one of game.moves(state)"),
    (lambda game, state, seat, pick: None, "expected one of game.moves(state)"),
    (known.greedy, "it lets the engine's greedy solve the task"),
    (lambda game, *rest: game.greedy()(game, *rest), "solve the task"),
    (lambda *given: known.look_ahead()(*given), "solve the task"),
    (lambda game, state, seat, pick: game.moves(state)[10_000], "IndexError"),
    *ANY_FUNCTION,
]


# --- 09 ------------------------------------------------------------------------------------------


def by_complex(x, y, other_x, other_y):
    step = complex(other_x - x, other_y - y)
    if abs(step) >= 1.5:
        return None
    middle, half = math.degrees(cmath.phase(step)), math.degrees(math.acos(abs(step) / 1.5))
    return [(middle - half) % 360, (middle - half) % 360 + 2 * half]


def by_trial(x, y, other_x, other_y):
    def overlaps(angle):
        at = x + 0.75 * math.cos(math.radians(angle)), y + 0.75 * math.sin(math.radians(angle))
        return math.dist(at, (other_x, other_y)) < 0.75

    hits = [n / 20 for n in range(7200) if overlaps(n / 20)]
    if not hits:
        return None
    if hits[0] == 0:
        hits = sorted(n + 360 if n < 180 else n for n in hits)
    return hits[0], hits[-1]


HONEST["arc"] = [known.arc, by_complex, by_trial]
WRONG["arc"] = [
    *((mistake, text) for text, mistake in known.ARC_MISTAKES),
    (lambda *places: (312, 408), "It returns the same whatever the arguments are"),
    (lambda *places: known.arc(*places) or (0, 0), "returned (0, 0), which is wrong"),
    (lambda *places: places[:2], "returned"),
    (lambda *places: math.acos(2), "math domain error"),
    (lambda *places: known.ring(*places), "it lets the engine's ring solve the task"),
    *ANY_FUNCTION,
    (lambda *given: "7", "expected two angles (start, end)"),
]


def by_loop(inches):
    gap = 0
    while inches / 0.75 - inches / (0.75 + gap / 1000) < 2.8:
        gap += 1
    return gap / 1000


def by_halves(inches):
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        saved = inches / 0.75 - inches / (0.75 + middle)
        low, high = (low, middle) if saved >= 2.8 else (middle, high)
    return high


GAME = pp.game("worm_derby")
STATE = GAME.position(
    "suns 20 20: 180 180 150 120 100\nmoons 22 21.5: 60 60 30 0 0\nsuns to move, 4 steps"
)
HONEST["smallest gap"] = [known.smallest_gap, by_loop, by_halves]
WRONG["smallest gap"] = [
    *((mistake, text) for text, mistake in known.GAP_MISTAKES),
    (lambda inches: 0.024, "returned 0.024, which is too small"),
    (lambda inches: 0.05, "It returns the same whatever the arguments are"),
    (lambda inches: 0, "returned 0, which is too small"),
    (lambda inches: inches, "It returns one of its arguments unchanged"),
    (lambda inches: -by_loop(inches), "which is too small"),
    (lambda inches: GAME.cheat(STATE, 0.024).cheated, "it lets the engine's compare_cheat solve"),
    (lambda inches: 1 / (inches - inches), "ZeroDivisionError: float division by zero"),
    *ANY_FUNCTION,
    *NO_VALUE,
]


# --- 10: classes ---------------------------------------------------------------------------------


class TicTacToe(Board):
    places = Board.squares(3, 3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)


CORNERS = ["a1", "a3", "c1", "c3"]


def closing(closed, text="{} is a corner: corners are closed in the first two turns"):
    class Closed(TicTacToe):
        def why_not(self, table, place):
            if closed(table, place):
                return text.format(place)
            return ready.on_empty(table, place)

    return Closed


class Calls(TicTacToe):
    def why_not(self, table, place):
        if place in CORNERS and table.trun < 3:
            return "corners are closed in the first two turns"


HONEST["closed corners"] = [
    closing(lambda table, place: place in CORNERS and table.turn <= 2),
    closing(lambda table, place: table.turn < 3 and place[0] in "ac" and place[1] in "13"),
    closing(lambda t, place: t.turn in (1, 2) and place in ("a1", "a3", "c1", "c3"),
            "{} is closed until turn 3"),
]  # fmt: skip
WRONG["closed corners"] = [
    (closing(lambda table, place: place == "b2", "{} is closed"), "allows a1; it must be closed"),
    (TicTacToe, "In turn 1 your rule allows a1; it must be closed then"),
    (closing(lambda t, place: place in CORNERS and t.turn < 2), "In turn 2 your rule allows a1"),
    (closing(lambda t, place: place in CORNERS and t.turn <= 3), "In turn 3 your rule refuses a1"),
    (closing(lambda t, place: place in CORNERS), "In turn 3 your rule refuses a1; it must be open"),
    (closing(lambda t, place: place in CORNERS[:3] and t.turn < 3), "your rule allows c3"),
    (closing(lambda t, place: t.turn < 3 and place[0] in "ac"), "your rule refuses a2"),
    (closing(lambda t, place: t.turn < 3 and place in CORNERS, "{} is closed"), "until when a1"),
    (Calls, "the table has no 'trun' (did you mean 'turn'?)"),
    (TicTacToe(), "expected the class itself: Closed"),
    (7, "expected the class itself"),
]


class Loses(TicTacToe):
    def winner(self, table):
        if ready.line_of(table, 3):
            return table.rival, "three in a line lose."
        return ready.full(table)


class LosesLater(TicTacToe):
    def winner(self, table):
        found = ready.line_of(table, 3)
        return (table.rival, "a line loses.") if found else ready.full(table)


class LosesByHand(TicTacToe):
    def winner(self, table):
        for line in ("a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3",
                     "a1 b2 c3", "a3 b2 c1"):  # fmt: skip
            if all(table[place] == table.seat for place in line.split()):
                return table.rival, f"{table.seat} has {line}, and a line loses."
        return ready.full(table)


def ending(winner):
    return type("Ends", (TicTacToe,), {"winner": winner})


HONEST["line loses"] = [Loses, LosesLater, LosesByHand]
WRONG["line loses"] = [
    (TicTacToe, "Suns has a1 a2 a3 in a line; expected: moons wins"),
    (ending(lambda self, table: ready.full(table)), "goes on; expected: moons wins"),
    (
        ending(lambda self, table: ready.full(table) or Loses.winner(self, table)),
        "draw; expected: moons wins",
    ),
    (
        ending(lambda self, table: (table.seat, "won.") if ready.line_of(table, 3) else None),
        "expected: moons",
    ),
    (
        ending(lambda self, table: ("moons", "lost.") if ready.line_of(table, 3) else None),
        "expected: suns",
    ),
    (
        ending(lambda self, table: (table.rival, "lost.") if ready.line_of(table, 2) else None),
        "After some of",
    ),
    (ending(lambda self, table: table.rivals), "has no 'rivals'"),
    (3, "expected the class itself"),
]


class FirstElsewhere(TicTacToe):
    def why_not(self, table, place):
        if table.turn == 1 and place == "b2":
            return "the first move can't be b2"
        return ready.on_empty(table, place)


class Wide(TicTacToe):
    places = Board.squares(4, 3)


class Stacked(TicTacToe):
    name = "tic_tac_toe"

    def why_not(self, table, place):
        return ready.on_empty(table, place) or ready.gravity(table, place)


class FullWins(TicTacToe):
    def winner(self, table):
        if ready.full(table):
            return "suns", "a full board is suns'."
        return ready.line_of(table, 3)


class Renamed(TicTacToe):
    name, title = "noughts", "Noughts"


class Polite(TicTacToe):
    def why_not(self, table, place):
        return ready.on_empty(table, place) and "please choose another square"


class Endless(TicTacToe):
    def winner(self, table):
        return None


class TwoChanges(Wide):
    places = Board.squares(4, 4)

    def winner(self, table):
        return ready.line_of(table, 4) or ready.full(table)


class Nothing(TicTacToe):
    def why_not(self, table, place):
        return "no"


class CornersLate(TicTacToe):
    def why_not(self, table, place):
        if table.turn < 3 and place in CORNERS:
            return f"{place} is a corner: corners are closed until turn 3"
        return ready.on_empty(table, place)


HONEST["one change"] = [CornersLate, Wide, FullWins]
WRONG["one change"] = [
    (TicTacToe, "changes 4 functions or values; expected one"),
    (Renamed, "changes 0 functions or values"),
    (Polite, "It plays as tic-tac-toe does"),
    (Loses, "that is the lesson's change"),
    (LosesByHand, "that is the lesson's change"),
    (TwoChanges, "changes 2 functions or values"),
    (Nothing, "no"),
    (type("Late", (TicTacToe,), {"winner": lambda self, table: tabel.seat}), "tabel"),  # noqa: F821
    (TicTacToe(), "expected the class itself: Mine"),
    (3, "expected the class itself"),
]


def playing(bot):
    return type("Smart", (TicTacToe,), {"bot_mine": bot})


def before(table, moves, pick):
    free = [place for place in ["b2", "a1", "c3", "a3", "c1"] if not table[place]]
    return free[0] if free else pick(moves)


def tries(self, table, moves, pick):
    for move in moves:
        table[move.place] = table.seat
        if ready.line_of(table, 3):
            return move
        del table[move.place]
    return before(table, moves, pick)


def counts(self, table, moves, pick):
    for line in known_lines():
        mine = [place for place in line if table[place] == table.seat]
        free = [place for place in line if table[place] is None]
        if len(mine) == 2 and free:
            return free[0]
    return before(table, moves, pick)


def wins_or_blocks(self, table, moves, pick):
    for seat in (table.seat, table.rival):
        for line in known_lines():
            held = sorted(str(table[place]) for place in line)
            if held == sorted([seat, seat, "None"]):
                return next(place for place in line if not table[place])
    return before(table, moves, pick)


def known_lines():
    from piecepack_nb.lessons.games import LINES

    return LINES


HONEST["line bot"] = [playing(tries), playing(counts), playing(wins_or_blocks)]
WRONG["line bot"] = [
    (playing(lambda self, table, moves, pick: before(table, moves, pick)), "wins."),
    (playing(lambda self, table, moves, pick: moves[0]), "wins."),
    (playing(lambda self, table, moves, pick: pick(moves)), "wins."),
    (playing(lambda self, table, moves, pick: "z9"), "z9"),
    (playing(lambda self, table, moves, pick: None), "None"),
    (playing(lambda self, table, moves, pick: palces[0]), "palces"),  # noqa: F821
    (
        playing(
            lambda self, table, moves, pick: (
                tries(self, table, moves, pick) if table.seat == "suns" else moves[0]
            )
        ),
        "as moons",
    ),
    (TicTacToe, "The class has 0 bots; expected one"),
    (tries, "expected the class itself"),
]


class Steps(Board):
    """A game that is not the lesson's."""

    rulebook = "ST-1 Step. Step to an empty square.\nST-2 End. The last row wins."
    places = Board.squares(3, 3)

    def setup(self, table):
        table["a1"], table["c3"] = "suns", "moons"

    def why_not(self, table, start, end):
        return ready.step(table, start, end) or ready.on_empty(table, end)

    def move(self, table, start, end):
        table.carry(start, end)

    def winner(self, table):
        side = "top" if table.seat == "suns" else "bottom"
        return ready.reaches(table, table.seat, table.places.edge(side))


class Row(TicTacToe):
    rulebook = "RO-1 Place. Play on an empty square.\nRO-2 End. Four in a line win."
    places = Board.squares(4, 4)

    def winner(self, table):
        return ready.line_of(table, 4) or ready.full(table)


class Written(HONEST["closed corners"][0]):  # type: ignore[misc]
    rulebook = "WR-1 Place. Play on an empty square.\nWR-2 Corners. Closed in two turns."


Given = classes("10_your_own_game")["Mine"]
"""The game that lesson 10's last part begins with."""


def lesson_game(**changes):
    return type("Mine", (Given,), changes)


RULES = "MI-1 Step. Step to an empty square.\nMI-2 End. Reach the other side."
HONEST["own game"] = [Steps, Row, Written]
WRONG["own game"] = [
    (lesson_game(), "This is still the game that lesson 10 gives you"),
    (lesson_game(rulebook=RULES), "It works: who reaches the other side wins. Next, one rule of"),
    (TicTacToe, "The rules are not written down"),
    (ending(lambda self, table: None), "written down"),
    (ending(lambda self, table: tabel), "tabel"),  # noqa: F821
    (pp.game("piecepackman"), "expected the class itself: Mine"),
]


# --- positions and mazes -------------------------------------------------------------------------


def far(him, cube):
    return {"piecepackman": him, "cubes": f"suns {cube}"}


HONEST["detour"] = [far("g6 E", "d8"), far("c1 E", "c2"), "piecepackman: d5 W\ncubes: suns h10"]
WRONG["detour"] = [
    (far("c10 E", "f7"), "That is the lesson's position, or nearly so"),
    (far("d10 E", "f7"), "he and the cube are each less than 3 squares from where they are there"),
    (far("b10 N", "g7"), "That is the lesson's position, or nearly so"),
    (far("h10 W", "e7"), "or would be if you turned or mirrored the board"),
    (far("c1 E", "f4"), "or would be if you turned or mirrored the board"),
    ({"piecepackman": "d10 E", "cubes": "suns f7, moons a1"}, "or nearly so"),
    (far("f4 N", "e3"), "as many as the shortest"),
    ({"piecepackman": "f4 N", "cubes": "suns z3"}, "The position is invalid"),
    ({"piecepackman": "f4 N"}, "The position is invalid"),
    (far("f4 N", "e3")["piecepackman"], "The position is invalid"),
    (None, "The answer is None; expected a position"),
    (lambda: far("c1 E", "c2"), "expected a position"),
]

FROZEN = """
    4  {}  {}  {}  {}
    3  {}  {}  {}  {}
    2  {}  {}  {}  {}
    1  {}  {}  {}  {}"""


def drawn(words):
    return FROZEN.format(*words.split())


HONEST["two frozen"] = [
    drawn(". c . fb . d eA . E . . . F Da CB ."),
    drawn("dA c . fb . . e . E . . . FB Da C ."),
    drawn("d c . fb . . eA . E . . . F Da CB ."),
]
WRONG["two frozen"] = [
    (drawn(". c . fb . d eA . E . . . FB Da C ."), "You moved 0 pyramids; move one or two"),
    (drawn(". c . fb . d eA . E . . . F DaB C ."), "The position is invalid"),
    (drawn(". c . fb . d eA . . E . . FB Da C ."), "1 red piece frozen, on c1 and b3"),
    (drawn("FB c . f . d eA . E . . . . Da C b"), "You moved"),
    ("4 . . . .", "The position is invalid"),
    (2, "The answer is 2; expected a position"),
]


def pushing(him, block, hers, hole):
    return {"suns": him, "moons": hers, "board": {block: "white", hole: "hole"}}


HONEST["trap"] = [
    pushing("c2 N", "c3", "c5 W", "c7"),
    pushing("f7 S", "f6", "f4 W", "f2"),
    pushing("d2 N", "d3", "d4 S", "d7"),
]
WRONG["trap"] = [
    ({"suns": "b4 E", "moons": "e4 N", "board": {"c4": "white", "g4": "hole"}}, "as in part 7"),
    ({"suns": "b4 E", "moons": "e4 N", "board": {"c4": "white"}}, "as in part 7"),
    (pushing("c2 N", "c3", "c5 W", "c4"), "expected 2"),
    (
        {"suns": "c2 N", "moons": "c5 W", "board": {"c3": "white"}},
        "Moons loses 1 point; expected 2",
    ),
    ({"suns": "c2 N", "moons": "f5 W", "board": {"c3": "white"}}, "Moons loses 0 points"),
    ({"suns": "c2 N", "moons": "c5 W"}, "The moves can't be made"),
    ({"suns": "c2 N", "moons": "c2 W"}, "The position is invalid"),
    (2, "expected a position"),
]


def trap(him, hers, *rest):
    crowns, arms, block, other, hole, end = rest
    board = {block: "white", other: "white", hole: "hole", end: "white"}
    return {"suns": him, "moons": hers, "crowns": crowns, "arms": arms, "board": board}


HONEST["mixed strategy"] = [
    trap("f4 W", "d4 E", "f2 N", "e2 N", "f3", "e3", "f7", "f8"),
    {
        **trap("c5 E", "d4 W", "c7 S", "d7 S", "c6", "d6", "c3", "c2"),
        "board": {"c6": "white", "d6": "white", "c3": "white", "c2": "white"},
    },
    {
        **trap("f4 W", "d4 E", "f2 N", "e2 N", "f3", "e3", "f6", "f7"),
        "board": {"f3": "white", "e3": "white", "f6": "hole", "f7": "hole", "e4": "hole"},
    },
]
LESSONS_TRAP = trap("c4 E", "e4 W", "c2 N", "d2 N", "c3", "d3", "c6", "c7")
WRONG["mixed strategy"] = [
    (LESSONS_TRAP, "That is the lesson's trap"),
    (trap("d4 E", "f4 W", "d2 N", "e2 N", "d3", "e3", "d6", "d7"), "perhaps moved, turned or mir"),
    (trap("c5 E", "e5 W", "c7 S", "d7 S", "c6", "d6", "c3", "c2"), "perhaps moved, turned or mir"),
    (trap("f5 W", "d5 E", "f7 S", "e7 S", "f6", "e6", "f3", "f2"), "perhaps moved, turned or mir"),
    (trap("e5 S", "e3 N", "g5 W", "g4 W", "f5", "f4", "c5", "b5"), "perhaps moved, turned or mir"),
    (
        LESSONS_TRAP | {"board": LESSONS_TRAP["board"] | {"e3": "white", "g7": "hole"}},
        "with counters that change no points",
    ),
    (trap("f4 W", "c4 E", "f2 N", "e2 N", "f3", "e3", "f6", "f7"), "Suns"),
    ({"suns": "b4 E", "moons": "e4 N", "board": {"c4": "white"}}, "must be able to push"),
    (
        {"suns": "b4 E", "moons": "e4 N", "crowns": "b7 N", "arms": "g7 N"},
        "Suns should always write left",
    ),
    (0.86, "The answer is 0.86; expected a position"),
]

TABLE = """
    suns 20 20: 180 180 180 180 180
    moons 9 30: 180 180 180 180 180
    {}
    suns to move, 3 steps"""


def tiles(*places):
    return TABLE.format("\n    ".join(f"tile {each}" for each in places))


HONEST["one arc"] = [
    tiles("21.5 20.5 0", "20.5 18.2 0"),
    tiles("20.5 21.5 0", "21.4 19.2 0"),
    tiles("21.5 19.5 0", "20.5 21.8 0"),
]
WRONG["one arc"] = [
    (tiles("21.5 21.2 20", "21.5 18.4 70"), "The red head has 2 legal arcs: 74° to 120° and 240°"),
    (tiles("30 30 0", "33 30 0"), "degrees wide; expected at most 45"),
    (tiles("30 30 0"), "There are 1 tile; expected 2"),
    (tiles("20.5 20.2 0", "30 30 0"), "The position is invalid"),
    (tiles(), "expected 2"),
    ("", "expected 2"),
    (60, "expected a position"),
]


def shop(*sticks, maze="winding", taken=()):
    made = pp.maze(maze)
    for kind, edge in sticks:
        made.lay(kind, edge)
    for edge in taken:
        made.take(edge)
    return made


HONEST["one stick"] = [shop(("three", "d3E")), shop(("ace", "d4N")), shop(("ace", "d4E"))]
WRONG["one stick"] = [
    (shop(), "Lay exactly one stick in the maze"),
    (shop(("three", "d3E"), ("ace", "d4N")), "Lay exactly one stick in the maze"),
    (shop(maze="roundabout"), "Lay exactly one stick in the maze"),
    (shop(("ace", "j3N")), "as before: lay the stick across his path"),
    ("winding", "expected the workshop, or a maze"),
]
HONEST["own maze"] = []
WRONG["own maze"] = [
    (pp.maze("slip"), "That is a maze of the package"),
    (pp.mazes.generate(7), "That is a generated maze"),
    (pp.maze(), "finding"),
    (shop(taken=["c2N"], maze="roundabout"), "1 finding: Open blocks of two"),
    ("slip", "expected the workshop, or a maze"),
]


def retitled(seed):
    text = pp.mazes.generate(seed).text()
    first, _, rest = text.partition("\n")
    assert first.startswith("title: ")
    return pp.mazes.read(f"title: Mine\n{rest}")


HONEST["own maze"] = [partial(retitled, seed) for seed in (7, 8, 9)]
