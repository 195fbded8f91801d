"""Remedies and rule cards: rules that a class gets in one line, each an option of the game.

A remedy is for a game that favours who begins or who leads:

    pie = ready.pie_rule()          # the second player may take over what the first has made
    komi = ready.komi(3)            # the last seat begins with 3 points
    extra = ready.extra_move()      # the last seat moves twice in its first turn
    handicap = ready.handicap(2, "suns")
    help = ready.catch_up(4)        # who is 4 points behind moves again, once a turn

A rule card changes one rule of any class, once it is switched on in the panel *Rules*:

    lose = ready.lose_card()        # who would win loses
    draws = ready.draws_card()      # a draw is a win for the last seat
    fall = ready.fall_card()        # pieces fall to the lowest empty place of their file
    closed = ready.closed_card("b2")  # nobody uses this place

Each is an option of the game, so that ``pp.difference(game, pie=False)`` measures it, and brings
its clause into the rulebook. The class that is played is made from the student's: its functions are
called as they are, and the remedy comes before or after them.

Vocabulary
    remedy   a declared option with what it adds to the game
    second   the seat that a remedy helps, by default the last one of the class
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, field
from functools import cache, wraps
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.rules import option
from piecepack_nb.design.hooks import codes_of
from piecepack_nb.design.moves import one_of
from piecepack_nb.design.piles import OWNER
from piecepack_nb.design.table import Over, Table

MOST = 99
MORE_MOVES, BARRED = ("extra_move", "handicap", "catch_up"), ("closed_card", "fall_card")
ENDS = "lose_card", "draws_card"
"""The kinds that let a seat move again, that forbid moves, and that change the end."""
PIE = "pie"
"""The phase in which the second seat decides."""

TEXTS = {
    "pie_rule": (
        "Pie rule",
        "After the first turn the next player may swap sides with the first instead of moving.",
    ),
    "komi": ("Komi", "The last seat begins with some points, as it moves last."),
    "extra_move": ("Extra move", "The last seat makes more than one move in its first turn."),
    "handicap": ("Handicap", "One seat makes more than one move in its first turn."),
    "catch_up": ("Catching up", "Who is far behind after their move makes another, once a turn."),
    "lose_card": ("Winners lose", "Card: who would win loses."),
    "draws_card": ("Draws win", "Card: a draw is a win for the last seat."),
    "fall_card": ("Falling", "Card: pieces fall to the lowest empty place of their file."),
    "closed_card": ("Closed", "Card: nobody uses one of the places."),
}
"""The title and text of each remedy's clause, by the name of its function."""


class Remedy(NamedTuple):
    """The parts that an option adds to its class."""

    kind: str
    seat: str = ""
    """The seat that it helps; "" for the last one."""
    mirror: Callable[[str], str] | None = None
    place: str = ""
    """The place that a card closes."""


def pie_rule(mirror: Callable[[str], str] | None = None) -> Any:
    """Declare the pie rule: after the first turn, the next player may swap instead of moving.

    All pieces, points and notes by seat change sides. ``mirror`` returns where a piece then stands,
    for a game whose sides have other goals: in Hex, ``lambda place: …`` swaps file and rank. Raises
    BadInput for a ``mirror`` that is no function.
    """
    if mirror is not None and not callable(mirror):
        raise invalid("mirror", mirror, "a function of a place that returns a place")
    help = "Whether the second player may swap sides after the first turn."
    return _remedy(Remedy(PIE + "_rule", mirror=mirror), option(True, help))


def komi(points: int = 3, seat: str = "") -> Any:
    """Declare points that a seat begins with, by default the last one."""
    help = "How many points the last seat begins with." if not seat else (
        f"How many points {seat} begins with.")  # fmt: skip
    return _remedy(Remedy("komi", seat), option(points, help, low=0, high=MOST))


def extra_move(moves: int = 2, seat: str = "") -> Any:
    """Declare how many moves a seat makes in its first turn, by default the last one."""
    help = f"How many moves {seat or 'the last seat'} makes in its first turn."
    return _remedy(Remedy("extra_move", seat), option(moves, help, low=1, high=MOST))


