//! Gathers the evidence of a claim in a cell, trial by trial, in tallies whose size does not grow with the number of trials.
//!
//! Judging uses constant memory: trials are streamed and never stored. The bets on an expectation store up to 2²⁰ observations; with the next one
//! they continue against a fixed set of candidates and drop the observations (docs/methodology.md). Quantiles come from a distribution of bounded
//! size. Trials of a block that are equal in every column that a claim reads are one case, judged once (`trial/distinct.rs`). Only a complete
//! enumeration under a trend is stored, of at most a million outcomes.

use super::deterministic_runs::DeterministicRuns;
use super::distances::TrialDistances;
use super::enumeration::Enumeration;
use super::games::BettingGames;
use super::means::SideMeans;
use super::pairs::{PairCounts, PairTally, PairsAre};
use super::reasons::Reasons;
use super::single_runs::SingleRuns;
use super::ties::FirstTies;
use super::vacuity::Vacuity;
use super::{Case, Status};
use crate::claim::{EstimateFault, Form, LimitDirection, StatedClaim};
use crate::stats::{self, Interval, Level, Moments};
use crate::trial::{AnyColumn, Block, Row, Setting};

/// The error probability of each end of the interval of an illustration: together 1 %.
const TAIL: f64 = 0.005;

/// Evidence about a claim from the trials of a cell so far, for one variant or one pair of variants.
#[derive(Debug, Clone)]
pub struct Evidence<'a> {
    pub(super) claim: &'a StatedClaim,
    subject: Vec<String>,
    /// Whether the trials are a complete enumeration.
    pub(super) complete: bool,
    /// Whether some learner of the subject draws at random, so that one run on every outcome is not all its possible runs.
    draws: bool,
    /// Whether all trials are the same run, and gave the same numbers.
    copies: DeterministicRuns,
    /// The columns of `trials.parquet` that the claim reads.
    reads: Vec<AnyColumn>,
    /// Whether the claim reads only columns that are formulas of the cell and the variant.
    is_of_formulas: bool,
    /// The reason why the claim cannot be judged on estimates, if it reads any.
    pub(super) misuse: Option<EstimateFault>,
    /// The names of the columns that the claim reads and that are estimates.
    pub(super) estimates: Vec<&'static str>,
    /// The mean and variance of the observed values of an illustration.
    moments: Option<Moments>,
    /// The tie conventions of the learner and of the test; of a pair whose conventions differ, both are named.
    pub(super) ties: (Option<String>, Option<String>),
    counts: StatusCounts,
    /// Largest observed value over the trials; `limit_min` is the smallest limit.
    pub(super) observed_max: Option<f64>,
    pub(super) limit_min: Option<f64>,
    means: SideMeans,
    /// The pairs of a claim about a mean over pairs.
    pairs: Option<PairTally<'a>>,
    /// Whether the two variants of a pair share their random draws; `None` unless both draw.
    pub(super) shares_draws: Option<bool>,
    pub(super) vacuity: Vacuity,
    /// The largest errors that rounding can have in an observed value and in a limit of an illustration.
    pub(super) errors: [f64; 2],
    /// The first reasons why trials do not count.
    pub(super) reasons: Reasons,
    /// Evidence of single trials about the claim.
    pub(super) runs: SingleRuns,
    /// The bets on a claim about an expectation or a probability.
    pub(super) games: Option<BettingGames>,
    /// The distances of a claim about a distribution function.
    pub(super) distances: Option<TrialDistances>,
    /// The weighted outcomes of a complete enumeration.
    pub(super) enumeration: Option<Enumeration>,
    /// The largest number of replicates of the cell, if a decision may end it earlier.
    most: Option<u64>,
}

/// The decision and bounds of the bets on an expectation or a probability after the trials so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BettingSummary {
    /// The number of trials to which the claim applies.
    pub(crate) trials: u64,
    /// The mean of the quantity that is bet on: the observed value, its difference from a measured limit, or how often it exceeds its limit.
    pub(crate) mean: f64,
    /// Bounds on the expectation, each wrong with the claim's level.
    pub(crate) bounds: Interval,
    /// The limit of the expectation.
    pub(crate) limit: f64,
}

