"""Turning pictures by an angle."""

from __future__ import annotations

from typing import Annotated, Optional

from annotated_types import Ge
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, WarpAffine
from ddcli.operators.geometry import rotated_canvas, rotation
from ddcli.types import InterpType

Extent = Annotated[int, Ge(1)]


@operator(layout="HWC")
def rotate(
    image: ImageSpec,
    *,
    angle: Annotated[PerSample[float], Doc("Degrees, counter-clockwise.")],
    fill_value: Annotated[
        Optional[float], Doc("Value outside of the picture; without it the border is repeated.")
    ] = None,
    interp_type: Annotated[InterpType, Doc("How pixels between pixels are computed.")] = (
        InterpType.LINEAR
    ),
    keep_size: Annotated[bool, Doc("Keep the size; the corners are cut off.")] = False,
    size: Annotated[
        PerSample[Optional[tuple[Extent, Extent]]], Doc("Height and width of the result.")
    ] = None,
) -> WarpAffine:
    """Turns HWC pictures counter-clockwise around their centre.

    The canvas grows to hold the turned picture, unless ``keep_size`` or ``size`` says otherwise;
    its formula is DALI's (see `rotated_canvas`), and pixels are within one level of DALI's. Linear
    interpolation blends with ``fill_value`` at the border as if it surrounded the picture.
    Takes u8, u16, i16, f32 and f64 and keeps the type. Raises TypeError without ``angle``,
    OperatorError for a picture that is not HWC.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> ndd.rotate(np.zeros((427, 640, 3), np.uint8), angle=10.0, fill_value=0).shape
    (533, 706, 3)
    >>> images = ndd.as_batch([np.zeros((4, 6, 3), np.uint8)] * 2, layout="HWC")
    >>> ndd.rotate(images, angle=ndd.as_batch([0.0, 90.0])).shape
    [(4, 6, 3), (6, 4, 3)]
    """
    canvas = size or (image.size if keep_size else rotated_canvas(image.size, angle))
    return WarpAffine(rotation(image.size, canvas, angle), canvas, fill_value, interp_type)
