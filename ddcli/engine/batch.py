"""`Batch`: samples processed by one call, alike in type and layout, but not always in shape.

One failed sample never takes the others with it: `failures` tells which failed, `select` gives the
others, and only asking for a failed one, or for all as a whole, raises.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from ddcli.engine.arrays import as_array, check_layout, stacked
from ddcli.engine.device import Device
from ddcli.engine.invocation import Samples
from ddcli.engine.operand import Operand
from ddcli.engine.printing import describe, values_text
from ddcli.engine.slicing import sliced
from ddcli.engine.tensor import Tensor, as_tensor, import_torch
from ddcli.errors import ArgumentError, Failure
from ddcli.types import DType

_SHAPES_SHOWN = 16  # more are printed as the first and last two


class Batch(Operand):
    """Some samples. Made by operators, readers, `batch` and `as_batch`.

    >>> numbers = as_batch([[1, 2], [3]])
    >>> numbers.batch_size, numbers.shape, [each.shape for each in numbers + 1]
    (2, [(2,), (1,)], [(2,), (1,)])
    """

    __slots__ = ()
    _batched = True

    def __init__(
        self,
        tensors: Any,
        dtype: Any = None,
        device: str | Device | None = None,
        layout: str | None = None,
        *,
        copy: bool = False,
    ) -> None:
        made = (batch if copy else as_batch)(tensors, dtype, device, layout)
        self._samples, self._indices, self._hold = made._samples, made._indices, made._hold

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
        """A slice of every sample: ``slice[:10, :10]``, ``slice[..., 0]``.

        Numbers in it may be Batches, for a place of its own in each sample.

        >>> numbers = as_batch([[1, 2, 3], [4, 5, 6]])
        >>> [each.item() for each in numbers.slice[as_batch([0, 2])]]
        [1, 6]
        """
        return _Slices(self)

    def select(self, which: Any) -> Any:
        """Samples by index, without waiting: a Tensor for a number, a Batch for a slice or a list.

        Raises IndexError for an index outside of the batch, TypeError for anything else.

        >>> numbers = as_batch([10, 20, 30])
        >>> numbers.select(-1).item(), [t.item() for t in numbers.select([2, 0])]
        (30, [30, 10])
        """
        if isinstance(which, slice):
            return Batch._of(self._samples, self._indices[which])
        if isinstance(which, (list, range)):
            return Batch._of(self._samples, [self._index(each) for each in which])
        return Tensor._of(self._samples, [self._index(which)])

    def evaluate(self) -> Batch:
        """Waits for all samples and returns the batch itself; failed ones stay in `failures`."""
        self._values()
        return self

    def torch(self, copy: bool | None = None, pad: bool = False) -> Any:
        """All samples as one PyTorch tensor, which is a copy; `pad` fills up with zeros.

        Raises RuntimeError without PyTorch, ArgumentError for samples that differ in shape, and for
        ``copy=False``, as the samples lie apart.
        """
        torch = import_torch()
        if copy is False:
            raise ArgumentError("the samples of a batch lie apart: one tensor of them is a copy")
        return torch.from_numpy(stacked(self._arrays(), pad))

    @staticmethod
    def broadcast(sample: Any, batch_size: int, device: Any = None, dtype: Any = None) -> Batch:
        """The sample, which may be anything that `as_tensor` takes, `batch_size` times; no copies.

        >>> Batch.broadcast(7, 3).shape
        [(), (), ()]
        """
        if isinstance(sample, Batch):
            raise ArgumentError("a Batch can't be repeated, only a sample")
        is_ready = isinstance(sample, Tensor) and dtype is None
        one = sample if is_ready else as_tensor(sample, dtype, device)
        return Batch._of(one._samples, list(one._indices) * batch_size)

    def __iter__(self) -> Iterator[Tensor]:
        return (Tensor._of(self._samples, [index]) for index in self._indices)

    def __getitem__(self, index: Any) -> Any:
        raise TypeError(
            "a Batch has no []: use .select(i) or .tensors[i] for samples, .slice[...] for a slice"
            " of every sample"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("the samples of a batch lie apart: one array of them is a copy")
        whole = stacked(self._arrays(), pad=False)
        return whole.astype(dtype or whole.dtype, copy=False)

    def __repr__(self) -> str:
        failures = self.failures
        if failures:
            lines = [f"    {index}: {failure}" for index, failure in failures.items()]
            head = f"Batch(num_samples={self.batch_size}, {len(failures)} failed:"
            return "\n".join([head, *lines]) + ")"
        ndim = self.ndim
        between = "," + ("\n" * ndim if ndim else " ")
        to_host = self.device.backend.to_host
        values = between.join(values_text(to_host(array)) for array in self._arrays())
        shapes = [str(shape) for shape in self.shape]
        if len(shapes) > _SHAPES_SHOWN:
            shapes[2:-2] = ["..."]
        facts = (self.dtype, self.layout, self.device, f"[{', '.join(shapes)}]")
        return describe("Batch", f"[{values}]", *facts, num_samples=self.batch_size)

    def _index(self, which: Any) -> int:
        if isinstance(which, (bool, np.bool_)) or not hasattr(which, "__index__"):
            raise TypeError(f"samples are selected by number, slice or list, not {which!r}")
        place, size = operator.index(which), self.batch_size
        if not -size <= place < size:
            raise IndexError(f"sample {place} of a batch of {size}")
        return self._indices[place]

    def _any(self) -> Tensor:
        """The first sample that has data: all are alike in type and dimensions."""
        if not self._indices:
            return Tensor._of(Samples([np.empty(0, self._samples.empty_dtype)]))
        return next((each for each in self if each.failure is None), self.select(0))


class _Tensors:
    """``batch.tensors[...]``."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, which: Any) -> Any:
        return self._batch.select(which)

    def __len__(self) -> int:
        return self._batch.batch_size

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self._batch)


