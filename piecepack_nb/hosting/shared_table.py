"""Tables that show one match to several devices, each as its seats may see it.

A ``HostTable`` is the table itself: it has the match, its journal and bots, and shows what
everybody may see. Each device has a ``SeatTable``, which shows the same match to its seats, and
makes their moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import traitlets

from piecepack_nb.core.actors import Actor, Chance, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.hosting.device import Remote
from piecepack_nb.hosting.lobby import read_fields
from piecepack_nb.scene import EMPTY_DRAFT, AnyView, Draft, Scene
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.play_widget import shown
from piecepack_nb.widgets.table import MatchArchive, TableWidget, read_request

WAITING, PLAYING, PAUSED = "waiting", "playing", "paused"
"""The states of a table: before its start, in play, and stopped by the host."""
STOPPED = {
    WAITING: "The game hasn't started yet.",
    PAUSED: "The host has stopped the game: look up.",
}
WATCHING = frozenset({"steps", "look", "now", "replay"})
"""The requests of any device: they change only what it shows."""
PLAYING_REQUESTS = WATCHING | {"move", "undo", "play_on", "hint", "hide_hint", "guide"}
"""The requests of a player's device; every other one is the host's."""
NOTES_REQUESTS = frozenset({"answer", "end_notes"})
"""The requests of a player about the notes of a playtest, at any time."""
ROOM_REQUESTS: dict[str, dict[str, type]] = {
    "agree": {"on": bool},
    "again": {},
    "take": {"seat": str},
}
"""The requests of a player about the table, with their fields."""
NOT_YOURS = "Only the host can do that."


class SharedTable(TableWidget):
    """A table at which only the persons of ``here`` sit; they alone see what their seats see."""

    _seats: tuple[str, ...] = ()

    @property
    def here(self) -> tuple[str, ...]:
        """The seats whose persons have this device."""
        return tuple(seat for seat in self._seats if seat in self.match.persons)

    @property
    def viewer(self) -> str | None:
        """The seat whose view is shown: its own, "" for what everybody sees; None for all of it.

        All is seen where nothing is hidden, and after the end.
        """
        match, here = self.match, self.here
        if not match.game.views_differ or match.result is not None:
            return None
        acting = self._acting
        if isinstance(match.to_act, Simultaneous) and self.draft and self.draft[0] in here:
            return str(self.draft[0])
        return next(iter((*acting, *here)), "")

    @property
    def handed_to(self) -> str:
        """No seat: each has its own device."""
        return ""

    @property
    def _acting(self) -> tuple[str, ...]:
        """The seats here that are to act."""
        actor = self.match.to_act
        return tuple(seat for seat in self.here if actor is not None and seat in actor.seats)

    @property
    def _stopped(self) -> str:
        """The reason why nobody can play now; "" if they can."""
        return ""

    @property
    def _may_act(self) -> bool:
        """True if a person here may act now: any player may roll the dice."""
        rolls = isinstance(self.match.to_act, Chance) and bool(self.here)
        return not self._stopped and (rolls or bool(self._acting))

    def _whose(self) -> str:
        """Return who is to act, in a sentence."""
        actor = self.match.to_act
        if actor is None:
            return "The game is over."
        seats = join_list(map(capitalise, actor.seats)) or "chance"
        return self._stopped or f"It is the turn of {seats}."

    @property
    def _may_hint(self) -> bool:
        """True where a hint can be asked for: by who acts, from whose view it is made."""
        return super()._may_hint and self._may_act

    def _advised(self, actor: Actor) -> tuple[str, ...]:
        """Return the seats that a hint is for; raise BadInput if they are others'."""
        if not self._acting:
            raise BadInput(self._whose())
        return super()._advised(actor)

    @property
    def _first_draft(self) -> Draft:
        """The draft at the start of a move: of a secret one its seat, if only one here writes."""
        acting = self._acting
        secret = isinstance(self.match.to_act, Simultaneous)
        return acting if secret and len(acting) == 1 else ()

    def _final(self, before: Scene | None) -> Scene:
        """Return the scene that waits for a pick; others' moves can't be picked."""
        scene = super()._final(before)
        if self._may_act:
            return scene
        words = () if self.draft else self.view.waiting(self.match.game, self.seen.state)
        spots = tuple(spot for spot in scene.spots if spot.role == "why")
        return scene._replace(spots=spots, pieces=(*scene.pieces, *words))

    def _players(self) -> dict[str, Any]:
        """Return nothing: the seed would tell what the dice and the cards will be."""
        return {}


