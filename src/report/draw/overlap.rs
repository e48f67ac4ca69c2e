//! Shrinks markers that lie over others, so that all of them are seen. No marker is moved, because its position is its value.

use super::frame::Frame;
use super::marker_size::{CROWD, MARKER};
use super::series_role::{is_scattered, levelled};
use super::shapes::Pixel;
use claims::figure::chart::Series;

/// Factor on the size of a marker for each marker that it would hide.
const NESTED: f64 = 0.6;

/// Most markers that a marker is shrunk for; a smaller one could not be seen.
const DEEPEST: usize = 3;

/// Returns a factor on the size of the marker of every point of every series. Only markers without a connecting line shrink, only on axes of numbers,
/// and only if there are at most `CROWD` of them.
pub(super) fn sizes(frame: &Frame, series: &[Series]) -> Vec<Vec<f64>> {
    let whole = |series: &Series| vec![1.0; series.points.len()];
    let mut sizes: Vec<Vec<f64>> = series.iter().map(whole).collect();
    let shrinks = |at: &usize| is_scattered(&series[*at]) && !levelled(&series[*at]);
    let markers: usize = (0..series.len())
        .filter(shrinks)
        .map(|at| series[at].points.len())
        .sum();
    if frame.x.slot().is_some() || markers > CROWD {
        return sizes;
    }
    let mut drawn: Vec<Pixel> = Vec::new();
    for at in (0..series.len()).filter(shrinks) {
        for (index, point) in series[at].points.iter().enumerate() {
            let place = frame.at(point.x, point.y, 0.0);
            let hidden = drawn.iter().filter(|other| hides(**other, place)).count();
            sizes[at][index] = NESTED.powi(hidden.min(DEEPEST) as i32);
            drawn.push(place);
        }
    }
    sizes
}

/// Whether two markers of full size overlap.
fn hides(one: Pixel, other: Pixel) -> bool {
    (one.0 - other.0).hypot(one.1 - other.1) < 2.0 * MARKER
}

#[cfg(test)]
mod tests {
    use super::super::fonts::load_fonts;
    use super::super::sheet::Sheet;
    use super::*;
    use claims::figure::chart::{Axis, Chart, Mark, Point, SeriesRole};

    /// The sizes of markers at these points of a figure.
    fn sizes_at(points: &[(f64, f64)]) -> Vec<f64> {
        load_fonts().unwrap();
        let observed = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let ends = [1.0, 1000.0].map(|x| Point::new(x, x)).to_vec();
        let chart = Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x: Axis::log("x"),
            y: Axis::log("y"),
            series: vec![
                Series::new("seen", SeriesRole::Observed, Mark::Points, observed),
                Series::new("limit", SeriesRole::Bound, Mark::Line, ends),
            ],
        };
        sizes(&Frame::new(&chart, Sheet::default(), 100.0), &chart.series).swap_remove(0)
    }

    #[test]
    fn overlapping_markers_are_nested_by_size() {
        let sizes = sizes_at(&[(20.0, 3.0), (20.0, 3.0), (20.0, 3.1), (20.0, 300.0)]);
        assert!(sizes[0] == 1.0 && sizes[1] < 1.0 && sizes[2] < sizes[1] && sizes[3] == 1.0);
    }

    #[test]
    fn markers_of_a_crowd_keep_their_size() {
        let sizes = sizes_at(&vec![(20.0, 3.0); CROWD + 1]);
        assert!(sizes.iter().all(|size| *size == 1.0));
    }
}
