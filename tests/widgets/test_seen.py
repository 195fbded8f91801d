"""Tables of games with something hidden: each person is shown what its seat sees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.actors import Chance, Draw
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON
from piecepack_nb.design import Board, card_of, one_of, ready
from piecepack_nb.widgets.board import Pick
from piecepack_nb.widgets.table import TableWidget, table_for
from tests.conftest import sampled
from tests.design.examples import NAMES, example_class


class Treasure(Board):
    seats = ("ann", "ben")
    places = Board.squares(6, 2)
    phases = ("hide", "dig")
    together = ("hide",)
    rulebook = """
        TR-1 Hide. Each hides a chest in their own row.
        TR-2 Dig. In turn, each digs in the other row.
        TR-3 End. Who finds the chest wins."""

    def setup(self, table: Any) -> None:
        table.chests = 0

    def row(self, seat: str) -> str:
        return "1" if seat == "ann" else "2"

    def why_not_hide(self, table: Any, place: str) -> str | None:
        return f"TR-1 {place} is not yours" if place[1] != self.row(table.seat) else None

    def move_hide(self, table: Any, place: str) -> None:
        table.put(place, "chest", seen_by=table.seat)
        table.chests += 1
        if table.chests == 2:
            table.phase = "dig"

    def why_not_dig(self, table: Any, place: str) -> str | None:
        if place[1] == self.row(table.seat):
            return f"TR-2 {place} is yours"
        return f"TR-2 {place} is dug up" if table.shown(place) else None

    def move_dig(self, table: Any, place: str) -> None:
        if table.show(place) == "chest":
            table.end(table.seat, f"TR-3 {table.seat} finds the chest on {place}.")
        else:
            table[place] = "hole"
            table.say(f"TR-2 {table.seat} finds nothing on {place}.")


TREASURE = Treasure.as_game()


def bets(_game: Any, _state: Any, seat: str, _pick: Any) -> str:
    """Play without looking at the cards."""
    return next(str(move) for move in _game.moves_for(_state, seat) if str(move) in ("bet", "call"))


def digs(_game: Any, _state: Any, seat: str, _pick: Any) -> str:
    """Dig beside the chest of ann."""
    return next(str(move) for move in _game.moves_for(_state, seat) if str(move) != "c1")


def poker(dealt: str, **seats: Any) -> Match:
    game = example_class("kuhn_poker")(bots=GENERAL).under(rounds=1)
    return Match(game, seed=1, dice=[f"draw {dealt}"], seats=seats)


def treasure(chest: str, **seats: Any) -> Match:
    match = Match(TREASURE(bots=GENERAL), seed=1, seats=seats)
    match.play_all(["ann c1", f"ben {chest}"])
    return match


def hands(table: TableWidget) -> tuple[str, ...]:
    """The cards of ann and ben as they are shown."""
    piles = table.seen.state.piles
    return (*piles["hand ann"], *piles["hand ben"])


def page_has(table: Any) -> str:
    """Everything that the page of a table, or of another board, has been sent."""
    state = {name: value for name, value in table.get_state().items() if name[0] != "_" or
             name == "_sheet"}  # fmt: skip
    for name in ("layout", "comm"):
        state.pop(name, None)
    told = [
        getattr(table, "message", ""),
        getattr(table, "scene", ""),
        table.svg() if hasattr(table, "svg") else "",
    ]
    return json.dumps(state, default=str, sort_keys=True) + repr(told)


def shows(match: Match, moves: tuple[str, ...]) -> list[str]:
    """All that the page gets while these moves are played, with hints, refusals and films."""
    table = table_for(match, journal=False)
    found = [page_has(table)]
    for move in moves:
        table.hint()
        found.append(page_has(table))
        table.play(move)
        found.append(page_has(table))
        for line in range(len(match.record)):
            table.look(line)
            found.append(page_has(table))
            found.append(repr(table._do_steps(line)))
        table.replay()
        found.append(page_has(table))
        found.append(table.share()["text"])
        table.show()
    return found


@pytest.mark.parametrize("card", ["jack", "king"])
def test_another_hand_changes_nothing_that_a_person_is_shown(card: str) -> None:
    other = {"jack": "king", "king": "jack"}[card]
    moves = ("fold", "check")  # refused, and made; then ben bets
    one = shows(poker(f"queen, {card}", ben=bets), moves)
    two = shows(poker(f"queen, {other}", ben=bets), moves)
    assert one == two


def test_after_the_end_all_is_shown() -> None:
    match = poker("queen, king", ben=bets)
    table = table_for(match, journal=False)
    assert table.viewer == "ann"
    table.play("bet")
    assert table.viewer is None
    assert table.seen is table.match


def test_another_place_of_the_chest_changes_nothing_until_it_is_found() -> None:
    moves = ("c1", "b2", "d2")
    one, two = (shows(treasure(chest, ben=digs), moves) for chest in ("f2", "e2"))
    assert one == two
    table = table_for(treasure("f2", ben=digs), journal=False)
    table.play("f2")
    assert table.ended["text"] == "Ann finds the chest on f2."


def test_persons_at_one_screen_hand_it_over() -> None:
    match = poker("queen, king")
    table = table_for(match, journal=False)
    assert (table.viewer, table.handed_to) == ("", "ann")
    assert "Hand the device to Ann" in table.scene.caption
    assert [spot.id for spot in table.scene.spots] == ["take"]
    assert hands(table) == ("?", "?")
    table.play("check")
    assert table.message is not None
    assert "Hand the device to Ann" in table.message.text
    table._picked(Pick("take", "click"))
    assert (table.viewer, hands(table)) == ("ann", ("queen", "?"))
    table.play("bet")
    assert (table.viewer, table.handed_to, hands(table)) == ("", "ben", ("?", "?"))
    table.hint()
    assert "Hand the device to Ben" in table.message.text
    table._picked(Pick("check", "click"))
    assert len(match.record) == 2
    table._picked(Pick("take", "click"))
    assert (table.viewer, hands(table)) == ("ben", ("?", "king"))
    table.undo()
    assert (table.viewer, table.handed_to) == ("", "ann")


@pytest.mark.parametrize("name", ["battleship", "kuhn_poker", "oh_hell", "stolen_jewel"])
def test_the_button_of_the_next_person_covers_nothing_and_is_above_the_scores(name: str) -> None:
    """On a phone the tray is below the board: what one presses first must be its beginning."""
    game = example_class(name)()
    match = Match(game, seed=3, seats=next(iter(game.built_in_bots)))
    match.run(4)
    match.seats.update(dict.fromkeys(match.seats, PERSON))
    table = table_for(match, journal=False)
    assert table.handed_to
    (button,) = table.scene.spots
    top, bottom = button.y - button.h / 2, button.y + button.h / 2
    assert top > 0.5
    assert all(bottom < piece.y for piece in table.scene.pieces if piece.area == button.area)


def test_secret_choices_of_several_persons() -> None:
    table = table_for(Match(TREASURE(), seed=1), journal=False)
    assert (table.viewer, table.handed_to) == ("", "")
    table._picked(Pick("seat ann", "click"))
    assert table.viewer == "ann"
    table._picked(Pick("c1", "click"))
    assert table.viewer == ""
    assert "c1" not in "".join(str(line) for line in table.log_recent)
    table._picked(Pick("seat ben", "click"))
    table._picked(Pick("f2", "click"))
    assert (table.viewer, table.handed_to) == ("", "ann")
    assert not [piece for piece in table.scene.pieces if piece.area == "board"]


class Bids(Board):
    phases = ("bid", "lay")
    places = Board.squares(3, 3)
    amount = one_of(1, 2, 3)
    rulebook = """
        BI-1 Bid. Name a number.
        BI-2 Lay. Lay a pawn."""

    def move_bid(self, table: Any, amount: int) -> None:
        table.phase = "lay"

    def prompt_bid(self, table: Any, picks: Any) -> str:
        return "How much do you bid?"

    def move_lay(self, table: Any, place: str) -> None:
        table[place] = table.seat

    def marks_lay(self, table: Any, picks: Any) -> dict[str, str]:
        return {"a1": "barred"}


def test_phases_have_prompts_and_marks_of_their_own() -> None:
    table = table_for(Match(Bids.as_game()(), seed=1), journal=False)
    assert (table.scene.caption, table.scene.clause) == ("How much do you bid?", "BI-1")
    assert "blocked" not in [mark.kind for mark in table.scene.marks]
    table.play("2")
    assert (table.scene.caption, table.scene.clause) == ("Moons: choose a place.", "BI-2")
    assert "blocked" in [mark.kind for mark in table.scene.marks]


def test_nobody_hands_over_a_device_where_all_see_the_same() -> None:
    match = Match(example_class("memory")(bots=GENERAL), seed=1)
    table = table_for(match, journal=False)
    actor = match.to_act
    assert actor is not None
    assert (table.handed_to, table.viewer) == ("", actor.seats[0])
    assert {picks for who, picks, secret in match.seen_by("").state.past if secret} <= {None}


def test_why_a_bot_hid_something_is_not_told() -> None:
    match = Match(TREASURE(bots=GENERAL), seed=1, seats={"ben": "mcts"})
    match.play("ann c1")
    while match.state.phase == "hide":
        match.play(match.bot_move())
    chosen = [step.event for step in match.steps if step.event.data.get("seat") == "ben"]
    assert any(event.why is not None for event in chosen)
    seen = [step.event for step in match.seen_by("ann").steps]
    assert not [e for e in seen if e.data.get("seat") == "ben" and e.why is not None]


def test_bots_alone_are_watched_with_all_cards() -> None:
    table = table_for(poker("queen, king", ann=bets, ben=bets), journal=False)
    assert table.viewer is None


def test_a_match_as_a_seat_sees_it() -> None:
    match = poker("queen, king")
    match.roll()
    match.play("check")
    seen = match.seen_by("ann")
    assert seen.state.piles["hand ben"] == ("?",)
    assert seen.state.piles["hand ann"] == ("queen",)
    assert [str(played.move) for played in seen.record] == ["a move in secret", "check"]
    assert match.seen_by("").state.piles["hand ann"] == ("?",)
    assert pp.replay(seen).frames == pp.replay(match).frames
    match.undo()
    assert [str(played.move) for played in match.seen_by("ann").undone] == ["check"]
    with pytest.raises(BadInput, match=r"^the seat is 'cat'; expected one of ann, ben$"):
        match.seen_by("cat")
    open_match = Match(example_class("nim")(), seed=1)
    assert open_match.seen_by(open_match.game.seats[0]) is open_match


def test_a_person_alone_replays_and_shows_a_running_match_as_it_is_seen() -> None:
    def pages(match: Match, **whole: bool) -> list[bool]:
        shown = pp.show(match, **whole), pp.replay(match, **whole)
        return ["king" in repr(each.scene) for each in shown]

    running = poker("queen, king", ben=bets)
    running.run()
    assert pages(running) == [False, False]
    assert pages(running, whole=True) == [True, True]
    assert pages(poker("queen, king")) == [False, False]  # nothing is dealt yet
    running.play("bet")
    running.run()
    assert running.result is not None
    assert pages(running) == [True, True]
    two = poker("queen, king")
    two.run()
    assert pages(two) == [True, True]


def result_of(function: Any, *given: Any, **whole: bool) -> str:
    """All that a public function shows of a match: its page, its text, or its refusal."""
    try:
        made = function(*given, **whole)
    except (BadInput, TypeError) as refused:
        return str(refused)
    if hasattr(made, "get_state"):
        return page_has(made)
    return repr([made, str(made), getattr(made, "html", "")])


def test_no_public_function_shows_a_reader_what_is_hidden_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    jack, king = (poker(f"queen, {card}", ben=bets) for card in ("jack", "king"))
    for match in (jack, king):
        match.run()
        match.play("check")
        match.run()
    functions = {
        name: function
        for name in pp.__all__
        if isfunction(function := getattr(pp, name)) and function.__module__ == "piecepack_nb.api"
    }
    del functions["play"], functions["host"]  # tables, which other tests here look at
    found = {}
    for name, function in functions.items():
        found[name] = result_of(function, jack)
        assert found[name] == result_of(function, king), name
    assert jack._repr_svg_() == king._repr_svg_() != jack.game.picture(jack.state, None)

    refuse = ("compare", "explore", "handout", "link", "payoffs", "predict", "to_ppn")
    assert tuple(name for name in found if "expected a match that is over, or" in found[name]) == (
        refuse
    )
    shown = ("choices", "replay", "review", "show", "watch")
    given = {"compare": (jack.branch(-1),)}
    for name, function in functions.items():
        takes = "whole" in signature(function).parameters
        assert takes == (name in (*refuse, *shown)), name
        if takes:
            both = [
                result_of(function, match, *given.get(name, ()), whole=True)
                for match in (jack, king)
            ]
            assert (both[0] != both[1]) == (name not in ("payoffs", "watch")), name
    seen = jack.seen_by("ann")
    expected = r"^pp.explore needs the whole match; expected the match itself, not what Ann sees"
    with pytest.raises(BadInput, match=expected):
        pp.explore(seen)  # type: ignore[arg-type]
    assert seen.for_reader() is seen
    king.play("call")
    king.run()
    assert king.result is not None
    assert king.for_reader() is king
    assert pp.link(king)


# --- Every example with something hidden ----------------------------------------------------------

OPEN = ("hamlet", "roads")
"""Examples in which nobody sees what the others don't: only what is still to be drawn is hidden."""
HIDDEN = [name for name in NAMES if example_class(name)().views_differ and name not in OPEN]
LONGEST_TWIN = 20  # moves of two games that a seat can't tell apart
TRIES = 300  # other draws or secret moves that are tried for one

