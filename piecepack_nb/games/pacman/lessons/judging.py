"""Predict before reveal: what a die can reach and what it is worth, and what is wrong with a guess.

The answers are the engine's own: the ways it lists, the refusals it gives, the marbles it counts.

Vocabulary
    end    a space where the Pac-Man can end its move by a die; which die, ``asked_die`` says
    best   the die that is worth more to the Pac-Man, marbles now and to be expected together
    bot    the die that a bot uses for its Pac-Man
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.board.choosing import attempt, choice_of
from piecepack_nb.games.pacman.board.lines import over
from piecepack_nb.games.pacman.board.worth import sentence_of
from piecepack_nb.games.pacman.bot.greedy import Weighed
from piecepack_nb.games.pacman.going.listing import pac_paths
from piecepack_nb.games.pacman.moves import Path, Stay, Way, written
from piecepack_nb.games.pacman.prospects import Prospects, brings
from piecepack_nb.games.pacman.state import State, stands_on

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

QUESTIONS: Mapping[str, str] = {
    "end": "Where can this die lead?",
    "best": "Which die is worth more?",
    "bot": "Which die does the bot move its Pac-Man by?",
}
NONE = "none"
"""The guess that the Pac-Man can't move."""


class Verdict(NamedTuple):
    """What comes of a guess."""

    right: bool
    text: str
    clause: str
    path: Path = ()
    """A way that proves it: one that can be gone, or the one that was tried."""


def turn_begins(state: State) -> bool:
    """Are both dice to be used?"""
    return state.phase == "move" and state.due == ("pac", "ghost")


# --- where a die leads ----------------------------------------------------------------------------


def asked_die(state: State) -> int:
    """The die that is asked about: the larger one."""
    return max(state.dice)


def ends(game: PacMan, state: State) -> dict[str, Path]:
    """The ends that the die asked about reaches, each with the way that gobbles most."""
    found: dict[str, Path] = {}
    for path in pac_paths(game.ruleset, state, asked_die(state)):
        best = found.get(path[-1])
        if best is None or _marbles(game, state, path) > _marbles(game, state, best):
            found[path[-1]] = path
    return found


def _marbles(game: PacMan, state: State, path: Path) -> int:
    return brings(game.ruleset, state, state.to_move, path)


def judged_end(game: PacMan, state: State, guess: str) -> Verdict:
    """The verdict on a space: it is an end, or the game refuses the way there."""
    die, right = asked_die(state), ends(game, state)
    if guess == NONE and not right:
        return Verdict(True, f"Right: no way takes the full {die}, so it stays.", "PC-5")
    if guess == NONE:
        end, path = next(iter(right.items()))
        return Verdict(False, f"There is a way: {written(path)} ends on {end}.", "PC-5", path)
    if guess in right:
        path = right[guess]
        arrows = over(path)
        more = ", off the board at one arrow and on again at another" if arrows else ""
        text = f"Right: {written(path)} takes {die}{more}."
        return Verdict(True, text, "PC-9" if arrows else "PC-5", path)
    choice = choice_of(game, state, ("pac", str(die), ""))
    if guess == stands_on(state, "pac"):
        text = f"No: it stands on {guess} now, and no way of {die} leads back there."
        return Verdict(False, text, "PC-5")
    way = attempt(game.ruleset, state, choice, guess)
    refused = game.refusal(state, way)
    assert refused is not None  # every legal end was found above
    return Verdict(False, f"No: {refused.text}.", refused.clause, way.path)


# --- what a die is worth --------------------------------------------------------------------------


def judged_best(found: Prospects, guess: str) -> Verdict:
    """The verdict on a die."""
    right = guess == str(found.best.die)
    told = " ".join(sentence_of(each) for each in sorted(found.dice, key=lambda each: -each.total))
    return Verdict(right, f"{'Right' if right else 'No'}. {told}", "PC-3", found.best.path)


# --- what a bot does ------------------------------------------------------------------------------


def bot_die(state: State, why: Weighed) -> int | None:
    """The die that a bot's Pac-Man has by its first move; None where it is no matter of dice."""
    move = why.chosen.move
    if not turn_begins(state) or not isinstance(move, Way | Stay):
        return None
    if move.piece == "pac":
        return move.die
    left = list(state.dice)
    left.remove(move.die)
    return left[0]


def judged_bot(state: State, why: Weighed, guess: str) -> Verdict:
    """The verdict on the die that a bot uses for its Pac-Man, with its reason."""
    right = bot_die(state, why)
    move = why.chosen.move
    path = move.path if isinstance(move, Way) else ()
    told = "first" if getattr(move, "piece", "") == "pac" else "after the ghost"
    text = f"its Pac-Man has the {right}, {told}. {why.text}"
    dice = join_list(map(str, sorted(set(state.dice))), "or")
    if guess not in map(str, state.dice):
        return Verdict(False, f"No: the dice show {dice}; {text}", "PC-3", path)
    return Verdict(guess == str(right), f"{'Right' if guess == str(right) else 'No'}: {text}",
                   "PC-3", path)  # fmt: skip
