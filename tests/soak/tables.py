"""Hostile devices at hosted tables: no secret is seen, no other seat moves, all stays legal.

Each session plays at two tables that differ only in what another seat hides: a hand, a choice,
an order. All that one hostile device is sent must be the same at both, byte for byte, so a secret
that reaches it in any form is found. The record says who has moved.

Vocabulary
    world   a hosted match with its own secret; its victims sit at devices of their own
    wave    what a hostile device does before the next look at all that it was sent
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from tornado.httpclient import HTTPClientError
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.match import Match
from piecepack_nb.hosting import server
from piecepack_nb.hosting.server import BURST, LONGEST_MESSAGE
from piecepack_nb.hosting.shared_table import ROOM_REQUESTS, HostTable
from piecepack_nb.hosting.tables import HOST_REQUESTS, JOIN_REQUESTS, TableSeats, TableSession
from piecepack_nb.widgets.table import REQUESTS, table_for
from tests.design.examples import example_class
from tests.hosting.clients import Client, sat
from tests.soak.campaigns import Different, Lost, Row, campaign
from tests.soak.mutations import PIECES, VALUES, mutated_json, mutated_text

SESSIONS = 20
"""The hostile sessions at two tables, before others are opened."""
WAVES = 4
NUMBERS = re.compile(r'"(number|serial|after|key|here|watching)":\d+|fence \d+')
"""What depends on the time at which devices come and go, and on what was asked before."""
FOREIGN: tuple[dict[str, str | None], ...] = (
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": None},
    {"Host": "evil.example"}, {"Origin": "https://127.0.0.1"}, {"Host": "127.0.0.1"},
)  # fmt: skip
Roles = tuple[tuple[str, ...], ...]


class Contest(NamedTuple):
    """A game in which a seat keeps a secret: ``play`` returns a match with one of two secrets.

    ``roles`` are the seats of hostile devices, () for one that watches.
    """

    play: Callable[[int], Match]
    roles: Roles


def _kuhn_poker(secret: int) -> Match:
    """Ben has the queen and waits; Ann has another card."""
    game = example_class("kuhn_poker")(bots=GENERAL).under(rounds=1)
    return Match(game, seed=1, dice=[("draw jack, queen", "draw king, queen")[secret]])


def _rock_paper_scissors(secret: int) -> Match:
    """Ann has chosen, Ben has not."""
    match = Match(example_class("rock_paper_scissors")(bots=GENERAL), seed=1)
    ann = [move for move in match.moves() if move.seat == "ann"]
    match.play(ann[secret])
    return match


def _paco(secret: int) -> Match:
    """The first of three players has written an order."""
    match = Match(pp.game("paco", players=3), seed=4)
    match.run()
    first = [move for move in match.moves() if move.seat == match.persons[0]]
    match.play(first[secret])
    return match


CONTESTS = {
    "Kuhn poker": Contest(_kuhn_poker, (("ben",), ())),
    "rock paper scissors": Contest(_rock_paper_scissors, (("ben",), ())),
    "P.A.C.O.": Contest(_paco, (("moons",), ())),
}


def _parts(text: str) -> Iterator[str]:
    """Yield all that a message says, by trait: when which is sent depends on the time."""
    message = json.loads(text)
    for kind in ("state", "binary"):
        for name, value in message.pop(kind, {}).items():
            yield NUMBERS.sub("", json.dumps({name: value}, separators=(",", ":")))
    if message["kind"] != "update":
        yield NUMBERS.sub("", json.dumps(message, separators=(",", ":")))


# --- a hosted match -------------------------------------------------------------------------------


class World:
    """A hosted match with its victim."""

    def __init__(self, contest: Contest, secret: int) -> None:
        self.match = contest.play(secret)
        table = table_for(self.match, False, HostTable)
        self.session = session = TableSession(None, lambda _number: table, 1)
        session.start()
        self.victims = [sat(session, 1, seat) for seat in self.match.persons]
        self.moves = len(self.match.record)
        self.fences = 0

    def close(self) -> None:
        """End the session."""
        for victim in self.victims:
            victim.close()
        self.session.close()

    def fence(self, client: Client) -> bool:
        """Wait until all that a device has sent is handled; return False if it was sent away."""
        self.fences += 1
        word, since = f"fence {self.fences}", len(client.texts)
        client.send({"kind": "custom", "content": dict.fromkeys(("kind", "name", "serial"), word)})
        while not any(word in text for text in client.texts[since:]):
            if not client.read():
                return False
        return True

    def check(self, own: tuple[str, ...]) -> bool:
        """Raise Lost or Different for harm; return True once the own seats have moved."""
        table, record = self.session.rooms[0].table, self.match.record
        if table.match is not self.match or len(record) < self.moves:
            raise Lost("the match of the others was taken away")
        for played in record[self.moves :]:
            by = {getattr(played.move, "seat", "")} - {""} or {*played.actor.seats}
            if not by <= {*own}:
                whose = own or "a watcher"
                raise Different(f"{by} moved, by a device of {whose}: {played.move}")
        problems = [device.widget and device.widget.last_error for device in self.session.devices
                    if hasattr(device.widget, "last_error")]  # fmt: skip
        problems += [each.worker.problem for each in (self.session, *self.session.rooms)]
        if found := next(filter(None, problems), ""):
            raise RuntimeError(found.strip().splitlines()[-1])
        return len(record) > self.moves

    def must_be_well(self) -> None:
        """Raise Lost unless the victims are answered, or Different for a false position."""
        for victim in self.victims:
            if not self.fence(victim):
                raise Lost(f"a victim was sent away with {victim.code}")
        if self.match.under().state != self.match.state:
            raise Different("the position does not follow from the moves")


# --- what a hostile device does -------------------------------------------------------------------


class Plan(NamedTuple):
    """One wave: the way, and the messages, in which "SERIAL" is the number of the position."""

    way: str
    texts: tuple[str | bytes, ...]


def _plans(match: Match, random: Random) -> Iterator[Plan]:
    """Yield the waves of a session, the same at both tables."""
    for _ in range(WAVES):
        texts = [_message(match, random) for _ in range(random.randint(1, 2))]
        match random.choice(("send", "send", "send", "twice", "reversed", "json", "text", "cut",
                             "binary", "flood", "long", "raw", "early", "silent")):  # fmt: skip
            case "twice":
                yield Plan("send", (*texts, *texts))
            case "reversed":
                yield Plan("send", (*texts[::-1], *texts))
            case "json":
                damaged = [json.dumps(mutated_json(json.loads(each), random)) for each in texts]
                yield Plan("send", tuple(damaged))
            case "text":
                yield Plan("send", tuple(_damaged(each, random) for each in texts))
            case "cut":
                yield Plan("send", tuple(each[: random.randrange(len(each))] for each in texts))
            case "binary":
                yield Plan("send", (*[each.encode() for each in texts], random.randbytes(40)))
            case "long":
                yield Plan(
                    "send", (json.dumps({"kind": "custom", "content": "x" * LONGEST_MESSAGE}),)
                )
            case "raw":
                yield Plan("raw", (random.randbytes(random.randrange(1, 200)),))
            case way:
                yield Plan(way, tuple(texts))


def _message(match: Match, random: Random) -> str:
    """Return a message as some page of the package sends it, or one that none does."""
    content = random.choice((_pick, _request, _move, _room, _command, _odd))(match, random)
    kind = random.choice(("custom",) * 9 + ("hello", "update"))
    if kind == "update":
        state = {random.choice(("room", "controls", "_view", "snapshot", "frame")): content}
        return json.dumps({"kind": "update", "state": state})
    return json.dumps({"kind": kind, "content": content, "token": "x", "tab": [], "browser": []})


def _damaged(text: str, random: Random) -> str:
    """Return a damaged text without half characters, which no WebSocket sends as text."""
    return mutated_text(text, random).encode(errors="replace").decode()


def _pick(match: Match, random: Random) -> dict[str, Any]:
    spots = ["forward", "rock", "bet", "check", "a1", *match.persons]
    kind = random.choice(("pick", "pick", "cancel"))
    serial = random.choice(("SERIAL", "SERIAL", 0, -1, 10**9))
    return {"kind": kind, "serial": serial, "spot": random.choice(spots), "gesture": "click"}


def _request(_match: Match, random: Random) -> dict[str, Any]:
    name = random.choice([*REQUESTS])
    fields = {field: _value(kind, random) for field, kind in REQUESTS[name].items()}
    return {"kind": "do", "name": name, **fields}


def _move(match: Match, random: Random) -> dict[str, Any]:
    """A move that another seat may make, as its person would type it."""
    return {"kind": "do", "name": "move", "text": str(random.choice([*match.moves()]))}


def _room(_match: Match, random: Random) -> dict[str, Any]:
    name = random.choice([*ROOM_REQUESTS])
    fields = {field: _value(kind, random) for field, kind in ROOM_REQUESTS[name].items()}
    return {"kind": "room", "name": name, **fields}


def _command(_match: Match, random: Random) -> dict[str, Any]:
    """What the host's lobby, or the page to join, may ask."""
    known = {**HOST_REQUESTS, **JOIN_REQUESTS}
    name = random.choice([*known])
    return {"name": name, **{field: _value(kind, random) for field, kind in known[name].items()}}


