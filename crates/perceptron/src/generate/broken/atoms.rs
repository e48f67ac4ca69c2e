//! Checks examples against a law of atoms: each is one of them, and has its label.

use super::Seen;
use crate::generate::Distribution;
use crate::sample::{Features, Label, Rational, Separator};

impl Seen<'_> {
    /// Every example is an atom with mass, and has the atom's label where the law gives it one.
    pub(super) fn atoms(&self) -> Option<String> {
        if !self.distribution(Distribution::has_atoms) {
            return None;
        }
        let labels = self.sample.labels.iter().enumerate();
        labels
            .into_iter()
            .find_map(|(example, label)| self.no_atom(example, *label))
    }

    fn no_atom(&self, example: usize, label: Label) -> Option<String> {
        let planted = match &self.sample.planted {
            Some(Separator::Integers(direction)) => Some(direction.as_slice()),
            _ => None,
        };
        let Some(atom) = self.only_feature(example) else {
            return Some(format!(
                "example {example} is no positive multiple of a basis vector"
            ));
        };
        let atom_has = || format!("example {example} is basis vector {atom}, which has");
        match self.law.distribution.as_ref()?.label_of(atom, planted) {
            None => Some(format!("{} no mass", atom_has())),
            Some(Some(only)) if only != label => {
                Some(format!("{} the label {}", atom_has(), only.sign()))
            }
            Some(_) => None,
        }
    }

    /// The index of the only feature that is not zero, if it is positive.
    fn only_feature(&self, example: usize) -> Option<usize> {
        let one = |entries: &mut dyn Iterator<Item = (usize, i64)>| {
            let mut others = entries.filter(|(_, x)| *x != 0);
            let first = others.next().filter(|(_, x)| *x > 0)?;
            others.next().is_none().then_some(first.0)
        };
        match self.features() {
            Features::Sparse(store) => one(&mut store.entries(example)),
            features => one(&mut features.integer_row(example)?.into_iter().enumerate()),
        }
    }
}

impl Distribution {
    /// Whether every example is a multiple of a basis vector.
    pub(super) fn has_atoms(&self) -> bool {
        matches!(
            self,
            Self::Atoms { .. }
                | Self::PlantedAtoms { .. }
                | Self::NoisyAtoms { .. }
                | Self::PlantedNoisyAtoms { .. }
        )
    }

    /// `None` if the atom has no mass; else the only label it can have, if there is one only. The planted separator may hold the labels.
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
