"""A config's operators applied: values drawn for each output, then given to the operators.

What must hold: a value depends on the seed, the source's key, the copy, the operator's position and
the argument's name, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ddcli.engine.batch import Batch, as_batch
from ddcli.engine.streams import stream
from ddcli.runs.config import Config, Random, Step

Values = list[dict[str, Any]]  # the arguments of each step, resolved, for one output


def resolve(config: Config, key: str, copy: int) -> Values:
    """The arguments of every operator for one copy of one source, drawn where they are random."""
    return [
        {
            name: _value(value, (config.run.seed, key, copy, position, name))
            for name, value in step.arguments.items()
        }
        for position, step in enumerate(config.augment)
    ]


def apply_steps(steps: Sequence[Step], images: Batch, values: Sequence[Values]) -> Batch:
    """The images through all operators, with the values that were resolved for each sample."""
    for position, step in enumerate(steps):
        arguments: dict[str, Any] = {
            name: as_batch([each[position][name] for each in values])
            if isinstance(value, Random)
            else value
            for name, value in step.arguments.items()
        }
        applied = step.operator(images, **arguments)
        assert isinstance(applied, Batch)
        images = applied
    return images


def _value(value: Any, key: tuple[int | str, ...]) -> Any:
    if not isinstance(value, Random):
        return value
    return value.distribution.draw_one(stream(*key), value.parameters)
