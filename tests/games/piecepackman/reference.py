"""A second, slow implementation of walks and runs, written from the rule document.

It reads the maze from its drawing and the position from its JSON, and tries every row of steps.
Of the package it knows the rule options alone, and for PM-73b the suits that sticks are dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, NamedTuple

SUITS = ("suns", "moons", "crowns", "arms")
HOMES = dict(zip("SMCA", SUITS, strict=True))
AROUND = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
Path = tuple[str, ...]
Deed = tuple[Any, ...]
"""What a powered walk does: ("take", suit), ("drop", suit, square), ("give", to, cubes, first)."""


class Way(NamedTuple):
    """A step that is open, or that a power opens."""

    to: str
    portal: bool = False
    use: str = ""
    """What it needs of a power: "wall", "in" (through a door, inwards) or "corner"."""


# --- The maze, from its drawing (PM-81) --------------------------------------------------------


class Drawing:
    """The squares of a drawing, their open sides, and what is on them."""

    def __init__(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and not line[0].isalpha()]
        self.rows = [line for line in lines if line.strip()[0].isdigit()]
        self.walls = [line for line in lines if line.strip()[0] == "+"]
        self.left = self.walls[0].index("+")
        self.height = len(self.rows)
        self.width = (max(map(len, self.walls)) - self.left) // 4
        every = product(range(1, self.width + 1), range(1, self.height + 1))
        self.tokens = {each: token for each in every if (token := self._token(*each)) != "###"}
        self.house = {_name(each) for each, token in self.tokens.items() if token in [*HOMES, "h"]}
        self.coins = {_name(each) for each, token in self.tokens.items() if token[:1] == "$"}
        self.homes = {HOMES[t]: _name(each) for each, t in self.tokens.items() if t in HOMES}
        self.start = next(_name(each) for each, token in self.tokens.items() if token[:1] == "P")
        self.sides = {_name(each): dict(self._sides(*each)) for each in self.tokens}
        self.walled = {_name(each): list(self._walled(*each)) for each in self.tokens}

    def _part(self, lines: list[str], number: int, at: int, width: int) -> str:
        return lines[number].ljust(self.left + 4 * self.width + 1)[self.left + at :][:width]

    def _token(self, x: int, y: int) -> str:
        return self._part(self.rows, self.height - y, 4 * x - 3, 3).strip()

    def _closed(self, x: int, y: int, heading: str) -> bool:
        """Return True if there is a wall on that side of a square."""
        if heading in "EW":
            at = 4 * x if heading == "E" else 4 * x - 4
            return self._part(self.rows, self.height - y, at, 1) == "|"
        number = self.height - y if heading == "N" else self.height - y + 1
        return self._part(self.walls, number, 4 * x - 3, 3) == "---"

    def _sides(self, x: int, y: int) -> Iterator[tuple[str, Way]]:
        """Yield the step behind each open side; an open rim leads to the other end (PM-22)."""
        for heading, (right, up) in AROUND.items():
            if self._closed(x, y, heading):
                continue
            beyond = (x + right, y + up)
            if beyond in self.tokens:
                yield heading, Way(_name(beyond))
                continue
            line = [each for each in self.tokens if each[1 if right else 0] == (y if right else x)]
            yield heading, Way(_name(min(line) if heading in "NE" else max(line)), portal=True)

    def _walled(self, x: int, y: int) -> Iterator[tuple[str, str]]:
        """Yield the heading to, and the name of, each square behind a stick."""
        for heading, (right, up) in AROUND.items():
            if self._closed(x, y, heading) and (x + right, y + up) in self.tokens:
                yield heading, _name((x + right, y + up))

    def costs(self, square: str, heading: str, step: int, turn: int) -> dict[str, int]:
        """Return what each square costs him to reach (PM-15, PM-22, PM-23), by relaxation."""
        found = {(square, heading): 0}
        changed = True
        while changed:
            changed = False
            for (here, facing), cost in list(found.items()):
                nexts = [(here, "NESW"["NESW".index(facing) - way]) for way in (1, 3)]
                prices = [(each, cost + turn) for each in nexts]
                ahead = self.sides[here].get(facing)
                if ahead is not None and ahead.to not in self.house:
                    prices.append(((ahead.to, facing), cost + step))
                for node, price in prices:
                    if price < found.get(node, price + 1):
                        found[node], changed = price, True
        return {at: min(c for (to, _), c in found.items() if to == at) for at, _ in found}

    def reached(self) -> set[str]:
        """Return the squares that he can reach from his start (PM-23)."""
        found, waiting = {self.start}, [self.start]
        while waiting:
            for way in self.sides[waiting.pop()].values():
                if way.to not in found | self.house:
                    found.add(way.to)
                    waiting.append(way.to)
        return found


def _name(place: tuple[int, int]) -> str:
    return f"{chr(ord('a') + place[0] - 1)}{place[1]}"


# --- A position --------------------------------------------------------------------------------


@dataclass
class Reference:
    """A game and one of its positions: ``state`` is its JSON."""

    game: Any
    state: Mapping[str, Any]

    def __post_init__(self) -> None:
        self.rules = self.game.rules
        self.drawing = _drawing(self.game.ruleset.maze.text())
        self.his = self.state["piecepackman"]["square"]
        self.ghosts = self.state["ghosts"]
        self.against = self.rules.mode == "against"
        self.race = self.rules.mode == "race"
        three = self.rules.players == 3 and not self.against
        self.wild = self.rules.left_out if three else None

    def steps_of(self, suit: str) -> int:
        """Return the number that the ghost's die shows (PM-31)."""
        face = self.state["dice"][suit]
        named = {"null": self.rules.ghost_null, "ace": self.rules.ghost_ace}
        return named[face] if face in named else int(face)

    def others(self, suit: str) -> set[str]:
        return {ghost["square"] for each, ghost in self.ghosts.items() if each != suit}

    # --- walks without a power ------------------------------------------------------------------

    def walks(self, suit: str) -> set[Path]:
        """Return the legal walks of a ghost (PM-31 to PM-37, PM-75)."""
        found = self._whole(suit, self.steps_of(suit), self._ways, lambda path, uses: True)
        return self._leaving(suit, found) or found

    def _leaving(self, suit: str, paths: set[Path]) -> set[Path]:
        """Return the walks out of the house, which a ghost in a race must leave (PM-75)."""
        house = self.drawing.house
        if not self.race or self.ghosts[suit]["square"] not in house:
            return paths
        return {path for path in paths if path[-1] not in house}

    def _ways(self, here: str) -> list[Way]:
        """Return the steps of a ghost; none leads from outside into the house (PM-36)."""
        house = self.drawing.house
        ways = self.drawing.sides[here].values()
        return [way for way in ways if here in house or way.to not in house]

    def _whole(
        self,
        suit: str,
        points: int,
        ways: Callable[[str], list[Way]],
        fits: Callable[[Path, tuple[str, ...]], bool],
        *,
        portals_end: bool = True,
        passes: bool = False,
    ) -> set[Path]:
        """Return the walks that use the whole roll (PM-32), else the longest (PM-37)."""
        start, others = self.ghosts[suit]["square"], self.others(suit)
        found: list[tuple[Path, bool]] = []
        waiting: list[tuple[Path, tuple[str, ...], bool]] = [((start,), (), False)]
        seen = set(waiting)
        while waiting:
            path, uses, ended = waiting.pop()
            if len(path) > 1 and path[-1] != start and path[-1] not in others and fits(path, uses):
                found.append((path, ended or len(path) - 1 == points))
            if ended or len(path) - 1 == points:
                continue
            for way in ways(path[-1]):
                if way.to in others and not passes:  # PM-33
                    continue
                if not self.rules.ghost_backtrack and path[-2:-1] == (way.to,):
                    continue
                ends = way.portal and portals_end and self.rules.portal_ends_move  # PM-34
                longer = (*path, way.to), (*uses, way.use), ends or way.to == self.his
                if longer not in seen:
                    seen.add(longer)
                    waiting.append(longer)
        whole = {path for path, complete in found if complete}
        most = max((len(path) for path, _ in found), default=0)
        return whole or {path for path, _ in found if len(path) == most}

    # --- walks with a power (PM-73) -------------------------------------------------------------

    def powered(self, suit: str) -> set[tuple[Path, Deed | None]]:
        """Return the moves of a ghost that use its power."""
        ghost = self.ghosts[suit]
        if not ghost.get("power") or not ghost.get("uses"):
            return set()
        plain = self.walks(suit)
        deeds = getattr(self, f"_{ghost['power'].replace('-', '_')}", None)
        if deeds is not None:
            return {(path, deed) for path in plain for deed in deeds(suit, path)}
        return {(path, None) for path in self._farther(suit) - plain}

    def _farther(self, suit: str) -> set[Path]:
        """Return the walks of a power that changes where or how far a ghost walks."""
        power, points = self.ghosts[suit]["power"], self.steps_of(suit)
        anywhere = self._whole(suit, points, self._ways, lambda path, uses: True)
        if power == "boost":
            cubes = self.ghosts[suit]["cubes"]
            more = range(points + 1, points + cubes + 1)
            walks = [self._whole(suit, n, self._ways, lambda path, uses: True) for n in more]
            found = {path for each in walks for path in each if len(path) - 1 > points}
        elif power == "ace-wall" and self.state["dice"][suit] != "ace":
            found = set()
        else:
            found = self._whole(
                suit, points, lambda here: [*self._ways(here), *self._opened(suit, here)],
                lambda path, uses: self._fits(power, path, uses),
                portals_end=power != "portal", passes=power == "pass",
            )  # fmt: skip
        found -= anywhere
        plain_leaves = self.race and self._leaving(suit, anywhere)
        return self._leaving(suit, found) if plain_leaves else found

    def _opened(self, suit: str, here: str) -> Iterator[Way]:
        """Yield the steps that the ghost's power opens."""
        drawing, power = self.drawing, self.ghosts[suit]["power"]
        if power in ("walls", "ace-wall", "own-walls"):
            closed = drawing.sides.keys() - drawing.house - drawing.reached()
            for heading, to in drawing.walled[here]:
                into = to in drawing.house and here not in drawing.house
                own = power != "own-walls" or self._stick_suit(here, heading) == suit
                if own and not into and to not in closed:
                    yield Way(to, use="wall")
        elif power in ("stockpile", "shortcut") and here not in drawing.house:
            for way in drawing.sides[here].values():
                if way.to in drawing.house:
                    yield way._replace(use="in")
        elif power == "teleport":
            with_coins = self.rules.teleport_needs_coins
            corners = set(self.state["coins"]) if with_coins else drawing.coins
            if here in corners:
                yield from (Way(to, use="corner") for to in corners - {here})

    def _stick_suit(self, here: str, heading: str) -> str:
        maze = self.game.ruleset.maze
        x, y = ord(here[0]), int(here[1:])
        wall = {
            "E": (here, "E"), "N": (here, "N"),
            "W": (f"{chr(x - 1)}{y}", "E"), "S": (f"{chr(x)}{y - 1}", "N"),
        }[heading]  # fmt: skip
        sticks = zip(maze.sticks, maze.stick_suits, strict=True)
        return next(suit for stick, suit in sticks if wall in stick.edges)

    def _fits(self, power: str, path: Path, uses: tuple[str, ...]) -> bool:
        """Return True for a walk that the power is for, or that doesn't need it."""
        inside = [square in self.drawing.house for square in path]
        if power == "ace-wall":
            return uses.count("wall") <= 1
        if power == "stockpile" and "in" in uses:
            return not inside[0] and inside == sorted(inside)
        if power == "shortcut" and "in" in uses:
            doors = [{a, b} for a, b in pairwise(path) if len({a, b} & self.drawing.house) == 1]
            return not (inside[0] or inside[-1]) and len(doors) == 2 and doors[0] != doors[1]
        return True

    # --- deeds ----------------------------------------------------------------------------------

    def _entered(self, path: Path) -> Path:
        """Return the squares on which a walk takes things (PM-35)."""
        return path[1:] if self.rules.ghost_collects == "pass" else path[-1:]

    def gathered(self, suit: str, path: Path) -> set[str]:
        """Return the squares whose cubes a walk takes: its own and wild ones (PM-35, PM-70)."""
        own = {suit} if self.wild is None else {suit, self.wild}
        return {each for each in self._entered(path) if self.state["cubes"].get(each) in own}

    def attacks(self, suit: str, cubes: int, stash: Mapping[str, int] | None = None) -> bool:
        """Return True if a ghost with so many cubes attacks him (PM-40, PM-50, PM-74)."""
        his = (self.state["stash"] if stash is None else stash)[suit]
        hungry = self.state["hunger"] is not None
        if hungry and self.ghosts[suit].get("immune"):
            return True
        if hungry and self.rules.hunger_attack == "immune":
            return False
        if self.against:
            return cubes >= his and cubes >= self.rules.dangerous_from
        return cubes > his or (cubes == his and self.rules.dangerous == "equal")

    def _meets(self, suit: str, path: Path) -> str:
        """Return "attack" or "eaten" for a walk that ends on his square, else ""."""
        if path[-1] != self.his:
            return ""
        cubes = self.ghosts[suit]["cubes"] + len(self.gathered(suit, path))
        return "attack" if self.attacks(suit, cubes) else "eaten"

    def _ends(self, suit: str, path: Path) -> bool:
        """Return True if a walk ends the level (PM-68), or wins the race (PM-75)."""
        cubes, coins = self.state["cubes"], self.state["coins"]
        taken = self.gathered(suit, path)
        own_coins = {
            each for each in coins if coins[each][0] == suit and each in self._entered(path)
        }
        if not cubes.keys() - taken and not coins.keys() - (own_coins if self.race else set()):
            return True
        return self.race and self._has_all(suit, taken)

    def _has_all(self, suit: str, taken: set[str]) -> bool:
        """Return True if no cube of the player's colours is left for anybody else (PM-75)."""
        players = min(self.rules.players, len(self.ghosts))
        names = list(self.ghosts)
        team = [suit] if players == 1 else names[names.index(suit) % players :: players]
        held = len(taken)
        for each in team:
            held += self.ghosts[each]["cubes"] + self.ghosts[each].get("banked", {}).get(each, 0)
        loose = [cube for square, cube in self.state["cubes"].items() if square not in taken]
        loose += [cube for cube, number in self.state["stash"].items() if number]
        for each, ghost in self.ghosts.items():
            if each not in team:
                loose += [*ghost.get("others", {}), *ghost.get("banked", {})]
        return held > 0 and not set(team).intersection(loose)

    def _holds(self, suit: str, more: int = 0) -> dict[str, int]:
        ghost = self.ghosts[suit]
        held = {**ghost.get("others", {}), suit: ghost["cubes"] + more}
        return {each: number for each, number in held.items() if number}

    def _any_cube(self, suit: str, path: Path) -> Iterator[Deed | None]:
        cubes, own = self.state["cubes"], (None, suit, self.wild)
        if any(cubes.get(each) not in own for each in self._entered(path)):
            yield None

    def _attack(self, suit: str, path: Path) -> Iterator[Deed | None]:
        if self._meets(suit, path) == "eaten":
            yield None

    def _plunder(self, suit: str, path: Path) -> Iterator[Deed]:
        if self._meets(suit, path) == "attack":
            for each, number in self.state["stash"].items():
                if each != suit and number:
                    yield "take", each

    def _give(self, suit: str, path: Path) -> Iterator[Deed]:
        yield from self._gifts(suit, self._holds(suit), first=True)
        if not self._meets(suit, path) and not self._ends(suit, path):
            yield from self._gifts(
                suit, self._holds(suit, len(self.gathered(suit, path))), first=False
            )

    def _gifts(self, suit: str, held: dict[str, int], first: bool) -> Iterator[Deed]:
        for to in self.ghosts.keys() - {suit}:
            for numbers in product(*(range(number + 1) for number in held.values())):
                cubes = {each: n for each, n in zip(held, numbers, strict=True) if n}
                if cubes:
                    yield "give", to, frozenset(cubes.items()), first

    def _drop(self, suit: str, path: Path) -> Iterator[Deed]:
        if self._meets(suit, path) or self._ends(suit, path):
            return
        drawing, cubes = self.drawing, self.state["cubes"].keys() - self.gathered(suit, path)
        possible = drawing.reached() - drawing.coins - {drawing.start}  # PM-2
        taken = {*cubes, self.his, path[-1], *self.others(suit)}
        for each in self._holds(suit, len(self.gathered(suit, path))):
            yield from (("drop", each, square) for square in possible - taken)

    # --- his moves (PM-74) ----------------------------------------------------------------------

    def runs(self) -> set[tuple[Path, str]]:
        """Return his moves where somebody plays him: every row of turns and steps."""
        hungry = self.state["hunger"] is not None
        turn = self.rules.hunger_turn_cost if hungry else self.rules.quarter_turn_cost
        step, ghosts = self.rules.step_cost, self.others("")
        start = (self.his,), "NESW".index(self.state["piecepackman"]["heading"]), 0
        reached, waiting = {start}, [start]
        while waiting:
            path, heading, spent = waiting.pop()
            if path[-1] in ghosts:
                continue
            nexts = [(path, (heading + way) % 4, spent + turn) for way in (1, 3)]
            ahead = self.drawing.sides[path[-1]].get("NESW"[heading])
            if ahead is not None and ahead.to not in self.drawing.house:
                nexts.append(((*path, ahead.to), heading, spent + step))
            new = [n for n in nexts if n[2] <= self.state["points"] and n not in reached]
            reached.update(new)
            waiting += new
        on: set[Path] = {path[:-1] for path, _, _ in reached if path[-1] not in ghosts}
        ends = {(path, heading) for path, heading, _ in reached if path not in on}
        return {(path, "NESW"[heading]) for path, heading in ends}


