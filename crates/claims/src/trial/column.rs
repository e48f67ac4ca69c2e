//! Describes columns as values: name, meaning, unit, kind, and what has to be measured, each said once at the declaration.

use super::{Kind, Measure, Setting, Stored, Values};
use std::marker::PhantomData;

/// What is known of a column.
pub struct Declared {
    /// Its name in specs, files and tables.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its unit; empty for numbers without one, and for what is no number.
    pub unit: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What has to be measured for it.
    pub measure: Measure,
    /// Where its values come from.
    pub origin: Origin,
}

/// Where the values of a column come from.
pub enum Origin {
    /// Every trial has its own.
    Trial,
    /// They are the same in all trials of a cell and variant, and known before a run: a column of one value.
    Setting(fn(&Setting) -> Values),
}

/// A column whose values are of one type.
pub struct Column<T> {
    index: usize,
    of: PhantomData<fn() -> T>,
}

// Derived, these would ask the same of `T`.
impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<T> {}

impl<T: Stored> Column<T> {
    /// The column at a place of the list of columns, which holds this type.
    pub(super) const fn at(index: usize) -> Self {
        Self {
            index,
            of: PhantomData,
        }
    }

    /// Its place among all columns.
    pub(super) const fn index(self) -> usize {
        self.index
    }
}

/// Declares the columns: `NAME: type = "name" in "unit", Measure` with its meaning as doc comment; `, setting` where a
/// function of the setting gives its value.
macro_rules! columns {
    ($($(#[doc = $doc:literal])* $constant:ident : $type:ty = $name:literal in $unit:literal, $measure:ident $(, $setting:expr)?;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($constant),* }

        $($(#[doc = $doc])* pub const $constant: Column<$type> = Column::at(Place::$constant as usize);)*

        /// Every column, in the order of the files.
        pub static ALL: &[Declared] = &[$(Declared {
            name: $name,
            meaning: concat!($($doc),*),
            unit: $unit,
            kind: <$type as Stored>::KIND,
            measure: Measure::$measure,
            origin: columns!(@origin $type $(, $setting)?),
        }),*];
    };
    (@origin $type:ty) => { Origin::Trial };
    (@origin $type:ty, $setting:expr) => {
        Origin::Setting(|setting| {
            let value: fn(&Setting) -> Option<$type> = $setting;
            <$type as Stored>::column(vec![value(setting)])
        })
    };
}

pub(super) use columns;
