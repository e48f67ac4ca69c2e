//! Describes columns as values: name, meaning, unit, kind, and what has to be measured, each said once at the declaration.

use super::{Kind, Measure, Setting, Stored, Values};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
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

    /// The column, whatever its type.
    pub const fn any(self) -> AnyColumn {
        AnyColumn(self.index)
    }
}

/// A column, whatever it holds; in a spec, its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnyColumn(usize);

impl AnyColumn {
    /// Every column, in the order of the files.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..super::columns::ALL.len()).map(Self)
    }

    /// The column of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|column| column.declared().name == name)
    }

    /// What is known of it.
    pub fn declared(self) -> &'static Declared {
        &super::columns::ALL[self.0]
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

    /// Its place among all columns.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

impl fmt::Debug for AnyColumn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Serialize for AnyColumn {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for AnyColumn {
    /// Reads the name of a column of numbers.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        static NUMBERS: std::sync::LazyLock<Vec<&'static str>> = std::sync::LazyLock::new(|| {
            let numbers = AnyColumn::all().filter(|column| column.declared().kind.is_number());
            numbers.map(AnyColumn::name).collect()
        });
        let name = String::deserialize(input)?;
        let found = Self::named(&name).filter(|column| column.declared().kind.is_number());
        found.ok_or_else(|| de::Error::unknown_variant(&name, &NUMBERS))
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
