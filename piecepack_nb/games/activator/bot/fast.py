"""The same game on sixteen words: what the search plays, for it is many times as fast.

A test shows that it gives the same moves, tables and ends as ``listing``, ``turn`` and ``ending``.
The words are those of ``boards``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.activator.bot.boards import (
    CROSSINGS,
    HOME,
    IN_LINE,
    NEXT,
    NOBODY,
    NOTHING,
    PLACE,
    Board,
    Leap,
    read,
)
from piecepack_nb.games.activator.geometry import SQUARES, neighbour
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import within_reach
from piecepack_nb.games.activator.phases.movement import directions, reach
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import SEATS, Stack, State, key


class Fast:
    """Activator under given rules, on boards."""

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

    # --- to and fro --------------------------------------------------------------------------

    def board(self, state: State) -> Board:
        """The position of a state, with the positions before it."""
        seen: dict[Any, int] = {}
        for text in state.earlier[:-1]:
            before = read(text).key
            seen[before] = seen.get(before, 0) + 1
        return read(key(state))._replace(seen=seen)

    def state(self, board: Board) -> State:
        """The table as it looks; the number of the turn and what was before are not known."""
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
        """The move that a leap is."""
        start, end, part, to = leap
        return Move(SQUARES[start], SQUARES[end], part, SQUARES[to] if to >= 0 else "")

    def leap(self, move: Move) -> Leap:
        """The leap that a move is."""
        to = PLACE[move.activator] if move.activator else -1
        return PLACE[move.start], PLACE[move.end], move.part, to

    # --- what may be done ----------------------------------------------------------------------

    def moves(self, board: Board) -> list[Leap]:
        """Every move, captures first."""
        words, activators, side, _, stacks, _, _ = board
        own = activators[side]
        targets = [
            place for place in self.goes[own] if words[place] and (words[place] > "Z") != side
        ]
        near = min(stacks) <= self.rules.reduced_to + 1 or not self.rules.turns_to_survive
        leaps: list[Leap] = []
        for piece in sorted(self.piece_moves(board), key=_quiet):
            start, end, part, _ = piece
            if end != own:
                leaps.append((start, end, part, -1))
                if near and self._decided(board, piece):
                    continue
            leaps += [(start, end, part, to) for to in targets if to != end]
        return leaps

    def piece_moves(self, board: Board) -> Iterator[tuple[int, int, int, bool]]:
        """What the pieces may do: start, end, part, and whether that captures."""
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
        """Where so many pieces get to on clear ways (AC-12)."""
        if self.rules.may_turn_corners:
            yield from self._around(words, start, number)
            return
        for ray in self.rays[number - 1][start]:
            for end in ray:
                yield end
                if words[end]:
                    break

    def _around(self, words: tuple[str, ...], start: int, number: int) -> Iterator[int]:
        """The same where ways may turn corners."""
        found, ends = {start}, [start]
        for _ in range(reach(self.rules, number)):
            going, ends = ends, []
            for here in going:
                for ray in self.rays[number - 1][here]:
                    if ray[0] not in found:
                        found.add(ray[0])
                        yield ray[0]
                        if not words[ray[0]]:
                            ends.append(ray[0])

    def _joins(self, below: str, letters: str, carrier: bool) -> bool:
        """May a part join that stack? (AC-11, AC-13, AC-27)"""
        rules = self.rules
        if len(below) + len(letters) > rules.stack_height or (carrier and not rules.join_under):
            return False
        lower, upper = below[-1], letters[0]
        return (
            upper < lower
            or rules.stacking == "any"
            or (upper == lower and rules.stacking == "same")
        )

    def _decided(self, board: Board, piece: tuple[int, int, int, bool]) -> bool:
        """Does the piece's move end the game at once?"""
        _, end, part, captures = piece
        joins = bool(board.words[end]) and not captures
        own = board.stacks[board.side] + bool(part) - joins
        enemy = board.stacks[1 - board.side] - captures
        if min(own, enemy) <= self.rules.reduced_to:
            return True
        return not self.rules.turns_to_survive and end == HOME[1 - board.side]

    # --- what then happens -----------------------------------------------------------------------

    def after(self, board: Board, leap: Leap) -> Board:
        """The position after a move."""
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
        return Board(
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
        """Who is on the other's home, and what is left to outlast there (AC-30)."""
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

    def ended(self, board: Board) -> int | None:
        """1 where the one to move has won, -1 where the other has, 0 for a draw; None else."""
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

    def _can_move(self, board: Board) -> bool:
        """Has the one to move a move? Nearly always there is an empty square beside some piece."""
        words, activators, side, _, _, _, _ = board
        frozen = CROSSINGS[activators[0]][activators[1]] if self.freezing else ()
        for start, word in enumerate(words):
            if word and (word > "Z") == side and start not in frozen:
                for end in NEXT[start]:
                    if not words[end]:
                        return True
        return bool(self.moves(board))


def _within_reach(rules: ActivatorRules, square: str) -> tuple[int, ...]:
    """Where an activator gets to from a square (AC-21)."""
    others = [to for to in SQUARES if to != square]
    return tuple(PLACE[to] for to in others if within_reach(rules, square, to))


def _quiet(piece: tuple[int, int, int, bool]) -> bool:
    return not piece[3]


def _rays(rules: ActivatorRules, square: str, number: int) -> tuple[tuple[int, ...], ...]:
    """The places in each direction, as far as so many pieces go."""
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
