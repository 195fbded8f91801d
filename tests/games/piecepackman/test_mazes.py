"""Mazes: Roundabout as the digest gives it, our two others, the text form, the checker."""

from __future__ import annotations

import pickle
import re
from collections import Counter, deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.lattice import edge, square_at
from piecepack_nb.games.piecepackman import maze as maze_module
from piecepack_nb.games.piecepackman.maze import (
    MAZE_NAMES,
    Maze,
    Stick,
    lay_sticks,
    parse_maze,
    read_maze,
)
from piecepack_nb.mazes.checking import check_maze
from tests.effort import at_most
from tests.games.piecepackman.helpers import POCKET

QUICK = 1_500_000  # calls; it makes 350,000


def pocket(old: str = "", new: str = "") -> str:
    """Return POCKET with its one occurrence of ``old`` replaced."""
    assert POCKET.count(old) == 1 or not old
    return POCKET.replace(old, new) if old else POCKET


def refused(text: object, name: str = "own maze") -> str:
    """Return the one-line refusal of a text as a maze."""
    with pytest.raises(BadInput) as caught:
        parse_maze(text, name)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert re.search("; expected ", message)
    return message


def steps_from(maze: Maze, start: str) -> dict[str, int]:
    """Return the number of steps from him to each square, with the house closed."""
    steps = {start: 0}
    fringe = deque([start])
    while fringe:
        here = fringe.popleft()
        for ahead in maze.exits[here].values():
            if ahead not in steps and ahead not in maze.house:
                steps[ahead] = steps[here] + 1
                fringe.append(ahead)
    return steps


# Roundabout, stick by stick from the digest

ACES_RIGHT_OF = [(4, 6), (4, 8), (6, 8), (6, 5), (5, 2), (5, 3)]
ACES_ABOVE = [(3, 9), (8, 9), (5, 4), (6, 4), (3, 2), (8, 2)]
THREES_RIGHT_OF = [(1, 2), (9, 2), (5, 8), (1, 8), (9, 8)]
THREES_ABOVE = [
    *[(3, 8), (4, 9), (6, 9), (7, 8), (5, 6), (2, 6), (2, 7), (8, 6), (8, 7), (2, 4), (2, 5)],
    *[(8, 4), (8, 5), (3, 3), (7, 3), (4, 2), (6, 2), (3, 1), (7, 1)],
]


def digest_sticks() -> set[Stick]:
    def right_of(x: int, y: int) -> tuple[str, str]:
        return edge(square_at(x, y), "E")

    def above(x: int, y: int) -> tuple[str, str]:
        return edge(square_at(x, y), "N")

    return {
        *(Stick("ace", (right_of(x, y),)) for x, y in ACES_RIGHT_OF),
        *(Stick("ace", (above(x, y),)) for x, y in ACES_ABOVE),
        *(Stick("three", (right_of(x, y), right_of(x, y + 1))) for x, y in THREES_RIGHT_OF),
        *(Stick("three", (above(x, y), above(x + 1, y))) for x, y in THREES_ABOVE),
    }


@pytest.mark.clause("PM-6")
def test_roundabout_has_exactly_the_sticks_of_the_digest() -> None:
    maze = read_maze("roundabout")
    assert set(maze.sticks) == digest_sticks()
    assert Counter(stick.kind for stick in maze.sticks) == {"three": 24, "ace": 12}
    assert len(maze.walls) == 60


@pytest.mark.clause("PM-1", "PM-6")
def test_roundabout_is_96_connected_squares_without_dead_ends() -> None:
    maze = read_maze("roundabout")
    assert len(maze.squares) == 96
    assert not {"a5", "a6", "j5", "j6"} & set(maze.squares)
    assert maze.squares[:2] == ("a1", "b1")
    assert maze.squares[-1] == "j10"
    assert maze.reach("f4") == set(maze.squares)
    assert maze.closed == frozenset()
    assert Counter(len(leads) for leads in maze.exits.values()) == {2: 68, 3: 24, 4: 4}


