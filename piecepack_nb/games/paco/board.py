"""What P.A.C.O.'s table says in words: the line above it, names and tips of cells, the whole table.

Nothing here tells an order before all are in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, Refusal
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.paco.explanation import overlay
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.pieces import (
    BY_RANK,
    LINGER,
    TRAY,
    areas,
    at,
    beyond,
    layouts,
    pieces,
    revealed,
    row_y,
    with_effects,
)
from piecepack_nb.games.paco.resolution import Ledger, push_blocks
from piecepack_nb.games.paco.squares import AHEAD, EDGE, HEADINGS, NEIGHBOURS, SQUARES, left, right
from piecepack_nb.games.paco.state import BLOCKS, KINDS, THEN, Face, Order, Return, State, Stop
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    MakeMove,
    Mark,
    Piece,
    Scene,
    ShowMessage,
    Spot,
    keep_ids,
    keep_order,
)

# --- Captions ------------------------------------------------------------------------------------


LOOKS = {"N": "north", "E": "east", "S": "south", "W": "west", "": "nowhere yet"}
CONTENTS = {
    None: "hole",
    "black": "black counter",
    "white": "white block",
    "stacked": "white block on a black counter",
}


def acting_seats(game: Paco, state: State) -> tuple[str, ...]:
    """The seats that may act now."""
    actor = game.to_act(state)
    return actor.seats if actor is not None else ()


# --- what is to be done --------------------------------------------------------------------------


def prompt(game: Paco, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    actor = game.to_act(state)
    if actor is None:
        result = game.result(state)
        return (f"The game is over. {result.text}", result.clause) if result else ("", "")
    if isinstance(actor, Chance):
        return _roll_prompt(state, actor)
    if isinstance(actor, Seat):
        return _decision_prompt(game, state, actor.name)
    assert isinstance(actor, Simultaneous)
    if not draft:
        left = join_list(actor.seats)
        text = f"Turn {state.turn}, orders in secret: {left} still to write. Who is at the screen?"
        return text, actor.clause
    return _write_prompt(game, state, draft), actor.clause


def _write_prompt(game: Paco, state: State, draft: Draft) -> str:
    seat = draft[0]
    player = state.players[seat]
    where = f"{capitalise(seat)} on {player.square}, looking {LOOKS[player.heading]}"
    if draft[1:] == ("jump",):
        drops = "" if game.rules.second_order == "forward" else "; all but forward drops you"
        return f"{where}: jump, and then? It is due next turn{drops}. Escape takes it back."
    if len(draft) > 1:
        return f"{where}: what with {player.ahead}? Escape takes it back."
    return f"{where}: your order. The others look away until it is in."


def _decision_prompt(game: Paco, state: State, seat: str) -> tuple[str, str]:
    """What a single seat decides, openly."""
    if state.phase == "headings":
        return f"{capitalise(seat)} on {state.players[seat].square}: which way do you look?", "PA-3"
    if state.phase == "stop":
        return (
            f"{capitalise(state.answers[0])} would stop here. {capitalise(seat)}, do you?",
            "PA-44",
        )
    cost = game.rules.return_points
    price = f" It costs {count_noun(cost, 'point')}." if cost else ""
    return f"{capitalise(seat)} is off the board: come back?{price}", "PA-43"


def _roll_prompt(state: State, chance: Chance) -> tuple[str, str]:
    if state.phase == "setup":
        return "Set the table: chance finds the holes, and where the players begin.", chance.clause
    names = join_list(die.name for die in chance.dice)
    if state.phase == "landing":
        return f"{capitalise(state.returning[0])} comes back: roll for the cell.", chance.clause
    return f"More than one wants a cell: roll a die each for {names}.", chance.clause


# --- the table in words --------------------------------------------------------------------------


def cell_words(state: State, square: str) -> str:
    """What a cell is: a counter, a block, a hole."""
    return CONTENTS[state.cells.get(square)]


def square_words(state: State, square: str) -> str:
    """What is to be seen on a cell, for a screen reader."""
    seat = state.on(square)
    return (
        f"{_figure_words(state, seat)}, {cell_words(state, square)}"
        if seat
        else cell_words(state, square)
    )


def _figure_words(state: State, seat: str) -> str:
    player = state.players[seat]
    words = [f"{seat} figure looking {LOOKS[player.heading]}"]
    if player.stunned:
        words.append("stunned")
    if state.airborne(seat):
        words.append("in the air over a")
        return ", ".join(words)
    return ", ".join([*words, "on a"])


def alt_text(state: State) -> str:
    """The table in words, for those who do not see it."""
    return " ".join(
        [f"Turn {state.turn}.", *_players_words(state), *_cells_words(state), *_dice_words(state)]
    )


def row_words(state: State, seat: str) -> str:
    """A player's row in words."""
    player = state.players[seat]
    where = f"on {player.square}, looking {LOOKS[player.heading]}" if player.square else "off"
    words = [where, count_noun(player.points, "point")]
    if player.stunned:
        words.append(f"stunned for {count_noun(player.stunned, 'turn')}")
    if state.airborne(seat):
        words.append("in the air")
    order = state.orders.get(seat)
    if order is not None:
        words.append(f"order: {order.words}" if revealed(state) else "order written")
    elif player.then:
        words.append(f"order: {player.then}, written with the jump")
    return f"{seat}: {', '.join(words)}"