Twin = list[tuple[str, str]]
"""The moves of a game, each with its seat, "" for chance."""


def another(game: Any, state: Any, move: Any, seat: str, pick: Any) -> Any:
    """Return another draw with one card changed, or another secret move."""
    if not isinstance(move, Draw):
        return game.random_move(state, seat, pick)
    cards, chance = list(move.faces.values()), game.to_act(state)
    left = list((Counter(chance.dice[0].faces) - Counter(cards)).elements())
    one = pick("one", range(len(cards)))
    other = pick("other", range(len(cards) + len(left)))
    if other < len(cards):
        cards[one], cards[other] = cards[other], cards[one]
    else:
        cards[one] = left[other - len(cards)]
    return Draw.of_cards(chance, cards)


def twins(made: Any, viewer: str, seed: int) -> tuple[Twin, Twin]:
    """Return two games that differ only in what ``viewer`` doesn't see.

    They end before something of it is shown, at the viewer's turn; [] if that comes too early.
    """
    game = made()
    one = two = game.initial_state()
    found: tuple[Twin, Twin] = ([], [])
    differ, size = False, 0
    for number in range(LONGEST_TWIN):
        pick, actor = seeded_pick(seed, number), game.to_act(one)
        if actor is None:
            break
        others = [each for each in actor.seats if each != viewer]
        seat = "" if isinstance(actor, Chance) else (*others, viewer)[0]
        size = number if differ and seat == viewer else size
        move = game.random_move(one, seat, pick) if seat else game.chance_move(one, pick)
        same = move
        if seat != viewer and game.observed_move(one, move, viewer) != move:
            after = game.next_state(one, move)
            picks = (seeded_pick(seed, 1000 * number + each) for each in range(1, TRIES))
            same = next(
                (
                    other
                    for other in (another(game, two, move, seat, each) for each in picks)
                    if other != move
                    and alike(game, (one, two), (move, other), viewer)
                    and game.next_state(two, other) != after
                ),
                move,
            )
        if not alike(game, (one, two), (move, same), viewer):
            break
        one, two = game.next_state(one, move), game.next_state(two, same)
        differ = differ or one != two
        for moves, made in zip(found, (move, same), strict=True):
            moves.append((seat, str(made)))
    return found[0][:size], found[1][:size]


