"""Moves as a person writes them: capitals and spaces as one likes, seats in short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, brief_repr, did_you_mean, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import suit_of
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.validate import mapping, one_of, position_of, sequence, whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.orders import order_refusal, writers
from piecepack_nb.games.paco.resolution import ask_returns, contenders, is_over
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.setup import (
    FIGURE_PLAYERS,
    NUMBERS,
    initial_state,
    is_set_up,
    next_hole,
)
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
"""The verbs as the game prints them, and as an order says them."""


def seat_of(seats: Sequence[str], word: str) -> str | None:
    """The seat that a person means: its name, or a beginning that fits no other seat.

    >>> seat_of(("suns", "moons"), "Moon"), seat_of(("suns", "stars"), "s")
    ('moons', None)
    """
    word = word.lower()
    if word in seats:
        return word
    found = [seat for seat in seats if word and seat.startswith(word)]
    return found[0] if len(found) == 1 else None


def parse_move(state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """The move that a person means; ``dice`` are those that are due now.

    Where only one seat can mean it, its name may be left out. Raises BadInput where the text can't
    be read, with the forms that fit the phase.
    """
    plain = text.replace(",", " ").replace(":", " ").strip().rstrip(".")
    words = plain.split()
    if dice and words and (words[0].lower() == "roll" or words[0] in dice[0].faces):
        return Roll.read(plain if words[0].lower() == "roll" else f"roll {plain}", dice)
    if words and words[0].lower() == "roll" and len(words) > 1:
        return _roll_too_early(state, text, plain)
    seat = _seat_or_suit(tuple(state.players), words[0]) if words else None
    said = [VERBS.get(word.lower(), word.lower()) for word in (words[1:] if seat else words)]
    someone = seat or _only_seat(state)
    move = _move_from(someone, said) if someone else None
    if move is None or not seat:
        _check_seat(state, words, said)
    if move is None:
        hint = "" if _move_from("", said) else did_you_mean(" ".join(said), PHRASES)
        raise BadInput(f"the move is {brief_repr(text)}{hint}; accepted: {move_forms(state, dice)}")
    return move


def _seat_or_suit(seats: Sequence[str], word: str) -> str | None:
    """The seat of a name, a beginning of one, or a piecepack colour such as "red"."""
    seat = seat_of(seats, word)
    unclear = any(seat.startswith(word.lower()) for seat in seats)
    suit = None if seat or unclear else suit_of(word)
    return suit if suit in seats else seat


def _check_seat(state: State, words: Sequence[str], said: list[str]) -> None:
    """Raise BadInput where a move is written for somebody who doesn't play."""
    seats = tuple(state.players)
    if not words or _move_from("", said) or _seat_or_suit(seats, words[0]):
        return
    if any(seat.startswith(words[0].lower()) for seat in seats):
        return
    suit = seat_of(SEATS, words[0]) or suit_of(words[0])
    if suit or _move_from("", said[1:]):
        name = shorten(suit or words[0])
        raise BadInput(f"{name} does not play here; the seats are {join_list(seats)}")


def _roll_too_early(state: State, text: str, plain: str) -> Roll:
    """A roll that says which dice it means, to be refused in its turn; else BadInput."""
    try:
        return Roll.read(plain)
    except BadInput:
        said = f"the move is {brief_repr(text)}, but no dice are to be rolled now"
        raise BadInput(f"{said}; accepted: {move_forms(state)}") from None


def _only_seat(state: State) -> str | None:
    """The seat that is meant where none is named."""
    if state.phase == "orders":
        left = writers(state)
        return left[0] if len(left) == 1 else None
    if state.phase == "return":
        return state.returning[0]
    if state.phase == "stop":
        return next(seat for seat in state.players if seat not in state.answers)
    if state.phase == "headings":
        return next(s for s, p in state.players.items() if p.square and not p.heading)
    return None


def _move_from(seat: str, words: list[str]) -> Move | None:
    """The move in these words, verbs in their plain form."""
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


