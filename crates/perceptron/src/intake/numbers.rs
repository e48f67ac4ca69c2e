//! Holds the numbers of a file while it is read: integers over one power of ten as long as they fit, then doubles.

use super::decimal::{Decimal, MOST_DECIMALS};
use crate::sample::{Dense, Features, Integers, Rational, Rounded, Sparse, WideIntegers};
use num_bigint::BigInt;
use num_integer::Integer;

/// How the numbers of a data file are held in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NumberFormat {
    /// Every decimal is held exactly, as a fraction.
    Decimals,
    /// Every number is exactly a double.
    Doubles,
    /// Doubles, because the numbers do not fit integers of 127 bits over one denominator; numbers that no double equals are rounded.
    RoundedDecimals,
    /// Doubles computed from the numbers of the file, such as standardized features.
    Standardized,
}

/// The numbers of a data file while it is read: integers over one power of ten as long as they fit, then doubles.
#[derive(Debug)]
pub(super) struct NumberList {
    values: NumberValues,
    /// Indices of the numbers that were rounded to doubles, in order, each with the number before rounding.
    rounded: Vec<(usize, Decimal)>,
}

#[derive(Debug)]
enum NumberValues {
    /// Numerators of 56 bits over a power of ten.
    Narrow {
        values: Vec<i64>,
        decimals: u32,
    },
    /// Numerators of 127 bits over a power of ten.
    Wide {
        values: Vec<i128>,
        decimals: u32,
    },
    Doubles(Vec<f64>),
}

/// The largest numerator of an integer store: the sum of 16 384 such squares fits 127 bits.
const LARGEST: u128 = 1 << 56;

/// The largest number of decimals in an integer store: a denominator of 10¹⁶ has 54 bits.
const MOST_NARROW_DECIMALS: u32 = 16;

impl NumberList {
    pub(super) fn new() -> Self {
        Self {
            values: NumberValues::Narrow {
                values: Vec::new(),
                decimals: 0,
            },
            rounded: Vec::new(),
        }
    }

    pub(super) fn held(&self) -> NumberFormat {
        match &self.values {
            NumberValues::Narrow { .. } | NumberValues::Wide { .. } => NumberFormat::Decimals,
            NumberValues::Doubles(_) if self.rounded.is_empty() => NumberFormat::Doubles,
            NumberValues::Doubles(_) => NumberFormat::RoundedDecimals,
        }
    }

    /// The indices in this list of the numbers that were rounded to doubles.
    pub(super) fn rounded(&self) -> Vec<usize> {
        self.rounded.iter().map(|(place, _)| *place).collect()
    }

    /// Makes all numbers exact again, if some decimals were rounded because of doubles that are themselves short decimals.
    pub(super) fn settled(self) -> Self {
        let NumberValues::Doubles(values) = &self.values else {
            return self;
        };
        if self.rounded.is_empty() {
            return self;
        }
        let mut exact = Self::new();
        let mut rounded = self.rounded.iter().peekable();
        for (place, value) in values.iter().enumerate() {
            let known = rounded.next_if(|(other, _)| *other == place);
            let decimal = match known {
                Some((_, decimal)) => Some(*decimal),
                None => Decimal::of_double(*value),
            };
            match decimal {
                Some(decimal @ Decimal::Exact { .. }) => exact.push(decimal),
                _ => return self,
            }
            if matches!(exact.values, NumberValues::Doubles(_)) {
                return self;
            }
        }
        exact
    }

    pub(super) fn len(&self) -> usize {
        match &self.values {
            NumberValues::Narrow { values, .. } => values.len(),
            NumberValues::Wide { values, .. } => values.len(),
            NumberValues::Doubles(values) => values.len(),
        }
    }

    /// Removes the numbers from index `length` on.
    pub(super) fn truncate(&mut self, length: usize) {
        match &mut self.values {
            NumberValues::Narrow { values, .. } => values.truncate(length),
            NumberValues::Wide { values, .. } => values.truncate(length),
            NumberValues::Doubles(values) => values.truncate(length),
        }
        let kept = self.rounded.partition_point(|&(place, _)| place < length);
        self.rounded.truncate(kept);
    }

