"""Properties of every game's rulebook: plain, complete, and consistent with its options."""

from __future__ import annotations

import re
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.scene import MARKS
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.scene_json import sheet_to_json
from tests.conftest import GAMES

CLAUSES: dict[str, tuple[str, str, list[str]]] = {
    "activator": ("Michael Schoessow", "AC", ["1-4", "10-16", "20-27", "30-32"]),
    "pacman": ("Milton Bradley", "PC", ["1-14", "20-21", "30"]),
    "paco": ("Mike Reddy", "PA", ["1-4", "10-16", "20-27", "30-35", "40-44"]),
    "piecepackman": ("Dan Burkey", "PM", ["1-7", "10-24", "30-38", "40-42", "50-51", "60-73",
                     *(f"73{letter}" for letter in "abcdefghijklmn"), "74-75", "80-81"]),
    "worm_derby": ("Mark A. Biggar", "WD", ["1-5", "10-13", "20-22", "30", "40-43"]),
}  # fmt: skip
"""The author, and the letters and numbers of the clauses, which never change."""
every_game = pytest.mark.parametrize("game", [pp.game(name) for name in GAMES], ids=str)


@every_game
def test_the_rulebook_names_the_author_the_source_and_the_licence(game: Any) -> None:
    book = game.rulebook
    assert book.title == game.title
    assert book.author
    assert book.source
    assert book.licence


@every_game
def test_every_clause_is_there_in_order(game: Any) -> None:
    author, letters, ranges = CLAUSES[game.name]
    ids = []
    for each in ranges:
        first, _, last = each.partition("-")
        numbers = range(int(first), int(last) + 1) if last else [each]
        ids += [f"{letters}-{number}" for number in numbers]
    assert list(game.rulebook.clauses) == ids
    assert author in game.rulebook.author


@every_game
def test_each_clause_is_a_title_and_a_few_sentences(game: Any) -> None:
    for clause in game.rulebook:
        assert re.fullmatch(r"[A-Z].*[^.]", clause.title), clause.id
        for text in filter(None, (clause.text, clause.reading)):
            assert re.match(r"[A-Z0-9]", text), clause.id
            assert text.endswith("."), clause.id
            assert len(text) <= 420, clause.id
        assert clause.text, clause.id


@every_game
def test_clauses_name_only_existing_clauses(game: Any) -> None:
    clauses = game.rulebook.clauses
    kind = next(iter(clauses)).partition("-")[0]
    for clause in game.rulebook:
        named = set(re.findall(rf"{kind}-\d+", clause.text + clause.reading))
        assert named <= set(clauses) - {clause.id}, clause.id


@every_game
def test_every_option_names_clauses_of_the_rulebook(game: Any) -> None:
    for option in game.rules.options():
        assert option.clauses, option.name
        assert set(option.clauses) <= set(game.rulebook.clauses), option.name


@every_game
def test_an_option_that_is_our_reading_has_a_reading(game: Any) -> None:
    for option in game.rules.options():
        if option.reading:
            assert any(game.rulebook[id].reading for id in option.clauses), option.name


@every_game
def test_every_event_cites_a_clause_of_the_rulebook(game: Any) -> None:
    for seed in range(3):
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
        match.run(150)
        assert {step.event.clause for step in match.steps} <= set(game.rulebook.clauses)


@every_game
def test_how_to_play_fits_one_screen_and_draws_what_it_names(game: Any) -> None:
    told = view_of(game).how_to_play(game)
    assert told.aim.endswith(".")
    assert 4 <= len(told.turn) <= 6
    assert all(step.endswith(".") and len(step) < 150 for step in told.turn)
    assert len(told.aim) + sum(map(len, told.turn)) < 800
    sprites = sheet_to_json()["sprites"]
    assert len(told.symbols) >= 3
    for symbol in told.symbols:
        assert symbol.sprite in sprites if symbol.sprite else symbol.mark in MARKS


@every_game
def test_each_option_has_a_name_in_words_of_its_own(game: Any) -> None:
    titles = [option.words for option in game.rules.options()]
    assert all(re.fullmatch(r"[A-Z].{5,44}[^.?]", title) for title in titles), titles
    assert len(set(titles)) == len(titles)
