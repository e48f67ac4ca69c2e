//! Draws a figure alone, as a file for a paper: in a format, with a size on paper, and with a comment that says where it comes from.

use super::DrawError;
use super::canvas::{svg, svg_of_size};
use super::csv::csv;
use super::fit::POINTS_PER_PIXEL;
use super::layout::picture;
use super::length::Length;
use super::pdf::{About, pdf};
use super::png;
use super::provenance::{Provenance, on_one_line};
use super::shapes::Drawing;
use super::sheet::Sheet;
use claims::figure::chart::Chart;

/// A format of a figure's file.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    clap::ValueEnum,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum FigureFormat {
    /// One page, with text as text in embedded fonts.
    Pdf,
    /// Vector graphics for web pages and drawing programs.
    Svg,
    /// An image.
    Png,
    /// The numbers of the figure, one row per mark.
    Csv,
}

impl FigureFormat {
    /// The ending of its files, without the dot.
    pub fn ending(self) -> &'static str {
        self.into()
    }
}

/// The size of a figure on paper. A side that is not given follows from the other one; without both, the figure has the size of a report's figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PictureSize {
    /// The width, such as that of a paper's column.
    pub width: Option<Length>,
    /// The height.
    pub height: Option<Length>,
}

/// Pixels per inch of an image whose size is given on paper; and (next constant) the largest number of pixels of an image.
const DENSITY: f64 = 300.0;
const MOST_PIXELS: f64 = 16e6;

/// Returns the file of a chart in a format. `source` says where it comes from. Equal charts give equal bytes.
///
/// # Errors
/// `TooSmall` or `TooLarge` if it cannot be drawn in this size, `Font` and `Backend`.
pub fn exported(
    chart: &Chart,
    format: FigureFormat,
    size: &PictureSize,
    source: &Provenance,
) -> Result<Vec<u8>, DrawError> {
    let chart = &chart.drawable();
    let entries = source.entries(&chart.name);
    if format == FigureFormat::Csv {
        return Ok(csv(chart, &entries).into_bytes());
    }
    let picture = picture(chart, size.sheet()).map_err(|error| size.in_own_unit(error))?;
    match format {
        FigureFormat::Csv | FigureFormat::Svg => commented_svg(chart, &picture, size, &entries),
        FigureFormat::Pdf => {
            let about = About {
                title: &chart.title,
                entries: &entries,
            };
            pdf(&picture, size.points(&picture), &about)
        }
        FigureFormat::Png => {
            let image = png::pixels(&svg(&picture)?, size.pixels(&picture)?)?;
            let width = (*size != PictureSize::default()).then_some(size.points(&picture).0);
            let title = ("Title", chart.title.clone());
            png::encoded(&image, &[vec![title], entries].concat(), width)
        }
    }
}

impl PictureSize {
    fn sheet(&self) -> Sheet {
        let pixels = |length: Length| (length.points() / POINTS_PER_PIXEL).round().max(1.0);
        Sheet {
            width: self.width.map_or(Sheet::default().width, pixels),
            height: self.height.map(pixels),
        }
    }

    /// Width and height in points of a picture that is drawn in this size.
    fn points(&self, picture: &Drawing) -> (f64, f64) {
        let width = self.width.map(Length::points);
        let width = width.unwrap_or(picture.width * POINTS_PER_PIXEL);
        let height = self.height.map(Length::points);
        (
            width,
            height.unwrap_or(width * picture.height / picture.width),
        )
    }

    /// Width and height of an image of a picture, in its own pixels.
    fn pixels(&self, picture: &Drawing) -> Result<(u32, u32), DrawError> {
        let given = self.width.or(self.height);
        let (width, height) = match given {
            None => (picture.width, picture.height),
            Some(length) => {
                let density = length.pixels().map_or(DENSITY, |_| Length::PIXELS_PER_INCH);
                let (width, height) = self.points(picture);
                (width * density / 72.0, height * density / 72.0)
            }
        };
        let (width, height) = (width.round().max(1.0), height.round().max(1.0));
        match width * height <= MOST_PIXELS {
            true => Ok((width as u32, height as u32)),
            false => Err(DrawError::TooLarge { width, height }),
        }
    }

    /// Restates the lengths of an error in the unit in which the size was given.
    fn in_own_unit(&self, error: DrawError) -> DrawError {
        match error {
            DrawError::TooSmall { side, given, least } => {
                let own = if side == "width" {
                    self.width
                } else {
                    self.height
                };
                DrawError::TooSmall {
                    side,
                    given: own.unwrap_or(given),
                    least: least.like(own.unwrap_or(given)).rounded_up(),
                }
            }
            other => other,
        }
    }

