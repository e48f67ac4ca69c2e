//! Compares, trial by trial, the distribution function of the observed numbers with the one that a claim states.

use super::{Case, Status, TrialSides};
use crate::stats::{DistanceSequence, Interval, Level};

/// The distance between the distribution function of the observed numbers of a cell and the stated function F. It is computed from the numbers
/// F(observed), which have the uniform distribution on [0, 1] exactly if F is continuous and the distribution function of the observed number.
#[derive(Debug, Clone)]
pub(super) struct TrialDistances {
    pub(super) sequence: DistanceSequence,
    /// Whether F rose with the observed number so far.
    rises: Rises,
}

/// Number of cells of [0, 1] in which the values of F are told apart.
const CELLS: usize = 1 << 12;

/// Checks that a stated function never falls where the observed number rises, as every distribution function: a value in one cell of [0, 1] belongs to a
/// smaller observed number than every value in a cell above it.
#[derive(Debug, Clone)]
struct Rises {
    /// The least and the largest observed number for which the function certainly lies in a cell.
    observed: Vec<Interval>,
}

impl Rises {
    fn new() -> Self {
        let none = Interval::new(f64::INFINITY, f64::NEG_INFINITY);
        Self {
            observed: vec![none; CELLS],
        }
    }

    fn add(&mut self, numbers: &TrialSides) {
        let cell = |end: f64| ((end.clamp(0.0, 1.0) * CELLS as f64) as usize).min(CELLS - 1);
        let (observed, function) = (&numbers.observed, &numbers.limit);
        let place = cell(function.lower);
        if place == cell(function.upper) {
            let seen = &mut self.observed[place];
            seen.lower = seen.lower.min(observed.upper);
            seen.upper = seen.upper.max(observed.lower);
        }
    }

    fn holds(&self) -> bool {
        let mut most = f64::NEG_INFINITY;
        self.observed.iter().all(|seen| {
            let rises = seen.lower > most;
            most = most.max(seen.upper);
            rises
        })
    }
}

impl TrialDistances {
    /// Makes the sequence of bounds before any trial. One band errs in both directions, so it has the error probability of one verdict word.
    pub(super) fn new(level: Level) -> Self {
        Self {
            sequence: DistanceSequence::new(level.of_one_word()),
            rises: Rises::new(),
        }
    }

    /// Adds a trial or pair. If it has no final value, its value may be any.
    pub(super) fn add(&mut self, case: &Case) {
        let numbers = case.numbers.as_ref();
        let known = numbers.filter(|_| case.status == Status::Complete);
        let ends = known.map(|numbers| Interval::new(numbers.limit.lower, numbers.limit.upper));
        self.sequence.push(ends.unwrap_or(Interval::UNIT));
        if let Some(numbers) = known {
            self.rises.add(numbers);
        }
    }

    /// Whether the stated function rises with the observed number, as far as the trials show. Otherwise it is no distribution function of that number.
    pub(super) fn function_rises(&self) -> bool {
        self.rises.holds()
    }
}
