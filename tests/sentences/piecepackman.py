"""The sentences of Piecepackman, and what must be true for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES
from piecepack_nb.games.piecepackman.powers import ABILITIES
from piecepack_nb.games.piecepackman.state import (
    Adjust,
    Drop,
    Gift,
    Loot,
    Order,
    PowerWalk,
    Run,
    SetUp,
    Walk,
)
from tests.games.piecepackman.helpers import POCKET
from tests.games.piecepackman.playthroughs import player
from tests.sentences.play import Reader
from tests.sentences.reader import NUMBER, Case, Grammar, Wrong, listing, names_in, read_rolls

SUITS = ("suns", "moons", "crowns", "arms")
SUIT, SQUARE = "|".join(SUITS), r"[a-z][1-9]\d?"
FACES = {"null": None, "ace": None, "2": 2, "3": 3, "4": 4, "5": 5}
POWERS = {what: power for power, what in ABILITIES.items()}
SIDES = {"north": "N", "east": "E", "south": "S", "west": "W"}
THING = rf"(?:{SUIT}) (?:ghost|cube|power coin)|middle point"
G = Grammar(
    "piecepackman",
    {
        "suit": (SUIT, str), "other": (SUIT, str), "n": NUMBER, "square": (SQUARE, str),
        "here": (SQUARE, str), "to": (SQUARE, str), "any": (".*", str), "why": (".*", str),
        "suits": (listing(SUIT), names_in), "face": ("null|ace|[2-5]", str),
        "choice": (listing(SUIT, "or"), lambda text: names_in(text, "or")),
        "order": (rf"(?:{SUIT})(?:, (?:{SUIT}))*", lambda text: tuple(text.split(", "))),
        "side": ("|".join(SIDES), SIDES.__getitem__), "thing": (THING, str),
        "path": (rf"{SQUARE}(?:-{SQUARE})*", lambda text: tuple(text.split("-"))),
        "can": ("|".join(POWERS), POWERS.__getitem__),
        "cubes": (listing(rf"\d+ (?:{SUIT}) cubes?"), str),
    },
)  # fmt: skip
Facts = Iterator[tuple[Any, Any]]
read_rolls(G)


def maze(c: Case) -> Any:
    return c.game.ruleset.maze


def against(c: Case) -> bool:
    return bool(c.rules.mode == "against")


def his_points(c: Case, face: str) -> int:
    null, ace = (
        (c.rules.against_null, c.rules.against_ace) if against(c)
        else (c.rules.null_points, c.rules.ace_points)
    )  # fmt: skip
    return int({"null": null, "ace": ace}.get(face, 0) or FACES[face] or 0)


def ghost_points(c: Case, suit: str) -> int:
    face = c.before.dice[suit]
    return int(
        {"null": c.rules.ghost_null, "ace": c.rules.ghost_ace}.get(face, 0) or FACES[face] or 0
    )


def held(state: Any, suit: str) -> Counter[str]:
    """Return the cubes that a ghost holds, by suit."""
    ghost = state.ghosts[suit]
    return +Counter({suit: ghost.cubes}) + Counter(dict(ghost.others))


def outnumbers(c: Case, state: Any, suit: str) -> bool:
    """Tell if a ghost has enough cubes of its suit to be Dangerous outside hunger"
    " (PM-50, PM-74)."""
    cubes, his = state.ghosts[suit].cubes, state.stash[suit]
    if against(c):
        return bool(cubes >= his and cubes >= c.rules.dangerous_from)
    return bool(cubes > his or (cubes == his and c.rules.dangerous == "equal"))


def attacks(c: Case, state: Any, suit: str) -> bool:
    if state.hunger is None:
        return outnumbers(c, state, suit)
    return state.ghosts[suit].immune or (
        c.rules.hunger_attack == "majority" and outnumbers(c, state, suit)
    )


def costs(c: Case) -> tuple[int, int]:
    """Return what a step and a quarter turn cost him now."""
    return (
        c.rules.step_cost,
        c.rules.quarter_turn_cost if c.before.hunger is None else c.rules.hunger_turn_cost,
    )


def cheapest(c: Case, state: Any, avoided: frozenset[str] = frozenset()) -> dict[str, int]:
    """Return the least cost of each square for him, worked out anew (PM-15)."""
    step, turn = costs(c)
    found: dict[tuple[str, str], int] = {}
    waiting = [(0, state.square, state.heading)]
    while waiting:
        cost, square, heading = heappop(waiting)
        if found.get((square, heading), cost + 1) <= cost:
            continue
        found[square, heading] = cost
        at = "NESW".index(heading)
        for way in ("NESW"[at - 1], "NESW"[(at + 1) % 4]):
            heappush(waiting, (cost + turn, square, way))
        to = maze(c).exits[square].get(heading)
        if to and to not in maze(c).house and to not in avoided:
            heappush(waiting, (cost + step, to, heading))
    best: dict[str, int] = {}
    for (square, _), cost in found.items():
        best[square] = min(cost, best.get(square, cost))
    return best


def steps_away(c: Case, start: str) -> dict[str, int]:
    """Return how many steps of a ghost each square is away: never into the house from outside."""
    found, waiting = {start: 0}, [start]
    for here in waiting:
        for to in maze(c).exits[here].values():
            if to not in found and not (to in maze(c).house and here not in maze(c).house):
                found[to] = found[here] + 1
                waiting.append(to)
    return found


def portal(c: Case, here: str, to: str) -> bool:
    return any(
        maze(c).exits[here].get(way) == to for square, way in maze(c).portals if square == here
    )


def next_to(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:])) == 1


# --- set-up ------------------------------------------------------------------------------------


@G.event("cubes scattered", "PM-2", "{n} energy cubes are scattered, at most one a square.")
def _(c: Case, n: int) -> Facts:
    yield n, len(c.after.cubes)


@G.event("coins laid", "PM-4", "A power coin of each suit lies face down on {any}.")
def _(c: Case, any: str) -> Facts:
    yield any.split(", "), list(c.after.coins)
    yield sorted(coin.suit for coin in c.after.coins.values()), sorted(SUITS)


@G.event("power drawn", "PM-73", "By lot the {suit} ghost can {can} ({power~[\\w-]+}).")
def _(c: Case, suit: str, can: str, power: str) -> Facts:
    yield (can, power), (c.after.ghosts[suit].power, c.after.ghosts[suit].power)


@G.event(
    "uses rolled", "PM-73", "The {suit} ghost rolls {face}: {n:#time} in this level it can {can}."
)
def _(c: Case, suit: str, face: str, n: int, can: str) -> Facts:
    ghost = c.after.ghosts[suit]
    yield (face, n, can), (c.move.faces[suit], ghost.uses, ghost.power)
    yield n, FACES[face] or {"null": 0, "ace": 1}[face]


@G.event("agreed", "PM-75", "The players agree on the cubes: the race begins.")
def _(c: Case) -> Facts:
    yield c.before.phase, "adjust"


@G.event(
    "cube moved",
    "PM-75",
    "The players move the {suit} cube on {here} to {to}; they may move {n} more.",
)
def _(c: Case, suit: str, here: str, to: str, n: int) -> Facts:
    yield (c.before.cubes[here], c.after.cubes[to], here in c.after.cubes), (suit, suit, False)
    yield n, c.before.adjusts - 1


@G.event("order agreed", "PM-30", "The ghosts agree to move in this order: {order}.")
def _(c: Case, order: tuple[str, ...]) -> Facts:
    yield (order, order, sorted(order)), (c.move.suits, c.after.order, sorted(c.before.to_move))


# --- his turn ----------------------------------------------------------------------------------


@G.event(
    "his roll", "PM-11 PM-60 PM-63", "Piecepackman rolls {any}. The highest is {suits}: {n:#point}."
)
def _(c: Case, any: str, suits: list[str], n: int) -> Facts:
    faces = dict(each.split() for each in any.split(", "))
    yield faces, {suit: c.move.faces[suit] for suit in SUITS if suit in c.move.faces}
    best = max(his_points(c, face) for face in faces.values())
    yield suits, [suit for suit in faces if his_points(c, faces[suit]) == best]
    yield n, best
    yield (
        c.clause,
        "PM-60" if c.before.phase == "bonus" else "PM-11" if c.before.hunger is None else "PM-63",
    )


