"""Turns frames and arrays into a file that the program reads."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import polars as pl

from . import _columns, _labels
from ._arguments import is_name, listed, require_local, wrong
from ._errors import Error
from ._tables import Table, opened

_NAME = "data.parquet"


@dataclass(frozen=True)
class Source:
    """A file that the program reads, and what the objects of the user say of its columns.

    Attributes:
        file: the path of the file, as messages show it.
        where: the folder in which this path begins.
        label: the name of its column with the classes, if one is given.
        features: the names of the columns to use; none, if all others are used.
        last: the last of the classes, if their type orders them.
        warnings: what to know about the columns.
        is_apart: whether the classes were given apart from the table, so that no other column can have them.
    """

    file: str
    where: Path
    label: str | None
    features: list[str]
    last: Any = None
    warnings: tuple[str, ...] = ()
    is_apart: bool = False


@dataclass(frozen=True)
class _Chosen:
    """A table with the columns that are used.

    Attributes:
        table: the table.
        label: the name of the column with the classes; None if there is no such column.
        classes: the classes, if they are given apart from the table.
        typed: these classes with the type that the user's package gives them.
        features: the names of the columns to use; none, if all others are used.
    """

    table: Table
    label: str | None
    features: list[str]
    classes: Any = None
    typed: Any = None

    @property
    def target(self) -> str | None:
        """The name of the column with the classes, which is the last one if none is named."""
        return self.table.names[-1] if self.label is None and self.table.known else self.label

    @property
    def used(self) -> list[str]:
        """The names of the columns with features."""
        return list(dict.fromkeys(self.features)) or [name for name in self.table.names if name != self.target]

    def raw(self, name: str) -> Any:
        """The column of this name in the form of its package."""
        return self.classes if self.classes is not None and name == self.label else self.table.column(self.table.names.index(name))


def source(data: Any, labels: Any, label: Any, features: Any, negative: Any, folder: Path) -> Source:
    """A file with the data, written into ``folder`` unless it exists already.

    Raises:
        Error: the data are no table, or an argument does not fit them.
    """
    if isinstance(data, str | PathLike):
        if labels is not None:
            raise Error("error: `labels` is for arrays and frames; a file has its classes in a column\n  = help: name that column by `label`")
        return Source(_file(data), Path.cwd(), _label(label, ["a"]), _features(features, ["a"]))
    frame, found = table(data, labels, label, features, negative, folder)
    frame.write_parquet(folder / found.file)
    return found


def table(data: Any, labels: Any, label: Any, features: Any, negative: Any, folder: Path) -> tuple[pl.DataFrame, Source]:
    """The columns of the data that the program reads, and what it is told of the file with them, which is to be written into ``folder``.

    Raises:
        Error: the data are no table, or an argument does not fit them.
    """
    found = opened(data, label)
    name, names = _label(label, found.own), _features(features, found.own)
    chosen = _with_labels(_Chosen(found, name, names), labels)
    frame = _frame(chosen)
    target = chosen.target
    if target is None or not {target, *names} <= set(frame.columns):
        # The program says which name is wrong.
        return frame, Source(_NAME, folder, chosen.label, names, is_apart=chosen.classes is not None)
    warnings = _labels.copies(frame[list(dict.fromkeys([*chosen.used, target]))], target, names)
    last = _labels.last(chosen.raw(target) if chosen.typed is None else chosen.typed, negative)
    return frame, Source(_NAME, folder, chosen.label, names, last, warnings, chosen.classes is not None)


_APART = {
    "one-class": "give labels of two classes",
    "values-as-classes": "numbers to predict are not classes: give one of two labels",
    "no-class": "give a class for every row",
}
"""The next step for each kind of problem of the column with the classes, if the classes were given apart."""


def placed(problem: dict[str, Any], is_apart: bool) -> dict[str, str]:
    """The parts of a problem that are about the file of a frame, in words about the frame; its rows are counted from 0. ``is_apart`` says whether the
    classes were given apart."""
    at = problem.get("at", {})
    said = {label: words.replace(_NAME, "the frame") for label, words in problem.items() if isinstance(words, str)}
    said |= {"help": _APART[problem["kind"]]} if is_apart and problem["kind"] in _APART else {}
    own = {label: words for label, words in said.items() if words != problem[label]}
    if at.get("file") == _NAME and at["line"] is not None:
        own["place"] = f"the frame, row {at['line'] - 1}" + (f", column `{at['name']}`" if at["name"] else "")
    return own


def _file(given: Any) -> str:
    """The path of an existing file.

    Raises:
        Error: there is no such file.
    """
    text = fspath(given)
    if not isinstance(text, str) or not text or "\n" in text:
        raise wrong("data", given, "give the path of a file; write a table that is a text into a file first")
    require_local(text, "; a table may be read by another package and given as a frame")
    text = text if os.path.exists(text) else os.path.expanduser(text)
    if os.path.isdir(text):
        raise Error(f"error: {text} is a folder\n  = help: give the path of a file in it")
    if not os.path.exists(text):
        known = next((folder for folder in Path(text).absolute().parents if folder.is_dir()), Path.cwd())
        missing = Path(text).absolute().relative_to(known).parts[0]
        raise Error(f"error: there is no file {text}\n  = help: check the path; the folder {known} has no {missing}")
    return text if text != "-" else os.path.join(os.curdir, text)


def _with_labels(chosen: _Chosen, labels: Any) -> _Chosen:
    """The table with its labels. A column that they replace is left out, if the features are named and it is none of them.

    Raises:
        Error: there are none, or they do not fit the table.
    """
    table = chosen.table
    if labels is None:
        if not table.is_frame:
            raise Error("error: an array has no classes\n  = help: give them too, one for each row: lab.analyze(X, y)")
        return chosen
    labels = _labels.single(labels)
    found = _labels.values(labels)
    height = len(found) if table.height is None else table.height
    _require_rows(height, table)
    label = chosen.label or str(_unless_missing(getattr(labels, "name", None), "label"))
    if not chosen.features:
        _labels.require_no_copy({name: table.column(place) for place, name in enumerate(table.names)}, found, table.is_frame)
    if label in (chosen.features or table.names):
        alone = f'name the column alone, as label="{label}", or drop it from the data to use the labels'
        help = alone if table.is_frame else 'give the labels another name, such as label="class"'
        raise Error(f"error: there are `labels`, and a column `{label}` too\n  = help: {help}")
    if len(found) != height:
        raise Error(f"error: there are {height} rows and {len(found)} labels\n  = help: give one label for each row")
    return _Chosen(table, label, chosen.features, labels if isinstance(labels, pl.Series) else found, labels)


def _frame(chosen: _Chosen) -> pl.DataFrame:
    """The columns that are used, and for each of the others one without values.

    Raises:
        Error: a column that is used cannot be read, or has a name that others have, or there are no rows.
    """
    table = chosen.table
    names = list(dict.fromkeys([*table.names, *([] if chosen.classes is None or chosen.label is None else [chosen.label])]))
    needed = {name for name in [*chosen.used, chosen.target] if name is not None}
    if not needed <= set(names):
        # The program says which name is wrong.
        return pl.DataFrame([_columns.unused(name, 1) for name in names])
    _require_one_each(table, needed - ({chosen.label} if chosen.classes is not None else set()))
    read = _read(chosen, needed)
    height = _height(table, read)
    _require_rows(height, table)
    if not chosen.used:
        raise Error(f"error: the data have no column besides the label `{chosen.target}`\n  = help: give the features, too")
    return pl.DataFrame([read[name] if name in read else _columns.unused(name, height) for name in names])


def _read(chosen: _Chosen, needed: set[str]) -> dict[str, pl.Series]:
    """The columns that are used.

    Raises:
        Error: some are neither numbers nor texts.
    """
    read, bad = {}, {}
    for name in dict.fromkeys([*chosen.table.names, *needed]):
        if name in needed:
            try:
                read[name] = (_columns.classes if name == chosen.target else _columns.features)(name, chosen.raw(name))
            except _columns.Unreadable as found:
                bad[name] = str(found)
    if bad:
        names = ", ".join(f"{name} ({kind})" for name, kind in bad.items())
        raise Error(f"error: these columns are neither numbers nor texts: {names}\n  = help: {_readable(chosen, bad)}")
    return read


def _readable(chosen: _Chosen, bad: dict[str, str]) -> str:
    """The next step for columns that are neither numbers nor texts."""
    features = [kind for name, kind in bad.items() if name != chosen.target]
    is_nested = not chosen.table.is_frame and set(features) == {"list"}
    of_rows = "give each example as one row of numbers: numpy.reshape(X, (len(X), -1))"
    of_features = of_rows if is_nested else "leave them out, or turn them into numbers"
    other = "" if chosen.classes is not None else ", or name another column with the classes by `label`"
    of_classes = f"turn the classes into texts or numbers{other}"
    return "; ".join([of_classes] * (chosen.target in bad) + [of_features] * bool(features))


def _require_one_each(table: Table, needed: set[str]) -> None:
    twice = sorted(name for name in needed if table.names.count(name) > 1)
    if twice:
        raise Error(f"error: several columns have the name {', '.join(twice)}\n  = help: give each column a name of its own")


def _height(table: Table, read: dict[str, pl.Series]) -> int:
    """The number of rows.

    Raises:
        Error: the columns have different numbers of values.
    """
    lengths = {name: len(column) for name, column in read.items()}
    if len(set(lengths.values())) > 1:
        words = ", ".join(f"{name} ({length})" for name, length in lengths.items())
        raise Error(f"error: the columns have different numbers of values: {words}\n  = help: give every column one value for each row")
    return next(iter(lengths.values()), table.height or 0)


def _require_rows(height: int, table: Table) -> None:
    # An array without rows has no columns either.
    if not table.known and (table.is_frame or height):
        raise Error("error: the data have no columns\n  = help: give at least one feature for each example")
    if height == 0:
        raise Error("error: the data have no rows\n  = help: give at least one example of each class")


def _unless_missing(name: Any, other: str) -> Any:
    return other if name is None or name == "" else name


def _label(label: Any, known: list[Any]) -> str | None:
    """The name of the column with the classes; columns of pandas may have names that are no texts."""
    if label is None or isinstance(label, str):
        return label
    names = _known_names(label, known)
    if (names is None or len(names) != 1) and not known:
        help = "give the name of the labels, a text; the columns of an array have no names, so give the classes apart: lab.analyze(X[:, 1:], X[:, 0])"
        raise wrong("label", label, help)
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
    return [str(value)] if is_name(value) and any(type(name) is not str and name == value for name in known) else None


def _example(known: Sequence[Any]) -> str:
    return str(known[0]) if known else "x1"
