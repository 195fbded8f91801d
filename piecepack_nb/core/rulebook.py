"""A game's rulebook: its clauses, with id, title, text and our reading, in chapters."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid

if TYPE_CHECKING:
    from piecepack_nb.core.rules import Rules


class Clause(NamedTuple):
    """One rule; ``reading`` is our interpretation where the rule document is silent."""

    id: str
    title: str
    text: str
    reading: str = ""

    def __str__(self) -> str:
        ours = f" Our reading: {self.reading}" if self.reading else ""
        return f"{self.id} {self.title}. {self.text}{ours}"


@dataclass(frozen=True, repr=False)
class Rulebook:
    """The clauses of one game, with its author, source and licence."""

    title: str
    author: str
    source: str
    licence: str
    clauses: Mapping[str, Clause]
    chapters: Mapping[str, str] = field(default_factory=dict)
    """The title of each chapter, by the id of its first clause."""
    how_to_play: Mapping[str, Any] = field(default_factory=dict)
    """The aim, the steps of a turn and the symbols, for a new player; or empty.

    Each sentence has its clauses; ``when`` names the options under which it holds, and ``any`` the
    options of these clauses that don't matter to it."""

    @classmethod
    def read(cls, path: Path | None) -> Rulebook:
        """Return the rulebook of a TOML file; raise BadInput for a missing entry."""
        if path is None:
            return cls("", "", "", "", {})
        return _parsed(path.read_text("utf-8"), path.name)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def __getitem__(self, id: str) -> Clause:
        """Return the clause with this id; raise BadInput if there is none."""
        try:
            return self.clauses[id]
        except (KeyError, TypeError):
            raise invalid("the clause", id, f"an id in the rulebook of {self.title}") from None

    def __repr__(self) -> str:
        return f"<Rulebook of {self.title}: {len(self.clauses)} clauses>"

    def _repr_markdown_(self) -> str:
        """The chapters with their clauses, for the end of a notebook cell."""
        origin = ". ".join(filter(None, (self.author, self.source)))
        lines = [f"### {self.title}", *([origin] if origin else [])]
        for id, clause in self.clauses.items():
            if id in self.chapters:
                lines.append(f"#### {self.chapters[id]}")
            ours = f" *Our reading: {clause.reading}*" if clause.reading else ""
            lines.append(f"**{id} {clause.title}.** {clause.text}{ours}")
        return "\n\n".join(lines)

    def chapter(self, id: str) -> str:
        """Return the title of a clause's chapter; "" in a rulebook without chapters."""
        title = ""
        for each in self.clauses:
            title = self.chapters.get(each, title)
            if each == id:
                return title
        return ""

    def to_json(self) -> dict[str, list[str]]:
        """Return each clause's title, text and reading, by id."""
        return {each.id: [each.title, each.text, each.reading] for each in self}

    def in_force(self, rules: Rules) -> dict[str, list[str]]:
        """Return the same, with what the rules change in a clause after its text."""
        entries = self.to_json()
        for id, entry in entries.items():
            changed = [
                rules.value_in_words(option)
                for option in rules.options()
                if id in option.clauses and getattr(rules, option.name) != option.default
            ]
            if changed:
                entry[1] += f" In this game: {'; '.join(changed)}."
        return entries


@lru_cache(maxsize=64)
def _parsed(text: str, name: str) -> Rulebook:
    """Return the rulebook that a file's text is: one for all games under any rules."""
    data = tomllib.loads(text)
    try:
        clauses = [_clause(id, entry) for id, entry in data["clauses"].items()]
        title, author = data["title"], data["author"]
        source, licence = data["source"], data["licence"]
    except KeyError as missing:
        raise BadInput(f"{name} has no entry {missing}") from None
    by_id = {clause.id: clause for clause in clauses}
    chapters, guide = _chapters(data, by_id, name), data.get("how_to_play", {})
    return Rulebook(title, author, source, licence, by_id, chapters, guide)


def _chapters(
    data: Mapping[str, object], clauses: Mapping[str, Clause], name: str
) -> dict[str, str]:
    chapters = data.get("chapters", {})
    assert isinstance(chapters, dict)
    for id in chapters:
        if id not in clauses:
            raise invalid(f"a chapter of {name}", id, "the id of its first clause")
    return {id: str(title) for id, title in chapters.items()}


def _clause(id: str, entry: dict[str, object]) -> Clause:
    return Clause(
        id,
        str(entry["title"]),
        " ".join(str(entry["text"]).split()),
        " ".join(str(entry.get("reading", "")).split()),
    )
