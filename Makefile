# Espalier. `make run` starts it, `make test` proves it.
# Needs Python 3.11 or newer (with its venv module) and make; everything else goes into .venv.

VENV := .venv
BIN := $(VENV)/bin/python
PIP := $(BIN) -m pip --disable-pip-version-check --no-input
INSTALLED := $(VENV)/.installed
TESTING := $(VENV)/.installed-test
AUDITING := $(VENV)/.installed-audit

# The newest Python that can make an environment; `make run PYTHON=/path/to/python3` chooses another.
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3.14 python3.13 python3.12 python3.11 python3 python
PYTHON ?= $(shell for name in $(CANDIDATES); do \
	"$$name" -c '$(USABLE)' >/dev/null 2>&1 && { echo "$$name"; break; }; done)

# pyproject.toml is the one list of what is needed; arguments name its extras.
REQUIREMENTS := import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	extras = [r for extra in sys.argv[1:] for r in project["optional-dependencies"][extra]]; \
	print("\n".join(project["dependencies"] + extras))

# Tests run in this many processes; `make test ARGS="tests/cli -k baseline"` narrows them down.
WORKERS ?= 2
ARGS ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run test bench lint types audit pictures clean

help: ## This list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

install: $(INSTALLED) ## Make .venv with what the product needs

run: $(INSTALLED) ## Start Espalier with the sample team; a second run keeps the data
	@$(BIN) manage.py migrate --verbosity 0
	@$(BIN) manage.py samples
	@$(BIN) manage.py serve

test: $(TESTING) ## Run the tests (finds or fetches a Chromium for those that drive a browser)
	@ESPALIER_CHROMIUM="$$(sh .ci/chromium $(BIN))" $(BIN) -m pytest -n $(WORKERS) $(ARGS)

bench: $(TESTING) ## Measure
	@ESPALIER_CHROMIUM="$$(sh .ci/chromium $(BIN))" $(BIN) -m bench

lint: $(TESTING) ## Style and import contracts
	@$(BIN) -m ruff check .
	@$(BIN) -m ruff format --check .
	@$(VENV)/bin/lint-imports

types: $(TESTING) ## Types of the core, strictly
	@$(BIN) -m mypy

audit: $(AUDITING) ## Ask whether an installed package has a known vulnerability
	@$(PIP) check
	@$(BIN) .ci/audit.py

pictures: $(TESTING) ## Take the pictures of the docs from the running product
	@ESPALIER_CHROMIUM="$$(sh .ci/chromium $(BIN))" $(BIN) docs/pictures.py

clean: ## Remove what the above made; data in var/ stays
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache staticfiles build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@test -n "$(PYTHON)" || { sh .ci/no-python; exit 1; }
	@"$(PYTHON)" -c '$(USABLE)' || { sh .ci/no-python; exit 1; }
	@echo "making $(VENV) with $$("$(PYTHON)" -V)"
	@"$(PYTHON)" -m venv $(VENV)
	@$(PIP) install --quiet --no-cache-dir --upgrade $$($(PIP) list --format=freeze | cut -d= -f1) \
		|| echo "pip stays the one that came with Python"
	@touch $@

$(INSTALLED): pyproject.toml $(VENV)/.created
	@$(BIN) -c '$(REQUIREMENTS)' > $(VENV)/requirements.txt
	@echo "installing what pyproject.toml names"
	@$(PIP) install --quiet --no-cache-dir -r $(VENV)/requirements.txt
	@touch $@

$(TESTING): pyproject.toml $(INSTALLED)
	@$(BIN) -c '$(REQUIREMENTS)' test > $(VENV)/requirements-test.txt
	@echo "installing what the tests need"
	@$(PIP) install --quiet --no-cache-dir -r $(VENV)/requirements-test.txt
	@touch $@

$(AUDITING): pyproject.toml $(TESTING)
	@$(BIN) -c '$(REQUIREMENTS)' audit > $(VENV)/requirements-audit.txt
	@$(PIP) install --quiet --no-cache-dir -r $(VENV)/requirements-audit.txt
	@touch $@
