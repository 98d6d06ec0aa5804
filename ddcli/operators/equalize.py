"""Histogram equalisation."""

from __future__ import annotations

from ddcli.engine.operator import operator
from ddcli.engine.primitives import Equalize, ImageSpec
from ddcli.errors import ArgumentError
from ddcli.types import DType


@operator(layout="HWC")
def equalize(image: ImageSpec) -> Equalize:
    """Spreads the values of u8 HWC pictures evenly over their range, each channel on its own.

    The result is exactly that of DALI and OpenCV. Raises OperatorError for other element types.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> flat = np.array([[[10], [11], [12], [13]]], np.uint8)
    >>> np.asarray(ndd.equalize(flat)).ravel().tolist()
    [0, 85, 170, 255]
    """
    if image.dtype is not DType.UINT8:
        raise ArgumentError(f"takes u8, not {image.dtype}")
    return Equalize()
