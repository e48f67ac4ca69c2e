//! Measures the returned vector on the sample on which it was trained: errors, ties, margins, norm and hinge losses.

use super::completed_run::{CompletedRun, Trained};
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Halves, Record, Setting};
use perceptron::learn::{Hypothesis, HypothesisKind, OtherLearner, Variant};
use perceptron::sample::{Label, Quantity, Rational, dot};
use std::cmp::Ordering;

columns! {
    /// Errors of the returned vector (the last, or the average) on its own sample, scored as test examples are; ties may count half. Empty for a
    /// vote.
    TRAINING_ERRORS: Halves = "training_errors" in "examples";
    /// Errors of the vector on its own sample after the constant feature's weight is replaced by 1; empty without an offset and for float features.
    UNIT_OFFSET_ERRORS: Halves = "unit_offset_errors" in "examples";
    /// Examples of the sample with y⟨w, x⟩ = 0 for the returned vector.
    ZERO_MARGINS: u64 = "zero_margins" in "examples";
    /// Examples of the sample with y⟨w, x⟩ ≤ 0 for the returned vector.
    NONPOSITIVE_MARGINS: u64 = "nonpositive_margins" in "examples";
    /// Smallest hinge loss max(0, 1 − y⟨w, x⟩) among the examples with y⟨w, x⟩ ≤ 0; empty if every example has y⟨w, x⟩ > 0.
    LEAST_LOSS_OF_ERRORS: Quantity = "least_loss_of_errors" in "loss";
    /// ‖w‖² of the returned vector.
    OUTPUT_NORM_SQUARED: Quantity = "output_norm_squared" as "\\lVert w\\rVert^2" in "norm²";
    /// The square of min y⟨w, x⟩/‖w‖ of the returned vector on its sample; 0 if that is not positive.
    OUTPUT_MARGIN_SQUARED: Quantity = "output_margin_squared" as "\\gamma_o^2" in "norm²";
    /// The least factor c such that c·w makes no margin mistake on the sample, by trying; empty without positive margins, and for floats.
    INFLATION: Rational = "inflation" in "1/score";
}

/// Measures the returned weight vector on the sample on which it was trained: errors, ties, margin, norm and hinge losses.
pub(super) struct Training;

