"""Rule options: their metadata, and one-line errors for what they don't accept."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.rules import Rules, option
from tests.core.pig import PigRules


def test_options_describe_everything_a_rule_panel_needs() -> None:
    goal, least, first, harsh = PigRules.options()
    assert [each.name for each in PigRules.options()] == ["goal", "least", "first", "harsh"]
    assert (goal.default, goal.low, goal.high, goal.clauses) == (15, 2, 100, ("PIG-5",))
    assert least.accepted == "a whole number from 2 to 20"
    assert (first.accepted, first.reading) == ("one of 'ann', 'ben'", True)
    assert (harsh.accepted, harsh.reading) == ("True or False", False)
    assert all(each.help.endswith((".", "?")) for each in PigRules.options())


def test_an_option_says_what_it_is_for() -> None:
    with pytest.raises(BadInput, match=r"^the help of option\(5\) is ''; expected a sentence"):
        option(5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("goal", 1), ("goal", 101), ("goal", 10**100), ("goal", "15"), ("goal", 15.0),
        ("goal", True), ("goal", None), ("goal", float("nan")), ("first", "zoe"), ("first", 1),
        ("first", ["ann"]), ("harsh", 1), ("harsh", "yes"), ("harsh", None),
    ],
)  # fmt: skip
def test_an_invalid_option_is_named_with_its_value_and_the_accepted_ones(
    name: str, value: object
) -> None:
    with pytest.raises(BadInput) as caught:
        PigRules.make({name: value})
    message = str(caught.value)
    assert message.startswith(f"{name} is ")
    assert "; expected " in message
    assert "\n" not in message
    assert len(message) < 300
    with pytest.raises(BadInput):
        PigRules().but(**{name: value})
    with pytest.raises(BadInput):
        PigRules(**{name: value})


def test_an_unknown_option_is_refused_with_a_suggestion() -> None:
    with pytest.raises(BadInput, match=r"'gaol' \(did you mean 'goal'\?\); expected goal, least"):
        PigRules.make({"gaol": 3})
    with pytest.raises(BadInput, match="there is no rule option 'qqq'; expected"):
        PigRules().but(qqq=3)
    with pytest.raises(BadInput) as caught:
        PigRules.make({"x" * 10_000: 3})
    assert len(str(caught.value)) < 300


def test_rules_are_values() -> None:
    rules = PigRules.make({"goal": 20})
    assert rules == PigRules().but(goal=20) != PigRules()
    assert hash(rules) == hash(PigRules(goal=20))
    assert rules.changed() == {"goal": 20}
    assert rules.to_json() == {"goal": 20, "least": 2, "first": "ann", "harsh": False}
    assert PigRules.make(rules.to_json()) == rules
    with pytest.raises(FrozenInstanceError):
        rules.goal = 3  # type: ignore[misc]


def test_differences_are_listed_one_line_an_option() -> None:
    rules = PigRules(goal=20, harsh=True)
    assert rules.differences() == {
        "goal": "goal 15 → 20 (PIG-5)", "harsh": "harsh False → True (PIG-4)",
    }  # fmt: skip
    assert rules.in_words() == {
        "goal": "Goal: 15 → 20 (PIG-5)", "harsh": "Harsh: no → yes (PIG-4)",
    }  # fmt: skip
    assert PigRules().differences() == {}
    assert rules.differences(PigRules(goal=30, harsh=True)) == {"goal": "goal 30 → 20 (PIG-5)"}

    @dataclass(frozen=True)
    class WordRules(Rules):
        word: str = option("any", "A text.")

    assert WordRules("x" * 100).differences() == {"word": f"word any → {'x' * 23}…"}
    assert WordRules("a\nb\nc").differences() == {"word": "word any → a text of 3 lines"}


def test_text_options_can_have_suggestions() -> None:
    @dataclass(frozen=True)
    class WordRules(Rules):
        word: str = option("any", "A text.", suggestions=("any", "some"))

    assert WordRules("other").options()[0].suggestions == ("any", "some")
    with pytest.raises(BadInput, match="word is 3; expected 'any', 'some', or your own text"):
        WordRules.make({"word": 3})


def test_an_option_has_both_bounds_or_none() -> None:
    with pytest.raises(BadInput, match=r"option\(2, 'Steps.'\) has no high; expected low and high"):
        option(2, "Steps.", low=1)


def test_an_option_can_have_a_check_and_none_as_a_choice() -> None:
    def even(value: int) -> None:
        if value % 2:
            raise invalid("pairs", value, "an even number")

    @dataclass(frozen=True)
    class Odd(Rules):
        pairs: int = option(2, "An even number.", low=0, high=10, check=even)
        word: str = option("any", "Any text.")
        maybe: str | None = option(None, "A colour or none.", choices=(None, "red"))

    assert Odd.make({"pairs": 4, "word": "thing", "maybe": "red"}).maybe == "red"
    assert Odd.make({"maybe": None}).maybe is None
    for changes in ({"pairs": 3}, {"word": 3}, {"maybe": "blue"}, {"maybe": 0}):
        with pytest.raises(BadInput):
            Odd.make(changes)
    assert Odd.options()[1].accepted == "a text"


@pytest.mark.parametrize(
    "value",
    ["a\nb\rc\u2028d", "x" * 10**6, 10**5000, -(10**90), ["\n"] * 1000, float("inf")],
    ids=["line ends", "long text", "huge number", "low number", "list", "infinity"],
)
def test_refused_values_are_quoted_in_one_short_line(value: object) -> None:
    message = str(invalid("entry", value, "something else"))
    assert len(message.splitlines()) == 1
    assert len(message) < 200


def test_a_frozen_dict_does_not_change() -> None:
    frozen = FrozenDict(a=1, b=2)
    assert frozen.put("c", 3) == {"a": 1, "b": 2, "c": 3}
    assert frozen.drop("a") == {"b": 2}
    assert frozen | {"b": 3} == FrozenDict(a=1, b=3)
    assert type(frozen | {}) is FrozenDict
    assert frozen == {"a": 1, "b": 2}
    assert hash(frozen) == hash(FrozenDict(b=2, a=1))
    assert repr(frozen) == "FrozenDict({'a': 1, 'b': 2})"
    for change in (
        lambda: frozen.update(a=2),
        lambda: frozen.pop("a"),
        frozen.popitem,
        frozen.clear,
        lambda: frozen.setdefault("z", 1),
        lambda: frozen.__setitem__("a", 2),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.__ior__({"z": 1}),
    ):
        with pytest.raises(TypeError, match="put or drop"):
            change()
    with pytest.raises(KeyError):
        frozen.drop("z")


def test_a_frozen_dict_can_be_copied_and_pickled() -> None:
    import copy
    import pickle

    frozen = FrozenDict(a=1)
    for again in (copy.copy(frozen), copy.deepcopy(frozen), pickle.loads(pickle.dumps(frozen))):
        assert again == frozen
        assert type(again) is FrozenDict
