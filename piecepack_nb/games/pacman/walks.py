"""The walks of the pieces: those that the rules allow, and why others are refused or none is left.

Vocabulary
    path     squares in order, from the one where the piece is
    closed   spaces that the piece may not enter
    stops    spaces where a move ends whatever is left of the number: for a ghost those with a
             Pac-Man, for a Pac-Man with the privilege those with a ghost
    keys     the ringed holes that win the privilege on the way
    barred   spaces where a move may not end
    kept     the die that the rules keep for the Pac-Man
    whole    said of paths: they take the full number, or a stop ends them
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from piecepack_nb.core.actors import GroupedMoves
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.pacman.maze import BoardMap, Path, is_hop, shortest_paths
from piecepack_nb.games.pacman.ruleset import Link, Links, Ruleset
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
    """True if ``stops`` may be entered from the beginning, not only once a key was passed."""
    turns_back: bool = False
    free: bool = False
    """True if some links cost nothing, so that a path may go on when the number is used up."""

    def paths(self, number: int) -> Paths:
        """Return all paths of the full number, or that a stop ends before (PC-5, PC-12, PC-20)."""
        near = self.links.within(self.start, number)  # spaces farther away change nothing
        stops = self.stops & near
        armed = self.armed or not stops
        keys = NOWHERE if armed else self.keys & near
        alike = WalkFinder(
            self.links, self.start, self.closed & near, stops, keys, self.barred, armed,
            self.turns_back, self.free,
        )  # fmt: skip
        return alike._all_paths(number)

    @lru_cache(maxsize=1024)  # noqa: B019 - with turning back, an entry may have hundreds of paths
    def _all_paths(self, number: int) -> Paths:
        found: list[Path] = []
        self._extend((self.start,), number, self.armed, False, found)
        return tuple(found)

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
        found = self._blocked((self.start,), number, False)
        return sorted(found, key=lambda each: len(each[0]))

    def _blocked(
        self, path: Path, left: int, hopped: bool
    ) -> Iterator[tuple[Path, tuple[str, ...]]]:
        ahead = [
            (to, cost, hop)
            for to, cost, hop in self.links[path[-1]]
            if (to not in path[-2:-1] and not (hop and hopped)) or self.turns_back
        ]
        shut = self.closed | self.stops

        def may_enter(link: Link) -> bool:
            to, cost, _ = link
            return to not in shut and cost <= left and not (cost == left and to in self.barred)

        blocking = tuple(link[0] for link in ahead if not may_enter(link))
        if blocking:
            yield path, blocking
        for to, cost, hop in filter(may_enter, ahead):
            if cost < left:
                yield from self._blocked((*path, to), left - cost, hop)


# --- a state under its rules ----------------------------------------------------------------------


@dataclass(eq=False, slots=True)  # not frozen: it is made for every move
class Situation:
    """A state and the rules that it is played by: which walks they allow, and why not others.

    One value, because a question about a state asks others: which die is kept, say, asks for the
    walks by both. Paths that were searched once are kept. What changes a state belongs to the game,
    for each step would need another situation.
    """

    ruleset: Ruleset
    state: State
    _finders: dict[str, WalkFinder] = field(default_factory=dict, repr=False)
    _paths: dict[tuple[str, int], Paths] = field(default_factory=dict, repr=False)

    def finder(self, name: str) -> WalkFinder:
        """Return the finder of a ghost's walks, or a seat's Pac-Man's: "pac" is the one to move."""
        if name not in self._finders:
            make = self._ghost_finder if name in self.state.ghosts else self._pac_finder
            self._finders[name] = make(self.state.to_move if name == "pac" else name)
        return self._finders[name]

    def whole_paths(self, name: str, die: int) -> Paths:
        """Return the whole paths by a die of a ghost, or of a seat's Pac-Man (PC-5, PC-12)."""
        found = self._paths.get((name, die))
        if found is None:
            found = self._paths[name, die] = self.finder(name).paths(die)
        return found

    def _pac_finder(self, seat: str) -> WalkFinder:
        """Return the finder of a Pac-Man's walks (PC-5 to PC-9, PC-20).

        Pac-Men and ghosts block it (PC-8), but ghosts end its walk once it has the privilege.
        """
        ruleset, rules, state = self.ruleset, self.ruleset.rules, self.state
        player = state.players[seat]
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

    def _ghost_finder(self, ghost: str) -> WalkFinder:
        """Return the finder of a ghost's walks (PC-12, PC-14): Pac-Men end them."""
        state = self.state
        return WalkFinder(
            self.ruleset.ghost_links,
            state.ghosts[ghost],
            closed=frozenset([there for other, there in state.ghosts.items() if other != ghost]),
            stops=frozenset([each.square for each in state.players.values()]),
            turns_back=self.ruleset.rules.ghosts_turn_back,
        )

    # --- the moves of a turn ------------------------------------------------------------------

    def pac_paths(self, die: int, seat: str = "pac") -> Paths:
        """Return a Pac-Man's paths by one die, of the seat to move if no other is named (PC-5).

        Without any that takes the full number, it stays, but may still gobble a ghost (PC-20); or
        it goes as far as it can, if the rules say so.
        """
        found = self.whole_paths(seat, die)
        if self.ruleset.rules.short_pac_man == "stays" or self.must_walk(found):
            return found
        finder = self.finder(seat)
        peaceful = finder._replace(closed=finder.closed | finder.stops, stops=NOWHERE)
        return (*found, *peaceful.longest(die))

    def must_walk(self, paths: Paths) -> bool:
        """Return True if a Pac-Man with these paths must move: one gobbles no ghost (PC-21)."""
        ghosts = self.state.ghosts.values()
        return any(path[-1] not in ghosts for path in paths)

    def ghost_paths(self, die: int) -> Mapping[str, Paths]:
        """Return the whole paths of each ghost by one die (PC-12).

        Where no ghost has one they stay, or one goes as far as it can.
        """
        ghosts = self.ruleset.ghosts
        found = {ghost: self.whole_paths(ghost, die) for ghost in ghosts}
        if any(found.values()) or self.ruleset.rules.short_ghost == "stays":
            return found
        return {ghost: self.finder(ghost).longest(die) for ghost in ghosts}

    @property
    def kept(self) -> int | None:
        """The die that the Pac-Man must take, as it can't use the other one; or None (PC-3).

        It may choose unless the rules have every usable die used. Gobbling a ghost with the other
        die is not excluded, nor is a ghost's walk that frees it for it.
        """
        state = self.state
        if self.ruleset.rules.idle_die or state.due != ("pac", "ghost"):
            return None
        usable = {die for die in state.dice if self.must_walk(self.pac_paths(die))}
        return usable.pop() if len(usable) == 1 < len(set(state.dice)) else None

    def after_ghost(self, ghost: str, end: str) -> State:
        """Return the state with a ghost on a space; a Pac-Man there is at home (PC-13)."""
        state = self.state._replace(ghosts=self.state.ghosts.put(ghost, end))
        seat = state.pac_on(end)
        if seat is None:
            return state
        return state.put(seat, state.players[seat]._replace(square=self.ruleset.home(seat)))

    def _frees_pac_man(self, walk: Walk) -> bool:
        """Return True if the Pac-Man must move by the die that is left after a ghost's walk."""
        after = Situation(self.ruleset, self.after_ghost(walk.piece, walk.path[-1]))
        left = next(die for die in self.state.dice if die != walk.die)
        return after.must_walk(after.pac_paths(left))

    def free_ghost_paths(self, die: int) -> Mapping[str, Paths]:
        """Return the paths of each ghost by a die; if it is kept, those that free the Pac-Man.

        They let it move by the other die (PC-3).
        """
        found = self.ghost_paths(die)
        if die != self.kept:
            return found
        return {
            ghost: [path for path in paths if self._frees_pac_man(Walk(ghost, die, path))]
            for ghost, paths in found.items()
        }

    def walks_and_stays(self) -> GroupedMoves[Walk | Stay]:
        """Return every move with the dice that are left (PC-3), first the Pac-Man's."""

        def move(piece: str, die: int, path: Path | None) -> Walk | Stay:
            return Stay(piece, die) if path is None else Walk(piece, die, path)

        return GroupedMoves(move, self._piece_moves())

    def _piece_moves(self) -> Iterator[tuple[tuple[str, int], Sequence[Path | None]]]:
        """Yield each piece and die with its paths: None for a piece that stays."""
        dice, due, kept = dict.fromkeys(self.state.dice), self.state.due, self.kept
        for die in dice if "pac" in due else ():
            paths = self.pac_paths(die)
            yield ("pac", die), paths
            if kept is None and not self.must_walk(paths):
                yield ("pac", die), (None,)
        for die in dice if "ghost" in due else ():
            found = self.free_ghost_paths(die)
            for ghost, paths in found.items():
                yield (ghost, die), paths
            if die != kept and not any(found.values()):
                yield ("ghosts", die), (None,)

    def is_stuck(self) -> bool:
        """Return True if nothing that is due can move with any die that is left."""
        return all(path is None for _, paths in self._piece_moves() for path in paths)

    def attempt(self, piece: str, dice: Sequence[int], end: str) -> Walk:
        """Return a likely walk to a space by one of the dice, for the game to say what is wrong.

        It ignores other pieces. It takes the full number if one does; else it is the shortest.
        """
        start = self.state.square_of(piece)
        links = _plain_links(self.ruleset.board, piece == "pac")
        for die in dice:
            for path in WalkFinder(links, start).paths(die):
                if path[-1] == end:
                    return Walk(piece, die, path)
        near_to = links.squares()
        past_nobody = shortest_paths(near_to, start, self.state.occupied - {end})
        path = past_nobody.get(end) or shortest_paths(near_to, start).get(end) or (start, end)
        return Walk(piece, min(dice, key=lambda die: abs(die + 1 - len(path))), path)

    # --- refusals of walks --------------------------------------------------------------------

    def walk_refusal(self, walk: Walk) -> Refusal | None:
        """Return why a piece that is due may not walk so by a die that is left; None if it may.

        The first step that breaks a rule counts, up to where the number is used up.
        """
        piece, die, path = walk
        here, name = self.state.square_of(piece), piece_name(self.state, piece)
        if not path or path[0] != here:
            text = f"{name} is on {here}, but this path starts on {path[0] if path else 'nowhere'}"
            return Refusal(number_clause(piece), text, (here,))
        if len(path) == 1:
            text = f"{name} is on {here} already: a walk must have a step"
            return Refusal(number_clause(piece), text, (here,))
        for number in range(2, len(path) + 1):
            shorter, longer = (self._cost(piece, path[:end]) for end in (number - 1, number))
            if shorter >= die < longer:
                return self._too_long(walk)
            refused = self.step_refusal(piece, path[:number])
            if refused is not None:
                return refused
        return self._kept_from(walk) or self._wrong_number(walk) or self._in_home(walk)

    def step_refusal(self, piece: str, path: Path) -> Refusal | None:
        """Return why the last step of ``path`` can't be made, where all before it can."""
        if path[-1] not in self.ruleset.board.next_to:
            return Refusal("PC-4", f"there is no space {path[-1]} on this board", (path[-2],))
        checks: tuple[Callable[[str, Path], Refusal | None], ...] = (
            (self._beyond_end, self._not_a_step, self._turned_back, self._occupied)
            if piece == "pac"
            else (self._beyond_end, self._not_a_ghost_step, self._turned_back, self._beside_ghost)
        )
        return next(filter(None, (check(piece, path) for check in checks)), None)

    def _beyond_end(self, piece: str, path: Path) -> Refusal | None:
        """Refuse a step after a landing (PC-12, PC-20), or a jump to come at another (PC-14)."""
        here = path[-2]
        if len(path) < 3:
            return None
        seat, ghost = self.state.pac_on(here), self.state.ghost_on(here)
        if piece == "pac" and ghost:
            text = f"gobbling {ghost_name(ghost)} on {here} ends the move there"
            return Refusal("PC-20", text, (here,))
        if piece != "pac" and seat:
            clause = "PC-14" if self.state.pac_on(path[-1]) else "PC-12"
            text = f"{ghost_name(piece)} lands on {pac_name(seat)} on {here}: its move ends there"
            return Refusal(clause, text, (here,))
        return None

    def _not_a_step(self, _piece: str, path: Path) -> Refusal | None:
        """Refuse a step past a barrier (PC-7), into the centre (PC-1), or past arrows (PC-9)."""
        here, to = path[-2:]
        board, arrows = self.ruleset.board, self.ruleset.board.arrows
        if not is_hop(here, to):
            refused = self._barrier(here, to)
            if refused is None and to == board.centre and self.ruleset.rules.centre != "all":
                return Refusal("PC-1", f"{to} is the centre: only ghosts may enter it", (to,))
            return refused
        if here in arrows and to in arrows and here != to:
            return None
        if here in arrows:
            others = join_list([other for other in arrows if other != here], "or")
            why = f"{to} has no arrow:"
            if here == to:
                why = f"from {here} to {to} is not one step, and"
            text = f"{why} whoever goes off the board at {here} must come on at {others}"
            return Refusal("PC-9", text, (here, to))
        return Refusal("PC-5", f"from {here} to {to} is not one step", (here, to))

    def _barrier(self, here: str, to: str) -> Refusal | None:
        """Refuse a step across a barrier (PC-7)."""
        if to in self.ruleset.board.next_to[here].values():
            return None
        return Refusal("PC-7", f"a blue barrier is between {here} and {to}", (here, to))

    def _not_a_ghost_step(self, _piece: str, path: Path) -> Refusal | None:
        """Refuse a ghost's step past a barrier (PC-7), off the board or into any home (PC-14)."""
        here, to = path[-2:]
        arrows, home = self.ruleset.board.arrows, self.ruleset.board.home_of(to)
        if is_hop(here, to):
            if here in arrows and to in arrows and here != to:
                text = f"from {here} to {to} leads off the board: ghosts can't leave it"
                return Refusal("PC-14", text, (here, to))
            return Refusal("PC-12", f"from {here} to {to} is not one step", (here, to))
        refused = self._barrier(here, to)
        if refused is None and home is not None:
            text = f"{to} is {seat_name(home)}'s home: ghosts can't enter or cross homes"
            return Refusal("PC-14", text, (to,))
        return refused

    def _turned_back(self, piece: str, path: Path) -> Refusal | None:
        """Refuse to turn back within a move (PC-5, PC-12), also by the arrow that it came on at."""
        if len(path) < 3 or self.finder(piece).turns_back:
            return None
        before, here, to = path[-3:]
        name = piece_name(self.state, piece)
        if before == to:
            text = f"{name} came to {here} from {to}: it can't turn back within a move"
            return Refusal(number_clause(piece), text, (here, to))
        if is_hop(before, here) and is_hop(here, to):
            text = f"{name} came on the board at {here}: it can't go off by the same arrow"
            return Refusal(number_clause(piece), text, (here,))
        return None

    def _occupied(self, _piece: str, path: Path) -> Refusal | None:
        """Refuse that a Pac-Man jumps over or lands on a Pac-Man or a ghost (PC-8, PC-20)."""
        state, to, passed = self.state, path[-1], path[1:-1]
        seat, ghost = state.pac_on(to), state.ghost_on(to)
        if seat is not None and seat != state.to_move:
            text = f"{pac_name(seat)} is on {to}: a Pac-Man can't land on it or jump over it"
            return Refusal("PC-8", text, (to,))
        finder = self.finder("pac")
        if ghost is None or finder.armed or not finder.keys.isdisjoint(passed):
            return None
        why = f"{seat_name(state.to_move)} has no ghost gobbler privilege"
        if not self.ruleset.rules.privilege_at_once and not state.yellow.isdisjoint(passed):
            why = "a privilege can't be used in the move that wins it"
        return Refusal("PC-8", f"{ghost_name(ghost)} is on {to}, and {why}", (to,))

    def _beside_ghost(self, piece: str, path: Path) -> Refusal | None:
        """Refuse that a ghost jumps over a ghost (PC-14), or shares its space."""
        to = path[-1]
        for ghost, square in self.state.ghosts.items():
            if square == to and ghost != piece:
                text = f"{ghost_name(ghost)} is on {to}: a ghost can't land on it or jump over it"
                return Refusal("PC-14", text, (to,))
        return None

    def _meets(self, walk: Walk) -> bool:
        """Return True if a walk ends on a ghost to gobble, or a ghost's on a Pac-Man."""
        end = walk.path[-1]
        met = self.state.ghost_on(end) if walk.piece == "pac" else self.state.pac_on(end)
        return met is not None

    def _in_home(self, walk: Walk) -> Refusal | None:
        """Refuse that a Pac-Man ends its move in a home that isn't its own (PC-6)."""
        end = walk.path[-1]
        home = self.ruleset.board.home_of(end)
        if home is None or end not in self.finder(walk.piece).barred or self._meets(walk):
            return None
        whose, who = ("own home", "they") if home == self.state.to_move else ("home", "others")
        text = f"{end} is {seat_name(home)}'s {whose}: {who} may pass it, but can't end there"
        return Refusal("PC-6", text, (end,))

    def _wrong_number(self, walk: Walk) -> Refusal | None:
        """Refuse another number than the die's (PC-5, PC-12), unless an encounter ends the move.

        A path may be too short where the rules let a piece go as far as it can.
        """
        piece, die, path = walk
        cost = self._cost(piece, path)
        if cost > die:
            return self._too_long(walk)
        if cost == die or self._meets(walk):
            return None
        pac = piece == "pac"
        whole = self.pac_paths(die) if pac else self.ghost_paths(die)[piece]
        paths = whole if pac else self.free_ghost_paths(die)[piece]
        if path in paths:
            return None
        text = f"you must move the full {die}; this path takes {self._takes(walk)}"
        if not whole:
            text += ", and no path takes all of it"
        elif paths:
            text += f", and {format_path(paths[0])} would do"
        return Refusal(number_clause(piece), text, (path[-1],))

    def _too_long(self, walk: Walk) -> Refusal:
        text = f"the die shows {walk.die}; this path takes {self._takes(walk)}"
        return Refusal(number_clause(walk.piece), text, (walk.path[-1],))

    def _takes(self, walk: Walk) -> str:
        """Return in words how much of a number a path takes."""
        outside = self._off_board_cost(walk.path)
        more = f", {outside} of them for going off the board" if outside else ""
        return f"{self._cost(walk.piece, walk.path)}{more}"

    def _cost(self, piece: str, path: Path) -> int:
        """Return how much of a number a path takes, also an illegal one (PC-4, PC-9)."""
        free = self.ruleset.homes if self.finder(piece).free else NOWHERE
        return sum(to not in free for to in path[1:]) + self._off_board_cost(path)

    def _off_board_cost(self, path: Path) -> int:
        """Return how much of a number a path takes for going off the board (PC-9)."""
        steps = pairwise(path)
        hops = sum(is_space(here) and is_space(to) and is_hop(here, to) for here, to in steps)
        return hops * self.ruleset.rules.off_board_cost

    def _kept_from(self, walk: Walk) -> Refusal | None:
        """Refuse a ghost the only die that the Pac-Man can use, where the rules keep it (PC-3).

        A ghost may take it all the same where that frees the Pac-Man to move by the other one.
        """
        refused = None if walk.piece == "pac" else self._kept_refusal(walk.die)
        return None if refused is None or self._frees_pac_man(walk) else refused

    def _kept_refusal(self, die: int) -> Refusal | None:
        """Return why ghosts can't have a die, where the rules keep it for the Pac-Man (PC-3)."""
        if die != self.kept:
            return None
        other = next(each for each in self.state.dice if each != die)
        name = pac_name(self.state.to_move)
        text = f"{name} can't move {other}, so it must take the {die}"
        if self.pac_paths(other):
            text = f"{name} can move {other} only onto a ghost, so the {die} must be left for it"
        return Refusal("PC-3", text, (self.state.square_of("pac"),))

    def stay_refusal(self, stay: Stay) -> Refusal | None:
        """Return why a piece may not stay: it can move (PC-5, PC-12), at least by the other die."""
        if stay.piece == "ghosts":
            for ghost, paths in self.free_ghost_paths(stay.die).items():
                if paths:
                    text = f"{ghost_name(ghost)} can move {stay.die}, e.g. {format_path(paths[0])}"
                    return Refusal("PC-12", text, (paths[0][0],))
            return self._kept_refusal(stay.die)
        name, here = pac_name(self.state.to_move), self.state.square_of("pac")
        paths = self.pac_paths(stay.die)
        if self.must_walk(paths):
            path = next(each for each in paths if each[-1] not in self.state.ghosts.values())
            text = f"{name} can move {stay.die}, e.g. {format_path(path)}"
            return Refusal("PC-5", text, (here,))
        if self.kept is None:
            return None
        text = f"{name} can't move {stay.die}, but it can move {self.kept}, and must take that die"
        if paths:
            text = f"{name} can move {stay.die} onto a ghost, or {self.kept}, "
            text += "and must do one of them"
        return Refusal("PC-3", text, (here,))


