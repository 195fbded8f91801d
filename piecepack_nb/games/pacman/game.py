"""The PAC-MAN board game: who acts, the legal moves, their effects, and refusals.

A turn is a roll, then two moves: the Pac-Man's by one die and a ghost's by the other, in either
order. Whatever leaves no choice follows at once, as steps of the move before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat
from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.forms import Form
from piecepack_nb.core.game import Game
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.steps import Refusal, Result, Sentence, Step, must_wait
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.pacman.bots import with_weights
from piecepack_nb.games.pacman.events import EVENT_KINDS, EventKind, MoveLog
from piecepack_nb.games.pacman.maze import BoardMap, is_hop
from piecepack_nb.games.pacman.notation import draw_state, parse_move, parse_position, position_form
from piecepack_nb.games.pacman.prospects import Prospects, prospects
from piecepack_nb.games.pacman.rules import PacManRules
from piecepack_nb.games.pacman.ruleset import DICE, FACES, Ruleset
from piecepack_nb.games.pacman.sentences import sentences
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
from piecepack_nb.games.pacman.walks import Situation, StayReason


class PacMan(Game[PacManRules, State, Move]):
    """The PAC-MAN board game of 1982, on a board of our own reconstruction."""

    name = "pacman"
    title = "PAC-MAN board game"
    rules_class = PacManRules
    rulebook_path = FilePath(__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS
    playout_moves = 4

    greedy = staticmethod(with_weights)
    """``game.greedy(**weights)``: the bot "greedy" with other weights."""

    _situation: Situation | None = None

    @cached_property
    def ruleset(self) -> Ruleset:
        """The board under the rules, and questions to a state that they answer."""
        return Ruleset(self.rules)

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

    def situation(self, state: State) -> Situation:
        """Return a state together with the rules; the last one is kept, with what it has found."""
        last = self._situation
        if last is None or last.state is not state:
            last = self._situation = Situation(self.ruleset, state)
        return last

    def initial_state(self) -> State:
        """Return the set-up (PC-1)."""
        return self.ruleset.initial_state()

    def to_act(self, state: State) -> Actor | None:
        """Return chance for the dice, else the seat that has a choice."""
        match state.phase:
            case "over":
                return None
            case "start":
                return self._start_roll(state)
            case "roll":
                return Chance("roll", state.turn, DICE, "PC-3")
        return Seat(state.acts)

    def moves(self, state: State) -> Collection[Move]:
        """Return every legal move: each walk of each piece by each die that is left, or choice."""
        match state.phase:
            case "move":
                return self.situation(state).walks_and_stays()
            case "put":
                return [Put(square) for square in self.ruleset.empty_rings(state)]
            case "take":
                return [Take(seat) for seat in state.payers]
        actor = self.to_act(state)
        return Rolls(actor) if isinstance(actor, Chance) else []

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move may not be made, by the first clause that it breaks."""
        actor = self.to_act(state)
        match move:
            case Roll() if isinstance(actor, Chance):
                return move.refusal(actor)
            case Walk(str(), int(), tuple()) if state.phase == "move":
                return self._not_due(state, move) or self.situation(state).walk_refusal(move)
            case Stay(str(), int()) if state.phase == "move":
                return self._not_due(state, move) or self.situation(state).stay_refusal(move)
            case Put(str()) if state.phase == "put":
                return self._put_refusal(state, move.square)
            case Take(str()) if state.phase == "take":
                return self._take_refusal(state, move.seat)
        return must_wait(move, Move, self.next_action(state))

    def apply_move(self, state: State, move: Move, log: MoveLog) -> State:
        """Make a legal move and what follows from it; add the events to the log."""
        match move:
            case Walk("pac"):
                state = self._walk_pac_man(_use_die(state, move), move, log)
            case Walk():
                state = self._walk_ghost(_use_die(state, move), move, log)
            case Stay():
                state = self._stay(state, move, log)
            case Put(square):
                state = _put_back(state, square, log)
            case Take(seat):
                state = self._take_reward(state, seat, log)
            case Roll(faces) if state.phase == "start":
                return self._decide_start(state, faces, log)
            case Roll(faces):
                state = _roll(state, faces, log)
        return self._settle(state, log)

    def expected(self, state: State, seat: str | None = None) -> Prospects:
        """Return the marbles that each die brings a seat's Pac-Man, exactly; see ``prospects``."""
        return prospects(self.situation(state), seat)

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentence of a finished move."""
        return sentences(before, steps)

    # --- notation ----------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """Return a move from text such as "pac 3 b5-a5~i5-h5", "ghost1 2 e5-e6-e7", "take blue"."""
        return parse_move(self.ruleset, state, text, self.due_dice(state))

    def drawing(self, state: State) -> str:
        """Return the state as text, to look at, to change and to read back with ``position``."""
        return draw_state(self.ruleset, state)

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON."""
        return position_form(self.ruleset)

    def position(self, written: object) -> State:
        """Return a state from a mapping, lines or a drawing; see ``notation``."""
        return register_position(self, parse_position(self.ruleset, self.form, written))

    # --- who starts (PC-2) -------------------------------------------------------------------

    def _start_dice(self, seat: str) -> tuple[str, ...]:
        """Return the names of the dice that a seat rolls to see who starts."""
        number = self.rules.start_dice
        return (seat,) if number == 1 else tuple(f"{seat}{each + 1}" for each in range(number))

    def _start_roll(self, state: State) -> Chance:
        """Return the roll of all players, or of those who tied (PC-2)."""
        names = (name for seat in state.rolling for name in self._start_dice(seat))
        return Chance("start", state.turn, tuple(Die(name, FACES) for name in names), "PC-2")

    def _decide_start(self, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
        """Let the highest number start; those who tie for it roll again (PC-2)."""
        shown = {seat: [faces[name] for name in self._start_dice(seat)] for seat in state.rolling}
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
            log.add(state, "PC-2", "start tied", "{rolls}: {who} roll again.", data)
            return state
        state = state._replace(phase="roll", turn=1, to_move=best[0], rolling=())
        log.add(state, "PC-2", "start", "{rolls}: {who} starts.", data)
        return state

    # --- a turn (PC-3) -----------------------------------------------------------------------

    def _stay(self, state: State, stay: Stay, log: MoveLog) -> State:
        """Let a piece stay that can't move the number (PC-5, PC-12); the event has the reason."""
        why = StayReason(self.situation(state), stay)
        state = _use_die(state, stay)
        kind: EventKind
        clause, kind = ("PC-5", "stays") if stay.piece == "pac" else ("PC-12", "ghosts stay")
        data = {"seat": state.to_move, "die": stay.die}
        log.add(state, clause, kind, "{why}", data, why)
        return state

    def _settle(self, state: State, log: MoveLog) -> State:
        """Do whatever leaves no choice, up to the next choice, the next turn or the end.

        Yellow marbles go back and marbles are taken (PC-20), then pieces stay that can't move
        (PC-3).
        """
        over = self.ruleset.is_over(state)
        if not over:
            state = self._put_back_owed(state, log)
            if state.owed and self.ruleset.empty_rings(state):
                return state._replace(phase="put")
        if state.reward:
            state = self._take_only_reward(state, log)
            if state.reward:
                return state._replace(phase="take")
        if over:
            return self._end(state, log)
        while state.due and self.situation(state).is_stuck():
            piece = "pac" if state.due[0] == "pac" else "ghosts"
            state = self._stay(state, Stay(piece, state.dice[0]), log)
        if state.due:
            return state._replace(phase="move")
        if self.ruleset.is_over(state):
            return self._end(state, log)
        after = self.ruleset.left_of(state.to_move)
        return state._replace(phase="roll", turn=state.turn + 1, to_move=after)

    # --- how a Pac-Man moves (PC-4 to PC-11) -------------------------------------------------

    def _walk_pac_man(self, state: State, walk: Walk, log: MoveLog) -> State:
        """Move from hole to hole, gobbling their marbles (PC-4, PC-9, PC-10)."""
        seat = state.to_move
        for here, to in pairwise(walk.path):
            if is_hop(here, to):
                text = "{who}'s Pac-Man goes off the board at {from}."
                log.add(state, "PC-9", "off", text, _data(seat, {"from": here}))
            ghost = state.ghost_on(to)
            state = _step_pac_man(state, seat, here, to, log)
            if ghost is not None:
                return self._gobble_ghost(state, ghost, log)
        return state

    # --- how a ghost moves (PC-12 to PC-14) --------------------------------------------------

    def _walk_ghost(self, state: State, walk: Walk, log: MoveLog) -> State:
        """Move step by step, until the ghost lands on a Pac-Man (PC-12)."""
        ghost, name = walk.piece, ghost_name(walk.piece)
        for here, to in pairwise(walk.path):
            state = state._replace(ghosts=state.ghosts.put(ghost, to))
            data = {"ghost": ghost, "name": name, "from": here, "to": to, "seat": state.to_move}
            log.add(state, "PC-12", "ghost step", "{Name} moves from {from} to {to}.", data)
            seat = state.pac_on(to)
            if seat is not None:
                return self._land(state, ghost, seat, log)
        return state

    def _land(self, state: State, ghost: str, seat: str, log: MoveLog) -> State:
        """End the ghost's move (PC-12); the Pac-Man goes home, and its player pays (PC-13)."""
        square, home, mover = state.players[seat].square, self.ruleset.home(seat), state.to_move
        where = {"square": square, "home": home, "mover": seat_name(mover), "to": mover}
        data = _data(seat, where, ghost)
        text = "{Name} lands on {who}'s Pac-Man on {square}: its move ends."
        log.add(state, "PC-12", "landing", text, data)
        state = self.situation(state).after_ghost(ghost, square)
        text = "{who}'s Pac-Man goes home to {home}"
        text += "; {who} moved the ghost, so no marbles are given." if seat == mover else "."
        log.add(state, "PC-13", "gone home", text, data)
        return state if seat == mover else self._pay(state, seat, "PC-13", log)

    def _pay(self, state: State, seat: str, clause: str, log: MoveLog) -> State:
        """Give marbles to the player whose turn it is, or all if there are fewer (PC-13, PC-20)."""
        rules, to = self.rules, state.to_move
        full = rules.marbles_lost if clause == "PC-13" else rules.marbles_won
        giver, taker = state.players[seat], state.players[to]
        number = min(full, giver.tray)
        state = state.put(seat, giver._replace(tray=giver.tray - number))
        state = state.put(to, taker._replace(tray=taker.tray + number))
        marbles = {"number": number, "marbles": count_noun(number, "marble"), "full": full}
        data = _data(seat, {"to": to, "mover": seat_name(to), **marbles})
        if not number:
            text = "{who} has no marbles to give to {mover}." if full else "{who} gives no marbles."
        elif clause == "PC-20":
            text = "{mover} takes {marbles} from {who}."
        else:
            text = "{who} gives {marbles} to {mover}."
        if 0 < number < full:
            text = text[:-1] + ": all they have."
        log.add(state, clause, "paid", text, data)
        return state

    # --- gobbling a ghost (PC-20, PC-21) -----------------------------------------------------

    def _gobble_ghost(self, state: State, ghost: str, log: MoveLog) -> State:
        """Use the privilege (PC-21): the ghost goes to the centre and stays in play (PC-20)."""
        rules, centre, seat = self.rules, self.board.centre, state.to_move
        player = state.players[seat]
        if not rules.privilege_kept:
            state = state.put(seat, player._replace(yellow=player.yellow - 1))
            state = state._replace(owed=(*state.owed, seat))
        state = state._replace(reward=rules.marbles_won > 0)
        data = _data(seat, {"square": player.square, "centre": centre}, ghost)
        clause = "PC-21" if rules.privilege_kept else "PC-20"
        text = "{who} uses the privilege: their Pac-Man gobbles {name} on {square}."
        log.add(state, clause, "ghost gobbled", text, data)
        state = state._replace(ghosts=state.ghosts.put(ghost, centre))
        text = "{Name} goes back to the centre, {centre}, and stays in play."
        log.add(state, "PC-20", "ghost back", text, data)
        if state.owed and not self.ruleset.empty_rings(state):
            text = "No ringed hole is empty: the yellow marble waits for one."
            log.add(state, "PC-20", "yellow waits", text, data)
        if rules.gobbling_ends_turn and state.due:
            state = state._replace(dice=(), due=())
            text = "{who}'s turn ends: they move no ghost."
            log.add(state, "PC-20", "turn over", text, data)
        return state

    def _put_back_owed(self, state: State, log: MoveLog) -> State:
        """Put yellow marbles back while just one ringed hole is empty (PC-20)."""
        while state.owed and len(holes := self.ruleset.empty_rings(state)) == 1:
            state = _put_back(state, holes[0], log)
        return state

    def _take_reward(self, state: State, seat: str, log: MoveLog) -> State:
        """Take marbles of one other player for a ghost (PC-20)."""
        return self._pay(state._replace(reward=False), seat, "PC-20", log)

    def _take_only_reward(self, state: State, log: MoveLog) -> State:
        """Take marbles for a ghost where at most one other player has some (PC-20)."""
        if len(state.payers) > 1:
            return state
        if state.payers:
            return self._take_reward(state, state.payers[0], log)
        state = state._replace(reward=False)
        text = "Nobody has marbles for {who} to take."
        log.add(state, "PC-20", "no reward", text, _data(state.to_move))
        return state

    # --- the end (PC-30) ---------------------------------------------------------------------

    def _end(self, state: State, log: MoveLog) -> State:
        """End the game: all white marbles are off the board (PC-30)."""
        state = state._replace(phase="over", dice=(), due=())
        result = self._result(state)
        text = "All white marbles are off the board. {result}"
        data = {"result": result.text, "scores": dict(result.scores)}
        log.add(state, "PC-30", "end", text, data)
        return state

    def result(self, state: State) -> Result | None:
        """Return who won, or None: most white marbles win, ties share (PC-30).

        Yellow ones don't count (PC-11).
        """
        return self._result(state) if state.phase == "over" else None

    def _result(self, state: State) -> Result:
        scores = {seat: player.tray for seat, player in state.players.items()}
        best = max(scores.values())
        winners = tuple(seat for seat in self.seats if scores[seat] == best)
        won, each = ("share the win", " each") if len(winners) > 1 else ("wins", "")
        names, marbles = join_list(map(seat_name, winners)), count_noun(best, "marble")
        return Result(winners, "PC-30", f"{names} {won} with {marbles}{each}.", scores)

    # --- refusals ----------------------------------------------------------------------------

    def next_action(self, state: State) -> Refusal:
        """Return what has to be done now, and by which clause; after the end, how it ended."""
        who = seat_name(state.acts)
        match state.phase:
            case "start":
                rolling = join_list(map(seat_name, state.rolling))
                return Refusal("PC-2", f"{rolling} must roll to see who starts")
            case "roll":
                return Refusal("PC-3", f"{who} must roll the dice")
            case "put":
                holes = self.ruleset.empty_rings(state)
                text = f"{who} must put a yellow marble back, on {join_list(holes, 'or')}"
                return Refusal("PC-20", text, holes)
            case "take":
                seats = join_list(map(seat_name, state.payers), "or")
                return Refusal("PC-20", f"{who} must take marbles from {seats}")
            case "over":
                return self._result(state).refusal
        dice = join_list(map(str, state.dice))
        return Refusal("PC-3", f"{who} must move {due_words(state)}, with {dice}")

    def _not_due(self, state: State, move: Walk | Stay) -> Refusal | None:
        """Refuse other pieces and dice than those that are due (PC-3)."""
        own = move.piece == "pac"
        pieces = ("pac", "ghosts") if isinstance(move, Stay) else ("pac", *self.ruleset.ghosts)
        due = self.next_action(state)
        if move.piece not in pieces:
            text = f"there is no piece {brief_repr(move.piece)}; the pieces are {join_list(pieces)}"
            return Refusal("PC-3", text)
        if isinstance(move, Walk) and not all(isinstance(each, str) for each in move.path):
            text = f"{brief_repr(move.path)} is no path; a path is made of spaces such as a2"
            return Refusal("PC-4", text)
        if ("pac" if own else "ghost") not in state.due:
            moved = f"{seat_name(state.to_move)} has moved {'their Pac-Man' if own else 'a ghost'}"
            return due._replace(text=f"{moved}; {due.text}")
        if move.die not in state.dice:
            return due._replace(text=f"no die shows {brief_repr(move.die)}: {due.text}")
        return None

    def _put_refusal(self, state: State, square: str) -> Refusal | None:
        """Refuse all but empty ringed holes for a yellow marble (PC-20)."""
        if square in self.ruleset.empty_rings(state):
            return None
        where: tuple[str, ...] = (square,) if square in self.board.next_to else ()
        if square not in self.board.ringed:
            return Refusal("PC-20", f"{brief_repr(square)} is no hole with an orange ring", where)
        if square in state.yellow:
            return Refusal("PC-20", f"the ringed hole {square} has a yellow marble in it", where)
        seat = state.pac_on(square)
        who = pac_name(seat) if seat else ghost_name(state.ghost_on(square) or "")
        return Refusal("PC-20", f"{who} is on the ringed hole {square}, so it is not empty", where)

    def _take_refusal(self, state: State, seat: str) -> Refusal | None:
        """Refuse all but other players with marbles (PC-20)."""
        if seat in state.payers:
            return None
        if seat not in self.seats:
            text = f"nobody plays {brief_repr(seat)}"
        elif seat == state.to_move:
            text = f"{seat_name(seat)} can't take marbles from themselves"
        else:
            text = f"{seat_name(seat)} has no marbles to take"
        return Refusal("PC-20", f"{text}; {self.next_action(state).text}")


# --- effects that follow from the state alone -----------------------------------------------------


def _data(seat: str, more: Mapping[str, Any] | None = None, ghost: str = "") -> dict[str, Any]:
    """Return the data of an event: the player, the ghost if there is one, and more."""
    about = {"ghost": ghost, "name": ghost_name(ghost)} if ghost else {}
    return {"who": seat_name(seat), "seat": seat, **about, **(more or {})}


def _roll(state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Roll both dice; the player decides which is for what (PC-3)."""
    first, second = (int(faces[die.name]) for die in DICE)
    state = state._replace(phase="move", dice=(first, second), due=DUE)
    who = seat_name(state.to_move)
    data = {"who": who, "seat": state.to_move, "first": first, "second": second}
    log.add(state, "PC-3", "roll", "{who} rolls {first} and {second}.", data)
    return state


def _use_die(state: State, move: Walk | Stay) -> State:
    """Return the state with the move's die used, and its piece not due any more."""
    dice = list(state.dice)
    dice.remove(move.die)
    moved = "pac" if move.piece == "pac" else "ghost"
    return state._replace(dice=tuple(dice), due=tuple(each for each in state.due if each != moved))


def _step_pac_man(state: State, seat: str, here: str, to: str, log: MoveLog) -> State:
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
    kind: EventKind
    clause, kind, text = "PC-4", "step", "{who}'s Pac-Man moves from {from} to {to}"
    if is_hop(here, to):
        clause, kind, text = "PC-9", "on", "{who}'s Pac-Man comes on the board at {to}"
    if marble:
        clause = clause if kind == "on" else "PC-10"
        text += " and gobbles the {marble} marble"
    log.add(state, clause, kind, text + ".", data)
    if marble == "yellow":
        text = "{who} has the ghost gobbler privilege"
        text += f", {count_noun(player.yellow, 'time')}." if player.yellow > 1 else "."
        log.add(state, "PC-11", "privilege won", text, data)
    return state


def _put_back(state: State, square: str, log: MoveLog) -> State:
    """Put the first yellow marble that is owed back into a ringed hole (PC-20)."""
    seat, *owed = state.owed
    state = state._replace(yellow=state.yellow | {square}, owed=tuple(owed))
    data = {"who": seat_name(seat), "seat": seat, "square": square}
    text = "{who} puts the yellow marble back into the ringed hole {square}."
    log.add(state, "PC-20", "yellow back", text, data)
    return state


def due_words(state: State) -> str:
    """Return the pieces that still have to move, in words."""
    return join_list({"pac": "their Pac-Man", "ghost": "a ghost"}[each] for each in state.due)
