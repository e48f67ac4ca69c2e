//! Refuses sizes that no machine can hold, with a message and before memory is allocated for them.

use super::diagnostic::SpecFinding;
use super::{Replicates, tree};
use perceptron::generate::Generator;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Most bytes that are needed whatever the number of examples.
const MOST_IN_VECTORS: u128 = 1_000_000_000;

/// Most cells of a spec.
const MOST_CELLS: u128 = 100_000;

/// Bytes of a cell with its parameters and variants, as measured.
const CELL: u128 = 7_000;

/// Most replicates of a cell.
const MOST_REPLICATES: u64 = 1 << 32;

/// Approximate bytes of a row in the file of trials.
const ROW: u128 = 100;

/// Most bytes of a spec file.
const LONGEST_SPEC: u64 = 64 << 20;

/// Most bytes of a number, or of a text that is not prose.
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
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

/// Refuses numbers with too many digits, and texts that are too long and not prose.
pub(super) fn values(root: &DeTable) -> Result<(), Vec<SpecFinding>> {
    let is_prose = |key: &str, value: &DeValue| {
        value.is_str() && ["title", "question", "analysis", "answer"].contains(&key)
    };
    let read = root
        .iter()
        .filter(|(key, node)| !is_prose(key.get_ref(), node.get_ref()));
    let long = read.flat_map(|(_, node)| tree::longer_than(LONGEST_VALUE, node));
    let findings: Vec<SpecFinding> = long
        .map(|(place, length)| {
            let problem = format!("a value of {length} characters");
            SpecFinding::new(place, problem).allowed(format!("at most {LONGEST_VALUE}"))
        })
        .collect();
    match findings.is_empty() {
        true => Ok(()),
        false => Err(findings),
    }
}

/// Refuses too many cells.
pub(super) fn cells(count: u128) -> Result<(), String> {
    if count <= MOST_CELLS {
        return Ok(());
    }
    let needed = bytes(count.saturating_mul(CELL));
    Err(format!(
        "the sweep has {count} cells, which need {needed} of memory before the first trial; at most {MOST_CELLS} are possible"
    ))
}

/// Refuses too many replicates.
pub(super) fn replicates(given: &Spanned<Replicates>) -> Option<SpecFinding> {
    let most = given.get_ref().most(None);
    let rows = bytes(u128::from(most).saturating_mul(ROW));
    (most > MOST_REPLICATES).then(|| {
        let problem = format!("{most} replicates of a cell are about {rows} of rows");
        SpecFinding::new(given.span(), problem).allowed(format!("at most {MOST_REPLICATES}"))
    })
}

/// Refuses a dimension in which memory cannot hold even one example.
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

/// Returns a number of bytes in words, rounded up to three digits, and to a whole kilobyte.
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
