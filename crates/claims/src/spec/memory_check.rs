//! Refuses a spec whose largest trial does not fit into memory.

use super::diagnostic::SpecFinding;
use super::experiment::Spec;
use super::size::bytes;
use super::tree;
use toml::de::DeTable;

/// Largest number of bytes of memory that a trial may need.
const MOST_BYTES: u128 = 32_000_000_000;

/// Refuses a spec if a trial of some cell needs more memory than [`MOST_BYTES`].
pub(super) fn samples(spec: &Spec, root: &DeTable) -> Result<(), SpecFinding> {
    let largest = spec.largest_trial();
    if let Some((needed, cell)) = largest.filter(|(needed, _)| *needed > MOST_BYTES) {
        let name = cell.generator.documentation().name;
        let place = tree::place(root, &["generator", name, "examples"]);
        let problem = format!(
            "a trial needs {} of memory; at most {} are possible",
            bytes(needed),
            bytes(MOST_BYTES)
        );
        let help = "choose fewer examples, or a smaller dimension";
        return Err(SpecFinding::new(place, problem)
            .help(help)
            .in_cell(&cell.key));
    }
    Ok(())
}
