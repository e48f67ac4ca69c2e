"""Turns frames and arrays into a file that the program reads."""

from __future__ import annotations

import re
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import polars as pl

from ._errors import Error


def source(data: Any, labels: Any, label: str | None, folder: Path) -> tuple[Path, str | None]:
    """The path of a file with the data, written into ``folder`` unless it exists already, and the name of its column with the classes."""
    if isinstance(data, str | PathLike):
        if labels is not None:
            raise Error("error: `labels` is for arrays and frames; a file has its classes in a column\n  = help: name that column by `label`")
        return Path(fspath(data)).absolute(), label
    frame, label = _frame(data, labels, label)
    if frame.height == 0:
        raise Error("error: the data have no rows\n  = help: give at least one example of each class")
    bad = {name: str(kind) for name, kind in frame.schema.items() if kind.is_nested() or kind.is_temporal()}
    if bad:
        names = ", ".join(f"{name} ({kind})" for name, kind in bad.items())
        raise Error(f"error: these columns are neither numbers nor texts: {names}\n  = help: leave them out, or turn them into numbers")
    path = folder / "data.parquet"
    texts = [pl.col(name).cast(pl.String) for name, kind in frame.schema.items() if kind in (pl.Categorical, pl.Enum)]
    frame.with_columns(texts).write_parquet(path)
    return path, label


def placed(text: str) -> str:
    """A message about the file of a frame as one about the frame, with rows counted from 0."""

    def place(found: re.Match[str]) -> str:
        return f"the frame, row {int(found.group(1)) - 1}, column {found.group(2)}"

    text = re.sub(r"data\.parquet:(\d+):\d+ \(column (`.*?`)\)", place, text)
    return text.replace("the file has no column", "the data have no column").replace("data.parquet", "the frame")


def _frame(data: Any, labels: Any, label: str | None) -> tuple[pl.DataFrame, str | None]:
    if isinstance(data, pl.LazyFrame):
        data = data.collect()
    elif isinstance(data, dict):
        data = pl.DataFrame(data, strict=False)
    if isinstance(data, pl.DataFrame):
        frame = data
    elif hasattr(data, "columns") and hasattr(data, "iloc"):
        frame = _from_pandas(data, label)
    else:
        frame = _from_array(data)
    if labels is not None:
        label = label or str(getattr(labels, "name", None) or "label")
        if label in frame.columns:
            raise Error(
                f"error: there are `labels`, and a column `{label}` too\n  = help: give one of them, or another name for the labels as `label`"
            )
        values = _values(labels)
        if len(values) != frame.height:
            raise Error(f"error: there are {frame.height} rows and {len(values)} labels\n  = help: give one label for each row")
        frame = frame.with_columns(pl.Series(label, values, strict=False))
    elif not isinstance(data, pl.DataFrame) and not hasattr(data, "iloc"):
        raise Error("error: an array has no classes\n  = help: give them too, one for each row: lab.analyze(X, y)")
    return frame, label


def _from_pandas(data: Any, label: str | None) -> pl.DataFrame:
    """Without pyarrow; the index is left out, unless it is the label."""
    if label is not None and label not in [str(name) for name in data.columns] and label in data.index.names:
        data = data.reset_index(level=label)
    names = [str(name) for name in data.columns]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Error(f"error: several columns have the name {', '.join(twice)}\n  = help: give each column a name of its own")
    columns = (data.iloc[:, place] for place in range(len(names)))
    return pl.DataFrame([pl.Series(name, _values(column), strict=False) for name, column in zip(names, columns, strict=True)])


def _from_array(data: Any) -> pl.DataFrame:
    if hasattr(data, "toarray"):
        data = data.toarray()
    rows = data.tolist() if hasattr(data, "tolist") else data
    if not isinstance(rows, list | tuple):
        raise Error(f"error: data cannot be of type {type(data).__name__}\n  = help: give a frame, an array or the path of a file")
    rows = [list(row) if isinstance(row, list | tuple) or hasattr(row, "__array__") else row for row in rows]
    if not rows or not isinstance(rows[0], list):
        raise Error("error: the features are not a table\n  = help: give an array with one row for each example: X.reshape(-1, 1) for one feature")
    if len({len(row) for row in rows}) > 1:
        raise Error("error: the rows have different numbers of features\n  = help: give every example the same features")
    return pl.DataFrame(rows, schema=[f"x{place + 1}" for place in range(len(rows[0]))], orient="row", infer_schema_length=None)


def _values(column: Any) -> list[Any]:
    """The values of a column as a list, with None for each missing one."""
    values = column.to_list() if hasattr(column, "to_list") else column.tolist() if hasattr(column, "tolist") else list(column)
    if values and isinstance(values[0], list):
        raise Error("error: the labels are a table\n  = help: give one label for each row: y.ravel()")
    return [None if value is None or type(value).__name__ in ("NAType", "NaTType") or value != value else value for value in values]
