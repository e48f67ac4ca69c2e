//! Gives every series its own look: colour, marker and dashes.

use super::luminance::luminance;
use super::shapes::{Ink, Pixel, Shape, stroke};
use claims::figure::chart::{Mark, Series, SeriesRole};

/// Colour, marker, dashes and size that make a series distinct, in the data and in the legend.
pub(super) struct SeriesStyle {
    pub(super) ink: Ink,
    marker: Marker,
    pub(super) width: f64,
    pub(super) dash: Option<(f64, f64)>,
    /// Whether markers are outlines.
    open: bool,
}

#[derive(Clone, Copy)]
enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Wedge,
    Cross,
    Plus,
}

/// Colours of observed series: those of Okabe and Ito that stay distinct under every form of colour blindness, then one of Tol's.
const OBSERVED: [Ink; 6] = [
    (0, 114, 178),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (136, 34, 85),
];
const CONTROL: Ink = (213, 60, 0);
const CONTROL_MARKERS: [Marker; 2] = [Marker::Cross, Marker::Plus];
const BOUND: Ink = (20, 20, 20);
const BOUND_DASHES: [(f64, f64); 5] = [
    (18.0, 9.0),
    (5.0, 6.0),
    (34.0, 10.0),
    (10.0, 18.0),
    (26.0, 4.0),
];
const CONTROL_DASHES: [Option<(f64, f64)>; 6] = [
    None,
    Some((10.0, 6.0)),
    Some((3.0, 5.0)),
    Some((22.0, 7.0)),
    Some((7.0, 14.0)),
    Some((34.0, 16.0)),
];
const REFERENCE: Ink = (112, 112, 112);
const REFERENCE_DASHES: [Option<(f64, f64)>; 3] = [None, Some((12.0, 5.0)), Some((2.0, 4.0))];

/// Dashes of observed series that reuse a colour of an earlier one, or have no markers.
const OBSERVED_DASHES: [Option<(f64, f64)>; 4] =
    [None, Some((16.0, 7.0)), Some((4.0, 5.0)), Some((28.0, 8.0))];

/// Every colour in which data are drawn.
pub(super) const DRAWN: [Ink; 15] = {
    let [a, b, c, d, e, f] = OBSERVED;
    let [g, h, i, j, k, l] = ORDERED;
    [
        a, b, c, d, e, f, g, h, i, j, k, l, CONTROL, BOUND, REFERENCE,
    ]
};

/// Markers of observed series, in the order in which they are paired with the colours.
const MARKERS: [Marker; 7] = [
    Marker::Disc,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::Wedge,
    Marker::Plus,
    Marker::Cross,
];

/// The colour of the sheet; and (next constant) the size of the opening in an open marker, as a fraction of the marker.
const SHEET: Ink = (255, 255, 255);
const OPENING: f64 = 0.62;

/// Least contrast of text to a white sheet.
const CONTRAST: f64 = 4.5;

/// Colours of series that differ in the value of one number, from the least to the largest: from dark to bright, as in the map "plasma".
const ORDERED: [Ink; 6] = [
    (13, 8, 135),
    (92, 1, 166),
    (156, 23, 158),
    (204, 71, 120),
    (225, 100, 98),
    (230, 130, 50),
];

/// Returns one style per series of a chart. Series of one role differ in marker, dashes or colour. Series with one label, in different panels, look
/// alike; unnamed series and open markers look like the named series before. A learner looks alike in all charts of a report if each series shows
/// another one. The colours of series that differ in one number are in its order.
pub(super) fn series_styles(series: &[Series]) -> Vec<SeriesStyle> {
    let names = observed_names(series);
    let learners: Vec<Option<usize>> = names.iter().map(|one| one.learner).collect();
    let mut distinct = learners.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let is_by_learner = distinct.len() == names.len() && !distinct.contains(&None);
    let is_ordered = is_ordered(&names);
    let style = |at: usize| {
        let own = rank(series, at);
        let is_observed = series[at].role == SeriesRole::Observed;
        match is_observed {
            true if is_by_learner && own < names.len() => {
                series_style(&series[at], learners[own].unwrap_or(own))
            }
            true if is_ordered && own < names.len() => SeriesStyle {
                ink: ORDERED[own * (ORDERED.len() - 1) / (names.len() - 1)],
                ..series_style(&series[at], own)
            },
            _ => series_style(&series[at], own),
        }
    };
    (0..series.len()).map(style).collect()
}

/// The first observed series of each name, in the order of their ranks.
fn observed_names(series: &[Series]) -> Vec<&Series> {
    let mut names: Vec<&Series> = Vec::new();
    for one in series {
        let is_named = !one.label.is_empty() && one.mark != Mark::OpenPoints;
        let is_new = names.iter().all(|known| known.label != one.label);
        if one.role == SeriesRole::Observed && is_named && is_new {
            names.push(one);
        }
    }
    names
}

