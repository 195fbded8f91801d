"""The lab's results: a picture at a cell's end, a table in print, a data frame, a CSV file."""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from piecepack_nb.core.errors import needs
from piecepack_nb.core.record import write
from piecepack_nb.lab.chart import Chart, mimebundle
from piecepack_nb.scene.svg import clean

Record = Mapping[str, Any]
"""A row of a finding as data, by the names of its columns."""


class Finding(ABC):
    """The base of all results of the lab."""

    title: str
    remarks: Sequence[str] = ()
    """Sentences on which games were read from a store, and why results aren't kept."""

    @abstractmethod
    def rows(self) -> list[tuple[str, str]]:
        """Return the rows of the table: a name and a figure each."""

    @abstractmethod
    def records(self) -> list[Record]:
        """Return all figures as data, a mapping for each row."""

    @abstractmethod
    def drawing(self) -> Chart:
        """Return the picture's data."""

    def table(self) -> str:
        """Return the table as text."""
        rows = self.rows()
        width = max((len(name) for name, _ in rows), default=0)
        lines = (f"  {name:<{width}}  {figure}" for name, figure in rows)
        return "\n".join([self.title, *lines, *self.remarks])

    def chart(self) -> Any:
        """Return the picture as an Altair chart, to change or to save.

        Raises BadInput without the package altair.
        """
        return self._noted().altair()

    def to_frame(self) -> Any:
        """Return all figures as a pandas frame; raise BadInput without the package pandas."""
        try:
            import pandas
        except ImportError:
            raise needs("to_frame, unlike to_csv,", "pandas") from None
        return pandas.DataFrame.from_records(self.records())

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return all figures as the text of a CSV file, and write it to ``path`` if one is given.

        Raises BadInput for a file that can't be written.
        """
        records = self.records()
        text = io.StringIO()
        names = dict.fromkeys(name for record in records for name in record)
        writer = csv.DictWriter(text, list(names), lineterminator="\n")
        writer.writeheader()
        writer.writerows(
            {name: cell(value) for name, value in record.items()} for record in records
        )
        if path is not None:
            write(path, text.getvalue())
        return text.getvalue()

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        # A front end would prefer an HTML table to the picture.
        shown = mimebundle(self._noted()) or {"text/html": self._html()}
        return {"text/plain": repr(self), **shown}

    def _remarked(self) -> str:
        """Return the remarks for the end of ``repr``."""
        return "".join(f" [{remark}]" for remark in self.remarks)

    def _noted(self) -> Chart:
        drawn = self.drawing()
        return replace(drawn, notes=(*drawn.notes, *self.remarks))

    def _html(self) -> str:
        return html_table(self.title, self.rows()) + "".join(
            f"<p>{clean(remark)}</p>" for remark in self.remarks
        )

    def __str__(self) -> str:
        return self.table()


def cell(value: Any) -> Any:
    """Return a value for a cell: a text that no spreadsheet takes for a formula, or a number."""
    if isinstance(value, Mapping):
        return json.dumps(value)
    starts = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if starts else value


def html_table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return a table with a caption as HTML."""
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{clean(name)}</th>'
        f'<td style="text-align:left">{clean(figure)}</td></tr>'
        for name, figure in rows
    )
    return f"<table><caption>{clean(title)}</caption><tbody>{body}</tbody></table>"
