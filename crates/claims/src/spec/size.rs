//! Refuses sizes that no machine can hold, with a message and before memory is allocated for them.

use super::diagnostic::SpecFinding;
use super::{Replicates, tree};
use perceptron::generate::Generator;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest number of bytes that one example and a learner's vectors may need together.
const MOST_IN_VECTORS: u128 = 1_000_000_000;

/// Largest number of cells of a spec.
const MOST_CELLS: u128 = 100_000;

/// Memory of one cell with its parameters and variants, in bytes, as measured.
const CELL: u128 = 7_000;

/// Largest number of replicates of a cell.
const MOST_REPLICATES: u64 = 1 << 32;

/// Approximate size of one trial in `trials.parquet`, in bytes.
const ROW: u128 = 100;

/// Largest size of a spec file, in bytes.
const LONGEST_SPEC: u64 = 64 << 20;

/// Largest length of a number, or of a text that is not prose, in a spec, in bytes.
const LONGEST_VALUE: usize = 10_000;

/// Reads the text of a spec file. Files that are not regular, or too long, are not read.
pub(super) fn text(path: &Path) -> Result<String, String> {
    let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is not a regular file".into());
    }
    if about.len() > LONGEST_SPEC {
        return Err(format!(
            "it has {} bytes, above {LONGEST_SPEC}",
            about.len()
        ));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line} is not text in UTF-8: save the file as UTF-8")
    })
}

/// Refuses a spec with numbers of too many digits, or with texts that are too long and not prose.
pub(super) fn values(root: &DeTable) -> Result<(), Vec<SpecFinding>> {
    let is_prose = |key: &str, value: &DeValue| {
        value.is_str() && ["title", "question", "analysis", "answer", "theorems"].contains(&key)
    };
    let read = root
        .iter()
        .filter(|(key, node)| !is_prose(key.get_ref(), node.get_ref()));
    let long = read.flat_map(|(_, node)| tree::longer_than(LONGEST_VALUE, node));
    let findings: Vec<SpecFinding> = long
        .map(|(place, length)| {
            let problem = format!("a value of {length} characters");
            SpecFinding::new(place, problem).allowed(format!("at most {LONGEST_VALUE} characters"))
        })
        .collect();
    match findings.is_empty() {
        true => Ok(()),
        false => Err(findings),
    }
}

/// Refuses a sweep of `count` cells if that is more than [`MOST_CELLS`].
pub(super) fn cells(count: u128) -> Result<(), String> {
    if count <= MOST_CELLS {
        return Ok(());
    }
    let needed = bytes(count.saturating_mul(CELL));
    Err(format!(
        "the sweep has {count} cells, which need {needed} of memory before the first trial; at most {MOST_CELLS} are possible"
    ))
}

/// Returns a mistake if a cell may have more than [`MOST_REPLICATES`] replicates.
pub(super) fn replicates(given: &Spanned<Replicates>) -> Option<SpecFinding> {
    let most = given.get_ref().most(None);
    let rows = bytes(u128::from(most).saturating_mul(ROW));
    (most > MOST_REPLICATES).then(|| {
        let problem = format!("{most} replicates of a cell are about {rows} of rows");
        SpecFinding::new(given.span(), problem)
            .allowed(format!("at most {MOST_REPLICATES} replicates"))
    })
}

/// Refuses a generator whose dimension is so large that one example and the vectors of a learner do not fit into memory.
pub(super) fn vectors(generator: &Generator) -> Result<(), String> {
    let need = generator.need();
    let needed = need.vectors.saturating_add(need.example);
    match needed <= MOST_IN_VECTORS {
        true => Ok(()),
        false => Err(format!(
            "one example and the vectors of a learner need {} of memory; at most {} are possible",
            bytes(needed),
            bytes(MOST_IN_VECTORS)
        )),
    }
}

/// Returns a number of bytes with a unit, such as 1.25 GB, rounded up to three digits, and to a whole kilobyte.
pub fn bytes(count: u128) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
    let mut powers = (1..units.len() as u32).rev();
    let fitting = powers.find(|&power| count >= 1000u128.pow(power + 1));
    let power = fitting.unwrap_or(0);
    let unit = 1000u128.pow(power + 1);
    let parts = match count / unit {
        0 => 1,
        1..10 => 100,
        10..100 => 10,
        _ => 1,
    };
    let rounded = count.div_ceil(unit / parts) as f64 / parts as f64;
    format!("{rounded} {}", units[power as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_counts_are_rounded_up_in_the_largest_fitting_unit() {
        assert_eq!(bytes(0), "0 kB");
        assert_eq!(bytes(1), "1 kB");
        assert_eq!(bytes(999_999), "1000 kB");
        assert_eq!(bytes(1_000_000), "1 MB");
        assert_eq!(bytes(8_000_000_001), "8.01 GB");
        assert_eq!(bytes(71_520_000_000), "71.6 GB");
        assert_eq!(bytes(5_000_000_000_000_000_000_000), "5000 EB");
    }
}
