//! Holds the ideas of the proofs of the claims that go beyond the notes (docs/theory.md, section 9).

/// The claims with the ideas of their proofs.
pub(super) const BEYOND_THE_NOTES: &[(&str, &str)] = &[
    (
        "plane-mistake-bound",
        "With R = 1 and s² = 1 − γ², only the coordinate p of w across u counts. After k mistakes a mistake moves abs(p) against its\n\
         sign by kγ²/abs(p) to s, so abs(p) ≤ s − kγ²/s afterwards. The next mistake needs (k + 1)γ²/s of it: (2k + 1)γ² ≤ s² = 1 − γ².\n\
         So M = k + 2 mistakes need 2(M − 1)γ² ≤ 1.",
    ),
    (
        "winnow-mistake-bound",
        "A promotion needs a score of at most θ, so it multiplies a weight of the disjunction that is at most θ; these are never removed.\n\
         Hence there are u ≤ k(log_α θ + 1) promotions, none if θ < 1/α. They add at most (α − 1)θ each to the sum N of the weights,\n\
         and v removals take more than θ each: v ≤ N/θ + (α − 1)u.",
    ),
    (
        "winnow-integer-bound",
        "Weights are integers, so a removal takes at least θ + 1, a promotion adds at most θ, and a weight of the disjunction ends at\n\
         most at 2^j. If all u = kj promotions are made, N + uθ − (θ + 1)v ≥ k·2^j. One promotion less makes the bound on u + v smaller:\n\
         u loses 1, and of the θ that v loses the disjunction gives back at most θ.",
    ),
    (
        "mistakes-on-orthogonal-signs",
        "w is a sum of multiples of earlier rows, and the next row is orthogonal to them: its score is 0, whatever the rule.",
    ),
    (
        "cycles-exactly-if-not-separable",
        "Integer vectors that stay bounded must return to an earlier one; on data without a separator they stay bounded (Efron, Block and Levin).\n\
         Conversely the updates between two returns cancel, Σ λ_i y_i x_i = 0, and no vector scores positive on all of them.",
    ),
    (
        "stays-in-closed-set",
        "The closed set contains 0, and every update from a vector in it leads to a vector in it: so it contains every vector of\n\
         every run. Its list is the proof; that it is finite for every sample is the theorem of Block and Levin.",
    ),
    (
        "long-run-error-rate",
        "If every example shown is drawn uniformly, the next vector depends on the present one only: a Markov chain on the finitely\n\
         many reachable vectors. Its time averages tend to the mean of the recurrent class that the run enters (ergodic theorem).",
    ),
    (
        "majority-vote-bound",
        "If the vote errs, at least half of the m + 1 vectors err, so by Markov P(the vote errs) ≤ 2·E[share of vectors that err].\n\
         That mean share is E[M]/(m + 1), because example r + 1 is fresh for h_r.",
    ),
    (
        "votes-on-atoms",
        "An atom is predicted wrongly until it is shown. If it first comes as example s, h_0, …, h_(s−1) err on it, and no later vector:\n\
         at least half of m + 1 if it is not among the first ⌈(m + 1)/2⌉ − 1 examples, and E[min(s, m + 1)]/(m + 1) is the random one's risk.",
    ),
    (
        "online-to-batch-deviation",
        "risk(h_(t−1)) − [mistake on example t] has mean 0 given the past, and lies in an interval of length 1.\n\
         By Hoeffding and Azuma the sum of N of them reaches Nε with probability at most exp(−2Nε²), which is δ at ε = √(ln(1/δ)/(2N)).",
    ),
    (
        "hebb-risk-distribution",
        "Write x = g·u + z, z across u: y·x has the part |g| along u and y·z across it, and y·z is N(0, I) in N − 1 dimensions, independent\n\
         of g. The sum of P of them has Σ|g| along u and N(0, P·I) across it, of length √(P χ²).",
    ),
    (
        "hebb-mean-risk",
        "As for hebb-risk-distribution: tan θ = √(P χ²)/Σ|g| with independent χ² and g, and the risk is θ/π. Take the mean.",
    ),
    (
        "learning-curve",
        "For N → ∞ with P = αN the angle stops to be random. For Hebb √(P χ²)/Σ|g| tends to √(π/(2α)). For the perceptron ⟨w, u⟩ and ‖w‖\n\
         follow differential equations in α (statistical physics). No theorem says how far a finite N is from the limit.",
    ),
    (
        "hinge-mistake-bound",
        "Each of the M updates has 1 ≤ y⟨u, x⟩/ρ + its hinge loss; the sum is M ≤ ⟨u, w⟩/ρ + L ≤ ‖w‖/ρ + L.\n\
         An update adds at most R² to ‖w‖², because its example scored at most 0: ‖w‖ ≤ R√M, whatever separates the sample.\n\
         So M ≤ (R/ρ)√M + L, a quadratic inequality for √M.",
    ),
    (
        "deficit-mistake-bound",
        "Each of the M updates has γ ≤ y⟨u, x⟩ + its deficit; the sum is Mγ ≤ ⟨u, w⟩ + Σ deficits.\n\
         ⟨u, w⟩ ≤ ‖w‖ ≤ R√M as for separable samples, and Σ deficits ≤ √M·D by Cauchy and Schwarz.\n\
         So Mγ ≤ √M(R + D).",
    ),
    (
        "squared-loss-bound",
        "Let ‖u‖ = 1/γ, so that y⟨u, x⟩ ≥ 1. A step of size τ = ℓ/‖x‖² changes ‖w − u‖² by −2τ·y⟨u − w, x⟩ + τ²‖x‖².\n\
         y⟨u − w, x⟩ ≥ 1 − (1 − ℓ) = ℓ, so ‖w − u‖² falls by at least ℓ²/‖x‖² ≥ ℓ²/R².\n\
         It begins at ‖u‖² and is never negative: Σℓ² ≤ R²‖u‖² = (R/γ)².",
    ),
    (
        "squared-loss-identity",
        "If y⟨u, x⟩ = 1, the step τ = ℓ/‖x‖² lowers ‖w − u‖² by exactly 2τℓ − τ²‖x‖² = ℓ²/‖x‖².\n\
         Added over the steps, from w = 0: Σℓ²/‖x‖² = ‖u‖² − ‖w − u‖².",
    ),
    (
        "passive-aggressive-mistake-bound",
        "A mistake has y⟨w, x⟩ ≤ 0, hence a loss ℓ ≥ 1, so that M ≤ Σℓ² ≤ (R/γ)².",
    ),
    (
        "capped-step-mistake-bound",
        "A step τ = min(C, ℓ/‖x‖²) lowers ‖w − u‖² by 2τ·y⟨u − w, x⟩ − τ²‖x‖² ≥ τ(2ℓ − τ‖x‖² − 2ℓ*), as y⟨u, x⟩ ≥ 1 − ℓ*.\n\
         τ‖x‖² ≤ ℓ and τ ≤ C give Σ τℓ ≤ ‖u‖² + 2C·Σℓ*.\n\
         A mistake has ℓ ≥ 1, so τℓ ≥ min(C, 1/R²): M·min(C, 1/R²) ≤ ‖u‖² + 2C·Σℓ*.",
    ),
    (
        "damped-step-loss-bound",
        "A step τ = ℓ/(‖x‖² + 1/(2C)) lowers ‖w − u‖² by at least τ(2ℓ − 2ℓ*) − τ²‖x‖², as for PA-I.\n\
         2τℓ* ≤ τ²/(2C) + 2Cℓ*², so it falls by at least 2τℓ − τ²(‖x‖² + 1/(2C)) − 2Cℓ*² = ℓ²/(‖x‖² + 1/(2C)) − 2Cℓ*².\n\
         Added over the steps: Σℓ²/(R² + 1/(2C)) ≤ ‖u‖² + 2C·Σℓ*².",
    ),
    (
        "margin-on-the-circle",
        "Every example forbids the normals on one side of one angle mod π; N such angles are uniform on a circle of length π.\n\
         The gap between neighbours that holds the true normal is size-biased: Beta(1, N − 1) becomes Beta(2, N − 1).",
    ),
    (
        "margin-of-the-arc",
        "A normal at angle φ from the nearer end of the arc has margin sin φ, which is largest in the middle, at φ = W/2.",
    ),
];
