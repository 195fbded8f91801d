"""The sentences of the PAC-MAN board game, and what must be true for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from piecepack_nb.games.pacman.maze import SHIPPED, read_board
from piecepack_nb.games.pacman.state import Put, Stay, Take, Walk
from tests.games.pacman.brute_force import Ground, legal
from tests.games.pacman.helpers import CORRIDORS, POCKET
from tests.sentences.play import Reader
from tests.sentences.reader import (
    ANY,
    NUMBER,
    Case,
    Grammar,
    Wrong,
    listing,
    names_in,
    read_rolls,
)  # fmt: skip

WHO, SQUARE = "Red|Green|Blue|Yellow", r"[a-z][1-9]\d?"
G = Grammar(
    "pacman",
    {
        "who": (WHO, str.lower), "n": NUMBER, "square": (SQUARE, str), "any": ANY,
        "ghost": (r"[Gg]host \d", lambda text: "ghost" + text[-1]),
        "players": (listing(WHO), lambda text: [each.lower() for each in names_in(text)]),
        "payers": (listing(WHO, "or"), lambda text: names_in(text.lower(), "or")),
        "squares": (listing(SQUARE, "or"), lambda text: names_in(text, "or")),
        "path": (rf"{SQUARE}(?:[-~]{SQUARE})*", str),
    },
)  # fmt: skip
Facts = Iterator[tuple[Any, Any]]
read_rolls(G)


read_ground = cache(Ground)


def ground(c: Case) -> Ground:
    return read_ground(c.game.board.text())


def squares_of(path: str) -> tuple[str, ...]:
    return tuple(path.replace("~", "-").split("-"))


def legal_moves(c: Case) -> set[str]:
    """Return the legal moves by the brute-force walker, which knows nothing of the game's code."""
    return legal(c.game.board.text(), c.rules.to_json(), c.game.to_json(c.before))


def price(c: Case, path: tuple[str, ...], pac: bool) -> int:
    """Return how much of a die a path takes."""
    g, rules = ground(c), c.rules
    hops = sum(not g.beside(*pair) for pair in pairwise(path))
    homes = 0 if rules.homes_count or not pac else sum(s in g.homes.values() for s in path[1:])
    return len(path) - 1 - homes + hops * rules.off_board_cost


def left_of(c: Case, seat: str) -> str:
    seats = list(c.before.players)
    return seats[(seats.index(seat) + 1) % len(seats)]


# --- starting and rolling ----------------------------------------------------------------------


@G.event("start tied", "PC-2", "{rolls~.*}: {players} roll again.")
def _(c: Case, rolls: str, players: list[str]) -> Facts:
    totals = start_rolls(c, rolls)
    yield players, [seat for seat in totals if totals[seat] == max(totals.values())]
    yield tuple(players), c.after.rolling
    yield len(players) > 1, True


@G.event("start", "PC-2", "{rolls~.*}: {who} starts.")
def _(c: Case, rolls: str, who: str) -> Facts:
    totals = start_rolls(c, rolls)
    yield [who], [seat for seat in totals if totals[seat] == max(totals.values())]
    yield who, c.after.to_move


def start_rolls(c: Case, text: str) -> dict[str, int]:
    """Return the totals of a sentence, which must be the dice of the move."""
    totals = {}
    for each in text.split(", "):
        c.grammar.read(c, "start roll", each)
        who, _, total, *_ = each.split()
        totals[who.lower()] = int(total)
    if list(totals) != list(c.before.rolling):
        raise Wrong(f"{text!r}: {c.before.rolling} roll")
    return totals


@G.event("start roll", "", "{who} rolls {n}[ ({a:n} and {b:n})]")
def _(c: Case, who: str, n: int, a: int | None, b: int | None) -> Facts:
    faces = [int(face) for die, face in c.move.faces.items() if die.rstrip("12") == who]
    yield n, sum(faces)
    yield [a, b] if a else [n], faces


