//! Sums products of floats in eight fixed lanes, in the vector registers of the processor, with the same bits on every processor.

use pulp::{Simd, WithSimd};

/// The number of partial sums (lanes) of an inner product; term j goes to lane j mod 8, and the lanes are added only at the end.
const LANES: usize = 8;

/// Σ a_j b_j in eight fixed lanes without fused multiply-add: the same bits on every processor.
#[inline(always)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    sum(a, b, |x, y| x * y)
}

/// Σ f(a_j, b_j) in eight fixed lanes (partial sums), in the same order as [`dot`].
#[inline(always)]
pub(in crate::sample) fn sum(a: &[f64], b: &[f64], f: impl Fn(f64, f64) -> f64) -> f64 {
    let mut lanes = [0.0; LANES];
    let (heads_a, heads_b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let tail: f64 = heads_a
        .remainder()
        .iter()
        .zip(heads_b.remainder())
        .map(|(x, y)| f(*x, *y))
        .sum();
    for (x, y) in heads_a.zip(heads_b) {
        for lane in 0..LANES {
            lanes[lane] += f(x[lane], y[lane]);
        }
    }
    folded(lanes) + tail
}

/// The sum of the eight partial sums, added in a fixed order.
#[inline(always)]
fn folded(lanes: [f64; LANES]) -> f64 {
    let halves = [
        lanes[0] + lanes[4],
        lanes[1] + lanes[5],
        lanes[2] + lanes[6],
        lanes[3] + lanes[7],
    ];
    (halves[0] + halves[2]) + (halves[1] + halves[3])
}

/// Computes the squared norms of rows of `length` floats laid end to end, in the vector registers of the processor.
pub(in crate::sample) struct Squares<'a> {
    pub rows: &'a [f64],
    pub length: usize,
}

impl WithSimd for Squares<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let rows = self.rows.chunks_exact(self.length);
        rows.map(
            #[inline(always)]
            |row| dot_with(simd, row, row),
        )
        .collect()
    }
}

/// Computes the inner product of a row with a vector, in the vector registers of the processor.
pub(in crate::sample) struct Score<'a> {
    pub row: &'a [f64],
    pub weights: &'a [f64],
}

impl WithSimd for Score<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        dot_with(simd, self.row, self.weights)
    }
}

/// Adds `factor` times a row to the weights, in the vector registers of the processor.
pub(in crate::sample) struct Add<'a> {
    pub weights: &'a mut [f64],
    pub row: &'a [f64],
    pub factor: f64,
}

impl WithSimd for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let weights = self.weights.iter_mut().zip(self.row);
        weights.for_each(
            #[inline(always)]
            |(w, x)| *w += self.factor * x,
        );
    }
}

/// Adds a_j·b_j to lane j for eight j, in the widest vector registers. For several rows at once, the compiler alone would choose narrower ones.
#[inline(always)]
fn add_products<S: Simd>(simd: S, lanes: &mut [f64; LANES], a: &[f64], b: &[f64; LANES]) {
    let (lanes, _) = S::as_mut_simd_f64s(lanes);
    let ((a, _), (b, _)) = (S::as_simd_f64s(a), S::as_simd_f64s(b));
    for ((lane, &a), &b) in lanes.iter_mut().zip(a).zip(b) {
        *lane = simd.add_f64s(*lane, simd.mul_f64s(a, b));
    }
}

/// Like [`dot`], but for code that already runs in vector registers.
#[inline(always)]
pub fn dot_with<S: Simd>(simd: S, a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let ((heads, tail_a), (others, tail_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (x, y) in heads.iter().zip(others) {
        add_products(simd, &mut lanes, x, y);
    }
    let mut tail = 0.0;
    for (x, y) in tail_a.iter().zip(tail_b) {
        tail += x * y;
    }
    folded(lanes) + tail
}

/// The number of rows whose inner products with one vector are computed in the same loop.
pub(in crate::sample) const GROUP: usize = 4;

/// The inner products of several rows with one vector, each bit for bit as [`dot`] computes it.
#[inline(always)]
pub(in crate::sample) fn dots<S: Simd>(
    simd: S,
    rows: &[&[f64]; GROUP],
    other: &[f64],
) -> [f64; GROUP] {
    let mut lanes = [[0.0; LANES]; GROUP];
    let (chunks, tail) = other.as_chunks::<LANES>();
    let whole = chunks.len() * LANES;
    for (place, x) in chunks.iter().enumerate() {
        for (lanes, row) in lanes.iter_mut().zip(rows) {
            add_products(simd, lanes, &row[place * LANES..place * LANES + LANES], x);
        }
    }
    let mut sums = [0.0; GROUP];
    for ((sum, lanes), row) in sums.iter_mut().zip(lanes).zip(rows) {
        for (x, y) in row[whole..].iter().zip(tail) {
            *sum += x * y;
        }
        *sum += folded(lanes);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulp::Arch;

    #[test]
    fn a_dot_product_is_summed_in_a_fixed_order() {
        let a: Vec<f64> = (0..21).map(|i| 1.0 / (1.0 + f64::from(i))).collect();
        assert_eq!(dot(&a, &a).to_bits(), 4_609_877_511_607_209_081);
    }

    #[test]
    fn simd_dot_products_equal_scalar_ones_bitwise() {
        let number = |i: usize| (i as f64 * 0.37).fract() - 0.5;
        let all: Vec<f64> = (0..200).map(number).collect();
        for length in 1..50 {
            let (row, weights) = (&all[..length], &all[100..100 + length]);
            let score = Arch::new().dispatch(Score { row, weights });
            assert_eq!(score.to_bits(), dot(row, weights).to_bits());
            let rows = &all[..3 * length];
            let squares = Arch::new().dispatch(Squares { rows, length });
            let plain = rows.chunks(length).map(|row| dot(row, row));
            assert_eq!(squares, plain.collect::<Vec<_>>());
        }
    }
}
