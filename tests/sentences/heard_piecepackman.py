"""Piecepackman by its sentences alone."""

from __future__ import annotations

import re
from typing import Any

from tests.sentences.heard import Heard, Listener, Table, squares_of

SUIT, SQUARE = "(?:suns|moons|crowns|arms)", r"[a-z]\d+"
SUITS = rf"{SUIT}(?:, {SUIT})*(?: and {SUIT})?"
HOP = rf", (?:through the portal|by its power) to {SQUARE}"
ROUTE = rf"from {SQUARE}(?:{HOP},?| (?:via|to|and) {SQUARE}|, {SQUARE})*"
ON = rf"(?:, as {SUIT},)? on ((?:{SQUARE}(?:, | and )?)+)"
HOLDS = rf"(?:\d+ of {SUIT}(?:, \d+ of {SUIT})*(?: and \d+ of {SUIT})?|\d+ cubes?)"
MORE = r"(?:, and (?P<n>\d+) turns? more)?"
SIDES = {"north": "N", "east": "E", "south": "S", "west": "W"}


def facts(game: Any, state: Any) -> Table:
    """Return all that is on the table, and which ghosts are Dangerous.

    What he plans is his reason, and the dice are the roll's sentence: neither is a change of the
    table. Who Piecepackman's next victims are ends with the game.
    """
    table = game.to_json(state)
    he = table["piecepackman"]
    over = state.phase == "over"
    return {
        "square": he["square"],
        "heading": he["heading"],
        "lives": table["extra_lives"],
        "ghosts": {
            suit: {
                "square": ghost.square,
                "cubes": {k: v for k, v in {**ghost.others, suit: ghost.cubes}.items() if v},
                "banked": dict(ghost.banked),
                "waits": ghost.waits,
                "immune": ghost.immune,
                "uses": ghost.uses,
                "power": ghost.power,
            }
            for suit, ghost in state.ghosts.items()
        },
        "cubes": table["cubes"],
        "coins": {square: coin.suit for square, coin in state.coins.items()},
        "stash": table["stash"],
        "hunger": state.hunger,
        "dangerous": {} if over else {s: game.ruleset.dangerous(state, s) for s in state.ghosts},
    }


LISTENER = Listener(facts)


def squares(route: str) -> list[str]:
    return squares_of(route.replace("by its power", "through the portal"), "through the portal")


def each_suit(text: str) -> list[str]:
    return re.findall(SUIT, text)


@LISTENER.hears(
    rf"Piecepackman goes (?P<route>{ROUTE}), facing (?P<side>\w+)(?:, and takes (?P<what>.*?))?\."
)
def _(h: Heard, route: str, side: str, what: str | None) -> None:
    path = squares(route)
    h.must(path[0], h.table["square"])
    h.table |= {"square": path[-1], "heading": SIDES[side]}
    for suit, coin, on in re.findall(rf"the ({SUIT}) (power coin|cubes?){ON}", what or ""):
        for square in re.findall(SQUARE, on):
            h.must(square in path, True)
            h.must(h.table["coins" if coin == "power coin" else "cubes"].pop(square), suit)


@LISTENER.hears(rf"Piecepackman turns on (?P<on>{SQUARE}), facing (?P<side>\w+)\.")
def _(h: Heard, on: str, side: str) -> None:
    h.must(on, h.table["square"])
    h.table["heading"] = SIDES[side]


@LISTENER.hears(
    rf"The (?P<suit>{SUIT}) ghost goes (?P<route>{ROUTE})(?: and takes (?P<what>.*?))?\."
)
def _(h: Heard, suit: str, route: str, what: str | None) -> None:
    path, ghost = squares(route), h.table["ghosts"][suit]
    h.must(path[0], ghost["square"])
    ghost["square"] = path[-1]
    for cube, on in re.findall(rf"the ({SUIT}) cubes?{ON}", what or ""):
        for square in re.findall(SQUARE, on):
            h.must(h.table["cubes"].pop(square), cube)


@LISTENER.hears(
    rf"Piecepackman eats the (?P<suit>{SUIT}) ghost on {SQUARE}(?: and takes its \d+ cubes?)?;"
    rf" it goes back to the ghost house, (?P<home>{SQUARE})(?P<immune>, immune until .*?)?\."
)
def _(h: Heard, suit: str, home: str, immune: str | None) -> None:
    ghost = h.table["ghosts"][suit]
    ghost |= {"square": home, "waits": h.game.rules.eaten_waits}
    if immune:
        ghost["immune"] = True


