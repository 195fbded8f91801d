"""The walks of the pieces: those that the rules allow, and why others are refused or none is left.

Vocabulary
    path     squares in order, from the one where the piece is
    closed   spaces that the piece may not enter
    stops    spaces where a move ends whatever is left of the number: for a ghost those with a
             Pac-Man, for a Pac-Man with the privilege those with a ghost
    keys     the ringed holes that win the privilege on the way
    barred   spaces where a move may not end
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.actors import GroupedMoves
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.pacman.maze import Path, is_hop, shortest_paths
from piecepack_nb.games.pacman.ruleset import Links, Ruleset
from piecepack_nb.games.pacman.state import (
    State,
    Stay,
    Walk,
    format_path,
    ghost_name,
    is_space,
    pac_name,
    piece_name,
    seat_name,
)

Paths = Sequence[Path]
NOWHERE: frozenset[str] = frozenset()
FEW = 3  # blocked paths that a sentence names


class WalkFinder(NamedTuple):
    """The search for one piece's walks in one state: paths without turning back."""

    links: Links
    start: str
    closed: frozenset[str] = NOWHERE
    stops: frozenset[str] = NOWHERE
    keys: frozenset[str] = NOWHERE
    barred: frozenset[str] = NOWHERE
    armed: bool = True
    """Whether ``stops`` may be entered from the beginning, or only once a key was passed."""
    turns_back: bool = False
    free: bool = False
    """Whether some links cost nothing, so that a path may go on when the number is used up."""

    def paths(self, number: int) -> Paths:
        """Return all paths of the full number, or that a stop ends before (PC-5, PC-12, PC-20)."""
        near = self.links.within(self.start, number)  # spaces farther away change nothing
        stops = self.stops & near
        armed = self.armed or not stops
        keys = NOWHERE if armed else self.keys & near
        return _paths(
            number, self.links, self.start, self.closed & near, stops, keys,
            self.barred, armed, self.turns_back, self.free,
        )  # fmt: skip

    def _extend(self, path: Path, left: int, armed: bool, hopped: bool, found: list[Path]) -> None:
        """Add each complete path that begins with ``path`` and has ``left`` of the number to go."""
        here = path[-1]
        before = path[-2] if len(path) > 1 and not self.turns_back else None
        for to, cost, hop in self.links[here]:
            if cost > left or to == before or to in self.closed:
                continue
            if hop and hopped and not self.turns_back:  # back out by the arrow that it came on at
                continue
            if to in self.stops:
                if armed:
                    found.append((*path, to))
                continue
            rest = left - cost
            if not rest and to not in self.barred:
                found.append((*path, to))
            if rest or self.free:
                self._extend((*path, to), rest, armed or to in self.keys, hop, found)

    def longest(self, number: int) -> Paths:
        """Return the paths that take most of the number, where none takes all of it."""
        return next(filter(None, map(self.paths, range(number, 0, -1))), ())

    def blocked(self, number: int) -> list[tuple[Path, tuple[str, ...]]]:
        """Return each path too short for the number, and the spaces that block its next step.

        A path that nothing blocks is left out. The shortest come first. Boards have no dead ends,
        so there is always a space ahead.
        """
        found = self._blocked((self.start,), number, self.armed, False)
        return sorted(found, key=lambda each: len(each[0]))

    def _blocked(
        self, path: Path, left: int, armed: bool, hopped: bool
    ) -> Iterator[tuple[Path, tuple[str, ...]]]:
        ahead = [
            (to, cost, hop)
            for to, cost, hop in self.links[path[-1]]
            if (to not in path[-2:-1] and not (hop and hopped)) or self.turns_back
        ]
        further = [
            (to, cost, hop)
            for to, cost, hop in ahead
            if to not in self.closed and to not in self.stops and cost <= left
            and not (cost == left and to in self.barred)
        ]  # fmt: skip
        blocking = tuple(link[0] for link in ahead if link not in further)
        if blocking:
            yield path, blocking
        for to, cost, hop in further:
            if cost < left:
                yield from self._blocked((*path, to), left - cost, armed or to in self.keys, hop)


