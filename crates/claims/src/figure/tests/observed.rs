//! The figure of a spec that asks for none: what a claim observes, and its bound, against the swept parameter.

use super::*;
use crate::figure::Between;

const KIND: FigureKind = FigureKind::ObservedAndBound;

fn points(series: &Series) -> Vec<(f64, f64)> {
    series.points.iter().map(|one| (one.x, one.y)).collect()
}

#[test]
fn medians_with_their_range_and_the_bound_stand_against_the_swept_number() {
    let theorem = claim("online-mistake-bound", 3, &["plain"]);
    let half = control(&theorem, Rational::new(1, 2));
    let rows = |dimension| counted(dimension, &["plain"]);
    let chart = only(&gallery(KIND, vec![theorem, half], &COUNTS, rows));
    assert_eq!(chart.title, "Mistakes against the dimension");
    let seen = of(&chart, SeriesRole::Observed)[0];
    let medians = [(12.0, 9.0), (60.0, 45.0), (600.0, 450.0)];
    assert_eq!(
        (seen.mark, points(seen)),
        (Mark::LinePoints, medians.to_vec())
    );
    let range = Spread::Interval {
        lower: 6.0,
        upper: 12.0,
    };
    assert_eq!(
        (&seen.points[0].spread, seen.points[0].of.as_str()),
        (&range, "dimension = 12")
    );
    let bound = of(&chart, SeriesRole::Bound)[0];
    let limits = [(12.0, 12.0), (60.0, 60.0), (600.0, 600.0)];
    assert_eq!(
        (bound.label.as_str(), points(bound)),
        ("bound (D/γ)²", limits.to_vec())
    );
    assert!(of(&chart, SeriesRole::Control).is_empty());
}

#[test]
fn two_settings_or_one_number_for_all_make_no_figure() {
    let theorem = || vec![claim("online-mistake-bound", 3, &["plain"])];
    let few = gallery(KIND, theorem(), &COUNTS[..2], |dimension| {
        counted(dimension, &["plain"])
    });
    let same = gallery(KIND, theorem(), &COUNTS, |_| counted(12, &["plain"]));
    for none in [&few, &same] {
        assert!(said(none).contains("no number is swept"), "{}", said(none));
    }
    let judge_spec = judge_spec(theorem(), drawn(&COUNTS));
    let mut silent = Gallery::new(&[Request::Default], judge_spec);
    (0..3).for_each(|cell| silent.add(cell, &counted(12, &["plain"])));
    assert!(
        silent.charts().is_empty(),
        "an empty figure that nobody asked for"
    );
}

/// Makes settings of a cell with a number of examples between those that were run.
#[derive(Debug)]
struct MoreExamples;

impl Between for MoreExamples {
    fn settings(&self, _: usize, key: &str, values: &[f64]) -> Vec<Option<Vec<Arc<Setting>>>> {
        assert_eq!(key, "generator.basis.dimension");
        let setting = |&examples: &f64| {
            let points = vec!["{ x = [1], y = 1 }"; examples as usize].join(", ");
            let generator = toml::from_str(&format!("[points]\nexamples = [{points}]")).unwrap();
            let setting = Setting::new("c", &generator, None);
            (examples != 13.0).then(|| vec![Arc::new(setting)])
        };
        values.iter().map(setting).collect()
    }
}

#[test]
fn a_bound_that_settings_determine_is_a_curve_with_a_place_for_every_whole_number() {
    let stated = json!({ "conjecture": { "observed": "updates", "limit": "2*examples" } });
    let claim: Registered = serde_json::from_value(stated).unwrap();
    let claim = StatedClaim {
        variants: Vec::new(),
        cells: (0..3).collect(),
        ..StatedClaim::plain(claim)
    };
    let counts = [10, 12, 20];
    let mut gallery = empty(&[KIND], vec![claim], drawn(&counts)).with_curves(&MoreExamples);
    for (cell, examples) in counts.into_iter().enumerate() {
        let settings = MoreExamples.settings(cell, "generator.basis.dimension", &[examples as f64]);
        let setting = settings[0].clone().unwrap().remove(0);
        let known = [columns::UPDATES.any(), columns::EXAMPLES.any()];
        let mut batch = Batch::new(setting, known, 1);
        batch.set(0, columns::EXAMPLES, Some(examples));
        batch.set(0, columns::UPDATES, Some(examples));
        gallery.add(
            cell,
            &Block {
                replicates: vec![0],
                batches: vec![batch],
            },
        );
    }
    let chart = only(&gallery);
    let due: Vec<(f64, f64)> = (10..=20)
        .filter(|&n| n != 13)
        .map(|n| (f64::from(n), f64::from(2 * n)))
        .collect();
    assert_eq!(points(of(&chart, SeriesRole::Bound)[0]), due);
}
