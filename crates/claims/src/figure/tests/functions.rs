//! Distribution functions that a claim and its control state.

use super::*;
use crate::claim::{Statement, Term};

/// 64 risks, the midpoints of equal parts of [0, 1].
fn risks() -> Block {
    block(64, &["plain"], |batch, place| {
        let risk = (place as f64 + 0.5) / 64.0;
        batch.set(place, columns::RISK, Some(Quantity::float(risk)));
        batch.set(place, columns::EXAMPLES, Some(5));
    })
}

/// A claim that risks are uniform, and a control that their roots are.
fn claims() -> Vec<StatedClaim> {
    let stated = StatedClaim {
        statement: Statement::has_distribution(columns::RISK, columns::RISK),
        ..claim("margin-on-the-circle", 1, &["plain"])
    };
    let square = Term::from(columns::RISK).map(|risk| Some(risk.times(&risk)));
    let control = StatedClaim {
        statement: Statement::has_distribution(columns::RISK, square),
        ..control(&stated, Rational::one())
    };
    vec![stated, control]
}

#[test]
fn stated_function_is_drawn_with_the_band_and_the_function_of_its_control() {
    let gallery = gallery(FigureKind::DistributionFunction, claims(), &[12], |_| {
        risks()
    });
    let [functions, differences] = gallery.charts().try_into().unwrap();
    assert_eq!(functions.name, "distribution-function");
    assert_eq!(differences.name, "distribution-function-2");
    let heights = |chart: &Chart, role| -> Vec<[f64; 2]> {
        let points = of(chart, role)[0].points.iter();
        points.map(|point| [point.x, point.y]).collect()
    };
    let stated = heights(&functions, SeriesRole::Bound);
    assert_eq!(stated.len(), 64);
    assert!(stated.iter().all(|[x, y]| x == y));
    let controls = heights(&functions, SeriesRole::Control);
    assert!(controls.iter().all(|[x, y]| (y - x * x).abs() < 1e-12));
    let differs = heights(&differences, SeriesRole::Control);
    assert!(differs.iter().all(|[x, y]| (y - (x * x - x)).abs() < 3e-3));
    let observed = heights(&differences, SeriesRole::Observed);
    assert!(observed.iter().all(|[_, y]| (y - 0.5 / 64.0).abs() < 1e-9));
    assert!(
        functions.caption.contains("64 runs"),
        "{}",
        functions.caption
    );
}
