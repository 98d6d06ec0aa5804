"""Scaling, a window, and mirroring in one call."""

from __future__ import annotations

from typing import Annotated, Literal, Optional, Union

from annotated_types import Gt
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Resample, Slice
from ddcli.operators.crop import Extent, crop_window
from ddcli.operators.resize import Extents, Mode, scaled
from ddcli.types import InterpType


@operator(layout="HWC")
def resize_crop_mirror(
    image: ImageSpec,
    *,
    resize_x: Annotated[PerSample[float], Doc("Width after scaling; 0 keeps the proportions.")] = 0,
    resize_y: Annotated[
        PerSample[float], Doc("Height after scaling; 0 keeps the proportions.")
    ] = 0,
    size: Annotated[
        PerSample[Optional[Union[Extents, float]]], Doc("Height and width, or one number for both.")
    ] = None,
    resize_shorter: Annotated[PerSample[float], Doc("Length of the shorter side.")] = 0,
    resize_longer: Annotated[PerSample[float], Doc("Length of the longer side.")] = 0,
    max_size: Annotated[Optional[Annotated[float, Gt(0)]], Doc("Limit for both sides.")] = None,
    mode: Annotated[Mode, Doc("What the size means, as for `resize`.")] = "default",
    interp_type: Annotated[InterpType, Doc("The filter.")] = InterpType.LINEAR,
    antialias: Annotated[bool, Doc("When shrinking, let every pixel count.")] = True,
    crop: Annotated[
        PerSample[Optional[tuple[Extent, Extent]]],
        Doc("Height and width of the window, in pixels."),
    ] = None,
    crop_h: Annotated[PerSample[Optional[Extent]], Doc("Height of the window.")] = None,
    crop_w: Annotated[PerSample[Optional[Extent]], Doc("Width of the window.")] = None,
    crop_pos_x: Annotated[PerSample[float], Doc("Place of the window: 0 left, 1 right.")] = 0.5,
    crop_pos_y: Annotated[PerSample[float], Doc("Place of the window: 0 top, 1 bottom.")] = 0.5,
    rounding: Annotated[
        Literal["round", "truncate"], Doc("How the window's corner becomes a whole pixel.")
    ] = "round",
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
