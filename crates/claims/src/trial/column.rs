//! Turns the fields of a trial into flat columns and back, so that no field can be left out of a row.

use perceptron::sample::{Quantity, Rational};

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// 64-bit integers, not negative.
    Integer,
    /// 64-bit floats.
    Float,
    /// Text.
    Text,
    /// Truth values.
    Boolean,
}

/// One entry of a row; every kind can be missing.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// An integer.
    Integer(Option<i64>),
    /// A float.
    Float(Option<f64>),
    /// A text.
    Text(Option<String>),
    /// A truth value.
    Boolean(Option<bool>),
}

/// A field of a trial as one or more columns.
pub trait Field: Sized {
    /// Name suffixes and kinds of its columns; the suffix of a plain field is empty.
    const COLUMNS: &'static [(&'static str, Kind)];

    /// Appends its entries, one per column.
    fn write(&self, row: &mut Vec<Entry>);

    /// Reads its entries back in the same order; `None` if they do not fit.
    fn read(row: &mut dyn Iterator<Item = Entry>) -> Option<Self>;
}

macro_rules! plain {
    ($($type:ty as $kind:ident: $to:expr, $from:expr);* $(;)?) => {$(
        impl Field for Option<$type> {
            const COLUMNS: &'static [(&'static str, Kind)] = &[("", Kind::$kind)];
            fn write(&self, row: &mut Vec<Entry>) {
                row.push(Entry::$kind(self.as_ref().map($to)));
            }
            fn read(row: &mut dyn Iterator<Item = Entry>) -> Option<Self> {
                match row.next()? {
                    Entry::$kind(value) => value.map_or(Some(None), |value| $from(value).map(Some)),
                    _ => None,
                }
            }
        }
        impl Field for $type {
            const COLUMNS: &'static [(&'static str, Kind)] = &[("", Kind::$kind)];
            fn write(&self, row: &mut Vec<Entry>) {
                row.push(Entry::$kind(Some(($to)(self))));
            }
            fn read(row: &mut dyn Iterator<Item = Entry>) -> Option<Self> {
                <Option<$type>>::read(row)?
            }
        }
    )*};
}

plain! {
    u64 as Integer: |value: &u64| i64::try_from(*value).unwrap_or(i64::MAX), |value: i64| u64::try_from(value).ok();
    f64 as Float: |value: &f64| *value, Some;
    String as Text: |value: &String| value.clone(), Some;
    bool as Boolean: |value: &bool| *value, Some;
    Rational as Text: |value: &Rational| value.to_string(), |text: String| text.parse::<Rational>().ok();
}

impl Field for Option<Quantity> {
    const COLUMNS: &'static [(&'static str, Kind)] = &[
        ("", Kind::Float),
        ("_lower", Kind::Float),
        ("_upper", Kind::Float),
        ("_exact", Kind::Text),
    ];

    fn write(&self, row: &mut Vec<Entry>) {
        let part = |of: fn(&Quantity) -> f64| Entry::Float(self.as_ref().map(of));
        row.extend([part(|q| q.value), part(|q| q.lower), part(|q| q.upper)]);
        row.push(Entry::Text(
            self.as_ref()
                .and_then(|q| q.exact.as_ref())
                .map(Rational::to_string),
        ));
    }

    fn read(row: &mut dyn Iterator<Item = Entry>) -> Option<Self> {
        let value = <Option<f64>>::read(row)?;
        let lower = <Option<f64>>::read(row)?;
        let upper = <Option<f64>>::read(row)?;
        let exact = <Option<Rational>>::read(row)?;
        Some(
            value
                .zip(lower)
                .zip(upper)
                .map(|((value, lower), upper)| Quantity {
                    value,
                    lower,
                    upper,
                    exact,
                }),
        )
    }
}

/// Declares a struct whose fields are its columns.
macro_rules! row {
    ($(#[doc = $doc:literal])* pub struct $type:ident { $( $(#[doc = $field_doc:literal])* pub $field:ident : $field_type:ty ),* $(,)? }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $type { $( $(#[doc = $field_doc])* pub $field: $field_type ),* }

        impl $type {
            /// Name and kind of every column, in order.
            pub fn columns() -> Vec<(String, crate::trial::Kind)> {
                let mut columns = Vec::new();
                $( columns.extend(<$field_type as crate::trial::Field>::COLUMNS.iter()
                    .map(|(suffix, kind)| (format!("{}{suffix}", stringify!($field)), *kind))); )*
                columns
            }

            /// What every field means, in order.
            pub const MEANINGS: &'static [(&'static str, &'static str)] = &[$((stringify!($field), concat!($($field_doc),*))),*];

            /// The entries of this row, one per column.
            pub fn entries(&self) -> Vec<crate::trial::Entry> {
                let mut row = Vec::new();
                $( crate::trial::Field::write(&self.$field, &mut row); )*
                row
            }

            /// A row with nothing in it: no text, zero counts, false, and nothing measured.
            pub fn empty() -> Self {
                Self { $( $field: Default::default() ),* }
            }

            /// Reads a row back; `None` if an entry does not fit its column.
            pub fn from_entries(row: &mut dyn Iterator<Item = crate::trial::Entry>) -> Option<Self> {
                Some(Self { $( $field: crate::trial::Field::read(row)? ),* })
            }
        }
    };
}

pub(crate) use row;
