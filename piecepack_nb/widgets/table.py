"""The table that ``pp.play`` opens: a match on its board, with players, rules, log and files."""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import json
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance, example
from piecepack_nb.core.dice import HIGHEST_SEED, ManualDice, SeededDice, is_manual
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.journal import (
    BEFORE,
    DAMAGED,
    Journal,
    archived,
    beside,
    is_free,
    is_new,
    must_be_free,
    resume,
    set_aside,
    unlocked,
)
from piecepack_nb.core.load import from_record, is_record, parse, read
from piecepack_nb.core.locking import uninterrupted
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON, keep_players
from piecepack_nb.core.record import os_reason, save, to_record
from piecepack_nb.core.registry import on_register
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene import AnyView
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import turn_title
from piecepack_nb.widgets.page import Button
from piecepack_nb.widgets.play_widget import MoveInput, PlayWidget, shown
from piecepack_nb.widgets.rules_panel import RulesWidget

PREVIOUS = "'Previous game' returns to it"
_TABLES: WeakValueDictionary[Match | Path, Table] = WeakValueDictionary()
"""The last table of each journal, and of each match without one."""


class Table(PlayWidget):
    """A match being played, with its controls below the board.

    Each move is written to the journal of ``archive`` before it counts, or the board says that it
    isn't. The archive has the other matches of this table.
    """

    def __init__(self, match: Match, view: AnyView, archive: MatchArchive | None = None) -> None:
        self.archive = MatchArchive() if archive is None else archive
        super().__init__(match, view)
        key = match if self.journal is None else self.journal.path
        earlier, _TABLES[key] = _TABLES.get(key), self
        if earlier is not None:
            earlier.close()
        on_register(self._registered)

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def journal(self) -> Journal | None:
        """The journal of the current match, if it has one."""
        return self.archive.journal

    @property
    def warning(self) -> str:
        """A sentence for the players if the match isn't saved where they expect it."""
        return self.archive.warning

    def make_controls(self) -> list[widgets.Widget]:
        """Return the controls."""
        self.controls = Controls(self)
        return self.controls.parts

    def update_controls(self) -> None:
        """Show the match's current position in the controls."""
        self.controls.refresh()

    def focus_dice_input(self) -> None:
        """Put the cursor where the reader types the result of real dice."""
        self.controls.move_input.focus()

    # --- the timeline ----------------------------------------------------------------------------

    @shown
    def undo(self) -> None:
        """Undo the last move of a person, or the change of rules after it."""
        match = self.match
        if match.cursor == 0 and match.earlier is not None:
            before = match.earlier.branch(match.earlier.cursor)
            self._change_to(before, lambda: self.archive.replace(before))
            self.show()
            changes = "; ".join(before.game.rules.differences(match.game.rules).values())
            self._inform(f"Rules changed back: {changes}.")
        else:
            match.undo()
            self.show()

    @shown
    def redo(self) -> None:
        """Redo the last undone move."""
        self.match.redo()
        self.show()

    # --- other matches ---------------------------------------------------------------------------

    @shown
    def use(self, match: Match, message: str = "") -> None:
        """Continue with another match, archive the current one, and show a message."""
        kept = len(self.archive)
        self._change_to(match, lambda: self.archive.switch(self.match, match))
        archived = f" The previous game is kept: {PREVIOUS}." if len(self.archive) > kept else ""
        self._continue(f"{message}{archived}".strip())

    @shown
    def previous_game(self) -> None:
        """Return to the match archived last, and archive the current one."""
        match = self.archive.last(self.match)
        self._change_to(match, lambda: self.archive.bring_back(self.match, match))
        where = f"turn {match.turn}" if match.turn else "its set-up"
        self._continue(f"Previous game, at {where}; its seed is {match.seed}.")

    @shown
    def new_game(self, seed: int | None = None) -> None:
        """Start a new match with the same rules and players; archive the current one."""
        self._start(self.match.game, seed, "New game")

    @shown
    def new_game_under(self, rules: Rules) -> None:
        """Start a new match under these rules; archive the current one."""
        changes = "; ".join(rules.differences().values()) or "the printed rules"
        self._start(self.match.game.under(**rules.to_json()), None, f"New game under {changes}")

    def _start(self, game: AnyGame, seed: int | None, title: str) -> None:
        old = self.match
        dice = "typed" if is_manual(old.dice) else None
        match = Match(game, seed=seed, dice=dice, seats=keep_players(old.seats, game))
        self.use(match, f"{title}; its seed is {match.seed}.")

    @shown
    def continue_under(self, rules: Rules) -> None:
        """Continue from here under these rules; the earlier moves stay in the record.

        Raises BadInput, shown on the board, if the current state is impossible under them.
        """
        match = self.match
        changes = "; ".join(rules.differences(match.game.rules).values())
        if not changes:
            raise BadInput("The game already has these rules.")
        if match.result is not None:
            raise BadInput("The game is over. Start a new game with these rules.")
        if match.earlier is not None and not match.steps:  # no move since the last change of rules
            match = match.earlier
        if rules == match.game.rules:
            onward = match.branch(match.cursor)
        else:
            onward = match.onward(match.cursor, **rules.to_json())
        self._change_to(onward, lambda: self.archive.replace(onward))
        self._continue(f"From here on: {changes}. Undo to change back.")

    @shown
    def _registered(self, game: type[AnyGame]) -> None:
        """Replay the match in a version of its game that was registered now."""
        old = self.match
        if self.comm is None or game.name != old.game.name or game is type(old.game):
            return
        new = old.under(game)
        lost = len(old.record) - len(new.record)
        self._change_to(new, lambda: self.archive.replace(new, old if lost else None))
        self.view = view_of(new.game)
        self.board.show_game(new.game.title, new.game.rulebook.to_json())
        for part in self.controls.parts:
            part.close()
        self.children = (self.board, *self.make_controls())
        self._continue(_version_message(new, lost))

    def _change_to(self, match: Match, file: Callable[[], None]) -> None:
        """Put the match on the table and change the files for it; an interrupt can't split that."""
        with uninterrupted():
            file()
            self.match = match

    def _continue(self, message: str) -> None:
        self.show()
        self.advance()
        self._inform(message)

    def _inform(self, message: str) -> None:
        if message and self.match.result is None:
            self.say(message, kind="info")

    # --- players and dice ------------------------------------------------------------------------

    @shown
    def seat(self, seat: str, player: str) -> None:
        """Give a seat to a person or a bot."""
        self.match.seats[seat] = player
        self._rewrite_journal()
        self.advance()

    @shown
    def use_dice(self, real: bool) -> None:
        """Use real dice, typed in, or the computer's from here on."""
        if real != is_manual(self.match.dice):
            seed = self.match.seed
            self.match.dice = ManualDice(seed) if real else SeededDice(seed)
            self._rewrite_journal()
            self.show()

    def _rewrite_journal(self) -> None:
        if self.journal is not None:
            self.journal.begin()


