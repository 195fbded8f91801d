"""The first difference between two matches with the same dice and moves, and its rule.

Vocabulary
    course  a match's moves from a state, each as its steps
    cause   a changed rule option that makes the difference
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.rules import Option, Rules
from piecepack_nb.core.steps import IllegalMove, Step, cited

SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


class Divergence(NamedTuple):
    """The first step at which two matches differ; step 0 is the start."""

    step: int
    turn: int
    clause: str
    """A clause of the changed option that makes the difference; without one, the event's."""
    text: str
    ours: Step | None
    theirs: Step | None
    """The step in either match; None where that match has no such step."""
    note: str = ""
    """The part of ``text`` on chance drawn again, and on a changed rule that no event names."""
    causes: tuple[Option, ...] = ()
    """The changed options that make the difference; none where the rules don't make it."""

    def __str__(self) -> str:
        return cited(f"step {self.step} (turn {self.turn}): {self.text}", self.clause)


class Course(NamedTuple):
    """Moves from a state: the game that each was made in, and its steps."""

    start: Any
    moves: Sequence[tuple[AnyGame, Sequence[Step]]]
    game: AnyGame
    """The game after the last move."""

    def steps(self) -> Iterator[tuple[AnyGame, Step]]:
        """Yield all steps, each with its game."""
        return ((game, step) for game, steps in self.moves for step in steps)

    def state_before(self, number: int) -> Any:
        """Return the state before step ``number``, counted from 1, or after the last one."""
        steps = [step for _, step in self.steps()][: number - 1]
        return steps[-1].state if steps else self.start

    def move_of(self, number: int) -> tuple[AnyGame, Sequence[Step]]:
        """Return the game of a step's move, and its steps from this one on; none at the end."""
        for game, steps in self.moves if number else ():
            if number <= len(steps):
                return game, steps[number - 1 :]
            number -= len(steps)
        return self.game, ()

    def starts_move(self, number: int) -> bool:
        """Return True if a move begins with this step, or may begin after the last one."""
        ends = 0
        for _, steps in self.moves:
            if number == ends + 1:
                return True
            ends += len(steps)
        return number == ends + 1


def first_difference(ours: Course, theirs: Course) -> int | None:
    """Return the number of the first step that differs, None if there is none.

    Its event has another text, for which only other rules can be the reason, or the tables differ
    after it, or it ends the game in another way. It may be the step after the last one of either
    match. Step 0, the start, only counts where neither match has a step.
    """
    number, same_code = 0, type(ours.game) is type(theirs.game)
    for number, (one, two) in enumerate(zip_longest(ours.steps(), theirs.steps()), start=1):
        if one is None or two is None:
            return number
        (game, step), (its, other) = one, two
        if step.state != other.state and not same_table(game, step.state, its, other.state):
            return number
        if same_code and step.event.text != other.event.text:
            return number
    if number:
        ends = [each.game.result(each.state_before(number + 1)) for each in (ours, theirs)]
        here, there = (end and end.winners for end in ends)
        return None if here == there else number
    return None if same_table(ours.game, ours.start, theirs.game, theirs.start) else 0


def same_table(game: AnyGame, state: Any, other: AnyGame, its: Any) -> bool:
    """Return True if the states of two games, of the same kind, look alike on a table."""
    return bool(state == its or game.visible_state(state) == other.visible_state(its))


# --- Causes --------------------------------------------------------------------------------------


def changed_options(rules: Rules, since: Rules) -> tuple[Option, ...]:
    """Return the options that two rules give other values; none for rules of another version."""
    if type(rules) is not type(since):
        return ()
    names = rules.differences(since)
    return tuple(option for option in rules.options() if option.name in names)


def cited_clause(causes: Iterable[Option], clauses: Sequence[str]) -> str:
    """Return the first of ``clauses`` that a cause has; else the first cause's, or the first.

    ``clauses`` are those of the events at the difference, the likeliest first.
    """
    about = [clause for option in causes for clause in option.clauses]
    return next((each for each in (*clauses, *about) if each in about), (*clauses, "")[0])


# --- The difference in words ---------------------------------------------------------------------


def describe(
    number: int,
    ours: Course,
    theirs: Course,
    causes: Sequence[Option] = (),
    refused: IllegalMove | None = None,
    drawn_again: str = "",
) -> Divergence:
    """Return the divergence at a step: its clause, and in words the events and the reason.

    ``causes`` are the options that make the difference, ``refused`` is the illegal move that ended
    the replay, if one did, and ``drawn_again`` says why chance was drawn again there. The words
    are of what everybody sees.
    """
    whole = [next(iter(course.move_of(number)[1]), None) for course in (ours, theirs)]
    ours, theirs = for_all(ours), for_all(theirs)
    (game, mine), (other, their) = ours.move_of(number), theirs.move_of(number)
    one, two = next(iter(mine), None), next(iter(their), None)
    clauses, text = _difference(number, ours, theirs, refused)
    later = zip_longest(their[1:], mine[1:])
    nearby = [step.event.clause for step in chain.from_iterable(later) if step is not None]
    clause = cited_clause(causes, [*clauses, *nearby])
    note = drawn_again
    unseen = False
    if one is not None and two is not None and text == one.event.text:
        unseen = True
        entry = differing_entry(_tables(game, one.state), _tables(other, two.state))
        text = f"{text} Then the tables differ{entry and f': {entry}'}"
    if clause not in clauses or unseen:
        rules = (theirs.game.rules, ours.game.rules)
        note = join_sentences(note, changed_rule(causes, clause, *rules))
    some = one or two
    turn = game.turn(some.state if some else ours.start)
    text = join_sentences(text, note)
    return Divergence(number, turn, clause, text, whole[0], whole[1], note, tuple(causes))


