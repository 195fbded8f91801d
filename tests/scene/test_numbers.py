"""Numbers beside the board: which steps of the match led to each."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.design.tray import DICE, LINES
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.numbers import ONLY, TIP, Number, Past, still_picture
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.play_widget import TAKE, PlayWidget
from tests.conftest import GAMES
from tests.design.examples import example_class


def why(match: pp.Match, spot: str) -> str:
    view = view_of(match.game)
    steps = match.steps[: match.cursor]
    found = view.why_number(match.game, spot, match.initial_state, steps)
    assert found is not None
    return found.text


POSITION = "red: b5\nblue: f5, 3 marbles\nghosts: g5 d4\ndice: 1 2\nwhite: b4 c9 c4"


def pacman() -> pp.Match:
    return pp.Match(pp.game("pacman"), seed=1, position=POSITION)


def test_marbles_come_from_the_squares_and_turns_in_which_they_were_won() -> None:
    match = pacman()
    before = match.state.players["red"].tray
    match.play("pac 2 b5-b4-c4")
    match.play("ghost1 1 g5-f5")
    assert why(match, "row:red") == (
        f"Red's white marbles: {before + 4} = {before} at the start, "
        "+2 in turn 1 (b4 and c4) [PC-10], +2 in turn 1 [PC-13]. "
        "Last: Blue gives 2 marbles to Red [PC-13]."
    )
    assert why(match, "row:blue").startswith(
        "Blue's white marbles: 1 = 3 at the start, \u22122 in turn 1 [PC-13]."
    )


def test_a_spot_without_numbers_is_known_by_the_last_state_alone() -> None:
    match, asked = pacman(), []
    match.play("pac 2 b5-b4-c4")

    def numbers(state: Any) -> dict[str, tuple[Number, ...]]:
        asked.append(state)
        return {"row": (Number("Score", 0),)}

    past = Past(numbers, lambda _: 1, bool, match.initial_state, match.steps)
    assert past.explain("b5") is None
    assert asked == [match.state]
    assert past.explain("row") is not None


def test_undone_moves_and_what_has_not_changed_explain_nothing() -> None:
    match = pacman()
    match.play("pac 2 b5-b4-c4")
    match.undo()
    assert why(match, "row:blue") == "Blue's white marbles: 3, as at the start."


@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_adds_up_to_the_number_after_many_moves(name: str) -> None:
    game = pp.game(name)
    match = pp.Match(game, seed=4, seats=dict.fromkeys(game.seats, "random"))
    match.run(150)
    view, listed = view_of(game), 0
    for spot in view.numbers(game, match.state):
        for value, parts in re.findall(r": (-?\d+) = (.*?)\.(?: |$)", why(match, spot)):
            signed = re.findall(r"(?:^|, )([+\u2212]?\d+) (?:in|before|at|up)", parts)
            assert sum(int(each.replace("\u2212", "-")) for each in signed) == int(value), parts
            listed += 1
    assert listed


def test_a_pick_of_a_row_explains_it_and_a_pick_of_a_die_only_with_shift() -> None:
    table = PlayWidget(pacman(), view_of(pp.game("pacman")))
    tips = {spot.id: spot.tip for spot in table.scene.spots}
    assert tips["row:blue"] == TIP

    def said(spot: str, **more: Any) -> Any:
        return table.message_from(lambda: table._picked(Pick(spot, "click", **more)))

    message = said("row:blue")
    assert (message.text, message.kind) == ("Blue's white marbles: 3, as at the start.", "info")
    assert said("die:2") is None
    assert table.draft[1] == "2"  # picked
    draft = table.draft
    assert said("die:1", shift=True).text.startswith("Die: 1")
    assert table.draft == draft


def test_pieces_and_steps_to_go_come_from_captures_and_steps() -> None:
    match = pp.Match("activator", seed=3, seats="random")
    while not any(step.event.kind == "capture" for step in match.steps):
        match.run(1)
    taken = next(step.event for step in match.steps if step.event.kind == "capture")
    seat = match.record[-1].actor.name
    loser = next(each for each in match.seats if each != seat)
    text = why(match, f"{ONLY}{loser}")
    assert re.match(rf"{loser.title()}'s pieces: \d = 9 at the start, \u2212\d in turn ", text)
    assert text.endswith(f"Last: {taken.text.rstrip('.')} [AC-16].")
    assert why(match, f"{ONLY}{seat}") == f"{seat.title()}'s pieces: 9, as at the start."

    race = pp.Match("worm_derby", seed=3, seats="racer")
    race.run()
    (winner,) = race.result.winners if race.result else ()
    text = why(race, f"{ONLY}{winner}")
    assert text.startswith(f"Steps to go of the {winner} worm: 0 = ")
    assert re.search(rf", \u2212\d in turn {race.turn} \[WD-2", text)


OWN = (
    "hamlet", "kuhn_poker", "mancala", "corridors", "pig", "sealed_bids", "oh_hell", "steep",
)  # fmt: skip
"""Own games with points, notes, notes for each seat, dice, and hidden hands."""


def at_the_table(match: pp.Match) -> PlayWidget:
    """Return a table whose reader has taken the device, where a hand is hidden from the others."""
    table = PlayWidget(match, view_of(match.game))
    if table.handed_to:
        table._picked(Pick(TAKE, "click"))
    return table


@pytest.mark.parametrize("name", OWN)
def test_a_pick_of_a_row_of_an_own_game_says_which_moves_led_to_its_numbers(name: str) -> None:
    match = pp.Match(example_class(name)(), seed=3)
    for _ in range(50):
        if match.to_act is None:
            break
        legal = [] if isinstance(match.to_act, Chance) else list(match.moves())
        match.play(Random(len(match.record)).choice(legal)) if legal else match.roll()
    view, listed = view_of(match.game), 0
    table = at_the_table(match)
    spots = {spot.id: spot for spot in table.scene.spots if spot.id.startswith(ONLY)}
    assert spots.keys() == view.numbers(match.game, table.seen.state).keys()
    areas = {area.id: area for area in table.scene.areas}
    for id, spot in spots.items():
        area = areas[spot.area]
        assert 0 <= spot.x - spot.w / 2 < spot.x + spot.w / 2 <= area.width
        assert 0 <= spot.y - spot.h / 2 < spot.y + spot.h / 2 <= area.height
        assert spot.tip == TIP
        draft = table.draft
        message = table.message_from(partial(table._picked, Pick(id, "click")))
        assert message is not None
        assert message.kind == "info"
        assert table.draft == draft
        for value, parts in re.findall(r": (\u2212?\d+) = (.*?)\.(?: |$)", message.text):
            signed = re.findall(r"(?:^|, )([+\u2212]?\d+) (?:in|before|at|up)", parts)
            total = sum(int(each.replace("\u2212", "-")) for each in signed)
            assert total == int(value.replace("\u2212", "-")), parts
            listed += 1
    assert listed


def test_a_row_of_an_own_game_names_its_figures_and_their_moves() -> None:
    match = pp.Match(example_class("kuhn_poker")(), seed=3)
    names = {spot.name for spot in at_the_table(match).scene.spots}
    assert "Score of Ann: 0, Bets of Ann: 1" in names


def test_dice_and_notes_of_an_own_game_say_which_moves_led_to_them() -> None:
    match = pp.Match(example_class("ur")(), seed=3, dice=["roll 0 1 1 0"])
    match.roll()
    assert why(match, f"{ONLY}{DICE}") == "Dice: 0, 1, 1 and 0. Suns rolls 0, 1, 1 and 0 [UR-2]."
    match = pp.Match(example_class("sealed_bids")(), seed=3)
    while match.turn < 2:
        if isinstance(match.to_act, Chance):
            match.roll()
        else:
            match.play(f"{match.to_act.seats[0]} 1")
    assert why(match, f"{ONLY}{LINES}") == (
        "Sold: 1 = +1 in turn 1 [SB-3]. Last: Blue 2 is gone [SB-3]."
    )


def test_tracks_and_notes_are_asked_together() -> None:
    class Tracked(example_class("nim").design_class):  # type: ignore[misc]
        def setup(self, table: Any) -> None:
            super().setup(table)
            table.taken = 0

        def move(self, table: Any, heap: str, count: int) -> None:
            super().move(table, heap, count)
            table.taken += count

        def score(self, table: Any) -> dict[str, Any]:
            return {"matches left": (15 - table.taken, 15)}

    match = pp.Match(Tracked.as_game()(), seed=1)
    match.play(next(iter(match.moves())))
    names = [spot.name for spot in at_the_table(match).scene.spots]
    assert "Matches left: 14, Taken: 1" in names


def test_a_scene_counts_the_scores_of_a_state_once() -> None:
    counted: list[str] = []

    class Counted(example_class("mancala").design_class):  # type: ignore[misc]
        def score(self, table: Any) -> dict[str, int]:
            counted.append("scores")
            return dict.fromkeys(table.seats, 0)

    match = pp.Match(Counted.as_game()())
    match.play(next(iter(match.moves())))
    table = PlayWidget(match, view_of(match.game))
    counted.clear()
    assert table.scene.spots
    table.show()
    assert 1 <= len(counted) <= 2  # of the state, and of that before the last move


@pytest.mark.parametrize("name", ["pacman", "piecepackman"])
def test_a_still_picture_of_a_table_has_nothing_that_only_a_pick_explains(name: str) -> None:
    """The marks of the notebooks' drawings stay as they are."""
    game = pp.game(name)
    scene = PlayWidget(pp.Match(game, seed=1), view_of(game)).scene
    assert any(spot.tip == TIP for spot in scene.spots)
    spots = still_picture(scene).spots
    assert not any(spot.tip == TIP or spot.id.startswith(ONLY) for spot in spots)
