"""The perceptron over all orders, and on the constructions of the theory page. Independent of the program, to check its numbers."""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import floor, sqrt

from .loop import Unsupported, dot, wrong


def all_orders(examples, ties="mistake", threshold=None, most=10**5):
    """Finds every weight vector that some sequence of choices reaches. If a choice leads back, the longest run is None."""
    start = (0,) * len(examples[0][0])
    choices, todo = {}, [start]
    while todo:
        vector = todo.pop()
        if vector in choices:
            continue
        if len(choices) > most:
            raise Unsupported("too many vectors")
        mistaken = [(x, y) for x, y in examples if wrong(dot(vector, x), y, ties, threshold)]
        choices[vector] = [tuple(w + y * a for w, a in zip(vector, x)) for x, y in mistaken]
        todo.extend(choices[vector])
    final = sum(not following for following in choices.values())
    result = {"states": len(choices), "final_vectors": final, "updates_min": shortest(choices, start)}
    return result | longest_and_mean(choices, start)


def shortest(choices, start):
    layer, steps, seen = {start}, 0, set()
    while layer:
        if any(not choices[vector] for vector in layer):
            return steps
        seen |= layer
        layer = {after for vector in layer for after in choices[vector]} - seen
        steps += 1
    return None


def longest_and_mean(choices, start):
    """Visits vectors in reverse topological order (Kahn); vectors that remain lie on a cycle or lead to one."""
    before, open_choices = {}, {vector: len(following) for vector, following in choices.items()}
    for vector, following in choices.items():
        for after in following:
            before.setdefault(after, []).append(vector)
    ready = [vector for vector, count in open_choices.items() if count == 0]
    longest, mean = {}, {}
    while ready:
        vector = ready.pop()
        following = choices[vector]
        longest[vector] = max((1 + longest[after] for after in following), default=0)
        mean[vector] = 1 + Fraction(sum(mean[a] for a in following), len(following)) if following else Fraction(0)
        for earlier in before.get(vector, []):
            open_choices[earlier] -= 1
            if open_choices[earlier] == 0:
                ready.append(earlier)
    return {"updates_max": longest.get(start), "updates_expected": mean.get(start)}


@lru_cache(None)
def winnow_longest(n, k):
    """The most mistakes of Winnow1 (α = 2, θ = n/2) on any sequence labelled by the disjunction of the first k of n features.

    A state is the sorted weights of the k features and of the others. An example that is a mistake is a choice of weights of each kind.
    """

    @lru_cache(None)
    def distinct(weights):
        return [(tuple(taken), tuple(left)) for taken, left in multisets(weights)]

    @lru_cache(None)
    def longest(relevant, others):
        most = 0
        for taken, left in distinct(relevant):
            for active, idle in distinct(others):
                wrong = 2 * (sum(taken) + sum(active)) > n
                if bool(taken) == wrong or not (taken or active):
                    continue
                factor = 2 if taken else 0
                promoted = tuple(sorted([*left, *(2 * w for w in taken)]))
                changed = tuple(sorted([*idle, *(factor * w for w in active)]))
                if (promoted, changed) != (relevant, others):
                    most = max(most, 1 + longest(promoted, changed))
        return most

    return longest((1,) * k, (1,) * (n - k))


def multisets(weights):
    """All choices among sorted weights, one for each multiset, with the weights that are left."""
    kinds = sorted(set(weights))
    counts = [weights.count(kind) for kind in kinds]
    for picked in product(*(range(count + 1) for count in counts)):
        taken = [kind for kind, number in zip(kinds, picked) for _ in range(number)]
        left = [kind for kind, count, number in zip(kinds, counts, picked) for _ in range(count - number)]
        yield taken, left


@lru_cache(None)
def majority_longest(n, r):
    """M*(n, r): layer t holds the vectors that t mistakes reach; the last layer that is not empty is the longest run.

    Under a tie as a mistake the choices from w are all v = y·x with ⟨w, v⟩ ≤ 0, and (x, y), (−x, −y) are one v: the set of v is
    {v in {−1, +1}^n : v_1 + … + v_r > 0}. A permutation of the first r coordinates, a permutation of the others and a change of sign of
    one of the others maps this set onto itself and keeps ⟨w, v⟩ if it is applied to w and v alike. So it maps runs from 0 to runs
    from 0 of the same length, and one vector of each orbit is enough: the first r sorted, the others sorted by size.
    Runs are finite (at most nr mistakes), so the layers end.
    """
    choices = [()]
    for _ in range(n):
        choices = [v + (s,) for v in choices for s in (1, -1)]
    choices = [v for v in choices if sum(v[:r]) > 0]
    layer, longest = {(0,) * n}, -1
    while layer:
        reached = {
            tuple(sorted(w[:r])) + tuple(sorted(map(abs, w[r:]))) for w in layer
        }
        layer = {
            tuple(a + b for a, b in zip(w, v)) for w in reached for v in choices if dot(w, v) <= 0
        }
        longest += 1
    return longest


def nested(inputs):
    """The truth table of x_1 AND (x_2 OR (x_3 AND …)), in lexicographic order, with a constant feature."""
    def value(row, first=0):
        if first == len(row) - 1:
            return row[first] > 0
        rest = value(row, first + 1)
        return (row[first] > 0 and rest) if first % 2 == 0 else (row[first] > 0 or rest)

    rows = [[]]
    for _ in range(inputs):
        rows = [row + [s] for row in rows for s in (-1, 1)]
    return [(row + [1], 1 if value(row) else -1) for row in rows]


