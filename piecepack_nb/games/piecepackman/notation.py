"""Moves and positions as text, and states as JSON.

A position lists what is on the board; the ghosts are at home unless it says otherwise::

    piecepackman: d4 N
    ghosts: suns f5 3 cubes, moons e6 immune
    cubes: suns a2 b3, crowns c4
    coins: arms 5
    stash: suns 2
    hunger: 2

A mapping with the same entries is read too; each entry may be text like the above or plain values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.piecepack import FACES, SUITS, face_of, suit_of
from piecepack_nb.core.validate import flag, mapping, one_of, sequence
from piecepack_nb.games.piecepackman.powers import power_walks
from piecepack_nb.games.piecepackman.rules import POWERS
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.runs import arrival, best_run, his_runs
from piecepack_nb.games.piecepackman.state import (
    HIS_PHASES,
    PHASES,
    Adjust,
    Agree,
    Coin,
    Deed,
    Drop,
    Ghost,
    Gift,
    Loot,
    Move,
    Objective,
    Order,
    PowerWalk,
    Run,
    SetUp,
    State,
    Walk,
)
from piecepack_nb.games.piecepackman.walks import best_walk, choices, ghost_moves, legal_walks
from piecepack_nb.search import HEADINGS

SEPARATORS = re.compile(r"[\s,>–—→-]+")
"""Separators of the squares of a walk."""
VERBS = ("give", "take", "drop")
"""The deeds of a powered walk (PM-73)."""
HIS_NAMES = ("piecepackman", "him")
MOST_USES = 5
SQUARE = "a square of the maze, such as f4"
HEADING_WORDS = {name: heading for heading, name in HEADING_NAMES.items()}
MOST = 10**6  # no game has a turn number or count above this


# --- Moves as text -------------------------------------------------------------------------------


def parse_move(ruleset: Ruleset, state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """Parse a move, in any case, with spaces or commas; ``dice`` are those to roll now.

    Raises BadInput with the forms that fit the phase.
    """
    words = text.replace(",", " ").split()
    first = words[0].lower() if words else ""
    if first == "roll" and (dice or len(words) > 1):
        return Roll.read(text, dice)
    if dice and words and all(face_of(word) or word.isdecimal() for word in words):
        return Roll.read(f"roll {text}", dice)
    if first == "order":
        return Order(tuple(_parse_suit(word, text) for word in words[1:]))
    if first == "setup":
        return _parse_setup(text)
    if first == "agree" and len(words) == 1:
        return Agree()
    if first == "cube":
        return _parse_adjust(text)
    if first.endswith("!") and suit_of(first[:-1]):
        return _parse_powered(ruleset, state, text)
    if first in HIS_NAMES or (state.phase in HIS_PHASES and not suit_of(first)):
        return _parse_run(ruleset, state, text)
    path = _split(text.lower())
    if path and suit_of(path[0]) and len(path) > 1:
        return _parse_walk(ruleset, state, _parse_suit(path[0], text), path[1:])
    if state.phase == "ghosts" and path and path[0] in ruleset.maze.exits:
        suit = state.ghost_on(path[0]) if ruleset.against else state.to_move[0]
        if suit is not None or len(state.to_move) == 1:
            return _parse_walk(ruleset, state, suit or state.to_move[0], path)
    raise invalid("the move", text, _move_forms(ruleset, state, dice))


def _move_forms(ruleset: Ruleset, state: State, dice: Sequence[Die]) -> str:
    """Return how to write the next move, with an example that is legal."""
    match state.phase:
        case "setup":
            return "'setup suns a2 b3 …; moons …; coins suns 5 …'"
        case "order":
            return f"'{Order(state.to_move)}', in the order that you agree on"
        case "adjust":
            return f"'agree', or a cube and its new square: 'cube {next(iter(state.cubes))}-…'"
        case "move" | "bonus move":
            run = Run(*his_runs(ruleset, state)[-1])
            return f"'piecepackman {run.path[-1]}', or his whole path and heading: '{run}'"
        case "ghosts":
            moves = ghost_moves(ruleset, state)
            plain = [move for move in moves if isinstance(move, Walk) and len(move.path) > 1]
            if not plain:
                return f"'{moves[0]}', or with its power: '{moves[-1]}'"
            suit = plain[0].suit
            walk = best_walk(ruleset, state, suit, legal_walks(ruleset, state, suit)[-1][-1])
            return f"'{suit} {walk.path[-1]}', or its whole path: '{walk}'"
        case "over":
            return "none, as the level is over"
    return f"{example(dice)!r}, the faces of the dice ({', '.join(die.name for die in dice)})"


def _parse_suit(word: str, text: str) -> str:
    suit = suit_of(word)
    if suit is None:
        raise BadInput(
            f"in {shorten(text)!r}, {shorten(word)!r} is no suit; expected {', '.join(SUITS)}"
        )
    return suit


def _split(text: str) -> tuple[str, ...]:
    """Return the squares, or words, of a text."""
    return tuple(filter(None, SEPARATORS.split(text.strip())))


def _check_squares(ruleset: Ruleset, path: tuple[str, ...]) -> None:
    for square in path:
        if square not in ruleset.maze.exits:
            raise invalid("the square", square, SQUARE)


def _parse_walk(ruleset: Ruleset, state: State, suit: str, path: tuple[str, ...]) -> Walk:
    """Parse a whole path, or only the square that it ends on (then the best walk there)."""
    _check_squares(ruleset, path)
    if len(path) > 1 or suit not in state.ghosts:
        return Walk(suit, path)
    if state.phase != "ghosts" or suit not in state.dice:
        return Walk(suit, (state.ghosts[suit].square, *path))
    return best_walk(ruleset, state, suit, path[0])


def _parse_adjust(text: str) -> Adjust:
    """Parse a cube moved before a race, such as "cube a2-b3" (PM-75)."""
    squares = _split(text.lower())[1:]
    if len(squares) != 2:
        raise invalid("the move", text, "a cube's square and its new one, such as 'cube a2-b3'")
    return Adjust(*squares)


def _parse_run(ruleset: Ruleset, state: State, text: str) -> Run:
    """Parse his move, such as "piecepackman f4-e4-d4 N", or the square to end on (PM-74).

    Without a heading he keeps the one that he arrives with.
    """
    words = _split(text)
    if words and words[0].lower() in HIS_NAMES:
        words = words[1:]
    heading = HEADING_WORDS.get(words[-1].lower(), words[-1].upper()) if words else ""
    path = _split(" ".join(words[:-1] if heading in HEADINGS else words).lower())
    if not path:
        raise invalid("the move", text, _move_forms(ruleset, state, ()))
    _check_squares(ruleset, path)
    if len(path) == 1 and path[0] != state.square:
        run = best_run(ruleset, state, path[0])
        return run._replace(heading=heading) if heading in HEADINGS else run
    if heading not in HEADINGS:
        heading = _arrival(ruleset, state, path)
    return Run(path, heading)


def _arrival(ruleset: Ruleset, state: State, path: tuple[str, ...]) -> str:
    """Return his heading at the end of a path; of one with an impossible step, his heading now."""
    try:
        return arrival(ruleset, state, path)
    except KeyError:
        return state.heading


def _parse_powered(ruleset: Ruleset, state: State, text: str) -> PowerWalk:
    """Parse a ghost's move with its power, such as "suns! f5-f6 give moons 2 suns" (PM-73)."""
    name, *words = text.split()
    suit = _parse_suit(name[:-1], text)
    verbs = [number for number, word in enumerate(words) if word.lower() in VERBS]
    start = verbs[0] if verbs else len(words)
    deed, rest = _parse_deed(words[start:], text) if verbs else (None, [])
    path = _split(" ".join([*words[:start], *rest]).lower())
    _check_squares(ruleset, path)
    if isinstance(deed, Gift) and rest:
        deed = deed._replace(first=True)
    if len(path) == 1 and state.phase == "ghosts" and suit in state.ghosts:
        path = _powered_path(ruleset, state, suit, path[0], deed)
    return PowerWalk(suit, path, deed)


