"""The sentences of Worm Derby, and what must be true for each: all distances are worked"
" out anew."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.worm_derby.geometry.plane import Tile
from piecepack_nb.games.worm_derby.moves import Build, Put, Revive, SetUp, Stay, Steps
from tests.games.worm_derby.helpers import SHORT, TIGHT, crowded, derby
from tests.games.worm_derby.playthroughs import PLAYTHROUGHS, player
from tests.games.worm_derby.random_play import fits
from tests.sentences.play import Reader
from tests.sentences.reader import NUMBER, Case, Grammar, Wrong, listing, names_in, read_rolls

SUITS = ("suns", "moons", "crowns", "arms")
WHO = "|".join(SUITS)
DISC = rf"the (?:{WHO}) worm's disc \d"
THING = rf"{DISC}|tile \d+|the start tile [12]|the pylon|the (?:left|right|upper|lower) edge"
PLACES = ("first", "second", "third", "fourth")
G = Grammar(
    "worm_derby",
    {
        "who": (WHO, str), "whose": (WHO, str), "Who": (WHO.title().replace("|", "|"), str.lower),
        "n": NUMBER, "x": NUMBER, "y": NUMBER, "end": ("head|tail", str), "to": ("head|tail", str),
        "thing": (THING, str), "things": (listing(THING), names_in), "any": (".*", str),
        "angle": (r"\d+(?:\.\d)?°", lambda text: float(text[:-1])),
    },
)  # fmt: skip
G.slots["Who"] = ("|".join(map(str.title, SUITS)), str.lower)
Facts = Iterator[tuple[Any, Any]]
Place = tuple[float, float]
read_rolls(G)
CLOSE = 1e-5


class About(float):
    """A number as a sentence rounds it: equal to what is at most so much away."""

    def __new__(cls, value: float, off: float = 0.0051) -> About:
        self = super().__new__(cls, value)
        self.off = off
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float | int) and abs(float(self) - other) <= self.off

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


# --- geometry, worked out anew -----------------------------------------------------------------


def turned(tile: Any, place: Place) -> Place:
    """Return a place as seen from a tile's middle, along its sides."""
    x, y, a = place[0] - tile[0], place[1] - tile[1], math.radians(tile[2])
    return x * math.cos(a) + y * math.sin(a), y * math.cos(a) - x * math.sin(a)


def depth(place: Place, tile: Any, half: float) -> float:
    """Return how far a place is from a tile's edge; inside it below 0."""
    x, y = (abs(each) - half for each in turned(tile, place))
    return math.hypot(max(x, 0), max(y, 0)) if max(x, y) > 0 else max(x, y)


def to_segment(place: Place, start: Place, end: Place) -> float:
    """Return the distance of a place from a straight way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    at = 0.0 if not length else ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / length
    at = min(1.0, max(0.0, at))
    return math.dist(place, (start[0] + at * dx, start[1] + at * dy))


def corners(tile: Any, half: float) -> list[Place]:
    a = math.radians(tile[2])
    return [
        (tile[0] + i * half * math.cos(a) - j * half * math.sin(a),
         tile[1] + i * half * math.sin(a) + j * half * math.cos(a))
        for i, j in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]  # fmt: skip


def slide_to_tile(start: Place, end: Place, tile: Any, half: float) -> float:
    """Return how close a straight way comes to a tile, which it doesn't cross."""
    ends = min(depth(start, tile, half), depth(end, tile, half))
    return min(ends, *(to_segment(corner, start, end) for corner in corners(tile, half)))


def between(one: Any, other: Any, half: float) -> float:
    """Return how far two tiles are apart, where they don't overlap."""
    return min(
        *(depth(corner, other, half) for corner in corners(one, half)),
        *(depth(corner, one, half) for corner in corners(other, half)),
    )


def beside(place: Place, angle: float, coin: float) -> Place:
    return (
        place[0] + coin * math.cos(math.radians(angle)),
        place[1] + coin * math.sin(math.radians(angle)),
    )


# --- the table ---------------------------------------------------------------------------------


