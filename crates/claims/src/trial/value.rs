//! Holds the values of a column: typed, each possibly missing.

use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A number of errors in which a tie may count half; the field is twice the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Halves(pub u64);

impl Halves {
    /// The number of errors as a float, without rounding.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 2.0
    }

    /// Reads a number of errors from a float; `None` if the float is not a multiple of 1/2 that is at least 0.
    pub fn from_f64(value: f64) -> Option<Self> {
        let halves = 2.0 * value;
        let is_one = halves >= 0.0 && halves < 2f64.powi(53) && halves.fract() == 0.0;
        is_one.then_some(Self(halves as u64))
    }

    /// The number of errors as a fraction.
    pub fn to_rational(self) -> Rational {
        Rational::from_big(self.0.into(), 2.into())
    }
}

/// Comparison of values to the last bit: unlike `==` of floats, it tells 0 from −0, and a NaN is the same as itself.
pub trait BitEq {
    /// Whether both values are the same to the last bit.
    fn is_same(&self, other: &Self) -> bool;

    /// Hashes the value so that values that are the same to the last bit have the same hash.
    fn hash_into<H: Hasher>(&self, state: &mut H);
}

macro_rules! same_if_equal {
    ($($kind:ty),*) => {
        $(impl BitEq for $kind {
            #[inline]
            fn is_same(&self, other: &Self) -> bool {
                self == other
            }

            fn hash_into<H: Hasher>(&self, state: &mut H) {
                self.hash(state);
            }
        })*
    };
}

same_if_equal!(u64, Halves, bool, String, Rational, StopReason);

impl BitEq for f64 {
    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }

    fn hash_into<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.to_bits());
    }
}

impl BitEq for Quantity {
    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        let floats = |own: &Self| [own.value, own.lower, own.upper].map(f64::to_bits);
        floats(self) == floats(other) && self.exact == other.exact
    }

    fn hash_into<H: Hasher>(&self, state: &mut H) {
        self.value.hash_into(state);
    }
}

/// Whether both values are the same to the last bit, or both are missing.
#[inline]
fn are_same<T: BitEq>(own: &Option<T>, other: &Option<T>) -> bool {
    match (own, other) {
        (Some(own), Some(other)) => own.is_same(other),
        (own, other) => own.is_none() && other.is_none(),
    }
}

/// A Rust type that the values of a column of trials can have, such as `u64` or `String`.
pub trait ColumnValue: Clone + fmt::Debug + BitEq + Send + Sync + 'static {
    /// The kind of the columns whose values have this type.
    const KIND: ColumnKind;

    /// The values of a column as a slice of this type, missing ones as `None`; `None` if the column holds another type.
    fn of(values: &Values) -> Option<&[Option<Self>]>;

    /// Like [`Self::of`], but for writing.
    fn of_mut(values: &mut Values) -> Option<&mut Vec<Option<Self>>>;

    /// Makes a column from these values; a missing value is `None`.
    fn column(values: Vec<Option<Self>>) -> Values;
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident of $type:ty),* $(,)?) => {
        /// The kind of the values of a column of trials.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ColumnKind { $($(#[doc = $doc])* $kind),* }

        /// The values of one column, each possibly missing (`None`), in a vector whose element type depends on the kind of the column.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Values { $($(#[doc = $doc])* $kind(Vec<Option<$type>>)),* }

        impl Values {
            /// Makes a column of this kind with `length` missing values.
            pub fn missing(kind: ColumnKind, length: usize) -> Self {
                match kind { $(ColumnKind::$kind => Self::$kind(vec![None; length])),* }
            }

            /// Makes every value missing.
            pub(super) fn clear(&mut self) {
                match self { $(Self::$kind(values) => values.fill(None)),* }
            }

            /// The kind of the column that has these values.
            pub fn kind(&self) -> ColumnKind {
                match self { $(Self::$kind(_) => ColumnKind::$kind),* }
            }

            /// The number of values in the column, the missing ones included.
            pub fn len(&self) -> usize {
                match self { $(Self::$kind(values) => values.len()),* }
            }

            /// Whether the column has no values, not even missing ones.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The size of the stored values in bytes, without memory that a value holds elsewhere, such as the text of a string.
            pub fn bytes(&self) -> usize {
                match self { $(Self::$kind(values) => size_of_val(values.as_slice())),* }
            }

            /// Whether the value at an index is present, not missing.
            pub fn is_known(&self, place: usize) -> bool {
                match self { $(Self::$kind(values) => values[place].is_some()),* }
            }

            /// Whether all values of the column are the same, to the last bit, or all are missing.
            pub fn is_one(&self) -> bool {
                match self {
                    $(Self::$kind(values) => {
                        let mut pairs = values.windows(2);
                        pairs.all(|pair| are_same(&pair[0], &pair[1]))
                    }),*
                }
            }

            /// Whether both columns have the same kind, the same length, and the same values to the last bit.
            pub fn is_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(other)) => {
                        let mut pairs = own.iter().zip(other);
                        own.len() == other.len() && pairs.all(|(own, other)| are_same(own, other))
                    })*
                    _ => false,
                }
            }

            /// Sets `changes` to true at every index whose value differs from the value before it; a missing value counts as a value.
            pub(super) fn mark_changes(&self, changes: &mut [bool]) {
                match self {
                    $(Self::$kind(values) => {
                        let pairs = values.windows(2).map(|pair| !are_same(&pair[0], &pair[1]));
                        changes.iter_mut().skip(1).zip(pairs).for_each(|(change, own)| *change |= own);
                    }),*
                }
            }

            /// Hashes the value at an index, so that values that are the same to the last bit have the same hash; a missing value adds nothing.
            pub(super) fn hash_at<H: Hasher>(&self, place: usize, state: &mut H) {
                match self {
                    $(Self::$kind(values) => if let Some(value) = &values[place] { value.hash_into(state) }),*
                }
            }

            /// Whether the values at two indices are the same to the last bit, or both are missing.
            pub(super) fn are_same(&self, a: usize, b: usize) -> bool {
                match self { $(Self::$kind(values) => are_same(&values[a], &values[b])),* }
            }

            /// Appends the values of another column; if that has another kind, they become missing values.
            pub fn append(&mut self, other: Self) {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(mut more)) => own.append(&mut more),)*
                    (own, other) => own.append(Self::missing(own.kind(), other.len())),
                }
            }

            /// Replaces the value at an index by the first value of another column; does nothing if that has another kind.
            pub(super) fn replace(&mut self, place: usize, other: &Self) {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(other)) => own[place].clone_from(&other[0]),)*
                    _ => {}
                }
            }

            /// The values at these indices, in the order of the indices.
            pub fn selected(&self, places: &[usize]) -> Self {
                match self {
                    $(Self::$kind(values) => Self::$kind(places.iter().map(|&place| values[place].clone()).collect())),*
                }
            }
        }

        $(impl ColumnValue for $type {
            const KIND: ColumnKind = ColumnKind::$kind;

            fn of(values: &Values) -> Option<&[Option<Self>]> {
                if let Values::$kind(values) = values { Some(values) } else { None }
            }

            fn of_mut(values: &mut Values) -> Option<&mut Vec<Option<Self>>> {
                if let Values::$kind(values) = values { Some(values) } else { None }
            }

            fn column(values: Vec<Option<Self>>) -> Values {
                Values::$kind(values)
            }
        })*
    };
}

