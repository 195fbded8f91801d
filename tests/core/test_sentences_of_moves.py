"""The sentences of finished moves: on each step that finishes one, and as each seat learns it."""

import copy
import pickle

import piecepack_nb as pp
from piecepack_nb.core.steps import Sentence, whole_sentence, with_reason
from piecepack_nb.scene.match_film import match_film
from tests.core.pig import Pig


class Why:
    text = "because"


def a_loss():
    match = pp.Match(Pig(), dice=[{"die": "1"}])
    return match, match.roll()


def test_the_last_step_of_a_move_finishes_its_sentence() -> None:
    match, (rolled, lost) = a_loss()
    assert rolled.sentence is None
    assert lost.sentence == Sentence("ann rolls a 1. ann loses the heap.", "PIG-2", 2)
    assert match.sentences() == match_film(match).sentences() == [(2, lost.sentence)]
    assert match.record[0].sentence == whole_sentence(match.steps) == lost.sentence
    assert [str(step).split(" [")[0] for step in (rolled, lost)] == [
        "ann rolls a 1.", "ann loses the heap.",
    ]  # fmt: skip
    match.undo()
    assert match.sentences() == []


def test_a_step_keeps_its_sentence_with_a_reason_in_a_copy_and_in_a_file() -> None:
    _match, steps = a_loss()
    explained = with_reason(tuple(steps[1:]), Why())
    assert explained[0].event.why
    assert explained[0].sentence == steps[1].sentence
    for again in (copy.deepcopy(steps), pickle.loads(pickle.dumps(steps))):
        assert again == steps
        assert again[-1].sentence == steps[-1].sentence


def test_a_step_outside_of_a_match_has_no_sentence() -> None:
    _, (rolled, _lost) = a_loss()
    assert type(rolled)._make(rolled).sentence is None
