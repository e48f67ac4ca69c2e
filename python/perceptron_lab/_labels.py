"""Reads labels of any kind, and finds features that are the labels in other words."""

from __future__ import annotations

from typing import Any

import polars as pl

from ._arguments import listed, wrong
from ._errors import Error

_HELP = 'give one label for each row, such as frame["species"] or an array'


def single(labels: Any) -> Any:
    """The labels, or the only column of a frame of them.

    Raises:
        Error: the frame has several columns.
    """
    if isinstance(labels, pl.LazyFrame):
        labels = labels.collect()
    if not hasattr(labels, "columns"):
        return labels
    if len(labels.columns) != 1:
        raise Error(f'error: the labels are a table with {len(labels.columns)} columns\n  = help: give one of them, such as frame["species"]')
    return labels.to_series(0) if isinstance(labels, pl.DataFrame) else labels.iloc[:, 0]


def values(labels: Any) -> list[Any]:
    """The labels as a list, with None for each missing one; an array with one column is one of labels.

    Raises:
        Error: they are no list, or a table.
    """
    found = None if isinstance(labels, str) else listed(labels)
    if found is None:
        raise wrong("labels", labels, _HELP)
    if any(isinstance(value, list) for value in found):
        if not all(isinstance(value, list) and len(value) == 1 for value in found):
            raise Error("error: the labels are a table\n  = help: give one label for each row: y.ravel()")
        found = [value[0] for value in found]
    return present(found)


def present(column: list[Any]) -> list[Any]:
    """The values of a column with None for each missing one."""
    return [None if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value else value for value in column]


def last(column: Any, negative: Any) -> Any:
    """The last class of an ordered categorical column of pandas, or of an Enum of polars, that occurs and is not ``negative``; otherwise None."""
    kind = getattr(column, "dtype", None)
    is_ordered = isinstance(kind, pl.Enum) or getattr(kind, "ordered", None) is True
    if not is_ordered:
        return None
    occurring = set(present(listed(column) or []))
    classes = [value for value in listed(kind.categories) or [] if value in occurring and value != negative]  # type: ignore[union-attr]
    return classes[-1] if classes else None


def require_no_copy(frame: pl.DataFrame, found: list[Any]) -> None:
    """Refuses a frame one of whose columns has the labels that are given apart from it.

    Raises:
        Error: a column equals the labels.
    """
    same = [name for name in frame.columns if frame[name].to_list() == found]
    if same:
        raise Error(
            f"error: the column `{same[0]}` equals the labels, and would be a feature too\n"
            f'  = help: name it alone, as label="{same[0]}", or drop it from the data; if it is a feature, name all features by `features`'
        )


def copies(frame: pl.DataFrame, label: str, features: list[str]) -> tuple[str, ...]:
    """Warnings about features that have one value for each class. Few rows have such a feature by chance."""
    names = [name for name in features or frame.columns if name != label and name in frame.columns]
    classes = frame[label].n_unique()
    told = [name for name in names if _tells(frame, name, label, classes)]
    return tuple(
        f"The feature {name} has one value for each class of {label}, so it alone tells the class. If it is the label in other words, leave it out: "
        "name the other features with --features."
        for name in told
    )


def _tells(frame: pl.DataFrame, name: str, label: str, classes: int) -> bool:
    if classes < 2 or frame[name].n_unique() != classes or frame.select(name, label).n_unique() != classes:
        return False
    return 2 * classes <= frame.height or frame[name].to_list() == frame[label].to_list()