def _version_message(match: Match, lost: int) -> str:
    """Return what a replay in another version of the game's code came to, in a sentence or two."""
    changed = f"The changed {match.game.title} applies"
    if match.divergence is None:
        return f"{changed}: all moves are replayed."
    end = f" The replay ends there; {count_noun(lost, 'move')} can't be replayed, and {PREVIOUS}."
    return f"{changed}. The games diverge at {match.divergence}.{end if lost else ''}"


# --- The controls --------------------------------------------------------------------------------


class Look:
    """The layouts and styles of a table, which its controls share: each is a comm to the page."""

    def __init__(self) -> None:
        self.plain, self.auto = widgets.Layout(), widgets.Layout(width="auto")
        self.row, self.hidden = widgets.Layout(flex_flow="row wrap"), widgets.Layout(display="none")
        self.button, self.toggle = widgets.Button.style.klass(), widgets.ToggleButton.style.klass()
        self.label, self.text = widgets.Dropdown.style.klass(), widgets.Text.style.klass()
        self.html = widgets.HTML.style.klass()

    def button_of(
        self, title: str, icon: str, tip: str, act: Callable[[], object]
    ) -> widgets.Button:
        """Return a button that calls ``act``."""
        button = widgets.Button(
            description=title, icon=icon, tooltip=tip, layout=self.auto, style=self.button
        )
        button.on_click(lambda _button: act())
        return button

    def html_of(self) -> widgets.HTML:
        """Return an empty piece of HTML."""
        return widgets.HTML(layout=self.plain, style=self.html)

    def row_of(self, parts: list[widgets.Widget]) -> widgets.Box:
        """Return widgets in a row that wraps."""
        return widgets.Box(parts, layout=self.row)

    def column_of(self, parts: list[widgets.Widget]) -> widgets.VBox:
        """Return widgets in a column."""
        return widgets.VBox(parts, layout=self.plain)