def _players_words(state: State) -> Iterator[str]:
    for seat in state.players:
        yield f"{row_words(state, seat)}."


def _cells_words(state: State) -> Iterator[str]:
    """What isn't as it is at first: holes, gaps in the edge, blocks inside it."""
    holes = [square for square in SQUARES if square not in state.cells]
    raised = [
        square for square in SQUARES if square not in EDGE and state.cells.get(square) in BLOCKS
    ]
    low = [square for square in EDGE if state.cells.get(square) == "black"]
    yield f"Holes: {join_list(holes)}." if holes else "No holes."
    if raised:
        yield f"White blocks inside the edge: {join_list(raised)}."
    if low:
        yield f"Black counters on the edge: {join_list(low)}."
    stacked = [square for square, kind in state.cells.items() if kind == "stacked"]
    if stacked:
        yield f"On a black counter stand the blocks on {join_list(sorted(stacked))}."


def _dice_words(state: State) -> Iterator[str]:
    if state.dice:
        shown = (f"{seat} {face}" for seat, face in state.dice.items())
        yield f"Dice: {', '.join(shown)}."


# --- orders --------------------------------------------------------------------------------------


def order_tip(state: State, order: Order) -> str:
    """What an order would do, in a line."""
    player = state.players[order.seat]
    ahead = player.ahead
    match order.kind:
        case "left" | "right":
            return f"Turn {order.kind} on {player.square}."
        case "forward":
            return f"Go forward to {ahead}."
        case "jump":
            return f"Jump into the air over {ahead}; next turn it must go forward, or it falls."
        case "lift":
            return f"Lift the black counter on {ahead}: it becomes a white block."
    return f"Push the white block on {ahead}."


# --- Buttons -------------------------------------------------------------------------------------


CELL = "cell"
LABELS = {
    "left": "Turn left", "right": "Turn right", "forward": "Forward", "jump": "Jump",
    "lift": "Lift", "push": "Push",
}  # fmt: skip
"""The orders as buttons, in the document's order (PA-10 to PA-15)."""
DESK_CLAUSES = dict(zip(KINDS, ("PA-10", "PA-11", "PA-12", "PA-13", "PA-14", "PA-15"), strict=True))
AHEAD_KINDS = ("forward", "jump", "lift", "push")
"""The orders that are about the cell ahead."""
FIRST, APART, LOW = 0.92, 0.62, 2.86
LEFT, RIGHT = 1.6, 4.1
WIDE, HIGH = 1.84, 0.5


def _column(number: int) -> float:
    return LEFT if number % 2 == 0 else RIGHT


