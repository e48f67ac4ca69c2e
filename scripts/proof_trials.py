"""Compares our columns and premises with the decidable parts of formal statements on exact trials, for scripts/check-proofs."""

import json, re, shutil, subprocess
from fractions import Fraction

from proof_certificates import MOST_FEATURES, Results, few
from proof_entries import OF_ANY_RADIUS, Unknown, entries_of_theorems, formal_premises, part_of, value_of
from proof_steps import Wrong, must_be_noticed

# The runs that are looked at update by update are not larger than this, as updates times features.
MOST_STEPS = 3_000_000
# Formulas of theorems/ that cannot be computed from columns: what is compared instead, or nothing.
INSTEAD = {
    "plane-mistake-bound": {"limit": "floor(radius_squared/margin_squared/2) + 1"},
    "mistakes-on-orthogonal-signs": {"limit": None},
    "never-stops": {"observed": "ended_clean"},
    "progress-invariant": {"observed": None, "limit": None},
}
# The entries about the vector that is returned, which a certificate has only if it is the last one.
ABOUT_THE_RETURNED = {"errors-are-nonpositive-margins", "loss-of-errors"}


def fraction_of(text):
    """A fraction as perceptron-decide prints it, or nothing if its denominator is 0."""
    numerator, _, denominator = text.partition("/")
    return None if denominator and not int(denominator) else Fraction(int(numerator), int(denominator or 1))


def facts_of(row):
    """What perceptron-decide must be told of a trial beside its certificate."""
    ends = row["order"] != "stream" and row["stop"] not in ("end-of-stream", "quiet-period") and not row["stop"].startswith("passes")
    last, ties = row["hypothesis"] == "last", row["test_ties"] if row["test_ties"] in ("positive", "negative") else "mistake"
    facts = {"voters": row["majority_of"] or "0", "ties": row["ties"], "test_ties": ties, "last": str(last).lower(), "clean_ends": str(ends).lower()}
    return [f"{key}={value}" for key, value in facts.items()]


def decided(build, order, row, names):
    """Decides the named entries for the exported trial; returns {entry: (observed, limit, within, premises)}, the radius and the margin, or why not."""
    command = [build / "perceptron-decide", "--order", order, *facts_of(row), "trial.csv", "trial.json", *names]
    result = subprocess.run(command, cwd=build, capture_output=True, text=True, check=False)
    if result.returncode:
        return (result.stdout or result.stderr).strip()
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


def numbers_of(row, margin):
    """Gives the number of a column of an exact trial; margin_squared is the one that the formal statement takes."""

    def number(name):
        if name == "margin_squared":
            text = str(margin) if margin is not None and margin > 0 else ""
        elif name == "normalized_margin_squared" and not planted_is_largest(row, margin):
            text = ""
        elif name == "ended_clean":
            text = str(int(row["stop_reason"] == "clean-pass"))
        else:
            text = row.get(f"{name}_exact", row.get(name))
        if not text:
            raise Unknown
        return Fraction(text)

    return number


def planted_is_largest(row, margin):
    """Whether the planted direction has the largest margin: then it is that of the certificate's separator."""
    planted = row.get("sample_margin_squared_exact")
    return bool(planted) and margin is not None and Fraction(planted) == margin


def compare_formulas(name, entry, row, margin, observed, limit, differ):
    """The entry's formulas, computed from the columns of the trial, must give the formal numbers; returns how many could be compared."""
    compared = 0
    for part, formal in (("observed", observed), ("limit", limit)):
        formula = INSTEAD.get(name, {}).get(part, entry[part])
        if formula is None or formal is None:
            continue
        try:
            value = value_of(formula, numbers_of(row, margin))
        except Unknown:
            continue
        if value != formal:
            differ(f"{part}, {formula},", formal, value)
        compared += 1
    return compared


