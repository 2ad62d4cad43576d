# `make` alone lists what there is to do.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The environment has no pip of its own: Debian's python3 cannot make one that has, unless python3-venv is installed.
PIP_INSTALL = $(PYTHON) -m pip --python $(BIN)/python install --quiet --quiet --disable-pip-version-check
CHECKED := gleek_replay migrations scripts tests wsgi.py
# What checks the JavaScript of the pages: npm writes this file when it has installed it.
JAVASCRIPT := tests/javascript/node_modules/.package-lock.json
NPM = npm --loglevel=error --prefix tests/javascript --ignore-scripts --no-audit --no-fund
# Of the tests that run side by side half usually wait: for a service to start or to lose patience, for a browser.
SIDE_BY_SIDE = $$((2 * $$(nproc)))
# What talks with servers, browsers and processes that are killed meets a machine that may be very busy: once in a
# great while a test fails that is sound. It is run once more, and what it said is printed in the end; a second failure
# counts. Whatever is of one process alone has no such excuse.
ALONE := audit conformance dossiers records regressions simulation statistics
RERUN := --reruns=1 --rerun-show-tracebacks $(ALONE:%=--rerun-exclude-path=tests/%)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(VENV)/run.stamp ## create .venv from the hash-pinned lock (instant the second time)
	@:

.PHONY: run
run: setup ## fill a demonstration database, serve it on the loopback address, print the link to open
	@exec $(BIN)/gleek-replay demo

# The tests begin hundreds of processes: what each has to read is kept in byte code, whatever the environment says.
.PHONY: test
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/test.stamp $(VENV)/audit.stamp lint types ## everything that must hold: style, types, tests, the engine's coverage
	@$(BIN)/python -m scripts.vulnerabilities --where-reachable
	@$(BIN)/python -m tests.broker
	@CHROMIUM="$$($(BIN)/python -m tests.chromium)" && export CHROMIUM && \
	$(BIN)/pytest --numprocesses=auto tests/engine --cov=gleek_replay/engine --cov-branch --cov-fail-under=100 && \
	$(BIN)/pytest --numprocesses=$(SIDE_BY_SIDE) --dist=loadscope --no-loadscope-reorder $(RERUN) --ignore=tests/engine

.PHONY: test-long
test-long: $(VENV)/test.stamp ## what takes an hour: kill -9 again and again during large uploads, memory under the largest
	@$(BIN)/python -m tests.broker
	@$(BIN)/pytest -m long

.PHONY: audit
audit: $(VENV)/audit.stamp ## ask the package index whether any dependency has a known vulnerability
	@$(BIN)/python -m scripts.vulnerabilities

.PHONY: lint
lint: $(VENV)/test.stamp ## style and likely mistakes (ruff)
	@$(BIN)/ruff check --quiet $(wildcard $(CHECKED))
	@$(BIN)/ruff format --quiet --check $(wildcard $(CHECKED))

.PHONY: types
types: $(VENV)/test.stamp $(JAVASCRIPT) ## types (mypy and tsc, strict)
	@$(BIN)/mypy $(wildcard $(CHECKED))
	@"$${NODE:-node}" tests/javascript/node_modules/typescript/bin/tsc --project tests/javascript --pretty false

.PHONY: format
format: $(VENV)/test.stamp ## lay the code out as `make lint` wants it
	@$(BIN)/ruff check --quiet --fix-only $(wildcard $(CHECKED))
	@$(BIN)/ruff format --quiet $(wildcard $(CHECKED))

.PHONY: bench
bench: $(VENV)/test.stamp $(VENV)/bench.stamp ## how fast hands are replayed, stored and taken in, beside floors and peers
	@$(BIN)/python -m scripts.bench

.PHONY: load
load: $(VENV)/test.stamp ## fifty clients who read and upload for a minute: no error, and every hand is there
	@$(BIN)/python -m scripts.load

