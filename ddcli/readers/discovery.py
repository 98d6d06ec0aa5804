"""Where encoded samples lie: folders of classes, names, and lists, as one `Listing`.

Names and kinds of files are looked at, never their contents. What must hold: the order is
lexicographic and the same on every file system; what is passed over is counted; a million files
cost little more than the memory of their paths.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from pathlib import Path
from typing import Any

from ddcli.errors import ArgumentError, DatasetError

_EXTENSIONS = (
    *("jpg", "jpeg", "jpe", "jfif", "png", "webp", "bmp", "gif", "tif", "tiff", "avif"),
    *("pnm", "ppm", "pgm", "pbm", "jp2", "j2k", "j2c", "heic", "heif"),
)
IMAGE_FILTERS = tuple(f"*.{extension}" for extension in _EXTENSIONS)
_CLUTTER = ("__MACOSX", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class Listing:
    """The samples of a data set, column by column.

    `paths` are what to open; `keys` their names relative to `root`, with ``/``, by which a run
    knows them; `labels` the number of each sample's class; `classes` the names by number, empty
    where labels do not come from folders; `ignored` counts what was passed over, by why.
    """

    root: str
    paths: list[str]
    keys: list[str]
    labels: list[int]
    classes: list[str] = field(default_factory=list)
    ignored: dict[str, int] = field(default_factory=dict)


def list_folder(
    root: str | os.PathLike[str],
    *,
    file_filters: Sequence[str] | None = None,
    dir_filters: Sequence[str] | None = None,
    case_sensitive_filter: bool = False,
) -> Listing:
    """The images below a folder whose sub-folders are classes.

    Folders inside a class belong to it. If the folder has no sub-folders, its own images are of one
    class, 0. Filters are glob patterns; by default every image extension, in any case. Raises
    DatasetError if there is no such folder or no such image.

    >>> listing = list_folder("sample_data")
    >>> listing.classes, listing.keys[0], listing.labels[-1], len(listing.paths)
    (['cat', 'dog'], 'cat/cat_01.jpg', 1, 21)
    """
    top = _existing_folder(root)
    walk = _Walk(
        _matcher(file_filters or IMAGE_FILTERS, case_sensitive_filter),
        _matcher(dir_filters or ["*"], case_sensitive_filter),
    )
    files, folders = walk.entries(top, "")
    classes = [name for name in folders if walk.is_class(name)]
    found = [(key, 0) for key in files] if not folders else []
    if folders and files:
        walk.ignored["outside of the class folders"] += len(files)
    for label, name in enumerate(classes):
        found += [(key, label) for key in walk.below(top, name, [_identity(top)])]
    if not found:
        looked_for = ", ".join(file_filters) if file_filters else "images"
        raise DatasetError(f"{top}: no {looked_for} in this folder{_passed_over(walk.ignored)}")
    return Listing(
        root=top,
        paths=[os.path.join(top, key) for key, _ in found],
        keys=[key.replace(os.sep, "/") for key, _ in found],
        labels=[label for _, label in found],
        classes=classes if folders else [""],
        ignored=dict(walk.ignored),
    )


def list_files(
    files: Sequence[str | os.PathLike[str]],
    labels: Sequence[int] | None = None,
    *,
    root: str | os.PathLike[str] | None = None,
) -> Listing:
    """These files, in this order; relative names are below `root`. Labels count up from 0 unless
    given. Raises DatasetError for no files, ArgumentError for another number of labels."""
    if not len(files):
        raise DatasetError("the list of files is empty")
    if labels is not None and len(labels) != len(files):
        raise ArgumentError(f"{len(files)} files, but {len(labels)} labels")
    keys = [os.fspath(each) for each in files]
    base = os.fspath(root) if root is not None else ""
    paths = [os.path.join(base, key) for key in keys]
    numbers = range(len(keys)) if labels is None else labels
    return Listing(base, paths, keys, [int(label) for label in numbers])


def read_file_list(
    path: str | os.PathLike[str], *, root: str | os.PathLike[str] | None = None
) -> Listing:
    """The files of a text file with lines ``name label``; a name may have spaces in it.

    Relative names are below `root`, or else below the list's own folder. Raises DatasetError for a
    list that can't be read or has no lines, with the line number for one that makes no sense.
    """
    try:
        lines = Path(path).read_bytes().split(b"\n")
    except OSError as error:
        raise DatasetError(f"{path}: the file list can't be read: {error.strerror}") from None
    names: list[str] = []
    labels: list[int] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        name, _, label = os.fsdecode(line.rstrip()).rpartition(" ")
        if not name.strip() or not re.fullmatch(r"-?\d+", label):
            text = os.fsdecode(line)
            raise DatasetError(f"{path}:{number}: expected 'name label', found {text!r}")
        names.append(name.strip())
        labels.append(int(label))
    if not names:
        raise DatasetError(f"{path}: the file list is empty")
    base = os.path.dirname(os.path.abspath(path)) if root is None else root
    return list_files(names, labels, root=base)


class _Walk:
    """One pass through a tree, with its filters and its count of what it passed over."""

    def __init__(self, is_wanted: Any, is_class: Any) -> None:
        self.is_wanted, self.is_class = is_wanted, is_class
        self.ignored: Counter[str] = Counter()

    def below(self, top: str, key: str, ancestors: list[tuple[int, int]]) -> Iterator[str]:
        """The keys of the wanted files in the folder `key` and in those inside it."""
        folder = os.path.join(top, key)
        identity = _identity(folder)
        if identity in ancestors:
            self.ignored["symbolic link to a folder around it"] += 1
            return
        files, folders = self.entries(top, key)
        # A folder sorts by its name, among the files of the same folder.
        for name in sorted([*files, *(os.path.join(key, each) for each in folders)]):
            if name in files:
                yield name
            else:
                yield from self.below(top, name, [*ancestors, identity])

    def entries(self, top: str, key: str) -> tuple[dict[str, None], list[str]]:
        """The wanted files in one folder, as keys, and the names of its folders; both sorted."""
        files: list[str] = []
        folders: list[str] = []
        try:
            with os.scandir(os.path.join(top, key)) as entries:
                for entry in entries:
                    kind = self._kind(entry)
                    if kind == "folder":
                        folders.append(entry.name)
                    elif kind == "file":
                        files.append(os.path.join(key, entry.name))
                    else:
                        self.ignored[kind] += 1
        except OSError:
            self.ignored["unreadable folder"] += 1
        return dict.fromkeys(sorted(files)), sorted(folders)

    def _kind(self, entry: os.DirEntry[str]) -> str:
        """``folder``, ``file``, or why the entry is passed over."""
        if entry.name in _CLUTTER:
            return entry.name
        if entry.name.startswith("."):
            return "dotfile"
        if entry.is_dir():
            return "folder"
        if entry.is_symlink() and not os.path.exists(entry.path):
            return "dangling symbolic link"
        if not entry.is_file():
            return "not a regular file"
        return "file" if self.is_wanted(entry.name) else "other extension"


def _existing_folder(root: str | os.PathLike[str]) -> str:
    top = os.fspath(root)
    if not os.path.exists(top):
        raise DatasetError(f"{top}: no such folder")
    if not os.path.isdir(top):
        raise DatasetError(f"{top}: not a folder")
    return top


def _identity(folder: str) -> tuple[int, int]:
    try:
        status = os.stat(folder)
    except OSError:  # gone, or not ours to look at: then it holds nothing that could loop
        return -1, -1
    return status.st_dev, status.st_ino


def _matcher(patterns: Sequence[str], case_sensitive: bool) -> Any:
    flags = 0 if case_sensitive else re.IGNORECASE
    return re.compile("|".join(translate(each) for each in patterns), flags).match


def _passed_over(ignored: Counter[str]) -> str:
    counts = ", ".join(f"{count} {why}" for why, count in sorted(ignored.items()))
    return f" (passed over: {counts})" if counts else ""
