"""A session at tables: who sits where, what the host does, and what each device is shown.

Vocabulary
    room    a table with the devices at it
    place   the right to sit at some seats of a table, or to watch it
    screen  a device that shows everybody what everybody may see, such as a projector
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.bots.levels import by_level
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match_base import assign_players
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.hosting.device import Device, MessageThread
from piecepack_nb.hosting.lobby import DevicePanel, SessionPanel
from piecepack_nb.hosting.qr import qr_code
from piecepack_nb.hosting.session import HOST, JOIN, SCREEN, Session, clean_name
from piecepack_nb.hosting.shared_table import PAUSED, PLAYING, WAITING, HostTable, SeatTable
from piecepack_nb.scene import svg
from piecepack_nb.scene.match_film import turn_title

MakeTable = Callable[[int], HostTable]
Fields = dict[str, Any]

JOIN_REQUESTS: dict[str, dict[str, type]] = {"join": {"table": int, "seat": str, "who": str}}
"""The requests of a device that joins: table 0 is any, and a seat of "" is any or none."""
HOST_REQUESTS: dict[str, dict[str, type]] = {
    "start": {"table": int}, "pause": {"table": int}, "screen": {"table": int},
    "player": {"table": int, "seat": str, "player": str},
    "take_back": {"table": int, "seat": str}, "share": {"table": int, "seat": str},
    "undo": {"table": int}, "new": {"table": int}, "end": {},
}  # fmt: skip
"""The requests of the host's lobby; table 0 is all of them."""
LEFT = "The host has taken this seat back. Scan the QR code again to take another."
ENDED = "The host has ended the game. Thank you for playing."
CLOSED = "You have ended the session; its games are kept. The same call opens it again."


