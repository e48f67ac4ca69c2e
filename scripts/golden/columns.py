"""The columns of a run's row, each computed in fractions from the list of its updates or from its sample."""

from fractions import Fraction
from itertools import product
from math import prod

from . import aggressive, chains, comparators, learner, points
from .loop import Unsupported, dot, memory_of, rule_of, run, wrong

COUNTS = {"passes", "draws", "mistakes", "margin_mistakes", "draws_until_last_update", "updates", "cycle_updates", "cycle_passes", "cycle_start"}


def transformed(rows, change):
    """The examples under the transform of a variant."""
    if change == "reflect":
        return [([-a for a in x], -y) for x, y in rows]
    (name, settings), = change.items() if isinstance(change, dict) else ((change, None),)
    if name == "rescale":
        return [([Fraction(str(settings)) * a for a in x], y) for x, y in rows]
    if name == "polynomial-map" and not settings.get("dropped"):
        constant = Fraction(str(settings["constant"]))
        return [([prod(factors) for factors in product([*x, constant], repeat=settings["degree"])], y) for x, y in rows]
    raise Unsupported(f"the transform {name}")


def seen(rows, variant):
    """Returns the examples that a variant's learner sees, and the separator of the spec if it is among the rows."""
    if "transform" in variant:
        rows = transformed(rows, variant["transform"])
    offset = {True: 1, False: None}.get(variant.get("offset", False), variant.get("offset"))
    if offset is None:
        return rows
    return [(list(x) + [Fraction(str(offset))], y) for x, y in rows]


def capped(variant):
    """The updates after which a run is cut off, if its spec says so."""
    stop = variant.get("stop", "clean-pass")
    if isinstance(stop, dict):
        return stop["updates"]
    if stop == "clean-pass" or (stop == "end-of-stream" and variant.get("order") == "stream"):
        return None
    raise Unsupported(f"the stop {stop}")


def exploration(rows, variant, column):
    """Computes the columns of the order all-orders, by default those of a longest run."""
    rule = rule_of(variant)
    if rule != rule_of({"ties": rule["ties"]}) | {"threshold": rule["threshold"]} or "learner" in variant:
        raise Unsupported("this rule over all orders")
    longest = ["updates", "margin_mistakes"] + ["mistakes"] * (rule["threshold"] is None)
    result = learner.all_orders(rows, rule["ties"], rule["threshold"])
    column = "updates_max" if column in longest else column
    if column not in result:
        raise Unsupported(f"the column {column} over all orders")
    return result[column]


def of_run(rows, variant, column, separator=None):
    """A column of the row of one run, or of its sample."""
    if variant.get("arithmetic") == "f64" or variant.get("hypothesis", "last") != "last":
        raise Unsupported("floats, or a hypothesis of several vectors")
    if column == "max_margin_squared" and variant.get("transform") == "normalize":
        return points.margin_of_two_directions(rows)
    rows = seen(rows, variant)
    if column in SAMPLE:
        if "kernel" in variant.get("learner", {}):
            raise Unsupported(f"{column} with a kernel")
        return SAMPLE[column](rows, embedded(separator, variant) if column in PLANTED else None)
    if column in chains.COLUMNS:
        rule = rule_of(variant)
        return chains.COLUMNS[column](rows, rule["ties"], rule["threshold"])
    if variant.get("order") == "all-orders":
        return exploration(rows, variant, column)
    if column == "leave_one_out_errors":
        return sum(error_without(rows, variant, index) for index in range(len(rows)))
    if "passive-aggressive" in variant.get("learner", {}) and column in aggressive.COLUMNS:
        return aggressive.run(rows, variant, capped(variant))[column]
    result = course(rows, variant)
    if column in COUNTS:
        return count(result, variant, column)
    if column in comparators.COLUMNS and "learner" not in variant:
        return comparators.COLUMNS[column](result, variant["comparator"])
    if column in COEFFICIENTS:
        return COEFFICIENTS[column](result["memory"].counts)
    if column in PATH:
        return PATH[column](result, embedded(separator, variant) if column in PLANTED else None)
    if column in OUTPUT and not {"kernel", "offset-perceptron"} & variant.get("learner", {}).keys():
        return OUTPUT[column](result, variant)
    raise Unsupported(f"the column {column}")


def course(rows, variant):
    rule = rule_of(variant)
    memory = None if rule["normalized"] else memory_of(variant, rows, rule["step"])
    return run(rows, variant.get("order", "cyclic"), capped(variant), memory=memory, **rule)


def count(result, variant, column):
    """Refuses counts of a run that does not end or that picks its examples, because they depend on the program."""
    endless = not result["ended"] and capped(variant) is None and not column.startswith("cycle")
    picks = variant.get("order", "cyclic") not in ("cyclic", "stream") and column in ("passes", "draws", "draws_until_last_update")
    if endless or picks or (column == "passes" and not result["ended"]):
        raise Unsupported(f"{column} of this run")
    return result[column]


