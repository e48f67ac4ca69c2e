"""A number that a text states, its position, and the function that recomputes it."""

import json
import re
from dataclasses import dataclass
from fractions import Fraction

NUMBER = re.compile(r"½|\d+d?/\d+|\d+(?:\.\d+)?|endless|–")
CACHE = {}


class Missing(Exception):
    """A required statement that is missing, or that nothing recomputes."""


@dataclass
class Stated:
    """`text` is at position `start` of the document; `compute` and `arguments` give the second value."""

    family: str
    what: str
    start: int
    text: str
    compute: object
    arguments: tuple
    control: bool = False  # a spec states it to be refuted

    def value(self):
        """Recomputed once for all texts that state it."""
        key = (self.compute, json.dumps(self.arguments, default=str, sort_keys=True))
        if key not in CACHE:
            CACHE[key] = self.compute(*self.arguments)
        return CACHE[key]

    def agrees(self):
        values = self.value()
        values = values if isinstance(values, list) else [values]
        if self.control:
            return not any(same(self.text, value) for value in values)
        return all(same(self.text, value) for value in values)


def parsed(text):
    return Fraction(1, 2) if text == "½" else Fraction(text.replace("d", ""))


def same(text, value):
    """An integer or a fraction exactly, for floats to 1e-9; a decimal to half a unit of its last digit."""
    if value is None:
        return text in ("endless", "–")
    if text in ("endless", "–"):
        return False
    stated = parsed(text)
    if "." in text:
        room = Fraction(1, 2) / 10 ** len(text.split(".")[1])
        return abs(stated - Fraction(value)) <= room * (1 + Fraction(1, 10**6))
    if isinstance(value, float):
        return abs(stated - Fraction(value)) <= Fraction(1, 10**9) * max(1, abs(stated))
    return stated == value


def numbers(text, start, end):
    """Yields the numbers between two positions of a text, each with its position."""
    return [(found.group(), found.start()) for found in NUMBER.finditer(text, start, end)]


def changed(text):
    """Another number of the same form: its last digit is one more, 8 after 9."""
    if not text[-1].isdigit():
        return "1/3" if text == "½" else "7"
    return text[:-1] + ("8" if text[-1] == "9" else str(int(text[-1]) + 1))


def listed(family, what, text, match, group, compute, arguments):
    """One statement for each number in a group of a match, in the order of the arguments; as many as those, or it is an error."""
    found = numbers(text, *match.span(group))
    if len(found) != len(arguments):
        raise Missing(f"{family}: {what} should state {len(arguments)} numbers, and has {[n for n, _ in found]}")
    return [
        Stated(family, f"{what} {shown(argument)}".strip(), start, number, compute, argument)
        for (number, start), argument in zip(found, arguments)
    ]


def shown(arguments):
    """Describes arguments as text, without switches and long ones."""
    arguments = [a for a in arguments if not isinstance(a, bool)]
    return ", ".join(str(argument) for argument in arguments) if len(str(arguments)) < 60 else ""
