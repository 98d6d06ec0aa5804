"""`Tensor`: one sample, there already or on the way.

Asking for its data (`shape`, `dtype`, NumPy conversion, printing, ...) waits for it, and raises the
sample's failure if it has none. Data is shared with NumPy, never copied, where the memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ddcli.engine.arrays import as_array, check_layout, stacked
from ddcli.engine.device import Device
from ddcli.engine.invocation import Samples
from ddcli.engine.operand import Operand
from ddcli.engine.primitives import Array
from ddcli.engine.printing import describe, values_text
from ddcli.engine.slicing import sliced
from ddcli.errors import ArgumentError, Failure
from ddcli.types import DType


class Tensor(Operand):
    """One sample. Made by operators, readers, `tensor` and `as_tensor`.

    >>> pixels = tensor([[1, 2], [3, 4]], layout="HW")
    >>> pixels.shape, str(pixels.dtype), pixels.layout, (pixels * 2)[1, 0].item()
    ((2, 2), 'i32', 'HW', 6)
    """

    __slots__ = ()
    _batched = False

    def __init__(
        self,
        data: Any,
        dtype: Any = None,
        device: str | Device | None = None,
        layout: str | None = None,
        *,
        copy: bool = False,
    ) -> None:
        made = (tensor if copy else as_tensor)(data, dtype, device, layout)
        self._samples, self._indices, self._hold = made._samples, made._indices, made._hold

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
    def source_info(self) -> str | None:
        """The file that the sample came from, where it is known."""
        return self._samples.path(self._indices[0])

    @property
    def failure(self) -> Failure | None:
        """Why there is no data, or None. Waits for the sample; never raises."""
        (value,) = self._values()
        return value if isinstance(value, Failure) else None

    def evaluate(self) -> Tensor:
        """Waits for the data and returns the tensor itself. Raises SampleError if it failed."""
        self._array()
        return self

    def item(self) -> Any:
        """The only element, as a Python number. Raises ArgumentError if there are more."""
        if self.size != 1:
            raise ArgumentError(f"the tensor has {self.size} elements, expected 1")
        return self._host().item()

    def torch(self, copy: bool = False) -> Any:
        """The data as a PyTorch tensor, shared unless ``copy``.

        Raises RuntimeError where PyTorch is not installed.
        """
        array = self._host()
        return import_torch().from_numpy(
            array.copy() if copy or not array.flags.writeable else array
        )

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor._of(sliced(self, index))

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

    def __index__(self) -> int:
        if self.dtype.value.startswith(("int", "uint")):
            return int(self.item())
        raise TypeError(f"only an integer can be an index, not {self.dtype}")

    def __bool__(self) -> bool:
        return bool(self.item())

    def __repr__(self) -> str:
        failure = self.failure
        if failure is not None:
            return f"Tensor(failed: {failure})"
        facts = (self.dtype, self.layout, self.device, str(self.shape))
        return describe("Tensor", values_text(self._host()), *facts)

    def _array(self) -> Array:
        return self._arrays()[0]

    def _host(self) -> np.ndarray:
        return np.asarray(self.device.backend.to_host(self._array()))


def as_tensor(
    data: Any,
    dtype: Any = None,
    device: str | Device | None = None,
    layout: str | None = None,
    pad: bool = False,
) -> Tensor:
    """A tensor over `data` without a copy, where the memory allows.

    `data` is anything that NumPy takes: an array, a nested list, a number, a PIL image; a Tensor;
    or a Batch, whose samples are stacked along a new first axis N (`pad` fills those that differ in
    shape up with zeros). `dtype` converts the elements. `layout` names the axes: ``"HWC"``.
    Raises ArgumentError for text, objects and ragged data, or a layout of another length.

    >>> import numpy as np
    >>> pixels = np.zeros((4, 6, 3), np.uint8)
    >>> image = as_tensor(pixels, layout="HWC")
    >>> image.shape, str(image.dtype), np.shares_memory(pixels, np.asarray(image))
    ((4, 6, 3), 'u8', True)
    """
    Device.of(device)
    if isinstance(data, Operand):
        prefix = "N" if data._batched else ""
        layout = layout or (prefix + data.layout if data.layout else None)
        if data._batched:
            data = stacked(data._arrays(), pad)
    array = as_array(data, dtype)
    check_layout(layout, array.ndim)
    return Tensor._of(Samples([array], layout or None))


def tensor(
    data: Any,
    dtype: Any = None,
    device: str | Device | None = None,
    layout: str | None = None,
    pad: bool = False,
) -> Tensor:
    """Like `as_tensor`, but always a copy of the data.

    >>> tensor([1, 2, 3]).dtype
    DType.INT32
    """
    wrapped = as_tensor(data, dtype, device, layout, pad)
    return Tensor._of(Samples([wrapped._array().copy()], wrapped.layout))


def import_torch() -> Any:
    """PyTorch, or a RuntimeError that names the missing package."""
    try:
        import torch
    except ImportError:
        raise RuntimeError("torch() needs PyTorch: pip install torch") from None
    return torch
