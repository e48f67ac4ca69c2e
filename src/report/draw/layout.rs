//! Lays a chart out on a sheet: title, names of series or a legend, axes, and data.

use super::DrawError;
use super::direct::{names, room_at_ends};
use super::fonts::load_fonts;
use super::frame::Frame;
use super::legend::legend;
use super::marks::{Layer, marks, painted};
use super::panel::panel;
use super::series_styles::{SeriesStyle, series_styles};
use super::shapes::{Anchor, Drawing, INK, Shape, fitted};
use super::sheet::{MARGIN, WIDTH};
use super::small_multiples::small_multiples;
use claims::figure::chart::Chart;

const TITLE: f64 = 34.0;
/// Space in pixels between the title and the data if there is no legend.
const BELOW_TITLE: f64 = 10.0;

/// Lays out a chart whose values can all be drawn: decides position and size of every shape.
pub(super) fn picture(chart: &Chart) -> Result<Drawing, DrawError> {
    load_fonts()?;
    let (mut shapes, top) = head(&chart.title);
    if chart.points().next().is_none() {
        return Ok(panel(&chart.caption, shapes, top));
    }
    let looks = series_styles(&chart.series);
    if !chart.panels().is_empty() {
        return Ok(small_multiples(chart, &looks, shapes, top));
    }
    let (frame, layers, names) = named(chart, &looks, top);
    shapes.extend(frame.grid());
    shapes.extend(frame.labels_below());
    shapes.extend(frame.labels_beside());
    shapes.extend(frame.axes(&chart.x, &chart.y));
    shapes.extend(painted(layers));
    shapes.extend(names);
    Ok(Drawing {
        width: WIDTH,
        height: frame.sheet_height(),
        shapes,
    })
}

/// Returns the frame of a chart with the shapes of its data and the names of its series. The names go to the end of the lines; if they do not fit,
/// next to the data; otherwise into a legend above.
fn named<'a>(
    chart: &'a Chart,
    looks: &[SeriesStyle],
    top: f64,
) -> (Frame<'a>, Vec<Layer>, Vec<Shape>) {
    let rooms = room_at_ends(chart).into_iter().chain([0.0]);
    for room in rooms {
        let frame = Frame::with_room(chart, top + BELOW_TITLE, room);
        let layers = marks(&frame, &chart.series, looks);
        if let Some(names) = names(&frame, &chart.series, looks, &layers) {
            return (frame, layers, names);
        }
    }
    let (entries, top) = legend(chart, looks, top, WIDTH - 2.0 * MARGIN);
    let frame = Frame::new(chart, top);
    let layers = marks(&frame, &chart.series, looks);
    (frame, layers, entries)
}

fn head(title: &str) -> (Vec<Shape>, f64) {
    let (text, size) = fitted(title, TITLE, WIDTH - 2.0 * MARGIN, true);
    let at = (MARGIN, MARGIN);
    let title = Shape::Words {
        text,
        at,
        size,
        ink: INK,
        bold: true,
        anchor: Anchor::LeftTop,
    };
    (vec![title], MARGIN + TITLE + 16.0)
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
        picture(&chart).unwrap()
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
                Shape::Disc { center: at, .. } | Shape::Words { at, .. } => vec![*at],
            };
            assert!(places.iter().all(inside), "{shape:?}");
        }
    }
}
