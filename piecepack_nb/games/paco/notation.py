"""Moves and positions as text, positions as JSON; every entry is checked on the way in.

A person writes a move with capitals and spaces as they like and seats in short; ``state`` lists the
forms. A position is written as lines or as a mapping, and prints as these lines:

    8 # # # # # # # #       # a white block, . a black counter, _ a hole,
    7 # . . . . . . #       % a white block on a black counter
    6 # . _ . . . . #
    5 # . . . . . . #
    4 # . . . . . . #
    3 # . . . . . . #
    2 # . . . . . . #
    1 # # # # # # # #
      a b c d e f g h
    suns c3 N, 2 points
    moons d5 W, stunned
    crowns off, -1 point, out 2
    arms c6 E, then forward
    turn 4

The board may be left out (all counters as in PA-1), and so may everything behind a player's
square and heading. A mapping has the same entries: ``{"board": …, "suns": "c3 N", "turn": 4}``;
its board is the eight lines, or the changes from the start: ``{"d4": "white", "e4": "hole"}``.
"figure" is the position of the document's figure (PA-4), "figure N E S W" the same with headings.
A position is one at the start of a turn, before any order is written: orders are secret and aren't
drawn (``to_json`` has them). Where nobody may write an order, but somebody off the board may come
back, that is what comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, brief_repr, did_you_mean, invalid, shorten
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import suit_of
from piecepack_nb.core.validate import mapping, one_of, whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco import setup
from piecepack_nb.games.paco.orders import order_refusal, writers
from piecepack_nb.games.paco.resolution import ask_returns, contenders, is_over
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import FILES, HEADINGS, SQUARES
from piecepack_nb.games.paco.state import (
    BLOCKS,
    CELLS,
    KINDS,
    PHASES,
    SEATS,
    SIGNS,
    THEN,
    Face,
    Move,
    Order,
    Player,
    Return,
    State,
    Stop,
)

# --- Moves ---------------------------------------------------------------------------------------


VERBS = {"turns": "turn", "forwards": "forward", "jumps": "jump", "lifts": "lift",
         "pushes": "push", "moves": "move", "goes": "go", "agrees": "agree", "stops": "stop",
         "plays": "play", "returns": "return", "stays": "stay", "faces": "face"}  # fmt: skip
"""The verbs as the game prints them, and as an order names them."""
PHRASES = (*KINDS, *(f"jump then {then}" for then in THEN), "agrees to stop", "plays on",
           "returns", "stays off")  # fmt: skip
"""The likely meanings of a mistyped word."""


def seat_of(seats: Sequence[str], word: str) -> str | None:
    """Return the seat of this name, or of a beginning that fits no other seat.

    >>> seat_of(("suns", "moons"), "Moon"), seat_of(("suns", "stars"), "s")
    ('moons', None)
    """
    word = word.lower()
    if word in seats:
        return word
    found = [seat for seat in seats if word and seat.startswith(word)]
    return found[0] if len(found) == 1 else None


def parse_move(state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """Return the move of this text; ``dice`` are those that are due now.

    Where only one seat can mean it, its name may be left out. Raises BadInput where the text can't
    be parsed, with the forms that fit the phase.
    """
    plain = text.replace(",", " ").replace(":", " ").strip().rstrip(".")
    words = plain.split()
    rolls = bool(words) and words[0].lower() == "roll"
    if dice and words and (rolls or words[0] in dice[0].faces):
        return Roll.read(plain if rolls else f"roll {plain}", dice)
    if rolls and len(words) > 1:
        return _early_roll(state, text, plain)
    seat = _seat_or_suit(tuple(state.players), words[0]) if words else None
    verbs = [VERBS.get(word.lower(), word.lower()) for word in (words[1:] if seat else words)]
    someone = seat or _only_seat(state)
    move = _move_from(someone, verbs) if someone else None
    if move is None or not seat:
        _check_seat(state, words, verbs)
    if move is None:
        hint = "" if _move_from("", verbs) else did_you_mean(" ".join(verbs), PHRASES)
        raise BadInput(f"the move is {brief_repr(text)}{hint}; expected {_move_forms(state, dice)}")
    return move


def _seat_or_suit(seats: Sequence[str], word: str) -> str | None:
    """Return the seat of a name, a beginning of one, or a piecepack colour such as "red"."""
    seat = seat_of(seats, word)
    unclear = any(seat.startswith(word.lower()) for seat in seats)
    suit = None if seat or unclear else suit_of(word)
    return suit if suit in seats else seat


def _check_seat(state: State, words: Sequence[str], verbs: list[str]) -> None:
    """Raise BadInput where a move is written for somebody who doesn't play."""
    seats = tuple(state.players)
    if not words or _move_from("", verbs) or _seat_or_suit(seats, words[0]):
        return
    if any(seat.startswith(words[0].lower()) for seat in seats):
        return
    suit = seat_of(SEATS, words[0]) or suit_of(words[0])
    if suit or _move_from("", verbs[1:]):
        name = shorten(suit or words[0])
        raise BadInput(f"{name} does not play here; the seats are {join_list(seats)}")


