"""What notebooks, scripts and lessons type; everything here stands in ``piecepack_nb`` itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import piecepack_nb.bots  # noqa: F401 - registers the bots that play every game
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.load import load as load_match
from piecepack_nb.core.match import Match
from piecepack_nb.core.registry import make_game
from piecepack_nb.scene.game_view import view_of

if TYPE_CHECKING:
    from piecepack_nb.widgets.board import Board
    from piecepack_nb.widgets.compare import Compare
    from piecepack_nb.widgets.explore import Explore
    from piecepack_nb.widgets.quiz import Quiz
    from piecepack_nb.widgets.reach_map import ReachMap
    from piecepack_nb.widgets.replay import Replay
    from piecepack_nb.widgets.table import Table
    from piecepack_nb.widgets.watch import Watch


def game(name: str, /, **options: Any) -> Game[Any, Any, Any]:
    """The game of this name, under its printed rules but for the ``options``.

    Raises BadInput for an unknown game or option, or a value that the option doesn't accept.

    >>> game("piecepackman", quarter_turn_cost=0)
    <Piecepackman 'piecepackman', quarter_turn_cost=0>
    """
    return make_game(name, options)


def load(path: str | Path) -> Match:
    """The match that was saved at ``path``.

    Every move is played again and every table compared with what was saved. A seat that a function
    played is a person's then; ``match.seats[seat] = my_bot`` seats it again. Raises BadInput, in
    one line, for a file that is damaged, of another version, or no saved match at all.
    """
    return load_match(path)


def play(
    what: str | Game[Any, Any, Any] | Match = "piecepackman",
    *,
    seed: int | None = None,
    dice: object = None,
    seats: Mapping[str, str | Bot] | None = None,
    position: object = None,
    journal: bool | str | Path = True,
    **options: Any,
) -> Table:
    """The table to play on: a game by name (with rule options), a game, or a match to go on with.

    ``seed``, ``dice``, ``seats`` and ``position`` are those of ``pp.Match``. Each move is written
    to a journal before it counts, and the same call after a restart of the kernel goes on where
    the game stood; ``journal`` may be False for none, or a path of one's own. Raises BadInput for
    what can't be played.
    """
    from piecepack_nb.widgets.table import open_table, table_for

    if isinstance(what, Match):
        if options or seed is not None or dice or seats or position is not None:
            raise BadInput("a match has its rules, dice and seats already: give nothing beside it")
        return table_for(what, journal)
    if isinstance(what, Game):
        if options:
            raise BadInput(
                f"a game has its rules already; expected game.under({next(iter(options))}=…)"
            )
    elif not isinstance(what, str):
        raise invalid("what is to be played", what, "a game's name, a game, or a match")
    chosen = what if isinstance(what, Game) else game(what, **options)
    match = Match(chosen, seed=seed, dice=dice, seats=seats, position=position)
    return open_table(match, journal, fresh_seed=seed is None)


def show(what: Any, *, of: Game[Any, Any, Any] | None = None) -> Board:
    """A board without controls: of a match where it stands, or of a state (``of`` its game).

    What has a ``match``, such as a puzzle, will do as well. Raises BadInput for anything else.
    """
    from piecepack_nb.widgets.board import Board

    match = getattr(what, "match", what)
    if isinstance(match, Match):
        shown, state = match.game, match.state
    elif of is not None:
        shown, state = of, of.from_json(of.to_json(what))
    else:
        raise invalid("what is to be shown", what, "a match, or a state with of= its game")
    scene = view_of(shown).scene(shown, state)
    return Board(scene, label=shown.title, clauses=shown.rulebook.to_json())


def replay(match: Match, *, searches: bool = True) -> Replay:
    """The board of a match with its timeline, to step through in the page, where the match stands.

    Undone steps are in it too. Without ``searches`` the searches inside a step are left out, which
    makes long matches much smaller. Raises BadInput for what is no match, or of a game that has no
    board.
    """
    from piecepack_nb.widgets.replay import replay_of

    if not isinstance(match, Match):
        raise invalid("what is to be replayed", match, "a match")
    return replay_of(match, searches=searches)


def compare(match: Match, other: Match | None = None, /, **changes: Any) -> Compare:
    """Two matches of one game side by side, in lockstep, at the step at which they part.

    ``compare(match, quarter_turn_cost=0)`` is short for
    ``compare(match, match.under(quarter_turn_cost=0))``. ``parting`` of the answer says at which
    step, by which clause and why they part. Raises BadInput for two different games.
    """
    from piecepack_nb.widgets.compare import compared

    return compared(match, other, changes)


def explore(match: Match, /, **changes: Any) -> Explore:
    """A match with its timeline, beside its rules: what changes there is seen on the board at once.

    A change takes hold of each move by itself, of the game from the move that is shown on, or of
    the whole game with the same dice and moves. The match stays as it is; ``changes`` are made at
    the beginning. Raises BadInput for what is no match or no rule option.
    """
    from piecepack_nb.widgets.explore import explored

    if not isinstance(match, Match):
        raise invalid("what is to be explored", match, "a match")
    return explored(match, changes)


def watch(
    what: Any,
    *,
    of: Game[Any, Any, Any] | None = None,
    targets: Collection[str] | None = None,
    delay: float = 0.04,
    scale: float = 2,
    **asked: Any,
) -> Watch | ReachMap:
    """A search drawn while it runs: the one behind a match's last decision, or one of your own.

    ``watch(match).run()`` draws the engine's, ``.run(my_search)`` a function's and
    ``.check(my_search)`` says what is wrong with it; :mod:`piecepack_nb.search.attempt` tells how
    such a function is called. Of a state (``of`` its game) it is the decision that its dice make;
    ``targets`` are squares to find instead. ``delay`` is the time between two nodes in seconds,
    ``scale`` the canvas's pixels for each of the page's. In Worm Derby it is where the worm to move
    can be after its steps, or what else is ``asked``: ``seat``, ``steps``, ``to`` ("head" or
    "tail"), ``grain`` and ``gap`` in inches. Raises BadInput where there is nothing to search for
    and for what can't be asked, ImportError without ipycanvas.
    """
    from piecepack_nb.widgets.watch import watched

    return watched(what, of, targets, delay, scale, **asked)


def predict(
    what: Any = "piecepackman",
    question: str | None = None,
    *,
    of: Game[Any, Any, Any] | None = None,
    seed: int | None = None,
    **options: Any,
) -> Quiz:
    """Predict before reveal: a board that asks, takes your guess, then shows what happens and why.

    ``what`` is a match (asked from where it stands; past its end bots play on), puzzles (see
    ``puzzles``), a state (``of`` its game), or a game, by name with rule options. ``question`` is
    one of those that the game asks, its first where none is named: for Piecepackman "objective"
    (what he goes for) or "end" (where he ends). Raises BadInput for anything else, and where
    nothing is decided.
    """
    from piecepack_nb.widgets.quiz import quiz_of

    if isinstance(what, str):
        what = game(what, **options)
    elif options:
        raise BadInput(f"the rules are given already; expected no {next(iter(options))}=")
    if isinstance(what, Game):
        what = Match(what, seed=seed)
    return quiz_of(what, question, of)


def puzzles(
    what: str | Game[Any, Any, Any] = "piecepackman",
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str | None = None,
    **options: Any,
) -> list[Any]:
    """Positions in which a rule misleads, found by playing: for ``predict``, ``show``, ``replay``.

    For Piecepackman ``kind`` is "tie", "turns", "blocked" or "suit", or None for all in turn; each
    puzzle has a ``kind``, a ``match`` that stands at it, and a ``text``. ``question`` is what it
    asks, as in ``predict``. The same seed finds the same ones. Raises BadInput for an
    unknown kind, and where no such position comes up.
    """
    chosen = game(what, **options) if isinstance(what, str) else what
    if not isinstance(chosen, Game):
        raise invalid("the game", what, "a game's name, or a game")
    find_puzzles = view_of(chosen).puzzles
    if find_puzzles is None:
        raise invalid("the game", chosen.name, f"one with puzzles; {chosen.title} has none")
    asked = {} if question is None else {"question": question}
    return find_puzzles(chosen, kind, count, seed, **asked)
