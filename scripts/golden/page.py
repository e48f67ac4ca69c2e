"""Locates each number in docs/theory.md, and names the function that recomputes it."""

import re
from fractions import Fraction

from . import laws, learner, points, risks, theory
from .stated import Missing, Stated, listed, numbers

LIST = r"[\d.½/, ]+(?:and [\d.]+)?"
POINTS = re.compile(r"\(([−\d, ]+)\)([+−]?)|e_\d")


def read_points(cell):
    """A sample as the page writes it, and its tie convention."""
    found = [match for match in POINTS.finditer(cell)]
    if all(match.group().startswith("e_") for match in found):
        return [(tuple(x), y) for x, y in theory.basis(len(found))]
    return [(tuple(int(a.replace("−", "-")) for a in match.group(1).split(",")), -1 if match.group(2) == "−" else 1) for match in found]


def frequencies(text, match):
    for one in re.finditer(r"([\d./]+) for \((\d+), (\d+)\)", match["rest"]):
        yield Stated(C, f"C/2^N ({one[2]}, {one[3]})", match.start("rest") + one.start(1), one[1], theory.frequency, (int(one[2]), int(one[3])))


def order_rows(family, text, match):
    examples = read_points(match["sample"])
    ties = "positive" if "PLUS" in match["sample"] else "mistake"
    columns = ["updates_min", "updates_max", "updates_expected", "states"]
    for group, column in zip(("shortest", "longest", "mean", "states"), columns):
        yield from listed(family, column, text, match, group, theory.orders, [(column, ties, examples)])
    if "none final" in match["states"] and theory.orders("final_vectors", ties, examples) != 0:
        raise Missing(f"{family}: a vector is final, and the page says none")
    yield from listed(family, "(R/γ*)²", text, match, "bound", theory.orders, [("bound", ties, examples)])


def majority_rows(family, text, match):
    cells = [cell for cell in re.finditer(r"\|([^|\n]*)", match["cells"])]
    for r, cell in zip((1, 3, 5, 7), cells):
        for number, start in numbers(text, match.start("cells") + cell.start(1), match.start("cells") + cell.end(1)):
            n = int(match["n"])
            yield Stated(family, f"M*({n}, {r})", start, number, learner.majority_longest, (n, r))


def minimax_rows(family, text, match):
    for n, d, group in (("n", "d", ""), ("n2", "d2", "2")):
        arguments = (int(match[n]), int(match[d]))
        yield from listed(family, "bound", text, match, "bound" + group, theory.minimax, [(1, *arguments)])
        yield from listed(family, "A(n, d)", text, match, "average" + group, theory.minimax, [(0, *arguments)])


def rule_rows(family, text, match):
    compute = points.least_average if match["kind"] == "average" else points.least_largest
    arguments = [tuple(int(a) for a in pair.split(",")) for pair in re.findall(r"\(([\d, ]+)\)", match["a"])]
    yield from listed(family, f"{match['kind']} risk of the best rule", text, match, "n", compute, arguments)


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


def repeated_rows(text, match):
    d, draws, copies = (int(match[group]) for group in ("d", "N", "c"))
    yield from listed("controls", "N9", text, match, "n", theory.repeated, [(d, draws, copies)])
    yield from listed("controls", "N9, bound", text, match, "b", Fraction, [(3 * d, draws + 1)])


U, O, M, X, C, F, S = "fixed samples", "all orders", "majority", "minimax", "Cover", "closed forms", "supremum"
ORIGIN = re.compile(r" *(theorem|search|run)\b")
TRIPLE = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 2, 3]]



