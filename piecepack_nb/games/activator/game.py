"""Activator: set-up, a turn step by step, the end, and the game itself.

A turn is one move: a piece or stack moves, then the activator if its player wants (AC-4). What is
legal is in ``movement``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from piecepack_nb.core.actors import Actor, GroupedMoves, Seat
from piecepack_nb.core.forms import Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.steps import Refusal, Result, Sentence, Step
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator import notation, thinking
from piecepack_nb.games.activator.events import EVENT_KINDS, MoveLog
from piecepack_nb.games.activator.geometry import SQUARES, opposite, straight_path
from piecepack_nb.games.activator.movement import (
    Leap,
    PieceMove,
    after_piece_move,
    after_turn,
    leap_of,
    move_refusal,
    movement,
    outcome_of,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.sentences import sentences
from piecepack_nb.games.activator.state import (
    HOMES,
    PLACE,
    SEATS,
    Move,
    Stack,
    State,
    other,
    size_name,
)

# --- Set-up: AC-1 to AC-4 -----------------------------------------------------------------------

RED = FrozenDict(a1="FB", b1="EC", c1="D", a2="EC", b2="F", a3="D")
"""Red's stacks at the start; Blue has the same on the opposite squares (AC-3)."""


def set_up(rules: ActivatorRules) -> State:
    """Return the state before the first move: activators on the other's home stack (AC-3)."""
    squares = {square: Stack("red", letters) for square, letters in RED.items()}
    squares |= {opposite(square): Stack("blue", letters) for square, letters in RED.items()}
    activators = {seat: HOMES[other(seat)] for seat in HOMES}
    return settle(rules, State.of(1, rules.first, squares, activators, {}))


# --- Pieces and stacks: AC-10 to AC-16 ----------------------------------------------------------


def _move_piece(rules: ActivatorRules, state: State, move: Move, leap: Leap, log: MoveLog) -> State:
    """Move a piece: capture, move, take an activator along (AC-26), join a friend."""
    there = state.squares.get(move.end)
    before = state
    if there is not None and there.owner != state.to_move:
        before = _capture(rules, state, move, log)
    after = before._replace(position=after_piece_move(before.position, *leap[:3]))
    _moved_step(rules, state, after, move, log)
    rider = other(state.to_move)
    if after.activators[rider] != state.activators[rider]:
        text = "{rider}'s activator rides along from {start} to {end}."
        data = {"rider": rider.title(), "start": move.start, "end": move.end}
        log.add(after, "AC-26", "ride", text, data)
    if there is not None and there.owner == state.to_move:
        _joined_step(state, after, move, log)
    return after


def _capture(rules: ActivatorRules, state: State, move: Move, log: MoveLog) -> State:
    """Capture: all pieces there leave the game (AC-16), and free a home (AC-30)."""
    seat, stack = state.to_move, state.squares[move.end]
    data = {
        "who": seat.title(), "whose": stack.owner.title(), "what": size_name(stack.letters),
        "start": move.start, "end": move.end, "activator": state.activators[seat],
    }  # fmt: skip
    text = "{who} attacks from {start}"
    if rules.attack_line == "rank or file":
        line = "file" if move.start[0] == state.activators[seat][0] else "rank"
        text += f", on the {line} of their activator on {{activator}}"
    text += ": {whose}'s {what} on {end} is captured."
    freed = stack.owner in state.occupied and move.end == HOMES[seat]
    state = state._replace(position=state.position.with_word(PLACE[move.end], ""))
    log.add(state, "AC-16", "capture", text, data)
    if freed:
        state = state._replace(position=state.position.off_home(stack.owner))
        text = "{whose} is no longer on {who}'s home {end}: the game goes on."
        log.add(state, "AC-30", "home freed", text, data)
    return state


def _moved_step(
    rules: ActivatorRules, before: State, after: State, move: Move, log: MoveLog
) -> None:
    """Add the step of a piece, a stack (AC-10) or a part of one (AC-15) that has moved."""
    letters = before.squares[move.start].letters
    part, rest = letters[-move.part :], letters[: -move.part] if move.part else ""
    if rules.may_turn_corners:
        found = movement(rules).paths_around(before.position.words, PLACE[move.start], len(part))
        path = tuple(SQUARES[place] for place in found[PLACE[move.end]])
    else:
        path = straight_path(move.start, move.end) or ()
    data = {
        "who": before.to_move.title(), "start": move.start, "end": move.end,
        "what": size_name(part), "letters": part, "rest": size_name(rest) if rest else "",
        "way": list(path),
    }  # fmt: skip
    if not rest:
        log.add(after, "AC-10", "move", "{who}'s {what} goes from {start} to {end}.", data)
        return
    text = "{who} takes the {what} off {start} and moves it to {end}; the {rest} stays."
    log.add(after, "AC-15", "move", text, data)


