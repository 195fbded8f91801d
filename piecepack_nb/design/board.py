"""A whole game in one class: what a student writes.

    @pp.register
    class TicTacToe(Board):
        places = Board.squares(3, 3)

        def why_not(self, table, place):
            return ready.on_empty(table, place)

        def move(self, table, place):
            table[place] = table.seat

        def winner(self, table):
            return ready.line_of(table, 3) or ready.full(table)

The functions of the class are its hooks. Each gets a table, a copy that it may change freely, and
the parts of a move under the names of its parameters: ``start`` is a place with a piece of the seat
that moves, a parameter declared with ``one_of(…)`` is one of those words or numbers, and any other
one is a place.

    setup(table)              put the pieces on the table
    why_not(table, …)         a sentence that says why a move is illegal; None for a legal move
    tries(table)              the moves about which why_not is asked; by default all combinations
    moves(table)              or else a list of the legal moves
    move(table, …)            what a legal move does
    winner(table)             None; or who wins, such as ("suns", "SK-5 suns has 3 captures.")
    begin(table)              what happens before each turn, such as a draw
    rolled(table)             what a roll of the dice does, before the seat moves
    must_roll(table)          False where no roll is due
    stuck(table)              as winner, where the seat has no legal move; None lets it pass
    reveal(table, …)          what the choices of all seats do, in a game with ``secret = True``
    why_not_NAME, move_NAME … the same in the phase NAME, in a game with ``phases``
    imagine(table, pick)      fill in what a seat can't see, so that bots can look ahead
    bot_NAME(table, moves, pick)  a bot's move: one of the moves, perhaps by ``pick(some_of_them)``
    ask_NAME(table)           a question of ``pp.predict``, in its docstring: return what is right
                              (``ask_NAME(table, later)``: about this turn, ``later`` after it)
    reason_NAME(table, guess)  a sentence about a guess at it
    prompt(table, picks)      what the board asks for; None for the usual prompt
    evaluate(table, seat)     how good the table is for a seat, for bots: 0 even, 1 a clear lead
    score(table)              the numbers beside the board, such as {"suns": 3, "left": (4, 10)}
    marks(table, picks)       marks on the board, such as {"b2": "danger", ("a1", "a4"): "line"}
    look(piece, place)        how a piece looks, such as "suns coin"; None for the usual look
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, field, make_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar, get_type_hints

from piecepack_nb.core.actors import Die
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Bot
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.design import piles
from piecepack_nb.design import places as boards
from piecepack_nb.design.clauses import NO_MOVE, read_clauses
from piecepack_nb.design.game import EVENT_KINDS, BoardGame, student_bot
from piecepack_nb.design.hooks import (
    HOOKS,
    OTHERS,
    USED_IN_BODY,
    codes_of,
    hides_pieces,
    lookups,
    names_used,
)  # fmt: skip
from piecepack_nb.design.looks import COLOURS, COMPONENTS, MORE, MORE_STYLES, unknown_words
from piecepack_nb.design.moves import Choice, MoveShape, Perhaps, kind_of, shape_of
from piecepack_nb.design.places import NO_PLACES, Places
from piecepack_nb.design.quiz import ASK, REASON
from piecepack_nb.design.ready import READY
from piecepack_nb.design.remedies import remedied, remedies_of
from piecepack_nb.design.stages import MOVERS, OF_ACTS, OF_PHASES, Stage, phase_hook
from piecepack_nb.design.table import Table
from piecepack_nb.design.tiles import Tile, known_tiles
from piecepack_nb.design.view import view_for
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.game_view import AnyView
from piecepack_nb.scene.style import add_styles

MOST_SEATS = 8
PAYOFFS = ("win", "score", "lead")
BY_TABLE = (*HOOKS, "evaluate", "prompt", "score", "marks")
NAMED = ("bot_", ASK, REASON)
"""The functions that begin with self and table: by their names, or by how these begin."""
TAKES = {
    "bot": ("moves", "pick"), "imagine": ("pick",), "evaluate": ("seat",), "prompt": ("picks",),
    "marks": ("picks",), **dict.fromkeys(
        ("setup", "begin", "rolled", "must_roll", "tries", "moves", "stuck", "winner", "score"), ()
    ),
}  # fmt: skip
"""The arguments, after the table, of functions without parts of a move, those of phases too."""
FILLED_IN = ("seats", "places", "dice", "pieces", "teams")
"""The parts of a class that may be functions of its options."""
PLAIN = (
    "name", "title", "author", "licence", "source", "rulebook", "secret", "cooperative",
    "playout_moves", "phases", "acts", "together", "private", "payoff",
)  # fmt: skip
"""The parts that are values."""
SEAT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
DICE = ("", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class _Body(dict[str, Any]):
    """The names of a class while its body runs; ``used`` are those that the body itself uses."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        self.used.add(name)
        return value


