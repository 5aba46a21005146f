# make demo   the first chapter of the course on the built-in corpus, and an alignment: tables and pages
# make test   all tests
# make lint   format, lint and types, changing nothing
# make check  lint and test: what a change must pass
# make bench  speed against peers, as ratios

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test lint check bench clean

demo: .venv/ready
	$(BIN)/regard lab pooling --seeds 1 --out labs/demo
	test -e labs/demo/bahdanau/manifest.json || \
	  $(BIN)/regard train probe-phrases --task translate --model bahdanau --out labs/demo/bahdanau \
	    --set training.epochs=4 --set training.least_steps=1000 \
	    $$(test ! -e labs/demo/bahdanau/recipe.toml || echo --resume)
	$(BIN)/regard translate labs/demo/bahdanau --out labs/demo/alignment.html \
	  'The agreement on the European Economic Area was signed in August 1992 .'
	@echo 'open labs/demo/report.html and labs/demo/alignment.html, then try:'
	@echo '  $(BIN)/regard explain labs/demo/runs/lstm-attention/0 "I did not like it"'
	@echo '  $(BIN)/regard studio labs/demo'

test: .venv/ready-dev
	$(BIN)/pytest --numprocesses 2

lint: .venv/ready-dev
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/pyright

check: lint test

bench: .venv/ready-bench
	$(BIN)/python -m bench.against_fasttext
	$(BIN)/python -m bench.against_encoders
	$(BIN)/python -m bench.against_translators
	$(BIN)/python -m bench.watching

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
