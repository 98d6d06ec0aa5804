"""Hue, saturation, brightness and contrast in one linear map of the colours.

All four operators build a 3x3 matrix and an offset. Hue turns and saturation scales the two colour
axes of YIQ (NTSC's matrix, rounded to three digits, with its exact inverse), as DALI does.
"""

from __future__ import annotations

import math
from typing import Annotated, Optional

import numpy as np
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ColorMatrix, ImageSpec
from ddcli.errors import ArgumentError
from ddcli.operators.brightness_contrast import middle
from ddcli.types import DType

_RGB_TO_YIQ = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.321], [0.211, -0.523, 0.311]])
_YIQ_TO_RGB = np.linalg.inv(_RGB_TO_YIQ)

Hue = Annotated[PerSample[float], Doc("Degrees by which the colours are turned.")]
Saturation = Annotated[PerSample[float], Doc("Factor for the saturation; 0 is gray.")]
Result = Annotated[Optional[DType], Doc("Element type of the result.")]


@operator(layout="HWC")
def hue(image: ImageSpec, *, hue: Hue = 0.0, dtype: Result = None) -> ColorMatrix:
    """Turns the colours of HWC RGB pictures; any element type in, the same or ``dtype`` out.

    Raises OperatorError unless there are three channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> red = np.array([[[200, 0, 0]]], np.uint8)
    >>> np.asarray(ndd.hue(red, hue=120.0)).ravel().tolist()
    [0, 147, 0]
    """
    return _twist(image, hue, 1.0, 1.0, 0.0, dtype)


@operator(layout="HWC")
def saturation(
    image: ImageSpec, *, saturation: Saturation = 1.0, dtype: Result = None
) -> ColorMatrix:
    """Scales the saturation of HWC RGB pictures; any element type in, the same or ``dtype`` out.

    Raises OperatorError unless there are three channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> red = np.array([[[200, 0, 0]]], np.uint8)
    >>> np.asarray(ndd.saturation(red, saturation=0.0)).ravel().tolist()
    [60, 60, 60]
    """
    return _twist(image, 0.0, saturation, 1.0, 0.0, dtype)


@operator(layout="HWC")
def hsv(
    image: ImageSpec,
    *,
    hue: Hue = 0.0,
    saturation: Saturation = 1.0,
    value: Annotated[PerSample[float], Doc("Factor for the brightness.")] = 1.0,
    dtype: Annotated[DType, Doc("Element type of the result.")] = DType.UINT8,
) -> ColorMatrix:
    """Changes hue, saturation and value of HWC RGB pictures; any element type in, ``dtype`` out.

    Raises OperatorError unless there are three channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> gray = np.full((1, 1, 3), 100, np.uint8)
    >>> np.asarray(ndd.hsv(gray, hue=90.0, value=1.5)).ravel().tolist()
    [150, 150, 150]
    """
    return _twist(image, hue, saturation, value, 0.0, dtype)


@operator(layout="HWC")
def color_twist(
    image: ImageSpec,
    *,
    hue: Hue = 0.0,
    saturation: Saturation = 1.0,
    brightness: Annotated[PerSample[float], Doc("Factor for the brightness.")] = 1.0,
    contrast: Annotated[PerSample[float], Doc("Factor for the contrast; 0 is uniform gray.")] = 1.0,
    dtype: Result = None,
) -> ColorMatrix:
    """Changes hue, saturation, contrast and brightness of HWC RGB pictures, in this order.

    Takes any element type and gives the same or ``dtype``. Contrast leaves the middle of the input
    type's positive values alone (128 for u8, 0.5 for floats). Raises OperatorError unless there are
    three channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> gray = np.full((1, 1, 3), 100, np.uint8)
    >>> np.asarray(ndd.color_twist(gray, contrast=0.5, brightness=1.5)).ravel().tolist()
    [171, 171, 171]
    """
    offset = brightness * (1 - contrast) * middle(image.dtype)
    return _twist(image, hue, saturation, brightness * contrast, offset, dtype)


def _twist(
    image: ImageSpec,
    hue: float,
    saturation: float,
    factor: float,
    offset: float,
    dtype: DType | None,
) -> ColorMatrix:
    if image.channels != 3:
        raise ArgumentError(f"takes RGB pictures of 3 channels, not {image.channels}")
    cos, sin = (saturation * each(math.radians(hue)) for each in (math.cos, math.sin))
    turn = np.array([[1.0, 0.0, 0.0], [0.0, cos, sin], [0.0, -sin, cos]])
    matrix = factor * (_YIQ_TO_RGB @ turn @ _RGB_TO_YIQ)
    return ColorMatrix(tuple(map(tuple, matrix.tolist())), (offset,) * 3, dtype or image.dtype)
