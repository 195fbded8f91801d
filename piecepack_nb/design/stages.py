"""The phases of a student's game: the functions that each calls, and the shapes of its moves.

Vocabulary
    phase  a part of the game with moves of its own, such as "bid"; "" in a game without phases
    hook   a function of the class; in the phase "bid", ``move_bid`` if there is one, else ``move``
    act    the shape of a move in a game with several, which is its first word: "step", "wall"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.design.hooks import hook_of
from piecepack_nb.design.moves import Choice, MoveShape, Pick, kind_of, one_of, shape_of
from piecepack_nb.design.piles import InPile, Piles

OF_PHASES = ("why_not", "tries", "moves", "move", "reveal", "stuck", "prompt", "marks")
"""The hooks that a phase may have of its own."""
OF_ACTS = ("why_not", "tries", "move")
"""The hooks that an act may have of its own."""
ACT = "act"
"""The name of the first part of a move in a game with several shapes."""
MOST_FIXED = 1_000
"""The most picks that are kept."""
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
        self.acts = acts_of(design, phase)
        """The shapes of moves, by the word that begins them; () where all have one shape."""
        self._hooks: dict[str, str] = {}
        self._hooks_of_acts: dict[tuple[str, str], str] = {}

    def hook(self, name: str) -> str:
        """Return the name of the phase's function for a hook; "" where the class has none."""
        if name not in self._hooks:
            own = phase_hook(name, self.phase)
            found = (each for each in (own, name) if hook_of(self.design, each))
            self._hooks[name] = next(found, "")
        return self._hooks[name]

    @cached_property
    def why_not(self) -> str:
        """The name of its function ``why_not``; with several shapes, of the first one's."""
        return self.hook_for("why_not", self.acts[:1])

    def hook_for(self, name: str, picks: Sequence[Any]) -> str:
        """Return the name of the function that a move with these picks calls; "" for none."""
        if not self.acts or not picks:
            return self.hook(name)
        key = name, str(picks[0])
        if key not in self._hooks_of_acts:
            own = phase_hook(*key)
            self._hooks_of_acts[key] = own if hook_of(self.design, own) else self.hook(name)
        return self._hooks_of_acts[key]

    def arguments(self, picks: Sequence[Any]) -> tuple[Any, ...]:
        """Return what the functions of a move get after the table: the parts of its shape."""
        if not self.acts or not picks:
            return tuple(picks)
        shape = self.shapes[str(picks[0])]
        given = dict(zip(self.shape.names, picks, strict=False))
        found = tuple(given.get(name) for name in shape.names)
        while found[-1:] == (None,) and len(found) > shape.least:
            found = found[:-1]
        return found

    @cached_property
    def moves(self) -> str:
        """The name of its function ``moves``."""
        return self.hook("moves")

    @cached_property
    def move(self) -> str:
        """The name of the function that makes its moves; of secret ones perhaps ``reveal``."""
        hook = (self.secret and self.hook("reveal")) or self.hook("move")
        return hook or self.hook_for("move", self.acts[:1])

    @property
    def reveals(self) -> bool:
        """True if its secret choices are shown to all together."""
        return self.secret and bool(self.hook("reveal"))

    @cached_property
    def shapes(self) -> Mapping[str, MoveShape]:
        """The parts of a move after the word of each act; {} where all moves have one shape."""
        hooks = {act: [self.hook_for(name, (act,)) for name in MOVERS] for act in self.acts}
        return {
            act: shape_of(getattr(self.design, next(filter(None, named))), design=self.design)
            for act, named in hooks.items()
        }

    @cached_property
    def shape(self) -> MoveShape:
        """The parts of a move; with several shapes, the act and the parts of all of them."""
        if self.acts:
            parts = dict.fromkeys(name for each in self.shapes.values() for name in each.names)
            return MoveShape((ACT, *parts), 1, False)
        for name in MOVERS:
            hook = self.hook(name)
            if hook:
                return shape_of(getattr(self.design, hook), design=self.design)
        return MoveShape((), 0, True)

    @cached_property
    def kinds(self) -> tuple[Sequence[Pick], ...]:
        """The kinds of each part of a move: its words, the game's cards, or else the places."""
        return tuple(map(self._kind, self.shape.names))

    @cached_property
    def fixed(self) -> tuple[tuple[Any, ...], ...] | None:
        """The picks that may be moves, if they are the same in each state and not too many."""
        names = self.shape.names
        changes = (
            self.acts
            or self.hook("tries")
            or "start" in names
            or any(map(self.pile_of, names))
            or self.design.places.reach
        )
        if changes or prod(map(len, self.kinds)) > MOST_FIXED:
            return None
        return tuple(self.shape.all_picks(self.kinds, self.kinds))

    def _kind(self, name: str) -> Sequence[Pick]:
        if name == ACT and self.acts:
            words: Sequence[Pick] = one_of(*self.acts)
            return words
        found = kind_of(self.design, name)
        if isinstance(found, InPile):
            return self.piles.names
        names: Sequence[Pick] = self.design.places.names
        return found if isinstance(found, Choice) else names

    # --- moves of several shapes --------------------------------------------------------------

    def whole(self, picks: Sequence[Any]) -> tuple[Any, ...]:
        """Return the picks of a move, each in the place of its part, None for one left out."""
        if not self.acts or not picks or picks[0] not in self.shapes:
            return self.shape.fitted(picks, self.kinds)
        shape = self.shapes[str(picks[0])]
        places = [self.shape.names.index(name) for name in shape.names]
        fitted = shape.fitted(picks[1:], [self.kinds[place] for place in places])
        found: list[Any] = [None] * len(self.shape.names)
        for place, pick in zip(places, fitted, strict=False):
            found[place] = pick
        while found and found[-1] is None:
            found.pop()
        return self.kinds[0][self.acts.index(str(picks[0]))], *found[1:], *fitted[len(places) :]

    def refuses(self, picks: Sequence[Any]) -> bool:
        """Return True for picks that lack a part of a move, or are too many."""
        if not self.acts or not picks or picks[0] not in self.shapes:
            return self.shape.refuses(picks)
        shape, names = self.shapes[str(picks[0])], self.shape.names
        given = [n for n, pick in enumerate(picks) if n and pick is not None]
        stray = any(n >= len(names) or names[n] not in shape.names for n in given)
        return stray or shape.refuses(self.arguments(picks))

    def words_for(self, picks: Sequence[Any]) -> str:
        """Return the parts of a move that begins with some picks in words: "start and end"."""
        shape = self.shapes.get(str(picks[0])) if self.acts and picks else None
        return (shape or self.shape).words if not shape or shape.names else "no other part"

    def parts_after(self, picks: Sequence[Any], least: bool = False) -> tuple[str, ...]:
        """Return the names of the parts after some picks, ``least`` without those that may lack."""
        shape = self.shapes.get(str(picks[0])) if self.acts and picks else None
        first = len(picks) - bool(shape)
        names = (shape or self.shape).names
        return names[first : (shape or self.shape).least] if least else names[first:]

    def pile_of(self, part: str) -> str:
        """Return the pile of which a part of a move is a card; "" for other parts."""
        found = kind_of(self.design, part)
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


