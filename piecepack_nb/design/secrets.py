"""What each seat sees of a student's game, and how a seat can imagine what it doesn't see.

Vocabulary
    view   a state with only what a seat sees; the seat "" sees what everybody sees
    world  a whole state that a seat's view allows
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from piecepack_nb.core.actors import Chance, Draw, Roll, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game, RandomChoice
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Event
from piecepack_nb.design.hooks import call, hook_of
from piecepack_nb.design.moves import Move
from piecepack_nb.design.piles import UNKNOWN, Piles
from piecepack_nb.design.stages import Stage
from piecepack_nb.design.table import Cover, PastMove, Pending, State, Table

GUESSES = 60
"""The most guesses of others' secret moves for one world."""


class OwnGame(Game[Rules, State, Any]):
    """A student's game, as far as views need it; ``design.game.BoardGame`` is the whole."""

    design: type[Any]

    @property
    @abstractmethod
    def piles(self) -> Piles:
        """Its piles of cards."""

    @abstractmethod
    def stage(self, state: State) -> Stage:
        """Return the stage that a state is in."""

    @abstractmethod
    def table(self, state: State, hook: str = "", seat: str = "", quiet: bool = False) -> Table:
        """Return a state as a table for a function of the class."""


def observed(game: OwnGame, state: State, seat: str) -> State:
    """Return what a seat sees of a state; of a view of that seat, the same."""
    changes: dict[str, Any] = {}
    if state.chosen:
        changes["chosen"] = FrozenDict((s, p) for s, p in state.chosen.items() if s == seat)
    if state.piles:
        changes["piles"] = game.piles.seen(state.piles, state.known, seat)
        changes["known"] = FrozenDict(
            (pile, own)
            for pile, pairs in state.known.items()
            if (own := tuple(pair for pair in pairs if pair[1] in (seat, "")))
        )
    if state.covers:
        changes |= _uncovered(state, seat)
    if state.pending is not None:
        changes["pending"] = _without_cards(state.pending)
    if game.design.private:
        changes["notes"] = _own_notes(game.design.private, state.notes, seat)
    if state.past:
        changes["past"] = tuple(_seen_moves(state, seat))
    return state._replace(**changes)


def _without_cards(pending: Pending) -> Pending:
    """Return what waits for chance without what chance gave, and without the cards to be drawn."""
    unknown = (die._replace(faces=(UNKNOWN,) * len(die.faces)) for die in pending.dice)
    dice = tuple(unknown) if pending.draws else pending.dice
    return pending._replace(base=None, outcomes=(), picks=(), dice=dice)


def _uncovered(state: State, seat: str) -> dict[str, Any]:
    """Return the pieces that a seat sees, and the covers of those whose backs it sees."""
    pieces: dict[str, Any] = dict(state.pieces)
    covers: dict[str, Cover] = {}
    for place, cover in state.covers.items():
        if seat in cover.seen_by:
            covers[place] = cover
        elif cover.back:
            pieces[place], covers[place] = cover.back, cover
        else:
            pieces.pop(place, None)
    return {"pieces": FrozenDict(pieces), "covers": FrozenDict(covers)}


def _own_notes(
    private: tuple[str, ...], notes: Mapping[str, Any], seat: str
) -> FrozenDict[str, Any]:
    """Return the notes, those that each seat has in private only of this one."""
    shown = dict(notes)
    for name in private:
        if isinstance(notes.get(name), Mapping):
            shown[name] = FrozenDict(
                (s, v if s == seat else UNKNOWN) for s, v in notes[name].items()
            )
    return FrozenDict(shown)


def _seen_moves(state: State, seat: str) -> Iterator[PastMove]:
    """Yield the moves so far; those that others made in secret, and hidden draws, as None."""
    for who, picks, secret in state.past:
        yield who, None if secret and who != seat else picks, secret


def observed_event(event: Event, seat: str) -> Event:
    """Return what a seat learns of an event: of one for others' eyes, that something happened."""
    seen_by = event.data.get("seen_by")
    if seen_by is None or seat in seen_by:
        return event
    who = event.data.get("seat", "")
    text = event.data.get("others") or f"{who} does something in secret."
    shown = {"seat": who, "picks": [], "text": text[:1].upper() + text[1:]}
    return Event(event.clause, event.kind, "{text}", shown)


# --- What a seat could imagine -------------------------------------------------------------------


