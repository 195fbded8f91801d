"""What a move does, step by step: the piece, what it takes or joins, the activators, the end."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.geometry import way
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases import ending
from piecepack_nb.games.activator.phases.movement import moved, ways_around
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, State, key, named, other

Telling = Generator[Step, None, State]


def apply_move(rules: ActivatorRules, state: State, move: Move) -> Telling:
    """A whole turn (AC-4): the piece's move, the activator's, and whether that ends the game."""
    captures = move.end in state.squares and state.squares[move.end].owner != state.to_move
    after = yield from _piece(rules, state, move)
    if move.activator:
        after = yield from _activator(after, move.activator)
    return (yield from _turn_ends(rules, after, captures))


def tell(state: State, clause: str, kind: str, template: str, data: dict[str, Any]) -> Step:
    """The step of an event of this kind."""
    return Step(Event(clause, kind, template, data), state)


# --- the piece ----------------------------------------------------------------------------------


def _piece(rules: ActivatorRules, state: State, move: Move) -> Telling:
    """It captures what it lands on, goes there, joins a friend, and takes an activator along."""
    there = state.squares.get(move.end)
    stands = state
    if there is not None and there.owner != state.to_move:
        stands = yield from _capture(rules, state, move)
    after = moved(stands, move)
    yield _gone(rules, state, after, move)
    rider = other(state.to_move)
    if after.activators[rider] != state.activators[rider]:
        text = "{rider}'s activator rides along from {start} to {end}."
        data = {"rider": rider.title(), "start": move.start, "end": move.end}
        yield tell(after, "AC-26", "ride", text, data)
    if there is not None and there.owner == state.to_move:
        yield _joined(state, after, move)
    return after


def _capture(rules: ActivatorRules, state: State, move: Move) -> Telling:
    """What is attacked leaves the game whole (AC-16), and with it its hold on a home (AC-30)."""
    seat, stack = state.to_move, state.squares[move.end]
    data = {
        "who": seat.title(), "whose": stack.owner.title(), "what": named(stack.letters),
        "start": move.start, "end": move.end, "activator": state.activators[seat],
    }  # fmt: skip
    text = "{who} attacks from {start}"
    if rules.attack_line == "rank or file":
        line = "file" if move.start[0] == state.activators[seat][0] else "rank"
        text += f", on the {line} of its activator on {{activator}}"
    state = state._replace(squares=state.squares.drop(move.end))
    yield tell(state, "AC-16", "capture", text + ": {whose}'s {what} on {end} is captured.", data)
    if stack.owner in state.occupied and move.end == HOMES[seat]:
        state = state._replace(occupied=state.occupied.drop(stack.owner))
        text = "{whose} no longer stands on {who}'s home {end}: the game goes on."
        yield tell(state, "AC-30", "home freed", text, data)
    return state


def _gone(rules: ActivatorRules, before: State, after: State, move: Move) -> Step:
    """The piece or stack, or the part of it, has gone (AC-10, AC-15)."""
    letters = before.squares[move.start].letters
    part, rest = letters[-move.part :], letters[: -move.part] if move.part else ""
    data = {
        "who": before.to_move.title(), "start": move.start, "end": move.end,
        "what": named(part), "letters": part, "rest": named(rest) if rest else "",
        "way": list(_way(rules, before, move, len(part))),
    }  # fmt: skip
    if not rest:
        return tell(after, "AC-10", "move", "{who}'s {what} goes from {start} to {end}.", data)
    text = "{who} takes the {what} off {start} and moves it to {end}; the {rest} stays."
    return tell(after, "AC-15", "move", text, data)


def _way(rules: ActivatorRules, state: State, move: Move, number: int) -> tuple[str, ...]:
    """The squares that it passes, the end included; the straight way unless it may turn."""
    if rules.may_turn_corners:
        return ways_around(rules, state.squares, move.start, number)[move.end]
    return way(move.start, move.end) or ()


def _joined(before: State, after: State, move: Move) -> Step:
    """Friends make a stack (AC-14); under an activator the one that comes slides in (AC-27)."""
    rider = before.carried(move.end)
    data = {
        "end": move.end, "below": named(before.squares[move.end].letters),
        "what": named(after.squares[move.end].letters), "rider": rider.title() if rider else "",
    }  # fmt: skip
    if rider:
        text = "On {end} it slides onto the {below}, under {rider}'s activator: a {what}."
        return tell(after, "AC-27", "stack", text, data)
    return tell(after, "AC-14", "stack", "On {end} it lies on the {below}: a {what}.", data)


# --- the activator ------------------------------------------------------------------------------


def _activator(state: State, to: str) -> Telling:
    """Then the activator goes, if its player wants (AC-4, AC-21)."""
    seat, stack = state.to_move, state.squares[to]
    data = {
        "who": seat.title(), "start": state.activators[seat], "end": to,
        "whose": stack.owner.title(), "what": named(stack.letters),
    }  # fmt: skip
    state = state._replace(activators=state.activators.put(seat, to))
    text = "{who}'s activator goes from {start} to {end}, onto {whose}'s {what}."
    yield tell(state, "AC-21", "activator", text, data)
    return state


# --- the end of the turn ------------------------------------------------------------------------


def _turn_ends(rules: ActivatorRules, state: State, captured: bool) -> Telling:
    """The other is to move, unless the game is over; what that depends on is told."""
    mover, before = state.to_move, state.occupied
    next_one = state._replace(
        to_move=other(mover), occupied=ending.occupied_after(rules, state, mover)
    )
    after = settled(rules, next_one, () if captured else state.earlier)
    if after.outcome is None:
        after = after._replace(turn=state.turn + 1)
    if after.outcome is None or after.outcome.how != "reduced":
        yield from _homes(after, before, mover)
    if after.outcome is not None and after.outcome.how != "home":
        yield _over(after)
    return after


def settled(rules: ActivatorRules, state: State, earlier: tuple[str, ...]) -> State:
    """A table with the positions ``earlier`` than it, and how the game has ended if it has."""
    state = state._replace(earlier=(*earlier, key(state)) if rules.repetition else ())
    return state._replace(outcome=ending.outcome(rules, state))


def _homes(after: State, before: Mapping[str, int], mover: str) -> Iterator[Step]:
    """Who came to stand on the other's home, and who has outlasted a turn there (AC-30)."""
    for seat, waits in sorted(after.occupied.items(), key=lambda each: each[0] == mover):
        if after.outcome is not None and after.outcome.winner != seat:
            continue
        data = {
            "who": seat.title(), "whose": other(seat).title(), "home": HOMES[other(seat)],
            "turns": waits, "left": count_noun(waits, "turn"),
        }  # fmt: skip
        if seat == mover and seat not in before:
            text = "{who} stands on {whose}'s home {home}: {whose} has {left} to capture it there."
            if not waits:
                text = "{who} stands on {whose}'s home {home} and wins."
            yield tell(after, "AC-30", "home", text, data)
        elif seat != mover:
            text = "{who} is still on {whose}'s home {home}"
            text += ": {whose} has {left} left." if waits else " and wins."
            yield tell(after, "AC-30", "home held", text, data)


def _over(after: State) -> Step:
    """The game is over otherwise than by a home (AC-31, AC-32)."""
    result = ending.result(after)
    assert result is not None
    assert after.outcome is not None
    return tell(after, result.clause, after.outcome.how, result.text, {})
