"""The clauses of a student's game: from its text, or made from its functions.

Vocabulary
    hook  a function of a student's class that the game calls, such as ``why_not``
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.rulebook import Clause, Rulebook
from piecepack_nb.core.wording import capitalise

ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+")
ENTRY = re.compile(rf"(?:({ID.pattern})\s+)?([^.:]{{1,40}})[.:]\s+(.+)", re.DOTALL)
TITLES = {
    "setup": ("set-up", "setup", "start"),
    "rolled": ("die", "dice", "roll"),
    "why_not": ("move", "moves", "turn", "place", "play", "placing", "choice"),
    "move": ("move", "moves", "turn", "place", "play", "effect", "choice"),
    "reveal": ("reveal", "round", "move", "play"),
    "stuck": ("pass", "passing", "stuck", "no move"),
    "winner": ("end", "goal", "winning", "victory", "aim"),
}
"""The titles of the clause that a hook cites, if its sentence names none."""
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
TURNS = (
    "The players take turns in the order of the seats. A move names places of the board, and "
    "starts with a piece of one's own. Who has no legal move passes; if nobody has one, the game "
    "ends in a draw."
)

Ready = Mapping[str, tuple[str, str]]
"""The ready-made rules by name: their titles and texts."""


class Clauses(NamedTuple):
    """The clauses by id, and those that hooks and ready-made rules cite by default."""

    prefix: str
    by_id: Mapping[str, Clause]
    of_hook: Mapping[str, str]
    of_ready: Mapping[str, str]

    @property
    def turns(self) -> str:
        """The id of the clause on turns, which every game has."""
        return f"{self.prefix}-0"

    def cite(self, hook: str, sentence: str) -> tuple[str, str]:
        """Return the clause and the text of a sentence such as "SK-3 a pawn goes straight".

        A sentence without an id is under the hook's own clause. Raises BadInput for an id that the
        rulebook hasn't.
        """
        word, _, rest = sentence.strip().partition(" ")
        if not ID.fullmatch(word.rstrip(":.")):
            return self.of_hook.get(hook, self.turns), sentence.strip()
        id = word.rstrip(":.")
        if id not in self.by_id:
            hint = did_you_mean(id, self.by_id)
            raise BadInput(f"the rulebook has no clause {id}{hint}; it has {', '.join(self.by_id)}")
        return id, rest.strip()

    def kind(self, id: str) -> str:
        """Return the kind of an event under a clause: its title in lower case."""
        return self.by_id[id].title.lower()

    def with_word(self, word: str) -> str:
        """Return the first clause with a word in its title or text, else the one on turns."""
        pattern = re.compile(rf"\b{word}", re.IGNORECASE)
        ids = list(self.by_id)
        return next((id for id in ids if pattern.search(str(self.by_id[id]))), self.turns)

    def rulebook(self, title: str, author: str, source: str) -> Rulebook:
        """Return the game's rulebook."""
        return Rulebook(title, author, source, "", self.by_id)


def read_clauses(
    title: str, text: str, hooks: Mapping[str, Callable[..., Any]], ready: Ready
) -> Clauses:
    """Return the clauses of a rulebook's text, those of the ready-made rules used, and on turns.

    Without a text they are made from the hooks' docstrings. A text may lack ids: then they are made
    from the initials of the title.
    """
    entries = list(_entries(text))
    prefix = next((id.partition("-")[0] for id, _, _ in entries if id), initials(title))
    found: dict[str, Clause] = {}
    for number, (id, name, words) in enumerate(entries, 1):
        _add(found, id or f"{prefix}-{number}", name, words)
    of_hook: dict[str, str] = {}
    of_ready: dict[str, str] = {}
    for hook, function in hooks.items():
        about = inspect.getdoc(function) if not entries and hook in HOOK_TITLES else None
        if about:
            of_hook[hook] = _next(found, prefix)
            _add(found, of_hook[hook], HOOK_TITLES[hook], " ".join(about.split()))
        for name in _names_used(function):
            if name in ready and name not in of_ready and not _cites(function):
                of_ready[name] = _next(found, prefix)
                _add(found, of_ready[name], *ready[name])
                if not entries:
                    of_hook.setdefault(hook, of_ready[name])
    for hook, titles in TITLES.items():
        by_title = (id for id, each in found.items() if each.title.lower() in titles)
        usual = of_hook.get("why_not") or of_hook.get("moves") if hook == "move" else None
        of_hook.setdefault(hook, next(by_title, usual or f"{prefix}-0"))
    of_hook.setdefault("moves", of_hook["why_not"])
    found.setdefault(f"{prefix}-0", Clause(f"{prefix}-0", "Turns", TURNS))
    return Clauses(prefix, found, of_hook, of_ready)


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


def _add(found: dict[str, Clause], id: str, title: str, text: str) -> None:
    if id in found:
        raise invalid("the clause", id, "each id once")
    found[id] = Clause(id, title, capitalise(text))


def _next(found: Iterable[str], prefix: str) -> str:
    """Return the id after the highest one."""
    numbers = [int(id.rpartition("-")[2]) for id in found]
    return f"{prefix}-{max(numbers, default=0) + 1}"


def _names_used(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names that a function's code uses, in order."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code.co_names if code is not None else ()


def _cites(function: Callable[..., Any]) -> bool:
    """Return True for a function that gives its ready-made rules clauses of the game's own."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code is not None and any(
        "clause" in names for names in code.co_consts if isinstance(names, tuple)
    )