class HostTable(SharedTable):
    """The table itself: its match, with the journal and bots. ``followers`` are told of changes.

    It is shown in the notebook only where a cell returns it. ``state`` says whether it is played.
    """

    in_cell = False

    def __init__(self, match: Match, view: AnyView, archive: MatchArchive | None = None) -> None:
        self.state = WAITING
        self.followers: list[Callable[[], object]] = []
        self.soon: Callable[[Callable[[], object]], object] = lambda _call: None
        """Has a function called later, in the table's thread."""
        self._is_wanted = False
        super().__init__(match, view, archive)

    @property
    def is_open(self) -> bool:
        """True, whether a notebook shows it or not."""
        return True

    def open(self) -> None:
        """Open the comm once a notebook shows this table."""
        if self._is_wanted:
            super().open()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self._is_wanted = True
        self.open()
        return super()._repr_mimebundle_(**kwargs)

    def _players(self) -> dict[str, Any]:
        return TableWidget._players(self)

    def _play_automatic(self, steps: list[Step]) -> None:
        """Let bots and automatic dice play on, unless the table is stopped."""
        if self.state == PLAYING:
            super()._play_automatic(steps)

    def position_shown(self) -> None:
        """Update the panels, and the devices."""
        super().position_shown()
        for follow in tuple(self.followers):
            follow()

    def change_state(self, state: str) -> None:
        """Start, pause or go on."""
        with self.lock:
            self.state = state
            self.advance()

    def _later(self) -> None:
        """Catch up in the table's own thread, while a cell still runs."""
        self._catches_up = True
        self.soon(self._catch_up)