@lru_cache(maxsize=1024)  # with turning back, an entry may have hundreds of paths
def _paths(number: int, *fields: Any) -> Paths:
    found: list[Path] = []
    finder = WalkFinder(*fields)
    finder._extend((finder.start,), number, finder.armed, False, found)
    return tuple(found)


def pac_finder(ruleset: Ruleset, state: State, seat: str) -> WalkFinder:
    """Return the finder of a Pac-Man's walks (PC-5 to PC-9, PC-20).

    Pac-Men and ghosts block it (PC-8), but ghosts end its walk once it has the privilege.
    """
    rules, player = ruleset.rules, state.players[seat]
    others = frozenset([each.square for who, each in state.players.items() if who != seat])
    ghosts = frozenset(state.ghosts.values())
    finder = WalkFinder(
        ruleset.pac_links,
        player.square,
        closed=others,
        stops=ghosts,
        barred=ruleset.homes - {ruleset.home(seat)} if rules.own_home else ruleset.homes,
        armed=bool(player.yellow),
        turns_back=rules.pac_men_turn_back,
        free=not rules.homes_count,
    )
    if player.yellow:
        return finder
    if rules.privilege_at_once:
        return finder._replace(keys=state.yellow)
    return finder._replace(closed=others | ghosts, stops=NOWHERE)


def ghost_finder(ruleset: Ruleset, state: State, ghost: str) -> WalkFinder:
    """Return the finder of a ghost's walks (PC-12, PC-14): Pac-Men end them."""
    return WalkFinder(
        ruleset.ghost_links,
        state.ghosts[ghost],
        closed=frozenset([there for other, there in state.ghosts.items() if other != ghost]),
        stops=frozenset([each.square for each in state.players.values()]),
        turns_back=ruleset.rules.ghosts_turn_back,
    )


def _finder(ruleset: Ruleset, state: State, piece: str) -> WalkFinder:
    if piece == "pac":
        return pac_finder(ruleset, state, state.to_move)
    return ghost_finder(ruleset, state, piece)


# --- the moves of a turn --------------------------------------------------------------------------


def pac_paths(ruleset: Ruleset, state: State, die: int, seat: str = "") -> Paths:
    """Return a Pac-Man's paths by one die, of the seat to move if no other is named (PC-5).

    Without any that takes the full number, it stays, but may still gobble a ghost (PC-20); or it
    goes as far as it can, if the rules say so.
    """
    finder = pac_finder(ruleset, state, seat or state.to_move)
    found = finder.paths(die)
    if ruleset.rules.short_pac_man == "stays" or must_walk(state, found):
        return found
    peaceful = finder._replace(closed=finder.closed | finder.stops, stops=NOWHERE)
    return (*found, *peaceful.longest(die))


def must_walk(state: State, paths: Paths) -> bool:
    """Return whether a Pac-Man with these paths must move: one gobbles no ghost (PC-5, PC-21)."""
    ghosts = state.ghosts.values()
    return any(path[-1] not in ghosts for path in paths)


def ghost_paths(ruleset: Ruleset, state: State, die: int) -> Mapping[str, Paths]:
    """Return the paths of each ghost by one die (PC-12).

    Where no ghost has one for the full number they stay, or one goes as far as it can.
    """
    finders = {ghost: ghost_finder(ruleset, state, ghost) for ghost in ruleset.ghosts}
    found = {ghost: finder.paths(die) for ghost, finder in finders.items()}
    if any(found.values()) or ruleset.rules.short_ghost == "stays":
        return found
    return {ghost: finder.longest(die) for ghost, finder in finders.items()}


