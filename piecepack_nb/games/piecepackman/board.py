"""Board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from piecepack_nb.core.piecepack import COLOURS, SUITS
from piecepack_nb.core.steps import Event, Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.areas import TRAY, areas, at, layouts, slot, stash_row
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.games.piecepackman.game import Piecepackman, next_action
from piecepack_nb.games.piecepackman.layers import (
    NO_OVERLAY,
    PATH_LAYER,
    PATH_SPOT,
    Overlay,
    decision_overlay,
    search_film,
    search_problem,
)
from piecepack_nb.games.piecepackman.lessons import QUIZ, puzzles
from piecepack_nb.games.piecepackman.movement import (
    best_walk,
    dangerous_after,
    legal_walks,
    walk_value,
)
from piecepack_nb.games.piecepackman.state import Order, State, Walk
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    GameView,
    MakeMove,
    Mark,
    Piece,
    Scene,
    ShowMessage,
    Spot,
    keep_ids,
    keep_order,
)
from piecepack_nb.scene.layout import follow

# --- Scene ---------------------------------------------------------------------------------------


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
        shown = decision_overlay(game, event.why)
    else:
        shown = _kept_overlay(event, before)
    return Scene(
        areas(maze),
        layouts(maze),
        keep_ids(_pieces(game, state, draft), before.pieces if before else ()),
        keep_order((*_danger_marks(game, state), *shown.marks), before.marks if before else ()),
        shown.spots,
        caption=event.text if event else "",
        clause=event.clause if event else "",
        alt=state_text(game, state),
        linger=LINGER.get(event.kind, 0.0) if event else 0.0,
        layers=shown.layers,
        listings=shown.listings,
    )


def locate(game: Piecepackman, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    known = game.ruleset.maze.exits
    return [("board", *at(game.ruleset.maze, square)) for square in squares if square in known]


def state_text(game: Piecepackman, state: State) -> str:
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
    yield from _board_pieces(game, state)
    yield from _stash_pieces(state)
    yield from _dice_pieces(game, state)
    yield from _tray_pieces(game, state, draft)


def _board_pieces(game: Piecepackman, state: State) -> Iterator[Piece]:
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
        yield from _marker_on_him(game, state)


def _aside(piece: Piece, taken: bool) -> Piece:
    """A cube or coin that a pawn shares the square with: smaller, where it can be seen."""
    if not taken:
        return piece
    x, y = round(piece.x + 0.24, 2), round(piece.y + 0.2, 2)
    return piece._replace(x=x, y=y, scale=0.58, z=6)


def _marker_on_him(game: Piecepackman, state: State) -> Iterator[Piece]:
    """The marker that he wears: his objective's suit (PM-21), or the turns of hunger (PM-62)."""
    x, y = at(game.ruleset.maze, state.square)
    x, y = round(x + 0.3, 2), round(y - 0.3, 2)
    if state.hunger is not None:
        yield Piece("hunger", "marker", x, y, scale=0.6, label=str(state.hunger), z=8)
    elif state.objective is not None:
        suit = state.objective.suit
        angle = ANGLES[state.heading]
        yield Piece("objective", "coin-suit", x, y, suit=suit, scale=0.5, angle=angle, z=8)


def _stash_pieces(state: State) -> Iterator[Piece]:
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


def _dice_pieces(game: Piecepackman, state: State) -> Iterator[Piece]:
    """The dice as they were rolled last; blank before the first roll."""
    for number, suit in enumerate(SUITS):
        if suit in game.ruleset.suits:
            face = state.dice.get(suit, "")
            yield Piece(f"die-{suit}", "die" if face else "die-suit", slot(number), 1.05, "dice",
                        suit=suit, face=face, scale=0.95)  # fmt: skip


def _tray_pieces(game: Piecepackman, state: State, draft: Draft) -> Iterator[Piece]:
    """The ghosts' order (PM-30), extra lives (PM-3), and the coins that are out of the game."""
    order = draft_order(state, draft) if state.phase == "order" else state.order
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


def _danger_marks(game: Piecepackman, state: State) -> Iterator[Mark]:
    """Which ghosts are Dangerous (PM-50)."""
    maze = game.ruleset.maze
    for suit, ghost in state.ghosts.items():
        if game.ruleset.dangerous(state, suit):
            if ghost.square not in game.ruleset.house:
                yield Mark("danger", *at(maze, ghost.square), suit=suit)
            yield Mark("text", 4.5, stash_row(suit), "stash", label="Dangerous")


def _kept_overlay(event: Event | None, before: Scene | None) -> Overlay:
    """The way that he is on, until he has gone it."""
    if before is None or event is None or event.kind not in UNDERWAY:
        return NO_OVERLAY
    marks = tuple(mark for mark in before.marks if mark.layer == PATH_LAYER.id)
    if not marks:
        return NO_OVERLAY
    spots = tuple(spot for spot in before.spots if spot.id.startswith(PATH_SPOT))
    return Overlay(marks, spots, (PATH_LAYER,), ())


