"""Movement: Piecepackman's turn, the ghosts' walks and Ghost Hunger, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Reason, Step, StepLog
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.decision import Decision, decide, targets_of
from piecepack_nb.games.piecepackman.events import EventKind, MoveLog
from piecepack_nb.games.piecepackman.powers import ABILITIES, finder_for, holds
from piecepack_nb.games.piecepackman.rules import power_clause
from piecepack_nb.games.piecepackman.ruleset import NUMBER_FACES, Ruleset
from piecepack_nb.games.piecepackman.runs import his_runs
from piecepack_nb.games.piecepackman.state import (
    Adjust,
    Agree,
    Coin,
    Deed,
    Drop,
    GhostPath,
    Gift,
    Loot,
    Objective,
    Order,
    PowerWalk,
    Run,
    SetUp,
    State,
    Walk,
    WorkingState,
)
from piecepack_nb.games.piecepackman.walks import can_move
from piecepack_nb.search import HEADINGS, Path

ENTERS = "The {suit} ghost is Dangerous and enters his square {square}: it attacks him."
ENTERS_WITH_CUBES = (
    "The {suit} ghost has {many} cubes and enters his square {square}: it attacks him."
)
POWER_ATTACK = "With its power the {suit} ghost attacks him on {square}."
HE_ENTERS = "He enters the square of the Dangerous {suit} ghost, {square}: it attacks him."
USES = {"null": 0, "ace": 1, **NUMBER_FACES}
"""The uses of a power by the face of the ghost's die (PM-73)."""
Choose = Callable[[Ruleset, State, str | None], Decision]
"""A function that makes his decisions, such as ``decide``."""


