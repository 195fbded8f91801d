"""The PAC-MAN board game: who acts, the legal moves, their effects, and refusals.

A turn is a roll, then two moves: the Pac-Man's by one die and a ghost's by the other, in either
order. Whatever leaves no choice follows at once, as steps of the move before it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any, ClassVar

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat
from piecepack_nb.core.errors import brief_repr, shorten
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.steps import Refusal, Result, StepGenerator, make_step
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.pacman.maze import BoardMap, is_hop
from piecepack_nb.games.pacman.notation import (
    draw_state,
    from_json,
    parse_move,
    parse_position,
    to_json,
)
from piecepack_nb.games.pacman.prospects import Prospects, prospects
from piecepack_nb.games.pacman.rules import PacManRules
from piecepack_nb.games.pacman.ruleset import DICE, FACES, Ruleset
from piecepack_nb.games.pacman.state import (
    DUE,
    Move,
    Put,
    State,
    Stay,
    Take,
    Walk,
    ghost_name,
    pac_name,
    seat_name,
)
from piecepack_nb.games.pacman.walks import (
    StayReason,
    is_stuck,
    stay_refusal,
    walk_refusal,
    walks_and_stays,
)

ChoiceGenerator = StepGenerator[tuple[State, bool]]
"""Steps, then the state and whether a player has a choice there."""


class PacMan(Game[PacManRules, State, Move]):
    """The PAC-MAN board game of 1982, on a board of our own reconstruction."""

    name = "pacman"
    title = "PAC-MAN board game"
    rules_class = PacManRules
    rulebook_path = FilePath(__file__).with_name("rulebook.toml")
    playout_moves = 4

    greedy: ClassVar[Callable[..., Bot]]
    """``game.greedy(**weights)``: the bot "greedy" with other weights; the package sets it from
    ``bots.with_weights``."""

    def __init__(
        self, rules: PacManRules | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        super().__init__(rules, bots)
        self.ruleset = Ruleset(self.rules)

    @property
    def board(self) -> BoardMap:
        """The board in play."""
        return self.ruleset.board

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, clockwise (PC-1)."""
        return self.ruleset.seats

    @property
    def move_words(self) -> tuple[str, ...]:
        """The pieces, the dice, the spaces, the seats, and the choices after a ghost is gobbled."""
        pieces = ("pac", "ghosts", *self.ruleset.ghosts)
        return (*pieces, *FACES, *self.board.squares, *self.seats, "stay stays marble take")

    def initial_state(self) -> State:
        """Return the set-up (PC-1)."""
        return self.ruleset.initial_state()

    def to_act(self, state: State) -> Actor | None:
        """Return chance for the dice, else the seat that has a choice."""
        match state.phase:
            case "over":
                return None
            case "start":
                return _start_roll(self.ruleset, state)
            case "roll":
                return Chance("roll", state.turn, DICE, "PC-3")
        return Seat(state.acts)

    def moves(self, state: State) -> Collection[Move]:
        """Return every legal move: each walk of each piece by each die that is left, or choice."""
        match state.phase:
            case "move":
                return walks_and_stays(self.ruleset, state)
            case "put":
                return [Put(square) for square in self.ruleset.empty_rings(state)]
            case "take":
                return [Take(seat) for seat in state.payers]
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else []

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move may not be made, by the first clause that it breaks."""
        return move_refusal(self.ruleset, state, self.to_act(state), move)

    def apply_move(self, state: State, move: Move) -> StepGenerator[State]:
        """Yield the steps of a legal move and of what follows from it, and return the state."""
        match move:
            case Walk("pac"):
                state = yield from _walk_pac_man(self.ruleset, _use_die(state, move), move)
            case Walk():
                state = yield from _walk_ghost(self.ruleset, _use_die(state, move), move)
            case Stay():
                state = yield from _stay(self.ruleset, state, move)
            case Put(square):
                state = yield from _put_back(state, square)
            case Take(seat):
                state = yield from _take_reward(self.ruleset, state, seat)
            case Roll(faces) if state.phase == "start":
                return (yield from _decide_start(self.ruleset, state, faces))
            case Roll(faces):
                state = yield from _roll(state, faces)
        return (yield from _settle(self.ruleset, state))

    def result(self, state: State) -> Result | None:
        """Return who won (PC-30), or None while the game goes on."""
        return game_result(self.ruleset, state)

    def expected(self, state: State, seat: str | None = None) -> Prospects:
        """Return the marbles that each die brings a seat's Pac-Man, exactly; see ``prospects``."""
        return prospects(self.ruleset, state, seat)

    # --- notation ---------------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """Return a move from text such as "pac 3 b5-a5~i5-h5", "ghost1 2 e5-e6-e7", "take blue"."""
        return parse_move(self.ruleset, state, text, self.due_dice(state))

    def drawing(self, state: State) -> str:
        """Return the state as text, to look at, to change and to read back with ``position``."""
        return draw_state(self.ruleset, state)

    def to_json(self, state: State) -> dict[str, Any]:
        """Return the state as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """Return the state that ``to_json`` gave; raise BadInput naming the entry that is wrong."""
        return from_json(self.ruleset, data)

    def position(self, written: object) -> State:
        """Return a state from a mapping, lines or a drawing; see ``notation``."""
        return register_position(self, parse_position(self.ruleset, written))


# --- who starts (PC-2) ----------------------------------------------------------------------------


def _start_dice(ruleset: Ruleset, seat: str) -> tuple[str, ...]:
    """Return the names of the dice that a seat rolls to see who starts."""
    if ruleset.rules.start_dice == 1:
        return (seat,)
    return tuple(f"{seat}{number + 1}" for number in range(ruleset.rules.start_dice))


def _start_roll(ruleset: Ruleset, state: State) -> Chance:
    """Return the roll of all players, or of those who tied (PC-2)."""
    names = (name for seat in state.rolling for name in _start_dice(ruleset, seat))
    return Chance("start", state.turn, tuple(Die(name, FACES) for name in names), "PC-2")


def _decide_start(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator[State]:
    """Let the highest number start; those who tie for it roll again (PC-2)."""
    shown = {seat: [faces[name] for name in _start_dice(ruleset, seat)] for seat in state.rolling}
    totals = {seat: sum(map(int, each)) for seat, each in shown.items()}
    best = [seat for seat in state.rolling if totals[seat] == max(totals.values())]
    rolls = (
        f"{seat_name(seat)} rolls {totals[seat]}"
        + (f" ({' and '.join(each)})" if len(each) > 1 else "")
        for seat, each in shown.items()
    )
    data = {
        "rolls": ", ".join(rolls), "totals": totals, "best": best,
        "who": join_list(map(seat_name, best)), "faces": shown,
    }  # fmt: skip
    if len(best) > 1:
        state = state._replace(rolling=tuple(best))
        yield make_step(state, "PC-2", "start tied", "{rolls}: {who} roll again.", data)
        return state
    state = state._replace(phase="roll", turn=1, to_move=best[0], rolling=())
    yield make_step(state, "PC-2", "start", "{rolls}: {who} starts.", data)
    return state


# --- a turn (PC-3) --------------------------------------------------------------------------------


def _roll(state: State, faces: Mapping[str, str]) -> StepGenerator[State]:
    """Roll both dice; the player decides which is for what (PC-3)."""
    first, second = (int(faces[die.name]) for die in DICE)
    state = state._replace(phase="move", dice=(first, second), due=DUE)
    who = seat_name(state.to_move)
    data = {"who": who, "seat": state.to_move, "first": first, "second": second}
    yield make_step(state, "PC-3", "roll", "{who} rolls {first} and {second}.", data)
    return state


def _use_die(state: State, move: Walk | Stay) -> State:
    """Return the state with the move's die used, and its piece not due any more."""
    dice = list(state.dice)
    dice.remove(move.die)
    moved = "pac" if move.piece == "pac" else "ghost"
    return state._replace(dice=tuple(dice), due=tuple(each for each in state.due if each != moved))


