"""Elementwise mathematics on tensors and batches: `ndd.math.sqrt(x)` and so on.

Functions of real numbers give f32, and f64 for f64; `min`, `max`, `clamp`, `pow` and `abs` promote
element types as operators do. What is undefined (the root of -1) is nan, as in C.
"""

from __future__ import annotations

from typing import Any

from ddcli.engine.batch import Batch
from ddcli.engine.operand import Operand, elementwise
from ddcli.engine.tensor import Tensor, as_tensor


def _call(name: str, *operands: Any) -> Tensor | Batch:
    """The named operation; an operand that is neither Tensor nor Batch becomes a Tensor."""
    first, *others = operands
    if not any(isinstance(each, Operand) for each in operands):
        first = as_tensor(first)
    return elementwise(name, first, *others)  # type: ignore[no-any-return]


def abs(x: Any) -> Tensor | Batch:
    """The absolute value, in the same type.

    >>> abs([-2]).shape, [each.item() for each in abs([-2, 3])]
    ((1,), [2, 3])
    """
    return _call("absolute", x)


def fabs(x: Any) -> Tensor | Batch:
    """The absolute value, as a float.

    >>> fabs(-2).item()
    2.0
    """
    return _call("fabs", x)


def min(left: Any, right: Any) -> Tensor | Batch:
    """The smaller of both.

    >>> min(3, 2).item()
    2
    """
    return _call("minimum", left, right)


def max(left: Any, right: Any) -> Tensor | Batch:
    """The larger of both.

    >>> max(3, 2.5).item()
    3.0
    """
    return _call("maximum", left, right)


def clamp(value: Any, lo: Any, hi: Any) -> Tensor | Batch:
    """The value, or the bound that it lies beyond.

    >>> [each.item() for each in clamp([0, 5, 9], 2, 7)]
    [2, 5, 7]
    """
    return min(max(value, lo), hi)


def pow(base: Any, exponent: Any) -> Tensor | Batch:
    """The power, an integer for integers.

    >>> pow(2, 5).item()
    32
    """
    return _call("power", base, exponent)


def fpow(base: Any, exponent: Any) -> Tensor | Batch:
    """The power, as a float.

    >>> fpow(4, 0.5).item()
    2.0
    """
    return _call("fpow", base, exponent)


def atan2(y: Any, x: Any) -> Tensor | Batch:
    """The angle of the point (x, y), in radians from -pi to pi.

    >>> round(atan2(1.0, 1.0).item(), 4)
    0.7854
    """
    return _call("arctan2", y, x)


def sqrt(x: Any) -> Tensor | Batch:
    """The square root.

    >>> sqrt(9).item()
    3.0
    """
    return _call("sqrt", x)


def rsqrt(x: Any) -> Tensor | Batch:
    """One over the square root.

    >>> rsqrt(4).item()
    0.5
    """
    return _call("rsqrt", x)


def cbrt(x: Any) -> Tensor | Batch:
    """The cube root.

    >>> cbrt(8).item()
    2.0
    """
    return _call("cbrt", x)


def exp(x: Any) -> Tensor | Batch:
    """e to the power of x.

    >>> exp(0).item()
    1.0
    """
    return _call("exp", x)


def log(x: Any) -> Tensor | Batch:
    """The natural logarithm.

    >>> log(1).item()
    0.0
    """
    return _call("log", x)


def log2(x: Any) -> Tensor | Batch:
    """The logarithm to base 2.

    >>> log2(8).item()
    3.0
    """
    return _call("log2", x)


def log10(x: Any) -> Tensor | Batch:
    """The logarithm to base 10.

    >>> round(log10(100).item(), 4)
    2.0
    """
    return _call("log10", x)


def floor(x: Any) -> Tensor | Batch:
    """The largest whole number that is not larger, as a float.

    >>> floor(1.7).item()
    1.0
    """
    return _call("floor", x)


def ceil(x: Any) -> Tensor | Batch:
    """The smallest whole number that is not smaller, as a float.

    >>> ceil(1.2).item()
    2.0
    """
    return _call("ceil", x)


def sin(x: Any) -> Tensor | Batch:
    """The sine of an angle in radians.

    >>> sin(0).item()
    0.0
    """
    return _call("sin", x)


def cos(x: Any) -> Tensor | Batch:
    """The cosine of an angle in radians.

    >>> cos(0).item()
    1.0
    """
    return _call("cos", x)


def tan(x: Any) -> Tensor | Batch:
    """The tangent of an angle in radians.

    >>> tan(0).item()
    0.0
    """
    return _call("tan", x)


def asin(x: Any) -> Tensor | Batch:
    """The angle in radians whose sine is x.

    >>> asin(0).item()
    0.0
    """
    return _call("arcsin", x)


def acos(x: Any) -> Tensor | Batch:
    """The angle in radians whose cosine is x.

    >>> acos(1).item()
    0.0
    """
    return _call("arccos", x)


def atan(x: Any) -> Tensor | Batch:
    """The angle in radians whose tangent is x.

    >>> atan(0).item()
    0.0
    """
    return _call("arctan", x)


def sinh(x: Any) -> Tensor | Batch:
    """The hyperbolic sine.

    >>> sinh(0).item()
    0.0
    """
    return _call("sinh", x)


def cosh(x: Any) -> Tensor | Batch:
    """The hyperbolic cosine.

    >>> cosh(0).item()
    1.0
    """
    return _call("cosh", x)


def tanh(x: Any) -> Tensor | Batch:
    """The hyperbolic tangent.

    >>> tanh(0).item()
    0.0
    """
    return _call("tanh", x)


def asinh(x: Any) -> Tensor | Batch:
    """The number whose hyperbolic sine is x.

    >>> asinh(0).item()
    0.0
    """
    return _call("arcsinh", x)


def acosh(x: Any) -> Tensor | Batch:
    """The number whose hyperbolic cosine is x.

    >>> acosh(1).item()
    0.0
    """
    return _call("arccosh", x)


def atanh(x: Any) -> Tensor | Batch:
    """The number whose hyperbolic tangent is x.

    >>> atanh(0).item()
    0.0
    """
    return _call("arctanh", x)
