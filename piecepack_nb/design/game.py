"""The game that a student's class becomes: states, moves, reasons, steps and ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, islice, zip_longest
from math import gcd
from numbers import Real
from typing import Any, ClassVar, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Die, Draw, Roll, Rolls, Seat, Simultaneous
from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.forms import POSITION, Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Bot, RandomChoice, restored
from piecepack_nb.core.registry import registered
from piecepack_nb.core.rulebook import Rulebook
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import (
    NO_DATA,
    Event,
    EventCounts,
    MoveLog,
    Refusal,
    Result,
    Sentence,
    Step,
)
from piecepack_nb.core.wording import capitalise, face_in_words, join_list
from piecepack_nb.design.clauses import Clauses
from piecepack_nb.design.hooks import (
    DesignError,
    bounded,
    call,
    codes_of,
    hides_pieces,
    hook_of,
    returned,
)
from piecepack_nb.design.moves import (
    MOST_LISTED,
    Choice,
    Move,
    MoveShape,
    Pick,
    expected_of,
    kind_of,
    parse_picks,
)
from piecepack_nb.design.piles import OWNER, UNKNOWN, Piles
from piecepack_nb.design.places import Places
from piecepack_nb.design.positions import parse_lines, position_form
from piecepack_nb.design.remedies import end_by_cards
from piecepack_nb.design.repeating import unlike
from piecepack_nb.design.secrets import OwnGame, imagined, observed, observed_event
from piecepack_nb.design.sentences import sentences
from piecepack_nb.design.stages import Stage, phase_hook, stages_of
from piecepack_nb.design.table import (
    Due,
    Over,
    Pending,
    PlacedReason,
    Said,
    Setting,
    State,
    Table,
    next_in,
    owner_of,
    winners_of,
)

REASON = "expected None for a legal move, or a sentence that says why not"
LARGEST = 1_000
"""An evaluation is less: bots take larger numbers for games that are won."""
WORTH = f"expected a number of less than {LARGEST}: 0 is even, 1 a clear lead, -1 as bad"
FIRST_TRIED = 4
"""The candidates that are tried in their order: in many games one of them is legal."""
REPEATS = 3  # of a move at the table, since some accidents are the same twice
OUTCOME = (
    "expected None while the game continues; else a seat, 'draw', or (seat, sentence), "
    "(seats, sentence)"
)
NOTHING = (
    "expected nothing: table.end(seat) ends the game, why_not refuses a move, and winner returns "
    "who has won"
)
"""The result of a function that changes the table."""


class BoardGame(OwnGame):
    """The game that a ``Board`` class becomes; the class is its ``design``."""

    design_class: ClassVar[type[Any]]
    hides: ClassVar[bool]
    """True if a seat doesn't see all cards, pieces and notes."""
    clauses: ClassVar[Clauses]
    author: ClassVar[str] = ""
    licence: ClassVar[str] = ""
    source: ClassVar[str] = ""

    def __init__(self, rules: Rules | None = None, bots: Mapping[str, Bot] | None = None) -> None:
        super().__init__(rules, bots)
        self.design = self.design_class.under_rules(self.rules)
        self._listed: tuple[State | None, Collection[Any]] = (None, ())
        self._possible: dict[tuple[str, str], tuple[tuple[Pick, ...]]] = {}
        self._viewed: tuple[State | None, str, State | None] = (None, "", None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the student's class, the rules and the bots: modules don't have this class."""
        _, (_, *parts) = super().__reduce__()
        return _restored, (self.design_class, *parts)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in playing order."""
        seats: tuple[str, ...] = self.design.seats
        return seats

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:  # type: ignore[override]
        """The seats that win and lose together, team by team; () for each on its own."""
        teams: tuple[tuple[str, ...], ...] = self.design.teams
        return teams

    @cached_property
    def setting(self) -> Setting:
        """The setting that the tables of this game need."""
        return Setting(
            self.seats,
            self.design.places,
            self.rules,
            self.clauses,
            self.piles,
            tuple(self.design.phases),
            self.design.known_tiles,
            self.teams,
            self.dice,
        )

    @cached_property
    def piles(self) -> Piles:
        """The decks, hands and other piles."""
        return Piles(self.design.pile_kinds(), self.seats)

    @cached_property
    def stages(self) -> Mapping[str, Stage]:
        """The stages by phase; one, "", in a game without phases."""
        return stages_of(self.design, self.piles)

    def stage(self, state: State) -> Stage:
        """Return the stage of a state."""
        return self.stages[state.phase]

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses of this game, by id."""
        return self.clauses.rulebook(self.title, self.author, self.source, self.licence)

    @cached_property
    def dice(self) -> tuple[Die, ...]:
        """The dice that are rolled before each move."""
        dice: tuple[Die, ...] = self.design.make_dice()
        return dice

    @property
    def shape(self) -> MoveShape:
        """The parts of a move in the first phase."""
        return next(iter(self.stages.values())).shape

    @property
    def decides(self) -> bool:
        """False for a game of pure chance, in which nobody decides anything."""
        return any(stage.move for stage in self.stages.values())

    def table(self, state: State, hook: str = "", seat: str = "", quiet: bool = False) -> Table:
        """Return a table with a copy of the state, for a hook to read and change."""
        return Table(self.setting, state, hook, seat, quiet)

    def board(self, state: State) -> Places:
        """Return the places of a state: of a board that grows, pieces' places and those beside."""
        places: Places = self.design.places
        return places.grown((*state.pieces, *state.tops)) if places.reach else places

    # --- who acts -----------------------------------------------------------------------------

    @cached_property
    def _initial(self) -> State:
        score = FrozenDict(dict.fromkeys(self.seats, 0))
        first = State(1, self.seats[0], FrozenDict(), score)
        if self.piles or self.design.phases:
            phase = next(iter(self.stages))
            first = first._replace(phase=phase, piles=self.piles.start())
        if hook_of(self.design, "setup") or hook_of(self.design, "begin"):
            return self._run(first, _Call("setup", "setup", first.seat), [])
        return first

    def initial_state(self) -> State:
        """Return the state after the game's ``setup``, or where that waits for its first draw."""
        return self._initial

    def to_act(self, state: State) -> Actor | None:
        """Return the dice, the seat, or the seats that choose in secret; None at the end."""
        if state.over is not None:
            return None
        if state.pending is not None:
            return self._due(state, state.pending)
        if self.dice and not state.dice and self._must_roll(state):
            return Chance("roll", state.turn, self.dice, self.clauses.of_hook["rolled"])
        if self.stage(state).secret:
            done = {*state.chosen, *state.out}
            missing = tuple(seat for seat in self.seats if seat not in done)
            return Simultaneous("choose", missing, self._choice_clause(state))
        return Seat(state.seat)

    def _choice_clause(self, state: State) -> str:
        """Return the clause of the phase's secret choices."""
        return self.clauses.of(phase_hook("reveal", state.phase))

    def _due(self, state: State, pending: Pending) -> Chance:
        """Return the chance that gives what a function of the class draws or rolls."""
        purpose = "draw" if pending.draws else "throw"
        clause = self.clauses.of(pending.hook)
        return Chance(purpose, state.turn, pending.dice, clause, pending.draws)

    def _must_roll(self, state: State) -> bool:
        if not hook_of(self.design, "must_roll"):
            return True
        return bool(call(self.design, "must_roll", self.table(state, "rolled")))

    # --- what a seat sees ---------------------------------------------------------------------

    @cached_property
    def remembers(self) -> bool:
        """True if states keep the moves so far, since seats hide pieces or notes."""
        return bool(self.design.private) or hides_pieces(self.design_class)

    def observation(self, state: State, seat: str) -> State:
        """Return what a seat sees: no secret choices, hidden pieces and cards of others."""
        if not self.secret:
            return state
        known, viewer, view = self._viewed
        if view is None or known is not state or viewer != seat:
            view = observed(self, state, seat)
            self._viewed = state, seat, view
        return view

    def knows_more(self, state: State, seat: str) -> bool:
        """Return True if a seat sees something of the state that not everybody sees."""
        seen = self.observation(state, seat)._replace(viewer=None)
        return seen != self.observation(state, "")._replace(viewer=None)

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentence of a finished move."""
        return sentences(before, steps, self.design.places, self.design.known_tiles)

    def observed_event(self, event: Event, seat: str) -> Event:
        """Return what a seat learns of an event; not why another one moved as it did."""
        seen = observed_event(event, seat)
        tells = not self.hides or event.data.get("seat") == seat
        return seen if tells else seen._replace(why=None)

    def observed_move(self, state: State, move: Any, seat: str) -> Any:
        """Return what a seat learns of a move made in ``state``: the move, or None for nothing."""
        if isinstance(move, Draw):
            return None if self.secret else move
        if isinstance(move, Move) and not move.seat and seat != state.seat:
            shown = move.without(self._hidden_parts(state, move.picks))
            return shown if any(pick != UNKNOWN for pick in shown.given) else None
        if isinstance(move, Move) and move.seat and move.seat != seat:
            return (
                move
                if self.stage(state).reveals and len(state.chosen) == len(self.seats) - 1
                else None
            )
        return move

    def _hidden_parts(self, state: State, picks: Sequence[Any]) -> tuple[int, ...]:
        """Return the numbers of the picks that only the seat to move learns: ``private`` parts."""
        private = self.design.private
        if not private:
            return ()
        parts = zip(self.stage(state).shape.names, picks, strict=False)
        return tuple(
            n for n, (name, pick) in enumerate(parts) if name in private and pick is not None
        )

    def determinize(self, state: State, seat: str, pick: RandomChoice) -> State:
        """Return an observation as a whole state: what the seat doesn't see is made up at random.

        Cards are those that the seat sees nowhere. Where others hid pieces, their secret moves are
        guessed until the game comes out as the seat saw it. The class's ``imagine`` may decide.
        """
        return imagined(self, state, seat, pick) if self.secret else state

    def visible_state(self, state: State) -> State:
        """Return the state without the notes that are still as ``setup`` made them.

        A note may keep a rule option, which is another one under other rules; the games diverge
        where it makes a difference.
        """
        first = self.set_up.notes
        changed = {name: value for name, value in state.notes.items() if first.get(name) != value}
        pending = state.pending
        if pending is not None and pending.base is not None:
            pending = pending._replace(base=self.visible_state(pending.base))
        return state._replace(notes=FrozenDict(changed), pending=pending)

    # --- moves --------------------------------------------------------------------------------

    def moves(self, state: State) -> Collection[Any]:
        """Return the legal moves: those that ``moves`` lists, or those without a ``why_not``."""
        known, moves = self._listed
        if known is not state and known != state:
            moves = self._list(state)
            self._listed = state, moves
        return moves

    def _list(self, state: State) -> Collection[Any]:
        actor = self.to_act(state)
        if isinstance(actor, Chance):
            return Rolls(actor)
        return tuple(self._each_move(state, actor.seats if actor else ()))

    def _each_move(self, state: State, seats: Iterable[str]) -> Iterator[Any]:
        """Yield the legal moves of seats, each when it is asked for: often the first is enough."""
        for seat in seats:
            if state.viewer not in (None, seat):
                continue
            stage, view = self.stage(state), self.observation(state, seat)
            for picks in self._legal(view, seat):
                yield Move(picks, stage.shape.names, seat if stage.secret else "")

    def tried_moves(self, state: State, seat: str) -> Iterable[Any]:
        """Return the moves with the cards that the seat may pick; none where it picks no card.

        A card that it has played can't be tried again.
        """
        stage = self.stage(state)
        if not any(map(stage.pile_of, stage.shape.names)):
            return ()
        candidates = self.candidates(self.observation(state, seat), seat)
        by = seat if stage.secret else ""
        return [Move(picks, stage.shape.names, by) for picks in candidates]

    def _can_move(self, state: State, seat: str) -> bool:
        """Return True if a seat that acts has a legal move; look for no more than one.

        The one that was found last is tried first: often it is legal still. Neighbours in the list
        of candidates are often refused for the same reason, so those after the first few are tried
        far apart.
        """
        if state.viewer not in (None, seat):
            return False
        stage = self.stage(state)
        if stage.moves:  # of a seat that moves alone they are kept
            return any(self._each_move(state, (seat,)) if stage.secret else self.moves(state))
        view, tables = self.observation(state, seat), list[Table]()
        candidates = iter(self.candidates(view, seat))
        last = self._possible.get((state.phase, seat), ()) if stage.fixed else ()
        for picks in chain(last, islice(candidates, FIRST_TRIED), _far_apart(candidates)):
            if self.why_not(view, seat, picks, tables) is None:
                self._possible[state.phase, seat] = (picks,)
                return True
        return False

    def random_move(self, state: State, seat: str, pick: RandomChoice) -> Any:
        """Return a random legal move, each equally likely; None where there is none.

        Candidates are drawn until one is legal, which takes less time than listing all moves.
        """
        stage = self.stage(state)
        if state.viewer not in (None, seat):
            return None
        if stage.moves:
            return super().random_move(state, seat, pick)
        view = self.observation(state, seat)
        left = list(self.candidates(view, seat))
        tables: list[Table] = []
        while left:
            place = pick(f"move {len(left)}", range(len(left)))
            picks = left[place]
            if self.why_not(view, seat, picks, tables) is None:
                return Move(picks, stage.shape.names, seat if stage.secret else "")
            left[place] = left[-1]
            left.pop()
        return None

    def _legal(self, state: State, seat: str) -> Iterator[tuple[Pick, ...]]:
        """Yield the picks of each legal move of a seat in its view."""
        hook = self.stage(state).moves
        if hook:
            yield from dict.fromkeys(self._listed_by(hook, state, seat))
        else:
            tables: list[Table] = []
            for picks in self.candidates(state, seat):
                if self.why_not(state, seat, picks, tables) is None:
                    yield picks

    def _listed_by(self, hook: str, state: State, seat: str) -> Iterator[tuple[Any, ...]]:
        """Yield the picks of the moves that ``moves`` or ``tries`` lists."""
        table = self.table(state, hook, seat)
        found = call(self.design, hook, table)
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise returned(self.design, hook, (table,), found, "expected a list of moves")
        for each in found:
            yield self._listed_picks(hook, each, self.stage(state))

    def _listed_picks(self, hook: str, listed: object, stage: Stage) -> tuple[Any, ...]:
        """Return the picks of a move that a hook listed: a place, a word, several, or a text."""
        each = listed.picks if isinstance(listed, Move) else listed
        picks = tuple(each) if isinstance(each, list | tuple) else (each,)
        while picks[-1:] == (None,) and len(picks) > stage.shape.least:
            picks = picks[:-1]
        if self._place_names.issuperset(picks):
            return picks
        known = self._known_picks
        if isinstance(each, str) and each not in known:
            with suppress(BadInput):  # below, the error names the function
                words_known = (*self.words, *self.piles.names)
                picks = parse_picks(each, self.design.places, words_known, lambda: "")
        for pick in picks:
            if pick not in known and pick is not None:
                words = (
                    "expected a place, one of one_of(…), several of these, or a text like 'a1-a2'"
                )
                raise returned(self.design, hook, (self.table(self._initial),), listed, words)
        return tuple(pick if pick is None else known[pick] for pick in picks)

    @cached_property
    def words(self) -> tuple[Pick, ...]:
        """The words and numbers that moves can have, in the order of declaration."""
        acts = [stage.kinds[0] for stage in self.stages.values() if stage.acts]
        found = [kind_of(self.design, name) for name in self.design.choices()]
        found = [*acts, *(each for each in found if isinstance(each, Choice))]
        return tuple(dict.fromkeys(word for choice in found for word in choice))

    @property
    def move_words(self) -> tuple[str, ...]:
        """The seats of secret moves, the places, and the game's words; () of pure chance."""
        if not self.decides:
            return ()
        secret = any(stage.secret for stage in self.stages.values())
        names = (*self.design.places, *self.words, *self.piles.names)
        return (*(self.seats if secret else ()), *map(str, names), "nothing")

    @cached_property
    def _place_names(self) -> frozenset[str]:
        return frozenset(self.design.places)

    @cached_property
    def _known_picks(self) -> Mapping[Any, Pick]:
        return {each: each for each in (*self.design.places, *self.words, *self.piles.names)}

    def candidates(self, state: State, seat: str) -> Iterable[tuple[Pick, ...]]:
        """Return the picks that ``tries`` lists; or of each part its words, or else all places.

        Parts may be left out: the moves with fewer parts come first.
        """
        stage = self.stage(state)
        return self._candidates(state, seat, stage) if stage.fixed is None else stage.fixed

    def _candidates(self, state: State, seat: str, stage: Stage) -> Iterator[tuple[Pick, ...]]:
        if hook := stage.hook("tries"):
            yield from self._listed_by(hook, state, seat)
            return
        parts = [self._options(state, stage, seat, part) for part in range(len(stage.kinds))]
        for act in stage.acts:
            yield from self._of_act(state, seat, stage, act, parts)
        if not stage.acts:
            yield from stage.shape.all_picks(stage.kinds, parts)

    def _of_act(
        self, state: State, seat: str, stage: Stage, act: str, parts: Sequence[Sequence[Pick]]
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the picks of moves of one shape, as ``tries_ACT`` lists them or else all."""
        word = stage.kinds[0][stage.acts.index(act)]
        hook = phase_hook("tries", act)
        if hook_of(self.design, hook):
            for picks in self._listed_by(hook, state, seat):
                yield stage.whole((word, *(pick for pick in picks if pick is not None)))
            return
        shape = stage.shapes[act]
        places = [stage.shape.names.index(name) for name in shape.names]
        kinds = [stage.kinds[place] for place in places]
        if not shape.least:
            yield (word,)
        for picks in shape.all_picks(kinds, [parts[place] for place in places]):
            whole: list[Any] = [word, *(None,) * max(places, default=0)]
            for place, pick in zip(places, picks, strict=False):
                whole[place] = pick
            while whole[-1] is None:
                whole.pop()
            yield tuple(whole)

    def _options(self, state: State, stage: Stage, seat: str, part: int) -> Sequence[Pick]:
        """Return what a part of a move can be in a seat's view."""
        name = stage.shape.names[part]
        if name == "start":
            return self.table(state, "", seat).of(seat)
        if pile := stage.pile_of(name):
            cards = state.piles[self.piles.full_name(pile, seat)]
            return tuple(dict.fromkeys(card for card in cards if card in self.piles.cards))
        return self._kinds_in(state)[part]

    def _kinds_in(self, state: State) -> tuple[Sequence[Pick], ...]:
        """Return what each part of a move can be; on a board that grows, its places so far."""
        kinds = self.stage(state).kinds
        if not self.design.places.reach:
            return kinds
        names, every = self.board(state).names, self.design.places.names
        return tuple(names if kind is every else kind for kind in kinds)

    def move_from(self, state: State, picks: Sequence[Pick], seat: str = "") -> Move:
        """Return the move of picks without the parts that are left out."""
        stage = self.stage(state)
        return Move(stage.whole(picks), stage.shape.names, seat)

    # --- why not ------------------------------------------------------------------------------

    def refusal(self, state: State, move: Any) -> Refusal | None:
        """Return why a move is illegal: the game's own reason, or one derived from its moves."""
        actor = self.to_act(state)
        if actor is None:
            assert state.over is not None
            return Refusal(state.over.clause, f"the game is over: {state.over.text}")
        if isinstance(actor, Chance):
            first = (
                "cards have to be drawn" if actor.draws else f"{state.seat} has to roll the dice"
            )
            due = Refusal(actor.clause, f"{first} first")
            return move.refusal(actor) if isinstance(move, Roll) else due
        if not isinstance(move, Move):
            return self._not_chosen(state, actor, move)
        seat = move.seat or state.seat
        if isinstance(actor, Simultaneous) and seat not in actor.seats:
            why = "is out" if seat in state.out else "has chosen already"
            return Refusal(actor.clause, f"{seat or 'this seat'} {why}")
        view = self.observation(state, seat)
        return self._part_refusal(view, seat, move) or self._own_refusal(view, seat, move)

    def _not_chosen(self, state: State, actor: Actor, move: Any) -> Refusal:
        """Return the refusal of what no seat chooses: a roll, a draw, or no move at all."""
        if isinstance(move, Draw | Roll):
            done = "no cards are drawn" if isinstance(move, Draw) else "no dice are rolled"
            return Refusal(self.clauses.of("rolled"), f"{done} now")
        example = next(self._each_move(state, actor.seats), "")
        texts = f"a text such as {str(example)!r}" if example else "a text"
        said = f"{brief_repr(move)} is no move; expected {texts}, or one of match.moves()"
        return Refusal(self.clauses.turns, said)

    def _part_refusal(self, state: State, seat: str, move: Move) -> Refusal | None:
        """Return the refusal of a move that lacks a part, or has a part of the wrong kind."""
        stage = self.stage(state)
        if move.picks[:1] and stage.acts and move.picks[0] not in stage.acts:
            text = f"{move} begins with no act: one of {', '.join(stage.acts)}"
            return Refusal(self.clauses.turns, text)
        if stage.refuses(move.picks):
            named = f"a move in the phase {state.phase}" if state.phase else "a move"
            what = f"a {move.picks[0]}" if stage.acts and move.picks else named
            text = f"{move}: {what} has {stage.words_for(move.picks)}"
            return Refusal(self.clauses.turns, text)
        kinds = self._kinds_in(state)
        parts = enumerate(zip(stage.shape.names, kinds, move.picks, strict=False))
        for number, (name, kind, pick) in parts:
            if pick is None:
                continue
            pile = stage.pile_of(name)
            if pile and pick not in self._options(state, stage, seat, number):
                return Refusal(self.clauses.turns, self._not_in_pile(state, seat, pick, pile))
            if pick not in kind:
                early = any(pick in later for later in kinds[number + 1 :])
                text = f"{name} is {pick}; expected {expected_of(kind)}"
                text = f"choose the {name} before {pick}: {expected_of(kind)}" if early else text
                return Refusal(self.clauses.turns, text)
        return None

    def _not_in_pile(self, state: State, seat: str, card: Pick, pile: str) -> str:
        """Return that a card isn't in a pile, or that only the seat sees whether it is."""
        whose = f"the {pile} of {seat}" if self.piles.kinds[pile].each else f"the {pile}"
        hidden = UNKNOWN in state.piles[self.piles.full_name(pile, seat)]
        if hidden and state.viewer not in (None, seat):
            return f"only {seat} sees whether {card} is in {whose}"
        return f"{card} is not in {whose}"

    def _own_refusal(self, state: State, seat: str, move: Move) -> Refusal | None:
        squares = tuple(str(pick) for pick in move.picks if pick in self.design.places)
        stage = self.stage(state)
        if stage.why_not or not stage.moves:
            why = self.why_not(state, seat, move.picks)
            table = self.table(state, "why_not", seat)
            hook = stage.hook_for("why_not", move.picks) or "why_not"
            cited = why and self.cited(hook, (table, *stage.arguments(move.picks)), why)
            pointed = why.squares if isinstance(why, PlacedReason) else ()
            return Refusal(*cited, pointed or squares) if cited else None
        if any(move.picks == legal.picks for legal in self.moves_for(state, seat)):
            return None
        clause = self.clauses.of(stage.moves)
        return Refusal(clause, self._derived_reason(state, seat, move), squares)

    def why_not(
        self, state: State, seat: str, picks: tuple[Pick, ...], tables: list[Table] | None = None
    ) -> str | None:
        """Return why picks are no legal move in a view, perhaps with a clause; None for one."""
        stage = self.stage(state)
        start = None if stage.start is None else _at(picks, stage.start)
        if start is not None:
            if owner_of(state.pieces.get(str(start)), self.seats) != seat:
                return f"{self.clauses.turns} {start} has no piece of {seat}"
            if stage.end is not None and _at(picks, stage.end) == start:
                return f"{self.clauses.turns} {start} is where the piece is already"
        hook, args = stage.why_not, picks
        if stage.acts:
            hook, args = stage.hook_for("why_not", picks), stage.arguments(picks)
        if not hook:
            return None
        table = tables.pop() if tables else self.table(state, hook, seat)
        why = call(self.design, hook, table, *args)
        if tables is not None and table._untouched:  # as good as new for the next candidate
            tables.append(table)
        if why is not None and not (isinstance(why, str) and why.strip()):
            raise returned(self.design, hook, (table, *args), why, REASON)
        return why

    def cited(
        self, hook: str, args: tuple[Any, ...], sentence: str, clause_of: str = ""
    ) -> tuple[str, str]:
        """Return the clause and the text of a sentence that a hook returned.

        A sentence without a clause has that of the hook, or of ``clause_of``. Raises BadInput for a
        clause that the rulebook doesn't have.
        """
        try:
            return self.clauses.cite(clause_of or hook, sentence)
        except BadInput as error:
            raise returned(self.design, hook, args, sentence, str(error)) from None

    def _derived_reason(self, state: State, seat: str, move: Move) -> str:
        """Return the reason that a move isn't listed: the first pick that no listed move has."""
        legal = [each.picks for each in self.moves_for(state, seat)]
        for size, pick in enumerate(move.picks):
            options = _next_picks(legal, move.picks[:size])
            if pick not in options:
                return self._no_option(state, seat, move.picks[:size], pick, options)
        return f"{move} is only a part of a move; {_some(_next_picks(legal, move.picks), 'next')}"

    def _no_option(
        self, state: State, seat: str, before: tuple[Pick, ...], pick: Pick, options: list[Pick]
    ) -> str:
        piece = state.pieces.get(str(pick))
        if (
            not before
            and pick in self.design.places
            and self.stage(state).shape.names[:1] == ("start",)
        ):
            if owner_of(piece, self.seats) != seat:
                return f"{pick} has no piece of {seat}"
            return f"the piece on {pick} can't move now"
        after = f"after {before[-1]}" if before else f"for {seat}"
        if not options:
            return f"{pick} is too much: the move ends on {before[-1]}" if before else (
                f"{seat} has no legal move")  # fmt: skip
        return f"{pick} is not possible {after}; {_some(options)}"

    # --- what a move does ---------------------------------------------------------------------

    def apply_move(self, state: State, move: Any, log: MoveLog) -> State:
        """Make a legal move; add its events, its consequences, passes and the end to the log."""
        steps: list[Step] = []
        final = self._apply(state, move, steps, quiet=isinstance(log, EventCounts))
        for event, after in steps:
            log.add(after, *event)
        return final

    def next_state(self, state: State, move: Any) -> State:
        """Return the state after a legal move."""
        return self._apply(state, move, [], quiet=True)

    def _apply(self, state: State, move: Any, steps: list[Step], quiet: bool = False) -> State:
        """Return the state after a legal move, and add its steps.

        Quiet steps are only counted: they have the kinds of events, and no sentences of moves.
        """
        if isinstance(move, Roll):
            if state.pending is not None:
                return self._chanced(state, state.pending, move, steps, quiet)
            return self._roll(state, move, steps, quiet)
        stage = self.stage(state)
        if stage.secret:
            return self._choose(state, stage, move, steps, quiet)
        hidden = self._hidden_parts(state, move.picks)
        if self.remembers:
            state = state._replace(past=(*state.past, (state.seat, move.picks, hidden or False)))
        hook = stage.hook_for("move", move.picks)
        made = _Call("move", hook, state.seat, (move.picks,), quiet, hidden=hidden)
        return self._run(state, made, steps)

    # --- a call of the class's function -------------------------------------------------------

    def _run(
        self,
        state: State,
        made: _Call,
        steps: list[Step],
        outcomes: tuple[tuple[str, ...], ...] = (),
        told: int = 0,
    ) -> State:
        """Call a function of the class, and go on as after it.

        Where it draws or rolls, the state waits for chance; then the function is called again with
        what chance gave, on the same table. So a function may draw anywhere, and every draw is a
        move of the record. ``told`` sentences of it are steps already.
        """
        table = self.table(state, made.hook, made.seat, made.quiet)
        table._outcomes = list(outcomes)
        try:
            self._call(table, made)
        except Due as due:
            return self._waiting(state, made, due, table, outcomes, steps, told)
        return self._after(table, made, steps, told)

    def _call(self, table: Table, made: _Call) -> None:
        """Call the function with the picks of the move, or with those of all seats."""
        if not hook_of(self.design, made.hook):
            return
        if made.kind == "choices" and made.hook.startswith("reveal"):
            call(self.design, made.hook, table, *self._shown(table._state, made.picks))
        elif made.kind == "choices":  # each seat's choice is a move of its own
            for seat, picks in zip(self.seats, made.picks, strict=True):
                if not picks:  # it was out, or had no choice
                    continue
                object.__setattr__(table, "_seat", seat)
                call(self.design, made.hook, table, *picks)
            object.__setattr__(table, "_seat", made.seat)
            table._forget_taken()
        else:
            picks = made.picks[0] if made.picks else ()
            args = (table, *self.stage(table._state).arguments(picks))
            found = call(self.design, made.hook, *args)
            if found is not None and isinstance(found, str | tuple):  # a winner, a reason
                raise returned(self.design, made.hook, args, found, NOTHING)
            if made.hidden:
                table._forget_taken(but=(made.seat,))

    def _shown(self, state: State, picks: Sequence[tuple[Pick, ...]]) -> list[dict[str, Any]]:
        """Return the secret choices as ``reveal`` gets them: each part, by seat."""
        parts = [dict(zip(self.seats, each, strict=True)) for each in zip_longest(*picks)]
        rest = self.stage(state).shape.names[len(parts) :]
        return parts + [dict.fromkeys(self.seats) for _ in rest]

    def _waiting(
        self,
        state: State,
        made: _Call,
        due: Due,
        table: Table,
        outcomes: tuple[tuple[str, ...], ...],
        steps: list[Step],
        told: int,
    ) -> State:
        """Return the table as it is when the function draws, and what the function waits for."""
        pending = Pending(made.hook, made.kind, made.seat, made.picks, outcomes, len(table._said),
                          due.dice, due.draws, state)  # fmt: skip
        now = table.state()._replace(pending=pending)
        fresh = [_said_step(said, {"seat": made.seat, "picks": []}) for said in table._said[told:]]
        steps += fresh
        if not steps and made.kind in ("move", "choices"):  # a move is told before what it draws
            text, data = self._told_by_itself(state, made)
            steps.append(_step(self.clauses.of(made.hook), "move", text, now, data))
        elif not steps and outcomes:
            text = f"{capitalise(made.seat)} {'draws' if due.draws else 'rolls'} again."
            steps.append(_step(self.clauses.of(made.hook), "draw", text, now, {"picks": []}))
        return now

    def _chanced(
        self, state: State, pending: Pending, given: Roll, steps: list[Step], quiet: bool
    ) -> State:
        """Return the state after chance gave what a function of the class waits for."""
        assert pending.base is not None, "a seat's view can't go on"
        shown = tuple(given.faces[die.name] for die in pending.dice)
        base = pending.base
        if self.remembers:
            base = base._replace(past=(*base.past, ("", shown, pending.draws)))
        hidden = self._hidden_parts(base, pending.picks[0]) if pending.kind == "move" else ()
        made = _Call(
            pending.kind, pending.hook, pending.seat, pending.picks, quiet, 0, True, hidden
        )
        after = self._run(base, made, steps, (*pending.outcomes, shown), pending.told)
        if not steps:
            verb = "draws" if pending.draws else "rolls"
            text = f"{capitalise(pending.seat)} {verb} {join_list(map(face_in_words, shown))}."
            steps.append(_step(self.clauses.of(pending.hook), "draw", text, after, {"picks": []}))
        return after

    def _after(self, table: Table, made: _Call, steps: list[Step], told: int) -> State:
        """Return the state after a function of the class: the game may end, else a seat is due."""
        if made.kind == "setup":
            state = self._given_to(table)
            steps += [_said_step(said, {"picks": []}) for said in table._said[told:]]
            return self._begin(state, steps, made.quiet) if hook_of(self.design, "begin") else state
        if made.kind == "begin":
            return self._settle_begin(table, made, steps, told)
        stays = made.kind == "rolled" and made.seat in table.playing
        if stays and table._next is None and self.decides:
            table.pass_to(made.seat)
        told_already = made.resumed or made.kind == "rolled"
        default = None if told_already else self._told_by_itself(table._state, made)
        return self._settle(table, made, default, steps, told)

    def _begin(self, state: State, steps: list[Step], quiet: bool, passes: int = 0) -> State:
        """Return the state after the function ``begin``, which is called before each turn."""
        return self._run(state, _Call("begin", "begin", state.seat, (), quiet, passes), steps)

    def _given_to(self, table: Table) -> State:
        """Return the table's state, with the seat to move that ``setup`` or ``begin`` named."""
        state = table.state()
        seat = table._next or state.seat
        here = next_in(self.seats, seat, state.out) if seat in state.out else seat
        return state if here == state.seat else state._replace(seat=here)

    def _settle_begin(self, table: Table, made: _Call, steps: list[Step], told: int) -> State:
        state = self._given_to(table)
        steps += [_said_step(said, {"seat": made.seat, "picks": []}) for said in table._said[told:]]
        over = self._outcome("winner", table._over) if table._over else self._winner(state)
        if over is not None:
            return self._ended(state, over, steps)
        passes = 0 if made.resumed else made.passes
        return self._unstuck(state, steps, made.quiet, passes)

    def _told_by_itself(self, state: State, made: _Call) -> tuple[str, Mapping[str, Any]]:
        """Return the sentence and data for a move about which the game says nothing."""
        if made.quiet:
            return "", NO_DATA
        stage = self.stage(state)
        if made.kind == "move":
            move = Move(made.picks[0], stage.shape.names)
            data: dict[str, Any] = {
                "seat": made.seat,
                "picks": _picked(move),
                "parts": _parts(move),
            }
            if made.hidden:
                others = self._moved_in_secret(made.seat, made.shown)
                data |= {"seen_by": [made.seat], "others": others, "others_picks": made.shown}
            return self._moved(stage, made.seat, move), data
        chosen = ", ".join(
            f"{seat} {' '.join(map(str, picks))}"
            for seat, picks in zip(self.seats, made.picks, strict=True)
        )
        data = {"seat": made.seat, "picks": []}
        if made.hook.startswith("reveal"):
            return f"{capitalise(chosen)}.", data
        return "All have chosen.", data

    def rehearse(self, state: State, move: Any) -> None:
        """Try a move; raise DesignError at the line of a loop that doesn't end."""
        with bounded(move):
            if self.refusal(state, move) is None:
                self.next_state(state, move)

    def doubt(self, state: State, move: Any, after: State) -> str:
        """Return that a move has another result when it is made again, at which line; or ""."""
        try:
            again = next(
                (each for _ in range(REPEATS) if (each := self.next_state(state, move)) != after),
                after,
            )
        except BadInput:
            return ""
        return "" if again == after else unlike(self, self.design_class, state, move, after, again)

    def _moved(self, stage: Stage, seat: str, move: Move) -> str:
        """Return the sentence for a move about which the game says nothing."""
        places = [pick for pick in move.picks if pick in self.design.places]
        hands = {name for name, kind in self.piles.kinds.items() if kind.seen_by == OWNER}
        plays = len(places) == 1 or any(stage.pile_of(part) in hands for part in _parts(move))
        verb = "moves" if len(places) > 1 else "plays" if plays else "chooses"
        return f"{capitalise(seat)} {verb} {move._replace(seat='')}."

    def _moved_in_secret(self, seat: str, shown: Sequence[str]) -> str:
        """Return what others learn of a move with parts that they don't see; ``shown`` they do."""
        what = f"plays {'-'.join(shown)}, and the rest" if shown else "plays"
        return f"{capitalise(seat)} {what} in secret."

    def _roll(self, state: State, roll: Roll, steps: list[Step], quiet: bool) -> State:
        """Put the dice on the table; the seat then moves, unless ``rolled`` ends its turn."""
        faces = tuple(roll.faces[die.name] for die in self.dice)
        state = state._replace(dice=faces)
        if self.remembers:
            state = state._replace(past=(*state.past, ("", faces, False)))
        shown = "" if quiet else join_list(map(face_in_words, faces))
        text = "" if quiet else f"{capitalise(state.seat)} rolls {shown}."
        clause = self.clauses.of_hook["rolled"]
        steps.append(_step(clause, "roll", text, state, {"dice": list(faces)}))
        return self._run(state, _Call("rolled", "rolled", state.seat, (), quiet), steps)

    def _choose(
        self, state: State, stage: Stage, move: Move, steps: list[Step], quiet: bool
    ) -> State:
        """Keep a secret choice; after the last one, reveal or make them all."""
        state = state._replace(chosen=state.chosen.put(move.seat, move.picks))
        clause = self._choice_clause(state)
        text = f"{capitalise(move.seat)} has chosen."
        steps.append(_step(clause, "chosen", text, state, {"seat": move.seat}))
        if len({*state.chosen, *state.out}) < len(self.seats):
            return state
        picks = tuple(state.chosen.get(seat, ()) for seat in self.seats)
        state = state._replace(chosen=FrozenDict())
        if self.remembers:
            secret = not stage.reveals
            made = tuple((seat, state_picks, secret) for seat, state_picks in
                         zip(self.seats, picks, strict=True) if state_picks)  # fmt: skip
            state = state._replace(past=(*state.past, *made))
        return self._run(state, _Call("choices", stage.move, state.seat, picks, quiet), steps)

    # --- after a move -------------------------------------------------------------------------

    def _settle(
        self,
        table: Table,
        made: _Call,
        default: tuple[str, Mapping[str, Any]] | None,
        steps: list[Step],
        told: int = 0,
    ) -> State:
        """Return the state after a hook: the game may end, else the next seat is due."""
        seat, state, rolled = made.seat, table.state(), made.kind == "rolled"
        picks = made.shown if made.kind == "move" and not made.quiet else []
        data: Mapping[str, Any] = {"seat": seat, "picks": picks}
        steps += [_said_step(said, data) for said in table._said[told:]]
        if not table._said and default:
            text, data = default
            steps.append(_step(self.clauses.of(made.hook), "move", text, state, data))
        over = self._outcome("winner", table._over) if table._over else self._winner(state)
        if over is None and len(state.out) == len(self.seats):
            over = Over((), self.clauses.turns, "All are out: a draw.")
        if over is not None:
            return self._ended(state, over, steps)
        if rolled and table._next == seat and self.decides and state.dice:
            return self._unstuck(state, steps, made.quiet)
        if rolled and not table._said:  # a step more, so that the roll's own shows the dice
            after = "has another turn" if table._next == seat else "ends the turn"
            clause = self.clauses.of_hook["rolled"]
            steps.append(_step(clause, "turn", f"{capitalise(seat)} {after}.", state, data))
        if made.kind == "choices" and self.design.phases and table._next is None:
            after_move = state._replace(turn=state.turn + 1, dice=())  # whoever was next still is
        else:
            after_move = self._advanced(state, table._next)
        if hook_of(self.design, "begin") and after_move.turn != state.turn:
            return self._begin(after_move, steps, made.quiet)
        return self._unstuck(after_move, steps, made.quiet)

    def _winner(self, state: State) -> Over | None:
        if not hook_of(self.design, "winner"):
            return None
        return self._outcome("winner", call(self.design, "winner", self.table(state, "winner")))

    def _outcome(self, hook: str, found: Any) -> Over | None:
        """Return the end that ``winner`` or ``stuck`` returned."""
        if found is None:
            return None
        who, text = found if isinstance(found, tuple | list) and len(found) == 2 and isinstance(
            found[1], str) and found[1] not in self.seats else (found, "")  # fmt: skip
        winners = winners_of(who, self.seats)
        if winners and self.teams:  # a team wins together
            side = {each for winner in winners for each in self.side_of(winner)}
            winners = tuple(seat for seat in self.seats if seat in side)
        if winners is None:
            wrong = f"{OUTCOME}; the seats are {', '.join(self.seats)}"
            raise returned(self.design, hook, (self.table(self._initial),), found, wrong)
        ends = "It is a draw." if not winners else (
            f"{join_list(map(capitalise, winners))} {'win' if len(winners) > 1 else 'wins'}."
        )  # fmt: skip
        clause, text = self.cited(hook, (self.table(self._initial),), text or ends)
        return Over(winners, clause, capitalise(text))

    def _by_cards(self, over: Over) -> Over:
        """Return an end under the rule cards that are on."""
        return end_by_cards(self.design, over, self.seats, self.clauses.of_ready)

    def _ended(self, state: State, over: Over, steps: list[Step]) -> State:
        """Return the state after an end, under the rule cards that are on; add its step."""
        over = self._by_cards(over)
        state = state._replace(over=over)
        steps.append(_step(over.clause, "end", over.text, state, {"seat": state.seat}))
        return state

    def _advanced(self, state: State, seat: str | None) -> State:
        """Return the state with the next seat to move, its dice not rolled yet.

        Where the same seat moves again and no roll is due, the dice stay.
        """
        seats = self.seats
        after = seat or state.seat
        if not seat or seat in state.out:
            after = next_in(seats, after, state.out)
        same = seat == state.seat and len(seats) > 1
        moved = state._replace(seat=after, turn=state.turn + (not same), dice=())
        if seat != state.seat or not state.dice:
            return moved
        kept = moved._replace(dice=state.dice)
        return moved if self._must_roll(kept) else kept

    def _unstuck(
        self, state: State, steps: list[Step], quiet: bool = False, passes: int = 0
    ) -> State:
        """Return the state in which a seat can move; those that can't pass, or the game ends.

        ``passes`` is how many seats have passed one after the other.
        """
        if isinstance(self.to_act(state), Simultaneous):
            return self._without_choice(state, steps)
        while isinstance(self.to_act(state), Seat) and not self._can_move(state, state.seat):
            if passes == len(self.seats) - len(state.out):
                nobody = Over((), self.clauses.turns, "Nobody can move: a draw.")
                return self._ended(state, nobody, steps)
            over = self._stuck(state)
            if over is not None:
                return self._ended(state, over, steps)
            text = f"{capitalise(state.seat)} has no legal move and passes."
            clause = self.clauses.with_word("pass")
            steps.append(_step(clause, "pass", text, state, {"seat": state.seat}))
            state, passes = self._advanced(state, None), passes + 1
            if hook_of(self.design, "begin"):
                return self._begin(state, steps, quiet, passes)
        return state

    def _without_choice(self, state: State, steps: list[Step]) -> State:
        """Return the state in which seats without a legal secret choice have passed."""
        actor = self.to_act(state)
        assert isinstance(actor, Simultaneous)
        idle = [seat for seat in actor.seats if not self._can_move(state, seat)]
        if len(idle) == len(actor.seats):
            nobody = Over((), self.clauses.turns, "Nobody can choose: a draw.")
            return self._ended(state, nobody, steps)
        for seat in idle:
            state = state._replace(chosen=state.chosen.put(seat, ()))
            text = f"{capitalise(seat)} has nothing to choose."
            steps.append(_step(self.clauses.turns, "pass", text, state, {"seat": seat}))
        return state

    def _stuck(self, state: State) -> Over | None:
        hook = self.stage(state).hook("stuck")
        if not hook:
            return None
        return self._outcome(hook, call(self.design, hook, self.table(state, hook)))

    def result(self, state: State) -> Result | None:
        """Return how the game ended; None while it continues."""
        if state.over is None:
            return None
        scores = state.score if any(state.score.values()) else FrozenDict()
        return Result(state.over.winners, state.over.clause, state.over.text, scores)

    def view_to_json(self, view: State, seat: str) -> dict[str, Any]:
        """Return a seat's observation as plain JSON values; what it doesn't know is "?"."""
        return self.to_json(view)

    def evaluate(self, state: State, seat: str) -> float:
        """Return the design's ``evaluate(table, seat)``, or else the seat's share of what counts.

        That is the score or, in a game without one, the places with pieces of each seat. In a game
        that pays points it is the points so far.
        """
        if hook_of(self.design, "evaluate") and not state.in_setup:
            args = self.table(state, "", seat), seat
            value = call(self.design, "evaluate", *args)
            if not isinstance(value, Real) or not -LARGEST < value < LARGEST:  # type: ignore[operator]
                raise returned(self.design, "evaluate", args, value, WORTH)
            return float(value)
        if self.pays != "win":
            return self.payoff(Result((), "", "", state.score), seat)
        count: Mapping[Any, int] = state.score
        if not any(count.values()):
            count = Counter(owner_of(piece, self.seats) for piece in state.pieces.values())
        held = [sum(count.get(each, 0) for each in side) for side in self.teams or zip(self.seats)]
        own = sum(count.get(each, 0) for each in (self.side_of(seat) if self.teams else (seat,)))
        lead = own - sum(held) / len(held)
        return lead / max(1, sum(map(abs, held)))

    @property
    def clauses_always_used(self) -> frozenset[str]:
        """The clauses of ``setup`` and on turns, under which no event happens."""
        return frozenset({self.clauses.of("setup"), self.clauses.turns})

    @property
    def evaluates(self) -> bool:
        """True if the class has a function ``evaluate``."""
        return hook_of(self.design, "evaluate") is not None

    # --- texts and data -----------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Any:
        """Return the move of a text such as "a1-a3" or "roll 4"; raise BadInput for others."""
        actor = self.to_act(state)
        draws = isinstance(actor, Chance) and actor.draws
        if draws or (text.lower().split()[:1] == ["draw"] and not self._is_word("draw")):
            return self._parse_draw(actor, text)
        if text.split()[:1] == ["roll"] and (len(text.split()) > 1 or isinstance(actor, Chance)):
            return Roll.read(text, actor.dice if isinstance(actor, Chance) else self.dice)
        seat, words = "", text
        if self.stage(state).secret:
            seat, _, words = text.strip().partition(" ")
            if seat not in self.seats:
                raise invalid("the move", text, f"a seat and its choice: {self._example(state)!r}")
        known = (*self.words, *self.piles.names)
        _check_number(words, self.words, self.stage(state))
        picks = parse_picks(words, self.design.places, known, lambda: self._example(state))
        return self.move_from(state, picks, seat)

    def _is_word(self, name: str) -> bool:
        """Return True if a word of a move, or a card, begins with this word."""
        return any(str(each).split()[:1] == [name] for each in (*self.words, *self.piles.names))

    def _parse_draw(self, actor: Actor | None, text: str) -> Draw:
        """Return the draw of a text such as "draw king, jack", or "king, jack"."""
        first, _, rest = text.strip().partition(" ")
        cards = (rest if first.lower() == "draw" else text).split(",")
        known = {card.lower(): card for card in self.piles.names}
        plain = (" ".join(card.split()) for card in cards)
        named = [known.get(card.lower(), card) for card in plain if card]
        if isinstance(actor, Chance) and actor.draws:
            return Draw.of_cards(actor, named)
        return Draw(FrozenDict(zip(map(str, range(len(named))), named, strict=True)))

    def _example(self, state: State) -> str:
        """Return the text of a legal move."""
        return next((str(move) for move in self.moves(state)), "roll")

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON."""
        lays = any("lay_on" in code.co_names for code in codes_of(self.design_class))
        first = self.set_up
        return position_form(self.setting, first, self.dice, self._known_picks, lays)

    @cached_property
    def set_up(self) -> State:
        """The initial state with its set-up at an end, whatever chance gives."""
        state = self._initial
        while state.pending is not None:
            state = self.next_state(state, self.chance_move(state, lambda _, options: options[0]))
        return state

    def position(self, written: object) -> State:
        """Return the state of a position: some entries of its JSON, or lines with a map of squares.

        Lines such as "seat: moons", "turn: 4", "score: suns 3, moons 1" and "dice: 6 1" may be
        above or below the map. Entries that are missing are those of the initial state. Raises
        BadInput naming a wrong one.
        """
        data = parse_lines(written) if isinstance(written, str) else written
        if not isinstance(data, Mapping):
            raise invalid("the position", written, "a mapping such as {'pieces': …}, or a map")
        first = self.set_up
        whole = {**self.to_json(first), **self.form.expand(POSITION, data)}
        if "pieces" in data and "over" not in data:
            state = self.from_json({**whole, "over": None})
            over = self._winner(state)
            return state._replace(over=over and self._by_cards(over))
        return self.from_json(whole)


def _restored(design: type[Any], *parts: Any) -> BoardGame:
    """Return a pickled game of a student's class, registered or not."""
    game = restored(registered(design) or design.as_game(), *parts)
    assert isinstance(game, BoardGame)
    return game


def _check_number(text: str, words: Sequence[Pick], stage: Stage) -> None:
    """Raise BadInput for a number in a move's text that the only part of numbers can't be."""
    parts = zip(stage.shape.names, stage.kinds, strict=True)
    counted = [(name, kind) for name, kind in parts if kind and type(kind[0]) is int]
    numbers = [int(each) for each in text.split() if each.lstrip("-").isdecimal()]
    for number in numbers if len(counted) == 1 else ():
        if number not in words:
            name, kind = counted[0]
            raise invalid(name, number, expected_of(kind))


def _at(picks: Sequence[Any], place: int) -> Any:
    """Return the pick at a place; None where there is none."""
    return picks[place] if place < len(picks) else None


def _picked(move: Move) -> list[str]:
    return [str(pick) for pick in move.given]


def _parts(move: Move) -> dict[str, str]:
    """Return the picks of a move by the names of its parts; further ones are numbered."""
    numbered = enumerate(move.picks)
    named = ((move.names[n] if n < len(move.names) else str(n), pick) for n, pick in numbered)
    return {name: str(pick) for name, pick in named if pick is not None}


def _next_picks(moves: Iterable[tuple[Pick, ...]], before: tuple[Pick, ...]) -> list[Pick]:
    """Return what follows some picks in the moves that begin with them."""
    size = len(before)
    found = (each[size] for each in moves if each[:size] == before and each[size:])
    return list(dict.fromkeys(found))


def _some(options: Sequence[Pick], word: str = "possible") -> str:
    """Return the options in words, at most a few."""
    few = ", ".join(map(str, options[:MOST_LISTED]))
    return f"{word}: {few}{' …' if len(options) > MOST_LISTED else ''}"


def _far_apart(candidates: Iterable[tuple[Pick, ...]]) -> Iterator[tuple[Pick, ...]]:
    """Yield all candidates in an order in which neighbours come far apart."""
    listed = list(candidates)
    step = round(len(listed) * 0.382) or 1  # the golden section: each lands in the widest gap
    while gcd(step, len(listed)) > 1:
        step += 1
    yield from (listed[step * number % len(listed)] for number in range(len(listed)))


EVENT_KINDS = {
    "roll": "Dice are rolled.",
    "chosen": "A seat has chosen in secret.",
    "move": "A seat makes a move of which the game says nothing else.",
    "turn": "A roll ends the turn, or gives another one.",
    "pass": "A seat can't move.",
    "draw": "Cards are drawn.",
    "deal": "Cards are dealt.",
    "show": "Hidden cards are shown.",
    "end": "The game is over.",
}
"""The kinds of event that every game of a Board has."""


def _step(clause: str, kind: str, text: str, state: State, data: Mapping[str, Any]) -> Step:
    whole = {"seat": state.seat, **data, "text": capitalise(text)}
    return Step(Event(clause, kind, "{text}", whole), state)


class _Call(NamedTuple):
    """A call of a function of the class."""

    kind: str
    """"setup", "begin", "rolled", "move", or "choices" for secret ones of all seats."""
    hook: str
    """The function's name, such as "move_bid"."""
    seat: str
    picks: tuple[tuple[Any, ...], ...] = ()
    """The picks of the move, or of each seat."""
    quiet: bool = False
    passes: int = 0
    resumed: bool = False
    """True if it is called again after a draw."""
    hidden: tuple[int, ...] = ()
    """The numbers of the picks of the move that only its seat learns."""

    @property
    def shown(self) -> list[str]:
        """The picks of the move that all learn."""
        picks = enumerate(self.picks[0])
        return [str(p) for n, p in picks if p is not None and n not in self.hidden]


def _said_step(said: Said, data: Mapping[str, Any]) -> Step:
    """Return the step of a sentence that a hook said; one with data keeps it."""
    if said.seen_by is not None:
        data = {**data, "picks": [], "seen_by": list(said.seen_by), "others": said.others}
    if said.data is None:
        return _step(said.clause, said.kind, said.text, said.state, data)
    text = said.text
    template = f"{{{capitalise(text[1:])}" if text.startswith("{") else capitalise(text)
    return Step(Event(said.clause, said.kind, template, {**data, **said.data}), said.state)


def student_bot(name: str) -> Bot:
    """Return the bot that a student's method ``bot_NAME(self, table, moves, pick)`` is.

    A phase may have its own, ``bot_NAME_PHASE``; in a phase without one the bot moves at random.
    """

    def bot(game: Any, state: State, seat: str, pick: RandomChoice) -> Any:
        hook = game.stage(state).hook(f"bot_{name}")
        if not hook:
            return game.random_move(state, seat, pick)
        number = iter(range(10**6))

        def choose(*args: Any) -> Any:
            return pick(f"move {next(number)}", args[-1])

        table, moves = game.table(state, "", seat), list(game.moves_for(state, seat))
        try:
            chosen = call(game.design, hook, table, moves, choose)
        except DesignError as error:
            raise _with_phase(game, name, error) from None
        if chosen is None:
            args = (table, moves, choose)
            raise returned(game.design, hook, args, chosen, "expected one of the moves")
        secret = isinstance(chosen, str | int) and game.stage(state).secret
        return f"{seat} {chosen}" if secret and not str(chosen).startswith(seat) else chosen

    bot.__name__ = name
    return bot


def _with_phase(game: BoardGame, bot: str, error: DesignError) -> DesignError:
    """Return a bot's error; one about a part of another phase's moves says how to ask for it."""
    part = error.__context__
    if not isinstance(part, AttributeError) or not isinstance(part.obj, Move):
        return error
    phase = next((p for p, stage in game.stages.items() if part.name in stage.shape.names), "")
    mend = f" here; expected bot_{bot}_{phase} for the phase {phase!r} alone"
    return DesignError(f"{error}{mend}", error.line) if phase else error
