//! Writes a figure as a PDF with one page, whose text stays text in embedded fonts.

use super::DrawError;
use super::canvas::svg_without_sheet;
use super::provenance::on_one_line;
use super::shapes::{Drawing, Shape};
use super::tree::tree;
use crate::report::program::PROGRAM;
use pdf_writer::{Chunk, Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::HashMap;
use svg2pdf::{ConversionOptions, to_chunk};

/// The title and keywords in the metadata of a PDF.
pub(super) struct About<'a> {
    pub(super) title: &'a str,
    /// Keywords with their texts.
    pub(super) entries: &'a [(&'a str, String)],
}

/// Converts a picture into a PDF whose page has this width and height in points. Equal pictures give equal bytes: the file holds no time, and the
/// order of its objects is fixed by its layers.
pub(super) fn pdf(
    picture: &Drawing,
    (width, height): (f64, f64),
    about: &About,
) -> Result<Vec<u8>, DrawError> {
    let [width, height] = [width, height].map(|side| side as f32);
    let mut next = Ref::new(1);
    let [catalog, pages, page, content, info] = std::array::from_fn(|_| next.bump());
    let mut file = Pdf::new();
    // Nothing newer is used, and TeX warns of files that are newer than its own.
    file.set_version(1, 5);
    file.catalog(catalog).pages(pages);
    file.pages(pages).kids([page]).count(1);
    let mut drawn = Content::new();
    drawn.transform([width, 0.0, 0.0, height, 0.0, 0.0]);
    let mut layers_of_page = Vec::new();
    for (index, layer) in layers(&picture.shapes).iter().enumerate() {
        let (chunk, root) = converted(&svg_without_sheet(layer, (picture.width, picture.height))?)?;
        let mut renamed = HashMap::new();
        let chunk = chunk.renumber(|old| *renamed.entry(old).or_insert_with(|| next.bump()));
        let name = format!("Layer{index}");
        drawn.x_object(Name(name.as_bytes()));
        layers_of_page.push((name, renamed.get(&root).copied().unwrap_or(root)));
        file.extend(&chunk);
    }
    let mut sheet = file.page(page);
    sheet.media_box(Rect::new(0.0, 0.0, width, height));
    sheet.parent(pages).contents(content);
    let mut resources = sheet.resources();
    let mut objects = resources.x_objects();
    for (name, root) in &layers_of_page {
        objects.pair(Name(name.as_bytes()), *root);
    }
    objects.finish();
    resources.finish();
    sheet.finish();
    file.stream(content, &drawn.finish());
    describe(&mut file, info, about);
    Ok(file.finish())
}

/// Splits shapes into layers, from bottom to top, of which each needs at most one font and one transparent area. The converter writes several of
/// them in an order that changes from run to run. Words, which nothing covers, are in the uppermost layers.
fn layers(shapes: &[Shape]) -> Vec<Vec<&Shape>> {
    let is_words = |shape: &&Shape| matches!(shape, Shape::Words { .. });
    let is_bold = |shape: &&Shape| matches!(shape, Shape::Words { bold: true, .. });
    let is_veil = |shape: &Shape| matches!(shape, Shape::Veil { .. });
    let (words, others): (Vec<&Shape>, Vec<&Shape>) = shapes.iter().partition(is_words);
    let (bold, plain): (Vec<&Shape>, Vec<&Shape>) = words.into_iter().partition(is_bold);
    let areas = others.chunk_by(|one, other| !is_veil(one) && !is_veil(other));
    let areas = areas.map(<[&Shape]>::to_vec);
    let all = areas.chain([plain, bold]);
    all.filter(|layer| !layer.is_empty()).collect()
}

/// The objects of a PDF that draw an SVG, and the one that draws the whole of it, on a square with sides of length 1.
fn converted(svg: &str) -> Result<(Chunk, Ref), DrawError> {
    let refused = |error: &dyn std::fmt::Display| DrawError::Backend(error.to_string());
    to_chunk(&tree(svg)?, ConversionOptions::default()).map_err(|error| refused(&error))
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

#[cfg(test)]
mod tests {
    use super::super::shapes::{Anchor, text_shape};
    use super::super::tree::fonts;
    use super::*;

    /// Whether the embedded font has a glyph for every letter.
    fn has_glyphs(text: &str) -> bool {
        let strict = ConversionOptions {
            pdfa: true,
            ..ConversionOptions::default()
        };
        let words = text_shape(text, (5.0, 20.0), 12.0, Anchor::LeftTop);
        let svg = svg_without_sheet(&[&words], (100.0, 50.0)).unwrap();
        to_chunk(&tree(&svg).unwrap(), strict).is_ok()
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
        let picture = Drawing {
            width: 100.0,
            height: 50.0,
            shapes: vec![text_shape("words", (5.0, 20.0), 12.0, Anchor::LeftTop)],
        };
        let file = pdf(&picture, (100.0, 50.0), &about).unwrap();
        let file = String::from_utf8_lossy(&file).into_owned();
        for part in ["/FontFile2", "/ToUnicode", "+DejaVuSans", "(Source: a)"] {
            assert!(file.contains(part), "{part}");
        }
        assert!(!file.contains("/CreationDate"));
    }
}
