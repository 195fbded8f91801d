"""The table that ``pp.play`` opens: a match on its board, with players, rules, log and files."""

from __future__ import annotations

import asyncio
import glob
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary, ref

import traitlets

from piecepack_nb.core.actors import Actor, Chance, Seat, Simultaneous, example
from piecepack_nb.core.dice import HIGHEST_SEED, ManualDice, SeededDice, is_manual
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import AnyGame, Game
from piecepack_nb.core.journal import (
    BEFORE,
    DAMAGED,
    FOLDER,
    Journal,
    archived,
    beside,
    is_free,
    is_new,
    is_own,
    keep_out_of_git,
    keep_record,
    must_be_free,
    of_kernels,
    resume,
    set_aside,
    unlocked,
)
from piecepack_nb.core.load import from_record, is_record, parse, read, under_new_code
from piecepack_nb.core.locking import uninterrupted
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import (
    PERSON,
    assign_players,
    choose_move,
    keep_players,
)
from piecepack_nb.core.record import (
    named_in_page,
    os_reason,
    save,
    sealed,
    to_keep,
    to_record,
    write,
)
from piecepack_nb.core.registry import on_register
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.interop.link import Link, link_of
from piecepack_nb.scene import EMPTY_DRAFT, AnyView, Draft, Scene, svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.hints import Hint, move_marks, plain_reason
from piecepack_nb.scene.numbers import still_picture
from piecepack_nb.widgets.afterwards import Reviewer, moment_of, next_seats, rematch_text
from piecepack_nb.widgets.first_game import FirstGame, resting
from piecepack_nb.widgets.guest_page import guest_page
from piecepack_nb.widgets.linking import GivesLink, linkable
from piecepack_nb.widgets.notes import TakesNotes
from piecepack_nb.widgets.page import Button
from piecepack_nb.widgets.play_widget import Message, PlayWidget, shown
from piecepack_nb.widgets.replay import film_of, replay_of
from piecepack_nb.widgets.rules_panel import HasRulesPanel, RulesPanel
from piecepack_nb.widgets.table_data import (
    CHUNK,
    LOGGED,
    Entry,
    before_steps,
    entries,
    how_to_play,
    log_lines,
    players,
    reports,
    result,
    scores,
    steps_of,
    summary,
)

PREVIOUS = "'Previous game' returns to it"
KEPT = "; if you play on, the old game is kept"
CHANCE = "There is nothing to choose here."
"""The reason of a hint for dice or cards."""
DONE = "This task is done. Go on with the button in its card."
STILL = "A still picture: run this cell to play."
ON = Button("on", "Continue with these rules", "Continue after the last move under these rules")
NEW = Button("new", "New game with these rules", "Start a new game; this one is kept")
_TABLES: WeakValueDictionary[Match | Path, TableWidget] = WeakValueDictionary()
"""The last table of each journal, and of each match without one."""


MOST_CAUGHT_UP = 30
"""The most steps that are animated after a cell has played them on the match itself."""


def _catch_up_later(table: TableWidget | None, match: Match) -> None:
    """Let a table catch up with its match once the cell that changes it is done."""
    if table is not None and table.match is match and not table._catches_up:
        table._later()


