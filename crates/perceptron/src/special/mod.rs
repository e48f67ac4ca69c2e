//! Computes the special functions that generators, risks and intervals need, with the same bits on every processor.
//!
//! Transcendental functions come from `libm`, or are made of operations that IEEE 754 fixes to the bit, because trials store the values computed
//! here.
//!
//! Sums go in a fixed order. Every function is tested against another library and against quadrature. Numbers of subsets are exact integers, or
//! `None` if they are too large. The documentation of each function states its error.

pub mod beta;
pub mod combinatorics;
pub mod elementary;
pub mod gamma;
pub mod hebb_angle;
pub mod learning_curve;
pub mod normal;
pub mod owens_t;
pub mod quadrature;
pub mod sphere;
