"""Playing Worm Derby by picking: discs laid one by one round an end, tiles moved and turned.

A place round an end can be clicked, or the disc at the other end is dragged there. What was laid
last can be turned by single degrees; nothing counts until the whole turn is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.board import rings, tiling
from piecepack_nb.games.worm_derby.board.desk import buttons, pressed
from piecepack_nb.games.worm_derby.board.drafts import (
    Laying,
    held,
    laid_on,
    laying,
)
from piecepack_nb.games.worm_derby.board.furniture import SIGN, row
from piecepack_nb.games.worm_derby.board.saying import prompt
from piecepack_nb.games.worm_derby.board.window import Window, goal, needed, window
from piecepack_nb.games.worm_derby.moves import Build, Steps
from piecepack_nb.games.worm_derby.ruleset import Ruleset, disc_name
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end
from piecepack_nb.scene import Draft, MakeMove, Mark, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

DISC = 0.62
"""How large the place of a disc is, in squares."""


def seen_from(game: WormDerby, state: State, draft: Draft) -> Window:
    """The window on a table while a move is put together: it stays as long as it shows enough."""
    tile = held(draft)
    if tile is not None:
        return window(game.ruleset, tiling.around(game, state, tile))
    base = window(game.ruleset, needed(game, state), toward=goal(game, state))
    if not draft:
        return base
    laid = laying(game.ruleset, state, draft).state
    return window(game.ruleset, needed(game, laid), base, goal(game, laid))


# --- what can be picked --------------------------------------------------------------------------


def spots(game: WormDerby, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Discs, the places round the ends, tiles, signs that can be asked why, and the buttons."""
    seen = seen_from(game, state, draft)
    laid = laying(game.ruleset, state, draft)
    found = [
        *tiling.spots(game, state, draft, seen),
        *discs(seen, laid.state, _in_hand(state, laid)),
        *_round(seen, laid, state),
        *_lanes(game, state, seen),
        *buttons(game, state, draft, laid),
    ]
    return tuple(found)


def _round(seen: Window, laid: Laying, state: State) -> Iterator[Spot]:
    for found in laid.rings.values():
        yield from rings.spots(seen, laid.state, found, state.phase == "ace")
    for found in laid.rings.values():
        yield from rings.why_spots(seen, found)


def _in_hand(state: State, laid: Laying) -> dict[str, str]:
    """The discs that can be picked up, by their end, each with the end at which they go down."""
    if state.phase != "move":
        return {}
    return {other_end(to): to for to in laid.rings}


def discs(seen: Window, state: State, ends: dict[str, str]) -> Iterator[Spot]:
    """Every disc in the window; those of ``ends`` can be picked up, the others say who they are."""
    for seat, worm in state.worms.items():
        last = len(worm.discs) - 1
        for at, place in enumerate(worm.discs):
            if not seen.holds(place, 0.3):
                continue
            name = disc_name(worm, seat, at)
            end = "head" if at == last else "tail" if not at else ""
            told = f"{seat} disc {name.rpartition(' ')[2]}{f', its {end}' if end else ''}"
            where = f"{told[:1].upper()}{told[1:]}, at {place}"
            if seat == state.to_move and end in ends:
                yield Spot(
                    name, *seen.at(place), w=DISC, h=DISC, name=f"{told}: pick it up",
                    role="select", drag=True, clause="WD-2",
                    tip=f"{where}. It goes to the {ends[end]}: pick it up, or drag it there.",
                )  # fmt: skip
            else:
                yield Spot(name, *seen.at(place), w=DISC, h=DISC, name=told,
                           tip=f"{where}.", clause="WD-1")  # fmt: skip


def _lanes(game: WormDerby, state: State, seen: Window) -> Iterator[Spot]:
    """Where a worm can be built (WD-13)."""
    for move in game.moves(state) if state.phase == "worms" else ():
        if isinstance(move, Build):
            discs = game.ruleset.built(move.y).discs
            at, body = seen.at(discs[-1]), tuple(map(seen.at, discs))
            yield Spot(f"lane {move.y}", *at, w=DISC, h=DISC, role="select",
                       name=f"build the worm here, its head at {discs[-1]}", clause="WD-13",
                       tip=f"The worm begins here, its head at {discs[-1]}.",
                       preview=(Mark("lane", points=body, suit=state.to_move),))  # fmt: skip


