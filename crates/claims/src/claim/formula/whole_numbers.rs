//! Computes functions of numbers whose results are whole numbers, signs and sizes.

use super::number::{MOST_FACTORS, Number};
use crate::claim::enclosure::MissingReason;
use perceptron::sample::{Quantity, Rational};

impl Number {
    /// The number without its sign.
    pub(super) fn size(self) -> Self {
        let Quantity { lower, upper, .. } = self.quantity;
        let is_negative = self.fraction().is_some_and(Rational::is_negative);
        if is_negative || self.fraction().is_none() && upper < 0.0 {
            return self.negated();
        }
        match self.fraction().is_none() && lower < 0.0 {
            true => Quantity {
                value: self.quantity.value.abs(),
                lower: 0.0,
                upper: upper.max(-lower),
                exact: None,
            }
            .into(),
            false => self,
        }
    }

    /// 1, 0 or −1: the sign of the number.
    pub(super) fn sign(&self) -> Result<Self, MissingReason> {
        let Quantity { lower, upper, .. } = self.quantity;
        if self.is_zero() {
            return Ok(Self::whole(0));
        }
        if self.fraction().is_none() && lower <= 0.0 && upper >= 0.0 {
            return Err("has a sign that rounding leaves open");
        }
        Self::exact(Rational::from(if upper > 0.0 { 1_i64 } else { -1 }))
    }

    /// 0 where the number is 0.
    pub(super) fn zero(&self) -> Result<Self, MissingReason> {
        let Quantity { lower, upper, .. } = self.quantity;
        let is_zero = self.is_zero() || lower == 0.0 && upper == 0.0;
        is_zero.then(|| Self::whole(0)).ok_or("is not 0")
    }

    /// A factor between 1 and 1 plus the number; exactly 1 if the number is 0.
    pub(super) fn rounding(&self) -> Self {
        match self.is_zero() {
            true => Self::whole(1),
            false => Quantity::raised_by(self.quantity.upper).into(),
        }
    }

    /// The binomial coefficient of this number over `of`, both whole numbers from 0.
    pub(super) fn choose(&self, of: &Self) -> Result<Self, MissingReason> {
        let natural = |number: &Self| u64::try_from(number.whole_number()?).ok();
        let (Some(all), Some(chosen)) = (natural(self), natural(of)) else {
            return Err("has a part that is not a whole number from 0");
        };
        if chosen > all {
            return Ok(Self::whole(0));
        }
        let factors = chosen.min(all - chosen);
        if factors > MOST_FACTORS {
            return Err("has more than 4096 factors");
        }
        let next =
            |product: num_bigint::BigInt, factor: u64| product * (all - factor) / (factor + 1);
        let product = (0..factors).fold(1.into(), next);
        Self::exact(Rational::from_big(product, 1.into()))
    }
}