def dice_for_pac(ruleset: Ruleset, state: State) -> frozenset[int]:
    """Return the die that the Pac-Man must take, where it can't use the other one (PC-3).

    It is empty where it may choose, as it always is unless the rules have every usable die used.
    Gobbling a ghost with the other die is not excluded, nor is a ghost's walk that frees it for it.
    """
    if ruleset.rules.idle_die or state.due != ("pac", "ghost"):
        return frozenset()
    usable = {die for die in state.dice if must_walk(state, pac_paths(ruleset, state, die))}
    return frozenset(usable) if len(usable) == 1 < len(set(state.dice)) else frozenset()


def frees_pac_man(ruleset: Ruleset, state: State, walk: Walk) -> bool:
    """Return whether the Pac-Man must move by the die that is left after a ghost's walk (PC-3)."""
    ghost, die, path = walk
    after = state._replace(ghosts=state.ghosts.put(ghost, path[-1]))
    seat = state.pac_on(path[-1])
    if seat is not None:
        after = after.put(seat, state.players[seat]._replace(square=ruleset.home(seat)))
    left = next(each for each in state.dice if each != die)
    return must_walk(after, pac_paths(ruleset, after, left))


def walks_and_stays(ruleset: Ruleset, state: State) -> GroupedMoves[Walk | Stay]:
    """Return every move with the dice that are left (PC-3), the Pac-Man's before the ghosts'."""
    return GroupedMoves(_move, _piece_moves(ruleset, state))


def _move(piece: str, die: int, path: Path | None) -> Walk | Stay:
    return Stay(piece, die) if path is None else Walk(piece, die, path)


def _piece_moves(
    ruleset: Ruleset, state: State
) -> Iterator[tuple[tuple[str, int], Sequence[Path | None]]]:
    """Yield each piece and die with its paths: None for a piece that stays."""
    kept = dice_for_pac(ruleset, state)
    dice = dict.fromkeys(state.dice)
    for die in dice if "pac" in state.due else ():
        paths = pac_paths(ruleset, state, die)
        yield ("pac", die), paths
        if not kept and not must_walk(state, paths):
            yield ("pac", die), (None,)
    for die in dice if "ghost" in state.due else ():
        found = ghost_paths(ruleset, state, die)
        for ghost, paths in found.items():
            walks = paths if die not in kept else _freeing(ruleset, state, ghost, die, paths)
            yield (ghost, die), walks
        if die not in kept and not any(found.values()):
            yield ("ghosts", die), (None,)


def free_ghost_paths(ruleset: Ruleset, state: State, die: int) -> Mapping[str, Paths]:
    """Return the paths of each ghost by a die, unless it is kept for the Pac-Man (PC-3)."""
    found = ghost_paths(ruleset, state, die)
    if die not in dice_for_pac(ruleset, state):
        return found
    return {ghost: _freeing(ruleset, state, ghost, die, paths) for ghost, paths in found.items()}


def _freeing(ruleset: Ruleset, state: State, ghost: str, die: int, paths: Paths) -> Paths:
    """Return the paths of a ghost that free the Pac-Man to move by the other die (PC-3)."""
    walks = (Walk(ghost, die, path) for path in paths)
    return [walk.path for walk in walks if frees_pac_man(ruleset, state, walk)]


def is_stuck(ruleset: Ruleset, state: State) -> bool:
    """Return whether nothing that is due can move with any die that is left."""
    return all(path is None for _, paths in _piece_moves(ruleset, state) for path in paths)


def attempted_walk(
    ruleset: Ruleset, state: State, piece: str, dice: Sequence[int], end: str
) -> Walk:
    """Return a likely walk to a space by one of the dice, for the game to say what is wrong.

    It ignores other pieces. It takes the full number if one does; else it is the shortest.
    """
    start, board = state.square_of(piece), ruleset.board
    links = Links()
    for square, near in board.next_to.items():
        arrows = board.beyond_arrow(square) if piece == "pac" else ()
        steps = [(to, 1, False) for to in near.values()] + [(to, 1, True) for to in arrows]
        links[square] = tuple(steps)
    for die in dice:
        for path in WalkFinder(links, start).paths(die):
            if path[-1] == end:
                return Walk(piece, die, path)
    near_to = {square: [to for to, _, _ in each] for square, each in links.items()}
    past_nobody = shortest_paths(near_to, start, state.occupied - {end})
    path = past_nobody.get(end) or shortest_paths(near_to, start).get(end) or (start, end)
    return Walk(piece, min(dice, key=lambda die: abs(die + 1 - len(path))), path)


