//! Writes a figure as a PDF with one page, whose text stays text in embedded fonts.

use super::DrawError;
use super::provenance::{PROGRAM, on_one_line};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use svg2pdf::usvg::{Options, Tree, fontdb::Database};
use svg2pdf::{ConversionOptions, to_chunk};

/// The name of the picture among the resources of the page.
const PICTURE: Name = Name(b"Figure");

/// What a PDF says of itself.
pub(super) struct About<'a> {
    pub(super) title: &'a str,
    /// Keywords with their texts.
    pub(super) entries: &'a [(&'a str, String)],
}

/// Converts a light SVG into a PDF whose page has this width and height in points. Equal pictures give equal bytes: the file holds no time.
pub(super) fn pdf(
    svg: &str,
    (width, height): (f64, f64),
    about: &About,
) -> Result<Vec<u8>, DrawError> {
    let refused = |error: &dyn std::fmt::Display| DrawError::Backend(error.to_string());
    let options = Options {
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| refused(&error))?;
    let (chunk, picture) =
        to_chunk(&tree, ConversionOptions::default()).map_err(|error| refused(&error))?;
    let mut next = Ref::new(1);
    let [catalog, pages, page, content, info] = std::array::from_fn(|_| next.bump());
    let mut renamed = HashMap::new();
    let chunk = chunk.renumber(|old| *renamed.entry(old).or_insert_with(|| next.bump()));
    let picture = renamed.get(&picture).copied().unwrap_or(picture);
    let [width, height] = [width, height].map(|side| side as f32);
    let mut file = Pdf::new();
    file.catalog(catalog).pages(pages);
    file.pages(pages).kids([page]).count(1);
    let mut sheet = file.page(page);
    sheet.media_box(Rect::new(0.0, 0.0, width, height));
    sheet.parent(pages).contents(content);
    sheet.resources().x_objects().pair(PICTURE, picture);
    sheet.finish();
    let mut drawn = Content::new();
    drawn.transform([width, 0.0, 0.0, height, 0.0, 0.0]);
    drawn.x_object(PICTURE);
    file.stream(content, &drawn.finish());
    file.extend(&chunk);
    describe(&mut file, info, about);
    Ok(file.finish())
}

/// Writes the entries that viewers show as the properties of the document.
fn describe(file: &mut Pdf, info: Ref, about: &About) {
    let lines: Vec<String> = about
        .entries
        .iter()
        .map(|(key, text)| format!("{key}: {text}"))
        .collect();
    let mut properties = file.document_info(info);
    properties.title(TextStr(&on_one_line(about.title)));
    properties.subject(TextStr(&lines.join("; ")));
    properties
        .creator(TextStr(PROGRAM))
        .producer(TextStr(PROGRAM));
}

/// The fonts that a PDF may use: the embedded ones only, so that every machine writes the same bytes.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_data(bytes.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(text: &str) -> String {
        format!(
            "<svg width=\"100\" height=\"50\" xmlns=\"http://www.w3.org/2000/svg\"><text x=\"5\" y=\"20\" font-family=\"sans-serif\">{text}</text></svg>"
        )
    }

    /// Whether the embedded font has a glyph for every letter.
    fn has_glyphs(text: &str) -> bool {
        let options = Options {
            fontdb: fonts(),
            ..Options::default()
        };
        let strict = ConversionOptions {
            pdfa: true,
            ..ConversionOptions::default()
        };
        to_chunk(&Tree::from_str(&svg(text), &options).unwrap(), strict).is_ok()
    }

    #[test]
    fn the_embedded_font_has_the_letters_of_figures_and_no_other_font_is_used() {
        assert!(has_glyphs("γ* ≤ √2 × ‖w₁‖² − α·β ⟨w, x⟩ Σ ℓ δ ½ ∞ …"));
        assert!(!has_glyphs("感"), "a font of this machine is used");
        assert_eq!(fonts().faces().count(), 2);
    }

    #[test]
    fn text_is_text_in_embedded_fonts() {
        let about = About {
            title: "Ωmega (1)",
            entries: &[("Source", "a".into())],
        };
        let file = pdf(&svg("words"), (100.0, 50.0), &about).unwrap();
        let file = String::from_utf8_lossy(&file).into_owned();
        for part in ["/FontFile2", "/ToUnicode", "+DejaVuSans", "(Source: a)"] {
            assert!(file.contains(part), "{part}");
        }
        assert!(!file.contains("/CreationDate") && !file.contains("/ID"));
    }
}
