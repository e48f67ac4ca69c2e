//! Parses the text of a drawn spec.

use claims::spec::{Spec, SpecError};
use std::path::Path;

/// Parses a spec as if its file were in the folder `experiments/data`.
pub fn parse(text: &str) -> Result<Spec, SpecError> {
    const BESIDE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../experiments/data/fuzz.toml"
    );
    Spec::from_text("fuzz", Path::new(BESIDE), text)
}
