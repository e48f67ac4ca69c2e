//! Parses formulas of columns and parameters, and computes them: exactly if possible, otherwise as an interval.
//!
//! A formula stays exact as long as possible. Fractions stay fractions. A number can also be the root of a known fraction, so that its square is a
//! fraction again. Everything else is an interval rounded outward. `radius` names the root of `radius_squared`, never the float. A formula without a
//! value says which part has none. The trial is then not skipped but counts as one without a result.

mod bounds;
mod function;
pub(crate) mod grammar;
mod growth;
mod name;
mod node;
mod number;
mod parse;
mod scope;
mod spelling;
#[cfg(test)]
mod tests;
mod tex;
mod whole_numbers;

pub(crate) use function::Function;
pub use grammar::TextMistake;
pub(crate) use node::Operator;
pub(super) use scope::Scope;

use super::enclosure::{Enclosure, MOST_BITS};
use super::{MarginSource, Term};
use crate::stats::Interval;
use crate::trial::{AnyColumn, Owner, Row, Setting};
use name::{Name, NameMeaning};
use node::{Growth, Node};
use perceptron::documented::{Shape, Shaped, ValueKind};
use perceptron::sample::{Quantity, Rational};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;
use winnow::stream::Location;

/// A formula over columns of trials, parameters of the cell and numbers, with + − · / ^, sqrt, log, min and max.
///
/// Fractions stay fractions, and the square of the root of a fraction is a fraction again. Every other number is an interval, rounded outward at
/// every step. A formula without a value on a trial, for example because it divides by 0, returns the reason; it fails in no other way.
///
/// # Examples
/// ```
/// use claims::claim::Formula;
/// let formula: Formula = "2 * radius^2 / sample_margin^2".parse()?;
/// assert_eq!(formula.to_string(), "2·radius²/sample_margin²");
/// let wrong = "2 * radius^2 / sample_margn^2".parse::<Formula>().unwrap_err();
/// assert_eq!(wrong.at, 15..27);
/// # Ok::<(), claims::claim::TextMistake>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    node: Node,
}

impl Formula {
    /// Computes the formula's value on one trial, or on a pair of trials on one sample.
    ///
    /// # Errors
    /// In words, the part that has no value, and why.
    pub fn value(&self, rows: &[Row]) -> Result<Quantity, String> {
        let value = self.node.value(rows).map(number::Number::into_quantity);
        value.or_else(|reason| {
            // Floats may leave open whether, for example, a number is above 0.
            let Some(sharp) = self.enclosure(rows, MOST_BITS) else {
                return Err(reason);
            };
            Some(sharp.to_quantity())
                .filter(|sharp| sharp.lower.is_finite() && sharp.upper.is_finite())
                .ok_or(reason)
        })
    }

    /// Encloses the formula's value on one trial, or on a pair of trials, with `bits` bits; `None` if it has no value.
    pub(crate) fn enclosure(&self, rows: &[Row], bits: usize) -> Option<Enclosure> {
        self.node.enclosure(rows, bits).ok()
    }

    /// Computes the formula's value on one trial as a float; `None` if it has none. A formula that is only a column is read without bounds, which saves
    /// most of the time.
    pub fn number(&self, row: &Row) -> Option<f64> {
        self.number_of(std::slice::from_ref(row))
    }

    /// Like [`Self::number`], on a pair of trials on one sample.
    pub fn number_of(&self, rows: &[Row]) -> Option<f64> {
        match &self.node {
            Node::Name(name) if name.is_plain_number() => {
                let column = name.as_column()?;
                let number = rows.first()?.number(column);
                number.filter(|number| number.is_finite())
            }
            node => Some(node.value(rows).ok()?.into_quantity().value),
        }
    }

    /// Returns the formula as a [`Term`] of a claim. With a range, values that are certainly outside the range count as missing.
    pub fn term(&self, range: Option<[f64; 2]>) -> Term {
        let (formula, words) = (self.clone(), self.to_string());
        let value = move |rows: &[Row]| {
            let found = formula.value(rows)?;
            let [least, most] = range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let value = found.value.clamp(least, most);
            let is_inside = found.upper >= least && found.lower <= most;
            let outside = || {
                format!(
                    "{words} is {}, {OUTSIDE_RANGE} [{least}, {most}]",
                    found.value
                )
            };
            is_inside
                .then(|| Quantity {
                    value,
                    ..found.clone()
                })
                .ok_or_else(outside)
        };
        let (node, own) = (self.node.clone(), self.clone());
        Term::explained(self.node.reads(), self.as_column(), value)
            .depending(move |is_estimate| node.dependence(is_estimate))
            .sharpened_by(move |rows, bits| own.enclosure(rows, bits))
    }