class Controls:
    """The controls of a table; ``parts`` are the widgets, top to bottom."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.look = look = Look()
        self.undo = self._button("Undo", "undo", "Undo your last move", table.undo)
        self.redo = self._button("Redo", "repeat", "Redo the undone move", table.redo)
        self.new = self._button(
            "New game", "refresh", "Start a new game; this one is kept", self._new_game
        )
        self.previous = self._button(
            "Previous game", "history", "Return to the previous game", table.previous_game
        )
        self.play_on = self._button("Play on", "play", "Let bots and dice play on", table.advance)
        self.auto_roll = widgets.ToggleButton(
            description="Auto-roll", icon="random", tooltip="Roll dice automatically",
            layout=look.auto, style=look.toggle,
        )  # fmt: skip
        self.auto_roll.observe(self._auto_roll_changed, "value")
        self.move_input = MoveInput("Move")
        self.move_input.on_submit(lambda text: self._reply(lambda: table.play(text)))
        self.files = Files(table, look)
        self.log, self.earlier = look.html_of(), look.html_of()
        for part in (self.log, self.earlier):
            part.add_class("ppnb-log")
        self.rules = TableRules(table)
        self.more = widgets.Accordion(
            [
                look.column_of([self.log, self.earlier]),
                self._players(),
                self.rules.part,
                self.files.part,
            ],
            titles=("Log", "Players and dice", "Rules", "Save and load"),
            selected_index=0,
            layout=look.plain,
        )
        buttons = [
            self.undo, self.redo, self.play_on, self.new, self.previous, self.auto_roll
        ]  # fmt: skip
        self.parts: list[widgets.Widget] = [look.row_of(buttons), self.move_input, self.more]

    def _button(self, title: str, icon: str, tip: str, act: Callable[[], object]) -> widgets.Button:
        return self.look.button_of(title, icon, tip, lambda: self._reply(act))

    def _reply(self, act: Callable[[], object]) -> None:
        """Call ``act``; repeat its message below the input, as the board may be out of sight."""
        self.move_input.say(*self.table.message_from(act) or ())

    def _new_game(self) -> None:
        seed = self.seed.value.strip()
        if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 20):
            expected = f"a whole number up to {HIGHEST_SEED}, or nothing for a random one"
            self.table.say(f"{invalid('the next seed', seed, expected)}.")
        else:
            self.table.new_game(int(seed) if seed else None)

    def _auto_roll_changed(self, change: Any) -> None:
        self.table.auto_roll = change["new"]
        if change["new"]:
            self._reply(self.table.advance)

    # --- players and dice ------------------------------------------------------------------------

    def _players(self) -> widgets.Widget:
        match, look = self.table.match, self.look
        self.seats = {
            seat: widgets.Dropdown(
                options=(PERSON, *match.game.bots),
                value=PERSON,
                description=seat,
                layout=look.plain,
                style=look.label,
            )
            for seat in match.seats
        }
        for seat, choice in self.seats.items():
            choice.observe(functools.partial(self._player_changed, seat), "value")
        self.dice = widgets.Dropdown(
            options=(("rolled by the computer", "seeded"), ("real dice, typed in", "real")),
            value="real" if is_manual(match.dice) else "seeded",
            description="dice",
            layout=look.plain,
            style=look.label,
        )
        self.dice.observe(lambda change: self.table.use_dice(change["new"] == "real"), "value")
        self.this_seed = look.html_of()
        self.seed = widgets.Text(
            description="next seed", placeholder="random",
            tooltip="Set all dice of the next new game", layout=look.plain, style=look.text,
        )  # fmt: skip
        return look.column_of([*self.seats.values(), self.dice, self.seed, self.this_seed])

    def _player_changed(self, seat: str, change: Any) -> None:
        if self.table.match.seats[seat] != change["new"]:
            self.table.seat(seat, change["new"])

    # --- the current position --------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the match's current position in all controls."""
        match = self.table.match
        first = match.cursor == 0 and match.earlier is None
        self.undo.disabled = first or not has_started(match)
        self.redo.disabled = not match.undone
        look = self.look
        self.play_on.layout = look.auto if self.table.plays_itself else look.hidden
        self.previous.layout = look.auto if len(self.table.archive) else look.hidden
        if self.move_input.message.get("text"):  # a reply belongs to the position it was given in
            self.move_input.say()
        self.move_input.label = "Dice" if self.table.dice_to_enter else "Move"
        self.move_input.placeholder = self._placeholder()
        self.log.value, self.earlier.value = log(match)
        self.auto_roll.layout = look.auto if match.game.rolls else look.hidden
        self.dice.layout = look.plain if match.game.rolls else look.hidden
        self.dice.value = "real" if is_manual(match.dice) else "seeded"
        self.this_seed.value = f"This game's seed is {match.seed}."
        self.rules.refresh()
        if list(self.seats) != list(match.seats):  # other rules may have other seats
            first, players, *others = self.more.children
            self.more.children = [first, self._players(), *others]
            for part in players.children:  # the column's layout is shared
                part.close()
            players.close()
        for seat, choice in self.seats.items():
            player = match.seats[seat]
            with choice.hold_trait_notifications():
                choice.value = player if player in choice.options else PERSON

    def _placeholder(self) -> str:
        """Return an example of what can be typed now."""
        match = self.table.match
        if self.table.dice_to_enter:
            return f"type the result, such as {example(self.table.dice_to_enter)}"
        if isinstance(match.to_act, Chance):
            return "or type roll"
        some = map(str, islice(match.moves(), 60))
        shortest = min(some, key=len, default="")
        return f"or type a move, such as {shortest}" if shortest else ""