PHRASES = (*KINDS, *(f"jump then {then}" for then in THEN), "agrees to stop", "plays on",
           "returns", "stays off")  # fmt: skip
"""What is likely meant by a word that can't be read."""


def move_forms(state: State, dice: Sequence[Die] = ()) -> str:
    """How the move that is due now may be written."""
    if dice:
        names = ", ".join(die.name for die in dice)
        return f"{example(dice)!r}, what the dice show ({names})"
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


CELL_OF = {sign: cell for cell, sign in SIGNS.items()}
RANK = re.compile(r"([1-8])\s+(\S.*)")
FOOT = re.compile(r"a\s*b\s*c\s*d\s*e\s*f\s*g\s*h")
NOTES = (
    (re.compile(r"(-?[0-9]{1,6}) points?"), "points"),
    (re.compile(r"stunned(?: ([0-9])(?! point))?"), "stunned"),
    (re.compile(r"then (\w+)"), "then"),
    (re.compile(r"foiled by (\w[\w ]*)"), "foiled_by"),
    (re.compile(r"out ([0-9]{1,6})"), "out"),
)


def parse_position(rules: PacoRules, written: object) -> State:
    """The table that a person wrote; raises BadInput naming the entry that is wrong."""
    if isinstance(written, str):
        words = written.split()
        if words[:1] == ["figure"]:
            return _figure(rules, words[1:])
        written = _parse_lines(rules, written)
    entries = mapping("the position", written)
    if "cells" in entries or "phase" in entries:
        return from_json(rules, entries)
    seats = SEATS[: rules.players]
    known = ("board", *seats, "turn", "beside")
    for name in entries:
        if name not in known:
            raise invalid("an entry of the position", name, ", ".join(known))
    players = ((seat, _parse_player(seats, seat, entries.get(seat, "off"))) for seat in seats)
    turn = whole_number("turn", entries.get("turn", 1), 1, rules.turn_limit)
    beside = whole_number("beside", entries.get("beside", 0), 0, 10**6)
    board = FrozenDict(sorted(_parse_board(rules, entries.get("board", {})).items()))
    if not any(seat in entries for seat in seats):
        raise BadInput("the position names no player; accepted: a line for each, such as "
                       "'suns c3 N', 'moons d5 W, stunned', or 'moons off'")  # fmt: skip
    state = State("orders", turn, board, FrozenDict(players), FrozenDict(), beside)
    return check_state(rules, state if writers(state) else ask_returns(rules, state))


def _figure(rules: PacoRules, headings: Sequence[str]) -> State:
    """The figure's position, with headings, or without them, which are rolled or chosen (PA-4)."""
    if rules.players > len(FIGURE_PLAYERS):
        raise invalid("players", rules.players, "at most 4 in the document's figure (PA-4)")
    state = initial_state(rules.but(start="figure"))
    if not headings:
        return state._replace(phase="headings") if rules.headings == "chosen" else state
    if len(headings) != rules.players or any(each not in HEADINGS for each in headings):
        some = " ".join(HEADINGS[: rules.players])
        accepted = f"{rules.players} of N, E, S, W, as in 'figure {some}'"
        given = brief_repr(" ".join(headings))
        raise BadInput(f"the headings of the figure are {given}; accepted: {accepted}")
    for seat, heading in zip(state.players, headings, strict=True):
        state = state.put(seat, state.players[seat]._replace(heading=heading))
    return state._replace(phase="orders", turn=1)


# --- lines ------------------------------------------------------------------------------------


def _parse_lines(rules: PacoRules, text: str) -> dict[str, object]:
    """The entries that stand in the lines."""
    entries: dict[str, object] = {}
    ranks: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if RANK.fullmatch(line):
            ranks.append(line)
            continue
        if FOOT.fullmatch(line):
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
    if ranks:
        entries["board"] = "\n".join(ranks)
    return entries


