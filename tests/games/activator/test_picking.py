"""A turn by picking: a stack, how much of it, where it goes, the activator, and the way back."""

from __future__ import annotations

from collections import Counter

import pytest

import piecepack_nb as pp
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.activator import VIEW
from piecepack_nb.games.activator.state import Move
from piecepack_nb.scene import MakeMove, ShowMessage, Spot
from tests.games.activator.test_board import match_at, pieces_on, scene_of


def spots_of(match, draft=()) -> dict[str, Spot]:
    return {spot.id: spot for spot in VIEW.spots(match.game, match.state, draft)}


def pick(match, spot, draft=(), to=None):
    return VIEW.pick(match.game, match.state, draft, spot, to, False)


def roles(match, draft, role) -> set[str]:
    return {name for name, spot in spots_of(match, draft).items() if spot.role == role}


@pytest.fixture
def opening() -> pp.Match:
    return pp.Match(pp.game("activator"))


def test_every_square_is_a_spot_that_names_its_pieces(opening):
    spots = spots_of(opening)
    trays = ["number:red", "number:blue"]
    assert list(spots) == [*(f + r for r in "4321" for f in "abcd"), *trays]
    assert spots["d4"].name == "d4: Blue's double FB under Red's activator, immune"
    assert spots["a4"].name == "a4: empty, frozen"
    assert roles(opening, (), "select") == {move.start for move in opening.moves()}


def test_a_stack_is_picked_whole_and_its_parts_are_offered(opening):
    draft = pick(opening, "b1")
    assert draft == ("b1", "0")
    spots = spots_of(opening, draft)
    assert (spots["part 1"].name, spots["part 1"].key) == ("Top piece", "1")
    assert (spots["part 0"].name, spots["part 0"].key) == ("✓ Both", "2")
    assert pick(opening, "part 1", draft) == ("b1", "1")
    assert spots_of(opening, ("b1", "1"))["part 1"].name == "✓ Top piece"


@pytest.mark.parametrize(("draft", "part"), [(("b1", "0"), 0), (("b1", "1"), 1)])
def test_targets_are_the_legal_ends_of_that_part(opening, draft, part):
    legal = {m.end for m in opening.moves() if (m.start, m.part) == ("b1", part)}
    assert roles(opening, draft, "move") == legal
    assert legal


def test_the_part_that_stays_is_paler(opening):
    tower = pieces_on(scene_of(opening, ("b1", "1")), "b1")
    assert [piece.faded for piece in tower] == [True, False]


def test_after_the_piece_the_activator_is_picked(opening):
    assert pick(opening, "b2", ("b2", "0")) == ()  # picked again it is put down
    draft = pick(opening, "b3", ("b2", "0"))
    assert draft == ("b2", "0", "b3")
    assert pieces_on(scene_of(opening, draft), "b3")
    assert not pieces_on(scene_of(opening, draft), "b2")
    legal = {m.activator for m in opening.moves() if m[:3] == ("b2", "b3", 0)} - {""}
    assert roles(opening, draft, "move") == legal
    assert pick(opening, "c3", draft) == MakeMove(Move("b2", "b3", 0, "c3"))
    leave = spots_of(opening, draft)["leave"]
    assert (leave.name, leave.key, leave.role) == ("Leave the activator", "l", "action")
    assert pick(opening, "leave", draft) == MakeMove(Move("b2", "b3"))


def test_the_effect_of_an_activator_is_previewed(opening):
    spot = spots_of(opening, ("b2", "0", "b3"))["c3"]
    assert spot.tip == "A-c3; Red may then attack from b3; c1 and a3 are frozen."
    assert {"path", "lane", "frost", "frozen"} <= {mark.kind for mark in spot.preview}


def test_escape_goes_back_by_steps():
    assert VIEW.step_back(("b1", "1", "b2")) == ("b1", "1")
    assert VIEW.step_back(("b1", "1")) == ()
    assert VIEW.step_back(()) == ()


