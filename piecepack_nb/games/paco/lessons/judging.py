"""Predict before reveal: the orders lie open, what becomes of them? The engine's steps answer.

Vocabulary
    question   "order" (whose order fails), "end" (where a player ends), "counter" (which cell will
               have another counter, or none)
    turn       what is known when it is asked, and the steps from there to the last verdict
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.board.saying import lies
from piecepack_nb.games.paco.phases.moving import contenders
from piecepack_nb.games.paco.state import State
from piecepack_nb.games.paco.verdicts import Resolution
from piecepack_nb.games.paco.verdicts import Verdict as Judged

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco

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


class Turn(NamedTuple):
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


class Verdict(NamedTuple):
    """What comes of a guess."""

    right: bool
    text: str
    clause: str


def turn_from(game: Paco, state: State, steps: Sequence[Step]) -> Turn | None:
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
    return Turn(before, tuple(steps[: kinds.index("resolution") + 1]))


def judged(turn: Turn, question: str, guess: str) -> Verdict:
    """The verdict on a guess, with the rule that decided."""
    return {"order": _order, "end": _end, "counter": _counter}[question](turn, guess)


def _order(turn: Turn, guess: str) -> Verdict:
    """A seat whose order fails, or "nobody"."""
    failed = [each for each in turn.verdicts.values() if each.order and not each.done]
    told = " ".join(f"{capitalise(each.text)} ({each.clause})." for each in failed)
    if guess == NOBODY:
        clause = failed[0].clause if failed else "PA-20"
        said = f"No: {told}" if failed else "Right: every order is carried out."
        return Verdict(not failed, said, clause)
    mine = turn.verdicts[guess]
    if mine in failed:
        return Verdict(True, f"Right: {capitalise(mine.text)}.", mine.clause)
    rest = f"What fails: {told}" if failed else "Every order is carried out."
    return Verdict(False, f"No: {capitalise(mine.text)}. {rest}", mine.clause)


def _end(turn: Turn, guess: str) -> Verdict:
    """The square where the player ends, or "off"."""
    seat = turn.asked_of
    end = turn.end(seat)
    about = [event for event in turn.events(*PERSONAL, "shoves") if _concerns(event, seat)]
    told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in about)
    clause = about[-1].clause if about else turn.verdicts[seat].clause
    stays = told or f"{seat} stays on {end}: no order moves it."
    where = "off the board" if end == OFF else f"on {end}"
    said = "Right" if guess == end else "No"
    return Verdict(guess == end, f"{said}: {seat} ends {where}. {capitalise(stays)}", clause)


def _concerns(event: Event, seat: str) -> bool:
    moved = event.data.get("moved", ())
    return event.data.get("seat") == seat if not moved else any(m["seat"] == seat for m in moved)


def _counter(turn: Turn, guess: str) -> Verdict:
    """A cell that changes, or "nobody" for none."""
    changed = turn.changed
    about = [event for event in turn.events(*WITH_COUNTERS) if guess in _squares(event)]
    if guess == NOBODY:
        events = turn.events(*WITH_COUNTERS)
        told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in events)
        clause = events[0].clause if events else "PA-20"
        return Verdict(not changed, f"No: {told}" if changed else "Right: no cell changes.", clause)
    told = " ".join(f"{capitalise(event.text)} [{event.clause}]" for event in about)
    clause = about[-1].clause if about else "PA-20"
    was, now = lies(turn.before, guess), lies(turn.after, guess)
    if guess in changed:
        return Verdict(True, f"Right: {guess} was a {was} and is a {now}. {told}", clause)
    rest = f"What changes: {join_list(changed)}." if changed else "No cell changes."
    return Verdict(False, f"No: {guess} stays a {was}. {told} {rest}".replace("  ", " "), clause)


def _squares(event: Event) -> tuple[str, ...]:
    data = event.data
    return tuple(data[name] for name in ("square", "from", "to") if name in data)