@G.event(
    "power bonus", "PM-73", "His stash has {more:n} of one suit: he adds them and has {n:#point}."
)
def _(c: Case, more: int, n: int) -> Facts:
    yield more, max(c.before.stash.values())
    yield n, c.after.points or n
    yield n - more, max(his_points(c, face) for suit, face in c.move.faces.items() if suit in SUITS)


@G.event(
    "hunger",
    "PM-60",
    "He took a power coin: Ghost Hunger begins.[ {bonus~He gets a bonus roll at once}.]",
)
def _(c: Case, bonus: str | None) -> Facts:
    yield (bool(c.before.taken), c.after.hunger), (True, 0)
    yield c.rules.bonus_roll, bool(bonus)


@G.event("he stays", "PM-17", "He has no {points~points} to spend: he stays.")
@G.event(
    "he stays",
    "PM-74",
    "His points pay for nothing: he stays.",
    "His points pay for no step: he stays on {square}.",
)
def _(c: Case, square: str = "", points: str = "") -> Facts:
    yield c.after.square, square or c.before.square
    yield not points or c.before.points == 0, True


@G.event("he stays", "", "{why}")
def _(c: Case, why: str) -> Facts:
    yield why.endswith(("He stays.", "at cost 0, without a quarter turn.")), True
    yield from reasons(c, why.removesuffix("He stays.").strip())


@G.event("he heads for", "", "{why} He has {n} to spend.")
def _(c: Case, why: str, n: int) -> Facts:
    yield n, c.before.points
    yield from reasons(c, why)


def reasons(c: Case, text: str) -> Facts:
    """Read the sentences of a decision, one by one; then what chose the path and the suit."""
    yield from tie_breaks(c, text)
    while text:
        for _, match, rest in c.grammar.begins("reason", text):
            if not rest or rest.startswith(" "):
                yield from c.part("reason", match.group())
                text = rest.strip()
                break
        else:
            raise Wrong(f"no reason reads {text!r}")


# --- ties of his paths and suits (PM-14, PM-15), worked out anew ---------------------------------

Rank = tuple[int, int]
"""The cost of being somewhere, and the quarter turns on the way there."""
Turned = tuple[str, str]
"""A square and a heading."""
HEADS = re.compile(rf"heads for the ({THING}) on ({SQUARE}), at cost (\d+), with(?: (\d+)|out)")


class Taken(NamedTuple):
    """The path that the tie rule takes, and the last stage of it that was needed; "" for none."""

    squares: tuple[str, ...]
    rank: Rank
    how: str


def moves_from(
    c: Case, here: Turned, avoided: frozenset[str]
) -> Iterator[tuple[str, Turned, Rank]]:
    """Yield what he can do, in the order of the tie rule: go on, turn left, turn right."""
    (square, heading), (step, turn) = here, costs(c)
    to, at = maze(c).exits[square].get(heading), "NESW".index(heading)
    if to and to not in maze(c).house and to not in avoided:
        yield "forward", (to, heading), (step, 0)
    yield "left", (square, "NESW"[at - 1]), (turn, 1)
    yield "right", (square, "NESW"[(at + 1) % 4]), (turn, 1)


def ranks_from(c: Case, avoided: frozenset[str]) -> dict[Turned, Rank]:
    """Return the least cost, and then the fewest quarter turns, to be somewhere."""
    found: dict[Turned, Rank] = {}
    waiting = [((0, 0), (c.before.square, c.before.heading))]
    while waiting:
        rank, here = heappop(waiting)
        if here not in found:
            found[here] = rank
            for _, to, more in moves_from(c, here, avoided):
                heappush(waiting, ((rank[0] + more[0], rank[1] + more[1]), to))
    return found


def path_taken(
    c: Case, targets: Collection[str], first: Collection[str], avoided: frozenset[str]
) -> Taken | None:
    """Return the path to the nearest target, at equal cost to one of ``first`` (PM-12, PM-15)."""
    ranks = ranks_from(c, avoided)
    ends = {here: rank for here, rank in ranks.items() if here[0] in targets}
    if not ends:
        return None
    nearest = {here: rank for here, rank in ends.items() if rank[0] == min(ends.values())[0]}
    ends = {here: rank for here, rank in nearest.items() if here[0] in first} or nearest
    fewest = min(ends.values())
    cheap = leading_to(c, ranks, set(ends), avoided, parts=1)
    straight = leading_to(
        c, ranks, {here for here, rank in ends.items() if rank == fewest}, avoided, parts=2
    )
    here, squares, stage = (c.before.square, c.before.heading), [c.before.square], 0
    while here[0] not in {square for square, _ in ends}:
        options = straight[here]
        action, there = options[0]
        if len(options) > 1:
            stage = max(stage, 2 if action == "forward" else 3)
        elif len(cheap.get(here, ())) > 1:
            stage = max(stage, 1)
        squares += [there[0]] if action == "forward" else []
        here = there
    how = ("", "fewer quarter turns", "straight longest", "left before right")[stage]
    return Taken(tuple(squares), fewest, how)


def leading_to(
    c: Case, ranks: dict[Turned, Rank], ends: set[Turned], avoided: frozenset[str], parts: int
) -> dict[Turned, list[tuple[str, Turned]]]:
    """Return the actions on best paths to the ends, by cost, or with ``parts`` 2 by turns, too.

    A turn that costs nothing counts only on the way with the fewest turns: else there is no end.
    """
    before: dict[Turned, list[tuple[Turned, str]]] = {}
    for here, rank in ranks.items():
        for action, to, more in moves_from(c, here, avoided):
            same = parts if more[0] else 2
            if (rank[0] + more[0], rank[1] + more[1])[:same] == ranks[to][:same]:
                before.setdefault(to, []).append((here, action))
    found: dict[Turned, list[tuple[str, Turned]]] = {}
    squares, seen, waiting = {square for square, _ in ends}, set(ends), list(ends)
    while waiting:
        there = waiting.pop()
        for here, action in before.get(there, ()):
            if here[0] in squares:
                continue  # a path ends where it first meets a target
            found.setdefault(here, []).append((action, there))
            if here not in seen:
                seen.add(here)
                waiting.append(here)
    order = ("forward", "left", "right")
    return {here: sorted(ways, key=lambda way: order.index(way[0])) for here, ways in found.items()}


def taken_to(
    c: Case, targets: Collection[str], first: Collection[str] = (), instead: Collection[str] = ()
) -> Taken | None:
    """Return his path: past Dangerous ghosts if one is on it, then to what counts instead."""
    free = path_taken(c, targets, first, frozenset())
    if free is None or not dangers(c).intersection(free.squares):
        return free
    clear = path_taken(c, targets, first, dangers(c))
    if instead and (clear is None or clear.rank[0] > free.rank[0]):
        return path_taken(c, {*targets, *instead}, first, dangers(c))
    return clear


def possible_paths(c: Case, thing: str) -> Iterator[Taken | None]:
    """Yield his path for each aim that he can have who heads for a thing (PM-12, PM-13, PM-65)."""
    state, suit = c.before, thing.split(maxsplit=1)[0]
    if thing == "middle point":
        return
    if state.hunger is not None:
        ghosts = [ghost.square for ghost in state.ghosts.values() if not ghost.immune]
        aims = {"ghost": [s for s in ghosts if s not in maze(c).house], "power": state.coins}
        yield taken_to(c, aims.get(thing.split()[1], state.cubes))
        return
    wild = c.rules.left_out if c.rules.players == 3 and not against(c) else None
    for own in SUITS if suit == wild else (suit,):
        cubes = [square for square, each in state.cubes.items() if each in (own, wild)]
        valid = (own, wild) if c.rules.wild_coin else (own,)
        coins = [square for square, coin in state.coins.items() if coin.suit in valid]
        yield taken_to(c, {*cubes, *coins}, cubes)
        for square, coin in state.coins.items():
            if coin.suit == own:  # the objective of an ace
                yield taken_to(c, [square], instead=[*cubes, *coins])


