"""The clauses of a student's game: from its text, or made from its functions.

Vocabulary
    hook  a function of a student's class that the game calls, such as ``why_not``
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.rulebook import Clause, Rulebook
from piecepack_nb.core.wording import capitalise

ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+")
ENTRY = re.compile(rf"(?:({ID.pattern})\s+)?([^.:]{{1,40}})[.:]\s+(.+)", re.DOTALL)
TITLES = {
    "setup": ("set-up", "setup", "start", "deal"),
    "begin": ("draw", "drawing", "turn", "turns"),
    "rolled": ("die", "dice", "roll"),
    "why_not": ("move", "moves", "turn", "place", "play", "placing", "choice"),
    "move": ("move", "moves", "turn", "place", "play", "effect", "choice"),
    "reveal": ("reveal", "round", "move", "play"),
    "stuck": ("pass", "passing", "stuck", "no move"),
    "winner": ("end", "goal", "winning", "victory", "aim"),
}
"""The titles of the clause that a hook cites, if its sentence names none."""
FIRST_MOVES = ("place", "placing")
"""Those titles of them that may be only about the first moves: pieces are put, then they move."""
OF_PHASE = ("why_not", "moves", "move", "reveal")
"""The hooks of a phase, or of a shape of moves, whose sentences are about its moves."""
SAME_MOVE = {"move": ("why_not", "move"), "why_not": ("why_not", "move")}
"""Where no title fits: the hooks of which the first clause that one's sentences cite counts."""
LOADS = ("LOAD_ATTR", "LOAD_GLOBAL", "LOAD_METHOD")
HOOK_TITLES = {
    "setup": "Set-up",
    "rolled": "Dice",
    "why_not": "Moves",
    "moves": "Moves",
    "move": "Effects",
    "reveal": "Reveal",
    "stuck": "No move",
    "winner": "End",
}
"""The titles of clauses made from the hooks' docstrings."""
NO_MOVE = "Who has no legal move passes; if nobody has one, the game ends in a draw."
"""The end of each game's clause on turns."""

Ready = Mapping[str, tuple[str, str]]
"""The ready-made rules by name: their titles and texts."""
Functions = Sequence[Callable[..., Any]]
"""A hook, and those that it overrides and calls."""


class Clauses(NamedTuple):
    """The clauses by id, and those that hooks and ready-made rules cite by default."""

    prefix: str
    by_id: Mapping[str, Clause]
    of_hook: Mapping[str, str]
    of_ready: Mapping[str, str]
    turns: str
    """The id of the clause on turns, which every game has."""
    book: Rulebook | None = None
    """The rulebook of a file, with chapters and readings; None for one in the class."""
    unsure: Collection[str] = ()
    """The hooks that cite several clauses, of which no title says which one is on all moves."""

    def cite(self, hook: str, sentence: str) -> tuple[str, str]:
        """Return the clause and the text of a sentence such as "SK-3 a pawn goes straight".

        A sentence without an id is under the hook's own clause. Raises BadInput for an id that the
        rulebook hasn't.
        """
        word, _, rest = sentence.strip().partition(" ")
        if not ID.fullmatch(word.rstrip(":.")):
            return self.of(hook), sentence.strip()
        id = word.rstrip(":.")
        if id not in self.by_id:
            hint = did_you_mean(id, self.by_id)
            raise BadInput(f"the rulebook has no clause {id}{hint}; it has {', '.join(self.by_id)}")
        return id, rest.strip()

    def of(self, hook: str) -> str:
        """Return the clause that a hook cites by default; ``hook`` may be a phase's: "move_bid"."""
        return self.of_hook.get(self._known_as(hook), self.turns)

    def of_prompt(self, *hooks: str) -> str:
        """Return the first clause that one of the hooks surely has for all moves; "" for none."""
        sure = (self.of(hook) for hook in hooks if self._known_as(hook) not in self.unsure)
        return next(sure, "")

    def _known_as(self, hook: str) -> str:
        """Return the name under which a hook has its clause: that of all phases, for some."""
        found = (name for name in self.of_hook if hook.startswith(f"{name}_"))
        return hook if hook in self.of_hook else next(found, hook)

    def kind(self, id: str) -> str:
        """Return the kind of an event under a clause: its title in lower case."""
        return self.by_id[id].title.lower()

    def kinds(self) -> dict[str, str]:
        """Return the kinds of event that are named after clauses, with the clauses' texts."""
        return {self.kind(id): clause.text for id, clause in self.by_id.items()}

    def with_word(self, word: str) -> str:
        """Return the first clause with a word in its title or text, else the one on turns."""
        pattern = re.compile(rf"\b{word}", re.IGNORECASE)
        ids = list(self.by_id)
        return next((id for id in ids if pattern.search(str(self.by_id[id]))), self.turns)

    @property
    def aim(self) -> str:
        """The clause on who wins: that of ``winner``, or the first that speaks of winning."""
        of_winner = self.of_hook.get("winner", self.turns)
        return of_winner if of_winner != self.turns else self.with_word("win")

    def rulebook(self, title: str, author: str, source: str, licence: str) -> Rulebook:
        """Return the game's rulebook."""
        if self.book is not None:
            return replace(self.book, clauses=self.by_id)
        return Rulebook(title, author, source, licence, self.by_id)


