"""Functions that recompute the numbers of docs/theory.md: constructions, samples and formulas of that page."""

import csv
from fractions import Fraction
from functools import lru_cache
from math import acos, cos, e, log, pi, sqrt
from pathlib import Path

from . import learner, loop, points

ROOT = Path(__file__).resolve().parent.parent.parent


def basis(d, length=1, label=lambda i: 1):
    return [([length if i == j else 0 for j in range(d)], label(i)) for i in range(d)]


def updates(examples, **rule):
    return loop.run(examples, **rule)["updates"]


def per_coordinate(length, **rule):
    """Updates on five coordinates, a fifth of them."""
    return Fraction(updates(basis(5, length), **rule), 5)


def long_and_short(length, normalized=False):
    return updates([((1, length), 1), ((1, -1), 1)], normalized=normalized)


def hurt(normalized):
    return updates([((6, -3), 1), ((1, 10), 1), ((1, -12), 1)], normalized=normalized)


def shift(s):
    return updates(learner.shifted(s))


def nested(n):
    return updates(learner.nested(n))


def nested_weight(n):
    return max(abs(w) for w in loop.run(learner.nested(n))["vector"][:-1])


def gate_cycle(column, coding="zero-one", ties="mistake"):
    rows = [(x + [1], y) for x, y in learner.gate("xor", coding)]
    return loop.run(rows, ties=ties)[column]


def gate_multiplier(i):
    """The updates of one pass from 0 on one example."""
    rows, vector, count = [(x + [1], y) for x, y in learner.gate("xor")], [0, 0, 0], [0] * 4
    for j, (x, y) in enumerate(rows):
        if y * loop.dot(vector, x) <= 0:
            vector, count[j] = [w + y * a for w, a in zip(vector, x)], count[j] + 1
    if any(vector):
        raise ArithmeticError("XOR does not come back to 0")
    return count[i]


def tied(margin):
    count = learner.tied_count(margin)
    return updates(basis(count))


@lru_cache(None)
def pushed_run(margin, score, threshold):
    return loop.run(learner.tightrope(margin, score), threshold=threshold)


def pushed(margin):
    return pushed_run(margin, -1e-9, None)["updates"]


def margin_updates(margin):
    """T6 run in floats in three dimensions, and its condition in fractions; with fresh axes as well if that is short."""
    online = loop.online(learner.tightrope(margin, 1 - 1e-9, three=True), {"ties": "mistake", "threshold": 1, "inclusive": False, "step": 1})
    counts = {online, learner.margin_count(Fraction(str(margin)))}
    if margin >= 0.05:
        counts.add(pushed_run(margin, 1 - 1e-9, 1)["updates"])
    if len(counts) > 1:
        raise ArithmeticError(f"T6 at {margin}: {counts}")
    return counts.pop()


def output_margin(margin):
    """The margin of T6's output, as a share of γ."""
    vector = pushed_run(margin, 1 - 1e-9, 1)["vector"]
    rows = learner.tightrope(margin, 1 - 1e-9)
    return min(loop.dot(vector, x) for x, _ in rows) / sqrt(loop.dot(vector, vector)) / margin


