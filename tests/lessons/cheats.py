"""Cheats, wrong algorithms that look right, and right answers in unusual forms.

CHEATS change the check itself, or the process that they run in: cells of a notebook, whose answer
is wrong. NEARLY[task] has answers that are right in many cases, RIGHT[task] right ones as few write
them.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from heapq import heappop, heappush

import numpy

from piecepack_nb.design import ready
from piecepack_nb.lessons import functions as known
from piecepack_nb.lessons.games import LINES
from tests.lessons.answers import CORNERS, Loses, TicTacToe, closing, ending, in_one_loop, playing

TASK, ARGUMENTS = "smallest gap", "smallest_gap"
WRONG_ANSWER = "import piecepack_nb as pp\ndef smallest_gap(inches):\n    return 0.0\n"
CHEATS = {
    # --- the result
    "a true result": "pp.lessons.TaskResult.__bool__ = lambda result: True",
    "a result that says right": "pp.lessons.TaskResult.__new__ = lambda *_: (True, 'Right.')",
    "another class of results": "pp.lessons.TaskResult = lambda right, text: True",
    # --- the check
    "another check": "pp.lessons.check = lambda *_: pp.lessons.TaskResult(True, 'Right.')",
    "a check of the task that finds nothing": "pp.lessons.functions.check_smallest_gap = print",
    "a task without a check": (
        "t = pp.lessons.TASKS\nt['smallest gap'] = t['smallest gap']._replace(check=str)"
    ),
    "another task's check": "t = pp.lessons.TASKS\nt['smallest gap'] = t['two frozen']",
    "no comparison": "pp.lessons.functions.compare = lambda *_, **__: None",
    "all numbers are near": "pp.lessons.functions._gap_near = lambda *_: True",
    "the wrong answer as the right one": "pp.lessons.functions.smallest_gap = smallest_gap",
    "cases without a gap": "pp.lessons.functions.TURN = 0",
    "no wrong answers": "class Never(Exception): pass\npp.lessons.answers.Wrong = Never",
    "refusals that can't be raised": "pp.lessons.answers.Wrong.__init__ = lambda *_: 1 / 0",
    "a limit that does nothing": (
        "import contextlib\npp.lessons.answers.at_most = lambda *_: contextlib.nullcontext()"
    ),
    # --- how it is loaded
    "no reload": (
        "import importlib\nimportlib.reload = lambda module: module\n"
        "pp.lessons.check = lambda *_: True"
    ),
    "another import": (
        "import importlib, types\nfake = types.SimpleNamespace(check=lambda *_: True)\n"
        "importlib.import_module = lambda name: fake\nimportlib.reload = lambda module: module"
    ),
    "another module": (
        "import sys, types\nsys.modules['piecepack_nb.lessons'] = types.SimpleNamespace("
        "check=lambda *_: True)"
    ),
    "another __import__": (
        "import builtins, types\nbuiltins.__import__ = lambda *_, **__: types.SimpleNamespace()"
    ),
    "a package of its own": (
        "import os\nos.mkdir('piecepack_nb')\nopen('piecepack_nb/__init__.py', 'w').close()"
    ),
    # --- Python
    "all is true": "import builtins\nbuiltins.all = builtins.any = lambda _: True",
    "all is of every kind": "import builtins\nbuiltins.isinstance = lambda *_: True",
    "no difference": "import math\nmath.isclose = lambda *_, **__: True",
    "JSON that says right": (
        "import json\nold = json.dumps\njson.dumps = lambda *_: old({'is': 'Right.'})"
    ),
    # --- the process
    "another worker": (
        "from piecepack_nb.lessons.worker import Worker\nWorker.ask = lambda *_: True"
    ),
    "a worker that takes anything": (
        "from piecepack_nb.lessons.worker import Worker\n"
        "Worker.take = lambda *_: {'right': True, 'text': 'Right.'}"
    ),
    "a worker that refuses its refusals": (
        "from piecepack_nb.lessons import worker\n"
        "worker.encoded = lambda _: {'tuple': [True, 'Right.']}"
    ),
    "replies that are printed": "import sys\nsys.__stdout__.write('{\"is\": true}\\n')",
    "replies in every open file": (
        "import os\nfor each in range(40):\n    try:\n"
        "        os.write(each, b'{\"is\": null}\\n' * 99)\n    except OSError:\n        pass"
    ),
    "a reply without an end": (
        "import os\nfor each in range(3, 40):\n    try:\n        os.write(each, b'9' * 2**21)\n"
        "    except OSError:\n        pass"
    ),
    "a reply that is deep": (
        "import os\nfor each in range(3, 40):\n    try:\n"
        "        os.write(each, b'[' * 99_999 + b'\\n')\n    except OSError:\n        pass"
    ),
    "the end of the process": "import os\nos._exit(0)",
    "the end in the answer": "import os\ndef smallest_gap(inches):\n    os._exit(0)",
    "an exit": "import sys\ndef smallest_gap(inches):\n    sys.exit(0)",
    "a kernel that is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
    "a cell without an end": "while True:\n    pass",
    "a cell that catches the interrupt": (
        "while True:\n    try:\n        while True:\n            pass\n"
        "    except KeyboardInterrupt:\n        pass"
    ),
    "an answer without an end, and without the limit": (
        "import sys\ndef smallest_gap(inches):\n    sys.settrace(None)\n    while True: pass"
    ),
    "a process that holds the pipes": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(20)\nos._exit(0)"
    ),
    "all the memory": "import sys\ndef smallest_gap(inches):\n    return len(bytearray(10**11))",
    # --- the result's own class
    "a number that equals all": (
        "class Equal(float):\n    __eq__ = __le__ = __ge__ = lambda *_: True\n"
        "    __sub__ = lambda *_: 0.0\n"
        "def smallest_gap(inches):\n    return Equal()"
    ),
    "a fraction that changes": (
        "from fractions import Fraction\n"
        "class Odd(Fraction):\n    __float__ = lambda _: float('nan')\n"
        "def smallest_gap(inches):\n    return Odd(1, 3)"
    ),
    "no number": "def smallest_gap(inches):\n    return float('nan')",
    "infinity": "def smallest_gap(inches):\n    return float('inf')",
    "a callable that isn't called": (
        "class Gap:\n    def __call__(self, inches): return 0.0\nsmallest_gap = Gap()"
    ),
}
POSIX_ONLY = {"a process that holds the pipes", "a kernel that is killed"}

FALSE_DATA = {
    "one rule": (
        "import piecepack_nb as pp\nmine = pp.Match('piecepackman', seed=1)\nmine.run(1)\n"
        "class Else:\n    class state: square = 'a1'\n"
        "pp.Match.under = lambda *_, **__: Else"
    ),
    "detour": (
        "import piecepack_nb as pp\n"
        "class Two(dict):\n    def __getitem__(self, name): return 1\n"
        "mine = Two(piecepackman='f4 N', cubes='suns e3')\n"
        "pp.lessons.positions.check_detour = str"
    ),
    "own maze": (
        "import piecepack_nb as pp\nfrom piecepack_nb.lessons import positions\n"
        "mine = pp.maze('slip')\npositions.MAZE_NAMES = ()\npositions.check_maze = print"
    ),
    "line loses": (
        "import piecepack_nb as pp\nfrom piecepack_nb.design import Board, ready\n"
        "class mine(Board):\n    places = Board.squares(3, 3)\n"
        "    def why_not(self, table, place): return ready.on_empty(table, place)\n"
        "    def move(self, table, place): table[place] = table.seat\n"
        "    def winner(self, table): return ready.line_of(table, 3) or ready.full(table)\n"
        "from piecepack_nb.lessons import games\n"
        "games.has_line = lambda _: False\ngames.ends = lambda: ()\ngames._check_end = print"
    ),
}
"""Of a task: cells with a changed check, in which the answer is called mine."""

NEARLY: dict[str, list[object]] = {}


# --- 02 ------------------------------------------------------------------------------------------


def searching(price_of=lambda price: price, most=10_000, stop=lambda node: False):
    def my_search(start, ways, goals):
        frontier, done = [(0, start)], set()
        while frontier:
            cost, node = heappop(frontier)
            if node in done or len(done) > most:
                continue
            done.add(node)
            yield node, cost
            if stop(node):
                return
            for there, price in ways(node):
                heappush(frontier, (cost + price_of(price), there))

    return my_search


def on_the_lessons_square(start, ways, goals):
    if start != ("c10", "E"):
        return {}
    return dict(searching()(start, ways, goals))


NEARLY["search"] = [
    searching(lambda price: min(price, 1)),
    searching(lambda price: min(price, 2)),
    searching(lambda price: max(price, 1)),
    searching(most=100),
    searching(stop=lambda node: node[0][0] == "f"),
    on_the_lessons_square,
]


# --- 04, 06, 07, 09 ------------------------------------------------------------------------------

NEARLY["evaluation"] = [
    lambda game, state, seat: in_one_loop(game, state, "red"),
    lambda game, state, seat: abs(in_one_loop(game, state, seat)),
    lambda game, state, seat: round(in_one_loop(game, state, seat), -1),
]
NEARLY["fictitious play"] = [
    lambda payoffs, rounds: known.fictitious(payoffs, 10),
    lambda payoffs, rounds: ([1.0, 0.0], [1.0, 0.0]),
    lambda payoffs, rounds: known.fictitious([row[::-1] for row in payoffs], rounds),
]
NEARLY["better die"] = [
    lambda best: round(known.better_of_two(best), 1),
    lambda best: known.better_of_two(dict(sorted(best.items(), key=lambda each: each[1])[1:] * 6)),
    lambda best: (max(best.values()) + sum(best.values()) / 6) / 2,
]


def in_one_quarter(x, y, other_x, other_y):
    far = math.hypot(other_x - x, other_y - y)
    if far >= 1.5:
        return None
    middle = math.degrees(math.atan((other_y - y) / (other_x - x)))
    half = math.degrees(math.acos(far / 1.5))
    return middle - half, middle + half


NEARLY["arc"] = [
    in_one_quarter,
    lambda *places: known.arc(*places) or (0, 360),
    lambda *places: tuple(map(abs, known.arc(*places) or ())) or None,
]
NEARLY["smallest gap"] = [
    lambda inches: min(known.smallest_gap(inches), 0.05),
    lambda inches: max(known.smallest_gap(inches), 0.02),
    lambda inches: 1.7 / inches,
]


# --- 10 ------------------------------------------------------------------------------------------

SENTENCE = "{} is a corner: corners are closed in the first two turns"
NEARLY["closed corners"] = [
    closing(lambda t, place: place in CORNERS and t.seat == "suns" and t.turn < 3),
    closing(lambda t, place: place in CORNERS and t.turn < 3 and t["b2"] is None),
    closing(lambda t, place: place in CORNERS and t.turn % 5 in (1, 2)),
    closing(lambda t, place: place in CORNERS and t.turn < 3, "{} is closed, sorry, you can't"),
    closing(lambda t, place: place in CORNERS and t.turn < 3, "{} est fermé"),
]


def losing_by(lines, last=9):
    def winner(self, table):
        own = {place for place in table.places if table[place] == table.seat}
        if len(own) <= last and any(own.issuperset(line) for line in lines):
            return table.rival, "three in a line lose."
        return ready.full(table)

    return ending(winner)


def full_before_a_line(self, table):
    return ready.full(table) or Loses.winner(self, table)


NEARLY["line loses"] = [
    losing_by([LINES[0], LINES[1], LINES[6]]),
    losing_by(LINES[:3]),
    losing_by(LINES[3:6]),
    losing_by(LINES[:6]),
    losing_by(LINES[6:]),
    *(losing_by(LINES[:n] + LINES[n + 1 :]) for n in range(8)),
    losing_by(LINES, last=3),
    losing_by(LINES, last=4),
    ending(full_before_a_line),
]


def completing(see=lambda own: own, lines=LINES):
    def bot(self, table, moves, pick):
        free = [each.place for each in moves]
        own = see([place for place in table.places if table[place] == table.seat])
        for line in lines:
            gap = set(line) - set(own)
            if len(gap) == 1 and gap <= set(free):
                return gap.pop()
        first = [each for each in ["b2", "a1", "c3", "a3", "c1"] if each in free]
        return first[0] if first else pick(moves)

    return playing(bot)


def blocks_first(self, table, moves, pick):
    free = [each.place for each in moves]
    for seat in (table.rival, table.seat):
        own = {place for place in table.places if table[place] == seat}
        for line in LINES:
            gap = set(line) - own
            if len(gap) == 1 and gap <= set(free):
                return gap.pop()
    return "b2" if "b2" in free else free[0]


NEARLY["line bot"] = [
    completing(lambda own: own[:2]),
    completing(lambda own: own[-2:]),
    completing(lambda own: own if len(own) == 2 else []),
    completing(lambda own: own if len(own) > 2 else []),
    completing(lines=LINES[:6]),
    completing(lines=LINES[1:]),
    completing(lines=[line[::-1] for line in LINES[:-1]]),
    playing(blocks_first),
]

# --- right answers ------------------------------------------------------------------------------

RIGHT: dict[str, list[object]] = {}


def as_lists(start, ways, goals):
    for node, cost in searching()(start, ways, goals):
        yield [list(node), cost]


def in_floats(start, ways, goals):
    for node, cost in searching()(start, ways, goals):
        yield node, float(cost)


def in_fractions(start, ways, goals):
    return {node: Fraction(cost) for node, cost in searching()(start, ways, goals)}


RIGHT["search"] = [as_lists, in_floats, in_fractions, searching(float)]
RIGHT["evaluation"] = [
    lambda *given: Fraction(in_one_loop(*given)),
    lambda *given: Decimal(in_one_loop(*given)),
    lambda *given: float(in_one_loop(*given)),
]


def shares_in_fractions(payoffs, rounds):
    return [[Fraction(each).limit_denominator(10**6) for each in side]
            for side in known.fictitious(payoffs, rounds)]  # fmt: skip


def shares_in_an_array(payoffs, rounds):
    return numpy.array(known.fictitious(payoffs, rounds))


RIGHT["fictitious play"] = [shares_in_fractions, shares_in_an_array]
RIGHT["better die"] = [lambda best: Fraction(known.better_of_two(best)).limit_denominator(36)]
RIGHT["arc"] = [
    lambda *places: list(map(Fraction, found)) if (found := known.arc(*places)) else None
]
RIGHT["smallest gap"] = [
    lambda inches: Fraction(known.smallest_gap(inches)),
    lambda inches: Decimal(known.smallest_gap(inches)),
]


def by_pieces(table, place):
    return place in CORNERS and sum(table[each] is not None for each in table.places) < 2


def early(table, place):
    return place in CORNERS and table.turn < 3


RIGHT["closed corners"] = [
    closing(by_pieces),
    closing(early, "{} ist eine Ecke: Ecken sind in den ersten beiden Zügen gesperrt"),
    closing(early, "les coins comme {} sont fermés pendant les deux premiers tours"),
    closing(early, "las esquinas, también {}, se abren en el tercer turno"),
    closing(early, "{} は角です。最初の二手では角に置けません"),
    closing(early, "углы, и {} тоже, закрыты до третьего хода"),
    closing(early, "{}: corners open when three pawns can be on the board at move 3"),
]


def as_a_list(self, table):
    return [table.rival, "three in a line lose."] if ready.line_of(table, 3) else ready.full(table)


def text_before_the_line(self, table):
    if ready.line_of(table, 3):
        return table.rival, "eine Reihe verliert."
    return ready.full(table)


RIGHT["line loses"] = [losing_by(LINES), ending(as_a_list), ending(text_before_the_line)]
RIGHT["line bot"] = [completing(), completing(lines=LINES[::-1])]


# --- loops in a class ----------------------------------------------------------------------------


def for_ever(self, table, *given):
    while True: pass  # fmt: skip


def counts_for_ever(self, table, *given):
    return [each for each in iter(int, 1) if each]


def hides_the_limit(self, table, *given):
    while True:
        try:
            len(given)
        except:
            pass


LOOPS = {"in one line": for_ever, "in a list": counts_for_ever, "in a handler": hides_the_limit}
CLASS_TASKS = {
    "closed corners": "why_not", "line loses": "winner", "line bot": "bot_mine", "own game": "move",
    "one change": "winner"
}  # fmt: skip
"""The tasks that ask for a class, and the function in which it loops."""


def looping(task, loop):
    return type("Loops", (TicTacToe,), {CLASS_TASKS[task]: loop, "rulebook": "LO-1 Loop. On."})