    /// Adds a decimal at the end; all numbers change to a wider form if it does not fit.
    pub(super) fn push(&mut self, decimal: Decimal) {
        if let NumberValues::Narrow { values, decimals } = &mut self.values {
            match narrow(decimal, values, decimals) {
                Some(numerator) => return values.push(numerator),
                None => self.widen(),
            }
        }
        if let NumberValues::Wide { values, decimals } = &mut self.values {
            match wide(decimal, values, decimals) {
                Some(numerator) => return values.push(numerator),
                None => self.become_doubles(),
            }
        }
        self.push_double(decimal);
    }

    fn push_double(&mut self, decimal: Decimal) {
        if let NumberValues::Doubles(values) = &mut self.values {
            if !decimal.is_double() {
                self.rounded.push((values.len(), decimal));
            }
            values.push(decimal.to_f64());
        }
    }

    /// Adds a double of a typed file, such as parquet, at the end; all numbers become doubles.
    pub(super) fn push_float(&mut self, value: f64) {
        self.become_doubles();
        if let NumberValues::Doubles(values) = &mut self.values {
            values.push(value);
        }
    }

    /// Adds the number at index `place` of another list, or zero if no index is given.
    pub(super) fn push_of(&mut self, other: &Self, place: Option<usize>) {
        match (place, &other.values) {
            (None, _) => self.push(Decimal::ZERO),
            (Some(place), NumberValues::Doubles(values)) => {
                self.push_float(values[place]);
                let found = other
                    .rounded
                    .binary_search_by_key(&place, |(place, _)| *place);
                if let Ok(found) = found {
                    self.rounded.push((self.len() - 1, other.rounded[found].1));
                }
            }
            (Some(place), _) => self.push(other.decimal(place)),
        }
    }

    fn decimal(&self, place: usize) -> Decimal {
        match &self.values {
            NumberValues::Narrow { values, decimals } => Decimal::Exact {
                mantissa: values[place].into(),
                decimals: *decimals,
            },
            NumberValues::Wide { values, decimals } => Decimal::Exact {
                mantissa: values[place],
                decimals: *decimals,
            },
            NumberValues::Doubles(values) => Decimal::Rounded(values[place]),
        }
    }

    fn widen(&mut self) {
        if let NumberValues::Narrow { values, decimals } = &self.values {
            self.values = NumberValues::Wide {
                values: values.iter().map(|&value| value.into()).collect(),
                decimals: *decimals,
            };
        }
    }

    fn become_doubles(&mut self) {
        if matches!(self.values, NumberValues::Doubles(_)) {
            return;
        }
        let exact = std::mem::replace(&mut self.values, NumberValues::Doubles(Vec::new()));
        let exact = Self {
            values: exact,
            ..Self::new()
        };
        (0..exact.len()).for_each(|place| self.push_double(exact.decimal(place)));
    }

    /// The number at index `place`, as a fraction.
    pub(super) fn get(&self, place: usize) -> Rational {
        self.decimal(place).to_rational()
    }

    /// Replaces the number at index `place` by a fraction, rounded to the number of decimals of the list.
    pub(super) fn set(&mut self, place: usize, number: &Rational) {
        match &mut self.values {
            NumberValues::Narrow { values, decimals } => {
                values[place] = nearest(number, *decimals).try_into().unwrap_or(0);
            }
            NumberValues::Wide { values, decimals } => {
                values[place] = nearest(number, *decimals).try_into().unwrap_or(0);
            }
            NumberValues::Doubles(values) => values[place] = number.to_f64(),
        }
    }

    /// Makes a feature store from the numbers, row by row with `dimension` numbers each.
    pub(super) fn into_rows(self, dimension: usize) -> Features {
        match self.values {
            NumberValues::Doubles(values) => {
                let rows = Dense::new(dimension, values);
                match self.rounded.is_empty() {
                    true => Features::Dense(rows),
                    false => Features::Rounded(Rounded::new(rows)),
                }
            }
            NumberValues::Narrow {
                mut values,
                decimals,
            } => {
                let denominator = reduced(&mut values, decimals);
                Features::Integers(Integers::new(dimension, values, denominator))
            }
            NumberValues::Wide { values, decimals } => wide_rows(dimension, values, decimals),
        }
    }

