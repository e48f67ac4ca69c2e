//! Reads the fields of a verdict: its level, its interval, and why it is inconclusive.

use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::{Block, columns};
use perceptron::learn::StopReason;
use testing::SpecText;

fn spec(replicates: &str, generator: &str, variant: &str, claim: &str) -> Spec {
    SpecText::new(generator)
        .replicates(replicates)
        .key("alpha = 0.02")
        .variant(
            "v",
            format_args!("rule = {{ perceptron = {{}} }}\n{variant}"),
        )
        .claim(claim)
        .read(Spec::from_text)
}

fn block(spec: &Spec) -> Block {
    let cell = &spec.cells[0];
    spec.design(cell).block(0..spec.most_replicates(cell))
}

fn verdict(spec: &Spec) -> Verdict {
    spec.judge_spec().judge(0, &block(spec)).remove(0)
}

#[test]
fn unviolated_surely_claim_has_a_clopper_pearson_interval() {
    let sphere = "sphere-margin\ndimension = 3\ntarget_margin = 0.3\nexamples = 5";
    let bound = "online-mistake-bound";
    let found = verdict(&spec("40", sphere, "order = \"cyclic\"", bound));
    assert_eq!(found.verdict.as_str(), "holds");
    assert!(found.method.ends_with("at 0.98"), "{}", found.method);
    // None of n trials violates the claim, so the upper end p of the one-sided interval satisfies (1 − p)^n = α.
    let due = 1.0 - 0.02_f64.powf(1.0 / 40.0);
    let [lower, upper] = found.interval.unwrap();
    assert!(lower == 0.0 && (upper - due).abs() < 1e-11, "{upper} {due}");
}

#[test]
fn expectation_with_a_sample_dependent_premise_is_inconclusive() {
    // Three labels in ten are flipped, so some samples of five points on the circle are separable and some are not.
    let noisy = "label-noise\ndimension = 2\ntarget_margin = 0.1\nrate = 0.3\nexamples = 5";
    let bound = "leave-one-out-error-bound\nmargin = \"max\"";
    let keys = "order = \"cyclic\"\nstop = { updates = 1000 }";
    let found = verdict(&spec("40", noisy, keys, bound));
    assert!(found.inapplicable > 0 && found.applicable > 0, "{found:?}");
    assert_eq!(found.verdict.as_str(), "inconclusive");
    assert!(
        found.method.contains("not a random selection"),
        "{}",
        found.method
    );
    assert_eq!(found.inapplicable + found.applicable, 40);
}

#[test]
fn all_orders_run_has_no_update_or_draw_counts() {
    let claim = "online-mistake-bound\npremise = \"waived\"\nexpect = \"violated\"";
    let order = "order = \"all-orders\"";
    let of = |gate: &str| {
        let generator = format!("logic-gate\ngate = \"{gate}\"\ncoding = \"signs\"");
        let spec = spec("1", &generator, order, claim);
        let block = block(&spec);
        let row = block.row(0, 0).unwrap();
        let counted = row.get(columns::UPDATES).is_some() || row.get(columns::DRAWS).is_some();
        (row.copied(columns::STOP_REASON), counted)
    };
    let (reason, counted) = of("xor");
    assert!(
        matches!(reason, Some(StopReason::Cycle | StopReason::Never)),
        "{reason:?}"
    );
    assert!(!counted);
}
