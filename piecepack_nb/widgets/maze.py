"""The maze workshop: a board to lay sticks on, with its panel, in one widget (PM-72, PM-80)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import Border
from piecepack_nb.core.registry import make_game
from piecepack_nb.games.piecepackman.maze import (
    IN_A_SET,
    MAZE_NAMES,
    Maze,
    checked_maze,
    parse_draft,
    parse_maze,
    read_maze,
)
from piecepack_nb.interop.link import Link, link_of
from piecepack_nb.mazes import workshop
from piecepack_nb.mazes.files import load_maze_file, save_maze
from piecepack_nb.mazes.maker import AMOUNTS, SYMMETRIES, blank_maze, generate
from piecepack_nb.mazes.printing import sheet
from piecepack_nb.scene import Picture, svg
from piecepack_nb.scene.sheet import PAPERS, Sheet
from piecepack_nb.search import Costs
from piecepack_nb.widgets.board import BoardWidget, Pick
from piecepack_nb.widgets.linking import GivesLink
from piecepack_nb.widgets.replay import KEPT, Page, page

MOST_UNDONE = 1000
"""The most changes that can be undone."""
DEFAULT_FILE = "my_maze.txt"
CREDITS = "A maze for Piecepackman by Dan Burkey."


class MazeWorkshop(GivesLink, BoardWidget):
    """A maze to build: the current ``maze``, its drawing ``text``, and its faults, ``findings``.

    The page sends picks on the board as any board does, and requests of the panel: see ``DO``.
    """

    _view = traitlets.Unicode("maze").tag(sync=True)
    panel = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the panel shows."""
    sheet_to_print = traitlets.Dict(read_only=True).tag(sync=True)
    """The last sheet that the page has asked for, with its number."""
    played = traitlets.Unicode(read_only=True).tag(sync=True)
    """The model of the table that the page shows below the workshop; empty for none."""

    def __init__(self, maze: Maze, rules: Any) -> None:
        self._rules = rules
        costs = Costs(rules.step_cost, rules.quarter_turn_cost)
        self._sketch = workshop.begin(maze, costs)
        self._mazes, self._at = [self._sketch.maze], 0
        self._file, self._reply, self._printed = DEFAULT_FILE, "", 0
        self._table: Any = None  # on which the maze is played below
        clauses = make_game("piecepackman", {}).rulebook.in_force(rules)
        super().__init__(self._drawn(), label="Maze workshop", clauses=clauses)
        self.on_pick(self._on_pick)
        self.on_cancel(self._put_down)

    # --- the maze ----------------------------------------------------------------------------

    @property
    def maze(self) -> Maze:
        """The current maze, which may not be playable yet."""
        return self._sketch.maze

    @property
    def text(self) -> str:
        """The drawing of the maze (PM-81)."""
        return self.maze.text()

    @property
    def findings(self) -> list[str]:
        """The constraints that the maze breaks, in sentences; empty for a good maze (PM-80)."""
        return [workshop.finding_text(each) for each in workshop.findings(self.maze)]

    def open_maze(self, maze: Maze) -> None:
        """Go on with another maze; undo brings the present one back."""
        fresh = workshop.begin(checked_maze(maze), self._sketch.costs)
        now, said = self._sketch, f"Opened {maze.title}."
        self._change(replace(fresh, tool=now.tool, symmetry=now.symmetry, said=said))

    def lay(self, kind: str, edge: str) -> str:
        """Lay a "three" or an "ace" on a free edge such as "c4N"; return what was done.

        Raises BadInput for an edge that isn't free, or where a three-stick has no room.
        """
        _one_of("the stick", kind, ("three", "ace"))
        if workshop.stick_on(self.maze, self._edge(edge)) is not None:
            raise invalid("the edge", edge, "one without a stick")
        return self._pick(kind, edge)

    def take(self, edge: str) -> str:
        """Take the stick on an edge away; return what was done.

        Raises BadInput for an edge without a stick.
        """
        if workshop.stick_on(self.maze, self._edge(edge)) is None:
            raise invalid("the edge", edge, "one with a stick on it")
        return self._pick("three", edge)

    def trip(self, start: str, heading: str, end: str) -> str:
        """Show his cheapest path from a square, facing a heading, to a square; return its cost.

        Raises BadInput for a wrong square or heading.
        """
        for square in (start, end):
            if square not in self.maze.his_exits:
                raise invalid("the square", square, "one of the maze, outside the ghost house")
        _one_of("the heading", heading, workshop.TURN)
        trip = workshop.Trip(start, heading, end)
        self._change(replace(self._sketch, trip=trip, said=""))
        return str(self.panel["trip"])

    def _edge(self, name: str) -> Border:
        edge = (name[:-1], name[-1:])
        if edge[1] not in ("N", "E") or not workshop.is_inside(self.maze, edge):
            raise invalid("the edge", name, "one between two squares, such as c4N or c4E")
        return edge

    def _pick(self, tool: str, edge: str) -> str:
        changed = workshop.pick(replace(self._sketch, tool=tool), edge)
        self._change(replace(changed, tool=self._sketch.tool))
        return changed.said

    def undo(self) -> None:
        """Take the last change back; raise BadInput if there is none."""
        self._go(-1, "undo")

    def redo(self) -> None:
        """Make the change that was taken back again; raise BadInput if there is none."""
        self._go(1, "redo")

    def _go(self, by: int, what: str) -> None:
        if not 0 <= self._at + by < len(self._mazes):
            raise BadInput(f"there is nothing to {what}")
        self._at += by
        said = {"undo": "Undone.", "redo": "Redone."}[what]
        self._sketch = replace(self._sketch, maze=self._mazes[self._at], held="", said=said)
        self._draw()

    def _change(self, sketch: workshop.Sketch) -> None:
        """Show another sketch; a changed maze can be undone."""
        if sketch.maze != self.maze:
            del self._mazes[self._at + 1 :]
            self._mazes = [*self._mazes, sketch.maze][-MOST_UNDONE:]
            self._at = len(self._mazes) - 1
        self._sketch, self._reply = sketch, ""
        self._draw()

    def _draw(self) -> None:
        self.show(self._drawn())

    def _drawn(self) -> Any:
        return workshop.scene(self._sketch, self._mazes[self._at - 1] if self._at else None)

    # --- files, pages, play ------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the maze's drawing to a text file; raise BadInput if that fails."""
        return save_maze(self.maze, path)

    def load(self, path: str | Path) -> None:
        """Go on with the maze of a text file; raise BadInput for a file that is no maze."""
        self.open_maze(load_maze_file(path))

    def sheet(self, paper: str = "A4", *, true_scale: bool = False) -> Sheet:
        """Return the sheet to print that shows which stick goes where (PM-6)."""
        return sheet(self.maze, paper, true_scale=true_scale)

    def play(self, **options: Any) -> Any:
        """Return a table to play on in this maze, as ``pp.play`` does.

        Raises BadInput for a maze that can't be played in.
        """
        from piecepack_nb.core.match import Match
        from piecepack_nb.widgets.table import open_table

        chosen = self._rules.changed() | {"maze": parse_maze(self.text).text()}
        seed = options.pop("seed", None)
        match = Match(make_game("piecepackman", chosen | options), seed=seed)
        return open_table(match, True, fresh_seed=seed is None)

    def svg(self, width: int = 720) -> Picture:
        """Return the maze as a picture."""
        return svg(self.scene, width)

    def to_html(self, path: str | Path) -> Path:
        """Write the maze and its findings to one HTML file, which works offline; return its path.

        Raises BadInput if the file can't be written.
        """
        return self.page().save(path)

    def page(self) -> Page:
        """Return the maze and its findings as a page without a kernel."""
        still = self.scene._replace(spots=(), caption=self.scene.alt)
        board = BoardWidget(still, label=self.maze.title, clauses=self.clauses)
        state = {name: getattr(board, name) for name in KEPT}
        board.close()
        return page(self.maze.title, CREDITS, state, self._css, still)

    def _make_link(self) -> tuple[Link, str]:
        return link_of(parse_maze(self.text)), "The link opens this maze."

    def __repr__(self) -> str:
        left = workshop.sticks_left(self.maze)
        return (
            f"<MazeWorkshop of {self.maze.title!r}: {IN_A_SET - left['three']} three-sticks, "
            f"{IN_A_SET - left['ace']} ace-sticks, {len(self.findings)} findings>"
        )

    # --- the page ----------------------------------------------------------------------------

    def _on_pick(self, pick: Pick) -> None:
        self._change(workshop.pick(self._sketch, pick.spot, pick.to, pick.shift))

    def _put_down(self) -> None:
        self._change(replace(self._sketch, held="", said=""))

    def _send_scene(self, after: int | None, frames: list[dict[str, Any]]) -> None:
        with self.hold_sync():
            super()._send_scene(after, frames)
            self.set_trait("panel", self._panel())

    def _panel(self) -> dict[str, Any]:
        sketch = self._sketch
        before = self._mazes[self._at - 1] if self._at else None
        found = workshop.findings(sketch.maze)
        return {
            "title": sketch.maze.title,
            "tool": sketch.tool,
            "symmetry": sketch.symmetry or "",
            "left": workshop.sticks_left(sketch.maze),
            "findings": [[workshop.finding_text(f), f.clause, f.fault, f.ok] for f in found],
            "trip": workshop.trip_text(sketch.maze, sketch.trip, sketch.costs, before),
            "undo": self._at > 0,
            "redo": self._at + 1 < len(self._mazes),
            "text": sketch.maze.text(),
            "file": self._file,
            "reply": self._reply,
            "symmetries": list(SYMMETRIES),
            "amounts": list(AMOUNTS),
            "papers": list(PAPERS),
            "mazes": ["blank", *MAZE_NAMES],
            "playable": not any(f.fault for f in found),
        }

    def _answer(self, content: Any) -> None:
        if not isinstance(content, Mapping) or content.get("kind") != "do":
            super()._answer(content)
            return
        act = content.get("act")
        if not isinstance(act, str) or act not in DO:
            raise invalid("the page's request", act, "one of " + ", ".join(DO))
        try:
            DO[act](self, content.get("value"))
        except BadInput as refused:
            self._tell(str(refused))

    def _tell(self, reply: str) -> None:
        """Show a reply in the panel."""
        self._reply = reply
        self.set_trait("panel", self._panel())

    def _do_tool(self, value: Any) -> None:
        tool = _one_of("the tool", value, workshop.TOOLS)
        self._change(replace(self._sketch, tool=tool, held="", said=""))

    def _do_symmetry(self, value: Any) -> None:
        chosen = _one_of("the symmetry", value, ("", *SYMMETRIES)) or None
        self._change(replace(self._sketch, symmetry=chosen, said=""))

    def _do_finding(self, value: Any) -> None:
        """Point at the places of a finding."""
        found = workshop.findings(self.maze)
        if type(value) is not int or not 0 <= value < len(found):
            raise invalid("the finding", value, f"a number below {len(found)}")
        places = workshop.finding_places(self.maze, found[value])
        text = workshop.finding_text(found[value])
        self.say(text, found[value].clause, places, "info" if found[value].ok else "refusal")

    def _do_open(self, value: Any) -> None:
        name = _one_of("the maze", value, ("blank", *MAZE_NAMES))
        self.open_maze(blank_maze() if name == "blank" else read_maze(name))

    def _do_generate(self, value: Any) -> None:
        asked = value if isinstance(value, Mapping) else {}
        wishes = {name: asked.get(name) or None for name in ("symmetry", "corners", "loops")}
        seed = asked.get("seed")
        if isinstance(seed, str) and seed.strip().isdecimal():
            seed = int(seed)
        self.open_maze(generate(seed, **wishes))  # type: ignore[arg-type]

    def _do_text(self, value: Any) -> None:
        self.open_maze(parse_draft(value, self.maze.name))

    def _do_save(self, value: Any) -> None:
        path = self._save(value)
        self._file = str(value)
        self._tell(f"Saved as {path}. pp.maze({str(path)!r}) opens it again.")

    def _save(self, name: Any) -> Path:
        """Save the maze to the file that the page names; never overwrite anything but a maze."""
        path = Path(_file_name(name))
        if path.exists() and not _is_maze(path):
            raise BadInput(f"{path} exists and is not a maze. Enter another name.")
        return self.save(path)

    def _do_load(self, value: Any) -> None:
        self.load(_file_name(value))
        self._file = str(value)
        self._tell(f"Loaded {value}.")

    def _do_play(self, value: Any) -> None:
        """Save the maze, and open a table below the workshop where the page can show one."""
        asked = value if isinstance(value, Mapping) else {}
        parse_maze(self.text)
        path = self._save(asked.get("file"))
        self._file = str(asked.get("file"))
        line = f"pp.play(maze=pp.mazes.load({str(path)!r}).text())"
        if asked.get("here") is True:
            self._table = self.play()
            self.set_trait("played", self._table.model_id)
            self._tell(f"Saved as {path}. Play below, or in another cell: {line}")
        else:
            self._tell(f"Saved as {path}. Run this in a cell: {line}")

    def _do_print(self, value: Any) -> None:
        asked = value if isinstance(value, Mapping) else {}
        made = self.sheet(asked.get("paper", "A4"), true_scale=asked.get("true_scale") is True)
        self._printed += 1
        self.set_trait("sheet_to_print", {"number": self._printed, "html": str(made)})