impl Measurement for Training {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn missing_everywhere(&self, setting: &Setting, _: bool) -> Option<&'static str> {
        let variant = setting.variant.as_ref()?;
        if !is_measured(variant) {
            return Some(
                "it is measured on sums of the rule's updates, and this learner returns none; measure `leave_one_out_errors`",
            );
        }
        let is_vector = variant.hypothesis.is_vector();
        (!is_vector).then_some("a vote is no vector; choose another `hypothesis`")
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let Some(trained) = run.trained() {
            measure(record, &trained);
        }
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

/// Whether the vector of a learner is a sum of the rule's updates on the features as it sees them.
fn is_measured(variant: &Variant) -> bool {
    let is_sum = |learner: &OtherLearner| {
        learner.facts().is_the_rule && !learner.facts().keeps_offset && learner.map().is_none()
    };
    variant.learner.as_ref().is_none_or(is_sum)
}

/// Fills the columns of errors, ties, margin, norm and losses. They stay empty for a hypothesis of several vectors, for a learner whose vector is not
/// a sum of the rule's updates, and for a vector whose updates leave 128 bits.
fn measure(record: &mut Record, trained: &Trained) {
    if !is_measured(trained.variant) {
        return;
    }
    let Some((norm_squared, margins)) = trained.margins() else {
        return;
    };
    if trained.settles_signs(&margins) {
        trained.count_errors(record, &margins);
    }
    record.set(
        columns::LEAST_LOSS_OF_ERRORS,
        least_loss_of_errors(&margins),
    );
    let squared = least(&margins).and_then(|margin| squared_margin(&margin, &norm_squared));
    record.set(columns::OUTPUT_MARGIN_SQUARED, squared);
    record.set(columns::OUTPUT_NORM_SQUARED, norm_squared);
    record.set(columns::INFLATION, inflation(&margins));
    let moved = trained.with_unit_offset(&margins);
    record.set(
        columns::UNIT_OFFSET_ERRORS,
        moved.map(|margins| trained.errors(&margins)),
    );
}

/// The sign of y⟨w, x⟩; without an exact fraction, the float's value decides.
fn sign(margin: &Quantity) -> Ordering {
    let zero = Rational::zero();
    margin
        .exact
        .as_ref()
        // A sum with 0 has no negative zero, which would count as negative.
        .map_or_else(
            || (margin.value + 0.0).total_cmp(&0.0),
            |exact| exact.cmp(&zero),
        )
}

fn smaller(a: &Quantity, b: &Quantity) -> bool {
    match (&a.exact, &b.exact) {
        (Some(x), Some(y)) => x < y,
        _ => a.value < b.value,
    }
}

fn least(margins: &[Quantity]) -> Option<Quantity> {
    margins
        .iter()
        .reduce(|least, margin| {
            if smaller(margin, least) {
                margin
            } else {
                least
            }
        })
        .cloned()
}

/// The least c with c·y⟨w, x⟩ ≥ 1 on every example, given the values y⟨w, x⟩; `None` if they are floats or not all positive. Some example then has
/// exactly 1, so only the factors that achieve this are tried.
fn inflation(margins: &[Quantity]) -> Option<Rational> {
    let exact: Vec<&Rational> = margins
        .iter()
        .map(|margin| margin.exact.as_ref())
        .collect::<Option<_>>()?;
    let one = Rational::one();
    let positive = exact.iter().filter(|margin| **margin > &Rational::zero());
    let factors = positive.map(|margin| &one / margin);
    let leaves_none = |c: &Rational| exact.iter().all(|margin| c * margin >= one);
    factors.filter(leaves_none).min()
}

/// The smallest hinge loss 1 − y⟨w, x⟩ among examples with y⟨w, x⟩ ≤ 0, given the values y⟨w, x⟩ of all examples.
fn least_loss_of_errors(margins: &[Quantity]) -> Option<Quantity> {
    let wrong = margins
        .iter()
        .filter(|margin| sign(margin) != Ordering::Greater);
    let loss = |margin: &Quantity| match &margin.exact {
        Some(exact) => Quantity::exact(&Rational::one() - exact),
        None => Quantity::within(
            1.0 - margin.value,
            (margin.upper - margin.lower) + f64::EPSILON,
        ),
    };
    least(&wrong.map(loss).collect::<Vec<_>>())
}

/// The squared margin (min y⟨w, x⟩)²/‖w‖² from this minimum and ‖w‖²; zero if the minimum is not positive.
fn squared_margin(least: &Quantity, norm_squared: &Quantity) -> Option<Quantity> {
    let is_none = match &least.exact {
        Some(exact) => *exact <= Rational::zero(),
        None => least.upper <= 0.0 || norm_squared.lower <= 0.0,
    };
    if is_none {
        return Some(Quantity::count(0));
    }
    // The interval is clipped at 0, because rounding may leave open whether the margin is positive.
    let positive = Quantity {
        value: least.value.max(0.0),
        lower: least.lower.max(0.0),
        upper: least.upper.max(0.0),
        exact: least.exact.clone(),
    };
    Some(positive.times(&positive).over(norm_squared))
}

impl Trained<'_> {
    /// ‖w‖² of the returned weight vector, and y⟨w, x⟩ of every example: fractions for the last or the pocket vector of exact features, otherwise
    /// enclosed floats.
    fn margins(&self) -> Option<(Quantity, Vec<Quantity>)> {
        if !self.variant.hypothesis.is_mean() && self.features.is_exact() {
            self.exact_margins()
        } else {
            self.float_margins()
        }
    }

