"""Answers to the tasks of the course: honest ones, and cheats with a part of their refusals.

A cheat looks like an answer and misses the point: the lesson's own version under another name, a
rule that helps a seat in place of the better player, a winner who is drawn by lot.
``python -m tests.lessons.course_answers`` tries all of them, in some minutes.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import cycle

from piecepack_nb import lessons
from piecepack_nb.design import Board, one_of, option, ready
from piecepack_nb.lessons import functions as known
from piecepack_nb.lessons.measured import Begins, Behind, Climb, Fairer, Luck
from tests.lessons.answers import FirstElsewhere, Row, Stacked, TicTacToe, Wide, lesson_game
from tests.lessons.given import classes

HONEST: dict[str, list[object]] = {}
CHEATS: dict[str, list[tuple[object, str]]] = {}


def but(base, **changes):
    """Return a version of a class with some functions or values changed."""
    return type("Mine", (base,), changes)


LOTS = cycle(["suns", "moons"])


def by_lot(self, table):
    """Return by lot who wins, as nobody at the table can see."""
    return next(LOTS) if ready.full(table) else None


def in_turn(seats=("suns", "moons")):
    """Return rules in which the seats win game after game in turn, whatever they do."""
    games = []

    def setup(self, table):
        games.append(1)
        table.game = len(games)

    def winner(self, table):
        return seats[table.game % 2] if ready.full(table) else None

    return {"setup": setup, "winner": winner}


def says_why(self, table, place):
    return f"{place} is taken: choose an empty square" if ready.on_empty(table, place) else None


def never(self, table):
    return None


def always(winner):
    return lambda self, table: winner if ready.full(table) or ready.line_of(table, 3) else None


# --- 1: one change -------------------------------------------------------------------------------


class TakesTwo:
    """A second change, where nobody looks."""

    def winner(self, table):
        return ready.line_of(table, 4) or ready.full(table)


def forgets_what_is_taken(self, table, place):
    return "the middle opens later" if place == "b2" and table.turn == 1 else None


def corners_or_always(self, table, place):
    return "corners are closed" if place == "a1" or "a3" else None  # noqa: SIM222


CHEATS["one change"] = [
    (
        but(TicTacToe, winner=lambda self, table: ready.line_of(table, 3) or "moons"),
        "Games end after one move, and moons wins: what does winner do",
    ),
    (
        but(TicTacToe, why_not=corners_or_always),
        "Suns has no move at the start; expected one: a3 is refused, for instance: ",
    ),
    (FirstElsewhere, "That is the change of lesson 1 of the course"),
    (Stacked, "That is the change of lesson 1 of the course"),
    (type("Mine", (TakesTwo, Wide), {}), "changes 2 functions or values"),
    (but(but(TicTacToe, winner=TakesTwo.winner), places=Board.squares(4, 4)), "changes 2"),
    (but(TicTacToe, why_not=says_why), "It plays as tic-tac-toe does"),
    (but(TicTacToe, luck=option(3, "How much luck there is.")), "It plays as tic-tac-toe does"),
    (but(TicTacToe, winner=by_lot), "two different things to the same table"),
    (but(TicTacToe, winner=never), "random games are drawn: how does somebody win?"),
    (but(TicTacToe, winner=TakesTwo.winner, why_not=says_why), "changes 2"),
]

# --- 4: a second roll ----------------------------------------------------------------------------

SHOWN = {(1, 2, 3, 4, 5, 6): 4.25, (0, 0, 2, 3, 4, 5): 19 / 6}
CHEATS["reroll"] = [
    (lambda faces: 4.25, "if it always has the faces 1 to 6"),
    (lambda faces: SHOWN.get(tuple(faces), sum(faces) / len(faces)), "too small"),
    (lambda faces: known._mean(max(a, b) for a in faces for b in faces), "the better one counts"),
    (lambda faces: known.with_reroll(sorted({*faces})), "count once"),
    (lambda faces: max(faces), "too large"),
    (lambda faces: f"{known.with_reroll(faces)}", "expected a number"),
    (lambda faces: known.with_reroll(faces) + 0.001, "too large"),
    (lambda faces: Fraction(round(100 * known.with_reroll(faces)), 100), "2 places: don't round"),
    (lambda faces: known._mean(max(f, 3.5) for f in faces), "if 3.5 is the mean of every die"),
    (lambda faces: known._mean(f if f >= 4 else known._mean(faces) for f in faces), "below 4, wh"),
    (lambda faces: known._mean(f for f in faces if f >= known._mean(faces)), "that are kept count"),
]

# --- 2, 3, 5 and 12: a game of one's own ---------------------------------------------------------

RULES = "MI-1 Place. Play on an empty square.\nMI-2 End. Three in a line win."


def at_once(self, table):
    return table.seat


def only_suns(self, table):
    line = ready.line_of(table, 4)
    return line if line and "suns" in line else ready.full(table)


CHEATS["own game"] = [
    (lesson_game(rulebook=RULES), "It works: who reaches the other side wins. Next, one rule of"),
    (
        but(lesson_game(), name="another", title="Another", rulebook=RULES),
        "Next, one rule of your own.",
    ),
    (but(Row, rulebook=""), "The rules are not written down"),
    (but(Row, rulebook="  \n "), "The rules are not written down"),
    (but(Row, winner=at_once), "Games are over after a move"),
    (but(Row, winner=never), "random games are drawn: how does somebody win?"),
    (but(Row, winner=by_lot), "two different things to the same table"),
    (but(Row, winner=only_suns), "suns wins all: how does the other win?"),
    (
        but(Row, winner=never, why_not=lambda self, table, place: None),
        "isn't over after 2000 moves",
    ),
]
"""Those that the lessons give are tried by themselves."""

# --- 5: the mine ---------------------------------------------------------------------------------

LESSON_5 = classes("course/05_choices_that_matter")
Mine, Better = LESSON_5["Mine"], LESSON_5["Better"]
MINE = "MI-1 Turn. Dig, sell or pray.\nMI-2 End. After four turns each the most points win."


def praying(prays, **changes):
    """Return a mine in which to pray does something else."""

    def move(self, table, choice):
        if choice == "pray":
            prays(table)
        else:
            Mine.move(self, table, choice)

    return but(Mine, move=move, rulebook=MINE, **changes)


def points(count):
    def prays(table):
        table.score[table.seat] += count(table)

    return prays


def steals(table):
    if table.gold[table.rival] > 0:
        table.gold[table.rival] -= 1
        table.gold[table.seat] += 1


def adds_up(self, table, choice):
    table.gold["suns"] += ("dig", "sell", "pray").index(choice)


def by_the_sum(self, table):
    """Return a winner who could not aim at it."""
    return self.seats[table.gold["suns"] % 2] if table.turn >= 8 else None


HONEST["choices"] = [
    praying(points(lambda table: max(1, table.gold[table.rival]))),
    praying(points(lambda table: 1)),
    praying(points(lambda table: 1 + (table.gold[table.rival] > 2))),
]
CHEATS["choices"] = [
    (Mine, "This is still the game that lesson 5 of the course gives you"),
    (Better, "This is still the game that lesson 5 of the course gives you"),
    (but(Better, rulebook=""), "still the game"),
    (praying(steals), "who never chooses pray wins more games: 9.0"),
    (praying(points(lambda table: 20)), "who never chooses dig wins more games"),
    (praying(points(lambda table: 1), choice=one_of("dig", "sell")), "Nobody can pray now"),
    (praying(points(lambda table: 1), winner=never), "isn't over after"),
    (but(Mine, rulebook=MINE, move=adds_up, winner=by_the_sum), "the choices are empty"),
]

# --- 6: a remedy ---------------------------------------------------------------------------------


def closed_to_suns(places, last):
    def why_not(self, table, place):
        if table.seat == "suns" and place in places and table.turn <= last:
            return f"{place} is closed to suns until turn {last}"
        return ready.on_empty(table, place)

    return why_not


def by_the_first_square(self, table):
    own = [place for place in table.places if table[place]]
    return ("moons" if own[0][0] == "a" else "suns") if len(own) == 2 else None


class Tossed(Begins):
    """A die decides in the end."""

    dice = Board.die("12345")

    def winner(self, table):
        return ("moons" if table.points < 3 else "suns") if ready.full(table) else None


HONEST["fairer"] = [
    but(Begins, why_not=closed_to_suns(["b2"], 5)),
    but(Begins, why_not=closed_to_suns(["a1", "a3", "c1", "c3", "b2"], 3)),
    but(Begins, why_not=closed_to_suns(["b2"], 1)),
]
CHEATS["fairer"] = [
    (Begins, "Nothing has changed"),
    (but(Begins, why_not=says_why), "Nothing has changed"),
    (Fairer, "that is the lesson's remedy"),
    (but(Begins, remedy=option("steal", "So.", choices=("none", "steal"))), "remedy 'steal'"),
    (
        but(Begins, remedy=option("two pawns", "So.", choices=("none", "two pawns"))),
        "remedy 'two pawns'",
    ),
    (but(Begins, seats=("moons", "suns")), "the trouble has changed sides"),
    (but(Begins, winner=always("moons")), "the trouble has changed sides"),
    (but(Begins, winner=always("draw")), "random games are drawn: how does somebody win?"),
    (but(Begins, winner=by_the_first_square), "Games end after 2.0 turns"),
    (but(Begins, **in_turn()), "not settled"),
    (but(Begins, winner=by_lot), "goes differently when it is played again"),
    (Tossed, "your rule leaves the game to luck"),
    (but(Begins, why_not=closed_to_suns(["b2"], 9)), "the trouble has changed sides"),
]

# --- 7: a lead -----------------------------------------------------------------------------------


def catching(least, points, turns=99):
    def rolled(self, table):
        gap = table.score[table.rival] - table.score[table.seat]
        extra = points if gap >= least and table.turn <= turns else 0
        table.score[table.seat] += table.points + extra

    return rolled


def flips(self, table):
    """Who is behind wins one game of three."""
    if max(table.score.values()) < 40:
        return None
    return table.rival if table.turn % 3 == 0 else table.seat


def notes_later(self, table):
    """The leader is noted when all is over."""
    table.score[table.seat] += table.points
    table.half = max(table.seats, key=table.score.get)


def first_in_turn(self, table):
    """Who began wins as soon as anybody has 40."""
    return "suns" if max(table.score.values()) >= 40 else None


HONEST["lead"] = [
    but(Climb, rolled=catching(8, 3)),
    but(Climb, rolled=catching(1, 2, turns=14)),
    but(Climb, rolled=catching(5, 1)),
]
CHEATS["lead"] = [
    (Climb, "Nothing has changed"),
    (but(Climb, rolled=notes_later), "Nothing has changed"),
    (Behind, "that is the lesson's rule"),
    (but(Climb, catch=option(2, "More.", low=0, high=6)), "the lesson's option catch=2"),
    (but(Climb, snow=option(3, "More.", low=0, high=6)), "more than 70"),
    (but(Climb, rolled=catching(2, 5)), "less than 60"),
    (but(Climb, winner=flips), "the points must decide"),
    (
        but(Climb, winner=lambda self, table: table.seat if table.score[table.seat] > 9 else None),
        "the game is over, or the points are equal",
    ),
    (but(Climb, rolled=lambda self, table: None), "isn't over after"),
    (but(Climb, winner=first_in_turn), "the points must decide"),
]

# --- 8: luck and skill ---------------------------------------------------------------------------


def early(most, turns):
    def why_not(self, table, place):
        if table.points <= most and table.turn <= turns:
            return f"the roll is too low until turn {turns}"
        return ready.on_empty(table, place)

    return why_not


def on(*faces, seat=""):
    """Return a rule in which these faces lose the turn, of one seat or of both."""

    def why_not(self, table, place):
        if table.points in faces and table.seat in (seat or table.seat):
            return "the roll loses the turn"
        return ready.on_empty(table, place)

    return why_not


def drawn_by_lot(self, table):
    """A full board is for the seat that the last roll names."""
    return ("suns", "moons")[table.points % 2] if ready.full(table) else None


HONEST["middle"] = [
    but(Luck, why_not=early(3, 6)),
    but(Luck, why_not=early(4, 6)),
    but(Luck, why_not=early(3, 8)),
]
CHEATS["middle"] = [
    (Luck, "0 of 6 rolls lose the turn"),
    (but(Luck, luck=option(2, "Rolls.", low=0, high=5)), "2 of 6 rolls lose the turn"),
    (but(Luck, why_not=on(6)), "1 of 6 rolls lose the turn"),
    (but(Luck, why_not=on(2, 5)), "2 of 6 rolls lose the turn"),
    (but(Luck, places=Board.squares(4, 3)), "luck is too small"),
    (but(Luck, winner=by_lot), "goes differently when it is played again"),
    (but(Luck, winner=always("draw")), "random games are drawn"),
    (but(Luck, why_not=on(1, 2, 3, seat="moons")), "luck is too large"),
    (but(Luck, why_not=on(1, 2, 3, 4, seat="suns")), "luck is too small"),
    (but(Luck, winner=drawn_by_lot), "luck is too large"),
    (but(Luck, **in_turn()), "luck is too large"),
]

# --- 9: a secret ---------------------------------------------------------------------------------

SECRET = "MI-1 Round. Both choose in secret. MI-2 Points. As in the table."
BEATS = {("rock", "scissors"): 1, ("paper", "rock"): 1, ("scissors", "paper"): 1}


def secret(wins, names=("rock", "paper", "scissors"), **more):
    """Return a game of secret choices, from the points that a choice brings against another."""

    def reveal(self, table, hand):
        for seat, other in (("ann", "ben"), ("ben", "ann")):
            table.score[seat] += wins.get((hand[seat], hand[other]), 0)

    def winner(self, table):
        return ready.most_points(table) if table.turn == 5 else None

    hooks = {"reveal": reveal, "winner": winner, "hand": one_of(*names), "rulebook": SECRET}
    return but(Board, **hooks | {"seats": ("ann", "ben"), "secret": True} | more)


FIVE = dict.fromkeys(
    [(a, b) for a, b in ["12", "23", "34", "45", "51", "13", "24", "35", "41", "52"]], 1
)
HONEST["secret"] = [
    secret(BEATS | {("rock", "scissors"): 3}),
    secret(BEATS | {("scissors", "paper"): 5}),
    secret(FIVE | {("1", "2"): 4}, tuple("12345")),
]
GIVEN = BEATS | {("rock", "scissors"): 2}
RENAMED = {("fox", "hen"): 1, ("hen", "corn"): 2, ("corn", "fox"): 1}
CHEATS["secret"] = [
    (secret(GIVEN), "still the table that the lesson gives you"),
    (secret(RENAMED, ("fox", "hen", "corn")), "still the table that the lesson gives you"),
    (secret({("l", "r"): 1, ("r", "l"): 2}, ("l", "r")), "2 and 2 choices; expected three each"),
    (secret({}), "no choice changes table.score"),
    (secret(BEATS | {("rock", "paper"): 3}), "paper is never better than rock"),
    (
        secret(BEATS | {("stone", "scissors"): 1, ("paper", "stone"): 1},
               ("rock", "paper", "scissors", "stone")),
        "is never better than",
    ),
    (secret(BEATS, rulebook=""), "The rules are not written down"),
    (secret(BEATS, secret=False), "reveal"),
    (secret(BEATS, winner=lambda self, table: "ann" if table.turn == 5 else None), "ann wins all"),
    (
        secret({("a", "b"): 2, ("b", "c"): 3, ("c", "b"): 1, ("c", "a"): 1}, tuple("abc"),
               winner=never),
        "over",
    ),
    (but(Begins, rulebook=RULES), "nobody chooses in secret"),
]  # fmt: skip

# --- 11: a plan ----------------------------------------------------------------------------------


def planned(known_, **changes):
    plan = {"closed": 3, "measure": "won by suns", "pairs": 400, "guess": "less"}
    return plan | changes, known_


HONEST["plan"] = [
    planned("less"),
    planned("less", guess="the same", measure="won by suns"),
    planned("not settled", closed=6, measure="turns", pairs=200),
]
CHEATS["plan"] = [
    (planned(""), "The conclusion is ''; expected what you know now"),
    (planned("more"), "You say 'more', and 400 pairs say: won by suns: settled"),
    (planned("not settled"), "You say 'not settled', and 400 pairs say"),
    (planned("less", closed=6, measure="turns", pairs=200), "You say 'less', and 200 pairs say"),
    (planned("more", closed=7, measure="turns", pairs=200), "The lesson shows the result"),
    (planned("less", closed=5, pairs=200), "The lesson shows the result"),
    (planned("less", closed=0), "closed is 0; expected 1 to 9"),
    (planned("less", pairs=5), "pairs is 5; expected 50 to 2000"),
    (planned("less", pairs=10**9), "pairs is 1000000000; expected"),
    (planned("less", measure=["won by suns", "turns"]), "the one measure that decides"),
    (planned("less", guess="more or less"), "written down before the cell runs"),
    (planned("less", guess=None), "written down before the cell runs"),
    (({"closed": 3}, "less"), "The plan has no measure, pairs and guess"),
    (("my plan", "less"), "The plan is 'my plan'; expected one such as"),
    (planned(["less", "more", "not settled"]), "The conclusion is"),
]


def main() -> None:
    """Try every cheat and every honest answer as a student would, and count them."""
    for task, cheats in CHEATS.items():
        found = [(told(task, answer), said) for answer, said in cheats]
        caught = sum(not result and said in result.text for result, said in found)
        right = sum(map(bool, (told(task, answer) for answer in HONEST.get(task, ()))))
        honest = f"; {right} of {len(HONEST[task])} honest answers pass" if task in HONEST else ""
        print(f"{task}: {caught} of {len(cheats)} cheats are caught{honest}", flush=True)


def told(task, answer):
    return lessons.check(task, *(answer if isinstance(answer, tuple) else (answer,)))


if __name__ == "__main__":
    lessons.answers.OWN = "-"  # the corpus uses the checks' own functions
    main()