def tie_breaks(c: Case, text: str) -> Facts:
    """Yield the path that the tie rule takes (PM-15), and what chose between suits (PM-14)."""
    heads = HEADS.search(text)
    if heads is None or heads[1] == "middle point":
        return
    thing, square, cost, turns = heads.groups()
    rank = int(cost), int(turns or 0)
    said = re.search(r"Among equally cheap paths: ([^.]*)\.", text)
    possible = {(t.squares[-1], t.rank, t.how) for t in possible_paths(c, thing) if t}
    yield (square, rank, said[1] if said else "") in possible or possible, True
    others = re.findall(rf"The ({THING}) on ({SQUARE}) would cost (\d+)\.", text)
    equal = re.search(r"Costs are equal: ([^.]*?) decides?\.", text)
    yield equal[1] if equal else "", suit_tie(c, thing, rank, others)


def suit_tie(c: Case, thing: str, rank: Rank, others: list[tuple[str, str, str]]) -> str:
    """Return what decides between him heading for a thing and for others (PM-14); "" for cost."""
    ranks = ranks_from(c, dangers(c))
    turns = {
        other: min(rank for here, rank in ranks.items() if here[0] == square)[1]
        for other, square, cost in others
        if int(cost) == rank[0]
    }
    if not turns:
        return ""
    if min(turns.values()) != rank[1]:
        return "quarter turns" if min(turns.values()) > rank[1] else "too many quarter turns"
    lot = c.before.dice.get("tie") if c.rules.tie_break == "random" else None
    order = lot.split("-") if lot else SUITS
    wild = c.rules.left_out if c.rules.players == 3 else None
    tied = [other.split()[0] for other, turned in turns.items() if turned == rank[1]]
    if wild not in (thing.split(maxsplit=1)[0], *tied):
        first = min([thing.split(maxsplit=1)[0], *tied], key=order.index)
        if first != thing.split(maxsplit=1)[0]:
            return f"{first} before {thing.split(maxsplit=1)[0]}"
    return "suit order" if c.rules.tie_break == "suit-order" else "chance"


def thing_on(c: Case, square: str) -> set[str]:
    """Return the names of what he could head for on a square."""
    state, found = c.before, set()
    if square in state.cubes:
        found.add(f"{state.cubes[square]} cube")
    if square in state.coins:
        found.add(f"{state.coins[square].suit} power coin")
    if state.hunger is not None:
        found |= {f"{suit} ghost" for suit, ghost in state.ghosts.items() if ghost.square == square}
    return found or {"middle point"}


def dangers(c: Case) -> frozenset[str]:
    """Return the squares with Dangerous ghosts, outside the house."""
    state = c.before
    return frozenset(
        ghost.square for suit, ghost in state.ghosts.items() if ghost.square not in maze(c).house
        and (ghost.immune if state.hunger is not None else outnumbers(c, state, suit))
    )  # fmt: skip


TURNS = "{turns~with \\d+ quarter turns?|without a quarter turn}"


@G.event(
    "reason",
    "",
    "He {keeps~keeps his objective \\(PM-21\\)(?:, the \\w+ power coin,)? and |}heads for the"
    " {thing} on {square}, at cost {n}, " + TURNS + ".",
)
def _(c: Case, keeps: str, thing: str, square: str, n: int, turns: str) -> Facts:
    yield thing in thing_on(c, square), True
    yield n, cheapest(c, c.before, dangers(c)).get(square)
    yield bool(keeps) <= (c.before.objective is not None), True
    if "with " in turns:
        yield turns.endswith("turn"), turns.startswith("with 1 ")
    number = re.search(r"\d+", turns)
    step, turn = costs(c)
    paid = int(number[0]) if number else 0
    yield (n - paid * turn) % step, 0
    if "power coin" in keeps and c.before.objective:
        yield keeps.split(", the ")[1].split(maxsplit=1)[0], c.before.objective.suit


BARRED = rf"(?:the Dangerous (?:{SUIT}) ghost on {SQUARE}(?:, | and )?)+"


@G.event(
    "reason",
    "",
    f"The {{cut~cheapest}} path, to {{square}} at cost {{n}}, is cut off by {{by~{BARRED}}}.",
    f"An equally cheap path, to {{square}}, is blocked by {{by~{BARRED}}} (PM-16).",
)
def _(c: Case, square: str, by: str, n: int = 0, cut: str = "") -> Facts:
    for suit, at in re.findall(rf"the Dangerous ({SUIT}) ghost on ({SQUARE})", by):
        yield c.before.ghosts[suit].square, at
        yield at in dangers(c), True
    if cut:
        yield n, cheapest(c, c.before).get(square)


@G.event(
    "reason",
    "",
    "Among equally cheap paths: {how~[^.]*}.",
    "Costs are equal: {how~[^.]*} {verb~decides?}.",
)
def _(c: Case, how: str, verb: str = "") -> Facts:
    yield verb in ("", "decide" if how == "quarter turns" else "decides"), True


@G.event("reason", "", "The {thing} on {square} would cost {n}.")
def _(c: Case, thing: str, square: str, n: int) -> Facts:
    yield thing in thing_on(c, square), True
    yield n, cheapest(c, c.before, dangers(c)).get(square)


@G.event(
    "reason",
    "",
    "Nothing that he could head for can be reached (PM-65).",
    "No Vulnerable {ghost~ghost} can be reached (PM-65).",
)
def _(c: Case, ghost: str = "") -> Facts:
    near = cheapest(c, c.before, dangers(c))
    yield c.before.hunger is not None, True
    yield (
        [
            s
            for s, g in c.before.ghosts.items()
            if g.square in near and not g.immune and g.square not in maze(c).house
        ],
        [],
    )
    if not ghost:
        yield [square for square in c.before.coins if square in near], []


@G.event(
    "reason", "", "Nothing can be reached (PM-24).", "Nothing of {choice} can be reached (PM-24)."
)
def _(c: Case, choice: list[str] = SUITS) -> Facts:  # type: ignore[assignment]
    near = cheapest(c, c.before, dangers(c))
    squares = {**c.before.cubes, **{square: coin.suit for square, coin in c.before.coins.items()}}
    aimed = c.before.objective
    if aimed is None or not aimed.coin:
        yield (
            [square for square in c.before.cubes if squares[square] in choice and square in near],
            [],
        )


@G.event("reason", "", "His objective is still {what~the \\w+ power coin|\\w+} (PM-21).")
def _(c: Case, what: str) -> Facts:
    objective = c.after.objective
    if objective:
        yield what, f"the {objective.suit} power coin" if objective.coin else objective.suit


@G.event(
    "quarter turn",
    "PM-15 PM-61",
    "A quarter turn {way~left|right}, to the {side}: costs {n}, {left:n} left.",
)
def _(c: Case, way: str, side: str, n: int, left: int) -> Facts:
    yield side, "NESW"["NESW".index(c.before.heading) + (1 if way == "right" else -1) & 3]
    yield (side, c.before.square), (c.after.heading, c.after.square)
    yield n, costs(c)[1]
    yield left, c.after.points or left


@G.event("step", "PM-15", "A step, from {here} to {to}: costs {n}, {left:n} left.")
@G.event(
    "portal",
    "PM-22",
    "Through the {gate~portal}, from {here} to {to}: costs {n} like a step, {left:n} left.",
)
def _(c: Case, here: str, to: str, n: int, left: int, gate: str = "") -> Facts:
    yield (here, to, n), (c.before.square, c.after.square, c.rules.step_cost)
    yield maze(c).exits[here].get(c.before.heading), to
    yield portal(c, here, to) and not (next_to(here, to) and not gate), bool(gate)
    yield left, c.after.points or left


@G.event(
    "cube taken", "PM-18", "He takes the {suit} cube on {square}: his stash has {n} of {suit}."
)
@G.event(
    "cube taken",
    "PM-70",
    "He takes the wild {suit} cube on {square}; it counts as {other} ({n} in his stash).",
)
def _(c: Case, suit: str, square: str, n: int, other: str = "") -> Facts:
    yield (suit, square, square in c.after.cubes), (c.before.cubes[square], c.before.square, False)
    counts = other or suit
    yield (n, n - 1), (c.after.stash[counts], c.before.stash[counts])
    wild = c.rules.left_out if c.rules.players == 3 and not against(c) else None
    yield suit == wild, bool(other)


@G.event("coin taken", "PM-18", "He takes the {suit} power coin on {square}.")
def _(c: Case, suit: str, square: str) -> Facts:
    yield (
        (suit, square, square in c.after.coins),
        (c.before.coins[square].suit, c.before.square, False),
    )


