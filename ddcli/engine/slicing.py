"""Slices of every sample, and the layout that is left of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ddcli.engine.invocation import Samples
from ddcli.engine.operand import Operand, started, view_of
from ddcli.engine.primitives import Array
from ddcli.errors import ArgumentError


def sliced(operand: Operand, index: Any) -> Samples:
    """A call that takes `index` of every sample of the operand.

    Parts of the index may be Tensors and Batches, for a place of its own in each sample.
    """
    parts = _leaves(index)
    views = [operand._view, *(view_of(part, len(operand._indices)) for part in parts)]

    def work(inputs: list[list[Array]], *_: Any) -> list[Any]:
        return [_slice(array, _with_leaves(index, iter(own))) for array, *own in zip(*inputs)]

    return started("slice", work, views, sliced_layout(operand.layout, index), operand.device)


def _leaves(index: Any) -> list[Operand]:
    """The Tensors and Batches in an index, in their order."""
    if isinstance(index, Operand):
        return [index]
    if isinstance(index, slice):
        return _leaves((index.start, index.stop, index.step))
    return [leaf for each in index for leaf in _leaves(each)] if isinstance(index, tuple) else []


def _with_leaves(index: Any, values: Iterator[np.ndarray]) -> Any:
    """The index with these values, as whole numbers, in the places of its leaves."""
    if isinstance(index, Operand):
        value = next(values)
        if value.dtype.kind not in "iu" or value.size != 1:
            raise ArgumentError("an index must be one whole number for each sample")
        return int(value.item())
    if isinstance(index, slice):
        return slice(
            *(_with_leaves(each, values) for each in (index.start, index.stop, index.step))
        )
    if isinstance(index, tuple):
        return tuple(_with_leaves(each, values) for each in index)
    return index


def _slice(array: Array, index: Any) -> Array:
    try:
        return np.asarray(array[index])
    except IndexError as error:
        raise ArgumentError(f"{error}, for a sample of shape {array.shape}") from None


def sliced_layout(layout: str | None, index: Any) -> str | None:
    """The layout that is left when `index` is taken of a tensor: an integer drops its axis.

    >>> sliced_layout("HWC", 0), sliced_layout("HWC", (..., 0)), sliced_layout("HWC", slice(2))
    ('WC', 'HW', 'HWC')
    """
    if layout is None:
        return None
    items = index if isinstance(index, tuple) else (index,)
    places = [place for place, item in enumerate(items) if item is Ellipsis]
    if places:
        missing = len(layout) - (len(items) - 1)
        items = (*items[: places[0]], *[slice(None)] * missing, *items[places[0] + 1 :])
    kept = [
        letter
        for place, letter in enumerate(layout)
        if place >= len(items) or isinstance(items[place], slice)
    ]
    return "".join(kept) or None
