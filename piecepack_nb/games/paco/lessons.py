"""Predict before reveal: the orders lie open, what becomes of them? The engine's steps answer.

Vocabulary
    question   "order" (whose order fails), "end" (where a player ends), "counter" (which cell will
               have another counter, or none)
    turn       what is known when it is asked, and the steps from there to the last verdict
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.board import cell_words, row_words, square_words
from piecepack_nb.games.paco.board import scene as table
from piecepack_nb.games.paco.orders import OrderResult as Judged
from piecepack_nb.games.paco.orders import Resolution
from piecepack_nb.games.paco.pieces import BY_RANK, TRAY, at
from piecepack_nb.games.paco.resolution import contenders
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Feedback, Layer, Mark, Question, QuizSpec, Scene, Spot
from piecepack_nb.scene.quiz import Puzzle, found_by_playing

if TYPE_CHECKING:
    from piecepack_nb.games.paco.game import Paco


# --- Grading -------------------------------------------------------------------------------------


QUESTIONS: Mapping[str, str] = {
    "order": "Whose order fails?",
    "end": "Where does a player end?",
    "counter": "Which cell changes?",
}
NOBODY, OFF = "nobody", "off"
"""The guesses that every order is carried out, or no cell changes; and that a player leaves."""
PERSONAL = ("moves", "lands", "jumps", "order fails", "falls", "stunned", "pushed off")
"""The events that are about where a player is."""
WITH_COUNTERS = ("lifts", "lifts too", "slides", "shoves", "seals", "falls through", "stops",
                 "leaves", "stays")  # fmt: skip
"""The events that are about counters."""


class OrderTurn(NamedTuple):
    """A turn whose orders lie open, and what comes of them."""

    before: State
    steps: tuple[Step, ...]
    """From there on; the last one judges all orders."""

    @property
    def after(self) -> State:
        """The table when all orders were carried out."""
        state: State = self.steps[-1].state
        return state

    @property
    def verdicts(self) -> dict[str, Judged]:
        """The verdict on every player's order."""
        why = self.steps[-1].event.why
        assert isinstance(why, Resolution)
        return {each.seat: each for each in why.verdicts}

    def events(self, *kinds: str) -> list[Event]:
        """What happened, of these kinds."""
        return [step.event for step in self.steps if step.event.kind in kinds]

    @property
    def changed(self) -> tuple[str, ...]:
        """The squares where another counter lies afterwards, or none."""
        before, after = self.before.cells, self.after.cells
        return tuple(sorted(s for s in {*before, *after} if before.get(s) != after.get(s)))

    @property
    def asked_of(self) -> str:
        """The player whose end is asked: one who ends elsewhere than his order says, if any."""
        moved = [seat for seat, order in self.before.orders.items()
                 if order.kind in ("forward", "jump")]  # fmt: skip
        surprised = [seat for seat, player in self.before.players.items()
                     if player.square and self.end(seat) != self._expected(seat)]  # fmt: skip
        return next(iter((*surprised, *moved)), "")

    def end(self, seat: str) -> str:
        """Where a player ends: its square, or "off"."""
        return self.after.players[seat].square or OFF

    def _expected(self, seat: str) -> str | None:
        player, order = self.before.players[seat], self.before.orders.get(seat)
        goes = order is not None and order.kind in ("forward", "jump")
        return player.ahead if goes else player.square


class Grade(NamedTuple):
    """What comes of a guess."""

    right: bool
    text: str
    clause: str


def turn_from(game: Paco, state: State, steps: Sequence[Step]) -> OrderTurn | None:
    """The turn that these steps carry out, where the orders lie open and dice are known."""
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


def grade_guess(turn: OrderTurn, question: str, guess: str) -> Grade:
    """The verdict on a guess, with the rule that decided."""
    return {"order": _grade_order, "end": _grade_end, "counter": _grade_counter}[question](
        turn, guess
    )


def _grade_order(turn: OrderTurn, guess: str) -> Grade:
    """A seat whose order fails, or "nobody"."""
    failed = [each for each in turn.verdicts.values() if each.order and not each.done]
    told = " ".join(f"{capitalise(each.text)} ({each.clause})." for each in failed)
    if guess == NOBODY:
        clause = failed[0].clause if failed else "PA-20"
        said = f"No: {told}" if failed else "Right: every order is carried out."
        return Grade(not failed, said, clause)
    mine = turn.verdicts[guess]
    if mine in failed:
        return Grade(True, f"Right: {capitalise(mine.text)}.", mine.clause)
    rest = f"What fails: {told}" if failed else "Every order is carried out."
    return Grade(False, f"No: {capitalise(mine.text)}. {rest}", mine.clause)


def _grade_end(turn: OrderTurn, guess: str) -> Grade:
    """The square where the player ends, or "off"."""
    seat = turn.asked_of
    end = turn.end(seat)
    about = [event for event in turn.events(*PERSONAL, "shoves") if _concerns(event, seat)]
    told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in about)
    clause = about[-1].clause if about else turn.verdicts[seat].clause
    stays = told or f"{seat} stays on {end}: no order moves it."
    where = "off the board" if end == OFF else f"on {end}"
    said = "Right" if guess == end else "No"
    return Grade(guess == end, f"{said}: {seat} ends {where}. {capitalise(stays)}", clause)


def _concerns(event: Event, seat: str) -> bool:
    moved = event.data.get("moved", ())
    return event.data.get("seat") == seat if not moved else any(m["seat"] == seat for m in moved)