def _stay(ruleset: Ruleset, state: State, stay: Stay) -> StepGenerator[State]:
    """Let a piece stay that can't move the number (PC-5, PC-12); the event carries the reason."""
    why = StayReason(ruleset, state, stay)
    state = _use_die(state, stay)
    clause, kind = ("PC-5", "stays") if stay.piece == "pac" else ("PC-12", "ghosts stay")
    data = {"seat": state.to_move, "die": stay.die}
    yield make_step(state, clause, kind, "{why}", data, why)
    return state


def _settle(ruleset: Ruleset, state: State) -> StepGenerator[State]:
    """Do whatever leaves no choice, up to the next choice, the next turn or the end.

    Yellow marbles go back and marbles are taken (PC-20), then pieces stay that can't move (PC-3).
    """
    over = ruleset.is_over(state)
    if not over:
        state, choice = yield from _put_back_owed(ruleset, state)
        if choice:
            return state._replace(phase="put")
    if state.reward:
        state, choice = yield from _take_only_reward(ruleset, state)
        if choice:
            return state._replace(phase="take")
    if over:
        return (yield from _end(ruleset, state))
    while state.due and is_stuck(ruleset, state):
        piece = "pac" if state.due[0] == "pac" else "ghosts"
        state = yield from _stay(ruleset, state, Stay(piece, state.dice[0]))
    if state.due:
        return state._replace(phase="move")
    if ruleset.is_over(state):
        return (yield from _end(ruleset, state))
    return state._replace(phase="roll", turn=state.turn + 1, to_move=ruleset.left_of(state.to_move))


