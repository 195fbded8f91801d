"""Every game of the piecepack shelf: its credits, random games, clauses, pictures, bots, length."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb import shelf
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.match import Match
from piecepack_nb.design import Board, BoardGame
from piecepack_nb.scene import check_scene
from piecepack_nb.scene.game_view import view_of
from tests.conftest import sampled
from tests.shelf.golden import golden_lines, path

FOLDER = Path(shelf.__file__).parent
NAMES = registry.shelf()
SEEDS = sampled(range(20))
OPEN = ("public domain", "public domain (CC0)", "CC BY-SA 4.0", "GNU FDL 1.1 or later")
FEWEST = 5  # games of each
LONGEST = 2000  # moves and rolls of a random game


def game(name: str) -> BoardGame:
    found = pp.game(name)
    assert isinstance(found, BoardGame)
    return found


def source(name: str) -> str:
    return (FOLDER / f"{name}.py").read_text(encoding="utf-8")


def cited(match: Match) -> Iterator[str]:
    """Yield the clauses of a match's steps, and of refusals along it."""
    for step in match.steps:
        yield step.event.clause
    for played in match.record[::5]:
        state = match.steps[played.first - 1].state if played.first else match.initial_state
        actor = match.game.to_act(state)
        if actor is not None and not isinstance(actor, Chance):
            yield from _refusals(match.game, state, actor.seats[0])


def _refusals(game: Any, state: Any, seat: str) -> Iterator[str]:
    places = game.design.places.names
    tries = [tuple(p) for p in game.candidates(state, seat)] if not game.shape.more else [
        (one, two) for one in game.table(state).own for two in places]  # fmt: skip
    for picks in tries[:400]:
        if refused := game.refusal(state, game.move_from(state, picks)):
            assert refused.text.strip()
            yield refused.clause


# --- The shelf ------------------------------------------------------------------------------------


def test_the_shelf_is_apart_from_the_five_games() -> None:
    before = pp.games()
    listed = pp.games.shelf()
    assert [each.name for each in listed] == list(NAMES)
    assert pp.games() == before
    assert not {*NAMES} & {*before}


@pytest.mark.parametrize("entry", pp.games.shelf(), ids=lambda each: each.name)
def test_each_has_its_credits(entry: Any) -> None:
    assert entry.licence in OPEN
    assert entry.author
    assert re.match(r"(ludism\.org|github\.com)/\S+", entry.source)
    credits = (FOLDER.parents[1] / "CREDITS.md").read_text(encoding="utf-8")
    row = next(line for line in credits.splitlines() if line.startswith(f"| {entry.title} |"))
    assert entry.author in row
    assert entry.licence in row
    assert entry.source.split(",")[0] in row


def test_a_reader_s_version_takes_the_name_and_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    @pp.register
    class Quatri(Board):
        places = Board.squares(4, 4)

        def move(self, table: Any, place: str) -> None:
            table.end(table.seat)

    assert pp.game("quatri").design_class is Quatri  # type: ignore[attr-defined]
    assert "quatri" in pp.games()


def test_a_misspelt_name_is_found_on_the_shelf() -> None:
    with pytest.raises(pp.BadInput, match="did you mean 'quatri'"):
        pp.game("quatry")


# --- Its games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_every_clause_is_cited(name: str) -> None:
    """Of many games some: until every clause was cited, and two have won."""
    book, code = game(name).rulebook, source(name)
    code = code.replace(str(game(name).design_class.rulebook), "")
    found = {id for option in game(name).rules.options() for id in option.clauses}
    found |= {id for id in book.clauses if id.endswith("-0") or re.search(rf"\b{id}\b", code)}
    winners = set()
    for seed in SEEDS:
        match = Match(game(name), seed=seed, seats="random")
        match.run(LONGEST)
        assert match.result is not None, seed
        assert match.result.clause in match.game.rulebook.clauses
        winners.add(match.result.winners)
        found |= {match.result.clause, *cited(match)}
        left = {id for id in book.clauses if id not in found and book[id].title != "Set-up"}
        if not left and len(winners) > 1 and seed >= FEWEST:
            break
    assert not left
    assert len(winners) > 1 or name == "tablut" or len(SEEDS) < 10, winners


@pytest.mark.parametrize("name", NAMES)
def test_its_states_and_moves_survive_as_text_and_its_scenes_are_drawn(name: str) -> None:
    match = Match(game(name), seed=5, seats="random")
    match.run(60)
    view, before = view_of(match.game), None
    for step in match.steps:
        before = check_scene(view.scene(match.game, step.state, step.event, before))
    assert before is not None
    assert before.alt.startswith("Turn ")
    for state in [match.initial_state, *(step.state for step in match.steps[::7])]:
        assert match.game.from_json(json.loads(json.dumps(match.game.to_json(state)))) == state
        assert view.prompt(match.game, state, ())[0]
    assert match._repr_svg_().startswith("<svg")  # type: ignore[union-attr]
    again = Match(game(name), seed=5, seats="random")
    again.run(60)
    assert again.state == match.state


@pytest.mark.parametrize("name", sampled(NAMES, 3, 1))
@pytest.mark.parametrize("bot", ["look_ahead", "mcts"])
def test_the_general_bots_play_it(name: str, bot: str) -> None:
    made = (
        pp.bots.look_ahead(depth=2, nodes=100) if bot == "look_ahead" else pp.bots.mcts(playouts=8)
    )
    match = Match(game(name), seed=2, seats=made)
    match.run(6)
    assert len(match.record) >= 6 or match.result


@pytest.mark.parametrize("name", sampled(NAMES, 3))
def test_check_finds_nothing(name: str) -> None:
    assert pp.check(game(name), games=len(sampled(range(3), 2))).problems == ()


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_page(name: str) -> None:
    lines = source(name).splitlines()
    assert len(lines) <= 90
    assert max(map(len, lines)) <= 100


def test_each_game_plays_its_golden_line() -> None:
    assert golden_lines() == path().read_text(encoding="utf-8").splitlines()
