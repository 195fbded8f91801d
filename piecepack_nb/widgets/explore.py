"""A match with its timeline beside the rules: each change of a rule is seen on the board at once.

Vocabulary
    played   the match as it was played, with the rules that it had
    course   the game that the board shows: as played, or as the changed rules make it
    move     "this move": every move again under the changed rules, from the table as it was played
    onward   "from here on": as played up to the move that is shown, then under the changed rules
    start    "from the start": the same dice and moves under the changed rules
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from piecepack_nb import games
from piecepack_nb.core.errors import BadInput, short
from piecepack_nb.core.match import Match
from piecepack_nb.core.parting import Parting
from piecepack_nb.core.replay import continued
from piecepack_nb.core.rules import Rules
from piecepack_nb.scene import Scene, svg
from piecepack_nb.scene.beside import beside, by_move, side_by_side
from piecepack_nb.scene.filming import Course, Spot, course_of
from piecepack_nb.widgets.remarks import Remark, made_again, why
from piecepack_nb.widgets.replay import Replay, credits
from piecepack_nb.widgets.rules_panel import Button, Choice, RulesPanel

__all__ = ["Explore", "explored"]

SCOPES = Choice(
    "scope",
    "Changes take hold",
    (
        Button("move", "this move", "Each move again, from the table as it was played"),
        Button("onward", "from here on", "As played up to this move, then under these rules"),
        Button("start", "from the start", "The same dice and moves under these rules"),
    ),
)
SIDES = Choice(
    "board",
    "Board",
    (
        Button("one", "alone", "The game under these rules"),
        Button("both", "side by side", "Beside the game as it was played"),
    ),
)
SHOW = Button("parting", "Show where")
ALONE, BOTH = "3 1 540px", "1 1 100%"  # of the width: two boards take it all


class Explore(widgets.VBox):  # type: ignore[misc]
    """A replay of ``match`` and its rules: ``board``, ``panel``, and ``other``, the match under
    the rules as they are set (None where they are its own, or hold for single moves).
    """

    def __init__(self, match: Match) -> None:
        with match.unchanged():
            self.match = match.branch(-1)
            behind = len(self.match.steps) - match.position
        self.view = games.view(match.game.name)
        self.played = self.course = course_of(self.match)
        self.played_frames = self.played.frames(self.view)
        self.frames = self.played_frames
        self.other: Match | None = None
        self.remarks: dict[int, Remark] = {}
        self._pairs: list[tuple[int, int]] = []
        self._moving = False
        at = self.played.last - behind
        self._wanted = self.played.spot(at)
        film = self._played_film = self.played.film(self.view, self.played_frames)
        book = match.game.rulebook
        self.board = Replay(film, at, clauses=book.to_json(), credits=credits(match.game))
        self._packed = self.board.film
        self.panel = RulesPanel(match.game, choices=(SCOPES, SIDES), lock=self.board.lock)
        self._tell()
        self.panel.on_change(self._changed)
        self.panel.on_press(self._pressed)
        self.board.observe(self._moved, "at")
        self.board.layout.flex, self.board.layout.min_width = ALONE, "0"
        self.panel.layout.flex, self.panel.layout.min_width = "1 1 300px", "0"
        super().__init__([self.board, self.panel])
        self.layout.flex_flow = "row wrap"
        self.layout.align_items = "flex-start"

    @property
    def rules(self) -> Rules:
        """The rules as they are set."""
        return self.panel.rules

    @property
    def parting(self) -> Parting | None:
        """Where the match under these rules parts from the one that was played."""
        return self.other.parting if self.other is not None else None

    @property
    def spot(self) -> Spot:
        """The move that is shown, by its place in the game, and the steps into it."""
        at = self.board.at
        return self.course.spot(self._pairs[at][1] if self._pairs else at)

    # --- what changes ---------------------------------------------------------------------------

    def _changed(self, rules: Rules) -> None:
        """The rules, or what they take hold of, are others now."""
        other: Match | None = None
        remarks: dict[int, Remark] = {}
        try:
            if rules == self.match.game.rules:
                course = self.played
            elif self.panel.chosen["scope"] == "move":
                course, remarks = self._each_move(rules)
            else:
                other = self._match(rules)
                course = course_of(other)
        except BadInput as impossible:
            self.panel.say(f"{impossible}. The board is left as it was.", kind="refusal")
            return
        self.other, self.remarks = other, remarks
        self._run(course)

    def _match(self, rules: Rules) -> Match:
        if self.panel.chosen["scope"] == "start":
            return self.match.under(**rules.to_json())
        return continued(self.match, self._first(), rules.to_json())

    def _first(self) -> int:
        """The step of the match before the move that is shown; 0 where that lies before it."""
        span = self.played.span(self._wanted.place)
        earlier = self.played.last - len(self.match.steps)
        return max(span.start - 1 - earlier, 0) if span else 0

    def _each_move(self, rules: Rules) -> tuple[Course, dict[int, Remark]]:
        """Every move as these rules make it, where they can, and what came of each."""
        game, record = self.match.game.under(**rules.to_json()), self.match.record
        stretches, remarks = list(self.played.stretches), {}
        for number, move in enumerate(record, start=len(stretches) - len(record)):
            old = stretches[number]
            stretches[number], remarks[number] = made_again(old, move, game, self.match.dice)
        changed = stretches and stretches[0].game is game
        start = stretches[0].before if changed else self.played.start
        return Course(game, start, stretches), remarks

    def _run(self, course: Course) -> None:
        """Show another course, at the place that the reader looks at."""
        self.course = course
        self.frames = self._frames(course)
        self._pairs, packed = [], b""
        if course is self.played:
            film, packed = self._played_film, self._packed
        else:
            number = course.numbers.get(self._wanted.place)
            film = course.film(self.view, self.frames, () if number is None else (number,))
            if self.panel.chosen["board"] == "both":
                self._pairs = beside(self.played, course, by_move)
                film = side_by_side(
                    (self.played, course),
                    (self.played_frames, self.frames),
                    self._pairs,
                    ("as played", self._title()),
                )
        self.board.layout.flex = BOTH if self._pairs else ALONE
        self._moving = True
        try:
            self.board.run_film(film, self._at(course.frame(self._wanted)), packed)
        finally:
            self._moving = False
        self._tell()

    def _frames(self, course: Course) -> tuple[Scene, ...]:
        if course is self.played:
            return self.played_frames
        same = 0
        for one, two in zip(self.played.stretches, course.stretches, strict=False):
            if one.game is not two.game or one.steps is not two.steps:
                break
            same += len(one.steps)
        known = self.played_frames[: same + 1] if same else ()
        return course.frames(self.view, known)

    def _title(self) -> str:
        old = self.match.game.rules.to_json()
        new = {name: value for name, value in self.rules.to_json().items() if value != old[name]}
        return short(", ".join(f"{name} {short(str(value))}" for name, value in new.items()))

    def _at(self, frame: int) -> int:
        """The board's frame that shows a frame of the course."""
        if not self._pairs:
            return frame
        return next(at for at, (_, shown) in enumerate(self._pairs) if shown == frame)

    # --- where the reader is --------------------------------------------------------------------

    def _moved(self, _change: Any) -> None:
        """The reader, or somebody's code, went to another frame."""
        with self.board.lock:
            if not self._moving:
                self._wanted = self.spot
                self._tell()

    def _pressed(self, _button: str) -> None:
        """Go to where the games part."""
        at = self._parts_at()
        if at is not None:
            self.board.goto(self._at(min(at, self.course.last)))

    def _parts_at(self) -> int | None:
        """The frame of the course with what the line is about."""
        if self.other is None:
            remark = self._remark()
            span = self.course.span(self._wanted.place)
            return span[min(remark.into, len(span) - 1)] if remark.into is not None else None
        found = self.other.parting
        return self.played.last - len(self.match.steps) + found.step if found else None

    def _remark(self) -> Remark:
        number = self.played.numbers.get(self._wanted.place, -1)
        none = Remark("" if self.course is self.played else "No move is made here.")
        return self.remarks.get(number, none)

    def _tell(self) -> None:
        """Say what the rules come to, and which clauses are at work in the move that is shown."""
        stretch = self.played.numbers.get(self._wanted.place)
        steps = () if stretch is None else self.played.stretches[stretch].steps
        self.panel.here = list(dict.fromkeys(step.event.clause for step in steps))
        remark = self._remark() if self.other is None else self._parted(self.other.parting)
        at = self._parts_at()
        button = SHOW if at is not None else None
        self.panel.say(remark.text, remark.clause, remark.kind, button)

    def _parted(self, found: Parting | None) -> Remark:
        """Where the two games part, and why."""
        if found is None:
            return Remark("The same dice and moves: nothing comes out differently.")
        at = self.played.last - len(self.match.steps) + found.step
        return Remark(f"{self._where(at)}: {why(found)}", found.clause)

    def _where(self, frame: int) -> str:
        """A frame as the timeline names it."""
        course = self.course if frame <= self.course.last else self.played
        turns = [turn for turn in course.turns() if turn.at <= frame]
        return f"{turns[-1].title}, step {frame - turns[-1].at + 1}"

    # --- shown elsewhere ------------------------------------------------------------------------

    def __repr__(self) -> str:
        rules = "; ".join(self.rules.differences().values()) or "printed rules"
        return f"<Explore {self.match.game.title}: {rules}; frame {self.board.at}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live board and panel, and a picture of the board for where there is no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(svg(self.board.scene))}


def explored(match: Match, changes: dict[str, Any]) -> Explore:
    """A match to explore, with some rules changed already."""
    made = Explore(match)
    if changes:
        made.panel.set(**changes)
    return made
