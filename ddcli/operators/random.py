"""Random numbers, to be used as arguments: one draw a sample.

A distribution is declared once, by a function that draws from a stream; the dynamic API
(`random.uniform(batch_size=8, ...)`), the config (``{uniform: {range: [-10, 10]}}``) and ``--op``
expressions are made of it. Values are drawn at the call: the order of calls alone decides.
"""

from __future__ import annotations

import functools
import inspect
import json
import math
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Optional, Union

import numpy as np
from annotated_types import Ge, Gt, Le
from typing_extensions import Doc

from ddcli.engine.arguments import Argument, arguments_of, nearest
from ddcli.engine.batch import Batch
from ddcli.engine.device import Device
from ddcli.engine.invocation import Samples
from ddcli.engine.streams import stream
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError
from ddcli.types import DType

Shape = tuple[int, ...]


class RNG:
    """A source of random numbers; the same seed gives the same numbers. Without one, it is drawn.

    >>> rng = RNG(seed=3)
    >>> saved = rng.get_state()
    >>> first = rng.generator.random()
    >>> rng.set_state(saved)
    >>> rng.seed, rng.generator.random() == first
    (3, True)
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = int.from_bytes(os.urandom(6), "little") if seed is None else int(seed)
        self.generator = stream(self.seed)

    def clone(self) -> RNG:
        """Another source that gives the numbers that this one would give from here on."""
        other = RNG(self.seed)
        other.set_state(self.get_state())
        return other

    def advance(self, count: int) -> RNG:
        """Moves on by `count` of the generator's blocks of four numbers, as if they were drawn."""
        self.generator.bit_generator.advance(count)  # type: ignore[attr-defined]
        return self

    def get_state(self) -> str:
        """Where the source is, as JSON text."""
        state = self.generator.bit_generator.state
        return json.dumps(
            {"seed": self.seed, "philox": state}, default=lambda array: array.tolist()
        )

    def set_state(self, state: str) -> None:
        """Goes to where `get_state` was called. Raises ArgumentError for any other text."""
        try:
            saved = json.loads(state)
            philox = saved["philox"]
            for part in ("counter", "key"):
                philox["state"][part] = np.array(philox["state"][part], np.uint64)
            philox["buffer"] = np.array(philox["buffer"], np.uint64)
            self.generator.bit_generator.state = philox
            self.seed = int(saved["seed"])
        except (ValueError, TypeError, KeyError) as error:
            raise ArgumentError(f"not the state of an RNG: {error}") from None

    def __repr__(self) -> str:
        return f"RNG(seed={self.seed})"


@dataclass(frozen=True)
class Distribution:
    """A declared distribution; ``function(generator, size, **parameters)`` draws an array."""

    name: str
    function: Callable[..., np.ndarray]
    arguments: Mapping[str, Argument]

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters in their declared types. Raises TypeError or ArgumentError."""
        for name in given:
            if name not in self.arguments:
                hint = nearest(name, self.arguments)
                raise TypeError(f"random.{self.name}() has no argument {name!r}{hint}")
        try:
            checked = {name: self.arguments[name].check(value) for name, value in given.items()}
        except ArgumentError as error:
            raise ArgumentError(f"random.{self.name}(): {error}") from None
        for argument in self.arguments.values():
            if argument.required and argument.name not in checked:
                raise TypeError(f"random.{self.name}() needs the argument {argument.name!r}")
        return checked

    def draw_one(self, generator: np.random.Generator, parameters: Mapping[str, Any]) -> Any:
        """One value, as Python's own number or list."""
        return self.function(generator, (), **parameters).tolist()


DISTRIBUTIONS: dict[str, Distribution] = {}


def distribution(function: Callable[..., np.ndarray]) -> Callable[..., Tensor | Batch]:
    """Declares a distribution and makes the public function that draws a Tensor or a Batch."""
    declared = Distribution(function.__name__, function, arguments_of(function))

    @functools.wraps(function)
    def call(
        *inputs: Any,
        batch_size: int | None = None,
        device: Any = None,
        dtype: Any = None,
        shape: Any = None,
        rng: RNG | None = None,
        **given: Any,
    ) -> Tensor | Batch:
        Device.of(device)
        required = [name for name, each in declared.arguments.items() if each.required]
        shape_like = inputs[len(required)] if len(inputs) > len(required) else None
        given |= dict(zip(required, inputs))  # DALI takes them by position: choice([1, 2])
        parameters = declared.check({k: v for k, v in given.items() if v is not None})
        generator = (rng or get_default_rng()).generator
        shapes = _shapes(shape_like, shape, batch_size)
        values = [np.asarray(function(generator, each, **parameters)) for each in shapes]
        if dtype is not None:
            values = [value.astype(DType(dtype).value) for value in values]
        drawn = Samples(values)
        batched = batch_size is not None or isinstance(shape_like, Batch)
        return Batch._of(drawn) if batched else Tensor._of(drawn)

    signature = inspect.signature(function)
    call.__signature__ = signature.replace(return_annotation="Tensor | Batch")  # type: ignore[attr-defined]
    DISTRIBUTIONS[declared.name] = declared
    return call


