"""Boards as text: those in the package, custom ones, and their errors."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import networkx as nx
import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.pacman import maze
from piecepack_nb.games.pacman.maze import SHIPPED, parse_board, read_board
from tests.core.damage import one_line
from tests.games.pacman.brute_force import Ground
from tests.games.pacman.helpers import CORRIDORS, POCKET

FOLDER = Path(maze.__file__).parent / "mazes"


@pytest.mark.clause("PC-1")
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_board_is_as_it_is_drawn(name: str) -> None:
    board = read_board(name)
    drawn = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert board.text() == drawn
    assert parse_board(drawn, name) == board
    assert "our" in board.note or "own" in board.note


@pytest.mark.clause("PC-1")
def test_the_reconstruction_has_the_counts_of_the_rules() -> None:
    board = read_board("reconstruction")
    assert (board.files, board.ranks, len(board.squares)) == (9, 9, 81)
    assert (len(board.white), len(board.ringed), len(board.arrows)) == (72, 4, 4)
    assert board.centre == "e5"
    assert board.symmetry == ("quarter turn",)
    assert "our reconstruction" in board.note


def test_the_octagon_is_another_shape() -> None:
    board = read_board("octagon")
    assert (board.files, board.ranks) == (11, 7)
    assert (len(board.white), len(board.ringed), len(board.arrows)) == (64, 4, 4)
    assert "a1" not in board.next_to


@pytest.mark.parametrize("name", [*SHIPPED, CORRIDORS])
def test_reach_and_steps_agree_with_networkx(name: str) -> None:
    """Connectivity, dead ends and distances by networkx, on the graph that the drawing shows."""
    game = pp.game("pacman", board=name)
    ground = Ground(game.board.text())
    pac = nx.Graph((s, t) for s in ground.spaces for t in ground.neighbours(s))
    ghost = nx.Graph(pac)
    pac.add_edges_from((s, t) for s in ground.arrows for t in ground.arrows if s != t)
    pac.remove_node(ground.centre)
    ghost.remove_nodes_from(ground.homes.values())
    for graph, steps in ((pac, game.ruleset.pac_steps), (ghost, game.ruleset.ghost_steps)):
        assert nx.is_connected(graph)
        assert min(dict(graph.degree).values()) >= 2
        for start, found in nx.all_pairs_shortest_path_length(graph):
            assert {to: n for to, n in steps[start].items() if to in graph} == dict(found)


def test_the_board_in_the_docstring_can_be_played_on() -> None:
    drawn = dedent((maze.__doc__ or "").split("::\n\n")[1])
    board = parse_board(drawn)
    assert (board.title, len(board.white), len(board.ringed)) == ("Pocket", 13, 2)
    game = pp.game("pacman", board=drawn, players=4)
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    assert match.result is not None
    assert sum(match.result.scores.values()) == 13


def test_a_custom_board_is_saved_with_the_match(tmp_path: Path) -> None:
    match = pp.Match(pp.game("pacman", board=CORRIDORS), seed=1)
    match.run(3)
    again = pp.load(match.save(tmp_path / "own.json"))
    assert again.game.board == match.game.board
    assert again.state == match.state


def test_a_board_drawing_is_parsed() -> None:
    board = read_board("reconstruction")
    assert board.next_to["a1"] == {"N": "a2", "E": "b1"}
    assert board.beyond_arrow("a5") == ("e1", "i5", "e9")
    assert board.beyond_arrow("a4") == ()
    assert repr(board) == "<BoardMap 'reconstruction': 81 spaces, 4 arrows>"
    assert board != read_board("octagon")
    assert len({board, read_board("reconstruction"), read_board("octagon")}) == 2


# --- what is wrong --------------------------------------------------------------------------------

GOOD = dedent((maze.__doc__ or "").split("::\n\n")[1])


def complaint(text: object) -> str:
    with pytest.raises(BadInput) as caught:
        parse_board(text)  # type: ignore[arg-type]
    one_line(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("| R ", "| Q ", "line 10 of the board, square a1 is 'Q'; expected blanks (a hole), O"),
        ("| R ", "|   ", "R (the home of red) is on no square of the board; expected one"),
        ("O   X", "X   X", "X (the centre) is on b3 c3 of the board; expected one square"),
        ("O   X   O", "    X    ", "number of ringed holes is 0; expected 1 to 4"),
        ("<   ", "    ", "a2's W side (line 8 of the board) is ''; expected a closed rim, or an"),
        ("<   ", ">   ", "a2's W side (line 8 of the board) is '>'; expected a closed rim"),
        ("<   ", "|   ", "the arrow on e2 (line 8 of the board) leads to no other; expected none"),
        ("  O   X", "  O < X", "b3's E side (line 6 of the board) is '<'; expected arrows on the"),
        ("4 | G ", "4 < G ", "the arrow on a4 (line 4 of the board) is on green's home"),
        ("|     O", "<     O", "are next to each other; expected at least one space between"),
        ("symmetry: left-right", "symmetry: up-down", "symmetry is 'up-down', but"),
        ("symmetry: left-right", "symmetry: half turn", "symmetry is 'half turn', but"),
        ("symmetry: left-right", "symmetry: quarter turn", "on 5 files and 4 ranks; expected as"),
        ("symmetry: left-right", "symmetry: round", "an entry of symmetry is 'round'; expected q"),
        ("| R  ", "| R |", "a1 (line 10 of the board) is a dead end for Pac-Men; expected two ex"),
        ("+   +---+   +---+   +", "+   +   +   +---+   +", "and d2 differ in barriers"),
        ("title:", "tilte:", "line 1 of the board is 'tilte: Pocket'; expected title: note: symm"),
        ("a   b", "b   a", "expected the file letters a to e with blanks between them"),
        ("| R   ", "| RB  ", "line 10 of the board, square a1 is 'RB'; expected blanks"),
    ],
)  # fmt: skip
def test_a_wrong_drawing_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    assert GOOD.count(old) >= 1
    text = GOOD.replace(old, new, 1)
    error = complaint(text)
    assert words in error, error


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (CORRIDORS.replace("| R  ", "| R |"), "a1 (line 9 of the board) is a dead end for Pac-Men"),
        (CORRIDORS.replace("3 |       |", "3 |   |   |"), "a3 (line 5 of the board) is a dead end"),
        (CORRIDORS.replace("| R           Y |", "| R   Y         |"), "the homes of red, a1 (line"),
        (None, "the board is None; expected a drawing as text"),
        ("a\tb\n", "a character in line 1 of the board"),
        ("\n", "the board's drawing ends before it begins"),
    ],
)  # fmt: skip
def test_unplayable_boards_are_refused(drawn: object, words: str) -> None:
    assert words in complaint(drawn)


OCTAGON = read_board("octagon").text()
WIDE = """symmetry: left-right
  +---+---+---+---+---+---+---+
