"""What walking and turning cost."""

from __future__ import annotations

from dataclasses import dataclass

from piecepack_nb.core.errors import wrong

__all__ = ["ONE_EACH", "Costs"]


@dataclass(frozen=True, slots=True)
class Costs:
    """What a step and a quarter turn cost: whole numbers, 0 or more (BadInput otherwise)."""

    step: int = 1
    quarter_turn: int = 1

    def __post_init__(self) -> None:
        for name in ("step", "quarter_turn"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise wrong(name, value, "a whole number, 0 or more")

    def of(self, action: str) -> int:
        """The cost of one action."""
        return self.step if action == "forward" else self.quarter_turn

    def ranks(self, bits: int) -> tuple[int, int]:
        """What a step and a quarter turn add to a rank whose parts have ``bits`` binary digits.

        A rank is one whole number: the cost, then the quarter turns, then the steps.
        """
        return (self.step << 2 * bits) + 1, (self.quarter_turn << 2 * bits) + (1 << bits)


ONE_EACH = Costs()
