"""Random arguments: types, ranges, and who decides the numbers."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddcli as ndd
from ddcli.engine.streams import stream
from ddcli.errors import ArgumentError

finite = st.floats(-1e6, 1e6, width=32)


def values(batch) -> list:
    return [np.asarray(each).tolist() for each in batch]


@given(low=finite, high=finite, seed=st.integers(0, 2**40))
def test_uniform_stays_below_the_end_of_its_range(low, high, seed):
    low, high = min(low, high), max(low, high)
    drawn = ndd.random.uniform(batch_size=20, range=(low, high), rng=ndd.random.RNG(seed))
    assert drawn.dtype == ndd.types.FLOAT
    assert drawn.shape == [()] * 20
    assert all(low <= value < high or value == low == high for value in values(drawn))


def test_uniform_fills_its_range_and_takes_values():
    drawn = values(ndd.random.uniform(batch_size=4000, range=(-10, 10), rng=ndd.random.RNG(1)))
    assert abs(np.mean(drawn)) < 0.4
    assert np.histogram(drawn, 10, (-10, 10))[0].min() > 300
    chosen = ndd.random.uniform(batch_size=200, values=[1, 2, 3], rng=ndd.random.RNG(1))
    assert set(values(chosen)) == {1.0, 2.0, 3.0}
    assert chosen.dtype == ndd.types.FLOAT


def test_normal_has_its_mean_and_deviation():
    rng = ndd.random.RNG(2)
    drawn = values(ndd.random.normal(batch_size=4000, mean=5.0, stddev=2.0, rng=rng))
    assert abs(np.mean(drawn) - 5) < 0.2
    assert abs(np.std(drawn) - 2) < 0.2


def test_coin_flip_has_its_probability():
    drawn = ndd.random.coin_flip(batch_size=2000, probability=0.25, rng=ndd.random.RNG(3))
    assert drawn.dtype == ndd.types.INT32
    assert abs(np.mean(values(drawn)) - 0.25) < 0.05
    assert set(values(drawn)) == {0, 1}


def test_choice_draws_from_numbers_and_lists_with_probabilities():
    rng = ndd.random.RNG(4)
    assert set(values(ndd.random.choice(3, batch_size=100, rng=rng))) == {0, 1, 2}
    assert set(values(ndd.random.choice([2.5, 7.5], batch_size=100, rng=rng))) == {2.5, 7.5}
    assert set(values(ndd.random.choice([5, 6], p=[0, 1], batch_size=50, rng=rng))) == {6}


def test_shapes_are_given_or_taken_from_an_input():
    assert ndd.random.uniform(shape=(2, 3)).shape == (2, 3)
    like = ndd.as_batch([np.zeros((2, 2)), np.zeros((1, 4))])
    assert ndd.random.normal(like).shape == [(2, 2), (1, 4)]
    assert isinstance(ndd.random.coin_flip(), ndd.Tensor)
    assert ndd.random.uniform(dtype=ndd.types.FLOAT64).dtype == ndd.types.FLOAT64


def test_a_seed_decides_the_numbers_of_its_thread():
    def draw():
        ndd.random.set_seed(5)
        return values(ndd.random.uniform(batch_size=4))

    first, elsewhere = draw(), []
    other = threading.Thread(target=lambda: elsewhere.append(draw()))
    other.start()
    other.join()
    assert draw() == first == elsewhere[0]
    assert values(ndd.random.uniform(batch_size=4)) != first


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: ndd.random.uniform(range=(3, 1)), ArgumentError, "range"),
        (lambda: ndd.random.uniform(range=(0, float("inf"))), ArgumentError, "range"),
        (lambda: ndd.random.coin_flip(probability=1.5), ArgumentError, "probability"),
        (lambda: ndd.random.normal(stddev=-1), ArgumentError, "stddev"),
        (lambda: ndd.random.choice([], batch_size=2), ArgumentError, "choice"),
        (lambda: ndd.random.choice([1, 2], p=[0.5, 0.1]), ArgumentError, "choice"),
        (lambda: ndd.random.choice(), TypeError, "needs the argument 'a'"),
        (lambda: ndd.random.uniform(rnge=(0, 1)), TypeError, "did you mean 'range'"),
    ],
)
def test_impossible_parameters_are_refused_at_the_call(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_streams_are_frozen():
    """Whoever reproduces a run with a later version relies on these numbers."""
    numbers = stream(7, "cat/1.jpg", 0, 1, "angle").integers(0, 1000, 5).tolist()
    assert numbers == [210, 430, 771, 992, 784]
