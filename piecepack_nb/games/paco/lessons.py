"""Predict before reveal, and puzzles: the orders are open, but not their results.

Vocabulary
    question   "order" (whose order fails), "end" (where a player ends), "counter" (which cell will
               have another counter, or none)
    turn       the state when the question is asked, and the steps from there to the results
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.board import cell_words, row_words, scene, square_words
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.orders import OrderResult, Resolution
from piecepack_nb.games.paco.pieces import BY_RANK, TRAY, at
from piecepack_nb.games.paco.resolution import contenders
from piecepack_nb.games.paco.state import State, names
from piecepack_nb.scene import Feedback, QuestionKind, QuizSpec, Scene, Spot
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.quiz import Moment, PuzzleKind, PuzzleSearch

NOBODY, OFF = "nobody", "off"
"""The guesses that every order is carried out, or no cell changes; and that a player leaves."""
PERSONAL = ("moves", "lands", "jumps", "order fails", "falls", "stunned", "pushed off", "shoves")
"""The events that are about where a player is."""
WITH_COUNTERS = ("lifts", "lifts too", "slides", "shoves", "seals", "falls through", "stops",
                 "leaves", "stays")  # fmt: skip
"""The events that are about counters."""


# --- A turn --------------------------------------------------------------------------------------


class OrderTurn(NamedTuple):
    """A turn whose orders are open, and their results."""

    before: State
    steps: tuple[Step, ...]
    """The steps from there on; the last one has the results of all orders."""

    @property
    def after(self) -> State:
        """The state when all orders were carried out."""
        state: State = self.steps[-1].state
        return state

    @property
    def results(self) -> dict[str, OrderResult]:
        """The result of every player's order."""
        why = self.steps[-1].event.why
        assert isinstance(why, Resolution)
        return {each.seat: each for each in why.results}

    def events(self, *kinds: str) -> list[Event]:
        """Return the events of these kinds."""
        return [step.event for step in self.steps if step.event.kind in kinds]

    @property
    def failing(self) -> tuple[str, ...]:
        """The seats whose orders fail."""
        return tuple(seat for seat, each in self.results.items() if each.order and not each.done)

    @property
    def changed(self) -> tuple[str, ...]:
        """The squares that have another counter afterwards, or none."""
        before, after = self.before.cells, self.after.cells
        return tuple(sorted(s for s in {*before, *after} if before.get(s) != after.get(s)))

    @property
    def subject(self) -> str:
        """The player whose end is asked: one who ends elsewhere than ordered, if any."""
        players = self.before.players
        moved = [seat for seat in self.before.orders if self._goes(seat)]
        surprised = [
            seat
            for seat, player in players.items()
            if player.square
            and self.end(seat) != (player.ahead if self._goes(seat) else player.square)
        ]
        return next(iter((*surprised, *moved)), "")

    def _goes(self, seat: str) -> bool:
        order = self.before.orders.get(seat)
        return order is not None and order.kind in ("forward", "jump")

    def end(self, seat: str) -> str:
        """Return where a player ends: a square, or "off"."""
        return self.after.players[seat].square or OFF


def turn_from(game: Paco, moment: Moment[State]) -> OrderTurn | None:
    """Return the turn that follows, if the orders are open and dice are known before it."""
    state, steps, _ = moment
    if not steps:
        return None
    first = steps[0]
    if first.event.kind == "orders shown":
        if contenders(game.rules, first.state):
            return None  # the dice come first
        before = first.state
    elif state.phase == "dice" and not state.dice and first.state.dice:
        before = state._replace(dice=first.state.dice)
    else:
        return None
    kinds = [step.event.kind for step in steps]
    if "resolution" not in kinds:
        return None
    return OrderTurn(before, tuple(steps[: kinds.index("resolution") + 1]))


# --- The quiz ------------------------------------------------------------------------------------

PLACE = (TRAY / 2, 2.86, "desk", TRAY - 0.5, 0.5)


def _board(game: Paco, turn: OrderTurn, before: Scene) -> Scene:
    """Return the board with open orders, as it is before the first is carried out."""
    return scene(game, turn.before, None, before)._replace(marks=(), layers=(), listings=())


