"""Pictures by their files' names, and their shapes without decoding."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from typing_extensions import Doc

from ddcli.codecs.peek import peek
from ddcli.engine.batch import Batch
from ddcli.engine.operator import bulk_operator
from ddcli.engine.tensor import Tensor
from ddcli.errors import Failure
from ddcli.operators import decoders
from ddcli.operators.io import file
from ddcli.types import DType


def imread(filepaths: Any, **arguments: Any) -> Tensor | Batch:
    """Reads and decodes files: a Tensor for one name, a Batch for a list of names.

    The arguments are those of `decoders.image`; a file that can't be read or decoded is a failed
    sample.

    >>> import ddcli as ndd
    >>> ndd.imread("sample_data/cat/cat_01.jpg").shape
    (427, 640, 3)
    """
    return decoders.image(file.read(filepaths), **arguments)  # type: ignore[no-any-return]


@bulk_operator()
def peek_image_shape(
    encoded: list[np.ndarray],
    *,
    adjust_orientation: Annotated[bool, Doc("As the picture is after its EXIF turn.")] = True,
    dtype: Annotated[DType, Doc("Element type of the shape.")] = DType.INT64,
) -> list[np.ndarray | Failure]:
    """Height, width and channels of encoded pictures, from the header alone.

    >>> import numpy as np
    >>> import ddcli as ndd
    >>> jpeg = ndd.io.file.read("sample_data/cat/cat_01.jpg")
    >>> np.asarray(ndd.peek_image_shape(jpeg)).tolist()
    [427, 640, 3]
    """
    shapes = [peek(np.ascontiguousarray(each).data, adjust_orientation) for each in encoded]
    return [
        shape.at(byte_size=each.nbytes)
        if isinstance(shape, Failure)
        else np.array(shape, dtype.value)
        for each, shape in zip(encoded, shapes)
    ]
