//! Draws what a claim observes, and its bound, against the swept parameter: the figure of a spec that asks for none.

use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Scale, Series, SeriesRole};
use super::curve::{BOUND_OF, legend};
use super::cut::cut_above;
use super::distribution::Distribution;
use super::extract::ClaimSummary;
use super::histogram::Histogram;
use super::labels::{PAIRS, RUNS, by_label, capitalised, distinct, extent_of, with};
use super::partition::Partition;
use super::{Builder, Gallery};
use crate::claim::{Form, Scope, StatedClaim};
use crate::trial::{AnyColumn, ColumnKind};
use perceptron::documented::documented_unit;
use std::collections::BTreeSet;

documented_unit! {
    name = "observed-and-bound";
    /// What the first claim that can be drawn observes, with its bound, against the parameter that is swept: the median of the runs and their range,
    /// or the mean with its interval if the claim is about a mean. A spec without figures gets this one.
    ///
    /// # Formula
    /// x = swept parameter, y = observed; the bound is a curve where the keys of the spec determine it
    /// # Premise
    /// A number is swept over three values or more, and observed number or bound change with it; otherwise counts that differ from run to run are
    /// drawn as a histogram, or for up to six settings as boxes (`distribution`).
    /// # Source
    /// The claims of the spec, without controls.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["observed-and-bound"]
    /// ```
    pub struct ObservedAndBound;
}

/// The reason that an empty figure gives if there is nothing to compare.
const NOTHING: &str =
    "no number is swept along which the observed number of a claim or its bound changes";

/// Fewest values of the swept parameter that make a figure, and fewest points of a bound that are a line.
const FEWEST: usize = 3;

/// Fewest runs whose quartiles say something, and most settings side by side.
const FEWEST_RUNS: usize = 20;
const MOST_SETTINGS: usize = 6;

/// Most bounds that one figure shows.
const MOST_BOUNDS: usize = 3;

/// Most lines of one bound that are named one by one.
const MOST_NAMED: usize = 2;

/// Longest formula or setting that names a place on an axis, in characters.
const LONGEST: usize = 40;

/// Whether a claim compares two numbers of one kind that can be drawn on one axis: of single trials, or the mean of a difference in pairs.
fn is_drawn(claim: &StatedClaim) -> bool {
    let is_of_trials = match claim.statement.scope {
        Scope::Trial => true,
        Scope::Pair => claim.form().is_about_a_mean(),
        Scope::Sweep => false,
    };
    let is_of_trials = is_of_trials && claim.control_of.is_none();
    let column = claim.statement.observed.as_column();
    let is_number = column.is_none_or(|column| column.declared().kind != ColumnKind::Flag);
    is_of_trials && is_number && !matches!(claim.form(), Form::HasDistribution | Form::Exists)
}

/// What claims in one figure share: the column that they observe, or the claim itself if it observes a formula, and whether they are about a mean.
fn kind(index: usize, claim: &StatedClaim) -> (Option<AnyColumn>, usize, bool) {
    let column = claim.statement.observed.as_column();
    (column, column.map_or(index, |_| 0), is_of_means(claim))
}

fn is_of_means(claim: &StatedClaim) -> bool {
    claim.form().is_about_a_mean() || claim.form() == Form::Illustration
}

/// Whether a claim states the observed number, not a bound on it.
fn is_exact(claim: &StatedClaim) -> bool {
    matches!(claim.form(), Form::Identity | Form::ExpectationIdentity)
}

