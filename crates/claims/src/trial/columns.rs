//! Declares the columns of a trial, with their meaning, their unit, and what has to be measured for them.
//!
//! A column is a value. `trial/columns.rs` declares every column once: its name in specs, files and tables, its meaning, its unit, the type of its
//! values, the measure that fills it, and whether every trial has a value of its own or the setting gives one for all. Claims, figures, the reader,
//! the writer, `explain` and trends all take columns from there; a name in a string is looked up where a person gives one, in a spec or to `explain`.

use super::column::{Column, Declared, Origin, columns};
use super::{Halves, Measure, Setting, Stored};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};

columns! {
    /// Name of the generator.
    GENERATOR: String = "generator" in "", Run, |s| Some(s.generator.documentation().name.into());
    /// Exact probability of this outcome in a complete enumeration; empty for random draws.
    WEIGHT: Rational = "weight" in "probability", Run;
    /// The update rule, or the learner beside the one loop that follows none.
    RULE: String = "rule" in "", Run, |s| Some(s.variant.as_ref()?.rule_word());
    /// What y⟨w, x⟩ must reach; empty for rules that update on mistakes.
    THRESHOLD: Rational = "threshold" in "score", Run, |s| s.known_rule()?.threshold().cloned();
    /// The factor of every update.
    STEP: Rational = "step" in "", Run, |s| Some(s.known_rule()?.step());
    /// How examples were chosen.
    ORDER: String = "order" in "", Run, |s| Some(s.order()?.word().into());
    /// When the run was to stop.
    STOP: String = "stop" in "", Run, |s| Some(s.variant.as_ref()?.stop_word());
    /// Whether y⟨w, x⟩ = 0 counts as a mistake: mistake, positive (sign(0) = +1), or the mutant strict.
    TIES: String = "ties" in "", Run, |s| Some(s.ties()?.word().into());
    /// How a test example with ⟨w, x⟩ = 0 is scored: mistake, positive or half.
    TEST_TIES: String = "test_ties" in "", Run, |s| Some(s.variant.as_ref()?.test_ties.word().into());
    /// Which vector was returned: last, averaged or voted.
    HYPOTHESIS: String = "hypothesis" in "", Run, |s| Some(s.variant.as_ref()?.hypothesis.word().into());
    /// The constant feature; empty for none.
    OFFSET: Rational = "offset" in "feature", Run, |s| s.variant.as_ref()?.offset.0.clone();
    /// exact or f64.
    ARITHMETIC: String = "arithmetic" in "", Run, |s| Some(s.arithmetic()?.word().into());
    /// The learner beside the one loop, with the setting that makes it another; empty for the loop.
    LEARNER: String = "learner" in "", Run, |s| Some(s.learner()?.word());
    /// What was done to the sample before the learner saw it; the columns of the sample are those after.
    TRANSFORM: String = "transform" in "", Run, |s| Some(s.variant.as_ref()?.transform.as_ref()?.word());
    /// Whether the law draws independent, identically distributed examples.
    IID: bool = "iid" in "", Run, |s| Some(s.law.iid);
    /// Whether every example has unit norm by law.
    UNIT_NORM: bool = "unit_norm" in "", Run, |s| Some(s.seen.unit_norm);
    /// Number of signs whose majority is the label; empty where features are no signs or the label is no majority.
    MAJORITY_OF: u64 = "majority_of" in "features", Run, |s| s.seen.majority_of.map(|relevant| relevant as u64);
    /// Whether the labels are fair coins drawn for every sample.
    UNIFORM_LABELLING: bool = "uniform_labelling" in "", Run, |s| Some(s.law.uniform_labelling);
    /// The minimax lower bound on the expected risk, for its family.
    MINIMAX_BOUND: Rational = "minimax_bound" in "probability", Run, Setting::minimax_bound;
    /// The expected risk averaged over the labelings of the minimax family, for rules that fit what they saw.
    MINIMAX_AVERAGE: Rational = "minimax_average" in "probability", Run, Setting::minimax_average;
    /// The almost-sure lower bound on the margin that the law gives.
    POPULATION_MARGIN: f64 = "population_margin" in "norm", Run, |s| Some(s.seen.population_margin_squared.as_ref()?.value.sqrt());
    /// The square of the population margin, with its enclosure.
    POPULATION_MARGIN_SQUARED: Quantity = "population_margin_squared" in "norm²", Run, |s| s.seen.population_margin_squared.clone();
    /// The square of an almost-sure upper bound on ‖x‖, with its enclosure.
    POPULATION_RADIUS_SQUARED: Quantity = "population_radius_squared" in "norm²", Run, |s| s.seen.population_radius_squared.clone();
    /// Smallest risk of any classifier, where it is known and not zero.
    BAYES_RISK: f64 = "bayes_risk" in "probability", Risk, |s| perceptron::risk::bayes(s.law.distribution.as_ref()?);
    /// Probability that a label is flipped, where the supremum of deviations is measured.
    LABEL_NOISE: f64 = "label_noise" in "probability", SupremumDeviation, |s| s.law.label_noise;
    /// The expected risk by the law of basis vectors, of a rule that is right on those it saw and scores the others 0.
    UNSEEN_MASS_RISK: Rational = "unseen_mass_risk" in "probability", UnseenMass, super::unseen_mass::expected_risk;
    /// The expected excess risk in closed form, for the learners and laws that have one.
    EXPECTED_EXCESS_RISK: Quantity = "expected_excess_risk" in "probability", ExcessRisk, super::expected_excess_risk::expected;
    /// Number of examples in the sample.
    EXAMPLES: u64 = "examples" in "examples", Run;
    /// Number of features, the constant one included.
    DIMENSION: u64 = "dimension" in "features", Run;
    /// R, the largest norm of an example.
    RADIUS: f64 = "radius" in "norm", Run;
    /// R² with its enclosure.
    RADIUS_SQUARED: Quantity = "radius_squared" in "norm²", Run;
    /// Smallest y⟨u, x⟩/‖u‖ of the planted separator on this sample; not positive if it does not separate it.
    SAMPLE_MARGIN: f64 = "sample_margin" in "norm", Run;
    /// The square of a positive sample margin, with its enclosure.
    SAMPLE_MARGIN_SQUARED: Quantity = "sample_margin_squared" in "norm²", Run;
    /// Smallest y⟨u, x⟩/(‖u‖‖x‖) of the planted separator on this sample.
    NORMALIZED_MARGIN: f64 = "normalized_margin" in "", Run;
    /// The square of a positive normalised margin, with its enclosure.
    NORMALIZED_MARGIN_SQUARED: Quantity = "normalized_margin_squared" in "", Run;
    /// The square of the largest margin of the sample, a proved interval; empty if not separable or not asked for.
    MAX_MARGIN_SQUARED: Quantity = "max_margin_squared" in "norm²", MaxMargin;
    /// Whether some vector separates the sample, where that was decided.
    SEPARABLE: bool = "separable" in "", MaxMargin;
    /// Sweeps over the sample, the clean one included.
    PASSES: u64 = "passes" in "passes", Run;
    /// Examples shown.
    DRAWS: u64 = "draws" in "examples", Run;
    /// Examples shown up to the last change of the vector, its example included; 0 if it never changed.
    DRAWS_UNTIL_LAST_UPDATE: u64 = "draws_until_last_update" in "examples", Run;
    /// Changes of the vector; with the order all-orders, of a longest run, as all counts are.
    UPDATES: u64 = "updates" in "updates", Run;
    /// Wrong predictions among the examples shown; the tie convention says whether a score of 0 is one.
    MISTAKES: u64 = "mistakes" in "mistakes", Run;
    /// Examples shown with y⟨w, x⟩ below the threshold; for rules without a threshold, the mistakes.
    MARGIN_MISTAKES: u64 = "margin_mistakes" in "mistakes", Run;
    /// Number of different examples among the margin mistakes; empty for a mutant whose updates are others.
    DISTINCT_MARGIN_MISTAKES: u64 = "distinct_margin_mistakes" in "examples", Run;
    /// Whether the first example of the sample was ever updated on.
    FIRST_EXAMPLE_UPDATED: bool = "first_example_updated" in "", Run;
    /// Sum of the positions in the sample, from 1, of the different examples updated on.
    UPDATED_POSITIONS: u64 = "updated_positions" in "positions", Run;
    /// Why the run stopped: clean-pass, end-of-stream, quiet-period, update-cap, undecided, out-of-range or failed; of all orders also
    /// cycle (some never end), never (none ends) and state-cap.
    STOP_REASON: StopReason = "stop_reason" in "", Run;
    /// Why the trial gave no result, in words; empty where it gave one.
    FAILURE: String = "failure" in "", Run;
    /// Number of examples on which an update was still due when the run ended, by a full scan.
    UPDATES_LEFT: u64 = "updates_left" in "examples", UpdatesLeft;
    /// Updates of a shortest run over all orders.
    UPDATES_MIN: u64 = "updates_min" in "updates", AllOrders;
    /// Updates of a longest run over all orders; empty if some order never ends.
    UPDATES_MAX: u64 = "updates_max" in "updates", AllOrders;
    /// Mean updates where every choice is uniform among the examples that call for an update; empty if some order never ends, or if its
    /// denominator grows past 4096 bits.
    UPDATES_EXPECTED: Rational = "updates_expected" in "updates", AllOrders;
    /// Vectors that some order reaches.
    STATES: u64 = "states" in "vectors", AllOrders;
    /// Vectors among them at which no update is due.
    FINAL_VECTORS: u64 = "final_vectors" in "vectors", AllOrders;
    /// Smallest y⟨u, x⟩ of the planted separator u on the examples as the learner saw them, u not of unit length.
    PLANTED_LEAST: Quantity = "planted_least" in "score", Invariants;
    /// Smallest ⟨w_t, u⟩/t over the updates t, in units of the step.
    PROGRESS_LEAST: Quantity = "progress_least" in "score", Invariants;
    /// Largest ‖w_t‖²/t over the updates t from the second on, in units of the step squared; at the first it is ‖x‖², whatever the run.
    NORM_GROWTH_MOST: Quantity = "norm_growth_most" in "norm²", Invariants;
    /// The first update t at which it is reached.
    NORM_GROWTH_AT: u64 = "norm_growth_at" in "updates", Invariants;
    /// Largest growth of ‖w‖² by one update, in units of the step squared.
    INCREMENT_MOST: Quantity = "increment_most" in "norm²", Invariants;
    /// Smallest ‖w_t‖²/t² over the updates t, in units of the step squared: no margin of the sample has a larger square.
    HULL_NORM_LEAST: Quantity = "hull_norm_least" in "norm²", Invariants;
    /// Updates after which ‖w‖² was not the sum of ‖x_s‖² + 2y_s⟨w_s, x_s⟩ over the updates; empty for floats.
    NORM_IDENTITY_FAILURES: u64 = "norm_identity_failures" in "updates", Invariants;
    /// (y⟨w′, x⟩ − y⟨w, x⟩)/‖x‖² of the update from w to w′ where it is farthest from 1, in units of the step; empty for floats.
    SCORE_GAIN: Rational = "score_gain" in "", Steps;
    /// Updates on examples that were predicted rightly: for rules with a threshold, with a margin below it; empty for floats.
    SMALL_MARGINS: u64 = "small_margins" in "updates", Steps;
    /// Updates in rows of updates on one example that ended with the example right; empty for floats.
    CORRECTING_UPDATES: u64 = "correcting_updates" in "updates", Steps;
    /// What these rows cost by the formula: each ⌊a/‖x‖²⌋ + 1, a = −y⟨w, x⟩ before its first update, or ⌈a/‖x‖²⌉ where a tie is right.
    CORRECTING_UPDATES_EXPECTED: u64 = "correcting_updates_expected" in "updates", Steps;
    /// Updates after which the cosine of the vector to y·x of the update was smaller; empty for floats.
    TURNED_FROM_EXAMPLE: u64 = "turned_from_example" in "updates", Steps;
    /// Updates after which the cosine of the vector to the planted direction was smaller; empty without one, and for floats.
    TURNED_FROM_SEPARATOR: u64 = "turned_from_separator" in "updates", Steps;
    /// Examples shown after which the vector was another one, by comparing vectors; empty where some example is 0.
    VECTOR_CHANGES: u64 = "vector_changes" in "examples", Steps;
    /// The least ‖w‖² with y⟨w, x⟩ ≥ 1 on all examples, by trying all sets of active constraints; empty for floats and larger samples.
    SHORTEST_VECTOR_SQUARED: Rational = "shortest_vector_squared" in "1/norm²", ShortestVector;
    /// Labelings of the sample's points that some vector realises strictly.
    DICHOTOMIES: u64 = "dichotomies" in "labelings", Dichotomies;
    /// Whether the points are linearly independent.
    INDEPENDENT: bool = "independent" in "", Position;
    /// Integers a, one per point, with Σ a·x = 0; empty for independent points.
    DEPENDENCY: String = "dependency" in "", Position;
    /// Whether any d of the points, or all if there are fewer, are independent.
    GENERAL_POSITION: bool = "general_position" in "", Position;
    /// Whether some vector has the labels as scores, θ·x_i = y_i for all i, in exact fractions.
    LABELS_ATTAINED: bool = "labels_attained" in "", Position;
    /// Largest |empirical risk − risk| over all half-spaces through the origin, or over all thresholds on the line.
    SUPREMUM_DEVIATION: f64 = "supremum_deviation" in "probability", SupremumDeviation;
    /// Probability of error on a fresh example: a fraction where it is known as one.
    RISK: Quantity = "risk" in "probability", Risk;
    /// Standard error of a Monte Carlo risk; 0 for a closed form.
    RISK_STANDARD_ERROR: f64 = "risk_standard_error" in "probability", Risk;
    /// The risk above the smallest possible one.
    EXCESS_RISK: Quantity = "excess_risk" in "probability", ExcessRisk;
    /// Errors on left-out examples, each by the hypothesis trained on the others; ties may count half.
    LEAVE_ONE_OUT_ERRORS: Halves = "leave_one_out_errors" in "examples", LeaveOneOut;
    /// leave_one_out_errors / examples.
    LEAVE_ONE_OUT_ERROR: f64 = "leave_one_out_error" in "fraction", LeaveOneOut;
    /// Runs that were made with one example left out. Without an example that was never updated on, the run with all of them may stand for it.
    RETRAININGS: u64 = "retrainings" in "runs", LeaveOneOut;
    /// Whether every example was left out in a run of its own.
    RETRAINED_IN_FULL: bool = "retrained_in_full" in "", EveryRetraining;
    /// Number of examples without an update whose removal, on the same draws, changes the sequence of updates.
    COUPLING_DIFFERENCES: u64 = "coupling_differences" in "examples", Coupling;
    /// Risk of the hypothesis trained without the last example.
    RISK_WITHOUT_LAST: Quantity = "risk_without_last" in "probability", RiskWithoutLast;
    /// P(y⟨w, x⟩ < threshold) for the hypothesis trained without the last example, where examples are basis vectors of unit norm.
    MARGIN_RISK_WITHOUT_LAST: Rational = "margin_risk_without_last" in "probability", RiskWithoutLast;
    /// Whether an exact run in cyclic order came back to a vector with which it had begun a pass.
    CYCLE_FOUND: bool = "cycle_found" in "", Cycle;
    /// The updates on every example between the two passes: multipliers λ ≥ 0 with Σ λ_i y_i x_i = 0.
    CYCLE: String = "cycle" in "", Cycle;
    /// Updates of the cycle.
    CYCLE_UPDATES: u64 = "cycle_updates" in "updates", Cycle;
    /// Passes of the cycle.
    CYCLE_PASSES: u64 = "cycle_passes" in "passes", Cycle;
    /// Mean risk of the vectors of an online run, each taken before its example.
    ITERATE_RISK: Quantity = "iterate_risk" in "probability", IterateRisk;
    /// Errors of the returned vector (the last, or the average) on its own sample, scored as test examples are; ties may count half. Empty for a vote.
    TRAINING_ERRORS: Halves = "training_errors" in "examples", Training;
    /// The same errors with the constant feature's weight replaced by 1; empty without an offset and for float features.
    UNIT_OFFSET_ERRORS: Halves = "unit_offset_errors" in "examples", Training;
    /// Examples of the sample with y⟨w, x⟩ = 0 for the returned vector.
    ZERO_MARGINS: u64 = "zero_margins" in "examples", Training;
    /// Examples of the sample with y⟨w, x⟩ ≤ 0 for the returned vector.
    NONPOSITIVE_MARGINS: u64 = "nonpositive_margins" in "examples", Training;
    /// Smallest hinge loss max(0, 1 − y⟨w, x⟩) among the examples with y⟨w, x⟩ ≤ 0; empty if there is none.
    LEAST_LOSS_OF_ERRORS: Quantity = "least_loss_of_errors" in "loss", Training;
    /// ‖w‖² of the returned vector.
    OUTPUT_NORM_SQUARED: Quantity = "output_norm_squared" in "norm²", Training;
    /// The square of min y⟨w, x⟩/‖w‖ of the returned vector on its sample; 0 if that is not positive.
    OUTPUT_MARGIN_SQUARED: Quantity = "output_margin_squared" in "norm²", Training;
    /// The least factor c such that c·w makes no margin mistake on the sample, by trying; empty without positive margins, and for floats.
    INFLATION: Rational = "inflation" in "1/score", Training;
    /// Midpoints of two examples that the vector classifies equally; empty for floats.
    MIDPOINTS: u64 = "midpoints" in "pairs", Regions;
    /// Those among them that the vector classifies otherwise.
    MIDPOINTS_OTHERWISE: u64 = "midpoints_otherwise" in "pairs", Regions;
    /// ‖θ‖² of the last vector without the weight θ₀ of the constant feature; empty for floats, and where θ is 0.
    NORMAL_SQUARED: Rational = "normal_squared" in "norm²", Boundary;
    /// (c·θ₀)², c the constant feature; 0 without one.
    INTERCEPT_SQUARED: Rational = "intercept_squared" in "norm²", Boundary;
    /// The least squared distance of an example to the boundary, each from the nearest point that a system of equations gives.
    NEAREST_DISTANCE_SQUARED: Rational = "nearest_distance_squared" in "norm²", Boundary;
    /// The squared distance of the origin to the boundary, found likewise.
    ORIGIN_DISTANCE_SQUARED: Rational = "origin_distance_squared" in "norm²", Boundary;
    /// The first 16 hexadecimal digits of the SHA-256 of the updated examples, in order.
    UPDATE_DIGEST: String = "update_digest" in "", UpdateSequence;
    /// Sum of |α_i| of a learner that keeps one coefficient per example.
    COEFFICIENTS_SUM: u64 = "coefficients_sum" in "updates", Coefficients;
    /// Number of coefficients that are not zero.
    COEFFICIENTS_NONZERO: u64 = "coefficients_nonzero" in "examples", Coefficients;
    /// The largest |coordinate| of w − Σ α_i x_i, w the vector of the one loop on the same draws, in units of the step; empty for kernels and floats.
    COEFFICIENTS_RESIDUAL: Rational = "coefficients_residual" in "norm", Coefficients;
}
