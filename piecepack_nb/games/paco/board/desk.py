"""The desk: the buttons by which orders are written, answers given and dice rolled.

Vocabulary
    writer     the seat whose order is being written: the first word of the draft
    "cell"     the draft's second word while the writer chooses what to do with the cell ahead
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.paco.board.furniture import TRAY
from piecepack_nb.games.paco.board.saying import NAMES, doing
from piecepack_nb.games.paco.moves import KINDS, THEN, Face, Order, Return, Stop
from piecepack_nb.games.paco.squares import HEADINGS
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Draft, Mark, Piece, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.paco.play import Paco

CELL = "cell"
LABELS = {
    "left": "Turn left", "right": "Turn right", "forward": "Forward", "jump": "Jump",
    "lift": "Lift", "push": "Push",
}  # fmt: skip
"""The orders as buttons, in the document's order (PA-10 to PA-15)."""
CLAUSES = dict(zip(KINDS, ("PA-10", "PA-11", "PA-12", "PA-13", "PA-14", "PA-15"), strict=True))
AHEAD_KINDS = ("forward", "jump", "lift", "push")
"""The orders that are about the cell ahead."""
FIRST, APART, LOW = 0.92, 0.62, 2.86
LEFT, RIGHT = 1.6, 4.1
WIDE, HIGH = 1.84, 0.5


def _column(number: int) -> float:
    return LEFT if number % 2 == 0 else RIGHT


def _line(number: int) -> float:
    return round(FIRST + APART * (number // 2), 2)


def writes(draft: Draft) -> str:
    """The seat that writes now; "" while the screen is handed over."""
    return draft[0] if draft else ""


def legal(game: Paco, state: State, order: Order) -> bool:
    """May the order be written?"""
    return game.refusal(state, order) is None


def order_of(seat: str, kind: str) -> Order:
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
        yield from _written(game, state, draft, previews)


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
            return {f"face:{to}": (f"{who}: look {NAMES[to]}", Face(seat, to)) for to in HEADINGS}
        case "stop":
            return {
                "agree": (f"{who}: agree to stop", Stop(seat)),
                "decline": (f"{who}: play on", Stop(seat, False)),
            }
    return {
        "return": (f"{who}: come back", Return(seat)),
        "stay": (f"{who}: stay off", Return(seat, False)),
    }


def _written(
    game: Paco, state: State, draft: Draft, previews: dict[str, tuple[Mark, ...]]
) -> Iterator[Spot]:
    seat = writes(draft)
    for kind, number in _offered(game, state, draft).items():
        if draft[1:] == ("jump",):
            yield from _then(game, state, seat, number, kind)
        else:
            yield from _order(game, state, seat, number, kind, previews)
    yield Spot("back", RIGHT, LOW, "desk", WIDE, HIGH, "Hide", "action", key="h",
               tip="Hand the screen over; nothing is written yet.")  # fmt: skip
    if len(draft) == 1 and game.refusal(state, Stop(seat)) is None:
        tip = "Ask all players, openly, whether the game shall end."
        yield Spot("stop", LEFT, LOW, "desk", WIDE, HIGH, "Ask to stop", "action", key="s",
                   tip=tip, clause="PA-44")  # fmt: skip


def _offered(game: Paco, state: State, draft: Draft) -> dict[str, int]:
    """What stands on the buttons, each with its number."""
    named = THEN if draft[1:] == ("jump",) else KINDS
    chosen = fitting(game, state, draft[0]) if draft[1:] == (CELL,) else named
    return {kind: number for number, kind in enumerate(named) if kind in chosen}


def fitting(game: Paco, state: State, seat: str) -> tuple[str, ...]:
    """The orders about the cell ahead that may be written now."""
    return tuple(kind for kind in AHEAD_KINDS if legal(game, state, order_of(seat, kind)))


def _half(id_: str, number: int, name: str, role: str, **more: Any) -> Spot:
    place = _column(number), _line(number), "desk", WIDE, HIGH
    return Spot(id_, *place, f"{number + 1} {name}", role, key=str(number + 1), **more)


def _order(
    game: Paco,
    state: State,
    seat: str,
    number: int,
    kind: str,
    previews: dict[str, tuple[Mark, ...]],
) -> Iterator[Spot]:
    order = order_of(seat, kind)
    refusal = game.refusal(state, order)
    if refusal is None:
        yield _half(kind, number, LABELS[kind], "action", tip=doing(state, order),
                    clause=CLAUSES[kind], preview=previews.get(kind, ()))  # fmt: skip
    else:
        yield _half(kind, number, f"{LABELS[kind]}: not now", "inert", clause=refusal.clause,
                    tip=f"{capitalise(refusal.text)}.")  # fmt: skip


def _then(game: Paco, state: State, seat: str, number: int, kind: str) -> Iterator[Spot]:
    refusal = game.refusal(state, Order(seat, "jump", kind))
    name = f"then {LABELS[kind].lower()}"
    if refusal is None:
        tip = "It lands." if kind == "forward" else "It falls down the hole next turn."
        yield _half(kind, number, name, "action", tip=tip, clause="PA-13")
    else:
        yield _half(kind, number, f"{name}: not now", "inert", clause=refusal.clause,
                    tip=f"{capitalise(refusal.text)}.")  # fmt: skip


# --- what lies beside the buttons ----------------------------------------------------------------


def signs(game: Paco, state: State, draft: Draft) -> Iterator[Piece]:
    """The players beside their buttons; or the orders' cards, and words for what can't be."""
    actor = game.to_act(state)
    if not isinstance(actor, Simultaneous):
        return
    if not draft:
        for seat, y in _heads(actor.seats):
            yield Piece(f"asks-{seat}", "figure-head", 0.46, y, "desk", scale=0.85, suit=seat)
        return
    seat = writes(draft)
    for kind, number in _offered(game, state, draft).items():
        tried = Order(seat, "jump", kind) if draft[1:] == ("jump",) else order_of(seat, kind)
        may = legal(game, state, tried)
        x, y = _column(number), _line(number)
        yield Piece(f"sign-{kind}", f"card-{kind}", round(x - 1.2, 2), y, "desk", scale=0.62,
                    suit=seat, faded=not may)  # fmt: skip
        if not may:
            yield Piece(f"unfit-{kind}", "words", x, y, "desk", scale=0.8,
                        label=f"{number + 1} {LABELS[kind]}")  # fmt: skip
