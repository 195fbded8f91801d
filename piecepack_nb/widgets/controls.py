"""What stands below the board: undo, redo, moves in words, players, files and the log."""

from __future__ import annotations

import html
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance, example
from piecepack_nb.core.dice import HIGHEST_SEED, is_typed
from piecepack_nb.core.errors import wrong
from piecepack_nb.core.match import PERSON, Match
from piecepack_nb.core.steps import Step
from piecepack_nb.widgets.files import AUTO, Files
from piecepack_nb.widgets.line import Line
from piecepack_nb.widgets.shelf import begun
from piecepack_nb.widgets.table_rules import TableRules

if TYPE_CHECKING:
    from piecepack_nb.widgets.table import Table

__all__ = ["Controls"]

LOGGED = 200  # about how many steps the log shows; all of them are in match.steps


class Controls:
    """The controls of a table; ``parts`` are the widgets, top to bottom."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.undo = self._button("Undo", "undo", "Take back your last move", table.undo)
        self.redo = self._button("Redo", "repeat", "Make it again", table.redo)
        self.new = self._button(
            "New game", "refresh", "Set the table anew; the game that is played is kept", self._new
        )
        self.back = self._button(
            "Back to the game before", "history", "Bring back a game that was put aside", table.back
        )
        self.by_itself = widgets.ToggleButton(
            description="Roll by itself", tooltip="Dice fall without being picked", icon="random",
            layout=AUTO,
        )  # fmt: skip
        self.by_itself.observe(self._by_itself, "value")
        self.line = Line("Move")
        self.line.on_written(self._write)
        self.files = Files(table)
        self.log = widgets.HTML()
        self.log.add_class("ppnb-log")
        self.rules = TableRules(table)
        self.more = widgets.Accordion(
            [self.log, self._players(), self.rules.panel, self.files.part],
            titles=("What happened", "Players and dice", "Rules", "Save and load"),
            selected_index=0,
        )
        buttons = [self.undo, self.redo, self.new, self.back, self.by_itself]
        row = widgets.Box(buttons, layout={"flex_flow": "row wrap"})
        self.parts: list[widgets.Widget] = [row, self.line, self.more]

    def _button(
        self, name: str, icon: str, tooltip: str, act: Callable[[], object]
    ) -> widgets.Button:
        button = widgets.Button(description=name, icon=icon, tooltip=tooltip, layout=AUTO)
        button.on_click(lambda _button: self._answered(act))
        return button

    def _answered(self, act: Callable[[], object]) -> None:
        """Do it; what is said on the board, which may be far up, is said under the line too."""
        said = self.table.asked(act)
        self.line.answer(*said) if said else self.line.answer()

    def refresh(self) -> None:
        """Bring everything up to where the match is."""
        match = self.table.match
        first = match.position == 0 and match.earlier is None
        self.undo.disabled = first or not begun(match)
        self.redo.disabled = not match.undone
        self.back.layout.display = None if len(self.table.shelf) else "none"
        if self.line.said.get("text"):  # an answer goes with the position that it was given in
            self.line.answer()
        self.line.label = "Dice" if self.table.to_type else "Move"
        self.line.placeholder = self._placeholder()
        self.log.value = log(match)
        for about_dice in (self.by_itself, self.dice):
            about_dice.layout.display = None if match.game.rolls else "none"
        self.dice.value = "real" if is_typed(match.dice) else "seeded"
        self.this_seed.value = f"This game's seed is {match.seed}."
        self.rules.refresh()
        if list(self.seats) != list(match.seats):  # other rules may have other seats
            children = list(self.more.children)
            self.more.children = [children[0], self._players(), *children[2:]]
        for seat, choice in self.seats.items():
            player = match.seats[seat]
            with choice.hold_trait_notifications():
                choice.value = player if player in choice.options else PERSON

    def _placeholder(self) -> str:
        """An example of what may be written now."""
        match = self.table.match
        if self.table.to_type:
            return f"what they show, such as {example(self.table.to_type)}"
        if isinstance(match.to_act, Chance):
            return "or write it here: roll"
        few = map(str, islice(match.moves(), 60))
        short = min(few, key=len, default="")  # of many angles the plainest
        return f"or write it here, such as {short}" if short else ""

    # --- buttons ------------------------------------------------------------------------------

    def _new(self) -> None:
        written = self.seed.value.strip()
        if written and not (written.isascii() and written.isdecimal() and len(written) < 20):
            accepted = f"a whole number up to {HIGHEST_SEED}, or nothing for one drawn by lot"
            self.table.tell(f"{wrong('the next seed', written, accepted)}.")
        else:
            self.table.new_game(int(written) if written else None)

    def _by_itself(self, change: Any) -> None:
        self.table.rolls_by_itself = change["new"]
        if change["new"]:
            self._answered(self.table.go_on)

    def _write(self, written: str) -> None:
        self._answered(lambda: self.table.play(written))

    # --- players and dice ---------------------------------------------------------------------

    def _players(self) -> widgets.Widget:
        match = self.table.match
        self.seats = {
            seat: widgets.Dropdown(
                options=(PERSON, *match.game.bots), value=PERSON, description=seat
            )
            for seat in match.seats
        }
        for seat, choice in self.seats.items():
            choice.observe(self._seated(seat), "value")
        self.dice = widgets.Dropdown(
            options=(("the computer's", "seeded"), ("real ones, typed in", "real")),
            value="real" if is_typed(match.dice) else "seeded",
            description="dice",
        )
        self.dice.observe(lambda change: self.table.use_dice(change["new"] == "real"), "value")
        self.this_seed = widgets.HTML()
        self.seed = widgets.Text(
            description="next seed", placeholder="drawn by lot",
            tooltip="The seed of the next new game decides all of its dice",
        )  # fmt: skip
        return widgets.VBox([*self.seats.values(), self.dice, self.seed, self.this_seed])

    def _seated(self, seat: str) -> Callable[[Any], None]:
        def changed(change: Any) -> None:
            if self.table.match.seats[seat] != change["new"]:
                self.table.seat(seat, change["new"])

        return changed


def log(match: Match) -> str:
    """What happened, turn by turn, the last turn first; each step with its clause."""
    turns: dict[int, list[str]] = {}
    for part in match.parts:
        if part.earlier is not None:
            told = part.game.rules.differences(part.earlier.game.rules).values()
            line = f"<p><b>Rules</b> from here on: {html.escape('; '.join(told))}</p>"
            turns.setdefault(part.game.turn(part.start), []).append(line)
        for played in part.record:
            turns.setdefault(played.turn, []).extend(_line(step) for step in played.steps)
    shown, room = [], LOGGED
    for turn in sorted(turns, reverse=True):
        if room <= 0:
            shown.append(f"<p>Turn {turn} and before: see match.steps.</p>")
            break
        room -= len(turns[turn])
        title = f"Turn {turn}" if turn else "Set-up"
        shown += [f"<h4>{title}</h4>", *turns[turn]]
    return "".join(shown) or "<p>Nothing has happened yet.</p>"


def _line(step: Step) -> str:
    return f"<p><b>{html.escape(step.event.clause)}</b> {html.escape(step.event.text)}</p>"
