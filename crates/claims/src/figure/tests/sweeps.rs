//! Figures of trends over cells, with the fitted exponent and the claimed ones.

use super::*;

fn trend(exponent: f64) -> StatedClaim {
    let keys = json!({"scaling-exponent": {
        "of": "mistakes", "against": "examples", "exponent": exponent, "tolerance": 0.1
    }});
    let claim: Registered = serde_json::from_value(keys).unwrap();
    StatedClaim {
        variants: vec!["plain".into()],
        cells: (0..3).collect(),
        ..StatedClaim::plain(claim)
    }
}

/// Eight trials, each with examples² mistakes.
fn squares(examples: u64) -> Block {
    block(8, &["plain"], |batch, place| {
        batch.set(place, columns::MISTAKES, Some(examples * examples));
        batch.set(place, columns::EXAMPLES, Some(examples));
    })
}

#[test]
fn scaling_chart_shows_cells_fitted_line_and_claimed_exponents() {
    let theorem = trend(2.0);
    let control = StatedClaim {
        id: "one".into(),
        control_of: Some(theorem.id.clone()),
        ..trend(1.0)
    };
    let chart = only(&gallery(
        FigureKind::Scaling,
        vec![theorem, control],
        &[10, 20, 40],
        squares,
    ));
    assert_eq!(chart.title, "Mistakes: exponent 2.000, plain");
    assert_eq!(
        (&chart.x.label[..], &chart.y.label[..]),
        ("examples", "median mistakes")
    );
    let ends = |series: &Series| {
        let points = series.points.iter();
        points
            .map(|point| (point.x.round(), point.y.round()))
            .collect::<Vec<_>>()
    };
    let cells = [(10.0, 100.0), (20.0, 400.0), (40.0, 1600.0)];
    assert_eq!(ends(of(&chart, SeriesRole::Observed)[0]), cells);
    let line = [(10.0, 100.0), (40.0, 1600.0)];
    assert_eq!(ends(of(&chart, SeriesRole::Reference)[0]), line);
    let claimed = of(&chart, SeriesRole::Bound)[0];
    assert_eq!(
        (claimed.label.as_str(), ends(claimed)),
        ("claimed: 2 ± 0.1", line.to_vec())
    );
    let control = of(&chart, SeriesRole::Control)[0];
    assert_eq!(
        (control.label.as_str(), ends(control)),
        ("control: 1", vec![(10.0, 200.0), (40.0, 800.0)])
    );
}

#[test]
fn without_a_claim_about_all_cells_there_is_no_trend_to_draw() {
    let claims = vec![claim("online-mistake-bound", 3, &["plain"])];
    let rows = |d| counted(d, &["plain"]);
    let said = said(&gallery(FigureKind::Scaling, claims, &COUNTS, rows));
    assert!(said.contains("about all settings at once"), "{said}");
}
