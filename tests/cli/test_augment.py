"""`ddcli augment` as users type it: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ddcli.cli.app import run
from ddcli.cli.console import escaped
from ddcli.runs.manifest import read_manifest
from ddcli.runs.sink import is_temporary
from tests.assertions import tree
from tests.conftest import ROOT
from tests.images import dataset, encoded, noise, photo

TURN = "rotate(angle=uniform(-10, 10), fill_value=0)"


@pytest.fixture
def source(tmp_path) -> Path:
    return dataset(tmp_path / "in", 6)


def augment(*arguments) -> int:
    return run(["augment", *map(str, arguments)])


def test_the_main_job(tmp_path, sample_data, capsys):
    out = tmp_path / "out"
    config = ROOT / "configs" / "rotate.yaml"
    assert augment(sample_data, out, "--config", config, "--copies", 3, "--seed", 7) == 0
    captured = capsys.readouterr()
    assert f"63 pictures of 21 sources written to {out}" in captured.out
    assert str(out / "manifest.jsonl") in captured.out
    assert captured.err == "passed over: 4 no image extension\n"  # the scripts beside the pictures
    records = read_manifest(out / "manifest.jsonl")
    assert len(records) == 63
    assert all("angle" in record["operators"][0]["rotate"] for record in records)
    assert len([name for name in tree(out) if name.endswith(".jpg")]) == 63


def test_a_shipped_config_by_name_and_operators_after_it(tmp_path, source):
    assert augment(source, tmp_path / "out", "--config", "rotate", "--op", "flip") == 0
    (record, *_) = read_manifest(tmp_path / "out" / "manifest.jsonl")
    assert [next(iter(each)) for each in record["operators"]] == ["rotate", "flip"]


def test_without_operators_an_example_of_each_is_shown(tmp_path, source, capsys):
    assert augment(source, tmp_path / "out") == 2
    text = capsys.readouterr().err
    assert "--op" in text
    assert "--config" in text
    assert not (tmp_path / "out").exists()


def test_flags_reach_the_run(tmp_path, source):
    flags = ["--format", "png", "--limit", 2, "--shuffle", "--initial-fill", 3, "--threads", 1]
    flags += ["--batch-size", 2, "--seed", 9, "--quality", 50, "--device", "cpu"]
    assert augment(source, tmp_path / "out", "--op", TURN, *flags) == 0
    assert [n for n in tree(tmp_path / "out") if n.endswith(".png")] == [
        "cat/000.png",
        "cat/002.png",
    ]
    text = (tmp_path / "out" / "run.yaml").read_text()
    assert "seed: 9" in text
    assert "format: png" in text


def test_bad_files_give_exit_code_3_and_their_reasons(tmp_path, source, capsys):
    (source / "cat" / "broken.jpg").write_bytes(encoded(noise(40, 40))[:900])
    (source / "dog" / "text.jpg").write_text("not a picture")
    (source / "dog" / "empty.jpg").write_bytes(b"")
    (source / "dog" / "png.jpeg").write_bytes(encoded(photo(9, 9), "PNG"))
    assert augment(source, tmp_path / "out", "--op", TURN) == 3
    captured = capsys.readouterr()
    assert "7 pictures of 10 sources" in captured.out
    for words in (
        "cat/broken.jpg: truncated:",
        "dog/text.jpg: not_image:",
        "dog/empty.jpg: empty:",
    ):
        assert words in captured.err
    assert "3 of 10 sources failed" in captured.err


def test_a_failure_too_many_gives_exit_code_1(tmp_path, source, capsys):
    (source / "cat" / "000.jpg").write_bytes(b"")
    assert augment(source, tmp_path / "out", "--op", TURN, "--on-error", "fail") == 1
    assert "too many errors" in capsys.readouterr().err


def test_a_missing_folder_is_one_plain_line_and_exit_code_4(tmp_path, capsys):
    assert augment(tmp_path / "nowhere", tmp_path / "out", "--op", TURN) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"error: {tmp_path / 'nowhere'}: no such folder\n"


def test_a_misspelt_config_gives_exit_code_2_with_file_line_and_nearest_name(
    tmp_path, source, capsys
):
    config = tmp_path / "run.yaml"
    config.write_text("schema_version: 1\naugment:\n  - rotat: {angle: 3}\n")
    assert augment(source, tmp_path / "out", "--config", config) == 2
    assert f"{config}:3: augment.0.rotat:" in (text := capsys.readouterr().err)
    assert "did you mean 'rotate'" in text
    config.write_text("schema_version: 1\naugment:\n  - rotate:\n      angel: 3\n")
    assert augment(source, tmp_path / "out", "--config", config) == 2
    assert f"{config}:4: augment.0.rotate.angel:" in (text := capsys.readouterr().err)
    assert "did you mean 'angle'" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["--op", "rotat(angle=1)"], ["--op", TURN, "--copies", "0"], ["--op", TURN, "--no-such"],
        ["--op", TURN, "--format", "tga"], ["--op", TURN, "--quality", "101"],
        ["--op", TURN, "--max-errors", "many"], ["--op", TURN, "--seed", "x"],
    ],
)  # fmt: skip
def test_wrong_usage_gives_exit_code_2_and_writes_nothing(tmp_path, source, arguments, capsys):
    assert augment(source, tmp_path / "out", *arguments) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_output_folder_in_use_needs_overwrite(tmp_path, source, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("kept")
    assert augment(source, out, "--op", TURN) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert augment(source, out, "--op", TURN, "--overwrite") == 0
    assert (out / "mine.txt").read_text() == "kept"


def test_json_is_one_document_also_on_failure(tmp_path, source, capsys):
    assert augment(source, tmp_path / "out", "--op", TURN, "--json") == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["sources"], summary["outputs"], summary["failed"]) == (6, 6, 0)
    assert augment(tmp_path / "nowhere", tmp_path / "x", "--op", TURN, "--json") == 4
    assert json.loads(capsys.readouterr().out)["exit_code"] == 4
    assert augment(source, tmp_path / "x", "--nonsense", "--json") == 2
    assert json.loads(capsys.readouterr().out)["exit_code"] == 2


def test_a_dry_run_lists_and_writes_nothing(tmp_path, source, capsys):
    assert augment(source, tmp_path / "out", "--op", TURN, "--copies", 2, "--dry-run") == 0
    text = capsys.readouterr().out
    assert "cat/000.jpg -> cat/000-0.jpg" in text
    assert "... and 2 more" in text
    assert "would write 12 pictures of 6 sources" in text
    assert not (tmp_path / "out").exists()
    assert augment(source, tmp_path / "out", "--op", TURN, "--dry-run", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["outputs"]) == 6


def test_quiet_says_nothing_but_errors(tmp_path, source, capsys):
    (source / "cat" / "000.jpg").write_bytes(b"")
    assert augment(source, tmp_path / "out", "--op", TURN, "-q") == 3
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_a_manifest_may_lie_elsewhere(tmp_path, source):
    assert augment(source, tmp_path / "out", "--op", TURN, "--manifest", tmp_path / "m.jsonl") == 0
    assert len(read_manifest(tmp_path / "m.jsonl")) == 6
    assert not (tmp_path / "out" / "manifest.jsonl").exists()


def test_names_can_not_act_on_the_terminal(tmp_path, source, capsys):
    name = os.fsdecode(b"\x1b[31m\xff\n.jpg")
    (source / "cat" / name).write_bytes(b"")
    assert augment(source, tmp_path / "out", "--op", TURN) == 3
    text = capsys.readouterr().err
    assert "\x1b" not in text
    assert r"cat/\x1b[31m\xff\n.jpg: empty" in text
    assert escaped("plain äé.jpg") == "plain äé.jpg"


def test_names_come_from_standard_input(tmp_path, source):
    names = b"\0".join(os.fsencode(path) for path in sorted(source.rglob("*.jpg"))[:3])
    command = [sys.executable, "-m", "ddcli", "augment", "--files-from", "-", "-0"]
    finished = subprocess.run(
        [*command, str(tmp_path / "out"), "--op", TURN],
        input=names,
        check=True,
        capture_output=True,
    )
    assert b"3 pictures of 3 sources" in finished.stdout


def ddcli(*arguments, **options) -> subprocess.Popen:
    command = [sys.executable, "-m", "ddcli", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_in_mid_run_leaves_whole_files(tmp_path, number, code):
    source, out = dataset(tmp_path / "in", 200), tmp_path / "out"
    process = ddcli("augment", source, out, "--op", TURN, "--copies", 200, "--batch-size", 4)
    while not list(out.glob("*/*.jpg")):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert "stopped (interrupted)" in errors
    assert "Traceback" not in errors
    records = read_manifest(out / "manifest.jsonl")
    written = {name for name in tree(out) if name.endswith(".jpg")}
    assert {record["output"] for record in records} == written
    assert all(data.endswith(b"\xff\xd9") for name, data in tree(out).items() if name in written)
    assert not any(is_temporary(path.name) for path in out.rglob("*"))


def test_no_colour_codes_reach_a_pipe(tmp_path, source):
    process = ddcli("augment", tmp_path / "nowhere", tmp_path / "out", "--op", TURN)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 4
    assert "\x1b" not in out + errors


def test_a_closed_pipe_is_no_traceback(source, tmp_path):
    process = ddcli("augment", source, tmp_path / "out", "--op", TURN, "--dry-run")
    process.stdout.close()
    with process.stderr:
        errors = process.stderr.read()
    process.wait(60)
    assert "Traceback" not in errors
