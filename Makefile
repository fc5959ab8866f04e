# Everything here needs only Python 3.10 or newer, make and the Python package index. `make help` lists it.
# The folder .venv is made on first use and again when pyproject.toml changes.

VENV := .venv
RUN := $(VENV)/bin/python
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python3.10 python
PYTHON ?= $(shell for p in $(CANDIDATES); do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1 && { echo $$p; break; }; done)

.PHONY: help play demo test lint types pytest pico coverage bench hardware clean

help:
	@echo "make play      the box in this terminal (without a terminal: the demo)"
	@echo "make demo      one whole game on a virtual box, shown and checked"
	@echo "make test      lint, types and all tests"
	@echo "make lint      ruff and its formatter, checking only"
	@echo "make types     the type check of host, tests and device code"
	@echo "make pytest    the tests alone (ARGS='-k name' for some of them)"
	@echo "make pico      start and hardware on the emulated Pico: many boots, 10 minutes or more"
	@echo "make hil       the key scripts on a box at a port: make hil PORT=/dev/ttyACM0 (ARGS='redo revoke' for some of them)"
	@echo "make coverage  the tests, with a table of the lines that none of them reached"
	@echo "make bench     measurements beside their goals (BENCH=archive for one of them, ARGS=--write)"
	@echo "make hardware  wiring, schematic, enclosure and their pictures, from the firmware's pin table"
	@echo "make clean     removes .venv and what the tools left behind"

play: $(VENV)/.play
	@if [ -t 0 ] && [ -t 1 ]; then exec $(VENV)/bin/robokraft play; else exec $(VENV)/bin/robokraft demo; fi

demo: $(VENV)/.play
	@$(VENV)/bin/robokraft demo

test: lint types pytest

lint: $(VENV)/.dev
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

# The stubs of MicroPython bring their own standard library, which is where pip puts packages.
types: $(VENV)/.dev
	$(RUN) -m basedpyright
	$(RUN) -m basedpyright -p pyright-device.json \
		--typeshedpath "$$($(RUN) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

pytest: $(VENV)/.dev
	$(RUN) -m pytest -n 2 --dist loadgroup --no-loadscope-reorder -m "not pico" $(ARGS)

pico: $(VENV)/.dev
	$(RUN) -m pytest -n 2 --dist loadgroup --no-loadscope-reorder -m pico tests/emulator $(ARGS)

PORT ?= auto

hil: $(VENV)/.dev
	PYTHONPATH=.:firmware:host:tests $(RUN) tests/hil.py --port "$(PORT)" $(ARGS)

coverage: $(VENV)/.dev
	$(RUN) -m coverage run -m pytest $(ARGS)
	$(RUN) -m coverage report --show-missing --skip-covered

bench: $(VENV)/.dev
	@PYTHONPATH=.:firmware:host:tests $(RUN) -m bench $(BENCH) $(ARGS)

hardware: $(VENV)/.dev
	@PYTHONPATH=.:firmware:host $(RUN) -m hardware.make $(ARGS)

clean:
	rm -rf $(VENV) dist .coverage .hypothesis .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.play: $(VENV)/.made pyproject.toml
	@echo "Installing into $(VENV): this takes a few minutes, once."
	@$(RUN) -m pip install --quiet --disable-pip-version-check -e '.[report]'
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	@echo "Installing into $(VENV): this takes a few minutes, once."
	@$(RUN) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.made:
	@test -n "$(PYTHON)" || { \
		echo "No Python 3.10 or newer was found: install one, or name it with 'make $(MAKECMDGOALS) PYTHON=/path/to/python3'." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { \
		echo "$(PYTHON) is no Python 3.10 or newer: name one with 'make $(MAKECMDGOALS) PYTHON=/path/to/python3'." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) has no venv module: install it (Debian and Ubuntu: 'apt install python3-venv')." >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)
	@$(RUN) --version
	@touch $@
