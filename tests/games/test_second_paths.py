"""What decides legality, movement or outcome beside a game's own rules, compared with them.

A game's rules are its ``refusal`` and ``apply_move``. Where something else computes the same, for
speed or for an estimate, it is held here against them: under every value of every option, in
states from all of a game. The options come from the rules themselves, so that a new one is
covered as soon as it is declared.

What every game has: the list of legal moves, simulations without steps, its bots. ``CHECKS`` adds
what one game has: a search tree, a chart, the worth of a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.rules import Option
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.activator.movement import leap_of, move_of
from piecepack_nb.games.activator.thinking import WIN, SearchTree
from piecepack_nb.games.pacman.bots import BotView, Weights
from piecepack_nb.games.pacman.prospects import state_after as after_path
from piecepack_nb.games.pacman.state import Put, Take, Walk
from piecepack_nb.games.pacman.walks import Situation
from piecepack_nb.games.paco.payoffs import dice_outcomes, reveal_orders, state_after
from piecepack_nb.games.paco.state import Order
from piecepack_nb.games.worm_derby.bots import racer
from piecepack_nb.games.worm_derby.geometry.plane import bearing, beside
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal, ring
from piecepack_nb.games.worm_derby.race_plan import RacePlan, chart_of, inches_left
from piecepack_nb.games.worm_derby.state import ENDS, Worm
from tests.conftest import GAMES, PROFILE
from tests.games.test_divergence import RULES
from tests.games.worm_derby.helpers import crowded
from tests.soak.rule_changes import changed, values

QUICK = PROFILE == "quick"
WIDE = 4 if QUICK else 6
"""So many values of a range are all tried; of more, some: the ends, and others between."""
MOVES = 60
"""The most moves of a match."""
STATES = 1 if QUICK else 2
"""The states of each match that are looked at."""
FEW = 3 if QUICK else 6
"""The moves of each state that are played, or refused."""
SMALL: Mapping[str, Mapping[str, Any]] = {
    "worm_derby": {
        "table_length": 30, "table_width": 18, "pylon_distance": 20, "clear_tiles": 1,
        "obstacles": 6,
    },
}  # fmt: skip
"""Rules under which a game is quicker to compute."""
LATER = {"thinker", "racer"}
"""Bots that take long: their paths, a search tree and a chart, are looked at by themselves."""


# --- The states -----------------------------------------------------------------------------------


def some_values(option: Option) -> list[Any]:
    """Return all values of an option, or of a wide range the ends and others between."""
    every = values(option)
    if option.choices or len(every) <= WIDE:
        return every
    return [*every[:: len(every) // (WIDE - 1)], every[-1]]


def games(name: str, option: Option) -> Iterator[AnyGame]:
    """Yield the game with each value of an option, alone and with others changed at random."""
    rules = pp.game(name).rules
    names = [each.name for each in rules.options() if each.name != option.name]
    needed = {**SMALL.get(name, {}), **RULES.get((name, option.name), {})}
    for number, value in enumerate(some_values(option)):
        try:
            game = pp.game(name, **{**needed, option.name: value})
        except BadInput:  # a value that doesn't fit the other rules
            continue
        random = Random(f"{option.name} {number}")
        other = changed(game, tuple(random.sample(names, 3)), random) or game
        yield from (random.choice((game, other)),) if QUICK else (game, other)


def states(game: AnyGame, random: Random) -> Iterator[Any]:
    """Yield states of a match, from its whole length, in which a seat acts."""
    match = pp.Match(game, seed=random.randrange(10**6), seats="random")
    match.run(random.randrange(MOVES))
    found = [match.initial_state, *(each.steps[-1].state for each in match.record)]
    acting = [state for state in found if not isinstance(game.to_act(state), Chance)]
    yield from random.sample(acting, min(STATES, len(acting)))


def some(random: Random, moves: Any) -> list[Any]:
    """Return a few of the moves; the others needn't be computed."""
    found = moves if isinstance(moves, Sequence) else list(moves)
    return [found[at] for at in random.sample(range(len(found)), min(FEW, len(found)))]


# --- What every game has --------------------------------------------------------------------------


def check_list(game: AnyGame, state: Any, random: Random) -> None:
    """Assert that the moves listed here are legal, and others that are legal are listed.

    The others are those that the printed rules list in the same state.
    """
    moves = game.moves(state)
    for move in some(random, moves):
        assert game.refusal(state, move) is None
        assert move in moves
    try:
        others = printed(type(game)).moves(state)
        tried = some(random, others)
    except (BadInput, KeyError, ValueError):  # a state that the printed rules don't know
        return
    for move in tried:
        assert (move in moves) == (game.refusal(state, move) is None), move


@cache
def printed(game: type[AnyGame]) -> AnyGame:
    """Return a game with its printed rules, the same one each time."""
    return game()


