"""Pixels to bytes: the table of encoders, by the name of the format.

Every encoder is deterministic: the same pixels and options give the same bytes with the same
versions of the libraries. What a format can't hold is a Failure, found before encoding.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import simplejpeg
from PIL import Image

from ddcli.errors import Failure, Reason

_SUBSAMPLING = "420"  # what cameras write, and image libraries by default


@dataclass(frozen=True)
class ImageFormat:
    """An output format: how it is written, and what it can hold."""

    extension: str
    encode: Callable[[np.ndarray, int], bytes | np.ndarray]
    max_side: int | None
    dtypes: tuple[str, ...]
    channels: tuple[int, ...]


def _jpeg(pixels: np.ndarray, quality: int) -> bytes:
    if pixels.shape[2] == 1:
        return bytes(simplejpeg.encode_jpeg(pixels, quality, "GRAY", "Gray"))
    return bytes(simplejpeg.encode_jpeg(pixels, quality, "RGB", _SUBSAMPLING))


_TO_OPENCV = {3: cv2.COLOR_RGB2BGR, 4: cv2.COLOR_RGBA2BGRA}


def _png(pixels: np.ndarray, quality: int) -> np.ndarray:
    code = _TO_OPENCV.get(pixels.shape[2])
    encoded: np.ndarray = cv2.imencode(
        ".png", pixels if code is None else cv2.cvtColor(pixels, code)
    )[1]
    return encoded


def _webp(pixels: np.ndarray, quality: int) -> bytes:
    stream = io.BytesIO()
    image = Image.fromarray(pixels[..., 0] if pixels.shape[2] == 1 else pixels)
    image.save(stream, "WEBP", quality=quality)
    return stream.getvalue()


def _npy(pixels: np.ndarray, quality: int) -> bytes:
    stream = io.BytesIO()
    np.save(stream, pixels, allow_pickle=False)
    return stream.getvalue()


_ALL_DTYPES = ("uint8", "uint16", "int16", "int32", "float16", "float32", "float64")

FORMATS = {
    "jpeg": ImageFormat("jpg", _jpeg, 65_500, ("uint8",), (1, 3)),
    "png": ImageFormat("png", _png, None, ("uint8", "uint16"), (1, 3, 4)),
    "webp": ImageFormat("webp", _webp, 16_383, ("uint8",), (1, 3, 4)),
    "npy": ImageFormat("npy", _npy, None, _ALL_DTYPES, ()),
}


def encode(images: Sequence[np.ndarray], name: str, quality: int) -> list[np.ndarray | Failure]:
    """The encoded bytes (1-D uint8) or a Failure for each HWC image."""
    into = FORMATS[name]
    return [_misfit(image, name, into) or _bytes(image, into, quality) for image in images]


def _bytes(image: np.ndarray, into: ImageFormat, quality: int) -> np.ndarray:
    encoded = into.encode(np.ascontiguousarray(image), quality)
    return np.frombuffer(encoded, np.uint8) if isinstance(encoded, bytes) else encoded.reshape(-1)


def _misfit(image: np.ndarray, name: str, into: ImageFormat) -> Failure | None:
    if image.ndim != 3:
        return Failure(Reason.INVALID_ARGUMENT, f"an image is HWC, not of shape {image.shape}")
    height, width, channels = image.shape
    if not height or not width:
        return Failure(Reason.ENCODE_LIMIT, f"{width}x{height} has no pixels to write")
    if into.max_side is not None and max(height, width) > into.max_side:
        limit = f"{name} holds at most {into.max_side} pixels along a side"
        return Failure(Reason.ENCODE_LIMIT, f"{limit}, the image is {width}x{height}")
    if str(image.dtype) not in into.dtypes:
        held = " and ".join(into.dtypes)
        return Failure(
            Reason.ENCODE_LIMIT,
            f"{name} holds {held}, not {image.dtype}: write npy, or convert the element type first",
        )
    if into.channels and channels not in into.channels:
        held = " or ".join(map(str, into.channels))
        return Failure(Reason.ENCODE_LIMIT, f"{name} holds {held} channels, not {channels}")
    return None
