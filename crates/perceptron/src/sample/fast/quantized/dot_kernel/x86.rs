//! Multiplies 16-bit integers in the vector registers of AVX2 and of AVX-512.

use super::{DotKernel, GROUP, Part16};
use crate::sample::fast::lanes::kernel::SignSumKernel;
use pulp::cast;
use pulp::x86::{V3, V4};
use std::arch::x86_64::{__m128i, __m256i, __m512i};

impl DotKernel for V3 {
    #[inline(always)]
    fn times(self, rows: [&[Part16]; GROUP], vector: &[Part16]) -> [i32; GROUP] {
        let f = self.avx2;
        let mut sums: [__m256i; GROUP] = cast([[0; 8]; GROUP]);
        for (place, &part) in vector.iter().enumerate() {
            let halves: [__m256i; 2] = cast(part.0);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let row: [__m256i; 2] = cast(row[place].0);
                for (a, b) in row.into_iter().zip(halves) {
                    *sum = f._mm256_add_epi32(*sum, f._mm256_madd_epi16(a, b));
                }
            }
        }
        self.totals(sums)
    }

    #[inline(always)]
    fn outside(self, products: [i32; GROUP], limit: i32) -> [u32; 2] {
        let limits = [limit, -limit].map(|limit| cast::<_, __m128i>([limit; GROUP]));
        let products = cast(products);
        [
            self.sse2._mm_cmpgt_epi32(limits[0], products),
            self.sse2._mm_cmpgt_epi32(products, limits[1]),
        ]
        .map(|lanes| self.sse._mm_movemask_ps(cast(lanes)).cast_unsigned())
    }
}

impl DotKernel for V4 {
    #[inline(always)]
    fn times(self, rows: [&[Part16]; GROUP], vector: &[Part16]) -> [i32; GROUP] {
        let mut sums: [__m512i; GROUP] = cast([[0; 16]; GROUP]);
        for (place, &part) in vector.iter().enumerate() {
            let part: __m512i = cast(part.0);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let products = self.avx512bw._mm512_madd_epi16(cast(row[place].0), part);
                *sum = self.avx512f._mm512_add_epi32(*sum, products);
            }
        }
        self.totals(sums)
    }

    #[inline(always)]
    fn outside(self, products: [i32; GROUP], limit: i32) -> [u32; 2] {
        (*self).outside(products, limit)
    }
}