def _joined_step(before: State, after: State, move: Move, log: MoveLog) -> None:
    """Add the step of a stack made (AC-14), under an activator if one is there (AC-27)."""
    rider = before.carried(move.end)
    data = {
        "end": move.end, "below": size_name(before.squares[move.end].letters),
        "what": size_name(after.squares[move.end].letters), "rider": rider.title() if rider else "",
    }  # fmt: skip
    if rider:
        text = "On {end} it slides onto the {below}, under {rider}'s activator: a {what}."
        log.add(after, "AC-27", "stack", text, data)
        return
    log.add(after, "AC-14", "stack", "On {end} it joins the {below}: a {what}.", data)


# --- Activators: AC-20 to AC-22 -----------------------------------------------------------------


def _activator_step(state: State, to: str, log: MoveLog) -> None:
    """Add the step of the activator's move onto another enemy piece (AC-20, AC-21)."""
    seat, stack = state.to_move, state.squares[to]
    data = {
        "who": seat.title(), "start": state.activators[seat], "end": to,
        "whose": stack.owner.title(), "what": size_name(stack.letters),
    }  # fmt: skip
    text = "{who}'s activator goes from {start} to {end}, onto {whose}'s {what}."
    log.add(state.with_activator(seat, to), "AC-21", "activator", text, data)


# --- The end: AC-30 to AC-32 --------------------------------------------------------------------


def _end_turn(rules: ActivatorRules, before: State, leap: Leap, log: MoveLog) -> State:
    """Make the changes at the end of a turn: whose turn it is, homes."""
    after = state_after(rules, before, leap)
    if after.outcome is None or after.outcome.how != "reduced":
        _home_steps(after, before.occupied, before.to_move, log)
    return after


def state_after(rules: ActivatorRules, state: State, leap: Leap) -> State:
    """Return the state after a turn (AC-4): a capture ends the earlier positions (AC-32)."""
    end = leap[1]
    captures = state.holds(other(state.to_move), SQUARES[end])
    position = after_turn(rules, state.position, leap)
    earlier = () if captures else state.earlier
    after = settle(rules, State(state.turn, position, earlier))
    return after if after.outcome else after._replace(turn=state.turn + 1)


def settle(rules: ActivatorRules, state: State) -> State:
    """Return the state with its own position added to ``earlier``, and the outcome, if any."""
    position = state.position
    earlier = (*state.earlier, position) if rules.repetition else ()
    times = earlier.count(position)
    return state._replace(earlier=earlier, outcome=outcome_of(movement(rules), position, times))


def _home_steps(after: State, before: Mapping[str, int], mover: str, log: MoveLog) -> None:
    """Add who has reached the other's home, and who has outlasted a turn there (AC-30)."""
    for seat, waits in sorted(after.occupied.items(), key=lambda each: each[0] == mover):
        if after.outcome is not None and after.outcome.winner != seat:
            continue
        data = {
            "who": seat.title(), "whose": other(seat).title(), "home": HOMES[other(seat)],
            "turns": waits, "left": count_noun(waits, "turn"),
        }  # fmt: skip
        if seat == mover and seat not in before:
            text = "{who} is on {whose}'s home {home}"
            text += ": {whose} has {left} to capture it there." if waits else " and wins."
            log.add(after, "AC-30", "home", text, data)
        elif seat != mover:
            text = "{who} is still on {whose}'s home {home}"
            text += ": {whose} has {left} left." if waits else " and wins."
            log.add(after, "AC-30", "home held", text, data)


CLAUSES = {"home": "AC-30", "reduced": "AC-31", "no move": "AC-32", "repetition": "AC-32"}


def result_of(state: State) -> Result | None:
    """Return how the game ended, in words; the scores are the pieces each seat has left."""
    if state.outcome is None:
        return None
    winner, how = state.outcome
    loser = other(winner or state.to_move)
    held = sorted(state.held(loser))
    left = f"only the pieces on {join_list(held)} left" if held else "no piece left"
    text = {
        "home": f"{winner.title()} wins: they hold {loser.title()}'s home {HOMES[loser]}.",
        "reduced": f"{winner.title()} wins: {loser.title()} has {left}.",
        "no move": f"{winner.title()} wins: {loser.title()} can't move."
        if winner
        else f"A draw: {state.to_move.title()} can't move.",
        "repetition": "A draw: the position was repeated.",
    }[how]
    counts = {
        seat: sum(state.squares[square].height for square in state.held(seat)) for seat in SEATS
    }
    return Result((winner,) if winner else (), CLAUSES[how], text, FrozenDict(counts))


