//! Looks up the names of a formula: columns of trials, roots of columns of squares, and parameters of the cell.

use super::number::Number;
use crate::claim::dependence::{Dependence, IsEstimate};
use crate::claim::enclosure::MissingReason;
use crate::claim::{Term, computed, limits};
use crate::trial::{AnyColumn, ColumnKind, Origin, Owner, Row, columns};
use perceptron::sample::Quantity;
use std::fmt;

/// A name in a formula, such as `updates` or `second.radius`, and the number that it stands for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    /// The trial whose number is meant: 0, or 1 for the second trial of a pair.
    pub trial: usize,
    /// Whether the formula writes `first.` or `second.` before the name.
    pub is_placed: bool,
    /// The quantity that the name stands for.
    pub of: NameMeaning,
}

/// The quantity that a name in a formula stands for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NameMeaning {
    /// A column of numbers or truth values.
    Column(AnyColumn),
    /// The square root of a column of squares, such as radius of `radius_squared`; its square is exact if the column is.
    Root(AnyColumn),
    /// A key of the generator or of the variant, written as generator.KEY or variant.KEY.
    Parameter(Owner, String),
    /// A name that a claim gives a number: one of its own keys, written as claim.KEY, or the index of a sum.
    Stated(String),
    /// The margin γ of the claim, or its square.
    Margin {
        /// Whether the square is meant.
        is_squared: bool,
    },
}

/// The suffix of the names of columns that hold squares.
const SQUARED: &str = "_squared";

/// The columns of counts that only grow while a run goes on.
const GROWING: [AnyColumn; 7] = [
    columns::UPDATES.any(),
    columns::MISTAKES.any(),
    columns::MARGIN_MISTAKES.any(),
    columns::DISTINCT_MARGIN_MISTAKES.any(),
    columns::DRAWS.any(),
    columns::PASSES.any(),
    columns::DRAWS_UNTIL_LAST_UPDATE.any(),
];

/// The columns that do not depend on how far a run has come.
const OF_SAMPLES: [AnyColumn; 8] = [
    columns::EXAMPLES.any(),
    columns::DIMENSION.any(),
    columns::RADIUS_SQUARED.any(),
    columns::SAMPLE_MARGIN_SQUARED.any(),
    columns::NORMALIZED_MARGIN_SQUARED.any(),
    columns::MAX_MARGIN_SQUARED.any(),
    columns::SEPARABLE.any(),
    columns::SHORTEST_VECTOR_SQUARED.any(),
];

/// All names that a formula can use for columns and for roots of columns, in the order of the columns.
pub(super) fn names() -> Vec<String> {
    let numbers = AnyColumn::all().filter(|column| is_usable(*column));
    let roots = AnyColumn::all().filter_map(|column| column.name().strip_suffix(SQUARED));
    let mut names: Vec<String> = numbers.map(|column| column.name().to_owned()).collect();
    let further = roots.filter(|root| !names.contains(&(*root).to_owned()));
    let further: Vec<String> = further.map(str::to_owned).collect();
    let computed = computed::ALL.iter().filter(|of| of.arguments == 0);
    let computed: Vec<String> = computed.map(|of| of.name.to_owned()).collect();
    names.extend(further);
    names.extend(computed);
    names
}

fn is_usable(column: AnyColumn) -> bool {
    let kind = column.declared().kind;
    kind.is_number() || kind == ColumnKind::Flag
}

impl Name {
    /// Reads a name, possibly with dots, from a formula; `None` if it stands for nothing.
    pub(super) fn of(text: &str) -> Option<Self> {
        let (trial, is_placed, rest) = match text.split_once('.') {
            Some(("first", rest)) => (0, true, rest),
            Some(("second", rest)) => (1, true, rest),
            _ => (0, false, text),
        };
        Some(Self {
            trial,
            is_placed,
            of: NameMeaning::of(rest)?,
        })
    }

    /// The columns of trials that this name reads.
    pub(super) fn reads(&self) -> Vec<AnyColumn> {
        match self.of {
            NameMeaning::Column(column) if column == columns::LEAVE_ONE_OUT_ERROR.any() => {
                limits::leave_one_out_error().reads().to_vec()
            }
            NameMeaning::Column(column) | NameMeaning::Root(column) => vec![column],
            _ => Vec::new(),
        }
    }

    /// How estimates enter the number that the name stands for.
    pub(super) fn dependence(&self, is_estimate: &IsEstimate) -> Dependence {
        let column = |column| Dependence::of_column(is_estimate(self.trial, column));
        match self.of {
            NameMeaning::Column(of) => column(of),
            NameMeaning::Root(of) => column(of).in_function(),
            _ => Dependence::Free,
        }
    }

    /// The number that the name stands for on one trial, or on a pair of trials.
    pub(super) fn value(&self, rows: &[Row]) -> Result<Number, MissingReason> {
        let row = rows.get(self.trial).ok_or("has no second trial")?;
        match &self.of {
            NameMeaning::Column(column) => of_column(*column, row).map(Number::from),
            NameMeaning::Root(column) => Number::from(of_column(*column, row)?).root(),
            NameMeaning::Parameter(owner, key) => {
                let number = row.setting().parameter(*owner, key);
                Number::exact(number.ok_or("is not a number here")?)
            }
            NameMeaning::Stated(_) | NameMeaning::Margin { .. } => Err("has no number here"),
        }
    }

    /// The column in which the first of two compared trials, or the only trial, stores the number of this name: the column `risk` for `risk` and for
    /// `first.risk`. The root of a column of squares, such as `radius` of `radius_squared`, has a column only if one holds the root itself. `None`
    /// for a parameter, and for a name that begins with `second.`.
    pub(super) fn as_column(&self) -> Option<AnyColumn> {
        match self.of {
            _ if self.trial > 0 => None,
            NameMeaning::Column(column) => Some(column),
            NameMeaning::Root(column) => AnyColumn::named(root_name(column)),
            _ => None,
        }
    }

