"""The board in other modes: moving Piecepackman, cubes before a race, the powers of the ghosts.

Vocabulary
    draft   while somebody moves him: the squares of his path so far, then nothing or "face N";
            while cubes are moved: the square of the cube in hand; with a power: "!", the squares of
            the path, then "=" once it is complete, and the parts of its deed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import EventCounts, Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.areas import OUT, TRAY, at, stash_row
from piecepack_nb.games.piecepackman.layers import walk_marks
from piecepack_nb.games.piecepackman.movement import Transition
from piecepack_nb.games.piecepackman.powers import ABILITIES, power_walks
from piecepack_nb.games.piecepackman.rules import power_clause
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.runs import arrival, best_run, his_runs, run_value
from piecepack_nb.games.piecepackman.state import (
    Adjust,
    Agree,
    Drop,
    Ghost,
    GhostPath,
    Gift,
    Loot,
    PowerWalk,
    Run,
    State,
)
from piecepack_nb.games.piecepackman.walks import choices, legal_walks, walk_value
from piecepack_nb.scene import (
    Attempt,
    Draft,
    MakeMove,
    Mark,
    Picker,
    Piece,
    Score,
    ShowMessage,
    Spot,
)

FACE = "face "
"""The start of the id of a spot that turns him at the end of his path."""
USE, DONE = "!", "="
POWER_SPOT, BUNDLE = "power", "bundle "
MOST_BUNDLES = 10
"""The most gifts that are offered as buttons; any gift can be written."""


# --- Moving Piecepackman (PM-74) -----------------------------------------------------------------


@lru_cache(maxsize=4)
def _sorted_runs(ruleset: Ruleset, state: State) -> tuple[tuple[Draft, Run], ...]:
    """Return his moves as picks, the best first: the squares, and a heading that he turns to."""
    found = sorted(his_runs(ruleset, state), key=lambda run: (run_value(ruleset, state, *run), run))
    return tuple(
        (
            path if heading == arrival(ruleset, state, path) else (*path, f"{FACE}{heading}"),
            Run(path, heading),
        )
        for path, heading in found
    )


def runs(ruleset: Ruleset, state: State, draft: Draft) -> Picker[Run]:
    """Return his moves that continue a draft, the best first."""
    return Picker(_sorted_runs(ruleset, state), draft)


def turns(ruleset: Ruleset, state: State, path: Draft) -> dict[str, Run]:
    """Return the spots that turn him where his path can end, each with the move."""
    following = runs(ruleset, state, path or (state.square,)).next()
    return {spot: run for spot, run in following.items() if spot.startswith(FACE)}


def running_costs(ruleset: Ruleset, state: State, path: GhostPath) -> list[int]:
    """Return his points spent on each square of a path (PM-15, PM-61)."""
    facing, costs, spent = state.heading, ruleset.costs_for(state), [0]
    for here, to in pairwise(path):
        facing, cost = ruleset.his_steps(here, facing, costs)[to]
        spent.append(spent[-1] + cost)
    return spent


def run_marks(ruleset: Ruleset, state: State, path: GhostPath) -> Iterator[Mark]:
    """Yield his path with its cost so far on each square (PM-15)."""
    yield from walk_marks(ruleset, path)
    for to, cost in zip(path[1:], running_costs(ruleset, state, path)[1:], strict=True):
        x, y = at(ruleset.maze, to)
        yield Mark("cost", round(x + 0.3, 2), round(y - 0.3, 2), label=str(cost))


def run_prompt(ruleset: Ruleset, state: State, draft: Draft) -> tuple[str, str]:
    """Return what his player does next (PM-74)."""
    points = count_noun(state.points, "point")
    can_turn = bool(turns(ruleset, state, draft))
    if len(draft) > 1 or can_turn:
        spent = running_costs(ruleset, state, draft or (state.square,))[-1]
        left = state.points - spent
        text = f"Piecepackman, {'-'.join(draft)}: {spent} of {points} spent"
        if can_turn:
            way = HEADING_NAMES[arrival(ruleset, state, draft or (state.square,))]
            text += f", {left} left. Choose where he faces, or his square to keep facing {way}"
            return f"{text}. Escape to undo.", "PM-74"
        return f"{text}. Choose the next square. Escape to undo.", "PM-74"
    hungry = "hungry, " if state.hungry else ""
    text = f"Move Piecepackman ({hungry}{points}): choose where he ends"
    return f"{text}, or first a dot to pass.", "PM-74"


def turn_spots(ruleset: Ruleset, state: State, draft: Draft) -> Iterator[Spot]:
    """Yield the ways that he can face at the end of his path (PM-74)."""
    found, here = turns(ruleset, state, draft), (draft or (state.square,))[-1]
    x, y = at(ruleset.maze, here)
    for heading, name in HEADING_NAMES.items():
        if f"{FACE}{heading}" in found:
            place = round(x + 0.62 * OUT[heading][0], 2), round(y + 0.62 * OUT[heading][1], 2)
            text = f"{here}: turn to the {name} at the end"
            yield Spot(f"{FACE}{heading}", *place, w=0.6, h=0.6, name=text, role="move",
                       tip=f"Turn to the {name}.", clause="PM-15")  # fmt: skip


def run_end_spot(ruleset: Ruleset, state: State, spot: Spot, run: Run) -> Spot:
    """Return a square where his path can end, with its cost, and what happens there."""
    cost = running_costs(ruleset, state, run.path)[-1]
    results, clause, risk = [f"costs {cost} of {state.points}"], "PM-15", ""
    happens = EventCounts()
    Transition(ruleset, state, happens).make(run)
    cubes, suit = happens["cube taken"], state.ghost_on(run.path[-1])
    results += [f"takes {count_noun(cubes, 'cube')}"] if cubes else []
    results += ["takes a power coin"] if happens["coin taken"] else []
    if happens["attack"]:
        clause, risk = "PM-74", "danger"
        results.append(f"the Dangerous {suit} ghost attacks him there")
    elif happens["eat"]:
        clause, risk = "PM-19", "attack"
        results.append(f"eats the {suit} ghost, which ends his turn")
    tip = f"{'-'.join(run.path)}: {', '.join(results)}"
    name = f"{spot.name}; {', '.join(results)}"
    preview = tuple(run_marks(ruleset, state, run.path))
    return spot._replace(name=name, role="move", tip=tip, clause=clause, preview=preview, risk=risk)


def pick_run(
    ruleset: Ruleset, state: State, draft: Draft, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """End his path on a square, pass it, or turn him; a finished path may wait for a heading."""
    path, found = draft or (state.square,), runs(ruleset, state, draft)
    if square == path[-1]:
        if turns(ruleset, state, path):
            return MakeMove(Run(path, arrival(ruleset, state, path)))
        text = "choose a marked square as Piecepackman's destination"
        return () if draft else ShowMessage(Refusal("PM-74", text, (square,)), "info")
    walked = found.walk(square, shift)
    if isinstance(walked, MakeMove):
        way = found.ends()[square].path
        return way if way[-1] == square and turns(ruleset, state, way) else walked
    if walked is not None or square == state.square:
        return walked or ()
    if len(draft) > 1:
        return found.stray(square, "PM-74", f"no path of his points leads from {'-'.join(draft)}")
    return MakeMove(best_run(ruleset, state, square))


# --- Cubes before a race (PM-75) -----------------------------------------------------------------


def adjust_prompt(state: State, draft: Draft) -> tuple[str, str]:
    """Return that cubes can be moved until all agree (PM-75)."""
    left = count_noun(state.adjusts, "cube")
    if draft:
        return f"Put the cube from {draft[0]} on a free square. Escape to undo.", "PM-75"
    return f"Players, agree on the cubes: move up to {left}, then agree.", "PM-75"


def adjusts(ruleset: Ruleset, state: State, draft: Draft) -> Picker[Adjust]:
    """Return where the cube in hand can go; nothing while there is none (PM-75)."""
    free = [square for square in ruleset.free_squares if square not in state.cubes]
    return Picker((((*draft, to), Adjust(draft[0], to)) for to in free if draft), draft)


def pick_adjust(
    state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """Pick a cube up, or put it down (PM-75)."""
    if to is not None:
        return MakeMove(Adjust(spot, to))
    if spot in state.cubes:
        return () if draft == (spot,) else (spot,)
    if draft:
        return MakeMove(Adjust(draft[0], spot))
    return ShowMessage(Refusal("PM-75", f"there is no cube on {spot}: choose a cube", (spot,)))


AGREE = MakeMove(Agree())


# --- Choosing a ghost (PM-74) --------------------------------------------------------------------


def path_in(draft: Draft) -> Draft:
    """Return the squares of a ghost's path in a draft, without the signs of its power."""
    squares = draft[1:] if draft[:1] == (USE,) else draft
    return squares[: squares.index(DONE)] if DONE in squares else squares


