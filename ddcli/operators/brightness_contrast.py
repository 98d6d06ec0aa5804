"""Brightness and contrast."""

from __future__ import annotations

from typing import Annotated, Optional

from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Linear
from ddcli.types import DType

# The largest value of each integer type: what 1.0 of a shift means.
_RANGES = {
    DType.UINT8: 2.0**8 - 1,
    DType.UINT16: 2.0**16 - 1,
    DType.UINT32: 2.0**32 - 1,
    DType.INT8: 2.0**7 - 1,
    DType.INT16: 2.0**15 - 1,
    DType.INT32: 2.0**31 - 1,
}


@operator(layout="HWC")
def brightness_contrast(
    image: ImageSpec,
    *,
    brightness: Annotated[PerSample[float], Doc("Factor for the brightness.")] = 1.0,
    brightness_shift: Annotated[
        PerSample[float], Doc("Added; 1.0 is the whole range of the element type.")
    ] = 0.0,
    contrast: Annotated[PerSample[float], Doc("Factor for the contrast; 0 is uniform gray.")] = 1.0,
    contrast_center: Annotated[
        PerSample[Optional[float]], Doc("The value that contrast leaves alone.")
    ] = None,
    dtype: Annotated[Optional[DType], Doc("Element type of the result.")] = None,
) -> Linear:
    """Changes brightness and contrast of HWC pictures; any element type in, the same or ``dtype``
    out.

    ``brightness_shift * range + brightness * (center + contrast * (value - center))`` with the
    largest value of the result's type as ``range`` (1 for floats), rounded and saturated. The
    centre is the middle of the input type's positive values (128 for u8, 0.5 for floats) unless
    ``contrast_center`` is given. The formula is that of DALI's documentation.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.full((1, 1, 3), 100, np.uint8)
    >>> np.asarray(ndd.brightness_contrast(picture, brightness=1.5)).ravel().tolist()
    [150, 150, 150]
    """
    result = dtype or image.dtype
    half = (_RANGES[image.dtype] + 1) / 2 if image.dtype in _RANGES else 0.5
    center = half if contrast_center is None else contrast_center
    shift = brightness_shift * _RANGES.get(result, 1.0)
    return Linear(brightness * contrast, shift + brightness * (center - contrast * center), result)
