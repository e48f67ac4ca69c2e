//! Computes digests of byte strings.

use sha2::{Digest, Sha256};

/// Returns the SHA-256, in hexadecimal, of these byte strings one after the other, each prefixed with its length.
pub(super) fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex::encode(hash.finalize())
}
