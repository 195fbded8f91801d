"""Take the pictures of docs/play_together.md: real pages of hosted sessions, as JPEG.

python -m tools.host_pictures            into docs/pictures/
python -m tools.host_pictures FOLDER     into another folder

Each is a row of screens in one picture. Codes and links in them are of sessions that are over.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

import piecepack_nb as pp
from piecepack_nb.core.actors import Simultaneous
from tools.chromium import SHELLS, find

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
PHONE, WIDE = (360, 740), (1100, 640)
GAP, BETWEEN, QUALITY = 24, "#9a958a", 85


class Screens:
    """Devices of one hosted session, each a page of its own."""

    def __init__(self, browser: Browser, session: Any) -> None:
        self.browser, self.session = browser, session

    def visit(self, may: str = "join", size: tuple[int, int] = PHONE) -> Page:
        """Return the page of a device, by the link for a right."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        page.goto(self.session.link(may))
        page.locator(".ppnb-root").first.wait_for()
        return page

    def sit(self, name: str, seat: str) -> Page:
        """Return the page of a phone that has joined at a seat."""
        page = self.visit()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name=f"{seat} free").first.click()
        page.get_by_text(f"You are {seat}").wait_for()
        return page


@contextmanager
def hosted(browser: Browser, what: Any, **named: Any) -> Iterator[Screens]:
    """Host something while its pictures are taken."""
    session = pp.host(what, journal=False, **named)
    try:
        yield Screens(browser, session)
    finally:
        session.close()


def shot(page: Page) -> Image.Image:
    """Return the screen of a page, once nothing moves."""
    page.locator("[data-playing]").wait_for(state="detached")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def row(*screens: Image.Image) -> Image.Image:
    """Return screens side by side."""
    width = sum(each.width for each in screens) + GAP * (len(screens) + 1)
    picture = Image.new("RGB", (width, max(each.height for each in screens) + 2 * GAP), BETWEEN)
    left = GAP
    for each in screens:
        picture.paste(each, (left, GAP))
        left += each.width + GAP
    return picture


def a_table(browser: Browser) -> Iterator[tuple[str, Image.Image]]:
    """Yield a phone that joins and two that write orders; the lobby; the projector."""
    with hosted(browser, pp.game("paco", players=4), seed=4) as screens:
        session = screens.session
        room = session.rooms[0]
        phones = [screens.sit("Ann", "Suns"), screens.sit("Bob", "Moons")]
        joins = shot(screens.visit())
        lobby, screen = screens.visit("host", WIDE), screens.visit("screen", WIDE)
        for seat in room.seats[2:]:
            room.table.seat(seat, "random")
        session.start()
        while not isinstance(room.table.match.to_act, Simultaneous):
            room.table.match.run()
        room.table.advance()
        for page in phones:
            expect(page.locator(".ppnb-caption").first).to_contain_text("choose your order")
        expect(lobby.locator(".ppnb-lobby-seats")).to_contain_text("Bob")
        yield "host_phones", row(joins, *map(shot, phones))
        yield "host_lobby", row(shot(lobby))
        yield "host_projector", row(shot(screen))


def a_class(browser: Browser) -> Iterator[tuple[str, Image.Image]]:
    """Yield the lobby of a class with four tables."""
    with hosted(browser, "activator", tables=4, seed=4) as screens:
        session, random = screens.session, Random(5)
        while len(session.rooms) < 4:
            session.open_room()
        session.start()
        lobby = screens.visit("host", (1100, 900))
        for room in session.rooms:
            for _ in range(4 + room.number):
                room.table.match.play(random.choice([*room.table.match.moves()]))
        expect(lobby.locator(".ppnb-lobby-table").last).to_contain_text("turn 9")
        yield "host_class", row(shot(lobby))


def a_question(browser: Browser) -> Iterator[tuple[str, Image.Image]]:
    """Yield a phone and the projector once the class has voted."""
    puzzles = pp.puzzles("piecepackman", "turns", count=1)
    with hosted(browser, puzzles, keep=False) as screens:
        poll = screens.session.poll
        spots = sorted(poll._spots)
        phones = [screens.visit() for _ in range(6)]
        screen = screens.visit("screen", WIDE)
        for number, page in enumerate(phones):
            spot = poll.right if number % 2 else spots[number % 3]
            page.locator(f'.ppnb-spot[data-spot="{spot}"]').click()
            expect(page.locator(".ppnb-poll-words")).to_contain_text("Your vote")
        screens.session.go("shown")
        for page in (phones[0], screen):
            expect(page.locator(".ppnb-poll-words")).to_contain_text("What the class chose")
        yield "host_votes", row(shot(phones[0]), shot(screen))


def main(arguments: list[str]) -> None:
    """Take the pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find(*SHELLS), args=["--no-sandbox", "--hide-scrollbars"]
        )
        for scene in (a_table, a_class, a_question):
            for name, picture in scene(browser):
                path = folder / f"{name}.jpg"
                picture.save(path, quality=QUALITY, optimize=True)
                print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
