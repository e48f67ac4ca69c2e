//! Addresses the random streams of a cell: one stream for every role and replicate.
//!
//! The address of the sample depends on the generator's part of the cell key only. Settings of a variant can therefore be swept without changing the
//! data.

use perceptron::seed::Seed;

/// Role that a random stream has in a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamRole {
    /// The sample.
    Sample,
    /// The random choices of a learner, which adds a name of its own to the address.
    Learner,
    /// A test sample.
    Test,
    /// The fresh examples with which the audit recomputes a row.
    Audit,
}

/// The addresses of all random streams of the cells that share the generator's part of their keys. Only that part decides what is drawn, so all
/// variants, and all settings of a variant, see the same sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses([Seed; 4]);

impl Addresses {
    /// Addresses under the spec's seed, for the generator's part of the key.
    pub fn new(seed: Seed, sample_key: &str) -> Self {
        let roles = ["sample", "learner", "test", "audit"];
        Self(roles.map(|role| seed.child(role).child(sample_key)))
    }

    /// Returns the address of the stream of a role in a replicate.
    pub fn of(&self, role: StreamRole, replicate: u64) -> Seed {
        self.0[role as usize].numbered(replicate)
    }

    /// Returns an address for a role that draws nothing.
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
