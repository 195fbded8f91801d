"""A check of a student's game: it plays random games and names what can't be right."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import inf
from time import monotonic
from types import CodeType
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Seat, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.progress import counted
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, count_noun, full_stop
from piecepack_nb.design.board import Board
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import bounded, call, codes_of, hook_of
from piecepack_nb.design.quiz import own_questions
from piecepack_nb.design.repeating import first_difference, unlike
from piecepack_nb.design.slips import Seen, drawn_openly
from piecepack_nb.design.table import State, owner_of
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.quiz import Moment

MOST_MOVES = 2000
MOST_PROBLEMS = 3
ENDLESS = "endless"
"""The kind of problem after which no further game is played: the others would not end either."""
ENDS = {"end", "end_by_points"}
"""The functions of a table that end a game."""
DEEP = 4  # one state of so many has its moves listed by a second game
CLOSELY = 300  # moves of a game that are looked at closely; of the others, one in ten
MOST_TRIED = 5000
FEW_STATES = 10  # after so many without a refusal, why_not is a suspect
MANY, FEW_LEGAL = 1_000, 0.1
"""A why_not is slow that is asked about so many moves in a state, of which fewer than this part are
legal."""
LOOKED_AT = 20  # states whose candidates are counted for that
LOST = (
    "the function {} changes the table or says something, and that is lost; expected it to return "
    "who has won: score in move or begin"
)
REFUSALS = 12  # moves of a state whose reasons are compared with the list


class Problem(NamedTuple):
    """Something wrong; of several in the same ``line``, or of the same kind, the first counts."""

    text: str
    line: object


class Checked(NamedTuple):
    """The result of a check: what is wrong, and figures of the games played."""

    title: str
    problems: tuple[str, ...]
    """The faults, a sentence each."""
    games: int
    moves: float
    """The mean number of moves in a game, rolls not counted."""
    won: dict[str, int]
    """The number of games won, alone or with others, by each seat; "draw": without a winner."""
    planned: int
    """The number of games to play; more than ``games`` if ``stopped``."""
    advice: str = ""
    """A hint on how bots could think faster; "" if nothing is slow."""
    stopped: str = ""
    """The reason why fewer games were played than planned; "" for all, or for a fault."""

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        won = ", ".join(f"{seat} {number}" for seat, number in self.won.items())
        if sum(self.won.values()) > self.games:
            won += " (a shared win counts for each winner)"
        games = count_noun(self.games, "random game")
        if self.stopped:
            games = f"{self.games} of {count_noun(self.planned, 'random game')}, {self.stopped}"
        first = f"{self.title}: {games}, {self.moves:.1f} moves on average; won by: {won or '-'}."
        slow = [f"  slow: {self.advice}"] if self.advice else []
        return "\n".join([first, *(f"  wrong: {each}" for each in self.problems), *slow])

    def __repr__(self) -> str:
        return str(self)


def check(
    design: Any,
    games: int = 100,
    seed: int = 0,
    moves: int = MOST_MOVES,
    seconds: float = 20,
    *,
    total: float = inf,
) -> Checked:
    """Play random games of a Board class or a game; return what is wrong, and figures.

    It plays up to ``games`` games, seeded ``seed``, ``seed + 1`` and so on, each of at most
    ``moves`` moves, and begins none after ``seconds``, or after ``total`` moves of all games; the
    result says how many it played. An interrupt ends it with what it has found.

    It names a game that never ends, and a state that can't be saved; a move that ``moves`` lists
    and ``why_not`` refuses, or the other way round; a ``why_not`` that refuses nothing; a move that
    does different things to the same state, with the line to blame; errors and endless loops in the
    class's functions, its bots included; prompts, looks, marks, scores, questions and evaluations
    that can't be; a kind of event that is declared nowhere; words that are spelt nearly as others;
    and a card that goes from an open draw into a hand. Raises BadInput for anything but a Board
    class or a game made of one, and for fewer games than 1.
    """
    if isinstance(design, type) and issubclass(design, Board):
        game = design.as_game()()
    elif isinstance(design, BoardGame):
        game = design
    else:
        raise invalid("the game to check", design, "a class made from Board, or its game")
    if type(games) is not int or games < 1:
        raise invalid("games", games, "a whole number, 1 or more")
    run = _Run(game, moves)
    try:
        run.play(range(seed, seed + games), seconds, total)
        run.look_back(seed)
    except KeyboardInterrupt:
        if not run.done:
            raise
        run.stopped = "interrupted"
    found = tuple(map(_sentence, run.problems.values()))
    mean, advice = run.moves / max(1, run.done), run.asked.advice()
    return Checked(game.title, found, run.done, mean, run.won, games, advice, run.stopped)


class _Run:
    """The random games of a check, of at most so many moves, and what was found in them."""

    def __init__(self, game: BoardGame, most: int) -> None:
        self.game, self.most = game, most
        self.asked = _Asked(game)
        self.problems: dict[object, str] = {}
        self.won: dict[str, int] = {}
        self.done = self.moves = 0
        self.stopped = ""

    def play(self, seeds: range, seconds: float, total: float) -> None:
        """Play the games with these seeds, as long as there is time and they find new faults."""
        end = monotonic() + seconds
        for number in counted(len(seeds), "random games", keeps=True):
            if number and monotonic() > end:
                self.stopped = "as time ran out"
            elif self.moves >= total:
                self.stopped = f"for these had {self.moves:,} moves"
            if self.stopped:
                return
            played = _play(self.game, seeds[number], self.most, self.asked)
            if not self._goes_on(*played):
                return

    def _goes_on(self, moves: int, winners: tuple[str, ...], problem: Problem | None) -> bool:
        """Add a game; return False if its problem is the last one to be named."""
        self.done += 1
        self.moves += moves
        if problem is None:
            for winner in winners or ("draw",):
                self.won[winner] = self.won.get(winner, 0) + 1
            return True
        self.problems.setdefault(problem.line, problem.text)
        return len(self.problems) < MOST_PROBLEMS and problem.line != ENDLESS

    def look_back(self, seed: int) -> None:
        """If no game has a fault, look for one in what was asked and noted, then in the bots."""
        asked, game = self.asked, self.game
        if self.problems:
            return
        if text := asked.problem() or _unknown_private(game, asked.seen.notes) or asked.seen.slip():
            self.problems = {"asked": text}
            return
        found = (_bot_problem(game, name, seed, self.most) for name in game.built_in_bots)
        faults = islice(filter(None, found), MOST_PROBLEMS)
        self.problems = {problem.line: problem.text for problem in faults}


def _sentence(text: str) -> str:
    """Return a problem as a sentence; what begins with code, such as self.goal, stays so."""
    return full_stop(capitalise(text) if text.split(maxsplit=1)[0].isalpha() else text)


class _Asked:
    """The candidates that a class's why_not was asked about: of some states, then until it refuses
    one.
    """

    def __init__(self, game: BoardGame) -> None:
        design = game.design
        alone = hasattr(design, "why_not") and not hasattr(design, "moves")
        self.game, self.waits = game, alone and not game.shape.more
        self.counts = alone
        self.states = self.candidates = 0
        self.most = (0, 0)
        self.seen = Seen(game)

    def see(self, state: State, seat: str, legal: list[Any]) -> None:
        """Count the candidates of a state, of which these moves are legal."""
        if not self.waits and not (self.counts and self.states < LOOKED_AT):
            return
        count = sum(1 for _ in islice(self.game.candidates(state, seat), MOST_TRIED))
        self.waits &= count == len(legal) == len({move.picks for move in legal})
        self.states += 1
        self.candidates += count
        self.most = max(self.most, (count, len(legal)))

    def advice(self) -> str:
        """Return how bots could think faster, if why_not is asked about many moves in vain."""
        count, legal = self.most
        if count < MANY or legal > FEW_LEGAL * count:
            return ""
        name = type(self.game.design).__name__
        many = f"more than {count}" if count == MOST_TRIED else count
        return (
            f"{name}.why_not is asked about {many} moves in a state, of which {legal} are legal; "
            "bots think faster if tries(self, table) lists those worth asking about"
        )

    def problem(self) -> str:
        """Return that why_not refused nothing in many states; "" if it did, or was hardly asked."""
        if not self.waits or self.states < FEW_STATES:
            return ""
        name = type(self.game.design).__name__
        return (
            f"{name}.why_not refused none of the {self.candidates} moves that it was asked about; "
            "expected a sentence for each that can't be made, such as one to a place that is taken"
        )


def _play(
    game: BoardGame, seed: int, most: int, asked: _Asked
) -> tuple[int, tuple[str, ...], Problem | None]:
    """Return the number of moves of a random game, its winners, and the first problem found."""
    state, done, rolls = game.initial_state(), 0, 0
    try:
        while (actor := game.to_act(state)) is not None:
            if done == most:
                return done - rolls, (), Problem(_endless(game, most, rolls), ENDLESS)
            pick = seeded_pick(seed, done)
            with bounded("a move"):
                if done < CLOSELY or done % 10 == 0:
                    deep = done % DEEP == seed % DEEP
                    found = _play_move(game, state, actor, pick, asked, deep)
                else:
                    found = _play_on(game, state, actor, pick)
            if isinstance(found, Problem):
                return done - rolls, (), found
            state, done, rolls = found, done + 1, rolls + isinstance(actor, Chance)
        _draw(game, state)
    except BadInput as error:
        return done - rolls, (), Problem(str(error), getattr(error, "line", 0))
    asked.seen.see(state)
    result = game.result(state)
    return done - rolls, result.winners if result else (), None


def _endless(game: BoardGame, most: int, rolls: int) -> str:
    """Return that a game has no end: why, if nobody could ever move after a roll."""
    if game.decides and rolls == most:
        return f"nobody has had a legal move after any of {most} rolls; expected some, or an end"
    return f"a game isn't over after {most} moves; expected an end: {_missing_end(game)}"


def _missing_end(game: BoardGame) -> str:
    """Return which function of a game without an end is missing, or never ends it."""
    if hook_of(game.design, "winner"):
        return "the function winner has returned nobody each time"
    if ENDS & {name for code in _own_codes(game.design_class) for name in code.co_names}:
        return (
            "is the condition of table.end ever true? A place is a text: of 'a4', the rank is '4'"
        )
    clause = game.clauses.of_hook["winner"]
    asked = "" if clause == game.clauses.turns else f": which function does {clause}?"
    return f"{type(game.design).__name__} has no winner and never calls table.end{asked}"


def _own_codes(design: type[Board]) -> set[CodeType]:
    """Return the code of the functions that a class has beside those of Board."""
    return {*codes_of(design)} - {*codes_of(Board)}


def _misspelt(game: BoardGame, state: State, seat: str) -> str:
    """Return a piece that nearly has a seat's name, where none has it; "" for none."""
    pieces = [each for each in state.pieces.values() if isinstance(each, str)]
    if seat in {owner_of(each, game.seats) for each in pieces}:
        return ""
    nobodys = (each for each in pieces if owner_of(each, game.seats) is None)
    return next((each for each in nobodys if did_you_mean(seat, each.lower().split())), "")


