"""Runs a spec, and reads its results."""

from __future__ import annotations

import os
import re
import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from . import _data, _named, _process, _spec, _toml
from ._arguments import path, whole, wrong
from ._errors import Error, Incomplete, Interrupted, ProgramWarning
from ._learner import Host
from ._objects import COMMAND, Objects
from ._progress import Progress
from ._study import Study
from ._words import in_python


def run(
    spec: str | PathLike[str] | Mapping[str, Any],
    *,
    learners: Mapping[str, Any] | None = None,
    data: Any = None,
    name: str | None = None,
    results: str | PathLike[str] = "results",
    experiments: str | PathLike[str] = "experiments",
    set: Mapping[str, Any] | None = None,
    seed: int | None = None,
    replicates: int | None = None,
    quick: bool = False,
    fresh: bool = False,
    retry_failed: bool = False,
    time_limit: float | None = None,
    threads: int | None = None,
    allow_processes: bool = False,
    allow_outside: bool = False,
    certificates: bool = False,
    isolated: bool = True,
    progress: bool | None = None,
) -> Study:
    """Runs a spec, judges its claims and writes its report; trials that are stored already are not run again.

    Args:
        spec: the path of a file, the name of an experiment such as ``"mit/xor"``, the text of a spec in TOML, or a dict with the same keys.
        learners: learners in Python, each with the name of the variant that it learns: a learner as for `grade`, a class or function that makes one,
            or an estimator of scikit-learn with ``partial_fit`` or ``fit``. Its trials are run again in every call.
        data: the sample of the generator ``file``: a frame of polars or pandas, a table of Arrow, a dict of columns, or features and labels as a pair
            of arrays, ``(X, y)``.
        name: name of the experiment if the spec is a text or a dict, or if it has ``learners`` or ``data``; by default made from its title, or that
            of its file.
        results: folder below which the results folder of the experiment lies.
        experiments: folder in which experiments are found by their names.
        set: keys of the spec with other values for this run, such as ``{"generator.sphere-margin.dimension": 5}``. The results go into a folder of
            their own.
        seed: the same as ``set={"seed": …}``.
        replicates: the same as ``set={"replicates": …}``.
        quick: run few replicates only, into ``results/quick``.
        fresh: discard stored trials of this experiment first; leave it out to continue an interrupted run.
        retry_failed: run failed and aborted trials again.
        time_limit: seconds after which a trial is aborted.
        threads: number of threads; by default one for each processor. The results do not depend on it.
        allow_processes: run the programs of external learners that the spec names.
        allow_outside: also read data files outside the spec's folder.
        certificates: write a certificate of every trial.
        isolated: False runs learners in threads of this process instead of processes that are forked from it, as in `grade`.
        progress: show progress; by default in a notebook and in a terminal.

    A spec that is a text or a dict, or that has ``learners`` or ``data``, is written into the file NAME.toml in the folder ``results``, and its data
    beside it, so that the command in the report runs it again; if the run ends before it has stored a trial, the files are restored as they were.

    Returns:
        The study. A refuted claim is a result: ``study.as_expected`` says whether every verdict is the one that the spec expects.

    Raises:
        Error: the spec is wrong, or files cannot be read or written.
        Interrupted: the run was interrupted; the same call continues it.
    """
    results = path("results", results, 'give a folder, such as results="results"')
    experiments = path("experiments", experiments, 'give a folder, such as experiments="perceptron-lab/experiments"')
    options = ["--json", "--progress", "lines", "--results", results, "--experiments", experiments]
    options += _settings(set, {"seed": seed, "replicates": replicates})
    flags = {
        "--quick": quick,
        "--fresh": fresh,
        "--retry-failed": retry_failed,
        "--allow-processes": allow_processes,
        "--allow-outside": allow_outside,
        "--certificates": certificates,
    }
    options += [flag for flag, given in flags.items() if given]
    if time_limit is not None:
        options.append(f"--time-limit={time_limit}")
    help = "give a number from 1; without it, every processor has a thread"
    environment = {} if threads is None else {"RAYON_NUM_THREADS": str(whole("threads", threads, help))}
    is_file = isinstance(spec, PathLike) or isinstance(spec, str) and not _spec.is_text(spec)
    if is_file and learners is None and data is None:
        if name is not None:
            raise Error(
                "error: `name` is for a spec that is a text or a dict; a file is named by its own name\n"
                "  = help: leave `name` out, or rename the file"
            )
        return _run(path("spec", spec, "give the path of a file, the text of a spec, or a dict with its keys"), options, environment, progress)
    written = _Written.of(spec, learners, data, Path(results), Path(experiments), name, allow_outside)
    return _run_written(written, options, environment, progress, isolated)


