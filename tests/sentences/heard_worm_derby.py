"""Worm Derby by its sentences alone."""

from __future__ import annotations

import math
import re
from typing import Any

from piecepack_nb.games.worm_derby.geometry.plane import Point
from piecepack_nb.games.worm_derby.state import Worm
from tests.sentences.heard import Heard, Listener, Table

WHO, NUMBER = "(?:suns|moons|crowns|arms)", r"[-−]?\d+(?:\.\d+)?"
SEAT = WHO.replace("suns", "[Ss]uns").replace("moons", "[Mm]oons")
SEAT = SEAT.replace("crowns", "[Cc]rowns").replace("arms", "[Aa]rms")
AT = rf"\((?P<x>{NUMBER}), (?P<y>{NUMBER})\)"
KEYS = ("worms", "tiles", "colours", "home", "gone")


def facts(game: Any, state: Any) -> Table:
    """Return the worms, the tiles, and who is home or out."""
    table = {name: value for name, value in game.to_json(state).items() if name in KEYS}
    table["worms"] = {
        seat: {**worm, "discs": [list(disc) for disc in worm["discs"]]}
        for seat, worm in table["worms"].items()
    }
    return table


LISTENER = Listener(facts)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def lay(h: Heard, seat: str, to: str, angle: float, adding: bool = False) -> None:
    """Lay a disc at an end, a disc's width away at an angle."""
    discs = h.table["worms"][seat]["discs"]
    x, y = discs[-1 if to == "head" else 0]
    wide, turn = h.game.ruleset.coin, math.radians(angle)
    new = [x + wide * math.cos(turn), y + wide * math.sin(turn)]
    if to == "head":
        del discs[: 0 if adding else 1]
        discs.append(new)
    else:
        del discs[len(discs) - (0 if adding else 1) :]
        discs.insert(0, new)


def build(h: Heard, seat: str, x: str, y: str) -> None:
    """Build a worm behind the start line, with its head at a place."""
    built = h.game.ruleset.built(number(y))
    discs = [[place.x, place.y] for place in built.discs]
    h.table["worms"][seat] = {"discs": discs, "laps": built.laps, "eaten_at": ""}
    h.must(abs(discs[-1][0] - number(x)) < 0.02, True)


@LISTENER.hears(rf"(?P<who>{SEAT}) rolls (?P<face>\w+|an? \w+)\.")
def _(h: Heard, who: str, face: str) -> None:
    pass


@LISTENER.hears(
    rf"The (?P<who>{WHO}) worm makes (?P<n>\d+) steps?, (?:tail|head) to (?P<to>tail|head):"
    rf" (?P<angles>[^:]*?°)\. Its (?:tail|head) is at {AT}(?:, \d+ steps? to go)?;"
    r" it has wound (?P<wound>.*?) round the pylon\."
)
def _(h: Heard, who: str, n: str, to: str, angles: str, x: str, y: str, wound: str) -> None:
    worm = h.table["worms"][who]
    made = [(int(many), number(at)) for many, at in re.findall(rf"(\d+) at ({NUMBER})°", angles)]
    h.must(sum(many for many, _ in made), int(n))
    for many, angle in made:
        for _step in range(many):
            lay(h, who, to, angle)
    end = worm["discs"][-1 if to == "head" else 0]
    if math.dist(end, (number(x), number(y))) > 0.02:
        h.must((x, y), end)
    discs = tuple(Point(*disc) for disc in worm["discs"])
    said = re.search(rf"({NUMBER})°", wound)
    assert said
    wide = abs(number(said[1]))
    worm["laps"] = min(
        (worm["laps"], worm["laps"] - 1, worm["laps"] + 1),
        key=lambda laps: abs(abs(h.game.ruleset.wound(Worm(discs, laps))) - wide) // 1,
    )
    worm["eaten_at"] = ""


@LISTENER.hears(
    rf"The {WHO} worm eats the (?P<whose>{WHO}) worm's (?P<end>tail|head) disc,"
    r" which leaves it (?P<n>\d+) discs?\."
)
def _(h: Heard, whose: str, end: str, n: str) -> None:
    worm = h.table["worms"][whose]
    worm["discs"].pop(-1 if end == "head" else 0)
    worm["eaten_at"] = end
    h.must(len(worm["discs"]), int(n))


@LISTENER.hears(
    rf"The (?P<who>{WHO}) worm must move away next: its discs are picked up at the (?P<end>\w+)\."
)
def _(h: Heard, who: str, end: str) -> None:
    h.must(h.table["worms"][who]["eaten_at"], end)


@LISTENER.hears(
    rf"The (?P<who>{WHO}) worm is out of the race(?P<unless>, unless an ace helps it)?\."
)
def _(h: Heard, who: str, unless: str | None) -> None:
    if not unless:
        del h.table["worms"][who]
        h.table["gone"].append(who)


@LISTENER.hears(rf"The (?P<who>{WHO}) worm is home between the start tiles: it is \w+\.")
def _(h: Heard, who: str) -> None:
    h.table["home"].append(who)
    if h.game.rules.finished == "leaves":
        del h.table["worms"][who]


@LISTENER.hears(
    rf"(?P<who>{SEAT}) (?P<verb>places|moves) tile (?P<n>\d+) (?:at|to) {AT},"
    rf" turned by (?P<angle>{NUMBER})°\."
)
def _(h: Heard, who: str, verb: str, n: str, x: str, y: str, angle: str) -> None:
    tiles, tile = h.table["tiles"], [number(x), number(y), number(angle)]
    if verb == "places":
        tiles.append(tile)
        h.must(len(tiles), int(n))
    else:
        tiles[int(n) - 1] = tile


@LISTENER.hears(
    rf"The worms are built side by side behind the start line; their heads are:"
    rf" (?P<heads>(?:{WHO} at \({NUMBER}, {NUMBER}\)(?:, | and )?)+)\."
)
def _(h: Heard, heads: str) -> None:
    for who, x, y in re.findall(rf"({WHO}) at \(({NUMBER}), ({NUMBER})\)", heads):
        build(h, who, x, y)


@LISTENER.hears(rf"(?P<who>{SEAT}) builds a worm behind the start line, its head at {AT}\.")
def _(h: Heard, who: str, x: str, y: str) -> None:
    build(h, who.lower(), x, y)


@LISTENER.hears(
    rf"(?P<who>{SEAT}) adds an eaten disc at the (?P<end>tail|head), at (?P<angle>{NUMBER})°:"
    r" the worm now has (?P<n>\d+) discs\."
)
def _(h: Heard, who: str, end: str, angle: str, n: str) -> None:
    lay(h, who.lower(), end, number(angle), adding=True)
    h.must(len(h.table["worms"][who.lower()]["discs"]), int(n))


@LISTENER.hears(
    rf"The {WHO} worm has \d+ discs and makes no more steps than that: \d+ steps? lost\.",
    rf"{SEAT} makes no step this turn\.",
    rf"{SEAT} has nothing that an ace could move or bring back\.",
    rf"{SEAT} moves no obstacle\.",
    rf"{SEAT} doesn't move\.",
    rf"The {WHO} worm has only one disc left and can't move: only an ace helps it\.",
    rf"The {WHO} worm has (?:been round the far side of the pylon|turned back,[^:]*): [^:]*?\.",
    rf"The {WHO} worm can't move: .*?\.",
    rf"The {WHO} worm wins[^.]*\.",
    r"(?:Nobody|No worm|A draw|All)[^.]*\.",
)
def _(h: Heard) -> None:
    pass
