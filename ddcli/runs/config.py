"""A run's config: from YAML, ``--op`` expressions and flags to checked, typed values, and back.

Everything is checked by the declarations of the operators, distributions and options themselves. An
error names the file, the line, the key, and the nearest name that would have been right.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import ddcli
from ddcli.engine.arguments import Argument, arguments_of, nearest
from ddcli.engine.device import Device
from ddcli.engine.operator import Operator
from ddcli.engine.streams import stream
from ddcli.errors import ConfigError, DdcliError
from ddcli.operators.catalogue import DISTRIBUTIONS, IMAGE_OPERATORS, OPERATORS, Distribution
from ddcli.runs.document import Document, Keys, read_yaml
from ddcli.runs.expression import POSITIONAL, parse_expression
from ddcli.runs.options import (
    WITHOUT_EFFECT_ON_BYTES,
    OutputOptions,
    ReaderOptions,
    RunOptions,
)

SCHEMA_VERSION = 1

_SECTIONS: dict[str, Mapping[str, Argument]] = {
    "reader": arguments_of(ReaderOptions),
    "decode": {
        "device": Argument("device", str, "cpu", False, "Where to decode."),
        **OPERATORS["decoders.image"].arguments,
    },
    "output": arguments_of(OutputOptions),
    "run": arguments_of(RunOptions),
}
_KEYS = ("schema_version", "reader", "decode", "augment", "output", "run")


@dataclass(frozen=True)
class Random:
    """An argument that is drawn for each output: the distribution and its parameters."""

    distribution: Distribution
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Step:
    """One operator of a run, with arguments that are fixed or `Random`."""

    operator: Operator
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Config:
    """Everything that a run needs to know besides its input and output."""

    reader: ReaderOptions = field(default_factory=ReaderOptions)
    decode: Mapping[str, Any] = field(default_factory=dict)
    augment: tuple[Step, ...] = ()
    output: OutputOptions = field(default_factory=OutputOptions)
    run: RunOptions = field(default_factory=RunOptions)

    def with_ops(self, expressions: Sequence[str]) -> Config:
        """The config with the operators of ``--op`` expressions after its own."""
        documents = [Document(parse_expression(text), f"--op {text!r}") for text in expressions]
        more = tuple(_step(document, ()) for document in documents)
        return replace(self, augment=(*self.augment, *more))

    def with_flags(self, given: Mapping[str, Mapping[str, Any]]) -> Config:
        """The config with the flags that were given on the command line, section by section."""
        document = Document(given, "command line")
        sections = {name: _section(document, name) for name in given}
        return replace(
            self,
            decode={**self.decode, **sections.pop("decode", {})},
            **{name: replace(getattr(self, name), **values) for name, values in sections.items()},
        )

    def to_data(self) -> dict[str, Any]:
        """The config as plain data for YAML, less what can't change the bytes that are written."""
        sections = {"output": asdict(self.output), "run": asdict(self.run)}
        kept = {
            name: {
                key: value
                for key, value in values.items()
                if key not in WITHOUT_EFFECT_ON_BYTES and value is not None
            }
            for name, values in sections.items()
        }
        steps = [{each.operator.name: plain(each.arguments)} for each in self.augment]
        decode = {"decode": plain(self.decode)} if self.decode else {}
        return {"schema_version": SCHEMA_VERSION, **decode, "augment": steps, **kept}


def load_config(name: str | None) -> Config:
    """The config in a file, or one that ddcli brings by its bare name; None is one without
    operators.

    Raises ConfigError for what can't be read or is wrong.
    """
    if name is None:
        return Config()
    shipped = shipped_configs()
    if not Path(name).exists() and name in shipped:
        return parse_config(read_yaml(shipped[name]))
    if not Path(name).exists() and not Path(name).suffix:
        hint = nearest(name, shipped) or f"; ddcli brings {', '.join(shipped)}"
        raise ConfigError(f"{name}: no such file, and no config of that name{hint}")
    return parse_config(read_yaml(name))


def shipped_configs() -> dict[str, Path]:
    """The configs that ddcli brings, by name."""
    package = Path(ddcli.__file__).parent
    # In the wheel they lie inside of the package, in the source tree beside it.
    folder = next(each for each in (package, package.parent) if (each / "configs").is_dir())
    return {path.stem: path for path in sorted((folder / "configs").glob("*.yaml"))}


