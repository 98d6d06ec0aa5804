"""Encoding operators: pixels in, encoded bytes out."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from typing_extensions import Doc

from ddcli.codecs.encode import encode
from ddcli.engine.operator import bulk_operator
from ddcli.errors import Failure
from ddcli.types import ImageFormat


@bulk_operator(namespace="encoders")
def image(
    images: list[np.ndarray],
    *,
    format: Annotated[ImageFormat, Doc("What to write.")] = "jpeg",
    quality: Annotated[int, Ge(1), Le(100), Doc("Of JPEG and WebP; the others lose nothing.")] = 95,
) -> list[np.ndarray | Failure]:
    """Encodes HWC pictures; gives encoded bytes (1-D uint8).

    JPEG (4:2:0) and WebP take uint8; PNG takes uint8 and uint16; npy takes any type. JPEG takes 1
    or 3 channels, PNG and WebP 4 as well. The same pixels give the same bytes with the same
    versions of the codecs. ddcli's own: DALI's dynamic mode has no encoders.

    A picture that the format can't hold becomes a `Failure` of reason ``encode_limit``.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> encoded = ndd.encoders.image(np.zeros((4, 6, 3), np.uint8), format="png")
    >>> str(encoded.dtype), encoded.ndim
    ('u8', 1)
    """
    return encode(images, format, quality)