/// Number of cases (trials, or pairs on one sample) of each [`Status`].
#[derive(Debug, Clone, Copy, Default)]
struct StatusCounts {
    complete: u64,
    inapplicable: u64,
    capped: u64,
    failed: u64,
    undecided: u64,
}

impl StatusCounts {
    fn of(&mut self, status: Status) -> &mut u64 {
        match status {
            Status::Complete => &mut self.complete,
            Status::Inapplicable => &mut self.inapplicable,
            Status::Capped => &mut self.capped,
            Status::Failed => &mut self.failed,
            Status::Undecided => &mut self.undecided,
        }
    }

    fn applicable(&self) -> u64 {
        self.complete + self.capped + self.failed + self.undecided
    }
}

impl<'a> Evidence<'a> {
    /// Evidence before any trial, for the variants named in `subject`. `level` is the error probability that a statistical verdict may spend.
    pub fn new(claim: &'a StatedClaim, subject: &[String], complete: bool, level: Level) -> Self {
        let statistical = claim.form().is_statistical();
        let bets = claim.form().is_bet_on() && !complete;
        let compares = claim.form() == Form::HasDistribution && !complete;
        Self {
            claim,
            subject: subject.to_vec(),
            complete,
            draws: false,
            copies: DeterministicRuns::default(),
            reads: claim.statement.reads().to_vec(),
            is_of_formulas: false,
            misuse: None,
            estimates: Vec::new(),
            moments: (claim.form() == Form::Illustration).then(Moments::default),
            ties: (None, None),
            counts: StatusCounts::default(),
            observed_max: None,
            limit_min: None,
            means: SideMeans::default(),
            pairs: claim.statement.compared.as_ref().map(PairTally::new),
            shares_draws: None,
            vacuity: Vacuity::new(claim),
            errors: [0.0; 2],
            reasons: Reasons::default(),
            runs: SingleRuns::default(),
            games: bets.then(|| BettingGames::new(claim, level)),
            distances: compares.then(|| TrialDistances::new(level)),
            enumeration: (statistical && complete).then(Enumeration::default),
            most: None,
        }
    }

    /// Sets the largest number of replicates of the cell, which ends earlier if its trials decide.
    pub fn of_at_most(self, most: Option<u64>) -> Self {
        let most = most.map(|most| self.claim.judged_on.map_or(most, |first| first.min(most)));
        Self { most, ..self }
    }

    /// The largest number of trials that the cell can have.
    pub(super) fn most_cases(&self) -> u64 {
        let cases = self.cases().max(1);
        self.most.unwrap_or(cases)
    }

    /// The factor by which confidence bounds would become narrower if the cell had its largest number of trials: the square root of that number over
    /// the number of trials so far.
    pub(super) fn growth(&self) -> f64 {
        (self.most_cases() as f64 / self.cases().max(1) as f64).sqrt()
    }

