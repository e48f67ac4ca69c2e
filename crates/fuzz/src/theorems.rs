//! Says which claims must hold where their premises do. A theorem may never be violated there. A statement about a construction, a comparison or an
//! erratum may be, so it is run only to find panics.

use claims::claim::{Form, StatedClaim};
use claims::trial::Setting;

/// Whether a claim must hold in these settings wherever its premises do: it is a theorem, and no variant is wrong on purpose.
pub fn must_hold(claim: &StatedClaim, settings: &[&Setting]) -> bool {
    let mutant = |setting: &&Setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.is_mutant())
    };
    !settings.iter().any(mutant) && is_theorem(claim)
}

/// Whether a claim, with its keys, its margin and its scale, is a theorem.
pub fn is_theorem(claim: &StatedClaim) -> bool {
    let plain = claim.scale.to_f64() >= 1.0 && claim.form() != Form::Illustration;
    plain && claim.is_theorem()
}
