//! Claims that one of two variants makes fewer updates at least as often as it makes more: a sign test.

use crate::claim::paired::{PairedNumbers, lead};
use crate::claim::{Claim, MarginSource, Statement};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "fewer-updates-usually";
    /// On the same samples, the first of two variants makes fewer updates than the second at least as often as it makes more.
    ///
    /// # Formula
    /// $\mathbb{E}[\operatorname{sign}(\text{updates}_1 - \text{updates}_2)] \le 0$, that is $P(\text{more}) \le P(\text{fewer})$, or $P(\text{more} \mid \text{not the same number}) \le 1/2$
    /// # Premise
    /// Two variants are named, in that order. Nothing is assumed about the size of the counts, which may have no mean. Equal numbers count as zero,
    /// and favour neither side.
    /// # Source
    /// The sign test of Arbuthnot (1710), valid at any time by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "fewer-updates-usually"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct FewerUpdatesUsually {}
}

impl Claim for FewerUpdatesUsually {
    fn statement(&self, _: &MarginSource) -> Statement {
        let updates = columns::UPDATES.any();
        let sign = lead(updates).map(|lead| Some(Quantity::count(0).minus(&lead)));
        Statement::in_expectation(sign, 0)
            .of_pairs()
            .comparing(PairedNumbers::of_column(updates))
            .between(-1.0, 1.0)
    }
}
