//! Names the closed forms with their keys, so that anyone can evaluate one and compare it with their own quadrature.

mod agnostic_basis;
mod arguments;
mod atoms;
mod basis;
mod basis_distinct;
mod basis_unseen;
mod circle;
mod finite_support;
mod fixed_margin_sphere;
mod isotropic_gaussians;
mod majority;
mod minimax;
mod owens_t;
mod rotation_invariant;
mod sphere_margin;
mod truncated_gaussian;
mod values;

pub use arguments::FormError;

use crate::documented::family;
use crate::sample::{Rational, TestTies};

/// One number that a closed form gives.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedNumber {
    /// What it is.
    pub name: String,
    /// Its value; the nearest float where it is known exactly.
    pub value: f64,
    /// Its value as a fraction, where it is one that is short enough to write down.
    pub exact: Option<Rational>,
}

impl NamedNumber {
    fn new(name: &str, value: f64, exact: Option<Rational>) -> Self {
        let value = exact.as_ref().map_or(value, Rational::to_f64);
        Self {
            name: name.into(),
            value,
            exact,
        }
    }

    fn float(name: &str, value: f64) -> Self {
        Self::new(name, value, None)
    }

    fn fraction(name: &str, exact: Rational) -> Self {
        Self::new(name, f64::NAN, Some(exact))
    }
}

/// What a closed form gives: at least one quantity, the one it is named for first.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedFormValue {
    /// The quantities.
    pub quantities: Vec<NamedNumber>,
    /// What a reader must know of them.
    pub note: Option<String>,
}

impl ClosedFormValue {
    fn of(quantities: Vec<NamedNumber>) -> Self {
        Self {
            quantities,
            note: None,
        }
    }

    fn risk(value: f64) -> Self {
        Self::of(vec![NamedNumber::float("risk", value)])
    }
}

/// What every closed form does with its parameters.
pub trait Evaluate {
    /// Its quantities, whatever their size.
    ///
    /// # Errors
    /// A parameter that another one, or the size of the problem, forbids.
    fn evaluate(&self) -> Result<ClosedFormValue, FormError>;
}

family! {
    /// A closed form with its parameters.
    pub enum ClosedForm: Evaluate {
        IsotropicGaussians in isotropic_gaussians,
        RotationInvariant in rotation_invariant,
        SphereMargin in sphere_margin,
        FixedMarginSphere in fixed_margin_sphere,
        TruncatedGaussian in truncated_gaussian,
        OwensT in owens_t,
        Majority in majority,
        Basis in basis,
        BasisUnseen in basis_unseen,
        BasisDistinct in basis_distinct,
        FiniteSupport in finite_support,
        Circle in circle,
        AgnosticBasis in agnostic_basis,
        Minimax in minimax,
    }
}

impl ClosedForm {
    /// Its quantities.
    ///
    /// # Errors
    /// A parameter that another one, or the size of the problem, forbids.
    pub fn evaluate(&self) -> Result<ClosedFormValue, FormError> {
        let answer = (**self).evaluate()?;
        if answer
            .quantities
            .iter()
            .any(|quantity| !quantity.value.is_finite())
        {
            Err(FormError::OutOfFloats)
        } else {
            Ok(answer)
        }
    }
}

/// A tied test example is a mistake unless a key says otherwise, as in a spec.
fn mistake() -> TestTies {
    TestTies::Mistake
}

#[cfg(test)]
mod tests;
