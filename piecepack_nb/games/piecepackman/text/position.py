"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.validate import flag, mapping, one_of, position_of, sequence, whole_number
from piecepack_nb.games.piecepackman.phases import ghosts, setup
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import PHASES, Coin, Ghost, Objective, State
from piecepack_nb.search import HEADINGS

SQUARE = "a square of the maze, such as f4"
MOST = 10**6  # a turn number or count above this is no game


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "piecepackman": {"square": state.square, "heading": state.heading},
        "extra_lives": state.extra_lives,
        "ghosts": {suit: ghost._asdict() for suit, ghost in state.ghosts.items()},
        "cubes": dict(sorted(state.cubes.items())),
        "coins": {square: list(coin) for square, coin in sorted(state.coins.items())},
        "stash": dict(state.stash),
        "points": state.points,
        "objective": None if state.objective is None else list(state.objective),
        "hunger": state.hunger,
        "taken": [list(coin) for coin in state.taken],
        "discarded": [list(coin) for coin in state.discarded],
        "dice": dict(state.dice),
        "order": list(state.order),
        "to_move": list(state.to_move),
    }


def from_json(ruleset: Ruleset, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = position_of(data, to_json(setup.before(ruleset)).keys())
    him = mapping("piecepackman", entries["piecepackman"])
    state = State(
        phase=one_of("phase", entries["phase"], PHASES),
        turn=whole_number("turn", entries["turn"], 0, MOST),
        square=one_of("piecepackman.square", him.get("square"), ruleset.his_grid.squares, SQUARE),
        heading=one_of("piecepackman.heading", him.get("heading"), HEADINGS),
        extra_lives=whole_number("extra_lives", entries["extra_lives"], -1, MOST),
        ghosts=_ghosts(ruleset, entries["ghosts"]),
        cubes=_cubes(ruleset, entries["cubes"]),
        coins=_coins(ruleset, entries["coins"]),
        stash=_stash(entries["stash"]),
        points=whole_number("points", entries["points"], 0, MOST),
        objective=_objective(entries["objective"]),
        hunger=None
        if entries["hunger"] is None
        else whole_number("hunger", entries["hunger"], 0, MOST),
        taken=_loose_coins(ruleset, "taken", entries["taken"]),
        discarded=_loose_coins(ruleset, "discarded", entries["discarded"]),
        dice=_dice(entries["dice"]),
        order=_suits(ruleset, "order", entries["order"]),
        to_move=_suits(ruleset, "to_move", entries["to_move"]),
    )
    _check_pieces(ruleset, state)
    _check_counts(ruleset, state)
    _check_phase(ruleset, state)
    return state


# --- entries ----------------------------------------------------------------------------------


def _ghosts(ruleset: Ruleset, value: object) -> FrozenDict[str, Ghost]:
    given = mapping("ghosts", value)
    for suit in given:
        one_of("a ghost", suit, ruleset.suits)
    found = {}
    for suit in ruleset.suits:
        what = f"ghosts.{suit}"
        entry = mapping(what, given.get(suit))
        for name in entry:
            one_of(f"an entry of {what}", name, Ghost._fields)
        found[suit] = Ghost(
            one_of(f"{what}.square", entry.get("square"), ruleset.maze.squares, SQUARE),
            whole_number(f"{what}.cubes", entry.get("cubes"), 0, MOST),
            whole_number(f"{what}.waits", entry.get("waits"), 0, max(ruleset.rules.eaten_waits, 0)),
            flag(f"{what}.immune", entry.get("immune")),
        )
    return FrozenDict(found)


def _cubes(ruleset: Ruleset, value: object) -> FrozenDict[str, str]:
    cubes = mapping("cubes", value)
    return FrozenDict(
        (one_of("a cube's square", square, ruleset.his_grid.squares, SQUARE),
         one_of(f"cubes.{square}", suit, SUITS))
        for square, suit in sorted(cubes.items())
    )  # fmt: skip


def _coin(ruleset: Ruleset, what: str, value: object) -> Coin:
    pair = sequence(what, value, 2)
    if len(pair) != 2:
        raise invalid(what, value, "a suit and a face")
    suit = one_of(f"{what}'s suit", pair[0], SUITS)
    return Coin(suit, one_of(f"{what}'s face", pair[1], setup.faces_of(ruleset, suit)))


def _coins(ruleset: Ruleset, value: object) -> FrozenDict[str, Coin]:
    coins = {}
    for square, pair in sorted(mapping("coins", value).items()):
        coin = _coin(ruleset, f"coins.{square[:9]}", pair)
        if ruleset.maze.coins[coin.suit] != square:
            where = f"{ruleset.maze.coins[coin.suit]}, where this maze has it"
            raise invalid(f"the square of the {coin.suit} power coin", square, where)
        coins[square] = coin
    return FrozenDict(coins)


def _loose_coins(ruleset: Ruleset, what: str, value: object) -> tuple[Coin, ...]:
    return tuple(_coin(ruleset, f"a coin of {what}", each) for each in sequence(what, value, 4))


def _stash(value: object) -> FrozenDict[str, int]:
    stash = mapping("stash", value)
    for suit in stash:
        one_of("a suit of the stash", suit, SUITS)
    return FrozenDict(
        (suit, whole_number(f"stash.{suit}", stash.get(suit), 0, MOST)) for suit in SUITS
    )


def _objective(value: object) -> Objective | None:
    if value is None:
        return None
    pair = sequence("objective", value, 2)
    if len(pair) != 2:
        raise invalid("objective", value, "a suit, and whether it is the power coin")
    return Objective(one_of("objective's suit", pair[0], SUITS), flag("objective's coin", pair[1]))


def _dice(value: object) -> FrozenDict[str, str]:
    dice = mapping("dice", value)
    tie = dice.get("tie")
    if tie is not None and sorted(str(tie).split("-")) != sorted(SUITS):
        raise invalid("dice.tie", tie, "-".join(SUITS) + ", in any order")
    return FrozenDict(
        (one_of("a die", die, (*SUITS, "tie")),
         face if die == "tie" else one_of(f"dice.{die}", face, FACES))
        for die, face in dice.items()
    )  # fmt: skip


def _suits(ruleset: Ruleset, what: str, value: object) -> tuple[str, ...]:
    suits = [one_of(f"a ghost in {what}", suit, ruleset.suits) for suit in sequence(what, value, 4)]
    if len(set(suits)) < len(suits):
        raise invalid(what, value, "each ghost once")
    return tuple(suits)


# --- the whole --------------------------------------------------------------------------------


def _check_pieces(ruleset: Ruleset, state: State) -> None:
    """One piece a square, nobody where the rules never put them."""
    taken = {state.square: "Piecepackman"}
    for suit, ghost in state.ghosts.items():
        if ghost.square in taken:
            raise BadInput(
                f"ghosts.{suit}.square is {ghost.square}, where {taken[ghost.square]} stands; "
                "accepted: a square for each (PM-33)"
            )
        taken[ghost.square] = f"the {suit} ghost"
        if ghost.waits and ghost.square not in ruleset.house:
            raise invalid(f"ghosts.{suit}.waits", ghost.waits, "0 outside the ghost house (PM-38)")
        if ghost.immune and not state.hungry:
            raise invalid(f"ghosts.{suit}.immune", True, "False outside Ghost Hunger (PM-67)")
    for square in state.cubes:
        if square == state.square or square in state.coins:
            on = "Piecepackman" if square == state.square else "a power coin"
            raise BadInput(f"cubes.{square} lies under {on}; accepted: a free square (PM-2, PM-18)")
    if state.square in state.coins:
        raise BadInput(
            f"coins.{state.square} lies under Piecepackman; accepted: no coin there, for he took "
            "it (PM-18)"
        )


def _check_counts(ruleset: Ruleset, state: State) -> None:
    """No suit has more cubes or coins than its set (PM-2, PM-4)."""
    each = ruleset.rules.cubes_per_suit
    lying = list(state.cubes.values())
    wild = ruleset.wild
    spare = each - lying.count(wild) if wild else 0  # wild cubes that count as others now
    for suit in SUITS:
        held = state.ghosts[suit].cubes if suit in state.ghosts else 0
        total = lying.count(suit) + held + state.stash[suit]
        most = each + (spare if suit != wild else 0)
        if total > most:
            what = f"the number of {suit} cubes, on the board, with the ghost and in his stash,"
            raise invalid(what, total, f"at most {most} (PM-2)")
    if wild and state.stash[wild]:
        raise invalid(f"stash.{wild}", state.stash[wild], "0: wild cubes count as others (PM-70)")
    everything = len(lying) + sum(ghost.cubes for ghost in state.ghosts.values())
    everything += sum(state.stash.values())
    if everything > each * len(SUITS):
        raise invalid("the number of all cubes", everything, f"at most {each * len(SUITS)} (PM-2)")
    suits = [coin.suit for coin in (*state.coins.values(), *state.taken, *state.discarded)]
    for suit in suits:
        if suits.count(suit) > 1:
            raise invalid(f"the number of {suit} power coins", suits.count(suit), "one (PM-4)")


def _check_phase(ruleset: Ruleset, state: State) -> None:
    """What lies on the table fits the phase that it is said to be in."""
    if state.phase == "setup":
        if state != setup.before(ruleset):
            raise invalid("phase", "setup", "another phase, for something was moved already")
        return
    over = ruleset.cleared(state) or state.extra_lives < 0
    if over != (state.phase == "over"):
        accepted = "'over': nothing is left on the board, or no life" if over else "not yet 'over'"
        raise invalid("phase", state.phase, f"{accepted} (PM-68)")
    if bool(state.taken) != (state.phase == "bonus") and state.phase != "over":
        raise invalid("taken", list(state.taken), "coins in phase 'bonus', and only there (PM-60)")
    if state.phase == "bonus" and not state.hungry:
        raise invalid("hunger", None, "a number in phase 'bonus' (PM-60)")
    least = {"order": 2, "dice": 1, "ghosts": 1}.get(state.phase)
    if least is not None:
        _check_ghosts_phase(ruleset, state, least)
    elif state.to_move and state.phase != "over":
        raise invalid("to_move", list(state.to_move), f"nobody in phase {state.phase!r}")


def _check_ghosts_phase(ruleset: Ruleset, state: State, least: int) -> None:
    if len(state.to_move) < least:
        what = f"at least {least} ghosts in phase {state.phase!r}"
        raise invalid("to_move", list(state.to_move), what)
    if state.phase == "ghosts":
        suit = state.to_move[0]
        if suit not in state.dice:
            raise invalid(f"dice.{suit}", None, f"a face, for the {suit} ghost is to move")
        if not ghosts.walks(ruleset, state, suit):
            where = state.ghosts[suit].square
            raise invalid("to_move", list(state.to_move), f"a ghost that can step from {where}")
