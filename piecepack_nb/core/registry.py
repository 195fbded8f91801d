"""The registry of games, by name.

A game class is registered in one of these ways:

- a folder of ``piecepack_nb/games`` registers the game of its name when it is imported, as does a
  file of ``piecepack_nb/shelf``;
- a notebook or script calls ``pp.register``;
- another distribution names its class in an entry point of the group ``piecepack_nb.games``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeVar
from weakref import WeakMethod

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid, join_names
from piecepack_nb.core.game import AnyGame, Bot, Evaluate, Game, View, general_bots

G = TypeVar("G", bound=type[Any])

GROUP = "piecepack_nb.games"
SHELF = "piecepack_nb.shelf"
FOLDER = Path(__file__).parents[1] / "games"

_registered: dict[str, type[AnyGame]] = {}
_earlier: dict[str, list[type[AnyGame]]] = {}
"""The games that others have replaced, by name, oldest first: their classes can still be played."""
MOST_EARLIER = 20
MOVES = frozenset({"to_act", "moves", "moves_for", "refusal", "apply_move", "next_state", "result"})
"""What decides the moves of a game, and what they lead to."""
_watchers: list[WeakMethod[Callable[[type[AnyGame]], object]]] = []


def register(
    game: G,
    *,
    view: View | None = None,
    bots: Mapping[str, Bot] | None = None,
    evaluate: Evaluate | None = None,
) -> G:
    """Make a game available by its name; return its class, so that this can be a decorator.

    A class that can become a game (``as_game``), such as a ``design.Board``, becomes one. ``view``
    is the game's board, ``bots`` its bots by name, and ``evaluate`` how good a state is for bots
    that play any game; all may instead be attributes of the class (``view``, ``built_in_bots``,
    ``evaluate``). A subclass that changes its game's moves has none of that game's bots, which
    know only the old moves, unless it names them. Registering a name again replaces the game, also
    at the tables where it is played, so that a changed notebook cell can be run again; the class
    that it was can still be played, as a class. Raises BadInput for an incomplete game, and for the
    name of another game of this package.
    """
    made = game.as_game() if hasattr(game, "as_game") else game
    _check(made)
    if view is not None:
        made.view = view
    if bots is not None:
        made.built_in_bots = dict(bots)
    elif changes_moves(made, "built_in_bots"):
        made.built_in_bots = {}
    if evaluate is not None:
        made.evaluate = evaluate
    replaced = _registered.get(made.name)
    if replaced is not None and replaced is not made:
        _earlier[made.name] = [*_earlier.get(made.name, ()), replaced][-MOST_EARLIER:]
    _registered[made.name] = made
    _watchers[:] = [watcher for watcher in _watchers if watcher() is not None]
    for watcher in tuple(_watchers):
        if (call := watcher()) is not None:
            call(made)
    return game


def changes_moves(game: type[AnyGame], inherited: str) -> bool:
    """Return True if a class changes the moves of the game from which it inherits an attribute.

    A class without moves of its own is no such game: its bots are for whoever completes it.
    """
    line: tuple[Any, ...] = game.__mro__
    owner = next(each for each in line if inherited in vars(each))
    changed = (vars(each).keys() & MOVES for each in line[: line.index(owner)])
    return bool(getattr(owner, inherited)) and not inspect.isabstract(owner) and any(changed)


def on_register(method: Callable[[type[AnyGame]], object]) -> None:
    """Call a method with each game class registered from now on, while its object exists."""
    _watchers.append(WeakMethod(method))


def names() -> tuple[str, ...]:
    """Return the names of all games, this package's first; those of the shelf are apart."""
    own = (name for name, game in _registered.items() if not _on_shelf(game))
    return tuple(dict.fromkeys((*_built_in(), *_entry_points(), *own)))


def own_games() -> tuple[type[Any], ...]:
    """Return the classes that this notebook or script has registered, not those of packages."""
    made = (getattr(game, "design_class", game) for game in _registered.values())
    return tuple(each for each in made if not each.__module__.startswith("piecepack_nb."))


@cache
def shelf() -> tuple[str, ...]:
    """Return the names of the games of the piecepack shelf, one a file."""
    return tuple(module.name for module in iter_modules([str(FOLDER.with_name("shelf"))]))


