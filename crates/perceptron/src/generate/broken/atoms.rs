//! Checks examples against a distribution on atoms: each example is an atom and has its label.

use super::Seen;
use crate::generate::Distribution;
use crate::sample::{Features, Label, Rational, Separator};

impl Seen<'_> {
    /// Checks that every example of the sample is a basis vector with positive probability, and has the label that the distribution fixes for that
    /// vector, if it does. Returns the fault in words.
    pub(super) fn atoms(&self) -> Option<String> {
        let stated = self.stated.distribution.as_ref();
        let stated = stated.filter(|stated| stated.has_atoms())?;
        let planted = match &self.sample.planted {
            Some(Separator::Integers(direction)) => Some(direction.as_slice()),
            _ => None,
        };
        let mut labels = self.sample.labels.iter().enumerate();
        labels.find_map(|(example, &label)| {
            let atom = self.only_feature(example);
            let allowed = atom.and_then(|atom| stated.label_of(atom, planted));
            let is_lawful = allowed.is_some_and(|only| only.is_none_or(|only| only == label));
            (!is_lawful).then(|| no_atom(example, atom, allowed))
        })
    }

    /// The index of the only non-zero feature of an example, if the example has exactly one and it is positive.
    fn only_feature(&self, example: usize) -> Option<usize> {
        match self.features() {
            Features::Sparse(store) => only_positive(store.entries(example)),
            features => only_positive(features.integer_row(example)?.into_iter().enumerate()),
        }
    }
}

/// The index of the only non-zero number among pairs (index, number), if there is exactly one and it is positive.
fn only_positive(entries: impl Iterator<Item = (usize, i64)>) -> Option<usize> {
    let mut others = entries.filter(|(_, x)| *x != 0);
    let first = others.next().filter(|(_, x)| *x > 0)?;
    others.next().is_none().then_some(first.0)
}

/// Describes why an example contradicts a distribution on basis vectors. `atom` is the index of its basis vector, `None` if it is a multiple of none;
/// `allowed` is as [`Distribution::label_of`] returns it.
fn no_atom(example: usize, atom: Option<usize>, allowed: Option<Option<Label>>) -> String {
    let Some(atom) = atom else {
        return format!("example {example} is not a positive multiple of a basis vector");
    };
    let atom_has = format!("example {example} is basis vector {atom}, which has");
    match allowed.flatten() {
        Some(only) => format!("{atom_has} the label {}", only.sign()),
        None => format!("{atom_has} no mass"),
    }
}

impl Distribution {
    /// Whether every example of this distribution is a multiple of a basis vector (an atom).
    pub(super) fn has_atoms(&self) -> bool {
        matches!(
            self,
            Self::Atoms { .. }
                | Self::PlantedAtoms { .. }
                | Self::NoisyAtoms { .. }
                | Self::PlantedNoisyAtoms { .. }
        )
    }

    /// The only label that basis vector `atom` can have: `None` if the vector has probability 0, `Some(None)` if it can have both labels. In some
    /// distributions the signs of the planted separator are the labels.
    fn label_of(&self, atom: usize, planted: Option<&[i64]>) -> Option<Option<Label>> {
        let has_mass = |masses: &[Rational]| masses.get(atom).is_some_and(|mass| !mass.is_zero());
        let held = || planted?.get(atom).map(|&u| Label::of_sign(u > 0));
        let certain = |advantage: &Rational| *advantage == Rational::one();
        match self {
            Self::Atoms { masses, labels, .. } => {
                has_mass(masses).then(|| labels.get(atom).copied())
            }
            Self::PlantedAtoms { masses } => has_mass(masses).then(held),
            Self::NoisyAtoms { advantage, labels } => {
                let label = labels.get(atom).copied()?;
                Some(certain(advantage).then_some(label))
            }
            Self::PlantedNoisyAtoms { atoms, advantage } => {
                (atom < *atoms).then(|| held().filter(|_| certain(advantage)))
            }
            _ => Some(None),
        }
    }
}