def _line(number: int) -> float:
    return round(FIRST + APART * (number // 2), 2)


def writer(draft: Draft) -> str:
    """The seat that writes now; "" while the screen is handed over."""
    return draft[0] if draft else ""


def is_legal(game: Paco, state: State, order: Order) -> bool:
    """May the order be written?"""
    return game.refusal(state, order) is None


def default_order(seat: str, kind: str) -> Order:
    """An order as it is tried: a jump with the order that keeps the jumper up."""
    return Order(seat, kind, "forward" if kind == "jump" else "")


# --- buttons -------------------------------------------------------------------------------------


def buttons(
    game: Paco, state: State, draft: Draft, previews: dict[str, tuple[Mark, ...]]
) -> Iterator[Spot]:
    """What can be pressed now; ``previews`` are marks by the kind of order."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        yield _wide(
            "roll", "Set the table" if state.phase == "setup" else "Roll the dice", "r", 2.2
        )
    elif isinstance(actor, Seat):
        for number, (id_, (name, _)) in enumerate(answers(state, actor.name).items()):
            yield _wide(id_, name, str(number + 1), round(0.95 + 0.62 * number, 2))
    elif actor is not None and not draft:
        yield from _hand_over(actor.seats)
    elif actor is not None:
        yield from _order_buttons(game, state, draft, previews)


def _wide(id_: str, name: str, key: str, y: float, high: float = HIGH) -> Spot:
    return Spot(id_, TRAY / 2, y, "desk", TRAY - 0.5, high, name, "action", key=key)


def _hand_over(seats: tuple[str, ...]) -> Iterator[Spot]:
    """One button for each seat that still has to write; nothing secret (PA-20)."""
    for number, (seat, y) in enumerate(_heads(seats)):
        yield Spot(f"iam:{seat}", 2.87, y, "desk", 4.3, min(0.52, _apart(len(seats)) - 0.08),
                   f"I am {seat}: write my order", "action", key=str(number + 1))  # fmt: skip


def _apart(seats: int) -> float:
    return min(0.6, 2.95 / max(seats, 1))


def _heads(seats: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Where the seats that still have to write stand on the desk."""
    for number, seat in enumerate(seats):
        yield seat, round(0.86 + _apart(len(seats)) * number, 2)


def answers(state: State, seat: str) -> dict[str, tuple[str, Stop | Return | Face]]:
    """What a seat may answer openly: a button's words and the move."""
    who = seat.capitalize()
    match state.phase:
        case "headings":
            return {f"face:{to}": (f"{who}: look {LOOKS[to]}", Face(seat, to)) for to in HEADINGS}
        case "stop":
            return {
                "agree": (f"{who}: agree to stop", Stop(seat)),
                "decline": (f"{who}: play on", Stop(seat, False)),
            }
    return {
        "return": (f"{who}: come back", Return(seat)),
        "stay": (f"{who}: stay off", Return(seat, False)),
    }


def _order_buttons(
    game: Paco, state: State, draft: Draft, previews: dict[str, tuple[Mark, ...]]
) -> Iterator[Spot]:
    seat = writer(draft)
    for kind, number in _offered(game, state, draft).items():
        if draft[1:] == ("jump",):
            yield from _second_button(game, state, seat, number, kind)
        else:
            yield from _order_button(game, state, seat, number, kind, previews)
    yield Spot("back", RIGHT, LOW, "desk", WIDE, HIGH, "Hide", "action", key="h",
               tip="Hand the screen over; nothing is written yet.")  # fmt: skip
    if len(draft) == 1 and game.refusal(state, Stop(seat)) is None:
        tip = "Ask all players, openly, whether the game shall end."
        yield Spot("stop", LEFT, LOW, "desk", WIDE, HIGH, "Ask to stop", "action", key="s",
                   tip=tip, clause="PA-44")  # fmt: skip


def _offered(game: Paco, state: State, draft: Draft) -> dict[str, int]:
    """What stands on the buttons, each with its number."""
    named = THEN if draft[1:] == ("jump",) else KINDS
    chosen = orders_ahead(game, state, draft[0]) if draft[1:] == (CELL,) else named
    return {kind: number for number, kind in enumerate(named) if kind in chosen}


def orders_ahead(game: Paco, state: State, seat: str) -> tuple[str, ...]:
    """The orders about the cell ahead that may be written now."""
    return tuple(kind for kind in AHEAD_KINDS if is_legal(game, state, default_order(seat, kind)))


def _half(id_: str, number: int, name: str, role: str, **more: Any) -> Spot:
    place = _column(number), _line(number), "desk", WIDE, HIGH
    return Spot(id_, *place, f"{number + 1} {name}", role, key=str(number + 1), **more)


def _order_button(
    game: Paco,
    state: State,
    seat: str,
    number: int,
    kind: str,
    previews: dict[str, tuple[Mark, ...]],
) -> Iterator[Spot]:
    order = default_order(seat, kind)
    refusal = game.refusal(state, order)
    if refusal is None:
        yield _half(kind, number, LABELS[kind], "action", tip=order_tip(state, order),
                    clause=DESK_CLAUSES[kind], preview=previews.get(kind, ()))  # fmt: skip
    else:
        yield _half(kind, number, f"{LABELS[kind]}: not now", "inert", clause=refusal.clause,
                    tip=f"{capitalise(refusal.text)}.")  # fmt: skip


def _second_button(game: Paco, state: State, seat: str, number: int, kind: str) -> Iterator[Spot]:
    refusal = game.refusal(state, Order(seat, "jump", kind))
    name = f"then {LABELS[kind].lower()}"
    if refusal is None:
        tip = "It lands." if kind == "forward" else "It falls down the hole next turn."
        yield _half(kind, number, name, "action", tip=tip, clause="PA-13")
    else:
        yield _half(kind, number, f"{name}: not now", "inert", clause=refusal.clause,
                    tip=f"{capitalise(refusal.text)}.")  # fmt: skip


# --- what lies beside the buttons ----------------------------------------------------------------


def desk_pieces(game: Paco, state: State, draft: Draft) -> Iterator[Piece]:
    """The players beside their buttons; or the orders' cards, and words for what can't be."""
    actor = game.to_act(state)
    if not isinstance(actor, Simultaneous):
        return
    if not draft:
        for seat, y in _heads(actor.seats):
            yield Piece(f"asks-{seat}", "figure-head", 0.46, y, "desk", scale=0.85, suit=seat)
        return
    seat = writer(draft)
    for kind, number in _offered(game, state, draft).items():
        tried = Order(seat, "jump", kind) if draft[1:] == ("jump",) else default_order(seat, kind)
        may = is_legal(game, state, tried)
        x, y = _column(number), _line(number)
        yield Piece(f"sign-{kind}", f"card-{kind}", round(x - 1.2, 2), y, "desk", scale=0.62,
                    suit=seat, faded=not may)  # fmt: skip
        if not may:
            yield Piece(f"unfit-{kind}", "words", x, y, "desk", scale=0.8,
                        label=f"{number + 1} {LABELS[kind]}")  # fmt: skip


# --- Previews ------------------------------------------------------------------------------------


def previews(game: Paco, state: State, seat: str) -> dict[str, tuple[Mark, ...]]:
    """The marks for each kind of order that a seat may have in mind."""
    player = state.players[seat]
    if player.square is None:
        return {}
    here = at(player.square)
    shown: dict[str, tuple[Mark, ...]] = {
        "left": (Mark("turn-left", *here),),
        "right": (Mark("turn-right", *here),),
    }
    if player.ahead is None:
        return shown
    there = at(player.ahead)
    way = Mark("path", points=(here, there), suit=seat)
    shown["forward"] = (way,)
    shown["jump"] = (way, Mark("danger", *there))
    shown["lift"] = (Mark("selected", *there, suit=seat), Mark("via", *there))
    shown["push"] = tuple(_push_preview(game, state, seat))
    return shown


def _push_preview(game: Paco, state: State, seat: str) -> Iterator[Mark]:
    """Where the blocks go, and whom they harm."""
    alone = state._replace(orders=FrozenDict({seat: Order(seat, "push")}))
    for step in push_blocks(game.rules, alone, Ledger(game.rules, alone, {})):
        yield from _event_marks(step.event, seat)


def _event_marks(event: Event, seat: str) -> Iterator[Mark]:
    data = event.data
    match event.kind:
        case "slides" if data["from"] != data["to"]:
            yield Mark("path", points=(at(data["from"]), at(data["to"])), suit=seat)
        case "shoves":
            yield Mark("path", points=(at(data["from"]), at(data["to"])), suit=seat)
        case "leaves":
            yield Mark("path", points=(at(data["square"]), beyond(data["square"])), suit=seat)
        case "seals" | "stops" | "falls through":
            yield Mark("via", *at(data["square"]))
        case "stunned" | "falls" | "pushed off":
            yield Mark("danger", *at(data["square"]))


# --- Interaction ---------------------------------------------------------------------------------


def _likely_order(state: State, square: str) -> str:
    """What one would try with a cell, that its refusal may tell what is wrong."""
    kind = state.cells.get(square)
    return "jump" if kind is None else "forward" if kind == "black" else "push"


# --- what can be picked --------------------------------------------------------------------------


def spots(game: Paco, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Every cell, the players' rows and the desk's buttons."""
    shown = previews(game, state, writer(draft)) if draft else {}
    return (*_cell_spots(game, state, draft, shown), *_row_spots(game, state, draft),
            *buttons(game, state, draft, shown))  # fmt: skip


def _row_spots(game: Paco, state: State, draft: Draft) -> Iterator[Spot]:
    secret = isinstance(game.to_act(state), Simultaneous) and not draft
    due = acting_seats(game, state) if secret else ()
    for number, seat in enumerate(state.players):
        role = "select" if seat in due else "inert"
        yield Spot(f"row:{seat}", TRAY / 2, row_y(number), "players", TRAY - 0.3, 0.8,
                   row_words(state, seat), role)  # fmt: skip


def _cell_spots(
    game: Paco, state: State, draft: Draft, shown: dict[str, tuple[Mark, ...]]
) -> Iterator[Spot]:
    special = (
        _spots_around(game, state, writer(draft), shown)
        if draft and state.phase == "orders"
        else {}
    )
    for square in BY_RANK:
        spot = Spot(square, *at(square), name=f"{square}: {square_words(state, square)}")
        yield spot._replace(**special.get(square, {}))


def _spots_around(
    game: Paco, state: State, seat: str, shown: dict[str, tuple[Mark, ...]]
) -> dict[str, dict[str, Any]]:
    """What the cells round the writer's figure are good for: ahead, and to turn to a side."""
    found: dict[str, dict[str, Any]] = {}
    for square, kind in _sides(state, seat).items():
        if is_legal(game, state, Order(seat, kind)):
            name = f"{square}: turn {kind}; {square_words(state, square)}"
            tip = order_tip(state, Order(seat, kind))
            found[square] = {"role": "select", "name": name, "tip": tip, "preview": shown[kind]}
    ahead, fit = state.players[seat].ahead, orders_ahead(game, state, seat)
    if ahead is not None and fit:
        tips = [order_tip(state, default_order(seat, kind)) for kind in fit]
        name = f"{ahead}: {' or '.join(fit)}; {square_words(state, ahead)}"
        preview = shown[fit[0]] if len(fit) == 1 else ()
        found[ahead] = {"role": "move", "name": name, "tip": " Or: ".join(tips), "preview": preview}
    return found


def _sides(state: State, seat: str) -> dict[str, str]:
    """The cells beside a figure, each with the turn that makes it look there."""
    player = state.players[seat]
    if player.square is None:
        return {}
    turns = {left(player.heading): "left", right(player.heading): "right"}
    cells = {AHEAD[heading][player.square]: kind for heading, kind in turns.items()}
    return {square: kind for square, kind in cells.items() if square}


def marks(game: Paco, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Who writes or decides, and the turn arrows beside it."""
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
    if draft[1:] and player.ahead:
        shown.append(Mark("selected", *at(player.ahead)))
    return tuple(shown)


# --- what a pick comes to ------------------------------------------------------------------------


def pick(
    game: Paco, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    actor = game.to_act(state)
    if actor is None:
        return _show_prompt(game, state, draft, spot)
    if spot == "roll":
        return MakeMove(None, roll=state.phase == "setup")
    if isinstance(actor, Chance):
        return _show_prompt(game, state, draft, spot)
    if not isinstance(actor, Simultaneous):
        moves = answers(state, actor.seats[0])
        return MakeMove(moves[spot][1]) if spot in moves else _show_prompt(game, state, draft, spot)
    if spot.startswith(("iam:", "row:")) and not draft:
        seat = spot[4:]
        return (seat,) if seat in actor.seats else _show_prompt(game, state, draft, spot)
    if not draft:
        return _show_prompt(game, state, draft, spot)
    return _pick_order(game, state, draft, spot)


def _pick_order(
    game: Paco, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | ShowMessage:
    """What the writer picked: a button, or a cell."""
    seat = writer(draft)
    if spot == "back":
        return ()
    if spot == "stop":
        return MakeMove(Stop(seat))
    if spot in KINDS:
        if draft[1:] == ("jump",):
            return MakeMove(Order(seat, "jump", spot))
        return _try_order(game, state, seat, spot)
    return _pick_cell(game, state, draft, spot)


def _try_order(game: Paco, state: State, seat: str, kind: str) -> Draft | MakeMove:
    order = default_order(seat, kind)
    ask = kind == "jump" and game.rules.second_order == "any" and is_legal(game, state, order)
    return (seat, "jump") if ask else MakeMove(order)


def _pick_cell(
    game: Paco, state: State, draft: Draft, square: str
) -> Draft | MakeMove | ShowMessage:
    seat = writer(draft)
    player = state.players[seat]
    if player.square is None or square not in AHEAD["N"]:
        return _show_prompt(game, state, draft, square)
    if square == player.ahead:
        fit = orders_ahead(game, state, seat)
        if len(fit) > 1:
            return (seat, CELL)
        return _try_order(game, state, seat, fit[0] if fit else _likely_order(state, square))
    side = _sides(state, seat).get(square)
    return MakeMove(Order(seat, side)) if side else ShowMessage(_out_of_reach(state, seat, square))


def _out_of_reach(state: State, seat: str, square: str) -> Refusal:
    """Why no order is about that cell (PA-16)."""
    player = state.players[seat]
    assert player.square is not None
    if square == player.square:
        text = f"{seat} stands here: choose the cell ahead, a side to turn to, or a button"
        return Refusal("PA-20", text, (square,))
    behind = square in NEIGHBOURS[player.square]
    why = "it lies behind, which takes two turns" if behind else "it is not next to it"
    reach = f"only the cell ahead, {player.ahead}," if player.ahead else "no cell on the board"
    text = f"an order of {seat} on {player.square} reaches {reach} not {square}: {why}"
    return Refusal("PA-16", text, (square,))


def _show_prompt(game: Paco, state: State, draft: Draft, spot: str) -> ShowMessage:
    """What is to be done instead."""
    text, clause = prompt(game, state, draft)
    return ShowMessage(
        Refusal(clause, text.rstrip("."), (spot,) if spot in AHEAD["N"] else ()), "info"
    )


# --- The scene -----------------------------------------------------------------------------------


def scene(
    game: Paco,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """The table; ``event`` is what just happened, ``before`` the scene before it."""
    shown = overlay(state, event, before)
    waiting = desk_pieces(game, state, draft) if event is None else ()
    lying = (*with_effects(pieces(state), event, before), *waiting)
    return Scene(
        areas(game.seats),
        layouts(len(game.seats)),
        keep_ids(lying, before.pieces if before else ()),
        keep_order(shown.marks, before.marks if before else ()),
        shown.spots,
        caption=_caption(event) if event else "",
        clause=event.clause if event else "",
        alt=alt_text(state),
        linger=LINGER.get(event.kind, 0.0) if event else 0.0,
        layers=shown.layers,
        listings=shown.listings,
    )


def _caption(event: Event) -> str:
    """What happened; where all orders are judged at once, the reasons stand in the listing."""
    if event.kind != "resolution":
        return capitalise(event.text)
    names = {"Carried out": event.data["done"], "Failed": event.data["failed"]}
    return " ".join(f"{what}: {join_list(seats)}." for what, seats in names.items() if seats)


def locate(game: Paco, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Where squares lie on the board."""
    return [("board", *at(square)) for square in squares if square in SQUARES]
