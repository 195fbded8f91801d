"""Hints in plain words: where a worm goes, what to do with an ace or a tile, and why."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, isinf

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.ring import after_step
from piecepack_nb.games.worm_derby.interaction import draft_window, lay_draft
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, Stay, Steps
from piecepack_nb.games.worm_derby.race_plan import RacePlan, TileMove
from piecepack_nb.games.worm_derby.state import State, other_end
from piecepack_nb.games.worm_derby.window import Window, on_table
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences
from piecepack_nb.scene.model import Mark

MUCH = 1.0
"""Inches that are more than "a little"."""
CLOSE = 2.0
"""Degrees that a disc may lie off the hint and still be on its way."""


def hint(game: WormDerby, state: State, draft: Draft, move: Move, why: object) -> Hint:
    """Return a recommended move in plain words, with its steps on the board."""
    seen = draft_window(game.ruleset, state, draft)
    match move:
        case Steps():
            do = _step_text(game, state, draft, move)
            words = sentences(_step_words(game, state, move, why))
            return Hint(do, words, _step_marks(game, state, move, seen))
        case Stay() if state.phase == "ace":
            return Hint("Leave the tiles alone.", "No tile that you may move is worth moving.")
        case Stay() if state.phase == "worms":
            return Hint("Wait.", "There is no room to build your worm now.")
        case Stay():
            return Hint("Stay here.", "No better move was found.")
        case Put(number, tile) if state.phase == "ace":
            do = f"Take up tile {number} and move it as the arrow shows."
            ends = on_table(game.ruleset, state.tiles[number - 1]), on_table(game.ruleset, tile)
            return Hint(do, sentences(_tile_words(why)), (Mark("path", area="table", points=ends),))
        case Put(number, tile):
            place = Mark("here", *on_table(game.ruleset, tile), "table")
            why_there = "It is in the way of every worm that comes there."
            return Hint(f"Put tile {number} where the ring is.", why_there, (place,))
        case Revive(_, end):
            more = "may make more steps, and " if game.rules.step_limit else ""
            why_there = f"A longer worm {more}is harder to eat up."
            return Hint(f"Lay the disc that was eaten at the {end} again.", why_there)
        case Build(_, y):
            discs = tuple(map(seen.at, game.ruleset.built(y).discs))
            away = dist(game.ruleset.built(y).end("head"), game.ruleset.pylon)
            why_there = f"Its head is then about {away:.0f} inches from the pylon."
            return Hint(
                "Build your worm where the line is.", why_there, (Mark("path", points=discs),)
            )
    return Hint(f"Play {move}.")


# --- Steps ----------------------------------------------------------------------------------------


def _step_text(game: WormDerby, state: State, draft: Draft, move: Steps) -> str:
    """Return which discs to lay where; first the laid ones are taken back if they lie elsewhere."""
    laid = lay_draft(game.ruleset, state, draft).turn
    done = laid.angles if laid is not None else ()
    number = len(move.angles)
    if done:
        same = laid is not None and laid.to == move.to and len(done) <= number
        if not same or any(
            abs(one - two) > CLOSE for one, two in zip(done, move.angles, strict=False)
        ):
            return (
                f"Take back what you laid, then lay {count_noun(number, 'disc')} along the arrow."
            )
        if number == len(done):
            return "Confirm the move."
        return f"Lay {number - len(done)} more along the arrow, then confirm."
    ends = f"from the {other_end(move.to)} to the {move.to}"
    return f"Lay {count_noun(number, 'disc')} {ends}, along the arrow, then confirm."


def _step_marks(game: WormDerby, state: State, move: Steps, seen: Window) -> tuple[Mark, ...]:
    """Return the steps as an arrow, as far as the window shows them."""
    places = [state.worms[move.seat].end(move.to)]
    for angle in move.angles:
        state = after_step(game.ruleset, state, move.seat, move.to, angle)
        places.append(state.worms[move.seat].end(move.to))
    points = tuple(seen.at(place) for place in places if seen.holds(place))
    return (Mark("path", points=points, suit=move.seat),) if len(points) > 1 else ()


def _step_words(game: WormDerby, state: State, move: Steps, why: object) -> Iterator[str]:
    """Yield what the steps eat and whether they bring the worm home, by their events, or nearer."""
    events = {step.event.kind: step.event for step in game.play(state, move)}
    if eaten := events.get("eaten"):
        yield f"it eats the {eaten.data['whose']} worm's {eaten.data['end']} disc"
    if "home" in events:
        yield "that brings your worm home"
    elif not isinstance(why, RacePlan):
        return
    elif isinf(why.left):
        yield "there is no way home now"
    elif why.left < why.before:
        yield "it shortens your way round the pylon and home"
    else:
        yield "it is a step back, to get past what is in the way"


# --- Tiles ----------------------------------------------------------------------------------------


def _tile_words(why: object) -> Iterator[str]:
    """Yield whose way home gets shorter or longer by a tile's move (WD-20)."""
    if not isinstance(why, TileMove):
        return
    if why.saves > 0:
        yield f"your way home gets {_much(why.saves)}shorter"
    if why.rival and why.costs > 0:
        yield f"the way home of {why.rival.title()} gets {_much(why.costs)}longer"
    elif why.rival and why.costs < 0 < why.saves:
        yield f"the way home of {why.rival.title()} gets shorter too, but less"


def _much(inches: float) -> str:
    return "much " if inches >= 3 * MUCH else "" if inches >= MUCH else "a little "
