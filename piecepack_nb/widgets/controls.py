"""What stands below the board: undo, redo, moves in words, players, files and the log."""

from __future__ import annotations

import base64
import functools
import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from piecepack_nb.api import make
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import Seeded, Typed
from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.match import PERSON, Match
from piecepack_nb.core.record import FORMAT, from_record, parse, read, save, to_record
from piecepack_nb.core.steps import Step

if TYPE_CHECKING:
    from piecepack_nb.widgets.table import Table

__all__ = ["Controls", "begun"]

LOGGED = 200  # about how many steps the log shows; all of them are in match.steps


class Controls:
    """The controls of a table; ``parts`` are the widgets, top to bottom."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.undo = self._button("Undo", "undo", "Take back your last move", table.undo)
        self.redo = self._button("Redo", "repeat", "Make it again", table.redo)
        self.new = self._button("New game", "refresh", "Set the table anew", self._new)
        self.by_itself = widgets.ToggleButton(
            description="Roll by itself", tooltip="Dice fall without being picked", icon="random"
        )
        self.by_itself.observe(self._by_itself, "value")
        self.words = widgets.Text(
            placeholder="or write a move: suns f5-f6-f7",
            description="Move",
            continuous_update=False,
            layout=widgets.Layout(width="auto", flex="1 1 16em"),
        )
        self.words.observe(self._write, "value")
        self.log = widgets.HTML()
        self.log.add_class("ppnb-log")
        self.more = widgets.Accordion(
            [self.log, self._players(), self._files()],
            titles=("What happened", "Players and dice", "Save and load"),
            selected_index=0,
        )
        row = widgets.Layout(flex_flow="row wrap", align_items="center")
        buttons = [self.undo, self.redo, self.new, self.by_itself, self.words]
        self.parts: list[widgets.Widget] = [widgets.Box(buttons, layout=row), self.more]

    @staticmethod
    def _button(name: str, icon: str, tooltip: str, act: Callable[[], object]) -> widgets.Button:
        button = widgets.Button(
            description=name, icon=icon, tooltip=tooltip, layout=widgets.Layout(width="auto")
        )
        button.on_click(lambda _button: act())
        return button

    def refresh(self) -> None:
        """Bring everything up to where the match is."""
        match = self.table.match
        self.undo.disabled = not begun(match)
        self.redo.disabled = not match.undone
        self.log.value = log(match)
        for seat, choice in self.seats.items():
            player = match.seats[seat]
            with choice.hold_trait_notifications():
                choice.value = player if player in choice.options else PERSON

    # --- buttons ------------------------------------------------------------------------------

    def _new(self) -> None:
        self.table.new_game(self.seed.value or None)

    def _by_itself(self, change: Any) -> None:
        self.table.rolls_by_itself = change["new"]
        if change["new"]:
            self.table.go_on()

    def _write(self, change: Any) -> None:
        written = change["new"].strip()
        if written:
            self.words.value = ""
            self.table.play(written)

    # --- players and dice ---------------------------------------------------------------------

    @property
    def typed(self) -> bool:
        """Are the dice real ones, typed in?"""
        return bool(self.dice.value == "real")

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
            value="real" if isinstance(match.dice, Typed) else "seeded",
            description="dice",
        )
        self.dice.observe(self._dice, "value")
        self.seed = widgets.BoundedIntText(
            value=0, min=0, max=2**31 - 1, description="next seed",
            tooltip="The seed of the next new game; 0 draws one",
        )  # fmt: skip
        return widgets.VBox([*self.seats.values(), self.dice, self.seed])

    def _seated(self, seat: str) -> Callable[[Any], None]:
        def changed(change: Any) -> None:
            if self.table.match.seats[seat] != change["new"]:
                self.table.seat(seat, change["new"])

        return changed

    def _dice(self, _change: Any) -> None:
        seed = self.table.match.seed
        self.table.match.dice = Typed(seed) if self.typed else Seeded(seed)

    # --- files --------------------------------------------------------------------------------

    def _files(self) -> widgets.Widget:
        self.file = widgets.Text(value=f"{self.table.match.game.name}.json", description="file")
        self.saved = widgets.HTML()
        self.upload = widgets.FileUpload(accept=".json", description="Load a file of yours")
        self.upload.observe(self._uploaded, "value")
        buttons = [
            self._button("Save", "save", "Write the match to this file", self._save),
            self._button("Load", "folder-open", "Play on from this file", self._load),
            self.upload,
        ]
        return widgets.VBox([self.file, widgets.HBox(buttons), self.saved])

    def _save(self) -> None:
        self._guarded(lambda: self._say_saved(self._saved(Path(self.file.value))))

    def _saved(self, path: Path) -> Path:
        """Save, but never over a file that is no saved match."""
        if not path.name or path.is_dir():
            raise wrong("the file", str(path), "a file's name, such as mine.json")
        if path.exists():
            try:
                there = parse(read(path), path.name)
                known = isinstance(there, dict) and there.get("format") == FORMAT
            except BadInput:
                known = False
            if not known:
                raise wrong("the file", path.name, "a new name: that file is no saved match")
        return save(self.table.match, path)

    def _say_saved(self, path: Path) -> None:
        text = json.dumps(to_record(self.table.match))
        data = base64.b64encode(text.encode()).decode()
        self.saved.value = (
            f'Saved as {html.escape(str(path))}. <a download="{html.escape(path.name)}" '
            f'href="data:application/json;base64,{data}">Download it</a>'
        )

    def _load(self) -> None:
        self._guarded(lambda: self._use(read(self.file.value), self.file.value))

    def _uploaded(self, change: Any) -> None:
        for file in change["new"]:
            self._guarded(functools.partial(self._use, bytes(file.content), file.name))

    def _use(self, content: bytes, name: str) -> None:
        match = from_record(parse(content, name), make)
        if match.game.name != self.table.match.game.name:
            self.table.board.say(
                f"{name} is a match of {match.game.title}: pp.load(...) it instead."
            )
            return
        match.game.bots = {**match.game.bots, **self.table.match.game.bots}
        self.table.use(match)
        self.saved.value = f"Loaded {html.escape(name)}."

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do it; what is wrong with a file is said below it and on the board."""
        with self.table.board.lock:
            self._done_or_said(act)

    def _done_or_said(self, act: Callable[[], object]) -> None:
        try:
            act()
        except ValueError as error:
            self.saved.value = html.escape(str(error))
            self.table.board.say(str(error))


def begun(match: Match) -> bool:
    """Was anything done but setting the table?"""
    return any(not isinstance(each.actor, Chance) or each.actor.dice for each in match.record)


def log(match: Match) -> str:
    """What happened, turn by turn, the last turn first; each step with its clause."""
    turns: dict[int, list[str]] = {}
    for played in match.record:
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
