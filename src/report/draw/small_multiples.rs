//! Draws a figure as several small panels with common axes.

use super::DrawError;
use super::fit::require_space;
use super::frame::{BELOW, Frame};
use super::legend::legend;
use super::marks::{marks, painted};
use super::series_styles::{SeriesStyle, series_styles};
use super::shapes::{Anchor, Drawing, INK, Shape, fitted};
use super::sheet::{Sheet, TEXT, TICK_SPACE};
use claims::figure::chart::{Chart, Series};

/// Height in pixels of the data of a panel on the sheet of a report; and (next constants) the least height on a narrower one, the height of the
/// panel's name, and the gap between panels.
const HEIGHT: f64 = 320.0;
const LEAST_HEIGHT: f64 = 200.0;
const NAME: f64 = 40.0;
const GAP: f64 = 36.0;

/// Largest number of panels side by side; and (next constant) the width of a sheet in pixels that gives each of them enough space.
const MOST_ACROSS: usize = 3;
const WIDTH: f64 = 400.0;

/// Draws the panels of a chart below the shapes of its title: the legend, then a grid of panels in the order of their series. All panels have the axes
/// of the whole figure, so that they can be compared.
pub(super) fn small_multiples(
    chart: &Chart,
    sheet: Sheet,
    looks: &[SeriesStyle],
    mut shapes: Vec<Shape>,
    top: f64,
) -> Result<Drawing, DrawError> {
    let (entries, top) = legend(chart, looks, top, sheet.inner_width());
    shapes.extend(entries);
    let panels = chart.panels();
    let grid = PanelGrid::new(chart, sheet, top, panels.len());
    let rows = panels.len().div_ceil(grid.across) as f64;
    let frame_on = |sheet| PanelGrid::new(chart, sheet, top, panels.len()).frame(0);
    require_space(chart, &grid.frame(0), rows, frame_on)?;
    for (place, panel) in panels.iter().enumerate() {
        shapes.extend(grid.panel(place, panel));
    }
    let whole = grid.whole();
    shapes.extend(whole.axes(&chart.x, &chart.y).1);
    Ok(Drawing {
        width: sheet.width,
        height: whole.sheet_height(),
        shapes,
    })
}

/// The places of the panels on the sheet.
struct PanelGrid<'a> {
    chart: &'a Chart,
    sheet: Sheet,
    top: f64,
    panels: usize,
    across: usize,
    /// The height of the data of a panel, in pixels.
    height: f64,
}

/// The space between rows of panels, in pixels, in total.
fn between_rows(rows: usize) -> f64 {
    (rows as f64 - 1.0) * (NAME + GAP + TICK_SPACE)
}

impl<'a> PanelGrid<'a> {
    fn new(chart: &'a Chart, sheet: Sheet, top: f64, panels: usize) -> Self {
        let most = ((sheet.width / WIDTH).round() as usize).clamp(1, MOST_ACROSS);
        // Four panels are a square.
        let across = if panels == 4 { most.min(2) } else { most };
        let across = across.min(panels);
        let gaps = NAME + between_rows(panels.div_ceil(across));
        let height = match sheet.height {
            Some(height) => (height - top - gaps - BELOW) / panels.div_ceil(across) as f64,
            None => sheet.share(HEIGHT).max(LEAST_HEIGHT),
        };
        Self {
            chart,
            sheet,
            top,
            panels,
            across,
            height,
        }
    }

    /// The frame around all panels, for the names of the axes.
    fn whole(&self) -> Frame<'a> {
        let rows = self.panels.div_ceil(self.across);
        let top = self.top + NAME;
        Frame {
            top,
            height: rows as f64 * self.height + between_rows(rows),
            ..Frame::new(self.chart, self.sheet, top)
        }
    }

    fn frame(&self, place: usize) -> Frame<'a> {
        let whole = self.whole();
        let (column, row) = (place % self.across, place / self.across);
        let width = (whole.width + GAP) / self.across as f64 - GAP;
        Frame {
            left: whole.left + column as f64 * (width + GAP),
            top: whole.top + row as f64 * (self.height + NAME + GAP + TICK_SPACE),
            width,
            height: self.height,
            ..whole
        }
    }

    /// Draws the panel at a place: its name, the axes with labels where they are at the edge, and its series.
    fn panel(&self, place: usize, name: &str) -> Vec<Shape> {
        let frame = self.frame(place);
        let is_own = |one: &&Series| one.panel.is_empty() || one.panel == name;
        let all = self
            .chart
            .series
            .iter()
            .zip(series_styles(&self.chart.series));
        let (series, looks): (Vec<Series>, Vec<SeriesStyle>) = all
            .filter(|(one, _)| is_own(one))
            .map(|(one, look)| (one.clone(), look))
            .unzip();
        let (corner, _) = frame.axes(&self.chart.x, &self.chart.y);
        let mut shapes = frame.grid();
        shapes.extend([corner, heading(name, &frame)]);
        shapes.extend(frame.labels_below());
        if place.is_multiple_of(self.across) {
            shapes.extend(frame.labels_beside());
        }
        shapes.extend(painted(marks(&frame, &series, &looks)));
        shapes
    }
}