@pytest.mark.clause("PM-5", "PM-6")
def test_roundabout_house_start_and_coins() -> None:
    maze = read_maze("roundabout")
    assert maze.ghosts == {"arms": "e5", "moons": "e6", "crowns": "f6", "suns": "f5"}
    assert maze.coins == {"arms": "a1", "crowns": "a10", "moons": "j10", "suns": "j1"}
    assert maze.house == {"e5", "e6", "f5", "f6"}
    assert maze.doors == (("e5", "d5"), ("f6", "g6"))
    assert (maze.start, maze.start_heading) == ("f4", None)


@pytest.mark.clause("PM-6")
def test_roundabout_steps_from_the_start_to_the_coins() -> None:
    steps = steps_from(read_maze("roundabout"), "f4")
    assert [steps[coin] for coin in ("j1", "a1", "j10", "a10")] == [7, 8, 10, 11]


# Every maze of the package


@pytest.mark.clause("PM-1")
@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_board_is_24_tiles_of_four_squares(name: str) -> None:
    maze = read_maze(name)
    assert set(maze.squares) == set(read_maze("roundabout").squares)
    assert [len(tile) for tile in maze.tiles] == [4] * 24
    assert {square for tile in maze.tiles for square in tile} == set(maze.squares)
    assert ("b5", "c5", "b6", "c6") in maze.tiles


@pytest.mark.clause("PM-22")
@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_four_portals_lead_to_the_other_side_of_the_rank(name: str) -> None:
    maze = read_maze(name)
    assert maze.portals == {("b5", "W"), ("b6", "W"), ("i5", "E"), ("i6", "E")}
    assert (maze.exits["b5"]["W"], maze.exits["i5"]["E"]) == ("i5", "b5")
    assert (maze.exits["b6"]["W"], maze.exits["i6"]["E"]) == ("i6", "b6")


@pytest.mark.parametrize("name", MAZE_NAMES)
def test_every_step_can_be_walked_back(name: str) -> None:
    back = {"N": "S", "E": "W", "S": "N", "W": "E"}
    exits = read_maze(name).exits
    for square, leads in exits.items():
        for heading, ahead in leads.items():
            assert exits[ahead][back[heading]] == square


@pytest.mark.clause("PM-6", "PM-80")
@pytest.mark.parametrize(
    ("name", "title", "threes", "aces"),
    [
        ("roundabout", "Roundabout", 24, 12),
        ("slip", "Slip Around the Corner", 22, 18),
        ("winding", "The Long and Winding Road", 20, 23),
    ],
)
def test_a_shipped_maze_takes_its_printed_sticks_and_keeps_every_constraint(
    name: str, title: str, threes: int, aces: int
) -> None:
    maze = read_maze(name)
    report = check_maze(maze)
    assert maze.title == title
    assert (report.three_sticks, report.ace_sticks) == (threes, aces)
    assert report.problems == ()
    assert report.ok
    covered = [wall for stick in maze.sticks for wall in stick.edges]
    assert len(covered) == len(set(covered)) == 2 * threes + aces
    assert set(covered) == maze.walls
    assert maze.closed == frozenset()


@pytest.mark.clause("PM-6")
@pytest.mark.parametrize("name", ["slip", "winding"])
def test_our_own_mazes_are_marked_as_ours(name: str) -> None:
    assert "our reconstruction from the stick counts, not the author's map" in read_maze(name).note


@pytest.mark.clause("PM-6")
def test_the_mazes_differ_and_their_coins_are_far_from_the_start() -> None:
    assert len({read_maze(name) for name in MAZE_NAMES}) == 3
    for name in MAZE_NAMES:
        maze = read_maze(name)
        steps = steps_from(maze, maze.start)
        assert min(steps[square] for square in maze.coins.values()) >= 5


def bends(maze: Maze) -> int:
    """Return the number of corridor squares outside the house that turn a corner."""
    straight = ({"N", "S"}, {"E", "W"})
    leads = [set(maze.exits[square]) for square in maze.squares if square not in maze.house]
    return sum(len(headings) == 2 and headings not in straight for headings in leads)


def longest_corridor(maze: Maze) -> int:
    """Return the most squares in a row without a branch."""
    corridor = {square for square, leads in maze.exits.items() if len(leads) == 2} - maze.house
    others = frozenset(maze.squares) - corridor
    return max(len(maze.reach(square, others)) for square in corridor)


