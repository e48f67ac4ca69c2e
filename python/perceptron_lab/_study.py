"""Reads the results of a study: trials, verdicts, tables, figures and the report."""

from __future__ import annotations

import json
import re
import webbrowser
import tomllib
from collections.abc import Mapping, Sequence
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, overload

import polars as pl

from . import _process
from ._errors import Error

_RANKS = {kind: rank for rank, kind in enumerate(["violated", "inconclusive", "not-shown", "vacuous", "holds", "shown", "inapplicable"])}


class Study:
    """The results of one experiment. If another spec replaces them in their folder, a study of the old ones says so instead of showing the new ones.

    Attributes:
        path: the results folder.
        name: the last part of its path.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Reads the results in a folder, which `lab.run` or the command `run` wrote."""
        self.path = Path(path)
        self.name = self.path.name
        if not (self.path / "verdicts.json").is_file():
            raise Error(_no_results(self.path))
        self._spec = _spec_hash(self.path)

    @property
    def trials(self) -> pl.LazyFrame:
        """The trials, one row for each, with every parameter as a column; ``study.trials.collect()`` reads them all."""
        return pl.scan_parquet(self._file("trials.parquet", "run the experiment again; git does not store trials"))

    @property
    def verdicts(self) -> pl.DataFrame:
        """The verdicts, one row for each claim, cell and variant. Every parameter of the cell is a column, as in the trials."""
        rows = []
        for verdict in self._verdicts():
            cell = verdict.pop("cell") or {}
            variant = verdict.get("variant")
            verdict["variant"] = ", ".join(variant) if isinstance(variant, list) else variant
            interval = verdict.pop("interval", None) or [None, None]
            verdict |= {"interval_low": interval[0], "interval_high": interval[1]}
            front = {key: verdict.pop(key) for key in ("id", "variant", "verdict", "expected", "as_expected")}
            rows.append({**front, **cell, **{key: _flat(value) for key, value in verdict.items()}})
        keys = dict.fromkeys(key for row in rows for key in row)
        return frame({key: [row.get(key) for row in rows] for key in keys})

    @property
    def as_expected(self) -> bool:
        """Whether every verdict is the one that the spec expects."""
        return all(verdict["as_expected"] for verdict in self._verdicts())

    @property
    def claims(self) -> pl.DataFrame:
        """One row for each claim: its number of cells and trials, the largest tightness, and its verdicts, the worst first."""
        groups: dict[tuple[str, bool], list[dict[str, Any]]] = {}
        for verdict in self._verdicts():
            groups.setdefault((verdict["id"], verdict["control_of"] is not None), []).append(verdict)
        rows = []
        for (name, is_control), group in groups.items():
            tightness = [verdict["tightness_max"] for verdict in group if verdict["tightness_max"] is not None]
            rows.append(
                {
                    "claim": f"{name} (control)" if is_control else name,
                    "cells": len({json.dumps(verdict["cell"]) for verdict in group}),
                    "trials": sum(verdict["trials"] for verdict in group),
                    "worst tightness": max(map(float, tightness), default=None),
                    "verdict": _verdict_words([verdict["verdict"] for verdict in group]),
                    "expected": group[0]["expected"],
                }
            )
        return pl.DataFrame(rows, infer_schema_length=None)

    @overload
    def table(
        self,
        by: str | Sequence[str] = ...,
        show: str | Sequence[str] = ...,
        where: str | Sequence[str] | Mapping[str, Any] = ...,
        sort: str | Sequence[str] = ...,
        format: None = ...,
    ) -> pl.DataFrame: ...

    @overload
    def table(
        self,
        by: str | Sequence[str] = ...,
        show: str | Sequence[str] = ...,
        where: str | Sequence[str] | Mapping[str, Any] = ...,
        sort: str | Sequence[str] = ...,
        *,
        format: Literal["latex", "markdown", "csv", "text"],
    ) -> str: ...

    def table(
        self,
        by: str | Sequence[str] = (),
        show: str | Sequence[str] = (),
        where: str | Sequence[str] | Mapping[str, Any] = (),
        sort: str | Sequence[str] = (),
        format: str | None = None,
    ) -> pl.DataFrame | str:
        """A table of statistics over the trials, made by the command ``table``.

        Args:
            by: keys whose values make the rows, such as ``"variant"`` or ``["variant", "target_margin"]``.
            show: what the columns show, such as ``"mean(mistakes)"``; by default means. ``"interval(mistakes)"`` makes two columns, the mean and
                half of the width of its interval.
            where: conditions that trials must meet, such as ``"mistakes > 3"`` or ``{"variant": "plain"}``.
            sort: columns by which the rows are sorted, with a hyphen before one for descending.
            format: ``"latex"``, ``"markdown"``, ``"csv"`` or ``"text"`` for the table as text.
        """
        self._require_same_spec()
        if isinstance(where, Mapping):
            where = [f"{key} = {json.dumps(value)}" for key, value in where.items()]
        arguments = ["table", str(self.path), "--format", format or "json"]
        for option, words in {"by": by, "show": show, "where": where, "sort": sort}.items():
            arguments += [f"--{option}={word}" for word in ([words] if isinstance(words, str) else words)]
        ended = _process.call(arguments)
        if "unrecognized subcommand" in ended.errors:
            raise Error(
                f"error: {_process.program()} is too old: it has no command `table`\n"
                "  = help: install the program of this package with `pip install .`",
                ended.code,
            )
        if ended.code != 0:
            raise ended.failure()
        if format is not None:
            return ended.output
        read = json.loads(ended.output)
        columns: dict[str, list[Any]] = {}
        for name in read["columns"]:
            values = [row.get(name) for row in read["rows"]]
            pairs = [value for value in values if isinstance(value, dict)]
            columns[name] = [value["value"] if isinstance(value, dict) else value for value in values]
            if pairs:
                columns[f"{name} ±"] = [value["half_width"] if isinstance(value, dict) else None for value in values]
        return frame(columns)

    @property
    def figures(self) -> list[str]:
        """The names of the figures."""
        return sorted(path.stem for path in (self.path / "figures").glob("*.svg"))

    def figure(self, name: str | None = None) -> Figure:
        """A figure of the report, which a notebook shows; without a name, the only one."""
        self._require_same_spec()
        names = self.figures
        if name is None and len(names) == 1:
            name = names[0]
        if name not in names:
            known = ", ".join(names) or "none"
            problem = f"has {len(names)} figures" if name is None else f"has no figure {name!r}"
            raise Error(
                f"error: {self.name} {problem}\n  = allowed: {known}\n"
                '  = help: "figures": {"show": ["mistakes-against-bound"]} in a spec chooses figures; perceptron-lab list figures'
            )
        return Figure(self.path / "figures" / f"{name}.svg")

    @property
    def report(self) -> Report:
        """The report."""
        return Report(self._file("report.html", f"perceptron-lab report {self.path}"))

    def _require_same_spec(self) -> None:
        if _spec_hash(self.path) != self._spec:
            raise Error(
                f"error: a run of another spec has replaced the results in {self.path}\n"
                "  = help: give the specs different titles or `name`s to keep both; perceptron_lab.open(path) reads the new results"
            )

    def _verdicts(self) -> list[dict[str, Any]]:
        self._require_same_spec()
        read: list[dict[str, Any]] = json.loads((self.path / "verdicts.json").read_text(encoding="utf-8"))
        return read

    def _file(self, name: str, help: str) -> Path:
        self._require_same_spec()
        path = self.path / name
        if not path.is_file():
            raise Error(f"error: there is no file {path}\n  = help: {help}")
        return path

    def _headline(self) -> str:
        return f"{self.name}: {'every verdict is as expected' if self.as_expected else 'some verdicts are not as expected'}"

    def __repr__(self) -> str:
        with pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=-1, fmt_str_lengths=60, tbl_width_chars=150):
            return f"{self._headline()}\n{self.claims}"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self._headline())}</p>{html_table(self.claims)}"