    fn exact_margins(&self) -> Option<(Quantity, Vec<Quantity>)> {
        let vector = self.returned_integers()?;
        let (unit, step) = (self.features.unit(), self.variant.rule.step());
        let norm: i128 = vector
            .iter()
            .try_fold(0_i128, |sum, w| sum.checked_add(w.checked_mul(*w)?))?;
        let scale = &unit.square() * &step;
        let margin = |(example, label): (usize, &Label)| {
            let row = self.features.integer_row(example)?;
            let terms = row
                .iter()
                .zip(&vector)
                .map(|(&x, w)| w.checked_mul(i128::from(x)));
            let score = terms
                .into_iter()
                .try_fold(0_i128, |sum, term| sum.checked_add(term?))?;
            Some(Quantity::exact(
                &Rational::from(score * i128::from(label.sign())) * &scale,
            ))
        };
        let margins = self
            .labels
            .iter()
            .enumerate()
            .map(margin)
            .collect::<Option<Vec<_>>>()?;
        Some((
            Quantity::exact(&Rational::from(norm) * &(&unit * &step).square()),
            margins,
        ))
    }

    /// The returned weight vector, in units of the features and the step: the last one from the list of updates, another one as the learning loop
    /// returned it; `None` for a vote, and for a mean.
    fn returned_integers(&self) -> Option<Vec<i128>> {
        let integers = || {
            let returned = self.result.hypothesis.as_ref()?.linear()?;
            let integers = returned.integers.as_ref()?;
            Some(integers.iter().copied().map(i128::from).collect())
        };
        match self.variant.hypothesis {
            HypothesisKind::Last => self.exact_vector(),
            HypothesisKind::Pocket | HypothesisKind::LongestSurvivor => integers(),
            _ => None,
        }
    }

    /// The weight vector at the end of the run, in units of the features and the step, summed from the list of updates; the learning loop's own
    /// vector is not used.
    fn exact_vector(&self) -> Option<Vec<i128>> {
        let mut times = vec![0_i128; self.labels.len()];
        self.result
            .updates
            .iter()
            .for_each(|&example| times[example] += 1);
        let mut vector = vec![0_i128; self.features.dimension()];
        for (example, &times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
            let factor = times * i128::from(self.variant.rule.factor(self.labels[example]));
            let row = self.features.integer_row(example)?;
            vector
                .iter_mut()
                .zip(row)
                .for_each(|(w, x)| *w += factor * i128::from(x));
        }
        Some(vector)
    }

    /// The weight vector at the end of the run as fractions, or an earlier one if that is returned; `None` unless the learning loop ran on
    /// exact features.
    pub(super) fn vector(&self) -> Option<Vec<Rational>> {
        let unit = &self.features.unit() * &self.variant.rule.step();
        let is_exact = self.features.is_exact() && self.variant.learner.is_none();
        let vector = || match self.variant.hypothesis {
            HypothesisKind::Pocket | HypothesisKind::LongestSurvivor => self.returned_integers(),
            _ => self.exact_vector(),
        };
        let vector = is_exact.then(vector).flatten()?;
        Some(
            vector
                .into_iter()
                .map(|w| &Rational::from(w) * &unit)
                .collect(),
        )
    }

    /// y⟨w, x⟩ of every example after the weight w_c of the constant feature c is replaced by 1: y⟨w, x⟩ + y·c·(1 − w_c).
    fn with_unit_offset(&self, margins: &[Quantity]) -> Option<Vec<Quantity>> {
        let constant = self.variant.offset.0.as_ref()?;
        let last = self.returned_integers()?.last().copied()?;
        let weight = &(&self.features.unit() * &self.variant.rule.step()) * &Rational::from(last);
        let shift = constant * &(&Rational::one() - &weight);
        let moved = |(margin, label): (&Quantity, &Label)| {
            let moved = margin.exact.as_ref()? + &(&shift * &Rational::from(label.sign()));
            Some(Quantity::exact(moved))
        };
        margins.iter().zip(self.labels).map(moved).collect()
    }

    /// Whether the signs of these y⟨w, x⟩ are certain to be those that the learner saw. The learning loop predicts with this vector in this
    /// arithmetic. Another learner rounds its float sums differently, so the sign of a score near 0 may differ.
    fn settles_signs(&self, margins: &[Quantity]) -> bool {
        let is_open = |margin: &Quantity| {
            margin.exact.is_none() && margin.lower <= 0.0 && 0.0 <= margin.upper
        };
        self.variant.learner.is_none() || !margins.iter().any(is_open)
    }

