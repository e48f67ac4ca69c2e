//! Searches for the sample that comes closest to the limit of a claim: chains of simulated annealing that start from what was found before.
//!
//! A round is a fixed number of chains, each with a random stream of its own, so that any number of threads gives the same samples. The best sample
//! of a chain enters the pool, which keeps a few for each size of the limit and number of examples. Otherwise small samples, which come close to many
//! false limits and never beyond them, would displace the larger ones. Most chains stay near the limit that they start with.

use super::drawing::{Drawing, random};
use super::evaluation::Evaluation;
use super::moves::moved;
use super::opponent::grown;
use super::{Candidate, Changes, Reach, Target};
use perceptron::cancellation::unless_stopped;
use perceptron::seed::{Seed, Stream};
use perceptron::threads::Threads;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Number of chains in a round.
const CHAINS: usize = 8;
/// Number of samples that a chain measures.
const LENGTH: u64 = 2000;
/// Number of samples that the pool keeps for each niche.
const KEPT: usize = 2;
/// The parts of the present reach by which a step may lose at the start of a chain, one drawn for each chain.
const TEMPERATURES: [f64; 4] = [0.0, 0.003, 0.01, 0.05];

/// A sample with how close it comes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// How close the sample comes to the limit.
    pub reach: Reach,
    /// The sample.
    pub candidate: Candidate,
}

impl Found {
    /// The size of the limit, in steps of a factor √2, and the number of examples: samples in the same niche compete with each other alone.
    fn niche(&self) -> (i64, usize) {
        let size = (2.0 * self.reach.limit.abs().max(1e-9).log2()).floor() as i64;
        (size, self.candidate.examples())
    }

    /// The closer sample first, and of two that are equally close the one with fewer numbers.
    fn order(&self, other: &Self) -> Ordering {
        let key = |found: &Self| (found.reach.decides, found.reach.share);
        let by_closeness = key(other).partial_cmp(&key(self));
        let size = |found: &Self| found.candidate.values.len();
        by_closeness
            .unwrap_or(Ordering::Equal)
            .then(size(self).cmp(&size(other)))
    }
}

/// A search between two rounds, from which it can be continued.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Number of samples that were measured.
    pub evaluations: u64,
    /// Number of those that are left out, because they are outside of the premises or their runs are too long.
    #[serde(default)]
    pub left_out: u64,
    /// Number of finished rounds.
    pub rounds: u64,
    /// The best samples found, the closest first.
    pub pool: Vec<Found>,
}

impl Progress {
    /// The closest sample found so far.
    pub fn best(&self) -> Option<&Found> {
        self.pool.first()
    }

    /// The closest sample of each size of the limit.
    fn front(&self) -> Vec<&Found> {
        let mut sizes = BTreeSet::new();
        let pool = self.pool.iter();
        pool.filter(|found| sizes.insert(found.niche().0)).collect()
    }

    /// Whether a sample decides the claim.
    pub fn is_decided(&self) -> bool {
        self.best().is_some_and(|best| best.reach.decides)
    }

    /// Takes over a round.
    fn finish(&mut self, chains: Vec<Chain>) {
        self.evaluations += chains.iter().map(|chain| chain.measured).sum::<u64>();
        self.left_out += chains.iter().map(|chain| chain.left_out).sum::<u64>();
        self.rounds += 1;
        self.take(chains.into_iter().filter_map(|chain| chain.found));
    }

    pub(super) fn take(&mut self, found: impl IntoIterator<Item = Found>) {
        self.pool.extend(found);
        self.pool.sort_by(Found::order);
        let mut kept: Vec<Found> = Vec::new();
        for found in std::mem::take(&mut self.pool) {
            let alike = |other: &&Found| other.niche() == found.niche();
            let same = |other: &Found| other.reach == found.reach;
            let alike: Vec<&Found> = kept.iter().filter(alike).collect();
            if alike.len() < KEPT && !alike.into_iter().any(same) {
                kept.push(found);
            }
        }
        self.pool = kept;
    }
}

/// A chain of a round: its random numbers, and how many samples it has measured.
struct Chain {
    stream: Stream,
    found: Option<Found>,
    measured: u64,
    left_out: u64,
}

impl Progress {
    pub(super) fn empty() -> Self {
        Self {
            evaluations: 0,
            left_out: 0,
            rounds: 0,
            pool: Vec::new(),
        }
    }

    /// Measures a sample, and keeps it if it is among the best.
    pub(super) fn measure(&mut self, evaluation: &mut Evaluation, candidate: &Candidate) {
        let found = found(evaluation, candidate);
        self.evaluations += 1;
        self.left_out += u64::from(found.is_none());
        self.take(found);
    }

