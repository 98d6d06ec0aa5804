"""The buffer pool gives memory out again only when nobody can reach it."""

from __future__ import annotations

import gc
import threading

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ddcli.engine.memory import BufferPool

SHAPE = (200, 300, 3)


def test_memory_is_used_again_after_the_last_view_died():
    pool = BufferPool(1 << 24)
    (first,) = pool.arrays([SHAPE], np.uint8)
    address = first.ctypes.data
    view = first[10:20, ::2]
    del first
    (second,) = pool.arrays([SHAPE], np.uint8)
    assert second.ctypes.data != address, "a view was still alive"
    del view
    gc.collect()
    (third,) = pool.arrays([SHAPE], np.uint8)
    assert third.ctypes.data == address


def test_no_more_than_the_limit_lies_idle():
    pool = BufferPool(max_idle_bytes=1 << 20)
    arrays = [pool.arrays([SHAPE], np.uint8) for _ in range(50)]
    del arrays
    gc.collect()
    assert 0 < pool.idle_bytes <= 1 << 20


@given(
    shapes=st.lists(
        st.tuples(st.integers(0, 90), st.integers(1, 300), st.integers(1, 4)),
        min_size=1,
        max_size=8,
    ),
    dtype=st.sampled_from([np.uint8, np.uint16, np.float32]),
)
def test_arrays_of_a_slab_do_not_overlap_and_are_aligned(shapes, dtype):
    arrays = BufferPool(1 << 26).arrays(shapes, dtype)
    for number, array in enumerate(arrays):
        assert array.shape == shapes[number]
        assert array.dtype == dtype
        assert array.flags.c_contiguous
        array[...] = number
    assert all((array == number).all() for number, array in enumerate(arrays))
    assert all(
        array.ctypes.data % 64 == arrays[0].ctypes.data % 64 for array in arrays if array.size
    )


def test_many_threads_never_hold_the_same_memory():
    pool = BufferPool(1 << 22)
    errors: list[int] = []

    def borrow(mark: int) -> None:
        for _ in range(200):
            (array,) = pool.arrays([SHAPE], np.uint8)
            array[...] = mark
            if not (array == mark).all():
                errors.append(mark)

    threads = [threading.Thread(target=borrow, args=(mark,)) for mark in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
