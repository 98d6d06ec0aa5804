"""Prints the oldest version that pyproject.toml allows of each dependency, as pip constraints."""

from __future__ import annotations

import re
from pathlib import Path


def constraints(pyproject: str) -> list[str]:
    """The lower bounds of the base dependencies and of the test extra: ``name==version``."""
    base = re.search(r"^dependencies = \[(.*?)^\]", pyproject, re.DOTALL | re.MULTILINE)
    test = re.search(r"^test = \[(.*?)^\]", pyproject, re.DOTALL | re.MULTILINE)
    assert base is not None
    assert test is not None
    return re.findall(r'"([\w-]+>=[\w.]+)"', base[1] + test[1])


if __name__ == "__main__":
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text()
    print("\n".join(constraints(text)).replace(">=", "=="))
