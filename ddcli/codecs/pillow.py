"""All formats that Pillow reads, and JPEG kinds that libjpeg-turbo's colour conversion does not.

Only the first frame or page is decoded. Pillow's many exceptions end here as reason codes.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence

import numpy as np
from PIL import Image, UnidentifiedImageError

from ddcli.codecs.options import DecodeOptions, Encoded, too_large
from ddcli.codecs.orientation import upright
from ddcli.errors import Failure, Reason
from ddcli.types import ImageType

_ORIENTATION = 0x0112
_UNDONE_BY = {6: 8, 8: 6}  # the other orientations undo themselves
_MODES = {
    ImageType.RGB: "RGB",
    ImageType.BGR: "RGB",
    ImageType.GRAY: "L",
    ImageType.YCbCr: "YCbCr",
}
_DEEP_GRAY = ("I;16", "I;16B", "I;16L", "I")  # 16-bit samples, in Pillow's several ways to say so


def decode(encoded: Sequence[Encoded], options: DecodeOptions) -> list[np.ndarray | Failure | None]:
    """HWC uint8 pixels or a Failure for each."""
    return [_decode(each, options) for each in encoded]


def _decode(encoded: Encoded, options: DecodeOptions) -> np.ndarray | Failure:
    try:
        with Image.open(io.BytesIO(encoded)) as image:
            oversize = too_large(image.height, image.width, options)
            if oversize is not None:
                return oversize
            turn = _turn(image, options)
            image.load()
            return upright(_pixels(image, options), turn)
    except Image.DecompressionBombError as error:
        return Failure(Reason.TOO_LARGE, str(error))
    except UnidentifiedImageError:
        return Failure(Reason.CORRUPT, "the header is damaged or of an unknown kind")
    except MemoryError:
        return Failure(Reason.OUT_OF_MEMORY, "not enough memory for the pixels")
    except (OSError, EOFError, SyntaxError, ValueError, IndexError, struct.error) as error:
        return _failure(error)


def _turn(image: Image.Image, options: DecodeOptions) -> int:
    """The EXIF orientation that is still to be applied once the pixels are loaded."""
    orientation = image.getexif().get(_ORIENTATION, 1)
    if not isinstance(orientation, int):
        return 1
    if image.format == "TIFF":  # Pillow turns TIFF itself while loading
        return 1 if options.adjust_orientation else _UNDONE_BY.get(orientation, orientation)
    return orientation if options.adjust_orientation else 1


def _pixels(image: Image.Image, options: DecodeOptions) -> np.ndarray:
    """The wanted colours as HWC uint8; alpha is dropped for all but `ANY_DATA`."""
    if image.mode in _DEEP_GRAY:
        image = _eight_bits(image)
    elif image.mode == "P" or "transparency" in image.info:
        image = image.convert("RGBA")
    mode = _MODES.get(options.output_type)
    if mode is None:  # ANY_DATA
        mode = image.mode if image.mode in ("L", "RGB", "RGBA") else "RGB"
        mode = "L" if image.mode == "1" else mode
    if image.mode != mode:
        image = image.convert(mode)
    pixels = np.asarray(image)
    pixels = pixels.reshape(image.height, image.width, -1)
    if options.output_type is ImageType.BGR:
        pixels = np.ascontiguousarray(pixels[..., ::-1])
    return pixels


def _eight_bits(image: Image.Image) -> Image.Image:
    """16-bit gray scaled to 8 bits; Pillow's own conversion clips."""
    values = np.asarray(image).astype(np.int64)
    return Image.fromarray(((np.clip(values, 0, 65535) + 128) // 257).astype(np.uint8))


def _failure(error: Exception) -> Failure:
    words = str(error) or type(error).__name__
    if "truncated" in words.lower() or isinstance(error, EOFError):
        return Failure(Reason.TRUNCATED, f"the file ends too early ({words})")
    if "decoder" in words.lower() and "not available" in words.lower():
        return Failure(
            Reason.CODEC_MISSING, f"this installation of Pillow lacks the codec ({words})"
        )
    return Failure(Reason.CORRUPT, f"the data is damaged ({words})")
