//! Fills rows with normal numbers, or with uniform points on spheres.

use super::normal::{BLOCK, MakePairs, PAIRS, Pairs};
use super::stream::Stream;
use crate::sample::dot_with;
use pulp::{Arch, Simd, WithSimd};

/// A factor of 2 for each of [`Pairs::half_squares`], so that an inner product sums squares.
const TWOS: [f64; PAIRS] = [2.0; PAIRS];

/// The number of batches of rows whose random words are drawn together.
const BATCHES: usize = 8;

/// Appends `places` zeros to `values` and returns the new part for filling: zeros that are overwritten before they leave the L1 cache cost little.
fn next(values: &mut Vec<f64>, places: usize) -> &mut [f64] {
    let start = values.len();
    values.resize(start + places, 0.0);
    &mut values[start..]
}

/// Describes rows to fill with random numbers: their length, their first entries, and the norm of each row's random numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct FilledRows<'a> {
    /// Number of entries of a row, including the first one from `heads`.
    pub length: usize,
    /// The first entry of each row, before its random numbers; `None` for rows of random numbers only.
    pub heads: Option<&'a [f64]>,
    /// The norm that each row's random numbers are scaled to; `None` leaves them as drawn.
    pub radii: Option<&'a [f64]>,
}

impl<'a> FilledRows<'a> {
    /// Number of random entries of a row.
    fn filled(&self) -> usize {
        self.length - usize::from(self.heads.is_some())
    }

    fn pairs(&self) -> usize {
        self.filled().div_ceil(2)
    }

    /// Writes the first entry of row number `index`, if rows have `heads`, and returns the entries that are to be random.
    #[inline(always)]
    fn behind_head<'r>(&self, index: usize, row: &'r mut [f64]) -> &'r mut [f64] {
        let Some(heads) = self.heads else {
            return row;
        };
        row[0] = heads[index];
        &mut row[1..]
    }

    /// Appends `count` rows to `values`, laid end to end, with random numbers from the stream.
    ///
    /// The numbers of a row come in pieces of as many pairs as are made together. A piece holds the first numbers of its pairs and then the second
    /// ones, the last of which is dropped if the piece is odd. So a row has the same numbers whatever other rows are made with it.
    pub(super) fn append(&self, stream: &mut Stream, count: usize, values: &mut Vec<f64>) {
        if count * self.length == 0 {
            return;
        }
        let mut pairs = Pairs::new();
        let (of_row, together) = (self.pairs(), PAIRS / self.pairs());
        if together == 0 {
            return self.append_long(stream, count, values, &mut pairs);
        }
        // The words of several batches are drawn together, because long draws are faster.
        let most = BATCHES * together;
        let mut words = vec![0; most.min(count) * of_row + BLOCK];
        for first in (0..count).step_by(most) {
            let end = count.min(first + most);
            stream.fill(&mut words[..(end - first) * of_row]);
            for start in (first..end).step_by(together) {
                let words = &words[(start - first) * of_row..];
                let count = together.min(end - start);
                let rows = next(values, count * self.length);
                self.batch(start, words, rows, &mut pairs);
            }
        }
    }

    /// Appends `count` rows to `values` like [`FilledRows::append`], for rows with more random numbers than are made together.
    fn append_long(
        &self,
        stream: &mut Stream,
        count: usize,
        values: &mut Vec<f64>,
        pairs: &mut Pairs,
    ) {
        let mut words = [0; PAIRS];
        for index in 0..count {
            let point = self.behind_head(index, next(values, self.length));
            let mut square = 0.0;
            for piece in point.chunks_mut(2 * PAIRS) {
                let one = Self {
                    length: piece.len(),
                    heads: None,
                    radii: None,
                };
                stream.fill(&mut words[..one.pairs()]);
                square += one.batch(0, &words, piece, pairs);
            }
            if let Some(radii) = self.radii {
                let factor = radii[index] / square.sqrt();
                point.iter_mut().for_each(|x| *x *= factor);
            }
        }
    }

    /// Fills `values`, which holds the rows from number `first` on; their pairs of normal numbers are made together from `words`, read up to the end
    /// of a block. Returns the sum of the squares of the random numbers before scaling.
    fn batch(&self, first: usize, words: &[u64], values: &mut [f64], pairs: &mut Pairs) -> f64 {
        let count = values.len() / self.length * self.pairs();
        let words = &words.as_chunks().0[..count.div_ceil(BLOCK)];
        Arch::new().dispatch(Batch {
            rows: self,
            first,
            words,
            values,
            pairs,
        })
    }
}