# --- What a move comes to ----------------------------------------------------------------------


class Outcome:
    """The table after a move, as far as the mover's own effects go."""

    def __init__(self, reference: Reference) -> None:
        self.reference, state = reference, reference.state
        self.squares = {suit: ghost["square"] for suit, ghost in reference.ghosts.items()}
        self.held = {
            suit: Counter({suit: ghost["cubes"], **ghost.get("others", {})})
            for suit, ghost in reference.ghosts.items()
        }
        self.banked = {suit: Counter(g.get("banked", {})) for suit, g in reference.ghosts.items()}
        self.cubes, self.coins = dict(state["cubes"]), dict(state["coins"])
        self.stash = Counter(state["stash"])
        self.his, self.lives, self.over = reference.his, state["extra_lives"], False

    def plain(self) -> dict[str, Any]:
        """Return what is compared; of ghosts in the house only that they are there."""
        house = self.reference.drawing.house
        return {
            "squares": {s: "home" if at in house else at for s, at in self.squares.items()},
            "held": {suit: dict(+held) for suit, held in self.held.items()},
            "banked": {suit: dict(+banked) for suit, banked in self.banked.items()},
            "cubes": self.cubes, "coins": set(self.coins), "stash": dict(+self.stash),
            "his": self.his, "lives": self.lives, "over": self.over,
        }  # fmt: skip

    def walk(self, suit: str, path: Path, deed: Deed | str | None) -> None:
        """Make a ghost's move; a deed of "" is a walk without a power."""
        used = "" if deed == "" else self.reference.ghosts[suit]["power"]
        verb = deed[0] if deed else ""
        if verb == "give" and deed and deed[3]:
            self._give(suit, deed)
        for square in path[1:]:
            if self.over:
                return
            self.squares[suit] = square
            if square == self.his:
                loot = deed[1] if verb == "take" and deed else None
                self._meet(suit, used == "attack", loot)
                return
            if self.reference.rules.ghost_collects == "pass" or square == path[-1]:
                self._collect(suit, square, used == "any-cube")
        if self.over or len(path) == 1:
            return
        if verb == "give" and deed and not deed[3]:
            self._give(suit, deed)
        elif verb == "drop" and deed:
            self.held[suit][deed[1]] -= 1
            self.cubes[deed[2]] = deed[1]
        elif used == "stockpile":
            self.banked[suit] += self.held[suit]
            self.held[suit] = Counter()

    def _give(self, suit: str, deed: Any) -> None:
        _, to, cubes, _ = deed
        for cube, number in cubes:
            self.held[suit][cube] -= number
            self.held[to][cube] += number
        self._check_race()

    def _collect(self, suit: str, square: str, any_cube: bool) -> None:
        cube, race = self.cubes.get(square), self.reference.race
        if race and square in self.coins and self.coins[square][0] == suit:
            del self.coins[square]
        if cube is not None and (any_cube or cube in (suit, self.reference.wild)):
            del self.cubes[square]
            self.held[suit][suit if cube == self.reference.wild else cube] += 1
            self._check_race()
        self.over |= not self.cubes and not self.coins

    def _meet(self, suit: str, power: bool, loot: str | None) -> None:
        """A ghost enters his square: it attacks him, or is eaten (PM-40, PM-42)."""
        if power or self.reference.attacks(suit, self.held[suit][suit], self.stash):
            self._attack(suit, loot)
        else:
            self._eat(suit)

    def _attack(self, suit: str, loot: str | None) -> None:
        for cube in (suit, loot):
            if cube is not None:
                self.held[suit][cube] += self.stash.pop(cube, 0)
                self._check_race()
        self.squares = {each: self.reference.drawing.homes[each] for each in self.squares}
        if not self.reference.race:
            self.lives -= 1
        if self.lives >= 0:
            self.his = self.reference.drawing.start
            self._land()
        self.over |= self.lives < 0 or not (self.cubes or self.coins)

    def _land(self) -> None:
        """He takes a cube on his start; a wild one as of his highest die's suit (PM-18, PM-70)."""
        cube = None if self.over else self.cubes.pop(self.his, None)
        if cube is not None:
            dice = self.reference.state["dice"]
            faces = ("null", "2", "3", "4", "5", "ace")
            best = max(dice.values(), key=faces.index)
            highest = next(suit for suit in SUITS if dice.get(suit) == best)
            self.stash[highest if cube == self.reference.wild else cube] += 1

    def _eat(self, suit: str) -> None:
        self.stash += self.held[suit]
        self.held[suit] = Counter()
        self.squares[suit] = min(self.reference.drawing.house)

    def _check_race(self) -> None:
        """End a race once a player has all cubes of their colours (PM-75)."""
        players = min(self.reference.rules.players, len(self.squares))
        players = players if players > 1 else len(self.squares)
        for number in range(players if self.reference.race else 0):
            team = list(self.squares)[number::players]
            own = sum(self.held[each][each] + self.banked[each][each] for each in team)
            loose = Counter(self.cubes.values()) + self.stash
            for each in self.squares.keys() - set(team):
                loose += self.held[each] + self.banked[each]
            self.over |= bool(own) and not any(loose[each] for each in team)

    def run(self, path: Path) -> None:
        """Make his player's move (PM-74)."""
        hungry = self.reference.state["hunger"] is not None
        for square in path[1:]:
            self.his = square
            if cube := self.cubes.pop(square, None):
                self.stash[cube] += 1
            if (coin := self.coins.pop(square, None)) and hungry and coin[1] == "ace":
                self.lives += self.reference.rules.ace_lives
            for suit in [each for each, at in self.squares.items() if at == square]:
                immune = self.reference.ghosts[suit].get("immune")
                calm = self.reference.attacks(suit, self.held[suit][suit], self.stash)
                if immune if hungry else calm:
                    self._attack(suit, None)
                    return
                self._eat(suit)
            self.over |= not self.cubes and not self.coins
            if self.over:
                return


_DRAWINGS: dict[str, Drawing] = {}


def _drawing(text: str) -> Drawing:
    if text not in _DRAWINGS:
        _DRAWINGS[text] = Drawing(text)
    return _DRAWINGS[text]
