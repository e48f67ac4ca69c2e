//! Scans rows of floats by inner products of 16-bit integers; where these leave a comparison open, the floats decide.

pub(in crate::sample) mod dot_kernel;
mod round;

use super::processor::{Job, Processor, dispatch};
use super::upcoming_examples::{ScanResult, UpdateThreshold, bits, first_of};
use crate::sample::Label;
use crate::sample::float_rows::{FloatRows, RowSearch, dot_with};
use dot_kernel::{DotKernel, GROUP, PLACES, Part16};
use pulp::{Arch, Simd, WithSimd};
use round::{part, part_of_row};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The largest Euclidean norm of a quantized vector, so that inner products fit 32 bits.
const LENGTH: f64 = 32_000.0;

/// Samples with fewer rows count as having this many, because scanning them is cheap.
const FEWEST_ROWS: usize = 64;

/// Quantized rows, computed once many rows have been scanned; ignored when rows are compared or copied.
#[derive(Debug, Default)]
pub(in crate::sample) struct LazyQuantizedRows {
    rows: OnceLock<Option<QuantizedRows>>,
    /// Total number of rows that scans were given so far, before the quantized rows are computed.
    requests: AtomicUsize,
}

impl Clone for LazyQuantizedRows {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for LazyQuantizedRows {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl LazyQuantizedRows {
    /// Returns the quantized rows once scans were given enough rows to repay computing them: all rows once, or more often where part of a row's
    /// width is only padding. Until then, adds the `more` rows of this scan to the count.
    pub(in crate::sample) fn worth(&self, rows: &FloatRows, more: usize) -> Option<&QuantizedRows> {
        let requests = self.requests.load(Relaxed);
        let filled = rows.dimension().min(PLACES);
        let rows_of_a_run = rows.squares().len().max(FEWEST_ROWS);
        if requests.saturating_mul(filled) >= PLACES * rows_of_a_run {
            return self.rows.get_or_init(|| QuantizedRows::of(rows)).as_ref();
        }
        self.requests.store(requests.saturating_add(more), Relaxed);
        None
    }
}

/// The feature rows of all examples, multiplied by a common factor and rounded to 16-bit integers.
#[derive(Debug)]
pub(in crate::sample) struct QuantizedRows {
    rows: Vec<Part16>,
    /// Number of [`Part16`] values per row, of 32 integers each.
    width: usize,
    /// The factor by which features were multiplied before rounding.
    scale: f64,
    /// A bound on the error of the inner product of a quantized row and a quantized weight vector, by rounding to integers.
    off: f64,
}

/// The factor that scales a vector with this squared norm to a norm between half of [`LENGTH`] and [`LENGTH`], found without a root and a quotient.
/// `None` if the square is not a normal float.
fn scale_of(square: f64) -> Option<f64> {
    /// The bias of the exponent of a float.
    const BIAS: i64 = 1023;
    let exponent = (square.to_bits() >> 52).cast_signed() - BIAS;
    // The length is below this power of two.
    let above = (exponent + 2).div_euclid(2);
    let power = f64::from_bits((BIAS - above).cast_unsigned() << 52);
    square.is_normal().then_some(LENGTH * power)
}

impl QuantizedRows {
    /// Quantizes the rows; `None` if the largest squared norm is not a normal float.
    fn of(rows: &FloatRows) -> Option<Self> {
        let scale = scale_of(rows.largest_square())?;
        let dimension = rows.dimension();
        let width = dimension.div_ceil(PLACES);
        let d = dimension as f64;
        Some(Self {
            rows: Arch::new().dispatch(QuantizeRows { rows, scale, width }),
            width,
            scale,
            // Each of 2d entries is off by a half, multiplied by an entry of a vector of the full length; the rest covers the floats.
            off: 1.01 * d.sqrt() * LENGTH + d + 2.0,
        })
    }

    /// Counts the upcoming examples before the first one that calls for an update, like [`super::FastPath::pass`] on the rows that are not quantized.
    pub(in crate::sample) fn pass(&self, scan: &RowSearch) -> ScanResult<f64> {
        let coarse = self;
        dispatch(QuantizedSearch { coarse, scan })
    }

