"""Every game of examples/games: random games, texts, JSON, refusals, boards and check."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.match import Match
from piecepack_nb.design import BoardGame, Move
from piecepack_nb.design.view import turning
from piecepack_nb.scene import check_scene
from piecepack_nb.scene.game_view import view_of
from tests.conftest import sampled
from tests.design.examples import FOLDER, NAMES, example_class

GAMES = sampled(range(100), 34)
"""The seeds of random games; three in `make check`."""
LISTED = 10
"""Of so many of them all legal moves are listed, and others tried."""
MOST_LINES = {"activator_in_one_class": 330, "hamlet": 95, "oh_hell": 97, "steep": 130}
"""More than the usual 90 lines of a page: a game of the package with all its options, and some that
evaluate their tables."""
LONGEST = 600  # moves of a random game
ENOUGH = 2000
"""After so many moves of its random games, and LISTED games, a game has shown what it does."""
THOROUGH = {"activator_in_one_class": pytest.mark.thorough}
"""tests/games/activator/test_one_class.py compares it with the game of the package."""
PLAYED = [pytest.param(name, marks=THOROUGH.get(name, ())) for name in NAMES]
STATES = 250
"""Of more states than these some are left out where all legal moves are listed."""


@cache
def example(name: str) -> BoardGame:
    return example_class(name)(bots=GENERAL)


@cache
def random_moves(game: BoardGame, seed: int) -> list[tuple[Any, Any, Any]]:
    """Each state of a random game with its move and the state after it."""
    return played(game, seed)


def played(game: BoardGame, seed: int) -> list[tuple[Any, Any, Any]]:
    """The same, played anew: ``random_move`` doesn't list all moves, and ``play`` refuses."""
    state, found = game.initial_state(), []
    while (actor := game.to_act(state)) is not None:
        pick = seeded_pick(seed, len(found))
        move: Any = (
            game.chance_move(state, pick)
            if isinstance(actor, Chance)
            else game.random_move(state, actor.seats[-1], pick)
        )
        *_, last = game.play(state, move)
        found.append((state, move, last.state))
        state = last.state
        assert len(found) <= LONGEST
    return found


def tried(game: BoardGame, state: Any, seat: str, seed: int) -> list[tuple[Any, ...]]:
    """Picks of moves to try, legal or not."""
    if not game.stage(state).shape.more:
        return list(game.candidates(state, seat))[:: 1 + seed % 5]
    places = game.design.places.names
    return [(one, two) for one in places[seed % 5 :: 5] for two in places[::3] if one != two]


@pytest.mark.parametrize("name", PLAYED)
def test_random_games_end_and_every_state_and_move_survives_as_text(name: str) -> None:
    game = example(name)
    results, played_moves = set(), 0
    for seed in GAMES[::10] if name in MOST_LINES else GAMES:  # long rules take longer, too
        if seed > GAMES[:LISTED][-1] and played_moves > ENOUGH and len(results) > 1:
            break
        moves = random_moves(game, seed) if seed in GAMES[:LISTED] else played(game, seed)
        for number, (state, move, after) in enumerate(moves):
            assert game.parse_move(state, str(move)) == move
            if number % 7 == seed % 7:
                assert game.from_json(json.loads(json.dumps(game.to_json(after)))) == after
                assert hash(game.from_json(game.to_json(after))) == hash(after)
        played_moves += len(moves)
        result = game.result(moves[-1][2])
        assert result is not None
        assert result.clause in game.rulebook.clauses
        assert set(result.winners) <= set(game.seats)
        results.add(result.winners)
    if len(GAMES) >= 100 and name != "hare_and_hounds":  # random hounds catch no hare
        assert len(results) > 1, "every game ends alike"


@pytest.mark.parametrize("name", PLAYED)
def test_listed_moves_are_not_refused_and_others_are_with_a_clause(name: str) -> None:
    game = example(name)
    refused = 0
    each = 1 + sum(len(random_moves(game, seed)) for seed in GAMES[:LISTED]) // STATES
    for skipped, seed in enumerate(GAMES[:LISTED]):
        states = random_moves(game, seed)[skipped % each :: each]
        for state, _move, _after in sampled(states, 4, skipped):
            actor = game.to_act(state)
            if actor is None or isinstance(actor, Chance):
                continue
            seat, stage = actor.seats[0], game.stage(state)
            legal = list(game.moves_for(state, seat))
            assert all(game.refusal(state, move) is None for move in legal)
            texts = {str(move) for move in legal}
            for picks in tried(game, state, seat, seed):
                move = Move(picks, stage.shape.names, seat if stage.secret else "")
                reason = game.refusal(state, move)
                assert (reason is None) == (str(move) in texts), (move, reason)
                if reason is not None:
                    refused += 1
                    assert reason.clause in game.rulebook.clauses
                    assert reason.text.strip()
    free = ("rock_paper_scissors", "snakes_and_ladders", "picnic")
    assert refused or name in free


