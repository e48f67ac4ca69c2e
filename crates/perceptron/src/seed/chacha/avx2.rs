//! Generates eight ChaCha blocks at once on AVX2. A vector holds one row of two blocks, and four vectors hold one row of all eight.

use super::{BLOCK, CONSTANTS, DOUBLE_ROUNDS, On};
use pulp::x86::V3;
use std::arch::x86_64::__m256i;

/// The number of groups of two ChaCha blocks that are generated together; a vector holds one row (four words) of each block of a group.
const GROUPS: usize = 4;

/// The number of ChaCha blocks that are generated at once.
const BLOCKS: usize = 2 * GROUPS;

type Rows = [__m256i; GROUPS];

/// A variable on the stack, aligned so that a vector stored there does not cross a cache line.
///
/// The sixteen registers do not hold all rows, so the compiler stores some on the stack. It aligns them only in a function with an aligned variable;
/// without one, the speed depends on the frames of the callers and is halved for half of them.
#[repr(align(32))]
struct Aligned([u8; 32]);

impl pulp::NullaryFnOnce for On<'_, V3> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        std::hint::black_box(&Aligned([0; 32]).0);
        let Self(simd, run) = self;
        let (upper, lower) = run.key.split_at(4);
        let [a, b, c] = [&CONSTANTS, upper, lower].map(twice);
        let (parts, _) = run.words.as_chunks_mut::<{ BLOCKS * BLOCK }>();
        for (first, words) in (run.block..).step_by(BLOCKS).zip(parts) {
            let numbers = numbers(first);
            let mut state = [[a; GROUPS], [b; GROUPS], [c; GROUPS], numbers];
            for _ in 0..DOUBLE_ROUNDS {
                double_round(simd, &mut state);
            }
            let (groups, _) = words.as_chunks_mut::<{ 2 * BLOCK }>();
            for (group, words) in groups.iter_mut().enumerate() {
                let row = |row: usize, start: __m256i| {
                    simd.avx2._mm256_add_epi32(state[row][group], start)
                };
                let rows = [row(0, a), row(1, b), row(2, c), row(3, numbers[group])];
                *words = pulp::cast(parted(simd, rows));
            }
        }
    }
}

/// A vector with the same row of four words for each of two ChaCha blocks.
#[inline(always)]
fn twice(words: &[u32]) -> __m256i {
    let lanes: [u32; 8] = std::array::from_fn(|lane| words[lane % 4]);
    pulp::cast(lanes)
}

/// The last row of the state of eight ChaCha blocks, which holds the block counters from `first` on.
#[inline(always)]
fn numbers(first: u64) -> Rows {
    std::array::from_fn(|group| {
        let number = first.wrapping_add(2 * group as u64);
        pulp::cast([number, 0, number.wrapping_add(1), 0])
    })
}

#[inline(always)]
fn double_round(simd: V3, state: &mut [Rows; 4]) {
    let f = simd.avx2;
    round(simd, state);
    let [_, b, c, d] = state;
    // The diagonals become columns.
    for group in 0..GROUPS {
        b[group] = f._mm256_shuffle_epi32::<0b00_11_10_01>(b[group]);
        c[group] = f._mm256_shuffle_epi32::<0b01_00_11_10>(c[group]);
        d[group] = f._mm256_shuffle_epi32::<0b10_01_00_11>(d[group]);
    }
    round(simd, state);
    let [_, b, c, d] = state;
    for group in 0..GROUPS {
        b[group] = f._mm256_shuffle_epi32::<0b10_01_00_11>(b[group]);
        c[group] = f._mm256_shuffle_epi32::<0b01_00_11_10>(c[group]);
        d[group] = f._mm256_shuffle_epi32::<0b00_11_10_01>(d[group]);
    }
}

#[inline(always)]
fn round(simd: V3, state: &mut [Rows; 4]) {
    let [a, b, c, d] = state;
    mix::<16, 16>(simd, a, b, d);
    mix::<12, 20>(simd, c, d, b);
    mix::<8, 24>(simd, a, b, d);
    mix::<7, 25>(simd, c, d, b);
}

/// A step of ChaCha's quarter round on whole rows: adds `row` to `sum`, xors the result into `other`, and rotates the words of `other` to the left by
/// LEFT bits.
#[inline(always)]
fn mix<const LEFT: i32, const RIGHT: i32>(simd: V3, sum: &mut Rows, row: &Rows, other: &mut Rows) {
    let f = simd.avx2;
    for group in 0..GROUPS {
        sum[group] = f._mm256_add_epi32(sum[group], row[group]);
        let mixed = f._mm256_xor_si256(other[group], sum[group]);
        let (left, right) = (
            f._mm256_slli_epi32::<LEFT>(mixed),
            f._mm256_srli_epi32::<RIGHT>(mixed),
        );
        other[group] = f._mm256_or_si256(left, right);
    }
}

/// Reorders the four rows of two ChaCha blocks, so that all words of the first block come before those of the second.
#[inline(always)]
fn parted(simd: V3, [a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    const LOWER: i32 = 0x20;
    const UPPER: i32 = 0x31;
    let f = simd.avx2;
    [
        f._mm256_permute2x128_si256::<LOWER>(a, b),
        f._mm256_permute2x128_si256::<LOWER>(c, d),
        f._mm256_permute2x128_si256::<UPPER>(a, b),
        f._mm256_permute2x128_si256::<UPPER>(c, d),
    ]
}
