//! Figures of the bounds on an expectation while they narrow.

use super::*;

/// A tenth of the trials has the risk 1/4 and the others 0; the mean is far below the limit 12/51.
fn many(replicates: u64) -> Block {
    block(replicates, &["margin"], |batch, place| {
        let risk = if place % 10 == 0 { 0.25 } else { 0.0 };
        batch.set(place, columns::RISK, Some(Quantity::float(risk)));
        batch.set(place, columns::EXAMPLES, Some(50));
    })
}

#[test]
fn confidence_sequence_narrows_around_the_mean_until_it_decides() {
    let claims = vec![claim("leave-one-out-risk-bound", 1, &["margin"])];
    let chart = only(&gallery(
        FigureKind::ConfidenceSequence,
        claims,
        &[50],
        |_| many(400),
    ));
    let band = of(&chart, SeriesRole::Observed)[0];
    let ends = |at: usize| band.points[at].heights();
    let widths: Vec<f64> = (0..band.points.len())
        .map(|at| ends(at)[2] - ends(at)[1])
        .collect();
    assert!(widths.len() > 8 && widths.windows(2).all(|pair| pair[1] <= pair[0]));
    assert!((0..widths.len()).all(|at| ends(at)[1] <= ends(at)[0] && ends(at)[0] <= ends(at)[2]));
    let last = band.points.last().unwrap();
    assert!(last.x == 400.0 && (last.y - 0.025).abs() < 1e-12);
    let limit = of(&chart, SeriesRole::Bound)[0].points[0].y;
    assert!((limit - 12.0 / 51.0).abs() < 1e-12);
    let decided = of(&chart, SeriesRole::Observed)[1];
    assert_eq!(decided.label, "decided: holds");
    let first = band
        .points
        .iter()
        .find(|point| point.heights()[2] <= limit)
        .unwrap();
    assert_eq!(decided.points[0].x, first.x);
    assert_eq!(chart.y.scale, Scale::Log);
    assert!(
        chart.caption.contains("they decide: holds"),
        "{}",
        chart.caption
    );
}

#[test]
fn the_first_claim_about_an_expectation_is_drawn_and_not_its_control() {
    let theorem = claim("leave-one-out-risk-bound", 1, &["margin"]);
    let claims = vec![
        claim("online-mistake-bound", 1, &["margin"]),
        control(&theorem, Rational::new(1, 4)),
        theorem,
    ];
    let kind = FigureKind::ConfidenceSequence;
    let chart = only(&gallery(kind, claims, &[50], |_| many(60)));
    let limit = of(&chart, SeriesRole::Bound)[0].points[0].y;
    assert!((limit - 12.0 / 51.0).abs() < 1e-12, "{limit}");
}

#[test]
fn a_claim_about_every_trial_has_no_confidence_sequence() {
    let claims = vec![claim("online-mistake-bound", 3, &["plain"])];
    let rows = |d| counted(d, &["plain"]);
    let said = said(&gallery(
        FigureKind::ConfidenceSequence,
        claims,
        &COUNTS,
        rows,
    ));
    assert!(
        said.contains(
            "no claim of the spec is about an expectation or a probability over random runs"
        ),
        "{said}"
    );
}

#[test]
fn confidence_sequence_does_not_depend_on_the_split_into_blocks() {
    let claims = || vec![claim("leave-one-out-risk-bound", 1, &["margin"])];
    let whole = gallery(FigureKind::ConfidenceSequence, claims(), &[50], |_| {
        many(60)
    });
    let mut parts = empty(&[FigureKind::ConfidenceSequence], claims(), drawn(&[50]));
    for places in [0..7, 7..8, 8..60] {
        parts.add(0, &many(60).selected(&places.collect::<Vec<_>>()));
    }
    assert_eq!(whole.charts(), parts.charts());
}
