//! Draws a map: a tile for every pair of categories, darker for larger numbers, with the number in it.

use super::boxes::Extent;
use super::fonts::text_width;
use super::frame::Frame;
use super::luminance::luminance;
use super::shapes::{Anchor, Ink, Pixel, Shape};
use super::sheet::TEXT;
use claims::figure::chart::{Point, Series, Spread};
use claims::numbers::brief;

/// Colour of a tile whose number is zero; and (next constants) of the largest number, and of numbers above 1.
const PALE: Ink = (236, 243, 249);
const DARK: Ink = (0, 78, 128);
const BEYOND: Ink = (190, 50, 0);

/// The gap between two tiles of a map, in pixels.
const GAP: f64 = 3.0;

/// Font sizes, in pixels, for the number in a tile; the largest that fits is used.
const SIZES: [f64; 3] = [TEXT, 22.0, 18.0];

/// Draws a tile with its number for each point that has a shade.
pub(super) fn tiles(frame: &Frame, series: &Series) -> Vec<Shape> {
    let largest = series.points.iter().filter_map(shade).fold(0.0, f64::max);
    let points = series.points.iter();
    points
        .filter_map(|point| Some((point, shade(point)?)))
        .flat_map(|(point, value)| tile(frame, point, value, largest))
        .collect()
}

fn shade(point: &Point) -> Option<f64> {
    match point.spread {
        Spread::Shade(value) => Some(value),
        _ => None,
    }
}

fn tile(frame: &Frame, point: &Point, value: f64, largest: f64) -> Vec<Shape> {
    let extent = frame.slot_at(point.x, point.y).grown(-GAP / 2.0);
    let ink = colour(value, largest);
    let area = Shape::Area {
        outline: corners(extent),
        ink,
    };
    let text = brief(value);
    let room = (extent.right - extent.left - 6.0, extent.bottom - extent.top);
    let size = SIZES
        .into_iter()
        .find(|&size| text_width(&text, size, false) <= room.0 && size <= room.1);
    let words = size.map(|size| Shape::Words {
        text,
        at: (
            (extent.left + extent.right) / 2.0,
            (extent.top + extent.bottom) / 2.0,
        ),
        size,
        ink: letters(ink),
        bold: value > 1.0,
        anchor: Anchor::CenterMiddle,
    });
    [area].into_iter().chain(words).collect()
}

/// The colour of the number in a tile: black or white, whichever has a contrast of at least 4.5 to the tile, on white pages and on dark ones.
fn letters(tile: Ink) -> Ink {
    match luminance(tile) > 0.179 {
        true => (0, 0, 0),
        false => (255, 255, 255),
    }
}

fn colour(value: f64, largest: f64) -> Ink {
    if value > 1.0 {
        return BEYOND;
    }
    let share = if largest > 0.0 {
        (value / largest.min(1.0)).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let mixed =
        |pale: u8, dark: u8| (f64::from(pale) + share * (f64::from(dark) - f64::from(pale))) as u8;
    (
        mixed(PALE.0, DARK.0),
        mixed(PALE.1, DARK.1),
        mixed(PALE.2, DARK.2),
    )
}

fn corners(extent: Extent) -> Vec<Pixel> {
    let Extent {
        left,
        top,
        right,
        bottom,
    } = extent;
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

#[cfg(test)]
mod tests {
    use super::super::dark::partner;
    use super::*;

    #[test]
    fn tiles_darken_with_their_value_and_are_red_above_one() {
        let shades = [0.0, 0.2, 0.5, 1.0].map(|value| luminance(colour(value, 1.0)));
        assert!(shades.windows(2).all(|pair| pair[0] > pair[1]));
        assert_eq!((colour(1.1, 3.0), colour(0.02, 0.02)), (BEYOND, DARK));
        assert_eq!(colour(0.0, 0.0), PALE);
    }

    #[test]
    fn numbers_in_tiles_can_be_read_on_light_and_dark_sheets() {
        for step in 0..=1001 {
            let tile = colour(f64::from(step) / 1000.0, 1.0);
            for [tile, word] in [[tile, letters(tile)], [tile, letters(tile)].map(partner)] {
                let (tile, word) = (luminance(tile) + 0.05, luminance(word) + 0.05);
                assert!(tile.max(word) / tile.min(word) >= 4.5, "{step}");
            }
        }
    }
}