    /// Returns the formula as a [`Term`] of a claim about all cells. A formula that is only a column becomes that column in floats, because trends
    /// are estimated in floats.
    pub fn over_cells(&self) -> Term {
        let column = self.as_column().map(Term::column);
        column.unwrap_or_else(|| self.term(None))
    }

    /// The column that the formula is; `None` if it computes something from columns.
    pub fn as_column(&self) -> Option<AnyColumn> {
        match &self.node {
            Node::Name(name) => name.as_column(),
            Node::Computed(computed, _) => computed.column,
            _ => None,
        }
    }

    /// The columns of trials that the formula reads.
    pub fn columns(&self) -> Vec<AnyColumn> {
        self.node.reads()
    }

    /// The keys that the formula names as generator.KEY or variant.KEY, each with its owner.
    pub fn parameters(&self) -> Vec<(Owner, &str)> {
        self.node.parameters()
    }

    /// Returns the formula with generator.KEY and variant.KEY replaced by their numbers in a setting.
    pub fn settled(&self, setting: &Setting) -> Self {
        let node = self.node.settled(setting);
        Self { node }
    }

    /// Parses a formula of a claim, in which the names of its scope can stand.
    ///
    /// # Errors
    /// The text is no formula; the error says where and why.
    pub(super) fn parse_in(scope: &Scope, text: &str) -> Result<Self, TextMistake> {
        parse::parse(text, scope).map(|node| Self { node })
    }

    /// Returns the formula with the keys and the margin of a claim replaced by what they are where the claim is stated.
    pub(super) fn stated(
        &self,
        key: &dyn Fn(&str) -> Option<Rational>,
        margin: &MarginSource,
    ) -> Self {
        let node = self.with_keys(key).node.replaced(&|name| match &name.of {
            NameMeaning::Margin { is_squared } => Some(margin_node(margin, *is_squared)),
            _ => None,
        });
        Self { node }
    }

    /// Reads a formula inside of another text, up to where it ends.
    pub(crate) fn read(input: &mut grammar::Input<'_>) -> grammar::Parsed<Self> {
        grammar::space(input)?;
        let from = input.current_token_start();
        let node = grammar::arithmetic(input)?;
        let formula = Self { node };
        if formula.is_of_pairs() && !input.state.takes_pairs {
            let at = from..input.current_token_start();
            let mistake = TextMistake::new(at, "a formula of two trials");
            return Err(mistake
                .allowed("a formula without first. and second.")
                .cut());
        }
        Ok(formula)
    }

    /// Adds a name that stands for this formula to a scope.
    pub(super) fn abbreviated(self, name: &str, scope: &mut Scope) {
        scope.abbreviate(name, self.node);
    }

    /// Returns the formula with some keys of a claim replaced by their numbers.
    pub(super) fn with_keys(&self, key: &dyn Fn(&str) -> Option<Rational>) -> Self {
        let node = self.node.replaced(&|name| match &name.of {
            NameMeaning::Stated(name) => key(name.strip_prefix("claim.")?).map(Node::Number),
            _ => None,
        });
        Self { node }
    }

    /// The value of a formula that reads no trial, as a fraction if it is one.
    pub(super) fn constant(&self) -> Option<Quantity> {
        Some(self.node.value(&[]).ok()?.into_quantity())
    }

    /// The formula in TeX, without dollar signs.
    pub fn tex(&self) -> String {
        self.node.tex()
    }

    /// The symbols in the formula, in TeX, each with what it stands for.
    pub(super) fn symbols(&self) -> Vec<(String, String)> {
        self.node.symbols()
    }

    /// The formula as a spec writes it.
    pub fn typed(&self) -> String {
        self.node.typed()
    }

    /// Whether the formula reads the second of two trials, as `second.COLUMN`.
    pub fn is_of_pairs(&self) -> bool {
        self.node.is_of_pairs()
    }

    /// Whether the formula writes `first.` or `second.` before a name.
    pub fn is_placed(&self) -> bool {
        self.node.names().iter().any(|name| name.is_placed)
    }

    /// The formula `first.COLUMN − second.COLUMN`.
    pub fn difference(column: AnyColumn) -> Self {
        let [first, second] =
            [0, 1].map(|trial| Box::new(Self::placed(trial, NameMeaning::Column(column)).node));
        let node = Node::Binary(Operator::Minus, first, second);
        Self { node }
    }

