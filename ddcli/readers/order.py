"""Which sample comes when. Pure functions of the seed, the epoch and the number of samples.

The contract; each number has a test in tests/readers/test_order.py:

1. An epoch gives every sample of the shard exactly once, whatever the buffer and the batch size.
2. The shards of an epoch are disjoint and together complete; they differ by one sample at most.
3. Without shuffling, the order is that of the listing.
4. The same seed and epoch give the same order; another epoch gives another order.
5. The batch size does not change the order.
6. With padding, every batch is full and every shard that has samples gives as many batches as the
   largest one; what is added repeats the last sample. A shard without samples gives no batch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import index

from ddcli.engine.streams import stream
from ddcli.errors import ArgumentError

_BLOCK = 1024  # random numbers drawn at a time: one by one would cost more than reading


@dataclass(frozen=True, kw_only=True)
class Order:
    """How a reader goes through its samples; the arguments are those of `readers.File`.

    Whole numbers of any kind will do, NumPy's too. Raises ArgumentError for a value that can't be,
    and for `random_shuffle` together with `shuffle_after_epoch`.

    >>> list(Order(random_shuffle=True, initial_fill=4, seed=42).epoch(10, epoch=0))
    [3, 2, 5, 6, 0, 4, 7, 1, 8, 9]
    """

    random_shuffle: bool = False
    initial_fill: int = 1000
    seed: int = 0
    shuffle_after_epoch: bool = False
    stick_to_shard: bool = False
    shard_id: int = 0
    num_shards: int = 1
    pad_last_batch: bool = False

    def __post_init__(self) -> None:
        # Plain ints, as a stream's key is the text of its parts, and NumPy writes its 7 otherwise.
        for name in ("initial_fill", "seed", "shard_id", "num_shards"):
            object.__setattr__(self, name, _whole_number(name, getattr(self, name)))
        if self.num_shards < 1:
            raise ArgumentError(f"num_shards must be at least 1, not {self.num_shards}")
        if not 0 <= self.shard_id < self.num_shards:
            raise ArgumentError(
                f"shard_id must be from 0 to {self.num_shards - 1}, not {self.shard_id}"
            )
        if self.initial_fill < 1:
            raise ArgumentError(f"initial_fill must be at least 1, not {self.initial_fill}")
        if self.random_shuffle and self.shuffle_after_epoch:
            raise ArgumentError("random_shuffle and shuffle_after_epoch can't be combined")

    def epoch(self, size: int, epoch: int) -> Iterator[int]:
        """The places in a listing of `size` samples that this shard reads in this epoch.

        Epochs count from 0. No samples, or a shard without any, give nothing.

        >>> list(Order(shard_id=1, num_shards=2).epoch(5, epoch=0))
        [3, 4]
        """
        shard = self._shard(size, epoch)
        if self.shuffle_after_epoch and epoch > 0:
            # Every shard makes the same permutation, so that their parts stay disjoint.
            permutation = stream(self.seed, "epoch", epoch).permutation(size)
            return iter(permutation[shard.start : shard.stop].tolist())
        if self.random_shuffle:
            return self._shuffled(shard, epoch)
        return iter(shard)

    def batches(
        self, size: int, epoch: int, batch_size: int, start: int = 0
    ) -> Iterator[list[int]]:
        """The same in batches, without the first `start` samples of the epoch.

        The last batch is smaller unless `pad_last_batch` fills it up.
        Raises ArgumentError, at the first batch, for a `batch_size` below 1.

        >>> [len(batch) for batch in Order(pad_last_batch=True).batches(21, 0, batch_size=8)]
        [8, 8, 8]
        """
        if batch_size < 1:
            raise ArgumentError(f"batch_size must be at least 1, not {batch_size}")
        order = self.epoch(size, epoch)
        skipped = deque(islice(order, start), maxlen=1)
        given, last = -(-start // batch_size), skipped[0] if skipped else -1
        while batch := list(islice(order, batch_size)):
            given, last = given + 1, batch[-1]
            if self.pad_last_batch:
                batch += [last] * (batch_size - len(batch))
            yield batch
        largest = len(shard_range(size, 0, self.num_shards))
        if self.pad_last_batch and last >= 0:
            for _ in range(given, -(-largest // batch_size)):
                yield [last] * batch_size

    def _shard(self, size: int, epoch: int) -> range:
        moved = self.shard_id if self.stick_to_shard else self.shard_id + epoch
        return shard_range(size, moved % self.num_shards, self.num_shards)

    def _shuffled(self, shard: Iterable[int], epoch: int) -> Iterator[int]:
        """A random slot of the buffer is given out and filled with the next sample read; when there
        is none left, the buffer shrinks."""
        generator = stream(self.seed, "shuffle", epoch)
        samples = iter(shard)
        buffer = list(islice(samples, self.initial_fill))
        draws: list[float] = []
        while buffer:
            draws = draws or generator.random(_BLOCK).tolist()
            slot = int(draws.pop() * len(buffer))
            yield buffer[slot]
            following = next(samples, None)
            if following is None:
                buffer[slot] = buffer[-1]
                buffer.pop()
            else:
                buffer[slot] = following


def shard_range(size: int, shard_id: int, num_shards: int) -> range:
    """The samples of one shard: as even as can be, the first shards the larger ones.

    >>> [len(shard_range(21, shard, 4)) for shard in range(4)]
    [6, 5, 5, 5]
    """
    share, extra = divmod(size, num_shards)
    start = shard_id * share + min(shard_id, extra)
    return range(start, start + share + (shard_id < extra))


def _whole_number(name: str, value: int) -> int:
    try:
        return index(value)
    except TypeError:
        raise ArgumentError(f"{name} must be a whole number, not {value!r}") from None