    /// Width and height of a picture as an SVG states them: in the unit that was given, or in pixels.
    fn stated(&self, picture: &Drawing) -> [String; 2] {
        let Some(like) = self.width.or(self.height) else {
            return [picture.width, picture.height].map(|side| (side as u32).to_string());
        };
        let (width, height) = self.points(picture);
        [(self.width, width), (self.height, height)].map(|(given, points)| {
            let found = given.unwrap_or(Length::of_points(points).like(like));
            found.rounded_to_thousandths().to_string()
        })
    }
}

/// The picture as an SVG for light pages, with its comment in the element `metadata`.
fn commented_svg(
    chart: &Chart,
    picture: &Drawing,
    size: &PictureSize,
    entries: &[(&str, String)],
) -> Result<Vec<u8>, DrawError> {
    let svg = svg_of_size(picture, size.stated(picture))?;
    let title = maud::html! { title { (on_one_line(&chart.title)) } };
    let about = maud::html! {
        metadata { @for (key, text) in entries { (key) ": " (text) "\n" } }
    };
    let (head, body) = svg.split_once('\n').unwrap_or((&svg, ""));
    let mut file = format!(
        "{head}\n{}\n{}\n{body}",
        title.into_string(),
        about.into_string()
    );
    file.push('\n');
    Ok(file.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::shapes::Shape;
    use super::super::sheet::TEXT;
    use super::super::tests::chart;
    use super::*;
    use claims::figure::chart::{Axis, Mark, Point, Series, SeriesRole};
    use claims::problem::Problem;
    use svg2pdf::usvg::{Options, Tree};

    const FORMATS: [FigureFormat; 4] = [
        FigureFormat::Pdf,
        FigureFormat::Svg,
        FigureFormat::Png,
        FigureFormat::Csv,
    ];

    fn source() -> Provenance {
        Provenance {
            experiment: "mit/a < b".into(),
            revision: "perceptron-lab 0.1.0, spec 1a2b".into(),
            seed: 7,
            command: "perceptron-lab run 'a -- \"b\".toml'".into(),
        }
    }

    fn size(width: &str, height: Option<&str>) -> PictureSize {
        PictureSize {
            width: Some(width.parse().unwrap()),
            height: height.map(|height| height.parse().unwrap()),
        }
    }

    fn file(chart: &Chart, format: FigureFormat, size: &PictureSize) -> Vec<u8> {
        exported(chart, format, size, &source()).unwrap()
    }

    fn text(chart: &Chart, format: FigureFormat, size: &PictureSize) -> String {
        String::from_utf8_lossy(&file(chart, format, size)).into_owned()
    }

    fn plain() -> Chart {
        let points = vec![Point::interval(1.0, 2.0, 1.0, 3.0), Point::new(3.0, 0.3)];
        let ends = vec![Point::new(1.0, 2.0), Point::new(3.0, 4.0)];
        let series = vec![
            Series::new("plain", SeriesRole::Observed, Mark::Points, points),
            Series::new("limit", SeriesRole::Bound, Mark::Line, ends),
        ];
        chart(Axis::log("x"), Axis::log("y"), series)
    }

    #[test]
    fn every_format_says_where_the_figure_comes_from() {
        for format in FORMATS {
            let one = file(&plain(), format, &PictureSize::default());
            let said = String::from_utf8_lossy(&one).into_owned();
            for part in [
                "figure test",
                "perceptron-lab 0.1.0",
                "spec 1a2b, seed 7",
                "perceptron-lab run",
            ] {
                assert!(said.contains(part), "{format:?} does not say {part}");
            }
        }
    }

    #[test]
    fn every_format_has_the_same_bytes_again_and_again() {
        let points = [1.0, 2.0].map(|x| Point::interval(x, x, x / 2.0, 2.0 * x));
        let series = ["a", "b", "c", "d"].map(|name| {
            let panel = if name < "c" { "one" } else { "other" };
            Series::new(name, SeriesRole::Observed, Mark::Band, points.to_vec()).in_panel(panel)
        });
        let banded = chart(Axis::log("x"), Axis::log("y"), series.into());
        for chart in [plain(), banded] {
            for format in FORMATS {
                let [one, others @ ..] =
                    [(); 4].map(|()| file(&chart, format, &PictureSize::default()));
                assert!(others.iter().all(|other| *other == one), "{format:?}");
            }
        }
    }

    #[test]
    fn every_format_holds_odd_names_whole() {
        let long = "longer ".repeat(50);
        for name in [
            "a < b & \"c\", d'; #e",
            "感知器 😀 é",
            "line\nbreak\u{1}",
            &long,
        ] {
            let series = Series::new(
                name,
                SeriesRole::Observed,
                Mark::Line,
                vec![Point::new(0.0, 1.0)],
            );
            let names = vec![name.to_owned(), "other".into()];
            let mut odd = chart(
                Axis::categories(name, names),
                Axis::linear(name),
                vec![series],
            );
            odd.title = name.into();
            for format in FORMATS {
                for size in [PictureSize::default(), size("8cm", None)] {
                    assert!(!file(&odd, format, &size).is_empty());
                }
            }
            let svg = text(&odd, FigureFormat::Svg, &PictureSize::default());
            assert!(Tree::from_str(&svg, &Options::default()).is_ok(), "{name}");
            let table = text(&odd, FigureFormat::Csv, &PictureSize::default());
            let mut reader = csv_reader(&table);
            let row = reader.records().next().unwrap().unwrap();
            let shown = name.replace(['\n', '\u{1}'], " ");
            assert_eq!([&row[9], &row[12]], [&shown, &shown]);
        }
    }

    fn csv_reader(table: &str) -> ::csv::Reader<&[u8]> {
        ::csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(table.as_bytes())
    }

    #[test]
    fn a_csv_file_has_a_row_for_every_marker_with_the_same_numbers() {
        let numbers = [
            (1.0, 0.1 + 0.2),
            (1e-300, 5e300),
            (12_345.678_9, 2.0 / 3.0),
            (7.0, 7.0),
        ];
        let points = numbers.iter().map(|&(x, y)| Point::new(x, y));
        let left_out = [Point::new(-1.0, 1.0), Point::new(f64::NAN, 1.0)];
        let points: Vec<Point> = points.chain(left_out).collect();
        let series = Series::new("a, b", SeriesRole::Observed, Mark::Points, points);
        let chart = chart(Axis::log("x"), Axis::log("y"), vec![series]);
        let table = text(&chart, FigureFormat::Csv, &PictureSize::default());
        let rows: Vec<_> = csv_reader(&table)
            .into_records()
            .map(Result::unwrap)
            .collect();
        let read = rows
            .iter()
            .map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap()));
        assert_eq!(read.collect::<Vec<(f64, f64)>>(), numbers);
        let svg = text(&chart, FigureFormat::Svg, &PictureSize::default());
        // The name of the only series stands next to its markers, so no circle is in a legend.
        assert_eq!(
            svg.matches("<circle ").count(),
            2 * rows.len(),
            "a marker and its halo each"
        );
    }

    #[test]
    fn the_size_is_that_of_the_paper_and_lines_of_text_have_eight_points() {
        let column = size("8cm", Some("60mm"));
        let svg = text(&plain(), FigureFormat::Svg, &column);
        assert!(
            svg.starts_with("<svg width=\"8cm\" height=\"60mm\" viewBox"),
            "{}",
            &svg[..80]
        );
        let pdf = text(&plain(), FigureFormat::Pdf, &column);
        assert!(pdf.contains("/MediaBox [0 0 226.77165 170.07874]"), "{pdf}");
        for (width, pixels) in [("8cm", 945), ("800px", 800)] {
            let png = file(&plain(), FigureFormat::Png, &size(width, None));
            assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), pixels);
        }
        let drawing = picture(&plain(), column.sheet()).unwrap();
        let points = column.width.unwrap().points() / drawing.width * TEXT;
        assert!((points - 8.0).abs() < 0.01, "{points}");
        // A reader measures the em of the letters, here in the units of the view box.
        let number = |text: &str| {
            text.split([' ', '"'])
                .next()
                .unwrap()
                .parse::<f64>()
                .unwrap()
        };
        let width = number(svg.split("viewBox=\"0 0 ").nth(1).unwrap());
        let mut sizes = svg.split("font-size=\"").skip(1).map(number);
        let em = 6.45 / column.width.unwrap().points() * width;
        assert!(sizes.any(|size| (size / em - 1.0).abs() < 0.01), "{svg}");
        let is_label = |shape: &&Shape| matches!(shape, Shape::Words { size, .. } if *size == TEXT);
        assert!(drawing.shapes.iter().filter(is_label).count() > 3);
    }

    #[test]
    fn a_size_that_is_too_small_is_refused_with_one_that_is_enough() {
        let refused = |size: &PictureSize| {
            let error = exported(&plain(), FigureFormat::Svg, size, &source()).unwrap_err();
            let text = Problem::from(error).to_string();
            let (_, least) = text.split_once("at least ").unwrap();
            least.split(',').next().unwrap().to_owned()
        };
        let least = refused(&size("1cm", None));
        assert!(least.ends_with("cm"), "{least}");
        assert!(exported(&plain(), FigureFormat::Svg, &size(&least, None), &source()).is_ok());
        let least = refused(&size("8cm", Some("0.5in")));
        assert!(least.ends_with("in"), "{least}");
        assert!(
            exported(
                &plain(),
                FigureFormat::Svg,
                &size("8cm", Some(&least)),
                &source()
            )
            .is_ok()
        );
        let large = exported(&plain(), FigureFormat::Png, &size("60cm", None), &source());
        assert!(large.unwrap_err().to_string().contains("too large"));
    }
}