# patterns on the page, and their statements; every pattern must occur, and must together cover each row of the tables of section 4
RULES = [
    (r"\| basis, d vectors \| d; margin perceptron d, and (?P<n>\d)d with ≤ 1 \|.*", [by(U, "basis, ≤ 1, over d", "n", theory.inclusive, ())]),
    (r"\| 0\.1·e_i, margin perceptron \| (?P<exact>\d+) per coordinate; (?P<float>\d+) in 64-bit floats \|.*", [
        by(U, "0.1·e_i, fractions", "exact", theory.tenths, (True,)), by(U, "0.1·e_i, floats", "float", theory.tenths, (False,))]),
    (r"\| 2·e_i, .*?= (?P<unit>\d+d/\d+) and \(2\+R²\)/γ² = (?P<any>\d+d/\d+) \|.*", [
        by(U, "N6, 3/γ² over d", "unit", theory.doubled_share, (3,)), by(U, "N6, (2+R²)/γ² over d", "any", theory.doubled_share, (6,))]),
    (rf"\| \(1, L\), \(1, −1\) \|[^:]*: (?P<plain>{LIST}) for L = (?P<L>{LIST}); normalized (?P<unit>\d+) \|.*", [
        taken(U, "L-family", "plain", "L", theory.long_and_short), by(U, "L-family, normalized", "unit", theory.long_and_short, (80, True))]),
    (r"\| \(6, −3\), \(1, 10\), \(1, −12\) \| (?P<plain>\d+); normalized (?P<unit>\d+) \|.*", [
        by(U, "C-V9, plain", "plain", theory.hurt, (False,)), by(U, "C-V9, normalized", "unit", theory.hurt, (True,))]),
    (rf"\| s \+ 1 \(\+\), s − 1 \(−\), constant 1 \| (?P<n>{LIST}) for s = (?P<s>{LIST}) \|.*", [taken(U, "shift", "n", "s", theory.shift, kind=int)]),
    (rf"\| nested, n = 2, …, 7 \| (?P<n>{LIST}) \|.*", [by(U, "nested", "n", theory.nested, *((n,) for n in range(2, 8)))]),
    (r"\| XOR with constant feature \| (?P<n>\d+) per cycle of one pass, λ = \((?P<l>[\d, ]+)\) \|.*", [
        by(U, "XOR", "n", theory.gate_cycle, ("cycle_updates",)), by(U, "XOR, λ", "l", theory.gate_multiplier, *((i,) for i in range(4)))]),
    (rf"\| dimension-free adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) tied; (?P<p>\d+) pushed at 0\.1 \|.*", [
        taken(U, "T3, tied", "n", "g", theory.tied), by(U, "T3, pushed", "p", theory.pushed, (0.1,))]),
    (rf"\| plane adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) \|.*", [taken(U, "T5", "n", "g", learner.plane_mistakes)]),
    (rf"\| margin adversary, γ = (?P<g>{LIST}) \| (?P<n>{LIST}) \|.*", [taken(U, "T6", "n", "g", theory.margin_updates, kind=float)]),
    (r"\| iris, [^|]*\| (?P<m>\d+) mistakes, (?P<p>\d+) passes, w = \((?P<w>[\d/, −]+)\) \|.*", [
        by(U, "iris", "m", theory.iris, ("updates",)), by(U, "iris", "p", theory.iris, ("passes",)),
        by(U, "iris, |w|", "w", theory.iris, *(("vector", i) for i in range(3)))]),
    (r"\| (?P<sample>[^|\n]*(?:\)|e_3|PLUS)) \| (?P<shortest>\d+|–) \| (?P<longest>\d+|endless) \| (?P<mean>\S+) \| (?P<states>\d+[^|]*) \| (?P<bound>\d+|–) \|", [
        lambda text, match: order_rows(O, text, match)]),
    (r"\n\| (?P<n>\d) (?P<cells>(?:\| ?\d* ?){4}\|)", [lambda text, match: majority_rows(M, text, match)]),
    (r"\| (?P<n>\d+), (?P<d>\d+) \| (?P<bound>[\d./]+) \| (?P<average>[\d./]+) \| \| (?P<n2>\d+), (?P<d2>\d+) \| (?P<bound2>[\d./]+) \| (?P<average2>[\d./]+) \|", [
        lambda text, match: minimax_rows(X, text, match)]),
    (rf"\| (?P<kind>average|largest) risk over labelings \| (?P<a>[\d(), ]+) \| (?P<n>{LIST}) \|", [lambda text, match: rule_rows(X, text, match)]),
    (r"\| C\(N, d\) \| (?P<counts>.*) \|", [lambda text, match: cover_counts(C, text, match)]),
    (r"\| with an offset, d \+ 1 for d \| (?P<plane>\d+ of \d+) for four points of the plane, (?P<space>\d+ of \d+) for five points of space \|", [
        by(C, "affine, 4 points", "plane", theory.cover_or_all, (4, 3, False), (4, 3, True)),
        by(C, "affine, 5 points", "space", theory.cover_or_all, (5, 4, False), (5, 4, True))]),
    (r"\| C\(N, d\)/2\^N \| (?P<half>½|\d/\d) for \(10, 5\) and \(20, 10\); (?P<rest>.*) \|", [
        by(C, "C/2^N", "half", theory.frequency, (10, 5)), by(C, "C/2^N, again", "half", theory.frequency, (20, 10)), lambda text, match: frequencies(text, match)]),
    (r"\| special position \| e_1, e_2, e_1 \+ e_2, e_3, \(1, 2, 3\): (?P<n>\d+), not (?P<general>\d+); \(1, 0\), \(0, 1\), \(1, 1\): (?P<few>\d+ of \d+) \|", [
        by(C, "special position", "n", points.dichotomies, (TRIPLE,)), by(C, "general position", "general", points.cover, (5, 3)),
        by(C, "three in the plane", "few", theory.plane_triple, (False,), (True,))]),
    (r"\| R1 \| ‖μ‖/σ = 1, π = ½, Bayes \| (?P<n>[\d.]+) \|", [by(F, "R1", "n", risks.two_gaussians, (1,))]),
    (rf"\| R3 \| \(θ, g\) = \((?P<theta>[\d.]+), (?P<g>[\d.]+)\), d = (?P<d>{LIST}) \| (?P<values>{LIST}) \|", [lambda text, match: sphere_rows(text, match)]),
    (rf"\| R3b \| \(d, g, θ\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R3b", "n", "a", risks.fixed)]),
    (rf"\| R4 \| \(θ, g\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R4", "n", "a", risks.gaussian)]),
    (rf"\| R6 \| ten equal atoms, (?P<a>20 and 50) draws \| (?P<n>{LIST}) \|", [by(F, "R6", "n", theory.unseen_mass, (10, 20), (10, 50))]),
    (rf"\| R8 \| \(N\+1\)·E R, worst, Gibbs, middle \| (?P<n>{LIST}) \|", [by(F, "R8", "n", risks.circle, ("worst",), ("Gibbs",), ("middle",))]),
    (rf"\| R9 \| \(m, d, ρ\) = (?P<a>.*?) \| (?P<n>{LIST}) \|", [tuples(F, "R9", "n", "a", risks.excess)]),
    (rf"\| R9 \| largest over ρ, d = 5, m = (?P<m>{LIST}) \| (?P<n>{LIST}) \|", [taken(F, "R9, largest", "n", "m", risks.largest_excess, 5, kind=int)]),
    (rf"\| 8\.5 \| online perceptron, α = (?P<a>{LIST}) \| (?P<n>{LIST}) \|", [taken(F, "8.5", "n", "a", risks.online, kind=float)]),
    (rf"\| C-H10 \| E sup [^|]*N = (?P<N>{LIST}) \| (?P<n>{LIST}) \|", [taken(S, "E sup", "n", "N", points.supremum, kind=int)]),
    (rf"\| C-H10 \| its limit with P = 2 at 95 %, N = (?P<N>{LIST}) \| (?P<n>{LIST}) \|", [taken(S, "limit", "n", "N", theory.uniform_limit, 2, kind=int)]),
    # in the text of the page
    (rf"Times √N the mean is (?P<n>{LIST}) for N = (?P<N>[\d, and]+)\.", [taken(S, "√N E sup", "n", "N", theory.supremum_times_root, kind=int)]),
    (r"tends? to 1/\(2e\) = (?P<n>[\d.]+)", [by("text", "1/(2e)", "n", theory.half_of_e, (10**6,))]),
    (rf"examples exist, all mistakes under LE: (?P<n>{LIST}) for γ = (?P<g>{LIST})\.", [taken("text", "T3", "n", "g", theory.tied)]),
    (rf"about 1/\(2γ²\): (?P<n>{LIST}) for γ = (?P<g>[\d., and]+)\.", [taken("text", "T5", "n", "g", learner.plane_mistakes)]),
    (r"\| γ \|(?P<g>[\d.| ]+)\|\n\|[-:| ]+\|\n\| updates \|(?P<n>[\d| ]+)\|", [taken("text", "T6", "n", "g", theory.margin_updates, kind=float)]),
    (r"sample is slightly above γ: (?P<n>[\d.]+) at γ = 0\.1\.", [by("text", "T6, γ*", "n", theory.independent_margin, (0.1,))]),
    (r"(?P<n>0\.\d+)·d\^\(1/3\)·T\^\(2/3\)", [by("text", "8.5, mistakes", "n", theory.online_rate, (True,))]),
    (r"= (?P<n>0\.\d+)·α\^\(−1/3\)", [by("text", "8.5, ε", "n", theory.online_rate, (False,))]),
    (r"comes out\s+false for (?P<n>\d+) of the dimensions d = 1, …, 300", [by("text", "section 7, floats", "n", theory.false_in_floats, (300,))]),
    (r"1/\(3e\) = (?P<n>0\.\d+)", [by("text", "1/(3e)", "n", theory.inverse_e, (1 / 3,))]),
    (r"On T6 with γ = 0\.1 the output has (?P<n>[\d.]+)γ", [by("text", "T6, output margin/γ", "n", theory.output_margin, (0.1,))]),
    (rf"to \(1, …, 1\): (?P<n>{LIST}) updates for n = 2, …, 7, with largest weights (?P<w>{LIST})\n", [
        by("text", "T10", "n", theory.nested, *((n,) for n in range(2, 8))), by("text", "T10, weights", "w", theory.nested_weight, *((n,) for n in range(2, 8)))]),
    (r"is exceeded at s = 10: (?P<n>\d+) against (?P<b>\d+)\.", [by("text", "C-M13", "n", theory.shift, (10,)), by("text", "C-M13, affine", "b", theory.affine_bound, (10,))]),
    (r"1/γₙ\\\*² → 4 \+ 2√2 =\s(?P<n>[\d.]+)", [by("text", "C-V8", "n", theory.growth_limit, (0,))]),
    (r"that is (?P<n>[\d., and]+) for r = 1, 3, 5, 7\.", [by("text", "R5", "n", points.majority_risk, (1,), (3,), (5,), (7,))]),
    (r"for N = 20 (?P<a>[\d.]+) ≤ (?P<b>[\d.]+) ≤ (?P<x>[\d.]+); for N = 50 (?P<c>[\d.]+) ≤ (?P<d>[\d.]+) ≤ (?P<y>\d+\.\d+)", [
        by("text", "C-H11, risk", "a", theory.unseen_mass, (10, 20)), by("text", "C-H11, share", "b", theory.share_met, (10, 21)),
        by("text", "C-H11, risk", "c", theory.unseen_mass, (10, 50)), by("text", "C-H11, share", "d", theory.share_met, (10, 51)),
        by("text", "C-H11, bound", "x", Fraction, (30, 21)), by("text", "C-H11, bound", "y", Fraction, (30, 51))]),
    (r"margin mistake with probability (?P<a>\d+/\d+); among\s+four examples (?P<b>\d+/\d+) of the positions", [
        by("text", "C-H13, risk", "a", theory.unseen_mass, (3, 3)), by("text", "C-H13, share", "b", theory.share_met, (3, 4))]),
    (r"For d = 10, N = 50 it is (?P<a>[\d.]+) of 3d/\(N\+1\) and (?P<b>[\d.]+) of d/\(N\+1\)", [
        by("text", "T11", "a", theory.light_share, (10, 50, 3)), by("text", "T11", "b", theory.light_share, (10, 50, 1))]),
    (r"P\(γ\\\* < g\) is (?P<a>[\d.]+) for N = 10 and g = 0\.1, and (?P<b>[\d.]+) for N = 50 and g = 0\.02", [
        by("text", "X4", "a", laws.margin_below, (2, 9, 0.1)), by("text", "X4", "b", laws.margin_below, (2, 49, 0.02))]),
    (r"angles as examples and one more, has (?P<a>[\d.]+) and (?P<b>[\d.]+) there, Beta\(1, N\) (?P<c>[\d.]+) and (?P<d>\d+\.\d+)", [
        by("text", "X4, Beta(2, N)", "a", laws.margin_below, (2, 10, 0.1)), by("text", "X4, Beta(2, N)", "b", laws.margin_below, (2, 50, 0.02)),
        by("text", "X4, Beta(1, N)", "c", laws.margin_below, (1, 10, 0.1)), by("text", "X4, Beta(1, N)", "d", laws.margin_below, (1, 50, 0.02))]),
    (r"Beta\(2, N\) is at most (?P<a>[\d.]+) and\s(?P<b>[\d.]+) away, Beta\(1, N\) (?P<c>[\d.]+) and (?P<d>\d+\.\d+)", [
        by("text", "X4, distance of Beta(2, N)", "a", laws.gap_distance, (2, 10, 10)), by("text", "X4, distance of Beta(2, N)", "b", laws.gap_distance, (2, 50, 50)),
        by("text", "X4, distance of Beta(1, N)", "c", laws.gap_distance, (1, 10, 10)), by("text", "X4, distance of Beta(1, N)", "d", laws.gap_distance, (1, 50, 50))]),
    (r"Hebb's rule is (?P<a>[\d.]+) for N = 50 and P = 250, and (?P<b>[\d.]+) for N = 100 and P = 500\.", [
        by("text", "X9, Hebb", "a", risks.hebb, (50, 250)), by("text", "X9, Hebb", "b", risks.hebb, (100, 500))]),
    (r"N − 1 it would be (?P<a>[\d.]+) and (?P<b>\d+\.\d+)", [
        by("text", "X9, N degrees", "a", risks.hebb, (50, 250, 1)), by("text", "X9, N degrees", "b", risks.hebb, (100, 500, 1))]),
    (rf"limit of Hebb's rule is (?P<n>{LIST}) for α = (?P<a>[\d, and]+)\.", [taken("text", "X9, limit", "n", "a", risks.hebb_limit, kind=float)]),
    (rf"limit of the perceptron is\s(?P<n>{LIST}) for α = (?P<a>[\d, and]+)\.", [taken("text", "X9, perceptron", "n", "a", risks.online, kind=float)]),
    (r"The limit (?P<n>[\d.]+) fails as the mean", [by("text", "X9, control", "n", risks.hebb_limit, (5.0,))]),
    (r"\| N9 \| [^|]*\| d = (?P<d>\d+), N = (?P<N>\d+), c = (?P<c>\d+): risk 0\.\d+[⁰¹²³⁴-⁹]+ = (?P<n>[\d.]+), against \d+/\d+ = (?P<b>[\d.]+)", [
        lambda text, match: repeated_rows(text, match)]),
    (r"\| N10 \|.*δ = (?P<n>[\d.]+) at N = 24", [by("controls", "N10", "n", theory.hoeffding, (24,))]),
    (r"\| N16 \|.* = (?P<n>[\d.]+) \|", [by("controls", "N16", "n", theory.quiet, (10,))]),
    (r"cyclic, LE: (?P<m>\d+)\s+mistakes, (?P<p>\d+) passes, w = \([^)]*\)\. R = (?P<R>[\d.]+) \(R² = (?P<S>[\d.]+)\), γ\\\* = (?P<g>[\d.]+), \(R/γ\\\*\)² = (?P<b>[\d.]*\d)", [
        by("text", "iris", "m", theory.iris, ("updates",)), by("text", "iris", "p", theory.iris, ("passes",)), by("text", "iris, R", "R", theory.iris, ("R",)),
        by("text", "iris, R²", "S", theory.iris, ("R²",)), by("text", "iris, γ*", "g", theory.iris, ("γ*",)), by("text", "iris, (R/γ*)²", "b", theory.iris, ("bound",))]),
]


