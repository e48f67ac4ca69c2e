//! Measures the effect of every single update of a run: on the score of its example, on its correction, and on the angle of the weight vector. It
//! also counts the examples shown after which the weight vector has changed.

use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use num_bigint::BigInt;
use perceptron::learn::{Learner, Observer, WeightVector};
use perceptron::sample::{Features, Label, Rational, Separator, Ties};
use std::cmp::Ordering;

columns! {
    /// (y⟨w′, x⟩ − y⟨w, x⟩)/‖x‖² of the update from w to w′ where it is farthest from 1, in units of the step; empty for floats.
    SCORE_GAIN: Rational = "score_gain" in "";
    /// Updates on examples that were predicted correctly: for rules with a threshold, with a margin below it; empty for floats.
    SMALL_MARGINS: u64 = "small_margins" in "updates";
    /// Updates in sequences of consecutive updates on one example that ended with a correct prediction; empty for floats.
    CORRECTING_UPDATES: u64 = "correcting_updates" in "updates";
    /// Length of these sequences by the formula: each ⌊a/‖x‖²⌋ + 1, a = −y⟨w, x⟩ before its first update, or ⌈a/‖x‖²⌉ if a tie counts as correct.
    CORRECTING_UPDATES_EXPECTED: u64 = "correcting_updates_expected" in "updates";
    /// Updates that decreased the cosine between the vector and the y·x of the update; empty for floats.
    TURNED_FROM_EXAMPLE: u64 = "turned_from_example" in "updates";
    /// Updates that decreased the cosine between the vector and the planted direction; empty without one, and for floats.
    TURNED_FROM_SEPARATOR: u64 = "turned_from_separator" in "updates";
    /// Examples shown after which the vector was another one, by comparing vectors; empty if some example is 0.
    VECTOR_CHANGES: u64 = "vector_changes" in "examples";
}

/// Measures the effect of every update of the learning loop on scores and angles, and counts the changes of the weight vector.
pub(super) struct Steps;

impl Measurement for Steps {
    fn observer<'l>(&self, learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        let is_the_loop = learner.variant().learner.is_none();
        is_the_loop.then(|| Box::new(StepObserver::new(learner)) as _)
    }
}

/// The components of a weight vector: as integers if the features are exact, and as floats.
type Entries = (Option<Vec<i64>>, Vec<f64>);

/// Observer of every example shown and every update of a run.
struct StepObserver<'a> {
    features: &'a Features,
    /// Examines every update in integers; `None` if the features are floats.
    stepper: Option<Stepper<'a>>,
    /// The weight vector after the last example shown.
    vector: Entries,
    /// Number of examples shown so far after which the weight vector had changed.
    changes: u64,
    has_ended: bool,
}

impl<'a> StepObserver<'a> {
    fn new(learner: &'a Learner) -> Self {
        let (features, labels) = (learner.features(), learner.labels());
        let dimension = features.dimension();
        Self {
            features,
            stepper: Stepper::new(features, labels, learner.planted(), learner.variant().ties),
            vector: (
                features.is_exact().then(|| vec![0; dimension]),
                vec![0.0; dimension],
            ),
            changes: 0,
            has_ended: false,
        }
    }
}

impl Observer for StepObserver<'_> {
    fn updated(&mut self, example: usize, vector: &dyn WeightVector) {
        if let Some(stepper) = &mut self.stepper {
            stepper.observe(example, vector.to_integers());
        }
    }

    fn sees_every_example(&self) -> bool {
        true
    }

    fn shown(&mut self, _: usize, vector: &dyn WeightVector) {
        // The vectors are compared, so that no counter of the loop is trusted.
        let vector = (vector.to_integers(), vector.to_floats());
        self.changes += u64::from(vector != self.vector);
        self.vector = vector;
    }

    fn ended(&mut self, _: &dyn Fn() -> Option<u64>) {
        self.has_ended = true;
    }
}

impl MeasuringObserver for StepObserver<'_> {
    fn fill(self: Box<Self>, record: &mut Record, _: &CompletedRun) {
        if !self.has_ended {
            return;
        }
        // An update on a zero example is a mistake that leaves the vector unchanged.
        let is_zero = |example| self.features.row(example).iter().all(|&x| x == 0.0);
        if !(0..self.features.examples()).any(is_zero) {
            record.set(columns::VECTOR_CHANGES, self.changes);
        }
        if let Some(steps) = self.stepper.and_then(Stepper::steps) {
            steps.describe(record);
        }
    }
}

