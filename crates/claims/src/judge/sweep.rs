//! Rules on claims about all cells of a sweep, from a few numbers per cell, so that no row has to be kept.

use super::verdict::rounded;
use super::{Bench, Evidence, Verdict};
use crate::claim::{Proxy, StatedClaim, Statistic, Trend, VerdictWord};
use crate::stats::{self, BATCHES, Interval};
use crate::trial::Trial;
use perceptron::sample::Rational;
use serde_json::Map;

/// What a claim keeps of a cell: the median of x, and y of every trial in the order of the replicates.
#[derive(Debug, Clone)]
struct Point {
    x: f64,
    values: Vec<f64>,
    /// The probability of every trial, if they are a complete enumeration: then they are no draws that could be dealt into batches.
    weights: Option<Vec<f64>>,
}

/// A claim about the sweep, for one of its subjects, with what it has seen so far.
#[derive(Debug)]
struct Seen<'a> {
    claim: &'a StatedClaim,
    trend: Trend,
    subject: Vec<String>,
    points: Vec<Point>,
    trials: u64,
    inapplicable: u64,
    failed: u64,
    undecided: u64,
}

/// The claims about all cells at once: shown one cell after the other, then asked for their verdicts.
#[derive(Debug)]
pub struct Sweep<'a> {
    bench: &'a Bench,
    seen: Vec<Seen<'a>>,
}

impl<'a> Sweep<'a> {
    /// The claims of a bench that see all cells, before the first of them.
    pub fn new(bench: &'a Bench) -> Self {
        let claims = bench
            .claims
            .iter()
            .filter_map(|claim| Some((claim, claim.statement.trend()?)));
        let subjects = claims.flat_map(|(claim, trend)| {
            claim
                .subjects()
                .into_iter()
                .map(move |subject| (claim, trend.clone(), subject))
        });
        let blank = |(claim, trend, subject)| Seen {
            claim,
            trend,
            subject,
            points: Vec::new(),
            trials: 0,
            inapplicable: 0,
            failed: 0,
            undecided: 0,
        };
        Self {
            bench,
            seen: subjects.map(blank).collect(),
        }
    }

    /// Takes the numbers of a cell from its rows.
    pub fn add(&mut self, cell: usize, rows: &[Trial]) {
        let complete = self.bench.cells[cell].1;
        self.seen
            .iter_mut()
            .filter(|seen| seen.claim.cells.contains(&cell))
            .for_each(|seen| seen.add(rows, complete));
    }

    /// The verdicts, in the order of the claims and their subjects.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.seen
            .iter()
            .map(|seen| seen.verdict(&self.bench.experiment))
            .collect()
    }
}