def for_all(course: Course) -> Course:
    """Return a course with what everybody learns of its events."""
    return course._replace(
        moves=[(game, [_for_all(game, step) for step in steps]) for game, steps in course.moves]
    )


def _for_all(game: AnyGame, step: Step) -> Step:
    return step._replace(event=game.observed_event(step.event, ""))


def _tables(game: AnyGame, state: Any) -> list[Any]:
    """Return the JSON of what is visible of a state, and of all that everybody sees."""
    seen = game.observation(state, "")
    return [game.to_json(game.visible_state(seen)), game.to_json(seen)]


def differing_entry(here: Sequence[Any], there: Sequence[Any], name: str = "") -> str:
    """Return the first entry of two tables that differs, with its two values; "" for none.

    Of each table there is the JSON of what is visible, in which the entry is looked for, and that
    of the whole state, which has its values.

    >>> one, two = {"notes": {"goal": 3, "left": 3}}, {"notes": {"goal": 4, "left": 4}}
    >>> differing_entry([{"notes": {"left": 3}}, one], [{"notes": {"left": 4}}, two])
    'notes.left is 3 here, 4 there'
    """
    if isinstance(here[0], Mapping) and isinstance(there[0], Mapping):
        names = dict.fromkeys((*here[0], *there[0]))
        inner = (
            differing_entry(
                _part(here, each), _part(there, each), f"{name}.{each}" if name else each
            )
            for each in names
        )
        return next(filter(None, inner), "")
    if here[0] == there[0]:
        return ""
    one, two = (brief_repr(side[1]) if side[1] is not None else "missing" for side in (here, there))
    return f"{name} is {one} here, {two} there"


def _part(tables: Sequence[Any], name: str) -> list[Any]:
    """Return an entry of each of some tables; None where there is none."""
    return [table.get(name) if table else None for table in tables]


def join_sentences(text: str, more: str) -> str:
    """Return two texts as sentences, without those that are empty."""
    return f"{text.rstrip('.')}. {more}" if text and more else text or more


def changed_rule(causes: Sequence[Option], clause: str, rules: Rules, since: Rules) -> str:
    """Return the cause of a clause in words, with its values; "" if no cause has the clause."""
    for option in causes:
        if clause in option.clauses:
            return f'The changed rule is "{rules.change_in_words(option, since)}"'
    return ""


def _difference(
    number: int, ours: Course, theirs: Course, refused: IllegalMove | None
) -> tuple[list[str], str]:
    """Return the clauses that are to blame if they were changed, and the difference in words."""
    (game, mine), (other, their) = ours.move_of(number), theirs.move_of(number)
    one, two = next(iter(mine), None), next(iter(their), None)
    if two is None and refused is not None:
        return [refused.refusal.clause], in_words(refused)
    if one is None or two is None:
        some = one or two
        if some is None:
            return [], "the games start from different positions"
        actors = _other_actor(number, ours, theirs)
        which = "here" if two is None else "there"
        return [some.event.clause], actors or f"only {which} the game continues: {some.event.text}"
    if one.event.text != two.event.text:
        return _both(one, two)
    last = len(mine) == len(their) == 1
    here, there = (game.result(one.state), other.result(two.state)) if last else (None, None)
    if here != there:
        ends = [end.text if end else "the game continues." for end in (here, there)]
        found = [end.clause for end in (there, here) if end]
        return found, f"here: {ends[0]} There: {ends[1]}"
    return _after_same_event(number, ours, theirs, one)


def in_words(refused: IllegalMove) -> str:
    """Return that a move of a replay is refused, and why."""
    clause, why, _ = refused.refusal
    if not clause and why.startswith("the move "):  # of a text that is no move now
        return why
    verb = "is refused" if clause else "can't be played"
    return f"the move {shorten(str(refused.move))} {verb}: {why}"


def _both(one: Step, two: Step) -> tuple[list[str], str]:
    """Return the clauses of two different events, and the sentences that differ."""
    return [two.event.clause, one.event.clause], both_texts(one, two, "here", "There")


def both_texts(one: Step, two: Step, here: str, there: str) -> str:
    """Return the first sentence that differs in the texts of two steps, each after its name."""
    texts = (SENTENCE.split(step.event.text) for step in (one, two))
    pairs = (pair for pair in zip_longest(*texts, fillvalue="") if pair[0] != pair[1])
    sides = zip((here, there), next(pairs), strict=True)
    return " ".join(f"{name}: {sentence}" for name, sentence in sides if sentence)


def _after_same_event(
    number: int, ours: Course, theirs: Course, same: Step
) -> tuple[list[str], str]:
    """Return the clauses and the text where the same event leads to different tables.

    The text is the event's, with the next events if those differ.
    """
    one, two = (next(iter(each.move_of(number + 1)[1]), None) for each in (ours, theirs))
    if one is not None and two is not None and one.event.text != two.event.text:
        clauses, text = _both(one, two)
        return [same.event.clause, *clauses], f"{same.event.text} Then {text}"
    return [same.event.clause], same.event.text


def _other_actor(number: int, ours: Course, theirs: Course) -> str:
    """Return who moves, and who doesn't, where another actor is due; "" elsewhere."""
    if not (ours.starts_move(number) and theirs.starts_move(number)):
        return ""
    (game, _), (other, _) = ours.move_of(number), theirs.move_of(number)
    here = game.to_act(ours.state_before(number))
    there = other.to_act(theirs.state_before(number))
    if here is None or there is None or here.label == there.label:
        return ""
    return f"{_actor_name(there)} moves, not {_actor_name(here)}"


def _actor_name(actor: Actor) -> str:
    """Return the seats of an actor; of chance, its purpose."""
    return " or ".join(actor.seats) or f"chance ({actor.label})"