@G.event("roll", "PC-3", "{who} rolls {a:n} and {b:n}.")
def _(c: Case, who: str, a: int, b: int) -> Facts:
    yield who, c.before.to_move
    yield [a, b], list(map(int, c.move.faces.values()))
    yield c.before.dice, ()


# --- a Pac-Man ---------------------------------------------------------------------------------


@G.event("off", "PC-9", "{who}'s Pac-Man goes off the board at {square}.")
def _(c: Case, who: str, square: str) -> Facts:
    yield who, c.before.to_move
    yield square, c.before.players[who].square
    yield square in ground(c).arrows, True


@G.event("step", "PC-4", "{who}'s Pac-Man moves from {here:square} to {to:square}.")
@G.event(
    "step",
    "PC-10",
    "{who}'s Pac-Man moves from {here:square} to {to:square}"
    " and gobbles the {marble~white|yellow} marble.",
)
def _(c: Case, who: str, here: str, to: str, marble: str = "") -> Facts:
    yield here, c.before.players[who].square
    yield to in ground(c).neighbours(here), True
    yield from arrives(c, who, to, marble)


@G.event(
    "on",
    "PC-9",
    "{who}'s Pac-Man comes on the board at {to:square}"
    "[ and gobbles the {marble~white|yellow} marble].",
)
def _(c: Case, who: str, to: str, marble: str | None) -> Facts:
    yield {to, c.before.players[who].square} <= ground(c).arrows, True
    yield from arrives(c, who, to, marble or "")


def arrives(c: Case, who: str, to: str, marble: str) -> Facts:
    before, after = c.before.players[who], c.after.players[who]
    there = "white" if to in c.before.white else "yellow" if to in c.before.yellow else ""
    yield who, c.before.to_move
    yield to, after.square
    yield marble, there
    yield after.tray - before.tray, int(marble == "white")
    yield after.yellow - before.yellow, int(marble == "yellow")
    yield c.before.white - c.after.white, {to} if marble == "white" else set()
    yield c.before.yellow - c.after.yellow, {to} if marble == "yellow" else set()


@G.event("privilege won", "PC-11", "{who} has the ghost gobbler privilege[, {n:#time}].")
def _(c: Case, who: str, n: int | None) -> Facts:
    yield who, c.before.to_move
    yield n or 1, c.after.players[who].yellow
    yield n != 1, True


@G.event(
    "ghost gobbled",
    "PC-20 PC-21",
    "{who} uses the privilege: their Pac-Man gobbles {ghost} on {square}.",
)
def _(c: Case, who: str, ghost: str, square: str) -> Facts:
    yield who, c.before.to_move
    yield square, c.before.players[who].square
    yield square, c.before.ghosts[ghost]
    used = c.before.players[who].yellow - c.after.players[who].yellow
    yield c.clause, "PC-20" if used else "PC-21"
    yield used, int(not c.rules.privilege_kept)


@G.event("ghost back", "PC-20", "{ghost} goes back to the centre, {square}, and stays in play.")
def _(c: Case, ghost: str, square: str) -> Facts:
    yield square, ground(c).centre
    yield square, c.after.ghosts[ghost]
    yield c.before.ghosts[ghost], c.before.players[c.before.to_move].square


def empty_rings(c: Case, state: Any) -> set[str]:
    pieces = {*state.ghosts.values(), *(each.square for each in state.players.values())}
    rings = set(c.game.board.ringed) - state.yellow
    return rings if c.rules.ring_under_piece else rings - pieces


@G.event("yellow waits", "PC-20", "No ringed hole is empty: the yellow marble waits for one.")
def _(c: Case) -> Facts:
    yield bool(c.before.owed), True
    yield empty_rings(c, c.before), set()


@G.event("yellow back", "PC-20", "{who} puts the yellow marble back into the ringed hole {square}.")
def _(c: Case, who: str, square: str) -> Facts:
    yield who, c.before.owed[0]
    yield square in empty_rings(c, c.before), True
    yield c.after.yellow - c.before.yellow, {square}


