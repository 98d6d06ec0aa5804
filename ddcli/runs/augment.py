"""The main job: read, decode, augment, encode and write every source, and keep a record of it.

What must hold: the bytes of an output depend on its seed, key, copy and operators alone; a source
that fails is noted and the rest goes on; whatever ends the run, there are only whole files and
whole lines, and the memory in use is that of a few batches.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
import yaml

from ddcli.codecs.encode import FORMATS
from ddcli.engine.batch import Batch
from ddcli.engine.context import EvalContext
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError, RunError
from ddcli.operators import decoders, encoders
from ddcli.operators.shapes import shapes
from ddcli.readers import File
from ddcli.readers.discovery import Listing
from ddcli.readers.order import Order
from ddcli.runs.config import Config, plain
from ddcli.runs.inputs import Inputs, first_n, list_inputs
from ddcli.runs.manifest import NAME, Manifest, Record
from ddcli.runs.plan import Plan, make_plan
from ddcli.runs.sink import Sink, prepare, whole_file
from ddcli.runs.steps import Values, apply_steps, resolve

# Batches begun and not yet written: one being written while the next is computed.
_IN_FLIGHT = 2


@dataclass(frozen=True)
class Job:
    """What `augment` is asked to do."""

    inputs: Inputs
    out: Path
    config: Config
    overwrite: bool = False
    manifest: Path | None = None

    @property
    def manifest_path(self) -> Path:
        return self.manifest or self.out / NAME


class Progress(Protocol):
    """Who is told how a run goes on."""

    def begin(self, total: int) -> None:
        """The run starts; so many outputs are planned."""

    def advance(self, count: int) -> None:
        """So many more outputs are written, or failed."""

    def failed(self, record: Record) -> None:
        """An output failed."""


@dataclass
class Summary:
    """How a run ended. `reasons` counts failed sources by reason code; `stopped` says why the run
    ended early, None if it did not; `seconds` is the wall time."""

    out: str
    manifest: str
    sources: int
    ignored: dict[str, int]
    renamed: int
    outputs: int = 0
    failed: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    stopped: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class _Copy:
    """One copy of a batch on its way: the values applied, and the calls that make it."""

    values: Sequence[Values]
    shapes: Batch
    encoded: Batch


@dataclass(frozen=True)
class _Pending:
    """A batch on its way: its places in the listing, and its copies."""

    indices: Sequence[int]
    shapes: Batch
    copies: Sequence[_Copy]


def plan_job(job: Job) -> tuple[Listing, Plan]:
    """What the job would read, and what it would write. Nothing is touched.

    Raises DatasetError if there is nothing to read.
    """
    output = job.config.output
    listing = list_inputs(job.inputs)
    # Names come first, so that a part of the data set has the names that the whole would give it.
    plan = make_plan(listing.keys, output.copies, FORMATS[output.format].extension)
    return first_n(listing, job.config.run.limit), plan


def augment(job: Job, progress: Progress, stop: Callable[[], bool]) -> Summary:
    """Runs the job to its end, or until there are too many errors, or `stop` says so.

    Raises DatasetError or RunError before anything is written if the job can't start, RunError if
    the disk refuses later; then the manifest has what was written so far.
    """
    started = time.monotonic()
    listing, plan = plan_job(job)
    allowed = allowed_errors(job.config, len(listing.paths))
    prepare(job.out, job.overwrite)
    summary = Summary(
        str(job.out), str(job.manifest_path), len(listing.paths), listing.ignored, len(plan.renamed)
    )
    progress.begin(len(listing.paths) * plan.copies)
    try:
        with whole_file(job.out / "run.yaml") as file:
            file.write(resolved_yaml(job.config).encode())
        with Manifest(job.manifest_path) as manifest:
            writer = _Writer(job, listing, plan, manifest, progress, summary)
            _work(job.config, listing, writer, _Limits(allowed, stop))
            manifest.finish()
    except OSError as error:
        where = error.filename or job.out
        raise RunError(f"{where}: can't be written: {error.strerror or error}") from error
    summary.seconds = time.monotonic() - started
    return summary


def allowed_errors(config: Config, sources: int) -> int:
    """How many sources may fail before the run stops.

    Raises ArgumentError for a `max_errors` that is neither a count nor a percentage.
    """
    limit = config.run.max_errors
    if config.run.on_error == "fail":
        return 0
    if limit is None:
        return sources
    text = str(limit).strip()
    try:
        if text.endswith("%"):
            share = float(text[:-1])
            if 0 <= share <= 100:
                return int(sources * share / 100)
        elif int(text) >= 0:
            return int(text)
    except ValueError:
        pass
    raise ArgumentError(
        f"max_errors must be a count such as 10 or a share such as 5%, not {limit!r}"
    )


def resolved_yaml(config: Config) -> str:
    """The text of `run.yaml`: everything that decides the bytes of a run."""
    head = (
        "# The resolved config of this run: with the same input, ddcli augment --config makes the\n"
        "# same files again. Threads, batch size and order are not here, they change nothing.\n"
    )
    return head + yaml.safe_dump(config.to_data(), sort_keys=False, allow_unicode=True)


@dataclass(frozen=True)
class _Limits:
    """What ends a run early."""

    failed: int
    stop: Callable[[], bool]


def _work(config: Config, listing: Listing, writer: _Writer, limits: _Limits) -> None:
    with EvalContext(num_threads=config.run.threads):
        pending: deque[_Pending] = deque()
        for batch in _begun(config, listing):
            pending.append(batch)
            if len(pending) >= _IN_FLIGHT and not writer.take(pending.popleft(), limits):
                return
        while pending and writer.take(pending.popleft(), limits):
            pass


def _begun(config: Config, listing: Listing) -> Iterator[_Pending]:
    """Every batch of the run, its calls begun but not waited for."""
    order = Order(
        random_shuffle=config.reader.random_shuffle,
        initial_fill=config.reader.initial_fill,
        seed=config.run.seed,
    )
    reader = File.over(listing, order)
    for indices in order.batches(len(listing.paths), 0, config.run.batch_size):
        encoded, _ = reader.read(indices)
        images = decoders.image(encoded, **config.decode)
        copies = [_copy(config, listing, indices, images, n) for n in range(config.output.copies)]
        yield _Pending(indices, shapes(images), copies)


def _copy(
    config: Config, listing: Listing, indices: Sequence[int], images: Batch, number: int
) -> _Copy:
    values = [resolve(config, listing.keys[index], number) for index in indices]
    augmented = apply_steps(config.augment, images, values).cpu()
    output = config.output
    encoded = encoders.image(augmented, format=output.format, quality=output.quality)
    return _Copy(values, shapes(augmented), encoded)


class _Writer:
    """Takes finished batches to the disk and to the record, source by source."""

    def __init__(
        self,
        job: Job,
        listing: Listing,
        plan: Plan,
        manifest: Manifest,
        progress: Progress,
        summary: Summary,
    ) -> None:
        self._sink = Sink(job.out)
        self._names = [step.operator.name for step in job.config.augment]
        self._listing, self._plan, self._manifest = listing, plan, manifest
        self._progress, self._summary = progress, summary

    def take(self, batch: _Pending, limits: _Limits) -> bool:
        """Writes the batch as it gets ready; False if the run is to end."""
        for place, index in enumerate(batch.indices):
            reasons: list[str] = []
            for number, copy in enumerate(batch.copies):
                if limits.stop():
                    self._summary.stopped = "interrupted"
                    return False
                record = self._output(index, number, place, batch, copy)
                self._manifest.append(index * self._plan.copies + number, record)
                if record.reason is not None:
                    reasons.append(record.reason)
                    self._progress.failed(record)
            self._count(reasons, len(batch.copies))
            if self._summary.failed > limits.failed:
                self._summary.stopped = "too many errors"
                return False
        self._manifest.flush()
        return True

    def _count(self, reasons: list[str], copies: int) -> None:
        self._summary.outputs += copies - len(reasons)
        self._progress.advance(copies)
        if reasons:
            self._summary.failed += 1
            self._summary.reasons[reasons[0]] += 1

    def _output(self, index: int, number: int, place: int, batch: _Pending, copy: _Copy) -> Record:
        """Writes one output, if there is one, and says what became of it."""
        encoded: Tensor = copy.encoded.select(place)
        failure = encoded.failure
        name = self._plan.output(index, number)
        if failure is None:
            self._sink.write(name, np.asarray(encoded).data)
        steps = zip(self._names, copy.values[place])
        return Record(
            source=self._listing.keys[index],
            label=self._listing.labels[index],
            copy=number,
            output=None if failure else name,
            input_shape=_extents(batch.shapes.select(place)),
            output_shape=_extents(copy.shapes.select(place)) if failure is None else None,
            operators=[{operator: plain(values)} for operator, values in steps],
            status="failed" if failure else "ok",
            reason=str(failure.reason) if failure else None,
            message=failure.message if failure else None,
        )


def _extents(shape: Tensor) -> list[int] | None:
    return None if shape.failure else np.asarray(shape).tolist()
