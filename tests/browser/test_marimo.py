"""The table in marimo: a turn is played there, and undone, without a Jupyter kernel."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.lab import browser_page
from tests.front_ends.drivers import Marimo
from tests.front_ends.robot import CHECKS, Robot
from tests.front_ends.screens import HEIGHT, WIDTH, ChromiumScreen


@pytest.fixture
def robot(chromium: Browser, tmp_path: Path) -> Iterator[Robot]:
    """A robot in front of the marimo notebook of the matrix."""
    marimo = Marimo("marimo", Path(sys.executable))
    try:
        marimo.start(tmp_path)
        with browser_page(chromium, WIDTH, HEIGHT) as page:
            screen = ChromiumScreen(page)
            marimo.open(screen)
            yield Robot(screen)
    finally:
        marimo.stop()


def test_the_table_and_the_quiz_play_in_marimo(robot: Robot) -> None:
    for ability in ("seen", "rolled", "moved", "undone", "predicted"):
        CHECKS[ability](robot)
