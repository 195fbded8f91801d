"""Hints in plain words: which die is for which piece, where it goes, and why."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.pacman.areas import at, path_marks
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.maze import Path
from piecepack_nb.games.pacman.prospects import most_marbles, state_after
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
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences
from piecepack_nb.scene.model import Mark

REACH = 6
"""The most steps of a ghost: the highest face of a die."""


def hint(game: PacMan, state: State, _draft: Draft, move: Move, _why: object) -> Hint:
    """Return a recommended move in plain words; the reasons are read from the board."""
    match move:
        case Walk(piece, die, path):
            who = "your Pac-Man" if piece == "pac" else ghost_name(piece)
            words = (
                _pac_words(game, state, path) if piece == "pac" else _ghost_words(game, state, move)
            )
            why = sentences((*words, *_other_die_words(game, state, move)))
            do = f"Use the {die} for {who}: go to {path[-1]}."
            return Hint(do, why, tuple(path_marks(game.board, path)))
        case Stay(piece, die):
            who = "your Pac-Man stays" if piece == "pac" else "the ghosts stay"
            other = sentences(_other_die_words(game, state, move))
            return Hint(
                f"Use the {die} so that {who}.", f"It can't be used there. {other}".rstrip()
            )
        case Put(square):
            marks = (Mark("here", *at(game.board, square)),)
            return Hint(
                f"Put the yellow marble on {square}.", _put_words(game, state, square), marks
            )
        case Take(seat):
            taken = min(game.rules.marbles_won, state.players[seat].tray)
            why = f"You get {count_noun(taken, 'marble')}, and nobody is a greater danger to you."
            return Hint(f"Take marbles from {seat_name(seat)}.", why)
    return Hint(f"Play {move}.")


def _pac_words(game: PacMan, state: State, path: Path) -> Iterator[str]:
    """Yield what a Pac-Man's path brings, and how near the ghosts are then."""
    seat = state.to_move
    later = state_after(game.situation(state), seat, path)
    white = len(state.white & set(path[1:]))
    if white:
        yield f"it gobbles {count_noun(white, 'white marble')}"
    if state.yellow & set(path[1:]):
        yield "it gobbles a yellow marble, and may gobble a ghost once"
    if ghost := state.ghost_on(path[-1]):
        takes = " and takes marbles from another player" if state.payers else ""
        yield f"it gobbles {ghost_name(ghost)}{takes}"
    if not white and (near := _nearest(game, path[-1], state.white)):
        yield f"it comes within {count_noun(near, 'step')} of a white marble"
    yield _safety(game, later, seat)


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
    near = min((steps[each] for each in state.ghosts.values() if each in steps), default=99)
    if near > REACH:
        return f"no ghost is within {REACH} steps of {it} then, so it is safe from them next turn"
    return f"the nearest ghost is {count_noun(near, 'step')} away, and may land on {it} next turn"


def _ghost_words(game: PacMan, state: State, move: Walk) -> Iterator[str]:
    """Yield on whom a ghost lands, or whom it threatens."""
    end = move.path[-1]
    hit = state.pac_on(end)
    if hit == state.to_move:
        yield "it lands on your own Pac-Man, as nothing else can be done"
        return
    if hit is not None:
        paid = min(game.rules.marbles_lost, state.players[hit].tray)
        gives = f" and gives you {count_noun(paid, 'marble')}" if paid else ""
        yield f"it lands on {pac_name(hit)}, which goes home{gives}"
        return
    near = [
        seat
        for seat, player in state.players.items()
        if seat != state.to_move
        and player.square not in game.ruleset.homes
        and game.ruleset.ghost_steps[player.square].get(end, 99) <= REACH
    ]
    if near:
        yield f"it comes within reach of {join_list(map(pac_name, near))}"
    elif "pac" in state.due:
        yield "it is out of your Pac-Man's way there"
    else:
        after = game.situation(state).after_ghost(move.piece, end)
        yield _safety(game, after, state.to_move, "your Pac-Man")


def _other_die_words(game: PacMan, state: State, move: Walk | Stay) -> Iterator[str]:
    """Yield what the other die is better used for: the assignment of both dice (PC-3)."""
    left = list(state.dice)
    left.remove(move.die)
    if state.phase != "move" or len(state.due) < 2 or not left or left[0] == move.die:
        return
    other, situation = left[0], game.situation(state)
    mine, its = (most_marbles(situation, state.to_move, die) for die in (move.die, other))
    if move.piece == "pac" and mine > its:
        most = f"at most {its}" if its else "none"
        yield f"by the {other} it would gobble {most}, so the {other} is for a ghost"
    elif move.piece != "pac" and its:
        yield f"that leaves the {other} for your Pac-Man, which can gobble {its} with it"


def _put_words(game: PacMan, state: State, square: str) -> str:
    """Return how near a ringed hole is to each Pac-Man (PC-20)."""
    steps = game.ruleset.pac_steps
    away = {seat: steps[each.square].get(square, 99) for seat, each in state.players.items()}
    own = away.pop(state.acts)
    mine = count_noun(own, "step")
    if own <= min(away.values()):
        return f"It is {mine} from your Pac-Man, and no other is nearer."
    return f"It is {mine} from your Pac-Man; the other free rings are better for other players."