@G.event(
    "eat",
    "PM-19 PM-64",
    "Piecepackman eats the {suit} ghost on {square}[ and takes its {n:#cube}]; it goes back to"
    " the ghost house[, {immune~immune} until this hunger ends].",
)
def _(c: Case, suit: str, square: str, n: int | None, immune: str | None) -> Facts:
    before, after = c.before.ghosts[suit], c.after.ghosts[suit]
    yield (square, square), (before.square, c.before.square)
    yield n or 0, sum(held(c.before, suit).values())
    yield n or 0, sum(c.after.stash.values()) - sum(c.before.stash.values())
    yield (after.square in maze(c).house, sum(held(c.after, suit).values())), (True, 0)
    yield (bool(immune), after.immune), (c.before.hunger is not None, bool(immune))
    yield c.clause, "PM-64" if immune else "PM-19"


# --- the ghosts' turn --------------------------------------------------------------------------


@G.event("ghost waits", "PM-38", "The {suit} ghost was eaten: it waits in the ghost house.")
def _(c: Case, suit: str) -> Facts:
    yield c.before.ghosts[suit].waits - 1, c.after.ghosts[suit].waits
    yield c.before.ghosts[suit].square in maze(c).house, True


@G.event("ghosts roll", "PM-31", "The ghosts roll: {any}.")
def _(c: Case, any: str) -> Facts:
    said = dict(each.split(" ", 1) for each in any.split(", "))
    case = c.but(before=c.after)
    dice = c.move.faces.items()
    yield said, {suit: f"{face} ({ghost_points(case, suit)})" for suit, face in dice}


@G.event("ghost stays", "PM-32", "The {suit} ghost rolled {zero~0}: it stays on {square}.")
@G.event("ghost stays", "PM-37", "The {suit} ghost can't take a single step: it stays on {square}.")
@G.event(
    "ghost stays",
    "PM-73",
    "The {suit} ghost could move only with its {power~power}: it stays on {square}.",
)
def _(c: Case, suit: str, square: str, zero: str = "", power: str = "") -> Facts:
    yield square, c.before.ghosts[suit].square
    steps = ghost_points(c, suit)
    yield (steps == 0), bool(zero) or (bool(power) and steps == 0)
    yield not power or c.before.ghosts[suit].uses > 0, True
    others = {ghost.square for each, ghost in c.before.ghosts.items() if each != suit}
    inside = square in maze(c).house
    ways = [
        to
        for to in maze(c).exits[square].values()
        if to not in others and (inside or to not in maze(c).house)
    ]
    if not zero and not power and steps == 1:
        yield ways, []


@G.event("ghost steps", "PM-32", "The {suit} ghost steps from {here} to {to}.")
@G.event(
    "ghost portal", "PM-34", "The {suit} ghost goes through the {gate~portal} from {here} to {to}."
)
@G.event("ghost steps", "", "With its power the {suit} ghost {power~goes} from {here} to {to}.")
def _(c: Case, suit: str, here: str, to: str, gate: str = "", power: str = "") -> Facts:
    yield (here, to), (c.before.ghosts[suit].square, c.after.ghosts[suit].square)
    others = {ghost.square for each, ghost in c.before.ghosts.items() if each != suit}
    passes = c.before.ghosts[suit].power == "pass" and any(
        k == "power used" for _, k, _ in c.earlier
    )
    yield here == c.before.square or (to in others and not passes), False
    if not power:
        yield to in maze(c).exits[here].values(), True
        yield portal(c, here, to), bool(gate)
    else:
        yield c.clause, power_clause(c.before.ghosts[suit].power)


def power_clause(power: str) -> str:
    return f"PM-73{'abcdefghijklmn'[list(ABILITIES).index(power)]}"


@G.event(
    "ghost enters",
    "PM-42",
    "The {suit} ghost is Vulnerable and enters his square {square}: he eats it.",
)
def _(c: Case, suit: str, square: str) -> Facts:
    yield (square, square), (c.before.square, c.before.ghosts[suit].square)
    yield attacks(c, c.before, suit), False


@G.event(
    "attack",
    "PM-40",
    "The {suit} ghost is {dangerous~Dangerous} and enters his square {square}: it attacks him.",
    "The {suit} ghost has {more~more|as many} cubes and enters his square {square}: it"
    " attacks him.",
)
@G.event("attack", "PM-73k", "With its {power~power} the {suit} ghost attacks him on {square}.")
@G.event(
    "attack",
    "PM-74",
    "He enters the square of the {dangerous~Dangerous} {suit} ghost, {square}: it attacks him.",
)
def _(
    c: Case, suit: str, square: str, dangerous: str = "", more: str = "", power: str = ""
) -> Facts:
    ghost = c.before.ghosts[suit]
    yield (square, square), (c.before.square, ghost.square)
    if power:
        yield ghost.power, "attack"
    else:
        yield (
            ghost.immune if c.before.hunger is not None else outnumbers(c, c.before, suit),
            bool(dangerous),
        )
        yield attacks(c, c.before, suit), True
    if more:
        yield ghost.cubes > c.before.stash[suit], more == "more"
        yield ghost.cubes >= c.before.stash[suit], True


@G.event("cubes taken back", "PM-41", "The {suit} ghost takes its cubes back from his stash: {n}.")
def _(c: Case, suit: str, n: int) -> Facts:
    yield (n, c.after.stash[suit]), (c.before.stash[suit], 0)
    yield n, c.after.ghosts[suit].cubes - c.before.ghosts[suit].cubes


@G.event("ghosts go home", "PM-41", "The turn ends; the ghosts go back to the house.")
def _(c: Case) -> Facts:
    yield {ghost.square for ghost in c.after.ghosts.values()} <= set(maze(c).house), True


@G.event("last life", "PM-41", "That was Piecepackman's last life.")
def _(c: Case) -> Facts:
    yield (c.before.extra_lives, c.after.extra_lives), (0, -1)


@G.event(
    "life lost",
    "PM-41",
    "Piecepackman loses a life; the next one starts on {square}. Extra lives left: {n}.",
)
def _(c: Case, square: str, n: int) -> Facts:
    yield (square, square), (c.after.square, maze(c).start)
    yield (n, n + 1), (c.after.extra_lives, c.before.extra_lives)


@G.event("he starts again", "PM-75", "His lives are endless: he starts again on {square}.")
def _(c: Case, square: str) -> Facts:
    yield (square, c.rules.mode), (c.after.square, "race")


@G.event(
    "ghost takes cube",
    "PM-35 PM-70",
    "The {suit} ghost takes the {other} cube on {square}: it holds {n}.",
)
@G.event(
    "ghost takes cube",
    "PM-73e",
    "With its {power~power} the {suit} ghost takes the {other} cube on {square}.",
)
def _(c: Case, suit: str, other: str, square: str, n: int | None = None, power: str = "") -> Facts:
    yield (other, square), (c.before.cubes[square], c.before.ghosts[suit].square)
    yield square in c.after.cubes, False
    if power:
        yield held(c.after, suit) - held(c.before, suit), Counter({other: 1})
    else:
        yield (n, n), (c.after.ghosts[suit].cubes, c.before.ghosts[suit].cubes + 1)
        yield c.clause, "PM-35" if suit == other else "PM-70"


@G.event(
    "ghost takes coin",
    "PM-75",
    "The {suit} ghost takes its power coin on {square}[: {hungry~he is hungry from his"
    " next turn}].",
)
def _(c: Case, suit: str, square: str, hungry: str | None) -> Facts:
    yield (c.before.coins[square].suit, square), (suit, c.before.ghosts[suit].square)
    yield c.after.phase == "over", not hungry


# --- powers ------------------------------------------------------------------------------------


@G.event("power used", "", "The {suit} ghost uses its power, to {can}; {n:#use} left.")
def _(c: Case, suit: str, can: str, n: int) -> Facts:
    before, after = c.before.ghosts[suit], c.after.ghosts[suit]
    yield (can, n, n + 1), (before.power, after.uses, before.uses)
    yield c.clause, power_clause(before.power)


def counted_cubes(text: str) -> Counter[str]:
    """Return the cubes of a list, whose nouns must agree."""
    found: Counter[str] = Counter()
    for each in names_in(text):
        number, suit, noun = each.split()
        if (number == "1") != (noun == "cube"):
            raise Wrong(f"{each!r}: number and noun don't agree")
        found[suit] += int(number)
    return found