class Table:
    """The things on the table of a case, and where a move's discs go."""

    def __init__(self, c: Case, state: Any = None) -> None:
        self.c, self.state = c, state or c.before
        rules = c.rules
        self.coin, self.half = rules.coin, rules.tile / 2
        self.start, self.pylon = tuple(c.game.ruleset.start), tuple(c.game.ruleset.pylon)
        self.gap = rules.start_gap * rules.tile
        self.worms = {
            seat: [tuple(disc) for disc in worm.discs] for seat, worm in self.state.worms.items()
        }
        off = self.gap / 2 + self.half
        (x, y), (px, py) = self.start, self.pylon
        self.tiles = {
            "the start tile 1": (x, y - off, 0.0),
            "the start tile 2": (x, y + off, 0.0),
            "the pylon": (px, py, 0.0),
        }
        self.tiles |= {f"tile {n}": tuple(tile) for n, tile in enumerate(self.state.tiles, 1)}

    def end(self, seat: str, to: str) -> Place:
        return self.worms[seat][-1 if to == "head" else 0]

    def disc(self, text: str) -> Place:
        """Return the place of a disc by its name in a sentence."""
        found = re.fullmatch(rf"the ({WHO}) worm's disc (\d)", text)
        if not found or int(found[2]) > len(self.worms.get(found[1], ())):
            raise Wrong(f"there is no {text!r}")
        return self.worms[found[1]][-int(found[2])]

    def step(self, seat: str, to: str, angle: float, adding: bool = False) -> Place:
        """Lay a disc; return its place."""
        worm, place = self.worms[seat], beside(self.end(seat, to), angle, self.coin)
        kept = worm if adding else worm[1:] if to == "head" else worm[:-1]
        self.worms[seat] = [*kept, place] if to == "head" else [place, *kept]
        return place

    def overlap(self, place: Place, thing: str) -> float:
        """Return by how much a disc there would be over a thing."""
        wide, high = self.c.game.ruleset.size
        edges = {
            "left": place[0],
            "right": wide - place[0],
            "lower": place[1],
            "upper": high - place[1],
        }
        if thing.endswith(" edge"):
            return self.coin / 2 - edges[thing.split()[1]]
        if thing in self.tiles:
            return self.coin / 2 - depth(place, self.tiles[thing], self.half)
        return self.coin - math.dist(place, self.disc(thing))

    def lacking(self, start: Place, place: Place, thing: str) -> float:
        """Return by how much a sliding disc is too wide for a thing on its way."""
        if thing in self.tiles:
            return self.coin - 2 * slide_to_tile(start, place, self.tiles[thing], self.half)
        return 2 * (self.coin - to_segment(self.disc(thing), start, place))

    def others(self, seat: str) -> list[str]:
        """Return the names of all other things that a disc of a worm must not be on."""
        discs = [f"the {each} worm's disc {n}" for each, worm in self.worms.items() if each != seat
                 for n in range(1, len(worm) + 1)]  # fmt: skip
        return [
            *self.tiles,
            *discs,
            *(f"the {side} edge" for side in ("left", "right", "upper", "lower")),
        ]

    def clear(self, seat: str, to: str, angle: float, slack: float) -> bool:
        """Tell if a disc may be laid there, eating nothing, if all were smaller by the slack."""
        start = self.end(seat, to)
        place = beside(start, angle, self.coin)
        worm = self.worms[seat]
        own = worm[1:-1] if len(worm) > 1 else []
        if any(math.dist(place, disc) < self.coin - slack for disc in own):
            return False
        things = self.others(seat)
        if any(self.overlap(place, thing) > slack for thing in things):
            return False
        slides = self.c.rules.squeeze == "slide"
        return not slides or all(
            thing.endswith(" edge") or self.lacking(start, place, thing) <= 2 * slack
            for thing in things
        )

    def windings(self, seat: str) -> list[float]:
        """Return the degrees that each disc has wound round the pylon, from the tail to"
        " the head."""
        (px, py), discs = self.pylon, self.worms[seat]
        seen = [math.degrees(math.atan2(py - y, px - x)) for x, y in discs]
        wound = [seen[-1] + 360 * self.state.worms[seat].laps]
        for here, behind in pairwise(reversed(seen)):
            wound.append(wound[-1] + (behind - here + 180) % 360 - 180)
        return wound[::-1]


def laid(c: Case) -> tuple[Table, str, str, Place, Place]:
    """Return the table before a move's disc of ``c.at``, its seat and end, the end and"
    " the place."""
    table, move, number = Table(c), c.move, getattr(c, "at", 1)
    if isinstance(move, Revive):
        start = table.end(move.seat, move.end)
        return table, move.seat, move.end, start, beside(start, move.angle, table.coin)
    for angle in move.angles[: number - 1]:
        table.step(move.seat, move.to, angle)
    start = table.end(move.seat, move.to)
    return table, move.seat, move.to, start, beside(start, move.angles[number - 1], table.coin)


# --- set-up ------------------------------------------------------------------------------------


@G.event(
    "set up",
    "WD-30",
    "{n:#tile} are in a row from the start to the pylon and are turned over: {any}.",
    "{n:#tile} {is_~is} in a row from the start to the pylon and {is2~is} turned over: {any}.",
)
@G.event(
    "set up",
    "WD-12",
    "{n:#tile} are scattered as obstacles between the start and the pylon.",
    "{n:#tile} {is_~is} scattered as an obstacle between the start and the pylon.",
)
def _(c: Case, n: int, any: str = "", is_: str = "", is2: str = "") -> Facts:
    yield (n, n == 1), (len(c.after.tiles), bool(is_))
    yield tuple(any.split(", ")) if any else (), c.after.colours
    yield (
        all(c.game.ruleset.start.x < tile.x < c.game.ruleset.pylon.x for tile in c.after.tiles),
        True,
    )


