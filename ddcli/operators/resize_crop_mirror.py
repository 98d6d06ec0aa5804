"""Scaling, a window, and mirroring in one call."""

from __future__ import annotations

from typing import Annotated, Union

from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Resample, Slice
from ddcli.operators.crop import (
    CropHeight,
    CropSize,
    CropWidth,
    PositionX,
    PositionY,
    Rounding,
    crop_window,
)
from ddcli.operators.resize import (
    BothSides,
    Height,
    Limit,
    Longer,
    Mode,
    Shorter,
    Width,
    scaled,
)
from ddcli.types import InterpType


@operator(layout="HWC")
def resize_crop_mirror(
    image: ImageSpec,
    *,
    resize_x: Width = 0,
    resize_y: Height = 0,
    size: BothSides = None,
    resize_shorter: Shorter = 0,
    resize_longer: Longer = 0,
    max_size: Limit = None,
    mode: Annotated[Mode, Doc("What the size means, as for `resize`.")] = "default",
    interp_type: Annotated[InterpType, Doc("The filter.")] = InterpType.LINEAR,
    antialias: Annotated[bool, Doc("When shrinking, let every pixel count.")] = True,
    crop: CropSize = None,
    crop_h: CropHeight = None,
    crop_w: CropWidth = None,
    crop_pos_x: PositionX = 0.5,
    crop_pos_y: PositionY = 0.5,
    rounding: Rounding = "round",
    mirror: Annotated[PerSample[bool], Doc("Swap left and right.")] = False,
) -> tuple[Union[Resample, Slice], ...]:
    """Scales as `resize`, cuts as `crop`, then mirrors HWC pictures of any element type.

    Raises OperatorError as these two do.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.zeros((480, 640, 3), np.uint8)
    >>> ndd.resize_crop_mirror(picture, resize_shorter=256, crop=(224, 224), mirror=True).shape
    (224, 224, 3)
    """
    steps = scaled(
        image,
        (size, resize_y, resize_x, resize_shorter, resize_longer),
        mode,
        max_size,
        (interp_type, interp_type),
        antialias,
        subpixel_scale=True,
    )
    target = steps[0].size
    small = ImageSpec((*target, image.channels), image.dtype, image.layout)
    window = crop_window(
        small, (crop, crop_h, crop_w), (crop_pos_y, crop_pos_x), rounding, "error", 0.0
    )
    return (*steps, Slice(window.start, window.size, (False, bool(mirror))))