def _odd(_match: Match, random: Random) -> Any:
    return random.choice(VALUES)


def _value(kind: type, random: Random) -> Any:
    wanted: dict[type, tuple[Any, ...]] = {
        str: ("ann", "ben", "moons", "random", "person", *PIECES),
        int: (0, 1, 2, -1, 10**9), bool: (True, False), list: ([], ["x"]),
    }  # fmt: skip
    return random.choice(wanted[kind])


class Intruder:
    """A hostile device at one table, with all that it was ever sent."""

    def __init__(self, world: World, may: str) -> None:
        self.world, self.may = world, may
        self.heard: set[str] = set()
        self.client = self._come()

    def _come(self) -> Client:
        client = Client(self.world.session, self.may)
        self.world.fence(client)  # from here on its messages stay in order
        return client

    def do(self, plan: Plan) -> None:
        """Carry out a wave, and come again if the server ended the connection.

        How many messages of a flood are answered before its device is sent away depends on the
        time, so the same message follows in peace: its answers are then all heard.
        """
        try:
            there = self._sent(plan)
        except (WebSocketClosedError, StreamClosedError):
            self.client.until_closed()
            there = False
        self.heard.update(part for text in self.client.texts for part in _parts(text))
        self.client.texts.clear()
        if not there:
            self.client.close()
            self.client = self._come()
        if plan.way == "flood":
            self.do(Plan("send", plan.texts[:1] * 3))

    def _sent(self, plan: Plan) -> bool:
        """Send the messages of a wave; return False if the connection has ended."""
        serial = str(self.client.state.get("snapshot", {}).get("serial", 1))
        texts = [text.replace('"SERIAL"', serial) if isinstance(text, str) else text
                 for text in plan.texts]  # fmt: skip
        client, is_handled = self.client, self.world.fence
        if plan.way == "raw":
            client.garble(bytes(texts[0]))
            return False
        if plan.way == "early":
            self._early(texts[0])
        elif plan.way == "silent":
            client.throw(texts)
            self.world.must_be_well()  # though this one reads nothing
        elif not all(client.throw([each]) or is_handled(client) for each in texts):
            return False
        if plan.way == "flood":
            client.throw(texts[:1], BURST * 4)
        return is_handled(client)

    def _early(self, text: str | bytes) -> None:
        """Send messages on a connection that has not said hello."""
        other = Client(self.world.session, self.may, first=text)
        if other.read():
            raise Different(f"answered before the hello: {other.texts[0][:100]}")
        other.close()


