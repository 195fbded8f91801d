"""Run the notebooks and save them with their outputs, for readers on GitHub.

python tools/notebooks.py              every notebook below notebooks/
python tools/notebooks.py FILE ...     these
python tools/notebooks.py --copy DIR   don't run; copy them to DIR, without journals and saved games

Each notebook runs in a fresh kernel and an empty folder, so that it neither resumes a journal nor
leaves one. Outputs are saved as pictures and text, because a live widget needs its kernel and
GitHub spoils an SVG (see tools/pictures.py). Two runs write the same file: an unchanged board keeps
its picture; an output that changes from run to run is refused (a memory address) or omitted (in a
cell with the tag nbval-ignore-output).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.chromium import NoChromium
from tools.pictures import mark, png, words

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"
SVG, PNG = "image/svg+xml", "image/png"
Pictures = dict[str, str]
"""PNGs that are known, by the mark of the SVG that each was drawn from."""
NOISE = ("execution", "ExecuteTime", "collapsed", "scrolled", "trusted")
"""What front ends note in a cell's metadata each time it is run or looked at."""
UNSTABLE, SKIPPED = "nbval-ignore-output", "nbval-skip"
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
SECONDS = 300


class Unfit(ValueError):
    """A notebook that can't be saved; the message is one line with the cell and the reason."""


def notebooks() -> list[Path]:
    """Return every notebook of the project, in reading order."""
    found = (path.relative_to(FOLDER) for path in FOLDER.rglob("*.ipynb"))
    shown = (path for path in found if not any(part.startswith(".") for part in path.parts))
    return [FOLDER / path for path in sorted(shown)]


def executed(path: Path) -> str:
    """Return the text of the notebook file after a run; raise Unfit if a cell fails."""
    document = nbformat.read(path, as_version=4)
    known = pictures(code_cells(document))
    for cell in code_cells(document):
        cell.outputs, cell.execution_count = [], None
    run(document, path)
    return saved(document, known)


def saved(document: NotebookNode, known: Pictures) -> str:
    """Return the text of the file for a notebook that was run; raise Unfit if it can't be saved."""
    for cell in code_cells(document):
        cell.outputs = [pictured(clean(output, cell), known) for output in cell.outputs]
        if UNSTABLE in tags(cell):
            cell.outputs = []
    for number, cell in enumerate(document.cells):
        cell.id = cell.get("id") or f"cell-{number}"
        for name in NOISE:
            cell.metadata.pop(name, None)
    document.metadata = NotebookNode(kernelspec=KERNELSPEC, language_info={"name": "python"})
    document.nbformat_minor = max(5, document.nbformat_minor)
    nbformat.validate(document)
    return str(nbformat.writes(document)) + "\n"


def run(document: NotebookNode, path: Path) -> None:
    """Run every code cell in a new kernel without the user's settings."""
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            document,
            timeout=SECONDS,
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],
            coalesce_streams=True,
            record_timing=False,
            store_widget_state=False,
            skip_cells_with_tag=SKIPPED,
            resources={"metadata": {"path": folder}},
        )
        try:
            client.execute(
                env={**os.environ, "IPYTHONDIR": f"{folder}/.ipython", "PPNB_QUIET": "1"}
            )
        except CellExecutionError as error:
            raise Unfit(f"{path.name}: a cell fails:\n{error}") from None


def code_cells(document: NotebookNode) -> list[NotebookNode]:
    """Return the code cells of a notebook."""
    return [cell for cell in document.cells if cell.cell_type == "code"]


def tags(cell: NotebookNode) -> list[str]:
    """Return the tags of a cell."""
    return list(cell.metadata.get("tags", []))


def clean(output: NotebookNode, cell: NotebookNode) -> NotebookNode:
    """Return an output without the parts that change from run to run."""
    if output.output_type == "error":  # the places in the traceback are this machine's
        output.traceback = [f"{output.ename}: {output.evalue}"]
    if output.output_type == "stream" and output.name == "stderr":
        raise Unfit(f"cell {cell.id}: writes to stderr: {output.text.strip()[:200]!r}")
    data = output.get("data", {})
    data.pop(WIDGET, None)
    text = output.get("text", "") + str(data.get("text/plain", ""))
    if UNSTABLE not in tags(cell) and (found := ADDRESS.search(text)):
        raise Unfit(f"cell {cell.id}: shows a memory address, {found[0]}: give it a repr")
    return output


def pictures(code: list[NotebookNode]) -> Pictures:
    """Return the pictures in the notebook."""
    outputs = (output for cell in code for output in cell.outputs if PNG in output.get("data", {}))
    return {output.metadata.get(PNG, {}).get("of", ""): output.data[PNG] for output in outputs}


def pictured(output: NotebookNode, known: Pictures) -> NotebookNode:
    """Return an output with its SVG as a PNG, and the picture's description as text."""
    svg = output.get("data", {}).pop(SVG, None)
    if svg is not None:
        of = mark(svg)
        known[of] = known.get(of) or png(svg)
        output.data[PNG] = known[of]
        output.metadata[PNG] = described(svg)
    return output


def described(svg: str) -> dict[str, str]:
    """Return what a saved notebook says of a drawing: its words, and its mark."""
    return {"alt": words(svg), "of": mark(svg)}


def copy_to(folder: Path) -> None:
    """Copy the notebooks, and nothing else, to a folder for tests."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in notebooks():
        target = folder / path.relative_to(FOLDER)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def main(arguments: list[str]) -> int:
    """Run and save notebooks, or copy them; return 1 if one fails and was not changed."""
    parser = argparse.ArgumentParser(description="Run the notebooks and save their outputs.")
    parser.add_argument("files", nargs="*", type=Path, help="notebooks; all of them without any")
    parser.add_argument("--copy", metavar="DIR", type=Path, help="copy them, and run nothing")
    given = parser.parse_args(arguments)
    if given.copy:
        copy_to(given.copy)
        return 0
    for path in given.files or notebooks():
        try:
            text = executed(path)
        except (Unfit, NoChromium) as problem:
            print(f"{path}: {problem}", file=sys.stderr)
            return 1
        changed = text != path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {len(text.encode()) / 1000:.0f} kB{'' if changed else ', as it was'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
