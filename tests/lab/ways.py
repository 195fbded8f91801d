"""Ways of changing a rule in a running notebook: each is noticed, or results aren't kept.

A cell makes the game Tally, which is over after GOAL turns. A way is the code before the class, how
the class reads the goal, and the code that changes it; without that the cell is run again, edited.
The letter § stands for the goal: first 3, then 30.
"""

from __future__ import annotations

import builtins
import importlib
import math
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.design import ready
from piecepack_nb.design.table import Table

BEFORE, AFTER = "3", "30"
CELL = '''
import piecepack_nb as pp
from piecepack_nb.design import Board, one_of
{before}
@pp.register
class Tally(Board{bases}):
    seats = ("ann", "ben")
    number = one_of("one", "two")
    rulebook = """
        TA-1 Move. You count one.
        TA-2 End. The count ends the game.
        """
    {body}
    def setup(self, table):
        {setup}
        table.done = 0

    def move(self, table, number):
        table.done += 1
        table.say("TA-1 {{seat}} counts.".replace("{{seat}}", table.seat))

    def winner(self, table):
        if table.done >= {rule}:
            return table.seat, "TA-2 the count ends the game."
'''


class Way(NamedTuple):
    """How a rule comes to be changed; lines of code are separated by line ends."""

    before: str = ""
    rule: str = "§"
    change: str = ""
    setup: str = "pass"
    body: str = ""
    bases: str = ""
    unchanged: bool = False
    """True where the old rule still holds: a function that remembers, say."""


FILE = 'PATH = FOLDER + "/goal.txt"\nopen(PATH, "w").write("§")\n'
HELPER = (
    'import sys\nopen(FOLDER + "/ways_helper.py", "w").write("{}")\nsys.path.insert(0, FOLDER)\n'
)
RELOAD = (
    'import importlib, os\nopen(FOLDER + "/ways_helper.py", "w").write("{}")\n'
    'os.utime(FOLDER + "/ways_helper.py", (2e9, 2e9))\n'
    'importlib.reload(sys.modules["ways_helper"])\n'
)

