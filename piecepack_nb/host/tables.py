"""A session at tables: who sits where, what the host does, and what each device is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.wording import capitalise
from piecepack_nb.host.device import Device, MessageThread
from piecepack_nb.host.lobby import DevicePanel, SessionPanel
from piecepack_nb.host.qr import qr_code
from piecepack_nb.host.session import HOST, JOIN, SCREEN, Session, clean_name
from piecepack_nb.host.shared_table import PAUSED, PLAYING, HostTable, SeatTable
from piecepack_nb.scene import svg

MakeTable = Callable[[int], HostTable]
JOIN_REQUESTS: dict[str, dict[str, type]] = {"join": {"table": int, "seat": str, "who": str}}
HOST_REQUESTS: dict[str, dict[str, type]] = {
    "start": {},
    "pause": {},
    "take_back": {"table": int, "seat": str},
    "player": {"table": int, "seat": str, "player": str},
    "undo": {"table": int},
    "new": {"table": int},
}
WATCH = "watch"
LEFT = "The host has taken this seat back."


class Place(NamedTuple):
    """The right to a seat of a table, or to watch it: ``seat`` is then WATCH."""

    table: int
    seat: str

    @property
    def text(self) -> str:
        """The right as text, such as "seat 1 red"."""
        return f"seat {self.table} {self.seat}"

    @classmethod
    def of(cls, may: str) -> Place | None:
        """Return the place of a right; None for another right."""
        word, _, rest = may.partition(" ")
        number, _, seat = rest.partition(" ")
        return cls(int(number), seat) if word == "seat" and number.isdecimal() else None


class Undo(NamedTuple):
    """A wish to undo the last move: who wishes it, the seats that agree, and where the match is."""

    seat: str
    agreed: frozenset[str]
    cursor: int


class Room:
    """A table with the devices at it; number 1 is the first."""

    def __init__(self, number: int, table: HostTable, changed: Callable[[], object]) -> None:
        self.number, self.table = number, table
        self.worker = MessageThread(f"table {number}")
        self.devices: list[Device] = []
        self.undo: Undo | None = None
        self.names: dict[str, str] = {}
        """The names of the players, by seat."""
        self._changed = changed
        table.soon = self.worker.do
        table.followers.append(self._moved)

    # --- who is here -----------------------------------------------------------------------------

    @property
    def seats(self) -> list[str]:
        """The seats that persons may take."""
        return list(self.table.match.persons)

    def devices_of(self, seat: str) -> list[Device]:
        """Return the devices at a seat."""
        return [each for each in self.devices if Place.of(each.may) == Place(self.number, seat)]

    @property
    def free(self) -> list[str]:
        """The seats that nobody has taken."""
        return [seat for seat in self.seats if seat not in self.names]

    def sit(self, device: Device, seat: str) -> None:
        """Show a device this table, from its seat."""
        self.devices.append(device)
        seats = () if seat == WATCH else (seat,)
        if seats:
            self.names.setdefault(seat, device.name)
            if device.name:
                self.names[seat] = device.name
        with self.table.lock:
            device.show(SeatTable(self.table, seats, lambda: self.shown_to(seat), self.asked(seat)))
        self.tell()

    def leave(self, device: Device) -> None:
        """Note that a device has left; its seat stays its own."""
        if device in self.devices:
            self.devices.remove(device)
        self.tell()

    def free_seat(self, seat: str) -> None:
        """Make a seat free for somebody else."""
        self.names.pop(seat, None)
        self.tell()

    # --- what is shown ---------------------------------------------------------------------------

    def shown_to(self, seat: str) -> dict[str, Any]:
        """Return what a device at a seat shows of the others."""
        asks = self.undo is not None and seat in self.undo_asks
        return {
            "table": self.number,
            "seat": "" if seat == WATCH else seat,
            "state": self.table.state,
            "seats": self.seat_list(),
            "undo": self._undo_text() if asks else "",
            "waits": self.undo is not None and not asks and seat in self.seats,
        }

    def seat_list(self) -> list[dict[str, Any]]:
        """Return all seats: the player, whether a device is connected, and whether it acts."""
        match = self.table.match
        actor = match.to_act
        acting = actor.seats if actor is not None else ()
        return [
            {
                "seat": seat,
                "player": player if isinstance(player, str) else "bot",
                "name": self.names.get(seat, ""),
                "taken": seat in self.names,
                "here": len(self.devices_of(seat)),
                "acts": seat in acting,
            }
            for seat, player in match.seats.items()
        ]

    def overview(self) -> dict[str, Any]:
        """Return what the lobby shows of this table."""
        match, table = self.table.match, self.table
        return {
            "table": self.number,
            "state": table.state,
            "turn": match.turn,
            "caption": table.scene.caption,
            "over": match.result is not None,
            "seats": self.seat_list(),
            "watchers": sum(1 for each in self.devices if each.widget and not each.widget.here),
            "picture": str(svg(table.scene._replace(spots=(), caption=""))),
            "warning": table.warning or self.worker.problem,
        }

    def tell(self) -> None:
        """Show all devices who is here now."""
        for device in tuple(self.devices):
            widget = device.widget
            if isinstance(widget, SeatTable):
                widget.show_room()
        self._changed()

    def _moved(self) -> None:
        """Forget a wish to undo, once the match has moved on."""
        if self.undo is not None and self.undo.cursor != self.table.match.cursor:
            self.undo = None
        self._changed()

    # --- what is asked ---------------------------------------------------------------------------

    def asked(self, seat: str) -> Callable[[str, dict[str, Any]], object]:
        """Return the function that answers the requests of a seat's devices."""

        def answer(name: str, fields: dict[str, Any]) -> None:
            getattr(self, f"_ask_{name}")(seat, **fields)

        return answer

    def _ask_undo(self, seat: str) -> None:
        if not self.table._can_undo:
            raise BadInput("There is no move to undo.")
        self.undo = Undo(seat, frozenset({seat}), self.table.match.cursor)
        self._undo_if_agreed()

    def _ask_agree(self, seat: str, on: bool) -> None:
        if self.undo is None:
            raise BadInput("Nobody asks to undo a move now.")
        self.undo = self.undo._replace(agreed=self.undo.agreed | {seat}) if on else None
        self._undo_if_agreed()

    def _ask_again(self, _seat: str) -> None:
        if self.table.match.result is None:
            raise BadInput("The game isn't over yet.")
        self.table.new_game()

    @property
    def undo_asks(self) -> list[str]:
        """The seats whose players still have to agree: those with a device here."""
        agreed = self.undo.agreed if self.undo is not None else ()
        return [seat for seat in self.seats if self.devices_of(seat) and seat not in agreed]

    def _undo_text(self) -> str:
        assert self.undo is not None
        return f"{capitalise(self.undo.seat)} asks to undo the last move."

    def _undo_if_agreed(self) -> None:
        if self.undo is not None and not self.undo_asks:
            self.undo = None
            self.table.undo()
        self.tell()