def step_back(draft: Draft) -> Draft:
    """Return the draft without the part picked last: of a deed, a path, or a power for a ghost."""
    if DONE in draft and draft[-1] != DONE:
        return draft[:-1]
    return draft[:2] if draft[:1] == (USE,) and len(draft) > 2 else ()


def acting_ghost(ruleset: Ruleset, state: State, draft: Draft) -> str | None:
    """Return the ghost that moves now: the next one, or the one that was picked (PM-74)."""
    if not ruleset.against:
        return state.to_move[0]
    path = path_in(draft)
    if path:
        return state.ghost_on(path[0])
    can = choices(ruleset, state)
    return can[0] if len(can) == 1 else None


def player_name(ruleset: Ruleset, suit: str) -> str:
    """Return who moves a ghost, if several people play: "Player 2", or the seat (PM-7)."""
    if ruleset.against:
        return "Ghosts"
    if ruleset.race:
        name = ruleset.seat_of[suit]
        return name[:1].upper() + name[1:]
    if len(ruleset.teams) == 1:
        return ""
    return f"Player {1 + ruleset.teams.index(ruleset.team_of(suit))}"


def choose_prompt(ruleset: Ruleset, state: State) -> tuple[str, str]:
    """Return which ghosts can move, and how far (PM-74)."""
    able = join_list(
        f"{suit} {count_noun(ruleset.ghost_points[state.dice[suit]], 'step')}"
        for suit in choices(ruleset, state)
    )
    return f"Ghosts: choose a ghost to move ({able}).", "PM-74"