@G.event("turn over", "PC-20", "{who}'s turn ends: they move no ghost.")
def _(c: Case, who: str) -> Facts:
    yield who, c.before.to_move
    yield c.before.due, ("ghost",)
    yield c.rules.gobbling_ends_turn, True


# --- ghosts and marbles ------------------------------------------------------------------------


@G.event("ghost step", "PC-12", "{ghost} moves from {here:square} to {to:square}.")
def _(c: Case, ghost: str, here: str, to: str) -> Facts:
    yield here, c.before.ghosts[ghost]
    yield to, c.after.ghosts[ghost]
    yield to in ground(c).neighbours(here), True


@G.event("landing", "PC-12", "{ghost} lands on {who}'s Pac-Man on {square}: its move ends.")
def _(c: Case, ghost: str, who: str, square: str) -> Facts:
    yield square, c.before.ghosts[ghost]
    yield square, c.before.players[who].square


@G.event(
    "gone home",
    "PC-13",
    "{who}'s Pac-Man goes home to {square}[; {own:who} moved the ghost, so no marbles are given].",
)
def _(c: Case, who: str, square: str, own: str | None) -> Facts:
    yield square, ground(c).homes[who]
    yield square, c.after.players[who].square
    yield c.before.players[who].square in c.before.ghosts.values(), True
    yield own, who if who == c.before.to_move else None


@G.event(
    "paid",
    "PC-13",
    "{who} has no marbles to give to {to:who}.",
    "{who} gives {n~no marbles}.",
    "{who} gives {n:#marble} to {to:who}[{all~: all they have}].",
)
@G.event("paid", "PC-20", "{to:who} takes {n:#marble} from {who}[{all~: all they have}].")
def _(c: Case, who: str, to: str = "", n: Any = 0, all: str | None = None) -> Facts:
    none, n = n == "no marbles", 0 if n == "no marbles" else n
    to = to or c.before.to_move
    full = c.rules.marbles_lost if c.clause == "PC-13" else c.rules.marbles_won
    had = c.before.players[who].tray
    yield n, had - c.after.players[who].tray
    yield n, c.after.players[to].tray - c.before.players[to].tray
    yield n, min(full, had)
    yield to, c.before.to_move
    yield none, full == 0
    if not none and n:
        yield bool(all), had < full
        yield not all or n == had, True


@G.event("no reward", "PC-20", "Nobody has marbles for {who} to take.")
def _(c: Case, who: str) -> Facts:
    yield who, c.before.to_move
    yield [s for s, each in c.before.players.items() if s != who and each.tray], []
    yield c.rules.marbles_won > 0, True


# --- staying -----------------------------------------------------------------------------------


@G.event(
    "stays",
    "PC-5",
    "{who}'s Pac-Man can't move {n} and stays: {why~.*}.",
    "{who} does not use the privilege; {without~without it} their Pac-Man can't move {n} and"
    " stays: {why~.*}.",
)
def _(c: Case, who: str, n: int, why: str, without: str = "") -> Facts:
    moves = legal_moves(c)
    yield who, c.before.to_move
    yield f"pac {n} stays" in moves, True
    yield bool(without), any(move.startswith(f"pac {n} ") and "-" in move for move in moves)
    yield from stays(c, "pac", n, why)


@G.event("ghosts stay", "PC-12", "{names~[Gg]host .*?} can't move {n} and {stay~stays?}: {why~.*}.")
def _(c: Case, names: str, n: int, stay: str, why: str) -> Facts:
    ghosts = ["ghost" + name[-1] for name in names_in(names)]
    yield ghosts, list(c.before.ghosts)
    yield stay, "stay" if len(ghosts) > 1 else "stays"
    yield f"ghosts {n} stay" in legal_moves(c), True
    yield from stays(c, "ghosts", n, why)


