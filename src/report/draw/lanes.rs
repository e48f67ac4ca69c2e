//! Draws series that share a category, or a value of x, next to each other.

use super::frame::Frame;
use super::series_role::{boxed, levelled};
use claims::figure::chart::Series;

/// Widest group of adjacent boxes on a numeric axis, in pixels; the ends of the axis leave this width free.
const WIDEST_GROUP: f64 = 170.0;

/// Half the width of the widest box, in pixels.
const WIDEST_BOX: f64 = 30.0;

/// The lanes in which series that share a category, or a value of x, are drawn next to each other.
pub(super) struct Lanes {
    count: usize,
    width: f64,
    slot: Option<f64>,
}

/// Where one series is drawn, in pixels: its shift along the x axis, half the width of its boxes, and half a category if the axis has categories.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    pub(super) moved: f64,
    pub(super) half: f64,
    pub(super) level: Option<f64>,
}

impl Lanes {
    pub(super) fn new(frame: &Frame, series: &[Series]) -> Self {
        let slot = frame.x.slot().map(|share| share * frame.length());
        let count = series
            .iter()
            .filter(|series| needs_lane(series, slot))
            .count();
        let room = slot.unwrap_or_else(|| smallest_gap(frame, series));
        Self {
            count,
            width: 0.8 * room / count.max(1) as f64,
            slot,
        }
    }

    pub(super) fn lane(&self, series: &[Series], at: usize) -> Lane {
        let rank = series[..at]
            .iter()
            .filter(|series| needs_lane(series, self.slot))
            .count() as f64;
        let centered = rank - self.count.saturating_sub(1) as f64 / 2.0;
        let moved = if needs_lane(&series[at], self.slot) {
            centered * self.width
        } else {
            0.0
        };
        Lane {
            moved,
            half: (0.4 * self.width).min(WIDEST_BOX),
            level: self.slot.map(|slot| slot / 2.0),
        }
    }
}

fn needs_lane(series: &Series, slot: Option<f64>) -> bool {
    boxed(series) || (slot.is_some() && !levelled(series))
}

/// Smallest distance in pixels between different values of x in a chart, at most `WIDEST_GROUP`.
fn smallest_gap(frame: &Frame, series: &[Series]) -> f64 {
    let mut places: Vec<f64> = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| frame.x.fraction(point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    let gaps = places
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) * frame.length())
        .filter(|gap| *gap > 0.0);
    gaps.fold(WIDEST_GROUP, f64::min)
}
