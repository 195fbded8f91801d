"""The sentences of Activator, and what must be true for each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from piecepack_nb.games.activator.state import Move
from tests.games.activator.random_play import eager
from tests.sentences.play import Reader
from tests.sentences.reader import NUMBER, Case, Grammar, listing, names_in

SQUARE = "[a-d][1-4]"
SIZE = r"(?:single|double|triple|stack of \d)"
STACK = rf"{SIZE} [B-F]+"
ON = rf"(?:Red|Blue)'s {STACK} on {SQUARE}"
G = Grammar(
    "activator",
    {
        "who": ("Red|Blue", str.lower), "other": ("Red|Blue", str.lower), "n": NUMBER,
        "square": (SQUARE, str), "here": (SQUARE, str), "to": (SQUARE, str), "any": (".*", str),
        "stack": (STACK, str), "rest": (STACK, str), "squares": (listing(SQUARE), names_in),
        "on": (ON, str),
    },
)  # fmt: skip
Facts = Iterator[tuple[Any, Any]]
HOMES = {"red": "a1", "blue": "d4"}
SQUARES = [file + rank for file in "abcd" for rank in "1234"]


def foe(seat: str) -> str:
    return "blue" if seat == "red" else "red"


def named(letters: str) -> str:
    """Return the name of a stack: its size and its letters."""
    size = {1: "single", 2: "double", 3: "triple"}.get(len(letters), f"stack of {len(letters)}")
    return f"{size} {letters}"


def letters(state: Any, square: str) -> str:
    return str(state.squares[square].letters) if square in state.squares else ""


def owner(state: Any, square: str) -> str:
    return str(state.squares[square].owner) if square in state.squares else ""


def right_on(state: Any, text: str) -> bool:
    """Tell if a stack is where a text says: "Red's single D on a3"."""
    who, what = text.split("'s ")
    what, square = what.split(" on ")
    return (owner(state, square), named(letters(state, square))) == (who.lower(), what)


def moving(c: Case) -> str:
    """Return the letters that the move would move."""
    return letters(c.before, c.move.start)[-c.move.part :]


def apart(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))


def lined(a: str, b: str) -> bool:
    return a[0] == b[0] or a[1] == b[1]


def reach(c: Case, many: int) -> int:
    return int((c.rules.single_reach, c.rules.double_reach, c.rules.triple_reach)[min(many, 3) - 1])


# --- pieces ------------------------------------------------------------------------------------


@G.event(
    "capture",
    "AC-16",
    "{who} attacks from {here}[, on the {line~rank|file} of their activator on"
    " {square}]: {other}'s {stack} on {to} is captured.",
)
def _(
    c: Case,
    who: str,
    here: str,
    line: str | None,
    square: str | None,
    other: str,
    stack: str,
    to: str,
) -> Facts:
    yield (who, here, to, other), (c.before.to_move, c.move.start, c.move.end, owner(c.before, to))
    yield (stack, letters(c.after, to)), (named(letters(c.before, to)), "")
    yield bool(line), c.rules.attack_line == "rank or file"
    if line and square:
        yield square, c.before.activators[who]
        yield (square[0] == here[0]) if line == "file" else (square[1] == here[1]), True


@G.event("home freed", "AC-30", "{other} is no longer on {who}'s home {square}: the game goes on.")
def _(c: Case, other: str, who: str, square: str) -> Facts:
    yield (who, square), (foe(other), HOMES[who])
    yield (other in c.before.occupied, owner(c.before, square)), (True, "")


@G.event("move", "AC-10", "{who}'s {stack} goes from {here} to {to}.")
@G.event(
    "move", "AC-15", "{who} takes the {stack} off {here} and moves it to {to}; the {rest} stays."
)
def _(c: Case, who: str, stack: str, here: str, to: str, rest: str = "") -> Facts:
    yield (who, here, to), (c.before.to_move, c.move.start, c.move.end)
    yield stack, named(moving(c))
    stays = letters(c.after, here)
    yield rest, named(stays) if stays else ""
    yield letters(c.before, here), stays + moving(c)
    joined = letters(c.before, to) if owner(c.before, to) == who else ""
    yield (letters(c.after, to), owner(c.after, to)), (joined + moving(c), who)


@G.event("ride", "AC-26", "{who}'s activator rides along from {here} to {to}.")
def _(c: Case, who: str, here: str, to: str) -> Facts:
    yield (who, to), (foe(c.move and c.before.to_move), c.after.activators[who])
    first = c.earlier[0][0].activators[who]
    yield here, first


@G.event("stack", "AC-14", "On {square} it joins the {rest}: a {stack}.")
@G.event(
    "stack", "AC-27", "On {square} it slides onto the {rest}, under {who}'s activator: a {stack}."
)
def _(c: Case, square: str, rest: str, stack: str, who: str = "") -> Facts:
    first = c.earlier[0][0]
    yield (rest, stack), (named(letters(first, square)), named(letters(c.before, square)))
    yield [seat for seat, at in first.activators.items() if at == square], [who] if who else []


@G.event(
    "activator", "AC-21", "{who}'s activator goes from {here} to {to}, onto {other}'s {stack}."
)
def _(c: Case, who: str, here: str, to: str, other: str, stack: str) -> Facts:
    yield (who, here, to), (c.before.to_move, c.before.activators[who], c.after.activators[who])
    yield (other, stack), (owner(c.before, to), named(letters(c.before, to)))
    yield (other, apart(here, to) <= c.rules.activator_reach), (foe(who), True)


# --- the end -----------------------------------------------------------------------------------


@G.event(
    "home",
    "AC-30",
    "{who} is on {other}'s home {square}: {whose:other} has {n:#turn} to capture it there.",
    "{who} is on {other}'s home {square} and {wins~wins}.",
)
@G.event(
    "home held",
    "AC-30",
    "{who} is {still~still} on {other}'s home {square}: {whose:other} has {n:#turn} left.",
    "{who} is {still~still} on {other}'s home {square} and {wins~wins}.",
)
def _(
    c: Case,
    who: str,
    other: str,
    square: str,
    whose: str = "",
    n: int = 0,
    wins: str = "",
    still: str = "",
) -> Facts:
    yield (other, square, owner(c.after, square)), (foe(who), HOMES[foe(who)], who)
    yield (n, whose or other), (c.after.occupied[who], other)
    mover = foe(c.after.to_move)
    yield bool(still), who != mover
    yield bool(wins), c.after.outcome is not None and c.after.outcome.winner == who


@G.event("reduced", "AC-31", "{result:any}")
@G.event("no move", "AC-32", "{result:any}")
@G.event("repetition", "AC-32", "{result:any}")
def _(c: Case, result: str) -> Facts:
    yield from c.but(before=c.after).part("result", result.removesuffix("."))


@G.event("result", "AC-30", "{who} wins: they hold {other}'s home {square}")
@G.event(
    "result",
    "AC-31",
    "{who} wins: {other} has only the pieces on {squares} left",
    "{who} wins: {other} has no piece left",
)
@G.event(
    "result",
    "AC-32",
    "{who} wins: {other} can't {move~move}",
    "{draw~A draw}: {other} can't {move~move}",
)
def _(
    c: Case,
    other: str,
    who: str = "",
    square: str = "",
    squares: list[str] = (),
    move: str = "",
    draw: str = "",
) -> Facts:  # type: ignore[assignment]
    state = c.before
    yield (who, other), (state.outcome.winner, foe(state.outcome.winner or foe(state.to_move)))
    held = sorted(at for at in state.squares if owner(state, at) == other)
    if square:
        yield (square, owner(state, square)), (HOMES[other], who)
    elif move:
        yield (other, bool(draw)), (state.to_move, c.rules.no_move == "draw")
        yield list(c.game.moves(state._replace(outcome=None))), []
    else:
        yield list(squares), held
        yield len(held) <= c.rules.reduced_to, True


@G.event("result", "AC-32", "A draw: the position was repeated")
def _(c: Case) -> Facts:
    earlier = c.before.earlier
    yield earlier.count(earlier[-1]) >= c.rules.repetition > 0, True


@G.refusal("", "the game is over: {any}")
def _(c: Case, any: str) -> Facts:
    yield from c.part("result", any)


# --- refusals ----------------------------------------------------------------------------------


@G.refusal(
    "AC-4",
    "{move~.*} is no move of this game: {who} must move a piece, such as b1-b2 or b1:1-b2 A-d3",
)
def _(c: Case, move: str, who: str) -> Facts:
    yield move[:60] in (str(c.move)[:60], repr(c.move)), True
    yield who, c.before.to_move


@G.refusal("AC-1", "there is no square '{name~.*}'; they are a1 to d4")
def _(c: Case, name: str) -> Facts:
    yield (name in SQUARES, name in (c.move.start, c.move.end, c.move.activator)), (False, True)


@G.refusal(
    "AC-4",
    "{here} is empty: {who} has no piece there",
    "{who} must move their own pieces, not {on}",
)
def _(c: Case, who: str, here: str = "", on: str = "") -> Facts:
    yield (who, here or on[-2:]), (c.before.to_move, c.move.start)
    yield owner(c.before, here or on[-2:]), foe(who) if on else ""
    yield not on or right_on(c.before, on), True


@G.refusal(
    "AC-15",
    "{n} is all of the {stack} on {here}: write {here}-{to}",
    "{many~-?\\d+ pieces?} can't be taken off the {stack} on {here}",
)
def _(c: Case, stack: str, here: str, n: int = 0, to: str = "", many: str = "") -> Facts:
    height = len(letters(c.before, here))
    yield (here, stack), (c.move.start, named(letters(c.before, here)))
    yield n or int(many.split(maxsplit=1)[0]), c.move.part
    if many:
        yield many.endswith("s"), abs(c.move.part) != 1
        yield not 0 < c.move.part < height, True
    else:
        yield (n, to), (height, c.move.end)


@G.refusal(
    "AC-24",
    "{here} is frozen: the rank and the file of Red's activator on {square} and Blue's"
    " on {to} cross there",
)
def _(c: Case, here: str, square: str, to: str) -> Facts:
    yield (
        (here, square, to),
        (c.move.start, c.before.activators["red"], c.before.activators["blue"]),
    )
    yield (
        here in (square[0] + to[1], to[0] + square[1])
        or (lined(square, to) and here in (square, to)),
        True,
    )
    yield c.rules.freezing, True


@G.refusal("AC-10", "the {stack} on {here} must move to another square")
def _(c: Case, stack: str, here: str) -> Facts:
    yield (stack, here, here), (named(moving(c)), c.move.start, c.move.end)


@G.refusal("AC-10", "{here} and {to} are in no straight line")
@G.refusal("AC-10", f"a {{size~{SIZE}}} can't move diagonally, as from {{here}} to {{to}}")
def _(c: Case, here: str, to: str, size: str = "") -> Facts:
    yield (here, to), (c.move.start, c.move.end)
    right, up = abs(ord(here[0]) - ord(to[0])), abs(int(here[1]) - int(to[1]))
    yield (lined(here, to), right == up), (False, bool(size))
    if size:
        yield size, named(moving(c)).rsplit(" ", 1)[0]
        yield len(moving(c)) >= 3 and c.rules.triple_diagonal, False


@G.refusal(
    "AC-10",
    f"a {{stack~{SIZE}}} such as {{letters~[B-F]+}} moves {{upto~up to |}}{{most:#square}};"
    " from {here} to {to} it is {n}",
)
def _(c: Case, stack: str, letters: str, upto: str, most: int, here: str, to: str, n: int) -> Facts:
    yield (here, to, f"{stack} {letters}"), (c.move.start, c.move.end, named(moving(c)))
    yield (most, bool(upto)), (reach(c, len(letters)), most > 1)
    diagonal = not lined(here, to) and len(letters) >= 3 and c.rules.triple_diagonal
    steps = (
        max(abs(ord(here[0]) - ord(to[0])), abs(int(here[1]) - int(to[1])))
        if diagonal
        else apart(here, to)
    )
    yield (n, n > most), (steps, True)


@G.refusal("AC-12", "{on} blocks the path to {to}")
def _(c: Case, on: str, to: str) -> Facts:
    yield (right_on(c.before, on), to), (True, c.move.end)
    here, square = c.move.start, on[-2:]
    yield apart(here, square) + apart(square, to), apart(here, to)
    yield square not in (here, to), True


@G.refusal("AC-12", rf"{{blockers~{listing(ON)}}} {{verb~blocks?}} every path to {{to}}")
def _(c: Case, blockers: str, verb: str, to: str) -> Facts:
    stacks = names_in(blockers)
    yield [right_on(c.before, each) for each in stacks], [True] * len(stacks)
    yield (to, verb), (c.move.end, "blocks" if len(stacks) == 1 else "block")
    yield apart(c.move.start, to) <= reach(c, len(moving(c))) or len(moving(c)) >= 3, True


@G.refusal(
    "AC-11", "the {stack} on the {rest} on {to} would be {n:#piece}; a stack has at most {most:n}"
)
def _(c: Case, stack: str, rest: str, to: str, n: int, most: int) -> Facts:
    yield (stack, rest, to), (named(moving(c)), named(letters(c.before, c.move.end)), c.move.end)
    yield (
        (n, most, n > most),
        (len(moving(c)) + len(letters(c.before, to)), c.rules.stack_height, True),
    )


@G.refusal(
    "AC-13",
    "{a~[B-F]} is {how~larger than|as large as} {b~[B-F]}, the top of {to}, and can't be put on it",
)
def _(c: Case, a: str, how: str, b: str, to: str) -> Facts:
    yield (a, b, to), (moving(c)[0], letters(c.before, to)[-1], c.move.end)
    yield (a > b, a >= b), (how == "larger than", True)


@G.refusal("AC-27", "{who}'s activator is on {to}: pieces can't join the stack under it")
@G.refusal("AC-25", "{on} carries {who}'s activator and can't be captured")
def _(c: Case, who: str, to: str = "", on: str = "") -> Facts:
    yield (to or on[-2:], c.before.activators[who]), (c.move.end, c.move.end)
    yield not on or right_on(c.before, on), True
    yield c.rules.immunity if on else not c.rules.join_under, True


@G.refusal(
    "AC-23",
    "{here} is neither on the rank nor on the file of {who}'s activator on {square},"
    " so pieces there can't attack {to}",
)
def _(c: Case, here: str, who: str, square: str, to: str) -> Facts:
    yield (here, to, who), (c.move.start, c.move.end, c.before.to_move)
    yield (square, lined(here, square)), (c.before.activators[who], False)
    yield owner(c.before, to), foe(who)


@G.refusal(
    "AC-20", "{who}'s activator was on the pieces captured on {to}, and must move to an enemy piece"
)
def _(c: Case, who: str, to: str) -> Facts:
    yield (who, to, to), (c.before.to_move, c.move.end, c.before.activators[who])


@G.refusal("AC-30 AC-31", "{piece~.*} ends the game at once: the activator stays")
def _(c: Case, piece: str) -> Facts:
    alone = c.move._replace(activator="")
    yield piece, str(alone)
    *_, last = c.game.play(c.before, alone)
    yield last.state.outcome is not None, True
    yield c.clause, c.game.result(last.state).clause


@G.refusal("AC-21", "{who}'s activator is {already~already} on {to}")
@G.refusal("AC-22", "{other}'s activator is on {to}: {who}'s activator can't go on top of it")
def _(c: Case, who: str, to: str, other: str = "", already: str = "") -> Facts:
    yield (who, to), (c.before.to_move, c.move.activator)
    rider = c.before.activators[other or who]
    yield c.move.end if other and rider == c.move.start else rider, to


@G.refusal(
    "AC-20",
    "{who}'s activator must be on an enemy piece: {to} is empty",
    "{who}'s activator must be on an enemy piece: {on} is their {own~own}",
    "{who}'s activator must be on an enemy piece: the pieces on {to} have just been"
    " {gone~captured}",
)
def _(c: Case, who: str, to: str = "", on: str = "", own: str = "", gone: str = "") -> Facts:
    yield (who, to or on[-2:]), (c.before.to_move, c.move.activator)
    if gone:
        yield (owner(c.before, to), to), (foe(who), c.move.end)
    elif own:
        after = {**{s: (owner(c.before, s), letters(c.before, s)) for s in SQUARES}}
        there = after[c.move.end][1] if after[c.move.end][0] == who else ""
        after[c.move.end] = (who, there + moving(c))
        if c.move.part:
            after[c.move.start] = (who, letters(c.before, c.move.start)[: -c.move.part])
        yield on, f"{who.title()}'s {named(after[on[-2:]][1])} on {on[-2:]}"
        yield after[on[-2:]][0], who
    else:
        yield to == c.move.start or not letters(c.before, to), True
        yield to != c.move.end, True


@G.refusal(
    "AC-21",
    "{who}'s activator on {here} moves in a straight line, and {to} is not on its rank or file",
    "{who}'s activator moves up to {most:n} orthogonally, but from {here} to {to} it is {n}",
)
def _(c: Case, who: str, here: str, to: str, most: int = 0, n: int = 0) -> Facts:
    yield (who, here, to), (c.before.to_move, c.before.activators[who], c.move.activator)
    if n:
        yield (most, n, n > most), (c.rules.activator_reach, apart(here, to), True)
    else:
        yield (lined(here, to), c.rules.activator_may_turn), (False, False)


@G.refusal(
    "AC-10",
    "the {stack} on {here} can't move now: drag it to a square to see why"
    " (keys: Space, the square, Space)",
)
def _(c: Case, stack: str, here: str) -> Facts:
    yield (here, stack), (c.move.start, named(letters(c.before, here)))
    yield [move for move in c.game.moves(c.before) if move.start == here], []


# --- games -------------------------------------------------------------------------------------


TO_THE_LAST = {
    "a2": "red F", "b3": "red D", "a3": "blue B", "activators": {"red": "a3", "blue": "a2"},
}  # fmt: skip


def position(random: Random) -> tuple[dict[str, Any], Any]:
    """Return a board with few pieces, near its end."""
    rules = READER.random_rules(random)
    if random.random() < 0.05:
        return {**rules, "immunity": False, "reduced_to": 0}, TO_THE_LAST
    squares = random.sample(SQUARES, random.randint(3, 7))
    if random.random() < 0.5:  # red on blue's home, or the other way round
        squares = ["d4", *(each for each in squares if each != "d4")]
    pieces = {"red": list("FFEEDDCCB"), "blue": list("FFEEDDCCB")}
    written: dict[str, Any] = {"to_move": random.choice(("red", "blue"))}
    held: dict[str, list[str]] = {"red": [], "blue": []}
    for number, square in enumerate(squares):
        seat = ("red", "blue")[number % 2]
        if not pieces[seat]:
            continue
        stack = sorted(
            random.sample(
                sorted(set(pieces[seat])), random.randint(1, min(3, len(set(pieces[seat]))))
            )
        )[::-1]
        for each in stack:
            pieces[seat].remove(each)
        written[square] = f"{seat} {''.join(stack)}"
        held[seat].append(square)
    written["activators"] = {"red": random.choice(held["blue"]), "blue": random.choice(held["red"])}
    return rules, written


def attempts(game: Any, state: Any, random: Random) -> Iterator[Any]:
    """Yield moves of the player's own pieces anywhere, with and without the activator."""
    squares = [*SQUARES, "e5"]
    own = [square for square in SQUARES if owner(state, square) == state.to_move] or SQUARES
    for _ in range(8):
        start = random.choice([*own, *own, *own, *squares[:4]])
        end = random.choice(squares)
        legal = list(game.moves(state))
        if legal and random.random() < 0.6:
            start, end, part, _to = random.choice(legal)
        else:
            part = random.choice((0, 0, 0, 1, 2, 3, -1))
        yield Move(start, end, part, random.choice(("", *squares)))


READER = Reader(G, position=position, attempts=attempts, bots=("random", eager, eager))
