"""Rules changed in the middle of a match: every option and pair of options, in every game.

Each attempt plays a match of random players under random rules, and changes one or two options by
``match.under`` and ``match.onward``, to play on to the end, or by ``pp.compare`` and
``pp.explore``.
Only ``onward`` may refuse, in one line: where the new rules don't allow the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.core.rules import Option
from piecepack_nb.scene import svg
from piecepack_nb.widgets.explore import SCOPES
from tests.conftest import GAMES
from tests.design.examples import example_class
from tests.soak.campaigns import Different, Row, campaign

OWN = ("fox_and_geese", "nim", "pig", "rock_paper_scissors", "ur")
"""Games of examples/games: a board, a count, dice, secret moves, dice and a board."""
BOTS = ("random", "greedy")
MOVES = (1, 3, 10, 40, 150)
"""How many moves a match has when its rules change."""
SHOWN = 20
"""The most moves of a match on a board: films take seconds."""
TO_THE_END = 300
"""The most moves after a change: some bots never end a game."""
TRIES = 20
"""How often values are drawn for options that must fit each other."""


def values(option: Option) -> list[Any]:
    """Return the values of an option; of a text, its suggestions."""
    if isinstance(option.default, bool):
        return [True, False]
    if option.low is not None and option.high is not None:
        return list(range(option.low, option.high + 1))
    return list(option.choices or option.suggestions)


@cache
def game_of(name: str) -> AnyGame:
    """Return a game of the package, or one of examples/games, with bots."""
    if name in GAMES:
        return pp.game(name)
    return example_class(name)(bots=GENERAL)


def plan() -> list[tuple[str, tuple[str, ...]]]:
    """Return every game with each of its options alone, and with each pair of them."""
    found = []
    for name in (*GAMES, *OWN):
        options = [option.name for option in game_of(name).rules.options() if values(option)]
        pairs = chain(((option,) for option in options), combinations(options, 2))
        found += [(name, options) for options in pairs]
    return found


def changed(game: AnyGame, names: tuple[str, ...], random: Random) -> AnyGame | None:
    """Return the game with other values of these options; None if no values were found to fit."""
    options = {option.name: option for option in game.rules.options()}
    for _ in range(TRIES):
        now = game.rules.to_json()
        drawn = {
            name: random.choice([each for each in values(options[name]) if each != now[name]])
            for name in names
        }
        try:
            return game.under(**drawn)
        except BadInput:  # they don't fit each other
            continue
    return None


def random_match(game: AnyGame, random: Random) -> pp.Match:
    """Return a match under random rules, from one move to many, perhaps with scripted dice."""
    options = [option.name for option in game.rules.options() if values(option)]
    names = tuple(random.sample(options, min(len(options), random.choice((0, 0, 1, 2, 3)))))
    game = changed(game, names, random) or game
    bots = [bot for bot in BOTS if bot in game.bots]
    seed = random.randrange(10**6)
    match = pp.Match(game, seed=seed, seats=random.choice(bots))
    match.run(random.choice(MOVES))
    if random.random() < 0.2:  # a script that goes on after the change of rules
        rolls = [str(each.move) for each in match.record if _rolled(each.actor)]
        scripted = pp.Match(game, seed=seed, dice=rolls, seats=match.seats)
        scripted.run(random.randint(1, max(1, len(match.record))))
        return scripted
    return match


def _rolled(actor: Any) -> bool:
    return isinstance(actor, Chance) and bool(actor.dice)


@campaign("rule changes", share=0.2)
def rule_changes(size: int, row: Row, random: Random) -> None:
    """Change options and pairs of options of matches, and play on to the end."""
    for what, name, options, seed in _attempts(size, random):
        with row.attempt(what, limit=120):
            change(name, options, Random(seed))


@campaign("rule changes on boards", share=0.04)
def rule_changes_on_boards(size: int, row: Row, random: Random) -> None:
    """Compare and explore matches under other options and pairs of options."""
    for what, name, options, seed in _attempts(size, random):
        with row.attempt(what, limit=120):
            change_on_boards(name, options, Random(seed))


def _attempts(size: int, random: Random) -> Iterator[tuple[str, str, tuple[str, ...], float]]:
    """Yield attempts at all options and pairs in a random order, each with its name and seed."""
    order: list[tuple[str, tuple[str, ...]]] = []
    for _ in range(size):
        order = order or random.sample(every := plan(), len(every))
        (name, options), seed = order.pop(), random.random()
        yield f"{name}: {', '.join(options)}, seed {seed}", name, options, seed


def change(name: str, options: tuple[str, ...], random: Random) -> None:
    """Change these options of a random match, from its start and later; raise what fails."""
    match = random_match(game_of(name), random)
    changes, before = drawn_changes(match.game, options, random), to_record(match)
    step = random.choice([0, *(each.end for each in match.record)])
    if (same := _sound(match.onward, {}, step)).divergence is not None:
        raise Different(f"onward({step}) under the same rules diverges: {same.divergence}")
    _play_on(match, _sound(match.under, changes))
    if (other := _onward(match, step, changes)) is not None:
        _play_on(match, other)
    if to_record(match) != before:
        raise Different(f"the match itself has changed under {changes}")


def change_on_boards(name: str, options: tuple[str, ...], random: Random) -> None:
    """Compare and explore a random match under other values of these options."""
    match = random_match(game_of(name), random)
    match.goto(([0, *(each.end for each in match.record)])[:SHOWN][-1])
    match = match.branch(match.cursor)
    changes = drawn_changes(match.game, options, random)
    step = random.choice([0, *(each.end for each in match.record)])
    for other in (match.under(**changes), _onward(match, step, changes)):
        if other is not None:
            other.run(SHOWN)
            _draw(_sound(pp.compare, {}, match, other))
    _explore(match, changes, random)


def drawn_changes(game: AnyGame, options: tuple[str, ...], random: Random) -> dict[str, Any]:
    """Return other values of these options; none where no values fit each other."""
    other = changed(game, options, random)
    return {} if other is None else {each: getattr(other.rules, each) for each in options}


def _onward(match: pp.Match, step: int, changes: dict[str, Any]) -> pp.Match | None:
    """Return the match from a step on under other rules; None where they don't allow the state."""
    try:
        return match.onward(step, **changes)
    except BadInput as error:
        if str(error).startswith("these rules don't allow the state at step "):
            return None
        raise Different(f"onward({step}, {changes}): {error}") from error