# --- The log -------------------------------------------------------------------------------------


LOGGED = 200  # about how many steps the log shows; all of them are in match.steps


def log(match: Match) -> tuple[str, str]:
    """Return the log of the last turn and of the turns before it, the last one first."""
    turns: dict[int, list[str]] = {}
    for part in match.parts:
        if part.earlier is not None:
            changes = part.game.rules.differences(part.earlier.game.rules).values()
            line = f"<p><b>Rules</b> from here on: {html.escape('; '.join(changes))}</p>"
            turns.setdefault(part.game.turn(part.initial_state), []).append(line)
        for played in part.record:
            turns.setdefault(played.turn, []).extend(_line(step) for step in played.steps)
    if not turns:
        return "<p>No moves yet.</p>", ""
    last, *before = sorted(turns, reverse=True)
    shown, room = [], LOGGED
    for turn in before:
        if room <= 0:
            shown.append(f"<p>Turn {turn} and earlier: see match.steps.</p>")
            break
        room -= len(turns[turn])
        shown += _titled(turn, turns[turn])
    return "".join(_titled(last, turns[last])), "".join(shown)


def _titled(turn: int, lines: list[str]) -> list[str]:
    return [f"<h4>{turn_title(turn)}</h4>", *lines]


def _line(step: Step) -> str:
    return f"<p><b>{html.escape(step.event.clause)}</b> {html.escape(step.event.text)}</p>"


# --- Rules ---------------------------------------------------------------------------------------


ON = Button("on", "Continue with these rules", "Continue this game under these rules")
NEW = Button("new", "New game with these rules", "Start a new game; this one is kept")


class TableRules:
    """The rules panel of a table; changes take effect when one of its buttons is pressed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._match = table.match
        self.part = RulesWidget(table.match.game, (ON, NEW), table.board.lock)
        self.panel = self.part.panel
        self.panel.on_change(self._changed)
        self.panel.on_press(self._pressed)

    def refresh(self) -> None:
        """Show the rules of the table's match if that is another one now."""
        match = self.table.match
        if match is not self._match:
            self._match = match
            self.panel.set(**match.game.rules.to_json())

    def _changed(self, rules: Rules) -> None:
        changes = rules.differences(self._match.game.rules)
        self.panel.say(f"Not in force yet: {'; '.join(changes.values())}." if changes else "")

    def _pressed(self, button: str) -> None:
        """Act on the button; repeat the message here, as the board may be out of sight."""
        rules = self.panel.rules
        act: Any = self.table.continue_under if button == ON.id else self.table.new_game_under
        message = self.table.message_from(lambda: act(rules))
        if message is not None:
            self.panel.say(*message)