def _grade_counter(turn: OrderTurn, guess: str) -> Grade:
    """A cell that changes, or "nobody" for none."""
    changed = turn.changed
    about = [event for event in turn.events(*WITH_COUNTERS) if guess in _event_squares(event)]
    if guess == NOBODY:
        events = turn.events(*WITH_COUNTERS)
        told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in events)
        clause = events[0].clause if events else "PA-20"
        return Grade(not changed, f"No: {told}" if changed else "Right: no cell changes.", clause)
    told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in about)
    clause = about[-1].clause if about else "PA-20"
    was, now = cell_words(turn.before, guess), cell_words(turn.after, guess)
    if guess in changed:
        return Grade(True, f"Right: {guess} was a {was} and is a {now}. {told}", clause)
    rest = f"What changes: {join_list(changed)}." if changed else "No cell changes."
    return Grade(False, f"No: {guess} stays a {was}. {told} {rest}".replace("  ", " "), clause)


def _event_squares(event: Event) -> tuple[str, ...]:
    data = event.data
    return tuple(data[name] for name in ("square", "from", "to") if name in data)


# --- The quiz ------------------------------------------------------------------------------------


PLACE = (TRAY / 2, 2.86, "desk", TRAY - 0.5, 0.5)
BUTTON = Spot("next", *PLACE, "Next", "action", key="g")
GUESS = Layer("guess", "Your guess")


def ask(
    game: Paco, question: str, state: State, scene: Scene, steps: Sequence[Step]
) -> Question | None:
    """The question, where all orders lie open and the dice are known."""
    turn = turn_from(game, state, steps)
    if turn is None or (question == "end" and not turn.asked_of):
        return None
    text, clause = _question_text(turn, question)
    shown = table(game, turn.before, None, scene)._replace(
        caption=text, clause=clause, spots=tuple(_guess_spots(turn, question)), marks=(), layers=(),
        listings=(),
    )  # fmt: skip
    return Question(question, turn, shown, len(turn.steps))


def _question_text(turn: OrderTurn, question: str) -> tuple[str, str]:
    if question == "end":
        return f"The orders lie open. Where will {turn.asked_of} be when they are done?", "PA-20"
    if question == "counter":
        return "The orders lie open. Pick a cell that will have another counter, or none.", "PA-30"
    return "The orders lie open. Pick a player whose order fails.", "PA-21"


def _guess_spots(turn: OrderTurn, question: str) -> Iterator[Spot]:
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
        yield Spot(
            square, *at(square), name=f"{square}: {square_words(state, square)}", role="select"
        )
    if question == "end":
        yield Spot(OFF, *PLACE, "Off the board", "action", key="0")
    else:
        yield Spot(NOBODY, *PLACE, "No cell changes", "action", key="0")


def grade(game: Paco, asked: Question, guess: str) -> Feedback:
    """The verdict on a guess, and the guess on the board."""
    turn: OrderTurn = asked.key
    verdict = grade_guess(turn, asked.question, guess)
    square = turn.before.players[guess].square if guess in turn.before.players else guess
    marks: tuple[Mark, ...] = ()
    if square and square not in (NOBODY, OFF):
        marks = (Mark("selected", *at(square), layer=GUESS.id),)
    return Feedback(verdict.right, verdict.text, verdict.clause, marks, (GUESS,))


def automatic_steps(_game: Paco, _state: State) -> Sequence[Step]:
    """Nothing happens by itself in a state: it takes a match, in which orders were written."""
    return ()


QUIZ = QuizSpec(QUESTIONS, ask, grade, automatic_steps, BUTTON)


# --- Puzzles -------------------------------------------------------------------------------------


KINDS: Mapping[str, tuple[str, str]] = {
    "contest": ("order", "Two want the same cell, and dice decide."),
    "chain": ("counter", "A pushed block sets another one going."),
    "seal": ("counter", "A block comes to rest over a hole."),
    "lift": ("order", "A lift fails, or is pushed away in the same turn."),
    "stun": ("end", "A block drives a player against something."),
}
"""What can mislead: the question that is asked there, and what it is about."""
GAMES = 200
"""How many games are looked through at most."""


def puzzles(
    game: Paco, kind: str | None = None, count: int = 5, seed: int = 0, question: str | None = None
) -> list[Puzzle]:
    """``count`` turns in which a rule misleads: of one kind, or of all in turn.

    Each stands before the orders are carried out, and asks its kind's own question, or
    ``question``. Looks through seeded games of bots; the same seed finds the same. Raises BadInput
    for an unknown kind or question, for a count that is no positive number, and where no such turn
    comes up.
    """
    if question is not None and question not in QUESTIONS:
        raise invalid("question", question, " or ".join(map(repr, QUESTIONS)))
    return found_by_playing(
        KINDS, kind, count, seed, GAMES, lambda seed, due: _in_a_game(game, seed, due, question)
    )


def _in_a_game(game: Paco, seed: int, due: set[str], question: str | None) -> Iterator[Puzzle]:
    """At most one puzzle of each kind from a game, so that they differ."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    for number, turn in _order_turns(game, match):
        kind = next((each for each in KINDS if each in due and _is(each, turn)), None)
        asked = question or (KINDS[kind][0] if kind else "")
        if kind is None or (asked == "end" and not turn.asked_of):
            continue
        due = due - {kind}
        copy = match.branch(-1)
        copy.goto(number)
        text = f"Turn {turn.before.turn}: {QUESTIONS[asked].lower()}"
        yield Puzzle(kind, copy, text, asked)


def _order_turns(game: Paco, match: Match) -> Iterator[tuple[int, OrderTurn]]:
    """The turns of a game, each with the step before which it is asked."""
    steps, state = match.steps, match.initial_state
    for number, step in enumerate(steps):
        turn = turn_from(game, state, steps[number:])
        if turn is not None:
            yield number, turn
        state = step.state


def _is(kind: str, turn: OrderTurn) -> bool:
    """Is the turn of that kind?"""
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
