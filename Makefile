# make         set everything up and build every game under content/
# make test    set everything up, lint, and run all but the longest tests; make test-fast only those that are quick and tell most
# make help    the rest
#
# PYTHON names a Python 3.11 or newer, if the one found is not to your liking.

ifeq ($(origin PYTHON),undefined)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
endif
FAST = tests/spec tests/unit $(patsubst %,tests/test_%.py,about as_printed blocks language layers manual products \
	real_defects row_to_add rule_labels schema suggestions waivers)
PIP = .venv/bin/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

.PHONY: all setup prerequisites build check manual test types cases test-fast test-long fuzz attempts properties browser lint accept bench clean help

all: build

help:
	@echo 'make            set up and build every game under content/'
	@echo 'make test       set up, lint and run all but the longest tests, each on one game: minutes'
	@echo 'make test-fast  ruff, and the tests that are quick and tell most: under a minute'
	@echo 'make test-long  the tests that take longest; all games, and more examples, of what make test tries'
	@echo 'make fuzz       inputs at random: hostile ones, then many for the properties: an hour; SEED=… N=…'
	@echo 'make setup      make .venv and install what the machine lacks'
	@echo 'make check      all checks and proofs, writing nothing'
	@echo 'make manual     what every finding means, as pages in build/manual'
	@echo 'make lint       ruff and mypy'
	@echo 'make accept     renew the golden files and the JSON Schemas; then look at git diff'
	@echo 'make bench      the benchmarks: minutes'
	@echo 'make clean      remove what was built and the caches; to begin quite anew, rm -rf .venv too'

build: setup
	.venv/bin/rulewright build

check: setup
	.venv/bin/rulewright check

manual: setup
	.venv/bin/rulewright manual

test: setup browser
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	@$(MAKE) --no-print-directory --jobs=2 types cases

# Side by side: types are checked on one processor, and some tests wait for a browser.
types:
	.venv/bin/mypy

cases:
	.venv/bin/pytest -n auto -m 'not long'

test-fast: setup
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/pytest -n logical -m 'not slow and not long' $(FAST)

test-long: setup browser
	.venv/bin/pytest -n auto -m 'hypothesis or long' --hypothesis-profile=many

# Other inputs on another day; make them again with the seed that is printed: make fuzz SEED=20261122 N=100
SEED = $(shell date +%Y%m%d)
N = 4000

fuzz: attempts properties

attempts: setup
	@echo 'rulewright: trying $(N) odd and hostile inputs, seed $(SEED)'
	.venv/bin/python -m tests.fuzz --seed $(SEED) --number $(N) --minutes 25

properties: setup
	@echo 'rulewright: trying sound inputs against what must hold of them, seed $(SEED)'
	.venv/bin/pytest -n auto -m hypothesis --hypothesis-profile=fuzz --hypothesis-seed=$(SEED)

browser: prerequisites
	@PYTHONPATH=src $(PYTHON) -m bootstrap --with test || \
		echo 'rulewright: without Chromium the tests of the web rulebook are skipped, without Ghostscript and Poppler those of plates'

lint: setup
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy

accept: setup
	RULEWRIGHT_ACCEPT=1 .venv/bin/pytest tests/golden tests/test_schema.py::test_the_file_that_is_shipped_is_the_schema_of_today \
		tests/test_catalogues.py::test_the_template_is_of_today

bench: setup
	.venv/bin/python -m tests.benchmarks

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .venv -prune -o -name __pycache__ -prune -exec rm -rf {} +

setup: prerequisites .venv/ready

prerequisites:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'rulewright: needs Python 3.11 or newer, and $(if $(PYTHON),$(PYTHON) is not that,found none);' \
			'name one, as in: make PYTHON=python3.12' >&2; exit 2; }
	@PYTHONPATH=src $(PYTHON) -m bootstrap --with venv,print

# The stamp is written last: what an interruption leaves is not ready, and is made anew. It holds the name of the
# folder, because the programs in .venv/bin do too: after a move they are made anew as well.
ifneq "$(shell cat .venv/ready 2>/dev/null)" "$(CURDIR)"
.PHONY: .venv/ready
endif

.venv/ready: pyproject.toml constraints.txt | prerequisites
	@echo 'rulewright: setting up .venv'
	@test "$$(cat $@ 2>/dev/null)" = "$$(pwd -P)" || $(PYTHON) -m venv --clear .venv
	@rm -f $@
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@pwd -P > $@