# --- Files ---------------------------------------------------------------------------------------


class Files:
    """The save and load controls; ``part`` is the widget, ``message`` its line of text."""

    def __init__(self, table: Table, look: Look) -> None:
        self.table = table
        self.file = widgets.Text(
            value=f"{table.match.game.name}.json", description="File",
            layout=look.auto, style=look.text,
        )  # fmt: skip
        self.message = look.html_of()
        self.upload = widgets.FileUpload(
            accept=".json", description="Upload a saved game", layout=look.auto, style=look.button
        )
        self.upload.observe(self._uploaded, "value")
        buttons = [
            look.button_of(
                "Save", "save", "Save the game to this file", lambda: self._run(self.save)
            ),
            look.button_of(
                "Load", "folder-open", "Continue from this file", lambda: self._run(self.load)
            ),
            self.upload,
        ]
        self.part = look.column_of([self.file, look.row_of(buttons), self.message])

    def _run(self, act: Callable[[], object]) -> None:
        """Call ``act``; show an error here and, for screen readers, on the board."""
        with self.table.board.lock:
            try:
                act()
            except ValueError as error:
                self.message.value = html.escape(str(error))
                self.table.say(str(error))

    def save(self) -> None:
        """Save the match to the named file; never overwrite anything but a saved match."""
        path = Path(self._name())
        if path.is_dir():
            raise BadInput(f"{path} is a folder. Enter a file name, such as mine.json.")
        if path.exists() and not _is_saved(path):
            raise BadInput(f"{path.name} exists and is not a saved game. Enter another name.")
        save(self.table.match, path)
        text = json.dumps(to_record(self.table.match))
        data = base64.b64encode(text.encode()).decode()
        self.message.value = (
            f"Saved as {html.escape(str(path))}. "
            '<a class="jupyter-widgets jupyter-button widget-button" '
            'style="width:auto;vertical-align:middle" '
            f'download="{html.escape(path.name)}" '
            f'href="data:application/json;base64,{data}">Download a copy</a>'
        )

    def _name(self) -> str:
        name = str(self.file.value).strip()
        if not name:
            raise BadInput("Enter a file name, such as mine.json.")
        return name

    def load(self) -> None:
        """Continue from the named file."""
        name = self._name()
        if not Path(name).is_file():
            raise BadInput(f"There is no file {shorten(name)}.")
        self.use(read(name), name)

    def _uploaded(self, change: Any) -> None:
        for file in change["new"]:
            self._run(functools.partial(self.use, bytes(file.content), file.name))
        if change["new"]:
            self.upload.value = ()  # the button shows a count of its files

    def use(self, content: bytes, name: str) -> None:
        """Continue from a saved match; raise BadInput for any other content."""
        match = self._match(content, shorten(name))
        match.game.bots = {**match.game.bots, **self.table.match.game.bots}
        self.table.use(match, f"Loaded {shorten(name)}.")
        self.message.value = f"Loaded {html.escape(shorten(name))}."

    def _match(self, content: bytes, name: str) -> Any:
        try:
            data = parse(content, name)
        except BadInput:
            data = None
        if not is_record(data):
            raise BadInput(f"{name} is not a saved game.")
        try:
            match = from_record(data)
        except BadInput as error:
            raise BadInput(f"{name} is a saved game, but can't be loaded: {error}.") from None
        if match.game.name != self.table.match.game.name:
            call = f"pp.play(pp.load({name!r}))"
            raise BadInput(f"{name} is a game of {match.game.title}. To open it, run {call}.")
        return match


def _is_saved(path: Path) -> bool:
    try:
        return is_record(parse(read(path), path.name))
    except BadInput:
        return False


# --- The archive ---------------------------------------------------------------------------------


def has_started(match: Match) -> bool:
    """Return whether any move but the set-up was made, even if undone since."""
    moves = (*match.record, *match.undone)
    return match.earlier is not None or any(
        not isinstance(each.actor, Chance) or each.actor.dice for each in moves
    )


