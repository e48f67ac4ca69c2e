"""Finds the program `perceptron-lab` and runs its commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ._errors import Error, Interrupted
from ._words import argument

NAME = "perceptron-lab"
VARIABLE = "PERCEPTRON_LAB"

starting = threading.Lock()
"""Held while a process is started. One that is forked meanwhile in another thread would keep the pipe by which the start of a program is seen."""


def program() -> Path:
    """Path of the program.

    It is the file that the environment variable ``PERCEPTRON_LAB`` names; otherwise the program that was installed with this package; otherwise
    the first on the search path.

    Raises:
        Error: there is none.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise Error(
                f"error: {VARIABLE} is {named!r}, which is no program\n  = help: set it to the path of {NAME}, or remove it",
            )
        return Path(found).absolute()
    schemes = {sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")}
    folders = [Path(sys.executable).parent, *(Path(sysconfig.get_path("scripts", scheme)) for scheme in sorted(schemes))]
    for folder in folders:
        found = shutil.which(NAME, path=str(folder))
        if found is not None:
            return Path(found).absolute()
    found = shutil.which(NAME)
    if found is None:
        raise Error(
            f"error: the program {NAME} is not found\n  = help: install it with `pip install .` in the repository, or set {VARIABLE} to its path",
        )
    return Path(found).absolute()


def version() -> str:
    """The version of the program."""
    return call(["--version"]).output.split()[-1]


@dataclass
class Ended:
    """How a command of the program ended."""

    code: int
    output: str
    errors: str
    notes: list[dict[str, Any]] = field(default_factory=list)
    """The lines of JSON that the program wrote to standard error."""

    @classmethod
    def of(cls, code: int, errors: Iterable[str]) -> Ended:
        """How a command ended that wrote these lines to standard error."""
        told = [(line, _note(line)) for line in errors]
        return cls(code, "", uncoloured("".join(line for line, note in told if note is None)), [note for _, note in told if note is not None])

    @property
    def problem(self) -> dict[str, Any] | None:
        """The first problem for which the program stopped, in parts; None if it did not say why, or not as JSON."""
        stopped = [told["error"] for told in self.notes if "error" in told]
        return stopped[-1]["problems"][0] if stopped else None

    def failure(self, reworded: Callable[[dict[str, Any]], Mapping[str, str]] = lambda _: {}) -> Error:
        """The error that the program printed; ``reworded`` maps a problem to parts that this package says in words of its own."""
        stopped = [told["error"] for told in self.notes if "error" in told]
        if not stopped:
            return Error(self.errors.strip() or f"error: {NAME} ended with exit code {self.code} and said nothing", self.code)
        text: str = stopped[-1]["text"]
        problems = []
        for problem in stopped[-1]["problems"]:
            if own := argument(problem):
                return Error(f"error: {own['message']}\n  = help: {own['help']}", self.code)
            own = dict(reworded(problem))
            for label, words in own.items():
                text = text.replace(problem[label], words) if label in problem else f"{text}\n  = {label}: {words}"
            problems.append({**problem, **own})
        return Error(uncoloured(text), self.code, problems[0])


def call(
    arguments: Sequence[str],
    *,
    note: Callable[[dict[str, Any]], None] = lambda _: None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Ended:
    """Runs a command of the program until it ends; ``note`` receives each line of JSON on standard error.

    An interrupt (Ctrl-C, or the stop button of a notebook) is passed on to the program once, so that it can store what it has finished.

    Raises:
        Interrupted: there was an interrupt; raised after the program has ended.
    """
    process = start(arguments, environment=environment, folder=folder)
    output: list[str] = []
    reader = threading.Thread(target=lambda: output.append(_text(process.stdout)), daemon=True)
    reader.start()
    ended = Ended(0, "", "")
    errors: list[str] = []
    interrupts = 0
    while True:
        try:
            for line in _lines(process.stderr):
                told = _note(line)
                if told is None:
                    errors.append(line)
                else:
                    ended.notes.append(told)
                    note(told)
            ended.code = process.wait()
            reader.join()
            break
        except KeyboardInterrupt:
            interrupts += 1
            stop(process, signal.SIGINT if interrupts < 3 else signal.SIGKILL)
        except BaseException:
            stop(process, signal.SIGKILL)
            process.wait()
            raise
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()
    ended.output, ended.errors = "".join(output), uncoloured("".join(errors))
    if interrupts:
        raise Interrupted(ended.problem["message"] if ended.problem else "interrupted")
    return ended


def start(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    talks: bool = False,
) -> subprocess.Popen[bytes]:
    """Starts a command of the program in a process group of its own, so that only this package passes an interrupt on."""
    path = program()
    try:
        with starting:
            return subprocess.Popen(
                [str(path), *arguments],
                stdin=subprocess.PIPE if talks else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **(environment or {})},
                cwd=folder,
                process_group=0,
            )
    except ValueError:
        # No argument of a program has a zero byte, or half of a character.
        raise Error("error: a name or a path has a character that no file and no program can have\n  = help: rename it") from None
    except OSError as problem:
        raise Error(f"error: {path} cannot be started: {problem}\n  = help: install {NAME} anew, or set {VARIABLE} to another one") from problem


def stop(process: subprocess.Popen[bytes], by: signal.Signals) -> None:
    """Sends a signal to the program."""
    if process.poll() is None:
        process.send_signal(by)


def uncoloured(text: str) -> str:
    """A text without the colours of a terminal, which a notebook asks all programs for."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _text(stream: IO[bytes] | None) -> str:
    return stream.read().decode("utf-8", "replace") if stream else ""


def _lines(stream: IO[bytes] | None) -> Any:
    while stream is not None and (line := stream.readline()):
        yield line.decode("utf-8", "replace")


def _note(line: str) -> dict[str, Any] | None:
    if not line.startswith("{"):
        return None
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None
