"""``--op`` expressions: ``rotate(angle=uniform(-10, 10), fill_value=0)`` as a config's data.

The text is parsed as a Python expression and read node by node; nothing in it is ever evaluated.
What is left of the meaning (names, types, ranges) is checked where configs are.
"""

from __future__ import annotations

import ast
from typing import Any

from ddcli.errors import ConfigError

POSITIONAL = "*"  # the key under which a call's unnamed arguments are kept, for the config to name


def parse_expression(text: str) -> dict[str, Any]:
    """The config data that an expression stands for. Raises ConfigError for anything else.

    >>> parse_expression("rotate(angle=uniform(-10, 10), fill_value=0)")
    {'rotate': {'angle': {'uniform': {'*': [-10, 10]}}, 'fill_value': 0}}
    >>> parse_expression("flip")
    {'flip': {}}
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = getattr(error, "msg", None) or error
        raise _error(text, f"can't be read: {reason}") from None
    if isinstance(node, ast.Name):
        return {node.id: {}}
    if isinstance(node, ast.Call):
        return _call(node, text)
    raise _error(text, "is not an operator with its arguments, such as 'rotate(angle=10)'")


def _call(node: ast.Call, text: str) -> dict[str, Any]:
    if not isinstance(node.func, ast.Name):
        raise _error(text, f"can't call {ast.unparse(node.func)}")
    arguments: dict[str, Any] = {}
    if node.args:
        arguments[POSITIONAL] = [_value(each, text) for each in node.args]
    for keyword in node.keywords:
        if keyword.arg is None:
            raise _error(text, "** is not allowed")
        if keyword.arg in arguments:
            raise _error(text, f"{keyword.arg} is given twice")
        arguments[keyword.arg] = _value(keyword.value, text)
    return {node.func.id: arguments}


def _value(node: ast.expr, text: str) -> Any:
    """Numbers, words, lists and calls of distributions; the rest of Python stays outside."""
    if isinstance(node, ast.Call):
        return _call(node, text)
    if isinstance(node, (ast.List, ast.Tuple)):
        return [_value(each, text) for each in node.elts]
    if isinstance(node, ast.Name):
        return {"true": True, "false": False, "none": None}.get(node.id, node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        number = _value(node.operand, text)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str, type(None))):
        return node.value
    raise _error(text, f"{ast.unparse(node)} is no number, word, list or distribution")


def _error(text: str, problem: str) -> ConfigError:
    return ConfigError(f"--op {text!r}: {problem}")
