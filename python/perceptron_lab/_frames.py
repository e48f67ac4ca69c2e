"""Turns frames and arrays into a file that the program reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import polars as pl

from . import _labels
from ._arguments import listed, shown, wrong
from ._errors import Error

_WIDE = ("Int128", "UInt128")


@dataclass(frozen=True)
class Source:
    """A file that the program reads, and what the objects of the user say of its columns.

    Attributes:
        path: the file.
        label: the name of its column with the classes, if one is given.
        features: the names of the columns to use; none, if all others are used.
        last: the last of the classes, if their type orders them.
        warnings: what to know about the columns.
    """

    path: Path
    label: str | None
    features: list[str]
    last: Any = None
    warnings: tuple[str, ...] = ()


def source(data: Any, labels: Any, label: Any, features: Any, negative: Any, folder: Path) -> Source:
    """A file with the data, written into ``folder`` unless it exists already.

    Raises:
        Error: the data are no table, or an argument does not fit them.
    """
    if isinstance(data, str | PathLike):
        if labels is not None:
            raise Error("error: `labels` is for arrays and frames; a file has its classes in a column\n  = help: name that column by `label`")
        return Source(Path(fspath(data)).absolute(), _label(label, ["a"]), _features(features, ["a"]))
    data = _opened(data, label)
    known = list(data.columns) if hasattr(data, "columns") else []
    name, names = _label(label, known), _features(features, known)
    frame, name, classes = _with_labels(data, labels, name, bool(names))
    if frame.height == 0:
        raise Error("error: the data have no rows\n  = help: give at least one example of each class")
    _require_numbers_and_texts(frame)
    path = folder / "data.parquet"
    frame.with_columns([_readable(column) for column in frame]).write_parquet(path)
    target = frame.columns[-1] if name is None else name
    warnings = _labels.copies(frame, target, names) if target in frame.columns else ()
    return Source(path, name, names, _labels.last(classes, negative), warnings)


def placed(text: str) -> str:
    """A message about the file of a frame as one about the frame, with rows counted from 0."""

    def place(found: re.Match[str]) -> str:
        return f"the frame, row {int(found.group(1)) - 1}, column {found.group(2)}"

    text = re.sub(r"data\.parquet:(\d+):\d+ \(column (`.*?`)\)", place, text)
    return text.replace("the file has no column", "the data have no column").replace("data.parquet", "the frame")


def _opened(data: Any, label: Any) -> Any:
    """A frame of polars or pandas, or an array; in one of pandas, an index that is the label is a column."""
    if isinstance(data, pl.LazyFrame):
        return data.collect()
    if isinstance(data, dict):
        return _from_dict(data)
    if _is_pandas(data) and label is not None and str(label) not in map(str, data.columns) and label in data.index.names:
        return data.reset_index(level=label)
    return data


def _is_pandas(data: Any) -> bool:
    return hasattr(data, "columns") and hasattr(data, "iloc")


def _with_labels(data: Any, labels: Any, label: str | None, is_chosen: bool) -> tuple[pl.DataFrame, str | None, Any]:
    """The frame with its labels, the name of their column, if one is given, and these labels as the user has them."""
    is_frame = isinstance(data, pl.DataFrame) or _is_pandas(data)
    frame = data if isinstance(data, pl.DataFrame) else _from_pandas(data) if is_frame else _from_array(data)
    if labels is None:
        if not is_frame:
            raise Error("error: an array has no classes\n  = help: give them too, one for each row: lab.analyze(X, y)")
        place = frame.columns.index(label) if label in frame.columns else frame.width - 1
        return frame, label, None if not frame.width else frame[:, place] if isinstance(data, pl.DataFrame) else data.iloc[:, place]
    labels = _labels.single(labels)
    found = _labels.values(labels)
    if is_frame and not is_chosen:
        _labels.require_no_copy(frame, found)
    label = label or str(_unless_missing(getattr(labels, "name", None), "label"))
    if label in frame.columns:
        raise Error(
            f"error: there are `labels`, and a column `{label}` too\n"
            f'  = help: name the column alone, as label="{label}", or drop it from the data to use the labels'
        )
    if len(found) != frame.height:
        raise Error(f"error: there are {frame.height} rows and {len(found)} labels\n  = help: give one label for each row")
    return frame.with_columns(_column(label, found)), label, labels


def _unless_missing(name: Any, other: str) -> Any:
    return other if name is None or name == "" else name


def _label(label: Any, known: list[Any]) -> str | None:
    """The name of the column with the classes; columns of pandas may have names that are no texts."""
    if label is None or isinstance(label, str):
        return label
    names = _known_names(label, known)
    if names is None or len(names) != 1:
        raise wrong("label", label, f'give the name of a column, such as label="{_example(known)}"')
    return names[0]


def _features(features: Any, known: list[Any]) -> list[str]:
    if features is None:
        return []
    help = f'give names of columns, such as features=["{_example(known)}"]'
    help += "" if known else "; the columns of an array have the names x1, x2 and so on"
    values = listed(features)
    names = None if values is None else [_known_names(value, known) for value in values]
    if not names or any(name is None for name in names):
        raise wrong("features", features, help + ("; leave it out to use all" if names == [] else ""))
    return [name[0] for name in names if name]


def _known_names(value: Any, known: list[Any]) -> list[str] | None:
    """The name of a column as a text; None if the value is no name."""
    if isinstance(value, str):
        return [value]
    is_known = (
        not isinstance(value, bool | list) and type(value).__name__ != "bool" and any(type(name) is not str and name == value for name in known)
    )
    return [str(value)] if is_known else None


def _example(known: Sequence[Any]) -> str:
    return str(known[0]) if known else "x1"


def _from_dict(data: dict[Any, Any]) -> pl.DataFrame:
    columns = [_column(str(name), values) for name, values in data.items()]
    if len({len(column) for column in columns}) > 1:
        lengths = ", ".join(f"{column.name} ({len(column)})" for column in columns)
        raise Error(f"error: the columns have different numbers of values: {lengths}\n  = help: give every column one value for each row")
    return pl.DataFrame(columns)


def _from_pandas(data: Any) -> pl.DataFrame:
    """Without pyarrow and without the index."""
    names = [str(name) for name in data.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Error(f"error: several columns have the name {', '.join(twice)}\n  = help: give each column a name of its own")
    columns = (data.iloc[:, place] for place in range(len(names)))
    return pl.DataFrame([_column(name, column) for name, column in zip(names, columns, strict=True)])


def _from_array(data: Any) -> pl.DataFrame:
    if hasattr(data, "toarray"):
        data = data.toarray()
    rows = data.tolist() if hasattr(data, "tolist") else data
    if not isinstance(rows, list | tuple):
        raise Error(f"error: data cannot be of type {type(data).__name__}\n  = help: give a frame, an array or the path of a file")
    rows = [list(row) if isinstance(row, list | tuple) or hasattr(row, "__array__") else row for row in rows]
    if not rows or not isinstance(rows[0], list):
        raise Error("error: the features are not a table\n  = help: give an array with one row for each example: X.reshape(-1, 1) for one feature")
    if len({len(row) if isinstance(row, list) else None for row in rows}) > 1:
        raise Error("error: the rows have different numbers of features\n  = help: give every example the same features")
    return pl.DataFrame([_column(f"x{place + 1}", values) for place, values in enumerate(zip(*rows, strict=True))])


def _column(name: str, values: Any) -> pl.Series:
    """A column of these values, of which None and NaN are missing ones.

    Raises:
        Error: the values are no list, or a number has too many digits.
    """
    if isinstance(values, pl.Series):
        return values.rename(name)
    found = None if isinstance(values, str) else listed(values)
    if found is None:
        raise wrong(name, values, "give a list with one value for each row")
    found = _labels.present(found)
    column = pl.Series(name, found, strict=False)
    lost = [value for value, kept in zip(found, column, strict=True) if kept is None and value is not None] if column.null_count() else []
    if lost:
        raise _too_long(name, lost[0])
    return column


def _readable(column: pl.Series) -> pl.Series:
    """A column in a type that the program reads."""
    if column.dtype in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)
    if str(column.dtype) not in _WIDE:
        return column
    try:
        return column.cast(pl.Decimal(38, 0))
    except pl.exceptions.InvalidOperationError:
        longest = max(column.drop_nulls().to_list(), key=abs)
        raise _too_long(column.name, longest) from None


def _too_long(name: str, value: Any) -> Error:
    return Error(
        f"error: the column `{name}` has the value {shown(value)}, which no column of numbers holds\n"
        "  = help: integers may have 38 digits; turn the column into floats, or divide it"
    )


def _require_numbers_and_texts(frame: pl.DataFrame) -> None:
    bad = {name: str(kind) for name, kind in frame.schema.items() if kind.is_nested() or kind.is_temporal() or kind == pl.Object}
    if bad:
        names = ", ".join(f"{name} ({kind})" for name, kind in bad.items())
        raise Error(f"error: these columns are neither numbers nor texts: {names}\n  = help: leave them out, or turn them into numbers")