def handicap(moves: int, seat: str) -> Any:
    """Declare how many moves a seat makes in its first turn, to help who plays it."""
    help = f"How many moves {seat} makes in its first turn."
    return _remedy(Remedy("handicap", seat), option(moves, help, low=1, high=MOST))


def catch_up(behind: int = 3) -> Any:
    """Declare how many points behind a seat moves again, once a turn; 0 for never."""
    help = "How many points behind a seat makes another move; 0 for never."
    return _remedy(Remedy("catch_up"), option(behind, help, low=0, high=MOST))


def lose_card() -> Any:
    """Declare a rule card: who would win loses, in a game of two sides."""
    return _card(Remedy("lose_card"), "Who would win loses.")


def draws_card(seat: str = "") -> Any:
    """Declare a rule card: a draw is a win for a seat, by default the last one."""
    help = f"A draw is a win for {seat or 'the last seat'}."
    return _card(Remedy("draws_card", seat), help)


def fall_card() -> Any:
    """Declare a rule card: pieces fall to the lowest empty place of their file."""
    return _card(Remedy("fall_card"), "Pieces fall to the lowest empty place.")


def closed_card(place: str) -> Any:
    """Declare a rule card: nobody uses ``place``."""
    return _card(Remedy("closed_card", place=place), f"Nobody uses {place}.")


def _card(remedy: Remedy, help: str) -> Any:
    return _remedy(remedy, option(False, help, words=TEXTS[remedy.kind][0]))


def _remedy(remedy: Remedy, declared: Field[Any]) -> Any:
    """Return a declared option that carries a remedy."""
    declared.metadata["option"].refuse(declared.default)
    return field(default=declared.default, metadata={**declared.metadata, "remedy": remedy})


def remedies_of(cls: type[Any]) -> dict[str, Remedy]:
    """Return the remedies of a class by the names of their options."""
    found: dict[str, Remedy] = {}
    for each in reversed(cls.__mro__):
        for name, value in each.__dict__.items():
            found.pop(name, None)
            if isinstance(value, Field) and "remedy" in value.metadata:
                found[name] = value.metadata["remedy"]
    return found


@cache
def remedied(cls: type[Any]) -> type[Any]:
    """Return the class that is played: ``cls`` with what its remedies add, or itself.

    Raises BadInput for remedies that its kind of game can't have.
    """
    remedies = remedies_of(cls)
    if not remedies:
        return cls
    _check(cls, remedies)
    made: type[Any] = cls.with_parts(cls.__name__, _parts(cls, remedies))
    return made


def _check(cls: type[Any], remedies: Mapping[str, Remedy]) -> None:
    """Raise BadInput for remedies that a class can't have."""
    kinds = {remedy.kind: name for name, remedy in remedies.items()}
    if cls.secret or cls.together:
        raise BadInput(f"{next(iter(remedies))} is a remedy for turns; {cls.__name__} has none")
    hidden = cls.private or any(
        kind.each or kind.seen_by == OWNER for kind in cls.pile_kinds().values()
    )
    if "pie_rule" in kinds and hidden:
        raise BadInput(
            f"{kinds['pie_rule']}: what seats hold in secret or in piles of their own can't change "
            "sides; expected another remedy"
        )
    points = {"komi", "catch_up"} & {*kinds}
    if points and not any("score" in code.co_names for code in codes_of(cls)):
        name = kinds[min(points)]
        raise BadInput(f"{name} needs points; expected table.score in a function of {cls.__name__}")


