//! Adds to every colour of a drawing its counterpart for dark pages.

use super::luminance::{linear, luminance};
use super::series_styles::DRAWN;
use super::shapes::Ink;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Least contrast of a line or a marker to a dark page; thin lines with less are hard to see.
const LEAST: f64 = 6.0;

/// Constant of WCAG 2 that is added to luminances: the contrast of black and white is `(1 + FLARE) / FLARE`.
const FLARE: f64 = 0.05;

/// Adds to an SVG a style that applies if the reader prefers dark pages. White becomes black, and every other colour becomes one whose contrast to
/// black equals its former contrast to white.
///
/// Colours are read from the attributes `fill` and `stroke`; a viewer without styles shows the drawing unchanged.
pub(in crate::report) fn with_dark_partners(svg: &str) -> String {
    let Some(head) = svg.find('>') else {
        return svg.to_owned();
    };
    let mut rules = String::new();
    for (attribute, colour) in colours(svg) {
        if let Some(ink) = parsed(colour) {
            let (red, green, blue) = partner(ink);
            // Writing to a string cannot fail.
            let _ = write!(
                rules,
                "[{attribute}=\"{colour}\"]{{{attribute}:#{red:02x}{green:02x}{blue:02x}}}"
            );
        }
    }
    let (head, body) = svg.split_at(head + 1);
    format!("{head}\n<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>{body}")
}

/// The distinct colours in an SVG, each with the attribute that sets it, sorted.
fn colours(svg: &str) -> BTreeSet<(&str, &str)> {
    let of = |attribute: &'static str, opening: &'static str| {
        let named = svg.split(opening).skip(1);
        named.filter_map(move |rest| Some((attribute, rest.split_once('"')?.0)))
    };
    let fills = of("fill", " fill=\"");
    fills.chain(of("stroke", " stroke=\"")).collect()
}

fn parsed(colour: &str) -> Option<Ink> {
    let digits = colour
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some((red, green, blue))
}

/// Returns the colour for dark pages: with the hue of `ink`, and the contrast to black that `ink` has to white. Colours of data are bright, because their
/// lines are thin: they keep at least their own contrast to black, and have at least `LEAST`.
pub(super) fn partner(ink: Ink) -> Ink {
    let contrast = (1.0 + FLARE) / (luminance(ink) + FLARE);
    let least = match DRAWN.contains(&ink) {
        true => LEAST.max((luminance(ink) + FLARE) / FLARE),
        false => 1.0,
    };
    bright(ink, contrast.max(least) * FLARE - FLARE)
}

/// Returns the colour with the hue of `ink` and the luminance `wanted`: scaled while no channel overflows, then mixed with white.
fn bright(ink: Ink, wanted: f64) -> Ink {
    let own = luminance(ink);
    let channels = [ink.0, ink.1, ink.2].map(linear);
    let most = channels.into_iter().fold(0.0, f64::max);
    let scaled = match own {
        0.0 => [wanted; 3],
        own => channels.map(|channel| channel * (wanted / own).min(1.0 / most)),
    };
    let reached = if own > 0.0 {
        own * (wanted / own).min(1.0 / most)
    } else {
        wanted
    };
    let white = match reached < 1.0 {
        true => ((wanted - reached) / (1.0 - reached)).clamp(0.0, 1.0),
        false => 0.0,
    };
    let [red, green, blue] = scaled.map(|channel| encoded(channel + white * (1.0 - channel)));
    (red, green, blue)
}

/// Encodes linear light, from 0 to 1, as an sRGB channel, rounded up so that no colour loses contrast to black.
fn encoded(light: f64) -> u8 {
    let share = match light <= 0.003_130_8 {
        true => 12.92 * light,
        false => 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055,
    };
    // The subtraction keeps exact channel values unchanged despite the rounding of the power.
    (share * 255.0 - 1e-6).ceil().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::super::series_styles::{pale, readable};
    use super::super::tests::{chart, every_role};
    use super::*;
    use claims::figure::chart::{Axis, Point};

    fn contrast(one: Ink, other: Ink) -> f64 {
        let (one, other) = (luminance(one) + FLARE, luminance(other) + FLARE);
        one.max(other) / one.min(other)
    }

    const WHITE: Ink = (255, 255, 255);
    const BLACK: Ink = (0, 0, 0);

    #[test]
    fn dark_scheme_swaps_white_and_black_and_preserves_contrast() {
        assert_eq!((partner(WHITE), partner(BLACK)), (BLACK, WHITE));
        for red in (0..=255).step_by(15) {
            for (green, blue) in [(0, 0), (90, 200), (255, 17), (128, 128)] {
                let ink = (red, green, blue);
                let (light, dark) = (contrast(ink, WHITE), contrast(partner(ink), BLACK));
                let tolerance = if DRAWN.contains(&ink) { f64::MAX } else { 1.08 };
                assert!(
                    dark >= light * 0.999 && dark < light * tolerance,
                    "{ink:?}: {light} {dark}"
                );
            }
        }
    }

    #[test]
    fn shapes_and_text_have_enough_contrast_on_black() {
        for ink in DRAWN {
            let least = LEAST.max(0.99 * contrast(ink, BLACK));
            assert!(contrast(partner(ink), BLACK) >= least, "{ink:?}");
            assert!(contrast(partner(readable(ink)), BLACK) >= 4.5, "{ink:?}");
            assert!(contrast(partner(ink), partner(pale(ink))) >= 1.5, "{ink:?}");
        }
    }

    #[test]
    fn dark_scheme_covers_every_colour_of_a_figure() {
        let points = [
            Point::interval(1.0, 2.0, 1.0, 3.0),
            Point::shaded(3.0, 4.0, 0.5),
        ];
        let chart = chart(Axis::log("x"), Axis::linear("y"), every_role(&points));
        let svg = super::super::figure(&chart).unwrap().svg;
        let (style, drawn) = svg.split_once("</style>").unwrap();
        let used = colours(drawn);
        assert!(used.len() > 10, "{used:?}");
        for (attribute, colour) in used {
            let own = format!("[{attribute}=\"{colour}\"]{{{attribute}:#");
            assert_eq!(
                style.matches(&own).count(),
                usize::from(colour != "none"),
                "{own}"
            );
        }
        // Text of a figure is dark on white. Another test checks the text on tiles.
        let words = drawn.split("<text ").skip(1);
        for word in words.filter_map(|word| word.split_once("fill=\"")?.1.get(..7)) {
            let ink = parsed(word).unwrap();
            assert!(
                ink == WHITE || contrast(partner(ink), BLACK) >= 4.5,
                "{word}"
            );
        }
    }

    #[test]
    fn dark_scheme_only_adds_a_style_to_the_svg() {
        let svg = "<svg width=\"1\"><rect fill=\"#FFFFFF\" stroke=\"none\"/></svg>";
        let themed = with_dark_partners(svg);
        let (head, rest) = themed.split_once("\n<style>").unwrap();
        let (style, body) = rest.split_once("</style>").unwrap();
        assert_eq!(format!("{head}{body}"), svg);
        assert!(style.ends_with("(prefers-color-scheme:dark){[fill=\"#FFFFFF\"]{fill:#000000}}"));
    }
}