@G.event("cubes given", "PM-73d", "The {suit} ghost gives {cubes} to the {other} ghost.")
def _(c: Case, suit: str, cubes: str, other: str) -> Facts:
    yield counted_cubes(cubes), held(c.before, suit) - held(c.after, suit)
    yield counted_cubes(cubes), held(c.after, other) - held(c.before, other)


@G.event(
    "cubes looted",
    "PM-73g",
    "With its power the {suit} ghost takes {n:#cube} more from his stash: {other}.",
)
def _(c: Case, suit: str, n: int, other: str) -> Facts:
    yield n, c.before.stash[other] - c.after.stash[other]
    yield held(c.after, suit) - held(c.before, suit), Counter({other: n})


@G.event("cube dropped", "PM-73m", "The {suit} ghost drops a {other} cube on {square}.")
def _(c: Case, suit: str, other: str, square: str) -> Facts:
    yield (square in c.before.cubes, c.after.cubes.get(square)), (False, other)
    yield held(c.before, suit) - held(c.after, suit), Counter({other: 1})


@G.event(
    "cubes banked", "PM-73c", "The {suit} ghost banks {n:#cube} in the house: nobody can take them."
)
def _(c: Case, suit: str, n: int) -> Facts:
    yield (n, sum(held(c.after, suit).values())), (sum(held(c.before, suit).values()), 0)
    yield n, sum(c.after.ghosts[suit].banked.values()) - sum(c.before.ghosts[suit].banked.values())


# --- Ghost Hunger ------------------------------------------------------------------------------


@G.event(
    "hunger counts down",
    "PM-62",
    "Another turn of Ghost Hunger begins; {n} more after it.",
    "The last turn of Ghost Hunger begins.",
)
def _(c: Case, n: int = 0) -> Facts:
    yield n, c.after.hunger


@G.event("coin shown", "PM-75", "The {suit} coin shows {face}: he is hungry for {n:#turn}.")
@G.event(
    "coin shown",
    "PM-62 PM-66",
    "The {suit} coin shows a {face}: hunger lasts for {n:#more turn}[, {all:n} in all].",
    "The {suit} coin shows an {face}: no turns of hunger[, but {lives~an extra life|\\d+"
    " extra lives}].",
)
def _(
    c: Case,
    suit: str,
    face: str,
    n: int | None = None,
    all: int | None = None,
    lives: str | None = None,
) -> Facts:
    yield (suit, face) in [(coin.suit, coin.face) for coin in c.before.taken], True
    more = (c.after.hunger or 0) - (c.before.hunger or 0)
    if c.clause == "PM-75":
        yield n, FACES[face] or 1
        return
    yield n or 0, more if c.after.phase != "over" else n or 0
    yield all or 0, c.after.hunger if n and c.before.hunger else 0
    if face == "ace":
        gained = c.after.extra_lives - c.before.extra_lives
        yield lives, {0: None, 1: "an extra life"}.get(gained, f"{gained} extra lives")


@G.event("hunger ends", "PM-62 PM-67", "Ghost Hunger is over; no ghost is immune any more.")
def _(c: Case) -> Facts:
    yield (c.before.hunger is not None, c.after.hunger), (True, None)
    yield [suit for suit, ghost in c.after.ghosts.items() if ghost.immune], []


@G.event("immunity lost", "PM-66", "Another coin in hunger: {suits} {verb~loses?} immunity.")
def _(c: Case, suits: list[str], verb: str) -> Facts:
    yield suits, [suit for suit, ghost in c.before.ghosts.items() if ghost.immune]
    yield verb, "loses" if len(suits) == 1 else "lose"
    yield [suit for suit, ghost in c.after.ghosts.items() if ghost.immune], []


# --- the end -----------------------------------------------------------------------------------

COUNT = "{n:#cube} with the ghosts, {his:n} with Piecepackman"


@G.event(
    "over",
    "",
    f"The {{who~ghosts}} win: {COUNT}",
    f"A {{who~draw}}: {COUNT}",
    f"{{who~Piecepackman}} wins[{{equal~, for equal cubes are no majority}}]: {COUNT}",
)
def _(c: Case, who: str, n: int, his: int, equal: str | None = None) -> Facts:
    ghosts = sum(
        ghost.cubes + sum(ghost.others.values()) + sum(ghost.banked.values())
        for ghost in c.before.ghosts.values()
    )
    yield (n, his), (ghosts, sum(c.before.stash.values()))
    draw = c.rules.equal_cubes == "draw" and not against(c)
    yield who, "ghosts" if n > his else "draw" if n == his and draw else "Piecepackman"
    if not against(c):
        yield bool(equal), n == his and not draw


@G.event(
    "over",
    "",
    "The ghosts win: they took all his lives",
    "Nobody wins: the ghosts took his last life, which is no win in {harmony~Piece and Harmony}",
)
def _(c: Case, harmony: str = "") -> Facts:
    yield (c.before.extra_lives, c.rules.goal == "cubes" and not against(c)), (-1, bool(harmony))


def race_scores(c: Case) -> dict[str, int]:
    scores = {}
    for seat in c.game.seats:
        team = names_in(seat)
        ghosts = [(suit, c.before.ghosts[suit]) for suit in team]
        scores[seat] = sum(ghost.cubes + ghost.banked.get(suit, 0) for suit, ghost in ghosts)
    return scores


@G.event("over", "", "{who~.*} wins the race: all cubes of that colour are collected")
def _(c: Case, who: str) -> Facts:
    team = names_in(who.lower())
    elsewhere = [suit for suit in c.before.cubes.values() if suit in team]
    yield (elsewhere, [suit for suit in team if c.before.stash[suit]]), ([], [])


@G.event("over", "", "Nobody wins the race: nobody holds a cube of their colour")
def _(c: Case) -> Facts:
    yield max(race_scores(c).values()), 0


@G.event("over", "", "{who~.*?} {wins~wins|share} the race: {count~.*\\d}")
def _(c: Case, who: str, wins: str, count: str) -> Facts:
    scores = race_scores(c)
    best = max(scores.values())
    yield count, ", ".join(f"{seat} {cubes}" for seat, cubes in scores.items())
    winners = [seat for seat in scores if scores[seat] == best]
    yield (
        who.lower(),
        " and ".join([", ".join(winners[:-1]), winners[-1]]) if winners[1:] else winners[0],
    )
    yield wins, "share" if winners[1:] else "wins"


# --- what is due -------------------------------------------------------------------------------

PHASES = {
    "the board must be set up first": ("setup", "PM-2"),
    "the uses of the ghosts' powers must be rolled first": ("uses", "PM-73"),
    "Piecepackman's bonus roll comes first": ("bonus", "PM-60"),
    "the ghosts must agree on their order first": ("order", "PM-30"),
    "the ghosts' dice must be rolled first": ("dice", "PM-31"),
}


@G.event(
    "due", "", f"{{what~{'|'.join(PHASES)}}}", "{his~Piecepackman's dice must be rolled first}"
)
def _(c: Case, what: str = "", his: str = "") -> Facts:
    yield c.before.phase, PHASES[what][0] if what else "roll"
    yield (
        c.clause
        in (
            PHASES[what][1] if what else "PM-63" if c.before.hunger is not None else "PM-10",
            "PM-30",
            "PM-74",
            "PM-75",
        ),
        True,
    )


@G.event("due", "PM-68", "the game is over: {any}")
def _(c: Case, any: str) -> Facts:
    yield c.before.phase, "over"
    yield from c.part("over", any)


@G.event("due", "PM-75", "the players must agree on the cubes first; they may move {n:#cube}")
@G.event("due", "PM-74", "Piecepackman's player must move him; he has {points:#point}")
@G.event("due", "PM-32 PM-30 PM-75", "the {suit} ghost must move, {steps:#step}")
@G.event("due", "PM-74", "the ghosts' player must move the {choice} ghost")
def _(
    c: Case, n: int = 0, points: int = 0, suit: str = "", steps: int = 0, choice: list[str] = ()
) -> Facts:  # type: ignore[assignment]
    yield c.before.phase in ("adjust", "move", "bonus move", "ghosts"), True
    if n:
        yield n, c.before.adjusts
    elif suit:
        yield (suit, steps), (c.before.to_move[0], ghost_points(c, suit))
    elif choice:
        yield set(choice) <= set(c.before.to_move), True
    else:
        yield points, c.before.points


