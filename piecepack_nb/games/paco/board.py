"""The board of P.A.C.O.: its scene, captions, buttons, and the picks by which orders are written.

No caption, button or piece shows an order before all are in (PA-20).

Vocabulary
    draft    () while the screen is handed over; then the writer's seat, and after it "jump" while
             the second order is chosen, "cell" while an order for the cell ahead is chosen, or
             "order" and the order that is chosen and not written yet
    chosen   the order that can still be changed; picked once more it is written
    writer   the seat whose order is being written
    desk     the tray with the buttons
    preview  the effect of an order if nobody else wrote any, as marks
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.steps import Event, Refusal, Step, StepLog
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.paco.explanation import last_orders, overlay
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.orders import CELL_NAMES, CLAUSES
from piecepack_nb.games.paco.pieces import (
    BY_RANK,
    LINGER,
    STATUS,
    TRAY,
    areas,
    at,
    beyond,
    layouts,
    pieces,
    player_status,
    revealed,
    row_y,
    with_effects,
)
from piecepack_nb.games.paco.resolution import next_turn, resolve
from piecepack_nb.games.paco.squares import AHEAD, EDGE, HEADINGS, NEIGHBOURS, SQUARES, turned
from piecepack_nb.games.paco.state import (
    BLOCKS,
    KINDS,
    THEN,
    Face,
    Order,
    Return,
    State,
    Stop,
    names,
)
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    HAND_OVER,
    Draft,
    MakeMove,
    Mark,
    Number,
    Numbers,
    Piece,
    Scene,
    Score,
    ShowMessage,
    Spot,
    draw_scene,
)
from piecepack_nb.scene.hints import sentences

Previews = dict[str, tuple[Mark, ...]]
"""The marks for each kind of order."""


# --- The scene -----------------------------------------------------------------------------------


def scene(
    game: Paco,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the board, right after an event; ``before`` is the scene before it."""
    waiting = desk_pieces(game, state, draft) if event is None else ()
    last = _last_order_pieces(state, before) if event is None else ()
    return draw_scene(
        areas(game.seats),
        layouts(len(game.seats)),
        (*with_effects(pieces(state), event, before), *waiting, *last),
        overlay(state, event, before),
        event,
        before,
        caption=_caption(event) if event else "",
        alt=alt_text(state),
        linger=LINGER.get(event.kind, 0.0) if event else 0.0,
    )


def _caption(event: Event) -> str:
    """Return the event in words; the reasons of all results are in the table instead."""
    if event.kind != "resolution":
        return capitalise(event.text)
    results = {"Carried out": event.data["done"], "Failed": event.data["failed"]}
    return " ".join(f"{what}: {names(*seats)}." for what, seats in results.items() if seats)


def _last_order_pieces(state: State, before: Scene | None) -> Iterator[Piece]:
    """Yield in each row the result of the player's last order, unless a word is there."""
    last = last_orders(state, before)
    for number, (seat, player) in enumerate(state.players.items()):
        if seat in last and not player_status(state, seat, player):
            yield Piece(f"last-{seat}", "words", STATUS, row_y(number), "players", scale=0.66,
                        label=last[seat])  # fmt: skip


def score(game: Paco, state: State) -> tuple[Score, ...]:
    """Return each player's points (PA-40 to PA-43)."""
    return tuple(
        Score(names(seat), player.points, suit=seat, text=count_noun(player.points, "point"))
        for seat, player in state.players.items()
    )


def numbers(_game: Paco, state: State) -> Numbers:
    """Return the points in each player's row."""
    return {
        f"row:{seat}": (Number(f"Points of {names(seat)}", player.points),)
        for seat, player in state.players.items()
    }


