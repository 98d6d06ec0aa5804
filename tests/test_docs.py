"""The generated pages are those that the code gives."""

from __future__ import annotations

import ddcli
from ddcli.operators.catalogue import DISTRIBUTIONS, IMAGE_OPERATORS
from ddcli.runs.reference import reference_markdown
from tests.conftest import ROOT


def test_the_operator_reference_is_current():
    page = (ROOT / "docs" / "operators.md").read_text()
    assert page == reference_markdown(), "run `make docs`"


def test_the_reference_has_every_operator_and_argument():
    page = reference_markdown()
    for name, each in [*IMAGE_OPERATORS.items(), *DISTRIBUTIONS.items()]:
        assert f"{name}\n" in page
        for argument in each.arguments.values():
            assert f"| `{argument.name}` |" in page
            assert argument.doc in page


def test_the_changelog_names_every_public_operator():
    text = (ROOT / "CHANGELOG.md").read_text()
    for name in IMAGE_OPERATORS:
        assert f"`{name}`" in text
    assert ddcli.__version__ == "0.1.0"
