"""Moves as text; positions as text, drawings and JSON.

Moves are read with capitals, spaces and dashes as you like. Positions are lines that name what is
not as at the start; ``red: c3`` puts red's Pac-Man on c3::

    to_move: red
    red: c3, 20 marbles, 1 yellow
    ghosts: e5 d6
    white: a2 a3 a4
    rings: g3 g7
    dice: 3 5

Below them the board may be drawn, as ``print(game.drawing(state))`` does it; then the drawing says
where everything is. In a space there are, without blanks between them, a Pac-Man (``R G B Y``),
ghosts (``1 2 3``, or ``*`` for all of them), and a marble (``.`` white, ``o`` yellow). An empty
home has its small letter. A mapping with the same entries does as well; each may be text like the
above or plain values.

``white`` has the holes with a white marble, ``rings`` those with a yellow one. Entries that are
missing follow. Pac-Men are at home and ghosts in the centre. ``white`` and ``rings`` are all holes
(``white: all but a2 a3`` and ``none`` do too), without those where a Pac-Man is, and without the
first ringed ones where players hold yellow marbles. The trays that are missing share the marbles
that are in none, as evenly as can be, the first ones more. With two ``dice`` both pieces are
``due``; with one, ``due: ghost`` or ``due: pac`` says which. The phase is 'move' with dice, 'roll'
without; 'put' (a yellow marble is ``owed``), 'take' (``reward: yes``) and 'over' are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.ascii_map import (
    NOWHERE,
    OPEN,
    UPRIGHT,
    WALL,
    AsciiMap,
    MapFormat,
    numbered,
    read,
    split_headers,
)
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.lattice import beyond
from piecepack_nb.core.validate import mapping
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.pacman.maze import HOME_LETTERS, SEATS, Path, is_hop
from piecepack_nb.games.pacman.ruleset import DICE, Ruleset
from piecepack_nb.games.pacman.state import (
    DUE,
    PHASES,
    Move,
    Player,
    Put,
    State,
    Stay,
    Take,
    Walk,
    ghost_name,
    is_space,
    pac_name,
)
from piecepack_nb.games.pacman.walks import Paths, Situation

BETWEEN = re.compile(r"[\s,>~–—→-]+")
"""The characters allowed between the spaces of a path."""
MOST_TURNS = 10**6  # a turn number above this is no game
MOST_LISTED = 100
WHITE, YELLOW, ALL_GHOSTS = ".", "o", "*"
GHOSTS = ("", "1", "2", "3", "12", "13", "23", "123", ALL_GHOSTS)
TOKENS = frozenset(
    token
    for pieces in product(("", *HOME_LETTERS.values()), GHOSTS, ("", WHITE, YELLOW))
    if len(token := "".join(pieces)) <= 3
) | {letter.lower() for letter in HOME_LETTERS.values()}
"""All contents of a space."""
PLAIN = ("phase", "turn", "to_move", "dice", "due", "owed", "reward", "rolling")
DRAWN = {"ghosts": "ghosts", "white": "marbles", "rings": "marbles"}
ENTRIES = (*PLAIN, *SEATS, *DRAWN)
POSITION_FORMAT = MapFormat(
    "position",
    ENTRIES,
    TOKENS | {NOWHERE},
    "a Pac-Man R G B Y, ghosts 1 2 3 or *, a marble . or o, in this order, or blanks",
    "print(game.drawing(state)) shows one",
    (WALL, OPEN, " ^ ", " v "),
    (UPRIGHT, " ", "<", ">"),
    may_be_empty=("white", "rings"),
)
Entries = dict[str, Any]


# --- moves ----------------------------------------------------------------------------------------


def parse_move(ruleset: Ruleset, state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """Return the move that a text means; ``dice`` are those to roll now.

    A path may be given by its end alone ("pac 5 c4"), for the one that gobbles most. The die may be
    left out where only one fits. Raises BadInput where the text can't be read, with the forms that
    fit the phase.
    """
    line = " ".join(text.lower().split())
    words = line.split(" ")
    if words[0] == "roll" and len(words) > 1:
        return Roll.read(text, dice or DICE)
    if dice and all(word.isdecimal() for word in words):
        return Roll.read(f"roll {text}", dice)
    if words[0] in ("marble", "yellow") and len(words) == 2 and is_space(words[1]):
        return Put(words[1])
    if state.phase == "put" and is_space(line):
        return Put(line)
    if words[0] == "take" and len(words) == 2:
        return Take(words[1])
    if state.phase == "take" and line in ruleset.seats:
        return Take(line)
    return _parse_walk(ruleset, state, line, text, dice)


def _parse_walk(
    ruleset: Ruleset, state: State, line: str, text: str, dice: Sequence[Die]
) -> Walk | Stay:
    piece, rest = _split_piece(state, line)
    die = re.match(r"([1-6])(?![0-9])[\s:]*", rest)
    number = int(die[1]) if die else None
    rest = rest[die.end() :] if die else rest
    if piece and rest in ("stay", "stays"):
        staying = "pac" if piece == "pac" else "ghosts"
        return Stay(staying, number or _only_die(state, text))
    path = tuple(part for part in BETWEEN.split(rest) if part)
    if not piece or piece == "ghosts" or not path or not all(map(is_space, path)):
        raise invalid("the move", text, move_forms(ruleset, state, dice))
    _check_waves(text, rest, path)
    if len(path) == 1 and state.phase == "move":
        return _walk_to(ruleset, state, piece, number, path[0])
    return Walk(piece, number or _fitting_die(ruleset, state, piece, path), path)


def _check_waves(text: str, rest: str, path: Path) -> None:
    """Raise BadInput for a wave between neighbours: none of them are two arrows (PC-9)."""
    links = [between for between in BETWEEN.findall(rest.strip(" ,>~–—→-")) if between]
    for (here, to), between in zip(pairwise(path), links, strict=True):
        if "~" in between and not is_hop(here, to):
            expected = (
                f"{here}-{to}: a wave leads off the board at an arrow and on at another (PC-9)"
            )
            raise invalid("the move", text, expected)


def _split_piece(state: State, line: str) -> tuple[str, str]:
    """Return the piece that a line begins with ("" for none), and the rest."""
    found = re.match(r"(ghost|g)\s?([1-9])(?![0-9])[\s:]*", line)
    if found and not re.match(r"g[1-9][\s:]*[-~>]", line):
        return f"ghost{found[2]}", line[found.end() :]
    found = re.match(r"(pac(?:-?man)?|ghosts)\b[\s:]*", line)
    if found:
        return ("ghosts" if found[1] == "ghosts" else "pac"), line[found.end() :]
    first, _, rest = line.partition(" ")
    return ("pac", rest) if first == state.to_move else ("", line)


def _only_die(state: State, text: str) -> int:
    """Return the die that is left, where there is one."""
    if len(set(state.dice)) == 1:
        return state.dice[0]
    dice = " or ".join(map(str, state.dice)) or "a die"
    raise BadInput(f"{shorten(text)!r} doesn't name its die; expected {dice}, after the piece")


def _paths_by_die(ruleset: Ruleset, state: State, piece: str) -> Mapping[int, Paths]:
    situation = Situation(ruleset, state)
    if piece == "pac":
        return {die: situation.pac_paths(die) for die in state.dice}
    return {die: situation.ghost_paths(die).get(piece, []) for die in state.dice}


def _fitting_die(ruleset: Ruleset, state: State, piece: str, path: Path) -> int:
    """Return the die for a path; for an illegal one a die as long as it, or any."""
    for die, paths in _paths_by_die(ruleset, state, piece).items():
        if path in paths:
            return die
    length = max(1, len(path) - 1)
    return length if length in state.dice or not state.dice else state.dice[0]


def _walk_to(ruleset: Ruleset, state: State, piece: str, number: int | None, end: str) -> Walk:
    """Return the walk to an end that gobbles most, or an illegal one where there is none."""
    found = [
        Walk(piece, die, path)
        for die, paths in _paths_by_die(ruleset, state, piece).items()
        for path in paths
        if path[-1] == end and number in (None, die)
    ]
    if found:
        return max(found, key=lambda walk: (len(state.white & {*walk.path}), -len(walk.path)))
    dice = [number] if number else list(dict.fromkeys(state.dice))
    if piece != "pac" and piece not in state.ghosts:
        return Walk(piece, dice[0], (end,))
    return Situation(ruleset, state).attempt(piece, dice, end)


def move_forms(ruleset: Ruleset, state: State, dice: Sequence[Die] = ()) -> str:
    """Return the forms of the moves that are due, with an example that can be played."""
    match state.phase:
        case "over":
            return "none, for the game is over"
        case "put":
            return f"'{Put(ruleset.empty_rings(state)[0])}', a ringed hole that is empty"
        case "take":
            return f"'{Take(state.payers[0])}', whose marbles are taken"
        case "move":
            examples: dict[str, str] = {}
            for move in Situation(ruleset, state).walks_and_stays():
                examples.setdefault(move.piece, f"'{move}'")
            return f"{' or '.join([*examples.values()][:2])}: the piece, its die, and its path"
    return f"{example(dice)!r}, what the dice show ({', '.join(die.name for die in dice)})"


# --- positions as JSON ----------------------------------------------------------------------------


def position_form(ruleset: Ruleset) -> Form[State]:
    """Return the form of a state: what each entry may be, and how it is written by hand."""
    board, seat = ruleset.board, forms.word(ruleset.seats)
    space, die = forms.word(board.squares, "a space of the board, such as a2"), forms.whole(1, 6)
    player = forms.record(
        Player,
        square=space,
        tray=forms.whole(0, len(board.white)),
        yellow=forms.whole(0, len(board.ringed)),
    )
    return forms.record(
        State,
        phase=forms.word(PHASES),
        turn=forms.whole(0, MOST_TURNS).by_text(_parse_number),
        to_move=seat,
        players=forms.table(dict.fromkeys(ruleset.seats, player), every=True),
        ghosts=_ghosts_form(ruleset, space),
        white=_holes(board.white, "a hole without a ring"),
        yellow=_holes(board.ringed, "a ringed hole"),
        dice=forms.items(die, MOST_LISTED, each="a die of {what}").by_text(_parse_words),
        due=_in_order(DUE),
        owed=forms.items(seat, MOST_LISTED, each="a seat of {what}").by_text(_parse_words),
        reward=forms.FLAG.by_text(lambda text: {"yes": True, "no": False}.get(text, text)),
        rolling=_in_order(ruleset.seats),
    ).checked(partial(check_state, ruleset))


def _in_order(names: tuple[str, ...]) -> Form[tuple[str, ...]]:
    """Return the form of some of the names, in their order."""
    each, into = "an entry of {what}", forms.in_order(names)
    form = forms.items(forms.word(names), MOST_LISTED, each=each, once="each once", into=into)
    return form.by_text(_parse_words)


def _ghosts_form(ruleset: Ruleset, space: Form[str]) -> Form[Any]:
    """Return the form of each ghost's space; by hand "e5 d6", or those not in the centre."""

    def expand(what: str, value: Any) -> Any:
        spaces = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(spaces, list | tuple):
            return spaces
        if len(spaces) != len(ruleset.ghosts):
            raise invalid(what, value, f"a space for each of {', '.join(ruleset.ghosts)}")
        return dict(zip(ruleset.ghosts, spaces, strict=True))

    form = forms.table(dict.fromkeys(ruleset.ghosts, space), every=True)
    return form.filled(dict.fromkeys(ruleset.ghosts, ruleset.board.centre)).by_hand(expand)