/// Fills a batch of rows from pairs of normal numbers, in the vector registers of the processor.
struct Batch<'a> {
    /// A reference, because reading a copy just after it is made waits until all values before it are in the cache.
    rows: &'a FilledRows<'a>,
    first: usize,
    words: &'a [[u64; BLOCK]],
    values: &'a mut [f64],
    pairs: &'a mut Pairs,
}

impl WithSimd for Batch<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self {
            rows,
            first,
            words,
            values,
            pairs,
        } = self;
        MakePairs(pairs, words).with_simd(simd);
        let (of_row, is_odd) = (rows.pairs(), rows.filled() % 2 == 1);
        let mut sum = 0.0;
        for (place, row) in values.chunks_exact_mut(rows.length).enumerate() {
            let (start, end) = (place * of_row, (place + 1) * of_row);
            let index = first + place;
            if is_odd {
                pairs.half_squares[end - 1] = 0.5 * pairs.first[end - 1] * pairs.first[end - 1];
            }
            let square = dot_with(simd, &pairs.half_squares[start..end], &TWOS[..of_row]);
            let factor = rows.radii.map_or(1.0, |radii| radii[index] / square.sqrt());
            let (left, right) = rows.behind_head(index, row).split_at_mut(of_row);
            scaled(simd, factor, &pairs.first[start..end], left);
            let rest = start + right.len();
            scaled(simd, factor, &pairs.second[start..rest], right);
            if let (Some(radii), [x], []) = (rows.radii, left, right) {
                // The sphere in one dimension is two numbers, set here without rounding.
                *x = radii[index].copysign(*x);
            }
            sum += square;
        }
        sum
    }
}

/// Writes `factor` times each of the `numbers` to `multiples`.
#[inline(always)]
fn scaled<S: Simd>(simd: S, factor: f64, numbers: &[f64], multiples: &mut [f64]) {
    let (numbers, last) = S::as_simd_f64s(numbers);
    let (multiples, last_multiples) = S::as_mut_simd_f64s(multiples);
    let factors = simd.splat_f64s(factor);
    for (multiple, &number) in multiples.iter_mut().zip(numbers) {
        *multiple = simd.mul_f64s(factors, number);
    }
    for (multiple, number) in last_multiples.iter_mut().zip(last) {
        *multiple = factor * number;
    }
}

impl Stream {
    /// Draws a standard normal number.
    pub fn normal(&mut self) -> f64 {
        self.normals(1)[0]
    }

    /// Returns `count` independent standard normal numbers.
    pub fn normals(&mut self, count: usize) -> Vec<f64> {
        let mut normals = Vec::new();
        self.normal_rows(count, 1, &mut normals);
        normals
    }

    /// Appends `count` rows of `length` standard normal numbers each to `rows`, laid end to end, the same as [`Stream::normals`] would make row by
    /// row.
    pub fn normal_rows(&mut self, length: usize, count: usize, rows: &mut Vec<f64>) {
        let wanted = FilledRows {
            length,
            heads: None,
            radii: None,
        };
        wanted.append(self, count, rows);
    }

    /// Draws a uniform point on the unit sphere of `dimension` ≥ 1 coordinates.
    pub fn direction(&mut self, dimension: usize) -> Vec<f64> {
        let mut point = Vec::new();
        self.points_on_spheres(dimension, None, &[1.0], &mut point);
        point
    }