class TableWidget(TakesNotes, GivesLink, HasRulesPanel, PlayWidget):
    """A match being played, with all its panels: one widget, complete in itself.

    Each move is written to the journal of ``archive`` before it counts, or the board says that it
    isn't. The archive has the other matches of this table. Each panel has a trait, which is sent
    only when it changes.
    """

    _view = traitlets.Unicode("table").tag(sync=True)
    controls = traitlets.Dict(read_only=True).tag(sync=True)
    """The actions that can be taken now, and the label of the input for moves."""
    scores: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    """The numbers that count."""
    summary = traitlets.Unicode(read_only=True).tag(sync=True)
    """The others' moves since the last move of a person, in one line."""
    log_recent: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    """The last lines of the log."""
    log_earlier: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    """The lines before them, which are sent less often."""
    players = traitlets.Dict(read_only=True).tag(sync=True)
    """The seats, their players, the dice and the seed."""
    ended = traitlets.Dict(read_only=True).tag(sync=True)
    """The result of the game; empty before its end."""
    reply = traitlets.Dict(read_only=True).tag(sync=True)
    """The reply to the last request: number, text, clause, kind."""
    hint_card = traitlets.Dict(read_only=True).tag(sync=True)
    """The hint that is shown: what to do, why, and on demand the move as text and the numbers."""
    review = traitlets.Dict(read_only=True).tag(sync=True)
    """The chances by turn and the worst moves of a finished game, as far as they were asked for."""
    task_card = traitlets.Dict(read_only=True).tag(sync=True)
    """The task of the first game; empty outside it."""
    how_to_play = traitlets.Dict(read_only=True).tag(sync=True)
    """The aim, a turn and the symbols."""
    waits = traitlets.Bool(False).tag(sync=True)
    """True if the board waits after each of the others' moves until the reader goes on: at first in
    a first game, then as the reader chose last in this browser."""

    def __init__(self, match: Match, view: AnyView, archive: MatchArchive | None = None) -> None:
        self.archive = MatchArchive() if archive is None else archive
        self._looking: tuple[int, int] | None = None
        self._guided: int | None = None
        """The turn that the guide leads the reader through."""
        self._hint: Hint | None = None
        self._first: FirstGame | None = None
        self._logged: tuple[Any, ...] = ()  # what the earlier lines of the log depend on
        self._replies = 0
        self._typed = ""
        """The move that was typed last."""
        self._panel_match = match
        self._position: tuple[Match | None, int, Any] = (None, 0, None)
        """The match, step and state that are shown."""
        self._following = ExitStack()
        """Ends the calls from the match that is shown."""
        self._catches_up = False
        self.reviewer = Reviewer(self)
        self._story: dict[str, Any] = {}  # of the frames that are sent next
        self._told: tuple[Match, str | None, int] | None = None
        super().__init__(match, view)
        self._take_place()

    def _take_place(self) -> None:
        """Replace the earlier table of the match or journal, and follow changes of the game."""
        self.waits = is_first_game(self.match.game.name)
        key = self.match if self.journal is None else self.journal.path
        earlier, _TABLES[key] = _TABLES.get(key), self
        if earlier is not None:
            earlier.close()
        on_register(self._registered)

    def _more_checks(self) -> dict[str, Callable[[Any], Any]]:
        return {"waits": _is_on}

    def release(self) -> None:
        """Free the film and the match, and stop measuring and looking back."""
        for key in [key for key, table in _TABLES.items() if table is self]:
            del _TABLES[key]
        self._following.close()
        self.panel.measuring.stop()
        self.reviewer.stop()
        self.end_notes()
        super().release()

    def _prepare(self) -> None:
        self._show_rules()
        super()._prepare()

    def __repr__(self) -> str:
        return f"<TableWidget: {self.match!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live table, and a picture of its board that says how to play."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is not None:
            scene = still_picture(self.scene)
            still = scene._replace(caption=f"{STILL}\n{scene.caption}")
            bundle[0]["image/svg+xml"] = str(svg(still, **self.chosen_look._asdict()))
        return bundle

    def to_html(self, path: str | Path) -> Path:
        """Write a page to hand to a stranger, who plays a new game like this one; return its path.

        It is one file that works without a network: with the rules, players and first position of
        the table, and no code to see. The stranger may play the others with bots, and may let notes
        be taken and save them as a file, which ``pp.playtests`` reads; the questions after the game
        are those of ``notes``. The page without a game is loaded from the site, once: see
        ``pp.link`` for its address. Raises BadInput where it can't be loaded, for a game whose
        program isn't known, and if the file can't be written.
        """
        return write(path, guest_page(self.match, self._questions))

    @property
    def journal(self) -> Journal | None:
        """The journal of the current match, if it has one."""
        return self.archive.journal

    @property
    def warning(self) -> str:
        """A sentence for the players if the match isn't saved where they expect it."""
        return self.archive.warning

    def focus_dice_input(self) -> None:
        """Put the cursor where the reader enters the result of real dice."""
        self.send({"kind": "focus"})

    # --- what the panels show --------------------------------------------------------------------

    def position_shown(self) -> None:
        """Update the panels."""
        if self.reply.get("text"):  # a reply belongs to the position it was given in
            self._reply("")
        match, view = self.seen, self.view
        if self.match is not self._panel_match:
            self._panel_match = self.match
            self.panel.game = match.game
            self.name_game()
            self._show_how_to_play()
        all_entries = entries(match)
        with self.hold_sync():
            self.set_trait("controls", self._controls())
            self.set_trait("scores", scores(match, view))
            self.set_trait("summary", summary(all_entries))
            self.set_trait("players", self._players())
            self.set_trait("ended", {} if self._first is not None else result(match))
            self.reviewer.show(self.match)
            self._update_log(all_entries)
            self.set_trait("task_card", {} if self._first is None else self._first.card())
            if self._first is None:
                self.follow_notes(self.match)
        self._say_task()
        self._lead()
        self._follow()

    @property
    def is_open(self) -> bool:
        """False once it is closed."""
        return self.comm is not None

    def _players(self) -> dict[str, Any]:
        """Return what the panel of players shows."""
        return players(self.match)

    def _follow(self) -> None:
        """Note what is shown, and catch up with what a cell plays on the match itself."""
        match = self.match
        if self._position[0] is not match:
            table = ref(self)
            self._following.close()
            self._following.callback(match.on_change(lambda *_: _catch_up_later(table(), match)))
        self._position = match, match.cursor, match.state

    def _later(self) -> None:
        """Catch up once the code that runs now is done."""
        with suppress(RuntimeError):  # without a kernel there is no page either
            asyncio.get_running_loop().call_soon(self._catch_up)
            self._catches_up = True

    @shown
    def _catch_up(self) -> None:
        """Show moves that code played on the match itself; bots then play on, as after others."""
        self._catches_up = False
        match, cursor, state = self._position
        now = self.match
        if match is not now or (cursor == now.cursor and state is now.state):
            return
        new = self._new_steps()
        if new:
            self.advance(new)
        else:
            self.show()

    def _new_steps(self) -> list[Step]:
        """Return the steps from the position that is shown to the match's; [] if none lead there.

        Too many to watch count as none.
        """
        match, cursor, state = self._position
        now = self.match
        before = now.steps[cursor - 1].state if 0 < cursor <= now.cursor else now.initial_state
        new = now.steps[cursor : now.cursor]
        leads = match is now and before is state and now.between_moves
        return new if leads and len(new) <= MOST_CAUGHT_UP else []

    def _update_log(self, all_entries: list[Entry]) -> None:
        count = len(all_entries)
        old = count - 1 - (count - 1) % CHUNK if count else 0
        self.set_trait("log_recent", log_lines(all_entries, old, count))
        last = all_entries[old - 1].played if old else None
        if self._logged != (self.match, self.viewer, old, id(last)):
            self._logged = self.match, self.viewer, old, id(last)
            first = max(0, old - LOGGED)
            self.set_trait("log_earlier", log_lines(all_entries, first, old))

    def _controls(self) -> dict[str, Any]:
        match = self.match
        return {
            "undo": self._can_undo,
            "redo": bool(match.undone),
            "play_on": self.plays_itself,
            "previous": len(self.archive) > 0,
            "auto_roll": self.auto_roll if match.game.rolls else None,
            "hint": self._may_hint,
            "first_game": self._offers_first_game,
            "guide": self._guided is not None,
            "others": self._has_others,
            "cancel": self._unfinished,
            "looking": list(self._looking) if self._looking else None,
            "dice": [
                [die.name, list(die.faces)] for die in self.dice_to_enter if not self.cards_to_enter
            ],
            "label": "Cards" if self.cards_to_enter else "Dice" if self.dice_to_enter else "Move",
            "placeholder": self._placeholder(),
            "file": f"{match.game.name}.json",
            "saved": self.journal is not None and not self.journal.failure,
        }

    @property
    def _has_others(self) -> bool:
        """True if more happens here than what persons decide one after the other."""
        match = self.match
        bots = len(match.persons) < len(match.seats)
        return bool(match.persons) and bool(bots or match.game.rolls or self.view.secret)

    @property
    def _can_undo(self) -> bool:
        """True if there is a pick, a move of a person or a change of rules to undo."""
        first = self.match.cursor == 0 and self.match.earlier is None
        return self._unfinished or (not first and has_started(self.match))

    @property
    def _unfinished(self) -> bool:
        """True while a move is unfinished and can be cancelled."""
        return self.draft not in (EMPTY_DRAFT, self._first_draft)

    def _show_draft(self, draft: Draft) -> None:
        super()._show_draft(draft)
        if self.controls.get("cancel", False) != self._unfinished:
            now = {"cancel": self._unfinished, "undo": self._can_undo}
            self.set_trait("controls", {**self.controls, **now})

    def _placeholder(self) -> str:
        """Return an example of what can be typed now."""
        if self.cards_to_enter:
            return f"type the cards, such as {self.example_of_cards()}"
        if self.dice_to_enter:
            return f"type the result, such as {example(self.dice_to_enter)}"
        if isinstance(self.match.to_act, Chance):
            return "or type roll"
        if self.handed_to:
            return ""
        some = map(str, islice(self.seen.moves(), 60))
        shortest = min(some, key=len, default="")
        return f"or type {shortest}" if shortest else ""

    # --- what just happened ----------------------------------------------------------------------

    def frames_shown(self, steps: Sequence[Step], ends: Mapping[int, int]) -> None:
        """Report on the steps, sentence by sentence, as the page shows their frames."""
        match, view = self.seen, self.view
        first = self.match.cursor - len(steps)
        fresh = not self._goes_on(first)
        numbers = {first + number: frame for number, frame in ends.items()}
        self._story = {
            "fresh": fresh,
            "before": before_steps(match, view, first),
            "reports": reports(match, view, first, numbers),
        }
        self._told = self.match, self.viewer, self.match.cursor

    @property
    def moves_at_once(self) -> bool:
        """True if bots of a team may move at once: not if the reader wants to follow each."""
        return not self.waits

    def _goes_on(self, cursor: int) -> bool:
        """Return True if what was reported last led here, and whoever looks now may see it."""
        if self._told is None:
            return False
        match, viewer, last = self._told
        return match is self.match and last == cursor and viewer in ("", self.viewer)

    def _words(self) -> dict[str, Any]:
        """Return the reports of the frames that are being sent; without any, the last sentence.

        ``fresh``: the reports that the page has are of another position, or of another's view.
        """
        story, self._story = self._story, {}
        if not story:
            cursor = self.match.cursor
            fresh = not self._goes_on(cursor)
            self._told = self.match, self.viewer, cursor
            story = {"fresh": fresh, "reports": []}
        return {"story": story | {"last": self._last_sentence()}}

    def _last_sentence(self) -> list[str]:
        """Return the text and the clause of the last sentence; before the first one the aim."""
        steps = self.seen.steps[: self.match.cursor]
        found = next((step.sentence for step in reversed(steps) if step.sentence is not None), None)
        if found is not None:
            return [found.text, found.clause]
        aim = self.how_to_play.get("aim", "")
        return [f"Aim: {aim}" if aim else "No move has been made yet.", ""]

    # --- requests of the page --------------------------------------------------------------------

    def _answer(self, content: Any) -> None:
        kind = content.get("kind") if isinstance(content, Mapping) else None
        if kind == "rules":
            self.send(self.panel.handle(content))
        elif kind != "do":
            super()._answer(content)
        elif self.busy:
            raise BadInput("Python is still working on this board. Wait a moment.")
        else:
            name, fields = read_request(content)
            data = getattr(self, f"_do_{name}")(**fields)
            if data is not None:
                self.send({"kind": "done", "name": name, **data})

    def _reply(self, text: str, clause: str = "", kind: str = "info") -> None:
        self._replies += 1
        reply = {"number": self._replies, "text": text, "clause": clause, "kind": kind}
        self.set_trait("reply", reply)

    def _try(self, act: Callable[[], object]) -> None:
        """Call ``act``; repeat its message in the panels, as the board may be out of sight."""
        message = self.message_from(act) or Message("")
        if message.kind == "hint":  # it has a card
            message = Message("")
        self._reply(message.text, message.clause, message.kind)

    def _do_undo(self) -> None:
        self._try(self.undo)

    def _do_redo(self) -> None:
        self._try(self.redo)

    def _do_play_on(self) -> None:
        self._try(self.advance)

    def _do_previous(self) -> None:
        self._try(self.previous_game)

    def _do_move(self, text: str) -> None:
        if text.strip():
            self._try(lambda: self.play(text.strip()))
            self._typed = text.strip()

    def _do_new(self, seed: str) -> None:
        self._try(lambda: self._new_game(seed.strip()))

    @shown
    def _new_game(self, seed: str) -> None:
        if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 20):
            expected = f"a whole number up to {HIGHEST_SEED}, or nothing for a random one"
            raise invalid("the next seed", seed, expected)
        self.new_game(int(seed) if seed else None)

    def _do_auto_roll(self, on: bool) -> None:
        self.auto_roll = on
        self._try(self.advance if on else self.position_shown)

    def _do_seat(self, seat: str, player: str) -> None:
        if self.match.seats.get(seat) != player:
            assign_players(self.match.game, {seat: player})
            self._try(lambda: self.seat(seat, player))

    def _do_dice(self, real: bool) -> None:
        self._try(lambda: self.use_dice(real))

    def _do_steps(self, line: int) -> dict[str, Any]:
        return {"line": line, "steps": steps_of(self._entry(line))}

    def _do_look(self, line: int, step: int) -> None:
        if line == step == -1:
            self.look_at_start()
        else:
            self.look(line, step)

    def _do_now(self) -> None:
        self.show()

    def _do_hint(self) -> None:
        self._try(self.hint)

    def _do_guide(self, on: bool) -> None:
        self._try(lambda: self.guide(on))

    def _do_review(self, on: bool) -> None:
        self._try(self.look_back if on else self.reviewer.stop)

    def _do_play_from(self, line: int) -> None:
        self._try(lambda: self.play_from(line))

    def _do_rematch(self) -> None:
        self._try(self.rematch)

    def _do_replay(self) -> None:
        self.replay()

    def _do_share(self) -> dict[str, Any] | None:
        return self.share()

    # --- other moments, hints --------------------------------------------------------------------

    def _entry(self, line: int) -> Entry:
        all_entries = entries(self.seen)
        if not 0 <= line < len(all_entries):
            raise invalid("the line", line, f"a whole number from 0 to {len(all_entries) - 1}")
        return all_entries[line]

    @shown
    def look(self, line: int, step: int = -1) -> None:
        """Show the board after a step of a line of the log, without undoing anything.

        The next move, or ``show()``, returns to the current position.
        """
        match, played = self._entry(line)
        if played is None or not played.steps:
            raise BadInput("Nothing moved there.")
        if not -1 <= step < len(played.steps):
            raise invalid("the step", step, f"a whole number from -1 to {len(played.steps) - 1}")
        self._leave_film()
        number = played.end if step == -1 else played.first + step + 1
        at = self.view.shown_steps(match.steps[:number])[-1]
        scene = self.view.draw(match.game, at.state, at.event, self.scene)
        spots = tuple(spot for spot in scene.spots if spot.role == "why")
        said = played.sentence if step == -1 else match.steps[number - 1].sentence or at.event
        look = {"text": said.text, "clause": said.clause, "line": line}
        look["scores"] = scores(match, self.view, at.state)
        self._story = {"fresh": False, "reports": [], "look": look}
        super().show(scene._replace(spots=spots))
        self._looking = line, step
        self.set_trait("controls", self._controls())

    @shown
    def look_at_start(self) -> None:
        """Show the board before the first move, without undoing anything."""
        self._leave_film()
        match = self.seen.parts[0]
        scene = view_of(match.game).scene(match.game, match.initial_state)
        super().show(scene._replace(spots=(), caption="The start of the game."))
        self._looking = -1, -1
        self.set_trait("controls", self._controls())

    def show(self, scene: Scene | None = None) -> None:
        """Show the match's current position, or another scene, without animation."""
        self._leave_film()
        self._forget_hint()
        super().show(scene)

    def _show_steps(self, played: list[Step]) -> None:
        self._leave_film()
        self._forget_hint()
        self.archive.file_kept(self.match)
        super()._show_steps(played)

    def _leave_film(self) -> None:
        """Return from a replay or an earlier moment to the current position."""
        self._looking = None
        if self._film is not None:
            self.end_film(self._final(None))

    @shown
    def replay(self) -> None:
        """Show the timeline of the match on the board; ``show()`` returns to the table.

        A game that is over is shown from its opening position on, one in play at its position.
        """
        film, frame = film_of(self.seen)
        self._looking = None
        self.run_film(film, 0 if self.match.result else frame)
        self.set_trait("controls", self._controls())

    @shown
    def share(self) -> dict[str, Any]:
        """Return the name and the text of one HTML file that replays the match from its opening."""
        replay = replay_of(self.seen)
        replay.goto(0)
        replay.board_look, replay.piece_size = self.chosen_look
        try:
            return {"file": f"{self.match.game.name}.html", "text": str(replay.page())}
        finally:
            replay.close()

    @property
    def _hint_bot(self) -> str | None:
        """The name of the bot that gives hints: the game's own, or one that looks ahead."""
        game = self.match.game
        own = [*game.built_in_bots]
        ahead = "look_ahead" if type(game).evaluate is not Game.evaluate else "mcts"
        names = [game.adviser, *own[-1:], ahead]
        return next((name for name in names if name in game.bots), None)

    @property
    def _may_hint(self) -> bool:
        """True where a hint can be asked for; a task has its own words."""
        waits = self.match.result is None and not self.handed_to
        return self._hint_bot is not None and waits and self._first is None

    @shown
    def hint(self) -> None:
        """Recommend a decision in plain words, beside the board; it stays until it was made."""
        match, actor, name = self.match, self.match.to_act, self._hint_bot
        if self._first is not None:
            self._say_task()
            return
        if name is None or actor is None:
            raise BadInput("There is no hint here.")
        if self.handed_to:
            raise BadInput(self._handing())
        if not actor.seats:
            text, _clause = self.view.prompt(match.game, self.seen.state, self.draft)
            self._advise(Hint(text, CHANCE))
            return
        advised = self._advised(actor)
        bots = {seat: match.game.bots[name] if seat in advised else None for seat in match.seats}
        chosen = choose_move(match.game, match.state, actor, bots, match.seed, match.cursor)
        if chosen is None:
            raise BadInput("Bots decide here.")
        hint = self._hint_for(actor, chosen.move, chosen.why)
        numbers = f"The bot {name} chose it. {getattr(chosen.why, 'text', '')}".rstrip()
        self._advise(hint, str(chosen.move), numbers)

    def _advised(self, actor: Actor) -> tuple[str, ...]:
        """Return the seats that a hint is for; of several that write in secret, the chosen one."""
        persons = tuple(seat for seat in actor.seats if seat in self.match.persons)
        if not isinstance(actor, Simultaneous):
            return tuple(actor.seats)
        writing = self.draft[:1] if self.draft[:1] and self.draft[0] in persons else persons
        if len(writing) > 1:
            raise BadInput(
                "A hint would show a secret choice to the others. Choose your seat first."
            )
        return tuple(writing)

    def _hint_for(self, actor: Actor, move: Any, why: object) -> Hint:
        """Return the hint in the game's own words, or else in the sentence of the move."""
        game, view = self.match.game, self.view
        if view.hint is not None:
            return view.hint(game, self.seen.state, self.draft, move, why)
        does, state = "", self.match.state
        if isinstance(actor, Seat) and not game.views_differ:  # else it would tell what comes
            does = " ".join(each.text for each in game.sentences(state, game.play(state, move)))
        marks = move_marks(move, lambda names: [*self._places(names)])
        return Hint(f"Play {move}.", f"{does} {plain_reason(why)}".strip(), marks)

    def _advise(self, hint: Hint, move: str = "", numbers: str = "") -> None:
        """Show a hint in its card and on the board, and announce it once."""
        self._hint = hint
        with self.same_position():  # whoever picked while the bot was thinking means this board
            self._show_draft(self.draft)
        card = {"do": hint.do, "why": hint.why, "move": move, "numbers": numbers}
        self.set_trait("hint_card", card)
        self.say(hint.text, kind="hint")

    def _do_hide_hint(self) -> None:
        self._forget_hint()
        with self.same_position():
            self._show_draft(self.draft)

    def _forget_hint(self) -> None:
        self._hint = None
        self.set_trait("hint_card", {})

    def _final(self, before: Scene | None) -> Scene:
        """Return the scene that waits for a pick, with the hint's marks."""
        scene = super()._final(before)
        marks = self._hint.marks if self._hint is not None and not self.handed_to else ()
        if self._first is not None:
            marks = self._first.marks()
            if self._first.is_done:
                scene = scene._replace(caption=DONE, clause="", spots=resting(scene.spots))
        return scene._replace(marks=(*scene.marks, *marks))

    # --- a first game ----------------------------------------------------------------------------

    @property
    def _offers_first_game(self) -> bool:
        """True at a table on which nothing was played yet, of a game that has a first game."""
        new = self._first is None and not has_started(self.match) and len(self.archive) == 0
        return bool(self.view.first_game) and new

    @shown
    def first_game(self) -> None:
        """Start the written first game: a few small tasks. The table's own match waits."""
        self.leave_first_game()
        self._first = FirstGame(self.view, self.match)
        self._show_task()

    @shown
    def next_task(self) -> None:
        """Go on to the next task of the first game; after the last one, to a real game."""
        first = self._first
        if first is None:
            raise BadInput("No first game is being played.")
        if not first.is_done:
            raise BadInput("Solve this task first, or leave the first game.")
        if first.is_last:
            self._do_leave_first_game()
            return
        first.go_on()
        self._show_task()

    def leave_first_game(self) -> None:
        """Put the table's own match back, if a first game is being played."""
        if self._first is not None:
            self.match, self._first = self._first.kept, None
            self.set_trait("task_card", {})

    def _must_not_be_first(self) -> None:
        """Raise BadInput in a first game, which has the rules that its tasks need."""
        if self._first is not None:
            raise BadInput("Leave the first game before you change the rules.")

    def _show_task(self) -> None:
        assert self._first is not None
        self.match = self._first.match
        self.show()
        self.advance()

    def _say_task(self) -> None:
        """Announce the task, or what was reached, which its card shows."""
        if self._first is not None:
            card = self._first.card()
            state = "Done." if card["done"] else f"Task {card['number']} of {card['of']}."
            self.say(f"{state} {card['title']}. {card['text']}", card["clause"], kind="hint")

    def _do_first_game(self) -> None:
        self._try(self.first_game)

    def _do_next_task(self) -> None:
        self._try(self.next_task)

    def _do_leave_first_game(self) -> None:
        self.leave_first_game()
        self.show()
        self.advance()

    def _commit(self, move: Any) -> list[Step]:
        """Play a move; in a first game only one that solves the task."""
        if self._first is not None:
            if self._first.is_done:
                raise BadInput(DONE)
            refused = self._first.task.refusal(self.match, move)
            if refused is not None:
                raise IllegalMove(move, refused)
        return super()._commit(move)

    def _roll(self) -> list[Step]:
        """Roll the dice that are due; after a task nothing is rolled."""
        if self._first is not None and self._first.is_done:
            raise BadInput(DONE)
        return super()._roll()

    @shown
    def guide(self, on: bool = True) -> None:
        """Show a hint before each decision of this turn, or stop that."""
        self._guided = max(self.match.turn, 1) if on else None
        self.set_trait("controls", self._controls())
        self._lead()

    def _lead(self) -> None:
        """Show the guide's next hint; after the turn, end the guide."""
        match = self.match
        if self._guided is None or match.to_act is None or self.plays_itself:
            return
        if match.turn <= self._guided:
            self.hint()
            return
        self._guided = None
        self.set_trait("controls", self._controls())
        self.say("That was a whole turn. Play on by yourself; Hint helps at any time.", kind="info")

    # --- the timeline ----------------------------------------------------------------------------

    @shown
    def undo(self) -> None:
        """Undo the last pick of an unfinished move, or the last move of a person.

        A change of rules after that move is undone first.
        """
        match = self.match
        if self._unfinished:
            self._cancelled()
        elif match.cursor == 0 and match.earlier is not None:
            before = match.earlier.branch(match.earlier.cursor)
            self._change_to(before, lambda: self.archive.replace(before))
            self.show()
            changes = "; ".join(before.game.rules.in_words(match.game.rules).values())
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
        self.leave_first_game()
        kept = len(self.archive)
        self._change_to(match, lambda: self.archive.switch(self.match, match))
        archived = f" The previous game is kept: {PREVIOUS}." if len(self.archive) > kept else ""
        self._continue(f"{message}{archived}".strip())

    @shown
    def previous_game(self) -> None:
        """Return to the match archived last, and archive the current one."""
        self.leave_first_game()
        match = self.archive.last(self.match)
        self._change_to(match, lambda: self.archive.bring_back(self.match, match))
        where = f"turn {match.turn}" if match.turn else "its set-up"
        self._continue(f"Previous game, at {where}; its seed is {match.seed}.{_news(match)}")

    @shown
    def new_game(self, seed: int | None = None) -> None:
        """Start a new match with the same rules and players; archive the current one."""
        self.leave_first_game()
        self._start(self.match.game, seed, "New game")

    @shown
    def look_back(self) -> None:
        """Begin the review of the finished game; its trait shows what is found so far."""
        self.leave_first_game()
        if self.match.result is None:
            raise BadInput("The game isn't over yet. Look back at it afterwards.")
        self.reviewer.start(self.match)

    @shown
    def play_from(self, line: int) -> None:
        """Play on from the end of a line of the log, -1 for the start, as a new game.

        The old game is kept. The computer's dice are the same as long as the moves are. Raises
        BadInput, shown on the board, for no line of the log, and where the game is over.
        """
        self.leave_first_game()
        if line != -1:
            self._entry(line)
        match, where = moment_of(self.match, line)
        if match.result is not None:
            raise BadInput("The game is over there. Choose an earlier moment to play on from.")
        self.use(match, f"Played on from {where}, as a new game.")

    @shown
    def rematch(self) -> None:
        """Start a new match with the same rules in which each player takes the next seat."""
        self.leave_first_game()
        old = self.match
        if len(old.seats) < 2:
            raise BadInput("A rematch needs two seats. Start a new game.")
        dice = "typed" if is_manual(old.dice) else None
        match = Match(old.game, dice=dice, seats=next_seats(old.seats))
        self.use(match, f"{rematch_text(match)} Its seed is {match.seed}.")

    @shown
    def new_game_under(self, rules: Rules) -> None:
        """Start a new match under these rules; archive the current one."""
        self._must_not_be_first()
        changes = "; ".join(rules.in_words().values()) or "the printed rules"
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
        self._must_not_be_first()
        match = self.match
        changes = "; ".join(rules.in_words(match.game.rules).values())
        if not changes:
            raise BadInput("The game already has these rules.")
        if match.result is not None:
            raise BadInput("The game is over. Start a new game with these rules.")
        if match.earlier is not None and not match.steps:  # no move since the last change of rules
            match = match.earlier
        if rules == match.game.rules:
            onward = match.branch(match.cursor)
        else:
            onward = _continued(match, rules)
        self._change_to(onward, lambda: self.archive.replace(onward))
        self._continue(f"From now on: {changes}. Undo to change back.")

    @shown
    def _registered(self, game: type[AnyGame]) -> None:
        """Replay the match in a version of its game that was registered now."""
        self.leave_first_game()
        old = self.match
        if not self.is_open or game.name != old.game.name or game is type(old.game):
            return
        new = under_new_code(old)
        self._change_to(new, lambda: self.archive.replace_edited(new, old))
        self.view = view_of(new.game)
        self.panel.measuring.stop()
        self.name_game()
        self._show_rules()
        self.show()
        self.advance()
        self.say(version_message(new, self.archive.has_unedited), kind="info")  # also if it is over

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

    # --- rules -----------------------------------------------------------------------------------

    def _show_rules(self) -> None:
        """Show the rules of the game; changes take effect when one of the buttons is pressed."""
        self._panel_match = self.match
        self.panel = RulesPanel(self.match.game, self, buttons=(ON, NEW), lock=self.lock)
        self.panel.on_change(self._rules_changed)
        self.panel.on_press(self._rules_pressed)
        self._show_how_to_play()

    def _show_how_to_play(self) -> None:
        self.set_trait("how_to_play", how_to_play(self.view, self.match.game))

    def _rules_changed(self, rules: Rules) -> None:
        changes = rules.in_words(self.panel.game.rules)
        self.panel.say(f"Not in force yet: {'; '.join(changes.values())}." if changes else "")

    def _rules_pressed(self, button: str) -> None:
        """Act on the button; repeat the message here, as the board may be out of sight."""
        rules = self.panel.rules
        act: Any = self.continue_under if button == ON.id else self.new_game_under
        message = self.message_from(lambda: act(rules))
        if message is not None:
            self.panel.say(message.text, message.clause, message.kind)

    # --- files -----------------------------------------------------------------------------------

    def _do_save(self, file: str) -> dict[str, Any]:
        return self._file_message(lambda: f"Saved as {save_to(self.match, file)}.")

    def _do_download(self) -> dict[str, Any]:
        text = json.dumps(sealed(to_record(self.match)))
        return {"file": f"{self.match.game.name}.json", "text": text}

    def _do_load(self, file: str) -> dict[str, Any]:
        return self._file_message(lambda: self._open_file(read_file(file), file.strip()))

    def _do_upload(self, file: str, text: str) -> dict[str, Any]:
        return self._file_message(lambda: self._open_file(text.encode(), file))

    def _open_file(self, content: bytes, name: str) -> str:
        """Continue from a saved match; return a message."""
        name = shorten(name)
        match = match_in(content, name, self.match)
        message = f"Loaded {name}.{_news(match)}"
        self.use(match, message)
        return message

    def _make_link(self) -> tuple[Link, str]:
        """Return the link of the match up to the moment shown, with a typed move just refused."""
        if self._looking is not None:
            at, where = moment_of(self.match, self._looking[0])
            return link_of(linkable(at)), f"The link opens this game at the end of {where}."
        match = linkable(self.match)
        if self.reply.get("kind") == "refusal" and self.reply["text"]:
            link = link_of(match, tried=self._typed)
            return link, f"The link opens this position, with the refused move {self._typed!r}."
        return link_of(match), "The link opens this game, with all its moves."

    def _file_message(self, act: Callable[[], str]) -> dict[str, Any]:
        """Call ``act``; return its message, or what is wrong, and show the latter on the board."""
        try:
            return {"message": act(), "problem": False}
        except ValueError as error:
            self.say(str(error))
            return {"message": str(error), "problem": True}

    # --- players and dice ------------------------------------------------------------------------

    @shown
    def seat(self, seat: str, player: str) -> None:
        """Give a seat to a person or a bot."""
        self.leave_first_game()
        self.match.seats[seat] = player
        self._rewrite_journal()
        self.advance()

    @shown
    def use_dice(self, real: bool) -> None:
        """Use real dice, typed in, or the computer's from here on."""
        self.leave_first_game()
        if real != is_manual(self.match.dice):
            seed = self.match.seed
            self.match.dice = ManualDice(seed) if real else SeededDice(seed)
            self._rewrite_journal()
            self.show()

    def _rewrite_journal(self) -> None:
        if self.journal is not None:
            self.journal.begin()


