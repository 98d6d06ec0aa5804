"""An operator's arguments, read from its annotated signature: their only declaration.

What must hold: a value is checked once, where it enters (a constant at the call, a per-sample value
when its sample is due), by the same declaration that checks a config file.
"""

from __future__ import annotations

import difflib
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, TypeVar, Union

import numpy as np
from pydantic import TypeAdapter, ValidationError
from typing_extensions import Doc

from ddcli.errors import ArgumentError

T = TypeVar("T")
REQUIRED = inspect.Parameter.empty


class _PerSampleMark:
    """Says that an argument may have a value of its own for each sample."""

    def __repr__(self) -> str:
        return "PerSample"


# Any, so that type checkers let a Tensor or Batch pass where users call the operator.
PerSample = Annotated[Union[T, Any], _PerSampleMark()]


@dataclass(frozen=True)
class Argument:
    """One named argument. `type` is the annotation without its marks, as pydantic takes it."""

    name: str
    type: Any
    default: Any
    per_sample: bool
    doc: str

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def check(self, value: Any) -> Any:
        """The value as the declared type. Raises ArgumentError that says what is wrong with it."""
        try:
            return self._one.validate_python(_plain(value))
        except ValidationError as error:
            raise ArgumentError(f"{self.name}: {_first(error)}") from None

    def check_all(self, values: Sequence[Any]) -> list[Any]:
        """The same for the values of several samples."""
        try:
            return self._many.validate_python([_plain(value) for value in values])
        except ValidationError as error:
            raise ArgumentError(f"{self.name}: {_first(error)}") from None

    @cached_property
    def _one(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.type)

    @cached_property
    def _many(self) -> TypeAdapter[list[Any]]:
        return TypeAdapter(list[self.type])  # type: ignore[name-defined]


def arguments_of(function: Callable[..., Any]) -> dict[str, Argument]:
    """The keyword-only parameters of a function, in the order of its signature."""
    # Not typing.get_type_hints: Python 3.10's puts Optional around the marks of a default of None.
    parameters = inspect.signature(function, eval_str=True).parameters
    return {
        name: _argument(name, parameter.annotation, parameter.default)
        for name, parameter in parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }


def nearest(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'rotate'?``, or nothing when no known name is near."""
    match = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {match[0]!r}?" if match else ""


def _argument(name: str, hint: Any, default: Any) -> Argument:
    per_sample, doc, constraints = False, "", []
    while typing.get_origin(hint) is Annotated:
        hint, *marks = typing.get_args(hint)
        for mark in marks:
            if isinstance(mark, _PerSampleMark):
                per_sample = True
            elif isinstance(mark, Doc):
                doc = mark.documentation
            else:
                constraints.append(mark)
    if per_sample:
        hint = _without_any(hint)
    for constraint in constraints:
        hint = Annotated[hint, constraint]
    return Argument(name, hint, default, per_sample, doc)


def _without_any(hint: Any) -> Any:
    """The union of `PerSample` without the Any that is only there for type checkers."""
    if typing.get_origin(hint) in (Union, types.UnionType):
        members = tuple(each for each in typing.get_args(hint) if each is not Any)
        return Union[members]
    return hint


def _plain(value: Any) -> Any:
    """NumPy's arrays and scalars as Python's numbers and lists."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _first(error: ValidationError) -> str:
    """pydantic's first complaint in one line, with the value that it is about."""
    problem = error.errors(include_url=False, include_context=False)[0]
    text = problem["msg"]
    return f"{text[0].lower()}{text[1:]}, not {problem['input']!r}"
