"""Small mazes and positions made by chance, for comparisons with a second implementation.

The mazes have portals of every kind: in ranks and in files, in corners, at the house, beside each
other, and behind squares that don't exist.
"""

from __future__ import annotations

from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.maze import parse_maze
from piecepack_nb.games.piecepackman.rules import POWERS

SUITS = ("suns", "moons", "crowns", "arms")
FACES = ("null", "ace", "2", "3", "4", "5")
ROOM = 13
"""The squares of the smallest maze: the house, the coins, the start and a cube of each suit."""


def small_maze(random: Random) -> str:
    """Return the drawing of a playable maze with 13 to 30 squares."""
    while True:
        text = _drawn(random)
        try:
            maze = parse_maze(text)
            pp.game("piecepackman", maze=text, cubes_per_suit=1)
        except pp.BadInput:
            continue
        if maze.portals:
            return text


def _drawn(random: Random) -> str:
    """Return a drawing, which may not be playable."""
    width, height = random.choice([(2, 9), (3, 5), (4, 4), (5, 4), (5, 5), (6, 4), (6, 5)])
    holes = random.choice([0.0, 0.0, 0.15])
    every = [(x, y) for y in range(height) for x in range(width)]
    squares = [each for each in every if random.random() >= holes]
    tokens = dict.fromkeys(squares, "")
    house = _house(random, squares)
    rest = [each for each in squares if each not in house]
    if len(house) < 4 or len(squares) < ROOM:
        return "+"
    tokens |= dict.fromkeys(house, "h") | dict(zip(house, "SMCA", strict=False))
    tokens |= dict(zip(random.sample(rest, 5), ("$S", "$M", "$C", "$A", "P"), strict=True))
    share, portals = random.choice([0.1, 0.25, 0.4, 0.5]), random.choice([0.3, 0.6, 1.0])
    open_ranks = {y for y in range(height) if random.random() < portals}
    open_files = {x for x in range(width) if random.random() < portals}

    def walled(a: tuple[int, int], b: tuple[int, int]) -> bool:
        """Return True for a wall between two places, of which b is east or north of a."""
        if a in tokens and b in tokens:
            return random.random() < share
        if a not in tokens and b not in tokens:
            return False
        inside = a if a in tokens else b
        in_rank = a[1] == b[1]
        line = [each for each in squares if each[in_rank] == inside[in_rank]]
        end = max(line) if a in tokens else min(line)
        is_open = inside[1] in open_ranks if in_rank else inside[0] in open_files
        return not (is_open and inside == end and len(line) > 1)

    lines = []
    for y in range(height, -1, -1):
        top = [walled((x, y - 1), (x, y)) for x in range(width)]
        lines.append("    +" + "".join(("---" if each else "   ") + "+" for each in top))
        if y == 0:
            break
        row = f" {y:2} "
        for x in range(width + 1):
            row += "|" if walled((x - 1, y - 1), (x, y - 1)) else " "
            if x < width:
                row += f" {tokens[x, y - 1]:2}" if (x, y - 1) in tokens else "###"
        lines.append(row)
    lines.append("      " + "   ".join(chr(ord("a") + x) for x in range(width)))
    return "\n".join(lines) + "\n"


