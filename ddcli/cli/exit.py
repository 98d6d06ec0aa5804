"""The exit codes, and which error ends with which."""

from __future__ import annotations

from enum import IntEnum

from ddcli.errors import ArgumentError, DatasetError, DdcliError


class ExitCode(IntEnum):
    """What a command's exit status says to scripts."""

    OK = 0
    FATAL = 1
    USAGE = 2
    SOME_FAILED = 3
    NO_INPUT = 4
    INTERRUPTED = 130
    TERMINATED = 143


def exit_code_of(error: DdcliError) -> ExitCode:
    """The exit code of a command that this error ended."""
    if isinstance(error, DatasetError):
        return ExitCode.NO_INPUT
    return ExitCode.USAGE if isinstance(error, ArgumentError) else ExitCode.FATAL