PUT = "({x}, {y}), turned by {a~-?[\\d.]+}°"


@G.event("tile placed", "WD-12", f"{{who}} {{verb~places}} tile {{n}} at {PUT}.")
@G.event("tile moved", "WD-20", f"{{who}} {{verb~moves}} tile {{n}} to {PUT}.")
def _(c: Case, who: str, verb: str, n: int, x: float, y: float, a: str) -> Facts:
    tile = c.after.tiles[n - 1]
    yield who, c.before.to_move
    yield (About(x), About(y), About(float(a), 0.06)), tuple(tile)
    yield len(c.before.tiles), n - 1 if verb == "places" else len(c.after.tiles)
    if verb == "moves":
        yield (
            math.dist(tile[:2], c.before.tiles[n - 1][:2])
            <= c.rules.tile_reach * c.rules.tile + CLOSE,
            True,
        )


@G.event(
    "worm built", "WD-13", "{who} builds a worm behind the start line, its head at ({x}, {y})."
)
def _(c: Case, who: str, x: float, y: float) -> Facts:
    discs = c.after.worms[who].discs
    yield (who in c.before.worms, len(discs)), (False, c.rules.length)
    yield (About(x), About(y)), tuple(discs[-1])


# --- the die -----------------------------------------------------------------------------------


@G.event("roll", "WD-20", "{who} rolls {face~null|ace|[2-5]}.")
def _(c: Case, who: str, face: str) -> Facts:
    yield (who, face), (c.before.to_move, c.move.faces[who])


@G.event(
    "ace unused",
    "WD-20",
    "{who} has nothing that an ace could move or bring back.",
    "{who} {moves~moves} no obstacle.",
)
def _(c: Case, who: str, moves: str = "") -> Facts:
    yield who, c.before.to_move
    if not moves:
        rules = c.rules
        worm = c.before.worms.get(who)
        eaten = (
            rules.cannibal and rules.revive and worm is not None and len(worm.discs) < rules.length
        )
        yield (
            (rules.ace == "tile" and bool(c.before.tiles) and not c.before.colours, eaten),
            (False, False),
        )


@G.event("no steps", "WD-20", "{who} makes no step this turn.")
@G.event("stays", "WD-13 WD-21", "{who} doesn't move.")
def _(c: Case, who: str) -> Facts:
    yield who, c.before.to_move


@G.event(
    "too short",
    "WD-43",
    "The {who} worm has only one disc left and can't move: only an ace helps it.",
)
def _(c: Case, who: str) -> Facts:
    yield (who, len(c.before.worms[who].discs)), (c.before.to_move, 1)


@G.event(
    "steps lost",
    "WD-42",
    "The {who} worm has {n:#disc} and makes no more steps than that: {lost:#step} lost.",
)
def _(c: Case, who: str, n: int, lost: int) -> Facts:
    face = c.move.faces[who]
    steps = {"null": c.rules.null_steps, "ace": 1}.get(face) or int(face)
    yield (n, lost), (len(c.before.worms[who].discs), steps - n)


@G.event("stuck", "WD-21", "The {who} worm can't move: {why~.*}.")
def _(c: Case, who: str, why: str) -> Facts:
    table = Table(c)
    yield who, c.before.to_move
    for each in why.split("; "):
        to, things, verb = re.fullmatch(
            r"at the (head|tail) (.*) (is|are) in the way", each
        ).groups()  # type: ignore[union-attr]
        names = names_in(things)
        yield verb, "are" if len(names) > 1 else "is"
        for thing in names:
            if not thing.endswith("wrong side"):
                near = -table.overlap(table.end(who, to), thing)
                yield near <= table.coin + CLOSE, True
        if not c.before.colours and not c.rules.cannibal:
            yield [angle for angle in range(360) if table.clear(who, to, angle, -1e-4)], []


# --- steps -------------------------------------------------------------------------------------


@G.event(
    "step",
    "WD-2",
    "{who} lays the {end} disc at the {to}, at {angle}, on ({x}, {y}); the worm has"
    " wound {wound:n}° round the pylon.",
)
def _(
    c: Case, who: str, end: str, to: str, angle: float, x: float, y: float, wound: float
) -> Facts:
    table, after = Table(c), Table(c, c.after)
    number = [kind for _, kind, _ in c.earlier].count("step")
    place = beside(table.end(who, to), c.move.angles[number], table.coin)
    yield (who, to, {end, to}), (c.before.to_move, c.move.to, {"head", "tail"})
    yield (
        About(angle, 0.051),
        c.move.angles[number] % 360 if angle or c.move.angles[number] % 360 < 359 else 0.0,
    )
    yield (About(x), About(y)), place
    if who in after.worms:
        yield math.dist(place, after.end(who, to)) < CLOSE, True
        along = after.windings(who)
        yield About(wound, 0.501), max(abs(along[0]), abs(along[-1]))


