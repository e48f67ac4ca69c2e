"""Turns columns of any package into columns that the program reads, without a change of a value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import polars as pl

from ._arguments import listed, shown, wrong
from ._errors import Error
from ._values import NUMBERS, decimal, is_exact_float, plain, word

_WIDE = ("Int128", "UInt128")
_MOST_DIGITS = 38
_MOST_FACTOR = 10**12
_MOST_BITS = 1000
_INTEGERS = frozenset({bool, int})
_FLOATS = frozenset({bool, int, float})


class Unreadable(Exception):
    """The values of a column are neither numbers nor texts; the text names their type."""


def features(name: str, values: Any) -> pl.Series:
    """A column of numbers. Numbers that have no type in common become texts with all their digits, which the program reads exactly.

    Raises:
        Unreadable: there are values that are neither numbers nor texts.
        Error: no column holds a value exactly.
    """
    if isinstance(values, pl.Series) and values.dtype not in (pl.Object, pl.Binary):
        return _of_polars(values.rename(name))
    found = _values(name, values)
    kinds = _kinds(name, found)
    if kinds <= NUMBERS:
        return _numbers(name, found, kinds)
    return _texts(name, [_text(name, value) for value in found])


def classes(name: str, values: Any) -> pl.Series:
    """A column of classes. Equal values are one class, and others are not.

    Raises:
        Unreadable: there are values that are neither numbers nor texts.
        Error: two different classes are written in the same way.
    """
    if isinstance(values, pl.Series) and values.dtype not in (pl.Object, pl.Binary):
        return _of_polars(values.rename(name))
    found = _values(name, values)
    kinds = _kinds(name, found)
    if _is_typed(found, kinds):
        return _numbers(name, found, kinds)
    words: dict[Any, str] = {}
    texts = [None if value is None else words.setdefault(value, _word(value)) for value in found]
    _require_different(name, words)
    return _texts(name, texts)


def unused(name: str, height: int) -> pl.Series:
    """A column without values in place of one that is not used, so that the program can name it."""
    return pl.Series(name, [None] * height, dtype=pl.Boolean)


def _values(name: str, values: Any) -> list[Any]:
    found = None if isinstance(values, str) else listed(values)
    if found is None:
        raise wrong(name, values, "give a list with one value for each row")
    return [plain(value) for value in found]


def _kinds(name: str, found: Iterable[Any]) -> set[type]:
    """The types of the values, after bytes that cannot be compared with others are refused."""
    kinds = {type(value) for value in found} - {type(None)}
    others = sorted(kind.__name__ for kind in kinds - NUMBERS - {str, bytes})
    if others:
        raise Unreadable(", ".join(others))
    if bytes in kinds and len(kinds) > 1:
        raise Error(f"error: the column `{name}` has bytes beside other values\n  = help: turn all of them into texts: value.decode() for bytes")
    return kinds


def _numbers(name: str, found: list[Any], kinds: set[type]) -> pl.Series:
    if not kinds:
        return pl.Series(name, found)
    if kinds == {bool}:
        return pl.Series(name, found, dtype=pl.Boolean)
    if kinds <= _INTEGERS:
        return _integers(name, [None if value is None else int(value) for value in found])
    is_double = kinds == {float} or all(value is None or is_exact_float(value) for value in found)
    if kinds <= _FLOATS and is_double:
        return _floats(name, found)
    texts = [None if value is None else decimal(value) for value in found]
    is_exact = all(text is not None or value is None for text, value in zip(texts, found, strict=True))
    # A float beside fractions has all its digits only if they are few.
    is_short = is_exact and all(text is None or len(text) <= _MOST_DIGITS for text in texts)
    if is_double and not is_short:
        return _floats(name, found)
    if not is_exact:
        raise _no_decimal(name, [value for value, text in zip(found, texts, strict=True) if text is None and value is not None])
    return _texts(name, texts)


def _floats(name: str, found: list[Any]) -> pl.Series:
    return pl.Series(name, [None if value is None else float(value) for value in found], dtype=pl.Float64)


def _texts(name: str, texts: list[str | None]) -> pl.Series:
    try:
        return pl.Series(name, texts, dtype=pl.String)
    except UnicodeEncodeError as problem:
        raise Error(
            f"error: the column `{name}` has the text {shown(problem.object)}, which cannot be written in UTF-8\n"
            '  = help: read the file again in its own encoding, such as encoding="latin-1"'
        ) from None


def _integers(name: str, found: list[int | None]) -> pl.Series:
    known = [value for value in found if value is not None]
    low, high = min(known), max(known)
    if max(-low, high) >= 10**_MOST_DIGITS:
        raise _too_long(name, max(known, key=abs))
    if low >= -(2**63) and high < 2**63:
        return pl.Series(name, found, dtype=pl.Int64)
    return pl.Series(name, [None if value is None else str(value) for value in found], dtype=pl.String)


def _of_polars(column: pl.Series) -> pl.Series:
    """A column of polars in a type that the program reads."""
    kind = column.dtype
    if kind in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)
    if kind.is_nested() or kind.is_temporal() or not (kind.is_numeric() or kind in (pl.Boolean, pl.String, pl.Null)):
        raise Unreadable(str(kind))
    if str(kind) not in _WIDE:
        return column
    try:
        return column.cast(pl.Decimal(_MOST_DIGITS, 0))
    except pl.exceptions.InvalidOperationError:
        raise _too_long(column.name, max(column.drop_nulls().to_list(), key=abs)) from None


def _is_typed(found: list[Any], kinds: set[type]) -> bool:
    """Whether classes are numbers of one type, which the program spells itself."""
    if kinds <= _INTEGERS:
        return all(value is None or -(2**63) <= value < 2**63 for value in found)
    return kinds <= _FLOATS and all(value is None or is_exact_float(value) for value in found)


def _text(name: str, value: Any) -> str | None:
    if isinstance(value, bytes):
        return _decoded(name, value)
    return value if value is None or isinstance(value, str) else decimal(value) or shown(value)


def _word(value: Any) -> str:
    return _decoded("label", value) if isinstance(value, bytes) else word(value)


def _decoded(name: str, value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Error(
            f"error: the column `{name}` has the value {shown(value)}, which is no text in UTF-8\n"
            '  = help: decode its bytes in their encoding, such as value.decode("latin-1")'
        ) from None


def _require_different(name: str, words: dict[Any, str]) -> None:
    first: dict[str, Any] = {}
    for value, text in words.items():
        if text in first:
            raise Error(
                f"error: the classes {shown(first[text])}, and {shown(value)}, in the column `{name}` are written in the same way\n"
                "  = help: turn all of them into texts, or all into numbers"
            )
        first[text] = value


def _no_decimal(name: str, values: list[Any]) -> Error:
    """The error for numbers that have no end as decimals, or far too many digits."""
    odd = next((value for value in values if isinstance(value, Fraction) and value.denominator.bit_length() < _MOST_BITS), None)
    if odd is None:
        return _too_long(name, values[0])
    factor = math.lcm(*(value.as_integer_ratio()[1] for value in values))
    exactly = f"multiply all features by {factor}, and the margin and the radius with them; or " if factor <= _MOST_FACTOR else ""
    return Error(
        f"error: the column `{name}` has the value {odd}, which no decimal equals\n  = help: {exactly}turn the column into floats, which rounds it"
    )


def _too_long(name: str, value: Any) -> Error:
    return Error(
        f"error: the column `{name}` has the value {shown(value)}, which no column of numbers holds\n"
        "  = help: integers may have 38 digits; turn the column into floats, or divide it"
    )