def _powered_path(
    ruleset: Ruleset, state: State, suit: str, square: str, deed: Deed | None
) -> tuple[str, ...]:
    """Return the shortest powered path to a square with this deed; straight there if none is."""
    here = state.ghosts[suit].square
    if suit not in state.dice:
        return (here, square)
    plain = legal_walks(ruleset, state, suit)
    found = [
        walk.path
        for walk in power_walks(ruleset, state, suit, plain)
        if walk.path[-1] == square and walk.deed == deed
    ]
    return min(found, key=len, default=(here, square))


def _parse_deed(words: list[str], text: str) -> tuple[Deed, list[str]]:
    """Parse a deed (PM-73d, g, m); return it with the words that follow it."""
    verb, *rest = words
    if verb.lower() == "take" and rest:
        return Loot(_parse_suit(rest[0], text)), rest[1:]
    if verb.lower() == "drop" and len(rest) > 1:
        return Drop(_parse_suit(rest[0], text), rest[1].lower()), rest[2:]
    if verb.lower() == "give" and rest:
        cubes, after = {}, rest[1:]
        while len(after) > 1 and after[0].isdecimal() and after[0].isascii():
            cubes[_parse_suit(after[1], text)] = int(after[0][:9])
            after = after[2:]
        return Gift(_parse_suit(rest[0], text), FrozenDict(cubes)), after
    forms = "'give moons 2 suns', 'take moons' or 'drop suns a2' as the deed"
    raise invalid("the move", text, forms)