def _early_roll(state: State, text: str, plain: str) -> Roll:
    """Return a roll that names its dice, to be refused in its turn; else raise BadInput."""
    try:
        return Roll.read(plain)
    except BadInput:
        problem = f"the move is {brief_repr(text)}, but no dice are due"
        raise BadInput(f"{problem}; expected {_move_forms(state)}") from None


def _only_seat(state: State) -> str | None:
    """Return the seat that is meant where none is named."""
    left = writers(state) if state.phase == "orders" else ()
    return left[0] if len(left) == 1 else state.deciding or None


def _move_from(seat: str, words: list[str]) -> Move | None:
    """Return the move in these words, verbs in their plain form; None for no move."""
    match words:
        case ["go" | "move"]:
            return Order(seat, "forward")
        case ["jump"]:
            return Order(seat, "jump", "forward")
        case ["jump", then] | ["jump", "then" | "and", then] | ["jump", "and", "then", then] if (
            then in THEN or then == "jump"
        ):
            return Order(seat, "jump", then)
        case [kind] | ["turn" | "move" | "go", kind] if kind in KINDS:
            return Order(seat, kind)
        case ["agree", "to", "stop"] | ["stop"]:
            return Stop(seat)
        case ["play", "on"]:
            return Stop(seat, False)
        case ["return"]:
            return Return(seat)
        case ["stay", "off"]:
            return Return(seat, False)
        case ["face", heading] if heading.upper() in HEADINGS:
            return Face(seat, heading.upper())
    return None


def _move_forms(state: State, dice: Sequence[Die] = ()) -> str:
    """Return how the move that is due may be written."""
    if dice:
        return f"{example(dice)!r}, the dice in this order: {', '.join(die.name for die in dice)}"
    seat = _only_seat(state) or next(iter(writers(state)), next(iter(state.players)))
    match state.phase:
        case "orders":
            jump = f"'{seat} jump then forward'"
            return f"'{seat}' and one of {', '.join(KINDS)}; {jump}; or '{Stop(seat)}'"
        case "stop":
            return f"'{Stop(seat)}' or '{Stop(seat, False)}'"
        case "return":
            return f"'{Return(seat)}' or '{Return(seat, False)}'"
        case "headings":
            return f"'{Face(seat, 'N')}', or E, S, W"
    return "none, for the game is over"


# --- Positions -----------------------------------------------------------------------------------


SQUARE = "a square from a1 to h8"
CELL_OF = {sign: cell for cell, sign in SIGNS.items()}
RANK = re.compile(r"([1-8])\s+(\S.*)")
FOOT = re.compile(r"a\s*b\s*c\s*d\s*e\s*f\s*g\s*h")
NOTES = {
    "points": re.compile(r"(-?[0-9]{1,6}) points?"),
    "stunned": re.compile(r"stunned(?: ([0-9])(?! point))?"),
    "then": re.compile(r"then (\w+)"),
    "foiled_by": re.compile(r"foiled by (\w[\w ]*)"),
    "out": re.compile(r"out ([0-9]{1,6})"),
}


