"""What a decoder is asked for, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ddcli.errors import Failure, Reason
from ddcli.types import DType, ImageType

Encoded = Union[bytes, memoryview]

MAX_PIXELS = 178_956_970  # Pillow's limit as well: 512 MiB of RGB


@dataclass(frozen=True)
class DecodeOptions:
    """The result's colour space and element type, and what may be traded for speed."""

    output_type: ImageType = ImageType.RGB
    dtype: DType = DType.UINT8
    adjust_orientation: bool = True
    use_fast_idct: bool = False
    jpeg_fancy_upsampling: bool = True
    max_pixels: int = MAX_PIXELS


def too_large(height: int, width: int, options: DecodeOptions) -> Failure | None:
    """The Failure of a header that asks for more than `max_pixels`; made before allocation."""
    if height * width <= options.max_pixels:
        return None
    return Failure(
        Reason.TOO_LARGE,
        f"{width}x{height} is {height * width:,} pixels, the limit is {options.max_pixels:,}:"
        " raise max_pixels if that is what you want",
    )
