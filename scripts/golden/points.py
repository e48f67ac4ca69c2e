"""Labelings, margins and small enumerations in fractions."""

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import comb, gcd, isqrt
from operator import mul

from .loop import Unsupported, dot


def primitive(row):
    """The row divided by the common divisor of its entries."""
    shared = 0
    for a in row:
        shared = gcd(shared, a)
    return tuple(a // shared for a in row) if shared > 1 else tuple(row)


def integers(row):
    row = [Fraction(a) for a in row]
    scale = 1
    for a in row:
        scale = scale * a.denominator // gcd(scale, a.denominator)
    return primitive([int(a * scale) for a in row])


def separable(rows):
    """Fourier–Motzkin: is there a w with ⟨w, v⟩ > 0 for all rows? A coordinate is removed at a time; a row of zeros is 0 > 0."""
    rows = {integers(row) for row in rows}
    while rows and len(next(iter(rows))) > 0:
        if any(not any(row) for row in rows):
            return False
        above = [row for row in rows if row[-1] > 0]
        below = [row for row in rows if row[-1] < 0]
        kept = {primitive(row[:-1]) for row in rows if row[-1] == 0}
        # Some w_d satisfies w_d > −a/p and w_d < b/q iff q·a + p·b > 0.
        kept |= {
            primitive([a * -low[-1] + b * up[-1] for a, b in zip(up[:-1], low[:-1])]) for up in above for low in below
        }
        rows = kept
    return not rows


def dichotomies(points):
    """Counts labelings that a vector realizes strictly. Half of them are tried, because −w realizes the opposite of a labelling."""
    points = [integers(point) for point in points]
    count = 0
    for labels in product((1, -1), repeat=len(points) - 1):
        labels = (1,) + labels
        count += separable([[y * a for a in x] for x, y in zip(points, labels)])
    return 2 * count


def curve(count, dimension):
    return [[t**k for k in range(dimension)] for t in range(1, count + 1)]


@lru_cache(None)
def cover(count, dimension):
    """C(N, d) by its recursion; also by trying all labelings of points on the moment curve if they are few."""
    if dimension == 0:
        return 0
    value = 2 if count == 1 else cover(count - 1, dimension) + cover(count - 1, dimension - 1)
    if count <= 8 and dimension <= 4 and dichotomies(curve(count, dimension)) != value:
        raise ArithmeticError(f"C({count}, {dimension}): enumeration and recursion differ")
    return value


def solve(matrix, right):
    """Gauss in fractions; None if singular."""
    size = len(matrix)
    rows = [[Fraction(a) for a in row] + [Fraction(b)] for row, b in zip(matrix, right)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column] != 0), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(size):
            if i != column and rows[i][column] != 0:
                factor = rows[i][column] / rows[column][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def affine_nearest(corral):
    """Weights, of sum 1, of the point nearest to 0 in the affine hull."""
    size = len(corral)
    matrix = [[dot(a, b) for b in corral] + [-1] for a in corral] + [[1] * size + [0]]
    return solve(matrix, [0] * size + [1])[:size]


def max_margin_squared(examples):
    """γ*²: the squared norm of the hull's point nearest to 0, by Wolfe's algorithm in fractions, which ends with its certificate (T9)."""
    rows = sorted({tuple(Fraction(y) * Fraction(a) for a in x) for x, y in examples})
    corral = [min(rows, key=lambda row: dot(row, row))]
    weights = [Fraction(1)]
    while True:
        point = [dot(weights, column) for column in zip(*corral)]
        least = min(rows, key=lambda row: dot(point, row))
        if dot(point, least) >= dot(point, point):
            return dot(point, point)
        corral, weights = corral + [least], weights + [Fraction(0)]
        while True:
            target = affine_nearest(corral)
            if all(a > 0 for a in target):
                weights = target
                break
            step = min(w / (w - a) for w, a in zip(weights, target) if a <= 0)
            weights = [w + step * (a - w) for w, a in zip(weights, target)]
            kept = [i for i, w in enumerate(weights) if w > 0]
            corral, weights = [corral[i] for i in kept], [weights[i] for i in kept]


def margin_of_two_directions(examples):
    """γₙ*² = (1 + c)/2 of two examples, c the cosine between their y·x, if c is a fraction."""
    rows = {tuple(Fraction(y) * Fraction(a) for a in x) for x, y in examples}
    if len(rows) != 2:
        raise Unsupported("the largest normalized margin of other than two directions")
    one, other = rows
    squared = dot(one, other) ** 2 / (dot(one, one) * dot(other, other))
    roots = [isqrt(squared.numerator), isqrt(squared.denominator)]
    if Fraction(roots[0], roots[1]) ** 2 != squared:
        raise Unsupported("a cosine that is no fraction")
    cosine = Fraction(roots[0], roots[1]) * (1 if dot(one, other) > 0 else -1)
    return (1 + cosine) / 2


def products(x, degree, constant):
    """All products of `degree` factors among the features and a constant, in every order: ⟨φ(x), φ(z)⟩ = (constant² + ⟨x, z⟩)^degree."""
    return [reduce(mul, factors) for factors in product([Fraction(a) for a in x] + [constant], repeat=degree)]


def bound(examples):
    """(R/γ*)²."""
    return max(Fraction(dot(x, x)) for x, _ in examples) / max_margin_squared(examples)


def majority_risk(r):
    """R5's check: the risk of the first of r signs, over all sign vectors."""
    cube = list(product((1, -1), repeat=r))
    return Fraction(sum(x[0] * sum(x) < 0 for x in cube), len(cube))


def minimax_masses(n, d):
    k = min(n, d)
    return [Fraction(1, n)] * (k - 1) + [1 - Fraction(k - 1, n)]


@lru_cache(None)
def minimax_average(n, d):
    """A(n, d) and the part of it that the light vectors have, the bound: all samples; for many examples a chain over the numbers seen."""
    masses = minimax_masses(n, d)
    k = len(masses)
    if k**n <= 2000:
        return by_samples(n, masses)
    # state: light vectors seen, heavy one seen; weights times nⁿ are integers
    heavy = n - (k - 1)
    state = {(0, False): 1}
    for _ in range(n):
        after = {}
        for (seen, met), weight in state.items():
            for to, ways in (((seen + 1, met), k - 1 - seen), ((seen, met), seen), ((seen, True), heavy)):
                after[to] = after.get(to, 0) + weight * ways
        state = {to: weight for to, weight in after.items() if weight}
    total = n**n
    light = sum(Fraction(weight * (k - 1 - seen), n * total) for (seen, _), weight in state.items()) / 2
    heaviest = sum(Fraction(weight, total) for (_, met), weight in state.items() if not met) * masses[-1] / 2
    return light + heaviest, light


def samples_of_law(n, masses):
    """Yields every sample with its probability and the labelings, grouped by their labels on the sample."""
    labelings = list(product((1, -1), repeat=len(masses)))
    for sample in product(range(len(masses)), repeat=n):
        weight, groups = Fraction(1), {}
        for i in sample:
            weight *= masses[i]
        for labels in labelings:
            groups.setdefault(tuple(labels[i] for i in sample), []).append(labels)
        yield sample, weight, groups.values()


def missed(classifier, labels, masses):
    return sum((mass for mass, c, y in zip(masses, classifier, labels) if c != y), Fraction(0))


def least_average(n, d):
    """The smallest average risk over labelings of any rule: each sample uses the best of all classifiers."""
    masses = minimax_masses(n, d)
    everything = list(product((1, -1), repeat=len(masses)))
    parts = (
        weight * min(sum(missed(c, labels, masses) for labels in group) for c in everything)
        for _, weight, groups in samples_of_law(n, masses)
        for group in groups
    )
    return sum(parts) / len(everything)


def least_largest(n, d):
    """The smallest maximum risk over labelings, among all rules that are consistent with their sample."""
    masses, open_cases = minimax_masses(n, d), []
    for sample, weight, groups in samples_of_law(n, masses):
        for group in groups:
            fitting = list(group)  # a classifier that is consistent with the sample is a labelling of the group
            if len(fitting) > 1:
                open_cases.append([(weight, guess, group) for guess in fitting])
    risks = []
    for rule in product(*open_cases):
        risk = {}
        for weight, guess, group in rule:
            for labels in group:
                risk[labels] = risk.get(labels, 0) + weight * missed(guess, labels, masses)
        risks.append(max(risk.values()))
    return min(risks)


def by_samples(n, masses):
    """Every labelling and every sample: a perceptron on vectors of the basis, from 0, ties as half an error."""
    k = len(masses)
    risk = light = Fraction(0)
    labelings = list(product((1, -1), repeat=k))
    for sample in product(range(k), repeat=n):
        weight = Fraction(1)
        for i in sample:
            weight *= masses[i]
        for labels in labelings:
            vector = [0] * k
            for i in sample:
                if labels[i] * vector[i] <= 0:
                    vector[i] += labels[i]
            errors = [Fraction(1, 2) if vector[i] == 0 else Fraction(int(labels[i] * vector[i] < 0)) for i in range(k)]
            share = weight / len(labelings)
            risk += share * dot(errors, masses)
            light += share * dot(errors[:-1], masses[:-1])
    return risk, light


def unseen(masses, n):
    """Expected unseen mass after n draws, and expected number of atoms seen: over all samples, or by a chain if the masses are equal."""
    k = len(masses)
    if k**n <= 5000:
        mass = met = Fraction(0)
        for sample in product(range(k), repeat=n):
            weight = Fraction(1)
            for i in sample:
                weight *= masses[i]
            mass += weight * sum(masses[i] for i in range(k) if i not in sample)
            met += weight * len(set(sample))
        return mass, met
    if len(set(masses)) > 1:
        raise ArithmeticError("unequal masses with too many samples")
    chain = {0: 1}
    for _ in range(n):
        after = {}
        for seen, weight in chain.items():
            for to, ways in ((seen + 1, k - seen), (seen, seen)):
                after[to] = after.get(to, 0) + weight * ways
        chain = after
    mass = sum(Fraction(weight * (k - seen), k ** (n + 1)) for seen, weight in chain.items())
    return mass, sum(Fraction(weight * seen, k**n) for seen, weight in chain.items())


@lru_cache(None)
def supremum(N):
    """E max_k |S_k − S_N/2|/N of a walk of N fair signs.

    2S_k − S_N goes from −S_N to S_N. Of the walks with S_N = s those with |2S_k − s| ≤ m throughout stay in a strip of width m + 2
    between its barriers, and reflection counts them: Σ_j [W(s + 2j(m+2)) − W((2j+1)(m+2))], W(x) = binom(N, (N+x)/2).
    """
    weight = [comb(N, i) for i in range(N + 1)]

    def walks(x):
        return weight[(N + x) // 2] if abs(x) <= N else 0

    total = 0
    for s in range(N, -1, -2):
        share, below = (1 if s == 0 else 2), 0
        for m in range(s, N + 1, 2):
            reach = N // (m + 2) + 1
            inside = sum(walks(s + 2 * j * (m + 2)) - walks((2 * j + 1) * (m + 2)) for j in range(-reach, reach + 1))
            total += share * m * (inside - below)
            below = inside
            if inside == walks(s):
                break
    if N <= 20 and Fraction(total, 2 * N * 2**N) != supremum_by_steps(N):
        raise ArithmeticError("reflection and steps differ")
    return Fraction(total, 2 * N * 2**N)


def supremum_by_steps(N):
    """The same expectation by the joint distribution of the position and its minimum and maximum so far, step by step."""
    state = {(0, 0, 0): 1}
    for _ in range(N):
        after = {}
        for (place, low, high), ways in state.items():
            for to in (place + 1, place - 1):
                key = (to, min(low, to), max(high, to))
                after[key] = after.get(key, 0) + ways
        state = after
    total = sum(ways * max(2 * high - place, place - 2 * low) for (place, low, high), ways in state.items())
    return Fraction(total, 2 * N * 2**N)
