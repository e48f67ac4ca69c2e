//! Computes the exact mean length of runs with uniform choices; all denominators are powers of one number.

use crate::sample::Rational;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Longest denominator of a mean number of updates, in bits; a mean with a longer one is not computed.
const LONGEST: u64 = 4096;

/// Mean number of updates still to come from each explored state (weight vector), if each update is drawn uniformly from the examples that call for
/// one. Each mean is a fraction over a power of `unit`, and is not reduced on the way.
pub(super) struct StateMeans {
    /// Least common multiple of the numbers of examples that call for an update, over all states with such examples.
    unit: u64,
    /// Powers of `unit`, from the zeroth to the longest that is allowed as a denominator.
    powers: Vec<BigUint>,
    means: Vec<Option<StateMean>>,
}

/// Mean number of updates from one state: `numerator` over the `power`-th power of the unit of [`StateMeans`].
#[derive(Debug, Clone, PartialEq)]
struct StateMean {
    numerator: BigUint,
    power: usize,
}

impl StateMeans {
    /// Creates a list without means yet, for states at which these numbers of examples call for an update; `None` if the least common multiple of the
    /// numbers exceeds 64 bits.
    pub(super) fn new(choices: impl ExactSizeIterator<Item = u64>) -> Option<Self> {
        let means = vec![None; choices.len()];
        let mut unit = 1_u64;
        for choices in choices.filter(|&choices| choices > 0) {
            unit = (unit / unit.gcd(&choices)).checked_mul(choices)?;
        }
        let longer = |power: &BigUint| Some(power * unit);
        let powers = std::iter::successors(Some(BigUint::one()), longer)
            .take_while(|power| power.bits() <= LONGEST)
            .take(if unit == 1 { 1 } else { usize::MAX })
            .collect();
        Some(Self {
            unit,
            powers,
            means,
        })
    }

    /// Computes the mean number of updates from a state. `next` lists the states that one update leads to, each with the number of examples whose
    /// update leads there. The mean is 1 + the mean over these examples, or 0 without examples. It stays missing if the mean of a next state is
    /// missing, or if its denominator grows too long.
    pub(super) fn find(&mut self, state: usize, next: &[(usize, u64)]) {
        self.means[state] = self.mean(next);
    }

    fn mean(&self, next: &[(usize, u64)]) -> Option<StateMean> {
        let mut power = 0;
        for &(state, _) in next {
            power = power.max(self.means[state].as_ref()?.power);
        }
        let choices = choices(next);
        if choices == 0 {
            let numerator = BigUint::zero();
            return Some(StateMean { numerator, power });
        }
        let mut sum = self.powers.get(power)? * choices;
        for &(state, examples) in next {
            let mean = self.means[state].as_ref()?;
            sum += &mean.numerator * &self.powers[power - mean.power] * examples;
        }
        let numerator = sum * (self.unit / choices);
        let power = power + usize::from(self.unit > 1);
        (power < self.powers.len()).then_some(StateMean { numerator, power })
    }

    /// Returns the mean number of updates from a state, in lowest terms; `None` if it is missing.
    pub(super) fn of(&self, state: usize) -> Option<Rational> {
        let StateMean { numerator, power } = self.means[state].as_ref()?;
        let denominator = self.powers[*power].clone();
        Some(Rational::from_big(
            numerator.clone().into(),
            denominator.into(),
        ))
    }
}

/// Returns the number of examples that call for an update at a state; `next` lists the states after one update with their numbers of examples.
pub(super) fn choices(next: &[(usize, u64)]) -> u64 {
    next.iter().map(|&(_, examples)| examples).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_run_length_weights_transitions_by_multiplicity() {
        // State 3 leads to 1 by one of three examples and to 2 by the others; 2 leads to 0 or 1 by one example each; 1 leads to the end, 0.
        let next: [&[(usize, u64)]; 4] = [&[], &[(0, 1)], &[(0, 1), (1, 1)], &[(1, 1), (2, 2)]];
        let mut means = StateMeans::new(next.iter().map(|next| choices(next))).unwrap();
        for (state, next) in next.iter().enumerate() {
            means.find(state, next);
        }
        let found: Vec<_> = (0..4).map(|state| means.of(state).unwrap()).collect();
        // 1 + (0 + 1)/2 and 1 + (1 + 2·3/2)/3.
        let expected = [(0, 1), (1, 1), (3, 2), (7, 3)];
        assert_eq!(found, expected.map(|(n, d)| Rational::new(n, d)));
    }

    #[test]
    fn mean_is_missing_if_its_denominator_is_too_long() {
        let next: Vec<Vec<(usize, u64)>> = (0..3000_usize)
            .map(|state| state.checked_sub(1).map(|next| vec![(next, 6)]))
            .map(Option::unwrap_or_default)
            .collect();
        let mut means = StateMeans::new(next.iter().map(|next| choices(next))).unwrap();
        for (state, next) in next.iter().enumerate() {
            means.find(state, next);
        }
        // 6^1584 has 4095 bits.
        assert_eq!(means.of(1584), Some(Rational::from(1584_u64)));
        assert_eq!((means.of(1585), means.of(2999)), (None, None));
    }

    #[test]
    fn mean_of_a_deterministic_run_is_its_length() {
        let mut means = StateMeans::new(vec![1; 9000].into_iter()).unwrap();
        means.find(0, &[]);
        for state in 1..9000 {
            means.find(state, &[(state - 1, 1)]);
        }
        assert_eq!(means.of(8999), Some(Rational::from(8999_u64)));
    }

    #[test]
    fn choice_counts_without_a_64_bit_common_multiple_have_no_mean() {
        assert!(StateMeans::new((1..=41_u64).collect::<Vec<_>>().into_iter()).is_some());
        assert!(StateMeans::new((1..=60_u64).collect::<Vec<_>>().into_iter()).is_none());
    }
}
