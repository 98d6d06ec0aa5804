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
from typing import Any, Optional

import numpy as np

from ddcli.engine.arguments import Argument, arguments_of, nearest
from ddcli.engine.batch import Batch
from ddcli.engine.call import Call, View, call_site
from ddcli.engine.context import begin
from ddcli.engine.device import CPU, Device
from ddcli.engine.invocation import Invocation
from ddcli.engine.operand import view_of
from ddcli.engine.primitives import Array, apply
from ddcli.engine.tensor import Tensor
from ddcli.errors import ArgumentError

Work = Callable[[list[list[Array]], Mapping[str, Any], Mapping[str, list[Any]]], list[Any]]


Layouts = Sequence[Optional[str]]  # of the inputs


@dataclass(frozen=True)
class Operator:
    """A declared operator; calling it begins a call on Tensors, Batches or arrays.

    `name` is what users write, with its namespace: ``decoders.image``. `image` says whether it
    takes and gives pictures, and so can stand in a config's ``augment``; then `layout` is the one
    that its input must have. `layout_of` tells the result's layout from the inputs' and the
    constant arguments; `work_on` makes the work for a device and the inputs' layouts.
    """

    name: str
    function: Callable[..., Any]
    arguments: Mapping[str, Argument]
    image: bool
    layout: str | None
    layout_of: Callable[[Layouts, Mapping[str, Any]], str | None]
    work_on: Callable[[Device, Layouts], Work]

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    def __call__(
        self, *data: Any, batch_size: int | None = None, device: Any = None, **given: Any
    ) -> Tensor | Batch:
        given = _known(self, given)
        inputs, batched = _inputs(self, data, given, batch_size)
        size = len(inputs[0].indices)
        layouts = [view.samples.layout for view in inputs]
        _check_layout(self, layouts)
        constants, varying = _bind(self, given, size)
        where = inputs[0].samples.device if device is None else Device.of(device)
        work = _checking(self, self.work_on(where, layouts))
        call = Call(self.name, work, inputs, constants, varying, call_site())
        results = Invocation(call, size, self.layout_of(layouts, constants), where)
        begin(results)
        return Batch._of(results) if batched else Tensor._of(results)


OPERATORS: dict[str, Operator] = {}


def operator(
    *, layout: str, layout_of: Callable[[Layouts, Mapping[str, Any]], str | None] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an image operator whose input has this layout, and its result too unless
    `layout_of` says otherwise."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        def work_on(device: Device, layouts: Layouts) -> Work:
            return functools.partial(_decide_and_do, function, layout, device)

        arguments = arguments_of(function)
        result = layout_of or (lambda layouts, constants: layout)
        return _public(
            Operator(function.__name__, function, arguments, True, layout, result, work_on)
        )

    return declare


def bulk_operator(
    *,
    namespace: str | None = None,
    layout: str | None = None,
    layout_of: Callable[[Layouts, Mapping[str, Any]], str | None] | None = None,
    takes_layouts: bool = False,
    image: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an operator that works on lists, one for each input; the result has this layout, or
    what `layout_of` says. With `takes_layouts` the function gets the inputs' as ``layouts=``. An
    `image` operator takes pictures of `layout` and may stand in configs."""

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        def work_on(device: Device, layouts: Layouts) -> Work:
            extra = {"layouts": layouts} if takes_layouts else {}

            def work(inputs: list[list[Array]], constants: Any, varying: Any) -> list[Any]:
                return list(function(*inputs, **extra, **constants, **varying))

            return work

        arguments = arguments_of(function)
        if takes_layouts:
            del arguments["layouts"]
        name = f"{namespace}.{function.__name__}" if namespace else function.__name__
        result = layout_of or (lambda layouts, constants: layout)
        wanted = layout if image else None
        return _public(Operator(name, function, arguments, image, wanted, result, work_on))

    return declare


def _public(declared: Operator) -> Callable[..., Any]:
    """The function that users call; help() shows the declared signature and docstring."""

    @functools.wraps(declared.function)
    def call(*data: Any, **arguments: Any) -> Tensor | Batch:
        return declared(*data, **arguments)

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


def _check_layout(declared: Operator, layouts: Layouts) -> None:
    for layout in layouts:
        if declared.image and layout not in (None, declared.layout):
            raise ArgumentError(f"{declared.name}() takes layout {declared.layout}, not {layout}")


def _inputs(
    declared: Operator, data: Sequence[Any], given: Mapping[str, Any], batch_size: int | None
) -> tuple[list[View], bool]:
    """The inputs as views of one length, and whether the result is a Batch."""
    if not data:
        raise TypeError(f"{declared.name}() needs an input")
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