def check_simulation(game: AnyGame, state: Any, random: Random) -> None:
    """Assert that a simulation reaches the state of the explained move, and counts its events."""
    for move in some(random, game.moves(state)):
        steps, events = list(game.play(state, move)), EventCounts()
        assert game.apply_move(state, move, events) == steps[-1].state
        assert events == Counter(step.event.kind for step in steps)


def check_bots(game: AnyGame, state: Any, random: Random) -> None:
    """Assert that the bots that come with the game choose legal moves, for a seat that acts."""
    if (actor := game.to_act(state)) is None:
        return
    names = [name for name in game.built_in_bots if name not in LATER]
    for name in random.sample(names, 1) if QUICK else names:
        seat = random.choice(actor.seats)
        chosen = game.bots[name](game, game.observation(state, seat), seat, _pick(random))
        move = getattr(chosen, "move", chosen)
        assert game.refusal(state, move) is None, (name, str(move))


def _pick(random: Random) -> Any:
    return lambda _name, choices: random.choice(choices)


# --- What one game has ----------------------------------------------------------------------------


def check_search(game: Any, state: Any, random: Random) -> None:
    """Assert that Activator's search has the game's moves, results and values of finished games."""
    if state.outcome is not None:
        return
    tree = SearchTree(game)
    node = tree.of(state)
    leaps = tree.moves(node)
    assert Counter(map(move_of, leaps)) == Counter(game.moves(state))
    for move in some(random, game.moves(state)):
        after, there = game.next_state(state, move), tree.after(node, leap_of(move))
        assert there.position == after.position
        winner = after.outcome.winner if after.outcome else None
        final = None if not after.outcome else 0.0 if not winner else WIN
        assert tree.final(there) == (-final if winner == state.to_move else final)


ONE_MARBLE = Weights(*[0.0] * len(Weights._fields))._replace(marble=1.0)


def check_prospects(game: Any, state: Any, random: Random) -> None:
    """Assert that PAC-MAN's bots and its worth of a die foresee what a walk does."""
    if state.phase != "move":
        return
    for each in (state, _close_by(game, state, random)):
        _check_walks(game, each, random)


def _close_by(game: Any, state: Any, random: Random) -> Any:
    """Return a state in which ghosts are near the Pac-Man that moves, and it may gobble them."""
    player = state.players[state.to_move]
    steps = game.ruleset.pac_steps[player.square]
    taken = {*_pac_men(state), *game.ruleset.homes}
    near = [square for square, far in steps.items() if far <= 4 and square not in taken]
    spaces = random.sample(near, len(state.ghosts))
    state = state._replace(ghosts=FrozenDict(zip(state.ghosts, spaces, strict=True)))
    for seat, each in state.players.items():
        state = state.put(seat, each._replace(tray=random.randrange(4)))
    return state.put(state.to_move, player._replace(yellow=player.yellow + 1))


def _check_walks(game: Any, state: Any, random: Random) -> None:
    view = BotView(Situation(game.ruleset, state), state.to_move, ONE_MARBLE)
    walks = [move for move in game.moves(state) if isinstance(move, Walk)]
    occupied = {*state.ghosts.values(), *_pac_men(state)}
    ending = [walk for walk in walks if walk.path[-1] in occupied]
    for walk in (*some(random, walks), *some(random, ending)):
        steps = list(game.play(state, walk))
        if walk.piece == "pac":
            _check_path(game, state, walk, steps)
        else:
            paid = sum(step.event.data["number"] for step in steps if step.event.kind == "paid")
            terms = {term.name: term.points for term in view.terms(walk)}
            assert terms.get("lands", 0) == paid
        if len(state.due) == 2:
            stays = any(step.event.kind in ("stays", "ghosts stay") for step in steps)
            assert view.ends_turn(walk) == (not steps[-1].state.due and not stays)


def _pac_men(state: Any) -> list[str]:
    return [player.square for player in state.players.values()]


def _check_path(game: Any, state: Any, walk: Walk, steps: Any) -> None:
    """Assert that a Pac-Man's path leads to the state that is foreseen, with its choices made."""
    seat, end = state.to_move, steps[-1].state
    expected = after_path(Situation(game.ruleset, state), seat, walk.path)
    while end.phase in ("put", "take"):
        payer = max(
            (each for each in state.players if each != seat),
            key=lambda each: state.players[each].tray,
        )
        holes = game.ruleset.empty_rings(end)
        end = game.next_state(end, Take(payer) if end.phase == "take" else Put(holes[0]))
    assert end.players == expected.players
    assert (end.white, end.ghosts) == (expected.white, expected.ghosts)
    assert end.yellow >= expected.yellow


