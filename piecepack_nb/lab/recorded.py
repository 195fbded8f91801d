"""Games that people played, from saved files and journals, as games that measures can be made of.

Each finished game of the files is played again and looked at as a simulated one is. People are few,
so that their intervals are larger, and games between the same people are less different than they
look: the intervals are those of the games that such people play. Games that bots alone played don't
count here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Seat
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.journal import resume
from piecepack_nb.core.load import load
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.playing import GameSummary, Profiler
from piecepack_nb.lab.simulation import MAX_PLAYOUTS, PLAYOUTS, Simulation

JOURNALS = (".jsonl", ".before")
"""The beginning of the suffixes of journals; other files are saved matches."""
SUFFIXES = (".json", *JOURNALS)
MOST_FILES = 5000
MOST_REMARKS = 5


def recorded(where: object, game: AnyGame, *, playouts: int = PLAYOUTS) -> Simulation:
    """Return the games of a file, a folder or several of them that people have played.

    Saved matches and journals count if they are over, are of this game under the same rules, and a
    person had a seat; each other file costs a remark. The same game in two files counts once.
    ``playouts`` are those of ``measures``; 0 leaves out what needs them. Raises BadInput for
    anything but paths, and if no game is left.
    """
    most = whole_number("playouts", playouts, 0, MAX_PLAYOUTS)
    remarks: dict[str, None] = {}
    played: list[GameSummary] = []
    known: set[str] = set()
    for path in _files(where):
        try:
            match = _fits(_read(path), game)
            text = f"{match.seed}: {[str(each.move) for each in match.record]}"
            if text not in known:
                played.append(_summary(match, len(played), most))
                known.add(text)
        except BadInput as problem:
            remarks[f"{path.name} isn't counted: {problem}."] = None
        except Exception as failed:  # noqa: BLE001 - a file may be hostile, a reader's game changed
            remarks[f"{path.name} isn't counted: {type(failed).__name__}: {failed}."] = None
    said = _shortened(list(remarks))
    if not played:
        why = f": {said[0]}" if said else ""
        raise BadInput(f"there is no finished game of {game.name} by people in {where}{why}")
    title = f"{count_noun(len(played), 'game')} of {game.name}, played by people"
    found = Simulation(title, game.seats, played, game=game)
    found.remarks = said
    return found


def _files(where: object) -> Iterator[Path]:
    """Yield the files, those of folders included; raise BadInput for anything but paths."""
    given: Iterable[object] = [where] if isinstance(where, str | Path) else _several(where)
    count = 0
    for each in given:
        if not isinstance(each, str | Path):
            raise invalid("the recorded games", each, "the path of a file or a folder, or several")
        path = Path(each)
        for found in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if found == path or (found.is_file() and _is_match(found)):
                count += 1
                if count > MOST_FILES:
                    raise invalid("the number of files", count, f"at most {MOST_FILES}")
                yield found


def _several(where: object) -> Iterable[object]:
    if not isinstance(where, Iterable):
        raise invalid("the recorded games", where, "the path of a file or a folder, or several")
    return where


def _is_match(path: Path) -> bool:
    return path.suffix.startswith(SUFFIXES) and not path.name.startswith("predictions")


def _read(path: Path) -> Match:
    return resume(path) if path.suffix.startswith(JOURNALS) else load(path)


def _fits(match: Match, game: AnyGame) -> Match:
    """Return a match that counts; raise BadInput for another."""
    match.goto(-1)
    if match.game.name != game.name:
        raise BadInput(f"it is a match of {match.game.name}")
    if changed := match.game.rules.differences(game.rules):
        raise BadInput(f"it has other rules: {', '.join(changed.values())}")
    if match.result is None:
        raise BadInput("it isn't over")
    if not match.persons:
        raise BadInput("bots alone played it")
    if match.earlier is not None:
        raise BadInput("it continues an earlier match under other rules")
    return match


def _summary(match: Match, number: int, playouts: int) -> GameSummary:
    """Return the summary of a match, as that of a simulated game."""
    game, events = match.game, EventCounts()
    profiler = Profiler(game, number, playouts) if playouts else None
    state: Any = match.initial_state
    first = ""
    for played in match.record:
        if not first and isinstance(played.actor, Seat):
            first = played.actor.name
        if profiler is not None:
            profiler.play(state, played.actor, played.move, events)
        else:
            events.update(step.event.kind for step in played.steps)
        state = played.steps[-1].state
    if profiler is not None:
        profiler.compare()
    profile = profiler.profile() if profiler is not None else None
    return GameSummary(
        number, match.result, game.turn(state), len(match.record), dict(events), first, "", profile
    )


def _shortened(remarks: Sequence[str]) -> tuple[str, ...]:
    left = len(remarks) - MOST_REMARKS
    more = [f"{count_noun(left, 'other file')} aren't counted."] if left > 0 else []
    return (*remarks[:MOST_REMARKS], *more)
