"""Tensors and batches of one value, of a shape or like others."""

from __future__ import annotations

from typing import Any

import numpy as np

from ddcli.engine.arrays import as_array
from ddcli.engine.batch import Batch
from ddcli.engine.invocation import Samples
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError
from ddcli.types import DType


def full(
    fill_value: Any, *, shape: Any = None, dtype: Any = None, batch_size: int | None = None
) -> Tensor | Batch:
    """The value, or values that broadcast to ``shape``; a Batch with ``batch_size``.

    Without ``dtype`` the type is that of the value: i32 or f32 for Python's numbers. Raises
    ArgumentError for values that do not fit the shape.

    >>> full(7, shape=[2]).shape, str(full(1.5).dtype), full(1, batch_size=3).batch_size
    ((2,), 'f32', 3)
    """
    values = as_array(fill_value, dtype)
    extents = values.shape if shape is None else tuple(map(int, np.atleast_1d(shape)))
    try:
        one = Samples([np.broadcast_to(values, extents).copy()])
    except ValueError as error:
        raise ArgumentError(f"full: {error}") from None
    return Tensor._of(one) if batch_size is None else Batch._of(one, [0] * batch_size)


def zeros(*, shape: Any, dtype: Any = DType.INT32, batch_size: int | None = None) -> Tensor | Batch:
    """Zeros, of i32 unless ``dtype`` says otherwise.

    >>> zeros(shape=(2, 3)).shape
    (2, 3)
    """
    return full(0, shape=shape, dtype=dtype, batch_size=batch_size)


def ones(*, shape: Any, dtype: Any = DType.INT32, batch_size: int | None = None) -> Tensor | Batch:
    """Ones, of i32 unless ``dtype`` says otherwise.

    >>> ones(shape=1).item()
    1
    """
    return full(1, shape=shape, dtype=dtype, batch_size=batch_size)


def full_like(data: Tensor | Batch, fill_value: Any, *, dtype: Any = None) -> Tensor | Batch:
    """The value in the shapes, the layout and, unless ``dtype`` is given, the type of ``data``.

    >>> import ddcli as ndd
    >>> full_like(ndd.as_batch([[1, 2], [3, 4]]), 9).shape
    [(2,), (2,)]
    """
    kind = DType(dtype) if dtype is not None else data.dtype
    made = [np.full(each.shape, fill_value, kind.value) for each in data._arrays()]
    return type(data)._of(Samples(made, data.layout))


def zeros_like(data: Tensor | Batch, *, dtype: Any = None) -> Tensor | Batch:
    """Zeros as `full_like`.

    >>> import ddcli as ndd
    >>> zeros_like(ndd.as_tensor([1.5])).item()
    0.0
    """
    return full_like(data, 0, dtype=dtype)


def ones_like(data: Tensor | Batch, *, dtype: Any = None) -> Tensor | Batch:
    """Ones as `full_like`.

    >>> import ddcli as ndd
    >>> ones_like(ndd.as_tensor([1.5])).item()
    1.0
    """
    return full_like(data, 1, dtype=dtype)
