"""Nothing on the live table shows an order before all are in."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.games.paco import VIEW
from piecepack_nb.scene import to_json
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.games.paco.helpers import table

LINES = ("suns c3 N", "moons e4 W", "crowns g6 S")
CELLS = {"c4": "hole", "d4": "white", "g5": "white"}
CHOICES = {
    "suns": ("left", "right", "jump", "jump then left", "jump then push"),
    "moons": ("left", "right", "push"),
}


def committed(**orders: str) -> pp.Match:
    """Return a match in which only Crowns must still write."""
    match = table(*LINES, **CELLS)
    for seat, order in orders.items():
        match.play(f"{seat} {order}")
    return match


def every_scene(match: pp.Match) -> str:
    """Yield all scenes that a page can see: each step, and the prompt of any seat."""
    game, state = match.game, match.state
    scenes = [VIEW.idle_scene(game, match.initial_state)]
    for step in match.steps:
        scenes.append(VIEW.scene(game, step.state, step.event, scenes[-1]))
    for draft in ((), ("crowns",)):
        waiting = VIEW.scene(game, state, None, scenes[-1], draft)
        caption, clause = VIEW.prompt(game, state, draft)
        scenes.append(waiting._replace(
            caption=caption, clause=clause, spots=VIEW.spots(game, state, draft),
            marks=VIEW.marks(game, state, draft),
        ))  # fmt: skip
    return json.dumps([to_json(scene) for scene in scenes])


@pytest.mark.clause("PA-20")
def test_scenes_do_not_depend_on_secret_orders() -> None:
    seen = {
        every_scene(committed(suns=one, moons=two))
        for one, two in product(CHOICES["suns"], CHOICES["moons"])
    }
    assert len(seen) == 1


@pytest.mark.clause("PA-20")
def test_scenes_show_who_has_written() -> None:
    none, one, both = (
        every_scene(committed(**orders))
        for orders in ({}, {"suns": "left"}, {"suns": "left", "moons": "left"})
    )
    assert len({none, one, both}) == 3
    assert "card-back" not in none
    assert "order written" in one


def page_of(*picks: str) -> list[Any]:
    """Return all messages to the page after suns picks an order."""
    playing = PlayWidget(table(*LINES, **CELLS), view_of(pp.game("paco")))
    for spot in ("iam:suns", *picks[:-1]):
        playing._picked(Pick(spot, "click"))
    sent: list[Any] = []
    playing.observe(lambda change: sent.append(change["new"]), ["keyframe", "snapshot", "notice"])
    playing._picked(Pick(picks[-1], "click"))
    assert playing.match.state.orders, picks
    serial = playing.serial - 2
    numbers = ("serial", "key")
    return [
        {**each, **{name: each[name] - serial for name in numbers if name in each}, "after": None}
        for each in sent
    ]


@pytest.mark.clause("PA-20")
def test_page_messages_do_not_depend_on_secret_orders() -> None:
    ways = [("left", "write"), ("d3", "d3"), ("jump", "forward", "write"), ("c4", "push", "write"),
            ("jump", "back", "iam:suns", "right", "left", "write")]  # fmt: skip
    pages = [json.dumps(page_of(*way)) for way in ways]
    assert len(set(pages)) == 1
    assert "order written" in pages[0]
    assert "push" not in pages[0]


@pytest.mark.clause("PA-20")
def test_a_person_sees_no_orders_of_bots() -> None:
    pages = set()
    for order in CHOICES["suns"]:
        match = table(*LINES, **CELLS)
        match.seats.update(suns=lambda game, state, seat, pick, words=order: game.parse_move(
            state, f"suns {words}"), moons="random")  # fmt: skip
        playing = PlayWidget(match, view_of(pp.game("paco")))
        assert playing.draft == ("crowns",) if len(match.persons) == 1 else playing.draft == ()
        state = playing.get_state()
        pages.add(json.dumps([state["keyframe"], state["snapshot"]]))
    assert len(pages) == 1


def test_the_last_turn_is_shown_after_undo_and_when_the_match_is_opened_again() -> None:
    match = table(*LINES, **CELLS)
    match.seats.update(moons="shrewd", crowns="shrewd")
    playing = PlayWidget(match, view_of(match.game))
    seen = {}
    for turn, order in ((1, "left"), (2, "right")):
        playing.advance(match.play(f"suns {order}"))
        seen[match.turn] = results_of(playing)
        assert seen[match.turn][0] == (
            f"Turn {turn}: the bots' reasons",
            f"Turn {turn}: results of the orders",
        )
    assert [words.split()[0] for words in seen[3][1]][:1] == ["right"]
    playing.show()
    assert results_of(playing) == seen[3]
    assert results_of(PlayWidget(match, view_of(match.game))) == seen[3]
    match.undo()
    playing.show()
    assert results_of(playing) == seen[2]


def results_of(playing: PlayWidget) -> tuple[tuple[str, ...], list[str | None]]:
    """Return the titles of the tables, and the column of the last turn."""
    scene = playing.scene
    last = [piece.label for piece in scene.pieces if piece.id.startswith("last-")]
    return tuple(table.title for table in scene.listings), last


def test_the_hand_over_screen_only_names_players_who_must_still_write() -> None:
    match = committed(suns="jump then left")
    spots = {spot.id: spot for spot in VIEW.spots(match.game, match.state, ())}
    assert [spot.name for spot in spots.values() if spot.role == "action"] == [
        "I am Moons: write my order", "I am Crowns: write my order",
    ]  # fmt: skip
    assert spots["row:suns"].name == "Suns: on c3, facing north, 0 points, order written"


def test_orders_are_shown_once_all_are_written() -> None:
    match = committed(suns="jump then left", moons="left")
    match.play("crowns left")
    scenes = [VIEW.scene(match.game, step.state, step.event) for step in match.steps]
    number = [step.event.kind for step in match.steps].index("orders shown")
    cards = {p.suit: p.sprite for p in scenes[number].pieces if p.id.startswith("card-")}
    assert cards == {"suns": "card-left", "moons": "card-left", "crowns": "card-left"}
    assert "card-jump" in {piece.sprite for piece in scenes[number].pieces}
    assert "order: jump then left" in scenes[number].alt
    waiting = VIEW.idle_scene(match.game, match.state)
    assert "order: left, written with the jump" in waiting.alt
