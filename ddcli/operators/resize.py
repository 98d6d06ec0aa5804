"""Scaling pictures to a size."""

from __future__ import annotations

from typing import Annotated, Literal, Optional, Union

from annotated_types import Gt
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Resample, Size, Slice
from ddcli.errors import ArgumentError
from ddcli.operators.geometry import rounded, scaled_extents
from ddcli.types import InterpType

Extents = tuple[float, float]
Mode = Literal["default", "stretch", "not_larger", "not_smaller"]

# The arguments that say a size, for every operator that scales.
Width = Annotated[PerSample[float], Doc("Width after scaling; 0 keeps the proportions.")]
Height = Annotated[PerSample[float], Doc("Height after scaling; 0 keeps the proportions.")]
BothSides = Annotated[
    PerSample[Optional[Union[Extents, float]]], Doc("Height and width, or one number for both.")
]
Shorter = Annotated[PerSample[float], Doc("Length of the shorter side.")]
Longer = Annotated[PerSample[float], Doc("Length of the longer side.")]
Limit = Annotated[Optional[Annotated[float, Gt(0)]], Doc("Limit for both sides.")]


@operator(layout="HWC")
def resize(
    image: ImageSpec,
    *,
    resize_x: Width = 0,
    resize_y: Height = 0,
    size: BothSides = None,
    resize_shorter: Shorter = 0,
    resize_longer: Longer = 0,
    max_size: Limit = None,
    mode: Annotated[
        Mode, Doc("What the size means: exact, or a frame that the picture fits into or covers.")
    ] = "default",
    interp_type: Annotated[InterpType, Doc("The filter.")] = InterpType.LINEAR,
    min_filter: Annotated[Optional[InterpType], Doc("The filter for shrinking.")] = None,
    mag_filter: Annotated[Optional[InterpType], Doc("The filter for enlarging.")] = None,
    antialias: Annotated[bool, Doc("When shrinking, let every pixel count.")] = True,
    subpixel_scale: Annotated[
        bool, Doc("Keep the exact scale where a side is rounded to whole pixels.")
    ] = True,
) -> tuple[Union[Resample, Slice], ...]:
    """Scales HWC pictures of any element type, which they keep.

    The size is ``resize_x`` and/or ``resize_y``, or ``size`` (height, width), or one of
    ``resize_shorter`` and ``resize_longer``, which keep the proportions. A side of 0 follows the
    other; a negative one mirrors. ``mode``: ``default`` takes the size as it is, ``stretch`` leaves
    an unnamed side alone, ``not_larger`` fits the picture into the size, ``not_smaller`` covers it.
    Sides are rounded to nearest, as in DALI; pixels are within 2 levels of DALI's
    (``gaussian``: 4).
    Raises OperatorError where sizes are missing or contradict each other.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.zeros((480, 640, 3), np.uint8)
    >>> ndd.resize(picture, resize_x=320).shape, ndd.resize(picture, resize_shorter=100).shape
    ((240, 320, 3), (100, 133, 3))
    """
    return scaled(
        image,
        (size, resize_y, resize_x, resize_shorter, resize_longer),
        mode,
        max_size,
        (min_filter or interp_type, mag_filter or interp_type),
        antialias,
        subpixel_scale,
    )


Sizes = tuple[Optional[Union[Extents, float]], float, float, float, float]


def scaled(
    image: ImageSpec,
    sizes: Sizes,
    mode: Mode,
    max_size: float | None,
    filters: tuple[InterpType, InterpType],
    antialias: bool,
    subpixel_scale: bool,
) -> tuple[Union[Resample, Slice], ...]:
    """What makes a picture of the wished size: ``size``, ``resize_y``, ``resize_x``,
    ``resize_shorter``, ``resize_longer``, with filters for shrinking and for enlarging."""
    wished, mode = _wish(sizes, mode)
    exact = scaled_extents(image.size, (abs(wished[0]), abs(wished[1])), mode, max_size)
    target = rounded(exact)
    shrinks = target[0] < image.size[0] or target[1] < image.size[1]
    chosen = filters[0] if shrinks else filters[1]
    region = _region(image.size, exact if subpixel_scale else target, target)
    resampled = Resample(target, chosen, region, antialias or chosen is InterpType.TRIANGULAR)
    mirrored = (wished[0] < 0, wished[1] < 0)
    return (resampled, Slice((0, 0), target, mirrored)) if any(mirrored) else (resampled,)


def _wish(sizes: Sizes, mode: Mode) -> tuple[Extents, Mode]:
    """The wished height and width (0: not said, negative: mirrored) and what they mean."""
    size, *sides_given, shorter, longer = sizes
    sides = (sides_given[0], sides_given[1])
    given = [bool(size), any(sides), bool(shorter), bool(longer)]
    if sum(given) != 1:
        raise ArgumentError(
            "needs exactly one of size, resize_x and/or resize_y, resize_shorter, resize_longer"
        )
    if shorter:
        return (shorter, shorter), "not_smaller"
    if longer:
        return (longer, longer), "not_larger"
    if size is None:
        return sides, mode
    return (size if isinstance(size, tuple) else (size, size)), mode


def _region(whole: Size, exact: Extents, target: Size) -> tuple[float, float, float, float]:
    """The part of the picture that fills the target at the exact scale: the whole of it, or where a
    side was rounded a little more or less, about its centre."""
    height, width = (
        extent * pixels / wished for extent, wished, pixels in zip(whole, exact, target)
    )
    top, left = (whole[0] - height) / 2, (whole[1] - width) / 2
    return top, left, top + height, left + width
