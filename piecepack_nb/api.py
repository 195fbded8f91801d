"""The public API: functions that ``piecepack_nb`` re-exports for notebooks, scripts and lessons."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import piecepack_nb.bots
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid, needs
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.load import load as load_match
from piecepack_nb.core.match import Match, whole_match
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.owner import game_of
from piecepack_nb.core.progress import QUIET
from piecepack_nb.core.record import write
from piecepack_nb.core.registry import make_game, new_version
from piecepack_nb.interop import ppn
from piecepack_nb.interop.encoding import Encoding
from piecepack_nb.scene.first_game import tasks_of
from piecepack_nb.scene.game_view import view_of

if TYPE_CHECKING:
    from piecepack_nb.design.places import Places
    from piecepack_nb.games.piecepackman.maze import Maze
    from piecepack_nb.hosting.poll_session import PollSession
    from piecepack_nb.hosting.tables import TableSession
    from piecepack_nb.interop.link import Link, LinkedGame, OfMatch
    from piecepack_nb.lab.across import Across
    from piecepack_nb.lab.choices import Choices
    from piecepack_nb.lab.design_search import DesignSearch
    from piecepack_nb.lab.diary import Diary
    from piecepack_nb.lab.difference import Difference, Sweep
    from piecepack_nb.lab.finding import Finding
    from piecepack_nb.lab.measures import Measures
    from piecepack_nb.lab.odds import Odds
    from piecepack_nb.lab.payoffs import PayoffTable
    from piecepack_nb.lab.playtests import Playtests
    from piecepack_nb.lab.report import Report
    from piecepack_nb.lab.review import Review
    from piecepack_nb.lab.simulation import Simulation
    from piecepack_nb.lab.tournament import Tournament
    from piecepack_nb.lab.worth import Worth
    from piecepack_nb.scene.sheet import Sheet
    from piecepack_nb.widgets.asking import Ask
    from piecepack_nb.widgets.board import BoardWidget
    from piecepack_nb.widgets.class_report import ClassReport
    from piecepack_nb.widgets.compare import Compare
    from piecepack_nb.widgets.explore import Explore
    from piecepack_nb.widgets.maze import MazeWorkshop
    from piecepack_nb.widgets.predictions import Predictions
    from piecepack_nb.widgets.quiz import Quiz
    from piecepack_nb.widgets.reach_map import ReachMap
    from piecepack_nb.widgets.replay import Replay
    from piecepack_nb.widgets.table import TableWidget
    from piecepack_nb.widgets.watch import Watch


def game(name: str | type, /, **options: Any) -> AnyGame:
    """Return the game of this name, under its printed rules changed by ``options``.

    ``name`` may also be a registered class. Raises BadInput for an unknown game or option, or a
    value that the option doesn't allow.

    >>> game("piecepackman", quarter_turn_cost=0)
    <Piecepackman 'piecepackman', quarter_turn_cost=0>
    """
    return make_game(name, options)


def load(what: str | Path | Mapping[str, Any]) -> Match:
    """Load the match saved at a path, or one of the records of ``match.kept``.

    It replays every move and compares a checksum of each state. If the game's code has changed
    since, it replays as much as the code allows: ``match.divergence`` says where and why it
    differs, and ``match.kept`` has the whole record. A seat that a bot function played becomes a
    person's; ``match.seats[seat] = my_bot`` restores it. Raises BadInput for a file that can't be
    read, is damaged, of another version, or not a saved match.
    """
    return load_match(what)


def link(
    what: object,
    *,
    tried: str = "",
    question: str = "",
    play: bool = False,
    site: str | None = None,
    whole: bool = False,
) -> Link:
    """Return a link that holds a match, a game, a maze, or the class of your own game.

    ``what`` may also be a board that shows a match or a maze. The link also holds ``tried``, a move
    that somebody tried in the match's position, or ``question``, a kind of question of ``predict``
    about it. ``play=True`` leads to a page to play the game without seeing its code;
    ``pp.play(MyGame).to_html("mine.html")`` writes such a page to a file.

    At a cell's end you can click it; it has a QR code if it is short enough and segno is installed.
    Nothing is uploaded: the link holds all of the content, a match with its seed and hidden parts.
    ``site`` is the address of the page that opens it; by default the variable
    ``PIECEPACK_NB_SITE``, or the project's own site. Raises BadInput for anything else, for a class
    whose program isn't known and, unless ``whole``, while one person plays a match with hidden
    parts against bots.
    """
    from piecepack_nb.interop.link import link_of, linked_match

    if (match := linked_match(what)) is not None:
        whole_match(match, "pp.link", whole)
    return link_of(what, site, tried=tried, question=question, play=play)


def open(link: str) -> OfMatch | Maze | LinkedGame:
    """Return the content of a link: a match, a maze, or the program of somebody's game.

    A match is a still picture at a cell's end: ``pp.play(pp.open(link))`` plays on from there. For
    a move that somebody tried, the result has ``match`` and ``why_not``; for a question it has
    ``match``, and ``predict`` takes the result. A program doesn't run: the result shows its title,
    rules and text, and ``.run(word)`` runs it, with the word below the text. Raises BadInput for a
    text that is no link, or one that is damaged, too large, or of a later version.
    """
    from piecepack_nb.interop.link import open_link

    return open_link(link)


def play(
    what: str | type | AnyGame | Match = "piecepackman",
    *,
    seed: int | None = None,
    dice: object = None,
    seats: Mapping[str, str | Bot] | str | Bot | None = None,
    position: object = None,
    journal: bool | str | Path = True,
    first_game: bool = False,
    notes: bool | Iterable[str] = False,
    **options: Any,
) -> TableWidget:
    """Return a table to play on: a game (by name or class, with rule options), or a match.

    ``first_game=True`` begins with a few small tasks that teach the game; then the game follows.

    ``notes=True`` takes notes for the designer of the game, and the table says so: thinking times
    in seconds, undone moves and refused tries, and after the game each player's answers to two
    questions, or to those of a list. They are in the folder ``playtests``; ``pp.playtests`` reports
    on them.

    ``seed``, ``dice``, ``seats`` and ``position`` are those of ``pp.Match``. A journal saves each
    move, so that after a kernel restart the same call resumes the match; ``journal`` may be False
    for none, or a path. While another kernel uses the journal, the match gets a second one. Raises
    BadInput for a wrong argument, for options beside a game or a match, and for the path of a file
    that is no journal.
    """
    from piecepack_nb.widgets.notes import wanted_questions
    from piecepack_nb.widgets.table import open_table, table_for

    questions = wanted_questions(notes)
    if isinstance(what, Match):
        given = {"seed": seed, "dice": dice or None, "seats": seats or None, "position": position}
        named = [*options, *(name for name, value in given.items() if value is not None)]
        if named:
            raise BadInput(
                f"{named[0]} is given beside a match, which has its rules, dice and seats already; "
                "the table's panels change its players and rules"
            )
        return _opened(table_for(what, journal), first_game, questions)
    if isinstance(what, Game):
        if options:
            raise BadInput(
                f"a game has its rules already; expected game.under({next(iter(options))}=…)"
            )
    elif not isinstance(what, str | type):
        raise invalid("the game to play", what, "a game's name or class, a game, or a match")
    chosen = what if isinstance(what, Game) else game(what, **options)
    match = Match(chosen, seed=seed, dice=dice, seats=seats, position=position)
    return _opened(open_table(match, journal, fresh_seed=seed is None), first_game, questions)


def rule_cards(
    what: str | type | None = None,
    *,
    seed: int | None = None,
    seats: Mapping[str, str | Bot] | str | Bot | None = None,
    journal: bool | str | Path = True,
    **cards: bool,
) -> TableWidget:
    """Return a table of a game with rule cards to switch on: no code is needed.

    Without a game it is tic-tac-toe with ten cards. A class, or its name, gets the ready-made cards
    that fit it: the winner loses, draws win, pieces fall, a place is closed.

    The panel *Rules* has a switch for each. The board continues under the changed rules, and
    refusals cite the card. ``cards`` are on from the start: ``rule_cards(lose=True)``. The game's
    name ends in "_cards", as "tic_tac_toe_cards". ``seed``, ``seats`` and ``journal`` are those of
    ``play``. Raises BadInput for an unknown card, and for a game that isn't made from a Board.
    """
    from piecepack_nb.lessons.rule_cards import TicTacToeCards, with_cards

    if what is None:
        return play(TicTacToeCards, seed=seed, seats=seats, journal=journal, **cards)
    cls = getattr(_game(what), "design_class", None)
    if cls is None:
        raise invalid("the game", what, "a class made from Board, or its name")
    return play(with_cards(cls), seed=seed, seats=seats, journal=journal, **cards)


def host(
    what: Any = "piecepackman",
    *,
    tables: int = 1,
    seed: int | None = None,
    seats: Mapping[str, str | Bot] | str | Bot | None = None,
    notes: bool | Iterable[str] = False,
    names: bool = False,
    keep: bool | str | Path = True,
    journal: bool = True,
    network: bool = False,
    port: int = 0,
    address: str = "",
    **options: Any,
) -> TableSession | PollSession:
    """Open a table that several devices share; return its lobby, with a link and a QR code.

    ``what``, ``seed``, ``seats``, ``notes`` and ``options`` are those of ``play``. Each device sees
    what its seat may see, and may move for it alone. As people join, up to ``tables`` tables open.

    ``what`` may also be questions that a class answers on its phones: a quiz of ``predict``,
    ``puzzles``, or a list of these. The host shows the class's choices, asks for a second vote, and
    shows the answer. ``names=True`` asks each voter's name. The folder ``class``, or ``keep``,
    keeps the votes for ``predictions("class")``; with ``keep=False`` nothing does.

    Only this machine can connect, unless ``network=True``: then every device in its network that
    has the link can, by plain HTTP. ``port`` 0 chooses a free port; ``address`` is the address at
    which a proxy serves it. Unless ``journal`` is False, the same call after a restart continues
    the same games with the same links. Needs tornado and segno. Raises BadInput for a wrong
    argument, without these packages, and for a port that is taken.
    """
    from piecepack_nb.hosting.opening import host as open_session

    return open_session(
        what,
        tables=tables,
        seed=seed,
        seats=seats,
        notes=notes,
        names=names,
        keep=keep,
        journal=journal,
        network=network,
        port=port,
        address=address,
        **options,
    )


def _opened(table: TableWidget, first_game: bool, questions: tuple[str, ...] | None) -> TableWidget:
    """Return the table, with notes and its first game if they are wanted.

    Raises BadInput if it has no first game.
    """
    if questions is not None:
        table.take_notes(questions)
    if first_game:
        tasks_of(table.view)
        table.first_game()
    return table


def maze(what: Maze | str | Path | None = None, /, **options: Any) -> MazeWorkshop:
    """Return the maze workshop, to build a maze for Piecepackman (PM-80, PM-81).

    ``what`` is a maze, the name of one, a drawing, or the path of a text file; without it only the
    house has sticks. ``options`` are rule options, such as ``quarter_turn_cost``. See ``pp.mazes``
    for functions on mazes. Raises BadInput for a name, drawing or file that is no maze.
    """
    from piecepack_nb.widgets.maze import workshop_of

    return workshop_of(what, options)


def show(
    what: Any,
    *,
    of: AnyGame | None = None,
    heat: Mapping[str, float] | None = None,
    whole: bool = False,
) -> BoardWidget:
    """Return a board without controls: of a match at its cursor, of a state, or of places alone.

    Places are a board such as ``Board.squares(5, 5)``, without rules. ``of`` is the game of a state
    that belongs to no match and wasn't made by ``game.position``. While one person plays a match
    against bots, it is shown as this person sees it; ``whole=True`` shows all, and
    ``match.seen_by(seat)`` is what any seat sees (see ``Match.for_reader``). ``what`` may also be
    an object with a ``match``, such as a puzzle. ``heat`` tints places by their values, such as
    ``pp.measures(game).places``. Raises BadInput for anything else, and for a place that the board
    doesn't have.
    """
    from piecepack_nb.design.places import Places
    from piecepack_nb.design.view import board_alone
    from piecepack_nb.widgets.board import BoardWidget

    if isinstance(what, Places):
        return BoardWidget(board_alone(what), label="The board")
    match = what if isinstance(what, MatchBase) else getattr(what, "match", what)
    if isinstance(match, MatchBase):
        shown, state = match.game, match.for_reader(whole).state
    elif of is not None:
        shown, state = of, of.from_json(of.to_json(what))
    elif (owner := game_of(what)) is not None:
        shown, state = owner, what
    else:
        raise invalid("the match to show", what, "a match, a board, or a state with of= its game")
    scene = view_of(shown).scene(shown, state)
    if heat is not None:
        scene = view_of(shown).heated(shown, scene, heat)
    return BoardWidget(scene, label=shown.title, clauses=shown.rulebook.in_force(shown.rules))


def replay(match: MatchBase, *, searches: bool = True, whole: bool = False) -> Replay:
    """Return the board of a match with its timeline, to step through, at the match's cursor.

    It includes undone steps. ``searches=False`` leaves out the searches inside steps, and makes
    long matches much smaller. ``whole`` is that of ``show``; ``match`` may also be what a seat
    sees. Raises BadInput for anything but a match, and for a game without a board.
    """
    from piecepack_nb.widgets.replay import replay_of

    if not isinstance(match, MatchBase):
        raise invalid("the match to replay", match, "a match")
    return replay_of(match.for_reader(whole), searches=searches)


def compare(
    match: Match, other: Match | type | None = None, /, *, whole: bool = False, **changes: Any
) -> Compare:
    """Return two matches of one game side by side, in lockstep, at the step where they diverge.

    ``compare(match, quarter_turn_cost=0)`` is short for
    ``compare(match, match.under(quarter_turn_cost=0))``. ``other`` may also be the class of another
    version of the game. The result's ``divergence`` has the step, the clause and the reason. Raises
    BadInput for matches of two different games and, unless ``whole``, while one person plays one
    with hidden parts against bots.
    """
    from piecepack_nb.widgets.compare import compared

    for each in (match, other) if isinstance(other, MatchBase) else (match,):
        whole_match(each, "pp.compare", whole)
    return compared(match, other, changes)


def explore(match: Match, /, *, whole: bool = False, **changes: Any) -> Explore:
    """Return a match's timeline beside its rule options, which you can change there.

    A change applies to each move alone, to the match from the move shown, or to the whole match
    with the same dice and moves. ``changes`` are made at first. ``match`` itself doesn't change.
    Raises BadInput for anything but a match, for an unknown option or a value out of range and,
    unless ``whole``, while one person plays a match with hidden parts against bots.
    """
    from piecepack_nb.widgets.explore import explored

    return explored(whole_match(match, "pp.explore", whole), changes)


def watch(
    what: Any,
    *,
    of: AnyGame | None = None,
    targets: Collection[str] | None = None,
    delay: float = 0.04,
    scale: float = 2,
    whole: bool = False,
    **options: Any,
) -> Watch | ReachMap:
    """Return a canvas that draws a search while it runs: the game's, or your own function.

    The search is that of a match's last decision, or of the decision for the dice of a state
    (``of`` its game); ``targets`` are other squares to find. ``.run()`` draws the engine's search,
    ``.run(my_search)`` draws your function and ``.check(my_search)`` names its mistake;
    :mod:`piecepack_nb.search.run` describes such a function. ``delay`` is the time between nodes in
    seconds, ``scale`` the canvas pixels per page pixel. ``whole`` is that of ``show``.

    In Worm Derby it draws where a worm can end its move; the ``options`` are ``seat``, ``steps``,
    ``to`` ("head" or "tail"), and ``grain`` and ``gap`` in inches. Raises BadInput for a wrong
    argument or where there is nothing to search for.
    """
    from piecepack_nb.widgets.watch import watched

    shown = what.for_reader(whole) if isinstance(what, MatchBase) else what
    return watched(shown, of or game_of(what), targets, delay, scale, **options)


def predict(
    what: Any = "piecepackman",
    question: str | None = None,
    *,
    of: AnyGame | None = None,
    seed: int | None = None,
    keep: bool = True,
    whole: bool = False,
    **options: Any,
) -> Quiz:
    """Return a quiz: a board that asks for a prediction, then shows what happens and why.

    ``what`` is a match (asked from its cursor, or from its start if the game is over; bots continue
    it), puzzles (see ``puzzles``), a state (``of`` its game), or a game, by name with rule options.
    ``question`` is one of the game's questions, by default the first: for Piecepackman "objective"
    (the objective he chooses) or "end" (the square he ends on). ``seed`` decides the dice of a
    game. Guesses, on the board or by ``guess``, are kept for ``predictions`` unless ``keep`` is
    False. Raises BadInput for a wrong argument, where there is no decision to predict and, unless
    ``whole``, while one person plays a match with hidden parts against bots.
    """
    from piecepack_nb.scene.questions import questions_of
    from piecepack_nb.widgets.predictions import keep as keep_prediction
    from piecepack_nb.widgets.quiz import Quiz

    if isinstance(what, str | type):
        what = game(what, **options)
    elif options:
        given = next(iter(options))
        raise BadInput(
            f"{given}= is given; expected rule options only beside a game's name or class"
        )
    if isinstance(what, Game):
        what = Match(what, seed=seed)
    questions = questions_of(what, question, of or game_of(what), whole=whole)
    return Quiz(questions, keep_prediction if keep else None)


def ask(
    question: str,
    right: Any = None,
    because: str = "",
    *,
    choices: Sequence[str] = (),
    idea: str = "",
    keep: bool = True,
) -> Ask:
    """Return a question in words: the reader writes a prediction, and then sees the answer.

    ``right`` is the answer to your own question: one of the ``choices``, a number, or a range,
    ``(40, 60)``; ``because`` appears after the prediction, ``idea`` names the topic. Without
    ``right``, ``question`` is the name of a question of the lessons. The first prediction counts
    and, unless ``keep`` is False, is kept for ``predictions``. Raises BadInput for a wrong
    argument.

    >>> asked = ask("Heads of 100 tosses?", (40, 60), "19 of 20 times.", keep=False)
    >>> asked.guess("about 50")
    True
    """
    from piecepack_nb.lessons.asked import lesson_question, own_question
    from piecepack_nb.widgets.asking import Ask

    if right is None:
        return Ask(lesson_question(question), keep)
    return Ask(own_question(question, right, because, choices, idea), keep)


def predictions(where: str | Path | None = None) -> Predictions:
    """Return the predictions made in this notebook: the right ones, and the rules that misled you.

    ``.piecepack_nb/predictions.jsonl`` in the notebook's folder keeps them, for this reader alone;
    ``again`` asks about new positions, ``save`` writes a file to hand in. With ``where``, a file or
    a folder of such files, a teacher sees a whole class. Raises BadInput for a damaged file.
    """
    from piecepack_nb.widgets.predictions import own_predictions, predictions_in

    return own_predictions() if where is None else predictions_in(where)


def puzzles(
    what: str | AnyGame = "piecepackman",
    kind: str | None = None,
    count: int = 5,
    seed: int = 0,
    question: str | None = None,
    **options: Any,
) -> list[Any]:
    """Return positions where a rule is easy to get wrong, for ``predict``, ``show`` and ``replay``.

    It finds ``count`` puzzles by playing; the same seed finds the same ones. Each has a ``kind``, a
    ``match`` with its cursor at the puzzle, and a ``text``. For Piecepackman ``kind`` is "tie",
    "turns", "blocked" or "suit", or None for all in turn. ``question`` is as in ``predict``. Raises
    BadInput for an unknown kind, and if no such position is found.
    """
    chosen = game(what, **options) if isinstance(what, str) else what
    if not isinstance(chosen, Game):
        raise invalid("the game", what, "a game's name, or a game")
    find_puzzles = view_of(chosen).puzzles
    if find_puzzles is None:
        raise invalid("the game", chosen.name, f"one with puzzles; {chosen.title} has none")
    named = {} if question is None else {"question": question}
    return find_puzzles(chosen, kind, count, seed, **named)


def handout(
    what: Any,
    question: str | None = None,
    *,
    of: AnyGame | None = None,
    title: str = "",
    paper: str = "A4",
    answers: bool = True,
    whole: bool = False,
) -> Sheet:
    """Return a hand-out to print: ``save`` writes it as HTML, ``to_pdf`` as a PDF.

    For a game, by name or class, it has the rules with pictures; for a board such as
    ``Board.squares(5, 5)``, the board in true size (see ``print_sheets``). For a match, a state
    (``of`` its game), a puzzle, a quiz of ``predict``, a text, or a list of these, it has questions
    with room to write, then a sheet with the ``answers``. ``question`` and, where something is
    asked, ``whole`` are as in ``predict``; a position alone is printed as ``show`` shows it.
    ``paper`` is "A4" or "Letter"; ``title`` is printed at the top. Raises BadInput for a wrong
    argument.
    """
    from piecepack_nb.design.places import Places
    from piecepack_nb.scene.handout import handout

    if isinstance(what, Places):
        return print_sheets(what, paper=paper)
    if isinstance(what, type) or (isinstance(what, str) and " " not in what):
        what = game(what)
    of = of or game_of(what)
    if type(what) in (list, tuple):  # a state may be a tuple
        what = [getattr(each, "questions", each) for each in what]
    asked = getattr(what, "questions", what)  # those of a quiz
    return handout(
        asked, question=question, of=of, title=title, paper=paper, answers=answers, whole=whole
    )


def print_sheets(
    what: str | type | AnyGame | Places, *, paper: str = "A4", square: float = 25.4
) -> Sheet:
    """Return sheets to print and cut: a game's board in true size, its pieces, its cards.

    Two forms for a playtest follow: one for the observer, one for the players. ``what`` is a game,
    its name or class, or a board alone, such as ``Board.hexagons(5, 5)``. ``square`` is the width
    of a square in millimetres; a board larger than the ``paper``, "A4" or "Letter", takes several
    pages. ``save`` writes HTML, ``to_pdf`` a PDF. Raises BadInput for a wrong argument.
    """
    from piecepack_nb.design.places import Places
    from piecepack_nb.design.printing import print_sheets

    return print_sheets(what if isinstance(what, Places) else _game(what), paper, square=square)


# --- The lab -------------------------------------------------------------------------------------


def simulate(what: str | type | AnyGame, games: int | None = None, **given: Any) -> Simulation:
    """Play many games between bots and return their results, with 95 % intervals.

    ``what`` is a game, or its name or class, with rule options by name. ``seats`` is the bot of
    every seat, or a mapping from each seat to its bot. The ``games`` (200) have the seeds ``seed``,
    ``seed + 1``, ...; with ``until=0.05`` it plays until the interval of ``measure`` extends at
    most 0.05 to each side, or ``games`` (20,000) are played. ``workers`` is the number of
    processes. A game stops after ``moves`` moves or ``seconds``; with ``errors="keep"`` the others
    go on after a bot or a rule fails. ``.piecepack_nb`` keeps the results unless ``keep=False``.
    ``playouts`` is the number of random games for each estimate of who is ahead, for measures such
    as "drama". Raises BadInput for a wrong argument, and GameFailed for a bot or a rule that fails.
    """
    from piecepack_nb.lab import simulate

    return simulate(_under(what, given, simulate), games, **{"keep": True, **given})


def difference(
    a: str | type | AnyGame, b: type | AnyGame | None = None, /, **given: Any
) -> Difference:
    """Play pairs of games with the same dice under two rule sets, or with two bots.

    ``difference("piecepackman", quarter_turn_cost=0)`` compares ``a`` with itself under changed
    rules, ``difference(a, b)`` two games or versions of a class, and
    ``difference(game, bots=("greedy", "random"))`` two bots. ``measure`` is the column to compare,
    by default who wins. With ``until=0.05`` pairs are played until its interval extends at most
    0.05 to each side, with "settled" until it excludes 0. ``games`` is the number of pairs (200),
    with ``until`` the most (20,000). ``seats``, ``seed``, ``workers``, ``moves``, ``seconds``,
    ``errors``, ``playouts`` and ``keep`` are those of ``pp.simulate``. Raises BadInput for a wrong
    argument.
    """
    from piecepack_nb.lab import difference

    one = _game(a)
    if isinstance(b, int | float):
        raise invalid("the second game", b, f"a game or its class; for {b} pairs, games={b}")
    if isinstance(b, str):
        raise invalid("the second game", b, f"a version of {one.name}: a game or its class")
    changes = _options(one, given, difference)
    other = None if b is None else _version(one, b)
    if changes:
        other = (other or one).under(**changes)
    if b is None and other is not None and not other.rules.differences(one.rules):
        same = ", ".join(f"{name} is {value!r}" for name, value in changes.items())
        raise BadInput(f"{same} in both games; expected another value")
    return difference(one, other, **{"keep": True, **given})


def sweep(what: str | type | AnyGame, games: int | None = None, **given: Any) -> Sweep:
    """Play games with the same dice under several values of one or two rule options.

    ``sweep("piecepackman", quarter_turn_cost=range(4))`` draws a curve; two options give a heat
    map. ``games`` is the number for each value (200). A notebook shows the results so far after
    each value. ``until``, ``measure``, ``seats``, ``seed``, ``workers``, ``moves``, ``seconds``,
    ``errors``, ``playouts`` and ``keep`` are those of ``pp.simulate``. Raises BadInput for a wrong
    argument.
    """
    from piecepack_nb.lab import sweep

    with _shown() as show:
        return sweep(_game(what), games, **{"keep": True, "show": show, **given})


def odds(what: Any, value: Callable[[Any], Any] = sum, **given: Any) -> Odds:
    """Return the exact odds of a roll of dice: the probability of each ``value`` of its points.

    ``what`` is a number of piecepack dice, dice such as ``Board.die("123456", 2)``, a game whose
    turns begin with a roll, or a match that waits for one. ``reroll`` is a function that gets the
    points of the dice and returns the numbers of those to roll again, from 0; it is asked up to
    ``rerolls`` times (1). Raises BadInput for other arguments, and for dice with more than 300,000
    outcomes.
    """
    from piecepack_nb.lab.odds import odds

    return odds(what, value, **given)


def payoffs(
    what: str | type | AnyGame | Match,
    seats: Sequence[str] | None = None,
    *,
    others: Mapping[str, str] | None = None,
    value: Callable[[Any, str], float] | None = None,
    turns: int = 1,
    whole: bool = False,
) -> PayoffTable:
    """Return the payoffs of secret choices: each choice of one seat against each of another.

    ``what`` is a match in which seats choose in secret now, or a game, or its name or class, that
    begins with such a choice. ``seats`` are the two seats, by default the only two that choose;
    ``others`` has the choices of all others. A cell has the points won or, without points, the
    winner or, without one, what ``evaluate`` returns; or what your ``value(state, seat)`` returns.
    In P.A.C.O. ``turns=2`` looks further. ``table["rock", "paper"]`` is a cell,
    ``table.match("rock", "paper")`` a match with these choices, ``table.solve()`` the best mix of
    each if only their difference counts, ``table.dominated()`` the choices that another one always
    beats, and ``table.stable()`` the cells where neither gains by another choice. Raises BadInput
    for a game without secret choices, for other wrong arguments and, unless ``whole``, while one
    person plays a match against bots.
    """
    from piecepack_nb.lab.payoffs import payoffs

    is_match = isinstance(what, MatchBase)
    chosen = whole_match(what, "pp.payoffs", whole) if is_match else _game(what)
    return payoffs(chosen, seats, others=others, value=value, turns=turns)


def search(
    what: str | type | AnyGame,
    aims: Mapping[str, Any],
    seats: Any = None,
    *,
    keep: bool | str | Path = False,
    **given: Any,
) -> DesignSearch:
    """Search a game's rules for settings that meet some aims; return six of the best.

    ``search("line", {"starting": 0, "length": (20, 30), "drama": ">0.3"})`` tries all values of all
    rule options and alternatives of the class; ``length=range(2, 5)`` limits an option to these
    values, and ``versions=[Wider, Longer]`` adds classes. The best are measured again with fresh
    seeds, since luck helped to choose them. A notebook shows the results so far after each round,
    and then the best on a map of two measures, to play with a click. With ``keep=True`` the same
    call continues where you stopped it, also after a restart.

    Of more than ``settings`` (500), a random part is tried. The last round plays ``games`` (640) of
    a setting; then the best of the map, whose two measures are ``axes``, play ``confirm`` (500)
    fresh games. ``seats``, ``seed``, ``workers``, ``moves``, ``seconds``, ``errors`` and
    ``playouts`` are those of ``pp.simulate``. Raises BadInput for a wrong argument.
    """
    from piecepack_nb.lab.design_search import search
    from piecepack_nb.widgets.design_map import DesignMap

    with _shown() as show:
        found = search(_game(what), aims, seats, keep=keep, **{"show": show, **given})
    found.interactive = DesignMap
    return found


@contextmanager
def _shown() -> Iterator[Callable[[object], object] | None]:
    """Return a function that shows results so far in a notebook, and None elsewhere."""
    if "ipykernel" not in sys.modules or os.environ.get(QUIET):
        yield None
        return
    import IPython.display

    display: Any = IPython.display.display
    place = display({"text/plain": ""}, raw=True, display_id=True)
    try:
        yield place and place.update
    finally:
        if place:
            place.update({"text/plain": ""}, raw=True)


def measures(
    what: str | type | AnyGame, games: int = 100, *, recorded: Any = None, **given: Any
) -> Measures:
    """Play games between equal bots; return measures of the design, with intervals.

    They are who wins, how long a game takes, how many moves there are, how often the lead changes,
    which rules are used, and where things happen; ``to_frame()`` defines each. Rule options are
    given by name. ``playouts`` is the number of random games for each estimate of who is ahead.
    ``seats``, ``seed``, ``workers``, ``moves``, ``seconds`` (of one game), ``errors`` and ``keep``
    are those of ``pp.simulate``. ``recorded`` are files or folders of games that people have
    played; they are measured instead of bots' games. Raises BadInput for a wrong argument.
    """
    from piecepack_nb.lab import measures
    from piecepack_nb.lab.measures import Measures

    one = _under(what, given, measures)
    if recorded is None:
        return measures(one, games, **{"keep": True, **given})
    return Measures(recorded_games(recorded, one, **given))


def playtests(where: str | Path = "playtests", *, games: int = 20) -> Playtests:
    """Return a report on games that people played: their difficulties, clause by clause.

    ``where`` is a folder of notes, or a file, that ``play(..., notes=True)`` and ``lab.playtest``
    write; one report has all games and people. Beside the people's figures it has those of
    ``games`` between bots, kept as in ``measures``; 0 for none. It prints as text; ``to_frame`` and
    ``to_csv`` have each note. It leaves out files that can't be read, and names them. Raises
    BadInput where there is no note.
    """
    from piecepack_nb.lab.playtests import playtests

    return playtests(where, games=games, keep=True)


def diary(
    what: str | type,
    why: str = "",
    *,
    seen: str = "",
    measured: object = "",
    where: str | Path = "diary",
) -> Diary:
    """Return the diary of a game's versions; with a text, add this version to it.

    ``diary("hill", "shorter games", seen="they sighed", measured=pp.difference(Old, Hill))`` notes
    ``why`` you made this version, what you have ``seen`` in play, and what you ``measured``, a
    finding or a text. The folder ``where`` keeps the notes with the program of each version:
    ``changes(1, 2)`` compares two, ``program(1)`` returns one, and ``run(1)`` its class, to play
    and to measure. Raises BadInput for a wrong argument and a damaged file.
    """
    from piecepack_nb.lab.diary import diary

    return diary(what, why, seen=seen, measured=measured, where=where)


def report(
    what: str | type | AnyGame, path: str | Path | None = None, games: int = 100, **given: Any
) -> Report:
    """Return a report of a design: one self-contained page with all measures, to print or hand in.

    With a ``path`` it is written there. ``games`` and the other arguments are those of
    ``measures``. Raises BadInput for a wrong argument, and for a file that can't be written.
    """
    from piecepack_nb.lab.report import Report

    place: object = path
    if place is not None and not (isinstance(place, str | Path) and Path(place).parent.is_dir()):
        raise invalid("path", path, "a file in a folder that exists")
    made = Report(measures(what, games, **given))
    if path is not None:
        made.save(path)
    return made


def review(
    match: MatchBase, seat: str | None = None, *, playouts: int = 40, whole: bool = False
) -> Review:
    """Return a review of a match: each side's chances by turn, and the moves that cost the most.

    The match may be unfinished. ``seat`` and its team are reviewed; without it, the persons or, in
    a game of bots alone, all seats. The review names a move, up to three of a side, only if it was
    clearly worse than another; the luck of the dice doesn't count. ``playouts`` is the number of
    random games for each chance. The result has ``chances``, ``worst`` and ``svg()``, and prints as
    text; the same match gives the same review. ``whole`` is that of ``show``: a match that one
    person still plays is reviewed by what they see. Raises BadInput for a wrong argument.

    >>> match = Match("activator", seed=7, seats="random")
    >>> _ = match.run(4)
    >>> found = review(match, playouts=2)
    >>> found.sides, [point.title for point in found.chances]
    (['Red', 'Blue'], ['Start', 'Turn 1', 'Turn 2', 'Turn 3', 'Turn 4'])
    """
    from piecepack_nb.lab.review import review

    return review(match, seat, playouts=playouts, whole=whole)


def choices(
    match: MatchBase, seat: str | None = None, *, playouts: int = 40, whole: bool = False
) -> Choices:
    """Return the worth of each choice in a match, and the cost of the move made.

    The worth is the chance to win by the best move less that by the second best, from 0 to 1; a
    choice worth about 0 is "boring". A move is "dominated" if another was clearly better.
    ``of_kind`` lists the choices of a kind. Chances are exact if all continuations can be searched,
    else estimated by ``playouts`` random games for each move. ``seat`` limits the result to a seat
    and its team. ``whole`` is that of ``review``. Raises BadInput for a wrong argument.
    """
    from piecepack_nb.lab.choices import choices

    return choices(match, seat, playouts=playouts, whole=whole)


def restricted(
    what: str | type | AnyGame,
    bot: str | Bot | None = None,
    *,
    never: str | Collection[str] = (),
    greedy: str | Collection[str] = (),
    forgets: float = 0.0,
    ahead: int | None = None,
    **given: Any,
) -> Worth:
    """Play a restricted player against an unrestricted one; return what each restriction costs.

    ``restricted("activator", never=("capture", "ride"))`` has a row for each deed that the player
    never does: a kind of event, a clause or a word of a move. A ``greedy`` player does as many of a
    deed as it can in each move; one that ``forgets=0.2`` overlooks each of its moves with this
    chance; one with ``ahead=1`` looks one move ahead, against "look_ahead". The other rows are of
    ``bot``, by default the game's first. All other arguments, rule options too, are those of
    ``pp.difference``; all intervals hold together. Raises BadInput for a wrong argument, and for a
    deed that the game doesn't have.
    """
    from piecepack_nb.bots.restricted import deed_named
    from piecepack_nb.lab import difference
    from piecepack_nb.lab.worth import worth

    one = _under(what, given, difference)
    free = next(iter(one.built_in_bots), "random") if bot is None else bot
    rows: dict[str, tuple[str | Bot, str | Bot]] = {}
    bound = piecepack_nb.bots.restricted
    bound(never=never, greedy=greedy, forgets=forgets)  # raises BadInput for wrong ones
    for each in (never,) if isinstance(never, str) else never:
        rows[f"never {deed_named(one, each)}"] = free, bound(free, never=each)
    for each in (greedy,) if isinstance(greedy, str) else greedy:
        rows[f"greedy for {deed_named(one, each)}"] = free, bound(free, greedy=each)
    if forgets:
        rows[f"forgets {100 * forgets:g} %"] = free, bound(free, forgets=forgets)
    if ahead is not None:
        rows[f"looks {ahead} ahead"] = "look_ahead", bound(ahead=ahead)
    return worth(one, rows, **{"keep": True, **given})


def across(
    what: str | type | AnyGame,
    measure: str = "starting",
    *,
    players: Mapping[str, Any] | None = None,
    recorded: Any = None,
    **given: Any,
) -> Across:
    """Return a measure for several players, and where they agree.

    ``across("mancala")`` measures what starting is worth, ``across("line", "drama")`` another
    measure, and ``across("line", "won by suns", length=4)`` the effect of a rule on it, in pairs of
    games. ``players`` are bots by names, by default "random", one that looks one move ahead,
    "look_ahead" and "mcts". ``recorded`` are files or folders of games that people have played, as
    in ``pp.measures``. All other arguments are those of ``pp.simulate`` or, for what a rule does,
    of ``pp.difference``, such as ``games``; all intervals hold together. Raises BadInput for a
    wrong argument.
    """
    from piecepack_nb.lab import difference
    from piecepack_nb.lab.across import across

    one = _game(what)
    changes = _options(one, given, difference)
    if players is None:
        named = ("random", "look_ahead", "mcts")
        players = {name: name for name in named if name in one.bots}
        players["one move ahead"] = piecepack_nb.bots.restricted(ahead=1)
    people = None
    if recorded is not None:
        playouts = {"playouts": given["playouts"]} if given.get("playouts") else {}
        people = recorded_games(recorded, one, **playouts)
    other = one.under(**changes) if changes else None
    given = {"keep": True, **given}
    return across(one, other, measure=measure, players=players, recorded=people, **given)


def recorded_games(where: Any, what: str | type | AnyGame, *, playouts: int = 32) -> Simulation:
    """Return the games that people have played, from files or folders, as a simulation.

    Saved matches and journals of tables count if they are over and a person had a seat; another
    file costs a remark. ``measures(…, recorded=where)`` has their measures. Raises BadInput for
    anything but paths, and where there is no such game.
    """
    from piecepack_nb.lab.recorded import recorded

    return recorded(where, _game(what), playouts=playouts)


LADDER = (1, 5, 25, 125)
"""The playouts a move of the bots on a ladder."""


def tournament(what: str | type | AnyGame, bots: Any = None, **given: Any) -> Tournament:
    """Play every pairing of bots with swapped seats; return their ratings and the game's skill.

    ``bots`` are names, or a mapping from names to bots; by default "mcts" with 1, 5, 25 and 125
    playouts a move, which shows how much thinking helps. Each pairing has ``games`` seeds (20),
    each played twice. ``seed``, ``workers``, ``moves``, ``seconds``, ``errors`` and ``keep`` are
    those of ``pp.simulate``. Raises BadInput for a wrong argument, and for a cooperative game.
    """
    from piecepack_nb.lab import tournament

    if bots is None:
        bots = {f"mcts {most}": piecepack_nb.bots.mcts(playouts=most) for most in LADDER}
    return tournament(_under(what, given, tournament), bots, **{"keep": True, **given})


# --- A class -------------------------------------------------------------------------------------


def hand_in(
    name: str = "",
    *,
    answers: Mapping[str, str] | None = None,
    games: Iterable[str | type] | None = None,
    notebooks: Iterable[str | Path] = (),
    measures: Iterable[Finding] = (),
    folder: str | Path = ".",
) -> Path:
    """Write one file to hand in; return its path, such as ``ann.handin.json``.

    At a cell's end it is a sentence: what was written, with how many things of each kind.
    It has ``answers`` by name, the programs and rulebooks of your ``games`` (by default all of this
    notebook), the code of ``notebooks``, the tables of ``measures``, and from ``folder`` the
    predictions, the notes of playtests and the diaries. Without ``name`` it has no name in it.
    Raises BadInput for a wrong argument, and for more than a file can hold.
    """
    from piecepack_nb.widgets.hand_in import hand_in

    return hand_in(
        name, answers=answers, games=games, notebooks=notebooks, measures=measures, folder=folder
    )


def class_report(where: str | Path) -> ClassReport:
    """Return a report on a folder of hand-ins: what each student handed in, and near copies.

    It runs no student's code. ``check()`` runs each game and the tasks of each notebook in a
    separate process, with limits of time and memory; ``play("ann")`` runs a game in one, and has
    the link of its table. This code can read and write what you can. ``predictions()`` returns
    those of the class, and ``to_csv`` writes the marks. The report names a file that can't be read,
    with the reason. Raises BadInput where there is no hand-in.
    """
    from piecepack_nb.widgets.class_report import class_report

    return class_report(where)


# --- Other tools ---------------------------------------------------------------------------------


def pettingzoo_env(
    what: str | type | AnyGame,
    *,
    render_mode: str | None = None,
    features: int = 1024,
    most_moves: int = 1000,
    **options: Any,
) -> Any:
    """Return a game as an environment of PettingZoo, where agents act in turn.

    ``what`` is a game by name or class, with rule options, or a game. The agents are the seats, an
    action is a word of a move (``env.unwrapped.word(action)``), and an observation has ``features``
    numbers and a mask of the actions that are possible. ``render_mode`` is "svg" for the board as
    SVG text, "rgb_array" for its pixels, or "ansi". A game stops after ``most_moves`` moves. Raises
    BadInput for a wrong argument, for a game without finitely many moves, and without PettingZoo.
    """
    with _needs("pp.pettingzoo_env", "pettingzoo", "vl-convert-python", "pillow"):
        from piecepack_nb.interop.pettingzoo_env import env
    return env(Encoding(_game(what, options), features, most_moves), render_mode)


def open_spiel_game(
    what: str | type | AnyGame, *, features: int = 1024, most_moves: int = 1000, **options: Any
) -> Any:
    """Return a game as a ``pyspiel.Game``, for the algorithms of OpenSpiel.

    ``what`` is a game by name or class, with rule options, or a game. The players are the seats, an
    action is a word of a move, and dice are chance nodes. An observation has ``features`` numbers;
    a game stops after ``most_moves`` moves. Raises BadInput for a wrong argument, for a game
    without finitely many moves, and without OpenSpiel.
    """
    with _needs("pp.open_spiel_game", "open_spiel"):
        from piecepack_nb.interop.open_spiel_game import spiel_game
    return spiel_game(Encoding(_game(what, options), features, most_moves))


def to_ppn(match: Match, path: str | Path | None = None, *, whole: bool = False) -> str:
    """Return a match up to its cursor in Portable Piecepack Notation, which R's ppn reads.

    With a ``path`` it is written there, too. Raises BadInput for anything but a match of a game
    with a board, for a file that can't be written and, unless ``whole``, while one person plays a
    match with hidden parts against bots: from the text it can be replayed.
    """
    text = ppn.write(whole_match(match, "pp.to_ppn", whole))
    if path is not None:
        write(path, text)
    return text


def from_ppn(text: str) -> Match:
    """Return the match of a text that ``to_ppn`` made, with its cursor at the end.

    Raises BadInput for another text, for an illegal move, and if the movements of the pieces don't
    fit the moves.
    """
    return ppn.read(text)


@contextmanager
def _needs(function: str, *packages: str) -> Iterator[None]:
    """Say which packages a function needs, if one can't be imported."""
    try:
        yield
    except ImportError as missing:
        raise needs(function, *packages) from missing


