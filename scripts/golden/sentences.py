"""Forms of sentences in docs/theory.md and in specs that state a number together with its quantity."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb, cos, exp, log, pi, sin, sqrt

from . import chains, comparators, learner, loop, points, risks, theory
from .stated import Missing, Stated, numbers

N = r"[\d./]*\d"  # a number
L = rf"{N}(?:, {N})*(?:,? and {N})?"  # a list of them


def vote(c):
    """R9 for many examples: the vote of an atom is normal, and the advantage c·√(d/m) costs c·Φ(−c) times √(d/m)."""
    return float(c) * risks.below(-float(c))


def golden_section(f, low, high):
    """Returns the maximum point of a unimodal function."""
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
    """R1b in the plane: the two points on the axis through the means at which the densities agree, by bisection on both sides of a point between."""
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


def learned(gamma):
    """T6's updates."""
    return theory.margin_updates(float(gamma))


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


def half_of_the_bound(gamma):
    """X10's limit in the plane without its 1."""
    return 1 / (2 * gamma**2)


def in_space(gamma):
    return learner.few_dimensions(gamma, 3)


def seen_draws(atoms):
    """X6: the first N at which K atoms are all seen with probability ½, by bisection from K ln K, where some atom is expected to be unseen."""
    low, high = int(atoms * log(atoms)), 20 * int(atoms)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if all_seen(atoms, middle) >= Fraction(1, 2) else (middle + 1, high)
    return low


def all_seen(atoms, draws):
    """X6: P(N draws show all of K atoms), by inclusion and exclusion in integers with 60 digits, which is far more than the alternating sum cancels."""
    with localcontext() as context:
        context.prec = 60
        terms = (-1 * Decimal(comb(int(atoms), j)) if j % 2 else Decimal(comb(int(atoms), j)) for j in range(min(int(atoms), 40) + 1))
        return Fraction(sum(term * (1 - Decimal(j) / int(atoms)) ** int(draws) for j, term in enumerate(terms)))


def seen_at(atoms, fewer):
    return all_seen(atoms, seen_draws(atoms) - fewer)


def cosine_squared(*rows):
    """E27: of the sum of its examples, to (1, 0)."""
    total = [sum(column) for column in zip(*rows)]
    return Fraction(total[0] ** 2, loop.dot(total, total))


