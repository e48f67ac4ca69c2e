//! Sums numbers in the given order and compensates for the rounding errors.

/// Every integer up to this one, 2⁵³, is exactly representable as `f64`.
const WHOLE: f64 = (1_u64 << 53) as f64;

/// A running sum of floats that also sums the rounding errors of the additions and corrects for them.
///
/// # Source
///
/// Neumaier, ZAMM 54 (1974) 39–51.
///
/// # Examples
///
/// ```
/// # use claims::stats::Sum;
/// let mut sum = Sum::default();
/// [1.0, 1e100, 1.0, -1e100].map(|term| sum.push(term));
/// assert_eq!(sum.value(), 2.0);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    total: f64,
    lost: f64,
}

impl Sum {
    /// Adds the next term.
    pub fn push(&mut self, term: f64) {
        let next = self.total + term;
        self.lost += if self.total.abs() >= term.abs() {
            (self.total - next) + term
        } else {
            (term - next) + self.total
        };
        self.total = next;
    }

    /// Adds a term `times` times, with the same bits as single additions.
    pub fn push_times(&mut self, term: f64, times: usize) {
        if times == 1 {
            return self.push(term);
        }
        let more = term * times as f64;
        let end = self.total + more;
        // Sums of whole numbers up to 2^53 are exact, so that one addition equals all of them.
        let is_whole = |number: f64| number.abs() <= WHOLE && number as i64 as f64 == number;
        if [self.total, term, more, end].into_iter().all(is_whole) {
            self.total = end;
        } else {
            (0..times).for_each(|_| self.push(term));
        }
    }

    /// Adds the product of a term and a factor without the rounding error of the product.
    pub(super) fn push_product(&mut self, term: f64, factor: f64) {
        let product = term * factor;
        self.push(product);
        let error = term.mul_add(factor, -product);
        if error.is_finite() {
            self.push(error);
        }
    }

    /// Adds the terms of another sum.
    pub(super) fn merge(&mut self, other: &Self) {
        self.push(other.total);
        self.lost += other.lost;
    }

    /// The sum so far, 0 without terms.
    pub fn value(&self) -> f64 {
        self.total + self.lost
    }
}

/// The compensated sum of the values: [`Sum`] in one call.
pub fn sum(values: &[f64]) -> f64 {
    let mut sum = Sum::default();
    values.iter().for_each(|&value| sum.push(value));
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_keeps_what_plain_addition_loses() {
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum(&[]), 0.0);
    }

    #[test]
    fn the_running_sum_may_be_read_at_any_time() {
        let values: Vec<f64> = (0..200).map(|i| libm::sin(f64::from(i * i))).collect();
        let mut running = Sum::default();
        for (index, &value) in values.iter().enumerate() {
            running.push(value);
            let batch = sum(&values[..=index]);
            assert_eq!(running.value().to_bits(), batch.to_bits());
        }
    }

    #[test]
    fn repeated_push_equals_single_pushes_bit_for_bit() {
        let terms = [3.0, -7.0, 4.5e15, -1e16, -0.0, 0.1, 1e15, 1e300, f64::NAN];
        let (mut at_once, mut singly) = (Sum::default(), Sum::default());
        for (index, term) in terms.iter().chain(&terms[..3]).enumerate() {
            let times = 37 * index + 1;
            at_once.push_times(*term, times);
            (0..times).for_each(|_| singly.push(*term));
            let bits = |sum: &Sum| [sum.total.to_bits(), sum.lost.to_bits()];
            assert_eq!(bits(&at_once), bits(&singly), "{term} after {index}");
        }
    }

    #[test]
    fn sum_is_bit_for_bit_reproducible() {
        let values: Vec<f64> = (1..1000).map(|i| 1.0 / f64::from(i)).collect();
        assert_eq!(sum(&values).to_bits(), 4_620_112_783_472_047_871);
    }
}