def compare_trial(address, row, verdict, truths, radius, margin, certificate, entries):
    """Compares what is decided of one trial with its columns and its verdict; returns whether the premises are true, and how many formulas were compared."""
    name = verdict["claim"]
    in_case = name + OF_ANY_RADIUS if name + OF_ANY_RADIUS in truths and not truths[name][3]["within-the-unit-ball"] else name
    observed, limit, within, premises = truths[in_case]

    def differ(what, formal, column):
        raise Wrong(f"{address}: {what} is {formal} by the formal statement of {in_case}, but {column} in our column")

    if row.get("radius_squared_exact") and Fraction(row["radius_squared_exact"]) != radius:
        differ("radius_squared", radius, row["radius_squared_exact"])
    stated = certificate["margin_squared"] and certificate["margin_squared"].get("exact")
    if stated is not None and certificate["separator"] and Fraction(str(stated)) != margin:
        differ("the margin squared of the separator", margin, stated)
    planted = row.get("sample_margin_squared_exact")
    if planted and margin and Fraction(planted) > margin and float(row["sample_margin"]) > 0:
        differ("the largest margin squared", margin, planted)
    # The claim may take the margin of the planted separator, which may be 0 or less where the largest margin is positive.
    positive = "positive-margin" not in premises or verdict["margin"] != "sample" or not row.get("sample_margin") or float(row["sample_margin"]) > 0
    if "positive-normalized-margin" in premises:
        positive = positive and float(row.get("normalized_margin") or 0) > 0
    applies = all(premises.values()) and positive
    if all(premises.values()) and not within:
        raise Wrong(f"{address}: {observed} is beyond the limit {limit} of {in_case}, against the proof")
    if not all(premises.values()):
        return applies, 0
    if name == "progress-invariant":
        return applies, compare_progress(row, margin, observed, limit, differ)
    own = Fraction(planted) if name == "majority-margin" and planted else margin
    return applies, compare_formulas(name, part_of(entries, in_case), row, own, observed, limit, differ)


def compare_progress(row, margin, observed, limit, differ):
    """Where the planted direction has the largest margin, it is that of the certificate's separator up to its length: the ratios must be the same."""
    least, most = (row.get(f"{name}_exact") for name in ("planted_least", "progress_least"))
    if not (least and most) or not planted_is_largest(row, margin) or Fraction(least) <= 0 or observed <= 0:
        return 0
    if Fraction(most) / Fraction(least) != limit / observed:
        differ("progress_least/planted_least", limit / observed, Fraction(most) / Fraction(least))
    return 1


def skipped_because(name, row, certificate, needed):
    """Why a trial of an entry cannot be compared, or nothing."""
    if certificate is None:
        return "no certificate"
    if certificate["separator"] is None and certificate["gordan"] is None and {"positive-margin", "planted-direction", "not-separable"} & needed:
        return "the margin is not known exactly"
    if certificate.get("closed_set") is None and "known-closed-set" in needed:
        return "a sample that something separates has no closed set in its certificate"
    if name in ABOUT_THE_RETURNED and (row["hypothesis"] != "last" or row["test_ties"] == "half"):
        return "another vector than the last, or ties that are half an error"
    if "coupled" in needed and (row["order"] != "cyclic" or row["stop_reason"] != "clean-pass"):
        return "the certificate has no order but the cyclic one"
    if name == "leave-one-out-errors-bound" and row["test_ties"] == "half":
        return "ties that are half an error"
    if "known-shortest-vector" in needed and not (certificate["hull"] and row.get("shortest_vector_squared")):
        return "no multipliers, or too many sets of constraints"
    if row.get("updates") and int(row["updates"]) * int(row["dimension"]) > MOST_STEPS:
        return f"more than {MOST_STEPS} updates times features"
    if "majority-labels" in needed and row["generator"] == "points":
        return "the sample does not say which features vote"
    return None


# Specs of our own. In two of them premises are false: nothing separates the first sample; the second is in space, has no constant feature, and a run with a
# threshold. The third has a constant feature of 0, which the entry admits, and a threshold of 0; its planted direction has the largest margin. In the last
# one numbers, threshold and step are fractions, so that units are compared, too.
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
  { name = "hull-norm-bounds-margin", margin = "max", expect = "inapplicable" },
  { name = "stays-in-closed-set" },
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
  { name = "updates-are-mistakes", variants = ["margin"], expect = "inapplicable" },
  { name = "margin-mistakes-apart", variants = ["plain"], expect = "inapplicable" },
  { name = "never-stops", variants = ["plain"], expect = "inapplicable" },
]
""",
    "corners": """title = "A constant feature of 0, and a threshold of 0"
question = "Does the bound with an offset hold for the constant 0, and which premises does a threshold of 0 break?"
seed = 1
replicates = 1
generator.points.examples = [{ x = [1, 2], y = 1 }, { x = [2, -1], y = 1 }]
generator.points.separator = [3, 1]
variants.through-0 = { rule = { perceptron = {} }, order = "cyclic" }
variants.plain = { rule = { perceptron = {} }, order = "cyclic", offset = 0 }
variants.margin = { rule = { margin-perceptron = { threshold = 0 } }, order = "cyclic" }
claims = [
  { name = "offset-mistake-bound", margin = "max", variants = ["plain"] },
  { name = "margin-mistakes-apart", variants = ["margin"], expect = "inapplicable" },
  { name = "normalized-bound-is-no-worse", margin = "sample", variants = ["through-0"] },
  { name = "progress-invariant", variants = ["through-0"] },
]
""",
    "steps": """title = "Fractions, a threshold and a step"
