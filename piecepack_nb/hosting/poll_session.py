"""Everybody predicts: a question on all phones, its votes on the projector, the host's buttons.

Each device shows one board of the same poll. A phone votes; the projector shows how many have
voted, and what stage it is; the host goes on from stage to stage.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from threading import RLock
from typing import Any

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.hosting.device import Device, Remote
from piecepack_nb.hosting.qr import qr_code
from piecepack_nb.hosting.session import HOST, JOIN, SCREEN, Session, clean_name
from piecepack_nb.scene.poll import ANSWER, END, Poll
from piecepack_nb.widgets.board import BoardWidget, Pick
from piecepack_nb.widgets.predictions import append, prediction

VOTER = "voter"
MOST_VOTERS = 1000
"""The most devices that may ever join a session."""
REQUESTS: Mapping[str, Mapping[str, type]] = {
    "go": {"stage": str, "number": int},
    "name": {"text": str},
}
"""The requests that a page may make, with the fields: the host goes on, a voter writes a name."""


class PollBoard(BoardWidget):
    """A board of a poll: of a ``voter``, or of everybody; the ``host`` has buttons."""

    _view = traitlets.Unicode("poll").tag(sync=True)
    poll: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True).tag(sync=True)
    """The stage, the numbers of voters, and what this page may do."""

    def __init__(self, session: PollSession, role: str, voter: str = "") -> None:
        self.session, self.role, self.voter = session, role, voter
        game = session.poll.questions.game
        clauses = game.rulebook.in_force(game.rules)
        super().__init__(session.poll.scene(voter), label=game.title, clauses=clauses)
        self.lock = session.lock  # boards of several threads show one poll
        self.on_pick(self._voted)
        self.update()

    def update(self) -> None:
        """Show the numbers."""
        self.set_trait("poll", self.session.data(self.role, self.voter))

    def follow(self) -> None:
        """Show the stage that has begun."""
        poll, game = self.session.poll, self.session.poll.questions.game
        with self.hold_sync():
            self.show_game(game.title, game.rulebook.in_force(game.rules))
            self.update()
            self.animate(poll.frames(), poll.scene(self.voter))

    def _voted(self, pick: Pick) -> None:
        self.session.vote(self.voter, pick.spot)
        self.show(self.session.poll.scene(self.voter))

    def _answer(self, content: Any) -> None:
        if not isinstance(content, Mapping) or content.get("kind") != "poll":
            super()._answer(content)
            return
        name, fields = _read(content)
        if name == "name":
            self.session.name(self.voter, fields["text"])
        elif self.role != HOST:
            raise BadInput("Only the host can do that.")
        elif fields["number"] == self.session.poll.number:  # else a second press
            self.session.go(fields["stage"])


class DevicePoll(Remote, PollBoard):
    """A board of a poll on a device."""


def _read(content: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of a request; raise BadInput for anything else."""
    name = content.get("name")
    fields = {field: content[field] for field in content if field not in ("kind", "name")}
    known = REQUESTS.get(name) if isinstance(name, str) else None
    fits = known is not None and fields.keys() == known.keys()
    if known is None or not fits or any(type(fields[each]) is not known[each] for each in known):
        raise invalid("the page's request", name, "one of " + ", ".join(REQUESTS))
    return str(name), fields


