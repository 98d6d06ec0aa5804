"""The CPU: every primitive on NumPy arrays, by OpenCV and Pillow.

A primitive takes the images and descriptions of a whole chunk and writes into pooled memory. The
libraries release the GIL in their inner loops, so our threads are the parallelism; OpenCV's own
are switched off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from ddcli.backends.resample import into as resample_into
from ddcli.backends.resample import rounded_into
from ddcli.engine.memory import pool
from ddcli.engine.primitives import (
    ColorMatrix,
    Convolve,
    Equalize,
    Fill,
    ImageSpec,
    Linear,
    Normalize,
    Resample,
    Slice,
    WarpAffine,
)
from ddcli.errors import ArgumentError
from ddcli.types import DType, InterpType

cv2.setNumThreads(1)

_WARP_FLAGS = {
    InterpType.NN: cv2.INTER_NEAREST,
    InterpType.LINEAR: cv2.INTER_LINEAR,
    InterpType.CUBIC: cv2.INTER_CUBIC,
    InterpType.LANCZOS3: cv2.INTER_LANCZOS4,
}
_OPENCV_TYPES = (np.uint8, np.uint16, np.int16, np.float32, np.float64)
_TABLE_TYPES = (np.uint8, np.uint16, np.float32)
_WARP_LIMIT = 32766  # pixels along an axis: OpenCV keeps coordinates in 16 bits
_WARP_CHANNELS = 4  # OpenCV's fill value has four numbers


def warp_affine(images: Sequence[np.ndarray], steps: Sequence[WarpAffine]) -> list[np.ndarray]:
    outputs = _outputs(images, [step.size for step in steps])
    for image, step, output in zip(images, steps, outputs):
        _check_warp(image, step)
        for first in range(0, image.shape[2], _WARP_CHANNELS):
            part = slice(first, first + _WARP_CHANNELS)
            whole = image.shape[2] <= _WARP_CHANNELS
            source = image if whole else np.ascontiguousarray(image[..., part])
            target = output if whole else np.empty((*step.size, source.shape[2]), image.dtype)
            _warp(source, step, target)
            if not whole:
                output[..., part] = target
    return outputs


def slice_(images: Sequence[np.ndarray], steps: Sequence[Slice]) -> list[np.ndarray]:
    outputs = _outputs(images, [step.size for step in steps])
    for image, step, output in zip(images, steps, outputs):
        inside_out, inside_in = zip(*map(_overlap, step.start, step.size, image.shape))
        if any(part != slice(0, size) for part, size in zip(inside_out, step.size)):
            rounded_into(output, np.asarray(step.fill_value))
        target = output[tuple(slice(None, None, -1 if m else 1) for m in step.mirrored)]
        target[inside_out] = image[inside_in]
    return outputs


def linear(images: Sequence[np.ndarray], steps: Sequence[Linear]) -> list[np.ndarray]:
    return [_linear(image, step) for image, step in zip(images, steps)]


def resample(images: Sequence[np.ndarray], steps: Sequence[Resample]) -> list[np.ndarray]:
    outputs = _outputs(images, [step.size for step in steps])
    for image, step, output in zip(images, steps, outputs):
        resample_into(output, image, step)
    return outputs


def normalize(images: Sequence[np.ndarray], steps: Sequence[Normalize]) -> list[np.ndarray]:
    return [_normalize(image, step) for image, step in zip(images, steps)]


def color_matrix(images: Sequence[np.ndarray], steps: Sequence[ColorMatrix]) -> list[np.ndarray]:
    return [_color_matrix(image, step) for image, step in zip(images, steps)]


def convolve(images: Sequence[np.ndarray], steps: Sequence[Convolve]) -> list[np.ndarray]:
    outputs = _outputs(images, [(image.shape[0], image.shape[1]) for image in images])
    for image, step, output in zip(images, steps, outputs):
        _check_type(image, "a filter")
        kernels = (np.array(step.horizontal), np.array(step.vertical))
        blurred = cv2.sepFilter2D(
            np.ascontiguousarray(image), -1, *kernels, borderType=cv2.BORDER_REFLECT_101
        )
        output[...] = blurred.reshape(output.shape)  # OpenCV drops a single channel
    return outputs


def fill(images: Sequence[np.ndarray], steps: Sequence[Fill]) -> list[np.ndarray]:
    outputs = _outputs(images, [(image.shape[0], image.shape[1]) for image in images])
    for image, step, output in zip(images, steps, outputs):
        output[...] = image
        for top, left, bottom, right in step.regions:
            rounded_into(output[top:bottom, left:right], np.array(step.value))
    return outputs


def equalize(images: Sequence[np.ndarray], steps: Sequence[Equalize]) -> list[np.ndarray]:
    outputs = _outputs(images, [(image.shape[0], image.shape[1]) for image in images])
    for image, output in zip(images, outputs):
        for channel in range(image.shape[2]):
            output[..., channel] = cv2.equalizeHist(np.ascontiguousarray(image[..., channel]))
    return outputs


class _Cpu:
    """The `Backend` of this device."""

    primitives: Mapping[type, Callable[[Sequence[Any], Sequence[Any]], list[Any]]] = {
        WarpAffine: warp_affine,
        Slice: slice_,
        Linear: linear,
        Normalize: normalize,
        ColorMatrix: color_matrix,
        Convolve: convolve,
        Fill: fill,
        Equalize: equalize,
        Resample: resample,
    }

    def spec(self, array: np.ndarray, layout: str) -> ImageSpec:
        if array.ndim != len(layout):
            raise ArgumentError(
                f"an image of layout {layout} has {len(layout)} dimensions, not {array.ndim}"
                f" (shape {array.shape})"
            )
        return ImageSpec(array.shape, DType(array.dtype), layout)

    def to_host(self, array: np.ndarray) -> np.ndarray:
        return array


backend = _Cpu()


def _outputs(images: Sequence[np.ndarray], sizes: Sequence[tuple[int, int]]) -> list[np.ndarray]:
    """Pooled arrays of these sizes, with the channels and types of the images."""
    if len({image.dtype for image in images}) > 1:
        return [_outputs([image], [size])[0] for image, size in zip(images, sizes)]
    shapes = [(*size, image.shape[2]) for image, size in zip(images, sizes)]
    return pool.arrays(shapes, images[0].dtype)


def _check_warp(image: np.ndarray, step: WarpAffine) -> None:
    _check_type(image, "a warp")
    if max(*image.shape[:2], *step.size) > _WARP_LIMIT:
        raise ArgumentError(f"a warp takes at most {_WARP_LIMIT} pixels along an axis")


def _check_type(image: np.ndarray, what: str) -> None:
    if image.dtype not in _OPENCV_TYPES:
        names = ", ".join(str(DType(each)) for each in _OPENCV_TYPES)
        raise ArgumentError(f"{what} takes {names}, not {DType(image.dtype)}")


def _warp(image: np.ndarray, step: WarpAffine, output: np.ndarray) -> None:
    """OpenCV's pixel centres are whole numbers, ours lie at +0.5: the matrix is moved."""
    a, b, tx, c, d, ty = step.matrix
    matrix = np.array([[a, b, a * 0.5 + b * 0.5 + tx - 0.5], [c, d, c * 0.5 + d * 0.5 + ty - 0.5]])
    border = cv2.BORDER_REPLICATE if step.fill_value is None else cv2.BORDER_CONSTANT
    cv2.warpAffine(
        image,
        matrix,
        (step.size[1], step.size[0]),
        dst=output,
        flags=_WARP_FLAGS[step.interp_type] | cv2.WARP_INVERSE_MAP,
        borderMode=border,
        borderValue=(step.fill_value or 0.0,) * 4,
    )


