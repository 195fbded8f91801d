"""A turn by its sentences alone: they give the whole change of the state."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import pytest

from piecepack_nb.core.actors import Chance, Seat
from piecepack_nb.scene import EMPTY_DRAFT
from tests.conftest import GAMES, PROFILE
from tests.sentences.heard import Listener
from tests.sentences.play import MOVES, reader_of

SIZES = {"activator": 75, "pacman": 30, "paco": 30, "piecepackman": 30, "worm_derby": 8}
"""The matches of each game: some seconds."""
SET_UP = {"setup", "set-up"}
"""The phases in which chance lays everything out at once: the board's description has it."""


def listener_of(name: str) -> Listener:
    """Return the listener of a game."""
    listener: Listener = import_module(f"tests.sentences.heard_{name}").LISTENER
    return listener


def laid_out(before: Any, actor: Any) -> bool:
    """Return True for a move of chance that lays everything out."""
    return isinstance(actor, Chance) and getattr(before, "phase", "") in SET_UP


def sentences_of(played: Any) -> list[str]:
    return [step.sentence.text for step in played.steps if step.sentence]


@pytest.mark.parametrize("name", GAMES)
def test_the_sentences_of_a_move_give_the_whole_change_of_the_state(name: str) -> None:
    listener, reader, wrong, moves = listener_of(name), reader_of(name), [], 0
    for number in range(SIZES[name] // (5 if PROFILE == "quick" else 1)):
        match = reader._match(Random(f"heard {name} {number}"))
        for _ in range(MOVES):
            before, actor = match.state, match.to_act
            if actor is None:
                break
            match.run(1)
            said = sentences_of(match.record[-1])
            moves += 1
            found = not laid_out(before, actor) and listener.check(
                match.game, before, said, match.state
            )
            if found:
                rules = match.game.rules.changed()
                wrong.append(f"{said}\n  {found}\n  {match.record[-1].move} {rules}")
            names_who_acts(match)
    assert not wrong, f"{len(wrong)} of {moves}\n\n" + "\n\n".join(wrong[:6])


def names_who_acts(match: Any) -> None:
    """Check that the prompt, which is read after the sentence, says whose turn it is."""
    actor, game = match.to_act, match.game
    if isinstance(actor, Seat) and not game.cooperative:
        prompt, _clause = game.view.prompt(game, match.state, EMPTY_DRAFT)
        assert actor.name in prompt.lower(), (actor, prompt)


ALTERED = (
    (r"\b[a-j][1-9]\b", lambda found: ("b" if found[0] == "a" else "a") + found[1:]),
    (r"\b(?:suns|moons)\b", lambda found: "moons" if found == "suns" else "suns"),
    (r"\b(?:Suns|Moons)\b", lambda found: "Moons" if found == "Suns" else "Suns"),
    (r"\b(?:Red|Blue)\b", lambda found: "Blue" if found == "Red" else "Red"),
    (r"(?:and takes|and captures|and gobbles) [^.,;:]*", lambda _found: ""),
    (r"(?<=\. )[A-Z][^.]*\.", lambda _found: ""),
)
"""Facts of a sentence, and how each is made false or left out."""
LEAST = {"activator": 0.9, "pacman": 0.65, "paco": 0.45, "piecepackman": 0.4, "worm_derby": 0.4}
"""The least share of them that a listener must notice; reasons and totals change no table."""


@pytest.mark.parametrize("name", GAMES)
def test_a_listener_notices_what_is_false_or_left_out(name: str) -> None:
    listener, reader = listener_of(name), reader_of(name)
    noticed: Counter[bool] = Counter()
    for number in range(6 if PROFILE == "quick" else 10):
        match = reader._match(Random(f"altered {name} {number}"))
        for _ in range(MOVES // 2):
            before, actor = match.state, match.to_act
            if actor is None:
                break
            match.run(1)
            if laid_out(before, actor):
                continue
            said = sentences_of(match.record[-1])
            for at, text in enumerate(said):
                for pattern, alter in ALTERED:
                    for found in list(re.finditer(pattern, text))[:2]:
                        other = text[: found.start()] + alter(found[0]) + text[found.end() :]
                        texts = [*said[:at], " ".join(other.split()), *said[at + 1 :]]
                        wrong = listener.check(match.game, before, texts, match.state)
                        noticed[bool(wrong)] += 1
    assert noticed[True] > LEAST[name] * noticed.total(), noticed
