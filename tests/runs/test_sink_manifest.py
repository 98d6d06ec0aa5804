"""Whole files only, and a record in order."""

from __future__ import annotations

import json

import pytest

from ddcli.errors import RunError
from ddcli.runs.manifest import Manifest, Record, read_manifest
from ddcli.runs.sink import Sink, is_temporary, prepare, whole_file


def record(number: int) -> Record:
    return Record(f"c/{number}.jpg", 0, 0, None, None, None, [], "ok")


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    target = tmp_path / "a.txt"
    with pytest.raises(KeyError), whole_file(target) as file:
        file.write(b"half")
        assert not target.exists()
        assert [is_temporary(path.name) for path in tmp_path.iterdir()] == [True]
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    with whole_file(target) as file:
        file.write(b"whole")
    assert target.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [target]


def test_the_sink_makes_folders_and_replaces_files(tmp_path):
    sink = Sink(tmp_path)
    sink.write("a/b/c.jpg", b"1")
    sink.write("a/b/c.jpg", b"2")
    assert (tmp_path / "a/b/c.jpg").read_bytes() == b"2"


def test_nothing_is_written_outside_of_the_folder(tmp_path):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    (out / "link").symlink_to(elsewhere)
    for name in ("link/a.jpg", "../elsewhere/a.jpg", "x/../../elsewhere/a.jpg"):
        with pytest.raises(RunError, match="out of the output folder"):
            Sink(out).write(name, b"1")
    assert list(elsewhere.iterdir()) == []
    secret = elsewhere / "secret"
    secret.write_bytes(b"kept")
    (out / "a.jpg").symlink_to(secret)
    Sink(out).write("a.jpg", b"1")
    assert secret.read_bytes() == b"kept"


def test_a_folder_that_holds_something_is_refused_unless_asked(tmp_path):
    prepare(tmp_path / "new" / "deep", overwrite=False)
    (tmp_path / "note").write_text("mine")
    with pytest.raises(RunError, match="not empty"):
        prepare(tmp_path, overwrite=False)
    prepare(tmp_path, overwrite=True)
    with pytest.raises(RunError, match="can't be the output folder"):
        prepare(tmp_path / "note", overwrite=False)


def test_lines_come_in_order_whatever_the_order_of_work(tmp_path):
    path = tmp_path / "m.jsonl"
    with Manifest(path) as manifest:
        for rank in (3, 0, 2, 1):
            manifest.append(rank, record(rank))
        manifest.flush()
        assert read_manifest(path)[0]["source"] == "c/3.jpg"
        manifest.finish()
    assert [each["source"] for each in read_manifest(path)] == [f"c/{n}.jpg" for n in range(4)]


def test_names_that_are_no_text_go_through_json(tmp_path):
    path = tmp_path / "m.jsonl"
    name = "cat/\udcff\n\x1b.jpg"
    with Manifest(path) as manifest:
        manifest.append(0, Record(name, 0, 0, name, None, None, [], "ok"))
    assert read_manifest(path)[0]["source"] == name
    assert len(path.read_bytes().splitlines()) == 1
    assert json.loads(path.read_bytes())["output"] == name
