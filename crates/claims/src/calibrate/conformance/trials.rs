//! Makes trials with hand-written columns, and judges them like the trials of a spec.

use super::super::merged::merged;
use super::entry::{Entry, Trials};
use crate::claim::{Premise, Scope, StatedClaim};
use crate::judge::{JudgeSpec, Sweep, Verdict};
use crate::trial::{AnyColumn, Batch, Block, ColumnKind, ColumnValue, Halves, Setting, Values};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::{Table, Value};

const NAMES: [&str; 2] = ["first", "second"];

/// An entry's claim with the trials of every cell.
pub struct JudgedTrials {
    /// The claim as it is judged.
    pub claim: StatedClaim,
    /// The trials, a block for each cell.
    pub blocks: Vec<Block>,
    complete: bool,
}

impl JudgedTrials {
    /// Prepares the claim of an entry for judging on these trials.
    ///
    /// # Errors
    /// The trials state something that cannot be.
    pub fn of(entry: &Entry, trials: &Trials) -> Result<Self, String> {
        let plain = entry.stated(trials.scale.as_ref())?;
        let learners = if plain.statement.scope == Scope::Pair {
            2
        } else {
            1
        };
        let one = vec![Table::new()];
        let cells = if trials.cells.is_empty() {
            &one
        } else {
            &trials.cells
        };
        let blocks = cells
            .iter()
            .map(|cell| block(entry, trials, learners, cell));
        Ok(Self {
            blocks: blocks.collect::<Result<_, _>>()?,
            complete: entry.draws.is_none(),
            claim: StatedClaim {
                variants: NAMES[..learners].iter().map(|&name| name.into()).collect(),
                cells: (0..cells.len()).collect(),
                // The rows state numbers, whatever the generator of the entry would give.
                about_estimates: true,
                ..plain
            },
        })
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        let judge_spec = JudgeSpec::of_claim(self.claim.clone(), self.blocks.len(), self.complete);
        if !self.claim.is_about_sweep() {
            return judge_spec.judge(0, &self.blocks[0]).remove(0);
        }
        let mut sweep = Sweep::new(&judge_spec);
        let cells = self.blocks.iter().enumerate();
        cells.for_each(|(cell, block)| sweep.add(cell, block));
        sweep.verdicts().remove(0)
    }

    /// The word of the verdict.
    pub fn word(&self) -> &'static str {
        self.verdict().verdict.as_str()
    }

    /// The words of the premises that fail on some trial.
    pub fn failing(&self) -> BTreeSet<String> {
        let premises = self.claim.statement.premises.iter();
        let fails = |premise: &&Premise| {
            let mut rows = self.blocks.iter().flat_map(Block::all);
            rows.any(|row| !premise.may_hold(&row))
        };
        let failing = premises.filter(fails);
        failing.map(|premise| premise.label().to_owned()).collect()
    }
}

fn block(entry: &Entry, trials: &Trials, learners: usize, cell: &Table) -> Result<Block, String> {
    let row = merged(&trials.row, cell);
    let outcomes: Vec<Table> = match (entry.draws, trials.outcomes.is_empty()) {
        (Some(draws), true) => vec![Table::new(); draws],
        // Draws that take turns.
        (Some(draws), false) => trials
            .outcomes
            .iter()
            .cycle()
            .take(draws)
            .cloned()
            .collect(),
        (None, true) => vec![Table::from_iter([("weight".to_owned(), Value::from(1))])],
        (None, false) => trials.outcomes.clone(),
    };
    let first: Vec<Table> = outcomes.iter().map(|own| merged(&row, own)).collect();
    let second = vec![merged(&row, &trials.second); outcomes.len()];
    let rows = [first, second];
    let batches = NAMES.iter().zip(&rows).take(learners);
    let batches = batches.map(|(name, rows)| batch(trials.setting(name)?, rows));
    Ok(Block {
        replicates: (0..outcomes.len() as u64).collect(),
        batches: batches.collect::<Result<_, String>>()?,
    })
}

/// Trials with these columns. A run without a stated end stopped at a clean pass.
fn batch(setting: Setting, rows: &[Table]) -> Result<Batch, String> {
    let mut batch = Batch::new(
        Arc::new(setting),
        AnyColumn::measured(&BTreeSet::new()),
        rows.len(),
    );
    let ended = Table::from_iter([("stop_reason".to_owned(), Value::from("clean-pass"))]);
    let rows: Vec<Table> = rows.iter().map(|row| merged(&ended, row)).collect();
    let names: BTreeSet<&String> = rows.iter().flat_map(Table::keys).collect();
    for name in names {
        let column =
            AnyColumn::named(name).ok_or_else(|| format!("no column is named `{name}`"))?;
        let written: Vec<Option<&Value>> = rows.iter().map(|row| row.get(name)).collect();
        batch.put(column, values(column, &written)?);
        if !batch.has(column) {
            return Err(format!(
                "`{name}` follows from generator and variant, so that trials cannot state it"
            ));
        }
    }
    Ok(batch)
}

fn values(column: AnyColumn, written: &[Option<&Value>]) -> Result<Values, String> {
    match column.declared().kind {
        ColumnKind::Count => read(written, |value| u64::try_from(value.as_integer()?).ok()),
        ColumnKind::Half => read(written, |value| Halves::from_f64(fraction(value)?.to_f64())),
        ColumnKind::Float => read(written, Value::as_float),
        ColumnKind::Flag => read(written, Value::as_bool),
        ColumnKind::Text => read(written, |value| Some(value.as_str()?.to_owned())),
        ColumnKind::Fraction => read(written, fraction),
        ColumnKind::Enclosed => read(written, |value| match value.as_float() {
            Some(float) => Some(Quantity::float(float)),
            None => fraction(value).map(Quantity::exact),
        }),
        ColumnKind::Reason => read(written, |value| {
            let reason = value.as_str()?.parse::<StopReason>();
            reason.ok()
        }),
    }
    .map_err(|value| format!("`{}` cannot be {value}", column.name()))
}

fn read<T: ColumnValue>(
    written: &[Option<&Value>],
    of: impl Fn(&Value) -> Option<T>,
) -> Result<Values, Value> {
    let known = |value: &Value| of(value).ok_or_else(|| value.clone());
    let values = written.iter().map(|value| value.map(known).transpose());
    Ok(T::column(values.collect::<Result<_, _>>()?))
}

fn fraction(value: &Value) -> Option<Rational> {
    match value {
        Value::Integer(number) => Some((*number).into()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
