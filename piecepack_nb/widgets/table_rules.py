"""The rules at a table: set on a panel, in force once the players say from when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from piecepack_nb.widgets.rules_panel import Button, RulesPanel

if TYPE_CHECKING:
    from piecepack_nb.core.rules import Rules
    from piecepack_nb.widgets.table import Table

__all__ = ["TableRules"]

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
