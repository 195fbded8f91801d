"""Binder's build without Docker: what repo2docker would run in the image, run in a plain venv.

repo2docker writes a Dockerfile from ``binder/``. Its base environment (a lock file that comes with
repo2docker) is made here, as far as it is Python: the same versions of JupyterLab, the server, the
kernel and the widgets. Then the Dockerfile's own commands are run, in its order.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from repo2docker.buildpacks import conda

from tools.site import install

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BASE = ("jupyterlab", "notebook", "ipywidgets", "jupyter-offlinenotebook", "jupyter-resource-usage")
"""What the base environment is asked for; all that they need comes in the lock's versions. Left out
is JupyterHub's own start of the server, which has no part in a page."""
CONDA_NAMES = {"nbconvert-core": "nbconvert", "python-fastjsonschema": "fastjsonschema"}
NOT_NEEDED = ("node", "npm", "npx", "yarn", "cc", "gcc", "g++", "c++", "clang", "make", "cmake")


class Plan(NamedTuple):
    """The commands that repo2docker would run."""

    python: str
    """Its version, such as "3.11"."""
    commands: tuple[str, ...]
    """The shell commands that depend on the repository, in order."""
    dockerfile: str
    log: str

    @property
    def base(self) -> dict[str, str]:
        """The packages of the base environment and their versions, programs in C among them."""
        name = f"environment.py-{self.python}-linux-64.lock"
        lock = Path(conda.__file__).with_name(name).read_text(encoding="utf-8")
        found = re.findall(r"/([a-z][^/]*)-([^-/]+)-[^-/]+\.(?:conda|tar\.bz2)", lock)
        return {CONDA_NAMES.get(package, package): version for package, version in found}


def checkout(folder: Path) -> Path:
    """Return a copy of the repository as Binder gets it: the tracked files, or all without git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if not listed.stdout:  # an unpacked sdist
        skip = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules")
        return Path(shutil.copytree(ROOT, folder, ignore=skip))
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def plan(repository: Path) -> Plan:
    """Return repo2docker's plan for the folder, without a build and without Docker."""
    options = ["--no-build", "--debug", "--user-id", "1000", "--user-name", "jovyan"]
    done = subprocess.run(
        [sys.executable, "-m", "repo2docker", *options, str(repository)],
        cwd=repository.parent,  # it reads a configuration from where it is called
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    python = re.search(r"Building conda environment for python=(\S+)", done.stderr)
    assert python, done.stderr
    _, _, ours = done.stdout.partition("# Run pre-assemble scripts!")
    joined = re.sub(r"\\\n", " ", ours)
    commands = tuple(re.findall(r"^RUN (.+)$", joined, re.MULTILINE))
    return Plan(python[1], commands, done.stdout, done.stderr)


class Environment:
    """An environment that was built as Binder builds it; ``python`` is its Python."""

    def __init__(self, folder: Path) -> None:
        self.repository = checkout(folder / "repository")
        self.plan = plan(self.repository)
        self.trap = folder / "not-needed"
        self.prefix = folder / "environment"
        self.python = self.prefix / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.base_python, self.remark = python_of(self.plan.python)

    def build(self) -> None:
        """Make the base environment, then run the Dockerfile's commands. Takes half a minute."""
        run([self.base_python, "-m", "venv", self.prefix])
        constraints = self.prefix / "base.txt"
        lines = [f"{name}=={version}\n" for name, version in self.plan.base.items()]
        constraints.write_text("".join(lines), encoding="utf-8")
        install(self.python, "--only-binary", ":all:", "--constraint", constraints, *BASE)
        self.came_with_base = self.installed()
        for command in self.plan.commands:
            self.shell(command.replace("--no-cache-dir ", ""))  # an image's concern; here it's slow

    def installed(self) -> dict[str, str]:
        """Return the packages of the environment and their versions."""
        done = run([self.python, "-m", "pip", "list", "--format=freeze"])
        pairs = (line.split("==") for line in done.split())
        return {canonical(name): version for name, version in pairs}

    def shell(self, command: str) -> str:
        """Run a command in the repository, with traps where Node and compilers would be."""
        self.trap.mkdir(exist_ok=True)
        for name in NOT_NEEDED:
            script = self.trap / name
            script.write_text(f'#!/bin/sh\necho {name} >> "{self.trap}/called"\nexit 1\n')
            script.chmod(0o755)
        path = os.pathsep.join(map(str, (self.python.parent, self.trap, os.environ["PATH"])))
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHONPATH", "JUPYTER"))
        }
        prefixes = dict.fromkeys(("KERNEL_PYTHON_PREFIX", "NB_PYTHON_PREFIX"), str(self.prefix))
        return run(["bash", "-c", command], self.repository, {**env, **prefixes, "PATH": path})

    @property
    def called(self) -> str:
        """Which of the programs that must not be needed were called."""
        log = self.trap / "called"
        return log.read_text(encoding="utf-8") if log.exists() else ""


def python_of(version: str) -> tuple[str, str]:
    """Return a Python of this version, or the running one and a remark that says so."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2], sys.base_prefix)"
    for candidate in (sys.executable, f"python{version}"):
        try:
            done = subprocess.run(
                [candidate, "-c", ask], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        if done.stdout.startswith(f"{version} "):
            return candidate, ""
    running = ".".join(map(str, sys.version_info[:2]))
    return sys.executable, f"no Python {version} here: Binder's build was tried with {running}"


def canonical(name: str) -> str:
    """Return a package's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    """Return the versions that a requirements file pins, each with the hashes of its files.

    Raises AssertionError for a line that is no pin, option or comment, and for one without a hash.
    """
    found = {}
    for line in text.replace("\\\n", "").splitlines():
        if line.startswith(("#", "--")) or not line.strip():
            continue
        pinned = re.match(r"([A-Za-z0-9._-]+)==([0-9][0-9a-z.]*) .*--hash=sha256:", line)
        assert pinned, f"{line!r} is no exact version with a hash"
        found[canonical(pinned[1])] = pinned[2]
    return found


def needed(*extras: str) -> dict[str, Requirement]:
    """Return what the package needs with these extras, and with those that they include."""
    found: dict[str, Requirement] = {}
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in EXTRAS[extra])]
    for each in map(Requirement, lines):
        if canonical(each.name) == canonical(PROJECT["name"]):
            found |= needed(*each.extras)
        else:
            found[canonical(each.name)] = each
    return found


def run(
    command: list[str | Path], cwd: Path | None = None, env: dict[str, str] | None = None
) -> str:
    """Run a command; what it prints. Raises AssertionError with its last words where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout
