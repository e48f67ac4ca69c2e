//! Computes the long run of a random order on a closed set exactly: a Markov chain with its recurrent classes.

use super::classes::Classes;
use super::closed_set::ClosedSet;
use super::solve::{Matrix, Solution};
use crate::sample::Rational;
use std::collections::HashMap;

/// Behaviour of a learner in the long run of a random order, in which every example shown is drawn uniformly: exact means over the recurrent classes.
#[derive(Debug, Clone, PartialEq)]
pub struct LongRun {
    /// The recurrent classes, in the order in which a breadth-first search from w = 0 meets them.
    pub classes: Vec<RecurrentClass>,
    /// Long-run means of a run from w = 0: those of the classes, weighted by the probability of ending there.
    pub means: LongRunMeans,
    /// The long-run probability of every recurrent vector of a run from w = 0, with its index in the closed set, rounded.
    pub cloud: Vec<(usize, f64)>,
}

/// A set of weight vectors that a random order never leaves, and visits forever once it is in it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecurrentClass {
    /// Number of weight vectors.
    pub vectors: u64,
    /// Probability that a run from w = 0 ends in this class.
    pub probability: Rational,
    /// Long-run means in this class.
    pub means: LongRunMeans,
}

/// Means over the long run of a random order.
#[derive(Debug, Clone, PartialEq)]
pub struct LongRunMeans {
    /// Probability that the example shown has y⟨w, x⟩ ≤ 0.
    pub errors: Rational,
    /// Probability that the example shown has y⟨w, x⟩ < 0.
    pub strict_errors: Rational,
    /// Mean of ‖w‖².
    pub norm_squared: Rational,
}

impl LongRun {
    /// Solves the Markov chain of a closed set in fractions. `None` if a system is singular modulo the prime of the solver, or if its fractions are longer
    /// than 30 000 bits. The effort grows with the third power of the number of vectors.
    pub fn of(set: &ClosedSet) -> Option<Self> {
        let classes = Classes::of(set);
        let members = classes.recurrent();
        let probabilities = probabilities(set, &classes.transient(), &members)?;
        let (mut found, mut cloud) = (Vec::new(), Vec::new());
        for (members, probability) in members.iter().zip(probabilities) {
            let stationary = stationary(set, members)?;
            let weight = probability.to_f64();
            let floats = stationary.to_floats().into_iter().map(|p| p * weight);
            cloud.extend(members.iter().copied().zip(floats));
            found.push(RecurrentClass {
                vectors: members.len() as u64,
                means: LongRunMeans::of(set, members, &stationary),
                probability,
            });
        }
        let means = LongRunMeans::weighted(&found);
        Some(Self {
            classes: found,
            means,
            cloud,
        })
    }

    /// Number of recurrent weight vectors.
    pub fn recurrent_vectors(&self) -> u64 {
        self.classes.iter().map(|class| class.vectors).sum()
    }
}

impl LongRunMeans {
    fn of(set: &ClosedSet, members: &[usize], stationary: &Solution) -> Self {
        let examples = Rational::from(set.examples().examples() as u64);
        let errors: Vec<[u64; 2]> = members.iter().map(|&state| set.errors(state)).collect();
        let share = |kind: usize| {
            let counts = errors.iter().map(|errors| i128::from(errors[kind]));
            &stationary.sum(counts) / &examples
        };
        let norms = members.iter().map(|&state| set.norm_squared(state));
        let unit = set.examples().in_squared_units(1);
        Self {
            errors: share(0),
            strict_errors: share(1),
            norm_squared: &stationary.sum(norms) * &unit,
        }
    }

    fn weighted(classes: &[RecurrentClass]) -> Self {
        let mean = |of: fn(&Self) -> &Rational| {
            let weighted = classes.iter();
            weighted
                .map(|class| &class.probability * of(&class.means))
                .fold(Rational::zero(), |sum, part| &sum + &part)
        };
        Self {
            errors: mean(|means| &means.errors),
            strict_errors: mean(|means| &means.strict_errors),
            norm_squared: mean(|means| &means.norm_squared),
        }
    }
}

/// The numbers of examples that lead from each of some vectors (columns) to each of them (rows). Examples that lead elsewhere are not counted.
fn counts(set: &ClosedSet, members: &[usize]) -> Matrix {
    let place: HashMap<usize, usize> = members.iter().copied().zip(0..).collect();
    let size = members.len();
    let mut entries = vec![0; size * size];
    let mut buffer = vec![0; set.examples().dimension()];
    for (column, &state) in members.iter().enumerate() {
        for example in 0..set.examples().examples() {
            if let Some(row) = place.get(&set.next(state, example, &mut buffer)) {
                entries[row * size + column] += 1;
            }
        }
    }
    Matrix { size, entries }
}

/// The stationary distribution of a recurrent class: π·P = π and Σπ = 1.
fn stationary(set: &ClosedSet, members: &[usize]) -> Option<Solution> {
    let mut balance = counts(set, members);
    let size = balance.size;
    for place in 0..size {
        balance.entries[place * size + place] -= set.examples().examples() as i64;
    }
    // The balance equations add up to 0 = 0, so the sum of the probabilities replaces the last of them.
    balance.entries[(size - 1) * size..].fill(1);
    let mut right = vec![0; size];
    right[size - 1] = 1;
    balance.solve(&right)
}

/// The probability that a run from w = 0 ends in each of some classes, from the mean number of visits to every transient vector.
fn probabilities(
    set: &ClosedSet,
    transient: &[usize],
    classes: &[Vec<usize>],
) -> Option<Vec<Rational>> {
    if transient.is_empty() {
        return Some(vec![Rational::one(); classes.len()]);
    }
    let examples = set.examples().examples() as i64;
    let mut system = counts(set, transient);
    system.entries.iter_mut().for_each(|count| *count = -*count);
    for place in 0..system.size {
        system.entries[place * system.size + place] += examples;
    }
    // The first transient vector is w = 0, which reaches all others.
    let mut right = vec![0; system.size];
    right[0] = examples;
    let visits = system.solve(&right)?;
    let entering = |members: &Vec<usize>| {
        let entries = transient.iter().map(|&state| entries(set, state, members));
        &visits.sum(entries) / &Rational::from(examples)
    };
    Some(classes.iter().map(entering).collect())
}

/// Number of examples that lead from a vector into a class, whose members are in ascending order.
fn entries(set: &ClosedSet, state: usize, members: &[usize]) -> i128 {
    let mut buffer = vec![0; set.examples().dimension()];
    let enters = |&example: &usize| {
        members
            .binary_search(&set.next(state, example, &mut buffer))
            .is_ok()
    };
    (0..set.examples().examples()).filter(enters).count() as i128
}
