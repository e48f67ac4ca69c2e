"""Certificates whose runs are known by construction, and damaged ones: tests of scripts/check-certificate, also used by scripts/check-proofs."""

import contextlib, copy, hashlib, io, json, math, tempfile
from fractions import Fraction
from pathlib import Path

from certificates import dot


def run_of(sample, threshold, step, wrong_ties, order):
    """Runs the rule from 0 until no example is due; `order` lists the places in the order of one pass, and `wrong_ties` the labels whose ties are mistakes.
    A rule without a threshold updates on mistakes. Returns the updates and the counts."""
    vector, updates, mistakes, passes, changed = [Fraction(0)] * len(sample[0][0]), [], 0, 0, True
    while changed:
        changed, passes = False, passes + 1
        for place in order:
            features, label = sample[place]
            score = label * dot(vector, features)
            is_mistake = score < 0 or (score == 0 and label in wrong_ties)
            mistakes += is_mistake
            if is_mistake if threshold is None else score < threshold:
                vector = [w + step * label * x for w, x in zip(vector, features)]
                updates.append(place)
                changed = True
    counts = {"updates": len(updates), "mistakes": mistakes, "margin_mistakes": len(updates), "passes": passes, "draws": passes * len(order)}
    return updates, counts


def own_samples():
    """Yields (name, sample, separator, hull) whose largest margin is known by construction, without a search."""
    # Support vectors a e_i are orthogonal; u = sum v/|v|^2 has all scores 1 on them, and other examples have larger scores.
    for lengths, extra in (([1, 1, 1], []), ([2, -1, 3], [[3, -1, 1], [4, 2, 0]]), ([Fraction(1, 2), 2], [[3, 1], [1, 5]]), ([5], [])):
        d = len(lengths)
        support = [([a if j == i else Fraction(0) for j in range(d)], (-1) ** i) for i, a in enumerate(lengths)]
        separator = [label / Fraction(row[i]) for i, (row, label) in enumerate(support)]
        others = [(row, 1 if dot(row, separator) > 0 else -1) for row in extra if abs(dot(row, separator)) >= 1]
        hull = [[i, 1 / dot(row, row)] for i, (row, _) in enumerate(support)]
        yield f"orthogonal {d}", support + others, separator, hull
    # Two points on a line with a constant feature: the point of the segment between the signed examples that is nearest to the origin.
    for shift in (1, 2, 4):
        sample = [([Fraction(shift + 1), Fraction(1)], 1), ([Fraction(shift - 1), Fraction(1)], -1)]
        v, w = ([label * x for x in row] for row, label in sample)
        between = [a - b for a, b in zip(v, w)]
        part = dot(v, between) / dot(between, between)
        yield f"offset, shift {shift}", sample, [a - part * b for a, b in zip(v, between)], [[0, 1 - part], [1, part]]


def interval(value):
    """An exact number as certificates have it: with the two nearest doubles around it."""
    near = float(value)
    low = near if near <= value else math.nextafter(near, -math.inf)
    high = near if near >= value else math.nextafter(near, math.inf)
    return {"exact": str(value), "lower": repr(low), "upper": repr(high)}


def certificate_of(sample, separator, hull, rule, threshold, step, ties, updates, counts):
    """A certificate in the format of `export --certificate`."""
    margin = min(label * dot(separator, row) for row, label in sample) ** 2 / dot(separator, separator)
    return {
        "version": 2, "arithmetic": "exact", "stop_reason": "clean-pass", "ties": ties, "rule": rule,
        "threshold": None if threshold is None else str(threshold), "step": str(step), "updates": updates,
        "counts": counts, "examples": len(sample), "dimension": len(sample[0][0]), "gordan": None,
        "separator": [str(x) for x in separator], "hull": [[i, str(weight)] for i, weight in hull],
        "margin_squared": interval(margin), "radius_squared": interval(max(dot(row, row) for row, _ in sample)),
    }


def own_certificates():
    """Yields (name, order, sample, certificate) of runs that this script makes itself."""
    for name, sample, separator, hull in own_samples():
        backwards = list(range(len(sample)))[::-1]
        rules = ("perceptron", None, 1, "mistake"), ("perceptron", None, 1, "positive"), ("margin-perceptron", 1, 1, "mistake")
        for rule, threshold, step, ties in (*rules, ("margin-perceptron", 3, Fraction(1, 2), "positive")):
            for order in ("cyclic", "given"):
                places = backwards if order == "given" else backwards[::-1]
                updates, counts = run_of(sample, threshold, step, (1, -1) if ties == "mistake" else (-1,), places)
                certificate = certificate_of(sample, separator, hull, rule, threshold, step, ties, updates, counts)
                yield f"{rule}, {order} order, ties {ties}, {name}", order, sample, certificate


