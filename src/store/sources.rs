//! Finds stored trials: those of the results folder, parts of an interrupted run, and those set aside.

use super::reader::StoredRange;
use super::{StoreError, TrialReader};
use claims::run::{ReusableTrials, Supplement};
use claims::spec::{Cell, Spec};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A file of stored trials that a run may reuse, and the spec that made them.
pub struct TrialSource {
    spec: Arc<Spec>,
    reader: TrialReader,
    /// Ranges of replicates in the file, by the key of their cell.
    stretches: HashMap<String, Vec<StoredRange>>,
    /// Position of each cell in its spec, by key.
    cells: HashMap<String, usize>,
}

/// How a cell can use the trials of a file: `None` if not at all, `Some(None)` if the trials are complete, otherwise the measurements that they lack.
type Use = Option<Option<Arc<Supplement>>>;

impl TrialSource {
    /// Opens the trials in the file of `reader`, which this spec made.
    ///
    /// # Errors
    /// Its rows do not form whole replicates.
    pub fn new(spec: Arc<Spec>, reader: TrialReader) -> Result<Self, StoreError> {
        let mut stretches: HashMap<String, Vec<StoredRange>> = HashMap::new();
        for stretch in reader.stretches(spec.rows_per_replicate())? {
            stretches
                .entry(stretch.cell.clone())
                .or_default()
                .push(stretch);
        }
        stretches
            .values_mut()
            .for_each(|own| own.sort_by_key(|stretch| stretch.replicates.start));
        let cells = spec.cells.iter().enumerate();
        Ok(Self {
            cells: cells
                .map(|(place, cell)| (cell.key.clone(), place))
                .collect(),
            spec,
            reader,
            stretches,
        })
    }

    /// Says whether a cell of the spec `wanted` can use the trials of this file, and which measurements they lack.
    fn use_for(&self, wanted: &Spec, cell: &Cell) -> Use {
        let own = &self.spec.cells[*self.cells.get(&cell.key)?];
        let lacks = Supplement::between((&self.spec, own), (wanted, cell)).ok()?;
        Some(lacks.map(Arc::new))
    }

    /// Finds the first range in the file, of the cell with this key, that has some of the replicates `among`, and which of them it has.
    fn find(&self, key: &str, among: &Range<u64>) -> Option<(&StoredRange, Range<u64>)> {
        let own = self.stretches.get(key)?;
        let first = own.partition_point(|stretch| stretch.replicates.end <= among.start);
        let stretch = own.get(first)?;
        let start = stretch.replicates.start.max(among.start);
        let end = stretch.replicates.end.min(among.end);
        (start < end).then_some((stretch, start..end))
    }
}

/// All files of stored trials that the run of a spec may reuse.
pub struct TrialSources<'a> {
    wanted: &'a Spec,
    all: Vec<TrialSource>,
    /// Index of the cell requested last, and how this cell can use each file.
    uses: (usize, Vec<Use>),
}

impl<'a> TrialSources<'a> {
    /// Collects the files from which trials of the spec `wanted` are reused; if several files have a trial, the first file's is taken.
    pub fn new(wanted: &'a Spec, all: Vec<TrialSource>) -> Self {
        let uses = (usize::MAX, Vec::new());
        Self { wanted, all, uses }
    }

    /// Reads the first stored trials of a cell among the replicates `among`; of several files with a replicate, complete trials are preferred.
    ///
    /// # Errors
    /// A file is gone, or was changed.
    pub fn earlier(
        &mut self,
        cell: usize,
        among: &Range<u64>,
    ) -> Result<Option<ReusableTrials>, StoreError> {
        let (wanted, of) = (self.wanted, &self.wanted.cells[cell]);
        if self.uses.0 != cell {
            let uses = self.all.iter().map(|source| source.use_for(wanted, of));
            self.uses = (cell, uses.collect());
        }
        let Some((place, row, range)) = self.first(&of.key, among) else {
            return Ok(None);
        };
        let source = &mut self.all[place];
        let design = source
            .spec
            .design(&source.spec.cells[source.cells[&of.key]]);
        let most = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let block = source.reader.block_at(&design, row, most)?;
        let lacks = self.uses.1[place].clone().flatten();
        Ok(block.map(|block| ReusableTrials { block, lacks }))
    }

    /// Finds the file that has the earliest of these replicates: returns its index, the row of that replicate, and the range of replicates up to
    /// which no better file has any.
    fn first(&self, key: &str, among: &Range<u64>) -> Option<(usize, usize, Range<u64>)> {
        let each = self.all.iter().zip(&self.uses.1).enumerate();
        let found = each.filter_map(|(place, (source, lacks))| {
            let is_whole = lacks.as_ref()?.is_none();
            let (stretch, range) = source.find(key, among)?;
            let width = source.spec.rows_per_replicate();
            // The row fits: a file has fewer rows than there are addresses.
            let row = stretch.row + (range.start - stretch.replicates.start) as usize * width;
            Some((is_whole, place, row, range))
        });
        let found: Vec<_> = found.collect();
        let best = found
            .iter()
            .min_by_key(|(is_whole, place, _, range)| (range.start, !is_whole, *place));
        let (is_whole, place, row, range) = best?.clone();
        let better = found.iter().filter(|other| other.0 && !is_whole);
        let end = better.map(|(_, _, _, other)| other.start).min();
        Some((
            place,
            row,
            range.start..end.unwrap_or(u64::MAX).min(range.end),
        ))
    }
}
