"""Any affine map of the picture's plane."""

from __future__ import annotations

from typing import Annotated, Optional, Union

import numpy as np
from annotated_types import Ge
from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, WarpAffine
from ddcli.errors import ArgumentError
from ddcli.types import InterpType

Extent = Annotated[int, Ge(1)]
Row = tuple[float, float, float]
Six = tuple[float, float, float, float, float, float]


@operator(layout="HWC")
def warp_affine(
    image: ImageSpec,
    *,
    matrix: Annotated[
        PerSample[Union[tuple[Row, Row], Six]],
        Doc("2x3, acting on (x, y, 1); rows, or six numbers."),
    ],
    size: Annotated[
        PerSample[Optional[tuple[Extent, Extent]]], Doc("Height and width of the result.")
    ] = None,
    fill_value: Annotated[
        Optional[float], Doc("Value outside of the picture; without it the border is repeated.")
    ] = None,
    interp_type: Annotated[InterpType, Doc("How pixels between pixels are computed.")] = (
        InterpType.LINEAR
    ),
    inverse_map: Annotated[
        bool, Doc("The matrix leads from the result to the input; else from the input to it.")
    ] = True,
) -> WarpAffine:
    """Warps HWC pictures of u8, u16, i16, f32 or f64, which they keep.

    Coordinates are in pixels with pixel centres at +0.5, as in DALI. Raises OperatorError for a
    matrix that can't be inverted where that is needed.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> row = np.arange(4, dtype=np.uint8).reshape(1, 4, 1)
    >>> moved = ndd.warp_affine(row, matrix=[1, 0, 1, 0, 1, 0], fill_value=9)
    >>> np.asarray(moved).ravel().tolist()
    [1, 2, 3, 9]
    """
    rows = np.array(matrix, np.float64).reshape(2, 3)
    if not inverse_map:
        try:
            rows = np.linalg.inv(np.vstack([rows, [0, 0, 1]]))[:2]
        except np.linalg.LinAlgError:
            raise ArgumentError(f"the matrix can't be inverted: {rows.tolist()}") from None
    a, b, c, d, e, f = rows.ravel().tolist()
    return WarpAffine((a, b, c, d, e, f), size or image.size, fill_value, interp_type)
