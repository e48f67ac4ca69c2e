"""Losses of a comparator and the bounds on mistakes without separability (docs/theory.md, X2), in fractions where their roots are fractions."""

from fractions import Fraction
from math import isqrt, sqrt

from . import loop
from .loop import Unsupported, dot

# The stream of X2 that nothing separates.
STREAM = [([0, 0, 1, -1], 1), ([0, 0, 1, 1], 1), ([0, 1, 0, -1], 1), ([0, 1, 0, 1], -1), ([0, 0, 1, 1], -1)]


def root(square):
    """The root of a fraction; a float if it is no fraction."""
    square = Fraction(square)
    ends = [isqrt(square.numerator), isqrt(square.denominator)]
    if [end * end for end in ends] == [square.numerator, square.denominator]:
        return Fraction(*ends)
    return sqrt(square)


def margin_squared(comparator, rows):
    if "margin_over_radius" in comparator:
        return Fraction(str(comparator["margin_over_radius"])) ** 2 * max(Fraction(dot(x, x)) for x, _ in rows)
    if "margin" in comparator:
        return Fraction(str(comparator["margin"])) ** 2
    return Fraction(str(comparator["margin_squared"]))


def scores(result, comparator):
    """y⟨u, x⟩ of every round with an update, times the length of the vector, and the square of this length."""
    rounds = [result["rows"][index] for index in result["log"]]
    vector = comparator["vector"]
    if vector == "last":
        vector = [sum(y * x[axis] for x, y in rounds) for axis in range(len(rounds[0][0]))]
    elif isinstance(vector, str):
        raise Unsupported(f"the comparator {vector}")
    vector = [Fraction(str(a)) for a in vector]
    return [y * dot(vector, x) for x, y in rounds], dot(vector, vector)


def hinge_sum(result, comparator):
    found, square = scores(result, comparator)
    threshold = root(margin_squared(comparator, result["rows"]) * square)
    return sum(max(0, 1 - score / threshold) for score in found)


def deficit_squared(result, comparator):
    found, square = scores(result, comparator)
    # In units of the margin, as for the hinge losses.
    margin = margin_squared(comparator, result["rows"])
    threshold = root(margin * square)
    return sum(margin * max(0, 1 - score / threshold) ** 2 for score in found)


COLUMNS = {"comparator_hinge_sum": hinge_sum, "comparator_deficit_squared": deficit_squared}


def bound(radius_squared, square, losses, factor=4):
    """X2 (a), with another factor of the losses than 4."""
    ratio = Fraction(radius_squared) / square
    return ((root(ratio) + sqrt(ratio + factor * losses)) / 2) ** 2


def course(rows, updates=None):
    return loop.run(rows, "cyclic" if updates else "stream", updates, **loop.rule_of({}))


def on_the_stream(what, factor=4, square=Fraction(8, 5)):
    """The stream's numbers: its mistakes, the squared length of its last vector, L, D², and the limits of (a) and (b)."""
    result, comparator = course(STREAM), {"vector": "last", "margin_squared": square}
    if what == "mistakes":
        return result["mistakes"]
    if what == "square":
        return scores(result, comparator)[1]
    losses, deficits = hinge_sum(result, comparator), deficit_squared(result, comparator)
    return {
        "losses": losses,
        "hinge": bound(2, square, losses, float(factor)),
        "deficits": (sqrt(2) + sqrt(deficits)) ** 2 / square,
        "uncrossed": (2 + deficits) / square,
    }[what]


def on_the_basis(d, crossed):
    """(b) on d basis vectors at twice the largest margin, with or without the cross term."""
    d = int(d)
    rows = [([int(i == j) for j in range(d)], 1) for i in range(d)]
    square = Fraction(4, d)
    deficits = deficit_squared(course(rows), {"vector": "last", "margin_squared": square})
    return (1 + deficits + (2 * root(deficits) if crossed else 0)) / square


def contradicted(rounds, factor):
    """(a) for x = 1 with both labels in turn."""
    result = course([([1], 1), ([1], -1)], int(rounds))
    losses = hinge_sum(result, {"vector": [1], "margin": 1})
    return bound(1, 1, losses, float(factor))
