"""How to play: under each value of each option it says what holds, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, NamedTuple

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.scene.game_view import view_of
from tests.conftest import sampled

GAMES = ("activator", "paco", "pacman", "piecepackman", "worm_derby")
MOVES = 60


def told(name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the sentences of a game's guide, as its rulebook has them."""
    guide = pp.game(name).rulebook.how_to_play
    yield from (*guide["aim"], *guide["turn"])


def declared(each: Mapping[str, Any]) -> set[str]:
    """Return the options that a sentence says something about: of which it knows each value."""
    filled = {field for _, field, _, _ in Formatter().parse(each["text"]) if field}
    return {*each.get("when", {}), *each.get("any", ()), *filled}


@pytest.mark.parametrize("name", GAMES)
def test_each_sentence_declares_all_options_of_its_clauses(name: str) -> None:
    rules = pp.game(name).rules
    for each in told(name):
        assert each["clauses"], each["text"]
        assert set(each["clauses"]) <= set(pp.game(name).rulebook.clauses)
        concerned = {
            option.name for option in rules.options() if set(option.clauses) & set(each["clauses"])
        }
        missing = concerned - declared(each)
        assert not missing, f"{each['text']!r}: does it hold under any value of {missing}?"
        unknown = declared(each) - {option.name for option in rules.options()}
        assert not unknown, each["text"]


# --- Under each value -----------------------------------------------------------------------------


def values(name: str) -> list[tuple[str, Any]]:
    """Return every value of each option of a game that is worth a try; of mazes some."""
    options = pp.game(name).rules.options()
    return [(option.name, value) for option in options for value in option.values]


EVERY = [(name, *each) for name in GAMES for each in values(name)]
MODES: list[tuple[str, dict[str, Any]]] = [
    ("piecepackman", {"mode": mode, "players": players, "goal": goal, "powers": powers})
    for mode in ("together", "against", "race")
    for players in (1, 2, 3, 4)
    for goal in ("any", "cubes")
    for powers in ("none", "drawn")
]


def under(name: str, changes: Mapping[str, Any]) -> AnyGame | None:
    """Return the game under some rules; None for rules that don't fit each other."""
    try:
        return pp.game(name, **changes)
    except BadInput:
        return None


def guide(game: AnyGame) -> str:
    """Return all sentences for a new player."""
    how = view_of(game).how_to_play(game)
    return " ".join((how.aim, *how.turn))


@pytest.mark.parametrize("name", GAMES)
def test_the_guide_has_an_aim_and_a_turn_under_each_value(name: str) -> None:
    for option, value in values(name):
        game = under(name, {option: value})
        if game is None:
            continue
        how = view_of(game).how_to_play(game)
        assert how.aim, (option, value)
        assert 3 <= len(how.turn) <= 12, (option, value)
        assert "{" not in guide(game)
        assert len(set(how.turn)) == len(how.turn)
        assert how.symbols


class Seen(NamedTuple):
    """What a random game showed."""

    game: AnyGame
    told: str
    kinds: frozenset[str]
    moves: tuple[tuple[Any, Any], ...]
    """Each state with the move made in it."""
    rolls: tuple[int, ...]
    """How many dice each roll had."""


def watch(game: AnyGame, seed: int = 1) -> Seen:
    """Play a random game, and return what it showed."""
    match = Match(game, seed=seed)
    moves, rolls = [], []
    for number in range(MOVES):
        actor = match.to_act
        if actor is None:
            break
        if isinstance(actor, Chance):
            rolls.append(len(actor.dice))
            match.roll()
        else:
            state, pick = match.state, seeded_pick(seed, number)
            move = game.random_move(state, pick("seat", actor.seats), pick)
            moves.append((state, move))
            match.play(move)
    kinds = frozenset(step.event.kind for step in match.steps)
    return Seen(game, guide(game), kinds, tuple(moves), tuple(rolls))


def same(seen: Seen, said: str, happened: bool) -> None:
    """Assert that the guide says so exactly where it happened."""
    assert bool(re.search(said, seen.told)) == happened, (said, happened, seen.told)


