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


@dataclass(frozen=True, eq=False)
class Device:
    """A place for samples; equal to another of the same type and index, and to its name.

    Raises ArgumentError for a type that there is not, DeviceError for one that is not here.

    >>> device = Device("cpu")
    >>> str(device), device == Device("cpu"), device == "cpu", device.device_type
    ('cpu', True, True, 'cpu')
    """

    device_type: str
    device_id: int | None = None

    def __post_init__(self) -> None:
        if self.device_type in _ABSENT:
            raise DeviceError(
                f"device {self.device_type!r} is not available: {_ABSENT[self.device_type]}"
            )
        if self.device_type not in _BACKENDS:
            names = ", ".join((*_BACKENDS, *_ABSENT))
            raise ArgumentError(f"device must be one of {names}, not {self.device_type!r}")

    @classmethod
    def of(cls, device: str | Device | None) -> Device:
        """The device that a user's `device=` means: a name, such as ``gpu:1``; None is the CPU."""
        if isinstance(device, Device):
            return device
        name, _, index = ("cpu" if device is None else str(device)).partition(":")
        return cls(name, int(index) if index.isdecimal() else None)

    @property
    def backend(self) -> Backend:
        """The module-level `backend` of this device's module, imported on first use."""
        return _load(self.device_type)

    def __str__(self) -> str:
        return (
            self.device_type if self.device_id is None else f"{self.device_type}:{self.device_id}"
        )

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, (Device, str)) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))


CPU = Device("cpu")


def device(name: str | Device | None) -> Device:
    """The device that a name stands for; None is the CPU. Raises as `Device` does.

    >>> device("cpu") == "cpu"
    True
    """
    return Device.of(name)


@cache
def _load(device_type: str) -> Backend:
    backend: Backend = importlib.import_module(_BACKENDS[device_type]).backend
    return backend
