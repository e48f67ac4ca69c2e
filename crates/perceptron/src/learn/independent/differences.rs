//! Finds the gradient of the hinge loss from values of the loss alone, by differences along every coordinate.

use super::Task;
use super::vector::OffsetVector;
use crate::sample::{Rational, dot};
use serde::{Deserialize, Serialize};

/// How the gradient of the hinge loss max(0, 1 − y⟨w, x⟩) is computed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Gradient {
    /// By its formula: −y·x where y⟨w, x⟩ < 1, and 0 elsewhere.
    #[default]
    Formula,
    /// From values of the loss: loss(w ± e_j) − loss(w) along every coordinate, on the side where the loss rises: there it is linear.
    Differences,
    /// A mutant: (loss(w + e_j) − loss(w − e_j))/2, which is wrong where the kink of the loss lies between the two points.
    AcrossTheKink,
}

crate::documented::choice!(Gradient);

/// Values of the loss at w + e_j (`up`), at w (`here`) and at w − e_j (`down`), for one coordinate j.
struct Losses<T> {
    up: T,
    here: T,
    down: T,
}

impl Gradient {
    /// Whether the gradient is computed by its formula, the default, which a spec need not write.
    pub(super) fn is_formula(&self) -> bool {
        *self == Self::Formula
    }

    /// Moves the weights by −step·gradient at an example; the gradient is computed from values of the loss alone.
    pub(super) fn descend(
        self,
        weights: &mut OffsetVector,
        task: &Task,
        example: usize,
        step: &Rational,
    ) {
        match weights {
            OffsetVector::Exact(weights) => {
                let row = task.features.exact_row(example).unwrap_or_default();
                let sign = Rational::from(task.labels[example].sign());
                let loss = |weights: &[Rational]| {
                    let products = weights.iter().zip(&row).map(|(w, x)| w * x);
                    let score = products.fold(Rational::zero(), |sum, product| &sum + &product);
                    (&Rational::one() - &(&sign * &score)).max(Rational::zero())
                };
                let slopes = along(weights, loss, |w, by| w + &Rational::from(by));
                let slopes = slopes.iter().map(|losses| self.exact(losses));
                let moves: Vec<Rational> = slopes.map(|slope| &slope * step).collect();
                weights
                    .iter_mut()
                    .zip(&moves)
                    .for_each(|(w, by)| *w = &*w - by);
            }
            OffsetVector::Floats(weights) => {
                let row = task.features.row(example);
                let sign = task.labels[example].value();
                let loss = |weights: &[f64]| (1.0 - sign * dot(&row, weights)).max(0.0);
                let slopes = along(weights, loss, |w, by| w + by as f64);
                let moves = slopes
                    .iter()
                    .map(|losses| step.to_f64() * self.float(losses));
                weights.iter_mut().zip(moves).for_each(|(w, by)| *w -= by);
            }
        }
    }

    fn exact(self, losses: &Losses<Rational>) -> Rational {
        let Losses { up, here, down } = losses;
        match self {
            Self::AcrossTheKink => &(up - down) / &Rational::from(2_i64),
            _ if up > here => up - here,
            _ if down > here => here - down,
            _ => Rational::zero(),
        }
    }

    fn float(self, losses: &Losses<f64>) -> f64 {
        let &Losses { up, here, down } = losses;
        match self {
            Self::AcrossTheKink => (up - down) / 2.0,
            _ if up > here => up - here,
            _ if down > here => here - down,
            _ => 0.0,
        }
    }
}

/// Returns, for every coordinate, the loss at the weights and at one unit up and down this coordinate; `moved` adds a number of units to a weight.
fn along<T: Clone>(
    weights: &[T],
    loss: impl Fn(&[T]) -> T,
    moved: impl Fn(&T, i64) -> T,
) -> Vec<Losses<T>> {
    let mut around = weights.to_vec();
    let mut at = |coordinate: usize, by: i64| {
        around[coordinate] = moved(&weights[coordinate], by);
        let found = loss(&around);
        around[coordinate] = weights[coordinate].clone();
        found
    };
    let here = loss(weights);
    (0..weights.len())
        .map(|coordinate| Losses {
            up: at(coordinate, 1),
            here: here.clone(),
            down: at(coordinate, -1),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    const INTEGERS: &str =
        "[integer-points]\ndimension = 3\nbound = 5\nlabels = \"planted\"\nexamples = 30";

    #[test]
    fn finite_differences_make_the_same_updates_as_the_gradient_formula() {
        let sphere = "[sphere-margin]\ndimension = 9\ntarget_margin = 0.2\nexamples = 40";
        for (points, step) in [
            (INTEGERS, "1"),
            (INTEGERS, "1/2"),
            (sphere, "1"),
            (sphere, "1/2"),
        ] {
            let step = format!("step = \"{step}\"");
            let [formula, differences] = ["", ", gradient = \"differences\""].map(|more| {
                run(
                    &format!("learner = {{ hinge-sgd = {{ {step}{more} }} }}\norder = \"cyclic\""),
                    points,
                )
            });
            assert!(!formula.updates.is_empty());
            assert_eq!(formula.updates, differences.updates, "{points} {step}");
        }
    }

    #[test]
    fn a_difference_across_the_kink_is_another_gradient() {
        let [formula, across] = ["{}", "{ gradient = \"across-the-kink\" }"].map(|keys| {
            run(
                &format!("learner = {{ hinge-sgd = {keys} }}\norder = \"cyclic\"\nstop = {{ updates = 200 }}"),
                INTEGERS,
            )
        });
        assert_ne!(formula.updates, across.updates);
    }
}
