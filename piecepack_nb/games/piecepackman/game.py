"""Game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat, Team
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.movement import (
    apply_ghosts_roll,
    apply_walk,
    begin_ghosts_phase,
    bonus_turn,
    his_turn,
    legal_walks,
    walk_refusal,
)
from piecepack_nb.games.piecepackman.notation import from_json, parse_move, parse_position, to_json
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset, StepGenerator, make_step
from piecepack_nb.games.piecepackman.state import (
    Coin,
    Ghost,
    Move,
    Order,
    SetUp,
    State,
    Walk,
    Walks,
    ghost_cubes,
    his_cubes,
)

# --- Set-up --------------------------------------------------------------------------------------


T = TypeVar("T")

MARKERS = {"suns": "2", "moons": "4", "crowns": "3", "arms": "ace"}
"""The coins that mark objective and hunger, and so are no power coins (PM-4)."""


def initial_state(ruleset: Ruleset) -> State:
    """The maze is built and the pieces stand on it (PM-1, PM-5), lives beside it (PM-3)."""
    maze = ruleset.maze
    return State(
        phase="setup",
        turn=0,
        square=maze.start,
        heading=ruleset.start_heading,
        extra_lives=ruleset.rules.extra_lives,
        ghosts=FrozenDict((suit, Ghost(maze.ghosts[suit])) for suit in ruleset.suits),
        cubes=FrozenDict(),
        coins=FrozenDict(),
        stash=FrozenDict((suit, 0) for suit in SUITS),
    )


def coin_faces(ruleset: Ruleset, suit: str) -> tuple[str, ...]:
    """What a suit's power coin may show: its coins but null and marker, 2s and 3s too (PM-4)."""
    out = {"null", MARKERS[suit]} | ({"2", "3"} if ruleset.rules.hard_coins else set())
    return tuple(face for face in FACES if face not in out)