def _no_move(game: BoardGame, state: State, seat: str) -> str:
    """Return the problem of a seat that has no move at the start, with what may mend it."""
    stage, text = game.stage(state), f"{seat} has no move at the start; expected one"
    if stage.shape.more and not (stage.moves or stage.hook("tries")):
        return f"{text}: moves with any number of picks are those that the function moves lists"
    if "start" in stage.shape.names:
        if misspelt := _misspelt(game, state, seat):
            return f"{text}: the piece {misspelt!r} is nobody's; expected {seat!r} in its name"
        return (
            f"{text}: does setup put pieces with that name on the table? A part that may be a "
            "place without one needs another name, such as place"
        )
    if pile := next(filter(None, map(stage.pile_of, stage.shape.names)), ""):
        return f"{text}: is there a card for it in {pile} after setup?"
    for picks in game.candidates(state, seat):
        move = game.move_from(state, picks, seat if stage.secret else "")
        if reason := game.refusal(state, move):
            return f"{text}: {move} is refused, for instance: {reason.text}"
    return text


def _play_move(
    game: BoardGame, state: State, actor: Actor, pick: Any, asked: _Asked, deep: bool
) -> State | Problem:
    """Return the state after a random move, or the first problem found."""
    if deep:
        _draw(game, state)
        asked.seen.see(state)
    if isinstance(actor, Chance):
        move = game.chance_move(state, pick)
    else:
        seat = actor.seats[0]
        legal = list(game.moves_for(state, seat))
        if not legal:
            return Problem(_no_move(game, state, seat), "stuck")
        move = pick("move", legal)
        asked.see(state, seat, legal)
        if problem := _about_moves(game, state, legal, pick):
            return Problem(problem, "moves")
    after = _after(game, state, move)
    problem = _about_states(game, state, move, after, deep)
    return Problem(problem, "states") if problem else after


