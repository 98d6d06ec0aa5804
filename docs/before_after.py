"""Makes before_after.jpg, the picture of the README: four samples and what `rotate` does to them.

python docs/before_after.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import ddcli as ndd

ROOT = Path(__file__).parents[1]
SHOWN = ["cat/cat_04.jpg", "cat/cat_08.jpg", "dog/dog_01.jpg", "dog/dog_05.jpg"]
CELL = 200  # pixels


def main() -> None:
    reader = ndd.readers.File(file_root=ROOT / "sample_data", files=SHOWN)
    ((encoded, _),) = reader.next_epoch(batch_size=len(SHOWN))
    images = ndd.decoders.image(encoded)
    angles = ndd.random.uniform(batch_size=len(SHOWN), range=(-10, 10), rng=ndd.random.RNG(3))
    turned = ndd.rotate(images, angle=angles, fill_value=0)
    grid = np.concatenate([row(images), row(turned)])
    target = Path(__file__).with_name("before_after.jpg")
    target.write_bytes(np.asarray(ndd.encoders.image(grid, quality=88)).tobytes())


def row(images: ndd.Batch) -> np.ndarray:
    """The pictures side by side, each fitted into a square."""
    small = ndd.resize(images, size=(CELL, CELL), mode="not_larger")
    white = {"out_of_bounds_policy": "pad", "fill_values": 255}
    cells = ndd.crop(small, crop=(CELL + 8, CELL + 8), **white)
    return np.concatenate([np.asarray(cell) for cell in cells], axis=1)


if __name__ == "__main__":
    main()
