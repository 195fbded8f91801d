"""The PAC-MAN board game: the words of hints are read from the board."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Seat
from piecepack_nb.games.pacman.hints import hint
from piecepack_nb.games.pacman.state import State, Walk
from tests.games.pacman.helpers import CORRIDORS, POCKET, table

OPEN = "red: a4\nblue: f5\nghosts: e5 g5\nwhite: a3 b5\ndice: 1 3"
SHUT_IN = "red: a1\nblue: a2\nghosts: b1 g5\nwhite: c5\ndice: 6 1"


@pytest.mark.clause("PC-3", "PC-12", "PC-13")
@pytest.mark.parametrize(
    ("position", "move", "do", "why"),
    [
        (OPEN, "pac 1 a4-a3", "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles 1 white marble. The nearest ghost is 6 steps away, and may land on it next "
          "turn.")),
        (OPEN, "ghost2 1 g5-f5", "Use the 1 for ghost 2: go to f5.",
         ("It lands on Blue's Pac-Man, which goes home and gives you 2 marbles. That leaves the 3 "
          "for your Pac-Man, which can bring 1 marble.")),
        ("red: a4, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5\ndice: 1 2", "pac 1 a4-a3",
         "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles ghost 1 and takes marbles from another player. It comes within 3 steps of a "
          "white marble. The nearest ghost is 6 steps away, and may land on it next turn.")),
        ("red: a4, 70 marbles, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5 c1\ndice: 3 1",
         "pac 3 a4-a5-b5-b4", "Use the 3 for your Pac-Man: go to b4.",
         ("It gobbles 1 white marble. The nearest ghost is 4 steps away, and may land on it next "
          "turn. The 1 would bring none, so it is for a ghost.")),
        ("red: a4, 71 marbles, 1 yellow\nblue: f5\nghosts: a3 g5\nwhite: b5\ndice: 1 2",
         "pac 1 a4-a3", "Use the 1 for your Pac-Man: go to a3.",
         ("It gobbles ghost 1. It comes within 3 steps of a white marble. The nearest ghost is 6 "
          "steps away, and may land on it next turn.")),
        ("red: f5\nblue: b5\nghosts: g5 d4\ndice: 1 2\nwhite: b4", "ghost1 1 g5-f5",
         "Use the 1 for ghost 1: go to f5.",
         "It lands on your own Pac-Man, which goes home."),
        ("red: a4\nblue: i9\nghosts: e5 g5\nwhite: a3\ndice: 1\ndue: ghost", "ghost2 1 g5-g4",
         "Use the 1 for ghost 2: go to g4.",
         "No ghost is within 6 steps of your Pac-Man then, so it is safe from them next turn."),
        ("red: a4\nblue: f5, 9 marbles\nghosts: e5 g5\nwhite: a3\ndice: 1 3", "pac 1 a4-a3",
         "Use the 1 for your Pac-Man: go to a3.",
         "It gobbles 1 white marble. That ends the game: Red wins with 63 marbles."),
        (SHUT_IN, "pac 6 stays", "Use the 6 so that your Pac-Man stays.",
         "It can't be used there."),
    ],
)  # fmt: skip
def test_a_hint_says_what_a_move_brings(position: str, move: str, do: str, why: str) -> None:
    match = table(position)
    found = hint(match.game, match.state, (), match.game.parse_move(match.state, move), None)
    assert (found.do, found.why) == (do, why)


# --- Compared with the game -----------------------------------------------------------------------


def brought(match: pp.Match, state: State, move: Any) -> int:
    """Return the marbles that a Pac-Man's walk brings, from whoever has most for a ghost."""
    events = [step.event for step in match.game.play(state, move)]
    white = sum(event.data.get("marble") == "white" for event in events)
    trays = [each.tray for seat, each in state.players.items() if seat != state.to_move]
    eaten = any(event.kind == "ghost gobbled" for event in events)
    return white + eaten * min(match.game.rules.marbles_won, max(trays))


def most_brought(match: pp.Match, state: State, die: int) -> int:
    walks = (move for move in match.game.moves(state) if isinstance(move, Walk))
    pac = (move for move in walks if move.piece == "pac" and move.die == die)
    return max((brought(match, state, move) for move in pac), default=0)


def lands_by(match: pp.Match, state: State, seat: str) -> set[int]:
    """Return the dice by which another player may land a ghost on the seat's Pac-Man."""
    game, here = match.game, state.players[seat].square
    other = next(each for each in game.seats if each != seat)
    found = set()
    for die in range(1, 7):
        then = state._replace(phase="move", dice=(die, die), due=("ghost",), to_move=other)
        if any(isinstance(each, Walk) and each.path[-1] == here for each in game.moves(then)):
            found.add(die)
    return found


def check(match: pp.Match, move: Any) -> None:
    """Compare what the hint of a walk says with the state after it."""
    game, state = match.game, match.state
    steps = game.play(state, move)
    after, kinds = steps[-1].state, {step.event.kind for step in steps}
    why, over = hint(game, state, (), move, None).why, game.result(steps[-1].state)
    assert ("That ends the game" in why) == (over is not None), why
    assert ("lands on" in why.partition("ay land")[0]) == ("landing" in kinds), why
    assert ("gobbles ghost" in why) == ("ghost gobbled" in kinds), why
    if "land on your Pac-Man next turn" in why or "land on it next turn" in why:
        assert lands_by(match, after, state.to_move), why
    if "safe from them" in why or "at home" in why:
        assert not lands_by(match, after, state.to_move), why
    if found := re.search(r"leaves the (\d) .* can bring (\d+)", why):
        assert most_brought(match, after, int(found[1])) == int(found[2]), why
    if found := re.search(r"The (\d) would bring (?:at most (\d+)|none)", why):
        assert most_brought(match, state, int(found[1])) == int(found[2] or 0), why


@pytest.mark.clause("PC-3", "PC-10", "PC-12", "PC-13", "PC-20", "PC-30")
@pytest.mark.parametrize(
    "options",
    [
        {"first": "red", "board": POCKET, "ghosts_turn_back": True},
        {"first": "red", "players": 3, "marbles_won": 0, "privilege_kept": True},
        {"first": "red", "board": CORRIDORS, "idle_die": False, "players": 4},
    ],
)
def test_hints_of_walks_say_what_the_game_does(options: dict[str, Any]) -> None:
    match, random = table(None, **options), Random(str(options))
    for _ in range(120):
        moves = list(match.moves()) if isinstance(match.to_act, Seat) else []
        walks = [move for move in moves if isinstance(move, Walk)]
        if walks:
            check(match, random.choice(walks))
        if match.to_act is None:
            break
        match.play(random.choice(walks or moves)) if moves else match.run(1)


@pytest.mark.clause("PC-3")
def test_the_prompt_says_that_a_die_is_kept_for_the_pac_man() -> None:
    position = "red: d2\nblue: c2\nghosts: d3 a3\nwhite: a2\ndice: 1 2"
    match = table(position, board=CORRIDORS, idle_die=False)
    text, clause = match.game.view.prompt(match.game, match.state, ("ghost2", "2", ""))
    assert text == (
        "Turn 1: ghost 2, by 2: Red's Pac-Man can't move 1, so it must take the 2. "
        "Pick another piece or die."
    )
    assert clause == "PC-3"
