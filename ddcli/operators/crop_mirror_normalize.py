"""A window, mirrored and normalised: the last step before training."""

from __future__ import annotations

from typing import Annotated, Literal, Union

from annotated_types import Gt
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Normalize, Slice
from ddcli.errors import ArgumentError
from ddcli.operators.crop import (
    CropHeight,
    CropSize,
    CropWidth,
    OutOfBounds,
    PositionX,
    PositionY,
    Rounding,
    crop_window,
)
from ddcli.types import DType

Values = Union[list[float], float]


@operator(layout="HWC", layout_of=lambda _, given: given.get("output_layout", "CHW"))
def crop_mirror_normalize(
    image: ImageSpec,
    *,
    crop: CropSize = None,
    crop_h: CropHeight = None,
    crop_w: CropWidth = None,
    crop_pos_x: PositionX = 0.5,
    crop_pos_y: PositionY = 0.5,
    rounding: Rounding = "round",
    out_of_bounds_policy: OutOfBounds = "error",
    fill_values: Annotated[float, Doc("Value outside of the picture, before normalising.")] = 0.0,
    mirror: Annotated[PerSample[bool], Doc("Swap left and right.")] = False,
    mean: Annotated[PerSample[Values], Doc("Subtracted; one, or one for each channel.")] = 0.0,
    std: Annotated[
        PerSample[Union[list[Annotated[float, Gt(0)]], Annotated[float, Gt(0)]]],
        Doc("Divided by; one, or one for each channel."),
    ] = 1.0,
    scale: Annotated[float, Doc("Multiplied with after that.")] = 1.0,
    shift: Annotated[float, Doc("Added at last.")] = 0.0,
    dtype: Annotated[DType, Doc("Element type of the result.")] = DType.FLOAT,
    output_layout: Annotated[Literal["CHW", "HWC"], Doc("Axis order of the result.")] = "CHW",
    pad_output: Annotated[bool, Doc("Add channels of zeros up to a power of two.")] = False,
) -> tuple[Slice, Normalize]:
    """Cuts, mirrors and normalises HWC pictures of any element type.

    The window is that of `crop`. The result is ``(value - mean) / std * scale + shift`` as
    ``dtype``, rounded and saturated if that is an integer, with the axes of ``output_layout``.
    Raises OperatorError as `crop` does, and for lists of another length than the channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.full((4, 6, 3), 100, np.uint8)
    >>> ready = ndd.crop_mirror_normalize(picture, crop=(2, 3), mean=50.0, std=[25.0, 50.0, 100.0])
    >>> ready.shape, ready.layout, np.asarray(ready)[:, 0, 0].tolist()
    ((3, 2, 3), 'CHW', [2.0, 1.0, 0.5])
    """
    window = crop_window(
        image,
        (crop, crop_h, crop_w),
        (crop_pos_y, crop_pos_x),
        rounding,
        out_of_bounds_policy,
        fill_values,
    )
    means, stds = (_for_channels(name, v, image) for name, v in (("mean", mean), ("std", std)))
    scales = tuple(scale / each for each in stds)
    offsets = tuple(shift - each * factor for each, factor in zip(means, scales))
    padding = (1 << (image.channels - 1).bit_length()) - image.channels if pad_output else 0
    cut = Slice(window.start, window.size, (False, bool(mirror)), window.fill_value)
    return cut, Normalize(scales, offsets, dtype, output_layout, padding)


def _for_channels(name: str, value: Values, image: ImageSpec) -> list[float]:
    values = value if isinstance(value, list) else [value]
    if len(values) not in (1, image.channels):
        raise ArgumentError(f"{name} has {len(values)} values for {image.channels} channels")
    return values * image.channels if len(values) == 1 else values
