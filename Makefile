# Everything goes through the virtual environment in .venv, which the first target makes.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install install-test demo demo-tiles demo-hall torture-hall test lint style format bench soak torture pi-root pi-memory release docs pictures acts clean install-locked sbom audit

help:
	@echo "make demo     watch a simulated match being refereed, in a browser"
	@echo "make demo-tiles  watch four simulated people with tiles being refereed, in a browser"
	@echo "make demo-hall  watch eight simulated tables and a Swiss evening, in a browser"
	@echo "make test     install what the tests need and run them all"
	@echo "make bench    print the figures: speed and accuracy"
	@echo "make torture-hall  200 tables, 100,000 entries, everything killed once: what is lost?"
	@echo "make soak     let the referee watch for ten minutes, and print what it costs"
	@echo "make acts     pictures of every act of mischief, in four languages and sizes, light and dark"
	@echo "make pi-root  install on bare Debian 12 and 13 for ARM64, as on a Pi (as root, minutes)"
	@echo "make pi-memory FILM=...  what a table takes of an emulated Pi's memory (as root, an hour)"
	@echo "make torture  kill, cut, flip and fill whatever is kept, fail a live table, and see what is left"
	@echo "make docs     make the book, in build/book: open build/book/index.html"
	@echo "make pictures take the pictures of README and book again, in a browser (minutes)"
	@echo "make release  sdist, wheel with the compiled search, firmware and checksums, in dist/"
	@echo "make install-locked  the same as the tests need, each file by its hash"
	@echo "make sbom     a bill of materials of all that comes from elsewhere, in build/sbom.json"
	@echo "make audit    known holes in it; AUDIT_DATABASE=FILE does without a network"
	@echo "make install  only make .venv with the turbo command in it"
	@echo "make format   format the code"
	@echo "make clean    remove .venv and caches"

install: .venv/.installed

install-test: .venv/.installed-test

MADE_OF := pyproject.toml setup.py $(wildcard turbo/solver/native/*)

define make-venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "expected Python 3.11 or newer: $$($(PYTHON) --version)" >&2; exit 1; }
	@echo "installing the turbo command and what it needs into .venv"
	@sh tools/make-venv.sh $(PYTHON)
	@sh tools/compiler.sh $(PYTHON)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=24"
endef

.venv/.installed: $(MADE_OF)
	$(make-venv)
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@
	@echo "installed: .venv/bin/turbo --help"

# With what the tests need in one go: the search is compiled once, and once it is asked what fits.
.venv/.installed-test: $(MADE_OF)
	$(make-venv)
	@# Not compiled here, by one process: of thousands of modules the tests load some hundreds.
	$(BIN)/python -m pip install --quiet --no-compile --editable '.[test]'
	@# The Pi's camera is tested with the real picamera2; half of what it asks for needs a compiler
	@# and a Pi, and is for screens and films.
	$(BIN)/python -m pip install --quiet --no-deps 'picamera2>=0.3.38'
	@touch .venv/.installed $@

# What the tests need as the lock names it: each file by its hash, and nothing else.
install-locked: .venv/.installed
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-test.lock
	$(BIN)/python -m pip install --quiet --no-deps --editable .

sbom: .venv/.installed
	@mkdir -p build
	$(BIN)/python -m tools.sbom > build/sbom.json
	@echo "build/sbom.json"

audit: .venv/.installed-test
	@[ -n "$(AUDIT_DATABASE)" ] || $(BIN)/python -m pip install --quiet pip-audit || true
	$(BIN)/python -m tools.audit

# The twin needs the physics of its dice on top.
.venv/.installed-twin: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[twin]'
	@touch $@

demo: .venv/.installed-twin
	$(BIN)/turbo run --camera twin --new --store .venv/demo/matches.db $(DEMO)

demo-tiles: .venv/.installed-twin
	$(BIN)/turbo run --edition original-goliath --camera twin --store .venv/demo/tiles.db $(DEMO)

.venv/.installed-hall: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[hall,twin]'
	@touch $@

demo-hall: .venv/.installed-hall
	$(BIN)/turbo hall demo $(DEMO)

TYPES := MYPY_NUM_WORKERS=2 $(BIN)/mypy

lint: style
	$(TYPES)

style: install-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Once after an installation: else every process that runs tests would compile all of it again, at
# the same time as the others.
.venv/.compiled: .venv/.installed-test
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --collect-only -qq >/dev/null 2>&1; touch $@

# Types are checked beside the tests, in what time those leave while they wait, and are told in the
# end. Hundreds of processes are started: what one has compiled is kept for the others, also where
# the environment says otherwise.
test: style
	@sh firmware/tools.sh
	@sh tools/browser.sh
	@sh tools/engines.sh
	@echo "$(TYPES)"; $(TYPES) >.venv/types.txt 2>&1 & types=$$!; \
	  $(MAKE) --no-print-directory .venv/.compiled; \
	  PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --maxprocesses 4 $(PYTEST); tests=$$?; \
	  wait $$types; types=$$?; cat .venv/types.txt; exit $$((tests | types))

format: install-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install-test
	@sh firmware/tools.sh
	@sh tools/engines.sh
	$(BIN)/python -m bench.figures

torture-hall: install-test
	@sh tools/engines.sh
	$(BIN)/python -m bench.hall --torture
	$(BIN)/python -m bench.pairings

soak: .venv/.installed-twin
	$(BIN)/python -m bench.soak

acts: install-test
	@sh tools/browser.sh
	$(BIN)/python -m tests.support.browser_acts acts $(ACTS)

pi-root:
	sh tools/pi-root.sh $(SUITES)

pi-memory: .venv/.installed
	sh tools/pi-memory.sh $(FILM) $(CPU)

# An hour of crashes: TORTURE='--kills 50 --flips 50 --mutants 50' for a minute.
torture: install-test
	$(BIN)/python -m bench.torture $(TORTURE)

# The book. Everything it holds is made here: no warning, no network.
docs: .venv/.installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -d build/book-trees docs build/book
	@echo "made: build/book/index.html"

.venv/.installed-docs: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@

pictures: install-test
	@sh tools/browser.sh
	$(BIN)/python -m docs.making.assets
	$(BIN)/python -m tests.support.browser_pictures

# What a release is made of. The wheel holds models, pages and the search compiled for this machine.
release: install
	@rm -rf dist
	@$(BIN)/python -m pip install --quiet "build>=1.2"
	$(BIN)/python -m build --outdir dist .
	@cp turbo/board/firmware/*.hex dist/
	@cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info build
