//! Draws a chart as SVG and PNG; nothing else in the program uses plotters.

mod axes;
mod boxes;
mod canvas;
mod csv;
pub(super) mod dark;
mod direct;
mod error;
mod export;
mod fit;
mod fonts;
mod frame;
mod lanes;
mod layout;
mod legend;
mod length;
mod luminance;
mod marker_size;
mod marks;
#[cfg(test)]
mod odd;
mod overlap;
mod panel;
mod pdf;
mod png;
mod provenance;
mod ruler;
mod series_role;
mod series_styles;
mod shapes;
mod sheet;
mod small_multiples;
mod tiles;
mod tree;

pub use error::DrawError;
pub use export::{FigureFormat, PictureSize, exported};
pub use fonts::use_font;
pub use length::Length;
pub use provenance::Provenance;

use super::document::Figure;
use claims::figure::chart::Chart;
use sheet::Sheet;

/// Draws a chart as a figure for a report. The caption mentions points that could not be drawn.
///
/// # Errors
/// `Font` and `Backend`, neither of which depends on the chart's values.
pub fn figure(chart: &Chart) -> Result<Figure, DrawError> {
    let chart = chart.drawable();
    let untitled = Chart {
        title: String::new(),
        ..chart.clone()
    };
    let large = drawn(&untitled, Sheet::PROJECTED).or_else(|_| drawn(&untitled, Sheet::TALLER));
    Ok(Figure {
        svg: drawn(&chart, Sheet::default())?,
        large: large.ok(),
        alt: chart.alt(),
        name: chart.name,
        caption: chart.caption,
    })
}

/// Draws a chart as an SVG that is light or dark as its page is.
fn drawn(chart: &Chart, sheet: Sheet) -> Result<String, DrawError> {
    let svg = canvas::svg(&layout::picture(chart, sheet)?)?;
    Ok(dark::with_dark_partners(&svg))
}

