"""Whether a table makes sense as a whole; what doesn't is told with its clause."""

from __future__ import annotations

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.games.pacman.going.listing import stuck
from piecepack_nb.games.pacman.phases import ending, privilege, start
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State, ghost_name


def check(ruleset: Ruleset, state: State) -> None:
    """Raise BadInput, naming the entry, unless the rules could have led to the like of this."""
    _pac_men(ruleset, state)
    _ghosts(ruleset, state)
    _marbles(ruleset, state)
    if state.phase == "start":
        _start(ruleset, state)
    else:
        _phase(ruleset, state)


def _pac_men(ruleset: Ruleset, state: State) -> None:
    """One piece a space (PC-8), nobody at another's home (PC-6), none in the centre (PC-1)."""
    for seat, player in state.players.items():
        what, here = f"players.{seat}.square", player.square
        other = state.pac_on(here)
        if other != seat:
            raise invalid(what, here, f"a space of its own, for {other}'s Pac-Man is there (PC-8)")
        if here in ruleset.homes and here != ruleset.home(seat):
            raise invalid(what, here, "no home but its own (PC-6)")
        if here == ruleset.board.centre and ruleset.rules.centre != "all":
            raise invalid(what, here, "a space outside the centre, which is the ghosts' (PC-1)")
        if here in state.white:
            raise invalid(what, here, "a hole without a white marble, for it gobbles it (PC-10)")
        if here in state.yellow and not ruleset.rules.ring_under_piece:
            raise invalid(what, here, "a hole without a yellow one, for it gobbles it (PC-11)")


def _ghosts(ruleset: Ruleset, state: State) -> None:
    """Never at a home (PC-14), and nowhere together but in the centre (PC-14, PC-20)."""
    centre = ruleset.board.centre
    for ghost, here in state.ghosts.items():
        what = f"ghosts.{ghost}"
        if here in ruleset.homes:
            raise invalid(what, here, "a space that is no home (PC-14)")
        seat = state.pac_on(here)
        if seat and here != centre:
            raise invalid(what, here, f"another space, for {seat}'s Pac-Man is there (PC-12)")
        first = state.ghost_on(here)
        if first not in (ghost, None) and here != centre:
            raise invalid(what, here, f"another space, for {ghost_name(first)} is there (PC-14)")


def _marbles(ruleset: Ruleset, state: State) -> None:
    """Every marble is accounted for (PC-1)."""
    board, players = ruleset.board, state.players.values()
    trays = sum(player.tray for player in players)
    if len(state.white) + trays != len(board.white):
        raise BadInput(
            f"white has {len(state.white)} marbles and the trays {trays}; accepted: "
            f"{len(board.white)} in all (PC-1)"
        )
    if state.owed and ruleset.rules.privilege_kept:
        raise invalid("owed", list(state.owed), "nobody, as privileges are kept (PC-21)")
    held = sum(player.yellow for player in players)
    if len(state.yellow) + held + len(state.owed) != len(board.ringed):
        raise BadInput(
            f"yellow has {len(state.yellow)} marbles, the players {held}, and {len(state.owed)} "
            f"wait to be put back; accepted: {len(board.ringed)} in all (PC-1)"
        )


def _start(ruleset: Ruleset, state: State) -> None:
    """Nothing has moved yet (PC-1), and two or more roll (PC-2)."""
    if ruleset.rules.first != "roll":
        raise invalid("phase", "start", "another phase, for nobody rolls to see who starts (PC-2)")
    if len(state.rolling) < 2:
        raise invalid("rolling", list(state.rolling), "two seats and more in phase 'start' (PC-2)")
    if state._replace(rolling=ruleset.seats) != start.set_up(ruleset):
        raise invalid("phase", "start", "another phase, for something was moved already (PC-1)")


def _phase(ruleset: Ruleset, state: State) -> None:
    """What is due fits the phase that it is said to be in."""
    if state.rolling:
        raise invalid("rolling", list(state.rolling), f"nobody in phase {state.phase!r} (PC-2)")
    if not state.turn:
        raise invalid("turn", 0, f"1 or more in phase {state.phase!r}")
    if len(state.dice) != len(state.due):
        accepted = f"a die for each that is to move: {', '.join(state.due) or 'nothing'} (PC-3)"
        raise invalid("dice", list(state.dice), accepted)
    _ended(ruleset, state)
    if state.reward and (state.phase not in ("put", "take") or "pac" in state.due):
        accepted = "False, but in the phases 'put' and 'take', after a Pac-Man's move (PC-20)"
        raise invalid("reward", True, accepted)
    _owed(ruleset, state)
    if state.phase == "move":
        if not state.due or stuck(ruleset, state):
            raise invalid("phase", "move", "another phase, for nothing that is due can move (PC-3)")
    elif state.phase in ("roll", "over") and state.due:
        raise invalid("due", list(state.due), f"nothing in phase {state.phase!r} (PC-3)")
    elif len(state.due) == 2:
        raise invalid("due", list(state.due), f"one piece or none in phase {state.phase!r} (PC-20)")


def _ended(ruleset: Ruleset, state: State) -> None:
    """The game is over once no white marble is on the board (PC-30), and a reward was taken."""
    over = ending.ended(ruleset, state)
    allowed = ("over", "take") if over else ("roll", "move", "put", "take")
    if state.phase not in allowed:
        why = "no white marble" if over else "a white marble, or a move that is due,"
        raise invalid("phase", state.phase, f"{' or '.join(allowed)}, for {why} is left (PC-30)")
    if state.phase == "take" and not (state.reward and len(privilege.payers(state)) > 1):
        accepted = "another phase, for there is no choice of whose marbles are taken (PC-20)"
        raise invalid("phase", "take", accepted)


def _owed(ruleset: Ruleset, state: State) -> None:
    """Yellow marbles wait as long as no ringed hole is empty, or for a choice (PC-20)."""
    holes = privilege.empty_rings(ruleset, state) if state.owed else ()
    if state.phase == "put" and len(holes) < 2:
        raise invalid(
            "phase", "put", "another phase, for there is no choice of ringed holes (PC-20)"
        )
    if holes and state.phase in ("roll", "move"):
        accepted = f"nobody, for the ringed hole {holes[0]} is empty (PC-20)"
        raise invalid("owed", list(state.owed), accepted)
    if holes and state.phase == "take" and not ending.ended(ruleset, state):
        raise invalid("phase", "take", "first 'put', for a yellow marble can go back (PC-20)")