class _BoardType(type):
    """The type of ``Board``, so that a misspelt board or part gets a hint."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **given: Any) -> _Body:
        """Return the namespace for a class's body."""
        return _Body()

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _BoardType:
        """Return the class, which keeps the names that its body uses for ``names_used``."""
        used = {USED_IN_BODY: tuple(sorted(body.used))} if isinstance(body, _Body) else {}
        return super().__new__(cls, name, bases, {**body, **used})

    def __getattr__(cls, name: str) -> Any:
        # Python, pytest and others ask for names such as __wrapped__, which nobody mistypes.
        known = [] if name.startswith("_") else [each for each in dir(cls) if each[0] != "_"]
        hint = did_you_mean(name, known)
        raise AttributeError(f"{cls.__name__} has no {name!r}{hint}")


class Board(metaclass=_BoardType):
    """A game in one class; ``pp.register`` makes it playable.

    The page *Your own game* explains the functions that a game may have, such as ``move``; the
    docstring of ``piecepack_nb.design.board`` lists them all.
    """

    name: ClassVar[str]
    """The name for ``pp.game``; by default that of the class: TicTacToe is "tic_tac_toe"."""
    title: ClassVar[str]
    """The title; by default the name in words."""
    payoff: ClassVar[str] = "win"
    """The aim of the seats, as bots and other tools count it: to "win", for their "score", or for
    their "lead": their score less the mean of all."""
    cooperative: ClassVar[bool] = False
    """True if the seats win or lose together."""
    playout_moves: ClassVar[int | None] = None
    """The moves that "mcts" plays at random before ``evaluate`` counts; None: it chooses."""
    author: ClassVar[str] = ""
    """The author of the game's rules, for the credits."""
    licence: ClassVar[str] = ""
    """The terms of the game's rules, such as "CC BY-SA 4.0", for the credits."""
    source: ClassVar[str] = ""
    """Where the rules come from: a document or an address, for the credits."""
    first_game: ClassVar[tuple[FirstTask, ...]] = ()
    """The tasks of a written first game, which a new player is offered."""
    event_kinds: ClassVar[Mapping[str, str]] = {}
    """The kinds of event that ``table.say(…, kind)`` names, each in a sentence; those named after
    their clauses' titles need no entry."""
    seats: Any = ("suns", "moons")
    """The names of the 1 to 8 seats, in their order; sentences keep the capital of a name."""
    teams: Any = ()
    """The seats that win and lose together, such as ``(("ann", "cat"), ("ben", "dan"))``."""
    places: Any = NO_PLACES
    """The board, as ``Board.squares`` and its siblings make it."""
    dice: Any = 0
    """The number of piecepack dice rolled before each move, or ``Board.die(…)`` dice."""
    rulebook: ClassVar[str | Path] = ""
    """The rules in words: "SK-1 Set-up. Suns stand on rank 1."; or the path of a rulebook.toml."""
    secret: ClassVar[bool] = False
    """True if all seats choose at once, in secret; ``reveal`` then says what their choices do."""
    phases: ClassVar[Sequence[str]] = ()
    """The phases, the first one first; each may have functions of its own: ``move_bid``."""
    acts: ClassVar[Sequence[str] | Mapping[str, Sequence[str]]] = ()
    """The shapes of moves where there are several, each with its own ``move_NAME`` and
    ``why_not_NAME``, such as ("step", "wall"); in a game with phases perhaps by phase."""
    together: ClassVar[Sequence[str]] = ()
    """The phases in which all seats choose at once, in secret."""
    private: ClassVar[Sequence[str]] = ()
    """The names of notes by seat of which each seat sees only its own, and of the parts of moves
    that only their seat learns, such as a card that is laid face down."""
    alternatives: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Other rules that ``pp.search`` may put in the place of these, each with a name of its own:
    ``{"winner": {"four in a line": four_in_a_line}}``."""
    pieces: Any = "pawn"
    """The look of the pieces: "pawn", "coin", "stone" …; or a mapping from piece to look."""
    rules: Rules
    known_tiles = FrozenDict[str, Tile]()
    """The tiles of ``tiles``, by name and turn."""

    squares = staticmethod(boards.squares)
    tiles: Any = staticmethod(boards.tiles)
    """``Board.tiles(3, 3)`` lays a board of piecepack tiles. In a class, ``tiles`` are its tiles
    with edges, by name: ``{"bend": Tile("road road - -")}``."""
    hexagons = staticmethod(boards.hexagons)
    points = staticmethod(boards.points)
    track = staticmethod(boards.track)
    pits = staticmethod(boards.pits)
    deck: Any = staticmethod(piles.deck)
    standard_deck: Any = staticmethod(piles.standard_deck)
    bag: Any = staticmethod(piles.bag)
    hand: Any = staticmethod(piles.hand)
    row: Any = staticmethod(piles.row)
    discard: Any = staticmethod(piles.discard)
    growing = staticmethod(boards.growing)

    @staticmethod
    def die(faces: Any = "123456", count: int = 1) -> tuple[Die, ...]:
        """Return dice for ``dice``, each with these faces, one digit a face.

        Raises BadInput for fewer than 2 faces, for faces other than digits, and for a ``count``
        other than 1 to 10.
        """
        if (
            not isinstance(faces, str)
            or not faces.isdecimal()
            or len(faces) < 2
            or not 1 <= count <= len(DICE)
        ):
            raise invalid("faces", faces, "digits such as '123456', for 1 to 10 dice")
        return tuple(Die(f"die{number}", tuple(faces)) for number in DICE[:count])

    # --- the class becomes a game -------------------------------------------------------------

    @classmethod
    def as_game(cls) -> type[BoardGame]:
        """Return the game of this class, for ``pp.register``; raise BadInput for a wrong part."""
        name = cls.__dict__.get("name") or name_of_class(cls.__name__)
        title = cls.__dict__.get("title") or capitalise(name.replace("_", " "))
        played = remedied(cls)
        names = _hook_names(played)
        hooks = {hook: getattr(played, hook) for hook in names if hasattr(played, hook)}
        _check_names(cls)
        _check_calls(cls)
        _check_values(cls)
        _check_revealed(cls)
        if not (cls.phases or cls.acts) and not {"move", "rolled", "reveal"} & set(hooks):
            raise BadInput(f"{cls.__name__} has no function move(self, table, …)")
        clauses = read_clauses(
            title,
            cls.rulebook,
            cls.__doc__ or "",
            _functions(cls),
            READY,
            _cited(cls),
            _turns(cls, hooks),
            _akin(cls),
            declared=[each.kind for each in remedies_of(cls).values()],
        )
        made = cls.make_game(
            name=name,
            title=title,
            author=cls.author,
            licence=cls.licence,
            source=cls.source,
            design_class=cls,
            rules_class=_rules_class(cls, clauses.of_ready),
            clauses=clauses,
            built_in_bots=_bots(cls),
            rolls=bool(cls.dice),
            hides=_hides(cls),
            hides_places=hides_pieces(cls, without="back"),
            secret=bool(_hides(cls) or cls.secret or cls.together),
            draws=_draws(cls),
            pays=cls.payoff,
            cooperative=cls.cooperative,
            playout_moves=cls.playout_moves,
        )
        if not isinstance(cls.event_kinds, Mapping):
            raise invalid("event_kinds", cls.event_kinds, "a sentence for each kind, by its name")
        made.event_kinds = {**EVENT_KINDS, **made.clauses.kinds(), **cls.event_kinds}
        made.view = cls.make_view()
        _check_parts(made, hooks)
        return made

    @classmethod
    def make_game(cls, **parts: Any) -> type[BoardGame]:
        """Return the Game class; override it to return a subclass of your own."""
        return type(f"{cls.__name__}Game", (BoardGame,), {"__module__": cls.__module__, **parts})

    @classmethod
    def make_view(cls) -> AnyView:
        """Return the GameView; override it to replace some or all of its functions."""
        return view_for(cls)

    @classmethod
    def with_parts(cls, name: str, parts: Mapping[str, Any]) -> type[Board]:
        """Return the class with other functions or parts, as a game of the same name."""
        kept = {"name": name, "__module__": cls.__module__, "__doc__": cls.__doc__}
        kept |= {"title": cls.__dict__["title"]} if "title" in cls.__dict__ else {}
        made: type[Board] = _BoardType(cls.__name__, (cls,), {**kept, **parts})  # type: ignore[assignment]
        return made

    @classmethod
    def under_rules(cls, rules: Rules) -> Board:
        """Return a design under some rules; its parts that are functions are filled in."""
        design: Board = remedied(cls)()
        put = object.__setattr__
        put(design, "rules", rules)
        for option in rules.options():
            put(design, option.name, getattr(rules, option.name))
        for part in FILLED_IN:
            found = getattr(design, part)
            if inspect.ismethod(found):
                put(design, part, found())
        put(design, "seats", _seats(design.seats))
        put(design, "teams", _teams(design.teams, design.seats))
        if len(design.seats) > len(COLOURS) - len(MORE):
            add_styles(MORE_STYLES)
        if not isinstance(design.places, Places):
            raise invalid("places", design.places, "a board such as Board.squares(4, 4)")
        if cls.tiles is not Board.tiles:
            sides = 6 if design.places.kind == "hexagons" else 4
            put(design, "known_tiles", known_tiles(cls.tiles, sides))
        return design

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return the names of the parts of moves that are words, numbers or cards.

        One that is inherited counts only if a function takes it.
        """
        names = dict.fromkeys(name for each in reversed(cls.__mro__) for name in each.__dict__)
        found = [
            name
            for name in names
            if isinstance(getattr(cls, name, None), Choice | piles.InPile | Perhaps)
        ]
        if all(name in cls.__dict__ for name in found):
            return tuple(found)
        hooks = (getattr(cls, hook, None) for hook in _hook_names(cls))
        taken = {part for hook in hooks if inspect.isfunction(hook) for part in _given(hook)}
        return tuple(name for name in found if name in cls.__dict__ or name in taken)

    @classmethod
    def pile_kinds(cls) -> dict[str, piles.PileKind]:
        """Return the decks, hands and other piles by name."""
        names = dict.fromkeys(name for each in reversed(cls.__mro__) for name in each.__dict__)
        found = {name: getattr(cls, name, None) for name in names}
        return {name: kind for name, kind in found.items() if isinstance(kind, piles.PileKind)}

    def make_dice(self) -> tuple[Die, ...]:
        """Return the dice that are rolled before each move; raise BadInput for wrong ``dice``."""
        if isinstance(self.dice, tuple) and all(isinstance(each, Die) for each in self.dice):
            return self.dice
        if type(self.dice) is not int or not 0 <= self.dice <= len(DICE):
            raise invalid("dice", self.dice, "a number of dice from 0 to 10, or Board.die(…)")
        return tuple(Die(f"die{number}", FACES) for number in DICE[: self.dice])

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: what a game remembers is on its table."""
        raise BadInput(
            f"self.{name} is set; expected table.{name}, for only the table is remembered"
        )


def _hook_names(cls: type[Board]) -> tuple[str, ...]:
    """Return the names of the functions that make the rules, those of phases included."""
    acts = [phase_hook(hook, act) for act in _acts(cls) for hook in OF_ACTS]
    return (*HOOKS, *(phase_hook(hook, phase) for phase in cls.phases for hook in OF_PHASES), *acts)


def _acts(cls: type[Board]) -> list[str]:
    """Return the acts of a class, in all its phases."""
    by_phase = cls.acts.values() if isinstance(cls.acts, Mapping) else [cls.acts]
    return [act for acts in by_phase if isinstance(acts, list | tuple) for act in acts]


def _akin(cls: type[Board]) -> dict[str, Sequence[str]]:
    """Return the phases and acts of a class, each with the acts of the same phase."""
    by_phase = cls.acts if isinstance(cls.acts, Mapping) else {}
    found = {phase: by_phase.get(phase, ()) for phase in cls.phases}
    akin = {act: (phase, *acts) for phase, acts in by_phase.items() for act in acts}
    return {**found, **dict.fromkeys(_acts(cls), ()), **akin}


def _hides(cls: type[Board]) -> bool:
    """Return True if a seat doesn't see all cards, pieces and notes.

    One deck or bag is no secret: all know which cards it has left, and nobody their order.
    """
    unseen = [kind.seen_by for kind in cls.pile_kinds().values() if kind.seen_by != piles.ALL]
    hidden = unseen not in ([], [piles.NOBODY])
    return bool(cls.private or hidden or hides_pieces(cls))


def _draws(cls: type[Board]) -> bool:
    """Return True if a function of the class may draw a card, or roll dice."""
    hidden = any(kind.drawn_at_random for kind in cls.pile_kinds().values())
    return hidden or any("chance" in code.co_names for code in codes_of(cls))


def name_of_class(name: str) -> str:
    """Return the name of a class's game: the class name in small letters with underscores."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def _functions(cls: type[Board]) -> dict[str, list[FunctionType]]:
    """Return the functions of the class and of other Boards that it inherits from, in order.

    Each name has the function itself, and after it those that it overrides and calls by the name
    or by ``super``.
    """
    own = [each for each in cls.__mro__ if issubclass(each, Board) and each is not Board]
    found: dict[str, list[FunctionType]] = {}
    for name in dict.fromkeys(name for each in reversed(own) for name in each.__dict__):
        versions = [each.__dict__[name] for each in own if name in each.__dict__]
        while versions and inspect.isfunction(versions[0]):
            function = versions.pop(0)
            found.setdefault(name, []).append(function)
            if not {"super", name} & set(function.__code__.co_names):
                break
    return found


