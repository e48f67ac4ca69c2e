//! Documents the keys that every spec and every claim has, for the command `explain`.

use perceptron::documented::Documentation;

/// Documentation of the keys at the top of a spec, as `explain spec` prints it.
pub const SPEC: Documentation = Documentation {
    name: "spec",
    text: " An experiment: one TOML file with a question, a generator, learners, a grid, claims and figures.\n",
    keys: &[
        ("title", "The title, in one line."),
        ("question", "What the experiment asks."),
        (
            "analysis",
            "Prose for the report, with paragraphs and lists. {{ PLACEHOLDERS }} in it are computed from this run; `explain placeholder`.",
        ),
        (
            "answer",
            "The answer to the question, with {{ PLACEHOLDERS }}, shown below the report's own first sentence, for questions that this does not answer.",
        ),
        (
            "seed",
            "An integer; with the parameters it fixes every random number.",
        ),
        (
            "replicates",
            "Independent draws per cell: an integer, \"all\" for a complete enumeration with exact weights, or { min, max, until = \"decided\" }.",
        ),
        (
            "quick_replicates",
            "Replicates with `--quick`; 20 if left out.",
        ),
        (
            "test_examples",
            "Fresh examples on which a risk without a closed form is estimated in each trial, for example that of a kernel perceptron; 10000 if left out. Any number gives an unbiased estimate.",
        ),
        (
            "fewer_replicates",
            "{ leave_one_out_error = 100 }: columns that are slow and measured only on the first replicates of each cell; later trials lack them, and claims that read them are judged on these replicates.",
        ),
        (
            "alpha",
            "Error probability of all statistical verdicts on theorems together, and again on controls; 0.01 if left out.",
        ),
        (
            "generator",
            "[generator.NAME]: where the examples come from; `list generators`.",
        ),
        (
            "variants",
            "[variants.NAME]: the learners, one table each; `explain variants`. Without any, a replicate is a row without a learner.",
        ),
        (
            "sweep",
            "[[sweep]] blocks of quoted paths with lists: a block is a product, several blocks are a union.",
        ),
        (
            "zip",
            "zip = { path = […], path = […] } inside a sweep block: keys that move together, with lists of one length.",
        ),
        (
            "claims",
            "[[claims]]: the claims about the trials; `list claims`, and `explain claim` for the keys that all claims have.",
        ),
        (
            "theorems",
            "Theorems of your own: [theorems.NAME] tables, or the path of a file of them, relative to the spec. A claim states one by its name. docs/theorems.md has the form of an entry.",
        ),
        (
            "measure",
            "Columns to measure although no claim and no figure reads them: measure = [\"leave_one_out_error\"]; `list columns`.",
        ),
        (
            "figures",
            "[figures] show = [names]; `list figures`. Or [[figures]] tables, each with such a `show` or with its own axes; `explain figure`.",
        ),
    ],
};

/// Documentation of the keys of a `[[figures]]` table of a spec, as `explain figure` prints it.
pub const FIGURE: Documentation = Documentation {
    name: "figure",
    text: " An entry of [[figures]]: numbers of the trials against another, for questions that no claim asks.\n\n# Examples\n```toml\n[[figures]]\nx      = \"examples\"\ny      = [\"leave_one_out_error\", \"distinct_margin_mistakes/examples\", \"3/(population_margin^2*(examples+1))\"]\nlabels = [\"leave-one-out error\", \"share of the examples updated on\", \"bound\"]\nby     = \"variant\"\n```\n",
    keys: &[
        (
            "show",
            "Kinds of figures by name, instead of axes; `list figures`.",
        ),
        (
            "x",
            "A column of numbers, a key of the generator or of a sweep, in full or by its last part, or a formula (`explain conjecture`).",
        ),
        (
            "y",
            "A column or a formula, or a list of them; of truth values the fraction of true ones. Means are drawn with 99 % intervals, or single trials where x differs from trial to trial. A number with one value for all trials of a cell is drawn as a line, like a limit.",
        ),
        (
            "labels",
            "The names of the quantities of `y` in the legend, as many as there are; their descriptions if left out.",
        ),
        (
            "x_label",
            "The label of the horizontal axis; the description of `x` if left out.",
        ),
        (
            "y_label",
            "The label of the vertical axis; the description of the first quantity of `y` if left out.",
        ),
        (
            "x_scale",
            "\"log\" or \"linear\", the scale of the horizontal axis; if left out, it is logarithmic where the largest value is more than 20 times the smallest.",
        ),
        ("y_scale", "Likewise for the vertical axis."),
        (
            "most",
            "The largest value that is drawn, such as 1 for probabilities; the caption counts what lies above.",
        ),
        (
            "band",
            "true draws a band with the middle 90 % of the runs, in place of the interval on the mean.",
        ),
        (
            "panels",
            "A key of the generator or of a sweep: each of its values has a small panel of its own, all with the same axes.",
        ),
        (
            "by",
            "What distinguishes the series: \"variant\" (if left out), a column, such a key, or a list of them; [] makes one series of all.",
        ),
        (
            "title",
            "The title of the figure; made from its axes if left out.",
        ),
        (
            "where",
            "{ KEY = [values] }: the cells that are drawn, by the path of a parameter or its end; all if left out.",
        ),
        ("variants", "The variants that are drawn; all if left out."),
    ],
};

