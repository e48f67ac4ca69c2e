"""Reads labels of any kind, and finds features that are the labels in other words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from ._arguments import listed, wrong
from ._errors import Error
from ._tables import opened
from ._values import is_missing, plain, word

_ROUNDING = 1e-5
"""How far shares in single precision may be from adding up to 1."""
_HELP = 'give one label for each row, such as frame["species"] or an array'


def single(labels: Any) -> Any:
    """The labels, or the only column of a frame of them.

    Raises:
        Error: the frame has several columns.
    """
    if not isinstance(labels, pl.LazyFrame) and not hasattr(labels, "columns") and not hasattr(labels, "column_names"):
        return labels
    table = opened(labels, None)
    if len(table.known) != 1:
        raise Error(
            f"error: the labels are a table with {len(table.known)} columns\n"
            '  = help: give one of them, such as frame["species"]; if each is one class, turn them into one column with the names of the classes'
        )
    return table.column(0)


def values(labels: Any) -> list[Any]:
    """The labels as a list, with None for each missing one; an array with one column is one of labels.

    Raises:
        Error: they are no list, or a table.
    """
    labels = labels.toarray() if hasattr(labels, "toarray") else labels
    found = None if isinstance(labels, str) else listed(labels)
    if found is None:
        raise wrong("labels", labels, _HELP)
    rows = [_row(value) for value in found]
    if any(isinstance(row, list) for row in rows):
        if not all(len(row) == 1 if isinstance(row, list) else is_missing(row) for row in rows):
            raise _table([row if isinstance(row, list) else [row] for row in rows], hasattr(labels, "shape"))
        found = [row[0] if isinstance(row, list) else row for row in rows]
    return [None if is_missing(value) else value for value in found]


def _row(value: Any) -> Any:
    """A label that is a row of a table, as a list; any other one as it is."""
    is_row = isinstance(value, list | tuple) or hasattr(value, "__array__") and getattr(value, "ndim", False)
    return list(value) if is_row else value


def _table(rows: list[list[Any]], is_array: bool) -> Error:
    """The error for labels that are a table; what is to be done depends on what its columns are."""
    widths = sorted({len(row) for row in rows})
    if len(widths) > 1:
        return Error("error: the labels are lists of different lengths\n  = help: give one label for each row")
    if len(rows) == 1:
        return Error(f"error: the labels are a single row with {widths[0]} values\n  = help: give one label for each row: numpy.ravel(y)")
    words = f"error: the labels are a table with {widths[0]} columns"
    plainly = [[plain(value) for value in row] for row in rows]
    if all(map(_are_shares, plainly)):
        kind = "one-hot" if all(map(_is_one_hot, plainly)) else "shares"
        return Error(f"{words}, one for each class ({kind})\n  = help: give one label for each row: numpy.argmax(y, axis=1)")
    return Error(f"{words}\n  = help: give one label for each row, such as {'y[:, 0]' if is_array else '[row[0] for row in y]'}")


def _are_shares(row: list[Any]) -> bool:
    """Whether the numbers of a row are shares or probabilities, which add up to 1."""
    return all(type(value) in (bool, int, float) and value >= 0 for value in row) and abs(sum(row) - 1) < _ROUNDING


def _is_one_hot(row: list[Any]) -> bool:
    return sorted(row) == [0] * (len(row) - 1) + [1]


def last(column: Any, negative: Any) -> Any:
    """The last class of an ordered categorical column of pandas, or of an Enum of polars, that occurs and is not ``negative``; otherwise None."""
    kind = getattr(column, "dtype", None)
    is_ordered = isinstance(kind, pl.Enum) or getattr(kind, "ordered", None) is True
    if not is_ordered:
        return None
    occurring = set(filter(_is_known, listed(column) or []))
    classes = [value for value in listed(kind.categories) or [] if value in occurring and value != negative]  # type: ignore[union-attr]
    return classes[-1] if classes else None


def require_no_copy(columns: Mapping[str, Any], found: list[Any], is_frame: bool) -> None:
    """Refuses a table one of whose columns has the labels that are given apart from it.

    Raises:
        Error: a column equals the labels.
    """
    plainly = [plain(value) for value in found]
    same = [name for name, column in columns.items() if _equals(column, plainly)]
    if same:
        place = list(columns).index(same[0])
        # A column of an array has no name of its own.
        drop = f'name it alone, as label="{same[0]}", or drop it from the data' if is_frame else f"drop it: numpy.delete(X, {place}, axis=1)"
        raise Error(
            f"error: the column `{same[0]}` equals the labels, and would be a feature too\n"
            f"  = help: {drop}; if it is a feature, name all features by `features`"
        )


def _equals(column: Any, found: list[Any]) -> bool:
    values = listed(column)
    try:
        return values is not None and len(values) == len(found) and all(plain(a) == b for a, b in zip(values, found, strict=True))
    except Exception:
        # Values that cannot be compared, such as arrays, are no labels.
        return False


def _is_known(value: Any) -> bool:
    return not is_missing(value)


def copies(frame: pl.DataFrame, label: str, features: list[str]) -> tuple[str, ...]:
    """Warnings about features that have one value for each class. Few rows have such a feature by chance."""
    names = [name for name in features or frame.columns if name != label and name in frame.columns]
    classes = frame[label].n_unique()
    told = [name for name in names if _tells(frame, name, label, classes)]
    # The only feature cannot be left out.
    next_step = "" if len(names) == 1 else " If it is the label in other words, leave it out: name the other features with `--features`."
    return tuple(f"The feature {name} has one value for each class of {label}, so it alone tells the class.{next_step}" for name in told)


def _tells(frame: pl.DataFrame, name: str, label: str, classes: int) -> bool:
    if classes < 2 or frame[name].n_unique() != classes or frame[[name, label]].n_unique() != classes:
        return False
    return 2 * classes <= frame.height or frame[name].to_list() == frame[label].to_list()


def one_class(name: str, value: Any) -> Any:
    """One class as a value of Python.

    Raises:
        Error: there are several, or none.
    """
    found = plain(value)
    if isinstance(found, bytes):
        found = found.decode(errors="backslashreplace")
    is_several = isinstance(found, set | frozenset | dict) or not isinstance(found, str) and listed(found) is not None
    if is_several or found is None and value is not None:
        raise wrong(name, value, "give one class; to leave several classes out, leave out their rows")
    return found


def written(value: Any) -> str:
    """A class as the program spells it."""
    value = plain(value)
    return value.decode() if isinstance(value, bytes) else word(value)
