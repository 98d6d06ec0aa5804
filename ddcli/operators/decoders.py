"""Decoding operators: encoded bytes in, pixels out."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge
from typing_extensions import Doc

from ddcli.codecs.decode import decode
from ddcli.codecs.options import MAX_PIXELS, DecodeOptions
from ddcli.engine.operator import bulk_operator
from ddcli.errors import Failure
from ddcli.types import DType, ImageType


@bulk_operator(namespace="decoders", layout="HWC")
def image(
    encoded: list[np.ndarray],
    *,
    output_type: Annotated[ImageType, Doc("Colours of the result.")] = ImageType.RGB,
    dtype: Annotated[DType, Doc("Element type: uint8, uint16, or float32 in 0..1.")] = DType.UINT8,
    adjust_orientation: Annotated[bool, Doc("Turn the picture as its EXIF tag asks.")] = True,
    use_fast_idct: Annotated[bool, Doc("JPEG: a faster inverse DCT, up to 4 levels off.")] = False,
    jpeg_fancy_upsampling: Annotated[
        bool, Doc("JPEG: smooth chroma; without it faster, up to 25 levels off.")
    ] = True,
    max_pixels: Annotated[int, Ge(1), Doc("Larger pictures fail as too_large.")] = MAX_PIXELS,
) -> list[np.ndarray | Failure]:
    """Decodes pictures of any supported format; the content decides, never the file name.

    Takes encoded bytes (1-D uint8) and gives HWC pixels: 3 channels, 1 for ``GRAY``, and with
    ``ANY_DATA`` what the file has. JPEG pixels are those of libjpeg-turbo's accurate path (islow
    DCT, fancy upsampling), bit by bit. Alpha is dropped unless ``ANY_DATA``.

    A picture that can't be decoded becomes a `Failure` with a reason code; asking for its data
    raises DecodeError.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> png = ndd.encoders.image(np.zeros((4, 6, 3), np.uint8), format="png")
    >>> ndd.decoders.image(png).shape
    (4, 6, 3)
    >>> ndd.decoders.image(ndd.as_batch([png, np.zeros(9, np.uint8)])).failures[1].reason
    <Reason.NOT_IMAGE: 'not_image'>
    """
    options = DecodeOptions(
        output_type, dtype, adjust_orientation, use_fast_idct, jpeg_fancy_upsampling, max_pixels
    )
    results = decode([np.ascontiguousarray(each).data for each in encoded], options)
    return [
        result.at(byte_size=each.nbytes) if isinstance(result, Failure) else result
        for each, result in zip(encoded, results)
    ]
