"""What docs/theory.md states: where each number stands on the page, and what recomputes it."""

import csv
import re
from fractions import Fraction
from functools import lru_cache
from math import acos, cos, log, sqrt
from pathlib import Path

from . import learner, points, risks
from .stated import Missing, Stated, listed, numbers

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = r"[\d.½/, ]+(?:and [\d.]+)?"


def basis(d, length=1, label=lambda i: 1):
    return [([length if i == j else 0 for j in range(d)], label(i)) for i in range(d)]


def updates(examples, **rule):
    return learner.run(examples, **rule)["updates"]


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
    return max(abs(w) for w in learner.run(learner.nested(n))["vector"][:-1])


def gate_cycle(column, coding="zero-one", ties="mistake"):
    rows = [(x + [1], y) for x, y in learner.gate("xor", coding)]
    return learner.run(rows, ties=ties)[column]


def gate_multiplier(i):
    """The updates of one pass from 0 on one example."""
    rows, vector, count = [(x + [1], y) for x, y in learner.gate("xor")], [0, 0, 0], [0] * 4
    for j, (x, y) in enumerate(rows):
        if y * learner.dot(vector, x) <= 0:
            vector, count[j] = [w + y * a for w, a in zip(vector, x)], count[j] + 1
    if any(vector):
        raise ArithmeticError("XOR does not come back to 0")
    return count[i]


def tied(margin):
    count = learner.tied_count(margin)
    return updates(basis(count))


@lru_cache(None)
def pushed_run(margin, score, threshold):
    return learner.run(learner.tightrope(margin, score), threshold=threshold)


def pushed(margin):
    return pushed_run(margin, -1e-9, None)["updates"]


def margin_updates(margin):
    """T6 run in floats in three dimensions, and its condition in fractions; with fresh axes too where that is short."""
    online = learner.online(learner.tightrope(margin, 1 - 1e-9, three=True), {"ties": "mistake", "threshold": 1, "inclusive": False, "step": 1})
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
    return min(learner.dot(vector, x) for x, _ in rows) / sqrt(learner.dot(vector, vector)) / margin


