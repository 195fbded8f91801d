"""The same game on sixteen words, many times faster: the search plays on it.

A test shows that it gives the same moves, states and ends as ``movement`` and ``game``.

Vocabulary
    place    a square by its number, a1 is 0 and d4 is 15
    word     the pieces on a place, Red in capitals, Blue in small letters; "" for none
    side     0 for Red, 1 for Blue
    waits    for each side, how many turns it must outlast on the other's home; -1 if not there
    leap     a move in numbers: (start, end, part, activator's place or -1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.activator.geometry import ORTHOGONAL, SQUARES, neighbour
from piecepack_nb.games.activator.movement import directions, fits, reach, within_reach
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, SEATS, Move, Stack, State, position_key

Leap = tuple[int, int, int, int]
PLACES = range(16)
PLACE = {square: place for place, square in enumerate(SQUARES)}
HOME = tuple(PLACE[HOMES[seat]] for seat in SEATS)
CROSSINGS = tuple(
    tuple(((one & 3) | (other & 12), (other & 3) | (one & 12)) for other in PLACES)
    for one in PLACES
)
"""The places where the lines of two places cross (AC-24)."""
IN_LINE = tuple(
    tuple(one & 3 == other & 3 or one >> 2 == other >> 2 for other in PLACES) for one in PLACES
)
NEXT = tuple(
    tuple(PLACE[to] for step in ORTHOGONAL if (to := neighbour(square, step))) for square in SQUARES
)
NOTHING: Mapping[Any, int] = {}
NOBODY = (-1, -1)


class FastBoard(NamedTuple):
    """A position in numbers, with the earlier ones that it may repeat."""

    words: tuple[str, ...]
    activators: tuple[int, int]
    side: int
    waits: tuple[int, int]
    stacks: tuple[int, int]
    """The number of stacks of each side."""
    seen: Mapping[Any, int]
    """How often each position occurred before the search began, since the last capture."""
    above: FastBoard | None
    """The position before this one, back to the root or to the last capture."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions."""
        return self[:4]

    @property
    def repeated(self) -> int:
        """How often the position has occurred, this time included (AC-32)."""
        key, count, board = self.key, 1 + self.seen.get(self.key, 0), self.above
        while board is not None and board.above is not None:
            board = board.above  # the same side moves every other time
            count += board.key == key
            board = board.above
        return count


