//! Claims that a run in cyclic order comes back to an earlier weight vector exactly if no vector separates the sample.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::StopReason;

documented! {
    name = "cycles-exactly-if-not-separable";
    /// In cyclic order on integers, the perceptron comes back to a vector it had at the beginning of a pass exactly if no vector separates the sample.
    ///
    /// # Formula
    /// $[\text{some vector began two passes}] = [\text{not separable}]$; the cycle's updates $\lambda_i$ then give $\sum \lambda_i y_i x_i = 0$, $\lambda \ge 0$, $\lambda \ne 0$
    /// # Premise
    /// Exact features, cyclic order; a tie is a mistake and none is rounded away, or the threshold is above 0; separability is decided independently
    /// of the run, with its own certificate. A run that was cut off before it came back leaves open whether it would have.
    /// # Source
    /// MIT, non-separable case; boundedness of the perceptron, Efron, Block and Levin 1970 (docs/theory.md: C-M8, C-H18, T9, 8.10).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "cycles-exactly-if-not-separable"
    /// ```
    pub struct CyclesExactlyIfNotSeparable {}
}

impl Claim for CyclesExactlyIfNotSeparable {
    fn statement(&self, _: &MarginSource) -> Statement {
        let separable = columns::SEPARABLE.any();
        let reads = [columns::CYCLE_FOUND.any(), columns::STOP_REASON.any()];
        let not_separable =
            Term::whether([separable], |row| Some(!row.copied(columns::SEPARABLE)?));
        Statement::identity(Term::whether(reads, comes_back), not_separable)
            .when([
                premise::cyclic_passes(),
                premise::ends_on_separators_only(),
                premise::perceptron_rule(),
            ])
            // The claim is also about runs that were cut off after they came back.
            .even_if_cut_off()
    }
}

/// Whether the run returned to an earlier weight vector; `None` if it was cut off, because it might have returned later.
fn comes_back(row: &Row) -> Option<bool> {
    let found = row.copied(columns::CYCLE_FOUND)?;
    let is_open = !found && row.stop_reason() == Some(StopReason::UpdateCap);
    (!is_open).then_some(found)
}
