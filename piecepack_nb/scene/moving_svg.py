"""Films as one SVG that moves by itself: for a web page, a README or a slide.

Its own styles move it, so it needs no script. For readers who ask for less motion it is a still
picture, and so it is at its address with ``#still``, by which a page can stop it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene.model import Piece, Scene, choose_layout
from piecepack_nb.scene.scene_json import check_scene
from piecepack_nb.scene.sprites import UNDER
from piecepack_nb.scene.style import BoardLook
from piecepack_nb.scene.svg import Picture, Writer, number, transform

MOTION = 0.4
"""The part of a frame's time in which pieces move to where it shows them."""
ENDS = 3
"""The factor by which the last frame is shown longer, before the film begins again."""
Pose = tuple[float, float, float, float]
"""The x, y, angle in degrees, and scale of a piece in the picture."""


def moving_svg(
    frames: Sequence[Scene], width: int = 720, *, seconds: float = 1.0, still: int = -1
) -> Picture:
    """Return a film as a picture that moves, ``width`` CSS pixels wide, without captions.

    Each frame takes ``seconds``; where nothing moves, the picture is that of the frame ``still``.
    Raises BadInput for a film without frames, and for an invalid scene.
    """
    if not frames:
        raise BadInput("the film has no frames; expected one or more")
    return Picture(_Mover([check_scene(each) for each in frames], width, seconds, still).film())


class _Actor(NamedTuple):
    """A piece with one look, and the frames in which it has it."""

    look: str
    inside: str
    order: tuple[float, float]
    shown: list[bool]