    fn count_errors(&self, record: &mut Record, margins: &[Quantity]) {
        let count = |orders: &[Ordering]| {
            let those = margins
                .iter()
                .filter(|margin| orders.contains(&sign(margin)));
            those.count() as u64
        };
        record.set(columns::TRAINING_ERRORS, self.errors(margins));
        record.set(columns::ZERO_MARGINS, count(&[Ordering::Equal]));
        record.set(
            columns::NONPOSITIVE_MARGINS,
            count(&[Ordering::Less, Ordering::Equal]),
        );
    }

    fn float_margins(&self) -> Option<(Quantity, Vec<Quantity>)> {
        let weights = &self
            .result
            .hypothesis
            .as_ref()
            .and_then(Hypothesis::linear)?
            .weights;
        let reach = self.reach();
        let (updates, features) = (self.result.updates.len() as f64, weights.len() as f64);
        let margin = |(example, label): (usize, &Label)| {
            let row = self.features.row(example);
            let sizes: Vec<f64> = row.iter().map(|x| x.abs()).collect();
            let error = (updates + features + 10.0) * f64::EPSILON * dot(&reach, &sizes);
            Quantity::within(label.value() * dot(weights, &row), error)
        };
        let error = (2.0 * updates + features + 12.0) * f64::EPSILON * dot(&reach, &reach);
        let square = Quantity::within(dot(weights, weights), error);
        let norm_squared = Quantity {
            lower: square.lower.max(0.0),
            ..square
        };
        let margins = self.labels.iter().enumerate().map(margin).collect();
        Some((norm_squared, margins))
    }

    /// A bound on the absolute value of each weight during the run. The rounding errors of the run, at most one ε per update and weight, are relative
    /// to it.
    fn reach(&self) -> Vec<f64> {
        let mut reach = vec![0.0; self.features.dimension()];
        for &example in &self.result.updates {
            let row = self.features.row(example);
            reach
                .iter_mut()
                .zip(row.iter())
                .for_each(|(sum, x)| *sum += x.abs());
        }
        let most_shares = if self.variant.hypothesis.is_mean() {
            self.result.counts.draws as f64
        } else {
            1.0
        };
        let step = self.variant.rule.step().to_f64();
        reach.iter().map(|sum| sum * step * most_shares).collect()
    }

