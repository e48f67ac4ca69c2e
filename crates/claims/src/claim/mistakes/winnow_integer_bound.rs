//! Claims the mistake bound of Winnow with integer weights, which is attained on small disjunctions.

use crate::claim::winnow::WinnowSetting;
use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::LearnerKind;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "winnow-integer-bound";
    /// On every sequence that is labelled by a disjunction of k of N features, Winnow with α = 2 and an integer θ makes at most
    /// u + ⌊(N + uθ − k·2^j)/(θ + 1)⌋ mistakes, where j = ⌊log₂ θ⌋ + 1 and u = kj.
    ///
    /// # Formula
    /// $M \le u + \left\lfloor \frac{N + u\theta - k 2^j}{\theta + 1} \right\rfloor$, $j = \lfloor \log_2 \theta \rfloor + 1$, $u = kj$
    /// # Premise
    /// Learner winnow with promotion 2 and a threshold that is an integer; features are 0 and 1, and the label is a disjunction of k of them.
    /// # Source
    /// docs/theory.md: X7. generator winnow-adversary has a longest sequence of mistakes, by trying all.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "winnow-integer-bound"
    /// ```
    pub struct WinnowIntegerBound {
        /// The number by which the limit is lowered, for controls.
        pub less: u64 = 0,
    }
}

impl Claim for WinnowIntegerBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let less = self.less;
        let limit = Term::of([], move |row| {
            let limit = limit(&WinnowSetting::of(row.setting())?);
            Some(Quantity::exact(&limit - &Rational::from(less)))
        });
        Statement::surely(columns::MISTAKES, limit)
            .when([
                premise::learner(&[LearnerKind::Winnow]),
                premise::disjunction(),
                premise::integer_winnow(),
            ])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }

    fn text(&self) -> Option<ClaimText> {
        (self.less > 0).then(|| {
            let less = self.less;
            let tex = format!(
                r"$M \le u + \left\lfloor \frac{{N + u\theta - k 2^j}}{{\theta + 1}} \right\rfloor - {less}$, $j = \lfloor \log_2 \theta \rfloor + 1$, $u = kj$"
            );
            let words = "Winnow makes fewer mistakes than its bound for integer weights allows.";
            ClaimText::of(&Self::DOC).saying(words, tex)
        })
    }
}

/// The bound for a θ from 1; fractions of θ, which only a waived premise admits, are dropped.
fn limit(of: &WinnowSetting) -> Rational {
    let whole = |number: u64| Rational::from(number);
    let threshold = Rational::from_big(of.threshold.floor(), 1.into());
    let [features, relevant] = [of.disjunction.features, of.disjunction.relevant];
    // The number of binary digits of θ is ⌊log₂ θ⌋ + 1.
    let doublings = threshold.numerator().bits();
    let promotions = whole(relevant as u64 * doublings);
    let power = (0..doublings).fold(whole(1), |power, _| &power + &power);
    let added = &whole(features as u64) + &(&promotions * &threshold);
    let left = &added - &(&whole(relevant as u64) * &power);
    let removals = &left / &(&threshold + &whole(1));
    &promotions + &Rational::from_big(removals.floor(), 1.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::generate::MonotoneDisjunction;

    #[test]
    fn limits_are_the_worst_cases_of_small_disjunctions() {
        for (features, relevant, worst) in [(4, 1, 3), (6, 2, 6), (8, 1, 5), (8, 2, 9), (16, 1, 7)]
        {
            let setting = WinnowSetting {
                disjunction: MonotoneDisjunction { features, relevant },
                promotion: Rational::new(2, 1),
                threshold: Rational::new(features as i64, 2),
            };
            assert_eq!(
                limit(&setting),
                Rational::new(worst, 1),
                "{features} {relevant}"
            );
        }
    }
}