    /// Makes a sparse feature store: `indices` are the feature indices of the numbers, and rows begin at the positions in `starts`. `None` if the
    /// numbers need more than 56 bits, or are doubles.
    pub(super) fn into_sparse(
        self,
        dimension: usize,
        indices: &[u32],
        starts: &[usize],
    ) -> Option<Features> {
        let NumberValues::Narrow {
            mut values,
            decimals,
        } = self.values
        else {
            return None;
        };
        let denominator = reduced(&mut values, decimals);
        let mut store = Sparse::new(dimension, &[], denominator);
        let mut row = Vec::new();
        for ends in starts.windows(2) {
            row.clear();
            let entries = (ends[0]..ends[1]).map(|at| (indices[at] as usize, values[at]));
            row.extend(entries.filter(|(_, value)| *value != 0));
            store.push(&row);
        }
        Some(Features::Sparse(store))
    }

    /// Whether a sparse feature store can hold the numbers: integers of 56 bits over one power of ten.
    pub(super) fn are_narrow(&self) -> bool {
        matches!(self.values, NumberValues::Narrow { .. })
    }
}

/// The numerator of a decimal over the common power of ten of `values`; if necessary, the power is raised and `values` are rescaled. `None` if a
/// numerator exceeds 56 bits.
fn narrow(decimal: Decimal, values: &mut [i64], common: &mut u32) -> Option<i64> {
    let Decimal::Exact { mantissa, decimals } = decimal else {
        return None;
    };
    let mantissa = i64::try_from(mantissa).ok()?;
    let within = |value: i64| (u128::from(value.unsigned_abs()) <= LARGEST).then_some(value);
    if decimals > *common {
        if decimals > MOST_NARROW_DECIMALS {
            return None;
        }
        let factor = 10_i64.pow(decimals - *common);
        let fits = |value: &i64| value.checked_mul(factor).and_then(within).is_some();
        if !values.iter().all(fits) {
            return None;
        }
        values.iter_mut().for_each(|value| *value *= factor);
        *common = decimals;
    }
    mantissa
        .checked_mul(10_i64.pow(*common - decimals))
        .and_then(within)
}

/// Like [`narrow`], but up to 127 bits.
fn wide(decimal: Decimal, values: &mut [i128], common: &mut u32) -> Option<i128> {
    let Decimal::Exact { mantissa, decimals } = decimal else {
        return None;
    };
    if decimals > *common {
        let factor = 10_i128.pow(decimals - *common);
        if decimals > MOST_DECIMALS || values.iter().any(|x| x.checked_mul(factor).is_none()) {
            return None;
        }
        values.iter_mut().for_each(|value| *value *= factor);
        *common = decimals;
    }
    mantissa.checked_mul(10_i128.pow(*common - decimals))
}

/// The integer nearest to a number times a power of ten, with halves rounded away from zero.
fn nearest(number: &Rational, decimals: u32) -> BigInt {
    let power = Rational::from_big(BigInt::from(10_i128.pow(decimals)), BigInt::from(1));
    let scaled = number * &power;
    let (numerator, denominator) = (scaled.numerator(), scaled.denominator());
    let half_up = (numerator.magnitude() * 2_u32 + denominator.magnitude())
        .div_floor(&(denominator.magnitude() * 2_u32));
    BigInt::from_biguint(numerator.sign(), half_up)
}

/// Makes a feature store of 64-bit integers if the numerators fit 56 bits without common factors, otherwise one of 128-bit integers.
fn wide_rows(dimension: usize, mut values: Vec<i128>, decimals: u32) -> Features {
    let denominator = reduced(&mut values, decimals);
    let fits = |value: &i128| value.unsigned_abs() <= LARGEST;
    match i64::try_from(denominator) {
        Ok(denominator) if values.iter().all(fits) => {
            let values = values.into_iter().map(|value| value as i64).collect();
            Features::Integers(Integers::new(dimension, values, denominator))
        }
        _ => Features::Wide(WideIntegers::new(dimension, values, denominator)),
    }
}

