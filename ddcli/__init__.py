"""ddcli: decode, augment, preview and benchmark image data sets, on any machine.

The names and meanings are those of NVIDIA DALI's dynamic mode; notebook code written for
``nvidia.dali.experimental.dynamic`` runs after ``import ddcli as ndd``.

>>> import ddcli as ndd
>>> reader = ndd.readers.File(file_root="sample_data")
>>> for jpegs, labels in reader.next_epoch(batch_size=8):
...     images = ndd.decoders.image(jpegs)
...     rotated = ndd.rotate(images, angle=ndd.random.uniform(batch_size=8, range=(-10, 10)))
...     break
>>> rotated.batch_size, rotated.layout
(8, 'HWC')
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ddcli import errors, readers, types
    from ddcli.engine.batch import Batch, as_batch, batch
    from ddcli.engine.context import (
        EvalContext,
        EvalMode,
        ThreadPool,
        get_num_threads,
        set_num_threads,
    )
    from ddcli.engine.device import Device, device
    from ddcli.engine.tensor import Tensor, as_tensor, tensor
    from ddcli.operators import decoders, encoders, io, math, random, reductions
    from ddcli.operators.arrays import (
        cast,
        cat,
        copy,
        expand_dims,
        reshape,
        squeeze,
        stack,
        transpose,
    )
    from ddcli.operators.brightness_contrast import brightness, brightness_contrast, contrast
    from ddcli.operators.color_space_conversion import color_space_conversion
    from ddcli.operators.color_twist import color_twist, hsv, hue, saturation
    from ddcli.operators.constants import full, full_like, ones, ones_like, zeros, zeros_like
    from ddcli.operators.crop import crop
    from ddcli.operators.crop_mirror_normalize import crop_mirror_normalize
    from ddcli.operators.equalize import equalize
    from ddcli.operators.erase import erase
    from ddcli.operators.flip import flip
    from ddcli.operators.gaussian_blur import gaussian_blur
    from ddcli.operators.imread import imread, peek_image_shape
    from ddcli.operators.jpeg_compression_distortion import jpeg_compression_distortion
    from ddcli.operators.resize import resize
    from ddcli.operators.resize_crop_mirror import resize_crop_mirror
    from ddcli.operators.rotate import rotate
    from ddcli.operators.shapes import shapes
    from ddcli.operators.values import lookup_table, normalize, one_hot
    from ddcli.operators.warp_affine import warp_affine
    from ddcli.types import BOOL as bool
    from ddcli.types import FLOAT as float32
    from ddcli.types import FLOAT16 as float16
    from ddcli.types import FLOAT64 as float64
    from ddcli.types import INT8 as int8
    from ddcli.types import INT16 as int16
    from ddcli.types import INT32 as int32
    from ddcli.types import INT64 as int64
    from ddcli.types import UINT8 as uint8
    from ddcli.types import UINT16 as uint16
    from ddcli.types import UINT32 as uint32
    from ddcli.types import UINT64 as uint64
    from ddcli.types import DType, ImageType, InterpType, dtype

__version__ = "0.1.0"

# Where each public name lives. It is imported when it is first used, so that the command line's
# help pages and scripts that need little start quickly.
_HOMES = {
    "Batch": "ddcli.engine.batch",
    "DType": "ddcli.types",
    "Device": "ddcli.engine.device",
    "EvalContext": "ddcli.engine.context",
    "EvalMode": "ddcli.engine.context",
    "ImageType": "ddcli.types",
    "InterpType": "ddcli.types",
    "Tensor": "ddcli.engine.tensor",
    "ThreadPool": "ddcli.engine.context",
    "as_batch": "ddcli.engine.batch",
    "as_tensor": "ddcli.engine.tensor",
    "batch": "ddcli.engine.batch",
    "brightness": "ddcli.operators.brightness_contrast",
    "brightness_contrast": "ddcli.operators.brightness_contrast",
    "cast": "ddcli.operators.arrays",
    "cat": "ddcli.operators.arrays",
    "color_space_conversion": "ddcli.operators.color_space_conversion",
    "color_twist": "ddcli.operators.color_twist",
    "contrast": "ddcli.operators.brightness_contrast",
    "copy": "ddcli.operators.arrays",
    "crop": "ddcli.operators.crop",
    "crop_mirror_normalize": "ddcli.operators.crop_mirror_normalize",
    "device": "ddcli.engine.device",
    "dtype": "ddcli.types",
    "equalize": "ddcli.operators.equalize",
    "erase": "ddcli.operators.erase",
    "expand_dims": "ddcli.operators.arrays",
    "flip": "ddcli.operators.flip",
    "full": "ddcli.operators.constants",
    "full_like": "ddcli.operators.constants",
    "gaussian_blur": "ddcli.operators.gaussian_blur",
    "get_num_threads": "ddcli.engine.context",
    "hsv": "ddcli.operators.color_twist",
    "hue": "ddcli.operators.color_twist",
    "imread": "ddcli.operators.imread",
    "jpeg_compression_distortion": "ddcli.operators.jpeg_compression_distortion",
    "lookup_table": "ddcli.operators.values",
    "normalize": "ddcli.operators.values",
    "one_hot": "ddcli.operators.values",
    "ones": "ddcli.operators.constants",
    "ones_like": "ddcli.operators.constants",
    "peek_image_shape": "ddcli.operators.imread",
    "reshape": "ddcli.operators.arrays",
    "resize": "ddcli.operators.resize",
    "resize_crop_mirror": "ddcli.operators.resize_crop_mirror",
    "rotate": "ddcli.operators.rotate",
    "saturation": "ddcli.operators.color_twist",
    "set_num_threads": "ddcli.engine.context",
    "shapes": "ddcli.operators.shapes",
    "squeeze": "ddcli.operators.arrays",
    "stack": "ddcli.operators.arrays",
    "tensor": "ddcli.engine.tensor",
    "transpose": "ddcli.operators.arrays",
    "warp_affine": "ddcli.operators.warp_affine",
    "zeros": "ddcli.operators.constants",
    "zeros_like": "ddcli.operators.constants",
}
_ELEMENT_TYPES = {
    "bool": "BOOL",
    "float16": "FLOAT16",
    "float32": "FLOAT",
    "float64": "FLOAT64",
    "int16": "INT16",
    "int32": "INT32",
    "int64": "INT64",
    "int8": "INT8",
    "uint16": "UINT16",
    "uint32": "UINT32",
    "uint64": "UINT64",
    "uint8": "UINT8",
}
_MODULES = {
    "decoders": "ddcli.operators.decoders",
    "encoders": "ddcli.operators.encoders",
    "errors": "ddcli.errors",
    "io": "ddcli.operators.io",
    "math": "ddcli.operators.math",
    "random": "ddcli.operators.random",
    "readers": "ddcli.readers",
    "reductions": "ddcli.operators.reductions",
    "types": "ddcli.types",
}

__all__ = [*_HOMES, *_ELEMENT_TYPES, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
    elif name in _ELEMENT_TYPES:
        value = getattr(importlib.import_module("ddcli.types"), _ELEMENT_TYPES[name])
    elif name in _MODULES:
        value = importlib.import_module(_MODULES[name])
    else:
        raise AttributeError(f"module 'ddcli' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
