//! Tests that every statistical verdict of the experiments would be reached again on other draws.

use claims::judge::Verdict;

/// The least power that docs/methodology.md promises.
const LEAST: f64 = 0.999;

#[test]
fn every_committed_statistical_verdict_has_enough_power() {
    let text = std::fs::read_to_string("results/verdicts.json").unwrap();
    let verdicts: Vec<Verdict> = serde_json::from_str(&text).unwrap();
    let powers = verdicts
        .iter()
        .filter_map(|verdict| Some((verdict, verdict.power?)));
    let (mut judged, mut weak) = (0, Vec::new());
    for (verdict, power) in powers {
        judged += 1;
        if power < LEAST {
            weak.push(format!("{}: {} {power}", verdict.experiment, verdict.id));
        }
    }
    assert!(judged > 200, "{judged}");
    assert!(weak.is_empty(), "{weak:#?}");
}
