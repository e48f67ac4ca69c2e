//! Passes over rows of floats by products of whole numbers of 16 bits: where these leave something open, the floats decide.

use super::{Ahead, Dense, Due, Label, Passed};
use pulp::{Arch, Simd, WithSimd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Whole numbers of 16 bits side by side.
const PLACES: usize = 32;

/// How long vectors are in them, so that products fit 32 bits.
const LENGTH: f64 = 32_000.0;

/// Rows whose products are summed side by side.
const GROUP: usize = 4;

/// The fewest features of which a product of whole numbers is worth its while.
const FEWEST_FEATURES: usize = 32;

/// Words of a vector that need no memory of their own.
const SHORT: usize = 8;

/// Rows in whole numbers, once many of them were passed over; of no account when rows are compared or copied.
#[derive(Debug, Default)]
pub(super) struct Aside {
    rows: OnceLock<Option<Coarse>>,
    /// Rows that were asked for so far.
    asked: AtomicUsize,
}

impl Clone for Aside {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Aside {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Aside {
    /// The rows, as soon as so many more make them worth their while: not before each was asked for twice.
    pub fn worth(&self, rows: &Dense, more: usize) -> Option<&Coarse> {
        let asked = self.asked.load(Relaxed);
        let is_worth = rows.dimension() >= FEWEST_FEATURES && asked >= 2 * rows.squares().len();
        if is_worth {
            return self.rows.get_or_init(|| Coarse::of(rows)).as_ref();
        }
        self.asked.store(asked.saturating_add(more), Relaxed);
        None
    }
}

/// Rows in whole numbers.
#[derive(Debug)]
pub(super) struct Coarse {
    rows: Vec<[i16; PLACES]>,
    /// Words of a row.
    width: usize,
    /// The longest row.
    radius: f64,
    /// How far the product of two vectors in whole numbers may be from that of the vectors.
    off: f64,
}

impl Coarse {
    /// `None` where lengths leave the floats.
    fn of(rows: &Dense) -> Option<Self> {
        let largest_square = rows.largest_square();
        let radius = largest_square.sqrt();
        if !(largest_square.is_normal() && (LENGTH / radius).is_normal()) {
            return None;
        }
        let (examples, dimension) = (rows.squares().len(), rows.dimension());
        let width = dimension.div_ceil(PLACES);
        let mut words = vec![[0; PLACES]; width * examples];
        for (example, words) in words.chunks_exact_mut(width).enumerate() {
            round(rows.row(example), LENGTH / radius, words);
        }
        let d = dimension as f64;
        Some(Self {
            rows: words,
            width,
            radius,
            // Each of 2d entries is off by a half, beside a vector of the full length; a little more, for the floats.
            off: 1.01 * d.sqrt() * LENGTH + d + 2.0,
        })
    }

    /// What [`super::FeatureStore::pass`] finds on the rows; `None` where the weights or limits have no measure in whole numbers.
    pub fn pass(
        &self,
        rows: &Dense,
        ahead: Ahead,
        labels: &[Label],
        weights: &[f64],
        due: &Due<f64>,
    ) -> Option<Passed<f64>> {
        let norm = super::dot(weights, weights).sqrt();
        let (scale, unit) = (LENGTH / norm, LENGTH / norm * (LENGTH / self.radius));
        if !(scale.is_normal() && unit.is_normal() && norm.is_normal()) {
            return None;
        }
        let (mut short, mut long) = ([[0; PLACES]; SHORT], Vec::new());
        let vector = match short.get_mut(..self.width) {
            Some(short) => short,
            None => {
                long.resize(self.width, [0; PLACES]);
                &mut long[..]
            }
        };
        round(weights, scale, vector);
        // What is out of range is not reached by any.
        let limit = |reach: f64| ((reach * unit + self.off) as i32).saturating_add(1);
        let coarse = Due {
            reach: due.reach.map(limit),
        };
        let mut quiet = 0;
        while quiet < ahead.len() {
            let passed = Arch::new().dispatch(Scan {
                rows: self,
                ahead: ahead.after(quiet),
                labels,
                vector,
                due: &coarse,
            });
            quiet += passed.quiet;
            let Some((example, _)) = passed.due else {
                break;
            };
            let score = rows.score(example, weights);
            if !due.is_reached(labels[example], score) {
                let due = Some((example, score));
                return Some(Passed { quiet, due });
            }
            quiet += 1;
        }
        Some(Passed::only(quiet))
    }

    fn row(&self, example: usize) -> &[[i16; PLACES]] {
        &self.rows[example * self.width..][..self.width]
    }
}

/// Whole numbers nearest to multiples of some floats; places past them stay as they are.
fn round(floats: &[f64], scale: f64, words: &mut [[i16; PLACES]]) {
    /// Beside it, floats have no fraction: their last bits are the whole number.
    const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;
    for (word, floats) in words.iter_mut().zip(floats.chunks(PLACES)) {
        for (place, x) in word.iter_mut().zip(floats) {
            *place = (x * scale + WHOLE).to_bits() as i16;
        }
    }
}

/// The search for the next example that may call for an update, in the vector registers that the processor has.
struct Scan<'a> {
    rows: &'a Coarse,
    ahead: Ahead<'a>,
    labels: &'a [Label],
    vector: &'a [[i16; PLACES]],
    due: &'a Due<i32>,
}

impl WithSimd for Scan<'_> {
    type Output = Passed<i32>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Passed<i32> {
        self.ahead.pass(
            self.labels,
            self.due,
            #[inline(always)]
            |examples: [usize; GROUP]| {
                let mut products = [0; GROUP];
                for (product, example) in products.iter_mut().zip(examples) {
                    *product = times(self.rows.row(example), self.vector);
                }
                products
            },
        )
    }
}

/// The product of two vectors.
#[inline(always)]
fn times(a: &[[i16; PLACES]], b: &[[i16; PLACES]]) -> i32 {
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        for place in 0..PLACES {
            sum += i32::from(a[place]) * i32::from(b[place]);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{FeatureStore, dot};

    /// Rows, labels and a vector of no order to speak of.
    fn drawn(examples: usize, dimension: usize, size: f64) -> (Dense, Vec<Label>, Vec<f64>) {
        let value = |i: usize| size * ((i as f64 * 0.618_034).fract() - 0.48);
        let rows = Dense::new(dimension, (0..examples * dimension).map(value).collect());
        let labels = (0..examples).map(|i| Label::of_sign(i % 3 > 0)).collect();
        let weights = (0..dimension).map(|j| value(7 * j * j + 3)).collect();
        (rows, labels, weights)
    }

    fn passes(rows: &Dense, labels: &[Label], weights: &[f64], reach: [f64; 2]) {
        let coarse = Coarse::of(rows).unwrap();
        let due = Due { reach };
        for start in 0..labels.len() {
            let ahead = Ahead::Range(start, labels.len());
            let found = coarse.pass(rows, ahead, labels, weights, &due);
            // Rows that were not asked for before are asked one by one.
            let exactly = rows.clone().pass(ahead, labels, &weights.to_vec(), &due);
            assert_eq!(found, Some(exactly), "from {start}");
        }
    }

    #[test]
    fn whole_numbers_find_what_the_floats_find() {
        for (examples, dimension) in [(40, 32), (70, 33), (50, 100), (30, 300)] {
            for size in [1.0, 1e-60, 1e60] {
                let (rows, labels, weights) = drawn(examples, dimension, size);
                // Limits at the very scores of examples, where the last bit decides.
                for example in [0, examples / 2, examples - 1] {
                    let score = dot(rows.row(example), &weights) * labels[example].value();
                    passes(&rows, &labels, &weights, [score, score.next_up()]);
                    passes(&rows, &labels, &weights, [score * 0.999, -score]);
                }
                passes(&rows, &labels, &weights, [0.0, 0.0]);
                passes(&rows, &labels, &weights, [f64::MAX, f64::MIN]);
            }
        }
    }

    #[test]
    fn vectors_without_a_measure_are_left_to_the_floats() {
        let (rows, labels, _) = drawn(40, 40, 1.0);
        let coarse = Coarse::of(&rows).unwrap();
        let due = Due { reach: [1.0; 2] };
        for entry in [0.0, f64::NAN, f64::INFINITY, 1e-320] {
            let weights = vec![entry; 40];
            let found = coarse.pass(&rows, Ahead::Range(0, 40), &labels, &weights, &due);
            assert_eq!(found, None, "{entry}");
        }
        assert!(Coarse::of(&drawn(3, 40, 0.0).0).is_none());
        assert!(Coarse::of(&drawn(3, 40, 1e200).0).is_none());
    }

    #[test]
    fn rows_are_worth_whole_numbers_once_each_was_asked_for_twice() {
        let (rows, labels, weights) = drawn(50, 40, 1.0);
        let due = Due { reach: [-1e9; 2] };
        let all = Ahead::Range(0, 50);
        for is_worth in [false, false, true] {
            assert!(!rows.coarse_is_made());
            let _passed = rows.pass(all, &labels, &weights, &due);
            assert_eq!(rows.coarse_is_made(), is_worth);
        }
        let (narrow, labels, weights) = drawn(50, 31, 1.0);
        (0..5).for_each(|_| assert_eq!(narrow.pass(all, &labels, &weights, &due).quiet, 50));
        assert!(!narrow.coarse_is_made());
    }

    impl Dense {
        fn coarse_is_made(&self) -> bool {
            self.aside().rows.get().is_some()
        }
    }
}
