# The commands a newcomer needs: `make run`, and `make quick`, `make test` and `make test-all` (CONTRIBUTING.md).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Several workers per core: while one waits for a bot or a browser, another uses the core (`tests/support/schedule.py`).
spread = --dist loadfile --no-loadscope-reorder -n $(shell $(PYTHON) -c 'import os; print($(1) * (os.cpu_count() or 1))')
# Installs the packages of a file with uv, in an eighth of pip's time. If uv fails, pip installs them.
install = $(BIN)/python -m uv --quiet pip install --python $(BIN)/python --require-hashes -r $(1) \
	|| $(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(1)
TSC := $(VENV)/typescript/node_modules/typescript/bin/tsc
# Keep compiled modules on disk, so that a hundred bots in the tests need not compile them again.
unexport PYTHONDONTWRITEBYTECODE
# Without pip or the packages the environment is incomplete, or its Python is gone: it is then set up again.
has = $(BIN)/python -c 'import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, sys.argv[1:])))'
STALE := $(shell test ! -e $(VENV)/runtime || $(has) pip discord 2>/dev/null \
	|| rm -f $(VENV)/runtime $(VENV)/develop $(VENV)/compiled)

.DEFAULT_GOAL := run
.PHONY: run quick test test-all lint style types core check typescript engine train puzzles browser postgres screenshots perft bench soak pins release docs migrations messages translated site clean

run: $(VENV)/runtime  ## start the bot; without a token, the sandbox in the browser
	@$(BIN)/python bot.py

quick: $(VENV)/develop  ## the loop to run while you work: style, types, rules, matches, tables, service and texts
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory --jobs 2 types core

test: $(VENV)/develop browser  ## style, types and every test but the long ones
	@$(MAKE) --no-print-directory style
	@$(MAKE) --no-print-directory --jobs 2 types check

test-all: $(VENV)/compiled browser postgres  ## the tests that `make test` leaves out: those that take minutes, and those on PostgreSQL
	$(BIN)/pytest -m long $(call spread,3)

lint: style types  ## style and types

style: $(VENV)/develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/develop typescript
	$(BIN)/mypy
	@if test -e $(TSC); then echo $(TSC); $(VENV)/lib/python*/site-packages/playwright/driver/node $(TSC); fi

core: $(VENV)/develop  ## the tests of `make quick` alone
	$(BIN)/pytest -n auto tests/games tests/matches tests/service tests/texts tests/storage/test_schemas.py \
	tests/storage/test_going_back.py tests/storage/test_declarations.py tests/storage/test_discovery.py \
	tests/test_sentences.py tests/test_fields.py tests/test_commands_page.py \
	tests/test_architecture.py::test_every_silenced_check_is_named_with_a_reason \
	tests/cogs/test_notices.py tests/cogs/test_kills.py::test_the_stories_queue_every_kind_of_delivery

check: $(VENV)/compiled browser  ## the tests of `make test` alone
	$(BIN)/pytest $(call spread,2)

# Playwright has a Node, which runs the compiler. The npm that installs it is needed only once.
typescript: $(VENV)/develop  ## a TypeScript compiler for the types of the board page's scripts
	@cd $(VENV) && test typescript/node_modules/.package-lock.json -nt ../package-lock.json && exit 0; \
	mkdir -p typescript && cp ../package.json ../package-lock.json typescript && UV_HTTP_TIMEOUT=20 bin/python -m uv --quiet \
	pip install --python bin/python --target node --require-hashes -r ../requirements-node.txt && PYTHONPATH=node bin/python \
	node/bin/npm ci --silent --ignore-scripts --fetch-retries=0 --fetch-timeout=20000 --prefix typescript && rm -r node \
	|| echo "TypeScript cannot be installed here: the types of the board page's scripts are not checked."

browser:  ## a Chromium for the tests of the sandbox's page, installed where root may use apt-get
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then apt-get update -qq; for name in chromium-headless-shell chromium; \
	do apt-get install -qq -y --no-install-recommends $$name >/dev/null && exit 0; done; exit 1; \
	else echo "There is no Chromium on the PATH: the tests of the sandbox's page will be skipped."; fi

postgres:  ## a PostgreSQL server for the tests, installed where root may use apt-get
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql >/dev/null; \
	else echo "There is no PostgreSQL server here: the tests on PostgreSQL will be skipped."; fi

screenshots: $(VENV)/develop browser  ## the pictures of the sandbox's page in the README
	$(BIN)/python -m tests.page.screenshots

perft: $(VENV)/develop  ## every known move count, including the slow ones (minutes)
	$(BIN)/pytest -m "long or not long" tests/games/test_perft.py tests/players/test_kernels.py

engine: $(VENV)/develop  ## compile the kernels of the computer players
	$(BIN)/python -m players.kernels.build

train: $(VENV)/develop  ## retrain the weights of the computer players from fixed seeds (minutes)
	$(BIN)/python -m players.train --trails tests/players/trails

puzzles: $(VENV)/develop  ## GAME=konane SEEDS="0 100": print the puzzles of matches with these seeds (docs/puzzles.md)
	@$(BIN)/python -m puzzles.make $(GAME) $(SEEDS)

docs: $(VENV)/develop  ## draw the pictures of the rules pages, and write the tables of docs/commands.md and docs/privacy.md
	$(BIN)/python -m render.pages
	$(BIN)/python -m tests.support.commands_page
	$(BIN)/python -m tests.support.privacy_page

migrations: $(VENV)/develop  ## NAME=bookmarks: write what new tables, columns and indexes need of the databases
	$(BIN)/python -m tests.support.migrations $(NAME)

messages: $(VENV)/develop  ## bring the translations up to date with the texts; LANGUAGE=sv begins a new one (docs/translating.md)
	$(BIN)/python -m tests.support.messages $(LANGUAGE)

site: $(VENV)/develop  ## the documentation as a site, in site/
	$(BIN)/mkdocs build --strict

bench: $(VENV)/develop  ## measure speed and memory: a table of figures and goals
	$(BIN)/python -m benchmarks

soak: $(VENV)/develop  ## a simulated fortnight with 50 people, 200 matches and kills of the bot
	$(BIN)/python -m tests.soak

pins: $(VENV)/develop  ## pin all packages that the requirements*.in need, with hashes, for every supported Python
	for name in requirements requirements-uv requirements-node requirements-postgres requirements-dev; do \
	$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-header $$name.in -o $$name.txt || exit 1; done

translated: $(VENV)/develop  ## name every text that one of the five languages lacks; a release has none
	$(BIN)/pytest -m release

release:  ## VERSION=0.2.0: check the tree and the tests, then set the version, commit and tag
	@.ci/release "$(VERSION)"

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache

$(VENV)/runtime: requirements.txt requirements-uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tidepool needs Python 3.11 or newer; set PYTHON=python3.12 or the like")'
	@$(has) pip 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "Setting up $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-uv.txt
	@$(call install,requirements.txt)
	@touch $@

$(VENV)/develop: requirements.txt requirements-dev.txt requirements-postgres.txt $(VENV)/runtime
	@$(call install,requirements-dev.txt)
	@touch $@

# Import all tests once, so that only one process compiles them and all packages. The real run reports errors.
$(VENV)/compiled: $(VENV)/develop
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true
	@touch $@
