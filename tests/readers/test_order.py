"""The contract of ddcli/readers/order.py, number by number, and what its arguments may be."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ddcli.errors import ArgumentError
from ddcli.readers.order import Order, shard_range

SIZES = st.integers(0, 60)
FILLS = st.integers(1, 2000)
BATCH_SIZES = st.integers(1, 70)
SHARDS = st.integers(1, 7)
EPOCHS = st.integers(0, 5)
SEEDS = st.integers(0, 2**48)
SHUFFLES = st.sampled_from(
    [{}, {"random_shuffle": True}, {"shuffle_after_epoch": True}],
)

quick = settings(deadline=None, derandomize=True, database=None, max_examples=200)


def _shards(num_shards: int, **arguments) -> list[Order]:
    return [Order(shard_id=each, num_shards=num_shards, **arguments) for each in range(num_shards)]


def _joined(batches) -> list[int]:
    return list(chain.from_iterable(batches))


# 1. Exactly once.


@quick
@given(SIZES, FILLS, BATCH_SIZES, SHARDS, SEEDS, SHUFFLES, st.booleans())
def test_every_epoch_gives_every_sample_exactly_once(
    size, initial_fill, batch_size, num_shards, seed, shuffle, stick_to_shard
):
    orders = _shards(
        num_shards, initial_fill=initial_fill, seed=seed, stick_to_shard=stick_to_shard, **shuffle
    )
    for epoch in range(4):
        given_out = chain.from_iterable(
            _joined(order.batches(size, epoch, batch_size)) for order in orders
        )
        assert sorted(given_out) == list(range(size))


@pytest.mark.parametrize("initial_fill", [1, 2, 20, 21, 22, 1000])
def test_the_tutorials_21_images_come_once_in_batches_of_8_8_5(initial_fill):
    order = Order(random_shuffle=True, initial_fill=initial_fill, seed=1)
    for epoch in range(3):
        batches = list(order.batches(21, epoch, 8))
        assert [len(batch) for batch in batches] == [8, 8, 5]
        assert sorted(_joined(batches)) == list(range(21))


# 2. Shards.


@quick
@given(st.integers(0, 10_000), st.integers(1, 200))
def test_shards_are_disjoint_complete_and_differ_by_one_at_most(size, num_shards):
    shards = [shard_range(size, each, num_shards) for each in range(num_shards)]
    lengths = [len(shard) for shard in shards]
    assert _joined(shards) == list(range(size))
    assert max(lengths) - min(lengths) <= 1
    assert lengths == sorted(lengths, reverse=True)


def test_21_samples_in_4_shards_are_6_5_5_5():
    assert [len(shard_range(21, each, 4)) for each in range(4)] == [6, 5, 5, 5]


def test_a_shard_moves_on_with_each_epoch_unless_it_sticks():
    moving, sticking = Order(num_shards=3), Order(num_shards=3, stick_to_shard=True)
    assert [list(moving.epoch(6, each)) for each in range(4)] == [[0, 1], [2, 3], [4, 5], [0, 1]]
    assert [list(sticking.epoch(6, each)) for each in range(4)] == [[0, 1]] * 4


def test_shards_share_the_permutation_of_shuffle_after_epoch():
    whole = list(Order(shuffle_after_epoch=True, seed=9).epoch(50, 1))
    orders = _shards(3, shuffle_after_epoch=True, seed=9, stick_to_shard=True)
    assert _joined(order.epoch(50, 1) for order in orders) == whole


# 3. The listing's order.


@quick
@given(SIZES, SHARDS, EPOCHS)
def test_without_shuffling_the_order_is_the_listings(size, num_shards, epoch):
    orders = _shards(num_shards, stick_to_shard=True)
    assert _joined(order.epoch(size, epoch) for order in orders) == list(range(size))


def test_shuffle_after_epoch_leaves_the_first_epoch_as_listed():
    order = Order(shuffle_after_epoch=True, seed=3)
    assert list(order.epoch(50, 0)) == list(range(50))
    assert list(order.epoch(50, 1)) != list(range(50))


# 4. Seeds and epochs.


@quick
@given(SIZES, FILLS, SEEDS, EPOCHS, SHUFFLES)
def test_the_same_seed_and_epoch_give_the_same_order(size, initial_fill, seed, epoch, shuffle):
    first = Order(initial_fill=initial_fill, seed=seed, **shuffle)
    again = Order(initial_fill=initial_fill, seed=seed, **shuffle)
    list(again.epoch(size, epoch + 1))  # what was asked before must not matter
    assert list(first.epoch(size, epoch)) == list(again.epoch(size, epoch))


@pytest.mark.parametrize("shuffle", ["random_shuffle", "shuffle_after_epoch"])
def test_epochs_and_seeds_differ(shuffle):
    orders = [Order(seed=seed, **{shuffle: True}) for seed in range(5)]
    seen = {tuple(order.epoch(60, epoch)) for order in orders for epoch in range(1, 6)}
    assert len(seen) == 25


def test_a_numpy_seed_is_the_same_seed():
    plain, numpys = (Order(random_shuffle=True, seed=each) for each in (7, np.int64(7)))
    assert plain == numpys
    assert list(plain.epoch(60, 0)) == list(numpys.epoch(60, 0))


def test_the_orders_of_ten_samples_are_frozen():
    # Everybody who wrote a seed down relies on these: a notebook or a training that is to be run
    # again, and tar shards, which hold the samples in this order. A change breaks them silently,
    # so it needs a new major version and a line in the CHANGELOG, never just new numbers here.
    buffered = Order(random_shuffle=True, initial_fill=4, seed=42)
    assert list(buffered.epoch(10, 0)) == [3, 2, 5, 6, 0, 4, 7, 1, 8, 9]
    assert list(buffered.epoch(10, 1)) == [1, 3, 5, 4, 6, 7, 9, 0, 2, 8]
    permuted = Order(shuffle_after_epoch=True, seed=42)
    assert list(permuted.epoch(10, 1)) == [2, 4, 5, 0, 7, 3, 6, 8, 1, 9]


def test_the_second_block_of_random_numbers_is_frozen_too():
    # As above, and beyond the 1024 numbers that are drawn at a time.
    order = list(Order(random_shuffle=True, initial_fill=4, seed=42).epoch(1040, 0))
    assert order[1022:1032] == [1023, 1024, 1027, 1028, 1029, 1021, 1026, 1032, 1030, 1031]


# 5. Batch sizes.


@quick
@given(SIZES, FILLS, BATCH_SIZES, SHARDS, EPOCHS, SHUFFLES)
def test_the_batch_size_does_not_change_the_order(
    size, initial_fill, batch_size, num_shards, epoch, shuffle
):
    for order in _shards(num_shards, initial_fill=initial_fill, **shuffle):
        batches = list(order.batches(size, epoch, batch_size))
        assert _joined(batches) == list(order.epoch(size, epoch))
        assert all(len(batch) == batch_size for batch in batches[:-1])
        assert all(batches)


# 6. Padding.


@quick
@given(SIZES, FILLS, BATCH_SIZES, SHARDS, EPOCHS, SHUFFLES)
def test_padding_fills_every_batch_and_evens_out_the_shards(
    size, initial_fill, batch_size, num_shards, epoch, shuffle
):
    counts = set()
    for order in _shards(num_shards, initial_fill=initial_fill, pad_last_batch=True, **shuffle):
        own = list(order.epoch(size, epoch))
        batches = list(order.batches(size, epoch, batch_size))
        padded = _joined(batches)
        assert all(len(batch) == batch_size for batch in batches)
        assert padded[: len(own)] == own
        assert set(padded[len(own) :]) <= set(own[-1:])
        if own:
            counts.add(len(batches))
    assert counts <= {-(-len(shard_range(size, 0, num_shards)) // batch_size)}


def test_padding_repeats_the_last_sample():
    assert list(Order(pad_last_batch=True).batches(5, 0, 3)) == [[0, 1, 2], [3, 4, 4]]


def test_a_smaller_shard_is_padded_to_the_largest_ones_number_of_batches():
    shards = _shards(2, pad_last_batch=True)
    assert [list(each.batches(5, 0, 2)) for each in shards] == [[[0, 1], [2, 2]], [[3, 4], [4, 4]]]


@pytest.mark.parametrize("pad_last_batch", [False, True])
def test_a_shard_without_samples_gives_no_batch(pad_last_batch):
    order = Order(shard_id=3, num_shards=4, pad_last_batch=pad_last_batch)
    assert list(order.batches(3, 0, 8)) == []
    assert list(order.epoch(0, 0)) == []


# The buffer.


@quick
@given(SIZES, FILLS, SEEDS)
def test_a_sample_never_comes_before_it_was_read_into_the_buffer(size, initial_fill, seed):
    order = Order(random_shuffle=True, initial_fill=initial_fill, seed=seed)
    for draw, place in enumerate(order.epoch(size, 0)):
        assert draw >= place - initial_fill + 1


def test_a_buffer_of_one_keeps_the_order():
    order = Order(random_shuffle=True, initial_fill=1, seed=5)
    assert list(order.epoch(60, 0)) == list(range(60))


def test_every_slot_of_the_buffer_is_as_likely():
    orders = (Order(random_shuffle=True, initial_fill=8, seed=seed) for seed in range(4000))
    counts = Counter(next(order.epoch(60, 0)) for order in orders)
    assert set(counts) == set(range(8))
    assert all(400 < count < 600 for count in counts.values())  # 500 each; 4.8 deviations


def test_a_buffer_for_all_gives_every_permutation_as_often():
    orders = (Order(random_shuffle=True, seed=seed) for seed in range(6000))
    counts = Counter(tuple(order.epoch(3, 0)) for order in orders)
    assert len(counts) == 6
    assert all(860 < count < 1140 for count in counts.values())  # 1000 each; 4.8 deviations


# Arguments.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_shards": 0}, "num_shards must be at least 1, not 0"),
        ({"shard_id": 4, "num_shards": 4}, "shard_id must be from 0 to 3, not 4"),
        ({"shard_id": -1}, "shard_id must be from 0 to 0, not -1"),
        ({"initial_fill": 0}, "initial_fill must be at least 1, not 0"),
        ({"initial_fill": 2.5}, "initial_fill must be a whole number, not 2.5"),
        ({"num_shards": "2"}, "num_shards must be a whole number, not '2'"),
        ({"seed": None}, "seed must be a whole number, not None"),
        ({"random_shuffle": True, "shuffle_after_epoch": True}, "can't be combined"),
    ],
)
def test_an_impossible_argument_is_named_with_its_value(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        Order(**arguments)


@pytest.mark.parametrize("batch_size", [0, -8])
def test_a_batch_size_below_one_is_refused(batch_size):
    with pytest.raises(ArgumentError, match=f"batch_size must be at least 1, not {batch_size}"):
        next(Order().batches(21, 0, batch_size))
