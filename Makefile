# piecepack_nb: `make play`, `make check` and `make test` do all the set-up themselves. `make help` lists the rest.

ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
PY       := $(BIN)/python
PIP      := $(PY) -m pip install -qq --disable-pip-version-check
UV_PIP   := $(BIN)/uv pip install -q
FRONTEND := piecepack_nb/widgets/frontend
START    := lessons/00_start_here.ipynb
# Four processes for two cores, since tests in a browser mostly wait. Whole files, since a
# notebook's cells share a kernel; pytest 9.2 ignores xdist's finer groups.
# tests/order.py puts the longest first, and has one process begin with the browser.
WHOLE    := --dist loadfile --no-loadscope-reorder
PARALLEL := -n 4 $(WHOLE)
# Every output is compared, drawings too, of copies beside which no journal of a reader's game lies.
NBVAL    := -p tests.light -p nbval -p tests.nbval_boards --nbval --nbval-current-env
COPIES   := build/notebooks
SOME     := $(addprefix $(COPIES)/,0[06]_* teacher/06_* teacher/12_*)
PYTEST_ARGS ?=

# Where nothing compiled is kept, each process compiles the package and all tests anew.
unexport PYTHONDONTWRITEBYTECODE

# The first Python that is new enough; asked only when the environment has to be made.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

.PHONY: help play check quick test matrix pythons lowest bench soak mutants shots bundle notebooks lint format lock dist docs site site-serve clean
.DEFAULT_GOAL := help

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/.lab-installed ## open JupyterLab on the start notebook
	@$(PY) tools/lessons.py >/dev/null  # what a reader has changed is kept
	$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/$(START) \
		$$([ "$$(id -u)" != 0 ] || echo --allow-root) $(LAB_ARGS)

check: .venv/.dev-installed ## style, types, layers and all tests without a browser, in about 5 minutes
	@$(MAKE) --no-print-directory -j 2 lint build/.compiled-tests
	@$(PY) tools/notebooks.py --copy $(COPIES)
	@HYPOTHESIS_PROFILE=quick $(PY) -m pytest -q -n 2 $(WHOLE) $(NBVAL) -m "not browser" tests $(SOME) $(PYTEST_ARGS)

quick: .venv/.dev-installed ## style, types, layers, and the tests of what you have changed, in about a minute
	@$(MAKE) --no-print-directory lint
	@HYPOTHESIS_PROFILE=quick $(PY) -m pytest -q -n 2 -m "not browser" $$($(PY) -m tools.changed $(SINCE))

test: .venv/.dev-installed ## run every check and test, those in a real browser too
	@$(PY) tools/chromium.py --install >/dev/null || true  # where there is none its tests fail, and say so
	@$(MAKE) --no-print-directory -j 2 lint front-end-test build/.compiled-tests
	@$(PY) tools/notebooks.py --copy $(COPIES)
	$(PY) -m pytest -q $(PARALLEL) $(NBVAL) tests $(COPIES) $(PYTEST_ARGS)

.PHONY: times
times: ## run all tests, and write how long each file takes to tests/times.json, by which they are ordered
	@$(MAKE) --no-print-directory test PYTEST_ARGS="--times $(PYTEST_ARGS)"

# Once, beside lint: else each process of the tests compiles all of them.
build/.compiled-tests: .venv/.dev-installed $(wildcard tests/*.py tests/*/*.py tests/*/*/*.py)
	@$(PY) -m pytest -q --collect-only tests >/dev/null || true  # what is wrong the tests say
	@mkdir -p build && touch $@

.PHONY: front-end-test
front-end-test: # the part that is JavaScript only; its behaviour in a page is tested by pytest
	@if [ ! -f $(FRONTEND)/package.json ]; then :; \
	elif command -v npm >/dev/null; then cd $(FRONTEND) && npm test --silent; \
	else echo "npm not found: the front end's own unit tests are not run; install Node 18 or later" >&2; fi

bench: .venv/.dev-installed ## measure, beside other libraries in the same run
	@set -e; for f in bench/bench_*.py; do echo "== $$f"; $(PY) $$f; done

soak: .venv/.dev-installed ## attack saves, journals and pages; make soak SIZE=100000 tries more
	@$(PY) -m tests.soak --size $(or $(SIZE),1000)

mutants: .venv/.dev-installed ## change lines of the rules at random, and list what no test catches; make mutants SIZE=20 tries fewer
	@$(PY) -m tools.mutants --size $(or $(SIZE),200)

# Each front end has an environment of its own in build/matrix.
matrix: .venv/.dev-installed ## play the start notebook in every front end, and write docs/matrix.md
	@$(PY) -m tests.front_ends $(NAMES)

# The Pythons that uv finds on this machine, each with the packages of requirements-dev.txt in an environment
# in build/. pyenv's commands need PYENV_VERSION.
IN_BUILD    := HYPOTHESIS_PROFILE=quick PYTHONPATH= build
PYTHONS     := 3.12 3.13 3.14
pythons: .venv/.dev-installed ## run all tests without a browser on each later Python
	@$(PY) tools/notebooks.py --copy $(COPIES)
	@set -e; for v in $(PYTHONS); do \
		export PYENV_VERSION=$$v; \
		$(BIN)/uv python find --no-python-downloads $$v >/dev/null 2>&1 \
			|| { echo "Python $$v isn't on this machine"; continue; }; \
		echo "== Python $$v"; $(BIN)/uv venv -q --clear -p $$v build/python-$$v; \
		$(UV_PIP) -p build/python-$$v --require-hashes -r requirements-dev.txt; \
		$(UV_PIP) -p build/python-$$v --no-deps --no-build-isolation -e .; \
		$(IN_BUILD)/python-$$v/bin/python -m pytest -q $(PARALLEL) $(NBVAL) -m "not browser" tests $(SOME) $(PYTEST_ARGS); done

