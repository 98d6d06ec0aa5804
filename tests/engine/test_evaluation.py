"""Modes, contexts, failures as values: what users see of the engine."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import ddcli as ndd
from ddcli.engine.operator import bulk_operator
from ddcli.errors import ArgumentError, DecodeError, DeviceError, OperatorError, Reason
from tests.images import encoded, noise, photo

ALL_MODES = list(ndd.EvalMode)


@pytest.fixture
def pictures():
    return ndd.as_batch([noise(6 + n, 8, seed=n) for n in range(5)], layout="HWC")


@pytest.mark.parametrize("mode", ALL_MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize("threads", [1, 2, 8])
def test_every_mode_and_thread_count_gives_the_same(mode, threads, pictures):
    expected = [np.asarray(each)[:, ::-1] for each in pictures]
    with ndd.EvalContext(num_threads=threads), mode:
        result = ndd.flip(ndd.flip(ndd.flip(pictures)))
    for actual, wanted in zip(result, expected):
        np.testing.assert_array_equal(actual, wanted)


def test_modes_nest_and_belong_to_their_thread():
    seen = []
    with ndd.EvalMode.deferred:
        with ndd.EvalMode.sync_full:
            assert ndd.EvalMode.current() is ndd.EvalMode.sync_full
        assert ndd.EvalMode.current() is ndd.EvalMode.deferred
        other = threading.Thread(target=lambda: seen.append(ndd.EvalMode.current()))
        other.start()
        other.join()
    assert seen == [ndd.EvalMode.eager]
    assert ndd.EvalMode.current() is ndd.EvalMode.eager


def test_contexts_nest_and_may_be_entered_again():
    outer, inner = ndd.EvalContext(num_threads=1), ndd.EvalContext(num_threads=2)
    for _ in range(2):
        with outer:
            with inner:
                assert ndd.EvalContext.current() is inner
            assert ndd.EvalContext.current() is outer


def test_one_context_in_two_threads_is_refused_and_a_pool_may_be_shared(pictures):
    pool = ndd.ThreadPool(2)
    mine, errors, shapes = ndd.EvalContext(thread_pool=pool), [], []

    def enter(context):
        try:
            with context:
                shapes.append(ndd.flip(pictures).shape)
        except ArgumentError as error:
            errors.append(str(error))

    with mine:
        for context in (mine, ndd.EvalContext(thread_pool=pool)):
            other = threading.Thread(target=enter, args=(context,))
            other.start()
            other.join()
    assert len(errors) == 1
    assert "another thread" in errors[0]
    assert len(shapes) == 1
    enter(mine)
    assert len(shapes) == 2
    with pytest.raises(ValueError, match="combined"):
        ndd.EvalContext(thread_pool=pool, num_threads=2)


@pytest.mark.parametrize("number", [0, -1, 1.5, "2", True])
def test_an_impossible_number_of_threads_is_refused(number):
    with pytest.raises(ArgumentError, match="num_threads"):
        ndd.EvalContext(num_threads=number)


def test_the_number_of_threads_comes_from_the_call_the_environment_or_the_cpus(monkeypatch):
    monkeypatch.setenv("DDCLI_NUM_THREADS", "3")
    assert ndd.get_num_threads() == 3
    ndd.set_num_threads(2)
    assert ndd.EvalContext().num_threads == 2
    ndd.set_num_threads(None)
    monkeypatch.setenv("DDCLI_NUM_THREADS", "many")
    with pytest.raises(ArgumentError, match="DDCLI_NUM_THREADS"):
        ndd.get_num_threads()


gate = threading.Event()


@bulk_operator(namespace="tests")
def gated(data):
    """Waits until the gate is open."""
    assert gate.wait(30)
    return data


def test_eager_calls_return_before_the_work_is_done(pictures):
    gate.clear()
    result = gated(pictures.select([0]))  # would wait for ever if the call waited
    assert result.batch_size == 1
    gate.set()
    assert result.shape == [(6, 8, 3)]


def test_deferred_work_waits_until_it_is_asked_for(pictures):
    with ndd.EvalMode.deferred:
        result = ndd.flip(pictures)
    assert not result._samples.scheduled
    assert result.shape[0] == (6, 8, 3)
    assert result._samples.scheduled


@bulk_operator(namespace="tests")
def first_extent(data):
    """How high each picture is."""
    return [np.float32(each.shape[0]) for each in data]


def test_a_deep_and_diamond_shaped_deferred_graph_is_evaluated_once_each():
    with ndd.EvalContext(num_threads=1), ndd.EvalMode.deferred:
        value = ndd.as_tensor(noise(3, 3), layout="HWC")
        for _ in range(300):
            # Each call uses the one before twice: as its picture and as its angle.
            value = ndd.rotate(value, angle=first_extent(value), keep_size=True)
        assert value.shape == (3, 3, 3)


def test_one_bad_sample_leaves_the_others_alone():
    good = encoded(photo(20, 30))
    data = [np.frombuffer(each, np.uint8) for each in (good, b"no image", good, good[:200])]
    images = ndd.decoders.image(ndd.as_batch(data))
    turned = ndd.rotate(images, angle=ndd.as_batch([0.0] * 4))
    assert set(turned.failures) == {1, 3}
    assert turned.select(0).shape == turned.select(2).shape == (20, 30, 3)
    assert turned.select([0, 2]).shape == [(20, 30, 3)] * 2
    with pytest.raises(DecodeError) as caught:
        turned.shape  # noqa: B018  (asking is the test)
    assert set(caught.value.failures) == {1, 3}
    with pytest.raises(DecodeError):
        np.asarray(turned.select(1))


def test_a_failure_names_the_file_the_operator_and_the_users_line(tmp_path):
    bad = tmp_path / "broken.jpg"
    bad.write_bytes(encoded(photo(20, 30))[:300])
    reader = ndd.readers.File(files=[str(bad)])
    ((jpegs, _),) = reader.next_epoch(batch_size=1)
    images = ndd.decoders.image(jpegs)
    failure = ndd.flip(images).failures[0]
    assert failure.reason is Reason.TRUNCATED
    assert failure.path == str(bad)
    assert failure.byte_size == 300
    assert failure.operator == "decoders.image"
    file, _, line = failure.call_site.rpartition(":")
    assert file == __file__
    with open(__file__) as source:
        assert "ndd.decoders.image(jpegs)" in source.readlines()[int(line) - 1]


def test_a_bad_argument_of_one_sample_fails_that_sample(pictures):
    sizes = ndd.as_batch([[2, 2], [2, 2], [99, 2], [2, 2], [2, 2]])
    cut = ndd.crop(pictures, crop=sizes)
    assert set(cut.failures) == {2}
    assert cut.failures[2].reason is Reason.INVALID_ARGUMENT
    with pytest.raises(OperatorError, match="reaches outside"):
        np.asarray(cut.select(2))
    with pytest.raises(ValueError, match="reaches outside"):
        np.asarray(cut.select(2))


def test_the_context_stays_usable_after_an_error(pictures):
    with ndd.EvalContext(num_threads=1):
        with pytest.raises(OperatorError):
            ndd.crop(pictures, crop=(99, 99)).evaluate().shape  # noqa: B018
        assert ndd.flip(pictures).shape[0] == (6, 8, 3)


def test_a_missing_device_is_named_at_once(pictures):
    for call in (pictures.gpu, lambda: ndd.decoders.image(pictures, device="gpu")):
        with pytest.raises(DeviceError, match="gpu"):
            call()
    with pytest.raises(ArgumentError, match="tpu"):
        ndd.flip(pictures, device="tpu")


def test_cpu_gives_the_batch_itself(pictures):
    assert pictures.cpu() is pictures
    assert pictures.select(0).cpu().device == ndd.Device("cpu")


def test_values_that_nobody_can_ask_for_are_let_go_chunk_by_chunk(pictures):
    with ndd.EvalContext(num_threads=1), ndd.EvalMode.deferred:
        held = ndd.flip(pictures)
        between = ndd.flip(held)
        kept_samples, lost_samples = held._samples, between._samples
        result = ndd.flip(between)
        del between
    assert result.evaluate().shape == pictures.shape
    assert all(value is None for value in lost_samples.values)
    assert all(value is not None for value in kept_samples.values)
    np.testing.assert_array_equal(held.select(1), np.asarray(pictures.select(1))[:, ::-1])


def test_values_stay_for_a_call_that_is_not_scheduled_yet(pictures):
    with ndd.EvalContext(num_threads=1):
        with ndd.EvalMode.deferred:
            between = ndd.flip(pictures)
            now, later = ndd.flip(between), ndd.flip(between)
            del between
        now.evaluate()
        assert later.shape == pictures.shape
        for one, other in zip(now, later):
            np.testing.assert_array_equal(one, other)


def test_inputs_are_let_go_when_the_last_chunk_used_them(pictures):
    flipped = ndd.flip(pictures).evaluate()
    assert flipped._samples._call is None
    assert all(chunk.call is None for chunk in flipped._samples._chunks)
