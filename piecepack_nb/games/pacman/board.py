"""The board of the PAC-MAN board game: its scene, spots, prompts, and the results of picks.

Vocabulary
    draft    (piece, die, end, space ...): the picks so far, "" for those missing. ``end`` is one
             that both dice reach: then the die is asked for. The spaces are those that the path
             goes by, from where the piece is.
    pass     to go by a space, where several paths lead to the same end
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.pacman.areas import (
    BUTTONS,
    HIGH,
    ICON,
    TRAY,
    areas,
    at,
    button_place,
    die_place,
    ghost_places,
    layouts,
    path_marks,
    pieces,
    reading_order,
    row,
    space_words,
)
from piecepack_nb.games.pacman.game import PacMan, due_words
from piecepack_nb.games.pacman.layers import reason_overlay, worth_overlay
from piecepack_nb.games.pacman.maze import Path, has_hop
from piecepack_nb.games.pacman.prospects import marbles_brought
from piecepack_nb.games.pacman.state import (
    Put,
    State,
    Stay,
    Take,
    Walk,
    format_path,
    ghost_name,
    pac_name,
    piece_name,
    seat_name,
)
from piecepack_nb.games.pacman.walks import Situation, number_clause
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    Draft,
    MakeMove,
    Mark,
    Number,
    Numbers,
    Overlay,
    Picker,
    Scene,
    Score,
    ShowMessage,
    Spot,
    draw_scene,
)

LINGER = {
    "roll": 0.5, "start": 0.8, "start tied": 0.8, "off": 0.1, "privilege won": 0.5, "landing": 0.6,
    "gone home": 0.4, "paid": 0.5, "ghost gobbled": 0.6, "ghost back": 0.3, "yellow back": 0.3,
    "yellow waits": 0.4, "no reward": 0.4, "stays": 0.7, "ghosts stay": 0.7, "end": 1.0,
}  # fmt: skip
"""The seconds that an event is shown before the next; a step takes none."""
REASON_LINGER = 0.6
"""The seconds more for a bot's reason."""
STEPS = ("step", "on", "ghost step")
ROLLS = {"start": "Roll to see who starts", "roll": "Roll both dice"}
DIE_KEYS, STAY_KEYS = "df", "st"
MINE = 4.08, 1.02, 2.26
"""The x, y and width of the button for one's Pac-Man, beside the dice."""
BADGE = 0.27
"""The offset of a die's badge."""


# --- the scene ------------------------------------------------------------------------------------


def scene(
    game: PacMan,
    state: State,
    event: Event | None = None,
    before: Scene | None = None,
    draft: Draft = EMPTY_DRAFT,
) -> Scene:
    """Return the table after ``event``; ``before`` is the scene before it."""
    overlay = reason_overlay(game.board, event, before)
    if event is None or event.kind == "roll":
        overlay = overlay.plus(worth_overlay(game.situation(state)))
    overlay = Overlay(tuple(_last_step(game, event))).plus(overlay)
    return draw_scene(
        areas(game.board, game.seats),
        layouts(game.board, len(game.seats)),
        pieces(game, state, event, before),
        overlay,
        event,
        before,
        alt=_table_words(game, state),
        linger=_linger(event),
    )


