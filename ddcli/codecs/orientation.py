"""EXIF orientation: read from a JPEG's one tag, and applied to pixels.

Broken EXIF never fails an image: whatever can't be read means orientation 1, upright.
"""

from __future__ import annotations

import struct

import cv2
import numpy as np

_TAG = 0x0112
_APP1, _SOS, _EOI = 0xE1, 0xDA, 0xD9

# What makes each orientation upright (EXIF 2.3, table 6): OpenCV's flip and rotate codes.
_FLIPS = {2: 1, 4: 0, 5: 1, 7: 1}
_TURNS = {
    3: cv2.ROTATE_180,
    5: cv2.ROTATE_90_COUNTERCLOCKWISE,
    6: cv2.ROTATE_90_CLOCKWISE,
    7: cv2.ROTATE_90_CLOCKWISE,
    8: cv2.ROTATE_90_COUNTERCLOCKWISE,
}


def upright(pixels: np.ndarray, orientation: int) -> np.ndarray:
    """An HWC image turned and mirrored as the EXIF orientation 1-8 asks; others change nothing."""
    result = pixels
    if orientation in _FLIPS:
        result = cv2.flip(result, _FLIPS[orientation])
    if orientation in _TURNS:
        result = cv2.rotate(result, _TURNS[orientation])
    return result.reshape(*result.shape[:2], pixels.shape[2])  # OpenCV drops a single channel


def orientation_of_jpeg(encoded: bytes | memoryview) -> int:
    """The EXIF orientation in a JPEG's header, 1 where there is none."""
    try:
        exif = _exif_segment(encoded)
        return 1 if exif is None else _orientation(exif)
    except (struct.error, IndexError):
        return 1


def _exif_segment(encoded: bytes | memoryview) -> bytes | memoryview | None:
    """The TIFF structure of the first APP1 segment that is EXIF."""
    place = 2
    while encoded[place] == 0xFF:
        marker, length = struct.unpack_from(">BH", encoded, place + 1)
        if marker in (_SOS, _EOI):
            return None
        if marker == _APP1 and encoded[place + 4 : place + 10] == b"Exif\0\0":
            return encoded[place + 10 : place + 2 + length]
        place += 2 + length
    return None


def _orientation(tiff: bytes | memoryview) -> int:
    order = {b"II": "<", b"MM": ">"}.get(bytes(tiff[:2]))
    if order is None:
        return 1
    (directory,) = struct.unpack_from(f"{order}I", tiff, 4)
    (entries,) = struct.unpack_from(f"{order}H", tiff, directory)
    for entry in range(entries):
        tag, kind, count, value = struct.unpack_from(
            f"{order}HHIH", tiff, directory + 2 + 12 * entry
        )
        if tag == _TAG:
            return value if kind == 3 and count == 1 and 1 <= value <= 8 else 1
    return 1
