"""The table of decoders: which module turns which format into pixels, in the order of trying.

A decoder takes a list and returns a list: pixels, a Failure, or None for what it leaves to the next
one. All of them deliver uint8; the element type that was asked for is made of it here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ddcli.codecs import jpeg, pillow
from ddcli.codecs.options import DecodeOptions, Encoded
from ddcli.codecs.sniff import sniff
from ddcli.errors import Failure, Reason
from ddcli.types import DType

Decoder = Callable[[Sequence[Encoded], DecodeOptions], list["np.ndarray | Failure | None"]]

_DECODERS: dict[str, tuple[Decoder, ...]] = {
    "jpeg": (jpeg.decode, pillow.decode),
    "heic": (),
}
_OTHER_FORMATS: tuple[Decoder, ...] = (pillow.decode,)


def decode(encoded: Sequence[Encoded], options: DecodeOptions) -> list[np.ndarray | Failure]:
    """Pixels (HWC) or a Failure for each; formats may be mixed, and one never harms another."""
    results: list[np.ndarray | Failure] = [sniff(each) for each in encoded]  # type: ignore[misc]
    groups: dict[tuple[Decoder, ...], list[int]] = {}
    for index, found in enumerate(results):
        if isinstance(found, str):
            groups.setdefault(_DECODERS.get(found, _OTHER_FORMATS), []).append(index)
    for decoders, members in groups.items():
        for index, result in zip(members, _first_that_can(decoders, encoded, members, options)):
            results[index] = _converted(result, options.dtype)
    return results


def _first_that_can(
    decoders: tuple[Decoder, ...],
    encoded: Sequence[Encoded],
    members: list[int],
    options: DecodeOptions,
) -> list[np.ndarray | Failure]:
    results: dict[int, np.ndarray | Failure] = {}
    for decoder in decoders:
        left = [index for index in members if index not in results]
        tried = decoder([encoded[index] for index in left], options) if left else []
        results.update({i: result for i, result in zip(left, tried) if result is not None})
    missing = Failure(Reason.CODEC_MISSING, "no decoder for this format is installed")
    return [results.get(index, missing) for index in members]


def _converted(result: np.ndarray | Failure, dtype: DType) -> np.ndarray | Failure:
    """8-bit pixels in another element type: the full range of an integer, 0 to 1 of a float."""
    if isinstance(result, Failure) or dtype is DType.UINT8:
        return result
    if dtype is DType.UINT16:
        return np.asarray(np.multiply(result, 257, dtype=np.uint16))
    return np.asarray(np.divide(result, 255, dtype=np.float32))
