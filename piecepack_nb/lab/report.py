"""A report of a design: one self-contained page with all measures, to print or hand in."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path

from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.record import write
from piecepack_nb.core.wording import visible
from piecepack_nb.lab.chart import Chart, mimebundle
from piecepack_nb.lab.finding import html_table
from piecepack_nb.lab.measures import Measures
from piecepack_nb.lab.simulation import Simulation
from piecepack_nb.scene.game_view import GameView
from piecepack_nb.scene.sheet import CSP
from piecepack_nb.scene.svg import clean, svg

BOARD = 480  # CSS pixels, the width of the board
MOST_PROBLEMS = 10
STYLE = """
:root{color-scheme:light dark;--ink:#2b2722;--soft:#6b6258;--paper:#fbf8f2;--line:#ddd2bd}
@media screen and (prefers-color-scheme:dark){:root{--ink:#f0e9dc;--soft:#b5aa9a;--paper:#1d1b19;
--line:#3d3731}}
body{margin:0 auto;padding:1.5rem;max-width:46rem;font:1rem/1.5 system-ui,"DejaVu Sans",sans-serif;
color:var(--ink);background:var(--paper)}
h1{line-height:1.2}h2{margin:2rem 0 .5rem}p.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--soft)}
th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
dt{font-weight:600;margin-top:.8rem}dd{margin:0;color:var(--soft)}
svg{max-width:100%;height:auto}figure{margin:1rem 0}
@page{margin:15mm}
@media print{:root{--ink:#000;--soft:#444;--paper:#fff}body{max-width:none;padding:0}
h2,caption,dt{break-after:avoid}figure,tr,dd{break-inside:avoid}}
"""


class Report:
    """A report of a game, as the HTML of a page."""

    def __init__(self, measures: Measures) -> None:
        assert measures.games.game is not None
        self.measures = measures
        self.game: AnyGame = measures.games.game
        self.html = "".join(_page(self.game, measures))

    def save(self, path: str | Path) -> Path:
        """Write the page to a file; return its path. Raises BadInput if it can't be written."""
        return write(path, self.html)

    def _repr_html_(self) -> str:
        # In a frame, so that the page's style stays its own.
        title, page = html.escape(visible(_title(self.game))), html.escape(self.html)
        style = "width:100%;height:40rem;border:0"
        return f'<iframe title="{title}" style="{style}" srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"<{_title(self.game)}: {len(self.html) // 1024} kB; save('report.html') writes it>"


def _title(game: AnyGame) -> str:
    return f"Report on {game.title}"


def _page(game: AnyGame, measures: Measures) -> Iterator[str]:
    """Yield the parts of the page."""
    games, title = measures.games, clean(_title(game))
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>"
    yield f"<p>{clean(games.title)}. Rules: {clean(_rules(game))}.</p>"
    yield (
        '<p class="soft">A measure says how these bots play the game, and each interval holds the '
        "value of endless play by them 95 % of the time.</p>"
    )
    yield "<h2>Measures</h2>" + html_table(
        f"from {len(games)} games", [(each.name, str(each.estimate)) for each in measures.found]
    )
    yield "<h2>How games end</h2>" + _figure(games.drawing()) + _ends(games)
    yield "<h2>Who leads</h2>" + _figure(measures.lead_drawing())
    yield "<h2>Where things happen</h2>" + _board(game, measures)
    yield "<h2>Rules</h2>" + html_table("In these games", _used(measures))
    yield "<h2>What happens</h2>" + html_table(
        "events in an average game", [(kind, f"{n:.2f}") for kind, n in games.events.items()]
    )
    yield "<h2>Definitions</h2><dl>" + "".join(
        f"<dt>{clean(each.name)}</dt><dd>{clean(each.definition)}</dd>" for each in measures.found
    )
    yield "</dl></main></body></html>"


def _rules(game: AnyGame) -> str:
    return "; ".join(game.rules.differences().values()) or "as printed"


def _figure(chart: Chart) -> str:
    """Return a chart as a figure, or as a table where it can't be drawn."""
    drawn = mimebundle(chart).get("image/svg+xml")
    if drawn is not None:
        return f"<figure>{drawn}</figure>"
    rows: Sequence[tuple[str, str]] = [
        (str(row.get("x", row.get("name"))), row["text"]) for row in chart.rows
    ]
    return html_table(chart.title, rows)


def _ends(games: Simulation) -> str:
    """Return the games that were stopped, each with its seed."""
    shown = games.problems[:MOST_PROBLEMS]
    return html_table("Stopped games", [(str(n), text) for n, text in enumerate(shown, 1)] if shown
                      else [("none", "all games were over")])  # fmt: skip


def _board(game: AnyGame, measures: Measures) -> str:
    """Return the board at the start, with the events at each place in an average game."""
    if not isinstance(game.view, GameView) or not measures.places:
        return "<p>No event names a place of the board.</p>"
    scene = game.view.scene(game, game.initial_state())
    drawn = svg(game.view.heated(game, scene, measures.places), BOARD, caption=False)
    words = "The events that end at each place in an average game; the board is at the start."
    return f"<figure>{drawn}<figcaption>{words}</figcaption></figure>"


def _used(measures: Measures) -> list[tuple[str, str]]:
    refused = (f"{clause} ({100 * share:.0f} %)" for clause, share in measures.refused.items())
    return [
        (
            "Nothing happened under, and nothing was refused by",
            ", ".join(measures.never_used) or "–",
        ),
        ("Refused moves that were legal before", ", ".join(refused) or "–"),
        *((_named(measures, id), f"{n:.2f} events a game") for id, n in measures.clauses.items()),
    ]


def _named(measures: Measures, id: str) -> str:
    """Return a clause's id and its title."""
    assert measures.games.game is not None
    book = measures.games.game.rulebook
    return f"{id} {book[id].title}" if id in book.clauses else id