def statements(text):
    """Returns all statements of the page, the ranges that their patterns cover, and the missing statements."""
    found, covered, missing = [], [], []
    for pattern, handlers in RULES:
        matches = list(re.finditer(pattern, text))
        if not matches:
            missing.append(f"the page no longer has a statement of the form {pattern[:60]}…")
        for match, handler in ((match, handler) for match in matches for handler in handlers):
            covered.append(match.span())
            try:
                found.extend(handler(text, match))
            except Missing as error:
                missing.append(str(error))
    return found, covered, missing


def origins(text):
    """The specs of which the page says where their numbers come from, if it is no earlier output of the program, row by row, and the numbers it names."""
    part = re.search(r"\n### Origins.*?(?=\n##)", text, re.S)
    if part is None:
        raise Missing("the page no longer states the origins of the numbers of the specs")
    rows = re.findall(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|", part.group(), re.M)
    return [
        (re.findall(r"`([^`]+)`", names), [number for number, _ in numbers(stated, 0, len(stated))])
        for names, stated, origin in rows if ORIGIN.match(origin)
    ]


def unread_rows(text, covered):
    """Yields rows of the tables of section 4 that no pattern reads, except heads, origins and simulated rows."""
    start, end = text.index("\n## 4 "), text.index("\n## 5 ")
    parts = re.finditer(r"\n### (?:Simulated|Origins).*?(?=\n###|\Z)", text[start:end], re.S)
    skipped = [(start + part.start(), start + part.end()) for part in parts]
    place = start
    previous = ""
    for line in text[start:end].splitlines(keepends=True):
        head = not previous.startswith("|") or set(line.strip()) <= set("|-: ")
        inside = any(a <= place + 1 <= b for a, b in covered + skipped)
        if line.startswith("|") and not head and not inside:
            yield place, line.strip()
        previous, place = line, place + len(line)
