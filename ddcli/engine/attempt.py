"""The work of one chunk, so that a sample that fails becomes a value and harms no other."""

from __future__ import annotations

from typing import Any

from ddcli.engine.call import Call
from ddcli.errors import ArgumentError, Failure, Reason

Inputs = list[list[Any]]
Varying = dict[str, list[Any]]


def attempted(call: Call, inputs: Inputs, varying: Varying, size: int) -> list[Any]:
    """The results of a chunk; a sample with a failed input or argument hands on that failure."""
    results: list[Any] = [None] * size
    for values in [*inputs, *varying.values()]:
        for offset, value in enumerate(values):
            if isinstance(value, Failure):
                results[offset] = results[offset] or value
    live = [offset for offset, result in enumerate(results) if result is None]
    if len(live) < size:
        inputs = [[values[offset] for offset in live] for values in inputs]
        varying = {name: [vs[offset] for offset in live] for name, vs in varying.items()}
    for offset, result in zip(live, _attempt(call, inputs, varying, len(live))):
        results[offset] = result
    return results


def _attempt(call: Call, inputs: Inputs, varying: Varying, size: int) -> list[Any]:
    """One call for the whole chunk; if it raises, one a sample, to find those that are to blame."""
    if size == 0:
        return []
    try:
        return call.work(inputs, call.constants, varying)
    except Exception as error:  # the one place where an operator's exception becomes a value
        if size == 1:
            return [_failure(error)]
    results: list[Any] = []
    for offset in range(size):
        alone = [[values[offset]] for values in inputs]
        results += _attempt(call, alone, {name: [vs[offset]] for name, vs in varying.items()}, 1)
    return results


def _failure(error: Exception) -> Failure:
    if isinstance(error, ArgumentError):
        return Failure(Reason.INVALID_ARGUMENT, str(error), cause=error)
    if isinstance(error, MemoryError):
        return Failure(Reason.OUT_OF_MEMORY, "not enough memory for the result", cause=error)
    return Failure(Reason.INTERNAL, f"{type(error).__name__}: {error}", cause=error)
