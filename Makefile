# Everything goes through the virtual environment in .venv, which the first target makes.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install install-test demo test lint format bench clean

help:
	@echo "make demo     see a match refereed"
	@echo "make test     install what the tests need and run them all"
	@echo "make bench    print the figures: speed and accuracy"
	@echo "make install  only make .venv with the turbo command in it"
	@echo "make format   format the code"
	@echo "make clean    remove .venv and caches"

install: .venv/.installed

install-test: .venv/.installed-test

.venv/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "expected Python 3.11 or newer: $$($(PYTHON) --version)" >&2; exit 1; }
	@sh tools/make-venv.sh $(PYTHON)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=24"
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/.installed-test: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

demo: install
	$(BIN)/turbo referee examples/evening.turbo --follow 0.3

lint: install-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest

format: install-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install-test
	$(BIN)/python -m bench.core

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info build