@lru_cache(None)
def flowers():
    with open(ROOT / "experiments/data/iris.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["species"] in ("setosa", "versicolor")]
    features = ("petal_length_cm", "petal_width_cm")
    return [([Fraction(row[name]) for name in features] + [Fraction(1)], 1 if row["species"] == "versicolor" else -1) for row in rows]


def iris(column, index=0):
    if column in ("updates", "passes"):
        return learner.run(flowers())[column]
    if column == "vector":
        return abs(learner.run(flowers())["vector"][index])
    square = max(learner.dot(x, x) for x, _ in flowers())
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


def share_met(k, n):
    """E of the share of different atoms among n draws."""
    return points.unseen((Fraction(1, k),) * k, n)[1] / n


def light_share(d, n, scale):
    """T11's risk as a share of scale·d/(N + 1): the light atoms are alike, and the rest has its own term."""
    p, rest = Fraction(1, n + 1), 1 - Fraction(d - 1, n + 1)
    return ((d - 1) * p * (1 - p) ** n + rest * (1 - rest) ** n) / (Fraction(scale * d, n + 1))


def quiet(n):
    """N16: that some phase with k examples still to learn draws N times none of them."""
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


def repeated(d, draws, _copies):
    """N9: whatever is repeated, the risk is that of the different draws."""
    return unseen_mass(d, draws)


def supremum_times_root(n):
    return float(points.supremum(n)) * sqrt(n)


def hoeffding(n):
    return uniform_limit(n, 0, complexity=False)


def affine_bound(s):
    return (s + 1) ** 2 + 1


def growth_limit(_):
    """C-V8: 1/γₙ² of (1, L), (1, −1) as L grows: by the angle between (0, 1) and (1, −1)/√2, halved."""
    return 1 / cos(acos(-1 / sqrt(2)) / 2) ** 2


POINTS = re.compile(r"\(([−\d, ]+)\)([+−]?)|e_\d")


def read_points(cell):
    """A sample as the page writes it, and its tie convention."""
    found = [match for match in POINTS.finditer(cell)]
    if all(match.group().startswith("e_") for match in found):
        return [(tuple(x), y) for x, y in basis(len(found))]
    return [(tuple(int(a.replace("−", "-")) for a in match.group(1).split(",")), -1 if match.group(2) == "−" else 1) for match in found]


def cover_or_all(count, d, everything):
    """Labelings with an offset are those of the points with a constant feature; the second number is all of them."""
    return 2**count if everything else points.cover(count, d)


def plane_triple(everything):
    return 8 if everything else points.dichotomies([[1, 0], [0, 1], [1, 1]])


def half_of_e(n):
    """The bound (n−1)/(2n)·(1−1/n)ⁿ for large n = d."""
    return (n - 1) / (2 * n) * (1 - 1 / n) ** n


def frequencies(text, match):
    for one in re.finditer(r"([\d./]+) for \((\d+), (\d+)\)", match["rest"]):
        yield Stated(C, f"C/2^N ({one[2]}, {one[3]})", match.start("rest") + one.start(1), one[1], frequency, (int(one[2]), int(one[3])))


def order_rows(family, text, match):
    examples = read_points(match["sample"])
    ties = "positive" if "PLUS" in match["sample"] else "mistake"
    columns = ["updates_min", "updates_max", "updates_expected", "states"]
    for group, column in zip(("shortest", "longest", "mean", "states"), columns):
        yield from listed(family, column, text, match, group, orders, [(column, ties, examples)])
    if "none final" in match["states"] and orders("final_vectors", ties, examples) != 0:
        raise Missing(f"{family}: a vector is final, and the page says none")
    yield from listed(family, "(R/γ*)²", text, match, "bound", orders, [("bound", ties, examples)])


def majority_rows(family, text, match):
    cells = [cell for cell in re.finditer(r"\|([^|\n]*)", match["cells"])]
    for r, cell in zip((1, 3, 5, 7), cells):
        for number, start in numbers(text, match.start("cells") + cell.start(1), match.start("cells") + cell.end(1)):
            n = int(match["n"])
            yield Stated(family, f"M*({n}, {r})", start, number, learner.majority_longest, (n, r))


def minimax_rows(family, text, match):
    for n, d, group in (("n", "d", ""), ("n2", "d2", "2")):
        arguments = (int(match[n]), int(match[d]))
        yield from listed(family, "bound", text, match, "bound" + group, minimax, [(1, *arguments)])
        yield from listed(family, "A(n, d)", text, match, "average" + group, minimax, [(0, *arguments)])


def cover_counts(family, text, match):
    found = list(re.finditer(r"C\((\d+), (\d+)\) = (\d+)", match["counts"]))
    for one in found:
        arguments = (int(one[1]), int(one[2]))
        yield Stated(family, f"C{arguments}", match.start("counts") + one.start(3), one[3], points.cover, arguments)


def by(family, what, group, compute, *arguments):
    return lambda text, match: listed(family, what, text, match, group, compute, arguments)


def taken(family, what, group, other, compute, *fixed, kind=Fraction):
    """Arguments are the numbers of another group of the same match."""
    def rows(text, match):
        arguments = [(kind(number), *fixed) for number, _ in numbers(text, *match.span(other))]
        return listed(family, what, text, match, group, compute, arguments)

    return rows


def tuples(family, what, group, other, compute):
    """Arguments are the tuples (a, b, …) in another group."""
    def rows(text, match):
        arguments = [tuple(float(a) if "." in a else int(a) for a in found.split(",")) for found in re.findall(r"\(([\d., ]+)\)", match[other])]
        return listed(family, what, text, match, group, compute, arguments)

    return rows


def sphere_rows(text, match):
    arguments = [(float(match["theta"]), float(match["g"]), int(number)) for number, _ in numbers(text, *match.span("d"))]
    return listed("closed forms", "R3", text, match, "values", risks.sphere, arguments)


U, O, M, X, C, F, S = "fixed samples", "all orders", "majority", "minimax", "Cover", "closed forms", "supremum"
TRIPLE = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 2, 3]]