    /// Number of errors on the sample, given y⟨w, x⟩ of every example, under the tie convention for test examples; a tie may count half.
    fn errors(&self, margins: &[Quantity]) -> Halves {
        let ties = self.variant.test_ties_after(self.result);
        let halves = self.labels.iter().zip(margins).map(|(&label, margin)| {
            let score = if label == Label::Positive {
                sign(margin)
            } else {
                sign(margin).reverse()
            };
            u64::from(ties.half_mistakes(label, score))
        });
        Halves(halves.sum::<u64>())
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::{Block, Column, Halves, columns};
    use perceptron::sample::{Quantity, Rational};
    use testing::SpecText;

    fn block(points: &str, variant: &str) -> Block {
        let spec = SpecText::new(format_args!("points\nexamples = {points}"))
            .variant("v", variant)
            .claim("no-training-errors")
            .read(Spec::from_text);
        spec.design(&spec.cells[0]).block([0])
    }

    /// The value of a column in the only trial, as a fraction.
    fn fraction(block: &Block, column: Column<Quantity>) -> Option<Rational> {
        block.row(0, 0)?.get(column)?.exact.clone()
    }

    const PERCEPTRON: &str = "rule = { perceptron = {} }\ntest_ties = \"positive\"\n";

    #[test]
    fn training_errors_are_missing_if_rounding_may_change_a_dual_score_sign() {
        let points = "[{ x = [0, 0], y = 1 }, { x = [1, -1], y = -1 }, { x = [3, 2], y = 1 }]\nfloats = true";
        let variant = "rule = { perceptron = {} }\norder = \"cyclic\"\noffset = 1\ntransform = { rescale = \"1/3\" }\nstop = { updates = 12 }\n";
        let errors = |variant: &str| {
            let block = block(points, &format!("{variant}learner = {{ dual = {{}} }}"));
            block.row(0, 0)?.copied(columns::TRAINING_ERRORS)
        };
        assert_eq!(errors(variant), None);
        assert_eq!(errors(&variant.replace("1/3", "1/2")), Some(Halves(0)));
    }

    #[test]
    fn zero_weight_vector_has_only_ties_and_errors_follow_the_tie_convention() {
        let block = block(
            "[{ x = [1], y = 1 }, { x = [2], y = -1 }]",
            &format!("{PERCEPTRON}order = {{ given = [] }}"),
        );
        let row = block.row(0, 0).unwrap();
        let errors = columns::TRAINING_ERRORS.any();
        assert_eq!(row.setting().missing_everywhere(errors, false), None);
        assert_eq!(row.copied(columns::TRAINING_ERRORS), Some(Halves(2)));
        assert_eq!(row.copied(columns::ZERO_MARGINS), Some(2));
        assert_eq!(row.copied(columns::NONPOSITIVE_MARGINS), Some(2));
        let fraction = |column| fraction(&block, column);
        assert_eq!(
            fraction(columns::LEAST_LOSS_OF_ERRORS),
            Some(Rational::one())
        );
        assert_eq!(
            fraction(columns::OUTPUT_NORM_SQUARED),
            Some(Rational::zero())
        );
    }

    #[test]
    fn margins_and_norm_of_a_trained_vector_are_fractions() {
        let plain = block(
            "[{ x = [\"1/2\", 0], y = 1 }, { x = [0, -1], y = 1 }]",
            &format!("{PERCEPTRON}order = \"stream\""),
        );
        let row = plain.row(0, 0).unwrap();
        assert_eq!(row.copied(columns::TRAINING_ERRORS), Some(Halves(0)));
        assert_eq!(row.copied(columns::ZERO_MARGINS), Some(0));
        let norm_squared = fraction(&plain, columns::OUTPUT_NORM_SQUARED);
        assert_eq!(norm_squared, Some(Rational::new(5, 4)));
        let other = block(
            "[{ x = [\"1/2\", 0], y = 1 }, { x = [0, 1], y = -1 }]",
            "rule = { margin-perceptron = { step = \"1/2\", threshold = \"1/8\" } }\norder = \"cyclic\"",
        );
        let norm_squared = fraction(&other, columns::OUTPUT_NORM_SQUARED);
        assert_eq!(norm_squared, Some(Rational::new(5, 16)));
        let margin_squared = fraction(&other, columns::OUTPUT_MARGIN_SQUARED);
        assert_eq!(margin_squared, Some(Rational::new(1, 20)));
    }

    #[test]
    fn norm_of_a_float_weight_vector_is_enclosed_within_its_rounding_error() {
        // Two updates by unit vectors reach (1, 1), and an average over two examples shown adds up at most two such vectors. The error is (2·2 + 2 +
        // 12)·ε times ‖(1, 1)‖² = 2, or times ‖(2, 2)‖² = 8.
        let points = "[{ x = [1, 0], y = 1 }, { x = [0, -1], y = 1 }]\nfloats = true";
        for (hypothesis, reach_squared) in [("last", 2.0), ("averaged", 8.0)] {
            let keys = format!("order = \"stream\"\nhypothesis = \"{hypothesis}\"");
            let block = block(points, &format!("{PERCEPTRON}{keys}"));
            let row = block.row(0, 0).unwrap();
            let found = row.get(columns::OUTPUT_NORM_SQUARED).unwrap();
            let due = 2.0 * 18.0 * f64::EPSILON * reach_squared;
            let width = found.upper - found.lower;
            let rounding = 4.0 * f64::EPSILON * found.value;
            assert!((width - due).abs() <= rounding, "{hypothesis}: {found:?}");
        }
    }

    #[test]
    fn a_negative_zero_is_a_tie_like_a_positive_one() {
        let points = "[{ x = [0, 1], y = 1 }, { x = [1, 0], y = -1 }]";
        let variant = PERCEPTRON.replace("positive", "half");
        let keys = "order = { given = [0] }\nhypothesis = \"averaged\"";
        let block = block(points, &format!("{variant}{keys}"));
        let row = block.row(0, 0).unwrap();
        assert_eq!(row.copied(columns::ZERO_MARGINS), Some(1));
        assert_eq!(row.number(columns::TRAINING_ERRORS.any()), Some(0.5));
    }
}
