"""Turns messages of the program, which name options of the command line, into messages that name arguments in Python."""

from __future__ import annotations

import re

_FLAGS = "allow-outside|allow-processes|certificates|fresh|quick|retry-failed|standardize|wide"
_VALUES = "DIR|FILE|SECONDS|yes|no|drop|mean|mistake|positive|averaged|last|pa(?:-[12])?|[a-z]+-perceptron|perceptron|passive-aggressive|winnow|[0-9][0-9./]*"
_OPTION = rf"(?<![\w-])--([a-z][a-z-]+)(?: ({_VALUES})(?![\w-]))?"
_KEY = r"--set ([\w.-]+)=([\w.-]*\w)"

_CALLS = [
    (rf"`?perceptron-lab run SPEC --({_FLAGS})`?", lambda found: f"`lab.run(…, {_name(found.group(1))}=True)`"),
    (r"repeat the command with", lambda _: "repeat the call with"),
    (r"`perceptron-lab table RESULTS`", lambda _: "`study.table()`"),
    (r"give --set KEY=VALUE, such as ", lambda _: "give a dict with keys and their values, such as "),
    (_KEY, lambda found: f'`set={{"{found.group(1)}": {_value(found.group(2))}}}`'),
    (r"--(show|where|sort) '([^'\n]*)'", lambda found: f'`{found.group(1)}="{found.group(2)}"`'),
    (r"'--([a-z-]+)(?: <[^>]*>)?'", lambda found: f"`{_name(found.group(1))}`"),
    (r"^( *)--([a-z-]+) <[A-Z]+>$", lambda found: f"{found.group(1)}`{_name(found.group(2))}`"),
    (
        r"invalid value '(.*)' for `(\w+)`: (?:invalid digit found in string|number too .*)",
        lambda found: f"`{found.group(2)}` is {found.group(1)}, which is no integer from 0\n  = help: write for example `{found.group(2)}=1`",
    ),
    (r"^ *\[possible values: (.*)\]$", lambda found: f"  = help: give one of {found.group(1)}"),
]
"""What is written in other words as a whole, before single options are."""

_NEXT_STEPS = {
    "arguments were not provided": "give this argument, too",
    "the data have no column": "name one of the columns of the data",
    "no row has the class": "give a class as it is in the data: a text for a text, a number for a number",
}
"""Help for messages of the program that have none."""


def in_python(text: str) -> str:
    """A message with options of the command line as arguments in Python: `missing="drop"` for --missing drop."""
    text = text.split("\n\nFor more information, try")[0].split("\n\nUsage:")[0]
    for pattern, words in _CALLS:
        text = re.sub(pattern, words, text, flags=re.MULTILINE)
    # What is between backticks is a command or a name.
    parts = re.split(r"(`[^`\n]*`)", text)
    text = "".join(part if part.startswith("`") else re.sub(_OPTION, _argument, part) for part in parts)
    help = next((help for words, help in _NEXT_STEPS.items() if words in text and "= help:" not in text), None)
    return text if help is None else f"{text.rstrip()}\n  = help: {help}"


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