@pytest.mark.clause("PM-6")
def test_our_mazes_have_the_features_of_their_names() -> None:
    slip, winding, roundabout = read_maze("slip"), read_maze("winding"), read_maze("roundabout")
    assert bends(slip) > max(bends(winding), bends(roundabout)) + 10
    assert longest_corridor(winding) > max(longest_corridor(slip), longest_corridor(roundabout))


@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_search_grid_has_the_maze_s_exits(name: str) -> None:
    maze = read_maze(name)
    assert maze.grid.squares == maze.squares
    assert maze.grid is maze.grid


@pytest.mark.clause("PM-72")
def test_a_maze_is_read_by_name_or_from_its_text() -> None:
    assert MAZE_NAMES == ("roundabout", "slip", "winding")
    assert read_maze("roundabout") is read_maze("roundabout")
    assert read_maze(read_maze("slip").text()) == read_maze("slip")
    assert read_maze(POCKET).title == "Pocket"


@pytest.mark.parametrize("name", ["daedalus", "", 7, None, ["roundabout"]])
def test_an_unknown_maze_is_refused_with_the_names(name: object) -> None:
    with pytest.raises(BadInput, match="expected roundabout, slip, winding"):
        read_maze(name)


def test_mazes_are_values() -> None:
    maze = parse_maze(POCKET, "one")
    twin = pickle.loads(pickle.dumps(parse_maze(POCKET, "two")))
    assert maze == twin
    assert hash(maze) == hash(twin)
    assert maze != parse_maze(pocket("3 |   |", "3 |    "))
    assert maze != POCKET
    with pytest.raises(AttributeError):
        maze.start = "a1"  # type: ignore[misc]
    with pytest.raises(TypeError):
        maze.exits["a1"]["N"] = "a3"  # type: ignore[index]


# The text form


@pytest.mark.clause("PM-81")
@pytest.mark.parametrize("text", [POCKET, *(read_maze(name).text() for name in MAZE_NAMES)])
def test_a_maze_is_equal_after_printing_and_parsing(text: str) -> None:
    assert parse_maze(text).text() == text


@pytest.mark.clause("PM-81")
def test_the_drawing_in_the_documentation_is_a_maze() -> None:
    assert maze_module.__doc__
    assert parse_maze(maze_module.__doc__.split("::\n")[1]) == parse_maze(POCKET)


@pytest.mark.clause("PM-81")
def test_the_drawing_shows_every_piece() -> None:
    maze = parse_maze(POCKET)
    assert len(maze.squares) == 16
    assert maze.house == {"b2", "b3", "c2", "c3"}
    assert maze.ghosts == {"suns": "b3", "moons": "c3", "crowns": "c2", "arms": "b2"}
    assert maze.coins == {"suns": "a4", "moons": "d4", "crowns": "d1", "arms": "a1"}
    assert maze.doors == (("c3", "d3"),)
    assert maze.portals == {("a2", "W"), ("d2", "E")}
    assert maze.exits["a2"] == {"N": "a3", "S": "a1", "W": "d2"}
    assert maze.exits["a1"] == {"N": "a2", "E": "b1"}
    assert maze.start == "b1"


@pytest.mark.clause("PM-5", "PM-81")
@pytest.mark.parametrize(("arrow", "heading"), [("^", "N"), (">", "E"), ("v", "S"), ("<", "W")])
def test_the_start_may_have_a_heading(arrow: str, heading: str) -> None:
    maze = parse_maze(pocket("  P  ", f"  P{arrow} "))
    assert maze.start_heading == heading
    assert parse_maze(maze.text()).text() == maze.text()


@pytest.mark.clause("PM-81")
@pytest.mark.parametrize(
    "text",
    [
        "\n" + POCKET + "\n\n",
        POCKET.rstrip("\n"),
        POCKET.replace("\n", "\r\n"),
        POCKET.replace("\n", "\r"),
        POCKET.replace("\n", "    \n"),
        "".join("      " + line + "\n" for line in POCKET.splitlines()),
        "# mine\n" + POCKET.replace("3 |", "# the door is on this rank\n\n3 |"),
        POCKET.replace(" $S ", "$S  ").replace(" P  ", "P   "),
        POCKET.replace("a   b   c   d", "a b c d"),
    ],
    ids=["blank", "no-end", "crlf", "cr", "trailing", "indent", "comments", "inside", "letters"],
)
def test_a_drawing_is_read_leniently(text: str) -> None:
    assert parse_maze(text) == parse_maze(POCKET)