@G.refusal("", "{move~.*} must wait: {due~.*}", "{move~.*} is no move of this game: {due~.*}")
def _(c: Case, move: str, due: str) -> Facts:
    yield move[:20] in (str(c.move).strip()[:20], repr(c.move)[:20]), True
    yield from c.part("due", due)


@G.refusal(
    "",
    "{dice~the dice are rolled}: {due~.*}",
    "{order~the ghosts move in any order}: {due~.*}",
    "{turns~the ghosts move in turn, and another one begins each turn}: {due~.*}",
    "{binds~the agreed order binds}: {due~.*}",
    "{later~the order is agreed after he has moved}: {due~.*}",
)
def _(
    c: Case,
    due: str,
    order: str = "",
    dice: str = "",
    turns: str = "",
    binds: str = "",
    later: str = "",
) -> Facts:
    mode = "against" if order else "race" if turns else c.rules.mode
    yield c.rules.mode, mode
    if binds:
        yield c.before.phase in ("dice", "ghosts"), True
    binding = {"PM-74": order, "PM-75": turns, "PM-30": binds}
    yield c.clause, next((clause for clause, said in binding.items() if said), c.clause)
    yield from c.part("due", due)


# --- refusals of set-ups and orders ------------------------------------------------------------


@G.refusal(
    "PM-2",
    "no cube can be on {square~.*?}: cubes go on squares of the maze outside the ghost"
    " house, except the"
    " power coins' squares, closed-off squares and his start",
    "no cube can be on {square~.*?}: the square is no place for cubes",
)
def _(c: Case, square: str) -> Facts:
    taken = {*maze(c).house, *maze(c).coins.values(), *maze(c).closed, maze(c).start}
    yield square in set(maze(c).squares) - taken, False


@G.refusal(
    "PM-2", "the set-up has {n} {suit~\\w+} {noun~cubes?}; it must have {most:n} of each suit"
)
def _(c: Case, n: int, suit: str, noun: str, most: int) -> Facts:
    yield (n, most), (list(c.move.cubes.values()).count(suit), c.rules.cubes_per_suit)
    yield noun, "cube" if n == 1 else "cubes"
    yield n == most and suit in SUITS, False


@G.refusal(
    "PM-4",
    "there is no {suit~\\w+} power coin; there are suns, moons, crowns, arms",
    "the {coin:suit} power coin can't show {face~.*}; it is one of {any}",
)
def _(c: Case, suit: str = "", coin: str = "", face: str = "", any: str = "") -> Facts:
    yield suit in SUITS, False
    if coin:
        yield face, str(c.move.coins.get(coin))
        yield face in any.split(", "), False


@G.refusal(
    "PM-73",
    "the set-up must have a power for each of {suits}",
    "the set-up must have no powers: none are drawn",
    "'{power~.*}', drawn for {suit}, is no ghost's power",
    "{two~two} ghosts drew the same power; each must have another one",
)
def _(c: Case, suits: list[str] = (), power: str = "", suit: str = "", two: str = "") -> Facts:  # type: ignore[assignment]
    powers = c.move.powers
    yield c.rules.powers == "drawn", bool(suits or power or two)
    if suits:
        yield list(powers) == suits, False
    if power:
        yield (powers[suit], power in ABILITIES), (power, False)
    if two:
        yield len(set(powers.values())) < len(powers), True


@G.refusal("PM-75", "there is no cube on {square~.*} to move")
@G.refusal("PM-2", "{to} has a cube already; at most one can be on a square")
def _(c: Case, square: str = "", to: str = "") -> Facts:
    yield (square or to), c.move.to if to else c.move.square
    yield (square or to) in c.before.cubes, bool(to)


@G.refusal("PM-30", "the order names {named~.*}; it must name each of {order} once")
def _(c: Case, named: str, order: tuple[str, ...]) -> Facts:
    yield order, c.before.to_move
    yield named, ", ".join(c.move.suits) or "nobody"
    yield sorted(c.move.suits) == sorted(order), False


# --- refusals of walks -------------------------------------------------------------------------


@G.refusal(
    "PM-30 PM-38 PM-74 PM-75",
    "it is the {now:suit} ghost's move: the agreed order is {order}",
    "there is no {odd~\\w+} ghost in this game; it is the {now:suit} ghost's move: the"
    " agreed order is {order}",
    "the {moved:suit} ghost has had its move; it is the {now:suit} ghost's move: the"
    " agreed order is {order}",
    "the {eaten:suit} ghost was eaten and waits in the house; it is the {now:suit} ghost's move",
    "the {next:choice} ghost moves next",
    "there is no {odd~\\w+} ghost in this game; the {next:choice} ghost moves next",
    "the {moved:suit} ghost has had its move; the {next:choice} ghost moves next",
    "the {eaten:suit} ghost was eaten and waits in the house; the {next:choice} ghost moves next",
)
def _(
    c: Case,
    now: str = "",
    order: tuple[str, ...] = (),
    odd: str = "",
    moved: str = "",
    eaten: str = "",
    next: list[str] = (),  # type: ignore[assignment]
) -> Facts:
    yield now or next[0], c.before.to_move[0]
    yield order or c.before.order, c.before.order
    yield list(next), list(c.before.to_move[: None if against(c) else 1]) if next else []
    yield odd in c.before.ghosts, False
    yield odd or moved or eaten or c.move.suit, c.move.suit
    yield (moved in c.before.to_move, moved == "" or moved in c.before.order), (False, True)
    yield eaten in c.before.order, False


@G.refusal("PM-32", "the {suit} ghost is on {here}, but this path starts on {begins~.*}")
def _(c: Case, suit: str, here: str, begins: str) -> Facts:
    yield (here, begins), (c.before.ghosts[suit].square, (c.move.path or ("no square",))[0])
    yield (suit, here != begins), (c.move.suit, True)


ROLLED = "the {suit} ghost rolled {face}[, {steps:#step}]"


@G.refusal("PM-32", ROLLED + "; {to} is {n:#step} away", ROLLED + "; this path {takes~takes} {n}")
def _(
    c: Case, suit: str, face: str, steps: int | None, n: int, to: str = "", takes: str = ""
) -> Facts:
    points = ghost_points(c, suit)
    yield (suit, face), (c.move.suit, c.before.dice[suit])
    yield steps, None if face == str(points) else points
    yield (
        (n, n > points),
        (len(c.move.path) - 1 if takes else steps_away(c, c.move.path[0])[to], True),
    )


@G.refusal("PM-73", "the {suit} ghost can move only by its power; without it, it stays on {here}")
def _(c: Case, suit: str, here: str) -> Facts:
    yield (c.before.ghosts[suit].square, c.before.ghosts[suit].uses > 0), (here, True)
    yield (
        [
            move
            for move in c.game.moves(c.before)
            if isinstance(move, Walk) and move.suit == suit and len(move.path) > 1
        ],
        [],
    )


@G.refusal(
    "PM-32 PM-37", "the {suit} ghost {why~rolled 0|can't take a single step}: it stays on {here}"
)
def _(c: Case, suit: str, why: str, here: str) -> Facts:
    yield (suit, here), (c.move.suit, c.before.ghosts[suit].square)
    yield ghost_points(c, suit) == 0, why == "rolled 0"
    yield [move for move in c.game.moves(c.before) if move.suit == suit], []


@G.refusal("PM-75", "the {suit} ghost can leave the ghost house now, so it must; {to} is inside")
def _(c: Case, suit: str, to: str) -> Facts:
    yield (to, to in maze(c).house, c.rules.mode), (c.move.path[-1], True, "race")


def in_path(c: Case, *squares: str) -> bool:
    path, many = tuple(c.move.path), len(squares)
    return any(path[n : n + many] == squares for n in range(len(path)))


