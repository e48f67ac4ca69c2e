"""Numbers that specs state: in stated-value, stated-count and stated-expectation claims, and in sentences of known forms."""

import csv
import itertools
import re
import tomllib
from fractions import Fraction
from pathlib import Path

from . import columns, laws, learner, loop, points, theory
from .loop import Unsupported
from .stated import Missing, Stated

# Defaults of generator keys by which claims choose cells.
DEFAULTS = {"online": False, "directions": "fresh", "scores": "tied", "labels": "positive", "gate": "xor", "coding": "zero-one"}


def fraction(value):
    """A number of a spec; other values as they are."""
    if isinstance(value, bool) or isinstance(value, (dict, list)):
        return value
    try:
        return Fraction(str(value))
    except ValueError:
        return value


def alike(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    return fraction(a) == fraction(b) and isinstance(a, bool) == isinstance(b, bool)


def cells(spec):
    """The settings of every cell: blocks are a union, a block is a product of its keys, and a zip moves keys together."""
    for block in spec.get("sweep", [{}]):
        axes = []
        for path, values in block.items():
            if path == "zip":
                axes.append([dict(zip(values, step)) for step in zip(*values.values(), strict=True)])
            else:
                axes.append([{path: value} for value in values])
        for steps in itertools.product(*axes):
            yield {path: value for step in steps for path, value in step.items()}


def resolved(spec, cell):
    """Generator and variants of a cell, with its settings in their places."""
    (name, parameters), = spec["generator"].items()
    parameters, variants = dict(parameters), {key: dict(value) for key, value in spec.get("variants", {}).items()}
    for path, value in cell.items():
        keys = path.split(".")
        if keys[0] == "generator" and len(keys) == 3:
            parameters[keys[2]] = value
        elif keys[0] == "variants" and len(keys) == 3:
            variants[keys[1]][keys[2]] = value
        elif keys[0] == "variants" and len(keys) == 4 and isinstance(variants[keys[1]].get(keys[2]), dict):
            variants[keys[1]][keys[2]] = variants[keys[1]][keys[2]] | {keys[3]: value}
        else:
            raise Unsupported(f"the swept key {path}")
    return name, parameters, variants


def chosen(claim, cell, parameters):
    """Whether the claim is about the cell."""
    for path, values in claim.get("where", {}).items():
        key = path.split(".")[-1]
        value = cell.get(path, parameters.get(key, DEFAULTS.get(key)) if path.startswith("generator.") else None)
        if not any(alike(value, wanted) for wanted in values):
            return False
    return True


def label(labels, index):
    return {"positive": 1, "negative": -1, "alternating": 1 if index % 2 == 0 else -1}[labels]


def examples(name, parameters):
    """The sample of a generator that has only one, in fractions."""
    labels = parameters.get("labels", "positive")
    if name == "points" and not parameters.get("floats"):
        return [([Fraction(str(a)) for a in point["x"]], point["y"]) for point in parameters["examples"]]
    if name == "l-family":
        return [([1, parameters["length"]], 1), ([1, -1], 1)]
    if name == "shift":
        return [([parameters["shift"] + 1], 1), ([parameters["shift"] - 1], -1)]
    if name == "nested":
        return [(x[:-1], y) for x, y in learner.nested(parameters["inputs"])]
    if name == "logic-gate":
        return learner.gate(parameters.get("gate", "xor"), parameters.get("coding", "zero-one"))
    if name == "orthogonal":
        norms = [Fraction(str(a)) for a in parameters["norms"]]
        return [([a if i == j else 0 for j in range(len(norms))], label(labels, i)) for i, a in enumerate(norms)]
    if name == "basis" and "examples" not in parameters:
        length = Fraction(str(parameters.get("norm", 1)))
        return theory.basis(parameters["dimension"], length, lambda i: label(labels, i))
    if name == "hadamard":
        n = parameters["dimension"]
        return [([label(labels, i) * (-1) ** bin(i & j).count("1") for j in range(n)], label(labels, i)) for i in range(n)]
    if name == "majority-cube":
        cube = itertools.product((-1, 1), repeat=parameters["dimension"])
        return [(x, 1 if sum(x[: parameters["relevant"]]) > 0 else -1) for x in cube]
    if name == "file":
        return flowers(parameters)
    if name == "margin-adversary":
        return learner.tightrope(Fraction(str(parameters["margin"])), 1 - 1e-9, parameters.get("directions") == "three")
    if name == "dimension-free-adversary":
        margin = Fraction(str(parameters["margin"]))
        tied = parameters.get("scores", "tied") == "tied"
        return theory.basis(learner.tied_count(margin)) if tied else learner.tightrope(margin, -1e-9)
    raise Unsupported(f"the generator {name}")


def flowers(parameters):
    """Finds a data file next to the specs by its name."""
    with open(theory.ROOT / "experiments/data" / Path(parameters["path"]).name, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row[parameters["label"]] in (parameters["positive"], parameters["negative"])]
    return [([Fraction(row[key]) for key in parameters["features"]], 1 if row[parameters["label"]] == parameters["positive"] else -1) for row in rows]


def labelling_points(parameters):
    if "points" in parameters:
        return [[Fraction(str(a)) for a in point] for point in parameters["points"]]
    if parameters.get("position") == "moment-curve":
        return points.curve(parameters["examples"], parameters["dimension"])
    raise Unsupported("points in this position")


def forced(parameters, variant):
    """Returns the examples of the opponent that contradicts every prediction: basis vectors, labelled −1 if the score is at least 0."""
    count = parameters["dimension"]
    rows = [([int(i == j) for j in range(count)], None) for i in range(count)]
    memory = loop.memory_of(variant, rows, loop.rule_of(variant)["step"])
    for index, (x, _) in enumerate(rows):
        label = -1 if memory.score(index) >= 0 else 1
        memory.rows[index] = rows[index] = (x, label)
        if loop.wrong(memory.score(index), label, **{key: loop.rule_of(variant)[key] for key in ("ties", "threshold", "inclusive")}):
            memory.update(index)
    return rows


def of_law(name, parameters, column):
    """Columns that the generator's parameters give."""
    if column in ("expected_iterate_risk", "expected_majority_vote_risk") and name == "basis" and parameters.get("masses", "uniform") == "uniform":
        return theory.blind(parameters["dimension"], parameters["examples"], column == "expected_majority_vote_risk")
    if column == "dichotomies" and name == "labelings":
        return points.dichotomies(labelling_points(parameters))
    if column in ("minimax_bound", "minimax_average") and name == "minimax":
        return theory.minimax(int(column == "minimax_bound"), parameters["examples"], parameters["dimension"])
    return None


def separator(name, parameters, rows):
    """The separator that a spec writes down, or that a construction on the basis has: the labels."""
    if name in ("forced-mistakes", "basis") and "separator" not in parameters:
        return [y for _, y in rows]
    given = parameters.get("separator")
    return [Fraction(str(a)) for a in given] if isinstance(given, list) else None


def recompute(name, parameters, variant, column):
    """A column of the row of one generator and variant."""
    value = of_law(name, parameters, column)
    if value is not None:
        return value
    if parameters.get("floats"):
        raise Unsupported("a sample in floats")
    if variant is None:
        rows = examples(name, parameters)
        return columns.of_run(rows, {}, column, separator(name, parameters, rows)) if column in columns.SAMPLE else unknown(column)
    if name == "plane-adversary":
        return on_the_plane(parameters, variant, column)
    if name == "few-dimensions-adversary":
        return learner.few_dimensions(parameters["margin"], parameters["span"]) if plain(variant) and column in ("updates", "mistakes") else unknown(column)
    if name == "majority-cube" and column == "updates_max" and variant.get("order") == "all-orders" and plain(variant):
        return learner.majority_longest(parameters["dimension"], parameters["relevant"])
    if name == "winnow-adversary":
        return learner.winnow_longest(parameters["dimension"], parameters["relevant"]) if column in ("updates", "mistakes") else unknown(column)
    rows = forced(parameters, variant) if name == "forced-mistakes" else examples(name, parameters)
    if parameters.get("online"):
        return loop.online(rows, loop.rule_of(variant)) if column in ("updates", "mistakes") and "learner" not in variant else unknown(column)
    return columns.of_run(rows, variant, column, separator(name, parameters, rows))


def unknown(column):
    raise Unsupported(f"the column {column} here")


def plain(variant):
    """Whether a variant is the plain perceptron with ties as mistakes; runs with positive ties are not longer (docs/theory.md, section 4)."""
    return loop.rule_of(variant) == loop.rule_of({}) and not {"learner", "transform"} & variant.keys()


def on_the_plane(parameters, variant, column):
    """T5 has irrational features, and a recursion of its own."""
    rule, online = loop.rule_of(variant), parameters.get("online", False)
    usual = rule["threshold"] is None and not rule["normalized"] and not {"learner", "transform", "offset"} & variant.keys()
    if column not in ("updates", "mistakes") or not usual or not (online or rule["ties"] == "mistake"):
        unknown(column)
    return learner.plane_mistakes(Fraction(str(parameters["margin"])), rule["ties"], rule["step"], cycles=not online)


def rows_of(spec, claim):
    """Recomputes the value of every row that the claim is about."""
    values = []
    for cell in cells(spec):
        name, parameters, variants = resolved(spec, cell)
        if not chosen(claim, cell, parameters):
            continue
        wanted = claim.get("variants", list(variants)) if variants else [None]
        values += [number_of(claim, name, parameters, variants.get(variant)) for variant in wanted]
    if not values:
        raise Missing("the claim is about no row")
    return values


def number_of(claim, name, parameters, variant):
    if claim["name"] == "stated-expectation":
        return laws.expectation(name, parameters, variant, claim)
    return recompute(name, parameters, variant, "updates" if claim["name"] == "stated-count" else claim["column"])


def claim_value(text, index):
    """The values of the rows of claim number `index` of a spec; the number that it states is not read."""
    spec = tomllib.loads(text)
    return rows_of(spec, spec["claims"][index])


def masked(text, spans):
    """Removes the stated numbers and the prose of a spec, so that the recomputation cannot read them and its cache survives their change."""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + "0" + text[end:]
    return re.sub(r"analysis\s*=\s*'''.*?'''", "analysis = ''", text, flags=re.S)


def statements(path, text):
    """A statement for every claim that states a number."""
    spec = tomllib.loads(text)
    starts = [match.start() for match in re.finditer(r"^\[\[claims\]\]", text, re.M)] + [len(text)]
    if len(starts) - 1 != len(spec.get("claims", [])):
        raise Missing(f"{path}: claims are not written as [[claims]]")
    places = {}
    for index, claim in enumerate(spec.get("claims", [])):
        key = {"stated-value": "value", "stated-expectation": "value", "stated-count": "updates"}.get(claim.get("name"))
        if key is None or claim.get("expect", "holds") not in ("holds", "violated"):
            continue
        found = re.compile(rf'^{key}\s*=\s*"?([-\d./]+)', re.M).search(text, starts[index], starts[index + 1])
        if found is None:
            raise Missing(f"{path}: claim {index} has no `{key}` in a line of its own")
        places[index] = found.span(1)
    bare = masked(text, places.values())
    for index, (start, end) in places.items():
        claim = spec["claims"][index]
        # If the claim has a factor, the number itself is the true one.
        control = claim.get("expect") == "violated" and "scale" not in claim
        what = claim.get("id", f"{claim['name']} {index}") + (" (control)" if control else "")
        yield Stated("specs", what, start, text[start:end], claim_value, (bare, index), control)

