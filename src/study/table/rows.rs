//! Makes the rows of a table from the statistics of trials and from verdicts.

use super::keys::{ColumnKey, NamedKey};
use super::plan::{Sorting, TablePlan, WITH};
use super::trial_groups::TrialGroups;
use crate::report::data_table::{DataCell, DataColumn, DataTable, ResultsOrigin};
use crate::study::StudyError;
use claims::judge::Verdict;
use claims::numbers::counted;
use claims::prose::{Groups, RunNumbers, Selection, TableValue};
use perceptron::sample::Rational;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Beginning of the reason why a statistic of one cell and variant has no value in a row of several.
const SEVERAL: &str = "it covers several";

/// A table with the results that it was made of.
#[derive(Debug, Clone)]
pub struct MadeTable {
    /// The table.
    pub table: DataTable,
    /// The results that were read.
    pub results: Vec<ResultsOrigin>,
    /// Remarks for the reader: columns that have no value in some rows, trials that were left out, and trials that count twice.
    pub notes: Vec<String>,
}

/// Cells and variants that have the same values of the keys that are no columns of trials.
struct CellGroup {
    values: Vec<Value>,
    cells: BTreeSet<usize>,
    variant: Option<String>,
    /// Position of the first cell and variant, which orders the rows.
    first: (usize, usize),
}

/// A row before the rows are sorted.
struct Row {
    keys: Vec<Value>,
    first: (usize, usize),
    cells: Vec<DataCell>,
}

/// Makes the table.
pub(super) fn made(
    plan: &TablePlan,
    trials: &TrialGroups,
    verdicts: &[Verdict],
    results: Vec<ResultsOrigin>,
) -> Result<MadeTable, StudyError> {
    let mut rows = rows(plan, trials, verdicts);
    if rows.is_empty() {
        return Err(StudyError::usage("no trial with a result is selected").help("loosen `--where`; `perceptron-lab table RESULTS` shows the cells and variants that have trials"));
    }
    order(plan, &mut rows);
    let rows: Vec<Vec<DataCell>> = rows.into_iter().map(|row| row.cells).collect();
    let mut notes = notes(plan, &rows)?;
    notes.extend(left_out(trials.left_out));
    notes.extend(without_value(trials));
    notes.extend(plan.repeated_samples());
    let table = without_empty_columns(plan, rows);
    Ok(MadeTable {
        table,
        results,
        notes,
    })
}

/// Makes a table that needs no verdicts; `None` if there is no trial.
pub(in crate::study) fn of(plan: &TablePlan, trials: &TrialGroups) -> Option<DataTable> {
    let made = made(plan, trials, &[], Vec::new());
    made.ok().map(|made| made.table)
}

/// Makes the table of means that a run prints; `None` if there is no trial.
pub(in crate::study) fn of_means(plan: &TablePlan, trials: &TrialGroups) -> Option<DataTable> {
    let table = of(plan, trials)?;
    let has_means = table
        .columns
        .iter()
        .any(|column| column.name.starts_with("mean "));
    has_means.then_some(table)
}

fn rows(plan: &TablePlan, trials: &TrialGroups, verdicts: &[Verdict]) -> Vec<Row> {
    let without_trials = BTreeMap::from([(Vec::new(), plan.groups.without_trials())]);
    let by_columns = match plan.reads_trials() {
        true => &trials.groups,
        false => &without_trials,
    };
    let mut rows = Vec::new();
    for group in cell_groups(plan) {
        for (key, groups) in by_columns {
            rows.extend(row(plan, &group, (key, groups), verdicts));
        }
    }
    rows
}

/// Groups cells and variants that may be selected by the keys that are no columns of trials.
fn cell_groups(plan: &TablePlan) -> Vec<CellGroup> {
    let stack = &plan.stack;
    let mut all: Vec<CellGroup> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (cell, variants) in stack.variants.iter().enumerate() {
        for (variant, name) in variants.iter().enumerate() {
            if !plan.selected[cell][variant] {
                continue;
            }
            let keys = plan.keys.iter();
            let values: Vec<Value> = keys
                .filter_map(|key| key.value(stack, cell, name))
                .collect();
            let place = *places
                .entry(Value::from(values.clone()).to_string())
                .or_insert(all.len());
            if place == all.len() {
                let is_by_variant = plan.keys.contains(&NamedKey::variant());
                all.push(CellGroup {
                    values,
                    cells: BTreeSet::new(),
                    variant: is_by_variant.then(|| name.clone()),
                    first: (cell, variant),
                });
            }
            all[place].cells.insert(cell);
        }
    }
    all
}

