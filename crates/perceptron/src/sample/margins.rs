//! Holds the margins of a direction on a sample.

use super::Quantity;

/// The margins of one direction on one sample. Squares are exact where features and direction are exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins {
    /// min y⟨u, x⟩/‖u‖, negative if the direction misclassifies.
    pub margin: f64,
    /// The square of a positive margin.
    pub margin_squared: Option<Quantity>,
    /// min y⟨u, x⟩/(‖u‖‖x‖).
    pub normalized_margin: f64,
    /// The square of a positive normalized margin.
    pub normalized_margin_squared: Option<Quantity>,
}

impl Margins {
    /// The margins of one direction on two samples together, from its margins on each; both samples have at least one example.
    pub fn least(&self, other: &Self) -> Self {
        let square = |one: &Option<Quantity>, other: &Option<Quantity>| {
            one.as_ref().zip(other.as_ref()).map(|(a, b)| a.least(b))
        };
        Self {
            margin: self.margin.min(other.margin),
            margin_squared: square(&self.margin_squared, &other.margin_squared),
            normalized_margin: self.normalized_margin.min(other.normalized_margin),
            normalized_margin_squared: square(
                &self.normalized_margin_squared,
                &other.normalized_margin_squared,
            ),
        }
    }
}
