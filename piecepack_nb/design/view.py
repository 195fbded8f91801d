"""The board of a student's game: its scene, its spots and what a pick does, from the legal moves.

Vocabulary
    draft  the picks so far; of a secret move, first the seat
    tray   the area beside the board: seats, scores, notes, dice and buttons
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby, islice
from math import dist
from typing import Any

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, EventCounts, Refusal
from piecepack_nb.core.wording import capitalise, count_noun, join_list, with_article
from piecepack_nb.design.backdrops import backdrop
from piecepack_nb.design.cards import AREA as CARDS
from piecepack_nb.design.cards import COPY, card_area
from piecepack_nb.design.game import BoardGame
from piecepack_nb.design.hooks import EndlessError, bounded, call, hook_of, returned
from piecepack_nb.design.looks import SHEET, look_of, pieces_on, seat_suits, tops_on, wall_on
from piecepack_nb.design.moves import Choice, Move, Pick, kind_of
from piecepack_nb.design.places import Places
from piecepack_nb.design.quiz import puzzles_of, quiz_of
from piecepack_nb.design.table import State, owner_of
from piecepack_nb.design.tiles import Tile
from piecepack_nb.design.tray import Figure, Tray, is_angles, scores_of, tiles_named, tray_of
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    AnyView,
    Area,
    Draft,
    GameView,
    Layout,
    MakeMove,
    Mark,
    Piece,
    Place,
    Scene,
    Score,
    SecretKinds,
    ShowMessage,
    Spot,
    keep_ids,
    last_move,
    mat,
)
from piecepack_nb.scene.game_view import HowToPlay, from_rulebook
from piecepack_nb.scene.numbers import Numbers
from piecepack_nb.scene.picker import Attempt, Picker
from piecepack_nb.scene.sprites import add_sheet

TURN = "turn tile"
"""The button that turns a tile on the place just picked."""
TURNED = "@"
"""The beginning of the part of a draft that is the angle of a tile which the player turns."""
ROLL, DONE = "roll", "done"
SIGNS = {"danger": "danger", "barred": "blocked", "ring": "here", "choose": "target"}
"""The marks by the words that a design's ``marks`` can give; other words are written out."""
MOST_TRIED = 40  # moves that are tried to find out which of them capture
PROBED = 400  # moves that are tried to find out why a piece can't move
LINGER = {"roll": 0.3, "pass": 0.4, "end": 0.6}
"""Seconds that an event is shown before the next; other events have LINGERS."""
LINGERS = 0.2
Spread = tuple[float, float, dict[str, tuple[float, ...]]]
"""The width and the height of the boards together, and the corner of each area."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LONGEST_TITLE = 18  # characters that fit on a tray
ALONE = 1.0  # squares beside a tray without a board
BESIDE = 430  # CSS pixels from which the tray is beside the board
BESIDE_MANY = 760  # CSS pixels from which it is beside the boards of all seats
APART = 0.3  # squares between the boards of two seats
GAP, MOST_CARDS = 0.1, 1.25  # squares above the cards, and the largest scale of their area
NARROW, BROAD = 8.0, 24.0  # squares that the boards of seats side by side take at most
LETTERS, LEGIBLE = 0.32, 10.5  # squares: the height of a name; and CSS pixels that it has at least
PHONE = 0.2  # a tray's scale below a board that is a square wide: names are 22 pixels high at 360


# --- Spots --------------------------------------------------------------------------------------


def drafted(game: BoardGame, state: State, draft: Draft) -> tuple[str, Draft]:
    """Return the seat whose move is drafted, and its picks; "" before a secret move's seat."""
    if draft[-1:] and draft[-1].startswith(TURNED):
        draft = draft[:-1]
    if not game.stage(state).secret:
        return state.seat, draft
    return (draft[0], draft[1:]) if draft else ("", ())


# --- Tiles that turn at the board -----------------------------------------------------------------


def turning(draft: Draft) -> str:
    """Return the angle of the tile that the player turns on its place; "" for no such tile."""
    return draft[-1].removeprefix(TURNED) if draft[-1:] and draft[-1].startswith(TURNED) else ""


def _angles(game: BoardGame, state: State, seat: str, picks: Draft) -> list[str]:
    """Return the angles at which a tile can lie on the place just picked, in their order.

    Before a place is picked, those at which it can lie anywhere. The part of the move after the
    place must be one of angles, and a note or an earlier part a tile.
    """
    parts = game.stage(state).parts_after(picks)[:2]
    laid = bool(picks) and picks[-1] in game.design.places
    before = not laid and len(parts) == 2 and kind_of(game.design, parts[0]) is None
    choice: Any = kind_of(game.design, parts[before]) if parts else None
    if not (laid or before) or not is_angles(choice) or _tile(game, state, picks) is None:
        return []
    if laid:
        possible = {*picker_of(game, state, seat, picks).next()}
    else:
        size = len(picks) + 1
        known = picker_of(game, state, seat, picks).moves
        possible = {each[size] for each, _ in known if len(each) > size}
    return [str(each) for each in choice if str(each) in possible]


def _tile(game: BoardGame, state: State, picks: Draft) -> Tile | None:
    """Return the tile that a move lays: a part of it, or else the first tile among the notes."""
    return next(iter(tiles_named(game, (*picks, *state.notes.values()))), None)