# --- refusals of walks ----------------------------------------------------------------------------


def walk_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Return why a piece that is due may not walk so by a die that is left; None if it may.

    The first step that breaks a rule counts, up to where the number is used up.
    """
    piece, die, path = walk
    here = state.square_of(piece)
    if not path or path[0] != here:
        begins = path[0] if path else "nowhere"
        text = f"{piece_name(state, piece)} is on {here}, but this path starts on {begins}"
        return Refusal(number_clause(piece), text, (here,))
    if len(path) == 1:
        text = f"{piece_name(state, piece)} is on {here} already: a walk must have a step"
        return Refusal(number_clause(piece), text, (here,))
    for number in range(2, len(path) + 1):
        shorter, longer = (_cost(ruleset, piece, path[:end]) for end in (number - 1, number))
        if shorter >= die < longer:
            return _too_long(ruleset, walk)
        refused = step_refusal(ruleset, state, piece, path[:number])
        if refused is not None:
            return refused
    return _end_refusal(ruleset, state, walk)


def number_clause(piece: str) -> str:
    """Return the clause by which a piece moves the full number."""
    return "PC-5" if piece == "pac" else "PC-12"


def step_refusal(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Return why the last step of ``path`` can't be made, where all before it can."""
    if path[-1] not in ruleset.board.next_to:
        return Refusal("PC-4", f"there is no space {path[-1]} on this board", (path[-2],))
    checks = (_beyond_end, _not_a_step, _turned_back, _occupied) if piece == "pac" else (
        _beyond_end, _not_a_ghost_step, _into_home, _turned_back, _occupied_by_ghost
    )  # fmt: skip
    return next(filter(None, (check(ruleset, state, piece, path) for check in checks)), None)