def alike(game: Any, states: Any, moves: Any, viewer: str) -> bool:
    """Return True if the moves are legal, and the viewer is told and then sees the same.

    Not after the end, when all is shown.
    """
    pairs = list(zip(states, moves, strict=True))
    if any(game.refusal(state, move) is not None for state, move in pairs):
        return False
    steps = [list(game.play(state, move)) for state, move in pairs]
    told = [[game.observed_event(step.event, viewer) for step in each] for each in steps]
    learned = [str(game.observed_move(state, move, viewer)) for state, move in pairs]
    if learned[0] != learned[1]:
        return False
    seen = [game.observation(each[-1].state, viewer) for each in steps]
    over = any(each[-1].state.over for each in steps)
    return told[0] == told[1] and seen[0] == seen[1] and not over


def at_table(made: Any, moves: Twin, viewer: str) -> list[str]:
    """All that the page of ``viewer`` gets while these moves are made, and afterwards."""
    hinting = {"mcts": pp.bots.mcts(playouts=20), "look_ahead": pp.bots.look_ahead(nodes=50)}
    game = made(bots={**GENERAL, **hinting})
    said = {seat: iter([text for who, text in moves if who == seat]) for seat in game.seats}
    others: Any = {seat: reader(said[seat]) for seat in game.seats if seat != viewer}
    dice = [text for seat, text in moves if not seat]
    match = Match(game, seed=1, dice=dice, seats=others)
    table = table_for(match, journal=False)
    found = [page_has(table)]
    for move in said[viewer]:
        table.play(next(refused(match, viewer), move))
        found.append(page_has(table))
        table.play(move)
        found.append(page_has(table))
    assert table.viewer == viewer
    table.hint()
    found.append(page_has(table))
    for line in range(len(match.record)):
        table.look(line)
        found += [page_has(table), repr(table._do_steps(line))]
    table.replay()
    return [*found, page_has(table), table.share()["text"], *map(str, match.seen_by(viewer).steps)]


