"""Opens frames, arrays and tables of other packages, whose columns are read only if they are used."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from ._arguments import is_name
from ._errors import Error

_NO_TABLE = "give a frame, an array or the path of a file"


@dataclass(frozen=True)
class Table:
    """A table of any package.

    Attributes:
        known: the names of its columns, as its user writes them.
        column: returns the column at a place, in the form of its package.
        height: the number of rows, or None if the columns may have different ones.
        is_frame: whether the names are the user's own, so that one of them may have the classes.
    """

    known: list[Any]
    column: Callable[[int], Any]
    height: int | None
    is_frame: bool = True

    @property
    def names(self) -> list[str]:
        """The names of the columns as texts."""
        return [str(name) for name in self.known]

    @property
    def own(self) -> list[Any]:
        """The names that the user has given."""
        return self.known if self.is_frame else []


def opened(data: Any, label: Any) -> Table:
    """A table of the data; in a frame of pandas, an index that is the label is a column.

    Raises:
        Error: the data are no table.
    """
    data = data.collect() if isinstance(data, pl.LazyFrame) else data
    _require_one_table(data)
    if isinstance(data, pl.DataFrame):
        return Table(data.columns, lambda place: data[:, place], data.height)
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return _of_pandas(data, label)
    # A sparse matrix may be a dict of its entries.
    if isinstance(data, Mapping) and not hasattr(data, "toarray"):
        values = list(data.values())
        return Table(list(data), values.__getitem__, None)
    names = getattr(getattr(data, "dtype", None), "names", None)
    if names:
        return _of_records(data, list(names))
    is_series = isinstance(data, pl.Series) or hasattr(data, "iloc") or not hasattr(data, "__arrow_c_stream__")
    if not is_series or hasattr(data, "column_names"):
        return _of_arrow(data)
    return _of_array(data)


def _require_one_table(data: Any) -> None:
    """Refuses a Bunch of scikit-learn, and a pair of features and labels as one argument."""
    if any(kind.__name__ == "Bunch" for kind in type(data).__mro__):
        raise Error(
            "error: a Bunch of scikit-learn is no table: it has the features and the labels in two parts\n"
            "  = help: give both: lab.analyze(bunch.data, bunch.target)"
        )
    if isinstance(data, tuple) and len(data) == 2 and all(hasattr(part, "__len__") for part in data) and hasattr(data[0], "shape"):
        raise Error("error: the data are a pair, which is no table\n  = help: give its parts as two arguments, such as lab.analyze(X, y)")


def _of_pandas(data: Any, label: Any) -> Table:
    if is_name(label) and str(label) not in map(str, data.columns) and label in data.index.names:
        data = data.reset_index(level=label)
    return Table(list(data.columns), lambda place: data.iloc[:, place], len(data))


def _of_records(data: Any, names: list[Any]) -> Table:
    """A table of an array with named fields."""
    rows = data.ravel()
    return Table(names, lambda place: rows[names[place]], len(rows))


def _of_arrow(data: Any) -> Table:
    """A table of Arrow, or of a package that gives its columns as Arrow."""
    try:
        table = data if hasattr(data, "column_names") else importlib.import_module("pyarrow").table(data)
    except ImportError:
        return opened(pl.DataFrame(data), None)
    except Exception as problem:
        raise Error(f"error: the data, of type {type(data).__name__}, cannot be read: {problem}\n  = help: {_NO_TABLE}") from problem
    return Table(list(table.column_names), lambda place: _arrow_column(table.column(place)), table.num_rows)


def _arrow_column(column: Any) -> Any:
    """A column of Arrow as one of polars, or as a list if polars may not have its type."""
    is_plain = re.fullmatch(r"u?int\d+|float|double|bool|(large_)?string|decimal128.*", str(column.type))
    return pl.Series(values=pl.from_arrow(column)) if is_plain else column.to_pylist()


def _of_array(data: Any) -> Table:
    found = _rows(data)
    if found is None:
        raise Error(f"error: data cannot be of type {type(data).__name__}\n  = help: {_NO_TABLE}")
    if found and all(isinstance(row, Mapping) for row in found):
        names = list(dict.fromkeys(name for row in found for name in row))
        return Table(names, lambda place: [row.get(names[place]) for row in found], len(found))
    rows = [list(row) if isinstance(row, list | tuple) or hasattr(row, "__array__") and getattr(row, "ndim", True) else row for row in found]
    if rows and not isinstance(rows[0], list):
        raise Error(f"error: the features are not a table\n  = help: give one row for each example: {_as_rows(data)} for one feature")
    if len({len(row) if isinstance(row, list) else None for row in rows}) > 1:
        raise Error("error: the rows have different numbers of features\n  = help: give every example the same features")
    names = [f"x{place + 1}" for place in range(len(rows[0]) if rows else 0)]
    return Table(names, lambda place: [row[place] for row in rows], len(rows), is_frame=False)


def _as_rows(data: Any) -> str:
    """What makes a table of a single feature, in Python."""
    return "X.to_frame()" if hasattr(data, "to_frame") else "X.reshape(-1, 1)" if hasattr(data, "reshape") else "[[x] for x in X]"


def _rows(data: Any) -> list[Any] | None:
    """The rows of an array or a list; None if the data have none."""
    data = data.toarray() if hasattr(data, "toarray") else data
    if hasattr(data, "__array__") and not hasattr(data, "tolist"):
        data = data.__array__()
    # Times of numpy would become integers by `tolist`.
    is_time = getattr(getattr(data, "dtype", None), "kind", "") in ("m", "M")
    rows = data.to_list() if isinstance(data, pl.Series) else list(data) if is_time else data.tolist() if hasattr(data, "tolist") else data
    return list(rows) if isinstance(rows, list | tuple) else None
