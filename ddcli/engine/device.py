"""Where samples live and which backend works on them: the only place that knows device names.

A device is a row of the table: the module of its backend is imported when it is first used, so that
`import ddcli` costs nothing for devices that nobody asks for.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ddcli.errors import ArgumentError, DeviceError

if TYPE_CHECKING:
    from ddcli.engine.primitives import Backend

_BACKENDS = {"cpu": "ddcli.backends.cpu"}
_ABSENT = {
    "gpu": "this release of ddcli works on the CPU only; leave `device` out or use device='cpu'"
}


@dataclass(frozen=True)
class Device:
    """A place for samples, compared by name and index; `str()` gives what users write.

    >>> Device.of("cpu") == Device("cpu"), str(Device("cpu"))
    (True, 'cpu')
    """

    name: str
    index: int = 0

    @classmethod
    def of(cls, device: str | Device | None) -> Device:
        """The device that a user's `device=` means; None is the CPU.

        Raises ArgumentError for a name that is none, DeviceError for one that is not here.
        """
        if isinstance(device, Device):
            return device
        name = "cpu" if device is None else device
        if name in _ABSENT:
            raise DeviceError(f"device {name!r} is not available: {_ABSENT[name]}")
        if name not in _BACKENDS:
            raise ArgumentError(f"device must be one of {', '.join(device_names())}, not {name!r}")
        return cls(name)

    @property
    def backend(self) -> Backend:
        """The module-level `backend` of this device's module, imported on first use."""
        return _load(self.name)

    def __str__(self) -> str:
        return self.name if self.index == 0 else f"{self.name}:{self.index}"


CPU = Device("cpu")


def device_names() -> tuple[str, ...]:
    """All the names that a `device=` may have, here or not."""
    return (*_BACKENDS, *_ABSENT)


@cache
def _load(name: str) -> Backend:
    backend: Backend = importlib.import_module(_BACKENDS[name]).backend
    return backend