@G.refusal(
    "PM-40 PM-42",
    "entering {here}, Piecepackman's square, the ghost {what~attacks him|is eaten}: its"
    " move ends there",
)
def _(c: Case, here: str, what: str) -> Facts:
    path = c.move.path
    yield (here, here in path[1:-1]), (c.before.square, True)
    suit = c.move.suit
    entered = path[1 : path.index(here, 1) + 1]
    wild = c.rules.left_out if c.rules.players == 3 and not against(c) else None
    seen = set(entered if c.rules.ghost_collects == "pass" else entered[-1:])
    more = sum(
        c.before.cubes.get(square) in {suit, wild} - {None} for square in seen if square != here
    )
    ghost = c.before.ghosts[suit]
    state = c.before.put(suit, ghost._replace(cubes=ghost.cubes + more))
    yield what == "attacks him", attacks(c, state, suit)
    yield c.clause, "PM-40" if what == "attacks him" else "PM-42"


@G.refusal("PM-34", "the portal from {here} to {to} ends the ghost's move")
def _(c: Case, here: str, to: str) -> Facts:
    yield (portal(c, here, to), in_path(c, here, to), c.rules.portal_ends_move), (True, True, True)


@G.refusal("PM-1", "there is no square {name~[^ ]*} in this maze")
def _(c: Case, name: str) -> Facts:
    yield (name in maze(c).exits, name in c.move.path), (False, True)


@G.refusal("PM-6", "there is a matchstick between {here} and {to}")
def _(c: Case, here: str, to: str) -> Facts:
    yield (
        (next_to(here, to), to in maze(c).exits[here].values(), in_path(c, here, to)),
        (True, False, True),
    )


@G.refusal(
    "PM-32 PM-15",
    "from {here} to {to} is not one step[ {him~for him}]",
    "from {here} to {to} is not one step; write '{suit} {end:square}' or '{other} {path}'",
)
def _(
    c: Case,
    here: str,
    to: str,
    suit: str = "",
    end: str = "",
    other: str = "",
    path: Any = (),
    him: str | None = None,
) -> Facts:
    yield (next_to(here, to), in_path(c, here, to)), (False, True)
    if path:
        yield (suit, other, end), (c.move.suit, c.move.suit, path[-1])
        yield c.game.refusal(c.before, Walk(suit, path)), None


@G.refusal(
    "PM-36",
    "{to} is in the ghost house; a ghost that left it returns only by being eaten or"
    " after an attack",
    "{to} is in the ghost house; its power doesn't lead there",
)
@G.refusal("PM-23", "{to} is in the ghost house, which he never enters")
def _(c: Case, to: str) -> Facts:
    yield (to in maze(c).house, to in c.move.path), (True, True)


@G.refusal("PM-33", "the {other} ghost is on {to}; ghosts can't pass through each other")
def _(c: Case, other: str, to: str) -> Facts:
    yield (
        (c.before.ghosts[other].square, to in c.move.path[1:], other != c.move.suit),
        (to, True, True),
    )


@G.refusal("PM-32", "the ghost can't turn back from {here} to {to}")
def _(c: Case, here: str, to: str) -> Facts:
    yield (in_path(c, to, here, to), c.rules.ghost_backtrack), (True, False)


@G.refusal("PM-32", "the {suit} ghost must end on another square than {to}, where it started")
def _(c: Case, suit: str, to: str) -> Facts:
    yield (suit, to, to), (c.move.suit, c.move.path[0], c.move.path[-1])


@G.refusal(
    "PM-37",
    "the {suit} ghost can use only {most:n} of its {n:#step} and must use them; this"
    " path takes {used:n}",
)
@G.refusal("PM-32", "the {suit} ghost must use its whole roll, {n:#step}; this path takes {used:n}")
def _(c: Case, suit: str, n: int, used: int, most: int | None = None) -> Facts:
    yield (suit, n, used), (c.move.suit, ghost_points(c, suit), len(c.move.path) - 1)
    yield used < (n if most is None else most), True
    if most is not None:
        walks = [
            move for move in c.game.moves(c.before) if isinstance(move, Walk) and move.suit == suit
        ]
        yield max(len(move.path) - 1 for move in walks), most


@G.refusal(
    "PM-32",
    "the {suit} ghost can complete its move only by entering his square {square}; this"
    " path takes {used:n}"
    " of {n:#step}",
)
def _(c: Case, suit: str, square: str, used: int, n: int) -> Facts:
    yield (suit, square), (c.move.suit, c.before.square)
    yield (used, n, used < n), (len(c.move.path) - 1, ghost_points(c, suit), True)
    walks = [
        move.path for move in c.game.moves(c.before) if isinstance(move, Walk) and move.suit == suit
    ]
    yield {path[-1] for path in walks}, {square}


# --- refusals of powers ------------------------------------------------------------------------


def uses(c: Case, suit: str) -> str:
    number = c.before.ghosts[suit].uses
    return f"{number} use{'' if number == 1 else 's'} left"


@G.refusal(
    "",
    "the {suit} ghost has no power in this game",
    "the {suit} ghost has no use of its power ({power~[\\w-]+}) left",
)
def _(c: Case, suit: str, power: str = "") -> Facts:
    ghost = c.before.ghosts[suit]
    yield (suit, power, ghost.uses), (c.move.suit, ghost.power, 0)


@G.refusal(
    "",
    "the {suit} ghost rolled {n:#step}, and its power lets it {can} ({left~\\d+ uses?"
    " left}): {path}, {used:#step},"
    " is no such walk",
)
def _(c: Case, suit: str, n: int, can: str, left: str, path: tuple[str, ...], used: int) -> Facts:
    yield (suit, n, can), (c.move.suit, ghost_points(c, suit), c.before.ghosts[suit].power)
    yield (left, path, used), (uses(c, suit), c.move.path, len(c.move.path) - 1)
    yield c.clause, power_clause(can)


@G.refusal(
    "PM-73g",
    "the {suit} ghost takes more cubes only when it attacks him ({left~\\d+ uses? left})",
    "his stash has no {other} cube to take besides {suit} ({left~\\d+ uses? left})",
)
def _(c: Case, suit: str, left: str, other: str = "") -> Facts:
    yield (suit, left), (c.move.suit, uses(c, suit))
    if other:
        yield c.before.stash[other] == 0 or other == suit, True


@G.refusal(
    "",
    "with its power the {suit} ghost can {can} ({left~\\d+ uses? left}); {how~this move"
    " doesn't say what|it can't"
    " .*|this path doesn't need it: write it without '!'}",
)
def _(c: Case, suit: str, can: str, left: str, how: str) -> Facts:
    yield (suit, can, left), (c.move.suit, c.before.ghosts[suit].power, uses(c, suit))
    yield c.clause, power_clause(can)
    if how.startswith("it can't"):
        yield how, f"it can't {c.move.deed}"
    elif "without" in how:
        yield c.game.refusal(c.before, Walk(suit, c.move.path)), None


@G.refusal(
    "PM-73d PM-73m",
    "the {suit} ghost would hold {owned~.*} then, and can't {deed~.*} ({left~\\d+ uses? left})",
)
def _(c: Case, suit: str, owned: str, deed: str, left: str) -> Facts:
    yield (suit, deed, left), (c.move.suit, str(c.move.deed), uses(c, suit))
    asked = (
        Counter(dict(c.move.deed.cubes))
        if isinstance(c.move.deed, Gift)
        else Counter({c.move.deed.suit: 1})
    )
    hold = Counter(
        {each.split()[1]: int(each.split()[0]) for each in names_in(owned)}
        if owned != "no cube"
        else {}
    )
    yield (asked <= hold and sum(asked.values()) > 0), False


@G.refusal("PM-73d", "the {suit} ghost can give cubes to {choice}, not to {to~.*}")
def _(c: Case, suit: str, choice: list[str], to: str) -> Facts:
    yield (suit, to), (c.move.suit, c.move.deed.to or "nobody")
    yield choice, [each for each in c.before.ghosts if each != suit]


@G.refusal(
    "PM-73m",
    "no cube can be dropped on {square~[^ ]*}: the square isn't free (PM-2, {left~\\d+"
    " uses? left})",
)
def _(c: Case, square: str, left: str) -> Facts:
    yield (square, left), (c.move.deed.square, uses(c, c.move.suit))
    taken = {
        *maze(c).house,
        *maze(c).coins.values(),
        *maze(c).closed,
        maze(c).start,
        *c.before.cubes,
        c.before.square,
    }
    pawns = {ghost.square for suit, ghost in c.before.ghosts.items() if suit != c.move.suit} | {
        c.move.path[-1]
    }
    yield square in set(maze(c).squares) - taken - pawns, False