def acts_of(design: Any, phase: str) -> tuple[str, ...]:
    """Return the acts of a phase: the shapes that its moves can have."""
    acts = design.acts
    found = acts.get(phase, ()) if isinstance(acts, Mapping) else acts
    own = phase and any(hook_of(design, phase_hook(name, phase)) for name in MOVERS)
    return () if own and not isinstance(acts, Mapping) else tuple(found)


def _check_acts(design: Any) -> None:
    """Raise BadInput for acts that are no names, have no function, or belong to no phase.

    Nor may they belong to one of secret choices.
    """
    by_phase = design.acts if isinstance(design.acts, Mapping) else {"": design.acts}
    if isinstance(design.acts, Mapping) and not {*by_phase} <= {*design.phases}:
        raise invalid("acts", design.acts, "names by phase, or names such as ('step', 'wall')")
    for acts in by_phase.values():
        words = isinstance(acts, list | tuple)
        if not words or not all(isinstance(act, str) and act.isidentifier() for act in acts):
            raise invalid("acts", design.acts, "names such as ('step', 'wall')")
    for phase in design.together or [""] * design.secret:
        if acts_of(design, phase):
            where = f" in the phase {phase!r}" if phase else ""
            expected = f"one shape of moves, as {phase_hook('move', phase)} takes it"
            raise BadInput(f"acts can't be chosen in secret{where}; expected {expected}")
    for act in dict.fromkeys(act for acts in by_phase.values() for act in acts):
        if not hook_of(design, f"move_{act}"):
            raise BadInput(f"the act {act!r} has no function move_{act}(self, table, …)")
        if any(shape_of(getattr(design, hook)).more for name in OF_ACTS
               if hook_of(design, hook := f"{name}_{act}")):  # fmt: skip
            raise BadInput(f"a move of the act {act!r} has any number of picks; expected parts")


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
    _check_acts(design)
    found = {phase: Stage(design, phase, piles) for phase in phases or ("",)}
    for phase, stage in found.items():
        if phase and not stage.move and not hook_of(design, "rolled"):
            either = f" or reveal_{phase}(self, table, …)" if stage.secret else ""
            lacks = f"the phase {phase!r} has no function move_{phase}(self, table, …){either}"
            raise BadInput(lacks)
    return found
