"""The README's commands do what it says."""

from __future__ import annotations

import re
import shlex

import pytest

from ddcli.cli.app import run
from ddcli.operators.catalogue import DISTRIBUTIONS, IMAGE_OPERATORS
from ddcli.runs.config import parse_config
from ddcli.runs.document import parse_yaml
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


COMMANDS = [
    line for text in blocks("sh") for line in text.splitlines() if line.startswith("ddcli ")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command, tmp_path):
    words = shlex.split(command)[1:]
    place = words.index("sample_data")
    words[place : place + 2] = [str(ROOT / "sample_data"), str(tmp_path / "out")]
    assert run(words) == 0
    if "--copies" in words:
        assert (tmp_path / "out" / "cat" / "cat_01-0.jpg").exists()
    assert (tmp_path / "out" / "run.yaml").exists()


def test_there_are_commands_and_make_has_its_targets():
    assert len(COMMANDS) == 2
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_the_config_is_valid():
    (text,) = blocks("yaml")
    assert len(parse_config(parse_yaml(text, "README")).augment) == 3


def test_the_table_names_what_there_is():
    (operators,) = re.findall(r"^\| operators \| (.*?), with", README, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", operators)) == set(IMAGE_OPERATORS)
    (distributions,) = re.findall(r"^\| random arguments \| (.*) \|", README, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", distributions)) == set(DISTRIBUTIONS)
