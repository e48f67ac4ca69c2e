//! Makes what a search needs of a claim of a spec: the claim restated for a fixed sample, the learners, the space, and samples to start from.

use super::constructions::{cell, constructions};
use super::drawing::{Drawing, random};
use super::evaluation::Evaluation;
use super::{Candidate, Changes, Space};
use crate::certificate::restated;
use crate::claim::{OneTrial, Scope, StatedClaim};
use crate::spec::Spec;
use crate::trial::{Design, Setting};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Order, Variant};
use perceptron::seed::Seed;

/// The largest number of features that all examples of a sample have together from which a search starts.
const MOST_NUMBERS: usize = 300;
/// Largest number of examples of a learner that is run in all orders: the work grows like their factorial.
const MOST_IN_ALL_ORDERS: usize = 6;
/// Number of samples that are drawn from each cell to start from.
const DRAWN: u64 = 8;
/// Number of random samples of a kind that are tried.
const TRIED: usize = 20;
/// Size in bytes of the largest sample that is drawn to start from its first examples.
const LARGEST_SAMPLE: u128 = 1 << 26;

/// Whether a search starts from the constructions and opponents of the program, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constructions {
    /// They are among the starts.
    Used,
    /// It starts from the samples of the spec alone.
    LeftOut,
}

/// A claim about these learners, and where to search for a sample that refutes it.
#[derive(Debug, Clone)]
pub struct Target {
    /// The claim, stated for a fixed sample.
    pub claim: StatedClaim,
    /// The learners, one or a pair; none for a claim about samples.
    pub variants: Vec<(String, Variant)>,
    /// Number of features.
    pub dimension: usize,
    /// The samples among which the search looks.
    pub space: Space,
    /// Samples from which it starts.
    pub starts: Vec<Candidate>,
    /// The random samples with which a chain starts.
    pub(super) drawing: Drawing,
}

impl Target {
    /// The targets of a claim of a spec, one for each learner or pair, with the cells in which its configuration is the same taken together.
    ///
    /// # Errors
    /// Says why the claim cannot be attacked: single samples do not decide it.
    pub fn of(
        spec: &Spec,
        claim: &StatedClaim,
        constructions: Constructions,
        space: Space,
    ) -> Result<Vec<Self>, String> {
        if claim.form().one_trial() == OneTrial::Nothing {
            return Err(
                "it is about a mean or a probability, which no single sample decides".into(),
            );
        }
        if claim.statement.scope == Scope::Sweep {
            return Err("it is about all cells at once".into());
        }
        let mut found: Vec<Self> = Vec::new();
        for subject in claim.subjects() {
            for &cell in &claim.cells {
                let design = spec.design(&spec.cells[cell]);
                let target = Self::in_cell(&design, claim, &subject, space);
                let alike = found.iter_mut().find(|other| other.is_like(&target));
                match alike {
                    Some(other) => other.starts.extend(target.starts),
                    None => found.push(target),
                }
            }
        }
        for target in &mut found {
            let is_given = space.changes == Changes::Order;
            if is_given && target.starts.is_empty() {
                return Err(
                    "its samples have no exact numbers of 64 bits, whose orders could be searched"
                        .into(),
                );
            }
            if constructions == Constructions::Used && !is_given {
                target.starts.extend(target.constructed());
            }
            let (dimension, most) = (target.dimension, target.most_examples());
            target.space.examples = target.space.examples.min(most);
            target
                .starts
                .retain(|start| start.dimension == dimension && start.examples() <= most);
            if !is_given {
                let starts = std::mem::take(&mut target.starts).into_iter();
                let numbers = space.first_examples.saturating_mul(dimension);
                target.starts = starts.map(|start| start.shortened(numbers)).collect();
                target.drawing = target.needed_drawing();
            }
        }
        Ok(found)
    }

    fn in_cell(design: &Design, claim: &StatedClaim, subject: &[String], space: Space) -> Self {
        let setting = design.settings.first();
        let claim = setting.map_or_else(|| claim.clone(), |setting| claim.settled(setting));
        let named = |name: &String| {
            let position = design.variants.iter().position(|(other, _)| other == name);
            position.map(|position| design.variants[position].clone())
        };
        let variants: Vec<_> = subject.iter().filter_map(named).collect();
        let starts = drawn(design, DRAWN, space.changes);
        let variants = with_fixed_order(&claim, &design.generator, variants);
        let first = starts.first();
        let sample = first.map(Candidate::sample);
        let restated = sample.map(|sample| restated(&claim, &sample, &variants));
        let dimension = first.map_or(2, |start| start.dimension);
        Self {
            claim: restated.unwrap_or(claim),
            variants,
            dimension,
            space,
            starts,
            drawing: Drawing::Numbers,
        }
    }