def _beyond_end(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse a step after a landing (PC-12, PC-20), or a jump to come at another (PC-14)."""
    here = path[-2]
    if len(path) < 3:
        return None
    seat, ghost = state.pac_on(here), state.ghost_on(here)
    if piece == "pac" and ghost:
        text = f"gobbling {ghost_name(ghost)} on {here} ends the move there"
        return Refusal("PC-20", text, (here,))
    if piece != "pac" and seat:
        clause = "PC-14" if state.pac_on(path[-1]) else "PC-12"
        text = f"{ghost_name(piece)} lands on {pac_name(seat)} on {here}: its move ends there"
        return Refusal(clause, text, (here,))
    return None


def _not_a_step(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse a Pac-Man's step past a barrier (PC-7), into the centre (PC-1), past arrows (PC-9)."""
    here, to = path[-2:]
    if not is_hop(here, to):
        refused = _barrier(ruleset, here, to)
        if refused is None and to == ruleset.board.centre and ruleset.rules.centre != "all":
            return Refusal("PC-1", f"{to} is the centre: only ghosts may enter it", (to,))
        return refused
    arrows = ruleset.board.arrows
    if here in arrows and to in arrows and here != to:
        return None
    if here in arrows:
        others = join_list([other for other in arrows if other != here], "or")
        why = f"{to} has no arrow:" if here != to else f"from {here} to {to} is not one step, and"
        text = f"{why} whoever goes off the board at {here} must come on at {others}"
        return Refusal("PC-9", text, (here, to))
    return Refusal("PC-5", f"from {here} to {to} is not one step", (here, to))


def _barrier(ruleset: Ruleset, here: str, to: str) -> Refusal | None:
    """Refuse a step across a barrier (PC-7)."""
    if to in ruleset.board.next_to[here].values():
        return None
    return Refusal("PC-7", f"a blue barrier is between {here} and {to}", (here, to))


def _not_a_ghost_step(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse a ghost's step past a barrier (PC-7) or off the board (PC-14)."""
    here, to = path[-2:]
    if not is_hop(here, to):
        return _barrier(ruleset, here, to)
    if here in ruleset.board.arrows and to in ruleset.board.arrows and here != to:
        text = f"from {here} to {to} leads off the board: ghosts can't leave it"
        return Refusal("PC-14", text, (here, to))
    return Refusal("PC-12", f"from {here} to {to} is not one step", (here, to))


def _into_home(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse a ghost's step into any home (PC-14)."""
    seat = ruleset.board.home_of(path[-1])
    if seat is None:
        return None
    text = f"{path[-1]} is {seat_name(seat)}'s home: ghosts can't enter or cross homes"
    return Refusal("PC-14", text, (path[-1],))


def _turned_back(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse to turn back within a move (PC-5, PC-12), also by the arrow that it came on at."""
    rules = ruleset.rules
    allowed = rules.pac_men_turn_back if piece == "pac" else rules.ghosts_turn_back
    if allowed or len(path) < 3:
        return None
    before, here, to = path[-3:]
    name = piece_name(state, piece)
    if before == to:
        text = f"{name} came to {here} from {to}: it can't turn back within a move"
        return Refusal(number_clause(piece), text, (here, to))
    if is_hop(before, here) and is_hop(here, to):
        text = f"{name} came on the board at {here}: it can't go off by the same arrow"
        return Refusal(number_clause(piece), text, (here,))
    return None


def _occupied(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse that a Pac-Man jumps over or lands on a Pac-Man or a ghost (PC-8, PC-20)."""
    to, me = path[-1], state.to_move
    seat, ghost = state.pac_on(to), state.ghost_on(to)
    if seat is not None and seat != me:
        text = f"{pac_name(seat)} is on {to}: a Pac-Man can't land on it or jump over it"
        return Refusal("PC-8", text, (to,))
    finder = pac_finder(ruleset, state, me)
    if ghost is None or finder.armed or not finder.keys.isdisjoint(path[1:-1]):
        return None
    text = f"{ghost_name(ghost)} is on {to}, and {seat_name(me)} has no ghost gobbler privilege"
    if not ruleset.rules.privilege_at_once and not state.yellow.isdisjoint(path[1:-1]):
        text = f"{ghost_name(ghost)} is on {to}, and a privilege can't be used in the move"
        text += " that wins it"
    return Refusal("PC-8", text, (to,))


def _occupied_by_ghost(ruleset: Ruleset, state: State, piece: str, path: Path) -> Refusal | None:
    """Refuse that a ghost jumps over a ghost (PC-14), or shares its space."""
    to = path[-1]
    for ghost, square in state.ghosts.items():
        if square == to and ghost != piece:
            text = f"{ghost_name(ghost)} is on {to}: a ghost can't land on it or jump over it"
            return Refusal("PC-14", text, (to,))
    return None


def _end_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Return why a path of legal steps may not end where it does."""
    piece, _, path = walk
    end = path[-1]
    met = state.ghost_on(end) if piece == "pac" else state.pac_on(end)
    home = ruleset.board.home_of(end)
    refused = _die_refusal(ruleset, state, walk) or _count_refusal(ruleset, state, walk, met)
    if refused is None and piece == "pac" and home is not None and not met:
        if home != state.to_move:
            text = f"{end} is {seat_name(home)}'s home: others may pass it, but can't end there"
            refused = Refusal("PC-6", text, (end,))
        elif not ruleset.rules.own_home:
            text = f"{end} is {seat_name(home)}'s own home: they may pass it, but can't end there"
            refused = Refusal("PC-6", text, (end,))
    return refused


def _count_refusal(ruleset: Ruleset, state: State, walk: Walk, met: str | None) -> Refusal | None:
    """Refuse another number than the die's (PC-5, PC-12), unless an encounter ends the move."""
    piece, die, path = walk
    cost = _cost(ruleset, piece, path)
    if cost > die:
        return _too_long(ruleset, walk)
    short = None if cost == die or met else _short(ruleset, state, walk)
    if short is None:
        return None
    text = f"you must move the full {die}; this path takes {_takes(ruleset, walk)}{short}"
    return Refusal(number_clause(piece), text, (path[-1],))


def _too_long(ruleset: Ruleset, walk: Walk) -> Refusal:
    text = f"the die shows {walk.die}; this path takes {_takes(ruleset, walk)}"
    return Refusal(number_clause(walk.piece), text, (walk.path[-1],))


def _takes(ruleset: Ruleset, walk: Walk) -> str:
    """Return in words how much of a number a path takes."""
    outside = _off_board_cost(ruleset, walk.path)
    more = f", {outside} of them for going off the board" if outside else ""
    return f"{_cost(ruleset, walk.piece, walk.path)}{more}"


def _cost(ruleset: Ruleset, piece: str, path: Path) -> int:
    """Return how much of a number a path takes, also one whose steps are illegal (PC-4, PC-9)."""
    free = ruleset.homes if piece == "pac" and not ruleset.rules.homes_count else NOWHERE
    return sum(to not in free for to in path[1:]) + _off_board_cost(ruleset, path)


def _off_board_cost(ruleset: Ruleset, path: Path) -> int:
    """Return how much of a number a path takes for going off the board (PC-9)."""
    hops = sum(is_space(here) and is_space(to) and is_hop(here, to) for here, to in pairwise(path))
    return hops * ruleset.rules.off_board_cost


def _short(ruleset: Ruleset, state: State, walk: Walk) -> str | None:
    """Return what to add where a path is too short; None where so short a path is allowed."""
    if walk.piece == "pac":
        paths = whole = pac_paths(ruleset, state, walk.die)
    else:
        paths = free_ghost_paths(ruleset, state, walk.die)[walk.piece]
        whole = ghost_paths(ruleset, state, walk.die)[walk.piece]
    if walk.path in paths:
        return None
    if not whole:
        return ", and no path takes all of it"
    return f", and {format_path(paths[0])} would do" if paths else ""


def _die_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Refuse a ghost the only die that the Pac-Man can use, where the rules keep it (PC-3).

    A ghost may take it all the same where that frees the Pac-Man to move by the other one.
    """
    refused = None if walk.piece == "pac" else _kept_refusal(ruleset, state, walk.die)
    return None if refused is None or frees_pac_man(ruleset, state, walk) else refused


def _kept_refusal(ruleset: Ruleset, state: State, die: int) -> Refusal | None:
    """Return why ghosts can't have a die, where the rules keep it for the Pac-Man (PC-3)."""
    kept = dice_for_pac(ruleset, state)
    if die not in kept:
        return None
    other = next(each for each in state.dice if each not in kept)
    name = pac_name(state.to_move)
    text = f"{name} can't move {other}, so it must take the {die}"
    if pac_paths(ruleset, state, other):
        text = f"{name} can move {other} only onto a ghost, so the {die} must be left for it"
    return Refusal("PC-3", text, (state.square_of("pac"),))


def stay_refusal(ruleset: Ruleset, state: State, stay: Stay) -> Refusal | None:
    """Return why a piece may not stay: it can move (PC-5, PC-12), or must take the other die."""
    if stay.piece == "ghosts":
        for ghost, paths in free_ghost_paths(ruleset, state, stay.die).items():
            if paths:
                text = f"{ghost_name(ghost)} can move {stay.die}, e.g. {format_path(paths[0])}"
                return Refusal("PC-12", text, (paths[0][0],))
        return _kept_refusal(ruleset, state, stay.die)
    name, here = pac_name(state.to_move), state.square_of("pac")
    paths = pac_paths(ruleset, state, stay.die)
    if must_walk(state, paths):
        path = next(each for each in paths if each[-1] not in state.ghosts.values())
        text = f"{name} can move {stay.die}, e.g. {format_path(path)}"
        return Refusal("PC-5", text, (here,))
    for die in dice_for_pac(ruleset, state):
        text = f"{name} can't move {stay.die}, but it can move {die}, and must take that die"
        if paths:
            text = f"{name} can move {stay.die} onto a ghost, or {die}, and must do one of them"
        return Refusal("PC-3", text, (here,))
    return None


# --- why a piece stays ----------------------------------------------------------------------------


class BlockedPath(NamedTuple):
    """A path that is too short for the die, and what blocks its next step."""

    piece: str
    path: Path
    stops: tuple[str, ...]
    """A sentence for each space that would come next."""
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        begun = f"after {format_path(self.path)}" if len(self.path) > 1 else f"from {self.path[0]}"
        return f"{begun}, {join_list(self.stops)}"


@dataclass(frozen=True)
class StayReason:
    """The reason why a Pac-Man, or every ghost, stays (PC-5, PC-12)."""

    ruleset: Ruleset
    state: State
    """The state before."""
    stay: Stay

    @cached_property
    def blocked(self) -> tuple[BlockedPath, ...]:
        """Every path that can be begun and is blocked somewhere, by piece, the shortest first."""
        ruleset, state = self.ruleset, self.state
        pieces = ("pac",) if self.stay.piece == "pac" else ruleset.ghosts
        found = []
        for piece in pieces:
            for path, ahead in _finder(ruleset, state, piece).blocked(self.stay.die):
                refusals = [self._stop(piece, (*path, to)) for to in ahead]
                texts = tuple(refused.text for refused in refusals)
                clauses = tuple(refused.clause for refused in refusals)
                found.append(BlockedPath(piece, path, texts, clauses))
        return tuple(found)

    def _stop(self, piece: str, path: Path) -> Refusal:
        """Return why the last step isn't made: it can't, or the ghost isn't gobbled (PC-21)."""
        ruleset, state, to = self.ruleset, self.state, path[-1]
        refused = step_refusal(ruleset, state, piece, path)
        refused = refused or walk_refusal(ruleset, state, Walk(piece, self.stay.die, path))
        if refused is not None:
            return refused
        name = ghost_name(state.ghost_on(to) or "")
        return Refusal("PC-21", f"{name} is on {to} and is not gobbled", (to,))

    @property
    def declined(self) -> bool:
        """Whether the Pac-Man could have gobbled a ghost (PC-21)."""
        own = self.stay.piece == "pac"
        return own and bool(pac_paths(self.ruleset, self.state, self.stay.die))

    @cached_property
    def text(self) -> str:
        """Who stays, and what blocks the first paths."""
        die, seat = self.stay.die, self.state.to_move
        if self.stay.piece != "pac":
            names = capitalise(join_list(map(ghost_name, self.ruleset.ghosts)))
            head = f"{names} can't move {die} and stay{'' if len(self.ruleset.ghosts) > 1 else 's'}"
        elif self.declined:
            head = f"{seat_name(seat)} does not use the privilege; without it their Pac-Man "
            head += f"can't move {die} and stays"
        else:
            head = f"{pac_name(seat)} can't move {die} and stays"
        parts = [str(each) for each in self.blocked[:FEW]]
        rest = len(self.blocked) - FEW
        return f"{head}: {'; '.join([*parts, *([f'and {rest} more'] if rest > 0 else [])])}."

    def to_json(self) -> dict[str, Any]:
        """Return the blocked paths as plain data."""
        return {
            "piece": self.stay.piece,
            "die": self.stay.die,
            "declined": self.declined,
            "ways": [
                {**each._asdict(), "path": [*each.path], "stops": [*each.stops],
                 "clauses": [*each.clauses]}
                for each in self.blocked
            ],
        }  # fmt: skip
