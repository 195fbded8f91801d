"""Each seat's view of a student's game, and whole states that such a view allows.

Vocabulary
    view   a state with only what a seat sees; the seat "" sees what everybody sees
    world  a whole state that a seat's view allows
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, ClassVar

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

GUESSES = 100
"""The most guesses of others' secret moves for one world."""
TRIED = 5
"""Every so many guesses the game is played to its end, too, to learn what comes of them."""
ENDS = 25
"""The most guesses with which the game is played again to its end."""


class OwnGame(Game[Rules, State, Any]):
    """A student's game, as far as views need it; ``design.game.BoardGame`` is the whole."""

    design: type[Any]

    hides_places: ClassVar[bool]
    """True if seats don't see that there are pieces which others have hidden."""

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
    changes: dict[str, Any] = {"viewer": seat if state.viewer in (None, seat) else ""}
    if state.chosen:  # who has chosen, not what
        changes["chosen"] = FrozenDict(
            (s, picks if s == seat else (UNKNOWN,)) for s, picks in state.chosen.items()
        )
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
    """Yield the moves so far; those that others made in secret, and hidden draws, as None.

    Of a move with private parts these are "?".
    """
    for who, picks, secret in state.past:
        if not secret or picks is None or (who and who == seat):
            yield who, picks, secret
        elif isinstance(secret, bool):
            yield who, None, secret
        else:
            yield who, Move(picks).without(secret).picks, secret


def observed_event(event: Event, seat: str) -> Event:
    """Return what a seat learns of an event: of one for others' eyes, that something happened."""
    seen_by = event.data.get("seen_by")
    if seen_by is None or seat in seen_by:
        return event
    who = event.data.get("seat", "")
    text = event.data.get("others") or f"{who} does something in secret."
    picks = event.data.get("others_picks", [])
    shown = {"seat": who, "picks": picks, "text": text[:1].upper() + text[1:]}
    return Event(event.clause, event.kind, "{text}", shown)


# --- What a seat could imagine -------------------------------------------------------------------


def imagined(game: OwnGame, view: State, seat: str, pick: RandomChoice) -> State:
    """Return a whole state that a seat's view allows, at random.

    Cards that the seat sees nowhere are dealt to the places of the unknown ones. Where others hid
    pieces, their secret moves are guessed. The class's function ``imagine`` comes last, if there is
    one: it changes a table of what the seat sees and of these cards.
    """
    chosen = FrozenDict((s, p) for s, p in view.chosen.items() if p != (UNKNOWN,))
    view = view._replace(chosen=chosen)
    state = _with_cards(game, view, seat, pick)._replace(viewer=None)
    if hook_of(game.design, "imagine"):
        table = game.table(state, "imagine", seat)
        call(game.design, "imagine", table, _numbered(pick))
        return table.state()
    if not state.past or not _is_guessed(game, state, seat):
        return state
    world = Guesswork(game, state, seat, pick).best()
    return state if world is None else _with_hidden(game, state, world, seat)


def _is_guessed(game: OwnGame, state: State, seat: str) -> bool:
    """Return True where others' secret moves must be guessed: cards alone don't make it whole.

    So where pieces lie that a seat doesn't see at all, a piece that is no card, or a private note.
    """
    covered = any(
        seat not in cover.seen_by and state.pieces.get(place) == cover.back
        for place, cover in state.covers.items()
    )
    noted = any(
        UNKNOWN in state.notes[name].values()
        for name in game.design.private
        if isinstance(state.notes.get(name), Mapping)
    )
    return covered or noted or game.hides_places


def _numbered(pick: RandomChoice) -> Any:
    """Return ``pick(options)``, which picks anew each time."""
    number = count()
    return lambda options: pick(f"imagine {next(number)}", list(options))


def _with_cards(game: OwnGame, view: State, seat: str, pick: RandomChoice) -> State:
    """Return the view with a card for each unknown one, in piles and face down on places.

    A card that has left the piles in sight of all, or that a note names, is in none of them, unless
    there are too few cards without it: then the note only remembers it.
    """
    if not game.piles:
        return view
    seen = [card for piece in view.pieces.values() for card in _names(piece)]
    seen += [card for pieces in view.tops.values() for card in pieces]
    noted = [card for note in view.notes.values() for card in _names(note)]
    covered = [place for place, cover in view.covers.items() if seat not in cover.seen_by]
    elsewhere = Counter([*seen, *noted]) | Counter(view.gone)
    piles, left = game.piles.imagined(view.piles, elsewhere.elements(), pick)
    if len(left) < len(covered) or any(UNKNOWN in cards for cards in piles.values()):
        piles, left = game.piles.imagined(view.piles, seen, pick)
    pieces = dict(view.pieces)
    for place in covered[: len(left)]:
        pieces[place] = left.pop(pick(place, range(len(left))))
    return view._replace(piles=piles, pieces=FrozenDict(pieces))


