"""The moves listed are those that a brute-force walker finds; every other one is refused."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import IllegalMove, Refusal
from piecepack_nb.games.pacman.state import Put, Stay, Take, Walk
from tests.core.damage import one_line
from tests.games.pacman import brute_force
from tests.games.pacman.helpers import CORRIDORS, POCKET, table
from tests.games.pacman.random_play import at_phase, matches

NAMES_SOMETHING = re.compile(
    r"\b([a-k][1-9]|[0-9]|ghost[0-9]|red|green|blue|yellow|Red|Green|Blue|Yellow)\b"
)


def refused(match: pp.Match, move: Any) -> Refusal:
    """Return the refusal of a move, which must be a good one."""
    refusal = match.refusal(move)
    assert refusal is not None, (match.state, move)
    assert match.game.rulebook[refusal.clause]
    assert NAMES_SOMETHING.search(refusal.text), refusal.text
    assert "\n" not in refusal.text
    assert "not allowed" not in refusal.text
    assert all(square in match.game.board.next_to for square in refusal.squares), refusal
    before = (match.state, match.cursor, match.steps)
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert caught.value.refusal == refusal
    one_line(caught.value)
    assert (match.state, match.cursor, match.steps) == before
    return refusal


@pytest.mark.clause("PC-3", "PC-5", "PC-6", "PC-7", "PC-8", "PC-9", "PC-12", "PC-14", "PC-20")
@given(at_phase("move"))
def test_the_listed_moves_equal_those_of_brute_force(match: pp.Match) -> None:
    assume(match.state.phase == "move")
    game = match.game
    listed = [str(move) for move in match.moves()]
    assert len(set(listed)) == len(listed) > 0
    rules = game.rules.to_json()
    assert set(listed) == brute_force.legal(game.board.text(), rules, game.to_json(match.state))


def crowded(seed: int) -> pp.Match | None:
    """Return a match with all pieces on a few spaces, where dice are often of no use.

    None where two pieces would be on one space.
    """
    choose = random.Random(seed)
    options = {
        "short_pac_man": choose.choice(["stays", "goes as far"]),
        "privilege_at_once": choose.choice([True, False]),
        **choose.choice([{}, {"board": CORRIDORS}]),
    }
    game = pp.game("pacman", players=4, idle_die=False, **options)
    spaces = sorted({*game.board.squares} - game.ruleset.homes - {game.board.centre})
    near = sorted(spaces, key=lambda square: ord(square[0]) + int(square[1]))[:9]
    red, green, blue, *ghosts = choose.sample(near, 5)
    yellow = choose.choice(["", ", 1 yellow"])
    position = {
        "red": red + yellow, "green": green, "blue": blue, "ghosts": " ".join(ghosts),
        "dice": [choose.randint(1, 6), choose.randint(1, 6)], "due": "pac ghost",
    }  # fmt: skip
    try:
        return pp.Match(game, seed=1, position=position)
    except pp.BadInput:
        return None


@pytest.mark.thorough
@pytest.mark.clause("PC-3", "PC-5")
def test_a_die_kept_for_the_pac_man_agrees_with_brute_force() -> None:
    """A ghost has it only where that frees the Pac-Man to move by the other die."""
    kept = freed = 0
    for match in filter(None, map(crowded, range(600))):
        game, state = match.game, match.state
        listed = list(match.moves())
        rules = game.rules.to_json()
        expected = brute_force.legal(game.board.text(), rules, game.to_json(state))
        assert set(map(str, listed)) == expected
        assert not any(map(match.refusal, listed))
        if die := game.situation(state).kept:
            kept += 1
            freed += any(move.piece != "pac" and move.die == die for move in listed)
    assert kept > freed > 10


def test_a_situation_is_that_of_the_state_asked_about() -> None:
    game = table("").game
    first, second = game.position("dice: 3 5"), game.position("dice: 1 1")
    assert game.situation(first) is game.situation(first)
    assert game.situation(second).state is second
    assert game.situation(first).state is first
    assert {move.die for move in game.moves(second)} == {1}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["reconstruction", "octagon", POCKET])
def test_whole_games_under_the_printed_rules_agree_with_brute_force(
    players: int, board: str
) -> None:
    game = pp.game("pacman", players=players, board=board)
    match = pp.Match(game, seed=players, seats=dict.fromkeys(game.seats, "random"))
    match.run(500)
    looked_at = 0
    for played in match.record[:: 1 if board == POCKET else 5]:
        state = played.steps[-1].state
        if state.phase == "move":
            listed = {str(move) for move in game.moves(state)}
            rules = game.rules.to_json()
            assert listed == brute_force.legal(game.board.text(), rules, game.to_json(state))
            looked_at += 1
    assert looked_at > 20


@settings(max_examples=40)
@given(at_phase("move"), st.data())
def test_every_other_path_is_refused_with_a_reason(match: pp.Match, data: Any) -> None:
    """Any steps at all, from legal ways changed in one place to leaps anywhere."""
    assume(match.state.phase == "move")
    state = match.state
    squares = list(match.game.board.squares)
    legal = set(match.moves())
    pieces = ["pac", *state.ghosts, "ghost9"]
    for _ in range(20):
        piece = data.draw(st.sampled_from(pieces))
        die = data.draw(st.sampled_from([*state.dice, 1, 6, 7]))
        path = data.draw(_walks(match, piece, squares))
        move = Walk(piece, die, path)
        if move in legal:
            assert match.refusal(move) is None
        else:
            refused(match, move)
    for piece in ("pac", "ghosts", "ghost1"):
        for die in (*state.dice, 9):
            if Stay(piece, die) not in legal:
                refused(match, Stay(piece, die))


@st.composite
def _walks(draw: st.DrawFn, match: pp.Match, piece: str, squares: list[str]) -> tuple[str, ...]:
    """Yield paths from a piece's space, mostly by neighbours, sometimes by leaps."""
    board, state = match.game.board, match.state
    here = state.ghosts.get(piece, state.players[state.to_move].square)
    path = [draw(st.sampled_from([here, here, here, here, here, "a2"]))]
    for _ in range(draw(st.integers(0, 7))):
        near = [*board.next_to[path[-1]].values(), *board.beyond_arrow(path[-1])]
        leap = not near or draw(st.integers(0, 9)) == 0
        path.append(draw(st.sampled_from(squares if leap else near)))
    return tuple(path)


