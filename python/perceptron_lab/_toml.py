"""Writes a spec that is a dict as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from os import PathLike, fspath
from typing import Any

from ._errors import Error


def plain(value: Any, key: str = "the spec", holder: str = "a spec") -> Any:
    """A value without numpy, pandas or polars: only dicts, lists, numbers, truth values and texts.

    Raises:
        Error: the value, or one inside it, has no counterpart in TOML.
    """
    if isinstance(value, str | bool | int | float):
        # Subclasses, such as the floats of numpy, become numbers of Python.
        kind = next(kind for kind in (str, bool, int, float) if isinstance(value, kind))
        return kind(value)
    if isinstance(value, Mapping):
        return {str(name): plain(inner, f"{key}.{name}" if key != "the spec" else str(name), holder) for name, inner in value.items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, PathLike):
        return str(fspath(value))
    if isinstance(value, Sequence) and not isinstance(value, bytes) or isinstance(value, range):
        return [plain(inner, f"{key}[{index}]", holder) for index, inner in enumerate(value)]
    for method in ("tolist", "to_list", "item"):
        if hasattr(value, method):
            return plain(getattr(value, method)(), key, holder)
    raise Error(
        f"error: `{key}` is {value!r}, a {type(value).__name__}, which {holder} cannot hold\n"
        "  = help: write a number, a text, true or false, a list or a dict; leave a key without a value out"
    )


def inline(value: Any) -> str:
    """A plain value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(name)} = {inline(inner)}' for name, inner in value.items())} }}" if value else "{}"
    if isinstance(value, float):
        return repr(value)
    return str(value)


def document(spec: dict[str, Any]) -> str:
    """A plain dict as a TOML document: tables such as ``[generator.basis]``, and inline tables below them."""
    single = {key: value for key, value in spec.items() if not _is_tables(value)}
    lines = [f"{_key(key)} = {inline(value)}" for key, value in single.items() if not isinstance(value, dict)]
    for key, value in single.items():
        if isinstance(value, dict):
            lines += _tables(_key(key), value)
    for key, value in spec.items():
        if _is_tables(value):
            for entry in value:
                lines += ["", f"[[{_key(key)}]]", *_pairs(entry)]
    return "\n".join(lines) + "\n"


def _tables(head: str, table: dict[str, Any]) -> list[str]:
    own = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lines = ["", f"[{head}]", *_pairs(own)] if own or not table else []
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", f"[{head}.{_key(key)}]", *_pairs(value)]
    return lines


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{_key(key)} = {inline(value)}" for key, value in table.items()]


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else inline(name)
