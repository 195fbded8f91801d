"""The set-up, and the roll for who starts (PC-1, PC-2)."""

from __future__ import annotations

from collections.abc import Mapping

from piecepack_nb.core.actors import Chance, Die
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.pacman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.pacman.state import Player, State, title

FACES = ("1", "2", "3", "4", "5", "6")


def set_up(ruleset: Ruleset) -> State:
    """Pac-Men at home, ghosts in the centre, a marble in every hole (PC-1)."""
    board = ruleset.board
    by_roll = ruleset.rules.first == "roll"
    return State(
        phase="start" if by_roll else "roll",
        turn=0 if by_roll else 1,
        to_move=ruleset.seats[0],
        players=FrozenDict((seat, Player(ruleset.home(seat))) for seat in ruleset.seats),
        ghosts=FrozenDict((ghost, board.centre) for ghost in ruleset.ghosts),
        white=board.white,
        yellow=board.ringed,
        rolling=ruleset.seats if by_roll else (),
    )


def _dice(ruleset: Ruleset, seat: str) -> tuple[str, ...]:
    """The names of the dice that a seat rolls to see who starts."""
    if ruleset.rules.start_dice == 1:
        return (seat,)
    return tuple(f"{seat}{number + 1}" for number in range(ruleset.rules.start_dice))


def chance(ruleset: Ruleset, state: State) -> Chance:
    """Everybody rolls (PC-2); after a tie those who tied."""
    names = (name for seat in state.rolling for name in _dice(ruleset, seat))
    return Chance("start", state.turn, tuple(Die(name, FACES) for name in names), "PC-2")


def rolled(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> Telling:
    """The highest number starts; who ties for it rolls again (PC-2)."""
    shown = {seat: [faces[name] for name in _dice(ruleset, seat)] for seat in state.rolling}
    totals = {seat: sum(map(int, each)) for seat, each in shown.items()}
    best = [seat for seat in state.rolling if totals[seat] == max(totals.values())]
    rolls = (f"{title(seat)} rolls {totals[seat]}{_sum(each)}" for seat, each in shown.items())
    data = {
        "rolls": ", ".join(rolls),
        "totals": totals,
        "best": best,
        "who": title(best[0]),
        "faces": shown,
    }
    if len(best) > 1:
        state = state._replace(rolling=tuple(best))
        data["who"] = join_list(map(title, best))
        text = "{rolls}: {who} roll again."
        yield tell(state, "PC-2", "start tied", text, data)
        return state
    state = state._replace(phase="roll", turn=1, to_move=best[0], rolling=())
    yield tell(state, "PC-2", "start", "{rolls}: {who} starts.", data)
    return state


def _sum(faces: list[str]) -> str:
    return f" ({' and '.join(faces)})" if len(faces) > 1 else ""
