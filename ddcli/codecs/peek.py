"""The shape that a picture will have, from its header alone."""

from __future__ import annotations

import io

import simplejpeg
from PIL import Image, UnidentifiedImageError

from ddcli.codecs.options import Encoded
from ddcli.codecs.orientation import orientation_of_jpeg
from ddcli.codecs.sniff import sniff
from ddcli.errors import Failure, Reason

_ORIENTATION = 0x0112
_TURNED = (5, 6, 7, 8)  # EXIF orientations that swap height and width
_CHANNELS = {"L": 1, "1": 1, "I;16": 1, "I": 1, "RGBA": 4, "LA": 2, "CMYK": 4}


def peek(encoded: Encoded, adjust_orientation: bool) -> tuple[int, int, int] | Failure:
    """Height, width and channels of the file's own picture, or a Failure."""
    found = sniff(encoded)
    if isinstance(found, Failure):
        return found
    try:
        if found == "jpeg":
            return _jpeg(encoded, adjust_orientation)
        with Image.open(io.BytesIO(encoded)) as image:
            is_turned = image.getexif().get(_ORIENTATION) in _TURNED
            # Pillow gives the size of a TIFF as it is after the turn.
            swap = is_turned and adjust_orientation != (image.format == "TIFF")
            size = (image.width, image.height) if swap else (image.height, image.width)
            return (*size, _CHANNELS.get(image.mode, 3))
    except (ValueError, OSError, SyntaxError, UnidentifiedImageError) as error:
        return Failure(Reason.CORRUPT, f"the header is damaged ({error})")


def _jpeg(encoded: Encoded, adjust_orientation: bool) -> tuple[int, int, int]:
    height, width, colors, _ = simplejpeg.decode_jpeg_header(encoded)
    channels = {"GRAY": 1, "CMYK": 4, "YCCK": 4}.get(colors.upper(), 3)
    turned = adjust_orientation and orientation_of_jpeg(encoded) in _TURNED
    return (width, height, channels) if turned else (height, width, channels)
