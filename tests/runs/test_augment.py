"""The main job: same seed same bytes, every failure noted, whole files only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import ddcli as ndd
from ddcli.errors import ArgumentError, DatasetError, RunError
from ddcli.runs.augment import Job, allowed_errors, augment, plan_job
from ddcli.runs.config import Config, load_config
from ddcli.runs.inputs import Inputs
from ddcli.runs.manifest import read_manifest
from ddcli.runs.sink import is_temporary
from tests.assertions import assert_pixels, tree
from tests.images import dataset, encoded, noise, photo

TURN = "rotate(angle=uniform(-10, 10), fill_value=0)"


class Watch:
    """Notes what a run tells."""

    def __init__(self) -> None:
        self.total, self.done, self.failures = 0, 0, []

    def begin(self, total: int) -> None:
        self.total = total

    def advance(self, count: int) -> None:
        self.done += count

    def failed(self, record) -> None:
        self.failures.append(record)


def run(source, out: Path, config: Config | None = None, stop=lambda: False, **flags):
    """Runs a job with flags by name: threads=2, copies=3, shuffle ..."""
    homes = {"random_shuffle": "reader", "initial_fill": "reader"}
    homes |= dict.fromkeys(("format", "quality", "copies"), "output")
    given: dict = {}
    for name, value in flags.items():
        given.setdefault(homes.get(name, "run"), {})[name] = value
    config = (config or Config().with_ops([TURN])).with_flags(given)
    inputs = source if isinstance(source, Inputs) else Inputs([str(source)])
    watch = Watch()
    return augment(Job(inputs, out, config), watch, stop), watch


def test_outputs_mirror_the_classes_and_the_manifest_has_every_value(tmp_path):
    summary, watch = run(dataset(tmp_path / "in", 6), tmp_path / "out", copies=2, seed=7)
    assert (summary.sources, summary.outputs, summary.failed) == (6, 12, 0)
    assert (watch.total, watch.done) == (12, 12)
    records = read_manifest(tmp_path / "out" / "manifest.jsonl")
    assert [record["source"] for record in records[:3]] == ["cat/000.jpg"] * 2 + ["cat/002.jpg"]
    for record in records:
        pixels = np.asarray(Image.open(tmp_path / "out" / record["output"]))
        assert list(pixels.shape) == record["output_shape"]
        assert record["status"] == "ok"
        angle = record["operators"][0]["rotate"]["angle"]
        assert -10 <= angle < 10
        height, width = record["input_shape"][:2]
        source = ndd.rotate(np.zeros((height, width, 3), np.uint8), angle=angle)
        assert list(source.shape) == record["output_shape"]
    assert len({record["operators"][0]["rotate"]["angle"] for record in records}) == 12


def test_an_output_is_what_the_python_api_makes_of_the_recorded_values(tmp_path):
    source = dataset(tmp_path / "in", 4)
    run(source, tmp_path / "out", format="png")
    for record in read_manifest(tmp_path / "out" / "manifest.jsonl"):
        data = np.frombuffer((source / record["source"]).read_bytes(), np.uint8)
        expected = ndd.rotate(ndd.decoders.image(data), **record["operators"][0]["rotate"])
        assert_pixels(np.asarray(Image.open(tmp_path / "out" / record["output"])), expected)


VARIANTS = [
    {"threads": 1}, {"threads": 8}, {"batch_size": 1}, {"batch_size": 7}, {"batch_size": 64},
    {"random_shuffle": True}, {"random_shuffle": True, "initial_fill": 3, "batch_size": 5},
    {"on_error": "fail"}, {"max_errors": "10%"},
]  # fmt: skip


@pytest.mark.parametrize("name", ["rotate", "classification"])
def test_threads_batches_and_order_do_not_change_a_byte(tmp_path, name, sample_data):
    config = load_config(name)
    run(sample_data, tmp_path / "first", config, copies=2, seed=7, limit=9)
    expected = tree(tmp_path / "first")
    assert len(expected) == 18 + 2
    for number, flags in enumerate(VARIANTS):
        out = tmp_path / str(number)
        run(sample_data, out, config, copies=2, seed=7, limit=9, **flags)
        assert tree(out) == expected, flags


def test_another_seed_gives_other_bytes(tmp_path):
    source = dataset(tmp_path / "in", 2)
    run(source, tmp_path / "a", seed=1)
    run(source, tmp_path / "b", seed=2)
    assert tree(tmp_path / "a")["cat/000.jpg"] != tree(tmp_path / "b")["cat/000.jpg"]


def test_files_added_to_the_data_set_do_not_change_the_others(tmp_path):
    run(dataset(tmp_path / "in", 4), tmp_path / "few")
    run(dataset(tmp_path / "in", 9), tmp_path / "many")
    few, many = tree(tmp_path / "few"), tree(tmp_path / "many")
    assert all(many[name] == few[name] for name in few if name.endswith(".jpg"))


def test_the_resolved_config_makes_the_same_files_again(tmp_path):
    source = dataset(tmp_path / "in", 4)
    run(source, tmp_path / "first", load_config("classification"), copies=2, seed=5, quality=80)
    again = load_config(str(tmp_path / "first" / "run.yaml"))
    run(source, tmp_path / "second", again)
    assert tree(tmp_path / "first") == tree(tmp_path / "second")


def mixed(folder: Path) -> Path:
    """60 good pictures, a PNG named .jpeg, and three files that are none."""
    dataset(folder, 60)
    (folder / "cat" / "png.jpeg").write_bytes(encoded(photo(20, 30), "PNG"))
    (folder / "cat" / "broken.jpg").write_bytes(encoded(noise(40, 40))[:900])
    (folder / "dog" / "text.jpg").write_text("not a picture")
    (folder / "dog" / "empty.jpg").write_bytes(b"")
    return folder


@pytest.mark.parametrize("shuffle", [False, True])
def test_bad_files_are_named_and_the_others_come_out(tmp_path, shuffle):
    summary, watch = run(
        mixed(tmp_path / "in"), tmp_path / "out", copies=2, random_shuffle=shuffle, batch_size=9
    )
    assert (summary.sources, summary.outputs, summary.failed) == (64, 122, 3)
    assert summary.reasons == {"truncated": 1, "not_image": 1, "empty": 1}
    assert summary.stopped is None
    records = read_manifest(tmp_path / "out" / "manifest.jsonl")
    failed = {r["source"]: r["reason"] for r in records if r["status"] == "failed"}
    assert failed == {
        "cat/broken.jpg": "truncated", "dog/empty.jpg": "empty", "dog/text.jpg": "not_image",
    }  # fmt: skip
    assert len(records) == 128
    assert sorted(record.source for record in watch.failures) == sorted(failed)
    with Image.open(tmp_path / "out" / "cat" / "png-0.jpg") as image:
        image.load()


def test_one_failure_too_many_stops_the_run(tmp_path):
    source = mixed(tmp_path / "in")
    summary, _ = run(source, tmp_path / "a", on_error="fail", batch_size=4)
    assert summary.stopped == "too many errors"
    assert summary.failed == 1
    summary, _ = run(source, tmp_path / "b", max_errors=1, batch_size=4)
    assert (summary.stopped, summary.failed) == ("too many errors", 2)
    summary, _ = run(source, tmp_path / "c", max_errors="5%", batch_size=4)
    assert (summary.stopped, summary.failed) == (None, 3)


@pytest.mark.parametrize(
    ("limit", "allowed"), [(None, 200), (0, 0), ("7", 7), ("5%", 10), ("0.5%", 1), ("100%", 200)]
)
def test_error_limits_are_counts_or_shares(limit, allowed):
    config = Config().with_flags({"run": {"max_errors": limit}})
    assert allowed_errors(config, 200) == allowed


@pytest.mark.parametrize("limit", ["many", "-1", "5.5", "101%", "%"])
def test_impossible_error_limits_are_refused(limit):
    with pytest.raises(ArgumentError, match="max_errors"):
        allowed_errors(Config().with_flags({"run": {"max_errors": limit}}), 200)


def test_a_stopped_run_leaves_whole_files_and_says_so(tmp_path):
    calls = iter(range(1000))
    summary, _ = run(
        dataset(tmp_path / "in", 20), tmp_path / "out", stop=lambda: next(calls) >= 7, batch_size=3
    )
    assert summary.stopped == "interrupted"
    assert summary.outputs == 7
    records = read_manifest(tmp_path / "out" / "manifest.jsonl")
    assert len(records) == 7
    for record in records:
        with Image.open(tmp_path / "out" / record["output"]) as image:
            image.load()
    assert not any(is_temporary(path.name) for path in tmp_path.rglob("*"))


def test_names_that_would_collide_are_kept_apart(tmp_path):
    source = dataset(tmp_path / "in", 1)
    (source / "cat" / "000.png").write_bytes(encoded(noise(9, 9), "PNG"))
    summary, _ = run(source, tmp_path / "out")
    assert summary.renamed == 1
    assert {name for name in tree(tmp_path / "out") if name.startswith("cat")} == {
        "cat/000.jpg", "cat/000.png.jpg",
    }  # fmt: skip


@pytest.mark.parametrize("out", ["in", "in/out", "in/cat/../out", "link"])
def test_an_output_folder_in_the_input_is_refused(tmp_path, out):
    source = dataset(tmp_path / "in", 2)
    (tmp_path / "link").symlink_to(source / "cat")
    before = tree(source)
    job = Job(Inputs([str(source)]), tmp_path / out, Config().with_ops([TURN]), overwrite=True)
    with pytest.raises(RunError, match="lies in the input"):
        augment(job, Watch(), lambda: False)
    files = Inputs([str(source / "cat" / "000.jpg")])
    with pytest.raises(RunError, match="lies in the input"):
        augment(replace(job, inputs=files, out=source / "cat"), Watch(), lambda: False)
    assert tree(source) == before


def test_an_input_is_never_modified(tmp_path):
    source = mixed(tmp_path / "in")
    before = tree(source)
    run(source, tmp_path / "out")
    assert tree(source) == before


def test_a_limit_takes_the_first_sources_under_the_names_of_the_whole(tmp_path):
    source = dataset(tmp_path / "in", 5)
    (source / "cat" / "000.bmp").write_bytes(encoded(noise(9, 9), "BMP"))
    run(source, tmp_path / "all")
    run(source, tmp_path / "some", limit=2)
    some = {n: data for n, data in tree(tmp_path / "some").items() if n.endswith(".jpg")}
    assert sorted(some) == ["cat/000.bmp.jpg", "cat/000.jpg"]
    assert some.items() <= tree(tmp_path / "all").items()


def test_single_files_and_lists_are_inputs_too(tmp_path):
    source = dataset(tmp_path / "in", 4)
    files = [str(source / "cat" / "000.jpg"), str(source / "dog" / "001.jpg")]
    run(Inputs(files), tmp_path / "files")
    assert {"cat/000.jpg", "dog/001.jpg"} <= tree(tmp_path / "files").keys()
    listed = tmp_path / "list.txt"
    listed.write_text(f"in/cat/000.jpg 3\n{files[1]} 4\nin/../in/cat/000.jpg 3\n")
    run(Inputs(file_list=str(listed)), tmp_path / "list")
    records = read_manifest(tmp_path / "list" / "manifest.jsonl")
    assert [(r["source"], r["label"]) for r in records] == [("cat/000.jpg", 3), ("dog/001.jpg", 4)]


@pytest.mark.parametrize("null", [False, True])
def test_names_come_from_a_file(tmp_path, null):
    source = dataset(tmp_path / "in", 4)
    names = [str(source / "dog" / "001.jpg"), str(source / "cat" / "000.jpg")]
    listed = tmp_path / "names"
    listed.write_bytes(("\0" if null else "\n").join([*names, ""]).encode())
    run(Inputs(files_from=str(listed), null=null), tmp_path / "out")
    records = read_manifest(tmp_path / "out" / "manifest.jsonl")
    assert [(r["source"], r["label"]) for r in records] == [("dog/001.jpg", 0), ("cat/000.jpg", 0)]
    for wrong in (Inputs(["a"], files_from="b"), Inputs(file_list="a", files_from="b")):
        with pytest.raises(ArgumentError, match="combined"):
            run(wrong, tmp_path / "x")
    with pytest.raises(DatasetError, match="can't be read"):
        run(Inputs(files_from=str(tmp_path / "no")), tmp_path / "x")


def test_a_list_leads_no_output_out_of_the_folder(tmp_path):
    dataset(tmp_path / "in", 2)
    listed = tmp_path / "deep" / "er" / "list.txt"
    listed.parent.mkdir(parents=True)
    listed.write_text("../../in/cat/000.jpg 0\n../../in/dog/001.jpg 1\n")
    before = set(tree(tmp_path))
    run(Inputs(file_list=str(listed)), tmp_path / "out")
    new = set(tree(tmp_path)) - before
    assert all(name.startswith("out/") for name in new)
    assert {"out/cat/000.jpg", "out/dog/001.jpg"} <= new


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        (Inputs(["/no/such/folder"]), "/no/such/folder"),
        (Inputs([]), "no input"),
        (Inputs(["a"], "b"), "combined"),
        (Inputs(["/no/such/a.jpg", "/no/such/b.jpg"]), "no such file"),
    ],
)
def test_what_is_not_there_is_named(tmp_path, inputs, words):
    with pytest.raises((DatasetError, ArgumentError), match=words):
        run(inputs, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_without_pictures_is_said_to_be_one(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "notes.txt").write_text("hello")
    with pytest.raises(DatasetError, match="no image extension"):
        run(tmp_path / "in", tmp_path / "out")


def test_a_failing_disk_is_a_clear_error(tmp_path):
    source = dataset(tmp_path / "in", 2)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "cat").write_text("in the way")
    config = Config().with_ops([TURN])
    job = Job(Inputs([str(source)]), tmp_path / "out", config, overwrite=True)
    with pytest.raises(RunError, match="can't be written"):
        augment(job, Watch(), lambda: False)


def test_a_plan_touches_nothing(tmp_path):
    job = Job(Inputs([str(dataset(tmp_path / "in", 3))]), tmp_path / "out", Config())
    listing, plan = plan_job(job)
    assert [plan.output(i, 0) for i in range(len(listing.keys))] == listing.keys
    assert not (tmp_path / "out").exists()


def test_jobs_are_values():
    job = Job(Inputs(["a"]), Path("b"), Config())
    assert replace(job, overwrite=True) != job
