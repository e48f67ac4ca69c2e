//! Computes what settings determine, such as the limit of a claim, between the settings that were run, so that a figure draws a curve in place of
//! straight lines between few points.

use super::Cells;
use super::chart::Point;
use super::extract::ClaimSummary;
use super::more_settings::Between;
use crate::claim::StatedClaim;
use crate::judge::positions;
use crate::trial::{AnyColumn, Batch, Block, Origin, Owner, Row, Setting, columns};
use std::sync::Arc;

/// Number of places at which a curve is computed, in addition to the settings that were run.
const PLACES: usize = 200;

/// Largest relative difference of a mean of equal numbers from this number, by rounding.
const ROUNDING: f64 = 1e-12;

/// A curve along one parameter through the settings of some cells.
pub(super) struct Along<'a> {
    /// The path of the parameter.
    key: &'a str,
    /// One of the cells, by index.
    cell: usize,
    /// The values of the parameter that were run.
    values: Vec<f64>,
    /// Whether equal ratios of the parameter are equally far apart.
    is_log: bool,
}

/// Returns places from the least to the largest of some values, these among them, in ascending order: equally far apart, or in equal ratios if `is_log`;
/// whole numbers if `is_count`.
pub(super) fn places(values: &[f64], is_log: bool, is_count: bool) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let between = |step: usize| {
        let share = step as f64 / PLACES as f64;
        match is_log && least > 0.0 {
            true => least * libm::pow(most / least, share),
            false => least + share * (most - least),
        }
    };
    let rounded = |value: f64| if is_count { value.round() } else { value };
    let made = (1..PLACES).map(between).map(rounded);
    let mut places: Vec<f64> = made.chain(values.iter().copied()).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// The settings of an experiment, between which curves are computed.
pub(super) struct Curves<'a> {
    pub(super) cells: &'a Cells,
    /// Makes settings between those that were run; without it there are no curves.
    pub(super) between: Option<&'a dyn Between>,
}

impl Curves<'_> {
    /// Returns the curve of a number that a setting determines, for variants with these names; `None` if it cannot be computed between settings.
    pub(super) fn curve(
        &self,
        along: &Along,
        variants: &[String],
        number: impl Fn(&[Row]) -> Option<f64>,
    ) -> Option<Vec<Point>> {
        let places = places(&along.values, along.is_log, self.cells.is_count(along.key));
        let made = self.between?.settings(along.cell, along.key, &places);
        let at = |(x, settings): (&f64, Option<Vec<Arc<Setting>>>)| {
            let block = Block {
                replicates: vec![0],
                batches: settings?.into_iter().map(known_batch).collect(),
            };
            let value = number(&block.rows(0, &positions(variants, &block))?)?;
            value.is_finite().then(|| Point::new(*x, value))
        };
        let points: Vec<Point> = places.iter().zip(made).filter_map(at).collect();
        (points.len() > 1).then_some(points)
    }

    /// Returns the parameter that a curve follows through cells at these positions: the one whose values the positions are. `None` if there is none or
    /// all positions are one.
    pub(super) fn along(&self, placed: &[(usize, f64)], is_log: bool) -> Option<Along<'_>> {
        let follows = |key: &&String| {
            let mut placed = placed.iter();
            placed.all(|&(cell, x)| self.cells.number(cell, key) == Some(x))
        };
        let key = self.cells.varying().iter().find(follows)?;
        let (cell, first) = *placed.first()?;
        let differs = placed.iter().any(|(_, x)| *x != first);
        differs.then(|| Along {
            key,
            cell,
            values: placed.iter().map(|(_, x)| *x).collect(),
            is_log,
        })
    }

    /// Returns the curve of the limits of one claim for one variant, given summaries with their positions, and the limits that were measured there.
    /// It returns the measured limits if trials determine them, too, or if a curve through one cell misses those of others.
    pub(super) fn limit_line(
        &self,
        claim: &StatedClaim,
        entries: &[(f64, &ClaimSummary)],
        measured: Vec<Point>,
        is_log: bool,
    ) -> Vec<Point> {
        let curve = || {
            let (_, first) = entries.first()?;
            let placed = entries.iter().map(|(x, entry)| (entry.cell, *x));
            let along = self.along(&placed.collect::<Vec<_>>(), is_log)?;
            let subjects = claim.subjects().into_iter();
            let mut own = subjects.filter(|subject| subject.join(" and ") == first.variant);
            let is_known = claim.statement.limit.reads().iter().all(is_known);
            let own = own.next().filter(|_| is_known)?;
            self.curve(&along, &own, |rows| Some(claim.limit(rows)?.value))
        };
        meeting(curve(), measured)
    }
}

/// Whether a setting determines the column, or nearly so: a sample may have fewer examples than stated, which a curve then misses.
fn is_known(column: &AnyColumn) -> bool {
    let sizes = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
    matches!(column.declared().origin, Origin::Setting(_)) || sizes.contains(column)
}

/// One trial of a setting, with what is known of it before anything is drawn.
fn known_batch(setting: Arc<Setting>) -> Batch {
    let examples = setting.examples();
    let drawn = setting.parameter(Owner::Generator, "dimension");
    let drawn = drawn.map(|drawn| drawn.to_f64() as usize);
    let seen = setting.view().zip(drawn);
    let dimension = seen.and_then(|(view, drawn)| view.dimension(drawn));
    let sizes = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
    let mut batch = Batch::new(setting, sizes, 1);
    batch.set(0, columns::EXAMPLES, Some(examples));
    batch.set(
        0,
        columns::DIMENSION,
        dimension.map(|dimension| dimension as u64),
    );
    batch
}

/// Returns the curve if it goes through all points, otherwise the points.
pub(super) fn meeting(curve: Option<Vec<Point>>, points: Vec<Point>) -> Vec<Point> {
    let is_at = |one: &Point, other: &Point| {
        one.x == other.x && (one.y - other.y).abs() <= ROUNDING * other.y.abs()
    };
    let meets = |curve: &Vec<Point>| {
        let mut points = points.iter();
        points.all(|point| curve.iter().any(|one| is_at(one, point)))
    };
    curve.filter(meets).unwrap_or(points)
}
