"""The phases of a student's game: the functions that each calls, and the shape of its moves.

Vocabulary
    phase  a part of the game with moves of its own, such as "bid"; "" in a game without phases
    hook   a function of the class; in the phase "bid", ``move_bid`` if there is one, else ``move``
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.design.hooks import hook_of
from piecepack_nb.design.moves import Choice, MoveShape, Pick, shape_of
from piecepack_nb.design.piles import InPile, Piles

OF_PHASES = ("why_not", "tries", "moves", "move", "reveal", "stuck", "prompt", "marks")
"""The hooks that a phase may have of its own."""
MOVERS = ("why_not", "reveal", "move")
"""The functions whose parameters are the parts of a move; the first that a phase has counts."""


def phase_hook(hook: str, phase: str) -> str:
    """Return the name of a hook of a phase.

    >>> phase_hook("move", "bid"), phase_hook("move", "")
    ('move_bid', 'move')
    """
    return f"{hook}_{phase}" if phase else hook


class Stage:
    """A phase: who chooses in it and how."""

    def __init__(self, design: Any, phase: str, piles: Piles) -> None:
        self.design, self.phase, self.piles = design, phase, piles
        self.secret: bool = phase in design.together if phase else design.secret
        """True if all seats choose at once, in secret."""

    def hook(self, name: str) -> str:
        """Return the name of the phase's function for a hook; "" where the class has none."""
        own = phase_hook(name, self.phase)
        return next((each for each in (own, name) if hook_of(self.design, each)), "")

    @cached_property
    def why_not(self) -> str:
        """The name of its function ``why_not``."""
        return self.hook("why_not")

    @cached_property
    def moves(self) -> str:
        """The name of its function ``moves``."""
        return self.hook("moves")

    @cached_property
    def move(self) -> str:
        """The name of the function that makes its moves; of secret ones perhaps ``reveal``."""
        return (self.secret and self.hook("reveal")) or self.hook("move")

    @property
    def reveals(self) -> bool:
        """True if its secret choices are shown to all together."""
        return self.secret and bool(self.hook("reveal"))

    @cached_property
    def shape(self) -> MoveShape:
        """The parts of a move."""
        for name in MOVERS:
            hook = self.hook(name)
            if hook:
                return shape_of(getattr(self.design, hook))
        return MoveShape((), 0, True)

    @cached_property
    def kinds(self) -> tuple[Sequence[Pick], ...]:
        """What each part of a move can be: its words, the cards of the game, or else the places."""
        return tuple(map(self._kind, self.shape.names))

    def _kind(self, name: str) -> Sequence[Pick]:
        found = getattr(self.design, name, None)
        if isinstance(found, InPile):
            return self.piles.names
        names: Sequence[Pick] = self.design.places.names
        return found if isinstance(found, Choice) else names

    def pile_of(self, part: str) -> str:
        """Return the pile of which a part of a move is a card; "" for other parts."""
        found = getattr(self.design, part, None)
        return found.pile if isinstance(found, InPile) else ""

    def place_of(self, part: str) -> int | None:
        """Return the number of a part in a move's picks; None if moves have no such part."""
        return self.shape.names.index(part) if part in self.shape.names else None

    @cached_property
    def start(self) -> int | None:
        """The number of the part ``start``."""
        return self.place_of("start")

    @cached_property
    def end(self) -> int | None:
        """The number of the part ``end``."""
        return self.place_of("end")


def stages_of(design: Any, piles: Piles) -> dict[str, Stage]:
    """Return the stages of a design by phase; raise BadInput for wrong phases."""
    phases, together = design.phases, design.together
    for name, value in (("phases", phases), ("together", together)):
        words = isinstance(value, list | tuple)
        if not words or not all(isinstance(p, str) and p.isidentifier() for p in value):
            raise invalid(name, value, "names such as ('bid', 'play')")
    for phase in together:
        if phase not in phases:
            raise invalid("a phase of together", phase, "one of " + ", ".join(phases))
    if phases and design.secret:
        raise BadInput(f"secret is True beside phases; expected together = {tuple(phases)!r}")
    found = {phase: Stage(design, phase, piles) for phase in phases or ("",)}
    for phase, stage in found.items():
        if phase and not stage.move and not hook_of(design, "rolled"):
            raise BadInput(f"the phase {phase!r} has no function move_{phase}(self, table, …)")
    return found