class Figure:
    """A figure as SVG.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        """A figure in this file."""
        self.path = path
        self.name = path.stem

    @property
    def svg(self) -> str:
        """The text of the file."""
        return self.path.read_text(encoding="utf-8")

    def _repr_svg_(self) -> str:
        # A notebook may be narrower than the figure, which then shrinks.
        return re.sub(r'<svg width="(\d+)" height="\d+"', r'<svg width="100%" style="max-width:\1px;height:auto"', self.svg, count=1)

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"Figure({str(self.path)!r})"


class Report:
    """The page of a study.

    Attributes:
        path: the file, in HTML.
    """

    def __init__(self, path: Path) -> None:
        """A report in this file."""
        self.path = path

    @property
    def markdown(self) -> str:
        """The same page as Markdown."""
        return self.path.with_suffix(".md").read_text(encoding="utf-8")

    def open(self) -> None:
        """Opens the page in the browser."""
        webbrowser.open(self.path.resolve().as_uri())

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"Report({str(self.path)!r})"

    def _repr_html_(self) -> str:
        path = escape(str(self.path), quote=True)
        return f'<a href="{path}" target="_blank">{path}</a>'


def open(path: str | PathLike[str]) -> Study:
    """Reads a results folder, such as ``results/question``."""
    return Study(fspath(path))


def frame(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """A frame of these columns; values of several types become texts."""
    return pl.DataFrame([pl.Series(name, values, strict=False) for name, values in columns.items()])


def html_table(table: pl.DataFrame) -> str:
    """A small table as HTML, without the types of its columns."""

    def cell(value: Any) -> str:
        if isinstance(value, str):
            return f'<td style="text-align:left">{escape(value)}</td>'
        return f"<td>{'' if value is None else f'{value:.4g}' if isinstance(value, float) else escape(str(value))}</td>"

    head = "".join(f'<th style="text-align:{_side(kind)}">{escape(name)}</th>' for name, kind in table.schema.items())
    rows = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in table.iter_rows())
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _side(kind: pl.DataType) -> str:
    return "left" if kind == pl.String else "right"


def _flat(value: Any) -> Any:
    """A value for a cell of a table: texts in place of what is nested."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _spec_hash(path: Path) -> str | None:
    """The digest of the spec of a results folder; None if there is no manifest."""
    try:
        manifest = tomllib.loads((path / "manifest.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return str(manifest.get("spec_hash"))


def _verdict_words(kinds: Sequence[str]) -> str:
    """The verdict that all cells and variants share, or how many have each, the worst first."""
    counts = {kind: kinds.count(kind) for kind in sorted(kinds, key=lambda kind: _RANKS.get(kind, 0))}
    return kinds[0] if len(counts) == 1 else ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _no_results(path: Path) -> str:
    if not path.exists():
        return f"error: there is no folder {path}\n  = help: give the results folder of an experiment, such as results/smoke"
    if not path.is_dir():
        return f"error: {path} is a file\n  = help: give the folder that has verdicts.json"
    inside = sorted(str(found.parent) for found in path.glob("**/verdicts.json"))
    if inside:
        return f"error: {path} has the results of several experiments\n  = allowed: {', '.join(inside[:8])}\n  = help: give the folder of one"
    return f"error: {path} has no verdicts.json\n  = help: give the results folder of an experiment, such as results/smoke"
