//! Holds a column of a table of results: the content of a placeholder, with half the width of an interval and a name if they are given.

use super::evaluate::RunNumbers;
use super::expression::{Body, Expression, Format, TrialNumber};
use super::filter::Filter;
use super::groups::Groups;
use super::parse::{LONGEST, body, format, of_trials};
use super::selection::Selection;
use super::tokens::{quoted, skips_word, starts_quoted};
use super::validate::SpecNames;
use crate::claim::TextMistake;
use crate::claim::grammar::{
    self, Context, Input, Parsed, arithmetic, rest, skips, space, unexpected,
};
use crate::stats::Statistic;
use crate::trial::AnyColumn;
use serde_json::{Map, Value};
use winnow::stream::{Location, Stream};

/// The word that reads a formula as its mean with half the width of Student's interval.
const INTERVAL: &str = "interval";

/// A column of a table: what a placeholder computes, in every row over the trials of that row.
#[derive(Debug, Clone, PartialEq)]
pub struct TableExpression {
    /// The column as it is written, without its name.
    pub source: String,
    /// The name after `as`, if there is one.
    pub name: Option<String>,
    body: Body,
    half_width: Option<Expression>,
}

/// The content of one cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableValue {
    /// A number, and how it is printed.
    Number(f64, Format),
    /// A number with half the width of an interval around it, or the reason, in words, why the half cannot be computed.
    Interval(f64, Result<f64, String>, Format),
    /// Words that depend on a condition.
    Words(String),
    /// The reason, in words, why there is no value.
    Missing(String),
}

impl TableExpression {
    /// Parses a column: the content of a placeholder, `A ± B`, or `interval(FORMULA)` for `mean(FORMULA) ± half_width(FORMULA)`. `as NAME` may
    /// follow.
    ///
    /// # Errors
    /// Returns the first mistake, with its place in the text.
    ///
    /// # Examples
    /// ```
    /// use claims::prose::TableExpression;
    /// let column = TableExpression::parse("interval(mistakes, variant = plain) as mistakes of the plain rule")?;
    /// assert_eq!(column.name.as_deref(), Some("mistakes of the plain rule"));
    /// assert!(TableExpression::parse("maen(mistakes)").is_err());
    /// # Ok::<(), claims::claim::TextMistake>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextMistake> {
        let context = Context::of_run("expression", LONGEST, true);
        let allowed = "an operator, ±, `| FORMAT`, `as NAME`, or nothing";
        grammar::whole(text, context, |input| column(input, text), allowed)
    }

    fn expressions(&self) -> Vec<&Expression> {
        let half_width = self.half_width.iter().flat_map(Expression::all);
        self.body
            .expressions()
            .into_iter()
            .chain(half_width)
            .collect()
    }

    /// Returns the columns of trials that this column reads.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let measured = self
            .expressions()
            .into_iter()
            .filter_map(Expression::measured);
        measured.flat_map(|(_, number)| number.columns()).collect()
    }

    /// Whether trials must be read to compute the column.
    pub fn reads_trials(&self) -> bool {
        let mut expressions = self.expressions().into_iter();
        expressions.any(|part| part.measured().is_some())
    }

    /// Whether the column has numbers of verdicts or conditions about them.
    pub fn reads_verdicts(&self) -> bool {
        self.body.is_about_claims()
            || self
                .expressions()
                .iter()
                .any(|part| matches!(part, Expression::OfVerdicts(..)))
    }

    /// Whether the column gives a number with half the width of an interval.
    pub fn is_interval(&self) -> bool {
        self.half_width.is_some()
    }

    /// Whether some number of the column is computed from pairs of trials.
    pub fn is_of_pairs(&self) -> bool {
        let mut measured = self
            .expressions()
            .into_iter()
            .filter_map(Expression::measured);
        measured.any(|(_, number)| number.is_of_pairs())
    }

    /// The columns that follow a mean over pairs. Three count the pairs in which the first number is smaller, equal and larger. Two are the ends of an
    /// interval of the probability that it is the smaller one if the two differ. Empty if the column has no mean over pairs.
    pub fn pair_counts(&self) -> Vec<Self> {
        let found = self.expressions().into_iter().find_map(|part| match part {
            Expression::OfTrials(Statistic::Mean, TrialNumber::Value(formula), filter) => {
                formula.is_of_pairs().then(|| (formula.compared(), filter))
            }
            _ => None,
        });
        let Some(([first, second], filter)) = found else {
            return Vec::new();
        };
        let column = |(statistic, name): (Statistic, String)| {
            let word: &str = statistic.into();
            let order = TrialNumber::Order(first.clone(), second.clone());
            let expression = Expression::OfTrials(statistic, order, filter.clone());
            Self {
                source: format!("{word}({first}, {second})"),
                name: Some(name),
                body: Body::Number(expression, Format::Short),
                half_width: None,
            }
        };
        let columns = [
            (Statistic::Smaller, format!("{first} smaller")),
            (Statistic::Equal, format!("{first} equal")),
            (Statistic::Larger, format!("{first} larger")),
            (Statistic::SmallerLower, format!("P({first} smaller) from")),
            (Statistic::SmallerUpper, format!("P({first} smaller) to")),
        ];
        columns.into_iter().map(column).collect()
    }

    /// Returns a mistake for every name in the column that the spec does not have.
    pub fn problems(&self, names: &SpecNames) -> Vec<TextMistake> {
        let half_width = self.half_width.clone();
        let half_width = half_width.map(|half| Body::Number(half, Format::Short));
        let bodies = std::iter::once(&self.body).chain(half_width.as_ref());
        bodies.flat_map(|body| names.problems(body)).collect()
    }

    /// Returns the column's value over the selected trials and verdicts of a run.
    pub fn value(&self, run: &RunNumbers, selected: &Selection) -> TableValue {
        let filter = selected.filter();
        match &self.body {
            Body::Number(expression, format) => match run.number(expression, filter) {
                Ok(value) => self.with_half_width(run, filter, value, *format),
                Err(reason) => TableValue::Missing(reason),
            },
            Body::Words {
                then,
                condition,
                otherwise,
            } => match run.is_met(condition, filter) {
                Ok(true) => TableValue::Words(then.clone()),
                Ok(false) => TableValue::Words(otherwise.clone().unwrap_or_default()),
                Err(reason) => TableValue::Missing(reason),
            },
        }
    }

    fn with_half_width(
        &self,
        run: &RunNumbers,
        filter: &Filter,
        value: f64,
        format: Format,
    ) -> TableValue {
        match &self.half_width {
            None => TableValue::Number(value, format),
            Some(half) => TableValue::Interval(value, run.number(half, filter), format),
        }
    }
}

