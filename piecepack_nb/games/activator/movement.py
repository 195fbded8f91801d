"""The rules of movement: how pieces and activators move, and why a move is refused.

The legal moves and the bots' search come from ``Movement``, on places. A refusal names the first
clause that a move breaks; where a square is judged, it asks the same functions.

Vocabulary
    number   how many pieces move together: 1, 2 or 3 have a reach of their own
    part     the pieces from the top of a stack that move (AC-15); 0 for all
    path     the squares of a move after its start, in order, the end included
    carrier  a stack with an activator on it
    leap     a move in numbers: (start, end, part, the activator's place, or NOWHERE if it stays)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeGuard

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.geometry import (
    DIAGONAL,
    ORTHOGONAL,
    SQUARES,
    crossings,
    in_line,
    lines,
    neighbour,
    ray,
    steps_between,
    straight_path,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import (
    COUNTS,
    HOME,
    NOWHERE,
    PLACE,
    SEATS,
    Move,
    Outcome,
    Position,
    State,
    other,
    size_name,
)

TRIPLE = 3
MOST_PIECES = sum(COUNTS.values())
PLACES = range(len(SQUARES))
CROSSINGS = tuple(
    tuple(tuple(PLACE[each] for each in crossings(one, other)) for other in SQUARES)
    for one in SQUARES
)
"""Where the file of each place meets the rank of the other (AC-24)."""
IN_LINE = tuple(tuple(in_line(one, other) for other in SQUARES) for one in SQUARES)
NOBODY = (NOWHERE, NOWHERE)
"""The waits where neither side is on the other's home."""
NEXT = tuple(
    tuple(PLACE[to] for step in ORTHOGONAL if (to := neighbour(square, step))) for square in SQUARES
)
Words = tuple[str, ...]
Places = tuple[int, ...]
Leap = tuple[int, int, int, int]

# --- Pieces and stacks: AC-10 to AC-16 ----------------------------------------------------------


def reach(rules: ActivatorRules, number: int) -> int:
    """Return how many squares so many pieces move together (AC-10)."""
    return (rules.single_reach, rules.double_reach, rules.triple_reach)[min(number, TRIPLE) - 1]


def directions(rules: ActivatorRules, number: int) -> tuple[tuple[int, int], ...]:
    """Return the directions in which so many pieces move: triples diagonally too (AC-10)."""
    if number >= TRIPLE and rules.triple_diagonal:
        return ORTHOGONAL + DIAGONAL
    return ORTHOGONAL


def fits(rules: ActivatorRules, lower: str, upper: str) -> bool:
    """Return True if a piece may go on another: letters are sizes, B is the smallest (AC-13)."""
    if rules.stacking == "any":
        return True
    return upper < lower or (upper == lower and rules.stacking == "same")


def join_clause(rules: ActivatorRules, below: str, letters: str, carrier: bool) -> str:
    """Return the clause by which pieces can't join a stack, or "".

    The stack is too tall (AC-11), the sizes are wrong (AC-13, AC-14), or it is a carrier (AC-27).
    """
    if len(below) + len(letters) > rules.stack_height:
        return "AC-11"
    if not fits(rules, below[-1], letters[0]):
        return "AC-13"
    return "AC-27" if carrier and not rules.join_under else ""


# --- Activators: AC-20 to AC-25 -----------------------------------------------------------------


def within_reach(rules: ActivatorRules, start: str, end: str) -> bool:
    """Return True if an activator can reach a square: nothing blocks it, it may turn (AC-21)."""
    straight = rules.activator_may_turn or in_line(start, end)
    return straight and steps_between(start, end) <= rules.activator_reach


def attack_squares(rules: ActivatorRules, state: State, seat: str) -> tuple[str, ...]:
    """Return the squares a seat may attack from: its activator's rank and file (AC-23)."""
    if rules.attack_line == "anywhere":
        return SQUARES
    return lines(state.activators[seat])


def frozen_places(rules: ActivatorRules, position: Position) -> tuple[int, ...]:
    """Return where the activators' lines cross, twice the same place if they are one (AC-24)."""
    red, blue = position.activators
    return CROSSINGS[red][blue] if rules.freezing else ()


