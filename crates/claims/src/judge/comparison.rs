//! Compares the observed number of a trial with its limit: by fractions, by enclosures in floats, and by enclosures of many bits where floats leave
//! the comparison open.

use crate::claim::{Enclosure, Form, MOST_BITS, StatedClaim, Term};
use crate::trial::Row;
use perceptron::sample::{Quantity, Rational};
use std::cmp::Ordering;

/// Two numbers whose enclosures overlap by at most this part of the larger one count as equal.
const NARROW: f64 = 1e-12;

/// How the observed number of a trial compares with its limit, as far as arithmetic tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Comparison {
    /// The order of the two numbers is certain.
    Certain(Ordering),
    /// The numbers agree in all bits with which formulas are computed, and count as equal.
    SameBits,
    /// The enclosures overlap. The observed number may lie above its limit by at most `above`, and below it by at most `below`, both relative to the
    /// larger of the two.
    Overlap { above: f64, below: f64 },
}

impl Comparison {
    /// Compares two numbers by their fractions or by their enclosures.
    pub(super) fn of(observed: &Quantity, limit: &Quantity) -> Self {
        if let Some((observed, limit)) = observed.exact.as_ref().zip(limit.exact.as_ref()) {
            return Self::Certain(observed.cmp(limit));
        }
        if observed.lower > limit.upper {
            return Self::Certain(Ordering::Greater);
        }
        if observed.upper < limit.lower {
            return Self::Certain(Ordering::Less);
        }
        let is_point = |number: &Quantity| number.lower == number.upper;
        if is_point(observed) && is_point(limit) {
            return Self::Certain(Ordering::Equal);
        }
        let size = observed.value.abs().max(limit.value.abs());
        let relative = |distance: f64| match distance <= 0.0 {
            true => 0.0,
            false => distance / size,
        };
        Self::Overlap {
            above: relative(observed.upper - limit.lower),
            below: relative(limit.upper - observed.lower),
        }
    }

    /// Whether the observed number is at most its limit; `None` if the enclosures overlap too widely to tell.
    pub(super) fn is_at_most(self) -> Option<bool> {
        match self {
            Self::Certain(order) => Some(order != Ordering::Greater),
            Self::SameBits => Some(true),
            Self::Overlap { above, .. } => (above <= NARROW).then_some(true),
        }
    }

    /// Whether the observed number is at least its limit; `None` if the enclosures overlap too widely to tell.
    pub(super) fn is_at_least(self) -> Option<bool> {
        match self {
            Self::Certain(order) => Some(order != Ordering::Less),
            Self::SameBits => Some(true),
            Self::Overlap { below, .. } => (below <= NARROW).then_some(true),
        }
    }

    /// Whether the observed number equals its limit; `None` if the enclosures overlap too widely to tell.
    pub(super) fn is_equal(self) -> Option<bool> {
        match self {
            Self::Certain(order) => Some(order == Ordering::Equal),
            Self::SameBits => Some(true),
            Self::Overlap { above, below } => (above.max(below) <= NARROW).then_some(true),
        }
    }

    /// Whether the observed number exceeds its limit, or equals it if that counts too; `None` if the enclosures overlap too widely to tell.
    pub(super) fn exceeds(self, equality_counts: bool) -> Option<bool> {
        match (equality_counts, self) {
            (true, Self::Certain(order)) => Some(order != Ordering::Less),
            (true, _) => self.is_equal(),
            (false, _) => self.is_at_most().map(|is_within| !is_within),
        }
    }

    /// The largest part of the larger number by which two numbers that count as equal may differ; `None` if their order is certain.
    pub(super) fn tolerance(self) -> Option<f64> {
        match self {
            Self::Certain(_) => None,
            Self::SameBits => Some(0.0),
            Self::Overlap { above, below } => Some(above.max(below)),
        }
    }
}

/// Whether a comparison answers what a claim of this form asks of single trials; a form that compares means asks nothing.
fn is_decided(form: Form, comparison: Comparison, equality_counts: bool) -> bool {
    let answer = match form {
        Form::Surely | Form::Exists => comparison.is_at_most(),
        Form::Identity => comparison.is_equal(),
        Form::WithProbability => comparison.exceeds(equality_counts),
        Form::InExpectation | Form::ExpectationIdentity | Form::LowerBound => Some(true),
        Form::Illustration | Form::HasDistribution => Some(true),
    };
    answer.is_some()
}

/// Whether two numbers are known to 10⁻¹² of the larger one, or of 1.
pub(super) fn is_known(sides: [&Quantity; 2]) -> bool {
    let [a, b] = sides.map(|side| side.upper - side.lower);
    let size = sides
        .map(|side| side.value.abs())
        .into_iter()
        .fold(1.0, f64::max);
    a.max(b) <= NARROW * size
}

/// Whether a claim of this form compares the two numbers of single trials.
pub(super) fn compares_trials(form: Form) -> bool {
    !form.is_about_a_mean() && !matches!(form, Form::Illustration | Form::HasDistribution)
}

/// The number of bits with which formulas enter the means of a complete enumeration.
pub(super) const BITS_OF_MEANS: usize = MOST_BITS;

/// Encloses both sides of a claim on an outcome of a complete enumeration; `None` if both are fractions, or if one is a measured float.
pub(super) fn sharp_sides(
    claim: &StatedClaim,
    rows: &[Row],
    sides: [&Quantity; 2],
) -> Option<[Enclosure; 2]> {
    if sides.iter().all(|side| side.exact.is_some()) {
        return None;
    }
    let sides = enclosed(claim, rows, sides, BITS_OF_MEANS)?;
    let is_measured = sides.iter().any(Enclosure::is_measured);
    (!is_measured).then_some(sides)
}