def stays(c: Case, pieces: str, die: int, why: str) -> Facts:
    """Check each blocked path, and that every step that would come next is refused as it says."""
    for text in re.split(r"; (?=after |from |and \d)", why):
        if text.startswith("and "):
            yield text.split()[2:], ["more"]
            continue
        begun, _, stops = text.partition(", ")
        path = squares_of(begun.split()[-1])
        yield begun.split()[0], "from" if len(path) == 1 else "after"
        starts = (
            c.before.ghosts
            if pieces == "ghosts"
            else {"pac": c.before.players[c.before.to_move].square}
        )
        piece = next(each for each, square in starts.items() if square == path[0])
        yield price(c, path, piece == "pac") < die, True
        beyond(c, piece, die, path, stops)


def beyond(c: Case, piece: str, die: int, path: tuple[str, ...], stops: str) -> None:
    """Read the stops after a path, each of which must be true of another step."""
    g = ground(c)
    steps = g.neighbours(path[-1]) - set(path[-2:-1])
    if piece == "pac" and path[-1] in g.arrows:
        came = len(path) > 1 and not g.beside(*path[-2:])
        steps |= set() if came else g.arrows - {path[-1]}

    @cache
    def rest(text: str, left: frozenset[str]) -> bool:
        if not text:
            return True
        for pattern, match, after in c.grammar.begins("stop", text):
            if after and not after.startswith((", ", " and ")):
                continue
            for to in left:
                case = c.but(move=Walk(piece, die, (*path, to)))
                try:
                    number = number_clause(case)
                    case.clause = number if number in pattern.clauses else min(pattern.clauses)
                    c.grammar.read(case, "stop", match.group())
                except Wrong:
                    continue
                if rest(after.removeprefix(", ").removeprefix(" and "), left - {to}):
                    return True
        return False

    if not rest(stops, frozenset(steps)):
        raise Wrong(f"after {path}, {stops!r} isn't true of the steps to {sorted(steps)}")


# --- the end -----------------------------------------------------------------------------------


@G.event("end", "PC-30", "All white marbles are off the board. {result~.*}.")
def _(c: Case, result: str) -> Facts:
    yield c.after.white, frozenset()
    yield from c.but(before=c.after).part("result", result)


@G.event(
    "result", "", "{who} wins with {n:#marble}", "{players} share the win with {n:#marble} each"
)
def _(c: Case, n: int, who: str = "", players: list[str] | None = None) -> Facts:
    trays = {seat: each.tray for seat, each in c.before.players.items()}
    yield n, max(trays.values())
    yield players or [who], [seat for seat in trays if trays[seat] == n]


# --- refusals ----------------------------------------------------------------------------------


@G.event("due", "PC-2", "{players} must roll to see who starts")
def _(c: Case, players: list[str]) -> Facts:
    yield ("start", tuple(players)), (c.before.phase, c.before.rolling)


@G.event(
    "due",
    "PC-3",
    "{who} must roll the dice",
    "{who} must move {due~their Pac-Man and a ghost|their Pac-Man|a ghost}, with {dice~.*}",
)
def _(c: Case, who: str, due: str = "", dice: str = "") -> Facts:
    yield who, c.before.to_move
    yield c.before.phase, "move" if due else "roll"
    if due:
        yield (
            ("Pac" in due, "ghost" in due),
            tuple(each in c.before.due for each in ("pac", "ghost")),
        )
        yield tuple(map(int, names_in(dice))), c.before.dice


@G.event(
    "due",
    "PC-20",
    "{who} must put a yellow marble back, on {squares}",
    "{who} must take marbles from {payers}",
)
def _(c: Case, who: str, squares: list[str] = (), payers: list[str] = ()) -> Facts:  # type: ignore[assignment]
    if squares:
        yield (who, set(squares)), (c.before.owed[0], empty_rings(c, c.before))
    else:
        rich = [s for s, each in c.before.players.items() if s != who and each.tray]
        yield (who, list(payers), c.before.phase), (c.before.to_move, rich, "take")


@G.event("due", "PC-30", "the game is over: {result~.*}")
def _(c: Case, result: str) -> Facts:
    yield c.before.phase, "over"
    yield from c.part("result", result)