# --- how a Pac-Man moves (PC-4 to PC-11) ----------------------------------------------------------


def _walk_pac_man(ruleset: Ruleset, state: State, walk: Walk) -> StepGenerator[State]:
    """Move from hole to hole, gobbling their marbles (PC-4, PC-9, PC-10)."""
    seat = state.to_move
    for here, to in pairwise(walk.path):
        if is_hop(here, to):
            data = {"who": seat_name(seat), "seat": seat, "from": here}
            text = "{who}'s Pac-Man goes off the board at {from}."
            yield make_step(state, "PC-9", "off", text, data)
        ghost = state.ghost_on(to)
        state = yield from _step_pac_man(state, seat, here, to)
        if ghost is not None:
            return (yield from _gobble_ghost(ruleset, state, ghost))
    return state


def _step_pac_man(state: State, seat: str, here: str, to: str) -> StepGenerator[State]:
    """Move one space, with a marble or without (PC-4); the marble is gobbled (PC-10).

    A yellow one wins the privilege (PC-11).
    """
    marble = "white" if to in state.white else "yellow" if to in state.yellow else ""
    player = state.players[seat]._replace(square=to)
    if marble == "white":
        player = player._replace(tray=player.tray + 1)
        state = state._replace(white=state.white - {to})
    if marble == "yellow":
        player = player._replace(yellow=player.yellow + 1)
        state = state._replace(yellow=state.yellow - {to})
    state = state.put(seat, player)
    data: dict[str, Any] = {
        "who": seat_name(seat), "seat": seat, "from": here, "to": to, "marble": marble,
        "tray": player.tray, "yellow": player.yellow,
    }  # fmt: skip
    clause, kind, text = "PC-4", "step", "{who}'s Pac-Man moves from {from} to {to}"
    if is_hop(here, to):
        clause, kind, text = "PC-9", "on", "{who}'s Pac-Man comes on the board at {to}"
    if marble:
        clause = clause if kind == "on" else "PC-10"
        text += " and gobbles the {marble} marble"
    yield make_step(state, clause, kind, text + ".", data)
    if marble == "yellow":
        text = "{who} has the ghost gobbler privilege"
        text += f", {count_noun(player.yellow, 'time')}." if player.yellow > 1 else "."
        yield make_step(state, "PC-11", "privilege won", text, data)
    return state


# --- how a ghost moves (PC-12 to PC-14) -----------------------------------------------------------