impl Groups {
    /// Prepares the statistics that these columns need, without trials yet. `cells` are the parameters of every cell.
    pub fn of_columns(columns: &[TableExpression], cells: Vec<Map<String, Value>>) -> Self {
        let half_widths = columns
            .iter()
            .filter_map(|column| column.half_width.clone());
        let half_widths: Vec<Body> = half_widths
            .map(|half| Body::Number(half, Format::Short))
            .collect();
        let bodies = columns.iter().map(|column| &column.body);
        Self::of_bodies(bodies.chain(&half_widths), cells)
    }
}

/// Reads a column with its name.
fn column(input: &mut Input<'_>, text: &str) -> Parsed<TableExpression> {
    let (body, half_width) = unnamed(input)?;
    space(input)?;
    let source = text[..input.current_token_start()].trim().to_owned();
    let name = match skips_word(input, "as")? {
        true => Some(column_name(input)?),
        false => None,
    };
    Ok(TableExpression {
        source,
        name,
        body,
        half_width,
    })
}

/// Reads a column up to its name.
fn unnamed(input: &mut Input<'_>) -> Parsed<(Body, Option<Expression>)> {
    if starts_quoted(input)? {
        return Ok((body(input)?, None));
    }
    let (value, half_width) = match skips_word(input, INTERVAL)? {
        true => interval(input)?,
        false => {
            let value = arithmetic(input)?;
            let half_width = skips(input, "±")?.then(|| arithmetic(input));
            (value, half_width.transpose()?)
        }
    };
    Ok((Body::Number(value, format(input)?), half_width))
}

/// Reads the arguments of `interval`, which are those of a mean.
fn interval(input: &mut Input<'_>) -> Parsed<(Expression, Option<Expression>)> {
    let half_width = of_trials(input, Statistic::HalfWidth(None))?;
    Ok(match half_width.clone() {
        Expression::OfTrials(_, measured, filter) => {
            let mean = Expression::OfTrials(Statistic::Mean, measured, filter);
            (mean, Some(half_width))
        }
        other => (other, None),
    })
}

/// Reads the name of a column: a text in quotes, or everything up to the end.
fn column_name(input: &mut Input<'_>) -> Parsed<String> {
    if starts_quoted(input)? {
        return quoted(input);
    }
    let name = rest(input).trim_end().to_owned();
    if name.is_empty() {
        return Err(unexpected(input, "a name of the column").cut());
    }
    let is_column = |part: &str| part.contains('(') && TableExpression::parse(part).is_ok();
    let mut commas = name.match_indices(',');
    if let Some((place, _)) = commas.find(|(place, _)| is_column(&name[place + 1..])) {
        input.next_slice(place + 1);
        space(input)?;
        return Err(unexpected(input, "no second column: one in each `--show`").cut());
    }
    input.finish();
    Ok(name)
}
