//! Turns columns of trials into columns of a file and back.

use claims::trial::{AnyColumn, Halves, Kind, Row, Values};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use polars::prelude::{Column, DataFrame, DataType, PolarsResult, StringChunked};
use std::str::FromStr;

/// The parts of an enclosed number in a file, by the ends of their names.
const PARTS: [&str; 3] = ["_lower", "_upper", "_exact"];

/// The columns of a file that hold a column of trials: one, or four for enclosed numbers.
pub(super) fn fields(column: AnyColumn) -> Vec<(String, DataType)> {
    let name = column.name().to_owned();
    let field = |end: &str, data_type| (format!("{name}{end}"), data_type);
    match column.declared().kind {
        Kind::Count => vec![(name, DataType::Int64)],
        Kind::Float | Kind::Half => vec![(name, DataType::Float64)],
        Kind::Flag => vec![(name, DataType::Boolean)],
        Kind::Text | Kind::Fraction | Kind::Reason => vec![(name, DataType::String)],
        Kind::Enclosed => vec![
            field("", DataType::Float64),
            field(PARTS[0], DataType::Float64),
            field(PARTS[1], DataType::Float64),
            field(PARTS[2], DataType::String),
        ],
    }
}

/// The value of a column in a trial, picked out of the values of its kind.
macro_rules! picked {
    ($rows:expr, $column:expr, $kind:ident, $value:ident => $of:expr) => {
        $rows
            .iter()
            .map(|row| match row.value($column) {
                Some((Values::$kind(values), place)) => {
                    values[place].as_ref().and_then(|$value| $of)
                }
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

/// A column of some trials as the columns of a file.
pub(super) fn written(rows: &[Row], column: AnyColumn) -> Vec<Column> {
    let name = column.name();
    let named = |end: &str| format!("{name}{end}").into();
    match column.declared().kind {
        Kind::Count => {
            let counts = picked!(rows, column, Count, count => i64::try_from(*count).ok());
            vec![Column::new(named(""), counts)]
        }
        Kind::Half => vec![Column::new(
            named(""),
            picked!(rows, column, Half, half => Some(half.to_f64())),
        )],
        Kind::Float => {
            vec![Column::new(
                named(""),
                picked!(rows, column, Float, value => Some(*value)),
            )]
        }
        Kind::Flag => {
            vec![Column::new(
                named(""),
                picked!(rows, column, Flag, flag => Some(*flag)),
            )]
        }
        Kind::Text => {
            vec![Column::new(
                named(""),
                picked!(rows, column, Text, text => Some(text.as_str())),
            )]
        }
        Kind::Reason => vec![Column::new(
            named(""),
            picked!(rows, column, Reason, reason => Some(reason.word())),
        )],
        Kind::Fraction => vec![Column::new(
            named(""),
            picked!(rows, column, Fraction, fraction => Some(fraction.to_string())),
        )],
        Kind::Enclosed => {
            let part = |end: &str, of: fn(&Quantity) -> f64| {
                let values = picked!(rows, column, Enclosed, number => Some(of(number)));
                Column::new(named(end), values)
            };
            let exact = picked!(rows, column, Enclosed, number => {
                number.exact.as_ref().map(Rational::to_string)
            });
            vec![
                part("", |number| number.value),
                part(PARTS[0], |number| number.lower),
                part(PARTS[1], |number| number.upper),
                Column::new(named(PARTS[2]), exact),
            ]
        }
    }
}

/// A column of trials out of a file that has it; `None` in the result where a value is not what the column holds.
pub(super) fn read(frame: &DataFrame, column: AnyColumn) -> PolarsResult<Option<Values>> {
    let own = frame.column(column.name())?;
    Ok(match column.declared().kind {
        Kind::Count => {
            let count = |value: i64| u64::try_from(value).ok();
            all(own.i64()?.iter().map(|value| value.map(count))).map(Values::Count)
        }
        Kind::Half => {
            all(own.f64()?.iter().map(|value| value.map(Halves::from_f64))).map(Values::Half)
        }
        Kind::Float => Some(Values::Float(own.f64()?.iter().collect())),
        Kind::Flag => Some(Values::Flag(own.bool()?.iter().collect())),
        Kind::Text => {
            let texts = own.str()?.iter().map(|text| text.map(str::to_owned));
            Some(Values::Text(texts.collect()))
        }
        Kind::Reason => all(parsed::<StopReason>(own)?).map(Values::Reason),
        Kind::Fraction => all(parsed::<Rational>(own)?).map(Values::Fraction),
        Kind::Enclosed => enclosed(frame, column)?.map(Values::Enclosed),
    })
}

fn parsed<T: FromStr + Clone + 'static>(
    column: &Column,
) -> PolarsResult<impl Iterator<Item = Option<Option<T>>> + '_> {
    Ok(in_turn(column.str()?))
}

/// The texts as what they spell; one that is as the text before it is not read again.
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

/// The values, missing ones included; `None` if one of those that are there is wrong.
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