def _is_on(value: Any) -> bool:
    if type(value) is not bool:
        raise invalid("waits", value, "True or False")
    return value


def _continued(match: Match, rules: Rules) -> Match:
    """Return the match continued under other rules.

    Raises BadInput, which names the changes that the position doesn't allow.
    """
    try:
        return match.onward(match.cursor, **rules.to_json())
    except BadInput as error:
        changes = rules.in_words(match.game.rules)
        refused = [text for name, text in changes.items() if _is_refused(match, rules, name)]
        text = "; ".join(refused or changes.values())
        raise BadInput(f"Only in a new game: {text}. {capitalise(str(error))}.") from None


def _is_refused(match: Match, rules: Rules, name: str) -> bool:
    """Return True if one change alone is refused."""
    try:
        match.onward(match.cursor, **{name: rules.to_json()[name]})
    except BadInput:
        return True
    return False


def version_message(match: Match, archived: bool = False) -> str:
    """Return the result of a replay in another version of the game's code, in a few sentences.

    ``archived`` says that the game as it was is in the archive, too.
    """
    changed = f"The changed {match.game.title} applies"
    if match.divergence is None:
        return f"{changed}: all moves are replayed."
    returns, kept = (f", and {PREVIOUS}", "") if archived else ("", KEPT)
    end = (
        f" The replay ends there; {count_noun(match.lost, 'move')} can't be replayed{returns}. "
        f"Undo the change of the code, and all is back{kept}."
    )
    return f"{changed}. The games diverge at {match.divergence}.{end if match.lost else ''}"


