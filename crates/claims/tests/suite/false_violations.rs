//! Judges specs on which the judge once called a true theorem violated. Claims must use what the learner saw and what the run did.

use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::{Block, Row, columns};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use testing::{CYCLIC, STREAM, SpecText};

const XOR: &str = "logic-gate\ngate = \"xor\"\n";
const POINTS: &str = "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [0, 1], y = 1 }]\n";
const MAP: &str = "polynomial-map = { degree = 2, constant = 1 }";
const KERNEL: &str = "kernel = { polynomial = { degree = 2, constant = 1 } }";

fn spec(replicates: &str, generator: &str, variant: &str, claims: &[&str]) -> Spec {
    let text = SpecText::new(generator).replicates(replicates);
    let text = text.variant("a", variant);
    let text = claims.iter().fold(text, |text, claim| text.claim(claim));
    text.read(Spec::from_text)
}

fn block(spec: &Spec) -> Block {
    let cell = &spec.cells[0];
    spec.design(cell).block(0..spec.most_replicates(cell))
}

fn judged(replicates: &str, generator: &str, variant: &str, claims: &[&str]) -> Vec<Verdict> {
    let spec = spec(replicates, generator, variant, claims);
    spec.judge_spec().judge(0, &block(&spec))
}

/// The word of every verdict.
fn words(replicates: &str, generator: &str, variant: &str, claims: &[&str]) -> Vec<&'static str> {
    let verdicts = judged(replicates, generator, variant, claims);
    verdicts
        .iter()
        .map(|verdict| verdict.verdict.as_str())
        .collect()
}

#[test]
fn offset_makes_majority_claims_inapplicable_but_not_the_general_bound() {
    let majority = "majority\ndimension = 11\nrelevant = 1\nexamples = 5000\n";
    let claims = ["majority-mistake-bound", "online-mistake-bound"];
    let found = words("5", majority, &format!("{STREAM}\noffset = 20\n"), &claims);
    assert_eq!(found, ["inapplicable", "holds"]);
    assert_eq!(words("5", majority, STREAM, &claims), ["holds", "holds"]);
}

#[test]
fn norm_claims_use_features_after_the_transform() {
    let claims = [
        "norm-invariant",
        "increment-bound",
        "online-mistake-bound\nmargin = \"max\"",
        "output-norm-at-most",
    ];
    let points = "points\nexamples = [{ x = [1, 3], y = 1 }, { x = [3, -1], y = -1 }]\n";
    for transform in ["rescale = \"3\"", "rescale = \"1/3\"", MAP] {
        let variant = format!("{CYCLIC}\ntransform = {{ {transform} }}\n");
        let found = words("1", points, &variant, &claims);
        assert_eq!(found, ["holds"; 4], "{transform}");
    }
}

#[test]
fn the_radius_and_the_margins_of_a_rescaled_sample_are_exact() {
    let variant = format!("{CYCLIC}\ntransform = {{ rescale = \"3/2\" }}\noffset = 2\n");
    let claim = "online-mistake-bound\nmargin = \"max\"";
    let block = block(&spec("1", POINTS, &variant, &[claim]));
    let row = block.row(0, 0).unwrap();
    let exact = |column| row.get(column).and_then(|q: &Quantity| q.exact.clone());
    assert_eq!(exact(columns::RADIUS_SQUARED), Some(Rational::new(25, 4)));
    // The nearest point of the segment between (3/2, 0, 2) and (0, 3/2, 2).
    assert_eq!(
        exact(columns::MAX_MARGIN_SQUARED),
        Some(Rational::new(41, 8))
    );
    assert_eq!(row.copied(columns::DIMENSION), Some(3));
}

#[test]
fn xor_is_separable_under_a_product_feature_map_or_kernel() {
    let claims = [
        "never-stops",
        "stops-exactly-if-separable",
        "stops-at-clean-pass",
        "online-mistake-bound\nmargin = \"max\"",
    ];
    let mapped = format!("{CYCLIC}\ntransform = {{ {MAP} }}\n");
    let kernel = format!("{CYCLIC}\nlearner = {{ {KERNEL} }}\n");
    for seen in [mapped, kernel] {
        let found = words("1", XOR, &seen, &claims);
        assert_eq!(found, ["inapplicable", "holds", "holds", "holds"], "{seen}");
    }
    let capped = format!("{CYCLIC}\nstop = {{ updates = 100 }}\n");
    let found = words("1", XOR, &capped, &claims);
    assert_eq!(found, ["holds", "holds", "inapplicable", "inapplicable"]);
    let mapped = format!("{CYCLIC}\ntransform = {{ {MAP} }}\n");
    let cycles = words("1", XOR, &mapped, &["cycles-exactly-if-not-separable"]);
    assert_eq!(cycles, ["holds"]);
}

