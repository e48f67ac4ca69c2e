//! Splits the error probability of a spec over its statistical verdicts, before any number is seen.

/// The error probability `total` of a spec and the number of its statistical verdicts.
///
/// The split is equal and fixed a priori, so no verdict depends on another, on a shard or on when one looks, and by the union
/// bound all verdicts of the spec are right together with probability at least `1 − total`.
///
/// # Formula
///
/// ```text
/// share = total / verdicts,    per side = share / 2: one half to be wrong with `violated`, one half with `holds`;
/// an identity can be wrong with `violated` on two sides, so each of its bounds has per side / 2
/// ```
///
/// # Source
///
/// Bonferroni's inequality; Dunn, JASA 56 (1961) 52–64.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlphaLedger {
    /// The error probability of the whole family.
    pub total: f64,
    /// The number of statistical verdicts that share it.
    pub verdicts: u64,
}

impl AlphaLedger {
    /// A ledger of this total over this many verdicts.
    pub fn new(total: f64, verdicts: u64) -> Self {
        AlphaLedger { total, verdicts }
    }

    /// What one verdict may spend; all of it where there is no verdict to share with.
    pub fn share(&self) -> f64 {
        self.total / self.verdicts.max(1) as f64
    }

    /// The level of a wrong `violated`, and of a wrong `holds`: of the one bound that decides it, or of two bounds together.
    pub fn per_side(&self) -> f64 {
        self.share() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_verdicts_share_alpha_equally_and_each_halves_its_share() {
        let ledger = AlphaLedger::new(0.01, 20);
        assert!((ledger.share() - 0.0005).abs() < 1e-18);
        assert_eq!(ledger.per_side() * 2.0, ledger.share());
    }

    #[test]
    fn without_statistical_verdicts_nothing_is_divided() {
        assert_eq!(AlphaLedger::new(0.01, 0).share(), 0.01);
    }
}
