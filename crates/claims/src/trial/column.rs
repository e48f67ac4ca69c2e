//! Describes columns as values: name, meaning, unit, and kind, each said once, at the declaration by the measurement that fills the column.

use super::column_order::place_of;
use super::{ColumnKind, ColumnValue, Setting, Values};
use std::fmt;
use std::hash::{Hash, Hasher};
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
    pub kind: ColumnKind,
    /// Where its values come from.
    pub origin: Origin,
    /// Its place in the files.
    place: usize,
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
    declared: &'static Declared,
    of: PhantomData<fn() -> T>,
}

// Derived, these would ask the same of `T`.
impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<T> {}

impl Declared {
    /// A column of this type.
    pub(super) const fn of<T: ColumnValue>(
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        origin: Origin,
    ) -> Self {
        Self {
            name,
            meaning,
            unit,
            kind: T::KIND,
            origin,
            place: place_of(name),
        }
    }
}

impl<T: ColumnValue> Column<T> {
    /// The column that is declared so, and holds this type.
    pub(super) const fn new(declared: &'static Declared) -> Self {
        Self {
            declared,
            of: PhantomData,
        }
    }

    /// The column, whatever its type.
    pub const fn any(self) -> AnyColumn {
        AnyColumn(self.declared)
    }
}

/// A column, whatever it holds; in a spec, its name.
#[derive(Clone, Copy)]
pub struct AnyColumn(&'static Declared);

impl AnyColumn {
    /// What is known of it.
    pub fn declared(self) -> &'static Declared {
        self.0
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.declared().name
    }

    /// Its name as words on an axis.
    pub fn words(self) -> String {
        self.name()
            .replace('_', " ")
            .replace("leave one out", "leave-one-out")
    }

    /// Its name and its unit as words on an axis, the unit only where the name does not say it: `risk (probability)`.
    pub fn words_with_unit(self) -> String {
        let (words, unit) = (self.words(), self.declared().unit);
        let says = unit.is_empty() || words.contains(unit);
        if says {
            words
        } else {
            format!("{words} ({unit})")
        }
    }

    /// Its place in the files.
    pub(super) fn place(self) -> usize {
        self.0.place
    }
}

// No two columns have one place.
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

/// Declares the columns of a measurement: `NAME: type = "name" in "unit"` with its meaning as doc comment; `, setting` where a function of the
/// setting gives its value. A name is also put into `trial/column_order.rs`, which fixes its place in the files.
macro_rules! columns {
    ($($(#[doc = $doc:literal])* $constant:ident : $type:ty = $name:literal in $unit:literal $(, $setting:expr)?;)*) => {
        /// The columns of this measurement.
        pub(super) mod columns {
            #[allow(unused_imports)]
            use super::*;

            $(
                $(#[doc = $doc])*
                pub const $constant: $crate::trial::Column<$type> = {
                    const DECLARED: &$crate::trial::Declared = &$crate::trial::Declared::of::<$type>(
                        $name,
                        $unit,
                        concat!($($doc),*),
                        $crate::trial::column::columns!(@origin $type $(, $setting)?),
                    );
                    $crate::trial::Column::new(DECLARED)
                };
            )*

            /// All of them.
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
