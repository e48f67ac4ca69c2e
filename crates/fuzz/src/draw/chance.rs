//! Makes the choices of a spec, all from its seed.

use perceptron::seed::{Seed, Stream};

/// The choices of one spec.
pub struct Chance(Stream);

impl Chance {
    /// The choices that a seed makes for a purpose.
    pub fn new(purpose: &str, seed: u64) -> Self {
        let address = Seed::root(seed).child("fuzz").child(purpose);
        Self(address.stream())
    }

    /// An integer from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.0.below((most - least + 1) as usize) as i64
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, share: usize) -> bool {
        self.0.below(100) < share
    }

    /// True once in so many cases.
    pub fn one_in(&mut self, cases: usize) -> bool {
        self.0.below(cases) == 0
    }

    /// One of some choices.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.0.below(choices.len())]
    }

    /// One of some choices, each with its weight.
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

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// A number of examples: mostly a handful, one of them now and then, seldom many.
    pub fn examples(&mut self) -> i64 {
        match self.between(0, 99) {
            0..10 => 1,
            10..75 => self.between(2, 8),
            75..97 => self.between(9, 24),
            _ => self.between(25, 80),
        }
    }
}
