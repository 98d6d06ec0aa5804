"""A call as it was made: what is to be done with which samples, and where the user made it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ddcli.engine.primitives import Array

if TYPE_CHECKING:
    from ddcli.engine.invocation import Samples


@dataclass(frozen=True)
class View:
    """Some of the samples, in an order of one's own; an index may come up more than once."""

    samples: Samples
    indices: Sequence[int]

    def part(self, start: int, stop: int) -> list[Any]:
        values = self.samples.values
        return [values[index] for index in self.indices[start:stop]]


@dataclass(frozen=True)
class Call:
    """What is to be done: `work` gets the samples of a chunk and the arguments that go with them.

    `work(inputs, constants, varying)` takes one list of arrays for each input, the arguments that
    all samples share, and one list of values for each argument that varies; it returns one result
    a sample, an array or a Failure, and may raise: then its samples are tried one by one.
    """

    operator: str
    work: Callable[[list[list[Array]], Mapping[str, Any], Mapping[str, list[Any]]], list[Any]]
    inputs: Sequence[View]
    constants: Mapping[str, Any]
    varying: Mapping[str, View]
    call_site: str | None

    @property
    def views(self) -> list[View]:
        return [*self.inputs, *self.varying.values()]


_PACKAGE = str(Path(__file__).parents[1])


def call_site() -> str | None:
    """``file.py:12`` of the innermost caller outside this package."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back  # type: ignore[assignment]
    return None if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"