/// Effects of the updates of a run, each examined separately, with scores and norms recomputed from the features.
///
/// # Formula
/// With w before and w′ after an update on (x, y), in units of the step: y⟨w′, x⟩ − y⟨w, x⟩ = ‖x‖², and the cosine of w to y·x does not fall. Let a =
/// −y⟨w, x⟩ ≥ 0 before the first of several consecutive updates on one example. Then ⌊a/‖x‖²⌋ + 1 of them correct it if a tie is a mistake, and
/// ⌈a/‖x‖²⌉ if it is not.
/// # Source
/// docs/theory.md: C-M4, C-M6, C-H3, C-B9, E27.
#[derive(Debug)]
struct StepCounts {
    /// (y⟨w′, x⟩ − y⟨w, x⟩)/‖x‖² of the update from w to w′ where it is farthest from 1; `None` without an update on an x ≠ 0.
    score_gain: Option<Rational>,
    /// Number of updates on examples that were predicted correctly, with y⟨w, x⟩ below the threshold.
    small_margins: u64,
    /// Number of updates in those sequences of consecutive updates on one example that ended with a correct prediction.
    correcting: u64,
    /// Total length of the sequences that `correcting` counts, as the formula predicts it.
    correcting_expected: u64,
    /// Updates on (x, y) that decreased the cosine between the weight vector and y·x.
    turned_from_example: u64,
    /// Updates that decreased the cosine between the weight vector and the planted separator; `None` without an integer planted separator.
    turned_from_separator: Option<u64>,
}

impl StepCounts {
    fn describe(self, record: &mut Record) {
        record.set(columns::SCORE_GAIN, self.score_gain);
        record.set(columns::SMALL_MARGINS, self.small_margins);
        record.set(columns::CORRECTING_UPDATES, self.correcting);
        record.set(
            columns::CORRECTING_UPDATES_EXPECTED,
            self.correcting_expected,
        );
        record.set(columns::TURNED_FROM_EXAMPLE, self.turned_from_example);
        record.set(columns::TURNED_FROM_SEPARATOR, self.turned_from_separator);
    }
}

/// A sequence of consecutive updates of a run on one example.
struct UpdateRow {
    example: usize,
    /// y⟨w, x⟩ of the example before the first update of the sequence; `after` is its value after the last.
    before: i128,
    after: i128,
    norm_squared: i128,
    updates: u64,
}

/// Examines every update of a run on exact features, and counts the effects in [`StepCounts`].
struct Stepper<'a> {
    features: &'a Features,
    labels: &'a [Label],
    ties: Ties,
    direction: Option<Vec<i64>>,
    weights: Vec<i64>,
    row: Option<UpdateRow>,
    steps: StepCounts,
    overflowed: bool,
}

impl<'a> Stepper<'a> {
    /// Prepares for a run that starts at w = 0; `None` if the features are floats.
    fn new(
        features: &'a Features,
        labels: &'a [Label],
        planted: Option<&Separator>,
        ties: Ties,
    ) -> Option<Self> {
        let direction = match planted {
            Some(Separator::Integers(direction)) => Some(direction.clone()),
            _ => None,
        };
        let steps = StepCounts {
            score_gain: None,
            small_margins: 0,
            correcting: 0,
            correcting_expected: 0,
            turned_from_example: 0,
            turned_from_separator: direction.as_ref().map(|_| 0),
        };
        features.is_exact().then(|| Self {
            features,
            labels,
            ties,
            direction,
            weights: vec![0; features.dimension()],
            row: None,
            steps,
            overflowed: false,
        })
    }

    /// Examines an update on an example, given the integer weight vector after it.
    fn observe(&mut self, example: usize, weights: Option<Vec<i64>>) {
        let seen = weights.and_then(|weights| self.take(example, weights));
        self.overflowed |= seen.is_none();
    }

    /// Like [`Self::observe`], but returns `None` if a number exceeds its range.
    fn take(&mut self, example: usize, weights: Vec<i64>) -> Option<()> {
        let features = self.features.integer_row(example)?;
        let sign = i128::from(self.labels[example].sign());
        let before = dot(&self.weights, &features)? * sign;
        let after = dot(&weights, &features)? * sign;
        let norm_squared = dot(&features, &features)?;
        self.gain(after - before, norm_squared);
        let is_right = !self.is_mistake(example, before);
        self.steps.small_margins += u64::from(is_right);
        self.lengthen(example, before, after, norm_squared);
        let squares = [dot(&self.weights, &self.weights)?, dot(&weights, &weights)?];
        let fell = cosine_fell([before, after], squares);
        self.steps.turned_from_example += u64::from(fell);
        if let (Some(u), Some(turned)) =
            (&self.direction, self.steps.turned_from_separator.as_mut())
        {
            let scores = [dot(&self.weights, u)?, dot(&weights, u)?];
            *turned += u64::from(cosine_fell(scores, squares));
        }
        self.weights = weights;
        Some(())
    }

    fn is_mistake(&self, example: usize, margin: i128) -> bool {
        self.ties.is_mistake(margin.cmp(&0), self.labels[example])
    }

