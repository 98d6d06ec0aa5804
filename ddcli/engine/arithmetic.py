"""Elementwise operations on arrays, with DALI's element types: what `a + b` does to one sample.

Integer arithmetic is that of C: it wraps, and division goes towards zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ddcli.errors import ArgumentError
from ddcli.types import DType

_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "modulo": np.fmod,  # as in C, the sign is that of the dividend
    "power": np.power,
    "minimum": np.minimum,
    "maximum": np.maximum,
}
_BITWISE: dict[str, Callable[..., Any]] = {
    "bitwise_and": np.bitwise_and,
    "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor,
    "left_shift": np.left_shift,
    "right_shift": np.right_shift,
}
_COMPARISONS: dict[str, Callable[..., Any]] = {
    name: getattr(np, name)
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
}
_UNARY: dict[str, Callable[..., Any]] = {
    "negative": np.negative,
    "absolute": np.absolute,
    "invert": np.invert,
}


def promoted(first: DType, second: DType) -> DType:
    """The element type of an operation on two types, by DALI's rules.

    A float wins over integers, the larger of two floats. Of two integers the larger; signed with
    unsigned gives a signed type that holds both, of 64 bits at most. A bool takes the other's type.

    >>> promoted(DType.UINT8, DType.INT8), promoted(DType.INT64, DType.FLOAT)
    (DType.INT16, DType.FLOAT)
    """
    one, two = np.dtype(first.value), np.dtype(second.value)
    if one.kind == two.kind:
        return first if one.itemsize >= two.itemsize else second
    for kind in "bf":
        if kind in (one.kind, two.kind):
            wins = (one.kind == kind) == (kind == "f")
            return first if wins else second
    signed, unsigned = (one, two) if one.kind == "i" else (two, one)
    return DType(f"int{min(64, 8 * max(signed.itemsize, 2 * unsigned.itemsize))}")


# Functions of real numbers: integers become f32 first.
_REAL: dict[str, Callable[..., Any]] = {
    name: getattr(np, name)
    for name in (
        *("sqrt", "cbrt", "exp", "log", "log2", "log10", "floor", "ceil", "fabs"),
        *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2"),
        *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh"),
    )
} | {"rsqrt": lambda x: 1 / np.sqrt(x), "fpow": np.power}


def computed(name: str, values: Sequence[np.ndarray]) -> np.ndarray:
    """The operation on one or two arrays. Raises ArgumentError where it makes no sense."""
    if len(values) == 1:
        x = values[0]
        return np.asarray(_REAL[name](_real(x)) if name in _REAL else _unary(name, x))
    try:
        np.broadcast_shapes(*(value.shape for value in values))
    except ValueError:
        shapes = " and ".join(str(value.shape) for value in values)
        raise ArgumentError(f"{name}: can't broadcast shapes {shapes}") from None
    common = np.dtype(promoted(*(DType(value.dtype) for value in values)).value)
    x, y = (value.astype(common, copy=False) for value in values)
    if name in _REAL:
        return np.asarray(_REAL[name](*(_real(value) for value in (x, y))))
    if name in _COMPARISONS:
        return np.asarray(_COMPARISONS[name](x, y))
    if name in _BITWISE:
        if common.kind == "f":
            raise ArgumentError(f"{name} takes integers and bools, not {DType(common)}")
        if common.kind == "b" and name.endswith("shift"):
            return np.asarray(_BITWISE[name](x.view(np.uint8), y.view(np.uint8)) & 1, np.bool_)
        return np.asarray(_BITWISE[name](x, y))
    if common.kind == "b" and name != "multiply":
        raise ArgumentError(f"{name} takes numbers; for two bools there is &, | and ^")
    return np.asarray(_arithmetic(name, x, y))


def _arithmetic(name: str, x: np.ndarray, y: np.ndarray) -> Any:
    integers = x.dtype.kind != "f"
    if name == "divide" or (name == "floor_divide" and not integers):
        return np.divide(x, y, dtype=np.float32 if integers else x.dtype)
    if name == "floor_divide":  # towards zero, as in C
        return (x - np.fmod(x, y)) // np.where(y == 0, y.dtype.type(1), y)
    if name == "power" and integers and (y < 0).any():
        return np.power(x.astype(np.float64), y).astype(x.dtype)
    return _ARITHMETIC[name](x, y)


def _real(x: np.ndarray) -> np.ndarray:
    return x if x.dtype.kind == "f" else x.astype(np.float32)


def _unary(name: str, x: np.ndarray) -> Any:
    if (x.dtype.kind == "f") if name == "invert" else (x.dtype.kind == "b"):
        raise ArgumentError(f"{name} does not take {DType(x.dtype)}")
    return _UNARY[name](x)
