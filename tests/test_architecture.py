"""What DESIGN promises of the house: the public face, and where things may stand."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest

import ddcli
from tests.conftest import ROOT

PACKAGE = ROOT / "ddcli"


def test_every_public_name_is_there_and_documented():
    for name in ddcli.__all__:
        value = getattr(ddcli, name)
        assert value.__doc__, name
        assert name in dir(ddcli)
    with pytest.raises(AttributeError, match="rotat"):
        ddcli.rotat  # noqa: B018


def test_every_public_function_and_class_has_an_example():
    for name in ddcli.__all__:
        value = getattr(ddcli, name)
        is_enumeration = isinstance(value, type) and issubclass(value, Enum) and name != "DType"
        if (inspect.isfunction(value) or isinstance(value, type)) and not is_enumeration:
            assert ">>>" in value.__doc__, name


def test_every_operator_for_pictures_is_public():
    from ddcli.operators.catalogue import IMAGE_OPERATORS

    assert set(IMAGE_OPERATORS) <= set(ddcli.__all__)


def test_type_checkers_see_the_same_names_as_python():
    text = (PACKAGE / "__init__.py").read_text()
    block = text[text.index("if TYPE_CHECKING") : text.index("__version__")]
    imported = re.sub(r"from [\w.]+ import|\w+ as ", "", block.split("\n", 1)[1])
    assert sorted(re.findall(r"\w+", imported)) == sorted(ddcli.__all__)


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_device_names_stand_where_devices_are_known(path: Path):
    if path.relative_to(PACKAGE).parts[0] in ("backends", "codecs") or path.name == "device.py":
        return
    compared = re.findall(r"""[!=]=\s*["'](?:cpu|gpu)["']""", path.read_text())
    assert not compared


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_files_fit_in_the_head_and_say_what_they_are_for(path: Path):
    text = path.read_text()
    assert text.startswith('"""')
    assert text.count("\n") <= 320


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], [], ["augment", "--help"]])
def test_help_loads_nothing_heavy(arguments):
    heavy = {"numpy", "cv2", "PIL", "yaml"}
    if arguments[:1] != ["augment"]:
        heavy.add("pydantic")  # Typer itself loads it as soon as there is a command
    script = (
        "import sys\n"
        "from ddcli.cli.app import run\n"
        f"assert run({arguments!r}) == 0\n"
        f"heavy = {heavy!r} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_importing_the_package_loads_nothing_heavy():
    script = "import sys, ddcli; assert not {'numpy', 'cv2', 'rich', 'typer'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_module_runs_as_a_command():
    finished = subprocess.run(
        [sys.executable, "-m", "ddcli", "--version"], check=True, capture_output=True, text=True
    )
    assert finished.stdout == f"ddcli {ddcli.__version__}\n"
    assert importlib.util.find_spec("ddcli.__main__")