class PollSession(Session):
    """A poll that devices join; a cell that returns it shows the board with the host's buttons.

    ``folder`` is where the predictions of the class are kept, a file for each voter; None for no
    such files. With ``names`` each voter writes a name, which is then that of the file.
    """

    def __init__(
        self,
        poll: Poll,
        path: Path | None = None,
        *,
        folder: Path | None = None,
        names: bool = False,
        **server: Any,
    ) -> None:
        self.poll, self.folder, self.asks_names = poll, folder, names
        self.lock = RLock()
        self.boards: list[PollBoard] = []
        self.named: dict[str, str] = {}
        """The names of the voters, if they have any, by voter."""
        self.problem = ""
        """The reason why the predictions of the class could not be kept."""
        super().__init__(path, **server)

    # --- a restart -------------------------------------------------------------------------------

    def to_keep(self) -> dict[str, Any]:
        """Return the question, its stage and votes, and the voters' names."""
        return {**self.poll.to_json(), "named": self.named}

    def _resume(self) -> None:
        """Go on at the question at which the session was stopped."""
        if not self._kept:
            return
        self.poll.resume(self._kept)
        named = self._kept.get("named")
        if isinstance(named, dict) and all(isinstance(each, str) for each in named.values()):
            self.named = named

    def restart(self) -> None:
        """Begin with the first question, for another class."""
        with self.lock:
            self.poll.restart()
            self._show_stage()

    def _show_stage(self) -> None:
        self._keep()
        for board in tuple(self.boards):
            board.follow()

    # --- devices ---------------------------------------------------------------------------------

    def is_valid(self, may: str) -> bool:
        """Return True for every right that this session gives."""
        return bool(may)

    def welcome(self, device: Device) -> None:
        """Show a device the question; a new one becomes a voter."""
        with self.lock:
            if device.may in (HOST, SCREEN):
                self._show(device, DevicePoll(self, device.may))
            elif device.may.startswith(VOTER):
                self._show(device, DevicePoll(self, VOTER, device.may))
            elif (voter := self._new_voter()) is not None:
                device.give(voter)
            else:
                device.dismiss(f"{MOST_VOTERS} devices have joined: no more fit.")

    def _show(self, device: Device, board: DevicePoll) -> None:
        if device.widget in self.boards:
            self.boards.remove(device.widget)
        self.boards.append(board)
        device.show(board)
        self.tell()

    def _new_voter(self) -> str | None:
        """Return the next voter's id, a number alone; None if there are as many as may be."""
        number = sum(may.startswith(VOTER) for may in self._tokens) + 1
        return f"{VOTER} {number}" if number <= MOST_VOTERS else None

    def left(self, device: Device) -> None:
        """Note that a device has left; its vote stays."""
        super().left(device)
        with self.lock:
            if device.widget in self.boards:
                self.boards.remove(device.widget)
            self.tell()

    @property
    def voters(self) -> set[str]:
        """The voters who are connected, or have voted on this question."""
        here = {each.voter for each in self.boards if each.voter}
        return here.union(*self.poll.ballots)

    # --- what they do ----------------------------------------------------------------------------

    def vote(self, voter: str, spot: str) -> None:
        """Note a vote, and show how many there are; raise BadInput where none is expected."""
        with self.lock:
            if not voter:
                raise BadInput("This page shows the votes. Vote on a phone.")
            if self.asks_names and voter not in self.named:
                raise BadInput("Write your name first.")
            self.poll.vote(voter, spot)
            self._keep()
            self.tell(voter)

    def name(self, voter: str, text: str) -> None:
        """Give a voter a name, once; raise BadInput without one, or if names aren't wanted."""
        name = clean_name(text)
        with self.lock:
            if not self.asks_names or not voter:
                raise BadInput("No name is wanted here.")
            if not name or name.casefold() in map(str.casefold, self.named.values()):
                raise invalid("the name", name, "one that nobody else has")
            self.named.setdefault(voter, name)
            self._keep()
            self.tell(voter)

    def go(self, stage: str) -> None:
        """Go on to a stage: "shown", "again", "answer", or "asking" for the next question.

        With the answer, the votes are kept. Raises BadInput for a stage that doesn't follow.
        """
        with self.lock:
            self.poll.go(stage)
            if self.poll.stage == ANSWER:
                self._keep_votes()
            self._show_stage()

    def tell(self, voter: str = "") -> None:
        """Show the numbers to all who see them, and to a voter."""
        for board in tuple(self.boards):
            if not board.voter or board.voter == voter:
                board.update()

    # --- what is shown ---------------------------------------------------------------------------

    def data(self, role: str, voter: str) -> dict[str, Any]:
        """Return what a page of this role shows beside its board; no answer before its stage."""
        poll = self.poll
        shown: dict[str, Any] = {"role": role, "stage": poll.stage, "number": poll.number}
        if voter:
            shown |= {"mine": poll.name_of(poll.choice(voter)), "grades": self._grades(voter)}
            return shown | {"ask_name": self.asks_names and voter not in self.named}
        shown |= {
            "answered": poll.answered,
            "voters": len(self.voters),
            "grades": self._score(),
            "link": self.link(),
            "qr": qr_code(self.link()),
        }
        if role == HOST:
            shown |= {"follows": list(poll.follows), "screen": self.link(SCREEN)}
            shown |= {"network": self.server.network, "problem": self.problem}
        return shown

    def _grades(self, voter: str) -> list[bool]:
        """Return the grades of a voter's votes; none before the answer."""
        if self.poll.stage not in (ANSWER, END):
            return []
        return [each.feedback.right for each in self.poll.graded() if each.voter == voter]

    def _score(self) -> list[list[int]]:
        """Return how many votes are right, and all, of each ballot; none before the answer."""
        if self.poll.stage not in (ANSWER, END):
            return []
        graded = self.poll.graded()
        grades = [[each.feedback.right for each in graded if each.ballot == n] for n in (1, 2)]
        return [[sum(each), len(each)] for each in grades if each]

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the host's board for the notebook."""
        with self.lock:
            shown = [each for each in self.boards if each.comm is not None]  # not closed since
            board = PollBoard(self, HOST)
            self.boards = [*shown, board]
        return board._repr_mimebundle_(**kwargs)

    # --- the predictions of the class ------------------------------------------------------------

    def _keep_votes(self) -> None:
        """Add the votes to the files of the voters; say once what is wrong with that."""
        poll = self.poll
        if self.folder is None or self.problem:
            return
        try:
            for each in poll.graded():
                made = prediction(poll.questions, poll.asked, each.spot, each.feedback, each.ballot)
                append(self.folder / f"{self._file(each.voter)}.jsonl", [made])
        except BadInput as error:
            self.problem = f"The predictions of the class aren't kept: {error}."

    def _file(self, voter: str) -> str:
        """Return the name of a voter's file: their name or, without one, one of this session."""
        code = hashlib.sha256(self.token(JOIN).encode()).hexdigest()[:4]
        name = re.sub(r"[^\w -]", "_", self.named.get(voter, ""))
        return name.strip() or f"{code} {voter}"
