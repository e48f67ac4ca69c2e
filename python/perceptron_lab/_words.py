"""Turns messages of the program, which name options of the command line, into messages that name arguments in Python."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FLAGS = "allow-outside|allow-processes|certificates|fresh|quick|retry-failed|standardize|wide"
_VALUES = "DIR|FILE|SECONDS|yes|no|drop|mean|mistake|positive|averaged|last|pa(?:-[12])?|[a-z]+-perceptron|perceptron|passive-aggressive|winnow|[0-9][0-9./]*"
_OPTION = rf"(?<![\w-])--([a-z][a-z-]+)(?: ({_VALUES})(?![\w-]))?"
_KEY = r"--set ([\w.-]+)=([\w.-]*\w)"

_CALLS = [
    (rf"`?perceptron-lab run SPEC --({_FLAGS})`?", lambda found: f"`lab.run(…, {_name(found.group(1))}=True)`"),
    (r"repeat the command with", lambda _: "repeat the call with"),
    (r"`perceptron-lab table RESULTS`", lambda _: "`study.table()`"),
    (r"--set KEY=VALUE", lambda _: "a dict with keys and their values"),
    (r"name it: --(positive|negative) (\S+)$", lambda found: f'name it: `{found.group(1)}="{found.group(2)}"`'),
    (_KEY, lambda found: f'`set={{"{found.group(1)}": {_value(found.group(2))}}}`'),
    (r"--(show|where|sort) '([^'\n]*)'", lambda found: f'`{found.group(1)}="{found.group(2)}"`'),
]
"""What is written in other words as a whole, before single options are."""


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
    """A message with options of the command line as arguments in Python: `missing="drop"` for --missing drop."""
    for pattern, words in _CALLS:
        text = re.sub(pattern, words, text, flags=re.MULTILINE)
    # What is between backticks is a command or a name.
    parts = re.split(r"(`[^`\n]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(_OPTION, _argument, part) for part in parts)


def _argument(found: re.Match[str]) -> str:
    name, value = _name(found.group(1)), found.group(2)
    if value is not None:
        return f"`{name}={_value(value)}`"
    return f"`{name}=True`" if re.fullmatch(_FLAGS, found.group(1)) else f"`{name}`"


def _name(option: str) -> str:
    return option.replace("-", "_")


def _value(text: str) -> str:
    if text in ("yes", "no"):
        return str(text == "yes")
    return text if text[0].isdigit() or text == "SECONDS" else f'"{text}"'
