"""What each die is worth to a Pac-Man, as a layer of the board and in a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.pacman.board.furniture import at
from piecepack_nb.games.pacman.board.lines import way_marks
from piecepack_nb.games.pacman.moves import written
from piecepack_nb.games.pacman.prospects import Prospect, Prospects, prospects
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, title
from piecepack_nb.scene import Layer, Mark, Spot, TextTable

if TYPE_CHECKING:
    from piecepack_nb.games.pacman.play import PacMan

WORTH = Layer("worth", "What each die is worth", on=False)


@lru_cache(maxsize=256)
def _prospects(ruleset: Ruleset, state: State) -> Prospects:
    return prospects(ruleset, state)


def worth(game: PacMan, state: State) -> Prospects | None:
    """What each die brings, where a Pac-Man is to move and has a choice of two; else None."""
    if state.phase != "move" or "pac" not in state.due or len(set(state.dice)) < 2:
        return None
    return _prospects(game.ruleset, state)


def layers(game: PacMan, state: State) -> tuple[Layer, ...]:
    """The layer, off at first, where there is something to be chosen."""
    return (WORTH,) if worth(game, state) else ()


def marks(game: PacMan, state: State) -> Iterator[Mark]:
    """For each die its best way, and at its end the die, the marbles now and those to expect."""
    found = worth(game, state)
    for number, each in enumerate(found.dice if found else ()):
        best = found is not None and each is found.best
        kind = "path" if best else "trail"
        yield from way_marks(game.board, each.path, kind, WORTH.id)
        x, y = at(game.board, each.path[-1])
        yield Mark("text", x, round(y - 0.34 + 0.68 * number, 2), layer=WORTH.id,
                   label=f"{each.die}: {each.now} + {float(each.later):.1f}")  # fmt: skip


def sentence_of(prospect: Prospect) -> str:
    """What a die brings, in a sentence."""
    if len(prospect.path) < 2:
        head = f"by {prospect.die} the Pac-Man can't move"
    else:
        head = (
            f"by {prospect.die}, {written(prospect.path)}: {count_noun(prospect.now, 'marble')} now"
        )
    later, total = float(prospect.later), float(prospect.total)
    return capitalise(f"{head}, and {later:.2f} to be expected next turn, together {total:.2f}.")


def spots(game: PacMan, state: State) -> Iterator[Spot]:
    """The end of each best way can be asked."""
    found = worth(game, state)
    for each in found.dice if found else ():
        name = f"{each.die}: {each.now} now, {float(each.later):.2f} later"
        yield Spot(f"worth {each.die}", *at(game.board, each.path[-1]), w=0.6, h=0.6, name=name,
                   role="why", tip=sentence_of(each), clause="PC-10")  # fmt: skip


def listings(game: PacMan, state: State) -> tuple[TextTable, ...]:
    """The same as a table."""
    found = worth(game, state)
    if found is None:
        return ()
    head = ("Die", "Best way", "Marbles now", "Next turn, on average", "Together")
    rows = tuple(
        (
            str(each.die), written(each.path) if len(each.path) > 1 else "stays", str(each.now),
            f"{float(each.later):.2f}", f"{float(each.total):.2f}",
        )
        for each in found.dice
    )  # fmt: skip
    return (TextTable(f"What each die is worth to {title(found.seat)}", head, rows),)
