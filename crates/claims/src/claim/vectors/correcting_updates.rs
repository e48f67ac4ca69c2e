//! Claims how many updates in a row on one example correct it.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "correcting-updates";
    /// A row of consecutive updates on one example corrects it after a number of updates that is known before the first.
    ///
    /// # Formula
    /// $\text{updates} = \sum (\lfloor a/\lVert x\rVert^2\rfloor + 1)$ over the rows of updates on one example that ended with it right, $a = -y\langle w, x\rangle \ge 0$ before the row;
    /// $\lceil a/\lVert x\rVert^2\rceil$ where a tie is right: for $y = +1$ with $\operatorname{sign}(0) = +1$
    /// # Premise
    /// Rule perceptron; an exact run of the learning loop in which an example was corrected. A row that the run leaves before its example is right
    /// does not count.
    /// # Source
    /// MIT, after eq. (11) (docs/theory.md: C-M5, C-M6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "correcting-updates"
    /// ```
    pub struct CorrectingUpdates {}
}

impl Claim for CorrectingUpdates {
    fn statement(&self, _: &MarginSource) -> Statement {
        let expected = columns::CORRECTING_UPDATES_EXPECTED;
        Statement::identity(columns::CORRECTING_UPDATES, expected)
            .when([
                premise::some_correction(),
                premise::rule(&[RuleKind::Perceptron]),
            ])
            // A row of updates that the end of the run cuts short does not count.
            .even_if_cut_off()
    }
}
