"""`Batch`: samples processed by one call, alike in type and layout, but not always in shape.

One failed sample never takes the others with it: `failures` tells which failed, `select` gives the
others, and only asking for a failed one, or for all as a whole, raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ddcli.engine.context import begin, finish
from ddcli.engine.device import Device
from ddcli.engine.invocation import Call, Invocation, Samples, View, call_site
from ddcli.engine.primitives import Array
from ddcli.engine.tensor import Tensor, as_array, check_layout, describe, move, sliced_layout
from ddcli.errors import ArgumentError, Failure, sample_error
from ddcli.types import DType

_SHOWN = 4  # samples that `print` shows


class Batch:
    """Some samples. Made by operators, readers, `batch` and `as_batch`, not directly."""

    __slots__ = ("_indices", "_samples")

    def __init__(self, samples: Samples, indices: Sequence[int] | None = None) -> None:
        self._samples = samples
        self._indices = range(len(samples)) if indices is None else indices

    @property
    def batch_size(self) -> int:
        """The number of samples, failed ones included. Known without waiting."""
        return len(self._indices)

    @property
    def dtype(self) -> DType:
        """The type of the elements. Raises SampleError if every sample failed."""
        return self._any().dtype

    @property
    def ndim(self) -> int:
        """The number of dimensions of a sample; the batch itself counts for none."""
        return self._any().ndim

    @property
    def shape(self) -> list[tuple[int, ...]]:
        """The shape of each sample. Waits for all; raises SampleError if any failed."""
        return [tuple(map(int, array.shape)) for array in self._arrays()]

    @property
    def layout(self) -> str | None:
        """What the axes of a sample mean, such as ``"HWC"``; None where nothing is known."""
        return self._samples.layout

    @property
    def device(self) -> Device:
        """Where the data is, or will be."""
        return self._samples.device

    @property
    def source_info(self) -> list[str | None]:
        """For each sample the file that it came from, where it is known."""
        return [self._samples.path(index) for index in self._indices]

    @property
    def failures(self) -> dict[int, Failure]:
        """The index of each failed sample and why it failed. Waits for all; never raises."""
        return {
            index: value for index, value in enumerate(self._values()) if isinstance(value, Failure)
        }

    @property
    def tensors(self) -> _Tensors:
        """Samples by index: ``tensors[2]`` is a Tensor, ``tensors[1:3]`` a Batch."""
        return _Tensors(self)

    @property
    def slice(self) -> _Slices:
        """The same slice of every sample: ``slice[:10, :10]``, ``slice[..., 0]``."""
        return _Slices(self)

    def select(self, which: Any) -> Any:
        """Samples by index, without waiting: a Tensor for a number, a Batch for a slice or a list.

        Raises IndexError for an index outside of the batch, TypeError for anything else.

        >>> numbers = as_batch([10, 20, 30])
        >>> numbers.select(-1).item(), [t.item() for t in numbers.select([2, 0])]
        (30, [30, 10])
        """
        if isinstance(which, slice):
            return Batch(self._samples, self._indices[which])
        if isinstance(which, (list, range)):
            return Batch(self._samples, [self._index(each) for each in which])
        return Tensor(self._samples, self._index(which))

    def evaluate(self) -> Batch:
        """Waits for all samples and returns the batch itself; failed ones stay in `failures`."""
        self._values()
        return self

    def cpu(self) -> Batch:
        """The batch on the CPU: itself, if it is there already."""
        return self.to_device("cpu")

    def gpu(self) -> Batch:
        """The batch on the GPU. Raises DeviceError where there is none."""
        return self.to_device("gpu")

    def to_device(self, device: str | Device) -> Batch:
        """The batch on that device: itself, if it is there already."""
        moved = move(View(self._samples, self._indices), Device.of(device))
        return self if moved is None else Batch(moved)

    @staticmethod
    def broadcast(sample: Any, batch_size: int) -> Batch:
        """The sample, which may be anything that `as_tensor` takes, `batch_size` times; no copies.

        >>> Batch.broadcast(7, 3).shape
        [(), (), ()]
        """
        one = sample if isinstance(sample, Tensor) else Tensor(Samples([as_array(sample)]), 0)
        return Batch(one._samples, [one._index] * batch_size)

    def __iter__(self) -> Iterator[Tensor]:
        return (Tensor(self._samples, index) for index in self._indices)

    def __getitem__(self, index: Any) -> Any:
        raise TypeError(
            "a Batch has no []: use .select(i) or .tensors[i] for samples, .slice[...] for a slice"
            " of every sample"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        arrays = self._arrays()
        if len({array.shape for array in arrays}) > 1:
            raise ArgumentError("the samples differ in shape: no single array can hold them")
        if copy is False:
            raise ValueError("the samples of a batch lie apart: one array of them is a copy")
        return np.stack(arrays).astype(dtype or arrays[0].dtype, copy=False)

    def __repr__(self) -> str:
        failures = self.failures
        if failures:
            lines = [f"    {index}: {failure}" for index, failure in failures.items()]
            head = f"Batch(num_samples={self.batch_size}, {len(failures)} failed:"
            return "\n".join([head, *lines]) + ")"
        if not self._indices:
            return "Batch(num_samples=0)"
        to_host = self.device.backend.to_host
        shown = [str(to_host(array)) for array in self._arrays()[:_SHOWN]]
        rest = ["..."] if self.batch_size > _SHOWN else []
        values = "[" + ",\n".join([*shown, *rest]).replace("\n", "\n ") + "]"
        facts = (self.dtype, self.layout, self.device, self.shape)
        return describe("Batch", values, *facts, num_samples=self.batch_size)

    def _index(self, which: Any) -> int:
        if isinstance(which, (bool, np.bool_)) or not hasattr(which, "__index__"):
            raise TypeError(f"samples are selected by number, slice or list, not {which!r}")
        size = self.batch_size
        if not -size <= int(which) < size:
            raise IndexError(f"sample {which} of a batch of {size}")
        return self._indices[int(which)]

    def _values(self) -> list[Array | Failure]:
        finish(self._samples, self._indices)
        return [self._samples.values[index] for index in self._indices]

    def _arrays(self) -> list[Array]:
        values = self._values()
        failures = {i: value for i, value in enumerate(values) if isinstance(value, Failure)}
        if failures:
            raise sample_error(failures)
        return values

    def _any(self) -> Tensor:
        """The first sample that has data: all are alike in type and dimensions."""
        if not self._indices:
            raise ArgumentError("an empty batch has neither type nor dimensions")
        return next((each for each in self if each.failure is None), self.select(0))


class _Tensors:
    """``batch.tensors[...]``."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, which: Any) -> Any:
        return self._batch.select(which)

    def __len__(self) -> int:
        return self._batch.batch_size


