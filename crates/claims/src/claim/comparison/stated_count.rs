//! Claims that a run makes exactly the number of updates that is known for a construction.

use crate::claim::{Claim, ClaimText, MarginSource, Statement};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "stated-count";
    /// A run on a fixed construction makes exactly the stated number of updates.
    ///
    /// # Formula
    /// $\text{updates} = m$, the stated number
    /// # Premise
    /// None: the number is known for this construction, order and tie convention.
    /// # Source
    /// docs/theory.md, section 4: golden numbers of the constructions. A bound can hold with a wrong program; a number cannot.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name    = "stated-count"
    /// updates = 298
    /// ```
    pub struct StatedCount {
        /// The number of updates.
        pub updates: u64,
    }
}

impl Claim for StatedCount {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::UPDATES, self.updates).counting_up()
    }

    fn text(&self) -> Option<ClaimText> {
        let updates = self.updates;
        let statement = match updates {
            1 => "Every run makes exactly 1 update.".to_owned(),
            _ => format!("Every run makes exactly {updates} updates."),
        };
        let tex = format!(r"$\text{{updates}} = {updates}$");
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}