    /// A search that begins with the starts of the target and with samples that another search found.
    pub fn begun(target: &Target, known: &[Candidate]) -> Self {
        let mut progress = Self::empty();
        let mut evaluation = target.evaluation();
        let mut starts: Vec<&Candidate> = target.starts.iter().chain(known).collect();
        // The small ones first, until one decides the claim.
        starts.sort_by_key(|start| start.values.len());
        for start in starts {
            progress.measure(&mut evaluation, start);
            if progress.is_decided() {
                break;
            }
        }
        progress
    }
}

/// Continues a search until a sample decides the claim, at least `budget` samples were measured in all, or `goes_on`, which hears of every round,
/// says no. Rounds are whole, so that a search that was continued finds the same as one that was not interrupted.
pub fn search(
    target: &Target,
    seed: &Seed,
    progress: &mut Progress,
    budget: u64,
    mut goes_on: impl FnMut(&Progress) -> bool,
) {
    let mut before = None;
    while !progress.is_decided() && progress.evaluations < budget && goes_on(progress) {
        // A round that measures nothing has no sample to start from.
        if before.replace(progress.evaluations) == Some(progress.evaluations) {
            return;
        }
        // A round that is stopped leaves the progress as it was.
        if unless_stopped(|| round(target, seed, progress)).is_none() {
            return;
        }
    }
}

fn round(target: &Target, seed: &Seed, progress: &mut Progress) {
    let mut chains = chains(&seed.child("round").numbered(progress.rounds));
    let known = &*progress;
    Threads::Pool.each(&mut chains, |chain| chain.run(target, known));
    progress.finish(chains);
}

/// The chains of a round.
fn chains(round: &Seed) -> Vec<Chain> {
    let chain = |chain: u64| Chain {
        stream: round.numbered(chain).stream(),
        found: None,
        measured: 0,
        left_out: 0,
    };
    (0..CHAINS as u64).map(chain).collect()
}

fn found(evaluation: &mut Evaluation, candidate: &Candidate) -> Option<Found> {
    let reach = evaluation.reach(candidate)?;
    Some(Found {
        reach,
        candidate: candidate.clone(),
    })
}

impl Chain {
    fn run(&mut self, target: &Target, known: &Progress) {
        let mut evaluation = target.evaluation();
        let Some(mut present) = self.start(target, known, &mut evaluation) else {
            return;
        };
        self.found = Some(present.clone());
        let first = TEMPERATURES[self.stream.below(TEMPERATURES.len())];
        // Two of three chains stay between half and twice their first limit.
        let is_bound = self.stream.below(3) > 0;
        let size = present.reach.limit;
        let is_near = |reach: &Reach| !is_bound || (size / 2.0..=size * 2.0).contains(&reach.limit);
        while self.goes_on() && !present.reach.decides {
            let candidate = moved(
                &present.candidate,
                target.drawing,
                &target.space,
                &mut self.stream,
            );
            let Some(next) = self.measured(&mut evaluation, &candidate) else {
                continue;
            };
            let left = 1.0 - self.measured as f64 / LENGTH as f64;
            let is_allowed = next.reach.decides || is_near(&next.reach);
            if is_allowed && self.accepts(&present, &next, first * left) {
                present = next;
                let best = self
                    .found
                    .take()
                    .filter(|best| best.order(&present).is_lt());
                self.found = Some(best.unwrap_or_else(|| present.clone()));
            }
        }
    }

    /// Measures random samples that do not depend on each other, until one decides the claim.
    fn draw(&mut self, target: &Target) {
        let mut evaluation = target.evaluation();
        let is_decided = |chain: &Self| chain.found.as_ref().is_some_and(|one| one.reach.decides);
        while self.goes_on() && !is_decided(self) {
            let candidate = self.random(target);
            if let Some(new) = self.measured(&mut evaluation, &candidate) {
                let best = self.found.take().filter(|best| best.order(&new).is_lt());
                self.found = Some(best.unwrap_or(new));
            }
        }
    }

    fn random(&mut self, target: &Target) -> Candidate {
        let (dimension, space) = (target.dimension, &target.space);
        random(target.drawing, dimension, space, &mut self.stream)
    }

    fn goes_on(&self) -> bool {
        self.measured < LENGTH
    }

    fn measured(&mut self, evaluation: &mut Evaluation, candidate: &Candidate) -> Option<Found> {
        let found = found(evaluation, candidate);
        self.measured += 1;
        self.left_out += u64::from(found.is_none());
        found
    }

    /// Whether a step is taken: always if the sample comes no less close, and otherwise with a probability that falls with what is lost.
    fn accepts(&mut self, present: &Found, next: &Found, temperature: f64) -> bool {
        let (old, new) = (present.reach, next.reach);
        if new.decides || new.share >= old.share {
            return true;
        }
        let lost = (old.share - new.share) / old.share.abs().max(f64::MIN_POSITIVE);
        temperature > 0.0 && self.stream.uniform() < (-lost / temperature).exp()
    }

