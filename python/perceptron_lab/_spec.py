"""Checks and names specs that are dicts or texts, and keeps them as files next to their results."""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from . import _toml
from ._arguments import path as checked_path
from ._arguments import require_local, wrong
from ._errors import Error

_SPEC = "give the path of a file, the text of a spec, or a dict with its keys"
_MOST_CHARACTERS = 60
_MOST_BYTES = 200
"""Most bytes of a file name that is made from a title; file systems allow 255, and results folders of runs with `set` have longer names."""

_TABLES = {
    "generator": (
        "a dict with the name of a generator and a dict of its keys",
        'write for example {"basis": {"dimension": 16, "labels": "alternating"}}',
    ),
    "variants": ("a dict with a dict for each variant", 'write for example {"plain": {"rule": {"perceptron": {}}, "order": "cyclic"}}'),
    "claims": (
        "a list with a dict for each claim",
        'write for example [{"name": "online-mistake-bound"}], or for a claim of your own '
        '[{"observed": "updates", "limit": "10", "form": "in-expectation", "range": [0, 100]}]',
    ),
    "sweep": ("a list of dicts", 'write for example [{"generator.basis.dimension": [8, 16]}]'),
    "figures": ("a dict, or a list of dicts", 'write for example {"show": ["observed-and-bound"]}'),
}


def document(spec: str | Mapping[str, Any]) -> tuple[str, bool]:
    """The text of a spec, and whether it names data files by their whole path, because the text is in no folder.

    Raises:
        Error: the spec, or a part of it, has a wrong type.
    """
    if isinstance(spec, str):
        try:
            read: Any = tomllib.loads(spec)
        except tomllib.TOMLDecodeError:
            # The program says what is wrong.
            return spec, False
        text = spec
    elif isinstance(spec, Mapping):
        read = _toml.plain(spec)
        _check(read)
        text = _toml.document(read)
    else:
        raise Error(
            f"error: a spec cannot be of type {type(spec).__name__}\n  = help: give the path of a file, the text of a spec, or a dict with its keys"
        )
    files = [(table, key) for table, key in _paths(read) if table is not read]
    for table, key in files:
        require_local(table[key])
        table[key] = str(Path(table[key]).absolute())
    return (_toml.document(read), True) if files else (text, False)


def opened(
    spec: str | PathLike[str] | Mapping[str, Any], experiments: Path, allow_outside: bool
) -> tuple[dict[str, Any] | str, Path | None]:
    """The keys of a spec, or its text if it is no TOML, and its file if it is one. The files that a file names have their whole paths then.

    Raises:
        Error: there is no such file, or the spec, or a part of it, has a wrong type.
    """
    if isinstance(spec, Mapping):
        read: Any = _toml.plain(spec)
        _check(read)
        return read, None
    file = None if isinstance(spec, str) and is_text(spec) else _file(checked_path("spec", spec, _SPEC), experiments)
    text = str(spec) if file is None else file.read_text(encoding="utf-8", errors="replace")
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        # The program says what is wrong.
        return text, file
    if file is not None:
        for table, key in _paths(read):
            table[key] = _whole(table[key], file, experiments, allow_outside)
    return read, file


def _whole(path: str, spec: Path, experiments: Path, allow_outside: bool) -> str:
    """The whole path of a file that a spec names, which must lie where the program reads it from the spec's own folder.

    Raises:
        Error: it lies elsewhere.
    """
    require_local(path)
    whole = (spec.parent / path).absolute()
    folders = [folder.resolve() for folder in (spec.parent, experiments)]
    if not allow_outside and not any(whole.resolve().is_relative_to(folder) for folder in folders):
        raise Error(
            f"error: {path} is neither in the spec's folder nor in the experiments folder\n  = help: `allow_outside=True` reads it anyway", 2
        )
    return str(whole)


def _file(given: str, experiments: Path) -> Path:
    """The file of a spec that is named by its path, or as an experiment."""
    places = [Path(given), experiments / f"{given}.toml"]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise Error(f"error: there is no file {given}, and no experiment of this name\n  = help: {_SPEC}", 2)
    return found


