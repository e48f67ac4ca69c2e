//! Holds the numbers of a file while it is read: integers of 56 bits over one power of ten while they fit, and then doubles.

use super::decimal::{Decimal, MOST_DECIMALS};
use crate::sample::{Dense, Features, Integers, Rational, Sparse};
use num_integer::Integer;

/// How the numbers of a file are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// Every decimal is the fraction that is written.
    Decimals,
    /// Every number is the double that it is in the file.
    Doubles,
    /// Decimals that do not fit 56 bits over one denominator, each rounded to the nearest double.
    RoundedDecimals,
    /// Doubles computed from the numbers of the file.
    Standardized,
}

/// A list of numbers that grows.
#[derive(Debug)]
pub(super) struct Numbers {
    values: Values,
    held: Held,
}

#[derive(Debug)]
enum Values {
    Exact { values: Vec<i64>, decimals: u32 },
    Floats(Vec<f64>),
}

impl Numbers {
    pub fn new() -> Self {
        Self {
            values: Values::Exact {
                values: Vec::new(),
                decimals: 0,
            },
            held: Held::Decimals,
        }
    }

    pub fn held(&self) -> Held {
        self.held
    }

    pub fn len(&self) -> usize {
        match &self.values {
            Values::Exact { values, .. } => values.len(),
            Values::Floats(values) => values.len(),
        }
    }

    /// Forgets what was added last.
    pub fn truncate(&mut self, length: usize) {
        match &mut self.values {
            Values::Exact { values, .. } => values.truncate(length),
            Values::Floats(values) => values.truncate(length),
        }
    }

    /// Adds a decimal.
    pub fn push(&mut self, decimal: Decimal) {
        if let Values::Exact { values, decimals } = &mut self.values {
            match over(decimal, values, decimals) {
                Some(numerator) => return values.push(numerator),
                None => self.become_floats(Held::RoundedDecimals),
            }
        }
        if let Values::Floats(values) = &mut self.values {
            values.push(to_float(decimal));
        }
    }

    /// Adds a number that is a double in the file.
    pub fn push_float(&mut self, value: f64) {
        self.become_floats(Held::Doubles);
        if let Values::Floats(values) = &mut self.values {
            values.push(value);
        }
    }

    /// Adds a number of another list, or zero.
    pub fn push_of(&mut self, other: &Self, place: Option<usize>) {
        let zero = Decimal::Short {
            mantissa: 0,
            decimals: 0,
        };
        match (place, &other.values) {
            (None, _) => self.push(zero),
            (Some(place), Values::Floats(values)) => self.push(Decimal::Long(values[place])),
            (Some(place), Values::Exact { values, decimals }) => self.push(Decimal::Short {
                mantissa: values[place],
                decimals: *decimals,
            }),
        }
    }

    fn become_floats(&mut self, held: Held) {
        if let Values::Exact { values, decimals } = &self.values {
            let float = |&mantissa: &i64| {
                to_float(Decimal::Short {
                    mantissa,
                    decimals: *decimals,
                })
            };
            self.values = Values::Floats(values.iter().map(float).collect());
            self.held = held;
        }
    }

    /// The number at a place.
    pub fn get(&self, place: usize) -> Rational {
        match &self.values {
            Values::Exact { values, decimals } => Decimal::Short {
                mantissa: values[place],
                decimals: *decimals,
            }
            .to_rational(),
            Values::Floats(values) => Rational::from_float(values[place]),
        }
    }

    /// Puts the number nearest to a fraction at a place, with the decimals that the others have.
    pub fn set(&mut self, place: usize, number: &Rational) {
        match &mut self.values {
            Values::Exact { values, decimals } => {
                let power = Rational::from(10_i64.pow(*decimals));
                values[place] = (number * &power).to_f64().round() as i64;
            }
            Values::Floats(values) => values[place] = number.to_f64(),
        }
    }

    /// Rows of so many numbers each.
    pub fn into_rows(self, dimension: usize) -> Features {
        match self.values {
            Values::Floats(values) => Features::Dense(Dense::new(dimension, values)),
            Values::Exact {
                mut values,
                decimals,
            } => {
                let denominator = reduced(&mut values, decimals);
                Features::Integers(Integers::new(dimension, values, denominator))
            }
        }
    }

    /// Rows of entries at these indices, each row beginning at one of the starts; `None` for doubles.
    pub fn into_sparse(
        self,
        dimension: usize,
        indices: &[u32],
        starts: &[usize],
    ) -> Option<Features> {
        let Values::Exact {
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
}

/// The largest numerator: squares of 16 384 of them add up within 127 bits.
const LARGEST: u64 = 1 << 56;

fn within(numerator: i64) -> Option<i64> {
    (numerator.unsigned_abs() <= LARGEST).then_some(numerator)
}

/// The numerator of a decimal over the common power of ten, which is raised where it must be.
fn over(decimal: Decimal, values: &mut [i64], common: &mut u32) -> Option<i64> {
    let Decimal::Short { mantissa, decimals } = decimal else {
        return None;
    };
    if decimals > *common {
        let factor = 10_i64.pow(decimals - *common);
        let fits = |value: &i64| value.checked_mul(factor).and_then(within).is_some();
        if decimals > MOST_DECIMALS || !values.iter().all(fits) {
            return None;
        }
        values.iter_mut().for_each(|value| *value *= factor);
        *common = decimals;
    }
    mantissa
        .checked_mul(10_i64.pow(*common - decimals))
        .and_then(within)
}

fn to_float(decimal: Decimal) -> f64 {
    match decimal {
        Decimal::Long(value) => value,
        // Both are floats exactly, so that their quotient is rounded once.
        Decimal::Short { mantissa, decimals } if mantissa.unsigned_abs() < 1 << 53 => {
            mantissa as f64 / 10_i64.pow(decimals) as f64
        }
        short => short.to_rational().to_f64(),
    }
}

/// Takes common factors of numerators and denominator out, and gives the denominator.
fn reduced(values: &mut [i64], decimals: u32) -> i64 {
    let denominator = 10_i64.pow(decimals);
    let mut divisor = denominator;
    for value in values.iter() {
        if divisor == 1 {
            break;
        }
        divisor = divisor.gcd(value);
    }
    if divisor > 1 {
        values.iter_mut().for_each(|value| *value /= divisor);
    }
    denominator / divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(texts: &[&str]) -> Numbers {
        let mut numbers = Numbers::new();
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
    fn numbers_that_do_not_fit_one_denominator_become_the_nearest_doubles() {
        let numbers = numbers(&["0.1", "90000000000000000", "2.5"]);
        assert_eq!(numbers.held(), Held::RoundedDecimals);
        let due = Dense::new(3, vec![0.1, 9e16, 2.5]);
        assert_eq!(numbers.into_rows(3), Features::Dense(due));
    }

    #[test]
    fn sparse_rows_keep_their_entries_that_are_not_zero() {
        let numbers = numbers(&["0.5", "0", "2"]);
        let due = Sparse::new(4, &[vec![(0, 1)], vec![(1, 4)]], 2);
        let found = numbers.into_sparse(4, &[0, 3, 1], &[0, 2, 3]);
        assert_eq!(found, Some(Features::Sparse(due)));
    }

    #[test]
    fn a_filled_number_is_rounded_to_the_decimals_of_the_others() {
        let mut numbers = numbers(&["0.1", "0", "0.4"]);
        numbers.set(1, &Rational::new(1, 3));
        assert_eq!(numbers.get(1), Rational::new(3, 10));
    }
}