@G.event(
    "revived",
    "WD-43",
    "{who} adds an eaten disc at the {end}, at {angle}: the worm now has {n:#disc}.",
)
def _(c: Case, who: str, end: str, angle: float, n: int) -> Facts:
    yield (who, end), (c.before.to_move, c.move.end)
    yield (n, n - 1), (len(c.after.worms[who].discs), len(c.before.worms[who].discs))
    yield About(angle, 0.051), c.move.angle % 360 if angle or c.move.angle % 360 < 359 else 0.0


@G.event(
    "eaten",
    "WD-40",
    "The {who} worm eats the {whose} worm's {end} disc, which leaves it {n:#disc}.",
)
def _(c: Case, who: str, whose: str, end: str, n: int) -> Facts:
    before = Table(c)
    over = math.dist(before.end(whose, end), before.end(who, c.move.to))
    yield over < before.coin / (2 if c.rules.overlay == "middle" else 1), True
    left = len(c.after.worms[whose].discs) if whose in c.after.worms else n
    yield (who, n, n), (c.before.to_move, left, len(before.worms[whose]) - 1)
    if n and whose in c.after.worms:
        kept = before.worms[whose][:-1] if end == "head" else before.worms[whose][1:]
        yield Table(c, c.after).worms[whose], kept


@G.event(
    "must flee",
    "WD-41",
    "The {whose} worm must move away next: its discs are picked up at the {end}.",
)
def _(c: Case, whose: str, end: str) -> Facts:
    yield (c.after.worms[whose].eaten_at, c.rules.flee), (end, True)


@G.event("out", "WD-43", "The {whose} worm is out of the race[, {unless~unless} an ace helps it].")
def _(c: Case, whose: str, unless: str | None) -> Facts:
    yield whose in c.after.worms, bool(unless)
    if unless:
        yield (len(c.after.worms[whose].discs), c.rules.revive), (1, True)
    else:
        yield whose in c.after.gone, True


@G.event("round", "WD-22", "The {who} worm has been round the far side of the pylon: {n}°.")
@G.event(
    "turned back",
    "WD-22",
    "The {who} worm has {turned~turned} back, and so has not been round: {n}°.",
)
def _(c: Case, who: str, n: float, turned: str = "") -> Facts:
    along = Table(c).windings(who)
    most = max(abs(along[0]), abs(along[-1]))
    yield About(n, 0.501), most
    yield most < 360 * c.rules.laps - 180, bool(turned)


@G.event("home", "WD-22", "The {who} worm is home between the start tiles: it is {place~\\w+}.")
def _(c: Case, who: str, place: str) -> Facts:
    yield PLACES.index(place), c.after.home.index(who)
    table = Table(c)
    (x, y), rows = (
        table.start,
        [
            (table.end(who, to), wound)
            for to, wound in zip(
                ("tail", "head"), (table.windings(who)[0], table.windings(who)[-1]), strict=True
            )
        ],
    )
    yield any(
        abs(px - x) <= table.half + CLOSE and abs(py - y) <= table.gap / 2 + CLOSE
        and abs(wound) >= 360 * c.rules.laps - 180 for (px, py), wound in rows
    ), True  # fmt: skip


# --- refusals: what is due ---------------------------------------------------------------------


@G.event(
    "due",
    "WD-12",
    "the obstacles must be laid {out~out} first",
    "{Who} must place a tile; {n:#tile} left",
)
def _(c: Case, Who: str = "", n: int = 0, out: str = "") -> Facts:  # noqa: N803
    yield c.before.phase, "set-up" if out else "tiles"
    if Who:
        tiles = c.rules.obstacles - c.rules.obstacles % c.rules.players - len(c.before.tiles)
        yield (Who, n), (c.before.to_move, tiles)


@G.event("due", "WD-13", "{Who} must {build~build} a worm")
@G.event(
    "due",
    "WD-20",
    "the {who} die must be rolled",
    "{Who} must use the {ace~ace} or stay",
    "{Who} must make {n:#step}",
)
def _(c: Case, Who: str = "", who: str = "", n: int = 0, ace: str = "", build: str = "") -> Facts:  # noqa: N803
    yield Who or who, c.before.to_move
    yield c.before.phase, "roll" if who else "ace" if ace else "worms" if build else "move"
    yield n, c.before.steps


@G.event("due", "WD-22 WD-43", "the race is over: {any}")
def _(c: Case, any: str) -> Facts:
    yield from c.part("over", any)


@G.event("over", "WD-22", "the {who} worm wins the race[; {more~.*}]")
def _(c: Case, who: str, more: str | None) -> Facts:
    said = [f"{who} first", *(names_in(more) if more else [])]
    yield said, [f"{seat} {PLACES[at]}" for at, seat in enumerate(c.before.home)]


