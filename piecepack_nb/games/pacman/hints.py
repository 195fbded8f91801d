"""Hints in plain words: which die is for which piece, where it goes, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.pacman.areas import at, path_marks
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.prospects import FACES, marbles_brought, most_marbles
from piecepack_nb.games.pacman.state import (
    Move,
    Put,
    State,
    Stay,
    Take,
    Walk,
    ghost_name,
    pac_name,
    seat_name,
)
from piecepack_nb.games.pacman.walks import StayReason
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences
from piecepack_nb.scene.model import Mark

REACH = max(FACES)
"""The most steps of a ghost: the highest face of a die."""


def hint(game: PacMan, state: State, _draft: Draft, move: Move, _why: object) -> Hint:
    """Return a recommended move in plain words; the reasons are read from what it does."""
    match move:
        case Walk(piece, die, path):
            who = "your Pac-Man" if piece == "pac" else ghost_name(piece)
            do, why = f"Use the {die} for {who}: go to {path[-1]}.", _walk_words(game, state, move)
            return Hint(do, sentences(why), tuple(path_marks(game.board, path)))
        case Stay(piece, die):
            who = "your Pac-Man stays" if piece == "pac" else "the ghosts stay"
            declined = StayReason(game.situation(state), move).declined
            why_stay = "it could only gobble a ghost" if declined else "it can't be used there"
            words = sentences((why_stay, *_other_die_words(game, state, move, state)))
            return Hint(f"Use the {die} so that {who}.", words)
        case Put(square):
            marks = (Mark("here", *at(game.board, square)),)
            return Hint(
                f"Put the yellow marble on {square}.", _put_words(game, state, square), marks
            )
        case Take(seat):
            return Hint(f"Take marbles from {seat_name(seat)}.", _take_words(game, state, seat))
    return Hint(f"Play {move}.")


def _walk_words(game: PacMan, state: State, walk: Walk) -> Iterator[str]:
    """Yield what a walk brings, by its events, and what may follow."""
    steps = game.play(state, walk)
    after, events = steps[-1].state, {step.event.kind: step.event for step in steps}
    if walk.piece == "pac":
        marbles = [step.event.data.get("marble") for step in steps]
        yield from _gobbled_words(game, after, marbles, events)
    elif landing := events.get("landing"):
        yield _landing_words(landing, events)
    if result := game.result(after):
        yield f"that ends the game: {result.text.removesuffix('.')}"
        return
    if walk.piece == "pac":
        if "white" not in marbles and (near := _nearest(game, walk.path[-1], after.white)):
            yield f"it comes within {count_noun(near, 'step')} of a white marble"
        yield _safety(game, after, state.to_move)
    elif landing is None:
        yield from _threat_words(game, after, walk.piece, state.to_move)
    yield from _other_die_words(game, state, walk, after)


def _gobbled_words(
    game: PacMan, after: State, marbles: list[str | None], events: Mapping[str, Event]
) -> Iterator[str]:
    """Yield what a Pac-Man's path has gobbled."""
    if white := marbles.count("white"):
        yield f"it gobbles {count_noun(white, 'white marble')}"
    if won := events.get("privilege won"):
        once = "" if game.rules.privilege_kept else " once"
        use = f", and may gobble a ghost{once}" if after.players[won.data["seat"]].yellow else ""
        yield f"it gobbles a yellow marble{use}"
    if ghost := events.get("ghost gobbled"):
        paid = "paid" in events and events["paid"].data["number"]
        will_be_paid = after.reward and after.payers  # once the player has chosen (PC-20)
        takes = " and takes marbles from another player" if paid or will_be_paid else ""
        yield f"it gobbles {ghost.data['name']}{takes}"


def _landing_words(landing: Event, events: Mapping[str, Event]) -> str:
    """Return on whom a ghost has landed, and what is paid for it (PC-13)."""
    if landing.data["seat"] == landing.data["to"]:
        return "it lands on your own Pac-Man, which goes home"
    paid = events["paid"].data
    gives = f" and gives you {paid['marbles']}" if paid["number"] else ""
    return f"it lands on {pac_name(landing.data['seat'])}, which goes home{gives}"