def game_over_refusal(state: State) -> Refusal | None:
    """Refuse any move after the end (AC-30 to AC-32)."""
    over = result_of(state)
    return over and over.refusal


# --- The game -----------------------------------------------------------------------------------

NAMES = (*SQUARES, "")
"""The square of each place; of NOWHERE, the last one, none."""


def _in_squares(
    piece: PieceMove, targets: tuple[int, ...]
) -> tuple[tuple[str, str, int], tuple[str, ...]]:
    """Return a move of pieces in squares, with the squares that the activator may go to."""
    start, end, part, _ = piece
    return (SQUARES[start], SQUARES[end], part), tuple(NAMES[each] for each in targets)


class Activator(Game[ActivatorRules, State, Move]):
    """A game of stacks on sixteen squares by Michael Schoessow: Red against Blue."""

    name = "activator"
    title = "Activator"
    rolls = False
    rules_class = ActivatorRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS
    playout_moves = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Blue, in the order of their first moves (AC-4)."""
        return SEATS if self.rules.first == "red" else SEATS[::-1]

    @property
    def move_words(self) -> tuple[str, ...]:
        """The squares, the activator, and how many pieces of a stack move."""
        parts = (f":{part}" for part in range(1, max(2, self.rules.stack_height)))
        return (*SQUARES, "A", *parts)

    def initial_state(self) -> State:
        """Return the board set up (AC-3)."""
        return set_up(self.rules)

    def result(self, state: State) -> Result | None:
        """Return who won, and how (AC-30 to AC-32); None while the game goes on."""
        return result_of(state)

    def to_act(self, state: State) -> Actor | None:
        """Return the seat whose turn it is (AC-4)."""
        return None if state.outcome else Seat(state.to_move)

    def moves(self, state: State) -> Sequence[Move]:
        """Return every legal move: of a piece, and of the activator after it."""
        if state.outcome:
            return ()
        found = movement(self.rules).moves(state.position)
        return GroupedMoves(Move, (_in_squares(*each) for each in found))

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move is illegal, by the first clause that it breaks."""
        return game_over_refusal(state) or move_refusal(self.rules, state, move)

    def apply_move(self, state: State, move: Move, log: MoveLog) -> State:
        """Make a turn: the piece's move, the activator's, and the end of the turn (AC-4)."""
        leap = leap_of(move)
        moved = _move_piece(self.rules, state, move, leap, log)
        if move.activator:
            _activator_step(moved, move.activator, log)
        after = _end_turn(self.rules, state, leap, log)
        result = self.result(after)
        if result is not None and after.outcome is not None and after.outcome.how != "home":
            log.add(after, result.clause, after.outcome.how, result.text, {})
        return after

    def next_state(self, state: State, move: Move) -> State:
        """Return the state after a legal move, without its steps."""
        if type(self).apply_move is not Activator.apply_move:  # a variant's moves lead elsewhere
            return super().next_state(state, move)
        return state_after(self.rules, state, leap_of(move))

    def visible_state(self, state: State) -> State:
        """Return the state without the earlier positions, which only a repetition counts."""
        return state._replace(earlier=())

    think = thinking.think
    thinker = staticmethod(thinking.thinker)

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentence of a finished move."""
        return sentences(steps)

    # --- text and JSON ----------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """Return the move of a text such as "c1-c3", "b1:1-b2" or "c1-c2 A-d3"."""
        return notation.parse_move(state, text)

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON, which has no outcome."""
        return notation.position_form(self.rules)

    def from_json(self, data: object) -> State:
        """Return the state of ``to_json``; raise BadInput naming the entry that is wrong."""
        return settle(self.rules, super().from_json(data))

    def position(self, written: object) -> State:
        """Return a position written by hand; raise BadInput naming the entry that is wrong.

        As a mapping, a square has its seat and pieces in capitals, from bottom to top; "to_move"
        (the seat that begins), "turn" (1) and "occupied" may be left out::

            {"a1": "red FB", "d4": "red D", "b4": "blue E", "to_move": "blue", "turn": 12,
             "activators": {"red": "b4", "blue": "a1"}, "occupied": {"red": 1}}

        As a drawing, Red is in capitals, Blue in small letters, an activator last, on top::

            4  .    eA   .    D
            3  .    .    .    .
            2  .    .    .    .
            1  FBa  .    .    .
               a    b    c    d
            turn 12, blue to move
            red on d4: 1 turn

        "occupied", or the line "red on d4: 1 turn", gives for a seat on the other's home how many
        of the other's turns it must still outlast (AC-30). The default is all of them before the
        other's move, one less before the seat's own.
        """
        state = settle(self.rules, notation.parse_position(self.rules, written))
        return register_position(self, state)
