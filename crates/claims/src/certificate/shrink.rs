//! Shrinks the sample of a violated claim by removing examples while the claim stays violated.
//!
//! Every candidate is judged as `run` would judge it: it is a `points` generator, run by `Design` and judged as a `Case` of the claim. The search has
//! a fixed amount of work. A limit that uses the margin of the distribution is restated with the sample's margin, which is no smaller. Only the first
//! violated cell of a claim is shrunk. For the other cells, and for claims that cannot be restated, `witnesses/index.json` says why there is no spec.

use super::certify::fractions;
use super::{StatedSample, Witness};
use crate::claim::{MarginSource, Premise, Registered, Scope, StatedClaim, VerdictKind};
use crate::judge::Case;
use crate::trial::{Design, Repetition, Row};
use perceptron::generate::{ExampleSource, Generator, LabelledPoint, Points};
use perceptron::learn::{Learner, Order, Variant};
use perceptron::sample::{Rational, Sample};
use perceptron::seed::Seed;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of features that all reruns of one search for a small sample read together, which takes some tenths of a second. The sample
/// that is left then is the witness.
const WORK: usize = 400_000;

/// Indices, in increasing order, of the examples of the original sample that have not been removed.
type KeptExamples = Vec<usize>;

struct Shrinking<'a> {
    claim: StatedClaim,
    variant: Option<(String, Variant)>,
    updates: &'a [usize],
    sample: &'a Sample,
    work: usize,
    reruns: u64,
}

/// Removes examples from a trial that violates a claim, and returns the smallest sample found on which the claim is still violated.
///
/// The search starts from the examples that the learner updated on, shown in the order of its updates. If they do not violate the claim, it starts
/// from the whole sample. It removes halves, quarters and so on down to single examples, and features that are zero in all remaining examples. Every
/// step runs and judges the smaller sample as `perceptron-lab run` would. A limit that uses the margin of the generator's distribution is restated
/// with the sample's own margin, which gives a limit that is no larger. The search is deterministic, and stops after a fixed amount of work.
///
/// # Errors
/// Says why there is no witness: for example, the claim is not about single trials, its premise fails on a sample without a distribution, or the
/// sample is too large.
pub fn shrink(claim: &StatedClaim, trial: &Repetition) -> Result<Witness, String> {
    if claim.statement.scope != Scope::Trial {
        return Err("the claim compares two variants".into());
    }
    let updates = trial
        .learned
        .as_ref()
        .map_or(&[][..], |learned| &learned.updates);
    let variant = trial.variant.as_ref().map(|(name, variant)| {
        (
            name.clone(),
            Variant {
                stop: None,
                ..variant.clone()
            },
        )
    });
    let claim = restated(claim, &trial.sample, variant.as_slice());
    let mut shrinking = Shrinking {
        claim,
        variant,
        updates,
        sample: &trial.sample,
        work: WORK,
        reruns: 0,
    };
    let start = shrinking.start()?;
    let kept = shrinking.minimal(start);
    let listed = shrinking
        .updates_on(&kept)
        .filter(|updates| shrinking.violation(&kept, updates.clone()).is_ok());
    let order = listed.unwrap_or_else(|| shrinking.shown(&kept));
    shrinking.witness(&kept, order)
}

/// Restates a claim for a fixed sample without a distribution: a margin or norm that the distribution guarantees is taken from the sample itself.
pub(crate) fn restated(
    claim: &StatedClaim,
    sample: &Sample,
    variants: &[(String, Variant)],
) -> StatedClaim {
    let is_unit = || {
        (0..sample.labels.len())
            .all(|i| sample.features.norm_squared(i).exact == Some(Rational::one()))
    };
    let norm = match &claim.claim {
        Registered::Theorem(theorem) => theorem.word("norm"),
        _ => None,
    };
    let restated = match claim.name() {
        "margin-mistake-bound" if norm == Some("unit") && !claim.premise_waived && !is_unit() => {
            Registered::built_in("margin-mistake-bound = { norm = \"any\" }")
        }
        _ => claim.claim.clone(),
    };
    let margin = match &claim.margin {
        MarginSource::Population => MarginSource::Sample,
        other => other.clone(),
    };
    let own = StatedClaim {
        claim: restated,
        control_of: None,
        variants: variants.iter().map(|(name, _)| name.clone()).collect(),
        cells: BTreeSet::from([0]),
        expect: VerdictKind::Violated,
        ..claim.clone()
    };
    own.with_margin(margin)
}

