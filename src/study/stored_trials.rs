//! Reads the trials of a finished run block by block, with the columns that judging and drawing need.

use crate::store::{Folder, Manifest, StoreError, TrialReader};
use claims::judge::JudgeSpec;
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Block, columns};
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// Returns the manifest and the spec of a finished run.
pub(super) fn finished_run(folder: &Folder) -> Result<(Manifest, Spec), StoreError> {
    let (manifest, spec) = folder.readable_spec()?;
    let path = folder.path().to_owned();
    match (&manifest.shard, manifest.unfinished) {
        (Some(_), _) => Err(StoreError::Shard { path }),
        (None, true) => Err(StoreError::Unfinished { path }),
        (None, false) => Ok((manifest, spec)),
    }
}

/// Columns of the trials that judging a spec and drawing its figures read.
pub(super) fn wanted(spec: &Spec) -> BTreeSet<AnyColumn> {
    let weighed = spec.replicates == Replicates::All;
    let weight = weighed.then(|| columns::WEIGHT.any());
    let always = [
        columns::STOP_REASON.any(),
        columns::FAILURE.any(),
        columns::EXAMPLES.any(),
    ];
    let drawn = spec.figures.iter().flat_map(|figure| figure.columns());
    let told = spec.texts().flat_map(|(_, text)| text.columns());
    let claimed = spec.claims.iter().flat_map(|claim| claim.statement.reads());
    always
        .into_iter()
        .chain(JudgeSpec::run_columns())
        .chain(weight)
        .chain(drawn)
        .chain(told)
        .chain(claimed)
        .collect()
}

/// Hands the judged trials of a folder to `see`, cell by cell and block by block; the judged ones are the first stored ones of each cell. The next
/// block is read while `see` works on one.
pub(super) fn each_block(
    folder: &Folder,
    (manifest, spec): (&Manifest, &Spec),
    columns: &BTreeSet<AnyColumn>,
    mut see: impl FnMut(usize, &Block),
) -> Result<(), StoreError> {
    let reader = folder.reader(manifest, columns)?;
    let (send, read) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        let reading = scope.spawn(move || read_all(reader, (manifest, spec), &send));
        for (cell, block) in read {
            see(cell, &block);
        }
        reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Reads the judged trials of a folder and sends them, each block with its cell's index, until the receiver stops.
fn read_all(
    mut reader: TrialReader,
    (manifest, spec): (&Manifest, &Spec),
    send: &SyncSender<(usize, Block)>,
) -> Result<(), StoreError> {
    for (index, cell) in spec.cells.iter().enumerate() {
        let design = spec.design(cell);
        let judged = manifest.replicates.get(index).copied().unwrap_or(0);
        while let Some(block) = reader.block(&design)? {
            let replicates = &block.replicates;
            let within = replicates.partition_point(|&replicate| replicate < judged);
            let block = match within == block.len() {
                true => block,
                false => block.selected(&(0..within).collect::<Vec<_>>()),
            };
            if !block.is_empty() && send.send((index, block)).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}
