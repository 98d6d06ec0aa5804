"""The operators and their arguments in words, from their declarations: the reference page."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Literal, Union

from annotated_types import Ge, Gt, Le

from ddcli.engine.arguments import Argument
from ddcli.operators.catalogue import DISTRIBUTIONS, IMAGE_OPERATORS, OPERATORS
from ddcli.runs.config import plain

_HEAD = """\
# Operators

Made from the declarations by `make docs`; do not edit. An argument marked *each* may have a value
of its own for each sample: a Batch in Python, a distribution in a config or `--op` expression.
"""


def reference_markdown() -> str:
    """The whole page: image operators, the others, distributions.

    >>> "## rotate" in reference_markdown()
    True
    """
    others = {
        name: each
        for name, each in sorted(OPERATORS.items())
        if not each.image and name.startswith("tests.") is False and "._" not in name
    }
    parts = [_HEAD, "# For pictures, in configs as well\n"]
    parts += [_entry(name, each.function, each.arguments) for name, each in IMAGE_OPERATORS.items()]
    parts += ["# Others\n"]
    parts += [_entry(name, each.function, each.arguments) for name, each in others.items()]
    parts += ["# Distributions\n"]
    parts += [
        _entry(f"random.{name}", each.function, each.arguments)
        for name, each in sorted(DISTRIBUTIONS.items())
    ]
    return "\n".join(parts)


def type_text(hint: Any) -> str:
    """An argument's type as users read it.

    >>> type_text(typing.Optional[tuple[int, int]]), type_text(Literal["a", "b"])
    ('[int, int] or none', 'a | b')
    """
    origin, members = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return type_text(members[0]) + _limits(members[1:])
    if origin is Union:
        return " or ".join(type_text(each) for each in members)
    if origin is Literal:
        return " | ".join(map(str, members))
    if origin is tuple:
        return f"[{', '.join(map(type_text, members))}]"
    if origin is list:
        return f"list of {type_text(members[0])}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return " | ".join(str(member.value) for member in hint)
    return {type(None): "none", Any: "any"}.get(hint) or str(hint.__name__)


def _limits(marks: tuple[Any, ...]) -> str:
    words = []
    for mark in marks:
        if isinstance(mark, Ge):
            words.append(f">= {mark.ge}")
        elif isinstance(mark, Gt):
            words.append(f"> {mark.gt}")
        elif isinstance(mark, Le):
            words.append(f"<= {mark.le}")
    return f" ({', '.join(words)})" if words else ""


def _entry(name: str, function: Callable[..., Any], arguments: Mapping[str, Argument]) -> str:
    text = (inspect.getdoc(function) or "").split("\n>>>")[0].strip()
    rows = [_row(argument) for argument in arguments.values()]
    head = ["| argument | type | default | |", "|---|---|---|---|"]
    return "\n".join([f"## {name}", "", text, "", *(head + rows + [""] if rows else [])])


def _row(argument: Argument) -> str:
    default = "required" if argument.required else f"`{plain(argument.default)}`"
    each = "*each.* " if argument.per_sample else ""
    kind = type_text(argument.type).replace("|", "\\|")
    return f"| `{argument.name}` | {kind} | {default} | {each}{argument.doc} |"
