"""Tries the proved checker of certificates for scripts/check-proofs: on certificates of its own, on those of results, and on damaged ones."""

import csv, io, json, subprocess
from fractions import Fraction
from pathlib import Path

from proof_steps import Wrong, stop


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def run_of(sample, threshold, step, inclusive, order):
    """Runs the rule from 0 until no example is due; `order` lists the places in the order of one pass."""
    vector, updates, changed = [Fraction(0)] * len(sample[0][0]), [], True
    while changed:
        changed = False
        for place in order:
            features, label = sample[place]
            score = label * dot(vector, features)
            if score < threshold or (inclusive and score == threshold):
                vector = [w + step * label * x for w, x in zip(vector, features)]
                updates.append(place)
                changed = True
    return updates


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


def own_certificates():
    """Yields (name, order, sample, certificate) of runs that this script makes itself, in the format of `export --certificate`."""
    for name, sample, separator, hull in own_samples():
        margin = min(label * dot(separator, row) for row, label in sample) ** 2 / dot(separator, separator)
        backwards = list(range(len(sample)))[::-1]
        for rule, threshold, step in (("perceptron", None, 1), ("margin-perceptron", 1, 1), ("margin-perceptron", 3, Fraction(1, 2))):
            for order in ("cyclic", "given"):
                places = backwards if order == "given" else backwards[::-1]
                updates = run_of(sample, threshold or 0, step, rule == "perceptron", places)
                yield f"{rule}, {order} order, {name}", order, sample, {
                    "arithmetic": "exact", "stop_reason": "clean-pass", "ties": "mistake", "rule": rule,
                    "threshold": None if threshold is None else str(threshold), "step": str(step), "updates": updates,
                    "counts": {"updates": len(updates), "mistakes": len(updates)}, "examples": len(sample), "dimension": len(sample[0][0]),
                    "separator": [str(x) for x in separator], "hull": [[i, str(weight)] for i, weight in hull],
                    "margin_squared": {"exact": str(margin)}, "radius_squared": {"exact": str(max(dot(row, row) for row, _ in sample))},
                }


def damages(order, certificate, sample, independent=False):
    """Yields (name, damaged certificate, damaged sample); every one of them is false, whatever the run was.

    With independent support vectors the multipliers are unique up to a factor, so one of several that is changed is wrong.
    """

    def changed(**keys):
        return {**certificate, **keys}

    updates, n = certificate["updates"], len(sample)
    counted = certificate["counts"]

    def listed(places):
        return changed(updates=places, counts={**counted, "updates": len(places), "mistakes": len(places)})

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


def read_sample(path):
    rows = list(csv.reader(path.open()))[1:]
    return [([Fraction(x) for x in row[:-1]], int(Fraction(row[-1]))) for row in rows]


def checked(checker, folder, order, sample, certificate):
    """Returns the exit code and the message of perceptron-check."""
    write_sample(folder / "sample.csv", sample)
    (folder / "certificate.json").write_text(json.dumps(certificate))
    result = subprocess.run([checker, "--order", order, "sample.csv", "certificate.json"], cwd=folder, capture_output=True, text=True, check=False)
    return result.returncode, (result.stdout + result.stderr).strip()


def test_checker(build, checker):
    """Every certificate of our own must be accepted, and every damaged one refused."""
    accepted, refused = 0, {}
    for name, order, sample, certificate in own_certificates():
        code, words = checked(checker, build, order, sample, certificate)
        if code:
            raise Wrong(f"perceptron-check on {name}: {words}")
        accepted += 1
        refuse_damage(build, checker, name, order, sample, certificate, refused, independent=True)
    report_damage(f"{accepted} of our own certificates accepted", refused)


def refuse_damage(build, checker, name, order, sample, certificate, refused, independent=False):
    """Damages a certificate in every way; perceptron-check must refuse each."""
    for damage, wrong, other in damages(order, certificate, sample, independent):
        code, words = checked(checker, build, order, other, wrong)
        if code not in (1, 2):
            raise Wrong(f"perceptron-check accepts {name} with {damage}: {words}")
        refused[damage] = refused.get(damage, 0) + 1


