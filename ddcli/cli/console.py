"""Every byte that reaches the terminal: results on stdout, all else on stderr.

With ``--json`` stdout is exactly one JSON document, whatever happens. File names come from
strangers, so control characters in them are shown escaped. Progress is a bar on a terminal and a
plain line now and then elsewhere; rich, which draws it, is loaded only for the bar.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from ddcli.runs.manifest import Record

_PLAIN_SECONDS = 10.0  # between two lines of progress where there is no terminal
_SHOWN_FAILURES = 20  # failures named one by one; the manifest has them all


class Console:
    """Where a command writes to. `verbosity` is -1 with ``-q``, 1 with ``-v``."""

    def __init__(self, *, as_json: bool = False, verbosity: int = 0, color: bool = True) -> None:
        self.as_json = as_json
        self.verbosity = verbosity
        self.color = color and not os.environ.get("NO_COLOR")

    def result(self, text: str) -> None:
        """A line for people on stdout; nothing with ``--json`` or ``-q``."""
        if not self.as_json and self.verbosity >= 0:
            print(text)

    def document(self, data: Any) -> None:
        """The command's one JSON document, on stdout; nothing without ``--json``."""
        if self.as_json:
            print(json.dumps(data, indent=2))

    def note(self, text: str) -> None:
        """A line on stderr, unless ``-q``."""
        if self.verbosity >= 0:
            print(text, file=sys.stderr)

    def error(self, text: str) -> None:
        """What went wrong, on stderr, always."""
        head = "\x1b[1;31merror:\x1b[0m" if self.color and sys.stderr.isatty() else "error:"
        print(f"{head} {text}", file=sys.stderr)


def escaped(text: str) -> str:
    """`text` with everything that could act on a terminal shown as an escape.

    >>> escaped("a\\x1b[31m\\n.jpg")
    'a\\\\x1b[31m\\\\n.jpg'
    """
    return "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # a byte that is no UTF-8, as Python holds it in names
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


class Progress:
    """Shows how a run goes on: a bar on a terminal, a line every ten seconds elsewhere."""

    def __init__(self, console: Console, unit: str) -> None:
        self._console, self._unit = console, unit
        self._done = self._failed = self._total = 0
        self._begun = self._last_line = time.monotonic()
        self._bar: Bar | None = None

    def begin(self, total: int) -> None:
        self._total = total
        self._begun = self._last_line = time.monotonic()
        if self._console.verbosity >= 0 and sys.stderr.isatty():
            self._bar = _rich_bar(self._unit, self._console.color)
            self._bar.add_task("", total=total, failed=0)
            self._bar.start()

    def advance(self, count: int) -> None:
        self._done += count
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], advance=count, failed=self._failed)
        elif time.monotonic() - self._last_line >= _PLAIN_SECONDS:
            self._last_line = time.monotonic()
            self._console.note(self._line())

    def failed(self, record: Record) -> None:
        self._failed += 1
        if self._failed <= _SHOWN_FAILURES or self._console.verbosity > 0:
            self._say(f"{escaped(record.source)}: {record.reason}: {record.message}")
        elif self._failed == _SHOWN_FAILURES + 1:
            self._say("... more failures: they are all in the manifest")

    def end(self) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            self._console.note(text)

    def _line(self) -> str:
        seconds = max(time.monotonic() - self._begun, 1e-9)
        rate = self._done / seconds
        left = (self._total - self._done) / rate if rate else float("inf")
        return (
            f"{self._done}/{self._total} {self._unit}, {rate:.0f}/s, {left:.0f} s left,"
            f" {self._failed} failed"
        )


def _rich_bar(unit: str, color: bool) -> Bar:
    from rich.console import Console as RichConsole
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    class Rate(TextColumn):
        def render(self, task: Any) -> Any:
            self.text_format = f"{task.speed or 0:.0f} {unit}/s"
            return super().render(task)

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        Rate(""),
        TimeLeft(),
        TextColumn("{task.fields[failed]} failed"),
        console=RichConsole(stderr=True, no_color=not color),
        transient=True,
    )