impl Seen<'_> {
    fn add(&mut self, rows: &[Trial], complete: bool) {
        let name = self.subject.first();
        let own: Vec<&Trial> = rows
            .iter()
            .filter(|row| name.is_none() || row.variant.as_ref() == name)
            .collect();
        let (spoken_of, inapplicable): (Vec<&Trial>, Vec<&Trial>) =
            own.into_iter().partition(|row| {
                self.claim.premise_waived || self.claim.failed_premise(&[row]).is_none()
            });
        self.trials += (spoken_of.len() + inapplicable.len()) as u64;
        self.inapplicable += inapplicable.len() as u64;
        let numbers: Vec<(f64, f64, f64)> =
            spoken_of.iter().filter_map(|row| self.take(row)).collect();
        let (x, (values, weights)): (Vec<f64>, (Vec<f64>, Vec<f64>)) = numbers
            .into_iter()
            .map(|(x, y, weight)| (x, (y, weight)))
            .unzip();
        self.points.push(Point {
            x: stats::weighted_quantile(&x, &weights, 0.5),
            values,
            weights: complete.then_some(weights),
        });
    }

    /// x, y and weight of a trial; one that lacks a number, or has none that is final, is counted and makes the verdict inconclusive.
    fn take(&mut self, row: &Trial) -> Option<(f64, f64, f64)> {
        let numbers = row
            .number(self.trend.against.name())
            .zip(row.number(self.trend.of.name()));
        if row.is_undecided() {
            self.undecided += 1;
        } else if row.is_incomplete() || numbers.is_none() {
            self.failed += 1;
        }
        numbers.map(|(x, y)| (x, y, row.weight.as_ref().map_or(1.0, Rational::to_f64)))
    }

    fn verdict(&self, experiment: &str) -> Verdict {
        let nothing = Evidence {
            cases: Vec::new(),
            complete: false,
            ties: (None, None),
        };
        let blank = Verdict::blank(experiment, self.claim, &Map::new(), &self.subject, &nothing);
        let (trials, inapplicable, failed, undecided) =
            (self.trials, self.inapplicable, self.failed, self.undecided);
        let verdict = Verdict {
            cell: None,
            trials,
            applicable: trials - inapplicable,
            inapplicable,
            failed,
            undecided,
            ..blank
        };
        let Some(estimate) = self.estimate(None) else {
            let verdict = Verdict {
                method: "too few cells with a value".into(),
                ..verdict
            };
            return if failed + undecided > 0 {
                verdict.decided(VerdictWord::Inconclusive)
            } else {
                verdict
            };
        };
        let interval = self.interval(estimate);
        let verdict = Verdict {
            observed_mean: rounded(estimate),
            interval: rounded(interval.lower)
                .zip(rounded(interval.upper))
                .map(|(lower, upper)| [lower, upper]),
            method: self.method(),
            ..verdict
        };
        // Too few replicates for an interval show nothing in either direction.
        let is_open =
            matches!(self.trend.proxy, Proxy::Exponent { .. }) && verdict.interval.is_none();
        verdict.decided(match self.is_shown(estimate, interval) {
            _ if is_open || failed + undecided > 0 => VerdictWord::Inconclusive,
            true => VerdictWord::Shown,
            false => VerdictWord::NotShown,
        })
    }

    /// Whether all cells are complete enumerations: then the estimate is the number itself.
    fn is_enumerated(&self) -> bool {
        self.points.iter().all(|point| point.weights.is_some())
    }

    fn interval(&self, estimate: f64) -> Interval {
        if self.is_enumerated() {
            return Interval::new(estimate, estimate);
        }
        let batches: Vec<Option<f64>> = (0..BATCHES)
            .map(|batch| self.estimate(Some(batch)))
            .collect();
        stats::range_of_batches(&batches)
    }

    /// What is estimated from all replicates of every cell or from a batch of them; `None` if a cell has no value, or none with a logarithm.
    fn estimate(&self, batch: Option<usize>) -> Option<f64> {
        let points: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| (point.x, point.statistic(self.trend.statistic, batch)))
            .collect();
        if points.iter().any(|(x, y)| x.is_nan() || y.is_nan()) {
            return None;
        }
        match self.trend.proxy {
            Proxy::Exponent { .. } => {
                let logs = stats::log_log(&points);
                stats::theil_sen(&logs).filter(|_| logs.len() == points.len())
            }
            Proxy::Rank { falling, .. } => {
                let sign = if falling { -1.0 } else { 1.0 };
                stats::spearman(
                    &points
                        .iter()
                        .map(|&(x, y)| (x, sign * y))
                        .collect::<Vec<_>>(),
                )
            }
        }
    }

    fn is_shown(&self, estimate: f64, interval: Interval) -> bool {
        match self.trend.proxy {
            Proxy::Exponent {
                exponent,
                tolerance,
            } => interval.lower >= exponent - tolerance && interval.upper <= exponent + tolerance,
            Proxy::Rank { at_least, .. } => estimate >= at_least,
        }
    }

    fn method(&self) -> String {
        let cells = self.points.len();
        let batches = match self.is_enumerated() {
            true => "complete enumeration".to_owned(),
            false => {
                format!("interval over {BATCHES} batches of replicates at 0.992 (Thompson 1936)")
            }
        };
        match self.trend.proxy {
            Proxy::Exponent { .. } => {
                format!("log–log slope over {cells} cells by Theil and Sen, {batches}")
            }
            Proxy::Rank { .. } => {
                format!("Spearman's rank correlation over {cells} cells, {batches}")
            }
        }
    }
}

