//! Holds the weight vectors of long runs, as the trials of an experiment have them.

use crate::trial::{Block, columns};

/// The long run of the first trial of a cell and variant, as its column holds it.
#[derive(Debug, Clone)]
pub(super) struct LongRunVectors {
    pub cell: usize,
    pub variant: String,
    pub text: String,
}

impl LongRunVectors {
    /// Adds the first trial of each variant of a block that has a long run, unless its cell has one already.
    pub(super) fn collect(known: &mut Vec<Self>, cell: usize, block: &Block) {
        for (place, batch) in block.batches.iter().enumerate() {
            let variant = batch.setting.name.as_deref().unwrap_or_default();
            let is_known = |own: &Self| own.cell == cell && own.variant == variant;
            let row = block.row(0, place);
            let text = row.and_then(|row| row.get(columns::LONG_RUN_VECTORS));
            if let Some(text) = text.filter(|_| !known.iter().any(is_known)) {
                known.push(Self {
                    cell,
                    variant: variant.to_owned(),
                    text: text.clone(),
                });
            }
        }
    }

    /// The weight vectors with their probabilities; those that are no numbers are left out.
    pub(super) fn parsed(&self) -> Vec<(Vec<f64>, f64)> {
        let vectors = self.text.split("; ").filter_map(|vector| {
            let numbers: Result<Vec<f64>, _> = vector.split(' ').map(str::parse).collect();
            let mut numbers = numbers.ok()?;
            let probability = numbers.pop()?;
            Some((numbers, probability))
        });
        vectors.collect()
    }
}
