"""The fourteen powers of the ghosts (PM-73): the walks that each makes possible, and its deeds.

Vocabulary
    use    one use of a power, in one move; the uses in a level are rolled at its start
    deed   what a powered walk does besides walking: a gift, loot, or a cube that is dropped
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import pairwise, product

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, beyond, edge
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.rules import power_clause
from piecepack_nb.games.piecepackman.ruleset import GhostWalks, Ruleset
from piecepack_nb.games.piecepackman.state import (
    AnyState,
    Drop,
    Ghost,
    GhostPath,
    Gift,
    Loot,
    PowerWalk,
    State,
)

ABILITIES = {
    "walls": "walk through matchsticks",
    "own-walls": "walk through matchsticks of its suit",
    "stockpile": "go back into the house by an exit, and bank its cubes there",
    "give": "give cubes to another ghost before or after its move",
    "any-cube": "take cubes of every suit",
    "shortcut": "walk through the house, in by one exit and out by the other",
    "plunder": "take his cubes of one more suit when it attacks him",
    "portal": "walk on after a portal",
    "teleport": "step from one power coin's corner to another",
    "pass": "pass through other ghosts",
    "attack": "attack him with any number of cubes",
    "boost": "walk a step more for each cube of its suit that it holds",
    "drop": "put a cube that it holds on the board after its move",
    "ace-wall": "walk through one matchstick when it rolls an ace",
}
"""The abilities that a use of each power gives, as said after "can"."""
CONSTRAINED = ("ace-wall", "stockpile", "shortcut")
"""The powers that open steps, but not every walk over them; see ``_fits``."""
DEEDS: Mapping[str, type] = {"give": Gift, "plunder": Loot, "drop": Drop}
"""The deed of the powers that have one."""


# --- Where a power lets a ghost walk --------------------------------------------------------------


@lru_cache(maxsize=256)
def power_finder(
    ruleset: Ruleset, power: str, suit: str, corners: frozenset[str] = frozenset()
) -> GhostWalks:
    """Return the walks of a ghost that uses its power; ``corners`` are those it can teleport to.

    Walls open (PM-73a, PM-73b, PM-73n), or the exits of the house, inwards (PM-73c, PM-73f), or
    corners (PM-73i); a portal doesn't end the walk (PM-73h); other ghosts don't stop it (PM-73j).
    """
    more: dict[str, list[str]] = {}
    match power:
        case "walls" | "ace-wall" | "own-walls":
            more = _through_walls(ruleset, suit if power == "own-walls" else None)
        case "stockpile" | "shortcut":
            for inside, outside in ruleset.maze.doors:
                more.setdefault(outside, []).append(inside)
        case "teleport":
            more = {corner: sorted(corners - {corner}) for corner in corners}
    fits = partial(_fits, ruleset, power) if power in CONSTRAINED else None
    return GhostWalks(
        ruleset.maze, ruleset.rules, more,
        portals_end=power != "portal", passes_ghosts=power == "pass", fits=fits,
    )  # fmt: skip


def _through_walls(ruleset: Ruleset, suit: str | None) -> dict[str, list[str]]:
    """Return the steps through matchsticks, or those of a suit, that power PM-73a, b or n allows.

    None leads off the board, into a closed-off square, or from outside into the house.
    """
    maze = ruleset.maze
    suits = {
        wall: dealt
        for stick, dealt in zip(maze.sticks, maze.stick_suits, strict=True)
        for wall in stick.edges
    }
    found: dict[str, list[str]] = {}
    for square in maze.squares:
        for heading in STEPS:
            to, wall = beyond(square, heading), edge(square, heading)
            if wall not in suits or suit not in (None, suits[wall]) or to in maze.closed:
                continue
            if to in ruleset.house and square not in ruleset.house:
                continue
            found.setdefault(square, []).append(to)
    return found


def finder_for(ruleset: Ruleset, state: AnyState, suit: str) -> GhostWalks:
    """Return the walks of a ghost that uses its power now (PM-73i: some corners by option)."""
    power, corners = state.ghosts[suit].power, frozenset[str]()
    if power == "teleport":
        needs = ruleset.rules.teleport_needs_coins
        corners = frozenset(state.coins if needs else ruleset.maze.coins.values())
    return power_finder(ruleset, power, suit, corners)


# --- Powered walks -------------------------------------------------------------------------------


def power_walks(
    ruleset: Ruleset, state: AnyState, suit: str, plain: list[GhostPath]
) -> list[PowerWalk]:
    """Return the moves of a ghost that need its power (PM-73); ``plain`` are those without it.

    Some powers change what happens on a walk: an attack with few cubes (PM-73k), any cube taken
    (PM-73e), a deed (PM-73d, PM-73g, PM-73m); the others change where it can walk.
    """
    ghost = state.ghosts[suit]
    if not ghost.power or not ghost.uses:
        return []
    match ghost.power:
        case "any-cube":
            paths = [path for path in plain if _passes_other_cubes(ruleset, state, suit, path)]
        case "attack":
            paths = [
                path
                for path in plain
                if path[-1] == state.square and not attacks_after(ruleset, state, suit, path)
            ]
        case "give":
            return list(_giving(ruleset, state, suit, plain))
        case "plunder":
            return list(_plundering(ruleset, state, suit, plain))
        case "drop":
            return list(_dropping(ruleset, state, suit, plain))
        case _:
            paths = list(_moving(ruleset, state, suit, plain))
    return [PowerWalk(suit, path) for path in paths]


def _moving(
    ruleset: Ruleset, state: AnyState, suit: str, plain: list[GhostPath]
) -> Iterator[GhostPath]:
    """Yield the walks that need a power which changes where or how far a ghost walks.

    In a race a ghost that can leave the house without its power leaves it with the power, too
    (PM-75).
    """
    ghost = state.ghosts[suit]
    points = ruleset.ghost_points[state.dice[suit]]
    others = frozenset(each.square for name, each in state.ghosts.items() if name != suit)
    known = set(ruleset.walk_finder.legal(ghost.square, points, others, state.square))
    house = ruleset.house
    leaves = ruleset.race and ghost.square in house and any(path[-1] not in house for path in plain)
    for path in _reaching(ruleset, state, suit, others):
        if path not in known and not (leaves and path[-1] in house):
            yield path


def _reaching(
    ruleset: Ruleset, state: AnyState, suit: str, others: frozenset[str]
) -> Iterable[GhostPath]:
    """Return the walks that a power allows, also some that don't need it (PM-73l: farther)."""
    ghost, finder, face = state.ghosts[suit], finder_for(ruleset, state, suit), state.dice[suit]
    points = ruleset.ghost_points[face]
    if ghost.power == "boost":
        return dict.fromkeys(
            path
            for steps in range(points + 1, points + ghost.cubes + 1)
            for path in finder.legal(ghost.square, steps, others, state.square)
            if len(path) - 1 > points
        )
    if ghost.power == "ace-wall" and face != "ace":
        return ()
    return finder.legal(ghost.square, points, others, state.square)