def _parse_setup(text: str) -> SetUp:
    """Parse a set-up, as ``str(SetUp)`` writes it."""
    cubes: dict[str, str] = {}
    coins: dict[str, str] = {}
    powers: dict[str, str] = {}
    for part in text[len("setup") :].split(";"):
        name, *rest = part.split() or ("",)
        if name == "coins":
            coins = _parse_coins(rest, text)
            continue
        if name == "powers" and len(rest) % 2 == 0:
            powers = {
                _parse_suit(each, text): power
                for each, power in zip(rest[::2], rest[1::2], strict=True)
            }
            continue
        suit = _parse_suit(name, text)
        for square in rest:
            if square in cubes:
                raise BadInput(f"the set-up puts two cubes on {square[:20]}; expected one a square")
            cubes[square] = suit
    return SetUp(FrozenDict(sorted(cubes.items())), FrozenDict(coins), FrozenDict(powers))


def _parse_coins(words: list[str], text: str) -> dict[str, str]:
    if len(words) % 2:
        raise invalid("the coins", " ".join(words), "a suit and a face for each coin")
    found = {}
    for name, face in zip(words[::2], words[1::2], strict=True):
        found[_parse_suit(name, text)] = _parse_face(face)
    return {suit: found[suit] for suit in SUITS if suit in found}


# --- Positions -----------------------------------------------------------------------------------


def position_form(ruleset: Ruleset) -> Form[State]:
    """Return the form of a state: what each entry may be, and how it is written by hand."""
    count = forms.whole(0, MOST).by_text(_parse_plain)
    him = {"square": forms.word(ruleset.his_grid.squares, SQUARE), "heading": forms.word(HEADINGS)}
    loose = forms.items(_coin_form(ruleset), 4, each="a coin of {what}").by_text(_parse_loose_coins)
    stash = forms.table(dict.fromkeys(SUITS, count), "a suit of the stash", every=True)
    suit, once = forms.word(ruleset.suits), "each ghost once"
    suits = forms.items(suit, 4, each="a ghost in {what}", once=once).by_text(_parse_order)
    form = forms.entries(
        phase=Form(partial(_read_phase, ruleset)).by_text(_parse_plain),
        turn=count,
        piecepackman=forms.entries(**him).by_text(_parse_him),
        extra_lives=forms.whole(-1, MOST).by_text(_parse_plain),
        ghosts=_ghosts_form(ruleset),
        cubes=_cubes_form(ruleset),
        coins=_coins_form(ruleset),
        stash=stash.filled(dict.fromkeys(SUITS, 0)).by_text(partial(_by_suit, "stash", str)),
        points=count,
        objective=forms.optional(_objective_form()).by_text(_parse_objective),
        hunger=forms.optional(count),
        taken=loose,
        discarded=loose,
        dice=Form(_read_dice, dict).by_text(partial(_by_suit, "dice", _parse_face)),
        order=suits,
        to_move=suits,
        adjusts=forms.whole(0, ruleset.rules.adjust_cubes).by_text(_parse_plain).unless(0),
    )

    def read(what: str, value: object) -> State:
        given = form.read(what, value)
        return State(**given.pop("piecepackman"), **given)

    def write(state: State) -> Any:
        him = {"square": state.square, "heading": state.heading}
        return form.write({**state._asdict(), "piecepackman": him})

    checks = (_check_pieces, _check_counts, _check_phase)
    return Form(read, write, form.expand).checked(*(partial(each, ruleset) for each in checks))


