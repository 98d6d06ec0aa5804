"""Files by name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from ddcli.codecs.files import read_file
from ddcli.engine.batch import Batch
from ddcli.engine.invocation import Samples
from ddcli.engine.operand import Operand
from ddcli.engine.operator import bulk_operator
from ddcli.engine.tensor import Tensor
from ddcli.errors import Failure


def read(filepaths: Any, **arguments: Any) -> Tensor | Batch:
    """The bytes of files (1-D uint8): a Tensor for one name, a Batch for a list of them.

    ``filepaths`` is a name, a list of names, or a Tensor or Batch of their bytes. A file that can't
    be read is a failed sample.

    >>> import ddcli as ndd
    >>> jpeg = ndd.io.file.read("sample_data/cat/cat_01.jpg")
    >>> str(jpeg.dtype), ndd.decoders.image(jpeg).shape
    ('u8', (427, 640, 3))
    """
    return _read(_names(filepaths), **arguments)  # type: ignore[no-any-return]


@bulk_operator(namespace="io.file")
def _read(filepaths: list[np.ndarray]) -> list[np.ndarray | Failure]:
    """Reads files by their names' bytes."""
    results = []
    for each in filepaths:
        name = os.fsdecode(np.asarray(each, np.uint8).tobytes())
        result = read_file(name)
        results.append(result.at(path=name) if isinstance(result, Failure) else result)
    return results


def _names(filepaths: Any) -> Tensor | Batch:
    if isinstance(filepaths, (Tensor, Batch)):
        return filepaths
    single = isinstance(filepaths, (str, bytes, os.PathLike))
    names: Sequence[Any] = [filepaths] if single else list(filepaths)
    arrays = [np.frombuffer(os.fsencode(name), np.uint8) for name in names]
    samples = Samples(arrays, paths=[os.fsdecode(name) for name in names])
    kind: type[Operand] = Tensor if single else Batch
    return kind._of(samples)  # type: ignore[return-value]
