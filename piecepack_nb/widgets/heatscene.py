"""What a search has found, as a static picture and as a table of words."""

from __future__ import annotations

import html
from collections.abc import Iterator
from itertools import pairwise

from piecepack_nb.scene import Layout, Listing, Mark, Scene, Shape, shape
from piecepack_nb.scene.lines import stretches
from piecepack_nb.search import HEADINGS, Attempt, Node
from piecepack_nb.search.quest import named
from piecepack_nb.widgets.heat import AHEAD, HeatMap, wedge

__all__ = ["Tabled", "heat_scene", "listing_of"]

HEAD = ("Square", "Lowest cost", *(f"Facing {heading}" for heading in HEADINGS), "Came from")

FEW = 100  # wedges a path: a scene takes no endless texts


class Tabled(Listing):
    """A listing that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        def line(tag: str, texts: tuple[str, ...]) -> str:
            return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts)

        rows = "".join(f"<tr>{line('td', row)}</tr>" for row in self.rows)
        return (
            f"<table><caption>{html.escape(self.title)}</caption><thead><tr>"
            f"{line('th', self.head)}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.head, *self.rows)
        ]
        return "\n".join((self.title, *lines))


def listing_of(attempt: Attempt) -> Tabled:
    """Every square reached with its costs, the cheapest first, and where its lowest came from."""
    squares = {square for square, _ in attempt}
    ordered = sorted(squares, key=lambda square: (attempt.lowest(square), square))
    rows = tuple(_row(attempt, square) for square in ordered)
    return Tabled(f"{attempt.name}, square by square", HEAD, rows)


def _row(attempt: Attempt, square: str) -> tuple[str, ...]:
    lowest = attempt.lowest(square)
    nodes = [(square, heading) for heading in HEADINGS]
    costs = (str(attempt.get(node, "")) for node in nodes)
    first = next(node for node in attempt if node[0] == square and attempt[node] == lowest)
    return square, str(lowest), *costs, origin(attempt, first)


def origin(attempt: Attempt, node: Node) -> str:
    """The node before, in words."""
    before = attempt.came_from[node]
    if before is not None:
        return named(before)
    return "the start" if node == attempt.quest.start else "no way costs that"


def heat_scene(heat: HeatMap, table: Scene, attempt: Attempt) -> Scene:
    """The board of ``table`` with the costs that were found, and no trays beside it."""
    board = next(area for area in table.areas if area.id == "board")
    costs = (*_tints(heat, attempt), _numbers(heat, attempt))
    listing = listing_of(attempt)
    return Scene(
        (board._replace(backdrop=(*board.backdrop, *costs)),),
        (Layout(0, board.width, board.height, {"board": (0, 0)}),),
        tuple(piece for piece in table.pieces if piece.area == "board"),
        tuple(_marks(heat, attempt)),
        caption=f"{attempt.name}: {attempt.text}.",
        alt=table.alt,
        listings=(Listing(*listing),) if listing.rows else (),
    )


def _tints(heat: HeatMap, attempt: Attempt) -> Iterator[Shape]:
    """The wedges of each cost in its heat, on pale ground: numbers can't be read on dark wood."""
    alike: dict[int, list[str]] = {}
    for (square, heading), cost in attempt.items():
        corners = wedge(heat.places[square], heading)
        line = "L".join(f"{x * 100:.0f} {y * 100:.0f}" for x, y in corners)
        alike.setdefault(cost, []).append(f"M{line}Z")
    for cost, wedges in alike.items():
        hot = round(heat.share(cost), 2)
        for first in range(0, len(wedges), FEW):
            lines = "".join(wedges[first : first + FEW])
            for look, share in (("f-ivory", 0.6), ("heat", hot)):
                yield shape("path", d=lines, class_=f"ppnb-{look}", fill_opacity=share)


def _numbers(heat: HeatMap, attempt: Attempt) -> Shape:
    """Each wedge's cost."""

    def number(node: Node, cost: int) -> Shape:
        (x, y), (right, down) = heat.places[node[0]], AHEAD[node[1]]
        left, top = round(100 * (x + 0.38 * right)), round(100 * (y + 0.38 * down) + 6)
        return shape("text", text=str(cost), x=left, y=top)

    texts = (number(node, cost) for node, cost in attempt.items())
    return shape("g", *texts, font_size=17, text_anchor="middle", class_="ppnb-f-ink")


def _marks(heat: HeatMap, attempt: Attempt) -> Iterator[Mark]:
    """The lowest cost of each square, what is looked for and shut, and the way."""
    for square in sorted({square for square, _ in attempt}):
        x, y = heat.places[square]
        if not heat.things.get(square):
            yield Mark("text", x, y, label=str(attempt.lowest(square)))
    search = heat.quest.search
    for kind, squares in (("blocked", sorted(search.blocked)), ("target", search.targets)):
        for square in squares:
            yield Mark(kind, *heat.places[square])
    way = heat.way(attempt)
    steps = (*way[:1], *(node for before, node in pairwise(way) if node[0] != before[0]))
    for line in stretches(steps, lambda before, node: heat.beside(before[0], node[1]) != node[0]):
        yield Mark("path", points=tuple(heat.places[square] for square, _ in line))
    if way:
        x, y = heat.places[way[-1][0]]
        label = str(attempt.lowest(way[-1][0]))
        yield Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=label)