VIEW = GameView[Piecepackman, State](
    scene,
    spots,
    pick,
    locate,
    marks,
    prompt,
    search_film,
    quiz=QUIZ,
    puzzles=puzzles,
    search_problem=search_problem,
)


# --- Captions ------------------------------------------------------------------------------------


def _prompt_text(
    game: Piecepackman, state: State, draft: Draft, passing: bool = False
) -> tuple[str, str]:
    """What is to be done now, and by which clause; ``passing``: some squares can be passed."""
    match state.phase:
        case "over":
            result = game.result(state)
            assert result is not None
            cleared = "" if state.extra_lives < 0 else ": no cube and no coin is left"
            return f"The game is over{cleared}. {result.text}", result.clause
        case "setup":
            return "The maze is built. Scatter the cubes and draw the power coins.", "PM-2"
        case "roll" if state.hungry:
            return f"Turn {state.turn}: roll for Piecepackman; he is hungry for ghosts.", "PM-63"
        case "roll":
            return f"Turn {state.turn}: roll for Piecepackman; he moves by himself.", "PM-10"
        case "bonus":
            return "He took a power coin: roll his bonus.", "PM-60"
        case "order":
            return "Ghosts, agree on your order: swap the coins, or drag them. Then roll.", "PM-30"
        case "dice":
            return "Roll for the ghosts.", "PM-31"
    suit = state.to_move[0]
    if len(draft) > 1:
        return f"{suit.capitalize()}: {'-'.join(draft)}, and on? Escape takes it back.", "PM-32"
    points = game.ruleset.ghost_points[state.dice[suit]]
    text = f"{suit.capitalize()} ghost, {count_noun(points, 'step')}: choose where it ends"
    if passing:
        text += ", or first a dot to pass (Shift: any square)"
    return f"{text}.", "PM-32"


def square_text(game: Piecepackman, state: State, square: str) -> str:
    """What lies on a square, and which ways lead out of it, for a screen reader."""
    maze, things = game.ruleset.maze, []
    if square == state.square and state.extra_lives >= 0:
        things.append("Piecepackman")
    suit = state.ghost_on(square)
    if suit:
        danger = "Dangerous" if game.ruleset.dangerous(state, suit) else "Vulnerable"
        things.append(f"{suit} ghost ({COLOURS[suit]}, {danger})")
    if square in state.cubes:
        things.append(f"{state.cubes[square]} cube")
    if square in state.coins:
        things.append(f"{state.coins[square].suit} power coin")
    if square in game.ruleset.house:
        things.append("ghost house")
    things += [portal_text(game, square)] if portal_text(game, square) else []
    ways = " ".join(maze.exits[square])
    return f"{', '.join(things) or 'empty'}; ways {ways or 'none'}"


def portal_text(game: Piecepackman, square: str) -> str:
    """Where the portals on a square lead (PM-22); "" where there is none."""
    leads = game.ruleset.maze.exits[square].values()
    return ", ".join(f"portal to {to}" for to in leads if game.ruleset.ways.by_portal(square, to))


def walk_tip(game: Piecepackman, state: State, path: GhostPath) -> tuple[str, str]:
    """What a ghost's way brings, in a line, and the clause where one is met."""
    ruleset, suit = game.ruleset, state.to_move[0]
    ghost = state.ghosts[suit]
    cubes = walk_value(ruleset, state, suit, path)[0]
    brings = [f"takes {count_noun(cubes, 'cube')}"] if cubes else []
    clause = ""
    if path[-1] == state.square:
        attack = dangerous_after(ruleset, state, suit, path)
        clause = "PM-40" if attack else "PM-42"
        brings.append("attacks Piecepackman" if attack else _eaten_text(ghost.cubes + cubes))
    elif ruleset.ways.by_portal(*path[-2:]):
        clause = "PM-34"
        brings.append("through the portal, which ends the move")
    return ": ".join((f"{suit} {'-'.join(path)}", *([", ".join(brings)] if brings else []))), clause


def _eaten_text(cubes: int) -> str:
    text = "he would eat it"
    return f"{text} and take its {count_noun(cubes, 'cube')}" if cubes else text


def dice_text(game: Piecepackman, state: State) -> str:
    """What the dice show, for a screen reader."""
    shown = ", ".join(f"{suit} {face}" for suit, face in state.dice.items())
    return f"dice: {shown or 'not rolled yet'}; {next_action(game.ruleset, state).text}"


# --- Picks ---------------------------------------------------------------------------------------


