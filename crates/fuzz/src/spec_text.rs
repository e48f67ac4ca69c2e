//! Reads the text of a drawn spec.

use claims::spec::{Spec, SpecError};
use std::path::Path;

/// Reads a spec's text as a file beside the experiments.
pub fn parse(text: &str) -> Result<Spec, SpecError> {
    const BESIDE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../experiments/data/fuzz.toml"
    );
    Spec::from_text("fuzz", Path::new(BESIDE), text)
}