@pytest.mark.parametrize("name", NAMES)
def test_a_match_has_all_that_the_five_games_have(name: str, tmp_path: Any) -> None:
    game = example(name)
    match = Match(game, seed=4, seats=dict.fromkeys(game.seats, "random"))
    match.run(12)
    view = view_of(game)
    before = None
    state = match.initial_state
    for step in match.steps:
        before = check_scene(view.scene(game, step.state, step.event, before))
        state = step.state
        assert step.event.clause in game.rulebook.clauses
        assert step.event.text[0] == step.event.text[0].upper() or step.event.text[1].isdecimal()
    assert match._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
    assert view.prompt(game, state, ())[0]
    assert pp.replay(match).frames == len(match.steps) + 1
    assert pp.show(match).scene.alt.startswith("Turn ")
    again = Match(game, seed=4, seats=dict.fromkeys(game.seats, "random"))
    again.run(12)
    assert again.state == match.state


@pytest.mark.parametrize("name", PLAYED)
def test_a_match_is_saved_predicted_compared_and_explored(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._registered, name, example_class(name))
    game = example(name)
    match = Match(game, seed=4, seats=dict.fromkeys(game.seats, "random"))
    match.run(30)
    assert pp.load(match.save(tmp_path / "match.json")).state == match.state
    options = game.rules.options()
    for option in sampled(options, 1 + len(options) // 4):
        changed = {option.name: next(e for e in option.values[::-1] if e != option.default)}
        assert pp.explore(match, **changed).rules.changed() == changed
        divergence = pp.compare(match, **changed).divergence
        assert divergence is None or divergence.clause in ("", *game.rulebook.clauses)
    match.goto(0)
    if name in ("rock_paper_scissors", "snakes_and_ladders", "picnic", "sealed_bids"):
        with pytest.raises(pp.BadInput, match="nothing to predict"):
            pp.predict(match)
    else:
        for question in ("move", "legal"):
            quiz = pp.predict(match, question, keep=False)
            assert quiz.guess(quiz.scene.spots[0].id).clause in game.rulebook.clauses
            assert quiz.score[1] == 1


@pytest.mark.parametrize("name", PLAYED)
def test_every_move_can_be_picked_on_the_board(name: str) -> None:
    """Spot by spot, each one offered; then the picks are a move, or the dice roll."""
    game = example(name)
    view = view_of(game)
    for state, _move, _after in random_moves(game, 1)[:12]:
        actor, offered = game.to_act(state), ids_of_spots(view, game, state)
        if isinstance(actor, Chance):
            assert type(view.pick(game, state, (), "roll", None, False)).__name__ == "MakeMove"
            continue
        assert actor is not None
        seat = actor.seats[-1]
        for move in sampled(list(game.moves_for(state, seat))[:30]):
            draft: Any = (seat,) if isinstance(actor, Simultaneous) else ()
            for pick in map(str, move.given):
                assert type(draft) is tuple, (move, draft)
                if turning(draft) and pick.isdecimal():
                    draft = turned_to(game, state, draft, pick)
                    continue
                assert pick in offered(draft)
                draft = view.pick(game, state, draft, pick, None, False)
            if type(draft) is tuple:
                draft = view.pick(game, state, draft, "done", None, False)
            assert draft.move == move


def ids_of_spots(view: Any, game: BoardGame, state: Any) -> Callable[[Any], set[str]]:
    """Return what gives the ids of the spots of a draft; many moves begin with the same one."""
    return cache(lambda draft: {spot.id for spot in view.spots(game, state, draft)})


def turned_to(game: BoardGame, state: Any, draft: Any, angle: str) -> Any:
    """Return the draft with its tile turned to an angle by R, which must lead there."""
    view, seen = view_of(game), set[str]()
    while turning(draft) != angle:
        assert turning(draft) not in seen, f"R never turns the tile to {angle}"
        seen.add(turning(draft))
        (spot,) = (each for each in view.spots(game, state, draft) if each.key == "r")
        draft = view.pick(game, state, draft, spot.id, None, False)
    return draft


@pytest.mark.parametrize("name", [name for name in NAMES if example_class(name)().piles
                                  or example_class(name)().secret])  # fmt: skip
def test_its_own_bots_and_those_that_think_make_legal_moves(name: str) -> None:
    """Each of them moves first, and last, against random moves."""
    thinks = {"mcts": pp.bots.mcts(playouts=6), "look_ahead": pp.bots.look_ahead(depth=2, nodes=20)}
    game = example_class(name)(bots={"random": GENERAL["random"], **thinks})
    for bot in sampled([each for each in game.bots if each != "random"], 2):
        for seat in (game.seats[0], game.seats[-1]):
            seats: Any = {**dict.fromkeys(game.seats, "random"), seat: bot}
            match = Match(game, seed=6, seats=seats)
            match.run(12)
            assert len(match.record) >= 12 or match.result is not None


@pytest.mark.parametrize("name", sampled(PLAYED, 3))
def test_check_finds_nothing(name: str) -> None:
    assert pp.check(example(name), games=len(sampled(range(4), 2))).problems == ()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_page(name: str) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES.get(name, 90)
    assert max(map(len, lines)) <= 100


def test_tic_tac_toe_takes_fifteen_lines() -> None:
    lines = (FOLDER / "tic_tac_toe.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.startswith('"""')]
    assert len(code) <= 15