def _news(match: Match) -> str:
    """Return what a loaded match has to say of a change of its game's code; "" for nothing."""
    return f" {version_message(match)}" if match.is_replay else ""


# --- Requests of the page ------------------------------------------------------------------------


LONGEST_TEXT = 4000  # characters
LONGEST_FILE = 4_000_000
FILE = "mine.json"
"""A file name to suggest."""
REQUESTS: dict[str, dict[str, type]] = {
    "undo": {}, "redo": {}, "play_on": {}, "previous": {}, "new": {"seed": str},
    "move": {"text": str}, "auto_roll": {"on": bool}, "seat": {"seat": str, "player": str},
    "dice": {"real": bool}, "save": {"file": str}, "load": {"file": str}, "download": {},
    "upload": {"file": str, "text": str}, "steps": {"line": int},
    "look": {"line": int, "step": int}, "now": {}, "hint": {}, "hide_hint": {}, "replay": {},
    "first_game": {}, "next_task": {}, "leave_first_game": {}, "share": {}, "guide": {"on": bool},
    "review": {"on": bool}, "play_from": {"line": int}, "rematch": {},
    "answer": {"seat": str, "texts": list}, "end_notes": {},
}  # fmt: skip
"""The requests of the page, with their fields; the table's method ``_do_NAME`` handles each."""


