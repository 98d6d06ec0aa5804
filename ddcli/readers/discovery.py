"""Where encoded samples lie: folders of classes, names, and lists, as one `Listing`.

Names and kinds of files are looked at, never their contents. What must hold: the order is
lexicographic and the same on every file system; what is passed over is counted, and never takes its
neighbours with it; a million files cost little more than the memory of their paths.
"""

from __future__ import annotations

import errno
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from operator import index
from pathlib import Path

from ddcli.errors import ArgumentError, DatasetError

_EXTENSIONS = (
    *("jpg", "jpeg", "jpe", "jfif", "png", "webp", "bmp", "gif", "tif", "tiff", "avif"),
    *("pnm", "ppm", "pgm", "pbm", "jp2", "j2k", "j2c", "heic", "heif"),
)
IMAGE_FILTERS = tuple(f"*.{extension}" for extension in _EXTENSIONS)
_CLUTTER = ("__MACOSX", "Thumbs.db", "desktop.ini")
_LABELS = range(-(2**31), 2**31)  # readers give labels as int32

_Identity = tuple[int, int]
_Match = Callable[[str], object]


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

    Folders inside a class belong to it, and a class without images keeps its label. If the folder
    has no sub-folders, its own images are of one class, 0, with the name ""; if it has, images
    beside them have no class and are passed over, counted as "outside the class folders". The order
    is that of the names, folder by folder. Links are followed, but not to a folder around them.

    `file_filters` and `dir_filters` are glob patterns, by default every image extension and every
    folder; `dir_filters` choose among the classes. They ignore case unless `case_sensitive_filter`.
    Raises DatasetError if there is no such folder, or no such image in it.

    >>> listing = list_folder("sample_data")
    >>> listing.classes, listing.keys[0], listing.labels[-1], len(listing.paths)
    (['cat', 'dog'], 'cat/cat_01.jpg', 1, 21)
    """
    top = _existing_folder(root)
    walk = _Walk(
        _matcher(file_filters or IMAGE_FILTERS, case_sensitive_filter),
        "not matched by file_filters" if file_filters else "no image extension",
    )
    names, folders = walk.entries(top)
    loose = [name for name in names if name not in folders]
    is_class = _matcher(dir_filters or ["*"], case_sensitive_filter)
    classes = [name for name in names if name in folders and is_class(name)]
    walk.ignored["not matched by dir_filters"] += len(folders) - len(classes)
    keys, labels = ([], []) if folders else (loose, [0] * len(loose))
    walk.ignored["outside the class folders"] += len(loose) if folders else 0
    for label, name in enumerate(classes):
        keys.extend(walk.below(top, name))
        labels += [label] * (len(keys) - len(labels))
    ignored = {why: count for why, count in walk.ignored.items() if count}
    if not keys:
        raise DatasetError(f"{top}: {_nothing(file_filters, dir_filters, ignored)}")
    paths = [os.path.join(top, key) for key in keys]
    return Listing(top, paths, keys, labels, classes if folders else [""], ignored)


def list_files(
    files: Sequence[str | os.PathLike[str]],
    labels: Sequence[int] | None = None,
    *,
    root: str | os.PathLike[str] | None = None,
) -> Listing:
    """These files, in this order; they are not looked for here.

    Relative names are below `root`. `labels` are whole numbers, one for each file, by default its
    place in the list. Raises DatasetError for no files, ArgumentError for labels that don't fit.

    >>> listing = list_files(["a.jpg", "b.jpg"], root="pictures")
    >>> listing.keys, listing.labels, listing.paths[1].replace(os.sep, "/")
    (['a.jpg', 'b.jpg'], [0, 1], 'pictures/b.jpg')
    """
    if isinstance(files, (str, bytes, os.PathLike)):
        raise ArgumentError(f"files must be a list of names, not the one name {files!r}")
    if not len(files):
        raise DatasetError("the list of files is empty")
    if labels is not None and len(labels) != len(files):
        raise ArgumentError(f"{len(files)} files, but {len(labels)} labels")
    numbers = range(len(files)) if labels is None else labels
    names = [os.fspath(each) for each in files]
    base = os.fspath(root) if root is not None else ""
    return Listing(
        root=base,
        paths=[os.path.join(base, name) for name in names],
        keys=names if os.sep == "/" else [name.replace(os.sep, "/") for name in names],
        labels=[_checked_label(label, place) for place, label in enumerate(numbers)],
    )


def read_file_list(
    path: str | os.PathLike[str], *, root: str | os.PathLike[str] | None = None
) -> Listing:
    """The files of a text file with lines ``name label``; a name may have spaces in it.

    The label is what follows the last space or tab; blank lines are skipped. Relative names are
    below `root`, or else below the list's own folder. Raises DatasetError for a list that can't be
    read or has no lines, with the line number for one that makes no sense.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = Path(folder, "list.txt").write_text("my cat.jpg 0\\ndog.jpg 1\\n")
    ...     listing = read_file_list(Path(folder, "list.txt"))
    >>> listing.keys, listing.labels
    (['my cat.jpg', 'dog.jpg'], [0, 1])
    """
    try:
        lines = Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise DatasetError(f"{path}: the file list can't be read: {error.strerror}") from None
    names: list[str] = []
    labels: list[int] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        parsed = _name_and_label(line)
        if parsed is None:
            text = os.fsdecode(line[:80])
            raise DatasetError(f"{path}:{number}: expected 'name label', found {text!r}")
        names.append(parsed[0])
        labels.append(parsed[1])
    if not names:
        raise DatasetError(f"{path}: the file list is empty")
    base = os.path.dirname(os.path.abspath(path)) if root is None else root
    return list_files(names, labels, root=base)


def _name_and_label(line: bytes) -> tuple[str, int] | None:
    """What a line of a file list says, or None. Bytes, as names need not be UTF-8."""
    name, *label = line.strip().rsplit(None, 1)
    if b"\0" in name or not label or not re.fullmatch(rb"-?[0-9]{1,10}", label[0]):
        return None
    return (os.fsdecode(name), int(label[0])) if int(label[0]) in _LABELS else None


def _checked_label(label: int, place: int) -> int:
    try:
        number = index(label)
    except TypeError:
        raise ArgumentError(f"labels[{place}] must be a whole number, not {label!r}") from None
    if number not in _LABELS:
        raise ArgumentError(f"labels[{place}] is {number}, which an int32 can't hold")
    return number


class _Walk:
    """One pass through a tree, with its filter and its count of what it passed over."""

    def __init__(self, is_wanted: _Match, unwanted: str) -> None:
        self.is_wanted, self.unwanted = is_wanted, unwanted
        self.ignored: Counter[str] = Counter()

    def below(self, top: str, name: str) -> Iterator[str]:
        """The keys of the wanted files in the folder `name` of `top` and in those inside it."""
        around = [_identity(top)]
        # Folders that are being gone through, as a stack: a tree may be deeper than Python's.
        opened = [(name, *self._open(top, name, around))]
        while opened:
            folder, names, folders = opened[-1]
            for each in names:
                key = f"{folder}/{each}"
                if each in folders:
                    opened.append((key, *self._open(top, key, around)))
                    break
                yield key
            else:
                opened.pop()
                around.pop()

    def _open(
        self, top: str, key: str, around: list[_Identity]
    ) -> tuple[Iterator[str], frozenset[str]]:
        """The folder's entries, or none if it is one of those around it, which it joins."""
        folder = os.path.join(top, key)
        identity = _identity(folder)
        is_loop = identity in around
        around.append(identity)
        if is_loop:
            self.ignored["symlink loop"] += 1
            return iter(()), frozenset()
        names, folders = self.entries(folder)
        return iter(names), folders

    def entries(self, folder: str) -> tuple[list[str], frozenset[str]]:
        """The names of its wanted files and its folders, sorted, and which of them are folders."""
        names: list[str] = []
        folders: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    kind = self._kind(entry)
                    if kind in ("file", "folder"):
                        names.append(entry.name)
                    else:
                        self.ignored[kind] += 1
                    if kind == "folder":
                        folders.append(entry.name)
        except OSError:
            self.ignored["unreadable folder"] += 1
        return sorted(names), frozenset(folders)

    def _kind(self, entry: os.DirEntry[str]) -> str:
        """``folder``, ``file``, or why the entry is passed over."""
        if entry.name in _CLUTTER:
            return entry.name
        if entry.name.startswith("."):
            return "dotfile"
        try:
            if entry.is_dir():
                return "folder"
            if entry.is_file():
                return "file" if self.is_wanted(entry.name) else self.unwanted
        except OSError as error:  # by a link only: to itself, or through a folder closed to us
            return "symlink loop" if error.errno == errno.ELOOP else "unreadable symlink"
        if entry.is_symlink() and not os.path.exists(entry.path):
            return "dangling symlink"
        return "not a regular file"