/// Whether at least three labels are alike but for one number, which rises or falls from each to the next.
fn is_ordered(names: &[&Series]) -> bool {
    let split = |label: &str| {
        let words: Vec<&str> = label.split(' ').collect();
        let number = |word: &&str| word.trim_end_matches(',').parse::<f64>().ok();
        let at = words.iter().position(|word| number(word).is_some())?;
        let others = [&words[..at], &words[at + 1..]].concat().join(" ");
        // One dimension, two dimensions.
        Some((others.trim_end_matches('s').to_owned(), number(&words[at])?))
    };
    let parts: Option<Vec<(String, f64)>> = names.iter().map(|one| split(&one.label)).collect();
    let parts = parts.filter(|parts| parts.len() >= 3 && parts.len() <= ORDERED.len());
    parts.is_some_and(|parts| {
        let is_alike = parts.iter().all(|(others, _)| *others == parts[0].0);
        let rises = parts.windows(2).all(|pair| pair[0].1 < pair[1].1);
        let falls = parts.windows(2).all(|pair| pair[0].1 > pair[1].1);
        is_alike && (rises || falls)
    })
}

/// The number of different labels of the role before the label of a series, or before that of the last named series if it has no style of its own.
fn rank(series: &[Series], at: usize) -> usize {
    let is_named = |one: &Series| !one.label.is_empty() && one.mark != Mark::OpenPoints;
    let role = series[at].role;
    let mut labels: Vec<&str> = Vec::new();
    let mut last = 0;
    for one in &series[..=at] {
        if one.role != role || !is_named(one) {
            continue;
        }
        last = labels
            .iter()
            .position(|label| *label == one.label)
            .unwrap_or(labels.len());
        if last == labels.len() {
            labels.push(&one.label);
        }
    }
    last
}

/// Style of the observed series with this rank. When colours repeat, they are paired with other markers, so that no two of many series look alike.
fn observed(mark: Mark, rank: usize) -> SeriesStyle {
    let round = rank / OBSERVED.len();
    let dashes = match mark {
        Mark::Line | Mark::Band => rank,
        Mark::LinePoints | Mark::Points | Mark::OpenPoints | Mark::Tiles => round,
    };
    SeriesStyle {
        ink: OBSERVED[rank % OBSERVED.len()],
        marker: MARKERS[(rank % OBSERVED.len() + round) % MARKERS.len()],
        width: 2.5,
        dash: OBSERVED_DASHES[dashes % OBSERVED_DASHES.len()],
        open: mark == Mark::OpenPoints,
    }
}

fn series_style(series: &Series, rank: usize) -> SeriesStyle {
    let marker = Marker::Disc;
    match series.role {
        SeriesRole::Observed => observed(series.mark, rank),
        SeriesRole::Control => {
            let (marker, dash) = (
                CONTROL_MARKERS[rank % CONTROL_MARKERS.len()],
                CONTROL_DASHES[rank % CONTROL_DASHES.len()],
            );
            SeriesStyle {
                ink: CONTROL,
                marker,
                width: 3.0,
                dash,
                open: false,
            }
        }
        SeriesRole::Bound => SeriesStyle {
            ink: BOUND,
            marker,
            width: 4.0,
            dash: Some(BOUND_DASHES[rank % BOUND_DASHES.len()]),
            open: false,
        },
        SeriesRole::Reference => SeriesStyle {
            ink: REFERENCE,
            marker,
            width: 2.5,
            dash: REFERENCE_DASHES[rank % REFERENCE_DASHES.len()],
            open: false,
        },
    }
}

/// Shapes that draw the marker of a series, centred at a point: filled, or an outline.
pub(super) fn marker(look: &SeriesStyle, center: Pixel, radius: f64) -> Vec<Shape> {
    let filled = filled(look, center, radius);
    if !look.open {
        return filled;
    }
    let inside = SeriesStyle {
        ink: SHEET,
        ..*look
    };
    [filled, self::filled(&inside, center, OPENING * radius)].concat()
}

fn filled(look: &SeriesStyle, center: Pixel, radius: f64) -> Vec<Shape> {
    let around = |corners: &[(f64, f64)]| {
        let outline = corners
            .iter()
            .map(|(x, y)| (center.0 + x * radius, center.1 + y * radius))
            .collect();
        vec![Shape::Area {
            outline,
            ink: look.ink,
        }]
    };
    let crossed = |ends: [(f64, f64); 4]| {
        let [a, b, c, d] = ends.map(|(x, y)| (center.0 + x * radius, center.1 + y * radius));
        vec![
            stroke(vec![a, b], look.ink, 4.0, None),
            stroke(vec![c, d], look.ink, 4.0, None),
        ]
    };
    match look.marker {
        Marker::Disc => vec![Shape::Disc {
            center,
            radius,
            ink: look.ink,
        }],
        Marker::Square => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Marker::Triangle => around(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)]),
        Marker::Diamond => around(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        Marker::Wedge => around(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)]),
        Marker::Cross => crossed([(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]),
        Marker::Plus => crossed([(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2)]),
    }
}