def _parse_words(text: str) -> list[int | str]:
    """Return the words and numbers of an entry."""
    words = () if text == "none" else text.replace(",", " ").split()
    return [int(word[:9]) if word.isdecimal() and word.isascii() else word for word in words]


def _parse_number(text: str) -> int | str:
    words = _parse_words(text)
    return words[0] if len(words) == 1 else text


def _holes(holes: frozenset[str], kind: str) -> Form[frozenset[str]]:
    """Return the form of the holes that have a marble."""

    def read(what: str, value: object) -> str:
        if not isinstance(value, str) or value not in holes:
            raise invalid(what, value, f"{kind} on this board")
        return value

    each, once = "a hole of {what}", "each hole once"
    found = forms.items(Form(read), MOST_LISTED, each=each, once=once, into=frozenset)
    return Form(found.read, sorted)


# --- consistency ----------------------------------------------------------------------------------


def check_state(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput, naming entry and clause, for a state that the rules can't lead to."""
    _check_pac_men(ruleset, state)
    _check_ghosts(ruleset, state)
    _check_marbles(ruleset, state)
    if state.phase == "start":
        _check_start(ruleset, state)
    else:
        _check_phase(ruleset, state)


def _check_pac_men(ruleset: Ruleset, state: State) -> None:
    """Allow one piece a space (PC-8), none at another's home (PC-6) or in the centre (PC-1)."""
    for seat, player in state.players.items():
        what, here = f"players.{seat}.square", player.square
        other = state.pac_on(here)
        if other is not None and other != seat:
            raise invalid(what, here, f"another space, for {pac_name(other)} is there (PC-8)")
        if here in ruleset.homes and here != ruleset.home(seat):
            raise invalid(what, here, "no home but its own (PC-6)")
        if here == ruleset.board.centre and ruleset.rules.centre != "all":
            raise invalid(what, here, "a space outside the centre, which is the ghosts' (PC-1)")
        if here in state.white:
            raise invalid(what, here, "a hole without a white marble, for it gobbles it (PC-10)")
        if here in state.yellow and not ruleset.rules.ring_under_piece:
            raise invalid(what, here, "a hole without a yellow one, for it gobbles it (PC-11)")


def _check_ghosts(ruleset: Ruleset, state: State) -> None:
    """Allow no ghost at a home (PC-14), and none together but in the centre (PC-14, PC-20)."""
    centre = ruleset.board.centre
    for ghost, here in state.ghosts.items():
        what = f"ghosts.{ghost}"
        if here in ruleset.homes:
            raise invalid(what, here, "a space that is no home (PC-14)")
        seat = state.pac_on(here)
        if seat and here != centre:
            raise invalid(what, here, f"another space, for {pac_name(seat)} is there (PC-12)")
        first = state.ghost_on(here)
        if first not in (ghost, None) and here != centre:
            raise invalid(what, here, f"another space, for {ghost_name(first)} is there (PC-14)")


def _check_marbles(ruleset: Ruleset, state: State) -> None:
    """Count every marble (PC-1)."""
    board, players = ruleset.board, state.players.values()
    trays = sum(player.tray for player in players)
    if len(state.white) + trays != len(board.white):
        raise BadInput(
            f"white has {len(state.white)} marbles and the trays {trays}; expected "
            f"{len(board.white)} in all (PC-1)"
        )
    if state.owed and ruleset.rules.privilege_kept:
        raise invalid("owed", list(state.owed), "nobody, as privileges are kept (PC-21)")
    held = sum(player.yellow for player in players)
    if len(state.yellow) + held + len(state.owed) != len(board.ringed):
        raise BadInput(
            f"yellow has {len(state.yellow)} marbles, the players {held}, and {len(state.owed)} "
            f"wait to be put back; expected {len(board.ringed)} in all (PC-1)"
        )


def _check_start(ruleset: Ruleset, state: State) -> None:
    """Allow nothing to have moved (PC-1), with two or more rolling (PC-2)."""
    if ruleset.rules.first != "roll":
        raise invalid("phase", "start", "another phase, for nobody rolls to see who starts (PC-2)")
    if len(state.rolling) < 2:
        raise invalid("rolling", list(state.rolling), "two seats or more in phase 'start' (PC-2)")
    if state._replace(rolling=ruleset.seats) != ruleset.initial_state():
        raise invalid("phase", "start", "another phase, for something was moved already (PC-1)")


def _check_phase(ruleset: Ruleset, state: State) -> None:
    """Allow only entries that fit the phase."""
    phase = state.phase
    if state.rolling:
        raise invalid("rolling", list(state.rolling), f"nobody in phase {phase!r} (PC-2)")
    if not state.turn:
        raise invalid("turn", 0, f"1 or more in phase {phase!r}")
    if len(state.dice) != len(state.due):
        expected = f"a die for each that has to move: {', '.join(state.due) or 'nothing'} (PC-3)"
        raise invalid("dice", list(state.dice), expected)
    _check_end(ruleset, state)
    if state.reward and (phase not in ("put", "take") or "pac" in state.due):
        expected = "False, but in the phases 'put' and 'take', after a Pac-Man's move (PC-20)"
        raise invalid("reward", True, expected)
    _check_owed(ruleset, state)
    if phase == "move":
        if not state.due or Situation(ruleset, state).is_stuck():
            raise invalid("phase", "move", "another phase, for nothing that is due can move (PC-3)")
    elif phase in ("roll", "over") and state.due:
        raise invalid("due", list(state.due), f"nothing in phase {phase!r} (PC-3)")
    elif len(state.due) == 2:
        raise invalid("due", list(state.due), f"one piece or none in phase {phase!r} (PC-20)")


def _check_end(ruleset: Ruleset, state: State) -> None:
    """Allow the end once no white marble is on the board (PC-30), and a reward is taken."""
    over = ruleset.is_over(state)
    allowed = ("over", "take") if over else ("roll", "move", "put", "take")
    if state.phase not in allowed:
        why = "no white marble" if over else "a white marble, or a move that is due,"
        raise invalid("phase", state.phase, f"{' or '.join(allowed)}, for {why} is left (PC-30)")
    if state.phase == "take" and not (state.reward and len(state.payers) > 1):
        expected = "another phase, for there is no choice of whose marbles are taken (PC-20)"
        raise invalid("phase", "take", expected)


def _check_owed(ruleset: Ruleset, state: State) -> None:
    """Let yellow marbles wait only while no ringed hole is empty, or for a choice (PC-20)."""
    holes = ruleset.empty_rings(state) if state.owed else ()
    if state.phase == "put" and len(holes) < 2:
        expected = "another phase, for there is no choice of ringed holes (PC-20)"
        raise invalid("phase", "put", expected)
    if holes and state.phase in ("roll", "move"):
        expected = f"nobody, for the ringed hole {holes[0]} is empty (PC-20)"
        raise invalid("owed", list(state.owed), expected)
    if holes and state.phase == "take" and not ruleset.is_over(state):
        raise invalid("phase", "take", "first 'put', for a yellow marble can go back (PC-20)")


# --- drawings -------------------------------------------------------------------------------------


def draw_state(ruleset: Ruleset, state: State) -> str:
    """Return the state as text, to look at, to change and to read back with ``game.position``."""
    drawn = ruleset.board.drawing(partial(_token, ruleset, state))
    return "\n".join([*_entry_lines(ruleset, state), *drawn]) + "\n"


def _entry_lines(ruleset: Ruleset, state: State) -> Iterator[str]:
    """Yield the lines above the board, for whatever can't be seen on it."""
    yield f"phase: {state.phase}"
    yield f"turn: {state.turn}"
    yield f"to_move: {state.to_move}"
    for name, values in (("dice", state.dice), ("due", state.due), ("owed", state.owed)):
        if values:
            yield f"{name}: {' '.join(map(str, values))}"
    if state.reward:
        yield "reward: yes"
    if state.rolling and state.rolling != ruleset.seats:
        yield f"rolling: {' '.join(state.rolling)}"
    for seat, player in state.players.items():
        yellow = f", {player.yellow} yellow" if player.yellow else ""
        yield f"{seat}: {count_noun(player.tray, 'marble')}{yellow}"


def _token(ruleset: Ruleset, state: State, square: str) -> str:
    seat, home = state.pac_on(square), ruleset.board.home_of(square)
    ghosts = [ghost for ghost, there in state.ghosts.items() if there == square]
    numbers = "".join(ghost.removeprefix("ghost") for ghost in ghosts)
    pac = HOME_LETTERS[seat] if seat else HOME_LETTERS[home].lower() if home else ""
    marble = WHITE if square in state.white else YELLOW if square in state.yellow else ""
    if len(pac + numbers + marble) > 3 and len(ghosts) == len(state.ghosts):
        numbers = ALL_GHOSTS
    return pac + numbers + marble


# --- positions as text ----------------------------------------------------------------------------


def parse_position(ruleset: Ruleset, form: Form[State], written: object) -> State:
    """Return the state that a text or mapping describes; raise BadInput naming the wrong entry."""
    drawn: Entries = {}
    if isinstance(written, str):
        given, lines = split_headers(numbered(written, POSITION_FORMAT.what), POSITION_FORMAT)
        drawn = _parse_drawing(ruleset, read(lines, POSITION_FORMAT)) if lines else {}
    else:
        given = dict(mapping("the position", written))
        if "players" in given:
            return form.read(POSITION, given)
    for name in given:
        if name not in ENTRIES or (name in SEATS and name not in ruleset.seats):
            known = [each for each in ENTRIES if each not in SEATS or each in ruleset.seats]
            raise invalid("an entry of the position", name, "one of " + ", ".join(known))
    return form.read(POSITION, _complete(ruleset, form, _with_drawing(given, drawn), drawn))


def _with_drawing(given: Mapping[str, Any], drawn: Entries) -> Mapping[str, Any]:
    """Return the entries that are given and drawn; raise BadInput for one that is both."""
    for name in DRAWN if drawn else ():
        if name in given:
            expected = f"no such entry, for the drawing has the {DRAWN[name]}"
            raise invalid(name, given[name], expected)
    return {**given, **{name: drawn[name] for name in DRAWN if drawn}}


def _parse_drawing(ruleset: Ruleset, drawn: AsciiMap) -> Entries:
    """Return where everything is, by a drawing whose barriers must be the board's."""
    _check_board(ruleset, drawn)
    found: Entries = {"white": [], "rings": [], "ghosts": {}}
    for square in drawn.squares():
        token = drawn.tokens[square]
        if token[-1:] in (WHITE, YELLOW):
            found["white" if token[-1] == WHITE else "rings"].append(square)
        for letter in token.rstrip(WHITE + YELLOW):
            _add_piece(ruleset, drawn, square, letter, found)
    for seat in ruleset.seats:
        if seat not in found:
            letter = HOME_LETTERS[seat]
            raise BadInput(f"the position's drawing has no {letter}; expected one, {seat}'s")
    for ghost in ruleset.ghosts:
        if ghost not in found["ghosts"]:
            number = ghost.removeprefix("ghost")
            raise BadInput(f"the position's drawing has no {number}; expected one, {ghost}")
    return found


def _add_piece(ruleset: Ruleset, drawn: AsciiMap, square: str, letter: str, found: Entries) -> None:
    """Add the piece of a letter to the entries that were found."""
    where = f"{square} (line {drawn.rows[int(square[1:])]} of the position)"
    ghosts = found["ghosts"]
    if letter.islower():
        home = HOME_LETTERS.get(ruleset.board.home_of(square) or "", "").lower()
        if letter != home:
            raise invalid(where, letter, f"{home}, this home" if home else "no home")
    elif letter == ALL_GHOSTS:
        ghosts.update(dict.fromkeys(ruleset.ghosts, square))
    elif letter.isdecimal():
        ghost = f"ghost{letter}"
        if ghost in ghosts:
            raise invalid(where, letter, f"each ghost once, and it is on {ghosts[ghost]}")
        ghosts[ghost] = square
    else:
        seat = next(seat for seat, each in HOME_LETTERS.items() if each == letter)
        if seat in found or seat not in ruleset.seats:
            expected = f"once, and it is on {found[seat]}" if seat in found else "Pac-Men in play"
            raise invalid(where, letter, expected)
        found[seat] = square


def _check_board(ruleset: Ruleset, drawn: AsciiMap) -> None:
    """Raise BadInput unless a drawing has the spaces and barriers of the board in play."""
    board = ruleset.board
    squares = (*drawn.squares(),)
    for square in sorted({*squares} ^ {*board.squares}):
        expected = "as the board has it" if square in squares else "the spaces of the board"
        raise invalid(f"{square} of the position", drawn.tokens.get(square, "missing"), expected)
    for square in board.squares:
        for heading in ("N", "E"):
            border, there = (square, heading), beyond(square, heading)
            if there in board.next_to and (border in drawn.walls) != (border in board.barriers):
                mark = "a barrier" if border in drawn.walls else "no barrier"
                expected = "what the board has there, for only pieces and marbles are drawn anew"
                raise invalid(f"between {square} and {there} the position", mark, expected)


def _complete(
    ruleset: Ruleset, form: Form[State], given: Mapping[str, Any], drawn: Entries
) -> Entries:
    """Return all entries: those given, and those that follow from them."""
    names = {*PLAIN, "ghosts"} & given.keys()
    plain = form.expand(POSITION, {name: given[name] for name in names})
    usual = {"turn": 1, "rolling": [], "phase": "roll"}
    entries: Entries = form.write(ruleset.initial_state()) | usual | plain
    entries["players"] = {
        seat: _complete_player(ruleset, seat, given, drawn) for seat in ruleset.seats
    }
    if entries["phase"] == "start":
        entries.update(turn=0, rolling=entries["rolling"] or list(ruleset.seats))
    if "phase" not in given and entries["dice"]:
        entries["phase"] = "move"
    if "due" not in given:
        entries["due"] = _due(entries)
    entries["white"] = _complete_holes(ruleset, "white", given, entries["players"])
    entries["yellow"] = _complete_holes(ruleset, "rings", given, entries["players"])
    if "rings" not in given:
        entries["yellow"] = _rings_not_held(ruleset, entries)
    _fill_trays(ruleset, entries)
    return entries


def _due(entries: Entries) -> list[str]:
    dice = entries["dice"]
    if isinstance(dice, list | tuple) and len(dice) == 1:
        raise BadInput("due is missing; expected, with one die, pac or ghost")
    return list(DUE) if isinstance(dice, list | tuple) and len(dice) == 2 else []


def _complete_player(
    ruleset: Ruleset, seat: str, given: Mapping[str, Any], drawn: Entries
) -> Entries:
    """Return a player from "c3, 20 marbles, 1 yellow", or from plain values; tray None if open."""
    entry: Entries = {"square": drawn.get(seat, ruleset.home(seat)), "tray": None, "yellow": 0}
    value = given.get(seat, "")
    if isinstance(value, Mapping):
        return {**entry, **value}
    if not isinstance(value, str):
        raise invalid(seat, value, "a space and marbles, such as 'c3, 20 marbles, 1 yellow'")
    for part in filter(None, (each.strip() for each in value.split(","))):
        number = re.fullmatch(r"([0-9]{1,4}) (marbles?|yellow)", part)
        if number:
            entry["yellow" if number[2] == "yellow" else "tray"] = int(number[1])
        elif drawn or " " in part:
            expected = "marbles" if drawn else "a space and marbles"
            marbles = "20 marbles, 1 yellow" if drawn else "c3, 20 marbles, 1 yellow"
            raise invalid(seat, part, f"{expected}, such as '{marbles}'")
        else:
            entry["square"] = part
    return entry


def _complete_holes(ruleset: Ruleset, name: str, given: Mapping[str, Any], players: Entries) -> Any:
    """Return the holes with a marble, from "all", "none", "all but a2 a3", "a2 a3", or a list."""
    every = sorted(ruleset.board.white if name == "white" else ruleset.board.ringed)
    value = given.get(name, "all")
    if not isinstance(value, str):
        return value
    words = value.replace(",", " ").split()
    if words[:2] == ["all", "but"]:
        for word in words[2:]:
            if word not in every:
                raise invalid(f"a hole of {name}", word, "one that can have such a marble")
        return [square for square in every if square not in words[2:]]
    if words == ["all"]:
        taken = [player["square"] for player in players.values()]
        return [square for square in every if square not in taken]
    return [] if words == ["none"] else words


def _rings_not_held(ruleset: Ruleset, entries: Entries) -> Any:
    """Return the ringed holes with a marble: the first are empty where players hold some."""
    holes = entries["yellow"]
    held = [player["yellow"] for player in entries["players"].values()]
    owed = len(entries["owed"]) if isinstance(entries["owed"], list | tuple) else 0
    if not all(type(each) is int for each in held):
        return holes
    return holes[max(0, sum(held) + owed - (len(ruleset.board.ringed) - len(holes))) :]


def _fill_trays(ruleset: Ruleset, entries: Entries) -> None:
    """Share the marbles that are in no tray among the trays that are missing."""
    players = entries["players"].values()
    missing = [player for player in players if player.get("tray") is None]
    written = [player["tray"] for player in players if type(player.get("tray")) is int]
    on_board = len(entries["white"]) if isinstance(entries["white"], list | tuple) else 0
    left = max(0, len(ruleset.board.white) - on_board - sum(written))
    for number, player in enumerate(missing):
        player["tray"] = left // len(missing) + (number < left % len(missing))
