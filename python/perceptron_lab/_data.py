"""Makes a frame or arrays the sample of a spec: its generator `file` reads them from a file beside the spec."""

from __future__ import annotations

import io
import json
import re
import tomllib
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from . import _frames, _labels, _toml
from ._arguments import wrong
from ._errors import Error


def sample(text: str, data: Any, file: Path) -> tuple[str, bytes, list[str]]:
    """The text of a spec whose sample is in this file, what is to be written into the file, and warnings about the data.

    Raises:
        Error: the data are no table, do not fit the spec, or the spec draws its sample otherwise.
    """
    spec = tomllib.loads(text)
    generator = spec.get("generator", {"file": {}})
    if not isinstance(generator, dict) or not isinstance(generator.get("file"), dict):
        name = next(iter(generator), "none") if isinstance(generator, dict) else generator
        raise Error(
            f"error: there are `data`, but the spec draws its sample by the generator `{name}`\n"
            '  = help: write "generator": {"file": {}}, or leave one of them out'
        )
    keys = {key: value for key, value in generator["file"].items() if key != "path"}
    classes = {key: _labels.one_class(key, keys.get(key)) for key in ("positive", "negative")}
    frame, found = _table(data, keys, classes["negative"])
    classes["positive"] = found.last if classes["positive"] is None else classes["positive"]
    keys |= {key: _labels.written(value) for key, value in classes.items() if value is not None}
    # The last column has the classes if none is named; that it does is written, so that arrays and frames make the same spec.
    keys |= {"label": frame.columns[-1] if found.label is None else found.label}
    keys |= {"features": found.features} if found.features else {}
    spec["generator"] = {"file": {"path": file.name, **keys}}
    return _toml.document(spec), _content(frame, file), list(found.warnings)


def _table(data: Any, keys: dict[str, Any], negative: Any) -> tuple[pl.DataFrame, _frames.Source]:
    """The table of a frame, or of a pair of arrays."""
    if isinstance(data, str | PathLike):
        help = f'name it in the spec: "generator": {{"file": {{"path": {json.dumps(str(data))}}}}}'
        raise Error(f"error: `data` is for frames and arrays, not for a file\n  = help: {help}")
    if isinstance(data, tuple) and len(data) != 2:
        raise wrong("data", data, "give a frame, or a pair of features and labels, such as data=(X, y)")
    X, y = data if isinstance(data, tuple) else (data, None)
    try:
        return _frames.table(X, y, keys.get("label"), keys.get("features"), negative, Path())
    except Error as problem:
        words = re.sub(r"lab\.analyze\((.*?, .*)\)", r"data=(\1)", str(problem))
        raise Error(f"error: {words}") from problem.__cause__


def _content(frame: pl.DataFrame, file: Path) -> bytes:
    """A frame as a file. A file with the same values stays as it is: another version of polars may write other bytes."""
    try:
        if file.exists() and _is_equal(pl.read_parquet(file), frame):
            return file.read_bytes()
    except (OSError, pl.exceptions.PolarsError):
        pass
    written = io.BytesIO()
    frame.write_parquet(written)
    return written.getvalue()


def _is_equal(stored: pl.DataFrame, frame: pl.DataFrame) -> bool:
    return stored.schema == frame.schema and stored.equals(frame)