@G.refusal("", "{due~.*}: pick the piece first")
def _(c: Case, due: str) -> Facts:
    yield c.before.phase, "move"
    yield from c.part("due", due)


@G.refusal("PC-5 PC-12", "no path leads on from {path} to {square}; Escape to undo")
def _(c: Case, path: str, square: str) -> Facts:
    starts = {*c.before.ghosts.values(), c.before.players[c.before.to_move].square}
    yield squares_of(path)[0] in starts, True
    yield [move for move in legal_moves(c) if path in move and move.endswith(square)], []


@G.refusal("PC-5 PC-12", "a path can end on {square}, but none passes it: choose it without Shift")
def _(c: Case, square: str) -> Facts:
    yield (c.move.to or c.move.start) == square, True
    yield any(move.endswith(square) for move in legal_moves(c)), True


@G.refusal("", "{move~.*} must wait: {due~.*}", "{move~.*} is no move of this game: {due~.*}")
def _(c: Case, move: str, due: str) -> Facts:
    yield move[:60] in (str(c.move)[:60], repr(c.move)), True
    yield from c.part("due", due)


@G.refusal(
    "PC-3", "{who} has moved {what~their Pac-Man|a ghost}; {due~.*}", "no die shows {n}: {due~.*}"
)
def _(c: Case, due: str, who: str = "", what: str = "", n: int = 0) -> Facts:
    if who:
        yield ("pac" if "Pac" in what else "ghost") in c.before.due, False
        yield "Pac" in what, c.move.piece == "pac"
    else:
        yield (n, n in c.before.dice), (c.move.die, False)
    yield from c.part("due", due)


@G.refusal("PC-3", "there is no piece {name~'.*'}; the pieces are {pieces~.*}")
def _(c: Case, name: str, pieces: str) -> Facts:
    yield name, repr(c.move.piece)
    yield c.move.piece in names_in(pieces), False
    yield names_in(pieces)[0], "pac"


@G.refusal(
    "PC-20",
    "'{name~.*}' is no hole with an orange ring",
    "the ringed hole {square} has a yellow marble in it",
    "{piece~.*} is on the ringed hole {square}, so it is not empty",
)
def _(c: Case, name: str = "", square: str = "", piece: str = "") -> Facts:
    yield name or square, c.move.square
    yield name in c.game.board.ringed, False
    if square and not piece:
        yield square in c.before.yellow, True
    elif piece:
        yield place_of(c, piece), square


@G.refusal(
    "PC-20",
    "nobody plays '{name~.*}'; {due~.*}",
    "{who} can't take marbles from themselves; {due~.*}",
    "{who} has no marbles to take; {due~.*}",
)
def _(c: Case, due: str, name: str = "", who: str = "") -> Facts:
    yield name or who, c.move.seat
    yield name in c.before.players, False
    if who and who != c.before.to_move:
        yield c.before.players[who].tray, 0
    yield from c.part("due", due)


def place_of(c: Case, piece: str) -> str:
    """Return the square of a piece by its name in words."""
    if piece.lower().startswith("ghost"):
        return str(c.before.ghosts["ghost" + piece[-1]])
    return str(c.before.players[piece.split("'", maxsplit=1)[0].lower()].square)


def mover(c: Case) -> str:
    """Return the name in words of the piece that moves."""
    who = c.before.to_move.title()
    return f"{who}'s Pac-Man" if c.move.piece == "pac" else f"ghost {c.move.piece[-1]}"


def number_clause(c: Case) -> str:
    return "PC-5" if c.move.piece == "pac" else "PC-12"


PIECE = rf"(?:{WHO})'s Pac-Man|ghost \d"


@G.refusal(
    "PC-5 PC-12",
    f"{{piece~{PIECE}}} is on {{square}}, but this path starts on {{begins~.*}}",
    f"{{piece~{PIECE}}} is on {{square}} already: a walk must have a step",
)
def _(c: Case, piece: str, square: str, begins: str = "") -> Facts:
    yield (piece, square, c.clause), (mover(c), place_of(c, piece), number_clause(c))
    yield begins or square, (c.move.path or ("nowhere",))[0]
    yield begins != square, True


