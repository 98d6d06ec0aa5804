"""Moving data about: types, axes and joins, for samples of any kind, with the layout kept right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Optional, Union

import numpy as np
from typing_extensions import Doc

from ddcli.engine.operator import Layouts, bulk_operator
from ddcli.errors import ArgumentError
from ddcli.types import DType

Axes = Union[list[int], int]


@bulk_operator(layout_of=lambda layouts, _: layouts[0])
def copy(data: list[np.ndarray]) -> list[np.ndarray]:
    """The same values in memory of their own.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> one = ndd.as_tensor([1, 2])
    >>> np.shares_memory(np.asarray(ndd.copy(one)), np.asarray(one))
    False
    """
    return [each.copy() for each in data]


@bulk_operator(layout_of=lambda layouts, _: layouts[0])
def cast(
    data: list[np.ndarray], *, dtype: Annotated[DType, Doc("Element type of the result.")]
) -> list[np.ndarray]:
    """The values in another element type; integers get floats rounded, and are saturated.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> np.asarray(ndd.cast([1.5, -3.0, 300.0], dtype="uint8")).tolist()
    [2, 0, 255]
    """
    return [converted(each, np.dtype(dtype.value)) for each in data]


def _transposed(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    layout, perm = layouts[0], arguments.get("perm")
    if "output_layout" in arguments:
        return str(arguments["output_layout"])
    if layout is None or not arguments.get("transpose_layout", True):
        return layout
    order = list(perm) if perm is not None else list(range(len(layout)))[::-1]
    if sorted(order) != list(range(len(layout))):
        return None  # the call fails
    return "".join(layout[axis] for axis in order)


@bulk_operator(layout_of=_transposed)
def transpose(
    data: list[np.ndarray],
    *,
    perm: Annotated[
        Optional[list[int]], Doc("The input's axes in the result's order; backwards by default.")
    ] = None,
    transpose_layout: Annotated[bool, Doc("The layout's letters move with the axes.")] = True,
    output_layout: Annotated[Optional[str], Doc("Layout of the result, whatever it was.")] = None,
) -> list[np.ndarray]:
    """The axes in another order, in memory as well.

    Raises OperatorError for an order that is none.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> planes = ndd.transpose(ndd.as_tensor(np.zeros((4, 6, 3)), layout="HWC"), perm=[2, 0, 1])
    >>> planes.shape, planes.layout
    ((3, 4, 6), 'CHW')
    """
    try:
        return [np.ascontiguousarray(each.transpose(perm)) for each in data]
    except ValueError as error:
        raise ArgumentError(f"perm {perm}: {error}") from None


@bulk_operator(layout_of=lambda _, arguments: arguments.get("layout"))
def reshape(
    data: list[np.ndarray],
    *,
    shape: Annotated[Union[list[int], int], Doc("Extents of the result; one of them may be -1.")],
    layout: Annotated[Optional[str], Doc("Layout of the result.")] = None,
) -> list[np.ndarray]:
    """The same elements with other extents. Raises OperatorError where their number differs.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> ndd.reshape(np.zeros((2, 6)), shape=[3, -1]).shape
    (3, 4)
    """
    try:
        return [each.reshape(shape) for each in data]
    except ValueError as error:
        raise ArgumentError(f"shape {shape}: {error}") from None


def _expanded(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    names = arguments.get("new_axis_names")
    if names is None or layouts[0] is None:
        return names if layouts[0] is None else None
    letters = list(layouts[0])
    for axis, name in sorted(zip(_list(arguments["axes"]), names)):
        letters.insert(axis, name)
    return "".join(letters)


@bulk_operator(layout_of=_expanded)
def expand_dims(
    data: list[np.ndarray],
    *,
    axes: Annotated[Axes, Doc("Where the new axes are in the result.")],
    new_axis_names: Annotated[Optional[str], Doc("Their letters in the layout.")] = None,
) -> list[np.ndarray]:
    """New axes of extent 1. Raises OperatorError for a place outside of the result.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> gray = ndd.as_tensor(np.zeros((4, 6)), layout="HW")
    >>> image = ndd.expand_dims(gray, axes=[2], new_axis_names="C")
    >>> image.shape, image.layout
    ((4, 6, 1), 'HWC')
    """
    try:
        return [np.expand_dims(each, tuple(_list(axes))) for each in data]
    except ValueError as error:  # NumPy's AxisError
        raise ArgumentError(f"axes {axes}: {error}") from None


def _squeezed(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    layout = layouts[0]
    if layout is None:
        return None
    gone = _squeezed_axes(layout, arguments.get("axes"), arguments.get("axis_names"))
    return "".join(letter for axis, letter in enumerate(layout) if axis not in gone) or None


@bulk_operator(layout_of=_squeezed, takes_layouts=True)
def squeeze(
    data: list[np.ndarray],
    *,
    layouts: Layouts,
    axes: Annotated[Optional[Axes], Doc("The axes, which must be of extent 1.")] = None,
    axis_names: Annotated[Optional[str], Doc("Their letters in the layout, instead.")] = None,
) -> list[np.ndarray]:
    """Without axes of extent 1. Raises OperatorError for axes that are longer, or not there.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> gray = ndd.squeeze(ndd.as_tensor(np.zeros((4, 6, 1)), layout="HWC"), axis_names="C")
    >>> gray.shape, gray.layout
    ((4, 6), 'HW')
    """
    try:
        gone = tuple(_squeezed_axes(layouts[0], axes, axis_names))
        return [np.squeeze(each, gone) for each in data]
    except ValueError as error:
        raise ArgumentError(f"squeeze: {error}") from None


def _joined(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    known = [layout for layout in layouts if layout]
    return known[0] if known else None


@bulk_operator(layout_of=_joined, takes_layouts=True)
def cat(
    *data: list[np.ndarray],
    layouts: Layouts,
    axis: Annotated[int, Doc("The axis along which they follow each other.")] = 0,
    axis_name: Annotated[Optional[str], Doc("Its letter in the layout, instead.")] = None,
) -> list[np.ndarray]:
    """Samples joined along an axis. Raises OperatorError where other extents differ.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> ndd.cat(np.zeros((2, 3)), np.ones((1, 3)), axis=0).shape
    (3, 3)
    """
    place = axis if axis_name is None else _place(_joined(layouts, {}), axis_name)
    return [_joined_arrays(np.concatenate, each, place) for each in zip(*data)]


def _stacked(layouts: Layouts, arguments: Mapping[str, Any]) -> str | None:
    layout, name = _joined(layouts, {}), arguments.get("axis_name")
    if layout is None or name is None:
        return None
    axis = int(arguments.get("axis", 0))
    place = axis if axis >= 0 else axis + len(layout) + 1
    return f"{layout[:place]}{name}{layout[place:]}"


@bulk_operator(layout_of=_stacked)
def stack(
    *data: list[np.ndarray],
    axis: Annotated[int, Doc("The new axis, which counts them.")] = 0,
    axis_name: Annotated[Optional[str], Doc("Its letter in the layout.")] = None,
) -> list[np.ndarray]:
    """Samples of one shape side by side along a new axis. Raises OperatorError for other shapes.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> ndd.stack(np.zeros((2, 3)), np.ones((2, 3)), axis=-1).shape
    (2, 3, 2)
    """
    return [_joined_arrays(np.stack, each, axis) for each in zip(*data)]


def _joined_arrays(join: Any, arrays: tuple[np.ndarray, ...], axis: int) -> np.ndarray:
    if len({each.dtype for each in arrays}) > 1:
        raise ArgumentError("the inputs must have one element type")
    try:
        return np.asarray(join(arrays, axis=axis))
    except ValueError as error:
        raise ArgumentError(str(error)) from None


def _squeezed_axes(layout: str | None, axes: Axes | None, axis_names: str | None) -> list[int]:
    if (axes is None) == (axis_names is None):
        raise ArgumentError("needs axes or axis_names")
    return _list(axes) if axis_names is None else [_place(layout, name) for name in axis_names]


def _place(layout: str | None, name: str) -> int:
    if layout is None or name not in layout:
        raise ArgumentError(f"there is no axis {name!r} in the layout {layout!r}")
    return layout.index(name)


def _list(axes: Axes | None) -> list[int]:
    return [axes] if isinstance(axes, int) else list(axes or ())


def converted(array: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    """Rounded half away from zero, as DALI does, and saturated."""
    if array.dtype.kind == "f" and dtype.kind in "iub":
        array = np.trunc(array + np.copysign(0.5, array))
    if dtype.kind not in "iu" or array.dtype.kind == "b":
        return array.astype(dtype)
    limits = np.iinfo(dtype)
    too_low, too_high = array <= limits.min, array >= limits.max
    inside = np.where(too_low | too_high, 0, array).astype(dtype)
    return np.asarray(np.where(too_low, limits.min, np.where(too_high, limits.max, inside)), dtype)
