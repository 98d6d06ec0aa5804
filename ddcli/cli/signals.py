"""Ctrl-C and SIGTERM as a wish that a run can look at: the first is polite, the second is not."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Any

from ddcli.cli.exit import ExitCode

_CODES = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}


class StopRequest:
    """While it is entered, the first signal sets `code`, the next one ends the process."""

    def __init__(self) -> None:
        self.code: ExitCode | None = None
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> StopRequest:
        self._before = {number: signal.signal(number, self._note) for number in _CODES}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.code = _CODES[signal.Signals(number)]
        for each in _CODES:
            signal.signal(each, signal.SIG_DFL)