@pytest.mark.clause("PM-22", "PM-81")
def test_portals_can_be_in_files_and_beside_missing_squares() -> None:
    text = pocket("  +---+---+---+---+\n4", "  +   +---+---+---+\n4")
    text = text.replace("  +---+---+---+---+\n    a", "  +   +---+---+---+\n    a")
    maze = parse_maze(text)
    assert maze.exits["a4"]["N"] == "a1"
    assert maze.exits["a1"]["S"] == "a4"
    assert parse_maze(maze.text()).text() == maze.text()


@pytest.mark.clause("PM-22", "PM-81")
def test_a_portal_can_lead_to_the_square_behind_a_wall() -> None:
    maze = parse_maze(raised("5     |    ### ###"))
    assert dict(maze.exits["a5"]) == {"W": "b5"}


@pytest.mark.clause("PM-72", "PM-81")
def test_the_largest_maze_is_read_at_once() -> None:
    text = large(26, 99)
    with at_most(QUICK):
        maze = parse_maze(text)
    assert len(maze.squares) == 26 * 99
    assert maze.squares[-1] == "z99"
    assert parse_maze(maze.text()) == maze


def large(files: int, ranks: int) -> str:
    """Return an open field, the house in a row in its lowest rank."""
    held = {1: ["S", "M", "C", "A"], 2: ["$S", "$M", "$C", "$A", "P"]}
    lines = ["   " + "+---" * files + "+"]
    for rank in range(ranks, 0, -1):
        cells = held.get(rank, []) + [""] * files
        lines.append(f"{rank:>2} |" + " ".join(f"{cell:<3}" for cell in cells[:files]) + "|")
        lines.append("   " + ("+   " if rank > 1 else "+---") * files + "+")
    lines.append("    " + " ".join(square_at(file, 1)[0] for file in range(1, files + 1)))
    return "\n".join(lines)


@pytest.mark.clause("PM-73b", "PM-81")
def test_the_suits_of_sticks_are_written_and_read_back():
    plain = parse_maze(POCKET)
    assert plain.stick_suits == ("suns", "moons", "crowns", "arms")  # dealt in turn
    maze = parse_maze(POCKET.replace("title: Pocket", "title: Pocket\nsuits: A c1N M c2E"))
    assert maze.stick_suits == ("arms", "moons", "crowns", "moons")
    assert "suits: M c2E A b1N\n" in maze.text()
    again = parse_maze(maze.text())
    assert (again, again.stick_suits) == (maze, maze.stick_suits)
    assert maze != plain


@pytest.mark.parametrize(("letter", "crosses"), [("A", True), ("S", False)])
@pytest.mark.clause("PM-73b")
def test_a_ghost_walks_through_the_sticks_that_are_written_for_its_suit(letter, crosses):
    drawing = f"suits: {letter} a8E\n" + pp.game("piecepackman").ruleset.maze.text()
    game = pp.game("piecepackman", maze=drawing, powers="chosen", arms_power="own-walls")
    match = pp.Match(game, position={
        "phase": "ghosts", "ghosts": "arms a8 uses 1", "dice": "arms ace", "to_move": "arms",
        "cubes": "suns j9"})  # fmt: skip
    assert (match.refusal("arms! a8-b8") is None) == crosses


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.clause("PM-73b")
def test_a_generated_maze_deals_the_suits_in_turn(seed):
    maze = pp.mazes.generate(seed)
    suits = ("suns", "moons", "crowns", "arms") * 12
    assert maze.stick_suits == suits[: len(maze.sticks)]


@pytest.mark.clause("PM-6", "PM-81")
def test_the_ace_sticks_may_be_named() -> None:
    assert check_maze(parse_maze(POCKET)).three_sticks == 3
    text = POCKET.replace("title: Pocket", "title: Pocket\nace-sticks: b1N c1N c2E")
    report = check_maze(parse_maze(text))
    assert (report.three_sticks, report.ace_sticks) == (2, 3)