fn heading(name: &str, frame: &Frame) -> Shape {
    let (text, size) = fitted(name, TEXT, frame.width, true);
    Shape::Words {
        text,
        at: (frame.left, frame.top - NAME),
        size,
        ink: INK,
        bold: true,
        anchor: Anchor::LeftTop,
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::picture;
    use super::super::shapes::Pixel;
    use super::*;
    use claims::figure::chart::{Axis, Mark, Point, SeriesRole};

    /// A chart with a point in each of these panels, at heights that differ by a factor of 10, and a bound in all of them.
    fn chart(panels: &[&str]) -> Chart {
        let point = |(place, panel): (usize, &&str)| {
            let points = vec![Point::new(1.0, 10_f64.powi(place as i32))];
            Series::new("plain", SeriesRole::Observed, Mark::Points, points).in_panel(*panel)
        };
        let ends = [0.5, 2.0].map(|x| Point::new(x, 1000.0)).to_vec();
        let bound = Series::new("limit", SeriesRole::Bound, Mark::Line, ends);
        Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x: Axis::log("examples"),
            y: Axis::log("mistakes"),
            series: panels
                .iter()
                .enumerate()
                .map(point)
                .chain([bound])
                .collect(),
        }
    }

    fn places(drawing: &Drawing, wanted: &str) -> Vec<Pixel> {
        let places = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Words { text, at, .. } if text == wanted => Some(*at),
            _ => None,
        });
        places.collect()
    }

    #[test]
    fn panels_stand_in_rows_and_share_the_legend_and_the_names_of_the_axes() {
        let drawing = picture(&chart(&["d 1", "d 2", "d 3", "d 4"]), Sheet::default()).unwrap();
        let [first, second, third] = ["d 1", "d 2", "d 3"].map(|name| places(&drawing, name)[0]);
        assert!(first.1 == second.1 && first.0 < second.0);
        assert!(first.0 == third.0 && first.1 < third.1);
        for name in ["plain", "limit", "examples", "mistakes"] {
            assert_eq!(places(&drawing, name).len(), 1, "{name}");
        }
    }

    #[test]
    fn panels_have_one_scale_and_their_own_points_with_the_bound() {
        let chart = chart(&["d 1", "d 2"]);
        let grid = PanelGrid::new(&chart, Sheet::default(), 100.0, 2);
        let discs = |place: usize, name: &str| {
            let shapes = grid.panel(place, name);
            let heights = shapes.iter().filter_map(|shape| match shape {
                Shape::Disc { center, ink, .. } if *ink != (255, 255, 255) => Some(center.1),
                _ => None,
            });
            heights.collect::<Vec<f64>>()
        };
        let (low, high) = (discs(0, "d 1"), discs(1, "d 2"));
        assert_eq!((low.len(), high.len()), (1, 1));
        assert!(
            low[0] > high[0],
            "the larger value is higher on the common scale"
        );
        let dashed = |shape: &&Shape| matches!(shape, Shape::Stroke { dash: Some(_), width, .. } if *width > 3.0);
        assert_eq!(grid.panel(1, "d 2").iter().filter(dashed).count(), 1);
    }

    #[test]
    fn every_shape_of_the_panels_stays_on_the_sheet() {
        let names: Vec<String> = (0..7).map(|index| format!("dimension {index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let drawing = picture(&chart(&names), Sheet::default()).unwrap();
        for shape in &drawing.shapes {
            let at = match shape {
                Shape::Words { at, .. } | Shape::Disc { center: at, .. } => *at,
                _ => continue,
            };
            assert!((0.0..=drawing.width).contains(&at.0), "{shape:?}");
            assert!((0.0..=drawing.height).contains(&at.1), "{shape:?}");
        }
    }
}
