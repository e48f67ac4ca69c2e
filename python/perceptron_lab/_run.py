"""Runs a spec, and reads its results."""

from __future__ import annotations

import json
import re
import tempfile
import tomllib
import unicodedata
import warnings
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from . import _process, _toml
from ._errors import Error, Incomplete, Interrupted, ProgramWarning, in_python
from ._progress import Progress
from ._study import Study


def run(
    spec: str | PathLike[str] | Mapping[str, Any],
    *,
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
    progress: bool | None = None,
) -> Study:
    """Runs a spec, judges its claims and writes its report; trials that are stored already are not run again.

    Args:
        spec: the path of a file, the name of an experiment such as ``"mit/xor"``, the text of a spec in TOML, or a dict with the same keys.
        name: name of the experiment if the spec is a text or a dict; by default made from its title.
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
        progress: show progress; by default in a notebook and in a terminal.

    Returns:
        The study. A refuted claim is a result: ``study.as_expected`` says whether every verdict is the one that the spec expects.

    Raises:
        Error: the spec is wrong, or files cannot be read or written.
        Interrupted: the run was interrupted; the same call continues it.
    """
    keys = {**(set or {})}
    keys |= {key: value for key, value in {"seed": seed, "replicates": replicates}.items() if value is not None}
    options = ["--json", "--progress", "lines", "--results", fspath(results), "--experiments", fspath(experiments)]
    for key, value in keys.items():
        options.append(f"--set={key}={_toml.inline(_toml.plain(value, key))}")
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
    if threads is not None and int(threads) < 1:
        raise Error(f"error: `threads` is {threads}\n  = help: give a number from 1; without it, every processor has a thread")
    environment = {} if threads is None else {"RAYON_NUM_THREADS": str(int(threads))}
    if isinstance(spec, PathLike) or isinstance(spec, str) and not _is_text(spec):
        if name is not None:
            raise Error(
                "error: `name` is for a spec that is a text or a dict; a file is named by its own name\n"
                "  = help: leave `name` out, or rename the file"
            )
        return _run(fspath(spec), options, environment, progress)
    text, is_outside = _document(spec)
    with tempfile.TemporaryDirectory(prefix="perceptron-lab-") as folder:
        path = Path(folder) / f"{_name(text, name)}.toml"
        path.write_text(text, encoding="utf-8")
        options += ["--allow-outside"] if is_outside and not allow_outside else []
        return _run(str(path), options, environment, progress, folder)


def _run(spec: str, options: list[str], environment: dict[str, str], progress: bool | None, folder: str | None = None) -> Study:
    shown = Progress(progress)

    def note(told: dict[str, Any]) -> None:
        if "progress" in told:
            counts = told["progress"]
            shown.show(counts["experiment"], counts["done"], counts["most"])

    try:
        ended = _process.call(["run", *options, "--", spec], note=note, environment=environment)
    except Interrupted as stopped:
        raise Interrupted(f"{stopped}; the same call continues the run") from None
    finally:
        shown.close()
    if folder is not None:
        # The user has not seen this folder.
        ended.errors = ended.errors.replace(f"{folder}/", "")
    stored = [told["stored"] for told in ended.notes if "stored" in told]
    if not stored:
        ended.errors = _OTHER_SPEC.sub(_OTHER_SPEC_HELP, ended.errors)
        raise ended.failure()
    for told in ended.notes:
        if "warning" in told:
            warnings.warn(in_python(told["warning"]), ProgramWarning, stacklevel=3)
    if ended.code == 3 and ended.errors:
        warnings.warn(in_python(ended.errors.strip()), Incomplete, stacklevel=3)
    return Study(Path(stored[0]))


# The advice of the command, which has no arguments of Python.
_OTHER_SPEC = re.compile(r"= help: choose another folder with --results, or replace the stored trials.*")
_OTHER_SPEC_HELP = "= help: give the changed spec another title or `name`, or replace the stored trials with `fresh=True`"


def _is_text(spec: str) -> bool:
    """Whether a text is a spec rather than the path of one."""
    return "\n" in spec or ("=" in spec and not spec.endswith(".toml") and not Path(spec).exists())


def _document(spec: str | Mapping[str, Any]) -> tuple[str, bool]:
    """The text of a spec, and whether it names data files by their whole path, because the text is in no folder."""
    if isinstance(spec, str):
        try:
            read: Any = tomllib.loads(spec)
        except tomllib.TOMLDecodeError:
            # The program says what is wrong.
            return spec, False
        text = spec
    elif isinstance(spec, Mapping):
        read = _toml.plain(spec)
        text = _toml.document(read)
    else:
        raise Error(
            f"error: a spec cannot be of type {type(spec).__name__}\n  = help: give the path of a file, the text of a spec, or a dict with its keys"
        )
    file = read.get("generator")
    file = file.get("file") if isinstance(file, dict) else None
    if not isinstance(file, dict) or not isinstance(file.get("path"), str):
        return text, False
    file["path"] = str(Path(file["path"]).absolute())
    return _toml.document(read), True


def _name(text: str, name: str | None) -> str:
    """A name for the experiment, which is the name of its results folder."""
    if name is None:
        found = re.search(r'^ *"?title"? *= *(".*"|\'.*\')', text, re.MULTILINE)
        try:
            name = str(tomllib.loads(f"title = {found.group(1)}")["title"]) if found else "study"
        except tomllib.TOMLDecodeError:
            name = "study"
        ascii_text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        return re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")[:60] or "study"
    if not name or name.startswith(".") or re.search(r"[/\\\0\n]", name) or name.endswith(".toml"):
        raise Error(
            f"error: {json.dumps(name)} cannot be the name of an experiment\n"
            "  = help: use letters, digits, blanks and hyphens; it becomes the name of a folder"
        )
    return name