    fn gain(&mut self, gain: i128, norm_squared: i128) {
        let is_as_expected = gain == norm_squared && self.steps.score_gain.is_some();
        if norm_squared == 0 || is_as_expected {
            return;
        }
        let gain = Rational::from_big(gain.into(), norm_squared.into());
        let distance = |gain: &Rational| (gain - &Rational::one()).square();
        let known = self.steps.score_gain.take();
        self.steps.score_gain = Some(match known {
            Some(known) if distance(&known) >= distance(&gain) => known,
            _ => gain,
        });
    }

    /// Extends the current sequence of updates on one example if this update is on the same example; otherwise begins the next sequence.
    fn lengthen(&mut self, example: usize, before: i128, after: i128, norm_squared: i128) {
        match self.row.as_mut().filter(|row| row.example == example) {
            Some(row) => (row.updates, row.after) = (row.updates + 1, after),
            None => {
                self.close();
                self.row = Some(UpdateRow {
                    example,
                    before,
                    after,
                    norm_squared,
                    updates: 1,
                });
            }
        }
    }

    /// Ends the current sequence of updates on one example, and counts it if it ended with a correct prediction.
    fn close(&mut self) {
        let Some(row) = self.row.take() else { return };
        if self.is_mistake(row.example, row.after) || row.norm_squared == 0 {
            return;
        }
        let ties_are_mistakes = self
            .ties
            .is_mistake(Ordering::Equal, self.labels[row.example]);
        self.steps.correcting += row.updates;
        self.steps.correcting_expected +=
            until_corrected(-row.before, row.norm_squared, ties_are_mistakes);
    }

    /// Returns the counts over all updates of the run; `None` if integers exceeded 128 bits.
    fn steps(mut self) -> Option<StepCounts> {
        self.close();
        (!self.overflowed).then_some(self.steps)
    }
}

/// Number of updates until an example with y⟨w, x⟩ = −a and ‖x‖² = q is predicted correctly. It is ⌊a/q⌋ + 1, the least j with jq > a. If a tie is
/// correct, it is ⌈a/q⌉, the least j with jq ≥ a. It is 0 if the example was correct from the start.
fn until_corrected(short: i128, norm_squared: i128, ties_are_mistakes: bool) -> u64 {
    let updates = if ties_are_mistakes {
        short.div_euclid(norm_squared) + 1
    } else {
        -(-short).div_euclid(norm_squared)
    };
    u64::try_from(updates).unwrap_or(0)
}

/// Whether the cosine s/‖w‖ decreased, given s and ‖w‖² as [before, after]; false if one of the vectors is zero, which has no direction.
fn cosine_fell([before, after]: [i128; 2], squares: [i128; 2]) -> bool {
    if squares.contains(&0) {
        return false;
    }
    // s² is cross-multiplied with ‖w‖², so that neither roots nor fractions are needed.
    match after.signum().cmp(&before.signum()) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal if after < 0 => is_less([before, squares[1]], [after, squares[0]]),
        Ordering::Equal => is_less([after, squares[0]], [before, squares[1]]),
    }
}

/// Whether s²q is smaller for `a` than for `b`, each given as [s, q]; uses big integers only if floats are too close to decide.
fn is_less(a: [i128; 2], b: [i128; 2]) -> bool {
    let [of_a, of_b] = [a, b].map(|[score, square]| (score as f64).powi(2) * square as f64);
    // Three conversions and two products are off by at most 5 · 2^-53 each.
    if (of_a - of_b).abs() > 1e-14 * of_a.max(of_b) {
        return of_a < of_b;
    }
    let [of_a, of_b] =
        [a, b].map(|[score, square]| BigInt::from(score).pow(2) * BigInt::from(square));
    of_a < of_b
}

