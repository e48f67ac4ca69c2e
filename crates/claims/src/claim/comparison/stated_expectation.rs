//! Claims that the mean of a column, or the probability that it exceeds a number, has the value that is known for a distribution.

use crate::claim::{Claim, ClaimText, Formula, MarginSource, OUTSIDE_RANGE, Statement};
use crate::trial::AnyColumn;
use perceptron::documented::{Invalid, documented};
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "stated-expectation";
    /// The expectation of a column, or the probability that the column exceeds a number, has the value that is known for a distribution.
    ///
    /// # Formula
    /// $\mathbb{E}[X] = v$ of a column $X$ and the stated value $v$; with above = $a$, $P(X \gt a) = v$
    /// # Premise
    /// None: the number is known for this distribution, learner and tie convention. A value outside of 0 … most is missing, and the verdict is
    /// inconclusive and says so.
    /// # Source
    /// The spec names it. Where a mean is small against its range, or has none, a quantile of the same law is sharper: docs/theory.md, R8.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name   = "stated-expectation"
    /// column = "supremum_deviation"
    /// value  = "0.093517"
    /// slack  = 0.05
    /// ```
    pub struct StatedExpectation {
        /// The column, any that holds a number, such as "risk", "supremum_deviation" or "draws_until_last_update".
        pub column: AnyColumn,
        /// The expected value: an integer, or a fraction or decimal in quotes.
        pub value: Rational as "(0, ∞)",
        /// The number a; if left out, the claim is about the mean.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub above: Option<Rational>,
        /// The largest value that the column can have, for a claim about the mean.
        pub most: Rational as "(0, ∞)" = 1,
    }
}

impl Claim for StatedExpectation {
    fn statement(&self, _: &MarginSource) -> Statement {
        let column = Formula::sharpest(self.column, 0);
        let observed = match self.above.clone().map(Quantity::exact) {
            Some(above) => column.map(move |value| exceedance(&value, &above)),
            None => {
                let range = [Quantity::count(0), Quantity::exact(self.most.clone())];
                let name = self.column.name();
                column.without(move |value| {
                    (!is_inside(value, &range)).then(|| outside(name, value, &range))
                })
            }
        };
        Statement::expectation_identity(observed, self.value.clone()).between(0.0, self.largest())
    }

    fn text(&self) -> Option<ClaimText> {
        let (column, value) = (self.column.description(), self.value.to_f64());
        let (statement, tex) = match &self.above {
            Some(above) => (
                format!("The {column} exceeds {above} with probability {value}."),
                format!(r"$P(\text{{{column}}} \gt {above}) = {value}$"),
            ),
            None => (
                format!("The expected {column} is {value}."),
                format!(r"$\mathbb{{E}}[\text{{{column}}}] = {value}$"),
            ),
        };
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }

    fn fits(&self) -> Option<Invalid> {
        let inside = self.value.to_f64() < self.largest();
        (!inside).then(|| Invalid::out_of_range("value", "a number below the largest value"))
    }
}

impl StatedExpectation {
    fn largest(&self) -> f64 {
        match self.above {
            Some(_) => 1.0,
            None => self.most.to_f64(),
        }
    }
}

/// Returns 1 if a value exceeds a number, 0 if it does not, and `None` if its interval leaves that open.
fn exceedance(value: &Quantity, above: &Quantity) -> Option<Quantity> {
    let exceeds = value.exceeds(above);
    let is_open = !exceeds && value.exact.is_none() && value.upper > above.lower;
    (!is_open).then(|| Quantity::count(u64::from(exceeds)))
}

fn outside(name: &str, value: &Quantity, [least, most]: &[Quantity; 2]) -> String {
    let (value, least, most) = (value.value, least.value, most.value);
    format!("{name} is {value}, {OUTSIDE_RANGE} [{least}, {most}]")
}

fn is_inside(value: &Quantity, [least, most]: &[Quantity; 2]) -> bool {
    !value.exceeds(most) && !least.exceeds(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceedance_is_zero_one_or_undecided_within_rounding() {
        let half = Quantity::exact(Rational::new(1, 2));
        let exceeds = |value: Quantity| exceedance(&value, &half).map(|one| one.value);
        assert_eq!(exceeds(half.clone()), Some(0.0));
        assert_eq!(exceeds(Quantity::exact(Rational::new(2, 3))), Some(1.0));
        assert_eq!(exceeds(Quantity::float(0.25)), Some(0.0));
        assert_eq!(exceeds(Quantity::float(0.5)), Some(0.0));
        assert_eq!(exceeds(Quantity::float(0.75)), Some(1.0));
        assert_eq!(exceeds(Quantity::within(0.5, 1e-9)), None);
    }

    #[test]
    fn value_outside_the_stated_range_is_missing() {
        let range = [Quantity::count(0), Quantity::count(2)];
        let value = |value: i64| is_inside(&Quantity::exact(Rational::from(value)), &range);
        assert_eq!(
            [-1, 0, 1, 2, 3].map(value),
            [false, true, true, true, false]
        );
    }

    #[test]
    fn expectation_outside_its_range_is_refused_naming_the_key() {
        let claim = |value: i64, most: i64| StatedExpectation {
            column: crate::trial::columns::UPDATES.any(),
            value: Rational::from(value),
            above: None,
            most: Rational::from(most),
        };
        let key = |value, most| claim(value, most).validate().map(|fault| fault.key);
        assert_eq!(
            [key(1, 2), key(2, 2), key(0, 2)],
            [None, Some("value"), Some("value")]
        );
        assert_eq!(key(1, 0), Some("most"));
    }
}