def parse_position(rules: PacoRules, form: Form[State], written: object) -> State:
    """Return the state that a person wrote; raises BadInput naming the entry that is wrong."""
    if isinstance(written, str):
        words = written.split()
        if words[:1] == ["figure"]:
            return _figure(rules, words[1:])
        written = _parse_lines(rules, written)
    entries = mapping("the position", written)
    if "cells" in entries or "phase" in entries:
        return form.read(POSITION, entries)
    seats = SEATS[: rules.players]
    known = ("board", *seats, "turn", "beside")
    for name in entries:
        if name not in known:
            raise invalid("an entry of the position", name, ", ".join(known))
    players = {seat: _parse_player(seats, seat, entries.get(seat, "off")) for seat in seats}
    turn = whole_number("turn", entries.get("turn", 1), 1, rules.turn_limit)
    beside = whole_number("beside", entries.get("beside", 0), 0, 10**6)
    board = FrozenDict(sorted(_parse_board(rules, entries.get("board", {})).items()))
    if not any(seat in entries for seat in seats):
        raise BadInput("the position names no player; expected a line for each, such as "
                       "'suns c3 N', 'moons d5 W, stunned', or 'moons off'")  # fmt: skip
    state = State("orders", turn, board, FrozenDict(players), FrozenDict(), beside)
    state = state if writers(state) else ask_returns(rules, state)
    _check_state(rules, state)
    return state