def resume_match(path: Path, like: Match) -> Match:
    """Return the match in a journal, with the bots of ``like`` that are functions.

    A file can't hold functions. Raises BadInput if the file is damaged.
    """
    match = resume(path)
    if match.game.name == like.game.name:
        match.game.bots = {**match.game.bots, **like.game.bots}
        bots = {seat: bot for seat, bot in like.seats.items() if callable(bot)}
        match.seats.update({seat: bot for seat, bot in bots.items() if seat in match.seats})
    return match


class MatchArchive:
    """The other matches of a table, the next for ``previous`` last.

    With a ``journal`` they are files beside it and survive a restart of the kernel. ``warning``
    says why a table that should have a journal has none.
    """

    def __init__(self, journal: Journal | None = None, warning: str = "") -> None:
        self.journal = journal
        self._warning = warning
        self.games: list[Match | Path] = [] if journal is None else [*archived(journal.path)]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def warning(self) -> str:
        """A sentence for the players if the match isn't saved where they expect it."""
        return self._warning if self.journal is None else self.journal.warning

    def switch(self, old: Match, new: Match) -> None:
        """Archive ``old``, if it has started, and start the journal of ``new``.

        Raises BadInput, and changes nothing, if ``old`` can't be archived.
        """
        self._switch(old, new, len(self.games))

    def replace(self, new: Match, kept: Match | None = None) -> None:
        """Start the journal of ``new`` in place of the current match; archive ``kept``."""
        if kept is not None:
            self.games.append(kept)
        if self.journal is not None:
            self.journal = Journal(new, self.journal.path, strict=False)

    def last(self, old: Match) -> Match:
        """Return the match archived last, with the bots of ``old`` that are functions.

        Raises BadInput if there is none; also if its file is damaged, which is then skipped.
        """
        if not self.games:
            raise BadInput("this table has no previous game")
        game = self.games[-1]
        try:
            return resume_match(game, old) if isinstance(game, Path) else game
        except BadInput:
            self.games.pop()
            raise

    def bring_back(self, old: Match, last: Match) -> None:
        """Switch to ``last``; ``old`` goes to the other end of the archive, so all come round."""
        game = self.games[-1]
        self._switch(old, last, 0)
        self.games.pop()
        if isinstance(game, Path) and self.journal is not None and not self.journal.failure:
            with suppress(OSError):
                game.unlink()  # the journal has all of it now

    def _switch(self, old: Match, new: Match, index: int) -> None:
        started, journal = has_started(old), self.journal
        kept: Match | Path = old
        if journal is not None and started:
            try:
                kept = journal.archive() or old
            except BadInput:
                if not journal.failure:
                    raise
                journal.leave()
                self.journal, self._warning = None, journal.warning  # its file is not to be lost
        if self.journal is not None:
            self.journal = Journal(new, self.journal.path, strict=False)
        if started:
            self.games.insert(index, kept)


# --- Opening a table -----------------------------------------------------------------------------


FOLDER = ".piecepack_nb"
"""The folder of journals, in the kernel's working folder."""


class Opening(NamedTuple):
    """How to go on from a file: the match in it to resume, or the suffix to set it aside with."""

    match: Match | None = None
    suffix: str = ""
    message: str = ""


def table_for(match: Match, journal: bool | str | Path) -> Table:
    """Return a table for an existing match, with a journal only if a path is given.

    A game whose journal has this path already is archived.
    """
    if isinstance(journal, bool):
        return Table(match, view_of(match.game))
    wanted = Path(journal).absolute()
    path, _held = _unlocked(wanted, own=False)
    return _table(match, path, _replaced(path, match), _locked(wanted, path))


def open_table(match: Match, journal: bool | str | Path, *, fresh_seed: bool) -> Table:
    """Return a table for a new match, or for the unfinished one in its journal.

    Unless the seed of ``match`` is a fresh one, a match with another seed is archived.
    """
    if journal is False:
        return Table(match, view_of(match.game))
    own = journal is True
    wanted = (_path(match, fresh_seed) if journal is True else Path(journal)).absolute()
    if own:
        _keep_out_of_git(wanted.parent)
    try:
        path, _held = _unlocked(wanted, own=own)
        opening = _resumed(path, match, fresh_seed, own=own)
    except BadInput as error:
        if not own:
            raise
        return _unsaved(match, error)
    return _table(match, path, opening, _locked(wanted, path))


