"""All operators and distributions by name: importing this module declares them.

A new operator's module is found by itself; nothing has to be listed.
"""

from __future__ import annotations

import importlib
import pkgutil

import ddcli.operators
from ddcli.engine.operator import OPERATORS, Operator

for _module in pkgutil.iter_modules(ddcli.operators.__path__):
    if _module.name != "catalogue":
        importlib.import_module(f"ddcli.operators.{_module.name}")

from ddcli.operators.random import DISTRIBUTIONS, Distribution  # noqa: E402  (declared above)

IMAGE_OPERATORS = {name: each for name, each in sorted(OPERATORS.items()) if each.image}

__all__ = ["DISTRIBUTIONS", "IMAGE_OPERATORS", "OPERATORS", "Distribution", "Operator"]
