//! Claims the mean risk of one pass over teacher-student data in a high dimension: the learning curve, within a stated tolerance.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::{Rule, RuleKind};
use perceptron::sample::Quantity;
use perceptron::special::learning_curve;
use serde::{Deserialize, Serialize};

/// A learning curve on teacher-student data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Curve {
    /// That of Hebb's rule.
    Hebb,
    /// That of the perceptron.
    Perceptron,
}

/// The side on which a learning curve bounds the mean risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Side {
    /// The mean risk is at most the curve, raised by the tolerance.
    Above,
    /// The mean risk is at least the curve, lowered by the tolerance.
    Below,
}

perceptron::documented::choice!(Curve, Side);

documented! {
    name = "learning-curve";
    /// One pass over P = αN Gaussian examples of N ≥ 400 features, labelled by a half-space, has a mean risk within a stated tolerance of the rule's
    /// learning curve ε(α). The curve is the limit N → ∞, and the tolerance stands for the difference at finite N, for which there is no theorem.
    ///
    /// # Formula
    /// side = "above": $\mathbb{E}[\text{risk}] \le (1 + \text{tolerance}) \cdot \varepsilon(\alpha)$
    /// side = "below": $\mathbb{E}[\text{risk}] \ge (1 - \text{tolerance}) \cdot \varepsilon(\alpha)$
    /// hebb: $\varepsilon = \arccos(\sqrt{2\alpha/(2\alpha + \pi)})/\pi$; perceptron: $\varepsilon = \arccos(\rho/q)/\pi$, $\rho' = (1 - \rho/q)/\sqrt{2\pi}$, $(q^2)' = \varepsilon - 2q(1 - \rho/q)/\sqrt{2\pi}$, $\rho(0) = q(0) = 0$
    /// # Premise
    /// Generator teacher-student with at least 400 features, order stream to its end, rule hebb or perceptron; examples as drawn, hypothesis last.
    /// # Source
    /// docs/theory.md: X9, 8.5; Vallet 1989 for Hebb, Biehl and Riegler 1994 for the perceptron, where ε ~ 0.278069 α^(−1/3) for large α.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name      = "learning-curve"
    /// side      = "above"
    /// tolerance = 0.02
    /// ```
    pub struct LearningCurve {
        /// "above" or "below": the side on which the curve bounds the mean risk.
        pub side: Side,
        /// The relative deviation from the curve that is allowed.
        pub tolerance: f64 as "(0, 1)" = 0.03,
        /// "hebb" or "perceptron", for controls with the other rule's curve; the curve of the variant's rule if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub curve: Option<Curve>,
    }
}

impl Claim for LearningCurve {
    fn statement(&self, _: &MarginSource) -> Statement {
        let curve = self.curve;
        let size = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
        let factor = match self.side {
            Side::Above => 1.0 + self.tolerance,
            Side::Below => 1.0 - self.tolerance,
        };
        let limit = Term::of(size, move |row| {
            let curve = curve.or_else(|| Curve::of(row.setting().rule()?))?;
            let curve = curve.at(alpha(row)?);
            Some(curve.times(&Quantity::float(factor)))
        });
        let statement = match self.side {
            Side::Above => Statement::in_expectation(columns::RISK, limit),
            Side::Below => Statement::lower_bound(columns::RISK, limit),
        };
        // Every update adds y⟨u, x⟩ ≥ 0 to ⟨w, u⟩ for the teacher u, so that no risk exceeds ½.
        statement.between(0.0, 0.5).when([
            premise::rule(&[RuleKind::Hebb, RuleKind::Perceptron]),
            premise::teacher_student_stream(),
            premise::to_the_end_of_the_stream(),
            premise::as_drawn(),
            premise::last_vector(),
            premise::many_features(),
        ])
    }

    fn text(&self) -> Option<ClaimText> {
        let percent = (1e6 * self.tolerance).round() / 1e4;
        let whose = match self.curve {
            None => "the rule's learning curve",
            Some(Curve::Hebb) => "Hebb's learning curve",
            Some(Curve::Perceptron) => "the perceptron's learning curve",
        };
        let (relation, moved, sign, symbol) = match self.side {
            Side::Above => ("at most", "raised", '+', r"\le"),
            Side::Below => ("at least", "lowered", '-', r"\ge"),
        };
        let statement = format!(
            "After one pass over teacher-student data of N ≥ 400 features the mean risk is {relation} {whose}, {moved} by {percent} %. The curve is the limit N → ∞."
        );
        let tex = format!(
            r"$\mathbb{{E}}[\text{{risk}}] {symbol} (1 {sign} {}) \cdot \varepsilon(\alpha)$",
            self.tolerance
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}

/// The number of examples per feature.
fn alpha(row: &Row) -> Option<f64> {
    let examples = row.copied(columns::EXAMPLES)? as f64;
    Some(examples / row.copied(columns::DIMENSION)? as f64)
}

impl Curve {
    /// The curve of a rule, if it has one.
    fn of(rule: &Rule) -> Option<Self> {
        match rule.kind() {
            RuleKind::Hebb => Some(Self::Hebb),
            RuleKind::Perceptron => Some(Self::Perceptron),
            _ => None,
        }
    }

    /// The risk at α examples per feature, in the limit of many features.
    fn at(self, alpha: f64) -> Quantity {
        match self {
            Self::Hebb => Quantity::within(learning_curve::hebb(alpha), 1e-15),
            Self::Perceptron => {
                let [risk, error] = learning_curve::perceptron(alpha);
                Quantity::within(risk, error)
            }
        }
    }
}