def _parts(cls: type[Any], remedies: Mapping[str, Remedy]) -> dict[str, Any]:
    """Return the functions and parts that the remedies add to a class."""
    parts: dict[str, Any] = {}
    by_kind = {remedy.kind: (name, remedy) for name, remedy in remedies.items()}
    if "komi" in by_kind:
        parts["setup"] = _with_komi(cls, *by_kind["komi"])
    again = [by_kind[kind] for kind in MORE_MOVES if kind in by_kind]
    for hook in dir(cls) if again else ():
        if hook == "move" or hook.startswith("move_"):
            parts[hook] = _with_more_moves(getattr(cls, hook), again)
    barred = [by_kind[kind] for kind in BARRED if kind in by_kind]
    for hook in dir(cls) if barred else ():
        if hook == "why_not" or hook.startswith("why_not_"):
            parts[hook] = _with_cards(getattr(cls, hook), barred)
    if "pie_rule" in by_kind:
        parts |= _pie(cls, *by_kind["pie_rule"])
    return parts


def _last(table: Table, remedy: Remedy) -> str:
    """Return the seat that a remedy helps; raise BadInput for one that isn't there."""
    if remedy.seat and remedy.seat not in table.seats:
        raise invalid(f"the seat of {remedy.kind}", remedy.seat, f"one of {', '.join(table.seats)}")
    return remedy.seat or table.seats[-1]


def _say(table: Table, kind: str, text: str) -> None:
    """Say what a remedy does, under its clause."""
    table.say(f"{table._setting.clauses.of_ready[kind]} {text}")


def _with_komi(cls: type[Any], name: str, remedy: Remedy) -> Callable[..., None]:
    before = getattr(cls, "setup", None)

    def setup(self: Any, table: Table) -> None:
        if before:
            before(self, table)
        table.score[_last(table, remedy)] += getattr(self, name)

    return setup


def _with_more_moves(
    move: Callable[..., Any], remedies: list[tuple[str, Remedy]]
) -> Callable[..., Any]:
    """Return a function ``move`` after which the same seat may be due again."""

    @wraps(move)
    def made(self: Any, table: Table, *args: Any, **named: Any) -> Any:
        found = move(self, table, *args, **named)
        for name, remedy in remedies:
            if table._next is None and _again(table, remedy, getattr(self, name)):
                table.pass_to(table.seat)
                _say(table, remedy.kind, f"{table.seat} moves again.")
        return found

    return made


def _again(table: Table, remedy: Remedy, value: int) -> bool:
    """Return True if a remedy lets the seat that has moved do so again."""
    if remedy.kind == "catch_up":
        best = max(points for seat, points in table.score.items() if seat != table.seat)
        due = 0 < value <= best - table.score[table.seat]
        if not due or _note(table, "caught_up") == table.turn:
            return False
        table.caught_up = table.turn
        return True
    note = f"{remedy.kind}_made"
    done = _note(table, note) + 1
    if table.seat != _last(table, remedy) or done > value:
        return False
    setattr(table, note, done)
    return done < value


def _with_cards(why_not: Callable[..., Any], cards: list[tuple[str, Remedy]]) -> Callable[..., Any]:
    """Return a function ``why_not`` that also refuses what a card forbids."""

    @wraps(why_not)
    def made(self: Any, table: Table, *picks: Any) -> Any:
        found = why_not(self, table, *picks)
        on = [card for name, card in cards if getattr(self, name)]
        return found if found is not None or not on else _barred(table, on, picks)

    return made


def _barred(table: Table, on: list[Remedy], picks: Sequence[Any]) -> str | None:
    """Return why the cards that are on forbid a move; None if they don't."""
    places = [each for each in picks if each in table.places]
    clauses = table._setting.clauses.of_ready
    closed = [card.place for card in on if card.place]
    shut = next((place for place in places if place in closed), None)
    if shut:
        return f"{clauses['closed_card']} {shut} is closed"
    if not places or on[-1].kind != "fall_card":
        return None
    file = table.places.file_of(places[-1])
    lower = file[: file.index(places[-1])]
    below = next((each for each in lower if not table[each] and each not in closed), None)
    if below is None:
        return None
    return table.refuse(f"{clauses['fall_card']} a piece falls to {below}, which is empty", below)