@pytest.mark.clause("PM-80")
def test_long_sticks_are_laid_first_while_a_set_has_them() -> None:
    lines = frozenset((square_at(file, rank), "N") for rank in range(1, 11) for file in range(1, 6))
    kinds = Counter(stick.kind for stick in lay_sticks(lines))
    assert kinds == {"three": 20, "ace": 10}
    more = lines | {(square_at(file, rank), "N") for rank in range(11, 15) for file in range(1, 6)}
    assert Counter(stick.kind for stick in lay_sticks(more)) == {"three": 24, "ace": 22}


# What is refused

WALLS = "  +---+---+---+---+"


def raised(*rows: str) -> str:
    """Return POCKET with more ranks above it; each row is a wall line or a square line."""
    return "\n".join(["title: Raised", WALLS, *rows, POCKET.split("\n", 1)[1]])


DEFECTS = [
    # the drawing has a hole in it, or more than it should
    ("", "ends before it begins"),
    ("\n# nothing but this\n", "ends before it begins"),
    (WALLS, "ends after line 1"),
    (POCKET.replace("2     | A   C |\n", ""), "line 7 of the maze is"),
    (POCKET.replace("  +   +   +   +   +\n", ""), "line 6 of the maze is"),
    (POCKET.replace("    a   b   c   d\n", ""), "ends after line 10"),
    (POCKET.replace("a   b   c", "a   c"), "the file letters a to d"),
    (POCKET + "more\n", "line 12 of the maze is 'more'"),
    (pocket("+   +---+---+   +\n3", "+   +---+---    +\n3"), "column 15, is ' '; expected '+'"),
    (pocket("+   +---+---+   +\n3", "+   +-- +---+   +\n3"), "column 8, is '-- '"),
    (pocket("+   +---+---+   +\n3", "+   +---+---+   +---+\n3"), "4 squares, as in the first"),
    (pocket("+   +---+---+   +\n3", "+   +---+---+\n3"), "column 19, is ' '"),
    (pocket(WALLS + "\n4", WALLS + "--\n4"), "line 2 of the maze is"),
    (pocket("3 |   |", "3 |   !"), "line 5 of the maze, column 7, is '!'; expected '|' or ' '"),
    (pocket("3 |   |", "3 | Q |"), "square a3 is 'Q'; expected blanks, ### (no square), S M C A"),
    (pocket("3 |   |", "3 |###"), "line 5 of the maze"),
    (pocket("3 |   |", "3 | # |"), "square a3 is '#'"),
    (pocket("3 |   |", "5 |   |"), "expected the number of the rank, 3"),
    (pocket("4 | $S", "0 | $S"), "the number of the top rank, 1 to 99"),
    (pocket("4 | $S", "100 | $S"), "the number of the top rank, 1 to 99"),
    (pocket("3 |   |", "3 |\t|"), "a character in line 5 of the maze is '\\t'"),
    (pocket("3 |   |", "3 | \x00 |"), "a character in line 5"),
    (large(27, 3), "1 to 26 times"),
    ("x" * 100_001, "100001 characters long"),
    # headers
    ("author: me\n" + POCKET, "line 1 of the maze is 'author: me'; expected title: note: "),
    ("title: again\n" + POCKET, "line 2 of the maze is 'title: Pocket'"),
    ("note:\n" + POCKET, "note in line 1 of the maze is ''"),
    (f"note: {'n' * 1001}\n" + POCKET, "1 to 1000 characters"),
    ("suits: b1N\n" + POCKET, "an entry of suits is 'b1N'"),
    ("suits: S a1N\n" + POCKET, "an entry of suits is 'a1N'"),
    ("suits: S b1N M c1N\n" + POCKET, "an entry of suits is 'c1N'"),  # the same three-stick
    ("ace-sticks: a1N\n" + POCKET, "an entry of ace-sticks is 'a1N'"),
    ("ace-sticks: b1N b1N\n" + POCKET, "an entry of ace-sticks is 'b1N'"),
    ("ace-sticks: b1N\n" + POCKET, "c1N is left over"),
    # what stands on the squares
    (pocket("  P  ", "     "), "P (the start) is on no square"),
    (pocket("3 |   |", "3 | P |"), "P (the start) is on a3 b1"),
    (pocket(" M ", " h "), "M (the home of the moons ghost) is on no square"),
    (pocket(" M ", " S "), "S (the home of the suns ghost) is on b3 c3"),
    (pocket("$M", "  "), "$M (the power coin of moons) is on no square"),
    (pocket("3 |   |", "3 | $A|"), "$A (the power coin of arms) is on a3 a1"),
    # what can't be played
    (pocket("3 |   |", "3     |"), "open at the W side of a3; expected a wall, or an opening at"),
    (pocket("2     | A   C |", "2     | A   C |   |"), "open at the W side of a2"),
    (pocket("3 |   |", "3 | h |"), "the house square a3 of the maze can't be reached"),
    (pocket("| S   M     |", "| S   M |   |"), "has no exit to the start b1"),
    (pocket("4 | $S  ", "4 | $S| ").replace("+   +---+---+   +\n3", "+---+---+---+   +\n3"),
     "the power coin of suns on a4 of the maze can't be reached from the start b1"),
    (raised("5 |   |###    |   |"), "open at the W side of c5, inside rank 5"),
    (raised("5          ### ###"), "at the W side of a5, which leads to b5, the square beside it"),
]  # fmt: skip