def _overlap(start: int, size: int, extent: int) -> tuple[slice, slice]:
    """Where a window of `size` at `start` meets an axis: as a part of the window, of the axis."""
    first, last = min(max(start, 0), extent), max(min(start + size, extent), 0)
    last = max(first, last)
    return slice(first - start, last - start), slice(first, last)


def _linear(image: np.ndarray, step: Linear) -> np.ndarray:
    """In float32, as DALI does; types that it can't hold exactly in float64."""
    wide = np.float64 if image.dtype.itemsize > 2 and image.dtype.kind != "f" else np.float32
    values = np.arange(256) if image.dtype == np.uint8 else image
    result = np.empty(values.shape, step.dtype.value)
    rounded_into(result, values.astype(wide) * wide(step.scale) + wide(step.offset))
    if image.dtype != np.uint8:
        return result
    if result.dtype not in _TABLE_TYPES:
        return np.asarray(result[image])
    return cv2.LUT(image, result, dst=pool.arrays([image.shape], result.dtype)[0])


def _normalize(image: np.ndarray, step: Normalize) -> np.ndarray:
    """Channel by channel: each is read once and written where it belongs."""
    height, width, channels = image.shape
    planar = step.layout == "CHW"
    total = channels + step.padding
    shape = (total, height, width) if planar else (height, width, total)
    output = pool.arrays([shape], step.dtype.value)[0]
    for channel in range(total):
        target = output[channel] if planar else output[..., channel]
        if channel < channels:
            scale, offset = np.float32(step.scale[channel]), np.float32(step.offset[channel])
            plane = np.multiply(image[..., channel], scale, dtype=np.float32)
            rounded_into(target, np.add(plane, offset, out=plane))
        else:
            target[...] = 0
    return output


def _color_matrix(image: np.ndarray, step: ColorMatrix) -> np.ndarray:
    matrix = np.column_stack([np.array(step.matrix), np.array(step.offset)])
    mixed = cv2.transform(np.ascontiguousarray(image, np.float32), matrix)
    output = pool.arrays([(*image.shape[:2], len(matrix))], step.dtype.value)[0]
    rounded_into(output, mixed.reshape(output.shape))
    return output
