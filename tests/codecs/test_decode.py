"""Decoding: right pixels, or a reason."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageOps

import ddcli as ndd
from ddcli.codecs.sniff import sniff
from ddcli.errors import Reason
from tests.assertions import assert_pixels
from tests.images import encoded, noise, photo


def decode(data: bytes, **options):
    return ndd.decoders.image(np.frombuffer(data, np.uint8), **options)


def by_pillow(data: bytes) -> np.ndarray:
    """libjpeg-turbo's accurate path by another binding: islow DCT and fancy upsampling."""
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:2", "4:2:0"])
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (16, 16), (33, 47), (120, 161)])
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"restart_marker_rows": 1}])
def test_jpeg_pixels_are_those_of_libjpeg_turbos_accurate_path(subsampling, size, options):
    data = encoded(photo(*size), quality=85, subsampling=subsampling, **options)
    assert_pixels(decode(data), by_pillow(data))


def test_every_sample_picture_decodes_bit_by_bit(sample_data):
    for path in sorted(sample_data.rglob("*.jpg")):
        data = path.read_bytes()
        assert_pixels(decode(data), by_pillow(data), what=path.name)


def test_fast_options_are_close_but_not_the_same():
    data = encoded(noise(64, 64), quality=90, subsampling="4:2:0")
    exact = np.asarray(decode(data)).astype(int)
    for option in ({"use_fast_idct": True}, {"jpeg_fancy_upsampling": False}):
        difference = np.abs(np.asarray(decode(data, **option)) - exact)
        assert 0 < difference.mean() < 20, option


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_exif_orientation_is_applied_once(orientation, format):
    image = Image.fromarray(photo(20, 30))
    exif = Image.Exif()
    exif[0x0112] = orientation
    stream = io.BytesIO()
    options = {"lossless": True} if format == "WEBP" else {}
    image.save(stream, format, exif=exif, **options)
    data = stream.getvalue()
    opened = Image.open(io.BytesIO(data))
    assert_pixels(decode(data), np.asarray(ImageOps.exif_transpose(opened).convert("RGB")))
    assert decode(data, adjust_orientation=False).shape == (20, 30, 3)


@pytest.mark.parametrize(
    "rubbish", [b"", b"II", b"MM\0*\xff\xff\xff\xff", b"II*\0\x08\0\0\0\xff\xff"]
)
def test_broken_exif_never_fails_an_image(rubbish):
    data = encoded(photo(20, 30), exif=b"Exif\0\0" + rubbish)
    assert decode(data).shape == (20, 30, 3)


@pytest.mark.parametrize("format", ["PNG", "WEBP", "BMP", "GIF", "TIFF", "PPM", "JPEG2000"])
def test_other_formats_give_rgb(format):
    options = {"lossless": True} if format == "WEBP" else {}
    data = encoded(photo(21, 33), format, **options)
    pixels = np.asarray(decode(data))
    assert pixels.shape == (21, 33, 3)
    assert_pixels(pixels, by_pillow(data))


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "1", "CMYK", "I;16", "YCbCr"])
def test_every_mode_becomes_rgb_gray_or_what_the_file_has(mode):
    image = Image.fromarray(photo(8, 9))
    image = (
        image.convert("L").convert("I").convert("I;16") if mode == "I;16" else image.convert(mode)
    )
    stream = io.BytesIO()
    # Deflated, as Pillow before 13 can't read the uncompressed YCbCr that it writes itself.
    options = {"compression": "tiff_adobe_deflate"} if mode == "YCbCr" else {}
    image.save(stream, {"CMYK": "JPEG", "YCbCr": "TIFF"}.get(mode, "PNG"), **options)
    data = stream.getvalue()
    assert decode(data).shape == (8, 9, 3)
    assert decode(data, output_type=ndd.types.GRAY).shape == (8, 9, 1)
    channels = decode(data, output_type=ndd.types.ANY_DATA).shape[2]
    assert channels == {"L": 1, "1": 1, "I;16": 1, "RGBA": 4}.get(mode, channels)


