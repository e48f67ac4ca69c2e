//! Says in at most three lines why each claim of the registry is true, for `explain`; docs/theory.md has the proofs.

mod beyond;

use beyond::BEYOND_THE_NOTES;

/// Returns the idea of the proof of a claim, in lines; `None` if no claim has this name.
pub fn proof(name: &str) -> Option<&'static str> {
    let mut known = PROOFS.iter().chain(BEYOND_THE_NOTES);
    known
        .find(|(claim, _)| *claim == name)
        .map(|(_, idea)| *idea)
}

/// The idea of the proof of every mistake bound, in the words that `explain` prints: two inequalities for ⟨w, u⟩ and ‖w‖².
const SQUEEZE: &str = "Every mistake moves w by at least γ along the separator u: after k of them ⟨w, u⟩ ≥ kγ.\n\
    A mistake adds at most D² to ‖w‖², because its example scored at most 0: ‖w‖² ≤ kD².\n\
    By Cauchy and Schwarz kγ ≤ ⟨w, u⟩ ≤ ‖w‖ ≤ √k·D, so k ≤ (D/γ)².";

const PAIRED: &str = "No theorem: the data decide. Both variants see the same samples, and the wealth from bets against the claim, one per\n\
    pair, grows without bound if the claim is wrong.";

const DEFINITION: &str = "Both sides are equal by definition; the claim checks the program.";

const GOLDEN: &str = "Known from a computation by hand or by another program for this construction (docs/theory.md, section 4).";

const CONSERVATIVE: &str = "By definition of the rule: it updates on an example exactly if its score makes it a mistake, ties by the stated convention.";