def read_clauses(
    title: str,
    text: str | Path,
    about: str,
    hooks: Mapping[str, Functions],
    ready: Ready,
    cited: Collection[str] = (),
    turns_text: str = NO_MOVE,
    phases: Mapping[str, Sequence[str]] = FrozenDict(),
    declared: Sequence[str] = (),
) -> Clauses:
    """Return the clauses of a rulebook's text, those of the ready-made rules used, and on turns.

    The text may be in a file: a ``rulebook.toml`` with chapters and readings, as the package's own
    games have; its clause with the title "Turns" is that on turns.
    A text may lack ids: then they are made from the initials of the title. Without a text, the
    clauses are ``about``, the class's docstring, and the docstrings of the hooks. ``phases`` has
    the phases and the shapes of moves, each with those of the same phase. Beside a text,
    a ready-made rule takes no number that the text, the options' ``cited`` clauses or the hooks'
    sentences use. ``declared`` are the ready-made rules that no function uses.
    """
    book = Rulebook.read(text) if isinstance(text, Path) else None
    entries = [each[:3] for each in book] if book else list(_entries(str(text)))
    prefix = next((id.partition("-")[0] for id, _, _ in entries if id), initials(title))
    used = {*cited, *(id for each in hooks.values() for id in _cited_by(each))}
    turns = next((each.id for each in book or () if each.title == "Turns"), f"{prefix}-0")
    draft = _Draft(prefix, turns, spoken=not entries, used=used if entries else ())
    for number, (id, name, words) in enumerate(entries, 1):
        draft.add(name, words, id or f"{prefix}-{number}")
    if about and not entries:
        draft.usual = draft.add("Rules", about)
    for hook, functions in hooks.items():
        draft.add_hook(hook, functions, ready)
    for name in declared:
        draft.of_ready[name] = draft.add_ready(*ready[name])
    for hook, titles in TITLES.items():
        draft.of_hook.setdefault(hook, draft.titled(titles, hook, hooks))
    draft.of_hook.setdefault("moves", draft.of_hook["why_not"])
    for phase, akin in phases.items():
        draft.add_phase(phase, hooks, akin)
    draft.found.setdefault(turns, Clause(turns, "Turns", turns_text))
    found = {**draft.found, **(book.clauses if book else {})}
    return Clauses(prefix, found, draft.of_hook, draft.of_ready, turns, book, draft.unsure)