def marks(game: WormDerby, state: State, draft: Draft) -> tuple[Mark, ...]:
    """The rings, whose turn it is, and what is in hand."""
    seen = seen_from(game, state, draft)
    laid = laying(game.ruleset, state, draft)
    shown = [mark for found in laid.rings.values() for mark in rings.marks(seen, laid.state, found)]
    shown += tiling.marks(game, state, draft, seen)
    shown += [Mark("via", lane.x, lane.y) for lane in _lanes(game, state, seen)]
    worm = laid.state.worms.get(state.to_move)
    turn = laid.turn
    if worm is not None and turn is not None and not turn.adding and laid.rings:
        shown.append(Mark("here", *seen.at(worm.end(other_end(turn.to))), suit=state.to_move))
    if state.phase != "over":
        shown.append(turn_mark(game.ruleset, state.to_move))
    return tuple(shown)


def turn_mark(ruleset: Ruleset, seat: str) -> Mark:
    """A ring round the sign of the seat that acts, in the list of the race."""
    return Mark("here", SIGN, row(ruleset.seats.index(seat)), "race", suit=seat)


# --- what a pick comes to ------------------------------------------------------------------------


def pick(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    actor = game.to_act(state)
    if actor is None or (isinstance(actor, Chance) and spot != "roll"):
        return _due(game, state, draft)
    button = pressed(game, state, draft, spot)
    if button is not None:
        return button
    if spot.startswith("lane ") and state.phase == "worms":
        return MakeMove(Build(state.to_move, float(spot.removeprefix("lane "))))
    tile = tiling.pick(game, state, draft, spot, to)
    if tile is not None:
        return tile
    return _disc(game, state, draft, spot, to)


def _disc(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """A disc is picked up, or laid: at a place that was picked, or dropped on."""
    laid = laying(game.ruleset, state, draft)
    barred = rings.asked(to or spot, laid.rings)
    if barred is not None:
        return ShowMessage(Refusal(barred.clause, barred.text, (barred.thing,)))
    place = rings.named(to or spot)
    if place is not None and place.to in laid.rings:
        source = _ends(laid.state).get(spot)
        if to is not None and source == place.to:
            return ShowMessage(_wrong_end(state, place.to))
        return laid_on(draft, place.to, place.angle, state.phase == "ace")
    end = _ends(laid.state).get(spot)
    if end is None or state.phase != "move" or (laid.turn and laid.turn.angles):
        return _what(game, state, draft, laid, spot)
    if other_end(end) in laid.rings and to is None:
        return ("steps", other_end(end)) if not draft else ()
    return MakeMove(Steps(state.to_move, other_end(end), (0.0,)))


def _ends(state: State) -> dict[str, str]:
    """The end of the worm to move that each disc is."""
    worm = state.worms.get(state.to_move)
    if worm is None:
        return {}
    return {
        disc_name(worm, state.to_move, -1 % len(worm.discs) if end == "head" else 0): end
        for end in ENDS
    }


def _wrong_end(state: State, end: str) -> Refusal:
    text = f"a disc goes from one end to the other: drag the {other_end(end)} disc to the {end}"
    return Refusal("WD-2", text, (f"{state.to_move} 1",))


def _what(game: WormDerby, state: State, draft: Draft, laid: Laying, spot: str) -> ShowMessage:
    """What lies there, a disc or a tile; else what is due."""
    seen = seen_from(game, state, draft)
    there = (*discs(seen, laid.state, {}), *tiling.spots(game, laid.state, (), seen))
    found = next((each for each in there if each.id == spot and each.role == "inert"), None)
    if found is None:
        return _due(game, state, draft)
    return ShowMessage(Refusal(found.clause, found.tip.rstrip("."), (spot,)), "info")


def _due(game: WormDerby, state: State, draft: Draft) -> ShowMessage:
    text, clause = prompt(game, state, draft)
    return ShowMessage(Refusal(clause, text.rstrip(".")), "info")