def own_step_certificates():
    """Yields (name, sample, certificate) of runs of passive-aggressive and Winnow in cyclic order that are known by construction."""
    for name, sample, separator, hull in own_samples():
        # On orthogonal examples every step leaves the scores of the others, so the first pass makes all updates.
        n = len(sample)
        if name.startswith("orthogonal") and n == len(sample[0][0]):
            counts = {"updates": n, "mistakes": n, "margin_mistakes": n, "passes": 2, "draws": 2 * n}
            made = certificate_of(sample, separator, hull, "passive-aggressive", None, 1, "mistake", list(range(n)), counts)
            learner = {"passive-aggressive": {"kind": "pa", "aggressiveness": "1"}}
            yield f"passive-aggressive, {name}", sample, {**made, "arithmetic": "f64", "learner": learner}
    for promotion, steps in ((2, 2), (3, 1), (Fraction(3, 2), 2)):
        # The weight 1 of the only feature of the first example must grow beyond 2. The second example scores 1, as it should.
        sample = [([Fraction(1), Fraction(0)], 1), ([Fraction(0), Fraction(1)], -1)]
        counts = {"updates": steps, "mistakes": steps, "margin_mistakes": steps, "passes": steps + 1, "draws": 2 * steps + 2}
        made = certificate_of(sample, [Fraction(1), Fraction(-1)], [[0, Fraction(1)], [1, Fraction(1)]], "winnow", None, 1, "mistake", [0] * steps, counts)
        learner = {"winnow": {"promotion": str(promotion), "threshold": "2"}}
        yield f"winnow with promotion {promotion}", sample, {**made, "arithmetic": "f64", "learner": learner}


def long_certificate(half):
    """The run on two unit vectors with the threshold `half`: in cyclic order both are updated on in each of `half` passes, then comes a clean one."""
    sample = [([Fraction(1), Fraction(0)], 1), ([Fraction(0), Fraction(1)], 1)]
    counts = {"updates": 2 * half, "mistakes": 2, "margin_mistakes": 2 * half, "passes": half + 1, "draws": 2 * half + 2}
    separator, hull = [Fraction(1), Fraction(1)], [[0, Fraction(1)], [1, Fraction(1)]]
    return sample, certificate_of(sample, separator, hull, "margin-perceptron", half, 1, "mistake", [0, 1] * half, counts)


def damages(order, certificate, sample, independent=False):
    """Yields (name, damaged certificate, damaged sample); every one of them is false, whatever the run was.

    With independent support vectors the multipliers are unique up to a factor, so one of several that is changed is wrong.
    """

    def changed(**keys):
        return {**certificate, **keys}

    updates, n = certificate["updates"], len(sample)
    counted = certificate["counts"]

    def listed(places):
        return changed(updates=places, counts={**counted, "updates": len(places), "mistakes": len(places), "margin_mistakes": len(places)})

    def twice(key):
        return changed(**{key: {**certificate[key], "exact": str(2 * Fraction(certificate[key]["exact"]))}})

    yield "an update dropped", listed(updates[:-1]), sample
    yield "an update added", listed([*updates, updates[-1]]), sample
    yield "an update changed", listed([*updates[:-1], n]), sample
    if order == "cyclic" and n > 1:
        yield "an update changed to another place", listed([(updates[0] + 1) % n, *updates[1:]]), sample
    yield "the number of updates changed", changed(counts={**counted, "updates": len(updates) + 1}), sample
    yield "the margin changed", twice("margin_squared"), sample
    yield "the radius changed", twice("radius_squared"), sample
    separator = [str(-Fraction(x)) for x in certificate["separator"]]
    yield "the separator reversed", changed(separator=separator), sample
    (place, weight), *rest = certificate["hull"]
    if independent and rest:
        yield "a multiplier doubled", changed(hull=[[place, str(2 * Fraction(weight))], *rest]), sample
    entries = [Fraction(x) for x in certificate["separator"]]
    moved = [i for i in range(len(entries)) if any(entries[:i] + entries[i + 1 :])]
    if moved:
        # The direction of the largest margin is unique, and this is another one.
        other = [str(x + (i == moved[0])) for i, x in enumerate(entries)]
        yield "one entry of the separator changed", changed(separator=other), sample
    yield "a multiplier made negative", changed(hull=[[place, str(-Fraction(weight))], *rest]), sample
    yield "a label changed", certificate, [(row, -label if i == updates[0] else label) for i, (row, label) in enumerate(sample)]
    yield "a number of the sample changed", certificate, [([-x for x in row] if i == updates[0] else row, label) for i, (row, label) in enumerate(sample)]
    yield "an example dropped", certificate, sample[:-1]
    if certificate["rule"] == "margin-perceptron":
        yield "the threshold changed", changed(threshold="1" + "0" * 12), sample


