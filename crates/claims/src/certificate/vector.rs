//! Repeats a learner's weight vector exactly, w = Σ y·x or Σ y·x/‖x‖, and compares its scores in integers.

use super::exact::{Integral, dot};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use perceptron::sample::Rational;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Number of binary digits to which 1/‖x‖ is enclosed, for sums of examples that are divided by different norms.
const DIGITS: usize = 512;

/// An exact weight vector in units of the step: the sum of signed examples y·x or y·x/‖x‖, stored as one integer sum per norm ‖x‖. A rule that does
/// not divide by norms has a single sum.
pub(super) struct ExactVector {
    normalizes: bool,
    parts: BTreeMap<BigInt, NormPart>,
}

struct NormPart {
    /// ⌊2^512/‖x‖⌋, where ‖x‖ is the norm of the examples in this sum.
    reciprocal: BigInt,
    sum: Vec<BigInt>,
}

/// An exact score y⟨w, x⟩ as a sum of products: for each norm ‖x‖ in w, ⌊2^512/‖x‖⌋ and the integer that it multiplies. Products with zero are left
/// out.
pub(super) struct ExactScore(Vec<(BigInt, BigInt)>);

impl ExactVector {
    /// The weight vector w = 0, of a rule that divides examples by their norms or not.
    pub(super) fn zero(normalizes: bool) -> Self {
        Self {
            normalizes,
            parts: BTreeMap::new(),
        }
    }

    /// Makes an update on an example: adds y·x, or y·x/‖x‖ if the rule normalizes.
    pub(super) fn add(&mut self, sample: &Integral, example: usize) {
        let norm_squared = if self.normalizes {
            // A zero example adds nothing; its norm counts as 1 to avoid a division by 0.
            sample.norm_squared(example).max(BigInt::one())
        } else {
            BigInt::one()
        };
        let part = self
            .parts
            .entry(norm_squared)
            .or_insert_with_key(|norm_squared| NormPart {
                // ⌊√⌊q⌋⌋ = ⌊√q⌋, so the reciprocal is short by less than one.
                reciprocal: ((BigInt::one() << (2 * DIGITS)) / norm_squared).sqrt(),
                sum: vec![BigInt::zero(); sample.dimension()],
            });
        let sign = sample.label(example).sign();
        sample
            .row(example)
            .into_iter()
            .for_each(|(j, x)| part.sum[j] += x * sign);
    }

    /// Returns y⟨w, x⟩ of an example, without dividing x by its own norm, which would not change the sign.
    pub(super) fn score(&self, sample: &Integral, example: usize) -> ExactScore {
        let (row, sign) = (sample.row(example), sample.label(example).sign());
        let terms = self
            .parts
            .values()
            .map(|part| (part.reciprocal.clone(), dot(&row, &part.sum) * sign));
        ExactScore(terms.filter(|(_, term)| !term.is_zero()).collect())
    }
}

impl ExactScore {
    /// Compares the score with zero; `None` if 512 binary digits of 1/‖x‖ do not settle the sign.
    pub(super) fn sign(&self) -> Option<Ordering> {
        // With a single norm, the reciprocal is one positive factor, so the integer alone has the sign.
        if let [(_, term)] = self.0.as_slice() {
            return Some(term.cmp(&BigInt::zero()));
        }
        let value: BigInt = self
            .0
            .iter()
            .map(|(reciprocal, term)| reciprocal * term)
            .sum();
        // Each reciprocal is short by less than one, so the sum is off by less than this.
        let error: BigInt = self.0.iter().map(|(_, term)| term.abs()).sum();
        (self.0.is_empty() || value.abs() > error).then(|| value.cmp(&BigInt::zero()))
    }

    /// Compares the score with another one; `None` if the two involve examples of different norms.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let norms: BTreeSet<&BigInt> = self
            .0
            .iter()
            .chain(&other.0)
            .map(|(norm, _)| norm)
            .collect();
        (norms.len() <= 1).then(|| self.fraction().cmp(&other.fraction()))
    }

    /// Returns the score y⟨w, x⟩ as a whole number of squared units of the features. If the rule divides by norms and all are equal, the factor 1/‖x‖
    /// is left out.
    pub(super) fn fraction(&self) -> Rational {
        Rational::from_big(self.0.iter().map(|(_, term)| term).sum(), BigInt::one())
    }
}
