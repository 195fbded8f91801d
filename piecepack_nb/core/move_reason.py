"""The reason of a bot that plays any game: the moves that it weighed, with their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from piecepack_nb.core.wording import capitalise, count_noun, join_list

MOST_OTHERS = 2  # other moves that the text names


class Candidate(NamedTuple):
    """A move that a bot weighed."""

    move: Any
    value: float
    """Its worth for the seat, in the bot's own measure; higher is better."""
    value_text: str
    """The value as text, such as "64 %" or "won after 3 moves"."""
    visits: int = 0
    """The number of playouts that began with it; 0 for a bot without playouts."""
    share: float = 0.0
    """Its share of the playouts or, of a secret move, its probability; from 0 to 1."""
    line: tuple[tuple[str, Any], ...] = ()
    """The best line after it: each seat and its move."""

    @property
    def text(self) -> str:
        """The move with its value and visits."""
        visits = f", {count_noun(self.visits, 'playout')}" if self.visits else ""
        return f"{self.move} ({self.value_text}{visits})"

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as plain data."""
        line = [[seat, str(move)] for seat, move in self.line]
        return {**self._asdict(), "move": str(self.move), "line": line}


@dataclass(frozen=True)
class MoveReason:
    """A seat's choice among candidates, the chosen one first, then the best others."""

    seat: str
    candidates: tuple[Candidate, ...]
    effort: str
    """The size of the search: "200 playouts", or "2 moves ahead, 340 positions"."""
    secret: bool = False
    """True for a secret move: the seat chose at random, by the candidates' shares."""

    @property
    def move(self) -> Any:
        """The chosen move."""
        return self.candidates[0].move

    @property
    def line(self) -> tuple[tuple[str, Any], ...]:
        """The expected moves, the chosen one first, each with its seat."""
        return ((self.seat, self.move), *self.candidates[0].line)

    @property
    def choice(self) -> str:
        """The move and its value, in a sentence."""
        best, seat = self.candidates[0], capitalise(self.seat)
        if self.secret:
            mix = [
                f"{each.move} {100 * each.share:.0f} %" for each in self.candidates if each.share
            ]
            return f"{seat} chooses {best.move}, at random: {join_list(mix)}."
        if len(self.candidates) == 1:
            return f"{seat} chooses {best.move}, the only move."
        visits = f", {best.visits} of {self.effort}" if best.visits else ""
        return f"{seat} chooses {best.move} ({best.value_text}{visits})."

    @property
    def text(self) -> str:
        """The choice, the next best moves and the expected line, in a few sentences."""
        sentences = [self.choice]
        others = [each.text for each in self.candidates[1 : 1 + MOST_OTHERS]]
        if others and not self.secret:
            sentences.append(f"Next best: {join_list(others)}.")
        if len(self.line) > 1:
            line = ", ".join(_with_seat(seat, str(move)) for seat, move in self.line)
            sentences.append(f"Expected: {line}.")
        if not self.candidates[0].visits and len(self.candidates) > 1:
            sentences.append(f"It looked {self.effort}.")
        return " ".join(sentences)

    def to_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return {
            "text": self.text,
            "seat": self.seat,
            "move": str(self.move),
            "effort": self.effort,
            "candidates": [each.to_json() for each in self.candidates],
        }


def _with_seat(seat: str, move: str) -> str:
    """Return a move after its seat, which the text of a secret move has already."""
    return capitalise(move if move.split()[:1] == [seat] else f"{seat} {move}")