@lru_cache
def _plain_links(board: BoardMap, by_arrow: bool) -> Links:
    """Return the steps that barriers allow, also off the board and on again if ``by_arrow``."""
    return Links(
        (square, (
            *((to, 1, False) for to in near.values()),
            *((to, 1, True) for to in board.beyond_arrow(square) if by_arrow),
        ))
        for square, near in board.next_to.items()
    )  # fmt: skip


def number_clause(piece: str) -> str:
    """Return the clause by which a piece moves the full number."""
    return "PC-5" if piece == "pac" else "PC-12"


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

    situation: Situation
    """The state before, under its rules."""
    stay: Stay

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Pac-Man, or all ghosts."""
        return ("pac",) if self.stay.piece == "pac" else self.situation.ruleset.ghosts

    @cached_property
    def blocked(self) -> tuple[BlockedPath, ...]:
        """Every path that can be begun and is blocked somewhere, by piece, the shortest first."""
        found = []
        for piece in self.pieces:
            for path, ahead in self.situation.finder(piece).blocked(self.stay.die):
                refusals = [self._stop(piece, (*path, to)) for to in ahead]
                texts = tuple(refused.text for refused in refusals)
                clauses = tuple(refused.clause for refused in refusals)
                found.append(BlockedPath(piece, path, texts, clauses))
        return tuple(found)

    def _stop(self, piece: str, path: Path) -> Refusal:
        """Return why the last step isn't made: it can't, or the ghost isn't gobbled (PC-21)."""
        situation, to = self.situation, path[-1]
        refused = situation.step_refusal(piece, path)
        refused = refused or situation.walk_refusal(Walk(piece, self.stay.die, path))
        if refused is not None:
            return refused
        name = ghost_name(situation.state.ghost_on(to) or "")
        return Refusal("PC-21", f"{name} is on {to} and is not gobbled", (to,))

    @property
    def declined(self) -> bool:
        """True if the Pac-Man could have gobbled a ghost (PC-21)."""
        return self.stay.piece == "pac" and bool(self.situation.pac_paths(self.stay.die))

    @cached_property
    def text(self) -> str:
        """Who stays, and what blocks the first paths."""
        die, seat = self.stay.die, self.situation.state.to_move
        if self.stay.piece != "pac":
            names = capitalise(join_list(map(ghost_name, self.pieces)))
            head = f"{names} can't move {die} and stay{'' if len(self.pieces) > 1 else 's'}"
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
