# Two commands do all the set-up: `make play` and `make test`.
PYTHON ?= python3
PORT ?= virtual://
BIN := .venv/bin

.PHONY: play test check image stock browser pins vectors clean

play: .venv/play.stamp  ## a table in your browser; PORT=auto for a real board, HTTP=0.0.0.0 for phones
	@$(BIN)/cardslinger play --port '$(PORT)' $(if $(HTTP),--http '$(HTTP)')

test: .venv/test.stamp image stock browser  ## all tests, on an emulated Pico and in a browser too
	$(BIN)/pytest -n auto --dist load --maxschedchunk 2

check: .venv/test.stamp  ## style, types, layering, generated files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m hardware.pins --check
	$(BIN)/python -m tests.vectors.make --check
	$(BIN)/pytest -q tests/test_layering.py

image:  ## MicroPython with the firmware frozen in, for the emulated Pico and a real one
	@$(call image,CARDSLINGER_IMAGE,)

stock:  ## MicroPython without it, as it comes from the shop: what tests of flashing begin with
	@$(call image,CARDSLINGER_STOCK_IMAGE,--stock)

# The file that the variable $(1) names, else one built here.
image = if [ -z "$$$(1)" ]; then $(PYTHON) firmware/image/build.py $(2); \
  else test -f "$$$(1)" && echo "$$$(1)" || \
  { echo "image: $$$(1): no such file; check $(1)" >&2; exit 1; }; fi

browser:  ## Chromium and Chinese letters, for the tests of the pages
	@command -v chromium >/dev/null && fc-list 2>/dev/null | grep -q 'Noto Sans CJK' || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends \
	      chromium fontconfig fonts-noto-cjk; \
	  else echo "browser: sudo apt-get install chromium fontconfig fonts-noto-cjk" >&2; exit 1; fi; }

pins:  ## firmware/slinger/pins.py from hardware/board.toml
	$(PYTHON) -m hardware.pins

vectors: .venv/test.stamp  ## those in firmware/PROTOCOL.md, from tests/vectors and the code
	$(BIN)/python -m tests.vectors.make

clean:
	rm -rf .venv build dist *.egg-info host/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cardslinger needs Python 3.11 or newer: set PYTHON=python3.11 or later" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv; \
	  else echo "Python's venv is missing: sudo apt-get install python3-venv" >&2; exit 1; fi; }
	$(PYTHON) -m venv .venv

.venv/play.stamp: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[plot]'
	@touch $@

.venv/test.stamp: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/play.stamp