def _turns(cls: type[Board], hooks: Mapping[str, Any]) -> str:
    """Return the text of the clause on turns: what every game of this kind has in common."""
    movers = (phase_hook(each, p) for p in (*cls.phases, *_acts(cls)) for each in MOVERS)
    mover = next((hooks[each] for each in (*MOVERS, *movers) if each in hooks), None)
    shape = shape_of(mover, 2) if mover is not None else MoveShape((), 0, False)
    placed = shape.more or any(name not in cls.choices() for name in shape.names)
    order = "All choose at once, in secret." if cls.secret else (
        "The players take turns in the order of the seats.")  # fmt: skip
    if isinstance(cls.teams, list | tuple) and cls.teams:
        teams = "; ".join(
            join_list(team) for team in cls.teams if team and isinstance(team, list | tuple)
        )
        order += f" These win and lose together: {teams}."
    where = "A move names places of the board" if placed and cls.places is not NO_PLACES else ""
    where += ", and starts with a piece of the seat" if where and "start" in shape.names else ""
    kinds = (kind_of(cls, name) for name in shape.names)
    held = [kind.pile for kind in kinds if isinstance(kind, piles.InPile)]
    cards = f"A move names a card of the {join_list(held)}." if held else ""
    stuck = "" if cls.secret or mover is None else NO_MOVE
    return " ".join(filter(None, (order, where and f"{where}.", cards, stuck)))


