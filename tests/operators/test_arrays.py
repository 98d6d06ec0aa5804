"""Moving data about: values, shapes and layouts, as DALI gives them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import ddcli as ndd
from ddcli.errors import DecodeError, OperatorError, Reason
from ddcli.types import DType
from tests.images import encoded, noise

X = np.arange(6, dtype=np.uint8).reshape(1, 2, 3)


def hwc():
    return ndd.as_tensor(X, layout="HWC")


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        (np.float32([0.5, 1.5, 2.5, -0.5, -1.5, 300, -7]), "uint8", [1, 2, 3, 0, 0, 255, 0]),
        (np.float32([0.5, 1.5, 2.5, -0.5, -1.5, 300, -7]), "int32", [1, 2, 3, -1, -2, 300, -7]),
        (np.array([300, -5]), "uint8", [255, 0]),
        (np.array([2, 0, 5]), "bool", [True, False, True]),
        (np.array([1.6, 0.4]), "bool", [True, False]),
        (np.array([1e30, -1e30]), "int64", [2**63 - 1, -(2**63)]),
        (np.array([2**64 - 1], np.uint64), "int64", [2**63 - 1]),
        (np.array([True, False]), "int16", [1, 0]),
    ],
)
def test_cast_rounds_half_away_from_zero_and_saturates(values, dtype, expected):
    result = ndd.cast(values, dtype=dtype)
    assert result.dtype == DType(dtype)
    assert np.asarray(result).tolist() == expected


@given(arrays.arrays(np.int64, 5), st.sampled_from(["uint8", "int8", "uint16", "int32", "uint64"]))
def test_cast_of_integers_is_clipping(values, dtype):
    limits = np.iinfo(dtype)
    expected = [min(max(int(each), limits.min), limits.max) for each in values]
    assert np.asarray(ndd.cast(values, dtype=dtype)).tolist() == expected


@pytest.mark.parametrize(
    ("call", "shape", "layout"),
    [
        (lambda: ndd.transpose(hwc()), (3, 2, 1), "CWH"),
        (lambda: ndd.transpose(hwc(), perm=[2, 0, 1]), (3, 1, 2), "CHW"),
        (lambda: ndd.transpose(hwc(), perm=[2, 0, 1], output_layout="XYZ"), (3, 1, 2), "XYZ"),
        (lambda: ndd.transpose(hwc(), perm=[2, 0, 1], transpose_layout=False), (3, 1, 2), "HWC"),
        (lambda: ndd.expand_dims(hwc(), axes=[0]), (1, 1, 2, 3), None),
        (lambda: ndd.expand_dims(hwc(), axes=[0], new_axis_names="N"), (1, 1, 2, 3), "NHWC"),
        (
            lambda: ndd.expand_dims(hwc(), axes=[0, 2], new_axis_names="AB"),
            (1, 1, 1, 2, 3),
            "AHBWC",
        ),
        (lambda: ndd.squeeze(hwc(), axes=[0]), (2, 3), "WC"),
        (lambda: ndd.squeeze(hwc(), axis_names="H"), (2, 3), "WC"),
        (lambda: ndd.cat(hwc(), hwc()), (2, 2, 3), "HWC"),
        (lambda: ndd.cat(hwc(), hwc(), axis=2), (1, 2, 6), "HWC"),
        (lambda: ndd.cat(hwc(), X, axis_name="C"), (1, 2, 6), "HWC"),
        (lambda: ndd.cat(hwc(), hwc(), hwc(), axis=-1), (1, 2, 9), "HWC"),
        (lambda: ndd.stack(hwc(), hwc()), (2, 1, 2, 3), None),
        (lambda: ndd.stack(hwc(), hwc(), axis_name="N"), (2, 1, 2, 3), "NHWC"),
        (lambda: ndd.stack(hwc(), hwc(), axis=3, axis_name="Z"), (1, 2, 3, 2), "HWCZ"),
        (lambda: ndd.stack(hwc(), hwc(), axis=-1), (1, 2, 3, 2), None),
        (lambda: ndd.copy(hwc()), (1, 2, 3), "HWC"),
        (lambda: ndd.reshape(hwc(), shape=[3, 2]), (3, 2), None),
        (lambda: ndd.reshape(hwc(), shape=[-1, 2]), (3, 2), None),
        (lambda: ndd.reshape(hwc(), shape=[6], layout="X"), (6,), "X"),
    ],
)
def test_shapes_and_layouts_are_dalis(call, shape, layout):
    result = call()
    assert result.shape == shape
    assert result.layout == layout
    assert str(result.dtype) == "u8"


def test_values_go_where_the_axes_go():
    np.testing.assert_array_equal(ndd.transpose(hwc(), perm=[2, 0, 1]), X.transpose(2, 0, 1))
    np.testing.assert_array_equal(
        ndd.cat(hwc(), hwc() + np.uint8(6)), np.arange(12).reshape(2, 2, 3)
    )
    np.testing.assert_array_equal(ndd.stack(hwc(), X + 1, axis=1), np.stack([X, X + 1], 1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: ndd.transpose(hwc(), perm=[2, 0]),
        lambda: ndd.squeeze(hwc(), axes=[1]),
        lambda: ndd.cat(hwc(), np.zeros((1, 2, 3), np.float32)),
        lambda: ndd.cat(hwc(), np.zeros((1, 3, 3), np.uint8)),
        lambda: ndd.stack(hwc(), np.zeros((1, 3, 3), np.uint8)),
        lambda: ndd.expand_dims(hwc(), axes=[7]),
        lambda: ndd.reshape(hwc(), shape=[4]),
    ],
)
def test_what_can_not_be_fails_the_sample(call):
    with pytest.raises(OperatorError):
        np.asarray(call())


@pytest.mark.parametrize(
    "call", [lambda: ndd.squeeze(hwc()), lambda: ndd.squeeze(hwc(), axis_names="Q"), ndd.cat]
)
def test_what_can_not_be_said_is_refused_at_the_call(call):
    with pytest.raises((ValueError, TypeError)):
        call()


def test_batches_are_joined_sample_by_sample():
    one = ndd.as_batch([[1, 2], [3, 4]])
    two = ndd.as_batch([[5], [6]])
    assert [np.asarray(each).tolist() for each in ndd.cat(one, two)] == [[1, 2, 5], [3, 4, 6]]
    assert [np.asarray(each).tolist() for each in ndd.cat(one, [9])] == [[1, 2, 9], [3, 4, 9]]


def test_files_are_read_and_decoded_by_name(tmp_path):
    pixels = noise(5, 6)
    good, bad = tmp_path / "a.png", tmp_path / "b.png"
    good.write_bytes(encoded(pixels, "PNG"))
    np.testing.assert_array_equal(ndd.imread(good), pixels)
    assert ndd.io.file.read(str(good)).size == good.stat().st_size
    images = ndd.imread([good, bad])
    assert images.failures[1].reason is Reason.VANISHED
    assert images.failures[1].path == str(bad)
    with pytest.raises(DecodeError, match="no such file"):
        np.asarray(ndd.imread(bad))
    with pytest.raises(DecodeError):
        np.asarray(ndd.io.file.read("a\0b"))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "GIF", "TIFF"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_peeking_gives_the_shape_of_the_decoded_picture(format, orientation):
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = orientation
    data = np.frombuffer(encoded(noise(20, 30), format, exif=exif), np.uint8)
    decoded = ndd.decoders.image(data)
    assert np.asarray(ndd.peek_image_shape(data)).tolist() == list(decoded.shape)
    upright = ndd.decoders.image(data, adjust_orientation=False)
    peeked = np.asarray(ndd.peek_image_shape(data, adjust_orientation=False))
    assert peeked.tolist() == list(upright.shape)


def test_peeking_at_rubbish_has_a_reason():
    assert ndd.peek_image_shape(np.zeros(9, np.uint8)).failure.reason is Reason.NOT_IMAGE
    cut = np.frombuffer(encoded(noise(20, 30))[:60], np.uint8)
    assert ndd.peek_image_shape(cut).failure.reason is Reason.CORRUPT
