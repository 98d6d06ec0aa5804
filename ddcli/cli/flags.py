"""Flags made of the option classes: a field is declared once, and its flag and help follow."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Annotated, Any, Optional, Union

import typer
from annotated_types import Ge, Le
from typing_extensions import Doc

from ddcli.runs.options import Flag

Given = dict[str, dict[str, Any]]  # the flags that were given, by config section and field


def with_flags(**sections: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command a flag for each field of the sections' option classes.

    The command gets those that were given on the command line as ``given``; the others are left to
    the config file and to the defaults.
    """
    homes = {field.name: name for name, options in sections.items() for field in fields(options)}

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def call(**arguments: Any) -> Any:
            given: Given = {}
            for name in homes.keys() & arguments.keys():
                value = arguments.pop(name)
                if value is not None:
                    given.setdefault(homes[name], {})[name] = value
            return command(given=given, **arguments)

        own = inspect.signature(command, eval_str=True).parameters.values()
        flags = [each for name, options in sections.items() for each in _flags(name, options)]
        parameters = [each for each in own if each.name != "given"] + flags
        call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        call.__annotations__ = {each.name: each.annotation for each in parameters}
        return call

    return decorate


def _flags(section: str, options: type) -> list[inspect.Parameter]:
    hints = typing.get_type_hints(options, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=_annotation(section, field.name, hints[field.name], field.default),
        )
        for field in fields(options)
    ]


def _annotation(section: str, name: str, hint: Any, default: Any) -> Any:
    kind, *marks = typing.get_args(hint)
    by_kind = {type(mark): mark for mark in marks}
    flag = by_kind[Flag].name if Flag in by_kind else "--" + name.replace("_", "-")
    kind = _for_typer(kind)
    option = typer.Option(
        f"{flag}/--no-{flag[2:]}" if kind is bool else flag,
        help=_help(by_kind[Doc].documentation, default),
        min=by_kind[Ge].ge if Ge in by_kind else None,
        max=by_kind[Le].le if Le in by_kind else None,
        show_default=False,
        rich_help_panel=f"Options for {section}",
    )
    return Annotated[Optional[kind], option]


def _for_typer(kind: Any) -> Any:
    """The type as a command line can take it: without None, and text where there is a choice."""
    if typing.get_origin(kind) is Union:
        members = [each for each in typing.get_args(kind) if each is not type(None)]
        return members[0] if len(members) == 1 else str
    return kind


def _help(text: str, default: Any) -> str:
    """The field's words and its default; the flag's own default is always "not given"."""
    if default is None or default is MISSING or isinstance(default, bool):
        return text
    return f"{text} Default: {default}."