def end_by_cards(design: Any, over: Over, seats: Sequence[str], clauses: Mapping[str, str]) -> Over:
    """Return the end of a game under the rule cards that are on."""
    cls: Any = type(design)
    on = {card.kind: card for name, card in _end_cards(cls).items() if getattr(design, name)}
    if over.winners and "lose_card" in on:
        rivals = tuple(seat for seat in seats if seat not in over.winners)
        return Over(rivals, clauses["lose_card"], f"{over.text.rstrip('.')}, which loses.")
    if not over.winners and "draws_card" in on:
        seat = on["draws_card"].seat or seats[-1]
        text = f"{over.text.rstrip('.')}, which {seat} wins."
        return Over((seat,), clauses["draws_card"], text)
    return over


@cache
def _end_cards(cls: Any) -> dict[str, Remedy]:
    """Return the cards of a class that change the end of a game: of most classes, none."""
    return {name: card for name, card in remedies_of(cls).items() if card.kind in ENDS}


def _note(table: Table, name: str) -> int:
    """Return a number that a remedy keeps on the table."""
    return int(getattr(table, name, 0))


def _pie(cls: type[Any], name: str, remedy: Remedy) -> dict[str, Any]:
    """Return what the pie rule adds: a phase of its own, before the second turn."""
    phases = tuple(cls.phases) or ("play",)
    before = getattr(cls, "begin", None)
    must_roll = getattr(cls, "must_roll", None)

    def begin(self: Any, table: Table) -> None:
        if before:
            before(self, table)
        if table.turn == 2 and getattr(self, name):
            table.before_pie = table.phase
            _set_phase(table, PIE)

    def move_pie(self: Any, table: Table, swap: str) -> None:
        _set_phase(table, table.before_pie)
        if swap == "swap":
            _swap(table, remedy)
            _say(table, "pie_rule", f"{table.seat} swaps sides.")
        else:
            _say(table, "pie_rule", f"{table.seat} doesn't swap.")
            table.pass_to(table.seat)

    parts: dict[str, Any] = {
        "phases": (*phases, PIE),
        "swap": one_of("swap", "stay"),
        "begin": begin,
        "move_pie": move_pie,
        "why_not_pie": lambda self, table, swap: None,
        "moves_pie": lambda self, table: ["swap", "stay"],
        "marks_pie": lambda self, table, picks: {},
        "prompt_pie": lambda self, table, picks: f"{table.seat}: swap sides, or stay?",
    }
    if cls.dice:
        parts["must_roll"] = lambda self, table: (
            table.phase != PIE and (must_roll(self, table) if must_roll else True)
        )
    return parts


def _set_phase(table: Any, phase: str) -> None:
    """Begin a phase, as a class does by ``table.phase = …``."""
    table.phase = phase


def _swap(table: Table, remedy: Remedy) -> None:
    """Let the first two players change sides: their pieces, points and notes by seat."""
    one, two = table.seat, next(seat for seat in table.seats if seat != table.seat)
    if len(table.playing) > 2:
        raise BadInput(f"the pie rule is for two seats; this game has {', '.join(table.seats)}")
    names = {one: two, two: one}
    pieces = {place: table[place] for place in table.places if table[place]}
    for place in pieces:
        table.take(place)
    for place, piece in pieces.items():
        to = remedy.mirror(place) if remedy.mirror else place
        if to not in table.places:
            raise invalid(f"the mirror of {place}", to, "a place of the board")
        table[to] = _renamed(piece, names)
    table.score[one], table.score[two] = table.score[two], table.score[one]
    for note, value in [*(table._notes or {}).items(), *table._state.notes.items()]:
        if isinstance(value, Mapping) and {one, two} <= {*value}:
            kept = getattr(table, note)
            kept[one], kept[two] = kept[two], kept[one]


def _renamed(piece: Any, names: Mapping[str, str]) -> Any:
    """Return a piece of the other side; a pile, piece by piece."""
    if isinstance(piece, list | tuple):
        return [_renamed(each, names) for each in piece]
    if not isinstance(piece, str):
        return piece
    return " ".join(names.get(word, word) for word in piece.split())
