"""The board to play on: captions, what can be picked and what a pick does, and the scene.

Vocabulary
    draft   (), or (start, part) once a stack is picked, or (start, part, end) once it has moved and
            the activator may; part "0" means all of the stack
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from piecepack_nb.core.steps import Event, Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.activator.explanation import thought_overlay
from piecepack_nb.games.activator.game import Activator, game_over_refusal
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.layers import (
    CHOICE,
    HEIGHTS,
    LAYOUTS,
    READING_ORDER,
    SUITS,
    TRAY,
    activator_marks,
    areas,
    at,
    attackers,
    captors,
    effects_overlay,
    facts,
    pieces,
    spot_name,
    warning_marks,
)
from piecepack_nb.games.activator.movement import frozen_squares, with_pieces_moved
from piecepack_nb.games.activator.state import COUNTS, HOMES, Move, State, other, size_name
from piecepack_nb.games.activator.thinking import Thought
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

ALL, LEAVE = "0", "leave"
NUMBERS = ("none", "one", "two", "three", "four", "five")
LINGER = {"capture": 0.3, "ride": 0.2, "home": 0.5, "home held": 0.6}
"""Seconds that an event is shown before the next; the others are one motion."""
THOUGHT = 1.0
"""The seconds more for a bot's reason."""

# --- Captions -----------------------------------------------------------------------------------