@G.event("over", "WD-43", "the {who} worm wins: it is the last one left", "nobody is left")
def _(c: Case, who: str = "") -> Facts:
    left = [seat for seat in c.game.seats if seat not in (*c.before.home, *c.before.gone)]
    yield left, [who] if who else []
    yield c.before.home, ()


@G.refusal("", "{move~.*} must wait: {due~.*}", "{move~.*} is not a move: {due~.*}")
def _(c: Case, move: str, due: str) -> Facts:
    yield move[:20] in (str(c.move)[:20], repr(c.move)[:20]), True
    yield from c.part("due", due)


@G.refusal("WD-20", "it is the turn of {Who}, not {Other:Who}")
def _(c: Case, Who: str, Other: str) -> Facts:  # noqa: N803
    yield (Who, Other), (c.before.to_move, c.move.seat)


# --- refusals: tiles ---------------------------------------------------------------------------


@G.refusal("WD-12 WD-30", "the set-up has {n:#tile}; it must have {most:n}")
def _(c: Case, n: int, most: int) -> Facts:
    slalom = c.rules.slalom != "no"
    dealt = c.rules.obstacles - c.rules.obstacles % c.rules.players
    yield (n, most), (len(c.move.tiles), c.rules.slalom_tiles if slalom else dealt)
    yield c.clause, "WD-30" if slalom else "WD-12"


@G.refusal(
    "WD-30",
    "each slalom tile shows red or blue",
    "the obstacles are face {down~down}",
    "a slalom tile is red or blue, not {odd~.*}",
    "there are only 6 {colour~red|blue} tiles",
)
def _(c: Case, down: str = "", odd: str = "", colour: str = "") -> Facts:
    yield c.rules.slalom == "no", bool(down)
    yield odd == "" or odd in c.move.colours, True
    yield odd in ("red", "blue"), False
    yield not colour or c.move.colours.count(colour) > 6, True


@G.refusal("WD-12 WD-20 WD-30", "tile {n}: {any}")
def _(c: Case, n: int, any: str) -> Facts:
    state = c.before._replace(tiles=c.move.tiles[: n - 1], colours=())
    yield from c.but(before=state, move=Put(n, c.move.tiles[n - 1])).part("tile", any)


@G.refusal("WD-12", "tile {n} must be placed next, not tile {other:n}")
def _(c: Case, n: int, other: int) -> Facts:
    yield (n, other), (len(c.before.tiles) + 1, c.move.number)


@G.refusal(
    "WD-20 WD-30",
    "an ace moves no tile under these rules",
    "the tiles of a {slalom~slalom} stay where they are",
    "there is no tile {n}; the tiles are 1 to {most:n}",
    "there is no tile {n}: no tiles are on the table",
)
def _(c: Case, slalom: str = "", n: int | None = None, most: int = 0) -> Facts:
    yield bool(c.before.colours), bool(slalom)
    yield c.rules.ace == "tile", bool(slalom) or n is not None
    if n is not None:
        yield (n, most), (c.move.number, len(c.before.tiles))
        yield 1 <= n <= most, False


def tile(clauses: str, *texts: str) -> Any:
    """Add the refusals of a tile's place, in a set-up or alone."""

    def add(check: Any) -> Any:
        G.event("tile", clauses, *texts)(check)
        return G.refusal(clauses, *texts)(check)

    return add


@tile("WD-12 WD-20", "a corner of it would be off the table, at ({x}, {y})")
def _(c: Case, x: float, y: float) -> Facts:
    wide, high = c.game.ruleset.size
    yield (
        min(math.dist((x, y), each) for each in corners(c.move.tile, c.rules.tile / 2)) < 0.01,
        True,
    )
    yield min(x, y, wide - x, high - y) <= 0.0051, True


@tile("WD-12 WD-20", "it would overlap {thing}")
def _(c: Case, thing: str) -> Facts:
    table = Table(c)
    mine, other = tuple(c.move.tile), table.tiles[thing]
    # two squares overlap if a corner or the middle of one is in the other, or their sides cross
    inside = min(between(mine, other, table.half), depth(mine[:2], other, table.half)) < CLOSE
    yield inside or sides_cross(mine, other, table.half), True
    yield thing != f"tile {c.move.number}" or c.before.phase in ("tiles", "set-up"), True


def sides_cross(one: Any, other: Any, half: float) -> bool:
    """Tell if points along the sides of one tile are in the other."""
    around = corners(one, half)
    for a, b in pairwise([*around, around[0]]):
        for n in range(40):
            place = (a[0] + (b[0] - a[0]) * n / 40, a[1] + (b[1] - a[1]) * n / 40)
            if depth(place, other, half) < 0:
                return True
    return False


@tile("WD-12 WD-20", f"it would be on {{thing~{DISC}}}")
def _(c: Case, thing: str) -> Facts:
    table = Table(c)
    yield depth(table.disc(thing), c.move.tile, table.half) < table.coin / 2, True