impl CellGroup {
    /// The trials and verdicts of the group. Without keys these are all, also the verdicts over all cells.
    fn selection(&self, plan: &TablePlan) -> Selection {
        let variant = self.variant.as_deref().map(Selection::of_variant);
        let own = variant.unwrap_or_default().and(&plan.selection);
        match self.values.len() == usize::from(self.variant.is_some()) {
            true => own,
            false => Selection::of_cells(self.cells.iter().copied()).and(&own),
        }
    }
}

/// Makes the row of a group; `None` if it has neither trials nor numbers of verdicts.
fn row(
    plan: &TablePlan,
    group: &CellGroup,
    (key, groups): (&[ColumnKey], &Groups),
    verdicts: &[Verdict],
) -> Option<Row> {
    let selection = group.selection(plan);
    let run = RunNumbers { groups, verdicts };
    let columns = plan.columns.iter();
    let values: Vec<TableValue> = columns
        .map(|column| column.value(&run, &selection))
        .collect();
    let is_missing = |value: &TableValue| matches!(value, TableValue::Missing(_));
    let has_any = match plan.reads_trials() {
        true => groups.has_trials(&selection),
        false => !values.iter().all(is_missing),
    };
    if !has_any {
        return None;
    }
    let (mut of_cells, mut of_columns) = (group.values.iter(), key.iter());
    let keys = plan.keys.iter().map(|key| match key.column() {
        Some(_) => of_columns.next().map_or(Value::Null, ColumnKey::value),
        None => of_cells.next().cloned().unwrap_or_default(),
    });
    let keys: Vec<Value> = keys.collect();
    let cells = keys.iter().cloned().map(DataCell::Key);
    Some(Row {
        cells: cells
            .chain(values.into_iter().map(DataCell::Computed))
            .collect(),
        first: group.first,
        keys,
    })
}

/// Sorts the rows: by the columns of `--sort`, then by the keys.
fn order(plan: &TablePlan, rows: &mut [Row]) {
    let ranks = ranks(plan);
    rows.sort_by(|a, b| {
        let requested = plan.sorting.iter().map(|sorting| sorted(*sorting, a, b));
        let by_first = a.first.cmp(&b.first);
        let by_keys = || {
            let pairs = a.keys.iter().zip(&b.keys);
            let ordered = pairs.map(|(a, b)| in_order(a, b, &ranks));
            ordered.fold(Ordering::Equal, Ordering::then)
        };
        let requested = requested.fold(Ordering::Equal, Ordering::then);
        requested.then_with(by_keys).then(by_first)
    });
}

/// Positions of texts in the order in which cells and variants have them as values of keys.
fn ranks(plan: &TablePlan) -> BTreeMap<String, usize> {
    let mut ranks = BTreeMap::new();
    for (cell, variants) in plan.stack.variants.iter().enumerate() {
        for name in variants {
            let values = plan
                .keys
                .iter()
                .filter_map(|key| key.value(&plan.stack, cell, name));
            for value in values {
                if let Value::String(text) = value {
                    let next = ranks.len();
                    ranks.entry(text).or_insert(next);
                }
            }
        }
    }
    ranks
}

/// Orders two values of a key: numbers and fractions by size, other texts as the specs have them.
fn in_order(a: &Value, b: &Value, ranks: &BTreeMap<String, usize>) -> Ordering {
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return a.total_cmp(&b);
    }
    let rank = |value: &Value| value.as_str().map(|text| ranks.get(text).copied());
    let texts = || a.to_string().cmp(&b.to_string());
    match (rank(a), rank(b)) {
        (Some(Some(a)), Some(Some(b))) => a.cmp(&b),
        _ => texts(),
    }
}

fn number(value: &Value) -> Option<f64> {
    let fraction = |text: &str| Some(text.parse::<Rational>().ok()?.to_f64());
    value.as_f64().or_else(|| fraction(value.as_str()?))
}