def _parse_board(rules: PacoRules, board: object) -> dict[str, str]:
    """The counters, from eight lines or from what differs from the start."""
    if isinstance(board, str):
        return _parse_drawing(board)
    cells = dict(initial_state(rules.but(start="rolled")).cells)
    for square, cell in mapping("board", board).items():
        one_of("a square of board", square, SQUARES, SQUARE)
        found = one_of(f"board.{square}", cell, (*CELLS, "hole"))
        cells[square] = found
        if found == "hole":
            del cells[square]
    return cells


def _parse_drawing(text: str) -> dict[str, str]:
    """The counters in the eight lines of a drawing."""
    cells: dict[str, str] = {}
    seen: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = RANK.fullmatch(line)
        if not match:
            if FOOT.fullmatch(line):
                continue
            raise invalid("a line of the board", line, "a rank such as '8 # # # # # # # #'")
        rank, signs = match[1], match[2].split()
        if len(signs) == 1:
            signs = list(signs[0])
        if len(signs) != 8 or any(sign not in CELL_OF for sign in signs):
            accepted = "eight of # (white), . (black), _ (hole), % (white on black)"
            raise invalid(f"rank {rank} of the board", match[2], accepted)
        if rank in seen:
            raise BadInput(f"rank {rank} of the board stands twice")
        seen.append(rank)
        cells |= {f"{file}{rank}": CELL_OF[sign] for file, sign in zip(FILES, signs, strict=True)}
    missing = [rank for rank in "87654321" if rank not in seen]
    if missing:
        raise invalid("the board", f"without rank {missing[0]}", "the ranks 8 to 1")
    return {square: cell for square, cell in cells.items() if cell}


def _parse_player(seats: Sequence[str], seat: str, value: object) -> Player:
    """A player from its line: square and heading, or "off", then notes."""
    if not isinstance(value, str):
        raise invalid(seat, value, "a text such as 'c3 N, 2 points', or 'off'")
    words = value.replace(",", " ").split()
    if words[:1] == ["off"]:
        return _parse_notes(seats, seat, Player(), " ".join(words[1:]))
    square = one_of(f"the square of {seat}", words[0].lower() if words else "", SQUARES, SQUARE)
    heading = words[1].upper() if len(words) > 1 else ""
    one_of(f"the heading of {seat}", heading, HEADINGS)
    return _parse_notes(seats, seat, Player(square, heading), " ".join(words[2:]))


def _parse_notes(seats: Sequence[str], seat: str, player: Player, notes: str) -> Player:
    """The player with what else is said of it."""
    rest = notes
    while rest:
        for form, name in NOTES:
            match = form.match(rest)
            if match:
                changes: dict[str, Any] = {name: _parse_note(seats, seat, name, match[1])}
                player = player._replace(**changes)
                rest = rest[match.end() :].strip()
                break
        else:
            accepted = "'2 points', 'stunned', 'then forward', 'out 3', 'foiled by moons'"
            raise invalid(f"what is said of {seat}", rest, accepted)
    return player


def _parse_note(seats: Sequence[str], seat: str, name: str, said: str | None) -> object:
    if name == "then":
        return one_of(f"the second order of {seat}", said, ("forward", "left", "right", "lift",
                      "push"))  # fmt: skip
    if name == "foiled_by":
        names = (said or "").replace(" and ", " ").split()
        return tuple(one_of(f"who foiled {seat}", each, seats) for each in names)
    return int(said or 1)


# --- JSON ----------------------------------------------------------------------------------------


SQUARE = "a square from a1 to h8"
MOST = 10**6  # a turn number or count above this is no game


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "cells": dict(sorted(state.cells.items())),
        "players": {
            seat: {**player._asdict(), "foiled_by": list(player.foiled_by)}
            for seat, player in state.players.items()
        },
        "orders": {seat: order.words for seat, order in state.orders.items()},
        "beside": state.beside,
        "answers": list(state.answers),
        "declined": state.declined,
        "returning": list(state.returning),
        "dice": dict(state.dice),
    }


