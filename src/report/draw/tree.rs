//! Reads the SVG of a figure, with the fonts of figures and no others, so that it can be turned into other formats.

use super::DrawError;
use super::fonts::chosen;
use std::sync::{Arc, OnceLock};
use svg2pdf::usvg::{Options, Tree, fontdb::Database};

/// Reads an SVG element.
pub(super) fn tree(svg: &str) -> Result<Tree, DrawError> {
    Tree::from_str(svg, &options()).map_err(|error| DrawError::Backend(error.to_string()))
}

fn options() -> Options<'static> {
    Options {
        fontdb: fonts(),
        ..Options::default()
    }
}

/// The fonts that a figure may use: the embedded ones and a chosen one only, so that every machine writes the same bytes.
pub(super) fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_data(bytes.to_vec());
        }
        let own = chosen().and_then(|bytes| {
            let before = fonts.len();
            fonts.load_font_data(bytes.to_vec());
            let face = fonts.faces().nth(before)?;
            Some(face.families.first()?.0.clone())
        });
        fonts.set_sans_serif_family(own.unwrap_or_else(|| "DejaVu Sans".to_owned()));
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}
