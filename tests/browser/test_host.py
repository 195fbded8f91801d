"""Two phones and a projector at one hosted table: turns, a reload, a lost network, a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Simultaneous
from piecepack_nb.core.game import AnyGame
from piecepack_nb.hosting.tables import TableSession
from tests.browser.firefox import FIREFOX, in_firefox
from tests.conftest import GAMES
from tests.lab.cells import from_cell

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1366, "height": 768}
OWN = ("tic_tac_toe", "kuhn_poker")
"""Games of readers' own: one without secrets, one with hidden hands."""
MOVES = 8
"""How many moves of people and dice a game has."""
Devices = dict[str, Page]
Open = Callable[..., TableSession]


@pytest.fixture
def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return a function that opens a session, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    opened: list[TableSession] = []

    def make(game: AnyGame, **named: Any) -> TableSession:
        session = pp.host(game, seed=4, **named)
        assert isinstance(session, TableSession)
        opened.append(session)
        return session

    yield make
    for session in opened:
        session.close()


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a session's page on a device of its own."""
    with ExitStack() as contexts:

        def opened(session: TableSession, may: str = "join", *, theme: str = "light") -> Page:
            size: Any = WIDE if may == "screen" else PHONE
            context = chromium.new_context(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
            contexts.callback(context.close)
            page = context.new_page()
            page.goto(session.link(may))
            return page

        yield opened


def seated(session: TableSession, visit: Callable[..., Page]) -> Devices:
    """Return a phone for each seat, each dark or light in turn, and start the game."""
    found: Devices = {}
    for number, seat in enumerate(session.rooms[0].seats):
        page = visit(session, theme="dark" if number % 2 else "light")
        page.get_by_role("textbox", name="Your name").fill(seat[:3].title())
        page.get_by_role("button", name=seat.title(), exact=False).first.click()
        expect(page.get_by_text(f"You are {seat.title()}")).to_be_visible()
        found[seat] = page
    session.start()
    return found


def say(page: Page, move: str) -> None:
    """Type a move on a device."""
    page.locator(".ppnb-move-input-field").fill(move)
    page.locator(".ppnb-move-input-field").press("Enter")


def play_one(session: TableSession, phones: Devices, random: Random) -> None:
    """Have the phone whose turn it is move, or some phone roll, and wait for the table."""
    match = session.rooms[0].table.match
    actor, before = match.to_act, len(match.record)
    assert actor is not None
    if isinstance(actor, Chance):
        seat, move = random.choice([*phones]), "roll"
    else:
        seat = random.choice(actor.seats)
        move = str(random.choice([*match.game.moves_for(match.state, seat)][:60]))
    phone = phones[seat]
    say(phone, move)
    expect(phone.locator(".ppnb-move-input-field")).to_have_value("")
    for _ in range(200):
        if len(match.record) > before:
            return
        phone.wait_for_timeout(50)
    reply = phone.locator(".ppnb-move-input-reply").inner_text()
    raise AssertionError(f"{seat} said {move!r} in vain: {reply}")


def shows(page: Page, session: TableSession, seat: str) -> None:
    """Wait until a page shows the pieces of its device's scene: what its seat may see."""
    (room,) = session.rooms
    (device,) = room.devices_of(seat) if seat else [d for d in room.devices if d.may == "screen"]
    page.locator("[data-playing]").wait_for(state="detached")
    pieces = len(device.widget.scene.pieces)
    expect(page.locator(".ppnb-board [data-piece]")).to_have_count(pieces)


@pytest.mark.parametrize("name", [*GAMES, *OWN])
def test_phones_and_a_projector_play(name: str, hosted: Open, visit: Callable[..., Page]) -> None:
    game = from_cell(name) if name in OWN else pp.game(name)
    session = hosted(game, journal=False)
    screen = visit(session, "screen")
    phones = seated(session, visit)
    random = Random(2)
    for _ in range(MOVES):
        if session.rooms[0].table.match.result is None:
            play_one(session, phones, random)
    for seat, page in phones.items():
        shows(page, session, seat)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    shows(screen, session, "")


def test_others_orders_are_nowhere_on_a_phone(hosted: Open, visit: Callable[..., Page]) -> None:
    session = hosted(pp.game("paco", players=2), journal=False)
    phones = seated(session, visit)
    random = Random(1)
    match = session.rooms[0].table.match
    while not isinstance(match.to_act, Simultaneous):
        play_one(session, phones, random)
    first, second = match.to_act.seats
    play_one(session, {first: phones[first], second: phones[second]}, random)
    written = next(seat for seat in (first, second) if seat not in match.to_act.seats)
    other = first if written == second else second
    order = str(match.record[-1].move).partition(" ")[2]
    assert order
    shows(phones[other], session, other)
    assert f"{written} {order}" not in phones[other].locator("body").inner_text().lower()


def test_a_phone_comes_back_after_a_reload_a_lost_network_and_a_restart(
    hosted: Open, visit: Callable[..., Page]
) -> None:
    game = pp.game("activator")
    session = hosted(game)
    phones = seated(session, visit)
    random = Random(3)
    for _ in range(2):
        play_one(session, phones, random)
    red, blue = phones["red"], phones["blue"]
    red.reload()
    expect(red.get_by_text("You are Red")).to_be_visible()
    link, cursor = session.link(), session.rooms[0].table.match.cursor
    session.close()
    expect(blue.locator("#status")).to_contain_text("The connection is lost.")
    again = hosted(game)
    assert again.link() == link
    assert again.rooms[0].table.match.cursor == cursor
    again.start()
    for seat, page in phones.items():
        expect(page.locator("#status")).to_be_hidden(timeout=30_000)
        expect(page.get_by_text(f"You are {seat.title()}")).to_be_visible()
    play_one(again, phones, random)
    shows(red, again, "red")


def test_axe_finds_nothing_on_the_pages_of_a_table(
    hosted: Open, visit: Callable[..., Page]
) -> None:
    session = hosted(from_cell("tic_tac_toe"), journal=False)
    host = visit(session, "host")
    phones = seated(session, visit)
    expect(host.get_by_role("button", name="Look here")).to_be_visible()
    for page in (host, *phones.values()):
        options = {"rules": {"region": {"enabled": False}}, "resultTypes": ["violations"]}
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.skipif(not FIREFOX, reason="needs Firefox, which .ci/run installs on Debian")
def test_a_phone_with_firefox_plays_and_a_projector_shows_it(
    hosted: Open, visit: Callable[..., Page], tmp_path: Path
) -> None:
    session = hosted(pp.game("activator"), journal=False)
    session.start()
    screen, match = visit(session, "screen"), session.rooms[0].table.match
    move = str(next(iter(match.moves())))
    in_firefox("host_firefox.mjs", tmp_path, session.link(), move)
    assert str(match.record[0].move) == move
    shows(screen, session, "")