    /// Appends one row of `length` entries per radius to `rows`, laid end to end: a uniform point on the sphere of this radius, after a first entry
    /// from `heads` if these are given.
    pub fn points_on_spheres(
        &mut self,
        length: usize,
        heads: Option<&[f64]>,
        radii: &[f64],
        rows: &mut Vec<f64>,
    ) {
        let wanted = FilledRows {
            length,
            heads,
            radii: Some(radii),
        };
        wanted.append(self, radii.len(), rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use pulp::Scalar;

    /// Fills rows from fixed words on one kernel.
    fn filled(rows: FilledRows, count: usize, kernel: impl Fn(Batch) -> f64) -> (Vec<f64>, f64) {
        let (mut pairs, mut values) = (Pairs::new(), vec![0.0; count * rows.length]);
        let mut words = [[0; BLOCK]; PAIRS / BLOCK];
        Seed::root(15).stream().fill(words.as_flattened_mut());
        let square = kernel(Batch {
            rows: &rows,
            first: 0,
            words: &words,
            values: &mut values,
            pairs: &mut pairs,
        });
        (values, square)
    }

    #[test]
    fn simd_kernels_fill_the_same_rows_as_scalar_code() {
        for length in [2, 3, 9, 17, 30, 50, 101] {
            let count = PAIRS / length;
            let (heads, radii) = (vec![0.1; count], vec![0.7; count]);
            for (heads, radii) in [(None, None), (Some(&heads[..]), Some(&radii[..]))] {
                let rows = FilledRows {
                    length,
                    heads,
                    radii,
                };
                let plain = filled(rows, count, |batch| batch.with_simd(Scalar));
                let found = filled(rows, count, |batch| Arch::new().dispatch(batch));
                assert_eq!(found, plain, "{length}");
                #[cfg(target_arch = "x86_64")]
                if let Some(simd) = pulp::x86::V3::try_new() {
                    let found = filled(rows, count, |batch| Simd::vectorize(simd, batch));
                    assert_eq!(found, plain, "{length}");
                }
            }
        }
    }

    #[test]
    fn batched_rows_equal_rows_drawn_one_by_one() {
        let (mut one, mut other) = (Seed::root(8).stream(), Seed::root(8).stream());
        for (length, count) in [
            (1, 2500),
            (2, 300),
            (7, 1000),
            (64, 30),
            (511, 3),
            (513, 3),
            (1700, 2),
        ] {
            let mut rows = Vec::new();
            one.normal_rows(length, count, &mut rows);
            assert_eq!(rows.len(), length * count);
            for row in rows.chunks(length) {
                assert_eq!(row, other.normals(length));
            }
            let radii: Vec<f64> = (0..count).map(|index| 0.5 + index as f64).collect();
            let heads: Vec<f64> = radii.iter().map(|radius| -radius).collect();
            // New points are appended to the values that are there.
            let mut rows = vec![9.0; 2];
            one.points_on_spheres(length + 1, Some(&heads), &radii, &mut rows);
            assert_eq!(
                (rows.len(), &rows[..2]),
                (2 + (length + 1) * count, &[9.0; 2][..])
            );
            for (row, radius) in rows[2..].chunks(length + 1).zip(radii) {
                let mut single = Vec::new();
                other.points_on_spheres(length, None, &[radius], &mut single);
                assert!(row[0] == -radius && row[1..] == single);
                let norm = single.iter().map(|x| x * x).sum::<f64>().sqrt();
                assert!((norm / radius - 1.0).abs() < 1e-14, "{length}: {norm}");
            }
        }
        assert_eq!(one.bits(), other.bits());
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let mut stream = Seed::root(1).stream();
        let draws: Vec<f64> = (0..40_000).map(|_| stream.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 40_000.0;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 40_000.0;
        assert!(
            mean.abs() < 0.02 && (variance - 1.0).abs() < 0.03,
            "{mean} {variance}"
        );
    }
}
