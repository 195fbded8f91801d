"""Why a ghost may not walk where somebody wants it to: the first rule that its way breaks."""

from __future__ import annotations

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.moves import Walk
from piecepack_nb.games.piecepackman.phases.ghosts import dangerous_after, walks, worth
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

Path = tuple[str, ...]


def refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Why a ghost may not walk this way: the first rule that it breaks, along the way."""
    suit, path = walk
    if state.to_move[:1] != (suit,):
        return _not_its_turn(ruleset, state, suit)
    here = state.ghosts[suit].square
    if not path or path[0] != here:
        begins = path[0] if path else "nowhere"
        text = f"the {suit} ghost stands on {here}, but the way begins on {begins}"
        return Refusal("PM-32", text, (here,))
    for number in range(1, len(path)):
        refused = _step_refusal(ruleset, state, suit, path[: number + 1])
        if refused is not None:
            return _with_a_way(ruleset, state, walk, refused)
    return _end_refusal(ruleset, state, suit, path)


def _not_its_turn(ruleset: Ruleset, state: State, suit: str) -> Refusal:
    """The order that was agreed binds (PM-30); a ghost that was eaten sits out (PM-38)."""
    now, ghost = state.to_move[0], state.ghosts.get(suit)
    text = f"it is the {now} ghost's move: the order agreed is {', '.join(state.order)}"
    if ghost is None:
        return Refusal("PM-30", f"there is no {suit} ghost in this game; {text}")
    if suit not in state.order:
        text = f"the {suit} ghost was eaten and waits in the house; it is the {now} ghost's move"
        return Refusal("PM-38", text, (ghost.square,))
    if suit not in state.to_move:
        text = f"the {suit} ghost has had its move; {text}"
    return Refusal("PM-30", text, (ghost.square,))


def _with_a_way(ruleset: Ruleset, state: State, walk: Walk, refused: Refusal) -> Refusal:
    """To a leap, "e5-d8", the written way that was meant is added, where there is one (PM-32)."""
    suit, path = walk
    if not refused.text.endswith("is not one step"):
        return refused
    meant = way_to(ruleset, state, suit, path[-1])
    if meant.path not in walks(ruleset, state, suit):
        return refused
    return refused._replace(text=f"{refused.text}; write '{suit} {path[-1]}' or '{meant}'")


def _step_refusal(ruleset: Ruleset, state: State, suit: str, path: Path) -> Refusal | None:
    """Why the last step of ``path`` can't be made."""
    here, to = path[-2:]
    exits = ruleset.maze.exits
    if len(path) > 2 and here == state.square:
        attacks = dangerous_after(ruleset, state, suit, path[:-1])
        clause, what = ("PM-40", "attacks him") if attacks else ("PM-42", "is eaten")
        text = f"entering {here}, Piecepackman's square, the ghost {what}: its move ends there"
        return Refusal(clause, text, (here,))
    if len(path) > 2 and ruleset.rules.portal_ends_move and ruleset.ways.by_portal(path[-3], here):
        text = f"the portal from {path[-3]} to {here} ends the ghost's move"
        return Refusal("PM-34", text, (path[-3], here))
    if to not in exits:
        return Refusal("PM-1", f"there is no square {to} in this maze", (here,))
    if to not in exits[here].values():
        if ruleset.ways.neighbours(here, to):
            text = f"a matchstick stands between {here} and {to}"
            return Refusal("PM-6", text, (here, to))
        return Refusal("PM-32", f"from {here} to {to} is not one step", (here, to))
    if to in ruleset.house and here not in ruleset.house:
        text = f"{to} is in the ghost house: a ghost that left it comes back only by being eaten"
        return Refusal("PM-36", text, (to,))
    other = state.ghost_on(to)
    if other not in (None, suit):
        text = f"the {other} ghost stands on {to}: ghosts do not pass through each other"
        return Refusal("PM-33", text, (to,))
    if not ruleset.rules.ghost_backtrack and len(path) > 2 and path[-3] == to:
        return Refusal("PM-32", f"the ghost may not turn back from {here} to {to}", (here, to))
    return None


def _end_refusal(ruleset: Ruleset, state: State, suit: str, path: Path) -> Refusal | None:
    """Why a way along which every step can be made may not end where it does."""
    face = state.dice[suit]
    points, taken = ruleset.ghost_points[face], len(path) - 1
    if taken > points:
        rolled = face if face == str(points) else f"{face}, {count_noun(points, 'step')}"
        text = f"the {suit} ghost rolled {rolled}; this way takes {taken}"
        return Refusal("PM-32", text, (path[-1],))
    if path[-1] == path[0]:
        text = f"the {suit} ghost must end on another square than {path[0]}, where it started"
        return Refusal("PM-32", text, (path[0],))
    if path in (allowed := walks(ruleset, state, suit)):
        return None
    most = max(len(way) for way in allowed) - 1
    if most < points and all(len(way) - 1 == most for way in allowed):
        text = (
            f"of its {count_noun(points, 'step')} the {suit} ghost can use {most}, and must; "
            f"this way takes {taken}"
        )
        return Refusal("PM-37", text, (path[-1],))
    roll = f"{count_noun(points, 'step')} for the {suit} ghost"
    return Refusal("PM-32", f"the whole roll is used: {roll}; this way takes {taken}", (path[-1],))


# --- the way that is meant -----------------------------------------------------------------------


def way_to(ruleset: Ruleset, state: State, suit: str, square: str) -> Walk:
    """The walk that a person means who names only the square to end on.

    Of the legal walks the one that brings the most cubes, and of those the one that visits the
    fewest squares twice. Where no legal walk ends there, one whose refusal tells what is wrong.
    """
    legal = [path for path in walks(ruleset, state, suit) if path[-1] == square]
    if legal:
        return Walk(suit, max(legal, key=lambda path: worth(ruleset, state, suit, path)))
    return Walk(suit, _wanted(ruleset, state, suit, square))


def _wanted(ruleset: Ruleset, state: State, suit: str, square: str) -> Path:
    """The way that somebody sees who wants to go there, short enough for the roll if one is.

    A free way first; then one through what bars it: another ghost (PM-33), his square (PM-40,
    PM-42), the ghost house (PM-36), a matchstick (PM-6). So the first rule that it breaks is the
    one without which the ghost could go there.
    """
    ways, start = ruleset.ways, state.ghosts[suit].square
    others = {ghost.square for each, ghost in state.ghosts.items() if each != suit}
    tried = (
        ways.shortest(start, square, others | {state.square}),
        ways.shortest(start, square, {state.square}),
        ways.shortest(start, square, others),
        ways.shortest(start, square),
        ways.shortest(start, square, others, house=True),
        ways.shortest(start, square, house=True),
        ways.shortest(start, square, others, sticks=True),
    )
    found = [path for path in tried if path]
    points = ruleset.ghost_points[state.dice[suit]]
    near = [path for path in found if len(path) - 1 <= points]
    return (near or found or [(start, square)])[0]