def parse_config(document: Document) -> Config:
    """The checked config of a document. Raises ConfigError with the place of the first mistake."""
    data = document.data
    if not isinstance(data, Mapping):
        raise document.error((), "a config is a mapping; `schema_version: 1` is its first line")
    _check_names(document, (), data, _KEYS, "key")
    if data.get("schema_version") != SCHEMA_VERSION:
        raise document.error(
            ("schema_version",), f"must be {SCHEMA_VERSION}, the only one there is"
        )
    steps = data.get("augment") or []
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        raise document.error(("augment",), "must be a list of operators, each after a `-`")
    return Config(
        reader=ReaderOptions(**_section(document, "reader")),
        decode=_section(document, "decode"),
        augment=tuple(_step(document, ("augment", place)) for place in range(len(steps))),
        output=OutputOptions(**_section(document, "output")),
        run=RunOptions(**_section(document, "run")),
    )


def plain(value: Any) -> Any:
    """Typed values as what YAML and JSON hold: words for enumerations, mappings for `Random`."""
    if isinstance(value, Random):
        return {value.distribution.name: plain(value.parameters)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def _section(document: Document, name: str) -> dict[str, Any]:
    values = _arguments(document, (name,), document.data.get(name), _SECTIONS[name])
    if "device" in values:
        try:
            Device.of(values["device"])
        except DdcliError as error:
            raise document.error((name, "device"), str(error)) from None
    return values


def _step(document: Document, keys: Keys) -> Step:
    """An operator: a mapping of its name to its arguments, or the bare name."""
    data = _at(document, keys)
    if isinstance(data, str):
        data = {data: {}}
    if not isinstance(data, Mapping) or len(data) != 1:
        raise document.error(keys, f"must be one operator with its arguments, not {data!r}")
    (name,) = data
    _check_names(document, keys, data, IMAGE_OPERATORS, "operator")
    operator = IMAGE_OPERATORS[name]
    return Step(operator, _arguments(document, (*keys, name), data[name], operator.arguments))


def _arguments(
    document: Document, keys: Keys, data: Any, arguments: Mapping[str, Argument]
) -> dict[str, Any]:
    """A mapping of names to values, checked by the declarations of these arguments."""
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        raise document.error(keys, f"must be a mapping of names to values, not {data!r}")
    data = _named(document, keys, data, arguments)
    _check_names(document, keys, data, arguments, "key")
    for argument in arguments.values():
        if argument.required and argument.name not in data:
            raise document.error(keys, f"needs {argument.name}")
    return {
        name: _argument(document, (*keys, name), value, arguments[name])
        for name, value in data.items()
        if value is not None
    }


def _argument(document: Document, keys: Keys, value: Any, argument: Argument) -> Any:
    try:
        if not isinstance(value, Mapping):
            return argument.check(value)
        random = _random(document, keys, value, argument)
        # Drawing once tells whether the parameters make sense together, and for this argument.
        argument.check(random.distribution.draw_one(stream(0), random.parameters))
        return random
    except DdcliError as error:
        if str(error).startswith(document.source):
            raise
        message = str(error).removeprefix(f"{argument.name}: ")
        raise document.error(keys, message) from None


def _random(document: Document, keys: Keys, data: Mapping[Any, Any], argument: Argument) -> Random:
    if not argument.per_sample:
        raise document.error(keys, "is the same for all pictures: it takes no distribution")
    if len(data) != 1:
        raise document.error(keys, f"must be a value or one distribution, not {dict(data)!r}")
    _check_names(document, keys, data, DISTRIBUTIONS, "distribution")
    (name,) = data
    distribution = DISTRIBUTIONS[name]
    parameters = _arguments(document, (*keys, name), data[name], distribution.arguments)
    return Random(distribution, parameters)


def _named(
    document: Document, keys: Keys, data: Mapping[Any, Any], arguments: Mapping[str, Argument]
) -> dict[Any, Any]:
    """Gives the unnamed arguments of an expression their names, in the order of declaration.

    Where the first argument is a tuple, several unnamed ones are its elements: uniform(-10, 10).
    """
    named = {name: value for name, value in data.items() if name != POSITIONAL}
    unnamed = list(data.get(POSITIONAL, ()))
    names = list(arguments)
    if len(unnamed) > 1 and typing.get_origin(arguments[names[0]].type) is tuple:
        unnamed = [unnamed]
    if len(unnamed) > len(names):
        raise document.error(keys, f"takes at most {len(names)} arguments")
    for name, value in zip(names, unnamed):
        if name in named:
            raise document.error((*keys, name), "is given twice")
        named[name] = value
    return named


def _check_names(
    document: Document, keys: Keys, data: Mapping[Any, Any], known: Any, kind: str
) -> None:
    for name in data:
        if name not in known:
            hint = nearest(str(name), known)
            raise document.error((*keys, name), f"unknown {kind} {name!r}{hint}")


def _at(document: Document, keys: Keys) -> Any:
    data = document.data
    for key in keys:
        data = data[key]
    return data