def _table(match: Match, path: Path, opening: Opening, locked: str) -> Table:
    """Return a table for the match of the opening, or else for this one, with its journal."""
    match = opening.match or match
    try:
        if opening.suffix:
            set_aside(path, opening.suffix)
    except BadInput as error:  # in a read-only folder the game can still be played
        table = _unsaved(match, error, opening.message)
        table.archive.games += archived(path) + [path] * (opening.suffix == BEFORE)
        table.update_controls()
        return table
    table = Table(match, view_of(match.game), MatchArchive(Journal(match, path, strict=False)))
    if message := f"{opening.message} {locked}".strip():
        table.say(message, kind="info")
    return table


def _unsaved(match: Match, error: BadInput, message: str = "") -> Table:
    """Return a table without a journal, which says why."""
    warning = f"This game is not saved automatically: {error}."
    table = Table(match, view_of(match.game), MatchArchive(None, warning))
    table.say(message or warning, kind="info")
    return table


def _unlocked(path: Path, *, own: bool) -> tuple[Path, object]:
    """Return the path, or the first beside it that no other kernel has, and the lock on it.

    Raises BadInput for the path of something else; in the package's ``own`` folder, a file is
    always a journal.
    """
    try:
        if not (own and path.is_file()):
            must_be_free(path)
    except OSError as error:
        raise BadInput(f"{path} can't be read: {os_reason(error)}") from None
    return unlocked(each for each in beside(path) if each == path or is_free(each))


def _locked(wanted: Path, path: Path) -> str:
    """Return the message for a journal that is not at the wanted path."""
    if path == wanted:
        return ""
    return f"{wanted.name} is locked by another kernel: this game's journal is {path.name}."


def _path(match: Match, fresh_seed: bool) -> Path:
    """Return the journal's path, one for each set of arguments of ``pp.play``."""
    head: dict[str, Any] = {**to_record(match), "moves": []}
    if fresh_seed:
        head["seed"] = None
    text = json.dumps(head, sort_keys=True)
    mark = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Path(FOLDER) / f"{match.game.name}-{mark}.jsonl"


def _keep_out_of_git(folder: Path) -> None:
    """Make git ignore the folder of the reader's journals."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")


def _replaced(path: Path, match: Match) -> Opening:
    """Return what to do with a journal at ``path`` before ``match`` is written there."""
    if is_new(path):
        return Opening()
    try:
        found = resume(path)
    except BadInput as error:
        return Opening(None, DAMAGED, f"The journal of the previous game is damaged. {error}")
    old, new = to_record(found), to_record(match)
    part = {**new, "moves": new["moves"][: len(old["moves"])], "position": old["position"]}
    return Opening(None, BEFORE if has_started(found) and old != part else "")


def _resumed(path: Path, match: Match, fresh_seed: bool, *, own: bool) -> Opening:
    """Return what to do with the journal at ``path``: resume its match, or set it aside.

    With ``own`` the package chose the path, so it may archive a file there.
    """
    if is_new(path):
        return Opening()
    try:
        found = resume_match(path, match)
    except BadInput as error:
        message = f"New game: the journal of the previous one is damaged. {error}"
        return Opening(None, DAMAGED, message)
    first = found.parts[0].game  # the rules may have changed since
    same = first.name == match.game.name and first.rules == match.game.rules
    if not same and not own:
        raise BadInput(f"{path} is the journal of {found.game!r}; expected a path of its own")
    if not has_started(found):
        return Opening()
    if same and found.result is None and (fresh_seed or found.seed == match.seed):
        where = f"turn {found.turn}" if found.turn else "the set-up"
        changes = "; ".join(found.game.rules.differences(match.game.rules).values())
        rules = f" under changed rules ({changes})" if changes else ""
        return Opening(found, "", f"Resumed at {where}{rules}; its seed is {found.seed}.")
    if found.result is not None and same:
        return Opening(None, BEFORE, f"New game: the previous one is over. {PREVIOUS}.")
    other = f"seed {found.seed}" if same else "other rules"
    message = f"New game with seed {match.seed}. The previous one has {other}: {PREVIOUS}."
    return Opening(None, BEFORE, message)
