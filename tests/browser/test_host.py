"""Two phones and a projector at one hosted table: turns, a reload, a lost network, a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, WebSocket, expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.hosting.device import Device
from piecepack_nb.hosting.tables import CLOSED, ENDED, TableSession
from tests.browser.firefox import FIREFOX, in_firefox
from tests.browser.lab import SECONDS
from tests.conftest import GAMES
from tests.lab.cells import from_cell

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1366, "height": 768}
OWN = ("tic_tac_toe", "kuhn_poker")
"""Games of readers' own: one without secrets, one with hidden hands."""
GAME: dict[str, Callable[[], AnyGame]] = {
    **{name: partial(pp.game, name, players=2) for name in GAMES if name != "activator"},
    "activator": partial(pp.game, "activator"),
    **{name: partial(from_cell, name) for name in OWN},
}
"""Each with two players."""
SECRETIVE = ("paco", "kuhn_poker")
HEARD: dict[Page, list[str]] = {}
"""All messages to a page."""
LINES: dict[Page, WebSocket] = {}
"""The last connection of a page."""
NUMBERS = count()
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
            HEARD[page] = []
            page.on("websocket", partial(connected, page))
            page.goto(session.link(may))
            page.locator('body[data-connected="yes"]').wait_for()
            return page

        yield opened
    HEARD.clear()
    LINES.clear()


def connected(page: Page, line: WebSocket) -> None:
    """Keep a page's connection, and each message to the page."""
    LINES[page] = line
    line.on("framereceived", lambda message: HEARD[page].append(str(message)))


def caught_up(session: TableSession) -> None:
    """Wait until the table has answered all requests, and has sent the devices its changes.

    A move is in the record before they are sent.
    """
    done = Event()
    session.rooms[0].worker.do(done.set)
    assert done.wait(SECONDS), "the table is stuck"


def hear_all(page: Page, device: Device) -> None:
    """Wait until a page has all messages that were sent to it."""
    mark = f"mark {next(NUMBERS)}"  # pages ignore a message of an unknown kind
    with LINES[page].expect_event("framereceived", lambda message: mark in str(message)):
        device.line.send({"kind": mark})


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
    caught_up(session)
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
    field, reply = (phone.locator(f".ppnb-move-input-{part}") for part in ("field", "reply"))
    expect(field, f"{seat} says {move!r}").to_have_value("")  # emptied by the table's answer
    caught_up(session)
    assert len(match.record) > before, f"{seat} said {move!r} in vain: {reply.inner_text()}"


def shows(page: Page, session: TableSession, seat: str) -> None:
    """Wait until a page shows the pieces of its device's scene: what its seat may see."""
    caught_up(session)
    (room,) = session.rooms
    (device,) = room.devices_of(seat) if seat else [d for d in room.devices if d.may == "screen"]
    hear_all(page, device)
    scene = device.widget.scene
    expect(page.locator(".ppnb-caption")).to_contain_text(scene.caption)
    page.locator("[data-playing]").wait_for(state="detached")
    expect(page.locator(".ppnb-board [data-piece]")).to_have_count(len(scene.pieces))


def is_turn_over(match: Match, first: int) -> bool:
    """Return True once every seat has moved since turn ``first``, and that turn is over."""
    movers = {each.actor.name for each in match.record if isinstance(each.actor, Seat)}
    return match.result is not None or (movers == set(match.seats) and match.turn > first)


def hand(device: Device) -> set[str]:
    """Return the cards that a device shows, face up."""
    ids = (piece.id for piece in device.widget.scene.pieces)
    return {id.partition("--")[0] for id in ids if id.startswith("card ")}


def secrets(session: TableSession) -> dict[str, set[str]]:
    """Return what each seat alone may know now: its cards, and an order that isn't shown yet."""
    (room,) = session.rooms
    (screen,) = (device for device in room.devices if device.may == "screen")
    found = {seat: hand(room.devices_of(seat)[0]) - hand(screen) for seat in room.seats}
    acts, last = room.table.match.to_act, room.table.match.record[-1]
    writer = getattr(last.actor, "name", "")
    if isinstance(acts, Simultaneous) and writer and writer not in acts.seats:
        found[writer].add(str(last.move))
    return found


def assert_nobody_has_anothers_secrets(session: TableSession, screens: Devices) -> set[str]:
    """Assert it of each page, and of all it was sent since the last call; return the secrets."""
    found = secrets(session)
    for seat, page in screens.items():
        shows(page, session, seat)
        sent, HEARD[page] = [*HEARD[page]], []
        others = set().union(*(found[other] for other in found if other != seat))
        everything = "\n".join([page.content(), *sent]).lower()
        assert any('"kind":"update"' in text for text in sent)
        assert [word for word in others if word in everything] == []
    return set().union(*found.values())


@pytest.mark.parametrize("name", [*GAMES, *OWN])
def test_two_phones_and_a_projector_play_a_whole_turn(
    name: str, hosted: Open, visit: Callable[..., Page]
) -> None:
    session = hosted(GAME[name](), journal=False)
    match, random = session.rooms[0].table.match, Random(2)
    phones = seated(session, visit)
    screens = {**phones, "": visit(session, "screen")}
    first, kept = match.turn, set()
    while not is_turn_over(match, first):
        play_one(session, phones, random)
        if name in SECRETIVE:
            kept |= assert_nobody_has_anothers_secrets(session, screens)
    assert bool(kept) == (name in SECRETIVE)
    for seat, page in screens.items():
        shows(page, session, seat)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    lines = (
        screens[""]
        .locator(".ppnb-report-words")
        .evaluate("each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)")
    )
    assert lines == pytest.approx(3, abs=0.1)  # nobody scrolls a projector to half a line


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


def test_axe_finds_nothing_on_the_pages_of_a_table_that_was_stopped_and_is_ended(
    hosted: Open, visit: Callable[..., Page]
) -> None:
    session = hosted(from_cell("tic_tac_toe"), journal=False)
    host = visit(session, "host")
    phones = seated(session, visit)
    expect(host.get_by_role("button", name="Look here")).to_be_visible()
    match = session.rooms[0].table.match
    session.pause()
    for page in phones.values():
        expect(page.get_by_text("Look up: the host has stopped the game.")).to_be_visible()
    session.start()
    while match.result is None:
        match.play(next(iter(match.moves())))
    for page in phones.values():
        page.reload()
        expect(page.get_by_role("button", name="New game")).to_be_visible()
        expect(page.locator("#status")).to_be_hidden()
    for page in (host, *phones.values()):
        options = {"rules": {"region": {"enabled": False}}, "resultTypes": ["violations"]}
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, found.generate_report()
    host.get_by_role("button", name="End for all").click()
    host.get_by_role("button", name="End for all: press again").click()
    expect(host.locator("#status")).to_have_text(CLOSED)
    for page in phones.values():
        expect(page.locator("#status")).to_have_text(ENDED)


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
