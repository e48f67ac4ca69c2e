//! Addresses the random streams of a cell: one stream for every role and replicate.
//!
//! The address of the sample depends on the generator's part of the cell key only. Settings of a variant can therefore be swept without changing the
//! data.

use perceptron::generate::{Sampler, TestSet};
use perceptron::sample::Sample;
use perceptron::seed::Seed;

/// Purpose for which a trial draws random numbers; each purpose has a random stream of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamRole {
    /// Drawing the sample.
    Sample,
    /// The random choices of a learner; the name of the variant is added to the address of the stream.
    Learner,
    /// The fresh examples of a Monte Carlo estimate of a risk.
    Test,
    /// The fresh examples on which the audit compares a risk of a row with the fraction of errors.
    Audit,
}

/// The seeds of all random streams of a cell. They depend on the spec's seed and on the generator's part of the cell key only, so all variants, and
/// all cells that differ in a setting of a variant, see the same sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses([Seed; 4]);

impl Addresses {
    /// Derives the addresses from the spec's seed and from the generator's part of a cell's key, such as `basis.dimension=8`.
    pub fn new(seed: Seed, sample_key: &str) -> Self {
        let roles = ["sample", "learner", "test", "audit"];
        Self(roles.map(|role| seed.child(role).child(sample_key)))
    }

    /// Returns the seed of the random stream that a replicate uses for this role.
    pub fn of(&self, role: StreamRole, replicate: u64) -> Seed {
        self.0[role as usize].numbered(replicate)
    }

    /// Divides the data file of a replicate, whose sample is `drawn`, into training and test, by the stream of the sample; `None` if nothing is tested.
    pub fn test_set(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
        drawn: &Sample,
    ) -> Option<TestSet> {
        sampler.test_set(self.of(StreamRole::Sample, replicate), drawn)
    }

    /// Returns a seed that no replicate uses, for a learner that takes a seed but draws nothing from it.
    pub fn undrawn(&self, role: StreamRole) -> Seed {
        self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_address_is_derived_from_role_cell_and_replicate_in_order() {
        let root = Seed::root(5);
        let addresses = Addresses::new(root, "basis");
        for (role, word) in [
            (StreamRole::Sample, "sample"),
            (StreamRole::Learner, "learner"),
            (StreamRole::Test, "test"),
            (StreamRole::Audit, "audit"),
        ] {
            let address = root.child(word).child("basis").child("17");
            assert_eq!(addresses.of(role, 17), address, "{word}");
        }
    }
}