def reader(script: Iterator[str]) -> Any:
    """Return a bot that makes the moves of a script, and then some first move."""

    def reads(game: Any, state: Any, seat: str, _pick: Any) -> str:
        return next(script, None) or min(map(str, game.moves_for(state, seat)))

    return reads


def refused(match: Match, seat: str) -> Iterator[str]:
    """Yield moves that are refused."""
    game: Any = match.game
    view = game.observation(match.state, seat)
    secret = seat if game.stage(view).secret else ""
    for picks in list(game.candidates(view, seat))[:60]:
        move = game.move_from(view, picks, secret)
        if game.refusal(match.state, move) is not None:
            yield str(move)


@pytest.mark.parametrize("seed", sampled(range(1, 5)))
@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_person_does_not_see_changes_nothing_at_their_table(name: str, seed: int) -> None:
    """Two games in which only that differs: the page, log, hints, refusals, films and files."""
    seen_alike(example_class(name), seed, by=lambda _seat: True)


def seen_alike(made: Any, seed: int, by: Any = bool) -> None:
    """Two games in which another draw was made, or another move ``by`` a seat."""
    seats = made().seats
    viewer = seats[seed % len(seats)]
    tried = (twins(made, viewer, number) for number in range(seed, 200, 10))
    one, two = next(
        pair for pair in tried if any(by(a[0]) for a, b in zip(*pair, strict=True) if a != b)
    )
    assert one != two
    assert at_table(made, one, viewer) == at_table(made, two, viewer)


