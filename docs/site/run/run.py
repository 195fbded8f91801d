"""The Python side of a safe frame: it runs a program, plays its game, and answers the page."""

import json
import os
import re
import traceback
from pathlib import Path

import play

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.wording import capitalise
from piecepack_nb.design.program import Program
from piecepack_nb.interop.link import SITE, LinkedGame, LinkedQuestion, LinkedTry, open_link
from piecepack_nb.lab.playtest import FOLDER
from piecepack_nb.widgets.quiz import Quiz

STATE = {}
"""The function that posts to the page, the table or quiz, and the class of its game."""
LINE = re.compile(r"\b(?:line|begins in line) (\d+)")
CHECK_SECONDS, MEASURE_SECONDS = 10, 20
FEW = 5
"""The games of a quick check, while somebody writes."""


def start(post, site=""):
    """Post the tables' messages by ``post(text, buffers)``; their links lead to ``site``."""
    STATE["post"] = post
    os.environ[SITE] = site
    play.connect(post)
    import piecepack_nb.widgets.table  # noqa: F401 - now, rather than at the first table


def handle(text):
    """Pass a message of the frame on to the table."""
    if "table" in STATE:
        play.handle(text)


def ask(text):
    """Return the answer to a question of the page, as JSON."""
    values = json.loads(text)
    return json.dumps(QUESTIONS[values.pop("what")](**values))


# --- running a program ---------------------------------------------------------------------------


def run(text, seed=None, kept=None, **options):
    """Run a program; its game goes on at the table if it was there before, or else begins.

    With ``kept``, the link of a match or "", it goes on there, or begins anew. Return the title,
    what is said about the replay, and what is wrong, by line.
    """
    before = STATE.get("table")
    was = getattr(before, "match", None)
    try:
        found = Program(text).run()
    except Exception as error:  # noqa: BLE001 - whatever a program raises
        return {"ok": False, "findings": [finding(error, text)]}
    STATE["class"] = found
    game = pp.game(found, **options)
    goes_on = was is not None and before.is_open and before.match.game.name == game.name
    if kept is None and goes_on:
        said = before.message.text if before.match is not was and before.message else ""
        return {"ok": True, "title": game.title, "said": said, "fresh": False}
    match = match_of(kept, game)
    show(pp.play, match or game, seed=seed, journal=False)
    return {"ok": True, "title": game.title, "said": "", "fresh": True, "kept": bool(match)}


def match_of(kept, game):
    """Return the match of a kept link as far as the game's program allows; None if it has none."""
    try:
        record = open_link(kept).content["record"] if kept else {}
        return pp.load(record) if record.get("game") == game.name else None
    except (AttributeError, BadInput, KeyError):
        return None


def show(make, *args, **named):
    """Show another table in place of the last one."""
    old = STATE.pop("table", None)
    if old is not None:
        old.close()
    play.connect(STATE["post"])
    STATE["table"] = play.PAGE["table"] = make(*args, **named)


def finding(error, text):
    """Return what is wrong as one text, with its line in the program; 0 for none."""
    if isinstance(error, BadInput):
        said, cause = str(error), syntax_error(text)
        if cause is not None:
            return {"line": cause.lineno or 0, "text": f"{capitalise(cause.msg)}."}
        line = getattr(error, "line", 0) or line_in(said)
        return {"line": line or class_line(text), "text": said}
    frames = [
        each for each in traceback.extract_tb(error.__traceback__) if is_program(each.filename)
    ]
    line = frames[-1].lineno if frames else 0
    return {"line": line, "text": f"{type(error).__name__}: {error}"}


def is_program(file):
    """Return True for the file of a program that runs here."""
    return file.startswith("piecepack_nb_program_")


