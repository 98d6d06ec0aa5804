"""Cutting a window out of pictures."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Optional

from annotated_types import Gt
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Size, Slice
from ddcli.errors import ArgumentError

Extent = Annotated[float, Gt(0)]
Policy = Literal["error", "pad", "constant", "trim_to_shape"]

# The arguments that say a window, for every operator that cuts one.
CropSize = Annotated[
    PerSample[Optional[tuple[Extent, Extent]]], Doc("Height and width of the window, in pixels.")
]
CropHeight = Annotated[PerSample[Optional[Extent]], Doc("Height of the window.")]
CropWidth = Annotated[PerSample[Optional[Extent]], Doc("Width of the window.")]
PositionX = Annotated[PerSample[float], Doc("Place of the window: 0 left, 1 right.")]
PositionY = Annotated[PerSample[float], Doc("Place of the window: 0 top, 1 bottom.")]
Rounding = Annotated[
    Literal["round", "truncate"], Doc("How the window's corner becomes a whole pixel.")
]
OutOfBounds = Annotated[
    Policy, Doc("A window that reaches outside: refuse it, fill it up, or trim it.")
]


@operator(layout="HWC")
def crop(
    image: ImageSpec,
    *,
    crop: CropSize = None,
    crop_h: CropHeight = None,
    crop_w: CropWidth = None,
    crop_pos_x: PositionX = 0.5,
    crop_pos_y: PositionY = 0.5,
    rounding: Rounding = "round",
    out_of_bounds_policy: OutOfBounds = "error",
    fill_values: Annotated[float, Doc("Value outside of the picture, for pad and constant.")] = 0.0,
) -> Slice:
    """Cuts a window out of HWC pictures of any element type.

    The size is ``crop``, or ``crop_h`` and ``crop_w``; without it the whole extent is kept. The
    window's corner lies at ``crop_pos * (extent - window)``, rounded half away from zero or
    truncated, as in DALI. A window that reaches outside of the picture is an OperatorError, unless
    ``out_of_bounds_policy`` is ``pad`` (or its other name ``constant``) or ``trim_to_shape``.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.arange(12, dtype=np.uint8).reshape(3, 4, 1)
    >>> np.asarray(ndd.crop(picture, crop=(1, 2), crop_pos_x=1.0)).ravel().tolist()
    [6, 7]
    """
    return crop_window(
        image,
        (crop, crop_h, crop_w),
        (crop_pos_y, crop_pos_x),
        rounding,
        out_of_bounds_policy,
        fill_values,
    )


def crop_window(
    image: ImageSpec,
    wished: tuple[tuple[float, float] | None, float | None, float | None],
    positions: tuple[float, float],
    rounding: str,
    out_of_bounds_policy: Policy,
    fill_value: float,
) -> Slice:
    """The window of ``crop``, ``crop_h`` and ``crop_w`` (`wished`) at these relative positions."""
    size = _window(image.size, *wished)
    if not all(0 <= position <= 1 for position in positions):
        raise ArgumentError(f"crop_pos_y and crop_pos_x must be from 0 to 1, not {positions}")
    to_whole = _half_away_from_zero if rounding == "round" else math.trunc
    start = [
        to_whole(at * (extent - part)) for at, extent, part in zip(positions, image.size, size)
    ]
    outside = any(
        first < 0 or first + part > whole for first, part, whole in zip(start, size, image.size)
    )
    if outside and out_of_bounds_policy == "error":
        raise ArgumentError(
            f"the window of {size[0]}x{size[1]} (height x width) reaches outside of the picture of"
            f" {image.size[0]}x{image.size[1]}: out_of_bounds_policy='pad' would fill it up"
        )
    if outside and out_of_bounds_policy == "trim_to_shape":
        return _trimmed(start, size, image.size)
    return Slice((start[0], start[1]), size, fill_value=fill_value)


def _window(
    whole: Size,
    crop: tuple[float, float] | None,
    crop_h: float | None,
    crop_w: float | None,
) -> Size:
    if crop is not None and (crop_h is not None or crop_w is not None):
        raise ArgumentError("crop and crop_h, crop_w can't be combined")
    height, width = crop or (crop_h or whole[0], crop_w or whole[1])
    return _half_away_from_zero(height), _half_away_from_zero(width)


def _trimmed(start: list[int], size: Size, whole: Size) -> Slice:
    first = [max(0, each) for each in start]
    last = [min(each + part, extent) for each, part, extent in zip(start, size, whole)]
    return Slice((first[0], first[1]), (last[0] - first[0], last[1] - first[1]))


def _half_away_from_zero(value: float) -> int:
    return int(math.copysign(math.floor(abs(value) + 0.5), value))