# --- Moves in turn with parts that others don't learn ---------------------------------------------


class Ambush(Board):
    """Cards are laid face down in turn."""

    seats = ("ann", "ben")
    places = Board.squares(4, 2)
    deck = Board.deck("one two three four five six seven eight nine ten")
    hand = Board.hand()
    card = card_of("hand")
    private = ("card",)

    def setup(self, table: Any) -> None:
        table.deal(4)

    def why_not(self, table: Any, card: str, place: str) -> str | None:
        return ready.on_empty(table, place)

    def move(self, table: Any, card: str, place: str) -> None:
        table.hand[table.seat].remove(card)
        table.put(place, card, seen_by=table.seat, back="tile back")

    def winner(self, table: Any) -> Any:
        return ready.full(table)


class Talkative(Ambush):
    """The same, and the class says something of its own."""

    rulebook = "TA-1 Lay. Lay a card face down."

    def move(self, table: Any, card: str, place: str) -> None:
        super().move(table, card, place)
        table.say(f"TA-1 {table.seat} lays a card on {place}.")


class Mines(Board):
    """A place is chosen in turn of which the others don't learn, and a look at one that they do."""

    seats = ("ann", "ben")
    places = Board.squares(3, 3)
    acts = ("hide", "look")
    private = ("spot",)

    def why_not_hide(self, table: Any, spot: str) -> str | None:
        mine = [place for place in table if table.owner(place) == table.seat]
        return "one mine is enough" if mine else None

    def move_hide(self, table: Any, spot: str) -> None:
        table.put(spot, f"{table.seat} mine", seen_by=table.seat)

    def move_look(self, table: Any, place: str) -> None:
        found = table.show(place)
        if found and table.owner(place) != table.seat:
            table.end(table.seat)


PRIVATE = [Ambush.as_game(), Talkative.as_game(), Mines.as_game()]


@pytest.mark.parametrize("seed", sampled(range(1, 5)))
@pytest.mark.parametrize("made", PRIVATE, ids=lambda made: made.name)
def test_a_private_part_of_a_move_changes_nothing_at_others_tables(made: Any, seed: int) -> None:
    seen_alike(made, seed)


