"""The table: a match to play on, with the board, players, dice, rules, files and log around it."""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance, example
from piecepack_nb.core.dice import HIGHEST_SEED, ManualDice, SeededDice, is_manual
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.journal import Journal, archive, archived, resume
from piecepack_nb.core.load import from_record, is_record, parse, read
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON, keep_players
from piecepack_nb.core.record import save, to_record
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Step
from piecepack_nb.scene import AnyView
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import turn_title
from piecepack_nb.widgets.play_widget import MoveInput, PlayWidget, shown
from piecepack_nb.widgets.rules_panel import Button, RulesPanel

# --- Games put aside -----------------------------------------------------------------------------


def has_started(match: Match) -> bool:
    """Was anything done but setting the table, be it undone since?"""
    moves = (*match.record, *match.undone)
    return match.earlier is not None or any(
        not isinstance(each.actor, Chance) or each.actor.dice for each in moves
    )


def resume_match(path: Path, like: Match) -> Match:
    """The match in a journal's file; bots that are functions, which no file holds, as in ``like``.

    Raises BadInput where the file is damaged.
    """
    match = resume(path)
    if match.game.name == like.game.name:
        match.game.bots = {**match.game.bots, **like.game.bots}
        bots = {seat: bot for seat, bot in like.seats.items() if callable(bot)}
        match.seats.update({seat: bot for seat, bot in bots.items() if seat in match.seats})
    return match


class MatchArchive:
    """Matches that were put aside, in the order in which ``back`` gives them, the next one last.

    With a ``journal`` they are files beside it, and are there again when the kernel was restarted.
    """

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal
        self.games: list[Match | Path] = [] if journal is None else [*archived(journal.path)]

    def __len__(self) -> int:
        return len(self.games)

    def change(self, old: Match, new: Match) -> None:
        """``new`` comes to the table: ``old`` is kept, if anything was done in it.

        Raises BadInput where it can't be kept; then it stays on the table.
        """
        self._change(old, new, len(self.games))

    def replace(self, new: Match) -> None:
        """``new`` is the match on the table under other rules; nothing is put aside for it."""
        if self.journal is not None:
            self.journal = Journal(new, self.journal.path)

    def back(self, old: Match) -> Match:
        """The match that was put aside last; ``old`` becomes the one that comes back last of all.

        So every match comes round. Raises BadInput where there is none, or its file is damaged.
        """
        if not self.games:
            raise BadInput("no game was put aside at this table")
        game = self.games.pop()
        found = resume_match(game, old) if isinstance(game, Path) else game
        self._change(old, found, 0)
        if isinstance(game, Path):  # the journal has all of it now
            with suppress(OSError):
                game.unlink()
        return found

    def _change(self, old: Match, new: Match, place: int) -> None:
        aside: Iterable[Match | Path] = [old] if has_started(old) else []
        if self.journal is not None:
            aside = [self.journal.archive()] if has_started(old) else []
            self.journal = Journal(new, self.journal.path)
        self.games[place:place] = aside


# --- Files ---------------------------------------------------------------------------------------


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
            raise BadInput(f"There is no file {shorten(name)} here.")
        self.use(read(name), name)

    def _uploaded(self, change: Any) -> None:
        for file in change["new"]:
            self._guarded(functools.partial(self.use, bytes(file.content), file.name))
        if change["new"]:
            self.upload.value = ()  # the button counts what lies on it

    def use(self, content: bytes, name: str) -> None:
        """Play on from a saved match; raises BadInput, in plain words, for anything else."""
        match = self._match(content, shorten(name))
        ours = self.table.match.game
        match.game.bots = {**match.game.bots, **ours.bots}
        self.table.use(match, f"Loaded {shorten(name)}.")
        self.said.value = f"Loaded {html.escape(shorten(name))}."

    def _match(self, content: bytes, name: str) -> Any:
        try:
            data = parse(content, name)
        except BadInput:
            data = None
        if not is_record(data):
            raise BadInput(f"{name} is no saved game.")
        try:
            match = from_record(data)
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