    /// The kind of random samples that the claim needs: samples of the kind meet its premises, and no longer do once they are spoiled.
    fn needed_drawing(&self) -> Drawing {
        let mut evaluation = self.evaluation();
        let mut stream = Seed::root(0).child("drawing").stream();
        let mut is_needed = |drawing: &Drawing| {
            let mut drawn =
                (0..TRIED).map(|_| random(*drawing, self.dimension, &self.space, &mut stream));
            let inside = drawn.find(|candidate| evaluation.reach(candidate).is_some());
            inside.is_some_and(|candidate| evaluation.reach(&drawing.spoiled(candidate)).is_none())
        };
        let mut kinds = [Drawing::Majority, Drawing::Disjunction, Drawing::Units].into_iter();
        kinds
            .find(|kind| is_needed(kind))
            .unwrap_or(Drawing::Numbers)
    }

    /// The number of examples of the largest sample that can be measured often.
    fn most_examples(&self) -> usize {
        let mut variants = self.variants.iter();
        match variants.any(|(_, variant)| matches!(variant.order, Order::AllOrders(_))) {
            true => MOST_IN_ALL_ORDERS,
            false => usize::MAX,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        let limits = |target: &Self| format!("{:?} {:?}", target.claim.claim, target.claim.margin);
        self.variants == other.variants
            && self.dimension == other.dimension
            && limits(self) == limits(other)
    }

    /// The samples of the program's constructions, and those that its opponents play against the learner, with zeros for missing features.
    fn constructed(&self) -> Vec<Candidate> {
        let measures = self.claim.statement.measures();
        let generators = constructions(self.dimension).into_iter();
        let designs = generators.filter_map(|one| cell(one, &self.variants, measures.clone()));
        let samples = designs.flat_map(|design| drawn(&design, 1, Changes::All));
        samples
            .filter_map(|sample| sample.padded(self.dimension))
            .collect()
    }

    pub(super) fn evaluation(&self) -> Evaluation<'_> {
        Evaluation::new(&self.claim, &self.variants, self.space.changes)
    }
}

/// The samples of some replicates of a cell; if all of a sample may change, the first examples of one with too many numbers, and otherwise only those
/// whose numbers are exact.
fn drawn(design: &Design, replicates: u64, changes: Changes) -> Vec<Candidate> {
    let learner = (!design.variants.is_empty()).then_some(0);
    let learner =
        learner.filter(|_| matches!(design.generator.source(), ExampleSource::Opponent(_)));
    let replicates = match design.generator.source().has_one_sample() {
        true => 1,
        false => replicates,
    };
    if design.bytes_at_least() > LARGEST_SAMPLE {
        return Vec::new();
    }
    let trials =
        (0..replicates).filter_map(|replicate| design.repeat(replicate, learner, false).ok());
    let taken = trials.filter_map(|trial| match changes {
        Changes::All => Some(Candidate::of(&trial.sample)?.shortened(MOST_NUMBERS)),
        Changes::Order if trial.sample.features.is_exact() => Candidate::of(&trial.sample),
        Changes::Order => None,
    });
    taken.collect()
}

/// The learners with one order in place of all, and of one that is drawn: it is one of these. If a premise then fails, they
/// stay as they are.
fn with_fixed_order(
    claim: &StatedClaim,
    generator: &Generator,
    variants: Vec<(String, Variant)>,
) -> Vec<(String, Variant)> {
    let fixed: Vec<_> = variants.iter().map(fixed_order).collect();
    let settings = Setting::all("", generator, &fixed);
    let settings: Vec<&Setting> = settings.iter().map(AsRef::as_ref).collect();
    match claim.fails_before_a_run(&settings) {
        None => fixed,
        Some(_) => variants,
    }
}

fn fixed_order((name, variant): &(String, Variant)) -> (String, Variant) {
    let order = match &variant.order {
        Order::Shuffled | Order::Random | Order::AllOrders(_) => Order::Cyclic,
        Order::RandomMisclassified => Order::FirstMisclassified,
        other => other.clone(),
    };
    let variant = Variant {
        order,
        ..variant.clone()
    };
    (name.clone(), variant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::{CYCLIC, SpecText};

    /// The kind of random samples of a claim about mistakes in four dimensions, with this premise.
    fn drawing(premise: &str) -> Drawing {
        let unit = "points\nexamples = [{ x = [1, 0, 0, 0], y = 1 }]\nseparator = [1, 0, 0, 0]";
        let claim = "[[claims]]\nobserved = \"mistakes\"\nlimit = \"99\"\n";
        let spec = SpecText::new(unit)
            .variant("plain", CYCLIC)
            .more(format!("{claim}premises = [{premise}]\n"))
            .read(Spec::from_text);
        let space = Space {
            examples: 3,
            first_examples: 3,
            largest: 1000,
            changes: Changes::All,
        };
        let targets = Target::of(&spec, &spec.claims[0], Constructions::LeftOut, space);
        targets.unwrap()[0].drawing
    }

    #[test]
    fn special_samples_are_drawn_only_for_claims_that_need_them() {
        assert_eq!(drawing(""), Drawing::Numbers);
        assert_eq!(drawing("\"positive-sample-margin\""), Drawing::Numbers);
        assert_eq!(drawing("\"within-the-unit-ball\""), Drawing::Numbers);
        assert_eq!(drawing("\"unit-vectors\""), Drawing::Units);
        assert_eq!(drawing("\"majority-labels\""), Drawing::Majority);
        assert_eq!(drawing("\"disjunction-labels\""), Drawing::Disjunction);
    }
}
