"""Makers of pictures and files for tests: seeded, small, and made by other libraries than ours."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image


def noise(height: int, width: int, channels: int = 3, dtype=np.uint8, seed: int = 0) -> np.ndarray:
    """Random pixels: every value counts, so a wrong one shows."""
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return rng.random((height, width, channels)).astype(dtype)
    return rng.integers(0, np.iinfo(dtype).max, (height, width, channels), dtype, endpoint=True)


def photo(height: int, width: int, channels: int = 3, seed: int = 0) -> np.ndarray:
    """Smooth pixels, as photographs have them: what lossy formats and filters are made for."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    waves = [np.sin(6 * (a * x + b * y) + c) for a, b, c in rng.uniform(-1, 1, (channels, 3))]
    return ((np.stack(waves, axis=-1) + 1) * 127.5).astype(np.uint8)


def encoded(pixels: np.ndarray, format: str = "JPEG", **options) -> bytes:
    """The pixels as a file of that format, by Pillow."""
    stream = io.BytesIO()
    image = Image.fromarray(pixels[..., 0] if pixels.shape[2] == 1 else pixels)
    image.save(stream, format, **options)
    return stream.getvalue()


def dataset(folder: Path, count: int = 6, classes: tuple[str, ...] = ("cat", "dog")) -> Path:
    """A folder of small JPEGs in classes: cat/000.jpg, dog/001.jpg, cat/002.jpg ..."""
    for number in range(count):
        place = folder / classes[number % len(classes)]
        place.mkdir(parents=True, exist_ok=True)
        pixels = photo(24 + number % 5, 32 + number % 7, seed=number)
        (place / f"{number:03d}.jpg").write_bytes(encoded(pixels, quality=90))
    return folder