def _fits(ruleset: Ruleset, power: str, path: GhostPath) -> bool:
    """Return True if a walk does no more than its power allows, or doesn't need it."""
    house, steps = ruleset.house, list(pairwise(path))
    if power == "ace-wall":  # one step through a wall (PM-73n)
        finder, last = ruleset.walk_finder, len(steps) - 1
        return (
            sum(
                to not in finder.ahead[here]
                or (number < last and (here, to) in finder.ending)  # where it would have ended
                for number, (here, to) in enumerate(steps)
            )
            <= 1
        )
    if not any(here not in house and to in house for here, to in steps):
        return True
    if path[0] in house:
        return False
    if power == "stockpile":  # into the house, to stay there (PM-73c)
        inside = [square in house for square in path]
        return inside == sorted(inside)
    doors = [{here, to} for here, to in steps if (here in house) != (to in house)]
    return len(doors) == 2 and doors[0] != doors[1]  # in by one, out by the other (PM-73f)


def _passes_other_cubes(ruleset: Ruleset, state: AnyState, suit: str, path: GhostPath) -> bool:
    """Return True if it could take a cube that isn't its own (PM-73e)."""
    own = (suit, ruleset.wild)
    return any(state.cubes.get(square) not in (None, *own) for square in ruleset.taken_on(path))


