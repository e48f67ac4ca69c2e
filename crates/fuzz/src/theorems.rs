//! Classifies every claim of the registry. A theorem may never be violated if its premises hold. A statement about a construction, a comparison or an
//! erratum may be, so it is run only to find panics.

mod conditions;

use claims::claim::{Form, StatedClaim};
use claims::trial::Setting;

/// Whether and where a claim of the registry must hold.
#[derive(Clone, Copy)]
pub enum Applicability {
    /// A theorem: the claim must hold wherever its premises hold.
    Theorem,
    /// A theorem only in settings that satisfy this condition in addition to the premises; the text states the condition.
    Where(fn(&StatedClaim, &Setting) -> bool, &'static str),
    /// Not a theorem: the claim may be violated, for this reason.
    Statement(&'static str),
}

use Applicability::{Statement, Theorem, Where};
use conditions::*;

/// Every claim of the registry by its name, exactly once, with whether it must hold.
pub const STANDINGS: &[(&str, Applicability)] = &[
    ("online-mistake-bound", Theorem),
    ("plane-mistake-bound", Theorem),
    ("winnow-mistake-bound", Theorem),
    ("squared-loss-bound", Theorem),
    ("squared-loss-identity", Theorem),
    ("passive-aggressive-mistake-bound", Theorem),
    ("capped-step-mistake-bound", Theorem),
    ("damped-step-loss-bound", Theorem),
    (
        "winnow-integer-bound",
        Where(without_a_reduction, "with `less` it is a control"),
    ),
    ("mistakes-on-orthogonal-signs", Theorem),
    ("normalized-mistake-bound", Theorem),
    (
        "normalized-bound-is-no-worse",
        Where(
            of_one_separator,
            "γ and γₙ must belong to one separator, the planted one",
        ),
    ),
    ("majority-mistake-bound", Theorem),
    (
        "majority-margin",
        Where(
            margin_is_measured,
            "a stated number need not be a margin of the sample",
        ),
    ),
    ("margin-mistake-bound", Theorem),
    ("no-updates-left", Theorem),
    ("distinct-mistakes-bound", Theorem),
    ("leave-one-out-errors-bound", Theorem),
    ("leave-one-out-risk-bound", Theorem),
    ("leave-one-out-error-bound", Theorem),
    ("bayes-risk-lower-bound", Theorem),
    ("minimax-average-risk", Theorem),
    ("minimax-lower-bound", Theorem),
    ("random-draws-bound", Theorem),
    ("stops-at-clean-pass", Theorem),
    ("offset-mistake-bound", Theorem),
    ("cycles-exactly-if-not-separable", Theorem),
    ("stays-in-closed-set", Theorem),
    (
        "long-run-error-rate",
        Statement("the fraction of a run of finite length is near its limit only"),
    ),
    ("labels-are-attained", Theorem),
    ("risk-at-most-distinct-mistakes", Theorem),
    ("no-training-errors", Theorem),
    (
        "errors-are-nonpositive-margins",
        Where(tie_is_an_error, "false with sign(0) = +1 (erratum E3)"),
    ),
    (
        "loss-of-errors",
        Where(
            not_strict,
            "strict = true is the inequality as printed (erratum E12)",
        ),
    ),
    (
        "never-stops",
        Where(
            tie_is_a_mistake,
            "with sign(0) = +1 a run can end at w = 0 (erratum E4)",
        ),
    ),
    ("stops-exactly-if-separable", Theorem),
    (
        "exchangeable-mistakes",
        Where(
            blind_to_positions,
            "orders that depend on positions favour some positions (C-H13)",
        ),
    ),
    ("leave-one-out-identity", Theorem),
    ("online-to-batch", Theorem),
    ("majority-vote-bound", Theorem),
    ("votes-on-atoms", Theorem),
    (
        "online-to-batch-deviation",
        Where(
            whole_root,
            "with a factor below 1 on the root it is a control (X5)",
        ),
    ),
    (
        "hebb-risk-distribution",
        Where(
            no_extra_degrees,
            "with further degrees of freedom it is a control (X9)",
        ),
    ),
    ("hebb-mean-risk", Theorem),
    (
        "learning-curve",
        Statement("the limit of many features, compared with finitely many"),
    ),
    ("coupled-runs", Theorem),
    (
        "updates-are-mistakes",
        Where(updates_on_mistakes, "false for rules with a threshold"),
    ),
    (
        "output-norm-at-most",
        Where(
            not_reversed,
            "reversed = true is the inequality as printed (erratum E6)",
        ),
    ),
    (
        "output-norm-at-least",
        Where(
            not_reversed,
            "reversed = true is the inequality as printed (erratum E6)",
        ),
    ),
    ("output-margin-bound", Theorem),
    ("minimax-bound-rate", Theorem),
    ("sharper-majority-bound", Theorem),
    ("coefficients-count-updates", Theorem),
    ("coefficients-support-bound", Theorem),
    ("version-space-risk", Theorem),
    ("agnostic-excess-risk", Theorem),
    (
        "uniform-deviation-bound",
        Where(
            as_proved,
            "without its complexity term it is false (control N10)",
        ),
    ),
    ("every-labelling-is-realizable", Theorem),
    ("separable-frequency", Theorem),
    ("is-not-shattered", Theorem),
    ("shatters", Theorem),
    ("cover-count", Theorem),
    ("progress-invariant", Theorem),
    ("norm-invariant", Theorem),
    ("norm-identity", Theorem),
    ("increment-bound", Theorem),
    ("hull-norm-bounds-margin", Theorem),
    ("unseen-mass-risk", Theorem),
    ("score-gain", Theorem),
    ("correcting-updates", Theorem),
    (
        "turns-towards",
        Where(
            of_the_example,
            "an update may turn away from a separator (erratum E27)",
        ),
    ),
    (
        "margin-mistakes-apart",
        Where(
            small_ones_counted,
            "a control if it leaves out the small margins",
        ),
    ),
    ("vector-is-combination", Theorem),
    ("inflation", Theorem),
    ("half-space-regions", Theorem),
    (
        "distance-to-boundary",
        Where(
            divided_by_the_normal,
            "other divisors are controls, because the score is then no distance",
        ),
    ),
    (
        "shortest-vector",
        Where(
            margin_is_the_largest,
            "other margins are smaller than the maximum margin",
        ),
    ),
    (
        "hinge-mistake-bound",
        Where(
            four_times_the_losses,
            "a factor of the hinge losses below 4 is a control",
        ),
    ),
    (
        "deficit-mistake-bound",
        Where(
            with_the_cross_term,
            "without the cross term of the square it is a control",
        ),
    ),
    (
        "keeps-separability",
        Statement("a comparison of two variants: the second must have an offset"),
    ),
    (
        "fewer-updates-exist",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "same-updates",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "same-update-sequence",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "smaller-risk-on-average",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "fewer-updates-usually",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "usually-smaller",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "rarely-more-updates",
        Statement("a comparison of two variants: it depends on them"),
    ),
    (
        "mistake-bound-is-attained",
        Statement("true only of constructions that attain the bound"),
    ),
    (
        "stated-count",
        Statement("the number is known for one construction only"),
    ),
    (
        "stated-value",
        Statement("the number is known for one construction only"),
    ),
    (
        "stated-expectation",
        Statement("the number is known for one distribution only"),
    ),
    (
        "bayes-risk-is-attained",
        Statement("true of one direction only; other hypotheses have a larger risk"),
    ),
    (
        "strictly-separable",
        Statement("true of one sample only; others have no separator"),
    ),
    (
        "first-example-is-updated",
        Statement("true if the first example is shown first and a tie is a mistake (erratum E5)"),
    ),
    (
        "loop-index-bound",
        Statement(
            "as printed, for the index of the loop, the limit is one too small (erratum E11)",
        ),
    ),
    (
        "printed-embedding",
        Statement("wrong as printed (erratum E9)"),
    ),
    ("margin-on-the-circle", Theorem),
    ("margin-of-the-arc", Theorem),
    (
        "scaling-exponent",
        Statement("an illustration of an asymptotic law"),
    ),
    (
        "rank-correlation",
        Statement("an illustration that assumes no law"),
    ),
    (
        "teacher-student-mistakes",
        Statement("an illustration of an asymptotic law"),
    ),
    (
        "sample-complexity",
        Statement("the theorems leave the constant open, and the spec states one"),
    ),
    (
        "conjecture",
        Statement("a conjecture that a spec states; it has no proof"),
    ),
];

/// Looks up a claim of the registry by its name, such as `online-mistake-bound`: whether it is a theorem, which may never be violated, and if only
/// under a further condition, which one. `None` if the registry has no claim with this name.
pub fn standing(name: &str) -> Option<Applicability> {
    let found = STANDINGS.iter().find(|(other, _)| *other == name);
    found.map(|(_, standing)| *standing)
}

/// Whether a claim must hold in these settings wherever its premises do: it is a theorem, and no variant is wrong on purpose.
pub fn must_hold(claim: &StatedClaim, settings: &[&Setting]) -> bool {
    let mutant = |setting: &&Setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.is_mutant())
    };
    !settings.iter().any(mutant) && is_theorem(claim, settings)
}

/// Whether a claim, with its keys, is a theorem in these settings.
pub fn is_theorem(claim: &StatedClaim, settings: &[&Setting]) -> bool {
    let plain = claim.scale.to_f64() >= 1.0 && claim.form() != Form::Illustration;
    plain
        && match standing(claim.name()) {
            Some(Theorem) => true,
            Some(Where(condition, _)) => settings.iter().all(|setting| condition(claim, setting)),
            Some(Statement(_)) | None => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::claim::Registered;
    use std::collections::BTreeSet;

    #[test]
    fn standings_table_lists_every_registered_claim_once() {
        let registered: BTreeSet<&str> = Registered::DOCS.iter().map(|doc| doc.name).collect();
        let listed: Vec<&str> = STANDINGS.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), registered);
        assert_eq!(listed.len(), registered.len());
    }

    #[test]
    fn every_claim_that_need_not_hold_has_a_reason() {
        for (name, standing) in STANDINGS {
            if let Where(_, reason) | Statement(reason) = standing {
                assert!(reason.len() > 20, "{name}");
            }
        }
    }
}