@dataclass
class _Written:
    """A spec that is no file of the user, or one with learners in Python or with data, before anything is written.

    Attributes:
        path: its file.
        data: the content of the file of its data.
        hosts: its learners in Python.
        warnings: what to know about the data.
        allowed: what it needs: to read files outside its folder, or to run its learners.
        is_dict: whether it was a dict.
    """

    path: Path
    text: str
    data: bytes | None
    hosts: dict[str, Host]
    warnings: list[str]
    allowed: list[str]
    is_dict: bool

    @classmethod
    def of(cls, spec: Any, learners: Any, data: Any, results: Path, experiments: Path, name: str | None, allow_outside: bool) -> _Written:
        """The spec with these learners and these data.

        Raises:
            Error: the spec has no place for them, or they cannot be used.
        """
        given, file = (spec, None) if learners is None and data is None else _spec.opened(spec, experiments, allow_outside)
        hosts: dict[str, Host] = {}
        if learners is not None and isinstance(given, dict):
            given, hosts = _named.hosts(given, learners)
        text, is_outside = _spec.document(given)
        found = results / f"{_spec.named(text, name if name is not None or file is None else file.stem)}.toml"
        _spec.require_other(found, file)
        content: bytes | None = None
        notes: list[str] = []
        if data is not None and isinstance(given, dict):
            text, content, notes = _data.sample(text, data, _spec.data_file(found))
        needed = {"--allow-outside": is_outside or file is not None, "--allow-processes": hosts and not _named.names_programs(given)}
        return cls(found, text, content, hosts, notes, [flag for flag, is_needed in needed.items() if is_needed], isinstance(spec, Mapping))


def _run_written(written: _Written, options: list[str], environment: dict[str, str], progress: bool | None, isolated: bool) -> Study:
    """Runs a spec that is no file of the user. Its files stay if results are stored, whatever ended the run."""
    options += [flag for flag in written.allowed if flag not in options]
    for note in written.warnings:
        warnings.warn(in_python(note), ProgramWarning, stacklevel=3)
    file = _spec.SpecFile(written.path, written.text, written.data)
    try:
        if not written.hosts:
            return _run(str(file.path), options, environment, progress, written.is_dict)
        with Objects(written.hosts, isolated and hasattr(os, "fork")) as objects:
            return _run(str(file.path), options, {**environment, **objects.environment}, progress, written.is_dict, objects)
    except BaseException:
        file.restore()
        raise