def test_sixteen_bits_are_scaled_not_clipped():
    values = np.linspace(0, 65535, 64).reshape(8, 8).astype(np.uint16)
    stream = io.BytesIO()
    Image.fromarray(values).save(stream, "PNG")
    pixels = np.asarray(decode(stream.getvalue()))[..., 0]
    assert np.abs(pixels - values / 257).max() <= 0.5


@pytest.mark.parametrize(
    ("dtype", "scale"), [(ndd.types.UINT16, 257), (ndd.types.FLOAT, np.float32(1 / 255))]
)
def test_element_types_cover_their_range(dtype, scale):
    data = encoded(photo(8, 9), "PNG")
    wide = np.asarray(decode(data, dtype=dtype))
    assert wide.dtype == dtype.value
    np.testing.assert_allclose(wide, np.asarray(decode(data)) * float(scale), rtol=1e-6)


def test_bgr_is_rgb_backwards():
    data = encoded(photo(8, 9))
    bgr = np.asarray(decode(data, output_type=ndd.types.BGR))
    assert_pixels(bgr[..., ::-1], np.asarray(decode(data)))


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"

BAD = {
    "empty": (b"", Reason.EMPTY, "no bytes"),
    "text": (b"this is not a picture, it is a text", Reason.NOT_IMAGE, "text"),
    "html": (b"<!DOCTYPE html><html>404</html>", Reason.NOT_IMAGE, "HTML"),
    "lfs": (LFS, Reason.NOT_IMAGE, "git lfs pull"),
    "zip": (b"PK\x03\x04" + bytes(40), Reason.NOT_IMAGE, "archive"),
    "pdf": (b"%PDF-1.7\n", Reason.NOT_IMAGE, "PDF"),
    "zeros": (bytes(500), Reason.NOT_IMAGE, "zeros"),
    "heic": (bytes(4) + b"ftypheic" + bytes(20), Reason.CODEC_MISSING, "no decoder"),
    "head only": (encoded(photo(40, 40))[:100], Reason.TRUNCATED, "too early"),
    "half": (encoded(noise(40, 40))[:1500], Reason.TRUNCATED, "too early"),
    "half a png": (encoded(noise(40, 40), "PNG")[:1500], Reason.TRUNCATED, "too early"),
    "ruined png": (encoded(noise(40, 40), "PNG")[:20] + bytes(3000), Reason.CORRUPT, "damaged"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_can_not_be_decoded_has_a_reason(name):
    data, reason, words = BAD[name]
    failure = decode(data).failure
    assert failure is not None
    assert failure.reason is reason
    assert words in failure.message
    assert failure.byte_size == len(data)


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_too_many_pixels_are_refused_by_the_header(format):
    data = encoded(photo(40, 50), format)
    assert decode(data, max_pixels=2000).failure is None
    failure = decode(data, max_pixels=1999).failure
    assert failure.reason is Reason.TOO_LARGE
    assert "50x40" in failure.message


def test_entropy_data_that_is_cut_before_an_end_marker_is_no_gray_picture():
    whole = encoded(noise(64, 64))
    failure = decode(whole[: len(whole) // 2] + b"\xff\xd9").failure
    assert failure is not None
    assert failure.reason in (Reason.TRUNCATED, Reason.CORRUPT)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow's, of damaged tags
def test_flipped_bits_give_pixels_or_a_reason_and_never_an_internal_error():
    rng = np.random.default_rng(3)
    for format in ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"):
        whole = np.frombuffer(encoded(photo(24, 24), format), np.uint8)
        for _ in range(60):
            broken = whole.copy()
            places = rng.integers(0, len(broken), 3)
            broken[places] ^= rng.integers(1, 256, 3, np.uint8)
            failure = ndd.decoders.image(broken).failure
            assert failure is None or failure.reason is not Reason.INTERNAL, failure


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\xff\xd8\xff\xe1", "jpeg"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "webp"),
        (b"GIF89a", "gif"),
        (b"II*\0", "tiff"),
        (b"\0\0\0\x0cjP  \r\n\x87\n", "jpeg2000"),
        (b"\0\0\0\x20ftypavif", "avif"),
        (b"\0\0\0\x20ftypheic", "heic"),
        (b"P6\n1 1\n255\n", "pnm"),
    ],
)
def test_the_first_bytes_tell_the_format(head, name):
    assert sniff(head) == name