LIVE = {
    "a global number": Way("GOAL = §", "GOAL", "GOAL = §"),
    "a global list": Way("GOAL = [§]", "GOAL[0]", "GOAL[0] = §"),
    "a global dict": Way("GOAL = {'a': §}", "GOAL['a']", "GOAL['a'] = §"),
    "a global set": Way("GOAL = {§}", "max(GOAL)", "GOAL.add(§)"),
    "a set of tuples": Way("GOAL = {(1, §)}", "max(GOAL)[1]", "GOAL.add((2, §))"),
    "a bytearray": Way("GOAL = bytearray([§])", "GOAL[0]", "GOAL[0] = §"),
    "an array": Way("import array\nGOAL = array.array('i', [§])", "GOAL[0]", "GOAL[0] = §"),
    "a deque": Way("from collections import deque\nGOAL = deque([§])", "GOAL[0]", "GOAL[0] = §"),
    "a Counter": Way(
        "from collections import Counter\nGOAL = Counter(a=§)", "GOAL['a']", "GOAL['a'] = §"
    ),
    "a defaultdict": Way(
        "from collections import defaultdict\nGOAL = defaultdict(lambda: §)",
        "GOAL.default_factory()",
        "GOAL.default_factory = lambda: §",
    ),
    "a numpy array": Way("import numpy as np\nGOAL = np.array([§])", "GOAL[0]", "GOAL[0] = §"),
    "a namespace": Way(
        "from types import SimpleNamespace\nGOAL = SimpleNamespace(n=§)", "GOAL.n", "GOAL.n = §"
    ),
    "a read-only view": Way(
        "from types import MappingProxyType\nINNER = {'a': §}\nGOAL = MappingProxyType(INNER)",
        "GOAL['a']",
        "INNER['a'] = §",
    ),
    "a dataclass object": Way(
        "from dataclasses import dataclass\n@dataclass\nclass Goal:\n    n: int = §\nGOAL = Goal()",
        "GOAL.n",
        "GOAL.n = §",
    ),
    "an object with slots": Way(
        "class Goal:\n    __slots__ = ('n',)\nGOAL = Goal()\nGOAL.n = §", "GOAL.n", "GOAL.n = §"
    ),
    "an object that is a list": Way(
        "class Goal(list):\n    pass\nGOAL = Goal([§])", "GOAL[0]", "GOAL[0] = §"
    ),
    "an object deep in others": Way(
        "class Goal:\n    pass\ninner = Goal()\ninner.n = §\nGOAL = ({'a': [inner]},)",
        "GOAL[0]['a'][0].n",
        "inner.n = §",
    ),
    "an enum": Way(
        "from enum import Enum\nclass Goal(Enum):\n    N = §",
        "Goal.N.value",
        "class Goal(Enum):\n    N = §",
    ),
    "an IntEnum's member": Way(
        "from enum import IntEnum\nclass Goal(IntEnum):\n    N = §\nGOAL = Goal.N",
        "GOAL",
        "class Goal(IntEnum):\n    N = §\nGOAL = Goal.N",
    ),
    "a named tuple": Way(
        "from typing import NamedTuple\nclass Goal(NamedTuple):\n    n: int\nGOAL = Goal(§)",
        "GOAL.n",
        "GOAL = Goal(§)",
    ),
    "a function": Way("def goal():\n    return §", "goal()", "def goal():\n    return §"),
    "a function of a function": Way(
        "def inner():\n    return §\ndef goal():\n    return inner()",
        "goal()",
        "def inner():\n    return §",
    ),
    "a lambda": Way("goal = lambda: §", "goal()", "goal = lambda: §"),
    "a partial": Way(
        "from functools import partial\ngoal = partial(max, §)", "goal(0)", "goal = partial(max, §)"
    ),
    "a closure": Way(
        "def make(n):\n    def goal():\n        return n\n    return goal\ngoal = make(§)",
        "goal()",
        "goal.__closure__[0].cell_contents = §",
    ),
    "a default": Way(
        "def goal(n=§):\n    return n", "goal()", "goal.__defaults__ = (§,)"
    ),
    "a default by keyword": Way(
        "def goal(*, n=§):\n    return n", "goal()", "goal.__kwdefaults__ = {'n': §}"
    ),
    "an attribute of a function": Way(
        "def goal():\n    return goal.n\ngoal.n = §", "goal()", "goal.n = §"
    ),
    "the code of a function": Way(
        "def goal():\n    return §", "goal()", "goal.__code__ = (lambda: §).__code__"
    ),
    "a decorated function": Way(
        "from functools import wraps\ndef twice(f, n):\n    @wraps(f)\n    def g():\n"
        "        return n\n    return g\ndef goal():\n    return 1\ngoal = twice(goal, §)",
        "goal()",
        "goal = twice(goal.__wrapped__, §)",
    ),
    "a method of an object": Way(
        "class Goal:\n    n = §\n    def get(self):\n        return self.n\nget = Goal().get",
        "get()",
        "Goal.n = §",
    ),
    "a property": Way(
        "class Goal:\n    @property\n    def n(self):\n        return §\nGOAL = Goal()",
        "GOAL.n",
        "Goal.n = property(lambda self: §)",
    ),
    "a descriptor": Way(
        "class Field:\n    def __get__(self, owner, kind):\n        return self.n\n"
        "field = Field()\nfield.n = §\nclass Goal:\n    n = field\nGOAL = Goal()",
        "GOAL.n",
        "field.n = §",
    ),
    "a metaclass": Way(
        "class Meta(type):\n    n = §\nclass Goal(metaclass=Meta):\n    pass",
        "Goal.n",
        "Meta.n = §",
    ),
    "an attribute of the class": Way("", "self.goal", "Tally.goal = §", body="goal = §"),
    "a function of the class": Way(
        "", "self.goal()", "Tally.goal = lambda self: §", body="def goal(self):\n        return §"
    ),
    "a static method of the class": Way(
        "",
        "self.goal()",
        "Tally.goal = staticmethod(lambda: §)",
        body="@staticmethod\n    def goal():\n        return §",
    ),
    "a class method of the class": Way(
        "",
        "self.goal()",
        "Tally.goal = classmethod(lambda cls: §)",
        body="@classmethod\n    def goal(cls):\n        return §",
    ),
    "a base class": Way(
        "class Base:\n    goal = §", "self.goal", "Base.goal = §", bases=", Base"
    ),
    "a base class's function": Way(
        "class Base:\n    def goal(self):\n        return §",
        "self.goal()",
        "Base.goal = lambda self: §",
        bases=", Base",
    ),
    "a set-up in which a global counts": Way(
        "GOAL = §", "table.goal", "GOAL = §", setup="table.goal = GOAL"
    ),
    "an iterator over a list": Way("GOAL = [§]", "next(iter(GOAL))", "GOAL.insert(0, §)"),
    "a helper module's constant": Way(
        HELPER.format("GOAL = §") + "import ways_helper", "ways_helper.GOAL", "ways_helper.GOAL = §"
    ),
    "a helper module that is loaded again": Way(
        HELPER.format("def goal(): return §") + "import ways_helper",
        "ways_helper.goal()",
        RELOAD.format("def goal(): return §"),
    ),
    "a helper module, by a name made at play": Way(
        HELPER.format("GOAL = §") + "import ways_helper",
        "getattr(ways_helper, 'GO' + 'AL')",
        "ways_helper.GOAL = §",
    ),
    "a helper module imported in a function": Way(
        HELPER.format("GOAL = §") + "import ways_helper\n"
        "def goal():\n    from ways_helper import GOAL\n    return GOAL",
        "goal()",
        "ways_helper.GOAL = §",
    ),
    "a function from a helper module": Way(
        HELPER.format("N = §\\ndef goal(): return N") + "from ways_helper import goal",
        "goal()",
        "import ways_helper\nways_helper.N = §",
    ),
    "a patch of Python's modules": Way(
        "import math\nmath.goal = §", "math.goal", "math.goal = §"
    ),
    "a patch of a Python function": Way(
        "import textwrap\ntextwrap.goal = lambda: §", "textwrap.goal()", "textwrap.goal = lambda: §"
    ),
    "a patch of a builtin": Way(
        "import builtins\nbuiltins.goal = §", "goal", "builtins.goal = §"
    ),
    "a patch of the package's constant": Way(
        "from piecepack_nb.design import ready\nready.GOAL = §", "ready.GOAL", "ready.GOAL = §"
    ),
    "a patch of the package's function": Way(
        "from piecepack_nb.design import ready\nready.goal = lambda: §",
        "ready.goal()",
        "ready.goal = lambda: §",
    ),
    "a patch of the package's class": Way(
        "from piecepack_nb.design.table import Table\nTable.goal_of = lambda self: §",
        "table.goal_of()",
        "Table.goal_of = lambda self: §",
    ),
    "a file": Way(FILE, "int(open(PATH).read())", FILE),
    "a file by its path": Way(
        FILE + "from pathlib import Path", "int(Path(PATH).read_text())", FILE
    ),
    "a file as JSON": Way(FILE + "import json", "json.load(open(PATH))", FILE),
    "the environment": Way(
        "import os\nos.environ['GOAL'] = '§'", "int(os.environ['GOAL'])", "os.environ['GOAL'] = '§'"
    ),
    "a text that is evaluated": Way("GOAL = '§'", "eval(GOAL)", "GOAL = '§'"),
    "a global by a name made at play": Way("GOAL = §", "globals()['GO' + 'AL']", "GOAL = §"),
    "a module by its name": Way(
        HELPER.format("GOAL = §") + "import ways_helper",
        "sys.modules['ways_helper'].GOAL",
        "ways_helper.GOAL = §",
    ),
    "a weak reference": Way(
        "import weakref\nclass Goal:\n    pass\n"
        "inner = Goal()\ninner.n = §\nref = weakref.ref(inner)",
        "ref().n",
        "inner.n = §",
    ),
    "a context variable": Way(
        "from contextvars import ContextVar\nGOAL = ContextVar('goal')\nGOAL.set(§)",
        "GOAL.get()",
        "GOAL.set(§)",
    ),
    "a logger's level": Way(
        "import logging\nlog = logging.getLogger('ways')\nlog.setLevel(§)",
        "log.level",
        "log.setLevel(§)",
    ),
    "a random generator": Way(
        "import random\nGOAL = random.Random(§)", "GOAL.randint(3, 30)", "GOAL.seed(§)"
    ),
    "Python's own chance": Way(
        "import random\nrandom.seed(§)", "random.randint(3, 30)", "random.seed(§)"
    ),
    "a counter of turns played": Way(
        "from itertools import count\nGOAL = count(§, 0)", "next(GOAL)", "GOAL = count(§, 0)"
    ),
    "a list that the game changes": Way(
        "GOAL = [§]", "(GOAL.append(GOAL[-1]) or GOAL[-1])", "GOAL.append(§)"
    ),
    "a global that the game sets": Way(
        "GOAL = §\ndef goal():\n    global GOAL\n    GOAL += 1\n    return 5", "goal()", "GOAL = §",
        unchanged=True,
    ),
    "a function that remembers": Way(
        "from functools import cache\nGOAL = §\n@cache\ndef goal():\n    return GOAL",
        "goal()",
        "GOAL = §",
        unchanged=True,
    ),
    "a function that forgets": Way(
        "from functools import cache\nGOAL = §\n@cache\ndef goal():\n    return GOAL",
        "goal()",
        "GOAL = §\ngoal.cache_clear()",
    ),
    "a property that remembers": Way(
        "from functools import cached_property\nN = §\nclass Goal:\n    @cached_property\n"
        "    def n(self):\n        return N\nGOAL = Goal()",
        "GOAL.n",
        "N = §\nGOAL.__dict__.clear()",
    ),
    "a generator": Way(
        "def make():\n    while True:\n        yield §\nGOAL = make()",
        "next(GOAL)",
        "def make():\n    while True:\n        yield §\nGOAL = make()",
    ),
    "globals behind a function": Way(
        "GOAL = §\ndef goal():\n    return 1", "goal.__globals__['GO' + 'AL']", "GOAL = §"
    ),
}  # fmt: skip

