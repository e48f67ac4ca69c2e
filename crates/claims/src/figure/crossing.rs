//! Finds where two drawn limits cross, so that a figure can mark the place.

use super::chart::{Mark, Point, Series, SeriesRole};
use crate::numbers::number;

/// Largest relative distance of the two values of x between which a crossing lies; further apart, its place is not known well enough to be marked.
const NARROW: f64 = 0.01;

/// Returns the mark at the crossing of the two limits of a figure; `None` unless there are exactly two, in one panel, that cross once, between
/// neighbouring values of x.
pub(super) fn crossing(series: &[Series]) -> Option<Series> {
    let limits = series
        .iter()
        .filter(|one| one.role == SeriesRole::Bound && one.mark == Mark::Line);
    let limits: Vec<&Series> = limits.collect();
    let [a, b] = limits.as_slice() else {
        return None;
    };
    let is_alike = a.points.len() == b.points.len() && a.panel == b.panel;
    let pairs: Vec<(&Point, &Point)> = a.points.iter().zip(&b.points).collect();
    if !is_alike || pairs.iter().any(|(a, b)| a.x != b.x) {
        return None;
    }
    let gap = |(a, b): &(&Point, &Point)| a.y - b.y;
    let mut crossed = pairs
        .windows(2)
        .filter(|ends| gap(&ends[0]) * gap(&ends[1]) < 0.0);
    let ends = crossed.next()?;
    let (from, to) = (ends[0].0, ends[1].0);
    let is_narrow = to.x - from.x <= NARROW * from.x.abs();
    if crossed.next().is_some() || !is_narrow {
        return None;
    }
    // The mark is at a place of the limits, so that it adds no tick to the axis.
    let is_nearer = gap(&ends[0]).abs() < gap(&ends[1]).abs();
    let (one, other) = if is_nearer { ends[0] } else { ends[1] };
    let label = format!("crossing at {}", number(one.x));
    let place = Point::new(one.x, 0.5 * (one.y + other.y));
    let mark = Series::new(label, SeriesRole::Observed, Mark::Points, vec![place]);
    Some(mark.in_panel(a.panel.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(points: &[(f64, f64)]) -> Series {
        let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        Series::new("l", SeriesRole::Bound, Mark::Line, points)
    }

    #[test]
    fn crossing_of_two_limits_is_marked_between_neighbouring_values_only() {
        let falling = limit(&[(10.0, 9.0), (1000.0, 3.0), (1001.0, 1.5), (2000.0, 0.0)]);
        let level = limit(&[(10.0, 2.0), (1000.0, 2.0), (1001.0, 2.0), (2000.0, 2.0)]);
        let found = crossing(&[falling.clone(), level.clone()]).unwrap();
        assert_eq!(found.points, [Point::new(1001.0, 1.75)]);
        assert!(crossing(&[falling.clone(), falling.clone()]).is_none());
        assert!(crossing(&[falling.clone(), level.clone(), level]).is_none());
        let far = limit(&[(10.0, 4.0), (1000.0, 0.0), (1001.0, 0.0), (2000.0, 0.0)]);
        let one = limit(&[(10.0, 1.0), (1000.0, 1.0), (1001.0, 1.0), (2000.0, 1.0)]);
        assert!(crossing(&[far, one]).is_none());
        let twice = limit(&[(10.0, 9.0), (1000.0, 3.0), (1001.0, 1.0), (2000.0, 9.0)]);
        let two = limit(&[(10.0, 2.0), (1000.0, 2.0), (1001.0, 2.0), (2000.0, 2.0)]);
        assert!(crossing(&[twice, two]).is_none());
    }
}
