//! Computes the luminance of colours, from which their contrast follows.

use super::shapes::Ink;

/// The relative luminance of a colour, from 0 to 1, by WCAG 2.
pub(super) fn luminance((red, green, blue): Ink) -> f64 {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Linear light, from 0 to 1, of an sRGB channel.
pub(super) fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    match share <= 0.04045 {
        true => share / 12.92,
        false => libm::pow((share + 0.055) / 1.055, 2.4),
    }
}
