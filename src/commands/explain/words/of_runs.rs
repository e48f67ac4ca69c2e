//! Lists the terms about experiments, verdicts and runs.

use super::entry::{Word, entry};

pub(super) const WORDS: &[Word] = &[
    // The parts of an experiment.
    entry(
        "experiment",
        &["spec"],
        "One question, one TOML file: where examples come from, who learns, the grid, and what is claimed.",
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
        "A learner with all its settings: [variants.NAME] with rule, order, stop, hypothesis. All variants of a cell see the same samples.",
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
        "own data",
        &["csv", "my data", "libsvm", "parquet", "dataset file"],
        "A data file of yours: `perceptron-lab analyze DATA` says what the theorems say of it; [generator.file] makes an experiment of it, and `perceptron-lab init NAME --data DATA` writes that.",
        &["file"],
    ),
    entry(
        "premise",
        &["assumption", "precondition", "hypothesis of a theorem"],
        "What a claim assumes, decided for every trial: where it fails the trial does not count. `list premises` has all, `check` says which are bound to fail.",
        &["inapplicable"],
    ),
    entry(
        "erratum",
        &["errata"],
        "A statement of the notes that is false as printed, or under a convention for sign(0) that the note does not state, or misprinted. Those that can be run are run as printed and refuted, beside the repaired one: results/errata.md. A number is explained, too: `perceptron-lab explain E3`.",
        &["printed-embedding", "loop-index-bound"],
    ),
    // Verdicts.
    entry(
        "verdict",
        &["result"],
        "What the trials of a cell say of a claim: holds, violated, inconclusive, vacuous or inapplicable; of an illustration shown or not-shown.",
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
        "Every trial kept the limit (a claim about every run), or the whole confidence interval lies on its right side (a claim about an expectation). Nothing is proved by it.",
        &["tightness", "refuted below"],
    ),
    entry(
        "violated",
        &["refuted", "rejected"],
        "One trial above the limit after outward rounding, or an interval wholly on the wrong side. It names a witness that `replay` repeats.",
        &["witness", "control"],
    ),
    entry(
        "inconclusive",
        &["undecided"],
        "Too few replicates: the interval still has the limit inside it. `run` says how many more are needed; replicates = { min, max, until = \"decided\" } goes on by itself.",
        &["replicates", "confidence sequence"],
    ),
    entry(
        "vacuous",
        &["trivial"],
        "The limit says nothing at this size: what is observed cannot exceed it whatever happens, such as a bound above 1 on a probability. More replicates change nothing; a larger sample may.",
        &["inconclusive"],
    ),
    entry(
        "inapplicable",
        &["not applicable"],
        "No trial met the claim's premise, so it says nothing here. `check` names the premise and what would mend it.",
        &["premise"],
    ),
    entry(
        "shown",
        &["not shown", "illustration"],
        "A sentence without a quantifier, turned into a number that was stated before the run: shown where the mean keeps to it.",
        &["verdict"],
    ),
    entry(
        "control",
        &["negative control", "sanity check"],
        "A claim built to be wrong, such as a tenth of a bound, which must come out violated: it shows that the check could have failed. In a spec: control_of = \"ID\" and scale = 0.1, or a mutant of the learner.",
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
        "What others can check without trusting a run: a separator with its margin, or weights λ ≥ 0, not all 0, with Σ λ_i y_i x_i = 0 (Gordan), which no vector separates. `replay --certificate` checks one in exact fractions.",
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
        "The largest factor on the limit at which the same trials would have violated the claim: how sensitive the check was.",
        &["tightness", "control"],
    ),
    // Runs.
    entry(
        "clean pass",
        &["convergence", "converged"],
        "A full scan of the sample that finds nothing to update on; then the run ends. stop = \"clean-pass\" waits for it, stop = { updates = N } or { passes = N } not for ever.",
        &["stops-at-clean-pass", "stop"],
    ),
    entry(
        "pass",
        &["epoch", "sweep over the sample"],
        "One sweep over the sample; as many random draws as examples count as one. Passes, draws, updates and mistakes are four different counts.",
        &["passes", "clean pass"],
    ),
    entry(
        "mistake",
        &["error", "online mistake"],
        "A wrong prediction on an example that is shown: y⟨w, x⟩ ≤ 0, ties by the stated convention. Not an update, not a margin mistake, not an error on fresh examples (risk).",
        &["mistakes", "margin mistake", "update", "ties"],
    ),
    entry(
        "margin mistake",
        &["margin error"],
        "y⟨w, x⟩ below the threshold of the margin perceptron, right or wrong.",
        &["margin-perceptron", "margin_mistakes"],
    ),
    entry(
        "update",
        &["correction", "iteration", "step"],
        "A change of the vector: w ← w + y·x for the perceptron.",
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
        "Which vector a run returns: hypothesis = \"last\" (the default), \"averaged\" or \"voted\".",
        &["averaged", "voted", "variants"],
    ),
    entry(
        "averaged",
        &["averaged perceptron", "average"],
        "hypothesis = \"averaged\" in a variant: the run returns the mean of the vectors after each draw. Updates stay those of the last vector; only what is tested on fresh examples changes.",
        &["last", "voted", "variants"],
    ),
    entry(
        "voted",
        &["voted perceptron", "vote"],
        "hypothesis = \"voted\" in a variant: the majority of the vectors after each draw predicts (Freund and Schapire 1999).",
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
        "Each example once, in order, predicted before its label is seen: order = \"stream\".",
        &["online-mistake-bound", "online-to-batch"],
    ),
    entry(
        "adversary",
        &["opponent", "worst case"],
        "A generator that answers the learner, example by example, so that it errs as often as the theorem allows.",
        &[
            "plane-adversary",
            "dimension-free-adversary",
            "margin-adversary",
            "forced-mistakes",
        ],
    ),
    entry(
        "xor",
        &["not separable", "non separable", "inseparable"],
        "No vector is right on all four examples of XOR, so the perceptron goes in circles; a certificate says so. `perceptron-lab run mit/xor`.",
        &[
            "never-stops",
            "cycles-exactly-if-not-separable",
            "certificate",
        ],
    ),
];
