//! Groups atoms of equal mass and label, so that a distribution on a million atoms takes a few numbers, and sums over the groups.

use super::values::{Labels, Masses};
use super::{FormError, NamedNumber};
use crate::risk::closed::{TestTies, basis};
use crate::sample::{Label, Rational};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Largest denominator, in bits, of a fraction that is printed as an exact result. Longer fractions are not computed, because they take long and are
/// too long to read.
pub(super) const MOST_BITS: u64 = 50_000;

/// A number of basis vectors (atoms) with the same probability and label, counted instead of listed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AtomGroup {
    count: u32,
    mass: Rational,
    label: Label,
}

impl AtomGroup {
    /// Makes a group of `count` atoms, each of probability `mass`. A group of 0 atoms adds nothing to any sum.
    pub(super) fn new(count: u32, mass: Rational, label: Label) -> Self {
        Self { count, mass, label }
    }
}

/// Groups the d basis vectors of a distribution by probability and label. `examples` is the sample size, on which the masses `light` depend.
pub(super) fn groups(
    dimension: Option<u32>,
    masses: &Masses,
    labels: &Labels,
    examples: u32,
) -> Result<Vec<AtomGroup>, FormError> {
    let d = size(dimension, masses, labels)?;
    match masses {
        Masses::List(masses) => {
            let atoms = masses.iter().zip(0_u32..);
            Ok(atoms
                .map(|(mass, index)| AtomGroup::new(1, mass.clone(), labels.at(index)))
                .collect())
        }
        Masses::Uniform => Ok(equal(0..d, &Rational::new(1, i64::from(d)), labels)),
        Masses::Light => {
            let denominator = i64::from(examples) + 1;
            let rest = denominator - (i64::from(d) - 1);
            if rest <= 0 {
                let problem = format!(
                    "{} light masses 1/{denominator} exceed 1; allowed is at most {denominator} (examples + 1)",
                    d - 1
                );
                return Err(FormError::value("dimension", problem));
            }
            let mut groups = equal(0..d - 1, &Rational::new(1, denominator), labels);
            groups.push(AtomGroup::new(
                1,
                Rational::new(rest, denominator),
                labels.at(d - 1),
            ));
            Ok(groups)
        }
    }
}

/// The number of atoms d, from the key `dimension` or the lengths of the lists of masses and labels, which must agree.
fn size(dimension: Option<u32>, masses: &Masses, labels: &Labels) -> Result<u32, FormError> {
    let listed =
        |name: &'static str, length: usize| u32::try_from(length).ok().map(|length| (name, length));
    let by_masses = if let Masses::List(list) = masses {
        listed("masses", list.len())
    } else {
        None
    };
    let by_labels = if let Labels::List(list) = labels {
        listed("labels", list.len())
    } else {
        None
    };
    let told: Vec<(&str, u32)> = dimension
        .map(|d| ("dimension", d))
        .into_iter()
        .chain(by_masses)
        .chain(by_labels)
        .collect();
    let Some(&(first, d)) = told.first() else {
        return Err(FormError::MissingKey {
            key: "dimension".into(),
        });
    };
    match told.iter().find(|(_, other)| *other != d) {
        Some((name, other)) => Err(FormError::value(
            name,
            format!("there are {other}, but {first} says {d}"),
        )),
        None => Ok(d),
    }
}

fn equal(indices: std::ops::Range<u32>, mass: &Rational, labels: &Labels) -> Vec<AtomGroup> {
    let count = indices.len() as u32;
    let positive = match labels {
        Labels::Positive => count,
        Labels::Negative => 0,
        Labels::Alternating => count.div_ceil(2),
        Labels::List(list) => list[..indices.len()]
            .iter()
            .filter(|label| **label == Label::Positive)
            .count() as u32,
    };
    vec![
        AtomGroup::new(positive, mass.clone(), Label::Positive),
        AtomGroup::new(count - positive, mass.clone(), Label::Negative),
    ]
}

/// Whether (1 − pᵢ)ⁿ, for the probability pᵢ of every atom and n = `draws`, and the sum over the atoms are short enough to be computed as fractions.
fn is_short(groups: &[AtomGroup], draws: u32) -> bool {
    let mut common = BigInt::one();
    for group in groups {
        common = common.lcm(&group.mass.denominator());
        if common.bits().saturating_mul(u64::from(draws)) > MOST_BITS {
            return false;
        }
    }
    true
}

/// The expected risk, after a sample of `examples` examples, of any rule that is right on the atoms it saw and scores 0 on the others.
pub(super) fn expected_risk(
    name: &str,
    groups: &[AtomGroup],
    examples: u32,
    ties: TestTies,
) -> NamedNumber {
    let masses = groups
        .iter()
        .map(|group| (f64::from(group.count), group.mass.to_f64(), group.label));
    let value = masses
        .map(|(count, mass, label)| {
            count * basis::expected_risk(&[mass], &[label], examples.into(), ties)
        })
        .sum();
    let exact = is_short(groups, examples).then(|| {
        let term = |group: &AtomGroup| {
            basis::expected_risk_exact(&[group.mass.to_big()], &[group.label], examples, ties)
        };
        total(groups, term)
    });
    NamedNumber::new(name, value, exact)
}

/// The expected number of different atoms in `draws` independent draws.
pub(super) fn expected_distinct(name: &str, groups: &[AtomGroup], draws: u32) -> NamedNumber {
    let value = groups
        .iter()
        .map(|group| {
            f64::from(group.count) * basis::expected_distinct(&[group.mass.to_f64()], draws.into())
        })
        .sum();
    let exact = is_short(groups, draws).then(|| {
        total(groups, |group| {
            basis::expected_distinct_exact(&[group.mass.to_big()], draws)
        })
    });
    NamedNumber::new(name, value, exact)
}

fn total(groups: &[AtomGroup], term: impl Fn(&AtomGroup) -> num_rational::BigRational) -> Rational {
    let terms = groups
        .iter()
        .filter(|group| group.count > 0)
        .map(|group| term(group) * BigInt::from(group.count));
    terms
        .fold(num_rational::BigRational::zero(), |sum, term| sum + term)
        .into()
}

/// Whether `terms` sums, each of `terms` fractions over `denominator`^`power`, are short enough and quick enough to compute while a user waits.
pub(super) fn is_feasible(terms: u32, denominator: &BigInt, power: u32) -> bool {
    let bits = denominator.bits().saturating_mul(u64::from(power));
    bits <= MOST_BITS && u64::from(terms).pow(2).saturating_mul(bits) <= 2_000_000_000
}