    /// Adds the trials of a block.
    pub fn add(&mut self, block: &Block) {
        let places = self.positions(block);
        let judged = self.claim.judged_on.unwrap_or(u64::MAX);
        let end = block.replicates.partition_point(|one| *one < judged);
        let Some(first) = block.rows(0, &places).filter(|_| end > 0) else {
            return;
        };
        self.ties = std::mem::take(&mut self.ties).or_of(&first);
        let settings: Vec<&Setting> = first.iter().map(Row::setting).collect();
        self.misuse = self.claim.misuse_of_estimates(&settings);
        self.estimates = self.claim.estimates(&settings);
        self.draws |= first.iter().any(|row| row.setting().draws());
        self.shares_draws = match first.as_slice() {
            [first, second] => first.setting().shares_draws(second.setting()),
            _ => None,
        };
        let all_read = |is_such: fn(&Row, AnyColumn) -> bool| {
            let mut pairs = first
                .iter()
                .flat_map(|row| self.reads.iter().map(move |column| (row, *column)));
            pairs.all(|(row, column)| is_such(row, column))
        };
        let is_one_run = all_read(|row, column| row.setting().fixes(column));
        self.is_of_formulas = all_read(|row, column| row.setting().computes(column));
        if self.vacuity.know_limit(self.claim, &first) {
            self.games.iter_mut().for_each(BettingGames::know_limit);
        }
        let (claim, distinct) = (
            self.claim,
            block.distinct(&places, &Case::reads(self.claim)),
        );
        let rows = |place: usize| block.rows(place, &places).unwrap_or_default();
        let made = |place: usize| Case::of(claim, &rows(place));
        distinct.each(made, |case, trials| {
            let trials = trials.start..trials.end.min(end);
            if trials.is_empty() {
                return;
            }
            self.reasons.add(claim, case, || rows(trials.start));
            if let Some(pairs) = &mut self.pairs {
                pairs.add(case, &rows(trials.start), trials.len());
            }
            // NaN, so that a trial without numbers equals no other.
            let numbers = case.numbers.as_ref();
            let [observed, limit] = numbers.map_or([f64::NAN; 2], |numbers| {
                [numbers.observed.value, numbers.limit.value]
            });
            // Two copies already decide whether trials differ, so the rest of a stretch is skipped.
            for _ in trials.clone().take(2) {
                self.copies = self.copies.with(observed, limit, is_one_run);
            }
            let address = || {
                rows(trials.start)
                    .first()
                    .map(Row::address)
                    .unwrap_or_default()
            };
            self.push(case, trials.len(), address);
        });
    }

    /// The positions, among the block's batches, of the variants that this evidence is about.
    fn positions(&self, block: &Block) -> Vec<usize> {
        positions(&self.subject, block)
    }

    /// Adds one case that occurred `times` times in a row. The address of the first is computed only if it is recorded.
    pub(super) fn push(&mut self, case: &Case, times: usize, address: impl Fn() -> String) {
        *self.counts.of(case.status) += times as u64;
        // Inapplicable cases count too: without their weight the probabilities do not add up to one.
        if let Some(enumeration) = &mut self.enumeration {
            (0..times).for_each(|_| enumeration.add(case));
        }
        if case.status == Status::Inapplicable {
            return;
        }
        // Cases without numbers count too: a missing value is replaced by the worst one instead of skipped.
        if let Some(games) = &mut self.games {
            (0..times).for_each(|_| games.play(case));
        }
        if let Some(distances) = &mut self.distances {
            (0..times).for_each(|_| distances.add(case));
        }
        let Some(numbers) = &case.numbers else { return };
        let observed = numbers.observed.value;
        self.observed_max = Some(
            self.observed_max
                .map_or(observed, |most| most.max(observed)),
        );
        let limit = numbers.limit.value;
        self.limit_min = Some(self.limit_min.map_or(limit, |least| least.min(limit)));
        self.means.push(numbers, case.weight.as_ref(), times);
        for moments in self.moments.iter_mut() {
            (0..times).for_each(|_| moments.push(observed));
            let sides = [&numbers.observed, &numbers.limit];
            for (error, side) in self.errors.iter_mut().zip(sides) {
                *error = error
                    .max(side.value - side.lower)
                    .max(side.upper - side.value);
            }
        }
        self.vacuity.push(numbers.vacuous);
        self.runs.add(self.claim, (case, numbers), times, address);
    }

    /// Whether no other trial is possible: every outcome was run under learners that do not draw, or there is only one run.
    pub fn is_exhaustive(&self) -> bool {
        self.complete && !self.draws || self.is_one_run()
    }

    /// Whether nothing is drawn, so that all trials are copies of one run.
    pub fn is_one_run(&self) -> bool {
        self.copies.are_all()
    }

    /// The number of applicable trials that count as evidence, if it is smaller: copies of one run count once, and a comparison of two formulas
    /// counts 0.
    pub fn independent(&self) -> Option<u64> {
        let independent = match self.is_of_formulas {
            true => 0,
            false if self.is_one_run() => self.applicable().min(1),
            false => return None,
        };
        (independent < self.applicable()).then_some(independent)
    }

    /// Whether observed value and limit are both formulas of the cell's parameters, so that no run of a learner is involved.
    pub fn is_of_formulas(&self) -> bool {
        self.is_of_formulas
    }

