//! Names the measures that cost something: they are computed only when a claim or a figure of the spec asks for them.

/// A measure that is computed on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The risk of the hypothesis: exact where a closed form exists, else by Monte Carlo.
    Risk,
    /// The leave-one-out error, by retraining on the coupled draws.
    LeaveOneOut,
    /// The largest margin of the sample, as a proved interval.
    MaxMargin,
    /// The updates still due when the run ends, by a full scan.
    UpdatesLeft,
    /// Errors, ties, margin, norm and losses of the last vector on its own sample.
    Training,
    /// The risk of the hypothesis trained without the last example.
    RiskWithoutLast,
    /// Whether leaving out an example that was never updated on changes the run.
    Coupling,
    /// The mean risk of the vectors an online run passes through.
    IterateRisk,
    /// The first vector that begins two passes.
    Cycle,
    /// A digest of the updated examples, in order.
    UpdateSequence,
    /// The coefficients of learners in dual form.
    Coefficients,
    /// The risk above the smallest possible one, and its expectation where theory has it.
    ExcessRisk,
    /// What the proofs maintain, after every update.
    Invariants,
    /// The expected risk of a rule that knows nothing of vectors it did not see, from the law alone.
    UnseenMass,
    /// The labelings of the points that some vector realises.
    Dichotomies,
    /// Dependencies among the points.
    Position,
    /// The largest deviation of an empirical risk from its risk.
    SupremumDeviation,
}

impl Measure {
    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::LeaveOneOut => "leave-one-out",
            Self::MaxMargin => "max-margin",
            Self::UpdatesLeft => "updates-left",
            Self::Training => "training",
            Self::RiskWithoutLast => "risk-without-last",
            Self::Coupling => "coupling",
            Self::IterateRisk => "iterate-risk",
            Self::Cycle => "cycle",
            Self::UpdateSequence => "update-sequence",
            Self::Coefficients => "coefficients",
            Self::ExcessRisk => "excess-risk",
            Self::Invariants => "invariants",
            Self::UnseenMass => "unseen-mass",
            Self::Dichotomies => "dichotomies",
            Self::Position => "position",
            Self::SupremumDeviation => "supremum-deviation",
        }
    }

    /// What must be measured for a column of the row to be filled; nothing for those that every run fills.
    pub fn of_column(name: &str) -> &'static [Self] {
        match name {
            "risk" | "risk_standard_error" | "bayes_risk" => &[Self::Risk],
            "leave_one_out_errors" | "leave_one_out_error" => &[Self::LeaveOneOut],
            "max_margin_squared" => &[Self::MaxMargin],
            "updates_left" => &[Self::UpdatesLeft],
            "training_errors" | "unit_offset_errors" | "zero_margins" | "nonpositive_margins" => {
                &[Self::Training]
            }
            "least_loss_of_errors" | "output_norm_squared" | "output_margin_squared" => {
                &[Self::Training]
            }
            "risk_without_last" => &[Self::RiskWithoutLast],
            "coupling_differences" => &[Self::Coupling],
            "iterate_risk" => &[Self::IterateRisk],
            "cycle_updates" | "cycle_passes" => &[Self::Cycle],
            "coefficients_sum" | "coefficients_nonzero" => &[Self::Coefficients],
            "excess_risk" | "expected_excess_risk" => &[Self::Risk, Self::ExcessRisk],
            "planted_least" | "progress_least" | "norm_growth_most" => &[Self::Invariants],
            "increment_most" | "hull_norm_least" | "norm_identity_failures" => &[Self::Invariants],
            "dichotomies" => &[Self::Dichotomies],
            "supremum_deviation" => &[Self::SupremumDeviation],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Spec;
    use crate::trial::Trial;
    use std::path::Path;

    /// Columns that are empty in this trial for what it is, not because nobody asked for them.
    const ELSEWHERE: [&str; 8] = [
        "label_noise",
        "majority_of",
        "updates_min",
        "updates_max",
        "states",
        "final_vectors",
        "population_radius_squared",
        "population_margin_squared",
    ];

    #[test]
    fn a_number_that_no_plain_run_fills_names_its_measure() {
        let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 1\n[generator.sphere-margin]\ndimension = 3\n\
                    examples = 5\ntarget_margin = 0.1\n[variants.v]\nrule = { perceptron = {} }\norder = \"cyclic\"\n";
        let spec = Spec::from_text("t", Path::new("t.toml"), text)
            .unwrap_or_else(|error| panic!("{error}"));
        let row = spec.design(&spec.cells[0]).trials(0).remove(0);
        let empty =
            Trial::numbers().filter(|name| row.number(name).is_none() && !ELSEWHERE.contains(name));
        let nameless: Vec<&str> = empty
            .filter(|name| Measure::of_column(name).is_empty())
            .collect();
        assert!(nameless.is_empty(), "{nameless:?}");
    }
}
