//! Embeds the fonts of figures, and measures the width of texts.

use super::DrawError;
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};
use std::sync::OnceLock;

const FONT: &str = "sans-serif";

/// A font in place of the embedded ones.
static CHOSEN: OnceLock<&[u8]> = OnceLock::new();

/// Draws the text of all further figures with a font, if it is one; the first call decides.
pub fn use_font(bytes: Vec<u8>) -> bool {
    let bytes: &'static [u8] = Box::leak(bytes.into());
    let is_font = register_font("chosen", FontStyle::Normal, bytes).is_ok();
    is_font && CHOSEN.set(bytes).is_ok()
}

/// The chosen font, if there is one.
pub(super) fn chosen() -> Option<&'static [u8]> {
    CHOSEN.get().copied()
}

/// The bytes of the fonts for plain and for bold text.
fn faces() -> [(FontStyle, &'static [u8]); 2] {
    let [plain, bold] = match chosen() {
        Some(bytes) => [bytes, bytes],
        None => [dejavu::sans::regular(), dejavu::sans::bold()],
    };
    [(FontStyle::Normal, plain), (FontStyle::Bold, bold)]
}

/// Registers the fonts with the drawing library, because a fresh machine has none.
pub(super) fn load_fonts() -> Result<(), DrawError> {
    static LOADED: OnceLock<bool> = OnceLock::new();
    let load = || {
        faces()
            .into_iter()
            .all(|(style, bytes)| register_font(FONT, style, bytes).is_ok())
    };
    if *LOADED.get_or_init(load) {
        Ok(())
    } else {
        Err(DrawError::Font)
    }
}

/// Returns the width of a text in pixels, at a font size in pixels.
///
/// If the font cannot be loaded, which [`load_fonts`] reports, the width is an estimate.
pub(super) fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    font(size, bold)
        .box_size(text)
        .map_or(size * text.chars().count() as f64, |(width, _)| {
            f64::from(width)
        })
}

// `FontDesc::style` would change the name of the style but keep the glyphs of the old one.
pub(super) fn font(size: f64, bold: bool) -> FontDesc<'static> {
    let style = if bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    FontDesc::new(FontFamily::Name(FONT), size, style)
}
