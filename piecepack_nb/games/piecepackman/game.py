"""The game of Piecepackman: who acts, the legal moves, their effects and refusals.

A turn has three phases: Piecepackman moves, the players agree on the ghosts' order, the ghosts
move. ``movement`` has the details of both sides' movement.

    setup -> roll -> [bonus] -> [order] -> dice -> ghosts -> roll ...          any -> over

Where somebody plays him, "move" follows "roll", and "bonus move" follows "bonus" (PM-74). Before
the first turn of a race cubes may be moved, "adjust" (PM-75); with powers their uses are rolled,
"uses" (PM-73).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat, Team
from piecepack_nb.core.errors import shorten
from piecepack_nb.core.forms import Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Refusal, Result, Sentence, Step, must_wait
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.piecepackman.events import EVENT_KINDS, MoveLog
from piecepack_nb.games.piecepackman.movement import Transition
from piecepack_nb.games.piecepackman.notation import parse_move, parse_position, position_form
from piecepack_nb.games.piecepackman.rules import POWERS, PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.runs import his_runs, run_refusal
from piecepack_nb.games.piecepackman.sentences import sentences
from piecepack_nb.games.piecepackman.state import (
    Adjust,
    Agree,
    Move,
    Order,
    PowerWalk,
    Run,
    SetUp,
    State,
    Walk,
    ghost_cubes,
    his_cubes,
)
from piecepack_nb.games.piecepackman.walks import (
    choices,
    ghost_moves,
    powered_refusal,
    walk_refusal,
)

T = TypeVar("T")

TIES = tuple("-".join(order) for order in permutations(SUITS))
"""The faces of the lot that decides between suits if the option ``tie_break`` says so."""
DICE = tuple(Die(suit, FACES) for suit in SUITS)
NEXT_ACTIONS = {
    "setup": Refusal("PM-2", "the board must be set up first"),
    "uses": Refusal("PM-73", "the uses of the ghosts' powers must be rolled first"),
    "bonus": Refusal("PM-60", "Piecepackman's bonus roll comes first"),
    "order": Refusal("PM-30", "the ghosts must agree on their order first"),
    "dice": Refusal("PM-31", "the ghosts' dice must be rolled first"),
}
"""The next action by phase, where these words are enough."""


class Piecepackman(Game[PiecepackmanRules, State, Move]):
    """A cooperative maze game by Dan Burkey: ghosts against a Piecepackman who moves by the rules.

    The seats are the suits of the ghosts; he has a seat by option (PM-74), and in a race a player's
    ghosts share one (PM-75). ``ruleset`` answers questions about a state.
    """

    name = "piecepackman"
    title = "Piecepackman"
    rules_class = PiecepackmanRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS
    secret = True
    playout_moves = 4

    def __init__(
        self, rules: PiecepackmanRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)
        self.cooperative = self.rules.mode == "together"
        self.adviser = "shrewd" if self.ruleset.against else "greedy"

    @property
    def seats(self) -> tuple[str, ...]:
        """The suits of the ghosts in play, or the players of another mode (PM-7)."""
        return self.ruleset.seats

    @property
    def move_words(self) -> tuple[str, ...]:
        """The suits, also with a power, the squares, the headings, deeds and numbers of cubes."""
        suits = (*SUITS, *(f"{suit}!" for suit in SUITS))
        words = "order agree cube piecepackman give take drop"
        numbers = map(str, range(1, self.rules.cubes_per_suit + 1))
        return (*suits, *self.ruleset.maze.exits, *HEADING_NAMES, words, *numbers)

    def initial_state(self) -> State:
        """Return the state before set-up: the maze without cubes and coins (PM-1)."""
        return self.ruleset.initial_state()

    # --- Who acts ----------------------------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Return chance for set-up and dice, the ghosts together for the order, or one ghost."""
        match state.phase:  # the phase of most moves first
            case "ghosts":
                return Seat(self.ruleset.seat_of[state.to_move[0]])
            case "over":
                return None
            case "setup":
                return Chance("setup", state.turn, clause="PM-2")
            case "adjust":
                return Team("adjust", self.seats)
            case "uses":
                return Chance("uses", state.turn, self._uses_dice, "PM-73")
            case "move" | "bonus move":
                return Seat("piecepackman")
            case "roll":
                return Chance("piecepackman", state.turn, self._his_dice, "PM-11")
            case "bonus":
                return Chance("bonus", state.turn, self._his_dice, "PM-60")
            case "order":
                return Team("order", state.to_move)
        return self._ghosts_dice(state)

    @cached_property
    def _his_dice(self) -> tuple[Die, ...]:
        """All dice of the suits in play (PM-10, PM-70), and a lot for ties by option (PM-14)."""
        dice = tuple(Die(suit, FACES) for suit in self.ruleset.suits)
        return (*dice, Die("tie", TIES)) if self.rules.tie_break == "random" else dice

    @cached_property
    def _uses_dice(self) -> tuple[Die, ...]:
        """Each ghost's die, which gives the uses of its power (PM-73)."""
        return tuple(Die(suit, FACES) for suit in self.ruleset.suits)

    def _ghosts_dice(self, state: State) -> Chance:
        """Return the roll of the ghosts' dice, each in its ghost's colour (PM-31)."""
        in_turn = self.rules.ghost_dice == "in turn" and not self.ruleset.against
        suits = state.to_move[:1] if in_turn else state.to_move
        dice = tuple([die for die in DICE if die.name in suits])
        purpose = f"ghosts {suits[0]}" if in_turn else "ghosts"
        return Chance(purpose, state.turn, dice, "PM-31")

    # --- Legal moves -------------------------------------------------------------------------

    def moves(self, state: State) -> Collection[Move]:
        """Return the walks of the next ghost, the orders that can be agreed, or the rolls.

        Set-ups are too many to list: ``refusal`` decides whether one is legal (PM-2, PM-4).
        """
        match state.phase:
            case "order":
                return _orders(state.to_move)
            case "ghosts":
                return ghost_moves(self.ruleset, state)
            case "move" | "bonus move":
                return [Run(*run) for run in his_runs(self.ruleset, state)]
            case "adjust":
                return _adjustments(self.ruleset, state)
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else ()

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return the refusal of a move by the first clause that it breaks; None if it is legal."""
        actor = self.to_act(state)
        match actor, move:
            case None, _:
                return next_action(self.ruleset, state)
            case Chance(purpose="setup"), SetUp():
                return _setup_refusal(self.ruleset, move)
            case Chance(dice=(_, *_)), Roll():
                return move.refusal(actor)
            case Team("order"), Order(suits):
                return _order_refusal(state, suits)
            case Team("adjust"), Adjust() | Agree():
                return _adjust_refusal(self.ruleset, state, move)
            case Seat("piecepackman"), Run():
                return run_refusal(self.ruleset, state, move)
            case Seat(), Walk() if state.phase == "ghosts":
                return walk_refusal(self.ruleset, state, move)
            case Seat(), PowerWalk() if state.phase == "ghosts":
                return powered_refusal(self.ruleset, state, move)
        return must_wait(move, Move, next_action(self.ruleset, state))

    # --- Effects -----------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move, log: MoveLog) -> State:
        """Make a legal move; add its events to the log."""
        return Transition(self.ruleset, state, log).make(move)

    def determinize(self, state: State, seat: str, pick: RandomChoice) -> State:
        """Return the state with any faces for the power coins, which nobody has seen (PM-4)."""
        faces = self.ruleset.coin_faces
        coins = {
            square: coin._replace(face=pick(f"{coin.suit} coin", faces(coin.suit)))
            for square, coin in state.coins.items()
        }
        return state._replace(coins=FrozenDict(coins))

    def chance_move(self, state: State, pick: RandomChoice) -> Any:
        """Return a random set-up or roll, made of picks."""
        if state.phase == "setup":
            return _deal(self.ruleset, pick)
        return super().chance_move(state, pick)

    def result(self, state: State) -> Result | None:
        """Return the winners and the cubes of both sides; None before the end (PM-69)."""
        return level_result(self.ruleset, state)

    # --- Notation ----------------------------------------------------------------------------

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentences of a finished move."""
        return sentences(self.ruleset, before, steps)

    def _parse_move(self, state: State, text: str) -> Move:
        """Parse a move, such as "order suns moons …", "suns f5-f6-f7" or "suns f7"."""
        return parse_move(self.ruleset, state, text, self.due_dice(state))

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON."""
        return position_form(self.ruleset)

    def position(self, written: object) -> State:
        """Parse a position from lines or a mapping; see ``notation.parse_position``."""
        return register_position(self, parse_position(self.ruleset, self.form, written))


@lru_cache(maxsize=64)
def _orders(suits: tuple[str, ...]) -> tuple[Order, ...]:
    """Return the orders that the ghosts can agree on (PM-30)."""
    return tuple(map(Order, permutations(suits)))


# --- Set-up (PM-1 to PM-7) -----------------------------------------------------------------------


def _deal(ruleset: Ruleset, pick: RandomChoice) -> SetUp:
    """Scatter the cubes evenly, one a tile, or anywhere (PM-2), and draw the coins (PM-4)."""
    number = ruleset.rules.cubes_per_suit
    suits = _shuffled("suit", [suit for suit in SUITS for _ in range(number)], pick)
    squares = _scatter(ruleset, len(suits), pick)
    cubes = FrozenDict(sorted(zip(squares, suits, strict=True)))
    coins = FrozenDict((suit, pick(f"{suit} coin", ruleset.coin_faces(suit))) for suit in SUITS)
    return SetUp(cubes, coins, _draw_powers(ruleset, pick))


def _draw_powers(ruleset: Ruleset, pick: RandomChoice) -> FrozenDict[str, str]:
    """Draw a different power for each ghost, if powers are drawn (PM-73)."""
    if ruleset.rules.powers != "drawn":
        return FrozenDict()
    return FrozenDict(zip(ruleset.suits, _shuffled("power", POWERS, pick), strict=False))


def _scatter(ruleset: Ruleset, number: int, pick: RandomChoice) -> list[str]:
    """Return that many squares: one a tile while tiles last ('even'), or any ('uniform')."""
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
    """Return the things in a random order (Fisher-Yates)."""
    rest = list(things)
    return [rest.pop(pick(f"{name} {n}", range(n))) for n in range(len(rest), 0, -1)]


def _setup_refusal(ruleset: Ruleset, move: SetUp) -> Refusal | None:
    """Return the refusal of a set-up because of its cubes (PM-2) or coins (PM-4), or None."""
    free = set(ruleset.free_squares)
    for square in move.cubes:
        if square not in free:
            text = (
                f"no cube can be on {square}: cubes go on squares of the maze outside the ghost "
                "house, except the power coins' squares, closed-off squares and his start"
            )
            return Refusal("PM-2", text, (square,) if square in ruleset.maze.exits else ())
    number, counts = ruleset.rules.cubes_per_suit, Counter(move.cubes.values())
    for suit in (*SUITS, *sorted(counts.keys() - set(SUITS))):
        if counts[suit] != (number if suit in SUITS else 0):
            has = count_noun(counts[suit], f"{suit} cube")
            return Refusal("PM-2", f"the set-up has {has}; it must have {number} of each suit")
    for suit in move.coins:
        if suit not in SUITS:
            return Refusal("PM-4", f"there is no {suit} power coin; there are {', '.join(SUITS)}")
    for suit in SUITS:
        faces = ruleset.coin_faces(suit)
        if move.coins.get(suit) not in faces:
            text = (
                f"the {suit} power coin can't show {move.coins.get(suit)}; "
                f"it is one of {', '.join(faces)}"
            )
            return Refusal("PM-4", text)
    return _powers_refusal(ruleset, move)


def _powers_refusal(ruleset: Ruleset, move: SetUp) -> Refusal | None:
    """Return the refusal of a set-up because of the powers drawn (PM-73), or None."""
    drawn = ruleset.rules.powers == "drawn"
    suits = ruleset.suits if drawn else ()
    if tuple(move.powers) != suits:
        wanted = f"a power for each of {join_list(suits)}" if drawn else "no powers: none are drawn"
        return Refusal("PM-73", f"the set-up must have {wanted}")
    for suit, power in move.powers.items():
        if power not in POWERS:
            return Refusal("PM-73", f"{shorten(power)!r}, drawn for {suit}, is no ghost's power")
    if len(set(move.powers.values())) < len(move.powers):
        return Refusal("PM-73", "two ghosts drew the same power; each must have another one")
    return None


# --- Before a race (PM-75) -----------------------------------------------------------------------


def _adjustments(ruleset: Ruleset, state: State) -> list[Adjust | Agree]:
    """Return every cube moved to every free square, and the agreement (PM-75)."""
    free = [square for square in ruleset.free_squares if square not in state.cubes]
    return [Agree(), *(Adjust(square, to) for square in state.cubes for to in free)]


def _adjust_refusal(ruleset: Ruleset, state: State, move: Adjust | Agree) -> Refusal | None:
    """Return the refusal of moving a cube before a race (PM-75, PM-2), or None."""
    if isinstance(move, Agree):
        return None
    known = tuple(square for square in move if square in ruleset.maze.exits)
    if move.square not in state.cubes:
        return Refusal("PM-75", f"there is no cube on {move.square} to move", known[:1])
    if move.to in state.cubes:
        text = f"{move.to} has a cube already; at most one can be on a square"
        return Refusal("PM-2", text, (move.to,))
    if move.to not in ruleset.free_squares:
        text = f"no cube can be on {move.to}: the square is no place for cubes"
        return Refusal("PM-2", text, known[1:])
    return None


# --- The ghosts' order (PM-30) -------------------------------------------------------------------


def _order_refusal(state: State, suits: tuple[str, ...]) -> Refusal | None:
    """Return the refusal of an order that doesn't name every ghost once (PM-30), or None."""
    if sorted(suits) == sorted(state.to_move):
        return None
    named = shorten(", ".join(suits)) or "nobody"
    text = f"the order names {named}; it must name each of {', '.join(state.to_move)} once"
    return Refusal("PM-30", text)


