"""What makes a function an operator: Tensor or Batch in, arguments for all or for each, Batch out.

There are two kinds. `@operator` is for image operators that only *decide*: the function gets an
`ImageSpec` and resolved arguments of one sample and returns primitives, which the backend of the
sample's device then carries out. `@bulk_operator` is for work of another nature (files, codecs):
the function gets a list of arrays and does the work itself, one result a sample.

The annotated signature is the only declaration of either; the Python API, the config schema, the
command line and the docs are read from it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ddcli.engine.arguments import Argument, arguments_of, nearest
from ddcli.engine.batch import Batch
from ddcli.engine.context import begin
from ddcli.engine.device import CPU, Device
from ddcli.engine.invocation import Call, Invocation, View, call_site
from ddcli.engine.operand import view_of
from ddcli.engine.primitives import Array, apply
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError

Work = Callable[[list[list[Array]], Mapping[str, Any], Mapping[str, list[Any]]], list[Any]]


@dataclass(frozen=True)
class Operator:
    """A declared operator; calling it begins a call on a Tensor, a Batch or an array.

    `name` is what users write, with its namespace: ``decoders.image``. `image` says whether it
    takes and gives pictures, and so can stand in a config's ``augment``.
    """

    name: str
    function: Callable[..., Any]
    arguments: Mapping[str, Argument]
    layout: str | None
    image: bool
    work_on: Callable[[Device], Work]
    result_layout: str | None = None

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    def _chosen_layout(self, constants: Mapping[str, Any]) -> str:
        assert self.result_layout is not None
        default = self.arguments[self.result_layout].default
        return str(constants.get(self.result_layout, default))

    def __call__(
        self, data: Any, /, *, batch_size: int | None = None, device: Any = None, **given: Any
    ) -> Tensor | Batch:
        given = _known(self, given)
        _check_layout(self, data)
        inputs, batched = _inputs([data], given, batch_size)
        size = len(inputs[0].indices)
        constants, varying = _bind(self, given, size)
        where = inputs[0].samples.device if device is None else Device.of(device)
        work = _checking(self, self.work_on(where))
        call = Call(self.name, work, inputs, constants, varying, call_site())
        layout = self.layout if self.result_layout is None else self._chosen_layout(constants)
        results = Invocation(call, size, layout, where)
        begin(results)
        return Batch._of(results) if batched else Tensor._of(results)


OPERATORS: dict[str, Operator] = {}


def operator(
    *, layout: str, result_layout: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an image operator whose input and result have this layout.

    `result_layout` is the name of the argument that says the layout of the result, if one does.
    """

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        def work_on(device: Device) -> Work:
            return functools.partial(_decide_and_do, function, layout, device)

        arguments = arguments_of(function)
        name = function.__name__
        return _public(Operator(name, function, arguments, layout, True, work_on, result_layout))

    return declare


def bulk_operator(
    *, namespace: str | None = None, layout: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an operator that works on lists; the result has this layout."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        def work(inputs: list[list[Array]], constants: Any, varying: Any) -> list[Any]:
            return list(function(*inputs, **constants, **varying))

        arguments = arguments_of(function)
        name = f"{namespace}.{function.__name__}" if namespace else function.__name__
        return _public(Operator(name, function, arguments, layout, False, lambda device: work))

    return declare


def _public(declared: Operator) -> Callable[..., Any]:
    """The function that users call; help() shows the declared signature and docstring."""

    @functools.wraps(declared.function)
    def call(data: Any, /, **arguments: Any) -> Tensor | Batch:
        return declared(data, **arguments)

    signature = inspect.signature(declared.function)
    call.__signature__ = signature.replace(return_annotation="Tensor | Batch")  # type: ignore[attr-defined]
    OPERATORS[declared.name] = declared
    return call


def _decide_and_do(
    decide: Callable[..., Any],
    layout: str,
    device: Device,
    inputs: list[list[Array]],
    constants: Mapping[str, Any],
    varying: Mapping[str, list[Any]],
) -> list[Any]:
    backend = device.backend
    plans = []
    for offset, image in enumerate(inputs[0]):
        values = {name: each[offset] for name, each in varying.items()}
        plan = decide(backend.spec(image, layout), **constants, **values)
        plans.append(plan if isinstance(plan, tuple) else (plan,))
    return apply(backend, inputs[0], plans)


def _known(declared: Operator, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments given; None is "not given". Raises TypeError for unknown or missing ones."""
    for name in given:
        if name not in declared.arguments:
            hint = nearest(name, declared.arguments)
            raise TypeError(f"{declared.name}() has no argument {name!r}{hint}")
    present = {name: value for name, value in given.items() if value is not None}
    for argument in declared.arguments.values():
        if argument.required and argument.name not in present:
            raise TypeError(f"{declared.name}() needs the argument {argument.name!r}")
    return present


def _check_layout(declared: Operator, data: Any) -> None:
    layout = data.layout if isinstance(data, (Tensor, Batch)) else None
    if declared.image and layout not in (None, declared.layout):
        raise ArgumentError(f"{declared.name}() takes layout {declared.layout}, not {layout}")


def _inputs(
    data: Sequence[Any], given: Mapping[str, Any], batch_size: int | None
) -> tuple[list[View], bool]:
    """The inputs as views of one length, and whether the result is a Batch."""
    batches = [each for each in (*data, *given.values()) if isinstance(each, Batch)]
    sizes = {each.batch_size for each in batches} | ({batch_size} if batch_size else set())
    if len(sizes) > 1:
        raise ArgumentError(f"inconsistent batch sizes: {', '.join(map(str, sorted(sizes)))}")
    size = sizes.pop() if sizes else 1
    return [view_of(each, size) for each in data], bool(batches) or batch_size is not None


def _bind(
    declared: Operator, given: Mapping[str, Any], size: int
) -> tuple[dict[str, Any], dict[str, View]]:
    """Checked constants, and views of the arguments that come with the samples."""
    constants: dict[str, Any] = {}
    varying: dict[str, View] = {}
    for name, value in given.items():
        argument = declared.arguments[name]
        if isinstance(value, (Batch, Tensor)) and value.device != CPU:
            raise TypeError(f"{declared.name}(): {name} must be on the CPU: use {name}=x.cpu()")
        if isinstance(value, Batch) and not argument.per_sample:
            raise ArgumentError(f"{declared.name}() takes one {name} for the whole batch")
        if isinstance(value, (Batch, Tensor)) and argument.per_sample:
            varying[name] = view_of(value, size)
        else:
            constants[name] = _checked(declared, argument, value)
    return constants, varying


def _checked(declared: Operator, argument: Argument, value: Any) -> Any:
    try:
        return argument.check(np.asarray(value) if isinstance(value, Tensor) else value)
    except ArgumentError as error:
        raise ArgumentError(f"{declared.name}(): {error}") from None


def _checking(declared: Operator, work: Work) -> Work:
    """`work` with its per-sample values checked first, as they are known only then."""

    def checked(inputs: list[list[Array]], constants: Any, varying: Any) -> list[Any]:
        values = {name: declared.arguments[name].check_all(each) for name, each in varying.items()}
        return work(inputs, constants, values)

    return checked
