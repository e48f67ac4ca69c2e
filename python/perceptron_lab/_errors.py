"""Errors and warnings of the package, made from the messages of the program."""

from __future__ import annotations

import re


class Error(Exception):
    """The program, or this package, cannot do what it was asked; the text says why and what to do next.

    Attributes:
        message: what is wrong, in one sentence.
        place: file, line and column, such as ``question.toml:7:1``, or None.
        help: the next step, or None.
        code: exit code of the program (2: the command or a spec is wrong; 3: files cannot be written), or None.
    """

    def __init__(self, text: str, code: int | None = None) -> None:
        text = in_python(text)
        super().__init__(text.removeprefix("error: "))
        lines = text.splitlines() or [""]
        self.message: str = lines[0].removeprefix("error: ")
        self.place: str | None = _first(r"^ *--> (.*)$", text)
        self.help: str | None = _first(r"^ *= help: (.*)$", text)
        self.code: int | None = code


class Interrupted(KeyboardInterrupt):
    """A run was interrupted. Finished trials are stored, and the same call continues the run."""


class ProgramWarning(UserWarning):
    """A warning of the program, such as one about a claim that never applies."""


class Incomplete(ProgramWarning):
    """Some trials of a study gave no result; the text says why."""


def _first(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1) if found else None


def in_python(text: str) -> str:
    """A message with options of the command line as arguments in Python: `missing="drop"` for --missing drop."""

    def argument(found: re.Match[str]) -> str:
        name, value = found.group(1).replace("-", "_"), found.group(2)
        if value is None:
            return f"`{name}`"
        return f"`{name}={value}`" if value[0].isdigit() else f'`{name}="{value}"`'

    text = text.split("\n\nFor more information, try")[0].split("\n\nUsage:")[0]
    text = re.sub(r"'--([a-z-]+)(?: <[^>]*>)?'", lambda found: f"`{found.group(1).replace('-', '_')}`", text)
    # What is between backticks is a command or a name.
    parts = re.split(r"(`[^`\n]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(_OPTION, argument, part) for part in parts)


_VALUES = "drop|mean|mistake|positive|averaged|last|pa(?:-[12])?|[a-z]+-perceptron|perceptron|passive-aggressive|winnow|[0-9][0-9./]*"
_OPTION = rf"(?<![\w-])--([a-z][a-z-]+)(?: ({_VALUES})(?![\w-]))?"
