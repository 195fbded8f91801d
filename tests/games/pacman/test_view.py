"""The table as a scene: marbles that last, Pac-Men that look where they go, dice and their use."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from piecepack_nb.games.pacman import VIEW
from piecepack_nb.games.pacman.areas import at, marble_place, outside, row
from piecepack_nb.scene import Piece, Scene, check_scene, from_json, svg, to_json
from tests.games.pacman.helpers import table


def scene_of(match: pp.Match) -> Scene:
    return VIEW.scene(match.game, match.state)


def filmed(match: pp.Match) -> list[Scene]:
    """Return a scene for the start and for each step."""
    scenes = [VIEW.scene(match.game, match.initial_state)]
    for step in match.steps:
        scenes.append(VIEW.scene(match.game, step.state, step.event, scenes[-1]))
    return scenes


def after(match: pp.Match, *moves: str) -> list[Scene]:
    for move in moves:
        match.play(move)
    return filmed(match)


def pieces(scene: Scene, begins: str) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.id.startswith(begins)]


def one(scene: Scene, begins: str) -> Piece:
    [piece] = pieces(scene, begins)
    return piece


@pytest.fixture(scope="module")
def game_of_bots() -> pp.Match:
    match = pp.Match(pp.game("pacman"), seed=5, seats={"red": "greedy", "blue": "random"})
    match.run()
    assert match.result is not None
    return match


@pytest.fixture(scope="module")
def film(game_of_bots: pp.Match) -> list[Scene]:
    return filmed(game_of_bots)


# --- marbles --------------------------------------------------------------------------------------


@pytest.mark.clause("PC-1")
def test_the_scene_shows_the_set_up() -> None:
    scene = scene_of(pp.Match(pp.game("pacman", players=4, first="red")))
    assert len(pieces(scene, "white-")) == 72
    assert len(pieces(scene, "yellow-")) == 4
    assert {(p.x, p.y) for p in pieces(scene, "ghost")} == {(5.28, 5.1), (5.76, 5.1)}
    backdrop = next(area.backdrop for area in scene.areas if area.id == "board")
    sprites = [drawn.attrs.get("sprite") for drawn in backdrop]
    counts = {name: sprites.count(f"marble-{name}") for name in ("home", "ringed", "den", "exit")}
    assert counts == {"home": 4, "ringed": 4, "den": 1, "exit": 4}
    assert sprites.count("marble-hole") == 72


def test_the_same_marbles_last_through_a_whole_game(
    game_of_bots: pp.Match, film: list[Scene]
) -> None:
    ids = {piece.id for piece in film[0].pieces if piece.sprite.startswith("marble-")}
    assert len(ids) == 76
    for scene in film:
        assert {piece.id for piece in scene.pieces if piece.sprite.startswith("marble-")} == ids
    for step, scene in zip(game_of_bots.steps, film[1:], strict=True):
        places = [(p.area, p.x, p.y) for p in scene.pieces if p.sprite.startswith("marble-")]
        assert len(set(places)) == 76, step
        on_board = [p for p in pieces(scene, "white-") if p.area == "board"]
        assert len(on_board) == len(step.state.white)


@pytest.mark.clause("PC-10")
def test_a_marble_that_is_gobbled_goes_to_the_tray() -> None:
    match = table("red: a1, 4 marbles\nwhite: a2 c5\nghosts: e5 g5\ndice: 1 3")
    start, end = after(match, "pac 1 a1-a2")[:2]
    x, y = at(match.game.board, "a2")
    [marble] = [p.id for p in pieces(start, "white-") if (p.area, p.x, p.y) == ("board", x, y)]
    moved = next(piece for piece in end.pieces if piece.id == marble)
    assert (moved.area, moved.x, moved.y) == ("players", *marble_place(4, 0))
    assert one(end, "count-red").label == "5"


def test_marbles_stay_within_their_tray(film: list[Scene]) -> None:
    """Not even where one player has every marble."""
    match = table("red: a1, 71 marbles\nblue: i9, 0 marbles\nwhite: c5\nghosts: e5 g5\ndice: 1 3")
    for scene in (*film[::40], scene_of(match)):
        areas = {area.id: area for area in scene.areas}
        for piece in scene.pieces:
            area = areas[piece.area]
            assert 0.1 < piece.x < area.width - 0.1, piece
            assert 0.1 < piece.y < area.height - 0.1, piece


# --- who moves ------------------------------------------------------------------------------------


@pytest.mark.clause("PC-9")
def test_a_pac_man_that_leaves_at_an_arrow_appears_at_another() -> None:
    match = table("red: b5\nghosts: d4 g5\ndice: 3 1")
    scenes = after(match, "pac 3 b5-a5~i5-h5")
    bodies = [one(scene, "pac-red") for scene in scenes]
    assert [(body.x, body.y) for body in bodies[:5]] == [
        at(match.game.board, "b5"), at(match.game.board, "a5"),
        outside(match.game.board, "a5"), at(match.game.board, "i5"), at(match.game.board, "h5"),
    ]  # fmt: skip
    assert bodies[1].id == bodies[2].id != bodies[3].id == bodies[4].id
    assert [body.faded for body in bodies[:4]] == [False, False, True, False]
    assert [body.angle for body in bodies[1:5]] == [180, 180, 180, 180]
    letters = [one(scene, "letter-red") for scene in scenes]
    assert all((a.x, a.y, a.angle) == (b.x, b.y, 0) for a, b in zip(letters, bodies, strict=True))


@pytest.mark.parametrize(
    ("move", "angle"),
    [("pac 1 b5-a5", 180), ("pac 1 b5-b4", 90)],
)
def test_a_pac_man_faces_its_direction(move: str, angle: int) -> None:
    match = table("red: b5\nghosts: e5 g5\ndice: 3 1")
    assert one(after(match, move)[1], "pac-red").angle == angle


def test_a_pac_man_is_known_by_its_letter_and_a_ghost_by_its_number() -> None:
    scene = scene_of(pp.Match(pp.game("pacman", players=4, ghosts=3, first="red")))
    assert {p.suit for p in pieces(scene, "letter-")} == {"red", "green", "blue", "yellow"}
    assert [p.label for p in pieces(scene, "ghost")] == ["1", "2", "3"]
    picture = svg(scene)
    for letter in "RGBY":
        assert f">{letter}</text>" in picture
    assert len({(p.x, p.y) for p in pieces(scene, "ghost")}) == 3


@pytest.mark.clause("PC-11")
def test_a_privilege_shows_on_the_pac_man_and_in_its_row() -> None:
    match = table("red: b3, 2 marbles\nwhite: c5\nghosts: e5 g5\ndice: 1 3")
    scene = after(match, "pac 1 b3-c3")[-1]
    assert one(scene, "pac-red").sprite == "pac-gobbler"
    assert one(scene, "letter-red").sprite == "pac-letter-gobbler"
    assert one(scene, "letter-blue").sprite == "pac-letter"
    assert one(scene, "gobbler-red").label == "gobbler"
    assert [p.area for p in pieces(scene, "yellow-")].count("players") == 1


# --- dice -----------------------------------------------------------------------------------------


@pytest.mark.clause("PC-3")
def test_a_used_die_names_its_piece() -> None:
    match = table("red: a1\nwhite: a2 a3 a4 c5\nghosts: e5 g5\ndice: 1 3")
    scenes = after(match, "ghost2 1 g5-f5", "pac 3 a1-a2-a3-a4")
    shown = [
        {p.face: (p.faded, u.label if (u := _use(scene, p)) else "") for p in pieces(scene, "die-")}
        for scene in scenes
    ]
    assert shown[0] == {"1": (False, ""), "3": (False, "")}
    assert shown[1] == {"1": (True, "ghost"), "3": (False, "")}
    assert shown[-1] == {"1": (True, "ghost"), "3": (True, "Pac-Man")}


def _use(scene: Scene, die: Piece) -> Piece | None:
    return next((p for p in pieces(scene, die.id.replace("die", "use"))), None)


def test_every_used_die_of_a_game_names_its_piece(
    game_of_bots: pp.Match, film: list[Scene]
) -> None:
    """At the end of a turn, right before the next roll, both."""
    turns = 0
    for step, scene, after_ in zip(game_of_bots.steps, film[1:], film[2:], strict=False):
        if step.state.phase == "roll" and step.state.turn > 1:
            turns += 1
            dice = pieces(scene, "die-")
            assert [p.faded for p in dice] == [True, True], step
            labels = [p.label for p in pieces(scene, "use-")]
            assert sorted(labels) == ["Pac-Man", "ghost"], step
            assert not any(p.faded for p in pieces(after_, "die-"))
    assert turns > 20


@pytest.mark.clause("PC-30")
def test_an_unused_die_at_the_end_names_no_piece() -> None:
    match = table("red: a4, 36 marbles\nblue: i9, 35 marbles\nwhite: a3\nghosts: e5 g5\ndice: 1 3")
    scene = after(match, "pac 1 a4-a3")[-1]
    assert match.result is not None
    assert [(p.face, p.faded) for p in pieces(scene, "die-")] == [("1", True), ("3", True)]
    assert [p.label for p in pieces(scene, "use-")] == ["Pac-Man"]


@pytest.mark.clause("PC-2")
def test_the_starting_dice_are_in_the_players_rows() -> None:
    dice = ["roll 3 4 4 3", "roll 2 2 1 6", "roll 5 5"]
    match = pp.Match(pp.game("pacman"), seed=1, dice=dice)
    match.run()
    tied, started, rolled = filmed(match)[1:4]
    for scene, faces in ((tied, "3443"), (started, "2216")):
        shown = pieces(scene, "first-")
        assert "".join(p.face for p in shown) == faces
        assert [p.y for p in shown] == [row(0), row(0), row(1), row(1)]
    assert not pieces(rolled, "first-")
    assert [p.face for p in pieces(rolled, "die-")] == ["5", "5"]


def test_no_die_of_an_earlier_game_stays(film: list[Scene]) -> None:
    fresh = pp.Match(pp.game("pacman"), seed=5)
    for before in film[::30]:
        scene = VIEW.scene(fresh.game, fresh.state, None, before)
        assert not pieces(scene, "die-")
        assert not pieces(scene, "use-")


# --- the whole ------------------------------------------------------------------------------------


def test_every_scene_of_a_game_can_be_drawn(film: list[Scene]) -> None:
    for scene in film[::60]:
        assert check_scene(scene) == scene
        assert from_json(to_json(scene)) == scene
        ElementTree.fromstring(svg(scene, 320))
        ElementTree.fromstring(svg(scene, 1200))


def test_no_two_frames_of_a_move_are_alike(game_of_bots: pp.Match, film: list[Scene]) -> None:
    for (one_, other), step in zip(pairwise(film), game_of_bots.steps, strict=False):
        assert other.caption == step.event.text
        assert other.clause == step.event.clause
        assert one_ != other


def test_the_alternative_text_describes_the_whole_board() -> None:
    match = table(
        "red: a4, 5 marbles, 1 yellow\nrings: c3 c7 g3\nwhite: a3 b5\nghosts: e5 g5\ndice: 1 3"
    )
    alt = scene_of(match).alt
    for part in (
        "Red's turn, their Pac-Man and a ghost still to move", "Dice left: 1 and 3",
        "Red, Pac-Man on a4, 5 white marbles, 1 ghost gobbler privilege",
        "Ghost 1 on e5 and ghost 2 on g5", "On the board: 2 white marbles",
    ):  # fmt: skip
        assert part in alt, (part, alt)


@pytest.mark.parametrize("board", ["reconstruction", "octagon"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_board_with_any_number_of_players(board: str, players: int) -> None:
    match = pp.Match(pp.game("pacman", board=board, players=players), seed=2)
    match.run()
    scene = VIEW.idle_scene(match.game, match.state)
    assert check_scene(scene) == scene
    widths = [layout.min_width for layout in scene.layouts]
    assert widths == [0, 560, 620]
    assert {area.id for area in scene.areas} == {"board", "dice", "players"}


# --- why ------------------------------------------------------------------------------------------


def test_a_bots_reason_is_drawn_and_explains_itself(
    game_of_bots: pp.Match, film: list[Scene]
) -> None:
    at_ = next(i for i, s in enumerate(game_of_bots.steps) if s.event.why and s.state.turn > 4)
    why, scene = game_of_bots.steps[at_].event.why, film[at_ + 1]
    assert {"chosen", "rivals"} <= {layer.id for layer in scene.layers}
    spot = next(spot for spot in scene.spots if spot.id == "why 0")
    assert (spot.role, spot.tip) == ("why", why.text)
    [listing] = [each for each in scene.listings if each.title == "What the bot weighed"]
    assert listing.rows[0][0] == str(why.chosen.move)
    assert len(listing.rows) == 1 + len(why.alternatives)
    assert any(mark.kind == "path" and mark.layer == "chosen" for mark in scene.marks)


@pytest.mark.clause("PC-5", "PC-12")
def test_the_obstacle_of_a_piece_is_shown() -> None:
    """Red is shut in by the barriers round a1 and by blue; it stays."""
    match = table("red: a1\nblue: a2\nghosts: b1 g5\nwhite: c5\ndice: 6 1")
    match.play("ghost2 1 g5-f5")
    scene = filmed(match)[-1]
    step = match.steps[-1]
    assert step.event.kind == "stays"
    [listing] = scene.listings
    assert listing.title == "What is in the way"
    assert any("Blue's Pac-Man is on a2" in cell for row in listing.rows for cell in row)
    assert any(spot.id.startswith("why ") and "a2" in spot.tip for spot in scene.spots)


def test_the_value_of_each_die_is_a_layer_that_is_off_at_first() -> None:
    match = table("red: a4\nwhite: a3 b5 b4\nghosts: e5 g5\ndice: 1 3")
    scene = scene_of(match)
    [layer] = scene.layers
    assert (layer.id, layer.on) == ("worth", False)
    [listing] = scene.listings
    found = match.game.expected(match.state)
    assert [row[0] for row in listing.rows] == ["1", "3"]
    assert [row[4] for row in listing.rows] == [f"{float(p.total):.2f}" for p in found.dice]
    labels = [mark.label for mark in scene.marks if mark.layer == "worth" and mark.label]
    assert labels == [f"{p.die}: {p.now} + {float(p.later):.1f}" for p in found.dice]
    match.play("pac 1 a4-a3")
    assert not scene_of(match).layers
