"""Questions before the reveal, the grades of guesses, and puzzles found by playing.

The answers are the engine's own: its walks, its refusals, its counts of marbles.

Vocabulary
    end    a space where the Pac-Man can end its move by the larger die
    best   the die that is worth more to the Pac-Man, marbles now and to be expected together
    bot    the die that a bot uses for its Pac-Man
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.areas import (
    BUTTONS,
    HIGH,
    TRAY,
    at,
    button_place,
    path_marks,
    reading_order,
    space_words,
)
from piecepack_nb.games.pacman.bots import BotReason, greedy
from piecepack_nb.games.pacman.game import PacMan
from piecepack_nb.games.pacman.layers import WORTH, dice_worth, worth_overlay, worth_sentence
from piecepack_nb.games.pacman.maze import Path, has_hop
from piecepack_nb.games.pacman.prospects import Prospects, marbles_brought, most_marbles
from piecepack_nb.games.pacman.state import State, Stay, Walk, format_path, seat_name
from piecepack_nb.scene import Feedback, Layer, Mark, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.quiz import GUESS, Moment, PuzzleKind, PuzzleSearch, bot_steps, reason_of

NONE = "none"
"""The guess that the Pac-Man can't move."""
PLACE = (TRAY / 2, BUTTONS[0], "dice", TRAY - 0.6, HIGH)
ENDS = Layer("ends", "Where it can end")


# --- questions ------------------------------------------------------------------------------------


def turn_begins(state: State) -> bool:
    """Return True if both dice still have to be used."""
    return state.phase == "move" and state.due == ("pac", "ghost")


def asked_die(state: State) -> int:
    """Return the die that "end" asks about: the larger one."""
    return max(state.dice)


def _words(_game: PacMan, state: State) -> dict[str, object]:
    dice = " and ".join(map(str, state.dice))
    return {"who": seat_name(state.to_move), "dice": dice, "die": asked_die(state)}


def _board(game: PacMan, state: State, scene: Scene) -> Scene:
    """Return the board with the Pac-Man that is asked about."""
    here = Mark("here", *at(game.board, state.square_of("pac")), suit=state.to_move)
    return scene._replace(marks=(here,), layers=(), listings=())


def _steps_to_next_move(_game: PacMan, _case: BotCase, steps: Sequence[Step]) -> int:
    """Return the number of steps before the next move of a bot, or the next roll."""
    events = (step.event for step in steps)
    begins = (isinstance(each.why, BotReason) or each.kind == "roll" for each in events)
    return next((at for at, found in enumerate(begins) if at and found), len(steps))


def _space_spots(game: PacMan, state: State) -> Iterator[Spot]:
    for square in reading_order(game.board):
        name = f"{square}: {space_words(game.board, state, square)}"
        yield Spot(square, *at(game.board, square), name=name, role="select")
    yield Spot(NONE, *PLACE, "It can't move", "action", key="0")


def _die_spots(_game: PacMan, state: State) -> Iterator[Spot]:
    for number, die in enumerate(state.dice):
        place = button_place(number, 2, 0)
        yield Spot(str(die), *place, f"The {die}", "action", key=str(die))


# --- grades ---------------------------------------------------------------------------------------


def ends(game: PacMan, state: State) -> dict[str, Path]:
    """Return the ends that the die asked about reaches, each with the path that gobbles most."""

    def marbles(path: Path) -> int:
        return marbles_brought(game.situation(state), state.to_move, path)

    found: dict[str, Path] = {}
    for path in game.situation(state).pac_paths(asked_die(state)):
        best = found.get(path[-1])
        if best is None or marbles(path) > marbles(best):
            found[path[-1]] = path
    return found


def grade_end(game: PacMan, state: State, guess: str) -> Feedback:
    """Grade a space: it is an end, or the game refuses the walk there."""
    die, right = asked_die(state), ends(game, state)
    if guess == NONE and not right:
        return _shown(game, state, f"Right: no path takes the full {die}, so it stays.", "PC-5")
    if guess == NONE:
        end, path = next(iter(right.items()))
        text = f"There is a path: {format_path(path)} ends on {end}."
        return _shown(game, state, text, "PC-5", path)
    if guess in right:
        path = right[guess]
        hops = has_hop(path)
        more = ", off the board at one arrow and on again at another" if hops else ""
        text = f"Right: {format_path(path)} takes {die}{more}."
        return _shown(game, state, text, "PC-9" if hops else "PC-5", path)
    if guess == state.square_of("pac"):
        text = f"No: it is on {guess} now, and no path of {die} leads back there."
        return _shown(game, state, text, "PC-5")
    walk = game.situation(state).attempt("pac", [die], guess)
    refused = game.refusal(state, walk)
    assert refused is not None  # every legal end was found above
    return _shown(game, state, f"No: {refused.text}.", refused.clause, walk.path, "lost")