def stop(clauses: str, *texts: str) -> Any:
    """Add the refusals of a step, which also say why a piece stays."""

    def add(check: Any) -> Any:
        G.event("stop", clauses, *texts)(check)
        return G.refusal(clauses, *texts)(check)

    return add


def in_path(c: Case, *squares: str) -> bool:
    """Tell if the squares follow one another in the path."""
    path, many = c.move.path, len(squares)
    return any(path[n : n + many] == squares for n in range(len(path)))


@stop("PC-4", "there is no space {name~[^ ]*} on this board")
def _(c: Case, name: str) -> Facts:
    yield (name in ground(c).spaces, name in c.move.path), (False, True)


@stop("PC-20", "gobbling {ghost} on {square} ends the move there")
def _(c: Case, ghost: str, square: str) -> Facts:
    yield c.before.ghosts[ghost], square
    yield square in c.move.path[1:-1], True
    yield c.move.piece, "pac"


@stop("PC-12 PC-14", "{ghost} lands on {who}'s Pac-Man on {square}: its move ends there")
def _(c: Case, ghost: str, who: str, square: str) -> Facts:
    yield (ghost, square), (c.move.piece, c.before.players[who].square)
    yield square in c.move.path[1:-1], True


@stop("PC-1", "{square} is the centre: only ghosts may enter it")
def _(c: Case, square: str) -> Facts:
    yield (square, c.move.piece, c.rules.centre), (ground(c).centre, "pac", "ghosts")
    yield square in c.move.path, True


@stop(
    "PC-9",
    "{to:square} has {no~no} arrow: whoever goes off the board at {here:square} must come on at"
    " {squares}",
    "from {here:square} to {to:square} is not one step, and whoever goes off the board at"
    " {here:square} must come on at {squares}",
)
def _(c: Case, to: str, here: str, squares: list[str], no: str = "") -> Facts:
    arrows = ground(c).arrows
    yield set(squares), arrows - {here}
    yield (here in arrows, in_path(c, here, to)), (True, True)
    yield (to in arrows, to == here), (not no, not no)


@stop("PC-5 PC-12", "from {here:square} to {to:square} is not one step")
def _(c: Case, here: str, to: str) -> Facts:
    yield (c.clause, in_path(c, here, to)), (number_clause(c), True)
    yield ground(c).beside(here, to), False


@stop("PC-7", "a blue barrier is between {here:square} and {to:square}")
def _(c: Case, here: str, to: str) -> Facts:
    g = ground(c)
    yield (g.beside(here, to), to in g.neighbours(here), in_path(c, here, to)), (True, False, True)


@stop("PC-14", "from {here:square} to {to:square} leads off the board: ghosts can't leave it")
def _(c: Case, here: str, to: str) -> Facts:
    yield ({here, to} <= ground(c).arrows, ground(c).beside(here, to)), (True, False)
    yield in_path(c, here, to), True


@stop("PC-14", "{square} is {who}'s home: ghosts can't enter or cross homes")
def _(c: Case, square: str, who: str) -> Facts:
    yield square, ground(c).homes[who]
    yield square in c.move.path, True


@stop(
    "PC-5 PC-12",
    f"{{piece~{PIECE}}} came to {{here:square}} from {{to:square}}:"
    " it can't turn back within a move",
)
def _(c: Case, piece: str, here: str, to: str) -> Facts:
    yield (piece, c.clause, in_path(c, to, here, to)), (mover(c), number_clause(c), True)


@stop("PC-5", "{who}'s Pac-Man came on the board at {square}: it can't go off by the same arrow")
def _(c: Case, who: str, square: str) -> Facts:
    path = c.move.path
    at = next(n for n in range(1, len(path) - 1) if path[n] == square)
    yield [ground(c).beside(*path[n : n + 2]) for n in (at - 1, at)], [False, False]