def write_sample(path, sample):
    """Writes a sample as CSV, as decimals if they are exact and as fractions otherwise."""
    lines = [",".join([f"x{i + 1}" for i in range(len(sample[0][0]))] + ["label"])] if sample else ["label"]
    lines += [",".join([*(str(x) for x in row), str(label)]) for row, label in sample]
    path.write_text("\n".join(lines) + "\n")


def counts_damaged(order, certificate):
    """Yields (name, damaged certificate) for what scripts/check-certificate compares in addition to perceptron-check."""
    for key in ("draws", "passes", "mistakes", "margin_mistakes"):
        # In the given order it is not known how many examples were shown.
        if order == "cyclic" or key not in ("draws", "passes"):
            counts = {**certificate["counts"], key: certificate["counts"][key] + 1}
            yield f"counts.{key} raised by 1", {**certificate, "counts": counts}
    n, counted = certificate["examples"], certificate["counts"]
    for passes in (-1, 1) if order == "cyclic" else ():
        counts = {**counted, "passes": counted["passes"] + passes, "draws": counted["draws"] + passes * n}
        yield f"passes changed by {passes}", {**certificate, "counts": counts}
    yield "fewer examples shown than updates", {**certificate, "counts": {**counted, "draws": counted["updates"] - 1}}
    yield "the number of examples changed", {**certificate, "examples": n + 1}
    for key, end, other in (("margin_squared", "lower", -math.inf), ("margin_squared", "upper", math.inf), ("radius_squared", "upper", -math.inf)):
        moved = math.nextafter(float(certificate[key][end]), other)
        yield f"{key}.{end} moved by one double", {**certificate, key: {**certificate[key], end: repr(moved)}}


def run_without_end():
    """A sample that nothing separates, and the certificate of a run that was ended after four updates, with its multipliers and its closed set."""
    sample = [([Fraction(1, 2), Fraction(1)], 1), ([Fraction(-1, 2), Fraction(-1)], 1)]
    return sample, {
        "version": 2, "arithmetic": "exact", "stop_reason": "update-cap", "ties": "mistake", "rule": "perceptron", "threshold": None, "step": 1,
        "updates": [0, 1, 0, 1], "counts": {"updates": 4, "mistakes": 4, "margin_mistakes": 4, "passes": 2, "draws": 4}, "examples": 2, "dimension": 2,
        "gordan": [[0, 3], [1, "3"]], "separator": None, "hull": None, "margin_squared": None, "radius_squared": interval(Fraction(5, 4)),
        "closed_set": [[0, 0], [1, 2], [-1, -2]],
    }  # fmt: skip


def analyses():
    """Yields (name, data file, certificate) in the format of `perceptron-lab analyze --certificate`: a table that is separable, and one that is not."""
    for name, text, proof in (
        ("separable table", "a,b,c\n1,0,p\n0,2,p\n-1,-1,q\n", {"separable": True, "separator": [2, 1], "margin_squared": "4/5", "hull": [[2, 4], [3, 1]]}),
        ("table that nothing separates", "a,b,c\n1,2,p\n-1,-2,p\n", {"separable": False, "multipliers": [[2, 1], [3, 1]],
            "closed_set": {"unit": 1, "vectors": [[0, 0], [1, 2], [-1, -2]]}}),
    ):  # fmt: skip
        table = {"names": ["a", "b", "c"], "delimiter": ",", "trailing_delimiters": False, "first_row_is_data": False, "decimal_commas": False}
        data = {"sha256": hashlib.sha256(text.encode()).hexdigest(), "layout": "csv", "table": table, "numbers": "decimals", "label": "c", "positive": "p",
                "negative": None, "features": ["a", "b"], "filled": [], "examples": text.count("\n") - 1}  # fmt: skip
        yield name, text, {"version": 2, "data": data, "proofs": [{"frame": "origin", "offset": False, **proof}]}


WRONG_VALUES = [None, True, "x", "1/0", "1e99999", "", -1, 10**40, 0.5, [], [[]], [None], {}, {"x": 1}]
FOREIGN = [b"", b"[]", b"null", b"3", b"{", b"{}", b'{"data": 1}', b'{"updates": [], "updates": []}', b'{"updates": NaN}', b"\xff\xfe\x00", b"[" * 100_000,
           b'{"updates": ' + b"[" * 5000 + b"]" * 5000 + b"}", b'{"version": 99, "updates": []}']  # fmt: skip


