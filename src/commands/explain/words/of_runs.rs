//! Lists the terms about experiments, verdicts and runs.

use super::entry::{Word, entry};

pub(super) const WORDS: &[Word] = &[
    // The parts of an experiment.
    entry(
        "experiment",
        &["spec"],
        "One question in one TOML file: where examples come from, the learners, the grid, and the claims.",
        &["spec", "cell", "variant", "replicate"],
    ),
    entry(
        "cell",
        &["parameter set", "grid point"],
        "One point of the grid that [[sweep]] spans, with every parameter fixed. A claim has a verdict in each cell and for each variant.",
        &["sweep", "where", "variant"],
    ),
    entry(
        "variant",
        &["algorithm", "method"],
        "A learner with all its keys: [variants.NAME] with rule, order, stop, hypothesis. All variants of a cell see the same samples.",
        &["variants", "rule", "order"],
    ),
    entry(
        "replicate",
        &["repetition", "trial"],
        "An independent draw of a sample in a cell. A trial is one variant on one replicate: one row of trials.parquet.",
        &["replicates", "cell"],
    ),
    entry(
        "sample",
        &["dataset", "data set", "training set"],
        "The finite sequence of examples (x, y), y = −1 or +1, that one replicate draws.",
        &["generator"],
    ),
    entry(
        "placeholder",
        &["template", "number in prose"],
        "{{ … }} in a spec's analysis or answer: a number that the report computes from this run, such as {{ mean(mistakes, variant = \"plain\") }}, {{ tightness(\"online-mistake-bound\") | percent }}, or words that depend on one, {{ \"falls\" if falls(mean(risk), along = examples) }}. docs/placeholders.md lists them all.",
        &["analysis", "answer"],
    ),
    entry(
        "protocol",
        &[
            "external learner",
            "learner protocol",
            "my learner",
            "own learner",
        ],
        "How a learner of your own, a program in any language, is run: it reads lines of JSON on its standard input and answers each at once with one line on its standard output.\n\n  asked                        answer\n  {\"hello\":1}                  {\"hello\": 1}\n  {\"reset\":{\"features\":2}}     {\"reset\": true}: forget everything; the next examples have 2 features\n  {\"x\":[1,-0.5],\"y\":-1}       {\"prediction\": 1, \"updated\": true}: predict, then learn from the label\n  {\"weights\":true}             {\"weights\": [-1, 0.5]}\n\n`perceptron-lab grade --rule perceptron python3 my_perceptron.py` checks a learner; docs/learners.md has one in eleven lines.",
        &["variants"],
    ),
    entry(
        "own data",
        &["csv", "my data", "libsvm", "parquet", "dataset file"],
        "Your own data file: `perceptron-lab analyze DATA` evaluates the theorems on it; [generator.file] uses it in an experiment, and `perceptron-lab init NAME --data DATA` writes such a spec.",
        &["file"],
    ),
    entry(
        "premise",
        &["assumption", "precondition", "hypothesis of a theorem"],
        "A condition that a claim assumes, decided for every trial: if it fails, the trial does not count. `list premises` lists all, `check` says which are certain to fail.",
        &["inapplicable"],
    ),
    entry(
        "erratum",
        &["errata"],
        "A statement of the notes that is false as printed, or under a convention for sign(0) that the note does not state, or misprinted. Those that can be run are run and refuted as printed, together with the repaired statement: results/errata.md. `perceptron-lab explain E3` explains one by its number.",
        &["printed-embedding", "loop-index-bound"],
    ),
    // Verdicts.
    entry(
        "verdict",
        &["result"],
        "The result of a claim on the trials of a cell: holds, violated, inconclusive, vacuous or inapplicable; for an illustration shown or not-shown.",
        &[
            "holds",
            "violated",
            "inconclusive",
            "vacuous",
            "inapplicable",
            "control",
        ],
    ),
    entry(
        "holds",
        &["confirmed", "passed"],
        "Every trial is within its limit (a claim about every run), or the whole confidence interval is (a claim about an expectation). This is no proof.",
        &["tightness", "refuted below"],
    ),
    entry(
        "violated",
        &["refuted", "rejected"],
        "One trial is outside its limit even after outward rounding, or the whole interval is. The verdict names a witness that `replay` repeats.",
        &["witness", "control"],
    ),
    entry(
        "inconclusive",
        &["undecided"],
        "Too few replicates: the limit is still inside the interval. `run` says how many more are needed; replicates = { min, max, until = \"decided\" } adds them automatically.",
        &["replicates", "confidence sequence"],
    ),
    entry(
        "vacuous",
        &["trivial"],
        "The limit says nothing at this size, because no value that can be observed is beyond it, such as a bound above 1 on a probability. Only with the form surely, a limit equal to the largest possible value is not vacuous, because a trial can reach it. More replicates change nothing; a larger sample may.",
        &["inconclusive"],
    ),
    entry(
        "inapplicable",
        &["not applicable"],
        "No trial met the claim's premise, so the claim says nothing here. `check` names the premise and the key that would meet it.",
        &["premise"],
    ),
    entry(
        "shown",
        &["not shown", "illustration"],
        "A sentence without a quantifier, turned into a number that was stated before the run: shown if the mean is within it.",
        &["verdict"],
    ),
    entry(
        "control",
        &["negative control", "sanity check"],
        "A claim made wrong on purpose, such as a tenth of a bound, which must be violated: it shows that the check could have failed. In a spec: control_of = \"ID\" and scale = 0.1, or a mutant of the learner.",
        &["control_of", "scale", "anti-perceptron"],
    ),
    entry(
        "mutant",
        &[],
        "A learner or generator that is wrong on purpose, for controls: anti-perceptron, label-blind, update-always, quiet-period, strict ties.",
        &["control"],
    ),
    entry(
        "witness",
        &["counterexample"],
        "The trial that refutes a claim: its address EXPERIMENT:CELL:VARIANT:REPLICATE, and where possible the smallest sample that shows it, as a spec in results/…/witnesses/.",
        &["certificate"],
    ),
    entry(
        "certificate",
        &["gordan", "proof certificate"],
        "A file that others can check without trusting the program. Of a trial: its updates and their order. Of a sample: a separator with its margin, or weights λ ≥ 0, not all 0, with Σ λ_i y_i x_i = 0 (Gordan), so that no vector separates. `replay --certificate` checks one in exact fractions.",
        &["witness", "strictly-separable"],
    ),
    entry(
        "tightness",
        &["looseness", "sharp", "tight"],
        "Observed ÷ limit, the largest over the trials: 1 where the bound is attained, 0.01 where it is a hundred times too large.",
        &["refuted below", "mistake-bound-is-attained"],
    ),
    entry(
        "refuted below",
        &["sensitivity", "power"],
        "How sensitive the check was: the factor on the limit below which the same trials would have violated the claim (for a lower bound, above which). At 0.1 a limit a tenth as large would just have passed, and any smaller one would not.",
        &["tightness", "control"],
    ),
    // Runs.
    entry(
        "clean pass",
        &["convergence", "converged"],
        "A full scan of the sample that finds nothing to update on; then the run ends. stop = \"clean-pass\" waits for it without a limit, stop = { updates = N } or { passes = N } with one.",
        &["stops-at-clean-pass", "stop"],
    ),
    entry(
        "pass",
        &["epoch", "sweep over the sample"],
        "One sweep over the sample; as many random draws as examples count as one. Passes, examples shown, updates and mistakes are four different counts.",
        &["passes", "clean pass"],
    ),
    entry(
        "mistake",
        &["error", "online mistake"],
        "A wrong prediction on an example shown: y⟨w, x⟩ ≤ 0, where the tie convention decides about 0. Not an update, not a margin mistake, not an error on fresh examples (risk).",
        &["mistakes", "margin mistake", "update", "ties"],
    ),
    entry(
        "margin mistake",
        &["margin error"],
        "An example shown with y⟨w, x⟩ below the threshold of the margin perceptron, whether the prediction is right or wrong.",
        &["margin-perceptron", "margin_mistakes"],
    ),
    entry(
        "update",
        &["correction", "iteration", "step"],
        "A change of the weight vector: w ← w + y·x for the perceptron.",
        &["updates", "mistake"],
    ),
    entry(
        "ties",
        &["tie", "sign of zero", "sign(0)"],
        "Whether a score of exactly 0 is a mistake: ties = \"mistake\" (update), \"positive\" (sign(0) = +1). Several statements of the notes depend on it.",
        &["variants", "never-stops"],
    ),
    entry(
        "last",
        &["last vector", "hypothesis"],
        "Which weight vector a run returns: hypothesis = \"last\" (the default), \"averaged\" or \"voted\".",
        &["averaged", "voted", "variants"],
    ),
    entry(
        "averaged",
        &["averaged perceptron", "average"],
        "hypothesis = \"averaged\" in a variant: the run returns the mean of the weight vectors after each example shown. The updates stay the same; only the risk is that of the mean.",
        &["last", "voted", "variants"],
    ),
    entry(
        "voted",
        &["voted perceptron", "vote"],
        "hypothesis = \"voted\" in a variant: the majority of the weight vectors after each example shown predicts (Freund and Schapire 1999).",
        &["averaged", "variants"],
    ),
    entry(
        "offset",
        &["bias", "intercept", "affine"],
        "offset = 1 in a variant appends a constant feature, so that half-spaces need not pass through the origin.",
        &["offset-mistake-bound", "offset-perceptron"],
    ),
    entry(
        "online",
        &["online learning", "stream"],
        "Each example is shown once, in order, and predicted before its label is known: order = \"stream\".",
        &["online-mistake-bound", "online-to-batch"],
    ),
    entry(
        "adversary",
        &["opponent", "worst case"],
        "A generator that chooses each example against the learner, so that the learner errs as often as a theorem allows.",
        &[
            "plane-adversary",
            "few-dimensions-adversary",
            "dimension-free-adversary",
            "margin-adversary",
            "forced-mistakes",
        ],
    ),
    entry(
        "xor",
        &["not separable", "non separable", "inseparable"],
        "No vector is right on all four examples of XOR, so the perceptron never stops; a certificate proves it. `perceptron-lab run mit/xor`.",
        &[
            "never-stops",
            "cycles-exactly-if-not-separable",
            "certificate",
        ],
    ),
];
