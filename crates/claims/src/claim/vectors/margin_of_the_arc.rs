//! Claims that the largest margin of unit vectors of the plane is the sine of half the arc of consistent directions.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "margin-of-the-arc";
    /// Unit vectors of the plane have the largest margin γ* = sin(W/2), where W is the length of the arc of consistent directions.
    ///
    /// # Formula
    /// $\gamma^{*2} = \sin^2(W/2)$: a certified interval without angles, against the angles
    /// # Premise
    /// Unit vectors in the plane, and some direction separates them.
    /// # Source
    /// docs/theory.md: X4: the middle of the arc is farthest from both ends.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "margin-of-the-arc"
    /// ```
    pub struct MarginOfTheArc {}
}

/// A bound on how far the norm of a unit vector of floats is from 1; samples are checked for it.
const NORM_ERROR: f64 = 24.0 * f64::EPSILON;

impl Claim for MarginOfTheArc {
    fn statement(&self, _: &MarginSource) -> Statement {
        let sine = Term::from(columns::ANGULAR_MARGIN).map(|margin| {
            let squared = margin.times(&margin);
            Some(Quantity {
                lower: squared.lower * (1.0 - 2.0 * NORM_ERROR),
                upper: squared.upper * (1.0 + 2.0 * NORM_ERROR),
                ..squared
            })
        });
        Statement::identity(columns::MAX_MARGIN_SQUARED, sine)
            .when([
                premise::unit_vectors(),
                premise::two_features(),
                premise::positive_margin(&MarginSource::Max),
            ])
            // The points and labels decide, not the run.
            .even_if_cut_off()
    }
}
