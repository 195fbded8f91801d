"""How good a seat's position is once a turn is over, in points that it may bring.

Vocabulary
    plan    the fewest turns in which a seat, if nobody else did anything, would push a block
            against somebody: turns, moves, perhaps a lift, and the push
    target  who stands in the line of that push: a block that meets a block hands the push on, so
            only the edge of the board ends it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.orders import may_write, writable_orders
from piecepack_nb.games.paco.payoffs import dice_outcomes, reveal_orders, state_after
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, HEADINGS, INNER, left, right
from piecepack_nb.games.paco.state import BLOCKS, Face, Order, Return, State, Stop

HIT = 0.8  # how likely a push comes true at a target that can't step out of the line
HIT_WHO_MAY_GO = 0.35
LATER = 0.6  # what each further turn of the plan leaves of that
FEAR = 0.25  # a target has time to get out of the way of a plan that takes more than a turn
LONGEST = 8
AWAY = 1.5  # what it costs to be off the board, besides what coming back costs


class Plan(NamedTuple):
    """How many turns until the push, the push among them, which way, and whom it hits."""

    turns: int
    heading: str
    targets: tuple[str, ...]


def position_values(rules: PacoRules, state: State) -> dict[str, float]:
    """What each seat's position is worth."""
    worth = dict.fromkeys(state.players, 0.0)
    if state.turn >= rules.turn_limit:
        return worth
    occupied = {player.square: seat for seat, player in state.players.items() if player.square}
    for seat, player in state.players.items():
        if player.square is None:
            worth[seat] -= AWAY * rules.survive_points
        elif player.stunned:
            worth[seat] -= rules.survive_points
        elif state.airborne(seat):
            worth[seat] -= 0.1 if _may_land(state, seat) else 2.0 * rules.fall_points
        elif player.heading and (found := find_plan(state, seat, occupied)):
            for target in found.targets:
                chance = _hit_chance(state, target, found)
                worth[seat] += chance * rules.cause_points
                fear = chance * (1.0 if found.turns == 1 else FEAR)
                worth[target] -= fear * (rules.stun_points + rules.survive_points)
    return worth


def _may_land(state: State, seat: str) -> bool:
    """Is there a free black counter in front of the jumper, and the right order written? (PA-24)"""
    ahead = state.players[seat].ahead
    free = ahead is not None and state.cells.get(ahead) == "black" and not state.on(ahead)
    return free and state.players[seat].then == "forward"


def find_plan(state: State, seat: str, occupied: dict[str, str]) -> Plan | None:
    """The quickest push against somebody, found cell by cell and heading by heading."""
    player = state.players[seat]
    others = {square for square, other in occupied.items() if other != seat}
    here = [(player.square or "", player.heading)]
    seen, best = set(here), None
    for turns in range(LONGEST):
        for square, heading in here:
            ahead = AHEAD[heading][square]
            cell = state.cells.get(ahead) if ahead else None
            if ahead is None or cell is None or ahead in others:
                continue
            needed = turns + (1 if cell in BLOCKS else 2)
            if best is None or needed < best.turns:
                targets = _targets(ahead, heading, occupied, seat)
                best = Plan(needed, heading, targets) if targets else best
        if best and best.turns <= turns + 2:
            return best
        reached = {place: None for each in here for place in _next_places(state, others, *each)}
        here = [place for place in reached if place not in seen]
        seen.update(here)
    return best


def _next_places(
    state: State, others: set[str], square: str, heading: str
) -> list[tuple[str, str]]:
    """Where a seat may be, and look, a turn later."""
    found = [(square, left(heading)), (square, right(heading))]
    ahead = AHEAD[heading][square]
    if ahead and state.cells.get(ahead) == "black" and ahead not in others:
        found.append((ahead, heading))
    return found


def _targets(square: str, heading: str, occupied: dict[str, str], seat: str) -> tuple[str, ...]:
    """Who stands beyond a cell, in a line to the edge of the board (PA-32, PA-33)."""
    found, to = [], AHEAD[heading][square]
    while to:
        if to in occupied and occupied[to] != seat:
            found.append(occupied[to])
        to = AHEAD[heading][to]
    return tuple(found)


def _hit_chance(state: State, target: str, found: Plan) -> float:
    """How likely the plan comes true: less each turn, and less if the target looks across."""
    player = state.players[target]
    across = (player.heading in "NS") != (found.heading in "NS")
    free = state.cells.get(player.ahead or "") == "black" and not state.on(player.ahead)
    goes = across and free and not player.stunned
    return (HIT_WHO_MAY_GO if goes and found.turns == 1 else HIT) * LATER ** (found.turns - 1)


