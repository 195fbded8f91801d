"""The rules panel: a control for every option of a game, made from the Rules metadata alone.

It is no widget of its own: a widget that :class:`HasRulesPanel` shows it in its own page, as three
dicts of plain JSON, and passes on the page's requests.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import Any, NamedTuple

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame, Game
from piecepack_nb.core.rules import Option, Rules
from piecepack_nb.widgets.measuring import Measuring
from piecepack_nb.widgets.page import KINDS, Button

FIELDS: dict[str, set[str]] = {
    "set": {"name", "value"},
    "reset": {"name"},
    "choose": {"choice", "value"},
    "press": {"button"},
    "measure": {"bot"},
    "stop": set(),
}
"""The requests of the page and their fields."""
ChangeCallback = Callable[[Rules], object]
PressCallback = Callable[[str], object]


class PanelChoice(NamedTuple):
    """A choice of one option above the rules; the first is the default."""

    id: str
    legend: str
    offered: tuple[Button, ...]


class RulesPanel:
    """The rules of ``game``, for the reader to change; ``rules`` holds the current values.

    ``host`` is the widget whose page shows the panel. ``choices`` are above the rules, ``buttons``
    below. ``lock`` is held during every change, so that changes from several threads of a kernel
    come one at a time.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        host: HasRulesPanel,
        *,
        choices: Iterable[PanelChoice] = (),
        buttons: Iterable[Button] = (),
        lock: Any = None,
    ) -> None:
        self._host = host
        self._rules: Rules = game.rules
        self._changed: list[ChangeCallback] = []
        self._pressed: list[PressCallback] = []
        self.last_error = ""
        self.lock = RLock() if lock is None else lock
        self.measuring = Measuring(host, self.lock)
        """The measurements of changes, which run while the reader goes on."""
        self._game = game
        self._choices = {choice.id: choice for choice in choices}
        self._buttons = tuple(buttons)
        self.chosen = {id: choice.offered[0].id for id, choice in self._choices.items()}
        """The chosen option of each choice, by id."""
        self.message: dict[str, Any] = {}
        """The message on the current rules."""
        self._busy = False
        self._clauses: list[str] = []
        self._differences: dict[str, str] = {}
        self._notes: dict[str, str] = {}
        host.set_trait(
            "rules_about",
            {
                "options": [_described(each, game) for each in _in_order(game)],
                "clauses": _texts(game),
                "choices": [
                    [id, c.legend, list(map(list, c.offered))] for id, c in self._choices.items()
                ],
                "buttons": list(map(list, self._buttons)),
            },
        )
        self._show()
        self._report()

    # --- the rules -----------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The current rules."""
        return self._rules

    @property
    def game(self) -> AnyGame:
        """The game in which the rules would change."""
        return self._game

    @game.setter
    def game(self, game: AnyGame) -> None:
        """Show another game's rules, whose options are the same."""
        with self.lock:
            self._game = game
            self.set(**game.rules.to_json())
            self.measuring.offer(game, self._rules)

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
            if not isinstance(choice, str) or choice not in self._choices:
                raise invalid("the choice", choice, "one of " + ", ".join(self._choices))
            offered = [button.id for button in self._choices[choice].offered]
            if not isinstance(value, str) or value not in offered:
                raise invalid(f"the choice {choice}", value, "one of " + ", ".join(offered))
            if value != self.chosen[choice]:
                self.chosen = {**self.chosen, choice: value}
                self._report()
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
        self.message = {"text": text, "clause": clause, "kind": kind, "button": press}
        self._report()

    @property
    def current_clauses(self) -> list[str]:
        """The clauses of the scene beside the panel; the reader can filter the rules by them."""
        return self._clauses

    @current_clauses.setter
    def current_clauses(self, clauses: Iterable[str]) -> None:
        self._clauses = list(clauses)
        self._report()

    @property
    def busy(self) -> bool:
        """True while callbacks of a change run."""
        return self._busy

    # --- inside --------------------------------------------------------------------------------

    def _change(self, rules: Rules) -> None:
        changed, self._rules = rules != self._rules, rules
        self._show()
        if changed:
            self._call_back()

    def _show(self) -> None:
        """Send the values, without notes on refused ones."""
        self._differences = self._rules.in_words()
        self._send_values({})
        self.measuring.offer(self._game, self._rules)

    def _send_values(self, notes: dict[str, str]) -> None:
        self._notes = notes
        values = {"values": self._rules.to_json(), "differences": self._differences, "notes": notes}
        self._host.set_trait("rules_values", values)

    def _report(self) -> None:
        """Send the message, the choices, the current clauses and whether Python is busy."""
        status = {
            "message": self.message,
            "chosen": self.chosen,
            "clauses": self._clauses,
            "busy": self._busy,
        }
        self._host.set_trait("rules_status", status)

    def _call_back(self) -> None:
        """Call all callbacks for a change, even if some fail."""
        self._busy = True
        self._report()
        try:
            for changed in tuple(self._changed):
                self._guarded(changed, self._rules)
        finally:
            self._busy = False
            self._report()

    def _guarded(self, call: Callable[[Any], object], value: Any) -> None:
        try:
            call(value)
        except BadInput as refused:
            self.say(str(refused), kind="refusal")
        except Exception as failed:  # noqa: BLE001 - a notebook hides what callbacks raise
            self.last_error = traceback.format_exc()
            self.say(f"{type(failed).__name__}: {failed}", kind="error")

    def handle(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Handle a request of the page; show exceptions on the panel; return the reply."""
        number = content.get("number")
        with self.lock:
            self._guarded(self._answer, content.get("ask"))
        return {"kind": "rules", "number": number if type(number) is int else None}

    def _answer(self, content: Any) -> None:
        kind = content.get("kind") if isinstance(content, Mapping) else None
        if not isinstance(kind, str) or kind not in FIELDS:
            raise invalid("the page's request", content, "one of " + ", ".join(FIELDS))
        if set(content) - FIELDS[kind] - {"kind"}:
            raise invalid("the page's request", content, "only the fields of its kind")
        match kind:
            case "set":
                self._set_one(_name(content.get("name")), content.get("value"))
            case "reset":
                self.reset(*[_name(content["name"])] if "name" in content else [])
            case "choose":
                self.choose(content.get("choice"), content.get("value"))
            case "press":
                self._press(content.get("button"))
            case "measure":
                self.measuring.start(content.get("bot"))
            case "stop":
                self.measuring.stop()

    def _set_one(self, name: str, value: Any) -> None:
        """Set an option from the page; show a refusal beside it."""
        try:
            rules = self._rules.but(**{name: value})
        except BadInput as refused:
            if name not in self._rules.to_json():
                raise
            self._send_values({**self._notes, name: str(refused)})
        else:
            self._change(rules)

    def _press(self, id: Any) -> None:
        offered = [button[0] for button in (*self._buttons, self.message.get("button")) if button]
        if id not in offered:
            raise invalid("the button", id, "one that is shown")
        for pressed in tuple(self._pressed):
            self._guarded(pressed, id)

    def __repr__(self) -> str:
        return f"<RulesPanel: {'; '.join(self._rules.differences().values()) or 'printed rules'}>"


class HasRulesPanel(traitlets.HasTraits):
    """A mixin for a widget whose page shows a rules ``panel``.

    The widget passes the page's messages of the kind "rules" to ``panel.handle``, and sends back
    what it returns.
    """

    panel: RulesPanel
    rules_about = traitlets.Dict(read_only=True).tag(sync=True)
    """The options, clauses, choices and buttons, which stay as they are."""
    rules_values = traitlets.Dict(read_only=True).tag(sync=True)
    """The values, their differences from the printed rules, and notes on refused ones."""
    rules_status = traitlets.Dict(read_only=True).tag(sync=True)
    """The message, the choices, the clauses of the current move, and whether Python is busy."""
    rules_measured = traitlets.Dict(read_only=True).tag(sync=True)
    """The figures of what the changed rules do to many games; {} if none is changed."""


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
        "name": option.name, "title": option.title, "kind": kind, "default": option.default,
        "help": option.help, "clauses": list(option.clauses), "reading": option.reading,
        "chapter": chapter, "choices": list(option.choices or option.suggestions),
        "low": option.low, "high": option.high,
    }  # fmt: skip


def _texts(game: Game[Any, Any, Any]) -> dict[str, list[str]]:
    """Return title, text and reading of the clauses that options name."""
    named = {id for option in game.rules.options() for id in option.clauses}
    return {id: text for id, text in game.rulebook.to_json().items() if id in named}
