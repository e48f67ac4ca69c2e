//! Collects the rows of a file as examples: labels, numbers, and the record of what was left out or filled in.

mod missing_values;

use super::cell::{FieldValue, explained, is_gap, spelled, truth};
use super::classes::{Classes, is_same};
use super::content::{Intake, MissingValue};
use super::decimal::{Decimal, NoDecimal, fits};
use super::entries;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::numbers::NumberList;
use super::request::{Missing, Request};
use super::rounded_numbers::RoundedNumbers;
use crate::sample::{Label, Sample};
use std::collections::BTreeMap;

/// The examples of a file as they are read, row by row.
pub(super) struct ExampleCollector<'r> {
    request: &'r Request,
    names: Vec<String>,
    label: String,
    classes: Classes,
    /// The class index of every example.
    labels: Vec<u32>,
    lines: Vec<u64>,
    numbers: NumberList,
    gaps: Vec<MissingValue>,
    gap_count: u64,
    /// Missing values to be filled in: their indices in `numbers`, with their lines in the file.
    holes: Vec<(usize, u64)>,
    dropped: u64,
    other_classes: u64,
    rows: u64,
    /// Number of truth values that were read as 1 or 0, by the feature's index.
    truths: BTreeMap<usize, u64>,
    /// Line and column of the first label in the file.
    first: (u64, usize),
    /// For sparse rows: the feature index of every number in `numbers`, and the indices in `numbers` at which rows begin.
    entries: Option<(Vec<u32>, Vec<usize>)>,
}

impl<'r> ExampleCollector<'r> {
    /// Makes an empty collector for examples with the given features and label column.
    pub(super) fn new(request: &'r Request, names: Vec<String>, label: String) -> Self {
        Self {
            request,
            names,
            label,
            classes: Classes::default(),
            labels: Vec::new(),
            lines: Vec::new(),
            numbers: NumberList::new(),
            gaps: Vec::new(),
            gap_count: 0,
            holes: Vec::new(),
            dropped: 0,
            other_classes: 0,
            rows: 0,
            truths: BTreeMap::new(),
            first: (1, 1),
            entries: None,
        }
    }

    /// Like [`new`](Self::new), but for rows that list only their features that are not zero, as in LIBSVM files.
    pub(super) fn sparse(request: &'r Request, label: String) -> Self {
        Self {
            entries: Some((Vec::new(), vec![0])),
            ..Self::new(request, Vec::new(), label)
        }
    }

    /// Adds a row of the file as an example: its label and its features, each with its column in the file, from 1.
    pub(super) fn row<'c>(
        &mut self,
        line: u64,
        (label, column): (FieldValue, usize),
        features: impl Iterator<Item = (FieldValue<'c>, usize)>,
    ) -> Result<(), DataFault> {
        self.rows += 1;
        let Some(class) = self.class(line, label, column)? else {
            return Ok(());
        };
        let (start, holes) = (self.numbers.len(), self.holes.len());
        let mut is_whole = true;
        for (place, (cell, column)) in features.enumerate() {
            let cell = self.with_truth(cell, place);
            let taken = self.number(cell).map_err(|why| {
                let fault = explained(cell, why, self.names.len() == 1)
                    .concerning_one_column()
                    .on(line)
                    .at(column);
                fault.named(&self.names[place])
            })?;
            if !taken {
                is_whole &= self.gap(line, column, place)?;
            }
        }
        if is_whole {
            self.labels.push(class);
            self.lines.push(line);
        } else {
            self.numbers.truncate(start);
            self.holes.truncate(holes);
            self.classes.forget(class);
            self.dropped += 1;
        }
        Ok(())
    }

    /// Adds a sparse row of the file as an example: its label, and the indices and values of the features that it lists.
    pub(super) fn entries(
        &mut self,
        line: u64,
        label: &str,
        entries: &[(u32, Decimal)],
    ) -> Result<(), DataFault> {
        self.rows += 1;
        let Some(class) = self.class(line, FieldValue::Text(label), 1)? else {
            return Ok(());
        };
        let Some((indices, starts)) = &mut self.entries else {
            return Ok(());
        };
        let chosen = self.request.indices.as_deref();
        let is_feature = |index: &u32| chosen.is_none_or(|chosen| chosen.contains(index));
        for (index, value) in entries.iter().filter(|(index, _)| is_feature(index)) {
            indices.push(*index);
            self.numbers.push(*value);
        }
        starts.push(indices.len());
        self.labels.push(class);
        self.lines.push(line);
        Ok(())
    }