def _figure(rules: PacoRules, headings: Sequence[str]) -> State:
    """Return the figure's position; without headings, they are rolled or chosen (PA-4)."""
    if rules.players > len(setup.FIGURE_PLAYERS):
        raise invalid("players", rules.players, "at most 4 in the document's figure (PA-4)")
    state = setup.initial_state(rules.but(start="figure"))
    if not headings:
        return state._replace(phase="headings") if rules.headings == "chosen" else state
    if len(headings) != rules.players or any(each not in HEADINGS for each in headings):
        some = " ".join(HEADINGS[: rules.players])
        expected = f"'figure', alone or with {rules.players} of N, E, S, W: 'figure {some}'"
        raise invalid("the position", " ".join(["figure", *headings]), expected)
    for seat, heading in zip(state.players, headings, strict=True):
        state = state.put(seat, state.players[seat]._replace(heading=heading))
    return state._replace(phase="orders", turn=1)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that say something."""
    for line in filter(None, map(str.strip, text.splitlines())):
        if not FOOT.fullmatch(line):
            yield line


def _parse_lines(rules: PacoRules, text: str) -> dict[str, object]:
    """Return the entries of a position in lines."""
    entries: dict[str, object] = {}
    ranks: list[str] = []
    for line in _lines(text):
        if RANK.fullmatch(line):
            ranks.append(line)
            continue
        name, _, rest = line.partition(" ")
        seat = seat_of(SEATS[: rules.players], name.rstrip(":"))
        name = seat or name.rstrip(":")
        if name in entries:
            raise BadInput(f"the position has two lines for {name}")
        if name in ("turn", "beside"):
            entries[name] = int(rest) if re.fullmatch("[0-9]{1,7}", rest.strip()) else rest
        elif seat:
            entries[name] = rest
        else:
            seats = ", ".join(SEATS[: rules.players])
            raise invalid("a line of the position", line, f"a rank such as '8 # # # # # # # #', "
                          f"a player ({seats}), turn, or beside")  # fmt: skip
    return entries | ({"board": "\n".join(ranks)} if ranks else {})


def _parse_board(rules: PacoRules, board: object) -> dict[str, str]:
    """Return the counters, from eight lines or from the changes to the start."""
    if isinstance(board, str):
        return _parse_drawing(board)
    cells = dict(setup.initial_state(rules.but(start="rolled")).cells)
    for square, cell in mapping("board", board).items():
        one_of("a square of board", square, SQUARES, SQUARE)
        cells[square] = one_of(f"board.{square}", cell, (*CELLS, "hole"))
    return {square: cell for square, cell in cells.items() if cell != "hole"}


def _parse_drawing(text: str) -> dict[str, str]:
    """Return the counters in the eight lines of a drawing."""
    ranks: dict[str, list[str]] = {}
    for line in _lines(text):
        match = RANK.fullmatch(line)
        if not match:
            raise invalid("a line of the board", line, "a rank such as '8 # # # # # # # #'")
        rank, signs = match[1], match[2].split()
        if len(signs) == 1:
            signs = list(signs[0])
        if len(signs) != 8 or any(sign not in CELL_OF for sign in signs):
            expected = "eight of # (white), . (black), _ (hole), % (white on black)"
            raise invalid(f"rank {rank} of the board", match[2], expected)
        if rank in ranks:
            raise BadInput(f"the board has rank {rank} twice")
        ranks[rank] = signs
    missing = [rank for rank in "87654321" if rank not in ranks]
    if missing:
        raise invalid("the board", f"without rank {missing[0]}", "the ranks 8 to 1")
    return {
        f"{file}{rank}": CELL_OF[sign]
        for rank, signs in ranks.items()
        for file, sign in zip(FILES, signs, strict=True)
        if CELL_OF[sign]
    }


def _parse_player(seats: Sequence[str], seat: str, value: object) -> Player:
    """Return a player from its line: square and heading, or "off", then notes."""
    if not isinstance(value, str):
        raise invalid(seat, value, "a text such as 'c3 N, 2 points', or 'off'")
    words = value.replace(",", " ").split()
    if words[:1] == ["off"]:
        player, rest = Player(), " ".join(words[1:])
    else:
        square = words[0].lower() if words else ""
        one_of(f"the square of {seat}", square, SQUARES, SQUARE)
        heading = words[1].upper() if len(words) > 1 else ""
        one_of(f"the heading of {seat}", heading, HEADINGS)
        player, rest = Player(square, heading), " ".join(words[2:])
    while rest:
        for name, form in NOTES.items():
            if match := form.match(rest):
                changes: dict[str, Any] = {name: _parse_note(seats, seat, name, match[1])}
                player = player._replace(**changes)
                rest = rest[match.end() :].strip()
                break
        else:
            expected = "'2 points', 'stunned', 'then forward', 'out 3', 'foiled by moons'"
            raise invalid(f"a note on {seat}", rest, expected)
    return player


def _parse_note(seats: Sequence[str], seat: str, name: str, value: str | None) -> object:
    if name == "then":
        return one_of(f"the second order of {seat}", value, THEN)
    if name == "foiled_by":
        named = (value or "").replace(" and ", " ").split()
        return tuple(one_of(f"who foiled {seat}", each, seats) for each in named)
    return int(value or 1)


# --- JSON ----------------------------------------------------------------------------------------


MOST = 10**6  # a turn number or count above this is no game
ORDERS = (*(kind for kind in KINDS if kind != "jump"), *(f"jump then {then}" for then in THEN))


def position_form(rules: PacoRules) -> Form[State]:
    """Return the form of a state: what each entry may be."""
    seats = SEATS[: rules.players]
    square = forms.word(SQUARES, SQUARE)
    seat, once = forms.word(seats), "each seat once"
    some = forms.items(seat, len(seats), "seats", each="a seat in {what}", once=once)
    cells = dict.fromkeys(SQUARES, forms.word(CELLS))
    player = forms.record(
        Player,
        square=forms.optional(square),
        heading=forms.word((*HEADINGS, "")),
        points=forms.whole(-MOST, MOST),
        stunned=forms.whole(0, 3),
        then=forms.word(("", *THEN)),
        foiled_by=some,
        out=forms.whole(0, MOST),
    )
    return forms.record(
        State,
        phase=forms.word(PHASES),
        turn=forms.whole(0, MOST),
        cells=forms.table(cells, "a square of cells", SQUARE, sort=True),
        players=_players(seats, forms.table(dict.fromkeys(seats, player), "a player", every=True)),
        orders=forms.table({seat: _order(seat) for seat in seats}, "a seat in orders"),
        beside=forms.whole(0, MOST),
        answers=some,
        declined=forms.word(("", *seats)),
        returning=some,
        dice=forms.table(dict.fromkeys(seats, forms.word(setup.NUMBERS)), "a die"),
    ).checked(partial(_check_state, rules))


def _players(seats: Sequence[str], form: Form[Any]) -> Form[Any]:
    """Return the form of the players, which says so where their number is another."""

    def read(what: str, value: object) -> Any:
        given = mapping(what, value)
        if len(given) != len(seats) and tuple(given) == SEATS[: len(given)]:
            count = len(seats)
            raise BadInput(f"the position has {count_noun(len(given), 'player')}; expected "
                           f"{count}, for the option players is {count}")  # fmt: skip
        return form.read(what, value)

    return Form(read, form.write)


def _order(seat: str) -> Form[Order]:
    """Return the form of a seat's order: its words."""

    def read(what: str, words: object) -> Order:
        if words not in ORDERS:
            raise invalid(what, words, f"one of {', '.join(KINDS[:3])}, jump then forward, "
                          f"{', '.join(KINDS[4:])}")  # fmt: skip
        kind, _, then = str(words).partition(" then ")
        return Order(seat, kind, then)

    return Form(read, attrgetter("words"))


