"""Checks the arguments of the package's functions, and takes the numbers and lists of other packages for those of Python."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ._errors import Error

_MOST_CHARACTERS = 60


def wrong(name: str, value: Any, help: str) -> Error:
    """The error for an argument of a wrong type."""
    return Error(f"error: `{name}` is {shown(value)}\n  = help: {help}")


def shown(value: Any) -> str:
    """A value and its type in words."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        # An object may fail to show itself, and an integer may have too many digits.
        text = "…"
    text = text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…"
    return f"{text}, of type {type(value).__name__}"


def path(name: str, value: Any, help: str) -> str:
    """The text of a path.

    Raises:
        Error: it is no path, or the address of a file elsewhere.
    """
    if isinstance(value, str | PathLike):
        found = fspath(value)
        if isinstance(found, str) and found:
            require_local(found)
            return found
    raise wrong(name, value, help)


def near(whole: Path) -> str:
    """A path as messages show it: from the working folder, if it is below it."""
    try:
        return str(whole.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(whole)


def require_local(text: str, more: str = "") -> None:
    """Refuses the address of a file that is not on this machine; ``more`` is another next step.

    Raises:
        Error: it is one.
    """
    if text.startswith("file://"):
        raise Error(f"error: {text} is an address\n  = help: give the path alone, without file://")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        raise Error(
            f"error: {text} is a web address, and only files on this machine are read\n"
            f"  = help: download it first: urllib.request.urlretrieve(address, path){more}"
        )


def is_name(value: Any) -> bool:
    """Whether a value may be the name of a column: not None, no truth value, and none with several values, such as an array."""
    try:
        hash(value)
    except TypeError:
        return False
    return value is not None and type(value).__name__ not in ("bool", "bool_")


def whole(name: str, value: Any, help: str) -> int:
    """A whole number from 1, which may be one of numpy or a text.

    Raises:
        Error: it is none.
    """
    try:
        number = int(value) if isinstance(value, str) or isinstance(value, float) and value.is_integer() else operator.index(value)
    except (TypeError, ValueError):
        raise wrong(name, value, help) from None
    if number < 1:
        raise Error(f"error: `{name}` is {number}\n  = help: {help}")
    return number


def listed(value: Any) -> list[Any] | None:
    """The values of a list, a column, an index or an array; a single text is a list of one, and None for what has no values in an order."""
    if isinstance(value, str):
        return [value]
    # Times of numpy would become integers by `tolist`.
    methods = () if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M") else ("to_list", "tolist", "to_pylist")
    for method in methods:
        if hasattr(value, method):
            values = getattr(value, method)()
            return values if isinstance(values, list) else None
    if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray | Mapping | set | frozenset):
        return None
    return list(value)


def texts(name: str, value: Any, help: str) -> list[str]:
    """One text or several as a list; None is an empty one.

    Raises:
        Error: the value has something else.
    """
    values = [] if value is None else listed(value)
    if values is None or not all(isinstance(text, str) for text in values):
        raise wrong(name, value, help)
    return values
