"""Tries two checkers of certificates, the proved one and scripts/check-certificate, on certificates of our own, on those of results, and on damaged ones."""

import csv, io, json, subprocess
from pathlib import Path

from certificate_tests import damages, long_certificate, own_certificates, write_sample
from certificates import Field, Refused, Unreadable, read_sample
from proof_steps import Wrong, stop
from run_certificates import check_run_certificate


def checked(checker, folder, order, sample, certificate):
    """Returns the exit code and the message of perceptron-check."""
    write_sample(folder / "sample.csv", sample)
    (folder / "certificate.json").write_text(json.dumps(certificate))
    result = subprocess.run([checker, "--order", order, "sample.csv", "certificate.json"], cwd=folder, capture_output=True, text=True, check=False)
    return result.returncode, (result.stdout + result.stderr).strip()


def checked_by_script(order, sample, certificate):
    """Returns the exit code and the message of scripts/check-certificate, which shares no code with perceptron-check."""
    try:
        return 0, check_run_certificate(Field(certificate), sample, order)
    except Refused as error:
        return 1, str(error)
    except Unreadable as error:
        return 2, str(error)


def test_checker(build, checker):
    """Every certificate of our own must be accepted, and every damaged one refused."""
    accepted, refused = 0, {}
    for name, order, sample, certificate in own_certificates():
        code, words = checked(checker, build, order, sample, certificate)
        if code:
            raise Wrong(f"perceptron-check on {name}: {words}")
        accepted += 1
        if certificate["updates"]:
            refuse_damage(build, checker, name, order, sample, certificate, refused, independent=True)
    report_damage(f"{accepted} of our own certificates accepted", refused)
    test_long_run(build, checker)


def test_long_run(build, checker):
    """A run of a million updates must be accepted with the stack that a process has, and refused without its last update."""
    sample, certificate = long_certificate(500_000)
    shorter = certificate["updates"][:-1]
    damaged = {**certificate, "updates": shorter, "counts": {**certificate["counts"], "updates": len(shorter), "margin_mistakes": len(shorter)}}
    for order in ("cyclic", "given"):
        for given, expected in ((certificate, 0), (damaged, 1)):
            code, words = checked(checker, build, order, sample, given)
            if code != expected:
                raise Wrong(f"perceptron-check on a run of a million updates, {order} order: code {code} instead of {expected}: {words}")
    print("perceptron-check: a run of 1000000 updates accepted, and refused without its last update")


def refuse_damage(build, checker, name, order, sample, certificate, refused, independent=False):
    """Damages a certificate in every way; perceptron-check and scripts/check-certificate must refuse each."""
    for damage, wrong, other in damages(order, certificate, sample, independent):
        code, words = checked(checker, build, order, other, wrong)
        if code not in (1, 2):
            raise Wrong(f"perceptron-check accepts {name} with {damage}: {words}")
        code, words = checked_by_script(order, other, wrong) if other else (1, "no example")
        if code != 1:
            raise Wrong(f"check-certificate does not refuse {name} with {damage}: {words}")
        refused[damage] = refused.get(damage, 0) + 1


def report_damage(words, refused):
    print(f"perceptron-check and check-certificate: {words}; all {sum(refused.values())} damages refused by both")
    for damage, count in refused.items():
        print(f"  {damage}: {count} refused")


class Results:
    """A results folder, whose trials and certificates the program perceptron-lab writes."""

    def __init__(self, folder, program, experiments):
        self.folder, self.program, self.experiments = Path(folder).resolve(), Path(program).resolve(), Path(experiments).resolve()
        if not self.program.exists():
            stop(f"there is no program {program}; build it, or name it with --program")

    def call(self, *arguments, allowed=(0,)):
        command = [self.program, *arguments, "--results", self.folder, "--experiments", self.experiments]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode not in allowed:
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


# Largest samples that are exported, as examples times features; exporting and reading one of this size takes some seconds.
MOST_FEATURES = 2_000_000


def check_certificates(build, checker, results, count):
    """Gives both checkers the certificates of the exact trials, and damages ten small ones of each kind that perceptron-check accepts."""
    kinds, damaged, refused, reasons, more = {}, {}, {}, {}, {}

    def add(counts, key):
        counts[key] = counts.get(key, 0) + 1

    for name in results.names():
        rows = [row for row in results.trials(name) if row["rule"] in ("perceptron", "margin-perceptron") and not row["learner"]]
        for row in few(rows, count):
            if int(row["examples"]) * int(row["dimension"]) > MOST_FEATURES:
                add(reasons, f"more than {MOST_FEATURES} features in the sample")
                continue
            certificate = results.export(row["address"], build)
            if certificate is None:
                add(reasons, "no certificate")
                continue
            order = order_of(row)
            kind = f"{row['rule']}, {order} order, {'offset' if row['offset'] else 'no offset'}"
            result = subprocess.run([checker, "--order", order, "trial.csv", "trial.json"], cwd=build, capture_output=True, text=True, check=False)
            try:
                sample = read_sample(build / "trial.csv")
                code, words = checked_by_script(order, sample, certificate)
            except Unreadable as error:
                code, words = 2, str(error)
            if 1 in (code, result.returncode):
                raise Wrong(f"{row['address']}: perceptron-check: {result.stdout.strip()}; check-certificate: {words}")
            if code == 2:
                add(more, f"check-certificate: {words}")
            if result.returncode == 2:
                add(reasons, (result.stdout or result.stderr).strip().splitlines()[0])
                if code == 0:
                    add(more, "accepted by check-certificate alone")
                continue
            add(kinds, kind)
            if certificate["updates"] and certificate["examples"] * certificate["dimension"] <= 10_000 and damaged.get(kind, 0) < 10:
                add(damaged, kind)
                refuse_damage(build, checker, row["address"], order, sample, certificate, refused)
    for kind, number in sorted(kinds.items()):
        print(f"certificates, {kind}: {number} accepted, 0 refused; {damaged.get(kind, 0)} of them damaged")
    for reason, number in sorted(reasons.items()):
        print(f"certificates not checked by perceptron-check: {number} ({reason})")
    for reason, number in sorted(more.items()):
        print(f"certificates, {reason}: {number}")
    report_damage("exported certificates", refused)
