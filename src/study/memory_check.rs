//! Refuses specs whose trials do not fit into this machine's memory.

use super::StudyError;
use claims::spec::{Spec, bytes};

/// Refuses a spec with a trial larger than the machine's memory; allows every spec if the system does not report its memory.
pub(super) fn check(spec: &Spec) -> Result<(), StudyError> {
    memory().map_or(Ok(()), |memory| fits(spec, memory))
}

fn fits(spec: &Spec, memory: u128) -> Result<(), StudyError> {
    let largest = spec.largest_trial();
    let Some((needed, cell)) = largest.filter(|(needed, _)| *needed > memory) else {
        return Ok(());
    };
    let (name, needed, memory) = (&spec.name, bytes(needed), bytes(memory));
    Err(StudyError::usage(format!(
        "a trial of {name} needs {needed} of memory, and this machine has {memory}"
    ))
    .note("in the cell with", cell.key.as_str())
    .help("choose fewer examples or a smaller dimension, or run it on a larger machine"))
}

/// Memory of the machine in bytes; `None` if the system does not report it.
fn memory() -> Option<u128> {
    let about = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = about.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kibibytes: u128 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::SpecText;

    #[test]
    fn trial_larger_than_memory_is_refused_with_both_sizes_and_its_cell() {
        let spec =
            SpecText::new("isotropic-gaussians\ndimension = 1000\ndistance = 1.0\nexamples = 3")
                .replicates(7)
                .variant("again", testing::CYCLIC)
                .sweep("generator.isotropic-gaussians.examples", "10, 1000")
                .read(Spec::from_text);
        let needed = 8 * 1000 * 1000 + 64 * 1000;
        assert!(fits(&spec, needed).is_ok());
        let said = fits(&spec, needed - 1).unwrap_err().to_string();
        assert!(
            said.contains("needs 8.07 MB of memory, and this machine has 8.07 MB"),
            "{said}"
        );
        assert!(said.contains("examples=1000"), "{said}");
        let found = memory();
        assert!(found.is_none_or(|memory| memory > 1 << 26));
        assert!(found.is_some() || !cfg!(target_os = "linux"));
    }
}