def parse_position(ruleset: Ruleset, form: Form[State], written: object) -> State:
    """Parse a position from lines or a mapping; raise BadInput naming the entry that is wrong."""
    given = _split_lines(written) if isinstance(written, str) else written
    if not isinstance(given, Mapping):
        raise invalid(POSITION, written, "lines such as 'piecepackman: d4 N', or a mapping")
    adjusts = ruleset.rules.adjust_cubes if given.get("phase") == "adjust" else 0
    usual = form.write(ruleset.initial_state()) | {"phase": "roll", "turn": 1, "adjusts": adjusts}
    entries = _complete(ruleset, usual | form.expand(POSITION, given), given)
    return form.read(POSITION, entries)


def _split_lines(text: str) -> dict[str, str]:
    """Return the entries of a text, a line each."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, colon, value = line.partition(":")
        if not colon or name.strip() in found:
            form = "an entry such as 'piecepackman: d4 N', each once"
            raise invalid(f"line {number} of the position", line.strip(), form)
        found[name.strip()] = value.strip()
    return found


def _complete(
    ruleset: Ruleset, entries: dict[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Add the entries that follow from the phase and aren't given."""
    if "to_move" not in given and entries["phase"] in ("order", "dice", "ghosts"):
        awake = [suit for suit in ruleset.suits if not _waits(entries["ghosts"], suit)]
        entries["to_move"] = entries["order"] or awake
    if "order" not in given and entries["phase"] in ("dice", "ghosts"):
        entries["order"] = entries["to_move"]
    if entries["phase"] == "bonus" and "hunger" not in given:
        entries["hunger"] = 0
    return entries


def _waits(ghosts: Mapping[str, Any], suit: str) -> bool:
    ghost = ghosts.get(suit)
    return isinstance(ghost, Mapping) and bool(ghost.get("waits"))


# --- The entries of a position -------------------------------------------------------------------


def _read_phase(ruleset: Ruleset, _what: str, value: object) -> str:
    """Return a phase of this game; another mode, and powers, have others (PM-73 to PM-75)."""
    if value in PHASES and value not in ruleset.phases:
        rules, phases = ruleset.rules, ", ".join(ruleset.phases)
        raise BadInput(
            f"phase is {value!r}, which is no phase where mode is {rules.mode!r} and powers is "
            f"{rules.powers!r}; expected {phases}: change these rules in phase 'roll'"
        )
    return one_of("phase", value, ruleset.phases)


def _parse_him(value: str) -> dict[str, str]:
    words = value.split()
    if len(words) != 2:
        raise invalid("piecepackman", value, "a square and a heading, such as d4 N")
    return {"square": words[0], "heading": HEADING_WORDS.get(words[1].lower(), words[1].upper())}


def _ghosts_form(ruleset: Ruleset) -> Form[Any]:
    """Return the form of the ghosts; those that aren't written by hand are at home."""
    ghosts = {suit: _ghost_form(ruleset, suit) for suit in ruleset.suits}
    form = forms.table(ghosts, "a ghost", every=True)
    home = form.write(ruleset.initial_state().ghosts)
    return form.filled(home).by_text(partial(_by_suit, "ghosts", str))


def _ghost_form(ruleset: Ruleset, suit: str) -> Form[Ghost]:
    """Return the form of a ghost, which leaves out what only powers bring (PM-73)."""
    held = dict.fromkeys(SUITS, forms.whole(1, MOST))
    others = {each: form for each, form in held.items() if each != suit}
    more: dict[str, Form[Any]] = {
        "others": forms.table(others, "a suit of {what}").unless(FrozenDict()),
        "banked": forms.table(held, "a suit of {what}").unless(FrozenDict()),
        "power": forms.word(("", *POWERS)).unless("", missing=ruleset.powers.get(suit, "")),
        "uses": forms.whole(0, MOST_USES).unless(0),
    }
    if ruleset.rules.powers == "none":
        more = {name: _nothing(each.usual).unless(each.usual) for name, each in more.items()}
    form = forms.record(
        Ghost,
        square=forms.word(ruleset.maze.squares, SQUARE),
        cubes=forms.whole(0, MOST),
        waits=forms.whole(0, ruleset.rules.eaten_waits),
        immune=forms.FLAG,
        **more,
    )
    home = form.write(ruleset.initial_state().ghosts[suit])
    return form.filled(home).by_text(_parse_ghost)