# --- Rules ---------------------------------------------------------------------------------------


ON = Button("on", "Go on with these rules", "The game goes on from here under these rules")
NEW = Button("new", "New game with these rules", "The game that is played is kept")


class TableRules:
    """The ``panel`` of a table; what is set there waits for one of its buttons."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._match = table.match
        self.panel = RulesPanel(table.match.game, buttons=(ON, NEW), lock=table.board.lock)
        self.panel.on_change(self._changed)
        self.panel.on_press(self._pressed)

    def refresh(self) -> None:
        """Show the rules of the match where it is another one now."""
        match = self.table.match
        if match is not self._match:
            self._match = match
            self.panel.set(**match.game.rules.to_json())

    def _changed(self, rules: Rules) -> None:
        changed = rules.differences(self._match.game.rules)
        waits = f"Not in force yet: {'; '.join(changed.values())}." if changed else ""
        self.panel.say(waits)

    def _pressed(self, button: str) -> None:
        """Do it; what the table says is said here too, for the board may be far up."""
        rules = self.panel.rules
        act: Any = self.table.go_on_under if button == ON.id else self.table.new_game_under
        said = self.table.asked(lambda: act(rules))
        if said is not None:
            self.panel.say(*said)


# --- Below the board -----------------------------------------------------------------------------


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
        self.line = MoveInput("Move")
        self.line.on_written(self._write)
        self.files = Files(table)
        self.log, self.earlier = widgets.HTML(), widgets.HTML()
        for part in (self.log, self.earlier):
            part.add_class("ppnb-log")
        self.rules = TableRules(table)
        self.more = widgets.Accordion(
            [
                widgets.VBox([self.log, self.earlier]),
                self._players(),
                self.rules.panel,
                self.files.part,
            ],
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
        first = match.cursor == 0 and match.earlier is None
        self.undo.disabled = first or not has_started(match)
        self.redo.disabled = not match.undone
        self.back.layout.display = None if len(self.table.shelf) else "none"
        if self.line.message.get("text"):  # an answer goes with the position that it was given in
            self.line.answer()
        self.line.label = "Dice" if self.table.to_type else "Move"
        self.line.placeholder = self._placeholder()
        self.log.value, self.earlier.value = log(match)  # what is as it was isn't sent again
        for about_dice in (self.by_itself, self.dice):
            about_dice.layout.display = None if match.game.rolls else "none"
        self.dice.value = "real" if is_manual(match.dice) else "seeded"
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
            self.table.tell(f"{invalid('the next seed', written, accepted)}.")
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
            value="real" if is_manual(match.dice) else "seeded",
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


def log(match: Match) -> tuple[str, str]:
    """Return what happened in the last turn, and in those before it, the last one first."""
    turns: dict[int, list[str]] = {}
    for part in match.parts:
        if part.earlier is not None:
            told = part.game.rules.differences(part.earlier.game.rules).values()
            line = f"<p><b>Rules</b> from here on: {html.escape('; '.join(told))}</p>"
            turns.setdefault(part.game.turn(part.initial_state), []).append(line)
        for played in part.record:
            turns.setdefault(played.turn, []).extend(_line(step) for step in played.steps)
    if not turns:
        return "<p>Nothing has happened yet.</p>", ""
    last, *before = sorted(turns, reverse=True)
    shown, room = [], LOGGED
    for turn in before:
        if room <= 0:
            shown.append(f"<p>Turn {turn} and before: see match.steps.</p>")
            break
        room -= len(turns[turn])
        shown += _logged(turn, turns[turn])
    return "".join(_logged(last, turns[last])), "".join(shown)


def _logged(turn: int, lines: list[str]) -> list[str]:
    return [f"<h4>{turn_title(turn)}</h4>", *lines]


def _line(step: Step) -> str:
    return f"<p><b>{html.escape(step.event.clause)}</b> {html.escape(step.event.text)}</p>"


# --- The table -----------------------------------------------------------------------------------


BACK = "'Back to the game before' brings it back"


class Table(PlayWidget):
    """A match being played, with its controls below the board.

    ``journal`` is written before each move counts. Games that were put aside for others are on
    the ``shelf``.
    """

    def __init__(self, match: Match, view: AnyView, journal: Journal | None = None) -> None:
        self.shelf = MatchArchive(journal)
        super().__init__(match, view)

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def journal(self) -> Journal | None:
        """What each move is written to before it counts."""
        return self.shelf.journal

    def around(self) -> list[widgets.Widget]:
        """The controls."""
        self.controls = Controls(self)
        return self.controls.parts

    def follow(self) -> None:
        """Bring the controls up to where the match is."""
        self.controls.refresh()

    def ask_for_dice(self) -> None:
        """Put the cursor where real dice are typed in."""
        self.controls.line.focus()

    @shown
    def undo(self) -> None:
        """Take back the last move of a person, or the change of rules that came after it."""
        match = self.match
        if match.cursor == 0 and match.earlier is not None:
            self.shelf.replace(before := match.earlier.branch(match.earlier.cursor))
            told = "; ".join(before.game.rules.differences(match.game.rules).values())
            self._sit(before, f"The rules are as they were: {told}.", goes_on=False)
        else:
            match.undo()
            self.show()

    @shown
    def redo(self) -> None:
        """Make an undone move again."""
        self.match.redo()
        self.show()

    @shown
    def use(self, match: Match, remark: str = "") -> None:
        """Play another match at this table; the one that was there is put aside, and said to be."""
        kept = len(self.shelf)
        self.shelf.change(self.match, match)
        aside = f" The game before is kept: {BACK}." if len(self.shelf) > kept else ""
        self._sit(match, f"{remark}{aside}".strip())

    @shown
    def back(self) -> None:
        """Go back to the game that was put aside for another one; that is put aside in turn."""
        match = self.shelf.back(self.match)
        where = f"turn {match.turn}" if match.turn else "its set-up"
        self._sit(match, f"This is the game before, at {where}; its seed is {match.seed}.")

    def _sit(self, match: Match, remark: str, *, goes_on: bool = True) -> None:
        self.match = match
        self.show()
        if goes_on:
            self.go_on()
        if remark and match.result is None:
            self.tell(remark, kind="info")

    @shown
    def new_game(self, seed: int | None = None) -> None:
        """Begin anew, with the same rules and players; the game that was played is put aside."""
        self._anew(self.match.game, seed, "A new game")

    @shown
    def new_game_under(self, rules: Rules) -> None:
        """Begin anew under these rules; the game that was played is put aside."""
        told = "; ".join(rules.differences().values()) or "the printed rules"
        self._anew(self.match.game.under(**rules.to_json()), None, f"A new game under {told}")

    def _anew(self, game: Any, seed: int | None, what: str) -> None:
        old = self.match
        dice = "typed" if is_manual(old.dice) else None
        match = Match(game, seed=seed, dice=dice, seats=keep_players(old.seats, game))
        self.use(match, f"{what}; its seed is {match.seed}.")

    @shown
    def go_on_under(self, rules: Rules) -> None:
        """Go on from here under these rules; the moves up to here stay in the record.

        Raises BadInput, shown on the board, where the table can't be as it is under them.
        """
        match = self.match
        told = "; ".join(rules.differences(match.game.rules).values())
        if not told:
            raise BadInput("The game is played by these rules already.")
        if match.result is not None:
            raise BadInput("The game is over: begin a new one with these rules.")
        if match.earlier is not None and not match.steps:  # nothing was done under the last change
            match = match.earlier
        if rules == match.game.rules:
            onward = match.branch(match.cursor)
        else:
            onward = match.onward(match.cursor, **rules.to_json())
        self.shelf.replace(onward)
        self._sit(onward, f"From here on: {told}. Undo takes it back.")

    @shown
    def seat(self, seat: str, player: str) -> None:
        """Give a seat to a person or a bot."""
        self.match.seats[seat] = player
        self._note_terms()
        self.go_on()

    @shown
    def use_dice(self, real: bool) -> None:
        """Let the computer roll the dice, or have real ones typed in, from here on."""
        if real != is_manual(self.match.dice):
            seed = self.match.seed
            self.match.dice = ManualDice(seed) if real else SeededDice(seed)
            self._note_terms()
            self.show()

    def _note_terms(self) -> None:
        if self.shelf.journal is not None:
            self.shelf.journal.begin()


# --- Opening a table -----------------------------------------------------------------------------


FOLDER = ".piecepack_nb"
"""Where journals lie, below the folder that the kernel works in."""


def table_for(match: Match, journal: bool | str | Path) -> Table:
    """A table for a match that somebody has; a journal only where a path is given."""
    noted = None if isinstance(journal, bool) else Journal(match, journal)
    return Table(match, view_of(match.game), noted)


def open_table(match: Match, journal: bool | str | Path, *, fresh_seed: bool) -> Table:
    """A table for a new match, or for the one that its journal tells of, if it isn't over.

    A seed that was asked for is kept: a match with another one is put aside.
    """
    view = view_of(match.game)
    if journal is False:
        return Table(match, view)
    path = _path(match, fresh_seed) if journal is True else Path(journal)
    try:
        if journal is True:
            _keep_out_of_git(path.parent)
        found, remark = _found(path.absolute(), match, fresh_seed, own=journal is True)
        noted = Journal(found or match, path)
    except BadInput as error:  # a folder that can't be written to: the game is played all the same
        if journal is not True:
            raise
        table = Table(match, view)
        table.board.say(f"This game is not journalled: {error}", kind="info")
        return table
    table = Table(found or match, view, noted)
    if remark:
        table.tell(remark, kind="info")
    return table


def _path(match: Match, fresh_seed: bool) -> Path:
    """The journal's place: one for each way of calling ``pp.play``."""
    head: dict[str, Any] = {**to_record(match), "moves": []}
    if fresh_seed:
        head["seed"] = None
    text = json.dumps(head, sort_keys=True)
    mark = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Path(FOLDER) / f"{match.game.name}-{mark}.jsonl"


