"""Changing values one by one or by their own statistics, for samples of any kind."""

from __future__ import annotations

from typing import Annotated, Optional, Union

import numpy as np
from annotated_types import Ge
from typing_extensions import Doc

from ddcli.engine.operator import Layouts, bulk_operator
from ddcli.errors import ArgumentError
from ddcli.operators.arrays import converted
from ddcli.operators.reductions import chosen_axes
from ddcli.types import DType

Result = Annotated[DType, Doc("Element type of the result.")]


@bulk_operator(layout_of=lambda layouts, _: layouts[0])
def lookup_table(
    data: list[np.ndarray],
    *,
    keys: Annotated[list[int], Doc("Values to be replaced, not negative.")],
    values: Annotated[list[float], Doc("What replaces them, one a key.")],
    default_value: Annotated[float, Doc("What replaces all others.")] = 0.0,
    dtype: Result = DType.FLOAT,
) -> list[np.ndarray]:
    """Each integer replaced by what the table has for it.

    Raises OperatorError for floats, negative keys, and lists of different lengths.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> found = ndd.lookup_table(np.arange(4), keys=[1, 3], values=[10, 30], default_value=5)
    >>> np.asarray(found).tolist()
    [5.0, 10.0, 5.0, 30.0]
    """
    if len(keys) != len(values):
        raise ArgumentError(f"{len(keys)} keys, but {len(values)} values")
    if any(key < 0 for key in keys):
        raise ArgumentError("a key can't be negative")
    table = np.full(max(keys, default=-1) + 2, default_value)
    table[keys] = values
    for each in data:
        if each.dtype.kind not in "iu":
            raise ArgumentError(f"takes integers, not {DType(each.dtype)}")
    # The last place of the table stands for all that it does not have.
    places = [np.where((x >= 0) & (x < len(table) - 1), x, len(table) - 1) for x in data]
    return [converted(table[each.astype(np.intp)], np.dtype(dtype.value)) for each in places]


@bulk_operator(layout_of=lambda layouts, _: layouts[0], takes_layouts=True)
def normalize(
    data: list[np.ndarray],
    *,
    layouts: Layouts,
    axes: Annotated[
        Optional[Union[list[int], int]], Doc("The axes that share a mean; all without them.")
    ] = None,
    axis_names: Annotated[Optional[str], Doc("Their letters in the layout, instead.")] = None,
    mean: Annotated[Optional[float], Doc("Subtracted, instead of the sample's own.")] = None,
    stddev: Annotated[Optional[float], Doc("Divided by, instead of the sample's own.")] = None,
    ddof: Annotated[int, Ge(0), Doc("Taken off the count in the standard deviation.")] = 0,
    epsilon: Annotated[float, Ge(0), Doc("Added to the variance.")] = 0.0,
    scale: Annotated[float, Doc("Multiplied with after that.")] = 1.0,
    shift: Annotated[float, Doc("Added at last.")] = 0.0,
    dtype: Result = DType.FLOAT,
) -> list[np.ndarray]:
    """``(value - mean) / stddev * scale + shift`` with each sample's own mean and deviation.

    A deviation of 0 gives the shift. Raises OperatorError for axes that are not there.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> np.asarray(ndd.normalize(np.array([1.0, 3.0], np.float32))).tolist()
    [-1.0, 1.0]
    """
    over = chosen_axes(layouts, axes, axis_names)
    results = []
    for each in data:
        values = each.astype(np.float64)
        try:
            center = values.mean(axis=over, keepdims=True) if mean is None else mean
            squares = np.square(values - center).sum(axis=over, keepdims=True)
        except ValueError as error:  # no such axis
            raise ArgumentError(str(error)) from None
        count = values.size // squares.size - ddof
        deviation = np.sqrt(squares / max(count, 1) + epsilon) if stddev is None else stddev
        factor = np.divide(scale, deviation, out=np.zeros_like(squares), where=deviation != 0)
        results.append(converted((values - center) * factor + shift, np.dtype(dtype.value)))
    return results


@bulk_operator()
def one_hot(
    data: list[np.ndarray],
    *,
    num_classes: Annotated[int, Ge(1), Doc("Extent of the new axis.")],
    axis: Annotated[int, Doc("Where the new axis is in the result.")] = -1,
    on_value: Annotated[float, Doc("The value at the class.")] = 1.0,
    off_value: Annotated[float, Doc("The value elsewhere.")] = 0.0,
    dtype: Result = DType.FLOAT,
) -> list[np.ndarray]:
    """Class numbers as vectors that are ``on_value`` at the class; other numbers give no class.

    Raises OperatorError for floats.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> np.asarray(ndd.one_hot(2, num_classes=4)).tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    results = []
    for each in data:
        if each.dtype.kind not in "iu":
            raise ArgumentError(f"takes integers, not {DType(each.dtype)}")
        hot = each[..., None] == np.arange(num_classes)
        vectors = np.where(hot, on_value, off_value)
        results.append(converted(np.moveaxis(vectors, -1, axis), np.dtype(dtype.value)))
    return results
