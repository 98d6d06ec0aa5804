"""Saved positions of readers and RNGs: what comes after restoring is what would have come."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddcli as ndd
from ddcli.errors import ArgumentError
from tests.conftest import ROOT

SAMPLES = str(ROOT / "sample_data")


def reader(**arguments):
    return ndd.readers.File(file_root=SAMPLES, **arguments)


def names(epoch) -> list[list[str]]:
    return [jpegs.source_info for jpegs, _ in epoch]


@given(
    taken=st.integers(0, 8), batch_size=st.integers(1, 9), epochs=st.integers(0, 2),
    shuffle=st.booleans(), pad=st.booleans(), shards=st.integers(1, 3),
)  # fmt: skip
def test_a_restored_reader_goes_on_where_it_was(taken, batch_size, epochs, shuffle, pad, shards):
    arguments = {"random_shuffle": shuffle, "initial_fill": 5, "pad_last_batch": pad}
    arguments |= {"num_shards": shards, "shard_id": shards - 1}
    first = reader(seed=3, **arguments)
    for _ in range(epochs):
        names(first.next_epoch(batch_size))
    running = first.next_epoch(batch_size)
    ended = any(next(running, None) is None for _ in range(taken))
    state = json.loads(json.dumps(first.get_state()))
    second = reader(seed=99, **arguments)
    second.set_state(state)
    if not ended:  # the rest may be empty, if the last batch was the last thing taken
        assert names(second.next_epoch(batch_size)) == names(running)
    assert names(second.next_epoch(batch_size)) == names(first.next_epoch(batch_size))


def test_single_samples_are_restored_too():
    first, second = reader(), reader()
    epoch = first.next_epoch()
    for _ in range(5):
        next(epoch)
    second.set_state(first.get_state())
    assert [t.source_info for t, _ in second.next_epoch()] == [t.source_info for t, _ in epoch]


def test_another_batch_size_after_restoring_loses_nothing():
    first = reader()
    next(first.next_epoch(8))
    second = reader()
    second.set_state(first.get_state())
    assert [len(batch) for batch in names(second.next_epoch(5))] == [5, 5, 3]


def test_a_state_belongs_to_its_files():
    state = reader().get_state()
    other = ndd.readers.File(file_root=SAMPLES, file_filters="cat*")
    with pytest.raises(ArgumentError, match="other files"):
        other.set_state(state)
    for wrong in ({}, {"seed": 1}, {**state, "epoch": "x"}, None):
        with pytest.raises(ArgumentError, match="not the state"):
            reader().set_state(wrong)


def test_metadata_has_dalis_names():
    assert reader(num_shards=4, shard_id=1).get_metadata() == {
        "epoch_size": 21, "epoch_size_padded": 24, "number_of_shards": 4, "shard_id": 1,
        "pad_last_batch": 0, "stick_to_shard": 0,
    }  # fmt: skip


@given(st.integers(0, 2**32), st.integers(0, 9))
def test_a_restored_rng_goes_on_where_it_was(seed, drawn):
    rng = ndd.random.RNG(seed)
    for _ in range(drawn):
        ndd.random.normal(rng=rng).evaluate()
    restored, cloned = ndd.random.RNG(0), rng.clone()
    restored.set_state(rng.get_state())
    expected = [np.asarray(ndd.random.uniform(rng=rng)) for _ in range(3)]
    for other in (restored, cloned):
        assert [np.asarray(ndd.random.uniform(rng=other)) for _ in range(3)] == expected
    assert restored.seed == seed


def test_advancing_skips_numbers():
    rng, other = ndd.random.RNG(1), ndd.random.RNG(1)
    first = rng.generator.random(8)
    assert other.advance(1).generator.random(4).tolist() == first[4:].tolist()


@pytest.mark.parametrize("state", ["", "{}", "[]", '{"philox": 1}', None])
def test_what_is_no_state_of_an_rng_is_refused(state):
    with pytest.raises(ArgumentError, match="not the state"):
        ndd.random.RNG(1).set_state(state)
