//! Moves apart markers that would hide each other; none is moved across a line.

use super::boxes::Extent;
use super::frame::Frame;
use super::marker_size::{CROWD, MARKER};
use super::series_role::levelled;
use super::shapes::Pixel;
use claims::figure::chart::{Mark, Series};

/// Shift of one marker along the x axis in pixels, so that it hides no other, and the factor on its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MarkerShift {
    pub(super) moved: f64,
    pub(super) size: f64,
}

const STAY: MarkerShift = MarkerShift {
    moved: 0.0,
    size: 1.0,
};

/// Shifts that are tried to free a marker, in marker widths, the smallest first.
const TRIED: [f64; 7] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0];

/// Distance between the centres of two adjacent markers, in pixels.
const WIDTH: f64 = 2.0 * MARKER + 3.0;

/// Factor on the size of a marker that lies over another one and cannot be moved.
const NESTED: f64 = 0.6;

/// Distance in pixels up to which a marker counts as lying on a line.
const ON: f64 = 1.5;

/// Returns a shift for every point of every series, so that markers do not hide each other. Only markers without a connecting line move, only along
/// an axis of numbers, and only if there are at most `CROWD` of them.
pub(super) fn steps(frame: &Frame, series: &[Series]) -> Vec<Vec<MarkerShift>> {
    let stay = |series: &Series| vec![STAY; series.points.len()];
    let mut steps: Vec<Vec<MarkerShift>> = series.iter().map(stay).collect();
    let movable = |at: &usize| series[*at].mark == Mark::Points && !levelled(&series[*at]);
    let markers: usize = (0..series.len())
        .filter(movable)
        .map(|at| series[at].points.len())
        .sum();
    if frame.x.slot().is_some() || markers > CROWD {
        return steps;
    }
    let lines = lines(frame, series);
    let mut taken: Vec<Pixel> = Vec::new();
    for at in (0..series.len()).filter(movable) {
        for (index, point) in series[at].points.iter().enumerate() {
            let place = |moved| frame.at(point.x, point.y, moved);
            let step = step(place, &taken, &lines, frame.extent());
            taken.push(place(step.moved));
            steps[at][index] = step;
        }
    }
    steps
}

/// Returns the smallest shift in `TRIED` after which a marker hides no other one and lies on the same side of every line as without a shift.
/// `place` maps a shift to the position of the marker. If no shift does this, the result is no shift and a factor below 1 on the marker's size.
fn step(
    place: impl Fn(f64) -> Pixel,
    taken: &[Pixel],
    lines: &[Vec<Pixel>],
    inside: Extent,
) -> MarkerShift {
    let stays = place(0.0);
    let keeps_sides = |to: Pixel| lines.iter().all(|line| side(line, stays) == side(line, to));
    let fits = |to: Pixel| inside.holds(&Extent::around(&[to]).grown(MARKER));
    let mut tried = TRIED.iter().map(|widths| widths * WIDTH);
    let free = tried.find(|&moved| {
        let to = place(moved);
        let is_own = moved == 0.0 || (fits(to) && keeps_sides(to));
        is_own && taken.iter().all(|other| !hides(*other, to))
    });
    let below = taken.iter().filter(|other| hides(**other, stays)).count();
    match free {
        Some(moved) => MarkerShift { moved, size: 1.0 },
        None => MarkerShift {
            size: NESTED.powi(below.min(3) as i32),
            ..STAY
        },
    }
}

fn hides(one: Pixel, other: Pixel) -> bool {
    (one.0 - other.0).hypot(one.1 - other.1) < 2.0 * MARKER
}

/// The lines of bounds and controls in a chart, in pixels, across which no marker is moved.
fn lines(frame: &Frame, series: &[Series]) -> Vec<Vec<Pixel>> {
    let drawn = series
        .iter()
        .filter(|series| levelled(series) && series.mark == Mark::Line && series.points.len() > 1);
    let path = |series: &Series| {
        let points = series.points.iter();
        points
            .map(|point| frame.at(point.x, point.y, 0.0))
            .collect()
    };
    drawn.map(path).collect()
}

/// Whether a position is above (1) or below (−1) a line, or on it (0); `None` if it lies left or right of the whole line.
fn side(line: &[Pixel], (x, y): Pixel) -> Option<i8> {
    let spans = |ends: &&[Pixel]| ends[0].0.min(ends[1].0) <= x && x <= ends[0].0.max(ends[1].0);
    let piece = line.windows(2).find(spans)?;
    let ((x0, y0), (x1, y1)) = (piece[0], piece[1]);
    let height = if x0 == x1 {
        y0
    } else {
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    };
    Some(match y - height {
        apart if apart.abs() <= ON => 0,
        apart if apart < 0.0 => 1,
        _ => -1,
    })
}

#[cfg(test)]
mod tests {
    use super::super::fonts::load_fonts;
    use super::*;
    use claims::figure::chart::{Axis, Chart, Point, SeriesRole};

    fn chart(points: &[(f64, f64)], scale: f64) -> Chart {
        let observed = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let line = [1.0, 1000.0].map(|x| Point::new(x, scale * x)).to_vec();
        Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x: Axis::log("x"),
            y: Axis::log("y"),
            series: vec![
                Series::new("seen", SeriesRole::Observed, Mark::Points, observed),
                Series::new("limit", SeriesRole::Bound, Mark::Line, line),
            ],
        }
    }

    /// The positions and sizes of the markers of the first series.
    fn placed(chart: &Chart) -> Vec<(Pixel, f64)> {
        load_fonts().unwrap();
        let frame = Frame::new(chart, 100.0);
        let steps = steps(&frame, &chart.series);
        let points = chart.series[0].points.iter().zip(&steps[0]);
        points
            .map(|(point, step)| (frame.at(point.x, point.y, step.moved), step.size))
            .collect()
    }

    #[test]
    fn overlapping_markers_are_spread_horizontally() {
        let placed = placed(&chart(&[(20.0, 3.0); 5], 1.0));
        for (index, (place, size)) in placed.iter().enumerate() {
            assert!(*size == 1.0 && place.1 == placed[0].0.1);
            let others = &placed[..index];
            assert!(others.iter().all(|(other, _)| !hides(*other, *place)));
        }
    }

    #[test]
    fn no_marker_is_moved_across_the_limit() {
        let near: Vec<(f64, f64)> = vec![(20.0, 19.0); 6];
        let chart = chart(&near, 1.0);
        let frame = Frame::new(&chart, 100.0);
        let line = &lines(&frame, &chart.series)[0];
        let placed = placed(&chart);
        assert!(placed.iter().any(|(place, _)| place.0 != placed[0].0.0));
        assert!(
            placed
                .iter()
                .all(|(place, _)| side(line, *place) == Some(-1))
        );
    }

    #[test]
    fn markers_on_the_limit_line_are_nested_by_size_not_moved() {
        let placed = placed(&chart(&[(20.0, 20.0); 3], 1.0));
        let sizes: Vec<f64> = placed.iter().map(|(_, size)| *size).collect();
        assert!(sizes[0] == 1.0 && sizes[1] < 1.0 && sizes[2] < sizes[1]);
        assert!(placed.iter().all(|(place, _)| *place == placed[0].0));
    }

    #[test]
    fn too_many_overlapping_markers_are_not_moved() {
        let placed = placed(&chart(&vec![(20.0, 3.0); CROWD + 1], 1.0));
        assert!(placed.iter().all(|one| *one == placed[0]));
    }
}
