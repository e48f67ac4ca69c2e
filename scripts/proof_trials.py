"""Compares entries of theorems and our columns with the decidable parts of formal statements, for scripts/check-proofs."""

import json, re, shutil, subprocess, tomllib
from fractions import Fraction

from proof_certificates import Results, few
from proof_steps import PROOFS, Wrong, must_be_noticed, run


# The columns that hold the observed number of an entry; None: the number is 1 in every trial.
OBSERVED = {
    "online-mistake-bound": "mistakes",
    "margin-mistake-bound": "margin_mistakes",
    "distinct-mistakes-bound": "distinct_margin_mistakes",
    "offset-mistake-bound": "updates",
    "plane-mistake-bound": "mistakes",
    "output-norm-at-most": "output_norm_squared_exact",
    "output-margin-bound": None,
}
OF_ANY_RADIUS = " of any radius"


def entries_of_theorems(folder):
    """Returns the entries of the files in theorems/, by name."""
    return {name: entry for path in sorted(folder.glob("*.toml")) for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def formal_names():
    """Returns the theorem that each entry of Decide.v names, from the comments there."""
    text = (PROOFS / "Decide.v").read_text(encoding="utf-8")
    return dict(re.findall(r"\(\* ([a-z][a-z -]*?) = (\w+\.\w+) \*\)", text))


def check_entries(build, theorems, known, say=print):
    """The premises of Decide.v must be those of the entries in theorems/, and the theorems that both name must be there."""
    entries = entries_of_theorems(theorems)
    for name, entry in entries.items():
        for theorem in entry["formal"].split(", ") if "formal" in entry else []:
            if theorem not in known:
                raise Wrong(f"the entry {name} names the theorem {theorem}, which proofs/ does not have")
    formal = formal_names()
    printed = run([build / "perceptron-decide", "premises"], build, "perceptron-decide")
    ours = {line.split(" | ")[0]: line.split(" | ")[1].split("; ") for line in printed.splitlines()}
    if set(ours) != set(formal):
        raise Wrong(f"Decide.v and perceptron_decide.ml have other entries: {sorted(set(ours) ^ set(formal))}")
    for name, premises in ours.items():
        base = name.removesuffix(OF_ANY_RADIUS)
        theirs = entries[base]["case"][0]["premises"] if name != base else entries[base]["premises"]
        if set(premises) != set(theirs):
            raise Wrong(f"premises of {name}: the formal theorem has {sorted(premises)}, the entry has {sorted(theirs)}")
        if formal[name] not in known:
            raise Wrong(f"{name} names {formal[name]}, which proofs/ does not have")
        if entries[base].get("formal", formal[name]) != formal[name]:
            raise Wrong(f"the entry {base} names {entries[base]['formal']}, Decide.v names {formal[name]}")
        say(f"entry {name}: {formal[name]}, {len(premises)} premises as in theorems/")


def fraction_of(text):
    """A fraction as perceptron-decide prints it, or nothing if its denominator is 0."""
    numerator, _, denominator = text.partition("/")
    return None if denominator and not int(denominator) else Fraction(int(numerator), int(denominator or 1))


def decided(build, order):
    """Decides all entries for the exported trial; returns {entry: (observed, limit, within, premises)}, the radius and the margin."""
    result = subprocess.run([build / "perceptron-decide", "--order", order, "trial.csv", "trial.json"], cwd=build, capture_output=True, text=True, check=False)
    if result.returncode:
        return result.stdout.strip()
    *lines, columns = (line.split(" | ") for line in result.stdout.splitlines())
    truths = {}
    for name, observed, limit, within, premises in lines:
        truths[name] = fraction_of(observed), fraction_of(limit), within == "true", {p.rsplit(": ", 1)[0]: p.endswith("true") for p in premises.split("; ")}
    return truths, fraction_of(columns[1]), fraction_of(columns[2])


def same_cell(verdict, row):
    """Whether a trial is of the setting and the learner of a verdict."""

    def same(value, text):
        word = {True: "true", False: "false", None: ""}.get(value, value) if not isinstance(value, (int, float)) or isinstance(value, bool) else value
        return str(word) == text or (isinstance(value, (int, float)) and text and not isinstance(value, bool) and Fraction(text) == Fraction(str(value)))

    return (verdict["variant"] in (row["variant"], None)) and all(key not in row or same(value, row[key]) for key, value in verdict["cell"].items())


def compare_trial(address, row, verdict, truths, radius, margin, certificate):
    """Compares what is decided of one trial with its columns and its verdict; returns whether the premises are true."""
    name = verdict["claim"]
    observed, limit, within, premises = truths[name]
    in_case = name + OF_ANY_RADIUS if name + OF_ANY_RADIUS in truths and not premises["within-the-unit-ball"] else name
    if in_case != name:
        observed, limit, within, premises = truths[in_case]

    def differ(what, formal, column):
        raise Wrong(f"{address}: {what} is {formal} by the formal statement of {in_case}, but {column} in our column")

    column = OBSERVED[name]
    if column and row.get(column) and Fraction(row[column]) != observed:
        differ(column, observed, row[column])
    if row.get("radius_squared_exact") and Fraction(row["radius_squared_exact"]) != radius:
        differ("radius_squared", radius, row["radius_squared_exact"])
    stated = certificate["margin_squared"] and certificate["margin_squared"].get("exact")
    if stated is not None and certificate["separator"] and Fraction(str(stated)) != margin:
        differ("the margin squared of the separator", margin, stated)
    planted = row.get("sample_margin_squared_exact")
    if planted and margin is not None and Fraction(planted) > margin and float(row["sample_margin"]) > 0:
        differ("the largest margin squared", margin, planted)
    # The claim may take the margin of the planted separator, which may be 0 or less where the largest margin is positive.
    positive = verdict["margin"] != "sample" or not row.get("sample_margin") or float(row["sample_margin"]) > 0
    applies = all(premises.values()) and positive
    if all(premises.values()) and not within:
        raise Wrong(f"{address}: {observed} is beyond the limit {limit} of {in_case}, against the proof")
    return applies


# Specs of trials without a premise: nothing separates the first sample; the second is in space, has no constant feature, and a run with a threshold.
SPECS = {
    "not-separable": """title = "A sample that nothing separates"
question = "Is a trial without a margin inapplicable?"
seed = 1
replicates = 1
generator.points.examples = [{ x = [1, 2], y = 1 }, { x = [-1, -2], y = 1 }]
variants.plain = { rule = { perceptron = {} }, order = "cyclic", stop = { updates = 20 } }
claims = [
  { name = "online-mistake-bound", margin = "max", expect = "inapplicable" },
  { name = "plane-mistake-bound", margin = "max", expect = "inapplicable" },
]
""",
    "in-space": """title = "Examples in space, without an offset"
question = "Are trials without these premises inapplicable?"
seed = 1
replicates = 1
generator.points.examples = [{ x = [1, 2, 0], y = 1 }, { x = [0, 1, 3], y = 1 }, { x = [2, 0, 1], y = 1 }]
variants.plain = { rule = { perceptron = {} }, order = "cyclic" }
variants.margin = { rule = { margin-perceptron = {} }, order = "cyclic" }
claims = [
  { name = "plane-mistake-bound", margin = "max", variants = ["plain"], expect = "inapplicable" },
  { name = "offset-mistake-bound", margin = "max", variants = ["plain"], expect = "inapplicable" },
  { name = "online-mistake-bound", margin = "max", variants = ["margin"], expect = "inapplicable" },
]
""",
}


def check_trials_without_premises(build, program):
    """Runs specs of our own in which a premise is false, and compares their trials too."""
    specs = build / "specs"
    specs.mkdir(exist_ok=True)
    for name, text in SPECS.items():
        (specs / f"{name}.toml").write_text(text)
    results = Results(build / "results", program, specs)
    results.call("run", *(specs / f"{name}.toml" for name in SPECS))
    print("trials of two specs of our own, in which a premise is false:")
    check_trials(build, results, [v for name in SPECS for v in json.loads((results.folder / name / "verdicts.json").read_text())], 1)


def check_trials(build, results, verdicts, count):
    """Compares the exact trials of the theorems that Decide.v decides with our columns and the premises of our verdicts."""
    own_claims = [v for v in verdicts if v["claim"] in OBSERVED and v["control_of"] is None and v["scale"] == 1]
    wanted = [v for v in own_claims if v["expected"] in ("holds", "inapplicable")]
    compared, settings, skipped, without, altered = {}, {}, {}, {}, {}
    for name in sorted({v["experiment"] for v in wanted}):
        own = [v for v in wanted if v["experiment"] == name]
        rows = [row for row in results.trials(name) if row["rule"] in ("perceptron", "margin-perceptron") and not row["learner"]]
        answers = {}
        for verdict in own:
            chosen = list(few([row for row in rows if same_cell(verdict, row)], count))
            applied, unknown = 0, 0
            for row in chosen:
                address = row["address"]
                if address not in answers:
                    exported = results.export(address, build)
                    order = "cyclic" if row["order"] == "cyclic" and row["stop_reason"] == "clean-pass" else "given"
                    if exported is None:
                        answers[address] = "no certificate"
                    elif exported["separator"] is None and exported["gordan"] is None:
                        answers[address] = "the margin is not known exactly"
                    else:
                        answers[address] = decided(build, order), exported
                answer = answers[address]
                if isinstance(answer, str) or isinstance(answer[0], str):
                    reason = answer if isinstance(answer, str) else answer[0]
                    skipped[reason] = skipped.get(reason, 0) + 1
                    unknown += 1
                    continue
                applies = compare_trial(address, row, verdict, *answer[0], answer[1])
                compared[verdict["claim"]] = compared.get(verdict["claim"], 0) + 1
                compare_verdict(address, applies, verdict)
                if not applies:
                    without.setdefault(verdict["claim"], (address, verdict))
                elif row.get("radius_squared_exact"):
                    altered.setdefault(verdict["claim"], (address, row, verdict, *answer[0], answer[1]))
                applied += applies
            settings[verdict["claim"]] = settings.get(verdict["claim"], 0) + bool(chosen)
            if len(chosen) == verdict["trials"] and not unknown and applied != verdict["applicable"]:
                raise Wrong(f"{name}, {verdict['id']}: {applied} trials are applicable by the formal statement, {verdict['applicable']} by our verdict")
    for name, number in sorted(compared.items()):
        print(f"trials, {name}: {number} compared in {settings[name]} settings, at most {count} of a learner in each; 0 differences")
    for reason, number in sorted(skipped.items()):
        print(f"trials not compared: {number} ({reason})")
    # A program that drops a premise calls the trials without it applicable; one with a wrong column has another number in it.
    for name, (address, verdict) in sorted(without.items()):
        wrong = {**verdict, "applicable": verdict["trials"], "inapplicable": 0}
        must_be_noticed(f"{name}: a premise dropped in our verdicts", compare_verdict, address, False, wrong)
    for name, (address, row, *rest) in sorted(altered.items()):
        wrong = {**row, "radius_squared_exact": str(2 * Fraction(row["radius_squared_exact"]))}
        must_be_noticed(f"{name}: R² doubled in our column", compare_trial, address, wrong, *rest)


def compare_verdict(address, applies, verdict):
    """A trial whose premises are true needs a verdict with applicable trials, and one with a false premise a verdict with others."""
    if applies and not verdict["applicable"]:
        raise Wrong(f"{address}: the premises of {verdict['claim']} are true by the formal statement; our verdict calls no trial applicable")
    if not applies and not verdict["inapplicable"]:
        raise Wrong(f"{address}: a premise of {verdict['claim']} is false by the formal statement; our verdict calls all trials applicable")


def plant_dropped_premises(build, theorems, known):
    """Drops a premise in the formal statement and in an entry; both must be noticed."""
    text = (PROOFS / "Decide.v").read_text(encoding="utf-8")
    for premise in ("positive_margin", "rule_perceptron"):
        folder = build / f"without-{premise}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(build, folder, ignore=shutil.ignore_patterns("without-*", "Decide*", "Extract*", "perceptron-*"))
        shutil.copy(PROOFS / "DecideProof.v", folder)
        kept = ({"positive_margin", "rule_perceptron"} - {premise}).pop()
        wrong = text.replace("[rule_perceptron; positive_margin]", f"[{kept}]")
        if wrong == text:
            raise Wrong("Decide.v does not list the premises of online_mistake_bound as expected")
        (folder / "Decide.v").write_text(wrong)
        run(["coqc", "-q", "-Q", ".", "Proofs", "Decide.v"], folder, "coqc Decide.v")
        must_be_noticed(f"{premise} dropped in Coq", run, ["coqc", "-q", "-Q", ".", "Proofs", "DecideProof.v"], folder, "coqc DecideProof.v")
        shutil.rmtree(folder)
    folder = build / "without-theorems"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(theorems, folder)
    path = folder / "mistakes.toml"
    listed, fewer = 'premises = ["rule = perceptron", "positive-margin"]', 'premises = ["rule = perceptron"]'
    path.write_text(path.read_text(encoding="utf-8").replace(listed, fewer, 1), encoding="utf-8")
    must_be_noticed("positive-margin dropped in the entry online-mistake-bound", check_entries, build, folder, known, lambda line: None)
    shutil.rmtree(folder)
