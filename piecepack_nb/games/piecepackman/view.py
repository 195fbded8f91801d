"""Piecepackman's table as a scene: what lies where, and what an event looks like."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.board.explored import within
from piecepack_nb.games.piecepackman.board.furniture import areas, at, layouts, slot, stash_row
from piecepack_nb.games.piecepackman.board.picking import drafted, marks, pick, prompt, spots
from piecepack_nb.games.piecepackman.board.why import (
    ALONG,
    NOTHING_SHOWN,
    ON_THE_WAY,
    Shown,
    explained,
)
from piecepack_nb.games.piecepackman.deciding.decision import Decision
from piecepack_nb.games.piecepackman.lessons.asking import ASKING
from piecepack_nb.games.piecepackman.play import Piecepackman
from piecepack_nb.games.piecepackman.puzzles import puzzles
from piecepack_nb.games.piecepackman.quest import quest
from piecepack_nb.games.piecepackman.sprites import SHEET
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    GameView,
    Mark,
    Piece,
    Scene,
    keep_ids,
    keep_order,
)

ANGLES = {"E": 0, "S": 90, "W": 180, "N": -90}
NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
LINGER = {
    "his roll": 0.9, "he heads for": 1.3, "he stays": 1.0, "ghosts roll": 0.8, "attack": 1.0,
    "eat": 0.8, "hunger": 1.0, "coin shown": 1.2, "coin taken": 0.6, "order agreed": 0.4,
    "last life": 1.2, "life lost": 1.0, "ghost stays": 0.5, "ghost waits": 0.5,
}  # fmt: skip
"""Seconds that an event is looked at before the next; a step takes none."""
UNDERWAY = {"quarter turn", "step", "portal", "cube taken", "coin taken", "eat"}
"""What happens while he is on his way."""


def scene(
    game: Piecepackman,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    maze = game.ruleset.maze
    if event is not None and isinstance(event.why, Decision):
        shown = explained(game, event.why)
    else:
        shown = _way_kept(event, before)
    return Scene(
        areas(maze),
        layouts(maze),
        keep_ids(_pieces(game, state, draft), before.pieces if before else ()),
        keep_order((*_marks(game, state), *shown.marks), before.marks if before else ()),
        shown.spots,
        caption=event.text if event else "",
        clause=event.clause if event else "",
        alt=in_words(game, state),
        linger=LINGER.get(event.kind, 0.0) if event else 0.0,
        layers=shown.layers,
        listings=shown.listings,
    )


def places(game: Piecepackman, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    known = game.ruleset.maze.exits
    return [("board", *at(game.ruleset.maze, square)) for square in squares if square in known]


def in_words(game: Piecepackman, state: State) -> str:
    """The table in words, for those who do not see it."""
    him = f"Piecepackman on {state.square}, heading {NAMES[state.heading]}"
    if state.hungry:
        him += f", hungry for {count_noun(state.hunger or 0, 'more turn')}"
    ghosts = ", ".join(
        f"{suit} ghost on {ghost.square} with {count_noun(ghost.cubes, 'cube')}"
        f" ({'Dangerous' if game.ruleset.dangerous(state, suit) else 'Vulnerable'})"
        for suit, ghost in state.ghosts.items()
    )
    stash = ", ".join(f"{number} {suit}" for suit, number in state.stash.items())
    return (
        f"Turn {state.turn}. {him}; extra lives: {max(state.extra_lives, 0)}. {ghosts}. "
        f"His stash: {stash}. "
        f"On the board: {count_noun(len(state.cubes), 'cube')}, "
        f"{count_noun(len(state.coins), 'coin')}."
    )


# --- pieces -------------------------------------------------------------------------------------


def _pieces(game: Piecepackman, state: State, draft: Draft) -> Iterator[Piece]:
    yield from _on_the_board(game, state)
    yield from _in_the_stash(state)
    yield from _dice(game, state)
    yield from _markers(game, state, draft)


def _on_the_board(game: Piecepackman, state: State) -> Iterator[Piece]:
    maze = game.ruleset.maze
    taken = {state.square, *(ghost.square for ghost in state.ghosts.values())}
    for square, suit in sorted(state.cubes.items()):
        yield _aside(Piece("cube*", "cube", *at(maze, square), suit=suit, z=2), square in taken)
    for square, coin in sorted(state.coins.items()):
        lies = Piece(f"coin-{coin.suit}", "coin-hidden", *at(maze, square), suit=coin.suit, z=2)
        yield _aside(lies, square in taken)
    for suit, ghost in state.ghosts.items():
        x, y = at(maze, ghost.square)
        yield Piece(f"ghost-{suit}", "pawn", x, round(y - 0.06, 2), suit=suit, z=5,
                    faded=bool(ghost.waits))  # fmt: skip
        if ghost.immune:
            yield Piece(f"saucer-{suit}", "saucer", x, y, suit=suit, z=4)
    if state.extra_lives >= 0:
        sprite = "piecepackman-hungry" if state.hungry else "piecepackman"
        yield Piece("him", sprite, *at(maze, state.square), angle=ANGLES[state.heading], z=6)
        yield from _on_him(game, state)


def _aside(piece: Piece, taken: bool) -> Piece:
    """A cube or coin that a pawn shares the square with: smaller, where it can be seen."""
    if not taken:
        return piece
    x, y = round(piece.x + 0.24, 2), round(piece.y + 0.2, 2)
    return piece._replace(x=x, y=y, scale=0.58, z=6)


def _on_him(game: Piecepackman, state: State) -> Iterator[Piece]:
    """The marker that he wears: his objective's suit (PM-21), or the turns of hunger (PM-62)."""
    x, y = at(game.ruleset.maze, state.square)
    x, y = round(x + 0.3, 2), round(y - 0.3, 2)
    if state.hunger is not None:
        yield Piece("hunger", "marker", x, y, scale=0.6, label=str(state.hunger), z=8)
    elif state.objective is not None:
        suit = state.objective.suit
        angle = ANGLES[state.heading]
        yield Piece("objective", "coin-suit", x, y, suit=suit, scale=0.5, angle=angle, z=8)


