//! Refuses sheets that are too small for a figure, and says which size is enough.

use super::DrawError;
use super::frame::Frame;
use super::length::{Length, TEXT_POINTS};
use super::sheet::{Sheet, TEXT};
use claims::figure::chart::{Chart, Scale};

/// Least width and least height of the rectangle of the data, in pixels.
const LEAST_WIDTH: f64 = 150.0;
const LEAST_HEIGHT: f64 = 110.0;

/// Least height in pixels of a category if the x axis runs downwards, so that all names are printed.
const LEAST_ROW: f64 = 28.0;

/// Steps in which the least width is searched, in pixels, and the largest number of steps.
const STEP: f64 = 4.0;
const MOST_STEPS: u32 = 1500;

/// Points per pixel on a sheet whose size is given in points.
pub(super) const POINTS_PER_PIXEL: f64 = TEXT_POINTS / TEXT;

/// Refuses the sheet of a figure if its data have too little space: `frame` is their rectangle, one of `rows` that are equally high; `frame_on` computes
/// it for another sheet.
///
/// # Errors
/// `TooSmall` with the least width or height.
pub(super) fn require_space<'a>(
    chart: &Chart,
    frame: &Frame,
    rows: f64,
    frame_on: impl Fn(Sheet) -> Frame<'a>,
) -> Result<(), DrawError> {
    let sheet = frame.sheet;
    if !has_width(frame) {
        let wider = (0..MOST_STEPS).map(|step| sheet.width + STEP * f64::from(step));
        let mut wider = wider.map(|width| Sheet { width, ..sheet });
        let least = wider.find(|sheet| has_width(&frame_on(*sheet)));
        return Err(too_small(
            "width",
            sheet.width,
            least.map_or(sheet.width, |sheet| sheet.width),
        ));
    }
    let least = least_height(chart, frame);
    match sheet.height {
        Some(height) if frame.height < least => {
            let missing = rows * (least - frame.height);
            Err(too_small("height", height, height + missing))
        }
        _ => Ok(()),
    }
}

/// Whether the rectangle of the data is wide enough to be read.
pub(super) fn has_width(frame: &Frame) -> bool {
    frame.width >= LEAST_WIDTH
}

fn least_height(chart: &Chart, frame: &Frame) -> f64 {
    match &chart.x.scale {
        Scale::Categories(names) if frame.downwards => LEAST_ROW * names.len() as f64,
        _ => LEAST_HEIGHT,
    }
}

fn too_small(side: &'static str, given: f64, least: f64) -> DrawError {
    let [given, least] = [given, least].map(|pixels| Length::of_points(pixels * POINTS_PER_PIXEL));
    DrawError::TooSmall { side, given, least }
}
