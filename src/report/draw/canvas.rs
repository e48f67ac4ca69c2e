//! Paints shapes as SVG, of which every other format of a figure is made. The layout is decided before, so that it can be tested without pixels.

use super::DrawError;
use super::fonts::font;
use super::shapes::{Anchor, Drawing, Ink, Pixel, Shape};
use maud::html as markup;
use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::element::{DashedPathElement, Drawable};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, RGBColor, ShapeStyle, TextStyle};
use std::fmt::Display;

const WHITE: Ink = (255, 255, 255);

/// The opacity of a veil.
const VEIL: f64 = 0.25;

/// SVG units per pixel of a figure. The drawing library rounds coordinates to whole units; with one unit per pixel, dashes would be uneven.
const FINENESS: u32 = 4;
const ZOOM: f64 = FINENESS as f64;

/// Paints a laid-out figure as an SVG element with its size in pixels.
pub(super) fn svg(picture: &Drawing) -> Result<String, DrawError> {
    svg_of_size(
        picture,
        [picture.width, picture.height].map(|side| (side as u32).to_string()),
    )
}

/// Paints a laid-out figure as an SVG element with this width and height, each with its unit.
pub(super) fn svg_of_size(
    picture: &Drawing,
    [width, height]: [String; 2],
) -> Result<String, DrawError> {
    let mut svg = String::new();
    let size = (picture.width as u32, picture.height as u32);
    let fine = (size.0 * FINENESS, size.1 * FINENESS);
    let (right, bottom) = (picture.width, picture.height);
    let sheet = Shape::Area {
        outline: vec![(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)],
        ink: WHITE,
    };
    paint(
        std::iter::once(&sheet).chain(&picture.shapes),
        SVGBackend::with_string(&mut svg, fine),
    )?;
    let shown = |width: &dyn Display, height: &dyn Display| {
        format!("<svg width=\"{width}\" height=\"{height}\" ")
    };
    let svg = svg.replacen(&shown(&fine.0, &fine.1), &shown(&width, &height), 1);
    Ok(with_hints(svg, &picture.shapes))
}

/// Adds what the picture says when the pointer is on a mark, above everything that is seen.
fn with_hints(svg: String, shapes: &[Shape]) -> String {
    let hint = |shape: &Shape| match shape {
        Shape::Hint {
            center,
            radius,
            text,
        } => {
            let [x, y, radius] = [center.0, center.1, *radius].map(|at| (at * ZOOM).round());
            let text = markup! { (printable(text)) }.into_string();
            Some(format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" pointer-events=\"all\"><title>{text}</title></circle>\n"
            ))
        }
        _ => None,
    };
    let hints: String = shapes.iter().filter_map(hint).collect();
    match svg.rfind("</svg>") {
        Some(end) => svg[..end].to_owned() + &hints + &svg[end..],
        None => svg,
    }
}

/// Paints shapes as an SVG element of a size in pixels, without the white sheet under them.
pub(super) fn svg_without_sheet(
    shapes: &[&Shape],
    (width, height): (f64, f64),
) -> Result<String, DrawError> {
    let mut svg = String::new();
    let fine = (width as u32 * FINENESS, height as u32 * FINENESS);
    paint(
        shapes.iter().copied(),
        SVGBackend::with_string(&mut svg, fine),
    )?;
    Ok(svg)
}

fn paint<'s>(
    shapes: impl IntoIterator<Item = &'s Shape>,
    backend: SVGBackend,
) -> Result<(), DrawError> {
    let mut painter = Painter { backend };
    for shape in shapes {
        painter.paint(shape)?;
    }
    painter.backend.present().map_err(refused)
}

fn refused(error: impl std::error::Error) -> DrawError {
    DrawError::Backend(error.to_string())
}

/// Paints shapes with `FINENESS` units per pixel.
struct Painter<'s> {
    backend: SVGBackend<'s>,
}