def imagined(game: OwnGame, view: State, seat: str, pick: RandomChoice) -> State:
    """Return a whole state that a seat's view allows, at random.

    Cards that the seat sees nowhere are dealt to the places of the unknown ones. Where others hid
    pieces, their secret moves are guessed. The class's function ``imagine`` comes last, if there is
    one: it changes a table of what the seat sees and of these cards.
    """
    state = _with_cards(game, view, seat, pick)
    if hook_of(game.design, "imagine"):
        table = game.table(state, "imagine", seat)
        call(game.design, "imagine", table, _numbered(pick))
        return table.state()
    return _with_pieces(game, state, seat, pick) if state.past else state


def _numbered(pick: RandomChoice) -> Any:
    """Return ``pick(options)``, which picks anew each time."""
    number = count()
    return lambda options: pick(f"imagine {next(number)}", list(options))


def _with_cards(game: OwnGame, view: State, seat: str, pick: RandomChoice) -> State:
    """Return the view with a card for each unknown one, in piles and face down on places."""
    if not game.piles:
        return view
    seen = [card for piece in view.pieces.values() for card in _names(piece)]
    seen += [card for pieces in view.tops.values() for card in pieces]
    seen += [card for note in view.notes.values() for card in _names(note)]
    piles, left = game.piles.imagined(view.piles, seen, pick)
    pieces = dict(view.pieces)
    for place, cover in view.covers.items():
        if seat not in cover.seen_by and left:
            pieces[place] = left.pop(pick(place, range(len(left))))
    return view._replace(piles=piles, pieces=FrozenDict(pieces))


def _names(value: Any) -> Iterator[str]:
    """Yield the texts in a piece or a note."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | Mapping):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _names(each)


def _with_pieces(game: OwnGame, view: State, seat: str, pick: RandomChoice) -> State:
    """Return the view with pieces where others may have hidden them.

    The game is played again with guesses for the secret moves. Guesses are changed one by one as
    long as the seat would have seen no less of what it saw. What then differs from what it saw is
    left out.
    """
    guesses: dict[int, Any] = {}
    best: tuple[int, State] | None = None
    for attempt in range(GUESSES):
        trial = dict(guesses)
        if trial:
            del trial[pick(f"other {attempt}", sorted(trial))]
        world = _played_again(game, view, trial, _named(pick, attempt))
        if world is None:
            continue
        wrong = _differences(game.observation(world, seat), view)
        if best is None or wrong <= best[0]:
            best, guesses = (wrong, world), trial
        if not wrong:
            break
    return view if best is None else _with_hidden(view, best[1], seat)


def _named(pick: RandomChoice, attempt: int) -> RandomChoice:
    return lambda name, options: pick(f"{attempt} {name}", options)


def _played_again(
    game: OwnGame, view: State, guesses: dict[int, Any], pick: RandomChoice
) -> State | None:
    """Return the state after the same moves with guesses; None if the game comes to another end.

    Guesses that are missing are made at random, and added.
    """
    state = game.initial_state()
    try:
        for number, (who, picks, _) in enumerate(view.past):
            actor = game.to_act(state)
            if actor is None or (isinstance(actor, Chance) != (not who)):
                return None
            move: Any
            if isinstance(actor, Chance):
                move = _chance_again(game, state, actor, picks, pick)
            elif picks is None:
                if number not in guesses:
                    guesses[number] = game.random_move(state, who, pick)
                move = guesses[number]
            else:
                secret = isinstance(actor, Simultaneous)
                move = Move(picks, game.stage(state).shape.names, who if secret else "")
            if move is None:
                return None
            state = game.next_state(state, move)
    except BadInput:
        return None
    return state


def _chance_again(
    game: OwnGame, state: State, chance: Chance, shown: Any, pick: RandomChoice
) -> Any:
    if shown is None:
        return game.chance_move(state, pick)
    made = Draw if chance.draws else Roll
    return made(FrozenDict(zip([die.name for die in chance.dice], shown, strict=True)))


def _differences(found: State, view: State) -> int:
    """Return in how many places two views differ."""
    places = {*found.pieces, *view.pieces}
    return sum(found.pieces.get(place) != view.pieces.get(place) for place in places)


def _with_hidden(view: State, world: State, seat: str) -> State:
    """Return the view with the hidden pieces of a world where the seat sees nothing."""
    hidden = {
        place: cover
        for place, cover in world.covers.items()
        if seat not in cover.seen_by and place not in view.pieces
    }
    pieces = {**view.pieces, **{place: world.pieces[place] for place in hidden}}
    return view._replace(pieces=FrozenDict(pieces), covers=FrozenDict({**view.covers, **hidden}))