def test_a_drag_moves_the_whole_stack_or_the_chosen_part(opening):
    assert pick(opening, "b1", (), to="b2") == ("b1", "0", "b2")
    assert pick(opening, "b1", ("b1", "1"), to="c1") == ("b1", "1", "c1")
    assert pick(opening, "b1", ("a3", "0"), to="b2") == ("b1", "0", "b2")


def test_picking_another_own_stack_replaces_the_draft(opening):
    assert pick(opening, "a3", ("c1", "0")) == ("a3", "0")


@pytest.mark.parametrize(
    ("draft", "spot", "to", "clause"),
    [
        ((), "d4", None, "AC-4"),
        ((), "b3", None, "AC-4"),
        (("b2", "0"), "d4", None, "AC-10"),
        ((), "b2", "c1", "AC-10"),
        (("b2", "0", "b3"), "a4", None, "AC-20"),
        (("b2", "0", "b3"), "a1", None, "AC-22"),
    ],
)
def test_illegal_picks_are_refused_by_the_game(opening, draft, spot, to, clause):
    outcome = pick(opening, spot, draft, to)
    if isinstance(outcome, ShowMessage):
        refusal = outcome.message
    else:
        assert isinstance(outcome, MakeMove)
        refusal = opening.refusal(outcome.move)
    assert refusal.clause == clause, refusal
    assert refusal.squares


@pytest.mark.parametrize("draft", [(), ("b1", "0"), ("b1", "0", "b3")])
def test_nothing_moves_to_or_from_a_tray(opening, draft):
    text, clause = VIEW.prompt(opening.game, opening.state, draft)
    for spot, to in (("number:red", None), ("number:blue", "b3"), ("b1", "number:red")):
        outcome = pick(opening, spot, draft, to)
        assert outcome == ShowMessage(Refusal(clause, text.rstrip(".")), "info")


def test_a_stack_sent_to_an_own_one_that_cannot_move_is_told_what_keeps_it_from_there():
    match = match_at("""
        4  D     .     eb    fA
        3  ECB   e     .     .
        2  .     .     c     c
        1  F     FECa  D     d
           a     b     c     d
        red to move
    """)
    assert "c1" not in roles(match, (), "select")
    sent = pick(match, "c1", ("b1", "0"))
    assert isinstance(sent, MakeMove)
    refused = match.refusal(sent.move)
    assert refused.clause == "AC-11"
    assert refused.text.endswith("has at most 3")
    assert isinstance(pick(match, "c1"), ShowMessage)


@pytest.mark.clause("AC-24")
def test_a_frozen_stack_is_refused_and_both_activators_are_marked():
    position = {
        "a1": "red F", "c1": "red D", "b2": "red E", "d4": "blue F", "c3": "blue E",
        "activators": {"red": "c3", "blue": "a1"}, "to_move": "red",
    }  # fmt: skip
    match = match_at(position)
    message = pick(match, "c1")
    assert isinstance(message, ShowMessage)
    assert (message.message.clause, message.message.squares) == ("AC-24", ("c1", "c3", "a1"))
    assert spots_of(match)["c1"].role == "inert"
    start = next(iter(match.moves())).start
    assert spots_of(match, (start, "0"))["c1"].role == "inert", "while another piece is chosen, too"


def test_a_tip_names_the_effect_of_a_move():
    position = {
        "a1": "red F", "d3": "red C", "b2": "red E", "d4": "blue F", "c3": "blue E", "c4": "blue D",
        "activators": {"red": "d4", "blue": "a1"}, "to_move": "red",
    }  # fmt: skip
    match = match_at(position)
    spot = spots_of(match, ("d3", "0"))["c3"]
    assert (spot.tip, spot.clause) == ("C d3-c3; captures Blue's single E.", "AC-16")
    assert spots_of(match, ("b2", "0"))["b1"].tip == "E b2-b1."


