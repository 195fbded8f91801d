"""Bots at a table aren't stopped by the clock: a busy machine may need longer than a reader."""

from __future__ import annotations

import pytest

from piecepack_nb.widgets import play_widget


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_widget, "SECONDS", 300)