    /// The sample from which the chain starts: one of the pool, a start of the target, or random numbers.
    fn start(
        &mut self,
        target: &Target,
        known: &Progress,
        evaluation: &mut Evaluation,
    ) -> Option<Found> {
        let (pool, kind) = (&known.pool, self.stream.below(10));
        if kind < 3 && !pool.is_empty() {
            let front = known.front();
            return Some(front[self.stream.below(front.len())].clone());
        }
        if kind < 6 && !pool.is_empty() {
            return Some(pool[self.stream.below(pool.len())].clone());
        }
        let is_given = target.space.changes == Changes::Order;
        if (is_given || kind < 8) && !target.starts.is_empty() {
            let start = &target.starts[self.stream.below(target.starts.len())];
            if let Some(found) = self.measured(evaluation, start) {
                return Some(found);
            }
        }
        while self.goes_on() && !is_given {
            let candidate = match target.drawing == Drawing::Numbers && self.stream.below(2) > 0 {
                true => grown(target.dimension, &target.space, &mut self.stream),
                false => self.random(target),
            };
            if let Some(found) = self.measured(evaluation, &candidate) {
                return Some(found);
            }
        }
        None
    }
}

/// Makes a sample smaller while it decides, or comes as close as before: fewer examples, then smaller numbers. At most `budget` samples are measured.
pub fn simplified(target: &Target, mut best: Found, budget: u64) -> Found {
    let (mut evaluation, mut left) = (target.evaluation(), budget);
    loop {
        let before = best.candidate.clone();
        for step in 0.. {
            let Some(candidate) = simpler(&best.candidate, step) else {
                break;
            };
            if left == 0 {
                return best;
            }
            if candidate == best.candidate {
                continue;
            }
            left -= 1;
            let smaller = found(&mut evaluation, &candidate);
            let is_as_close = |found: &Found| match best.reach.decides {
                true => found.reach.decides,
                false => found.reach.share >= best.reach.share,
            };
            best = smaller.filter(is_as_close).unwrap_or(best);
        }
        if best.candidate == before {
            return best;
        }
    }
}

/// Number of powers of two by which all numbers of a sample are divided at once, to make it simpler.
const SCALES: usize = 40;

/// The candidate made simpler in the way of this number; `None` after the last way. First an example is left out, from the last to the first. Then the
/// separator is, and the denominator becomes 1, or all numbers are divided by a power of two. Then single numbers become zero, half, or nearer to zero by 1.
fn simpler(from: &Candidate, step: usize) -> Option<Candidate> {
    let (examples, mut candidate) = (from.examples(), from.clone());
    if step < examples {
        if examples > 1 {
            candidate.remove(examples - 1 - step);
        }
        return Some(candidate);
    }
    let step = step - examples;
    match step {
        0 => candidate.separator = None,
        1 => candidate.denominator = 1,
        _ => return numbers_simpler(from, step - 1),
    }
    Some(candidate)
}

/// The candidate with simpler numbers in the way of this step from 1.
fn numbers_simpler(from: &Candidate, step: usize) -> Option<Candidate> {
    let mut candidate = from.clone();
    if step <= SCALES {
        // The coarsest scale first.
        let unit = 1 << (SCALES + 1 - step);
        let rounded = |value: &mut i64| *value = (*value + unit / 2).div_euclid(unit);
        candidate.values.iter_mut().for_each(rounded);
        return Some(candidate);
    }
    let step = step - SCALES;
    let (place, way) = ((step - 1) / 3, (step - 1) % 3);
    let numbers = candidate.values.len();
    let value = match candidate.values.get_mut(place) {
        Some(value) => value,
        None => candidate.separator.as_mut()?.get_mut(place - numbers)?,
    };
    *value = match way {
        0 => 0,
        1 => *value / 2,
        _ => *value - value.signum(),
    };
    let is_zero = |separator: &Vec<i64>| separator.iter().all(|u| *u == 0);
    Some(match candidate.separator.as_ref().is_some_and(is_zero) {
        true => from.clone(),
        false => candidate,
    })
}

/// Measures this many samples that are drawn independently: random numbers, as a chain starts with. For comparison with the search.
pub fn drawn(target: &Target, seed: &Seed, budget: u64) -> Progress {
    let mut progress = Progress::empty();
    while progress.evaluations < budget && !progress.is_decided() {
        let mut parts = chains(&seed.child("drawn").numbered(progress.rounds));
        Threads::Pool.each(&mut parts, |part| part.draw(target));
        progress.finish(parts);
    }
    progress
}