impl Gallery<'_> {
    /// Returns the claims that this kind of figure may draw together, by index, in the order of the spec.
    pub(super) fn drawn_together(&self) -> Vec<Vec<usize>> {
        let claims = self.judge_spec.claims.iter().enumerate();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (index, claim) in claims.filter(|(_, claim)| is_drawn(claim)) {
            let known = groups.iter_mut().find(|group| {
                let first = group[0];
                kind(first, &self.judge_spec.claims[first]) == kind(index, claim)
            });
            match known {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    }
}

impl Builder for ObservedAndBound {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let groups = gallery.drawn_together();
        let drawn = groups.iter().find_map(|group| {
            let entries = gallery.compared(|_, _| true).into_iter();
            let entries = entries.filter(|entry| group.contains(&entry.claim));
            Drawn::of(gallery, entries.collect())
        });
        match drawn {
            Some(drawn) => Ok(vec![drawn.chart(Self::DOC.name)]),
            None if is_spread(gallery) => {
                let counts = Histogram.charts(gallery);
                counts.or_else(|_| Distribution.charts(gallery))
            }
            None => Err(NOTHING.to_owned()),
        }
    }
}

/// Whether counts differ from run to run in few settings with short names, so that boxes show them where nothing is swept.
fn is_spread(gallery: &Gallery) -> bool {
    let counts = gallery.counts();
    let cells: BTreeSet<usize> = counts.iter().map(|entry| entry.cell).collect();
    let differs = |entry: &&ClaimSummary| {
        entry.trials >= FEWEST_RUNS && entry.observed[0] < entry.observed[4]
    };
    let is_short = |cell: &usize| gallery.cells.name(*cell).chars().count() <= LONGEST;
    cells.len() <= MOST_SETTINGS && cells.iter().all(is_short) && counts.iter().any(differs)
}

/// The summaries of one figure, and where they are along its axis.
struct Drawn<'a> {
    gallery: &'a Gallery<'a>,
    entries: Vec<&'a ClaimSummary>,
    axis: Axis,
    /// The positions of all cells.
    places: Vec<f64>,
    partition: Partition,
}

impl<'a> Drawn<'a> {
    /// Returns the figure of some summaries; `None` if a table says it all.
    fn of(gallery: &'a Gallery<'a>, mut entries: Vec<&'a ClaimSummary>) -> Option<Self> {
        // Where the stated number changes from run to run, no mark of a setting can show that each run has its own.
        entries.retain(|entry| {
            let claim = gallery.claim(entry);
            let is_fixed = !is_exact(claim) || entry.limits[0] == entry.limits[4];
            is_fixed && claim.cells.contains(&entry.cell)
        });
        let cells: BTreeSet<usize> = entries.iter().map(|entry| entry.cell).collect();
        let (axis, places, key) = gallery.cells.axis_of(&cells)?;
        let variants = by_label(entries.iter().map(|entry| (entry.variant.clone(), ()))).len();
        let partition = Partition::new(gallery, &entries, Some(key), variants);
        let differs = |number: fn(&ClaimSummary) -> f64| {
            let values = entries.iter().map(|entry| number(entry).to_bits());
            values.collect::<BTreeSet<u64>>().len() > 1
        };
        let lines = by_label(entries.iter().map(|entry| {
            let label = partition.label(gallery, entry, &entry.variant);
            (partition.panel(gallery, entry) + &label, places[entry.cell])
        }));
        let is_course = |(_, places): &&(String, Vec<f64>)| {
            let places = places.iter().map(|place| place.to_bits());
            places.collect::<BTreeSet<u64>>().len() >= FEWEST
        };
        let has_courses = 2 * lines.iter().filter(is_course).count() >= lines.len();
        let changes = differs(|entry| entry.mean) || differs(|entry| entry.limit);
        (changes && has_courses).then_some(Self {
            gallery,
            entries,
            axis,
            places,
            partition,
        })
    }