def test_others_learn_the_rest_of_a_move_with_a_private_part() -> None:
    match = Match(Ambush.as_game()(bots=GENERAL), seed=1, dice=[DEALT])
    match.roll()
    (step, *_) = match.play("one a1")
    assert step.event.text == "Ann plays one-a1."
    seen, own, watched = (match.seen_by(seat) for seat in ("ben", "ann", ""))
    for other in (seen, watched):
        assert str(other.record[-1].move) == "?-a1"
        assert other.steps[-1].event.text == "Ann plays a1, and the rest in secret."
        assert other.steps[-1].event.data["picks"] == ["a1"]
        assert other.state.pieces["a1"] == "tile back"
        assert other.state.past[-1][:2] == ("ann", ("?", "a1"))
    assert (str(own.record[-1].move), own.state.pieces["a1"]) == ("one-a1", "one")
    assert own.steps[-1].event == step.event


def test_what_a_class_says_of_a_move_with_a_private_part_has_only_the_rest() -> None:
    match = Match(Talkative.as_game()(bots=GENERAL), seed=1, dice=[DEALT])
    match.roll()
    match.play("one a1")
    for seat in ("ann", "ben"):
        events = [step.event for step in match.seen_by(seat).steps]
        said = next(event for event in events if "lays" in event.text)
        assert (said.text, said.data["picks"]) == ("Ann lays a card on a1.", ["a1"])


def test_a_move_of_private_parts_alone_is_a_move_in_secret() -> None:
    match = Match(Mines.as_game()(bots=GENERAL), seed=1)
    match.play("hide b2")
    assert [str(played.move) for played in match.seen_by("ben").record] == ["hide ?"]
    assert match.seen_by("ben").steps[-1].event.text == "Ann plays hide, and the rest in secret."
    assert str(match.seen_by("ann").record[-1].move) == "hide b2"


def test_what_others_knew_of_a_hand_is_forgotten_when_a_card_leaves_it_in_secret() -> None:
    class Shown(Ambush):
        def setup(self, table: Any) -> None:
            super().setup(table)
            table.show("hand")

    match = Match(Shown.as_game()(), seed=1, dice=[DEALT])
    match.roll()
    assert match.seen_by("ben").state.piles["hand ann"] == ("five", "one", "seven", "three")
    match.play("one a1")
    assert match.seen_by("ben").state.piles["hand ann"] == ("?",) * 3
    assert match.seen_by("ann").state.piles["hand ben"] == ("eight", "four", "six", "two")


def test_a_replay_that_refuses_a_private_part_does_not_tell_it() -> None:
    class Strict(Ambush):
        name = "ambush"

        def why_not(self, table: Any, card: str, place: str) -> str | None:
            return "no ones" if card == "one" else super().why_not(table, card, place)

    match = Match(Ambush.as_game()(), seed=1, dice=[DEALT])
    match.roll()
    match.play("one a1")
    pp.register(Strict)
    divergence = str(match.under(Strict).divergence)
    assert "one-a1" not in divergence
    assert "?-a1" in divergence


DEALT = "draw one, two, three, four, five, six, seven, eight"


@pytest.mark.parametrize("made", PRIVATE, ids=lambda made: made.name)
def test_saves_and_bots_know_private_parts(made: Any, tmp_path: Any) -> None:
    game = made(bots=GENERAL)
    thinking = {"ben": pp.bots.mcts(playouts=10), "ann": pp.bots.look_ahead(nodes=50)}
    match = Match(game, seed=3, seats=thinking)
    match.run(6)
    again = game.from_json(json.loads(json.dumps(game.to_json(match.state))))
    assert again == match.state
    view = game.observation(match.state, "ben")
    assert game.from_json(json.loads(json.dumps(game.to_json(view)))) == view
    world = game.determinize(view, "ben", seeded_pick(1, 1))
    assert game.observation(world, "ben").pieces == view.pieces


def test_a_private_part_must_be_a_part_of_its_own() -> None:
    class Many(Board):
        places = Board.squares(3, 3)
        private = ("ends",)

        def move(self, table: Any, *ends: str) -> None:
            table[ends[-1]] = table.seat

    with pytest.raises(BadInput, match=r"^a private part is 'ends'; expected a part without a st"):
        Many.as_game()