# --- Deeds ---------------------------------------------------------------------------------------


def holds(ghost: Ghost, suit: str) -> dict[str, int]:
    """Return the cubes that a ghost holds, by suit; banked ones are out of reach (PM-73c)."""
    held = {suit: ghost.cubes, **ghost.others}
    return {each: held[each] for each in SUITS if held.get(each)}


def _holds_after(ruleset: Ruleset, state: AnyState, suit: str, path: GhostPath) -> dict[str, int]:
    """Return the cubes that it holds at the end of a walk.

    None once it has met him (PM-41, PM-42), or the walk has ended the level (PM-68).
    """
    if path[-1] == state.square or ruleset.ends_level(state, suit, path):
        return {}
    ghost = state.ghosts[suit]
    cubes = ghost.cubes + ruleset.gathers(state, suit, path)
    return holds(ghost._replace(cubes=cubes), suit)


def _giving(
    ruleset: Ruleset, state: AnyState, suit: str, plain: list[GhostPath]
) -> Iterator[PowerWalk]:
    """Yield every gift before and after every walk (PM-73d)."""
    before = list(_gifts(state, suit, holds(state.ghosts[suit], suit)))
    after = lru_cache(lambda held: list(_gifts(state, suit, dict(held))))
    for path in plain:
        for to, cubes in before:
            yield PowerWalk(suit, path, Gift(to, cubes, first=True))
        for to, cubes in after(tuple(_holds_after(ruleset, state, suit, path).items())):
            yield PowerWalk(suit, path, Gift(to, cubes))


def _gifts(
    state: AnyState, suit: str, held: Mapping[str, int]
) -> Iterator[tuple[str, FrozenDict[str, int]]]:
    numbers = list(product(*(range(held[each] + 1) for each in held)))
    for to in state.ghosts:
        for each in numbers if to != suit else ():
            cubes = FrozenDict((name, n) for name, n in zip(held, each, strict=True) if n)
            if cubes:
                yield to, cubes


def _plundering(
    ruleset: Ruleset, state: AnyState, suit: str, plain: list[GhostPath]
) -> Iterator[PowerWalk]:
    """Yield every attack with every other suit of his stash (PM-73g)."""
    for path in plain:
        if path[-1] == state.square and attacks_after(ruleset, state, suit, path):
            for each in SUITS:
                if each != suit and state.stash[each]:
                    yield PowerWalk(suit, path, Loot(each))


def attacks_after(ruleset: Ruleset, state: AnyState, suit: str, path: GhostPath) -> bool:
    """Return True if the ghost attacks at the end of a path, with its new cubes (PM-40, PM-50)."""
    return ruleset.attacks(state, suit, ruleset.gathers(state, suit, path))


def _dropping(
    ruleset: Ruleset, state: AnyState, suit: str, plain: list[GhostPath]
) -> Iterator[PowerWalk]:
    """Yield every walk with every cube that it holds then, on every free square (PM-73m)."""
    for path in plain:
        held = _holds_after(ruleset, state, suit, path)
        if held:
            free = free_after(ruleset, state, suit, path)
            for each, square in product(held, free):
                yield PowerWalk(suit, path, Drop(each, square))


def free_after(ruleset: Ruleset, state: AnyState, suit: str, path: GhostPath) -> list[str]:
    """Return the squares where a cube can be dropped after a walk (PM-2, PM-73m).

    Those whose cubes it has taken on the walk are free then.
    """
    cubes = state.cubes.keys() - ruleset.gathered(state, suit, path)
    pawns = [ghost.square for each, ghost in state.ghosts.items() if each != suit]
    taken = {*cubes, *pawns, path[-1], state.square}
    return [square for square in ruleset.free_squares if square not in taken]


