//! Draws a panel with the reason why a figure shows no data.

use super::shapes::{Anchor, Drawing, Shape, stroke, text_shape, wrapped};
use super::sheet::{GRID, MARGIN, Sheet, TEXT};

/// Height in pixels of a line of text; and (next constant) the largest number of lines in a panel.
const LINE: f64 = 40.0;
const MOST_LINES: usize = 10;

/// Draws the reason why a figure shows no data in place of the data, below the shapes of its title.
pub(super) fn panel(reason: &str, sheet: Sheet, mut shapes: Vec<Shape>, top: f64) -> Drawing {
    let lines = wrapped(reason, TEXT, sheet.width - 6.0 * MARGIN, MOST_LINES, false);
    let height = (lines.len() as f64 + 3.0) * LINE;
    let (right, bottom) = (sheet.width - MARGIN, top + height);
    let outline = vec![
        (MARGIN, top),
        (right, top),
        (right, bottom),
        (MARGIN, bottom),
        (MARGIN, top),
    ];
    shapes.push(stroke(outline, GRID, 2.0, None));
    let line = |(index, text): (usize, &str)| {
        let at = (sheet.width / 2.0, top + (index as f64 + 1.25) * LINE);
        text_shape(text, at, TEXT, Anchor::CenterMiddle)
    };
    let text = ["no data"]
        .into_iter()
        .chain(lines.iter().map(String::as_str));
    shapes.extend(text.enumerate().map(line));
    Drawing {
        width: sheet.width,
        height: sheet.height.unwrap_or((bottom + MARGIN).ceil()),
        shapes,
    }
}
