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

Factor = Annotated[PerSample[float], Doc("Factor for the brightness.")]
Shift = Annotated[
    PerSample[float], Doc("Added; 1.0 is the whole range of the result's element type.")
]
Contrast = Annotated[PerSample[float], Doc("Factor for the contrast; 0 is uniform gray.")]
Center = Annotated[PerSample[Optional[float]], Doc("The value that contrast leaves alone.")]
Result = Annotated[Optional[DType], Doc("Element type of the result.")]


@operator(layout="HWC")
def brightness_contrast(
    image: ImageSpec,
    *,
    brightness: Factor = 1.0,
    brightness_shift: Shift = 0.0,
    contrast: Contrast = 1.0,
    contrast_center: Center = None,
    dtype: Result = None,
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
    return _linear(image, brightness, brightness_shift, contrast, contrast_center, dtype)


@operator(layout="HWC")
def brightness(
    image: ImageSpec,
    *,
    brightness: Factor = 1.0,
    brightness_shift: Shift = 0.0,
    dtype: Result = None,
) -> Linear:
    """Changes the brightness of HWC pictures; any element type in, the same or ``dtype`` out.

    ``brightness_shift * range + brightness * value``; see `brightness_contrast`.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.full((1, 1, 3), 100, np.uint8)
    >>> np.asarray(ndd.brightness(picture, brightness=0.5)).ravel().tolist()
    [50, 50, 50]
    """
    return _linear(image, brightness, brightness_shift, 1.0, None, dtype)


@operator(layout="HWC")
def contrast(
    image: ImageSpec,
    *,
    contrast: Contrast = 1.0,
    contrast_center: Center = None,
    dtype: Result = None,
) -> Linear:
    """Changes the contrast of HWC pictures; any element type in, the same or ``dtype`` out.

    ``center + contrast * (value - center)``; see `brightness_contrast`.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.full((1, 1, 3), 100, np.uint8)
    >>> np.asarray(ndd.contrast(picture, contrast=0.5)).ravel().tolist()
    [114, 114, 114]
    """
    return _linear(image, 1.0, 0.0, contrast, contrast_center, dtype)


def middle(dtype: DType) -> float:
    """The middle of the positive values of an element type: 128 for u8, 0.5 for floats."""
    return (_RANGES[dtype] + 1) / 2 if dtype in _RANGES else 0.5


def _linear(
    image: ImageSpec,
    brightness: float,
    shift: float,
    contrast: float,
    center: float | None,
    dtype: DType | None,
) -> Linear:
    result = dtype or image.dtype
    fixed = middle(image.dtype) if center is None else center
    offset = shift * _RANGES.get(result, 1.0) + brightness * (fixed - contrast * fixed)
    return Linear(brightness * contrast, offset, result)