def _on_shelf(game: type[AnyGame]) -> bool:
    """Return True for a game of the shelf, False for a reader's version of one."""
    return game.__module__.startswith(f"{SHELF}.")


def find(name: object) -> type[AnyGame]:
    """Return the game class of this name, or the one made from a registered class.

    Raises BadInput for an unknown name, and for a class that is not registered.
    """
    if isinstance(name, type):
        return _of_class(name)
    if isinstance(name, str):
        if name not in _registered and name in _built_in():
            import_module(f"{GROUP}.{name}")
        elif name not in _registered and name in _entry_points():
            register(_entry_points()[name].load())
        elif name not in _registered and name in shelf():
            import_module(f"{SHELF}.{name}")
        if name in _registered:
            return _registered[name]
    plain = re.sub(r"\W", "_", str(name).lower())
    latest_first = [*reversed(names()[len(_built_in()) :]), *_built_in()]
    hint = did_you_mean(plain, (*names(), *shelf()))
    raise invalid("the game", name, join_names(latest_first) + hint)


def registered(made_from: type) -> type[AnyGame] | None:
    """Return the registered game that a class is, or that it became; None for other classes.

    An earlier version counts, whose name now stands for a later one.
    """
    earlier = (game for games in _earlier.values() for game in reversed(games))
    for game in (*_registered.values(), *earlier):
        if made_from in (game, getattr(game, "design_class", None)):
            return game
    return None


def _of_class(made_from: type) -> type[AnyGame]:
    """Return the registered game of a class; raise BadInput for a class that isn't registered."""
    if (game := registered(made_from)) is not None:
        return game
    made: Any = made_from
    name = made.as_game().name if hasattr(made, "as_game") else ""
    if name in _registered:
        raise BadInput(
            f"the game is the class {made_from.__name__}, and another class is registered as "
            f"{name!r}; expected that one, or a name of its own for this one: write "
            f"name = '{name}_2' in it, and @pp.register above it"
        )
    raise BadInput(
        f"the game is the class {made_from.__name__}; expected a registered one: "
        "write @pp.register above it, and run its cell again"
    )


def make_game(name: str | type, options: Mapping[str, Any]) -> AnyGame:
    """Return the game of this name or class under some rule options, with all bots that play it.

    Raises BadInput for an unknown name or option, and for a value out of range.
    """
    game = find(name)
    return game(game.rules_class.make(dict(options)), {**general_bots(), **game.built_in_bots})


def new_version(game: AnyGame, version: object) -> AnyGame:
    """Return ``game`` in another version of its code, with its changed options where they remain.

    ``version`` is a game class, or a class that becomes one. Raises BadInput for anything else.
    """
    made: Any = version.as_game() if hasattr(version, "as_game") else version
    _check(made)
    options: dict[str, Any] = {}
    for name, value in game.rules.changed().items():
        with suppress(BadInput):  # an option that the version hasn't, or not with this value
            made.rules_class.make(options | {name: value})
            options[name] = value
    found: AnyGame = made(made.rules_class.make(options), {**general_bots(), **made.built_in_bots})
    return found


def is_built_in(name: str) -> bool:
    """Return True for the name of a game of this package."""
    return name in _built_in()


@cache
def _built_in() -> tuple[str, ...]:
    """Return the names of this package's games, one a folder."""
    return tuple(module.name for module in iter_modules([str(FOLDER)]) if module.ispkg)


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    """Return the games of other distributions, by name."""
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _check(game: object) -> None:
    """Raise BadInput unless this is a complete game with a free, valid name."""
    if not (inspect.isclass(game) and issubclass(game, Game)):
        raise invalid("the game", game, "a class made from Board or Game")
    missing = [each for each in ("name", "title", "rules_class") if not hasattr(game, each)]
    missing += sorted(game.__abstractmethods__)
    if game.form is Game.form and (game.to_json, game.from_json) == (Game.to_json, Game.from_json):
        missing.append("form")
    if missing:
        raise BadInput(f"the game {game.__name__} has no {', '.join(missing)}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", str(game.name)):
        raise invalid(f"the name of {game.__name__}", game.name, "small letters, digits and _")
    if game.name in _built_in() and not game.__module__.startswith(f"{GROUP}.{game.name}"):
        raise invalid(
            f"the name of {game.__name__}", game.name, "one that no game of this package has"
        )