def locate(game: PacMan, squares: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Return the places of squares on the board."""
    known = game.board.next_to
    return [("board", *at(game.board, square)) for square in squares if square in known]


def _last_step(game: PacMan, event: Event | None) -> Iterator[Mark]:
    """Yield the last step as a line, unless a bot's path is drawn anyway."""
    if event is not None and event.kind in STEPS and event.why is None:
        path = event.data["from"], event.data["to"]
        yield from path_marks(game.board, path, "trail")


def _linger(event: Event | None) -> float:
    if event is None:
        return 0.0
    return LINGER.get(event.kind, 0.0) + (REASON_LINGER if event.why is not None else 0.0)


def _table_words(game: PacMan, state: State) -> str:
    """Return the table in words, for those who do not see it."""
    if state.phase in ("start", "roll", "over"):
        head = game.next_action(state).text
    else:  # perhaps in the middle of a move, when nothing is due yet
        head = f"{seat_name(state.to_move)}'s turn"
        if state.due:
            head += f", {due_words(state)} still to move"
    rows = "; ".join(_row_words(state, seat) for seat in state.players)
    ghosts = join_list(f"{ghost_name(ghost)} on {place}" for ghost, place in state.ghosts.items())
    dice = f" Dice left: {join_list(map(str, state.dice))}." if state.dice else ""
    rings = join_list(sorted(state.yellow)) if state.yellow else ""
    yellow = f"yellow marbles on {rings}" if rings else "no yellow marble"
    left = count_noun(len(state.white), "white marble")
    return (
        f"Turn {state.turn}: {head}.{dice} {rows}. {capitalise(ghosts)}. "
        f"On the board: {left}, {yellow}."
    )


def tray_words(_game: PacMan, state: State, _scene: Scene) -> tuple[str, ...]:
    """Return the dice and what each player has, for a printed board."""
    dice = f"Dice: {join_list(map(str, state.dice))}."
    left = f"On the board: {count_noun(len(state.white), 'white marble')}."
    rows = (f"{seat_name(seat)}: {_holding_words(state, seat)}." for seat in state.players)
    return (*([dice] if state.dice else []), *rows, left)


def _row_words(state: State, seat: str) -> str:
    """Return a player's row, for a screen reader."""
    square = state.players[seat].square
    return f"{seat_name(seat)}, Pac-Man on {square}, {_holding_words(state, seat)}"


def _holding_words(state: State, seat: str) -> str:
    player = state.players[seat]
    text = count_noun(player.tray, "white marble")
    if player.yellow:
        text += f", {count_noun(player.yellow, 'ghost gobbler privilege')}"
    return text


# --- scores --------------------------------------------------------------------------


def score(_game: PacMan, state: State) -> tuple[Score, ...]:
    """Return the white marbles of each player and on the board (PC-30), then the privileges."""
    every = len(state.white) + sum(player.tray for player in state.players.values())
    trays = (
        Score(seat_name(seat), player.tray, every, seat, "marbles")
        for seat, player in state.players.items()
    )
    gobblers = (
        Score(f"{seat_name(seat)}'s ghost gobbler privilege", player.yellow, None, seat)
        for seat, player in state.players.items()
        if player.yellow
    )
    return (*trays, Score("on the board", len(state.white), every, bar="marbles"), *gobblers)


def numbers(game: PacMan, state: State) -> Numbers:
    """Return the marbles and privileges in each player's row, and the two dice."""
    rows = {
        f"row:{seat}": (
            Number(f"{seat_name(seat)}'s white marbles", player.tray),
            Number(f"{seat_name(seat)}'s ghost gobbler privileges", player.yellow),
        )
        for seat, player in state.players.items()
    }
    dice = {f"die:{die}": (Number("Die", die, replaced=True),) for die in state.dice}
    return {**rows, **dice}


# --- the draft ------------------------------------------------------------------------------------


class Walks(Picker[Walk]):
    """The walks that continue a path; the best come first: those that gobble most."""

    def by_die(self) -> dict[str, dict[int, Walk]]:
        """Return the ends of the walks, each with its best walk by each die."""
        found: dict[str, dict[int, Walk]] = {}
        for path, walk in self.moves:
            found.setdefault(path[-1], {}).setdefault(walk.die, walk)
        return found

    def passed(self) -> set[str]:
        """Return the spaces that tell several walks to the same end by the same die apart."""
        size = max(len(self.draft), 1)
        alike: dict[tuple[str, int], list[set[str]]] = {}
        for path, walk in self.moves:
            alike.setdefault((path[-1], walk.die), []).append(set(path[size:-1]))
        apart: set[str] = set()
        for group in alike.values():
            apart |= set().union(*group) - group[0].intersection(*group)
        return apart & super().passed()


class WalkChoice(NamedTuple):
    """The picks so far, and the moves that continue them."""

    piece: str
    die: int
    """0 while either die may be meant."""
    end: str
    walks: Walks
    stays: tuple[Stay, ...]

    @property
    def path(self) -> Path:
        """The spaces that the walk goes by, from where the piece is; () for none picked."""
        return self.walks.draft

    def draft(self, piece: str, die: int, end: str = "", path: Path = ()) -> Draft:
        """Return the draft of these picks."""
        return (piece, str(die or ""), end, *path) if piece or die else EMPTY_DRAFT


def choice_of(game: PacMan, state: State, draft: Draft) -> WalkChoice:
    """Return the choice of a draft, with the piece or die added where only one is left."""
    piece, die, end, *path = draft or ("", "", "")
    number = int(die or 0)
    if not piece and state.due == ("pac",):
        piece = "pac"
    if not number and len(set(state.dice)) == 1:
        number = state.dice[0]
    moves = game.moves(state) if state.phase == "move" else ()
    fits = [
        move for move in moves if isinstance(move, Walk | Stay) and number in (0, move.die)
    ]  # fmt: skip
    walks = [move for move in fits if isinstance(move, Walk) and move.piece == piece]
    walks.sort(key=lambda walk: (-_walk_value(game.situation(state), walk), len(walk.path)))
    picker = Walks(((walk.path, walk) for walk in walks), tuple(path))
    kind = piece if piece in ("", "pac") else "ghosts"
    stays = [move for move in fits if isinstance(move, Stay) and kind in ("", move.piece)]
    return WalkChoice(piece, number, end, picker, tuple(stays))


def _walk_value(situation: Situation, walk: Walk) -> int:
    """Return the marbles that a walk brings, a yellow one counted most."""
    if walk.piece != "pac":
        return 0
    state = situation.state
    yellow = len(state.yellow.intersection(walk.path[1:]))
    return marbles_brought(situation, state.to_move, walk.path) + 2 * yellow


def step_back(draft: Draft) -> Draft:
    """Return the draft before its last pick."""
    if len(draft) > 3 or (draft and draft[2]):
        return draft[0], draft[1], ""
    if draft and draft[0] and draft[1]:
        return draft[0], "", ""
    return EMPTY_DRAFT


def _pieces_on(game: PacMan, state: State, square: str) -> list[str]:
    """Return the pieces on a space that are due."""
    return [piece for piece in _movable(game, state) if state.square_of(piece) == square]


def _movable(game: PacMan, state: State) -> tuple[str, ...]:
    """Return the pieces that are due: one's Pac-Man, the ghosts."""
    pac = ("pac",) if "pac" in state.due else ()
    return (*pac, *(game.ruleset.ghosts if "ghost" in state.due else ()))


# --- prompts and marks ----------------------------------------------------------------------------


def prompt(game: PacMan, state: State, draft: Draft) -> tuple[str, str]:
    """Return what to do now, and the clause that says so."""
    choice = choice_of(game, state, draft)
    turn = f"Turn {state.turn}: "
    if state.phase != "move" or not (draft or choice.piece):
        due = game.next_action(state)
        text = f"{due.text}."
        if state.phase == "move":
            two = len(set(state.dice)) > 1
            text += " Pick the piece, or the die first." if two else " Pick the piece."
        playing = state.turn and state.phase != "over"
        return (f"{turn}{text}" if playing else capitalise(text)), due.clause
    if choice.end:
        dice = join_list(map(str, sorted(choice.walks.by_die().get(choice.end, {}))))
        return f"{turn}{dice} both lead to {choice.end}: pick the die.", "PC-3"
    by = join_list(map(str, [choice.die] if choice.die else sorted(set(state.dice))), "or")
    if not choice.piece:
        return f"{turn}which piece moves by the {by}?", "PC-3"
    name, clause = piece_name(state, choice.piece), number_clause(choice.piece)
    if not choice.walks.moves:
        text, clause = _no_path_words(game.situation(state), choice) or (
            "no path takes the full number", clause
        )  # fmt: skip
        stay = ", or let it stay" if choice.stays else ""
        text += f". Pick another piece or die{stay}."
        return f"{turn}{name}, by {by}: {text}", clause
    if choice.path:
        text = f"{name}, by {by}, {format_path(choice.path)}: choose the next space."
        return f"{turn}{text} Escape to undo.", clause
    passing = ", or first a dot to go by" if choice.walks.passed() else ""
    return f"{turn}move {name} by {by}: choose its destination{passing}.", clause


def _no_path_words(situation: Situation, choice: WalkChoice) -> tuple[str, str] | None:
    """Return why a piece can't go a path that takes the full number, and the clause (PC-3)."""
    for die in [choice.die] if choice.die else set(situation.state.dice):
        for path in situation.whole_paths(choice.piece, die):
            if refused := situation.walk_refusal(Walk(choice.piece, die, path)):
                return refused.text, refused.clause
    return None


def marks(game: PacMan, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return marks for whose turn it is, the picks, and the dice of each end; then the winners."""
    if state.phase == "over":
        result = game.result(state)
        return tuple(_row_mark(game, seat) for seat in result.winners) if result else ()
    choice = choice_of(game, state, draft)
    found: list[Mark] = []
    if state.phase != "start":
        found.append(_row_mark(game, state.acts))
    if state.phase == "move":
        found += _piece_marks(game, state, choice)
        found += path_marks(game.board, choice.path) if choice.path else ()
        found += _badges(game, state, choice)
    return tuple(found)


def _row_mark(game: PacMan, seat: str) -> Mark:
    """Return a ring round a player's sign."""
    return Mark("here", ICON, row(game.seats.index(seat)), "players", suit=seat)


def _piece_marks(game: PacMan, state: State, choice: WalkChoice) -> Iterator[Mark]:
    """Yield a ring round the Pac-Man that may move, and frames round the picks."""
    if "pac" in state.due:
        place = at(game.board, state.square_of("pac"))
        yield Mark("here", *place, suit=state.to_move)
    if choice.piece:
        square = state.square_of(choice.piece)
        yield Mark("selected", *ghost_places(game, state).get(choice.piece, at(game.board, square)))
    if choice.die and len(set(state.dice)) > 1:
        yield Mark("selected", *die_place(state.dice.index(choice.die)), "dice")


def _badges(game: PacMan, state: State, choice: WalkChoice) -> Iterator[Mark]:
    """Yield the dice that lead to each end, while either may be meant; the left die's at left."""
    for end, by in choice.walks.by_die().items() if not choice.die else ():
        if not choice.end or end == choice.end:
            x, y = at(game.board, end)
            for die in by:
                aside = BADGE if die == state.dice[-1] else -BADGE
                yield Mark("cost", round(x + aside, 2), round(y - 0.34, 2), label=str(die))


# --- spots on the board ---------------------------------------------------------------------------


def spots(game: PacMan, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return every space, and what the trays offer; illegal ones may be tried, and say why."""
    choice = choice_of(game, state, draft)
    idle = (_square_spot(game, state, square) for square in reading_order(game.board))
    by = choice.walks.by_die()
    squares = idle if choice.end else choice.walks.spots(
        idle, lambda spot, _: _end_spot(game, state, spot, by[spot.id]), "Go by"
    )  # fmt: skip
    return (*squares, *_tray_spots(game, state, choice), *_row_spots(game, state))


def _square_spot(game: PacMan, state: State, square: str) -> Spot:
    """Return a space as a ring for a marble, with a piece that can move, or with nothing to do."""
    name = f"{square}: {space_words(game.board, state, square)}"
    moving = state.phase == "move"
    here = moving and bool(_pieces_on(game, state, square))
    spot = Spot(square, *at(game.board, square), name=name, drag=here, drop=moving)
    if state.phase == "put" and square in game.ruleset.empty_rings(state):
        tip = f"Put the yellow marble into {square}."
        return spot._replace(role="move", tip=tip, clause="PC-20")
    return spot._replace(role="select" if here else "inert")


def _end_spot(game: PacMan, state: State, spot: Spot, by: Mapping[int, Walk]) -> Spot:
    """Return the spot of an end, with its best walk, or one for each of the dice that reach it."""
    tip, clause = _walks_tip(state, by)
    risk = _risk(state, next(iter(by.values())))
    preview = tuple(
        mark
        for number, walk in enumerate(by.values())
        for mark in path_marks(game.board, walk.path, "trail" if number else "path")
    )
    dice = join_list(map(str, sorted(by)), "or")
    return spot._replace(
        name=f"{spot.name}; by {dice}", role="move", tip=tip, clause=clause, preview=preview,
        risk=risk,
    )  # fmt: skip


def _risk(state: State, walk: Walk) -> str:
    """Return the risk of a walk: a ghost lands on one's own Pac-Man (PC-13), or it is an attack.

    An attack lands on another's Pac-Man, or gobbles a ghost (PC-20).
    """
    end = walk.path[-1]
    if walk.piece == "pac":
        return "attack" if state.ghost_on(end) else ""
    seat = state.pac_on(end)
    return "" if seat is None else "danger" if seat == state.to_move else "attack"


def _walks_tip(state: State, by: Mapping[int, Walk]) -> tuple[str, str]:
    """Return a sentence for each path to an end, and the first one's clause."""
    dice: dict[Path, list[int]] = {}
    for die, walk in by.items():
        dice.setdefault(walk.path, []).append(die)
    name = piece_name(state, piece := next(iter(by.values())).piece)
    texts, clauses = [], []
    for path, each in dice.items():
        brings, clause = _pac_brings(state, path) if piece == "pac" else _ghost_brings(state, path)
        head = f"{name} by {join_list(map(str, sorted(each)), 'or')}: {format_path(path)}"
        texts.append(capitalise(f"{head}{f', {join_list(brings)}' if brings else ''}."))
        clauses.append(clause)
    return " ".join(texts), clauses[0]


def _pac_brings(state: State, path: Path) -> tuple[list[str], str]:
    passed = set(path[1:])
    white, yellow = len(state.white & passed), len(state.yellow & passed)
    ghost = state.ghost_on(path[-1]) if len(path) > 1 else None
    gobbled = [count_noun(white, "white marble")] if white else []
    gobbled += [ghost_name(ghost)] if ghost else []
    brings = [f"gobbles {join_list(gobbled)}"] if gobbled else []
    brings += ["goes off the board and on again"] if has_hop(path) else []
    brings += ["wins the ghost gobbler privilege"] if yellow else []
    clauses = {"PC-20": ghost, "PC-11": yellow, "PC-9": has_hop(path), "PC-10": white, "PC-5": True}
    return brings, next(clause for clause, holds in clauses.items() if holds)


def _ghost_brings(state: State, path: Path) -> tuple[list[str], str]:
    seat = state.pac_on(path[-1])
    if seat is None:
        return [], "PC-12"
    own = " (your own)" if seat == state.to_move else ""
    return [f"lands on {pac_name(seat)}{own}, which goes home"], "PC-13"


# --- spots on the trays ---------------------------------------------------------------------------


def _tray_spots(game: PacMan, state: State, choice: WalkChoice) -> Iterator[Spot]:
    if state.phase in ROLLS:
        clause = "PC-3" if state.phase == "roll" else "PC-2"
        yield Spot("roll", TRAY / 2, BUTTONS[0], "dice", TRAY - 0.6, HIGH, ROLLS[state.phase],
                   "action", key="r", clause=clause)  # fmt: skip
    if state.phase == "take":
        yield from _payer_spots(game, state)
    if state.phase == "move":
        yield from _die_spots(state, choice)
        yield from _piece_spots(game, state, choice)
        yield from _stay_spots(choice)


def _die_spots(state: State, choice: WalkChoice) -> Iterator[Spot]:
    """Yield both dice, where they show different numbers."""
    for number, die in enumerate(state.dice) if len(set(state.dice)) > 1 else ():
        tip = f"Key {DIE_KEYS[number]}: use the {die} for what you pick next."
        if choice.end:
            tip = f"Key {DIE_KEYS[number]}: go to {choice.end} by the {die}."
        chosen = ", chosen" if die == choice.die else ""
        yield Spot(f"die:{die}", *die_place(number), "dice", 0.9, 0.9, f"die {die}{chosen}",
                   "move" if choice.end else "select", key=DIE_KEYS[number], tip=tip,
                   clause="PC-3")  # fmt: skip


def _piece_spots(game: PacMan, state: State, choice: WalkChoice) -> Iterator[Spot]:
    """Yield a button for each piece that is due: the Pac-Man beside the dice, the ghosts below."""
    ghosts = game.ruleset.ghosts
    for piece in _movable(game, state):
        if piece == "pac":
            place = (*MINE[:2], "dice", MINE[2], HIGH)
            name, key = "Pac\u2011Man", "m"
        else:
            place = button_place(ghosts.index(piece), len(ghosts), 0)
            name, key = capitalise(ghost_name(piece)), piece.removeprefix("ghost")
        chosen = "✓\u00a0" if piece == choice.piece else ""
        yield Spot(f"piece:{piece}", *place, f"{chosen}{name}", "choice", key=key,
                   tip=f"Key {key}: pick {piece_name(state, piece)}.", clause="PC-3")  # fmt: skip


def _stay_spots(choice: WalkChoice) -> Iterator[Spot]:
    """Yield a button for each piece and die with which it can only stay (PC-5, PC-12, PC-21)."""
    stays = choice.stays[: len(STAY_KEYS)] if choice.piece or len(choice.stays) < 3 else ()
    for number, stay in enumerate(stays):
        name = "Pac-Man stays" if stay.piece == "pac" else "Ghosts stay"
        pieces_ = "Pac-Man" if stay.piece == "pac" else "ghosts"
        yield Spot(f"stay:{stay.piece}:{stay.die}", *button_place(number, len(stays), 1),
                   f"{name}: {stay.die}", "action", key=STAY_KEYS[number],
                   tip=f"Let the {pieces_} stay, by the {stay.die}.",
                   clause=number_clause(stay.piece))  # fmt: skip


def _payer_spots(game: PacMan, state: State) -> Iterator[Spot]:
    """Yield a button for each player from whom marbles can be taken for a ghost (PC-20)."""
    for number, seat in enumerate(state.payers):
        marbles = min(game.rules.marbles_won, state.players[seat].tray)
        tip = f"{seat_name(state.to_move)} takes {marbles} from {seat_name(seat)}."
        yield Spot(f"take:{seat}", *button_place(number, len(state.payers), 0), seat_name(seat),
                   "action", key=seat[0], tip=f"Key {seat[0]}: {tip}", clause="PC-20")  # fmt: skip


def _row_spots(game: PacMan, state: State) -> Iterator[Spot]:
    """Yield the players' rows; a row can be picked instead of its button."""
    payers = state.payers if state.phase == "take" else ()
    for number, seat in enumerate(game.seats):
        yield Spot(f"row:{seat}", TRAY / 2, round(row(number) + 0.26, 2), "players", TRAY - 0.3,
                   1.2, _row_words(state, seat), "select" if seat in payers else "inert",
                   clause="PC-20" if seat in payers else "")  # fmt: skip


# --- picks ----------------------------------------------------------------------------------------


def pick(
    game: PacMan, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return a move, the draft with this pick, or a message with what is due."""
    due = game.next_action(state)
    if state.phase == "over":
        return ShowMessage(due)
    if spot == "roll":
        return MakeMove(None)
    if spot.startswith(("row:", "take:")):
        seat = spot.partition(":")[2]
        return MakeMove(Take(seat)) if state.phase == "take" else ShowMessage(due, "info")
    if state.phase == "put":
        return MakeMove(Put(spot))
    if state.phase != "move":
        return ShowMessage(due._replace(squares=(spot,)))
    choice = choice_of(game, state, draft)
    if spot.startswith("stay:"):
        _, piece, die = spot.split(":")
        return MakeMove(Stay(piece, int(die)))
    if spot.startswith("piece:"):
        return _pick_piece(choice, spot[6:])
    if spot.startswith("die:"):
        return _pick_die(choice, int(spot[4:]))
    if to is not None and to != spot:
        return _drag(game, state, choice, spot, to, shift)
    return _pick_square(game, state, choice, spot, shift)


def _pick_piece(choice: WalkChoice, piece: str) -> Draft:
    """Pick a piece to move, or put it down when it is picked again."""
    again = piece == choice.piece and not choice.path and not choice.end
    return choice.draft("" if again else piece, choice.die)


def _pick_die(choice: WalkChoice, die: int) -> Draft | MakeMove:
    """Pick a die; it completes the move where an end was picked that both dice reach."""
    if choice.end:
        return MakeMove(choice.walks.by_die()[choice.end][die])
    return choice.draft(choice.piece, 0 if die == choice.die else die)


def _drag(
    game: PacMan, state: State, choice: WalkChoice, spot: str, to: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Drag a piece to a space."""
    there = _pieces_on(game, state, spot)
    if not there:
        return ShowMessage(game.next_action(state)._replace(squares=(spot,)))
    if choice.piece not in there:
        choice = choice_of(game, state, choice.draft(there[0], choice.die))
    return _pick_square(game, state, choice, to, shift)


def _pick_square(
    game: PacMan, state: State, choice: WalkChoice, square: str, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Pick the end of the path if it can be, a space to go by, or a piece."""
    piece, die, walks = choice.piece, choice.die, choice.walks
    found = walks.walk(square, shift)
    if isinstance(found, MakeMove):
        both = len(walks.by_die()[square]) > 1
        return choice.draft(piece, die, square, choice.path) if both else found
    if found is not None:
        return choice.draft(piece, die, path=found)
    there = _pieces_on(game, state, square)
    if there and not shift:
        following = there[there.index(piece) + 1 :] if piece in there else there
        return _pick_piece(choice, next(iter(following), there[0]))
    if not piece:
        due = game.next_action(state)
        text = f"{due.text}: pick the piece first"
        return ShowMessage(due._replace(text=text, squares=(square,)))
    if len(choice.path) > 1:
        no_path = f"no path leads on from {format_path(choice.path)}"
        return walks.stray(square, number_clause(piece), no_path)
    dice = [die] if die else list(dict.fromkeys(state.dice))
    return MakeMove(game.situation(state).attempt(piece, dice, square))
