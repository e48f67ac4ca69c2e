//! States numbers that claims of several kinds share.

use super::Term;
use crate::trial::columns;
use perceptron::sample::Rational;

/// A finite number of a spec as the fraction that it spells: 0.1 means 1/10, and not the nearest float.
pub(super) fn as_written(number: f64) -> Rational {
    Rational::from_decimal(number).unwrap_or_else(Rational::zero)
}

/// The leave-one-out error as a fraction; its column holds the nearest float.
pub fn leave_one_out_error() -> Term {
    let error = Term::from(columns::LEAVE_ONE_OUT_ERRORS).over(Term::from(columns::EXAMPLES));
    error.known_as(columns::LEAVE_ONE_OUT_ERROR)
}
