"""Mirroring pictures."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import Doc

from ddcli.engine.arguments import PerSample
from ddcli.engine.operator import operator
from ddcli.engine.primitives import ImageSpec, Slice


@operator(layout="HWC")
def flip(
    image: ImageSpec,
    *,
    horizontal: Annotated[PerSample[bool], Doc("Swap left and right.")] = True,
    vertical: Annotated[PerSample[bool], Doc("Swap top and bottom.")] = False,
) -> Slice:
    """Mirrors HWC pictures of any element type; without arguments, left and right.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> row = np.arange(3, dtype=np.uint8).reshape(1, 3, 1)
    >>> np.asarray(ndd.flip(row)).ravel().tolist()
    [2, 1, 0]
    """
    return Slice((0, 0), image.size, (vertical, horizontal))
