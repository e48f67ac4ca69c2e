"""Reads the results of a study: trials, verdicts, tables, figures and the report."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
import webbrowser
from collections.abc import Mapping, Sequence
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, overload

import polars as pl

from . import _process, _toml, _verdicts
from ._arguments import near, texts, wrong
from ._arguments import path as checked_path
from ._errors import Error, ProgramWarning
from ._words import in_python

_COUNT = re.compile(r"\s*(trials|count|smaller|equal|larger)\s*(?=\()")
_NOTE = re.compile(r"^(?:note|warning): (.*(?:\n .*)*)", re.MULTILINE)
_FOLDER = "give the results folder of an experiment, such as results/smoke, or its name"
_FORMS = ("latex", "siunitx", "markdown", "csv", "text")
_EXAMPLES = {
    "by": 'give keys such as by="variant"',
    "show": 'give expressions such as show=["mean(mistakes)", "trials()"]',
    "where": 'give conditions such as where="mistakes > 3" or where={"variant": "plain"}',
    "sort": 'give columns such as sort="-mean(mistakes)"',
    "pair": 'give two variants such as pair=["averaged", "last"]',
}


class Study:
    """The results of one experiment. If another spec replaces them in their folder, a study of the old ones says so instead of showing the new ones.

    Attributes:
        path: the results folder, as a whole path, so that it is found from any working folder.
        name: the last part of its path.
        exception: the first exception of a learner in Python during the run, with its traceback, or None; ``raise study.exception`` shows it.
    """

    def __init__(self, path: str | PathLike[str], exception: BaseException | None = None) -> None:
        """Reads the results in a folder, which `lab.run` or the command `run` wrote."""
        self.exception = exception
        self.path = Path(checked_path("path", path, _FOLDER)).absolute()
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
        """The verdicts, one row for each claim, cell and variant. Every parameter of the cell is a column, as in the trials; a claim about all cells
        has no `cell`. The other columns are the same for all studies."""
        return _verdicts.table(self._verdicts())

    @property
    def as_expected(self) -> bool:
        """Whether every verdict is the one that the spec expects."""
        return all(verdict["as_expected"] for verdict in self._verdicts())

    @property
    def claims(self) -> pl.DataFrame:
        """One row for each claim: its number of cells and trials, the ratio observed ÷ limit closest to a violation, and its verdicts, the worst
        first."""
        return _verdicts.summary(self._verdicts())

    @overload
    def table(
        self,
        by: str | Sequence[str] = ...,
        show: str | Sequence[str] = ...,
        where: str | Sequence[str] | Mapping[str, Any] = ...,
        sort: str | Sequence[str] = ...,
        format: None = ...,
        pair: Sequence[str] = ...,
    ) -> pl.DataFrame: ...

    @overload
    def table(
        self,
        by: str | Sequence[str] = ...,
        show: str | Sequence[str] = ...,
        where: str | Sequence[str] | Mapping[str, Any] = ...,
        sort: str | Sequence[str] = ...,
        *,
        format: Literal["latex", "siunitx", "markdown", "csv", "text"],
        pair: Sequence[str] = ...,
    ) -> str: ...

    def table(
        self,
        by: str | Sequence[str] = (),
        show: str | Sequence[str] = (),
        where: str | Sequence[str] | Mapping[str, Any] = (),
        sort: str | Sequence[str] = (),
        format: str | None = None,
        pair: Sequence[str] = (),
    ) -> pl.DataFrame | str:
        """A table of statistics over the trials, made by the command ``table``.

        Args:
            by: keys whose values make the rows, such as ``"variant"`` or ``["variant", "target_margin"]``.
            show: what the columns show, such as ``"mean(mistakes)"``; by default means. ``"interval(mistakes)"`` makes two columns, the mean and
                half of the width of its interval.
            where: conditions that trials must meet, such as ``"mistakes > 3"`` or ``{"variant": "plain"}``; a list allows each of its values.
            sort: columns by which the rows are sorted, with a hyphen before one for descending. A column is named by its whole text, such as
                ``"-mean(mistakes)"``, by the name that ``as`` gives it, or by a key of ``by``; ``"-mistakes"`` is the first column about mistakes.
            pair: the names of two variants that are compared on the same samples; ``first.COLUMN`` and ``second.COLUMN`` in ``show`` are then their
                columns, and every mean over pairs is followed by the numbers of pairs in which the first is smaller, equal and larger.
            format: ``"latex"``, ``"siunitx"``, ``"markdown"``, ``"csv"`` or ``"text"`` for the table as text.

        A column without a value in some of the rows is a `ProgramWarning` with the reason.

        Raises:
            Error: a key, an expression or a column is not known, or the trials are gone.
        """
        self._require_same_spec()
        if format not in (None, *_FORMS):
            raise wrong("format", format, f"give one of {', '.join(_FORMS)}, or leave it out for a DataFrame")
        where = [_condition(key, value) for key, value in where.items()] if isinstance(where, Mapping) else where
        options = {"by": by, "show": show, "where": where, "sort": sort, "pair": pair}
        given = {option: texts(option, words, _EXAMPLES[option]) for option, words in options.items()}
        arguments = ["table", str(self.path), "--json" if format is None else f"--format={format}"]
        arguments += [f"--{option}={word}" for option, words in given.items() for word in words]
        printed = self._called(arguments)
        return printed if format is not None else _statistics(json.loads(printed), given)

    def _called(self, arguments: list[str]) -> str:
        """What a command that reads the results prints. Its notes are warnings that name the line that calls the caller of this method."""
        ended = _process.call(arguments)
        if ended.code == 2 and "--json" in arguments and ended.problem is None:
            raise Error(
                f"error: {_process.program()} is too old: it has no command `{arguments[0]}`\n"
                "  = help: install the program of this package with `pip install .`",
                ended.code,
            )
        if ended.code != 0:
            raise ended.failure()
        for note in _NOTE.findall(ended.errors):
            warnings.warn(in_python(note), ProgramWarning, stacklevel=3)
        return ended.output

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
            chooses = '"figures": {"show": ["observed-and-bound"]} in a spec chooses figures; `perceptron-lab list figures` shows all'
            help = f'give one of these names, such as study.figure("{names[0]}")' if names else chooses
            raise Error(f"error: {self.name} {problem}\n  = allowed: {known}\n  = help: {help}")
        return Figure(self.path / "figures" / f"{name}.svg", self)

    @property
    def report(self) -> Report:
        """The report."""
        return Report(self._file("report.html", f"perceptron-lab report {near(self.path)}"))

    def _require_same_spec(self) -> None:
        found = _spec_hash(self.path)
        if found is None and self._spec is not None:
            raise Error(f"error: the results in {near(self.path)} are gone\n  = help: run the experiment again")
        if found != self._spec:
            raise Error(
                f"error: a run of another spec has replaced the results in {near(self.path)}\n"
                "  = help: give the specs different titles or `name`s to keep both; perceptron_lab.open(path) reads the new results"
            )

    def _verdicts(self) -> list[dict[str, Any]]:
        self._require_same_spec()
        return _verdicts.read((self.path / "verdicts.json").read_text(encoding="utf-8"))

    def _file(self, name: str, help: str) -> Path:
        self._require_same_spec()
        path = self.path / name
        if not path.is_file():
            raise Error(f"error: there is no file {near(path)}\n  = help: {help}")
        return path

    def _shown(self) -> tuple[str, pl.DataFrame | None, list[str]]:
        """What is shown of the study: a headline, a table of the claims, and lines below it. An error becomes a line, as display must not fail."""
        try:
            verdicts = self._verdicts()
        except Error as problem:
            return f"{self.name}: {problem.message}", None, [problem.help or ""]
        if not verdicts:
            return f"{self.name}: the spec has no claims", None, ["study.table() shows means of the trials"]
        unexpected = sum(not verdict["as_expected"] for verdict in verdicts)
        plural = "verdict is" if unexpected == 1 else "verdicts are"
        head = f"{unexpected} {plural} not as expected" if unexpected else "every verdict is as expected"
        return f"{self.name}: {head}", _verdicts.marked(_verdicts.summary(verdicts)), _verdicts.reasons(verdicts)

    def __repr__(self) -> str:
        head, table, lines = self._shown()
        with pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=-1, fmt_str_lengths=60, tbl_width_chars=150):
            return "\n".join([head, *([] if table is None else [str(table)]), *lines])

    def _repr_html_(self) -> str:
        head, table, lines = self._shown()
        below = f"<p>{'<br>'.join(map(escape, lines))}</p>" if lines else ""
        return f"<p>{escape(head)}</p>{'' if table is None else html_table(table)}{below}"


class Figure:
    """A figure as SVG.

    Attributes:
        path: the file.
        name: its name without the ending.
    """

    def __init__(self, path: Path, study: Study | None = None) -> None:
        """A figure in this file, of a study."""
        self.path = path.absolute()
        self.name = path.stem
        self._study = study

    def save(
        self,
        path: str | PathLike[str],
        *,
        width: str | None = None,
        height: str | None = None,
        title: str | None = None,
        rename: Mapping[str, str] | None = None,
        series: Sequence[str] = (),
        controls: bool = True,
        font: str | PathLike[str] | None = None,
    ) -> Path:
        """Draws the figure into a file, as the command ``figure`` does, and returns its path. An existing file is replaced.

        Args:
            path: the file; its ending is the format: ``.pdf``, ``.svg``, ``.png``, or ``.csv`` for the numbers of the figure.
            width: width with its unit, such as ``"8cm"``, ``"3.3in"``, ``"240pt"`` or ``"320px"``; by default 13 cm, and 1200 pixels for an image.
            height: height with its unit; by default it follows from the width and the data.
            title: title in place of the figure's own; none if it is empty.
            rename: other names for series, axes and panels.
            series: the names of the series that are drawn; all if there are none.
            controls: whether bounds made wrong on purpose are drawn.
            font: font file for the text of a PDF or an image; by default DejaVu Sans.

        Raises:
            Error: the ending is no format, a length has no unit, or the file cannot be written.
        """
        study = Study(self.path.parent.parent) if self._study is None else self._study
        study._require_same_spec()
        options = {"output": fspath(path), "width": width, "height": height, "title": title, "font": None if font is None else fspath(font)}
        given = [f"--{option}={value}" for option, value in options.items() if value is not None]
        given += [f"--series={name}" for name in series]
        given += [part for pair in (rename or {}).items() for part in ("--rename", *pair)]
        given += [] if controls else ["--no-controls"]
        study._called(["figure", *given, "--", str(study.path), self.name])
        return Path(path)

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
        return f"Figure({near(self.path)!r})"


class Report:
    """The page of a study.

    Attributes:
        path: the file, in HTML.
    """

    def __init__(self, path: Path) -> None:
        """A report in this file."""
        self.path = path.absolute()

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
        return f"Report({near(self.path)!r})"

    def _repr_html_(self) -> str:
        path = escape(near(self.path), quote=True)
        return f'<a href="{path}" target="_blank">{path}</a>'


def open(path: str | PathLike[str], *, results: str | PathLike[str] = "results") -> Study:
    """Reads a results folder, such as ``results/question``, or that of an experiment with this name in the folder ``results``."""
    below = Path(checked_path("results", results, 'give a folder, such as results="results"')) / checked_path("path", path, _FOLDER)
    is_name = not (Path(path) / "verdicts.json").is_file() and (below / "verdicts.json").is_file()
    return Study(below if is_name else path)


def frame(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """A frame of these columns; values of several types become texts."""
    return pl.DataFrame([pl.Series(name, values, strict=False) for name, values in columns.items()])


def _condition(key: Any, value: Any) -> str:
    return f"{key} = {json.dumps(_toml.plain(value, str(key), 'a condition'), ensure_ascii=False)}"


def _statistics(read: dict[str, Any], given: Mapping[str, Sequence[str]]) -> pl.DataFrame:
    """The table that the command prints as JSON. An interval makes two columns, and a column of numbers of trials has integers."""
    columns: dict[str, list[Any]] = {}
    keys = [key for words in given["by"] for key in words.split(",") if key.strip()]
    # The counts of pairs follow the columns that were asked for.
    shown = dict(zip(read["columns"][len(keys) :], given["show"], strict=False)) or {"trials": "trials()", "pairs": "trials()"}
    for name in read["columns"]:
        values = [row.get(name) for row in read["rows"]]
        pairs = [value for value in values if isinstance(value, dict)]
        columns[name] = [value["value"] if isinstance(value, dict) else value for value in values]
        is_count = _is_count(shown[name]) if name in shown else name.endswith((" smaller", " equal", " larger"))
        if is_count and all(value is None or isinstance(value, int | float) and value == int(value) for value in columns[name]):
            columns[name] = [None if value is None else int(value) for value in columns[name]]
        if pairs:
            columns[f"{name} ±"] = [value["half_width"] if isinstance(value, dict) else None for value in values]
    return frame(columns)


def _is_count(expression: str) -> bool:
    """Whether an expression is a number of trials, and not a formula that contains one: `count(mistakes > 3) as many`."""
    head = _COUNT.match(expression)
    depth = 0
    for place in range(head.end() if head else len(expression), len(expression)):
        depth += {"(": 1, ")": -1}.get(expression[place], 0)
        if depth == 0:
            return re.match(r"\s*(as\s|$)", expression[place + 1 :]) is not None
    return False


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


def _spec_hash(path: Path) -> str | None:
    """The digest of the spec of a results folder; None if there is no manifest."""
    try:
        manifest = tomllib.loads((path / "manifest.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return str(manifest.get("spec_hash"))


def _no_results(path: Path) -> str:
    if not path.exists():
        return f"error: there is no folder {near(path)}\n  = help: give the results folder of an experiment, such as results/smoke"
    if not path.is_dir():
        return f"error: {near(path)} is a file\n  = help: give the folder that has verdicts.json"
    inside = sorted(near(found.parent) for found in path.glob("**/verdicts.json"))
    if inside:
        return f"error: {near(path)} has the results of several experiments\n  = allowed: {', '.join(inside[:8])}\n  = help: give the folder of one"
    return f"error: {near(path)} has no verdicts.json\n  = help: give the results folder of an experiment, such as results/smoke"
