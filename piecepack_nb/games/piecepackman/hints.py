"""Hints in plain words: what to do with a ghost, an order or Piecepackman, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.board import draft_order
from piecepack_nb.games.piecepackman.board_modes import run_marks
from piecepack_nb.games.piecepackman.bots import (
    GhostView,
    Weights,
    attack_odds,
    his_distances,
    hunts_next,
    odds_of_attack,
    points_odds,
    with_middle_coins,
)
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.layers import walk_marks
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import (
    Agree,
    Deed,
    Drop,
    Gift,
    Loot,
    Move,
    Order,
    PowerWalk,
    Run,
    State,
    Walk,
)
from piecepack_nb.games.piecepackman.walks import hindered, legal_walks
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences


def hint(game: Piecepackman, state: State, draft: Draft, move: Move, _why: object) -> Hint:
    """Return a recommended move in plain words; the reasons are read from the board."""
    ruleset = game.ruleset
    match move:
        case Order(suits):
            words = sentences(_order_words(ruleset, state, draft, suits))
            return Hint(f"Agree on the order {join_list(suits)}.", words)
        case Run(path):
            marks = tuple(run_marks(ruleset, state, path)) if len(path) > 1 else ()
            return Hint(_run_text(move), sentences(_run_words(game, state, move)), marks)
        case Walk(path=path) | PowerWalk(path=path):
            marks = tuple(walk_marks(ruleset, path)) if len(path) > 1 else ()
            words = sentences(_walk_words(game, state, move))
            return Hint(_walk_text(state, move), words, marks)
        case Agree():
            why = "You may move some of them to make the race fair, but nobody has to."
            return Hint("Agree on the cubes as they lie.", why)
    return Hint(f"Play {move}.")


def _played(game: Piecepackman, state: State, move: Move) -> tuple[State, list[Event]]:
    """Return the state after a move, and its events; what nobody knows stays unknown (PM-4)."""
    steps = game.play(with_middle_coins(game, state), move)
    return steps[-1].state, [step.event for step in steps]


# --- The order -----------------------------------------------------------------------------------


def _order_words(
    ruleset: Ruleset, state: State, draft: Draft, suits: tuple[str, ...]
) -> Iterator[str]:
    """Yield what the order that is shown costs, and why the recommended one is better."""
    stuck = [
        suit
        for suit in hindered(ruleset, state, draft_order(state, draft))
        if suit not in hindered(ruleset, state, suits)
    ]
    if stuck:
        yield f"in the order that is shown, {join_list(stuck)} can't move: others are in the way"
    attackers = [suit for suit in suits if odds_of_attack(ruleset, state, suit)]
    if attackers and len(suits) > 1:
        if suits[-1] in attackers:
            yield (
                f"{suits[-1]} may attack him, and an attack ends the turn: the others go first, "
                "to take cubes"
            )
        else:
            yield f"{join_list(attackers)} may attack him, and an attack ends the turn"
    elif not stuck:
        yield "no ghost is in the way of one that goes before it"


# --- A ghost's walk ------------------------------------------------------------------------------


def _walk_text(state: State, move: Walk | PowerWalk) -> str:
    """Return what to do with a ghost."""
    suit, end = move.suit, move.path[-1]
    if isinstance(move, PowerWalk):
        power = state.ghosts[suit].power
        return f"Use the {suit} ghost's power, {power}: move it to {end}{_deed_text(move.deed)}."
    if len(move.path) == 1:
        return f"Let the {suit} ghost stay on {end}."
    return f"Move the {suit} ghost to {end}."


def _deed_text(deed: Deed | None) -> str:
    """Return what a power does besides the walk, as the end of a sentence."""
    match deed:
        case Gift(to, cubes):
            held = join_list(f"{number} of {suit}" for suit, number in cubes.items())
            return f" and give the {to} ghost its cubes ({held})"
        case Loot(suit):
            return f" and take his {suit} cubes"
        case Drop(suit, square):
            return f" and drop a {suit} cube on {square}"
    return ""


def _walk_words(game: Piecepackman, state: State, move: Walk | PowerWalk) -> Iterator[str]:
    """Yield what a ghost's walk brings, and how safe it is then."""
    ruleset, suit, end = game.ruleset, move.suit, move.path[-1]
    later, events = _played(game, state, move)
    kinds = Counter(event.kind for event in events)
    if end == state.square:
        yield from _meeting_words(state, suit, events)
        return
    view = GhostView(ruleset, state, suit, Weights())
    if taken := kinds["ghost takes cube"]:
        yield f"it takes {count_noun(taken, 'cube')}"
    elif kinds["ghost takes coin"]:
        yield "it takes its power coin, which makes him hungry for the others' ghosts"
    elif near := _nearer(view, end):
        yield near
    if later.phase == "over":
        yield "that ends the game"
        return
    yield from _safety_words(view, end, later.ghosts[suit].cubes)
    if len(legal_walks(ruleset, state, suit)) == 1:
        yield "it has no other walk"


