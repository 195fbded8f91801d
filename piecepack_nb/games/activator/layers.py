"""The table as it is drawn: its areas, the pieces, and layers that show what activators do.

Vocabulary
    line      the rank or the file of an activator: its side may attack from there (AC-23)
    frozen    where the two activators' lines cross (AC-24)
    immune    what carries an activator (AC-25)
    fact      what the activators do to a square
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.geometry import FILES, RANKS
from piecepack_nb.games.activator.movement import (
    attack_squares,
    frozen_refusal,
    frozen_squares,
    immune_squares,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.sprites import rise
from piecepack_nb.games.activator.state import COUNTS, HOMES, SEATS, State, other
from piecepack_nb.scene import (
    Area,
    Layer,
    Mark,
    Overlay,
    Piece,
    Shape,
    Spot,
    TextTable,
    layouts_with_trays,
    shape,
    text_shape,
    tray,
    use,
)

Point = tuple[float, float]

# --- Areas --------------------------------------------------------------------------------------

SUITS = FrozenDict(red="suns", blue="arms")
"""The suit of each side's pyramids."""
SIDE = 6.2
MIDDLE = SIDE / 2
RADIUS = 3.08
TRAY = 4.6
"""The width of a tray, in squares."""
HEIGHTS = FrozenDict(blue=1.85, red=1.85, choice=0.9, legend=1.15)
READING_ORDER = tuple(file + rank for rank in RANKS[::-1] for file in FILES)
"""The squares from the far rank on, as one reads them."""
TURNS = (-45, 0, 135)
"""The board as Red sees it, squared up, and as Blue sees it (AC-1)."""
FACING = FrozenDict(red=45, blue=-135)
"""The rotation of a home's sign, upright for its player."""


def at(square: str) -> Point:
    """Return the middle of a square, on the board area as it is squared up."""
    return _xy(FILES.index(square[0]), RANKS.index(square[1]))


def _xy(file: float, rank: float) -> Point:
    return round(MIDDLE - 1.5 + file, 2), round(MIDDLE + 1.5 - rank, 2)


def lanes(square: str) -> tuple[tuple[Point, ...], ...]:
    """Return the square's rank and its file, each from the nearer edge to the farther one."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    along = [_xy(end, rank) for end in _ends(file)]
    across = [_xy(file, end) for end in _ends(rank)]
    return tuple(along), tuple(across)


def _ends(number: int) -> Point:
    """Return the ends of a line: beside the board, where its signs are on no piece.

    A line that begins under its activator, at the edge, needs no sign there.
    """
    near, far = (0.0 if number in (0, 3) else -0.63), 3.63
    return (near, far) if number < 2 else (3 - near, 3 - far)


def _board() -> Area:
    """Return four tiles, grid up, on a round mat (AC-1), so that the board can be turned."""
    circle = shape("circle", cx=MIDDLE * 100, cy=MIDDLE * 100, r=RADIUS * 100, class_="ppnb-mat")
    return Area("board", SIDE, SIDE, "", (circle, *_tiles(), *_homes()), turns=TURNS)


def _tiles() -> Iterator[Shape]:
    for number, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1))):
        middle = (MIDDLE + x) * 100, (MIDDLE + y) * 100
        yield use("tile", *middle, angle=90 * (number * 7 % 4))


def _homes() -> Iterator[Shape]:
    """Yield each side's home in its colour, with its sign (AC-1)."""
    for seat, square in HOMES.items():
        x, y = (round(each * 100) for each in at(square))
        yield use("home", x, y, suit=SUITS[seat])
        yield use("home-sign", x, y, angle=FACING[seat], suit=SUITS[seat])


def _labels() -> Iterator[Piece]:
    """Yield the names of files and ranks, on both sides; as pieces, since the board turns."""
    for end, far in (("low", -0.98), ("high", 3.98)):
        for number, (file, rank) in enumerate(zip(FILES, RANKS, strict=True)):
            yield _label(f"file-{file}-{end}", file, number, far)
            yield _label(f"rank-{rank}-{end}", rank, far, number)


def _label(id: str, name: str, file: float, rank: float) -> Piece:
    return Piece(id, "words", *_xy(file, rank), scale=0.9, label=name, z=1)