# --- The end (PM-68 to PM-71) --------------------------------------------------------------------


def level_result(ruleset: Ruleset, state: State) -> Result | None:
    """Return the result once no cube and coin is left, or all lives are lost (PM-68); else None.

    The ghosts win by taking all his lives, but not in Piece and Harmony (PM-71), or by more
    cubes; equal cubes by option (PM-69).
    """
    if state.phase != "over":
        return None
    if ruleset.race:
        return _race_result(ruleset, state)
    ghosts, his = ghost_cubes(state), his_cubes(state)
    count = f"{count_noun(ghosts, 'cube')} with the ghosts, {his} with Piecepackman"
    won, clause = ruleset.suits, "PM-69"
    if ruleset.against:
        return _against_result(state)
    if state.extra_lives < 0 and ruleset.rules.goal == "cubes":
        won, clause = (), "PM-71"
        text = "Nobody wins: the ghosts took his last life, which is no win in Piece and Harmony."
    elif state.extra_lives < 0:
        text = "The ghosts win: they took all his lives."
    elif ghosts > his:
        text = f"The ghosts win: {count}."
    elif ghosts == his and ruleset.rules.equal_cubes == "draw":
        won, text = (), f"A draw: {count}."
    else:
        equal = ", for equal cubes are no majority" if ghosts == his else ""
        won, text = ("piecepackman",), f"Piecepackman wins{equal}: {count}."
    return Result(won, clause, text, {"ghosts": ghosts, "piecepackman": his})


