"""What the table says in words while it waits: the line above it, names and tips of squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piecepack_nb.core.piecepack import COLOURS
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.phases import ghosts
from piecepack_nb.games.piecepackman.phases.due import due
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import Draft

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.play import Piecepackman

Path = tuple[str, ...]


def prompt(
    game: Piecepackman, state: State, draft: Draft, passing: bool = False
) -> tuple[str, str]:
    """What is to be done now, and by which clause; ``passing``: some squares can be passed."""
    match state.phase:
        case "over":
            result = game.result(state)
            assert result is not None
            cleared = "" if state.extra_lives < 0 else ": no cube and no coin is left"
            return f"The game is over{cleared}. {result.text}", result.clause
        case "setup":
            return "The maze is built. Scatter the cubes and draw the power coins.", "PM-2"
        case "roll" if state.hungry:
            return f"Turn {state.turn}: roll for Piecepackman; he is hungry for ghosts.", "PM-63"
        case "roll":
            return f"Turn {state.turn}: roll for Piecepackman; he moves by himself.", "PM-10"
        case "bonus":
            return "He took a power coin: roll his bonus.", "PM-60"
        case "order":
            return "Ghosts, agree on your order: swap the coins, or drag them. Then roll.", "PM-30"
        case "dice":
            return "Roll for the ghosts.", "PM-31"
    suit = state.to_move[0]
    if len(draft) > 1:
        return f"{suit.capitalize()}: {'-'.join(draft)}, and on? Escape takes it back.", "PM-32"
    points = game.ruleset.ghost_points[state.dice[suit]]
    text = f"{suit.capitalize()} ghost, {count_noun(points, 'step')}: choose where it ends"
    if passing:
        text += ", or first a dot to pass (Shift: any square)"
    return f"{text}.", "PM-32"


def contents(game: Piecepackman, state: State, square: str) -> str:
    """What lies on a square, and which ways lead out of it, for a screen reader."""
    maze, things = game.ruleset.maze, []
    if square == state.square and state.extra_lives >= 0:
        things.append("Piecepackman")
    suit = state.ghost_on(square)
    if suit:
        danger = "Dangerous" if game.ruleset.dangerous(state, suit) else "Vulnerable"
        things.append(f"{suit} ghost ({COLOURS[suit]}, {danger})")
    if square in state.cubes:
        things.append(f"{state.cubes[square]} cube")
    if square in state.coins:
        things.append(f"{state.coins[square].suit} power coin")
    if square in game.ruleset.house:
        things.append("ghost house")
    things += [portals(game, square)] if portals(game, square) else []
    ways = " ".join(maze.exits[square])
    return f"{', '.join(things) or 'empty'}; ways {ways or 'none'}"


def portals(game: Piecepackman, square: str) -> str:
    """Where the portals on a square lead (PM-22); "" where there is none."""
    leads = game.ruleset.maze.exits[square].values()
    return ", ".join(f"portal to {to}" for to in leads if game.ruleset.ways.by_portal(square, to))


def tip(game: Piecepackman, state: State, path: Path) -> tuple[str, str]:
    """What a ghost's way brings, in a line, and the clause where one is met."""
    ruleset, suit = game.ruleset, state.to_move[0]
    ghost = state.ghosts[suit]
    cubes = ghosts.worth(ruleset, state, suit, path)[0]
    brings = [f"takes {count_noun(cubes, 'cube')}"] if cubes else []
    clause = ""
    if path[-1] == state.square:
        attack = ghosts.dangerous_after(ruleset, state, suit, path)
        clause = "PM-40" if attack else "PM-42"
        brings.append("attacks Piecepackman" if attack else _eaten(ghost.cubes + cubes))
    elif ruleset.ways.by_portal(*path[-2:]):
        clause = "PM-34"
        brings.append("through the portal, which ends the move")
    return ": ".join((f"{suit} {'-'.join(path)}", *([", ".join(brings)] if brings else []))), clause


def _eaten(cubes: int) -> str:
    text = "he would eat it"
    return f"{text} and take its {count_noun(cubes, 'cube')}" if cubes else text


def dice_words(game: Piecepackman, state: State) -> str:
    """What the dice show, for a screen reader."""
    shown = ", ".join(f"{suit} {face}" for suit, face in state.dice.items())
    return f"dice: {shown or 'not rolled yet'}; {due(game.ruleset, state).text}"
