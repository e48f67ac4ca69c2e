//! Draws an empirical distribution function against the stated one and those of the controls, and how far they are from the stated one.

use super::Gallery;
use super::cells::axis;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::distribution::evenly;
use super::extract::ClaimSummary;
use crate::claim::Form;

/// Largest number of claims, cells and variants together that are drawn, each in two figures.
const MOST: usize = 3;

/// How far from the stated function a control may be to be drawn with the differences, as a multiple of the radius of the band.
const FARTHEST: f64 = 10.0;

/// The figures of all claims about a distribution function: two for each of at most [`MOST`] claims, cells and variants. `reach` is the radius of the
/// band around an empirical function, by its number of trials.
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
        let steps = self.entry.steps.iter().zip(before);
        let at = |x: f64, share: f64| {
            let (lower, upper) = (share - self.reach, share + self.reach);
            Point::interval(x, share, lower.max(0.0), upper.min(1.0))
        };
        let observed = steps.flat_map(|(&(x, share), before)| [at(x, before), at(x, share)]);
        let curve = |entry: &ClaimSummary| -> Vec<Point> {
            let points = entry.function.iter();
            points.map(|&(x, share)| Point::new(x, share)).collect()
        };
        let controls = self
            .controls
            .iter()
            .map(|control| (*control, curve(control)));
        Chart {
            title: self.title("Distribution function"),
            caption: self.caption(""),
            y: Axis::linear("probability of at most this much"),
            ..self.chart(name, observed.collect(), curve(self.entry), controls)
        }
    }

    /// These curves less the stated function. A control is drawn only if it is so near to the stated function that the band stays visible. Empirical
    /// shares are exact at the drawn steps.
    fn differences(&self, name: &str) -> Chart {
        let stated = &self.entry.function;
        let inside = |x: f64| {
            let ends = stated.first().zip(stated.last());
            ends.is_some_and(|(first, last)| first.0 <= x && x <= last.0)
        };
        let steps = self.entry.steps.iter().filter(|(x, _)| inside(*x));
        let observed = steps.map(|&(x, share)| {
            let difference = share - interpolated(stated, x);
            let (lower, upper) = (difference - self.reach, difference + self.reach);
            Point::interval(x, difference, lower, upper)
        });
        let curve = |entry: &ClaimSummary| -> Vec<Point> {
            let difference = |x: f64| interpolated(&entry.function, x) - interpolated(stated, x);
            let points = stated.iter();
            points.map(|&(x, _)| Point::new(x, difference(x))).collect()
        };
        let is_near = |points: &[Point]| {
            let mut points = points.iter();
            points.all(|point| point.y.abs() <= FARTHEST * self.reach)
        };
        let all = self
            .controls
            .iter()
            .map(|control| (*control, curve(control)));
        let (near, far): (Vec<_>, Vec<_>) = all.partition(|(_, points)| is_near(points));
        let left_out = match far.is_empty() {
            true => "",
            false => {
                " A control that is farther away than ten times the radius of the band is left out."
            }
        };
        Chart {
            title: self.title("Distance from the stated distribution function"),
            caption: self.caption(left_out),
            y: Axis::linear("difference from the stated probability"),
            ..self.chart(name, observed.collect(), curve(self.entry), near)
        }
    }

    fn place(&self) -> String {
        super::labels::with(
            &self.entry.variant,
            self.gallery.cells.name(self.entry.cell),
        )
    }

    fn title(&self, words: &str) -> String {
        format!(
            "{words} of the {}: {}",
            self.gallery.column(self.entry),
            self.place()
        )
    }

    fn caption(&self, left_out: &str) -> String {
        let controls = match self.controls.is_empty() {
            true => "",
            false => "; controls state the others, which must leave the band somewhere",
        };
        format!(
            "{}, {}: the empirical distribution function of {} runs, with the band by Dvoretzky, Kiefer, Wolfowitz and Massart, which holds the whole true \
             function with probability 99 %. The claim states the dashed one{controls}.{left_out}",
            self.gallery.claim(self.entry).id,
            self.place(),
            self.entry.trials,
        )
    }

    /// The chart of these curves, without its words.
    fn chart<'b>(
        &self,
        name: &str,
        observed: Vec<Point>,
        stated: Vec<Point>,
        controls: impl IntoIterator<Item = (&'b ClaimSummary, Vec<Point>)>,
    ) -> Chart {
        let line = |label, role, points| Series::new(label, role, Mark::Line, points);
        let places: Vec<f64> = observed.iter().map(|point| point.x).collect();
        let mut series = vec![
            Series::new("empirical", SeriesRole::Observed, Mark::Band, observed),
            line("stated".to_owned(), SeriesRole::Bound, stated),
        ];
        let id = |control: &ClaimSummary| self.gallery.claim(control).id.clone();
        let controls = controls.into_iter();
        series.extend(controls.map(|(of, points)| line(id(of), SeriesRole::Control, points)));
        Chart {
            name: name.to_owned(),
            title: String::new(),
            caption: String::new(),
            x: axis(self.gallery.column(self.entry), &places),
            y: Axis::linear(""),
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