class Transition(WorkingState):
    """A move as it is made: the state, which it changes, and the log of its events."""

    __slots__ = ("log", "ruleset")

    def __init__(self, ruleset: Ruleset, state: State, log: MoveLog) -> None:
        super().__init__(state)
        self.ruleset = ruleset
        self.log = log

    def _add(
        self,
        clause: str,
        kind: EventKind,
        template: str,
        data: Mapping[str, Any] = FrozenDict(),
        why: Reason | None = None,
    ) -> None:
        """Add an event to the log, with the state as it is now."""
        self.log.add(self, clause, kind, template, data, why)

    def make(self, move: Any) -> State:
        """Make a legal move, of the kind that is due in this phase; return the state after it."""
        EFFECTS[self.phase](self, move)
        return self.frozen()

    # --- Set-up and order (PM-1 to PM-7, PM-30) ------------------------------------------------

    def _set_up(self, move: SetUp) -> None:
        """Put cubes (PM-2) and face-down coins (PM-4) on the board; the first turn begins."""
        self.cubes = FrozenDict(move.cubes)
        text = "{cubes} energy cubes are scattered, at most one a square."
        self._add("PM-2", "cubes scattered", text, {"cubes": len(move.cubes)})
        squares = sorted(self.ruleset.maze.coins.items())
        self.coins = FrozenDict((square, Coin(suit, move.coins[suit])) for suit, square in squares)
        for suit, power in move.powers.items():
            self._change_ghost(suit, power=power)
        self._after_set_up()
        text = "A power coin of each suit lies face down on {squares}."
        self._add("PM-4", "coins laid", text, {"squares": ", ".join(self.coins)})
        for suit, power in move.powers.items():
            text = "By lot the {suit} ghost can {can} ({power})."
            data = {"suit": suit, "power": power, "can": ABILITIES[power]}
            self._add("PM-73", "power drawn", text, data)

    def _after_set_up(self) -> None:
        """Begin the first turn; before it, cubes may be moved (PM-75) and uses rolled (PM-73)."""
        rules = self.ruleset.rules
        if self.phase == "setup" and self.ruleset.race and rules.adjust_cubes:
            self.phase, self.adjusts = "adjust", rules.adjust_cubes
        elif self.phase != "uses" and rules.powers != "none":
            self.phase, self.adjusts = "uses", 0
        else:
            self.phase, self.turn, self.adjusts = "roll", 1, 0

    def _adjust(self, move: Adjust | Agree) -> None:
        """Move a cube before a race, or agree that they are well distributed (PM-75)."""
        if isinstance(move, Agree):
            self._after_set_up()
            self._add("PM-75", "agreed", "The players agree on the cubes: the race begins.")
            return
        suit = self.cubes[move.square]
        self.cubes = self.cubes.drop(move.square).put(move.to, suit)
        self.adjusts -= 1
        data = {"suit": suit, "from": move.square, "to": move.to, "left": self.adjusts}
        if not self.adjusts:
            self._after_set_up()
        text = "The players move the {suit} cube on {from} to {to}; they may move {left} more."
        self._add("PM-75", "cube moved", text, data)

    def _roll_uses(self, roll: Roll) -> None:
        """Give each ghost the uses of its power in this level that its die shows (PM-73)."""
        for suit, face in roll.faces.items():
            uses = USES[face]
            self._change_ghost(suit, uses=uses)
            can = ABILITIES[self.ghosts[suit].power]
            data = {"suit": suit, "face": face, "uses": uses, "can": can}
            text = (
                f"The {{suit}} ghost rolls {{face}}: {count_noun(uses, 'time')} in this level it "
            )
            self._add("PM-73", "uses rolled", text + "can {can}.", data)
        self._after_set_up()

    def _agree_order(self, move: Order) -> None:
        """Fix the order before the dice are rolled; it binds (PM-30)."""
        self.order = self.to_move = move.suits
        self.phase = "dice"
        text = "The ghosts agree to move in this order: {order}."
        self._add("PM-30", "order agreed", text, {"order": ", ".join(move.suits)})

    # --- Piecepackman's turn (PM-10 to PM-24) --------------------------------------------------

    def _his_turn(self, roll: Roll) -> None:
        """Play his phase: the highest of all dice gives suit and points (PM-11), and he uses them.

        A bonus roll is played as in hunger, to the nearest Vulnerable ghost (PM-60, PM-63).
        """
        bonus = self.phase == "bonus"
        clause = "PM-60" if bonus else "PM-63" if self.hungry else "PM-11"
        self._roll_his_dice(roll.faces, clause)
        if self.ruleset.against:
            self._await_run("bonus move" if bonus else "move")
            return
        self.move_him()
        if self.phase != "over":
            self._end_movement()

    def _end_movement(self) -> None:
        """Begin the ghosts' phase, after the coins that he took outside hunger.

        They start Ghost Hunger, with a bonus roll by option (PM-60); then they are shown (PM-62).
        """
        bonus = self.phase in ("bonus", "bonus move")
        if self.taken and not bonus:
            self.phase, self.hunger = "bonus", 0
            text = "He took a power coin: Ghost Hunger begins."
            if self.ruleset.rules.bonus_roll:
                self._add("PM-60", "hunger", f"{text} He gets a bonus roll at once.")
                return
            self._add("PM-60", "hunger", text)
        if self.taken or bonus:
            self._show_coins()
        self._begin_ghosts_phase()

    def _roll_his_dice(self, faces: Mapping[str, str], clause: str) -> None:
        """Roll his dice: the highest gives his points (PM-10, PM-11)."""
        points = {suit: self.ruleset.his_points[faces[suit]] for suit in SUITS if suit in faces}
        best = max(points.values())
        self.dice, self.points = FrozenDict(faces), best
        data = {
            "shown": ", ".join([f"{suit} {faces[suit]}" for suit in points]),
            "highest": join_list([suit for suit in points if points[suit] == best]),
            "points": best,
        }
        text = "Piecepackman rolls {shown}. The highest is {highest}: "
        self._add(clause, "his roll", f"{text}{count_noun(best, 'point')}.", data)
        if self.ruleset.rules.powers != "none" and self.ruleset.rules.power_bonus:
            more = max(self.stash.values())
            self.points += more
            if more:
                text = "His stash has {more} of one suit: he adds them and has {points} points."
                self._add("PM-73", "power bonus", text, {"more": more, "points": self.points})

    # --- Piecepackman as a seat (PM-74) ----------------------------------------------------------

    def _await_run(self, phase: str) -> None:
        """Let his player move him; without a choice he stays (PM-74)."""
        self.phase = phase
        runs = his_runs(self.ruleset, self)
        if len(runs) == 1 and len(runs[0][0]) == 1:
            self.points = 0
            self._add("PM-74", "he stays", "His points pay for nothing: he stays.")
            self._end_movement()

    def _run_turn(self, run: Run) -> None:
        """Move him as his player says (PM-74); see ``_his_turn``."""
        if self._run(run):
            self._end_movement()

    def _run(self, run: Run) -> bool:
        """Follow the path, a quarter turn or a step at a time; return False if the turn is over.

        The path ends where he eats a ghost, or enters the square of a Dangerous one (PM-74).
        """
        if run == ((self.square,), self.heading):
            text = "His points pay for no step: he stays on {square}."
            self._add("PM-74", "he stays", text, {"square": self.square})
        turn, costs = self.turn, self.ruleset.costs_for(self)
        suit = self.ruleset.suits[0]  # there are no wild cubes here
        for to in run.path[1:]:
            heading, _ = self.ruleset.his_steps(self.square, self.heading, costs)[to]
            self._turn_to(heading, costs.quarter_turn)
            self.points -= costs.step
            self._step(to, costs.step)
            self._enter_square(suit)
            if self.phase == "over" or self.turn != turn:
                return False
        if self.square == run.path[-1]:
            self._turn_to(run.heading, costs.quarter_turn)
        self.points = 0
        return True

    def _turn_to(self, heading: str, cost: int) -> None:
        """Turn him on the spot, the shorter way round; half round to the left (PM-15)."""
        while self.heading != heading:
            now = HEADINGS.index(self.heading)
            side, turn = ("right", 1) if HEADINGS[(now + 1) % 4] == heading else ("left", 3)
            self.points -= cost
            self._quarter_turn(side, HEADINGS[(now + turn) % 4], cost)

    def move_him(self, suit: str | None = None, choose: Choose = decide) -> None:
        """Use all his points (PM-17), from one objective to the next of its suit (PM-20).

        ``suit`` is that of an objective that he has just reached; ``choose`` makes his decisions.
        """
        if self.points == 0:
            self._add("PM-17", "he stays", "He has no points to spend: he stays.")
        while self.points > 0:
            decision = choose(self.ruleset, self.frozen(), suit)
            path = decision.path
            self._set_objective(decision)
            if path is None or not path.actions:
                self.points = 0
                self._add(decision.clause, "he stays", "{why}", why=decision)
                return
            made = self._head_for(decision, path)
            suit = made.suit if made else suit
            self._follow(decision, path, self._suit_for_wild(suit))
            if self.phase == "over" or self.square != path.target:
                break
            self._reach_objective(made)
        self.points = 0

    def _set_objective(self, decision: Decision) -> None:
        """Put the objective marker on him; leftover points make no new one (PM-20, PM-21).

        An objective that is cut off is set and kept, whatever he does meanwhile (PM-24). In hunger
        he heads for ghosts, which are no objective.
        """
        route, objective = decision.route, self.objective
        if self.hungry:
            if objective and not targets_of(self.ruleset, decision.state, objective):
                self.objective = None
        elif decision.suit is None or objective is not None:
            self.objective = decision.kept or (route.aim.objective if route else None)

    def _head_for(self, decision: Decision, path: Path) -> Objective | None:
        """Tell what he heads for, and why; return its objective, if it has one."""
        data = {
            "target": path.target,
            "what": decision.thing_on(path.target),
            "cost": path.cost,
            "turns": path.quarter_turns,
            "points": self.points,
        }
        text = "{why} He has {points} to spend."
        self._add(decision.clause, "he heads for", text, data, decision)
        return decision.route.aim.objective if decision.route else None

    def _reach_objective(self, reached: Objective | None) -> None:
        """Drop a reached objective; a coin's ends with the coin alone (PM-13).

        Ghosts, which he reaches in hunger, are no objective, nor is what he heads for while his
        own is cut off: the objective is kept for later.
        """
        if self.objective == reached and not (reached and reached.coin):
            self.objective = None

    def _follow(self, decision: Decision, path: Path, suit: str) -> None:
        """Follow the path, a quarter turn or a step at a time, as far as the points go (PM-17)."""
        costs = decision.costs
        for action, (square, heading) in zip(path.actions, path.nodes[1:], strict=True):
            cost = costs.of(action)
            if self.points < cost or self.points == 0:
                break
            self.points -= cost
            if action == "forward":
                self._step(square, cost)
                self._enter_square(suit)
                if self.phase == "over":
                    break
            else:
                self._quarter_turn(action, heading, cost)

    def _quarter_turn(self, side: str, heading: str, cost: int) -> None:
        """Turn him on the spot (PM-15); in hunger at another cost (PM-61)."""
        self.heading = heading
        name = HEADING_NAMES[heading]
        data = {"to": name, "side": side, "cost": cost, "left": self.points}
        clause = "PM-61" if self.hungry else "PM-15"
        text = "A quarter turn {side}, to the {to}: costs {cost}, {left} left."
        self._add(clause, "quarter turn", text, data)

    def _step(self, square: str, cost: int) -> None:
        """Move him one square forward (PM-15), through a portal to the other side (PM-22)."""
        before, self.square = self.square, square
        portal = (before, self.heading) in self.ruleset.maze.portals
        data = {"from": before, "to": square, "cost": cost, "left": self.points, "portal": portal}
        if portal:
            text = "Through the portal, from {from} to {to}: costs {cost} like a step, {left} left."
            self._add("PM-22", "portal", text, data)
        else:
            text = "A step, from {from} to {to}: costs {cost}, {left} left."
            self._add("PM-15", "step", text, data)

    def _enter_square(self, suit: str) -> None:
        """Take the cube and the coin on his square (PM-18), and eat a Vulnerable ghost (PM-19).

        ``suit`` is that of which a wild cube counts (PM-70). The level may end here (PM-68).
        """
        if self.hungry:
            self._cross_objective()
        if self.square in self.cubes:
            self._take_cube(suit)
        if self.square in self.coins:
            self._take_coin()
        for each, ghost in self.ghosts.items():
            if ghost.square == self.square:
                if self.ruleset.against and self.ruleset.dangerous(self, each):
                    self._attack(each, HE_ENTERS, "PM-74")
                    return
                self._eat(each)
        self._end_level()
        if self.phase == "over":
            self.points = 0

    def _cross_objective(self) -> None:
        """Drop an objective when he crosses something of its suit in hunger (PM-21).

        That of an ace ends with its coin alone (PM-13).
        """
        objective = self.objective
        if objective is None or objective.coin:
            return
        if self.square in targets_of(self.ruleset, self.frozen(), objective):
            self.objective = None

    def _end_level(self) -> None:
        """End the level once nothing is left on the board (PM-68)."""
        if self._nothing_left():
            self.phase, self.objective = "over", None

    def _nothing_left(self) -> bool:
        """Return True if neither cube nor power coin is on the board (PM-68)."""
        return not self.cubes and not self.coins

    def _take_cube(self, suit: str) -> None:
        """Put a cube of any suit in his stash (PM-18); a wild one as of ``suit`` (PM-70)."""
        square, cube = self.square, self.cubes[self.square]
        counts = self.ruleset.counts_as(cube, suit)
        self.cubes = self.cubes.drop(square)
        self._add_to_stash(counts, 1)
        data = {"suit": cube, "as": counts, "square": square, "stash": self.stash[counts]}
        text = "He takes the {suit} cube on {square}: his stash has {stash} of {suit}."
        if counts != cube:
            text = "He takes the wild {suit} cube on {square}; it counts as {as} "
            text += "({stash} in his stash)."
        self._add("PM-18" if counts == cube else "PM-70", "cube taken", text, data)

    def _add_to_stash(self, suit: str, number: int) -> None:
        self.stash = self.stash.put(suit, self.stash[suit] + number)

    def _take_coin(self) -> None:
        """Take a power coin off the board (PM-18); in hunger it counts at once (PM-66)."""
        square, coin = self.square, self.coins[self.square]
        self.coins, self.taken = self.coins.drop(square), (*self.taken, coin)
        if self.objective == (coin.suit, True):
            self.objective = None
        data = {"suit": coin.suit, "square": square}
        self._add("PM-18", "coin taken", "He takes the {suit} power coin on {square}.", data)
        if self.hungry:
            if not self.ruleset.against:  # there immunity stays (PM-74)
                self._lose_immunity()
            if self.phase in ("roll", "move"):
                self._show_coin(coin, "PM-66")

    def _suit_for_wild(self, suit: str | None) -> str:
        """Return the suit of a wild cube (PM-70): his objective's, else the highest die's."""
        if self.ruleset.wild is None:
            return ""  # no cube counts as of this suit
        kept = suit or (self.objective.suit if self.objective else None)
        if kept is not None and kept != self.ruleset.wild:
            return kept
        points = self.ruleset.his_points
        rolled = [each for each in SUITS if each in self.dice]
        return max(rolled, key=lambda each: points[self.dice[each]], default=self.ruleset.suits[0])

    def _eat(self, suit: str) -> None:
        """Let him eat a Vulnerable ghost (PM-19); in hunger it becomes immune (PM-64)."""
        ghost = self.ghosts[suit]
        held = ghost.cubes
        self._add_to_stash(suit, ghost.cubes)
        for each, number in ghost.others.items():
            self._add_to_stash(each, number)
            held += number
        home = self.ruleset.home(self, suit)
        waits = self.ruleset.rules.eaten_waits
        self._change_ghost(
            suit, square=home, cubes=0, waits=waits, immune=self.hungry, others=FrozenDict()
        )
        data = {"suit": suit, "square": ghost.square, "cubes": held, "home": home}
        taken = f" and takes its {count_noun(held, 'cube')}" if held else ""
        text = f"Piecepackman eats the {{suit}} ghost on {{square}}{taken}; it goes back to the "
        text += "ghost house, immune until this hunger ends." if self.hungry else "ghost house."
        self._add("PM-64" if self.hungry else "PM-19", "eat", text, data)

    # --- The ghosts' turn (PM-30 to PM-42) -----------------------------------------------------

    def _begin_ghosts_phase(self) -> None:
        """Begin the ghosts' phase: those that were eaten wait in the house (PM-38).

        An order is agreed only if two or more can move (PM-30).
        """
        active = [suit for suit, ghost in self.ghosts.items() if not ghost.waits]
        for suit, ghost in self.ghosts.items():
            if ghost.waits:
                self._change_ghost(suit, waits=ghost.waits - 1)
                text = "The {suit} ghost was eaten: it waits in the ghost house."
                self._add("PM-38", "ghost waits", text, {"suit": suit})
        self.to_move = self._playing_order(active)
        if len(active) > 1 and self.ruleset.rules.mode == "together":
            self.phase = "order"
        elif active:
            self.phase, self.order = "dice", self.to_move
        else:
            self._next_turn()

    def _playing_order(self, active: list[str]) -> tuple[str, ...]:
        """Return the ghosts that can move; in a race another one begins each turn (PM-75)."""
        suits = self.ruleset.suits
        first = (self.turn - 1) % len(suits) if self.ruleset.race else 0
        return tuple(suit for suit in suits[first:] + suits[:first] if suit in active)

    def _roll_ghosts_dice(self, roll: Roll) -> None:
        """Roll the ghosts' dice (PM-31); the first ghost that can moves next."""
        points, faces = self.ruleset.ghost_points, roll.faces
        shown = ", ".join([f"{suit} {face} ({points[face]})" for suit, face in faces.items()])
        some_moved = len(self.to_move) < len(self.order)
        self.dice = FrozenDict({**self.dice, **faces} if some_moved else faces)
        self.phase = "ghosts"
        self._add("PM-31", "ghosts roll", "The ghosts roll: {shown}.", {"shown": shown})
        self._next_ghost()

    def _next_ghost(self) -> None:
        """Let ghosts that can't move stay (PM-32, PM-37), up to one that can; else end the turn."""
        while self.to_move:
            suit = self.to_move[0]
            if suit not in self.dice:
                self.phase = "dice"
                return
            points = self.ruleset.ghost_points[self.dice[suit]]
            if any(can_move(self.ruleset, self, each) for each in self.ruleset.movable(self)):
                return
            clause, why = ("PM-37", "can't take a single step") if points else ("PM-32", "rolled 0")
            self.to_move = self.to_move[1:]
            data = {"suit": suit, "why": why, "square": self.ghosts[suit].square}
            text = "The {suit} ghost {why}: it stays on {square}."
            self._add(clause, "ghost stays", text, data)
        self._next_turn()

    def _move_ghost(self, move: Walk | PowerWalk) -> None:
        """Make a ghost's move, with its power or without (PM-73)."""
        if isinstance(move, PowerWalk):
            self._walk_with_power(move)
        elif len(move.path) == 1:
            text = "The {suit} ghost could move only with its power: it stays on {square}."
            data = {"suit": move.suit, "square": move.path[0]}
            self._add("PM-73", "ghost stays", text, data)
            self._end_walk(move.suit)
        elif self._walk(move.suit, move.path):
            self._end_walk(move.suit)

    def _end_walk(self, suit: str) -> None:
        self.to_move = tuple(each for each in self.to_move if each != suit)
        self._next_ghost()

    def _walk(self, suit: str, path: GhostPath, power: str = "", deed: Deed | None = None) -> bool:
        """Walk a ghost square by square, taking its cubes; Piecepackman's square ends the walk.

        Return False if the turn or the level is over. ``power`` is one that it uses (PM-73).
        """
        passing = self.ruleset.rules.ghost_collects == "pass"
        plain = self.ruleset.walk_finder
        finder = finder_for(self.ruleset, self, suit) if power else plain
        for before, square in pairwise(path):
            self._change_ghost(suit, square=square)
            kind: EventKind
            clause, kind = "PM-32", "ghost steps"
            text = "The {suit} ghost steps from {from} to {to}."
            portal = finder.by_portal(before, square)
            opened = (before, square) in finder.may_end and square != path[-1]
            if portal and not opened:
                clause, kind = "PM-34", "ghost portal"
                text = "The {suit} ghost goes through the portal from {from} to {to}."
            elif power and (opened or square not in plain.ahead[before]):
                clause, kind = power_clause(power), "ghost steps"
                text = "With its power the {suit} ghost goes from {from} to {to}."
            self._add(clause, kind, text, {"suit": suit, "from": before, "to": square})
            if square == self.square:
                if power == "attack":
                    self._attack(suit, POWER_ATTACK, "PM-73k")
                    return False
                if self.ruleset.attacks(self, suit):
                    self._attack(suit, loot=deed if isinstance(deed, Loot) else None)
                    return False
                self._enter_his_square(suit)
            elif passing or square == path[-1]:
                self._collect(suit, power == "any-cube")
                if self.phase == "over":
                    return False
        return True

    # --- Powers (PM-73) --------------------------------------------------------------------------

    def _change_ghost(self, suit: str, **changes: Any) -> None:
        self.ghosts = self.ghosts.put(suit, self.ghosts[suit]._replace(**changes))

    def _walk_with_power(self, move: PowerWalk) -> None:
        """Spend a use of the ghost's power, walk, and do its deed (PM-73)."""
        suit, path, deed = move
        ghost = self.ghosts[suit]
        clause, left = power_clause(ghost.power), ghost.uses - 1
        self._change_ghost(suit, uses=left)
        text = "The {suit} ghost uses its power, to {can}; "
        data = {"suit": suit, "power": ghost.power, "can": ABILITIES[ghost.power], "left": left}
        self._add(clause, "power used", f"{text}{count_noun(left, 'use')} left.", data)
        if isinstance(deed, Gift) and deed.first:
            self._give(suit, deed)
        if self.phase == "over" or not self._walk(suit, path, ghost.power, deed):
            return
        match deed:
            case Gift() if not deed.first:
                self._give(suit, deed)
            case Drop():
                self._drop_cube(suit, deed)
        if ghost.power == "stockpile":
            self._bank(suit)
        if self.phase != "over":
            self._end_walk(suit)

    def _add_cubes(self, suit: str, cube: str, number: int) -> None:
        """Let a ghost hold more or fewer cubes of a suit, its own or another one."""
        ghost = self.ghosts[suit]
        if cube == suit:
            self._change_ghost(suit, cubes=ghost.cubes + number)
            return
        held = ghost.others.get(cube, 0) + number
        others = ghost.others.put(cube, held) if held else ghost.others.drop(cube)
        self._change_ghost(suit, others=others)

    def _give(self, suit: str, gift: Gift) -> None:
        """Give cubes to another ghost; they keep their suits (PM-73d)."""
        for cube, number in gift.cubes.items():
            self._add_cubes(suit, cube, -number)
            self._add_cubes(gift.to, cube, number)
        cubes = join_list(count_noun(n, f"{cube} cube") for cube, n in gift.cubes.items())
        text = "The {suit} ghost gives {cubes} to the {to} ghost."
        data = {"suit": suit, "to": gift.to, "cubes": cubes}
        self._end_race(suit, gift.to)
        self._add("PM-73d", "cubes given", text, data)

    def _loot(self, suit: str, loot: Loot) -> None:
        """Take all his cubes of one more suit after an attack (PM-73g)."""
        number = self.stash[loot.suit]
        self._add_to_stash(loot.suit, -number)
        self._add_cubes(suit, loot.suit, number)
        text = "With its power the {suit} ghost takes {number} more from his stash: {cube}."
        data = {"suit": suit, "number": count_noun(number, "cube"), "cube": loot.suit}
        self._end_race(suit)
        self._add("PM-73g", "cubes looted", text, data)

    def _drop_cube(self, suit: str, drop: Drop) -> None:
        """Put a cube that the ghost holds on a free square (PM-73m)."""
        self._add_cubes(suit, drop.suit, -1)
        self.cubes = self.cubes.put(drop.square, drop.suit)
        text = "The {suit} ghost drops a {cube} cube on {square}."
        data = {"suit": suit, "cube": drop.suit, "square": drop.square}
        self._add("PM-73m", "cube dropped", text, data)

    def _bank(self, suit: str) -> None:
        """Bank the ghost's cubes in the house, where nobody can take them (PM-73c)."""
        ghost = self.ghosts[suit]
        held = holds(ghost, suit)
        banked = {cube: ghost.banked.get(cube, 0) for cube in SUITS}
        for cube, number in held.items():
            banked[cube] += number
        kept = FrozenDict((cube, number) for cube, number in banked.items() if number)
        self._change_ghost(suit, cubes=0, others=FrozenDict(), banked=kept)
        text = "The {suit} ghost banks {cubes} in the house: nobody can take them."
        cubes = count_noun(sum(held.values()), "cube")
        self._add("PM-73c", "cubes banked", text, {"suit": suit, "cubes": cubes})

    # --- Cubes and meetings (PM-35 to PM-42) -----------------------------------------------------

    def _collect(self, suit: str, any_cube: bool = False) -> None:
        """Let a ghost take a cube of its own suit (PM-35) or a wild one (PM-70).

        With ``any_cube`` its power takes others (PM-73e). In a race it takes its coin, too (PM-75).
        """
        square = self.ghosts[suit].square
        if self.ruleset.race and square in self.coins:
            self._take_own_coin(suit, square)
        cube = self.cubes.get(square)
        own = cube in (suit, self.ruleset.wild)
        if cube is None or not (own or any_cube):
            return
        self._add_cubes(suit, suit if own else cube, 1)
        self.cubes = self.cubes.drop(square)
        self._end_level()
        self._end_race(suit)
        data: dict[str, Any] = {"suit": suit, "cube": cube, "square": square}
        if own:
            data["cubes"] = self.ghosts[suit].cubes
            clause = "PM-35" if cube == suit else "PM-70"
            text = "The {suit} ghost takes the {cube} cube on {square}: it holds {cubes}."
        else:
            clause = "PM-73e"
            text = "With its power the {suit} ghost takes the {cube} cube on {square}."
        self._add(clause, "ghost takes cube", text, data)

    def _take_own_coin(self, suit: str, square: str) -> None:
        """Let a ghost take the power coin of its suit in a race (PM-75); the level may end."""
        coin = self.coins[square]
        if coin.suit != suit:
            return
        self.coins, self.taken = self.coins.drop(square), (*self.taken, coin)
        if self.objective == (coin.suit, True):
            self.objective = None
        self._end_level()
        hungry = "" if self.phase == "over" else ": he is hungry from his next turn"
        text = f"The {{suit}} ghost takes its power coin on {{square}}{hungry}."
        self._add("PM-75", "ghost takes coin", text, {"suit": suit, "square": square})

    def _end_race(self, *suits: str) -> None:
        """End a race once the player of a ghost has all cubes of their colours (PM-75)."""
        ruleset = self.ruleset
        if ruleset.race and any(ruleset.has_all_cubes(self, suit) for suit in suits):
            self.phase, self.objective = "over", None

    def _enter_his_square(self, suit: str) -> None:
        """Let him eat a ghost that isn't Dangerous and enters his square, as it may (PM-42)."""
        text = "The {suit} ghost is Vulnerable and enters his square {square}: he eats it."
        self._add("PM-42", "ghost enters", text, {"suit": suit, "square": self.square})
        self._eat(suit)

    def _attack(
        self, suit: str, text: str = "", clause: str = "PM-40", loot: Loot | None = None
    ) -> None:
        """Let a Dangerous ghost on his square take a life (PM-40); the turn ends (PM-41)."""
        if not text:
            text = ENTERS if self.ruleset.dangerous(self, suit) else ENTERS_WITH_CUBES
        back = self.stash[suit]
        many = "more" if self.ghosts[suit].cubes > back else "as many"
        self._add(clause, "attack", text, {"suit": suit, "square": self.square, "many": many})
        if back:
            self._add_cubes(suit, suit, back)
            self._add_to_stash(suit, -back)
            text = "The {suit} ghost takes its cubes back from his stash: {back}."
            self._end_race(suit)
            self._add("PM-41", "cubes taken back", text, {"suit": suit, "back": back})
        if loot is not None:
            self._loot(suit, loot)
        self._break_off_turn()
        if self.ruleset.race:
            self._start_again()
        else:
            self._lose_life()

    def _break_off_turn(self) -> None:
        """End the turn after an attack: the ghosts go back to their homes (PM-41)."""
        self.discarded = (*self.discarded, *self.taken)
        self.objective, self.hunger, self.taken, self.to_move, self.points = None, None, (), (), 0
        homes = self.ruleset.maze.ghosts
        self.ghosts = FrozenDict(
            (each, ghost._replace(square=homes[each], immune=False))
            for each, ghost in self.ghosts.items()
        )
        self._add("PM-41", "ghosts go home", "The turn ends; the ghosts go back to the house.")

    def _start_again(self) -> None:
        """Put him back on his start after an attack in a race: his lives are endless (PM-75)."""
        self.square, self.heading = self.ruleset.maze.start, self.ruleset.start_heading
        text = "His lives are endless: he starts again on {square}."
        self._add("PM-75", "he starts again", text, {"square": self.square})
        if self.phase != "over":
            self._begin_again()

    def _lose_life(self) -> None:
        """Take a life; the next one begins on his start, unless it was the last (PM-41)."""
        self.extra_lives -= 1
        if self.extra_lives < 0:
            self.phase = "over"
            self._add("PM-41", "last life", "That was Piecepackman's last life.")
            return
        self.square, self.heading = self.ruleset.maze.start, self.ruleset.start_heading
        lost = {"lives": self.extra_lives, "square": self.square}
        text = "Piecepackman loses a life; the next one starts on {square}. "
        over = self._nothing_left()  # he took the last of it on that square (PM-68, PM-74)
        if over:
            self.phase = "over"
            text = "Piecepackman loses a life, and nothing is left on the board: the level ends. "
        self._add("PM-41", "life lost", f"{text}Extra lives left: {{lives}}.", lost)
        if not over:
            self._begin_again()

    def _begin_again(self) -> None:
        """End the turn with him on his start; a cube that a position put there is his (PM-18)."""
        if self.square in self.cubes:
            self._take_cube(self._suit_for_wild(None))
        if self._nothing_left():
            self.phase = "over"
        else:
            self._next_turn()

    # --- Ghost Hunger (PM-60 to PM-67) ---------------------------------------------------------

    def _next_turn(self) -> None:
        """End the turn; hunger ends after its last one (PM-67), or counts down (PM-62)."""
        self.phase, self.turn, self.to_move = "roll", self.turn + 1, ()
        if self.taken:  # by a ghost, in a race
            self._show_ghosts_coins()
        if self.hunger == 0:
            self._end_hunger("PM-67")
        elif self.hunger is not None:
            self.hunger -= 1
            text = "Another turn of Ghost Hunger begins; {left} more after it."
            if self.hunger == 0:
                text = "The last turn of Ghost Hunger begins."
            self._add("PM-62", "hunger counts down", text, {"left": self.hunger})

    def _show_ghosts_coins(self) -> None:
        """Turn over coins that ghosts took: his hunger begins now, an ace lasts a turn (PM-75)."""
        for coin in self.taken:
            turns = NUMBER_FACES.get(coin.face, 1)
            self.hunger = (self.hunger or 0) + turns
            self.discarded = (*self.discarded, coin)
            self.taken = self.taken[1:]
            text = (
                f"The {{suit}} coin shows {{face}}: he is hungry for {count_noun(turns, 'turn')}."
            )
            self._add("PM-75", "coin shown", text, {"suit": coin.suit, "face": coin.face})

    def _show_coins(self) -> None:
        """Turn over the coins that he took; without turns, hunger ends at once (PM-62).

        The turns of a second one are added to those of the first (PM-66).
        """
        for number, coin in enumerate(self.taken):
            self._show_coin(coin, "PM-66" if number else "PM-62")
        if self.hunger == 0:
            self._end_hunger("PM-62")

    def _show_coin(self, coin: Coin, clause: str) -> None:
        """Turn over a coin that he took: an ace is a life, 2 to 5 are turns (PM-62, PM-66)."""
        self.taken = tuple(each for each in self.taken if each != coin)
        self.discarded = (*self.discarded, coin)
        if coin.face == "ace":
            self.extra_lives += self.ruleset.rules.ace_lives
            more = self.ruleset.rules.ace_lives
            lives = "an extra life" if more == 1 else f"{more} extra lives"
            text = "The {suit} coin shows an ace: no turns of hunger"
            text += f", but {lives}." if more else "."
        else:
            before, more = self.hunger or 0, NUMBER_FACES[coin.face]
            self.hunger = before + more
            turns = count_noun(more, "more turn") + (f", {before + more} in all" if before else "")
            text = f"The {{suit}} coin shows a {{face}}: hunger lasts for {turns}."
        self._add(clause, "coin shown", text, {"suit": coin.suit, "face": coin.face})

    def _end_hunger(self, clause: str) -> None:
        """End hunger, and immunity with it (PM-67)."""
        self.hunger = None
        self._end_immunity()
        self._add(clause, "hunger ends", "Ghost Hunger is over; no ghost is immune any more.")

    def _lose_immunity(self) -> None:
        """End the immunity of ghosts after a second coin in hunger (PM-66)."""
        immune = [suit for suit, ghost in self.ghosts.items() if ghost.immune]
        if immune:
            self._end_immunity()
            verb = "loses" if len(immune) == 1 else "lose"
            text = f"Another coin in hunger: {{ghosts}} {verb} immunity."
            self._add("PM-66", "immunity lost", text, {"ghosts": join_list(immune)})

    def _end_immunity(self) -> None:
        self.ghosts = FrozenDict(
            (suit, ghost._replace(immune=False)) for suit, ghost in self.ghosts.items()
        )


EFFECTS: Mapping[str, Callable[[Transition, Any], None]] = {
    "setup": Transition._set_up,
    "adjust": Transition._adjust,
    "uses": Transition._roll_uses,
    "roll": Transition._his_turn,
    "move": Transition._run_turn,
    "bonus": Transition._his_turn,
    "bonus move": Transition._run_turn,
    "order": Transition._agree_order,
    "dice": Transition._roll_ghosts_dice,
    "ghosts": Transition._move_ghost,
}
"""The effect of a move, by the phase that it is made in."""


def his_movement(
    ruleset: Ruleset, state: State, suit: str | None = None, choose: Choose = decide
) -> list[Step]:
    """Return the steps of his movement, without his roll; see ``Transition.move_him``."""
    log = StepLog()
    Transition(ruleset, state, log).move_him(suit, choose)
    return log