def _walk_ghost(ruleset: Ruleset, state: State, walk: Walk) -> StepGenerator[State]:
    """Move step by step, until the ghost lands on a Pac-Man (PC-12)."""
    name = ghost_name(walk.piece)
    for here, to in pairwise(walk.path):
        state = state._replace(ghosts=state.ghosts.put(walk.piece, to))
        data = {
            "ghost": walk.piece, "name": name, "from": here, "to": to, "seat": state.to_move,
            "Name": capitalise(name),
        }  # fmt: skip
        yield make_step(state, "PC-12", "ghost step", "{Name} moves from {from} to {to}.", data)
        seat = state.pac_on(to)
        if seat is not None:
            return (yield from _land(ruleset, state, walk.piece, seat))
    return state


def _land(ruleset: Ruleset, state: State, ghost: str, seat: str) -> StepGenerator[State]:
    """End the ghost's move (PC-12); the Pac-Man goes home, and its player pays (PC-13)."""
    player, home, mover = state.players[seat], ruleset.home(seat), state.to_move
    name = ghost_name(ghost)
    data: dict[str, Any] = {
        "who": seat_name(seat), "seat": seat, "name": name, "ghost": ghost,
        "square": player.square, "home": home, "mover": seat_name(mover), "to": mover,
        "Name": capitalise(name),
    }  # fmt: skip
    text = "{Name} lands on {who}'s Pac-Man on {square}: its move ends."
    yield make_step(state, "PC-12", "landing", text, data)
    state = state.put(seat, player._replace(square=home))
    text = "{who}'s Pac-Man goes home to {home}"
    text += "; {who} moved the ghost, so no marbles are given." if seat == mover else "."
    yield make_step(state, "PC-13", "gone home", text, data)
    return state if seat == mover else (yield from _pay(ruleset, state, seat, "PC-13"))


def _pay(ruleset: Ruleset, state: State, seat: str, clause: str) -> StepGenerator[State]:
    """Give marbles to the player whose turn it is, or all if there are fewer (PC-13, PC-20)."""
    rules, to = ruleset.rules, state.to_move
    full = rules.marbles_lost if clause == "PC-13" else rules.marbles_won
    giver, taker = state.players[seat], state.players[to]
    number = min(full, giver.tray)
    state = state.put(seat, giver._replace(tray=giver.tray - number))
    state = state.put(to, taker._replace(tray=taker.tray + number))
    data: dict[str, Any] = {
        "who": seat_name(seat), "seat": seat, "to": to, "mover": seat_name(to), "number": number,
        "marbles": count_noun(number, "marble"), "full": full,
    }  # fmt: skip
    if not number:
        text = "{who} has no marbles to give to {mover}." if full else "{who} gives no marbles."
    elif clause == "PC-20":
        text = "{mover} takes {marbles} from {who}."
    else:
        text = "{who} gives {marbles} to {mover}."
    if 0 < number < full:
        text = text[:-1] + ": all they have."
    yield make_step(state, clause, "paid", text, data)
    return state


# --- gobbling a ghost (PC-20, PC-21) --------------------------------------------------------------


def _gobble_ghost(ruleset: Ruleset, state: State, ghost: str) -> StepGenerator[State]:
    """Use the privilege (PC-21): the ghost goes to the centre and stays in play (PC-20)."""
    seat = state.to_move
    player, name = state.players[seat], ghost_name(ghost)
    if not ruleset.rules.privilege_kept:
        state = state.put(seat, player._replace(yellow=player.yellow - 1))
        state = state._replace(owed=(*state.owed, seat))
    state = state._replace(reward=ruleset.rules.marbles_won > 0)
    data = {
        "who": seat_name(seat), "seat": seat, "ghost": ghost, "name": name,
        "square": player.square, "centre": ruleset.board.centre, "Name": capitalise(name),
    }  # fmt: skip
    clause = "PC-21" if ruleset.rules.privilege_kept else "PC-20"
    text = "{who} uses the privilege: their Pac-Man gobbles {name} on {square}."
    yield make_step(state, clause, "ghost gobbled", text, data)
    state = state._replace(ghosts=state.ghosts.put(ghost, ruleset.board.centre))
    text = "{Name} goes back to the centre, {centre}, and stays in play."
    yield make_step(state, "PC-20", "ghost back", text, data)
    if state.owed and not ruleset.empty_rings(state):
        text = "No ringed hole is empty: the yellow marble waits for one."
        yield make_step(state, "PC-20", "yellow waits", text, data)
    if ruleset.rules.gobbling_ends_turn and state.due:
        state = state._replace(dice=(), due=())
        text = "{who}'s turn ends: they move no ghost."
        yield make_step(state, "PC-20", "turn over", text, data)
    return state


