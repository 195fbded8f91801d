"""The sentences of P.A.C.O., and what must be true for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from piecepack_nb.games.paco.rules import PRIORITY
from piecepack_nb.games.paco.state import KINDS, THEN, Face, Order, Return, Stop
from tests.games.paco.random_play import bold
from tests.sentences.play import Reader
from tests.sentences.reader import NUMBER, Case, Grammar, Wrong, listing, names_in, read_rolls

WHO, SQUARE, HEADING = "Suns|Moons|Crowns|Arms|Stars|Hands", "[a-h][1-8]", "[NESW]"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
BLOCKS = ("white", "stacked")
CELLS = {"a hole": None, "a black counter": "black", "a white block": "white",
         "a white block on a black counter": "stacked"}  # fmt: skip


def seats_of(text: str) -> list[str]:
    return [each.lower() for each in names_in(text)]


G = Grammar(
    "paco",
    {
        "who": (WHO, str.lower), "other": (WHO, str.lower), "n": NUMBER, "square": (SQUARE, str),
        "to": (SQUARE, str), "here": (SQUARE, str), "h": (HEADING, str), "any": (".*", str),
        "players": (listing(WHO), seats_of), "squares": (listing(SQUARE), names_in),
        "cell": ("|".join(reversed(CELLS)), CELLS.__getitem__),
    },
)  # fmt: skip
Facts = Iterator[tuple[Any, Any]]
read_rolls(G)


def ahead(square: str | None, heading: str) -> str | None:
    """Return the next square that way; None off the board."""
    if not square or not heading:
        return None
    right, up = STEPS[heading]
    to = chr(ord(square[0]) + right) + str(int(square[1]) + up)
    return to if re.fullmatch(SQUARE, to) else None


def front(state: Any, who: str) -> str | None:
    player = state.players[who]
    return ahead(player.square, player.heading)


def on(state: Any, square: str | None) -> list[str]:
    """Return the players on a square."""
    return [who for who, each in state.players.items() if square and each.square == square]


def earlier(c: Case) -> list[tuple[Any, str, str]]:
    """Return the events of this turn's orders, each with the state before: a move may"
    " end a turn."""
    shown = max((n for n, each in enumerate(c.earlier) if each[1] == "orders shown"), default=-1)
    return c.earlier[shown + 1 :]


def states(c: Case) -> list[Any]:
    """Return the states of this turn's orders up to here."""
    return [state for state, *_ in earlier(c)] + [c.before]


def sometime(c: Case, fact: Any) -> bool:
    """Tell if a fact held at some time of this move: orders are judged before the"
    " others' are done."""
    return any(fact(state) for state in states(c))


def order_of(c: Case, who: str) -> str:
    """Return a player's order of this turn in words."""
    for state in reversed(states(c)):
        if who in state.orders:
            return str(state.orders[who].words)
    raise Wrong(f"{who} has no order")


def happened(c: Case, who: str, *kinds: str) -> list[str]:
    """Return the kinds of this turn's events of a player, in order."""
    return [kind for _, kind, text in earlier(c) if kind in kinds and text.startswith(who.title())]


# --- set-up ------------------------------------------------------------------------------------

ROLLED = "Row {row:n}, column {column:n}: "


def rolled(c: Case, row: int, column: int) -> str:
    """Return the cell of a roll, which must be the move's."""
    faces = c.move.faces
    if (str(row), str(column)) != (faces["row"], faces["column"]):
        raise Wrong(f"the dice show {dict(faces)}")
    return f"{'abcdefgh'[column]}{row + 1}"


@G.event("hole made", "PA-2", ROLLED + "{square} is left empty, a hole.")
def _(c: Case, row: int, column: int, square: str) -> Facts:
    yield square, rolled(c, row, column)
    yield c.before.cells.keys() - c.after.cells.keys(), {square}


@G.event("rolled again", "PA-2", ROLLED + "{square} is already empty. Roll again.")
@G.event(
    "rolled again",
    "PA-3",
    ROLLED + "{square} {hole~is a hole}. Roll again.",
    ROLLED + "{who} is already on {square}. Roll again.",
    ROLLED + "{square} is beside the hole at {to}. Roll again.",
)
def _(
    c: Case, row: int, column: int, square: str, who: str = "", to: str = "", hole: str = ""
) -> Facts:
    yield square, rolled(c, row, column)
    yield on(c.before, square), [who] if who else []
    yield square in c.before.cells, bool(who or to)
    if to:
        yield to in c.before.cells, False
        yield to in [ahead(square, heading) for heading in STEPS], True
        yield c.rules.clear_of_holes, True


