"""Checks of the positions, rules and mazes that students make."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.lattice import STEPS
from piecepack_nb.core.load import from_record
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.movement import frozen_squares
from piecepack_nb.games.paco.squares import SQUARES
from piecepack_nb.games.piecepackman.layers import search_problem
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES, Maze, read_maze
from piecepack_nb.lessons.answers import Wrong, plain
from piecepack_nb.mazes.checking import check_maze
from piecepack_nb.search import HEADINGS, Costs, Grid, cheapest

SURE = 0.995
"""A share of at least so much counts as all."""


Position = str | dict[str, Any]
"""A position as plain data."""


def take_position(position: Any) -> Position:
    """Return a position as plain data; raise Wrong for anything else."""
    if not isinstance(position, str | Mapping):
        raise Wrong(
            f"The answer is {brief_repr(position)}; expected a position, as text or a dict."
        )
    taken: Position = _data(position)
    return taken


def _data(value: Any) -> Any:
    """Return text, numbers, and mappings and lists of them, without a student's own classes."""
    if isinstance(value, Mapping):
        return {str(name): _data(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_data(each) for each in value]
    return plain(value)


def _read(game: Any, position: Position) -> Any:
    """Return the state of a position; raise Wrong in the words of the error for an invalid one."""
    try:
        return game.position(position)
    except BadInput as error:
        raise Wrong(f"The position is invalid: {error}.") from None


def _play(match: Match, *moves: str) -> list[Any]:
    """Return the steps of the moves; raise Wrong for one that is refused."""
    try:
        return [step for move in moves for step in match.play(move)]
    except BadInput as error:
        raise Wrong(f"The moves can't be made: {error}.") from None


# --- 01: one rule changes his move ---------------------------------------------------------------


OTHER_GAMES = ("maze", "mode", "powers", "players")


def take_one_rule(match: Any, /, **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the record of a match, and the changed options; raise Wrong for no such match."""
    if type(match) is not Match or match.game.name != "piecepackman":
        raise Wrong(
            f"The answer is {brief_repr(match)}; expected a match of Piecepackman after his move."
        )
    return to_record(match), {name: _data(value) for name, value in changes.items()}


def check_one_rule(taken: tuple[dict[str, Any], dict[str, Any]]) -> str:
    """Check that one changed option sends Piecepackman to another square."""
    record, changes = taken
    if len(changes) != 1:
        raise Wrong(
            f"You change {count_noun(len(changes), 'rule')}; expected one, as in "
            'check("one rule", mine, option=value).'
        )
    ((name, value),) = changes.items()
    if name in OTHER_GAMES:
        raise Wrong(f"{name} changes the game, not one rule of his move: choose another option.")
    try:
        match = from_record(record)
        other = match.under(**changes)
    except BadInput as error:
        raise Wrong(f"{error}.") from None
    if getattr(match.game.rules, name) == value:
        raise Wrong(f"{name} is {value!r} already: that is the printed rule.")
    here, there = match.state.square, other.state.square
    if here == there:
        raise Wrong(f"With {name}={value!r} he still ends on {here}. Which rule decided his move?")
    return f"With {name}={value!r} he ends on {there} instead of {here}."


# --- 02: the cheapest path is not the shortest ---------------------------------------------------

ROLL = "roll ace 3 null 2"
LESSONS_TRIP = "c10", "f7"
LESSONS_MAZE = "roundabout"
FAR = 3
"""The fewest squares, along files and ranks, that make a position another one."""
LAST = 9
"""The last file and the last rank of Roundabout, counted from 0."""


def check_detour(position: Position) -> str:
    """Check a position whose cheapest path has more steps than the shortest one.

    The lesson's position is refused, also moved a little, turned or mirrored. The refusal of a
    position without such a path names three squares for the cube, one of which would do.
    """
    steps = {}
    for cost in (0, 1):
        game: Any = make_game("piecepackman", {"quarter_turn_cost": cost})
        state = _read(game, position)
        match = Match(game, position=state)
        decision = next(
            (s.event.why for s in _play(match, ROLL) if hasattr(s.event.why, "path")), None
        )
        if decision is None or decision.path is None:
            raise Wrong("He has no path here: place a suns cube that he can reach.")
        steps[cost] = decision.path
    if _is_lessons_trip(state.square, steps[1].squares[-1]):
        raise Wrong(
            "That is the lesson's position, or nearly so: he and the cube are each less than "
            f"{FAR} squares from where they are there, or would be if you turned or mirrored the "
            f"board. Move one of them {FAR} squares or more."
        )
    short, cheap = (len(steps[cost].squares) - 1 for cost in (0, 1))
    if steps[0].squares[-1] != steps[1].squares[-1]:
        raise Wrong("The two paths lead to different cubes: leave one suns cube.")
    if cheap == short:
        raise Wrong(
            f"The cheapest path, {steps[1]}, has {count_noun(cheap, 'step')}, as many as the "
            "shortest. Look for a shortest path with many corners. "
            f"{hint(state.square, state.heading)}"
        )
    return f"The cheapest path has {cheap} steps, the shortest {short}."


def hint(start: str, heading: str) -> str:
    """Return three squares for the cube, one of which he reaches by a longer path.

    Where there is none, he starts at the nearest place with one.
    """
    exits = read_maze(LESSONS_MAZE).his_exits
    squares = sorted(exits, key=lambda each: (_apart(each, start), each))
    places = ((square, turned) for square in squares for turned in HEADINGS)
    nearest = next(place for place in ((start, heading), *places) if detours_from(*place))
    here = f"From {start} facing {heading}"
    where = f"{here} no square would do for the cube. From {nearest[0]} facing {nearest[1]}"
    return f"{here if nearest == (start, heading) else where} one of {_choice(*nearest)} would."


def _choice(start: str, heading: str) -> str:
    """Return a square for the cube that would do, among two others as far away."""
    goals = detours_from(start, heading)
    chance = random.Random(start + heading)
    goal = chance.choice(goals)
    others = [
        each
        for each in read_maze(LESSONS_MAZE).his_exits
        if each not in (start, *goals) and not _is_lessons_trip(start, each)
    ]
    others.sort(key=lambda each: (abs(_apart(each, start) - _apart(goal, start)), each))
    return join_list(sorted([goal, *chance.sample(others[:8], 2)]))


@lru_cache(maxsize=512)
def detours_from(start: str, heading: str) -> tuple[str, ...]:
    """Return the squares that he reaches from a square of the lesson's maze by a longer path."""
    maze = read_maze(LESSONS_MAZE)
    if start in maze.closed:
        return ()
    grid = Grid(maze.his_exits)
    short, cheap = (
        cheapest(grid, start, heading, (), exhaustive=True, costs=Costs(1, turn)) for turn in (0, 1)
    )
    return tuple(
        goal
        for goal in maze.his_exits
        if goal != start
        and not _is_lessons_trip(start, goal)
        and (cost := cheap.cost_to(goal)) is not None
        and cost - (cheap.turns_to(goal) or 0) > (short.cost_to(goal) or 0)
    )


def _apart(one: str, other: str) -> int:
    return _distance(next(_images(one)), next(_images(other)))


def _is_lessons_trip(start: str, goal: str) -> bool:
    """Return True for squares near the lesson's on the board, turned or mirrored or neither."""
    images = zip(_images(start), _images(goal), strict=True)
    there = tuple(next(_images(square)) for square in LESSONS_TRIP)
    return any(max(map(_distance, pair, there)) < FAR for pair in images)


def _images(square: str) -> Iterator[tuple[int, int]]:
    """Yield the file and the rank of a square, from 0, on the board turned and mirrored."""
    file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
    for x, y in ((file, rank), (rank, file)):
        yield from ((x, y), (LAST - x, y), (x, LAST - y), (LAST - x, LAST - y))


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# --- 03: two frozen pieces -----------------------------------------------------------------------

FROZEN_START = """
    4  .   c   .   fb
    3  .   d   eA  .
    2  E   .   .   .
    1  FB  Da  C   ."""


def check_two_frozen(position: Position) -> str:
    """Check a drawing, one or two pyramids from the lesson's, with two frozen red pieces."""
    game: Any = make_game("activator", {})
    state, start = _read(game, position), game.position(FROZEN_START)
    moved = _moved(start, state)
    if not 1 <= moved <= 2:
        raise Wrong(f"You moved {count_noun(moved, 'pyramid')}; move one or two.")
    squares = frozen_squares(game.rules, state)
    pieces = [
        letter
        for square in squares
        if square in state.squares and state.squares[square].owner == "red"
        for letter in state.squares[square].letters
    ]
    if len(pieces) != 2:
        where = join_list(list(squares)) or "no square"
        raise Wrong(
            f"{count_noun(len(pieces), 'red piece')} frozen, on {where}; expected exactly 2. Each "
            "piece of a stack counts, and the small letters are Blue's."
        )
    return f"Two red pieces are frozen: {join_list(pieces)}."


def _moved(start: Any, state: Any) -> int:
    """Return how many pyramids, activators too, are on another square."""
    before, after = _pyramids(start), _pyramids(state)
    return max(len(before - after), len(after - before))


def _pyramids(state: Any) -> set[tuple[str, str, str, int]]:
    found = set()
    for square, stack in state.squares.items():
        for letter in set(stack.letters):
            found |= {
                (square, stack.owner, letter, number)
                for number in range(stack.letters.count(letter))
            }
    return found | {(square, seat, "A", 0) for seat, square in state.activators.items()}


# --- 05: a trap ----------------------------------------------------------------------------------


def check_trap(position: Position) -> str:
    """Check a position in which Moons, who turns left, loses two points by one push."""
    game: Any = make_game("paco", {"players": 2})
    match = Match(game, position=_read(game, position))
    suns = match.state.players["suns"]
    if suns.heading in ("E", "W"):
        raise Wrong("Suns pushes along a row, as in part 7: set the trap up along a file.")
    steps = _play(match, "suns push", "moons left")
    lost = [s for s in steps if s.event.kind == "points lost" and s.event.data["seat"] == "moons"]
    total = -sum(step.event.data["change"] for step in lost)
    if total != 2:
        found = f"{lost[0].event.text} " if lost else ""
        raise Wrong(
            f"{found}Moons loses {count_noun(total, 'point')}; expected 2. What costs a point "
            "(PA-40), and what can happen to a player twice in one turn?"
        )
    return str(lost[0].event.text)


# --- 06: a mixed strategy ------------------------------------------------------------------------


TRAP = {
    "suns": "c4 E",
    "moons": "e4 W",
    "crowns": "c2 N",
    "arms": "d2 N",
    "board": {"c3": "white", "d3": "white", "c6": "hole", "c7": "white"},
}
"""The lesson's trap."""
PUSHED = {"crowns": "push", "arms": "push"}


def check_mixed(position: Position) -> str:
    """Check a position in which Suns should choose at random, while Crowns and Arms push.

    The lesson's trap is refused, also moved, turned, mirrored or with more on the board.
    """
    game: Any = make_game("paco", {"fall_points": 2})
    state = _read(game, position)
    try:
        for seat in PUSHED:
            Match(game, position=state).play(f"{seat} push")
        table = _payoffs(game, state)
    except BadInput as error:
        raise Wrong(f"Crowns and Arms must be able to push: {error}.") from None
    found = table.solve()
    names = [order.words for order in table.rows]
    shares = {
        name: share for name, share in zip(names, found.rows, strict=True) if share > 1 - SURE
    }
    best = max(shares.values())
    if best >= SURE:
        only = max(shares, key=lambda name: shares[name])
        raise Wrong(
            f"Suns should always write {only}: one share is 100 %. Give Moons a good reply to "
            f"{only}, and Suns a good reply to that."
        )
    if not _needs_mixture(table.matrix):
        raise Wrong(
            "Several orders are equally good here, and each of them alone would do as well: no "
            "random choice is needed. A good reply must exist to each order of Suns."
        )
    if not _shapes(game, state).isdisjoint(_shapes(game, game.position(TRAP))):
        raise Wrong(
            "That is the lesson's trap, perhaps moved, turned or mirrored, or with counters that "
            "change no points. Change how it works: how far the push carries Suns, say."
        )
    return "; ".join(f"Suns {name} {share:.0%}" for name, share in shares.items())


def _payoffs(game: Any, state: Any) -> Any:
    return game.payoffs(state, ("suns", "moons"), others=PUSHED)


Pattern = frozenset[tuple[str, complex, complex]]
"""Each player and each cell that changes a point: who or what it is, its place as seen from Suns,
and its heading."""


def _shapes(game: Any, state: Any) -> set[Pattern]:
    """Return the shape of a trap, turned and mirrored in every way."""
    origin = _point(state.players["suns"].square)
    parts = [
        ("pushes" if seat in PUSHED else seat, _point(each.square) - origin, _way(each.heading))
        for seat, each in state.players.items()
    ]
    parts += [
        (state.cells.get(cell, "hole"), _point(cell) - origin, 0j)
        for cell in _cells_that_matter(game, state)
    ]
    mirrored = [(what, place.conjugate(), way.conjugate()) for what, place, way in parts]
    return {
        frozenset((what, place * 1j**turn, way * 1j**turn) for what, place, way in each)
        for each in (parts, mirrored)
        for turn in range(4)
    }


def _cells_that_matter(game: Any, state: Any) -> Iterator[str]:
    """Yield the blocks and holes without which the points would be others."""
    points = _payoffs(game, state).matrix
    for cell in SQUARES:
        if state.cells.get(cell) == "black" or not _in_line(cell, state):
            continue
        without = state._replace(cells=state.cells.put(cell, "black"))
        try:
            same = _payoffs(game, without).matrix == points
        except BadInput:  # a push that needs this block
            same = False
        if not same:
            yield cell


def _in_line(cell: str, state: Any) -> bool:
    return any(cell[0] == each.square[0] or cell[1] == each.square[1]
               for each in state.players.values())  # fmt: skip


def _point(square: str) -> complex:
    return complex(ord(square[0]), int(square[1]))


def _way(heading: str) -> complex:
    return complex(*STEPS[heading])


def _needs_mixture(matrix: list[list[float]]) -> bool:
    """Return True if no order alone guarantees as much as a random choice."""
    sure = max(min(row) for row in matrix)
    most = min(max(column) for column in zip(*matrix, strict=True))
    return bool(most - sure > 1e-9)


# --- 08: one narrow arc --------------------------------------------------------------------------

NARROW = 45.0


def check_one_arc(position: Position) -> str:
    """Check a table with two tiles and one narrow place for the red head's next disc."""
    game: Any = make_game("worm_derby", {})
    state = _read(game, position)
    if len(state.tiles) != 2:
        raise Wrong(f"There are {count_noun(len(state.tiles), 'tile')}; expected 2.")
    arcs = [(start, end) for start, end in game.ring(state, "suns", "head").allowed]
    shown = join_list([f"{start:.0f}° to {end:.0f}°" for start, end in arcs])
    if not arcs:
        raise Wrong("No place is left at the red head: move a tile away a little.")
    if len(arcs) > 1:
        raise Wrong(f"The red head has {count_noun(len(arcs), 'legal arc')}: {shown}; expected 1.")
    wide = arcs[0][1] - arcs[0][0]
    if wide > NARROW:
        raise Wrong(f"The only arc, {shown}, is {wide:.0f} degrees wide; expected at most 45.")
    return f"One arc, {shown}."


# --- 11: mazes -----------------------------------------------------------------------------------


def take_maze(given: Any) -> str:
    """Return the drawing of a maze or of a workshop's; raise Wrong for anything else."""
    found = getattr(given, "maze", given)
    if not isinstance(found, Maze):
        raise Wrong(f"The answer is {brief_repr(given)}; expected the workshop, or a maze.")
    return found.text()


def check_stick(drawing: str) -> str:
    """Check that one stick more in "winding" makes the path from f4 to a10 cost more."""
    maze = _maze(drawing)
    start = read_maze("winding")
    if len(set(maze.sticks) - set(start.sticks)) != 1 or set(start.sticks) - set(maze.sticks):
        raise Wrong("Lay exactly one stick in the maze, and take none away.")
    before, after = _trip_cost(start), _trip_cost(maze)
    if before is None or after is None:
        raise Wrong("Now no path leads to a10: he must still be able to get there.")
    if after <= before:
        raise Wrong(f"The path costs {after}, as before: lay the stick across his path.")
    return f"The path costs {after} instead of {before}. Can another stick make it cost more?"


def _trip_cost(maze: Maze) -> int | None:
    """Return the cost of his path from f4, facing west, to a10; None without a path."""
    try:
        game: Any = make_game("piecepackman", {"maze": maze.text()})
    except BadInput as error:
        raise Wrong(f"Nobody can play in this maze: {error}.") from None
    state = game.position({"piecepackman": "f4 W", "cubes": "suns a9"})
    return search_problem(game, state, targets={"a10"})[1].search.cost


def check_own_maze(drawing: str) -> str:
    """Check a maze of the student's own that keeps every rule."""
    maze = _maze(drawing)
    known = [set(read_maze(name).sticks) for name in MAZE_NAMES]
    if set(maze.sticks) in known:
        raise Wrong("That is a maze of the package: build your own.")
    if maze.title.startswith("Maze ") and maze.title[5:6].isdigit():
        raise Wrong("That is a generated maze: build your own, and give it a title.")
    broken = [finding for finding in check_maze(maze).findings if not finding.ok]
    if broken:
        raise Wrong(f"{count_noun(len(broken), 'finding')}: {shorten(broken[0].text).rstrip('.')}.")
    return f"{count_noun(len(maze.sticks), 'stick')}, and no rule is broken."


def _maze(drawing: str) -> Maze:
    try:
        return read_maze(drawing)
    except BadInput as error:
        raise Wrong(f"{error}.") from None