# a pattern on the page, and what it states there; each must be found, and each row of the tables of section 4 must be in one
RULES = [
    (r"\| basis, d vectors \| d; margin perceptron d, and (?P<n>\d)d with ≤ 1 \|.*", [by(U, "basis, ≤ 1, over d", "n", inclusive, ())]),
    (r"\| 0\.1·e_i, margin perceptron \| (?P<exact>\d+) per coordinate; (?P<float>\d+) in 64-bit floats \|.*", [
        by(U, "0.1·e_i, fractions", "exact", tenths, (True,)), by(U, "0.1·e_i, floats", "float", tenths, (False,))]),
    (r"\| 2·e_i, .*?= (?P<unit>3d/4) and \(2\+R²\)/γ² = (?P<any>3d/2) \|.*", [
        by(U, "N6, 3/γ² over d", "unit", doubled_share, (3,)), by(U, "N6, (2+R²)/γ² over d", "any", doubled_share, (6,))]),
    (rf"\| \(1, L\), \(1, −1\) \|[^:]*: (?P<plain>{LIST}) for L = (?P<L>{LIST}); normalized (?P<unit>\d+) \|.*", [
        taken(U, "L-family", "plain", "L", long_and_short), by(U, "L-family, normalized", "unit", long_and_short, (80, True))]),
    (r"\| \(6, −3\), \(1, 10\), \(1, −12\) \| (?P<plain>\d+); normalized (?P<unit>\d+) \|.*", [
        by(U, "C-V9, plain", "plain", hurt, (False,)), by(U, "C-V9, normalized", "unit", hurt, (True,))]),
    (rf"\| s \+ 1 \(\+\), s − 1 \(−\), constant 1 \| (?P<n>{LIST}) for s = (?P<s>{LIST}) \|.*", [taken(U, "shift", "n", "s", shift, kind=int)]),
    (rf"\| nested, n = 2, …, 7 \| (?P<n>{LIST}) \|.*", [by(U, "nested", "n", nested, *((n,) for n in range(2, 8)))]),
    (r"\| XOR with constant feature \| (?P<n>\d+) per cycle of one pass, λ = \((?P<l>[\d, ]+)\) \|.*", [
        by(U, "XOR", "n", gate_cycle, ("cycle_updates",)), by(U, "XOR, λ", "l", gate_multiplier, *((i,) for i in range(4)))]),
    (rf"\| dimension-free adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) tied; (?P<p>\d+) pushed at 0\.1 \|.*", [
        taken(U, "T3, tied", "n", "g", tied), by(U, "T3, pushed", "p", pushed, (0.1,))]),
    (rf"\| plane adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) \|.*", [taken(U, "T5", "n", "g", learner.plane_mistakes)]),
    (rf"\| margin adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) \|.*", [taken(U, "T6", "n", "g", margin_updates, kind=float)]),
    (r"\| iris, [^|]*\| (?P<m>\d+) mistakes, (?P<p>\d+) passes, w = \((?P<w>1/2, 4/5, −2)\) \|.*", [
        by(U, "iris", "m", iris, ("updates",)), by(U, "iris", "p", iris, ("passes",)),
        by(U, "iris, |w|", "w", iris, *(("vector", i) for i in range(3)))]),
    (r"\| (?P<sample>[^|\n]*(?:\)|e_3|PLUS)) \| (?P<shortest>\d+|–) \| (?P<longest>\d+|endless) \| (?P<mean>\S+) \| (?P<states>\d+[^|]*) \| (?P<bound>\d+|–) \|", [
        lambda text, match: order_rows(O, text, match)]),
    (r"\n\| (?P<n>\d) (?P<cells>(?:\| ?\d* ?){4}\|)", [lambda text, match: majority_rows(M, text, match)]),
    (r"\| (?P<n>\d+), (?P<d>\d+) \| (?P<bound>[\d./]+) \| (?P<average>[\d./]+) \| \| (?P<n2>\d+), (?P<d2>\d+) \| (?P<bound2>[\d./]+) \| (?P<average2>[\d./]+) \|", [
        lambda text, match: minimax_rows(X, text, match)]),
    (r"\| C\(N, d\) \| (?P<counts>.*) \|", [lambda text, match: cover_counts(C, text, match)]),
    (r"\| with an offset, d \+ 1 for d \| (?P<plane>14 of 16|\d+ of \d+) for four points of the plane, (?P<space>\d+ of \d+) for five points of space \|", [
        by(C, "affine, 4 points", "plane", cover_or_all, (4, 3, False), (4, 3, True)),
        by(C, "affine, 5 points", "space", cover_or_all, (5, 4, False), (5, 4, True))]),
    (r"\| C\(N, d\)/2\^N \| (?P<half>½) for \(10, 5\) and \(20, 10\); (?P<rest>.*) \|", [
        by(C, "C/2^N", "half", frequency, (10, 5)), by(C, "C/2^N, again", "half", frequency, (20, 10)), lambda text, match: frequencies(text, match)]),
    (r"\| special position \| e_1, e_2, e_1 \+ e_2, e_3, \(1, 2, 3\): (?P<n>\d+), not (?P<general>\d+); \(1, 0\), \(0, 1\), \(1, 1\): (?P<few>\d+ of \d+) \|", [
        by(C, "special position", "n", points.dichotomies, (TRIPLE,)), by(C, "general position", "general", points.cover, (5, 3)),
        by(C, "three in the plane", "few", plane_triple, (False,), (True,))]),
    (r"\| R1 \| ‖μ‖/σ = 1, π = ½, Bayes \| (?P<n>[\d.]+) \|", [by(F, "R1", "n", risks.two_gaussians, (1,))]),
    (rf"\| R3 \| \(θ, g\) = \((?P<theta>[\d.]+), (?P<g>[\d.]+)\), d = (?P<d>{LIST}) \| (?P<values>{LIST}) \|", [lambda text, match: sphere_rows(text, match)]),
    (rf"\| R3b \| \(d, g, θ\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R3b", "n", "a", risks.fixed)]),
    (rf"\| R4 \| \(θ, g\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R4", "n", "a", risks.gaussian)]),
    (rf"\| R6 \| ten equal atoms, (?P<a>20 and 50) draws \| (?P<n>{LIST}) \|", [by(F, "R6", "n", unseen_mass, (10, 20), (10, 50))]),
    (rf"\| R8 \| \(N\+1\)·E R, worst, Gibbs, middle \| (?P<n>{LIST}) \|", [by(F, "R8", "n", risks.circle, ("worst",), ("Gibbs",), ("middle",))]),
    (rf"\| R9 \| \(m, d, ρ\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R9", "n", "a", risks.excess)]),
    (rf"\| R9 \| largest over ρ, d = 5, m = (?P<m>{LIST}) \| (?P<n>{LIST}) \|", [taken(F, "R9, largest", "n", "m", risks.largest_excess, 5, kind=int)]),
    (rf"\| 8\.5 \| online perceptron, α = (?P<a>{LIST}) \| (?P<n>{LIST}) \|", [taken(F, "8.5", "n", "a", risks.online, kind=float)]),
    (rf"\| C-H10 \| E sup [^|]*N = (?P<N>{LIST}) \| (?P<n>{LIST}) \|", [taken(S, "E sup", "n", "N", points.supremum, kind=int)]),
    (rf"\| C-H10 \| its limit with P = 2 at 95 %, N = (?P<N>{LIST}) \| (?P<n>{LIST}) \|", [taken(S, "limit", "n", "N", uniform_limit, 2, kind=int)]),
    # in the text of the page
    (rf"Times √N the mean is (?P<n>{LIST}) for N = (?P<N>[\d, and]+)\.", [taken(S, "√N E sup", "n", "N", supremum_times_root, kind=int)]),
    (r"tends? to 1/\(2e\) = (?P<n>[\d.]+)", [by("text", "1/(2e)", "n", half_of_e, (10**6,))]),
    (rf"examples exist, all mistakes under LE: (?P<n>{LIST}) for γ = (?P<g>{LIST})\.", [taken("text", "T3", "n", "g", tied)]),
    (rf"about 1/\(2γ²\): (?P<n>{LIST}) for γ = (?P<g>[\d., and]+)\.", [taken("text", "T5", "n", "g", learner.plane_mistakes)]),
    (r"\| γ \|(?P<g>[\d.| ]+)\|\n\|[-:| ]+\|\n\| updates \|(?P<n>[\d| ]+)\|", [taken("text", "T6", "n", "g", margin_updates, kind=float)]),
    (r"On T6 with γ = 0\.1 the output has (?P<n>[\d.]+)γ", [by("text", "T6, output margin/γ", "n", output_margin, (0.1,))]),
    (rf"to \(1, …, 1\): (?P<n>{LIST}) updates for n = 2, …, 7, with largest weights (?P<w>{LIST})\n", [
        by("text", "T10", "n", nested, *((n,) for n in range(2, 8))), by("text", "T10, weights", "w", nested_weight, *((n,) for n in range(2, 8)))]),
    (r"is exceeded at s = 10: (?P<n>\d+) against (?P<b>\d+)\.", [by("text", "C-M13", "n", shift, (10,)), by("text", "C-M13, affine", "b", affine_bound, (10,))]),
    (r"1/γₙ\\\*² → 4 \+ 2√2 =\s(?P<n>[\d.]+)", [by("text", "C-V8", "n", growth_limit, (0,))]),
    (r"that is (?P<n>0, 0\.25, 0\.3125 and 0\.34375|[\d., and]+) for r = 1, 3, 5, 7\.", [by("text", "R5", "n", points.majority_risk, (1,), (3,), (5,), (7,))]),
    (r"for N = 20 (?P<a>[\d.]+) ≤ (?P<b>[\d.]+) ≤ [\d.]+; for N = 50 (?P<c>[\d.]+) ≤ (?P<d>[\d.]+) ≤ [\d.]+", [
        by("text", "C-H11, risk", "a", unseen_mass, (10, 20)), by("text", "C-H11, share", "b", share_met, (10, 21)),
        by("text", "C-H11, risk", "c", unseen_mass, (10, 50)), by("text", "C-H11, share", "d", share_met, (10, 51))]),
    (r"margin mistake with probability (?P<a>\d+/\d+); among\s+four examples (?P<b>\d+/\d+) of the positions", [
        by("text", "C-H13, risk", "a", unseen_mass, (3, 3)), by("text", "C-H13, share", "b", share_met, (3, 4))]),
    (r"For d = 10, N = 50 it is (?P<a>[\d.]+) of 3d/\(N\+1\) and (?P<b>[\d.]+) of d/\(N\+1\)", [
        by("text", "T11", "a", light_share, (10, 50, 3)), by("text", "T11", "b", light_share, (10, 50, 1))]),
    (r"\| N9 \|.*risk 0\.9¹⁰ = (?P<n>[\d.]+), against 30/301 = (?P<b>[\d.]+)", [
        by("controls", "N9", "n", repeated, (10, 10, 30)), by("controls", "N9, bound", "b", Fraction, (30, 301))]),
    (r"\| N10 \|.*δ = (?P<n>[\d.]+) at N = 24", [by("controls", "N10", "n", hoeffding, (24,))]),
    (r"\| N16 \|.* = (?P<n>[\d.]+) \|", [by("controls", "N16", "n", quiet, (10,))]),
    (r"cyclic, LE: (?P<m>\d+)\s+mistakes, (?P<p>\d+) passes, w = \([^)]*\)\. R = (?P<R>[\d.]+) \(R² = (?P<S>[\d.]+)\), γ\\\* = (?P<g>[\d.]+), \(R/γ\\\*\)² = (?P<b>[\d.]*\d)", [
        by("text", "iris", "m", iris, ("updates",)), by("text", "iris", "p", iris, ("passes",)), by("text", "iris, R", "R", iris, ("R",)),
        by("text", "iris, R²", "S", iris, ("R²",)), by("text", "iris, γ*", "g", iris, ("γ*",)), by("text", "iris, (R/γ*)²", "b", iris, ("bound",))]),
]


def statements(text):
    """All statements of the page, and the places that their patterns cover."""
    found, covered = [], []
    for pattern, handlers in RULES:
        matches = list(re.finditer(pattern, text))
        if not matches:
            raise Missing(f"the page no longer has a statement of the form {pattern[:60]}…")
        for match in matches:
            covered.append(match.span())
            for handler in handlers:
                found.extend(handler(text, match))
    return found, covered


def unread_rows(text, covered):
    """Rows of the tables of section 4, but for heads and what is only simulated, that no pattern reads."""
    start, end = text.index("\n## 4 "), text.index("\n## 5 ")
    simulated = re.search(r"\n### Simulated.*?(?=\n###|\Z)", text[start:end], re.S)
    skipped = [] if simulated is None else [(start + simulated.start(), start + simulated.end())]
    place = start
    previous = ""
    for line in text[start:end].splitlines(keepends=True):
        head = not previous.startswith("|") or set(line.strip()) <= set("|-: ")
        inside = any(a <= place + 1 <= b for a, b in covered + skipped)
        if line.startswith("|") and not head and not inside:
            yield place, line.strip()
        previous, place = line, place + len(line)
