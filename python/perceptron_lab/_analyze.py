"""Analyzes data: what the theorems say of them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Literal

import polars as pl

from . import _labels, _process
from ._frames import Source, placed, source
from ._progress import Progress
from ._study import frame, html_table
from ._words import in_python

_MOST_CLASSES = 5


def analyze(
    data: Any,
    labels: Any = None,
    *,
    label: str | None = None,
    positive: Any = None,
    negative: Any = None,
    features: str | Sequence[str] | None = None,
    missing: Literal["drop", "mean"] | None = None,
    header: bool | None = None,
    standardize: bool = False,
    shuffles: int | None = None,
    seed: int | None = None,
    progress: bool | None = None,
) -> Analysis:
    """Analyzes data: separable or not, margins, the value of every bound, and what the learners do.

    Args:
        data: a frame of polars or pandas, a table of Arrow, a dict of columns, an array with one row for each example, or the path of a file (CSV,
            LIBSVM or parquet). The index of a pandas frame is left out, unless ``label`` names it.
        labels: the classes, one for each row, or a frame with one column, if they are not a column of ``data``; the name of their column will do,
            too.
        label: the column with the classes; by default the last one.
        positive: the class with the label +1; by default the last in order. An ordered categorical of pandas and an Enum of polars have an
            order of their own.
        negative: the class with the label −1; examples of other classes are left out.
        features: the names of the columns to use, or one name; by default all others. What is in the columns that are not used does not matter.
        missing: ``"drop"`` leaves out rows with missing values, ``"mean"`` fills in the mean; by default they are an error.
        header: of a text table, whether its first line has the names of the columns; by default the whole file decides.
        standardize: scale every feature to mean 0 and standard deviation 1 first.
        shuffles: number of shuffled orders for each learner.
        seed: seed of these orders.
        progress: show progress; by default in a notebook and in a terminal.

    Raises:
        Error: the data cannot be used as they are, such as a frame that has the labels as a feature, too; the text says why.
    """
    if isinstance(labels, str):
        labels, label = None, label or labels
    options = {"positive": _labels.one_class("positive", positive), "negative": _labels.one_class("negative", negative)}
    options |= {"missing": missing, "header": None if header is None else "yes" if header else "no", "shuffles": shuffles, "seed": seed}
    folder = tempfile.TemporaryDirectory(prefix="perceptron-lab-")
    try:
        found = source(data, labels, label, features, options["negative"], Path(folder.name))
        options["positive"] = found.last if options["positive"] is None else options["positive"]
        return _analysis(found, options, standardize, folder, Progress(progress, "features"))
    except BaseException:
        folder.cleanup()
        raise


def _analysis(found: Source, options: dict[str, Any], standardize: bool, folder: tempfile.TemporaryDirectory[str], shown: Progress) -> Analysis:
    given = [f"--{option}={_labels.written(value)}" for option, value in {"label": found.label, **options}.items() if value is not None]
    given += [f'--features="{name.replace(chr(34), chr(34) * 2)}"' for name in found.features]
    given += ["--standardize"] if standardize else []

    def note(told: dict[str, Any]) -> None:
        reached = told.get("progress", {})
        if reached.get("stage"):
            shown.stage(reached["stage"], reached["done"], reached["most"])

    try:
        ended = _process.call(["analyze", "--json", "--progress", "lines", *given, "--", found.file], folder=found.where, note=note)
    finally:
        shown.close()
    if ended.code != 0:
        raise ended.failure(partial(placed, is_apart=found.is_apart)) if found.where == Path(folder.name) else ended.failure()
    return Analysis(json.loads(ended.output), ["analyze", *given, "--", found.file], found.where, folder, found.warnings)


class Analysis:
    """What the theorems say of data.

    Attributes:
        data: everything, as `analyze --json` prints it.
    """

    def __init__(self, data: dict[str, Any], arguments: list[str], where: Path, keep: Any, warnings: Sequence[str] = ()) -> None:
        """The result of a command that was called in the folder ``where``; ``keep`` holds its temporary files.

        Warnings of this package about the columns come after those of the program.
        """
        self.data = data
        self._arguments = arguments
        self._where = where
        self._keep = keep
        self._warnings = list(warnings)
        self._text: str | None = None

    @property
    def separable(self) -> bool | None:
        """Whether a hyperplane through the origin separates the classes; None if it is not decided."""
        decided: bool | None = self._frame("origin")["separable"]
        return decided

    @property
    def separable_with_offset(self) -> bool | None:
        """Whether any hyperplane separates the classes."""
        decided: bool | None = self._frame("offset")["separable"]
        return decided

    @property
    def radius(self) -> float:
        """The largest norm of an example."""
        return float(self._frame("origin")["radius"]["value"])

    @property
    def margin(self) -> float | None:
        """The maximum margin of a hyperplane through the origin, to double precision; None if there is none."""
        margin = self._frame("origin").get("margin")
        return None if margin is None else float(margin["value"])

    @property
    def geometry(self) -> pl.DataFrame:
        """Separability, radius and margin: through the origin and with an offset, of the examples as they are and normalized."""
        return _rows(self.data["geometry"])

    @property
    def bounds(self) -> pl.DataFrame:
        """The bounds of the notes: the limit of each that applies, and the premises that fail of the others."""
        return _rows(self.data["bounds"])

    @property
    def learners(self) -> pl.DataFrame:
        """What each learner did: in the order of the rows, in shuffled orders, and with one example left out."""
        return _rows(self.data["learners"])

    @property
    def certificate(self) -> dict[str, Any]:
        """The proof of what is said about separability, which others can check."""
        proof: dict[str, Any] = self.data["certificate"]
        return proof

    @property
    def text(self) -> str:
        """The whole analysis in words, as the command prints it."""
        if self._text is None:
            ended = _process.call(self._arguments, folder=self._where)
            if ended.code != 0:
                raise ended.failure()
            self._text = ended.output
        return self._text

    def _frame(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(entry for entry in self.data["geometry"] if entry["frame"] == name)
        return found

    @property
    def warnings(self) -> list[str]:
        """What to know about the data before the answer, such as a feature that only numbers the rows, or one that is the label in other words."""
        return [in_python(line) for line in [*self.data["warnings"], *self._warnings]]

    def _headline(self) -> str:
        about = self.data["data"]
        words = {True: "separable", False: "not separable", None: "undecided"}
        others = [str(name) for name in about["negative"]]
        rest = ", ".join(others[:_MOST_CLASSES]) + (f" and {len(others) - _MOST_CLASSES} more" if len(others) > _MOST_CLASSES else "")
        features = "1 feature" if len(about["features"]) == 1 else f"{len(about['features'])} features"
        merged = " (together one class)" if len(others) > 1 else ""
        counts = f"{about['examples']} examples, {features}, {about['label']}: +1 is {about['positive']}, −1 is {rest}{merged}"
        return f"{counts}; {words[self.separable]} through the origin, {words[self.separable_with_offset]} with an offset"

    def _summary(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        bounds = self.bounds
        applying = bounds.filter(pl.col("applies")) if "applies" in bounds.columns else bounds
        if "vacuous" in applying.columns:
            applying = applying.with_columns(pl.when("vacuous").then(pl.lit("yes")).otherwise(pl.lit("")).alias("vacuous"))
        shown = ["claim", "formula", "learner", "limit", "observed", "vacuous"]
        counts = ["learner", "order", "file.passes", "file.mistakes", "file.updates", "file.ended"]
        learners = self.learners
        return applying.select(name for name in shown if name in applying.columns), learners.select(
            pl.col(name).alias(name.removeprefix("file.")) for name in counts if name in learners.columns
        )

    def __repr__(self) -> str:
        with pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=-1, fmt_str_lengths=60, tbl_width_chars=150):
            bounds, learners = self._summary()
            lines = [self._headline(), *(f"warning: {line}" for line in self.warnings)]
            return "\n".join([*lines, "bounds that apply", str(bounds), "learners", str(learners)])

    def _repr_html_(self) -> str:
        bounds, learners = self._summary()
        parts = [f"<p>{escape(self._headline())}</p>", *(f"<p>Warning: {escape(line)}</p>" for line in self.warnings)]
        parts += ["<p>Bounds that apply</p>", html_table(bounds)] if bounds.height else ["<p>No bound applies.</p>"]
        return "".join([*parts, "<p>Learners</p>", html_table(learners)])


def _rows(entries: list[dict[str, Any]]) -> pl.DataFrame:
    """A table of nested values: a number with its enclosure is shown as the number, and other keys are joined by points."""
    rows = [dict(_pairs("", entry)) for entry in entries]
    keys = dict.fromkeys(key for row in rows for key in row)
    return frame({key: [row.get(key) for row in rows] for key in keys})


def _pairs(head: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict) and "value" in value and "lower" in value:
        return [(head, value["value"]), (f"{head}.lower", value["lower"]), (f"{head}.upper", value["upper"])]
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in _pairs(f"{head}.{key}" if head else key, inner)]
    if isinstance(value, list) and all(isinstance(inner, str) for inner in value):
        return [(head, "; ".join(value))]
    return [(head, value)]