fn dot(a: &[i64], b: &[i64]) -> Option<i128> {
    a.iter().zip(b).try_fold(0i128, |sum, (&x, &y)| {
        sum.checked_add(i128::from(x) * i128::from(y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::generate::{ExampleSource, Generator};
    use perceptron::learn::{Observers, Variant};
    use perceptron::seed::Seed;

    /// The number of updates of a run, the number of changes of its weight vector, and the counts over single updates.
    fn watched(variant: &str, generator: &str) -> (u64, u64, Option<StepCounts>) {
        let variant: Variant = toml::from_str(variant).unwrap();
        let generator: Generator = toml::from_str(generator).unwrap();
        let ExampleSource::Sampler(sampler) = generator.source() else {
            panic!("an opponent")
        };
        let sample = sampler.draw(Seed::root(4), generator.examples());
        let learner = Learner::new(&variant, &sample, Seed::root(5)).unwrap();
        let mut observer = StepObserver::new(&learner);
        let result = learner.watch(None, &Observers::new([&mut observer as &mut dyn Observer]));
        let steps = observer.stepper.and_then(Stepper::steps);
        (result.counts.updates, observer.changes, steps)
    }

    fn steps(variant: &str, generator: &str) -> StepCounts {
        watched(variant, generator).2.unwrap()
    }

    const L_FAMILY: &str = "[points]\nexamples = [{ x = [1, 10], y = 1 }, { x = [1, -1], y = 1 }]";

    #[test]
    fn second_l_family_example_needs_five_consecutive_updates() {
        for (ties, expected) in [("mistake", 1 + 5), ("positive", 0)] {
            let variant = format!(
                "rule = {{ perceptron = {{}} }}\norder = {{ given = [0, 1, 1, 1, 1, 1, 1, 1] }}\nties = \"{ties}\""
            );
            let found = steps(&variant, L_FAMILY);
            assert_eq!(
                (found.correcting, found.correcting_expected),
                (expected, expected)
            );
        }
        let short = "rule = { perceptron = {} }\norder = { given = [0, 1, 1] }";
        assert_eq!(steps(short, L_FAMILY).correcting, 1);
    }

    #[test]
    fn an_exact_tie_needs_one_more_update_where_it_is_a_mistake() {
        assert_eq!(until_corrected(8, 2, true), 5);
        assert_eq!(until_corrected(8, 2, false), 4);
        assert_eq!(until_corrected(9, 2, true), 5);
        assert_eq!(until_corrected(9, 2, false), 5);
        assert_eq!(until_corrected(-3, 2, true), 0);
    }

    #[test]
    fn score_gain_per_update_is_the_squared_norm_and_negative_for_a_wrong_sign() {
        let majority = "[majority]\ndimension = 9\nrelevant = 3\nexamples = 80";
        let of = |rule: &str| {
            let variant = format!("rule = {{ {rule} = {{}} }}\norder = \"stream\"");
            steps(&variant, majority)
        };
        let right = of("perceptron");
        assert_eq!(right.score_gain, Some(Rational::one()));
        assert_eq!((right.turned_from_example, right.small_margins), (0, 0));
        let wrong = of("anti-perceptron");
        assert_eq!(wrong.score_gain, Some(Rational::from(-1_i64)));
        assert!(wrong.turned_from_example > 0);
        assert!(of("update-always").small_margins > 0);
    }

    #[test]
    fn update_can_turn_towards_its_example_but_away_from_the_separator() {
        let e27 = "[points]\nexamples = [{ x = [10, -1], y = 1 }, { x = [1, 20], y = 1 }]\nseparator = [1, 0]";
        let found = steps("rule = { perceptron = {} }\norder = \"cyclic\"", e27);
        assert_eq!(
            (found.turned_from_example, found.turned_from_separator),
            (0, Some(1))
        );
    }

    proptest::proptest! {
        #[test]
        fn cosine_comparison_matches_big_integer_arithmetic(
            scores in proptest::array::uniform2(-6i128..6),
            squares in proptest::array::uniform2(0i128..9),
            scale in 1i128..1 << 60,
        ) {
            let signed = |score: i128, other: i128| score.signum() * score * score * other;
            let fell = squares.iter().all(|&square| square > 0)
                && signed(scores[1], squares[0]) < signed(scores[0], squares[1]);
            proptest::prop_assert_eq!(cosine_fell(scores, squares), fell);
            let scaled = scores.map(|score| score * scale);
            proptest::prop_assert_eq!(cosine_fell(scaled, squares), fell);
        }
    }

    #[test]
    fn cosine_decrease_below_float_precision_is_detected() {
        let score = 1i128 << 60;
        assert!(cosine_fell([score + 1, score], [1, 1]));
        assert!(!cosine_fell([score, score + 1], [1, 1]));
        assert!(cosine_fell([-score, -score - 1], [1, 1]));
        assert!(!cosine_fell([score, score], [1, 1]));
    }

    #[test]
    fn weight_vector_changes_are_counted_independently_of_updates() {
        let sphere = "[sphere-margin]\ndimension = 4\ntarget_margin = 0.1\nexamples = 60";
        for rule in ["perceptron", "margin-perceptron", "update-always"] {
            let (updates, changes, steps) = watched(
                &format!("rule = {{ {rule} = {{}} }}\norder = \"stream\""),
                sphere,
            );
            assert_eq!(changes, updates, "{rule}");
            assert!(steps.is_none(), "floats");
        }
        let zero = "[points]\nexamples = [{ x = [1, 0], y = 1 }, { x = [0, 0], y = 1 }]";
        let (updates, changes, _) = watched("rule = { perceptron = {} }\norder = \"stream\"", zero);
        assert_eq!((updates, changes), (2, 1));
    }
}