class _Slices:
    """``batch.slice[...]``: a call like any other, so it does not wait."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, index: Any) -> Batch:
        batch = self._batch

        def work(inputs: list[list[Array]], *_: Any) -> list[Any]:
            return [_slice(array, index) for array in inputs[0]]

        view = View(batch._samples, batch._indices)
        call = Call("slice", work, [view], {}, {}, call_site())
        layout = sliced_layout(batch.layout, index)
        sliced = Invocation(call, batch.batch_size, layout, batch.device)
        begin(sliced)
        return Batch(sliced)


def _slice(array: Array, index: Any) -> Array:
    try:
        return np.asarray(array[index])
    except IndexError as error:
        raise ArgumentError(str(error)) from None


def as_batch(data: Any, dtype: Any = None, *, layout: str | None = None) -> Batch:
    """A batch over `data` without copies, where the memory allows.

    `data` is a Batch, or a sequence of samples, each anything that `as_tensor` takes, or one array
    whose first axis counts the samples. They must be alike in element type and number of
    dimensions. `dtype` converts the elements, `layout` names the axes of a sample.
    Raises ArgumentError for samples that are not alike.

    >>> import numpy as np
    >>> pictures = [np.zeros((4, 6, 3), np.uint8), np.zeros((2, 2, 3), np.uint8)]
    >>> images = as_batch(pictures, layout="HWC")
    >>> images.batch_size, images.shape
    (2, [(4, 6, 3), (2, 2, 3)])
    """
    if isinstance(data, Batch):
        layout = layout or data.layout
        if dtype is None and layout == data.layout:
            return data
    samples: list[Any] = list(data) if isinstance(data, Iterable) else [data]
    arrays = [as_array(sample, dtype) for sample in samples]
    _check_alike(arrays)
    if layout is None and samples and isinstance(samples[0], Tensor):
        layout = samples[0].layout
    if arrays:
        check_layout(layout, arrays[0].ndim)
    paths = [each.source_info if isinstance(each, Tensor) else None for each in samples]
    return Batch(Samples(arrays, layout, paths=paths))


def batch(data: Any, dtype: Any = None, *, layout: str | None = None) -> Batch:
    """Like `as_batch`, but always a copy of the data.

    >>> str(batch([[1.0, 2.0], [3.0, 4.0]]).dtype)
    'f32'
    """
    wrapped = as_batch(data, dtype, layout=layout)
    return Batch(Samples([array.copy() for array in wrapped._arrays()], wrapped.layout))


def _check_alike(arrays: list[np.ndarray]) -> None:
    for index, array in enumerate(arrays):
        for name in ("dtype", "ndim"):
            first, this = getattr(arrays[0], name), getattr(array, name)
            if first != this:
                raise ArgumentError(
                    f"the samples of a batch must be alike: {name} of sample 0 is {first},"
                    f" of sample {index} {this}"
                )