    /// The index of the class that a row's label names; `None` if the row is left out.
    fn class(
        &mut self,
        line: u64,
        label: FieldValue,
        column: usize,
    ) -> Result<Option<u32>, DataFault> {
        let name = self.label.clone();
        if self.rows == 1 {
            self.first = (line, column);
        }
        let Some(label) = label.label().or_else(|| self.named_gap(label)) else {
            self.note_gap(line, column, &name);
            if self.request.missing == Missing::Refuse {
                let fault = missing_label(label, self.request);
                return Err(fault.on(line).at(column).named(&name));
            }
            self.dropped += 1;
            return Ok(None);
        };
        let index = self.classes.index(&label);
        let index = index.map_err(|fault| fault.on(line).at(column).named(&name))?;
        let request = self.request;
        let is_named =
            |named: &Option<String>| named.as_ref().is_some_and(|named| is_same(named, &label));
        // Without a positive class there are two classes only.
        if request.negative.is_some()
            && request.positive.is_some()
            && !is_named(&request.positive)
            && !is_named(&request.negative)
        {
            self.other_classes += 1;
            return Ok(None);
        }
        Ok(Some(index))
    }

    /// The value of a cell; a text that says true or false counts as 1 or 0, as in files with types.
    fn with_truth<'c>(&mut self, cell: FieldValue<'c>, place: usize) -> FieldValue<'c> {
        let mantissa = match cell {
            FieldValue::Text(text) => truth(text.trim()),
            _ => None,
        };
        let Some(mantissa) = mantissa else {
            return cell;
        };
        *self.truths.entry(place).or_default() += 1;
        FieldValue::Exact {
            mantissa,
            decimals: 0,
        }
    }

    /// What is to be said of truth values that were read as numbers.
    fn said_of_truths(&self) -> Vec<String> {
        let said = self.truths.iter().map(|(&place, count)| {
            let name = shortened(&self.names[place]);
            format!("In the column {name}, true and false were read as 1 and 0, {count} times.")
        });
        said.collect()
    }

    /// The label of a cell that usually stands for a missing value, such as `None`, if a class of this name was asked for.
    fn named_gap(&self, cell: FieldValue) -> Option<String> {
        let FieldValue::Text(text) = cell else {
            return None;
        };
        let mut named = [&self.request.positive, &self.request.negative].into_iter();
        named
            .any(|named| named.as_deref() == Some(text.trim()))
            .then(|| text.trim().to_owned())
    }

    /// Adds the number in a cell to the numbers of the examples; false if the cell has no value.
    fn number(&mut self, cell: FieldValue) -> Result<bool, NoDecimal> {
        match cell {
            FieldValue::Missing => return Ok(false),
            FieldValue::Text(text) if is_gap(text.trim()) => return Ok(false),
            FieldValue::Text(text) => self.numbers.push(Decimal::parse(text.trim())?),
            FieldValue::Exact { mantissa, decimals } => {
                self.numbers
                    .push(Decimal::parse(&spelled(mantissa, decimals))?);
            }
            FieldValue::Double(value) if value.is_nan() => return Ok(false),
            FieldValue::Double(value) if value.is_infinite() => return Err(NoDecimal::NotFinite),
            FieldValue::Double(value) if value.is_finite() && !fits(value) => {
                return Err(NoDecimal::TooFar);
            }
            FieldValue::Double(value) => self.numbers.push_float(value),
        }
        Ok(true)
    }

    /// The example and the name of the feature of a number, by its index in `numbers`.
    fn owner(&self, place: usize) -> (usize, String) {
        match &self.entries {
            None => {
                let dimension = self.names.len();
                (place / dimension, self.names[place % dimension].clone())
            }
            Some((indices, starts)) => (
                starts.partition_point(|&start| start <= place) - 1,
                indices[place].to_string(),
            ),
        }
    }

    /// The labels of all examples, and the name of the class that gets +1.
    fn signs(&self) -> Result<(Vec<Label>, String), DataFault> {
        let positive = self.classes.positive(self.request)?;
        let labels = self.labels.iter();
        let labels: Vec<Label> = labels
            .map(|&class| Label::of_sign(class == positive))
            .collect();
        let positive = self.classes.name(positive).to_owned();
        both(&labels, &positive)?;
        Ok((labels, positive))
    }

    /// Adds the place of the first label to a fault of all labels, and how many rows were left out before.
    fn about_labels(&self, fault: DataFault) -> DataFault {
        let line = self.lines.first().copied().unwrap_or(self.first.0);
        let fault = fault.on(line).at(self.first.1).named(&self.label);
        match self.dropped {
            0 => fault,
            dropped => fault.after_dropping(dropped),
        }
    }

    /// Returns all examples with the record of how they were read.
    pub(super) fn finish(mut self, format: Format) -> Result<Intake, DataFault> {
        self.check_rows_are_left()?;
        let filled = self.fill()?;
        self.numbers = std::mem::replace(&mut self.numbers, NumberList::new()).settled();
        let classes = self.classes.sorted();
        let negative = self.request.negative.clone();
        let (labels, positive) = self.signs().map_err(|fault| self.about_labels(fault))?;
        let said_of_truths = self.said_of_truths();
        let held = self.numbers.held();
        let rounded = RoundedNumbers::of(&self.numbers.rounded(), &self.lines, |place| {
            self.owner(place)
        });
        let features = match self.entries {
            None => self.numbers.into_rows(self.names.len()),
            Some((indices, starts)) => {
                let features = (&mut self.names, self.request.indices.as_deref());
                entries::store(self.numbers, indices, &starts, features)?
            }
        };
        Ok(Intake {
            format,
            held,
            sample: Sample {
                features,
                labels,
                planted: None,
            },
            features: self.names,
            label: self.label,
            positive,
            negative: negative.as_deref().map(|named| self.classes.shown(named)),
            classes,
            lines: self.lines,
            rows: self.rows,
            gaps: self.gaps,
            gap_count: self.gap_count,
            dropped: self.dropped,
            other_classes: self.other_classes,
            filled,
            rounded: rounded.places,
            rounded_count: rounded.count,
            rounded_examples: rounded.examples,
            rounded_features: rounded.features,
            unused: Vec::new(),
            indices: Vec::new(),
            reading: said_of_truths,
            table: None,
        })
    }
}

