"""The board of Piecepackman: the scene, captions, and picks on it.

Vocabulary
    draft   while the order is agreed: the suits in order, then perhaps "*suit", the one in hand;
            while a ghost moves: the squares of its path so far
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from piecepack_nb.core.lattice import ANGLES, HEADING_NAMES
from piecepack_nb.core.piecepack import COLOURS, SUITS
from piecepack_nb.core.steps import Event, Refusal
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.piecepackman import board_modes as modes
from piecepack_nb.games.piecepackman.areas import TRAY, areas, at, layouts, slot, stash_row
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.games.piecepackman.game import Piecepackman, next_action
from piecepack_nb.games.piecepackman.layers import (
    PATH_LAYER,
    PATH_SPOT,
    decision_overlay,
    walk_marks,
)
from piecepack_nb.games.piecepackman.powers import attacks_after
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import (
    HIS_PHASES,
    GhostPath,
    Order,
    PowerWalk,
    State,
    Walk,
    ghost_cubes,
    his_cubes,
)
from piecepack_nb.games.piecepackman.walks import (
    best_walk,
    choices,
    hindered,
    legal_walks,
    walk_value,
)
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    MakeMove,
    Mark,
    Number,
    Numbers,
    Overlay,
    Picker,
    Piece,
    Scene,
    Score,
    ShowMessage,
    Spot,
    draw_scene,
)
from piecepack_nb.scene.numbers import ONLY

LINGER = {
    "his roll": 0.4, "he heads for": 1.0, "he stays": 0.8, "ghosts roll": 0.4, "attack": 0.7,
    "eat": 0.6, "hunger": 0.5, "coin shown": 0.8, "coin taken": 0.2, "last life": 1.2,
    "life lost": 0.8, "ghost stays": 0.2, "ghost waits": 0.2,
}  # fmt: skip
"""Seconds that an event is shown before the next; a step takes none."""
NEXT_DECISION = 0.5
"""The seconds for a decision on the way, after the first one of his turn."""
ON_THE_PATH = {"quarter turn", "step", "portal", "cube taken", "coin taken", "eat"}
"""The events on his path."""
HIS, ROW, LIVES = f"{ONLY}his:", f"{ONLY}ghost:", f"{ONLY}lives"
"""The spots of his cubes of a suit, of a ghost's cubes, and of the extra lives."""
HIS_DICE = ("bonus", "order", "dice", *HIS_PHASES)
"""The phases in which the dice show his roll."""
MOVING = (*HIS_PHASES, "ghosts", "adjust")
"""The phases in which something on the board can be dragged."""
DIE = 0.98
"""The y of the dice in their tray."""
WORTH = "worth-"
"""The start of the ids of the words under the dice."""
ACTIONS = {
    "setup": "Set the table",
    "roll": "Roll for Piecepackman",
    "bonus": "Roll his bonus",
    "order": "Agree, and roll for the ghosts",
    "dice": "Roll for the ghosts",
    "adjust": "Agree, and begin the race",
    "uses": "Roll the uses of the powers",
}
"""The name of the dice button by phase."""
PLACES = ("first", "second", "third", "fourth")


# --- The scene -----------------------------------------------------------------------------------


