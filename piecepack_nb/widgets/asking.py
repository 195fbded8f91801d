"""A prediction in words: written into the page, sealed, and only then answered."""

from __future__ import annotations

import hashlib
import html
import json
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import FOLDER
from piecepack_nb.core.wording import capitalise
from piecepack_nb.lessons.asked import WordQuestion
from piecepack_nb.widgets.predictions import (
    NAME,
    Prediction,
    append,
    lesson,
    own_predictions,
)

LONGEST = 500
"""The most characters of a guess and of its reason."""
KIND = "words"
LINES = "display:block;line-height:1.4;max-width:44em"
"""The style of sentences: a widget's own lines are as far apart as fields."""
FIELD = {"width": "95%", "max_width": "44em"}
WHOLE = {"continuous_update": False}
"""Written text comes whole: a click on the button would overtake the last letters."""


class Keys(anywidget.AnyWidget):
    """Leaves a question its own keys: JupyterLab's shortcuts would move on, or cut its cell.

    Its style is for choices of several lines, whose circles ipywidgets hides below them.
    """

    _esm = """
    const quiet = ({ target }) => {
      if (target.closest(".ppnb-ask")) target.setAttribute("data-lm-suppress-shortcuts", "true");
    };
    export default { render() { document.addEventListener("focusin", quiet); } };
    """
    _css = """
    .ppnb-ask .widget-radio-box label { display: flex; align-items: start; height: auto; }
    .ppnb-ask .widget-radio-box input { flex: none; order: -1; }
    """


class Ask(widgets.VBox):  # type: ignore[misc]
    """A question with choices or a number, room for a reason, and a button that seals both.

    The answer appears when the prediction is sealed. The first one stands: run again, the question
    shows it. ``keep`` is False for one that isn't kept for ``pp.predictions``.
    """

    def __init__(self, question: WordQuestion, keep: bool = True) -> None:
        self.question, self.keep = question, keep
        self.made: Prediction | None = None
        self._field = _field(question)
        self._reason = widgets.Textarea(
            placeholder="because …", description="Why?", rows=2, layout=FIELD, **WHOLE
        )
        self._button = widgets.Button(description="Seal my prediction", tooltip="It then stands")
        self._button.on_click(lambda _: self._sealed())
        self._answer = widgets.HTML()
        asked = widgets.HTML(f'<b style="{LINES}">{html.escape(question.text)}</b>')
        keys = Keys(layout={"display": "none"})
        super().__init__([asked, self._field, self._reason, self._button, self._answer, keys])
        self.add_class("ppnb-ask")
        earlier = [each for each in _kept(keep) if each.position == _mark(question)]
        if earlier:
            self._show(earlier[0])

    def guess(self, guess: object, reason: str = "") -> bool:
        """Seal a prediction; return True if it is right.

        Raises BadInput for a guess that is no choice or number, and after the first one.
        """
        if self.made is not None:
            raise BadInput(f"your prediction is sealed: {self.made.guess}")
        short = str(guess).strip()[:LONGEST]
        right = self.question.judge(short)
        because = reason.strip()[:LONGEST]
        made = _prediction(
            self.question, f"{short}, because {because}" if because else short, right
        )
        if self.keep:
            append(Path(FOLDER, NAME), [made])
        self._show(made)
        return right

    def _sealed(self) -> None:
        """Seal what the fields say, or say what is missing."""
        if self._field.value in (None, ""):
            self._answer.value = "Predict first: choose or write an answer."
            return
        try:
            self.guess(self._field.value, self._reason.value)
        except BadInput as error:
            self._answer.value = html.escape(f"{capitalise(str(error))}.")

    def _show(self, made: Prediction) -> None:
        """Show a sealed prediction with the answer."""
        self.made = made
        for part in (self._field, self._reason, self._button):
            part.disabled = True
        grade = "You were right." if made.right else "It is otherwise."
        sealed, because = (
            html.escape(each) for each in (f"Sealed: {made.guess}.", self.question.because)
        )
        lines = f"{sealed}<br><b>{grade}</b> {because}"
        self._answer.value = f'<div style="{LINES}" role="status">{lines}</div>'

    def __repr__(self) -> str:
        return f"<Question: {self.question.text}>"


def _field(question: WordQuestion) -> Any:
    """Return the field for the guess."""
    if question.choices:
        return widgets.RadioButtons(options=question.choices, value=None, layout=FIELD)
    narrow = {"width": "95%", "max_width": "22em"}
    return widgets.Text(placeholder="a number", description="I guess", layout=narrow, **WHOLE)


def _kept(keep: bool) -> list[Prediction]:
    """Return the reader's predictions in words; none where they aren't kept or can't be read."""
    try:
        return [each for each in own_predictions() if each.kind == KIND] if keep else []
    except BadInput:
        return []


def _mark(question: WordQuestion) -> str:
    """Return a hash of the question, as ``position_hash`` of one on a board."""
    whole = json.dumps([KIND, question.text, question.choices])
    return hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()


def _prediction(question: WordQuestion, guess: str, right: bool) -> Prediction:
    """Return the prediction that is kept."""
    idea = question.idea or question.text
    return Prediction(
        lesson=lesson(), game="", rules={}, kind=KIND, title=idea, clause="",
        question=question.text, guess=guess, right=right, text=question.because,
        position=_mark(question), answer_rule=question.idea,
    )  # fmt: skip