def _refused(session: TableSession, random: Random) -> None:
    """Try to come in with a wrong token, or from another page; raise Different if that works."""
    if random.random() < 0.5:
        own = random.choice([session.token(may) for may in session.rights()])
        token = random.choice(
            (mutated_text(own, random), own[:-1], own.swapcase(), random.choice(VALUES))
        )
        if token == own or not token:
            return
        client = Client(session, token=token)
        if client.read():
            raise Different(f"let in by {token!r}")
        client.close()
        return
    headers = random.choice(FOREIGN)
    try:
        Client(session, headers=headers).close()
    except HTTPClientError as refused:
        if refused.code == 403:
            return
    raise Different(f"let in with {headers}")


# --- the campaign ---------------------------------------------------------------------------------


@contextmanager
def _worlds(contest: Contest) -> Iterator[tuple[World, World]]:
    """Two tables that differ in the secret.

    Their server is patient: a client of this process answers a ping only while it reads, and on a
    busy machine the victims wait for long.
    """
    with ExitStack() as stack:
        stack.enter_context(patch.object(server, "PING_SECONDS", 600))
        pair = World(contest, 0), World(contest, 1)
        for world in pair:
            stack.callback(world.close)
        yield pair


@campaign("tables", share=0.2)
def tables(size: int, row: Row, random: Random) -> None:
    """Attack hosted tables by ``size`` hostile sessions, as a player, a watcher and a stranger."""
    names = [*CONTESTS]
    done = 0
    while done < size:
        name = names[done // SESSIONS % len(names)] if size > SESSIONS else names[done % len(names)]
        more = min(SESSIONS, size - done) if size > SESSIONS else 1
        contest = CONTESTS[name]
        with _worlds(contest) as pair:
            for number in range(done, done + more):
                if any(len(world.match.record) > world.moves for world in pair):
                    more = number - done
                    break
                with row.attempt(f"session {number} of {name}", limit=20):
                    _session(pair, contest, Random(random.random()))
                    continue
                more = number - done + 1  # what has failed is not tried again at these tables
                break
        done += more


def _session(pair: tuple[World, World], contest: Contest, random: Random) -> None:
    """Have a hostile device do the same at both tables; raise Different if it sees more."""
    own = random.choice(contest.roles)
    may = random.choice((TableSeats(1, own).text, TableSeats(1, own).text, "join", "screen"))
    own = own if may.startswith("seat") else ()
    for world in pair:
        _refused(world.session, random)
    intruders = [Intruder(world, may) for world in pair]
    try:
        for plan in _plans(pair[0].match, random):
            for intruder in intruders:
                intruder.do(plan)
            if max([world.check(own) for world in pair]):
                break  # by its own legal move, after which the secret may be shown
            one, other = (intruder.heard for intruder in intruders)
            if found := one ^ other:
                raise Different(f"{plan.way} tells the secret: {min(found, key=len)}")
        for world in pair:
            world.must_be_well()
    finally:
        for intruder in intruders:
            intruder.client.close()