@tile(
    "WD-12",
    "it would be beyond the pylon",
    "it would be {n} inches from the {what~start line|pylon}; {clear:n} must stay clear",
)
def _(c: Case, n: float = 0, what: str = "", clear: float = 0) -> Facts:
    table, xs = Table(c), [x for x, _ in corners(c.move.tile, c.rules.tile / 2)]
    if not what:
        yield max(xs) > table.pylon[0], True
        return
    yield clear, c.rules.clear_tiles * c.rules.tile
    gap = (
        min(xs) - table.start[0]
        if what == "start line"
        else between(tuple(c.move.tile), table.tiles["the pylon"], table.half)
    )
    yield About(n), max(0.0, gap)
    yield n <= clear, True


@tile(
    "WD-20",
    "tile {n} is already there",
    "tile {n} would go {far:n} inches; an ace moves it {most:n}",
)
def _(c: Case, n: int, far: float = 0, most: float = 0) -> Facts:
    was = c.before.tiles[n - 1]
    yield (n, far == 0), (c.move.number, was == c.move.tile)
    if far:
        yield (
            (About(far, 0.00051), most),
            (math.dist(was[:2], c.move.tile[:2]), c.rules.tile_reach * c.rules.tile),
        )
        yield far > most, True


@tile("WD-30", "it would be off the line from start to pylon")
def _(c: Case) -> Facts:
    yield abs(c.move.tile.y - c.game.ruleset.start.y) > c.rules.tile, True


@tile("WD-30", "it would not be a tile's width further on than tile {n}")
def _(c: Case, n: int) -> Facts:
    mine, other = tuple(c.move.tile), tuple(c.before.tiles[n - 1])
    yield between(mine, other, c.rules.tile / 2) < c.rules.tile or mine[0] < other[0], True


# --- refusals: worms ---------------------------------------------------------------------------


@G.refusal("WD-13", "its head must be between the start tiles: from {low:n} to {high:n}")
def _(c: Case, low: float, high: float) -> Facts:
    table = Table(c)
    room = (table.gap - table.coin) / 2
    yield (About(low), About(high)), (table.start[1] - room, table.start[1] + room)
    yield low <= c.move.y <= high, False


@G.refusal("WD-13", "it would be on {thing}")
def _(c: Case, thing: str) -> Facts:
    table = Table(c)
    x = table.start[0] - table.half + table.coin / 2
    discs = [(x - n * table.coin, c.move.y) for n in range(c.rules.length)]
    yield max(table.overlap(disc, thing) for disc in discs) > 0, True


@G.refusal("WD-13", "there is room for the worm, e.g. with its head at {y}")
def _(c: Case, y: float) -> Facts:
    table = Table(c)
    x = table.start[0] - table.half + table.coin / 2
    discs = [(x - n * table.coin, y) for n in range(c.rules.length)]
    things = [thing for thing in table.others("") if not thing.endswith("edge")]
    yield [thing for thing in things for disc in discs if table.overlap(disc, thing) > 0.006], []


@G.refusal(
    "WD-43", "an ace brings no disc back under these rules", "no disc of the {who} worm was eaten"
)
def _(c: Case, who: str = "") -> Facts:
    yield c.rules.cannibal and c.rules.revive, bool(who)
    if who:
        yield (who, len(c.before.worms[who].discs)), (c.move.seat, c.rules.length)


@G.refusal("WD-21", "no step must be written as '{who} stays'")
def _(c: Case, who: str) -> Facts:
    yield (who, c.move.angles), (c.before.to_move, ())


@G.refusal("WD-41", "the {who} worm was eaten at its {end}, and must pick up its discs there")
def _(c: Case, who: str, end: str) -> Facts:
    yield (who, end, end), (c.move.seat, c.before.worms[who].eaten_at, c.move.to)


@G.refusal("WD-42", "the {who} worm has {n:#disc} and makes no more steps than that, not {many:n}")
def _(c: Case, who: str, n: int, many: int) -> Facts:
    yield (who, n, many), (c.move.seat, len(c.before.worms[who].discs), len(c.move.angles))
    yield many > n, True


@G.refusal("WD-20", "{Who} must make {n:#step}, not {many:n}")
def _(c: Case, Who: str, n: int, many: int) -> Facts:  # noqa: N803
    yield (Who, n, many), (c.before.to_move, c.before.steps, len(c.move.angles))
    yield many > n, True


@G.refusal("WD-21", "you must make {n:#more step}, e.g. at {angle}")
def _(c: Case, n: int, angle: float) -> Facts:
    table, move = Table(c), c.move
    for each in move.angles:
        table.step(move.seat, move.to, each)
    yield n, c.before.steps - len(move.angles)
    if not c.before.colours:
        yield table.clear(move.seat, move.to, angle, 0.005), True


