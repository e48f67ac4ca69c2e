//! Paints the SVG of a figure as an image, and encodes it as PNG.

use super::DrawError;
use super::tree::tree;
use ::png::{AdaptiveFilterType, BitDepth, ColorType, Compression, Encoder, PixelDimensions, Unit};
use resvg::render;
use resvg::tiny_skia::{Color, Pixmap, Transform};

/// Points of 1/72 inch in a metre.
const POINTS_PER_METRE: f64 = 72.0 / 0.0254;

/// An image as red, green and blue bytes, row by row.
pub(super) struct Pixels {
    size: (u32, u32),
    bytes: Vec<u8>,
}

/// Paints the SVG of a figure as an image of this size in pixels.
pub(super) fn pixels(svg: &str, size: (u32, u32)) -> Result<Pixels, DrawError> {
    let tree = tree(svg)?;
    let no_memory = || DrawError::Backend("the image does not fit into memory".to_owned());
    let mut canvas = Pixmap::new(size.0, size.1).ok_or_else(no_memory)?;
    canvas.fill(Color::WHITE);
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = Transform::from_scale(size.0 as f32 / width, size.1 as f32 / height);
    render(&tree, scale, &mut canvas.as_mut());
    let (pixels, _) = canvas.data().as_chunks::<4>();
    let bytes = pixels
        .iter()
        .flat_map(|[red, green, blue, _]| [*red, *green, *blue]);
    Ok(Pixels {
        size,
        bytes: bytes.collect(),
    })
}

/// Encodes an image as PNG, with texts by their keywords, and the width on paper in points if it is known.
pub(super) fn encoded(
    image: &Pixels,
    texts: &[(&str, String)],
    points: Option<f64>,
) -> Result<Vec<u8>, DrawError> {
    encode(image, texts, points).map_err(|error| DrawError::Backend(error.to_string()))
}

fn encode(
    image: &Pixels,
    texts: &[(&str, String)],
    points: Option<f64>,
) -> Result<Vec<u8>, ::png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, image.size.0, image.size.1);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.set_adaptive_filter(AdaptiveFilterType::Adaptive);
    encoder.set_pixel_dims(points.map(|points| {
        let per_metre = f64::from(image.size.0) / points * POINTS_PER_METRE;
        PixelDimensions {
            xppu: per_metre.round() as u32,
            yppu: per_metre.round() as u32,
            unit: Unit::Meter,
        }
    }));
    for (keyword, text) in texts {
        let (keyword, text) = ((*keyword).to_owned(), text.clone());
        // A tEXt chunk holds Latin-1 only.
        match text.is_ascii() {
            true => encoder.add_text_chunk(keyword, text)?,
            false => encoder.add_itxt_chunk(keyword, text)?,
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.bytes)?;
    writer.finish()?;
    Ok(bytes)
}