    /// A column of the first (0) or the second (1) of two trials. If a column holds its square, it is the root of that, which is known with any precision
    /// on exact samples, and the column itself only where there is no square, as of a margin that is not positive.
    pub(super) fn sharpest(column: AnyColumn, trial: usize) -> Term {
        let float = match trial {
            0 => Term::column(column),
            _ => Term::second_column(column),
        };
        match NameMeaning::of(column.name()) {
            Some(root @ NameMeaning::Root(_)) => Self::placed(trial, root).term(None).or(float),
            _ => float,
        }
    }

    fn placed_plainly(of: NameMeaning) -> Node {
        Node::Name(Name {
            trial: 0,
            is_placed: false,
            of,
        })
    }

    /// The formula `first.NAME` or `second.NAME`.
    fn placed(trial: usize, of: NameMeaning) -> Self {
        let node = Node::Name(Name {
            trial,
            is_placed: true,
            of,
        });
        Self { node }
    }

    /// The formulas `first.NAME` and `second.NAME`, if NAME is the only name of these formulas that differs between trials, and they use it for both
    /// trials of a pair.
    pub(super) fn of_both_variants(formulas: [&Self; 2]) -> Option<[Self; 2]> {
        let names = formulas
            .into_iter()
            .flat_map(|formula| formula.node.names());
        let names: Vec<&Name> = names.filter(|name| !name.is_constant()).collect();
        let first = names.first()?;
        let is_only = names.iter().all(|name| name.of == first.of);
        let is_of = |trial: usize| names.iter().any(|name| name.trial == trial);
        (is_only && is_of(0) && is_of(1))
            .then(|| [0, 1].map(|trial| Self::placed(trial, first.of.clone())))
    }

    /// The two numbers of a pair that a mean of this formula compares: those of the one name that it uses for both trials, otherwise both sides of its
    /// minus sign, otherwise the formula and 0.
    pub fn compared(&self) -> [Self; 2] {
        let of_name = Self::of_both_variants([self, self]);
        of_name.unwrap_or_else(|| match &self.node {
            Node::Binary(Operator::Minus, a, b) => [a, b].map(|side| Self {
                node: (**side).clone(),
            }),
            node => [node.clone(), Node::Number(Rational::zero())].map(|node| Self { node }),
        })
    }

    /// Whether the formula's value certainly never falls while a run goes on, as far as its form shows.
    pub fn only_grows(&self) -> bool {
        self.node.growth() <= Growth::Grows
    }

    /// Whether the formula's value does not depend on how far a run has come.
    pub fn is_known_before_a_run(&self) -> bool {
        self.node.growth() == Growth::Fixed
    }

    /// An interval that holds every value which the formula can have, by what its columns are: probabilities, counts and roots.
    pub fn bounds(&self) -> Interval {
        self.node.bounds()
    }

    /// Whether the formula has one value for all trials of a variant in a cell.
    pub fn is_constant(&self) -> bool {
        self.node.is_constant()
    }
}

/// The margin of a claim as a part of a formula.
fn margin_node(margin: &MarginSource, is_squared: bool) -> Node {
    let column = match margin.column() {
        Some(column) => column.any(),
        None => return Node::Number(margin.number(is_squared)),
    };
    let of = match is_squared {
        true => NameMeaning::Column(column),
        false => NameMeaning::Root(column),
    };
    Formula::placed_plainly(of)
}

impl fmt::Display for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(out)
    }
}

impl FromStr for Formula {
    type Err = TextMistake;

    fn from_str(text: &str) -> Result<Self, TextMistake> {
        Self::parse_in(&Scope::default(), text)
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.typed())
    }
}

/// The texts that a spec can write as a formula, in words for messages.
/// Words about a value outside the key `range` of a claim, in the reason why it counts as missing.
pub const OUTSIDE_RANGE: &str = "outside of the range";

const EXPECTED: &str = "a formula in quotes, such as \"radius^2/sample_margin^2\", or a number";

impl Shaped for Formula {
    fn shape() -> Shape {
        Shape::Own(
            EXPECTED,
            &[ValueKind::Integer, ValueKind::Number, ValueKind::Text],
        )
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Formula;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(EXPECTED)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Formula, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Formula, E> {
                self.visit_str(&number.to_string())
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Formula, E> {
                if !number.is_finite() {
                    return Err(E::invalid_value(de::Unexpected::Float(number), &self));
                }
                self.visit_str(&number.to_string())
            }
        }
        input.deserialize_any(Text)
    }
}