4 | G                       B |
  +   +   +   +   +   +   +   +
3 |                           |
  +   +   +   +   +   +   +   +
2 |             X             |
  +   +   +   +   +   +   +   +
1 | R           O           Y |
  +---+---+---+---+---+---+---+
    a   b   c   d   e   f   g
"""


@pytest.mark.parametrize(
    ("board", "changes", "words"),
    [
        (OCTAGON, {"1  ###|": "1  ###<"},
         "b1's W side (line 17 of the board) is a second arrow; expected one on a hole (PC-9)"),
        (GOOD, {"X": " ", "<                   >": "<                 X >"},
         "the arrow on e2 (line 8 of the board) is on the centre; expected arrows on holes"),
        (GOOD, {"2 <   ": "2 <   |", "|                >": "|               >"},
         "a2 (line 8 of the board) is a dead end for ghosts; expected two exits or more"),
        (POCKET, {"2 <": "2 |"}, "a2 (line 8 of the board) and e2 differ in arrows; expected the"),
        (GOOD, {"X   O": "X    "}, "b3 (line 6 of the board) and d3 differ in rings"),
        (GOOD, {"X": " ", "2 <     ": "2 <     X", "X              ": "X             "},
         "b2 (line 8 of the board) and d2 differ in the centre"),
        (WIDE, {"| G         ": "|         G "}, "a4 (line 3 of the board) and g4 differ in homes"),
        (GOOD, {"symmetry: left-right": "symmetry: left-right, left-right"}, "up-down, each once"),
        (OCTAGON, {"  +   + ^": "  +---+ ^", "7  ###| ": "7 |     ", "  +---+   +": "  +   +   +"},
         "a7 (line 5 of the board) and k7 differ in being a space"),
    ],
)  # fmt: skip
def test_every_check_names_the_place(board: str, changes: dict[str, str], words: str) -> None:
    for old, new in changes.items():
        assert old in board, board
        board = board.replace(old, new, 1)
    error = complaint(board)
    assert words in error, f"{error}\n{board}"


@pytest.mark.clause("PC-6")
def test_adjacent_homes_are_refused() -> None:
    error = complaint(CORRIDORS.replace("| R           Y |", "| R   Y         |"))
    assert error.endswith("are next to each other; expected a hole or a barrier between homes")


def test_unreachable_spaces_are_refused() -> None:
    cut = GOOD.replace("+   +   +---+   +   +\n3", "+---+---+---+---+---+\n3")
    assert "a4 (line 4 of the board) can't be reached from a1, red's home" in complaint(cut)
    shut = CORRIDORS.replace("|     X |       |", "|   | X |       |").replace(
        "+   +   +   +   +\n1", "+   +---+   +   +\n1"
    )
    assert "can't be reached by ghosts from b2, the centre" in complaint(shut)


@pytest.mark.clause("PC-1")
def test_more_holes_than_marbles_are_refused() -> None:
    """Ninety spaces without a barrier: one centre, one ring, four homes."""
    cells = {"a1": "R", "a9": "G", "j9": "B", "j1": "Y", "e5": "X", "c3": "O"}
    lines = ["  " + "+---" * 10 + "+"]
    for rank in range(9, 0, -1):
        row = " ".join(f" {cells.get(f'{file}{rank}', ' ')} " for file in "abcdefghij")
        lines += [f"{rank} |{row}|", "  " + ("+   " if rank > 1 else "+---") * 10 + "+"]
    lines.append("    " + "   ".join("abcdefghij"))
    assert complaint("\n".join(lines)) == (
        "the board's number of holes without a ring is 84; expected 1 to 72, for there are 72 "
        "marbles for them (PC-1)"
    )


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(BadInput, match="board is 'roundabout'; expected reconstruction, octagon"):
        pp.game("pacman", board="roundabout")
