"""The formulas behind the geometric operators: canvases, matrices, extents; numbers in and out.

Sizes are (height, width) in pixels, matrices act on (x, y) with pixel centres at +0.5.
"""

from __future__ import annotations

import math

import numpy as np

from ddcli.engine.primitives import Size

Matrix = tuple[float, float, float, float, float, float]

_SLACK = 0.01  # pixels: what rounding may add to an extent without making it a pixel larger


def rotated_canvas(size: Size, angle: float) -> Size:
    """The canvas that holds an image of `size` turned by `angle` degrees, as DALI 2.4 computes it.

    The extents of the turned rectangle, rounded up, then made odd or even like the side of the
    image that they show, so that the centre stays on the same part of a pixel.

    >>> rotated_canvas((480, 640), 90.0), rotated_canvas((427, 640), 10.0)
    ((640, 480), (533, 706))
    """
    height, width = size
    radians = float(np.float32(angle) * np.float32(math.pi / 180))  # DALI's precision
    cos, sin = abs(math.cos(radians)), abs(math.sin(radians))
    new_width = math.ceil(cos * width + sin * height - _SLACK)
    new_height = math.ceil(cos * height + sin * width - _SLACK)
    like_width, like_height = (width, height) if sin <= cos else (height, width)
    return new_height + (new_height - like_height) % 2, new_width + (new_width - like_width) % 2


def rotation(size: Size, canvas: Size, angle: float) -> Matrix:
    """Where in an image of `size` a pixel of `canvas` comes from, for a counter-clockwise turn.

    The centres are laid upon each other.

    >>> rotation((4, 6), (4, 6), 0.0)
    (1.0, -0.0, 0.0, 0.0, 1.0, 0.0)
    """
    radians = math.radians(angle)
    cos, sin = math.cos(radians), math.sin(radians)
    (height, width), (rows, columns) = size, canvas
    x, y = columns / 2, rows / 2
    return (
        cos,
        -sin,
        width / 2 - (cos * x - sin * y),
        sin,
        cos,
        height / 2 - (sin * x + cos * y),
    )


def scaled_extents(
    size: Size, wished: tuple[float, float], mode: str, max_size: float | None
) -> tuple[float, float]:
    """Height and width of a resized picture before rounding, by DALI's rules; 0 means "not said".

    >>> scaled_extents((600, 1200), (800, 800), "not_smaller", 1400)
    (700.0, 1400.0)
    """
    scales = [wish / extent for wish, extent in zip(wished, size) if wish]
    if mode in ("not_larger", "not_smaller"):
        scale = min(scales) if mode == "not_larger" else max(scales)
        if max_size is not None:
            scale = min(scale, *(max_size / extent for extent in size))
        return size[0] * scale, size[1] * scale
    missing = 1.0 if mode == "stretch" else sum(scales) / len(scales)
    height, width = (wish or extent * missing for wish, extent in zip(wished, size))
    limit = math.inf if max_size is None else max_size
    return min(height, limit), min(width, limit)


def rounded(extents: tuple[float, float]) -> Size:
    """Whole pixels, halves up, and at least one."""
    height, width = (max(1, math.floor(extent + 0.5)) for extent in extents)
    return height, width