/// Orders two rows by one column. A row without a value is last in either direction.
fn sorted(sorting: Sorting, a: &Row, b: &Row) -> Ordering {
    let (a, b) = (&a.cells[sorting.place], &b.cells[sorting.place]);
    let (missing_a, missing_b) = (is_missing(a), is_missing(b));
    if missing_a || missing_b {
        return missing_a.cmp(&missing_b);
    }
    let ordered = match (size(a), size(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.text().cmp(&b.text()),
    };
    match sorting.is_descending {
        true => ordered.reverse(),
        false => ordered,
    }
}

fn is_missing(cell: &DataCell) -> bool {
    matches!(
        cell,
        DataCell::Key(Value::Null) | DataCell::Computed(TableValue::Missing(_))
    )
}

fn size(cell: &DataCell) -> Option<f64> {
    match cell {
        DataCell::Key(value) => number(value),
        DataCell::Computed(TableValue::Number(value, _) | TableValue::Interval(value, ..)) => {
            Some(*value)
        }
        DataCell::Computed(_) => None,
    }
}

/// The reason why a cell has no value, or no half width of an interval.
fn gap(cell: &DataCell) -> Option<&String> {
    match cell {
        DataCell::Computed(
            TableValue::Missing(reason) | TableValue::Interval(_, Err(reason), _),
        ) => Some(reason),
        DataCell::Key(_) | DataCell::Computed(_) => None,
    }
}

/// Whether a cell is a mean with an interval of no width.
fn is_without_width(cell: &DataCell) -> bool {
    matches!(cell, DataCell::Computed(TableValue::Interval(_, Ok(half), _)) if *half == 0.0)
}

/// Names the columns that have no value, or an interval of no width, in some rows. A column that was asked for and has a value in no row is an error.
fn notes(plan: &TablePlan, rows: &[Vec<DataCell>]) -> Result<Vec<String>, StudyError> {
    let mut notes = Vec::new();
    for (place, name) in plan.names().into_iter().enumerate() {
        let sure = rows
            .iter()
            .filter(|row| is_without_width(&row[place]))
            .count();
        if sure > 0 {
            notes.push(format!(
                "`{name}` has ± 0 in {sure} of the rows: every run there gave the same number, as copies of one run do, or all outcomes are enumerated"
            ));
        }
        let gaps: Vec<&String> = rows.iter().filter_map(|row| gap(&row[place])).collect();
        let Some(reason) = gaps.first().filter(|_| plan.is_requested(place)) else {
            continue;
        };
        let has_values = rows.iter().any(|row| !is_missing(&row[place]));
        if gaps.len() == rows.len() && (!has_values || reason.starts_with(SEVERAL)) {
            return Err(without_values(plan, &name, reason));
        }
        notes.push(format!(
            "`{name}` has no value in {} of the rows: {reason}",
            gaps.len()
        ));
    }
    Ok(notes)
}

/// The note that trials were left out.
fn left_out(trials: u64) -> Option<String> {
    let (verb, them) = match trials {
        0 => return None,
        1 => ("has", "it is"),
        _ => ("have", "they are"),
    };
    let counted = counted(trials, "selected trial");
    Some(format!(
        "{counted} {verb} no result, and {them} left out; `--retry-failed` runs such trials again"
    ))
}

/// One note for each column that has a value in some of the selected trials only, of a table that was asked for its columns; other tables have
/// columns that count.
fn without_value(trials: &TrialGroups) -> Vec<String> {
    let some = trials.without_value.iter();
    let note = |(name, missing): (&&str, &u64)| {
        let (with, all) = (trials.counted - missing, trials.counted);
        format!(
            "`{name}` has a value in {with} of the {all} selected trials, and numbers of it count these only"
        )
    };
    some.map(note).collect()
}

fn without_values(plan: &TablePlan, name: &str, reason: &str) -> StudyError {
    let varying = super::plan::varying(&plan.stack).into_iter();
    let further = varying.filter(|key| {
        plan.keys
            .iter()
            .all(|own| own.key != key.key && !key.name.ends_with(&own.name))
    });
    let further: Vec<String> = further.map(|key| key.name).collect();
    let help = match reason.starts_with(SEVERAL) && !further.is_empty() {
        true => format!(
            "group by these keys, too, or select one of their values with `--where`: {}",
            further.join(", ")
        ),
        false => "leave this column out, or select other trials with `--where`".to_owned(),
    };
    StudyError::usage(format!(
        "`{name}` has no value or no interval in any row: {reason}"
    ))
    .help(help.to_string())
}

/// The table, without columns that were not asked for and have no value in any row.
fn without_empty_columns(plan: &TablePlan, rows: Vec<Vec<DataCell>>) -> DataTable {
    let intervals = plan.keys.iter().map(|_| false);
    let intervals = intervals.chain(plan.columns.iter().map(|column| column.is_interval()));
    let columns = plan.names().into_iter().zip(intervals);
    let columns: Vec<DataColumn> = columns
        .map(|(name, is_interval)| DataColumn { name, is_interval })
        .collect();
    let first = plan.keys.len();
    let has_value = |place: usize| rows.iter().any(|row| !is_missing(&row[place]));
    // The first column counts all trials of a row; another count is of interest where it differs.
    let is_other_count = |place: usize| {
        let differs = rows
            .iter()
            .any(|row| size(&row[place]) != size(&row[first]));
        !columns[place].name.starts_with(WITH) || differs && has_value(place + 1)
    };
    let is_kept = |place: usize| {
        plan.is_requested(place) || place < first || has_value(place) && is_other_count(place)
    };
    let kept: Vec<usize> = (0..columns.len()).filter(|place| is_kept(*place)).collect();
    DataTable {
        columns: kept.iter().map(|&place| columns[place].clone()).collect(),
        rows: rows
            .iter()
            .map(|row| kept.iter().map(|&place| row[place].clone()).collect())
            .collect(),
    }
}
