//! Derives what is known of the distribution of norms and margins after every example is transformed.

use super::Transform;
use crate::generate::KnownDistribution;
use crate::sample::{Quantity, Rational};

impl Transform {
    /// Returns what is known of the distribution of transformed examples: norms and margins, and whether labels are majorities of signs. Facts that
    /// the transform makes unknown are dropped; so are those about disjunctions and orthogonal signs, which are stated for examples as drawn.
    pub fn distribution(&self, distribution: KnownDistribution) -> KnownDistribution {
        let distribution = KnownDistribution {
            disjunction: None,
            orthogonal_signs: None,
            ..distribution
        };
        match self {
            _ if self.is_isometry() => distribution,
            // Unit vectors stay as they are.
            Self::Normalize | Self::Invert if distribution.unit_norm => distribution,
            Self::Rescale(factor) => {
                let squared = factor.square();
                let is_one = squared == Rational::one();
                KnownDistribution {
                    unit_norm: distribution.unit_norm && is_one,
                    ..with_squares(distribution, &squared, |radius| {
                        radius.times(&known(&squared))
                    })
                }
            }
            Self::PolynomialMap {
                degree,
                constant,
                dropped: false,
            } => {
                let squared = constant.square();
                let power = (1..*degree).fold(Rational::one(), |power, _| &power * &squared);
                let raised = |radius: Quantity| {
                    let base = radius.plus(&known(&squared));
                    (1..*degree).fold(base.clone(), |power, _| power.times(&base))
                };
                KnownDistribution {
                    unit_norm: false,
                    ..with_squares(distribution, &power, raised)
                }
            }
            _ => KnownDistribution {
                population_margin_squared: None,
                population_radius_squared: None,
                unit_norm: false,
                ..no_longer_signs(distribution)
            },
        }
    }
}

fn known(fraction: &Rational) -> Quantity {
    Quantity::exact(fraction.clone())
}

/// Multiplies the squared population margin of a distribution by `margin`, and changes its squared radius by `radius`.
fn with_squares(
    distribution: KnownDistribution,
    margin: &Rational,
    radius: impl Fn(Quantity) -> Quantity,
) -> KnownDistribution {
    let squared = distribution.population_margin_squared.as_ref();
    let squared = squared.filter(|_| !margin.is_zero());
    KnownDistribution {
        population_margin_squared: squared.map(|squared| squared.times(&known(margin))),
        population_radius_squared: distribution.population_radius_squared.clone().map(radius),
        ..no_longer_signs(distribution)
    }
}

fn no_longer_signs(distribution: KnownDistribution) -> KnownDistribution {
    KnownDistribution {
        majority_of: None,
        is_teachers: false,
        ..distribution
    }
}
