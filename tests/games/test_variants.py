"""Variants of the package's games: subclasses, with the game's board and the bots for any game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import piecepack_nb as pp
from examples.write_a_variant import Giveaway, PacFirst
from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame, Game
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.games.activator import Activator
from piecepack_nb.games.paco import Paco
from piecepack_nb.games.piecepackman import Piecepackman
from piecepack_nb.games.worm_derby import WormDerby
from piecepack_nb.scene.game_view import EMPTY_DRAFT, MakeMove, ShowMessage, view_of
from tests.conftest import sampled

GAMES = len(sampled(range(4), 4))
SPOTS = 30
LEGAL = {"move", "via", "select", "action", "choice"}
TURNS = 20
RULES: dict[str, dict[str, Any]] = {
    "rooted": {"table_length": 30, "table_width": 18, "pylon_distance": 20, "obstacles": 3}
}
"""Rules under which a game is quicker to compute."""


@pp.register
class Grounded(Paco):
    """P.A.C.O.: nobody jumps."""

    name, title = "grounded", "P.A.C.O. without jumps"

    def moves(self, state: Any) -> Any:
        return [move for move in super().moves(state) if not self.jumps(move)]

    def moves_for(self, state: Any, seat: str) -> Any:
        return [move for move in super().moves_for(state, seat) if not self.jumps(move)]

    def refusal(self, state: Any, move: Any) -> Any:
        return super().refusal(state, move) or self.jumps(move)

    def jumps(self, move: Any) -> Refusal | None:
        jump = getattr(move, "kind", "") == "jump"
        return Refusal("PA-13", "nobody may jump") if jump else None


@pp.register
class Curfew(Piecepackman):
    """Piecepackman: the game ends before turn 20, and then he has won."""

    name, title = "curfew", "Piecepackman with a curfew"

    def result(self, state: Any) -> Result | None:
        late = state.turn >= TURNS
        over = Result((), "PM-69", "It is late: Piecepackman wins.", {}) if late else None
        return super().result(state) or over

    def to_act(self, state: Any) -> Any:
        return None if self.result(state) else super().to_act(state)

    def moves(self, state: Any) -> Any:
        return () if self.result(state) else super().moves(state)

    def refusal(self, state: Any, move: Any) -> Any:
        over = self.result(state)
        return over.refusal if over else super().refusal(state, move)


@pp.register
class Rooted(WormDerby):
    """Worm Derby: an ace moves no obstacle."""

    name, title = "rooted", "Worm Derby with rooted obstacles"

    def moves(self, state: Any) -> Any:
        moves: Any = super().moves(state)
        ace = state.phase == "ace"
        return [move for move in moves if not self.stays(state, move)] if ace else moves

    def refusal(self, state: Any, move: Any) -> Any:
        return super().refusal(state, move) or self.stays(state, move)

    def stays(self, state: Any, move: Any) -> Refusal | None:
        ace = state.phase == "ace" and hasattr(move, "tile")
        return Refusal("WD-20", "obstacles stay where they are") if ace else None


VARIANTS = [Giveaway, PacFirst, Grounded, Curfew, Rooted]


def played(variant: type[AnyGame], seed: int, moves: int = 5000) -> pp.Match:
    game = pp.game(variant, **RULES.get(variant.name, {}))
    match = pp.Match(game, seed=seed, seats="random")
    match.run(moves)
    return match


def made_by_picks(match: pp.Match) -> Iterator[Any]:
    """Yield the moves that the marked spots make, after one pick or several."""
    game, state, view = match.game, match.state, view_of(match.game)
    drafts, seen = [EMPTY_DRAFT], {EMPTY_DRAFT}
    while drafts:
        draft = drafts.pop()
        offered = (spot for spot in view.spots(game, state, draft) if spot.role in LEGAL)
        for spot in islice(offered, SPOTS):
            found = view.pick(game, state, draft, spot.id, None, False)
            if isinstance(found, MakeMove):
                if found.move is not None:
                    yield found.move
            elif not isinstance(found, ShowMessage) and found not in seen:
                seen.add(found)
                drafts.append(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_played_and_again_from_its_record(variant: type[AnyGame]) -> None:
    wanders = variant is Rooted  # worms moved at random seldom come home
    for seed in range(1 if wanders else GAMES):
        match = played(variant, seed, 150) if wanders else played(variant, seed)
        assert match.result is not None or wanders
        twin = pp.Match(match.game, seed=seed)
        for each in match.record:
            twin.play(each.move)
        assert (twin.state, twin.result) == (match.state, match.result)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_the_board_of_a_variant_offers_is_legal(variant: type[AnyGame]) -> None:
    found = 0
    for moves in (3, 9, 14):
        match = played(variant, 5, moves)
        while match.to_act is not None and not match.to_act.seats:
            match.run(1)
        for move in islice(made_by_picks(match), 40):
            assert match.refusal(move) is None, (match.state, move)
            found += 1
    assert found


CAPTURE = """
    4  .    d    ec   fb
    3  Da   F    fcA  e
    2  EC   .    D    .
    1  FB   EC   .    d
       a    b    c    d
    turn 5, red to move
"""
"""A position in which only Red's F on b3 can capture."""