@lru_cache(None)
def flowers():
    with open(ROOT / "experiments/data/iris.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["species"] in ("setosa", "versicolor")]
    features = ("petal_length_cm", "petal_width_cm")
    return [([Fraction(row[name]) for name in features] + [Fraction(1)], 1 if row["species"] == "versicolor" else -1) for row in rows]


def iris(column, index=0):
    if column in ("updates", "passes"):
        return loop.run(flowers())[column]
    if column == "vector":
        return abs(loop.run(flowers())["vector"][index])
    square = max(loop.dot(x, x) for x, _ in flowers())
    return {
        "R": sqrt(square),
        "R²": square,
        "γ*": sqrt(points.max_margin_squared(flowers())),
        "bound": points.bound(flowers()),
    }[column]


def orders(column, ties, examples):
    if column == "bound":
        return points.bound(examples) if ties == "mistake" else None
    return learner.all_orders(examples, ties)[column]


def minimax(column, n, d):
    return points.minimax_average(n, d)[column]


def frequency(count, d):
    return Fraction(points.cover(count, d), 2**count)


def unseen_mass(k, n):
    return points.unseen((Fraction(1, k),) * k, n)[0]


def blind(k, n, vote):
    """X3 on k equal atoms: the first min(s, n) of n hypotheses err on an atom that is first shown as example s; the vote errs if these are half."""
    total, unseen = Fraction(0), Fraction(1)
    for s in range(1, n + 1):
        probability = unseen if s == n else unseen * Fraction(1, k)
        total += probability * ((2 * s >= n) if vote else Fraction(s, n))
        unseen -= unseen * Fraction(1, k)
    return total


def share_met(k, n):
    """E of the share of different atoms among n draws."""
    return points.unseen((Fraction(1, k),) * k, n)[1] / n


def light_share(d, n, scale):
    """T11's risk as a share of scale·d/(N + 1): the light atoms are alike, and the rest has its own term."""
    p, rest = Fraction(1, n + 1), 1 - Fraction(d - 1, n + 1)
    return ((d - 1) * p * (1 - p) ** n + rest * (1 - rest) ** n) / (Fraction(scale * d, n + 1))


def quiet(n):
    """N16: the probability that some phase with k examples left to learn draws none of them N times in a row."""
    right = 1.0
    for k in range(1, n + 1):
        right *= 1 - (1 - k / n) ** n
    return 1 - right


def uniform_limit(n, p, confidence=0.05, complexity=True):
    return (sqrt((p + 1) * log(n + 1) / n) if complexity else 0.0) + sqrt(2 * log(1 / confidence) / n)


def inclusive():
    return per_coordinate(1, threshold=1, inclusive=True)


def tenths(exact):
    return per_coordinate(Fraction(1, 10) if exact else 0.1, threshold=1)


def doubled_share(constant):
    """N6: (R² + 2τ)/γ² over d or, for constant = 3, the formula of unit norm, for 2·e_i, whose run has d updates."""
    examples = basis(4, 2)
    if updates(examples, threshold=1) != 4:
        raise ArithmeticError("N6: not d updates")
    return constant / points.max_margin_squared(examples) / 4


def repeated(d, shown, copies):
    """N9: repetitions do not change the risk, which depends on the different draws only."""
    return unseen_mass(d, shown // copies)


def supremum_times_root(n):
    return float(points.supremum(n)) * sqrt(n)


def hoeffding(n):
    return uniform_limit(n, 0, complexity=False)


def affine_bound(s):
    return (s + 1) ** 2 + 1


def growth_limit(_):
    """C-V8: 1/γₙ² of (1, L), (1, −1) as L grows: by the angle between (0, 1) and (1, −1)/√2, halved."""
    return 1 / cos(acos(-1 / sqrt(2)) / 2) ** 2


def cover_or_all(count, d, everything):
    """Labelings with an offset are those of the points with a constant feature; the second number is all of them."""
    return 2**count if everything else points.cover(count, d)


def plane_triple(everything):
    return 8 if everything else points.dichotomies([[1, 0], [0, 1], [1, 1]])


def half_of_e(n):
    """The bound (n−1)/(2n)·(1−1/n)ⁿ for large n = d."""
    return (n - 1) / (2 * n) * (1 - 1 / n) ** n


def independent_margin(margin):
    """γ* of T6's sample: independent rows v have one w with all scores 1, γ* = 1/‖w‖ if it is a positive mixture of them (T9)."""
    rows = [x for x, _ in learner.tightrope(margin, 1 - 1e-9)]
    system = [[loop.dot(a, b) for b in rows] + [1.0] for a in rows]
    for i, pivot in enumerate(system):
        for below in system[i + 1 :]:
            factor = below[i] / pivot[i]
            below[i:] = [a - factor * b for a, b in zip(below[i:], pivot[i:])]
    weights = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        rest = loop.dot(system[i][i + 1 : -1], weights[i + 1 :])
        weights[i] = (system[i][-1] - rest) / system[i][i]
    if min(weights) <= 0:
        raise ArithmeticError("T6: the nearest point of the hull is on its boundary")
    return 1 / sqrt(sum(weights))


def online_rate(mistakes):
    """8.5 for large α: ε = cα^(−1/3)/π with c³ = 2/3, and its sum over a pass, ∫ε dα times d."""
    return (2 / 3) ** (1 / 3) / pi * (1.5 if mistakes else 1)


def false_in_floats(most):
    """Section 7: dimensions at which d ≤ (1/γ)·(1/γ) is false for γ = 1/√d in floats."""
    return sum(not d <= (1 / (1 / sqrt(d))) * (1 / (1 / sqrt(d))) for d in range(1, most + 1))


def inverse_e(factor):
    return factor / e
