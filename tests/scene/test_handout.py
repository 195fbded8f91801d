"""Hand-outs: pages, answers that stay on their own sheet, and PDFs with text to select."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from fpdf import FPDF
from pypdf import PdfReader

import piecepack_nb as pp
from piecepack_nb.lessons.asked import lesson_questions
from piecepack_nb.scene.sheet import MARGIN, PAPERS, Sheet, drawing, wrap
from tests.conftest import sampled
from tools.handouts import LESSONS, lesson_sheets

POINTS = 72 / 25.4
BEHIND = {"piecepackman": "f4 W", "cubes": "crowns d4 g4, moons a3"}
PLAIN = ("svg", "g", "rect", "path", "text", "circle", "ellipse", "polygon", "polyline", "line",
         "defs", "stop", "linearGradient", "radialGradient", "title", "desc")  # fmt: skip


def words(page: str) -> str:
    """Return the text of a page's SVG."""
    return " ".join(
        "".join(each.itertext()) for each in ET.fromstring(page).iter() if "text" in each.tag
    )


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def assert_printed(made: Sheet, path: Path, paper: str) -> list[str]:
    """Assert that the PDF has the sheet's pages in their size; return the text of each."""
    pages = PdfReader(made.to_pdf(path)).pages
    assert len(pages) == len(made.pages)
    for each in pages:
        size = (float(each.mediabox.width) / POINTS, float(each.mediabox.height) / POINTS)
        assert size == pytest.approx(PAPERS[paper], abs=0.1)
    return [squeezed(each.extract_text()) for each in pages]


@pytest.mark.parametrize("paper", sampled(list(PAPERS)))
def test_questions_have_room_to_write_and_answers_a_sheet_of_their_own(
    tmp_path: Path, paper: str
) -> None:
    puzzles = pp.puzzles("activator", count=5)
    made = pp.handout(puzzles, paper=paper)
    assert repr(made) == "<Sheet 'Activator: predictions': 3 pages>"
    *asked, answers = assert_printed(made, tmp_path / "sheet.pdf", paper)
    assert "Answers" in answers
    for number, puzzle in enumerate(puzzles, start=1):
        assert f"{number}. " in asked[0 if number <= 3 else 1]
        found = pp.predict(puzzle, keep=False)
        (asked_one,) = found.questions
        right = [each for each in found.questions.feedbacks(asked_one).values() if each.right]
        reason = squeezed(right[0].text.removeprefix("Right: ")).lower()
        assert reason in answers.lower()
        assert not any(reason in page.lower() for page in asked)
    assert "Right" not in "".join(asked)
    assert asked[0].count("I predict") == 3
    assert len(pp.handout(puzzles, paper=paper, answers=False).pages) == 2


def sizes(element: ET.Element, scale: float = 1.0) -> Iterator[float]:
    """Yield the size of each text in an element, in points on the page."""
    for factor in re.findall(r"scale\((-?[\d.]+)", element.get("transform", "")):
        scale *= abs(float(factor))
    if element.tag.endswith("text") and "".join(element.itertext()).strip():
        yield float(element.get("font-size", 0)) * scale * POINTS
    for child in element:
        yield from sizes(child, scale)


@pytest.mark.parametrize("name", ["activator", "pacman", "paco", "piecepackman", "worm_derby"])
def test_no_text_on_a_page_is_too_small_to_read_or_too_wide(name: str) -> None:
    pdf = FPDF(unit="mm")
    pdf.set_font("Helvetica", size=100)
    asked = pp.handout([pp.Match(pp.game(name), seed=4), "Why?"], paper="Letter")
    for page in (*asked.pages, *pp.handout(name, paper="Letter").pages):
        root = ET.fromstring(page)
        assert min(sizes(root)) > 6.9
        for each in root.iterfind("{*}text[@text-anchor='start']"):
            line, size = "".join(each.itertext()), float(each.get("font-size", 0)) * POINTS
            end = float(each.get("x", 0)) + pdf.get_string_width(line) * size / 100
            assert end < PAPERS["Letter"][0] - MARGIN + 2, line


def test_lines_fit_their_width() -> None:
    pdf = FPDF(unit="mm")
    pdf.set_font("Helvetica", size=10)
    for clause in pp.game("paco").rulebook:
        for line in wrap(clause.text, 90, 10 / POINTS):
            assert pdf.get_string_width(line) < 92, line


def test_a_printed_board_has_its_trays_in_words_and_a_legend() -> None:
    game = pp.game("paco")
    match = pp.Match(game, position="suns: d3 N\nmoons: c4 E")
    match.play("suns lift")
    match.play("moons push")
    match.goto(0)
    page = squeezed(words(pp.handout([match, "Why?"], question="counter").pages[0]))
    assert "Suns: lift, 0 points. Moons: push, 0 points." in page
    assert "white: a raised block" in page
    assert "Orders" not in page, "its tray"


