//! Shows on charts of odd shapes that words cover neither each other, nor the data, nor the edge of the sheet.

use super::DrawError;
use super::boxes::Extent;
use super::layout::picture;
use super::shapes::{Drawing, Shape};
use super::sheet::Sheet;
use claims::figure::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};

fn chart(x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    Chart {
        name: "test".into(),
        title: "A title of some length, as titles are: a variant, examples 200, target margin 0.05"
            .into(),
        caption: "Why there is nothing to see.".into(),
        x,
        y,
        series,
    }
}

fn observed(label: &str, mark: Mark, points: &[(f64, f64)]) -> Series {
    let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Series::new(label, SeriesRole::Observed, mark, points)
}

fn bound(label: &str, points: &[(f64, f64)]) -> Series {
    Series {
        role: SeriesRole::Bound,
        ..observed(label, Mark::Line, points)
    }
}

const LONG: &str = "a variant with a name that is much longer than what fits on a figure";
const UNUSUAL: &str = "<b> & \"quotes\" Ω 感知器 \u{1f600} \u{7}\ttab";

/// Falling curves, one below the other.
fn curves(count: usize, mark: Mark) -> Vec<Series> {
    let curve = |at: usize| {
        let factor = 1.0 + at as f64;
        let points: Vec<(f64, f64)> = [1.0, 5.0, 20.0, 100.0].map(|x| (x, factor / x)).into();
        observed(&format!("learner {at}"), mark, &points)
    };
    (0..count).map(curve).collect()
}

fn banded(label: &str, height: f64) -> Series {
    let point = |n: u32| {
        let (x, reach) = (f64::from(n), 1.0 / f64::from(n).sqrt());
        Point::interval(
            x,
            height,
            (height - reach).max(0.0),
            (height + reach).min(1.0),
        )
    };
    let points = (1..40).map(point).collect();
    Series::new(label, SeriesRole::Observed, Mark::Band, points)
}

fn tiles(columns: usize, rows: usize, value: f64) -> Chart {
    let names = |count: usize| (0..count).map(|at| format!("{}", at * 10)).collect();
    let places = (0..columns).flat_map(|x| (0..rows).map(move |y| (x as f64, y as f64)));
    let points = places
        .map(|(x, y)| Point::shaded(x, y, value * (x + y)))
        .collect();
    let series = Series::new("", SeriesRole::Observed, Mark::Tiles, points);
    chart(
        Axis::categories("dimension", names(columns)),
        Axis::categories("target margin", names(rows)),
        vec![series],
    )
}

/// Values that fit badly on an axis.
fn odd_values() -> Vec<Vec<(f64, f64)>> {
    vec![
        vec![(1.0, 1.0)],
        vec![(0.0, 0.0), (1.0, 0.0)],
        vec![(3.0, 7.0); 12],
        vec![(1e-12, 1e12), (1.0, 1.0), (1e12, 1e-12)],
        vec![(1e-12, 1e-12), (2e-12, 1.5e-12)],
        vec![(1e12, 1e12), (1e12 + 1.0, 1e12)],
        vec![(0.0, 5.0), (10.0, 0.0), (100.0, 123_456.0)],
        vec![(-3.0, -7.0), (2.0, 9.0)],
        (0..300)
            .map(|at| (f64::from(at % 17), f64::from(at * at)))
            .collect(),
    ]
}