# --- Powers (PM-73) ------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def powered(ruleset: Ruleset, state: State, suit: str) -> tuple[PowerWalk, ...]:
    """Return the moves of a ghost that need its power, the best first (PM-73)."""
    walks = power_walks(ruleset, state, suit, legal_walks(ruleset, state, suit))
    return tuple(
        sorted(walks, key=lambda walk: walk_value(ruleset, state, suit, walk.path), reverse=True)
    )


def power_spot(ruleset: Ruleset, state: State, draft: Draft) -> Spot | None:
    """Return the button that uses the power of the ghost that moves (PM-73)."""
    if ruleset.rules.powers == "none" or state.phase != "ghosts":
        return None
    suit = acting_ghost(ruleset, state, draft)
    if suit is None or not powered(ruleset, state, suit):
        return None
    ghost = state.ghosts[suit]
    on = draft[:1] == (USE,)
    name = "Move without the power" if on else f"Use its power, {ghost.power} ({ghost.uses} left)"
    tip = f"With its power the {suit} ghost can {ABILITIES[ghost.power]}."
    return Spot(POWER_SPOT, TRAY / 2, 2.25, "dice", TRAY - 0.5, 0.82, name, "action", key="p",
                tip=tip, clause=power_clause(ghost.power))  # fmt: skip


def _deeds(ruleset: Ruleset, state: State, draft: Draft) -> Picker[PowerWalk]:
    """Return the deeds of a complete path as the spots that choose them (PM-73).

    A dropped cube's suit may be left out: it is the ghost's own, if it can be.
    """
    suit, path = acting_ghost(ruleset, state, draft), path_in(draft)
    assert suit is not None
    walks = [walk for walk in powered(ruleset, state, suit) if walk.path == path]
    held = {walk.deed.suit for walk in walks if isinstance(walk.deed, Drop)}
    own = suit if suit in held else min(held, key=SUITS.index, default="")
    cuts = ((picks, walk) for walk in walks for picks in _deed_picks(walk, own))
    return Picker(cuts, draft[draft.index(DONE) + 1 :])


def _deed_picks(walk: PowerWalk, own: str) -> Iterator[Draft]:
    match walk.deed:
        case Loot(suit):
            yield (f"order:{suit}",)
        case Drop(suit, square):
            yield (f"order:{suit}", square)
            if suit == own:
                yield (square,)
        case Gift(to, _, first) as gift:
            yield f"order:{to}", f"{BUNDLE}{'before' if first else 'after'} {_bundle(gift)}"


def _bundle(gift: Gift) -> str:
    return ", ".join(f"{n} {suit}" for suit, n in gift.cubes.items())


def _deed_name(walk: PowerWalk, spot: str) -> str:
    """Return what a spot chooses of a deed."""
    match walk.deed:
        case Loot(suit):
            return f"take his {suit} cubes"
        case Drop(suit, square):
            return f"drop a {suit} cube{f' on {square}' if spot == square else ''}"
        case Gift(to, _, first) as gift:
            when = "before" if first else "after"
            given = spot.startswith(BUNDLE)
            return f"Give {_bundle(gift)} {when}" if given else f"give cubes to the {to} ghost"
    return ""


def deed_spots(ruleset: Ruleset, state: State, draft: Draft) -> dict[str, str]:
    """Return the spots that choose the deed of a complete powered path, with their names."""
    deeds = _deeds(ruleset, state, draft)
    dropped = [isinstance(walk.deed, Drop) for _, walk in deeds.moves]
    other = deeds.at(()).next() if any(dropped) else {}
    suits = {spot: walk for spot, walk in other.items() if spot.startswith("order:")}
    found = {**suits, **deeds.next()}
    return {spot: _deed_name(walk, spot) for spot, walk in found.items()}


