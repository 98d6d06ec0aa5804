"""What all tests share: the sample pictures, hypothesis' profile, and what to do without a GPU."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir

ROOT = Path(__file__).parents[1]

# Examples that failed are remembered, but not in the source tree.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "ddcli-hypothesis")
# Machines are noisy and CI is slow: no example is failed for the time that it takes.
hypothesis.settings.register_profile("ddcli", deadline=None, max_examples=60)
hypothesis.settings.load_profile("ddcli")


@pytest.fixture
def sample_data() -> Path:
    return ROOT / "sample_data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """GPU tests are skipped where there is none; DDCLI_REQUIRE=gpu makes that a failure instead."""
    if "gpu" in os.environ.get("DDCLI_REQUIRE", "").split(","):
        return
    for item in items:
        if item.get_closest_marker("gpu"):
            item.add_marker(pytest.mark.skip(reason="this release has no GPU backend"))
