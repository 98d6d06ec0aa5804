"""What a backend can do to pixels, as descriptions: the border between deciding and doing.

An operator decides, from shapes and resolved values alone, and returns primitives; a backend does
what they describe. A primitive holds plain numbers: no pixels, no device. Coordinates are in pixels
with pixel centres at +0.5, axes in the order (y, x) except in matrices, which act on (x, y).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ddcli.types import DType, InterpType

Array = Any  # numpy.ndarray on the CPU, cupy.ndarray on the GPU
Size = tuple[int, int]  # (height, width)


@dataclass(frozen=True)
class ImageSpec:
    """What an operator may know of an image: its shape (HWC), element type and layout."""

    shape: tuple[int, ...]
    dtype: DType
    layout: str = "HWC"

    @property
    def size(self) -> Size:
        return self.shape[0], self.shape[1]

    @property
    def channels(self) -> int:
        return self.shape[2]


@dataclass(frozen=True)
class WarpAffine:
    """Output pixel p takes its value at `matrix @ (x, y, 1)` of the input.

    `matrix` is 2x3, row by row. Outside of the input lies `fill_value`, blended with the border as
    if it surrounded the image; None repeats the border pixel.
    """

    matrix: tuple[float, float, float, float, float, float]
    size: Size
    fill_value: float | None
    interp_type: InterpType


@dataclass(frozen=True)
class Slice:
    """The window of `size` at `start`, which may lie outside (`fill_value`); then mirrored."""

    start: tuple[int, int]
    size: Size
    mirrored: tuple[bool, bool] = (False, False)
    fill_value: float = 0.0


@dataclass(frozen=True)
class Resample:
    """The region (y0, x0, y1, x1) of the input, scaled to `size` along each axis.

    Outside lies the repeated border pixel. With `antialias` the filter is widened by the scale
    where that shrinks, so that every input pixel counts.
    """

    size: Size
    interp_type: InterpType
    region: tuple[float, float, float, float]
    antialias: bool = True


@dataclass(frozen=True)
class Linear:
    """value * scale + offset for every element, rounded to nearest and saturated to `dtype`."""

    scale: float
    offset: float
    dtype: DType


@dataclass(frozen=True)
class Normalize:
    """value * scale + offset with one of each a channel, in another axis order.

    The result is HWC or CHW, with `padding` more channels of zeros; an integer type gets it
    rounded to nearest and saturated.
    """

    scale: tuple[float, ...]
    offset: tuple[float, ...]
    dtype: DType
    layout: str
    padding: int = 0


@dataclass(frozen=True)
class ColorMatrix:
    """matrix @ pixel + offset, a row a channel of the result; rounded to nearest and saturated."""

    matrix: tuple[tuple[float, ...], ...]
    offset: tuple[float, ...]
    dtype: DType


@dataclass(frozen=True)
class Convolve:
    """Each column with one odd kernel and each row with the other, mirrored at the border pixel."""

    vertical: tuple[float, ...]
    horizontal: tuple[float, ...]


@dataclass(frozen=True)
class Fill:
    """Rectangles (y0, x0, y1, x1) inside of the image that get `value`: one, or one a channel."""

    regions: tuple[tuple[int, int, int, int], ...]
    value: tuple[float, ...]


@dataclass(frozen=True)
class Equalize:
    """Each channel's 8-bit values spread so that their cumulative histogram is a straight line."""


Primitive = (
    WarpAffine | Slice | Resample | Linear | Normalize | ColorMatrix | Convolve | Fill | Equalize
)


class Backend(Protocol):
    """One device. Each method takes a whole chunk: one image and one description a sample."""

    @property
    def primitives(self) -> Mapping[type, Callable[[Sequence[Array], Sequence[Any]], list[Array]]]:
        """How each primitive is carried out."""
        ...

    def spec(self, array: Array, layout: str) -> ImageSpec:
        """Shape, dtype and layout of an array that lives on this device."""
        ...

    def to_host(self, array: Array) -> Array:
        """The same values as a NumPy array; no copy where the memory allows."""
        ...


def apply(
    backend: Backend, images: Sequence[Array], plans: Sequence[Sequence[Primitive]]
) -> list[Array]:
    """Each image through its own plan, one backend call for each step that a chunk shares."""
    images = list(images)
    for step in range(max(map(len, plans), default=0)):
        for kind, members in _by_kind(plans, step).items():
            steps = [plans[index][step] for index in members]
            results = backend.primitives[kind]([images[index] for index in members], steps)
            for index, result in zip(members, results):
                images[index] = result
    return images


def _by_kind(plans: Sequence[Sequence[Primitive]], step: int) -> dict[type, list[int]]:
    groups: dict[type, list[int]] = {}
    for index, plan in enumerate(plans):
        if step < len(plan):
            groups.setdefault(type(plan[step]), []).append(index)
    return groups