/// Divides numerators and denominator by their common factors and returns the denominator.
fn reduced<N: Integer + Clone + From<i64>>(values: &mut [N], decimals: u32) -> N {
    let denominator = num_traits::pow(N::from(10), decimals as usize);
    let mut divisor = denominator.clone();
    for value in values.iter() {
        if divisor.is_one() {
            break;
        }
        divisor = divisor.gcd(value);
    }
    if !divisor.is_one() {
        values
            .iter_mut()
            .for_each(|value| *value = value.clone() / divisor.clone());
    }
    denominator / divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(texts: &[&str]) -> NumberList {
        let mut numbers = NumberList::new();
        for text in texts {
            numbers.push(Decimal::parse(text).unwrap());
        }
        numbers
    }

    #[test]
    fn decimals_of_different_lengths_share_the_least_denominator() {
        let numbers = numbers(&["1", "0.25", "-3.5", "10"]);
        assert_eq!(numbers.get(2), Rational::new(-7, 2));
        let due = Integers::new(2, vec![4, 1, -14, 40], 4);
        assert_eq!(numbers.into_rows(2), Features::Integers(due));
    }

    #[test]
    fn numbers_beyond_56_bits_are_wide_integers_and_stay_exact() {
        let numbers = numbers(&["0.1", "90000000000000001", "2.5"]);
        assert_eq!(numbers.held(), NumberFormat::Decimals);
        assert_eq!(numbers.get(1), "90000000000000001".parse().unwrap());
        let due = WideIntegers::new(3, vec![1, 900_000_000_000_000_010, 25], 10);
        assert_eq!(numbers.into_rows(3), Features::Wide(due));
    }

    #[test]
    fn numbers_without_a_common_denominator_become_doubles() {
        let mut numbers = numbers(&["0.5", "0.1", "1e38", "1e-30", "3"]);
        assert_eq!(numbers.held(), NumberFormat::RoundedDecimals);
        assert_eq!(numbers.rounded(), [1, 2, 3]);
        numbers.truncate(3);
        assert_eq!(numbers.rounded(), [1, 2]);
        let due = Rounded::new(Dense::new(3, vec![0.5, 0.1, 1e38]));
        assert_eq!(numbers.into_rows(3), Features::Rounded(due));
    }

    #[test]
    fn integer_among_doubles_is_rounded_only_if_no_double_equals_it() {
        let mut numbers = numbers(&["9007199254740992"]);
        numbers.push_float(0.1);
        assert_eq!(numbers.held(), NumberFormat::Doubles);
        numbers.push(Decimal::parse("9007199254740993").unwrap());
        assert_eq!(numbers.held(), NumberFormat::RoundedDecimals);
        assert_eq!(numbers.rounded(), [2]);
    }

    #[test]
    fn integers_mixed_with_short_doubles_are_settled_as_exact_decimals() {
        let mut numbers = numbers(&["9223372036854775807"]);
        numbers.push_float(0.5);
        assert_eq!(numbers.held(), NumberFormat::RoundedDecimals);
        let settled = numbers.settled();
        assert_eq!(
            (settled.held(), settled.rounded()),
            (NumberFormat::Decimals, vec![])
        );
        assert_eq!(settled.get(0), "9223372036854775807".parse().unwrap());
        assert_eq!(settled.get(1), Rational::new(1, 2));
        let mut long = super::tests::numbers(&["9223372036854775807"]);
        long.push_float(0.1);
        assert_eq!(long.settled().held(), NumberFormat::RoundedDecimals);
    }

    #[test]
    fn numbers_of_many_digits_become_wide_integers() {
        let numbers = numbers(&["100000000000000000000", "0.5", "300000000000000000000"]);
        assert!(matches!(numbers.into_rows(3), Features::Wide(_)));
        let mut all = NumberList::new();
        for text in ["72057594037927938", "72057594037927936.5", "1.5"] {
            all.push(Decimal::parse(text).unwrap());
        }
        assert!(matches!(all.into_rows(3), Features::Wide(_)));
    }

    #[test]
    fn sparse_rows_keep_their_entries_that_are_not_zero() {
        let numbers = numbers(&["0.5", "0", "2"]);
        let due = Sparse::new(4, &[vec![(0, 1)], vec![(1, 4)]], 2);
        let found = numbers.into_sparse(4, &[0, 3, 1], &[0, 2, 3]);
        assert_eq!(found, Some(Features::Sparse(due)));
    }

    #[test]
    fn imputed_value_is_rounded_to_the_decimals_of_the_other_values() {
        let mut numbers = numbers(&["0.1", "0", "0.4"]);
        numbers.set(1, &Rational::new(1, 3));
        assert_eq!(numbers.get(1), Rational::new(3, 10));
    }
}
