"""Reads certificates of perceptron-lab and computes what they prove, in whole numbers. It needs Python only, and no code of the program.

A sample is a dictionary of signed examples y x by place, each a list of whole numbers over one common denominator.
"""

import csv, json, math, operator, re, sys
from fractions import Fraction

FRACTION = re.compile(r"[-+]?[0-9]+(/0*[1-9][0-9]*)?")
DECIMAL = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?")
NEWEST = 2

# Exact margins may have more digits than Python converts by default.
getattr(sys, "set_int_max_str_digits", lambda digits: None)(0)


class Refused(Exception):
    """A claim of a certificate that is wrong, with its place in the file."""


class Unreadable(Exception):
    """A file that is damaged or foreign, with the place, and what the reader can do."""

    def __init__(self, what, then="write the file again with perceptron-lab"):
        super().__init__(what)
        self.then = then


class OutOfReach(Unreadable):
    """A certificate that may be right, but that is not checked here."""


def exact(text):
    """Returns a fraction, a whole number or a decimal as a fraction; None if the text is none of these."""
    return Fraction(text) if FRACTION.fullmatch(text) or DECIMAL.fullmatch(text) else None


class Field:
    """A value in a certificate with its place, such as `hull[3]`."""

    def __init__(self, value, place=""):
        self.value, self.place = value, place

    def wrong(self, expected):
        shown = json.dumps(self.value)
        return Unreadable(f"{self.place or 'the top'}: expected {expected}, found {shown if len(shown) < 60 else shown[:57] + '...'}")

    def has(self, key):
        """Whether this object has the key, with another value than null."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self.value.get(key) is not None

    def __getitem__(self, key):
        place = f"{self.place}.{key}" if self.place else key
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        if key not in self.value:
            raise Unreadable(f"{place}: missing")
        return Field(self.value[key], place)

    def items(self):
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return [Field(value, f"{self.place}[{position}]") for position, value in enumerate(self.value)]

    def text(self):
        if not isinstance(self.value, str):
            raise self.wrong("text")
        return self.value

    def truth(self):
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def fraction(self):
        number = isinstance(self.value, (int, str)) and not isinstance(self.value, bool)
        found = exact(str(self.value)) if number else None
        if found is None:
            raise self.wrong('a number, such as 3 or "1/3"')
        return found

    def whole(self):
        found = self.fraction()
        if found.denominator != 1:
            raise self.wrong("a whole number")
        return found.numerator

    def pairs(self):
        """Reads a list of [place, weight]."""
        pairs = [(field, field.items()) for field in self.items()]
        for field, pair in pairs:
            if len(pair) != 2:
                raise field.wrong("a place and a weight")
        return [(pair[0].whole(), pair[1].fraction()) for _, pair in pairs]

    def vectors(self):
        return [tuple(entry.whole() for entry in vector.items()) for vector in self.items()]


def no_key_twice(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable(f"the key `{next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)}` is there twice")
    return found


def no_constant(name):
    raise Unreadable(f"{name} is no number of JSON")


def read_json(path):
    """Reads a JSON file without rounding any number; returns its top as a field."""
    try:
        with open(path, encoding="utf-8") as file:
            return Field(json.load(file, parse_float=str, parse_constant=no_constant, object_pairs_hook=no_key_twice))
    except json.JSONDecodeError as error:
        then = "give the sample or the data first, then the certificate; if this is a certificate, write it again with perceptron-lab"
        raise Unreadable(f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}", then) from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"byte {error.start}: no text in UTF-8") from error
    except RecursionError as error:
        raise Unreadable("too many brackets within each other") from error


def read_sample(path):
    """Returns the examples of a CSV file of `perceptron-lab export`, as (features, label), in exact fractions."""
    then = "export the sample as CSV: perceptron-lab export ADDRESS --to SAMPLE.csv --certificate CERTIFICATE.json"
    try:
        with open(path, encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            names = [name.strip() for name in next(rows, [])]
            if not names or names[-1] != "label":
                raise Unreadable("line 1: expected the names of the columns, the last of which is `label`", then)
            sample = list(examples_of(rows, names, then))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Unreadable(f"no table: {error}", then) from error
    if not sample:
        raise OutOfReach("the sample has no examples", "choose another trial; a run that was shown nothing has nothing to check")
    return sample


def examples_of(rows, names, then):
    """Yields (features, label) for the rows of a table."""
    # Many samples have few different numbers.
    known = {"1": Fraction(1), "-1": Fraction(-1)}
    for row in rows:
        if row and len(row) != len(names):
            raise Unreadable(f"line {rows.line_num}: {len(row)} fields, but line 1 has {len(names)}", then)
        for name, text in zip(names, row):
            if text not in known:
                known[text] = exact(text.strip())
            if known[text] is None or (name == "label" and known[text] not in (1, -1)):
                raise Unreadable(f"line {rows.line_num}, column {name}: `{text[:40]}` is no {'label 1 or -1' if name == 'label' else 'number'}", then)
        if row:
            yield [known[text] for text in row[:-1]], int(known[row[-1]])


def dot(a, b):
    return sum(map(operator.mul, a, b))


def whole_numbers(fractions):
    """Returns fractions as whole numbers over one denominator, and this denominator."""
    common = math.lcm(*{x.denominator for x in fractions})
    return [x.numerator * (common // x.denominator) for x in fractions], common


def signed_sample(examples):
    """Returns {place: y x} in whole numbers over one denominator, and this denominator, for {place: (features, label)}."""
    common = math.lcm(*{x.denominator for features, _ in examples.values() for x in features})
    return {place: [label * x.numerator * (common // x.denominator) for x in features] for place, (features, label) in examples.items()}, common


def combination(weights, signed, name, of):
    """Returns the weighted sum of signed examples and the sum of the weights, which must not be negative, nor all 0, both multiplied by one number."""
    factors, _ = whole_numbers([weight for _, weight in weights])
    point = [0] * len(next(iter(signed.values())))
    for position, ((place, _), factor) in enumerate(zip(weights, factors)):
        if place not in signed:
            raise Refused(f"{name}[{position}]: there is no {of} {place}")
        if factor < 0:
            raise Refused(f"{name}[{position}]: the weight of {of} {place} is negative")
        point = [p + factor * x for p, x in zip(point, signed[place])]
    if sum(factors) == 0:
        raise Refused(f"{name}: no weight is positive")
    return point, sum(factors)


def margin_squared(separator, signed, common, of="example"):
    """Returns the squared margin of a separator."""
    dimension = len(next(iter(signed.values())))
    if len(separator) != dimension:
        raise Refused(f"separator: it has {len(separator)} entries, but the examples have {dimension} features")
    direction, _ = whole_numbers(separator)
    place, least = min(((place, dot(direction, row)) for place, row in signed.items()), key=lambda score: score[1])
    if least <= 0:
        raise Refused(f"separator: it does not separate; see {of} {place}")
    return Fraction(least * least, dot(direction, direction) * common * common)


def hull_squared(weights, signed, common, name="hull", of="example"):
    """Returns the squared length of a point of the convex hull of the signed examples: no squared margin is larger."""
    point, total = combination(weights, signed, name, of)
    return Fraction(dot(point, point), total * total * common * common)


def sum_to_zero(weights, signed, name, of="example"):
    """Checks Gordan's multipliers: then no vector separates, because its scores would sum to 0 with these weights."""
    if any(combination(weights, signed, name, of)[0]):
        raise Refused(f"{name}: the weighted sum of the signed examples is not 0")


def leaves_closed_set(vectors, steps, is_due):
    """Returns why some update leaves a set of vectors, or why 0 is not in it; None if the set is closed. `steps` are y x by place, in the set's unit."""
    if tuple([0] * len(next(iter(steps.values())))) not in vectors:
        return "the closed set does not contain 0"
    for vector in vectors:
        for place, step in steps.items():
            if is_due(place, dot(vector, step)) and tuple(w + x for w, x in zip(vector, step)) not in vectors:
                return f"an update from {list(vector)} leaves the closed set"
    return None