@LISTENER.hears(r"Now (?P<what>.*?)\.")
def _(h: Heard, what: str) -> None:
    for held in re.findall(rf"his stash has ({HOLDS})", what):
        h.table["stash"] |= {suit: int(n) for n, suit in re.findall(rf"(\d+) of ({SUIT})", held)}
    for suit, held, danger in re.findall(
        rf"the ({SUIT}) ghost holds ({HOLDS})(?: and is (Dangerous|Vulnerable))?", what
    ):
        cubes = {each: int(n) for n, each in re.findall(rf"(\d+) of ({SUIT})", held)}
        own = int(held.split()[0])
        h.table["ghosts"][suit]["cubes"] = cubes or ({suit: own} if own else {})
        if danger:
            h.table["dangerous"][suit] = danger == "Dangerous"
    for suits, danger in re.findall(
        rf"the ({SUITS}) ghosts? (?:is|are) (Dangerous|Vulnerable)", what
    ):
        for suit in each_suit(suits):
            h.table["dangerous"][suit] = danger == "Dangerous"


@LISTENER.hears(rf"The (?P<suit>{SUIT}) ghost was eaten: it waits in the ghost house{MORE}\.")
def _(h: Heard, suit: str, n: str | None) -> None:
    h.table["ghosts"][suit]["waits"] = int(n or 0)


@LISTENER.hears(r"The turn ends; the ghosts go back to the house: (?P<where>.*?)\.")
def _(h: Heard, where: str) -> None:
    for suit, square in re.findall(rf"({SUIT}) to ({SQUARE})", where):
        h.table["ghosts"][suit]["square"] = square


@LISTENER.hears(
    rf"Piecepackman loses a life; the next one starts on (?P<on>{SQUARE})\."
    r" Extra lives left: (?P<n>\d+)\.",
    r"Piecepackman loses a life, and nothing is left on the board: the level ends\."
    r" Extra lives left: (?P<n>\d+)\.",
    rf"His lives are endless: he starts again on (?P<on>{SQUARE})\.",
)
def _(h: Heard, n: str | None = None, on: str | None = None) -> None:
    h.table["lives"] = int(n) if n else h.table["lives"]
    h.table |= {"square": h.game.ruleset.maze.start, "heading": h.game.ruleset.start_heading}
    h.must(on or h.table["square"], h.table["square"])


@LISTENER.hears(r"That was Piecepackman's last life\.")
def _(h: Heard) -> None:
    h.table |= {"lives": -1, "dangerous": {}}


@LISTENER.hears(
    r"(?:He|Piecepackman) took a power coin: Ghost Hunger begins\."
    r"(?: He gets a bonus roll at once\.)?"
)
def _(h: Heard) -> None:
    h.table["hunger"] = h.table["hunger"] or 0


@LISTENER.hears(
    rf"The {SUIT} coin shows an? \w+: hunger lasts for (?P<n>\d+) more turns?"
    r"(?:, (?P<all>\d+) in all)?\.",
    rf"The {SUIT} coin shows \w+: he is hungry for (?P<n>\d+) turns?\.",
)
def _(h: Heard, n: str, all: str | None = None) -> None:
    h.table["hunger"] = (h.table["hunger"] or 0) + int(n)
    h.must(int(all or h.table["hunger"]), h.table["hunger"])


@LISTENER.hears(
    rf"The {SUIT} coin shows an ace: no turns of hunger"
    r"(?:, but (?P<n>an|\d+) extra (?:life|lives))?\."
)
def _(h: Heard, n: str | None) -> None:
    h.table["lives"] += 1 if n == "an" else int(n or 0)


@LISTENER.hears(r"Another turn of Ghost Hunger begins; (?P<n>\d+) more after it\.")
def _(h: Heard, n: str) -> None:
    h.table["hunger"] = int(n)


@LISTENER.hears(r"The last turn of Ghost Hunger begins\.")
def _(h: Heard) -> None:
    h.table["hunger"] = 0


@LISTENER.hears(r"Ghost Hunger is over; no ghost is immune any more\.")
def _(h: Heard) -> None:
    h.table["hunger"] = None
    for ghost in h.table["ghosts"].values():
        ghost["immune"] = False