def _names(value: Any) -> Iterator[str]:
    """Yield the texts in a piece or a note."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | Mapping):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _names(each)


class Guesswork:
    """A seat's view, played again with guesses for the moves that others made in secret.

    A guess is good if the seat then sees what it saw. What a place shows at the end mostly depends
    on what lies there after the last secret move. So guesses are changed one by one until no place
    shows what was never seen to come of what lies there; only then is the game played to its end.
    """

    def __init__(self, game: OwnGame, view: State, seat: str, pick: RandomChoice) -> None:
        self.game, self.view, self.seat, self.pick = game, view, seat, pick
        secret = [n for n, (who, _, hidden) in enumerate(view.past) if who and hidden] or [0]
        self.first, self.last = secret[0], secret[-1] + 1
        self.start = self._played(game.initial_state(), {}, 0, self.first)
        self.outcomes: dict[Any, set[Any]] = {}
        """The sights of places at the end, by what lay there after the last secret move."""

    def best(self) -> State | None:
        """Return the world found in which the seat sees most of what it saw; None for none."""
        guesses: dict[int, Any] = {}
        unlike, ends = len(self.game.design.places), 0
        found: tuple[int, State] | None = None
        for attempt in range(GUESSES):
            trial = dict(guesses)
            for number in range(1 + attempt % 4 // 3 if trial else 0):  # one, sometimes two
                trial.pop(self.pick(f"other {attempt} {number}", sorted(guesses)), None)
            laid = self._laid(trial, attempt)
            if laid is None or (now := self._unlike(laid)) > unlike:
                continue
            guesses, unlike = trial, now
            if unlike and self.outcomes and (attempt + 1) % TRIED:
                continue
            ends += 1
            world = self._played(laid, trial, self.last, len(self.view.past))
            if world is not None:
                wrong = self._learn(laid, self.game.observation(world, self.seat))
                found = min(found or (wrong, world), (wrong, world), key=itemgetter(0))
                unlike = self._unlike(laid)
            if (found and not found[0]) or ends == ENDS:
                break
        return found and found[1]

    def _laid(self, guesses: dict[int, Any], attempt: int) -> State | None:
        """Return the state after the last secret move; guesses that are missing are added."""
        self._name = attempt
        return self.start and self._played(self.start, guesses, self.first, self.last)

    def _unlike(self, laid: State) -> int:
        """Return at how many places the view shows what never came of what lies there."""
        seen = self.view.pieces
        return sum(
            seen.get(place) not in self.outcomes.get(lies, ()) for place, lies in self._lies(laid)
        )

    def _learn(self, laid: State, shown: State) -> int:
        """Learn what came of what lay there; return in how much ``shown`` differs from the view."""
        for place, lies in self._lies(laid):
            self.outcomes.setdefault(lies, set()).add(shown.pieces.get(place))
        return _differences(shown, self.view)

    def _lies(self, laid: State) -> Iterator[tuple[str, Any]]:
        """Yield each place, and whether a piece lies there that the seat sees, or doesn't see."""
        for place in self.game.design.places:
            cover = laid.covers.get(place)
            piece = laid.pieces.get(place)
            hidden = cover is not None and self.seat not in cover.seen_by
            yield place, ("hidden" if hidden else (piece, cover is not None))

    def _named(self, name: str, options: Any) -> Any:
        return self.pick(f"{self._name} {name}", options)

    _name: int = -1
    """The number of the attempt, for which moves are guessed."""

    def _played(self, state: State, guesses: dict[int, Any], begin: int, end: int) -> State | None:
        """Return the state after some of the moves; None if the game doesn't allow them."""
        try:
            for number in range(begin, end):
                move = self._move(state, guesses, number)
                if move is None:
                    return None
                state = self.game.next_state(state, move)
        except BadInput:
            return None
        return state

    def _move(self, state: State, guesses: dict[int, Any], number: int) -> Any:
        """Return the move of a number, guessed if it is secret; None where nobody can make it."""
        game, actor = self.game, self.game.to_act(state)
        who, picks, _ = self.view.past[number]
        if actor is None or (isinstance(actor, Chance) != (not who)):
            return None
        if isinstance(actor, Chance):
            return _chance_again(game, state, actor, picks, self._named)
        if picks is not None and UNKNOWN not in picks:
            secret = isinstance(actor, Simultaneous)
            return Move(picks, game.stage(state).shape.names, who if secret else "")
        if number not in guesses:
            guesses[number] = self._guess(state, who, picks)
        return guesses[number]

    def _guess(self, state: State, who: str, picks: Sequence[Any] | None) -> Any:
        """Return a random legal move of a seat, of which the parts that aren't "?" are known."""
        if picks is None:
            return self.game.random_move(state, who, self._named)
        fitting = [
            move
            for move in self.game.moves_for(state, who)
            if len(move.picks) == len(picks)
            and all(known in (UNKNOWN, each) for known, each in zip(picks, move.picks, strict=True))
        ]
        return self._named("move", fitting) if fitting else None


def _chance_again(
    game: OwnGame, state: State, chance: Chance, shown: Any, pick: RandomChoice
) -> Any:
    if shown is None:
        return game.chance_move(state, pick)
    made = Draw if chance.draws else Roll
    return made(FrozenDict(zip([die.name for die in chance.dice], shown, strict=True)))


def _differences(found: State, view: State) -> int:
    """Return in how many places, notes and points two views differ."""
    pairs: tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...] = (
        (found.pieces, view.pieces), (found.notes, view.notes), (found.score, view.score),
    )  # fmt: skip
    count: int = sum(
        one.get(name) != other.get(name) for one, other in pairs for name in {*one, *other}
    )
    elsewhere = [found.phase, found.seat] != [view.phase, view.seat]
    return count + bool(elsewhere)


def _with_hidden(game: OwnGame, view: State, world: State, seat: str) -> State:
    """Return the view with the world's pieces and private notes where the seat sees none."""
    hidden = {
        place: cover
        for place, cover in world.covers.items()
        if seat not in cover.seen_by and view.pieces.get(place) == (cover.back or None)
    }
    pieces = {**view.pieces, **{place: world.pieces[place] for place in hidden}}
    notes = {name: world.notes.get(name, view.notes[name]) if name in game.design.private else note
             for name, note in view.notes.items()}  # fmt: skip
    return view._replace(
        pieces=FrozenDict(pieces),
        covers=FrozenDict({**view.covers, **hidden}),
        notes=FrozenDict(notes),
    )