def check_payoffs(game: Any, state: Any, random: Random) -> None:
    """Assert that orders of P.A.C.O. that are weighed end as those that are played."""
    if state.phase != "orders":
        return
    state = game.determinize(state, "", None)
    moves: Mapping[str, list[Order]] = {
        seat: [move for move in game.moves_for(state, seat) if isinstance(move, Order)]
        for seat in game.to_act(state).seats
    }
    orders = [*state.orders.values(), *(random.choice(each) for each in moves.values())]
    shown = reveal_orders(state, orders)
    written = state
    for order in orders[len(state.orders) :]:
        written = game.next_state(written, order)
    outcomes = list(dice_outcomes(game.rules, shown))
    assert sum(each.odds for each in outcomes) == 1
    for outcome in outcomes[:FEW]:
        end = written
        if written.phase == "dice" and written.turn == state.turn:
            end = game.next_state(written, Roll(outcome.faces))
        if end.turn <= state.turn + 1 and end.phase in ("orders", "return", "over"):
            found = state_after(game.rules, shown, outcome)
            assert (found.cells, found.players) == (end.cells, end.players)


def check_chart(game: Any, state: Any, random: Random) -> None:
    """Assert that Worm Derby's arcs, its chart and its racer know what a step does."""
    ruleset = game.ruleset
    for each in (state, crowded(random.randrange(10**9), game)):
        for seat, worm in each.worms.items() if each is not None else ():
            for to in ENDS if len(worm.discs) > 1 else ():
                _check_ring(ruleset, each, seat, to, random)
    if state.worms:
        _check_links(ruleset, state, random)
        _check_plan(game, state, random)


def _check_ring(ruleset: Any, state: Any, seat: str, to: str, random: Random) -> None:
    """Assert that the arcs of a ring are the places that aren't refused."""
    found = ring(ruleset, state, seat, to).open
    ends = [end for span in found for end in span]
    for angle in (random.uniform(0, 360) for _ in range(FEW)):
        if all(abs((end - angle + 180) % 360 - 180) > HAIR for end in ends):
            assert (angle in found) == (disc_refusal(ruleset, state, seat, to, angle) is None)


HAIR = 0.01
"""Degrees from the end of an arc where only the tolerance decides."""


def _check_links(ruleset: Any, state: Any, random: Random) -> None:
    """Assert that no disc may go where the chart bars the way, and one may lie where it is clear.

    Two steps, one from each end of a link, lead over all of it.
    """
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    places, seat = chart.lattice.places, state.to_move
    for one, other in some(random, sorted(chart._barred)):
        ends = (places[one], places[other]), (places[other], places[one])
        refused = [_step_refusal(ruleset, state, seat, *each) for each in ends]
        assert any(each is not None and each.clause in ("WD-4", "WD-5") for each in refused)
    for at in some(random, [at for at, clear in enumerate(chart._clear) if clear]):
        start = beside(places[at], random.uniform(0, 360), ruleset.coin)
        found = _step_refusal(ruleset, state, seat, start, places[at])
        assert found is None or found.clause in ("WD-5", "WD-30")


def _step_refusal(ruleset: Any, state: Any, seat: str, start: Any, end: Any) -> Any:
    """Return why a worm of two discs may not step from one place toward another, if it may not."""
    angle = bearing(start, end)
    worm = Worm((beside(start, angle + 180, ruleset.coin), start))
    alone = state._replace(worms=FrozenDict({seat: worm}))
    return disc_refusal(ruleset, alone, seat, "head", angle)


def _check_plan(game: Any, state: Any, random: Random) -> None:
    """Assert that a racer's turn is legal, and leaves as many inches to go as its plan says."""
    move, plan = racer(game, state, state.to_move, _pick(random))
    after = list(game.play(state, move))[-1].state
    if not isinstance(plan, RacePlan) or plan.bite:
        return
    if state.to_move in after.home:
        assert plan.left == 0
    else:
        worm, chart = after.worms[state.to_move], plan._chart
        assert plan.left == pytest.approx(inches_left(game.ruleset, chart, worm, move.to))


# --- The comparison -------------------------------------------------------------------------------

Check = Callable[[Any, Any, Random], None]
CHECKS: Mapping[str, tuple[Check, ...]] = {
    "activator": (check_search,),
    "pacman": (check_prospects,),
    "paco": (check_payoffs,),
    "worm_derby": (check_chart,),
}
OPTIONS = [(name, option) for name in GAMES for option in pp.game(name).rules.options()]


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda each: getattr(each, "name", each))
def test_every_path_agrees_with_the_rules(name: str, option: Option) -> None:
    """In matches under every value of the option, and others changed at random."""
    checks = (check_list, check_simulation, check_bots, *CHECKS.get(name, ()))
    looked_at = 0
    for number, game in enumerate(games(name, option)):
        random = Random(f"{name} {option.name} {number}")
        for state in states(game, random):
            looked_at += 1
            for check in checks:
                check(game, state, random)
    assert looked_at
