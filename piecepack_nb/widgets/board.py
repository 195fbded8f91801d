"""The board widget: it draws scenes and films, and takes picks from the page."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any, NamedTuple

import anywidget
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene import Film, Place, Scene, Spot, check_scene, delta, pack, svg, to_json
from piecepack_nb.scene.numbers import still_picture
from piecepack_nb.scene.scene_json import part_to_json, sheet_to_json
from piecepack_nb.scene.style import BOARDS, PIECES, BoardLook, look_of
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import KINDS, MODULE, STYLES

# --- Messages from the page ----------------------------------------------------------------------


GESTURES = ("click", "drag", "key")
FIELDS = {"kind", "serial", "spot", "gesture", "to", "shift"}


class Pick(NamedTuple):
    """A pick in the page, checked against the current scene."""

    spot: str
    gesture: str
    """"click", "key" (Enter, Space or a spot's own key) or "drag"."""
    to: str | None = None
    """The spot where a drag ended."""
    shift: bool = False


def read_message(content: Any, scene: Scene, *serials: int) -> Pick | None:
    """Return the pick of a page's message, or None for "cancel".

    ``serials`` are the numbers of the position, one for each time that it was shown. Raises
    BadInput for anything else: an invalid message, a spot or drag that ``scene`` doesn't offer, or
    a pick on an older position.
    """
    if not isinstance(content, Mapping) or content.get("kind") not in ("pick", "cancel"):
        raise invalid("the page's message", content, "a pick or a cancel")
    if set(content) - FIELDS:
        raise invalid("the page's message", content, "only " + ", ".join(sorted(FIELDS)))
    if type(content.get("serial")) is not int:
        raise invalid("the page's position number", content.get("serial"), "a whole number")
    if content["serial"] not in serials:
        raise BadInput("The board has changed since you chose that. Choose again.")
    return None if content["kind"] == "cancel" else _read_pick(content, scene)


def _read_pick(content: Mapping[str, Any], scene: Scene) -> Pick:
    spots = {spot.id: spot for spot in scene.spots}
    gesture, shift, to = content.get("gesture"), content.get("shift", False), content.get("to")
    if not isinstance(gesture, str) or gesture not in GESTURES:
        raise invalid("the page's gesture", gesture, "one of " + ", ".join(GESTURES))
    if not isinstance(shift, bool):
        raise invalid("the page's shift", shift, "True or False")
    spot = _spot(spots, content.get("spot"))
    if spot.role == "why":
        raise invalid("the page's spot", spot.id, "one that moves something")
    if gesture != "drag":
        if to is not None:
            raise invalid("the page's drop", to, "nothing, as nothing was dragged")
        return Pick(spot.id, gesture, None, shift)
    if not spot.drag:
        raise invalid("the page's drag", spot.id, "a spot with something to drag")
    if not _spot(spots, to).drop:
        raise invalid("the page's drop", to, "a spot to drop on")
    return Pick(spot.id, gesture, to, shift)


def _spot(spots: Mapping[str, Spot], name: Any) -> Spot:
    if not isinstance(name, str) or name not in spots:
        raise invalid("the page's spot", name, "a spot of the scene that is shown")
    return spots[name]


# --- The board -----------------------------------------------------------------------------------


SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""The speeds of animations; the reader can choose one on the board."""


MOST_CHANGES = 0.6
"""The size of the differences, as a part of the keyframe's, at which another keyframe is sent."""


class BoardWidget(Output, anywidget.AnyWidget):
    """A board showing ``scene``; ``label`` is its name for screen readers.

    ``clauses`` maps the ids of clauses that captions cite to title, text and reading. ``trusted``
    scenes are not validated. ``film`` adds a timeline, at ``frame``. The synced traits hold the
    whole state of the page, so that a view can be rebuilt from them.
    """

    _esm = MODULE
    _css = STYLES
    _view = traitlets.Unicode("board").tag(sync=True)
    _sheet = traitlets.Dict(read_only=True).tag(sync=True)
    ground = traitlets.Dict(read_only=True).tag(sync=True)
    """The scene's areas and layouts, sent again only when they change."""
    keyframe = traitlets.Dict(read_only=True).tag(sync=True)
    """A whole scene and its ``key``, sent again only when the differences from it have grown."""
    snapshot = traitlets.Dict(read_only=True).tag(sync=True)
    """The serial, the scene as the differences ``last`` from the keyframe of this ``key``, the
    frames that lead to it from position ``after``, and at a table the ``story`` of a Story."""
    notice = traitlets.Dict(read_only=True).tag(sync=True)
    """The last message, with the serial of its position."""
    label = traitlets.Unicode("Board").tag(sync=True)
    busy = traitlets.Bool(False, help="True while Python computes: picks wait").tag(sync=True)
    speed = traitlets.Enum(SPEEDS, default_value=1.0).tag(sync=True)
    clauses = traitlets.Dict(read_only=True).tag(sync=True)
    film = traitlets.Bytes(b"", read_only=True).tag(sync=True)
    """The packed film of the timeline, which the page plays without the kernel; or empty."""
    frame = traitlets.Int(0).tag(sync=True)
    """The current frame of the film, set by the reader or Python."""
    toggled_layers = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The layers that the reader has switched from their default."""
    rotation = traitlets.Int(0).tag(sync=True)
    """The number of times that the reader has turned the board to its next angle."""

    board_look = traitlets.Enum(tuple(BOARDS), default_value=BoardLook().board).tag(sync=True)
    """The board's material: "wood", "plain" or "high contrast"."""
    piece_size = traitlets.Enum(tuple(PIECES), default_value=BoardLook().pieces).tag(sync=True)
    """The size of the pieces: "usual" or "large"."""

    def __init__(
        self,
        scene: Scene,
        *,
        label: str = "Board",
        speed: float = 1.0,
        clauses: Mapping[str, Iterable[str]] | None = None,
        film: Film | None = None,
        frame: int = 0,
        trusted: bool = False,
    ) -> None:
        speed, self._complete = _speed(speed), False
        self._checked = (lambda scene: scene) if trusted else check_scene
        self._scene, self._serial, self._messages = self._checked(scene), 1, 0
        self._same = (1, 1)
        self._film: Film | None = None
        self._keyframe: Scene | None = None
        self._ground: tuple[object, object] | None = None
        self._keyframe_size = 0
        self._pick_callbacks: list[Callable[[Pick], object]] = []
        self._cancel_callbacks: list[Callable[[], object]] = []
        self.last_error = ""
        self.lock = RLock()
        """Held during the handling of a message: a kernel may call from several threads at once."""
        super().__init__(speed=speed)
        self.set_trait("_sheet", sheet_to_json())
        self.show_game(label, clauses or {})
        self._send_scene(None, [])
        if film is not None:
            self.run_film(film, frame)
        self.on_msg(self._received)
        self._prepare()
        self._complete = True
        self.open()

    def _prepare(self) -> None:
        """Set what else the page needs from the beginning; the comm opens after it."""

    def open(self) -> None:
        """Open the comm with the full state, once it is complete.

        A page that is slow to load the module would miss later messages.
        """
        if self._complete:
            super().open()

    def show_game(self, title: str, clauses: Mapping[str, Iterable[str]]) -> None:
        """Name the board after a game, whose clauses its captions cite."""
        self.label = title
        self.set_trait("clauses", {id: list(text) for id, text in clauses.items()})

    @property
    def scene(self) -> Scene:
        """The current scene: the last one of a running animation."""
        return self._scene

    @property
    def serial(self) -> int:
        """The number of the position; a pick must name the current one."""
        return self._serial

    @contextmanager
    def same_position(self) -> Iterator[None]:
        """Show the same position again, with other marks; a pick made just before still counts."""
        before = self._serial
        yield
        self._same = (before, self._serial)

    def show(self, scene: Scene) -> None:
        """Show ``scene`` at once and end any animation; raise BadInput for an invalid scene."""
        self._scene = self._checked(scene)
        self._serial += 1
        self._send_scene(None, [])

    def animate(self, scenes: Iterable[Scene], final: Scene) -> None:
        """Play ``scenes`` in order, then ``final``; each rests for its ``linger``.

        A running animation ends first. The reader can skip it with a click or Escape.
        """
        before, frames, last = self._scene._replace(spots=()), [], self._checked(final)
        for scene in scenes:
            after = self._checked(scene).as_frame()
            frames.append(delta(before, after))
            before = after
        after_serial, self._scene = self._serial, last
        self._serial += 1
        self._send_scene(after_serial, frames)

    def run_film(self, film: Film, frame: int = 0, packed: bytes = b"") -> None:
        """Show a timeline of ``film``, at ``frame``.

        ``packed`` is ``pack(film)``, if it was made already.
        """
        packed = packed or pack(film)
        with self.hold_sync():
            self._film = film._replace(nested=FrozenDict())  # the page has the packed ones
            self._scene = film.frames[self._frame(frame)]
            self._serial += 1
            self.set_trait("film", packed)
            self.frame = frame
            self._send_scene(None, [])

    def end_film(self, scene: Scene) -> None:
        """Remove the timeline and show ``scene``."""
        with self.hold_sync():
            self._film = None
            self.frame = 0
            self.set_trait("film", b"")
            self.show(scene)

    @traitlets.observe("frame")
    def _frame_changed(self, change: Any) -> None:
        if self._film is not None:
            self._scene = self._film.frames[self._frame(change["new"])]

    def _frame(self, frame: object) -> int:
        """Return ``frame`` if the film has such a frame; raise BadInput if not."""
        last = len(self._film.frames) - 1 if self._film else 0
        if type(frame) is not int or not 0 <= frame <= last:
            raise invalid("the frame", frame, f"a whole number from 0 to {last}")
        return frame

    def say(
        self,
        text: str,
        clause: str = "",
        at: Iterable[Place | str] = (),
        kind: str = "refusal",
    ) -> None:
        """Show ``text`` in a bubble and point at the places ``at``: (area, x, y) in squares.

        A subclass may also know places by name.

        ``kind`` is "refusal" (crosses the places), "info" or "error". The next position removes
        it. A repeated text is announced again.
        """
        if kind not in KINDS:
            raise invalid("kind", kind, "one of " + ", ".join(KINDS))
        self._messages += 1
        self.set_trait(
            "notice",
            {
                "number": self._messages,
                "serial": self._serial,
                "text": str(text),
                "clause": str(clause),
                "at": [[str(area), float(x), float(y)] for area, x, y in self._places(at)],
                "kind": kind,
            },
        )

    def _places(self, at: Iterable[Place | str]) -> Iterable[Place]:
        """Return the places themselves, without the names that this board doesn't know."""
        return [place for place in at if not isinstance(place, str)]

    def on_pick(self, callback: Callable[[Pick], object]) -> Callable[[], None]:
        """Call ``callback(pick)`` for each pick; return a function that ends it.

        The board shows the callback's exceptions, a BadInput as a refusal.
        """
        self._pick_callbacks.append(callback)
        return lambda: self._pick_callbacks.remove(callback)

    def on_cancel(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call ``callback()`` when the reader presses Escape; return a function that ends it."""
        self._cancel_callbacks.append(callback)
        return lambda: self._cancel_callbacks.remove(callback)

    def _send_scene(self, after: int | None, frames: list[dict[str, Any]]) -> None:
        ground = self._scene.areas, self._scene.layouts
        with self.hold_sync():
            if ground != self._ground:
                self._ground, self._keyframe = ground, None
                areas, layouts = (part_to_json(part) for part in ground)
                self.set_trait("ground", {"areas": areas, "layouts": layouts})
            last = self._changes()
            snapshot = {"serial": self._serial, "after": after, "frames": frames, "last": last}
            snapshot |= {"key": self.keyframe["key"], **self._words()}
            self.set_trait("snapshot", snapshot)

    def _words(self) -> dict[str, Any]:
        """Return what a subclass says of the snapshot that is being sent."""
        return {}

    def new_keyframe(self) -> None:
        """Send the next scene whole, so that the page keeps nothing of the last one."""
        self._keyframe = None

    def _changes(self) -> dict[str, Any]:
        """Return the scene as differences from the keyframe; make it the keyframe if it is new.

        It also becomes the keyframe when the differences are no longer much shorter.
        """
        if self._keyframe is not None:
            last = delta(self._keyframe, self._scene)
            if len(json.dumps(last)) < MOST_CHANGES * self._keyframe_size:
                return last
        self._keyframe = self._scene
        scene = to_json(self._scene._replace(areas=(), layouts=()))
        del scene["areas"], scene["layouts"]
        self._keyframe_size = len(json.dumps(scene))
        self.set_trait("keyframe", {"key": self._serial, "scene": scene})
        return {}

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """Handle a message from the page; show exceptions on the board and acknowledge it."""
        with self.lock:
            try:
                self._answer(content)
            except BadInput as refused:
                self.say(str(refused))
            except (Exception, SystemExit) as failed:  # noqa: BLE001 - a notebook hides, or ends by it
                self.last_error = traceback.format_exc()
                self.say(f"{type(failed).__name__}: {failed}", kind="error")
            finally:
                to = content.get("serial") if isinstance(content, Mapping) else None
                self.send({"kind": "ack", "serial": self._serial, "to": to})

    def _answer(self, content: Any) -> None:
        if self.busy:
            raise BadInput("Python is still working on this board. Wait a moment.")
        before, after = self._same
        serials = (before, after) if after == self._serial else (self._serial,)
        pick = read_message(content, self._scene, *serials)
        if pick is None:
            for cancelled in tuple(self._cancel_callbacks):
                cancelled()
        else:
            for picked in tuple(self._pick_callbacks):
                picked(pick)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Accept state from the page: only what a reader may change."""
        checks = {
            "speed": _speed,
            "frame": self._frame,
            "toggled_layers": _names,
            "rotation": _turns,
            "board_look": lambda name: look_of(name, self.piece_size).board,
            "piece_size": lambda name: look_of(self.board_look, name).pieces,
            **self._more_checks(),
        }
        try:
            valid = {name: checks[name](sync_data[name]) for name in checks if name in sync_data}
        except BadInput as refused:
            self.say(str(refused))
        else:
            super().set_state(valid)

    def _more_checks(self) -> dict[str, Callable[[Any], Any]]:
        """Return the checks of what a reader may change of a subclass."""
        return {}

    @property
    def chosen_look(self) -> BoardLook:
        """The board's material, and the size of its pieces."""
        return BoardLook(self.board_look, self.piece_size)

    def release(self) -> None:
        """Free the film and the last animation, which may be large."""
        self._film = None
        self.set_trait("film", b"")
        self.set_trait("snapshot", {})
        self.set_trait("keyframe", {})

    def __repr__(self) -> str:
        return f"BoardWidget(position {self._serial}, {len(self._scene.pieces)} pieces)"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live board, and a picture of it for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        return data | {
            "image/svg+xml": str(svg(still_picture(self._scene), **self.chosen_look._asdict()))
        }, metadata


def _speed(value: Any) -> float:
    if value not in SPEEDS:
        raise invalid("speed", value, "one of " + ", ".join(map(str, SPEEDS)))
    return float(value)


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(type(name) is str for name in value):
        raise invalid("the layers", value, "a list of names")
    return value[:100]


def _turns(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 100_000:
        raise invalid("the turns", value, "a whole number from 0 to 100000")
    return value