#[test]
fn a_kernel_without_a_finite_map_is_measured_by_its_inner_products() {
    let gaussian =
        format!("{CYCLIC}\nlearner = {{ kernel = {{ gaussian = {{ width = 0.5 }} }} }}\n");
    let claims = [
        "stops-at-clean-pass",
        "online-mistake-bound\nmargin = \"max\"",
        "majority-mistake-bound",
    ];
    let found = words("1", XOR, &gaussian, &claims);
    assert_eq!(found, ["holds", "holds", "inapplicable"]);
    let claim = "online-mistake-bound\nmargin = \"max\"";
    let block = block(&spec("1", XOR, &gaussian, &[claim]));
    let row = block.row(0, 0).unwrap();
    let radius = row
        .get(columns::RADIUS_SQUARED)
        .map(|squared| squared.value);
    assert_eq!(radius, Some(1.0));
    // By symmetry all weights are equal: γ*² = (1 − e^(−2))²/4 for the corners of the unit square and width 1/2.
    let margin = row.get(columns::MAX_MARGIN_SQUARED).unwrap();
    let exact = (1.0 - (-2.0_f64).exp()).powi(2) / 4.0;
    assert!(margin.lower <= exact && exact <= margin.upper, "{margin:?}");
    assert!(margin.upper - margin.lower < 1e-9, "{margin:?}");
    assert_eq!(row.copied(columns::DIMENSION), None);
}

#[test]
fn stricter_test_tie_convention_does_not_refute_claims() {
    let basis = "basis\ndimension = 2\nexamples = 4\nlabels = \"positive\"\n";
    let claims = [
        "leave-one-out-risk-bound",
        "leave-one-out-error-bound",
        "unseen-mass-risk",
        "no-training-errors",
    ];
    let lenient = format!("{CYCLIC}\nties = \"positive\"\n");
    assert_eq!(
        words("\"all\"", basis, &lenient, &claims),
        ["inapplicable"; 4]
    );
    let verdicts = judged("\"all\"", basis, CYCLIC, &claims);
    assert!(verdicts.iter().all(|verdict| verdict.applicable > 0));
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict.verdict.as_str() != "violated")
    );
    let points = "points\nexamples = [{ x = [1, 2], y = 1 }]\n";
    let found = words("1", points, &lenient, &["no-training-errors"]);
    assert_eq!(found, ["inapplicable"]);
}

#[test]
fn a_cap_on_a_stream_does_not_make_it_run_to_a_clean_pass() {
    let claims = [
        "leave-one-out-errors-bound",
        "no-updates-left",
        "no-training-errors",
        "output-margin-bound",
    ];
    let sphere = "sphere-margin\ndimension = 3\ntarget_margin = 0.05\nexamples = 30\n";
    for order in ["\"stream\"", "{ given = [0, 1, 2, 3] }"] {
        for rule in ["perceptron", "margin-perceptron"] {
            let variant = format!(
                "rule = {{ {rule} = {{}} }}\norder = {order}\nstop = {{ updates = 400 }}\n"
            );
            let found = words("20", sphere, &variant, &claims);
            assert_eq!(found, ["inapplicable"; 4], "{order} {rule}");
        }
    }
    let cyclic =
        "rule = { margin-perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 4000 }\n";
    assert_eq!(words("5", sphere, cyclic, &claims), ["holds"; 4]);
}

#[test]
fn stated_margin_above_the_maximum_makes_the_claim_inapplicable() {
    let claim = |margin: &str| format!("online-mistake-bound\nmargin = {margin}");
    let found = |margin: &str| words("1", POINTS, CYCLIC, &[&claim(margin)]);
    assert_eq!(found("1"), ["inapplicable"]);
    assert_eq!(found("\"5/7\""), ["inapplicable"]);
    assert_eq!(found("\"7/10\""), ["holds"]);
    let verdict = judged("1", POINTS, CYCLIC, &[&claim("1")]).remove(0);
    let premise = verdict.failed_premise.unwrap();
    assert!(premise.contains("margin"), "{premise}");
    let held = judged("1", POINTS, CYCLIC, &[&claim("\"7/10\"")]).remove(0);
    assert_eq!(held.failed_premise, None);
}