def _play_on(game: BoardGame, state: State, actor: Actor, pick: Any) -> State | Problem:
    """Return the state after a random move of a long game, and look at nothing else."""
    if isinstance(actor, Chance):
        return game.next_state(state, game.chance_move(state, pick))
    move = game.random_move(state, actor.seats[0], pick)
    if move is None:
        return Problem(_no_move(game, state, actor.seats[0]), "stuck")
    return game.next_state(state, move)


def _draw(game: BoardGame, state: State) -> None:
    """Draw a state, ask for its prompt and scores and the class's questions, and evaluate it.

    Raises BadInput for nonsense.
    """
    view = view_of(game)
    for question in own_questions(game.design_class).values():
        asked = question.case(game, Moment(state))
        if asked is not None:
            for spot in question.spots(game, asked):
                question.grade(game, asked, spot.id)
    view.scene(game, state)
    view.marks(game, state, ())
    view.prompt(game, state, ())
    view.score(game, state)
    for seat in game.seats:
        game.evaluate(state, seat)


def _bot_problem(game: BoardGame, name: str, seed: int, moves: int) -> Problem | None:
    """Return the error of a game that one of the class's bots plays alone; None for none."""
    try:
        Match(game, seed=seed, seats=name).run(moves)
    except BadInput as error:
        line = getattr(error, "line", None)
        return Problem(str(error) if line else f"the bot {name}: {error}", line or name)
    return None


