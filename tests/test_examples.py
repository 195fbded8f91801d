"""The examples: each is a page, runs with Python alone, and prints its expected lines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import sampled

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
PAGE = 80  # lines
SECONDS = 10  # of computing

# Patterns of printed lines, in order; other lines may come between.
PRINTS = {
    "play_out.py": [
        r"Turn 1, move by move",
        r"  Piecepackman rolls .* He heads for the \w+ (cube|power coin) on .* \[PM-\d+\]",
        r"  Piecepackman goes from f4 .* \[PM-\d+\]",
        r"  The ghosts agree to move in this order: .* \[PM-30\]",
        r"  The \w+ ghost goes from [a-j]\d+ .* \[PM-\d+\]",
        r"The other turns",
        r"   2: .+",
        r"(The ghosts win|Piecepackman wins|Nobody wins|.*[Ee]qual).* \[PM-69\]",
        r"  ghosts: \d+ cubes",
        r"Saved in \d+ bytes\. The loaded game is equal: yes",
    ],
    "write_a_bot.py": [
        r"With seed 7, after \d+ turns: .* \[PM-69\]",
        r"  random +\d+\.\d % \(95 %: .*\), \d\.\d cubes on average",
        r"  hunter +\d+\.\d % \(95 %: .*\), \d\.\d cubes on average",
        r"  greedy +\d+\.\d % \(95 %: .*\), \d+\.\d cubes on average",
    ],
    "write_a_variant.py": [
        r"Giveaway Activator, \d+ moves: (Red|Blue) wins.+ \[AC-3\d\]",
        r"PAC-MAN, Pac-Man first, \d+ moves: .+ \[PC-30\]",
    ],
    "write_a_maze.py": [
        r"Attic: 36 squares, \d+ matchsticks for its walls\.",
        r"ok  No four squares are open to each other.*",
        r"ok  There is no dead end\.",
        r"Refused: line 4 of the maze, square f6 is '\?M'; expected .*",
        r"Refused: the maze is open at the E side of f4; expected a wall, or .*",
        r"A game in this maze, \d+ turns: .* \[PM-69\]",
    ],
    "explain_a_turn.py": [
        r"The steps",
        r"The rule that decided",
        r"  PM-1\d .+",
        r"The candidates",
        r"  -> suns cube on i4: 5 points, 2 of them for quarter turns",
        r"His path, f4-g4-h4-i4: 5 points",
        r"  left, left, forward, forward, forward",
        r"  one of 2 equally cheap paths, chosen by: left before right",
        r"The search: \d+ events, .*",
        r"  f4 facing W is settled at cost 0\.",
        r"  Left from f4 facing W: f4 facing S at cost 1, the best path to it so far\.",
    ],
    "change_a_rule.py": [
        r"Under the printed rules, \d+ turns: .* \[PM-69\]",
        r"With free quarter turns, the first difference is at step 4:",
        r"  here: He heads for .* at cost 5.* There: He heads for .* at cost 3.*",
        r"Played to the end, \d+ turns: .* \[PM-69\]",
        r"  quarter_turn_cost=0: .* turns a game",
        r"  quarter_turn_cost=2: .* turns a game",
    ],
    "think_ahead.py": [
        r"AC-16 .+",
        r"1 ahead \(40 states\): red a2-a3; value \+20 for Red",
        r"2 ahead \(\d+ states\): red .+, blue .+; value \+\d+ for Red",
        r"  Red chooses .+: .+ \(.* points; 2 moves ahead, \d+ positions\)\.",
        r"  (red|blue|Red|Blue) wins: .* \[AC-3\d\]",
        r"Your bot, one move ahead, won [56] of 6 games against random moves",
    ],
    "bluff.py": [
        r"  forward  forward  -2\.33",
        r"  left     left     -4\.00",
        r"Suns should go forward 86% of the time, for -2\.29 or more\.",
        r"  moons forward  -2\.[12345]\d",
        r"  moons left     -2\.[12345]\d",
        r"  Suns is pushed against the block on c7 and stunned on c6\. \[PA-34\]",
        r"  Suns falls through the hole at c6\. \[PA-34\]",
    ],
    "what_a_die_is_worth.py": [
        r"  one die 7/2, the better of two 161/36 = 4\.47",
        r"A game of \d+ turns, .*",
        r"  19 to 36: one die \d\.\d\d, the better of two \d\.\d\d, \+\d\d%",
        r"  \d: \d now, \d\.\d\d later, by [a-i]\d.*",
        r"  0: \d+\.\d landings a game, 0\.0 marbles, .*",
        r"  6: \d+\.\d landings a game, [1-9]\d*\.\d marbles, .*",
    ],
    "squeeze_through.py": [
        r"  240\.0 to 271\.5, -1\.6 to 1\.6",
        r"  illegal, as the disc touches the suns worm's disc 2: 120\.0 to 240\.0 \[WD-3\]",
        r"  0\.7499 slide: step 1: the disc doesn't fit past tile 1 and tile 2: .* \[WD-5\]",
        r"  0\.7499 place: through",
        r"  0\.75   slide: through",
        r"  suns: moving tile \d+ shortens its path home by \d+\.\d inches .*",
        r"  moons: its path home is \d+\.\d inches long; \d+\.\d are left after this turn",
        r"  after \d+ steps: The suns worm has been round the far side of the pylon: .*",
        r"  The \w+ worm wins the race\. \[WD-22\]",
    ],
}


def test_every_example_is_tested_and_named_in_the_readme() -> None:
    names = sorted(path.name for path in FOLDER.glob("*.py"))
    assert names == sorted(PRINTS)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in readme] == []


@pytest.mark.parametrize("name", sampled(list(PRINTS), 3))
def test_each_example_prints_its_expected_output(name: str, tmp_path: Path) -> None:
    """Run in an empty folder, by a Python that has only its standard library."""
    before = computing()
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-X", "utf8", str(FOLDER / name)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert computing() - before < SECONDS
    assert not list(tmp_path.iterdir()), "it leaves files behind"
    lines = iter(done.stdout.splitlines())
    for pattern in PRINTS[name]:
        assert any(re.fullmatch(pattern, line) for line in lines), f"{pattern}\n\n{done.stdout}"


@pytest.mark.parametrize("name", PRINTS)
def test_each_example_is_a_page_and_shows_its_command(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= PAGE
    assert f"\npython examples/{name}" in text.split('"""')[1]


def computing() -> float:
    """Return the processor seconds of all child processes."""
    times = os.times()
    return times.children_user + times.children_system
