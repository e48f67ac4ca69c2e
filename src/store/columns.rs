//! Converts columns of trials to columns of a file and back.

use super::block_rows::{BlockRows, count, gathered};
use claims::trial::{AnyColumn, Batch, ColumnData, ColumnKind, ColumnValue, Halves, Values};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use polars::prelude::{
    ChunkedArray, Column, DataFrame, DataType, Float64Type, Int64Type, IntoColumn, NewChunkedArray,
    PlSmallStr, PolarsNumericType, PolarsResult, StringChunked, StringChunkedBuilder,
};
use std::str::FromStr;

/// Endings of the file columns that hold, for a number with a proved interval, its lower and upper end and its exact fraction.
const PARTS: [&str; 3] = ["_lower", "_upper", "_exact"];

/// Names and types of the file columns that hold one column of trials: one, or four for numbers with a proved interval.
pub(super) fn fields(column: AnyColumn) -> Vec<(String, DataType)> {
    let name = column.name().to_owned();
    let field = |end: &str, data_type| (format!("{name}{end}"), data_type);
    match column.declared().kind {
        ColumnKind::Count => vec![(name, DataType::Int64)],
        ColumnKind::Float | ColumnKind::Half => vec![(name, DataType::Float64)],
        ColumnKind::Flag => vec![(name, DataType::Boolean)],
        ColumnKind::Text | ColumnKind::Fraction | ColumnKind::Reason => {
            vec![(name, DataType::String)]
        }
        ColumnKind::Enclosed => vec![
            field("", DataType::Float64),
            field(PARTS[0], DataType::Float64),
            field(PARTS[1], DataType::Float64),
            field(PARTS[2], DataType::String),
        ],
    }
}

/// Values of one variant's trials in a column whose values have type `T`.
struct BatchColumn<'p, T> {
    /// One value for each trial, or one for all; empty if the column was not requested.
    values: &'p [Option<T>],
    is_each: bool,
}

impl<'p, T: ColumnValue> BatchColumn<'p, T> {
    fn of(batch: &'p Batch, column: AnyColumn) -> Self {
        Self {
            values: batch.values(column).and_then(T::of).unwrap_or_default(),
            is_each: batch.differing(column).is_some(),
        }
    }

    fn get(&self, place: usize) -> Option<&'p T> {
        let place = if self.is_each { place } else { 0 };
        self.values.get(place)?.as_ref()
    }
}

/// Picks a number or text for every row from a column whose values have type `T`; `None` for rows without a value.
fn picked<'p, T: ColumnValue, U>(
    parts: &'p [BlockRows],
    column: AnyColumn,
    of: impl Fn(&'p T) -> Option<U>,
) -> Vec<Option<U>> {
    let own = |batch: &'p Batch| BatchColumn::of(batch, column);
    let is_plain = |part: &BlockRows| {
        let mut batches = part.block.batches.iter();
        batches.len() == 1 && batches.all(|batch| batch.differing(column).is_some())
    };
    if !parts.iter().all(is_plain) {
        return gathered(parts, own, |own, place| own.get(place).and_then(&of));
    }
    // The rows follow each other in memory.
    let mut all = Vec::with_capacity(count(parts));
    for part in parts {
        let values = &own(&part.block.batches[0]).values[part.rows.clone()];
        all.extend(values.iter().map(|value| value.as_ref().and_then(&of)));
    }
    all
}

/// Converts a column of some trials to the one or four columns of a file that hold it.
pub(super) fn written(parts: &[BlockRows], column: AnyColumn) -> Vec<Column> {
    // A value that all rows have is converted only once.
    let rows = count(parts);
    match first_of_equals(parts, column) {
        Some(first) if rows > 0 => {
            let one = spelled(&[first], column).into_iter();
            one.map(|one| one.new_from_index(0, rows)).collect()
        }
        _ => spelled(parts, column),
    }
}

/// Returns the first row if all rows are known to have the same value in the column, or if none has a value.
fn first_of_equals(parts: &[BlockRows], column: AnyColumn) -> Option<BlockRows> {
    let mut batches = parts.iter().flat_map(|part| &part.block.batches);
    let first = of_all(batches.next()?, column)?;
    let is_same = |own: Option<&Values>| match (first, own) {
        (Some(first), Some(own)) => std::ptr::eq(first, own) || first.is_same(own),
        (first, own) => first.is_none() && own.is_none(),
    };
    let part = &parts[0];
    let all = batches.all(|batch| of_all(batch, column).is_some_and(is_same));
    all.then(|| BlockRows {
        cell: part.cell.clone(),
        block: part.block.clone(),
        rows: part.rows.start..part.rows.start + 1,
    })
}

/// The value of a column that all trials of a batch have, `Some(None)` if none has a value, `None` if the values are stored trial by trial.
fn of_all(batch: &Batch, column: AnyColumn) -> Option<Option<&Values>> {
    let one = || batch.values(column).filter(|one| one.is_known(0));
    batch.differing(column).is_none().then(one)
}

