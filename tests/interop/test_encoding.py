"""Moves and states as numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.interop.encoding import END, EncodedPosition, Encoding, words_of
from tests.core.pig import Pig
from tests.design.examples import example_class
from tests.interop.games import FINITE, registered


def rolled(position: EncodedPosition) -> EncodedPosition:
    """Return the first position from here in which a seat acts, or the game is over."""
    while isinstance(position.actor, Chance):
        position = position.chanced(seeded_pick(1, position.moves))
    return position


def written(position: EncodedPosition, text: str) -> EncodedPosition:
    """Return the position after some words."""
    for word in text.split():
        position = position.after(position.encoding.action(word))
    return position


def possible(position: EncodedPosition) -> list[str]:
    return [position.encoding.words[action] for action in position.actions]


def walk(name: str, seed: int, most: int) -> Iterator[EncodedPosition]:
    """Yield the positions of a random game in which seats write."""
    chosen = random.Random(seed)
    with registered(name) as game:
        position = rolled(Encoding(game, 64).start())
        for _ in range(most):
            if position.seat is None:
                return
            yield position
            position = rolled(position.after(chosen.choice(position.actions)))


def endings(position: EncodedPosition, legal: list[str]) -> dict[str, object]:
    """Return the state after each of the legal moves that can still be written, by its text."""
    found: dict[str, object] = {}
    for action in position.actions:
        after = position.after(action)
        if after.moves == position.moves:
            found |= endings(after, [text for text in legal if fits(after, text)])
        else:
            found[text_of(position, position.encoding.words[action], legal)] = after.state
    return found


def text_of(position: EncodedPosition, word: str, legal: list[str]) -> str:
    """Return the one legal move that begins with what is written and a word."""
    line = position.written if word == END else (*position.written, word)
    size = None if word == END else len(line)
    (text,) = (text for text in legal if words_of(text)[:size] == line)
    return text


def texts(position: EncodedPosition) -> list[str]:
    """Return the legal moves that begin with what is written."""
    moves = map(str, position.game.moves_for(position.state, str(position.seat)))
    return [text for text in moves if fits(position, text)]


def fits(position: EncodedPosition, text: str) -> bool:
    """Return whether a move begins with what is written."""
    return words_of(text)[: len(position.written)] == position.written


@pytest.mark.parametrize("name", FINITE)
def test_every_legal_move_can_be_written_and_no_other(name: str) -> None:
    for position in walk(name, 5, 8):
        game, legal = position.game, texts(position)
        found = endings(position, legal)
        assert sorted(found) == sorted(legal)
        for text in list(found)[:5]:
            move = game.parse_move(position.state, text)
            assert found[text] == game.next_state(position.state, move)


POWERS = (
    ("walls", "own-walls", "stockpile", "give"),
    ("any-cube", "shortcut", "plunder", "portal"),
    ("teleport", "pass", "attack", "boost"),
    ("drop", "ace-wall", "give", "stockpile"),
)


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "against"},
        {"mode": "race"},
        *(
            {"powers": "chosen", **{f"{s}_power": p for s, p in zip(SUITS, four, strict=True)}}
            for four in POWERS
        ),
    ],
    ids=str,
)
def test_every_word_of_piecepackman_has_a_number(options: dict[str, str]) -> None:
    """Also those of powers and other modes; no two moves have the same words."""
    chosen = random.Random(3)
    position = rolled(Encoding(pp.game("piecepackman", **options), 16, 60).start())
    while position.seat is not None:
        legal = [words_of(text) for text in texts(position)]
        assert len(set(legal)) == len(legal)
        assert {word for words in legal for word in words} <= set(position.encoding.words)
        position = rolled(position.after(chosen.choice(position.actions)))


def test_an_action_means_the_same_word_in_every_state() -> None:
    words = Encoding(pp.game("activator")).words
    assert words[:5] == (END, "a1", "b1", "c1", "d1")
    assert len(words) == len(set(words)) == 1 + 16 + 1 + 2
    assert words == Encoding(pp.game("activator", repetition=2)).words


def test_shared_words_are_written_already_and_a_clear_move_is_made() -> None:
    start = Encoding(pp.game("activator")).start()
    assert start.written == ()
    part = written(start, "b1")
    assert (part.moves, part.seat) == (0, "red")
    half = written(part, "b2")
    assert (half.moves, END in possible(half)) == (0, True)  # the activator may move too
    whole = written(half, END)
    move = start.game.parse_move(start.state, "b1-b2")
    assert whole.state == start.game.next_state(start.state, move)


def test_secret_orders_are_in_nobody_elses_numbers() -> None:
    """Every seat sees who has written an order, and only its writer which."""
    start = rolled(Encoding(pp.game("paco")).start())
    forward, left = written(start, "forward"), written(start, "left")
    assert (forward.seat, left.seat) == ("moons", "moons")
    assert forward.state != left.state
    for seat in ("moons", "crowns", "arms"):
        assert forward.seen(seat) == left.seen(seat)
        assert forward.vector(seat) == left.vector(seat)
    assert forward.vector("suns") != left.vector("suns")


def test_half_a_secret_move_is_seen_by_its_writer_alone() -> None:
    position = next(each for each in walk("paco", 5, 200) if "jump" in possible(each))
    half = written(position, "jump")
    assert (half.seat, half.written[-1]) == (position.seat, "then")
    others = [seat for seat in position.game.seats if seat != position.seat]
    assert all(half.vector(seat) == position.vector(seat) for seat in others)
    assert half.vector(str(half.seat)) != position.vector(str(half.seat))


def test_a_coin_that_nobody_has_turned_over_is_a_secret() -> None:
    game = pp.game("piecepackman")
    position = rolled(Encoding(game).start())
    coins = {square: coin._replace(face="5") for square, coin in position.state.coins.items()}
    other = EncodedPosition(
        position.encoding, position.state._replace(coins=type(position.state.coins)(coins))
    )
    assert other.state != position.state
    assert other.vector("suns") == position.vector("suns")


def test_different_positions_have_different_features() -> None:
    for name in ("tic_tac_toe", "activator", "pacman"):
        with registered(name) as game:
            start = rolled(Encoding(game, 1024).start())
            after = [rolled(start.after(action)) for action in start.actions]
            assert len({tuple(each.vector(str(start.seat))) for each in after}) == len(after)


def test_features_are_the_same_in_every_python() -> None:
    """A trained player goes on working: the numbers depend on no hash that changes."""
    with registered("tic_tac_toe") as game:
        vector = Encoding(game, 32).start().vector("suns")
    marked = [number for number, value in enumerate(vector) if value]
    assert marked == MARKED


MARKED = [4, 9, 12, 17, 19, 20, 26, 28, 29, 31]


def test_a_game_is_broken_off_after_the_most_moves() -> None:
    with registered("tic_tac_toe") as game:
        position = Encoding(game, most_moves=3).start()
        for square in ("a1", "a2", "a3"):
            assert not position.broken_off
            position = written(position, square)
    assert position.broken_off
    assert (position.actor, position.seat, position.payoff("suns")) == (None, None, 0)


def test_an_impossible_word_is_refused() -> None:
    with registered("tic_tac_toe") as game:
        position = written(Encoding(game).start(), "b2")
        wrong = position.encoding.action("b2")
        with pytest.raises(BadInput, match=r"the action is \d+; expected the number of one of"):
            position.after(wrong)
        with pytest.raises(BadInput, match="a word of a move of tic_tac_toe is 'z9'"):
            position.encoding.action("z9")


@pytest.mark.parametrize("what", ["worm_derby", example_class("snakes_and_ladders"), Pig])
def test_a_game_without_finitely_many_moves_is_refused(what: object) -> None:
    game = pp.game(what) if isinstance(what, str) else as_game(what)
    with pytest.raises(BadInput, match=r"none with pieces that move freely or of pure chance$"):
        Encoding(game)


def as_game(what: object) -> object:
    assert isinstance(what, type)
    return what()


def test_sizes_are_checked() -> None:
    with pytest.raises(BadInput, match="features is 0; expected a whole number of 1 or more"):
        Encoding(pp.game("activator"), features=0)