def _shown(
    game: PacMan, state: State, text: str, clause: str, path: Path = (), kind: str = "path"
) -> Feedback:
    """Return a grade with the path that proves it, a legal one or the one tried, and every end."""
    proof = path_marks(game.board, path, kind, layer=GUESS.id) if path else ()
    targets = (Mark("target", *at(game.board, end), layer=ENDS.id) for end in ends(game, state))
    return Feedback(text, clause, (*proof, *targets), (ENDS,))


def _worth(game: PacMan, state: State) -> Prospects:
    """Return what each die is worth, where two have to be used."""
    found = dice_worth(game.situation(state))
    assert found is not None  # a question was asked about it
    return found


def _best_die(game: PacMan, state: State) -> tuple[str, ...]:
    return (str(_worth(game, state).best.die),)


def grade_best(game: PacMan, state: State, guess: str) -> Feedback:
    """Grade a die by what it is worth."""
    found, overlay = _worth(game, state), worth_overlay(game.situation(state))
    by_worth = sorted(found.dice, key=lambda each: -each.total)
    right = "Right" if guess == str(found.best.die) else "No"
    text = f"{right}. {' '.join(map(worth_sentence, by_worth))}"
    return Feedback(text, "PC-3", overlay.marks, (WORTH._replace(on=True),), overlay.spots)


class BotCase(NamedTuple):
    """A turn of a bot: its reason, and the die that its Pac-Man moves by."""

    state: State
    why: BotReason
    die: int


def bot_die(state: State, why: BotReason) -> int | None:
    """Return the die of a bot's Pac-Man by its first move, or None if that uses no die."""
    move = why.chosen.move
    if not turn_begins(state) or not isinstance(move, Walk | Stay):
        return None
    if move.piece == "pac":
        return move.die
    left = list(state.dice)
    left.remove(move.die)
    return left[0]


def grade_bot(_game: PacMan, case: BotCase, guess: str) -> Feedback:
    """Grade the die that a bot uses for its Pac-Man, with its reason."""
    state, why, die = case
    first = "first" if getattr(why.chosen.move, "piece", "") == "pac" else "after the ghost"
    text = f"its Pac-Man moves by the {die}, {first}. {why.text}"
    if guess not in map(str, state.dice):
        dice = join_list(map(str, sorted(set(state.dice))), "or")
        return Feedback(f"No: the dice show {dice}; {text}", "PC-3")
    return Feedback(f"{'Right' if guess == str(die) else 'No'}: {text}", "PC-3")


def automatic_steps(game: PacMan, state: State) -> Sequence[Step]:
    """Return the steps of the game's own bot in a state, with its reason."""
    if state.phase != "move" or not state.due:
        return ()
    return bot_steps(game, state, greedy)


def _end_case(_game: PacMan, moment: Moment[State]) -> State | None:
    return moment.state if turn_begins(moment.state) else None


def _best_case(game: PacMan, moment: Moment[State]) -> State | None:
    """Return a state in which one die is worth more than the other."""
    state = moment.state
    found = dice_worth(game.situation(state)) if turn_begins(state) else None
    return state if found and len({each.total for each in found.dice}) > 1 else None


def _bot_case(_game: PacMan, moment: Moment[State]) -> BotCase | None:
    """Return the turn of a bot that has two different dice, and uses one at once."""
    state, why = moment.state, reason_of(BotReason, moment)
    die = bot_die(state, why) if why is not None and len(set(state.dice)) > 1 else None
    return BotCase(state, why, die) if why is not None and die else None


about_dice = partial(QuestionKind[PacMan, State, State], words=_words, picture=_board)
QUIZ = QuizSpec({
    "end": about_dice(
        "Where can this die lead?", "PC-5",
        "{who} has rolled {dice}. Pick a space where their Pac-Man can end by the {die}.",
        _end_case, _space_spots, ends, grade_end, none=NONE,
    ),
    "best": about_dice(
        "Which die is worth more?", "PC-3",
        "{who} has rolled {dice}. Which die is worth more to their Pac-Man: marbles now, and those "
        "to be expected next turn?",
        _best_case, _die_spots, _best_die, grade_best,
    ),
    "bot": QuestionKind[PacMan, State, BotCase](
        "Which die does the bot move its Pac-Man by?", "PC-3",
        "{who} has rolled {dice}. {who} is a bot. Which die will it move its Pac-Man by?",
        _bot_case, lambda game, case: _die_spots(game, case.state),
        lambda _game, case: (str(case.die),), grade_bot,
        words=lambda game, case: _words(game, case.state),
        picture=lambda game, case, scene: _board(game, case.state, scene),
        steps=_steps_to_next_move,
    ),
}, automatic_steps)  # fmt: skip


