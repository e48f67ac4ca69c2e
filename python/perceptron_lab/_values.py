"""Takes the values of other packages for those of Python that equal them, and writes numbers as exact decimals."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

NUMBERS = frozenset({bool, int, float, Fraction, Decimal})
"""The types of numbers that `plain` returns."""

_SIMPLE = frozenset({bool, int, str})
_MISSING = ("NAType", "NaTType")
_MOST_DECIMALS = 400
_MOST_BITS = 3000


def plain(value: Any) -> Any:
    """The truth value, int, float, fraction, decimal, text or bytes that equals a value; None if it is missing, and any other value as it is."""
    kind = type(value)
    if kind in _SIMPLE or kind is float and value == value:
        return value
    value = _unwrapped(value)
    if is_missing(value):
        return None
    if _is_time(value):
        # A duration of numpy calls itself an integer.
        return value
    return next((make(value) for kind, make in _KINDS if isinstance(value, kind)), value)


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, or what another package has in place of a missing one."""
    if value is None or type(value).__name__ in _MISSING:
        return True
    try:
        return bool(value != value)
    except Exception:
        # Arrays have no single answer, and a signaling NaN cannot be compared.
        return isinstance(value, Decimal)


def is_exact_float(value: Any) -> bool:
    """Whether a number is exactly a float."""
    try:
        return isinstance(value, float) or bool(float(value) == value)
    except OverflowError:
        return False


def decimal(value: Any) -> str | None:
    """All digits of a number, such as 0.5; None if no decimal of at most 400 digits after the point equals it, or if it has far too many digits."""
    if not _is_near(value):
        return str(value) if isinstance(value, float | Decimal) else None
    top, bottom = value.as_integer_ratio()
    places = _places(bottom)
    if places is None or top.bit_length() > _MOST_BITS:
        return None
    digits = f"{abs(top) * 10**places // bottom:0{places + 1}d}"
    point = len(digits) - places
    return ("-" if top < 0 else "") + (f"{digits[:point]}.{digits[point:]}" if places else digits)


def word(value: Any) -> str:
    """A class as the program spells it: truth values are 0 and 1, and a whole number has no point."""
    if isinstance(value, bool) or isinstance(value, float) and value.is_integer():
        return str(int(value))
    return (decimal(value) or str(value)) if isinstance(value, Fraction) else str(value)


def _is_time(value: Any) -> bool:
    """Whether a value is a time or a duration of numpy."""
    return getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M")


def _unwrapped(value: Any) -> Any:
    """The only value in a scalar of numpy or Arrow, or in an array that has one; any other value as it is."""
    # The times of numpy would become integers.
    if _is_time(value):
        return value
    for method in ("as_py", "item"):
        if hasattr(value, method):
            try:
                return getattr(value, method)()
            except Exception:
                return value
    return value


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


def _real(value: Any) -> Any:
    """A number such as a long double as a fraction; an infinite one as a float."""
    if not hasattr(value, "as_integer_ratio"):
        return value
    try:
        top, bottom = value.as_integer_ratio()
    except OverflowError:
        return float(value)
    return Fraction(int(top), int(bottom))


_KINDS: list[tuple[Any, Callable[[Any], Any]]] = [
    (bool, bool),
    (str, str.__str__),
    ((bytes, bytearray), bytes),
    (numbers.Integral, operator.index),
    (float, float),
    (Decimal, lambda value: value),
    (numbers.Rational, _fraction),
    (numbers.Real, _real),
]


def _is_near(value: Any) -> bool:
    """Whether a number is finite, and a decimal has no exponent with which its digits would fill the memory."""
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, Decimal) or value.is_finite() and (not value or abs(value.adjusted()) <= _MOST_DECIMALS)


def _places(bottom: int) -> int | None:
    """The number of digits after the point of a fraction with this denominator; None if they never end, or are too many."""
    if bottom.bit_length() > _MOST_BITS:
        return None
    twos = (bottom & -bottom).bit_length() - 1
    rest, fives = bottom >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    return places if rest == 1 and places <= _MOST_DECIMALS else None
