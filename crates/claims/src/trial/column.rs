//! Describes columns as values: name, meaning, unit and kind. Each column is declared once, by the measurement that fills it.

use super::{ColumnKind, ColumnValue, Setting, Values};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// The declaration of a column of the table of trials (`trials.parquet`): name, meaning, unit and kind.
pub struct Declared {
    /// The column's name in specs, files and tables, such as `mistakes`.
    pub name: &'static str,
    /// The column's meaning in one sentence, from the doc comment of the constant that declares it.
    pub meaning: &'static str,
    /// The column's symbol in formulas, in TeX, such as `R^2`; empty for a column that formulas name in words.
    pub symbol: &'static str,
    /// The unit of the column's values; empty for numbers without a unit and for values that are not numbers.
    pub unit: &'static str,
    /// The kind of the column's values, such as counts, floats or text.
    pub kind: ColumnKind,
    /// Whether each trial has its own value in this column, or the setting determines the value.
    pub origin: Origin,
    /// The column's index in the order of the columns of `trials.parquet`.
    place: usize,
}

/// Where the values of a column come from: from each trial, or from the cell and variant alone.
pub enum Origin {
    /// Every trial has its own value.
    Trial,
    /// All trials of a cell and variant share one value, which the function computes from their setting before a run.
    Setting(fn(&Setting) -> Values),
}

/// A column of the table of trials whose values have the Rust type `T`.
pub struct Column<T> {
    declared: &'static Declared,
    of: PhantomData<fn() -> T>,
}

// Written by hand, because a derive would require `T: Clone` and `T: Copy`.
impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<T> {}

impl Declared {
    /// Declares a column whose values have type `T`, with its index in the order of all columns.
    pub(super) const fn of<T: ColumnValue>(
        place: usize,
        name: &'static str,
        [symbol, unit]: [&'static str; 2],
        meaning: &'static str,
        origin: Origin,
    ) -> Self {
        Self {
            name,
            symbol,
            meaning,
            unit,
            kind: T::KIND,
            origin,
            place,
        }
    }
}

impl<T: ColumnValue> Column<T> {
    /// The column with this declaration, whose values have type `T`.
    pub(super) const fn new(declared: &'static Declared) -> Self {
        Self {
            declared,
            of: PhantomData,
        }
    }

    /// The column without the type parameter, for lists of columns of several types.
    pub const fn any(self) -> AnyColumn {
        AnyColumn(self.declared)
    }
}

/// A column of the table of trials whose values may have any type; a spec refers to it by its name.
#[derive(Clone, Copy)]
pub struct AnyColumn(&'static Declared);

impl AnyColumn {
    /// The declaration of this column, with its meaning and unit.
    pub fn declared(self) -> &'static Declared {
        self.0
    }

    /// The column's name in specs, files and tables.
    pub fn name(self) -> &'static str {
        self.declared().name
    }

    /// The column's name in words, for the axis of a figure: `leave-one-out error` for `leave_one_out_error`.
    pub fn description(self) -> String {
        self.name()
            .replace('_', " ")
            .replace("leave one out", "leave-one-out")
    }

    /// The column's name in words with its unit, for the axis of a figure: `risk (probability)`. The unit is left out if the name contains it.
    pub fn description_with_unit(self) -> String {
        let (words, unit) = (self.description(), self.declared().unit);
        let says = unit.is_empty() || words.contains(unit);
        if says {
            words
        } else {
            format!("{words} ({unit})")
        }
    }

    /// The column's index in the order of the columns of `trials.parquet`.
    pub(super) fn place(self) -> usize {
        self.0.place
    }
}

// Positions are unique, so they identify a column.
impl PartialEq for AnyColumn {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for AnyColumn {}

impl PartialOrd for AnyColumn {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AnyColumn {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.place().cmp(&other.place())
    }
}

impl Hash for AnyColumn {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place().hash(state);
    }
}

impl fmt::Debug for AnyColumn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Declares the columns of a measurement: `NAME: type = "name" as "symbol" in "unit"`, with the meaning as doc comment; a column without a symbol is
/// named in words. A function after the unit computes the
/// value from the setting. Files have the columns in the order of these declarations.
macro_rules! columns {
    ($($(#[doc = $doc:literal])* $constant:ident : $type:ty = $name:literal $(as $symbol:literal)? in $unit:literal $(, $setting:expr)?;)*) => {
        /// The columns that this measurement fills, as constants.
        pub(super) mod columns {
            #[allow(unused_imports)]
            use super::*;

            $(
                $(#[doc = $doc])*
                pub const $constant: $crate::trial::Column<$type> = {
                    const DECLARED: &$crate::trial::Declared = &$crate::trial::Declared::of::<$type>(
                        super::super::place_of($name),
                        $name,
                        [concat!("" $(, $symbol)?), $unit],
                        concat!($($doc),*),
                        $crate::trial::column::columns!(@origin $type $(, $setting)?),
                    );
                    $crate::trial::Column::new(DECLARED)
                };
            )*

            /// The names of these columns, from which their places follow.
            pub(in crate::trial) const NAMES: &[&str] = &[$($name),*];

            /// All columns of this measurement.
            pub(in crate::trial) const ALL: &[$crate::trial::AnyColumn] = &[$($constant.any()),*];
        }
    };
    (@origin $type:ty) => { $crate::trial::Origin::Trial };
    (@origin $type:ty, $setting:expr) => {
        $crate::trial::Origin::Setting(|setting| {
            let value: fn(&$crate::trial::Setting) -> Option<$type> = $setting;
            <$type as $crate::trial::ColumnValue>::column(vec![value(setting)])
        })
    };
}

pub(super) use columns;