def _house(random: Random, squares: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return four or five squares beside each other."""
    house = [random.choice(squares)]
    for _ in range(random.choice([3, 3, 4])):
        near = [
            (x, y) for x, y in squares if (x, y) not in house
            and any(abs(x - a) + abs(y - b) == 1 for a, b in house)
        ]  # fmt: skip
        house += random.sample(near, min(1, len(near)))
    return house


# --- Positions -----------------------------------------------------------------------------------


def any_rules(random: Random, maze: str, *modes: str) -> dict[str, Any]:
    """Return rule options that matter to walks, in one of these modes."""
    ruleset = pp.game("piecepackman", maze=maze, cubes_per_suit=1).ruleset
    most = min(6, len(ruleset.free_squares) // len(SUITS))
    options: dict[str, Any] = {"maze": maze, "mode": random.choice(modes)}
    options["cubes_per_suit"] = random.randint(1, most)
    choices: dict[str, tuple[Any, ...]] = {
        "players": (1, 2, 3), "left_out": SUITS, "ghost_null": (0, 2), "ghost_ace": (1, 3),
        "ghost_backtrack": (True, False), "portal_ends_move": (True, False),
        "ghost_collects": ("pass", "land"), "dangerous": ("more", "equal"),
        "hunger_attack": ("immune", "majority"), "dangerous_from": (0, 1), "step_cost": (1, 2),
        "quarter_turn_cost": (1, 0, 2), "hunger_turn_cost": (0, 1, 2),
        "teleport_needs_coins": (False, True),
    }  # fmt: skip
    for name, values in choices.items():
        options[name] = values[0] if random.random() < 0.7 else random.choice(values)
    if random.random() < 0.6:
        options["powers"] = "chosen"
        options |= {f"{suit}_power": random.choice(POWERS) for suit in SUITS}
    return options


def any_position(random: Random, game: Any, phase: str) -> dict[str, Any]:
    """Return a position as plain values: pieces anywhere, and the ghosts' turn or his move."""
    ruleset = game.ruleset
    maze = ruleset.maze
    near = [each for each in maze.squares if _near_portal(maze, each)]
    some = random.sample(near, min(len(near), random.randint(0, len(SUITS))))
    his = random.choice([each for each in maze.squares if each not in {*maze.house, *some}])
    rest = [each for each in maze.squares if each != his]
    others = random.sample([each for each in rest if each not in some], len(SUITS) - len(some))
    places = random.sample(some + others, len(SUITS))
    outside = [each for each in rest if each not in maze.house]
    cubes = random.sample(outside, random.randint(0, min(6, len(outside))))
    coins = [suit for suit in SUITS if maze.coins[suit] != his and random.random() < 0.5]
    free = [each for each in cubes if each not in {maze.coins[suit] for suit in coins}]
    hungry = random.random() < 0.3
    hidden = [suit for suit in SUITS for _ in range(game.rules.cubes_per_suit)]
    random.shuffle(hidden)
    on_board = {square: hidden.pop() for square in free[: len(hidden) // 2]}
    ghosts = {}
    for suit, square in zip(ruleset.suits, places, strict=False):
        own = [cube for cube in hidden if cube == suit and random.random() < 0.5]
        own = own[1:] if ruleset.race else own  # with all of them the race would be over
        ghosts[suit] = {"square": square, "cubes": len(own)}
        for _ in own:
            hidden.remove(suit)
        if hungry:
            ghosts[suit]["immune"] = random.random() < 0.5
        if game.rules.powers != "none":
            ghosts[suit] |= {"power": ruleset.powers[suit], "uses": random.choice([1, 1, 0])}
    stash = dict.fromkeys(SUITS, 0)
    for cube in hidden:
        if cube != ruleset.wild and (ruleset.race or random.random() < 0.5):
            stash[cube] += 1
    return {
        "phase": phase, "piecepackman": {"square": his, "heading": random.choice("NESW")},
        "ghosts": ghosts, "cubes": on_board, "stash": stash,
        "coins": {maze.coins[suit]: [suit, random.choice(ruleset.coin_faces(suit))]
                  for suit in coins},
        "hunger": random.randint(0, 2) if hungry else None,
        "points": random.randint(0, 5) if phase == "move" else 0,
        "dice": {suit: random.choice((*FACES, "4", "5", "5")) for suit in ruleset.suits},
    } | ({"to_move": random.sample(ruleset.suits, random.randint(1, len(ruleset.suits)))}
         if phase == "ghosts" else {})  # fmt: skip


def _near_portal(maze: Any, square: str) -> bool:
    """Return True for a square up to three files and ranks away from a portal."""
    away = [
        abs(ord(square[0]) - ord(portal[0])) + abs(int(square[1:]) - int(portal[1:]))
        for portal, _ in maze.portals
    ]
    return min(away) <= 3
