"""Checks and names specs that are dicts or texts, and keeps them as files next to their results."""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import _toml
from ._arguments import require_local, wrong
from ._errors import Error

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
    file = read.get("generator")
    file = file.get("file") if isinstance(file, dict) else None
    if not isinstance(file, dict) or not isinstance(file.get("path"), str):
        return text, False
    require_local(file["path"])
    file["path"] = str(Path(file["path"]).absolute())
    return _toml.document(read), True


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
    """The file of a spec that was given as a dict or a text. It lies next to its results, so that the command in the report runs it again."""

    def __init__(self, path: Path, text: str) -> None:
        """Writes the text into the file, and remembers what was there.

        Raises:
            Error: it cannot be written.
        """
        self.path = path
        self._text = text
        self._written = _manifests(path)
        self._made = [folder for folder in path.parents if not folder.exists()]
        try:
            self._before = path.read_bytes() if path.exists() else None
            path.parent.mkdir(parents=True, exist_ok=True)
            if self._before != text.encode():
                path.write_bytes(text.encode())
        except OSError as problem:
            raise Error(f"error: {path} cannot be written: {problem.strerror}\n  = help: give another folder as `results`", 3) from None

    def restore(self) -> None:
        """Restores what was there before, unless results of the text are stored by now."""
        if self._has_results():
            return
        with contextlib.suppress(OSError):
            if self._before is not None:
                self.path.write_bytes(self._before)
                return
            self.path.unlink()
            for folder in self._made:
                # A folder that has other files stays.
                folder.rmdir()

    def _has_results(self) -> bool:
        """Whether there are results of the text, or of one that `set` made out of it: of a whole run, or parts of one that was interrupted."""
        for manifest, written in _manifests(self.path).items():
            with contextlib.suppress(OSError, tomllib.TOMLDecodeError):
                spec = tomllib.loads(manifest.read_text(encoding="utf-8")).get("spec")
                if spec == self._text or self._written.get(manifest) != written:
                    return True
        return False


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
