//! Compares a trial that was run again with the one stored in its results folder.

use super::column_json::value;
use crate::store::{Folder, Manifest, StoreError};
use claims::spec::{RESULTS_VERSION, Spec};
use claims::trial::{AnyColumn, Block, Origin, Row};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Result of comparing a trial that was run again with the one in its results folder.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Stored {
    /// The trial is stored, and was compared.
    Compared {
        /// File with the stored trial.
        file: PathBuf,
        /// Results version of the file, if it is an earlier one than this program's.
        #[serde(skip_serializing_if = "Option::is_none")]
        earlier_version: Option<u32>,
        /// Number of columns compared.
        columns: usize,
        /// Columns in which the rerun and the stored trial differ.
        differences: Vec<Difference>,
    },
    /// The trial is not stored, or cannot be compared.
    NotAtHand {
        /// Why nothing was compared.
        why: String,
    },
}

/// A column whose stored value differs from that of the rerun.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// Name of the column.
    pub column: &'static str,
    /// Value of the column in the rerun.
    pub replayed: Value,
    /// Value of the column in the file.
    pub stored: Value,
}

impl Stored {
    /// Whether some column of the stored trial differs from the rerun.
    pub fn differs(&self) -> bool {
        matches!(self, Self::Compared { differences, .. } if !differences.is_empty())
    }
}

/// Compares a rerun trial with the stored one, column by column: every number with both ends of its interval, and every text. The trial is given by
/// its cell's index and its variant's position.
pub(super) fn compare(
    row: &Row,
    folder: Option<&Folder>,
    (index, variant): (usize, usize),
) -> Result<Stored, StoreError> {
    let absent = |why: String| Ok(Stored::NotAtHand { why });
    let Some(folder) = folder else {
        return absent("no results folder holds this experiment".into());
    };
    let file = folder.trials();
    if !file.exists() {
        return absent(format!("there is no {}", file.display()));
    }
    let (manifest, spec) = folder.readable_spec()?;
    let Some(block) = stored(folder, (&manifest, &spec), index, row.replicate)? else {
        return absent(format!("{} does not have this replicate", file.display()));
    };
    let Some(stored) = block.row(0, variant) else {
        return absent(format!("{} does not have this variant", file.display()));
    };
    let is_own = |column: &AnyColumn| matches!(column.declared().origin, Origin::Trial);
    let version = manifest.results_version;
    let earlier_version = (version < RESULTS_VERSION).then_some(version);
    let is_compared = |column: &AnyColumn| {
        let is_in_both = earlier_version.is_none() || row.value(*column).is_some();
        stored.value(*column).is_some() && is_in_both
    };
    let own = AnyColumn::all().filter(is_own);
    let known: Vec<AnyColumn> = own.filter(is_compared).collect();
    let differences = known
        .iter()
        .filter_map(|&column| difference(row, &stored, column));
    Ok(Stored::Compared {
        differences: differences.collect(),
        columns: known.len(),
        earlier_version,
        file,
    })
}

fn difference(row: &Row, stored: &Row, column: AnyColumn) -> Option<Difference> {
    // The text of a value has all its digits and both ends, and is the same for two NaNs.
    let text = |row: &Row| {
        let (values, place) = row.value(column)?;
        Some(format!("{:?}", values.selected(&[place])))
    };
    let shown = |row: &Row| row.value(column).map_or(Value::Null, value);
    let differs = text(row).is_some_and(|replayed| Some(replayed) != text(stored))
        || row.value(column).is_none() && !shown(stored).is_null();
    differs.then(|| Difference {
        column: column.name(),
        replayed: shown(row),
        stored: shown(stored),
    })
}

/// Reads one stored replicate of the cell with this index, under all variants.
fn stored(
    folder: &Folder,
    (manifest, spec): (&Manifest, &Spec),
    index: usize,
    replicate: u64,
) -> Result<Option<Block>, StoreError> {
    let all: BTreeSet<AnyColumn> = AnyColumn::all().collect();
    let mut reader = folder.reader(manifest, &all)?;
    for (at, cell) in spec.cells.iter().enumerate().take(index + 1) {
        let design = spec.design(cell);
        while let Some(block) = reader.block(&design)? {
            let place = block
                .replicates
                .iter()
                .position(|&stored| stored == replicate);
            if let Some(place) = place.filter(|_| at == index) {
                return Ok(Some(block.selected(&[place])));
            }
        }
    }
    Ok(None)
}
