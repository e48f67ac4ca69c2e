//! Computes the special functions behind generators, risks and intervals, with the same bits on every processor.
//!
//! Transcendental functions come from `libm`, or are made of operations that IEEE 754 fixes to the bit, because trials store what is computed here.
//!
//! Sums go in a fixed order. Every function is tested against another library and against quadrature. Numbers of subsets are exact integers, and too
//! large ones are none. A function says in its doc with what error it is computed.

pub mod beta;
pub mod combinatorics;
pub mod elementary;
pub mod normal;
pub mod owens_t;
pub mod quadrature;
pub mod sphere;
