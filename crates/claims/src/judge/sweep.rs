//! Judges claims about all cells of a sweep from a few numbers per cell, so that no trial is stored.

use super::cell_numbers::{CellNumbers, WeightedPoint};
use super::evidence::positions;
use super::statistical::open;
use super::verdict::rounded;
use super::{Case, Evidence, JudgeSpec, Verdict};
use crate::claim::{EstimateFault, StatedClaim, Trend, TrendShape, VerdictKind};
use crate::stats::{self, BATCHES, Interval};
use crate::trial::{Block, Row, Setting, columns};
use perceptron::sample::Rational;

/// The smallest number of cells for which a rank correlation gives a verdict other than `inconclusive`.
const FEWEST_RANKS: usize = 6;

/// A claim about how a number changes over the cells of a sweep, for one variant, with the evidence so far.
#[derive(Debug, Clone)]
struct TrendEvidence<'a> {
    claim: &'a StatedClaim,
    trend: Trend,
    subject: Vec<String>,
    /// The index and the numbers of each cell seen so far.
    points: Vec<(usize, CellNumbers)>,
    /// Number of trials of the last cell that have a value of x and of y.
    numbered: usize,
    trials: u64,
    inapplicable: u64,
    failed: u64,
    undecided: u64,
    /// The premise that failed on the first inapplicable trial.
    failed_premise: Option<String>,
    /// Reason why the first trial that lacks x or y although it did not fail lacks it.
    missing: Option<String>,
    /// The reason why the claim cannot be judged on estimates, if it reads any in some cell.
    misuse: Option<EstimateFault>,
}

/// Judges the claims about all cells of a sweep: it is given the trials of one cell after the other, and then returns the verdicts.
#[derive(Debug, Clone)]
pub struct Sweep<'a> {
    spec: &'a JudgeSpec,
    trends: Vec<TrendEvidence<'a>>,
}

impl<'a> Sweep<'a> {
    /// Makes the judge of all claims about the sweep as a whole, before the first cell.
    pub fn new(judge_spec: &'a JudgeSpec) -> Self {
        let claims = judge_spec.claims.iter();
        let trends = claims.filter_map(|claim| Some((claim, claim.statement.trend.as_ref()?)));
        let seen = trends.flat_map(|(claim, trend)| {
            let subjects = claim.subjects().into_iter();
            subjects.map(move |subject| TrendEvidence::new(claim, trend.clone(), subject))
        });
        Self {
            spec: judge_spec,
            trends: seen.collect(),
        }
    }

    /// Adds the next trials of a cell, given by its index. All trials of a cell are added before those of the next.
    pub fn add(&mut self, cell: usize, block: &Block) {
        let complete = self.spec.cells[cell].complete;
        let own = self
            .trends
            .iter_mut()
            .filter(|seen| seen.claim.cells.contains(&cell));
        own.for_each(|seen| seen.add(cell, block, complete));
    }

    /// Returns the verdicts on the cells so far, in the order of the claims and of their variants.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.trends
            .iter()
            .map(|seen| seen.verdict(self.spec))
            .collect()
    }
}

/// The fit of a trend, such as y ∝ x^a, over the cells of a sweep: one point per cell, and the estimate from these points.
#[derive(Debug, Clone)]
pub(crate) struct Fit<'a> {
    pub(crate) claim: &'a StatedClaim,
    pub(crate) trend: Trend,
    pub(crate) subject: Vec<String>,
    /// The point (x, statistic of y) of every cell that has both.
    pub(crate) points: Vec<(f64, f64)>,
    pub(crate) trials: u64,
    /// The slope or the rank correlation; `None` if there are too few cells.
    pub(crate) estimate: Option<f64>,
    /// The interval of the estimate, from the estimates of batches of replicates; unbounded if there are no batches.
    pub(crate) interval: Interval,
}

impl<'a> Sweep<'a> {
    /// Returns the fit of every claim about the sweep to the cells so far.
    pub(crate) fn fits(&self) -> Vec<Fit<'a>> {
        self.trends.iter().map(TrendEvidence::fit).collect()
    }
}

/// The values of x and y of one trial that a claim about the sweep reads, and whether the trial counts.
struct TrialPoint {
    /// The premise that fails on the trial, in words.
    failed_premise: Option<String>,
    is_undecided: bool,
    is_final: bool,
    numbers: Option<WeightedPoint>,
    /// Reason why the trial has no x or y although it did not fail.
    missing: Option<String>,
}

impl TrialPoint {
    fn of(claim: &StatedClaim, trend: &Trend, row: &Row) -> Self {
        let terms = [&trend.against, &trend.of];
        let [x, y] = terms.map(|term| term.value(&[*row]).map(|number| number.value));
        let numbers = x.zip(y).map(|(x, y)| WeightedPoint {
            x,
            y,
            weight: row.get(columns::WEIGHT).map_or(1.0, Rational::to_f64),
            is_one_run: row.setting().repeats_one_run(),
        });
        let is_unexplained = numbers.is_none() && !row.is_failed();
        let why = || terms.into_iter().find_map(|term| term.missing(&[*row]));
        Self {
            failed_premise: claim
                .failed_premise(&[*row])
                .map(|premise| premise.label().to_owned()),
            is_undecided: row.is_undecided(),
            is_final: !row.is_incomplete(),
            numbers,
            missing: is_unexplained.then(why).flatten(),
        }
    }
}

