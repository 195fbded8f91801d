"""Saving the match at a table, and playing on from what was saved."""

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
from piecepack_nb.core.errors import BadInput, short
from piecepack_nb.core.record import from_record, is_record, parse, read, save, to_record

if TYPE_CHECKING:
    from piecepack_nb.widgets.table import Table

__all__ = ["Files"]

AUTO = {"width": "auto"}


class Files:
    """Save and load; ``part`` is the widget, ``said`` the line that tells what came of it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.file = widgets.Text(
            value=f"{table.match.game.name}.json", description="File", layout=AUTO
        )
        self.said = widgets.HTML()
        self.upload = widgets.FileUpload(
            accept=".json", description="Load a file of yours", layout=AUTO
        )
        self.upload.observe(self._uploaded, "value")
        save = self._button("Save", "save", "Write the match to this file", self.save)
        load = self._button("Load", "folder-open", "Play on from this file", self.load)
        row = widgets.Box([save, load, self.upload], layout={"flex_flow": "row wrap"})
        self.part = widgets.VBox([self.file, row, self.said])

    def _button(
        self, name: str, icon: str, tooltip: str, act: Callable[[], object]
    ) -> widgets.Button:
        button = widgets.Button(description=name, icon=icon, tooltip=tooltip, layout=AUTO)
        button.on_click(lambda _button: self._guarded(act))
        return button

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do it; what is wrong is said below, and on the board for those who listen to it."""
        with self.table.board.lock:
            try:
                act()
            except ValueError as error:
                self.said.value = html.escape(str(error))
                self.table.tell(str(error))

    # --- saving -------------------------------------------------------------------------------

    def save(self) -> None:
        """Save under the name that is written, but never over a file that is no saved match."""
        path = Path(self._name())
        if path.is_dir():
            raise BadInput(f"{path} is a folder: write a file's name, such as mine.json.")
        if path.exists() and not _is_saved(path):
            raise BadInput(f"{path.name} is there already and is no saved game: take a new name.")
        save(self.table.match, path)
        text = json.dumps(to_record(self.table.match))
        data = base64.b64encode(text.encode()).decode()
        self.said.value = (
            f"Saved as {html.escape(str(path))}. "
            '<a class="jupyter-widgets jupyter-button widget-button" '
            'style="width:auto;vertical-align:middle" '
            f'download="{html.escape(path.name)}" '
            f'href="data:application/json;base64,{data}">Download a copy</a>'
        )

    def _name(self) -> str:
        name = str(self.file.value).strip()
        if not name:
            raise BadInput("Write a file's name first, such as mine.json.")
        return name

    # --- loading ------------------------------------------------------------------------------

    def load(self) -> None:
        """Play on from the file that is named."""
        name = self._name()
        if not Path(name).is_file():
            raise BadInput(f"There is no file {short(name)} here.")
        self.use(read(name), name)

    def _uploaded(self, change: Any) -> None:
        for file in change["new"]:
            self._guarded(functools.partial(self.use, bytes(file.content), file.name))
        if change["new"]:
            self.upload.value = ()  # the button counts what lies on it

    def use(self, content: bytes, name: str) -> None:
        """Play on from a saved match; raises BadInput, in plain words, for anything else."""
        match = self._match(content, short(name))
        ours = self.table.match.game
        match.game.bots = {**match.game.bots, **ours.bots}
        self.table.use(match, f"Loaded {short(name)}.")
        self.said.value = f"Loaded {html.escape(short(name))}."

    def _match(self, content: bytes, name: str) -> Any:
        try:
            data = parse(content, name)
        except BadInput:
            data = None
        if not is_record(data):
            raise BadInput(f"{name} is no saved game.")
        try:
            match = from_record(data, make)
        except BadInput as error:
            raise BadInput(f"{name} is a saved game, but can't be loaded: {error}.") from None
        if match.game.name != self.table.match.game.name:
            call = f"pp.play(pp.load({name!r}))"
            raise BadInput(f"{name} is a game of {match.game.title}: {call} opens it.")
        return match


def _is_saved(path: Path) -> bool:
    try:
        return is_record(parse(read(path), path.name))
    except BadInput:
        return False
