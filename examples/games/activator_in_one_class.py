"""Activator, by Michael Schoessow, whole in one class: every clause and every rule option.

The package's own Activator plays by the same rules, faster and on a board of its own; a test plays
both, and compares moves, refusals and ends. A variant is a class of a few lines, as at the end.
"""

from pathlib import Path

import piecepack_nb as pp
from piecepack_nb.design import Board, one_of, option
from piecepack_nb.games import activator
from piecepack_nb.games.activator.events import EVENT_KINDS

HOMES = {"red": "a1", "blue": "d4"}
RED = {"a1": "FB", "b1": "EC", "c1": "D", "a2": "EC", "b2": "F", "a3": "D"}
FACES = {"B": "ace", "C": "2", "D": "3", "E": "4", "F": "5"}
SIZES = ("", "single", "double", "triple")


def opposite(square):
    return "dcba"["abcd".index(square[0])] + str(5 - int(square[1]))


def in_line(one, other):
    return one[0] == other[0] or one[1] == other[1]


def distance(one, other):
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def sized(pile):
    """Return pieces in words, from bottom to top: "double FB"."""
    size = SIZES[len(pile)] if len(pile) < len(SIZES) else f"stack of {len(pile)}"
    return f"{size} {''.join(piece[-1] for piece in pile)}"