def _put_back(state: State, square: str) -> StepGenerator[State]:
    """Put the first yellow marble that is owed back into a ringed hole (PC-20)."""
    seat, *owed = state.owed
    state = state._replace(yellow=state.yellow | {square}, owed=tuple(owed))
    data = {"who": seat_name(seat), "seat": seat, "square": square}
    text = "{who} puts the yellow marble back into the ringed hole {square}."
    yield make_step(state, "PC-20", "yellow back", text, data)
    return state


def _put_back_owed(ruleset: Ruleset, state: State) -> ChoiceGenerator:
    """Put yellow marbles back while just one ringed hole is empty (PC-20)."""
    while state.owed:
        holes = ruleset.empty_rings(state)
        if len(holes) != 1:
            return state, bool(holes)
        state = yield from _put_back(state, holes[0])
    return state, False


def _take_reward(ruleset: Ruleset, state: State, seat: str) -> StepGenerator[State]:
    """Take marbles of one other player for a ghost (PC-20)."""
    return _pay(ruleset, state._replace(reward=False), seat, "PC-20")


def _take_only_reward(ruleset: Ruleset, state: State) -> ChoiceGenerator:
    """Take marbles for a ghost where at most one other player has some (PC-20)."""
    if len(state.payers) > 1:
        return state, True
    if state.payers:
        return (yield from _take_reward(ruleset, state, state.payers[0])), False
    state = state._replace(reward=False)
    data = {"who": seat_name(state.to_move), "seat": state.to_move}
    yield make_step(state, "PC-20", "no reward", "Nobody has marbles for {who} to take.", data)
    return state, False


# --- the end (PC-30) ------------------------------------------------------------------------------


def _end(ruleset: Ruleset, state: State) -> StepGenerator[State]:
    """End the game: all white marbles are off the board (PC-30)."""
    state = state._replace(phase="over", dice=(), due=())
    result = game_result(ruleset, state)
    assert result is not None
    text = "All white marbles are off the board. {result}"
    data = {"result": result.text, "scores": dict(result.scores)}
    yield make_step(state, "PC-30", "end", text, data)
    return state


def game_result(ruleset: Ruleset, state: State) -> Result | None:
    """Return who won, or None: most white marbles win, ties share (PC-30).

    Yellow ones don't count (PC-11).
    """
    if state.phase != "over":
        return None
    scores = {seat: player.tray for seat, player in state.players.items()}
    best = max(scores.values())
    winners = tuple(seat for seat in ruleset.seats if scores[seat] == best)
    names = join_list(map(seat_name, winners))
    if len(winners) > 1:
        text = f"{names} share the win with {count_noun(best, 'marble')} each."
    else:
        text = f"{names} wins with {count_noun(best, 'marble')}."
    return Result(winners, "PC-30", text, scores)


# --- refusals -------------------------------------------------------------------------------------


def move_refusal(
    ruleset: Ruleset, state: State, actor: Actor | None, move: object
) -> Refusal | None:
    """Return why a move may not be made now, or None if it may."""
    match move:
        case Roll() if isinstance(actor, Chance):
            return move.refusal(actor)
        case Walk(str(), int(), tuple()) if state.phase == "move":
            return _turn_refusal(ruleset, state, move) or walk_refusal(ruleset, state, move)
        case Stay(str(), int()) if state.phase == "move":
            return _turn_refusal(ruleset, state, move) or stay_refusal(ruleset, state, move)
        case Put(str()) if state.phase == "put":
            return _put_refusal(ruleset, state, move.square)
        case Take(str()) if state.phase == "take":
            return _take_refusal(ruleset, state, move.seat)
    due = next_action(ruleset, state)
    if not isinstance(move, Move):
        return due._replace(text=f"{brief_repr(move)} is no move of this game: {due.text}")
    return due._replace(text=f"{shorten(str(move))} must wait: {due.text}")