def _nothing(usual: Any) -> Form[Any]:
    """Return the form of an entry that must be empty in a game without powers (PM-73)."""

    def read(what: str, value: object) -> Any:
        if value:
            raise invalid(what, value, "nothing in a game without powers")
        return usual

    return Form(read)


def _parse_ghost(value: str) -> dict[str, Any]:
    """Parse a ghost from "f5", "f5 3 cubes", "f5 immune" or "waits 1".

    With powers, "drop", "uses 2", "2 moons" and "banked 3 suns" are parsed too (PM-73).
    """
    ghost: dict[str, Any] = {}
    words, squares = value.split(), []
    for number, word in enumerate(words):
        before = words[number - 1] if number else ""
        if word in ("cubes", "cube", "uses", "banked"):
            continue
        if word == "immune":
            ghost["immune"] = True
        elif word == "waits":
            ghost["waits"] = 1
        elif word in POWERS:
            ghost["power"] = word
        elif suit_of(word) and before.isdecimal():
            banked = words[number - 2] == "banked" if number > 1 else False
            name = "banked" if banked else "others"
            ghost[name] = {**ghost.get(name, {}), suit_of(word): int(before[:9])}
        elif word.isdecimal() and word.isascii():
            if number + 1 < len(words) and suit_of(words[number + 1]):
                continue
            ghost[before if before in ("waits", "uses") else "cubes"] = int(word[:9])
        else:
            squares.append(word)
    return {**ghost, "square": " ".join(squares)} if squares else ghost


def _cubes_form(ruleset: Ruleset) -> Form[Any]:
    """Return the form of the cubes by square; by hand, the squares by suit."""
    squares = dict.fromkeys(ruleset.his_grid.squares, forms.word(SUITS))
    form = forms.table(squares, "a cube's square", SQUARE, sort=True)
    return form.by_hand(_cubes_by_square).by_text(_parse_cubes)


def _parse_cubes(value: str) -> dict[str, list[str]]:
    by_suit: dict[str, list[str]] = {}
    for suit, *squares in _split_parts(value):
        by_suit.setdefault(suit, []).extend(squares)
    return by_suit


def _cubes_by_square(what: str, value: Any) -> Any:
    """Return the suit of the cube on each square, from squares such as "a2 b3" or a list."""
    if not isinstance(value, Mapping) or not value.keys() <= set(SUITS):
        return value
    found: dict[str, str] = {}
    for suit, each in value.items():
        squares = each.split() if isinstance(each, str) else each
        if not isinstance(squares, list | tuple) or not all(isinstance(s, str) for s in squares):
            raise invalid(f"{what}.{suit}", each, "squares such as 'a2 b3', or a list of them")
        for square in squares:
            if square in found:
                raise BadInput(f"cubes has two on {shorten(square)}; expected one a square (PM-2)")
            found[square] = suit
    return found


def _coin_form(ruleset: Ruleset) -> Form[Coin]:
    def read(what: str, value: object) -> Coin:
        suit, face = _pair(what, value, "a suit and a face")
        suit = one_of(f"{what}'s suit", suit, SUITS)
        return Coin(suit, one_of(f"{what}'s face", face, ruleset.coin_faces(suit)))

    return Form(read, list)


def _coins_form(ruleset: Ruleset) -> Form[Any]:
    """Return the form of the coins by square; by hand, the faces by suit."""
    squares, coin = ruleset.maze.coins, _coin_form(ruleset)

    def read(what: str, value: object) -> FrozenDict[str, Coin]:
        coins = {}
        for square, pair in sorted(mapping(what, value).items()):
            found = coin.read(f"coins.{shorten(square)[:9]}", pair)
            if squares[found.suit] != square:
                where = f"{squares[found.suit]}, where this maze has it"
                raise invalid(f"the square of the {found.suit} power coin", square, where)
            coins[square] = found
        return FrozenDict(coins)

    def write(coins: Mapping[str, Coin]) -> dict[str, Any]:
        return {square: list(each) for square, each in sorted(coins.items())}

    def expand(_what: str, value: Any) -> Any:
        if not isinstance(value, Mapping) or not value.keys() <= set(SUITS):
            return value
        return {squares[suit]: [suit, face_of(str(face)) or face] for suit, face in value.items()}

    return Form(read, write, expand).by_text(partial(_by_suit, "coins", str))