fn of_odd_values() -> Vec<Chart> {
    let axes = || [Axis::linear as fn(&'static str) -> Axis, Axis::log];
    let marks = [Mark::Points, Mark::LinePoints, Mark::Line, Mark::Band];
    let pairs = marks
        .into_iter()
        .flat_map(|mark| axes().map(|axis| (mark, axis)));
    let draw = |points: Vec<(f64, f64)>| {
        let ends = [points[0], points[points.len() - 1]];
        let charts = pairs.clone().map(move |(mark, axis)| {
            let series = vec![observed("plain", mark, &points), bound("limit", &ends)];
            chart(axis("limit"), axis("seen"), series)
        });
        charts.collect::<Vec<_>>()
    };
    odd_values().into_iter().flat_map(draw).collect()
}

fn of_many_series() -> Vec<Chart> {
    let marks = [Mark::Points, Mark::LinePoints, Mark::Line].into_iter();
    let counts = marks.flat_map(|mark| [1, 3, 4, 5, 30].map(|count| (mark, count)));
    let draw = |(mark, count)| {
        let risk = Axis::log("mean risk (probability)");
        chart(Axis::log("examples N"), risk, curves(count, mark))
    };
    counts.map(draw).collect()
}

fn of_odd_names() -> Vec<Chart> {
    let draw = |names: [&str; 2]| {
        let ends = |at: usize| [(1.0, at as f64), (9.0, 2.0)];
        let named = names.iter().enumerate();
        let series = named.map(|(at, name)| observed(name, Mark::LinePoints, &ends(at)));
        chart(Axis::linear(LONG), Axis::linear(LONG), series.collect())
    };
    [[LONG, UNUSUAL], ["", "b"], ["a", "a"]].map(draw).into()
}

fn of_categories() -> Vec<Chart> {
    let names = ["d", "dimension 3, target margin 0.05", LONG, UNUSUAL];
    let counts = [1, 2, 7, 40].into_iter();
    let draw = |(count, name): (u32, &str)| {
        let names = (0..count).map(|at| format!("{name} {at}")).collect();
        let level = |height: f64| -> Vec<(f64, f64)> {
            (0..count).map(|at| (f64::from(at), height)).collect()
        };
        let series = vec![
            observed("plain", Mark::Points, &level(0.5)),
            observed("other", Mark::Points, &level(0.5)),
            bound("limit", &level(1.0)),
        ];
        chart(
            Axis::categories("cell", names),
            Axis::linear("tightness"),
            series,
        )
    };
    counts
        .flat_map(|count| names.map(|name| draw((count, name))))
        .collect()
}

fn odd_charts() -> Vec<Chart> {
    let bands = vec![
        banded("one", 0.3),
        banded("other", 0.7),
        bound("limit", &[(1.0, 0.5), (39.0, 0.5)]),
    ];
    let single = [
        chart(Axis::log("replicates"), Axis::linear("mean"), bands),
        tiles(1, 1, 0.0),
        tiles(3, 4, 0.1),
        tiles(24, 24, 1e-9),
        tiles(12, 2, 7.0),
        chart(Axis::linear("x"), Axis::linear("y"), vec![]),
    ];
    let many = [
        of_odd_values(),
        of_many_series(),
        of_odd_names(),
        of_categories(),
    ];
    many.into_iter().flatten().chain(single).collect()
}

fn words(picture: &Drawing) -> Vec<(&str, Extent)> {
    let shapes = picture.shapes.iter();
    let words = shapes.filter_map(|shape| match shape {
        Shape::Words { text, .. } => Some((text.as_str(), Extent::of(shape))),
        _ => None,
    });
    words.collect()
}

#[test]
fn no_words_cover_each_other_or_leave_the_sheet() {
    for (index, chart) in odd_charts().iter().enumerate() {
        words_are_apart(
            &picture(&chart.drawable(), Sheet::default()).unwrap(),
            index,
        );
    }
}

/// Fails if words of a picture cover each other or leave the sheet; `index` is the number of the chart.
fn words_are_apart(picture: &Drawing, index: usize) {
    let sheet = Extent::around(&[(0.0, 0.0), (picture.width, picture.height)]);
    let words = words(picture);
    for (at, (text, extent)) in words.iter().enumerate() {
        assert!(
            sheet.holds(extent),
            "{index}: {text:?} leaves the sheet: {extent:?}"
        );
        for (other, taken) in &words[..at] {
            // Lines of text may touch.
            let overlap = taken.grown(-1.5).meets(&extent.grown(-1.5));
            assert!(
                !overlap,
                "{index}: {text:?} {extent:?} covers {other:?} {taken:?}"
            );
        }
    }
}

#[test]
fn words_on_small_sheets_are_apart_too_or_the_sheet_is_refused() {
    let sizes = [
        (740.0, None),
        (550.0, None),
        (740.0, Some(500.0)),
        (1500.0, Some(1000.0)),
    ];
    for (width, height) in sizes {
        let sheet = Sheet { width, height };
        let charts = odd_charts();
        let pictures = charts.iter().map(|chart| picture(&chart.drawable(), sheet));
        let mut drawn = 0;
        for (index, picture) in pictures.enumerate() {
            match picture {
                Ok(picture) => {
                    assert_eq!(picture.width, width);
                    assert!(height.is_none_or(|height| picture.height == height));
                    words_are_apart(&picture, index);
                    drawn += 1;
                }
                Err(error) => assert!(matches!(error, DrawError::TooSmall { .. }), "{error}"),
            }
        }
        let most = charts.len();
        assert!(
            drawn * 10 > most * 8,
            "{drawn} of {most} charts fit {sheet:?}"
        );
    }
}

#[test]
fn up_to_four_curves_are_labelled_directly_without_covering_data() {
    for count in [1, 3, 4] {
        let series = curves(count, Mark::LinePoints);
        let chart = chart(Axis::log("examples N"), Axis::log("risk"), series);
        let picture = picture(&chart, Sheet::default()).unwrap();
        let names: Vec<usize> = (0..picture.shapes.len())
            .filter(|&at| matches!(&picture.shapes[at], Shape::Words { text, .. } if text.starts_with("learner")))
            .collect();
        assert_eq!(names.len(), count);
        let is_data = |shape: &&Shape| match shape {
            Shape::Stroke { width, ink, .. } => *width >= 2.0 && *ink != (90, 90, 90),
            Shape::Disc { .. } => true,
            _ => false,
        };
        for at in names {
            let extent = Extent::of(&picture.shapes[at]);
            let covered = picture
                .shapes
                .iter()
                .filter(is_data)
                .any(|shape| extent.is_covered_by(shape));
            // A legend would stand above the data.
            assert!(!covered && extent.top > 100.0, "{count}: {extent:?}");
        }
    }
}

#[test]
fn five_curves_have_a_legend_with_an_entry_each() {
    let chart = chart(
        Axis::log("N"),
        Axis::log("risk"),
        curves(5, Mark::LinePoints),
    );
    let picture = picture(&chart, Sheet::default()).unwrap();
    let entries = words(&picture);
    let entries: Vec<_> = entries
        .iter()
        .filter(|(text, _)| text.starts_with("learner"))
        .collect();
    assert!(entries.len() == 5 && entries.iter().all(|(_, extent)| extent.bottom < 160.0));
}

#[test]
fn small_heat_map_shows_a_number_in_every_tile() {
    let picture = picture(&tiles(3, 4, 0.1), Sheet::default()).unwrap();
    let texts: Vec<&str> = words(&picture).into_iter().map(|(text, _)| text).collect();
    for value in ["0", "0.1", "0.2", "0.3", "0.4", "0.5"] {
        assert!(texts.contains(&value), "{value} in {texts:?}");
    }
    let is_tile = |shape: &&Shape| matches!(shape, Shape::Area { .. });
    assert_eq!(picture.shapes.iter().filter(is_tile).count(), 12);
}