def prompt(game: Activator, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and the clause that says so."""
    result = game.result(state)
    if result is not None:
        return f"The game is over. {result.text}", result.clause
    who = state.to_move.title()
    if not draft:
        return _turn_prompt(game, state, who)
    if len(draft) > 2:
        on = state.activators[state.to_move]
        return f"{who}: move your activator from {on}, or leave it.", "AC-4"
    move, stack = draft_move(draft), state.squares[draft[0]]
    part = size_name(stack.letters[-move.part :])
    more = ", or how many pieces move" if stack.height > 1 else ""
    return f"{who}'s {part} on {move.start}: choose its destination{more}.", "AC-10"


def _turn_prompt(game: Activator, state: State, who: str) -> tuple[str, str]:
    rival = other(state.to_move)
    if rival in state.occupied:
        home, left = HOMES[state.to_move], state.occupied[rival]
        last = "now" if left == 1 else f"within {count_noun(left, 'turn')}"
        text = f"{rival.title()} is on {who}'s home {home}: capture it {last}, or {who} loses"
        if _may_win_first(game, state, home, left):
            text += ", unless they win first"
        return f"Turn {state.turn}. {text}.", "AC-30"
    return f"Turn {state.turn}: {who}, choose a piece or a stack to move.", "AC-4"


def _may_win_first(game: Activator, state: State, home: str, left: int) -> bool:
    """Return True if the seat to move may win before the other has held its home (AC-30, AC-31).

    It may outlast its own turns on the other's home, or capture one stack too many elsewhere.
    """
    enemies = {*state.held(other(state.to_move))}
    few = len(enemies) <= game.rules.reduced_to + 1
    if left > 1:
        return few or state.to_move in state.occupied
    return few and any(move.end in enemies - {home} for move in game.moves(state))


def move_tip(game: Activator, state: State, move: Move) -> tuple[str, str]:
    """Return the effects of a piece's move in a line, and the clause of the first.

    ``move`` leaves the activator if it may; else where it goes decides what is frozen (AC-20).
    """
    letters = state.squares[move.start].letters[-move.part :]
    there, seat = state.squares.get(move.end), state.to_move
    parts = [f"{letters} {move.start}-{move.end}"]
    clause = ""
    if there is not None and captures(state, move):
        parts.append(f"captures {there.name}")
        clause = "AC-16"
    elif there is not None:
        parts.append(f"makes a {size_name(there.letters + letters)}")
        clause = "AC-14"
    if move.end == HOMES[other(seat)]:
        parts.append(f"on {other(seat).title()}'s home")
        clause = clause or "AC-30"
    after = game.next_state(state, move)
    result = game.result(after)
    if result is not None and result.clause != "AC-32":  # that depends on the activator, too
        parts.append(result.text.removesuffix("."))
        clause = clause or result.clause
    elif not move.activator and move.end in frozen_squares(game.rules, after):
        parts.append("it would be frozen there")
        clause = clause or "AC-24"
    return f"{'; '.join(parts)}.", clause


def activator_tip(game: Activator, after: State, seat: str) -> tuple[str, str]:
    """Return the effects of a seat's activator in ``after``, and the clause."""
    parts, rules = [f"A-{after.activators[seat]}"], game.rules
    if result := game.result(after):
        return f"{parts[0]}; {result.text}", result.clause
    if rules.attack_line != "anywhere":
        held = join_list(attackers(rules, after, seat) or ["nowhere"])
        parts.append(f"{seat.title()} may then attack from {held}")
    frozen = frozen_squares(rules, after)
    if frozen:
        parts.append(f"{join_list(frozen)} {'is' if len(frozen) == 1 else 'are'} frozen")
    return f"{'; '.join(parts)}.", "AC-21"


def state_text(game: Activator, state: State, *, ice: bool = True) -> str:
    """Return the table in words, for those who do not see it; ``ice``: with frozen squares."""
    sides = []
    for seat in game.seats:
        stacks = ", ".join(f"{sq} {state.squares[sq].letters}" for sq in sorted(state.held(seat)))
        own = state.activators[seat]
        sides.append(f"{seat.title()}: {stacks or 'nothing'}; their activator on {own}.")
    frozen = frozen_squares(game.rules, state) if ice else ()
    cold = f" Frozen squares: {join_list(frozen)}." if frozen else ""
    result = game.result(state)
    turn = f"{state.to_move.title()} to move." if result is None else result.text
    return (
        f"Turn {state.turn}. {turn} {' '.join(sides)} Stacks are listed from bottom to top.{cold}"
    )


def tray_words(game: Activator, state: State, _scene: Scene) -> tuple[str, ...]:
    """Return each side's activator and pieces, for a printed board."""
    return tuple(
        f"{each.label}: activator on {state.activators[seat]}, {each.text}."
        for seat, each in zip(game.seats, score(game, state), strict=True)
    )


# --- Scores -----------------------------------------------------------------------


def score(game: Activator, state: State) -> tuple[Score, ...]:
    """Return each side's pieces, of those that it had at the start."""
    whole = sum(COUNTS.values())
    found = []
    for seat in game.seats:
        held = [state.squares[square].letters for square in state.held(seat)]
        number = len("".join(held))
        text = f"{count_noun(number, 'piece')} on {count_noun(len(held), 'square')}"
        found.append(Score(seat.title(), number, whole, SUITS[seat], text=text))
    return tuple(found)


def numbers(game: Activator, state: State) -> Numbers:
    """Return the pieces in each side's tray."""
    return {
        f"{ONLY}{seat}": (Number(f"{seat.title()}'s pieces", int(each.value)),)
        for seat, each in zip(game.seats, score(game, state), strict=True)
    }


# --- Spots --------------------------------------------------------------------------------------


def drafted_state(state: State, draft: Draft) -> State:
    """Return the state as the draft leaves it."""
    return with_pieces_moved(state, draft_move(draft)) if len(draft) > 2 else state


def step_back(draft: Draft) -> Draft:
    """Return the draft before its last pick."""
    return draft[:2] if len(draft) > 2 else EMPTY_DRAFT


def draft_move(draft: Draft, end: str = "", activator: str = "") -> Move:
    """Return the move of a draft."""
    start, part, *rest = draft
    return Move(start, rest[0] if rest else end, int(part), activator)


def spots(game: Activator, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return every square, and the buttons; illegal picks explain themselves."""
    picker = _picker(game, state, draft)
    offered = picker.next()
    movable = {move.start for move in game.moves(state)}
    squares = (
        _square_spot(game, state, draft, square, offered, square in movable)
        for square in READING_ORDER
    )
    squares = (_with_ends(spot, picker) for spot in squares)
    return (*squares, *_number_spots(game, state), *_button_spots(game, state, draft))


def _picker(game: Activator, state: State, draft: Draft) -> Picker[Move]:
    """Return the legal moves that continue the draft."""
    return Picker(((_picks(move), move) for move in game.moves(state)), draft)


def _picks(move: Move) -> Draft:
    """Return a start, a part and an end, and the activator's end where it moves too."""
    return tuple(filter(None, (move.start, str(move.part), move.end, move.activator)))


def _square_spot(
    game: Activator,
    state: State,
    draft: Draft,
    square: str,
    offered: dict[str, Move],
    can: bool,
) -> Spot:
    """Return a square, with its name, its role and what a pick would do; ``can``: it may move."""
    shown = drafted_state(state, draft)
    name = spot_name(shown, square, facts(game.rules, shown, square))
    own = square in state.held(state.to_move) and len(draft) < 3 and not state.outcome
    spot = Spot(square, *at(square), name=name, drag=own, drop=not state.outcome)
    if not draft:
        return spot._replace(
            role="select" if can else "inert", tip=_movable_tip(state, square, can)
        )
    if square in offered:
        return _target_spot(game, state, draft, spot, offered[square])
    return spot._replace(role="select" if own and can else "inert")


def _with_ends(spot: Spot, picker: Picker[Move]) -> Spot:
    """Return the spot of what can move with where it may be dragged, for the pointer."""
    if spot.role != "select" or picker.draft:
        return spot
    part = _whole(picker.at((spot.id,)).next())
    ends = picker.at((spot.id, part)).next()
    return spot._replace(preview=tuple(Mark("target", *at(end)) for end in ends))


def _whole(parts: Collection[str]) -> str:
    """Return the largest of the parts of a stack that can move."""
    return ALL if ALL in parts else max(parts)


def _movable_tip(state: State, square: str, can: bool) -> str:
    """Return what picking a piece of the seat to move begins, or that it can't move."""
    if square not in state.held(state.to_move) or state.outcome:
        return ""
    what = size_name(state.squares[square].letters)
    return f"Move the {what}." if can else f"The {what} can't move now: pick it to see why."


def _target_spot(game: Activator, state: State, draft: Draft, spot: Spot, move: Move) -> Spot:
    """Return a square that the stack, or then the activator, may move to."""
    seat, rules, after = state.to_move, game.rules, game.next_state(state, move)
    if len(draft) > 2:
        what = f"your piece on {move.end}"
        line = Mark("path", points=(at(state.activators[seat]), at(move.activator)))
        tip, clause = activator_tip(game, after, seat)
        preview = (line, *activator_marks(rules, after, seat))
    else:
        tip, clause = move_tip(game, state, move)
        preview = (Mark("path", points=(at(move.start), at(move.end))),)
        what = "it there"
    risk = "attack" if len(draft) < 3 and captures(state, move) else ""
    known = game.result(after) is None and (len(draft) > 2 or not move.activator)
    if known and (enemies := captors(game, after, move.end, other(seat))):
        tip += f" {other(seat).title()} can capture {what}, from {join_list(enemies)}."
        risk, clause = risk or "danger", clause or "AC-16"
    return spot._replace(role="move", tip=tip, clause=clause, preview=preview, risk=risk)


def captures(state: State, move: Move) -> bool:
    """Return True for a move onto a piece of the opponent (AC-16)."""
    return move.end in state.held(other(state.to_move))


def _button_spots(game: Activator, state: State, draft: Draft) -> Iterator[Spot]:
    """Yield the buttons: how much of the stack moves (AC-15), or to leave the activator (AC-4)."""
    seat = state.to_move
    if len(draft) > 2 and game.refusal(state, draft_move(draft)) is None:
        after = game.next_state(state, draft_move(draft))
        tip, _ = activator_tip(game, after, seat)
        yield Spot(LEAVE, TRAY / 2, CHOICE.height / 2, CHOICE.id, TRAY - 0.6, 0.78,
                   "Leave the activator", "action", key="l", tip=tip, clause="AC-4",
                   preview=tuple(activator_marks(game.rules, after, seat)))  # fmt: skip
    if len(draft) == 2:
        letters = state.squares[draft[0]].letters
        for number in range(1, len(letters) + 1) if len(letters) > 1 else ():
            yield _part_spot(draft, letters, number)


def _number_spots(game: Activator, state: State) -> Iterator[Spot]:
    """Yield each side's tray, whose pick explains its number of pieces."""
    for seat, each in zip(game.seats, score(game, state), strict=True):
        high = HEIGHTS[seat]
        yield Spot(f"{ONLY}{seat}", TRAY / 2, high / 2, seat, TRAY - 0.3, high - 0.3,
                   f"{each.label}: {each.text}")  # fmt: skip


def _part_spot(draft: Draft, letters: str, number: int) -> Spot:
    """Return the button for a number of pieces from the top."""
    width = (TRAY - 0.4) / len(letters)
    part = ALL if number == len(letters) else str(number)
    chosen = "✓ " if draft[1] == part else ""
    stays = "" if part == ALL else f", {letters[:-number]} stays"
    if part == ALL:
        name = "Both" if number == 2 else f"All {NUMBERS[number]}"
    else:
        name = "Top piece" if number == 1 else f"Top {NUMBERS[number]}"
    x, wide = round(0.2 + width * (number - 0.5), 2), round(width - 0.12, 2)
    return Spot(f"part {part}", x, CHOICE.height / 2, CHOICE.id, wide, 0.78,
                f"{chosen}{name}", "choice", key=str(number),
                tip=f"Key {number}: {letters[-number:]} moves{stays}.", clause="AC-15")  # fmt: skip


def marks(game: Activator, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return whose turn it is, what can move, the stack in hand, and its move."""
    if state.outcome:
        return ()
    turn = Mark("here", 0.55, 0.62, state.to_move, suit=SUITS[state.to_move])
    if len(draft) < 2:
        starts = dict.fromkeys(move.start for move in game.moves(state))
        return (turn, *(Mark("movable", *at(square)) for square in starts))
    chosen = Mark("selected", *at(draft[0]))
    if len(draft) == 2:
        return turn, chosen
    line = Mark("trail", points=(at(draft[0]), at(draft[2])))
    return turn, line, Mark("selected", *at(state.activators[state.to_move]))


# --- Picks --------------------------------------------------------------------------------------


def pick(
    game: Activator, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return a move, the draft with this pick, or the refusal of what can't be moved."""
    if over := game_over_refusal(state):
        return ShowMessage(over)
    if any(each and each.startswith(ONLY) for each in (spot, to)):  # a tray, where nothing moves
        text, clause = prompt(game, state, draft)
        return ShowMessage(Refusal(clause, text.rstrip(".")), "info")
    if spot == LEAVE:
        return MakeMove(draft_move(draft))
    if spot.startswith("part "):
        return draft[0], spot.removeprefix("part ")
    if len(draft) > 2:
        return MakeMove(draft_move(draft, activator=to or spot))
    if to is not None and to != spot:
        start = draft if draft[:1] == (spot,) else (spot, ALL)
        return _send_to(game, state, start, to)
    if not draft:
        return _take_up(game, state, spot)
    if spot == draft[0]:
        return EMPTY_DRAFT
    ends, movable = _picker(game, state, draft).next(), _picker(game, state, ()).next()
    if spot not in ends and spot in movable:
        return _take_up(game, state, spot)
    return _send_to(game, state, draft, spot)  # also to an own stack that can't move: it says why


def _take_up(game: Activator, state: State, square: str) -> Draft | ShowMessage:
    """Return a stack to move, as much of it as can; refuse one that can't (AC-4, AC-24)."""
    parts = _picker(game, state, (square,)).next()
    if parts:
        return square, _whole(parts)
    other_square = next(each for each in READING_ORDER if each != square)
    refused = game.refusal(state, Move(square, other_square))
    assert refused is not None  # nothing can move from there
    if square in state.held(state.to_move) and refused.clause != "AC-24":
        what = size_name(state.squares[square].letters)
        how = "drag it to a square to see why (keys: Space, the square, Space)"
        text = f"the {what} on {square} can't move now: {how}"
        refused = Refusal("AC-10", text, (square,))
    return ShowMessage(refused)


def _send_to(game: Activator, state: State, draft: Draft, end: str) -> Draft | MakeMove:
    """Return the draft with its end, or the whole move if the activator has no choice."""
    return _picker(game, state, draft).pick(end) or MakeMove(draft_move((*draft, end)))


# --- The scene ----------------------------------------------------------------------------------


def scene(
    game: Activator,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the table; ``event`` is what just happened, ``before`` the scene before it."""
    rules, shown = game.rules, drafted_state(state, draft)
    thought = event.why if event is not None and isinstance(event.why, Thought) else None
    moving = state.to_move if len(draft) > 2 else ""  # pointing at a square shows its effects
    overlay = effects_overlay(rules, shown, lines=thought is None, but=moving)
    overlay = overlay.plus(Overlay((*warning_marks(shown), *_last_move(event, thought))))
    if thought is not None:  # its arrows are enough without the lines of attack
        overlay = overlay.plus(thought_overlay(thought))
    return draw_scene(
        areas(rules),
        LAYOUTS,
        _drawn_pieces(shown, state, draft),
        overlay,
        event,
        before,
        caption=f"{event.text} {thought.choice}" if event and thought else None,
        alt=state_text(game, shown),
        linger=(LINGER.get(event.kind, 0.0) if event else 0.0) + (THOUGHT if thought else 0.0),
    )


def locate(_game: Activator, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Return where squares are on the board."""
    return [("board", *at(square)) for square in squares if square in SQUARES]


def _drawn_pieces(shown: State, state: State, draft: Draft) -> Iterator[Piece]:
    """Yield the pieces on the table; of a picked stack, the part that stays is paler."""
    staying = 0
    if len(draft) == 2 and draft[1] != ALL:
        staying = state.squares[draft[0]].height - int(draft[1])
    for piece in pieces(shown):
        stays = staying and (piece.x, piece.y) == at(draft[0]) and piece.z < 3 + staying
        yield piece._replace(faded=True) if stays and piece.area == "board" else piece


def _last_move(event: Event | None, thought: Thought | None) -> Iterator[Mark]:
    """Yield the path of a piece or an activator, unless a bot's thought shows it."""
    if thought is None and event is not None and event.kind in ("move", "activator"):
        squares = [event.data["start"], *event.data.get("way", (event.data["end"],))]
        yield Mark("trail", points=tuple(at(square) for square in squares))
