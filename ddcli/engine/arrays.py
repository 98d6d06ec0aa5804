"""NumPy arrays made of what users give, and the checks on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ddcli.engine.primitives import Array
from ddcli.errors import ArgumentError
from ddcli.types import DType


def as_array(data: Any, dtype: Any = None) -> np.ndarray:
    """`data` as a NumPy array of a type that a tensor can have.

    Numbers without a type of their own become int32 and float32, as in DALI.
    """
    if data is None or isinstance(data, str):
        raise ArgumentError(f"not the data of a tensor: {data!r}")
    try:
        array = np.asarray(data)
        if dtype is not None:
            return array.astype(DType(dtype).value, copy=False)
        if not hasattr(data, "dtype") and not hasattr(data, "__array_interface__"):
            array = _narrowed(array)
        DType(array.dtype)
    except ValueError as error:
        raise ArgumentError(f"not the data of a tensor: {error}") from None
    return array


def _narrowed(array: np.ndarray) -> np.ndarray:
    """Python's numbers, which NumPy makes 64 bits wide, in the 32 bits that DALI gives them."""
    if array.dtype == np.float64:
        return array.astype(np.float32)
    if array.dtype == np.int64:
        limits = np.iinfo(np.int32)
        if array.size and not (limits.min <= array.min() and array.max() <= limits.max):
            raise ArgumentError("an integer is out of range for int32: give it a NumPy type")
        return array.astype(np.int32)
    return array


def check_layout(layout: str | None, ndim: int) -> None:
    """Raises ArgumentError unless the layout has a letter for each dimension."""
    if layout and len(layout) != ndim:
        raise ArgumentError(f"layout {layout!r} names {len(layout)} axes, the data has {ndim}")


def stacked(values: Sequence[Array], pad: bool) -> np.ndarray:
    """The samples along a new first axis; `pad` fills those that differ in shape up with zeros."""
    shapes = [value.shape for value in values]
    if len(set(shapes)) <= 1:
        return np.stack(values)
    if not pad:
        raise ArgumentError("the samples differ in shape: no single array can hold them unpadded")
    largest = np.max(shapes, axis=0)
    filled = np.zeros((len(values), *largest), values[0].dtype)
    for target, value in zip(filled, values):
        target[tuple(map(slice, value.shape))] = value
    return filled