#[test]
fn normalized_rule_uses_features_after_transform_and_offset() {
    let generator = "integer-points\ndimension = 2\nexamples = 6\nbound = 3\n";
    let variant = "rule = { normalized-perceptron = {} }\norder = \"most-violated\"\noffset = 1\ntransform = \"normalize\"\nstop = { updates = 200 }\n";
    let claims = ["normalized-mistake-bound", "updates-are-mistakes"];
    let verdicts = judged("10", generator, variant, &claims);
    assert!(
        verdicts.iter().all(|verdict| verdict.failed == 0),
        "{verdicts:?}"
    );
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict.verdict.as_str() != "violated")
    );
}

#[test]
fn risk_is_measured_on_transformed_examples() {
    let basis = "basis\ndimension = 3\nexamples = 4\nnorm = \"1/2\"\n";
    let claim = "leave-one-out-risk-bound";
    let risk = |extra: &str| {
        let block = block(&spec("3", basis, &format!("{CYCLIC}\n{extra}"), &[claim]));
        let risks = (0..3).map(|place| block.row(place, 0)?.get(columns::RISK)?.exact.clone());
        risks.collect::<Option<Vec<_>>>()
    };
    let plain = risk("");
    assert!(plain.is_some());
    for same in [
        "transform = { rescale = 4 }\n",
        "transform = \"reflect\"\n",
        "transform = { signed-permutation = { seed = 3 } }\n",
        "transform = \"normalize\"\n",
    ] {
        assert_eq!(risk(same), plain, "{same}");
    }
    // All labels are positive, so the weight of the constant feature alone classifies the vectors that were not seen correctly.
    assert_eq!(risk("offset = 1\n"), Some(vec![Rational::zero(); 3]));
}

#[test]
fn estimated_risk_of_zero_is_not_treated_as_a_closed_form() {
    let far = "isotropic-gaussians\ndimension = 1\ndistance = 6.0\ndeviation = 0.5\nexamples = 4\n";
    // With an offset and a permutation no closed form is known, and the estimate finds no error among the test examples.
    let variant = "rule = { perceptron = {} }\norder = \"cyclic\"\noffset = 1\ntransform = { signed-permutation = { seed = 0 } }\n";
    let claims = ["bayes-risk-lower-bound"];
    assert_eq!(words("1", far, variant, &claims), ["inapplicable"]);
    let known = "rule = { perceptron = {} }\norder = \"cyclic\"\noffset = 1\n";
    assert_eq!(words("1", far, known, &claims), ["holds"]);
}

#[test]
fn tie_lost_to_float_rounding_refutes_no_claim() {
    let points = "labelings\npoints = [[1, 0], [\"-2/3\", 0], [\"-1/3\", 1]]\n";
    let claims = ["never-stops", "stops-exactly-if-separable"];
    let words = |keys: &str| words("\"all\"", points, &format!("{CYCLIC}\n{keys}"), &claims);
    let floats = "arithmetic = \"f64\"\n";
    assert_eq!(
        words(&format!("{floats}learner = {{ dual = {{}} }}\n")),
        ["inapplicable"; 2]
    );
    assert_eq!(words("learner = { dual = {} }\n"), ["holds"; 2]);
    // The learning loop treats a sign that rounding may have changed as open.
    assert_eq!(words(floats), ["holds"; 2]);
}

#[test]
fn a_run_that_rounding_ended_decides_no_coupling() {
    let points = "integer-points\ndimension = 3\nexamples = 8\nbound = 2\n";
    let variant = "rule = { normalized-perceptron = {} }\norder = \"most-violated\"\n";
    let spec = spec("600", points, variant, &["coupled-runs"]);
    let block = block(&spec);
    let undecided = |row: &Row| row.get(columns::STOP_REASON) == Some(&StopReason::Undecided);
    let open: Vec<Row> = block.all().filter(undecided).collect();
    assert!(!open.is_empty());
    let mut counts = open
        .iter()
        .map(|row| row.get(columns::COUPLING_DIFFERENCES));
    assert!(counts.all(|count| count.is_none()));
    assert_ne!(
        spec.judge_spec().judge(0, &block)[0].verdict.as_str(),
        "violated"
    );
}