    /// Whether the name stands for a column of numbers that is read as it is, and not computed from others.
    pub(super) fn is_plain_number(&self) -> bool {
        let is_computed = |column| column == columns::LEAVE_ONE_OUT_ERROR.any();
        matches!(self.of, NameMeaning::Column(column)
            if self.trial == 0 && column.declared().kind.is_number() && !is_computed(column))
    }

    /// Whether the name stands for a count that only grows while a run goes on.
    pub(super) fn grows(&self) -> bool {
        matches!(self.of, NameMeaning::Column(column) if GROWING.contains(&column))
    }

    /// Whether the number does not depend on how far a run has come.
    pub(super) fn is_of_sample(&self) -> bool {
        match self.of {
            NameMeaning::Column(column) | NameMeaning::Root(column) => {
                is_of_setting(column) || OF_SAMPLES.contains(&column)
            }
            _ => true,
        }
    }

    /// Whether the name stands for one number for all trials of a variant in a cell.
    pub(super) fn is_constant(&self) -> bool {
        match self.of {
            NameMeaning::Column(column) | NameMeaning::Root(column) => {
                let sizes = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
                is_of_setting(column) || sizes.contains(&column)
            }
            NameMeaning::Parameter(..) | NameMeaning::Stated(_) => true,
            NameMeaning::Margin { .. } => false,
        }
    }

    /// Whether the number cannot be below 0.
    pub(super) fn is_never_negative(&self) -> bool {
        match self.of {
            NameMeaning::Column(column) => is_never_negative(column),
            NameMeaning::Root(_) | NameMeaning::Margin { .. } => true,
            NameMeaning::Parameter(..) | NameMeaning::Stated(_) => false,
        }
    }
}

impl NameMeaning {
    /// Reads a name without `first.` or `second.`; `None` if it stands for nothing.
    pub(super) fn of(text: &str) -> Option<Self> {
        if let Some((owner, key)) = text.split_once('.') {
            let parameter = |owner| Self::Parameter(owner, key.to_owned());
            return Owner::named(owner).map(parameter);
        }
        let squared = AnyColumn::named(&format!("{text}{SQUARED}"));
        if let Some(column) = squared.filter(|column| is_usable(*column)) {
            return Some(Self::Root(column));
        }
        let column = AnyColumn::named(text).filter(|column| is_usable(*column));
        column.map(Self::Column)
    }
}

fn is_of_setting(column: AnyColumn) -> bool {
    matches!(column.declared().origin, Origin::Setting(_))
}

fn is_never_negative(column: AnyColumn) -> bool {
    let declared = column.declared();
    let counts = matches!(
        declared.kind,
        ColumnKind::Count | ColumnKind::Half | ColumnKind::Flag
    );
    counts || matches!(declared.unit, "probability" | "norm²")
}

/// Returns a column's number. If the column cannot be negative, its interval does not go below 0.
fn of_column(column: AnyColumn, row: &Row) -> Result<Quantity, MissingReason> {
    let quantity = match column == columns::LEAVE_ONE_OUT_ERROR.any() {
        true => Term::value(&limits::leave_one_out_error(), std::slice::from_ref(row)),
        false => row.quantity(column),
    };
    let quantity = quantity.ok_or("has no value")?;
    if !quantity.value.is_finite() {
        return Err("is not finite");
    }
    let quantity = with_error(column, quantity);
    let clips = quantity.exact.is_none() && quantity.value >= 0.0 && quantity.lower < 0.0;
    Ok(match clips && is_never_negative(column) {
        true => Quantity {
            lower: 0.0,
            ..quantity
        },
        false => quantity,
    })
}

/// The part of itself to which a measured float is known if its column proves no error.
const KNOWN_TO: f64 = 1.0 / (1_u64 << 42) as f64;

/// The error of a probability that is computed in floats, in addition.
const ERROR_OF_PROBABILITIES: f64 = 1e-15;

/// A column's number with an error if it is a float without one: two computations of it in floats may differ by so much.
fn with_error(column: AnyColumn, quantity: Quantity) -> Quantity {
    let is_point = quantity.exact.is_none() && quantity.lower == quantity.upper;
    // A closed form gives 0 where the number is 0.
    if !is_point || quantity.value == 0.0 {
        return quantity;
    }
    let of_probability = match column.declared().unit {
        "probability" => ERROR_OF_PROBABILITIES,
        _ => 0.0,
    };
    Quantity::within(
        quantity.value,
        KNOWN_TO * quantity.value.abs() + of_probability,
    )
}

fn root_name(column: AnyColumn) -> &'static str {
    let name = column.name();
    name.strip_suffix(SQUARED).unwrap_or(name)
}

impl Name {
    /// The name without `first.` or `second.`.
    pub(super) fn unplaced(&self) -> String {
        match &self.of {
            NameMeaning::Column(column) => column.name().to_owned(),
            NameMeaning::Root(column) => root_name(*column).to_owned(),
            NameMeaning::Parameter(owner, key) => format!("{}.{key}", owner.as_str()),
            NameMeaning::Stated(name) => name.clone(),
            NameMeaning::Margin { is_squared: true } => "margin_squared".to_owned(),
            NameMeaning::Margin { is_squared: false } => "margin".to_owned(),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.trial, self.is_placed) {
            (0, true) => out.write_str("first.")?,
            (1.., _) => out.write_str("second.")?,
            _ => {}
        }
        out.write_str(&self.unplaced())
    }
}