impl<'a> TrendEvidence<'a> {
    fn fit(&self) -> Fit<'a> {
        let points = self.points.iter();
        let points = points.map(|(_, point)| point.at(self.trend.statistic, None));
        let is_drawn = !self.is_enumerated();
        Fit {
            claim: self.claim,
            trend: self.trend.clone(),
            subject: self.subject.clone(),
            points: points.filter(|(x, y)| !x.is_nan() && !y.is_nan()).collect(),
            trials: self.trials,
            estimate: self.middle(),
            interval: match is_drawn {
                true => stats::range_of_batches(&self.batches()),
                false => Interval::UNBOUNDED,
            },
        }
    }

    fn new(claim: &'a StatedClaim, trend: Trend, subject: Vec<String>) -> Self {
        let points = Vec::new();
        let (trials, inapplicable, failed, undecided) = (0, 0, 0, 0);
        Self {
            claim,
            trend,
            subject,
            points,
            numbered: 0,
            trials,
            inapplicable,
            failed,
            undecided,
            failed_premise: None,
            missing: None,
            misuse: None,
        }
    }

    fn add(&mut self, cell: usize, block: &Block, complete: bool) {
        if self.points.last().is_none_or(|(last, _)| *last != cell) {
            self.points.push((cell, CellNumbers::new(complete)));
            self.numbered = 0;
        }
        let places = positions(&self.subject, block);
        let rows = block.rows(0, &places).unwrap_or_default();
        let settings: Vec<&Setting> = rows.iter().map(Row::setting).collect();
        self.misuse = self
            .misuse
            .take()
            .or_else(|| self.claim.misuse_of_estimates(&settings));
        let (claim, trend) = (self.claim, &self.trend.clone());
        let made = |place| -> Vec<TrialPoint> {
            let rows = block.rows(place, &places).into_iter().flatten();
            rows.map(|row| TrialPoint::of(claim, trend, &row)).collect()
        };
        let distinct = block.distinct(&places, &Case::reads(claim));
        distinct.each(made, |points, trials| {
            trials.for_each(|_| points.iter().for_each(|point| self.push(point)));
        });
    }

    /// Adds a trial of the last cell. If the trial is undecided, not final or lacks x or y, it is counted and makes the verdict inconclusive.
    fn push(&mut self, point: &TrialPoint) {
        self.trials += 1;
        if let Some(premise) = &point.failed_premise {
            self.inapplicable += 1;
            self.failed_premise.get_or_insert_with(|| premise.clone());
            return;
        }
        if point.is_undecided {
            self.undecided += 1;
        } else if !point.is_final || point.numbers.is_none() {
            self.failed += 1;
        }
        if self.missing.is_none() {
            self.missing.clone_from(&point.missing);
        }
        if let (Some(numbers), Some((_, cell))) = (point.numbers, self.points.last_mut()) {
            cell.push(numbers, self.numbered);
            self.numbered += 1;
        }
    }

    fn blank(&self, judge_spec: &JudgeSpec) -> Verdict {
        let level = judge_spec.level(self.claim);
        let nothing = Evidence::new(self.claim, &self.subject, false, level);
        let blank = Verdict::blank(&judge_spec.experiment, None, &self.subject, &nothing);
        let applicable = self.trials - self.inapplicable;
        let (inapplicable, failed, undecided) = (self.inapplicable, self.failed, self.undecided);
        Verdict {
            trials: self.trials,
            applicable,
            inapplicable,
            failed,
            undecided,
            failed_premise: self.failed_premise.clone(),
            missing: self.missing.clone(),
            ..blank
        }
    }

    fn verdict(&self, judge_spec: &JudgeSpec) -> Verdict {
        let verdict = self.blank(judge_spec);
        if let Some(fault) = &self.misuse {
            return open(verdict, &fault.to_string());
        }
        let has_open = self.failed + self.undecided > 0;
        let Some(estimate) = self.middle() else {
            let verdict = Verdict {
                method: "too few cells with a value".into(),
                ..verdict
            };
            return if has_open {
                verdict.decided(VerdictKind::Inconclusive)
            } else {
                verdict
            };
        };
        let is_known = self.is_enumerated();
        let batches = self.batches();
        let interval = match is_known {
            true => Interval::new(estimate, estimate),
            false => stats::range_of_batches(&batches),
        };
        let ends = rounded(interval.lower).zip(rounded(interval.upper));
        let ends = ends.filter(|_| !is_known);
        let verdict = Verdict {
            observed_mean: rounded(estimate),
            interval: ends.map(|(lower, upper)| [lower, upper]),
            method: self.method(),
            ..verdict
        };
        // Without an interval, because there are too few replicates, nothing is shown in either direction.
        let is_exponent = matches!(self.trend.proxy, TrendShape::Exponent { .. });
        let is_open = is_exponent && !is_known && verdict.interval.is_none();
        let word = match self.is_shown(estimate, interval) {
            _ if is_open || has_open || self.has_too_few_ranks() => VerdictKind::Inconclusive,
            true => VerdictKind::Shown,
            false => VerdictKind::NotShown,
        };
        let power = self.power(&batches, word);
        Verdict { power, ..verdict }.decided(word)
    }

    /// The probability that other draws lead to the same verdict, estimated from how the batches differ.
    fn power(&self, batches: &[Option<f64>], word: VerdictKind) -> Option<f64> {
        let slopes: Option<Vec<f64>> = batches.iter().copied().collect();
        let inside = stats::all_inside(&slopes?, self.trend.proxy.tolerated()?)?;
        let power = match word {
            VerdictKind::Shown => inside,
            VerdictKind::NotShown => 1.0 - inside,
            _ => return None,
        };
        rounded(power).filter(|_| !self.is_enumerated())
    }

    /// Whether there are too few cells for a rank correlation to say anything: five cells are in the right order by chance in one of 120 cases.
    fn has_too_few_ranks(&self) -> bool {
        matches!(self.trend.proxy, TrendShape::Rank { .. }) && self.points.len() < FEWEST_RANKS
    }

    /// Whether all cells are complete enumerations, so that the estimate is the exact value and has no interval.
    fn is_enumerated(&self) -> bool {
        self.points.iter().all(|(_, point)| point.is_enumerated())
    }

    /// The slope or rank correlation from each batch of replicates alone; `None` if it cannot be computed from a batch.
    fn batches(&self) -> Vec<Option<f64>> {
        (0..BATCHES)
            .map(|batch| self.estimate(Some(batch)))
            .collect()
    }

    /// The estimate that is stated: of an exponent the median over the batches, because the interval is one of that median; the pooled estimate may lie
    /// outside of it, where counts are small. Otherwise, and if some batch has none, that of all replicates.
    fn middle(&self) -> Option<f64> {
        let pooled = self.estimate(None)?;
        let batches: Option<Vec<f64>> = self.batches().into_iter().collect();
        let is_exponent = matches!(self.trend.proxy, TrendShape::Exponent { .. });
        let batches = batches.filter(|_| is_exponent && !self.is_enumerated());
        Some(batches.map_or(pooled, |batches| stats::median(&batches)))
    }

    /// The slope or rank correlation over the cells, from all replicates or from one batch of them; `None` if a cell has no value, or for a slope one
    /// without a logarithm.
    fn estimate(&self, batch: Option<usize>) -> Option<f64> {
        let points = self.points.iter();
        let points: Vec<(f64, f64)> = points
            .map(|(_, point)| point.at(self.trend.statistic, batch))
            .collect();
        if points.iter().any(|(x, y)| x.is_nan() || y.is_nan()) {
            return None;
        }
        match self.trend.proxy {
            TrendShape::Exponent { .. } => {
                let logs = stats::log_log(&points);
                stats::theil_sen(&logs).filter(|_| logs.len() == points.len())
            }
            TrendShape::Rank { falling, .. } => {
                let sign = if falling { -1.0 } else { 1.0 };
                let turned: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, sign * y)).collect();
                stats::spearman(&turned)
            }
        }
    }

    fn is_shown(&self, estimate: f64, interval: Interval) -> bool {
        match self.trend.proxy {
            TrendShape::Rank { at_least, .. } => estimate >= at_least,
            TrendShape::Exponent { .. } => {
                self.trend.proxy.tolerated().is_some_and(|ends| {
                    interval.lower >= ends.lower && interval.upper <= ends.upper
                })
            }
        }
    }

    fn method(&self) -> String {
        let cells = self.points.len();
        let copies = |(_, point): &(usize, CellNumbers)| point.is_one_run();
        let batches = match self.is_enumerated() {
            true if self.points.iter().any(copies) => {
                "nothing is random, and replicates are copies, so without an interval".to_owned()
            }
            true => "complete enumeration, so without an interval".to_owned(),
            false => {
                let median = match self.trend.proxy {
                    TrendShape::Exponent { .. } => "median and ",
                    TrendShape::Rank { .. } => "",
                };
                format!(
                    "{median}interval over {BATCHES} batches of replicates at 0.992 (Thompson 1936)"
                )
            }
        };
        match self.trend.proxy {
            TrendShape::Exponent { .. } => {
                format!("log–log slope over {cells} cells by Theil and Sen, {batches}")
            }
            TrendShape::Rank { .. } if self.has_too_few_ranks() => {
                format!(
                    "Spearman's rank correlation over {cells} cells, fewer than the {FEWEST_RANKS} that it needs, {batches}"
                )
            }
            TrendShape::Rank { .. } => {
                format!("Spearman's rank correlation over {cells} cells, {batches}")
            }
        }
    }
}
