"""Expected values of a die: exact, and equal to a count over the brute-force paths."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.pacman.prospects import Prospects, state_after
from tests.games.pacman import brute_force
from tests.games.pacman.helpers import table


def by_the_walker(game: pp.Game, state: object, seat: str) -> dict[int, int]:
    """Return the most marbles on a path of each die, by brute force."""
    found = {}
    for die in range(1, 7):
        data = {**game.to_json(state), "to_move": seat, "dice": [die], "due": ["pac"]}
        best = 0
        for text in brute_force.legal(game.board.text(), game.rules.to_json(), data):
            path = text.split(" ")[2].replace("~", "-").split("-")
            white = len(set(path[1:]) & set(data["white"]))
            trays = [each["tray"] for other, each in data["players"].items() if other != seat]
            reward = min(2, max(trays)) if path[-1] in data["ghosts"].values() else 0
            best = max(best, white + reward)
        found[die] = best
    return found


@pytest.mark.parametrize("seed", range(6))
def test_single_and_choice_are_means_over_all_rolls(seed: int) -> None:
    game = pp.game("pacman", players=2 + seed % 3)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run(20 + 40 * seed)
    for seat in game.seats:
        best = by_the_walker(game, match.state, seat)
        found = game.expected(match.state, seat)
        assert found.single == Fraction(sum(best.values()), 6)
        rolls = [max(best[one], best[two]) for one in best for two in best]
        assert found.choice == Fraction(sum(rolls), 36)
        assert found.choice >= found.single


def test_at_the_start_every_die_brings_its_number() -> None:
    """A full board: a way of n gobbles n, so the better of two dice brings 161/36."""
    match = table("")
    found = match.game.expected(match.state)
    assert [(each.die, each.now) for each in found.dice] == [(n, n) for n in range(1, 7)]
    assert (found.single, found.choice) == (Fraction(7, 2), Fraction(161, 36))


def test_after_the_roll_it_compares_the_two_dice() -> None:
    """Now and later: of all ways of a die the one that is best in both, by a plain count."""
    written = {"red": "a4", "white": "a3 b5 b4 b7", "dice": [1, 3], "ghosts": "e5 g5"}
    match = table(written)
    game, state = match.game, match.state
    found = game.expected(state)
    assert [each.die for each in found.dice] == [1, 3]
    for prospect in found.dice:
        totals = {}
        for text in brute_force.legal(game.board.text(), game.rules.to_json(), game.to_json(state)):
            piece, die, way = text.split(" ")
            if piece == "pac" and die == str(prospect.die):
                path = tuple(way.replace("~", "-").split("-"))
                now = len(state.white & set(path))
                later = choice_by_the_walker(game, state, path)
                totals[path] = (now + later, now, later)
        assert totals[prospect.path] == max(totals.values(), key=lambda each: each[0])
        assert (prospect.total, prospect.now, prospect.later) == totals[prospect.path]
    assert found.best == max(found.dice, key=lambda each: each.total)


def choice_by_the_walker(game: pp.Game, state: Any, path: tuple[str, ...]) -> Fraction:
    """Return the mean over 36 rolls, from the end of a path, without its marbles."""
    player = state.players["red"]
    won = len(state.yellow & set(path))
    moved = state.put("red", player._replace(square=path[-1], yellow=player.yellow + won))
    moved = moved._replace(white=state.white - set(path), yellow=state.yellow - set(path))
    best = by_the_walker(game, moved, "red")
    return Fraction(sum(max(best[one], best[two]) for one in best for two in best), 36)


def test_a_ghost_gobbled_counts_what_it_takes() -> None:
    written = {"red": "a3, 1 yellow", "ghosts": "a5 g5", "white": "d1", "dice": [2, 1]}
    for has, brings in ((9, 2), (1, 1), (0, 0)):
        match = table({**written, "blue": f"{has} marbles"})
        best = {each.die: each for each in match.game.expected(match.state).dice}[2]
        assert best.now == brings


def test_a_ghosts_marbles_are_counted_once() -> None:
    """Blue has three marbles: two for the first ghost, one for the second, beside its end."""
    match = table({
        "red": "a3, 2 yellow", "blue": "i9, 3 marbles", "ghosts": "a5 b5", "white": "g2",
        "dice": [2, 1],
    })  # fmt: skip
    best = {each.die: each for each in match.game.expected(match.state).dice}[2]
    assert (best.path, best.now, best.later) == (("a3", "a4", "a5"), 2, 1)


def test_the_value_of_a_yellow_marble_includes_a_later_ghost() -> None:
    """From c3 every die gobbles the ghost beside it, for two marbles."""
    match = table({
        "red": "b3", "blue": "9 marbles", "ghosts": "c4 e5", "white": "i2", "dice": [1, 2],
    })  # fmt: skip
    game, state = match.game, match.state
    best = {each.die: each for each in game.expected(state).dice}[1]
    assert (best.path, best.now, best.later) == (("b3", "c3"), 0, 2)
    assert state_after(game.situation(state), "red", best.path).players["red"].yellow == 1


def test_after_the_end_of_the_game_nothing_is_to_be_expected() -> None:
    """A second ghost is next to the end of the path, and a second privilege is left."""
    match = table({"red": "a3, 2 yellow", "ghosts": "a5 b5", "white": "a4", "dice": [1, 2]})
    found = {each.die: each for each in match.game.expected(match.state).dice}
    assert (found[2].path, found[2].now, found[2].later) == (("a3", "a4", "a5"), 3, 0)
    assert found[1].path != ("a3", "a4")  # not to end it leaves more


def test_only_a_die_that_it_must_use_is_weighed() -> None:
    written = {"red": "a1", "blue": "a3", "ghosts": "b2 b1", "dice": [1, 6]}
    match = table(written)
    assert [each.die for each in match.game.expected(match.state).dice] == [1, 6]
    bound = table(written, idle_die=False)
    assert [each.die for each in bound.game.expected(bound.state).dice] == [1]


def test_a_die_that_cannot_be_used_brings_nothing() -> None:
    match = table({"red": "a1", "blue": "a3", "ghosts": "b2 b1", "dice": [4, 2]})
    found = match.game.expected(match.state)
    assert [(each.now, each.path) for each in found.dice] == [(0, ("a1",)), (0, ("a1",))]
    assert "stays" in str(found)


def test_expected_values_can_be_printed_saved_and_requested_for_any_seat() -> None:
    match = table("")
    found = match.game.expected(match.state, "blue")
    assert isinstance(found, Prospects)
    assert str(found).splitlines()[0] == (
        "blue, before a roll: one die 3.50, the better of two 4.47"
    )
    assert len(str(found).splitlines()) == 7
    assert json.loads(json.dumps(found.to_json()))["choice"] == [161, 36]
    with pytest.raises(BadInput, match="the state is 3; expected a state of this game"):
        match.game.expected(3)
    with pytest.raises(BadInput, match="seat is 'green'; expected one of red, blue"):
        match.game.expected(match.state, "green")