def next_action(ruleset: Ruleset, state: State) -> Refusal:
    """Return what has to be done now, and by which clause; after the end, how it ended."""
    who = seat_name(state.acts)
    match state.phase:
        case "start":
            rolling = join_list(map(seat_name, state.rolling))
            return Refusal("PC-2", f"{rolling} must roll to see who starts")
        case "roll":
            return Refusal("PC-3", f"{who} must roll the dice")
        case "put":
            holes = ruleset.empty_rings(state)
            text = f"{who} must put a yellow marble back, on {join_list(holes, 'or')}"
            return Refusal("PC-20", text, holes)
        case "take":
            seats = join_list(map(seat_name, state.payers), "or")
            return Refusal("PC-20", f"{who} must take marbles from {seats}")
        case "over":
            result = game_result(ruleset, state)
            assert result is not None
            return Refusal("PC-30", f"the game is over: {result.text.rstrip('.')}")
    dice = join_list(map(str, state.dice))
    return Refusal("PC-3", f"{who} must move {due_words(state)}, with {dice}")


def due_words(state: State) -> str:
    """Return the pieces that still have to move, in words."""
    return join_list({"pac": "their Pac-Man", "ghost": "a ghost"}[each] for each in state.due)


def _turn_refusal(ruleset: Ruleset, state: State, move: Walk | Stay) -> Refusal | None:
    """Refuse other pieces and dice than those that are due (PC-3)."""
    pieces = ("pac", "ghosts") if isinstance(move, Stay) else ("pac", *ruleset.ghosts)
    due = next_action(ruleset, state)
    if move.piece not in pieces:
        text = f"there is no piece {brief_repr(move.piece)}; the pieces are {join_list(pieces)}"
        return Refusal("PC-3", text)
    if isinstance(move, Walk) and not all(isinstance(each, str) for each in move.path):
        text = f"{brief_repr(move.path)} is no path; a path is made of spaces such as a2"
        return Refusal("PC-4", text)
    if ("pac" if move.piece == "pac" else "ghost") not in state.due:
        what = "their Pac-Man" if move.piece == "pac" else "a ghost"
        return due._replace(text=f"{seat_name(state.to_move)} has moved {what}; {due.text}")
    if move.die not in state.dice:
        return due._replace(text=f"no die shows {brief_repr(move.die)}: {due.text}")
    return None


def _put_refusal(ruleset: Ruleset, state: State, square: str) -> Refusal | None:
    """Refuse all but empty ringed holes for a yellow marble (PC-20)."""
    if square in ruleset.empty_rings(state):
        return None
    where: tuple[str, ...] = (square,) if square in ruleset.board.next_to else ()
    if square not in ruleset.board.ringed:
        return Refusal("PC-20", f"{brief_repr(square)} is no hole with an orange ring", where)
    if square in state.yellow:
        return Refusal("PC-20", f"the ringed hole {square} has a yellow marble in it", where)
    seat = state.pac_on(square)
    who = pac_name(seat) if seat else ghost_name(state.ghost_on(square) or "")
    return Refusal("PC-20", f"{who} is on the ringed hole {square}, so it is not empty", where)


def _take_refusal(ruleset: Ruleset, state: State, seat: str) -> Refusal | None:
    """Refuse all but other players with marbles (PC-20)."""
    if seat in state.payers:
        return None
    if seat not in ruleset.seats:
        text = f"nobody plays {brief_repr(seat)}"
    elif seat == state.to_move:
        text = f"{seat_name(seat)} can't take marbles from themselves"
    else:
        text = f"{seat_name(seat)} has no marbles to take"
    return Refusal("PC-20", f"{text}; {next_action(ruleset, state).text}")