    /// The factor that quantizes a weight vector with this squared norm, and the smallest integer product at which `due` certainly demands no update
    /// for either label. `None` if the weight vector or the limits cannot be expressed in these units.
    #[inline(always)]
    fn measure(&self, square: f64, due: &UpdateThreshold<f64>) -> Option<(f64, i32)> {
        let scale = scale_of(square)?;
        let unit = scale * self.scale;
        // A limit above the range saturates, and no product reaches it.
        let limit = |reach: f64| ((reach * unit + self.off) as i32).saturating_add(1);
        // The higher of two limits leaves more open, and the floats decide.
        let [negative, positive] = due.min_score.map(limit);
        unit.is_normal().then_some((scale, negative.max(positive)))
    }
}

/// Quantizes rows: multiplies by `scale` and rounds to the nearest integers, in the vector registers of the processor.
struct QuantizeRows<'a> {
    rows: &'a FloatRows,
    scale: f64,
    /// Parts of a row.
    width: usize,
}

impl WithSimd for QuantizeRows<'_> {
    type Output = Vec<Part16>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<Part16> {
        let (values, dimension) = (self.rows.values(), self.rows.dimension());
        let examples = self.rows.squares().len();
        let mut parts = Vec::with_capacity(examples * self.width);
        for example in 0..examples {
            let row = example * dimension..(example + 1) * dimension;
            parts.extend((0..self.width).map(
                #[inline(always)]
                |number| part_of_row(simd, values, row.clone(), self.scale, number),
            ));
        }
        parts
    }
}

/// Searches for the next example that calls for an update by its quantized score, in the vector registers of the processor.
struct QuantizedSearch<'a> {
    coarse: &'a QuantizedRows,
    scan: &'a RowSearch<'a>,
}

impl Job for QuantizedSearch<'_> {
    type Output = ScanResult<f64>;

    #[inline(always)]
    fn run(self, simd: impl Processor) -> ScanResult<f64> {
        let weights = self.scan.weights;
        let square = dot_with(simd, weights, weights);
        let Some((scale, reach)) = self.coarse.measure(square, self.scan.due) else {
            return self.scan.pass(simd);
        };
        // For short rows, the compiler knows the length.
        match self.coarse.width {
            1 => self.short::<1, _>(simd, scale, reach),
            2 => self.short::<2, _>(simd, scale, reach),
            3 => self.short::<3, _>(simd, scale, reach),
            4 => self.short::<4, _>(simd, scale, reach),
            width => {
                let rounded = |number| part(simd, weights, scale, number);
                let vector: Vec<Part16> = (0..width).map(rounded).collect();
                let row = |example: usize| &self.coarse.rows[example * width..][..width];
                self.past(simd, &vector, reach, row)
            }
        }
    }
}

