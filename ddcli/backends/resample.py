"""Separable resampling: DALI's filters, centred on half pixels, with the border pixel repeated.

Pillow does the usual cases (antialiased or enlarging), on an image whose border is repeated
beforehand, since its own filters stop at the border. The others are done here, tap by tap: slower,
and what the tests compare Pillow with.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image

from ddcli.engine.primitives import Resample
from ddcli.types import InterpType

_PILLOW = {
    InterpType.LINEAR: Image.Resampling.BILINEAR,
    InterpType.TRIANGULAR: Image.Resampling.BILINEAR,
    InterpType.CUBIC: Image.Resampling.BICUBIC,
    InterpType.LANCZOS3: Image.Resampling.LANCZOS,
}
# 8-bit channels that Pillow resamples in one go. Between its two passes it cuts off what lies
# outside of 0 to 255, so filters that overshoot get planes of floats instead.
_PACKED_CHANNELS = (1, 3, 4)
_PACKED_FILTERS = (InterpType.LINEAR, InterpType.TRIANGULAR)


def _triangle(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(0, 1 - np.abs(x)))


def _cubic(x: np.ndarray) -> np.ndarray:
    """Keys' cubic convolution with a = -1/2 (Catmull-Rom)."""
    x = np.abs(x)
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x < 1, near, np.where(x < 2, far, 0))


def _lanczos3(x: np.ndarray) -> np.ndarray:
    return np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0)


def _gaussian(x: np.ndarray) -> np.ndarray:
    return np.where(np.abs(x) <= 1, np.exp(-4 * x * x), 0)


_Filter = tuple[int, Callable[[np.ndarray], np.ndarray]]  # the radius, and the weight at a distance
_FILTERS: dict[InterpType, _Filter] = {
    InterpType.LINEAR: (1, _triangle),
    InterpType.TRIANGULAR: (1, _triangle),
    InterpType.CUBIC: (2, _cubic),
    InterpType.LANCZOS3: (3, _lanczos3),
    InterpType.GAUSSIAN: (1, _gaussian),
}


def into(output: np.ndarray, image: np.ndarray, step: Resample) -> None:
    """Resamples HWC `image` as `step` says into `output`, rounded to nearest and saturated."""
    if step.interp_type is InterpType.NN:
        rows, columns = (_nearest(step, axis, image.shape[axis]) for axis in (0, 1))
        output[...] = image[rows[:, None], columns]
    elif step.interp_type in _PILLOW and (step.antialias or max(_scales(step)) <= 1):
        _by_pillow(output, image, step)
    else:
        rounded_into(output, by_taps(image, step))


def by_taps(image: np.ndarray, step: Resample) -> np.ndarray:
    """The resampled image before rounding, in float64: the filter's definition, axis by axis."""
    values = image.astype(np.float64)
    for axis in (0, 1):
        places, weights = _taps(step, axis, image.shape[axis])
        moved = np.moveaxis(values, axis, -1)
        total = sum(
            (weight * moved[..., place] for place, weight in zip(places, weights)),
            start=np.zeros(1),
        )
        values = np.moveaxis(total, -1, axis)
    return values


def rounded_into(output: np.ndarray, values: np.ndarray) -> None:
    """`values` in the type of `output`; integers get them rounded, halves up, and clipped."""
    if output.dtype.kind in "iu":
        limits = np.iinfo(output.dtype)
        values = np.clip(np.floor(values + 0.5), limits.min, limits.max)
    output[...] = values


def _by_pillow(output: np.ndarray, image: np.ndarray, step: Resample) -> None:
    radius = _FILTERS[step.interp_type][0]
    top, left, bottom, right = step.region
    # Any tap of any output pixel then lies inside, also those of a region that reaches outside.
    margins = [math.ceil(radius * max(1.0, scale)) + 2 for scale in _scales(step)]
    box = (left + margins[1], top + margins[0], right + margins[1], bottom + margins[0])
    size = (step.size[1], step.size[0])
    for part, dtype in _planes(image, step.interp_type):
        plane = _bordered(np.ascontiguousarray(image[..., part], dtype), margins)
        result = Image.fromarray(plane).resize(size, _PILLOW[step.interp_type], box)
        target = output[..., part]
        rounded_into(target, np.asarray(result).reshape(target.shape))


def _planes(image: np.ndarray, interp_type: InterpType) -> list[tuple[slice, type]]:
    """The channels that Pillow can do at once, and the element type to do them in."""
    channels = image.shape[2]
    packed = interp_type in _PACKED_FILTERS and channels in _PACKED_CHANNELS
    if image.dtype == np.uint8 and packed:
        return [(slice(None), np.uint8)]
    return [(slice(channel, channel + 1), np.float32) for channel in range(channels)]


def _bordered(plane: np.ndarray, margins: list[int]) -> np.ndarray:
    rows, columns = margins
    bordered = cv2.copyMakeBorder(plane, rows, rows, columns, columns, cv2.BORDER_REPLICATE)
    return np.asarray(bordered)


def _scales(step: Resample) -> tuple[float, float]:
    """Input pixels per output pixel along each axis."""
    top, left, bottom, right = step.region
    return (bottom - top) / step.size[0], (right - left) / step.size[1]


def _centres(step: Resample, axis: int) -> np.ndarray:
    """Where the centre of each output pixel lies in the input."""
    centres = np.arange(step.size[axis]) + 0.5
    return np.asarray(step.region[axis] + centres * _scales(step)[axis])


def _nearest(step: Resample, axis: int, extent: int) -> np.ndarray:
    places = np.floor(_centres(step, axis)).astype(np.intp)
    return np.asarray(np.clip(places, 0, extent - 1))


def _taps(step: Resample, axis: int, extent: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """For each tap the input pixels that it takes and their weights, which add up to one."""
    radius, weight_at = _FILTERS[step.interp_type]
    stretch = max(1.0, _scales(step)[axis]) if step.antialias else 1.0
    centres = _centres(step, axis)
    first = np.floor(centres - radius * stretch).astype(np.intp)
    count = 2 * math.ceil(radius * stretch) + 1
    places = [first + tap for tap in range(count)]
    weights = [weight_at((place + 0.5 - centres) / stretch) for place in places]
    total = np.sum(weights, axis=0)
    return [np.clip(place, 0, extent - 1) for place in places], [each / total for each in weights]