@G.refusal("WD-21", "{Who} can make a step {end}>{to}, e.g. at {angle}")
def _(c: Case, Who: str, end: str, to: str, angle: float) -> Facts:  # noqa: N803
    yield (Who, {end, to}), (c.before.to_move, {"head", "tail"})
    if not c.before.colours:
        yield Table(c).clear(Who, to, angle, 0.005), True


@G.refusal("", "step {n}: {any}")
def _(c: Case, n: int, any: str) -> Facts:
    case = c.but()
    case.at = n  # type: ignore[attr-defined]
    yield 1 <= n <= len(c.move.angles), True
    yield from case.part("disc", any)


@G.refusal("WD-40 WD-22", "step {n} {what~eats a disc|brings the worm home}: that ends the turn")
def _(c: Case, n: int, what: str) -> Facts:
    alone = c.move._replace(angles=c.move.angles[:n])
    yield c.game.refusal(c.before, alone), None
    kinds = EventCounts()
    c.game.apply_move(c.before, alone, kinds)
    yield ("eaten" if "eats" in what else "home") in kinds, True
    yield n < len(c.move.angles), True


def disc(clauses: str, *texts: str) -> Any:
    """Add the refusals of a disc's place, in a step or where an ace brings it back."""

    def add(check: Any) -> Any:
        G.event("disc", clauses, *texts)(check)
        return G.refusal(clauses, *texts)(check)

    return add


@disc(
    "WD-3",
    f"the disc {{how~would be over|would touch}} {{thing~{DISC}}}: a worm has no loops"
    f" and no branches",
)
def _(c: Case, how: str, thing: str) -> Facts:
    table, seat, _to, _start, place = laid(c)
    over = table.coin - math.dist(place, table.disc(thing))
    yield over > -CLOSE if how == "would be over" else abs(over) < CLOSE, True
    yield thing.split()[1], seat


@disc("WD-4", "the disc would {how~reach|be} over {thing} by {n} inches")
def _(c: Case, how: str, thing: str, n: float) -> Facts:
    table, _seat, _to, _start, place = laid(c)
    over = table.overlap(place, thing)
    yield (how, over > 0), ("reach" if thing.endswith("edge") else "be", True)
    yield About(n, max(0.0051, 1e-6)) if over > 0.005 else n > 0, over if over > 0.005 else True


@disc(
    "WD-5",
    "the disc doesn't fit past {things} on the straight way there: it would have to be"
    " {n} inches smaller",
    "the disc doesn't fit past {things}: they leave {left:n} inches, and it is {wide:n} wide",
)
def _(c: Case, things: list[str], n: float = 0, left: float = -1, wide: float = 0) -> Facts:
    table, _seat, _to, start, place = laid(c)
    lacking = [table.lacking(start, place, thing) for thing in things]
    yield min(lacking) > 0, True
    if wide:
        gap = between(table.tiles[things[0]], table.tiles[things[1]], table.half)
        yield (wide, len(things), About(left)), (table.coin, 2, max(0.0, gap))
        yield left < wide, True
    else:
        yield (
            About(n, 0.0101) if max(lacking) > 0.01 else n > 0,
            max(lacking) if max(lacking) > 0.01 else True,
        )


@disc(
    "WD-30",
    "tile {n} is {colour~red|blue}: on the way {way~out|back} you must pass it on the"
    " {side~right|left}",
)
def _(c: Case, n: int, colour: str, way: str, side: str) -> Facts:
    table, _seat, _to, start, place = laid(c)
    x, y, _angle = table.tiles[f"tile {n}"]
    yield (colour, side), (c.before.colours[n - 1], "right" if colour == "red" else "left")
    yield min(start[0], place[0]) <= x + CLOSE and max(start[0], place[0]) >= x - CLOSE, True
    at = start[1] + (place[1] - start[1]) * ((x - start[0]) / ((place[0] - start[0]) or 1))
    # out is to the right: who passes on the right has the tile on the left, and is below it
    below = (side == "right") == (way == "out")
    yield at > y - CLOSE if below else at < y + CLOSE, True


@disc(
    "WD-40",
    "the disc would be over {things}: a step eats one end only",
    "the disc would be over {thing}, but not over its middle: it can't eat it",
)
def _(c: Case, things: list[str] = (), thing: str = "") -> Facts:  # type: ignore[assignment]
    table, seat, _to, _start, place = laid(c)
    for each in things or [thing]:
        yield table.overlap(place, each) > 0, True
        number, whose = int(each[-1]), each.split()[1]
        yield (number in (1, len(table.worms[whose])), whose != seat), (True, True)
    yield len(things) == 1, False
    if thing:
        yield (
            (math.dist(place, table.disc(thing)) >= table.coin / 2 - CLOSE, c.rules.overlay),
            (True, "middle"),
        )


# --- refusals: picks ---------------------------------------------------------------------------


@G.refusal("WD-11", "{name~start tile [12]|pylon} never moves")
def _(c: Case, name: str) -> Facts:
    yield c.before.phase, "ace"