def scene(
    game: Piecepackman,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the board, right after an event; ``before`` is the scene before it."""
    ruleset = game.ruleset
    if event is not None and isinstance(event.why, Decision):
        overlay = decision_overlay(event.why)
    else:
        overlay = _kept_overlay(event, before)
    roll = _shown_roll(ruleset, state, event, before)
    return draw_scene(
        areas(ruleset.maze, game.rules.powers != "none"),
        layouts(ruleset.maze, game.rules.powers != "none"),
        _pieces(ruleset, state, draft, roll),
        Overlay((*_danger_marks(ruleset, state), *roll.marks())).plus(overlay),
        event,
        before,
        alt=state_text(ruleset, state),
        linger=_linger(event, before),
    )


def _linger(event: Event | None, before: Scene | None) -> float:
    """Return the seconds that an event is shown."""
    if event is None:
        return 0.0
    if event.kind == "he heads for" and before is not None and _on_his_path(before):
        return NEXT_DECISION
    return LINGER.get(event.kind, 0.0)


def locate(game: Piecepackman, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Return the places of squares on the board."""
    known = game.ruleset.maze.exits
    return [("board", *at(game.ruleset.maze, square)) for square in squares if square in known]


def _danger_marks(ruleset: Ruleset, state: State) -> Iterator[Mark]:
    """Yield a mark for each Dangerous ghost, in the house too (PM-50)."""
    for suit, ghost in state.ghosts.items():
        if ruleset.dangerous(state, suit):
            yield Mark("danger", *at(ruleset.maze, ghost.square), suit=suit)


def _kept_overlay(event: Event | None, before: Scene | None) -> Overlay:
    """Return the path that he is on, until he has gone it."""
    if before is None or event is None or event.kind not in ON_THE_PATH:
        return Overlay()
    marks = _on_his_path(before)
    if not marks:
        return Overlay()
    spots = tuple(spot for spot in before.spots if spot.id.startswith(PATH_SPOT))
    return Overlay(marks, spots, (PATH_LAYER,))


def _on_his_path(scene: Scene) -> tuple[Mark, ...]:
    """Return the marks of the path that he is on."""
    return tuple(mark for mark in scene.marks if mark.layer == PATH_LAYER.id)


# --- The dice -------------------------------------------------------------------------------------


class ShownRoll(NamedTuple):
    """The roll that the dice show: Piecepackman's or the ghosts', and the dice that decide."""

    his: bool
    deciding: tuple[str, ...]

    def marks(self) -> Iterator[Mark]:
        """Yield a frame round each die that decides."""
        for suit in self.deciding:
            yield Mark("selected", slot(SUITS.index(suit)), DIE, "dice")


def _shown_roll(
    ruleset: Ruleset, state: State, event: Event | None, before: Scene | None
) -> ShownRoll:
    """Return whose roll the dice show, which the state alone doesn't tell, and what decides.

    Of his dice the highest gives the points (PM-11); once he heads for something that a die chose
    (PM-12), that one. Of the ghosts' it is the die of the ghost that moves.
    """
    if event is not None and event.kind == "his roll":
        return ShownRoll(True, _highest(ruleset, state))
    known = _known_roll(state, before)
    his = known.his if known else state.phase in HIS_DICE
    if event is not None and event.kind == "ghosts roll":
        his = False
    if not his:
        one = state.phase == "ghosts" and not ruleset.against
        return ShownRoll(False, state.to_move[:1] if one else ())
    why = event.why if event is not None else None
    aim = why.route.aim if isinstance(why, Decision) and why.route else None
    if aim and aim.objective and aim.clause in ("PM-12", "PM-24"):
        return ShownRoll(True, tuple({aim.objective.suit} & state.dice.keys()))
    return known or ShownRoll(True, _highest(ruleset, state))


def _highest(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """Return the suits of his highest dice."""
    points = {suit: ruleset.his_points[state.dice[suit]] for suit in SUITS if suit in state.dice}
    return tuple(suit for suit in points if points[suit] == max(points.values()))


def _known_roll(state: State, before: Scene | None) -> ShownRoll | None:
    """Return the roll that the scene before shows; None if its dice were others."""
    known = {piece.id: piece for piece in before.pieces} if before is not None else {}
    dice = {suit: known[f"die-{suit}"].face for suit in SUITS if f"die-{suit}" in known}
    worth = [piece.label for id, piece in known.items() if id.startswith(WORTH)]
    if (
        before is None
        or not worth
        or any(dice.get(suit) != state.dice[suit] for suit in state.dice)
    ):
        return None
    framed = {mark.x for mark in before.marks if (mark.area, mark.kind) == ("dice", "selected")}
    deciding = tuple(suit for number, suit in enumerate(SUITS) if slot(number) in framed)
    return ShownRoll("point" in worth[0], deciding)


# --- Pieces --------------------------------------------------------------------------------------


def _pieces(ruleset: Ruleset, state: State, draft: Draft, roll: ShownRoll) -> Iterator[Piece]:
    yield from _board_pieces(ruleset, state)
    yield from _stash_pieces(ruleset, state)
    yield from _dice_pieces(ruleset, state, roll)
    yield from _tray_pieces(ruleset, state, draft)


def _board_pieces(ruleset: Ruleset, state: State) -> Iterator[Piece]:
    maze = ruleset.maze
    taken = {state.square, *(ghost.square for ghost in state.ghosts.values())}
    for square, suit in sorted(state.cubes.items()):
        yield _aside(Piece("cube*", "cube", *at(maze, square), suit=suit, z=2), square in taken)
    for square, coin in sorted(state.coins.items()):
        hidden = Piece(f"coin-{coin.suit}", "coin-hidden", *at(maze, square), suit=coin.suit, z=2)
        yield _aside(hidden, square in taken)
    for suit, ghost in state.ghosts.items():
        x, y = at(maze, ghost.square)
        yield Piece(f"ghost-{suit}", "pawn", x, round(y - 0.06, 2), suit=suit, z=5,
                    faded=bool(ghost.waits))  # fmt: skip
        if ghost.immune:
            yield Piece(f"saucer-{suit}", "saucer", x, y, suit=suit, z=4)
    if state.extra_lives >= 0:
        sprite = "piecepackman-hungry" if state.hungry else "piecepackman"
        x, y = at(maze, state.square)
        yield Piece("him", sprite, x, y, angle=ANGLES[state.heading], z=6)
        yield from _marker_on_him(state, round(x + 0.3, 2), round(y - 0.3, 2))


def _aside(piece: Piece, taken: bool) -> Piece:
    """Return a cube or coin; smaller and at the side if a pawn is on its square."""
    if not taken:
        return piece
    x, y = round(piece.x + 0.24, 2), round(piece.y + 0.2, 2)
    return piece._replace(x=x, y=y, scale=0.58, z=6)


def _marker_on_him(state: State, x: float, y: float) -> Iterator[Piece]:
    """Yield his marker: the objective's suit (PM-21), or the turns of hunger (PM-62)."""
    if state.hunger is not None:
        yield Piece("hunger", "marker", x, y, scale=0.6, label=str(state.hunger), z=8)
    elif state.objective is not None:
        suit, angle = state.objective.suit, ANGLES[state.heading]
        yield Piece("objective", "coin-suit", x, y, suit=suit, scale=0.5, angle=angle, z=8)


def _stash_pieces(ruleset: Ruleset, state: State) -> Iterator[Piece]:
    """Yield cubes by owner: his in piles by suit, each ghost's in its row."""
    y = stash_row("piecepackman")
    for column, suit in enumerate(SUITS):
        held, left = state.stash[suit], 1.03 + 1.1 * column
        apart = min(0.11, 0.33 / max(held - 1, 1))  # a pile keeps clear of the next one
        for number in range(held):
            x = round(left + apart * number, 2)
            yield Piece("cube*", "cube", x, y, "stash", suit=suit, scale=0.55, z=2)
        if held > 1:
            x = round(left + apart * (held - 1) + 0.31, 2)
            yield Piece(f"count-{suit}", "words", x, y, "stash", label=str(held), scale=0.9, z=3)
    for suit, ghost in state.ghosts.items():
        for number in range(ghost.cubes):
            x = 1.03 + min(0.55, 2.4 / ghost.cubes) * number  # "Dangerous" is to the right of them
            yield Piece("cube*", "cube", round(x, 2), stash_row(suit), "stash", suit=suit,
                        scale=0.55, z=2)  # fmt: skip
        if ruleset.dangerous(state, suit):
            yield Piece(f"danger-{suit}", "words", 4.5, stash_row(suit), "stash",
                        label="Dangerous", scale=0.8)  # fmt: skip
        yield from modes.other_cubes(suit, ghost)


def _dice_pieces(ruleset: Ruleset, state: State, roll: ShownRoll) -> Iterator[Piece]:
    """Yield the dice as they were rolled last, each with its worth; blank before the first roll."""
    for number, suit in enumerate(SUITS):
        if suit not in ruleset.suits:
            continue
        face, x = state.dice.get(suit, ""), slot(number)
        used = state.phase == "ghosts" and suit not in state.to_move
        yield Piece(f"die-{suit}", "die" if face else "die-suit", x, DIE, "dice", suit=suit,
                    face=face, scale=0.95, faded=used)  # fmt: skip
        if face:
            points = (ruleset.his_points if roll.his else ruleset.ghost_points)[face]
            label = count_noun(points, "point" if roll.his else "step")
            yield Piece(f"{WORTH}{suit}", "words", x, DIE + 0.62, "dice", label=label, scale=0.76)


def _tray_pieces(ruleset: Ruleset, state: State, draft: Draft) -> Iterator[Piece]:
    """Yield the ghosts' order (PM-30), extra lives (PM-3), and coins taken."""
    order = draft_order(state, draft) if state.phase == "order" else state.order
    for number, suit in enumerate((*order, *(s for s in ruleset.suits if s not in order))):
        done = state.phase == "ghosts" and suit not in state.to_move
        yield Piece(f"order-{suit}", "coin-suit", slot(number), 0.98, "order", suit=suit,
                    scale=0.82, faded=done)  # fmt: skip
        yield from modes.power_pieces(suit, state.ghosts[suit], slot(number))
        if len(ruleset.teams) > 1:
            label = str(1 + ruleset.teams.index(ruleset.team_of(suit)))
            x = round(slot(number) + 0.46, 2)
            yield Piece(f"player-{suit}", "marker", x, 0.62, "order", label=label, scale=0.42, z=5)
    for number in range(min(max(state.extra_lives, 0), 4)):
        x = round(0.55 + 0.62 * number, 2)
        yield Piece("life*", "piecepackman", x, 1.15, "lives", scale=0.72, z=3 + number)
    if ruleset.race:
        yield Piece("lives", "words", 1.1, 1.15, "lives", label="endless", scale=0.9)
    elif state.extra_lives > 4:
        yield Piece("lives", "words", 2.9, 1.6, "lives", label=f"{state.extra_lives}")
    for number, coin in enumerate((*state.discarded, *state.taken)):
        shown = number < len(state.discarded)
        x = round(3.2 + 0.6 * number, 2)
        yield Piece(f"coin-{coin.suit}", "coin-value" if shown else "coin-hidden", x, 1.15, "lives",
                    suit=coin.suit, face=coin.face if shown else "", scale=0.72, z=2)  # fmt: skip


# --- Captions ------------------------------------------------------------------------------------


ORDER_PROMPT = "Ghosts, agree on an order: swap the coins, then"


def prompt(game: Piecepackman, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and its clause."""
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
            moves = "" if game.ruleset.against else "; he moves by himself"
            return f"Turn {state.turn}: roll for Piecepackman{moves}.", "PM-10"
        case "bonus":
            return "He took a power coin: roll his bonus.", "PM-60"
        case "order":
            return _order_prompt(game.ruleset, state, draft), "PM-30"
        case "dice":
            return "Roll for the ghosts.", "PM-31"
        case "uses":
            return "Roll the uses of the ghosts' powers in this level.", "PM-73"
        case "adjust":
            return modes.adjust_prompt(state, draft)
        case "move" | "bonus move":
            return modes.run_prompt(game.ruleset, state, draft)
    return _ghost_prompt(game.ruleset, state, draft)


def _order_prompt(ruleset: Ruleset, state: State, draft: Draft) -> str:
    """Return how to agree on an order; once coins are swapped, the order so far (PM-30)."""
    if draft and draft[-1].startswith("*"):
        return f"Pick the coin to swap with that of {draft[-1][1:]}."
    order = ", ".join(draft)
    agree = f"Order: {order}. Swap more coins, or" if order else ORDER_PROMPT
    return f"{agree} roll.{_order_cost(ruleset, state, draft)}"


def _order_cost(ruleset: Ruleset, state: State, draft: Draft) -> str:
    """Return a warning of ghosts that can't move in the order as it is (PM-33); "" for none."""
    stuck = hindered(ruleset, state, draft_order(state, draft))
    if not stuck:
        return ""
    return f" In this order {join_list(stuck)} can't move."


def _ghost_prompt(ruleset: Ruleset, state: State, draft: Draft) -> tuple[str, str]:
    """Return how to move the ghost whose turn it is, and who moves it (PM-7, PM-32)."""
    suit, path = modes.acting_ghost(ruleset, state, draft), modes.path_in(draft)
    if suit is None:
        return modes.choose_prompt(ruleset, state)
    if modes.DONE in draft:
        return modes.deed_prompt(ruleset, state, draft)
    powered = modes.USE in draft
    power = f" with its power, {state.ghosts[suit].power}" if powered else ""
    if len(path) > 1:
        text = f"{suit.capitalize()} ghost{power}, {'-'.join(path)}: choose the next square"
        return f"{text}. Escape to undo.", "PM-32"
    points = ruleset.ghost_points[state.dice[suit]]
    text = f"ove the {suit} ghost {count_noun(points, 'step')}{power}: choose its destination"
    if _walks(ruleset, state, draft).passed():
        text += ", or first a dot to pass"
    elif not powered and not legal_walks(ruleset, state, suit):
        text = f"ove the {suit} ghost by its power, or choose its square: it stays"
    player = modes.player_name(ruleset, suit)
    return f"{player}: m{text}." if player else f"M{text}.", "PM-32"


def state_text(ruleset: Ruleset, state: State) -> str:
    """Return the state in words, for those who don't see the board."""
    him = f"Piecepackman on {state.square}, heading {HEADING_NAMES[state.heading]}"
    if state.hungry:
        him += f", hungry for {count_noun(state.hunger or 0, 'more turn')}"
    ghosts = ", ".join(
        f"{suit} ghost on {ghost.square} with {count_noun(ghost.cubes, 'cube')}"
        f" ({_danger_text(ruleset, state, suit)})"
        for suit, ghost in state.ghosts.items()
    )
    stash = ", ".join(f"{number} {suit}" for suit, number in state.stash.items())
    return (
        f"Turn {state.turn}. {him}; extra lives: {_lives_text(ruleset, state)}. {ghosts}. "
        f"His stash: {stash}. "
        f"On the board: {count_noun(len(state.cubes), 'cube')}, "
        f"{count_noun(len(state.coins), 'coin')}."
        f"{modes.power_text(state)}"
    )


def tray_words(game: Piecepackman, state: State, scene: Scene) -> tuple[str, ...]:
    """Return the dice, the cubes taken and the extra lives, for a printed board."""
    worth = {piece.id.removeprefix(WORTH): piece.label for piece in scene.pieces}
    dice = ", ".join(
        f"{suit} {face}" if face.isdecimal() else f"{suit} {face} ({worth[suit]})"
        for suit, face in state.dice.items()
    )
    stash = [f"{number} {suit}" for suit, number in state.stash.items() if number]
    held = [f"{suit} {ghost.cubes}" for suit, ghost in state.ghosts.items() if ghost.cubes]
    return (
        *([f"Dice: {dice}."] if dice else []),
        *([f"His stash: {', '.join(stash)}."] if stash else []),
        *([f"Cubes of ghosts: {', '.join(held)}."] if held else []),
        f"Extra lives: {_lives_text(game.ruleset, state)}.{modes.power_text(state)}",
    )


def _lives_text(ruleset: Ruleset, state: State) -> str:
    return "endless" if ruleset.race else str(max(state.extra_lives, 0))


def _danger_text(ruleset: Ruleset, state: State, suit: str) -> str:
    return "Dangerous" if ruleset.dangerous(state, suit) else "Vulnerable"


def _square_text(ruleset: Ruleset, state: State, square: str) -> str:
    """Return what is on a square, and the headings of its exits, for a screen reader."""
    things = []
    if square == state.square and state.extra_lives >= 0:
        things.append("Piecepackman")
    suit = state.ghost_on(square)
    if suit:
        things.append(f"{suit} ghost ({COLOURS[suit]}, {_danger_text(ruleset, state, suit)})")
    if square in state.cubes:
        things.append(f"{state.cubes[square]} cube")
    if square in state.coins:
        things.append(f"{state.coins[square].suit} power coin")
    if square in ruleset.house:
        things.append("ghost house")
    if portals := _portal_text(ruleset, square):
        things.append(portals)
    exits = " ".join(ruleset.maze.exits[square])
    return f"{', '.join(things) or 'empty'}; exits {exits or 'none'}"


def _portal_text(ruleset: Ruleset, square: str) -> str:
    """Return the other ends of the portals on a square (PM-22); "" where there is none."""
    ahead = ruleset.maze.exits[square].values()
    portals = (to for to in ahead if ruleset.walk_finder.by_portal(square, to))
    return ", ".join(f"portal to {to}" for to in portals)


def _walk_tip(ruleset: Ruleset, state: State, move: Walk | PowerWalk) -> tuple[str, str]:
    """Return the results of a ghost's walk in a line, and the clause where one is met."""
    suit, path = move.suit, move.path
    text = str(move if isinstance(move, Walk) else move._replace(deed=None))
    cubes = walk_value(ruleset, state, suit, path)[0]
    results = [f"takes {count_noun(cubes, 'cube')}"] if cubes else []
    clause = ""
    if path[-1] == state.square:
        clause = "PM-42"
        by_power = isinstance(move, PowerWalk) and state.ghosts[suit].power == "attack"
        if by_power or attacks_after(ruleset, state, suit, path):
            clause = "PM-40"
            results.append("attacks Piecepackman")
        elif held := state.ghosts[suit].cubes + cubes:
            results.append(f"he would eat it and take its {count_noun(held, 'cube')}")
        else:
            results.append("he would eat it")
    elif ruleset.walk_finder.by_portal(*path[-2:]):
        clause = "PM-34"
        results.append("through the portal, which ends the move")
    return ": ".join(filter(None, (text, ", ".join(results)))), clause


# --- Score -------------------------------------------------------------------------


def score(game: Piecepackman, state: State) -> tuple[Score, ...]:
    """Return the cubes of both sides and on the board (PM-69), his lives and his hunger."""
    every = float(len(SUITS) * game.rules.cubes_per_suit)
    ghosts, his, left = ghost_cubes(state), his_cubes(state), len(state.cubes)
    lives = max(state.extra_lives, 0)
    scores: tuple[Score, ...] = (
        Score("ghosts' cubes", ghosts, every, bar="cubes"),
        Score("on the board", left, every, bar="cubes"),
        Score("his cubes", his, every, bar="cubes"),
        Score("his extra lives", lives, text="endless" if game.ruleset.race else ""),
    )
    if game.ruleset.race:
        scores = (*modes.race_scores(game.ruleset, state), *scores[1:])
    if state.hunger is None:
        return scores
    more = count_noun(state.hunger, "more turn") if state.hunger else "the last turn"
    return (*scores, Score("Ghost Hunger", state.hunger, text=more))


def numbers(game: Piecepackman, state: State) -> Numbers:
    """Return the cubes in the stash, his extra lives and the dice."""
    dice = ", ".join(f"{suit} {face}" for suit, face in state.dice.items())
    return {
        **{f"{HIS}{suit}": (Number(f"{capitalise(suit)} cubes in his stash", number),)
           for suit, number in state.stash.items()},
        **{f"{ROW}{suit}": (Number(f"Cubes of the {suit} ghost", ghost.cubes),)
           for suit, ghost in state.ghosts.items()},
        **({} if game.ruleset.race else {LIVES: (
            Number("Extra lives", max(state.extra_lives, 0)),)}),
        **({"dice": (Number("Dice", dice, replaced=True),)} if dice else {}),
    }  # fmt: skip


# --- Spots ---------------------------------------------------------------------------------------


def spots(game: Piecepackman, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return every square, the order and the dice; a pick that isn't due gets a refusal."""
    power = modes.power_spot(game.ruleset, state, draft)
    deeds = modes.deed_spots(game.ruleset, state, draft) if modes.DONE in draft else {}
    found = (
        *_square_spots(game.ruleset, state, draft),
        *(() if deeds else _number_spots(game, state)),
        *_order_spots(game.ruleset, state, draft),
        _dice_spot(game.ruleset, state),
        *([power] if power else []),
    )
    if not deeds:
        return found
    return (*modes.with_deeds(found, deeds), *modes.bundle_spots(deeds))


def _dice_spot(ruleset: Ruleset, state: State) -> Spot:
    if state.phase in ACTIONS:
        name = ACTIONS[state.phase]
        return Spot("dice", TRAY / 2, 2.22, "dice", TRAY - 0.5, 0.78, name, "action", key="r")
    shown = ", ".join(f"{suit} {face}" for suit, face in state.dice.items())
    name = f"dice: {shown or 'not rolled yet'}; {next_action(ruleset, state).text}"
    return Spot("dice", TRAY / 2, DIE, "dice", TRAY - 0.5, 1.0, name, key="r")


def _number_spots(game: Piecepackman, state: State) -> Iterator[Spot]:
    """Yield the cubes in the stash and the extra lives, whose picks explain their numbers."""
    for spot, (number, *_) in numbers(game, state).items():
        name = f"{number.name}: {number.value}"
        owner = spot.rpartition(":")[2]
        if spot.startswith(HIS):
            x = round(1.28 + 1.1 * SUITS.index(owner), 2)
            yield Spot(spot, x, stash_row("piecepackman"), "stash", 1.0, 0.7, name)
        elif spot.startswith(ROW):
            yield Spot(spot, 1.95, stash_row(owner), "stash", 3.6, 0.7, name)
        elif spot == LIVES:
            yield Spot(LIVES, 1.5, 1.15, "lives", 2.6, 0.9, name)


def _order_spots(ruleset: Ruleset, state: State, draft: Draft) -> Iterator[Spot]:
    agreeing = state.phase == "order"
    suits = draft_order(state, draft) if agreeing else state.order or ruleset.suits
    tip = "Pick two coins to swap them, or drag one to its place." if agreeing else ""
    for number, suit in enumerate(suits):
        name = f"{suit} ghost moves {PLACES[number]}"
        yield Spot(f"order:{suit}", slot(number), 0.98, "order", 1.0, 1.0, name,
                   "select" if agreeing else "inert", drag=agreeing, drop=agreeing,
                   key=str(number + 1), tip=tip)  # fmt: skip


def _square_spots(ruleset: Ruleset, state: State, draft: Draft) -> Iterator[Spot]:
    """Yield every square: what can be moved, where it can go, and the rest."""
    own = _own_squares(ruleset, state)
    in_order = sorted(ruleset.maze.squares, key=lambda each: (-int(each[1:]), each[0]))
    idle = (_idle_spot(ruleset, state, square, square in own) for square in in_order)
    if state.phase in HIS_PHASES:
        runs = modes.runs(ruleset, state, draft)
        yield from runs.spots(idle, partial(modes.run_end_spot, ruleset, state))
        yield from modes.turn_spots(ruleset, state, draft)
    elif state.phase == "adjust":
        cubes = modes.adjusts(ruleset, state, draft)
        yield from cubes.spots(idle, lambda spot, _: spot._replace(role="move"))
    elif state.phase == "ghosts":
        walks = _walks(ruleset, state, draft)
        yield from walks.spots(idle, partial(_end_spot, ruleset, state))
    else:
        yield from idle


def _own_squares(ruleset: Ruleset, state: State) -> Collection[str]:
    """Return the squares of what can be moved now: ghosts, Piecepackman, or cubes."""
    if state.phase in HIS_PHASES:
        return (state.square,)
    if state.phase == "adjust":
        return state.cubes
    able = choices(ruleset, state) if state.phase == "ghosts" else ()
    return [state.ghosts[suit].square for suit in able]


def _idle_spot(ruleset: Ruleset, state: State, square: str, own: bool) -> Spot:
    """Return a square where nothing can go, with what can be moved from there, if it is ``own``."""
    portals = _portal_text(ruleset, square)
    return Spot(
        square, *at(ruleset.maze, square), name=f"{square}: {_square_text(ruleset, state, square)}",
        role="select" if own else "inert", drag=own, drop=state.phase in MOVING,
        tip=f"{square}: {portals}." if portals else "",
    )  # fmt: skip


def _end_spot(ruleset: Ruleset, state: State, spot: Spot, move: Walk | PowerWalk) -> Spot:
    """Return a square to end on; a risk if he eats the ghost (PM-42) or it attacks him (PM-40)."""
    tip, clause = _walk_tip(ruleset, state, move)
    preview = tuple(walk_marks(ruleset, move.path))
    name, risk = spot.name, {"PM-42": "danger", "PM-40": "attack"}.get(clause, "")
    if risk == "danger":
        name += "; he would eat the ghost there"
        preview = (*preview, Mark("danger", spot.x, spot.y))
    return spot._replace(name=name, role="move", tip=tip, clause=clause, preview=preview, risk=risk)


def _walks(ruleset: Ruleset, state: State, draft: Draft) -> Picker[Walk | PowerWalk]:
    """Return the legal walks that begin with the draft, the best first."""
    suit = modes.acting_ghost(ruleset, state, draft)
    if suit is None or modes.DONE in draft:
        return Picker(())
    if modes.USE in draft:
        powered = ((walk.path, walk) for walk in modes.powered(ruleset, state, suit))
        return Picker(powered, modes.path_in(draft))
    walks = sorted(
        legal_walks(ruleset, state, suit),
        key=lambda path: walk_value(ruleset, state, suit, path),
        reverse=True,
    )
    return Picker(((path, Walk(suit, path)) for path in walks), draft)


def marks(game: Piecepackman, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return the ghost that moves, its path so far, and the coin in hand, as marks."""
    maze = game.ruleset.maze
    if state.phase == "ghosts":
        return tuple(_ghost_marks(game.ruleset, state, draft))
    if state.phase in HIS_PHASES:
        path = tuple(modes.run_marks(game.ruleset, state, draft)) if len(draft) > 1 else ()
        return (Mark("here", *at(maze, state.square)), *path)
    if state.phase == "adjust":
        return (Mark("selected", *at(maze, draft[0])),) if draft else ()
    if state.phase == "order" and draft and draft[-1].startswith("*"):
        number = draft_order(state, draft).index(draft[-1][1:])
        return (Mark("selected", slot(number), 0.98, "order"),)
    return ()


def _ghost_marks(ruleset: Ruleset, state: State, draft: Draft) -> Iterator[Mark]:
    """Yield the ghost that moves, or those that can, and its path so far."""
    suit, path = modes.acting_ghost(ruleset, state, draft), modes.path_in(draft)
    for each in [suit] if suit else choices(ruleset, state):
        yield Mark("here", *at(ruleset.maze, state.ghosts[each].square), suit=each)
    if len(path) > 1:
        yield from walk_marks(ruleset, path)


# --- Picks ---------------------------------------------------------------------------------------


def pick(
    game: Piecepackman, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return the result of a pick: a move, a longer draft, or a message with the next action."""
    now = next_action(game.ruleset, state)
    if state.phase == "over":
        return ShowMessage(now)
    if spot.startswith(ONLY):
        return ShowMessage(now, "info")
    if spot == "dice":
        if state.phase == "order":
            return MakeMove(Order(draft_order(state, draft)), roll=True)
        if state.phase == "adjust":
            return modes.AGREE
        if state.phase in ACTIONS:
            return MakeMove(None)
        return ShowMessage(now._replace(text=f"the dice are rolled: {now.text}"))
    if spot == modes.POWER_SPOT:
        return () if modes.USE in draft else (modes.USE, *draft)
    if modes.DONE in draft:
        return modes.pick_deed(game.ruleset, state, draft, to or spot)
    if spot.startswith("order:"):
        if state.phase == "order":
            return _reorder(state, draft, spot[6:], to)
        return ShowMessage(_order_message(game.ruleset, state, now))
    if state.phase == "ghosts":
        picked = _picked_ghost(game.ruleset, state, draft, spot, to)
        if picked is not None and to is None:
            return picked
        return _pick_square(game.ruleset, state, picked or draft, to or spot, shift)
    if state.phase in HIS_PHASES:
        return modes.pick_run(game.ruleset, state, draft, to or spot, shift)
    if state.phase == "adjust":
        return modes.pick_adjust(state, draft, spot, to)
    return ShowMessage(now._replace(squares=(spot,)))


def _picked_ghost(
    ruleset: Ruleset, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | None:
    """Return the draft for another ghost, where the ghosts' player chooses one (PM-74)."""
    suit = state.ghost_on(spot)
    if not ruleset.against or suit not in choices(ruleset, state):
        return None
    chosen = modes.path_in(draft)[:1] == (spot,)
    return None if chosen and to is None else (spot,)


def _order_message(ruleset: Ruleset, state: State, now: Refusal) -> Refusal:
    """Return why the order can't be changed now (PM-30, PM-74, PM-75)."""
    if ruleset.against:
        return now._replace(clause="PM-74", text=f"the ghosts move in any order: {now.text}")
    if ruleset.race:
        text = f"the ghosts move in turn, and another one begins each turn: {now.text}"
        return now._replace(clause="PM-75", text=text)
    if state.phase in ("dice", "ghosts"):
        return now._replace(clause="PM-30", text=f"the agreed order binds: {now.text}")
    return now._replace(text=f"the order is agreed after he has moved: {now.text}")


def _pick_square(
    ruleset: Ruleset, state: State, draft: Draft, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """End the walk on a square if it can end there, or else pass it."""
    suit, other = modes.acting_ghost(ruleset, state, draft), state.ghost_on(square)
    if suit is None:
        return ShowMessage(next_action(ruleset, state), "info")
    if other == suit and not legal_walks(ruleset, state, suit):
        return MakeMove(Walk(suit, (square,)))  # it could move only by its power (PM-73)
    if other == suit:  # a pick of the ghost itself starts again
        now = next_action(ruleset, state)
        text = f"{now.text}: choose a marked square as its destination"
        return () if draft else ShowMessage(now._replace(text=text), "info")
    walks = _walks(ruleset, state, draft)
    found = walks.walk(square, shift)
    if isinstance(found, MakeMove):
        return modes.end_powered(found.move) if isinstance(found.move, PowerWalk) else found
    if modes.USE in draft:
        path = _straight(ruleset, state, suit, square)
        return MakeMove(PowerWalk(suit, path)) if found is None else (modes.USE, *found)
    if found is not None:
        return found
    if other is not None:  # another ghost: its refusal says whose turn it is
        return MakeMove(Walk(other, (square,)))
    if len(draft) > 1:
        steps = count_noun(ruleset.ghost_points[state.dice[suit]], "step")
        no_path = f"no path of {steps} leads from {'-'.join(draft)}"
        return walks.stray(square, "PM-32", no_path)
    return MakeMove(best_walk(ruleset, state, suit, square))


def _straight(ruleset: Ruleset, state: State, suit: str, square: str) -> GhostPath:
    """Return a path for a refused powered walk: the shortest through matchsticks."""
    here = state.ghosts[suit].square
    finder = ruleset.walk_finder
    return finder.shortest(here, square, house=True, sticks=True) or (here, square)


def draft_order(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the order as drafted so far; at first that of the last turn."""
    suits = tuple(suit for suit in draft if not suit.startswith("*"))
    if suits:
        return suits
    kept = [suit for suit in state.order if suit in state.to_move]
    return (*kept, *(suit for suit in state.to_move if suit not in kept))


def _reorder(state: State, draft: Draft, suit: str, to: str | None) -> Draft:
    """Swap two picked coins; or move a dragged one to the other's place, and the rest up."""
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