class _Slices:
    """``batch.slice[...]``: a call like any other, so it does not wait."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, index: Any) -> Batch:
        return Batch._of(sliced(self._batch, index))


def as_batch(
    tensors: Any, dtype: Any = None, device: str | Device | None = None, layout: str | None = None
) -> Batch:
    """A batch over `tensors` without copies, where the memory allows.

    `tensors` is a Batch, or a sequence of samples, each anything that `as_tensor` takes, or one
    array whose first axis counts the samples. They must be alike in element type and number of
    dimensions; `dtype` converts them, and says the type of an empty batch. `layout` names the axes
    of a sample. Raises ArgumentError for samples that are not alike.

    >>> import numpy as np
    >>> pictures = [np.zeros((4, 6, 3), np.uint8), np.zeros((2, 2, 3), np.uint8)]
    >>> images = as_batch(pictures, layout="HWC")
    >>> images.batch_size, images.shape
    (2, [(4, 6, 3), (2, 2, 3)])
    """
    Device.of(device)
    if isinstance(tensors, Batch):
        layout = layout or tensors.layout
        if dtype is None and layout == tensors.layout:
            return tensors
    samples: list[Any] = list(tensors)
    if not samples and dtype is None:
        raise ArgumentError("an empty batch needs a dtype")
    arrays = [as_array(sample, dtype) for sample in samples]
    if layout is None and samples and isinstance(samples[0], Tensor):
        layout = samples[0].layout
    arrays = _alike(arrays)
    if arrays:
        check_layout(layout, arrays[0].ndim)
    paths = [each.source_info if isinstance(each, Tensor) else None for each in samples]
    made = Samples(arrays, layout or None, paths=paths)
    if not arrays:
        made.empty_dtype = DType(dtype).value
    return Batch._of(made)


def batch(
    tensors: Any, dtype: Any = None, device: str | Device | None = None, layout: str | None = None
) -> Batch:
    """Like `as_batch`, but always a copy of the data.

    >>> str(batch([[1.0, 2.0], [3.0, 4.0]]).dtype)
    'f32'
    """
    wrapped = as_batch(tensors, dtype, device, layout)
    copies = Samples([array.copy() for array in wrapped._arrays()], wrapped.layout)
    copies.empty_dtype = wrapped._samples.empty_dtype
    return Batch._of(copies)


def _alike(arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The arrays, which must have one number of dimensions and one element type."""
    for index, array in enumerate(arrays):
        for name in ("ndim", "dtype"):
            first, this = getattr(arrays[0], name), getattr(array, name)
            if first != this:
                raise ArgumentError(
                    f"the samples of a batch must be alike: {name} of sample 0 is {first},"
                    f" of sample {index} {this}"
                )
    return arrays
