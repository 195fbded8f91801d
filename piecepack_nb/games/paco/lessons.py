"""Predict before reveal, and puzzles: the orders are open, but not their results.

Vocabulary
    question   "order" (whose order fails), "end" (where a player ends), "counter" (which cell will
               have another counter, or none)
    turn       the state when the question is asked, and the steps from there to the results
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from piecepack_nb.core.errors import invalid, join_names
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.board import cell_words, row_words, scene, square_words
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.orders import OrderResult, Resolution
from piecepack_nb.games.paco.pieces import BY_RANK, TRAY, at
from piecepack_nb.games.paco.resolution import contenders
from piecepack_nb.games.paco.state import State, names
from piecepack_nb.scene import Feedback, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

QUESTIONS: Mapping[str, str] = {
    "order": "Whose order fails?",
    "end": "Where does a player end?",
    "counter": "Which cell changes?",
}
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


def turn_from(game: Paco, state: State, steps: Sequence[Step]) -> OrderTurn | None:
    """Return the turn of these steps, if the orders are open and dice are known before them."""
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


def ask(
    game: Paco, question: str, state: State, before: Scene, steps: Sequence[Step]
) -> Question | None:
    """Return the question, if all orders are open and the dice are known."""
    turn = turn_from(game, state, steps)
    if turn is None or (question == "end" and not turn.subject):
        return None
    text, clause = {
        "order": ("Choose a player whose order fails.", "PA-21"),
        "end": (f"Where will {names(turn.subject)} be when they are done?", "PA-20"),
        "counter": ("Choose a cell that will have another counter, or none.", "PA-30"),
    }[question]
    shown = scene(game, turn.before, None, before)._replace(
        caption=f"The orders are open. {text}", clause=clause, marks=(), layers=(), listings=(),
        spots=tuple(_guess_spots(turn, question)),
    )  # fmt: skip
    return Question(question, turn, shown, len(turn.steps), turn.before)


def _guess_spots(turn: OrderTurn, question: str) -> Iterator[Spot]:
    """Yield everything that can be guessed."""
    state = turn.before
    if question == "order":
        for number, (seat, order) in enumerate(state.orders.items()):
            square = state.players[seat].square
            if square:
                name = f"{row_words(state, seat)}: {order.words}"
                yield Spot(seat, *at(square), name=name, role="select", key=str(number + 1))
        yield Spot(NOBODY, *PLACE, "None fails", "action", key="0")
        return
    for square in BY_RANK:
        name = f"{square}: {square_words(state, square)}"
        yield Spot(square, *at(square), name=name, role="select")
    guess, name = (OFF, "Off the board") if question == "end" else (NOBODY, "No cell changes")
    yield Spot(guess, *PLACE, name, "action", key="0")


def grade(_game: Paco, asked: Question, guess: str) -> Feedback:
    """Return the grade of a guess."""
    graders = {"order": _grade_order, "end": _grade_end, "counter": _grade_counter}
    return graders[asked.question](asked.key, guess)


def automatic_steps(_game: Paco, _state: State) -> Sequence[Step]:
    """Return no steps: nothing happens automatically before orders were written."""
    return ()


QUIZ = QuizSpec(QUESTIONS, ask, grade, automatic_steps)


# --- Grading -------------------------------------------------------------------------------------


def _sentences(events: Iterable[Event]) -> str:
    return " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in events)


def _grade_order(turn: OrderTurn, guess: str) -> Feedback:
    """Grade a seat whose order fails, or "nobody"."""
    failed = [each for each in turn.results.values() if each.order and not each.done]
    text = " ".join(f"{capitalise(each.text)} ({each.clause})." for each in failed)
    if guess == NOBODY:
        clause = failed[0].clause if failed else "PA-20"
        right = "Right: every order is carried out."
        return Feedback(
            not failed, f"No: {text}" if failed else right, clause, answer=_failing(turn)
        )
    own = turn.results[guess]
    if own in failed:
        return Feedback(True, f"Right: {capitalise(own.text)}.", own.clause, answer=(guess,))
    rest = f"These orders fail: {text}" if failed else "Every order is carried out."
    no = f"No: {capitalise(own.text)}. {rest}"
    return Feedback(False, no, own.clause, answer=_failing(turn))


def _failing(turn: OrderTurn) -> tuple[str, ...]:
    """Return the seats whose orders fail."""
    return tuple(seat for seat, each in turn.results.items() if each.order and not each.done)


def _grade_end(turn: OrderTurn, guess: str) -> Feedback:
    """Grade the square where the player ends, or "off"."""
    seat = turn.subject
    end = turn.end(seat)
    about = [event for event in turn.events(*PERSONAL) if _concerns(event, seat)]
    clause = about[-1].clause if about else turn.results[seat].clause
    name = names(seat)
    steps = _sentences(about) or f"{name} stays on {end}: no order moves them."
    where = "off the board" if end == OFF else f"on {end}"
    grade = "Right" if guess == end else "No"
    return Feedback(guess == end, f"{grade}: {name} ends {where}. {steps}", clause, answer=(end,))


def _concerns(event: Event, seat: str) -> bool:
    moved = event.data.get("moved", ())
    return event.data.get("seat") == seat if not moved else any(m["seat"] == seat for m in moved)


def _grade_counter(turn: OrderTurn, guess: str) -> Feedback:
    """Grade a cell that changes, or "nobody" for none."""
    changed, events = turn.changed, turn.events(*WITH_COUNTERS)
    if guess == NOBODY:
        clause = events[0].clause if events else "PA-20"
        text = f"No: {_sentences(events)}" if changed else "Right: no cell changes."
        return Feedback(not changed, text, clause, answer=tuple(changed))
    about = [event for event in events if guess in _event_squares(event)]
    clause = about[-1].clause if about else "PA-20"
    steps = _sentences(about)
    was, now = cell_words(turn.before, guess), cell_words(turn.after, guess)
    if guess in changed:
        right = f"Right: {guess} was a {was} and is a {now}. {steps}"
        return Feedback(True, right, clause, answer=(guess,))
    rest = f"These cells change: {join_list(changed)}." if changed else "No cell changes."
    no = " ".join(filter(None, (f"No: {guess} stays a {was}.", steps, rest)))
    return Feedback(False, no, clause, answer=tuple(changed))


def _event_squares(event: Event) -> tuple[str, ...]:
    return tuple(event.data[name] for name in ("square", "from", "to") if name in event.data)


# --- Puzzles -------------------------------------------------------------------------------------


KINDS: Mapping[str, tuple[str, str]] = {
    "contest": ("order", "Two want the same cell, and dice decide."),
    "chain": ("counter", "A pushed block sets another one going."),
    "seal": ("counter", "A block stops over a hole."),
    "lift": ("order", "A lift fails, or is pushed away in the same turn."),
    "stun": ("end", "A block drives a player against something."),
}
"""The kinds of misleading turns: the question that is asked there, and the subject."""
GAMES = 200
"""The number of games searched at most."""


def puzzles(
    game: Paco, kind: str | None = None, count: int = 5, seed: int = 0, question: str | None = None
) -> list[Puzzle]:
    """Return ``count`` turns in which a rule misleads: of one kind, or of all in turn.

    Each puzzle is before the orders are carried out, and asks its kind's own question, or
    ``question``. Searches seeded games of bots; the same seed finds the same. Raises BadInput
    for an unknown kind or question, for a count that is no positive number, and where no such turn
    is found.
    """
    if question is not None and question not in QUESTIONS:
        raise invalid("question", question, join_names(QUESTIONS))
    return found_by_playing(
        KINDS, kind, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due, question)
    )


def _in_a_game(game: Paco, seed: int, due: set[str], question: str | None) -> Iterator[Puzzle]:
    """Yield at most one puzzle of each kind from a game, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    state = match.initial_state
    for number, step in enumerate(match.steps):
        turn = turn_from(game, state, match.steps[number:])
        state = step.state
        kind = turn and next((each for each in KINDS if each in due and _is(each, turn)), None)
        asked = question or (KINDS[kind][0] if kind else "")
        if turn is None or kind is None or (asked == "end" and not turn.subject):
            continue
        due = due - {kind}
        copy = match.branch(-1)
        copy.goto(number)
        text = f"Turn {turn.before.turn}: {QUESTIONS[asked].lower()}"
        yield Puzzle(kind, copy, text, asked)


def _is(kind: str, turn: OrderTurn) -> bool:
    """Return whether the turn is of that kind."""
    match kind:
        case "contest":
            return bool(turn.events("die"))
        case "chain":
            return len(turn.events("goes on")) > 1
        case "seal":
            return bool(turn.events("seals", "falls through"))
        case "lift":
            failed = [event for event in turn.events("order fails") if event.clause == "PA-25"]
            lifted = {event.data["square"] for event in turn.events("lifts")}
            pushed = {event.data["square"] for event in turn.events("pushes")}
            return bool(failed or lifted & pushed)
    return bool(turn.events("stunned"))