def _against_result(state: State) -> Result:
    """Return the winner where somebody plays him: with equal cubes he wins (PM-74)."""
    ghosts, his = ghost_cubes(state), his_cubes(state)
    scores = {"piecepackman": his, "ghosts": ghosts}
    count = f"{count_noun(ghosts, 'cube')} with the ghosts, {his} with Piecepackman"
    if state.extra_lives < 0:
        return Result(("ghosts",), "PM-74", "The ghosts win: they took all his lives.", scores)
    if ghosts > his:
        return Result(("ghosts",), "PM-74", f"The ghosts win: {count}.", scores)
    return Result(("piecepackman",), "PM-74", f"Piecepackman wins: {count}.", scores)


def _race_result(ruleset: Ruleset, state: State) -> Result:
    """Return the winners of a race: first with all their cubes, or with the most (PM-75)."""
    teams = dict(zip(ruleset.seats, ruleset.teams, strict=True))
    scores = ruleset.race_scores(state)
    first = [seat for seat, team in teams.items() if ruleset.has_all_cubes(state, team[0])]
    cleared = not state.cubes and not state.coins
    if first and not cleared:
        text = f"{capitalise(first[0])} wins the race: all cubes of that colour are collected."
        return Result(tuple(first), "PM-75", text, scores)
    best = max(scores.values())
    if not best:
        text = "Nobody wins the race: nobody holds a cube of their colour."
        return Result((), "PM-75", text, scores)
    won = tuple(seat for seat in teams if scores[seat] == best)
    count = ", ".join(f"{seat} {cubes}" for seat, cubes in scores.items())
    wins = "share the race" if len(won) > 1 else "wins the race"
    text = f"{capitalise(join_list(won, 'and'))} {wins}: {count}."
    return Result(won, "PM-75", text, scores)


