//! Claims that parity sharpens the bound for majority functions: r(n − 1) instead of nr mistakes for odd n.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;
use perceptron::sample::Quantity;

documented! {
    name = "sharper-majority-bound";
    /// On majority functions of r of n signs, n odd, the perceptron makes at most r(n − 1) mistakes.
    ///
    /// # Formula
    /// $\text{mistakes} \le r(n-1)$, and $\le 1$ for $n = 1$
    /// $k^2/r \le \lVert w\rVert^2 \le kn - 2\lfloor k/2\rfloor$: after an odd number of updates all weights are odd, so a mistaken score is −1 or less.
    /// So $k \le r(n-1)$ for even $k$, and $k \le r(n-1) + r/k$ for odd $k$; $r(n-1)$ is even, and $r(n-1) + 1 \le r(n-1) + r/k$ only for $n = 1$.
    /// # Premise
    /// Features are signs, an odd number of them, and the label is the majority of r of them, r odd; rule perceptron or
    /// normalized-perceptron from w = 0, no offset.
    /// # Source
    /// Vaughan, majority functions, sharpened by parity (docs/theory.md, C-V11); (n, r) = (5, 3) attains it.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "sharper-majority-bound"
    /// ```
    pub struct SharperMajorityBound {}
}

impl Claim for SharperMajorityBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let reads = [columns::MAJORITY_OF.any(), columns::DIMENSION.any()];
        let limit = Term::of(reads, |row| {
            let relevant = row.copied(columns::MAJORITY_OF)?;
            let others = row.copied(columns::DIMENSION)?.checked_sub(1)?;
            Some(Quantity::count((relevant * others).max(1)))
        });
        let rules = premise::rule(&[RuleKind::Perceptron, RuleKind::NormalizedPerceptron]);
        Statement::surely(columns::MISTAKES, limit)
            .when([premise::majority(), premise::odd_dimension(), rules])
            .vacuous_from(limits::most_mistakes())
            .counting_up()
    }
}