def _meeting_words(state: State, suit: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield what comes of entering his square (PM-40, PM-42)."""
    happened = {event.kind: event.data for event in events}
    if "attack" in happened:
        cost = "he starts again" if "he starts again" in happened else "he loses a life"
        yield f"it attacks him, and {cost}{', the last one' if 'last life' in happened else ''}"
        if back := happened.get("cubes taken back"):
            yield f"the ghosts get {count_noun(back['back'], 'cube')} of {suit} back"
    elif state.hungry and not happened["eat"]["cubes"]:
        yield "he eats it, but it carries no cube, and comes back immune: then it may attack him"
    else:
        yield "he eats it there; every other walk is worse"


def _nearer(view: GhostView, end: str) -> str:
    """Return which cube of its own it comes nearer to; "" for none."""
    before = view.ruleset.walk_finder.distances(view.ghost.square)
    after = view.ruleset.walk_finder.distances(end)
    wanted = [square for square in view.cubes if after.get(square)]
    if not wanted:
        return ""
    goal = min(wanted, key=lambda square: (after[square], square))
    if after[goal] >= min((before.get(square, 99) for square in wanted), default=99):
        return ""
    return f"it comes within {count_noun(after[goal], 'step')} of the cube on {goal}"


def _safety_words(view: GhostView, end: str, cubes: int) -> Iterator[str]:
    """Yield whether it threatens him from its end, or he can reach it (PM-50, PM-51)."""
    ruleset = view.ruleset
    if end in ruleset.house:
        yield "it is safe in the house"
        return
    if view.will_be_dangerous(cubes):
        steps = ruleset.walk_finder.reach(end).get(view.state.square)
        near = steps is not None and steps <= max(ruleset.ghost_points.values())
        where = f" and only {count_noun(steps or 0, 'step')} from him" if near else ""
        yield f"it is Dangerous then{where}, so he keeps away from it"
        return
    hungry = hunts_next(view.state)
    cost = his_distances(ruleset, view.state.square, view.state.heading, hungry).get(end)
    if cost is None or cost > points_odds(ruleset)[-1][0]:
        yield "he can't reach it in his next turn"
    elif not ruleset.against and not hungry and not view.outlook.enters.get(end):
        yield "as things are, his next path doesn't lead over it"
    else:
        yield "he might reach it there, but other squares are no better"


# --- Where somebody plays him -------------------------------------------------------------------


def _run_text(move: Run) -> str:
    """Return what to do with him."""
    stays = len(move.path) == 1
    where = f"Stay on {move.path[-1]}" if stays else f"Move Piecepackman to {move.path[-1]}"
    return f"{where}, facing {HEADING_NAMES[move.heading]}."


def _run_words(game: Piecepackman, state: State, move: Run) -> Iterator[str]:
    """Yield what his move brings, and whether a Dangerous ghost may reach him then (PM-74)."""
    ruleset = game.ruleset
    after, events = _played(game, state, move)
    if cubes := sum(event.kind == "cube taken" for event in events):
        yield f"he takes {count_noun(cubes, 'cube')}"
    if any(event.kind == "coin taken" for event in events):
        yield "he takes a power coin and hunts the ghosts"
    if eaten := [event.data["suit"] for event in events if event.kind == "eat"]:
        yield f"he eats the {join_list(eaten)} ghost{'s' if len(eaten) > 1 else ''}"
    if any(event.kind == "attack" for event in events):
        yield "a Dangerous ghost attacks him there; every other move is worse"
        return
    if after.phase == "over":
        yield "that wins the game"
        return
    now, then = attack_odds(ruleset, state), attack_odds(ruleset, after)
    if not then:
        yield "no Dangerous ghost can reach him there"
    elif then < now:
        yield "a Dangerous ghost is less likely to reach him there than here"
    else:
        yield "a Dangerous ghost may reach him there, but other squares are no better"
