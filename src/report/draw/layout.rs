//! Lays a chart out on a sheet: title, names of series or a legend, axes, and data.

use super::DrawError;
use super::direct::{names, room_at_ends};
use super::fit::{has_width, require_space};
use super::fonts::load_fonts;
use super::frame::Frame;
use super::legend::legend;
use super::marks::{Layer, marks, painted};
use super::panel::panel;
use super::series_styles::{SeriesStyle, series_styles};
use super::shapes::{Anchor, Drawing, INK, Shape, fitted, wrapped};
use super::sheet::{MARGIN, Sheet};
use super::small_multiples::small_multiples;
use claims::figure::chart::Chart;

/// Font size of the title in pixels; and (next constants) on a narrow sheet, and the largest number of its lines there.
const TITLE: f64 = 34.0;
const NARROW_TITLE: f64 = 30.0;
const MOST_LINES: usize = 3;
/// Space in pixels between the title and the data if there is no legend.
const BELOW_TITLE: f64 = 10.0;

/// Lays out a chart whose values can all be drawn: decides position and size of every shape.
pub(super) fn picture(chart: &Chart, sheet: Sheet) -> Result<Drawing, DrawError> {
    load_fonts()?;
    let (mut shapes, top) = head(&chart.title, sheet);
    if chart.points().next().is_none() {
        return Ok(panel(&chart.caption, sheet, shapes, top));
    }
    let looks = series_styles(&chart.series);
    if !chart.panels().is_empty() {
        return small_multiples(chart, sheet, &looks, shapes, top);
    }
    let (frame, layers, names) = named(chart, sheet, &looks, top);
    require_space(chart, &frame, 1.0, |sheet| Frame::new(chart, sheet, top))?;
    shapes.extend(frame.grid());
    shapes.extend(frame.labels_below());
    shapes.extend(frame.labels_beside());
    let (corner, names_of_axes) = frame.axes(&chart.x, &chart.y);
    shapes.push(corner);
    shapes.extend(names_of_axes);
    shapes.extend(painted(layers));
    shapes.extend(names);
    Ok(Drawing {
        width: sheet.width,
        height: frame.sheet_height(),
        shapes,
    })
}

/// Returns the frame of a chart with the shapes of its data and the names of its series. The names go to the end of the lines; if they do not fit,
/// next to the data; otherwise into a legend above.
fn named<'a>(
    chart: &'a Chart,
    sheet: Sheet,
    looks: &[SeriesStyle],
    top: f64,
) -> (Frame<'a>, Vec<Layer>, Vec<Shape>) {
    let rooms = room_at_ends(chart, sheet).into_iter().chain([0.0]);
    for room in rooms {
        let frame = Frame::with_room(chart, sheet, top + BELOW_TITLE, room);
        if room > 0.0 && !has_width(&frame) {
            continue;
        }
        let layers = marks(&frame, &chart.series, looks);
        if let Some(names) = names(&frame, &chart.series, looks, &layers) {
            return (frame, layers, names);
        }
    }
    let (entries, top) = legend(chart, looks, top, sheet.inner_width());
    let frame = Frame::new(chart, sheet, top);
    let layers = marks(&frame, &chart.series, looks);
    (frame, layers, entries)
}

/// The shapes of a title, and the y position below them. On a narrow sheet the title has several lines.
fn head(title: &str, sheet: Sheet) -> (Vec<Shape>, f64) {
    let lines = match (title.trim().is_empty(), sheet.is_narrow()) {
        (true, _) => return (Vec::new(), MARGIN),
        (false, true) => wrapped(title, NARROW_TITLE, sheet.inner_width(), MOST_LINES, true),
        (false, false) => vec![title.to_owned()],
    };
    let size = if sheet.is_narrow() {
        NARROW_TITLE
    } else {
        TITLE
    };
    let line = |(index, line): (usize, &String)| {
        let (text, size) = fitted(line, size, sheet.inner_width(), true);
        Shape::Words {
            text,
            at: (MARGIN, MARGIN + index as f64 * (size + 8.0)),
            size,
            ink: INK,
            bold: true,
            anchor: Anchor::LeftTop,
        }
    };
    let shapes = lines.iter().enumerate().map(line).collect();
    let height = size + (lines.len() as f64 - 1.0) * (size + 8.0);
    (shapes, MARGIN + height + 16.0)
}