USED = {
    "nothing": Way(),
    "a cached function": Way("from functools import cache\n@cache\ndef used():\n    return 1"),
    "an enum": Way("from enum import Enum\nclass Kind(Enum):\n    A = 1\nused = lambda: Kind.A"),
    "a dataclass object": Way(
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass D:\n    a: int\n"
        "d = D(1)\nused = lambda: d.a"
    ),
    "a random generator": Way("import random\nr = random.Random(1)\nused = lambda: r.random()"),
    "a logger": Way("import logging\nlog = logging.getLogger('a')\nused = lambda: log.debug('a')"),
    "a numpy array": Way("import numpy as np\na = np.zeros(3)\nused = lambda: a.sum()"),
    "numpy's functions": Way("import numpy as np\nused = lambda: np.sum([1, 2])"),
    "a lock": Way("import threading\nl = threading.Lock()\nused = lambda: l.locked()"),
    "a pattern": Way("import re\np = re.compile('a')\nused = lambda: p.match('a')"),
    "a fraction": Way("from fractions import Fraction\nf = Fraction(1, 3)\nused = lambda: f + 1"),
    "a path": Way("from pathlib import Path\np = Path('a')\nused = lambda: p.name"),
    "the time": Way("import time\nused = lambda: time.time()"),
    "a generator": Way("g = (n for n in [1])\nused = lambda: g"),
    "a file": Way("import sys\nf = sys.stdout\nused = lambda: f"),
    "a thread's own": Way("import threading\nt = threading.local()\nused = lambda: t"),
    "an exception": Way("e = ValueError(1)\nused = lambda: e"),
    "itself": Way("loop = []\nloop.append(loop)\nused = lambda: loop"),
    "an object with a hostile class": Way(
        "class H:\n    __class__ = property(lambda self: 1 / 0)\n"
        "    def __getattribute__(self, n):\n        raise RuntimeError\nh = H()\nused = lambda: h"
    ),
}  # fmt: skip
"""What a set-up may use that says nothing about the lines after it."""
EDITED = {
    "a number in the class": Way(),
    "a number in a nested function": Way(rule="(lambda: (lambda: §)())()"),
    "a number of another function": Way(
        rule="self.goal()", body="def goal(self):\n        return §"
    ),
    "a default of the class": Way(
        rule="self.goal()", body="def goal(self, n=§):\n        return n"
    ),
    "an inherited number": Way("class Base:\n    goal = §", "self.goal", bases=", Base"),
}

