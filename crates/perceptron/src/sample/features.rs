//! Joins the feature stores in one enum, with the conversions that arithmetic, offset and normalization need.

use super::dense::{Dense, dot_bounds};
use super::integers::product;
use super::{
    FeatureStore, Integers, OutOfRange, Quantity, Rational, Rounded, Signs, Sparse, WideIntegers,
};
use num_integer::Integer;
use num_traits::ToPrimitive;
use std::borrow::Cow;

/// The feature vectors of a sample, in the store that suits their generator.
#[derive(Debug, Clone, PartialEq)]
pub enum Features {
    /// Real features as f64, taken as they are.
    Dense(Dense),
    /// Features ±scale with one common scale, one bit each.
    Signs(Signs),
    /// Fractions over one denominator, with numerators of 64 bits.
    Integers(Integers),
    /// Fractions over one denominator, mostly zero: only the others are stored.
    Sparse(Sparse),
    /// Floats that approximate exact features, with a bound on the rounding error.
    Rounded(Rounded),
    /// Fractions over one denominator, with numerators of up to 127 bits.
    Wide(WideIntegers),
}

impl Features {
    /// Number of examples.
    pub fn examples(&self) -> usize {
        match self {
            Self::Dense(store) => store.examples(),
            Self::Signs(store) => store.examples(),
            Self::Integers(store) => store.examples(),
            Self::Sparse(store) => store.examples(),
            Self::Rounded(store) => store.examples(),
            Self::Wide(store) => store.examples(),
        }
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Dense(store) => store.dimension(),
            Self::Signs(store) => store.dimension(),
            Self::Integers(store) => store.dimension(),
            Self::Sparse(store) => store.dimension(),
            Self::Rounded(store) => store.dimension(),
            Self::Wide(store) => store.dimension(),
        }
    }

    /// Memory that the stored features take, in bytes.
    pub fn bytes(&self) -> u64 {
        let numbers = match self {
            Self::Signs(store) => store.examples() * store.dimension().div_ceil(64),
            Self::Sparse(store) => (0..store.examples())
                .map(|example| 2 * store.entries(example).count())
                .sum(),
            Self::Dense(_) | Self::Integers(_) | Self::Rounded(_) => {
                self.examples() * self.dimension()
            }
            Self::Wide(store) => 3 * store.examples() * store.dimension(),
        };
        8 * numbers as u64
    }

    /// Whether the features are exact fractions on which learners run without rounding.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Signs(_) | Self::Integers(_) | Self::Sparse(_))
    }

    /// Calls `take` with the `(index, numerator)` of each feature of one example, at least of the non-zero ones, in units of [`Features::unit`].
    /// `None` for stores on which learners run in floats.
    pub fn each_entry(&self, example: usize, take: impl FnMut((usize, i64))) -> Option<()> {
        match self {
            Self::Signs(store) => store.entries(example).for_each(take),
            Self::Integers(store) => store.entries(example).for_each(take),
            Self::Sparse(store) => store.entries(example).for_each(take),
            Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => return None,
        }
        Some(())
    }

    /// The features of one example as fractions; `None` for float stores.
    pub fn exact_row(&self, example: usize) -> Option<Vec<Rational>> {
        if let Self::Wide(store) = self {
            return Some(store.exact_row(example));
        }
        let unit = self.unit();
        let mut row = vec![Rational::zero(); self.dimension()];
        self.each_entry(example, |(index, x)| {
            row[index] = &Rational::from(x) * &unit
        })?;
        Some(row)
    }

    /// The features of one example as floats; exact features are rounded once.
    pub fn row(&self, example: usize) -> Cow<'_, [f64]> {
        match self {
            Self::Dense(store) => store.row(example).into(),
            Self::Rounded(store) => store.row(example).into(),
            Self::Wide(store) => store.doubles().row(example).into(),
            exact => exact
                .exact_row(example)
                .unwrap_or_default()
                .iter()
                .map(Rational::to_f64)
                .collect(),
        }
    }

    /// One feature of one example as a float.
    pub fn value(&self, example: usize, feature: usize) -> f64 {
        match self {
            Self::Dense(store) => store.row(example)[feature],
            Self::Integers(store) => {
                store.row(example)[feature] as f64 / store.denominator() as f64
            }
            other => other.row(example)[feature],
        }
    }

    /// The features of all examples as floats; exact features are rounded once.
    pub fn to_dense(&self) -> Dense {
        match self {
            Self::Dense(store) => store.clone(),
            _ => Dense::new(
                self.dimension(),
                (0..self.examples())
                    .flat_map(|i| self.row(i).into_owned())
                    .collect(),
            ),
        }
    }

    /// ⟨u, x_i⟩ for example i and an integer direction u, in units of [`Features::unit`]; `None` unless the features are exact.
    pub fn exact_dot(&self, example: usize, direction: &[i64]) -> Option<i128> {
        match self {
            Self::Signs(store) => Some(store.project(example, direction)),
            Self::Integers(store) => Some(product(store.entries(example), direction)),
            Self::Sparse(store) => Some(product(store.entries(example), direction)),
            Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => None,
        }
    }

    /// Calls `take` with [`Features::exact_dot`] of every example in order, for exact features. A store without features may make no call.
    pub fn each_exact_dot(&self, direction: &[i64], mut take: impl FnMut(usize, i128)) {
        match self {
            Self::Signs(store) => {
                (0..store.examples()).for_each(|i| take(i, store.project(i, direction)));
            }
            Self::Integers(store) => store.each_score(direction, take),
            Self::Sparse(store) => store.each_score(direction, take),
            Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => {}
        }
    }

    /// ‖x_i‖² of example i, in squared units of [`Features::unit`]; `None` unless the features are exact.
    pub fn exact_norm_squared(&self, example: usize) -> Option<i128> {
        match self {
            Self::Signs(store) => Some(store.dimension() as i128),
            // A store without features has no rows.
            _ => Some(self.exact_squares()?.get(example).copied().unwrap_or(0)),
        }
    }

    /// ‖x_i‖² of all examples, like [`Features::exact_norm_squared`]; `None` for the stores that do not hold these numbers.
    pub(super) fn exact_squares(&self) -> Option<&[i128]> {
        match self {
            Self::Integers(store) => Some(store.squares()),
            Self::Sparse(store) => Some(store.squares()),
            Self::Signs(_) | Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => None,
        }
    }

    /// ‖x_i‖² of example i.
    pub fn norm_squared(&self, example: usize) -> Quantity {
        match (self, self.exact_norm_squared(example)) {
            (_, Some(square)) => Quantity::exact(self.in_squared_units(square)),
            (Self::Dense(store), None) => store.norm_squared(example),
            (Self::Wide(store), None) => store.norm_squared(example),
            _ => {
                let row = self.row(example);
                dot_bounds(&row, &row)
            }
        }
    }

    /// R², the largest ‖x_i‖² over the examples; zero for an empty sample.
    pub fn radius_squared(&self) -> Quantity {
        if let Self::Signs(store) = self
            && store.examples() > 0
        {
            return Quantity::exact(self.in_squared_units(store.dimension() as i128));
        }
        if let Some(squares) = self.exact_squares() {
            let largest = squares.iter().copied().max().unwrap_or(0);
            return Quantity::exact(self.in_squared_units(largest));
        }
        if let Self::Dense(store) = self {
            return store.radius_squared();
        }
        let larger = |a: Quantity, b: Quantity| match (&a.exact, &b.exact) {
            (Some(x), Some(y)) => {
                if x < y {
                    b
                } else {
                    a
                }
            }
            _ => Quantity {
                value: a.value.max(b.value),
                lower: a.lower.max(b.lower),
                upper: a.upper.max(b.upper),
                exact: None,
            },
        };
        (0..self.examples())
            .map(|i| self.norm_squared(i))
            .reduce(larger)
            .unwrap_or_else(|| Quantity::count(0))
    }

    /// The value of the integer 1 in a store of exact features: its scale, or one over its denominator. For the other stores, one.
    pub fn unit(&self) -> Rational {
        match self {
            Self::Signs(store) => store.scale().clone(),
            Self::Integers(store) => Rational::new(1, store.denominator()),
            Self::Sparse(store) => Rational::new(1, store.denominator()),
            Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => Rational::one(),
        }
    }

    /// Converts a sum of squares from squared units of [`Features::unit`] to a fraction.
    fn in_squared_units(&self, square: i128) -> Rational {
        match self.squared_denominator() {
            Some(denominator) => Rational::of_double_words(square, denominator),
            None => &Rational::from(square) * &self.unit().square(),
        }
    }

    /// The squared denominator of features that are integers over one denominator; `None` for the other stores.
    pub(super) fn squared_denominator(&self) -> Option<i128> {
        let denominator = match self {
            Self::Integers(store) => i128::from(store.denominator()),
            Self::Sparse(store) => i128::from(store.denominator()),
            Self::Signs(_) | Self::Dense(_) | Self::Rounded(_) | Self::Wide(_) => return None,
        };
        Some(denominator * denominator)
    }

    /// Returns the examples with a constant feature appended.
    pub fn with_offset(&self, constant: &Rational) -> Result<Self, OutOfRange> {
        match self {
            Self::Dense(store) => Ok(Self::Dense(store.with_offset(constant.to_f64()))),
            // The constant is rounded once, like every entry at least.
            Self::Rounded(store) => Ok(Self::Rounded(Rounded::new(
                store.rows().with_offset(constant.to_f64()),
            ))),
            Self::Wide(store) => store.with_offset(constant).map(Self::Wide),
            Self::Signs(_) | Self::Integers(_) | Self::Sparse(_) => self.exactly_with(constant),
        }
    }

    /// Like [`Features::with_offset`] with the constant 1, but reuses the memory of dense and integer features, because a second copy might not
    /// fit.
    pub fn into_offset(self) -> Result<Self, OutOfRange> {
        match self {
            Self::Integers(store) => Ok(Self::Integers(store.extended())),
            Self::Dense(store) => Ok(Self::Dense(store.extended())),
            other => other.with_offset(&Rational::one()),
        }
    }

    /// Selects examples by index, in the same kind of store; signs become integers.
    pub fn selected(&self, examples: &[usize]) -> Self {
        let of = |store: &Dense| {
            let rows = examples.iter().flat_map(|&i| store.row(i));
            Dense::new(store.dimension(), rows.copied().collect())
        };
        match self {
            Self::Dense(store) => Self::Dense(of(store)),
            Self::Rounded(store) => Self::Rounded(Rounded::new(of(store.rows()))),
            Self::Wide(store) => Self::Wide(store.selected(examples)),
            Self::Sparse(store) => Self::Sparse(store.selected(examples)),
            Self::Signs(_) | Self::Integers(_) => self.selected_integers(examples),
        }
    }

    fn selected_integers(&self, examples: &[usize]) -> Self {
        let rows = examples.iter().filter_map(|&i| self.integer_row(i));
        let unit = self.unit();
        let (numerator, denominator) = (unit.numerator().to_i64(), unit.denominator().to_i64());
        let (factor, denominator) = (numerator.unwrap_or(1), denominator.unwrap_or(1));
        let values = rows.flatten().map(|x| x * factor).collect();
        Self::Integers(Integers::new(self.dimension(), values, denominator))
    }

    /// Appends the constant c/d to exact features p·(a/b), all as integers over the common denominator lcm(b, d).
    fn exactly_with(&self, constant: &Rational) -> Result<Self, OutOfRange> {
        let unit = self.unit();
        let common = unit.denominator().lcm(&constant.denominator());
        let over_common = |number: &Rational| {
            (number.numerator() * (&common / number.denominator()))
                .to_i64()
                .ok_or(OutOfRange)
        };
        let (factor, last) = (over_common(&unit)?, over_common(constant)?);
        let denominator = common.to_i64().ok_or(OutOfRange)?;
        if let Self::Sparse(store) = self {
            return store
                .with_offset(factor, last, denominator)
                .map(Self::Sparse);
        }
        let width = self.dimension() + 1;
        let mut values = vec![0; self.examples() * width];
        for (example, row) in values.chunks_mut(width).enumerate() {
            let entries = self.integer_row(example).unwrap_or_default();
            for (value, x) in row.iter_mut().zip(entries) {
                *value = factor.checked_mul(x).ok_or(OutOfRange)?;
            }
            row[width - 1] = last;
        }
        Ok(Self::Integers(Integers::new(width, values, denominator)))
    }

    /// Divides every example by its norm. Exact features whose norms are all equal stay as they are, because dividing by one number changes no run
    /// of the plain rule. Other exact features become floats with a bound on their rounding error, and a dense store stays plain floats.
    pub fn normalized(&self) -> Self {
        match self {
            Self::Dense(store) => return Self::Dense(store.normalized()),
            // After normalizing a second time, each entry is off by at most nine half-ulps, which the bound on scores covers.
            Self::Rounded(store) => return Self::Rounded(Rounded::new(store.rows().normalized())),
            Self::Wide(store) => {
                let rows = store.doubles().rows().normalized();
                return Self::Rounded(Rounded::new(rows));
            }
            Self::Signs(_) | Self::Integers(_) | Self::Sparse(_) => {}
        }
        let mut norms = (0..self.examples()).map(|i| self.exact_norm_squared(i));
        let first = norms.next().flatten();
        if norms.all(|norm| norm == first) {
            self.clone()
        } else {
            Self::Rounded(Rounded::new(self.to_dense().normalized()))
        }
    }

    /// The features of one example as integers in units of [`Features::unit`]; `None` for stores on which learners run in floats.
    pub fn integer_row(&self, example: usize) -> Option<Vec<i64>> {
        let mut row = vec![0; self.dimension()];
        self.each_entry(example, |(index, x)| row[index] = x)?;
        Some(row)
    }
}
