//! Holds the margins of a direction on a sample.

use super::Quantity;

/// The margins of one direction on one sample. Squares are exact where features and direction are exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins {
    /// min y⟨u, x⟩/‖u‖ over the examples (x, y), for the direction u; negative if u misclassifies one.
    pub margin: f64,
    /// The square of the margin with its enclosure; `None` unless the margin is proved to be positive.
    pub margin_squared: Option<Quantity>,
    /// min y⟨u, x⟩/(‖u‖‖x‖) over the examples (x, y), for the direction u.
    pub normalized_margin: f64,
    /// The square of the normalized margin with its enclosure; `None` unless that margin is proved to be positive.
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
