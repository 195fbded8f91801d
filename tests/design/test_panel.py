"""The panel beside a board of one's own: lit buttons, scores, notes, tracks and many seats."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, BoardGame, one_of
from piecepack_nb.design.hooks import DesignError
from piecepack_nb.design.tray import NARROW, tray_of
from piecepack_nb.design.view import areas_of
from piecepack_nb.scene import svg
from piecepack_nb.scene.drawing import SYMBOLS
from piecepack_nb.scene.game_view import ShowMessage, view_of
from piecepack_nb.scene.numbers import ONLY

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


def made(design: type[Board], **options: Any) -> BoardGame:
    return design.as_game()(None).under(**options)


# --- Lit buttons ---------------------------------------------------------------------------------


class Nim(Board):
    places = Board.pits(3, 1, stores=False)
    count = one_of(1, 2, 3)
    how = one_of("loud", "quiet")

    def setup(self, table):
        for pit in table.places:
            table[pit] = 2

    def why_not(self, table, pit, count, how=None):
        if table[pit] < count:
            return f"only {table[pit]} are on {pit}"
        if how == "loud":
            return "somebody sleeps"
        return None

    def move(self, table, pit, count, how=None):
        table[pit] -= count


def lit(game: BoardGame, state: Any, draft: tuple[str, ...] = ()) -> set[str]:
    spots = view_of(game).spots(game, state, draft)
    on_tray = {spot.id: spot.role for spot in spots if spot.area == "tray"}
    buttons = {id: role for id, role in on_tray.items() if not id.startswith(ONLY)}
    assert {on_tray[id] for id in on_tray if id not in buttons} <= {"inert"}  # the numbers' spots
    assert set(buttons.values()) <= {"action", "unlit"}
    return {id for id, role in buttons.items() if role == "action"}


@pytest.mark.parametrize(
    ("draft", "expected"),
    [((), set()), (("a1",), {"1", "2"}), (("a1", "2"), {"quiet", "done"})],
)
def test_only_the_words_that_continue_the_move_are_lit(draft, expected) -> None:
    game = made(Nim)
    assert lit(game, game.initial_state(), draft) == expected


@pytest.mark.parametrize(
    ("draft", "word", "why"),
    [
        ((), "2", "choose the pit before 2: one of a1, b1, c1"),
        (("a1",), "3", "only 2 are on a1"),
        (("a1", "2"), "loud", "somebody sleeps"),
        (("a1",), "loud", "choose the count before loud: one of 1, 2, 3"),
    ],
)
def test_an_unlit_word_says_why(draft, word, why) -> None:
    game = made(Nim)
    state = game.initial_state()
    assert word not in lit(game, state, draft)
    found = view_of(game).pick(game, state, draft, word, None, False)
    refused = found.message if isinstance(found, ShowMessage) else game.refusal(state, found.move)
    assert refused.text == why


def test_roll_is_lit_while_a_roll_is_due() -> None:
    class Bank(Board):
        dice = 1
        act = one_of("roll again", "bank")

        def why_not(self, table, act):
            return "the die shows a null" if act == "bank" and table.points == 0 else None

        def move(self, table, act):
            table.again()

    game = made(Bank)
    start = game.initial_state()
    assert lit(game, start) == {"roll"}
    for face, expected in (("4", {"roll again", "bank"}), ("null", {"roll again"})):
        state = game.next_state(start, game.parse_move(start, f"roll {face}"))
        assert lit(game, state) == expected
    found = view_of(game).pick(game, state, (), "roll", None, False)
    assert isinstance(found, ShowMessage)
    assert found.message.text == "suns has rolled already"


def test_of_secret_choices_the_seats_are_lit_that_have_not_chosen() -> None:
    class Bids(Board):
        secret = True
        bid = one_of(1, 2)

        def reveal(self, table, bid):
            table.end("suns")

    game = made(Bids)
    start = game.initial_state()
    assert lit(game, start) == {"seat suns", "seat moons"}
    state = game.next_state(start, game.parse_move(start, "suns 1"))
    assert lit(game, state) == {"seat moons"}
    assert lit(game, state, ("moons",)) == {"seat moons", "1", "2"}


def test_a_game_that_is_over_has_no_buttons() -> None:
    class Short(Board):
        act = one_of("stop")

        def move(self, table, act):
            table.end("suns")

    game = made(Short)
    after = game.next_state(game.initial_state(), game.parse_move(game.initial_state(), "stop"))
    assert view_of(game).spots(game, after, ()) == ()


# --- Figures, notes and tracks -------------------------------------------------------------------

EIGHT = ("ann", "ben", "cem", "dia", "eve", "fay", "gus", "hal")
FONTS = {"line-left": 30, "line-bold": 32, "line-right": 34, "line-note": 21}


class Farm(Board):
    seats = ("suns", "moons", "crowns")
    places = Board.squares(5, 5)

    def setup(self, table):
        table.wood = dict.fromkeys(self.seats, 3)
        table.clay = dict.fromkeys(self.seats, 12)
        table.victory_points = dict.fromkeys(self.seats, 7)
        table.round = 3
        table.active_marker = "the large red barn at the river"

    def move(self, table, place):
        table[place] = table.seat


class Village(Board):
    seats = ("suns", "moons", "crowns")
    places = Board.squares(5, 5)
    build = one_of("house", "road", "nothing")

    def setup(self, table):
        table.have = {seat: {"wood": 3, "clay": 1} for seat in self.seats}
        table.faith = dict.fromkeys(self.seats, 2)
        table.plague = 4

    def move(self, table, place, build):
        table.have[table.seat]["wood"] -= 1

    def score(self, table):
        return {
            **{seat: {"faith": (table.faith[seat], 5)} for seat in self.seats},
            "plague": (table.plague, 10),
        }


class Sheet(Board):
    seats = ("ann", "ben", "cem")
    dice = 5
    row = one_of("ones", "twos", "threes", "fours", "fives", "sixes", "three of a kind",
                 "full house", "straight", "chance")  # fmt: skip

    def setup(self, table):
        table._sheet = {seat: {} for seat in self.seats}

    def move(self, table, row):
        table._sheet[table.seat][row] = table.points

    def score(self, table):
        return {
            seat: {row: table._sheet[seat].get(row, "") for row in self.row} for seat in self.seats
        }


class Eight(Board):
    seats = EIGHT
    places = Board.squares(8, 8)

    def move(self, table, place):
        table.score[table.seat] += 100


class Hidden(Board):
    """Each has goods in a list, and a long word."""

    seats = ("suns", "moons")

    def setup(self, table):
        table.goods = {"suns": ["wood", "clay"], "moons": []}
        table.wish = dict.fromkeys(self.seats, "a very long wish for a long winter")

    def move(self, table):
        pass


class Nine(Board):
    places = Board.squares(3, 3)
    what = one_of("build a house", "upgrade", "trade", "draw a card", "pass", "hire",
                  "fire everybody", "rest", "sleep")  # fmt: skip

    def move(self, table, what):
        pass


def tray(game: BoardGame, state: Any = None) -> dict[str, Any]:
    scene = view_of(game).scene(game, state or game.initial_state())
    return {piece.id: piece for piece in scene.pieces if piece.area == "tray"}


def extents(piece: Any) -> tuple[float, float, float, float]:
    """Return about where a line of text begins and ends, and its top and bottom."""
    high = FONTS[piece.sprite] / 100 * piece.scale
    wide = len(piece.label) * high * 0.5
    left = piece.x - wide if piece.sprite in ("line-right", "line-note") else piece.x
    return left, left + wide, piece.y - high / 2.4, piece.y + high / 2.4


GAMES = (Farm, Village, Sheet, Eight, Hidden, Nine, Nim)


@pytest.mark.parametrize("design", GAMES)
def test_no_words_of_the_tray_lie_over_others_or_beside_it(design) -> None:
    game = made(design)
    width = tray_of(game).width
    lines = [(each.label, extents(each)) for each in tray(game).values()
             if each.sprite in FONTS and each.label]  # fmt: skip
    assert lines
    for label, (left, right, _, _) in lines:
        assert 0 < left < right < width, label
    for (one, a), (other, b) in combinations(lines, 2):
        apart = a[1] < b[0] or b[1] < a[0] or a[3] < b[2] or b[3] < a[2]
        assert apart, (one, other)


@pytest.mark.parametrize("design", [each for each in GAMES if each not in (Sheet, Hidden, Nim)])
def test_the_tray_is_never_wider_than_the_board_and_hardly_higher(design) -> None:
    game = made(design)
    areas, layouts = areas_of(game, game.initial_state())
    sizes = {area.id: (area.width, area.height) for area in areas}
    assert sizes["tray"][0] <= max(sizes["board"][0], NARROW)
    below, beside = layouts
    assert below.width == sizes["board"][0]
    x, _, scale = below.places["tray"]
    assert x >= 0
    assert sizes["tray"][0] * scale <= sizes["board"][0] + 0.01
    assert beside.height <= 1.6 * sizes["board"][1]


def test_notes_of_the_seats_are_a_table_with_a_head() -> None:
    shown = tray(made(Farm))
    heads = {piece.label for id, piece in shown.items() if id.startswith("head-")}
    assert heads == {"wood", "clay", "victory", "points"}
    assert [shown[f"{name}-of-moons"].label for name in ("wood", "clay")] == ["3", "12"]
    assert shown["wood-of-moons"].y == shown["name-moons"].y
    head = next(p for id, p in shown.items() if id.startswith("head-") and p.label == "wood")
    assert head.x == shown["wood-of-suns"].x == shown["wood-of-crowns"].x
    note = [p.label for id, p in shown.items() if id.startswith("note-active")]
    assert note == ["active marker: the large", "red barn at the river"]


def test_goods_in_a_note_and_rows_of_score_are_cells_and_tracks() -> None:
    game = made(Village)
    shown = tray(game)
    assert {f"{name}-of-suns" for name in ("wood", "clay", "faith")} <= set(shown)
    assert shown["faith-of-suns"].label == "2/5"
    boxes = [shown[f"box-faith-of-suns-{box}"].sprite for box in range(5)]
    assert boxes == ["box-suit", "box-suit", "box", "box", "box"]
    assert sum(id.startswith("box-track-plague") for id in shown) == 10
    assert sum(piece.sprite == "box-full" for piece in shown.values()) == 4
    state = game.initial_state()
    after = game.next_state(state, game.parse_move(state, "a1 road"))
    assert tray(game, after)["wood-of-suns"].label == "2"
    assert "Suns has faith 2/5, wood 2, clay 1" in view_of(game).scene(game, after).alt
    assert "Plague: 4 of 10" in view_of(game).scene(game, after).alt
    assert [score.label for score in view_of(game).score(game, after)] == ["Plague"]


def test_a_score_sheet_has_a_cell_for_each_row() -> None:
    game = made(Sheet)
    state = game.initial_state()
    for text in ("roll ace ace 2 3 4", "three of a kind"):
        state = game.next_state(state, game.parse_move(state, text))
    shown = tray(game, state)
    assert shown["three of a kind-of-ann"].label == "11"
    assert shown["three of a kind-of-ben"].label == "–"
    assert len({(p.x, p.y) for id, p in shown.items() if id.endswith("-of-ann")}) == 20


def test_lists_by_seat_are_words_and_long_ones_are_cut() -> None:
    shown = tray(made(Hidden))
    assert shown["goods-of-suns"].label == "wood, clay"
    assert shown["goods-of-moons"].label == "–"
    assert shown["wish-of-suns"].label.endswith("…")


@pytest.mark.parametrize(
    "score",
    [3, {"suns": "x"}, {"suns": {"wood": None}}, {"other": {"wood": 3}}, {"suns": (1, 2, 3)},
     {"suns": True}, {"left": (1, "x")}, {"suns": float("nan")}],
)  # fmt: skip
def test_a_score_that_is_no_number_or_row_is_refused_in_one_line(score) -> None:
    class Wrong(Nine):
        pass

    Wrong.score = lambda self, table: score
    with pytest.raises(DesignError, match="expected numbers by name, such as"):
        tray(made(Wrong))


def test_eight_seats_have_colours_and_symbols_of_their_own() -> None:
    game = made(Eight)
    shown = tray(game)
    assert len({shown[f"seat-{seat}"].suit for seat in EIGHT}) == 8
    assert all(shown[f"seat-{seat}"].suit in SYMBOLS for seat in EIGHT)
    scene = view_of(game).scene(game, game.initial_state())
    assert "ppnb-suit-bells" in svg(scene)._repr_svg_()


def test_nine_seats_are_too_many() -> None:
    class Crowd(Eight):
        seats = (*EIGHT, "ivy")

    with pytest.raises(BadInput, match="1 to 8 different names"):
        Crowd.as_game()


def test_done_and_turn_have_room_side_by_side() -> None:
    for design in GAMES:
        panel = tray_of(made(design))
        last = len(panel.buttons)
        (x, _), wide = panel.button_at(last), panel.button_width(last)
        assert x + wide / 2 + 0.1 + wide <= panel.width - 0.1
        assert wide >= 0.9