def _players(_game: Paco, turn: OrderTurn) -> Iterator[Spot]:
    """Yield the players on the board, with their orders, and "none fails"."""
    state = turn.before
    for number, (seat, order) in enumerate(state.orders.items()):
        square = state.players[seat].square
        if square:
            name = f"{row_words(state, seat)}: {order.words}"
            yield Spot(seat, *at(square), name=name, role="select", key=str(number + 1))
    yield Spot(NOBODY, *PLACE, "None fails", "action", key="0")


def _cells(guess: str, name: str, _game: Paco, turn: OrderTurn) -> Iterator[Spot]:
    """Yield every cell, and one more guess."""
    for square in BY_RANK:
        words = f"{square}: {square_words(turn.before, square)}"
        yield Spot(square, *at(square), name=words, role="select")
    yield Spot(guess, *PLACE, name, "action", key="0")


# --- Grading -------------------------------------------------------------------------------------


def _sentences(events: Iterable[Event]) -> str:
    return " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in events)


def _grade_order(_game: Paco, turn: OrderTurn, guess: str) -> Feedback:
    """Grade a seat whose order fails, or "nobody"."""
    failed = [turn.results[seat] for seat in turn.failing]
    text = " ".join(f"{capitalise(each.text)} ({each.clause})." for each in failed)
    if guess == NOBODY:
        clause = failed[0].clause if failed else "PA-20"
        return Feedback(f"No: {text}" if failed else "Right: every order is carried out.", clause)
    own = turn.results[guess]
    if own in failed:
        return Feedback(f"Right: {capitalise(own.text)}.", own.clause)
    rest = f"These orders fail: {text}" if failed else "Every order is carried out."
    return Feedback(f"No: {capitalise(own.text)}. {rest}", own.clause)


def _grade_end(_game: Paco, turn: OrderTurn, guess: str) -> Feedback:
    """Grade the square where the player ends, or "off"."""
    seat = turn.subject
    end = turn.end(seat)
    about = [event for event in turn.events(*PERSONAL) if _concerns(event, seat)]
    clause = about[-1].clause if about else turn.results[seat].clause
    name = names(seat)
    steps = _sentences(about) or f"{name} stays on {end}: no order moves them."
    where = "off the board" if end == OFF else f"on {end}"
    grade = "Right" if guess == end else "No"
    return Feedback(f"{grade}: {name} ends {where}. {steps}", clause)


def _concerns(event: Event, seat: str) -> bool:
    moved = event.data.get("moved", ())
    return event.data.get("seat") == seat if not moved else any(m["seat"] == seat for m in moved)


def _grade_counter(_game: Paco, turn: OrderTurn, guess: str) -> Feedback:
    """Grade a cell that changes, or "nobody" for none."""
    changed, events = turn.changed, turn.events(*WITH_COUNTERS)
    if guess == NOBODY:
        clause = events[0].clause if events else "PA-20"
        text = f"No: {_sentences(events)}" if changed else "Right: no cell changes."
        return Feedback(text, clause)
    about = [event for event in events if guess in _event_squares(event)]
    clause = about[-1].clause if about else "PA-20"
    steps = _sentences(about)
    was, now = cell_words(turn.before, guess), cell_words(turn.after, guess)
    if guess in changed:
        return Feedback(f"Right: {guess} was a {was} and is a {now}. {steps}", clause)
    rest = f"These cells change: {join_list(changed)}." if changed else "No cell changes."
    no = " ".join(filter(None, (f"No: {guess} stays a {was}.", steps, rest)))
    return Feedback(no, clause)


def _event_squares(event: Event) -> tuple[str, ...]:
    return tuple(event.data[name] for name in ("square", "from", "to") if name in event.data)


def _with_subject(game: Paco, moment: Moment[State]) -> OrderTurn | None:
    turn = turn_from(game, moment)
    return turn if turn is not None and turn.subject else None