@pp.register
class ActivatorInOneClass(Board):
    title = "Activator"
    author = "Michael Schoessow (2003-2004)"
    places = Board.squares(4, 4)
    part = one_of(1, 2, 3, 4)  # how many pieces move, from the top; all if it is left out
    rulebook = Path(activator.__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS

    first = option("red", "Who moves first.", "AC-4", choices=("red", "blue"))
    single_reach = option(1, "How many squares a single moves.", "AC-10", low=1, high=6)
    double_reach = option(2, "How many squares a double moves.", "AC-10", low=1, high=6)
    triple_reach = option(3, "How many squares a triple moves.", "AC-10", low=1, high=6)
    triple_diagonal = option(True, "May a triple move diagonally too?", "AC-10")
    may_turn_corners = option(False, "May a move turn corners?", "AC-10", reading=True)
    stack_height = option(3, "How many pieces a stack may have.", "AC-11", low=2, high=5)
    stacking = option(
        "smaller", "What may go on a piece.", "AC-13", choices=("smaller", "same", "any")
    )
    activator_reach = option(4, "How far an activator moves.", "AC-21", low=1, high=6)
    activator_may_turn = option(True, "May its path turn corners?", "AC-21", reading=True)
    attack_line = option(
        "rank or file", "Where attacks begin.", "AC-23", choices=("rank or file", "anywhere")
    )
    freezing = option(True, "Are the crossings of the lines frozen?", "AC-24")
    immunity = option(True, "Are pieces under an activator safe?", "AC-25")
    join_under = option(True, "May pieces join under an activator?", "AC-27", reading=True)
    turns_to_survive = option(1, "Turns to outlast on a home.", "AC-30", low=0, high=3)
    reduced_to = option(1, "Pieces or stacks at which a player loses.", "AC-31", low=0, high=3)
    no_move = option("lose", "What no legal move means.", "AC-32", choices=("lose", "draw"))
    repetition = option(3, "Repetitions for a draw.", "AC-32", choices=(0, 2, 3, 4, 5))

    def seats(self):
        return ("red", "blue") if self.first == "red" else ("blue", "red")

    def setup(self, table):
        for square, letters in RED.items():
            table[square] = [f"red {letter}" for letter in letters]
            table[opposite(square)] = [f"blue {letter}" for letter in letters]
        table.lay_on(HOMES["blue"], "red")
        table.lay_on(HOMES["red"], "blue")
        table.waits = {}  # for a seat on the other's home: the turns that it must still outlast
        table.earlier = []
        self.remember(table, table.seat)

    # --- Pieces and stacks: AC-10 to AC-16 ----------------------------------------------------

    # A pile lists its pieces from bottom to top: ["red F", "red B"]. B is the smallest, F the
    # largest, as in the alphabet.

    def why_not(self, table, start, end, part=None, activator=None):
        moving = table[start][-part:] if part else table[start]
        return (
            self.why_not_part(table, start, part)
            or self.why_not_frozen(table, start)
            or self.why_not_path(table, start, end, moving)
            or self.why_not_end(table, start, end, moving)
            or self.why_not_activator(table, start, end, part, activator)
        )

    def why_not_part(self, table, start, part):
        pile = table[start]
        if part and part >= len(pile):
            text = f"the {sized(pile)} on {start} has {len(pile)}; leave the number out for all"
            return table.refuse(f"AC-15 {text}", start)

    def why_not_frozen(self, table, start):
        if start in self.frozen(table):
            red, blue = self.activator_of(table, "red"), self.activator_of(table, "blue")
            text = f"{start} is frozen: the lines of the activators on {red} and {blue} cross there"
            return table.refuse(f"AC-24 {text}", start, red, blue)

    def reach(self, number):
        return (self.single_reach, self.double_reach, self.triple_reach)[min(number, 3) - 1]

    def slants(self, number):
        return number >= 3 and self.triple_diagonal

    def why_not_path(self, table, start, end, moving):
        if self.may_turn_corners:
            return self.why_not_around(table, start, end, moving)
        way, size = table.line(start, end), sized(moving)
        if way is None or not (in_line(start, end) or self.slants(len(moving))):
            return table.refuse(f"AC-10 a {size} doesn't move from {start} to {end}", start, end)
        if len(way) > self.reach(len(moving)):
            text = f"a {size} moves up to {self.reach(len(moving))}, and {end} is {len(way)} away"
            return table.refuse(f"AC-10 {text}", start, end)
        for square in way[:-1]:
            if table[square]:
                return table.refuse(f"AC-12 the {sized(table[square])} blocks {square}", square)

    def around(self, table, start, number, bare=False):
        """Return the squares that paths with corners reach, past no piece unless ``bare``."""
        found, heads = {start: None}, [start]
        near = table.around if self.slants(number) else table.next_to
        for _ in range(self.reach(number)):
            ends = [end for here in heads for end in near(here) if end not in found]
            found.update(dict.fromkeys(ends))
            heads = [end for end in dict.fromkeys(ends) if bare or not table[end]]
        return list(found)[1:]

    def why_not_around(self, table, start, end, moving):
        found = self.around(table, start, len(moving))
        if end in found:
            return None
        if end not in self.around(table, start, len(moving), bare=True):
            text = f"a {sized(moving)} moves up to {self.reach(len(moving))}: too few for {end}"
            return table.refuse(f"AC-10 {text}", start, end)
        blocks = [each for each in found if table[each]]
        return table.refuse(f"AC-12 every path to {end} is blocked", *blocks)

    def why_not_end(self, table, start, end, moving):
        if not table[end]:
            return None
        if table.owner(end) == table.seat:
            return self.why_not_join(table, end, moving)
        own = self.activator_of(table, table.seat)
        if self.attack_line != "anywhere" and not in_line(start, own):
            text = f"{start} isn't in line with your activator on {own}: no attack on {end}"
            return table.refuse(f"AC-23 {text}", start, own, end)
        if self.immunity and table.on_top(end):
            return table.refuse(f"AC-25 the pieces on {end} carry an activator: they're safe", end)

    def why_not_join(self, table, end, moving):
        pile = table[end]
        if len(pile) + len(moving) > self.stack_height:
            return table.refuse(f"AC-11 a stack has at most {self.stack_height} pieces", end)
        upper, lower = moving[0][-1], pile[-1][-1]
        equal = upper == lower and self.stacking == "same"
        if not (upper < lower or equal or self.stacking == "any"):
            return table.refuse(f"AC-13 {upper} can't be on {lower}, the top of {end}", end)
        if table.on_top(end) and not self.join_under:
            return table.refuse(f"AC-27 nothing joins the stack under the activator on {end}", end)

    # --- Activators: AC-20 to AC-27 -----------------------------------------------------------

    def activator_of(self, table, seat):
        return next(square for square, tops in table.tops.items() if seat in tops)

    def frozen(self, table):
        red, blue = self.activator_of(table, "red"), self.activator_of(table, "blue")
        return (red[0] + blue[1], blue[0] + red[1]) if self.freezing else ()

    def reaches(self, one, other):
        straight = self.activator_may_turn or in_line(one, other)
        return straight and 0 < distance(one, other) <= self.activator_reach

    def why_not_activator(self, table, start, end, part, to):
        own, other = (self.activator_of(table, seat) for seat in (table.seat, table.rival))
        if not to and own != end:
            return None
        clause = self.deciding_clause(table, start, end, part)
        if clause and to:
            return table.refuse(f"{clause} this move ends the game: no activator moves", end)
        if clause:
            return None
        if not to:
            return table.refuse(f"AC-20 your activator must leave {end}, which is captured", end)
        if to == own:
            return table.refuse(f"AC-21 your activator is on {to} already", to)
        if to == (end if other == start else other):  # on start it rides along
            return table.refuse(f"AC-22 the other activator is on {to}", to)
        if table.owner(to) != table.rival or to == end:
            return table.refuse(f"AC-20 your activator must be on an enemy piece, not on {to}", to)
        if not self.reaches(own, to):
            return table.refuse(f"AC-21 your activator doesn't reach {to} from {own}", own, to)

    # --- A turn: AC-4, AC-14 to AC-16, AC-21, AC-26 -------------------------------------------

    def tries(self, table):
        """List the moves along clear paths, so that why_not isn't asked about all others."""
        own = self.activator_of(table, table.seat)
        targets = [to for to in table.of(table.rival) if self.reaches(own, to)]
        for start in table.own:
            height = len(table[start])
            for number in range(1, height + 1):
                for end in self.ends(table, start, number):
                    for to in (None, *targets):
                        yield start, end, number if number < height else None, to

    def ends(self, table, start, number):
        if self.may_turn_corners:
            return self.around(table, start, number)
        rays = table.rays(start, None if self.slants(number) else False)
        return [end for ray in rays for end in self.clear(table, ray[: self.reach(number)])]

    def clear(self, table, ray):
        for end in ray:
            yield end
            if table[end]:
                return

    def move(self, table, start, end, part=None, activator=None):
        who, rival = table.seat, table.rival
        own, rider = self.activator_of(table, who), table.on_top(start)
        pile = table[start]
        rest, moving = (pile[:-part], pile[-part:]) if part else ([], pile)
        if table.owner(end) == rival:
            table.say(f"AC-16 {who} captures the {sized(table[end])} on {end}.", kind="capture")
            table[end] = []
            table.earlier = []  # no earlier position can come again
        table[start], table[end] = rest, [*(table[end] or []), *moving]
        table.say(
            f"AC-10 {who}'s {sized(moving)} goes to {end}: a {sized(table[end])}.", kind="move"
        )
        if rider:
            table.lay_on(end, table.take_from(start))
            table.say(f"AC-26 {rival}'s activator rides along to {end}.", kind="ride")
        if activator:
            table.lay_on(activator, table.take_from(own, who))
            table.say(f"AC-21 {who}'s activator goes to {activator}.", kind="activator")
        table.waits = self.waits_after(table)
        self.remember(table, rival)

    # --- The end: AC-30 to AC-32 --------------------------------------------------------------

    def waits_after(self, table):
        """Return who is on the other's home, and how many of the other's turns are left there."""
        waits = {}
        for seat, enemy in (("red", "blue"), ("blue", "red")):
            if table.owner(HOMES[enemy]) == seat:
                left = table.waits.get(seat, self.turns_to_survive)
                waits[seat] = left if seat == table.seat else max(0, left - 1)
        return waits

    def remember(self, table, next_seat):
        if self.repetition:
            piles = [table[square] for square in table.places]
            table.earlier = [*table.earlier, f"{piles} {next_seat} {table.tops} {table.waits}"]

    def deciding_clause(self, table, start, end, part):
        """Return the clause by which a move ends the game at once; "" if it goes on."""
        stacks = {seat: len(table.of(seat)) for seat in table.seats}
        stacks[table.seat] += bool(part)
        if table[end]:
            stacks[table.owner(end)] -= 1
        if min(stacks.values()) <= self.reduced_to:
            return "AC-31"
        return "AC-30" if not self.turns_to_survive and end == HOMES[table.rival] else ""

    def winner(self, table):
        few = [seat for seat in table.seats if len(table.of(seat)) <= self.reduced_to]
        if few:
            loser = table.rival if table.rival in few else table.seat
            winner = "red" if loser == "blue" else "blue"
            return winner, f"AC-31 {loser} has too few pieces or stacks left."
        for seat, waits in table.waits.items():
            if not waits:
                return seat, f"AC-30 {seat} holds the other's home."
        if self.repetition and table.earlier.count(table.earlier[-1]) >= self.repetition:
            return "draw", "AC-32 the position was repeated."

    def stuck(self, table):
        return table.rival if self.no_move == "lose" else "draw", f"AC-32 {table.seat} can't move."

    # --- On the board -------------------------------------------------------------------------

    def look(self, piece, place):
        seat, _, letter = piece.partition(" ")
        return f"{seat} pyramid {FACES[letter]}" if letter else f"{seat} pawn"

    def marks(self, table, picks):
        return dict.fromkeys(self.frozen(table), "barred")


@pp.register
class GiveawayActivator(ActivatorInOneClass):
    """A variant: who may capture must, and who has too few pieces left wins."""

    def why_not(self, table, start, end, part=None, activator=None):
        why = super().why_not(table, start, end, part, activator)
        quiet = not why and not table[end]
        if quiet and any(self.captures(table, *each) for each in self.tries(table)):
            return "AC-16 you can capture, so you must"
        return why

    def captures(self, table, start, end, part, activator):
        enemy = table.owner(end) == table.rival
        return enemy and not super().why_not(table, start, end, part, activator)

    def winner(self, table):
        found = super().winner(table)
        if found and "AC-31" in found[1]:
            return "red" if found[0] == "blue" else "blue", "AC-31 fewer is better here."
        return found
