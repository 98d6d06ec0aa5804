"""Sums, means and extremes over the axes of each sample: `ndd.reductions.mean(x)` and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Optional, Union

import numpy as np
from typing_extensions import Doc

from ddcli.engine.operator import Layouts, bulk_operator
from ddcli.errors import ArgumentError

Arrays = list[np.ndarray]


def _layout(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    layout = layouts[0]
    if layout is None or arguments.get("keep_dims", False):
        return layout
    over = chosen_axes(layouts, arguments.get("axes"), arguments.get("axis_names"))
    if over is None:
        return None
    gone = {axis % len(layout) for axis in over}
    return "".join(letter for axis, letter in enumerate(layout) if axis not in gone) or None


def _reduction(name: str, reduce: Callable[..., Any], text: str) -> Callable[..., Any]:
    """Declares a reduction: NumPy's arguments ``axis`` and ``keepdims`` under DALI's names."""

    def function(
        data: Arrays,
        *,
        layouts: Layouts,
        axes: Annotated[
            Optional[Union[list[int], int]], Doc("The axes to go over; all without them.")
        ] = None,
        axis_names: Annotated[Optional[str], Doc("Their letters in the layout, instead.")] = None,
        keep_dims: Annotated[bool, Doc("Keep them with an extent of 1.")] = False,
    ) -> Arrays:
        over = chosen_axes(layouts, axes, axis_names)
        try:
            return [np.asarray(reduce(each, axis=over, keepdims=keep_dims)) for each in data]
        except ValueError as error:  # no such axis, or nothing to take the smallest of
            raise ArgumentError(str(error)) from None

    function.__name__, function.__doc__ = name, text
    declare = bulk_operator(namespace="reductions", layout_of=_layout, takes_layouts=True)
    return declare(function)


def _mean(array: np.ndarray, **options: Any) -> Any:
    return np.mean(array, dtype=np.float64, **options).astype(_real(array))


def _mean_square(array: np.ndarray, **options: Any) -> Any:
    return np.mean(np.square(array, dtype=np.float64), **options).astype(_real(array))


def _rms(array: np.ndarray, **options: Any) -> Any:
    return np.sqrt(_mean_square(array, **options))


def _real(array: np.ndarray) -> type:
    return np.float64 if array.dtype == np.float64 else np.float32


def chosen_axes(
    layouts: Layouts, axes: list[int] | int | None, axis_names: str | None
) -> tuple[int, ...] | None:
    """The axes meant by number or letter; None is all. ArgumentError for a letter not there."""
    if axes is not None and axis_names is not None:
        raise ArgumentError("axes and axis_names can't be combined")
    if axis_names is not None:
        layout = layouts[0]
        missing = [name for name in axis_names if layout is None or name not in layout]
        if missing or layout is None:
            raise ArgumentError(f"there is no axis {missing[0]!r} in the layout {layout!r}")
        return tuple(layout.index(name) for name in axis_names)
    if axes is None:
        return None
    return (axes,) if isinstance(axes, int) else tuple(axes)


sum = _reduction(
    "sum",
    np.sum,
    """The sum: of unsigned integers as u64, of signed ones as i64, of floats in their type.

    >>> import ddcli as ndd
    >>> ndd.reductions.sum([[1, 2], [3, 4]], axes=[0]).shape
    (2,)
    """,
)
mean = _reduction(
    "mean",
    _mean,
    """The mean, as f32 (f64 for f64).

    >>> import ddcli as ndd
    >>> ndd.reductions.mean([1, 2, 3, 6]).item()
    3.0
    """,
)
mean_square = _reduction(
    "mean_square",
    _mean_square,
    """The mean of the squares, as f32 (f64 for f64).

    >>> import ddcli as ndd
    >>> ndd.reductions.mean_square([1, 7]).item()
    25.0
    """,
)
rms = _reduction(
    "rms",
    _rms,
    """The root of the mean of the squares, as f32 (f64 for f64).

    >>> import ddcli as ndd
    >>> ndd.reductions.rms([1, 7]).item()
    5.0
    """,
)
min = _reduction(
    "min",
    np.min,
    """The smallest value, in the same type. Raises OperatorError where there is none.

    >>> import ddcli as ndd
    >>> ndd.reductions.min([3, 1, 2]).item()
    1
    """,
)
max = _reduction(
    "max",
    np.max,
    """The largest value, in the same type. Raises OperatorError where there is none.

    >>> import ddcli as ndd
    >>> ndd.reductions.max([3, 1, 2]).item()
    3
    """,
)
