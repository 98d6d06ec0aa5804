"""The calls that make a run's outputs, begun in order and not waited for.

Whoever takes the units decides how many are on their way at a time, and with that how much memory
the run needs: a unit is one copy of one batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ddcli.engine.batch import Batch
from ddcli.operators import decoders, encoders
from ddcli.operators.shapes import shapes
from ddcli.readers import File
from ddcli.readers.discovery import Listing
from ddcli.readers.order import Order
from ddcli.runs.config import Config
from ddcli.runs.steps import Values, apply_steps, resolve


@dataclass(frozen=True)
class Unit:
    """One copy of a batch on its way.

    `indices` are the batch's places in the listing; `values` what was drawn for each; the batches
    have the shapes before and after the operators, and the encoded outputs.
    """

    indices: Sequence[int]
    copy: int
    values: Sequence[Values]
    input_shapes: Batch
    output_shapes: Batch
    encoded: Batch


def begun(config: Config, listing: Listing) -> Iterator[Unit]:
    """Every unit of the run; a batch is read and decoded once for all its copies."""
    order = Order(
        random_shuffle=config.reader.random_shuffle,
        initial_fill=config.reader.initial_fill,
        seed=config.run.seed,
    )
    reader = File.over(listing, order)
    for indices in order.batches(len(listing.paths), 0, config.run.batch_size):
        encoded, _ = reader.read(indices)
        images = decoders.image(encoded, **config.decode)
        input_shapes = shapes(images)
        for copy in range(config.output.copies):
            values = [resolve(config, listing.keys[index], copy) for index in indices]
            unit = _unit(config, indices, copy, values, images, input_shapes)
            if copy == config.output.copies - 1:
                del encoded, images  # now the engine may let go of what its chunks are done with
            yield unit


def _unit(
    config: Config,
    indices: Sequence[int],
    copy: int,
    values: Sequence[Values],
    images: Batch,
    input_shapes: Batch,
) -> Unit:
    augmented = apply_steps(config.augment, images, values).cpu()
    output = config.output
    encoded = encoders.image(augmented, format=output.format, quality=output.quality)
    return Unit(indices, copy, values, input_shapes, shapes(augmented), encoded)
