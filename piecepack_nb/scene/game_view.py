"""The view of a game: its scenes, the spots to pick, and the result of each pick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import Game
from piecepack_nb.core.steps import Event, Refusal, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene.film import NestedFilm, last_move
from piecepack_nb.scene.first_game import FirstTask
from piecepack_nb.scene.hints import Hint
from piecepack_nb.scene.model import Layer, Mark, Piece, Place, Scene, Spot, TextTable
from piecepack_nb.scene.numbers import Numbers, Past
from piecepack_nb.scene.quiz import Puzzle, QuizSpec
from piecepack_nb.scene.reachability import ReachProblem
from piecepack_nb.scene.reasons import SecretKinds, draw_reason, open_reasons
from piecepack_nb.scene.sprites import SpriteSheet, add_sheet
from piecepack_nb.scene.svg import svg

G = TypeVar("G", bound=Game[Any, Any, Any])
S = TypeVar("S")
G_contra = TypeVar("G_contra", bound=Game[Any, Any, Any], contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)

Draft = tuple[str, ...]
"""An unfinished move, in the view's own words."""
EMPTY_DRAFT: Draft = ()
HAND_OVER = "back"
"""The spot that hides an unfinished secret move, for another player at the same screen."""


class MakeMove(NamedTuple):
    """A pick that completes ``move``, or rolls the dice where ``move`` is None."""

    move: Any | None
    roll: bool = False
    """Roll the dice due after the move at once; after a roll, all further dice of this turn."""


class ShowMessage(NamedTuple):
    """A pick that makes no move: a message, its clause and its squares."""

    message: Refusal
    kind: str = "refusal"
    """"refusal", or "info" if the pick was not wrong."""


class Score(NamedTuple):
    """A number that counts in the game, shown beside the board all the time."""

    label: str
    """Whose or what it is, such as "his cubes"."""
    value: float
    of: float | None = None
    """The length of the whole bar; None for a number without a bar."""
    suit: str = ""
    """The suit whose colour and symbol it has."""
    bar: str = ""
    """Scores of the same bar are drawn as the parts of one; "" for a bar of its own."""
    text: str = ""
    """The value in words, where the number alone isn't clear."""


class Symbol(NamedTuple):
    """A picture that a player meets on the board, and what it means.

    The picture is a sprite with its suit, face and label, or else a mark of a kind.
    """

    text: str
    sprite: str = ""
    suit: str = ""
    face: str = ""
    label: str = ""
    mark: str = ""


class HowToPlay(NamedTuple):
    """A game on one screen, for somebody who has never played it."""

    aim: str
    turn: tuple[str, ...]
    """A turn, step by step."""
    symbols: tuple[Symbol, ...] = ()


def from_rulebook(game: Game[Any, Any, Any]) -> HowToPlay:
    """Return what the rulebook says to a new player under the game's rules.

    Without that, its first clause is the aim, and its chapters are the steps of a turn.
    """
    book = game.rulebook
    if told := book.how_to_play:
        rules = game.rules.to_json()
        aim, turn = (tuple(_holding(told[part], rules)) for part in ("aim", "turn"))
        symbols = [each for each in told["symbols"] if _holds(each.get("when", {}), rules)]
        drawn = (Symbol(**{key: each[key] for key in each if key != "when"}) for each in symbols)
        return HowToPlay(" ".join(aim), turn, tuple(drawn))
    aims = next((clause.text for clause in book), "")
    chapters = ((title, book.clauses[id].text) for id, title in book.chapters.items())
    return HowToPlay(aims, tuple(f"{title}: {text}" for title, text in islice(chapters, 6)))


