"""JPEG by libjpeg-turbo (simplejpeg): the accurate path unless the options say otherwise.

Pixels are written straight into pooled memory. What libjpeg-turbo can't turn into the wanted
colours (CMYK, YCCK) is left to the next decoder.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import simplejpeg

from ddcli.codecs.options import DecodeOptions, Encoded, too_large
from ddcli.codecs.orientation import orientation_of_jpeg, upright
from ddcli.engine.memory import pool
from ddcli.errors import Failure, Reason
from ddcli.types import ImageType

Header = tuple[int, int, str, str]  # height, width, colour space, chroma subsampling

_COLORSPACES = {ImageType.RGB: "RGB", ImageType.BGR: "BGR", ImageType.GRAY: "GRAY"}


def decode(encoded: Sequence[Encoded], options: DecodeOptions) -> list[np.ndarray | Failure | None]:
    """HWC uint8 pixels, a Failure, or None for what another decoder should try."""
    headers = [_header(each, options) for each in encoded]
    spaces = [_colorspace(header, options) for header in headers]
    mine = [index for index, space in enumerate(spaces) if space]
    shapes = [(*headers[i][:2], 1 if spaces[i] == "GRAY" else 3) for i in mine]  # type: ignore[index]
    buffers = dict(zip(mine, pool.arrays(shapes, np.uint8))) if mine else {}
    results: list[np.ndarray | Failure | None] = []
    for index, header in enumerate(headers):
        space, buffer = spaces[index], buffers.get(index)
        if space is None or buffer is None:
            results.append(header if isinstance(header, Failure) else None)
        else:
            results.append(_pixels(encoded[index], space, buffer, options))
    return results


def _header(encoded: Encoded, options: DecodeOptions) -> Header | Failure | None:
    """None for a header that libjpeg-turbo's interface has no words for, or that ends too early."""
    try:
        header: Header = simplejpeg.decode_jpeg_header(encoded)
    except ValueError:
        return None
    return too_large(header[0], header[1], options) or header


def _colorspace(header: Header | Failure | None, options: DecodeOptions) -> str | None:
    """The name of what libjpeg-turbo is to deliver; None if it can't."""
    if not isinstance(header, tuple) or header[2].upper() in ("CMYK", "YCCK"):
        return None
    if options.output_type is ImageType.ANY_DATA:
        return "GRAY" if header[2].upper() == "GRAY" else "RGB"
    return _COLORSPACES.get(options.output_type)


def _pixels(
    encoded: Encoded, colorspace: str, buffer: np.ndarray, options: DecodeOptions
) -> np.ndarray | Failure:
    try:
        simplejpeg.decode_jpeg(
            encoded,
            colorspace,
            fastdct=options.use_fast_idct,
            fastupsample=not options.jpeg_fancy_upsampling,
            buffer=buffer,
        )
    except ValueError as error:
        return _failure(error)
    if not options.adjust_orientation:
        return buffer
    return upright(buffer, orientation_of_jpeg(encoded))


# libjpeg-turbo's words, and what they mean for the owner of the file.
_MESSAGES = (
    ("premature end", Reason.TRUNCATED, "the file ends too early: copy or download it again"),
    ("could not read", Reason.TRUNCATED, "the file ends too early: copy or download it again"),
    ("unsupported", Reason.UNSUPPORTED, "a kind of JPEG that libjpeg-turbo can't decode"),
    ("precision", Reason.UNSUPPORTED, "a kind of JPEG that libjpeg-turbo can't decode"),
    ("memory", Reason.OUT_OF_MEMORY, "not enough memory for the pixels"),
)


def _failure(error: ValueError) -> Failure:
    words = str(error)
    for part, reason, message in _MESSAGES:
        if part in words.lower():
            return Failure(reason, f"{message} ({words})")
    return Failure(Reason.CORRUPT, f"the data is damaged ({words})")