    fn chart(&self, name: &str) -> Chart {
        let claim = self.gallery.claim(self.entries[0]);
        let mean = if is_of_means(claim) { "mean " } else { "" };
        let [words, unit] = observed(claim);
        let column = claim.statement.observed.as_column();
        let is_probability =
            column.is_some_and(|column| column.declared().kind != ColumnKind::Count);
        let limits = without_repeats([self.bounds(), self.exact()].concat());
        let series = [self.observed(), limits].concat();
        let (series, cut) = cut_above(1.0, series, |one| {
            is_probability && one.role == SeriesRole::Bound && is_of_means(claim)
        });
        let points = series.iter().flat_map(|series| &series.points);
        let heights: Vec<f64> = points.flat_map(Point::heights).collect();
        Chart {
            name: name.into(),
            title: format!(
                "{} against the {}",
                capitalised(&format!("{mean}{words}")),
                self.axis.label
            ),
            caption: self.caption() + &cut,
            x: self.axis.clone(),
            y: axis(format!("{mean}{unit}"), &heights),
            series,
        }
    }

    /// Draws one series per variant, panel and value of the series' parameter.
    fn observed(&self) -> Vec<Series> {
        let sorted = self.partition.sorted(self.gallery, self.entries.clone());
        let named = sorted.into_iter().map(|entry| (self.names(entry), entry));
        let series = by_label(named).into_iter().map(|(names, group)| {
            let points = self.points(group);
            let mark = Mark::joining(&points);
            in_panel(&names, |label| {
                Series::new(label, SeriesRole::Observed, mark, points)
            })
        });
        series.collect()
    }

    /// The panel of a summary and the label of its series, in two lines.
    fn names(&self, entry: &ClaimSummary) -> String {
        let label = self.partition.label(self.gallery, entry, &entry.variant);
        format!("{}\n{label}", self.partition.panel(self.gallery, entry))
    }

    /// One point per cell; of several claims about one variant, the one with most runs.
    fn points(&self, mut group: Vec<&ClaimSummary>) -> Vec<Point> {
        group.sort_by(|a, b| {
            let places = [a, b].map(|entry| self.places[entry.cell]);
            let at = places[0].total_cmp(&places[1]).then(a.cell.cmp(&b.cell));
            at.then(b.trials.cmp(&a.trials))
        });
        group.dedup_by_key(|entry| entry.cell);
        group.into_iter().map(|entry| self.point(entry)).collect()
    }

    fn point(&self, entry: &ClaimSummary) -> Point {
        let x = self.places[entry.cell];
        let (y, ends) = match is_of_means(self.gallery.claim(entry)) {
            true => (entry.mean, entry.interval()),
            false => (entry.observed[2], [entry.observed[0], entry.observed[4]]),
        };
        let point = match ends[0] < ends[1] {
            true => Point::interval(x, y, ends[0], ends[1]),
            false => Point::new(x, y),
        };
        point.named(self.gallery.cells.name(entry.cell))
    }

    /// Draws the bounds of the claims, once if all variants have the same; of many, the first.
    fn bounds(&self) -> Vec<Series> {
        let entries = self.entries.iter().copied();
        let entries = entries.filter(|entry| !is_exact(self.gallery.claim(entry)));
        let by_claim = by_label(entries.map(|entry| (legend(self.gallery.claim(entry)), entry)));
        let is_only = by_claim.len() == 1;
        let lines = by_claim
            .into_iter()
            .take(MOST_BOUNDS)
            .flat_map(|(name, entries)| {
                let name = match is_only && name.starts_with(BOUND_OF) {
                    true => "bound".to_owned(),
                    false => name,
                };
                self.lines(&name, entries)
            });
        lines.collect()
    }

    /// Draws the numbers that claims state for settings.
    fn exact(&self) -> Vec<Series> {
        let entries = self.entries.iter().copied();
        let exact = entries.filter(|entry| is_exact(self.gallery.claim(entry)));
        self.lines("exact value", exact.collect())
    }

