"""Rules of the shelf's games, each from a position that people can read."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import piecepack_nb as pp


def at(name: str, seat: str, dice: tuple[str, ...] = (), notes: Any = None, **pieces: Any) -> Any:
    """Return a match that begins with these pieces."""
    position = {"pieces": pieces, "seat": seat, "dice": list(dice), "notes": notes}
    return pp.Match(pp.game(name), position={key: each for key, each in position.items() if each})


def refused(match: Any, move: str) -> str:
    found = match.refusal(move)
    return found.clause if found else ""


def pieces(match: Any) -> dict[str, Any]:
    return dict(match.state.pieces)


# --- Dodg'em --------------------------------------------------------------------------------------


def test_dodgem_begins_as_printed() -> None:
    match = pp.Match("dodgem")
    assert {p for p, who in pieces(match).items() if who == "suns"} == {
        "a1",
        "a2",
        "a3",
        "a4",
        "a5",
    }
    assert {p for p, who in pieces(match).items() if who == "crowns"} == {
        "f2",
        "f3",
        "f4",
        "f5",
        "f6",
    }


def test_dodgem_goes_forward_or_sideways_and_off_the_far_edge() -> None:
    match = at("dodgem", "suns", c3="suns", f1="suns", c4="crowns")
    assert [refused(match, f"c3-{end}") for end in ("d3", "c2", "b3", "c4", "d4")] == [
        "", "", "DG-2", "DG-2", "DG-2"]  # fmt: skip
    assert refused(match, "c3") == "DG-3"
    match.play("f1")
    assert "f1" not in pieces(match)
    assert match.state.score["suns"] == 1
    assert refused(match, "c4-b4") == ""  # crowns go to the left
    assert refused(match, "c4-d4") == "DG-2"


def test_dodgem_is_won_by_the_last_coin_off() -> None:
    match = at("dodgem", "suns", f1="suns", c4="crowns")
    match.play("f1")
    assert match.result.winners == ("suns",)


# --- Quatri and Four Field Kono -------------------------------------------------------------------


def test_quatri_faces_the_other_colour_and_a_line_of_three_wins() -> None:
    match = pp.Match("quatri")
    for file in "abcd":
        assert {match.state.pieces[file + "1"], match.state.pieces[file + "4"]} == {"suns", "moons"}
    match = at("quatri", "suns", a1="suns", b2="suns", c4="suns", d4="moons", d1="moons")
    assert refused(match, "a1-b2") == "QU-2"
    assert refused(match, "a1-c1") == "QU-2"
    match.play("c4-c3")
    assert match.result.winners == ("suns",)
    assert match.result.clause == "QU-3"


def test_kono_takes_only_by_a_jump_over_its_own() -> None:
    match = at("four_field_kono", "suns", a1="suns", a2="suns", a3="moons", b2="moons", d4="moons")
    assert refused(match, "a2-a3") == "FK-3"  # beside an enemy: no jump
    assert refused(match, "a2-b2") == "FK-3"
    assert refused(match, "a1-c1") == "FK-3"  # nothing of its own to jump over
    assert refused(match, "a1-b2") == "FK-2"
    match.play("a1-a3")
    assert pieces(match) == {"a2": "suns", "a3": "suns", "b2": "moons", "d4": "moons"}


def test_kono_is_lost_with_one_coin_left() -> None:
    match = at("four_field_kono", "suns", a1="suns", a2="suns", a3="moons", d4="moons")
    match.play("a1-a3")
    assert (match.result.winners, match.result.clause) == (("suns",), "FK-4")


# --- Alquerque ------------------------------------------------------------------------------------


def test_alquerque_s_lines_join_corners_and_middles_of_tiles_only() -> None:
    places = pp.game("alquerque").design.places  # type: ignore[attr-defined]
    assert sorted(places.neighbours("b2", None)) == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    assert sorted(places.neighbours("b1", None)) == ["a1", "b2", "c1"]


def test_alquerque_must_jump_and_jumps_on() -> None:
    match = at("alquerque", "suns", a1="suns", b2="moons", c4="moons", e1="suns")
    assert refused(match, "e1-e2") == "AQ-4"
    assert refused(match, "a1-c3") == "AQ-4"  # it can jump on
    match.play("a1-c3-c5")
    assert pieces(match) == {"c5": "suns", "e1": "suns"}
    assert match.result.winners == ("suns",)


def test_alquerque_steps_forward_or_sideways_and_never_straight_back() -> None:
    match = at("alquerque", "suns", c3="suns", a5="moons", notes={"_came": {}})
    assert refused(match, "c3-c2") == "AQ-2"
    assert refused(match, "c3-d4") == refused(match, "c3-d3") == ""
    match.play("c3-d3")
    match.play("a5-b5")
    assert refused(match, "d3-c3") == "AQ-2"
    assert refused(match, "d3-e3") == ""


# --- Tablut ---------------------------------------------------------------------------------------


def test_tablut_begins_as_linnaeus_wrote() -> None:
    match = pp.Match("tablut")
    count = list(pieces(match).values()).count
    assert (count("attackers"), count("defenders"), count("defenders king")) == (16, 8, 1)
    assert match.state.seat == "attackers"


def test_tablut_nobody_passes_the_castle() -> None:
    match = at("tablut", "attackers", c5="attackers", g2="defenders king", h8="defenders")
    assert refused(match, "c5-e5") == refused(match, "c5-h5") == "TB-3"
    assert refused(match, "c5-d5") == ""
    assert refused(match, "c5-d6") == "TB-2"


@pytest.mark.parametrize(
    ("there", "move", "seat", "taken"),
    [
        ({"c3": "attackers", "d3": "defenders", "e1": "attackers"}, "e1-e3", "attackers", ["d3"]),
        ({"d5": "defenders", "c1": "attackers"}, "c1-c5", "attackers", ["d5"]),  # empty castle
        ({"d3": "defenders", "e1": "attackers"}, "e1-e3", "attackers", []),
        ({"b2": "attackers", "a1": "defenders", "c2": "defenders"}, "a1-a2", "defenders", ["b2"]),
        ({"g4": "attackers", "f1": "defenders"}, "f1-f4", "defenders", ["g4"]),  # the king helps
    ],
)
def test_tablut_takes_what_it_closes_in(
    there: dict[str, str], move: str, seat: str, taken: list[str]
) -> None:
    match = at("tablut", seat, h4="defenders king", i9="attackers", **there)
    match.play(move)
    assert [place for place in there if place not in pieces(match) and place != move[:2]] == taken


def test_tablut_a_piece_may_go_between_two_enemies() -> None:
    match = at("tablut", "defenders", c3="attackers", e3="attackers", d1="defenders",
               g7="defenders king")  # fmt: skip
    match.play("d1-d3")
    assert pieces(match)["d3"] == "defenders"


CASTLE = {"d5": "attackers", "e4": "attackers", "f5": "attackers"}


def test_tablut_four_take_the_king_in_his_castle_and_three_beside_it() -> None:
    match = at("tablut", "attackers", e5="defenders king", a1="defenders", e9="attackers", **CASTLE)
    match.play("e9-e6")
    assert (match.result.winners, match.result.clause) == (("attackers",), "TB-5")
    match = at("tablut", "attackers", e4="defenders king", d4="attackers", f4="attackers",
               a3="attackers", a1="defenders")  # fmt: skip
    match.play("a3-e3")
    assert match.result.winners == ("attackers",)
    match = at("tablut", "attackers", e4="defenders king", d4="attackers", g4="attackers",
               a1="defenders")  # fmt: skip
    match.play("g4-f4")
    assert match.result is None  # two are too few beside the castle


def test_tablut_the_last_defender_of_the_castle_falls() -> None:
    match = at("tablut", "attackers", e5="defenders king", e6="defenders", a7="attackers",
               a1="defenders", **CASTLE)  # fmt: skip
    match.play("a7-e7")
    assert "e6" not in pieces(match)
    match = at("tablut", "attackers", e5="defenders king", e6="defenders", a7="attackers",
               a1="defenders", d5="attackers", e4="attackers")  # fmt: skip
    match.play("a7-e7")
    assert "e6" in pieces(match)


def test_tablut_the_king_escapes_to_the_edge() -> None:
    match = at("tablut", "defenders", g3="defenders king", a5="attackers")
    match.play("g3-g1")
    assert (match.result.winners, match.result.clause) == (("defenders",), "TB-6")


# --- Ludo -----------------------------------------------------------------------------------------

YARDS = {"l12": ["suns"] * 3, "l4": ["moons"] * 4, "d4": ["crowns"] * 4, "d12": ["arms"] * 3}


def test_ludo_has_a_ring_of_52_and_four_columns() -> None:
    from piecepack_nb.shelf import ludo

    assert len(ludo.RING) == len(set(ludo.RING)) == 52
    assert all(len(route) == len(set(route)) == 57 for route in ludo.ROUTES.values())
    assert {ludo.ROUTES[seat][0] for seat in ludo.YARDS} == {"i14", "n7", "g2", "b9"}
    assert [ludo.ROUTES[seat][-1] for seat in ludo.YARDS] == ["h9", "i8", "h7", "g8"]
    steps = [
        (abs(ord(one[0]) - ord(two[0])), abs(int(one[1:]) - int(two[1:])))
        for route in ludo.ROUTES.values()
        for one, two in pairwise(route)
    ]
    assert {*steps} == {(0, 1), (1, 0), (1, 1)}  # only the four inner corners are slant


def ludo(dice: str, **changes: Any) -> Any:
    there = {**YARDS, **changes}
    notes = {"_nulls": 1 if dice == "null" else 0}
    return at("ludo", "suns", (dice,), notes, **{p: who for p, who in there.items() if who})


def test_ludo_only_a_null_enters_and_the_side_rolls_again() -> None:
    assert refused(ludo("5", h15=["suns"]), "l12") == "LU-3"
    match = ludo("null", h15=["suns"])
    match.play("l12")
    assert pieces(match)["i14"] == ("suns",)
    assert match.state.seat == "suns"


def test_ludo_home_needs_the_exact_roll() -> None:
    assert refused(ludo("3", h11=["suns"]), "h11") == "LU-4"
    match = ludo("2", h11=["suns"])
    match.play("h11")
    assert match.state.score["suns"] == 1
    assert match.state.seat == "moons"


def test_ludo_sends_one_back_and_is_blocked_by_two() -> None:
    match = ludo("ace", i14=["suns"], i13=["arms"])
    match.play("i14")
    assert pieces(match)["d12"] == ("arms",) * 4
    assert pieces(match)["i13"] == ("suns",)
    blocked = ludo("2", i14=["suns"], i13=["arms", "arms"], d12=["arms"] * 2)
    assert refused(blocked, "i14") == "LU-5"


def test_ludo_a_third_null_ends_the_turn() -> None:
    match = pp.Match("ludo", dice=["roll null", "roll null", "roll null"])
    for _ in range(2):
        match.roll()
        match.play("l12" if "i14" not in match.state.pieces else "i14")
    steps = match.roll()
    assert "third null" in steps[-1].event.text
    assert match.state.seat == "moons"