kinds! {
    /// Whole numbers, not negative.
    Count of u64,
    /// Whole numbers of halves.
    Half of Halves,
    /// Floats.
    Float of f64,
    /// Truth values.
    Flag of bool,
    /// Text.
    Text of String,
    /// Exact fractions.
    Fraction of Rational,
    /// Numbers with proved bounds.
    Enclosed of Quantity,
    /// Reasons why a run stopped.
    Reason of StopReason,
}

impl ColumnKind {
    /// Whether the values of columns of this kind are numbers.
    pub fn is_number(self) -> bool {
        !matches!(self, Self::Text | Self::Flag | Self::Reason)
    }
}

impl Values {
    /// The value at an index as an exact or enclosed number. A truth value counts as 0 or 1; missing values, text and stop reasons give `None`.
    pub fn quantity(&self, place: usize) -> Option<Quantity> {
        match self {
            Self::Count(values) => values[place].map(Quantity::count),
            Self::Half(values) => values[place].map(|half| Quantity::exact(half.to_rational())),
            Self::Float(values) => values[place].map(Quantity::float),
            Self::Flag(values) => values[place].map(|flag| Quantity::count(u64::from(flag))),
            Self::Fraction(values) => values[place].clone().map(Quantity::exact),
            Self::Enclosed(values) => values[place].clone(),
            Self::Text(_) | Self::Reason(_) => None,
        }
    }

    /// The value at an index as a float; `None` if it is missing or the column does not hold numbers.
    #[inline]
    pub fn float(&self, place: usize) -> Option<f64> {
        match self {
            Self::Count(values) => values[place].map(|count| count as f64),
            Self::Half(values) => values[place].map(Halves::to_f64),
            Self::Float(values) => values[place],
            Self::Fraction(values) => values[place].as_ref().map(Rational::to_f64),
            Self::Enclosed(values) => values[place].as_ref().map(|quantity| quantity.value),
            Self::Flag(_) | Self::Text(_) | Self::Reason(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_half_integers_convert_to_halves() {
        assert_eq!(Halves::from_f64(1.5), Some(Halves(3)));
        assert_eq!(Halves(3).to_rational(), Rational::new(3, 2));
        assert_eq!(
            [0.25, -0.5, f64::NAN, 1e300].map(Halves::from_f64),
            [None; 4]
        );
    }

    #[test]
    fn values_are_constant_if_bitwise_equal_or_all_missing() {
        let enclosed = |lower: f64| {
            let number = Quantity::float(0.0);
            Some(Quantity { lower, ..number })
        };
        for (is_one, values) in [
            (true, Values::Float(vec![Some(0.5), Some(0.5)])),
            (true, Values::Float(vec![Some(f64::NAN); 3])),
            (false, Values::Float(vec![Some(0.0), Some(-0.0)])),
            (false, Values::Float(vec![Some(0.0), None])),
            (true, Values::Count(vec![None, None])),
            (false, Values::Count(vec![Some(1), Some(1), Some(2)])),
            (true, Values::Enclosed(vec![enclosed(0.0), enclosed(0.0)])),
            (false, Values::Enclosed(vec![enclosed(0.0), enclosed(-0.0)])),
        ] {
            assert_eq!(values.is_one(), is_one, "{values:?}");
            let all = values.selected(&vec![0; values.len()]);
            assert_eq!(values.is_same(&all), is_one, "{values:?}");
        }
        assert!(!Values::Flag(Vec::new()).is_same(&Values::Count(Vec::new())));
    }

    #[test]
    fn columns_of_one_kind_can_be_appended_and_selected_from() {
        let mut counts = Values::Count(vec![Some(1), None]);
        counts.append(Values::Count(vec![Some(3)]));
        assert_eq!(
            counts.selected(&[2, 0]),
            Values::Count(vec![Some(3), Some(1)])
        );
        assert_eq!(
            (counts.float(2), counts.float(1), counts.len()),
            (Some(3.0), None, 3)
        );
        assert_eq!(
            Values::Flag(vec![Some(true)]).quantity(0),
            Some(Quantity::count(1))
        );
    }
}
