//! States the theorems as data: one claim per file says what is observed, what limits it, when, and by whom.

mod agnostic_excess_risk;
mod bayes_risk_is_attained;
mod bayes_risk_lower_bound;
mod coefficients_count_updates;
mod coefficients_support_bound;
mod coupled_runs;
mod cover_count;
mod cycles_exactly_if_not_separable;
mod distinct_mistakes_bound;
mod errors_are_nonpositive_margins;
mod every_labelling_is_realizable;
mod exchangeable_mistakes;
mod fewer_updates_exist;
mod fewer_updates_usually;
mod first_example_is_updated;
mod form;
mod hull_norm_bounds_margin;
mod increment_bound;
mod is_not_shattered;
mod labels_are_attained;
mod leave_one_out_error_bound;
mod leave_one_out_errors_bound;
mod leave_one_out_identity;
mod leave_one_out_risk_bound;
mod limits;
mod loop_index_bound;
mod loss_of_errors;
mod majority_mistake_bound;
mod margin_mistake_bound;
mod margin_source;
mod minimax_average_risk;
mod minimax_bound_rate;
mod minimax_lower_bound;
mod mistake_bound_is_attained;
mod never_stops;
mod no_training_errors;
mod no_updates_left;
mod norm_identity;
mod norm_invariant;
mod normalized_bound_is_no_worse;
mod normalized_mistake_bound;
mod offset_mistake_bound;
mod online_mistake_bound;
mod online_to_batch;
mod output_margin_bound;
mod output_norm_at_least;
mod output_norm_at_most;
mod premise;
mod printed_embedding;
mod progress_invariant;
mod rank_correlation;
mod rarely_more_updates;
mod risk_at_most_distinct_mistakes;
mod same_update_sequence;
mod same_updates;
mod sample_complexity;
mod scaling_exponent;
mod separable_frequency;
mod sharper_majority_bound;
mod shatters;
mod smaller_risk_on_average;
mod stated;
mod stated_count;
mod stated_value;
mod stops_at_clean_pass;
mod stops_exactly_if_separable;
mod strictly_separable;
mod teacher_student_mistakes;
mod trend;
mod uniform_deviation_bound;
mod unseen_mass_risk;
mod updates_are_mistakes;
mod version_space_risk;

pub use form::{Form, Scope};
pub use margin_mistake_bound::Norm;
pub use margin_source::MarginSource;
pub use premise::Premise;
pub use risk_at_most_distinct_mistakes::Event;
pub use sample_complexity::Of;
pub use stated::{StatedClaim, VerdictWord};
pub use stated_value::Column;
pub use trend::{Proxy, Statistic, Trend};
pub use uniform_deviation_bound::Class;

use crate::trial::{Measure, Trial};
use perceptron::documented::family;
use perceptron::sample::Quantity;

/// A theorem, an identity or a sentence of the notes, as a function of rows.
///
/// `rows` has one row for scope `trial` and two for scope `pair`. Nothing here is statistical: `judge` decides.
pub trait Claim {
    /// Its quantifier.
    fn form(&self) -> Form;

    /// What it sees.
    fn scope(&self) -> Scope {
        Scope::Trial
    }