def _existing_folder(root: str | os.PathLike[str]) -> str:
    top = os.fspath(root)
    try:
        with os.scandir(top):
            return top
    except FileNotFoundError:
        raise DatasetError(f"{top or repr(top)}: no such folder") from None
    except NotADirectoryError:
        raise DatasetError(f"{top}: not a folder") from None
    except OSError as error:
        raise DatasetError(f"{top}: the folder can't be read: {error.strerror}") from None


def _identity(folder: str) -> _Identity:
    try:
        status = os.stat(folder)
    except OSError:  # gone, or not ours to look at: then it holds nothing that could loop
        return -1, -1
    return status.st_dev, status.st_ino


def _matcher(patterns: Sequence[str], case_sensitive: bool) -> _Match:
    flags = 0 if case_sensitive else re.IGNORECASE
    return re.compile("|".join(translate(each) for each in patterns), flags).match


def _nothing(
    file_filters: Sequence[str] | None, dir_filters: Sequence[str] | None, ignored: dict[str, int]
) -> str:
    """What was looked for in vain, where, and what was there instead."""
    what = f"no image ({', '.join(_EXTENSIONS)})"
    if file_filters:
        what = f"no file that matches file_filters ({', '.join(file_filters)})"
    where = "in this folder"
    if dir_filters:
        where = f"in the sub-folders that match dir_filters ({', '.join(dir_filters)})"
    counts = ", ".join(f"{count} {why}" for why, count in sorted(ignored.items()))
    return f"{what} {where}" + (f"; passed over: {counts}" if counts else "")
