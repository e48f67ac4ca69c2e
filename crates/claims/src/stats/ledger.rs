//! Splits the error probability of a spec over its statistical verdicts, before any number is seen. Controls have a ledger of their own, so that a control takes
//! nothing from a theorem.

/// Splits the error probability `total` of a spec over its statistical verdicts.
///
/// The split is equal and fixed in advance. No verdict therefore depends on another, on a shard or on the time of looking. By the union bound all
/// verdicts of the spec are correct together with probability at least `1 − total`.
///
/// # Formula
///
/// ```text
/// share = total / verdicts,    per side = share / 2: one half to be wrong with `violated`, one half with `holds`;
/// an identity can be wrong with `violated` on two sides, so each of its bounds has per side / 2
/// ```
///
/// A claim with a measured limit can also be wrong with `vacuous`, by a bound that has per side, too. `violated` is wrong only if the claim is true, and
/// `holds` only if it is false, so one side is enough for both of them, and the other pays for `vacuous`.
///
/// # Source
///
/// Bonferroni's inequality; Dunn, JASA 56 (1961) 52–64.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlphaLedger {
    /// The probability that at least one of the verdicts may be wrong.
    pub total: f64,
    /// The number of statistical verdicts that share `total`.
    pub verdicts: u64,
}

impl AlphaLedger {
    /// Makes a ledger that gives each of `verdicts` statistical verdicts an equal part of the error probability `total`. The theorems of a spec have
    /// one ledger and its controls another, each with the α of the spec as its `total`.
    pub fn new(total: f64, verdicts: u64) -> Self {
        AlphaLedger { total, verdicts }
    }

    /// The error probability that one verdict may spend; `total` if there are no verdicts.
    pub fn alpha_share(&self) -> f64 {
        self.total / self.verdicts.max(1) as f64
    }

    /// The error probability of a verdict that is `violated` by one confidence bound.
    pub fn one_sided(&self) -> Level {
        Level {
            share: self.alpha_share(),
            bounds: 1.0,
        }
    }

    /// The error probability of a verdict that is `violated` by either of two confidence bounds.
    pub fn two_sided(&self) -> Level {
        Level {
            share: self.alpha_share(),
            bounds: 2.0,
        }
    }
}

/// The error probability of one verdict: half of it for a wrong `violated`, half for a wrong `holds`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    share: f64,
    /// Number of confidence bounds each of which can lead to a wrong `violated`: 1, or 2 for an equality.
    bounds: f64,
}

impl Level {
    /// The error probability of the verdict, in both directions together.
    pub fn share(self) -> f64 {
        self.share
    }

    /// The error probability of the verdict in one direction, as a wrong `violated` or as a wrong `holds`.
    pub fn of_one_word(self) -> f64 {
        self.share / 2.0
    }

    /// The error probability of one of the confidence bounds that decide the verdict.
    pub fn of_one_bound(self) -> f64 {
        self.of_one_word() / self.bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_verdicts_share_alpha_equally_and_each_halves_its_share() {
        let ledger = AlphaLedger::new(0.01, 20);
        assert!((ledger.alpha_share() - 0.0005).abs() < 1e-18);
        let (one, two) = (ledger.one_sided(), ledger.two_sided());
        assert_eq!(
            (one.of_one_bound(), two.of_one_bound()),
            (0.00025, 0.000125)
        );
        assert_eq!((one.of_one_word(), two.of_one_word()), (0.00025, 0.00025));
    }

    #[test]
    fn alpha_is_not_divided_without_statistical_verdicts() {
        assert_eq!(AlphaLedger::new(0.01, 0).alpha_share(), 0.01);
    }
}