def locate(game: Paco, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Return where squares are on the board."""
    return [("board", *at(square)) for square in squares if square in SQUARES]


# --- Prompts -------------------------------------------------------------------------------------


def prompt(game: Paco, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and the clause that says so."""
    actor = game.to_act(state)
    if actor is None:
        result = game.result(state)
        return (f"The game is over. {result.text}", result.clause) if result else ("", "")
    if isinstance(actor, Chance):
        return _roll_prompt(state, actor), actor.clause
    if isinstance(actor, Seat):
        return _decision_prompt(game, state, actor.name)
    assert isinstance(actor, Simultaneous)
    if draft:
        return _write_prompt(game, state, draft), actor.clause
    one = len(actor.seats) == 1
    left = "has to write a secret order" if one else "have to write secret orders"
    return f"Turn {state.turn}: {names(*actor.seats)} still {left}.", actor.clause


def _write_prompt(game: Paco, state: State, draft: Draft) -> str:
    player = state.players[draft[0]]
    where = f"{names(draft[0])} on {player.square}, facing {_facing(player.heading)}"
    if order := chosen(draft):
        return f"{where}: {order.words}. Pick it again to write it, or choose another order."
    if draft[1:] == ("jump",):
        several = len(game.rules.second_orders) > 1
        falls = "; anything but forward makes you fall" if several else ""
        return f"{where}: jump. Choose next turn's order{falls}. Escape to undo."
    if len(draft) > 1:
        return f"{where}: choose an order for {player.ahead}. Escape to undo."
    return f"{where}: choose your order."


def _decision_prompt(game: Paco, state: State, seat: str) -> tuple[str, str]:
    """Return the prompt for a single seat that decides in the open, and the clause."""
    name = names(seat)
    if state.phase == "headings":
        return f"{name} on {state.players[seat].square}: choose the way you face.", "PA-3"
    if state.phase == "stop":
        return f"{names(state.answers[0])} asks to stop here. {name}, do you agree?", "PA-44"
    cost = game.rules.return_points
    price = f" It costs {count_noun(cost, 'point')}." if cost else ""
    return f"{name} is off the board. Come back?{price}", "PA-43"


def _roll_prompt(state: State, chance: Chance) -> str:
    if state.phase == "setup":
        return "Set the table: dice find the holes and the cells where the players begin."
    if state.phase == "landing":
        return f"{names(state.returning_seat)} comes back: roll for the cell."
    seats = names(*(die.name for die in chance.dice))
    return f"More than one player wants a cell: roll a die each for {seats}."


# --- The state in words --------------------------------------------------------------------------


def _facing(heading: str) -> str:
    return HEADING_NAMES.get(heading, "nowhere yet")


def cell_words(state: State, square: str) -> str:
    """Return what is on a cell but players: a counter, a block, a hole."""
    return CELL_NAMES[state.cells.get(square)].removeprefix("a ")


def square_words(state: State, square: str) -> str:
    """Return what is on a cell, for a screen reader."""
    seat = state.on(square)
    if seat is None:
        return cell_words(state, square)
    player = state.players[seat]
    stunned = ", stunned" if player.stunned else ""
    over = "in the air over" if state.airborne(seat) else "on"
    figure = f"{seat} figure facing {_facing(player.heading)}{stunned}"
    return f"{figure}, {over} a {cell_words(state, square)}"


def row_words(state: State, seat: str) -> str:
    """Return a player's row in words."""
    player, order = state.players[seat], state.orders.get(seat)
    on = f"on {player.square}, facing {_facing(player.heading)}"
    words = [on if player.square else "off", count_noun(player.points, "point")]
    if player.stunned:
        words.append(f"stunned for {count_noun(player.stunned, 'turn')}")
    if state.airborne(seat):
        words.append("in the air")
    if order is not None:
        words.append(f"order: {order.words}" if revealed(state) else "order written")
    elif player.then:
        words.append(f"order: {player.then}, written with the jump")
    return f"{names(seat)}: {', '.join(words)}"


def tray_words(_game: Paco, state: State, _scene: Scene) -> tuple[str, ...]:
    """Return the open orders, points and dice, for a printed board."""
    rows = (f"{names(seat)}: {', '.join(_row_parts(state, seat))}." for seat in state.players)
    return (*rows, *_dice_words(state))


def _row_parts(state: State, seat: str) -> Iterator[str]:
    """Yield a player's order in words, its points, and what keeps it from writing one."""
    player, order = state.players[seat], state.orders.get(seat)
    kind = order.words if order and revealed(state) else player.then
    if kind:
        yield f"turn {kind}" if kind in ("left", "right") else kind
    yield count_noun(player.points, "point")
    if status := player_status(state, seat, player):
        yield status


def _dice_words(state: State) -> tuple[str, ...]:
    dice = ", ".join(f"{names(seat)} {face}" for seat, face in state.dice.items())
    return (f"Dice: {dice}.",) if dice else ()


def alt_text(state: State) -> str:
    """Return the whole table in words, for those who don't see it."""
    kinds = {
        "Holes": [square for square in SQUARES if square not in state.cells],
        "White blocks inside the edge": [
            square for square in SQUARES if square not in EDGE and state.cells.get(square) in BLOCKS
        ],
        "Black counters on the edge": [sq for sq in EDGE if state.cells.get(sq) == "black"],
        "Blocks on a black counter": sorted(
            square for square, cell in state.cells.items() if cell == "stacked"
        ),
    }
    cells = [f"{kind}: {join_list(squares)}." for kind, squares in kinds.items() if squares]
    return " ".join([
        f"Turn {state.turn}.",
        *(f"{row_words(state, seat)}." for seat in state.players),
        *(cells if kinds["Holes"] else ["No holes.", *cells]),
        *_dice_words(state),
    ])  # fmt: skip


def order_tip(state: State, order: Order) -> str:
    """Return the effect of an order in a line."""
    player = state.players[order.seat]
    ahead = player.ahead
    match order.kind:
        case "left" | "right":
            return f"Turn {order.kind} on {player.square}."
        case "forward":
            return f"Move forward to {ahead}."
        case "jump":
            return f"Jump into the air over {ahead}; next turn you must move forward, or you fall."
        case "lift":
            return f"Lift the black counter on {ahead}: it becomes a white block."
    return f"Push the white block on {ahead}."


# --- Orders that can be written ------------------------------------------------------------------


CELL = "cell"
AHEAD_KINDS = ("forward", "jump", "lift", "push")
"""The orders for the cell ahead."""


def writer(draft: Draft) -> str:
    """Return the seat that writes now; "" while the screen is handed over."""
    return draft[0] if draft else ""


def chosen(draft: Draft) -> Order | None:
    """Return the order that is chosen and not written yet."""
    return Order(draft[0], *draft[2:]) if draft[1:2] == ("order",) else None


def step_back(draft: Draft) -> Draft:
    """Return the draft without what was chosen last; the empty one hands the screen over."""
    return draft[:1] if len(draft) > 1 else EMPTY_DRAFT


def is_legal(game: Paco, state: State, order: Order) -> bool:
    """Return True if the order may be written."""
    return game.refusal(state, order) is None


def default_order(seat: str, kind: str) -> Order:
    """Return an order as it is tried: a jump with the order that keeps the jumper up."""
    return Order(seat, kind, "forward" if kind == "jump" else "")


def orders_ahead(game: Paco, state: State, seat: str) -> tuple[str, ...]:
    """Return the orders for the cell ahead that may be written now."""
    return tuple(kind for kind in AHEAD_KINDS if is_legal(game, state, default_order(seat, kind)))


# --- Buttons -------------------------------------------------------------------------------------


IMPORTANT = ("forward", "push", "jump", "lift", "left", "right")
"""The orders as the buttons stand: those that can be written come before the others."""
LEFT, RIGHT, TOP, LOW = 1.6, 4.1, 0.86, 3.22
WIDE, HALF, HIGH = 1.84, 2.3, 0.5
WRITE = "write"


class Offer(NamedTuple):
    """An order that has a button while an order is composed."""

    x: float
    y: float
    number: int
    kind: str
    order: Order
    refusal: Refusal | None


def _offers(game: Paco, state: State, draft: Draft) -> list[Offer]:
    """Return the orders with their places: two columns, the most important first."""
    seat, second = draft[0], draft[1:] == ("jump",)
    wanted = orders_ahead(game, state, seat) if draft[1:] == (CELL,) else KINDS
    judged = []
    for number, kind in enumerate(THEN if second else KINDS):
        if kind in wanted:
            order = Order(seat, "jump", kind) if second else default_order(seat, kind)
            judged.append((number, kind, order, game.refusal(state, order)))
    if not second:
        judged.sort(key=lambda each: (each[3] is not None, IMPORTANT.index(each[1])))
    return [Offer(RIGHT if at % 2 else LEFT, round(1.45 + 0.58 * (at // 2), 2), *each)
            for at, each in enumerate(judged)]  # fmt: skip


def buttons(game: Paco, state: State, draft: Draft, previews: Previews) -> Iterator[Spot]:
    """Yield the buttons that can be pressed now."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        yield _wide(
            "roll", "Set the table" if state.phase == "setup" else "Roll the dice", "r", 2.2
        )
    elif isinstance(actor, Seat):
        for number, (id_, (name, _)) in enumerate(answers(state, actor.name).items()):
            yield _wide(id_, name, str(number + 1), round(0.95 + 0.62 * number, 2))
    elif actor is not None and not draft:
        high = min(0.52, _apart(len(actor.seats)) - 0.08)
        for number, (seat, y) in enumerate(_heads(actor.seats)):
            yield Spot(f"iam:{seat}", 2.87, y, "desk", 4.3, high,
                       f"I am {names(seat)}: write my order", "action",
                       key=str(number + 1))  # fmt: skip
    elif actor is not None:
        yield from _order_buttons(game, state, draft, previews)


def _wide(id_: str, name: str, key: str, y: float) -> Spot:
    return Spot(id_, TRAY / 2, y, "desk", TRAY - 0.5, HIGH, name, "action", key=key)


def _apart(seats: int) -> float:
    return min(0.6, 2.95 / max(seats, 1))


def _heads(seats: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Yield the seats that must still write, each with its y on the desk."""
    for number, seat in enumerate(seats):
        yield seat, round(0.86 + _apart(len(seats)) * number, 2)


def answers(state: State, seat: str) -> dict[str, tuple[str, Stop | Return | Face]]:
    """Return what a seat may answer openly: a button's words and the move."""
    name = names(seat)
    match state.phase:
        case "headings":
            return {
                f"face:{to}": (f"{name}: face {HEADING_NAMES[to]}", Face(seat, to))
                for to in HEADINGS
            }
        case "stop":
            return {
                "agree": (f"{name}: agree to stop", Stop(seat)),
                "decline": (f"{name}: play on", Stop(seat, False)),
            }
    return {
        "return": (f"{name}: come back", Return(seat)),
        "stay": (f"{name}: stay off", Return(seat, False)),
    }


def _order_buttons(game: Paco, state: State, draft: Draft, previews: Previews) -> Iterator[Spot]:
    """Yield a button for each order, one to hand over the screen, and one to ask to stop."""
    made = chosen(draft)
    if made is not None:
        tip = f"Write {made.words!r} secretly. Until then you can choose another order."
        yield _wide(WRITE, f"Write: {made.words}", "w", TOP)._replace(tip=tip, clause="PA-20")
    for x, y, number, kind, order, refusal in _offers(game, state, draft):
        label, tip, clause, preview, risk = _offer_words(game, state, draft, order, previews)
        if refusal is not None:
            label, clause, preview, risk = f"{label}: not now", refusal.clause, (), ""
            tip = f"{capitalise(refusal.text)}."
        sign = "✓" if made is not None and made.kind == kind else str(number + 1)
        yield Spot(kind, x, y, "desk", WIDE, HIGH, f"{sign} {label}",
                   "inert" if refusal else "choice", key=str(number + 1), tip=tip, clause=clause,
                   preview=preview, risk=risk)  # fmt: skip
    yield Spot(HAND_OVER, TRAY / 4, LOW, "desk", HALF, HIGH, "Hide orders", "choice", key="o",
               tip="Hand over the screen; nothing is written yet.")  # fmt: skip
    if (len(draft) == 1 or made) and game.refusal(state, Stop(draft[0])) is None:
        tip = "Ask all players openly whether to end the game."
        yield Spot("stop", 3 * TRAY / 4, LOW, "desk", HALF, HIGH, "Ask to stop", "choice",
                   key="s", tip=tip, clause="PA-44")  # fmt: skip


def _offer_words(
    game: Paco, state: State, draft: Draft, order: Order, previews: Previews
) -> tuple[str, str, str, tuple[Mark, ...], str]:
    """Return the label of an order's button, its tip and clause, its preview and its risk."""
    clause = CLAUSES[order.kind]
    if draft[1:] == ("jump",):
        label = f"then {order.then}"
        if order.then == "forward":
            risk, _ = order_risk(game, state, order)
            return label, sentences([landing_words(game, state, order)]), clause, (), risk
        return label, "You fall down the hole next turn.", clause, (), "danger"
    risk, why = order_risk(game, state, order)
    tip = f"{order_tip(state, order)} {why}".rstrip()
    return capitalise(order.kind), tip, clause, previews.get(order.kind, ()), risk


def order_risk(game: Paco, state: State, order: Order) -> tuple[str, str]:
    """Return what is sure to follow from an order, whatever the others write, and why.

    A jumper who faces the edge behind the hole can't land; who is stunned can't leave the path of
    a block.
    """
    player = state.players[order.seat]
    ahead = player.ahead
    if order.kind == "jump" and ahead is not None and AHEAD[player.heading][ahead] is None:
        return "danger", "There is only the edge behind the hole: you fall next turn."
    if order.kind == "push" and is_legal(game, state, order):
        _, steps = carried_out_alone(game, state, order)
        harmed = {step.event.data["seat"] for step in steps
                  if step.event.kind in ("stunned", "falls", "pushed off")}  # fmt: skip
        if still := sorted(seat for seat in harmed if state.players[seat].stunned):
            return "attack", f"{names(*still)} is stunned and can't get out of the way."
    return "", ""


def desk_pieces(game: Paco, state: State, draft: Draft) -> Iterator[Piece]:
    """Yield the players beside their buttons; or the orders' cards, and labels of illegal ones."""
    actor = game.to_act(state)
    if not isinstance(actor, Simultaneous):
        return
    if not draft:
        for seat, y in _heads(actor.seats):
            yield Piece(f"asks-{seat}", "figure-head", 0.46, y, "desk", scale=0.85, suit=seat)
        return
    if chosen(draft) is None:
        yield Piece("compose", "words", TRAY / 2, TOP, "desk", scale=0.85,
                    label="Choose an order, then write it.")  # fmt: skip
    for x, y, number, kind, _order, refusal in _offers(game, state, draft):
        yield Piece(f"sign-{kind}", f"card-{kind}", round(x - 1.2, 2), y, "desk", scale=0.58,
                    suit=draft[0], faded=refusal is not None)  # fmt: skip
        if refusal is not None:
            yield Piece(f"unfit-{kind}", "words", x, y, "desk", scale=0.8,
                        label=f"{number + 1} {capitalise(kind)}")  # fmt: skip


def waiting_words(game: Paco, state: State) -> tuple[Piece, ...]:
    """Return words beside the players who must still write, for those who wait for them."""
    actor = game.to_act(state)
    due = actor.seats if isinstance(actor, Simultaneous) else ()
    return tuple(
        Piece(f"due-{seat}", "words", 2.87, y, "desk", label=f"{names(seat)} still has to write")
        for seat, y in _heads(due)
    )


# --- Previews ------------------------------------------------------------------------------------


def order_previews(game: Paco, state: State, seat: str) -> Previews:
    """Return the marks for each kind of order; the engine carries a push out alone."""
    player = state.players[seat]
    if player.square is None:
        return {}
    here = at(player.square)
    turns: Previews = {side: (Mark(f"turn-{side}", *here),) for side in ("left", "right")}
    if player.ahead is None:
        return turns
    there = at(player.ahead)
    path = Mark("path", points=(here, there), suit=seat)
    _, steps = carried_out_alone(game, state, Order(seat, "push"))
    return {
        **turns,
        "forward": (path,),
        "jump": (path, Mark("danger", *there)),
        "lift": (Mark("selected", *there, suit=seat), Mark("via", *there)),
        "push": tuple(mark for step in steps for mark in _event_marks(step.event, seat)),
    }


def carried_out_alone(game: Paco, state: State, order: Order) -> tuple[State, list[Step]]:
    """Return the state after a turn in which nobody else wrote an order, and its steps."""
    log = StepLog()
    alone = state._replace(orders=FrozenDict({order.seat: order}))
    return resolve(game.rules, alone, {}, log), log


def landing_words(game: Paco, state: State, jump: Order) -> str:
    """Return whether a jumper lands next turn or falls, if nobody else writes an order.

    "" where another is in the air over the hole, so that it depends on them.
    """
    seat, (jumped, _) = jump.seat, carried_out_alone(game, state, jump)
    if not jumped.airborne(seat):
        return ""
    bound = next_turn(jumped.put(seat, jumped.players[seat]._replace(then="")))
    _, steps = carried_out_alone(game, bound, Order(seat, jump.then))
    falls = (step.event.data for step in steps if step.event.kind == "falls")
    if why := next((data["reason"] for data in falls if data["seat"] == seat), ""):
        return f"as things are you fall next turn: {why}"
    return "next turn you land on the other side, if nobody moves"


def _event_marks(event: Event, seat: str) -> Iterator[Mark]:
    """Yield the marks for an event of a push: where blocks go, and whom they harm."""
    data = event.data
    match event.kind:
        case "slides" | "shoves" if event.kind == "shoves" or data["from"] != data["to"]:
            yield Mark("path", points=(at(data["from"]), at(data["to"])), suit=seat)
        case "leaves":
            yield Mark("path", points=(at(data["square"]), beyond(data["square"])), suit=seat)
        case "seals" | "stops" | "falls through":
            yield Mark("via", *at(data["square"]))
        case "stunned" | "falls" | "pushed off":
            yield Mark("danger", *at(data["square"]))


# --- Spots and marks -----------------------------------------------------------------------------


def spots(game: Paco, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return every cell, the players' rows and the desk's buttons."""
    previews = order_previews(game, state, writer(draft)) if draft else {}
    return (*_cell_spots(game, state, draft, previews), *_row_spots(game, state, draft),
            *buttons(game, state, draft, previews))  # fmt: skip


def _row_spots(game: Paco, state: State, draft: Draft) -> Iterator[Spot]:
    actor = game.to_act(state)
    due = actor.seats if isinstance(actor, Simultaneous) and not draft else ()
    for number, seat in enumerate(state.players):
        role = "select" if seat in due else "inert"
        yield Spot(f"row:{seat}", TRAY / 2, row_y(number), "players", TRAY - 0.3, 0.8,
                   row_words(state, seat), role)  # fmt: skip


def _cell_spots(game: Paco, state: State, draft: Draft, previews: Previews) -> Iterator[Spot]:
    writing = bool(draft) and state.phase == "orders"
    special = _spots_around(game, state, draft[0], previews) if writing else {}
    for square in BY_RANK:
        spot = Spot(square, *at(square), name=f"{square}: {square_words(state, square)}")
        yield spot._replace(**special.get(square, {}))


def _spots_around(
    game: Paco, state: State, seat: str, previews: Previews
) -> dict[str, dict[str, Any]]:
    """Return the changes of the cells round the writer: ahead, and to the sides to turn."""
    found: dict[str, dict[str, Any]] = {}
    for square, kind in _sides(state, seat).items():
        order = Order(seat, kind)
        if is_legal(game, state, order):
            name = f"{square}: turn {kind}; {square_words(state, square)}"
            found[square] = {"role": "select", "name": name, "tip": order_tip(state, order),
                             "preview": previews[kind]}  # fmt: skip
    ahead, fit = state.players[seat].ahead, orders_ahead(game, state, seat)
    if ahead is not None and fit:
        tips = [order_tip(state, default_order(seat, kind)) for kind in fit]
        name = f"{ahead}: {' or '.join(fit)}; {square_words(state, ahead)}"
        preview = previews[fit[0]] if len(fit) == 1 else ()
        found[ahead] = {"role": "move", "name": name, "tip": " Or: ".join(tips), "preview": preview}
    return found


def _sides(state: State, seat: str) -> dict[str, str]:
    """Return the cells beside a figure, each with the turn that faces it."""
    player = state.players[seat]
    if player.square is None:
        return {}
    cells = {AHEAD[turned(player.heading, side)][player.square]: side for side in ("left", "right")}
    return {square: kind for square, kind in cells.items() if square}


def marks(game: Paco, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return who writes or decides, and the turn arrows beside it."""
    actor = game.to_act(state)
    if actor is None or isinstance(actor, Chance):
        return ()
    secret = isinstance(actor, Simultaneous)
    seat = writer(draft) if secret else actor.seats[0]
    player = state.players.get(seat)
    if player is None:
        return ()
    if player.square is None:
        return (Mark("selected", 0.5, row_y(list(state.players).index(seat)), "players"),)
    shown = [Mark("here", *at(player.square), suit=seat)]
    if secret:
        for square, kind in _sides(state, seat).items():
            if is_legal(game, state, Order(seat, kind)):
                shown.append(Mark(f"turn-{kind}", *at(square)))
        if player.ahead and orders_ahead(game, state, seat):
            shown.append(Mark("via", *at(player.ahead)))
    if order := chosen(draft):
        shown += order_previews(game, state, seat).get(order.kind, ())
    elif draft[1:] and player.ahead:
        shown.append(Mark("selected", *at(player.ahead)))
    return tuple(shown)


# --- Picks ---------------------------------------------------------------------------------------


def pick(
    game: Paco, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return the move, the draft with this pick, or a message with what is due."""
    actor = game.to_act(state)
    if actor is not None and spot == "roll":
        return MakeMove(None, roll=state.phase == "setup")
    if isinstance(actor, Seat):
        moves = answers(state, actor.name)
        if spot in moves:
            return MakeMove(moves[spot][1])
    if isinstance(actor, Simultaneous) and draft:
        return _pick_order(game, state, draft, spot)
    if isinstance(actor, Simultaneous) and spot.startswith(("iam:", "row:")):
        seat = spot[4:]
        if seat in actor.seats:
            return (seat,)
    return _show_prompt(game, state, draft, spot)


def _pick_order(
    game: Paco, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | ShowMessage:
    """Return the result of the writer's pick: a button, or a cell."""
    seat = writer(draft)
    if spot == HAND_OVER:
        return ()
    if spot == "stop":
        return MakeMove(Stop(seat))
    made = chosen(draft)
    if made is not None and spot in (WRITE, made.kind):
        return MakeMove(made)
    if spot not in KINDS:
        return _pick_cell(game, state, draft, spot)
    if draft[1:] == ("jump",):
        return seat, "order", "jump", spot
    return _try_order(game, state, seat, spot)


def _try_order(game: Paco, state: State, seat: str, kind: str) -> Draft | MakeMove:
    """Choose an order, or ask for the second order of a jump; the game refuses an illegal one."""
    order = default_order(seat, kind)
    if not is_legal(game, state, order):
        return MakeMove(order)
    if kind == "jump" and len(game.rules.second_orders) > 1:
        return seat, "jump"
    return tuple(filter(None, (seat, "order", order.kind, order.then)))


def _pick_cell(
    game: Paco, state: State, draft: Draft, square: str
) -> Draft | MakeMove | ShowMessage:
    seat = writer(draft)
    player = state.players[seat]
    if player.square is None or square not in SQUARES:
        return _show_prompt(game, state, draft, square)
    made = chosen(draft)
    if square == player.ahead:
        if made is not None and made.kind in AHEAD_KINDS:
            return MakeMove(made)
        fit = orders_ahead(game, state, seat)
        if len(fit) > 1:
            return (seat, CELL)
        # Where none fits, the refusal of the likeliest order says what is wrong.
        likely = {None: "jump", "black": "forward"}.get(state.cells.get(square), "push")
        return _try_order(game, state, seat, fit[0] if fit else likely)
    side = _sides(state, seat).get(square)
    if side:
        again = made is not None and made.kind == side
        return MakeMove(Order(seat, side)) if again else _try_order(game, state, seat, side)
    return ShowMessage(_out_of_reach(state, seat, square))


def _out_of_reach(state: State, seat: str, square: str) -> Refusal:
    """Return why no order can reach that cell (PA-16)."""
    player, name = state.players[seat], names(seat)
    here = player.square or ""
    if square == here:
        text = f"{name} is here: choose the cell ahead, a side to turn to, or a button"
        return Refusal("PA-20", text, (square,))
    reach = f"an order of {name} can reach only the cell ahead, {player.ahead}"
    if player.ahead is None:
        reach = f"{name} faces off the board from {here}"
    behind = square in NEIGHBOURS[here]
    why = f"behind {name}, two turns away" if behind else f"not next to {here}"
    return Refusal("PA-16", f"{reach}; {square} is {why}", (square,))


def _show_prompt(game: Paco, state: State, draft: Draft, spot: str) -> ShowMessage:
    """Return a message with what to do instead."""
    text, clause = prompt(game, state, draft)
    if not draft and isinstance(game.to_act(state), Simultaneous):
        text += " Press the button of whoever is at the screen."
    squares = (spot,) if spot in SQUARES else ()
    return ShowMessage(Refusal(clause, text.rstrip("."), squares), "info")
