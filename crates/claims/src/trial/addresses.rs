//! Addresses the random draws of a cell: one stream for every role and replicate.
//!
//! The sample's address is the generator's part of the cell key: settings of a variant can be swept without changing the data.

use perceptron::seed::Seed;

/// What numbers are drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamRole {
    /// The sample.
    Sample,
    /// The choices of a learner, by a name of their own.
    Learner,
    /// A test sample.
    Test,
    /// What a row is recomputed with.
    Audit,
}

/// The addresses of all draws of the cells that share a generator's part of their keys: that part alone says what is drawn, so that all
/// variants, and all settings of a variant, see the same sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses([Seed; 4]);

impl Addresses {
    /// Under the spec's seed, for the generator's part of the key.
    pub fn new(seed: Seed, sample_key: &str) -> Self {
        let roles = ["sample", "learner", "test", "audit"];
        Self(roles.map(|role| seed.child(role).child(sample_key)))
    }

    /// The address of the draws of a role in a replicate.
    pub fn of(&self, role: StreamRole, replicate: u64) -> Seed {
        self.0[role as usize].numbered(replicate)
    }

    /// An address for a role that draws nothing.
    pub fn undrawn(&self, role: StreamRole) -> Seed {
        self.0[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_made_of_its_labels_in_their_order() {
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
