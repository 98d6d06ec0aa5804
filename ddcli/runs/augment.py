"""The main job: read, decode, augment, encode and write every source, and keep a record of it.

What must hold: the bytes of an output depend on its seed, key, copy and operators alone; a source
that fails is noted and the rest goes on; whatever ends the run, there are only whole files and
whole lines, and the memory in use is that of a few batches.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
import yaml

from ddcli.codecs.encode import FORMATS
from ddcli.engine.context import EvalContext
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError, RunError
from ddcli.readers.discovery import Listing
from ddcli.runs.config import Config, plain
from ddcli.runs.inputs import Inputs, first_n, list_inputs
from ddcli.runs.manifest import NAME, Manifest, Record
from ddcli.runs.pipeline import Unit, begun
from ddcli.runs.plan import Plan, make_plan
from ddcli.runs.sink import Sink, prepare, whole_file

# Units begun beyond the one that is being written. One keeps the threads busy; more cost memory.
_AHEAD = 1


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
        """A source failed: `record` is that of its first output that did."""


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
    _keep_apart(job)
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


def _keep_apart(job: Job) -> None:
    """An output folder in the input would be read at the next run, or written over the sources."""
    out = os.path.realpath(job.out)
    for path in job.inputs.paths:
        source = os.path.realpath(path)
        folder = source if os.path.isdir(source) else os.path.dirname(source)
        if out == folder or (folder == source and out.startswith(os.path.join(folder, ""))):
            raise RunError(
                f"{job.out}: the output folder lies in the input {path}: name another one"
            )


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
        pending: deque[Unit] = deque()
        for unit in begun(config, listing):
            pending.append(unit)
            if len(pending) > _AHEAD and not writer.take(pending.popleft(), limits):
                return
        while pending and writer.take(pending.popleft(), limits):
            pass


class _Writer:
    """Takes finished units to the disk and to the record."""

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
        self._operators = [step.operator.name for step in job.config.augment]
        self._failed: set[int] = set()
        self._listing, self._plan, self._manifest = listing, plan, manifest
        self._progress, self._summary = progress, summary

    def take(self, unit: Unit, limits: _Limits) -> bool:
        """Writes the unit's outputs as they get ready; False if the run is to end."""
        for place, index in enumerate(unit.indices):
            if limits.stop():
                self._summary.stopped = "interrupted"
                return False
            record = self._output(unit, place, index)
            self._manifest.append(index * self._plan.copies + unit.copy, record)
            self._count(index, record)
            if len(self._failed) > limits.failed:
                self._summary.stopped = "too many errors"
                return False
        self._manifest.flush()
        return True

    def _count(self, index: int, record: Record) -> None:
        self._progress.advance(1)
        if record.reason is None:
            self._summary.outputs += 1
            return
        if index not in self._failed:  # a source fails once, however many copies it has
            self._progress.failed(record)
            self._failed.add(index)
            self._summary.failed += 1
            self._summary.reasons[record.reason] += 1

    def _output(self, unit: Unit, place: int, index: int) -> Record:
        """Writes one output, if there is one, and says what became of it."""
        encoded: Tensor = unit.encoded.select(place)
        failure = encoded.failure
        name = self._plan.output(index, unit.copy)
        if failure is None:
            self._sink.write(name, np.asarray(encoded).data)
        return Record(
            source=self._listing.keys[index],
            label=self._listing.labels[index],
            copy=unit.copy,
            output=None if failure else name,
            input_shape=_extents(unit.input_shapes.select(place)),
            output_shape=None if failure else _extents(unit.output_shapes.select(place)),
            operators=[
                {operator: plain(values)}
                for operator, values in zip(self._operators, unit.values[place])
            ],
            status="failed" if failure else "ok",
            reason=str(failure.reason) if failure else None,
            message=failure.message if failure else None,
        )


def _extents(shape: Tensor) -> list[int] | None:
    return None if shape.failure else np.asarray(shape).tolist()
