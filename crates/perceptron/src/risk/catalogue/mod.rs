//! Gives the closed forms names and keys, so that a user can evaluate one and compare it with independent numerical integration.

mod agnostic_basis;
mod arguments;
mod atoms;
mod basis;
mod basis_distinct;
mod basis_unseen;
mod basis_votes;
mod circle;
mod coin_deviation;
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
use crate::sample::Rational;

/// One number that the evaluation of a closed form gives, such as a risk.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedNumber {
    /// Name of the quantity, as printed.
    pub name: String,
    /// Value of the quantity; the nearest float if it is known exactly.
    pub value: f64,
    /// Value of the quantity as a fraction, if it is a fraction that is short enough to print.
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

/// The result of evaluating a closed form: at least one quantity, first the one that the form is named for.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedFormValue {
    /// The evaluated quantities.
    pub quantities: Vec<NamedNumber>,
    /// A remark that a user needs in order to interpret the quantities.
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

/// A closed form of a risk whose parameters are known, so that it can be evaluated.
pub trait Evaluate {
    /// Computes the quantities of the closed form; they may be infinite or NaN.
    ///
    /// # Errors
    /// A parameter that another one, or the size of the problem, does not allow.
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
        BasisVotes in basis_votes,
        CoinDeviation in coin_deviation,
        FiniteSupport in finite_support,
        Circle in circle,
        AgnosticBasis in agnostic_basis,
        Minimax in minimax,
    }
}

impl ClosedForm {
    /// Computes the quantities of the closed form, and refuses results that are not finite.
    ///
    /// # Errors
    /// A parameter that another one, or the size of the problem, does not allow, or a quantity that is not finite.
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

#[cfg(test)]
mod tests;