def syntax_error(text):
    """Return why a text is no Python; None if it is."""
    try:
        compile(text, "program", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


def line_in(said):
    """Return the line that a sentence names; 0 for none."""
    found = LINE.search(said)
    return int(found[1]) if found else 0


def class_line(text):
    """Return the line of the last class of a program; 0 for none."""
    lines = text.splitlines()
    return next((n for n in range(len(lines), 0, -1) if lines[n - 1].startswith("class ")), 0)


# --- questions about the game --------------------------------------------------------------------


def check(games=FEW, seconds=CHECK_SECONDS):
    """Return what ``pp.check`` says of the class: in words, and what is wrong by line."""
    found = pp.check(the_class(), games=games, seconds=seconds)
    problems = [{"line": line_in(each), "text": each} for each in found.problems]
    return {"text": str(found), "findings": problems}


def measure(seconds=MEASURE_SECONDS):
    """Return the measures of the game in words."""
    return {"text": str(pp.measures(the_game(), keep=False, seconds=seconds))}


def rules():
    """Return the rules of the game in words: the clauses, each with its title and text."""
    book = the_game().rulebook
    return {"clauses": [[each.id, each.title, each.text] for each in book.clauses.values()]}


def the_game():
    """Return the game at the table, or of the question."""
    shown = STATE["table"]
    return shown.game if isinstance(shown, Quiz) else shown.match.game


def the_class():
    """Return the class that ran; raise BadInput before one did, and for a game that isn't one."""
    if STATE.get("class") is None:
        raise BadInput("no program has run; run one first")
    return STATE["class"]


def link(match=False):
    """Return the fragment of the link of the table's match."""
    if isinstance(STATE["table"], Quiz):
        raise BadInput("a question's link is made by the button Make a link below it")
    return {"link": pp.link(STATE["table"].match, site="")}


def opened(link, seed=None):
    """Run the content of a link, which its reader has seen: show its game at the table."""
    found = open_link(link)
    if isinstance(found, LinkedGame):
        found = found.run(found.program.word)
    if isinstance(found, type):
        show(pp.play, pp.game(found), seed=seed, journal=False)
    elif isinstance(found, pp.Match):
        show(pp.play, found, journal=False)
    elif isinstance(found, LinkedTry):
        show(pp.play, found.match, journal=False)
        if found.why_not:  # a legal move is the reader's to make
            STATE["table"].play(found.tried)
    elif isinstance(found, LinkedQuestion):
        show(pp.predict, found, keep=False)
    else:
        show(pp.play, "piecepackman", maze=found.text(), seed=seed, journal=False)
    STATE["class"] = getattr(the_game(), "design_class", None)
    return {"title": the_game().title}


# --- a guest, who plays and sees no code ---------------------------------------------------------


THANKS = (
    "Thank you. Now press Save the notes below, and send the file to the person who gave you the "
    "game."
)


def guest(link, others="given", questions=None):
    """Show a new game of a link's game; with questions, even none, its table takes notes.

    ``others`` plays all seats but the first, "person" or a bot; "given": who the link says.
    """
    found = open_link(link)
    if isinstance(found, LinkedGame):
        found = found.run(found.program.word)
    if isinstance(found, type):
        found = pp.Match(found)
    if not isinstance(found, pp.Match):
        raise BadInput("this link holds no game to play; open it on the page to write games on")
    game, start = found.game, found.initial_state if found.from_position else None
    seats = found.seats if others == "given" else dict.fromkeys(game.seats[1:], others)
    show(pp.play, pp.Match(game, seats=seats, position=start), journal=False)
    if questions is not None:
        STATE["table"].notes_thanks = THANKS
        STATE["table"].take_notes(questions)
    return {"title": game.title}


def leave():
    """Ask the guest the questions now, before the end of the game."""
    STATE["table"].ask_now()
    return {}


def notes():
    """Return the notes of all games so far, as the text of a file."""
    files = sorted(Path(FOLDER).glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    return {"text": "".join(path.read_text(encoding="utf-8") for path in files)}


QUESTIONS = {
    each.__name__: each for each in (run, check, measure, rules, link, opened, guest, leave, notes)
}