ROUNDS = 2
SAMPLES = 16
LAST_SAMPLES = 48
NEARLY = 0.03  # points; orders that are so near to the best are as good

Beliefs = dict[str, list[Order]]


class Weighed(NamedTuple):
    """Why an order was written: what each of the seat's orders would earn on average."""

    seat: str
    order: str
    worth: tuple[tuple[str, float], ...]
    """Each order in words and what it earns more than the others' gain, the best first."""
    points: tuple[tuple[str, float], ...]
    """Each order in words and the seat's own points of this turn that it leads one to expect."""
    likely: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]
    """For each other seat its orders and how likely each was taken to be, the likeliest first."""
    samples: int

    @property
    def text(self) -> str:
        """The decision in two sentences."""
        points = dict(self.points)
        each = ", ".join(f"{words} {worth:+.2f}" for words, worth in self.worth)
        text = (
            f"{self.seat} writes {self.order}: it expects {points[self.order]:+.2f} points of this "
            f"turn. Against {self.samples} samples of what the others may write, with what the "
            f"position is worth then and less what the others gain: {each}."
        )
        guesses = [f"{seat} {orders[0][0]} ({orders[0][1]:.0%})" for seat, orders in self.likely]
        return f"{text} Likeliest: {join_list(guesses)}." if guesses else text

    def to_json(self) -> dict[str, Any]:
        """The decision as plain data."""
        return {
            "seat": self.seat, "order": self.order, "worth": [list(each) for each in self.worth],
            "points": [list(each) for each in self.points], "samples": self.samples,
            "likely": {seat: [list(each) for each in orders] for seat, orders in self.likely},
        }  # fmt: skip


class Decided(NamedTuple):
    """Why something else was decided: to come back, to stop, where to look."""

    seat: str
    reason: str
    numbers: tuple[tuple[str, float], ...] = ()

    @property
    def text(self) -> str:
        """The decision in a sentence."""
        return f"{self.seat}: {self.reason}."

    def to_json(self) -> dict[str, Any]:
        """The decision as plain data."""
        return {"seat": self.seat, "reason": self.reason, "numbers": dict(self.numbers)}


