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
    steps = match.play("l12")
    assert [str(step) for step in steps] == ["Suns moves l12-i14. [LU-3]"]
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
    assert [step.event.text for step in steps] == [
        "Suns rolls a null.", "Suns rolls a third null.",
    ]  # fmt: skip
    assert match.state.seat == "moons"


# --- American Checkers ----------------------------------------------------------------------------

KING = ["suns", "suns"]


def test_checkers_begins_on_the_dark_squares() -> None:
    there = pieces(pp.Match("american_checkers"))
    suns = "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"
    moons = "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6"
    assert there == dict.fromkeys(suns.split(), "suns") | dict.fromkeys(moons.split(), "moons")


def test_checkers_a_man_steps_forward_and_a_king_both_ways() -> None:
    match = at("american_checkers", "suns", c3="suns", f4=KING, h8="moons")
    assert {str(move) for move in match.moves()} == {
        "c3-b4", "c3-d4", "f4-e5", "f4-g5", "f4-e3", "f4-g3"}  # fmt: skip
    assert [refused(match, f"c3-{end}") for end in ("b2", "c4", "e5", "f4")] == ["CK-2"] * 4
    match = at("american_checkers", "moons", c3="suns", f6="moons")
    assert {str(move) for move in match.moves()} == {"f6-e5", "f6-g5"}


def test_checkers_must_jump_and_jumps_on_but_need_not_take_most() -> None:
    match = at("american_checkers", "suns", c3="suns", d4="moons", f6="moons", b4="moons",
               g1="suns")  # fmt: skip
    assert {str(move) for move in match.moves()} == {"c3-a5", "c3-e5-g7"}
    assert refused(match, "g1-h2") == refused(match, "c3-e5") == "CK-4"
    match.play("c3-e5-g7")
    assert pieces(match) == {"g7": "suns", "b4": "moons", "g1": "suns"}


def test_checkers_a_man_jumps_forward_only() -> None:
    match = at("american_checkers", "suns", c5="suns", d4="moons", a1="suns")
    assert refused(match, "c5-e3") == "CK-2"
    assert refused(match, "a1-b2") == ""


def test_checkers_a_crown_ends_the_move_unless_the_option_says_otherwise() -> None:
    there = {"d6": "suns", "e7": "moons", "g7": "moons", "a1": "moons"}
    match = at("american_checkers", "suns", **there)
    assert [str(move) for move in match.moves()] == ["d6-f8"]
    match.play("d6-f8")
    assert pieces(match)["f8"] == ("suns", "suns")
    assert pieces(match)["g7"] == "moons"
    game = pp.game("american_checkers", jumps_on=True)
    match = pp.Match(game, position={"pieces": there, "seat": "suns"})
    assert [str(move) for move in match.moves()] == ["d6-f8-h6"]
    match.play("d6-f8-h6")
    assert pieces(match) == {"h6": ("suns", "suns"), "a1": "moons"}


def test_checkers_a_king_may_come_back_to_where_it_began() -> None:
    ring = {"d4": "moons", "d6": "moons", "f6": "moons", "f4": "moons"}
    match = at("american_checkers", "suns", c5=KING, h8="moons", **ring)
    assert {str(move) for move in match.moves()} == {"c5-e7-g5-e3-c5", "c5-e3-g5-e7-c5"}
    match.play("c5-e7-g5-e3-c5")
    assert pieces(match) == {"c5": ("suns", "suns"), "h8": "moons"}


