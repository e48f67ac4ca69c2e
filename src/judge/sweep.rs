//! Rules on claims about all cells of a sweep, from a few numbers per cell, so that no row has to be kept.

use super::verdict::rounded;
use super::{Bench, Evidence, Verdict};
use crate::claim::{Claim, Proxy, StatedClaim, Statistic, Trend, VerdictWord};
use crate::stats::{self, BATCHES, Interval};
use crate::trial::Trial;
use serde_json::Map;

/// What a claim keeps of a cell: the median of x, and y of every trial in the order of the replicates.
#[derive(Debug, Clone)]
struct Point {
    x: f64,
    values: Vec<f64>,
}

/// A claim about the sweep, for one of its subjects, with what it has seen so far.
#[derive(Debug)]
struct Seen<'a> {
    claim: &'a StatedClaim,
    trend: Trend,
    subject: Vec<String>,
    points: Vec<Point>,
    trials: u64,
    failed: u64,
    undecided: u64,
}

/// The claims about all cells at once: shown one cell after the other, then asked for their verdicts.
#[derive(Debug)]
pub struct Sweep<'a> {
    experiment: &'a str,
    seen: Vec<Seen<'a>>,
}

impl<'a> Sweep<'a> {
    /// The claims of a bench that see all cells, before the first of them.
    pub fn new(bench: &'a Bench) -> Self {
        let claims = bench.claims.iter().filter_map(|claim| Some((claim, claim.statement.trend()?)));
        let subjects = claims.flat_map(|(claim, trend)| claim.subjects().into_iter().map(move |subject| (claim, trend.clone(), subject)));
        let blank = |(claim, trend, subject)| Seen { claim, trend, subject, points: Vec::new(), trials: 0, failed: 0, undecided: 0 };
        Self { experiment: &bench.experiment, seen: subjects.map(blank).collect() }
    }

    /// Takes the numbers of a cell from its rows.
    pub fn add(&mut self, cell: usize, rows: &[Trial]) {
        self.seen.iter_mut().filter(|seen| seen.claim.cells.contains(&cell)).for_each(|seen| seen.add(rows));
    }

    /// The verdicts, in the order of the claims and their subjects.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.seen.iter().map(|seen| seen.verdict(self.experiment)).collect()
    }
}

impl Seen<'_> {
    fn add(&mut self, rows: &[Trial]) {
        let name = self.subject.first();
        let own: Vec<&Trial> = rows.iter().filter(|row| name.is_none() || row.variant.as_ref() == name).collect();
        let column = |name: &str| -> Vec<f64> { own.iter().filter_map(|row| row.number(name)).collect() };
        let (x, values) = (column(self.trend.against.name()), column(self.trend.of.name()));
        self.trials += own.len() as u64;
        self.undecided += own.iter().filter(|row| row.is_undecided()).count() as u64;
        self.failed += own.iter().filter(|row| row.is_incomplete()).count() as u64;
        self.points.push(Point { x: stats::median(&x), values });
    }

    fn verdict(&self, experiment: &str) -> Verdict {
        let nothing = Evidence { cases: Vec::new(), complete: false, ties: (None, None) };
        let blank = Verdict::blank(experiment, self.claim, &Map::new(), &self.subject, &nothing);
        let (trials, failed, undecided) = (self.trials, self.failed, self.undecided);
        let verdict = Verdict { cell: None, trials, applicable: trials, failed, undecided, ..blank };
        let estimate = self.estimate(|values| values.to_vec());
        let batches: Vec<Option<f64>> = (0..BATCHES).map(|batch| self.estimate(|values| stats::batched(values)[batch].clone())).collect();
        let interval = stats::range_of_batches(&batches);
        let Some(estimate) = estimate else { return Verdict { method: "too few cells".into(), ..verdict } };
        let shown = self.is_shown(estimate, interval) && failed + undecided == 0;
        let verdict = Verdict {
            observed_mean: rounded(estimate),
            interval: rounded(interval.lower).zip(rounded(interval.upper)).map(|(lower, upper)| [lower, upper]),
            method: self.method(),
            ..verdict
        };
        verdict.decided(if shown { VerdictWord::Shown } else { VerdictWord::NotShown })
    }

    /// What is estimated from some of the replicates of every cell; `None` if a cell has no value, or none with a logarithm.
    fn estimate(&self, some: impl Fn(&[f64]) -> Vec<f64>) -> Option<f64> {
        let points: Vec<(f64, f64)> =
            self.points.iter().map(|point| (point.x, statistic(self.trend.statistic, &some(&point.values)))).collect();
        if points.iter().any(|(x, y)| x.is_nan() || y.is_nan()) {
            return None;
        }
        match self.trend.proxy {
            Proxy::Exponent { .. } => {
                let logs = stats::log_log(&points);
                stats::theil_sen(&logs, 0.1).filter(|_| logs.len() == points.len()).map(|fit| fit.slope)
            }
            Proxy::Rank { falling, .. } => {
                let sign = if falling { -1.0 } else { 1.0 };
                stats::spearman(&points.iter().map(|&(x, y)| (x, sign * y)).collect::<Vec<_>>())
            }
        }
    }

    fn is_shown(&self, estimate: f64, interval: Interval) -> bool {
        match self.trend.proxy {
            Proxy::Exponent { exponent, tolerance } => interval.lower >= exponent - tolerance && interval.upper <= exponent + tolerance,
            Proxy::Rank { at_least, .. } => estimate >= at_least,
        }
    }

    fn method(&self) -> String {
        let cells = self.points.len();
        let batches = format!("interval over {BATCHES} batches of replicates at 0.992 (Thompson 1936)");
        match self.trend.proxy {
            Proxy::Exponent { .. } => format!("log–log slope over {cells} cells by Theil and Sen, {batches}"),
            Proxy::Rank { .. } => format!("Spearman's rank correlation over {cells} cells, {batches}"),
        }
    }
}

fn statistic(statistic: Statistic, values: &[f64]) -> f64 {
    match statistic {
        Statistic::Mean => stats::mean(values),
        Statistic::Median => stats::median(values),
        Statistic::Quantile(level) => stats::quantile(values, level),
    }
}