const PROOFS: &[(&str, &str)] = &[
    ("online-mistake-bound", SQUEEZE),
    (
        "normalized-mistake-bound",
        "The rule adds x/‖x‖, so it is the perceptron on x/‖x‖; these have radius 1 and the margin γₙ.\n\
         The perceptron's bound (D/γ)² with D = 1 is 1/γₙ².",
    ),
    (
        "normalized-bound-is-no-worse",
        "Divide each margin by its own norm: y⟨u, x⟩/‖x‖ ≥ γ/‖x‖ ≥ γ/D, so γₙ ≥ γ/D and 1/γₙ² ≤ (D/γ)².",
    ),
    (
        "majority-mistake-bound",
        "An odd number of signs never adds up to 0, so u = 1_S/√r has margin at least 1/√r; ‖x‖² = n.\n\
         The perceptron's bound (D/γ)² is then n·r.",
    ),
    (
        "majority-margin",
        "The sum of r signs, r odd, is at least 1 in size; divided by ‖1_S‖ = √r that is 1/√r.",
    ),
    (
        "margin-mistake-bound",
        "As for mistakes, but an update may happen at a score up to τ: it adds at most R² + 2τ/η to ‖w‖²/η², which is 3 on\n\
         unit vectors with τ = η = 1. With progress γ per update, mγ ≤ √(3m), so m ≤ 3/γ².",
    ),
    (
        "no-updates-left",
        "The run ends at a pass without updates; an example that calls for one would have caused one.",
    ),
    (
        "distinct-mistakes-bound",
        "A run updates on no more different examples than it makes updates, and the mistake bound limits the updates.",
    ),
    (
        "leave-one-out-errors-bound",
        "An example that the full run never updates on can be left out without changing any vector (coupling).\n\
         The full run classifies it rightly at the end, so the run without it does too: only updated examples can be errors.",
    ),
    (
        "leave-one-out-risk-bound",
        "The fresh example is exchangeable with the N others: a run on all N + 1 updates on it with probability E|D|/(N + 1).\n\
         If it does not, the run on the other N ends with the same vector, which is right on it.\n\
         And |D|, the number of different examples updated on, is at most that of the updates, which the mistake bound limits.",
    ),
    (
        "leave-one-out-error-bound",
        "Only examples that the full run updates on can be errors when left out, and there are at most as many as the mistake\n\
         bound allows; divide by the m examples.",
    ),
    (
        "bayes-risk-lower-bound",
        "The Bayes classifier answers the likelier label at every point; any other answer errs at least as often there.",
    ),
    (
        "fewer-updates-exist",
        "One sample is enough: (1, L), (1, −1) for a normalized run that is faster, {(6, −3), (1, 10), (1, −12)} for one that is slower.",
    ),
    (
        "same-updates",
        "The two rules are the same rule on other features, or in another arithmetic: no decision differs, so no count differs.",
    ),
    (
        "mistake-bound-is-attained",
        "On orthogonal examples of one norm every example scores 0 when it is first shown, a mistake, and is right ever after:\n\
         n updates, while the best separator has (R/γ)² = n.",
    ),
    ("stated-count", GOLDEN),
    (
        "minimax-average-risk",
        "Given the sample, the label of an unseen atom is a fair coin: every rule errs there with probability ½.\n\
         So the average is half the expected mass of unseen atoms, Σ p_i(1 − p_i)ⁿ/2.",
    ),
    (
        "minimax-lower-bound",
        "Put k − 1 masses of 1/n and the rest on basis vectors and draw the labels at random: every labelling is realizable.\n\
         Unseen atoms cost ½ each on average over labelings, and some labelling is at least as bad as the average.",
    ),
    (
        "random-draws-bound",
        "While an example calls for an update, each random draw finds one with probability at least 1/N, so m updates take at most\n\
         mN draws on average; Markov's inequality turns the mean into a bound with probability 1 − δ.",
    ),
    (
        "stops-at-clean-pass",
        "Only a pass without an update stops the run, and at most (D/γ)² passes have one, which is finite on finitely many examples\n\
         with a strict separator.",
    ),
    (
        "offset-mistake-bound",
        "The constant feature c makes the affine separator a linear one: (u, b/c), of length √(1 + b²/c²).\n\
         Its margin is γ/√(1 + b²/c²), the norms are at most √(R² + c²), so the perceptron's bound applies.",
    ),
    (
        "labels-are-attained",
        "The equations ⟨θ, x_i⟩ = y_i have a solution whenever the x_i are linearly independent.",
    ),
    (
        "bayes-risk-is-attained",
        "For two Gaussians of one covariance the log-likelihood ratio is linear, so its sign is a half-space.",
    ),
    (
        "risk-at-most-distinct-mistakes",
        "The fresh example is exchangeable with the N others: in a run on N + 1 it is updated on with probability E|D|/(N + 1),\n\
         and if it is not, the run without it is right on it with its margin.",
    ),
    (
        "no-training-errors",
        "A clean pass tests the returned vector on every example, and finds y⟨w, x⟩ > 0 each time.",
    ),
    ("errors-are-nonpositive-margins", DEFINITION),
    (
        "loss-of-errors",
        "The loss is max(0, 1 − y⟨w, x⟩), and an error has y⟨w, x⟩ ≤ 0, so its loss is at least 1.",
    ),
    (
        "never-stops",
        "A clean pass would mean y⟨w, x⟩ > 0 for all examples: a separator.",
    ),
    (
        "stops-exactly-if-separable",
        "If a vector separates strictly, the mistake bound is finite, so a clean pass comes; the vector at a clean pass is a separator.",
    ),
    (
        "strictly-separable",
        "The maximum margin is computed and certified; if it is positive, the certificate contains a separator.",
    ),
    (
        "first-example-is-updated",
        "At w = 0 every score is 0, so the first example is a mistake if ties are.",
    ),
    (
        "exchangeable-mistakes",
        "Independent examples of one distribution, shown in random order: exchanging two positions changes no probability.",
    ),
    (
        "leave-one-out-identity",
        "The example that is left out is a fresh one for the run on the N − 1 others: the expectation of its error is the risk.",
    ),
    (
        "online-to-batch",
        "Each example is fresh for the vector before it, so the expectation of its mistake is that vector's risk; sum over the stream.",
    ),
    (
        "coupled-runs",
        "Showing an example that is never updated on changes no vector; without it the sequence of updates is the same.",
    ),
    ("updates-are-mistakes", CONSERVATIVE),
    (
        "output-norm-at-most",
        "An update adds ‖x‖² + 2y⟨w, x⟩ to ‖w‖², and y⟨w, x⟩ ≤ τ when it happens: at most R² + 2τ/η each, m times.",
    ),
    (
        "output-norm-at-least",
        "Every update adds at least γ to ⟨w, u⟩ for the separator u, and ‖w‖ ≥ ⟨w, u⟩.",
    ),
    (
        "output-margin-bound",
        "When it stops every y⟨w, x⟩ is at least τ, and both inequalities together keep ‖w‖ ≤ (ηR² + 2τ)/γ; divide.",
    ),
    (
        "loop-index-bound",
        "Not true as printed: the loop index also counts the last scan, so it is one more than the updates, which are at most (RB)².",
    ),
    (
        "minimax-bound-rate",
        "(1 − 1/n)ⁿ increases to 1/e, so ((d − 1)/(2n))(1 − 1/n)ⁿ stays below (d − 1)/(2en) and approaches it.",
    ),
    (
        "printed-embedding",
        "Not true as printed: ⟨(1, w), (1, x)⟩ = 1 + ⟨w, x⟩; the vector must be (b, w).",
    ),
    ("stated-value", GOLDEN),
    ("stated-expectation", GOLDEN),
    (
        "sharper-majority-bound",
        "After j updates every weight has the parity of j, so for odd n every other mistaken score is at most −1, not 0.\n\
         Every other update then adds at most n − 2 to ‖w‖², and the two inequalities of the mistake bound give r(n − 1).",
    ),
    (
        "same-update-sequence",
        "Both runs see the same examples, and by induction all scores agree up to a positive factor: no decision differs.",
    ),
    (
        "coefficients-count-updates",
        "Every update adds y_i to one coefficient α_i, always with the same sign, so |α_i| counts the updates on example i.",
    ),
    (
        "coefficients-support-bound",
        "A coefficient differs from 0 only after an update on its example, and there are n examples.",
    ),
    (
        "version-space-risk",
        "The consistent directions are an arc between two neighbours among N uniform points of a circle; the risk is an angle of that arc\n\
         divided by π, and the gaps of uniform points have a known distribution.",
    ),
    (
        "agnostic-excess-risk",
        "On each atom the majority of its labels is predicted; the excess is |1 − 2η|·p times the probability that the majority is wrong,\n\
         a binomial sum.",
    ),
    (
        "uniform-deviation-bound",
        "The note quotes it. The usual proof: a second sample in place of the distribution, random signs, and at most (N + 1)^(P+1) different\n\
         answers of half-spaces on N points, each concentrated by Hoeffding's inequality.",
    ),
    (
        "every-labelling-is-realizable",
        "Independent points can be given any scores, so also scores with any signs.",
    ),
    (
        "separable-frequency",
        "Each of the 2^N labelings has the same probability, and Cover counts those that a half-space realizes.",
    ),
    (
        "is-not-shattered",
        "d + 1 vectors of ℝᵈ are dependent: Σ λ_i x_i = 0. No vector scores λ_i's sign on each x_i, because the sum of |λ_i||⟨w, x_i⟩| is not 0.",
    ),
    (
        "shatters",
        "Independent points can be given any scores: solve ⟨w, x_i⟩ = y_i for each labelling y.",
    ),
    (
        "cover-count",
        "A new point splits exactly those labelings that a half-space through it realizes; these are labelings in one dimension less:\n\
         C(N + 1, d) = C(N, d) + C(N, d − 1).",
    ),
    (
        "progress-invariant",
        "Each update adds y⟨u, x⟩ to ⟨w, u⟩, which is at least the smallest such value.",
    ),
    (
        "norm-invariant",
        "An update adds ‖x‖² + 2y⟨w, x⟩ to ‖w‖², and the second term is at most 0 on a mistake; add up t of them from w = 0.\n\
         With a threshold it is at most 2τ per step of η, which is where 2τ/η comes from.",
    ),
    (
        "norm-identity",
        "Expand ‖w + yx‖² = ‖w‖² + ‖x‖² + 2y⟨w, x⟩ and add up over the updates.",
    ),
    (
        "increment-bound",
        "The increment is η²‖x‖² + 2ηy⟨w, x⟩, with ‖x‖ ≤ R and y⟨w, x⟩ ≤ τ at an update, τ = 0 for the perceptron.",
    ),
    (
        "hull-norm-bounds-margin",
        "w_t/t is a mean of signed examples, and every unit vector with margin γ scores at least γ on a mean of them: ‖w_t‖/t ≥ γ.",
    ),
    (
        "score-gain",
        "y⟨w + yx, x⟩ = y⟨w, x⟩ + ‖x‖², because y² = 1.",
    ),
    (
        "correcting-updates",
        "Each update on x raises y⟨w, x⟩ by exactly ‖x‖²: divide the missing amount by ‖x‖² and round up.",
    ),
    (
        "turns-towards",
        "Split w into its part along v = yx and p orthogonal to it: adding v raises the first part and leaves p, so the angle shrinks.",
    ),
    ("margin-mistakes-apart", DEFINITION),
    (
        "vector-is-combination",
        "w begins at 0 and every update adds a multiple of an example; collect the multiples by example.",
    ),
    (
        "inflation",
        "Scores grow with the vector: all reach 1 exactly when the smallest positive one does, at the factor 1/min y⟨w, x⟩.",
    ),
    (
        "half-space-regions",
        "⟨w, ·⟩ is linear, so it is positive on the segment between two points on which it is positive.",
    ),
    (
        "distance-to-boundary",
        "The nearest point of {⟨θ, x⟩ + θ₀ = 0} lies along θ, at the distance |⟨θ, x⟩ + θ₀|/‖θ‖.",
    ),
    (
        "shortest-vector",
        "If y⟨w, x⟩ ≥ 1 for all, w/‖w‖ has margin at least 1/‖w‖; if u has margin γ*, then u/γ* meets all constraints.",
    ),
    (
        "keeps-separability",
        "A separator through the origin is one with offset 0: the constant feature gets the weight 0.",
    ),
    (
        "unseen-mass-risk",
        "Such a rule errs exactly on the atoms it has not seen, and an atom of mass p is not seen with probability (1 − p)^N.",
    ),
    ("smaller-risk-on-average", PAIRED),
    ("fewer-updates-usually", PAIRED),
    ("usually-smaller", PAIRED),
    ("rarely-more-updates", PAIRED),
    (
        "scaling-exponent",
        "No theorem about one run: a slope of logarithms over the cells, with an interval by order statistics of independent batches.",
    ),
    (
        "rank-correlation",
        "No theorem about one run: Spearman's correlation of ranks over the cells, compared with a number stated before the run.",
    ),
    (
        "teacher-student-mistakes",
        "For large d the angle to the teacher follows a differential equation in T/d (statistical physics); its risk\n\
         ((2/3)^{1/3}/π)(T/d)^{−1/3}, summed over the stream, is 0.4171·d^{1/3}T^{2/3}. No proof for finite d.",
    ),
    (
        "sample-complexity",
        "Uniform convergence: a class of VC dimension d has at most (eN/d)^d answers on N points, and each is concentrated.\n\
         The theorem leaves the constant open; the spec states one.",
    ),
    (
        "conjecture",
        "Stated by this spec, without a proof. One trial, or bets on its expectation, can refute it.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Registered;

    #[test]
    fn every_claim_and_nothing_else_has_a_proof_idea_of_at_most_three_lines() {
        for doc in Registered::DOCS {
            let idea = proof(doc.name).unwrap_or_else(|| panic!("{}", doc.name));
            assert!((1..=3).contains(&idea.lines().count()), "{}", doc.name);
            assert!(
                idea.lines().all(|line| line.chars().count() <= 140),
                "{}",
                doc.name
            );
        }
        assert_eq!(
            PROOFS.len() + BEYOND_THE_NOTES.len(),
            Registered::DOCS.len()
        );
        assert_eq!(proof("no-such-claim"), None);
    }
}