def _keep_out_of_git(folder: Path) -> None:
    """Journals are the reader's own: git is told to leave their folder alone."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")


def _found(path: Path, match: Match, fresh_seed: bool, *, own: bool) -> tuple[Match | None, str]:
    """The match in the journal, if there is one to go on with, and what to say about it.

    ``own``: the place is of the package's choosing, so that whatever lies there may be put aside.
    """
    if not path.exists():
        return None, ""
    try:
        found = resume_match(path, match)
    except BadInput as error:
        path.replace(path.with_suffix(".damaged"))
        return None, f"A new game, for the journal of the old one is damaged: {error}"
    first = found.parts[0].game  # at a table the rules may have changed since
    same = first.name == match.game.name and first.rules == match.game.rules
    if not same and not own:
        raise BadInput(f"{path} is the journal of {found.game!r}; expected a path of its own")
    if not has_started(found):
        return None, ""
    if same and found.result is None and (fresh_seed or found.seed == match.seed):
        where = f"turn {found.turn}" if found.turn else "the set-up"
        told = "; ".join(found.game.rules.differences(match.game.rules).values())
        rules = f" under changed rules ({told})" if told else ""
        seed = f"its seed is {found.seed}. New game sets the table anew."
        return found, f"Resumed at {where}{rules}; {seed}"
    archive(path)
    if found.result is not None and same:
        return None, f"A new game, for the last one is over. {BACK}."
    other = f"its seed is {found.seed}" if same else "it has other rules"
    return None, f"A new game with seed {match.seed}. On this table was another: {other}. {BACK}."