class _Mover(Writer):
    """A writer for all frames at once: what is alike in several of them is written once."""

    def __init__(self, frames: list[Scene], width: int, seconds: float, still: int) -> None:
        super().__init__(frames[still], width, BoardLook())
        self.frames, self.still = frames, still % len(frames)
        slots = [*range(len(frames)), len(frames) + ENDS - 1]
        self.starts = [100 * slot / slots[-1] for slot in slots]
        self.seconds = seconds * slots[-1]
        self.motions: dict[str, str] = {}
        """The name of each motion, by its keyframes."""

    def film(self) -> str:
        """Return the whole SVG."""
        body = f'<g id="still"/><g>{"".join(self.layers())}</g>'
        self.turn_to(self.frames[self.still])
        return self.picture(body, motion=self.styles())

    def turn_to(self, frame: Scene) -> None:
        """Draw from now on what a frame shows, in its own layout."""
        self.scene, self.areas = frame, {area.id: area for area in frame.areas}
        self.layout = choose_layout(frame, self.width)

    def layers(self) -> Iterator[str]:
        """Yield everything from the bottom up."""
        under, over, grounds = [], [], []
        actors: dict[tuple[str, str, str], _Actor] = {}
        poses: dict[str, dict[int, Pose]] = {}
        for at, frame in enumerate(self.frames):
            self.turn_to(frame)
            grounds.append("".join(self.backdrops()))
            marks = self.marks()
            under.append("".join(self.mark(each) for each in marks if each.kind in UNDER))
            over.append("".join(self.mark(each) for each in marks if each.kind not in UNDER))
            for piece in self.pieces():
                self.note(piece, at, actors)
                poses.setdefault(piece.id, {})[at] = self.pose(piece)
        cast = sorted(actors.items(), key=lambda each: each[1].order)
        tracks = {id: self.track(found) for id, found in poses.items()}
        drawn = [(each.order[0], self.actor(each, tracks[key[0]])) for key, each in cast]
        yield from self.shown_in_turn(grounds)
        yield from (text for z, text in drawn if z < 0)
        yield from self.shown_in_turn(under)
        yield from (text for z, text in drawn if z >= 0)
        yield from self.shown_in_turn(over)

    def note(self, piece: Piece, at: int, actors: dict[tuple[str, str, str], _Actor]) -> None:
        """Note that a piece is in a frame; it lies as high as it ever does."""
        key = (piece.id, *self.drawn_piece(piece))
        known = actors.get(key) or _Actor(*key[1:], (-99, 0), [False] * len(self.frames))
        known.shown[at] = True
        actors[key] = known._replace(order=max(known.order, self.order(piece)))

    def track(self, found: dict[int, Pose]) -> list[Pose]:
        """Return a piece's pose in each frame: where it isn't shown, the last or else the first."""
        pose, track = found[min(found)], []
        for at in range(len(self.frames)):
            x, y, angle, scale = found.get(at, pose)
            turn = (angle - pose[2] + 180) % 360 - 180  # the shorter way round
            pose = (x, y, pose[2] + turn, scale)
            track.append(pose)
        return track

    def actor(self, actor: _Actor, track: list[Pose]) -> str:
        """Return a piece that moves along its track, and is seen in its frames."""
        moves = len(set(track)) > 1
        hides = not all(actor.shown)
        poses = [f"transform:{_css(pose)}" if moves else "" for pose in track]
        seen = [f"opacity:{int(shown)}" if hides else "" for shown in actor.shown]
        states = [";".join(filter(None, each)) for each in zip(poses, seen, strict=True)]
        opacity = "" if actor.shown[self.still] else ' opacity="0"'
        inner = f'<g class="{actor.look}">{actor.inside}</g>'
        at = transform(*track[self.still])
        return f'<g transform="{at}"{opacity}{self.moved(states)}>{inner}</g>'

    def moved(self, states: list[str]) -> str:
        """Return the attribute by which an element passes through the states, frame by frame."""
        if len(set(states)) == 1:
            return ""
        keys = [f"0%{{{states[0]}}}"]
        for (before, after), (start, end) in zip(
            pairwise(states), pairwise(self.starts[1:]), strict=True
        ):
            if before != after:
                slot = (end - start) if end < 100 else self.starts[1]
                arrived = start + MOTION * slot
                keys += [f"{number(start)}%{{{before}}}", f"{number(arrived)}%{{{after}}}"]
        return self.animated(f"{''.join(keys)}100%{{{states[-1]}}}")

    def shown_in_turn(self, drawings: list[str]) -> Iterator[str]:
        """Yield drawings each of which is shown in its frames alone."""
        for each in dict.fromkeys(filter(None, drawings)):
            shown = [int(drawn == each) for drawn in drawings]
            opacity = "" if shown[self.still] else ' opacity="0"'
            keys = [
                f"{number(start)}%{{opacity:{here}}}"
                for start, here, before in zip(self.starts, shown, [-1, *shown], strict=False)
                if here != before
            ]
            motion = self.animated("".join(keys), "ppnb-cut") if len(set(shown)) > 1 else ""
            yield f"<g{opacity}{motion}>{each}</g>"

    def animated(self, keys: str, more: str = "") -> str:
        name = self.motions.setdefault(keys, f"{self.uid}-m{len(self.motions)}")
        return f' class="{" ".join(filter(None, ("ppnb-moved", more, name)))}"'

    def styles(self) -> str:
        """Return the styles that move the picture."""
        names = self.motions.items()
        keyframes = "".join(f"@keyframes {name}{{{keys}}}" for keys, name in names)
        motions = "".join(f".{name}{{animation-name:{name}}}" for _, name in names)
        length = number(self.seconds)
        return (
            f"{keyframes}@media(prefers-reduced-motion:no-preference){{"
            f".ppnb-moved{{animation:{length}s ease-in-out infinite}}"
            f".ppnb-cut{{animation-timing-function:step-end}}{motions}}}"
            "#still:target~g .ppnb-moved{animation-name:none}"
        )


def _css(pose: Pose) -> str:
    x, y, angle, scale = map(number, pose)
    return f"translate({x}px,{y}px)rotate({angle}deg)scale({scale})"