impl Shrinking<'_> {
    /// Returns the examples from which the search starts: those that the learner updated on if they violate the claim, otherwise all examples.
    fn start(&mut self) -> Result<KeptExamples, String> {
        let updated: KeptExamples = self
            .updates
            .iter()
            .copied()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let all: KeptExamples = (0..self.sample.labels.len()).collect();
        let starts = [updated, all].into_iter().filter(|kept| !kept.is_empty());
        let mut why = String::from("the sample is too large to be written into a spec");
        for kept in starts.filter(|kept| kept.len() * self.sample.features.dimension() <= WORK / 10)
        {
            match self.violation(&kept, self.shown(&kept)) {
                Ok(()) => return Ok(kept),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// Removes ever smaller blocks of the kept examples while the claim stays violated and the limit on work is not reached; returns those that
    /// remain.
    fn minimal(&mut self, mut kept: KeptExamples) -> KeptExamples {
        let mut size = kept.len().div_ceil(2);
        loop {
            let before = kept.len();
            let mut first = 0;
            while first < kept.len() && kept.len() > size && self.work > 0 {
                let fewer: KeptExamples = kept
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| !(first..first + size).contains(i))
                    .map(|(_, &e)| e)
                    .collect();
                if self.violation(&fewer, self.shown(&fewer)).is_ok() {
                    // `first` stays, because the next block has moved up to it.
                    kept = fewer;
                } else {
                    first += size;
                }
            }
            // Single removals go on until none succeeds, because one may make another possible.
            if self.work == 0 || size <= 1 && kept.len() == before {
                return kept;
            }
            size = size.div_ceil(2).min(kept.len().max(1));
        }
    }

    /// Returns the trial's updates on the kept examples, in order, as positions in the list of kept examples.
    fn shown(&self, kept: &KeptExamples) -> Vec<usize> {
        let position: BTreeMap<usize, usize> = kept
            .iter()
            .enumerate()
            .map(|(position, &example)| (example, position))
            .collect();
        self.updates
            .iter()
            .filter_map(|example| position.get(example).copied())
            .collect()
    }

    /// Returns the kept examples as a `points` generator, without the features that are zero in all of them.
    fn points(&self, kept: &KeptExamples) -> Points {
        let features = &self.sample.features;
        let row = |example: usize| {
            features.exact_row(example).unwrap_or_else(|| {
                features
                    .row(example)
                    .iter()
                    .copied()
                    .map(Rational::from_float)
                    .collect()
            })
        };
        let rows: Vec<Vec<Rational>> = kept.iter().map(|&example| row(example)).collect();
        let used: Vec<usize> = (0..features.dimension())
            .filter(|&j| rows.iter().any(|x| !x[j].is_zero()))
            .collect();
        let pick = |all: &[Rational]| used.iter().map(|&j| all[j].clone()).collect::<Vec<_>>();
        let labels = kept
            .iter()
            .map(|&example| self.sample.labels[example].sign());
        let separator = self
            .sample
            .planted
            .as_ref()
            .map(|planted| pick(&fractions(planted)));
        let examples = rows
            .iter()
            .zip(labels)
            .map(|(x, y)| LabelledPoint { x: pick(x), y })
            .collect();
        Points {
            examples,
            separator,
            floats: !features.is_exact(),
        }
    }

    fn ordered(&self, order: Vec<usize>) -> Option<(String, Variant)> {
        self.variant.as_ref().map(|(name, variant)| {
            (
                name.clone(),
                Variant {
                    order: Order::Given(order),
                    ..variant.clone()
                },
            )
        })
    }

    /// Runs the learner on the kept examples, shown in this order (positions in `kept`), and judges the run: `Ok` if it violates the claim, otherwise
    /// the reason why not.
    fn violation(&mut self, kept: &KeptExamples, order: Vec<usize>) -> Result<(), String> {
        let points = self.points(kept);
        let (width, shows) = (
            points.examples.first().map_or(0, |point| point.x.len()),
            order.len(),
        );
        // At least one unit of work per run, so that the search ends on very small samples too.
        self.work = self
            .work
            .saturating_sub((kept.len() * self.sample.features.dimension() + shows * width).max(1));
        self.reruns += 1;
        let design = self.design(points, self.ordered(order), kept.len())?;
        let block = design.block([0]);
        let rows: Vec<Row> = block.all().collect();
        let fails = |premise: &&Premise| !rows.iter().all(|row| premise.holds(row));
        let failed = self.claim.statement.premises.iter().find(fails);
        if let Some(premise) = failed.filter(|_| !self.claim.premise_waived) {
            let words = premise.label();
            return Err(format!("on the examples alone a premise fails: {words}"));
        }
        match Case::of(&self.claim, &rows).violates(&self.claim) {
            Some(true) => Ok(()),
            _ => Err("on the examples alone the claim is not violated".into()),
        }
    }

    /// Makes a cell that has this sample and this variant, as `perceptron-lab run` would.
    fn design(
        &self,
        points: Points,
        variant: Option<(String, Variant)>,
        examples: usize,
    ) -> Result<Design, String> {
        let generator = Generator::Points(points);
        generator.validate().map_err(|invalid| {
            format!(
                "a `points` spec cannot hold the sample: {}",
                invalid.problem
            )
        })?;
        let exact = generator.is_exact();
        let variants: Vec<_> = variant.into_iter().collect();
        if variants
            .iter()
            .any(|(_, variant)| variant.check(exact, examples).is_err())
        {
            return Err("a `points` spec holds the sample in floats only".into());
        }
        let measures = self.claim.statement.measures();
        Ok(Design::alone(generator, variants, measures))
    }

    /// Returns the updates of a run in which the kept examples are shown in the order of the trial's updates, as positions in the list of kept
    /// examples.
    fn updates_on(&self, kept: &KeptExamples) -> Option<Vec<usize>> {
        let (_, variant) = self.ordered(self.shown(kept))?;
        let points = Generator::Points(self.points(kept));
        let ExampleSource::Sampler(sampler) = points.source() else {
            return None;
        };
        let sample = sampler.draw(Seed::root(0), 0);
        Some(
            Learner::new(&variant, &sample, Seed::root(0))
                .ok()?
                .run(None)
                .updates,
        )
    }

    fn witness(&self, kept: &KeptExamples, order: Vec<usize>) -> Result<Witness, String> {
        let points = self.points(kept);
        let (variants, claim) = (Vec::from_iter(self.ordered(order)), self.claim.clone());
        Ok(Witness {
            stated: StatedSample {
                points,
                variants,
                claim,
            },
            reruns: self.reruns,
            shrunk_from: self.sample.labels.len(),
        })
    }
}
