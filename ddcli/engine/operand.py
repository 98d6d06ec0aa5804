"""What Tensor and Batch have in common: samples, there or on their way, and the operators on them.

Arithmetic is a call like any other: it does not wait, works sample by sample, and promotes element
types by DALI's rules (`promoted`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

import numpy as np

from ddcli.engine.arithmetic import computed
from ddcli.engine.arrays import as_array
from ddcli.engine.call import Call, View, call_site
from ddcli.engine.context import begin, finish
from ddcli.engine.device import CPU, Device
from ddcli.engine.invocation import Hold, Invocation, Samples
from ddcli.engine.primitives import Array
from ddcli.errors import ArgumentError, Failure, sample_error

Self = TypeVar("Self", bound="Operand")


class Operand:
    """A view of samples that users compute with."""

    __slots__ = ("_hold", "_indices", "_samples")
    __array_priority__ = 1000  # NumPy leaves `array + operand` to us
    __hash__ = None  # type: ignore[assignment]  # == compares element by element

    _batched: ClassVar[bool]
    _samples: Samples
    _indices: Sequence[int]
    _hold: Hold

    @classmethod
    def _of(cls: type[Self], samples: Samples, indices: Sequence[int] | None = None) -> Self:
        operand = cls.__new__(cls)
        operand._samples = samples
        operand._hold = samples.hold()
        operand._indices = range(len(samples)) if indices is None else indices
        return operand

    @property
    def layout(self) -> str | None:
        """What the axes of a sample mean, such as ``"HWC"``; None where nothing is known."""
        return self._samples.layout

    @property
    def device(self) -> Device:
        """Where the data is, or will be."""
        return self._samples.device

    def cpu(self: Self) -> Self:
        """The same on the CPU: itself, if it is there already."""
        return self.to_device("cpu")

    def gpu(self: Self, index: int | None = None) -> Self:
        """The same on the GPU with this index. Raises DeviceError where there is none."""
        return self.to_device("gpu" if index is None else f"gpu:{index}")

    def to_device(self: Self, device: str | Device, force_copy: bool = False) -> Self:
        """The same on that device: itself, if it is there already and no copy is asked for."""
        target = Device.of(device)
        if target == self.device and not force_copy:
            return self
        backend = target.backend

        def work(inputs: list[list[Array]], *_: Any) -> list[Array]:
            return [backend.to_host(array).copy() for array in inputs[0]]

        return self._of(started(f"to_device({target})", work, [self._view], self.layout, target))

    @property
    def _view(self) -> View:
        return View(self._samples, self._indices)

    def _values(self) -> list[Array | Failure]:
        """The values, waited for."""
        finish(self._samples, self._indices)
        return [self._samples.values[index] for index in self._indices]

    def _arrays(self) -> list[Array]:
        """The values, waited for. Raises SampleError if any failed."""
        values = self._values()
        failures = {i: value for i, value in enumerate(values) if isinstance(value, Failure)}
        if failures:
            raise sample_error(failures)
        return values

    def __add__(self, other: Any) -> Any:
        return elementwise("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return elementwise("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return elementwise("subtract", self, other)

    def __rsub__(self, other: Any) -> Any:
        return elementwise("subtract", other, self)

    def __mul__(self, other: Any) -> Any:
        return elementwise("multiply", self, other)

    def __rmul__(self, other: Any) -> Any:
        return elementwise("multiply", other, self)

    def __truediv__(self, other: Any) -> Any:
        return elementwise("divide", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return elementwise("divide", other, self)

    def __floordiv__(self, other: Any) -> Any:
        return elementwise("floor_divide", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return elementwise("floor_divide", other, self)

    def __mod__(self, other: Any) -> Any:
        return elementwise("modulo", self, other)

    def __rmod__(self, other: Any) -> Any:
        return elementwise("modulo", other, self)

    def __pow__(self, other: Any) -> Any:
        return elementwise("power", self, other)

    def __rpow__(self, other: Any) -> Any:
        return elementwise("power", other, self)

    def __and__(self, other: Any) -> Any:
        return elementwise("bitwise_and", self, other)

    def __rand__(self, other: Any) -> Any:
        return elementwise("bitwise_and", other, self)

    def __or__(self, other: Any) -> Any:
        return elementwise("bitwise_or", self, other)

    def __ror__(self, other: Any) -> Any:
        return elementwise("bitwise_or", other, self)

    def __xor__(self, other: Any) -> Any:
        return elementwise("bitwise_xor", self, other)

    def __rxor__(self, other: Any) -> Any:
        return elementwise("bitwise_xor", other, self)

    def __lshift__(self, other: Any) -> Any:
        return elementwise("left_shift", self, other)

    def __rlshift__(self, other: Any) -> Any:
        return elementwise("left_shift", other, self)

    def __rshift__(self, other: Any) -> Any:
        return elementwise("right_shift", self, other)

    def __rrshift__(self, other: Any) -> Any:
        return elementwise("right_shift", other, self)

    def __eq__(self, other: Any) -> Any:
        return elementwise("equal", self, other)

    def __ne__(self, other: Any) -> Any:
        return elementwise("not_equal", self, other)

    def __lt__(self, other: Any) -> Any:
        return elementwise("less", self, other)

    def __le__(self, other: Any) -> Any:
        return elementwise("less_equal", self, other)

    def __gt__(self, other: Any) -> Any:
        return elementwise("greater", self, other)

    def __ge__(self, other: Any) -> Any:
        return elementwise("greater_equal", self, other)

    def __neg__(self) -> Any:
        return elementwise("negative", self)

    def __abs__(self) -> Any:
        return elementwise("absolute", self)

    def __invert__(self) -> Any:
        return elementwise("invert", self)

    def __pos__(self: Self) -> Self:
        return self


def started(
    operator: str,
    work: Callable[..., list[Any]],
    views: Sequence[View],
    layout: str | None = None,
    device: Device = CPU,
) -> Invocation:
    """A new call on these views, begun as the evaluation mode says."""
    call = Call(operator, work, views, {}, {}, call_site())
    results = Invocation(call, len(views[0].indices), layout, device)
    begin(results)
    return results


def elementwise(name: str, *operands: Any) -> Any:
    """The operation on one or two operands; a Batch if one of them is, else a Tensor.

    Raises ArgumentError for batches of different sizes and for layouts of which neither is the end
    of the other; what depends on the data fails sample by sample.
    """
    given = [each for each in operands if isinstance(each, Operand)]
    batches = [each for each in given if each._batched]
    sizes = {len(each._indices) for each in batches}
    if len(sizes) > 1:
        raise ArgumentError(f"inconsistent batch size: {' != '.join(map(str, sorted(sizes)))}")
    size = sizes.pop() if sizes else 1
    views = [view_of(each, size) for each in operands]
    layout = _common_layout(name, [view.samples.layout for view in views])

    def work(inputs: list[list[Array]], *_: Any) -> list[Array]:
        with np.errstate(all="ignore"):  # overflow and division by zero are as in C
            return [computed(name, values) for values in zip(*inputs)]

    results = started(name, work, views, layout, given[0].device)
    return type((batches or given)[0])._of(results)


def view_of(data: Any, size: int) -> View:
    """`data` as `size` samples: a Batch as it is, anything else the same sample again and again."""
    if isinstance(data, Operand):
        indices = data._indices if data._batched else list(data._indices) * size
        return View(data._samples, indices)
    return View(Samples([as_array(data)]), [0] * size)


def _common_layout(name: str, layouts: Sequence[str | None]) -> str | None:
    """The longest of the layouts, of which the others are ends."""
    known = sorted((layout for layout in layouts if layout), key=len)
    for shorter, longer in pairwise(known):
        if not longer.endswith(shorter):
            raise ArgumentError(
                f"{name}: the layouts {shorter} and {longer} do not match: they must be equal, or"
                " one the end of the other"
            )
    return known[-1] if known else None
