"""The options of runs, each declared once: config sections, flags, defaults and help are read here.

Nothing here imports NumPy or pydantic: the command line's help pages are made from these classes.
A field's annotation carries its documentation, its limits, and its flag where the name differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Optional, Union

from annotated_types import Ge, Le
from typing_extensions import Doc

from ddcli.types import ImageFormat


@dataclass(frozen=True)
class Flag:
    """The flag of an option, where it is not made of the field's name."""

    name: str


@dataclass(frozen=True, kw_only=True)
class ReaderOptions:
    """The config's ``reader`` section: in which order a run takes its files."""

    random_shuffle: Annotated[
        bool, Flag("--shuffle"), Doc("Take the files in random order; results stay the same.")
    ] = False
    initial_fill: Annotated[int, Ge(1), Doc("Size of the shuffling buffer, in samples.")] = 1000


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """The config's ``output`` section: what is written."""

    format: Annotated[ImageFormat, Doc("Format of the written pictures.")] = "jpeg"
    quality: Annotated[int, Ge(1), Le(100), Doc("Quality of JPEG and WebP.")] = 95
    copies: Annotated[int, Ge(1), Doc("Augmented variants of each source.")] = 1


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The config's ``run`` section: how the work is done."""

    seed: Annotated[int, Ge(0), Doc("Decides every random value of the run.")] = 0
    limit: Annotated[Optional[int], Ge(1), Doc("Only the first N sources.")] = None
    batch_size: Annotated[int, Ge(1), Doc("Samples that are worked on together.")] = 64
    threads: Annotated[
        Optional[int], Ge(1), Doc("Worker threads; by default one for each usable CPU.")
    ] = None
    on_error: Annotated[
        Literal["skip", "fail"], Doc("A source that fails: go on without it, or stop the run.")
    ] = "skip"
    max_errors: Annotated[
        Optional[Union[int, str]],
        Doc("Stop when more than N sources, or more than P% of all, have failed."),
    ] = None


# Settings that can't change what is written; a run's record leaves them out.
WITHOUT_EFFECT_ON_BYTES = frozenset(
    {"random_shuffle", "initial_fill", "batch_size", "threads", "on_error", "max_errors"}
)
