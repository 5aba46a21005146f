# make demo   the first chapter of the course on the built-in corpus: table and report
# make test   all tests
# make check  format, lint, types and tests: what a change must pass
# make bench  speed against peers, as ratios

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test check bench clean

demo: .venv/ready
	$(BIN)/regard lab pooling --seeds 1 --out labs/demo
	@echo 'open labs/demo/report.html, then try:'
	@echo '  $(BIN)/regard explain labs/demo/runs/lstm-attention/0 "I did not like it"'

test: .venv/ready-dev
	$(BIN)/pytest --numprocesses 2

check: .venv/ready-dev
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/pyright
	$(BIN)/pytest --numprocesses 2

bench: .venv/ready-bench
	$(BIN)/python -m bench.against_fasttext

.venv/ready: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(INSTALL) 'torch>=2.10,<3'
	$(INSTALL) --editable .
	touch $@

.venv/ready-dev: .venv/ready
	$(INSTALL) --editable '.[dev]'
	touch $@

.venv/ready-bench: .venv/ready
	$(INSTALL) --editable '.[bench]'
	touch $@

clean:
	rm -rf .venv build dist