/// Documentation of the keys that all `[[claims]]` tables share, as `explain claim` prints it.
pub const CLAIM: Documentation = Documentation {
    name: "claim",
    text: " An entry of [[claims]]: a claim of the registry, on some cells and variants, with the verdict that is expected.\n",
    keys: &[
        (
            "id",
            "Its unique name in this spec; `name` if left out, or `says` of a conjecture.",
        ),
        (
            "name",
            "The claim of the registry; `list claims`. Left out, an entry with `observed` and `limit` is a conjecture (`explain conjecture`), and one with `control_of` is of the claim that it names.",
        ),
        (
            "control_of",
            "The id of a claim above: this one is wrong on purpose, and must be violated (an illustration: not-shown).",
        ),
        (
            "variants",
            "The variants it is about; if left out, those of the claim that it is a control of, otherwise all. A claim about pairs needs two, in order; smaller-risk-on-average takes three and more, compares each with each, and expects nothing unless `expect` is given.",
        ),
        (
            "where",
            "{ KEY = [values] }: the cells it is about, by values that some cell has; KEY is the path of a parameter or its end, as in a query. All if left out.",
        ),
        (
            "scale",
            "A factor on the limit, a number or a quoted fraction; 1 if left out.",
        ),
        (
            "slack",
            "A relative slack, stated before the run, for claims about expectations; for the form has-distribution, the largest distance that is allowed; 0 if left out.",
        ),
        (
            "slack_kind",
            "What the slack is: \"exact\", the resolution of holds, while beyond the limit itself the claim is violated; or \"approximate\", a tolerance on both sides. If left out, exact, and approximate for a claim that is only asymptotic.",
        ),
        (
            "slack_reason",
            "Why the slack is as large as it is, for the report; `check` warns of a slack above 0.05 without one.",
        ),
        (
            "margin",
            "Where γ comes from: \"sample\" (the planted separator on the sample), \"max\" (the largest margin, certified), \"population\" (the margin that the distribution guarantees) or a number. Left out: population for claims about expectations, else sample.",
        ),
        (
            "about_estimates",
            "true: the claim speaks of the Monte Carlo estimates of risks that it reads, not of the risks; its sentences then say so. Left out, an estimate may only enter a claim about an expectation, linearly.",
        ),
        (
            "premise",
            "\"waived\" evaluates the claim although its premise fails; only with expect = \"violated\".",
        ),
        (
            "expect",
            "The expected verdict: holds (if left out), violated, inconclusive, vacuous or inapplicable; for an illustration shown (if left out) or not-shown. For a control, violated or not-shown if left out, and never holds or shown.",
        ),
        (
            "answers",
            "Says that this claim answers the spec's question, and how if it holds: \"yes\", \"no\", or \"how\" if its numbers are the answer; { no = \"in {{ max(mistakes) }} of 20 rows\" } says what was found in the words of the question, where the verdict is the one of `expect`. Not for a control. The first claim that has it is the headline of the report, further ones follow; if none has, the first claim is.",
        ),
        (
            "goal",
            "true: the claim is a goal to work for, reached when its verdict is the one of `expect`. Until then it is \"not yet\", and never unexpected: the exit code of `run` stays 0.",
        ),
        (
            "stated_in",
            "Where the statement is made: { note = \"vaughan\", place = \"Theorem 2\" } for one of the five notes, or { exercise = \"sheet 3, 2\" }. Left out, it is a conjecture of this spec. Pages say of a refuted claim whose statement it is.",
        ),
        (
            "number",
            "The numbers of the statements that it is about, in addition to those of a theorem (docs/claims.md): [\"C-H13\"]. Not for a control.",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_claims_share_is_explained() {
        let explained: Vec<&str> = CLAIM.keys.iter().map(|(key, _)| *key).collect();
        assert_eq!(explained, super::super::stated::SHARED);
    }
}
