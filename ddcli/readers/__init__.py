"""Where encoded samples come from."""

from ddcli.readers.file import File

__all__ = ["File"]