LEGEND = {
    "frozen": ("mark-frozen", "frozen: can't move"), "immune": ("mark-immune", "can't be captured"),
    "lines": ("mark-lane-end", "line of attack"), "movable": ("mark-movable", "can move now"),
}  # fmt: skip
"""The signs on the board, each with its sprite and what it means."""
SIGN_PLACES = {"mark-frozen": (-37, -15), "mark-immune": (40, 17), "mark-movable": (0, -24)}
"""The distance from a sign's middle to its place, in hundredths of a square."""


def _legend(rules: ActivatorRules) -> Area:
    """Return a tray with the meaning of the signs that the rules have."""
    signs = {"frozen": rules.freezing, "immune": rules.immunity,
             "lines": rules.attack_line != "anywhere", "movable": True}  # fmt: skip
    drawn: list[Shape] = []
    for number, name in enumerate(name for name, shown in signs.items() if shown):
        sprite, text = LEGEND[name]
        x, y = 0.38 + 2.28 * (number % 2), 0.34 + 0.47 * (number // 2)
        right, down = SIGN_PLACES.get(sprite, (0, 0))
        scale = 0.5 if name == "movable" else 0.9
        sign = use(sprite, x * 100 + right * scale, y * 100 + down * scale, scale=scale,
                   suit="suns")  # fmt: skip
        drawn += [sign, text_shape(text, x + 0.3, y, 17, "start")]
    return tray("legend", TRAY, HEIGHTS["legend"], "", *drawn)


BOARD = _board()
TRAYS = tuple(tray(seat, TRAY, HEIGHTS[seat]) for seat in SEATS)
CHOICE = Area("choice", TRAY, HEIGHTS["choice"])
"""The buttons of an unfinished move, without a tray, for usually there are none."""


@lru_cache(maxsize=32)
def areas(rules: ActivatorRules) -> tuple[Area, ...]:
    """Return the board, a tray for the pieces that each side has lost, buttons, and the legend."""
    return BOARD, *TRAYS, CHOICE, _legend(rules)


LAYOUTS = layouts_with_trays(
    (SIDE, SIDE), TRAY, HEIGHTS, ("red", "legend"), (480, 560), next_to_board="choice"
)
"""The trays beside the board, each near its home; below it where there is less room."""
LABELS = tuple(_labels())


# --- Pieces -------------------------------------------------------------------------------------

CAPTURED, SMALL = 1.3, 0.56
"""The y of captured pieces in a tray, and their scale."""
APART, ROW = 0.45, 2.2
"""The squares between captured pieces, and those that all may fill before the words."""


def pieces(state: State) -> Iterator[Piece]:
    """Yield everything on the table, from the back of the board to the front."""
    yield from LABELS
    for square in sorted(state.squares, key=lambda each: (-int(each[1]), each[0])):
        yield from _stack_pieces(state, square)
    for seat, square in state.activators.items():
        yield _activator_piece(state, seat, square)
    for seat in SEATS:
        yield from _tray_pieces(state, seat)


def heights(letters: str) -> list[float]:
    """Return the height of each piece's foot in a stack, from the bottom up."""
    found = [0.0]
    for lower, upper in pairwise(letters):
        found.append(round(found[-1] + rise(lower, upper), 2))
    return found


def _stack_pieces(state: State, square: str) -> Iterator[Piece]:
    owner, letters = state.squares[square]
    x, y = at(square)
    for level, (letter, lift) in enumerate(zip(letters, heights(letters), strict=True)):
        yield Piece(f"{letter}*", f"pyramid-{letter}", x, y, suit=SUITS[owner], z=3 + level,
                    lift=lift)  # fmt: skip


def _activator_piece(state: State, seat: str, square: str) -> Piece:
    """Return an activator, on top of what carries it (AC-20, AC-27)."""
    stack = state.squares.get(square)
    lift = round(heights(stack.letters + "A")[-1] + 0.06, 2) if stack else 0.0
    return Piece(f"activator-{seat}", "activator", *at(square), suit=SUITS[seat], z=9, lift=lift)


def _tray_pieces(state: State, seat: str) -> Iterator[Piece]:
    """Yield a side's number of pieces, and those that it has lost, the largest first."""
    suit, held = SUITS[seat], state.held(seat)
    letters = "".join(state.squares[square].letters for square in held)
    left = f"{count_noun(len(letters), 'piece')} on {count_noun(len(held), 'square')}"
    yield Piece(f"sign-{seat}", "symbol", 0.55, 0.62, seat, scale=0.9, suit=suit, z=2)
    yield Piece(f"name-{seat}", "words", 1.45, 0.62, seat, scale=1.2, label=seat.title(), z=2)
    yield Piece(f"left-{seat}", "words", 3.22, 0.64, seat, label=left, scale=0.7, z=2)
    lost = sorted((Counter(dict(COUNTS)) - Counter(letters)).elements(), reverse=True)
    apart = min(APART, ROW / max(1, len(lost) - 1))
    for number, letter in enumerate(lost):
        yield Piece(f"{letter}*", f"pyramid-{letter}", round(0.5 + apart * number, 2), CAPTURED,
                    seat, suit=suit, scale=round(SMALL * apart / APART, 2), z=3)  # fmt: skip
    taken = f"taken by {other(seat).title()}"
    if lost:
        yield Piece(f"taken-{seat}", "words", 3.62, CAPTURED + 0.08, seat, label=taken,
                    scale=0.62, z=2)  # fmt: skip
    else:
        yield Piece(f"none-{seat}", "words", 2.3, CAPTURED + 0.08, seat, label=f"nothing {taken}",
                    scale=0.62, z=2)  # fmt: skip


# --- Layers of the activators' effects ----------------------------------------------------------

FROZEN, IMMUNE = Layer("frozen", "Frozen squares"), Layer("immune", "Immune")
ATTACK_LINES = {
    seat: Layer(f"lines of {seat}", f"{seat.title()}'s lines of attack") for seat in SEATS
}
SIGN = 0.5
"""The size of the spot of a line's sign, in squares."""


def effects_overlay(
    rules: ActivatorRules, state: State, *, lines: bool = True, but: str = ""
) -> Overlay:
    """Return frost, shields and, if wanted, lines of attack, as far as the rules have them.

    Leaves out the marks of the activator of seat ``but``, which is about to move.
    """
    lines = lines and rules.attack_line != "anywhere"
    layers = {FROZEN: rules.freezing, IMMUNE: rules.immunity}
    layers |= dict.fromkeys(ATTACK_LINES.values(), lines)
    return Overlay(
        tuple(_effect_marks(rules, state, lines, but)),
        (*why_spots(rules, state), *(_line_spots(rules, state) if lines else ())),
        tuple(layer for layer, shown in layers.items() if shown),
        (_effects_table(rules, state),),
    )


def _effect_marks(rules: ActivatorRules, state: State, lines: bool, but: str) -> Iterator[Mark]:
    for mark in _frost_marks(rules, state) if not but else ():
        yield mark._replace(layer=FROZEN.id)
    for square in immune_squares(rules, state):
        if not but or square != state.activators[but]:
            yield Mark("immune", *at(square), layer=IMMUNE.id)
    for seat, layer in ATTACK_LINES.items() if lines else ():
        for mark in _line_marks(rules, state, seat) if seat != but else ():
            yield mark._replace(layer=layer.id)


def warning_marks(state: State) -> Iterator[Mark]:
    """Yield a ring round each stack that is on the other's home and will win there (AC-30)."""
    for seat in state.occupied if state.outcome is None else ():
        yield Mark("danger", *at(HOMES[other(seat)]), suit=SUITS[seat])


def activator_marks(rules: ActivatorRules, state: State, seat: str) -> Iterator[Mark]:
    """Yield the effects of a seat's activator: its lines, and the frost."""
    yield from _line_marks(rules, state, seat)
    yield from _frost_marks(rules, state)


def _frost_marks(rules: ActivatorRules, state: State) -> Iterator[Mark]:
    for square in frozen_squares(rules, state):
        yield Mark("frost", *at(square))
        yield Mark("frozen", *at(square))


def _line_marks(rules: ActivatorRules, state: State, seat: str) -> Iterator[Mark]:
    if rules.attack_line != "anywhere":
        for line in lanes(state.activators[seat]):
            yield Mark("lane", points=line, suit=SUITS[seat])


# --- The effects in words -----------------------------------------------------------------------


class Fact(NamedTuple):
    """An effect of the activators on a square."""

    word: str
    """"frozen", "immune" or "may attack"; "" if it is not worth one."""
    text: str
    clause: str


def contents(state: State, square: str) -> str:
    """Return what is on a square, in words."""
    stack, rider = state.squares.get(square), state.carried(square)
    text = stack.name if stack else "empty"
    return f"{text} under {rider.title()}'s activator" if rider else text


def facts(rules: ActivatorRules, state: State, square: str) -> list[Fact]:
    """Return the effects of the activators on a square."""
    found = []
    frozen = frozen_refusal(rules, state, square)
    if frozen is not None:
        there = "the pieces here can't move" if square in state.squares else "the square is empty"
        found.append(Fact("frozen", f"{frozen.text}; {there}", frozen.clause))
    rider = state.carried(square)
    if rider is not None and square in immune_squares(rules, state):
        text = f"{rider.title()}'s activator makes {square} immune: it can't be captured"
        found.append(Fact("immune", text, "AC-25"))
    stack = state.squares.get(square)
    if stack is not None and frozen is None and rules.attack_line != "anywhere":
        found.append(_attack_fact(rules, state, square, stack.owner))
    return found


def _attack_fact(rules: ActivatorRules, state: State, square: str, seat: str) -> Fact:
    """Return the fact that a seat may attack from a square, or may not (AC-23)."""
    own, who = state.activators[seat], seat.title()
    if square in attack_squares(rules, state, seat):
        line = "rank" if square[1] == own[1] else "file"
        text = f"{square} is on the {line} of {who}'s activator on {own}: {who} may attack from it"
        return Fact("may attack", text, "AC-23")
    text = f"{square} is not in line with {who}'s activator on {own}: {who} can't attack from it"
    return Fact("", text, "AC-23")


def captors(game: Activator, state: State, square: str, seat: str) -> list[str]:
    """Return the squares from which a seat, if it moved now, could capture what is on a square."""
    moves = game.moves(state.with_turn_of(seat))
    return sorted({move.start for move in moves if move.end == square})


def attackers(rules: ActivatorRules, state: State, seat: str) -> list[str]:
    """Return the squares a seat may attack from now: in line with its activator, not frozen."""
    there = set(attack_squares(rules, state, seat)) - set(frozen_squares(rules, state))
    return sorted(square for square in state.held(seat) if square in there)


def spot_name(state: State, square: str, found: Sequence[Fact]) -> str:
    """Return a square's name: "d2: Blue's single D, frozen"."""
    words = "".join(f", {fact.word}" for fact in found if fact.word)
    return f"{square}: {contents(state, square)}{words}"


def why_spots(rules: ActivatorRules, state: State) -> Iterator[Spot]:
    """Yield each square that isn't empty or is frozen, with the facts about it."""
    for square in dict.fromkeys((*state.squares, *frozen_squares(rules, state))):
        found = facts(rules, state, square)
        tip = ". ".join(fact.text for fact in found) or contents(state, square)
        yield Spot(
            f"why {square}", *at(square), name=spot_name(state, square, found), role="why",
            tip=f"{tip}.", clause=found[0].clause if found else "",
        )  # fmt: skip


def _line_spots(rules: ActivatorRules, state: State) -> Iterator[Spot]:
    """Yield the signs at the ends of the lines of attack, with the attackers there (AC-23)."""
    for seat in SEATS:
        own = state.activators[seat]
        held = attackers(rules, state, seat)
        for kind, here, line in zip(("rank", "file"), own[::-1], lanes(own), strict=True):
            there = [square for square in held if here in square]
            name = f"{seat.title()}'s {kind} {here}"
            now = f"now with {join_list(there)}" if there else "but nothing can now"
            tip = f"{name}, since their activator is on {own}: {seat.title()} may attack from it"
            yield Spot(f"why {seat} {kind}", *line[-1], w=SIGN, h=SIGN, name=name, role="why",
                       tip=f"{tip}, {now}.", clause="AC-23")  # fmt: skip


def _effects_table(rules: ActivatorRules, state: State) -> TextTable:
    """Return the effects of the activators as a table."""
    rows = tuple(_effect_rows(rules, state))
    return TextTable("What the activators do", ("What", "Squares", "Why"), rows)


def _effect_rows(rules: ActivatorRules, state: State) -> Iterator[tuple[str, str, str]]:
    if rules.attack_line != "anywhere":
        for seat in SEATS:
            held = join_list(attackers(rules, state, seat) or ["nowhere"])
            why = f"on a line of {seat.title()}'s activator on {state.activators[seat]} (AC-23)"
            yield f"{seat.title()} may attack from", held, why
    for square in frozen_squares(rules, state):
        refusal = frozen_refusal(rules, state, square)
        assert refusal is not None
        yield "Frozen", f"{square}: {contents(state, square)}", f"{refusal.text} (AC-24)"
    for square in immune_squares(rules, state):
        yield "Immune", f"{square}: {contents(state, square)}", "it carries an activator (AC-25)"