def _nearest(game: PacMan, square: str, marbles: frozenset[str]) -> int:
    """Return a Pac-Man's steps to the nearest of the marbles; 0 for none."""
    steps = game.ruleset.pac_steps[square]
    return min((steps[each] for each in marbles if each in steps), default=0)


def _safety(game: PacMan, state: State, seat: str, it: str = "it") -> str:
    """Return how near a ghost is to a player's Pac-Man, here called ``it`` (PC-12, PC-13)."""
    here = state.players[seat].square
    if here in game.ruleset.homes:
        return f"no ghost can land on {it} at home"
    steps = game.ruleset.ghost_steps[here]
    away = {ghost: steps.get(square, 99) for ghost, square in state.ghosts.items()}
    near = min(away.values())
    if near > REACH:
        return f"no ghost is within {REACH} steps of {it} then, so it is safe from them next turn"
    landing = [away[ghost] for ghost in away if _can_land(game, state, ghost, seat)]
    which = "" if near in landing else "another "
    may = f", and {which}may land on {it} next turn" if landing else ""
    return f"the nearest ghost is {count_noun(near, 'step')} away{may}"


def _can_land(game: PacMan, state: State, ghost: str, seat: str) -> bool:
    """Return True if a ghost may land on a seat's Pac-Man by some die, as things are (PC-12)."""
    situation, here = game.situation(state), state.players[seat].square
    return any(path[-1] == here for die in FACES for path in situation.whole_paths(ghost, die))


def _threat_words(game: PacMan, after: State, ghost: str, own: str) -> Iterator[str]:
    """Yield whom a ghost threatens from where it has gone, or else how safe one's own is."""
    others = [seat for seat in game.seats if seat != own]
    if near := [seat for seat in others if _can_land(game, after, ghost, seat)]:
        yield f"it comes within reach of {join_list(map(pac_name, near))}"
    elif "pac" not in after.due:
        yield _safety(game, after, own, "your Pac-Man")


def _other_die_words(game: PacMan, state: State, move: Walk | Stay, after: State) -> Iterator[str]:
    """Yield what the other die is better used for: the assignment of both dice (PC-3)."""
    left = list(state.dice)
    left.remove(move.die)
    if len(state.due) < 2 or left[0] == move.die:
        return
    other, seat = left[0], state.to_move
    if isinstance(move, Walk) and move.piece == "pac":
        before = game.situation(state)
        its = most_marbles(before, seat, other)
        if marbles_brought(before, seat, move.path) > its:
            most = f"at most {count_noun(its, 'marble')}" if its else "none"
            yield f"the {other} would bring {most}, so it is for a ghost"
    elif move.piece != "pac" and (found := most_marbles(game.situation(after), seat, other)):
        marbles = count_noun(found, "marble")
        yield f"that leaves the {other} for your Pac-Man, which can bring {marbles}"


def _take_words(game: PacMan, state: State, seat: str) -> str:
    """Return how many marbles a player has to give, and whether nobody has more (PC-20)."""
    trays = {each: state.players[each].tray for each in state.payers}
    taken = min(game.rules.marbles_won, trays[seat])
    most = " Nobody else has more." if trays[seat] == max(trays.values()) else ""
    return f"You get {count_noun(taken, 'marble')}.{most}"


def _put_words(game: PacMan, state: State, square: str) -> str:
    """Return how near a ringed hole is to each Pac-Man (PC-20)."""
    steps = game.ruleset.pac_steps
    away = {seat: steps[each.square].get(square, 99) for seat, each in state.players.items()}
    own, others = away.pop(state.acts), min(away.values())
    nearer = "and no other is nearer" if own <= others else f"and {others} from another player's"
    return f"It is {count_noun(own, 'step')} from your Pac-Man, {nearer}."
