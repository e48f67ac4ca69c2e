//! Computes the special functions behind generators, risks and intervals, with the same bits on every processor.
//!
//! Transcendental functions come from `libm` alone and nothing is fused, because trials store what is computed here.

pub mod beta;
pub mod combinatorics;
pub mod normal;
pub mod owens_t;
pub mod quadrature;
pub mod sphere;
