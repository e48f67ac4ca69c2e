"""Commands that answer without running an experiment: check, plan, explain, list, replay and export."""

from __future__ import annotations

import contextlib
import json
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

import polars as pl

from . import _process, _spec
from ._arguments import path, wrong
from ._errors import ProgramWarning
from ._run import reworded
from ._study import frame
from ._words import in_python

Family = Literal["experiments", "generators", "rules", "orders", "learners", "claims", "premises", "columns", "figures", "risks"]

_EXPERIMENTS = 'give a folder, such as experiments="perceptron-lab/experiments"'


def check(
    spec: str | PathLike[str] | Mapping[str, Any],
    *,
    experiments: str | PathLike[str] = "experiments",
    allow_outside: bool = False,
) -> dict[str, Any]:
    """Checks a spec without running it.

    Args:
        spec: the path of a file, the name of an experiment, the text of a spec in TOML, or a dict with the same keys.
        experiments: folder in which experiments are found by their names.
        allow_outside: also read data files outside the spec's folder.

    Returns:
        What the spec would run: ``experiment``, ``title``, ``cells``, ``trials_at_most``, ``verdicts``, ``statistical_verdicts``, ``bound`` (claims
        that are bound to be inapplicable or vacuous) and ``warnings``, each of which is a `ProgramWarning`, too.

    Raises:
        Error: the spec is wrong.
    """
    told = _about("check", spec, experiments, allow_outside)[0]
    for warning in told["warnings"]:
        warnings.warn(in_python(str(warning)), ProgramWarning, stacklevel=2)
    return dict(told)


def plan(
    spec: str | PathLike[str] | Mapping[str, Any],
    *,
    experiments: str | PathLike[str] = "experiments",
    allow_outside: bool = False,
) -> pl.DataFrame:
    """Estimates how long a spec runs, from a few trials of each cell; the arguments are those of `check`.

    Returns:
        One row for each cell: its ``key``, ``replicates``, ``trials``, ``processor_seconds`` and ``sample_bytes``.

    Raises:
        Error: the spec is wrong.
    """
    cells = _about("plan", spec, experiments, allow_outside)[0]["cells"]
    return frame({name: [cell[name] for cell in cells] for name in cells[0]})


def explain(name: str) -> str:
    """What a name means, as text: a claim, a generator, a rule, a column, a figure, a term of the glossary, or a number such as ``"C-B8"`` or ``"E31"``.

    Raises:
        Error: there is no such name.
    """
    return _said(["explain", "--", _named("name", name, 'give a name, such as lab.explain("margin")')])


def list(family: Family | None = None) -> pl.DataFrame:
    """The names that the program knows, with what each is about.

    Args:
        family: only those of a family, such as ``"claims"`` or ``"columns"``; all families by default.

    Raises:
        Error: there is no such family.
    """
    given = [] if family is None else [_named("family", family, 'give a family, such as lab.list("claims")')]
    read = json.loads(_said(["list", "--json", "--", *given]))
    return pl.DataFrame(read, schema={"family": pl.String, "name": pl.String, "about": pl.String})


def replay(
    address: str,
    *,
    page: str | PathLike[str] | None = None,
    results: str | PathLike[str] = "results",
    experiments: str | PathLike[str] = "experiments",
) -> dict[str, Any]:
    """Runs one trial again, and compares it with the stored one.

    Args:
        address: the address of the trial, as in the columns ``witness`` and ``closest`` of ``study.verdicts``.
        page: file for a page that shows the run update by update.
        results: folder with the results.
        experiments: folder in which experiments are found by their names.

    Returns:
        The columns of the trial.

    Raises:
        Error: there is no such trial, or it differs from the stored one.
    """
    options = [] if page is None else [f"--page={fspath(page)}"]
    said = _said(["replay", "--json", *_folders(results, experiments), *options, "--", _named("address", address, _ADDRESS)])
    return dict(json.loads(said)) if said.strip() else {}


def export(
    address: str,
    to: str | PathLike[str],
    *,
    test: str | PathLike[str] | None = None,
    certificate: str | PathLike[str] | None = None,
    results: str | PathLike[str] = "results",
    experiments: str | PathLike[str] = "experiments",
) -> Path:
    """Writes the sample of one trial as the learner saw it.

    Args:
        address: the address of the trial, as in the columns ``witness`` and ``closest`` of ``study.verdicts``.
        to: the file; its ending is the format: ``.csv``, ``.libsvm``, ``.svm``, ``.parquet`` or ``.npy``.
        test: file for the examples on which the trial was tested; with folds, each fold has a file of its own, with its number in the name.
        certificate: file for the certificate of the trial, its updates in their order.
        results: folder with the results.
        experiments: folder in which experiments are found by their names.

    Returns:
        The path of the file.

    Raises:
        Error: there is no such trial, or a file cannot be written.
    """
    given = {"--test": test, "--certificate": certificate}
    options = [f"{option}={fspath(file)}" for option, file in given.items() if file is not None]
    to = path("to", to, 'give a file, such as to="sample.csv"')
    _said(["export", *_folders(results, experiments), *options, f"--to={to}", "--", _named("address", address, _ADDRESS)])
    return Path(to)


_ADDRESS = 'give the address of a trial, such as lab.replay(study.verdicts["closest"][0])'


def _folders(results: str | PathLike[str], experiments: str | PathLike[str]) -> tuple[str, ...]:
    results = path("results", results, 'give a folder, such as results="results"')
    return ("--results", results, "--experiments", path("experiments", experiments, _EXPERIMENTS))


def _named(argument: str, value: Any, help: str) -> str:
    if not isinstance(value, str) or not value:
        raise wrong(argument, value, help)
    return value


def _said(words: Sequence[str], own: Callable[[dict[str, Any]], Mapping[str, str]] = lambda _: {}) -> str:
    """What a command prints; ``own`` as in `_process.Ended.failure`. A command that prints text is asked again for an error in parts."""
    ended = _process.call(words)
    if ended.code != 0 and "--json" not in words:
        ended = _process.call([words[0], "--json", *words[1:]])
    if ended.code != 0:
        raise ended.failure(own)
    return ended.output


def _about(command: str, spec: str | PathLike[str] | Mapping[str, Any], experiments: str | PathLike[str], allow_outside: bool) -> Any:
    """The answer of a command about a spec, which may be a text or a dict."""
    options = ["--json", "--experiments", path("experiments", experiments, _EXPERIMENTS)]
    with _file(spec) as (file, is_outside, is_dict):
        options += ["--allow-outside"] if allow_outside or is_outside else []
        return json.loads(_said([command, *options, "--", file], lambda problem: reworded(problem, file, is_dict)))


@contextlib.contextmanager
def _file(spec: str | PathLike[str] | Mapping[str, Any]) -> Iterator[tuple[str, bool, bool | None]]:
    """The path of a spec, whether it names a data file elsewhere, and whether it is a dict or a text, None for a file; both are a file meanwhile."""
    if isinstance(spec, PathLike) or isinstance(spec, str) and not _spec.is_text(spec):
        yield path("spec", spec, "give the path of a file, the text of a spec, or a dict with its keys"), False, None
        return
    text, is_outside = _spec.document(spec)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{_spec.named(text, None)}.toml"
        file.write_text(text, encoding="utf-8")
        yield str(file), is_outside, isinstance(spec, Mapping)
