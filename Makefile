# One entry point for people and CI; README.md says what each target takes.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
DEMO ?= 1
BASE ?= HEAD
PART ?= suite
BIN := .venv/bin

.PHONY: setup run wheel engine-wheel newest docs docs-build test quick nightly soak check lint messages audit release

# What running needs, and on top of it what developing needs; each from its lock file.
.venv/.running: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Truco needs Python 3.11 or newer; $(PYTHON) is older: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@test ! -x $(BIN)/python || $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo ".venv is of a Python older than 3.11: remove it (rm -r .venv) and run make again"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/.installed: .venv/.running requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

setup: .venv/.installed

run: .venv/.running
	DEMO=$(DEMO) $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# The rules of truco and their conformance suite alone: truco_engine.
engine-wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist games/engine

# The wheel on the newest Python that is installed: engine and formats, a cup.
newest: wheel
	$(BIN)/python -m tests.runner.newest

docs: setup
	$(BIN)/mkdocs serve --dev-addr 127.0.0.1:8100

docs-build: setup
	$(BIN)/mkdocs build --strict

test: setup
	$(BIN)/python -m tests

nightly: setup
	$(BIN)/python -m tests --nightly

quick: setup
	BASE=$(BASE) $(BIN)/python -m tests.runner.quick

soak: setup
	$(BIN)/python -m tests.soak $(PART)

check: lint test

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/djlint --lint --quiet --profile jinja -e jinja templates/pieces
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest -p no:randomly tests/lint

messages: setup
	$(BIN)/python -m tests.runner.messages

audit: setup
	$(BIN)/python -m tests.runner.audit

release: setup
	$(BIN)/python -m tests.runner.release
