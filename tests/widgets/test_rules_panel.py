"""The rule panel without a page: what it offers for each option, what it takes, what it says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, ClassVar

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import Game
from piecepack_nb.core.rules import Option, Rules, option
from piecepack_nb.widgets.page import Button
from piecepack_nb.widgets.rules_panel import HasRulesPanel, PanelChoice, RulesPanel
from tests.core.pig import Pig, PigRules
from tests.core.test_threads import at_once

GAMES: list[Game[Any, Any, Any]] = [Pig(), *(pp.game(name) for name in pp.games())]
OPTIONS = [(game, each) for game in GAMES for each in game.rules.options()]
ANYTHING = [
    *range(-3, 120), True, False, None, 1.0, "", "0", "any", "slip", "no maze", "1\n2", [], {}, [1],
    10**40, float("nan"),
]  # fmt: skip
SCOPE = PanelChoice("scope", "Where", (Button("all", "all"), Button("one", "one")))


class Host(HasRulesPanel):
    """What a widget is to its panel: the traits that the page sees."""


def panel_of(game: Game[Any, Any, Any], **named: Any) -> RulesPanel:
    return RulesPanel(game, Host(), **named)


def sent(panel: RulesPanel, part: str) -> Any:
    """Return what the page has of a panel."""
    host = panel._host
    return {**host.rules_about, **host.rules_values, **host.rules_status}[part]


@pytest.fixture
def panel() -> RulesPanel:
    return panel_of(Pig(), choices=(SCOPE,), buttons=(Button("new", "New game"),))


def page(panel: RulesPanel, kind: str, **content: Any) -> None:
    """Send a request as a page does."""
    panel.handle({"kind": "rules", "ask": {"kind": kind, **content}, "number": 1})


def fits(option: Option, value: object) -> bool:
    try:
        option.refuse(value)
    except BadInput:
        return False
    return True


def consistent(panel: RulesPanel, name: str, value: object) -> bool:
    """Return True if the rules are consistent with this value."""
    values = {each.name: getattr(panel.rules, each.name) for each in panel.rules.options()}
    try:
        type(panel.rules).make(values | {name: value})
    except BadInput:
        return False
    return True


def controls(panel: RulesPanel) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in sent(panel, "options")}


def offered(control: dict[str, Any]) -> list[Any]:
    """Return every value that a reader can choose with a control; except free texts."""
    match control["kind"]:
        case "switch":
            return [False, True]
        case "range":
            return list(range(control["low"], control["high"] + 1))
    return list(control["choices"])


def named(value: Any) -> str:
    return str(getattr(value, "name", value))


# --- every option of every game -------------------------------------------------------------------


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=named)
def test_a_control_offers_what_its_option_accepts(game: Any, option: Option) -> None:
    control = controls(panel_of(game))[option.name]
    values = offered(control)
    assert option.default in values
    assert all(fits(option, value) for value in values)
    if control["kind"] != "text":
        others = [value for value in ANYTHING if not any(value is one for one in values)]
        same = [value for value in others if fits(option, value) and value not in values]
        assert same == [], "accepted, but not to be chosen"


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=named)
def test_the_page_can_set_what_the_option_accepts_and_nothing_else(
    game: Any, option: Option
) -> None:
    panel = panel_of(game)
    for value in [*offered(controls(panel)[option.name]), *ANYTHING]:
        before = panel.rules
        fine = consistent(panel, option.name, value)
        page(panel, "set", name=option.name, value=value)
        if fine:
            assert getattr(panel.rules, option.name) == value
            assert sent(panel, "notes") == {}
        else:
            assert panel.rules is before, "the old value is kept"
            note = sent(panel, "notes")[option.name]
            assert note.splitlines() == [note]
    assert not panel.last_error


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=named)
def test_help_clauses_and_readings_are_sent(game: Any, option: Option) -> None:
    panel = panel_of(game)
    control = controls(panel)[option.name]
    assert control["title"] == option.title
    assert control["help"] == option.help
    assert control["clauses"] == list(option.clauses)
    assert control["reading"] is option.reading
    assert control["default"] == option.default
    if game.rulebook.clauses:
        assert control["chapter"] in (game.rulebook.chapters.values() or [""])
        for id in option.clauses:
            clause = game.rulebook[id]
            assert panel._host.rules_about["clauses"][id] == [
                clause.title,
                clause.text,
                clause.reading,
            ]


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_options_are_in_the_order_of_their_clauses_each_once(game: Any) -> None:
    panel = panel_of(game)
    names = [each["name"] for each in sent(panel, "options")]
    assert sorted(names) == sorted(each.name for each in game.rules.options())
    chapters = list(dict.fromkeys(each["chapter"] for each in sent(panel, "options")))
    order = list(game.rulebook.chapters.values()) or [""]
    assert chapters == [chapter for chapter in order if chapter in chapters]


def test_an_option_of_any_kind_has_a_control() -> None:
    @dataclass(frozen=True)
    class OddRules(Rules):
        word: str = option("any", "A text.")
        colour: str | None = option(None, "A colour or none.", choices=(None, "red"))
        pairs: int = option(2, "A few.", choices=(2, 4, 8))

    class Odd(Pig):
        rules_class: ClassVar[Any] = OddRules

    panel = panel_of(Odd())
    kinds = {name: control["kind"] for name, control in controls(panel).items()}
    assert kinds == {"word": "text", "colour": "menu", "pairs": "menu"}
    for name, value in (("word", "a\nb"), ("colour", "red"), ("colour", None), ("pairs", 8)):
        page(panel, "set", name=name, value=value)
        assert getattr(panel.rules, name) == value
    page(panel, "set", name="pairs", value=3)
    assert sent(panel, "notes") == {"pairs": "pairs is 3; expected one of 2, 4, 8"}


def test_everything_synced_is_json() -> None:
    host = panel_of(pp.game("piecepackman", maze="slip"))._host
    for part in (host.rules_about, host.rules_values, host.rules_status):
        assert json.loads(json.dumps(part, allow_nan=False)) == part


# --- the rules ------------------------------------------------------------------------------------


def test_the_panel_opens_with_the_rules_of_the_game() -> None:
    panel = panel_of(Pig(PigRules(goal=20)))
    assert panel.rules == PigRules(goal=20)
    assert panel.changes == {"goal": 20}
    assert repr(panel) == "<RulesPanel: goal 15 → 20 (PIG-5)>"


def test_changes_are_listed_against_the_printed_rules(panel: RulesPanel) -> None:
    assert sent(panel, "differences") == {}
    assert repr(panel) == "<RulesPanel: printed rules>"
    panel.set(goal=20, harsh=True)
    assert list(sent(panel, "differences").values()) == [
        "Goal: 15 → 20 (PIG-5)", "Harsh: no → yes (PIG-4)",
    ]  # fmt: skip
    panel.set(goal=15)
    assert panel.changes == {"harsh": True}
    assert list(sent(panel, "differences")) == ["harsh"]


def test_a_drawing_is_summarised_in_a_word() -> None:
    game = pp.game("piecepackman")
    panel = panel_of(game)
    panel.set(maze=game.ruleset.maze.text(), quarter_turn_cost=0)
    changes = list(sent(panel, "differences").values())
    assert changes[0].startswith("The maze: roundabout → a text of 2")
    assert changes[1] == "What a quarter turn costs: 1 → 0 (PM-15)"


def test_set_changes_all_options_or_none(panel: RulesPanel) -> None:
    calls: list[Rules] = []
    panel.on_change(calls.append)
    for changes in ({"goal": 20, "least": 0}, {"goal": 20, "leats": 3}):
        with pytest.raises(BadInput):
            panel.set(**changes)
    assert panel.rules == PigRules()
    assert calls == []
    panel.set(goal=20, least=3)
    assert calls == [PigRules(goal=20, least=3)]
    panel.set(goal=20)
    assert len(calls) == 1, "nothing changed, so there is no callback"


def test_one_option_or_all_can_be_reset(panel: RulesPanel) -> None:
    panel.set(goal=20, harsh=True, least=4)
    page(panel, "reset", name="goal")
    assert panel.changes == {"harsh": True, "least": 4}
    page(panel, "reset")
    assert panel.changes == {}
    panel.set(goal=20, harsh=True)
    panel.reset("harsh")
    assert panel.changes == {"goal": 20}
    with pytest.raises(BadInput, match="the option is 'gaol'"):
        panel.reset("gaol")


def test_refused_text_shows_its_reason_and_the_old_value_stays() -> None:
    panel = panel_of(pp.game("piecepackman"))
    page(panel, "set", name="maze", value="slip")
    page(panel, "set", name="maze", value="slipp")
    assert panel.rules.maze == "slip"  # type: ignore[attr-defined]
    assert sent(panel, "notes")["maze"].startswith(
        "maze is 'slipp'; expected roundabout, slip, winding"
    )
    page(panel, "set", name="maze", value="1 x\n\n")
    assert "line 1" in sent(panel, "notes")["maze"]
    assert sent(panel, "values")["maze"] == "slip"
    page(panel, "set", name="maze", value="winding")
    assert sent(panel, "notes") == {}


def test_existing_mazes_can_be_picked() -> None:
    maze = controls(panel_of(pp.game("piecepackman")))["maze"]
    assert maze["choices"] == ["roundabout", "slip", "winding"]


# --- callbacks ------------------------------------------------------------------------------------


def test_callbacks_get_the_rules_until_they_are_removed(panel: RulesPanel) -> None:
    calls: list[Rules] = []
    end = panel.on_change(calls.append)
    page(panel, "set", name="goal", value=30)
    end()
    page(panel, "set", name="goal", value=40)
    assert calls == [PigRules(goal=30)]


def test_a_failing_callback_is_reported_and_the_others_run(panel: RulesPanel) -> None:
    calls: list[Rules] = []
    panel.on_change(lambda rules: 1 / 0)
    panel.on_change(calls.append)
    panel.set(goal=20)
    assert panel.rules == PigRules(goal=20) == calls[0]
    assert panel.message["text"] == "ZeroDivisionError: division by zero"
    assert panel.message["kind"] == "error"
    assert "test_rules_panel.py" in panel.last_error
    assert not panel.busy


def test_a_refusal_of_a_callback_is_shown_verbatim(panel: RulesPanel) -> None:
    def refuse(_rules: Rules) -> None:
        raise BadInput("this position is impossible")

    panel.on_change(refuse)
    page(panel, "set", name="goal", value=20)
    assert (panel.message["text"], panel.message["kind"]) == (
        "this position is impossible",
        "refusal",
    )
    assert not panel.last_error


def test_the_panel_is_busy_while_callbacks_run(panel: RulesPanel) -> None:
    seen: list[bool] = []
    panel.on_change(lambda _rules: seen.append(panel.busy))
    panel.set(goal=20)
    assert (seen, panel.busy) == ([True], False)


def test_a_choice_calls_the_callbacks(panel: RulesPanel) -> None:
    calls: list[str] = []
    panel.on_change(lambda _rules: calls.append(panel.chosen["scope"]))
    assert panel.chosen == {"scope": "all"}
    page(panel, "choose", choice="scope", value="one")
    page(panel, "choose", choice="scope", value="one")
    assert calls == ["one"]
    with pytest.raises(BadInput, match="'two'; expected one of all, one"):
        panel.choose("scope", "two")


def test_only_shown_buttons_are_accepted(panel: RulesPanel) -> None:
    calls: list[str] = []
    panel.on_press(calls.append)
    page(panel, "press", button="new")
    page(panel, "press", button="jump")
    assert calls == ["new"]
    assert "the button is 'jump'" in panel.message["text"]
    panel.say("The games diverge.", "PIG-4", button=Button("jump", "Show the difference"))
    page(panel, "press", button="jump")
    assert calls == ["new", "jump"]
    panel.on_press(lambda _id: 1 / 0)
    page(panel, "press", button="new")
    assert "ZeroDivisionError" in panel.message["text"]


# --- what a page may say --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        None, 3, "set", [], {}, {"kind": "play"}, {"kind": ["set"]}, {"kind": "set"},
        {"kind": "set", "name": "goal"}, {"kind": "set", "name": "gaol", "value": 3},
        {"kind": "set", "name": ["goal"], "value": 3}, {"kind": "set", "name": {}, "value": 3},
        {"kind": "set", "name": "__class__", "value": 3},
        {"kind": "set", "name": "goal", "value": 20, "more": 1},
        {"kind": "reset", "name": "gaol"}, {"kind": "reset", "name": None},
        {"kind": "reset", "name": ["goal"]}, {"kind": "choose", "choice": "scope"},
        {"kind": "choose", "choice": ["scope"], "value": "all"},
        {"kind": "choose", "choice": "x", "value": "all"},
        {"kind": "choose", "choice": "scope", "value": ["all"]}, {"kind": "press"},
        {"kind": "press", "button": ["new"]},
    ],
    ids=str,
)  # fmt: skip
def test_other_messages_change_nothing_and_are_answered(panel: RulesPanel, content: Any) -> None:
    calls: list[Any] = []
    panel.on_change(calls.append)
    panel.on_press(calls.append)
    reply = panel.handle({"kind": "rules", "ask": content, "number": 3})
    assert panel.rules == PigRules()
    assert panel.chosen == {"scope": "all"}
    assert calls == []
    message = panel.message.get("text", "") or sent(panel, "notes")["goal"]
    assert message.splitlines() == [message]
    assert not panel.last_error, panel.last_error
    assert reply == {"kind": "rules", "number": 3}


def test_a_reply_has_the_number_of_its_request(panel: RulesPanel) -> None:
    for number in (7, "x", None, True, [1]):
        reply = panel.handle({"kind": "rules", "ask": {"kind": "reset"}, "number": number})
        assert reply == {"kind": "rules", "number": 7 if number == 7 else None}


# --- threads --------------------------------------------------------------------------------------


def test_changes_from_several_threads_run_one_at_a_time() -> None:
    panel = panel_of(pp.game("piecepackman"))
    inside: list[int] = []
    seen: list[tuple[Rules, Rules]] = []

    def watch(rules: Rules) -> None:
        inside.append(1)
        assert len(inside) == 1, "a second change began before this one was done"
        seen.append((rules, panel.rules))
        inside.pop()

    panel.on_change(watch)

    def some(name: str, values: range) -> Any:
        return lambda: [page(panel, "set", name=name, value=value) for value in values]

    acts = [
        some("ace_points", range(10)),
        some("null_points", range(10)),
        some("quarter_turn_cost", range(7)),
        lambda: [panel.set(step_cost=n) for n in (2, 3)],
    ]
    assert at_once(*acts) == []
    assert not panel.last_error, panel.last_error
    assert panel.changes == {"ace_points": 9, "null_points": 9, "quarter_turn_cost": 6,
                             "step_cost": 3}  # fmt: skip
    assert all(given == then for given, then in seen)


def test_a_change_waits_for_the_one_before_it(panel: RulesPanel) -> None:
    begun, go_on = Event(), Event()

    def slow(_rules: Rules) -> None:
        begun.set()
        assert go_on.wait(20)

    end = panel.on_change(slow)
    first = Thread(target=panel.set, kwargs={"goal": 20})
    first.start()
    assert begun.wait(20)
    end()
    second = Thread(target=page, args=(panel, "set"), kwargs={"name": "least", "value": 5})
    second.start()
    second.join(0.2)
    assert second.is_alive()
    assert panel.changes == {"goal": 20}
    go_on.set()
    first.join(20)
    second.join(20)
    assert panel.changes == {"goal": 20, "least": 5}