question = "Are all quantities of a run in the units that the entries say?"
seed = 1
replicates = 1
generator.points.examples = [{ x = [2, -1], y = 1 }, { x = ["-1/2", 1], y = 1 }, { x = [-1, "1/3"], y = -1 }, { x = ["-3/2", "4/3"], y = -1 }]
generator.points.separator = [1, 1]
variants.plain = { rule = { perceptron = {} }, order = "cyclic", ties = "positive", test_ties = "positive" }
variants.margin = { rule = { margin-perceptron = { threshold = "3/2", step = "1/3" } }, order = "shuffled" }
claims = [
  { name = "online-mistake-bound", margin = "max", variants = ["plain"] },
  { name = "margin-mistake-bound", margin = "max", norm = "any", variants = ["margin"] },
  { name = "plane-mistake-bound", margin = "max", variants = ["plain"] },
  { name = "updates-are-mistakes", variants = ["plain"] },
  { name = "margin-mistakes-apart", variants = ["margin"] },
  { name = "output-norm-at-most" },
  { name = "output-norm-at-least", margin = "max" },
  { name = "output-margin-bound", margin = "max", variants = ["margin"] },
  { name = "norm-invariant" },
  { name = "norm-identity" },
  { name = "increment-bound" },
  { name = "hull-norm-bounds-margin", margin = "max" },
  { name = "score-gain" },
  { name = "turns-towards" },
  { name = "no-updates-left", margin = "max" },
  { name = "no-training-errors" },
  { name = "progress-invariant" },
  { name = "normalized-bound-is-no-worse", margin = "sample" },
  { name = "shortest-vector" },
  { name = "inflation", variants = ["margin"] },
  { name = "coupled-runs", variants = ["plain"] },
  { name = "leave-one-out-errors-bound", margin = "max", variants = ["plain"] },
]
""",
}


def check_own_trials(build, program, theorems, allowed=(0,)):
    """Runs the specs of our own, and compares their trials too; a program with a fault may end with the code of an unexpected or undecided verdict."""
    print(f"trials of {len(SPECS)} specs of our own:")
    specs = build / "specs"
    specs.mkdir(exist_ok=True)
    for name, text in SPECS.items():
        (specs / f"{name}.toml").write_text(text)
    results = Results(build / "results", program, specs)
    shutil.rmtree(results.folder, ignore_errors=True)
    results.call("run", *(specs / f"{name}.toml" for name in SPECS), allowed=allowed)
    verdicts = [v for name in SPECS for v in json.loads((results.folder / name / "verdicts.json").read_text())]
    check_trials(build, results, verdicts, 1, theorems)


def wanted_verdicts(verdicts, names):
    """The verdicts about the theorems that Decide.v decides; no controls, and no wrong statements of an entry."""
    return [v for v in verdicts if v["claim"] in names and v["control_of"] is None and v["scale"] == 1 and v["expected"] in ("holds", "inapplicable")]


def check_trials(build, results, verdicts, count, theorems):
    """Compares the exact trials of the theorems that Decide.v decides with our columns and the premises of our verdicts."""
    premises = formal_premises(build)
    entries = entries_of_theorems(theorems)
    wanted = wanted_verdicts(verdicts, premises)
    compared, settings, formulas, skipped, without, altered = {}, {}, {}, {}, {}, {}
    for name in sorted({v["experiment"] for v in wanted}):
        own = [v for v in wanted if v["experiment"] == name]
        rows = [row for row in results.trials(name) if row["rule"] in ("perceptron", "margin-perceptron") and not row["learner"]]
        chosen = [list(few([row for row in rows if same_cell(verdict, row)], count)) for verdict in own]
        answers = {}
        for row in {row["address"]: row for several in chosen for row in several}.values():
            claims = {v["claim"] for v, several in zip(own, chosen) if row["address"] in {r["address"] for r in several}}
            answers[row["address"]] = answer_of(build, results, row, claims, premises)
        for verdict, several in zip(own, chosen):
            claim, applied, unknown = verdict["claim"], 0, 0
            for row in several:
                address = row["address"]
                answer, certificate = answers[address]
                reason = skipped_because(claim, row, certificate, set(premises[claim])) or (answer if isinstance(answer, str) else None)
                if reason:
                    skipped.setdefault(claim, {}).setdefault(reason, []).append(address)
                    unknown += 1
                    continue
                applies, number = compare_trial(address, row, verdict, *answer, certificate, entries)
                compared[claim] = compared.get(claim, 0) + 1
                formulas[claim] = formulas.get(claim, 0) + number
                compare_verdict(address, applies, verdict)
                if not applies:
                    without.setdefault(claim, (address, verdict))
                elif row.get("radius_squared_exact"):
                    altered.setdefault(claim, (address, row, verdict, *answer, certificate, entries))
                applied += applies
            settings[claim] = settings.get(claim, 0) + bool(several)
            if len(several) == verdict["trials"] and not unknown and applied != verdict["applicable"]:
                raise Wrong(f"{name}, {verdict['id']}: {applied} trials are applicable by the formal statement, {verdict['applicable']} by our verdict")
    for name in sorted(compared):
        told = f"{compared[name]} compared in {settings[name]} settings, at most {count} of a learner in each; {formulas[name]} formulas of the entry"
        print(f"trials, {name}: {told}; 0 differences")
    for name, reasons in sorted(skipped.items()):
        print(f"trials not compared, {name}: {', '.join(f'{len(addresses)} ({reason})' for reason, addresses in sorted(reasons.items()))}")
    plant_in_trials(without, altered)


def answer_of(build, results, row, claims, premises):
    """What perceptron-decide says about a trial, or why it says nothing; and its certificate."""
    if int(row["examples"]) * int(row["dimension"]) > MOST_FEATURES:
        return f"more than {MOST_FEATURES} features in the sample", {"separator": [], "gordan": None, "closed_set": []}
    certificate = results.export(row["address"], build)
    if certificate is None:
        return "no certificate", None
    names = [claim for claim in claims if not skipped_because(claim, row, certificate, set(premises[claim]))]
    if not names:
        return "nothing to decide", certificate
    order = "cyclic" if row["order"] == "cyclic" and row["stop_reason"] == "clean-pass" else "given"
    return decided(build, order, row, names + [name + OF_ANY_RADIUS for name in names if name + OF_ANY_RADIUS in premises]), certificate


def plant_in_trials(without, altered):
    """A program that drops a premise calls the trials without it applicable; one with a wrong column has another number in it: both must be noticed."""
    for name, (address, verdict) in sorted(without.items()):
        wrong = {**verdict, "applicable": verdict["trials"], "inapplicable": 0}
        must_be_noticed(f"{name}: a premise dropped in our verdicts", compare_verdict, address, False, wrong)
    raised = set()
    for name, (address, row, *rest) in sorted(altered.items()):
        wrong = {**row, "radius_squared_exact": str(2 * Fraction(row["radius_squared_exact"]))}
        must_be_noticed_quietly(f"{name}: R² doubled in our column", compare_trial, address, wrong, *rest)
        for column in columns_of(name, row, rest[3], rest[-1]):
            key = f"{column}_exact" if f"{column}_exact" in row else column
            wrong = {**row, key: str(Fraction(row[key]) + 1)}
            must_be_noticed_quietly(f"{name}: {column} raised by 1", compare_trial, address, wrong, *rest)
            raised.add(name)
    print(f"planted, R² doubled in our column: noticed in {len(altered)} entries of {len(altered)}")
    print(f"planted, a column of the observed number raised by 1: noticed in {len(raised)} entries ({', '.join(sorted(raised))})")


def columns_of(name, row, margin, entries):
    """The columns that the formula of the observed number names, in a trial that has them."""
    formula = INSTEAD.get(name, {}).get("observed", entries[name]["observed"]) or ""
    compared = [word for word in re.findall(r"[a-z_]+", formula) if row.get(word)]
    return [word for word in compared if word != "normalized_margin_squared" or planted_is_largest(row, margin)]


def must_be_noticed_quietly(what, check, *arguments):
    try:
        check(*arguments)
    except Wrong:
        return
    raise Wrong(f"planted, {what}: not noticed")


def compare_verdict(address, applies, verdict):
    """A trial whose premises are true needs a verdict with applicable trials, and one with a false premise a verdict with others."""
    if applies and not verdict["applicable"]:
        raise Wrong(f"{address}: the premises of {verdict['claim']} are true by the formal statement; our verdict calls no trial applicable")
    if not applies and not verdict["inapplicable"]:
        raise Wrong(f"{address}: a premise of {verdict['claim']} is false by the formal statement; our verdict calls all trials applicable")