def test_checkers_ends_without_a_move_or_with_a_position_for_the_third_time() -> None:
    match = at("american_checkers", "suns", b6="suns", d8="moons", a7="moons", c5="suns")
    match.play("b6-c7")
    assert [str(move) for move in match.moves()] == ["d8-b6-d4"]
    match = at("american_checkers", "suns", h2="suns", a5="moons", b4="suns", c3="suns")
    match.play("h2-g3")
    assert (match.result.winners, match.result.clause) == (("suns",), "CK-6")
    match = at("american_checkers", "suns", a1=KING, h8=["moons", "moons"])
    for move in [*["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * 2, "a1-b2"]:
        assert match.result is None
        match.play(move)
    assert (match.result.winners, match.result.clause) == ((), "CK-7")


def test_checkers_eighty_quiet_moves_are_a_draw_and_a_man_s_move_begins_anew() -> None:
    quiet = {"_since": [f"{number}" for number in range(80)]}
    match = at("american_checkers", "suns", (), quiet, a1=KING, h8=["moons", "moons"], g1="suns")
    match.play("g1-h2")
    assert match.result is None
    assert len(match.state.notes["_since"]) == 1
    match = at("american_checkers", "suns", (), {"_since": ["x"] * 2 + [""] * 2 + ["y"] * 76},
               a1=KING, h8=["moons", "moons"])  # fmt: skip
    match.play("a1-b2")
    assert match.result.clause == "CK-7"


# --- Awithlaknannai Mosona ------------------------------------------------------------------------


def test_mosona_has_25_points_and_its_middle_one_is_empty() -> None:
    match = pp.Match("awithlaknannai_mosona")
    places = match.game.design.places  # type: ignore[attr-defined]
    assert len(places) == 25
    assert {*places} - {*pieces(match)} == {"i2"}
    assert sorted(pieces(match).values()) == ["moons"] * 12 + ["suns"] * 12
    assert sorted(places.neighbours("i2", None)) == ["g2", "h1", "h3", "j1", "j3", "k2"]
    assert sorted(places.neighbours("a2", None)) == ["b1", "b3", "c2"]


def test_mosona_steps_in_any_direction_and_must_jump() -> None:
    match = at("awithlaknannai_mosona", "suns", i2="suns", q2="moons")
    assert {str(move) for move in match.moves()} == {
        "i2-g2", "i2-k2", "i2-h1", "i2-j1", "i2-h3", "i2-j3"}  # fmt: skip
    assert refused(match, "i2-h1") == ""
    assert refused(match, "i2-l3") == "AM-2"
    match = at("awithlaknannai_mosona", "suns", i2="suns", k2="moons", o2="moons", a2="suns",
               h1="moons")  # fmt: skip
    assert refused(match, "a2-b1") == refused(match, "i2-m2") == "AM-4"
    match.play("i2-m2-q2")
    assert pieces(match) == {"q2": "suns", "a2": "suns", "h1": "moons"}


def test_mosona_jumps_round_the_bend() -> None:
    match = at("awithlaknannai_mosona", "suns", b1="suns", a2="moons", d3="moons", q2="moons")
    assert [str(move) for move in match.moves()] == ["b1-b3-f3"]
    match.play("b1-b3-f3")
    assert pieces(match) == {"f3": "suns", "q2": "moons"}
    assert match.state.score["suns"] == 2


def test_mosona_murray_s_picture_lacks_the_bends_and_the_outer_lines() -> None:
    game = pp.game("awithlaknannai_mosona", network="Murray")
    there = {"b1": "suns", "a2": "moons", "d3": "moons"}
    match = pp.Match(game, position={"pieces": there, "seat": "suns"})
    assert [str(move) for move in match.moves()] == ["b1-c2"]
    places = match.game.design.places  # type: ignore[attr-defined]
    assert sorted(places.neighbours("d3", None)) == ["c2", "e2"]


def test_mosona_is_won_by_all_or_else_by_most_captures() -> None:
    match = at("awithlaknannai_mosona", "suns", i2="suns", k2="moons")
    match.play("i2-m2")
    assert (match.result.winners, match.result.clause) == (("suns",), "AM-5")
    position = {"pieces": {"a2": "suns", "q2": "moons"}, "seat": "suns"}
    for score, winners in (({"suns": 1, "moons": 3}, ("moons",)), ({"suns": 2, "moons": 2}, ())):
        late = {**position, "score": score, "notes": {"_quiet_turns": 39}}
        match = pp.Match("awithlaknannai_mosona", position=late)
        match.play("a2-c2")
        assert match.result is not None
        assert (match.result.winners, match.result.clause) == (winners, "AM-6")


# --- Twelve Men's Morris --------------------------------------------------------------------------


def morris(seat: str, hand: int = 0, back: str = "", rules: Any = None, **there: str) -> Any:
    """Return a match with these coins; ``hand`` is how many each has left to place."""
    notes = {
        "hand": {"suns": hand, "moons": hand},
        "_back": {"suns": back, "moons": ""},
    }
    pieces = {place: who for who, places in there.items() for place in places.split()}
    position = {"pieces": pieces, "seat": seat, "notes": notes, "turn": 25}
    return pp.Match(pp.game("twelve_mens_morris", **(rules or {})), position=position)


def moves(match: Any) -> set[str]:
    return {str(move) for move in match.moves()}


MOONS = "g7 g4 f2 b4"  # no mill


def test_morris_has_24_points_and_twenty_lines() -> None:
    match = pp.Match("twelve_mens_morris")
    places = match.game.design.places  # type: ignore[attr-defined]
    assert (len(places), len(places.lines), len(match.moves())) == (24, 20, 24)
    assert sorted(places.neighbours("b6", None)) == ["a7", "b4", "c5", "d6"]
    assert sorted(places.neighbours("d3", None)) == ["c3", "d2", "e3"]  # not across the gap


def test_morris_places_first_and_a_mill_takes_one_that_is_in_no_mill() -> None:
    match = morris("suns", 2, suns="a1 b2", moons="g1 g4 g7 d5")
    assert refused(match, "c3-g1") == refused(match, "d7-d5") == "TM-2"
    assert refused(match, "c3") == "TM-2"  # a mill must take
    assert refused(match, "d5") == refused(match, "a1-a4") == "TM-1"
    match.play("c3-d5")
    assert pieces(match)["c3"] == "suns"
    assert "d5" not in pieces(match)
    assert match.state.notes["hand"] == {"suns": 1, "moons": 2}
    match = morris("suns", 2, suns="a1 b2", moons="g1 g4 g7")
    assert refused(match, "c3-g1") == ""  # there is no other


def test_morris_a_coin_goes_along_a_line_and_two_mills_take_one() -> None:
    match = morris("suns", suns="a1 a7 b4 d7", moons=MOONS.replace("b4", "d5"))
    assert refused(match, "a7-b4") == refused(match, "a7-d1") == "TM-3"
    assert {each for each in moves(match) if each.startswith("b4")} == {
        "b4-b2", "b4-b6", "b4-c4", *(f"b4-a4-{taken}" for taken in ("d5", "f2", "g4", "g7"))
    }  # fmt: skip
    match = morris("suns", 2, suns="a1 a7 b4 c4", moons="d5 f2")
    assert {each for each in moves(match) if each.startswith("a4")} == {"a4-d5", "a4-f2"}
    assert refused(match, "a4-d5-f2") == "TM-2"


def test_morris_three_coins_fly_and_the_options_say_when() -> None:
    three = {"suns": "a1 b4 d5", "moons": MOONS}
    assert refused(morris("suns", **three), "a1-f6") == ""
    assert refused(morris("suns", rules={"flying": 0}, **three), "a1-f6") == "TM-3"
    four = {"suns": "a1 b6 d5 c3", "moons": MOONS}
    assert refused(morris("suns", **four), "a1-f6") == "TM-3"
    assert refused(morris("suns", rules={"flying": 4}, **four), "a1-f6") == ""


def test_morris_slanting_mills_are_an_option() -> None:
    there = {"suns": "a1 b2 c4 d7", "moons": MOONS}
    assert refused(morris("suns", **there), "c4-c3") == "TM-2"
    assert refused(morris("suns", rules={"slant_mills": False}, **there), "c4-c3") == ""


def test_morris_a_coin_doesn_t_swing_back_to_its_mill_at_once() -> None:
    there = {"suns": "a7 a4 a1 b6 b2", "moons": "g7 g4 f2 e4 d5"}
    match = morris("suns", **there)
    match.play("a4-b4-e4")  # from the mill a1 a4 a7 to the mill b2 b4 b6
    match.play("g4-f4")
    assert refused(match, "b4-a4") == "TM-5"
    assert refused(match, "b4-c4") == ""
    match.play("a7-d7")
    match.play("d5-e5")
    assert refused(match, "b4-a4") == ""  # no mill comes of it any more
    free = morris("suns", rules={"rebuilds": True}, **there)
    free.play("a4-b4-e4")
    free.play("g4-f4")
    assert refused(free, "b4-a4") == "TM-2"  # the mill must take
    free.play("b4-a4-f2")


def test_morris_is_lost_with_two_coins_or_without_a_move() -> None:
    match = morris("suns", suns="a7 d7 a1 g4", moons="f2 b4 e3")
    match.play("g4-g7-f2")
    assert (match.result.winners, match.result.clause) == (("suns",), "TM-6")
    there = {"suns": "b6 d6 f6 g4 b4", "moons": "a7 d7 g7"}
    match = morris("suns", rules={"flying": 0}, **there)
    match.play("b4-a4")
    assert (match.result.winners, match.result.clause) == (("suns",), "TM-6")
    match = morris("suns", **there)
    match.play("b4-a4")
    assert match.result is None  # three coins fly


# --- Backgammon -----------------------------------------------------------------------------------


def backgammon(*left: int, seat: str = "suns", score: Any = None, **there: int) -> Any:
    """Return a match: so many coins by side and point, as ``s6=2`` and ``m0=1``; dice in ``left``.

    The dice of the roll are a filler: what counts is what is left of them.
    """
    pieces = {at[1:]: ["suns" if at[0] == "s" else "moons"] * n for at, n in there.items()}
    position = {
        "pieces": pieces,
        "seat": seat,
        "dice": ["ace", "2"],
        "notes": {"left": list(left), "_who": seat},
        "score": score or {},
    }
    return pp.Match("backgammon", position={name: each for name, each in position.items() if each})


def test_backgammon_begins_with_fifteen_each_in_a_mirror() -> None:
    there = pieces(pp.Match("backgammon"))
    suns = {at: len(pile) for at, pile in there.items() if pile[0] == "suns"}
    assert suns == {"24": 2, "13": 5, "8": 3, "6": 5}
    moons = {at: len(pile) for at, pile in there.items() if pile[0] == "moons"}
    assert moons == {str(25 - int(at)): count for at, count in suns.items()}


def test_backgammon_plays_both_dice_in_any_order_and_then_the_other_side_rolls() -> None:
    match = pp.Match("backgammon", dice=["roll 3 null"])  # a null is six
    match.roll()
    assert refused(match, "24-18") == refused(match, "24-21") == refused(match, "8-5") == ""
    assert refused(match, "24-20") == "BG-2"
    assert refused(match, "13-24") == "BG-2"  # never back
    match.play("24-18")
    assert match.state.seat == "suns"
    assert match.state.notes["left"] == (3,)
    assert refused(match, "13-7") == "BG-2"
    match.play("18-15")
    assert match.state.seat == "moons"
    assert match.to_act.purpose == "roll"


def test_backgammon_doublets_are_played_four_times() -> None:
    match = pp.Match("backgammon", dice=["roll 2 2"])
    match.roll()
    for move in ("13-11", "13-11", "11-9", "6-4"):
        assert match.state.seat == "suns"
        match.play(move)
    assert match.state.seat == "moons"


def test_backgammon_hits_one_and_never_ends_on_two() -> None:
    match = backgammon(1, 4, s8=2, m4=2, m7=1, m20=1)
    assert refused(match, "8-4") == "BG-4"
    match.play("8-7")
    assert pieces(match)["7"] == ("suns",)
    assert pieces(match)["0"] == ("moons",)


def test_backgammon_the_bar_enters_first_and_who_cannot_passes() -> None:
    match = backgammon(3, 5, s25=1, s8=2, m20=2, m1=1)
    assert refused(match, "8-5") == "BG-5"
    assert moves(match) == {"25-22"}  # two moons hold 20
    match.play("25-22")
    assert refused(match, "8-3") == ""
    shut = {f"m{point}": 2 for point in range(19, 25)}
    match = pp.Match(
        "backgammon",
        dice=["roll 3 4"],
        position={"pieces": {**{at[1:]: ["moons"] * 2 for at in shut}, "25": ["suns"]}},
    )
    match.roll()
    assert match.state.seat == "moons"
    assert match.to_act.purpose == "roll"
    match = backgammon(2, 6, seat="moons", m0=1, s2=2, s24=1)
    assert moves(match) == {"0-6"}


def test_backgammon_both_dice_must_be_used_and_else_the_higher() -> None:
    # After 13-11 no five could be played; after 20-18 one can.
    match = backgammon(2, 5, s20=1, s13=1, m15=2, m8=2, m6=2)
    assert refused(match, "13-11") == "BG-3"
    assert moves(match) == {"20-18"}
    match.play("20-18")
    assert moves(match) == {"18-13"}
    # Either die alone can be played, not both: the six must be.
    match = backgammon(1, 6, s24=1, m17=2, m22=2)
    assert moves(match) == {"24-18"}
    assert refused(match, "24-23") == "BG-3"


def test_backgammon_bears_off_by_the_exact_die_or_the_furthest_by_a_higher_one() -> None:
    match = backgammon(3, 6, s5=1, s3=1, s1=1, m24=2)
    assert moves(match) == {"5-0", "5-2", "3-0"}
    assert refused(match, "1-0") == "BG-6"
    match.play("5-0")
    assert match.state.score["suns"] == 1
    match = backgammon(3, 6, s7=1, s3=2, m24=2)
    assert refused(match, "3-0") == "BG-6"
    assert moves(match) == {"7-4", "7-1"}
    match = backgammon(1, 6, seat="moons", m19=1, m24=1, s1=2)
    assert moves(match) == {"19-25", "19-20", "24-25"}


def test_backgammon_is_won_by_the_last_coin_off() -> None:
    match = backgammon(5, 6, s2=1, m24=2, score={"suns": 14, "moons": 3})
    match.play("2-0")
    assert (match.result.winners, match.result.clause) == (("suns",), "BG-7")


# --- What they say --------------------------------------------------------------------------------


def reason(match: Any, move: str) -> str:
    found = match.refusal(move)
    return f"{found.clause} {found.text}"


@pytest.mark.parametrize(
    ("name", "start", "two", "text"),
    [
        ("alquerque", "d3", "d3-d2-c2", "AQ-2 a move without a jump is one step to another point"),
        ("american_checkers", "a3", "a3-b4-c5",
         "CK-2 a move without a jump is one step to another square"),
        ("awithlaknannai_mosona", "b1", "b1-c2-d3",
         "AM-2 a move without a jump is one step to another point"),
    ],
)  # fmt: skip
def test_a_start_alone_and_two_steps_are_refused_as_such(
    name: str, start: str, two: str, text: str
) -> None:
    """They once were "d3 isn't in front of d3"."""
    match = pp.Match(name, seed=1)
    while match.refusal(start).text.startswith("you can jump"):  # type: ignore[union-attr]
        match.play(match.moves()[0])
    assert reason(match, start) == reason(match, two) == text


def test_morris_says_what_is_wrong_with_a_step() -> None:
    match = morris("suns", 2, suns="a1 b2", moons="g1 g4 g7 d5")
    assert reason(match, "d5") == "TM-1 d5 is taken"
    match = morris("suns", suns="a1 a7 b4 d7", moons=MOONS.replace("b4", "d5"))
    assert reason(match, "g4-f6") == "TM-3 g4 has no coin of suns"
    assert reason(match, "a1") == "TM-3 a1 is taken"
    assert reason(match, "d7-a7") == "TM-3 a7 is taken"
    assert reason(match, "a7-d1") == "TM-3 d1 is not next to a7 on a line"
    assert [step.event.clause for step in match.play("b4-b2")] == ["TM-3"]


def test_morris_a_swing_back_is_refused_with_an_enemy_named_too() -> None:
    match = morris("suns", suns="a7 a4 a1 b6 b2", moons="g7 g4 f2 e4 d5")
    match.play("a4-b4-e4")
    match.play("g4-f4")
    text = "TM-5 the coin left a mill with a4 in your last turn"
    assert reason(match, "b4-a4") == reason(match, "b4-a4-f2") == text


def test_ludo_says_from_where_to_where_a_coin_goes() -> None:
    said = [(step.event.clause, step.event.text) for step in ludo("null").play("l12")]
    assert said[0] == ("LU-3", "Suns moves l12-i14.")
    match = ludo("ace", i14=["suns"], i13=["arms"])
    said = [(step.event.clause, step.event.text) for step in match.play("i14")]
    assert said[0] == ("LU-4", "Suns moves i14-i13.")


def test_tablut_takes_a_defender_not_defenders() -> None:
    match = at("tablut", "attackers", c3="attackers", d3="defenders", f3="attackers",
               e9="attackers", g5="defenders king")  # fmt: skip
    said = " ".join(step.event.text for step in match.play("f3-e3"))
    assert "Attackers takes the defender on d3." in said
