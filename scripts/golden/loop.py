"""Learners that process examples one by one, in fractions: their state, rule and order. Independent of the program."""

from fractions import Fraction
from math import exp, sqrt
from operator import mul


class Unsupported(Exception):
    """A stated number that this package cannot recompute."""


def dot(a, b):
    return sum(map(mul, a, b))


def wrong(score, label, ties="mistake", threshold=None, inclusive=False):
    """Whether an example with this score calls for an update."""
    if threshold is not None:
        return label * score < threshold or (inclusive and label * score == threshold)
    if score == 0:
        return {"mistake": True, "positive": label < 0, "strict": False}[ties]
    return label * score < 0


class Vector:
    """One weight per feature."""

    def __init__(self, rows, step=1):
        self.rows, self.step = rows, step
        self.weights = [0] * len(rows[0][0])

    def score(self, index):
        return dot(self.weights, self.rows[index][0])

    def update(self, index):
        x, y = self.rows[index]
        self.weights = [w + self.step * y * a for w, a in zip(self.weights, x)]

    def state(self):
        return tuple(self.weights)

    def output(self):
        return self.weights


class Apart(Vector):
    """An offset outside the weight vector, with step 1. Rows end with the constant 1, which this learner ignores."""

    def __init__(self, rows, frozen=False, increment=False):
        super().__init__([(x[:-1], y) for x, y in rows])
        self.offset, self.frozen, self.increment = 0, frozen, increment

    def score(self, index):
        return super().score(index) + self.offset

    def update(self, index):
        super().update(index)
        if not self.frozen:
            self.offset += 1 if self.increment else self.rows[index][1]

    def state(self):
        return (*self.weights, self.offset)

    def output(self):
        return [*self.weights, self.offset]


class Coefficients:
    """One coefficient per example, and a kernel in place of the inner product."""

    def __init__(self, rows, product=dot, corrupted=None, step=1, linear=True):
        self.rows, self.product, self.corrupted, self.step, self.linear = rows, product, corrupted, step, linear
        self.counts = [0] * len(rows)

    def entry(self, index, other):
        sign = -1 if self.corrupted == [index, other] else 1
        return sign * self.product(self.rows[index][0], self.rows[other][0])

    def score(self, index):
        return self.step * sum(count * self.entry(index, other) for other, count in enumerate(self.counts) if count)

    def update(self, index):
        self.counts[index] += self.rows[index][1]

    def state(self):
        """Returns scores, because different coefficients may give the same vector; a cycle is a cycle of scores."""
        return tuple(self.score(index) for index in range(len(self.rows)))

    def output(self):
        if not self.linear:
            raise Unsupported("the vector with a kernel")
        columns = zip(*(x for x, _ in self.rows))
        return [self.step * dot(self.counts, column) for column in columns]


def kernel(settings):
    """k(x, z)."""
    if "polynomial" in settings:
        degree, constant = settings["polynomial"]["degree"], Fraction(str(settings["polynomial"].get("constant", 1)))
        return lambda x, z: (constant**2 + dot(x, z)) ** degree
    width = settings["gaussian"]["width"]
    return lambda x, z: exp(-sum(float(a - b) ** 2 for a, b in zip(x, z)) / (2 * width * width))


def rule_of(variant):
    """Threshold, step and the like of a variant of a spec."""
    (name, settings), = variant.get("rule", {"perceptron": {}}).items()
    rule = {"ties": variant.get("ties", "mistake"), "threshold": None, "inclusive": False, "step": 1, "normalized": False}
    (learner, learns), = variant.get("learner", {"the loop": {}}).items()
    if learner == "hinge-sgd":
        name, settings = "margin-perceptron", {"step": learns.get("step", 1)}
    if name == "margin-perceptron":
        rule |= {"threshold": Fraction(str(settings.get("threshold", 1))), "inclusive": settings.get("inclusive", False)}
    elif name == "normalized-perceptron":
        rule["normalized"] = True
    elif name == "anti-perceptron":
        rule["step"] = -1
    elif name != "perceptron":
        raise Unsupported(f"the rule {name}")
    if rule["normalized"] and "learner" in variant:
        raise Unsupported(f"the learner {learner} with the rule {name}")
    step = rule["step"] * Fraction(str(settings.get("step", 1)))
    return rule | {"step": int(step) if step.denominator == 1 else step}