DO: dict[str, Callable[[MazeWorkshop, Any], None]] = {
    "tool": MazeWorkshop._do_tool,
    "symmetry": MazeWorkshop._do_symmetry,
    "undo": lambda shop, _value: shop.undo(),
    "redo": lambda shop, _value: shop.redo(),
    "finding": MazeWorkshop._do_finding,
    "open": MazeWorkshop._do_open,
    "generate": MazeWorkshop._do_generate,
    "text": MazeWorkshop._do_text,
    "save": MazeWorkshop._do_save,
    "load": MazeWorkshop._do_load,
    "play": MazeWorkshop._do_play,
    "print": MazeWorkshop._do_print,
}
"""The requests of the panel."""


def _one_of(what: str, value: Any, choices: Any) -> str:
    if not isinstance(value, str) or value not in choices:
        raise invalid(what, value, "one of " + ", ".join(filter(None, choices)))
    return value


def _file_name(value: Any) -> str:
    """Return a file's name from the page, which stays in the working folder."""
    if not isinstance(value, str) or not value.strip() or Path(value).name != value:
        raise invalid("the file's name", value, f"a name such as {DEFAULT_FILE}, without folders")
    return value


def _is_maze(path: Path) -> bool:
    try:
        load_maze_file(path)
    except BadInput:
        return False
    return True


def workshop_of(what: object, options: dict[str, Any]) -> MazeWorkshop:
    """Return the workshop of a maze, a name, a drawing or a file; None is a blank board."""
    rules = make_game("piecepackman", options).rules
    return MazeWorkshop(_maze_of(what), rules)


def _maze_of(what: object) -> Maze:
    if what is None:
        return blank_maze()
    if isinstance(what, Maze):
        return what
    if isinstance(what, Path) or (isinstance(what, str) and what not in MAZE_NAMES):
        text = str(what)
        if "\n" in text or "\r" in text:
            return parse_draft(text)
        if isinstance(what, Path) or text.endswith(".txt"):
            return load_maze_file(what)
    return read_maze(what)