impl Point {
    /// A statistic of the cell, or of one batch of its replicates. In an enumeration every outcome has its weight; no batch is drawn from it.
    fn statistic(&self, statistic: Statistic, batch: Option<usize>) -> f64 {
        match (&self.weights, batch) {
            (Some(weights), _) => weighted(statistic, &self.values, weights),
            (None, Some(batch)) => plain(statistic, &stats::batched(&self.values)[batch]),
            (None, None) => plain(statistic, &self.values),
        }
    }
}

fn plain(statistic: Statistic, values: &[f64]) -> f64 {
    match statistic {
        Statistic::Mean => stats::mean(values),
        Statistic::Median => stats::median(values),
        Statistic::Quantile(level) => stats::quantile(values, level),
    }
}

fn weighted(statistic: Statistic, values: &[f64], weights: &[f64]) -> f64 {
    match statistic {
        Statistic::Mean => stats::weighted_mean(values, weights),
        Statistic::Median => stats::weighted_quantile(values, weights, 0.5),
        Statistic::Quantile(level) => stats::weighted_quantile(values, weights, level),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Form, Statement};
    use std::collections::BTreeSet;

    fn bench(claim: &str, complete: bool) -> Bench {
        let statement: Statement = toml::from_str(&format!(
            "[scaling-exponent]\nof = \"updates\"\nagainst = \"dimension\"\n{claim}"
        ))
        .unwrap();
        let claim = StatedClaim {
            id: "c".into(),
            statement,
            control_of: None,
            variants: Vec::new(),
            cells: BTreeSet::from([0, 1, 2]),
            scale: Rational::one(),
            slack: 0.0,
            margin: Form::Illustration.default_margin(),
            premise_waived: false,
            expect: VerdictWord::Shown,
        };
        Bench {
            experiment: "e".into(),
            alpha: 0.01,
            cells: vec![(Map::new(), complete); 3],
            claims: vec![claim],
        }
    }

    /// Dimension d: mostly d updates, rarely 1000; or d updates always.
    fn rows(dimension: u64, rare: Option<Rational>) -> Vec<Trial> {
        let row = |updates, weight| Trial {
            dimension,
            updates: Some(updates),
            weight,
            ..Trial::empty()
        };
        match rare {
            Some(rare) => vec![
                row(dimension, Some(&Rational::one() - &rare)),
                row(1000, Some(rare)),
            ],
            None => vec![row(dimension, None); 16],
        }
    }

    fn verdict(bench: &Bench, cells: [Vec<Trial>; 3]) -> Verdict {
        let mut sweep = Sweep::new(bench);
        cells
            .iter()
            .enumerate()
            .for_each(|(cell, rows)| sweep.add(cell, rows));
        sweep.verdicts().remove(0)
    }

    #[test]
    fn the_outcomes_of_an_enumeration_count_with_their_weights() {
        for statistic in ["\"mean\"", "\"median\"", "{ quantile = 0.9999 }"] {
            let bench = bench(
                &format!("exponent = 1\ntolerance = 0.01\nstatistic = {statistic}"),
                true,
            );
            let verdict = verdict(
                &bench,
                [2, 4, 8].map(|dimension| rows(dimension, Some(Rational::new(1, 1_000_000)))),
            );
            assert_eq!(verdict.verdict, VerdictWord::Shown, "{statistic}");
            assert!(
                verdict.method.ends_with("complete enumeration")
                    && verdict.interval.is_some_and(|[low, high]| low == high)
            );
        }
    }

    #[test]
    fn a_row_without_a_number_does_not_vanish() {
        let bench = bench("exponent = 1\ntolerance = 0.01", false);
        let mut cells = [2, 4, 8].map(|dimension| rows(dimension, None));
        assert_eq!(verdict(&bench, cells.clone()).verdict, VerdictWord::Shown);
        cells[1][3].updates = None;
        let verdict = verdict(&bench, cells);
        assert_eq!(
            (verdict.verdict, verdict.failed),
            (VerdictWord::Inconclusive, 1)
        );
    }
}