def report_damage(words, refused):
    print(f"perceptron-check: {words}; all {sum(refused.values())} damages refused")
    for damage, count in refused.items():
        print(f"  {damage}: {count} refused")


class Results:
    """A results folder, whose trials and certificates the program perceptron-lab writes."""

    def __init__(self, folder, program, experiments):
        self.folder, self.program, self.experiments = Path(folder).resolve(), Path(program).resolve(), Path(experiments).resolve()
        if not self.program.exists():
            stop(f"there is no program {program}; build it, or name it with --program")

    def call(self, *arguments):
        command = [self.program, *arguments, "--results", self.folder, "--experiments", self.experiments]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Wrong(f"perceptron-lab {' '.join(map(str, arguments))}: {result.stderr.strip()}")
        return result.stdout

    def names(self):
        return sorted(str(path.parent.relative_to(self.folder)) for path in self.folder.glob("**/trials.parquet"))

    def trials(self, name):
        """Yields the exact trials of an experiment, as dictionaries by column."""
        for row in csv.DictReader(io.StringIO(self.call("trials", str(self.folder / name)))):
            if row["arithmetic"] == "exact":
                yield {**row, "address": f"{name}:{row['cell']}:{row['variant']}:{row['replicate']}"}

    def export(self, address, folder):
        """Writes the sample of a trial to trial.csv, and returns its certificate, or nothing if it has none."""
        command = [self.program, "export", address, "--to", folder / "trial.csv", "--certificate", folder / "trial.json"]
        for name in ("trial.csv", "trial.json"):
            (folder / name).unlink(missing_ok=True)
        subprocess.run([*command, "--results", self.folder, "--experiments", self.experiments], capture_output=True, text=True, check=False)
        if not (folder / "trial.json").exists():
            return None
        return json.loads((folder / "trial.json").read_text())


def order_of(row):
    return "cyclic" if row["order"] == "cyclic" else "given"


def few(rows, count):
    """The first `count` rows of each learner in each setting."""
    seen = {}
    for row in rows:
        key = row["cell"], row["variant"]
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= count:
            yield row


def check_certificates(build, checker, results, count):
    """Gives perceptron-check the certificates of the exact trials in its reach, and damages ten small ones of each kind."""
    kinds, damaged, refused, reasons = {}, {}, {}, {}

    def out_of_reach(why):
        reasons[why] = reasons.get(why, 0) + 1

    for name in results.names():
        rows = [row for row in results.trials(name) if row["rule"] in ("perceptron", "margin-perceptron") and not row["learner"]]
        for row in few(rows, count):
            if row["stop_reason"] != "clean-pass" or row["ties"] != "mistake":
                out_of_reach("out of reach: no clean pass at the end" if row["ties"] == "mistake" else "out of reach: a tie is no mistake")
                continue
            certificate = results.export(row["address"], build)
            if certificate is None:
                out_of_reach("no certificate")
                continue
            kind = f"{row['rule']}, {order_of(row)} order, {'offset' if row['offset'] else 'no offset'}"
            command = [checker, "--order", order_of(row), "trial.csv", "trial.json"]
            result = subprocess.run(command, cwd=build, capture_output=True, text=True, check=False)
            if result.returncode == 2:
                out_of_reach(result.stdout.strip())
                continue
            if result.returncode:
                raise Wrong(f"{row['address']}: {result.stdout.strip()}")
            kinds[kind] = kinds.get(kind, 0) + 1
            if certificate["updates"] and certificate["examples"] * certificate["dimension"] <= 10_000 and damaged.get(kind, 0) < 10:
                damaged[kind] = damaged.get(kind, 0) + 1
                refuse_damage(build, checker, row["address"], order_of(row), read_sample(build / "trial.csv"), certificate, refused)
    for kind, number in sorted(kinds.items()):
        print(f"certificates, {kind}: {number} accepted, 0 refused; {damaged.get(kind, 0)} of them damaged")
    for reason, number in sorted(reasons.items()):
        print(f"certificates not checked: {number} ({reason})")
    report_damage("exported certificates", refused)