def _orders_json(state: State) -> dict[str, str]:
    return {seat: order.words for seat, order in state.orders.items()}


# --- Checks of a whole state ---------------------------------------------------------------------


def _expect(fits: object, what: str, value: object, expected: str) -> None:
    """Raise BadInput, naming the entry, unless it fits."""
    if not fits:
        raise invalid(what, value, expected)


def _check_state(rules: PacoRules, state: State) -> None:
    """Raise BadInput, naming the entry that is wrong, for a state that can't be."""
    taken: dict[str | None, str] = {}
    for seat, player in state.players.items():
        _check_player(rules, state, seat)
        other = taken.get(player.square)
        _expect(other is None, f"players.{seat}.square", player.square,
                f"a cell without {other} (PA-22)")  # fmt: skip
        taken |= {player.square: seat} if player.square else {}
    CHECKS[state.phase](rules, state)
    _check_notes(rules, state)


def _check_player(rules: PacoRules, state: State, seat: str) -> None:
    """Expect a player on black, or in the air over a hole with an order to come (PA-13)."""
    player, what = state.players[seat], f"players.{seat}"
    if player.square is None:
        bare = (player.heading, player.stunned, player.then, player.foiled_by) == ("", 0, "", ())
        _expect(bare, what, player._asdict(), "points and out alone, off the board")
        up_to_now = f"a turn up to now, {state.turn}"
        _expect(player.out <= state.turn, f"{what}.out", player.out, up_to_now)
        return
    airborne = state.airborne(seat)
    bound = player.then or (state.phase == "dice" and seat in state.orders)
    _expect(state.cells.get(player.square) not in BLOCKS, f"{what}.square", player.square,
            "a black counter, or a hole in a jump (PA-16)")  # fmt: skip
    _expect(not player.out, f"{what}.out", player.out, "0 on the board")
    _expect(player.stunned <= rules.stun_turns, f"{what}.stunned", player.stunned,
            f"at most {rules.stun_turns} (PA-34)")  # fmt: skip
    _expect(player.heading or state.phase in ("setup", "headings"), f"{what}.heading", "",
            ", ".join(HEADINGS))  # fmt: skip
    _expect(not airborne or (bound and not player.stunned), f"{what}.then", player.then,
            "over a hole: the order written with the jump, and no stun (PA-13)")  # fmt: skip
    _expect(not player.then or airborne or rules.spoilt_jump == "kept", f"{what}.then",
            player.then, "'' unless over a hole (PA-13)")  # fmt: skip
    _expect(not player.foiled_by or airborne, f"{what}.foiled_by", list(player.foiled_by),
            "[] unless over a hole (PA-41)")  # fmt: skip


def _check_notes(rules: PacoRules, state: State) -> None:
    """Expect notes that fit the phase, and a turn within the limit."""
    phase, none = state.phase, f"none in phase {state.phase!r}"
    _expect(not state.answers or phase in ("stop", "over"), "answers", list(state.answers),
            f"{none} (PA-44)")  # fmt: skip
    _expect(not state.declined or rules.agreement, "declined", state.declined,
            "'' where nobody may agree to stop (PA-44)")  # fmt: skip
    _expect(not state.returning or phase in ("return", "landing", "headings"), "returning",
            list(state.returning), f"{none} (PA-43)")  # fmt: skip
    _expect(state.turn or phase in ("setup", "headings"), "turn", 0, "at least 1 after the set-up")
    limit = f"at most {rules.turn_limit}, the turn_limit (PA-44)"
    _expect(state.turn <= rules.turn_limit, "turn", state.turn, limit)