def _cited(cls: type[Board]) -> list[str]:
    """Return the clauses that the class's options name."""
    fields = [value for value in vars(cls).values() if isinstance(value, Field)]
    options = [each.metadata["option"] for each in fields if "option" in each.metadata]
    return [clause for option in options for clause in option.clauses]


def _seats(seats: object) -> tuple[str, ...]:
    names: list[Any] = list(seats) if isinstance(seats, list | tuple) else []
    words = [name for name in names if isinstance(name, str) and SEAT.fullmatch(name)]
    if not 1 <= len(words) <= MOST_SEATS or len(set(words)) < len(names):
        raise invalid("seats", seats, "1 to 8 different names, such as ('suns', 'moons')")
    return tuple(words)


def _teams(teams: object, seats: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the teams; raise BadInput unless each seat is in one of several."""
    listed = list(teams) if isinstance(teams, list | tuple) else [teams]
    found = [tuple(team) if isinstance(team, list | tuple) else () for team in listed]
    named = sorted(str(seat) for team in found for seat in team)
    if found and (len(found) < 2 or not all(found) or named != sorted(seats)):
        example = (seats[::2], seats[1::2])
        raise invalid("teams", teams, f"two or more teams, each seat in one of them: {example}")
    return tuple(found)


def _rules_class(cls: type[Board], of_ready: Mapping[str, str]) -> type[Rules]:
    """Return a Rules class with the options that the class declares."""
    options = {
        name: value
        for each in reversed(cls.__mro__)
        for name, value in each.__dict__.items()
        if isinstance(value, Field)
    }
    fields = [
        (name, type(value.default), _copy(value, of_ready)) for name, value in options.items()
    ]
    made = make_dataclass(f"{cls.__name__}Rules", fields, bases=(Rules,), frozen=True)
    made.__module__ = cls.__module__
    return made


def _copy(option: Field[Any], of_ready: Mapping[str, str]) -> Any:
    """Return a declared option again, for a dataclass takes a field only once.

    That of a remedy gets its clause.
    """
    metadata = dict(option.metadata)
    if "remedy" in metadata:
        clause = of_ready[metadata["remedy"].kind]
        metadata["option"] = metadata["option"]._replace(clauses=(clause,))
    return field(default=option.default, metadata=metadata)


# --- Mistakes that can be found before the game is played ----------------------------------------


def _check_names(cls: type[Board]) -> None:
    """Raise BadInput for a name near that of a part or hook, and a hook without self and table."""
    parts = [*_hook_names(cls), *OTHERS, *get_type_hints(Board)]
    for name, value in list(cls.__dict__.items()):  # a look at the class may add a name
        if name in _hook_names(cls) and not callable(value):
            raise invalid(f"{cls.__name__}.{name}", value, "a function")
        if name in PLAIN and inspect.isfunction(value):
            raise BadInput(f"{cls.__name__}.{name} is a function; expected a value: {name} = …")
        if name in FILLED_IN and inspect.isfunction(value) and len(_given(value)) != 1:
            given = ", ".join(_given(value))
            raise BadInput(f"{cls.__name__}.{name} takes ({given}); expected (self), for it is "
                           "called before there is a table")  # fmt: skip
        by_table = name in (*_hook_names(cls), *BY_TABLE)
        if (by_table or name.startswith(NAMED)) and inspect.isfunction(value):
            _check_parameters(cls, name, value)
        known = name in (*parts, *dir(Board)) or name.startswith(("_", *NAMED))
        own = known or isinstance(value, Field | Choice | Perhaps | piles.PileKind | piles.InPile)
        near = [] if own else [part for part in _near(name, parts) if part not in cls.__dict__]
        near = near or _bots_name(cls, name, value)
        if near and name not in names_used(cls):
            expected = f"{near[0]!r}, or a name that the class uses"
            raise invalid(f"a name in {cls.__name__}", name, expected)


def _bots_name(cls: type[Board], name: str, value: object) -> list[str]:
    """Return the name that a bot's function should have, which doesn't begin as a bot's does.

    Or that ends nearly as a phase.
    """
    if not inspect.isfunction(value):
        return []
    if not name.startswith("bot_"):
        is_bot = _given(value)[1:] == ["table", *TAKES["bot"]]
        return ["bot_" + name.removeprefix("bot").lstrip("_")] if is_bot else []
    bot, _, end = name.rpartition("_")
    near = get_close_matches(end, cls.phases, n=1, cutoff=0.82) if "_" in bot else []
    return [f"{bot}_{phase}" for phase in near if phase != end]


def _near(name: str, parts: Iterable[str]) -> list[str]:
    """Return the parts of which a name is a misspelling or the beginning."""
    plain = {part.replace("_", ""): part for part in parts}
    typed = name.replace("_", "").lower()
    begun = [part for part in plain if len(typed) > 2 and part.startswith(typed)]
    return [plain[each] for each in begun or get_close_matches(typed, plain, n=1, cutoff=0.75)]


def _given(function: FunctionType) -> list[str]:
    """Return the names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def _check_parameters(cls: type[Board], hook: str, function: FunctionType) -> None:
    """Raise BadInput for a hook that doesn't begin with self and table."""
    found = list(inspect.signature(function).parameters.values())
    starred = any(each.kind is each.VAR_POSITIONAL for each in found[:2])
    second = found[1].name.lstrip("_") if len(found) > 1 else ""
    if not starred and (second != "table" or found[0].name == "table"):
        given = ", ".join(each.name for each in found)
        more = ", …" if hook in ("why_not", "move", "reveal") else ""
        raise BadInput(f"{cls.__name__}.{hook} takes ({given}); expected (self, table{more})")
    takes = next(
        (TAKES[each] for each in TAKES if hook == each or hook.startswith(f"{each}_")), None
    )
    if takes is None:
        return
    try:
        inspect.signature(function).bind("self", "table", *takes)
    except TypeError:
        wanted = ", ".join(("self", "table", *takes))
        raise BadInput(
            f"{cls.__name__}.{hook} takes ({', '.join(_given(function))}); expected ({wanted})"
        ) from None


def _check_calls(cls: type[Board]) -> None:
    """Raise BadInput for a function of the table that is named and not called: ``table.again``."""
    for code in {*codes_of(cls)} - {*codes_of(Board)}:
        for each in lookups(code):
            if each.of == "table" and each.dropped and callable(getattr(Table, each.name, None)):
                called = f"table.{each.name}"
                raise BadInput(
                    f"{cls.__name__}.{code.co_name} names {called} and doesn't call it; "
                    f"expected {called}(…)"
                )


def _check_values(cls: type[Board]) -> None:
    """Raise BadInput for parts of a class that are of another type than their uses need."""
    for name in ("secret", "cooperative"):
        if not isinstance(getattr(cls, name), bool):
            raise invalid(name, getattr(cls, name), "True or False")
    most = cls.playout_moves
    if most is not None and (type(most) is not int or most < 0):
        raise invalid("playout_moves", most, "a whole number from 0, or None")
    tasks: Any = cls.first_game
    if not isinstance(tasks, list | tuple) or not all(isinstance(t, FirstTask) for t in tasks):
        raise invalid("first_game", tasks, "tasks: (FirstTask(…), …)")
    for name in ("deck", "bag", "hand"):
        if type(value := getattr(cls, name)) in (str, list, tuple, dict):
            raise invalid(name, value, f"Board.{name}(…)")
    _check_alternatives(cls)


def _check_alternatives(cls: type[Board]) -> None:
    """Raise BadInput unless ``alternatives`` has named ones of parts that the class has."""
    found: Any = cls.alternatives
    if not isinstance(found, Mapping) or not all(isinstance(n, Mapping) for n in found.values()):
        raise invalid("alternatives", found, "by part, as {'winner': {'four in a line': four}}")
    for part in found:
        if not hasattr(cls, str(part)):
            known = [each for each in dir(cls) if not each.startswith("_")]
            hint = did_you_mean(part, known)
            raise invalid("a part in alternatives", part, f"a function or value of the class{hint}")


def _check_revealed(cls: type[Board]) -> None:
    """Raise BadInput for a ``reveal`` that nothing calls, for nobody chooses in secret."""
    phases = {f"reveal_{phase}": phase not in cls.together for phase in cls.phases}
    never = {"reveal": not (cls.secret or cls.together), **phases}
    if name := next((each for each in cls.__dict__ if never.get(each)), ""):
        phase = name.removeprefix("reveal").lstrip("_")
        wanted = f"together = ({phase!r},)" if phase else "secret = True"
        raise BadInput(f"{cls.__name__}.{name} is never called; expected {wanted} in the class")


def _check_choices(cls: type[Board], stages: Iterable[Stage]) -> None:
    """Raise BadInput for a choice that is no parameter of a function whose parts it names."""
    hooks = [
        next((h for each in MOVERS if (h := stage.hook_for(each, (act,)))), "")
        for stage in stages
        for act in stage.acts or ("",)
    ]
    movers = [getattr(cls, hook) for hook in hooks if hook]
    shapes = [shape_of(mover, 2) for mover in movers]
    for name in cls.choices():
        for mover in movers:
            default = inspect.signature(mover).parameters.get(name)
            choice = kind_of(cls, name)
            if isinstance(choice, Choice) and default and default.default in choice:
                expected = "None, for it would be two moves that do the same"
                raise invalid(f"the default of {name}", default.default, expected)
        if shapes and not any(shape.more or name in shape.names for shape in shapes):
            known = ", ".join(dict.fromkeys(n for shape in shapes for n in shape.names)) or "none"
            functions = " or ".join(f"{cls.__name__}.{hook}" for hook in hooks if hook)
            names = {Choice: "one_of", piles.InPile: "card_of", Perhaps: "perhaps"}
            declared = names[type(getattr(cls, name))]
            raise BadInput(
                f"{name} is declared with {declared}(…), but is no parameter of {functions}; "
                f"expected one of its parameters: {known}"
            )


def _check_kinds(game: BoardGame) -> None:
    """Raise BadInput for a part of moves that can be nothing: no place, word or card."""
    cls, piles_known = game.design_class, game.piles.kinds
    for stage in game.stages.values():
        parts = zip(stage.shape.names, stage.kinds, strict=True)
        for name in [n for n, kind in parts if not kind and not stage.pile_of(n)]:
            if stage.moves or stage.shape.names.index(name) in stage.shape.free:
                continue
            if name in piles_known:
                expected = f"a card of it under another name: card = card_of({name!r})"
            else:
                known = ", ".join(cls.choices())
                expected = f"{name} = one_of(…) or card_of(…) in the class" + (
                    f", or one of its parts: {known}" if known else ", or places")  # fmt: skip
            what = "is a pile" if name in piles_known else "is no place, for the game has none"
            raise BadInput(
                f"the part {name} of {_mover(game, stage, name)} {what}; expected {expected}"
            )


def _mover(game: BoardGame, stage: Stage, part: str) -> str:
    """Return the function that has a part of a phase's moves, as "Pig.move"."""
    hooks = (stage.hook_for(each, (act,)) for act in stage.acts or ("",) for each in MOVERS)
    taken = (hook for hook in hooks if hook and part in _given(getattr(game.design, hook)))
    return f"{game.design_class.__name__}.{next(taken)}"


def _check_payoff(game: BoardGame) -> None:
    """Raise BadInput for another payoff than those that there are."""
    if game.pays not in PAYOFFS:
        hint = did_you_mean(str(game.pays), PAYOFFS)
        raise invalid("payoff", game.pays, f"one of {', '.join(map(repr, PAYOFFS))}{hint}")


def _check_piles(game: BoardGame) -> None:
    """Raise BadInput for a card of a pile that isn't there, and for cards named like places."""
    cls = game.design_class
    for name in cls.choices():
        part = kind_of(cls, name)
        if isinstance(part, piles.InPile) and part.pile not in game.piles.kinds:
            known = ", ".join(game.piles.kinds) or "none; write hand = Board.hand()"
            raise invalid(f"the pile of {name}", part.pile, f"one of {known}")
    twice = set(game.piles.names) & {*game.design.places, *map(str, game.words)}
    if twice:
        raise invalid("a card", min(twice), "a name that no place and no word of a move has")
    for name in cls.private if isinstance(cls.private, list | tuple | set) else (None,):
        if not isinstance(name, str):
            expected = "names of notes or of parts of moves, such as ('goal',)"
            raise invalid("private", cls.private, expected)
    _check_private(cls)
    _check_tiles(game)


def _check_tiles(game: BoardGame) -> None:
    """Raise BadInput for a card among tiles that is none of them, and has no look of its own."""
    tiles = dict.fromkeys(tile.name for tile in game.design.known_tiles.values())
    for pile, kind in game.piles.kinds.items():
        if not tiles.keys() & kind.values.keys():
            continue
        for name, card in kind.values.items():
            if name not in tiles and "look" not in card:
                expected = f"one of tiles: {', '.join(tiles)}{did_you_mean(name, tiles)}"
                raise invalid(f"a tile of {pile}", name, expected)


def _check_private(cls: type[Board]) -> None:
    """Raise BadInput for a private part that is any number of picks: it is no part of its own."""
    for hook in _hook_names(cls) if cls.private else ():
        function = getattr(cls, hook, None)
        for part in inspect.signature(function).parameters.values() if callable(function) else ():
            if part.kind is part.VAR_POSITIONAL and part.name in cls.private:
                expected = f"a part without a star, for {hook} takes any number of {part.name}"
                raise invalid("a private part", part.name, expected)


def _check_looks(pieces: object, seats: Sequence[str]) -> None:
    """Raise BadInput for anything but words with a component, or a mapping to words."""
    expected = f"one of {', '.join(COMPONENTS)}"
    if isinstance(pieces, str):
        if not set(pieces.split()) & set(COMPONENTS):
            raise invalid("pieces", pieces, expected + did_you_mean(pieces, COMPONENTS))
    elif not isinstance(pieces, Mapping):
        raise invalid("pieces", pieces, f"{expected}, or a mapping from piece to look")
    else:
        for piece, look in pieces.items():
            if not isinstance(look, str):
                raise invalid(f"pieces[{piece!r}]", look, "a look such as 'suns coin 3'")
            if unknown := unknown_words(look, seats):
                known = (*COMPONENTS, *COLOURS, *seats)
                hint = did_you_mean(unknown[0], known)
                raise invalid(
                    f"the word {unknown[0]!r} in pieces[{piece!r}]",
                    look,
                    f"a component, a suit, a face or, of a word or a pawn, a label{hint}",
                )


def _check_parts(game: type[BoardGame], hooks: Mapping[str, Any]) -> None:
    """Raise BadInput for parts that don't fit: what can be found before the game is played."""
    first = game()
    played: Any = type(first.design)
    assert first.dice is not None
    _check_looks(first.design.pieces, first.seats)
    first.initial_state()
    _check_choices(played, first.stages.values())
    _check_kinds(first)
    _check_piles(first)
    _check_payoff(first)
    for stage in first.stages.values():
        _check_shapes(game.design_class.__name__, stage, hooks)
    for option in game.rules_class.options():
        for clause in option.clauses:
            if clause not in game.clauses.by_id:
                known = ", ".join(game.clauses.by_id)
                raise invalid(f"the clause of the option {option.name}", clause, f"one of {known}")


def _check_shapes(name: str, stage: Stage, hooks: Mapping[str, Any]) -> None:
    """Raise BadInput where ``why_not`` and ``move`` of a phase take other parts."""
    for act in stage.acts or ("",):
        named = stage.hook_for("why_not", (act,)), stage.hook_for("move", (act,))
        if all(named):
            _check_same_parts(name, named, hooks)


def _check_same_parts(name: str, named: tuple[str, str], hooks: Mapping[str, Any]) -> None:
    """Raise BadInput where two functions of a move take other parts."""
    why_not, move = (shape_of(hooks[hook], 2) for hook in named)
    if not (why_not.more or move.more) and len(why_not.names) != len(move.names):
        wanted, given = (", ".join(("table", *each.names)) for each in (why_not, move))
        raise BadInput(
            f"{name}.{named[1]} takes ({given}); expected ({wanted}), as {named[0]} does"
        )


def _bots(cls: type[Board]) -> dict[str, Bot]:
    """Return the bots that the class has as functions ``bot_NAME`` or ``bot_NAME_PHASE``."""
    hooks = [name for name in dir(cls) if name.startswith("bot_") and callable(getattr(cls, name))]
    names = dict.fromkeys(_without_phase(cls, hook.removeprefix("bot_")) for hook in hooks)
    return {name: student_bot(name) for name in names}


def _without_phase(cls: type[Board], name: str) -> str:
    """Return the name of a bot without that of the phase that one of its functions is for."""
    ends = (f"_{phase}" for phase in cls.phases)
    return next((name.removesuffix(end) for end in ends if name.endswith(end)), name)
