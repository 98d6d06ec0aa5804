"""Input and output: `io.file.read`."""

from ddcli.operators.io import file

__all__ = ["file"]
