//! Claims that the mean risk of the vectors of an online run rarely exceeds its fraction of mistakes by much.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::{Rational, hoeffding_root};

documented! {
    name = "online-to-batch-deviation";
    /// Over an online run on N independent examples, the mean risk of the vectors, each taken before its example, rarely exceeds the fraction of
    /// mistakes by a root of 1/N.
    ///
    /// # Formula
    /// $P(\frac{1}{N} \sum_t \text{risk}(h_{t-1}) \ge M/N + c\sqrt{\ln(1/\delta)/(2N)}) \le \delta$, $M$ the mistakes, $h_{t-1}$ the vector before example $t$
    /// $c = 1$; Cesa-Bianchi, Conconi and Gentile print $\sqrt{2\ln(1/\delta)/N}$, which is $c = 2$
    /// # Premise
    /// iid; order stream; test_ties equal to ties; exact risk. Equality counts as a failure. Nothing is assumed of the learner or of a margin.
    /// # Source
    /// Cesa-Bianchi, Conconi and Gentile 2004, with the constant of Hoeffding and Azuma (docs/theory.md: X5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "online-to-batch-deviation"
    /// delta = "1/20"
    /// ```
    pub struct OnlineToBatchDeviation {
        /// The probability δ of a larger risk: a fraction or decimal in quotes.
        pub delta: Rational as "(0, 1)" = "1/20",
        /// The factor c on the root. It is a theorem from 1 on, and 2 in the paper; smaller factors are controls.
        pub root: Rational as "[0, ∞)" = 1,
    }
}

impl Claim for OnlineToBatchDeviation {
    fn statement(&self, _: &MarginSource) -> Statement {
        let share = Term::from(columns::MISTAKES).over(limits::sample_size());
        let (delta, factor) = (self.delta.clone(), self.root.clone());
        let root = limits::sample_size()
            .map(move |examples| Some(hoeffding_root(&examples, &delta, &factor)));
        let limit = share.plus(root);
        Statement::with_probability(self.delta.clone(), columns::ITERATE_RISK, limit)
            .when([
                premise::iid(),
                premise::same_test_ties(),
                premise::known_iterate_risk(),
            ])
            .counting_equality()
            .vacuous_from(1)
    }

    fn text(&self) -> Option<ClaimText> {
        let (delta, root) = (&self.delta, &self.root);
        let factor = match self.root == Rational::one() {
            true => String::new(),
            false => format!(r"{root} \cdot "),
        };
        let tex = format!(
            r"$P(\frac{{1}}{{N}} \sum_t \text{{risk}}(h_{{t-1}}) \ge M/N + {factor}\sqrt{{\ln(1/\delta)/(2N)}}) \le \delta = {delta}$"
        );
        Some(ClaimText::of(&Self::DOC).with_tex(tex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probability_and_factor_outside_their_ranges_are_refused_by_key() {
        let key = |delta: Rational, root: Rational| {
            OnlineToBatchDeviation { delta, root }
                .validate()
                .map(|fault| fault.key)
        };
        let half = || Rational::new(1, 2);
        assert_eq!(key(half(), Rational::zero()), None);
        assert_eq!(key(Rational::one(), half()), Some("delta"));
        assert_eq!(key(Rational::zero(), half()), Some("delta"));
        assert_eq!(key(half(), -&half()), Some("root"));
    }
}
