# What can be made from a clone; `make help` lists it. Needs Python 3.11 or newer, git and make.

PYTHON ?= python3
WORKERS ?= 2
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --quiet
# A stamp says what an environment holds, so that nothing is installed twice.
INSTALLED := .venv/installed
TESTABLE := .venv/testable
COMPILED := .venv/compiled

DATA := demo/data
COURSE := demo/course
DATA_FILES := forum.csv class.csv gold.jsonl gold_categories.csv gold_mapping.txt
CHECKED := src tests bench tools .ci

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test install fast bench accuracy pictures lock audit clean

help:  ## list what can be made
	@sed -n 's/^\([a-z]*\):.*  ## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; \
	do printf '%-16s %s\n' "$$name" "$$what"; done

demo: $(INSTALLED)  ## pseudonymise an invented course into ./demo
	@rm -f $(addprefix $(DATA)/,$(DATA_FILES))
	@$(BIN)/onym demo $(DATA) --quiet
	@$(BIN)/onym run $(DATA)/forum.csv --roster $(DATA)/class.csv --out $(COURSE)
	@echo
	@echo "Open in a browser:  $(COURSE)/share/report.html"
	@echo "What is open:       $(BIN)/onym review $(COURSE)"
	@echo "Before and after:   $(DATA)/forum.csv   $(COURSE)/share/forum.csv"
	@echo "How good it is:     $(BIN)/onym score $(COURSE) --gold $(DATA)/gold_mapping.txt"
	@echo "Your own data:      $(BIN)/onym run forum.csv --roster class.csv --out course"

test: $(TESTABLE)  ## check the style and the types, and run every test
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows src
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --junit-xml build/tests.xml

install:  ## make .venv with .venv/bin/onym
	@if test -e $(COMPILED); then rm $(INSTALLED); fi
	@$(MAKE) --no-print-directory $(INSTALLED)
	@echo "Installed: $(BIN)/onym"

fast: | $(BIN)/python  ## compile the modules that read every word, for large corpora (needs a C compiler)
	@command -v $(CC) >/dev/null || { echo "make fast needs a C compiler, such as gcc, and Python's headers" >&2; exit 1; }
	@echo "Compiling Onym into .venv; this takes two minutes or three."
	@rm -rf build/fast && mkdir -p build/fast && cp -R pyproject.toml README.md LICENSE src build/fast
	@HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(PIP) --force-reinstall --no-deps ./build/fast && $(PIP) onym
	@rm -f $(TESTABLE) && touch $(INSTALLED) $(COMPILED)

bench: $(INSTALLED)  ## measure how fast it is and how it grows, beside what others do (BENCH=--quick: less)
	@$(PIP) 'onym[bench]'
	$(BIN)/python bench/run.py $(BENCH)

pictures: $(TESTABLE)  ## take the pictures of the documentation anew (needs Chromium)
	$(BIN)/python tools/pictures.py

accuracy: $(INSTALLED)  ## score every method on the demo course, into docs/accuracy.md
	$(BIN)/python tools/accuracy.py
	$(BIN)/python tools/accuracy_of_details.py
	$(BIN)/python tools/accuracy_of_languages.py

lock:  ## pin every dependency with its hashes in requirements.lock (needs uv)
	uv pip compile pyproject.toml --extra age --extra figures --extra spark --extra tagger --extra train --universal \
	--generate-hashes --no-annotate --quiet --custom-compile-command "make lock" --output-file requirements.lock

audit:  ## look for known holes in the locked versions (ADVISORIES=FOLDER: in a copy, without a network)
ifdef ADVISORIES
	$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet packaging PyYAML
	build/audit/bin/python tools/audit.py requirements.lock $(ADVISORIES)
else
	$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet pip-audit==2.10.1
	build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock
endif

clean:  ## remove what was made here, all but .venv
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis $(DATA) $(COURSE)
	@rmdir demo 2>/dev/null || true

$(INSTALLED): pyproject.toml | $(BIN)/python
	@echo "Installing Onym into .venv; the first time this takes a minute."
	@$(PIP) --editable .
	@rm -f $(COMPILED) && touch $@

$(TESTABLE): pyproject.toml | $(BIN)/python
	@echo "Installing Onym and what its tests need into .venv; the first time this takes a minute."
	@$(PIP) --editable '.[test]'
	@rm -f $(COMPILED) && touch $(INSTALLED) $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Onym needs Python 3.11 or newer; name yours: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