# --- The next action -----------------------------------------------------------------------------


def next_action(ruleset: Ruleset, state: State) -> Refusal:
    """Return the next action as a refusal of any other; after the end (PM-68), the result."""
    match state.phase:
        case "over":
            result = level_result(ruleset, state)
            assert result is not None
            return result.refusal._replace(clause="PM-68")
        case "roll":
            clause = "PM-63" if state.hungry else "PM-10"
            return Refusal(clause, "Piecepackman's dice must be rolled first")
        case "adjust":
            left = count_noun(state.adjusts, "cube")
            text = f"the players must agree on the cubes first; they may move {left}"
            return Refusal("PM-75", text)
        case "move" | "bonus move":
            text = (
                f"Piecepackman's player must move him; he has {count_noun(state.points, 'point')}"
            )
            return Refusal("PM-74", text, (state.square,))
        case "ghosts" if ruleset.against:
            moving = choices(ruleset, state)
            squares = tuple(state.ghosts[suit].square for suit in moving)
            text = f"the ghosts' player must move the {join_list(moving, 'or')} ghost"
            return Refusal("PM-74", text, squares)
        case "ghosts":
            suit = state.to_move[0]
            points = ruleset.ghost_points[state.dice[suit]]
            text = f"the {suit} ghost must move, {count_noun(points, 'step')}"
            return Refusal("PM-32", text, (state.ghosts[suit].square,))
    return NEXT_ACTIONS[state.phase]