.PHONY: bench-large
bench-large: $(VENV)/test.stamp ## how long a club with a million hands takes to answer; loads them into var/ the first time
	@$(BIN)/python -m scripts.bench_large

.PHONY: fuzz
fuzz: $(VENV)/test.stamp $(VENV)/fuzz.stamp ## ten minutes of inputs that nobody would write, for whatever reads hand histories
	@$(BIN)/python -m scripts.fuzz

.PHONY: schemas
schemas: $(VENV)/test.stamp ## write schemas/ anew from the marshmallow schemas, and the examples in them
	@$(BIN)/python -m tests.web.api_examples
	@$(BIN)/python -c 'from pathlib import Path; \
		from gleek_replay.web.schemas_export import write_schemas; write_schemas(Path("schemas"))'

LOCK = $(BIN)/uv pip compile --quiet --python $(BIN)/python --no-python-downloads --only-binary :all: \
	--universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade

.PHONY: lock
lock: $(VENV)/lock.stamp ## resolve pyproject.toml anew into requirements/, and what checks the JavaScript
	@$(LOCK) pyproject.toml --group build --output-file requirements/run.txt
	@$(LOCK) pyproject.toml --group build --group test --constraint requirements/run.txt --output-file requirements/test.txt
	@$(LOCK) --group bench --no-binary chess --constraint requirements/run.txt --output-file requirements/bench.txt
	@$(LOCK) --group bench-build --output-file requirements/bench-build.txt
	@$(LOCK) --group fuzz --constraint requirements/test.txt --output-file requirements/fuzz.txt
	@$(LOCK) --group audit --constraint requirements/test.txt --output-file requirements/audit.txt
	@$(LOCK) --group lock --output-file requirements/lock.txt
	@$(NPM) install --package-lock-only --save-dev axe-core@latest typescript@latest

.PHONY: clean
clean: ## remove the environment and everything generated, but not the demonstration's database in var/
	@rm -rf $(VENV) tests/javascript/node_modules build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Every package a stamp stands for came from its lock with its hash checked; the project itself is installed in place.

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Gleek Replay needs Python 3.11 or newer as '$(PYTHON)': install it, or name one with make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m pip --version >/dev/null 2>&1 || \
		{ echo "'$(PYTHON)' has no pip: install it (on Debian: apt-get install python3-pip)" >&2; exit 1; }
	@$(PYTHON) -m venv --clear --without-pip $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/python.stamp requirements/run.txt pyproject.toml
	@echo "Installing what Gleek Replay runs with into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement requirements/run.txt
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements/test.txt
	@echo "Installing what its tests need into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement requirements/test.txt
	@touch $@

$(JAVASCRIPT): tests/javascript/package-lock.json | $(VENV)/python.stamp
	@$(BIN)/python -m tests.node
	@echo "Installing what checks the JavaScript into tests/javascript"
	@$(NPM) ci >/dev/null
	@touch $@

# Only chess is built from its source, with what the lock before it holds.
$(VENV)/bench.stamp: $(VENV)/run.stamp requirements/bench.txt requirements/bench-build.txt
	@echo "Installing what Gleek Replay is measured against into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement requirements/bench-build.txt
	@$(PIP_INSTALL) --require-hashes --no-build-isolation --only-binary :all: --no-binary chess \
		--requirement requirements/bench.txt
	@touch $@

$(VENV)/fuzz.stamp: $(VENV)/test.stamp requirements/fuzz.txt
	@echo "Installing what Gleek Replay is fuzzed with into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement requirements/fuzz.txt
	@touch $@

$(VENV)/audit.stamp: $(VENV)/test.stamp requirements/audit.txt
	@echo "Installing what looks for known vulnerabilities into $(VENV)"
	@$(PIP_INSTALL) --require-hashes --requirement requirements/audit.txt
	@touch $@

$(VENV)/lock.stamp: $(VENV)/python.stamp requirements/lock.txt
	@$(PIP_INSTALL) --require-hashes --requirement requirements/lock.txt
	@touch $@
