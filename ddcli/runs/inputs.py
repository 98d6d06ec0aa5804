"""What a command works on: a folder, single files, or a list, as one `Listing`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ddcli.errors import ArgumentError, DatasetError
from ddcli.readers.discovery import Listing, list_files, list_folder, read_file_list


@dataclass(frozen=True)
class Inputs:
    """What a user named: paths (one folder, or files), a list of ``name label`` lines, or a list of
    names alone: a file, or ``-`` for standard input, a name a line or with `null` between NULs."""

    paths: Sequence[str] = ()
    file_list: str | None = None
    files_from: str | None = None
    null: bool = False


def list_inputs(inputs: Inputs) -> Listing:
    """Every source of the inputs.

    Raises ArgumentError if none is named, DatasetError if they can't be listed.
    """
    given = [bool(inputs.paths), inputs.file_list is not None, inputs.files_from is not None]
    if sum(given) > 1:
        raise ArgumentError("a list of files and other inputs can't be combined")
    if inputs.file_list is not None:
        return _inside(read_file_list(inputs.file_list))
    if inputs.files_from is not None:
        names = _names(inputs.files_from, inputs.null)
        return _inside(list_files([os.path.abspath(name) for name in names], [0] * len(names)))
    if not inputs.paths:
        raise ArgumentError(
            "no input: name a folder, files, or a list with --file-list or --files-from"
        )
    if len(inputs.paths) == 1 and not Path(inputs.paths[0]).is_file():
        return list_folder(inputs.paths[0])
    folders = [path for path in inputs.paths if Path(path).is_dir()]
    if folders:
        raise DatasetError(f"{folders[0]}: name one folder, or files, but not both")
    missing = [path for path in inputs.paths if not Path(path).exists()]
    if missing:
        raise DatasetError(f"{missing[0]}: no such file")
    paths = [os.path.abspath(path) for path in inputs.paths]
    return _inside(list_files(paths, [0] * len(paths)))


def first_n(listing: Listing, limit: int | None) -> Listing:
    """The first `limit` sources; all without one."""
    if limit is None:
        return listing
    return replace(
        listing,
        paths=listing.paths[:limit],
        keys=listing.keys[:limit],
        labels=listing.labels[:limit],
    )


def _names(source: str, null: bool) -> list[str]:
    """The names in a file or on standard input; they need not be text."""
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise DatasetError(f"{source}: the names can't be read: {error.strerror}") from None
    parts = data.split(b"\0" if null else b"\n")
    return [os.fsdecode(part) for part in parts if part.strip()]


def _inside(listing: Listing) -> Listing:
    """The listing with keys that stay below one folder, the nearest that holds every file.

    Lists may name files anywhere, with ``..`` or from the root; a key becomes the name of an
    output, which must not leave the output folder. A file that is listed twice is one sample.
    """
    paths = [os.path.abspath(path) for path in listing.paths]
    folders = {os.path.dirname(path) for path in paths}
    root = os.path.commonpath(folders)
    keys = [os.path.relpath(path, root).replace(os.sep, "/") for path in paths]
    first = sorted({key: index for index, key in reversed(list(enumerate(keys)))}.values())
    return replace(
        listing,
        root=root,
        paths=[listing.paths[index] for index in first],
        keys=[keys[index] for index in first],
        labels=[listing.labels[index] for index in first],
    )
