"""The examples: each is a page, runs by itself with nothing but Python, and says what it should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
PAGE = 80  # lines
SECONDS = 10  # of computing

# What each says, in this order; other words may stand between.
SAYS = {
    "play_out.py": [
        r"Turn 1, step by step",
        r"  Piecepackman rolls suns .* \[PM-11\]",
        r"  He heads for the \w+ (cube|power coin) on [a-j]\d+, at cost \d+.* \[PM-\d+\]",
        r"  The ghosts agree to move in this order: .* \[PM-30\]",
        r"  The \w+ ghost steps from [a-j]\d+ to [a-j]\d+\. \[PM-32\]",
        r"The rest, a line a turn",
        r"   2: .+",
        r"(The ghosts win|Piecepackman wins|Nobody wins|.*[Ee]qual).* \[PM-69\]",
        r"  ghosts: \d+ cubes",
        r"Saved in \d+ bytes; loaded, it is the same game: yes",
    ],
    "write_a_bot.py": [
        r"With seed 7, after \d+ turns: .* \[PM-69\]",
        r"  random +\d+\.\d % \(95 %: .*\), \d\.\d cubes on average",
        r"  hunter +\d+\.\d % \(95 %: .*\), \d\.\d cubes on average",
        r"  greedy +\d+\.\d % \(95 %: .*\), \d+\.\d cubes on average",
    ],
    "write_a_maze.py": [
        r"Attic: 36 squares, \d+ matchsticks for its walls\.",
        r"ok  No four squares are open to each other.*",
        r"ok  There is no dead end\.",
        r"Refused: line 4 of the maze, square f6 is '\?M'; expected .*",
        r"Refused: the maze is open at the E side of f4; expected a wall, or .*",
        r"A game on it, \d+ turns: .* \[PM-69\]",
    ],
    "explain_a_turn.py": [
        r"What happened",
        r"The rule that chose",
        r"  PM-1\d .+",
        r"Everything he could head for",
        r"  -> suns cube on i4: 5 points, 2 of them for quarter turns",
        r"His path, f4-g4-h4-i4: 5 points",
        r"  left, left, forward, forward, forward",
        r"  of 2 equally cheap ways; what decided: left before right",
        r"How he found it: \d+ looks, .*",
        r"  f4 facing W is settled at cost 0\.",
        r"  Left from f4 facing W: f4 facing S at cost 1, the best path to it so far\.",
    ],
    "change_a_rule.py": [
        r"As printed, \d+ turns: .* \[PM-69\]",
        r"With free quarter turns it parts from that at step 5:",
        r"  here: A quarter turn left.*costs 1.* There: A quarter turn left.*costs 0.*",
        r"Played on, \d+ turns: .* \[PM-69\]",
        r"  quarter_turn_cost=0: .* turns a game",
        r"  quarter_turn_cost=2: .* turns a game",
    ],
    "think_ahead.py": [
        r"AC-16 .+",
        r"1 ahead \(40 tables\): red a2-a3; worth \+20 to Red",
        r"2 ahead \(\d+ tables\): red .+, blue .+; worth \+\d+ to Red",
        r"  Red chooses .+: .+ \(.* points; 2 moves ahead, \d+ positions\)\.",
        r"  (Red|Blue) wins: .* \[AC-3\d\]",
        r"Yours, one move ahead, .*: [56] of 6 won",
    ],
    "bluff.py": [
        r"  forward  forward  -2\.33",
        r"  left     left     -4\.00",
        r"Suns goes 86% of the time, which is worth -2\.29 at least\.",
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
        r"  else the disc touches the suns worm's disc 2: 120\.0 to 240\.0 \[WD-3\]",
        r"  0\.7499 slide: step 1: the disc doesn't fit past tile 1 and tile 2: .* \[WD-5\]",
        r"  0\.7499 place: through",
        r"  0\.75   slide: through",
        r"  suns: its path home is \d+\.\d inches long; \d+\.\d are left after this turn",
        r"  after \d+ steps: The suns worm has been round the far side of the pylon: .*",
        r"  The \w+ worm wins the race\. \[WD-22\]",
    ],
}


def test_every_example_is_tested_and_named_in_the_readme() -> None:
    names = sorted(path.name for path in FOLDER.glob("*.py"))
    assert names == sorted(SAYS)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in readme] == []


@pytest.mark.parametrize("name", SAYS)
def test_each_example_prints_its_expected_output(name: str, tmp_path: Path) -> None:
    """In an empty folder, by a Python that has only its standard library."""
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
    for pattern in SAYS[name]:
        assert any(re.fullmatch(pattern, line) for line in lines), f"{pattern}\n\n{done.stdout}"


@pytest.mark.parametrize("name", SAYS)
def test_each_example_is_a_page_and_shows_its_command(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= PAGE
    assert f"\npython examples/{name}" in text.split('"""')[1]


def computing() -> float:
    """The seconds that programs started from here have computed, however busy the machine is."""
    times = os.times()
    return times.children_user + times.children_system