@G.refusal(
    "",
    "the disc {how~is over|touches|doesn't fit past|passes the wrong side of} {thing}",
    "the disc {how~is over|touches|doesn't fit past|passes the wrong side of}"
    " {other~tile \\d+'s wrong side}",
)
def _(c: Case, how: str, thing: str = "", other: str = "") -> Facts:
    clauses = {
        "touches": "WD-3",
        "is over": "WD-4",
        "doesn't fit past": "WD-5",
        "passes the wrong side of": "WD-30",
    }
    yield c.clause, clauses[how] if not (how == "is over" and c.clause == "WD-40") else "WD-40"
    yield not thing or thing in Table(c).others("") or "disc" in thing, True


@G.refusal("WD-2", "a disc goes from one end to the other: drag the {end} disc to the {to}")
def _(c: Case, end: str, to: str) -> Facts:
    yield {end, to}, {"head", "tail"}


@G.refusal("", "{due~.*}")
def _(c: Case, due: str) -> Facts:
    yield from c.part("due", due)


# --- games -------------------------------------------------------------------------------------

SIZED = ("table_length", "table_width", "pylon_distance", "coin", "tile", "start_gap")


def position(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a small table, often crowded, and often with cannibals."""
    rules = {
        name: value for name, value in READER.random_rules(random).items() if name not in SIZED
    }
    small = random.choice((SHORT, TIGHT, *(rules for _, rules in PLAYTHROUGHS.values())))
    rules = {**rules, **small}
    if random.random() < 0.5:
        rules |= {"cannibal": True, "length": random.randint(2, 4), "players": random.randint(3, 4)}
    if not fits(rules):
        return small, None
    game = derby(**rules)
    state = crowded(random.randrange(10**6), game) if random.random() < 0.5 else None
    if state is None or rules.get("slalom", "no") != "no":
        return rules, None
    state = state._replace(steps=random.randint(1, rules.get("length", 6)))
    return rules, game.to_json(state)


def attempts(game: Any, state: Any, random: Random) -> Iterator[Any]:
    """Yield steps at random angles, and tiles, worms and discs anywhere."""
    seat, ruleset = (
        random.choice((state.to_move, state.to_move, state.to_move, "moons")),
        game.ruleset,
    )
    wide, high = ruleset.size
    anywhere = (round(random.uniform(-1, wide + 1), 2), round(random.uniform(-1, high + 1), 2))
    if state.phase in ("move", "ace"):
        for _ in range(4):
            to, angle = random.choice(("head", "tail")), random.uniform(0, 360)
            bend = random.choice((0, 30, 60, 120))
            many = random.choice((1, 2, state.steps, state.steps, 7, 0))
            yield Steps(seat, to, tuple(angle + bend * n for n in range(many)))
            yield Revive(seat, to, angle)
        yield Stay(seat)
    if state.tiles and state.phase != "tiles":
        number = random.randint(0, len(state.tiles) + 1)
        x, y, angle = state.tiles[number - 1 if 0 < number <= len(state.tiles) else 0]
        near = (round(x + random.uniform(-3, 3), 2), round(y + random.uniform(-3, 3), 2))
        for place in (near, near, anywhere, (x, y)):
            yield Put(number, Tile.at(*place, random.choice((angle, 0, 30))))
    elif state.phase in ("tiles", "ace"):
        number = len(state.tiles) + 1
        yield Put(
            random.choice((number, number, number, 9)), Tile.at(*anywhere, random.randrange(90))
        )
        x = ruleset.start.x + random.uniform(0, ruleset.pylon.x - ruleset.start.x)
        yield Put(number, Tile.at(round(x, 2), anywhere[1], random.randrange(90)))
    if state.phase == "worms":
        yield Build(seat, round(ruleset.start.y + random.uniform(-1, 1) * ruleset.gap, 2))
        yield Stay(seat)
    if state.phase == "set-up":
        yield from odd_set_ups(game, random)


def odd_set_ups(game: Any, random: Random) -> Iterator[SetUp]:
    """Yield set-ups with a tile too few, a tile elsewhere, or odd colours."""
    whole = game.chance_move(game.initial_state(), lambda _name, options: random.choice(options))
    tiles, colours = whole
    yield SetUp(tiles[1:], colours[1:])
    at = random.randrange(len(tiles))
    for place in (
        (random.uniform(0, 40), random.uniform(0, 30)),
        tiles[at - 1][:2],
        (tiles[at].x, 1.0),
    ):
        moved = Tile.at(round(place[0], 2), round(place[1], 2), tiles[at].angle)
        yield SetUp((*tiles[:at], moved, *tiles[at + 1 :]), colours)
    for odd in (("red",) * len(tiles), ("green",) * len(tiles), ("red",)):
        yield SetUp(tiles, odd)


READER = Reader(G, position=position, attempts=attempts, bots=("random", player))