def _paths(spec: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The tables of a spec and their keys that name files."""
    generator = spec.get("generator")
    file = generator.get("file") if isinstance(generator, dict) else None
    named = [(file, key) for key in ("path", "test_file")] if isinstance(file, dict) else []
    # Theorems may stand in the spec as a text.
    return [(table, key) for table, key in [*named, (spec, "theorems")] if isinstance(table.get(key), str) and "\n" not in table[key]]


def is_text(spec: str) -> bool:
    """Whether a text is a spec rather than the path of one.

    Raises:
        Error: it is the address of a spec elsewhere.
    """
    require_local(spec)
    return "\n" in spec or ("=" in spec and not spec.endswith(".toml") and not Path(spec).exists())


def named(text: str, name: str | None) -> str:
    """The name of the experiment, which is that of its file and of its results folder: the given one, or one made from the title.

    Raises:
        Error: no file can have the given name.
    """
    if name is None:
        return _slug(_title(text))
    if not isinstance(name, str):
        raise wrong("name", name, 'give a text, such as name="half the bound"')
    is_long = len(f"{name}.toml".encode()) > _MOST_BYTES
    if not name or is_long or name.startswith(".") or re.search(r"[/\\\0\n]", name) or name.endswith(".toml"):
        raise Error(
            f"error: {json.dumps(name, ensure_ascii=False)} cannot be the name of an experiment\n"
            f"  = help: use letters, digits, blanks and hyphens, at most {_MOST_BYTES} bytes; it becomes the name of a folder"
        )
    return name


class SpecFile:
    """The file of a spec that was given as a dict or a text, and that of its data, if they were given too. Both lie next to the results, so that the
    command in the report runs the spec again."""

    def __init__(self, path: Path, text: str, data: bytes | None = None) -> None:
        """Writes the files, and remembers what was there.

        Raises:
            Error: they cannot be written.
        """
        self.path = path
        self._text = text
        self._written = _manifests(path)
        self._made = [folder for folder in path.parents if not folder.exists()]
        new = {path: text.encode()} | ({} if data is None else {data_file(path): data})
        try:
            self._before = {file: file.read_bytes() if file.exists() else None for file in new}
            path.parent.mkdir(parents=True, exist_ok=True)
            for file, content in new.items():
                if self._before[file] != content:
                    file.write_bytes(content)
        except OSError as problem:
            raise Error(f"error: {path} cannot be written: {problem.strerror}\n  = help: give another folder as `results`", 3) from None
        self._has_other_data = data is not None and self._before[data_file(path)] != data

    def restore(self) -> None:
        """Restores what was there before, unless results of the text and of the data are stored by now."""
        if self._has_results():
            return
        with contextlib.suppress(OSError):
            for file, content in self._before.items():
                file.unlink() if content is None else file.write_bytes(content)
            if self._before[self.path] is None:
                for folder in self._made:
                    # A folder that has other files stays.
                    folder.rmdir()

    def _has_results(self) -> bool:
        """Whether there are results of the text, or of one that `set` made out of it: of a whole run, or parts of one that was interrupted."""
        for manifest, written in _manifests(self.path).items():
            with contextlib.suppress(OSError, tomllib.TOMLDecodeError):
                spec = tomllib.loads(manifest.read_text(encoding="utf-8")).get("spec")
                if spec == self._text and not self._has_other_data or self._written.get(manifest) != written:
                    return True
        return False


def require_other(path: Path, file: Path | None) -> None:
    """Refuses to write a spec over the file from which it was made.

    Raises:
        Error: both are the same.
    """
    if file is not None and path.resolve() == file.resolve():
        raise Error(f"error: the spec {file} would be replaced by one with its learners and data\n  = help: give another name by `name`")


def data_file(path: Path) -> Path:
    """The file of the data of a spec, beside the spec."""
    return path.with_name(f"{path.stem}.parquet")


def _manifests(path: Path) -> dict[Path, int]:
    """The manifests of the results that belong to the file of a spec, each with the time when it was written, in nanoseconds."""
    found: dict[Path, int] = {}
    for results in (path.parent, path.parent / "quick"):
        with contextlib.suppress(OSError):
            folders = [folder for folder in results.iterdir() if folder.name == path.stem or folder.name.startswith(f"{path.stem}--")]
            manifests = [
                manifest for folder in folders for pattern in ("manifest.toml", "parts/*/manifest.toml") for manifest in folder.glob(pattern)
            ]
            found |= {manifest: manifest.stat().st_mtime_ns for manifest in manifests if any(manifest.parent.glob("*.parquet"))}
    return found


def in_dict(help: str) -> str:
    """The next step for a spec that is a dict: what it says to write is a key of a dict, and not a line of TOML."""
    try:
        read = tomllib.loads(help.removeprefix("write "))
    except tomllib.TOMLDecodeError:
        return help
    return f"write {repr(read)[1:-1]}".replace("'", '"')


def _check(spec: dict[str, Any]) -> None:
    for key, (expected, example) in _TABLES.items():
        for name, value in _wrong(key, spec[key]) if key in spec else []:
            shown = json.dumps(value, ensure_ascii=False)
            shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
            raise Error(f"error: `{name}` is {shown}, of type {type(value).__name__}\n  = expected: `{key}` is {expected}\n  = help: {example}", 2)


def _wrong(key: str, value: Any) -> list[tuple[str, Any]]:
    """The value of a key if it is of a wrong type, or the parts of it that are, with their places."""
    if isinstance(value, list) and key in ("claims", "sweep", "figures"):
        return [(f"{key}[{place}]", inner) for place, inner in enumerate(value) if not isinstance(inner, dict)]
    if isinstance(value, dict) and key in ("generator", "variants"):
        return [(f"{key}.{name}", inner) for name, inner in value.items() if not isinstance(inner, dict)]
    return [] if isinstance(value, dict) and key == "figures" else [(key, value)]


def _title(text: str) -> str:
    try:
        return str(tomllib.loads(text).get("title", ""))
    except tomllib.TOMLDecodeError:
        found = re.search(r'^ *title *= *"([^"\n]*)"', text, re.MULTILINE)
        return found.group(1) if found else ""


def _slug(title: str) -> str:
    """Letters and digits of any script in lower case, with a hyphen for each run of other characters."""
    kept = [letter if letter.isalnum() or unicodedata.category(letter)[0] == "M" else "-" for letter in unicodedata.normalize("NFC", title).lower()]
    name = re.sub("-+", "-", "".join(kept)).strip("-")[:_MOST_CHARACTERS]
    while len(f"{name}.toml".encode()) > _MOST_BYTES:
        name = name[:-1]
    return name.strip("-") or "study"
