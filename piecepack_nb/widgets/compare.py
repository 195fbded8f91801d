"""Two matches of one game in lockstep on one board, and the step, rule and reason of divergence.

Vocabulary
    lockstep    turn by turn; before the divergence, step by step
    divergence  the first step after which the two states differ
"""

from __future__ import annotations

from typing import Any

import traitlets

from piecepack_nb.core.divergence import (
    Course,
    Divergence,
    describe,
    first_difference,
    same_table,
)
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.match import Match
from piecepack_nb.core.rules import Option
from piecepack_nb.scene import AnyView, Film
from piecepack_nb.scene.film import frame_name
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import MatchFilm, match_film
from piecepack_nb.scene.pair import align_frames, match_turns, side_by_side
from piecepack_nb.widgets.replay import Replay, credits

TITLE = 60  # characters of an option's value


class Compare(Replay):
    """Two matches side by side with one timeline, and their ``divergence``, or None."""

    link_card = traitlets.Dict(default_value=None, allow_none=True, read_only=True).tag(sync=True)
    """None: a link holds one match, so there is no button *Make a link*."""

    def __init__(self, ours: Match, theirs: Match, version: object = None) -> None:
        if ours.game.name != theirs.game.name and version is None:
            raise invalid("the other match", theirs.game.title, f"a match of {ours.game.title} too")
        one, two = match_film(ours), match_film(theirs)
        self.divergence = _divergence(one, two, ours, theirs)
        views = view_of(ours.game), view_of(theirs.game)
        film = _film(one, two, views, titles(ours, theirs), self.divergence)
        at = self.divergence.step if self.divergence else 0
        book = ours.game.rulebook
        super().__init__(film, at, clauses=book.to_json(), credits=credits(ours.game))

    def __repr__(self) -> str:
        found = self.divergence
        turns = self._shown_film.turns
        where = f"they diverge at {frame_name(turns, found.step)}" if found else "no divergence"
        return f"<Compare: {self.title}, {where}; frame {self.frame} of {self.frames - 1}>"


def compared(match: Match, other: Match | type | None, changes: dict[str, Any]) -> Compare:
    """Return two matches side by side, or a match beside itself under changed rules or code."""
    if isinstance(other, type):
        return Compare(match, match.under(other, **changes), version=other)
    if not isinstance(other, Match | None):
        raise invalid("the other match", other, "a match, or the class of another version")
    if (other is None) == (not changes):
        option = match.game.rules.options()[0].name
        raise BadInput("compare a match either with another match or with itself under changed "
                       f"rules, such as {option}=…")  # fmt: skip
    return Compare(match, match.under(**changes) if other is None else other)


# --- titles --------------------------------------------------------------------------------------


def titles(match: Match, other: Match) -> tuple[str, str]:
    """Return different titles for the two: the rules that differ, the seeds, or their order."""
    ours, theirs = match.game.rules, other.game.rules
    if type(match.game) is not type(other.game):
        return "the first version", "the other version"
    differ = [
        name for name, value in ours.to_json().items() if value != theirs.to_json()[name]
    ]  # fmt: skip
    if differ:
        return _changed(ours, differ), _changed(theirs, differ)
    if match.seed != other.seed:
        return f"seed {match.seed}", f"seed {other.seed}"
    return "the first game", "the second game"


def _changed(rules: Any, names: list[str]) -> str:
    if not rules.changed():
        return "printed rules"
    return ", ".join(f"{name} {shorten(str(getattr(rules, name)))[:TITLE]}" for name in names)


# --- divergence ----------------------------------------------------------------------------------


def _divergence(one: MatchFilm, two: MatchFilm, ours: Match, theirs: Match) -> Divergence | None:
    """Return the divergence; that of a replay, if it has one, also knows the refused move."""
    mine, other = _course(one, ours), _course(two, theirs)
    number = first_difference(mine, other)
    if not same_table(ours.game, mine.start, theirs.game, other.start):
        number = 0
    if number is None:
        return None
    before = one.last - sum(len(played.steps) for played in ours.record)  # of earlier matches
    found, known = describe(number, mine, other), theirs.divergence
    if known and (known.step + before, known.ours) == (number, found.ours):
        return known._replace(step=number)
    causes = _causes(ours, theirs, number - before) if number >= before else ()
    return describe(number, mine, other, causes)


def _course(film: MatchFilm, match: Match) -> Course:
    moves = [(move.game, move.steps) for move in film.moves]
    return Course(film.initial_state, moves, match.game)


def _causes(ours: Match, theirs: Match, step: int) -> tuple[Option, ...]:
    """Return the options that make our match differ as early under the other's rules."""
    if type(ours.game) is not type(theirs.game):
        return ()
    found = ours.under(**theirs.game.rules.to_json()).divergence
    return found.causes if found and found.step <= max(step, 1) else ()


def _why(found: Divergence, titles: tuple[str, str], place: str) -> str:
    """Return a caption that explains the divergence at a ``place`` of the timeline."""
    ours, theirs, text = found.ours, found.theirs, found.text
    if ours and theirs and ours.event.text != theirs.event.text:
        text = found.note  # the two captions below explain the rest
    elif some := ours if theirs is None else theirs if ours is None else None:
        ends, continues = titles if ours is None else reversed(titles)
        refused = some.event.text not in text
        text = f"{ends}: {text}" if refused else f"only {continues} continues"
    where = f"The games diverge here, {place}"
    return f"{where}: {text.rstrip('.')}." if text else f"{where}."


# --- the film -----------------------------------------------------------------------------------


def _film(
    one: MatchFilm,
    two: MatchFilm,
    views: tuple[AnyView, AnyView],
    titles: tuple[str, str],
    found: Divergence | None,
) -> Film:
    lockstep = align_frames(one, two, match_turns)
    both = one.frames(views[0]), two.frames(views[1])
    film = side_by_side((one, two), both, lockstep, titles, _waiting)
    frames = list(film.frames)
    if found is None:
        caption = f"{frames[0].caption}\nThe two games are the same, step by step."
        frames[0] = frames[0]._replace(caption=caption.strip())
    else:
        at = frames[found.step]
        frames[found.step] = at._replace(
            caption=f"{_why(found, titles, frame_name(film.turns, found.step))}\n{at.caption}",
            clause=found.clause or at.clause,
            linger=2.0,
        )
    return film._replace(title=f"{film.title}: {titles[0]}, {titles[1]}", frames=tuple(frames))


def _waiting(film: MatchFilm, frame: int) -> str:
    if frame < film.last:
        return f"waits at the end of turn {film.turn(frame)}."
    last = film.moves[-1] if film.moves else None
    over = last and last.game.result(last.after)
    return f"the game is over. {over.text}" if over else "no more moves."
