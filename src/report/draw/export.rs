//! Draws a figure alone, as a file for a paper: in a format, with a size on paper, and with a comment that says where it comes from.

use super::DrawError;
use super::canvas::{pixels, svg, svg_of_size};
use super::csv::csv;
use super::fit::POINTS_PER_PIXEL;
use super::layout::picture;
use super::length::Length;
use super::pdf::{About, pdf};
use super::png;
use super::provenance::Provenance;
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
    strum::VariantArray,
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
        return Ok(csv(chart, &entries)?.into_bytes());
    }
    let picture = picture(chart, size.sheet()).map_err(|error| size.in_own_unit(error))?;
    match format {
        FigureFormat::Csv | FigureFormat::Svg => {
            Ok(commented_svg(chart, &picture, size, &entries)?)
        }
        FigureFormat::Pdf => {
            let about = About {
                title: &chart.title,
                entries: &entries,
            };
            pdf(&svg(&picture)?, size.points(&picture), &about)
        }
        FigureFormat::Png => {
            let image = pixels(&picture, size.pixels(&picture)?)?;
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
    let title = maud::html! { title { (chart.title) } };
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
