"""Playing by picking: every legal way can be picked, and what is illegal is refused in words."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Seat
from piecepack_nb.games.pacman import VIEW
from piecepack_nb.games.pacman.board import choice_of
from piecepack_nb.games.pacman.state import Put, Stay, Take, Walk
from piecepack_nb.scene import MakeMove, ShowMessage, Spot
from tests.games.pacman.helpers import table

Draft = tuple[str, ...]
OPENING = "red: a4\nwhite: a3 b5 b4\nghosts: e5 g5\ndice: 1 3"


def spots(match: pp.Match, draft: Draft = ()) -> dict[str, Spot]:
    return {spot.id: spot for spot in VIEW.spots(match.game, match.state, draft)}


def pick(match: pp.Match, spot: str, draft: Draft = (), to: str | None = None, shift=False) -> Any:
    return VIEW.pick(match.game, match.state, draft, spot, to, shift)


def roles(match: pp.Match, role: str, draft: Draft = ()) -> set[str]:
    return {name for name, spot in spots(match, draft).items() if spot.role == role}


def made(match: pp.Match, *picks: str) -> Any:
    """Return the result of a row of picks."""
    draft: Any = ()
    for each in picks:
        assert isinstance(draft, tuple), (each, draft)
        spot, _, sign = each.partition("+")
        draft = pick(match, spot, draft, shift=bool(sign))
    return draft


def refused(match: pp.Match, outcome: Any) -> tuple[str, str]:
    assert isinstance(outcome, MakeMove), outcome
    refusal = match.refusal(outcome.move)
    assert refusal is not None, outcome
    return refusal.clause, refusal.text


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.clause("PC-3")
def test_a_move_starts_with_a_piece_or_a_die() -> None:
    match = table(OPENING)
    assert roles(match, "select") == {"a4", "e5", "g5", "die:1", "die:3"}
    assert roles(match, "choice") == {"piece:pac", "piece:ghost1", "piece:ghost2"}
    assert not roles(match, "move")
    assert pick(match, "a4") == pick(match, "piece:pac") == ("pac", "", "")
    assert pick(match, "g5") == ("ghost2", "", "")
    assert pick(match, "die:3") == ("", "3", "")
    keys = [spot.key for spot in spots(match).values() if spot.key]
    assert sorted(keys) == ["1", "2", "d", "f", "m"]


@pytest.mark.clause("PC-3")
def test_equal_dice_need_no_choice_of_die() -> None:
    match = table("red: a4\nwhite: a3 b5 b4\nghosts: e5 g5\ndice: 3 3")
    prompt = VIEW.prompt(match.game, match.state, ())[0]
    assert prompt.endswith("with 3 and 3. Pick the piece.")
    assert not [name for name in spots(match) if name.startswith("die:")]
    assert VIEW.prompt(match.game, table(OPENING).state, ())[0].endswith("or the die first.")


@pytest.mark.clause("PC-3", "PC-5")
def test_the_ends_of_both_dice_are_offered_with_their_die() -> None:
    match = table(OPENING)
    legal = {move for move in match.moves() if isinstance(move, Walk) and move.piece == "pac"}
    draft = ("pac", "", "")
    assert roles(match, "move", draft) == {move.path[-1] for move in legal}
    marks = VIEW.marks(match.game, match.state, draft)
    badges = [mark.label for mark in marks if mark.kind == "cost"]
    assert sorted(badges) == sorted(str(die) for die, _end in {(m.die, m.path[-1]) for m in legal})
    only = ("pac", "3", "")
    assert roles(match, "move", only) == {m.path[-1] for m in legal if m.die == 3}
    assert not [m for m in VIEW.marks(match.game, match.state, only) if m.kind == "cost"]


@pytest.mark.parametrize("ghosts", [1, 2, 3])
def test_no_two_buttons_overlap(ghosts: int) -> None:
    match = table(f"ghosts:{' e5' * ghosts}\ndice: 1 3\nred: a4\nwhite: c5", ghosts=ghosts)
    inside = [spot for spot in spots(match).values() if spot.area == "dice"]
    assert len(inside) == 2 + 1 + ghosts
    for one, other in combinations(inside, 2):
        aside = abs(one.x - other.x) >= (one.w + other.w) / 2
        assert aside or abs(one.y - other.y) >= (one.h + other.h) / 2, (one.id, other.id)


def test_the_die_follows_from_the_end() -> None:
    match = table(OPENING)
    assert made(match, "a4", "a3") == MakeMove(Walk("pac", 1, ("a4", "a3")))
    move = made(match, "a4", "c3").move
    assert (move.die, move.path[-1]) == (3, "c3")


@pytest.mark.clause("PC-3")
def test_an_end_of_both_dice_asks_for_the_die() -> None:
    match = table("red: b5\nghosts: e5 g5\ndice: 2 6\nwhite: a3 c5")
    ends = choice_of(match.game, match.state, ("pac", "", "")).walks.by_die()
    both = [end for end, by in ends.items() if len(by) == 2]
    assert both, "this table is no example"
    end = both[0]
    draft = made(match, "b5", end)
    assert draft == ("pac", "", end)
    assert roles(match, "move", draft) == {"die:2", "die:6"}
    assert end in VIEW.prompt(match.game, match.state, draft)[0]
    for die in (2, 6):
        move = pick(match, f"die:{die}", draft).move
        assert (move.die, move.path[-1]) == (die, end)
        assert match.refusal(move) is None
    assert VIEW.step_back(draft) == ("pac", "", "")
    assert VIEW.step_back(("pac", "", "")) == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_path_can_be_picked(seed: int) -> None:
    """Space by space with Shift, then its end: nothing that is legal is out of reach."""
    bots = dict.fromkeys(("red", "blue"), "random")
    match = pp.Match(pp.game("pacman"), seed=seed, seats=bots)
    tried = 0
    for _ in range(40):
        match.run(1)
        if not isinstance(match.to_act, Seat):
            continue
        for move in list(match.moves())[:: max(1, len(match.moves()) // 12)]:
            tried += 1
            assert by_picks(match, move) == MakeMove(move), move
    assert tried > 60


def by_picks(match: pp.Match, move: Any) -> Any:
    """Return the result of the picks that a person would make for just this move."""
    if isinstance(move, Put):
        return pick(match, move.square)
    if isinstance(move, Take):
        return pick(match, f"row:{move.seat}")
    if isinstance(move, Stay):
        piece = "pac" if move.piece == "pac" else match.game.ruleset.ghosts[0]
        draft = () if len(match.state.due) == 1 else (piece, "", "")
        assert f"stay:{move.piece}:{move.die}" in spots(match, draft)
        return pick(match, f"stay:{move.piece}:{move.die}", draft)
    draft: Any = (move.piece, str(move.die), "")
    for square in move.path[1:-1]:
        step = pick(match, square, draft, shift=True)
        assert isinstance(step, tuple), (move, square, step)
        draft = step
    assert draft[3:] in ((), move.path[:-1]), (move, draft)
    return pick(match, move.path[-1], draft)


@pytest.mark.clause("PC-10")
def test_an_end_picks_the_path_that_gobbles_most() -> None:
    match = table("red: a1\nghosts: e5 g5\ndice: 4 1\nwhite: a2 b2 c5")
    to_c1 = [m for m in match.moves() if m.piece == "pac" and m.die == 4]
    end = next(m.path[-1] for m in to_c1 if sum(o.path[-1] == m.path[-1] for o in to_c1) > 1)
    ways = [m for m in to_c1 if m.path[-1] == end]
    most = max(len(match.state.white.intersection(m.path)) for m in ways)
    best = made(match, "piece:pac", "die:4", end).move
    assert len(match.state.white.intersection(best.path)) == most
    for way in ways:
        draft: Any = ("pac", "4", "")
        for square in way.path[1:-1]:
            draft = pick(match, square, draft, shift=True)
        assert pick(match, end, draft) == MakeMove(way)


@pytest.mark.clause("PC-9")
def test_a_path_by_the_arrows_is_named_before_it_is_picked() -> None:
    match = table("red: b5\nghosts: d4 g5\ndice: 3 1\nwhite: i5 c9")
    spot = spots(match, ("pac", "3", ""))["h5"]
    assert (spot.role, spot.clause) == ("move", "PC-9")
    assert spot.tip == (
        "Red's Pac-Man by 3: b5-a5~i5-h5, gobbles 1 white marble and goes off the board and on "
        "again."
    )
    lines = [mark for mark in spot.preview if mark.kind == "path"]
    assert len(lines) == 2


def test_dots_distinguish_paths_to_the_same_end() -> None:
    """No dot where each end has one way; where there are two, dots that are on one of them."""
    match = table("red: a1\nghosts: e5 g5\ndice: 4 1\nwhite: a2 b2 c5")
    draft = ("pac", "4", "")
    legal = [m for m in match.moves() if m.piece == "pac" and m.die == 4]
    dots = roles(match, "via", draft)
    assert dots
    assert "a1" not in dots
    for dot in dots:
        apart = [m for m in legal if dot in m.path]
        ends = {m.path[-1] for m in apart}
        assert any(m.path[-1] in ends and dot not in m.path for m in legal), dot
        assert pick(match, dot, draft)[:3] == draft
    assert "or first a dot" in VIEW.prompt(match.game, match.state, draft)[0]
    assert not roles(match, "via", ("pac", "1", ""))
    assert "dot" not in VIEW.prompt(match.game, match.state, ("pac", "1", ""))[0]


def test_one_path_by_two_dice_is_named_once() -> None:
    match = table("red: c4, 1 yellow\nrings: c3 c7 g3\nghosts: d4 g5\nwhite: d4 c5\ndice: 5 3")
    spot = spots(match, ("pac", "", ""))["d4"]
    assert spot.tip == "Red's Pac-Man by 3 or 5: c4-d4, gobbles 1 white marble and ghost 1."
    assert spot.clause == "PC-20"


def test_a_piece_can_be_dragged() -> None:
    match = table(OPENING)
    assert spots(match)["a4"].drag
    assert spots(match)["c5"].drop
    assert pick(match, "a4", (), "a3") == MakeMove(Walk("pac", 1, ("a4", "a3")))
    assert pick(match, "g5", ("pac", "", ""), "f5").move == Walk("ghost2", 1, ("g5", "f5"))
    assert isinstance(pick(match, "c5", (), "c4"), ShowMessage)


def test_ghosts_that_share_a_space_are_picked_in_turn() -> None:
    match = table("ghosts: e5 e5\ndice: 1 3\nred: a4\nwhite: c5")
    first = pick(match, "e5")
    assert first == ("ghost1", "", "")
    assert pick(match, "e5", first) == ("ghost2", "", "")
    assert pick(match, "piece:ghost2") == ("ghost2", "", "")
    assert pick(match, "piece:ghost2", ("ghost2", "", "")) == ()


def test_with_one_die_and_the_pac_man_left_the_ends_are_offered_at_once() -> None:
    match = table(OPENING)
    match.play("ghost2 1 g5-f5")
    assert roles(match, "move")
    assert "die:3" not in spots(match)
    prompt, clause = VIEW.prompt(match.game, match.state, ())
    assert prompt.startswith("Turn 1: move Red's Pac-Man by 3: choose its destination")
    assert clause == "PC-5"


# --- what can't be done ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "picks", "clause", "expected"),
    [
        (OPENING, ("piece:pac", "die:3", "d6"), "PC-5", "the die shows 3; this path takes 6"),
        (OPENING, ("piece:pac", "i1"), "PC-5", "this path takes"),
        ("red: a1\nblue: a3\nghosts: e5 g5\nwhite: c5\ndice: 3 4", ("piece:pac", "die:3", "a4"),
         "PC-8", "Blue's Pac-Man is on a3"),
        ("red: a2\nghosts: e5 g5\nwhite: c5\ndice: 1 4", ("piece:ghost1", "die:4", "b2"),
         "PC-12", "takes 6"),
        ("red: d4\nghosts: a2 g5\nwhite: c5\ndice: 1 4", ("piece:ghost1", "die:1", "a1"), "PC-14",
         "a1 is Red's home"),
        ("red: g1\nghosts: e5 c5\nwhite: c5\ndice: 2 4", ("piece:pac", "die:2", "i1"), "PC-6",
         "i1 is Yellow's home"),
    ],
)  # fmt: skip
def test_illegal_picks_are_refused_by_the_game(position, picks, clause, expected) -> None:
    match = table(position)
    found_clause, text = refused(match, made(match, *picks))
    assert (found_clause, expected in text) == (clause, True), text


def test_a_pac_man_that_has_moved_is_refused_with_the_due_move() -> None:
    match = table(OPENING)
    match.play("pac 1 a4-a3")
    outcome = pick(match, "a3")
    assert isinstance(outcome, ShowMessage)
    assert "pick the piece first" in outcome.message.text
    assert outcome.message.squares == ("a3",)


def test_a_space_picked_before_a_piece_names_the_due_pick() -> None:
    outcome = pick(table(OPENING), "c5")
    assert isinstance(outcome, ShowMessage)
    assert outcome.message.clause == "PC-3"


def test_a_space_that_does_not_extend_the_path_is_refused() -> None:
    match = table("red: a1\nghosts: e5 g5\ndice: 4 1\nwhite: c5")
    draft = made(match, "piece:pac", "die:4", "a2+")
    assert draft == ("pac", "4", "", "a1", "a2")
    message = pick(match, "i9", draft)
    assert isinstance(message, ShowMessage)
    assert message.message.text == "no path leads on from a1-a2 to i9; Escape to undo"
    assert VIEW.step_back(draft) == ("pac", "4", "")


@pytest.mark.parametrize("piece", ["pac", "ghost1", "ghost2"])
def test_every_space_that_is_not_an_end_is_refused_with_a_reason(piece: str) -> None:
    match = table(OPENING)
    for die in ("", "1", "3"):
        draft = (piece, die, "")
        for name, spot in spots(match, draft).items():
            if spot.area == "board" and spot.role == "inert":
                clause, text = refused(match, pick(match, name, draft))
                assert clause
                assert text


# --- staying, and the choices after a ghost -------------------------------------------------------


@pytest.mark.clause("PC-5")
def test_a_piece_without_a_move_can_be_left_in_place() -> None:
    match = table("red: a1\nblue: a2\nghosts: b1 g5\nwhite: c5\ndice: 6 1")
    draft = pick(match, "piece:pac")
    stays = {name for name in spots(match, draft) if name.startswith("stay:")}
    assert stays == {"stay:pac:6", "stay:pac:1"}
    assert pick(match, "stay:pac:6", draft) == MakeMove(Stay("pac", 6))
    assert "no path takes the full number" in VIEW.prompt(match.game, match.state, draft)[0]


@pytest.mark.clause("PC-20")
def test_the_ringed_hole_and_the_payer_are_picked() -> None:
    match = table(
        "red: c4, 35 marbles, 2 yellow\nblue: i9, 34 marbles\ngreen: a9, 2 marbles\n"
        "ghosts: d4 g5\nrings: c3 g3\nwhite: h8\ndice: 1 3",
        players=3,
    )
    match.play("pac 1 c4-d4")
    assert match.state.phase == "put"
    assert roles(match, "move") == {"c7", "g7"}
    assert refused(match, pick(match, "c3"))[0] == "PC-20"
    assert pick(match, "c7") == MakeMove(Put("c7"))
    scene = VIEW.scene(match.game, match.state)
    waiting = [p for p in scene.pieces if p.id.startswith("yellow") and p.area == "dice"]
    assert len(waiting) == 1
    match.play("marble c7")
    assert match.state.phase == "take"
    assert roles(match, "action") == {"take:green", "take:blue"}
    assert spots(match)["take:blue"].tip == "Key b: Red takes 2 from Blue."
    assert spots(match)["take:blue"].key == "b"
    assert roles(match, "select") == {"row:green", "row:blue"}
    assert pick(match, "take:blue") == pick(match, "row:blue") == MakeMove(Take("blue"))
    assert refused(match, pick(match, "row:red"))[0] == "PC-20"


@pytest.mark.clause("PC-2", "PC-3")
def test_dice_are_rolled_with_a_button() -> None:
    match = pp.Match(pp.game("pacman"), seed=1)
    assert (spots(match)["roll"].key, pick(match, "roll")) == ("r", MakeMove(None))
    match.run()
    bots = {"red": "random", "blue": "random"}
    over = pp.Match(pp.game("pacman"), seed=1, seats=bots)
    over.run()
    outcome = pick(over, "a1")
    assert isinstance(outcome, ShowMessage)
    assert outcome.message.text.startswith("the game is over")
    marks = VIEW.marks(over.game, over.state, ())
    assert over.result is not None
    assert [(mark.kind, mark.suit) for mark in marks] == [
        ("here", seat) for seat in over.result.winners
    ]
