"""The text that `print` shows of tensors and batches, in DALI's form."""

from __future__ import annotations

from typing import Any

import numpy as np

from ddcli.engine.device import Device
from ddcli.types import DType


def values_text(array: np.ndarray) -> str:
    """The values as `print` shows them: the outer two of each axis when there are many."""
    return np.array2string(array, edgeitems=2)


def describe(
    kind: str,
    values: str,
    dtype: DType,
    layout: str | None,
    device: Device,
    shape: str,
    **more: Any,
) -> str:
    """The text that `print` shows of a Tensor or Batch."""
    lines = [f"{kind}(", *(f"    {line}" if line else "" for line in values.splitlines())]
    lines[-1] += ","
    facts = [f"dtype={dtype}", f'layout="{layout}"' if layout else "", f'device="{device}"']
    facts += [f"{name}={value}" for name, value in more.items()]
    lines += [f"    {fact}," for fact in facts if fact]
    return "\n".join([*lines, f"    shape={shape})"])
