//! Claims the exact distribution of the risk of Hebb's rule after one pass over Gaussian examples that a teacher labels.

use crate::claim::{Claim, ClaimText, MarginSource, Premise, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;
use perceptron::sample::Quantity;
use perceptron::special::hebb_angle::HebbAngle;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

documented! {
    name = "hebb-risk-distribution";
    /// One pass of Hebb's rule over P Gaussian examples of N features, labelled by a half-space, ends at the angle θ with tan θ = √(P χ²)/Σ|g|, with N
    /// − 1 degrees of freedom and P standard normals g, all independent. So the risk ε = θ/π has a known distribution at every finite N and P.
    ///
    /// # Formula
    /// $P(\varepsilon \le t) = P(P \chi^2_{N-1} \le \tan^2(\pi t) (\sum_{i \le P} |g_i|)^2)$
    /// # Premise
    /// Generator teacher-student, order stream to its end, rule hebb; examples as drawn, hypothesis last; at least two features and ten examples. The
    /// distribution function comes from a sum whose error is below 10⁻¹⁰.
    /// # Source
    /// docs/theory.md: X9, after Vallet 1989.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "hebb-risk-distribution"
    /// slack = 0.02
    /// ```
    pub struct HebbRiskDistribution {
        /// For controls: the number of degrees of freedom that χ² has in addition to the N − 1 of theory.
        pub extra_degrees: u64 = 0,
    }
}

/// The distributions of the angle by their numbers of examples and degrees of freedom, each prepared once.
type Known = Mutex<BTreeMap<[u64; 2], Option<Arc<HebbAngle>>>>;

impl Claim for HebbRiskDistribution {
    fn statement(&self, _: &MarginSource) -> Statement {
        let (extra, known) = (self.extra_degrees, Known::default());
        let reads = [
            columns::RISK.any(),
            columns::EXAMPLES.any(),
            columns::DIMENSION.any(),
        ];
        let function = Term::of(reads, move |row| {
            let others = row.copied(columns::DIMENSION)?.checked_sub(1)?;
            let size = [row.copied(columns::EXAMPLES)?, others + extra];
            let angle = prepared(&known, size)?;
            Some(value(&angle, row.get(columns::RISK)?))
        });
        Statement::has_distribution(columns::RISK, function).when(one_pass_of_hebb())
    }

    fn text(&self) -> Option<ClaimText> {
        let degrees = match self.extra_degrees {
            0 => return None,
            1 => "N".to_owned(),
            more => format!("N + {}", more - 1),
        };
        let statement = format!(
            "The risk of Hebb's rule is θ/π with tan θ = √(P χ²)/Σ|g|, where χ² has {degrees} degrees of freedom."
        );
        let tex = format!(
            r"$P(\varepsilon \le t) = P(P \chi^2_{{{degrees}}} \le \tan^2(\pi t) (\sum_{{i \le P}} |g_i|)^2)$"
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}

/// The premises of the exact law of Hebb's rule.
pub(super) fn one_pass_of_hebb() -> Vec<Premise> {
    vec![
        premise::rule(&[RuleKind::Hebb]),
        premise::teacher_student_stream(),
        premise::to_the_end_of_the_stream(),
        premise::as_drawn(),
        premise::last_vector(),
        premise::known_hebb_angle(),
    ]
}

fn prepared(known: &Known, size: [u64; 2]) -> Option<Arc<HebbAngle>> {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let [examples, degrees] = size;
    let angle = known
        .entry(size)
        .or_insert_with(|| HebbAngle::new(examples, degrees).map(Arc::new));
    angle.clone()
}

/// The distribution function at a measured risk, whose own enclosure it covers.
fn value(angle: &HebbAngle, risk: &Quantity) -> Quantity {
    let at = |error_rate: f64| angle.distribution(error_rate);
    let value = at(risk.value);
    let end = |end: f64| match end == risk.value {
        true => value,
        false => at(end),
    };
    Quantity {
        value,
        lower: (end(risk.lower) - HebbAngle::ERROR).max(0.0),
        upper: (end(risk.upper) + HebbAngle::ERROR).min(1.0),
        exact: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_encloses_the_values_at_both_ends_of_a_risk() {
        let angle = HebbAngle::new(50, 9).unwrap();
        let found = value(&angle, &Quantity::within(0.1, 1e-3));
        assert_eq!(found.value, angle.distribution(0.1));
        assert!(
            found.lower < angle.distribution(0.0991) && found.upper > angle.distribution(0.1009)
        );
        let sharp = value(&angle, &Quantity::float(0.1));
        assert!(sharp.upper - sharp.lower < 3e-10);
    }
}
