//! Encodes images as PNG.

use super::DrawError;
use super::canvas::Pixels;
use ::png::{AdaptiveFilterType, BitDepth, ColorType, Compression, Encoder, PixelDimensions, Unit};

/// Points of 1/72 inch in a metre.
const POINTS_PER_METRE: f64 = 72.0 / 0.0254;

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