def _after(game: BoardGame, state: State, move: Any) -> State:
    *_, last = game.play(state, move)
    found: State = last.state
    return found


def _about_moves(game: BoardGame, state: State, legal: list[Any], pick: Any) -> str:
    """Return a contradiction between the listed moves and the reasons; "" for none."""
    for n in range(min(REFUSALS, len(legal))):
        move = pick(f"listed {n}", legal)
        refused = game.refusal(state, move)
        if refused is not None:
            return f"the move {move} is listed by moves, but refused: {refused}"
    if game.shape.more:
        return ""
    listed = {move.picks for move in legal}
    others = [
        legal[0]._replace(picks=picks)
        for picks in islice(game.candidates(state, legal[0].seat or state.seat), MOST_TRIED)
        if picks not in listed
    ]
    for n in range(min(REFUSALS, len(others))):
        move = pick(f"other {n}", others)
        if game.refusal(state, move) is None:
            return f"the move {move} is not listed by moves, but why_not has no reason against it"
    return ""


def _unknown_kind(game: BoardGame, steps: tuple[Step, ...]) -> str:
    """Return that an event is of a kind that the game doesn't declare; "" if all are declared."""
    known = game.event_kinds
    kind = next((step.event.kind for step in steps if step.event.kind not in known), None)
    if kind is None:
        return ""
    expected = f"a clause's title, or event_kinds = {{{kind!r}: '…'}} in the class"
    return f"table.say names the kind {kind!r}{did_you_mean(kind, known)}; expected {expected}"


def _about_states(game: BoardGame, state: State, move: Any, after: State, deep: bool) -> str:
    """Return what is wrong with a state or the move that made it; "" for nothing."""
    hash(after)
    steps = tuple(game.play(state, move))
    if problem := _unknown_kind(game, steps) or drawn_openly(game, steps, state, after):
        return problem
    again = steps[-1].state
    if again != after:
        return unlike(game, game.design_class, state, move, after, again)
    if game.from_json(game.to_json(after)) != after:
        return f"the state after {move} can't be saved: {first_difference(after, after)}"
    if problem := _changed_in_vain(game, steps) or _too_many_cards(game, after):
        return problem
    actor = game.to_act(after)
    if deep and actor is not None and not isinstance(actor, Chance | Simultaneous):
        fresh = type(game)(game.rules)
        if tuple(fresh.moves(after)) != tuple(game.moves(after)):
            return f"the moves after {move} depend on more than the table"
    return ""


def _changed_in_vain(game: BoardGame, steps: tuple[Step, ...]) -> str:
    """Return that ``winner`` or ``stuck`` changes the table, which is thrown away; "" for neither.

    The second is asked where a seat passed, or the game ended while it couldn't move.
    """
    after = steps[-1].state
    if after.over is None and after.pending is None and _is_lost(game, after, "winner"):
        return LOST.format("winner")
    for step in steps:
        state = step.state._replace(over=None)
        if step.event.kind in ("pass", "end") and isinstance(game.to_act(state), Seat):
            hook = game.stage(state).hook("stuck")
            if hook and not game.moves(state) and _is_lost(game, state, hook):
                return LOST.format(hook)
    return ""


def _is_lost(game: BoardGame, state: State, hook: str) -> bool:
    """Return True if a function that should only return the end does more to the table."""
    if not hook_of(game.design, hook):
        return False
    table = game.table(state, hook)
    call(game.design, hook, table)
    return table.state() != state or bool(table._said or table._over)


def _unknown_private(game: BoardGame, notes: set[str]) -> str:
    """Return which name in ``private`` is no note and no part of a move; "" for none."""
    parts = {name for stage in game.stages.values() for name in stage.shape.names}
    known = notes | parts
    used = {name for code in codes_of(game.design_class) for name in code.co_names}
    name = next((each for each in game.design.private if each not in known | used), None)
    if name is None:
        return ""
    return (
        f"the part private names {name!r}, which is no note and no part of a move"
        f"{did_you_mean(name, known)}"
    )


def _too_many_cards(game: BoardGame, state: State) -> str:
    """Return of which card the piles have more than the decks and bags; "" for none."""
    cards = Counter(card for pile in state.piles.values() for card in pile)
    known = Counter(card for kind in game.piles.kinds.values() for card in kind.cards)
    return next(
        (
            f"the piles have {cards[card]} times {card!r} after this move; expected at most "
            f"{known[card]}: take a card from one pile before it goes to another"
            for card in cards
            if cards[card] > known[card]
        ),
        "",
    )