def read_request(content: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of a request; raise BadInput for anything else."""
    name = content.get("name")
    if not isinstance(name, str) or name not in REQUESTS:
        raise invalid("the page's request", name, "one of " + ", ".join(REQUESTS))
    fields = {field: content[field] for field in content if field not in ("kind", "name")}
    if fields.keys() != REQUESTS[name].keys():
        raise invalid("the page's request", content, f"the fields of {name}")
    for field, kind in REQUESTS[name].items():
        value = fields[field]
        most = LONGEST_FILE if (name, field) == ("upload", "text") else LONGEST_TEXT
        if type(value) is not kind or (isinstance(value, str) and len(value) > most):
            expected = f"text of at most {most} characters" if kind is str else kind.__name__
            raise invalid(f"the page's {field}", value, expected)
    return name, fields


# --- Files ---------------------------------------------------------------------------------------


def save_to(match: Match, name: str) -> Path:
    """Save the match to the named file; never overwrite anything but a saved match."""
    path = named_in_page(name, FILE)
    if path.is_dir():
        raise BadInput(f"{path} is a folder. Enter a file name, such as {FILE}.")
    if path.exists() and not _is_saved(path):
        raise BadInput(f"{path.name} exists and is not a saved game. Enter another name.")
    save(match, path)
    return path


def read_file(name: str) -> bytes:
    """Return the content of the named file."""
    path = named_in_page(name, FILE)
    if not path.is_file():
        raise BadInput(f"There is no file {shorten(str(path))}.")
    return read(str(path))


def match_in(content: bytes, name: str, like: Match) -> Match:
    """Return the saved match in a file, with the bots of ``like``; raise BadInput for any other."""
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
    if match.game.name != like.game.name:
        call = f"pp.play(pp.load({name!r}))"
        raise BadInput(f"{name} is a game of {match.game.title}. To open it, run {call}.")
    match.game.bots = {**match.game.bots, **like.game.bots}
    return match


def _is_saved(path: Path) -> bool:
    try:
        return is_record(parse(read(path), path.name))
    except BadInput:
        return False


# --- The archive ---------------------------------------------------------------------------------


def has_started(match: Match) -> bool:
    """Return whether any move but the set-up was made, even if undone since or kept only."""
    moves = (*match.record, *match.undone)
    return (
        match.earlier is not None
        or bool(match.kept)
        or any(
            not isinstance(each.actor, Chance) or (each.actor.dice and not each.actor.draws)
            for each in moves
        )
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
        self._unedited: Match | None = None
        if journal is not None:
            self.file_kept(journal.match)

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

    def replace(self, new: Match) -> None:
        """Start the journal of ``new`` in place of the current match."""
        if self.journal is not None:
            self.journal = Journal(new, self.journal.path, strict=False)

    @property
    def has_unedited(self) -> bool:
        """True if it has the match as it was before its game's code changed and ended it early."""
        return self._unedited is not None

    def replace_edited(self, new: Match, old: Match) -> None:
        """Replace ``old`` by its replay in changed code; archive it if some moves are lost.

        Of a replay that is replaced by another one, that is the match before the first edit.
        """
        before = self._unedited if old.is_replay else old
        self.games = [each for each in self.games if each is not before]
        self._unedited = before if new.lost else None
        if self._unedited is not None:
            self.games.append(self._unedited)
        self.replace(new)
        self.file_kept(new)

    def file_kept(self, match: Match) -> None:
        """Archive the records that the match keeps and is no replay of: it was played on."""
        journal = self.journal
        earlier = match.kept[:-1] if match.is_replay else match.kept
        if journal is None or journal.failure or not earlier:
            return
        with suppress(BadInput):  # they stay in the journal
            for record in earlier:
                self._file(keep_record(journal.path, record), record)
            match.keep_earlier(())
            journal.begin()

    def _file(self, path: Path, record: dict[str, Any]) -> None:
        """Archive the file of a record, in place of the match that it is of, if that is there."""
        for number, game in enumerate(self.games):
            if isinstance(game, Match) and to_keep(to_record(game)) == record:
                self.games[number] = path
                return
        self.games.append(path)

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
        """Switch to ``last``; ``old`` becomes the first of the archive: each has its turn."""
        game = self.games[-1]
        self._switch(old, last, 0)
        self.games.pop()
        journal = self.journal
        if isinstance(game, Path) and journal is not None and not journal.failure:
            with suppress(OSError):
                if game in archived(journal.path):  # not another kernel's
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


# --- A first game --------------------------------------------------------------------------------


LONG_GAME = 40
"""The moves after which a player knows how a table works."""
MOST_READ = 20
"""The most saved games that are read to find out."""


def is_first_game(name: str, folder: str | Path = FOLDER) -> bool:
    """Return True unless a saved game of this name is over, or at least LONG_GAME moves long.

    The saved games are those of the folder, journals and archived ones. One that can't be read
    doesn't count.
    """
    files = sorted(Path(folder).glob(f"{glob.escape(name)}-*"), key=_written, reverse=True)
    return not any(map(_is_known, files[:MOST_READ]))


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _is_known(path: Path) -> bool:
    """Return True for the file of a game that is over, or at least LONG_GAME moves long."""
    try:
        if path.read_bytes().count(b"\n") > LONG_GAME:
            return True
        match = resume(path)
    except (OSError, ValueError):
        return False
    return match.result is not None or len(match.record) >= LONG_GAME


# --- Opening a table -----------------------------------------------------------------------------


T = TypeVar("T", bound=TableWidget)


class Opening(NamedTuple):
    """The way on from a file: the match in it to resume, or the suffix to set it aside with."""

    match: Match | None = None
    suffix: str = ""
    message: str = ""


def table_for(
    match: Match,
    journal: bool | str | Path,
    kind: type[T] = TableWidget,
) -> T:
    """Return a table for an existing match, with a journal only if a path is given.

    A game whose journal has this path already is archived. ``kind`` is the table's class.
    """
    if isinstance(journal, bool):
        table = kind(match, view_of(match.game))
        if match.is_replay:
            table.say(version_message(match), kind="info")
        return table
    wanted = Path(journal).absolute()
    path, _held = _unlocked(wanted, own=False)
    return _table(match, path, _replaced(path, match), _locked(wanted, path), kind)


def open_table(
    match: Match,
    journal: bool | str | Path,
    *,
    fresh_seed: bool,
    kind: type[T] = TableWidget,
    suffix: str = "",
) -> T:
    """Return a table for a new match, or for the unfinished one in its journal.

    Unless the seed of ``match`` is a fresh one, a match with another seed is archived. ``kind`` is
    the table's class; ``suffix`` keeps its journal apart from that of another kind of table.
    """
    if journal is False:
        return kind(match, view_of(match.game))
    own = journal is True
    wanted = (
        journal_path(match, fresh_seed, suffix) if journal is True else Path(journal)
    ).absolute()
    if own:
        keep_out_of_git(wanted.parent)
    try:
        path, _held = _unlocked(wanted, own=own)
        if is_own(path) and is_new(path):
            return _table_without_locks(match, wanted, path, fresh_seed, kind)
        opening = _resumed(path, match, fresh_seed, own=own)
    except BadInput as error:
        if not own:
            raise
        return _unsaved(match, error, "", kind)
    return _table(match, path, opening, _locked(wanted, path), kind)


def _table_without_locks(
    match: Match, wanted: Path, path: Path, fresh_seed: bool, kind: type[T]
) -> T:
    """Return a table whose journal is for this kernel alone; it resumes the last of any kernel.

    Other kernels may be writing their journals, so that those are read and left as they are.
    """
    opening, kept = Opening(), list[Match | Path]()
    for other in of_kernels(wanted):
        kept[:0] = archived(other)
        found = _resumed(other, match, fresh_seed, own=True)
        if opening == Opening() and found.suffix != DAMAGED:
            opening = found._replace(suffix="")
            kept += [other] * (found.suffix == BEFORE)
    table = _table(match, path, opening, _locked(wanted, path), kind)
    table.archive.games += kept
    table.position_shown()
    return table


def _table(match: Match, path: Path, opening: Opening, locked: str, kind: type[T]) -> T:
    """Return a table for the match of the opening, or else for this one, with its journal."""
    news = _news(match) if opening.match is None else ""
    match = opening.match or match
    try:
        if opening.suffix:
            set_aside(path, opening.suffix)
    except BadInput as error:  # in a read-only folder the game can still be played
        table = _unsaved(match, error, opening.message, kind)
        table.archive.games += archived(path) + [path] * (opening.suffix == BEFORE)
        table.position_shown()
        return table
    table = kind(match, view_of(match.game), MatchArchive(Journal(match, path, strict=False)))
    if message := f"{opening.message} {locked}{news}".strip():
        table.say(message, kind="info")
    return table


def _unsaved(match: Match, error: BadInput, message: str, kind: type[T]) -> T:
    """Return a table without a journal, which says why."""
    warning = f"This game is not saved automatically: {error}."
    table = kind(match, view_of(match.game), MatchArchive(None, warning))
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
    if is_own(path):
        return f"No file can be locked in this folder: this kernel's journal is {path.name}."
    return (
        f"Another notebook or program has the game in {wanted.name} open. This is a game of "
        f"its own, in {path.name}."
    )


def journal_path(match: Match, fresh_seed: bool, suffix: str) -> Path:
    """Return the journal's path, one for each set of arguments of ``pp.play``."""
    head: dict[str, Any] = {**to_record(match), "moves": []}
    changed = head.pop("changed", None)
    if fresh_seed:
        head["seed"] = None
    path = _marked(match, head, suffix)
    if changed is None or path.exists():  # older versions had this path for readers' games, too
        return path
    # The same after an edit of the class: its other options and seats are no arguments.
    head["rules"] = {name: head["rules"][name] for name in changed}
    head["seats"] = {seat: who for seat, who in head["seats"].items() if who != PERSON}
    return _marked(match, head, suffix)


def _marked(match: Match, head: dict[str, Any], suffix: str) -> Path:
    text = json.dumps(head, sort_keys=True)
    mark = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Path(FOLDER) / f"{match.game.name}-{mark}{suffix}.jsonl"


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
    unfinished = found.result is None or found.lost > 0
    if same and unfinished and (fresh_seed or found.seed == match.seed):
        where = f"turn {found.turn}" if found.turn else "the set-up"
        changes = "; ".join(found.game.rules.in_words(match.game.rules).values())
        rules = f" under changed rules ({changes})" if changes else ""
        resumed = f"Resumed at {where}{rules}; its seed is {found.seed}."
        return Opening(found, "", resumed + _news(found))
    if same and not unfinished:
        return Opening(None, BEFORE, f"New game: the previous one is over. {PREVIOUS}.")
    other = f"seed {found.seed}" if same else "other rules"
    message = f"New game with seed {match.seed}. The previous one has {other}: {PREVIOUS}."
    return Opening(None, BEFORE, message)