@G.event("player placed", "PA-3", ROLLED + "{who} begins on {square}[, facing {h}].")
def _(c: Case, row: int, column: int, who: str, square: str, h: str | None) -> Facts:
    yield square, rolled(c, row, column)
    yield (square, h or ""), c.after.players[who][:2]
    yield (square in c.before.cells, on(c.before, square)), (True, [])


@G.event("headings", "PA-3", "The players' headings: {any}.")
def _(c: Case, any: str) -> Facts:
    said = dict(each.lower().split() for each in any.split(", "))
    yield said, {who: c.after.players[who].heading.lower() for who in said}
    yield (
        set(said),
        {who for who, each in c.before.players.items() if each.square and not each.heading},
    )


@G.event("faces", "PA-3", "{who} faces {h}.")
def _(c: Case, who: str, h: str) -> Facts:
    yield (c.before.players[who].heading, c.after.players[who].heading), ("", h)


# --- orders ------------------------------------------------------------------------------------


@G.event("order written", "PA-20", "{who} has written an order.")
def _(c: Case, who: str) -> Facts:
    yield (who in c.before.orders, c.move.seat), (False, who)


@G.event("orders shown", "PA-20", "All orders are shown: {any}.")
def _(c: Case, any: str) -> Facts:
    said = dict(each.split(" ", 1) for each in ([] if any == "nobody has one" else names_in(any)))
    true = {}
    for who, player in c.before.players.items():
        if player.then and player.square:
            true[who.title()] = player.then
        elif who in c.before.orders and (not c.earlier or c.earlier[-1][1] == "order written"):
            true[who.title()] = c.before.orders[who].words
    yield said, true
    yield set(true), {who.title() for who in c.after.orders}


@G.event("turns", "PA-10 PA-11", "{who} turns {side~left|right} on {square}, from {a:h} to {b:h}.")
def _(c: Case, who: str, side: str, square: str, a: str, b: str) -> Facts:
    yield (square, a, b), (*c.before.players[who][:2], c.after.players[who].heading)
    yield b, "NESW"["NESW".index(a) + (1 if side == "right" else -1) & 3]
    yield (side, c.clause), (order_of(c, who), {"left": "PA-10", "right": "PA-11"}[side])


@G.event("die", "PA-23 PA-24", "{who} rolls {n} for {square}.")
def _(c: Case, who: str, n: int, square: str) -> Facts:
    yield (n, square), (int(c.move.faces[who]), front(c.before, who))
    yield c.clause, "PA-23" if c.before.players[who].square in c.before.cells else "PA-24"


@G.event("moves", "PA-12", "{who} moves from {here} to {to}.")
def _(c: Case, who: str, here: str, to: str) -> Facts:
    yield (here, to), (c.before.players[who].square, front(c.before, who))
    yield (to, here in c.before.cells), (c.after.players[who].square, True)
    yield (c.before.cells.get(to), order_of(c, who)), ("black", "forward")


@G.event("lands", "PA-13", "{who} lands on {to}, from over the hole at {here}.")
def _(c: Case, who: str, here: str, to: str) -> Facts:
    yield (here, to), (c.before.players[who].square, c.after.players[who].square)
    yield (here in c.before.cells, c.before.cells.get(to)), (False, "black")


@G.event("jumps", "PA-13", "{who} jumps from {here} into the air over the hole at {to}.")
def _(c: Case, who: str, here: str, to: str) -> Facts:
    yield (here, to), (c.before.players[who].square, c.after.players[who].square)
    yield (
        (to in c.before.cells, to, order_of(c, who).split()[0]),
        (False, front(c.before, who), "jump"),
    )


