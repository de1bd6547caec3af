# One entry point for people and CI; README.md says what each target takes.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
DEMO ?= 1
BASE ?= HEAD
PART ?= suite
BIN := .venv/bin

.PHONY: setup run test quick nightly soak check lint messages audit

setup: .venv/.installed

.venv/.installed: requirements.lock requirements-dev.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: setup
	DEMO=$(DEMO) $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

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