def parse_key(text: str) -> FastBoard:
    """Return the board of a ``position_key``."""
    tokens = text.replace("/", " ").split()
    words, activators = [""] * 16, [0, 0]
    for number, token in enumerate(tokens[:16]):
        place = 4 * (3 - number // 4) + number % 4
        words[place] = token.strip(".").rstrip("aA")
        for letter in token[len(words[place]) :].strip("."):
            activators["Aa".index(letter)] = place
    waits = [-1, -1]
    for seat, turns in zip(tokens[17::2], tokens[18::2], strict=True):
        waits[SEATS.index(seat)] = int(turns)
    stacks = sum(bool(word) and word < "a" for word in words)
    return FastBoard(
        tuple(words),
        (activators[0], activators[1]),
        SEATS.index(tokens[16]),
        (waits[0], waits[1]),
        (stacks, sum(map(bool, words)) - stacks),
        NOTHING,
        None,
    )


# --- The game on fast boards ---------------------------------------------------------------------


class FastGame:
    """Activator under given rules, on fast boards."""

    def __init__(self, rules: ActivatorRules) -> None:
        self.rules = rules
        self.anywhere = rules.attack_line == "anywhere"
        self.immunity, self.freezing = rules.immunity, rules.freezing
        self.goes = tuple(
            frozenset(
                PLACE[to] for to in SQUARES if to != square and within_reach(rules, square, to)
            )
            for square in SQUARES
        )
        self.rays = tuple(
            tuple(_rays(rules, square, number) for square in SQUARES)
            for number in range(1, rules.stack_height + 1)
        )

    # --- conversions -------------------------------------------------------------------------

    def board(self, state: State) -> FastBoard:
        """Return the board of a state, with its earlier positions."""
        seen: dict[Any, int] = {}
        for text in state.earlier[:-1]:
            before = parse_key(text).key
            seen[before] = seen.get(before, 0) + 1
        return parse_key(position_key(state))._replace(seen=seen)

    def state(self, board: FastBoard) -> State:
        """Return the state of a board, as turn 1 and without earlier positions."""
        words, activators, side, waits = board.key
        squares = {
            SQUARES[place]: Stack(SEATS[word > "Z"], word.upper())
            for place, word in enumerate(words)
            if word
        }
        carriers = {seat: SQUARES[place] for seat, place in zip(SEATS, activators, strict=True)}
        occupied = {seat: turns for seat, turns in zip(SEATS, waits, strict=True) if turns >= 0}
        return State(
            1, SEATS[side], FrozenDict(squares), FrozenDict(carriers), FrozenDict(occupied)
        )

    def move(self, leap: Leap) -> Move:
        """Return a leap as a move."""
        start, end, part, to = leap
        return Move(SQUARES[start], SQUARES[end], part, SQUARES[to] if to >= 0 else "")

    def leap(self, move: Move) -> Leap:
        """Return a move as a leap."""
        to = PLACE[move.activator] if move.activator else -1
        return PLACE[move.start], PLACE[move.end], move.part, to

    # --- legal moves ---------------------------------------------------------------------------

    def moves(self, board: FastBoard) -> list[Leap]:
        """Return every legal move, captures first."""
        words, activators, side, _, stacks, _, _ = board
        own = activators[side]
        targets = [
            place for place in self.goes[own] if words[place] and (words[place] > "Z") != side
        ]
        near = min(stacks) <= self.rules.reduced_to + 1 or not self.rules.turns_to_survive
        leaps: list[Leap] = []
        for piece in sorted(self.piece_moves(board), key=lambda piece: not piece[3]):
            start, end, part, _ = piece
            decided = near and self._decided(board, piece)
            if decided or end != own:
                leaps.append((start, end, part, -1))
            if decided:
                continue
            leaps += [(start, end, part, to) for to in targets if to != end]
        return leaps

    def piece_moves(self, board: FastBoard) -> Iterator[tuple[int, int, int, bool]]:
        """Yield the pieces' moves: start, end, part, and whether that captures."""
        words, activators, side, _, _, _, _ = board
        own = activators[side]
        frozen = CROSSINGS[activators[0]][activators[1]] if self.freezing else ()
        for start, word in enumerate(words):
            if not word or (word > "Z") != side or start in frozen:
                continue
            attacks = self.anywhere or IN_LINE[start][own]
            for number in range(1, len(word) + 1):
                part = number if number < len(word) else 0
                for end in self._landings(words, start, number):
                    there = words[end]
                    if not there:
                        yield start, end, part, False
                    elif (there > "Z") == side:
                        if self._joins(there, word[-number:], end in activators):
                            yield start, end, part, False
                    elif attacks and not (self.immunity and end in activators):
                        yield start, end, part, True

    def _landings(self, words: tuple[str, ...], start: int, number: int) -> Iterator[int]:
        """Yield the places that so many pieces reach on clear paths (AC-12)."""
        if self.rules.may_turn_corners:
            yield from self._around(words, start, number)
            return
        for ray in self.rays[number - 1][start]:
            for end in ray:
                yield end
                if words[end]:
                    break

    def _around(self, words: tuple[str, ...], start: int, number: int) -> Iterator[int]:
        """Yield the same where paths may turn corners."""
        found, ends = {start}, [start]
        for _ in range(reach(self.rules, number)):
            heads, ends = ends, []
            for here in heads:
                for ray in self.rays[number - 1][here]:
                    if ray[0] not in found:
                        found.add(ray[0])
                        yield ray[0]
                        if not words[ray[0]]:
                            ends.append(ray[0])

    def _joins(self, below: str, letters: str, carrier: bool) -> bool:
        """Tell if a part may join that stack (AC-11, AC-13, AC-27)."""
        rules = self.rules
        if len(below) + len(letters) > rules.stack_height or (carrier and not rules.join_under):
            return False
        return fits(rules, below[-1], letters[0])

    def _decided(self, board: FastBoard, piece: tuple[int, int, int, bool]) -> bool:
        """Tell if the piece's move ends the game at once (AC-30, AC-31)."""
        _, end, part, captures = piece
        joins = bool(board.words[end]) and not captures
        own = board.stacks[board.side] + bool(part) - joins
        enemy = board.stacks[1 - board.side] - captures
        if min(own, enemy) <= self.rules.reduced_to:
            return True
        return not self.rules.turns_to_survive and end == HOME[1 - board.side]

    # --- effects -------------------------------------------------------------------------------

    def after(self, board: FastBoard, leap: Leap) -> FastBoard:
        """Return the position after a move."""
        start, end, part, to = leap
        words, activators, side, waits, stacks, seen, _ = board
        changed = list(words)
        word, there = words[start], words[end]
        captures = bool(there) and (there > "Z") != side
        changed[start] = word[:-part] if part else ""
        changed[end] = ("" if captures else there) + word[-part:]
        own = stacks[side] + bool(part) - (bool(there) and not captures)
        enemy = stacks[1 - side] - captures
        mine, riding = activators[side], activators[1 - side]
        mine = to if to >= 0 else mine
        riding = end if riding == start else riding
        place = tuple(changed)
        if waits != NOBODY or words[HOME[1 - side]] != place[HOME[1 - side]]:
            waits = self._waits(place, side, waits)
        counts = self.rules.repetition and not captures
        return FastBoard(
            place,
            (riding, mine) if side else (mine, riding),
            1 - side,
            waits,
            (enemy, own) if side else (own, enemy),
            seen if counts else NOTHING,
            board if counts else None,
        )

    def _waits(
        self, words: tuple[str, ...], mover: int, before: tuple[int, int]
    ) -> tuple[int, int]:
        """Return who is on the other's home, with the turns left to outlast (AC-30)."""
        now = []
        for side in (0, 1):
            word = words[HOME[1 - side]]
            if not word or (word > "Z") != side:
                now.append(-1)
            elif before[side] < 0:
                now.append(self.rules.turns_to_survive)
            else:
                now.append(max(0, before[side] - (side != mover)))
        return now[0], now[1]

    def ended(self, board: FastBoard) -> int | None:
        """Return 1 if the side to move has won, -1 if the other has, 0 for a draw, else None."""
        side, rules = board.side, self.rules
        if min(board.stacks) <= rules.reduced_to:
            return -1 if board.stacks[side] <= rules.reduced_to else 1
        if 0 in board.waits:
            return 1 if board.waits[side] == 0 else -1
        if not self._can_move(board):
            return -1 if rules.no_move == "lose" else 0
        if rules.repetition and board.repeated >= rules.repetition:
            return 0
        return None

    def _can_move(self, board: FastBoard) -> bool:
        """Tell if the side to move has a move: nearly always to an empty place beside a piece."""
        words, activators, side, _, _, _, _ = board
        frozen = CROSSINGS[activators[0]][activators[1]] if self.freezing else ()
        for start, word in enumerate(words):
            if word and (word > "Z") == side and start not in frozen:
                for end in NEXT[start]:
                    if not words[end]:
                        return True
        return bool(self.moves(board))


def _rays(rules: ActivatorRules, square: str, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the places in each direction, as far as so many pieces move."""
    rays = []
    for direction in directions(rules, number):
        ray: list[int] = []
        to = neighbour(square, direction)
        while to is not None and len(ray) < reach(rules, number):
            ray.append(PLACE[to])
            to = neighbour(to, direction)
        if ray:
            rays.append(tuple(ray))
    return tuple(rays)