impl QuantizedSearch<'_> {
    #[inline(always)]
    fn short<const WIDTH: usize, S: DotKernel>(
        &self,
        simd: S,
        scale: f64,
        reach: i32,
    ) -> ScanResult<f64> {
        let rounded = |number| part(simd, self.scan.weights, scale, number);
        let vector: [Part16; WIDTH] = std::array::from_fn(rounded);
        // Cut to the number of labels, so that an index is checked against one length, not two.
        let rows = &self.coarse.rows.as_chunks::<WIDTH>().0[..self.scan.labels.len()];
        self.past(
            simd,
            &vector,
            reach,
            #[inline(always)]
            |example: usize| &rows[example][..],
        )
    }

    /// Scans quantized rows for the first example that calls for an update; `reach` is the product that certainly needs none, and where integers
    /// leave a comparison open, the float score decides.
    #[inline(always)]
    fn past<'r, S: DotKernel>(
        &self,
        simd: S,
        vector: &[Part16],
        reach: i32,
        row: impl Fn(usize) -> &'r [Part16],
    ) -> ScanResult<f64> {
        let mut quiet = 0;
        while quiet < self.scan.ahead.len() {
            let passed = self.scan.ahead.after(quiet).pass_groups(
                #[inline(always)]
                |examples: [usize; GROUP]| {
                    let mut rows = [vector; GROUP];
                    for (place, example) in rows.iter_mut().zip(examples) {
                        *place = row(example);
                    }
                    let [below, above] = simd.outside(simd.times(rows, vector), reach);
                    let label = |example| self.scan.labels[example];
                    let positive = bits(examples.map(|example| label(example) == Label::Positive));
                    first_of(below & positive | above & !positive).map(|place| (place, ()))
                },
            );
            quiet += passed.skipped;
            let Some((example, _)) = passed.due else {
                break;
            };
            let score = dot_with(simd, self.scan.rows.row(example), self.scan.weights);
            if !self.scan.due.is_reached(self.scan.labels[example], score) {
                let due = Some((example, score));
                return ScanResult {
                    skipped: quiet,
                    due,
                };
            }
            quiet += 1;
        }
        ScanResult::only(quiet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Dense, FastPath, UpcomingExamples, dot};

    /// Rows, labels and a weight vector that look random.
    fn drawn(examples: usize, dimension: usize, size: f64) -> (Dense, Vec<Label>, Vec<f64>) {
        let value = |i: usize| size * ((i as f64 * 0.618_034).fract() - 0.48);
        let rows = Dense::new(dimension, (0..examples * dimension).map(value).collect());
        let labels = (0..examples).map(|i| Label::of_sign(i % 3 > 0)).collect();
        let weights = (0..dimension).map(|j| value(7 * j * j + 3)).collect();
        (rows, labels, weights)
    }

    fn passes(rows: &Dense, labels: &[Label], weights: &[f64], reach: [f64; 2]) {
        let coarse = QuantizedRows::of(rows.float_rows()).unwrap();
        let due = UpdateThreshold { min_score: reach };
        for start in 0..labels.len() {
            let ahead = UpcomingExamples::Range(start, labels.len());
            let found = coarse.pass(&RowSearch {
                rows: rows.float_rows(),
                ahead: &ahead,
                labels,
                weights,
                due: &due,
            });
            // A fresh clone has no quantized rows yet, so it scores the rows one by one.
            let exactly = rows.clone().pass(&ahead, labels, &weights.to_vec(), &due);
            let bits = |passed: ScanResult<f64>| passed.with(f64::to_bits);
            assert_eq!(bits(found), bits(exactly), "from {start}");
        }
    }

    #[test]
    fn quantized_scan_finds_the_same_example_as_the_float_scan() {
        for (examples, dimension) in [(50, 1), (60, 7), (40, 32), (70, 33), (50, 100), (30, 300)] {
            for size in [1.0, 1e-60, 1e60] {
                let (rows, labels, weights) = drawn(examples, dimension, size);
                // Thresholds at exact scores of examples, where the last bit decides.
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
    fn vectors_that_cannot_be_quantized_use_the_float_scan() {
        let (rows, labels, _) = drawn(40, 40, 1.0);
        let coarse = QuantizedRows::of(rows.float_rows()).unwrap();
        let due = UpdateThreshold {
            min_score: [1.0; 2],
        };
        for entry in [0.0, f64::NAN, f64::INFINITY, 1e-320] {
            let weights = vec![entry; 40];
            assert_eq!(coarse.measure(dot(&weights, &weights), &due), None);
            passes(&rows, &labels, &weights, due.min_score);
        }
        assert!(QuantizedRows::of(drawn(3, 40, 0.0).0.float_rows()).is_none());
        assert!(QuantizedRows::of(drawn(3, 40, 1e200).0.float_rows()).is_none());
    }

    #[test]
    fn rows_are_quantized_only_after_repeated_scans() {
        let (rows, labels, weights) = drawn(70, 40, 1.0);
        let due = UpdateThreshold {
            min_score: [-1e9; 2],
        };
        let all = UpcomingExamples::Range(0, 70);
        for is_worth in [false, true] {
            assert!(!rows.coarse_is_made());
            let _passed = rows.pass(&all, &labels, &weights, &due);
            assert_eq!(rows.coarse_is_made(), is_worth);
        }
        let (narrow, labels, weights) = drawn(70, 4, 1.0);
        for time in 0..=8 {
            assert!(!narrow.coarse_is_made(), "{time}");
            assert_eq!(narrow.pass(&all, &labels, &weights, &due).skipped, 70);
        }
        assert!(narrow.coarse_is_made());
    }

    impl Dense {
        fn coarse_is_made(&self) -> bool {
            self.quantized_rows().rows.get().is_some()
        }
    }
}
