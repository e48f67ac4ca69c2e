//! Histograms of counts, and of differences over pairs.

use super::*;

fn heights(series: &Series) -> Vec<(f64, f64)> {
    series.points.iter().map(|one| (one.x, one.y)).collect()
}

#[test]
fn counts_of_one_setting_are_bars_with_the_bound_upright() {
    let theorem = claim("online-mistake-bound", 1, &["plain"]);
    let rows = |dimension| counted(dimension, &["plain"]);
    let chart = only(&gallery(FigureKind::Histogram, vec![theorem], &[6], rows));
    let bars = heights(of(&chart, SeriesRole::Observed)[0]);
    // The counts are 3, 4, 5 and 6.
    assert_eq!(
        (bars[0], bars[1], bars[9]),
        ((2.5, 0.0), (2.5, 0.25), (6.5, 0.0))
    );
    assert_eq!(
        heights(of(&chart, SeriesRole::Bound)[0]),
        [(6.0, 0.0), (6.0, 0.25)]
    );
    assert_eq!(chart.y.label, "share of the runs");
}

#[test]
fn differences_over_pairs_are_bars_around_the_line_of_equality() {
    let keys = json!({ "rarely-more-updates": { "probability": 0.5 } });
    let pairs = StatedClaim {
        variants: vec!["a".into(), "b".into()],
        premise_waived: true,
        ..StatedClaim::plain(serde_json::from_value(keys).unwrap())
    };
    let chart = only(&gallery(FigureKind::Histogram, vec![pairs], &[6], |_| {
        let mut block = block(4, &["a", "b"], |_, _| {});
        for (variant, updates) in [[5, 5, 7, 9], [6, 6, 6, 6]].into_iter().enumerate() {
            let batch = &mut block.batches[variant];
            for (place, count) in updates.into_iter().enumerate() {
                batch.set(place, columns::UPDATES, Some(count));
                batch.set(place, columns::EXAMPLES, Some(6));
            }
        }
        let names = ["a", "b"].map(setting);
        for (batch, name) in block.batches.iter_mut().zip(names) {
            batch.setting = name;
        }
        block
    }));
    let bars = heights(of(&chart, SeriesRole::Observed)[0]);
    assert_eq!((bars[1], bars[2]), ((-1.5, 0.5), (-0.5, 0.5)));
    assert_eq!(bars.last(), Some(&(3.5, 0.0)));
    assert_eq!(
        heights(of(&chart, SeriesRole::Reference)[0]),
        [(0.0, 0.0), (0.0, 0.5)]
    );
    assert!(chart.title.contains("a − b"), "{}", chart.title);
}
