//! Defines what is painted: positions, colours and shapes on a sheet.

use super::fonts::text_width;

/// A position on the sheet, in pixels from the upper left corner.
pub(super) type Pixel = (f64, f64);

/// A colour: red, green, blue, each from 0 to 255.
pub(super) type Ink = (u8, u8, u8);

/// A laid-out figure: shapes on a white sheet, in painting order.
pub(super) struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

/// A shape to paint, such as a stroke or a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Stroke {
        path: Vec<Pixel>,
        ink: Ink,
        width: f64,
        dash: Option<(f64, f64)>,
    },
    Area {
        outline: Vec<Pixel>,
        ink: Ink,
    },
    /// A transparent area, through which others are seen.
    Veil {
        outline: Vec<Pixel>,
        ink: Ink,
    },
    Disc {
        center: Pixel,
        radius: f64,
        ink: Ink,
    },
    /// A place that says something when the pointer is on it, and is not seen.
    Hint {
        center: Pixel,
        radius: f64,
        text: String,
    },
    Words {
        text: String,
        at: Pixel,
        size: f64,
        ink: Ink,
        bold: bool,
        anchor: Anchor,
    },
}

/// Which point of a text lies at the text's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    LeftTop,
    LeftMiddle,
    RightMiddle,
    CenterTop,
    CenterMiddle,
    /// The text is turned by 90°, reads upwards, and is centred at its position.
    Upwards,
}

/// The colour of text.
pub(super) const INK: Ink = (34, 34, 34);

/// Smallest font size, in pixels, that reads without effort.
pub(super) const SMALLEST: f64 = 20.0;

/// Returns the text and the largest font size, from `SMALLEST` to `size`, at which it fits `room` pixels. If none fits, words before the last one are
/// left out, or else the end, so that what is left does not read as another word.
pub(super) fn fitted(text: &str, size: f64, room: f64, bold: bool) -> (String, f64) {
    let size = (size * room / text_width(text, size, bold).max(1.0)).clamp(SMALLEST, size);
    let fits = |shown: &str| text_width(shown, size, bold) <= room;
    if fits(text) {
        return (text.to_owned(), size);
    }
    let words: Vec<&str> = text.split(' ').collect();
    let last = words[words.len() - 1];
    let without = |kept: usize| format!("{} … {last}", words[..kept].join(" "));
    let by_words = (1..words.len().saturating_sub(1)).rev().map(without);
    let letters: Vec<char> = text.chars().collect();
    if letters.len() < 3 {
        return (text.to_owned(), size);
    }
    let cut = |kept: usize| letters[..kept].iter().collect::<String>() + "…";
    let by_letters = (1..letters.len()).rev().map(cut);
    let shown = by_words.chain(by_letters).find(|shown| fits(shown));
    (shown.unwrap_or_else(|| cut(1)), size)
}

/// Breaks the text into lines at most `room` pixels wide. Beyond `most` lines, the last one is cut.
pub(super) fn wrapped(text: &str, size: f64, room: f64, most: usize, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| text_width(line, size, bold) <= room) {
            Some(line) => *lines.last_mut().unwrap_or(&mut String::new()) = line,
            None => lines.push(fitted(word, size, room, bold).0),
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        lines
            .iter_mut()
            .skip(most - 1)
            .for_each(|line| line.push_str(" …"));
    }
    lines
}

pub(super) fn text_shape(text: &str, at: Pixel, size: f64, anchor: Anchor) -> Shape {
    Shape::Words {
        text: text.to_owned(),
        at,
        size,
        ink: INK,
        bold: false,
        anchor,
    }
}

pub(super) fn stroke(path: Vec<Pixel>, ink: Ink, width: f64, dash: Option<(f64, f64)>) -> Shape {
    Shape::Stroke {
        path,
        ink,
        width,
        dash,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fonts::load_fonts;
    use super::*;

    #[test]
    fn a_text_that_does_not_fit_keeps_at_least_its_first_letter() {
        load_fonts().unwrap();
        let shown = |text: &str| fitted(text, 20.0, 1.0, false).0;
        assert_eq!(shown("ab"), "ab");
        assert_eq!(shown("abcdefg"), "a…");
        assert_eq!(
            fitted("abcdefg", 20.0, 1000.0, false),
            ("abcdefg".into(), 20.0)
        );
    }

    #[test]
    fn text_is_wrapped_to_its_width_and_cut_at_the_last_line() {
        load_fonts().unwrap();
        let lines = wrapped(&"some words and ".repeat(40), 26.0, 400.0, 5, false);
        assert!(lines.len() == 5 && lines[4].ends_with(" …"));
        assert!(
            lines[..4]
                .iter()
                .all(|line| text_width(line, 26.0, false) <= 400.0)
        );
        assert_eq!(wrapped("two words", 26.0, 400.0, 5, false), ["two words"]);
        assert!(wrapped("", 26.0, 400.0, 5, false).is_empty());
    }

    #[test]
    fn a_word_that_does_not_fit_loses_its_end_and_a_text_whole_words() {
        load_fonts().unwrap();
        let (shown, size) = fitted(
            &("begin".to_owned() + &"x".repeat(200) + "end"),
            26.0,
            300.0,
            false,
        );
        assert!(
            shown.starts_with("begin") && shown.ends_with("x…"),
            "{shown}"
        );
        let words = fitted(
            &format!("margin {} 9", "perceptron ".repeat(20).trim()),
            26.0,
            300.0,
            false,
        );
        assert!(
            words.0.starts_with("margin perceptron") && words.0.ends_with("perceptron … 9"),
            "{words:?}"
        );
        assert!(size == SMALLEST && text_width(&shown, size, false) <= 300.0);
        assert_eq!(
            fitted("short", 26.0, 300.0, false),
            ("short".to_owned(), 26.0)
        );
    }
}
