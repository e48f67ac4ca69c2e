//! Makes the random choices for a spec; all depend on its seed only.

use perceptron::seed::{Seed, Stream};

/// Source of the random choices from which one spec is drawn.
pub struct Chance(Stream);

impl Chance {
    /// Creates the source of random choices for a seed; different purposes get independent choices.
    pub fn new(purpose: &str, seed: u64) -> Self {
        let address = Seed::root(seed).child("fuzz").child(purpose);
        Self(address.stream())
    }

    /// Draws a uniform integer from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.0.below((most - least + 1) as usize) as i64
    }

    /// Returns true with a probability of `share` percent.
    pub fn percent(&mut self, share: usize) -> bool {
        self.0.below(100) < share
    }

    /// Returns true with probability 1/`cases`.
    pub fn one_in(&mut self, cases: usize) -> bool {
        self.0.below(cases) == 0
    }

    /// Picks one element of a list, all with equal probability.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.0.below(choices.len())]
    }

    /// Picks one element of a list of pairs (weight, element), with probability proportional to its weight.
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let total = choices.iter().map(|(weight, _)| weight).sum();
        let mut place = self.0.below(total);
        for &(weight, choice) in choices {
            if place < weight {
                return choice;
            }
            place -= weight;
        }
        choices[0].1
    }

    /// Shuffles a slice.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// Draws the sample size of a generator: mostly between 2 and 8, sometimes 1, seldom large.
    pub fn examples(&mut self) -> i64 {
        match self.between(0, 99) {
            0..10 => 1,
            10..75 => self.between(2, 8),
            75..97 => self.between(9, 24),
            _ => self.between(25, 80),
        }
    }
}
