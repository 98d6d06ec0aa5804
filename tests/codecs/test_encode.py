"""Encoding: what comes back, and what a format can't hold."""

from __future__ import annotations

import io

import numpy as np
import pytest

import ddcli as ndd
from ddcli.errors import ArgumentError, Reason
from tests.assertions import assert_pixels
from tests.images import noise, photo

LOSSLESS = [
    ("png", np.uint8, 1), ("png", np.uint8, 3), ("png", np.uint8, 4), ("png", np.uint16, 1),
    ("npy", np.uint8, 3), ("npy", np.uint16, 2), ("npy", np.float32, 3), ("npy", np.float64, 1),
]  # fmt: skip


@pytest.mark.parametrize(("format", "dtype", "channels"), LOSSLESS)
def test_lossless_formats_give_back_every_value(format, dtype, channels):
    pixels = noise(9, 14, channels, dtype)
    encoded = np.asarray(ndd.encoders.image(pixels, format=format))
    if format == "npy":
        assert_pixels(np.load(io.BytesIO(encoded.tobytes()), allow_pickle=False), pixels)
    elif dtype == np.uint8:
        assert_pixels(ndd.decoders.image(encoded, output_type=ndd.types.ANY_DATA), pixels)
    else:
        scaled = np.asarray(ndd.decoders.image(encoded, output_type=ndd.types.GRAY))
        assert np.abs(scaled - pixels / 257.0).max() <= 0.5


@pytest.mark.parametrize(("format", "mean"), [("jpeg", 2.0), ("webp", 2.5)])
@pytest.mark.parametrize("channels", [1, 3])
def test_lossy_formats_give_back_nearly_the_same(format, mean, channels):
    pixels = photo(40, 56, channels)
    encoded = ndd.encoders.image(pixels, format=format)
    kind = ndd.types.GRAY if channels == 1 else ndd.types.RGB
    decoded = np.asarray(ndd.decoders.image(encoded, output_type=kind))
    assert decoded.shape == pixels.shape
    assert np.abs(decoded.astype(int) - pixels).mean() < mean


def test_quality_decides_the_size():
    sizes = [ndd.encoders.image(noise(64, 64), quality=q).size for q in (10, 50, 95)]
    assert sizes[0] < sizes[1] < sizes[2]


@pytest.mark.parametrize("format", ["jpeg", "png", "webp", "npy"])
def test_the_same_pixels_give_the_same_bytes(format):
    first, second = (
        np.asarray(ndd.encoders.image(photo(30, 40), format=format)).tobytes() for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize(
    ("pixels", "format", "words"),
    [
        (noise(4, 4, 4), "jpeg", "channels"),
        (noise(4, 4, 3, np.uint16), "jpeg", "uint16"),
        (noise(4, 4, 3, np.float32), "png", "float32"),
        (np.zeros((1, 65_501, 3), np.uint8), "jpeg", "65500"),
        (np.zeros((16_384, 1, 3), np.uint8), "webp", "16383"),
        (np.zeros((0, 4, 3), np.uint8), "png", "no pixels"),
    ],
)
def test_what_a_format_can_not_hold_fails_that_sample(pixels, format, words):
    failure = ndd.encoders.image(pixels, format=format).failure
    assert failure.reason is Reason.ENCODE_LIMIT
    assert words in failure.message


@pytest.mark.parametrize("arguments", [{"format": "tga"}, {"quality": 0}, {"quality": 101}])
def test_impossible_arguments_are_refused_at_the_call(arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        ndd.encoders.image(noise(4, 4), **arguments)