/// Shapes that draw the marker of a series on a slightly larger white one, so that overlapping markers can be told apart.
pub(super) fn haloed(look: &SeriesStyle, center: Pixel, radius: f64) -> Vec<Shape> {
    let white = SeriesStyle {
        ink: SHEET,
        ..*look
    };
    let halo = match look.marker {
        Marker::Cross | Marker::Plus => vec![],
        _ => filled(&white, center, radius + 2.0),
    };
    [halo, marker(look, center, radius)].concat()
}

/// Darkens a colour until text in this colour can be read on white.
pub(super) fn readable(ink: Ink) -> Ink {
    let darkened = |steps: i32| {
        let part = 0.95_f64.powi(steps);
        let channel = |channel: u8| (f64::from(channel) * part) as u8;
        (channel(ink.0), channel(ink.1), channel(ink.2))
    };
    let mut tried = (0..60).map(darkened);
    tried
        .find(|ink| 1.05 / (luminance(*ink) + 0.05) >= CONTRAST)
        .unwrap_or((0, 0, 0))
}

/// Mixes one part of a colour with three parts of white.
pub(super) fn pale((red, green, blue): Ink) -> Ink {
    let mixed = |channel: u8| 191 + channel / 4;
    (mixed(red), mixed(green), mixed(blue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::figure::chart::Mark;

    #[test]
    fn series_of_one_role_do_not_look_alike() {
        let series = |role| {
            let names = ["one", "other"].into_iter();
            let series = names.map(|name| Series::new(name, role, Mark::Line, vec![]));
            series.collect::<Vec<Series>>()
        };
        let observed = series_styles(&series(SeriesRole::Observed));
        assert_ne!(observed[0].ink, observed[1].ink);
        assert_ne!(
            marker(&observed[0], (0.0, 0.0), 1.0),
            marker(&observed[1], (0.0, 0.0), 1.0)
        );
        let bounds = series_styles(&series(SeriesRole::Bound));
        assert_ne!(bounds[0].dash, bounds[1].dash);
        let controls = series_styles(&series(SeriesRole::Control));
        assert_ne!(
            marker(&controls[0], (0.0, 0.0), 1.0),
            marker(&controls[1], (0.0, 0.0), 1.0)
        );
    }

    #[test]
    fn open_markers_have_the_colour_of_the_series_before_and_panels_share_styles() {
        let points = |name: &str, mark| Series::new(name, SeriesRole::Observed, mark, vec![]);
        let looks = series_styles(&[
            points("a", Mark::Points),
            points("closest", Mark::OpenPoints),
            points("b", Mark::Points),
            points("a", Mark::Points).in_panel("second"),
        ]);
        let inks: Vec<_> = looks.iter().map(|look| look.ink).collect();
        assert!(inks[0] == inks[1] && inks[0] == inks[3] && inks[0] != inks[2]);
        let shapes = [0, 1].map(|at: usize| marker(&looks[at], (0.0, 0.0), 1.0).len());
        assert!(shapes[0] < shapes[1], "an open marker has an opening");
    }

    #[test]
    fn unnamed_series_shares_the_style_of_its_neighbour() {
        let named = |name: &str| Series::new(name, SeriesRole::Reference, Mark::Line, vec![]);
        let looks = series_styles(&[named(""), named("a"), named(""), named("b")]);
        let dashes: Vec<_> = looks.iter().map(|look| look.dash).collect();
        assert!(dashes[1] == dashes[2] && dashes[0] == dashes[1] && dashes[3] != dashes[1]);
    }

    #[test]
    fn no_two_of_thirty_series_look_alike() {
        for mark in [Mark::Points, Mark::LinePoints] {
            let names = (0..30).map(|index| index.to_string());
            let series = names.map(|name| Series::new(name, SeriesRole::Observed, mark, vec![]));
            let looks = series_styles(&series.collect::<Vec<Series>>());
            let seen: Vec<_> = looks
                .iter()
                .map(|look| (look.ink, marker(look, (0.0, 0.0), 1.0)))
                .collect();
            let alike = |at: usize| seen[..at].contains(&seen[at]);
            assert!(!(0..seen.len()).any(alike));
        }
    }

    #[test]
    fn words_in_any_colour_can_be_read() {
        for ink in DRAWN {
            assert!(1.05 / (luminance(readable(ink)) + 0.05) >= CONTRAST);
        }
        assert_eq!(readable((0, 0, 0)), (0, 0, 0));
        assert!((luminance((255, 255, 255)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn pale_lightens_black_and_keeps_white_nearly_white() {
        assert_eq!(
            (pale((0, 0, 0)), pale((255, 255, 255))),
            ((191, 191, 191), (254, 254, 254))
        );
    }
}