def _check_setup(rules: PacoRules, state: State) -> None:
    """Expect nothing but rolls of the set-up (PA-1 to PA-4)."""
    first = setup.initial_state(rules)
    made = first.cells.keys() - state.cells.keys()
    fits = (
        state._replace(cells=first.cells, players=first.players) == first
        and state.cells.items() <= first.cells.items()
        and len(made) <= (0 if rules.start == "figure" else rules.hole_count)
        and all(first.cells[square] == "black" for square in made)
        and all(each == Player(each.square, each.heading) for each in state.players.values())
    )
    _expect(fits, "phase", "setup", "another phase, for something was moved already")
    placed = [seat for seat, player in state.players.items() if player.square]
    early = setup.next_hole(rules, state) and placed and rules.start != "figure"
    _expect(not early, "players", placed, "nobody on the board before all holes are made (PA-2)")
    rolling = not setup.is_set_up(rules, state)
    _expect(rolling, "phase", "setup", "'orders' or 'headings': all is rolled")


def _check_headings(rules: PacoRules, state: State) -> None:
    """Expect somebody on the board without a heading (PA-3)."""
    _expect(state.without_heading, "phase", "headings",
            "another phase, for every player has a heading")  # fmt: skip
    _expect(rules.headings == "chosen", "phase", "headings",
            "another phase, for headings are rolled (PA-3)")  # fmt: skip
    _expect(state.turn or all(player.square for player in state.players.values()), "phase",
            "headings", "'setup' before every player is on the board")  # fmt: skip


def _check_orders(rules: PacoRules, state: State) -> None:
    """Expect orders of those who may write, and somebody who must still write (PA-20)."""
    for seat, order in state.orders.items():
        _check_order(rules, state._replace(orders=state.orders.drop(seat)), order)
    left = writers(state)
    if not left and not state.orders:
        expected = "expected somebody on the board, not stunned nor in the air (PA-20)"
        text = "nobody in the position writes an order in this turn or may come back"
        raise BadInput(f"{text}; {expected}")
    _expect(left, "orders", _orders_json(state), "an order less: somebody must still write one")


def _check_order(rules: PacoRules, state: State, order: Order) -> None:
    refusal = order_refusal(rules, state, order)
    expected = f"an order that may be written: {refusal and refusal.text}"
    _expect(refusal is None, f"orders.{order.seat}", order.words, expected)


def _check_stop(rules: PacoRules, state: State) -> None:
    """Expect that somebody asked, and somebody has not answered (PA-44)."""
    _check_orders(rules, state)
    asked = rules.agreement and 0 < len(state.answers) < len(state.players) and not state.declined
    _expect(asked, "answers", list(state.answers), "some seats, not all, in phase 'stop' (PA-44)")


def _check_dice(rules: PacoRules, state: State) -> None:
    """Expect all orders, and a contest (PA-23)."""
    bare = state._replace(orders=FrozenDict())
    for seat, order in state.orders.items():
        bound = state.airborne(seat) or rules.spoilt_jump == "kept"
        with_jump = bound and state.players[seat].square and order.kind in THEN
        _expect(with_jump or not state.airborne(seat), f"orders.{seat}", order.words,
                "the order written with the jump (PA-13)")  # fmt: skip
        if not with_jump:
            _check_order(rules, bare, order)
    left = next(iter(writers(state)), "")
    _expect(not left, "orders", _orders_json(state), f"an order of {left} too (PA-20)")
    _expect(contenders(rules, state), "phase", "dice",
            "another phase, for no two players want one cell (PA-23)")  # fmt: skip


def _check_return(rules: PacoRules, state: State) -> None:
    """Expect somebody off the board who may come back (PA-43)."""
    off = (state.players[seat] for seat in state.returning)
    fits = rules.respawn and all(each.square is None and each.out < state.turn for each in off)
    expected = f"seats that left the board before this turn, in phase {state.phase!r} (PA-43)"
    _expect(fits and state.returning, "returning", list(state.returning), expected)


def _check_over(rules: PacoRules, state: State) -> None:
    """Expect that all have agreed, or the end of the last turn (PA-44)."""
    agreed = rules.agreement and len(state.answers) == len(state.players)
    _expect(agreed or is_over(rules, state), "phase", "over",
            "another phase, for an order is left (PA-44)")  # fmt: skip
    _expect(not state.orders and (agreed or not state.answers), "orders", _orders_json(state),
            "none in phase 'over'")  # fmt: skip


CHECKS: Mapping[str, Callable[[PacoRules, State], None]] = {
    "setup": _check_setup, "headings": _check_headings, "orders": _check_orders,
    "stop": _check_stop, "dice": _check_dice, "return": _check_return, "landing": _check_return,
    "over": _check_over,
}  # fmt: skip
