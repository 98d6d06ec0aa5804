"""Rectangles painted over."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Union

from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import Fill, ImageSpec
from ddcli.errors import ArgumentError

Values = Union[list[float], float]


@operator(layout="HWC")
def erase(
    image: ImageSpec,
    *,
    anchor: Annotated[
        PerSample[list[float]], Doc("Corner of each rectangle, one after the other.")
    ],
    shape: Annotated[
        PerSample[list[float]], Doc("Extents of each rectangle, one after the other.")
    ],
    axis_names: Annotated[Literal["HW", "WH"], Doc("Order of the numbers of a corner.")] = "HW",
    fill_value: Annotated[PerSample[Values], Doc("Painted; one, or one for each channel.")] = 0.0,
    normalized: Annotated[bool, Doc("Corners and extents are parts of the picture's.")] = False,
    normalized_anchor: Annotated[bool, Doc("Corners are parts of the picture's extents.")] = False,
    normalized_shape: Annotated[bool, Doc("Extents are parts of the picture's.")] = False,
    centered_anchor: Annotated[bool, Doc("A corner is the rectangle's centre instead.")] = False,
) -> Fill:
    """Paints rectangles over HWC pictures of any element type.

    Both ends of a rectangle are cut down to whole pixels, as in DALI; what reaches outside of the
    picture is left away. Raises OperatorError for lists that do not fit together.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> picture = np.full((3, 4, 1), 9, np.uint8)
    >>> np.asarray(ndd.erase(picture, anchor=[0, 1], shape=[2, 2]))[..., 0].tolist()
    [[9, 0, 0, 9], [9, 0, 0, 9], [9, 9, 9, 9]]
    """
    if len(anchor) != len(shape) or len(anchor) % 2:
        raise ArgumentError("anchor and shape need the same number of values, two a rectangle")
    values = fill_value if isinstance(fill_value, list) else [fill_value]
    if len(values) not in (1, image.channels):
        raise ArgumentError(f"fill_value has {len(values)} values for {image.channels} channels")
    extents = image.size if axis_names == "HW" else image.size[::-1]
    spans = []
    for place, (start, length) in enumerate(zip(anchor, shape)):
        extent = extents[place % 2]
        start *= extent if normalized or normalized_anchor else 1
        length *= extent if normalized or normalized_shape else 1
        start -= length / 2 if centered_anchor else 0
        first, last = (min(max(math.trunc(end), 0), extent) for end in (start, start + length))
        spans.append((first, last))
    pairs = list(zip(spans[::2], spans[1::2]))
    ordered = pairs if axis_names == "HW" else [(y, x) for x, y in pairs]
    regions = tuple((y[0], x[0], y[1], x[1]) for y, x in ordered)
    return Fill(regions, tuple(values))
