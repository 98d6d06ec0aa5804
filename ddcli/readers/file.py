"""`File`: files as batches of encoded bytes and labels, epoch by epoch."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from ddcli.codecs.files import read_file
from ddcli.engine.batch import Batch
from ddcli.engine.call import Call, View, call_site
from ddcli.engine.context import begin
from ddcli.engine.device import CPU
from ddcli.engine.invocation import Invocation, Samples
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError, Failure
from ddcli.readers.discovery import Listing, list_files, list_folder, read_file_list
from ddcli.readers.order import Order, shard_range

# Batches that may be read and not yet taken from: a consumer slower than the disk holds it back.
_READ_AHEAD = 4


@dataclass(frozen=True)
class _Position:
    """Where a reader is: the epoch, the samples of it that were given out, and whether it was put
    there by `set_state` and has not gone on since."""

    epoch: int = 0
    sample: int = 0
    restored: bool = False


class File:
    """Reads files in epochs; every epoch gives every sample of the shard exactly once.

    Where the files are, one of:
      - ``file_root``: a folder. Its sub-folders are the classes, sorted; a sample's label is the
        number of its class. ``file_filters`` and ``dir_filters`` are glob patterns, or lists of
        them, which ignore case unless ``case_sensitive_filter``.
      - ``files``: names, relative to ``file_root`` if that is given; ``labels`` is a number for
        each, by default its place in the list.
      - ``file_list``: a text file of lines ``name label``, names relative to ``file_root`` or else
        to the list's folder.

    In which order: lexicographic, or with ``random_shuffle`` through a buffer of ``initial_fill``
    samples, of which a random one is given out and replaced by the next one read.
    ``shuffle_after_epoch`` instead permutes all samples before each epoch but the first.
    ``seed`` drives all of it; without one, it is drawn anew for each reader.

    Shards: this reader gives part ``shard_id`` of ``num_shards``; the parts are disjoint and
    complete. With ``stick_to_shard=False`` it moves on to the next part with each epoch.
    ``pad_last_batch`` repeats the last sample until the last batch is full, and until all shards
    have the same number of batches.

    Accepted and without effect, as they tune what DALI does inside: ``prefetch_queue_depth``,
    ``read_ahead``, ``skip_cached_images``, ``lazy_init``, ``dont_use_mmap``, ``tensor_init_bytes``,
    ``name``, ``max_batch_size``.

    Raises DatasetError if there is nothing to read, ArgumentError for arguments that can't be.

    >>> import ddcli as ndd
    >>> reader = ndd.readers.File(file_root="sample_data", random_shuffle=True, seed=1)
    >>> for jpegs, labels in reader.next_epoch(batch_size=8):
    ...     print(jpegs.batch_size, labels.dtype, labels.shape[0])
    8 i32 (1,)
    8 i32 (1,)
    5 i32 (1,)
    """

    def __init__(
        self,
        max_batch_size: int | None = None,
        name: str | None = None,
        *,
        file_root: str | os.PathLike[str] | None = None,
        files: Sequence[str | os.PathLike[str]] | None = None,
        labels: Sequence[int] | None = None,
        file_list: str | os.PathLike[str] | None = None,
        file_filters: str | Sequence[str] | None = None,
        dir_filters: str | Sequence[str] | None = None,
        case_sensitive_filter: bool = False,
        random_shuffle: bool = False,
        initial_fill: int = 1000,
        shuffle_after_epoch: bool = False,
        stick_to_shard: bool = False,
        shard_id: int = 0,
        num_shards: int = 1,
        pad_last_batch: bool = False,
        seed: int | None = None,
        device: str = "cpu",
        prefetch_queue_depth: int | None = None,
        read_ahead: bool | None = None,
        skip_cached_images: bool | None = None,
        lazy_init: bool | None = None,
        dont_use_mmap: bool | None = None,
        tensor_init_bytes: int | None = None,
    ) -> None:
        if device != str(CPU):
            raise ArgumentError(f"readers.File reads into the CPU's memory, not onto {device!r}")
        self.order = Order(
            random_shuffle=random_shuffle,
            initial_fill=initial_fill,
            seed=_fresh_seed() if seed is None or seed == -1 else seed,
            shuffle_after_epoch=shuffle_after_epoch,
            stick_to_shard=stick_to_shard,
            shard_id=shard_id,
            num_shards=num_shards,
            pad_last_batch=pad_last_batch,
        )
        filters = {
            "file_filters": _patterns(file_filters),
            "dir_filters": _patterns(dir_filters),
            "case_sensitive_filter": case_sensitive_filter,
        }
        self.listing = _listing(file_root, files, labels, file_list, filters)
        self._at = _Position()

    @classmethod
    def over(cls, listing: Listing, order: Order) -> File:
        """A reader of sources that are listed already."""
        reader = cls.__new__(cls)
        reader.listing, reader.order, reader._at = listing, order, _Position()
        return reader

    def next_epoch(
        self, batch_size: int | None = None
    ) -> Iterator[tuple[Tensor, Tensor]] | Iterator[tuple[Batch, Batch]]:
        """One pass over the shard's samples: ``(encoded, label)`` pairs, or batches of them.

        Encoded samples are 1-D uint8, labels int32 of shape (1,). Files are read in the background;
        one that can't be read is a failed sample. Each call begins the next epoch, also when the
        one before was left early.
        """
        if batch_size is not None and (not isinstance(batch_size, int) or batch_size < 1):
            raise ArgumentError(f"batch_size must be a whole number >= 1, not {batch_size!r}")
        # An epoch that was left early is over, unless `set_state` asks for the rest of it.
        begins = self._at.sample > 0 and not self._at.restored
        self._at = _Position(self._at.epoch + 1) if begins else replace(self._at, restored=False)
        return self._singles() if batch_size is None else self._batches(batch_size)

    def get_metadata(self) -> dict[str, int]:
        """What the reader reads: sizes of the epoch and the shards, under DALI's names."""
        size, shards = len(self.listing.paths), self.order.num_shards
        return {
            "epoch_size": size,
            "epoch_size_padded": shards * len(shard_range(size, 0, shards)),
            "number_of_shards": shards,
            "shard_id": self.order.shard_id,
            "pad_last_batch": int(self.order.pad_last_batch),
            "stick_to_shard": int(self.order.stick_to_shard),
        }

    def get_state(self) -> dict[str, Any]:
        """Where the reader is, ready for JSON: seed, epoch, samples given out, a hash of the list.

        >>> import ddcli as ndd
        >>> reader = ndd.readers.File(file_root="sample_data", random_shuffle=True, seed=4)
        >>> epoch = reader.next_epoch(batch_size=8)
        >>> _ = next(epoch)
        >>> state = reader.get_state()
        >>> state["seed"], state["epoch"], state["position"]
        (4, 0, 8)
        """
        return {
            "seed": self.order.seed,
            "epoch": self._at.epoch,
            "position": self._at.sample,
            "files": _fingerprint(self.listing),
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Goes to where `get_state` was called; the next epoch gives the rest of that one.

        Raises ArgumentError for what is no such state, or one of another list of files.
        """
        try:
            seed, epoch, sample = (int(state[name]) for name in ("seed", "epoch", "position"))
            files = state["files"]
        except (KeyError, TypeError, ValueError) as error:
            raise ArgumentError(f"not the state of a reader: {error}") from None
        if files != _fingerprint(self.listing):
            raise ArgumentError("the state is that of a reader of other files")
        self.order = replace(self.order, seed=seed)
        self._at = _Position(epoch, sample, restored=True)

    def read(self, indices: Sequence[int]) -> tuple[Batch, Batch]:
        """The samples at these places of the listing, in this order: encoded bytes and labels."""
        read, labels = self._begin(indices)
        return Batch._of(read), Batch._of(labels)

    def _batches(self, batch_size: int) -> Iterator[tuple[Batch, Batch]]:
        at, size = self._at, len(self.listing.paths)
        reading: deque[Invocation] = deque()
        for indices in self.order.batches(size, at.epoch, batch_size, at.sample):
            read, labels = self._begin(indices)
            self._at = at = replace(at, sample=at.sample + batch_size)
            yield Batch._of(read), Batch._of(labels)
            reading.append(read)
            if len(reading) > _READ_AHEAD:
                oldest = reading.popleft()
                if oldest.scheduled:
                    oldest.wait(range(len(oldest)))
        self._at = _Position(at.epoch + 1)

    def _singles(self) -> Iterator[tuple[Tensor, Tensor]]:
        at = self._at
        order = self.order.epoch(len(self.listing.paths), at.epoch)
        for index in islice(order, at.sample, None):
            read, labels = self._begin([index])
            self._at = at = replace(at, sample=at.sample + 1)
            yield Tensor._of(read), Tensor._of(labels)
        self._at = _Position(at.epoch + 1)

    def _begin(self, indices: Sequence[int]) -> tuple[Invocation, Samples]:
        """The call that reads these files, begun as the evaluation mode says, and their labels."""
        paths = [self.listing.paths[index] for index in indices]
        labels = [np.array([self.listing.labels[index]], np.int32) for index in indices]
        view = View(Samples(paths, paths=paths), range(len(paths)))
        call = Call("readers.File", _read_files, [view], {}, {}, call_site())
        read = Invocation(call, len(paths), None, CPU)
        begin(read)
        return read, Samples(labels, paths=paths)


def _read_files(inputs: list[list[str]], *_: Any) -> list[np.ndarray | Failure]:
    return [read_file(path) for path in inputs[0]]


def _fingerprint(listing: Listing) -> str:
    """A hash of the names and labels, not of where the folder lies."""
    digest = hashlib.blake2b(digest_size=16)
    for key, label in zip(listing.keys, listing.labels):
        digest.update(ascii((key, label)).encode())
    return digest.hexdigest()


def _listing(
    file_root: Any, files: Any, labels: Any, file_list: Any, filters: dict[str, Any]
) -> Listing:
    if labels is not None and files is None:
        raise ArgumentError("labels go with files=")
    if files is not None and file_list is not None:
        raise ArgumentError("files= and file_list= can't be combined")
    if files is not None:
        return list_files(files, labels, root=file_root)
    if file_list is not None:
        return read_file_list(file_list, root=file_root)
    if file_root is None:
        raise ArgumentError("readers.File needs file_root=, files= or file_list=")
    return list_folder(file_root, **filters)


def _patterns(filters: Any) -> Any:
    return [filters] if isinstance(filters, str) else filters


def _fresh_seed() -> int:
    return int.from_bytes(os.urandom(6), "little")
