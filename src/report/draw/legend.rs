//! Places the legend above the data, so that it covers none of them.

use super::fonts::text_width;

use super::marks::sample;
use super::series_styles::SeriesStyle;
use super::shapes::{Anchor, Pixel, Shape, fitted, text_shape};
use super::sheet::{MARGIN, TEXT};
use claims::figure::chart::Chart;

/// Height of a row of the legend, in pixels.
const ROW: f64 = 38.0;

/// Length in pixels of the piece of line in a legend entry; and (next constants) the gaps after the piece and after the entry.
const SAMPLE: f64 = 54.0;
const GAP: f64 = 12.0;
const BETWEEN: f64 = 36.0;

/// Places the entries of a chart's legend in rows from `top` on; also returns the y position at which the data may begin.
pub(super) fn legend(
    chart: &Chart,
    looks: &[SeriesStyle],
    top: f64,
    room: f64,
) -> (Vec<Shape>, f64) {
    let mut shapes = Vec::new();
    let mut next: Pixel = (MARGIN, top + ROW / 2.0);
    let is_first = |at: usize| {
        let label = &chart.series[at].label;
        !chart.series[..at].iter().any(|one| one.label == *label)
    };
    let named = chart.series.iter().zip(looks).enumerate();
    let named = named
        .filter(|(at, (series, _))| !series.label.is_empty() && is_first(*at))
        .map(|(_, entry)| entry);
    for (series, look) in named {
        let (text, size) = fitted(&series.label, TEXT, room - SAMPLE - GAP, false);
        let width = SAMPLE + GAP + text_width(&text, size, false);
        if next.0 > MARGIN && next.0 + width > MARGIN + room {
            next = (MARGIN, next.1 + ROW);
        }
        shapes.extend(sample(series, look, next, SAMPLE));
        shapes.push(text_shape(
            &text,
            (next.0 + SAMPLE + GAP, next.1),
            size,
            Anchor::LeftMiddle,
        ));
        next.0 += width + BETWEEN;
    }
    let rows_end = if shapes.is_empty() {
        top
    } else {
        next.1 + ROW / 2.0
    };
    (shapes, rows_end + 18.0)
}