fn spelled(parts: &[BlockRows], column: AnyColumn) -> Vec<Column> {
    let name = column.name();
    let named = |end: &str| PlSmallStr::from(format!("{name}{end}"));
    let one = match column.declared().kind {
        ColumnKind::Count => {
            let counts = picked(parts, column, |count: &u64| i64::try_from(*count).ok());
            numbers::<Int64Type>(named(""), &counts)
        }
        ColumnKind::Half => {
            let halves = picked(parts, column, |half: &Halves| Some(half.to_f64()));
            numbers::<Float64Type>(named(""), &halves)
        }
        ColumnKind::Float => {
            let floats = picked(parts, column, |value: &f64| Some(*value));
            numbers::<Float64Type>(named(""), &floats)
        }
        ColumnKind::Flag => {
            Column::new(named(""), picked(parts, column, |flag: &bool| Some(*flag)))
        }
        ColumnKind::Text => Column::new(
            named(""),
            picked(parts, column, |text: &String| Some(text.as_str())),
        ),
        ColumnKind::Reason => Column::new(
            named(""),
            picked(parts, column, |reason: &StopReason| Some(reason.as_str())),
        ),
        ColumnKind::Fraction => texts(
            named(""),
            &picked(parts, column, |fraction: &Rational| Some(fraction)),
        ),
        ColumnKind::Enclosed => {
            let part = |end: &str, of: fn(&Quantity) -> f64| {
                let values = picked(parts, column, |number| Some(of(number)));
                numbers::<Float64Type>(named(end), &values)
            };
            let exact = picked(parts, column, |number: &Quantity| number.exact.as_ref());
            return vec![
                part("", |number| number.value),
                part(PARTS[0], |number| number.lower),
                part(PARTS[1], |number| number.upper),
                texts(named(PARTS[2]), &exact),
            ];
        }
    };
    vec![one]
}

/// Builds a column of numbers; a mask of missing values is stored only if some are missing.
fn numbers<T: PolarsNumericType>(name: PlSmallStr, numbers: &[Option<T::Native>]) -> Column {
    if numbers.iter().any(Option::is_none) {
        return ChunkedArray::<T>::from_slice_options(name, numbers).into_column();
    }
    // The number of values is known, so that memory is allocated once.
    let known = numbers.iter().map(|number| number.unwrap_or_default());
    ChunkedArray::<T>::from_vec(name, known.collect()).into_column()
}

/// Builds a column of fractions as text; a fraction equal to the one before it is not formatted again.
fn texts(name: PlSmallStr, fractions: &[Option<&Rational>]) -> Column {
    let mut texts = StringChunkedBuilder::new(name, fractions.len());
    let mut last: Option<(&Rational, String)> = None;
    for &fraction in fractions {
        last = match (fraction, last.take()) {
            (Some(fraction), Some((before, text))) if before == fraction => Some((before, text)),
            (fraction, _) => fraction.map(|fraction| (fraction, fraction.to_string())),
        };
        texts.append_option(last.as_ref().map(|(_, text)| text));
    }
    texts.finish().into_column()
}

/// Names of the file columns that are read first for a column of trials: for numbers with a proved interval, only the exact fractions.
pub(super) fn first_fields(column: AnyColumn) -> Vec<String> {
    let names = fields(column).into_iter().map(|(name, _)| name);
    match column.declared().kind {
        ColumnKind::Enclosed => names.skip(PARTS.len()).collect(),
        _ => names.collect(),
    }
}