def _parse_loose_coins(value: str) -> list[list[str]]:
    return [[suit, _parse_face(" ".join(words))] for suit, *words in _split_parts(value)]


def _objective_form() -> Form[Objective]:
    def read(what: str, value: object) -> Objective:
        suit, coin = _pair(what, value, "a suit, and whether it is the power coin")
        return Objective(one_of("objective's suit", suit, SUITS), flag("objective's coin", coin))

    return Form(read, list)


def _parse_objective(value: str) -> list[Any] | None:
    words = value.split()
    if words in ([], ["none"]):
        return None
    return [suit_of(words[0]) or words[0], words[1:] == ["coin"]]


def _read_dice(what: str, value: object) -> FrozenDict[str, str]:
    dice = mapping(what, value)
    tie = dice.get("tie")
    if tie is not None and sorted(str(tie).split("-")) != sorted(SUITS):
        raise invalid("dice.tie", tie, "-".join(SUITS) + ", in any order")
    return FrozenDict(
        (one_of("a die", die, (*SUITS, "tie")),
         face if die == "tie" else one_of(f"dice.{die}", face, FACES))
        for die, face in dice.items()
    )  # fmt: skip


def _parse_order(value: str) -> list[str]:
    return [suit_of(word) or word for word in value.replace(",", " ").split()]


def _parse_plain(value: str) -> int | str | None:
    """Parse a number, a word, or "none"."""
    if value.lstrip("-").isdecimal() and value.isascii():
        return int(value[:20])
    return None if value in ("none", "") else value


def _split_parts(value: str) -> list[list[str]]:
    """Return the comma-separated parts of an entry, each as words, with the suit spelt out."""
    parts = [part.split() for part in value.split(",") if part.split()]
    return [[suit_of(part[0]) or part[0], *part[1:]] for part in parts]


def _by_suit(what: str, parse: Callable[[str], Any], value: str) -> dict[str, Any]:
    """Return the value after each suit of an entry; raise BadInput for a suit named twice."""
    found: dict[str, Any] = {}
    for suit, *words in _split_parts(value):
        if suit in found:
            raise BadInput(f"{what} names {suit} twice; expected each suit once")
        found[suit] = parse(" ".join(words))
    return found


def _pair(what: str, value: object, expected: str) -> list[Any]:
    found = sequence(what, value, 2)
    if len(found) != 2:
        raise invalid(what, value, expected)
    return found


def _parse_face(word: str) -> str:
    return face_of(word) or word


# --- Consistency ---------------------------------------------------------------------------------


