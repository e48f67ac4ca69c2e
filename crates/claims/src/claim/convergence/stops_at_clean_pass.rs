//! Claims that the run ends: after finitely many updates no example calls for another one.

use super::never_stops::is_endless_by_certificate;
use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::{Row, columns};
use perceptron::documented::documented;
use perceptron::learn::StopReason;
use std::slice;

documented! {
    name = "stops-at-clean-pass";
    /// On every strictly separable sample, the perceptron comes to a pass without updates.
    ///
    /// # Formula
    /// $[\text{the run never ends}] = 0$. A run that was cut off counts as 1 only where that is proved: the sample is not separable by a Gordan certificate, or the updates exceed $(R^2 + 2\tau/\eta)/\gamma_*^2$. Any other cut-off run is undecided.
    /// With the order all-orders: 1 if some order never ends, which its finite set of reachable vectors shows.
    /// # Premise
    /// Some separator has a positive margin, decided with a certificate; stop is clean-pass; rule perceptron or margin-perceptron. On samples that
    /// are not separable, the statement depends on ties being mistakes: with sign(0) = +1 such a run can end.
    /// # Source
    /// MIT, Theorem; Bartlett, Theorem 2.1(a) (docs/theory.md: C-B7, C-M7, C-M8, C-H7, C-H18).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "stops-at-clean-pass"
    /// ```
    pub struct StopsAtCleanPass {}
}

impl Claim for StopsAtCleanPass {
    fn statement(&self, _: &MarginSource) -> Statement {
        let premises = [
            premise::perceptron_rule(),
            premise::stops_at_clean_passes(),
            premise::positive_margin(&MarginSource::Max),
        ];
        // The observed value is final: a run that was cut off counts only if it is proved never to end.
        Statement::surely(never_ends(), 0)
            .when(premises)
            .even_if_cut_off()
    }
}

fn never_ends() -> Term {
    let most = limits::update_bound(columns::RADIUS_SQUARED, &MarginSource::Max);
    let bound_reads = most.reads().to_vec();
    let (reason, separable) = (columns::STOP_REASON.any(), columns::SEPARABLE.any());
    let term = Term::whether(
        [reason, separable, columns::UPDATES.any()],
        move |row| match row.stop_reason()? {
            StopReason::CleanPass => Some(false),
            StopReason::Cycle | StopReason::Never => Some(true),
            StopReason::UpdateCap => is_endless(row, &most).then_some(true),
            _ => None,
        },
    );
    bound_reads.into_iter().fold(term, Term::reading)
}

/// Whether a run that was cut off is proved not to end, or has made more updates than any run that ends.
fn is_endless(row: &Row, most: &Term) -> bool {
    let updates = row
        .quantity(columns::UPDATES.any())
        .zip(most.value(slice::from_ref(row)));
    let too_many = updates.is_some_and(|(updates, most)| updates.exceeds(&most));
    is_endless_by_certificate(row) || too_many
}
