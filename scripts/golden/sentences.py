"""Sentences of docs/theory.md and of the specs that state numbers together with what they are numbers of."""

import re
from fractions import Fraction
from itertools import combinations
from math import cos, exp, isqrt, log, pi, sin, sqrt
from statistics import median

from . import learner, loop, points, risks, theory
from .stated import Missing, Stated, numbers

N = r"[\d./]*\d"  # a number
L = rf"{N}(?:, {N})*(?:,? and {N})?"  # a list of them


def deviation_limit(n, p):
    return theory.uniform_limit(int(n), int(p))


def root_supremum(n):
    return float(points.supremum(int(n))) * sqrt(n)


def long_share(share):
    """C-V8: the updates of (1, L), (1, −1) over the bound 1 + L²; L is read off the denominator."""
    bound = share.denominator
    length = isqrt(bound - 1)
    return Fraction(theory.long_and_short(length), 1 + length**2)


def nested_bound(n):
    return points.bound(learner.nested(int(n)))


def nested_share(n):
    return theory.nested(int(n)) / nested_bound(n)


def vote(c):
    """R9 for many examples: the vote of an atom is normal, and the advantage c·√(d/m) costs c·Φ(−c) times √(d/m)."""
    return float(c) * risks.below(-float(c))


def golden_section(f, low, high):
    """Where f is largest, if it rises and falls once."""
    ratio = (sqrt(5) - 1) / 2
    for _ in range(60):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (a, high) if f(a) < f(b) else (low, b)
    return (low + high) / 2


def worst_vote(value):
    c = golden_section(vote, 0.1, 3)
    return vote(c) if value else c


def tail(a):
    """P(Z > a), by its density."""
    return risks.integral(lambda x: exp(-x * x / 2), a, a + 12, 60) / sqrt(2 * pi)


def half_space(m, rho, b):
    """R1b: the risk of sign(⟨μ, x⟩/m + b), by integrals of the two densities."""
    return (tail(m + b) + tail((m - b) / rho)) / 2


def best_half_space(m, rho, value):
    m, rho = float(m), float(rho)
    b = golden_section(lambda b: -half_space(m, rho, b), 0, 4)
    return half_space(m, rho, b) if value else b


def on_the_axis(m, rho):
    """R1b in the plane: where the two densities agree on the axis through the means, by bisection to each side of where the narrow class is denser."""
    def narrow(t):
        return -((t - m) ** 2) / 2 + (t + m) ** 2 / (2 * rho**2) + 2 * log(rho)

    ends = []
    for outside in (m - 100, m + 100):
        inside = m
        for _ in range(200):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if narrow(middle) > 0 else (inside, middle)
        ends.append(inside)
    return ends


def circle(m, rho, what):
    m, rho = float(m), float(rho)
    low, high = on_the_axis(m, rho)
    centre, radius = (low + high) / 2, (high - low) / 2
    if what == "centre":
        return centre
    if what == "square":
        return radius**2

    def inside(mean, width):
        """The mass of a class in the circle, strip by strip."""
        def strip(angle):
            along, half = centre + radius * sin(angle), radius * cos(angle)
            density = exp(-(((along - mean) / width) ** 2) / 2) / (width * sqrt(2 * pi))
            return density * radius * cos(angle) * (1 - 2 * risks.below(-half / width))

        return risks.integral(strip, -pi / 2, pi / 2, 60)

    return (1 - inside(m, 1) + inside(-m, rho)) / 2


def tight_margin(gamma, squared=False):
    """T6b: the margin of the output on T6 and one more vector, 1/‖w‖ by a run in three dimensions, over γ/3."""
    rows = learner.tightrope(gamma, 1 - 1e-9, three=True)
    vector = [sum(column) for column in zip(*(x for x, _ in rows))]
    share = 3 / (float(gamma) * sqrt(loop.dot(vector, vector)))
    return share**2 if squared else share