class TableSession(Session):
    """A game at one or several tables, which devices join; a cell that returns it shows its lobby.

    ``make`` returns the table of a number. ``most`` is the number of tables that may be opened.
    """

    def __init__(self, path: Path | None, make: MakeTable, most: int, **server: Any) -> None:
        self._make, self.most = make, most
        self.rooms: list[Room] = []
        self.lobbies: list[SessionPanel] = []
        self._is_told = False
        self.open_room()
        super().__init__(path, **server)
        for may in tuple(self._tokens):  # of a session that goes on
            place = Place.of(may)
            while place is not None and len(self.rooms) < min(place.table, most):
                self.open_room()
            if place is not None and place.seat != WATCH and self.is_valid(may):
                self.rooms[place.table - 1].names.setdefault(place.seat, "")

    def open_room(self) -> Room:
        """Open another table; raise BadInput if there are as many as there may be."""
        if len(self.rooms) >= self.most:
            raise BadInput(f"all {self.most} tables are open already")
        number = len(self.rooms) + 1
        room = Room(number, self._make(number), self.changed)
        self.rooms.append(room)
        return room

    def changed(self) -> None:
        """Show the host, and those who are about to join, what has changed: soon, and once."""
        if not self._is_told:
            self._is_told = True
            self.worker.do(self._tell)

    def _tell(self) -> None:
        self._is_told = False
        joining = [device.widget for device in self.devices if device.may == JOIN]
        for panel in (*self.lobbies, *joining):
            if isinstance(panel, SessionPanel):
                panel.update()

    # --- devices ---------------------------------------------------------------------------------

    def is_valid(self, may: str) -> bool:
        """Return True for a right to a seat that a person may have, and for every other right."""
        place = Place.of(may)
        if place is None:
            return super().is_valid(may)
        if not 0 < place.table <= len(self.rooms):
            return False
        return place.seat == WATCH or place.seat in self.rooms[place.table - 1].seats

    def worker_for(self, may: str) -> MessageThread:
        """Return the worker of the table that a right is for."""
        place = Place.of(may)
        return self.worker if place is None else self.rooms[place.table - 1].worker

    def welcome(self, device: Device) -> None:
        """Show a device its table, the page to join, the lobby or what everybody may see."""
        place = Place.of(device.may)
        if place is not None:
            self.rooms[place.table - 1].sit(device, place.seat)
        elif device.may == HOST:
            panel = DevicePanel("lobby", self.overview, HOST_REQUESTS, self.command)
            self.lobbies.append(panel)
            device.show(panel)
        elif device.may == SCREEN:
            self.rooms[0].sit(device, WATCH)
        else:
            device.show(DevicePanel("join", self.offer, JOIN_REQUESTS, self._joining(device)))

    def left(self, device: Device) -> None:
        """Note that a device has left; its seat stays its own."""
        super().left(device)
        if device.widget in self.lobbies:
            self.lobbies.remove(device.widget)
        for room in self.rooms:
            room.leave(device)

    def _joining(self, device: Device) -> Callable[[str, dict[str, Any]], object]:
        """Return the function that answers the requests of a device that joins."""

        def answer(_name: str, fields: dict[str, Any]) -> None:
            device.name = clean_name(fields["who"])
            self.join(device, fields["table"], fields["seat"])

        return answer

    def offer(self) -> dict[str, Any]:
        """Return what a device that joins can choose from."""
        tables = [{"table": room.number, "seats": room.seat_list()} for room in self.rooms]
        more = len(self.rooms) < self.most
        return {"title": self.rooms[0].table.match.game.title, "tables": tables, "more": more}

    def join(self, device: Device, table: int, seat: str) -> None:
        """Give a device a seat; table 0 is any table, and seat "" any free one.

        Raises BadInput if it is taken.
        """
        place = self._free_place() if table == 0 else self._place(table, seat)
        if place.seat != WATCH:
            self.rooms[place.table - 1].names[place.seat] = device.name
        device.worker = self.worker_for(place.text)
        device.give(place.text)

    def _free_place(self) -> Place:
        for room in self.rooms:
            if room.free:
                return Place(room.number, room.free[0])
        return Place(self.open_room().number, self.rooms[-1].free[0])

    def _place(self, table: int, seat: str) -> Place:
        if seat != WATCH and seat not in self._room(table).free:
            raise BadInput(f"{capitalise(seat)} is taken. Choose another seat.")
        return Place(table, seat)

    # --- the host --------------------------------------------------------------------------------

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the lobby for the notebook."""
        panel = SessionPanel("lobby", self.overview, HOST_REQUESTS, self.command)
        self.lobbies.append(panel)
        return panel._repr_mimebundle_(**kwargs)

    def overview(self) -> dict[str, Any]:
        """Return what the lobby shows."""
        return {
            "title": self.rooms[0].table.match.game.title,
            "link": self.link(),
            "screen": self.link(SCREEN),
            "qr": qr_code(self.link()),
            "network": self.server.network,
            "bots": list(self.rooms[0].table.match.game.bots),
            "tables": [room.overview() for room in self.rooms],
            "most": self.most,
        }

    def command(self, name: str, fields: dict[str, Any]) -> object:
        """Do what the host asks for in the lobby."""
        return getattr(self, f"_do_{name}")(**fields)

    def _do_start(self) -> None:
        self.start()

    def _do_pause(self) -> None:
        self.pause()

    def _do_take_back(self, table: int, seat: str) -> None:
        self.take_back(table, seat)

    def _do_player(self, table: int, seat: str, player: str) -> None:
        self._room(table).table.seat(seat, player)

    def _do_undo(self, table: int) -> None:
        self._room(table).table.undo()

    def _do_new(self, table: int) -> None:
        self._room(table).table.new_game()

    def _room(self, table: int) -> Room:
        if not 0 < table <= len(self.rooms):
            raise invalid("the table", table, f"a number from 1 to {len(self.rooms)}")
        return self.rooms[table - 1]

    def start(self) -> None:
        """Begin the game, or go on with it, at all tables."""
        for room in self.rooms:
            room.table.change_state(PLAYING)
        self.changed()

    def pause(self) -> None:
        """Stop all tables: look here."""
        for room in self.rooms:
            if room.table.state == PLAYING:
                room.table.change_state(PAUSED)
        self.changed()

    def take_back(self, table: int, seat: str) -> None:
        """Take a seat back from its player: their link is no longer valid."""
        place = Place(table, seat)
        self.withdraw(place.text, LEFT)
        self._room(table).free_seat(seat)

    def close(self) -> None:
        """Stop the server; the same call begins it again, with the same links and games."""
        super().close()
        for room in self.rooms:
            room.worker.stop()