    /// The key of its own whose value is outside its range, and the values it may have.
    fn fault(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// Where it is stated.
    fn source(&self) -> &'static str;

    /// What must hold of a row for the claim to speak of it.
    fn premises(&self, margin: &MarginSource) -> Vec<Premise>;

    /// What must be measured for it.
    fn measures(&self, margin: &MarginSource) -> Vec<Measure> {
        margin.measures()
    }

    /// What is observed; `None` if the row lacks it.
    fn observed(&self, rows: &[&Trial]) -> Option<Quantity>;

    /// What limits it, before any scale; `None` if the row lacks a premise. It may use what is known before a run only.
    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity>;

    /// What the observed value cannot exceed whatever happens: a limit that reaches it says nothing.
    fn trivial_bound(&self, _rows: &[&Trial]) -> Option<Quantity> {
        None
    }

    /// Whether it speaks of finished runs only, so that a run cut off at its cap tells nothing final.
    fn needs_finished_run(&self) -> bool {
        true
    }

    /// Whether what is observed only grows as a run goes on, and the limit is known before it (or only falls): then a run cut off at its cap can
    /// refute it.
    fn counts_up(&self) -> bool {
        false
    }

    /// Whether its proof permits a limit that varies between samples, for claims about expectations.
    fn permits_random_limit(&self) -> bool {
        false
    }

    /// Whether the limit is a measurement on the same sample, whatever the margin: then only its difference from what is observed is judged.
    fn limit_is_measured(&self) -> bool {
        false
    }

    /// What is summarised over cells, for claims of scope `sweep`, which observe nothing on single rows.
    fn trend(&self) -> Option<Trend> {
        None
    }

    /// The range [a, b] of what is observed, for claims about expectations.
    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

family! {
    /// A claim of the registry, with the keys that only it understands.
    pub enum Statement: Claim {
        OnlineMistakeBound in online_mistake_bound,
        NormalizedMistakeBound in normalized_mistake_bound,
        NormalizedBoundIsNoWorse in normalized_bound_is_no_worse,
        MajorityMistakeBound in majority_mistake_bound,
        MarginMistakeBound in margin_mistake_bound,
        NoUpdatesLeft in no_updates_left,
        DistinctMistakesBound in distinct_mistakes_bound,
        LeaveOneOutErrorsBound in leave_one_out_errors_bound,
        LeaveOneOutRiskBound in leave_one_out_risk_bound,
        LeaveOneOutErrorBound in leave_one_out_error_bound,
        BayesRiskLowerBound in bayes_risk_lower_bound,
        FewerUpdatesExist in fewer_updates_exist,
        SameUpdates in same_updates,
        MistakeBoundIsAttained in mistake_bound_is_attained,
        StatedCount in stated_count,
        MinimaxAverageRisk in minimax_average_risk,
        MinimaxLowerBound in minimax_lower_bound,
        StopsAtCleanPass in stops_at_clean_pass,
        OffsetMistakeBound in offset_mistake_bound,
        CyclesExactlyIfNotSeparable in cycles_exactly_if_not_separable,
        LabelsAreAttained in labels_are_attained,
        BayesRiskIsAttained in bayes_risk_is_attained,
        RiskAtMostDistinctMistakes in risk_at_most_distinct_mistakes,
        NoTrainingErrors in no_training_errors,
        ErrorsAreNonpositiveMargins in errors_are_nonpositive_margins,
        LossOfErrors in loss_of_errors,
        NeverStops in never_stops,
        StopsExactlyIfSeparable in stops_exactly_if_separable,
        StrictlySeparable in strictly_separable,
        FirstExampleIsUpdated in first_example_is_updated,
        ExchangeableMistakes in exchangeable_mistakes,
        LeaveOneOutIdentity in leave_one_out_identity,
        OnlineToBatch in online_to_batch,
        CoupledRuns in coupled_runs,
        UpdatesAreMistakes in updates_are_mistakes,
        OutputNormAtMost in output_norm_at_most,
        OutputNormAtLeast in output_norm_at_least,
        OutputMarginBound in output_margin_bound,
        LoopIndexBound in loop_index_bound,
        MinimaxBoundRate in minimax_bound_rate,
        PrintedEmbedding in printed_embedding,
        StatedValue in stated_value,
        SharperMajorityBound in sharper_majority_bound,
        SameUpdateSequence in same_update_sequence,
        CoefficientsCountUpdates in coefficients_count_updates,
        CoefficientsSupportBound in coefficients_support_bound,
        VersionSpaceRisk in version_space_risk,
        AgnosticExcessRisk in agnostic_excess_risk,
        UniformDeviationBound in uniform_deviation_bound,
        EveryLabellingIsRealizable in every_labelling_is_realizable,
        SeparableFrequency in separable_frequency,
        IsNotShattered in is_not_shattered,
        Shatters in shatters,
        CoverCount in cover_count,
        ProgressInvariant in progress_invariant,
        NormInvariant in norm_invariant,
        NormIdentity in norm_identity,
        IncrementBound in increment_bound,
        HullNormBoundsMargin in hull_norm_bounds_margin,
        UnseenMassRisk in unseen_mass_risk,
        SmallerRiskOnAverage in smaller_risk_on_average,
        FewerUpdatesUsually in fewer_updates_usually,
        RarelyMoreUpdates in rarely_more_updates,
        ScalingExponent in scaling_exponent,
        RankCorrelation in rank_correlation,
        TeacherStudentMistakes in teacher_student_mistakes,
        SampleComplexity in sample_complexity,
    }
}