impl Painter<'_> {
    fn paint(&mut self, shape: &Shape) -> Result<(), DrawError> {
        match shape {
            Shape::Stroke {
                path,
                ink,
                width,
                dash,
            } => self.stroke(path, *ink, *width, *dash),
            Shape::Area { outline, ink } => {
                let outline: Vec<_> = outline.iter().map(|place| self.pixel(*place)).collect();
                let filled = self.backend.fill_polygon(outline, &color(*ink));
                filled.map_err(refused)
            }
            Shape::Veil { outline, ink } => {
                let outline: Vec<_> = outline.iter().map(|place| self.pixel(*place)).collect();
                let filled = self.backend.fill_polygon(outline, &color(*ink).mix(VEIL));
                filled.map_err(refused)
            }
            Shape::Disc {
                center,
                radius,
                ink,
            } => {
                let (center, radius) = (self.pixel(*center), self.length(*radius));
                let disc = self.backend.draw_circle(center, radius, &color(*ink), true);
                disc.map_err(refused)
            }
            Shape::Hint { .. } => Ok(()),
            Shape::Words {
                text,
                at,
                size,
                ink,
                bold,
                anchor,
            } => {
                let at = self.pixel(*at);
                let style = text_style(size * ZOOM, *ink, *bold, *anchor);
                let words = self.backend.draw_text(&printable(text), &style, at);
                words.map_err(refused)
            }
        }
    }

    fn stroke(
        &mut self,
        path: &[Pixel],
        ink: Ink,
        width: f64,
        dash: Option<(f64, f64)>,
    ) -> Result<(), DrawError> {
        let path: Vec<_> = path.iter().map(|place| self.pixel(*place)).collect();
        let style = ShapeStyle {
            color: color(ink).to_rgba(),
            filled: false,
            stroke_width: self.length(width),
        };
        let Some((on, off)) = dash else {
            return self.backend.draw_path(path, &style).map_err(refused);
        };
        let [on, off] = [on, off].map(|length| (length * ZOOM).round() as i32);
        let dashes = DashedPathElement::new(std::iter::empty::<Pixel>(), on, off, style);
        let drawn = dashes.draw(path.into_iter(), &mut self.backend, (0, 0));
        drawn.map_err(refused)
    }

    fn pixel(&self, (x, y): Pixel) -> (i32, i32) {
        ((x * ZOOM).round() as i32, (y * ZOOM).round() as i32)
    }

    fn length(&self, pixels: f64) -> u32 {
        (pixels * ZOOM).round() as u32
    }
}

/// Replaces each character that an SVG cannot contain by a space, and a hyphen before a digit, at the beginning of a number, by a minus sign.
fn printable(text: &str) -> String {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    let mut printed = String::new();
    while let Some(letter) = letters.next() {
        let is_minus = letter == '-'
            && [' ', '(', '[', '='].contains(&before)
            && letters.peek().is_some_and(char::is_ascii_digit);
        before = letter;
        printed.push(if is_minus { '−' } else { shown(letter) });
    }
    printed
}

/// The letter, or a space if an SVG cannot contain it.
fn shown(letter: char) -> char {
    match letter {
        '\u{fffe}' | '\u{ffff}' => ' ',
        _ if letter.is_control() => ' ',
        _ => letter,
    }
}

fn color((red, green, blue): Ink) -> RGBColor {
    RGBColor(red, green, blue)
}

fn text_style(size: f64, ink: Ink, bold: bool, anchor: Anchor) -> TextStyle<'static> {
    let (horizontal, vertical) = match anchor {
        Anchor::LeftTop => (HPos::Left, VPos::Top),
        Anchor::LeftMiddle => (HPos::Left, VPos::Center),
        Anchor::RightMiddle => (HPos::Right, VPos::Center),
        Anchor::CenterTop => (HPos::Center, VPos::Top),
        Anchor::CenterMiddle | Anchor::Upwards => (HPos::Center, VPos::Center),
    };
    let turn = if anchor == Anchor::Upwards {
        FontTransform::Rotate270
    } else {
        FontTransform::None
    };
    TextStyle {
        font: font(size, bold).transform(turn),
        color: color(ink).to_backend_color(),
        pos: Pos::new(horizontal, vertical),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_no_svg_can_contain_become_spaces() {
        let letters = ['a', '\u{fffe}', 'γ', '\u{ffff}', '\u{7}', '\u{fffd}'];
        let due = ['a', ' ', 'γ', ' ', ' ', '\u{fffd}'];
        assert_eq!(letters.map(shown), due);
    }
}