def plain_share(squared):
    """The margin of a plain run on (12/13, 5/13), (3/5, −4/5), against a third of the largest."""
    rows = [([Fraction(12, 13), Fraction(5, 13)], 1), ([Fraction(3, 5), Fraction(-4, 5)], 1)]
    vector = loop.run(rows)["vector"]
    margin = Fraction(min(loop.dot(vector, x) for x, _ in rows)) ** 2 / loop.dot(vector, vector)
    third = points.max_margin_squared(rows) / 9
    return margin / third if squared else sqrt(third)


def learned(gamma):
    """T6's updates."""
    return theory.margin_updates(float(gamma))


def adversary_slope(*gammas):
    """Theil and Sen's slope of T6's counts in γ, on log scales: the median over pairs."""
    places = [(log(gamma), log(learned(gamma))) for gamma in gammas]
    return median((d - b) / (c - a) for (a, b), (c, d) in combinations(places, 2))


def orthogonal(*norms):
    return [([a if i == j else 0 for j in range(len(norms))], 1) for i, a in enumerate(norms)]


def stream_mistakes(d, t):
    """8.5's law for one pass."""
    return theory.online_rate(True) * float(d) ** (1 / 3) * float(t) ** (2 / 3)


def last_update(d):
    """E[draws until the last update] on d basis vectors by random draws: a chain over the vectors seen, solved backwards in fractions."""
    d, left = int(d), Fraction(0)
    for seen in reversed(range(d)):
        # one draw, and again from here if it brought nothing new: t = 1 + (seen/d)·t + (1 − seen/d)·left
        left = (1 + (1 - Fraction(seen, d)) * left) / (1 - Fraction(seen, d))
    return left


def middle_quantile(n, level):
    """R8: the t that the risk of the middle of the arc exceeds with probability 1 − level, from the joint density of the outer spacings."""
    n, level = int(n), float(level)

    def above(t):
        """P(|S₁ − S₂| > 2t): twice the integral of n(n−1)(1−a−b)^(n−2) over a > b + 2t, b inner."""
        def row(b):
            return risks.integral(lambda a: n * (n - 1) * (1 - a - b) ** (n - 2), b + 2 * t, 1 - b, 20)

        return 2 * risks.integral(row, 0, (1 - 2 * t) / 2, 20)

    low, high = 0.0, 0.5
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) > 1 - level else (low, middle)
    return low


def means_of_arcs(which):
    of = {
        "worst": lambda t: max(t, 1 - t),
        "Gibbs": lambda t: (t * t + (1 - t) ** 2) / 2,
        "middle": lambda t: abs(2 * t - 1) / 2,
    }[which]
    return risks.integral(of, 0, 0.5) + risks.integral(of, 0.5, 1)


def unseen(k, n):
    return theory.unseen_mass(int(k), int(n))


def light(d, n, scale):
    return theory.light_share(int(d), int(n), scale)


def missed(n):
    return (1 - 1 / float(n)) ** float(n)


def ratio(n, d, special):
    """Of points in general position, or of the five in special position, the share of labelings."""
    n, d = int(n), int(d)
    return Fraction(points.dichotomies([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 2, 3]]), 32) if special else theory.frequency(n, d)


def tilted(count, axes, column):
    """E26's samples: (3/5, ±4/5) with the second coordinate on one of some axes, and (1, 0, …) in addition if the number of examples is odd."""
    axes = int(axes)
    rows = [([Fraction(3, 5)] + [Fraction(4 * sign, 5) if i == j else 0 for i in range(axes)], 1) for sign in (1, -1) for j in range(axes)]
    if int(count) % 2:
        rows.insert(0, ([1] + [0] * axes, 1))
    if column == "bound":
        return 3 / points.max_margin_squared(rows)
    if column == "margin":
        return sqrt(points.max_margin_squared(rows))
    return learner.all_orders(rows, threshold=1)["updates_expected"]


def four(column):
    """The sample of bartlett/all-orders over all sequences of choices."""
    return theory.orders(column, "mistake", [((2, 3), 1), ((1, 10), 1), ((1, -10), 1), ((2, -2), 1)])