@stop("PC-8", "{who}'s Pac-Man is on {square}: a Pac-Man can't land on it or jump over it")
def _(c: Case, who: str, square: str) -> Facts:
    yield square, c.before.players[who].square
    yield (square in c.move.path[1:], c.move.piece), (True, "pac")


@stop(
    "PC-8",
    "{ghost} is on {square}, and {who} has no ghost gobbler privilege",
    "{ghost} is on {square}, and a privilege can't be used in the move that wins it",
)
def _(c: Case, ghost: str, square: str, who: str = "") -> Facts:
    me = c.before.to_move
    yield c.before.ghosts[ghost], square
    yield (square in c.move.path[1:], c.before.players[me].yellow), (True, 0)
    won = c.before.yellow & set(c.move.path[1 : c.move.path.index(square, 1)])
    yield (who or me, bool(won)), (me, not who)


@stop("PC-14", "{ghost} is on {square}: a ghost can't land on it or jump over it")
def _(c: Case, ghost: str, square: str) -> Facts:
    yield c.before.ghosts[ghost], square
    yield (square in c.move.path[1:], ghost != c.move.piece), (True, True)


@G.event("stop", "PC-21", "{ghost} is on {square} and is not gobbled")
def _(c: Case, ghost: str, square: str) -> Facts:
    yield (c.before.ghosts[ghost], c.move.path[-1]), (square, square)


@stop(
    "PC-6",
    "{square} is {who}'s home: others may pass it, but can't end there",
    "{square} is {own:who}'s own home: they may pass it, but can't end there",
)
def _(c: Case, square: str, who: str = "", own: str = "") -> Facts:
    yield square, ground(c).homes[who or own]
    yield square, c.move.path[-1]
    yield own == c.before.to_move, bool(own)


TAKES = "{n}[, {outside:n} of them for going off the board]"


@stop("PC-5 PC-12", f"the die shows {{die:n}}; this path takes {TAKES}")
@stop(
    "PC-5 PC-12",
    f"you must move the full {{die:n}}; this path takes {TAKES}"
    "{rest~(?:, and .* would do|, and no path takes all of it)?}",
)
def _(c: Case, die: int, n: int, outside: int | None, rest: str | None = None) -> Facts:
    path, pac = c.move.path, c.move.piece == "pac"
    takes = {price(c, path[:end], pac) for end in range(2, len(path) + 1)}
    yield (die, c.clause), (c.move.die, number_clause(c))
    yield n, price(c, path, pac)
    hops = sum(not ground(c).beside(*pair) for pair in pairwise(path))
    yield outside or 0, hops * c.rules.off_board_cost
    yield n < die if rest is not None else max(takes) > die, True
    if rest and "would do" in rest:
        move = f"{c.move.piece} {die} {rest.removeprefix(', and ').removesuffix(' would do')}"
        yield move in legal_moves(c), True
    elif rest:
        walks = [
            m for m in legal_moves(c) if m.startswith(f"{c.move.piece} {die} ") and "stays" not in m
        ]
        yield walks, []


@G.refusal(
    "PC-3",
    "{who}'s Pac-Man can't move {n}, so it must take the {die:n}",
    "{who}'s Pac-Man can't move {n}, but it can move {die:n}, and must take that die",
    "{who}'s Pac-Man can move {n} only {onto~onto} a ghost, so the {die:n} must be left for it",
    "{who}'s Pac-Man can move {n} {onto~onto} a ghost, or {die:n}, and must do one of them",
)
def _(c: Case, who: str, n: int, die: int, onto: str = "") -> Facts:
    moves = [each for each in legal_moves(c) if "-" in each or "~" in each]
    yield (who, {n, die}), (c.before.to_move, set(c.before.dice))
    ends = {squares_of(each)[-1] for each in moves if each.startswith(f"pac {n} ")}
    yield ends - set(c.before.ghosts.values()), set()
    yield bool(ends), bool(onto)
    yield any(each.startswith(f"pac {die} ") for each in moves), True


