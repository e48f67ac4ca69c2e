//! Generates thirty-two ChaCha blocks at once on AVX-512, and the last ones in batches of sixteen or eight. A vector holds one row of four blocks,
//! and up to eight vectors hold one row of all.

use super::{BLOCK, CONSTANTS, DOUBLE_ROUNDS, On};
use pulp::x86::V4;
use std::arch::x86_64::__m512i;

/// One row (four words) of every ChaCha block that is generated together, with a vector for each group of four blocks. With eight groups, the four
/// rows occupy all registers.
type Rows<const GROUPS: usize> = [__m512i; GROUPS];

/// The number of groups of four ChaCha blocks whose state occupies all vector registers.
const MANY: usize = 8;

/// The number of groups of four ChaCha blocks in one run, [`super::RUN`] words.
const FEW: usize = 2;

impl pulp::NullaryFnOnce for On<'_, V4> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self(simd, run) = self;
        let (upper, lower) = run.key.split_at(4);
        let fixed = [&CONSTANTS, upper, lower].map(four_times);
        let (groups, _) = run.words.as_chunks_mut::<GROUP>();
        let mut block = run.block;
        let rest = make_all::<MANY>(simd, fixed, &mut block, groups);
        let rest = make_all::<{ 2 * FEW }>(simd, fixed, &mut block, rest);
        make_all::<FEW>(simd, fixed, &mut block, rest);
    }
}

/// Fills `groups` with ChaCha blocks from the counter `block` on, `GROUPS` groups of four at once; returns the groups that remain.
#[inline(always)]
fn make_all<'w, const GROUPS: usize>(
    simd: V4,
    fixed: [__m512i; 3],
    block: &mut u64,
    groups: &'w mut [[u32; GROUP]],
) -> &'w mut [[u32; GROUP]] {
    let (all, rest) = groups.as_chunks_mut::<GROUPS>();
    for groups in all {
        make(simd, fixed, *block, groups);
        *block += (4 * GROUPS) as u64;
    }
    rest
}

/// Number of 32-bit words in a group of four ChaCha blocks.
const GROUP: usize = 4 * BLOCK;

/// Fills `groups` with ChaCha blocks from the counter `first` on; a, b and c are the rows of constants and key, the same for all blocks.
#[inline(always)]
fn make<const GROUPS: usize>(
    simd: V4,
    [a, b, c]: [__m512i; 3],
    first: u64,
    groups: &mut [[u32; GROUP]; GROUPS],
) {
    let start = [[a; GROUPS], [b; GROUPS], [c; GROUPS], numbers(first)];
    let mut state = start;
    for _ in 0..DOUBLE_ROUNDS {
        double_round(simd, &mut state);
    }
    for (group, words) in groups.iter_mut().enumerate() {
        let row = |row: usize| {
            simd.avx512f
                ._mm512_add_epi32(state[row][group], start[row][group])
        };
        let blocks = transposed(simd, [row(0), row(1), row(2), row(3)]);
        *words = pulp::cast(blocks);
    }
}

/// A vector with the same row of four words for each of four ChaCha blocks.
#[inline(always)]
fn four_times(words: &[u32]) -> __m512i {
    let lanes: [u32; 16] = std::array::from_fn(|lane| words[lane % 4]);
    pulp::cast(lanes)
}

/// The last row of the state of the ChaCha blocks, which holds the block counters from `first` on.
#[inline(always)]
fn numbers<const GROUPS: usize>(first: u64) -> Rows<GROUPS> {
    std::array::from_fn(|group| {
        let mut lanes = [0_u64; 8];
        for block in 0..4 {
            lanes[2 * block] = first.wrapping_add((4 * group + block) as u64);
        }
        pulp::cast(lanes)
    })
}

#[inline(always)]
fn double_round<const GROUPS: usize>(simd: V4, state: &mut [Rows<GROUPS>; 4]) {
    let f = simd.avx512f;
    round(simd, state);
    let [_, b, c, d] = state;
    // The diagonals become columns.
    for group in 0..GROUPS {
        b[group] = f._mm512_shuffle_epi32::<0b00_11_10_01>(b[group]);
        c[group] = f._mm512_shuffle_epi32::<0b01_00_11_10>(c[group]);
        d[group] = f._mm512_shuffle_epi32::<0b10_01_00_11>(d[group]);
    }
    round(simd, state);
    let [_, b, c, d] = state;
    for group in 0..GROUPS {
        b[group] = f._mm512_shuffle_epi32::<0b10_01_00_11>(b[group]);
        c[group] = f._mm512_shuffle_epi32::<0b01_00_11_10>(c[group]);
        d[group] = f._mm512_shuffle_epi32::<0b00_11_10_01>(d[group]);
    }
}

#[inline(always)]
fn round<const GROUPS: usize>(simd: V4, state: &mut [Rows<GROUPS>; 4]) {
    let [a, b, c, d] = state;
    mix::<16, GROUPS>(simd, a, b, d);
    mix::<12, GROUPS>(simd, c, d, b);
    mix::<8, GROUPS>(simd, a, b, d);
    mix::<7, GROUPS>(simd, c, d, b);
}

/// A step of ChaCha's quarter round on whole rows: adds `row` to `sum`, xors the result into `other`, and rotates the words of `other` to the left by
/// BITS bits.
#[inline(always)]
fn mix<const BITS: i32, const GROUPS: usize>(
    simd: V4,
    sum: &mut Rows<GROUPS>,
    row: &Rows<GROUPS>,
    other: &mut Rows<GROUPS>,
) {
    let f = simd.avx512f;
    for group in 0..GROUPS {
        sum[group] = f._mm512_add_epi32(sum[group], row[group]);
        let mixed = f._mm512_xor_si512(other[group], sum[group]);
        other[group] = f._mm512_rol_epi32::<BITS>(mixed);
    }
}

/// Reorders the four rows of four ChaCha blocks, so that the words of each block are consecutive.
#[inline(always)]
fn transposed(simd: V4, [a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let f = simd.avx512f;
    const LOWER: i32 = 0b01_00_01_00;
    const UPPER: i32 = 0b11_10_11_10;
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    let (ab, cd) = (
        f._mm512_shuffle_i32x4::<LOWER>(a, b),
        f._mm512_shuffle_i32x4::<LOWER>(c, d),
    );
    let (upper_ab, upper_cd) = (
        f._mm512_shuffle_i32x4::<UPPER>(a, b),
        f._mm512_shuffle_i32x4::<UPPER>(c, d),
    );
    [
        f._mm512_shuffle_i32x4::<EVEN>(ab, cd),
        f._mm512_shuffle_i32x4::<ODD>(ab, cd),
        f._mm512_shuffle_i32x4::<EVEN>(upper_ab, upper_cd),
        f._mm512_shuffle_i32x4::<ODD>(upper_ab, upper_cd),
    ]
}