#[cfg(test)]
mod tests {
    use super::super::shapes::Pixel;
    use super::*;
    use claims::figure::chart::{Axis, Mark, Point, Series, SeriesRole};

    fn drawn(names: &[&str], labels: usize) -> Drawing {
        let names: Vec<String> = names.iter().copied().map(String::from).collect();
        let points: Vec<_> = (0..names.len())
            .map(|index| Point::new(index as f64, 1.0))
            .collect();
        let series = |at| {
            Series::new(
                format!("a series with the number {at}"),
                SeriesRole::Observed,
                Mark::Points,
                points.clone(),
            )
        };
        let chart = Chart {
            name: "test".into(),
            title: "a title that is much too long for its line ".repeat(5),
            caption: String::new(),
            x: Axis::categories("cell", names),
            y: Axis::linear("tightness"),
            series: (0..labels).map(series).collect(),
        };
        picture(&chart, Sheet::default()).unwrap()
    }

    fn place_of(picture: &Drawing, wanted: &str) -> Pixel {
        let mut places = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Words { text, at, .. } if text == wanted => Some(*at),
            _ => None,
        });
        places.next().unwrap()
    }

    #[test]
    fn categories_with_short_names_run_to_the_right() {
        let picture = drawn(&["d = 5", "d = 10"], 1);
        let (first, second) = (place_of(&picture, "d = 5"), place_of(&picture, "d = 10"));
        assert!(first.0 < second.0 && first.1 == second.1);
    }

    #[test]
    fn categories_with_long_names_run_downwards() {
        let long = [
            "generator.majority.dimension=101",
            "generator.majority.dimension=301",
            "relevant=9 and more of it",
        ];
        let picture = drawn(&long, 1);
        let (first, second) = (place_of(&picture, long[0]), place_of(&picture, long[1]));
        assert!(first.1 < second.1 && first.0 == second.0);
    }

    #[test]
    fn boxes_at_neighbouring_numbers_are_wide_and_do_not_overlap() {
        let series = |name: &str| {
            let points = [1.0, 2.0, 4.0].map(|x| Point::quartiles(x, [1.0, 2.0, 3.0, 4.0, 5.0]));
            Series::new(name, SeriesRole::Observed, Mark::Points, points.to_vec())
        };
        let chart = Chart {
            name: "test".into(),
            title: "boxes".into(),
            caption: String::new(),
            x: Axis::linear("examples"),
            y: Axis::linear("mistakes"),
            series: vec![series("one"), series("two")],
        };
        let picture = picture(&chart, Sheet::default()).unwrap();
        // Markers and the legend are narrower than a box.
        let mut boxes: Vec<(f64, f64)> = Vec::new();
        for shape in &picture.shapes {
            if let Shape::Area { outline, .. } = shape {
                let across = outline.iter().map(|(x, _)| *x);
                let left = across.clone().fold(f64::INFINITY, f64::min);
                let right = across.fold(0.0, f64::max);
                if right - left > 45.0 {
                    boxes.push((left, right));
                }
            }
        }
        boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(boxes.len(), 6, "{boxes:?}");
        assert!(
            boxes.windows(2).all(|pair| pair[0].1 <= pair[1].0),
            "{boxes:?}"
        );
    }

    #[test]
    fn every_shape_stays_on_the_sheet() {
        let picture = drawn(&["one", "two"], 20);
        let inside = |(x, y): &Pixel| {
            (0.0..=picture.width).contains(x) && (0.0..=picture.height).contains(y)
        };
        for shape in &picture.shapes {
            let places = match shape {
                Shape::Stroke { path, .. }
                | Shape::Area { outline: path, .. }
                | Shape::Veil { outline: path, .. } => path.clone(),
                Shape::Disc { center: at, .. }
                | Shape::Hint { center: at, .. }
                | Shape::Words { at, .. } => vec![*at],
            };
            assert!(places.iter().all(inside), "{shape:?}");
        }
    }
}