def test_the_board_of_a_variant_marks_only_what_can_move() -> None:
    game = pp.game(Giveaway)
    state = game.position(CAPTURE)
    marks = view_of(game).marks(game, state, EMPTY_DRAFT)
    assert {move.start for move in game.moves(state)} == {"b3"}
    assert len([mark for mark in marks if mark.kind == "movable"]) == 1


@pp.register
class Peace(Activator):
    """Activator: nobody captures, and nothing is frozen; a move counts as three turns."""

    name, title = "peace", "Activator in peace"

    def moves(self, state: Any) -> Any:
        found = pp.game("activator", freezing=False).moves(state)
        return [move for move in found if not self.attacks(state, move)]

    def refusal(self, state: Any, move: Any) -> Any:
        found = pp.game("activator", freezing=False).refusal(state, move)
        return found or self.attacks(state, move)

    def attacks(self, state: Any, move: Any) -> Refusal | None:
        enemies = state.held("blue" if state.to_move == "red" else "red")
        return Refusal("AC-16", "nobody captures") if move.end in enemies else None

    def apply_move(self, state: Any, move: Any, log: Any) -> Any:
        after = super().apply_move(state, move, log)
        return after._replace(turn=state.turn + 3)


@pytest.mark.parametrize("variant", [Giveaway, Peace])
def test_thoughts_about_a_variant_are_of_its_own_moves(variant: type[AnyGame]) -> None:
    game: Any = pp.game(variant)
    before = game.position(CAPTURE)
    thought = game.think(before, depth=2, rivals=4)
    moves = set(map(str, game.moves(before)))
    assert {str(line.moves[0]) for line in thought.lines} <= moves
    assert len(thought.lines) == 5
    for line in thought.lines:
        state = before
        for move in line.moves:
            assert game.refusal(state, move) is None
            state = game.next_state(state, move)
    assert thought.choice
    assert not thought.terms


def test_thoughts_about_a_variant_count_what_wins_there() -> None:
    few = pp.game(Giveaway).position("""
        4  .    .    .    dA
        3  .    .    .    .
        2  .    .    f    CB
        1  Fa   D    .    .
        red to move
    """)
    for variant, wins in ((Activator, True), (Giveaway, False)):
        game: Any = pp.game(variant)
        captures = [move for move in game.moves(few) if move.end == "c2"]
        assert captures
        assert (game.think(few, depth=2).value > 0) == wins, variant


def test_the_next_state_of_a_variant_is_that_of_its_own_moves() -> None:
    game: Any = pp.game(Peace)
    state = game.initial_state()
    for move in [*game.moves(state)][:3]:
        after = game.next_state(state, move)
        assert after == game.play(state, move)[-1].state
        assert after.turn == 4


def test_tips_and_hints_of_a_variant_tell_only_captures_of_its_own() -> None:
    for variant, captured in ((Activator, True), (Peace, False)):
        game: Any = pp.game(variant)
        state, view = game.position(CAPTURE), view_of(game)
        tips, hints = "", ""
        for move in game.moves(state):
            if move.activator:
                continue
            draft = (move.start, str(move.part))
            tips += " ".join(spot.tip for spot in view.spots(game, state, draft))
            hints += view.hint(game, state, EMPTY_DRAFT, move, None).text
        assert ("Blue can capture" in tips) == captured
        assert ("may then capture" in hints) == captured
        assert "Blue can capture none of your pieces" in hints


def test_the_quiz_of_a_variant_asks_for_its_own_moves_or_not_at_all() -> None:
    shown = {**dict.fromkeys(("frozen", "immune", "capture"), True)}
    for variant, asked in (
        (Activator, shown), (Giveaway, {**shown, "immune": False}), (Peace, {}),
    ):  # fmt: skip
        game: Any = pp.game(variant)
        state = game.position(CAPTURE)
        for question in shown:
            found = view_of(game).quiz.kinds[question].right(game, state)
            assert bool(found) == asked.get(question, False), (variant, question)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_with_other_moves_has_no_bots_that_know_only_the_old_ones(
    variant: type[AnyGame],
) -> None:
    assert variant.built_in_bots == {}
    assert {"random", "look_ahead", "mcts"} <= {*pp.game(variant).bots}


def test_a_variant_keeps_the_bots_that_it_names_or_whose_moves_it_leaves_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    @pp.register
    class Redder(Activator):
        name, title = "redder", "Another title"

    @pp.register
    class Named(Giveaway):
        name, title = "named_bots", "Its own bots"
        built_in_bots = {"quick": Activator.built_in_bots["quick"]}  # noqa: RUF012

    class Base(Game[Any, Any, Any]):
        built_in_bots = {"any": pp.game(Giveaway).bots["random"]}  # noqa: RUF012

    @pp.register
    class Completed(Base):
        name, title, form = "completed", "A game of its own", None
        rules_class = Activator.rules_class
        seats = ("ann",)
        initial_state = to_act = moves = refusal = apply_move = result = _parse_move = None

    assert [*Completed.built_in_bots] == ["any"]
    assert [*Redder.built_in_bots] == [*Activator.built_in_bots]
    assert [*Named.built_in_bots] == ["quick"]
