"""Forms: one declaration reads, checks and writes a position."""

import json
from typing import NamedTuple

import pytest

from piecepack_nb.core import forms
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.frozen import FrozenDict

SEATS = ("suns", "moons")
SQUARES = tuple(f"{file}{rank}" for file in "abc" for rank in "123")


TREE = forms.word(("oak", "elm"))


class Player(NamedTuple):
    square: str | None
    points: int = 0


class Park(NamedTuple):
    turn: int
    players: FrozenDict[str, Player]
    trees: FrozenDict[str, str]
    rolling: tuple[str, ...]
    faces: tuple[int, ...] = ()
    open: bool = True


def player_text(text: str) -> dict[str, object]:
    square, _, points = text.partition(" ")
    return {"square": square} | ({"points": int(points)} if points else {})


def park_form() -> Form[Park]:
    square = forms.word(SQUARES, "a square from a1 to c3")
    player = forms.record(Player, square=forms.optional(square), points=forms.whole(-9, 9))
    seats = dict.fromkeys(SEATS, player.filled({"points": 0}).by_text(player_text))
    seat = forms.word(SEATS)
    some = forms.items(seat, 2, "seats", each="a seat of {what}", once="each seat once",
                 into=forms.in_order(SEATS))  # fmt: skip
    return forms.record(
        Park,
        turn=forms.whole(0, 99).by_text(int),
        players=forms.table(seats, "a player", every=True).filled({"moons": {"square": None}}),
        trees=forms.table(dict.fromkeys(SQUARES, TREE), "a tree's square", "a1 to c3",
                    sort=True),
        rolling=some,
        faces=forms.items(forms.whole(1, 6), 2),
        open=forms.FLAG.unless(True),
    )  # fmt: skip


FORM = park_form()
PARK = Park(3, FrozenDict(suns=Player("b2", 4), moons=Player(None)), FrozenDict(a1="oak", c3="elm"),
            ("suns",), (6, 2))  # fmt: skip
DATA = {
    "turn": 3,
    "players": {"suns": {"square": "b2", "points": 4}, "moons": {"square": None, "points": 0}},
    "trees": {"a1": "oak", "c3": "elm"},
    "rolling": ["suns"],
    "faces": [6, 2],
}


def test_one_declaration_reads_and_writes():
    assert FORM.write(PARK) == DATA
    assert FORM.read(POSITION, json.loads(json.dumps(DATA))) == PARK
    closed = PARK._replace(open=False)
    assert FORM.write(closed) == {**DATA, "open": False}
    assert FORM.read(POSITION, FORM.write(closed)) == closed


def test_the_order_is_that_of_the_names_or_of_the_alphabet():
    mixed = {**DATA, "trees": {"c3": "elm", "a1": "oak"}, "rolling": ["moons", "suns"]}
    mixed["players"] = dict(reversed(mixed["players"].items()))
    read = FORM.read(POSITION, mixed)
    assert list(read.players) == ["suns", "moons"]
    assert list(read.trees) == ["a1", "c3"]
    assert read.rolling == ("suns", "moons")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 100}, "turn is 100; expected a whole number from 0 to 99"),
        ({"turn": True}, "turn is True; expected a whole number from 0 to 99"),
        ({"open": 1}, "open is 1; expected True or False"),
        ({"door": 1}, "an entry of the position is 'door'; expected one of turn, players"),
        ({"players": {"suns": {}}}, "players has no entry 'moons'"),
        ({"players": {"arms": {}}}, "a player is 'arms'; expected suns, moons"),
        ({"players": {"suns": {"square": "a1"}, "moons": {}}},
         "players.suns has no entry 'points'"),
        ({"players": {"suns": {"square": "d1", "points": 0}, "moons": {}}},
         "players.suns.square is 'd1'; expected a square from a1 to c3"),
        ({"trees": ["a1"]}, "trees is ['a1']; expected a mapping of its entries by name"),
        ({"trees": {"z9": "oak"}}, "a tree's square is 'z9'; expected a1 to c3"),
        ({"trees": {"a1": "fir"}}, "trees.a1 is 'fir'; expected oak, elm"),
        ({"rolling": "suns"}, "rolling is 'suns'; expected a list of at most 2 seats"),
        ({"rolling": ["arms"]}, "a seat of rolling is 'arms'; expected suns, moons"),
        ({"rolling": ["suns", "suns"]}, "rolling is ['suns', 'suns']; expected each seat once"),
        ({"faces": [1, 7]}, "faces[1] is 7; expected a whole number from 1 to 6"),
    ],
)  # fmt: skip
def test_an_error_names_the_entry_its_value_and_what_is_expected(changes, message):
    with pytest.raises(BadInput) as caught:
        FORM.read(POSITION, {**DATA, **changes})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("data", [None, 7, [], {5: 5}])
def test_other_values_than_mappings_are_refused(data):
    with pytest.raises(BadInput, match=r"the position is .*; expected a mapping of its entries"):
        FORM.read(POSITION, data)


def test_what_is_written_by_hand_becomes_json():
    written = {"turn": "3", "players": {"suns": "b2 4"}}
    expanded = FORM.expand(POSITION, written)
    assert expanded == {
        "turn": 3,
        "players": DATA["players"] | {"moons": {"square": None, "points": 0}},
    }
    assert FORM.expand(POSITION, expanded) == expanded
    assert FORM.expand(POSITION, DATA) == DATA


def test_a_misspelt_name_is_named_before_other_mistakes():
    with pytest.raises(BadInput, match="an entry of the position is 'tirn'; expected one of turn,"):
        FORM.expand(POSITION, {"players": {"suns": "b2 many"}, "tirn": "3"})


def test_what_was_left_out_may_be_another_value_than_the_usual_one():
    form = forms.record(
        Player,
        square=forms.optional(forms.word(SQUARES)).unless(None, missing="a1"),
        points=forms.FLAG,
    )
    assert form.write(Player(None, False)) == {"points": False}
    assert form.read("him", {"points": False}) == Player("a1", False)


def test_a_record_has_an_entry_for_each_field():
    with pytest.raises(TypeError, match=r"Player has the fields .*; the entries are \('square',\)"):
        forms.record(Player, square=forms.word(SQUARES))


def test_a_state_of_other_rules_is_written_and_its_names_refused_on_reading():
    """Continuing a game without one of its seats writes the old state under the new rules."""
    player = forms.record(Player, square=forms.optional(forms.word(SQUARES)), points=forms.ANYTHING)
    of_two = forms.table(dict.fromkeys(SEATS, player), "a player")
    written = of_two.write(FrozenDict(suns=Player("a1"), arms=Player("b2")))
    assert written == {"suns": {"square": "a1", "points": 0}, "arms": {"square": "b2", "points": 0}}
    with pytest.raises(BadInput, match="a player is 'arms'; expected suns, moons"):
        of_two.read("players", written)