def _run(
    spec: str,
    options: list[str],
    environment: dict[str, str],
    progress: bool | None,
    is_dict: bool | None = None,
    objects: Objects | None = None,
) -> Study:
    """Runs the command; ``is_dict`` says whether the spec was a dict or a text, None if it was a file."""
    shown = Progress(progress)
    notes: list[dict[str, Any]] = []

    def note(told: dict[str, Any]) -> None:
        notes.append(told)
        if "progress" in told:
            counts = told["progress"]
            shown.show(counts["experiment"], counts["done"], counts["most"])

    try:
        ended = _process.call(["run", *options, "--", spec], note=note, environment=environment)
    except Interrupted as stopped:
        raise Interrupted(_stopped(str(stopped), notes, objects is None)) from None
    finally:
        shown.close()
    stored = [told["stored"] for told in notes if "stored" in told]
    if objects is not None:
        objects.require_all()
    if not stored:
        raise ended.failure(lambda problem: reworded(problem, spec, is_dict))
    # Warnings name the line that calls `run`.
    level = 3 if is_dict is None else 4
    for told in notes:
        if "warning" in told and (objects is None or COMMAND not in told["warning"]):
            warnings.warn(in_python(told["warning"]), ProgramWarning, stacklevel=level)
    if ended.code == 3 and ended.errors:
        words = "" if objects is None else objects.summary()
        warnings.warn(in_python(ended.errors.strip()) + words, Incomplete, stacklevel=level)
    return Study(Path(stored[0]), None if objects is None else objects.exception)


_HELP = {
    "other-spec": "give the changed spec another title or `name`, or replace the stored trials with `fresh=True`",
    "no-spec": "give the path of a spec; for an experiment by its name, give the repository's folder `experiments` too: "
    'experiments="perceptron-lab/experiments"',
}
"""Next steps in words of this package, for problems whose help names options of the command."""

_RELATIVE = ("the path is relative to the spec", "the path is relative to the working folder")


def _settings(set: Any, short: dict[str, Any]) -> list[str]:
    """The options for the keys in ``set``, and for those that have an argument of their own.

    Raises:
        Error: ``set`` is no dict with keys of a spec.
    """
    if set is not None and (not isinstance(set, Mapping) or not all(isinstance(key, str) and key and "=" not in key for key in set)):
        raise wrong("set", set, 'give a dict with keys of the spec and their values, such as set={"generator.sphere-margin.dimension": 5}')
    keys = {**(set or {}), **{key: value for key, value in short.items() if value is not None}}
    return [f"--set={key}={_toml.inline(_toml.plain(value, key))}" for key, value in keys.items()]


def _stopped(message: str, notes: list[dict[str, Any]], continues: bool) -> str:
    """What an interrupted run has stored, in words. A run that was interrupted after its last trial stores all."""
    stored = [told["stored"] for told in notes if "stored" in told]
    if not stored and not continues:
        return f"{message}; the same call runs all trials again, because those of learners in Python are not reused"
    if not stored:
        return f"{message}; the same call continues the run"
    try:
        counts = tomllib.loads((Path(stored[0]) / "manifest.toml").read_text(encoding="utf-8"))["replicates"]
        many = f"all {sum(counts)} replicates"
    except (OSError, tomllib.TOMLDecodeError, KeyError):
        many = "all replicates"
    return f"interrupted: {many} of {Path(stored[0]).name} are stored; the same call reads them"


def reworded(problem: dict[str, Any], spec: str, is_dict: bool | None) -> dict[str, str]:
    """Parts of a problem in words of this package; ``is_dict`` as in `_run`."""
    help = problem.get("help", "")
    if problem["kind"] in _HELP and not help.startswith("did you mean"):
        help = _HELP[problem["kind"]]
    help = help if is_dict is None else help.replace(*_RELATIVE)
    own = {"help": _spec.in_dict(help) if is_dict else help} if help else {}
    if is_dict is not None:
        own |= {"message": _of_data(problem["message"], Path(spec))}
    if is_dict is not None and "place" in problem:
        # The file is not there any more when the user reads this.
        own["place"] = problem["place"].replace(spec, Path(spec).name)
    return own


def _of_data(message: str, spec: Path) -> str:
    """A message about the file of the data, in words about the frame or the arrays, whose rows are counted from 0."""
    name = re.escape(_spec.data_file(spec).name)
    return re.sub(rf"{name}: line (\d+)", lambda found: f"the data, row {int(found[1]) - 1}", message)