def from_json(rules: PacoRules, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = position_of(data, State._fields)
    seats = SEATS[: rules.players]
    state = State(
        phase=one_of("phase", entries["phase"], PHASES),
        turn=whole_number("turn", entries["turn"], 0, MOST),
        cells=_cells_from(entries["cells"]),
        players=_players_from(seats, entries["players"]),
        orders=_orders_from(seats, entries["orders"]),
        beside=whole_number("beside", entries["beside"], 0, MOST),
        answers=_seats_from("answers", entries["answers"], seats),
        declined=one_of("declined", entries["declined"], ("", *seats)),
        returning=_seats_from("returning", entries["returning"], seats),
        dice=_dice_from(seats, entries["dice"]),
    )
    return check_state(rules, state)


# --- entries ----------------------------------------------------------------------------------


def _seats_from(what: str, value: object, seats: Sequence[str]) -> tuple[str, ...]:
    given = sequence(what, value, len(seats), "seats")
    found = tuple(one_of(f"a seat in {what}", seat, seats) for seat in given)
    if len(set(found)) < len(found):
        raise invalid(what, value, "each seat once")
    return found


def _cells_from(value: object) -> FrozenDict[str, str]:
    cells = mapping("cells", value)
    return FrozenDict(
        (
            one_of("a square of cells", square, SQUARES, SQUARE),
            one_of(f"cells.{square[:9]}", cell, CELLS),
        )
        for square, cell in sorted(cells.items())
    )


def _players_from(seats: Sequence[str], value: object) -> FrozenDict[str, Player]:
    given = mapping("players", value)
    if len(given) != len(seats) and tuple(given) == SEATS[: len(given)]:
        accepted = f"{len(seats)}, for the option players is {len(seats)}"
        raise BadInput(f"the position has {count_noun(len(given), 'player')}; accepted: {accepted}")
    for seat in given:
        one_of("a player", seat, seats)
    return FrozenDict((seat, _player_from(seats, seat, given.get(seat))) for seat in seats)


def _player_from(seats: Sequence[str], seat: str, value: object) -> Player:
    what = f"players.{seat}"
    entry = mapping(what, value)
    for name in entry:
        one_of(f"an entry of {what}", name, Player._fields)
    for name in Player._fields:
        if name not in entry:
            raise BadInput(f"{what} has no entry {name!r}")
    square = entry["square"]
    return Player(
        None if square is None else one_of(f"{what}.square", square, SQUARES, SQUARE),
        one_of(f"{what}.heading", entry["heading"], (*HEADINGS, "")),
        whole_number(f"{what}.points", entry["points"], -MOST, MOST),
        whole_number(f"{what}.stunned", entry["stunned"], 0, 3),
        one_of(f"{what}.then", entry["then"], ("", *THEN)),
        _seats_from(f"{what}.foiled_by", entry["foiled_by"], seats),
        whole_number(f"{what}.out", entry["out"], 0, MOST),
    )


def _orders_from(seats: Sequence[str], value: object) -> FrozenDict[str, Order]:
    given = mapping("orders", value)
    for seat, words in given.items():
        one_of("a seat in orders", seat, seats)
        kind, _, then = str(words).partition(" then ")
        fits = kind in KINDS and (then in THEN if then or kind == "jump" else True)
        if not isinstance(words, str) or not fits or (then and kind != "jump"):
            raise invalid(f"orders.{seat}", words, f"one of {', '.join(KINDS[:3])}, jump then "
                        f"forward, {', '.join(KINDS[4:])}")  # fmt: skip
    made = ((seat, given[seat].partition(" then ")) for seat in seats if seat in given)
    return FrozenDict((seat, Order(seat, kind, then)) for seat, (kind, _, then) in made)


def _dice_from(seats: Sequence[str], value: object) -> FrozenDict[str, str]:
    dice = mapping("dice", value)
    return FrozenDict(
        (one_of("a die", seat, seats), one_of(f"dice.{seat}", face, NUMBERS))
        for seat, face in dice.items()
    )


# --- the whole --------------------------------------------------------------------------------


def check_state(rules: PacoRules, state: State) -> State:
    """The state, if such a table can be; raises BadInput naming the entry that is wrong."""
    taken: dict[str, str] = {}
    for seat, player in state.players.items():
        _check_player(rules, state, seat)
        if player.square in taken:
            other = taken[player.square]
            what = f"players.{seat}.square is {player.square}, where {other} stands"
            raise BadInput(f"{what}; accepted: a cell for each (PA-22)")
        if player.square:
            taken[player.square] = seat
    _check_phase(rules, state)
    return state


def _check_player(rules: PacoRules, state: State, seat: str) -> None:
    """A player stands on black, or is in the air over a hole with an order to come (PA-13)."""
    player, what = state.players[seat], f"players.{seat}"
    if player.square is None:
        if (player.heading, player.stunned, player.then, player.foiled_by) != ("", 0, "", ()):
            raise invalid(what, player._asdict(), "points and out alone, off the board")
        if player.out > state.turn:
            raise invalid(f"{what}.out", player.out, f"a turn up to now, {state.turn}")
        return
    if state.cells.get(player.square) in BLOCKS:
        raise invalid(
            f"{what}.square", player.square, "a black counter, or a hole in a jump (PA-16)"
        )
    if player.out:
        raise invalid(f"{what}.out", player.out, "0 on the board")
    if player.stunned > rules.stun_turns:
        raise invalid(f"{what}.stunned", player.stunned, f"at most {rules.stun_turns} (PA-34)")
    choosing = state.phase in ("setup", "headings")
    if not player.heading and not choosing:
        raise invalid(f"{what}.heading", "", ", ".join(HEADINGS))
    bound = player.then or (state.phase == "dice" and seat in state.orders)
    if state.airborne(seat) and (not bound or player.stunned):
        accepted = "over a hole: the order that was written with the jump, and no stun (PA-13)"
        raise invalid(f"{what}.then", player.then, accepted)
    if player.then and not state.airborne(seat) and rules.spoilt_jump == "void":
        raise invalid(f"{what}.then", player.then, "'' unless over a hole (PA-13)")
    if player.foiled_by and not state.airborne(seat):
        raise invalid(f"{what}.foiled_by", list(player.foiled_by), "[] unless over a hole (PA-41)")


def _check_phase(rules: PacoRules, state: State) -> None:
    """What is noted fits the phase."""
    CHECKS[state.phase](rules, state)
    if state.answers and state.phase not in ("stop", "over"):
        raise invalid("answers", list(state.answers), f"none in phase {state.phase!r} (PA-44)")
    if state.declined and not rules.agreement:
        raise invalid("declined", state.declined, "'' where nobody may agree to stop (PA-44)")
    if state.returning and state.phase not in ("return", "landing", "headings"):
        raise invalid("returning", list(state.returning), f"none in phase {state.phase!r} (PA-43)")
    if state.phase != "setup" and state.turn == 0 and state.phase != "headings":
        raise invalid("turn", 0, "at least 1 after the set-up")
    if state.turn > rules.turn_limit:
        raise invalid("turn", state.turn, f"at most {rules.turn_limit}, the turn_limit (PA-44)")


def _check_setup(rules: PacoRules, state: State) -> None:
    """Nothing has happened yet but what dice set (PA-1 to PA-4)."""
    first = initial_state(rules)
    made = first.cells.keys() - state.cells.keys()
    fits = (
        state._replace(cells=first.cells, players=first.players) == first
        and state.cells.items() <= first.cells.items()
        and len(made) <= (0 if rules.start == "figure" else rules.hole_count)
        and all(first.cells[square] == "black" for square in made)
        and all(player == Player(*player[:2]) for player in state.players.values())
    )
    if not fits:
        raise invalid("phase", "setup", "another phase, for something was moved already")
    placed = [seat for seat, player in state.players.items() if player.square]
    if next_hole(rules, state) and placed and rules.start != "figure":
        raise invalid("players", placed, "nobody on the board before all holes are made (PA-2)")
    if is_set_up(rules, state):
        raise invalid("phase", "setup", "'orders' or 'headings': all is rolled")


def _check_headings(rules: PacoRules, state: State) -> None:
    """Somebody on the board has no heading yet (PA-3)."""
    if all(player.heading for player in state.players.values() if player.square):
        raise invalid("phase", "headings", "another phase, for every player has a heading")
    if rules.headings != "chosen":
        raise invalid("phase", "headings", "another phase, for headings are rolled (PA-3)")
    if state.turn == 0 and not all(player.square for player in state.players.values()):
        raise invalid("phase", "headings", "'setup' before every player is on the board")


def _check_orders(rules: PacoRules, state: State) -> None:
    """Those who wrote may do so, and somebody is still to write (PA-20)."""
    for seat, order in state.orders.items():
        others = state._replace(orders=state.orders.drop(seat))
        refused = order_refusal(rules, others, order)
        if refused:
            raise _refused(f"orders.{seat}", order, refused)
    if not writers(state) and not state.orders:
        text = "nobody in the position writes an order in this turn or may come back"
        accepted = "somebody on the board, not stunned nor in the air (PA-20)"
        raise BadInput(f"{text}; accepted: {accepted}")
    if not writers(state):
        raise invalid(
            "orders", _orders_text(state), "an order less: somebody is still to write one"
        )


def _check_stop(rules: PacoRules, state: State) -> None:
    """Somebody asked, and somebody has not answered (PA-44)."""
    _check_orders(rules, state)
    if not rules.agreement or not 0 < len(state.answers) < len(state.players) or state.declined:
        raise invalid(
            "answers", list(state.answers), "some seats, not all, in phase 'stop' (PA-44)"
        )


def _check_dice(rules: PacoRules, state: State) -> None:
    """All orders are in, and there is a contest (PA-23)."""
    bare = state._replace(orders=FrozenDict())
    for seat, order in state.orders.items():
        bound = state.airborne(seat) or rules.spoilt_jump == "kept"
        with_jump = bound and state.players[seat].square and order.kind in THEN
        refused = order_refusal(rules, bare, order)
        if state.airborne(seat) and not with_jump:
            raise invalid(f"orders.{seat}", order.words, "the order written with the jump (PA-13)")
        if refused and not with_jump:
            raise _refused(f"orders.{seat}", order, refused)
    if writers(state):
        raise invalid("orders", _orders_text(state), f"an order of {writers(state)[0]} too (PA-20)")
    if not contenders(rules, state):
        raise invalid("phase", "dice", "another phase, for no two players want one cell (PA-23)")


def _check_return(rules: PacoRules, state: State) -> None:
    """Somebody off the board may come back (PA-43)."""
    fits = state.returning and rules.respawn and all(
        state.players[seat].square is None and state.players[seat].out < state.turn
        for seat in state.returning
    )  # fmt: skip
    if not fits:
        accepted = f"seats that left the board before this turn, in phase {state.phase!r} (PA-43)"
        raise invalid("returning", list(state.returning), accepted)


def _check_over(rules: PacoRules, state: State) -> None:
    """All have agreed, or it is the end of the last turn (PA-44)."""
    agreed = rules.agreement and len(state.answers) == len(state.players)
    if not agreed and not is_over(rules, state):
        raise invalid("phase", "over", "another phase, for an order is left (PA-44)")
    if state.orders or (state.answers and not agreed):
        raise invalid("orders", _orders_text(state), "none in phase 'over'")


CHECKS = {
    "setup": _check_setup, "headings": _check_headings, "orders": _check_orders,
    "stop": _check_stop, "dice": _check_dice, "return": _check_return, "landing": _check_return,
    "over": _check_over,
}  # fmt: skip


def _orders_text(state: State) -> dict[str, str]:
    return {seat: order.words for seat, order in state.orders.items()}


def _refused(what: str, order: Order, refused: Refusal) -> BadInput:
    return invalid(what, order.words, f"an order that may be written: {refused.text}")