class TableSeats(NamedTuple):
    """The right to some seats of a table, or with none to watch it."""

    table: int
    seats: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The right as text, such as "seat 1 red"; seats are separated by "|"."""
        return f"seat {self.table} {'|'.join(self.seats)}"

    @classmethod
    def of(cls, may: str) -> TableSeats | None:
        """Return the seats of a right; None for another right.

        >>> TableSeats.of("seat 1 suns|moons")
        TableSeats(table=1, seats=('suns', 'moons'))
        """
        word, _, rest = may.partition(" ")
        number, _, seats = rest.partition(" ")
        if word != "seat" or not (number.isascii() and number.isdecimal()):
            return None
        return cls(int(number), tuple(seats.split("|")) if seats else ())


class Undo(NamedTuple):
    """A wish to undo the last move: who wishes it, who agrees, and where the match is."""

    seats: tuple[str, ...]
    agreed: frozenset[str]
    cursor: int


# --- a table with its devices --------------------------------------------------------------------


class Room:
    """A table with the devices at it; number 1 is the first.

    ``names`` has the player of each seat that is taken, perhaps "". ``changed`` is called after
    each change.
    """

    def __init__(self, number: int, table: HostTable, changed: Callable[[], object]) -> None:
        self.number, self.table = number, table
        self.worker = MessageThread(f"table {number}")
        self.devices: dict[Device, TableSeats] = {}
        self.names: dict[str, str] = {}
        self.undo: Undo | None = None
        self._changed = changed
        table.soon = self.worker.do
        table.followers.append(self._moved)

    @property
    def seats(self) -> list[str]:
        """The seats that persons may take."""
        return list(self.table.match.persons)

    @property
    def free(self) -> list[str]:
        """The seats that nobody has taken."""
        return [seat for seat in self.seats if seat not in self.names]

    def devices_of(self, seat: str) -> list[Device]:
        """Return the devices at a seat."""
        return [device for device, place in tuple(self.devices.items()) if seat in place.seats]

    def sit(self, device: Device, place: TableSeats) -> None:
        """Show a device this table, from its seats."""
        self.devices[device] = place
        for seat in place.seats:
            self.names[seat] = device.name or self.names.get(seat, "")
        with self.table.lock:
            shown = SeatTable(
                self.table, place.seats, lambda: self.shown_to(device), self._answers_to(place)
            )
            device.show(shown)
        self.tell()

    def leave(self, device: Device) -> None:
        """Note that a device has left; its seats stay its own."""
        if self.devices.pop(device, None) is not None:
            self._undo_if_agreed()
            self.tell()

    def free_seat(self, seat: str) -> None:
        """Make a seat free for somebody else."""
        self.names.pop(seat, None)
        self.tell()

    # --- what is shown ---------------------------------------------------------------------------

    def shown_to(self, device: Device) -> dict[str, Any]:
        """Return what a device shows of the others."""
        place = self.devices.get(device, TableSeats(self.number))
        asked = set(place.seats) & set(self._still_asked)
        return {
            "table": self.number,
            "own": list(place.seats),
            "screen": device.may == SCREEN,
            "state": self.table.state,
            "seats": list(self.seat_list()),
            "free": self.free if place.seats else [],
            "over": self.table.match.result is not None,
            "undo": self._undo_text() if asked else "",
            "waits": self.undo is not None and not asked and bool(place.seats),
        }

    def seat_list(self) -> Iterator[dict[str, Any]]:
        """Yield all seats: the player, the devices that are here, and whether the seat acts."""
        match = self.table.match
        acting = getattr(match.to_act, "seats", ())
        for seat, player in match.seats.items():
            yield {
                "seat": seat,
                "player": player if isinstance(player, str) else "bot",
                "name": self.names.get(seat, ""),
                "taken": seat in self.names,
                "here": len(self.devices_of(seat)),
                "acts": seat in acting,
            }

    def overview(self) -> dict[str, Any]:
        """Return what the lobby shows of this table: a small board of what everybody may see."""
        match, table = self.table.match, self.table
        watching = [device for device, place in self.devices.items() if not place.seats]
        return {
            "table": self.number,
            "state": "over" if match.result is not None else table.state,
            "turn": turn_title(match.turn).lower(),
            "text": table.scene.caption,
            "seats": list(self.seat_list()),
            "watching": sum(device.may != SCREEN for device in watching),
            "picture": str(svg(table.scene._replace(spots=()), caption=False)),
            "problem": table.warning or self.worker.problem.strip().rpartition("\n")[2],
        }

    def tell(self) -> None:
        """Show all devices who is here and what is asked now."""
        for device in tuple(self.devices):
            if isinstance(device.widget, SeatTable):
                device.widget.show_room()
        self._changed()

    def _moved(self) -> None:
        """Forget a wish to undo, once the match has moved on."""
        if self.undo is not None and self.undo.cursor != self.table.match.cursor:
            self.undo = None
        self._changed()

    # --- what players ask ------------------------------------------------------------------------

    def _answers_to(self, place: TableSeats) -> Callable[[str, Fields], object]:
        """Return the function that answers the requests of the devices at a place."""
        return lambda name, fields: getattr(self, f"_ask_{name}")(place, **fields)

    def _ask_undo(self, place: TableSeats) -> None:
        if not self.table._can_undo:
            raise BadInput("There is no move to undo.")
        self.undo = Undo(place.seats, frozenset(place.seats), self.table.match.cursor)
        self._undo_if_agreed()
        self.tell()

    def _ask_agree(self, place: TableSeats, on: bool) -> None:
        if self.undo is None:
            raise BadInput("Nobody asks to undo a move now.")
        agreed = self.undo.agreed | set(place.seats)
        self.undo = self.undo._replace(agreed=agreed) if on else None
        self._undo_if_agreed()
        self.tell()

    def _ask_again(self, _place: TableSeats) -> None:
        if self.table.match.result is None:
            raise BadInput("The game isn't over yet.")
        self.table.new_game()

    def _ask_take(self, place: TableSeats, seat: str) -> None:
        if seat not in self.free:
            raise BadInput(f"{capitalise(seat)} is taken.")
        for device in [each for each, own in self.devices.items() if own == place]:
            self.names[seat] = device.name
            device.give(TableSeats(self.number, (*place.seats, seat)).text)

    @property
    def _still_asked(self) -> list[str]:
        """The seats whose players still have to agree to undo: those with a device here."""
        if self.undo is None:
            return []
        waiting = set(self.seats) - self.undo.agreed
        return [seat for seat in self.seats if seat in waiting and self.devices_of(seat)]

    def _undo_text(self) -> str:
        assert self.undo is not None
        return f"{join_list(map(capitalise, self.undo.seats))}: undo the last move?"

    def _undo_if_agreed(self) -> None:
        if self.undo is not None and not self._still_asked:
            self.undo = None
            self.table.undo()


# --- the session ---------------------------------------------------------------------------------


class TableSession(Session):
    """A game at one or several tables, which devices join; a cell that returns it shows its lobby.

    ``make`` returns the table of a number, ``most`` is the number of tables that may be opened.
    ``rooms`` are the open ones. The other arguments are those of Session.
    """

    def __init__(self, path: Path | None, make: MakeTable, most: int, **server: Any) -> None:
        self._make, self.most = make, most
        self.rooms: list[Room] = []
        self.on_screen = 1
        """The number of the table that the projector shows."""
        self._panels: list[SessionPanel] = []
        self._is_told = False
        self.open_room()
        super().__init__(path, **server)

    def __repr__(self) -> str:
        title = self.rooms[0].table.match.game.title
        return f"<{title} at {len(self.rooms)} of {self.most} tables: {self.link()}>"

    def _resume(self) -> None:
        """Open the tables at which somebody sat when the session was stopped."""
        for may in self.rights():
            place = TableSeats.of(may)
            if place is None or not 0 < place.table <= self.most:
                continue
            while len(self.rooms) < place.table:
                self.open_room()
            room = self.rooms[place.table - 1]
            for seat in place.seats:
                if seat in room.seats and self.is_used(may):
                    room.names[seat] = self.names.get(may, "")

    def open_room(self) -> Room:
        """Open another table; raise BadInput if all are open."""
        if len(self.rooms) >= self.most:
            raise BadInput("All seats are taken. Choose a table to watch, or ask the host.")
        number = len(self.rooms) + 1
        room = Room(number, self._make(number), self.changed)
        if self.rooms and self.rooms[0].table.state != WAITING:
            room.table.change_state(PLAYING)
        self.rooms.append(room)
        return room

    def room(self, table: int) -> Room:
        """Return the room of a number; raise BadInput if there is none."""
        if not 0 < table <= len(self.rooms):
            raise invalid("the table", table, f"a number from 1 to {len(self.rooms)}")
        return self.rooms[table - 1]

    @property
    def started(self) -> bool:
        """True once the host has started a table."""
        return any(room.table.state != WAITING for room in self.rooms)

    def changed(self) -> None:
        """Show the host, and those who are about to join, what has changed: soon, and once."""
        if not self._is_told:
            self._is_told = True
            self.worker.do(self._tell)

    def _tell(self) -> None:
        self._is_told = False
        shown = [device.widget for device in tuple(self.devices)]
        for panel in (*self._panels, *shown):
            if isinstance(panel, SessionPanel) and (panel in shown or panel.comm is not None):
                panel.update()

    # --- devices ---------------------------------------------------------------------------------

    def is_valid(self, may: str) -> bool:
        """Return True for a right to a seat that a person may have, and for every other right."""
        place = TableSeats.of(may)
        if place is None:
            return super().is_valid(may)
        there = 0 < place.table <= len(self.rooms)
        return there and set(place.seats) <= set(self.rooms[place.table - 1].seats)

    def worker_for(self, may: str) -> MessageThread:
        """Return the worker of the table that a right is for."""
        place = TableSeats.of(may)
        return self.worker if place is None else self.room(place.table).worker

    def welcome(self, device: Device) -> None:
        """Show a device its table, the page to join, the lobby, or what everybody may see."""
        place = TableSeats.of(device.may)
        if place is not None:
            self.note(device)
            self.leave_rooms(device)
            self.room(place.table).sit(device, place)
        elif device.may == HOST:
            device.show(DevicePanel("lobby", self.overview, HOST_REQUESTS, self.command))
        elif device.may == SCREEN:
            self._show_screen(device)
        else:
            device.show(DevicePanel("join", self.offer, JOIN_REQUESTS, self._joins(device)))
        self.changed()

    def _show_screen(self, device: Device) -> None:
        """Show a projector how to join, and then the table that the host has chosen."""
        self.leave_rooms(device)
        if self.started:
            room = self.room(self.on_screen)
            room.sit(device, TableSeats(room.number))
            device.worker = room.worker  # last: its messages stay in order
        else:
            device.show(DevicePanel("invitation", self.invitation, {}, self.command))

    def leave_rooms(self, device: Device) -> None:
        """Take a device from its table."""
        for room in self.rooms:
            room.leave(device)

    def left(self, device: Device) -> None:
        """Note that a device has left; its seats stay its own."""
        super().left(device)
        self.leave_rooms(device)
        self.changed()

    # --- joining ---------------------------------------------------------------------------------

    def offer(self) -> dict[str, Any]:
        """Return what a device that joins can choose from."""
        tables = [{"table": room.number, "seats": list(room.seat_list())} for room in self.rooms]
        return {"title": self.title, "tables": tables, "more": len(self.rooms) < self.most}

    @property
    def title(self) -> str:
        """The game's title."""
        return self.rooms[0].table.match.game.title

    def _joins(self, device: Device) -> Callable[[str, Fields], object]:
        """Return the function that answers the requests of a device that joins."""

        def answer(_name: str, fields: Fields) -> None:
            device.name = clean_name(fields["who"])
            place = self._chosen(fields["table"], fields["seat"])
            for seat in place.seats:
                self.room(place.table).names[seat] = device.name
            device.give(place.text)
            device.worker = self.worker_for(place.text)  # last: its messages stay in order

        return answer

    def _chosen(self, table: int, seat: str) -> TableSeats:
        """Return the place that a device has chosen; raise BadInput if it is taken."""
        if table == 0:
            room = next((room for room in self.rooms if room.free), None) or self.open_room()
            return TableSeats(room.number, (room.free[0],))
        room = self.room(table)
        if not seat:
            return TableSeats(table)
        if seat not in room.free:
            raise BadInput(f"{capitalise(seat)} is taken. Choose another seat.")
        return TableSeats(table, (seat,))

    # --- the host --------------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the lobby for the notebook."""
        panel = SessionPanel("lobby", self.overview, HOST_REQUESTS, self.command)
        self._panels.append(panel)
        return panel._repr_mimebundle_(**kwargs)

    def invitation(self) -> dict[str, Any]:
        """Return what a projector shows before the game: how to join, and who has joined."""
        return self.offer() | {"link": self.link(), "qr": qr_code(self.link())}

    def overview(self) -> dict[str, Any]:
        """Return what the lobby shows."""
        return {
            "title": self.title,
            "link": self.link(),
            "qr": qr_code(self.link()),
            "screen": self.link(SCREEN),
            "on_screen": self.on_screen,
            "network": self.server.network,
            "bots": by_level(self.rooms[0].table.match.game),
            "tables": [room.overview() for room in self.rooms],
            "many": self.most > 1,
            "joining": sum(device.may == JOIN for device in self.devices),
        }

    def command(self, name: str, fields: Fields) -> object:
        """Do what the host asks for in the lobby."""
        return getattr(self, f"_do_{name}")(**fields)

    def start(self, table: int = 0) -> None:
        """Begin the game, or go on with it, at a table; 0 is all of them."""
        self._turn(table, PLAYING)

    def pause(self, table: int = 0) -> None:
        """Pause a table; 0 is all of them."""
        self._turn(table, PAUSED)

    def _turn(self, table: int, state: str) -> None:
        for room in self.rooms if table == 0 else [self.room(table)]:
            if (state, room.table.state) != (PAUSED, WAITING):
                room.table.change_state(state)
        self._show_screens()

    def _show_screens(self) -> None:
        for device in [each for each in self.devices if each.may == SCREEN]:
            device.worker.do(self._show_screen, device)
        self.changed()

    def take_back(self, table: int, seat: str) -> None:
        """Take a seat back from its player, whose link is no longer valid."""
        for may in self.rights():
            place = TableSeats.of(may)
            if place is not None and place.table == table and seat in place.seats:
                self.withdraw(may, LEFT)
        self.room(table).free_seat(seat)

    def end(self) -> None:
        """Say goodbye to all devices and stop the server; the games are kept."""
        for device in tuple(self.devices):
            device.dismiss(CLOSED if device.may == HOST else ENDED)
        self.close()

    def close(self) -> None:
        """Stop the server; the same call begins it again, with the same links and games."""
        super().close()
        for room in self.rooms:
            room.worker.stop()
            room.table.end_notes()

    def _do_start(self, table: int) -> None:
        self.start(table)

    def _do_pause(self, table: int) -> None:
        self.pause(table)

    def _do_screen(self, table: int) -> None:
        self.on_screen = self.room(table).number
        self._show_screens()

    def _do_player(self, table: int, seat: str, player: str) -> None:
        room = self.room(table)
        assign_players(room.table.match.game, {seat: player})
        room.table.seat(seat, player)
        room.tell()

    def _do_take_back(self, table: int, seat: str) -> None:
        self.take_back(table, seat)

    def _do_share(self, table: int, seat: str) -> dict[str, str]:
        place = TableSeats(table, (seat,))
        if seat not in self.room(table).seats:
            raise invalid("the seat", seat, "one that a person plays")
        return {"seat": seat, "link": self.link(place.text), "qr": qr_code(self.link(place.text))}

    def _do_undo(self, table: int) -> None:
        self.room(table).table.undo()

    def _do_new(self, table: int) -> None:
        self.room(table).table.new_game()

    def _do_end(self) -> None:
        self.end()
