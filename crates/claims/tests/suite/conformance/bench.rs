//! Makes trials with hand-written columns, and judges them like the trials of a spec.

use super::entry::{Entry, Trials, merged};
use claims::claim::{Scope, StatedClaim};
use claims::judge::{JudgeSpec, JudgedCell, Sweep, Verdict};
use claims::trial::{AnyColumn, Batch, Block, ColumnKind, ColumnValue, Halves, Setting, Values};
use perceptron::sample::{Quantity, Rational};
use serde_json::Map;
use std::collections::BTreeSet;
use std::sync::Arc;
use toml::{Table, Value};

const NAMES: [&str; 2] = ["first", "second"];

/// An entry's claim with the trials of every cell.
pub(super) struct Hearing {
    pub claim: StatedClaim,
    pub blocks: Vec<Block>,
    complete: bool,
}

impl Hearing {
    /// Prepares the claim of an entry for judging on these trials.
    pub(super) fn of(entry: &Entry, trials: &Trials) -> Self {
        let plain = entry.stated(trials.scale.as_ref());
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
        Self {
            blocks: blocks.collect(),
            complete: entry.draws.is_none(),
            claim: StatedClaim {
                variants: NAMES[..learners].iter().map(|&name| name.into()).collect(),
                cells: (0..cells.len()).collect(),
                // The rows state numbers, whatever the generator of the entry would give.
                about_estimates: true,
                ..plain
            },
        }
    }

    /// The verdict.
    pub(super) fn verdict(&self) -> Verdict {
        let cell = JudgedCell {
            parameters: Map::new(),
            complete: self.complete,
        };
        let bench = JudgeSpec {
            experiment: "conformance".into(),
            alpha: 0.01,
            cells: vec![cell; self.blocks.len()],
            claims: vec![self.claim.clone()],
            most_replicates: None,
        };
        if !self.claim.is_about_sweep() {
            return bench.judge(0, &self.blocks[0]).remove(0);
        }
        let mut sweep = Sweep::new(&bench);
        let cells = self.blocks.iter().enumerate();
        cells.for_each(|(cell, block)| sweep.add(cell, block));
        sweep.verdicts().remove(0)
    }

    /// The word of the verdict.
    pub(super) fn word(&self) -> &'static str {
        self.verdict().verdict.as_str()
    }

    /// The words of the premises that fail on some trial.
    pub(super) fn failing(&self) -> BTreeSet<String> {
        let premises = self.claim.statement.premises.iter();
        let fails = |premise: &&claims::claim::Premise| {
            let mut rows = self.blocks.iter().flat_map(Block::all);
            rows.any(|row| !premise.may_hold(&row))
        };
        let failing = premises.filter(fails);
        failing.map(|premise| premise.label().to_owned()).collect()
    }
}

fn block(entry: &Entry, trials: &Trials, learners: usize, cell: &Table) -> Block {
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
        (None, true) => vec![toml::from_str("weight = 1").unwrap()],
        (None, false) => trials.outcomes.clone(),
    };
    let first: Vec<Table> = outcomes.iter().map(|own| merged(&row, own)).collect();
    let second = vec![merged(&row, &trials.second); outcomes.len()];
    let rows = [first, second];
    let batches = NAMES.iter().zip(&rows).take(learners);
    Block {
        replicates: (0..outcomes.len() as u64).collect(),
        batches: batches
            .map(|(name, rows)| batch(setting(trials, name), rows))
            .collect(),
    }
}

fn setting(trials: &Trials, name: &str) -> Setting {
    let generator = trials.generator();
    let law = trials.law(&generator);
    let named = (name.to_owned(), trials.variant());
    let mut setting = Setting::new("by-hand", &generator, Some(&named)).under(law);
    setting.is_answered |= trials.answered;
    setting
}

/// Trials with these columns. A run without a stated end stopped at a clean pass.
fn batch(setting: Setting, rows: &[Table]) -> Batch {
    let mut batch = Batch::new(
        Arc::new(setting),
        AnyColumn::measured(&BTreeSet::new()),
        rows.len(),
    );
    let ended = toml::from_str("stop_reason = \"clean-pass\"").unwrap();
    let rows: Vec<Table> = rows.iter().map(|row| merged(&ended, row)).collect();
    let names: BTreeSet<&String> = rows.iter().flat_map(Table::keys).collect();
    for name in names {
        let column = AnyColumn::named(name).unwrap_or_else(|| panic!("no column {name}"));
        let written: Vec<Option<&Value>> = rows.iter().map(|row| row.get(name)).collect();
        let values = values(column.declared().kind, &written);
        batch.put(column, values);
        assert!(batch.has(column), "{name} is of the setting");
    }
    batch
}

fn values(kind: ColumnKind, written: &[Option<&Value>]) -> Values {
    match kind {
        ColumnKind::Count => read(written, |value| Some(value.as_integer()? as u64)),
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
            value
                .as_str()?
                .parse::<perceptron::learn::StopReason>()
                .ok()
        }),
    }
}

fn read<T: ColumnValue>(written: &[Option<&Value>], of: impl Fn(&Value) -> Option<T>) -> Values {
    let known = |value: &Value| of(value).unwrap_or_else(|| panic!("{value} is no value"));
    let values = written.iter().map(|value| value.map(known));
    T::column(values.collect())
}

fn fraction(value: &Value) -> Option<Rational> {
    match value {
        Value::Integer(number) => Some((*number).into()),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