def embedded(separator, variant):
    """Returns the separator in the features that the learner sees."""
    if separator is None or "transform" in variant:
        raise Unsupported("no separator here")
    return list(separator) + [0] * (variant.get("offset", False) is not False)


def sample_margin(rows, separator, length):
    """Returns the smallest y⟨u, x⟩/(‖u‖·length of x), squared; None if it is not positive."""
    scores = [y * Fraction(dot(separator, x)) for x, y in rows]
    if min(scores) <= 0:
        return None
    return min(score**2 / length(x) for score, (x, _) in zip(scores, rows)) / dot(separator, separator)


SAMPLE = {
    "examples": lambda rows, _: len(rows),
    "dimension": lambda rows, _: len(rows[0][0]),
    "radius_squared": lambda rows, _: max(Fraction(dot(x, x)) for x, _ in rows),
    "max_margin_squared": lambda rows, _: points.max_margin_squared(rows) or None,
    "sample_margin_squared": lambda rows, separator: sample_margin(rows, separator, lambda x: 1),
    "normalized_margin_squared": lambda rows, separator: sample_margin(rows, separator, lambda x: dot(x, x)),
    "planted_least": lambda rows, separator: min(y * dot(separator, x) for x, y in rows),
}
PLANTED = {"sample_margin_squared", "normalized_margin_squared", "planted_least", "progress_least"}
COEFFICIENTS = {
    "coefficients_sum": lambda counts: sum(map(abs, counts)),
    "coefficients_nonzero": lambda counts: sum(count != 0 for count in counts),
}


def vectors(result):
    """The vector after every update, in units of the step."""
    vector = [0] * len(result["rows"][0][0])
    for index in result["log"]:
        x, y = result["rows"][index]
        vector = [w + y * a for w, a in zip(vector, x)]
        yield vector


def growth(result):
    """‖w_t‖²/t from the second update on."""
    return [Fraction(dot(vector, vector)) / t for t, vector in enumerate(vectors(result), 1)][1:]


def increments(result):
    squares = [0] + [dot(vector, vector) for vector in vectors(result)]
    return [b - a for a, b in zip(squares, squares[1:])]


PATH = {
    "progress_least": lambda result, u: min(Fraction(dot(u, vector)) / t for t, vector in enumerate(vectors(result), 1)),
    "norm_growth_most": lambda result, _: max(growth(result)),
    "norm_growth_at": lambda result, _: growth(result).index(max(growth(result))) + 2,
    "largest_norm_squared": lambda result, _: max(dot(vector, vector) for vector in vectors(result)),
    "increment_most": lambda result, _: max(increments(result)),
    "hull_norm_least": lambda result, _: min(Fraction(dot(vector, vector)) / t**2 for t, vector in enumerate(vectors(result), 1)),
    "distinct_margin_mistakes": lambda result, _: len(set(result["log"])),
}


def margins(result, vector=None):
    return [y * dot(result["vector"] if vector is None else vector, x) for x, y in result["rows"]]


def error(score, label, ties):
    """Returns the test error of a score: a whole error, or half of one for a tie."""
    if score == 0 and ties == "half":
        return Fraction(1, 2)
    return int(wrong(score, label, ties))


def errors(result, variant, vector):
    return sum(error(dot(vector, x), y, variant.get("test_ties", "mistake")) for x, y in result["rows"])


def error_without(rows, variant, index):
    """Returns the error on one example after a run on the others."""
    x, y = rows[index]
    result = course(rows[:index] + rows[index + 1 :], variant)
    if result["vector"] is None:
        raise Unsupported("a vector with a kernel")
    return error(dot(result["vector"], x), y, variant.get("test_ties", "mistake"))


def output_margin_squared(result, _):
    square = Fraction(dot(result["vector"], result["vector"]))
    return max(0, min(margins(result))) ** 2 / square if square else None


def updates_left(result, variant):
    rule = rule_of(variant)
    return sum(wrong(dot(result["vector"], x), y, rule["ties"], rule["threshold"], rule["inclusive"]) for x, y in result["rows"])


OUTPUT = {
    "training_errors": lambda result, variant: errors(result, variant, result["vector"]),
    "unit_offset_errors": lambda result, variant: errors(result, variant, [*result["vector"][:-1], 1]),
    "zero_margins": lambda result, _: sum(margin == 0 for margin in margins(result)),
    "nonpositive_margins": lambda result, _: sum(margin <= 0 for margin in margins(result)),
    "least_loss_of_errors": lambda result, _: min((1 - margin for margin in margins(result) if margin <= 0), default=None),
    "output_norm_squared": lambda result, _: dot(result["vector"], result["vector"]),
    "output_margin_squared": output_margin_squared,
    "updates_left": updates_left,
}