@pytest.fixture(scope="module")
def played() -> pp.Match:
    """A game of bots, for many positions in which pieces can be captured."""
    match = pp.Match(pp.game("activator"), seed=3, seats={"red": "random", "blue": "quick"})
    match.run(24)
    return match


def after(game, state, move):
    return game.next_state(state, move)


def test_a_move_into_danger_and_an_attack_are_marked(played):
    """The risk is what the opponent's legal moves are then, found by playing the move."""
    seen: Counter[str] = Counter()
    for each in played.record:
        game, state = played.game, played.steps[each.first - 1].state if each.first else None
        state = state or played.initial_state
        enemy = state.held("blue" if state.to_move == "red" else "red")
        for move in [move for move in game.moves(state) if not move.activator]:
            draft = (move.start, str(move.part))
            spot = next(s for s in VIEW.spots(game, state, draft) if s.id == move.end)
            later = after(game, state, move)
            taken = any(answer.end == move.end for answer in game.moves(later))
            assert (spot.risk == "attack") == (move.end in enemy)
            if later.outcome is None:
                assert ("can capture it there" in spot.tip) == taken, (str(state), move)
                assert (spot.risk == "danger") == (taken and move.end not in enemy)
            seen[spot.risk] += 1
    assert set(seen) == {"", "attack", "danger"}


def test_where_the_activator_goes_decides_if_the_piece_can_be_captured(played):
    seen = set()
    for each in played.record[4::4]:
        game, state = played.game, played.steps[each.first - 1].state
        for move in list(game.moves(state))[::3]:
            if not move.activator:
                continue
            draft = (move.start, str(move.part), move.end)
            spot = next(s for s in VIEW.spots(game, state, draft) if s.id == move.activator)
            later = after(game, state, move)
            taken = any(answer.end == move.end for answer in game.moves(later))
            assert later.outcome or spot.risk == ("danger" if taken else "")
            seen.add(spot.risk)
    assert seen == {"", "danger"}


def test_after_the_end_nothing_can_be_picked_up():
    position = {
        "a1": "red F", "d3": "red C", "b2": "red E", "d4": "blue F", "c3": "blue E",
        "activators": {"red": "d4", "blue": "a1"}, "to_move": "red",
    }  # fmt: skip
    match = match_at(position)
    match.play("d3-c3")
    assert match.result is not None
    message = pick(match, "a1")
    assert isinstance(message, ShowMessage)
    assert message.message.clause == "AC-31"
    assert all(spot.role == "inert" and not spot.drag for spot in spots_of(match).values())
    assert VIEW.prompt(match.game, match.state, ())[0].startswith("The game is over. Red wins")


def test_a_whole_game_can_be_played_by_picks():
    """The picks of each random move give the same move."""
    match = pp.Match(pp.game("activator"), seed=5, seats={"red": "random", "blue": "random"})
    match.run(40)
    state = match.initial_state
    for played in match.record:
        move = played.move
        draft = (move.start, str(move.part))
        outcome = VIEW.pick(match.game, state, draft, move.end, None, False)
        if isinstance(outcome, tuple) and not isinstance(outcome, MakeMove):
            spot = move.activator or "leave"
            outcome = VIEW.pick(match.game, state, outcome, spot, None, False)
        assert outcome == MakeMove(move)
        state = played.steps[-1].state
    assert len(match.record) > 20


def test_while_the_activator_is_chosen_its_old_lines_and_the_frost_are_off_the_board(opening):
    """Pointing at a square, or at the button, shows what it would do from there."""
    draft = ("b2", "0", "b3")
    layers = {mark.layer for mark in scene_of(opening, draft).marks}
    assert "lines of blue" in layers
    assert not {"lines of red", "frozen"} & layers
    leave = spots_of(opening, draft)["leave"]
    assert {mark.kind for mark in leave.preview} == {"lane", "frost", "frozen"}
    assert leave.tip == "A-d4; Red may then attack from nowhere; d1 and a4 are frozen."
