"""Hints in plain words: which piece to move, where the activator goes, and why."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.board import draft_move
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.layers import at, attackers, captors
from piecepack_nb.games.activator.state import Move, State, other, size_name
from piecepack_nb.games.activator.thinking import Thought, reasons, think
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences
from piecepack_nb.scene.model import Mark

NODES = 600
"""The positions looked at for each place of the activator, once the piece has moved."""


def hint(game: Activator, state: State, draft: Draft, move: Move, why: object) -> Hint:
    """Return a recommended move in plain words; with the piece moved, only its activator's."""
    if len(draft) > 2:
        return _activator_hint(game, state, draft, move)
    marks = [Mark("path", points=(at(move.start), at(move.end)))]
    if move.activator:
        marks.append(_activator_mark(state, move))
    found = reasons(why, numbers=False) if isinstance(why, Thought) else ()
    words = [*found] or [*_move_words(game, state, move)]
    return Hint(_move_text(state, move), sentences(words), tuple(marks))


def _move_text(state: State, move: Move) -> str:
    """Return which piece goes where, and then the activator."""
    stack = state.squares[move.start]
    part = "top piece" if move.part == 1 else f"top {move.part} pieces"
    some = f"{part} of the " if 0 < move.part < stack.height else ""
    then = f"move your activator to {move.activator}" if move.activator else "leave your activator"
    piece = f"{some}{size_name(stack.letters)}"
    return f"Move the {piece} from {move.start} to {move.end}, then {then}."


def _activator_mark(state: State, move: Move) -> Mark:
    start = at(state.activators[state.to_move])
    return Mark("trail", points=(start, at(move.activator)))


def _move_words(game: Activator, state: State, move: Move) -> Iterator[str]:
    """Yield what a move does, from its events, and what may follow."""
    steps, rival = game.play(state, move), other(state.to_move).title()
    for event in (step.event for step in steps):
        if event.kind == "capture":
            yield f"it captures {event.data['whose']}'s {event.data['what']}"
        elif event.kind == "home" and steps[-1].state.outcome is None:
            yield f"it reaches {rival}'s home, which wins if you can hold it"
    yield from _attack_words(game, steps[-1].state, state.to_move)


def _attack_words(game: Activator, after: State, seat: str) -> Iterator[str]:
    """Yield how the game ends, or whom a seat may capture next turn, and the other may."""
    rules, rival = game.rules, other(seat)
    if result := game.result(after):
        yield f"that ends the game: {result.text.removesuffix('.')}"
        return
    threats, danger = (
        [square for square in sorted(after.held(whose)) if captors(game, after, square, by)]
        for whose, by in ((rival, seat), (seat, rival))
    )
    if threats:
        yield f"you may then capture {rival.title()}'s piece on {join_list(threats, 'or')}"
    elif held := attackers(rules, after, seat):
        yield f"you may then attack from {join_list(held)}"
    if not danger:
        yield f"{rival.title()} can capture none of your pieces"
    else:
        yield f"{rival.title()} may capture on {join_list(danger, 'or')}"


# --- The activator alone --------------------------------------------------------------------------


def _activator_hint(game: Activator, state: State, draft: Draft, move: Move) -> Hint:
    """Return where the activator goes best after the piece that has moved."""
    made = draft_move(draft)
    if move._replace(activator="") != made:
        move = _best_activator(game, state, made)
    seat = state.to_move
    after = game.next_state(state, move)
    marks: tuple[Mark, ...] = ()
    do = f"Leave your activator on {state.activators[seat]}."
    if move.activator:
        marks, do = (_activator_mark(state, move),), f"Put your activator on {move.activator}."
    return Hint(do, sentences(_attack_words(game, after, seat)), marks)


def _best_activator(game: Activator, state: State, made: Move) -> Move:
    """Return the move that begins with this piece's, after which the other side stands worst."""
    every = [each for each in game.moves(state) if each._replace(activator="") == made]

    def best_reply(move: Move) -> float:
        after = game.next_state(state, move)
        if game.result(after) is not None:
            return -1e9 if after.outcome and after.outcome.winner == state.to_move else 1e9
        return think(game, after, depth=2, nodes=NODES, rivals=0).value

    return min(every, key=best_reply)
