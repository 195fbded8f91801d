"""What a page may say to a board, read with suspicion: it is a legal pick, or it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.scene import Scene, Spot

__all__ = ["GESTURES", "Pick", "read_message"]

GESTURES = ("click", "drag", "key")
FIELDS = {"kind", "serial", "spot", "gesture", "to", "shift"}


class Pick(NamedTuple):
    """A spot that was chosen in the page, checked against the scene that is shown."""

    spot: str
    gesture: str
    """"click", "key" (Enter, Space or a spot's own key) or "drag"."""
    to: str | None = None
    """The spot on which a drag ended."""
    shift: bool = False


def read_message(content: Any, scene: Scene, serial: int) -> Pick | None:
    """The pick that a page's message makes in ``scene``; None where it says "cancel".

    Raises BadInput, with a line fit to be shown, for anything else: a message of another shape, a
    spot that the scene doesn't have, a drag that it doesn't offer, a click on an older position.
    """
    if not isinstance(content, Mapping) or content.get("kind") not in ("pick", "cancel"):
        raise wrong("the page's message", content, "a pick or a cancel")
    if set(content) - FIELDS:
        raise wrong("the page's message", content, "only " + ", ".join(sorted(FIELDS)))
    if type(content.get("serial")) is not int:
        raise wrong("the page's position number", content.get("serial"), "a whole number")
    if content["serial"] != serial:
        raise BadInput("The board has moved on since that was chosen. Please choose again.")
    return None if content["kind"] == "cancel" else _read_pick(content, scene)


def _read_pick(content: Mapping[str, Any], scene: Scene) -> Pick:
    spots = {spot.id: spot for spot in scene.spots}
    gesture, shift, to = content.get("gesture"), content.get("shift", False), content.get("to")
    if not isinstance(gesture, str) or gesture not in GESTURES:
        raise wrong("the page's gesture", gesture, "one of " + ", ".join(GESTURES))
    if not isinstance(shift, bool):
        raise wrong("the page's shift", shift, "True or False")
    spot = _spot(spots, content.get("spot"))
    if spot.role == "why":
        raise wrong("the page's spot", spot.id, "one that moves something")
    if gesture != "drag":
        if to is not None:
            raise wrong("the page's drop", to, "nothing, as nothing was dragged")
        return Pick(spot.id, gesture, None, shift)
    if not spot.drag:
        raise wrong("the page's drag", spot.id, "a spot with something to drag")
    if not _spot(spots, to).drop:
        raise wrong("the page's drop", to, "a spot to drop on")
    return Pick(spot.id, gesture, to, shift)


def _spot(spots: Mapping[str, Spot], name: Any) -> Spot:
    if not isinstance(name, str) or name not in spots:
        raise wrong("the page's spot", name, "a spot of the scene that is shown")
    return spots[name]
