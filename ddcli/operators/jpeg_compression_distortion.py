"""The traces that JPEG leaves."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import Doc

from ddcli.codecs.decode import decode
from ddcli.codecs.encode import encode
from ddcli.codecs.options import DecodeOptions
from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import bulk_operator
from ddcli.errors import ArgumentError, Failure


@bulk_operator(layout="HWC", image=True)
def jpeg_compression_distortion(
    images: list[np.ndarray],
    *,
    quality: Annotated[PerSample[int], Ge(1), Le(100), Doc("Of the JPEG, 1 to 100.")] = 50,
) -> list[np.ndarray | Failure]:
    """What JPEG compression (4:2:0) makes of u8 RGB HWC pictures.

    They are really encoded and decoded; DALI computes the same in another way, with a mean
    difference of half a level. Raises OperatorError for other element types and channels.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.random.default_rng(0).integers(0, 256, (16, 16, 3), np.uint8)
    >>> ndd.jpeg_compression_distortion(picture, quality=10).shape
    (16, 16, 3)
    """
    for each in images:
        if each.ndim != 3:
            raise ArgumentError(f"an image of layout HWC has 3 dimensions, not {each.ndim}")
        if each.dtype != np.uint8 or each.shape[2] != 3:
            raise ArgumentError(f"takes u8 of 3 channels, not {each.dtype} of {each.shape[2]}")
    qualities = quality if isinstance(quality, list) else [quality] * len(images)
    results: list[np.ndarray | Failure] = []
    for each, number in zip(images, qualities):
        (encoded,) = encode([each], "jpeg", number)
        if not isinstance(encoded, Failure):
            (encoded,) = decode([encoded.data], DecodeOptions(adjust_orientation=False))
        results.append(encoded)
    return results
