"""Where a run's files go: one folder, never outside of it, and whole files only.

A file is written under a temporary name beside its place and renamed when it is complete. What is
left of a killed run's temporary names is recognised by `is_temporary`.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ddcli.errors import RunError

# Processes that write into one folder, maybe from several machines, must not meet.
_TOKEN = secrets.token_hex(3)
_PREFIX = ".ddcli-"
_SUFFIX = ".tmp"


class Sink:
    """The output folder of one run."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._made: set[str] = set()

    def write(self, name: str, data: bytes | memoryview) -> None:
        """Writes the file `name` below the folder. Raises OSError, and then leaves nothing."""
        target = self._place(name)
        with whole_file(target) as file:
            file.write(data)

    def _place(self, name: str) -> str:
        parent, _, base = name.rpartition("/")
        folder = os.path.join(self.folder, parent)
        if parent not in self._made:
            _refuse_escape(self.folder, parent)
            os.makedirs(folder, exist_ok=True)
            self._made.add(parent)
        return os.path.join(folder, base)


@contextmanager
def whole_file(target: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to that gets its name when the block ends well, and vanishes otherwise."""
    folder, _ = os.path.split(target)
    temporary = os.path.join(folder, f"{_PREFIX}{os.getpid():x}-{_TOKEN}{_SUFFIX}")
    try:
        with open(temporary, "wb") as file:
            yield file
        os.replace(temporary, target)
    except BaseException:
        _remove(temporary)
        raise


def is_temporary(name: str) -> bool:
    """Whether a file's base name is one that `whole_file` gives before a file is complete."""
    return name.startswith(_PREFIX) and name.endswith(_SUFFIX)


def prepare(folder: Path, overwrite: bool) -> None:
    """Makes the output folder. Raises RunError if it is not empty and may not be written over."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with os.scandir(folder) as entries:
            occupied = any(entries)
    except OSError as error:
        raise RunError(f"{folder}: can't be the output folder: {error.strerror}") from None
    if occupied and not overwrite:
        raise RunError(
            f"{folder}: the output folder is not empty: name another one, or add --overwrite to"
            " write over what a run writes and keep the rest"
        )


def _refuse_escape(folder: Path, parent: str) -> None:
    """A class folder that is a symbolic link would lead files out of the output folder."""
    place = folder
    for part in parent.split("/"):
        if part in ("", "."):
            continue
        place = place / part
        if part == ".." or place.is_symlink():
            raise RunError(f"{place}: would lead out of the output folder {folder}")


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path)
