"""The one exception tree, and the reasons why a sample can fail.

    DdcliError
    ├── ArgumentError (ValueError, RuntimeError)   a value that a function can't take
    │   └── ConfigError                ... found in a config file or an --op expression
    ├── DatasetError (ValueError)      nothing to read: a missing folder, a broken file list
    ├── DeviceError (RuntimeError)     a device that this machine or installation lacks
    ├── RunError (RuntimeError)        a whole job can't start or go on
    └── SampleError (RuntimeError)     samples that failed, raised where their data is asked for
        ├── DecodeError                ... while they were read or decoded
        └── OperatorError (ValueError) ... in an operator, mostly by a bad per-sample argument

A failed sample is a value first: a `Failure` travels with its batch, and becomes a SampleError only
where somebody asks for the sample's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum


class Reason(str, Enum):
    """Why a sample failed; the value is the reason code that users see and scripts match."""

    EMPTY = "empty"
    NOT_IMAGE = "not_image"
    TRUNCATED = "truncated"
    CORRUPT = "corrupt"
    TOO_LARGE = "too_large"
    TOO_MANY_SCANS = "too_many_scans"
    UNSUPPORTED = "unsupported"
    CODEC_MISSING = "codec_missing"
    PERMISSION = "permission"
    VANISHED = "vanished"
    UNREADABLE = "unreadable"
    ENCODE_LIMIT = "encode_limit"
    INVALID_ARGUMENT = "invalid_argument"
    OUT_OF_MEMORY = "out_of_memory"
    CANCELLED = "cancelled"
    INTERNAL = "internal"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Failure:
    """Why one sample has no data: the reason code, one plain sentence, and where it happened.

    `path` and `byte_size` name the encoded source where there is one; `operator` and `call_site`
    (``file.py:12``) name the call. The layer that knows a part fills it in with `at`. `cause` is
    the exception behind it, for those who debug.
    """

    reason: Reason
    message: str
    path: str | None = None
    byte_size: int | None = None
    operator: str | None = None
    call_site: str | None = None
    cause: BaseException | None = field(default=None, compare=False, repr=False)

    def at(self, **known: str | int | None) -> Failure:
        """The same failure with those parts filled in that were still unknown."""
        missing = {name: value for name, value in known.items() if getattr(self, name) is None}
        return replace(self, **missing)  # type: ignore[arg-type]

    def __str__(self) -> str:
        what = f"{self.reason}: {self.message}"
        if self.path is not None:
            size = "" if self.byte_size is None else f" ({self.byte_size:,} bytes)"
            what = f"{self.path!r}{size}: {what}"
        if self.operator is not None:
            what += f" [in {self.operator}]"
        if self.call_site is not None:
            what += f" [called at {self.call_site}]"
        return what


class DdcliError(Exception):
    """Everything that ddcli raises on purpose."""


class ArgumentError(DdcliError, ValueError, RuntimeError):
    """A value that a function or operator can't take.

    Also a RuntimeError, which DALI raises for some of these, so that code which catches it goes on.
    """


class ConfigError(ArgumentError):
    """A config file or an --op expression that can't be used; the text names the place."""


class DatasetError(DdcliError, ValueError):
    """A data set that can't be listed: no such folder, no file that matches, a broken list."""


class DeviceError(DdcliError, RuntimeError):
    """A device that this machine or this installation lacks."""


class RunError(DdcliError, RuntimeError):
    """A whole job that can't start or go on."""


class SampleError(DdcliError, RuntimeError):
    """Samples without data. `failures` maps the index in the batch to the `Failure`."""

    def __init__(self, failures: Mapping[int, Failure]) -> None:
        self.failures = dict(failures)
        lines = [f"sample {index}: {failure}" for index, failure in self.failures.items()]
        head = lines[0] if len(lines) == 1 else f"{len(lines)} samples failed"
        super().__init__("\n  ".join([head, *lines] if len(lines) > 1 else [head]))
        self.__cause__ = next((f.cause for f in self.failures.values() if f.cause), None)


class DecodeError(SampleError):
    """Samples that could not be read or decoded."""


class OperatorError(SampleError, ValueError):
    """Samples that an operator could not process, mostly for a bad per-sample argument."""


_IN_OPERATOR = (Reason.INVALID_ARGUMENT, Reason.OUT_OF_MEMORY, Reason.CANCELLED, Reason.INTERNAL)


def sample_error(failures: Mapping[int, Failure]) -> SampleError:
    """The exception that fits these failures; the first one decides between its kinds."""
    first = next(iter(failures.values()))
    kind = OperatorError if first.reason in _IN_OPERATOR else DecodeError
    return kind(failures)