@pytest.mark.clause("PM-81")
@pytest.mark.parametrize(("text", "expected"), DEFECTS)
def test_a_defect_is_refused_in_one_line(text: str, expected: str) -> None:
    assert expected in refused(text)


@pytest.mark.clause("PM-81")
@pytest.mark.parametrize("text", [None, 7, b"+---+", ["+---+"], object()])
def test_values_that_are_not_text_are_refused(text: object) -> None:
    assert "a drawing as text" in refused(text)


@pytest.mark.parametrize("name", ["", "two\nlines", " blank", "n" * 1001, None])
def test_a_bad_name_is_refused(name: str) -> None:
    assert "the maze's name" in refused(POCKET, name)


def parse_or_refuse(text: str) -> None:
    """Assert that a text is a maze that prints and parses, or is refused in one line."""
    refusal = ""
    try:
        maze = parse_maze(text)
    except BadInput as caught:
        refusal = str(caught)
    else:
        assert parse_maze(maze.text()).text() == maze.text()
        assert check_maze(maze).findings
    assert "\n" not in refusal


@pytest.mark.clause("PM-81")
@given(st.text(alphabet="+-| #PhSMCA$<>^v123ab\n\r\t:", max_size=300))
def test_any_text_of_the_drawing_s_characters_is_a_maze_or_refused(text: str) -> None:
    parse_or_refuse(text)


PIECES = [
    "",
    " ",
    "+",
    "-",
    "|",
    "---",
    "   ",
    "###",
    "\n",
    "\r\n",
    "\t",
    "P",
    " h ",
    "$S",
    "9",
    "é",
]


@pytest.mark.clause("PM-81")
@settings(max_examples=300)
@given(
    st.sampled_from([POCKET, read_maze("roundabout").text()]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4), st.sampled_from(PIECES)), max_size=4),
)
def test_a_damaged_drawing_is_a_maze_or_refused(
    text: str, damages: list[tuple[float, int, str]]
) -> None:
    for place, length, piece in damages:
        at = round(place * len(text))
        text = text[:at] + piece + text[at + length :]
    parse_or_refuse(text)


@pytest.mark.clause("PM-72", "PM-81")
@given(st.data())
def test_any_walls_are_a_maze_or_refused(data: st.DataObject) -> None:
    lines = []
    for line in read_maze("roundabout").text().splitlines():
        if "+" in line:
            walls = data.draw(st.lists(st.sampled_from(["---", "   "]), min_size=10, max_size=10))
            lines.append(line[:3] + "+" + "+".join(walls) + "+")
        else:
            lines.append(line)
    text = "\n".join(line for line in lines if not line.startswith("ace-sticks"))
    parse_or_refuse(text)


# The checker


