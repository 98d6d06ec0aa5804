"""Comparisons that, when they fail, leave something to look at."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np


def assert_pixels(actual, expected, tolerance: float = 0, what: str = "") -> None:
    """Equal shape and type, and no element further apart than `tolerance`.

    A failure saves actual, expected and difference as .npy files and names their folder.
    """
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape, f"{what}: shape {actual.shape}, not {expected.shape}"
    assert actual.dtype == expected.dtype, f"{what}: type {actual.dtype}, not {expected.dtype}"
    difference = np.abs(actual.astype(np.float64) - expected.astype(np.float64))
    if difference.size and difference.max() > tolerance:
        folder = Path(tempfile.mkdtemp(prefix="ddcli-pixels-"))
        for name in ("actual", "expected", "difference"):
            np.save(folder / f"{name}.npy", locals()[name])
        count = int((difference > tolerance).sum())
        raise AssertionError(
            f"{what}: {count} of {difference.size} elements differ by more than {tolerance},"
            f" at most {difference.max()}; see {folder}"
        )


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its relative name."""
    return {
        os.path.relpath(path, folder): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
