# Every target sets up what it needs in .venv; nothing is installed anywhere else.
# A Python 3.11 or newer is looked for on the PATH; name another with PYTHON=/path/to/python3.

PYTHON ?=
GAME ?=
LAN ?=
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml setup.py requirements.lock $(wildcard src/homestretch/i18n/locale/*/LC_MESSAGES/*.po) \
	src/homestretch/engine/core.py src/homestretch/engine/bits.pxd

.PHONY: serve play test check browser docs soak lint types layers unit format bench lock clean help

help: ## List these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /	/'

serve: $(VENV)/.play ## Play in the browser: make serve, or make serve LAN=1 for every device in your network
	@$(BIN)/homestretch serve $(if $(LAN),--lan) $(ARGS)

play: $(VENV)/.play ## Play in the terminal: make play, or make play GAME=horse-race ARGS="--players 3"
	@$(BIN)/homestretch play $(GAME) $(ARGS)

test: $(VENV)/.dev lint types layers ## Everything that must hold before a change lands
	@sh scripts/browser.sh
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term --cov-fail-under=100

check: $(VENV)/.dev lint types layers unit ## The fast loop: lint, types, layers, unit tests

unit: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2 tests/kit tests/fives tests/golden tests/rules tests/race tests/table tests/i18n tests/render tests/test_doctests.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

browser: $(VENV)/.dev ## The tests that drive a browser
	@sh scripts/browser.sh
	$(BIN)/python -m pytest -q tests/browser

docs: $(VENV)/.dev ## The documentation site, in build/docs
	@rm -rf build/docs
	$(BIN)/python -m sphinx -W --keep-going -q -E -b html -d build/doctrees docs build/docs
	@echo "Open build/docs/index.html in a browser."

soak: $(VENV)/.dev ## The long run
	$(BIN)/python -m pytest -n 2 --dist worksteal -m soak

bench: $(VENV)/.dev ## Measure the rulebook's speed
	$(BIN)/python benchmarks/rulebook.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(VENV)/.dev ## Take the newest versions of everything and write them down
	$(BIN)/python -m pip install --quiet --upgrade --upgrade-strategy eager -e ".[dev,docs]"
	$(BIN)/python -m pip freeze --all --exclude-editable --exclude pip > requirements.lock

clean: ## Remove the virtual environment and every cache
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

$(VENV)/.play: $(SOURCES) scripts/setup.sh
	@PYTHON="$(PYTHON)" sh scripts/setup.sh $(VENV) .
	@touch $@

$(VENV)/.dev: $(SOURCES) scripts/setup.sh
	@PYTHON="$(PYTHON)" sh scripts/setup.sh $(VENV) ".[dev,docs]"
	@touch $@ $(VENV)/.play
