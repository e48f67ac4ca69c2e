"""Turns messages of the program, which name options of the command line, into messages that name arguments in Python.

The program puts every option and every command between backticks, and nothing else is changed.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

_PROGRAM = "perceptron-lab"
_NUMBERS = {"SECONDS", "N", "K"}
"""Placeholders of the program for numbers."""


def argument(problem: Mapping[str, str]) -> dict[str, str]:
    """Message and next step of a problem of the command line, in words about the argument in Python; nothing for other problems."""
    kind, value = problem["kind"], problem.get("value")
    given = [_name(word.strip(" -")) for word in problem.get("argument", "").replace("<", ",<").split(",") if word.startswith("--")]
    names = ", ".join(f"`{name}`" for name in given)
    if kind == "no-integer":
        return {"message": f"{names} is {value}, which is no integer from 0", "help": f"write for example `{given[0]}=1`"}
    if kind == "invalid-value":
        return {"message": f"{names} is {value!r}", "help": f"give one of {problem['allowed']}" if "allowed" in problem else "give another value"}
    if kind == "missing-argument":
        return {"message": f"arguments are missing: {names}", "help": "give them, too"}
    return {}


def in_python(text: str) -> str:
    """A message with options of the command line as arguments in Python: `missing="drop"` for `--missing drop`."""
    parts = text.split("`")
    return "`".join(part if place % 2 == 0 else _code(part) for place, part in enumerate(parts))


def _code(shown: str) -> str:
    """What stands between two backticks: `run` and `table` as calls, an option as an argument, and anything else as it is, other commands too."""
    try:
        words = shlex.split(shown)
    except ValueError:
        return shown
    if words[:2] == [_PROGRAM, "run"]:
        return f"lab.run({', '.join(['…', *_arguments(words)])})"
    if words[:2] == [_PROGRAM, "table"]:
        return f"study.table({', '.join(_arguments(words))})"
    return ", ".join(_arguments(words)) if shown.startswith("--") else shown


def _arguments(words: Sequence[str]) -> Iterator[str]:
    """The options among the words of a command, each with the words up to the next one as its value."""
    places = [place for place, word in enumerate(words) if word.startswith("--")]
    for place, end in pairwise([*places, len(words)]):
        name, value = _name(words[place][2:]), " ".join(words[place + 1 : end])
        if value:
            yield f"{name}={_value(name, value)}"
        else:
            yield f"{name}=True" if name in _flags() else name


def _name(option: str) -> str:
    return option.replace("-", "_")


def _value(name: str, text: str) -> str:
    if name == "set":
        key, _, value = text.partition("=")
        return f'{{"{key}": {_value("", value)}}}' if key != "KEY" else "{KEY: VALUE}"
    if text in ("yes", "no"):
        return str(text == "yes")
    return text if text[0].isdigit() or text in _NUMBERS else f'"{text}"'


@cache
def _flags() -> frozenset[str]:
    """The names of all arguments of this package that are True or False."""
    import perceptron_lab as lab

    functions = [value for name, value in vars(lab).items() if name in lab.__all__ and inspect.isfunction(value)]
    parameters = [parameter for function in functions for parameter in inspect.signature(function).parameters.values()]
    return frozenset(parameter.name for parameter in parameters if parameter.annotation == "bool")
