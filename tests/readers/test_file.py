"""readers.File: batches of bytes and labels, epoch by epoch."""

from __future__ import annotations

import os

import numpy as np
import pytest

import ddcli as ndd
from ddcli.errors import ArgumentError, DatasetError, Reason
from tests.images import dataset


def names(batch) -> list[str]:
    return [os.path.basename(path) for path in batch.source_info]


def test_an_epoch_gives_bytes_and_labels_in_lexicographic_order(sample_data):
    reader = ndd.readers.File(file_root=sample_data)
    batches = list(reader.next_epoch(batch_size=8))
    assert [jpegs.batch_size for jpegs, _ in batches] == [8, 8, 5]
    jpegs, labels = batches[0]
    assert names(jpegs) == [f"cat_{n:02d}.jpg" for n in range(1, 9)]
    assert (str(labels.dtype), labels.shape[0]) == ("i32", (1,))
    assert [label.item() for _, labels in batches for label in labels] == [0] * 10 + [1] * 11
    path = jpegs.source_info[0]
    with open(path, "rb") as file:
        assert np.asarray(jpegs.select(0)).tobytes() == file.read()


def test_without_a_batch_size_single_tensors_come(sample_data):
    samples = list(ndd.readers.File(file_root=sample_data).next_epoch())
    assert len(samples) == 21
    jpeg, label = samples[-1]
    assert isinstance(jpeg, ndd.Tensor)
    assert label.item() == 1
    assert ndd.decoders.image(jpeg).ndim == 3


def test_each_epoch_is_shuffled_anew_and_a_seed_repeats_them_all(sample_data):
    def epochs(seed):
        reader = ndd.readers.File(
            file_root=sample_data, random_shuffle=True, initial_fill=5, seed=seed
        )
        return [[n for jpegs, _ in reader.next_epoch(7) for n in names(jpegs)] for _ in range(3)]

    first = epochs(1)
    assert first == epochs(1)
    assert first != epochs(2)
    assert len({tuple(epoch) for epoch in first}) == 3
    assert all(len(set(epoch)) == 21 for epoch in first)


def test_leaving_an_epoch_begins_the_next_one(sample_data):
    reader = ndd.readers.File(file_root=sample_data)
    for jpegs, _ in reader.next_epoch(batch_size=4):
        assert names(jpegs)[0] == "cat_01.jpg"
        break
    assert sum(jpegs.batch_size for jpegs, _ in reader.next_epoch(batch_size=9)) == 21


def test_shards_are_disjoint_and_complete(sample_data):
    parts = []
    for shard in range(4):
        reader = ndd.readers.File(
            file_root=sample_data, shard_id=shard, num_shards=4, random_shuffle=True, seed=0
        )
        parts.append([n for jpegs, _ in reader.next_epoch(8) for n in names(jpegs)])
    assert [len(part) for part in parts] == [6, 5, 5, 5]
    assert len({name for part in parts for name in part}) == 21


def test_padding_repeats_the_last_sample(sample_data):
    reader = ndd.readers.File(file_root=sample_data, pad_last_batch=True)
    batches = [names(jpegs) for jpegs, _ in reader.next_epoch(8)]
    assert [len(batch) for batch in batches] == [8, 8, 8]
    assert batches[-1][-4:] == ["dog_11.jpg"] * 4


def test_files_labels_and_lists(tmp_path):
    root = dataset(tmp_path / "data", 4)
    chosen = ["dog/001.jpg", "cat/000.jpg"]
    reader = ndd.readers.File(file_root=root, files=chosen, labels=[7, 9])
    ((jpegs, labels),) = reader.next_epoch(8)
    assert names(jpegs) == ["001.jpg", "000.jpg"]
    assert [each.item() for each in labels] == [7, 9]
    (root / "list.txt").write_text("dog/003.jpg 5\ncat/002.jpg 6\n")
    ((jpegs, labels),) = ndd.readers.File(file_list=root / "list.txt").next_epoch(8)
    assert names(jpegs) == ["003.jpg", "002.jpg"]
    assert [each.item() for each in labels] == [5, 6]


def test_filters_choose_files_and_folders(tmp_path):
    root = dataset(tmp_path / "data", 6, ("cat", "dog", "cow"))
    reader = ndd.readers.File(file_root=root, dir_filters="C*", file_filters=["*0?.JPG"])
    assert reader.listing.classes == ["cat", "cow"]
    with pytest.raises(DatasetError):
        ndd.readers.File(file_root=root, file_filters="*.JPG", case_sensitive_filter=True)


def test_what_happens_to_a_file_afterwards_fails_that_sample_only(tmp_path):
    root = dataset(tmp_path / "data", 6)
    reader = ndd.readers.File(file_root=root)
    gone, pipe = root / "cat" / "000.jpg", root / "dog" / "001.jpg"
    gone.unlink()
    pipe.unlink()
    os.mkfifo(pipe)
    ((jpegs, _),) = reader.next_epoch(8)
    images = ndd.decoders.image(jpegs)
    reasons = {names(jpegs)[n]: failure.reason for n, failure in images.failures.items()}
    assert reasons == {"000.jpg": Reason.VANISHED, "001.jpg": Reason.UNREADABLE}
    assert images.failures[0].path == str(gone)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, ArgumentError, "file_root"),
        ({"file_root": "/no/such/folder"}, DatasetError, "/no/such/folder"),
        ({"file_root": ".", "labels": [1]}, ArgumentError, "labels"),
        ({"files": []}, DatasetError, "empty"),
        ({"files": ["a"], "labels": [1, 2]}, ArgumentError, "labels"),
        ({"files": ["a"], "file_list": "b"}, ArgumentError, "combined"),
        ({"files": ["a"], "device": "gpu"}, ArgumentError, "gpu"),
        ({"files": ["a"], "initial_fill": 0}, ArgumentError, "initial_fill"),
        ({"files": ["a"], "shard_id": 2, "num_shards": 2}, ArgumentError, "shard_id"),
    ],
)
def test_what_can_not_be_is_refused_at_construction(arguments, error, words):
    with pytest.raises(error, match=words):
        ndd.readers.File(**arguments)


@pytest.mark.parametrize("size", [0, -1, 1.5])
def test_an_impossible_batch_size_is_refused(size, sample_data):
    with pytest.raises(ArgumentError, match="batch_size"):
        ndd.readers.File(file_root=sample_data).next_epoch(size)


def test_arguments_that_tune_dali_are_accepted(sample_data):
    ndd.readers.File(
        file_root=sample_data, prefetch_queue_depth=2, read_ahead=True, skip_cached_images=True,
        lazy_init=True, dont_use_mmap=True, tensor_init_bytes=1, name="reader", max_batch_size=8,
    )  # fmt: skip


@pytest.mark.parametrize("mode", list(ndd.EvalMode), ids=lambda mode: mode.name)
def test_every_mode_reads_the_same(mode, sample_data):
    with mode:
        reader = ndd.readers.File(file_root=sample_data)
        sizes = [each.shape[0] for jpegs, _ in reader.next_epoch(2) for each in jpegs]
    assert sizes == [path.stat().st_size for path in sorted(sample_data.rglob("*.jpg"))]