def cosine_squared(*rows):
    """E27: of the sum of its examples, to (1, 0)."""
    total = [sum(column) for column in zip(*rows)]
    return Fraction(total[0] ** 2, loop.dot(total, total))


# A pattern, and what it states: a group, what recomputes its numbers, and the arguments of that, groups in quotes after “$” or what they are.
THEORY = [
    (rf"for γ = ½ and n = (?P<n>\d+) it is (?P<v>{N}), however", [("v", lambda n: Fraction(4, int(n) + 1), "$n")]),
    (rf"worst advantage ρ ≈ (?P<c>{N})√\(d/m\) is (?P<v>{N})√\(d/m\)", [("c", worst_vote, False), ("v", worst_vote, True)]),
    (rf"On T2 with norms (?P<a>\d+, \d+, \d+, \d+): γ\\\*² = (?P<v>{N})\.", [("v", lambda *norms: points.max_margin_squared(orthogonal(*norms)), "$$a")]),
    (rf"For m = (?P<m>½) and ρ = (?P<r>\d) it is (?P<o>{N}) at b = 0, and smallest at b = (?P<b>{N}), where it is (?P<v>{N}):", [
        ("o", lambda m, r: half_space(float(m), float(r), 0), "$m", "$r"), ("b", best_half_space, "$m", "$r", False), ("v", best_half_space, "$m", "$r", True)]),
    (rf"with m = (?P<m>½), ρ = (?P<r>\d) its centre is \((?P<c>{N}), 0\), its squared radius (?P<s>{N}), and the Bayes risk (?P<v>{N}) ", [
        ("c", circle, "$m", "$r", "centre"), ("s", circle, "$m", "$r", "square"), ("v", circle, "$m", "$r", "risk")]),
    (rf"whose means are (?P<a>{N}), (?P<b>{N}) and (?P<c>{N})\.", [
        ("a", means_of_arcs, "worst"), ("b", means_of_arcs, "Gibbs"), ("c", means_of_arcs, "middle")]),
    (rf"N draws miss it with probability \(1−1/N\)\^N ≈ (?P<v>{N})", [("v", missed, 10**6)]),
    (rf"over γ/3 it is (?P<v>{L}) for γ = (?P<g>{L})\. Three", [("v", tight_margin, "$g")]),
    (rf"\| γ \|(?P<g>[\d.| ]+)\|\s\|[-:| ]+\|\s\| updates [^\n]*\s\| 3/γ² \|(?P<v>[\d.| ]+)\|", [("v", lambda g: 3 / g**2, "$g")]),
    (rf"T6: (?P<m>\d+) > (?P<b>{N}) at γ = (?P<g>{N}) \(needs γ ≤ {N}; (?P<k>\d+) < (?P<c>{N}) at (?P<h>{N})\)", [
        ("m", learned, "$g"), ("b", lambda g: Fraction(297, 100) / g**2, "$g"), ("k", learned, "$h"), ("c", lambda g: Fraction(297, 100) / g**2, "$h")]),
    (rf"mistakes: (?P<v>\d+) for d = (?P<d>\d+), T = (?P<t>\d+) 000", [("v", lambda d, t: round(stream_mistakes(d, 1000 * t)), "$d", "$t")]),
    (rf"T = 10⁵, d = (?P<d>\d+ and \d+) \| [^|]* against (?P<v>\d+ and \d+) of the law", [("v", lambda d: round(stream_mistakes(d, 10**5)), "$d")]),
    (rf"\(3/5, ±4/5\), both positive: (?P<a>{N}) margin mistakes in expectation, drawn at random; with \(1, 0\) in addition (?P<b>{N})\. Both have R = 1 and γ\\\* = (?P<g>{N})", [
        ("a", tilted, 2, 1, "mean"), ("b", tilted, 3, 1, "mean"), ("g", tilted, 2, 1, "margin")]),
    (r"the plain perceptron makes (?P<a>\d+) updates, the normalized one (?P<b>\d+)\.", [("a", theory.hurt, False), ("b", theory.hurt, True)]),
    (rf"⌈1/γ²⌉ − 1 examples exist, (?P<v>\d+) at γ = (?P<g>{N})\.", [("v", lambda g: theory.pushed(float(g)), "$g")]),
    (r"c = 0\.1(?: costs|:) (?P<v>\d+) updates per coordinate in place of (?P<w>\d+) ", [("v", theory.tenths, False), ("w", theory.tenths, True)]),
    (r"e_i does so after (?P<v>\d+), but in floats", [("v", theory.tenths, True)]),
    (r"s = (?P<s>\d+): (?P<v>\d+) updates against \(s\+1\)² \+ 1 = (?P<b>\d+)", [
        ("v", lambda s: theory.shift(int(s)), "$s"), ("b", lambda s: theory.affine_bound(int(s)), "$s")]),
    (rf"= (?P<v>{N}) d\^{{1/3}} T\^{{2/3}}", [("v", theory.online_rate, True)]),
    (rf"\| C-H1 \| E\[draws until the last update\], [^|]*d = (?P<d>{L}) \| (?P<v>{L}) \|", [("v", last_update, "$d")]),
    (rf"\| R8 \| quantiles of the middle's risk at (?P<q>{L}), N = (?P<n>\d+) \| (?P<v>{L}) \|", [("v", middle_quantile, "$n", "$q")]),
]
SPECS = [
    (rf"far from attained: (?P<v>{L}) of it", [("v", long_share, "$v")]),
    (rf"grows with the square of that: (?P<b>{L}), so the counts are (?P<v>{L}) of it", [
        ("b", nested_bound, (2, 3, 4, 5, 6, 7)), ("v", nested_share, (2, 3, 4, 5, 6, 7))]),
    (rf"same updates: (?P<u>{L}) of them for (?P<i>{L}) inputs", [("u", lambda n: theory.nested(int(n)), "$i")]),
    (rf"The bound is (?P<b>\d+, \d+ and \d+), so the counts are (?P<v>{L}) of it, exactly", [("b", nested_bound, (4, 5, 6)), ("v", nested_share, (4, 5, 6))]),
    (rf"for d = (?P<d>\d+) and N = (?P<n>\d+) it is (?P<v>{N}) of the bound 3d/\(N\+1\) for the margin perceptron and (?P<w>{N}) of the bound d/\(N\+1\)", [
        ("v", light, "$d", "$n", 3), ("w", light, "$d", "$n", 1)]),
    (rf"a fraction: (?P<v>{N}) for three equal masses and N = (?P<n>\d+), where the bound of the Theorem allows (?P<b>{N})", [
        ("v", unseen, 3, "$n"), ("b", lambda n: Fraction(3, int(n) + 1), "$n")]),
    (rf"margin mistake with probability (?P<v>{N}), and the share of different examples updated on is (?P<w>{N}) on average", [
        ("v", unseen, 3, 3), ("w", theory.share_met, 3, 4)]),
    (rf"the probability is smaller: (?P<v>{N}) instead of (?P<w>{N}) for five points of R³", [("v", ratio, 5, 3, True), ("w", ratio, 5, 3, False)]),
    (rf"Their mean supremum times √N in the plane is about (?P<v>{L}) at N = (?P<n>{L}), so the limit \((?P<w>{L}) at 95 %\)", [
        ("v", root_supremum, "$n"), ("w", deviation_limit, "$n", 2)]),
    (rf"With N = (?P<n>\d+) the limit is (?P<v>{N}), above", [("v", deviation_limit, "$n", 2)]),
    (rf"bound for a single classifier, (?P<v>{N}) at N = (?P<n>\d+) and (?P<w>{N}) at N = (?P<m>\d+)\.", [
        ("v", lambda n: theory.hoeffding(int(n)), "$n"), ("w", lambda n: theory.hoeffding(int(n)), "$m")]),
    (rf"with probability \(1 − 1/N\)\^N, about (?P<v>{N})\.", [("v", missed, 10**6)]),
    (rf"with N = (?P<n>\d+) the chance that a quiet run is wrong is [^=]*= (?P<v>{N});", [("v", lambda n: theory.quiet(int(n)), "$n")]),
    (rf"which is (?P<a>{N})·γ/3 at γ = (?P<g>{N}) and (?P<b>{N})·γ/3 at γ = (?P<h>{N}); for (?P<i>{N}) it would be (?P<c>{N}) and for (?P<j>{N}) (?P<d>{N})\.", [
        ("a", tight_margin, "$g"), ("b", tight_margin, "$h"), ("c", tight_margin, "$i"), ("d", tight_margin, "$j")]),
    (rf"1 ≤ \(margin/bound\)², which is (?P<v>{N} and {N}) here", [("v", lambda g: tight_margin(g, True), (Fraction(1, 2), Fraction(1, 4)))]),
    (rf"a third of it (?P<v>{N})\. The squares have the ratio (?P<w>{N}),", [("v", plain_share, False), ("w", plain_share, True)]),
    (rf"expected risk, (?P<v>{N}) times the bound", [("v", lambda: unseen(10, 20) / Fraction(30, 301))]),
    (rf"Fewer draws would make it coarser: ten of them have risk (?P<v>{N})\.", [("v", unseen, 10, 10)]),
    (rf"makes (?P<v>{L}) margin mistakes for γ = (?P<g>{L}) on its adversary, ⌈3/γ²⌉ − 2\. The slope on log scales is −(?P<s>{N}):", [
        ("v", learned, "$g"), ("s", lambda *gammas: -adversary_slope(*gammas), "$$g")]),
    (rf"⌈3/γ²⌉ − 2 updates: (?P<v>\d+) of (?P<b>\d+) at γ = (?P<g>{N}), (?P<w>\d+) of (?P<c>\d+) at γ = (?P<h>{N})\.", [
        ("v", learned, "$g"), ("b", lambda g: 3 / g**2, "$g"), ("w", learned, "$h"), ("c", lambda g: 3 / g**2, "$h")]),
    (rf"through the origin none is below (?P<o>{N}), that of the direction of the means, and with any offset none below (?P<v>{N})\. The best circle has (?P<c>{N})\.", [
        ("o", half_space, 0.5, 4.0, 0.0), ("v", best_half_space, 0.5, 4.0, True), ("c", circle, 0.5, 4.0, "risk")]),
    (rf"than \*every\* half-space if its risk is (?P<v>{N}) below", [("v", lambda: half_space(0.5, 4.0, 0.0) - best_half_space(0.5, 4.0, True))]),
    (r"Φ\(−distance/2\), [^.]*?(?P<v>0\.\d+) at distance (?P<d>\d)\b", [("v", lambda d: risks.two_gaussians(float(d) / 2), "$d")]),
    (rf"about (?P<a>{N})·√\(d/n\); the hardest choice for each n, ρ ≈ (?P<c>{N})·√\(d/n\), would give (?P<v>{N})·√\(d/n\)", [
        ("a", vote, 1), ("c", worst_vote, False), ("v", worst_vote, True)]),
    (rf"which is ρ ≈ (?P<c>{N})·√\(d/N\) and has an expected excess risk of (?P<v>{N})·√\(d/N\) against (?P<a>{N})·√\(d/N\)", [
        ("a", vote, 1), ("c", worst_vote, False), ("v", worst_vote, True)]),
    (rf"with norms (?P<a>\d+, \d+, \d+, \d+) it is (?P<v>\d+) for (?P<n>\d+) mistakes", [
        ("v", lambda *norms: points.bound(orthogonal(*norms)), "$$a"), ("n", lambda *norms: theory.updates(orthogonal(*norms)), "$$a")]),
    (rf"the largest margin is (?P<g>{N}) and the expected number is (?P<a>{N})\. With \(1, 0\) in addition, N is 3, [^.]* and the expected number is (?P<b>{N})\.", [
        ("g", tilted, 2, 1, "margin"), ("a", tilted, 2, 1, "mean"), ("b", tilted, 3, 1, "mean")]),
    (rf"on one of three axes, N is 6, P is 4, the largest margin is still (?P<g>{N}), and the expected number is (?P<a>{N})\.", [
        ("g", tilted, 6, 3, "margin"), ("a", tilted, 6, 3, "mean")]),
    (rf"The bound is (?P<v>{N}) each time, and every order keeps to it", [("v", tilted, 6, 3, "bound")]),
    (rf"its square is (?P<v>{N}) after the first update, where the sample ends, and (?P<w>{N}) after the second", [
        ("v", cosine_squared, (10, -1)), ("w", cosine_squared, (10, -1), (1, 20))]),
    (r"M\*\((?P<n>\d),(?P<r>\d)\) = (?P<v>\d+)\"", [("v", lambda n, r: learner.majority_longest(int(n), int(r)), "$n", "$r")]),
    (r"M\*\((?P<n>\d),(?P<r>\d)\) = (?P<v>\d+), as nr has it", [("v", lambda n, r: n * r, "$n", "$r")]),
    (rf"\"(?P<v>\d+) updates at γ = (?P<g>{N})\"", [("v", learned, "$g")]),
    (rf"On {{\(2,3\), \(1,10\), \(1,−10\), \(2,−2\)}}, all positive, the best order needs (?P<a>\d+) updates and the worst (?P<b>\d+), of (?P<c>\d+) vectors; "
     rf"with uniform choices the mean is (?P<d>{N}) [^.]*\.\d, exactly\. The bound \(R/γ\*\)² is (?P<e>\d+) there", [
        ("a", four, "updates_min"), ("b", four, "updates_max"), ("c", four, "states"), ("d", four, "updates_expected"), ("e", four, "bound")]),
]