def _shapes(shape_like: Any, shape: Any, batch_size: int | None) -> list[Shape]:
    """The shape of each sample to draw."""
    if shape_like is not None and shape is not None:
        raise ArgumentError("shape= and an input to take the shape from can't be combined")
    if isinstance(shape_like, Batch):
        if batch_size not in (None, shape_like.batch_size):
            raise ArgumentError(f"inconsistent batch sizes: {batch_size}, {shape_like.batch_size}")
        return shape_like.shape
    if shape_like is not None:
        shape = np.shape(shape_like)
    one = tuple(map(int, np.atleast_1d(shape))) if shape is not None else ()
    return [one] * (1 if batch_size is None else batch_size)


@distribution
def uniform(
    generator: np.random.Generator,
    size: Shape,
    *,
    range: Annotated[tuple[float, float], Doc("From the first to below the second.")] = (-1.0, 1.0),
    values: Annotated[
        Optional[list[float]], Doc("Draw one of these instead, all equally likely.")
    ] = None,
) -> np.ndarray:
    """Evenly distributed float32 values in ``range``, or one of ``values``.

    Raises ArgumentError for a range whose end lies before its start.

    >>> import ddcli as ndd
    >>> angles = ndd.random.uniform(batch_size=3, range=(-10, 10), rng=ndd.random.RNG(1))
    >>> angles.shape, all(-10 <= angle.item() < 10 for angle in angles)
    ([(), (), ()], True)
    """
    if values is not None:
        return generator.choice(np.array(values, np.float32), size)
    low, high = range
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise ArgumentError(f"random.uniform(): range must be (low, high), not ({low}, {high})")
    drawn = np.asarray(generator.uniform(low, high, size), np.float32)
    # Rounding to float32 can reach the end, which does not belong to the range.
    last = np.nextafter(np.float32(high), np.float32(low))
    return np.minimum(drawn, last) if low < high else drawn


@distribution
def normal(
    generator: np.random.Generator,
    size: Shape,
    *,
    mean: Annotated[float, Doc("The centre.")] = 0.0,
    stddev: Annotated[float, Ge(0), Doc("The standard deviation.")] = 1.0,
) -> np.ndarray:
    """Normally distributed float32 values.

    >>> import ddcli as ndd
    >>> ndd.random.normal(mean=5.0, stddev=0.0).item()
    5.0
    """
    return np.asarray(generator.normal(mean, stddev, size), np.float32)


@distribution
def beta(
    generator: np.random.Generator,
    size: Shape,
    *,
    alpha: Annotated[float, Gt(0), Doc("The first shape parameter.")] = 1.0,
    beta: Annotated[float, Gt(0), Doc("The second shape parameter.")] = 1.0,
) -> np.ndarray:
    """float32 values from 0 to 1 of the beta distribution.

    >>> import ddcli as ndd
    >>> 0.0 <= ndd.random.beta(alpha=2.0, beta=5.0).item() <= 1.0
    True
    """
    return np.asarray(generator.beta(alpha, beta, size), np.float32)


@distribution
def coin_flip(
    generator: np.random.Generator,
    size: Shape,
    *,
    probability: Annotated[float, Ge(0), Le(1), Doc("Of a one.")] = 0.5,
) -> np.ndarray:
    """int32 ones and zeros.

    >>> import ddcli as ndd
    >>> [ndd.random.coin_flip(probability=p).item() for p in (0.0, 1.0)]
    [0, 1]
    """
    return np.asarray(generator.random(size) < probability, np.int32)


@distribution
def choice(
    generator: np.random.Generator,
    size: Shape,
    *,
    a: Annotated[Union[int, list[Any]], Doc("Draw from this list, or from 0 to a-1.")],
    p: Annotated[Optional[list[float]], Doc("How likely each is; together 1.")] = None,
) -> np.ndarray:
    """One element of a list, or a number below ``a``, with the probabilities ``p``.

    Raises ArgumentError if there is nothing to choose from, or ``p`` does not fit.

    >>> import ddcli as ndd
    >>> ndd.random.choice(a=[5, 7], p=[0.0, 1.0]).item()
    7
    """
    options = np.arange(a) if isinstance(a, int) else np.array(a)
    try:
        drawn = np.asarray(generator.choice(options, size, p=p))
    except ValueError as error:
        raise ArgumentError(f"random.choice(): {error}") from None
    narrow = {np.dtype(np.int64): np.int32, np.dtype(np.float64): np.float32}.get(drawn.dtype)
    return drawn if narrow is None else drawn.astype(narrow)


class _Default(threading.local):
    rng: RNG | None = None


_default = _Default()


def get_default_rng() -> RNG:
    """The calling thread's source of random numbers, for calls without ``rng=``."""
    if _default.rng is None:
        _default.rng = RNG()
    return _default.rng


def set_seed(seed: int) -> None:
    """Starts the calling thread's source of random numbers anew from this seed.

    >>> import ddcli as ndd
    >>> ndd.random.set_seed(1); first = ndd.random.normal().item()
    >>> ndd.random.set_seed(1); first == ndd.random.normal().item()
    True
    """
    _default.rng = RNG(seed)


__all__ = [
    "DISTRIBUTIONS",
    "RNG",
    "Distribution",
    "beta",
    "choice",
    "coin_flip",
    "get_default_rng",
    "normal",
    "set_seed",
    "uniform",
]