def places_of(value, path=()):
    """Yields the paths to all keys and entries of a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, inner in entries:
        yield (*path, key)
        yield from places_of(inner, (*path, key))


def altered(certificate):
    """Yields (name, certificate) with one place left out or replaced by another kind of value."""
    for path in places_of(certificate):
        for value in ["left out", *WRONG_VALUES]:
            other = copy.deepcopy(certificate)
            inner = other
            for key in path[:-1]:
                inner = inner[key]
            if value == "left out":
                del inner[path[-1]]
            else:
                inner[path[-1]] = value
            yield f"{'.'.join(map(str, path))}: {value if value == 'left out' else json.dumps(value)}", other


def self_test(check_file):
    """Every certificate of our own must be accepted, every damaged one refused, and every foreign file named; nothing may end in a traceback."""
    counts = {}
    with tempfile.TemporaryDirectory() as temporary:
        data, path = Path(temporary, "sample.csv"), Path(temporary, "certificate.json")

        def expect(codes, kind, name, content, sample=None, order="cyclic", place=""):
            path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
            if isinstance(sample, list):
                write_sample(data, sample)
            elif sample is not None:
                data.write_text(sample)
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
                code = check_file(str(data), str(path), order)
            words = out.getvalue()
            if code not in codes or (code == 2 and "next: " not in words) or place not in words:
                raise SystemExit(f"check-certificate: {name}: exit code {code}, expected {codes}: {words}")
            counts[kind] = counts.get(kind, 0) + 1

        for name, order, sample, certificate in own_certificates():
            expect([0], "runs accepted", name, certificate, sample, order)
            if not certificate["updates"]:
                continue
            for damage, wrong, other in damages(order, certificate, sample, independent=True):
                place = "updates[" if damage in ("an update added", "an update changed") else ""
                expect([1] if other else [2], "damaged runs refused", f"{name} with {damage}", wrong, other, order, place)
            for damage, wrong in counts_damaged(order, certificate):
                expect([1], "damaged runs refused", f"{name} with {damage}", wrong, sample, order)
        for name, sample, certificate in own_step_certificates():
            expect([0], "runs accepted", name, certificate, sample)
            (learner, numbers), *_ = certificate["learner"].items()
            key = "aggressiveness" if learner == "passive-aggressive" else "promotion"
            expect([1], "damaged runs refused", f"{name} with {key} -1", {**certificate, "learner": {learner: {**numbers, key: "-1"}}}, sample)
            for damage, wrong, other in damages("cyclic", certificate, sample, independent=True):
                expect([1] if other else [2], "damaged runs refused", f"{name} with {damage}", wrong, other)
            for damage, wrong in counts_damaged("cyclic", certificate):
                expect([1], "damaged runs refused", f"{name} with {damage}", wrong, sample)
        order, sample, certificate = "given", *run_without_end()
        for order in ("cyclic", "given"):
            expect([0], "runs accepted", "a run without a clean pass", certificate, sample, order)
            for key, wrong in (("gordan", [[0, 1], [1, 2]]), ("gordan", [[0, 1]]), ("closed_set", [[0, 0], [1, 2]]), ("closed_set", [[1, 2], [-1, -2]]),
                               ("stop_reason", "clean-pass"), ("updates", [0, 1, 0, 0])):  # fmt: skip
                expect([1], "damaged runs refused", f"a run without a clean pass with {key} {wrong}", {**certificate, key: wrong}, sample, order)
        for text in FOREIGN:
            expect([2], "foreign files named", repr(text[:40]), text)
        for other in ("", "label\n", "x1,label\n1\n", "x1,label\nx,1\n", "x1,label\n1,2\n", "x1,label\n1/0,1\n", '"'):
            expect([2], "foreign files named", f"sample {other!r}", certificate, other)
        runs = [(certificate, sample), next((one[3], one[2]) for one in own_certificates()), *((one[2], one[1]) for one in own_step_certificates())]
        for certificate, sample in runs:
            for name, other in altered(certificate):
                expect([0, 1, 2], "altered without a traceback", name, other, sample)
        for name, text, certificate in analyses():
            expect([0], "analyses accepted", name, certificate, text)
            for key, wrong in (("separator", [2, "1/2"]), ("margin_squared", "5/4"), ("hull", [[2, -1], [4, 5]]), ("hull", [[9, 1]]),
                               ("multipliers", [[2, 1], [3, 2]])):  # fmt: skip
                proof = certificate["proofs"][0]
                if key in proof:
                    expect([1], "damaged analyses refused", f"{name} with {key}", {**certificate, "proofs": [{**proof, key: wrong}]}, text)
            expect([1], "damaged analyses refused", f"{name} with another file", certificate, text + "\n")
            for what, other in altered(certificate):
                expect([0, 1, 2], "altered without a traceback", f"{name}: {what}", other, text)
    print("check-certificate: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 0
