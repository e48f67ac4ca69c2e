"""The vectors that the perceptron can reach on a sample, and the long run of a random order on them: by lists, elimination and powers of the chain."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from .loop import Unsupported, dot, run, wrong

MOST_ELIMINATED = 20
MOST_VECTORS = 2000


@lru_cache(maxsize=None)
def reachable(rows, ties="mistake", threshold=None):
    """Returns the vectors that updates reach from 0, each with the vectors after each example."""
    found = {tuple([0] * len(rows[0][0])): None}
    queue = list(found)
    for vector in queue:
        after = []
        for x, y in rows:
            due = wrong(dot(vector, x), y, ties, threshold)
            after.append(tuple(w + y * a for w, a in zip(vector, x)) if due else vector)
        found[vector] = after
        for new in after:
            if new not in found:
                found[new] = None
                queue.append(new)
        if len(queue) > MOST_VECTORS:
            raise Unsupported("this many reachable vectors")
    return found


def classes(chain):
    """Returns the recurrent classes: the sets of vectors that reach each other and nothing else."""
    def reached(start):
        seen, stack = {start}, [start]
        while stack:
            for new in chain[stack.pop()]:
                if new not in seen:
                    seen.add(new)
                    stack.append(new)
        return seen
    sets = {vector: None for vector in chain}
    found = []
    for vector in chain:
        if sets[vector] is None:
            own = reached(vector)
            recurs = all(vector in reached(other) for other in own)
            for other in own if recurs else ():
                sets[other] = own
            if recurs:
                found.append(own)
    return found


def solved(matrix, right):
    """Solves a linear system in fractions by elimination."""
    rows = [[Fraction(a) for a in row] + [Fraction(b)] for row, b in zip(matrix, right)]
    for pivot in range(len(rows)):
        best = next(row for row in range(pivot, len(rows)) if rows[row][pivot])
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [a / rows[pivot][pivot] for a in rows[pivot]]
        for other in range(len(rows)):
            if other != pivot and rows[other][pivot]:
                rows[other] = [a - rows[other][pivot] * b for a, b in zip(rows[other], rows[pivot])]
    return [row[-1] for row in rows]


def mean_of_class(chain, members, value):
    """Returns the mean of a value under the stationary distribution of a class: by elimination if it is small, else by powers of the lazy chain."""
    order = sorted(members)
    place = {vector: index for index, vector in enumerate(order)}
    examples = len(chain[order[0]])
    if len(order) <= MOST_ELIMINATED:
        matrix = [[0] * len(order) for _ in order]
        for vector in order:
            matrix[place[vector]][place[vector]] -= examples
            for new in chain[vector]:
                matrix[place[new]][place[vector]] += 1
        matrix[-1] = [1] * len(order)
        share = solved(matrix, [0] * (len(order) - 1) + [1])
        return sum(p * value(vector) for p, vector in zip(share, order))
    values = [float(value(vector)) for vector in order]
    after = [[place[new] for new in chain[vector]] for vector in order]
    share = [1 / len(order)] * len(order)
    for _ in range(4000):
        new = [p / 2 for p in share]
        for p, targets in zip(share, after):
            for target in targets:
                new[target] += p / (2 * examples)
        change = sum(abs(a - b) for a, b in zip(new, share))
        share = new
        if change < 1e-13:
            break
    return sum(p * v for p, v in zip(share, values))


def weights_of(chain, found):
    """Returns the probability of ending in each class from the vector 0."""
    start = next(iter(chain))
    transient = [vector for vector in chain if not any(vector in own for own in found)]
    if start not in transient:
        return [int(start in own) for own in found]
    place = {vector: index for index, vector in enumerate(transient)}
    examples = len(chain[start])
    matrix = [[0] * len(transient) for _ in transient]
    for vector in transient:
        matrix[place[vector]][place[vector]] += examples
        for new in chain[vector]:
            if new in place:
                matrix[place[vector]][place[new]] -= 1
    return [solved(matrix, [sum(new in own for new in chain[vector]) for vector in transient])[place[start]] for own in found]


def long_run(rows, value, ties="mistake", threshold=None):
    rows = tuple((tuple(x), y) for x, y in rows)
    chain = reachable(rows, ties, threshold)
    found = classes(chain)
    parts = (weight * mean_of_class(chain, own, lambda vector: value(rows, vector)) for weight, own in zip(weights_of(chain, found), found))
    return sum(parts)


def errors(rows, vector):
    return Fraction(sum(y * dot(vector, x) <= 0 for x, y in rows), len(rows))


def strict_errors(rows, vector):
    return Fraction(sum(y * dot(vector, x) < 0 for x, y in rows), len(rows))


def square(_, vector):
    return dot(vector, vector)


def chain_of(rows, ties="mistake", threshold=None):
    return reachable(tuple((tuple(x), y) for x, y in rows), ties, threshold)


COLUMNS = {
    "closed_set": lambda *sample: len(chain_of(*sample)),
    "closed_set_norm_squared": lambda *sample: max(dot(vector, vector) for vector in chain_of(*sample)),
    "recurrent_classes": lambda *sample: len(classes(chain_of(*sample))),
    "recurrent_vectors": lambda *sample: sum(map(len, classes(chain_of(*sample)))),
    "long_run_error": lambda rows, *rule: long_run(rows, errors, *rule),
    "long_run_strict_error": lambda rows, *rule: long_run(rows, strict_errors, *rule),
    "long_run_norm_squared": lambda rows, *rule: long_run(rows, square, *rule),
}

# The samples of X1 in docs/theory.md, by the first words of their rows.
SAMPLES = {
    "x = 1": [((1,), 1), ((1,), -1)],
    "XOR": [((1, a, b), -a * b) for a, b in product((1, -1), repeat=2)],
    "triangle": [((1, 0, 0), 1), ((1, 5, 0), 1), ((1, 0, 5), 1), ((1, 2, 2), -1)],
    "parity": [((1, *signs), signs[0] * signs[1] * signs[2]) for signs in product((-1, 1), repeat=3)],
    "line": [((1, i), 1 if i % 2 else -1) for i in range(-3, 4)],
    "two classes": [((1, -1), 1), ((-1, -2), -1), ((-2, -2), -1), ((-1, 1), 1)],
}


def of_sample(name, column):
    return COLUMNS[column](SAMPLES[name])


def radius_squared(name):
    return max(dot(x, x) for x, _ in SAMPLES[name])


def in_file_order(name, column):
    """Returns a fact about the run in file order: the largest norm, the passes before the cycle, or its period."""
    result = run(SAMPLES[name], cap=400)
    if column != "norm":
        return result[column]
    vector, largest = [0] * len(SAMPLES[name][0][0]), 0
    for index in result["log"]:
        x, y = SAMPLES[name][index]
        vector = [w + y * a for w, a in zip(vector, x)]
        largest = max(largest, dot(vector, vector))
    return largest