def shifted(s, constant=1):
    return [([s + 1, constant], 1), ([s - 1, constant], -1)]


def gate(name="xor", coding="zero-one"):
    output = {"xor": lambda a, b: a != b, "and": lambda a, b: a and b, "or": lambda a, b: a or b}[name]
    low = 0 if coding == "zero-one" else -1
    return [([(low, 1)[a], (low, 1)[b]], 1 if output(a, b) else -1) for a in (0, 1) for b in (0, 1)]


def plane(margin, most):
    """T5: (γ, a·s) is written (γ, a), which keeps all in fractions: the score under (w, b·s) is wγ + a·b·s², s² = 1 − γ²."""
    return [(margin, Fraction(1, 2))] + [(margin, Fraction(-1) ** (i + 1)) for i in range(most)]


def plane_mistakes(margin, ties="mistake", step=1, cycles=True):
    """Counts mistakes of a perceptron on T5, in cycles over the forced examples, or online until the first correct answer."""
    margin = Fraction(margin)
    height = 1 - margin**2
    rows = plane(margin, floor(1 / margin**2) + 1)
    first = second = Fraction(0)
    shown = 0
    for x, a in rows:
        if not wrong(first * x + second * a * height, 1, ties):
            break
        first, second, shown = first + step * x, second + step * a, shown + 1
    again = any(wrong(first * x + second * a * height, 1, ties) for x, a in rows[:shown])
    if cycles and again:
        raise Unsupported("the second pass is not clean")
    return shown


def run_in_metric(rows, metric):
    """Counts the mistakes of a perceptron on positive examples, in passes to a clean one, under ⟨a, b⟩ = Σ metric·a·b in fractions."""
    vector, mistakes = [Fraction(0)] * len(metric), 0
    while True:
        before = mistakes
        for x in rows:
            if sum(m * w * a for m, w, a in zip(metric, vector, x)) <= 0:
                vector, mistakes = [w + a for w, a in zip(vector, x)], mistakes + 1
        if mistakes == before:
            return mistakes


def room_in_the_plane(margin):
    """X10, the bound: the largest size a·s that the part across u can have after k mistakes is followed until it does not allow another mistake."""
    share, size, count = margin**2 / (1 - margin**2), Fraction(1), 1
    while size >= count * share:
        size, count = 1 - count * share, count + 1
    return count


def few_dimensions(margin, span):
    """X10: the sequence in the plane, by a run in the metric diag(1, s²), which must reach the bound; in space T3's in three dimensions, in floats."""
    margin = Fraction(margin)
    if span == 3 and margin == Fraction(1, 2):
        half, third = Fraction(1, 2), Fraction(1, 3)
        rows = [(half, 1, 0), (half, -third, 1), (half, -1, 0), (half, third, -1)]
        return run_in_metric(rows, (1, Fraction(3, 4), Fraction(2, 3)))
    if span == 3:
        rows = tightrope(margin, -1e-9, three=True)
        return run_in_metric([x for x, _ in rows], (1, 1, 1))
    height, most = 1 - margin**2, room_in_the_plane(margin)
    odd = max(range(1, most, 2), default=None)
    first = 1 if odd is None else odd * margin**2 / height
    rows = [(margin, first)] + [(margin, Fraction(-1) ** i) for i in range(1, most)]
    if run_in_metric(rows, (1, height)) != most:
        raise ArithmeticError("the sequence in the plane does not reach its bound")
    return most


def tightrope(margin, score, three=False, most=None):
    """T3 and T6 in floats: each example has the score `score` under the vector that the earlier ones gave; ends if no such example exists."""
    gamma = float(margin)
    rows, p, along = [], [], 0.0  # the part of w orthogonal to u, and ⟨w, u⟩
    while most is None or len(rows) < most:
        norm = sqrt(dot(p, p))
        c = (score - along * gamma) / norm if rows else 0.0
        rest = 1 - gamma**2 - c * c
        if rest < 0:
            break
        side = [c * a / norm for a in p] if rows else []
        f = sqrt(rest)
        if three:
            turned = [-p[1] / norm, p[0] / norm] if rows else [1.0, 0.0]
            side = [a + f * b for a, b in zip(side or [0.0, 0.0], turned)]
        else:
            side = side + [f]
        rows.append([gamma] + side)
        p = [a + b for a, b in zip(p + [0.0] * (len(side) - len(p)), side)]
        along += gamma
    width = len(rows[-1])
    return [(row + [0.0] * (width - len(row)), 1) for row in rows]


def margin_count(margin):
    """T6 by its condition on fractions: t = 0, 1, … while an example exists for the limit ε → 0, strictly if t ≥ 2."""
    square = Fraction(margin) ** 2
    t = 1
    while (t - 1) * (3 - square * (t + 2)) > 0 or t == 1:
        t += 1
    return t


def tied_count(margin):
    """T3 by its condition: an example exists after t updates iff (t + 1)γ² ≤ 1."""
    t = 0
    while (t + 1) * Fraction(margin) ** 2 <= 1:
        t += 1
    return t
