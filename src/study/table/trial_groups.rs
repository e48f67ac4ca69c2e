//! Collects the statistics of a table from trials, in parts that can be merged.

use super::keys::{ColumnKey, NamedKey};
use super::plan::TablePlan;
use claims::judge::positions;
use claims::prose::Groups;
use claims::trial::{AnyColumn, Block, Row};
use std::collections::BTreeMap;

/// Largest number of groups that the values of columns make.
pub(super) const MOST_GROUPS: usize = 10_000;

/// Statistics of trials by the values of the columns that are keys of the table, and in each group by cell and variant.
#[derive(Debug, Clone, Default)]
pub(in crate::study) struct TrialGroups {
    pub(super) groups: BTreeMap<Vec<ColumnKey>, Groups>,
    /// Whether trials were left out because there are too many groups.
    pub(super) is_full: bool,
    /// Number of selected trials that failed or were aborted, and so have no result.
    pub(super) left_out: u64,
    /// Number of selected trials with a result.
    pub(super) counted: u64,
    /// For the columns that the table shows, by name, the number of these trials in which they have no value; columns with a value in all are absent.
    pub(super) without_value: BTreeMap<&'static str, u64>,
}

impl TrialGroups {
    /// Adds the trials of a block of the cell at this position.
    pub(in crate::study) fn add(
        &mut self,
        plan: &TablePlan,
        columns: &[AnyColumn],
        cell: usize,
        block: &Block,
    ) {
        for variant in 0..block.batches.len() {
            let distinct = block.distinct(&[variant], columns);
            distinct.each(
                |place| block.row(place, variant),
                |row, trials| {
                    if let Some(row) = *row {
                        self.push(plan, (cell, variant), &[row], trials.len() as u64);
                    }
                },
            );
        }
    }

    /// Adds the pairs of a block of the cell at this position, if the table is about pairs.
    pub(super) fn add_pairs(
        &mut self,
        plan: &TablePlan,
        columns: &[AnyColumn],
        cell: usize,
        block: &Block,
    ) {
        let Some(pair) = &plan.pair else { return };
        let places = positions(pair, block);
        let [first, _] = places[..] else { return };
        let distinct = block.distinct(&places, columns);
        distinct.each(
            |place| block.rows(place, &places).unwrap_or_default(),
            |rows, pairs| {
                if !rows.is_empty() {
                    self.push(plan, (cell, first), rows, pairs.len() as u64);
                }
            },
        );
    }

    /// Adds `times` trials with the values of this row, or pairs with those of two rows, if the table's conditions select them.
    pub(super) fn push(
        &mut self,
        plan: &TablePlan,
        place: (usize, usize),
        rows: &[Row],
        times: u64,
    ) {
        let is_selected = plan.selected[place.0].get(place.1) == Some(&true);
        let Some(row) = rows.first().filter(|_| is_selected) else {
            return;
        };
        if rows.iter().any(Row::is_failed) {
            self.left_out += times;
            return;
        }
        if !plan.selection.is_true_of(rows) {
            return;
        }
        self.counted += times;
        for column in plan.shown.iter().filter(|column| !row.has_values(**column)) {
            *self.without_value.entry(column.name()).or_default() += times;
        }
        let columns = plan.keys.iter().filter_map(NamedKey::column);
        let key: Vec<ColumnKey> = columns.map(|column| ColumnKey::of(column, row)).collect();
        if !self.groups.contains_key(&key) && self.groups.len() >= MOST_GROUPS {
            self.is_full = true;
            return;
        }
        let groups = self.groups.entry(key);
        let groups = groups.or_insert_with(|| plan.groups.without_trials());
        groups.push(place, rows, times);
    }

    /// Adds the trials of other statistics of the same table.
    pub(super) fn merge(&mut self, other: Self) {
        self.is_full |= other.is_full;
        self.left_out += other.left_out;
        self.counted += other.counted;
        for (name, missing) in other.without_value {
            *self.without_value.entry(name).or_default() += missing;
        }
        for (key, more) in other.groups {
            if !self.groups.contains_key(&key) && self.groups.len() >= MOST_GROUPS {
                self.is_full = true;
                continue;
            }
            match self.groups.get_mut(&key) {
                Some(own) => own.merge(more),
                None => drop(self.groups.insert(key, more)),
            }
        }
    }
}