def check_piecepackman(seen: Seen) -> None:
    game, phases = seen.game, {state.phase for state, _ in seen.moves}
    plays = "piecepackman" in game.seats
    same(seen, "One of you plays Piecepackman", plays)
    same(seen, "moves by fixed rules", not plays)
    same(seen, "play together", bool(game.cooperative))
    same(seen, "Agree on the ghosts' order", "order" in phases)
    same(
        seen, "The ghosts move in turn", len(game.seats) > 1 and not plays and not game.cooperative
    )
    same(seen, "Each ghost has a power", "uses rolled" in seen.kinds)
    if "adjust" in phases:
        assert "First move cubes" in seen.told
    if "portal" in seen.told:
        assert "through" in seen.told


def check_worm_derby(seen: Seen) -> None:
    placed = any(state.phase == "tiles" for state, _ in seen.moves)
    same(seen, "Place the tiles in turn", placed)
    if any(state.phase == "worms" for state, _ in seen.moves):
        assert "Choose where your worm starts" in seen.told
    if "tile moved" in seen.kinds:
        assert "With an ace, move an obstacle" in seen.told
    if "eaten" in seen.kinds:
        assert "eats it" in seen.told
    if "stays" in seen.kinds and any(state.phase == "move" for state, _ in seen.moves):
        assert "You may stop before" in seen.told or "flee" in " ".join(seen.kinds)


def check_activator(seen: Seen) -> None:
    game, lines = seen.game, "only if your move begins" in seen.told
    reach = [int(each) for each in re.findall(r"up to (\d+)", seen.told)][:3]
    for state, move in seen.moves:
        pieces = move.part or state.squares[move.start].height
        far = max(abs(ord(one) - ord(two)) for one, two in zip(move.start, move.end, strict=True))
        corner = game.rules.may_turn_corners
        assert corner or far <= reach[min(pieces, len(reach)) - 1], (move, seen.told)
        rival = state.squares.get(move.end)
        taken = rival is not None and move.end not in state.held(state.to_move)
        own = state.activators[state.to_move]
        in_line = move.start[0] == own[0] or move.start[1] == own[1]
        assert not (taken and lines) or in_line
        carried = move.end in state.activators.values()
        assert not (taken and carried and "activator can't be captured" in seen.told)


def check_pacman(seen: Seen) -> None:
    for _, move in seen.moves:
        path = getattr(move, "path", ())
        back = any(one == two for one, two in zip(path, path[2:], strict=False))
        assert not back or "turn back" in seen.told
    assert ("the ghost." in seen.told) == (seen.game.rules.ghosts == 1)


def check_paco(seen: Seen) -> None:
    gained = "points survived" in seen.kinds
    assert not gained or "at the end of each turn on the board" in seen.told
    caused = "points gained" in seen.kinds
    assert not caused or "for each harm that you cause" in seen.told


CHECKS = {
    "piecepackman": check_piecepackman, "worm_derby": check_worm_derby, "paco": check_paco,
    "activator": check_activator, "pacman": check_pacman,
}  # fmt: skip


@pytest.mark.parametrize(("name", "option", "value"), sampled(EVERY, 12))
def test_the_guide_holds_in_a_random_game(name: str, option: str, value: Any) -> None:
    if (game := under(name, {option: value})) is not None:
        CHECKS[name](watch(game))


@pytest.mark.parametrize(("name", "changes"), sampled(MODES, 5))
def test_the_guide_holds_in_each_mode(name: str, changes: dict[str, Any]) -> None:
    if (game := under(name, changes)) is not None:
        CHECKS[name](watch(game))


def test_he_moves_by_himself_only_where_nobody_plays_him() -> None:
    for mode in ("together", "against", "race"):
        match = Match(pp.game("piecepackman", mode=mode), seed=1)
        said = ""
        while isinstance(match.to_act, Chance) and match.state.phase != "roll":
            match.roll()
        if match.state.phase == "roll":
            said, _clause = view_of(match.game).prompt(match.game, match.state, ())
            assert ("by himself" in said) == (mode != "against")


def test_the_modes_of_piecepackman_are_told_apart() -> None:
    against, race = (guide(pp.game("piecepackman", mode=mode)) for mode in ("against", "race"))
    for mode in (against, race):
        assert "play together" not in mode
        assert "Agree on the ghosts' order" not in mode
    assert "by fixed rules" not in against
    assert "Be the first with all cubes of your colour" in race
    assert "power" in guide(pp.game("piecepackman", powers="drawn"))
