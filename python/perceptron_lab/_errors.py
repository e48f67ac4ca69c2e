"""Errors and warnings of the package, made from the messages of the program."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._words import in_python

_OWN = str(Path(__file__).parent)


class _Short(BaseException):
    """An exception that IPython shows without the code of this package: the lines of the user that led to it, and its text."""

    def _render_traceback_(self) -> list[str]:
        shown = [*_places(self), f"{type(self).__name__}: {self}"]
        if self.__cause__ is not None and (places := _places(self.__cause__)):
            shown += ["", "because of", *places, f"{type(self.__cause__).__name__}: {self.__cause__}"]
        return shown


class Error(_Short, Exception):
    """The program, or this package, cannot do what it was asked; the text says why and what to do next.

    Attributes:
        message: what is wrong, in one sentence.
        place: file, line and column, such as ``question.toml:7:1``, or None.
        help: the next step, or None.
        code: exit code of the program (2: the command or a spec is wrong; 3: files cannot be written), or None.
        kind: a name of the problem, such as ``invalid-spec``, ``data`` or ``usage``, by which a program tells it from others.
    """

    def __init__(self, text: str, code: int | None = None, problem: Mapping[str, Any] | None = None) -> None:
        text = in_python(text)
        super().__init__(text.removeprefix("error: "))
        parts = _parts(text) if problem is None else {label: in_python(said) for label, said in problem.items() if isinstance(said, str)}
        self.message: str = parts["message"]
        self.place: str | None = parts.get("place")
        self.help: str | None = parts.get("help")
        self.kind: str = parts.get("kind", "usage")
        self.code: int | None = code


class Interrupted(_Short, KeyboardInterrupt):
    """A run was interrupted. Finished trials are stored, and the same call continues the run."""


class ProgramWarning(UserWarning):
    """A warning of the program, such as one about a claim that never applies."""


class Incomplete(ProgramWarning):
    """Some trials of a study gave no result; the text says why."""


def without_own_frames(problem: BaseException) -> None:
    """Removes the lines of this package from the beginning of the traceback of an exception that the user's code raised."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename.startswith(_OWN):
        trace = trace.tb_next
    problem.__traceback__ = trace


def users_frames(problem: BaseException) -> list[traceback.FrameSummary]:
    """The lines that led to an exception, without those of this package and of IPython."""
    frames = traceback.extract_tb(problem.__traceback__)
    return [frame for frame in frames if not frame.filename.startswith(_OWN) and "/IPython/" not in frame.filename]


def _places(problem: BaseException) -> list[str]:
    """These lines, each with its place: a cell of a notebook, or a file."""
    places = []
    for frame in users_frames(problem):
        where = _cell(frame.filename) or f"{frame.filename}, in {frame.name}"
        places.append(f"{where}, line {frame.lineno}: {frame.line}")
    return places


def _cell(file: str) -> str | None:
    """The name by which IPython shows a cell, such as `Cell In[3]`; None for a file."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    compiler: Any = getattr(shell, "compile", None)
    named = compiler.format_code_name(file) if compiler and hasattr(compiler, "format_code_name") else None
    return " ".join(named) if named else None


def _parts(text: str) -> dict[str, str]:
    """The parts of a message of this package, which is written as the program writes its own: each line after the first begins with its label."""
    first, *others = text.splitlines() or [""]
    lines = [line.strip().partition(" ") for line in others]
    places = {"place": rest for label, _, rest in lines if label == "-->"}
    notes = dict(rest.split(": ", 1) for label, _, rest in lines if label == "=" and ": " in rest)
    return {"message": first.removeprefix("error: "), **places, **notes}