def test_nothing_on_a_question_sheet_marks_the_answer() -> None:
    def one(**options: Any) -> pp.Match:
        game = pp.game("piecepackman", **options)
        return pp.Match(game, position=BEHIND, dice=["roll 2 null 4 3"])

    asked, other = (pp.handout([each, "Why?"]).pages for each in (one(), one(quarter_turn_cost=0)))
    assert "Which cube or power coin does he head for?" in squeezed(words(asked[0]))
    assert asked[0] == other[0], "it shows the same, whatever the answer"
    assert "d4. He heads for the crowns cube on d4, at cost 2" in squeezed(words(asked[-1]))
    assert asked[-1] != other[-1]
    whole = pp.handout(pp.predict("piecepackman", seed=2)).pages
    assert "points left" not in squeezed(words(whole[0])), "the next position shows the last answer"


@pytest.mark.parametrize("name", ["activator", "pacman", "paco", "piecepackman", "worm_derby"])
def test_a_rules_sheet_has_the_aim_the_symbols_and_every_clause(name: str, tmp_path: Path) -> None:
    game = pp.game(name)
    made = pp.handout(game, paper="Letter")
    assert made.heading == f"{game.title}: rules"
    text = "".join(assert_printed(made, tmp_path / "rules.pdf", "Letter"))
    how = game.view.how_to_play(game)
    assert how.aim[:40] in text
    assert all(symbol.text[:25] in squeezed(words(made.pages[0])) for symbol in how.symbols)
    assert all(f"{clause.id} " in text for clause in game.rulebook)
    assert all(option.help[:20] in text for option in game.rules.options())


def test_a_rules_sheet_says_which_options_an_own_game_has_and_which_are_changed(
    tmp_path: Path,
) -> None:
    game = pp.game("ludo", coins=2)
    text = "".join(assert_printed(pp.handout(game), tmp_path / "rules.pdf", "A4"))
    assert "Rules that you can change" in text
    assert "Coins: 2, not 4. How many coins each has. From 1 to 4. [LU-1]" in text
    assert "you can change" not in words("".join(pp.handout("alquerque").pages[-1:]))


def test_positions_own_games_and_texts_are_handed_out_too() -> None:
    game = pp.game("pacman")
    state = game.position("red: b2\nghosts: e5 g5\ndice: 5 1")
    assert len(pp.handout(state, "end", of=game).pages) == 2
    two = pp.handout(["What is a loop?", pp.Match(pp.game("worm_derby"), seed=2)], title="Two")
    assert len(two.pages) == 3
    assert "What is a loop?" in words(two.pages[0])
    for wrong in (7.5, [], "no_such_game"):
        with pytest.raises(ValueError, match=r"7\.5|\[\]|no_such_game"):
            pp.handout(wrong)
    with pytest.raises(ValueError, match="paper is 'A3'; expected A4 or Letter"):
        pp.handout("paco", paper="A3")


@pytest.mark.thorough
def test_a_lesson_prints_all_its_predictions_and_their_answers(tmp_path: Path) -> None:
    questions, answers = lesson_sheets(LESSONS / "08_worm_derby_rules.ipynb")
    printed = assert_printed(questions, tmp_path / "lesson.pdf", "A4")
    assert len(printed) == 2
    assert not any("Answers" in page for page in printed)
    assert "Part 1 · Look at the table 1. " in printed[0]
    told = squeezed(" ".join(printed))
    assert told.count("I predict") == 3, "the questions on boards"
    assert all(f" {number}. " in told for number in range(1, 10)), "and six in words"
    (page,) = assert_printed(answers, tmp_path / "answers.pdf", "A4")
    assert "Answers" in page
    assert "I predict" not in page
    assert "3. Part 3 · Find legal places" in page
    assert lesson_questions()["pylon: how many steps"].because in page
    assert "[WD-3]" in page
    assert squeezed(pp.game("worm_derby").rulebook["WD-3"].text) in page


@pytest.mark.parametrize("name", ["activator", "pacman", "paco", "piecepackman", "worm_derby"])
def test_a_board_on_a_page_needs_no_style_sheet(name: str) -> None:
    """What is drawn has attributes of its own, as PDF libraries know neither classes nor uses."""
    inside, _, _ = drawing(pp.Match(pp.game(name), seed=3)._repr_svg_())
    root = ET.fromstring(f"<svg>{inside}</svg>")
    assert {each.tag for each in root.iter()} <= set(PLAIN)
    values: list[Any] = [value for each in root.iter() for value in each.attrib.values()]
    assert not [value for value in values if "var(" in value or "currentColor" in value]
    assert not any("class" in each.attrib or "style" in each.attrib for each in root.iter())
    assert any(each.get("fill", "").startswith("#") for each in root.iter())


def test_letters_that_a_pdf_lacks_are_replaced(tmp_path: Path) -> None:
    made = pp.handout(["Which is 90° → east – “or” ♞?"], title="Šárka’s")
    (page,) = assert_printed(made, tmp_path / "letters.pdf", "A4")
    assert '90° -> east - "or" ??' in page
    assert page.startswith("S")
