//! Holds the values of a column: typed, each possibly missing.

use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A whole number of halves: it counts errors if a tie counts half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Halves(pub u64);

impl Halves {
    /// The number as a float, which is exact.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 2.0
    }

    /// The number that a float represents; `None` if it is not a whole number of halves.
    pub fn from_f64(value: f64) -> Option<Self> {
        let halves = 2.0 * value;
        let is_one = halves >= 0.0 && halves < 2f64.powi(53) && halves.fract() == 0.0;
        is_one.then_some(Self(halves as u64))
    }

    /// The number as a fraction.
    pub fn to_rational(self) -> Rational {
        Rational::from_big(self.0.into(), 2.into())
    }
}

/// Comparison to the last bit; unlike `==` of floats, it tells 0 from −0, and a NaN is the same as itself.
pub trait BitEq {
    /// Whether both values are the same.
    fn is_same(&self, other: &Self) -> bool;

    /// Hashes the value so that same values have the same hash.
    fn hash_into<H: Hasher>(&self, state: &mut H);
}

macro_rules! same_if_equal {
    ($($kind:ty),*) => {
        $(impl BitEq for $kind {
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
    fn is_same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }

    fn hash_into<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.to_bits());
    }
}

impl BitEq for Quantity {
    fn is_same(&self, other: &Self) -> bool {
        let floats = |own: &Self| [own.value, own.lower, own.upper].map(f64::to_bits);
        floats(self) == floats(other) && self.exact == other.exact
    }

    fn hash_into<H: Hasher>(&self, state: &mut H) {
        self.value.hash_into(state);
    }
}

/// Whether both values are the same, or both are missing.
fn are_same<T: BitEq>(own: &Option<T>, other: &Option<T>) -> bool {
    match (own, other) {
        (Some(own), Some(other)) => own.is_same(other),
        (own, other) => own.is_none() && other.is_none(),
    }
}

/// A type whose values a column can hold.
pub trait ColumnValue: Clone + fmt::Debug + BitEq + Send + Sync + 'static {
    /// The kind of its columns.
    const KIND: ColumnKind;

    /// The values of a column of this kind; `None` for another kind.
    fn of(values: &Values) -> Option<&[Option<Self>]>;

    /// Like [`Self::of`], but for writing.
    fn of_mut(values: &mut Values) -> Option<&mut Vec<Option<Self>>>;

    /// A column of these values.
    fn column(values: Vec<Option<Self>>) -> Values;
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident of $type:ty),* $(,)?) => {
        /// Kind of the values of a column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ColumnKind { $($(#[doc = $doc])* $kind),* }

        /// The values of one column over the trials of a batch; `None` where a trial has none.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Values { $($(#[doc = $doc])* $kind(Vec<Option<$type>>)),* }

        impl Values {
            /// A column of `length` missing values.
            pub fn missing(kind: ColumnKind, length: usize) -> Self {
                match kind { $(ColumnKind::$kind => Self::$kind(vec![None; length])),* }
            }

            /// Its kind.
            pub fn kind(&self) -> ColumnKind {
                match self { $(Self::$kind(_) => ColumnKind::$kind),* }
            }

            /// The number of values, the missing ones included.
            pub fn len(&self) -> usize {
                match self { $(Self::$kind(values) => values.len()),* }
            }

            /// Whether there are no values, not even missing ones.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The bytes of the stored values, without memory that a value holds elsewhere, such as the text of a string.
            pub fn bytes(&self) -> usize {
                match self { $(Self::$kind(values) => size_of_val(values.as_slice())),* }
            }

            /// Whether a value is present.
            pub fn is_known(&self, place: usize) -> bool {
                match self { $(Self::$kind(values) => values[place].is_some()),* }
            }

            /// Whether all values are the same, to the last bit, or all are missing.
            pub fn is_one(&self) -> bool {
                match self {
                    $(Self::$kind(values) => {
                        let mut pairs = values.windows(2);
                        pairs.all(|pair| are_same(&pair[0], &pair[1]))
                    }),*
                }
            }

            /// Whether both have the same kind, the same length, and the same values to the last bit.
            pub fn is_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(other)) => {
                        let mut pairs = own.iter().zip(other);
                        own.len() == other.len() && pairs.all(|(own, other)| are_same(own, other))
                    })*
                    _ => false,
                }
            }

            /// Marks the indices whose value differs from the one before; a missing value counts as a value.
            pub(super) fn mark_changes(&self, changes: &mut [bool]) {
                match self {
                    $(Self::$kind(values) => {
                        let pairs = values.windows(2).map(|pair| !are_same(&pair[0], &pair[1]));
                        changes.iter_mut().skip(1).zip(pairs).for_each(|(change, own)| *change |= own);
                    }),*
                }
            }

            /// Hashes the value at an index, so that same values have the same hash.
            pub(super) fn hash_at<H: Hasher>(&self, place: usize, state: &mut H) {
                match self {
                    $(Self::$kind(values) => if let Some(value) = &values[place] { value.hash_into(state) }),*
                }
            }

            /// Whether the values at two indices are the same to the last bit, or both are missing.
            pub(super) fn are_same(&self, a: usize, b: usize) -> bool {
                match self { $(Self::$kind(values) => are_same(&values[a], &values[b])),* }
            }

            /// Appends the values of another column of this kind; values of another kind become missing.
            pub fn append(&mut self, other: Self) {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(mut more)) => own.append(&mut more),)*
                    (own, other) => own.append(Self::missing(own.kind(), other.len())),
                }
            }

            /// Replaces the value at an index by the first value of another column of this kind.
            pub(super) fn replace(&mut self, place: usize, other: &Self) {
                match (self, other) {
                    $((Self::$kind(own), Self::$kind(other)) => own[place].clone_from(&other[0]),)*
                    _ => {}
                }
            }

            /// The values at these indices, in their order.
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
    /// Whether its values are numbers.
    pub fn is_number(self) -> bool {
        !matches!(self, Self::Text | Self::Flag | Self::Reason)
    }
}

impl Values {
    /// A value as an exact or enclosed number; a truth value counts as 0 or 1, and text gives `None`.
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

    /// A value as a float, if the column holds numbers.
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