/// Returns a chart as the bytes of a PNG file with the same layout as in the report.
///
/// # Errors
/// `Font` and `Backend`, neither of which depends on the chart's values.
pub fn png(chart: &Chart) -> Result<Vec<u8>, DrawError> {
    let picture = layout::picture(&chart.drawable(), Sheet::default())?;
    let size = (picture.width as u32, picture.height as u32);
    png::encoded(&png::pixels(&canvas::svg(&picture)?, size)?, &[], None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::figure::chart::{Axis, Mark, Point, Series, SeriesRole};

    pub(super) fn chart(x: Axis, y: Axis, series: Vec<Series>) -> Chart {
        let text = |text: &str| text.to_owned();
        Chart {
            name: text("test"),
            title: text("a < b & \"c\""),
            caption: text("Seen."),
            x,
            y,
            series,
        }
    }

    pub(super) fn every_role(points: &[Point]) -> Vec<Series> {
        let roles = [
            SeriesRole::Observed,
            SeriesRole::Bound,
            SeriesRole::Control,
            SeriesRole::Reference,
        ];
        let marks = [
            Mark::Line,
            Mark::Points,
            Mark::LinePoints,
            Mark::Band,
            Mark::Tiles,
        ];
        let pairs = roles
            .iter()
            .flat_map(|role| marks.iter().map(move |mark| (*role, *mark)));
        pairs
            .map(|(role, mark)| {
                Series::new(format!("{role:?} {mark:?}"), role, mark, points.to_vec())
            })
            .collect()
    }

    fn axes(names: usize) -> Vec<Axis> {
        let names = (0..names)
            .map(|name| format!("a cell with a long name {name}"))
            .collect();
        vec![
            Axis::linear("linear"),
            Axis::log("log"),
            Axis::categories("categories", names),
        ]
    }

    #[test]
    fn drawing_a_chart_twice_gives_equal_bytes() {
        let points = [
            Point::interval(1.0, 2.0, 1.0, 3.0),
            Point::quartiles(3.0, [0.0, 1.0, 2.0, 3.0, 4.0]),
        ];
        let chart = chart(Axis::log("x"), Axis::log("y"), every_role(&points));
        assert_eq!(figure(&chart).unwrap(), figure(&chart).unwrap());
        let bytes = [1, 2].map(|_| png(&chart).unwrap());
        assert!(bytes[0].starts_with(b"\x89PNG") && bytes[0] == bytes[1]);
    }

    #[test]
    fn nan_infinite_and_extreme_values_can_be_drawn() {
        let values = [
            f64::NAN,
            f64::INFINITY,
            f64::MIN,
            -1.0,
            -0.0,
            0.0,
            5e-324,
            1.0,
            1.0,
            2.0,
            f64::MAX,
        ];
        let plain = values
            .iter()
            .flat_map(|x| values.iter().map(|y| Point::new(*x, *y)));
        let spread = values.map(|end| Point::interval(1.0, 1.0, end, end));
        let boxes = values.map(|end| Point::quartiles(2.0, [end, 1.0, 1.0, end, end]));
        let points: Vec<_> = plain.chain(spread).chain(boxes).collect();
        for (x, y) in axes(30)
            .iter()
            .flat_map(|x| axes(3).into_iter().map(move |y| (x.clone(), y)))
        {
            let figure = figure(&chart(x, y, every_role(&points))).unwrap();
            assert!(!figure.svg.contains("NaN") && !figure.svg.contains("2147483647"));
            assert!(figure.caption.contains("Left out: "));
        }
    }

    #[test]
    fn chart_without_points_shows_no_data() {
        for axis in axes(0) {
            for series in [
                vec![],
                every_role(&[]),
                every_role(&[Point::new(f64::NAN, 1.0)]),
            ] {
                let figure = figure(&chart(axis.clone(), Axis::linear("y"), series)).unwrap();
                assert!(figure.svg.contains("no data"));
            }
        }
    }

    #[test]
    fn a_zero_on_a_logarithmic_axis_is_labelled_as_zero() {
        let zero = |y| {
            chart(
                Axis::linear("x"),
                Axis::log("y"),
                every_role(&[Point::new(15.0, y), Point::new(20.0, 5.0)]),
            )
        };
        let labelled = |chart: &Chart| figure(chart).unwrap().svg.contains(">\n0\n</text>");
        assert!(labelled(&zero(0.0)) && !labelled(&zero(1.0)));
    }

    #[test]
    fn letters_of_a_slide_have_24_pixels_at_least() {
        let points = [Point::new(1.0, 1.0), Point::new(3.0, 2.0)];
        let long = Axis::linear("a name of an axis that is too long for its height (fraction)");
        let chart = chart(long.clone(), long, every_role(&points)[..3].to_vec());
        let large = figure(&chart).unwrap().large.unwrap();
        let sheet = Sheet::PROJECTED;
        assert!(
            large.starts_with(&format!("<svg width=\"{}\"", sheet.width)),
            "{large}"
        );
        let scale = (1150.0 / sheet.width).min(550.0 / sheet.height.unwrap());
        let sizes = large.split("font-size=\"").skip(1).map(|rest| {
            let size: f64 = rest.split('"').next().unwrap().parse().unwrap();
            // The drawing has four units for each pixel.
            scale * size / 4.0
        });
        let least = sizes.fold(f64::INFINITY, f64::min);
        assert!((24.0..60.0).contains(&least), "{least}");
        assert!(!large.contains("a &lt; b"), "the slide has the title above");
    }

    #[test]
    fn svg_has_no_ids_and_escapes_its_text() {
        let svg = figure(&chart(
            Axis::linear("<x>"),
            Axis::linear("&"),
            every_role(&[Point::new(1.0, 1.0)]),
        ))
        .unwrap()
        .svg;
        assert!(
            !svg.contains(" id=")
                && !svg.contains("<x>")
                && svg.contains("a &lt; b &amp; &quot;c&quot;")
        );
        let head = |height: u32| {
            let fine = 4 * height;
            format!("<svg width=\"1200\" height=\"{height}\" viewBox=\"0 0 4800 {fine}\" ")
        };
        assert!((750..1500).any(|height| svg.starts_with(&head(height))));
        assert!(svg.trim_end().ends_with("</svg>"));
    }
}