about_turn = partial(
    QuestionKind[Paco, State, OrderTurn], none=NOBODY, picture=_board,
    words=lambda _game, turn: {"who": names(turn.subject)},
    steps=lambda _game, turn, _steps: len(turn.steps), state=lambda turn: turn.before,
)  # fmt: skip
"""A question about the results of a turn, asked when all orders are open."""
QUIZ = QuizSpec({
    "order": about_turn(
        "Whose order fails?", "PA-21",
        "The orders are open. Choose a player whose order fails.",
        turn_from, _players, lambda _game, turn: turn.failing, _grade_order,
    ),
    "end": about_turn(
        "Where does a player end?", "PA-20",
        "The orders are open. Where will {who} be when they are done?",
        _with_subject, partial(_cells, OFF, "Off the board"),
        lambda _game, turn: (turn.end(turn.subject),), _grade_end,
    ),
    "counter": about_turn(
        "Which cell changes?", "PA-30",
        "The orders are open. Choose a cell that will have another counter, or none.",
        turn_from, partial(_cells, NOBODY, "No cell changes"),
        lambda _game, turn: turn.changed, _grade_counter,
    ),
})  # fmt: skip


# --- Puzzles -------------------------------------------------------------------------------------


def _happens(*kinds: str, times: int = 1) -> Callable[[Paco, OrderTurn], bool]:
    """Return a check that a turn has so many events of these kinds."""
    return lambda _game, turn: len(turn.events(*kinds)) >= times


def _lift_fails(_game: Paco, turn: OrderTurn) -> bool:
    failed = [event for event in turn.events("order fails") if event.clause == "PA-25"]
    lifted = {event.data["square"] for event in turn.events("lifts")}
    pushed = {event.data["square"] for event in turn.events("pushes")}
    return bool(failed or lifted & pushed)


def _kind(
    question: str, title: str, misleads: Callable[[Paco, OrderTurn], bool]
) -> PuzzleKind[Paco, OrderTurn]:
    """Return a kind of misleading turn, about which any other question can be asked, too."""
    return PuzzleKind(title, question, misleads, tuple(QUIZ.kinds))


KINDS: Mapping[str, PuzzleKind[Paco, OrderTurn]] = {
    "contest": _kind("order", "Two want the same cell, and dice decide.", _happens("die")),
    "chain": _kind("counter", "A pushed block sets another one going.",
                   _happens("goes on", times=2)),
    "seal": _kind("counter", "A block stops over a hole.", _happens("seals", "falls through")),
    "lift": _kind("order", "A lift fails, or is pushed away in the same turn.", _lift_fails),
    "stun": _kind("end", "A block drives a player against something.", _happens("stunned")),
}  # fmt: skip
WHOLE_GAME = 100_000
puzzles = PuzzleSearch(
    QUIZ, KINDS, lambda _match, kind, turn: f"Turn {turn.before.turn}: {kind.title.lower()}",
    games=200, moves=WHOLE_GAME, by_steps=WHOLE_GAME,
)  # fmt: skip


# --- The first game ------------------------------------------------------------------------------

FIRST_GAME = (
    FirstTask(
        "Move",
        "You are Suns, and face east. Choose Forward, then choose it again to write it. The "
        "others write an order, too, and then all are carried out.",
        {"suns": "b3 E", "moons": "e3 N"},
        "suns forward",
        "moves",
        "Suns went one cell. Who is on the board at the end of a turn gains a point.",
        "The task is to move forward",
        "PA-12",
        {"players": 2},
        "suns",
        "left",
    ),
    FirstTask(
        "Hit somebody",
        "A white block is in front of you, and Moons is in its line. Write Push.",
        {"suns": "b3 E", "moons": "e3 N", "board": {"c3": "white"}},
        "suns push",
        "stunned",
        "The block pushed Moons against a white block: Moons is stunned and loses a point, and you "
        "gain one.",
        "That leaves Moons in peace. The task is to push the block",
        "PA-34",
        {"players": 2},
        "suns",
        "left",
    ),
    FirstTask(
        "Win",
        "It is the last turn, and both have 4 points. Write the order that gains you one more than "
        "Moons.",
        {"suns": "b3 E, 4 points", "moons": "e3 N, 4 points", "turn": 20, "board": {"c3": "white"}},
        "suns push",
        lambda steps: any(step.event.kind == "points gained" for step in steps),
        "You have the most points at the end: you win.",
        "Then both have as many points. Push the block at Moons",
        "PA-41",
        {"players": 2},
        "suns",
        "left",
    ),
)
"""Three tasks for somebody who has never played."""
