"""The maze workshop in a blank page; Python's replies are carried by hand."""

from __future__ import annotations

from typing import Any

import piecepack_nb as pp
from piecepack_nb.widgets.maze import MazeWorkshop
from piecepack_nb.widgets.page import STATIC
from tests.browser.blank import BlankPage
from tests.browser.board_table import TRAITS, BoardPage, ground

OWN = ("_view", "panel", "link_card", "sheet_to_print")


class WorkshopPage(BoardPage):
    """A workshop in Python whose traits and messages are carried to and from a blank page."""

    board: MazeWorkshop

    def __init__(self, blank: BlankPage, maze: Any = None, theme: str = "light") -> None:
        self.blank, self.page = blank, blank.page
        self.board = pp.maze(maze)
        self.heard = 0
        state = self.board.get_state()
        chosen = {name: state[name] for name in (*TRAITS, *OWN)}
        css = str(state["_css"])
        found = blank.mount(STATIC / "widgets.js", css, chosen, host=ground(theme))
        self.view = self.page.locator(found)

    def reply(self) -> None:
        """Let Python handle all new messages, and send its changes to the page."""
        sent = self.blank.sent
        for message in sent[self.heard :]:
            self.board._received(self.board, message, [])
            self.carry()
            self.blank.receive(
                {"kind": "ack", "serial": self.board.serial, "to": message.get("serial")}
            )
        self.heard = len(sent)

    def carry(self) -> None:
        """Send Python's changes to the page."""
        state = self.board.get_state()
        names = [name for name in (*TRAITS, *OWN) if name not in ("_sheet", "_view")]
        self.blank.update(**{name: state[name] for name in names})

    def press(self, name: str) -> None:
        """Press a button of the panel by its name, and reply."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.reply()