def _game(what: object, options: Mapping[str, Any] = FrozenDict()) -> AnyGame:
    """Return a game under changed rules, or the game of a name or class; else raise BadInput."""
    if isinstance(what, Game):
        return what.under(**options) if options else what
    if isinstance(what, str | type):
        return game(what, **options)
    raise invalid("the game", what, "a game, or its name or class")


def _version(one: AnyGame, other: object) -> AnyGame:
    """Return a game, or the game of another version of its class."""
    return other if isinstance(other, Game) else new_version(one, other)


def _under(what: object, given: dict[str, Any], function: Callable[..., object]) -> AnyGame:
    """Return a game under the rule options among the arguments of a function, taken out of them."""
    one = _game(what)
    return _game(one, _options(one, given, function))


def _options(
    one: AnyGame, given: dict[str, Any], function: Callable[..., object]
) -> dict[str, Any]:
    """Take the rule options out of the arguments of a function.

    Raises BadInput for an argument that is neither its own nor an option.
    """
    options = [each.name for each in one.rules.options() if each.name not in LAB_WORDS]
    own = list(signature(function).parameters)
    known = [*own, *options]
    for name in given:
        if name not in known:
            rules = ", ".join(options) or "none"
            hint = did_you_mean(name, known)
            raise BadInput(
                f"there is no argument {name!r}{hint}; the arguments are {', '.join(own)}; "
                f"the rule options are {rules}"
            )
    return {name: given.pop(name) for name in options if name in given}


LAB_WORDS = ("games", "seed", "seats", "bots", "measure", "until", "workers", "moves", "seconds")
"""Arguments of the lab, which no rule option hides."""
