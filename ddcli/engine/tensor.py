"""`Tensor`: one sample, there already or on the way.

Asking for its data (`shape`, `dtype`, NumPy conversion, printing, ...) waits for it, and raises the
sample's failure if it has none. Data is shared with NumPy, never copied, where the memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ddcli.engine.context import begin, finish
from ddcli.engine.device import Device
from ddcli.engine.invocation import Call, Invocation, Samples, View, call_site
from ddcli.engine.primitives import Array
from ddcli.errors import ArgumentError, Failure, sample_error
from ddcli.types import DType


class Tensor:
    """One sample. Made by operators, readers, `tensor` and `as_tensor`, not directly."""

    __slots__ = ("_index", "_samples")

    def __init__(self, samples: Samples, index: int) -> None:
        self._samples = samples
        self._index = index

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return DType(self._array().dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, such as (height, width, channels)."""
        return tuple(map(int, self._array().shape))

    @property
    def ndim(self) -> int:
        """The number of dimensions; 0 for a scalar."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(self._array().size)

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return int(self._array().dtype.itemsize)

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self.size * self.itemsize

    @property
    def layout(self) -> str | None:
        """What the axes mean, such as ``"HWC"``; None where nothing is known."""
        return self._samples.layout

    @property
    def device(self) -> Device:
        """Where the data is, or will be."""
        return self._samples.device

    @property
    def source_info(self) -> str | None:
        """The file that the sample came from, where it is known."""
        return self._samples.path(self._index)

    @property
    def failure(self) -> Failure | None:
        """Why there is no data, or None. Waits for the sample; never raises."""
        value = self._value()
        return value if isinstance(value, Failure) else None

    def evaluate(self) -> Tensor:
        """Waits for the data and returns the tensor itself. Raises SampleError if it failed."""
        self._array()
        return self

    def cpu(self) -> Tensor:
        """The tensor on the CPU: itself, if it is there already."""
        return self.to_device("cpu")

    def gpu(self) -> Tensor:
        """The tensor on the GPU. Raises DeviceError where there is none."""
        return self.to_device("gpu")

    def to_device(self, device: str | Device) -> Tensor:
        """The tensor on that device: itself, if it is there already."""
        moved = move(View(self._samples, [self._index]), Device.of(device))
        return self if moved is None else Tensor(moved, 0)

    def item(self) -> Any:
        """The only element, as a Python number. Raises ValueError if there are more."""
        return self._host().item()

    def __getitem__(self, index: Any) -> Tensor:
        array = self._array()[index]
        return Tensor(Samples([np.asarray(array)], sliced_layout(self.layout, index)), 0)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar tensor has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        return (self[index] for index in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array: np.ndarray = self._array()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"a copy is needed to make {array.dtype} into {np.dtype(dtype)}")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(self, **arguments: Any) -> Any:
        return self._array().__dlpack__(**arguments)

    def __dlpack_device__(self) -> Any:
        return self._array().__dlpack_device__()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __repr__(self) -> str:
        failure = self.failure
        if failure is not None:
            return f"Tensor(failed: {failure})"
        return describe(
            "Tensor", str(self._host()), self.dtype, self.layout, self.device, self.shape
        )

    def _value(self) -> Array | Failure:
        finish(self._samples, (self._index,))
        return self._samples.values[self._index]

    def _array(self) -> Array:
        value = self._value()
        if isinstance(value, Failure):
            raise sample_error({0: value})
        return value

    def _host(self) -> np.ndarray:
        return np.asarray(self.device.backend.to_host(self._array()))


def as_tensor(data: Any, dtype: Any = None, *, layout: str | None = None) -> Tensor:
    """A tensor over `data` without a copy, where the memory allows.

    `data` is anything that NumPy takes: an array, a nested list, a number, a PIL image, or a
    Tensor. `dtype` converts the elements. `layout` names the axes, such as ``"HWC"``.
    Raises ArgumentError for text, objects and ragged lists, or a layout of another length.

    >>> import numpy as np
    >>> pixels = np.zeros((4, 6, 3), np.uint8)
    >>> image = as_tensor(pixels, layout="HWC")
    >>> image.shape, str(image.dtype), np.shares_memory(pixels, np.asarray(image))
    ((4, 6, 3), 'u8', True)
    """
    if isinstance(data, Tensor):
        layout = layout or data.layout
    array = as_array(data, dtype)
    check_layout(layout, array.ndim)
    return Tensor(Samples([array], layout), 0)


def tensor(data: Any, dtype: Any = None, *, layout: str | None = None) -> Tensor:
    """Like `as_tensor`, but always a copy of the data.

    >>> tensor([1, 2, 3]).dtype
    DType.INT32
    """
    if isinstance(data, Tensor):
        layout = layout or data.layout
    return as_tensor(as_array(data, dtype).copy(), layout=layout)


def as_array(data: Any, dtype: Any = None) -> np.ndarray:
    """`data` as a NumPy array of a type that a tensor can have.

    Numbers without a type of their own become int32 and float32, as in DALI.
    """
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
    narrow = {np.dtype(np.int64): np.int32, np.dtype(np.float64): np.float32}.get(array.dtype)
    return array if narrow is None else array.astype(narrow)


def check_layout(layout: str | None, ndim: int) -> None:
    """Raises ArgumentError unless the layout has a letter for each dimension."""
    if layout is not None and len(layout) != ndim:
        raise ArgumentError(f"layout {layout!r} names {len(layout)} axes, the data has {ndim}")


def sliced_layout(layout: str | None, index: Any) -> str | None:
    """The layout that is left when `index` is taken of a tensor: an integer drops its axis.

    >>> sliced_layout("HWC", 0), sliced_layout("HWC", (..., 0)), sliced_layout("HWC", slice(2))
    ('WC', 'HW', 'HWC')
    """
    if layout is None:
        return None
    items = index if isinstance(index, tuple) else (index,)
    if Ellipsis in items:
        place = items.index(Ellipsis)
        missing = len(layout) - (len(items) - 1)
        items = (*items[:place], *[slice(None)] * missing, *items[place + 1 :])
    kept = [
        letter
        for place, letter in enumerate(layout)
        if place >= len(items) or isinstance(items[place], slice)
    ]
    return "".join(kept) or None


def describe(
    kind: str,
    values: str,
    dtype: DType,
    layout: str | None,
    device: Device,
    shape: Any,
    **more: Any,
) -> str:
    """The text that `print` shows of a Tensor or Batch."""
    lines = [f"{kind}(", *("    " + line for line in values.splitlines())]
    lines[-1] += ","
    facts = [f"dtype={dtype}", f'layout="{layout}"' if layout else "", f'device="{device}"']
    facts += [f"{name}={value}" for name, value in more.items()]
    lines += [f"    {fact}," for fact in facts if fact]
    return "\n".join([*lines, f"    shape={shape})"])


def move(view: View, device: Device) -> Samples | None:
    """A new call that copies these samples to another device; None if they are there already."""
    if view.samples.device == device:
        return None
    backend = device.backend

    def work(inputs: list[list[Array]], *_: Any) -> list[Array]:
        return [backend.to_host(array) for array in inputs[0]]

    call = Call(f"to_device({device})", work, [view], {}, {}, call_site())
    moved = Invocation(call, len(view.indices), view.samples.layout, device)
    begin(moved)
    return moved
