"""A config's data together with where each part of it stands, so that errors can name the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ddcli.errors import ConfigError

Keys = tuple[Any, ...]  # the way from the top of a document to a part of it


@dataclass(frozen=True)
class Document:
    """Plain data (mappings, lists, scalars), the name of its source, and the lines of its parts."""

    data: Any
    source: str
    lines: Mapping[Keys, int] = field(default_factory=dict)

    def error(self, keys: Keys, message: str) -> ConfigError:
        """A ConfigError that begins with ``source:line: key.key:``."""
        line = next((self.lines[k] for k in _outwards(keys) if k in self.lines), None)
        place = self.source if line is None else f"{self.source}:{line}"
        what = ".".join(map(str, keys))
        return ConfigError(f"{place}: {what}: {message}" if what else f"{place}: {message}")


def read_yaml(path: str | Path) -> Document:
    """The document in a YAML file. Raises ConfigError if it can't be read or is no plain YAML."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{path}: the config can't be read: {reason}") from None
    return parse_yaml(text, str(path))


def parse_yaml(text: str, source: str) -> Document:
    """The document in a YAML text; `source` is what errors call it.

    >>> parse_yaml("run: {seed: 1}", "mine.yaml").data
    {'run': {'seed': 1}}
    """
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        lines = dict(_lines(node, (), source)) if node is not None else {}
        data = loader.construct_document(node) if node is not None else None
    except yaml.YAMLError as error:
        raise ConfigError(f"{source}{_place(error)}: {_problem(error)}") from None
    return Document(data, source, lines)


def _lines(node: yaml.Node, keys: Keys, source: str) -> Iterator[tuple[Keys, int]]:
    """The line of every part. A key that comes twice is an error: YAML would drop the first."""
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if key.value in seen:
                raise ConfigError(f"{source}:{line}: {key.value}: this key is here twice")
            seen.add(key.value)
            yield (*keys, key.value), line
            yield from _lines(value, (*keys, key.value), source)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*keys, index), item.start_mark.line + 1
            yield from _lines(item, (*keys, index), source)


def _outwards(keys: Keys) -> Iterator[Keys]:
    """The keys, then those of the part around it, and so on to the top."""
    return (keys[:end] for end in range(len(keys), -1, -1))


def _place(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return "" if mark is None else f":{mark.line + 1}"


def _problem(error: yaml.YAMLError) -> str:
    return f"not valid YAML: {getattr(error, 'problem', None) or error}"