# --- Refusals ------------------------------------------------------------------------------------


def use_refusal(ruleset: Ruleset, state: State, move: PowerWalk) -> Refusal | None:
    """Return the refusal of using a power at all (PM-73), or None."""
    ghost = state.ghosts[move.suit]
    if not ghost.power:
        return Refusal("PM-73", f"the {move.suit} ghost has no power in this game", (ghost.square,))
    clause = power_clause(ghost.power)
    if not ghost.uses:
        text = f"the {move.suit} ghost has no use of its power ({ghost.power}) left"
        return Refusal(clause, text, (ghost.square,))
    return None


def deed_refusal(
    ruleset: Ruleset, state: State, move: PowerWalk, plain: list[GhostPath]
) -> Refusal:
    """Return the refusal of a powered walk whose path alone would be legal."""
    ghost = state.ghosts[move.suit]
    clause, where = power_clause(ghost.power), (move.path[-1],)
    wanted = DEEDS.get(ghost.power)
    if wanted is None or not isinstance(move.deed, wanted):
        return _useless(move, ghost, clause, where)
    left = f"{count_noun(ghost.uses, 'use')} left"
    deed = move.deed
    if isinstance(deed, Loot):
        if move.path[-1] != state.square or not attacks_after(ruleset, state, move.suit, move.path):
            text = f"the {move.suit} ghost takes more cubes only when it attacks him ({left})"
            return Refusal(clause, text, (state.square,))
        text = f"his stash has no {deed.suit} cube to take besides {move.suit} ({left})"
        return Refusal(clause, text, where)
    if isinstance(deed, Gift) and deed.first:
        held = holds(ghost, move.suit)
    else:
        held = _holds_after(ruleset, state, move.suit, move.path)
    return _lacking(ruleset, state, move, held, left)


def _useless(move: PowerWalk, ghost: Ghost, clause: str, where: tuple[str, ...]) -> Refusal:
    left = f"{count_noun(ghost.uses, 'use')} left"
    can = f"with its power the {move.suit} ghost can {ABILITIES[ghost.power]} ({left})"
    if move.deed is None and ghost.power in DEEDS:
        return Refusal(clause, f"{can}; this move doesn't say what", where)
    if move.deed is not None:
        return Refusal(clause, f"{can}; it can't {move.deed}", where)
    return Refusal(clause, f"{can}; this path doesn't need it: write it without '!'", where)


def _lacking(
    ruleset: Ruleset, state: State, move: PowerWalk, held: Mapping[str, int], left: str
) -> Refusal:
    """Refuse a gift or a drop of cubes that it doesn't hold, to nobody, or on no free square."""
    clause, deed = power_clause(state.ghosts[move.suit].power), move.deed
    owned = join_list(f"{number} {suit}" for suit, number in held.items()) if held else "no cube"
    text = f"the {move.suit} ghost would hold {owned} then, and can't {deed} ({left})"
    if not (held or move.path[-1] == state.square) and ruleset.ends_level(
        state, move.suit, move.path
    ):
        text = f"this walk takes the last cube and ends the level: then the {move.suit} ghost "
        text += f"can't {deed} (PM-68, {left})"
    if isinstance(deed, Gift) and (deed.to not in state.ghosts or deed.to == move.suit):
        others = join_list([suit for suit in state.ghosts if suit != move.suit], "or")
        text = f"the {move.suit} ghost can give cubes to {others}, not to {deed.to or 'nobody'}"
    if isinstance(deed, Drop) and held.get(deed.suit):
        known = (deed.square,) if deed.square in ruleset.maze.exits else ()
        text = f"no cube can be dropped on {deed.square}: the square isn't free (PM-2, {left})"
        return Refusal(clause, text, known)
    return Refusal(clause, text, (move.path[-1],))