def _holding(told: Iterable[Mapping[str, Any]], rules: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentences that hold under the rules, with the values of options filled in.

    "{laps:time}" is the option's number with its noun.
    """
    values = {name: _Value(value) for name, value in rules.items()}
    for each in told:
        if _holds(each.get("when", {}), rules):
            yield " ".join(each["text"].split()).format_map(values)


def _holds(when: Mapping[str, Any], rules: Mapping[str, Any]) -> bool:
    """Return whether each option has one of its values, or is above the number of ">0"."""
    return all(
        rules[name] > int(wanted[1:]) if isinstance(wanted, str) else rules[name] in wanted
        for name, wanted in when.items()
    )


class _Value:
    """The value of an option, which a format makes a number with its noun."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, noun: str) -> str:
        return count_noun(self.value, noun) if noun else str(self.value)


class SceneFunction(Protocol[G_contra, S_contra]):
    """A function that draws a state, right after an event if one is given.

    From ``before``, the previous scene, pieces that look alike take their ids; ``draft`` is the
    player's unfinished move.
    """

    def __call__(
        self,
        game: G_contra,
        state: S_contra,
        event: Event | None = None,
        before: Scene | None = None,
        draft: Draft = EMPTY_DRAFT,
    ) -> Scene:
        """Return the scene."""


@dataclass(frozen=True, eq=False)
class GameView(Generic[G, S]):
    """A game's board as functions of the game ``G`` and its state ``S``."""

    # --- the board and picks on it: every view has these --------------------------------------

    scene: SceneFunction[G, S]
    spots: Callable[[G, S, Draft], tuple[Spot, ...]]
    """``spots(game, state, draft)``: everything that can be picked now."""
    pick: Callable[[G, S, Draft, str, str | None, bool], Draft | MakeMove | ShowMessage]
    """``pick(game, state, draft, spot, to, shift)``: the result of picking a spot, or of dragging
    it ``to`` another. Return an illegal move as a move: the game's refusal explains it. For a pick
    that attempts no move, return a message with the next action. A Picker finds most of this."""
    locate: Callable[[G, tuple[str, ...]], list[Place]]
    """``locate(game, squares)``: the places of squares on the board."""
    marks: Callable[[G, S, Draft], tuple[Mark, ...]]
    """``marks(game, state, draft)``: marks for who acts and for what was chosen."""
    prompt: Callable[[G, S, Draft], tuple[str, str]]
    """``prompt(game, state, draft)``: the next action for the player, and its clause."""

    # --- a step and a state explained ---------------------------------------------------------

    nested_film: Callable[[G, S, Step, Scene], NestedFilm | None] = lambda *_: None
    """``nested_film(game, before, step, scene)``: a timeline inside a step, such as the search
    behind a decision; ``before`` is the state before the step, ``scene`` the step's scene."""
    score: Callable[[G, S], tuple[Score, ...]] = lambda *_: ()
    """``score(game, state)``: the numbers that count, the most important first."""
    numbers: Callable[[G, S], Numbers] = lambda *_: {}
    """``numbers(game, state)``: the numbers of the trays by the spot that shows them. A pick of a
    spot that is never more says which steps changed them; so does each pick with Shift."""
    take_at: Callable[[G], float] = lambda _: 1.0
    """``take_at(game)``: how far below the top of the tray the middle of the button is with which a
    person takes the device, in squares."""
    waiting: Callable[[G, S], tuple[Piece, ...]] = lambda *_: ()
    """``waiting(game, state)``: words in place of the buttons, on a device where nobody can press
    them now."""
    hint: Callable[[G, S, Draft, Any, object], Hint] | None = None
    """``hint(game, state, draft, move, why)``: a recommended move in plain words; ``why`` is the
    reason of the bot that chose it. None for the sentence of the move."""
    first_game: Sequence[FirstTask] = ()
    """The tasks of a written first game; none for no such game."""
    how_to_play: Callable[[G], HowToPlay] = from_rulebook
    """``how_to_play(game)``: the aim, a turn and the symbols, for a new player."""
    last_move: Callable[[Scene, Scene], tuple[Mark, ...]] = last_move
    """``last_move(before, after)``: marks for what moved between two scenes; for a board that
    scrolls, or whose pieces are much smaller than a square, a function of its own."""
    tray_words: Callable[[G, S, Scene], tuple[str, ...]] | None = None
    """``tray_words(game, state, scene)``: what the trays show, in sentences, for a printed board
    without trays; None for a view whose trays are printed, too."""

    # --- picking in parts, and in secret ------------------------------------------------------

    step_back: Callable[[Draft], Draft] = lambda _draft: EMPTY_DRAFT
    """``step_back(draft)``: the draft after Escape; empty unless a game undoes part of it."""
    secret: SecretKinds | None = None
    """The kinds of the events of a secret move and of what shows it; None for no secret moves."""

    # --- questions, puzzles and searches to watch ---------------------------------------------

    quiz: QuizSpec[G, S] | None = None
    """The questions that a reader can be asked; None for none."""
    puzzles: Callable[..., list[Puzzle]] | None = None
    """``puzzles(game, kind=None, count=5, seed=0, question=…)``: positions that are easy to
    misjudge; None for none."""
    watch: Callable[..., tuple[S, object] | ReachProblem | None] | None = None
    """``watch(game, state, …)``: what ``pp.watch`` draws in a state: a state and the SearchProblem
    that is solved in it, or the region that a piece can reach; None for neither. Of its further
    parameters ``played`` are the steps so far and ``targets`` the squares to find; the reader
    gives all others by name."""

    # --- how it is drawn ----------------------------------------------------------------------

    sheet: SpriteSheet | None = None
    """The game's own sprites and styles; None for none."""
    trusted: bool = False
    """Boards don't validate the scenes of a trusted view."""

    def __post_init__(self) -> None:
        if self.sheet is not None:
            add_sheet(self.sheet)

    def draw(self, game: G, state: S, event: Event, before: Scene | None = None) -> Scene:
        """Return the scene right after an event, with the reason of a bot that plays any game."""
        scene = self.scene(game, state, event, before)
        return draw_reason(scene, event.why, lambda squares: self.locate(game, squares))

    def places(self, game: G, scene: Scene, names: Iterable[str]) -> list[Place]:
        """Return where names are: squares of the board, and pieces and spots of the scene by id.

        Of what is on no square, the end of the id is enough: "far tile 3" is "tile 3", too.
        """
        there = {piece.id: (piece.area, piece.x, piece.y) for piece in scene.pieces}
        there |= {spot.id: (spot.area, spot.x, spot.y) for spot in scene.spots}
        found: dict[Place, None] = {}
        for name in names:
            at = list(self.locate(game, (name,)))
            at += [there[name]] if name in there else []
            alike = (there[id] for id in there if id.endswith(f" {name}"))
            found |= dict.fromkeys(at or islice(alike, 1))
        return list(found)

    def why_number(
        self, game: G, spot: str, initial_state: S, steps: Sequence[Step]
    ) -> Refusal | None:
        """Return which steps led to the numbers of a spot; None for a spot without numbers."""
        past = Past(
            lambda state: self.numbers(game, state),
            game.turn,
            lambda name: bool(self.locate(game, (name,))),
            initial_state,
            steps,
        )
        return past.explain(spot)

    def shown_steps(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Return all steps of a match as they are shown: reasons of secret moves come with them."""
        return open_reasons(steps, *self.secret) if self.secret else steps

    def idle_scene(self, game: G, state: S) -> Scene:
        """Return the scene of a state with the prompt as its caption."""
        caption, clause = self.prompt(game, state, EMPTY_DRAFT)
        return self.scene(game, state)._replace(caption=caption, clause=clause)

    def picture(self, game: G, state: S, event: Event | None = None) -> str:
        """Return the board as SVG text, with the event or else the prompt as its caption."""
        return svg(self.draw(game, state, event) if event else self.idle_scene(game, state))

    def heated(self, game: G, scene: Scene, heat: Any) -> Scene:
        """Return the scene with places tinted by their values, the highest most, as a layer.

        Raises BadInput for anything but a mapping from places of the board to numbers of 0 or more.
        """
        if not isinstance(heat, Mapping) or not heat:
            raise invalid("heat", heat, "a mapping from places to numbers, such as {'e4': 2.5}")
        marks = tuple(self._heat_mark(game, name, heat) for name in heat)
        rows = sorted(heat.items(), key=lambda item: -item[1])
        table = TextTable(
            HEAT.title, ("place", "value"), tuple((name, f"{n:.3g}") for name, n in rows)
        )
        return scene._replace(
            marks=(*scene.marks, *marks),
            layers=(*scene.layers, HEAT),
            listings=(*scene.listings, table),
        )

    def _heat_mark(self, game: G, name: Any, heat: Mapping[Any, Any]) -> Mark:
        value, found = heat[name], self.locate(game, (name,)) if isinstance(name, str) else []
        if not found:
            raise invalid("a place of heat", name, "a place of the board")
        if not isinstance(value, int | float) or not 0 <= value < inf:
            raise invalid(f"heat[{name!r}]", value, "a number, 0 or more")
        area, x, y = found[0]
        share = value / (max(heat.values()) or 1)
        return Mark("heat", x, y, area, label=f"{value:.2g}", value=share, layer=HEAT.id)


AnyView = GameView[Any, Any]
HEAT = Layer("heat", "Heat")


def view_of(game: Game[Any, Any, Any]) -> AnyView:
    """Return the view of a game; raise BadInput for a game without one."""
    if not isinstance(game.view, GameView):
        raise BadInput(f"the game {shorten(game.name)!r} has no board: register it with a view")
    return game.view
