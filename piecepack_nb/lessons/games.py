"""Checks of the games that students write."""

from __future__ import annotations

from typing import Any

from piecepack_nb.bots import random as random_bot
from piecepack_nb.core.errors import BadInput, brief_repr
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.board import Board
from piecepack_nb.design.checking import check as check_game
from piecepack_nb.lessons.answers import Wrong

CORNERS = ("a1", "a3", "c1", "c3")
PLACES = tuple(file + rank for file in "abc" for rank in "123")
SEATS = ("suns", "moons")


def _game(design: Any, example: str) -> Any:
    """Return the game of a class; raise Wrong for anything else, and for a class that fails."""
    if not (isinstance(design, type) and issubclass(design, Board)):
        raise Wrong(f"The answer is {brief_repr(design)}; expected the class itself: {example}.")
    try:
        return design.as_game()()
    except BadInput as error:
        raise Wrong(f"{error}.") from None


# --- §2: closed corners --------------------------------------------------------------------------


def check_closed_corners(design: Any) -> str:
    """Check that the corners are closed in turns 1 and 2 and open from turn 3 on."""
    game = _game(design, "Closed")
    for turn in range(1, 6):
        for taken in ({}, {"b1": "suns", "c2": "moons"}, {"a1": "moons", "b2": "suns"}):
            position = {"pieces": taken, "turn": turn, "seat": SEATS[(turn + 1) % 2]}
            _check_places(game, position, turn, taken)
    return "The four corners are closed in turns 1 and 2, and open afterwards."


def _check_places(game: Any, position: dict[str, Any], turn: int, taken: dict[str, str]) -> None:
    match = Match(game, position=position)
    for place in PLACES:
        closed = place in CORNERS and turn <= 2
        try:
            refusal = match.refusal(place)
        except BadInput as error:
            raise Wrong(f"{error}.") from None
        if (refusal is None) != (not closed and place not in taken):
            rule = "closed" if closed else "taken" if place in taken else "open"
            does = "allows" if refusal is None else "refuses"
            raise Wrong(f"In turn {turn} your rule {does} {place}; it must be {rule} then.")
        if refusal is not None and place not in taken and not _explains(refusal.text, place):
            raise Wrong(
                f"The refusal {refusal.text!r} doesn't say until when {place} is closed. Write "
                "the fact, then the rule."
            )


def _explains(text: str, place: str) -> bool:
    """Return True for a sentence that says more than that the place is closed."""
    words = text.replace(place, "").split()
    return len(words) >= 4 and any(word in text for word in ("turn", "first", "two", "2", "until"))


# --- §4: three in a line lose --------------------------------------------------------------------


def check_line_loses(design: Any) -> str:
    """Check that a seat with three in a line loses, and that a full board is a draw."""
    game = _game(design, "Swapped")
    cases = (
        ("a1 b1 a2 b2 a3", ("moons",)),
        ("a1 b1 a2 b2 c3 b3", ("suns",)),
        ("a1 a3 b2 c2 a2 b1 b3 c1 c3", ("moons",)),
        ("a1 b2 c3 a3 c1 b1 b3 c2 a2", ()),
    )
    for moves, winners in cases:
        match = Match(game)
        try:
            for move in moves.split():
                match.play(move)
        except BadInput as error:
            raise Wrong(f"After some of the moves {moves}: {error}.") from None
        found = match.result
        if found is None or found.winners != winners:
            expected = f"{winners[0]} wins" if winners else "a draw"
            what = "goes on" if found is None else f"ends: {found.text}"
            raise Wrong(f"After {moves} the game {what.rstrip('.')}; expected: {expected}.")
    return f"{len(cases)} games end as they must."


# --- §7: a bot that completes a line -------------------------------------------------------------

LINES = (
    *(tuple(file + rank for rank in "123") for file in "abc"),
    *(tuple(file + rank for file in "abc") for rank in "123"),
    ("a1", "b2", "c3"), ("a3", "b2", "c1"),
)  # fmt: skip


def check_line_bot(design: Any) -> str:
    """Check that a class's bot completes a line wherever it can, and else takes the middle."""
    game = _game(design, "Smart")
    if len(game.built_in_bots) != 1:
        raise Wrong(f"The class has {count_noun(len(game.built_in_bots), 'bot')}; expected one.")
    (name,) = game.built_in_bots
    for seat, rival in (SEATS, SEATS[::-1]):
        for line in LINES:
            for gap in line:
                others = [place for place in PLACES if place not in line][:2]
                pieces = dict.fromkeys(line, seat) | dict.fromkeys(others, rival)
                del pieces[gap]
                move = _bot_move(game, name, seat, pieces)
                if move != gap:
                    mine = " and ".join(place for place in line if place != gap)
                    raise Wrong(f"{name} has {mine} as {seat} and plays {move}; {gap} wins.")
    if (move := _bot_move(game, name, "suns", {})) != "b2":
        raise Wrong(f"On the empty board {name} plays {move}; without a line to complete it should "
                    "do as before, and take b2.")  # fmt: skip
    return f"It completes all {len(LINES)} lines, for either seat."


def _bot_move(game: Any, name: str, seat: str, pieces: dict[str, str]) -> str:
    try:
        position = {"pieces": pieces, "seat": seat}
        match = Match(game, seed=1, position=position, seats=dict.fromkeys(game.seats, name))
        match.run(1)
    except BadInput as error:
        raise Wrong(f"{error}.") from None
    return str(match.record[-1].move)


# --- Make: the student's own game -----------------------------------------------------------------


class Given(Board):
    """The game that the lesson's last part begins with."""

    places = Board.squares(4, 4)

    def setup(self, table: Any) -> None:
        """Put the pawns on both sides."""
        for file in "abcd":
            table[file + "1"], table[file + "4"] = "suns", "moons"

    def why_not(self, table: Any, start: str, end: str) -> Any:
        """Refuse anything but a step to an empty neighbour."""
        from piecepack_nb.design import ready

        return ready.step(table, start, end) or ready.on_empty(table, end)

    def move(self, table: Any, start: str, end: str) -> None:
        """Make the step."""
        table.carry(start, end)

    def winner(self, table: Any) -> Any:
        """Return the seat that is on the other side."""
        from piecepack_nb.design import ready

        side = "top" if table.seat == "suns" else "bottom"
        return ready.reaches(table, table.seat, table.places.edge(side))


def check_own_game(design: Any) -> str:
    """Check a game of the student's own: its rules work, are written down, and are new."""
    game = _game(design, "Mine")
    try:
        same = _course(game) == _course(Given.as_game()())
    except BadInput as error:
        raise Wrong(f"{error}.") from None
    if same:
        raise Wrong("This is still the game that the lesson gives you: change its rules.")
    if not getattr(design, "rulebook", None):
        raise Wrong("The rules are not written down: give the class a rulebook (part 3).")
    found = check_game(design, games=20, seconds=15)
    if not found:
        raise Wrong(f"{found.problems[0].rstrip('.')}.")
    return str(found)


def _course(game: Any) -> list[str]:
    """Return the moves of random games, which tell two games apart."""
    seen = []
    for seed in range(3):
        match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, random_bot))
        match.run(30)
        seen += [str(played.move) for played in match.record]
    return seen
