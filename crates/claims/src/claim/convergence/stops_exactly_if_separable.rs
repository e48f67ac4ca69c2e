//! Claims that the perceptron decides linear feasibility: it ends exactly on the samples that can be separated.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::StopReason;

documented! {
    name = "stops-exactly-if-separable";
    /// The perceptron comes to a clean pass exactly on the samples that some vector separates strictly: learning without error is linear feasibility.
    ///
    /// # Formula
    /// $[\text{the run ended at a clean pass}] = [\text{a separator exists}]$
    /// # Premise
    /// Separability decided with a certificate; stop is clean-pass; a tie is a mistake and none is rounded away, or the threshold is above 0. A run that was cut off although a separator exists leaves it open.
    /// # Source
    /// Bartlett, computation (docs/theory.md, C-B6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "stops-exactly-if-separable"
    /// ```
    pub struct StopsExactlyIfSeparable {}
}

impl Claim for StopsExactlyIfSeparable {
    fn statement(&self, _: &MarginSource) -> Statement {
        let stops = Term::whether(
            [columns::STOP_REASON.any(), columns::SEPARABLE.any()],
            stops,
        );
        Statement::identity(stops, columns::SEPARABLE)
            .when([
                premise::stops_at_clean_passes(),
                premise::ends_on_separators_only(),
                premise::perceptron_rule(),
            ])
            // A run that was cut off counts only if a certificate proves that it cannot end.
            .even_if_cut_off()
    }
}

fn stops(row: &Row) -> Option<bool> {
    match row.stop_reason()? {
        StopReason::CleanPass => Some(true),
        StopReason::UpdateCap => row
            .copied(columns::SEPARABLE)
            .filter(|separable| !separable),
        _ => None,
    }
}
