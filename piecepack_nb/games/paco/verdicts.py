"""What became of every order of a turn, and why."""

from __future__ import annotations

from typing import Any, NamedTuple

from piecepack_nb.core.wording import capitalise


class Verdict(NamedTuple):
    """One seat's order in a turn: carried out, or failed by a clause."""

    seat: str
    order: str
    """The order in words; "" for a seat that had none."""
    done: bool
    clause: str
    text: str
    """What it did, or why it failed."""
    squares: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = f"{self.seat}: {self.order}" if self.order else self.seat
        return f"{said}: {'done' if self.done else 'no order' if not self.order else 'failed'}"


class Resolution(NamedTuple):
    """A turn's verdicts, one for each seat: the Reason that the event "resolution" carries."""

    turn: int
    verdicts: tuple[Verdict, ...]

    def of(self, seat: str) -> Verdict:
        """The verdict of a seat; raises a KeyError for an unknown one."""
        return {verdict.seat: verdict for verdict in self.verdicts}[seat]

    @property
    def text(self) -> str:
        """Every order with what became of it."""
        return " ".join(f"{capitalise(each.text)} [{each.clause}]." for each in self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """The verdicts as plain data."""
        return {
            "turn": self.turn,
            "verdicts": [
                {**each._asdict(), "squares": list(each.squares)} for each in self.verdicts
            ],
        }