@LISTENER.hears(rf"Another coin in hunger: (?P<who>{SUITS}) loses? immunity\.")
def _(h: Heard, who: str) -> None:
    for suit in each_suit(who):
        h.table["ghosts"][suit]["immune"] = False


@LISTENER.hears(rf"The (?P<suit>{SUIT}) ghost uses its power, .*?; (?P<n>\d+) uses? left\.")
def _(h: Heard, suit: str, n: str) -> None:
    h.table["ghosts"][suit]["uses"] = int(n)


@LISTENER.hears(
    rf"The (?P<suit>{SUIT}) ghost rolls \w+: (?P<n>\d+) times? in this level it can .*?\."
)
def _(h: Heard, suit: str, n: str) -> None:
    h.table["ghosts"][suit]["uses"] = int(n)


@LISTENER.hears(rf"The (?P<suit>{SUIT}) ghost drops a (?P<cube>{SUIT}) cube on (?P<on>{SQUARE})\.")
def _(h: Heard, suit: str, cube: str, on: str) -> None:
    h.table["cubes"][on] = cube


@LISTENER.hears(
    rf"The (?P<suit>{SUIT}) ghost banks \d+ cubes? in the house: nobody can take them\."
)
def _(h: Heard, suit: str) -> None:
    ghost = h.table["ghosts"][suit]
    for cube, n in ghost["cubes"].items():
        ghost["banked"][cube] = ghost["banked"].get(cube, 0) + n


@LISTENER.hears(
    rf"The (?P<suit>{SUIT}) ghost takes its power coin on (?P<on>{SQUARE})(?:: he is .*?)?\."
)
def _(h: Heard, suit: str, on: str) -> None:
    h.must(h.table["coins"].pop(on), suit)


@LISTENER.hears(
    rf"The players move the (?P<suit>{SUIT}) cube on (?P<a>{SQUARE}) to (?P<b>{SQUARE});"
    r" they may move \d+ more\."
)
def _(h: Heard, suit: str, a: str, b: str) -> None:
    h.must(h.table["cubes"].pop(a), suit)
    h.table["cubes"][b] = suit


@LISTENER.hears(
    rf"(?:He|Piecepackman) takes the (?:wild )?(?P<suit>{SUIT}) cube on (?P<on>{SQUARE})[:;] .*?\."
)
def _(h: Heard, suit: str, on: str) -> None:
    h.must(h.table["cubes"].pop(on), suit)


@LISTENER.hears(
    rf"Piecepackman rolls {SUIT} .*?\. The highest is .*?: \d+ points?\.",
    r"His stash has \d+ of one suit: he adds them and has \d+ points\.",
    r"The players agree on the cubes: the race begins\.",
    rf"The ghosts agree to move in this order: {SUIT}(?:, {SUIT})*\.",
    r"The ghosts roll: .*?\.",
    rf"The {SUIT} ghost (?:can't take a single step|rolled 0)[^.]*: it stays on {SQUARE}\.",
    rf"The {SUIT} ghost could move only with its power: it stays on {SQUARE}\.",
    rf"The {SUIT} ghost [^.]*?: it stays on {SQUARE}\.",
    rf"The {SUIT} ghost is Vulnerable and enters his square {SQUARE}: he eats it\.",
    r"[^.]*?(?:it attacks|attacks him)[^.]*\.",
    rf"The {SUIT} ghost takes its cubes back from his stash: \d+\.",
    rf"With its power the {SUIT} ghost takes \d+ cubes? more from his stash: {SUIT}\.",
    rf"The {SUIT} ghost gives .*? to the {SUIT} ghost\.",
    r"(?:His|Piecepackman's) points pay for (?:nothing|no step): he stays(?: on \w+)?\.",
    r"(?:He|Piecepackman) has no points to spend: he stays\.",
    r"(?:He|Piecepackman|No|Nothing|Among|An|Costs|The)[^.]*"
    r"(?:heads for|would|cost|reached|keeps|stays|path|decides?|spend)[^.]*\.",
)
def _(h: Heard) -> None:
    pass


@LISTENER.hears(r"(?:The ghosts win|Piecepackman wins|Nobody wins|A draw|Equal|\w+ wins?)[^.]*\.")
def _(h: Heard) -> None:
    h.table["dangerous"] = {}