def frozen_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Return the frozen squares, at most two (AC-24)."""
    return tuple(dict.fromkeys(SQUARES[each] for each in frozen_places(rules, state.position)))


def immune_places(rules: ActivatorRules, position: Position) -> tuple[int, ...]:
    """Return the places where nothing can be captured: the carriers' (AC-25)."""
    return position.activators if rules.immunity else ()


def immune_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Return the squares where nothing can be captured (AC-25)."""
    return tuple(SQUARES[each] for each in immune_places(rules, state.position))


# --- The position after a move: AC-4, AC-14 to AC-16, AC-21, AC-26, AC-30 -------------------------


def after_piece_move(position: Position, start: int, end: int, part: int) -> Position:
    """Return the position after a stack or the top of one has moved: it captures or joins.

    An activator on it rides along (AC-26); the player's own hasn't moved yet.
    """
    words, side = list(position.words), position.side
    word, there = words[start], words[end]
    captures = bool(there) and (there > "Z") != side
    words[start] = word[:-part] if part else ""
    words[end] = ("" if captures else there) + word[-part:]
    activators = position.activators
    if activators[1 - side] == start:
        activators = (end, activators[1]) if side else (activators[0], end)
    return Position(tuple(words), activators, side, position.waits)


def with_pieces_moved(state: State, move: Move) -> State:
    """Return the state in which the pieces of a move have moved, and not yet the activator."""
    start, end, part, _ = leap_of(move)
    return state._replace(position=after_piece_move(state.position, start, end, part))


def after_turn(rules: ActivatorRules, position: Position, leap: Leap) -> Position:
    """Return the position after a whole turn, with the other side to move (AC-4)."""
    start, end, part, to = leap
    words, activators, side, before = after_piece_move(position, start, end, part)
    if to != NOWHERE:
        activators = (activators[0], to) if side else (to, activators[1])
    home = HOME[1 - side]
    waits = before
    if before != NOBODY or words[home] != position.words[home]:
        waits = waits_after(rules, words, side, before)
    return Position(words, activators, 1 - side, waits)


def waits_after(
    rules: ActivatorRules, words: Words, mover: int, before: tuple[int, int]
) -> tuple[int, int]:
    """Return the turns that each side must still outlast on the other's home after a turn.

    The count starts when an occupier arrives, and goes down with each turn of the other (AC-30).
    """
    now = []
    for side in (0, 1):
        word = words[HOME[1 - side]]
        if not word or (word > "Z") != side:
            now.append(NOWHERE)
        elif before[side] == NOWHERE:
            now.append(rules.turns_to_survive)
        else:
            now.append(max(0, before[side] - (side != mover)))
    return now[0], now[1]


def count_stacks(words: Words) -> tuple[int, int]:
    """Return the number of each side's stacks, of one piece or several."""
    red = sum(map(str.isupper, words))
    return red, len(words) - words.count("") - red


def deciding_clause(rules: ActivatorRules, stacks: tuple[int, int], side: int, end: int) -> str:
    """Return the clause by which a side's move to a place ended the game; "" if it goes on.

    A side has too few stacks left (AC-31), or an occupier has nothing to outlast (AC-30). Then no
    turn is left for an activator to move in.
    """
    if min(stacks) <= rules.reduced_to:
        return "AC-31"
    return "AC-30" if not rules.turns_to_survive and end == HOME[1 - side] else ""


# --- Legal moves --------------------------------------------------------------------------------


class PieceMove(NamedTuple):
    """A move of a stack or a part of one, without the activator's."""

    start: int
    end: int
    part: int
    captures: bool


