//! Claims the mistake bound of Winnow on disjunctions, which is logarithmic in the number of features.

use crate::claim::winnow::WinnowSetting;
use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "winnow-mistake-bound";
    /// On every sequence that is labelled by a disjunction of k of N features, Winnow makes at most αk·max(0, log_α θ + 1) + N/θ
    /// mistakes.
    ///
    /// # Formula
    /// $M \le \alpha k \max(0, \log_\alpha \theta + 1) + N/\theta$
    /// # Premise
    /// Learner winnow with promotion α > 1 and threshold θ > 0; features are 0 and 1, and the label is a disjunction of k of them. With α = 2 and θ = N/2 the
    /// limit is 2k·log₂ N + 2. For an α or θ that is no integer the limit is widened by 2⁻⁴⁰ of itself, divided by α − 1 if α < 2, because weights are
    /// rounded.
    /// # Source
    /// Littlestone, Machine Learning 2 (1988) 285–318; docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "winnow-mistake-bound"
    /// ```
    pub struct WinnowMistakeBound {}
}

impl Claim for WinnowMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::surely(
            columns::MISTAKES,
            Term::of([], |row| limit(&WinnowSetting::of(row.setting())?)),
        )
        .when([
            premise::learner(&[LearnerKind::Winnow]),
            premise::disjunction(),
        ])
        .vacuous_from(limits::most_mistakes())
        .counting_up()
    }
}

fn limit(of: &WinnowSetting) -> Option<Quantity> {
    let factor = &of.promotion * &Rational::from(of.disjunction.relevant as u64);
    let features = Rational::from(of.disjunction.features as u64);
    let false_negatives = of.promotions().times(&Quantity::exact(factor));
    let sum = false_negatives.plus(&Quantity::exact(&features / &of.threshold));
    Some(sum.times(&of.widening()))
}
