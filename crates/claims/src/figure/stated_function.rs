//! Draws an empirical distribution function against the stated one and those of the controls, and how far they are from the stated one.

use super::Gallery;
use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::distribution::evenly;
use super::extract::ClaimSummary;
use crate::claim::Form;

/// Largest number of claims, cells and variants together that are drawn, each in two figures.
const MOST: usize = 3;

/// The figures of all claims about a distribution function: two for each of at most [`MOST`] claims, cells and variants. `reach` is the radius of the
/// band around an empirical function of so many trials.
pub(super) fn charts(gallery: &Gallery, name: &str, reach: impl Fn(u64) -> f64) -> Vec<Chart> {
    let all = gallery.compared(|form, _| form == Form::HasDistribution);
    let (theorems, controls): (Vec<&ClaimSummary>, Vec<&ClaimSummary>) = all
        .into_iter()
        .filter(|entry| !entry.steps.is_empty())
        .partition(|entry| gallery.claim(entry).control_of.is_none());
    let shown = evenly((0..theorems.len()).collect(), MOST);
    let pair = |place: usize| {
        let entry = theorems[place];
        let refutes = |control: &&&ClaimSummary| {
            gallery.claim(control).control_of.as_ref() == Some(&gallery.claim(entry).id)
                && (control.cell, &control.variant) == (entry.cell, &entry.variant)
        };
        let own: Vec<&ClaimSummary> = controls.iter().filter(refutes).copied().collect();
        let compared = Compared {
            gallery,
            entry,
            controls: own,
            reach: reach(entry.trials as u64),
        };
        [compared.functions(name), compared.differences(name)]
    };
    shown.into_iter().flat_map(pair).collect()
}

/// One claim in one cell for one variant, with its controls.
struct Compared<'a> {
    gallery: &'a Gallery<'a>,
    entry: &'a ClaimSummary,
    controls: Vec<&'a ClaimSummary>,
    reach: f64,
}

impl Compared<'_> {
    fn functions(&self, name: &str) -> Chart {
        let before = std::iter::once(0.0).chain(self.entry.steps.iter().map(|(_, share)| *share));
        let observed = self.entry.steps.iter().zip(before);
        let at = |x: f64, share: f64| {
            let (lower, upper) = (share - self.reach, share + self.reach);
            Point::interval(x, share, lower.max(0.0), upper.min(1.0))
        };
        let observed = observed.flat_map(|(&(x, share), before)| [at(x, before), at(x, share)]);
        let curve = |entry: &ClaimSummary| -> Vec<Point> {
            let points = entry.function.iter();
            points.map(|&(x, share)| Point::new(x, share)).collect()
        };
        self.chart(
            name,
            "Distribution function",
            Axis::linear("probability of at most this much"),
            (observed.collect(), &curve),
        )
    }

    /// The same curves less the stated function. Empirical shares are exact at the drawn steps.
    fn differences(&self, name: &str) -> Chart {
        let stated = &self.entry.function;
        let steps = self.entry.steps.iter();
        let observed = steps.map(|&(x, share)| {
            let difference = share - interpolated(stated, x);
            Point::interval(
                x,
                difference,
                difference - self.reach,
                difference + self.reach,
            )
        });
        let curve = |entry: &ClaimSummary| -> Vec<Point> {
            let difference = |x: f64| interpolated(&entry.function, x) - interpolated(stated, x);
            let points = stated.iter();
            points.map(|&(x, _)| Point::new(x, difference(x))).collect()
        };
        self.chart(
            name,
            "Distance from the stated distribution function",
            Axis::linear("difference from the stated probability"),
            (observed.collect(), &curve),
        )
    }

    fn chart(
        &self,
        name: &str,
        title: &str,
        y: Axis,
        (observed, curve): (Vec<Point>, &dyn Fn(&ClaimSummary) -> Vec<Point>),
    ) -> Chart {
        let (gallery, entry) = (self.gallery, self.entry);
        let id = |entry: &ClaimSummary| gallery.claim(entry).id.clone();
        let line = |label, role, points| Series::new(label, role, Mark::Line, points);
        let places: Vec<f64> = observed.iter().map(|point| point.x).collect();
        let mut series = vec![
            Series::new("empirical", SeriesRole::Observed, Mark::Band, observed),
            line("stated".to_owned(), SeriesRole::Bound, curve(entry)),
        ];
        let controls = self.controls.iter();
        series
            .extend(controls.map(|control| line(id(control), SeriesRole::Control, curve(control))));
        let quantity = gallery.column(entry);
        let place = super::labels::with(&entry.variant, gallery.cells.name(entry.cell));
        Chart {
            name: name.to_owned(),
            title: format!("{title} of the {quantity}: {place}"),
            caption: format!(
                "{}, {place}: the empirical distribution function of {} runs, with the band by Dvoretzky, Kiefer, Wolfowitz and Massart, which holds the \
                 whole true function with probability 99 %. The claim states the dashed one{}.",
                id(entry),
                entry.trials,
                match self.controls.is_empty() {
                    true => "",
                    false => "; controls state the others, which must leave the band somewhere",
                }
            ),
            x: axis(quantity, &places),
            y,
            series,
        }
    }
}

/// The height of a curve at x, linear between its points, which ascend, and constant beyond them.
fn interpolated(points: &[(f64, f64)], x: f64) -> f64 {
    let next = points.partition_point(|point| point.0 < x);
    match (
        next.checked_sub(1).map(|last| points[last]),
        points.get(next),
    ) {
        (Some((a, low)), Some(&(b, high))) if b > a => low + (high - low) * (x - a) / (b - a),
        (_, Some(&(_, high))) => high,
        (Some((_, low)), None) => low,
        (None, None) => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curve_is_linear_between_its_points_and_constant_beyond_them() {
        let points = [(1.0, 0.2), (3.0, 0.6)];
        let found = [0.0, 1.0, 2.0, 3.0, 4.0].map(|x| interpolated(&points, x));
        let due = [0.2, 0.2, 0.4, 0.6, 0.6];
        assert!(found.iter().zip(due).all(|(a, b)| (a - b).abs() < 1e-15));
        assert!(interpolated(&[], 1.0).is_nan());
    }
}