@G.event("lifts", "PA-14", "{who} lifts the counter on {square}: it is a white block now.")
@G.event(
    "lifts too", "PA-25", "{who} lifts the block on {square} {too~as well}: it is lifted once."
)
def _(c: Case, who: str, square: str, too: str = "") -> Facts:
    yield square, front(c.before, who)
    yield c.before.cells[square], "white" if too else "black"
    yield c.after.cells[square], "white"
    others = [text for _, kind, text in earlier(c) if kind == "lifts" and square in text]
    yield (len(others), order_of(c, who)), (len(too) // 7, "lift")


# --- orders that fail --------------------------------------------------------------------------


@G.event(
    "order fails",
    "PA-12 PA-16 PA-21 PA-22 PA-23 PA-25 PA-26",
    "{who}'s order, {order~.*?}, fails: {any}.",
)
def _(c: Case, who: str, order: str, any: str) -> Facts:
    yield order, order_of(c, who)
    yield from c.but(move=who).part("failure", any)


@G.event(
    "failure",
    "PA-12 PA-21 PA-24",
    "{who} faces off the board",
    "there is nothing in front but the {edge~edge of the board}",
)
def _(c: Case, who: str = "", edge: str = "") -> Facts:
    yield who or c.move, c.move
    yield front(c.before, c.move), None


@G.event("failure", "PA-12 PA-24", "{square} is a hole")
@G.event("failure", "PA-16 PA-24", "on {square} is {cell}")
@G.event(
    "failure",
    "PA-21",
    "on {square} is {cell}, no black counter",
    "in front, on {square}, is {cell}, no white block",
)
def _(c: Case, square: str, cell: str | None = None) -> Facts:
    yield (
        sometime(
            c, lambda state: front(state, c.move) == square and state.cells.get(square) == cell
        ),
        True,
    )


@G.event(
    "failure",
    "PA-22 PA-24 PA-25",
    "{other} is on {square}",
    "{other} stays on {square}",
    "{other} is over {square}",
)
def _(c: Case, other: str, square: str) -> Facts:
    yield (
        sometime(c, lambda state: front(state, c.move) == square and on(state, square) == [other]),
        True,
    )


@G.event(
    "failure", "PA-25", "{players} {verb~was|were} ordered to {square}: the move takes precedence"
)
def _(c: Case, players: list[str], verb: str, square: str) -> Facts:
    yield verb, "was" if len(players) == 1 else "were"
    entering = [
        who for who in c.before.orders if order_of(c, who).split()[0] in ("forward", "jump")
    ]
    first = states(c)[0]
    yield players, [who for who in entering if front(first, who) == square]


@G.event(
    "failure",
    "PA-23 PA-24",
    "{players} all want {square}, and of three or more nobody moves",
    "the dice show {dice~.*?}: {winner:who} goes to {square}",
    "the dice show {dice~.*?}: nobody goes to {square}",
)
def _(c: Case, square: str, players: list[str] = (), dice: str = "", winner: str = "") -> Facts:  # type: ignore[assignment]
    seats = [
        text.split()[0].lower()
        for _, kind, text in earlier(c)
        if kind == "die" and text.endswith(f" {square}.")
    ]
    yield list(players) or [each.split()[0].lower() for each in dice.split(", ")], seats
    rolls = {text.split()[0].lower(): int(text.split()[2]) for _, kind, text in earlier(c)
             if kind == "die" and text.endswith(f" {square}.")}  # fmt: skip
    best = [who for who in rolls if rolls[who] == max(rolls.values())]
    if dice:
        yield dice, ", ".join(f"{who.title()} {die}" for who, die in rolls.items())
        yield [winner] if winner else [], best if len(best) == 1 else []
    else:
        yield (len(players) > 2, c.rules.crowd_roll), (True, "none")
    yield winner != c.move, True


@G.event("failure", "PA-21", "there is no hole in front of {who}")
def _(c: Case, who: str) -> Facts:
    to = front(c.before, who)
    yield who, c.move
    yield sometime(c, lambda state: to is None or to in state.cells), True


@G.event(
    "failure", "PA-26", "{players} {verb~push|pushes} the block on {square} too: they cancel out"
)
def _(c: Case, players: list[str], verb: str, square: str) -> Facts:
    yield verb, "pushes" if len(players) == 1 else "push"
    pushers = [who for who in c.before.orders if order_of(c, who) == "push"]
    facing = {who for who in pushers if sometime(c, lambda s, w=who: front(s, w) == square)}  # type: ignore[misc]
    yield set(players) | {c.move}, facing
    yield c.before.cells.get(square) in BLOCKS, True


@G.event("failure", "PA-26", "{other} has just lifted the block on {square} and is behind it")
def _(c: Case, other: str, square: str) -> Facts:
    yield ahead(square, c.before.players[c.move].heading), c.before.players[other].square
    yield bool(happened(c, other, "lifts", "lifts too")), True


@G.event("failure", "PA-21", "a block pushed {who} out of the air before their order was due")
def _(c: Case, who: str) -> Facts:
    yield (who, happened(c, who, "stunned", "falls", "pushed off")), (c.move, [])
    yield any(who.title() in text for _, kind, text in earlier(c) if kind == "shoves"), True


@G.event(
    "failure",
    "PA-21",
    "{who} was stunned on {square} before their order was due",
    "{who} fell down the hole at {square} before their order was due",
    "{who} was {off~pushed off} the board before their order was due",
)
def _(c: Case, who: str, square: str = "", off: str = "") -> Facts:
    harms = happened(c, who, "stunned", "falls", "pushed off")
    yield who, c.move
    yield (bool(harms), off != "" or square != ""), (True, True)
    if off:
        yield harms[0], "pushed off"
    else:
        yield (
            any(square in text for _, kind, text in earlier(c) if kind in ("stunned", "falls")),
            True,
        )


@G.event("failure", "PA-13", "{who} is in the air and their order is {any}, not forward")
def _(c: Case, who: str, any: str) -> Facts:
    yield (who, any), (c.move, order_of(c, who))
    yield c.before.players[who].square in c.before.cells, False


# --- blocks ------------------------------------------------------------------------------------


@G.event("pushes", "PA-15", "{who} pushes the block on {square} to the {side~\\w+}.")
def _(c: Case, who: str, square: str, side: str) -> Facts:
    yield (square, side), (front(c.before, who), SIDES[c.before.players[who].heading])
    yield (c.before.cells.get(square) in BLOCKS, order_of(c, who)), (True, "push")


def line(start: str, end: str) -> list[str]:
    """Return the squares from one to another, both included."""
    for heading in STEPS:
        path: list[str] = [start]
        while path[-1] != end and (to := ahead(path[-1], heading)):
            path.append(to)
        if path[-1] == end:
            return path
    raise Wrong(f"{start} and {end} are in no line")


def gone(cell: str | None) -> str | None:
    """Return what a block leaves."""
    return {"white": None, "stacked": "black"}[str(cell)]


@G.event(
    "slides",
    "PA-30",
    "The block slides from {here} to {to}[, over the {hole~holes?} at {squares}].",
)
def _(c: Case, here: str, to: str, hole: str | None, squares: list[str] | None) -> Facts:
    between = line(here, to)[1:-1]
    empty = [square for square in between if square not in c.before.cells]
    yield squares or [], empty
    yield hole or "hole", "hole" if len(empty) < 2 else "holes"
    yield (
        [c.before.cells.get(square) in BLOCKS or on(c.before, square) for square in between],
        [[]] * 0 or [False or [] for _ in between],
    )
    yield c.after.cells.get(here), gone(c.before.cells[here])
    yield c.after.cells.get(to), "stacked" if to in c.before.cells else "white"


@G.event("shoves", "PA-33", "The block pushes {any}.")
def _(c: Case, any: str) -> Facts:
    said = {name.split()[0].lower(): name.split()[-1] for name in names_in(any)}
    yield (
        said,
        {
            who: each.square
            for who, each in c.after.players.items()
            if each.square != c.before.players[who].square
        },
    )


@G.event("stays", "PA-31", "The block stays on {square}: it has no room to move.")
def _(c: Case, square: str) -> Facts:
    yield c.before.cells.get(square) in BLOCKS, True
    yield c.after.cells, c.before.cells


@G.event("seals", "PA-31", "The block falls into the hole at {square} and seals it.")
@G.event("falls through", "PA-31", "The block falls {through~through} the hole at {square}.")
def _(c: Case, square: str, through: str = "") -> Facts:
    yield (
        (c.before.cells[square], c.after.cells.get(square)),
        ("white", None if through else "black"),
    )
    yield c.rules.seal_holes, not through


@G.event(
    "stops",
    "PA-30",
    "The block stops on {square}, on the black counter there.",
    "The block stops on {square} and takes the {place~place} of the black counter there.",
)
def _(c: Case, square: str, place: str = "") -> Facts:
    yield (
        (c.before.cells[square], c.after.cells[square]),
        ("stacked", "white" if place else "stacked"),
    )


@G.event("leaves", "PA-30", "The block leaves the board at {square}.")
def _(c: Case, square: str) -> Facts:
    yield c.after.cells.get(square), gone(c.before.cells[square])
    yield c.after.beside - c.before.beside, 1
    yield any(ahead(square, heading) is None for heading in STEPS), True


@G.event("goes on", "PA-32 PA-34", "The block on {square} goes on.")
def _(c: Case, square: str) -> Facts:
    yield c.before.cells.get(square) in BLOCKS, True


@G.event("held", "PA-26", "{who} has just lifted the block on {square} and holds it.")
def _(c: Case, who: str, square: str) -> Facts:
    yield bool(happened(c, who, "lifts", "lifts too")), True
    yield c.before.players[who].square in [ahead(square, heading) for heading in STEPS], True


# --- harm and points ---------------------------------------------------------------------------


@G.event("pushed off", "PA-35", "{who} is pushed {off~off} the board at {square}.")
@G.event("falls", "PA-33 PA-34", "{who} falls {hole~through} the hole at {square}.")
@G.event("falls", "PA-13 PA-24", "{who} falls down the {hole~hole} at {square}: {any}.")
def _(c: Case, who: str, square: str, hole: str = "", any: str = "", off: str = "") -> Facts:
    yield (square, c.after.players[who].square), (c.before.players[who].square, None)
    yield bool(off) or square not in c.before.cells, True
    yield bool(off) <= (None in [ahead(square, heading) for heading in STEPS]), True
    yield c.after.players[who].points, c.before.players[who].points
    if any:
        yield from c.but(move=who).part("failure", any)


@G.event("stunned", "PA-34", "{who} is pushed against {any} and stunned on {square}.")
def _(c: Case, who: str, any: str, square: str) -> Facts:
    yield square, c.before.players[who].square
    yield c.after.players[who].stunned, c.rules.stun_turns
    *name, against = any.removeprefix("the block on ").split(" on ")
    yield against in [ahead(square, heading) for heading in STEPS], True
    yield (
        on(c.before, against) if name else c.before.cells.get(against) in BLOCKS,
        [name[0].lower()] if name else True,
    )


HARMS = {"stunned": "stunned", "fell down a hole": "falls", "pushed off the board": "pushed off"}


@G.event("points lost", "PA-40", "{who} loses {n:#point}: they {any}.")
@G.event("points gained", "PA-41", "{who} {gain~gains} {n:#point}: {other} {any}.")
def _(c: Case, who: str, n: int, any: str, gain: str = "", other: str = "") -> Facts:
    yield n * (1 if gain else -1), c.after.players[who].points - c.before.players[who].points
    reasons = [each.removeprefix("was ").removeprefix("were ") for each in names_in(any)]
    harms = happened(c, other or who, "stunned", "falls", "pushed off")
    kinds: Counter[str] = Counter()
    for each in reasons:
        what, times = re.fullmatch(r"(.*?)(?: (twice|\d times))?", each).groups()  # type: ignore[union-attr]
        yield what in kinds, False
        kinds[HARMS[what]] += 2 if times == "twice" else int((times or "1")[0])
    yield kinds if gain else kinds == Counter(harms), kinds & Counter(harms) if gain else True


@G.event(
    "points survived",
    "PA-42",
    "{players} {verb~are|is} on the board at the end of the turn and"
    " {gain~gains?} {n:#point}[{each~ each}].",
)
def _(c: Case, players: list[str], verb: str, gain: str, n: int, each: str | None) -> Facts:
    many = len(players) > 1
    yield (verb, gain, bool(each)), ("are", "gain", True) if many else ("is", "gains", False)
    before, after = c.before.players, c.after.players
    yield (
        dict.fromkeys(players, n),
        {who: after[who].points - before[who].points for who in players},
    )
    yield [who for who in after if after[who].points > before[who].points], players
    back = any(kind == "returns" for _, kind, _ in earlier(c)[-1:])
    yield not back or c.rules.return_scores, True
    yield [who for who in players if not before[who].square], []


@G.event("recovers", "PA-34", "{who} on {square} is no longer stunned.")
def _(c: Case, who: str, square: str) -> Facts:
    yield (c.before.players[who].stunned, c.after.players[who].stunned), (1, 0)
    yield square, c.before.players[who].square


@G.event("resolution", "PA-20", "Results of the orders: {any}")
def _(c: Case, any: str) -> Facts:
    results = re.findall(r"(.*?) \[(PA-\d+)\]\.(?: |$)", any)
    yield [text.split()[0].split("'")[0].lower() for text, _ in results], list(c.before.players)
    said = {text.rstrip(".") for _, _, text in earlier(c)}
    for text, clause in results:
        who = text.split()[0].split("'")[0].lower()
        idle = re.fullmatch(r"\w+ is (stunned|off the board) and has no order", text)
        fell = f"{who.title()} falls down the hole at "
        if idle:
            first = states(c)[0].players[who]
            yield (
                (idle[1], clause),
                ("off the board", "PA-43") if first.square is None else ("stunned", "PA-34"),
            )
            yield bool(first.stunned), idle[1] == "stunned"
        elif text not in said:
            why = text.partition(" fails: ")[2]
            yield (
                [each for each in said if each.startswith(fell) and each.endswith(why)] != [],
                True,
            )


# --- coming back and stopping ------------------------------------------------------------------


@G.event("tries to return", "PA-43", "{who} tries to come back.")
@G.event("stays off", "PA-43", "{who} stays off the board.")
def _(c: Case, who: str) -> Facts:
    yield (c.before.players[who].square, c.before.returning[0]), (None, who)


@G.event(
    "return fails",
    "PA-43",
    "{who} rolls {square}, where {other} is: they don't come back, at no cost.",
    "{who} rolls {square}, a {block~white block}: they don't come back, at no cost.",
    "{who} rolls {square}, a hole: they don't come back and lose {n:#point}.",
    "{who} rolls {square}, a {free~hole}: they don't come back, at no cost.",
)
def _(
    c: Case, who: str, square: str, other: str = "", block: str = "", n: int = 0, free: str = ""
) -> Facts:
    yield square, rolled(c, int(c.move.faces["row"]), int(c.move.faces["column"]))
    yield on(c.before, square), [other] if other else []
    cell = c.before.cells.get(square)
    yield (cell in BLOCKS, cell is None or bool(other) or bool(block)), (bool(block), True)
    yield c.after.players[who].points - c.before.players[who].points, -n
    yield c.after.players[who].square, None
    yield n, c.rules.hole_points if not (other or block) else 0


@G.event(
    "returns", "PA-43", "{who} comes back on {square}{cost~ and pays|, at no cost}[ {n:#point}]."
)
def _(c: Case, who: str, square: str, cost: str, n: int | None) -> Facts:
    yield "pays" in cost, n is not None
    yield square, rolled(c, int(c.move.faces["row"]), int(c.move.faces["column"]))
    yield (square, c.before.players[who].square), (c.after.players[who].square, None)
    yield (c.before.cells.get(square), on(c.before, square)), ("black", [])
    yield c.after.players[who].points - c.before.players[who].points, -(n or 0)


@G.event("agrees to stop", "PA-44", "{who} agrees to stop[, and asks whether {all~all} do].")
@G.event("plays on", "PA-44", "{who} plays on, so the game goes {on_~on}.")
def _(c: Case, who: str, all: str | None = None, on_: str = "") -> Facts:
    yield who, c.move.seat
    yield c.after.declined if on_ else c.after.answers[-1], who
    yield bool(all), not c.before.answers and not on_


# --- refusals ----------------------------------------------------------------------------------


@G.event("due", "PA-20", "{players} must write an order")
def _(c: Case, players: list[str]) -> Facts:
    free = [w for w, p in c.before.players.items() if p.square and not p.stunned and not p.then]
    yield players, [who for who in free if who not in c.before.orders]


@G.event(
    "due",
    "PA-2 PA-3 PA-23 PA-43",
    "the dice of {dice~.*} must be rolled first, {why~for .*|in the contest}",
)
def _(c: Case, dice: str, why: str) -> Facts:
    yield names_in(dice), [die.name for die in c.game.to_act(c.before).dice]
    holes = sum(f"{file}{rank}" not in c.before.cells for file in "bcdefg" for rank in range(2, 8))
    placing = next((w for w, p in c.before.players.items() if not p.square), "")
    true = {"PA-2": f"for hole {holes + 1}", "PA-23": "in the contest"}
    true["PA-3"] = f"for {placing.title()}'s first cell" if placing else "for the headings"
    if c.before.phase == "landing":
        true["PA-43"] = f"for the cell where {c.before.returning[0].title()} comes back"
    yield why, true[c.clause]


@G.event("due", "PA-44", "{who} must say whether they agree to {stop~stop}")
@G.event("due", "PA-43", "{who} must say whether they try to come back")
@G.event("due", "PA-3", "{who} must choose a {heading~heading}: N, E, S or W")
def _(c: Case, who: str, stop: str = "", heading: str = "") -> Facts:
    yield c.before.phase, "stop" if stop else "headings" if heading else "return"
    yield c.game.to_act(c.before).seats, (who,)
    yield who in c.before.answers, False


@G.refusal("PA-44", "the game is over: {any}")
def _(c: Case, any: str) -> Facts:
    yield c.before.phase, "over"
    yield from c.part("over", any)


@G.event(
    "over",
    "",
    "All agreed to stop: {any}",
    "No order is left: {any}",
    "Turn {n} was the last: {any}",
)
def _(c: Case, any: str, n: int = 0) -> Facts:
    yield n or c.before.turn, c.before.turn
    if n:
        yield n >= c.rules.turn_limit, True
    yield from c.part("won", any)


@G.event(
    "won", "", "{players} wins with {n:#point}", "{players} share the {win~win} with {n:#point}"
)
def _(c: Case, players: list[str], n: int, win: str = "") -> Facts:
    points = {who: each.points for who, each in c.before.players.items()}
    yield n, max(points.values())
    yield players, [who for who in points if points[who] == n]
    yield len(players) > 1, bool(win)


@G.refusal("PA-43", "{who} is on the board, on {square}: only players off it may come back")
def _(c: Case, who: str, square: str) -> Facts:
    yield (who, square), (c.move.seat, c.before.players[who].square)


@G.refusal("", "{move~.*} must wait: {due~.*}", "{move~.*} is no move of this game: {due~.*}")
def _(c: Case, move: str, due: str) -> Facts:
    yield move[:60] in (str(c.move)[:60], repr(c.move)), True
    yield from c.part("due", due)


@G.refusal("PA-44", "under these rules the players can't agree to stop")
def _(c: Case) -> Facts:
    yield c.rules.agreement, False


@G.refusal("PA-44", "{who} plays on, so nobody may ask again before the next turn")
def _(c: Case, who: str) -> Facts:
    yield who, c.before.declined


@G.refusal("PA-44", "only players who must write may ask: {any}")
def _(c: Case, any: str) -> Facts:
    c.clause = ""
    yield from c.part("not writing", any)


def not_writing(clauses: str, *texts: str) -> Any:
    """Add the reasons why a player writes no order, which are refusals too."""

    def add(check: Any) -> Any:
        G.event("not writing", "", *texts)(check)
        return G.refusal(clauses, *texts)(check)

    return add


@G.refusal("PA-3 PA-44", "there is no seat '{name~.*}'; the seats are {any}")
def _(c: Case, name: str, any: str) -> Facts:
    yield (name, names_in(any)), (c.move.seat, list(c.before.players))
    yield name in c.before.players, False


@not_writing(
    "PA-43",
    "{who} is off the board and can't write an order; they may try to come back"
    " after the orders were carried out",
    "{who} is off the board and can't write an order; {never~nobody} may come back under"
    " these rules",
)
def _(c: Case, who: str, never: str = "") -> Facts:
    yield (who, c.before.players[who].square), (c.move.seat, None)
    yield c.rules.respawn, not never


@not_writing("PA-34", "{who} is stunned on {square} and loses this turn")
def _(c: Case, who: str, square: str) -> Facts:
    yield (who, square), (c.move.seat, c.before.players[who].square)
    yield c.before.players[who].stunned > 0, True


@not_writing(
    "PA-13",
    "{who} is {where~in the air over the hole at|on} {square}: their order for this turn"
    " is {then~\\w+}, written with the jump",
)
def _(c: Case, who: str, where: str, square: str, then: str) -> Facts:
    player = c.before.players[who]
    yield (who, square, then), (c.move.seat, player.square, player.then)
    yield square in c.before.cells, where == "on"


@not_writing("PA-20", "{who} has already written an order for this turn")
def _(c: Case, who: str) -> Facts:
    yield (who, who in c.before.orders), (c.move.seat, True)


@G.refusal("PA-10", "'{kind~.*}' is no order; the orders are {any}")
def _(c: Case, kind: str, any: str) -> Facts:
    yield (kind, names_in(any)), (c.move.kind, ["left", "right", "forward", "jump", "lift", "push"])
    yield kind in names_in(any), False


@G.refusal("PA-13", "only a jump is written with a second order, not {kind~\\w+}")
def _(c: Case, kind: str) -> Facts:
    yield (kind, bool(c.move.then)), (c.move.kind, True)


@G.refusal(
    "PA-13",
    "a jump must be written with the order of the next turn, not {how~with '.*'|alone};"
    " expected forward, left, right, lift or push",
)
def _(c: Case, how: str) -> Facts:
    yield how, f"with {c.move.then!r}" if c.move.then else "alone"
    yield (c.move.kind, c.move.then in THEN), ("jump", False)


@G.refusal("PA-13", "the order after a jump must be forward, not {then~\\w+}")
def _(c: Case, then: str) -> Facts:
    yield (then, c.rules.second_order), (c.move.then, "forward")


@G.refusal(
    "PA-12 PA-13 PA-14 PA-15",
    "{who} faces off the board from {square}: there is nothing to {aim~.*}",
)
def _(c: Case, who: str, square: str, aim: str) -> Facts:
    yield (who, square, front(c.before, who)), (c.move.seat, c.before.players[who].square, None)
    yield (
        (aim.split(maxsplit=1)[0], c.clause),
        {
            "forward": ("move", "PA-12"),
            "jump": ("jump", "PA-13"),
            "lift": ("lift", "PA-14"),
            "push": ("push", "PA-15"),
        }[c.move.kind],
    )


@G.refusal("PA-12 PA-13 PA-14 PA-15 PA-16", "in front of {who}, on {square}, is {cell}: {any}")
def _(c: Case, who: str, square: str, cell: str | None, any: str) -> Facts:
    yield (who, square, cell), (c.move.seat, front(c.before, who), c.before.cells.get(square))
    order = c.rules.priority
    needs = {
        "a move needs a black counter, a hole a jump": ("forward", cell is None, "PA-12"),
        "nobody can walk onto white": ("forward", cell in BLOCKS, "PA-16"),
        "a jump needs a hole": ("jump", cell is not None, "PA-13"),
        "a lift needs a black counter": ("lift", cell != "black", "PA-14"),
        "a push needs a white block": ("push", cell is None, "PA-15"),
        "a push needs a white block, and nobody else faces it who could lift it in this turn":
            ("push", cell == "black", "PA-15"),
        "a push needs a white block, and lifts come after pushes":
            ("push", cell == "black" and order.index("pushes") < order.index("lifts"), "PA-15"),
    }  # fmt: skip
    yield needs[any], (c.move.kind, True, c.clause)
    if "nobody else faces" in any:
        free = [
            w
            for w, p in c.before.players.items()
            if p.square and not p.stunned and not p.then and w != who
        ]
        early = order.index("lifts") < order.index("pushes")
        yield [w for w in free if early and front(c.before, w) == square], []


@G.refusal("PA-20", "{who} is here: choose the cell ahead, a side to turn to, or a button")
def _(c: Case, who: str) -> Facts:
    yield c.before.players[who].square is None, False


@G.refusal("PA-16", "{start~.*}; {square} is {why~behind|not next to} {any}")
def _(c: Case, start: str, square: str, why: str, any: str) -> Facts:
    who = re.findall(WHO, start)[0].lower()
    player = c.before.players[who]
    true = f"an order of {who.title()} can reach only the cell ahead, {front(c.before, who)}"
    if front(c.before, who) is None:
        true = f"{who.title()} faces off the board from {player.square}"
    yield start, true
    back = "NESW"["NESW".index(player.heading) - 2]
    behind = ahead(player.square, back) == square
    yield (
        (why, any),
        ("behind", f"{who.title()}, two turns away") if behind else ("not next to", player.square),
    )


@G.refusal("", "{due~.*}")
def _(c: Case, due: str) -> Facts:
    yield from c.part("due", due)


# --- games -------------------------------------------------------------------------------------


PUSHES_FIRST = "pushes, lifts, jumps, moves, turns"


def position(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a crowded corner of the board with many holes, where players harm each other."""
    seats = ["suns", "moons", "crowns", "arms", "stars", "hands"][: random.randint(3, 6)]
    files, ranks = "abcd", "1234"
    squares = [file + rank for file in files for rank in ranks]
    random.shuffle(squares)
    written: dict[str, Any] = {}
    for who in seats:
        stunned = random.choice(("", "", "", ", stunned"))
        written[who] = (
            f"{squares.pop()} {random.choice('NESW')}, {random.randint(-1, 3)} points{stunned}"
        )
    cells = ("hole", "hole", "white", "stacked", "black", "black", "black")
    written["board"] = {square: random.choice(cells) for square in squares}
    rules = {**READER.random_rules(random), "players": len(seats)}
    return {name: value for name, value in rules.items() if name != "agreement"}, written


def attempts(game: Any, state: Any, random: Random) -> Iterator[Any]:
    """Yield every kind of order and answer, of any seat."""
    seats = [*state.players, *state.players, "nobody"]
    for _ in range(3):
        yield Order(
            random.choice(seats),
            random.choice((*KINDS, "dance")),
            random.choice(("", "", *THEN, "jump")),
        )
    yield Stop(random.choice(seats), random.random() < 0.7)
    yield Return(random.choice(list(state.players)))
    yield Face(random.choice(seats), random.choice("NESWX"))


READER = Reader(
    G, {"priority": (PRIORITY, "turns, lifts, moves, jumps, pushes", PUSHES_FIRST)},
    position, attempts, ("random", bold, bold),
)  # fmt: skip