def memory_of(variant, rows, step=1):
    """Returns the initial state of a variant's learner."""
    (name, settings), = variant.get("learner", {"the loop": {}}).items()
    if name in ("the loop", "hinge-sgd"):
        return Vector(rows, step)
    if name == "offset-perceptron":
        return Apart(rows, settings.get("frozen", False), settings.get("increment", False))
    if name == "dual":
        return Coefficients(rows, corrupted=settings.get("corrupted"), step=step)
    if name == "kernel":
        return Coefficients(rows, kernel(settings), step=step, linear=False)
    raise Unsupported(f"the learner {name}")


def normalized(examples):
    """Returns unit vectors: divided in floats, unless the norm is a fraction."""
    units = []
    for x, y in examples:
        square = Fraction(dot(x, x))
        root = Fraction(sqrt(square)).limit_denominator(10**6)
        norm = root if root * root == square else sqrt(square)
        units.append(([a / norm for a in x], y))
    return units


def passes_of(order, memory, labels, due):
    """Passes over indices. The order `given` has one pass; orders that pick among the examples that need an update show one at a time."""
    indices = range(len(labels))
    if order == "cyclic":
        while True:
            yield indices
    elif order == "stream":
        yield indices
    elif isinstance(order, dict) and "given" in order:
        yield order["given"]
    elif order in ("first-misclassified", "most-violated", "least-violated"):
        while any(map(due, indices)):
            open_ones = [index for index in indices if due(index)]
            worst = lambda index: labels[index] * memory.score(index)
            yield [{"first": lambda: open_ones[0], "most": lambda: min(open_ones, key=worst), "least": lambda: max(open_ones, key=worst)}[order.split("-")[0]]()]
    else:
        raise Unsupported(f"the order {order}")


def run(examples, order="cyclic", cap=None, ties="mistake", threshold=None, inclusive=False, step=1, normalized=False, memory=None):
    """Runs to a clean pass, to the end of the order, to the cap or, without a cap, to a state that began an earlier pass."""
    examples = globals()["normalized"](examples) if normalized else examples
    memory = memory or Vector(examples, step)
    labels = [y for _, y in examples]
    due = lambda index: wrong(memory.score(index), labels[index], ties, threshold, inclusive)
    log, seen = [], {}
    result = {"cycle_updates": None, "cycle_passes": None, "cycle_start": None, "ended": False, "rows": examples, "log": log}
    count = {"passes": 0, "draws": 0, "mistakes": 0, "margin_mistakes": 0, "draws_until_last_update": 0}
    for indices in passes_of(order, memory, labels, due):
        if order == "cyclic" and result["cycle_updates"] is None:
            before = seen.setdefault(memory.state(), (len(log), count["passes"]))
            if before != (len(log), count["passes"]):
                result |= {"cycle_updates": len(log) - before[0], "cycle_passes": count["passes"] - before[1], "cycle_start": before[1]}
                if cap is None:
                    break
        at_start = len(log)
        for index in indices:
            score = memory.score(index)
            count["draws"] += 1
            count["mistakes"] += wrong(score, labels[index], ties)
            if wrong(score, labels[index], ties, threshold, inclusive):
                memory.update(index)
                log.append(index)
                count["draws_until_last_update"] = count["draws"]
            if len(log) == cap:
                break
        count["passes"] += 1
        if len(log) == cap:
            break
        if order == "cyclic" and len(log) == at_start:
            result["ended"] = True
            break
    else:
        result["ended"] = True
    count["margin_mistakes"] = len(log)
    return result | count | {"updates": len(log), "vector": None if isinstance(memory, Coefficients) and not memory.linear else memory.output(), "memory": memory}


def online(examples, rule):
    """Counts the examples, each with an update, before the first one that needs none."""
    memory = Vector(examples, rule["step"])
    for index, (_, y) in enumerate(examples):
        if not wrong(memory.score(index), y, rule["ties"], rule["threshold"], rule["inclusive"]):
            return index
        memory.update(index)
    return len(examples)