@G.refusal("PC-5 PC-12", f"{{piece~{PIECE}}} can move {{n}}, e.g. {{path}}")
def _(c: Case, piece: str, n: int, path: str) -> Facts:
    name = "pac" if piece.endswith("Pac-Man") else f"ghost{piece[-1]}"
    yield f"{name} {n} {path}" in legal_moves(c), True
    yield (n, c.clause), (c.move.die, number_clause(c))


@G.refusal("", "{due~.*}")
def _(c: Case, due: str) -> Facts:
    yield from c.part("due", due)


# --- games -------------------------------------------------------------------------------------

SEATS = {2: ("red", "blue"), 3: ("red", "green", "blue"), 4: ("red", "green", "blue", "yellow")}


def position(random: Random) -> tuple[dict[str, Any], Any]:
    """Return rules and a position with few marbles on the board, often on a small board."""
    rules = {**READER.random_rules(random), "players": random.choice((2, 3, 4))}
    rules["board"] = random.choice((POCKET, CORRIDORS, POCKET, SHIPPED[0]))
    board, seats = read_board(rules["board"]), SEATS[rules["players"]]
    white = random.sample(sorted(board.white), random.randrange(1, 7))
    rings = random.sample(sorted(board.ringed), random.randrange(len(board.ringed) + 1))
    homes = set(board.homes.values())
    free = sorted({*board.squares} - {*white, *rings, *homes, board.centre})
    places = random.sample(free, min(len(free), len(seats) + 1))
    written: dict[str, Any] = {"white": white, "rings": rings, "to_move": random.choice(seats)}
    for seat in seats:
        square = places.pop() if places and random.random() < 0.8 else board.homes[seat]
        written[seat] = {"square": square, "tray": 0, "yellow": 0}
    for kind, count in (
        ("tray", len(board.white) - len(white)),
        ("yellow", len(board.ringed) - len(rings)),
    ):
        for _ in range(count):
            written[random.choice(seats[: random.choice((1, 4))])][kind] += 1
    ghosts = random.sample(sorted({*free, *white, board.centre}), rules.get("ghosts", 2))
    taken = {written[seat]["square"] for seat in seats}
    written["ghosts"] = [board.centre if each in taken else each for each in ghosts]
    written["dice"] = [random.randint(1, 6), random.randint(1, 6)]
    return rules, written


def attempts(game: Any, state: Any, random: Random) -> Iterator[Any]:
    """Yield random walks, and other choices."""
    squares, pieces = sorted(game.board.squares), ["pac", *game.ruleset.ghosts]
    die = random.choice(state.dice or (3,))
    yield Put(random.choice(squares))
    yield Take(random.choice([*SEATS[4], "nobody"]))
    yield Stay(random.choice(["pac", "ghosts", "ghost1"]), die)
    for _ in range(4):
        piece = random.choice([*pieces, "pac", "ghost9"])
        path = [state.square_of(piece) if piece in pieces else "a1"]
        for _ in range(random.choice((0, 1, die, die, random.randrange(8)))):
            near = [
                *game.board.next_to.get(path[-1], {}).values(),
                *game.board.beyond_arrow(path[-1]),
            ]
            odd = [
                random.choice(squares),
                *(["z9"] if path[-1:] == path[:1] else []),
                beside(path[-1], random),
            ]
            path.append(random.choice(near if near and random.random() < 0.9 else odd))
        yield Walk(piece, random.choice((die, die, 9)), tuple(path))


def beside(square: str, random: Random) -> str:
    """Return an adjacent square, across a barrier or not."""
    right, up = random.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
    return chr(min(122, max(97, ord(square[0]) + right))) + str(max(1, int(square[1:]) + up))


READER = Reader(
    G, {"board": (*SHIPPED, CORRIDORS, POCKET)}, position, attempts, ("random", "random", "greedy")
)