UNKNOWN = {
    "live: a file", "live: a file by its path", "live: a file as JSON", "live: the environment",
    "live: a text that is evaluated", "live: a global by a name made at play",
    "live: a module by its name", "live: a weak reference", "live: a context variable",
    "live: a logger's level", "live: a random generator", "live: Python's own chance",
    "live: a counter of turns played", "live: a list that the game changes",
    "live: a global that the game sets", "live: a function that remembers",
    "live: a function that forgets", "live: a property that remembers", "live: a generator",
    "live: globals behind a function",
}  # fmt: skip
"""The ways whose rules can't be known, so that nothing is kept."""
CHANCE = {"live: a random generator", "live: Python's own chance"}
WAYS = {f"live: {name}": way for name, way in LIVE.items()}


def edited(name: str, used: str) -> Way:
    """Return a way of editing a class whose set-up uses something."""
    way, prefix = EDITED[name], USED[used]
    before = f"{prefix.before}\n{way.before}"
    return way._replace(before=before, setup="used()" if prefix.before else "pass")


WAYS |= {f"edited: {name}": edited(name, "nothing") for name in EDITED}
WAYS |= {f"edited: after {used}": edited("a number in the class", used) for used in USED}


class Notebook:
    """A notebook's cells in which a rule is changed in a way."""

    def __init__(self, way: Way, folder: Path) -> None:
        self.way = way
        self.cells: dict[str, Any] = {"__name__": "__main__", "FOLDER": str(folder)}
        sys.modules.pop("ways_helper", None)
        importlib.invalidate_caches()
        self.make(BEFORE)

    def make(self, goal: str) -> None:
        """Run the cell of the game with this goal."""
        parts = {name: text for name, text in self.way._asdict().items() if isinstance(text, str)}
        parts["setup"] = parts["setup"].replace("\n", "\n        ")
        self.run(CELL.format(**parts), goal)

    def change(self) -> None:
        """Change the rule."""
        if self.way.change:
            self.run(self.way.change, AFTER)
        else:
            self.make(AFTER)

    def run(self, cell: str, goal: str) -> None:
        """Run a cell."""
        before = dict(registry._registered)
        try:
            exec(compile(cell.replace("§", goal), "<cell>", "exec"), self.cells)
            if "class Tally" in cell:
                self.game: Any = pp.game("tally")
        finally:
            registry._registered.clear()
            registry._registered.update(before)

    def close(self) -> None:
        """Take back what the cells patched."""
        for owner in (math, textwrap, builtins, ready, Table):
            for name in ("goal", "GOAL", "goal_of"):
                if name in vars(owner):
                    delattr(owner, name)
