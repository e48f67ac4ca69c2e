//! Measures which examples were updated on, in which order, as a digest; two runs have the same digest only if their sequences are equal.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use sha2::{Digest, Sha256};

/// Number of hexadecimal digits of the SHA-256 hash that are stored in the column `update_digest`.
const KEPT: usize = 16;

columns! {
    /// The first 16 hexadecimal digits of the SHA-256 of the updated examples, in order.
    UPDATE_DIGEST: String = "update_digest" in "";
}

/// Computes the column `update_digest`: a hash of the indices of the examples on which the run updated, in the order of the updates.
pub(super) struct UpdateSequence;

impl Measurement for UpdateSequence {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        record.set(columns::UPDATE_DIGEST, digest(&run.result.updates));
    }

    fn is_of_answers(&self) -> bool {
        true
    }

    fn needs_no_example_again(&self) -> bool {
        true
    }
}

/// The first 16 hexadecimal digits of the SHA-256 of a sequence of example indices.
fn digest(updates: &[usize]) -> String {
    let mut hash = Sha256::new();
    updates
        .iter()
        .for_each(|&example| hash.update((example as u64).to_le_bytes()));
    let mut digits = hex::encode(hash.finalize());
    digits.truncate(KEPT);
    digits
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn update_digest_depends_on_order_length_and_every_example() {
        let digests = [&[][..], &[0], &[0, 1], &[1, 0], &[0, 1, 0]].map(digest);
        assert_eq!(digests[0], "e3b0c44298fc1c14");
        assert!((0..5).all(|i| (0..i).all(|j| digests[i] != digests[j])));
    }
}
