"""The rules panel: a control for every option of a game, made from the Rules metadata alone.

It is one widget with HTML controls. A widget for each control would make about 300 models, take
seconds to show, leave sliders without names, and let typed letters edit the notebook.
"""

from __future__ import annotations

import html
import traceback
from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import Any, NamedTuple

import anywidget
import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Game
from piecepack_nb.core.rules import Option, Rules
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import KINDS, MODULE, STYLES, Button

FIELDS = {
    "set": {"name", "value"},
    "reset": {"name"},
    "choose": {"choice", "value"},
    "press": {"button"},
}
"""The messages of the page and their fields; each also has a number."""
ChangeCallback = Callable[[Rules], object]
PressCallback = Callable[[str], object]


class Choice(NamedTuple):
    """A choice of one option above the rules; the first is the default."""

    id: str
    legend: str
    offered: tuple[Button, ...]


class RulesPanel(Output, anywidget.AnyWidget):
    """The rules of ``game``, for the reader to change; ``rules`` holds the current values.

    ``choices`` are above the rules, ``buttons`` below. ``lock`` is held during every change, so
    that changes from several threads of a kernel come one at a time.
    """

    _esm = MODULE
    _css = STYLES
    _view = traitlets.Unicode("rules").tag(sync=True)
    _options: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    _clauses = traitlets.Dict(read_only=True).tag(sync=True)
    _values = traitlets.Dict(read_only=True).tag(sync=True)
    _differences = traitlets.Dict(read_only=True).tag(sync=True)
    _notes = traitlets.Dict(read_only=True).tag(sync=True)
    _choices: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    _buttons: traitlets.List[Any] = traitlets.List(read_only=True).tag(sync=True)
    message = traitlets.Dict(read_only=True).tag(sync=True)
    """The message on the current rules."""
    chosen = traitlets.Dict(read_only=True).tag(sync=True)
    """The chosen option of each choice, by id."""
    busy = traitlets.Bool(False).tag(sync=True)
    current_clauses = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The clauses of the scene beside the panel; the reader can filter the rules by them."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        choices: Iterable[Choice] = (),
        buttons: Iterable[Button] = (),
        lock: Any = None,
    ) -> None:
        self._rules: Rules = game.rules
        self._changed: list[ChangeCallback] = []
        self._pressed: list[PressCallback] = []
        self.last_error = ""
        self.lock = RLock() if lock is None else lock
        super().__init__()
        self.set_trait("_options", [_described(each, game) for each in _in_order(game)])
        self.set_trait("_clauses", _texts(game))
        choices = tuple(choices)
        self.set_trait("_choices", [[id, name, list(map(list, of))] for id, name, of in choices])
        self.set_trait("chosen", {choice.id: choice.offered[0].id for choice in choices})
        self.set_trait("_buttons", [list(button) for button in buttons])
        self._show()
        self.on_msg(self._received)

    # --- the rules -----------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The current rules."""
        return self._rules

    @property
    def changes(self) -> dict[str, Any]:
        """The options that differ from the printed rules, with their values."""
        return self._rules.changed()

    def set(self, **changes: Any) -> None:
        """Set options by name; if one is refused, raise BadInput and set none.

        The panel shows exceptions of callbacks; the rules are set all the same.
        """
        with self.lock:
            self._change(self._rules.but(**changes))

    def reset(self, *names: str) -> None:
        """Reset the named options, or all, to the printed rules."""
        with self.lock:
            printed = self._rules.printed()
            for name in names:
                if name not in printed:
                    raise invalid("the option", name, "one of " + ", ".join(printed))
            chosen = {name: printed[name] for name in names} if names else printed
            self._change(self._rules.but(**chosen))

    def choose(self, choice: Any, value: Any) -> None:
        """Choose an option of a choice; raise BadInput if it isn't offered."""
        with self.lock:
            offered = {id: [each[0] for each in of] for id, _legend, of in self._choices}
            if not isinstance(choice, str) or choice not in offered:
                raise invalid("the choice", choice, "one of " + ", ".join(offered))
            if not isinstance(value, str) or value not in offered[choice]:
                raise invalid(f"the choice {choice}", value, "one of " + ", ".join(offered[choice]))
            if value != self.chosen[choice]:
                self.set_trait("chosen", {**self.chosen, choice: value})
                self._call_back()

    def on_change(self, callback: ChangeCallback) -> Callable[[], None]:
        """Call ``callback(rules)`` after each change or choice; return a function that ends it.

        The panel shows the callback's exceptions.
        """
        self._changed.append(callback)
        return lambda: self._changed.remove(callback)

    def on_press(self, callback: PressCallback) -> Callable[[], None]:
        """Call ``callback(id)`` for each button pressed; return a function that ends it."""
        self._pressed.append(callback)
        return lambda: self._pressed.remove(callback)

    def say(
        self, text: str, clause: str = "", kind: str = "info", button: Button | None = None
    ) -> None:
        """Show a message, or none for "", with a button beside it.

        ``kind`` is "info", "refusal" or "error".
        """
        if kind not in KINDS:
            raise invalid("kind", kind, "info, refusal or error")
        press = list(button) if button else []
        self.set_trait("message", {"text": text, "clause": clause, "kind": kind, "button": press})

    # --- inside --------------------------------------------------------------------------------

    def _change(self, rules: Rules) -> None:
        changed, self._rules = rules != self._rules, rules
        self._show()
        if changed:
            self._call_back()

    def _show(self) -> None:
        with self.hold_sync():
            self.set_trait("_values", self._rules.to_json())
            self.set_trait("_differences", self._rules.differences())
            self.set_trait("_notes", {})

    def _call_back(self) -> None:
        """Call all callbacks for a change, even if some fail."""
        self.busy = True
        try:
            for changed in tuple(self._changed):
                self._guarded(changed, self._rules)
        finally:
            self.busy = False

    def _guarded(self, call: Callable[[Any], object], value: Any) -> None:
        try:
            call(value)
        except BadInput as refused:
            self.say(str(refused), kind="refusal")
        except Exception as failed:  # noqa: BLE001 - a notebook hides what callbacks raise
            self.last_error = traceback.format_exc()
            self.say(f"{type(failed).__name__}: {failed}", kind="error")

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """Handle a message from the page; show exceptions on the panel and acknowledge it."""
        number = content.get("number") if isinstance(content, Mapping) else None
        with self.lock:
            self._guarded(self._answer, content)
        self.send({"kind": "ack", "number": number if type(number) is int else None})

    def _answer(self, content: Any) -> None:
        kind = content.get("kind") if isinstance(content, Mapping) else None
        if not isinstance(kind, str) or kind not in FIELDS:
            raise invalid("the page's message", content, "set, reset, choose or press")
        if set(content) - FIELDS[kind] - {"kind", "number"}:
            raise invalid("the page's message", content, "only the fields of its kind")
        match kind:
            case "set":
                self._set_one(_name(content.get("name")), content.get("value"))
            case "reset":
                self.reset(*[_name(content["name"])] if "name" in content else [])
            case "choose":
                self.choose(content.get("choice"), content.get("value"))
            case "press":
                self._press(content.get("button"))

    def _set_one(self, name: str, value: Any) -> None:
        """Set an option from the page; show a refusal beside it."""
        try:
            rules = self._rules.but(**{name: value})
        except BadInput as refused:
            if name not in self._values:
                raise
            self.set_trait("_notes", {**self._notes, name: str(refused)})
        else:
            self._change(rules)

    def _press(self, id: Any) -> None:
        offered = [button[0] for button in (*self._buttons, self.message.get("button")) if button]
        if id not in offered:
            raise invalid("the button", id, "one that is shown")
        for pressed in tuple(self._pressed):
            self._guarded(pressed, id)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore state from the page, which sends messages instead."""

    def __repr__(self) -> str:
        return f"<RulesPanel: {'; '.join(self._differences.values()) or 'printed rules'}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live panel, and the changed rules as text for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        lines = "<br>".join(map(html.escape, self._differences.values()))
        return data | {"text/html": f"<p>Rules: {lines or 'as printed'}.</p>"}, metadata


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise invalid("the option", value, "a rule option's name")
    return value


def _in_order(game: Game[Any, Any, Any]) -> list[Option]:
    """Return the options in the order of the rulebook's clauses, those without one last."""
    place = {id: number for number, id in enumerate(game.rulebook.clauses)}
    return sorted(
        game.rules.options(),
        key=lambda option: place.get(option.clauses[0] if option.clauses else "", len(place)),
    )


def _described(option: Option, game: Game[Any, Any, Any]) -> dict[str, Any]:
    """Return an option as data for the page; ``kind`` names its control."""
    if isinstance(option.default, bool):
        kind = "switch"
    elif option.choices:
        kind = "menu"
    else:
        kind = "text" if option.low is None else "range"
    chapter = game.rulebook.chapter(option.clauses[0]) if option.clauses else ""
    return {
        "name": option.name, "kind": kind, "default": option.default, "help": option.help,
        "clauses": list(option.clauses), "reading": option.reading, "chapter": chapter,
        "choices": list(option.choices or option.suggestions),
        "low": option.low, "high": option.high,
    }  # fmt: skip


def _texts(game: Game[Any, Any, Any]) -> dict[str, list[str]]:
    """Return title, text and reading of the clauses that options name."""
    named = {id for option in game.rules.options() for id in option.clauses}
    return {id: text for id, text in game.rulebook.to_json().items() if id in named}
