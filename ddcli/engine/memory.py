"""The buffer pool: memory for output pixels that is used again instead of asked for anew.

Fresh memory costs a page fault every 4 KiB; a decoder that writes into memory used before is a
fifth faster. What must hold: a buffer goes back to the pool only when nobody can reach it any more.
Reference counting sees to that: every array is a view of a `_Loan`, and the last view to die
takes the loan with it, which gives the slab back.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

_ALIGNMENT = 64  # bytes: a cache line, and what vector instructions like best
_SMALLEST = 1 << 16  # below this malloc is as good


class _Loan:
    """A slab that is in use; NumPy keeps it alive as the base of every view."""

    __slots__ = ("__array_interface__", "_pool", "_slab")

    def __init__(self, pool: BufferPool, slab: np.ndarray) -> None:
        self._pool, self._slab = pool, slab
        self.__array_interface__ = slab.__array_interface__

    def __del__(self) -> None:
        self._pool._give_back(self._slab)


class BufferPool:
    """Slabs by size, at most `max_idle_bytes` of them idle.

    >>> pool = BufferPool(max_idle_bytes=1 << 20)
    >>> pixels, = pool.arrays([(200, 300, 3)], np.uint8)
    >>> pixels.shape, pixels.dtype, pool.idle_bytes
    ((200, 300, 3), dtype('uint8'), 0)
    >>> del pixels
    >>> pool.idle_bytes > 0
    True
    """

    def __init__(self, max_idle_bytes: int) -> None:
        self.max_idle_bytes = max_idle_bytes
        self.idle_bytes = 0
        self._idle: dict[int, list[np.ndarray]] = {}
        # A slab can come back in the middle of any allocation, by the garbage collector:
        # re-entrant.
        self._lock = threading.RLock()

    def arrays(self, shapes: Sequence[tuple[int, ...]], dtype: Any) -> list[np.ndarray]:
        """Uninitialised C-contiguous arrays of these shapes, side by side in one slab."""
        dtype = np.dtype(dtype)
        sizes = [math.prod(shape) * dtype.itemsize for shape in shapes]
        steps = [-(-size // _ALIGNMENT) * _ALIGNMENT for size in sizes]
        slab = self._borrow(sum(steps))
        arrays, start = [], 0
        for shape, size, step in zip(shapes, sizes, steps):
            arrays.append(slab[start : start + size].view(dtype).reshape(shape))
            start += step
        return arrays

    def _borrow(self, nbytes: int) -> np.ndarray:
        if nbytes < _SMALLEST:
            return np.empty(nbytes, np.uint8)
        size = _size_class(nbytes)
        with self._lock:
            idle = self._idle.get(size)
            slab = idle.pop() if idle else None
            if slab is not None:
                self.idle_bytes -= size
        return np.asarray(_Loan(self, np.empty(size, np.uint8) if slab is None else slab))

    def _give_back(self, slab: np.ndarray) -> None:
        with self._lock:
            if self.idle_bytes + slab.nbytes <= self.max_idle_bytes:
                self._idle.setdefault(slab.nbytes, []).append(slab)
                self.idle_bytes += slab.nbytes


def _size_class(nbytes: int) -> int:
    """The next of eight steps between powers of two: at most an eighth is wasted."""
    step = 1 << max(0, nbytes.bit_length() - 4)
    return -(-nbytes // step) * step


pool = BufferPool(max_idle_bytes=256 << 20)