@settings(max_examples=40)
@given(matches())
def test_moves_of_another_phase_must_wait(match: pp.Match) -> None:
    state, game = match.state, match.game
    if match.to_act is None:
        move = Put("c3")
        assert game.refusal(state, move).clause == "PC-30"
        return
    others = {
        "start": [Walk("pac", 1, ("a1", "a2")), Stay("pac", 1), Put("c3"), Take("blue")],
        "roll": [Walk("pac", 1, ("a1", "a2")), Stay("ghosts", 1), Put("c3"), Take("blue")],
        "move": [Roll(FrozenDict(first="1", second="2")), Put("c3"), Take("blue")],
        "put": [Roll(FrozenDict(first="1", second="2")), Walk("pac", 1, ("a1", "a2")), Take("red")],
        "take": [Roll(FrozenDict(first="1", second="2")), Walk("pac", 1, ("a1",)), Put("c3")],
    }[state.phase]
    for move in others:
        refused(match, move)
    for nonsense in (None, 3, ("pac", 1, ("a1", "a2")), object()):
        assert "no move of this game" in game.refusal(state, nonsense).text


@lru_cache
def tables(phase: str) -> list[tuple[Any, Any]]:
    """Return the tables of a phase, with their games, in games of four and three."""
    found = []
    for seed in range(6):
        game = pp.game("pacman", players=3 + seed % 2)
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
        match.run()
        ends = [played.steps[-1].state for played in match.record]
        found += [(game, state) for state in ends if state.phase == phase]
    return found


@pytest.mark.clause("PC-20")
def test_ringed_holes_to_choose_are_listed() -> None:
    assert len(tables("put")) > 5
    for game, state in tables("put"):
        legal = set(game.moves(state))
        assert len(legal) > 1
        for square in (*game.board.squares, "z9", ""):
            assert (game.refusal(state, Put(square)) is None) == (Put(square) in legal)
        refused(pp.Match(game, position=state), Put(game.board.centre))


@pytest.mark.clause("PC-20")
def test_payers_to_choose_are_listed() -> None:
    assert len(tables("take")) > 5
    for game, state in tables("take"):
        legal = set(game.moves(state))
        assert len(legal) > 1
        for seat in ("red", "green", "blue", "yellow", "", "pink"):
            assert (game.refusal(state, Take(seat)) is None) == (Take(seat) in legal)
        refused(pp.Match(game, position=state), Take(state.to_move))


def test_paths_of_brute_force_are_paths_of_the_board() -> None:
    """The two read the drawing alike."""
    for name in ("reconstruction", "octagon"):
        board = pp.game("pacman", board=name).board
        ground = brute_force.Ground(board.text())
        assert ground.spaces == set(board.squares)
        assert ground.arrows == set(board.arrows)
        assert ground.homes == board.homes
        for square in board.squares:
            assert ground.neighbours(square) == set(board.next_to[square].values())
        for one, other in pairwise(board.squares):
            assert ground.beside(one, other) == (one[1:] == other[1:])
