//! Lists the terms of geometry and statistics, and the common names of theorems.

use super::entry::{Word, entry};

pub(super) const WORDS: &[Word] = &[
    // Geometry.
    entry(
        "margin",
        &["gamma", "γ", "separation"],
        "min y⟨u, x⟩ over the examples for a unit vector u: how far the nearest example is from the hyperplane. In formulas, sample_margin is that of the planted separator on the sample, max_margin the largest that any vector has (certified), and population_margin the one that the distribution guarantees. The key `margin` of a claim selects one.",
        &["sample_margin", "max_margin_squared", "population_margin"],
    ),
    entry(
        "separator",
        &[
            "separable",
            "linearly separable",
            "separability",
            "hyperplane",
        ],
        "A unit vector that classifies every example of the sample with positive margin.",
        &["strictly-separable", "stops-exactly-if-separable", "margin"],
    ),
    entry(
        "learning rate",
        &["step size", "eta"],
        "The factor η before y·x in an update, the key `step` of a rule. From the zero vector it changes no prediction of the perceptron, only the length of w.",
        &["margin-perceptron"],
    ),
    entry(
        "radius",
        &["r", "norm", "diameter"],
        "R or D: the largest norm of an example, in the sample or under the distribution.",
        &["radius_squared", "online-mistake-bound"],
    ),
    // Theorems by their common names.
    entry(
        "novikoff",
        &[
            "block",
            "block novikoff",
            "perceptron convergence theorem",
            "convergence theorem",
            "mistake bound",
        ],
        "The perceptron makes at most (R/γ)² mistakes on any sequence of radius R that some unit vector separates with margin γ (Block 1962, Novikoff 1962): Vaughan's Theorem 1, Bartlett's 2.1, Urner's 3.",
        &[
            "online-mistake-bound",
            "mistake-bound-is-attained",
            "progress-invariant",
            "norm-invariant",
        ],
    ),
    entry(
        "squeeze",
        &["progress and norm", "proof of novikoff"],
        "kγ ≤ ⟨w, u⟩ ≤ ‖w‖ ≤ √k·R after k mistakes: the two inequalities from which every mistake bound here follows.",
        &[
            "progress-invariant",
            "norm-invariant",
            "online-mistake-bound",
        ],
    ),
    entry(
        "leave one out",
        &["loo", "jackknife", "luntz brailovsky"],
        "Train without one example, test on it, for each in turn. Its expectation on N examples is the risk after N − 1, and for the perceptron at most the mistake bound ÷ N.",
        &[
            "leave-one-out-identity",
            "leave-one-out-risk-bound",
            "leave-one-out-error-bound",
            "leave_one_out_error",
        ],
    ),
    entry(
        "generalization",
        &["generalisation", "risk", "test error", "accuracy"],
        "The risk is the probability of an error on a fresh example, exact if a closed form or a finite distribution gives it, otherwise by Monte Carlo.",
        &[
            "leave-one-out-risk-bound",
            "uniform-deviation-bound",
            "online-to-batch",
            "empirical risk",
        ],
    ),
    entry(
        "svm",
        &["support vector machine", "hard margin", "soft margin"],
        "A support vector machine. With a hard margin it is the separator with the largest margin, which is the learner largest-margin. One with a soft margin allows errors at a price, which is the learner linear-svm.",
        &[
            "largest-margin",
            "linear-svm",
            "logistic-regression",
            "max_margin_squared",
        ],
    ),
    entry(
        "empirical risk",
        &["training error"],
        "The fraction of errors on the sample itself.",
        &[
            "empirical_risk",
            "no-training-errors",
            "uniform-deviation-bound",
        ],
    ),
    entry(
        "vc",
        &[
            "vc dimension",
            "vapnik chervonenkis",
            "shattering",
            "shattered",
        ],
        "The VC dimension of half-spaces through the origin of ℝᵈ is d, and d + 1 with an offset: d independent points can have every labelling, more points never can.",
        &[
            "shatters",
            "is-not-shattered",
            "cover-count",
            "sample-complexity",
        ],
    ),
    entry(
        "ulln",
        &[
            "uniform law of large numbers",
            "uniform convergence",
            "glivenko cantelli",
        ],
        "With high probability no half-space's empirical risk is far from its risk: √((P + 1) ln(N + 1)/N) + δ. It holds for all rules at once, and is therefore looser than the direct bound of the perceptron.",
        &["uniform-deviation-bound", "leave-one-out-risk-bound"],
    ),
    entry(
        "cover",
        &["cover's theorem", "function counting"],
        "Of N points in general position in ℝᵈ exactly C(N, d) = 2·Σ_{k<d} binom(N − 1, k) labelings are separable (Cover 1965).",
        &["cover-count", "separable-frequency"],
    ),
    entry(
        "minimax",
        &["lower bound", "no free lunch"],
        "For every rule there is a distribution on which it needs about d/ε examples: Bartlett's Theorem 3.1, averaged over labelings of a few atoms.",
        &["minimax-lower-bound", "minimax-average-risk"],
    ),
    entry(
        "agnostic",
        &["realizable", "noise", "pac"],
        "Realizable: some half-space makes no error. Agnostic: every half-space may err, and the comparison is with the best one.",
        &["sample-complexity", "agnostic-excess-risk"],
    ),
    entry(
        "kernel",
        &["kernel perceptron", "dual", "dual form"],
        "The perceptron with one coefficient per example instead of weights: it reads inner products only, so a kernel can replace them.",
        &["dual", "coefficients-count-updates", "same-update-sequence"],
    ),
    entry(
        "hinge",
        &["hinge loss", "sgd", "stochastic gradient descent"],
        "max(0, 1 − y⟨w, x⟩). The margin perceptron is stochastic gradient descent on it.",
        &["hinge-sgd", "margin-perceptron", "loss-of-errors"],
    ),
    // Statistics.
    entry(
        "alpha",
        &["significance", "error probability", "bonferroni", "ledger"],
        "alpha = 0.01: the probability that any statistical verdict on the spec's theorems is wrong, divided among them; controls have the same again.",
        &["confidence sequence"],
    ),
    entry(
        "confidence sequence",
        &["confidence interval", "anytime valid", "optional stopping"],
        "Intervals for a mean, one after each number of replicates. All of them together are right with the stated probability, so that a run may stop as soon as one of them decides.",
        &["betting", "alpha"],
    ),
    entry(
        "betting",
        &["e value", "martingale", "e process", "test by betting"],
        "Bets are placed against every possible value of a mean; against the true value the wealth exceeds 1/α with probability at most α (Ville), so values at which it does are ruled out (Waudby-Smith and Ramdas 2024).",
        &[
            "confidence sequence",
            "smaller-risk-on-average",
            "sign test",
        ],
    ),
    entry(
        "sign test",
        &["usually", "paired comparison", "pairs"],
        "Two variants are compared on the same samples, pair by pair, by the sign of their difference alone. It decides after few pairs if a difference nearly always has one sign, however small it is.",
        &["usually-smaller", "fewer-updates-usually"],
    ),
    entry(
        "dkw",
        &["dvoretzky kiefer wolfowitz", "ecdf", "distribution band"],
        "The empirical distribution function of n independent values is nowhere farther than √(ln(2/α)/(2n)) from the true one, with probability 1 − α (Dvoretzky, Kiefer, Wolfowitz; Massart).",
        &["distribution"],
    ),
    entry(
        "clopper pearson",
        &["binomial interval", "probability interval"],
        "An exact interval for a probability from a count: at a fixed number of replicates.",
        &["confidence sequence"],
    ),
    entry(
        "slack",
        &["tolerance"],
        "slack = 0.05: a relative widening of a limit on an expectation, stated before the run and printed with the verdict.",
        &["claim"],
    ),
    entry(
        "scale",
        &["factor"],
        "scale = 0.1 multiplies the limit: how controls are made of true bounds.",
        &["control", "claim"],
    ),
    entry(
        "report",
        &["page", "html"],
        "results/NAME/report.html, and report.md next to it: `run` writes both, `perceptron-lab report results/NAME` writes them again.",
        &["verdict"],
    ),
    entry(
        "PA",
        &["PA-I", "PA-II", "pa-1", "pa-2"],
        "Passive-aggressive learners, which take a step wherever y⟨w, x⟩ < 1: PA the smallest one that reaches 1, PA-I at most C, and PA-II a damped one. Their step depends on the score, so an update is not a mistake.",
        &[
            "passive-aggressive",
            "squared-loss-bound",
            "capped-step-mistake-bound",
            "damped-step-loss-bound",
        ],
    ),
    entry(
        "multiplicative",
        &["multiplicative update", "multiplicative rule"],
        "A learner whose updates multiply weights, such as winnow, in place of adding examples, as the perceptron does. Where few of many features 0 and 1 matter, it makes far fewer mistakes.",
        &[
            "winnow",
            "winnow-mistake-bound",
            "mistakes-on-orthogonal-signs",
        ],
    ),
];