    /// Student's 99 % interval on the mean observed value, of an illustration whose trials differ.
    pub fn interval_of_mean(&self) -> Option<Interval> {
        let moments = self
            .moments
            .filter(|_| !self.is_exhaustive() && !self.complete)?;
        let radius = stats::student_radius(&moments, TAIL);
        radius
            .is_finite()
            .then(|| Interval::new(moments.mean() - radius, moments.mean() + radius))
    }

    /// The number of cases (trials, or pairs on one sample) with this status.
    pub fn count(&self, status: Status) -> u64 {
        *self.counts.clone().of(status)
    }

    /// The number of cases: trials, or pairs of trials on one sample.
    pub fn cases(&self) -> u64 {
        self.counts.applicable() + self.counts.inapplicable
    }

    /// The number of cases to which the claim applies.
    pub fn applicable(&self) -> u64 {
        self.counts.applicable()
    }

    /// Whether every applicable case counts in full.
    pub fn is_finished(&self) -> bool {
        self.counts.complete == self.counts.applicable()
    }

    /// Mean observed value and mean limit; in a complete enumeration, weighted by the probabilities of the cases.
    pub fn means(&self) -> (f64, f64) {
        self.means.values(self.complete)
    }

    /// In how many pairs the first of two variants has the smaller number; `None` for a claim that compares no numbers of pairs.
    pub(super) fn pair_counts(&self) -> Option<PairCounts> {
        let pairs = match (self.is_one_run(), self.complete) {
            (true, _) => PairsAre::Undescribed,
            (false, true) if self.draws => PairsAre::Undescribed,
            (false, true) => PairsAre::Enumerated,
            (false, false) => PairsAre::Drawn,
        };
        self.pairs.as_ref().map(|tally| tally.counts(pairs))
    }

    /// The decision and bounds of the bets so far; `None` if nothing is bet on, or if limits differ although the claim does not permit it.
    pub(crate) fn standing(&self) -> Option<BettingSummary> {
        let games = self.games.as_ref()?;
        Some(BettingSummary {
            trials: self.applicable(),
            mean: games.mean.values.moments.mean(),
            bounds: games.mean.bounds(),
            limit: match self.claim.form() {
                Form::WithProbability => self.claim.statement.allowed.to_f64(),
                _ => games.limit()?,
            },
        })
    }

    /// The estimated probability that other draws have a trial that decides a claim about every trial, or about some; `None` if no other draws are
    /// possible.
    pub(super) fn power_of_runs(&self) -> Option<f64> {
        let is_drawn = !self.complete && !self.is_one_run() && !self.is_of_formulas;
        is_drawn.then(|| stats::power_of_runs(self.runs.deciding, self.applicable()))
    }

    /// Whether agreement says nothing, because no observable value can exceed the limit. Every trial must show this if the limit is known before the
    /// run, or if the claim is about these trials. If the limit of a claim about a mean or a probability is measured, its mean must show it.
    pub fn is_vacuous(&self) -> bool {
        let form = self.claim.form();
        let is_about_trials = !form.is_bet_on() || form.direction() == LimitDirection::Both;
        if is_about_trials || self.vacuity.limit_is_known() || self.is_one_run() {
            return !self.vacuity.could_exceed();
        }
        let (outcomes, games) = (self.enumeration.as_ref(), self.games.as_ref());
        outcomes.is_some_and(|outcomes| outcomes.is_vacuous(&self.claim.statement))
            || games.is_some_and(|games| games.limit_is_vacuous(&self.claim.statement))
    }
}

/// The positions, among the batches of a block, of the variants named in `subject`; if it names none, because no learner runs, position 0.
pub fn positions(subject: &[String], block: &Block) -> Vec<usize> {
    if subject.is_empty() {
        return vec![0];
    }
    let named = |name: &String| {
        let mut batches = block.batches.iter();
        batches.position(|batch| batch.setting.name.as_ref() == Some(name))
    };
    // A variant that is not in the block gets a position past its end, so that no row is found.
    subject
        .iter()
        .map(|name| named(name).unwrap_or(block.batches.len()))
        .collect()
}