class SeatTable(Remote, SharedTable):
    """A device's view of a table: the match as its ``seats`` see it; no seat for a watcher.

    ``room`` returns what it shows of the others; ``ask`` passes on what needs them all.
    """

    room: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True).tag(sync=True)
    """Who this device plays, who else is here, and what is asked of it."""
    unsent = frozenset({"rules_about", "rules_values", "rules_status", "rules_measured"})

    def __init__(
        self,
        table: HostTable,
        seats: Sequence[str],
        room: Callable[[], dict[str, Any]],
        ask: Callable[[str, dict[str, Any]], object],
    ) -> None:
        self.table, self._seats = table, tuple(seats)
        self._room, self._ask = room, ask
        self._shown_state = ""
        """The state of the table when the position was shown."""
        self._since = 0
        """The serial since which only others' secret moves have changed the position."""
        super().__init__(table.match, table.view)
        self.lock = table.lock
        table.followers.append(self.follow)

    def _take_place(self) -> None:
        """Take nobody's place: it stands beside the table."""

    def close(self) -> None:
        """Stop following the table."""
        if self.follow in self.table.followers:
            self.table.followers.remove(self.follow)
        super().close()

    def _follow(self) -> None:
        """Note what is shown; the table says when there is more."""
        match = self.match
        self._position = match, match.cursor, match.state
        self._shown_state = self.table.state

    @property
    def _stopped(self) -> str:
        return STOPPED.get(self.table.state, "")

    def position_shown(self) -> None:
        """Update the panels."""
        super().position_shown()
        self.set_trait("room", self._room())

    # --- following the table ---------------------------------------------------------------------

    @shown
    def follow(self) -> None:
        """Show what has changed at the table; a secret move that is being written stays."""
        match, table = self.match, self.table
        if table.match is not match:
            self._turn_to(table.match)
            return
        actor, draft = match.to_act, self.draft
        writing = isinstance(actor, Simultaneous) and draft[:1] and draft[0] in self._acting
        new, since = self._new_steps(), self._since
        self.draft = draft if writing else self._first_draft
        if new:
            self._show_steps(new)
            self._since = since if writing else self.serial
        elif self._position != (match, match.cursor, match.state) or not writing:
            self.show()
        elif self._shown_state != table.state:
            self._show_draft(draft)
            self.position_shown()
        else:
            self.set_trait("room", self._room())

    # --- notes of a playtest ---------------------------------------------------------------------

    def follow_notes(self, match: Match) -> None:
        """Show what the table notes, and what it asks the players here."""
        if self.table.playtest is None:
            self.set_trait("notes_card", {})
        else:
            self.show_notes(self.table.playtest)

    def _do_answer(self, seat: str, texts: list[Any]) -> None:
        if seat not in self.here:
            raise BadInput(f"You play {join_list(map(capitalise, self.here))}, nobody else.")
        self.table._do_answer(seat, texts)
        self.table.position_shown()

    def _do_end_notes(self) -> None:
        self.table.end_notes()
        self.table.position_shown()

    def show_room(self) -> None:
        """Show who else is here now."""
        with self.lock:
            self.set_trait("room", self._room())

    def _turn_to(self, match: Match) -> None:
        """Show another match, perhaps of another version of the game."""
        changed = match.game is not self.match.game
        self.match = match
        if changed:
            self.view = view_of(match.game)
            self.name_game()
            self._show_rules()
        self.show()

    def _prepare(self) -> None:
        self._show_rules()
        self.on_pick(self._picked)
        self.on_cancel(self._cancelled)
        self.show()

    # --- what a device may do --------------------------------------------------------------------

    def advance(self, steps: Iterable[Step] = ()) -> None:
        """Have the table go on after the steps of a move; this device follows it."""
        self.table.advance(steps)

    def _answer(self, content: Any) -> None:
        kind = content.get("kind") if isinstance(content, Mapping) else None
        if kind == "room":
            self._must_sit()
            self._ask(*read_fields(content, ROOM_REQUESTS))
            return
        if kind == "do":
            name, _ = read_request(content)
            self._must_be_allowed(name)
        elif kind in ("pick", "cancel"):
            self._must_play()
            content = self._brought_up(content)
        else:
            raise BadInput(NOT_YOURS)
        super()._answer(content)

    def _brought_up(self, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a pick as one on the position that is shown, if it is the same for this device."""
        serial = content.get("serial")
        same = type(serial) is int and self._since <= serial <= self.serial
        return {**content, "serial": self.serial} if same else content

    def _must_be_allowed(self, name: str) -> None:
        if name in WATCHING or (name in NOTES_REQUESTS and self.here):
            return
        if name not in PLAYING_REQUESTS:
            raise BadInput(NOT_YOURS)
        self._must_play()

    def _must_sit(self) -> None:
        if not self.here:
            raise BadInput("You are watching. Take a seat to play.")

    def _must_play(self) -> None:
        self._must_sit()
        if self._stopped:
            raise BadInput(self._stopped)

    def _commit(self, move: Any) -> list[Step]:
        """Play a move of a seat here; raise BadInput for another's."""
        seen, actor = self.seen, self.match.to_act
        if actor is None or not self._may_act:
            raise BadInput(self._whose())
        if isinstance(actor, Chance) and not self.dice_to_enter:
            raise BadInput("The computer rolls the dice: press Roll, or type roll.")
        parsed = seen._parsed(move)
        if isinstance(actor, Simultaneous) and getattr(parsed, "seat", None) not in self.here:
            raise BadInput(f"You play {join_list(map(capitalise, self.here))}, nobody else.")
        steps = super()._commit(parsed)
        self.draft = EMPTY_DRAFT
        return steps

    def _roll(self) -> list[Step]:
        if not self._may_act:
            raise BadInput(self._whose())
        return super()._roll()

    def _show_draft(self, draft: Draft) -> None:
        if isinstance(self.match.to_act, Simultaneous) and draft and draft[0] not in self._acting:
            raise BadInput(self._whose())
        super()._show_draft(draft or self._first_draft)
        self._since = self.serial

    @shown
    def undo(self) -> None:
        """Take the last pick back, or ask everybody whether to undo the last move."""
        if self._unfinished:
            self._cancelled()
        else:
            self._ask("undo", {})

    def _controls(self) -> dict[str, Any]:
        """Return what can be done now: the host alone does the rest."""
        controls = super()._controls()
        mine = {"previous": False, "redo": False, "first_game": False, "auto_roll": None}
        if not self.here:
            mine |= {"undo": False, "hint": False, "play_on": False}
        return controls | mine