/// A limit moved by a part of its size: up if the part is positive, down if it is negative.
pub(super) fn raised(limit: &Quantity, part: f64) -> Quantity {
    let part = Rational::from_decimal(part).unwrap_or_else(Rational::zero);
    if part.is_zero() {
        return limit.clone();
    }
    let one = Rational::one();
    match limit.value < 0.0 {
        true => limit.scaled(&(&one - &part)),
        false => limit.scaled(&(&one + &part)),
    }
}

/// Both sides of a claim on one trial, compared.
pub(super) struct Compared {
    pub observed: Quantity,
    pub limit: Quantity,
    pub comparison: Comparison,
    /// Whether a side that enters a mean is known so coarsely that its enclosure counts and not only its value.
    pub is_coarse: bool,
}

/// Compares the sides of a claim on a trial. Where their enclosures in floats overlap and the sides are formulas, they are computed with more and more
/// bits, until they part. If they have not parted with [`MOST_BITS`] bits and no measured float enters, they count as equal.
pub(super) fn compare(
    claim: &StatedClaim,
    rows: &[Row],
    observed: Quantity,
    limit: Quantity,
) -> Compared {
    let floats = Compared::new(claim, observed, limit);
    if !floats.wants_bits(claim) {
        return floats;
    }
    let mut sharpest = None;
    let sides = [floats.observed.clone(), floats.limit.clone()];
    for bits in [128, 256, 512, MOST_BITS] {
        let Some([observed, limit]) = enclosed(claim, rows, sides.each_ref(), bits) else {
            break;
        };
        let compared = Compared::of_enclosures(claim, &observed, &limit);
        let is_measured = observed.is_measured() || limit.is_measured();
        if is_measured {
            return compared.with_values_of(&floats);
        }
        if !compared.wants_bits(claim) {
            return compared;
        }
        sharpest = Some(compared);
    }
    sharpest.map_or(floats, Compared::settled)
}

/// Both sides of a claim on a trial, the limit multiplied by the claim's factor, with `bits` bits; `None` if a side is neither a fraction nor a formula.
fn enclosed(
    claim: &StatedClaim,
    rows: &[Row],
    [observed, limit]: [&Quantity; 2],
    bits: usize,
) -> Option<[Enclosure; 2]> {
    let statement = &claim.statement;
    let of = |term: &Term, number: &Quantity, scale: &Rational| match &number.exact {
        Some(fraction) => Enclosure::of_fraction(fraction, bits).ok(),
        None if *scale == Rational::one() => term.enclosure(rows, bits),
        None => term.enclosure(rows, bits)?.scaled(scale, bits),
    };
    Some([
        of(&statement.observed, observed, &Rational::one())?,
        of(&statement.limit, limit, &claim.scale)?,
    ])
}

impl Compared {
    fn new(claim: &StatedClaim, observed: Quantity, limit: Quantity) -> Self {
        let comparison = Comparison::of(&observed, &limit);
        let is_coarse = is_coarse(claim, &observed, &limit);
        Self {
            observed,
            limit,
            comparison,
            is_coarse,
        }
    }

    fn of_enclosures(claim: &StatedClaim, observed: &Enclosure, limit: &Enclosure) -> Self {
        let order = observed.compare(limit);
        let compared = Self::new(claim, observed.to_quantity(), limit.to_quantity());
        Self {
            comparison: order.map_or(compared.comparison, Comparison::Certain),
            ..compared
        }
    }

    /// This comparison with the measured values, which an enclosure of them does not change.
    fn with_values_of(self, floats: &Self) -> Self {
        let value = |own: Quantity, measured: &Quantity| Quantity {
            value: measured.value.clamp(own.lower, own.upper),
            ..own
        };
        Self {
            observed: value(self.observed, &floats.observed),
            limit: value(self.limit, &floats.limit),
            ..self
        }
    }

    /// The result with the largest number of bits: sides that it does not part count as equal, unless it leaves open more than rounding does
    /// elsewhere.
    fn settled(self) -> Self {
        if !is_known([&self.observed, &self.limit]) {
            return self;
        }
        Self {
            comparison: match self.comparison {
                Comparison::Overlap { .. } => Comparison::SameBits,
                known => known,
            },
            ..self
        }
    }

    /// Whether more bits may tell more: the enclosures overlap in a claim that compares single trials, or are wide in one about a mean.
    fn wants_bits(&self, claim: &StatedClaim) -> bool {
        let overlaps = matches!(self.comparison, Comparison::Overlap { .. });
        self.is_coarse || overlaps && compares_trials(claim.form())
    }

    /// Whether the arithmetic leaves open what the claim asks of the trial.
    pub(super) fn is_open(&self, claim: &StatedClaim) -> bool {
        let equality_counts = claim.statement.equality_is_beyond;
        !is_decided(claim.form(), self.comparison, equality_counts)
    }
}

/// Whether the sides of a claim about a mean are known less exactly than to 10⁻¹² of the range of what is observed; of an illustration, of the larger
/// side.
fn is_coarse(claim: &StatedClaim, observed: &Quantity, limit: &Quantity) -> bool {
    let form = claim.form();
    if !form.is_about_a_mean() && form != Form::Illustration {
        return false;
    }
    let size = match form.is_about_a_mean() {
        true => claim.statement.range.width(),
        false => observed.value.abs().max(limit.value.abs()),
    };
    let width = |number: &Quantity| number.upper - number.lower;
    width(observed).max(width(limit)) > NARROW * size
}