# Forms that a spec may take, and none need have.
MAYBE = [
    (rf"E\[draws until the last update\][^.]*?d·H_d[^.]*?(?P<v>{N}) at d = (?P<d>\d+)", [("v", last_update, "$d")]),
    (rf"d·H_d = (?P<v>{N}) (?:at|for) d = (?P<d>\d+)", [("v", last_update, "$d")]),
    (rf"fair coins on the line: E sup = (?P<v>{L}) (?:at|for) N = (?P<n>{L})", [("v", lambda n: points.supremum(int(n)), "$n")]),
]


def arguments(text, match, wanted, count):
    """As many lists of arguments as there are numbers: a group or a tuple of that many gives one to each, all else goes to all."""
    lists = []
    for argument in wanted:
        if isinstance(argument, str) and argument.startswith("$$"):
            lists.append([tuple(Fraction(a) for a, _ in numbers(text, *match.span(argument[2:])))] * count)
        elif isinstance(argument, str) and argument.startswith("$"):
            values = [Fraction(1, 2) if a == "½" else Fraction(a) for a, _ in numbers(text, *match.span(argument[1:]))]
            lists.append(values * count if len(values) == 1 else values)
        elif isinstance(argument, tuple) and len(argument) == count and count > 1:
            lists.append(argument)
        else:
            lists.append([argument] * count)
    if any(len(values) != count for values in lists):
        raise Missing(f"as many numbers as {match.group()!r} has arguments: {[len(values) for values in lists]} for {count}")
    spread = [any(isinstance(a, str) and a.startswith("$$") for a in wanted)] * count
    return [sum(row, ()) if all_of else row for row, all_of in zip(zip(*lists), spread)] if lists else [()] * count


def statements(text, table):
    """The statements of the sentences that the text has, the places of those, and the patterns that it has not."""
    found, covered, missing = [], [], []
    for pattern, states in table:
        matches = list(re.finditer(pattern.replace(" ", r"\s+"), text))
        if not matches:
            missing.append(pattern)
        covered += [match.span() for match in matches]
        for match in matches:
            for group, compute, *wanted in states:
                stated = numbers(text, *match.span(group))
                for (number, start), row in zip(stated, arguments(text, match, wanted, len(stated))):
                    found.append(Stated("sentences", " ".join(match.group().split())[:60], start, number, compute, row))
    return found, covered, missing
