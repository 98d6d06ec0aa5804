"""Tensor and Batch: making, looking, selecting, slicing, and NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import ddcli as ndd
from ddcli.engine.slicing import sliced_layout
from ddcli.errors import ArgumentError
from ddcli.types import DType
from tests.images import noise


def batch_of(*sizes):
    return ndd.as_batch([noise(*size, seed=n) for n, size in enumerate(sizes)], layout="HWC")


def test_as_tensor_shares_memory_and_tensor_copies():
    pixels = noise(3, 4)
    assert np.shares_memory(np.asarray(ndd.as_tensor(pixels)), pixels)
    assert not np.shares_memory(np.asarray(ndd.tensor(pixels)), pixels)
    assert np.shares_memory(np.asarray(ndd.as_batch([pixels]).select(0)), pixels)
    assert not np.shares_memory(np.asarray(ndd.batch([pixels]).select(0)), pixels)


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        (1, "i32"), (1.5, "f32"), ([1, 2], "i32"), ([[1.0]], "f32"), (True, "bool"),
        (np.float64(1), "f64"), (np.arange(3), "i64"), (np.uint8(3), "u8"),
    ],
)  # fmt: skip
def test_element_types_are_those_of_dali(data, dtype):
    assert str(ndd.as_tensor(data).dtype) == dtype


def test_pictures_of_pillow_are_taken():
    assert ndd.as_tensor(Image.new("RGB", (5, 4)), layout="HWC").shape == (4, 5, 3)


@pytest.mark.parametrize("data", ["text", [[1], [1, 2]], object()])
def test_what_is_no_tensor_is_refused(data):
    with pytest.raises(ArgumentError):
        ndd.as_tensor(data)


def test_properties_of_a_tensor():
    tensor = ndd.as_tensor(noise(3, 4, dtype=np.uint16), layout="HWC")
    assert (tensor.shape, tensor.ndim, tensor.size) == ((3, 4, 3), 3, 36)
    assert (tensor.itemsize, tensor.nbytes) == (2, 72)
    assert (tensor.layout, str(tensor.device), tensor.dtype) == ("HWC", "cpu", DType.UINT16)
    assert ndd.as_tensor(7).item() == 7
    assert (int(ndd.as_tensor(7)), float(ndd.as_tensor(7)), bool(ndd.as_tensor(0))) == (
        7,
        7.0,
        False,
    )


def test_a_layout_names_every_axis():
    with pytest.raises(ArgumentError, match="names 2 axes"):
        ndd.as_tensor(noise(3, 4), layout="HW")
    with pytest.raises(ArgumentError, match="names 2 axes"):
        ndd.as_batch([noise(3, 4)], layout="HW")


@pytest.mark.parametrize(
    ("index", "layout"),
    [
        (0, "WC"), (slice(1, 3), "HWC"), ((0, 0), "C"), ((..., 0), "HW"), ((0, ..., 1), "W"),
        ((slice(None), slice(1, None, 2)), "HWC"), ((0, 0, 0), None),
    ],
)  # fmt: skip
def test_slicing_keeps_track_of_the_layout(index, layout):
    pixels = noise(4, 5)
    for taken in (
        ndd.as_tensor(pixels, layout="HWC")[index],
        ndd.as_batch([pixels], layout="HWC").slice[index].select(0),
    ):
        np.testing.assert_array_equal(np.asarray(taken), pixels[index])
        assert taken.layout == layout == sliced_layout("HWC", index)


def test_slicing_a_batch_outside_fails_that_sample():
    sliced = batch_of((2, 2), (4, 4)).slice[3]
    assert set(sliced.failures) == {0}


def test_numpy_conversion_copies_only_when_it_must():
    tensor = ndd.as_tensor(noise(3, 4))
    assert np.shares_memory(np.asarray(tensor), np.asarray(tensor))
    assert np.asarray(tensor, dtype=np.float32).dtype == np.float32
    assert not np.shares_memory(np.array(tensor, copy=True), np.asarray(tensor))
    with pytest.raises(ValueError, match="copy"):
        tensor.__array__(np.float32, copy=False)
    np.testing.assert_array_equal(np.from_dlpack(tensor), np.asarray(tensor))


def test_properties_of_a_batch():
    batch = batch_of((3, 4), (5, 6))
    assert (batch.batch_size, batch.ndim, str(batch.dtype)) == (2, 3, "u8")
    assert batch.shape == [(3, 4, 3), (5, 6, 3)]
    assert (batch.layout, str(batch.device), batch.failures) == ("HWC", "cpu", {})


def test_select_and_tensors_take_numbers_slices_and_lists():
    batch = ndd.as_batch([10, 11, 12, 13])
    for pick in (batch.select, batch.tensors.__getitem__):
        assert pick(1).item() == 11
        assert pick(-1).item() == 13
        assert pick(np.int64(2)).item() == 12
        assert [each.item() for each in pick(slice(1, None, 2))] == [11, 13]
        assert [each.item() for each in pick([3, 0, -2])] == [13, 10, 12]
        with pytest.raises(IndexError, match="sample 4 of a batch of 4"):
            pick(4)
        with pytest.raises(TypeError):
            pick("1")
        with pytest.raises(TypeError):
            pick(1.0)


def test_selecting_twice_is_selecting_of_the_selection():
    batch = (
        ndd.as_batch(list(range(10)))
        .select(slice(2, 8))
        .select([5, 0])
        .select(slice(None, None, -1))
    )
    assert [each.item() for each in batch] == [2, 7]


def test_square_brackets_name_what_to_use_instead():
    with pytest.raises(TypeError, match=r"\.select\(i\).*\.slice\[\.\.\.\]"):
        ndd.as_batch([1])[0]


def test_a_batch_as_one_array_needs_equal_shapes():
    same = batch_of((3, 4), (3, 4))
    assert np.asarray(same).shape == (2, 3, 4, 3)
    with pytest.raises(ArgumentError, match="differ in shape"):
        np.asarray(batch_of((3, 4), (3, 5)))


@pytest.mark.parametrize(
    "samples", [[np.zeros(3, np.uint8), np.zeros(3, np.int8)], [np.zeros(3), np.zeros((3, 1))]]
)
def test_samples_that_are_not_alike_make_no_batch(samples):
    with pytest.raises(ArgumentError, match="alike"):
        ndd.as_batch(samples)


def test_broadcast_repeats_without_copies():
    batch = ndd.Batch.broadcast(noise(2, 2), 3)
    assert batch.shape == [(2, 2, 3)] * 3
    assert np.shares_memory(np.asarray(batch.select(0)), np.asarray(batch.select(2)))


def test_an_array_is_a_batch_along_its_first_axis():
    assert ndd.as_batch(np.zeros((4, 2, 3))).shape == [(2, 3)] * 4


def test_print_shows_values_and_facts():
    tensor = ndd.as_tensor(np.arange(6, dtype=np.uint8).reshape(1, 2, 3), layout="HWC")
    assert str(tensor) == (
        "Tensor(\n"
        "    [[[0 1 2]\n"
        "      [3 4 5]]],\n"
        "    dtype=u8,\n"
        '    layout="HWC",\n'
        '    device="cpu",\n'
        "    shape=(1, 2, 3))"
    )
    assert str(ndd.as_batch([[1, 2], [3, 4]])) == (
        "Batch(\n"
        "    [[1 2],\n"
        "    [3 4]],\n"
        "    dtype=i32,\n"
        '    device="cpu",\n'
        "    num_samples=2,\n"
        "    shape=[(2,), (2,)])"
    )


def test_print_of_a_failed_sample_says_why():
    failed = ndd.decoders.image(np.zeros(9, np.uint8))
    assert "not_image" in repr(failed)
    assert "not_image" in repr(ndd.decoders.image(ndd.as_batch([np.zeros(9, np.uint8)])))


@pytest.mark.parametrize("name", ["uint8", "UINT8", "u8", np.uint8, np.dtype("uint8"), DType.UINT8])
def test_element_types_have_many_names(name):
    assert DType(name) is DType.UINT8
    assert name == DType.UINT8


def test_types_are_found_under_dalis_names():
    types = ndd.types
    assert (types.UINT8, types.RGB, types.INTERP_LINEAR) == (
        types.DALIDataType.UINT8, types.DALIImageType.RGB, types.DALIInterpType.LINEAR,
    )  # fmt: skip
