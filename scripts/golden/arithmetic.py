"""Equations between numbers alone, such as 10/√101 = 0.995, in any text: one side is recomputed from the other."""

import re
from fractions import Fraction
from math import e, erfc, exp, isqrt, log, pi, sqrt

from .stated import Stated

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
TOKEN = re.compile(rf"(?P<number>\d+(?:\.\d+)?|½)|(?P<power>⁻?[{RAISED}]+)|(?P<name>Φ|√|π|(?<![A-Za-z_`])(?:exp|ln|e)(?![\w_`]))|(?P<sign>[·×/+−()^=])|(?P<space>\s+)|(?P<other>\w+|.)", re.S)
LITERAL = re.compile(r"½|\d+/\d+|\d+(?:\.\d+)?")
TRIVIAL = re.compile(r"\d+(?:\.\d+)?|\D*")  # a bare number, or a letter that may be a name
CALLS = {"√": lambda a: root(a), "Φ": lambda a: erfc(-a / sqrt(2)) / 2, "exp": exp, "ln": log}
NAMES = {"π": pi, "e": e}


class NoNumber(Exception):
    """The text is not an expression in numbers."""


def root(value):
    """Returns a fraction if the value is one."""
    value = Fraction(value)
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(above, below) if above**2 == value.numerator and below**2 == value.denominator else sqrt(value)


class Reader:
    """Parses tokens by recursive descent: sums, products, powers, atoms. Adjacent factors are multiplied without a sign."""

    def __init__(self, tokens):
        self.tokens, self.at = [*tokens, ("end", "")], 0

    def take(self, *texts):
        if self.tokens[self.at][1] in texts:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def blank(self):
        self.take(*{text for kind, text in self.tokens if kind == "space"})

    def sum(self):
        self.blank()
        value = -self.product() if self.take("−") else self.product()
        while True:
            self.blank()
            sign = self.take("+", "−")
            if sign is None:
                return value
            self.blank()
            value = value + self.product() if sign == "+" else value - self.product()

    def product(self):
        value = self.power()
        while True:
            before = self.at
            self.blank()
            sign = self.take("·", "×", "/")
            if sign:
                self.blank()
                other = self.power()
                value = value / other if sign == "/" else value * other
            elif self.at == before and self.follows():
                value = value * self.power()
            else:
                return value

    def follows(self):
        kind, text = self.tokens[self.at]
        return kind == "name" or text == "("

    def power(self):
        value = self.atom()
        if self.tokens[self.at][0] == "power":
            digits = self.tokens[self.at][1]
            self.at += 1
            exponent = int("".join(str(RAISED.index(a)) for a in digits.lstrip("⁻")))
            return value ** (-exponent if digits[0] == "⁻" else exponent)
        if self.take("^"):
            return value ** self.atom()
        return value

    def atom(self):
        kind, text = self.tokens[self.at]
        if text == "(":
            self.at += 1
            value = self.sum()
            self.blank()
            if self.take(")") is None:
                raise NoNumber
            return value
        if kind not in ("number", "name"):
            raise NoNumber
        self.at += 1
        if kind == "number":
            return Fraction(1, 2) if text == "½" else Fraction(text)
        return NAMES[text] if text in NAMES else CALLS[text](self.atom())


def value_of(text):
    """Evaluates an expression."""
    reader = Reader([(match.lastgroup, match.group()) for match in TOKEN.finditer(text)])
    try:
        value = reader.sum()
    except (ArithmeticError, ValueError) as error:
        raise NoNumber from error
    reader.blank()
    if reader.tokens[reader.at][0] != "end":
        raise NoNumber
    return value


def is_expression(text):
    try:
        value_of(text)
    except NoNumber:
        return False
    return True


def run_of(tokens, at, step):
    """Returns the longest run of number tokens from a position on."""
    end = at
    while 0 <= end < len(tokens) and tokens[end].lastgroup != "other" and tokens[end].group() != "=":
        end += step
    return end


def right_side(text, tokens, at):
    """Returns the longest expression that begins here, unless the following text may continue it."""
    for end in range(run_of(tokens, at, 1), at, -1):
        start, stop = span(text, tokens[at].start(), tokens[end - 1].end())
        if is_expression(text[start:stop]):
            return None if re.match(r"\s*[·×/+−^]|[\w(²∞]", text[stop : stop + 12]) else (start, stop)
    return None


def left_side(text, tokens, at):
    """Returns the longest expression that ends here, unless the preceding text may belong to it."""
    for begin in range(run_of(tokens, at, -1) + 1, at + 1):
        start, stop = span(text, tokens[begin].start(), tokens[at].end())
        if is_expression(text[start:stop]):
            return None if re.search(r"[·×/+−^≤≥<>,]\s*$|[\w)*²]$", text[max(0, start - 12) : start]) else (start, stop)
    return None


def span(text, start, stop):
    """Removes the blanks at both ends."""
    part = text[start:stop]
    return start + len(part) - len(part.lstrip()), stop - len(part) + len(part.rstrip())


def compute(expression, percent):
    return value_of(expression) * (100 if percent else 1)


def statements(text):
    """Yields a literal with the value of the other side of its equation. If both are literals, one is a fraction and the other its digits."""
    tokens = list(TOKEN.finditer(text))
    for at, token in enumerate(tokens):
        if token.group() != "=" or at == 0 or at + 1 == len(tokens):
            continue
        left, right = left_side(text, tokens, at - 1), right_side(text, tokens, at + 1)
        if left is None or right is None:
            continue
        for (start, stop), other in ((right, left), (left, right)):
            expression = text[slice(*other)]
            if LITERAL.fullmatch(text[start:stop]) and not TRIVIAL.fullmatch(expression):
                percent = text[stop : stop + 2] == " %"
                yield Stated("arithmetic", " ".join(expression.split()), start, text[start:stop], compute, (expression, percent))
                break