def _with_angle(
    game: BoardGame,
    state: State,
    seat: str,
    picks: Draft,
    found: Draft | MakeMove | ShowMessage,
    wanted: str = "",
) -> Draft | MakeMove | ShowMessage:
    """Return a longer draft with the angle of a tile that can be turned now.

    It is the one ``wanted`` or, where that doesn't fit, the next one that does.
    """
    if isinstance(found, MakeMove | ShowMessage) or len(found) <= len(picks):
        return found
    angles = _angles(game, state, seat, found)
    if not angles or found[-1] not in game.design.places:
        return found
    later = [each for each in angles if int(each) >= int(wanted or 0)]
    return (*found, TURNED + (later or angles)[0])


def _turned(
    game: BoardGame, state: State, seat: str, picks: Draft, angle: str, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """Return what a pick makes of a tile that the player turns: its place, or Done, lays it."""
    angles = _angles(game, state, seat, picks)
    if spot == TURN:
        return _turned_on(picks, angles, angle)
    if not picks or picks[-1] not in game.design.places:  # it is turned before it lies anywhere
        found = _picked(game, state, seat, picks, spot, to)
        return _with_angle(game, state, seat, picks, found, angle)
    laid = picker_of(game, state, seat, (*picks, angle))
    if spot in (picks[-1], DONE):
        return laid.complete() or (*picks, angle)
    if laid.pick(spot) is not None:  # a part after the angle, such as a claim
        return _picked(game, state, seat, (*picks, angle), spot, to)
    if spot in game.design.places:
        again = _picked(game, state, seat, picks[:-1], spot, to)
        return _with_angle(game, state, seat, picks[:-1], again, angle)
    return _picked(game, state, seat, picks, spot, to)


def _turned_on(picks: Draft, angles: list[str], angle: str) -> Draft:
    """Return the draft with the next angle at which the tile fits."""
    if not angles:
        return picks
    later = [each for each in angles if int(each) > int(angle or 0)]
    return (*picks, TURNED + (later or angles)[0])


def _lying(game: BoardGame, state: State, draft: Draft) -> Tile | None:
    """Return the tile that is to be laid, as it will lie."""
    tile = _tile(game, state, drafted(game, state, draft)[1]) if game.design.known_tiles else None
    return tile and tile.turned(int(turning(draft) or 0))


def _ghost(game: BoardGame, state: State, draft: Draft) -> Iterator[Piece]:
    """Yield the tile that the player turns, on its place."""
    _, picks = drafted(game, state, draft)
    tile, places = _lying(game, state, draft), game.design.places
    if tile is None or not turning(draft) or not picks or picks[-1] not in places:
        return
    for number, piece in enumerate(_on_place(game, picks[-1], str(tile))):
        yield piece._replace(id=f"ghost-{number}", area=places.area(picks[-1]), faded=True)


def _turn_spot(game: BoardGame, state: State, seat: str, picks: Draft) -> Iterator[Spot]:
    """Yield the button that turns the tile, beside the tile or else beside Done."""
    tray, number = tray_of(game), len(tray_of(game).buttons)
    several = len(_angles(game, state, seat, picks)) > 1
    tip = "Turn the tile; choose its place again to lay it."
    if tray.turns:
        x, y, wide = tray.turn_at
        yield Spot(TURN, x, y, tray.area, wide, tray.button_high, "Turn",
                   "action" if several else "unlit", key="r", tip=tip)  # fmt: skip
    elif several:
        x, y = tray.button_at(number)
        wide = tray.button_width(number)
        yield Spot(TURN, round(x + wide + 0.1, 2), y, tray.area, wide, tray.button_high, "Turn",
                   "action", key="r", tip=tip)  # fmt: skip


def picker_of(game: BoardGame, state: State, seat: str, picks: Draft) -> Picker[Move]:
    """Return the picker of the legal moves of a seat that begin with these picks."""
    none = not seat or isinstance(game.to_act(state), Chance)
    moves = () if none else game.moves_for(state, seat)
    return Picker(((tuple(map(str, move.given)), move) for move in moves), picks)


def spots(game: BoardGame, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return all places and the buttons; illegal picks explain themselves."""
    with bounded("drawing the table"):
        return _spots(game, state, draft)


def _spots(game: BoardGame, state: State, draft: Draft) -> tuple[Spot, ...]:
    seat, picks = drafted(game, state, draft)
    picker = picker_of(game, state, seat, picks)
    last = {each[-1] for each, _ in picker.moves if len(each) == len(picks) + 1}
    roles = {name: "move" if name in last else "via" if picks else "select"
             for name in picker.next()}  # fmt: skip
    far = _far_ends(game, state, picker)
    roles |= dict.fromkeys(far, "move")
    buttons, angle = picker, turning(draft)
    if _angles(game, state, seat, picks):  # a place where any turn fits is the end of a move
        laid = bool(picks) and picks[-1] in game.design.places
        buttons = picker.at((*picks, angle)) if laid else picker
        roles |= dict.fromkeys(picker.at(picks[:-1] if laid else picks).next(), "move")
        roles |= {picks[-1]: "select"} if laid else {}  # no mark over the tile that lies there
    places = (_place_spot(game, state, place, roles, picks) for place in game.board(state))
    places = (_with_path(game, spot, far) for spot in places)
    places = (_with_ends(game, spot, picker) for spot in places)
    taken = _captures(game, state, picker)
    return _keys_once(
        *(spot._replace(risk="attack", tip=taken[spot.id]) if spot.id in taken else spot
          for spot in places),
        *_card_spots(game, state, seat, roles, picks),
        *_buttons(game, state, buttons, picker),
        *(_turn_spot(game, state, seat, picks) if seat and state.over is None else ()),
        *tray_of(game).spots(state),
    )  # fmt: skip


def _keys_once(*spots: Spot) -> tuple[Spot, ...]:
    """Return the spots with each key once: the one that is lit has it, Turn and Done first."""
    first: dict[str, str] = {}
    for spot in sorted(spots, key=lambda each: (each.role == "unlit", each.id not in (TURN, DONE))):
        first.setdefault(spot.key, spot.id)
    return tuple(
        spot._replace(key="") if spot.key and first[spot.key] != spot.id else spot for spot in spots
    )


def _card_spots(
    game: BoardGame, state: State, seat: str, roles: Mapping[str, str], picks: Draft
) -> Iterator[Spot]:
    """Yield the cards in sight; those in a pile from which a move may take one have a role."""
    if not game.piles:
        return
    stage = game.stage(state)
    parts = [stage.pile_of(part) for part in stage.shape.names]
    piles = {game.piles.full_name(pile, seat) for pile in parts if pile and seat}
    rest = {game.piles.full_name(pile, seat) for pile in parts[len(picks) :] if pile and seat}
    for pile, card, spot in card_area(game).places_of_cards(state):
        role = roles.get(card, "inert") if pile in rest else "inert"
        yield spot._replace(
            role=role, drag=pile in piles and len(parts) > 1 and role != "inert",
            drop=pile in rest and bool(picks),
        )  # fmt: skip


def _far_ends(game: BoardGame, state: State, picker: Picker[Move]) -> dict[str, Move]:
    """Return where moves with any number of picks end, such as chains of jumps, if there is one.

    A move with parts, such as a start, an end and a word, is picked part by part.
    """
    more = game.stage(state).shape.more
    return picker.far_ends() if more and picker.draft else {}


def _with_path(game: BoardGame, spot: Spot, far: Mapping[str, Move]) -> Spot:
    """Return the spot of a far end with the path of its move, for the pointer."""
    if spot.id not in far:
        return spot
    area, points = _line(game.design.places, map(str, far[spot.id].picks))
    return spot._replace(preview=(Mark("path", area=area, points=points),))


def _with_ends(game: BoardGame, spot: Spot, picker: Picker[Move]) -> Spot:
    """Return the spot of a piece to drag with the places where it may go, for the pointer."""
    if not spot.drag or spot.role != "select" or picker.draft:
        return spot
    places = game.design.places
    ends = [end for end in picker.at((spot.id,)).next() if end in places]
    marks = (Mark("target", x, y, places.area(end)) for end in ends for x, y in (places.at[end],))
    return spot._replace(preview=tuple(marks))


def _captures(game: BoardGame, state: State, picker: Picker[Move]) -> dict[str, str]:
    """Return the picks that complete a capture, each with who loses what by it.

    The move is tried: another seat has fewer pieces after it. Where the mover has fewer, too, all
    go home, as at the end of a round.
    """
    ends = picker.ends()
    if game.cooperative or game.stage(state).secret or len(ends) > MOST_TRIED:
        return {}
    before = _holdings(game, state)
    found = {}
    for pick, move in ends.items():
        after = _after(game, state, move, before)
        if after[state.seat] < before[state.seat]:
            continue
        lost = [
            f"{capitalise(seat)} loses {count_noun(before[seat] - after[seat], 'piece')}"
            for seat in game.seats
            if seat != state.seat and after[seat] < before[seat]
        ]
        if lost:
            found[pick] = f"{', '.join(lost)}."
    return found


def _after(
    game: BoardGame, state: State, move: Move, before: Counter[str | None]
) -> Counter[str | None]:
    """Return the holdings after a move; those ``before`` if its function fails.

    The failure is reported when the move is played; only one that doesn't end is reported here.
    """
    try:
        return _holdings(game, game.apply_move(state, move, EventCounts()))
    except EndlessError:
        raise
    except BadInput:
        return before


def _holdings(game: BoardGame, state: State) -> Counter[str | None]:
    """Return how many places have pieces of each seat."""
    return Counter(owner_of(piece, game.seats) for piece in state.pieces.values())


def _place_spot(
    game: BoardGame, state: State, place: str, roles: dict[str, str], picks: Draft
) -> Spot:
    """Return the spot of a place; ``roles`` has those that continue the draft."""
    places = game.design.places
    x, y = places.at[place]
    wide, high = places.spot_size(place)
    own = state.over is None and game.table(state).owner(place) == state.seat
    shape = game.stage(state).shape
    moves = "start" in shape.names or len(shape.names) > 1
    role = roles.get(place, "select" if own and moves and picks else "inert")
    return Spot(
        place, x, y, places.area(place), wide, high,
        name=f"{place}, {whole_name(state, place)}{_edges_of(game, state, place)}", role=role,
        drag=own and moves, drop=state.over is None,
    )  # fmt: skip


def _edges_of(game: BoardGame, state: State, place: str) -> str:
    """Return the edges of a place's tile in words; "" for another piece."""
    piece = state.pieces.get(place)
    tile = game.design.known_tiles.get(piece) if isinstance(piece, str) else None
    return f" ({tile.words})" if tile else ""


def piece_name(piece: Any) -> str:
    """Return a place's piece in words; of a pile, from below, alike ones in a row are counted.

    >>> piece_name(("arms",) * 4), piece_name(("red coin", "red coin", "moons"))
    ('four arms', 'two red coins and moons')
    """
    if piece is None:
        return "empty"
    pile = piece if isinstance(piece, tuple) else (piece,)
    return join_list(_counted(name, len([*alike])) for name, alike in groupby(map(str, pile)))


def _counted(name: str, count: int) -> str:
    if count == 1:
        return name
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {name if name.endswith('s') else f'{name}s'}"


def whole_name(state: State, place: str) -> str:
    """Return what is on a place in words: its piece, and what lies on top."""
    name = piece_name(state.pieces.get(place))
    return f"{name} under {piece_name(state.tops[place])}" if place in state.tops else name


def _buttons(
    game: BoardGame, state: State, picker: Picker[Move], before: Picker[Move]
) -> Iterator[Spot]:
    """Yield the buttons: roll, the words of moves, the seats that choose, and done.

    Those that can be picked now are lit; the others say why they can't be. ``before`` has the picks
    without the angle of a tile that the player turns.
    """
    tray = tray_of(game)
    lit = {*_lit(game, state, picker), *_lit(game, state, before)}
    if state.over is not None:
        return
    for number, (id, name) in enumerate(tray.buttons):
        x, y = tray.button_at(number)
        yield Spot(
            id, x, y, tray.area, tray.button_width(number), tray.button_high, capitalise(name),
            "action" if id in lit else "unlit", key=_key(id, tray),
        )  # fmt: skip
    if picker.complete() and len(picker.moves) > 1:
        last = len(tray.buttons)
        yield Spot(
            DONE, *tray.button_at(last), tray.area, tray.button_width(last), tray.button_high,
            "Done", "action", key="d",
        )  # fmt: skip


def _lit(game: BoardGame, state: State, picker: Picker[Move]) -> Collection[str]:
    """Return the buttons that can be picked now: a due roll, seats that choose, and legal words."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        return {ROLL}
    seats = actor.seats if isinstance(actor, Simultaneous) else ()
    return {*(f"seat {seat}" for seat in seats), *picker.next(), *_far_ends(game, state, picker)}


def _key(id: str, tray: Tray) -> str:
    """Return the first letter or digit of a button that no other begins with."""
    first = id[0].lower()
    alike = sum(other[0].lower() == first for other, _ in tray.buttons)
    return first if alike == 1 and len(first) == 1 else ""


# --- Picks --------------------------------------------------------------------------------------


def pick(
    game: BoardGame, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return the move that a pick completes, the longer draft, or why it can't be picked."""
    actor = game.to_act(state)
    if actor is None or isinstance(actor, Chance):
        if actor is not None and spot == ROLL:
            return MakeMove(None)
        refused = game.refusal(state, Move((spot,)))
        return ShowMessage(refused or Refusal(game.clauses.turns, "nothing to pick now"))
    if spot == ROLL and ROLL not in game.words:
        rolled = game.clauses.of_hook["rolled"]
        return ShowMessage(Refusal(rolled, f"{state.seat} has rolled already"))
    if spot.startswith("seat ") and spot not in game.words:
        return _choose_seat(game, actor, spot.removeprefix("seat "))
    seat, picks = drafted(game, state, draft)
    spot, to = COPY.sub("", spot), to and COPY.sub("", to)  # a further card of a name
    if not seat:
        text = f"choose first whose secret move it is: {join_list(actor.seats, 'or')}"
        return ShowMessage(Refusal(actor.clause if isinstance(actor, Simultaneous) else "", text))
    before = draft[:1] if game.stage(state).secret else EMPTY_DRAFT
    if (angle := turning(draft)) or spot == TURN:
        found = _turned(game, state, seat, picks, angle, spot, to)
    else:
        found = _with_angle(game, state, seat, picks, _picked(game, state, seat, picks, spot, to))
    return (*before, *found) if type(found) is tuple else found


def _choose_seat(game: BoardGame, actor: Any, seat: str) -> Draft | ShowMessage:
    if not isinstance(actor, Simultaneous):
        text = f"{join_list(actor.seats)} moves now, and in the open"
        return ShowMessage(Refusal(game.clauses.turns, text))
    if seat in actor.seats:
        return (seat,)
    return ShowMessage(Refusal(actor.clause, f"{seat} has chosen already"))


def _picked(
    game: BoardGame, state: State, seat: str, picks: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """Return what a pick makes of a seat's picks; the refusal of those that are no legal move."""
    if spot == DONE:
        return MakeMove(_move(game, state, seat, picks))
    picker = picker_of(game, state, seat, picks)
    found = picker.picked(spot, to)
    if not isinstance(found, Attempt):
        return found
    far = _far_ends(game, state, picker.at(found.picks[:-1]))
    if found.picks[-1] in far:
        return MakeMove(far[found.picks[-1]])
    if _is_of_another_kind(game, state, found.picks):
        asked = _ask(game, state, seat, found.picks[:-1])
        text = f"{found.picks[-1]} can't be chosen now: {asked}"
        return ShowMessage(Refusal(game.clauses.turns, text))
    stage, typed = game.stage(state), tuple(_typed(game, found.picks))
    if _goes_nowhere(game, state, found.picks) or stage.refuses(stage.whole(typed)):
        return ShowMessage(_why_no_move(game, state, seat, found.picks))
    return MakeMove(_move(game, state, seat, found.picks))


def _move(game: BoardGame, state: State, seat: str, picks: Draft) -> Move:
    """Return the move of picks in text."""
    typed = tuple(_typed(game, picks))
    return game.move_from(state, typed, seat if game.stage(state).secret else "")


def _typed(game: BoardGame, picks: Draft) -> Iterator[Pick]:
    """Yield picks in text as a game has them: numbers as numbers, words as words."""
    words = {str(word): word for word in game.words}
    return (words.get(each, each) for each in picks)


def _why_no_move(game: BoardGame, state: State, seat: str, picks: Draft) -> Refusal:
    """Return why no legal move begins with these picks: the reason of those that do.

    Where they have several, it is that of the nearest place, as an example: of a player's own
    board, that is, and not that of most places, which may all be on another one.
    """
    rest = game.stage(state).parts_after(picks, least=True)
    tried: Iterator[Draft] = iter([picks])
    for name in ("end",) if _goes_nowhere(game, state, picks) else rest:
        choice = kind_of(game.design, name)
        places = choice if isinstance(choice, Choice) else _nearest(game, state, picks[-1])
        ends = tuple(map(str, places))
        tried = ((*each, end) for each in tried for end in ends if end not in each)
    found: dict[tuple[str, str], None] = {}  # each once, in their order
    for each in islice(tried, PROBED):
        refused = game.refusal(state, _move(game, state, seat, each))
        if refused is not None:
            found[refused.clause, refused.text] = None
    if not found:
        return Refusal(game.clauses.turns, f"no move begins with {'-'.join(picks)}", picks)
    clause, text = next(iter(found))
    if len(found) > 1 and not text.startswith(f"{picks[-1]} "):
        text = f"{picks[-1]} can't be used now; for example, {text}"
    return Refusal(clause, text, tuple(p for p in picks if p in game.design.places))


def _is_of_another_kind(game: BoardGame, state: State, picks: Draft) -> bool:
    """Return True if the last pick is no value that any part of a move from it on can have.

    An example is a card of the hand where a bid is due. A card of another pile isn't: the game
    refuses it with the pile's name.
    """
    *before, pick = picks
    stage = game.stage(state)
    if stage.acts and not before:
        return False
    kinds = [kind_of(game.design, name) for name in stage.parts_after(before)]
    words = [{*map(str, kind)} if isinstance(kind, Choice) else game.board(state) for kind in kinds]
    in_pile = any(kind is not None and not isinstance(kind, Choice) for kind in kinds)
    return bool(kinds) and not in_pile and not any(pick in each for each in words)


def _goes_nowhere(game: BoardGame, state: State, picks: Draft) -> bool:
    """Return True for the start alone of a move whose end is one of any number of places."""
    shape = game.stage(state).shape
    return len(picks) == 1 and shape.more and shape.names == ("start",)


def _nearest(game: BoardGame, state: State, pick: str) -> list[str]:
    """Return the places, those first that are nearest to a pick, if it is a place."""
    places, names = game.design.places, [*game.board(state)]
    if pick not in places.at:
        return names

    def far(name: str) -> tuple[bool, float]:
        return places.area(name) != places.area(pick), dist(places.at[pick], places.at[name])

    return sorted(names, key=far)


def step_back(draft: Draft) -> Draft:
    """Return the draft without its last pick, a tile's place with its angle."""
    return draft[: -2 if turning(draft) else -1]


# --- Captions -----------------------------------------------------------------------------------


def prompt(game: BoardGame, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and its clause."""
    if state.over is not None:
        return f"The game is over. {state.over.text}", state.over.clause
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        if actor.draws:
            return f"Draw {count_noun(len(actor.dice), 'card')}.", actor.clause
        dice = "die" if len(actor.dice) == 1 else "dice"
        return f"{capitalise(state.seat)}: roll the {dice}.", actor.clause
    seat, picks = drafted(game, state, draft)
    if not seat:
        assert isinstance(actor, Simultaneous)
        return f"In secret: {join_list(map(capitalise, actor.seats), 'or')} chooses.", actor.clause
    own = None
    args = game.table(state, "why_not", seat), picks
    if hook := game.stage(state).hook("prompt"):
        own = call(game.design, hook, *args)
        if own is not None and not (isinstance(own, str) and own.strip()):
            wrong = "expected None for the usual prompt, or a sentence"
            raise returned(game.design, hook, args, own, wrong)
    if own is None:
        asked = _ask_turned(game, state, seat, picks, turning(draft))
        own = f"{capitalise(seat)}{_so_far(state, picks)}: {asked}."
    stage = game.stage(state)
    asked = stage.why_not or (stage.move if stage.phase else "why_not")
    clause, text = game.cited("prompt", args, own, asked)
    if text == own.strip():  # it cites none itself
        hooks = ("reveal", asked) if stage.secret and not stage.phase else (asked,)
        clause = game.clauses.of_prompt(*hooks)
    return text, clause


def _so_far(state: State, picks: Draft) -> str:
    shown = f" ({join_list(state.dice)} rolled)" if state.dice else ""
    return f"{shown}, {'-'.join(picks)}" if picks else shown


def _ask(game: BoardGame, state: State, seat: str, picks: Draft) -> str:
    """Return what to choose next, and that the move may end here."""
    picker = picker_of(game, state, seat, picks)
    done = ", or Done" if picks and picker.complete() else ""
    names = game.stage(state).parts_after(picks)
    choice = kind_of(game.design, names[0]) if names else None
    acts = game.stage(state).acts
    if acts and not picks:
        return f"choose {join_list(picker.next() or acts, 'or')}"
    if isinstance(choice, Choice):
        possible, words = picker.next(), [*map(str, choice)]
        if any(pick not in words for pick in possible):  # it may be left out, and a later one given
            return f"choose {join_list([f'the {_in_words(name)}' for name in names], 'or')}{done}"
        if len(choice) <= 4:
            return f"choose {join_list(possible or words, 'or')}{done}"
    name = names[0] if names else "place"
    asked = {"start": "choose a piece to move", "end": "choose where it goes"}
    return asked.get(name, f"choose {with_article(_in_words(name))}") + done


def _ask_turned(game: BoardGame, state: State, seat: str, picks: Draft, angle: str) -> str:
    """Return what to choose next, perhaps with a tile that can be turned."""
    angles = _angles(game, state, seat, picks)
    turn = ["turn the tile (R)"] if len(angles) > 1 else []
    if not angles:
        return _ask(game, state, seat, picks)
    if not picks or picks[-1] not in game.design.places:
        tile = _tile(game, state, picks)
        return join_list([f"choose a place for the {tile and tile.name}", *turn], "or")
    after = picker_of(game, state, seat, (*picks, angle))
    again = [f"choose {picks[-1]} again to lay it"] if after.complete() else []
    return join_list([*turn, *again, *after.next()], "or")


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def state_text(game: BoardGame, state: State) -> str:
    """Return the whole position in words."""
    table = game.table(state)
    parts = [f"Turn {state.turn}"]
    parts.append(state.over.text.rstrip(".") if state.over else f"{capitalise(state.seat)} to move")
    held = {seat: [place for place in table if table.owner(place) == seat] for seat in game.seats}
    for seat, places in held.items():
        listed = ", ".join(
            place if whole_name(state, place) == seat else f"{place} {whole_name(state, place)}"
            for place in places
        )
        parts += [f"{capitalise(seat)}: {listed}"] if listed else []
    other = [place for place in table if table.owner(place) is None]
    other += [place for place in state.tops if place not in state.pieces]
    parts += [", ".join(f"{p} {whole_name(state, p)}" for p in other)] if other else []
    return ". ".join([*parts, *_notes_in_words(game, state)]) + "."


def tray_words(game: BoardGame, state: State, _scene: Scene) -> tuple[str, ...]:
    """Return the dice, scores and notes, for a printed board."""
    return tuple(f"{words}." for words in _notes_in_words(game, state))


def _notes_in_words(game: BoardGame, state: State) -> Iterator[str]:
    if state.dice:
        yield f"Dice: {', '.join(state.dice)}"
    if game.piles:
        yield from card_area(game).lines(state)
    yield from tray_of(game).lines(state)


# --- Scores -----------------------------------------------------------------------


def score(game: BoardGame, state: State) -> tuple[Score, ...]:
    """Return the design's ``score(table)``, or else the points of the seats, if it counts any."""
    suits, found = seat_suits(game.seats), scores_of(game, state)
    if not hook_of(game.design, "score") and tray_of(game).scored:
        found = {seat: Figure(points) for seat, points in state.score.items()}
    return tuple(
        Score(capitalise(name), figure.value, figure.most, suits.get(name, ""))
        for name, figure in found.items()
        if isinstance(figure, Figure)  # a seat's row of figures is on the tray
    )


def numbers(game: BoardGame, state: State) -> Numbers:
    """Return the numbers on the tray: of seats, dice, tracks and notes."""
    return tray_of(game).numbers(state)


# --- The scene ----------------------------------------------------------------------------------


def scene(
    game: BoardGame,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the board; ``event`` is what just happened, ``before`` the scene before it."""
    areas, layouts = areas_of(game, state)
    cards = card_area(game).pieces(state) if game.piles else ()
    on_board = (*board_pieces(game, state), *_ghost(game, state, draft))
    drawn = (*on_board, *cards, *tray_of(game).pieces(state, _lying(game, state, draft)))
    linger = LINGER.get(event.kind, LINGERS) if event else 0.0
    return Scene(
        areas,
        layouts,
        keep_ids(drawn, before.pieces if before else ()),
        tuple(event_marks(game, event)),
        (),
        caption=event.text if event else "",
        clause=event.clause if event else "",
        alt=state_text(game, state),
        linger=linger,
    )


def areas_of(game: BoardGame, state: State) -> tuple[tuple[Area, ...], tuple[Layout, ...]]:
    """Return the boards and the tray, and their layouts."""
    places, tray = game.board(state), tray_of(game)
    title = game.title if len(game.title) <= LONGEST_TITLE else ""
    size = tray.width, tray.height
    side = Area(tray.area, *size, title, (mat(*size, "tray"),))
    cards: tuple[Area, ...] = ()
    if game.piles:
        across, high = card_area(game).width, card_area(game).height
        cards = (Area(CARDS, across, high, "", (mat(across, high, "tray"),)),)
    if not len(places) and not cards:
        alone = FrozenDict({tray.area: (ALONE, 0.0)})
        return (side,), (Layout(0, tray.width + 2 * ALONE, tray.height, alone),)
    return (*_boards(places), *cards, side), _layouts(places, cards, size)


def _boards(places: Places) -> Iterator[Area]:
    """Yield the area of the board, or those of the seats' boards with their names.

    That of a board that grows reaches to the right and the lower end of what is seen.
    """
    for board in places.boards.values() or ((places,) if len(places) else ()):
        title = capitalise(board.owner)
        size = round(board.left + board.width, 2), round(board.top + board.height, 2)
        yield Area(f"board {board.owner}".strip(), *size, title, backdrop(board))


def _spread(places: Places, columns: int) -> Spread:
    """Return the width and the height of the boards in so many columns, and their corners."""
    if not len(places):
        return 0.0, 0.0, {}
    if not places.boards:
        corner = round(0.0 - places.left, 2), round(0.0 - places.top, 2)
        return round(places.width, 2), round(places.height, 2), {"board": corner}
    rows = -(-len(places.boards) // columns)
    wide, high = places.width + APART, places.height + APART
    corners: dict[str, tuple[float, ...]] = {
        f"board {seat}": (round(number % columns * wide, 2), round(number // columns * high, 2))
        for number, seat in enumerate(places.boards)
    }
    return round(columns * wide - APART, 2), round(rows * high - APART, 2), corners


def _with_cards(boards: Spread, cards: tuple[Area, ...]) -> Spread:
    """Return the boards with the cards' area below them, as wide as they are or a little less."""
    wide, high, corners = boards
    for area in cards:
        scale = round(min(max(1.0, wide / area.width), MOST_CARDS), 2)
        across = max(wide, area.width * scale)
        apart = round((across - wide) / 2, 2)
        corners = {name: (round(at[0] + apart, 2), *at[1:]) for name, at in corners.items()}
        top = high + GAP if high else 0.0
        corners[area.id] = (round((across - area.width * scale) / 2, 2), round(top, 2), scale)
        wide, high = round(across, 2), round(top + area.height * scale, 2)
    return wide, high, corners


def _layouts(
    places: Places, cards: tuple[Area, ...], tray: tuple[float, float]
) -> tuple[Layout, ...]:
    """Return the layout with the tray below the boards, and that for wider pages, beside them.

    Boards of the seats are below each other first, with the tray above them: below, its buttons
    would be out of sight. Then they are side by side; cards are below them.
    """
    count = max(1, len(places.boards))
    few = min(count, max(1, int(NARROW / places.width))) if len(places) else 1
    many = min(count, max(few, int(BROAD / places.width))) if len(places) else 1
    small, large = (_with_cards(_spread(places, columns), cards) for columns in (few, many))
    found = [_below(small, tray, above=few < count), _beside(small, tray, BESIDE)]
    if many > few:
        found[1:] = [_beside(large, tray, BESIDE_MANY)]
        found.insert(1, _below(large, tray, BESIDE))
    return tuple(found)


def _below(
    boards: Spread, tray: tuple[float, float], min_width: int = 0, *, above: bool = False
) -> Layout:
    """Return a layout with the tray below, its letters large enough for a phone, and no larger.

    Or it is ``above`` the boards.

    On pages of ``min_width`` and more it is as large as the boards, if its letters stay legible.
    """
    (wide, high, corners), (tray_wide, tray_high) = boards, tray
    legible = max(1.0, LEGIBLE * wide / (LETTERS * min_width)) if min_width else PHONE * wide
    scale = round(min(wide / tray_wide, legible), 2)
    across = max(wide, tray_wide * scale)
    left = round((across - wide) / 2, 2)
    tall = round(high + 0.1 + tray_high * scale, 2)
    down = round(tall - high, 2) if above else 0.0
    places = {
        area: (round(x + left, 2), round(y + down, 2), *rest)
        for area, (x, y, *rest) in corners.items()
    }
    at = round((across - tray_wide * scale) / 2, 2), 0.0 if above else high + 0.1, scale
    return Layout(min_width, across, tall, FrozenDict({**places, "tray": at}))


def _beside(boards: Spread, tray: tuple[float, float], min_width: int) -> Layout:
    """Return a layout with the tray beside the boards.

    A tray that is taller is drawn smaller, as far as its letters stay legible on a page of
    ``min_width``; beside a large board it is drawn larger, so that they are.
    """
    (wide, high, corners), (tray_wide, tray_high) = boards, tray
    least = max(0.5, LEGIBLE * (wide + 0.15) / (LETTERS * min_width - LEGIBLE * tray_wide))
    fits = high / tray_high
    scale = round(min(max(1.0, fits), max(min(1.0, fits), least)), 2)
    tall = round(max(high, tray_high * scale), 2)
    down = round((tall - high) / 2, 2)
    places = {area: (x, round(y + down, 2), *rest) for area, (x, y, *rest) in corners.items()}
    side = round(wide + 0.15, 2), round((tall - tray_high * scale) / 2, 2), scale
    across = round(wide + 0.15 + tray_wide * scale, 2)
    return Layout(min_width, across, tall, FrozenDict({**places, "tray": side}))


def board_pieces(game: BoardGame, state: State) -> Iterator[Piece]:
    """Yield the pieces on the board."""
    places = game.design.places
    for place, piece in state.pieces.items():
        for drawn in _on_place(game, place, piece):
            yield drawn._replace(area=places.area(place))
    for place, tops in state.tops.items():
        looks = [(look_of(game.design, piece, place), piece) for piece in tops]
        at, size = places.at[place], round(places.size(place), 2)
        for drawn in tops_on(looks, at, size, state.pieces.get(place)):
            yield drawn._replace(area=places.area(place))


def _on_place(game: BoardGame, place: str, piece: Any) -> Iterator[Piece]:
    """Yield the drawn pieces of a place."""
    places, design = game.design.places, game.design
    at, size = places.at[place], round(places.size(place), 2)
    if place in places.edges and (wall := wall_on(piece, at, places.angle(place), design, place)):
        yield wall
        return
    if place in places.sizes:  # above the name of a track's step
        at, size = (at[0], round(at[1] - 0.12 * size, 3)), round(size * 0.75, 2)
    yield from pieces_on(place, piece, at, size, lambda each: look_of(design, each, place))


def board_alone(places: Places) -> Scene:
    """Return the picture of a board without pieces, tray and rules."""
    add_sheet(SHEET)  # no game may have brought it yet
    board = places.grown(())
    wide, high, corners = _spread(board, max(1, int(BROAD / board.width)))
    whole = Layout(0, wide, high, FrozenDict(corners))
    alt = f"A board of {len(board)} places: {', '.join(board)}."
    return Scene(tuple(_boards(board)), (whole,), alt=alt)


def _frame(game: BoardGame) -> str:
    """Return the mark round a place: a ring round a pit, a frame round others."""
    return "here" if game.design.places.kind == "pits" else "selected"


def event_marks(game: BoardGame, event: Event | None) -> Iterator[Mark]:
    """Yield the path of a move, or a frame round its only place.

    The path is that of ``table.say(…, path=[…])``, or else the move's places.
    """
    places = game.design.places
    path = event.data.get("path") or event.data.get("picks", ()) if event else ()
    area, picked = _line(places, path)
    if len(picked) > 1:
        yield Mark("trail", area=area, points=picked)
    elif picked:
        yield Mark(_frame(game), *picked[0], area)


def _line(places: Places, names: Iterable[str]) -> tuple[str, tuple[tuple[float, float], ...]]:
    """Return the area of the first of some names that is a place, and the points in that area."""
    named = [name for name in names if name in places]
    area = places.area(named[0]) if named else "board"
    return area, tuple(places.at[name] for name in named if places.area(name) == area)


def marks(game: BoardGame, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return the ring round the seat that acts, and what was picked so far."""
    actor, tray = game.to_act(state), tray_of(game)
    seat, picks = drafted(game, state, draft)
    suits = seat_suits(game.seats)
    if actor is None:
        return ()
    acting = [seat] if seat else list(actor.seats)
    if isinstance(actor, Chance | Seat):
        acting = [state.seat]
    found = [Mark("here", *tray.seat_at(each), tray.area, suit=suits[each]) for each in acting]
    area, at = _line(game.design.places, picks)
    found += [Mark(_frame(game), *point, area) for point in at[:1]]
    if len(at) > 1:
        found.append(Mark("path", area=area, points=at))
    found += card_area(game).marks(state, picks) if game.piles else ()
    return (*found, *_own_marks(game, state, picks))


def _own_marks(game: BoardGame, state: State, picks: Draft) -> Iterator[Mark]:
    """Yield what the design's ``marks(table, picks)`` marks: places, and lines of places."""
    hook = game.stage(state).hook("marks")
    if state.in_setup or not hook:
        return
    args = game.table(state, ""), picks
    found = call(game.design, hook, *args)
    places = game.design.places
    for marked, word in found.items() if isinstance(found, Mapping) else [((), found)]:
        named = (marked,) if isinstance(marked, str) else marked
        if not named or not isinstance(word, str) or any(each not in places for each in named):
            wrong = "expected marks by place, such as {'b2': 'danger', ('a1', 'a4'): 'line'}"
            raise returned(game.design, hook, args, found, wrong)
        area, points = _line(places, named)
        if len(named) > 1:
            yield Mark("lane" if word == "line" else "lost", area=area, points=points)
        elif word in SIGNS:
            yield Mark(SIGNS[word], *points[0], area)
        else:
            yield Mark("text", *points[0], area, label=word)


def locate(game: BoardGame, squares: tuple[str, ...]) -> list[Place]:
    """Return where places are on the board."""
    places = game.design.places
    return [(places.area(each), *places.at[each]) for each in squares if each in places]


def _how_to_play(game: BoardGame) -> HowToPlay:
    """Return what the rulebook says to a new player; without that, its aim is who wins, if any."""
    told = from_rulebook(game)
    clauses = game.clauses
    if game.rulebook.how_to_play:
        return told
    said = clauses.aim != clauses.turns
    return told._replace(aim=clauses.by_id[clauses.aim].text if said else "")


def _last_move(before: Scene, after: Scene) -> tuple[Mark, ...]:
    """Return marks for what has moved on the board; without one, none: cards only close up."""
    on_board = after.areas[0].id.partition(" ")[0] == "board"
    return last_move(before, after) if on_board else ()


def view_for(design: type[Any]) -> AnyView:
    """Return the view of a student's class."""
    quiz = quiz_of(design)
    return GameView[BoardGame, State](
        scene, spots, pick, locate, marks, prompt, score=score, quiz=quiz,
        step_back=step_back, secret=SecretKinds("chosen"), puzzles=puzzles_of(design, quiz),
        sheet=SHEET, tray_words=tray_words, first_game=design.first_game,
        how_to_play=_how_to_play, last_move=_last_move, numbers=numbers,
        take_at=lambda game: tray_of(game).take_at,
    )  # fmt: skip
