//! Simulates the long run of a random order where the closed set is too large for exact fractions.

use super::signed_examples::SignedExamples;
use crate::cancellation;
use crate::sample::OutOfRange;
use crate::seed::Seed;
use crate::special::beta::inverse_regularized;

/// Means of several independent runs from w = 0 over the later part of each run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SimulatedLongRun {
    /// For each run the fraction of the examples shown with y⟨w, x⟩ ≤ 0.
    pub errors: Vec<f64>,
    /// For each run the fraction of the examples shown with y⟨w, x⟩ < 0.
    pub strict_errors: Vec<f64>,
    /// For each run the mean of ‖w‖².
    pub norm_squared: Vec<f64>,
}

/// The mean over several independent runs, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulatedMean {
    /// The mean.
    pub value: f64,
    /// Half the width of the interval: the standard error times the quantile of Student's distribution. It treats the runs as normal, so it is for error
    /// bars and no verdict.
    pub radius: f64,
}

impl SimulatedMean {
    /// The mean of the values of at least two runs.
    pub fn of(values: &[f64]) -> Self {
        const OUTSIDE: f64 = 0.05;
        let (count, freedom) = (values.len() as f64, values.len() as f64 - 1.0);
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|x| (x - value) * (x - value)).sum();
        // t² = ν(1 − s)/s for the quantile s of Beta(ν/2, 1/2).
        let share = inverse_regularized(freedom / 2.0, 0.5, OUTSIDE);
        let quantile = (freedom * (1.0 - share) / share).sqrt();
        Self {
            value,
            radius: quantile * (squares / freedom / count).sqrt(),
        }
    }
}

/// Number of independent runs and the lengths of their parts, in examples shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SimulationSize {
    /// Number of runs.
    pub runs: u64,
    /// Examples shown in each run before the part that is measured.
    pub before: u64,
    /// Examples shown in the part that is measured.
    pub measured: u64,
}

impl SimulatedLongRun {
    /// Makes independent runs in random order; run number k draws from the k-th child of the seed.
    ///
    /// # Errors
    /// A weight exceeds 64 bits.
    pub fn of(
        examples: &SignedExamples,
        seed: Seed,
        size: SimulationSize,
    ) -> Result<Self, OutOfRange> {
        let mut found = Self::default();
        for run in 0..size.runs {
            cancellation::check();
            let mut random_run = RandomRun::new(examples, seed.numbered(run));
            for _ in 0..size.before {
                random_run.show()?;
            }
            let sums = (0..size.measured).try_fold([0_i128; 3], |sums, _| {
                let [errors, strict, norm] = sums;
                let score = random_run.show()?;
                let counts = [i128::from(score <= 0), i128::from(score < 0)];
                Ok([
                    errors + counts[0],
                    strict + counts[1],
                    norm + random_run.norm,
                ])
            })?;
            let [errors, strict, norm] = sums.map(|sum| sum as f64 / size.measured as f64);
            found.errors.push(errors);
            found.strict_errors.push(strict);
            let unit = examples.in_squared_units(1).to_f64();
            found.norm_squared.push(norm * unit);
        }
        Ok(found)
    }
}

/// A run in random order.
struct RandomRun<'a> {
    examples: &'a SignedExamples,
    draws: crate::seed::Stream,
    weights: Vec<i64>,
    next: Vec<i64>,
    /// The squared norm of the weights before the example that was last shown.
    norm: i128,
    /// The squared norm of the weights.
    norm_after: i128,
}

impl<'a> RandomRun<'a> {
    fn new(examples: &'a SignedExamples, seed: Seed) -> Self {
        Self {
            examples,
            draws: seed.stream(),
            weights: vec![0; examples.dimension()],
            next: vec![0; examples.dimension()],
            norm: 0,
            norm_after: 0,
        }
    }

    /// Shows a random example, and returns its score before the update.
    fn show(&mut self) -> Result<i128, OutOfRange> {
        let example = self.draws.below(self.examples.examples());
        let score = self.examples.score(example, &self.weights);
        self.norm = self.norm_after;
        if self.examples.is_due(example, score) {
            self.examples
                .update(example, &self.weights, &mut self.next)?;
            std::mem::swap(&mut self.weights, &mut self.next);
            let squares = self.weights.iter().map(|&w| i128::from(w) * i128::from(w));
            self.norm_after = squares.sum();
        }
        Ok(score)
    }
}
