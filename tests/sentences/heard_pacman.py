"""The PAC-MAN board game by its sentences alone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from tests.sentences.heard import Heard, Listener, Table, squares_of

WHO, SQUARE = "(?:Red|Green|Blue|Yellow)", r"[a-z]\d+"
ROUTE = rf"from {SQUARE}(?:,? (?:via|to|over the edge to|and) {SQUARE}|, {SQUARE})*"
KEYS = ("players", "ghosts", "white", "yellow", "dice", "due", "owed", "reward", "rolling")


def facts(game: Any, state: Any) -> Table:
    """Return pieces, marbles and dice; sets in order."""
    table = {name: value for name, value in game.to_json(state).items() if name in KEYS}
    return {**table, "dice": sorted(table["dice"])}


LISTENER = Listener(facts)


def use(h: Heard, die: str, piece: str) -> None:
    """Take away a die and the piece that it has moved; the dice go with the last piece."""
    h.table["dice"].remove(int(die))
    h.table["due"].remove(piece)
    if not h.table["due"]:
        h.table["dice"] = []


def player(h: Heard, who: str) -> dict[str, Any]:
    found: dict[str, Any] = h.table["players"][who.lower()]
    return found


@LISTENER.hears(rf"(?P<rolls>{WHO} rolls \d+.*?): (?P<who>[\w, ]+?) (?P<how>starts|roll again)\.")
def _(h: Heard, rolls: str, who: str, how: str) -> None:
    seats = [seat for seat in h.game.seats if re.search(seat, who, re.IGNORECASE)]
    h.table["rolling"] = [] if how == "starts" else seats


@LISTENER.hears(rf"{WHO} rolls (?P<a>\d) and (?P<b>\d)\.")
def _(h: Heard, a: str, b: str) -> None:
    h.table |= {"dice": sorted([int(a), int(b)]), "due": ["pac", "ghost"]}


@LISTENER.hears(
    rf"(?P<who>{WHO})'s Pac-Man goes (?P<route>{ROUTE}) with the (?P<die>\d)"
    rf"(?: and gobbles (?P<what>[^:.]*?))?(?:: {WHO} has (?P<has>[^.]*))?\."
)
def _(h: Heard, who: str, route: str, die: str, what: str | None, has: str | None) -> None:
    pac, what, has = player(h, who), what or "", has or ""
    path = squares_of(route, "over the edge")
    h.must(path[0], pac["square"])
    use(h, die, "pac")
    pac["square"] = path[-1]
    taken = [square for square in dict.fromkeys(path[1:]) if square in h.table["white"]]
    h.must(int((re.findall(r"(\d+) white", what) or [0])[0]), len(taken))
    h.table["white"] = [square for square in h.table["white"] if square not in taken]
    pac["tray"] += len(taken)
    if marbles := re.findall(r"(\d+) marble", has):
        h.must(int(marbles[0]), pac["tray"])
    for yellow in re.findall(SQUARE, what):
        h.table["yellow"].remove(yellow)
        pac["yellow"] += 1
    if privileges := re.findall(r"(\d+) privilege", has):
        h.must(int(privileges[0]), pac["yellow"])
    if ghost := re.findall(r"ghost (\d)", what):
        h.must(h.table["ghosts"][f"ghost{ghost[0]}"], path[-1])
        h.table["reward"] = h.game.rules.marbles_won > 0
    h.must(len(path) > 1 and all(one != two for one, two in pairwise(path)), True)


@LISTENER.hears(rf"{WHO} moves ghost (?P<n>\d) (?P<route>{ROUTE}) with the (?P<die>\d)\.")
def _(h: Heard, n: str, route: str, die: str) -> None:
    path = squares_of(route, "over the edge")
    h.must(path[0], h.table["ghosts"][f"ghost{n}"])
    h.table["ghosts"][f"ghost{n}"] = path[-1]
    use(h, die, "ghost")


@LISTENER.hears(rf"It lands on (?P<who>{WHO})'s (?:own )?Pac-Man, which goes home to (?P<to>\w+)\.")
def _(h: Heard, who: str, to: str) -> None:
    h.must(player(h, who)["square"] in h.table["ghosts"].values(), True)
    player(h, who)["square"] = to


@LISTENER.hears(
    rf"(?P<giver>{WHO}) gives (?P<taker>{WHO}) (?P<n>\d+) marbles?(?:, all they have)?:"
    rf" {WHO} has (?P<has>\d+), {WHO} (?P<left>\d+)\.",
    rf"(?P<taker>{WHO}) takes (?P<n>\d+) marbles? from (?P<giver>{WHO})(?:, all they have)?:"
    rf" {WHO} has (?P<has>\d+), {WHO} (?P<left>\d+)\.",
)
def _(h: Heard, giver: str, taker: str, n: str, has: str, left: str) -> None:
    player(h, giver)["tray"] -= int(n)
    player(h, taker)["tray"] += int(n)
    h.must((int(has), int(left)), (player(h, taker)["tray"], player(h, giver)["tray"]))
    h.table["reward"] = False


@LISTENER.hears(
    rf"{WHO} has no marbles to give to {WHO}\.",
    rf"{WHO} gives no marbles\.",
    r"No ringed hole is empty: the yellow marble waits for one\.",
    rf"{WHO} keeps the privilege\.",
)
def _(h: Heard) -> None:
    pass


@LISTENER.hears(rf"Nobody has marbles for {WHO} to take\.")
def _(h: Heard) -> None:
    h.table["reward"] = False


@LISTENER.hears(rf"(?P<who>{WHO}) has used the privilege(?:, and has (?P<n>\d+) more)?\.")
def _(h: Heard, who: str, n: str | None) -> None:
    player(h, who)["yellow"] -= 1
    h.must(int(n or 0), player(h, who)["yellow"])
    h.table["owed"].append(who.lower())


@LISTENER.hears(rf"Ghost (?P<n>\d) goes back to the centre, (?P<to>{SQUARE})\.")
def _(h: Heard, n: str, to: str) -> None:
    h.table["ghosts"][f"ghost{n}"] = to


@LISTENER.hears(
    rf"(?P<who>{WHO}) puts the yellow marble back into the ringed hole (?P<on>{SQUARE})\."
)
def _(h: Heard, who: str, on: str) -> None:
    h.must(h.table["owed"].pop(0), who.lower())
    h.table["yellow"] = sorted([*h.table["yellow"], on])


@LISTENER.hears(rf"{WHO}'s turn ends: they move no ghost\.")
def _(h: Heard) -> None:
    h.table |= {"dice": [], "due": []}


@LISTENER.hears(rf"(?P<who>{WHO}|No ghost|Ghost \d|The ghosts?).*? can't .*?(?P<die>\d).*?\.")
def _(h: Heard, who: str, die: str) -> None:
    use(h, die, "pac" if who in ("Red", "Green", "Blue", "Yellow") else "ghost")


@LISTENER.hears(r"All white marbles are off the board\. .*? (?:wins|share the win) with .*?\.")
def _(h: Heard) -> None:
    h.table |= {"dice": [], "due": []}
