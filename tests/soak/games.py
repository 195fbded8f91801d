"""Whole games: the same in two processes, undone to the start and redone, and from many threads."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from random import Random
from threading import Barrier

import piecepack_nb as pp
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from tests.conftest import GAMES
from tests.soak.campaigns import Different, Lost, Row, campaign
from tests.soak.mutations import RULES

MOVES = 400
"""The most moves of a game: some bots never end one."""
HASH_SEEDS = ("0", "1")
PLAY = "import sys; from tests.soak.games import print_games; print_games(*map(int, sys.argv[1:]))"


@campaign("games in two processes", share=0.01)
def games_in_two_processes(size: int, row: Row, random: Random) -> None:
    """Play ``size`` games of each game in two processes with different hashes of texts."""
    first = random.randrange(10**6)
    runs = [_process(first, size, seed) for seed in HASH_SEEDS]
    lines = zip_longest(*(run.stdout for run in runs if run.stdout))  # as they play
    for ours, theirs in lines:
        with row.attempt(str(ours).strip(), limit=60):
            if "wrong" in str(ours) or ours is None:
                raise Different(ours)
            if ours != theirs:
                raise Different(f"{theirs} with another hash seed")
    for run in runs:
        with row.attempt("the process ends well", limit=60):
            if run.wait() or row.tried <= len(GAMES) * size:
                raise RuntimeError(f"exit code {run.returncode} after {row.tried} games")


def _process(first: int, size: int, hash_seed: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PLAY, str(first), str(size)]
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def print_games(first: int, size: int) -> None:
    """Print a line for each game: its name, seed and moves, and a hash of all that it said."""
    for seed in range(first, first + size):
        for name in GAMES:
            sys.stdout.write(f"{name} {seed} {' '.join(_played(name, seed))}\n")
            sys.stdout.flush()


def _played(name: str, seed: int) -> Iterator[str]:
    """Play a game, undo it to the start and redo it; yield its number of moves and its hash."""
    game = pp.game(name, **RULES[name] if seed % 2 else {})
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run(MOVES)
    record, end, last = to_record(match), match.cursor, match.state
    said = [(step.event.clause, step.event.text, step.event.kind) for step in match.steps]
    text = json.dumps([record, said])
    yield str(len(match.record))
    yield hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    while match.cursor:
        match.undo()
    if match.state != match.initial_state:
        yield "wrong start"
    while match.undone:
        match.redo()
    if (match.cursor, match.state) != (end, last) or to_record(match) != record:
        yield "wrong end"


# --- Threads -------------------------------------------------------------------------------------

THREADS, ACTIONS = 4, 25


@campaign("threads at one match", share=0.05)
def threads(size: int, row: Row, random: Random) -> None:
    """Play, undo and redo in several threads at once; the match is the one of its record."""
    for number in range(size):
        game = pp.game(random.choice(GAMES))
        match = pp.Match(game, seed=number, seats=dict.fromkeys(game.seats, "random"))
        kept: list[str] = []
        match.on_change(lambda what, value: kept.append(what))  # noqa: B023
        with row.attempt(f"threads {number} at {game.name}", limit=30):
            seeds = [random.random() for _ in range(THREADS)]
            start = Barrier(THREADS)
            with ThreadPoolExecutor(THREADS) as pool:
                done = [pool.submit(_act, match, Random(seed), start) for seed in seeds]
                made = sum(each.result() for each in done)
            if made != len(kept):
                raise Lost(f"{made} changes were made, and {len(kept)} noted")
            if from_record(to_record(match)).state != match.state:
                raise Different("the match isn't the one of its record")


def _act(match: pp.Match, random: Random, start: Barrier) -> int:
    """Change the match at random; return the number of changes made."""
    start.wait()
    made = 0
    for _ in range(ACTIONS):
        action = random.choice(["play", "play", "play", "undo", "redo", "goto"])
        try:
            if action == "play":
                made += bool(match.run(1))
                continue
            ends = [played.end for played in match.record]
            if action == "goto":
                match.goto(ends[-2])
            else:
                getattr(match, action)()
            made += 1
        except (pp.BadInput, IndexError):  # nothing to undo, or to go back to
            pass
    return made