/// Names of the file columns that are read next, after `frame`: none if all trials have the same fraction, because its floats follow from it.
pub(super) fn further_fields(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Vec<String>> {
    if column.declared().kind != ColumnKind::Enclosed || one_fraction(frame, column)?.is_some() {
        return Ok(Vec::new());
    }
    let names = fields(column).into_iter().map(|(name, _)| name);
    Ok(names.take(PARTS.len()).collect())
}

/// Text of the exact fraction that all trials have in a column of numbers with a proved interval; `None` if the trials differ.
fn one_fraction(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Option<&str>> {
    let texts = frame
        .column(&format!("{}{}", column.name(), PARTS[2]))?
        .str()?;
    // In a damaged file, one column may be shorter than another.
    let is_one = texts.len() == frame.height() && is_one_text(texts);
    Ok(texts.get(0).filter(|_| is_one))
}

/// Reads a column of trials from a file that has it, as one value if all trials have the same. `None` in the result if some value does not fit the
/// column.
pub(super) fn read(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Option<ColumnData>> {
    if column.declared().kind == ColumnKind::Enclosed
        && let Some(text) = one_fraction(frame, column)?
    {
        let one = text.parse().ok().map(Quantity::exact);
        let one = one.map(|one| Values::Enclosed(vec![Some(one)]));
        return Ok(one.map(|one| ColumnData::Constant(one, frame.height())));
    }
    let parts = fields(column).into_iter();
    let parts = parts.map(|(name, _)| frame.column(&name).cloned());
    let parts = parts.collect::<PolarsResult<Vec<Column>>>()?;
    // In a damaged file, one column may be shorter than another.
    let rows = frame.height();
    let is_one = rows > 0
        && parts
            .iter()
            .all(|part| part.len() == rows && is_one_value(part));
    if !is_one {
        return Ok(values(frame, column)?.map(ColumnData::PerTrial));
    }
    let firsts = parts.iter().map(|part| part.head(Some(1))).collect();
    let one = values(&DataFrame::new(1, firsts)?, column)?;
    Ok(one.map(|one| ColumnData::Constant(one, rows)))
}

/// Whether all rows of a column have the same bits, or none has a value. Equal texts are not always noticed.
fn is_one_value(column: &Column) -> bool {
    if column.null_count() > 0 {
        return column.null_count() == column.len();
    }
    match column.dtype() {
        DataType::Int64 => column
            .i64()
            .is_ok_and(|all| is_one(all, |value| value as u64)),
        DataType::Float64 => column.f64().is_ok_and(|all| is_one(all, f64::to_bits)),
        DataType::String => column.str().is_ok_and(is_one_text),
        _ => false,
    }
}

/// Number of values that are compared before the result of the comparison is tested, so that the loop over them has no branch.
const AT_ONCE: usize = 1024;

fn is_one<T: PolarsNumericType>(all: &ChunkedArray<T>, bits: impl Fn(T::Native) -> u64) -> bool {
    let Ok(values) = all.cont_slice() else {
        return false;
    };
    let first = values.first().map_or(0, |first| bits(*first));
    let differing = |some: &[T::Native]| some.iter().fold(0, |all, one| all | bits(*one) ^ first);
    values.chunks(AT_ONCE).all(|some| differing(some) == 0)
}

/// Whether there are texts, none is missing, and all share one place in memory or are the same short text.
pub(super) fn is_one_text(texts: &StringChunked) -> bool {
    let mut chunks = texts.downcast_iter();
    let (Some(chunk), None) = (chunks.next(), chunks.next()) else {
        return false;
    };
    let views = chunk.views();
    let first = views.first().map_or(0, |view| view.as_u128());
    let is_whole = texts.null_count() == 0 && !texts.is_empty();
    is_whole && views.iter().all(|view| view.as_u128() == first)
}

fn values(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Option<Values>> {
    let own = frame.column(column.name())?;
    Ok(match column.declared().kind {
        ColumnKind::Count => {
            let count = |value: i64| u64::try_from(value).ok();
            all(own.i64()?.iter().map(|value| value.map(count))).map(Values::Count)
        }
        ColumnKind::Half => {
            all(own.f64()?.iter().map(|value| value.map(Halves::from_f64))).map(Values::Half)
        }
        ColumnKind::Float => Some(Values::Float(own.f64()?.iter().collect())),
        ColumnKind::Flag => Some(Values::Flag(own.bool()?.iter().collect())),
        ColumnKind::Text => {
            let texts = own.str()?.iter().map(|text| text.map(str::to_owned));
            Some(Values::Text(texts.collect()))
        }
        ColumnKind::Reason => all(parsed::<StopReason>(own)?).map(Values::Reason),
        ColumnKind::Fraction => all(parsed::<Rational>(own)?).map(Values::Fraction),
        ColumnKind::Enclosed => enclosed(frame, column)?.map(Values::Enclosed),
    })
}

fn parsed<T: FromStr + Clone + 'static>(
    column: &Column,
) -> PolarsResult<impl Iterator<Item = Option<Option<T>>> + '_> {
    Ok(in_turn(column.str()?))
}

/// Parses texts of a column one after the other; a text equal to the one before it is not parsed again. The inner `None` is an unparsable text.
fn in_turn<T: FromStr + Clone + 'static>(
    texts: &StringChunked,
) -> impl Iterator<Item = Option<Option<T>>> + '_ {
    let mut last: Option<(&str, Option<T>)> = None;
    texts.iter().map(move |text| {
        let text = text?;
        let read = match last.take() {
            Some((before, read)) if before == text => read,
            _ => text.parse().ok(),
        };
        last = Some((text, read.clone()));
        Some(read)
    })
}

/// Collects parsed values, including missing ones; `None` if a value that is present could not be parsed.
fn all<T>(values: impl Iterator<Item = Option<Option<T>>>) -> Option<Vec<Option<T>>> {
    values
        .map(|value| value.map_or(Some(None), |value| value.map(Some)))
        .collect()
}

fn enclosed(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Option<Vec<Option<Quantity>>>> {
    let part = |end: &str| frame.column(&format!("{}{end}", column.name()));
    let (lower, upper) = (
        part(PARTS[0])?.f64()?.clone(),
        part(PARTS[1])?.f64()?.clone(),
    );
    let texts = part(PARTS[2])?.str()?.clone();
    let exact = in_turn::<Rational>(&texts);
    let numbers = part("")?.f64()?.clone();
    let ends = lower.iter().zip(upper.iter()).zip(exact);
    let quantities = numbers
        .iter()
        .zip(ends)
        .map(|(value, ((lower, upper), exact))| {
            let Some(((value, lower), upper)) = value.zip(lower).zip(upper) else {
                return Some(None);
            };
            let exact = match exact {
                Some(None) => return None,
                Some(known) => known,
                None => None,
            };
            Some(Some(Quantity {
                value,
                lower,
                upper,
                exact,
            }))
        });
    Ok(quantities.collect())
}