fn both(labels: &[Label], positive: &str) -> Result<(), DataFault> {
    for (label, class) in [
        (
            Label::Positive,
            format!("of the class `{}`", shortened(positive)),
        ),
        (
            Label::Negative,
            format!("of another class than `{}`", shortened(positive)),
        ),
    ] {
        if !labels.contains(&label) {
            return Err(DataFault::new(
                format!("no example {class} is left"),
                "examples of two classes",
            )
            .help("`--positive` and `--negative` name the same class: name two"));
        }
    }
    Ok(())
}

/// The error of a row without a label; a text that stands for a missing value is shown, because it may be a class.
fn missing_label(cell: FieldValue, request: &Request) -> DataFault {
    let text = match cell {
        FieldValue::Text(text) => text.trim(),
        _ => "",
    };
    let expected = "a class in every row";
    match text {
        "" => DataFault::new("the label is missing", expected)
            .help("`--missing drop` leaves such rows out")
            .in_lines("`--missing drop` leaves such lines out"),
        _ => {
            // A negative class alone is not enough.
            let option = match request.positive {
                None => "--positive",
                Some(_) => "--negative",
            };
            let problem = format!("the label `{text}` stands for a missing value");
            DataFault::new(problem, expected).help(format!(
                "`--missing drop` leaves such rows out; if {text} is a class, name it: `{option} {text}`"
            ))
        }
    }
}