    /// The limits of summaries as one series per variant, panel and value of the series' parameter, or as one if all are equal; of many, only the first is named.
    fn lines(&self, name: &str, entries: Vec<&ClaimSummary>) -> Vec<Series> {
        let curves = by_label(entries.into_iter().map(|entry| (self.names(entry), entry)));
        let curves = curves
            .into_iter()
            .map(|(names, group)| (names, self.limit(&group)));
        let curves: Vec<(String, Vec<Point>)> = curves.collect();
        let count = curves.len();
        let lines = distinct(curves, count).into_iter().enumerate();
        let series = lines.map(|(place, (names, points))| {
            let mark = match points.len() {
                FEWEST.. => Mark::Line,
                _ => Mark::Points,
            };
            in_panel(&names, |label| {
                let label = match (count, place) {
                    (..=MOST_NAMED, _) => with(name, label),
                    (_, 0) => name.to_owned(),
                    _ => String::new(),
                };
                Series::new(label, SeriesRole::Bound, mark, points)
            })
        });
        series.collect()
    }

    /// The limits of claims for one variant: a curve if settings determine that of a single claim, otherwise the medians where they were measured.
    fn limit(&self, group: &[&ClaimSummary]) -> Vec<Point> {
        let placed = group.iter().map(|entry| (self.places[entry.cell], *entry));
        let mut placed: Vec<(f64, &ClaimSummary)> = placed.collect();
        placed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let measured = placed.iter().map(|(x, entry)| {
            let limit = match is_of_means(self.gallery.claim(entry)) {
                true => entry.limit,
                false => entry.limits[2],
            };
            Point::new(*x, limit)
        });
        let mut measured: Vec<Point> = measured.collect();
        measured.dedup();
        let is_log = self.axis.scale == Scale::Log;
        match group.iter().all(|entry| entry.claim == group[0].claim) {
            true => {
                let claim = self.gallery.claim(group[0]);
                self.gallery
                    .curves()
                    .limit_line(claim, &placed, measured, is_log)
            }
            false => measured,
        }
    }

    fn caption(&self) -> String {
        let noun = match self.gallery.claim(self.entries[0]).statement.scope {
            Scope::Pair => PAIRS,
            Scope::Trial | Scope::Sweep => RUNS,
        };
        let trials = self.entries.iter().map(|entry| (entry.cell, entry.trials));
        let extent = extent_of(noun, trials);
        let is_equal = self
            .entries
            .iter()
            .all(|entry| entry.observed[0] == entry.observed[4]);
        let marks = match is_of_means(self.gallery.claim(self.entries[0])) {
            _ if is_equal => "Every marker is the number of a setting, the same in all its runs",
            true => {
                "Markers are means over the runs of a setting; bars are Student t intervals at 99 %, for display only"
            }
            false => {
                "Markers are the medians of the runs of a setting; bars reach from the least to the largest"
            }
        };
        let absent = self.gallery.about_absent(&self.entries);
        format!("{marks}; {extent}.{absent}")
    }
}

/// What a claim observes, in words for a title and for an axis.
fn observed(claim: &StatedClaim) -> [String; 2] {
    if let Some(column) = claim.statement.observed.as_column() {
        return [column.description(), column.description_with_unit()];
    }
    let name = claim.name_on_page().replace('-', " ");
    let formula = claim.claim.printed().formula;
    let sides = formula.split_once(['≤', '=', '≥']);
    let left = sides.map(|(left, _)| left.trim().to_owned());
    let short = left.filter(|left| left.chars().count() <= LONGEST && !left.is_empty());
    [name.clone(), short.unwrap_or(name)]
}

/// Removes the series whose points another one has in the same panel.
fn without_repeats(series: Vec<Series>) -> Vec<Series> {
    let mut kept: Vec<Series> = Vec::new();
    for one in series {
        let is_known = kept
            .iter()
            .any(|known| known.panel == one.panel && known.points == one.points);
        if !is_known {
            kept.push(one);
        }
    }
    kept
}

/// Makes a series with the panel and the label that two lines name.
fn in_panel(names: &str, series: impl FnOnce(&str) -> Series) -> Series {
    let (panel, label) = names.split_once('\n').unwrap_or_default();
    series(label).in_panel(panel)
}
