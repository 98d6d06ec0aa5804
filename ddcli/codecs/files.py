"""Bytes from files: a name becomes the file's bytes, or the reason why not."""

from __future__ import annotations

import os
import stat

import numpy as np

from ddcli.errors import Failure, Reason


def read_file(path: str) -> np.ndarray | Failure:
    """The file's bytes (1-D uint8). Only regular files are read.

    It is opened without blocking, so that a pipe put in its place can't hang us.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return Failure(Reason.UNREADABLE, "not a regular file")
            return np.frombuffer(file.read(), np.uint8)
    except FileNotFoundError:
        return Failure(Reason.VANISHED, "there is no such file, or it is gone since it was listed")
    except PermissionError:
        return Failure(Reason.PERMISSION, "no permission to read the file")
    except OSError as error:
        return Failure(Reason.UNREADABLE, f"the file can't be read: {error.strerror}")
    except ValueError as error:  # a NUL in the name
        return Failure(Reason.UNREADABLE, f"the file can't be read: {error}")