def bundle_spots(found: Mapping[str, str]) -> Iterator[Spot]:
    """Yield a button for each gift to the ghost that was chosen (PM-73d)."""
    bundles = [(spot, name) for spot, name in found.items() if spot.startswith(BUNDLE)]
    for place, (spot, name) in enumerate(bundles[:MOST_BUNDLES]):
        x, y = round(1.4 + 2.6 * (place % 2), 2), round(0.95 + 0.68 * (place // 2), 2)
        yield Spot(spot, x, y, "stash", 2.5, 0.6, name, "action", clause="PM-73d")


def pick_deed(
    ruleset: Ruleset, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | ShowMessage:
    """Choose a part of the deed of a complete powered path (PM-73)."""
    found = _deeds(ruleset, state, draft).picked(spot)
    if isinstance(found, Attempt):
        text = "choose what it does with its power, or press Escape to undo"
        return ShowMessage(Refusal("PM-73", text), "info")
    return found if isinstance(found, MakeMove) else (*draft[: draft.index(DONE) + 1], *found)


def end_powered(walk: PowerWalk) -> Draft | MakeMove:
    """Return the move, or the draft that asks for the deed of its path (PM-73)."""
    return (USE, *walk.path, DONE) if walk.deed else MakeMove(walk)


def deed_prompt(ruleset: Ruleset, state: State, draft: Draft) -> tuple[str, str]:
    """Return what a ghost that uses its power must still choose (PM-73)."""
    suit = acting_ghost(ruleset, state, draft)
    assert suit is not None
    power = state.ghosts[suit].power
    if power == "give" and draft[-1] != DONE:
        to = draft[-1].removeprefix("order:")
        text = f"choose the cubes for the {to} ghost, in the tray of energy cubes"
    else:
        text = {
            "give": "choose the ghost to give cubes to, in the order",
            "plunder": "choose the suit to take as well, in the order",
            "drop": "choose a free square for its cube (its suit: in the order)",
        }[power]
    where = "-".join(path_in(draft))
    return f"{suit.capitalize()} ghost, {where}: {text}. Escape to undo.", power_clause(power)


def power_pieces(suit: str, ghost: Ghost, x: float) -> Iterator[Piece]:
    """Yield a ghost's power and the uses that are left, under its coin in the order (PM-73)."""
    if ghost.power:
        uses = count_noun(ghost.uses, "use")
        yield Piece(f"power-{suit}", "words", x, 1.95, "order", label=ghost.power, scale=0.72)
        yield Piece(f"uses-{suit}", "words", x, 2.25, "order", label=uses, scale=0.72,
                    faded=not ghost.uses)  # fmt: skip


def power_text(state: State) -> str:
    """Return the powers and their uses in words; "" without powers."""
    each = [
        f"{suit} {ghost.power}, {count_noun(ghost.uses, 'use')} left"
        for suit, ghost in state.ghosts.items()
        if ghost.power
    ]
    return f" Powers: {'; '.join(each)}." if each else ""


def other_cubes(suit: str, ghost: Ghost) -> Iterator[Piece]:
    """Yield the cubes that only powers bring, as numbers after the ghost's own (PM-73)."""
    held = [f"{number} {each}" for each, number in ghost.others.items()]
    held += [f"{sum(ghost.banked.values())} banked"] if ghost.banked else []
    if held:
        yield Piece(f"others-{suit}", "words", 2.2, round(stash_row(suit) + 0.33, 2), "stash",
                    label=f"and {', '.join(held)}", scale=0.7, z=3)  # fmt: skip


def with_deeds(spots: tuple[Spot, ...], found: Mapping[str, str]) -> Iterator[Spot]:
    """Yield the spots, of which only those that choose a deed can be picked (PM-73)."""
    for spot in spots:
        if spot.id in found:
            yield spot._replace(role="move", name=f"{spot.name}; {found[spot.id]}",
                                tip=f"{found[spot.id]}.", preview=(), drag=False)  # fmt: skip
        elif spot.role in ("move", "via"):
            yield spot._replace(role="inert", preview=())
        else:
            yield spot


def race_scores(ruleset: Ruleset, state: State) -> Iterator[Score]:
    """Yield the cubes of their colours that each player has in a race (PM-75)."""
    for (seat, held), team in zip(ruleset.race_scores(state).items(), ruleset.teams, strict=True):
        every = len(team) * ruleset.rules.cubes_per_suit
        yield Score(seat, held, every, suit=team[0] if len(team) == 1 else "")
