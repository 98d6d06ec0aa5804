"""Many batches, failing samples among them, in all modes and on few and many threads."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ddcli as ndd
from ddcli.engine.invocation import Invocation
from ddcli.engine.memory import pool
from tests.images import encoded, noise

BATCHES = 200


def chain(encoded_samples, angles):
    images = ndd.decoders.image(encoded_samples)
    turned = ndd.rotate(images, angle=angles, fill_value=0)
    small = ndd.resize(turned, resize_shorter=ndd.cast(abs(angles) + 3.0, dtype="int32"))
    return ndd.flip(small) + np.uint8(1)


def calls_alive() -> int:
    """Calls that somebody still holds on to, and with them their results."""
    gc.collect()
    return sum(isinstance(each, Invocation) for each in gc.get_objects())


@pytest.mark.parametrize("mode", list(ndd.EvalMode), ids=lambda mode: mode.name)
@pytest.mark.parametrize("threads", [1, 2, 8])
def test_each_failure_is_reported_once_and_memory_stays_flat(mode, threads):
    rng = np.random.default_rng(threads)
    pictures = [np.frombuffer(encoded(noise(h, w)), np.uint8) for h, w in [(5, 9), (12, 7), (3, 3)]]
    before = calls_alive()
    with ndd.EvalContext(num_threads=threads), mode:
        for number in range(BATCHES):
            size = int(rng.integers(1, 12))
            bad = {int(each) for each in rng.integers(0, size, 2)} if number % 3 == 0 else set()
            samples = [
                np.frombuffer(f"no image {i}".encode(), np.uint8) if i in bad else pictures[i % 3]
                for i in range(size)
            ]
            angles = ndd.random.uniform(batch_size=size, range=(-90, 90))
            result = chain(ndd.as_batch(samples), angles)
            failures = result.failures
            assert set(failures) == bad
            assert all(each.operator == "decoders.image" for each in failures.values())
            for index in set(range(size)) - bad:
                assert result.select(index).ndim == 3
            if number % 50 == 49:
                del result, angles
                assert calls_alive() <= before
    assert pool.idle_bytes <= pool.max_idle_bytes


STEPS = {
    "rotate": lambda x: ndd.rotate(x, angle=17.0, fill_value=1),
    "flip": lambda x: ndd.flip(x),
    "resize": lambda x: ndd.resize(x, size=(7, 9)),
    "crop": lambda x: ndd.crop(x, crop=(3, 3), out_of_bounds_policy="pad"),
    "blur": lambda x: ndd.gaussian_blur(x, window_size=3),
    "hue": lambda x: ndd.hue(x, hue=40.0),
    "plus": lambda x: ndd.cast(x * 1.5 + 3, dtype="uint8"),
    "slice": lambda x: x.slice[1:],
}


@given(
    steps=st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=6),
    sizes=st.lists(st.tuples(st.integers(2, 12), st.integers(1, 12)), min_size=1, max_size=9),
    threads=st.integers(1, 5),
    mode=st.sampled_from(list(ndd.EvalMode)),
)
def test_any_chain_gives_the_same_in_any_mode_on_any_threads(steps, sizes, threads, mode):
    batch = ndd.as_batch([noise(*size, seed=n) for n, size in enumerate(sizes)], layout="HWC")

    def run(context_threads, context_mode):
        with ndd.EvalContext(num_threads=context_threads), context_mode:
            result = batch
            for step in steps:
                result = STEPS[step](result)
            values = [None if t.failure else np.asarray(t) for t in result]
            return values, {index: each.reason for index, each in result.failures.items()}

    expected, failed = run(1, ndd.EvalMode.sync_full)
    actual, also_failed = run(threads, mode)
    assert failed == also_failed
    for one, other in zip(expected, actual):
        if one is not None:
            np.testing.assert_array_equal(one, other)