def _sound(act: Any, changes: dict[str, Any], *args: Any) -> Any:
    """Return ``act(*args, **changes)``, where even a refusal is a failure."""
    try:
        return act(*args, **changes)
    except BadInput as error:
        raise Different(f"{act.__name__}{args}, {changes}: {error}") from error


def _play_on(match: pp.Match, other: pp.Match) -> None:
    """Check the divergence, play on to the end, and read the record; nothing may be refused."""
    _check_divergence(match, other)
    _sound(other.run, {}, TO_THE_END)
    if other.game.name not in GAMES:  # the examples aren't registered here
        return
    if _sound(from_record, {}, to_record(other)).state != other.state:
        raise Different("the match isn't the one of its record")


def _check_divergence(match: pp.Match, other: pp.Match) -> None:
    """Check that a divergence cites a changed option, in one line."""
    found, rules = other.divergence, other.game.rules
    if found is None:
        return
    changed = rules.differences(match.game.rules)
    about = {id for option in rules.options() if option.name in changed for id in option.clauses}
    if not changed or (about and found.clause not in about):
        raise Different(f"{found}, under {list(changed.values())}")
    if not found.text or "\n" in found.text:
        raise Different(f"the divergence's text is {found.text!r}")


def _draw(board: Any) -> None:
    """Draw the board as it is now, and close it."""
    svg(board.scene)
    board.close()


def _explore(match: pp.Match, changes: dict[str, Any], random: Random) -> None:
    """Explore the match in every scope, at a random frame."""
    explore = _sound(pp.explore, changes, match)
    for scope in SCOPES.offered:
        _sound(explore.panel.choose, {}, "scope", scope.id)
        if explore.panel.last_error:
            raise Different(f"explore, {scope.id}, {changes}: {explore.panel.last_error}")
        explore.goto(random.randrange(explore.frames))
        svg(explore.scene)
    _draw(explore)