def deal(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Cubes scattered fairly evenly, one a tile, or anywhere (PM-2); coins drawn blind (PM-4)."""
    number = ruleset.rules.cubes_per_suit
    suits = _shuffled("suit", [suit for suit in SUITS for _ in range(number)], pick)
    squares = _spread(ruleset, len(suits), pick)
    cubes = FrozenDict(sorted(zip(squares, suits, strict=True)))
    coins = FrozenDict((suit, pick(f"{suit} coin", coin_faces(ruleset, suit))) for suit in SUITS)
    return SetUp(cubes, coins)


def _spread(ruleset: Ruleset, number: int, pick: RandomChoice) -> list[str]:
    """So many squares, at most one a tile while tiles last ('even'), or any ('uniform')."""
    free = set(ruleset.free_squares)
    if ruleset.rules.scatter == "uniform":
        return _shuffled("square", sorted(free), pick)[:number]
    chosen: list[str] = []
    while len(chosen) < number:
        for tile in _shuffled(f"tile {len(chosen)}", list(ruleset.maze.tiles), pick):
            squares = sorted(free.intersection(tile))
            if squares and len(chosen) < number:
                square = pick(f"square on {tile[0]} {len(chosen)}", squares)
                free.remove(square)
                chosen.append(square)
    return chosen


def _shuffled(name: str, things: Sequence[T], pick: RandomChoice) -> list[T]:
    """The things in a random order (Fisher-Yates)."""
    rest = list(things)
    return [rest.pop(pick(f"{name} {n}", range(n))) for n in range(len(rest), 0, -1)]


def setup_refusal(ruleset: Ruleset, move: SetUp) -> Refusal | None:
    """Why the table may not be set up like this: the cubes (PM-2), the coins (PM-4)."""
    free = set(ruleset.free_squares)
    for square in move.cubes:
        if square not in free:
            text = (
                f"a cube may not lie on {square}: accepted are squares of the maze without the "
                "ghost house, the power coins' squares, closed-off squares and his start"
            )
            return Refusal("PM-2", text, (square,) if square in ruleset.maze.exits else ())
    number, counts = ruleset.rules.cubes_per_suit, Counter(move.cubes.values())
    for suit in (*SUITS, *sorted(counts.keys() - set(SUITS))):
        if counts[suit] != (number if suit in SUITS else 0):
            text = (
                f"there are {counts[suit]} {suit} cubes on the board; {number} of each suit are set"
            )
            return Refusal("PM-2", text)
    for suit in move.coins:
        if suit not in SUITS:
            return Refusal("PM-4", f"there is no {suit} power coin; there are {', '.join(SUITS)}")
    for suit in SUITS:
        accepted = coin_faces(ruleset, suit)
        if move.coins.get(suit) not in accepted:
            text = (
                f"the {suit} power coin can't show {move.coins.get(suit)}; "
                f"it is one of {', '.join(accepted)}"
            )
            return Refusal("PM-4", text)
    return None


def apply_setup(ruleset: Ruleset, state: State, move: SetUp) -> StepGenerator:
    """The cubes lie where they fell and the coins face down; the first turn begins."""
    coins = {
        square: Coin(suit, move.coins[suit]) for suit, square in sorted(ruleset.maze.coins.items())
    }
    state = state._replace(cubes=FrozenDict(move.cubes))
    text = "{cubes} energy cubes are scattered, at most one a square."
    yield make_step(state, "PM-2", "cubes scattered", text, {"cubes": len(move.cubes)})
    state = state._replace(coins=FrozenDict(coins), phase="roll", turn=1)
    text = "A power coin of each suit lies face down on {squares}."
    yield make_step(state, "PM-4", "coins laid", text, {"squares": ", ".join(coins)})
    return state


# --- Due -----------------------------------------------------------------------------------------


NEXT_ACTIONS = {
    "setup": ("PM-2", "the table must be set up first"),
    "bonus": ("PM-60", "Piecepackman's bonus roll is due"),
    "order": ("PM-30", "the ghosts agree on their order first"),
    "dice": ("PM-31", "the ghosts' dice are to be rolled"),
}


def next_action(ruleset: Ruleset, state: State) -> Refusal:
    """What is due in this phase, and by which clause; after the end (PM-68), how it ended."""
    match state.phase:
        case "over":
            result = level_result(ruleset, state)
            assert result is not None
            return Refusal("PM-68", f"the game is over: {result.text.rstrip('.')}")
        case "roll":
            clause = "PM-63" if state.hungry else "PM-10"
            return Refusal(clause, "Piecepackman's dice are to be rolled")
        case "ghosts":
            suit = state.to_move[0]
            points = ruleset.ghost_points[state.dice[suit]]
            text = f"the {suit} ghost is to move, {count_noun(points, 'step')}"
            return Refusal("PM-32", text, (state.ghosts[suit].square,))
    clause, text = NEXT_ACTIONS[state.phase]
    return Refusal(clause, text)


# --- The end -------------------------------------------------------------------------------------


def level_result(ruleset: Ruleset, state: State) -> Result | None:
    """The result once no cube and no coin is left, or all lives are (PM-68); None before."""
    if state.phase != "over":
        return None
    ghosts, his = ghost_cubes(state), his_cubes(state)
    scores = {"ghosts": ghosts, "piecepackman": his}
    if state.extra_lives < 0:
        return _no_lives_result(ruleset, scores)
    count = f"{count_noun(ghosts, 'cube')} with the ghosts, {his} with Piecepackman"
    if ghosts > his:
        return Result(ruleset.suits, "PM-69", f"The ghosts win: {count}.", scores)
    if ghosts < his:
        return Result(("piecepackman",), "PM-69", f"Piecepackman wins: {count}.", scores)
    if ruleset.rules.equal_cubes == "draw":
        return Result((), "PM-69", f"A draw: {count}.", scores)
    text = f"Piecepackman wins, for equal cubes are no majority: {count}."
    return Result(("piecepackman",), "PM-69", text, scores)


def _no_lives_result(ruleset: Ruleset, scores: dict[str, int]) -> Result:
    """All lives taken: the ghosts win (PM-69), but not where they want to win on cubes (PM-71)."""
    if ruleset.rules.goal == "cubes":
        text = "Nobody wins: the ghosts took his last life, which is no win in Piece and Harmony."
        return Result((), "PM-71", text, scores)
    return Result(ruleset.suits, "PM-69", "The ghosts win: they took all his lives.", scores)


# --- The game ------------------------------------------------------------------------------------


TIES = tuple("-".join(order) for order in permutations(SUITS))
"""The faces of the lot that decides between suits where the option ``tie_break`` wants it."""


class Piecepackman(Game[PiecepackmanRules, State, Move]):
    """A cooperative maze game by Dan Burkey: the ghosts against a Piecepackman who plays himself.

    The seats are the suits of the ghosts. Every question about the table goes to ``self.ruleset``.
    """

    name = "piecepackman"
    title = "Piecepackman"
    rules_class = PiecepackmanRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    def __init__(
        self, rules: PiecepackmanRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)

    @property
    def seats(self) -> tuple[str, ...]:
        """The ghosts in play (PM-7)."""
        return self.ruleset.suits

    def initial_state(self) -> State:
        """The maze built, nothing scattered (PM-1)."""
        return initial_state(self.ruleset)

    def turn(self, state: State) -> int:
        """The number of the turn."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won (PM-69)."""
        return level_result(self.ruleset, state)

    # --- who acts, and what may be done ------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Chance for the set-up and the dice, the ghosts together for the order, then each."""
        match state.phase:
            case "over":
                return None
            case "setup":
                return Chance("setup", state.turn, clause="PM-2")
            case "roll":
                return Chance("piecepackman", state.turn, self._his_dice, "PM-11")
            case "bonus":
                return Chance("bonus", state.turn, self._his_dice, "PM-60")
            case "order":
                return Team("order", state.to_move)
            case "dice":
                return self._ghosts_dice(state)
        return Seat(state.to_move[0])

    @cached_property
    def _his_dice(self) -> tuple[Die, ...]:
        """All dice of the suits in play (PM-10, PM-70), and a lot where ties want one (PM-14)."""
        dice = tuple(Die(suit, FACES) for suit in self.ruleset.suits)
        return (*dice, Die("tie", TIES)) if self.rules.tie_break == "random" else dice

    def _ghosts_dice(self, state: State) -> Chance:
        """Each ghost's die is of its colour (PM-31)."""
        suits = state.to_move[:1] if self.rules.ghost_dice == "in turn" else state.to_move
        dice = tuple(Die(suit, FACES) for suit in SUITS if suit in suits)
        purpose = "ghosts" if self.rules.ghost_dice == "together" else f"ghosts {suits[0]}"
        return Chance(purpose, state.turn, dice, "PM-31")

    def moves(self, state: State) -> Collection[Move]:
        """The walks of the ghost to move, the orders that can be agreed, or the rolls of the dice.

        The set-up has too many ways to be listed: ``refusal`` decides what is one (PM-2, PM-4).
        """
        match state.phase:
            case "order":
                return [Order(suits) for suits in permutations(state.to_move)]
            case "ghosts":
                suit = state.to_move[0]
                return Walks(suit, legal_walks(self.ruleset, state, suit))
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else ()

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        actor = self.to_act(state)
        match actor, move:
            case None, _:
                return next_action(self.ruleset, state)
            case Chance(purpose="setup"), SetUp():
                return setup_refusal(self.ruleset, move)
            case Chance(dice=(_, *_)), Roll():
                return move.refusal(actor)
            case Team(), Order(suits):
                return self._order_refusal(state, suits)
            case Seat(), Walk():
                return walk_refusal(self.ruleset, state, move)
        now = next_action(self.ruleset, state)
        if not isinstance(move, SetUp | Roll | Order | Walk):
            return now._replace(text=f"{brief_repr(move)} is no move of this game: {now.text}")
        return now._replace(text=f"{shorten(str(move))} must wait: {now.text}")

    def _order_refusal(self, state: State, suits: tuple[str, ...]) -> Refusal | None:
        """The order names every ghost that is to move, once (PM-30)."""
        if sorted(suits) == sorted(state.to_move):
            return None
        said = shorten(", ".join(suits)) or "nobody"
        wanted = ", ".join(state.to_move)
        return Refusal("PM-30", f"the order says {said}; it must name each of {wanted} once")

    # --- what happens ------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move) -> StepGenerator:
        """The steps of a legal move."""
        match move:
            case SetUp():
                return apply_setup(self.ruleset, state, move)
            case Order(suits):
                return self._agreed(state, suits)
            case Walk():
                return apply_walk(self.ruleset, state, move)
        return self._rolled(state, move.faces)

    def _agreed(self, state: State, suits: tuple[str, ...]) -> StepGenerator:
        """The order is agreed before the dice are rolled, and binds (PM-30)."""
        state = state._replace(order=suits, to_move=suits, phase="dice")
        text = "The ghosts agree to move in this order: {order}."
        yield make_step(state, "PM-30", "order agreed", text, {"order": ", ".join(suits)})
        return state

    def _rolled(self, state: State, faces: Mapping[str, str]) -> StepGenerator:
        """What the dice do in this phase; after Piecepackman's come the ghosts."""
        if state.phase == "dice":
            return (yield from apply_ghosts_roll(self.ruleset, state, faces))
        turn = his_turn if state.phase == "roll" else bonus_turn
        state = yield from turn(self.ruleset, state, faces)
        if state.phase == "over" or (state.phase == "bonus" and state.taken):
            return state
        return (yield from begin_ghosts_phase(self.ruleset, state))

    def chance_move(self, state: State, pick: RandomChoice) -> Any:
        """The set-up or a roll, made of picks."""
        return (
            deal(self.ruleset, pick) if state.phase == "setup" else super().chance_move(state, pick)
        )

    # --- in writing --------------------------------------------------------------------------

    def parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "order suns moons …", "suns f5-f6-f7" or "suns f7"."""
        actor = self.to_act(state)
        return parse_move(
            self.ruleset, state, text, actor.dice if isinstance(actor, Chance) else ()
        )

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.ruleset, data)

    def position(self, written: object) -> State:
        """The table that a person wrote as lines or as a mapping; see ``written`` for the form."""
        return parse_position(self.ruleset, written)