def _check_pieces(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput for two pieces on a square, or one where the rules never put it."""
    taken = {state.square: "Piecepackman"}
    over = state.phase == "over"
    passing = over and any(ghost.power == "pass" for ghost in state.ghosts.values())  # PM-73j
    for suit, ghost in state.ghosts.items():
        other = taken.get(ghost.square)
        if other and (other == "Piecepackman" or not passing):
            raise BadInput(
                f"ghosts.{suit}.square is {ghost.square}, where {other} is; "
                "expected a square for each (PM-33)"
            )
        taken[ghost.square] = f"the {suit} ghost"
        if ghost.waits and ghost.square not in ruleset.house:
            raise invalid(f"ghosts.{suit}.waits", ghost.waits, "0 outside the ghost house (PM-38)")
        if ghost.immune and not state.hungry:
            raise invalid(f"ghosts.{suit}.immune", True, "False outside Ghost Hunger (PM-67)")
    for square in state.cubes:
        under_him = square == state.square and not over
        if under_him or square in state.coins:
            on = "Piecepackman" if under_him else "a power coin"
            raise BadInput(f"cubes.{square} is under {on}; expected a free square (PM-2, PM-18)")
    if state.square in state.coins:
        raise BadInput(
            f"coins.{state.square} is under Piecepackman; expected no coin there, as he took it "
            "(PM-18)"
        )


def _check_counts(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput for more cubes or coins of a suit than a set has (PM-2, PM-4)."""
    each = ruleset.rules.cubes_per_suit
    on_board = list(state.cubes.values())
    wild = ruleset.wild
    spare = each - on_board.count(wild) if wild else 0  # wild cubes that count as others now
    for suit in SUITS:
        held = state.ghosts[suit].cubes if suit in state.ghosts else 0
        held += sum(g.others.get(suit, 0) + g.banked.get(suit, 0) for g in state.ghosts.values())
        total = on_board.count(suit) + held + state.stash[suit]
        most = each + (spare if suit != wild else 0)
        if total > most:
            what = f"the number of {suit} cubes, on the board, with the ghost and in his stash,"
            raise invalid(what, total, f"at most {most} (PM-2)")
    if wild and state.stash[wild]:
        raise invalid(f"stash.{wild}", state.stash[wild], "0: wild cubes count as others (PM-70)")
    everything = len(on_board) + sum(ghost.total for ghost in state.ghosts.values())
    everything += sum(state.stash.values())
    if everything > each * len(SUITS):
        raise invalid("the number of all cubes", everything, f"at most {each * len(SUITS)} (PM-2)")
    suits = [coin.suit for coin in (*state.coins.values(), *state.taken, *state.discarded)]
    for suit in suits:
        if suits.count(suit) > 1:
            raise invalid(f"the number of {suit} power coins", suits.count(suit), "one (PM-4)")


def _check_phase(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput for a phase that doesn't fit the pieces."""
    if state.phase == "setup":
        if state != ruleset.initial_state():
            raise invalid("phase", "setup", "another phase, as something was moved already")
        return
    won = [suit for suit in ruleset.suits if ruleset.race and ruleset.has_all_cubes(state, suit)]
    over = not (state.cubes or state.coins) or state.extra_lives < 0
    if won and state.phase != "over":
        raise invalid("phase", state.phase, f"'over': {won[0]} has all its cubes (PM-75)")
    if over != (state.phase == "over") and not won:
        phases = "'over': nothing is left on the board, or no life" if over else "not yet 'over'"
        raise invalid("phase", state.phase, f"{phases} (PM-68)")
    _check_mode(ruleset, state)
    bonus = state.phase in ("bonus", "bonus move")
    pending = ruleset.race and state.phase in ("dice", "ghosts")  # by a ghost (PM-75)
    if bool(state.taken) != bonus and state.phase != "over" and not pending:
        raise invalid("taken", list(state.taken), "coins in phase 'bonus', and only there (PM-60)")
    if bonus and not state.hungry:
        raise invalid("hunger", None, "a number in phase 'bonus' (PM-60)")
    least = {"order": 2, "dice": 1, "ghosts": 1}.get(state.phase)
    if least is not None:
        _check_ghosts_phase(ruleset, state, least)
    elif state.to_move and state.phase != "over":
        raise invalid("to_move", list(state.to_move), f"nobody in phase {state.phase!r}")


def _check_mode(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput for an entry that doesn't fit the mode, or powers (PM-73 to PM-75)."""
    if (state.phase == "adjust") != bool(state.adjusts):
        raise invalid("adjusts", state.adjusts, "a number in phase 'adjust', and 0 elsewhere")
    if state.phase in HIS_PHASES and not his_runs(ruleset, state):
        raise invalid("points", state.points, "points for Piecepackman's move")
    if ruleset.rules.powers != "none" and state.phase in ("adjust", "uses"):
        for suit, ghost in state.ghosts.items():
            if not ghost.power:
                raise invalid(f"ghosts.{suit}.power", "", "a power: its uses are rolled (PM-73)")


def _check_ghosts_phase(ruleset: Ruleset, state: State, least: int) -> None:
    if len(state.to_move) < least:
        what = f"at least {least} ghosts in phase {state.phase!r}"
        raise invalid("to_move", list(state.to_move), what)
    if state.phase == "ghosts":
        suit = state.to_move[0]
        for each in ruleset.movable(state):
            if each not in state.dice:
                raise invalid(f"dice.{each}", None, f"a face, as the {each} ghost moves next")
        if not choices(ruleset, state):
            where = state.ghosts[suit].square
            raise invalid("to_move", list(state.to_move), f"a ghost that can step from {where}")