class Movement:
    """The legal moves under given rules; what depends on the rules alone is computed once."""

    def __init__(self, rules: ActivatorRules) -> None:
        self.rules = rules
        self.anywhere = rules.attack_line == "anywhere"
        self.corners = rules.may_turn_corners
        self.targets = tuple(
            tuple(to for to in PLACES if to != place and within_reach(rules, square, SQUARES[to]))
            for place, square in enumerate(SQUARES)
        )
        """Where an activator may go from each place (AC-21)."""
        self.rays = tuple(
            tuple(_rays(rules, square, number) for square in SQUARES)
            for number in range(1, MOST_PIECES + 1)
        )
        """The places in each direction, as far as 1, 2 … pieces move from each place (AC-10).

        Stacks may be taller than these rules allow: a position may come from other rules."""

    def moves(self, position: Position) -> Iterator[tuple[PieceMove, tuple[int, ...]]]:
        """Yield each move of pieces, with the places that the activator may go to (AC-4).

        NOWHERE is one of these if it may stay: unless its carrier is captured (AC-20). It can't go
        onto the other activator (AC-22), which is on one of its own side's pieces.
        """
        rules, words, side = self.rules, position.words, position.side
        own = position.activators[side]
        targets = tuple(to for to in self.targets[own] if words[to] and (words[to] > "Z") != side)
        may_stay = (NOWHERE, *targets)
        stacks = count_stacks(words)
        # A move takes or joins one stack, so above this number it leaves enough of them (AC-31).
        near = min(stacks) <= rules.reduced_to + 1 or not rules.turns_to_survive
        for move in self.piece_moves(position):
            _, end, _, captures = move
            if near and deciding_clause(rules, _stacks_after(position, stacks, move), side, end):
                yield move, (NOWHERE,)
            elif end == own:
                yield move, tuple(to for to in targets if to != end)
            elif captures and end in targets:
                yield move, tuple(to for to in may_stay if to != end)
            else:
                yield move, may_stay

    def piece_moves(self, position: Position) -> Iterator[PieceMove]:
        """Yield the moves of stacks and of parts of them (AC-10 to AC-16, AC-23 to AC-25)."""
        words, activators, side, _ = position
        frozen = frozen_places(self.rules, position)
        immune = immune_places(self.rules, position)
        for start, word in enumerate(words):
            if not word or (word > "Z") != side or start in frozen:
                continue
            attacks = self.attacks_from(start, activators[side])
            for number in range(1, len(word) + 1):
                part = number if number < len(word) else 0
                for end in self.landings(words, start, number):
                    there = words[end]
                    if not there:
                        yield PieceMove(start, end, part, False)
                    elif (there > "Z") != side:
                        if attacks and end not in immune:
                            yield PieceMove(start, end, part, True)
                    elif not join_clause(self.rules, there, word[-number:], end in activators):
                        yield PieceMove(start, end, part, False)

    def attacks_from(self, start: int, activator: int) -> bool:
        """Return True if pieces can attack from a place: in line with their activator (AC-23)."""
        return self.anywhere or IN_LINE[start][activator]

    def landings(self, words: Words, start: int, number: int) -> list[int]:
        """Return the places that so many pieces reach on clear paths, occupied ones too (AC-12)."""
        if self.corners:
            return list(self.paths_around(words, start, number))
        found = []
        for line in self.rays[number - 1][start]:
            for end in line:
                found.append(end)
                if words[end]:
                    break
        return found

    def paths_around(self, words: Words, start: int, number: int) -> dict[int, Places]:
        """Return a shortest path to each place, where paths may turn corners (AC-10, an option)."""
        found: dict[int, Places] = {}
        ends = [start]
        for _ in range(reach(self.rules, number)):
            heads, ends = ends, []
            for here in heads:
                for to, *_ in self.rays[number - 1][here]:
                    if to != start and to not in found:
                        found[to] = (*found.get(here, ()), to)
                        if not words[to]:
                            ends.append(to)
        return found

    def captures(self, words: Words, side: int, start: int, immune: tuple[int, ...]) -> list[int]:
        """Return where all that a side has on a place captures, if it may attack from there."""
        number = len(words[start])
        return [
            end
            for end in self.landings(words, start, number)
            if words[end] and (words[end] > "Z") != side and end not in immune
        ]

    def can_move(self, position: Position) -> bool:
        """Return True if a move is legal (AC-32): mostly to an empty place beside a piece."""
        words, side = position.words, position.side
        frozen = frozen_places(self.rules, position)
        for start, word in enumerate(words):
            if word and (word > "Z") == side and start not in frozen:
                for end in NEXT[start]:
                    if not words[end]:
                        return True
        return any(targets for _, targets in self.moves(position))