class _Draft:
    """The clauses found so far; ``spoken`` for a game without a text, whose docstrings count."""

    def __init__(self, prefix: str, turns: str, spoken: bool, used: Collection[str]) -> None:
        self.prefix, self.spoken = prefix, spoken
        self.used = [int(id.rpartition("-")[2]) for id in used if id.startswith(f"{prefix}-")]
        self.own = 0
        self.usual = turns
        self.found: dict[str, Clause] = {}
        self.of_hook: dict[str, str] = {}
        self.unsure: set[str] = set()
        self.of_ready: dict[str, str] = {}

    def add(self, title: str, text: str, id: str = "") -> str:
        """Add a clause of the student's, by default under the next free id; return its id."""
        while not id or (id in self.found and id == f"{self.prefix}-{self.own}"):
            self.own += 1
            id = f"{self.prefix}-{self.own}"
        if id in self.found:
            raise invalid("the clause", id, "each id once")
        self.found[id] = Clause(id, title, capitalise(" ".join(text.split())))
        return id

    def add_ready(self, title: str, text: str) -> str:
        """Add a ready-made rule's clause under a number that nothing uses; return its id."""
        numbers = [int(each.rpartition("-")[2]) for each in self.found]
        return self.add(title, text, f"{self.prefix}-{max([0, *numbers, *self.used]) + 1}")

    def add_hook(self, hook: str, functions: Functions, ready: Ready) -> None:
        """Add the clauses of a hook's docstring and of the ready-made rules that it uses."""
        about = inspect.getdoc(functions[0]) if self.spoken and hook in HOOK_TITLES else None
        if about:
            self.of_hook[hook] = self.add(HOOK_TITLES[hook], about)
        for name in (name for each in functions for name in _uncited(each, ready)):
            if name not in self.of_ready:
                self.of_ready[name] = self.add_ready(*ready[name])
                if self.spoken:
                    self.of_hook.setdefault(hook, self.of_ready[name])

    def add_phase(
        self, phase: str, hooks: Mapping[str, Functions], akin: Sequence[str] = ()
    ) -> None:
        """Let a phase's hooks cite the clause whose title begins with the phase's name, if any.

        Else they cite the first one that their sentences cite, or those of the phases ``akin``.
        """
        titles = ((id, clause.title.lower()) for id, clause in self.found.items())
        own = [f"{hook}_{phase}" for hook in OF_PHASE]
        id = next((id for id, title in titles if title.startswith(phase.lower())), "")
        if not id:
            names = [f"{hook}_{each}" for each in (phase, *akin) for hook in OF_PHASE]
            id, alone = self.cited(names, hooks)
            self.unsure |= set() if alone else {*own}
        self.of_hook |= dict.fromkeys(own, id) if id else {}

    def titled(self, titles: Collection[str], hook: str, hooks: Mapping[str, Functions]) -> str:
        """Return the clause with one of these titles, else the one that the hook usually cites.

        That is the one that its sentences cite first, for a move those against it.
        """
        known = self.of_hook.get("why_not") or self.of_hook.get("moves")
        usual = known if known and hook == "move" else self.usual
        title = next((id for id, e in self.found.items() if e.title.lower() in titles), "")
        first, alone = self.cited(SAME_MOVE.get(hook, (hook,)), hooks)
        if title and self.found[title].title.lower() in FIRST_MOVES:
            alone = not self.others(title, ("why_not", "moves", "move"), hooks)
        elif title:
            alone = True
        self.unsure |= set() if alone else {hook}
        return title or first or usual

    def cited(self, names: Iterable[str], hooks: Mapping[str, Functions]) -> tuple[str, bool]:
        """Return the first clause that the sentences of these hooks cite; "" for none.

        With it comes True if the first hook that cites any cites no other clause.
        """
        for name in names:
            ids = [id for id in _cited_by(hooks.get(name, ())) if id in self.found]
            if ids:
                return ids[0], len({*ids}) == 1
        return "", True

    def others(self, id: str, names: Iterable[str], hooks: Mapping[str, Functions]) -> bool:
        """Return True if sentences of these hooks cite another clause than this one."""
        return any(each != id for name in names for each in _cited_by(hooks.get(name, ())))


def initials(title: str) -> str:
    """Return the letters of a game's clauses.

    >>> initials("Rock paper scissors"), initials("Nim")
    ('RPS', 'NI')
    """
    words = re.findall(r"[A-Za-z]+", title) or ["Game"]
    return ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2]).upper()


def _entries(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the id ("" for none), title and text of each clause."""
    lines = inspect.cleandoc(text).splitlines()
    numbered = any(ID.match(line) for line in lines)
    entries: list[str] = []
    for line in filter(str.strip, lines):
        starts = ID.match(line) if numbered else not line.startswith(" ")
        if starts or not entries:
            entries.append(line.strip())
        else:
            entries[-1] += " " + line.strip()
    for entry in entries:
        match = ENTRY.fullmatch(entry)
        if match is None:
            raise invalid("a rule", entry, "a title, a full stop and a text: 'SK-3 Move. A pawn …'")
        yield match[1] or "", match[2].strip(), match[3].strip()


def _cited_by(functions: Functions) -> Iterator[str]:
    """Yield the ids with which sentences in the functions' code begin."""
    for function in functions:
        codes = [getattr(inspect.unwrap(function), "__code__", None)]
        for code in filter(None, codes):
            codes += [each for each in code.co_consts if isinstance(each, CodeType)]
            found = (ID.match(each) for each in code.co_consts if isinstance(each, str))
            yield from (match[0] for match in found if match)


def _uncited(function: Callable[..., Any], ready: Ready) -> list[str]:
    """Return the ready-made rules that a function's code uses without ``clause=``, in order."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return list(dict.fromkeys(_uncited_in(code, ready))) if code is not None else []


def _uncited_in(code: CodeType, ready: Ready) -> list[str]:
    used: list[str] = []
    named = False
    for each in dis.get_instructions(code):
        # Python 3.11 and 3.12 don't resolve the names of a call's arguments.
        value = code.co_consts[each.arg or 0] if each.opname == "KW_NAMES" else each.argval
        if isinstance(value, str) and value in ready and each.opname in LOADS:
            used.append(value)
            named = False
        elif isinstance(value, tuple) and "clause" in value and used:
            used.pop()  # they come after its function and arguments
        elif value == "clause" and each.opname == "LOAD_CONST":
            named = True
        elif each.opname == "CALL_FUNCTION_EX" and named and used:
            used.pop()  # a call with *args, which has a mapping of names
            named = False
        elif isinstance(value, CodeType):
            used += _uncited_in(value, ready)
    return used