# The newest versions are those of requirements-dev.txt, with which `make test` runs.
TEST_TOOLS  := axe-playwright-python hypothesis nbclient networkx playwright pypdf pytest pytest-rerunfailures \
	pytest-xdist pyyaml scipy websocket-client
lowest: .venv/.dev-installed ## test with the lowest allowed versions of what the package and its extras need
	@$(BIN)/uv venv -q --clear -p $(PY) build/lowest
	@$(UV_PIP) -p build/lowest --resolution lowest-direct \
		-e '.[canvas,handouts,lab,measure,open_spiel,pettingzoo,play]'
	@$(UV_PIP) -p build/lowest $(TEST_TOOLS)
	@$(BIN)/uv pip freeze -q -p build/lowest | grep -E '^(altair|anywidget|filelock|fpdf2|ipy[a-z]*|jupyterlab|open-spiel|pandas|pettingzoo|voila)=='
	@$(IN_BUILD)/lowest/bin/python -m pytest -q tests/widgets tests/lab tests/interop tests/scene/test_handout.py \
		tests/browser/test_predict.py tests/browser/test_play_from_terminal.py $(PYTEST_ARGS)

shots: .venv/.dev-installed ## make a page of screenshots of all tables and panels; make shots NAMES='paco predict'
	@$(PY) -m tools.shots $(NAMES)

bundle: ## build the front end (needs Node); the result is committed
	cd $(FRONTEND) && npm ci --silent --no-audit --no-fund && npm run --silent build

notebooks: .venv/.dev-installed ## run the notebooks; what they show is committed with them
	$(PY) tools/notebooks.py

.PHONY: grading nbgrader
grading: .venv/.dev-installed ## write an nbgrader course of the lessons in build/course
	$(PY) tools/grading.py build/course

nbgrader: build/nbgrader/.installed ## grade a class of invented answers with nbgrader
	$(PY) -m pytest -q tests/grading/nbgrader_class.py

build/nbgrader/.installed: tests/grading/requirements.txt | .venv/.dev-installed
	@$(BIN)/uv venv --quiet --clear -p $(PY) build/nbgrader
	@$(BIN)/uv pip install --quiet --require-hashes -p build/nbgrader -r $<
	@touch $@

.PHONY: handouts
handouts: .venv/.dev-installed ## print the rules of all games and all lessons to build/handouts, as PDF and HTML
	@$(PY) tools/handouts.py $(NAMES)

.PHONY: slides
slides: .venv/.dev-installed ## make slides of the course's lessons in build/slides, from the notebooks
	@$(PY) tools/slides.py $(NAMES)

.PHONY: lessons
lessons: ## write the lessons without results to lessons/, for readers and classes (needs Python alone)
	@$(PYTHON) tools/lessons.py --replace

lint: .venv/.dev-installed ## check style, types and the direction of imports
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --diff .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo --no-cache >/dev/null || $(BIN)/lint-imports --no-cache

format: .venv/.dev-installed ## lay the code out as `make lint` wants it
	$(BIN)/ruff check --quiet --fix . || true
	$(BIN)/ruff format --quiet .

# Every package at its newest allowed version, for each system and Python, with the hashes of its files.
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --upgrade --quiet --custom-compile-command "make lock"

lock: .venv/.dev-installed ## renew the pinned versions and hashes of make test's and Binder's packages
	$(LOCK) --extra dev pyproject.toml -o requirements-dev.txt
	$(LOCK) --no-deps --emit-build-options binder/requirements.in -o binder/requirements.txt
	$(LOCK) --no-emit-package rfc3987-syntax docs/site/requirements.in -o docs/site/requirements.txt
	$(LOCK) tests/grading/requirements.in -o tests/grading/requirements.txt

dist: .venv/.dev-installed ## build the wheel and the source archive, and check them
	@rm -rf build/dist
	$(PY) -m build --no-isolation --outdir build/dist
	$(PY) -m twine check --strict build/dist/*

docs: .venv/.dev-installed ## build the documentation in build/site/docs
	$(PY) tools/site.py --docs

site: .venv/.dev-installed ## build the site: JupyterLite, a page to play each game, the documentation (needs npm)
	$(PY) tools/site.py

site-serve: .venv/.dev-installed ## serve the site on this machine
	$(PY) tools/site.py --serve

clean: ## remove what was made, the environment too
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache $(FRONTEND)/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: install it, or say make PYTHON=/path/to/it" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "the line above says what $(PYTHON) lacks (on Debian: apt install python3-venv)" >&2; exit 1; }

# Stamps: pip runs again only when the requirements have changed. uv takes a tenth of pip's time; pip
# installs where uv can't, as with an index that only pip.conf names.
.venv/.lab-installed: pyproject.toml | $(PY)
	@echo "setting up .venv (once; a minute or so)"
	@$(PIP) -e '.[canvas,handouts,host,lab,measure,play]'
	@touch $@

.venv/.dev-installed: pyproject.toml requirements-dev.txt | $(PY)
	@echo "setting up .venv with the test tools (once; a minute or so)"
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.txt >.venv/uv.txt
	@$(PIP) --require-hashes -r .venv/uv.txt
	@$(UV_PIP) -p $(PY) --require-hashes -r requirements-dev.txt || $(PIP) --require-hashes -r requirements-dev.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@ .venv/.lab-installed