# --- refusals of his moves ---------------------------------------------------------------------


@G.refusal("PM-74", "Piecepackman is on {here}, but this path starts on {begins~.*}")
def _(c: Case, here: str, begins: str) -> Facts:
    yield (here, begins), (c.before.square, (c.move.path or ("no square",))[0])
    yield here == begins, False


@G.refusal("PM-74", "a ghost is on {to}: his turn ends there, as he eats it or is attacked")
def _(c: Case, to: str) -> Facts:
    yield to in [ghost.square for ghost in c.before.ghosts.values()], True
    yield to in c.move.path[1:-1], True


def spent(c: Case, path: tuple[str, ...]) -> tuple[int, str]:
    """Return what his path costs, and his heading at its end."""
    total, heading, (step, turn) = 0, c.before.heading, costs(c)
    for here, to in pairwise(path):
        way = next(way for way, there in maze(c).exits[here].items() if there == to)
        total += step + turn * min(
            (quarters := ("NESW".index(way) - "NESW".index(heading)) % 4), 4 - quarters
        )
        heading = way
    return total, heading


@G.refusal(
    "PM-15 PM-61",
    "the step from {here} to {to}[ {turns~with its (?:two )?quarter turns?}] costs {n},"
    " and he has {left:n} left",
)
def _(c: Case, here: str, to: str, n: int, left: int, turns: str | None = None) -> Facts:
    path = c.move.path
    steps = [at for at in range(1, len(path)) if path[at - 1 : at + 1] == (here, to)]
    paid = [(spent(c, path[:at])[0], spent(c, path[: at + 1])[0]) for at in steps]
    yield (left, n) in [(c.before.points - before, after - before) for before, after in paid], True
    yield n > left, True
    quarters = (n - c.rules.step_cost) // costs(c)[1] if costs(c)[1] else 0
    yield turns, (None, "with its quarter turn", "with its two quarter turns")[quarters]


@G.refusal("PM-74", "his turn ends on {here}: he can't turn there")
def _(c: Case, here: str) -> Facts:
    yield (
        (here, here in [ghost.square for ghost in c.before.ghosts.values()]),
        (c.move.path[-1], True),
    )


@G.refusal(
    "PM-17", "he has {left:#point} left on {here} and must use them: the step to {to} costs {n}"
)
def _(c: Case, left: int, here: str, to: str, n: int) -> Facts:
    total, _heading = spent(c, c.move.path)
    yield (left, here), (c.before.points - total, c.move.path[-1])
    yield n, spent(c, (*c.move.path, to))[0] - total
    yield n <= left, True


@G.refusal("PM-15 PM-61", "turning to the {side} on {here} costs {n}, and he has {left:n} left")
@G.refusal("PM-15", "there is no heading '{odd~.*}' on {here}, only N, E, S, W")
def _(c: Case, here: str, side: str = "", n: int = 0, left: int = 0, odd: str = "") -> Facts:
    total, heading = spent(c, c.move.path)
    yield (here, side or odd), (c.move.path[-1], c.move.heading)
    if side:
        quarters = ("NESW".index(side) - "NESW".index(heading)) % 4
        yield (left, n), (c.before.points - total, costs(c)[1] * min(quarters, 4 - quarters))
        yield n > left, True


@G.refusal(
    "PM-32 PM-74",
    "no path of {n:#step} leads from {path} to {to~.*}; Escape to undo",
    "no path of his points leads from {path} to {to~.*}; Escape to undo",
)
def _(c: Case, path: tuple[str, ...], to: str, n: int | None = None) -> Facts:
    if n is not None:
        suit = next(suit for suit, ghost in c.before.ghosts.items() if ghost.square == path[0])
        yield n, ghost_points(c, suit)
    many = len(path)
    yield (
        [
            move
            for move in c.game.moves(c.before)
            if tuple(move.path[:many]) == path and len(move.path) > many and move.path[-1] == to
        ],
        [],
    )


@G.refusal("PM-32 PM-74", "a path can end on {square}, but none passes it: choose it without Shift")
def _(c: Case, square: str) -> Facts:
    yield (c.move.to or c.move.start) == square, True
    yield any(move.path[-1] == square for move in c.game.moves(c.before)), True


@G.refusal("PM-75", "there is no cube on {square~.*}: choose a cube")
def _(c: Case, square: str) -> Facts:
    yield (square, square in c.before.cubes), (c.move.start, False)


@G.refusal("", "{due~.*}")
def _(c: Case, due: str) -> Facts:
    yield from c.part("due", due)


# --- games -------------------------------------------------------------------------------------


def position(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a small maze with few cubes, where all meet soon, in any mode and with powers."""
    rules = {**READER.random_rules(random), "maze": random.choice((POCKET, POCKET, *MAZE_NAMES))}
    rules["mode"] = random.choice(("together", "against", "race", "together"))
    rules["powers"] = random.choice(("none", "chosen", "chosen"))
    for suit in SUITS:
        rules[f"{suit}_power"] = random.choice([*ABILITIES])
    return {
        **rules,
        "cubes_per_suit": random.choice((1, 2, 6)),
        "adjust_cubes": random.choice((0, 2)),
    }, None


def attempts(game: Any, state: Any, random: Random) -> Iterator[Any]:
    """Yield walks and runs in any direction, with powers and deeds, odd orders and set-ups."""
    exits = game.ruleset.maze.exits
    squares = sorted(exits)

    def path(start: str, steps: int) -> tuple[str, ...]:
        found = [start]
        for _ in range(steps):
            near = sorted(exits.get(found[-1], {}).values())
            beside = [square for square in squares if next_to(square, found[-1])]
            odd = [*beside, random.choice([*squares, "z9"])]
            found.append(random.choice(near if near and random.random() < 0.85 else odd))
            if found[-1] == "z9":
                break
        return tuple(found)

    if state.phase == "ghosts":
        for _ in range(5):
            suit = random.choice((*state.to_move, *state.to_move, state.to_move[0], "suns", "arms"))
            start = state.ghosts[suit].square if suit in state.ghosts else "a1"
            points = game.ruleset.ghost_points[state.dice.get(suit, "2")]
            walk = path(start, random.choice((points, points, points, random.randrange(7))))
            yield Walk(suit, random.choice((walk, walk, walk, walk[1:])))
            yield PowerWalk(suit, walk, odd_deed(random, squares))
    if state.phase in ("move", "bonus move"):
        for _ in range(4):
            run = path(state.square, random.randrange(state.points + 2))
            yield Run(random.choice((run, run, run, run[1:])), random.choice("NESWX"))
    if state.phase == "order":
        yield Order(tuple(random.sample(SUITS, random.randint(0, 4))))
    if state.phase == "adjust":
        yield Adjust(random.choice(squares), random.choice(squares))
        yield Adjust(random.choice([*state.cubes, "a1"]), random.choice(squares))
    if state.phase == "setup":
        yield from odd_set_ups(game, random, squares)


def odd_deed(random: Random, squares: list[str]) -> Any:
    """Return a gift, loot, a drop or nothing."""
    suit, other = random.choice(SUITS), random.choice(SUITS)
    gift = Gift(suit, FrozenDict({other: random.randint(1, 2)}), random.random() < 0.5)
    return random.choice((None, None, Loot(suit), Drop(suit, random.choice(squares)), gift))


def odd_set_ups(game: Any, random: Random, squares: list[str]) -> Iterator[SetUp]:
    """Yield set-ups with a cube too few or elsewhere, odd coins, or odd powers."""
    cubes, coins, powers = game.chance_move(
        game.initial_state(), lambda _name, options: random.choice(options)
    )
    square = random.choice(sorted(cubes))
    yield SetUp(cubes.drop(square), coins, powers)
    yield SetUp(
        cubes.drop(square).put(random.choice([*squares, "z9"]), cubes[square]), coins, powers
    )
    yield SetUp(cubes, coins.put("suns", "7"), powers)
    yield SetUp(cubes, coins.put("tea", "5"), powers)
    for odd in ({}, dict.fromkeys(SUITS, "walls"), {**powers, "suns": "flying"}):
        yield SetUp(cubes, coins, FrozenDict(odd))


READER = Reader(
    G, {"maze": (*MAZE_NAMES, POCKET)}, position, attempts, ("random", "random", player)
)
