//! Lists the claims of the registry, each with its own keys.

use super::definition::{Claim, ClaimText};
use super::{capacity, comparison, conjecture, convergence, mistakes, risk, vectors};
use perceptron::documented::family;

family! {
    /// A claim of the registry, with its own keys.
    pub enum Registered: Claim {
        OnlineMistakeBound in mistakes::online_mistake_bound,
        NormalizedMistakeBound in mistakes::normalized_mistake_bound,
        NormalizedBoundIsNoWorse in mistakes::normalized_bound_is_no_worse,
        MajorityMistakeBound in mistakes::majority_mistake_bound,
        MajorityMargin in mistakes::majority_margin,
        MarginMistakeBound in mistakes::margin_mistake_bound,
        NoUpdatesLeft in convergence::no_updates_left,
        DistinctMistakesBound in mistakes::distinct_mistakes_bound,
        LeaveOneOutErrorsBound in risk::leave_one_out_errors_bound,
        LeaveOneOutRiskBound in risk::leave_one_out_risk_bound,
        LeaveOneOutErrorBound in risk::leave_one_out_error_bound,
        BayesRiskLowerBound in risk::bayes_risk_lower_bound,
        FewerUpdatesExist in comparison::fewer_updates_exist,
        SameUpdates in comparison::same_updates,
        MistakeBoundIsAttained in mistakes::mistake_bound_is_attained,
        StatedCount in comparison::stated_count,
        MinimaxAverageRisk in risk::minimax_average_risk,
        MinimaxLowerBound in risk::minimax_lower_bound,
        RandomDrawsBound in convergence::random_draws_bound,
        StopsAtCleanPass in convergence::stops_at_clean_pass,
        OffsetMistakeBound in mistakes::offset_mistake_bound,
        CyclesExactlyIfNotSeparable in convergence::cycles_exactly_if_not_separable,
        LabelsAreAttained in capacity::labels_are_attained,
        BayesRiskIsAttained in risk::bayes_risk_is_attained,
        RiskAtMostDistinctMistakes in risk::risk_at_most_distinct_mistakes,
        NoTrainingErrors in convergence::no_training_errors,
        ErrorsAreNonpositiveMargins in vectors::errors_are_nonpositive_margins,
        LossOfErrors in vectors::loss_of_errors,
        NeverStops in convergence::never_stops,
        StopsExactlyIfSeparable in convergence::stops_exactly_if_separable,
        StrictlySeparable in convergence::strictly_separable,
        FirstExampleIsUpdated in convergence::first_example_is_updated,
        ExchangeableMistakes in risk::exchangeable_mistakes,
        LeaveOneOutIdentity in risk::leave_one_out_identity,
        OnlineToBatch in risk::online_to_batch,
        CoupledRuns in risk::coupled_runs,
        UpdatesAreMistakes in mistakes::updates_are_mistakes,
        OutputNormAtMost in vectors::output_norm_at_most,
        OutputNormAtLeast in vectors::output_norm_at_least,
        OutputMarginBound in vectors::output_margin_bound,
        LoopIndexBound in mistakes::loop_index_bound,
        MinimaxBoundRate in risk::minimax_bound_rate,
        PrintedEmbedding in vectors::printed_embedding,
        StatedValue in comparison::stated_value,
        StatedExpectation in comparison::stated_expectation,
        SharperMajorityBound in mistakes::sharper_majority_bound,
        SameUpdateSequence in comparison::same_update_sequence,
        CoefficientsCountUpdates in vectors::coefficients_count_updates,
        CoefficientsSupportBound in vectors::coefficients_support_bound,
        VersionSpaceRisk in risk::version_space_risk,
        AgnosticExcessRisk in risk::agnostic_excess_risk,
        UniformDeviationBound in capacity::uniform_deviation_bound,
        EveryLabellingIsRealizable in capacity::every_labelling_is_realizable,
        SeparableFrequency in capacity::separable_frequency,
        IsNotShattered in capacity::is_not_shattered,
        Shatters in capacity::shatters,
        CoverCount in capacity::cover_count,
        ProgressInvariant in vectors::progress_invariant,
        NormInvariant in vectors::norm_invariant,
        NormIdentity in vectors::norm_identity,
        IncrementBound in vectors::increment_bound,
        HullNormBoundsMargin in vectors::hull_norm_bounds_margin,
        ScoreGain in vectors::score_gain,
        CorrectingUpdates in vectors::correcting_updates,
        TurnsTowards in vectors::turns_towards,
        MarginMistakesApart in mistakes::margin_mistakes_apart,
        VectorIsCombination in vectors::vector_is_combination,
        Inflation in vectors::inflation,
        HalfSpaceRegions in vectors::half_space_regions,
        DistanceToBoundary in vectors::distance_to_boundary,
        ShortestVector in convergence::shortest_vector,
        KeepsSeparability in comparison::keeps_separability,
        UnseenMassRisk in risk::unseen_mass_risk,
        SmallerRiskOnAverage in comparison::smaller_risk_on_average,
        FewerUpdatesUsually in comparison::fewer_updates_usually,
        UsuallySmaller in comparison::usually_smaller,
        RarelyMoreUpdates in comparison::rarely_more_updates,
        ScalingExponent in comparison::scaling_exponent,
        RankCorrelation in comparison::rank_correlation,
        TeacherStudentMistakes in mistakes::teacher_student_mistakes,
        SampleComplexity in risk::sample_complexity,
        StaysInClosedSet in convergence::stays_in_closed_set,
        LongRunErrorRate in convergence::long_run_error_rate,
        PlaneMistakeBound in mistakes::plane_mistake_bound,
        HingeMistakeBound in mistakes::hinge_mistake_bound,
        DeficitMistakeBound in mistakes::deficit_mistake_bound,
        MajorityVoteBound in risk::majority_vote_bound,
        VotesOnAtoms in risk::votes_on_atoms,
        OnlineToBatchDeviation in risk::online_to_batch_deviation,
        MarginOnTheCircle in vectors::margin_on_the_circle,
        MarginOfTheArc in vectors::margin_of_the_arc,
        SquaredLossBound in mistakes::squared_loss_bound,
        SquaredLossIdentity in mistakes::squared_loss_identity,
        PassiveAggressiveMistakeBound in mistakes::passive_aggressive_mistake_bound,
        CappedStepMistakeBound in mistakes::capped_step_mistake_bound,
        DampedStepLossBound in mistakes::damped_step_loss_bound,
        HebbRiskDistribution in risk::hebb_risk_distribution,
        HebbMeanRisk in risk::hebb_mean_risk,
        LearningCurve in risk::learning_curve,
        WinnowMistakeBound in mistakes::winnow_mistake_bound,
        WinnowIntegerBound in mistakes::winnow_integer_bound,
        MistakesOnOrthogonalSigns in mistakes::mistakes_on_orthogonal_signs,
        Conjecture in conjecture,
    }
}

impl Registered {
    /// Returns the text to print for this claim: the one that the claim makes from its keys, otherwise its documentation.
    pub fn printed(&self) -> ClaimText {
        self.text()
            .unwrap_or_else(|| ClaimText::of(&self.documentation()))
    }

    /// Returns the id of a claim to which the spec gives none: its name, or the relation of a conjecture.
    pub fn plain_id(&self) -> String {
        match self {
            Self::Conjecture(conjecture) => conjecture.relation(),
            named => named.documentation().name.to_owned(),
        }
    }

    /// Returns where the claim is stated, in one line.
    pub fn source(&self) -> String {
        self.printed().source
    }
}