# --- puzzles --------------------------------------------------------------------------------------


def _is_arrow(game: PacMan, state: State) -> bool:
    """Return True if some end is reached by the arrows alone."""
    by_end: dict[str, list[bool]] = {}
    for path in game.situation(state).pac_paths(asked_die(state)):
        by_end.setdefault(path[-1], []).append(has_hop(path))
    return any(all(each) for each in by_end.values())


def _refusing_clauses(game: PacMan, state: State) -> Iterator[str]:
    """Yield the clauses that refuse full-number walks to other spaces, where there is an end."""
    found, die = ends(game, state), asked_die(state)
    for square in game.board.squares if found else ():
        if square not in found:
            walk = game.situation(state).attempt("pac", [die], square)
            refusal = game.refusal(state, walk) if len(walk.path) == die + 1 else None
            if refusal is not None:
                yield refusal.clause


def _is_blocked(game: PacMan, state: State) -> bool:
    return "PC-8" in _refusing_clauses(game, state)


def _is_home(game: PacMan, state: State) -> bool:
    return "PC-6" in _refusing_clauses(game, state)


def _is_later(game: PacMan, state: State) -> bool:
    """Return True if the best die is not the one with most marbles now."""
    now = {most_marbles(game.situation(state), state.to_move, die) for die in state.dice}
    found = dice_worth(game.situation(state)) if len(now) > 1 else None  # the quick test first
    if found is None:
        return False
    less, more = sorted(found.dice, key=lambda each: each.total)
    return more.total > less.total and more.now < less.now


KINDS: Mapping[str, PuzzleKind[PacMan, State]] = {
    "arrow": PuzzleKind(
        "An end is reached only off the board at one arrow and on again at another.",
        "end", _is_arrow,
    ),
    "blocked": PuzzleKind(
        "A Pac-Man or a ghost is in the way of a path that would take the full number.",
        "end", _is_blocked,
    ),
    "home": PuzzleKind(
        "A path that takes the full number would end on another's home.", "end", _is_home
    ),
    "later": PuzzleKind(
        "The die that brings fewer marbles now is worth more in the end.", "best", _is_later
    ),
}  # fmt: skip
puzzles = PuzzleSearch(QUIZ, KINDS, bots=("greedy", "random"), moves=120, first_turn=3)


# --- The first game ------------------------------------------------------------------------------

FIRST_GAME = (
    FirstTask(
        "Move",
        "You are Red, and rolled 3 and 5. Choose your Pac-Man on a1, then the end of the arrow, "
        "b3: that is 3 spaces, and it gobbles every marble that it passes.",
        "red: a1\nblue: i9\nghosts: e5 g5\ndice: 3 5",
        "pac 3 a1-a2-a3-b3",
        lambda steps: sum(step.event.kind == "step" for step in steps) == 3,
        "It took 3 marbles. It goes its full number, round corners but never back.",
        "The task is to move your Pac-Man by the 3",
        "PC-10",
    ),
    FirstTask(
        "Take marbles",
        "Blue's Pac-Man is on f5. Use the 1 to move the ghost from e5 onto it.",
        "red: a1\nblue: f5\nghosts: e5 c5\nwhite: a3 b3 b4 c9 i5 h8\ndice: 1 4",
        "ghost1 1 e5-f5",
        "landing",
        "Blue's Pac-Man goes home, and Blue gives you 2 marbles. Anybody may move a ghost.",
        "That doesn't reach Blue's Pac-Man. Move the ghost on e5 by the 1, to f5",
        "PC-13",
    ),
    FirstTask(
        "Win",
        "One white marble is left, on a3, and you have most of the others. Gobble it: your Pac-Man "
        "is 2 spaces away.",
        "red: a1, 40 marbles\nblue: i9, 31 marbles\nghosts: e5 c5\nwhite: a3\ndice: 2 4",
        "pac 2 a1-a2-a3",
        "end",
        "The board is empty and you hold the most white marbles: you win.",
        "The marble on a3 is still there then. Move your Pac-Man by the 2, to a3",
        "PC-30",
    ),
)
"""Three tasks for somebody who has never played."""
