"""Firefox, which Playwright can't drive as Debian has it: scripts of Node do, by WebDriver BiDi."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

FRONTEND = Path(__file__).parents[2] / "piecepack_nb/widgets/frontend"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


def in_firefox(script: str, home: Path, *arguments: str) -> str:
    """Run a script of ``frontend/browsers`` with a new Firefox; return what it printed."""
    if not (FRONTEND / "node_modules/puppeteer-core").is_dir():
        subprocess.run(
            ["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=FRONTEND, check=True
        )
    command = ["node", f"browsers/{script}", str(FIREFOX), *arguments]
    env = {**os.environ, "HOME": str(home)}
    done = subprocess.run(
        command, cwd=FRONTEND, env=env, capture_output=True, text=True, check=False, timeout=420
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
