# Everything is set up in .venv by the targets themselves; Python >= 3.10, pip and make suffice.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OUT    := demo_output

.DEFAULT_GOAL := help
.PHONY: help demo test lowest lint bench docs golden clean

help: ## Show the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# One stamp for each set of extras, so that `make demo` does not wait for the test tools.
$(VENV)/%.stamp: pyproject.toml | $(BIN)/python
	@echo "setting up $(VENV) ($*) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

$(VENV)/base.stamp: pyproject.toml | $(BIN)/python
	@echo "setting up $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

demo: $(VENV)/base.stamp ## Augment sample_data/ three times over
	@rm -rf $(OUT)
	$(BIN)/ddcli augment sample_data $(OUT) --config configs/rotate.yaml --copies 3 --seed 7
	@echo "look at $(OUT)/cat and $(OUT)/dog; the same again: ddcli augment ... --config $(OUT)/run.yaml"

test: $(VENV)/test.stamp ## Run all tests and doctests
	$(BIN)/python -m pytest -q $(PYTEST_ARGS)
	@echo "all tests passed"

lowest: ## Run the tests with the oldest versions that pyproject.toml allows
	@echo "setting up .venv-lowest ..."
	@$(PYTHON) -m venv .venv-lowest
	@$(PYTHON) tests/lowest.py > .venv-lowest/constraints.txt
	@.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint .venv-lowest/constraints.txt --editable '.[test]'
	.venv-lowest/bin/python -m pytest -q $(PYTEST_ARGS)

lint: $(VENV)/test,lint.stamp ## Style, types and import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench.stamp ## Measure against DALI, interleaved in one process
	$(BIN)/python benchmarks/decode_rotate.py

docs: $(VENV)/base.stamp ## Remake the pages that are made from the code
	$(BIN)/python docs/make_operators.py
	$(BIN)/python docs/before_after.py

golden: $(VENV)/bench.stamp ## Remake the golden values that come from DALI
	$(BIN)/python tests/golden/make_dali.py

clean: ## Remove what the other targets made
	rm -rf $(VENV) .venv-lowest $(OUT)
