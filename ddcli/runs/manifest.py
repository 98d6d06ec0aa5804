"""The manifest: a run's record, one JSON line an output or failure, in the order of the sources.

What must hold: nothing in it differs between two runs that write the same files, so it has no
times, no absolute paths, and the same order whatever the order of work. Lines are appended whole
while the run goes on, so a run that is killed leaves a record of what it did.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from ddcli.runs.sink import whole_file

NAME = "manifest.jsonl"


@dataclass(frozen=True)
class Record:
    """One line. Shapes are lists of extents (HWC); `operators` has the values that were applied,
    by operator, in their order; `output`, and what is not known of a failure, is None."""

    source: str
    label: int
    copy: int
    output: str | None
    input_shape: Sequence[int] | None
    output_shape: Sequence[int] | None
    operators: Sequence[Mapping[str, Any]]
    status: str
    reason: str | None = None
    message: str | None = None

    def line(self) -> bytes:
        """The record as JSON in ASCII, with its line end."""
        return json.dumps(asdict(self), separators=(",", ":")).encode("ascii") + b"\n"


class Manifest:
    """The file while a run writes it. A context manager; `finish` puts the lines in order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = open(path, "wb")  # noqa: SIM115  (closed by __exit__)
        self._ranks = array("q")
        self._offsets = array("q", [0])

    def append(self, rank: int, record: Record) -> None:
        """Adds a line; `rank` is its place among all when the run is done."""
        line = record.line()
        self._file.write(line)
        self._ranks.append(rank)
        self._offsets.append(self._offsets[-1] + len(line))

    def flush(self) -> None:
        """Hands all lines to the operating system."""
        self._file.flush()

    def finish(self) -> None:
        """Sorts the file by rank if the work was done in another order."""
        self.flush()
        order = sorted(range(len(self._ranks)), key=self._ranks.__getitem__)
        if all(place == index for index, place in enumerate(order)):
            return
        with open(self.path, "rb") as lines, whole_file(self.path) as ordered:
            for place in order:
                lines.seek(self._offsets[place])
                ordered.write(lines.read(self._offsets[place + 1] - self._offsets[place]))

    def __enter__(self) -> Manifest:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def read_manifest(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The records of a manifest as dictionaries, in the order of the file."""
    with open(path, "rb") as lines:
        return [json.loads(line) for line in lines]
