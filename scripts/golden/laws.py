"""Expectations that specs state of random samples: a mean, or the probability that a column exceeds a number."""

from fractions import Fraction
from math import asin, pi

from . import points, risks
from .loop import Unsupported


def collector(d, draws):
    """Computes P(not all of d pictures were seen after n draws) by a Markov chain over the number seen."""
    chain = {0: Fraction(1)}
    for _ in range(draws):
        after = {}
        for seen, share in chain.items():
            for to, weight in ((seen, Fraction(seen, d)), (seen + 1, 1 - Fraction(seen, d))):
                after[to] = after.get(to, 0) + share * weight
        chain = after
    return 1 - chain.get(d, 0)


def arc(point, n, t):
    """P(risk > t) of a point of the arc, from its length s, of density n(n−1)s(1−s)^(n−2), in which the truth is uniform."""
    beyond = {
        "middle": lambda s: max(0.0, 1 - 2 * t / s),
        "worst": lambda s: min(1.0, max(0.0, 2 * (s - t) / s)),
        "gibbs": lambda s: max(0.0, s - t) ** 2 / s**2,
    }[point]

    def weighted(s):
        return n * (n - 1) * s * (1 - s) ** (n - 2) * beyond(s)

    corners = [t, 2 * t, min(1.0, 2 * t + 10 / n), min(1.0, 2 * t + 40 / n), 1.0]
    return sum(risks.integral(weighted, a, b) for a, b in zip(corners, corners[1:]) if b > a)


def heads_above(throws, most):
    """P(more than `most` heads in throws of a fair coin), throw by throw."""
    law = [Fraction(1)]
    for _ in range(throws):
        law = [(a + b) / 2 for a, b in zip(law + [Fraction(0)], [Fraction(0)] + law)]
    return sum(law[most + 1 :])


def gap_above(first, second, least):
    """P(Beta(first, second) > least) by an integral, for an integer `second` and `first` 1 or 2."""
    scale = second * (second + 1 if first == 2 else 1)
    corners = [least] + [min(1.0, least + step / second) for step in (2, 10, 40)] + [1.0]
    parts = [(a, b) for a, b in zip(corners, corners[1:]) if b > a]
    return scale * sum(risks.integral(lambda s: s ** (first - 1) * (1 - s) ** (second - 1), a, b) for a, b in parts)


def margin_below(first, second, g):
    """P(γ* < g) if the arc of consistent directions, in half-turns, had the law Beta(first, second)."""
    return 1 - gap_above(first, second, 2 * asin(g) / pi)


def gap_distance(first, second, n):
    """The largest distance of the distribution function of Beta(first, second) from that of Beta(2, n − 1), near its largest value on a grid."""
    def at(s):
        return abs(gap_above(first, second, s) - gap_above(2, n - 1, s))

    best = max((k / (20 * n) for k in range(1, 10 * n)), key=at)
    return max(at(best + step / (400 * n)) for step in range(-20, 21))


def expectation(name, parameters, variant, claim):
    """Computes the number of a stated-expectation claim."""
    column, above = claim["column"], claim.get("above")
    if name == "coin-labels" and column == "supremum_deviation" and above is None and (parameters["dimension"], parameters["noise"]) == (1, 0.5):
        return points.supremum(parameters["examples"])
    if name == "teacher-student" and column == "risk" and above is not None and parameters["dimension"] == 2:
        return arc(variant["learner"]["version-space"]["point"], parameters["examples"], float(above))
    if name == "teacher-student" and column == "angular_margin" and above is not None and parameters["dimension"] == 2:
        return 1 - margin_below(2, parameters["examples"] - 1, float(above))
    plain = variant == {"rule": {"perceptron": {}}, "order": "random"}
    if name == "basis" and column == "draws_until_last_update" and plain and parameters.keys() == {"dimension"}:
        return collector(parameters["dimension"], int(above))
    of_margin = variant is not None and variant.get("rule") == {"margin-perceptron": {}}
    if name == "basis" and column == "distinct_margin_mistakes" and above is None and of_margin and parameters.keys() <= {"dimension", "examples", "labels"}:
        d = parameters["dimension"]
        return points.unseen([Fraction(1, d)] * d, parameters["examples"])[1]
    online = variant is not None and variant.get("rule") == {"perceptron": {}} and variant.get("order") == "stream"
    fair = name == "coin-labels" and parameters.get("noise", 0.5) == 0.5 and variant.get("ties") == "positive"
    if fair and online and column == "mistakes" and above is not None:
        return heads_above(parameters["examples"], int(above))
    if name == "minimax" and column == "risk" and above is None and parameters.get("labels") == "negative" and variant.get("ties") == "positive":
        return points.unseen(points.minimax_masses(parameters["examples"], parameters["dimension"]), parameters["examples"])[0]
    raise Unsupported(f"the law of {column} here")
