"""Blurring by a Gaussian."""

from __future__ import annotations

import math
from typing import Annotated, Union

from annotated_types import Ge
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import Convolve, ImageSpec
from ddcli.errors import ArgumentError

Sigma = Annotated[float, Ge(0)]
Window = Annotated[int, Ge(0)]


@operator(layout="HWC")
def gaussian_blur(
    image: ImageSpec,
    *,
    sigma: Annotated[
        PerSample[Union[tuple[Sigma, Sigma], Sigma]],
        Doc("Standard deviation in pixels; one, or one for height and one for width."),
    ] = 0.0,
    window_size: Annotated[
        PerSample[Union[tuple[Window, Window], Window]],
        Doc("Odd width of the filter in pixels; one, or one for height and one for width."),
    ] = 0,
) -> Convolve:
    """Blurs HWC pictures of u8, u16, i16, f32 or f64, which they keep; the border is mirrored.

    One of ``sigma`` and ``window_size`` is enough. The window of a sigma is
    ``2 * ceil(3 * sigma) + 1``, the sigma of a window ``((size - 1) / 2 - 1) * 0.3 + 0.8``, as in
    DALI and OpenCV. Raises OperatorError where both are 0, and for an even window.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> spot = np.zeros((5, 5, 1))
    >>> spot[2, 2] = 1
    >>> np.asarray(ndd.gaussian_blur(spot, sigma=0.5)).round(2)[2].ravel().tolist()
    [0.0, 0.08, 0.62, 0.08, 0.0]
    """
    sigmas = sigma if isinstance(sigma, tuple) else (sigma, sigma)
    windows = window_size if isinstance(window_size, tuple) else (window_size, window_size)
    vertical, horizontal = (_kernel(s, size) for s, size in zip(sigmas, windows))
    return Convolve(vertical, horizontal)


def _kernel(sigma: float, size: int) -> tuple[float, ...]:
    if not sigma and not size:
        raise ArgumentError("needs sigma or window_size")
    size = size or 2 * math.ceil(3 * sigma) + 1
    if size % 2 == 0:
        raise ArgumentError(f"window_size must be odd, not {size}")
    sigma = sigma or ((size - 1) / 2 - 1) * 0.3 + 0.8
    weights = [math.exp(-((x - size // 2) ** 2) / (2 * sigma * sigma)) for x in range(size)]
    return tuple(weight / sum(weights) for weight in weights)