@pytest.mark.clause("PM-80")
def test_a_maze_that_keeps_every_constraint_has_no_problem() -> None:
    report = check_maze(parse_maze(POCKET))
    assert report.ok
    assert report.problems == ()
    assert (report.three_sticks, report.ace_sticks) == (3, 1)
    assert str(report).count("ok  ") == len(report.findings) == 7


def problem(text: str, name: str) -> tuple[str, ...]:
    """Return the squares where the constraint of that name fails."""
    report = check_maze(parse_maze(text))
    (finding,) = (finding for finding in report.findings if finding.name == name)
    assert not finding.ok
    assert not report.ok
    assert finding.text in report.problems
    assert f"NO  {finding.text}" in str(report)
    for square in finding.where:
        assert square in finding.text
    return finding.where


@pytest.mark.clause("PM-80")
def test_an_open_block_is_found() -> None:
    text = raised("5 |               |").replace(f"|\n{WALLS}\n4", "|\n  +   +   +---+   +\n4")
    assert problem(text, "narrow corridors") == ("a4", "b4", "a5", "b5")


@pytest.mark.clause("PM-80")
def test_the_house_and_its_hallway_may_be_wide() -> None:
    text = pocket("| S   M     |", "| S   M     |").replace("| A   C |", "| A   C  ")
    finding = check_maze(parse_maze(text)).findings[0]
    assert finding.ok


@pytest.mark.clause("PM-23", "PM-80")
def test_a_dead_end_is_found() -> None:
    assert problem(pocket("$S          $M", "$S    |     $M"), "dead ends") == ("b4", "c4")


@pytest.mark.clause("PM-23", "PM-80")
def test_the_entrance_of_the_house_is_a_dead_end_for_him() -> None:
    text = pocket("+   +---+---+   +\n3", "+   +---+---+---+\n3")
    assert "d3" in problem(text, "dead ends")


@pytest.mark.clause("PM-80")
def test_a_house_of_five_squares_is_found() -> None:
    text = pocket("3 |   | S", "3 | h   S")
    assert problem(text, "house") == ("b2", "c2", "a3", "b3", "c3")


@pytest.mark.clause("PM-80")
def test_a_house_with_three_exits_is_found() -> None:
    text = pocket("3 |   | S", "3 |     S").replace("2     | A   C |", "2     | A   C  ")
    assert problem(text, "house exits") == ("c2", "b3", "c3")


@pytest.mark.clause("PM-80")
def test_many_closed_off_squares_are_found_and_few_are_not() -> None:
    few = raised("5 |   |   |   |   |")
    closed = ("a5", "b5", "c5", "d5")
    assert parse_maze(few).closed == set(closed)
    assert all(finding.ok for finding in check_maze(parse_maze(few)).findings)
    many = raised("6 |   |   |   |   |", WALLS, "5 |   |   |   |   |")
    assert problem(many, "closed-off squares") == (*closed, "a6", "b6", "c6", "d6")


@pytest.mark.clause("PM-80")
def test_more_sticks_than_a_set_has_are_found() -> None:
    text = large(26, 9).split("\n")
    text[2] = "   " + "+---+   " * 13 + "+"
    text[4] = "   " + "+   +---" * 13 + "+"
    assert problem("\n".join(text), "ace-sticks") == ()
    assert check_maze(parse_maze("\n".join(text))).ace_sticks == 26
    text[4] = text[6] = text[2] = "   " + "+---" * 26 + "+"
    named = "ace-sticks: " + " ".join(f"{square_at(file, 6)}N" for file in range(1, 27))
    assert problem("\n".join([*text, named]), "three-sticks") == ()


@pytest.mark.clause("PM-81")
@pytest.mark.parametrize("text", ["| |", "|\n|", "hello\nworld", "  +---+\n1 | P |"])
def test_an_error_in_a_drawings_first_line_shows_how_to_print_one(text):
    with pytest.raises(BadInput) as caught:
        read_maze(text)
    one_line = str(caught.value)
    assert "\n" not in one_line
    call = re.search(r"print\((.*)\) shows one", one_line)[1]
    shown = eval(call, {"pp": pp})
    assert read_maze(shown).text() == shown