def _stacks_after(position: Position, stacks: tuple[int, int], move: PieceMove) -> tuple[int, int]:
    """Return the number of each side's stacks after a move of pieces."""
    side = position.side
    joins = bool(position.words[move.end]) and not move.captures
    own = stacks[side] + bool(move.part) - joins
    enemy = stacks[1 - side] - move.captures
    return (enemy, own) if side else (own, enemy)


def _rays(rules: ActivatorRules, square: str, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the places in each direction, as far as so many pieces move (AC-10)."""
    far = reach(rules, number)
    rays = (ray(square, direction, far) for direction in directions(rules, number))
    return tuple(tuple(PLACE[each] for each in line) for line in rays if line)


@lru_cache(maxsize=64)
def movement(rules: ActivatorRules) -> Movement:
    """Return the legal moves under these rules."""
    return Movement(rules)


# --- The end: AC-30 to AC-32 --------------------------------------------------------------------


def outcome_of(moving: Movement, position: Position, times: int) -> Outcome | None:
    """Return how the game has ended, right after a turn (AC-30, AC-31, AC-32); None if it hasn't.

    A side that is reduced comes first, since that ends the game at once. ``times`` is how often the
    position has occurred since the last capture.
    """
    rules, side = moving.rules, position.side
    stacks = count_stacks(position.words)
    if min(stacks) <= rules.reduced_to:  # if both are, the one loses that has not just moved
        return Outcome(SEATS[1 - side if stacks[side] <= rules.reduced_to else side], "reduced")
    if 0 in position.waits:
        return Outcome(SEATS[position.waits.index(0)], "home")
    if not moving.can_move(position):
        return Outcome(SEATS[1 - side] if rules.no_move == "lose" else "", "no move")
    if rules.repetition and times >= rules.repetition:
        return Outcome("", "repetition")
    return None


# --- Moves in numbers ---------------------------------------------------------------------------


def leap_of(move: Move) -> Leap:
    """Return a move in numbers."""
    to = PLACE[move.activator] if move.activator else NOWHERE
    return PLACE[move.start], PLACE[move.end], move.part, to


def move_of(leap: Leap) -> Move:
    """Return the move of a leap."""
    start, end, part, to = leap
    return Move(SQUARES[start], SQUARES[end], part, SQUARES[to] if to != NOWHERE else "")


# --- Refusals: the piece's move -----------------------------------------------------------------


def move_refusal(rules: ActivatorRules, state: State, move: object) -> Refusal | None:
    """Return the refusal of an illegal move, first of its piece, then its activator (AC-4)."""
    if not _is_move(move):
        written = str(move) if isinstance(move, Roll) else brief_repr(move)
        due = f"{state.to_move.capitalize()} must move a piece, such as b1-b2 or b1:1-b2 A-d3"
        return Refusal("AC-4", f"{written} is no move of this game: {due}")
    return (
        _start_refusal(rules, state, move)
        or _path_refusal(rules, state, move)
        or end_refusal(rules, state, move.start, _moving_letters(state, move), move.end)
        or _follow_refusal(rules, state, move)
    )


def _is_move(move: object) -> TypeGuard[Move]:
    """Return True if a value has the parts of a move."""
    if not isinstance(move, Move) or type(move.part) is not int:
        return False
    return all(isinstance(name, str) for name in (move.start, move.end, move.activator))


def _moving_letters(state: State, move: Move) -> str:
    """Return the letters of the pieces that move."""
    return state.squares[move.start].letters[-move.part :]


def _on(state: State, square: str) -> str:
    """Return a square's stack with its place: "Red's single D on a3"."""
    return f"{state.squares[square].name} on {square}"


def _start_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse to move anything but a player's own pieces (AC-4) that aren't frozen (AC-24)."""
    start, who = move.start, state.to_move.title()
    for square in (start, move.end, move.activator or start):
        if square not in SQUARES:
            return Refusal("AC-1", f"there is no square {brief_repr(square)}; they are a1 to d4")
    stack = state.squares.get(start)
    if stack is None:
        return Refusal("AC-4", f"{start} is empty: {who} has no piece there", (start,))
    if stack.owner != state.to_move:
        return Refusal(
            "AC-4", f"{who} must move their own pieces, not {_on(state, start)}", (start,)
        )
    return _part_refusal(move, stack.letters) or frozen_refusal(rules, state, start)


def _part_refusal(move: Move, letters: str) -> Refusal | None:
    """Refuse a part that isn't the top of its stack (AC-15)."""
    if 0 <= move.part < len(letters):
        return None
    stack = f"the {size_name(letters)} on {move.start}"
    if move.part == len(letters):
        text = f"{move.part} is all of {stack}: write {move.start}-{move.end}"
    else:
        text = f"{count_noun(move.part, 'piece')} can't be taken off {stack}"
    return Refusal("AC-15", text, (move.start,))


def frozen_refusal(rules: ActivatorRules, state: State, start: str) -> Refusal | None:
    """Refuse to move pieces from where the activators' lines cross (AC-24)."""
    if start not in frozen_squares(rules, state):
        return None
    red, blue = state.activators["red"], state.activators["blue"]
    text = (
        f"{start} is frozen: the rank and the file of Red's activator on {red} and Blue's on "
        f"{blue} cross there"
    )
    return Refusal("AC-24", text, (start, red, blue))


def _path_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse a move beyond the pieces' reach (AC-10), or on a path that isn't clear (AC-12)."""
    start, end, letters = move.start, move.end, _moving_letters(state, move)
    if start == end:
        text = f"the {size_name(letters)} on {start} must move to another square"
        return Refusal("AC-10", text, (start,))
    if rules.may_turn_corners:
        return _corners_refusal(rules, state, move)
    path = straight_path(start, end)
    if path is None:
        return Refusal("AC-10", f"{start} and {end} are in no straight line", (start, end))
    if not in_line(start, end) and len(directions(rules, len(letters))) <= len(ORTHOGONAL):
        size, _ = size_name(letters).rsplit(maxsplit=1)
        text = f"a {size} can't move diagonally, as from {start} to {end}"
        return Refusal("AC-10", text, (start, end))
    if far := _reach_refusal(rules, move, letters, len(path)):
        return far
    for square in path[:-1]:
        if square in state.squares:
            return Refusal("AC-12", f"{_on(state, square)} blocks the path to {end}", (square,))
    return None


def _reach_refusal(rules: ActivatorRules, move: Move, letters: str, steps: int) -> Refusal | None:
    """Refuse a path of more steps than so many pieces move (AC-10)."""
    most = reach(rules, len(letters))
    if steps <= most:
        return None
    upto = f"{'up to ' if most > 1 else ''}{count_noun(most, 'square')}"
    size, _ = size_name(letters).rsplit(maxsplit=1)
    text = f"a {size} such as {letters} moves {upto}; from {move.start} to {move.end} it is {steps}"
    return Refusal("AC-10", text, (move.start, move.end))


def _corners_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse a move without a clear path (AC-10, AC-12), where paths may turn corners."""
    letters, words, around = _moving_letters(state, move), state.position.words, movement(rules)
    number, start, end = len(letters), PLACE[move.start], PLACE[move.end]
    found = around.paths_around(words, start, number)
    if end in found:
        return None
    empty = ("",) * len(words)
    free = around.paths_around(empty, start, number)
    if end not in free:
        steps = [abs(a - b) for a, b in zip(map(ord, move.start), map(ord, move.end), strict=True)]
        diagonal = len(directions(rules, number)) > len(ORTHOGONAL)
        return _reach_refusal(rules, move, letters, max(steps) if diagonal else sum(steps))

    def leads_on(place: int) -> bool:
        on = around.paths_around(empty, place, number).get(end)
        return on is not None and len(free[place] + on) <= reach(rules, number)

    near = tuple(SQUARES[place] for place in found if words[place] and leads_on(place))
    block = "blocks" if len(near) == 1 else "block"
    text = f"{join_list(_on(state, each) for each in near)} {block} every path to {move.end}"
    return Refusal("AC-12", text, near)


def end_clause(rules: ActivatorRules, state: State, start: str, letters: str, end: str) -> str:
    """Return the clause by which pieces can't end their move on a square that they reach, or ""."""
    stack = state.squares.get(end)
    if stack is None:
        return ""
    if stack.owner == state.to_move:
        return join_clause(rules, stack.letters, letters, state.carried(end) is not None)
    if start not in attack_squares(rules, state, state.to_move):
        return "AC-23"
    return "AC-25" if end in immune_squares(rules, state) else ""


def end_refusal(
    rules: ActivatorRules, state: State, start: str, letters: str, end: str
) -> Refusal | None:
    """Refuse the square where pieces end their move, if they reach it (AC-11 to AC-16)."""
    clause = end_clause(rules, state, start, letters, end)
    if clause == "AC-23":
        who, own = state.to_move.title(), state.activators[state.to_move]
        text = (
            f"{start} is neither on the rank nor on the file of {who}'s activator "
            f"on {own}, so pieces there can't attack {end}"
        )
        return Refusal(clause, text, (start, own, end))
    return (
        Refusal(clause, _end_text(rules, state, letters, end, clause), (end,)) if clause else None
    )


def _end_text(rules: ActivatorRules, state: State, letters: str, end: str, clause: str) -> str:
    """Return why pieces can't end their move on a square, by a clause."""
    below = state.squares[end].letters
    rider = (state.carried(end) or state.to_move).title()
    match clause:
        case "AC-11":
            return (
                f"the {size_name(letters)} on the {size_name(below)} on {end} would be "
                f"{len(below + letters)} pieces; a stack has at most {rules.stack_height}"
            )
        case "AC-13":
            than = "larger than" if letters[0] > below[-1] else "as large as"
            return f"{letters[0]} is {than} {below[-1]}, the top of {end}, and can't be put on it"
        case "AC-27":
            return f"{rider}'s activator is on {end}: pieces can't join the stack under it"
    return f"{_on(state, end)} carries {rider}'s activator and can't be captured"


# --- Refusals: then the activator's -------------------------------------------------------------


def _follow_refusal(rules: ActivatorRules, state: State, move: Move) -> Refusal | None:
    """Refuse what the activator does after the piece: it must leave what is taken (AC-20)."""
    seat, to = state.to_move, move.activator
    must = state.activators[seat] == move.end
    if not to and not must:
        return None
    after = with_pieces_moved(state, move)
    position = after.position
    clause = deciding_clause(rules, count_stacks(position.words), position.side, PLACE[move.end])
    if clause:
        text = f"{move._replace(activator='')} ends the game at once: the activator stays"
        return Refusal(clause, text, (move.end,)) if to else None
    if not to:
        whose = f"{seat.title()}'s activator was on the pieces captured on {move.end}"
        return Refusal("AC-20", f"{whose}, and must move to an enemy piece", (move.end,))
    taken = move.end if state.holds(other(seat), move.end) else None
    return _activator_refusal(rules, after, taken, to)


def _activator_refusal(
    rules: ActivatorRules, state: State, taken: str | None, to: str
) -> Refusal | None:
    """Refuse an activator's move in ``state``, after the piece has moved and ``taken`` a square.

    It ends on another enemy piece (AC-20), never on the other activator (AC-22), and moves no
    farther than its reach (AC-21).
    """
    seat = state.to_move
    start, whose = state.activators[seat], f"{seat.title()}'s activator"
    stack = state.squares.get(to)
    if to == start:
        return Refusal("AC-21", f"{whose} is already on {to}", (to,))
    if to == state.activators[other(seat)]:
        text = f"{other(seat).title()}'s activator is on {to}: {whose} can't go on top of it"
        return Refusal("AC-22", text, (to,))
    if stack is None or stack.owner == seat:
        fact = f"{to} is empty" if stack is None else f"{_on(state, to)} is their own"
        fact = f"the pieces on {to} have just been captured" if stack and to == taken else fact
        return Refusal("AC-20", f"{whose} must be on an enemy piece: {fact}", (to,))
    if within_reach(rules, start, to):
        return None
    steps, most = steps_between(start, to), rules.activator_reach
    if steps <= most:
        text = f"{whose} on {start} moves in a straight line, and {to} is not on its rank or file"
    else:
        text = f"{whose} moves up to {most} orthogonally, but from {start} to {to} it is {steps}"
    return Refusal("AC-21", text, (start, to))