GhostPath = tuple[str, ...]
ACTIONS = {
    "setup": "Set the table",
    "roll": "Roll for Piecepackman",
    "bonus": "Roll his bonus",
    "order": "Agree, and roll for the ghosts",
    "dice": "Roll for the ghosts",
}
PLACES = ("first", "second", "third", "fourth")


def prompt(game: Piecepackman, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    passing = state.phase == "ghosts" and bool(_walk_choices(game, state, draft)[1])
    return _prompt_text(game, state, draft, passing)


# --- what can be picked -------------------------------------------------------------------------


def spots(game: Piecepackman, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every square, the order and the dice: what isn't due may be tried, and says why not."""
    return (
        *_square_spots(game, state, draft),
        *_order_spots(game, state, draft),
        _dice_spot(game, state),
    )


def _dice_spot(game: Piecepackman, state: State) -> Spot:
    if state.phase in ACTIONS:
        name = ACTIONS[state.phase]
        return Spot("dice", TRAY / 2, 2.15, "dice", TRAY - 0.5, 0.82, name, "action", key="r")
    name = dice_text(game, state)
    return Spot("dice", TRAY / 2, 1.05, "dice", TRAY - 0.5, 1.0, name, key="r")


def _order_spots(game: Piecepackman, state: State, draft: Draft) -> Iterator[Spot]:
    agreeing = state.phase == "order"
    suits = draft_order(state, draft) if agreeing else state.order or game.ruleset.suits
    tip = "Pick two coins to swap them, or drag one to its place." if agreeing else ""
    for number, suit in enumerate(suits):
        name = f"{suit} ghost moves {PLACES[number]}"
        yield Spot(f"order:{suit}", slot(number), 0.98, "order", 1.0, 1.0, name,
                   "select" if agreeing else "inert", drag=agreeing, drop=agreeing,
                   key=str(number + 1), tip=tip)  # fmt: skip


def _square_spots(game: Piecepackman, state: State, draft: Draft) -> Iterator[Spot]:
    maze = game.ruleset.maze
    moving = state.phase == "ghosts"
    ends, passed = _walk_choices(game, state, draft) if moving else ({}, set())
    for square in sorted(maze.squares, key=lambda each: (-int(each[1:]), each[0])):  # as one reads
        x, y = at(maze, square)
        name = f"{square}: {square_text(game, state, square)}"
        if square in ends:
            yield _end_spot(game, state, Spot(square, x, y, name=name, drop=True), ends[square])
        elif square in passed:
            yield Spot(square, x, y, name=name, role="via", drop=True, tip=f"Pass {square}.")
        else:
            own = moving and square == state.ghosts[state.to_move[0]].square
            portals = portal_text(game, square)
            yield Spot(square, x, y, name=name, role="select" if own else "inert", drag=own,
                       drop=moving, tip=f"{square}: {portals}." if portals else "")  # fmt: skip


def _end_spot(game: Piecepackman, state: State, spot: Spot, way: GhostPath) -> Spot:
    """A square to end on; where he would eat the ghost, the spot warns of it (PM-42)."""
    tip, clause = walk_tip(game, state, way)
    preview = tuple(_walk_marks(game, way))
    name = spot.name
    if clause == "PM-42":
        name += "; he would eat the ghost there"
        preview = (*preview, Mark("danger", spot.x, spot.y))
    return spot._replace(name=name, role="move", tip=tip, clause=clause, preview=preview)


# --- a ghost's way ------------------------------------------------------------------------------


def _draft_walks(game: Piecepackman, state: State, draft: Draft) -> list[GhostPath]:
    """The legal walks that go on from the draft."""
    suit = state.to_move[0]
    size = len(draft)
    return [path for path in legal_walks(game.ruleset, state, suit) if path[:size] == draft]


def _walk_choices(
    game: Piecepackman, state: State, draft: Draft
) -> tuple[dict[str, GhostPath], set[str]]:
    """The squares to end on, each with the best way there, and the others that can be passed."""
    suit = state.to_move[0]
    ends: dict[str, GhostPath] = {}
    passed: set[str] = set()
    for path in _draft_walks(game, state, draft):
        passed.update(path[max(len(draft), 1) : -1])
        best = ends.get(path[-1])
        if best is None or _better_walk(game, state, suit, path, best):
            ends[path[-1]] = path
    return ends, passed - ends.keys() - {state.ghosts[suit].square}


def _better_walk(
    game: Piecepackman, state: State, suit: str, path: GhostPath, other: GhostPath
) -> bool:
    return walk_value(game.ruleset, state, suit, path) > walk_value(
        game.ruleset, state, suit, other
    )


def _walk_marks(game: Piecepackman, path: GhostPath) -> Iterator[Mark]:
    line = [at(game.ruleset.maze, path[0])]
    for before, square in pairwise(path):
        if game.ruleset.ways.by_portal(before, square):
            yield Mark("path", points=tuple(line)) if len(line) > 1 else Mark("via", *line[0])
            yield Mark("via", *at(game.ruleset.maze, square))
            return
        line.append(at(game.ruleset.maze, square))
    yield Mark("path", points=tuple(line))


def marks(game: Piecepackman, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Who is to move, the way so far, the coin in hand."""
    maze = game.ruleset.maze
    if state.phase == "ghosts":
        suit = state.to_move[0]
        here = Mark("here", *at(maze, state.ghosts[suit].square), suit=suit)
        return (here, *_walk_marks(game, draft)) if len(draft) > 1 else (here,)
    if state.phase == "order" and draft and draft[-1].startswith("*"):
        number = draft_order(state, draft).index(draft[-1][1:])
        return (Mark("selected", slot(number), 0.98, "order"),)
    return ()


# --- what a pick comes to -----------------------------------------------------------------------


def pick(
    game: Piecepackman, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    now = next_action(game.ruleset, state)
    if state.phase == "over":
        return ShowMessage(now)
    if spot == "dice":
        if state.phase == "order":
            return MakeMove(Order(draft_order(state, draft)), roll=True)
        return MakeMove(None) if state.phase in ACTIONS else ShowMessage(_dice_message(now))
    if spot.startswith("order:"):
        if state.phase == "order":
            return _reorder(state, draft, spot[6:], to)
        return ShowMessage(_order_message(state, now))
    if state.phase == "ghosts":
        return _pick_square(game, state, draft, to or spot, shift)
    return ShowMessage(now._replace(squares=(spot,)))


def _dice_message(now: Refusal) -> Refusal:
    return now._replace(text=f"the dice are rolled: {now.text}")


def _order_message(state: State, now: Refusal) -> Refusal:
    """Why the order can't be changed now (PM-30)."""
    if state.phase in ("dice", "ghosts"):
        return now._replace(clause="PM-30", text=f"the order is agreed and stays: {now.text}")
    return now._replace(text=f"the order is agreed after he has moved: {now.text}")


def _pick_square(
    game: Piecepackman, state: State, draft: Draft, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """On to a square: the end of the way if it can be, or a square to pass."""
    suit = state.to_move[0]
    other = state.ghost_on(square)
    if other == suit:  # picking the ghost itself begins anew
        return () if draft else ShowMessage(_choose_message(game, state), "info")
    ends, passed = _walk_choices(game, state, draft)
    if square in ends and not shift:
        return MakeMove(Walk(suit, ends[square]))
    longer = _extend_draft(game, state, draft, square) if shift or square in passed else None
    if longer is not None:
        return longer
    if other is not None:  # another ghost, perhaps to move it: is it its turn?
        return MakeMove(Walk(other, (square,)))
    if len(draft) > 1:
        return ShowMessage(_no_walk_message(game, state, draft, square))
    return MakeMove(best_walk(game.ruleset, state, suit, square))


def _choose_message(game: Piecepackman, state: State) -> Refusal:
    now = next_action(game.ruleset, state)
    return now._replace(text=f"{now.text}: choose a marked square where it ends")


def _no_walk_message(game: Piecepackman, state: State, draft: Draft, square: str) -> Refusal:
    """Why a square can't follow on the way that was chosen so far (PM-32)."""
    points = game.ruleset.ghost_points[state.dice[state.to_move[0]]]
    text = f"no way of {count_noun(points, 'step')} goes by {'-'.join(draft)} to {square}"
    return Refusal("PM-32", f"{text}; Escape takes it back", (square,))


def _extend_draft(game: Piecepackman, state: State, draft: Draft, square: str) -> Draft | None:
    """The draft, led on to ``square`` by the shortest stretch that a legal walk has."""
    found = follow(_draft_walks(game, state, draft), len(draft), square)
    return None if found is None else tuple(found)


def draft_order(state: State, draft: Draft) -> tuple[str, ...]:
    """The order as drafted so far; at first the one of the last turn."""
    suits = tuple(suit for suit in draft if not suit.startswith("*"))
    if suits:
        return suits
    kept = [suit for suit in state.order if suit in state.to_move]
    return (*kept, *(suit for suit in state.to_move if suit not in kept))


def _reorder(state: State, draft: Draft, suit: str, to: str | None) -> Draft:
    """Two coins picked are swapped; one dragged goes to the other's place, the rest move up."""
    suits = list(draft_order(state, draft))
    if to is not None and to.startswith("order:"):
        place = suits.index(to[6:])
        suits.remove(suit)
        suits.insert(place, suit)
        return tuple(suits)
    if not (draft and draft[-1].startswith("*")):
        return (*suits, f"*{suit}")
    one, two = suits.index(draft[-1][1:]), suits.index(suit)
    suits[one], suits[two] = suits[two], suits[one]
    return tuple(suits)
