//! Evaluates the exact learning curves on the circle.

use super::values::{Angle, AtLeast};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::{circle, rotation_invariant};
use serde::{Deserialize, Serialize};

/// Which of the hypotheses that are consistent with the sample is evaluated; their directions form an arc of the circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Consistent {
    /// The consistent hypothesis that is farthest from the true direction.
    Worst,
    /// A consistent hypothesis drawn uniformly from the arc.
    Gibbs,
    /// The consistent hypothesis in the middle of the arc.
    MaxMargin,
}

crate::documented::choice!(Consistent);

documented! {
    name = "circle";
    /// The expected risk of consistent hypotheses after N examples on the circle, labelled without a margin; or the risk at an angle.
    ///
    /// # Formula
    /// The worst consistent one 3/(2(N+1)), a uniform one (Gibbs) 2/(3(N+1)), the max-margin one 1/(2(N+1)); at an angle θ/π.
    /// # Source
    /// docs/theory.md: R8, and R2 for the angle.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk circle examples=20
    /// perceptron-lab risk circle examples=20 hypothesis=gibbs
    /// perceptron-lab risk circle angle=0.7
    /// ```
    pub struct Circle {
        /// Number of examples N, from 1; or give `angle`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub examples: Option<AtLeast<1>>,
        /// Give only this one: worst, gibbs or max-margin; all three if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hypothesis: Option<Consistent>,
        /// Angle between the hypothesis and the separator in radians, 0 to π.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub angle: Option<Angle>,
    }
}

fn curve(hypothesis: Consistent, examples: u32) -> NamedNumber {
    let (name, risk) = match hypothesis {
        Consistent::Worst => (
            "expected risk of the worst consistent hypothesis",
            circle::worst_consistent(examples.into()),
        ),
        Consistent::Gibbs => (
            "expected risk of a uniform consistent hypothesis (Gibbs)",
            circle::gibbs(examples.into()),
        ),
        Consistent::MaxMargin => (
            "expected risk of the max-margin hypothesis",
            circle::max_margin(examples.into()),
        ),
    };
    NamedNumber::fraction(name, risk.into())
}

impl Evaluate for Circle {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        match (self.examples, self.angle) {
            (None, None) => Err(FormError::MissingKey {
                key: "examples".into(),
            }),
            (None, Some(_)) if self.hypothesis.is_some() => Err(FormError::value(
                "hypothesis",
                "goes with `examples`, not with an angle",
            )),
            (None, Some(Angle(angle))) => {
                Ok(ClosedFormValue::risk(rotation_invariant::risk(angle)))
            }
            (Some(_), Some(_)) => Err(FormError::value(
                "angle",
                "has no number of examples; leave one of the two out",
            )),
            (Some(AtLeast(examples)), None) => {
                let all = [Consistent::Worst, Consistent::Gibbs, Consistent::MaxMargin];
                let asked = all
                    .into_iter()
                    .filter(|one| self.hypothesis.is_none_or(|only| only == *one));
                Ok(ClosedFormValue::of(
                    asked.map(|one| curve(one, examples)).collect(),
                ))
            }
        }
    }
}
