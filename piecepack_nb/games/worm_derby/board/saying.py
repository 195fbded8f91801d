"""What the table says while it waits, and what lies there in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.worm_derby.board.drafts import held, laying, made
from piecepack_nb.games.worm_derby.board.tiling import lies_still, may_move, told
from piecepack_nb.games.worm_derby.geometry.ring import shown
from piecepack_nb.games.worm_derby.phases.turn import can_revive
from piecepack_nb.games.worm_derby.refusals import due
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, TextTable

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby


def prompt(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    result = game.result(state)
    if result is not None:
        return f"The race is over. {result.text}", result.clause
    who = state.to_move.title()
    turn = f"Turn {state.turn}. " if state.turn else ""
    if isinstance(game.to_act(state), Chance):
        now = due(game.ruleset, state)
        return f"{turn}{capitalise(now.text)}.", now.clause
    if held(draft):
        return _tile(game, state, draft)
    match state.phase:
        case "tiles":
            number = len(state.tiles) + 1
            where = "pick about where, in the window or on the whole table"
            return f"{who} places tile {number} of {game.rules.dealt}: {where}.", "WD-12"
        case "worms":
            return f"{turn}{who} builds its worm: pick where its head lies.", "WD-13"
        case "ace":
            return _ace(game, state, draft)
    return _steps(game, state, draft, turn)


def _tile(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    found = held(draft)
    assert found is not None
    number, tile = found
    if lies_still(state, found):
        inches = game.rules.tile_reach * game.rules.tile
        text = f"Tile {number} is in hand: move it up to {inches:g} inches, and turn it"
        return f"{text}. Drag it, pick a place, or use the buttons.", "WD-20"
    refused = game.refusal(state, made(state, draft))
    if refused is not None:
        return f"Tile {number} at {told(tile)}: {refused.text}.", refused.clause
    clause = "WD-12" if state.phase == "tiles" else "WD-20"
    return f"Tile {number} at {told(tile)}: it may lie so. Move it, turn it, or lay it.", clause


def _ace(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    who = state.to_move.title()
    if draft:
        return f"{who}: the disc comes back here. Turn it, or lay it so.", "WD-43"
    ways = []
    if may_move(game, state):
        inches = game.rules.tile_reach * game.rules.tile
        ways.append(f"take up a tile, to move it up to {inches:g} inches and turn it")
    if can_revive(game.ruleset, state):
        ways.append("bring an eaten disc back at an end of the worm")
    return f"{who} rolled an ace: {', or '.join(ways)}.", "WD-20"


def _steps(game: WormDerby, state: State, draft: Draft, turn: str) -> tuple[str, str]:
    who = state.to_move.title()
    laid = laying(game.ruleset, state, draft)
    if laid.turn is None:
        steps = count_noun(state.steps, "step")
        text = f"{turn}{who} makes {steps}: pick a place round its head or tail"
        return f"{text}, or drag the disc at the other end there.", "WD-2"
    done = len(laid.turn.angles)
    if not done:
        return f"{who} lays a disc at the {laid.turn.to}: pick the place.", "WD-3"
    last = f"disc {done} of {state.steps} at {shown(laid.turn.angles[-1])}"
    if laid.home:
        return f"{who}: {last}. That brings the worm home: lay it so.", "WD-22"
    if laid.eaten:
        return f"{who}: {last}. It eats a disc, and the turn ends.", "WD-40"
    if not laid.rings:
        return f"{who}: {last}. Turn it by single degrees, take back, or lay it so.", "WD-2"
    return f"{who}: {last}. Pick the next place, or turn this one.", "WD-2"


# --- the table in words --------------------------------------------------------------------------


def in_words(game: WormDerby, state: State) -> str:
    """The table, for those who do not see it."""
    ruleset: Ruleset = game.ruleset
    said = [_worm(ruleset, state, seat) for seat in ruleset.seats]
    if state.tiles:
        said.append(f"{count_noun(len(state.tiles), 'tile')} lie on the table.")
    result = game.result(state)
    now = result.text if result else capitalise(due(ruleset, state).text) + "."
    return f"Turn {state.turn}. {now} {' '.join(said)}"


def _worm(ruleset: Ruleset, state: State, seat: str) -> str:
    who = f"The {seat} worm"
    if seat in state.home:
        return f"{who} is home, {('first', 'second', 'third', 'fourth')[state.home.index(seat)]}."
    if seat in state.gone or seat not in state.worms:
        return f"{who} {'was eaten' if seat in state.gone else 'has not started'}."
    worm = state.worms[seat]
    places = join_list([f"head {worm.end('head')}", f"tail {worm.end('tail')}"])
    wound = ruleset.wound(worm)
    return f"{who} has its {places} and has wound {wound:.0f} degrees round the pylon."


def listing(game: WormDerby, state: State) -> TextTable:
    """Everything on the table with its place, as a table."""
    ruleset: Ruleset = game.ruleset
    rows = [
        (f"{seat} worm", " ".join(str(disc) for disc in reversed(worm.discs)), "from its head on")
        for seat, worm in state.worms.items()
    ]
    rows += [
        (name, f"({tile.x:.2f}, {tile.y:.2f})", f"turned by {tile.angle:g} degrees")
        for name, tile in ruleset.all_tiles(state)
    ]
    return TextTable("What lies where, in inches", ("What", "Where", "How"), tuple(rows))