def _in_the_stash(state: State) -> Iterator[Piece]:
    """Cubes by owner: his in piles by suit, each ghost's in its row."""
    y = stash_row("piecepackman")
    for column, suit in enumerate(SUITS):
        held, left = state.stash[suit], 1.03 + 1.1 * column
        apart = min(0.11, 0.33 / max(held - 1, 1))  # a pile stays this side of the next one
        for number in range(held):
            x = round(left + apart * number, 2)
            yield Piece("cube*", "cube", x, y, "stash", suit=suit, scale=0.55, z=2)
        if held > 1:
            x = round(left + apart * (held - 1) + 0.31, 2)
            yield Piece(f"count-{suit}", "words", x, y, "stash", label=str(held), scale=0.9, z=3)
    for suit, ghost in state.ghosts.items():
        for number in range(ghost.cubes):
            x = 1.03 + min(0.55, 2.4 / ghost.cubes) * number  # "Dangerous" stands behind them
            yield Piece("cube*", "cube", round(x, 2), stash_row(suit), "stash", suit=suit,
                        scale=0.55, z=2)  # fmt: skip


def _dice(game: Piecepackman, state: State) -> Iterator[Piece]:
    """The dice as they were rolled last; blank before the first roll."""
    for number, suit in enumerate(SUITS):
        if suit in game.ruleset.suits:
            face = state.dice.get(suit, "")
            yield Piece(f"die-{suit}", "die" if face else "die-suit", slot(number), 1.05, "dice",
                        suit=suit, face=face, scale=0.95)  # fmt: skip


def _markers(game: Piecepackman, state: State, draft: Draft) -> Iterator[Piece]:
    """The ghosts' order (PM-30), extra lives (PM-3), and the coins that are out of the game."""
    order = drafted(state, draft) if state.phase == "order" else state.order
    for number, suit in enumerate((*order, *(s for s in game.ruleset.suits if s not in order))):
        done = state.phase == "ghosts" and suit not in state.to_move
        yield Piece(f"order-{suit}", "coin-suit", slot(number), 0.98, "order", suit=suit,
                    scale=0.82, faded=done)  # fmt: skip
    for number in range(min(max(state.extra_lives, 0), 4)):
        x = round(0.55 + 0.62 * number, 2)
        yield Piece("life*", "piecepackman", x, 1.15, "lives", scale=0.72, z=3 + number)
    if state.extra_lives > 4:
        yield Piece("lives", "words", 2.9, 1.6, "lives", label=f"{state.extra_lives}")
    for number, coin in enumerate(state.discarded):
        yield Piece(f"coin-{coin.suit}", "coin-value", round(3.2 + 0.6 * number, 2), 1.15, "lives",
                    suit=coin.suit, face=coin.face, scale=0.72, z=2)  # fmt: skip
    for number, coin in enumerate(state.taken):
        x = round(3.2 + 0.6 * (number + len(state.discarded)), 2)
        yield Piece(f"coin-{coin.suit}", "coin-hidden", x, 1.15, "lives", suit=coin.suit,
                    scale=0.72, z=2)  # fmt: skip


# --- marks --------------------------------------------------------------------------------------


def _marks(game: Piecepackman, state: State) -> Iterator[Mark]:
    """Which ghosts are Dangerous (PM-50)."""
    maze = game.ruleset.maze
    for suit, ghost in state.ghosts.items():
        if game.ruleset.dangerous(state, suit):
            if ghost.square not in game.ruleset.house:
                yield Mark("danger", *at(maze, ghost.square), suit=suit)
            yield Mark("text", 4.5, stash_row(suit), "stash", label="Dangerous")


def _way_kept(event: Event | None, before: Scene | None) -> Shown:
    """The way that he is on, until he has gone it."""
    if before is None or event is None or event.kind not in UNDERWAY:
        return NOTHING_SHOWN
    marks = tuple(mark for mark in before.marks if mark.layer == ON_THE_WAY.id)
    if not marks:
        return NOTHING_SHOWN
    spots = tuple(spot for spot in before.spots if spot.id.startswith(ALONG))
    return Shown(marks, spots, (ON_THE_WAY,), ())


VIEW = GameView[Piecepackman, State](
    scene,
    spots,
    pick,
    places,
    marks,
    prompt,
    within,
    quiz=ASKING,
    puzzles=puzzles,
    sheet=SHEET,
    trusted=True,
    search_problem=quest,
)