# A pattern and its statements: a group, the function that recomputes its numbers, and the arguments: groups as strings after “$”, or values.
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
    *[(rf"\| {name}[^|]*\| (?P<r>\d+) \| (?P<c>\d+) \| (?P<m>\d+) \| (?P<n>\d+), (?P<b>\d+), (?P<p>\d+) \| (?P<e>{L}) \| (?P<s>{L}) \| (?P<q>{L}) \|", [
        ("r", chains.radius_squared, name), ("c", chains.of_sample, name, "closed_set"), ("m", chains.of_sample, name, "closed_set_norm_squared"),
        ("n", chains.in_file_order, name, "norm"), ("b", chains.in_file_order, name, "cycle_start"), ("p", chains.in_file_order, name, "cycle_passes"),
        ("e", chains.of_sample, name, "long_run_error"), ("s", chains.of_sample, name, "long_run_strict_error"),
        ("q", chains.of_sample, name, "long_run_norm_squared")]) for name in chains.SAMPLES if name != "two classes"],
    (rf"\| two classes[^|]*\| (?P<r>\d+) \| (?P<c>\d+) \| – \| – \| (?P<e>{L}) \|", [
        ("r", chains.radius_squared, "two classes"), ("c", chains.of_sample, "two classes", "closed_set"),
        ("e", chains.of_sample, "two classes", "long_run_error")]),
    (rf"\| C-H1 \| E\[draws until the last update\], [^|]*d = (?P<d>{L}) \| (?P<v>{L}) \|", [("v", last_update, "$d")]),
    (rf"that is at least ½ is (?P<v>{L}) for K = (?P<k>{L}), with the probabilities (?P<p>{L})\. With one draw fewer they are (?P<q>{L})\.", [
        ("v", seen_draws, "$k"), ("p", seen_at, "$k", 0), ("q", seen_at, "$k", 1)]),
    (rf"For γ = (?P<g>{L}) there are (?P<v>{L}) mistakes\. T5", [("v", lambda g: learner.few_dimensions(g, 2), "$g")]),
    (r"there are (?P<v>\d) mistakes of \d at γ = (?P<g>½)", [("v", in_space, "$g")]),
    (rf"1/γ² is an integer: (?P<v>{L}) mistakes at γ = (?P<g>{L})\.", [("v", in_space, "$g")]),
    (r"fails in space: (?P<a>\d+) > (?P<b>\d+), (?P<c>\d+) > (?P<d>\d+), (?P<e>\d+) > (?P<f>\d+)\.", [
        (group, learner.few_dimensions, Fraction(margin), span)
        for group, margin, span in (("a", "0.3", 3), ("b", "0.3", 2), ("c", "0.2", 3), ("d", "0.2", 2), ("e", "0.1", 3), ("f", "0.1", 2))]),
    (rf"fails in the plane: (?P<a>\d+) > (?P<b>{N}), (?P<c>\d+) > (?P<d>{N}), (?P<e>\d+) > (?P<f>\d+)\.", [
        *((group, learner.few_dimensions, Fraction(margin), 2) for group, margin in (("a", "0.5"), ("c", "0.2"), ("e", "0.1"))),
        *((group, half_of_the_bound, Fraction(margin)) for group, margin in (("b", "0.5"), ("d", "0.2"), ("f", "0.1")))]),
    (rf"nothing separates it. It has M = (?P<m>\d+) and ‖w‖² = (?P<w>\d+), and with u = w/√10 and ρ² = 8/5 the losses are L = (?P<l>{N}) and the bound is (?P<v>{N})\.", [
        ("m", comparators.on_the_stream, "mistakes"), ("w", comparators.on_the_stream, "square"), ("l", comparators.on_the_stream, "losses"),
        ("v", comparators.on_the_stream, "hinge")]),
    (rf"With (?P<c>{L}) in place of 4 the limit is (?P<v>{L})\.", [("v", comparators.on_the_stream, "hinge", "$c")]),
    (rf"At 2ρ the losses are L = (?P<l>{N}), and the bound is (?P<v>{N}) again", [
        ("l", comparators.on_the_stream, "losses", 4, Fraction(32, 5)), ("v", comparators.on_the_stream, "hinge", 4, Fraction(32, 5))]),
    (rf"\(b\) is (?P<v>{N}) there at γ² = 8/5, and \(R² \+ D²\)/γ² is (?P<w>{N})\.", [
        ("v", comparators.on_the_stream, "deficits"), ("w", comparators.on_the_stream, "uncrossed")]),
    (rf"of d = (?P<d>\d+) vectors: D = γ√d − 1 for every γ ≥ 1/√d, and the bound is (?P<v>{N})\. Without the cross term 2RD it would be (?P<w>{N}) at", [
        ("v", comparators.on_the_basis, "$d", True), ("w", comparators.on_the_basis, "$d", False)]),
    (rf"For T = (?P<t>\d+) it is (?P<v>{N}), and (?P<w>{N}) with (?P<c>\d) in place of 4", [
        ("v", comparators.contradicted, "$t", 4), ("w", comparators.contradicted, "$t", "$c")]),
    (rf"\| R8 \| quantiles of the middle's risk at (?P<q>{L}), N = (?P<n>\d+) \| (?P<v>{L}) \|", [("v", middle_quantile, "$n", "$q")]),
]
SPECS = [
    (rf"risk is below 1/K from N = (?P<v>{L}) examples on, for K = (?P<k>{L})\.", [("v", seen_draws, "$k")]),
    (rf"the largest margin is (?P<g>{N}) and the expected number is (?P<a>{N})\. With \(1, 0\) in addition, N is 3, [^.]* and the expected number is (?P<b>{N})\.", [
        ("g", tilted, 2, 1, "margin"), ("a", tilted, 2, 1, "mean"), ("b", tilted, 3, 1, "mean")]),
    (rf"on one of three axes, N is 6, P is 4, the largest margin is still (?P<g>{N}), and the expected number is (?P<a>{N})\.", [
        ("g", tilted, 6, 3, "margin"), ("a", tilted, 6, 3, "mean")]),
    (rf"The bound is (?P<v>{N}) each time, and no order exceeds it", [("v", tilted, 6, 3, "bound")]),
    (rf"its square is (?P<v>{N}) after the first update, where the sample ends, and (?P<w>{N}) after the second", [
        ("v", cosine_squared, (10, -1)), ("w", cosine_squared, (10, -1), (1, 20))]),
    (r"M\*\((?P<n>\d),(?P<r>\d)\) = (?P<v>\d+)\"", [("v", lambda n, r: learner.majority_longest(int(n), int(r)), "$n", "$r")]),
    (r"M\*\((?P<n>\d),(?P<r>\d)\) = (?P<v>\d+), as nr has it", [("v", lambda n, r: n * r, "$n", "$r")]),
    (rf"\"(?P<v>\d+) updates at γ = (?P<g>{N})\"", [("v", learned, "$g")]),
]


# Forms that a spec may contain, but none must.
MAYBE = [
    (rf"E\[draws until the last update\][^.]*?d·H_d[^.]*?(?P<v>{N}) at d = (?P<d>\d+)", [("v", last_update, "$d")]),
    (rf"d·H_d = (?P<v>{N}) (?:at|for) d = (?P<d>\d+)", [("v", last_update, "$d")]),
    (rf"fair coins on the line: E sup = (?P<v>{L}) (?:at|for) N = (?P<n>{L})", [("v", lambda n: points.supremum(int(n)), "$n")]),
]


def arguments(text, match, wanted, count):
    """Returns one list of arguments per number: a group or tuple with that many values gives one to each; any other argument goes to all."""
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
        raise Missing(f"the numbers and arguments of {match.group()!r} do not match in count: {[len(values) for values in lists]} for {count}")
    spread = [any(isinstance(a, str) and a.startswith("$$") for a in wanted)] * count
    return [sum(row, ()) if all_of else row for row, all_of in zip(zip(*lists), spread)] if lists else [()] * count


def statements(text, table):
    """Returns the statements of the sentences in the text, their ranges, and the patterns that do not occur."""
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
