"""Conversion between colour spaces."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from typing_extensions import Doc

from ddcli.engine.operator import operator
from ddcli.engine.primitives import ColorMatrix, ImageSpec
from ddcli.errors import ArgumentError
from ddcli.types import DType, ImageType

_IDENTITY = np.eye(3)
# ITU-R BT.601 with 16 to 235 for luma and 16 to 240 for chroma, out of 255.
_RGB_TO_YCBCR = (
    np.array([[65.481, 128.553, 24.966], [-37.797, -74.203, 112.0], [112.0, -93.786, -18.214]])
    / 255
)
_YCBCR_OFFSET = np.array([16.0, 128.0, 128.0])
_LUMA = np.array([[0.299, 0.587, 0.114]])


@operator(layout="HWC")
def color_space_conversion(
    image: ImageSpec,
    *,
    image_type: Annotated[ImageType, Doc("Colour space of the input.")],
    output_type: Annotated[ImageType, Doc("Colour space of the result.")],
) -> ColorMatrix:
    """Converts u8 HWC pictures between RGB, BGR, YCbCr (BT.601, video range) and GRAY.

    RGB, BGR and YCbCr have 3 channels, GRAY has 1. Raises OperatorError for another number of
    channels, another element type, and for ``ANY_DATA``.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.array([[[95, 130, 194]]], np.uint8)
    >>> to_gray = {"image_type": ndd.types.RGB, "output_type": ndd.types.GRAY}
    >>> np.asarray(ndd.color_space_conversion(picture, **to_gray)).tolist()
    [[[127]]]
    """
    if ImageType.ANY_DATA in (image_type, output_type):
        raise ArgumentError("ANY_DATA is no colour space")
    if image.dtype is not DType.UINT8:
        raise ArgumentError(f"takes u8, not {image.dtype}")
    channels = 1 if image_type is ImageType.GRAY else 3
    if image.channels != channels:
        raise ArgumentError(f"{image_type.name} has {channels} channels, not {image.channels}")
    into, into_offset = _to_rgb(image_type)
    out, out_offset = _from_rgb(output_type)
    offset = out @ into_offset + out_offset
    return ColorMatrix(
        tuple(map(tuple, (out @ into).tolist())), tuple(offset.tolist()), DType.UINT8
    )


def _from_rgb(space: ImageType) -> tuple[np.ndarray, np.ndarray]:
    """The matrix and offset that make this colour space of RGB."""
    if space is ImageType.YCbCr:
        return _RGB_TO_YCBCR, _YCBCR_OFFSET
    if space is ImageType.GRAY:
        return _LUMA, np.zeros(1)
    return (_IDENTITY[::-1] if space is ImageType.BGR else _IDENTITY), np.zeros(3)


def _to_rgb(space: ImageType) -> tuple[np.ndarray, np.ndarray]:
    if space is ImageType.GRAY:
        return np.ones((3, 1)), np.zeros(3)
    matrix, offset = _from_rgb(space)
    inverse = np.linalg.inv(matrix)
    return inverse, -inverse @ offset