def shrewd(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> BotMove:
    """The best reply to what the others will likely write; other decisions by what they bring."""
    rules: PacoRules = game.rules
    match state.phase:
        case "return":
            return _decide_return(rules, state, seat)
        case "stop":
            return _decide_stop(state, seat)
        case "headings":
            return _choose_heading(rules, state, seat)
    random = Random(pick("thought", range(2**32)))
    return _Deliberation(rules, state, seat, random).chosen()


# --- the order ------------------------------------------------------------------------------------


class _Deliberation:
    """One decision: what everybody may write, and what it would come to."""

    def __init__(self, rules: PacoRules, state: State, seat: str, random: Random) -> None:
        self.rules = rules
        # Of an order that another seat has written a bot knows nothing but that it is there.
        self.state = state._replace(orders=FrozenDict())
        self.seat = seat
        self.random = random
        self.sensible: Beliefs = {
            each: _useful_orders(rules, state, each)
            for each in state.players
            if may_write(state, each)
        }
        self.likely: Beliefs = {each: list(orders) for each, orders in self.sensible.items()}
        self.known: dict[tuple[Order, ...], tuple[Mapping[str, float], Mapping[str, float]]] = {}

    def chosen(self) -> BotMove:
        """The seat's order, and why."""
        for _ in range(ROUNDS):
            best = {seat: self._best_reply(seat) for seat in self.sensible}
            for seat, order in best.items():
                self.likely[seat] += [order] * len(self.sensible[seat])
        worth, points = self._replies(self.seat, LAST_SAMPLES)
        ranked = sorted(worth, key=lambda order: -worth[order])
        good = [order for order in ranked if worth[order] >= worth[ranked[0]] - NEARLY]
        order = good[0] if len(good) == 1 else self.random.choice(good)
        return BotMove(order, self._weighed(order, ranked, worth, points))

    def _best_reply(self, seat: str) -> Order:
        worth, _ = self._replies(seat, SAMPLES)
        return max(worth, key=lambda order: worth[order])

    def _replies(self, seat: str, samples: int) -> tuple[dict[Order, float], dict[Order, float]]:
        """What each order of a seat is worth on average, and its points, against samples."""
        worth = dict.fromkeys(self.sensible[seat], 0.0)
        points = dict(worth)
        for profile in self._samples(seat, samples):
            for order in worth:
                joint = {**profile, seat: order}
                gained, stands = self._outcome(tuple(joint[each] for each in self.sensible))
                worth[order] += _advantage(gained, stands, seat) / samples
                points[order] += gained[seat] / samples
        return worth, points

    def _samples(self, seat: str, number: int) -> list[dict[str, Order]]:
        """What the others may write, so many times; every reply meets the same ones."""
        others = [each for each in self.sensible if each != seat]
        return [
            {each: self.random.choice(self.likely[each]) for each in others} for _ in range(number)
        ]

    def _outcome(
        self, profile: tuple[Order, ...]
    ) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """What everybody's points change by, and what their positions are worth then."""
        if profile not in self.known:
            shown = reveal_orders(self.state, profile)
            gained = dict.fromkeys(self.state.players, 0.0)
            stands = dict(gained)
            for way in dice_outcomes(self.rules, shown):
                end, odds = state_after(self.rules, shown, way), float(way.odds)
                for seat, worth in position_values(self.rules, end).items():
                    change = end.players[seat].points - self.state.players[seat].points
                    gained[seat] += odds * change
                    stands[seat] += odds * worth
            self.known[profile] = gained, stands
        return self.known[profile]

    def _weighed(
        self,
        order: Order,
        ranked: Sequence[Order],
        worth: Mapping[Order, float],
        points: Mapping[Order, float],
    ) -> Weighed:
        likely = tuple(
            (seat, _shares(orders)) for seat, orders in self.likely.items() if seat != self.seat
        )
        return Weighed(
            self.seat,
            order.words,
            tuple((each.words, round(worth[each], 4)) for each in ranked),
            tuple((each.words, round(points[each], 4)) for each in ranked),
            likely,
            LAST_SAMPLES,
        )


def _useful_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """The orders of a seat but for jumps that drop the jumper or lead nowhere (PA-13, PA-24)."""
    every = writable_orders(rules, state, seat)
    return [order for order in every if order.kind != "jump" or _lands(state, order)]


def _lands(state: State, order: Order) -> bool:
    """Is there a black counter behind the hole now, and is forward written after the jump?"""
    player = state.players[order.seat]
    landing = player._replace(square=player.ahead).ahead
    return order.then == "forward" and state.cells.get(landing or "") == "black"


def _advantage(gained: Mapping[str, float], stands: Mapping[str, float], seat: str) -> float:
    """What a seat gains more than the others on average."""
    total = {each: gained[each] + stands[each] for each in gained}
    others = (sum(total.values()) - total[seat]) / (len(total) - 1)
    return total[seat] - others


def _shares(orders: Sequence[Order]) -> tuple[tuple[str, float], ...]:
    """How often each order stands in a list."""
    counted = Counter(order.words for order in orders).most_common()
    return tuple((words, round(number / len(orders), 4)) for words, number in counted)


# --- other decisions ------------------------------------------------------------------------------


def _decide_return(rules: PacoRules, state: State, seat: str) -> BotMove:
    """Coming back pays if the turns that are left bring more than it costs (PA-43)."""
    free = sum(state.cells.get(square) == "black" and not state.on(square) for square in INNER)
    holes = sum(square not in state.cells and not state.on(square) for square in INNER)
    left = rules.turn_limit - state.turn
    brings = free / len(INNER) * (left * rules.survive_points - rules.return_points)
    costs = holes / len(INNER) * rules.hole_points
    pays = brings > costs
    reason = f"coming back brings about {brings:.2f} points in {left} turns, holes cost {costs:.2f}"
    numbers = (("brings", round(brings, 4)), ("costs", round(costs, 4)), ("turns", float(left)))
    return BotMove(Return(seat, pays), Decided(seat, reason, numbers))


def _decide_stop(state: State, seat: str) -> BotMove:
    """It agrees to stop where it would win or share the win (PA-44)."""
    points = {each: player.points for each, player in state.players.items()}
    best = max(points.values())
    agrees = points[seat] == best
    reason = f"it has {points[seat]} points and the most are {best}"
    numbers = (("own", float(points[seat])), ("most", float(best)))
    return BotMove(Stop(seat, agrees), Decided(seat, reason, numbers))


def _choose_heading(rules: PacoRules, state: State, seat: str) -> BotMove:
    """It looks where its position is worth most (PA-3)."""
    player = state.players[seat]
    worth = {}
    for heading in HEADINGS:
        looking = state.put(seat, player._replace(heading=heading))
        blocked = looking.cells.get(looking.players[seat].ahead or "") in (None, *BLOCKS)
        stands = position_values(rules, looking)
        worth[heading] = _advantage(dict.fromkeys(stands, 0.0), stands, seat) - 0.1 * blocked
    best = max(worth, key=lambda heading: worth[heading])
    reason = f"looking {best} its position is worth most"
    numbers = tuple((heading, round(each, 4)) for heading, each in worth.items())
    return BotMove(Face(seat, best), Decided(seat, reason, numbers))
