"""The calls of DALI's tutorial "Getting Started with Dynamic Mode", with only the imports changed.

Every cell that needs no GPU is here, in its order; a cell that does must fail with a clear error.
"""

from __future__ import annotations

import itertools
from timeit import default_timer as timer

import numpy as np
import pytest

import ddcli as ndd
import ddcli.types as types
from ddcli.errors import DeviceError
from tests.conftest import ROOT

image_dir = str(ROOT / "sample_data")
batch_size = 8


def show_images(images: ndd.Batch) -> None:
    """The tutorial's helper, less matplotlib: what `plt.imshow` would be given."""
    columns = 4
    rows = (batch_size + 1) // columns
    for j in range(rows * columns):
        shown = np.asarray(images.select(j))
        assert shown.ndim == 3
        assert shown.shape[2] == 3
        assert shown.dtype == np.uint8


def shuffled_reader():
    return ndd.readers.File(file_root=image_dir, random_shuffle=True, initial_fill=21)


def test_reading_and_decoding():
    reader = ndd.readers.File(file_root=image_dir)
    for jpegs, labels in reader.next_epoch(batch_size=batch_size):
        images = ndd.decoders.image(jpegs, device="cpu")
        break
    assert f"Batch of {images.batch_size} images" == "Batch of 8 images"
    assert f"First image shape: {images.shape[0]}" == "First image shape: (427, 640, 3)"
    assert labels.batch_size == 8
    show_images(images)


def test_random_shuffle():
    for jpegs, _ in shuffled_reader().next_epoch(batch_size=batch_size):
        images = ndd.decoders.image(jpegs, device="cpu")
        break
    show_images(images)


def test_augmentation_by_a_fixed_angle():
    for jpegs, _ in shuffled_reader().next_epoch(batch_size=batch_size):
        images = ndd.decoders.image(jpegs, device="cpu")
        rotated_images = ndd.rotate(images, angle=10.0, fill_value=0)
        break
    show_images(rotated_images)
    assert all(
        after[0] > before[0] and after[1] > before[1]
        for before, after in zip(images.shape, rotated_images.shape)
    )


def test_tensors_as_arguments():
    for jpegs, _ in shuffled_reader().next_epoch(batch_size=batch_size):
        images = ndd.decoders.image(jpegs, device="cpu")
        angles = ndd.random.uniform(batch_size=batch_size, range=(-10, 10))
        random_rotated_images = ndd.rotate(images, angle=angles, fill_value=0)
        break
    show_images(random_rotated_images)
    text = str(random_rotated_images.select(0))
    assert text.startswith("Tensor(")
    assert 'layout="HWC"' in text
    show_images(random_rotated_images.cpu())


def test_the_gpu_cells_say_what_is_missing():
    for jpegs, _ in shuffled_reader().next_epoch(batch_size=batch_size):
        images = ndd.decoders.image(jpegs, device="cpu")
        with pytest.raises(DeviceError, match="gpu"):
            images.gpu()
        with pytest.raises(DeviceError, match="gpu"):
            ndd.decoders.image(jpegs, device="gpu")
        break


def test_speedtest(capsys):
    test_batch_size = 64

    def speedtest(device: str, batch_size: int, n_threads: int):
        reader = ndd.readers.File(
            file_root=image_dir,
            random_shuffle=True,
            initial_fill=21,
            pad_last_batch=True,
        )

        with ndd.EvalContext(num_threads=n_threads), ndd.EvalMode.sync_full:
            # warmup
            for jpegs, _ in reader.next_epoch(batch_size=batch_size):
                ndd.decoders.image(jpegs, device=device)

            # test
            t_start = timer()
            n_test = 3
            i = 0
            for jpegs, _ in itertools.cycle(reader.next_epoch(batch_size=batch_size)):
                ndd.decoders.image(jpegs, device=device)
                i += 1
                if i >= n_test:
                    break

        t = timer() - t_start
        print(f"Speed: {(n_test * batch_size) / t} imgs/s")

    speedtest("cpu", test_batch_size, 4)
    assert capsys.readouterr().out.startswith("Speed: ")


def test_the_tutorials_types_are_there():
    assert types.INTERP_LINEAR is types.DALIInterpType.LINEAR
