//! Evaluates the risk, and the Bayes risk, for two Gaussian classes.

use super::values::{Angle, NonNegative, Positive, Probability, Real, Reals};
use super::{ClosedFormValue, Evaluate, FormError, NamedNumber};
use crate::documented::documented;
use crate::risk::closed::{TestTies, gaussian};

documented! {
    name = "isotropic-gaussians";
    /// The risk of sign(⟨w, x⟩ + b) for two Gaussian classes with means ±μ on the first axis, and the Bayes risk.
    ///
    /// # Formula
    /// R = π Φ(−(⟨w, μ⟩ + b)/(σ‖w‖)) + (1 − π) Φ(−(⟨w, μ⟩ − b)/(σ‖w‖)), ‖μ‖ = distance/2; the Bayes risk is that of w = μ,
    /// b = (σ²/2) ln(π/(1 − π)), which is Φ(−‖μ‖/σ) for π = 1/2.
    /// # Source
    /// docs/theory.md: R1, and C-B4 for the Bayes risk.
    /// # Examples
    /// ```sh
    /// perceptron-lab risk isotropic-gaussians distance=6 angle=0.3
    /// perceptron-lab risk isotropic-gaussians distance=2 deviation=1.5 prior=0.3 weights=1,0.5 offset=-0.2
    /// ```
    pub struct IsotropicGaussians {
        /// Distance ‖2μ‖ between the two means, from 0.
        pub distance: NonNegative,
        /// Standard deviation σ of every feature, above 0.
        pub deviation: Positive = "1",
        /// Probability π of the positive class, 0 to 1.
        pub prior: Probability = "0.5",
        /// The weight vector w, not zero, with its first coordinate along μ; or give `angle`. With neither, only the Bayes risk is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub weights: Option<Reals>,
        /// Angle between w and μ in radians, 0 to π, instead of `weights`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub angle: Option<Angle>,
        /// Length ‖w‖, with `angle` only, above 0; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub norm: Option<Positive>,
        /// The offset b.
        pub offset: Real = "0",
    }
}

impl IsotropicGaussians {
    /// The weight vector w: as given, or built from its angle to μ and its norm, then with two coordinates in the plane of w and μ. `None` if neither
    /// is given.
    fn vector(&self) -> Result<Option<Vec<f64>>, FormError> {
        match (&self.weights, self.angle) {
            (Some(_), Some(_)) => Err(FormError::value(
                "angle",
                "weights give the angle already; leave one of them out",
            )),
            (_, None) if self.norm.is_some() => Err(FormError::value(
                "norm",
                "the length goes with an angle; give `angle` as well",
            )),
            (Some(Reals(weights)), None) if weights.iter().all(|w| *w == 0.0) => {
                Err(FormError::value(
                    "weights",
                    "the zero vector has no direction; its score is always the offset",
                ))
            }
            (Some(Reals(weights)), None) => Ok(Some(weights.clone())),
            (None, Some(Angle(angle))) => {
                let norm = self.norm.map_or(1.0, |norm| norm.0);
                Ok(Some(vec![norm * libm::cos(angle), norm * libm::sin(angle)]))
            }
            (None, None) => Ok(None),
        }
    }
}

impl Evaluate for IsotropicGaussians {
    fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let (signal, deviation, prior) = (self.distance.0 / 2.0, self.deviation.0, self.prior.0);
        let bayes =
            NamedNumber::float("Bayes risk", gaussian::bayes_risk(signal, deviation, prior));
        let Some(weights) = self.vector()? else {
            return Ok(ClosedFormValue::of(vec![bayes]));
        };
        let mut mean = vec![0.0; weights.len()];
        mean[0] = signal;
        // A common factor changes no sign, but the squares of large or small weights leave the range of floats.
        let scale = weights
            .iter()
            .fold(0.0_f64, |largest, w| largest.max(w.abs()));
        let weights: Vec<f64> = weights.iter().map(|w| w / scale).collect();
        // A tie has probability zero, because w is not zero.
        let risk = gaussian::risk(
            &weights,
            self.offset.0 / scale,
            &mean,
            deviation,
            prior,
            TestTies::Mistake,
        );
        Ok(ClosedFormValue::of(vec![
            NamedNumber::float("risk", risk),
            bayes,
        ]))
    }
}
