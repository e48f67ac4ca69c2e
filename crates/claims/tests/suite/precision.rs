//! Checks that formulas are compared with as many bits as it takes, that wide enclosures decide nothing, and that verdicts say when numbers count as
//! equal.

use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::spec::Spec;
use testing::{CYCLIC, SpecText};

const SPHERE: &str = "sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 30";

fn verdict(generator: &str, observed: &str, limit: &str, more: &str) -> Verdict {
    let spec = SpecText::new(generator)
        .replicates(25)
        .variant("plain", CYCLIC)
        .more(format!(
            "[[claims]]\nobserved = \"{observed}\"\nlimit = \"{limit}\"\n{more}\n"
        ))
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..25);
    spec.judge_spec().judge(0, &block).remove(0)
}

#[test]
fn a_false_claim_does_not_hide_behind_a_wide_enclosure() {
    for (observed, limit, form) in [
        ("updates", "sqrt((10^16 + updates)^2) - 10^16 - 1", "surely"),
        (
            "updates",
            "log(10^300)*10^15 - log(10^300)*10^15 + updates - 1",
            "surely",
        ),
        (
            "log(10)*10^20 + updates",
            "log(10)*10^20 + updates - 1",
            "surely",
        ),
        (
            "updates",
            "sqrt(10^40 + updates) - 10^20 + updates + 1",
            "identity",
        ),
        (
            "updates",
            "sqrt(10^40 + updates) - 10^20 + updates",
            "identity",
        ),
        (
            "2^(1/3)*10^30 + updates",
            "2^(1/3)*10^30 + updates - 1/10",
            "surely",
        ),
        (
            "sqrt(2)*10^20 + 1",
            "sqrt(2)*10^20 + max(0, 1/2, log(1))",
            "surely",
        ),
    ] {
        let found = verdict(SPHERE, observed, limit, &format!("form = \"{form}\""));
        assert_eq!(found.verdict, VerdictKind::Violated, "{observed} {limit}");
    }
}

#[test]
fn a_witness_is_not_made_of_a_wide_enclosure() {
    let limit = "sqrt(10^40 + updates) - 10^20 - 1/2";
    let found = verdict(SPHERE, "updates", limit, "form = \"exists\"");
    assert_eq!(found.verdict, VerdictKind::Inconclusive);
    assert_eq!(found.witness, None);
}

#[test]
fn formulas_that_agree_in_a_thousand_bits_count_as_equal_and_are_said_to() {
    for (observed, limit, form) in [
        ("2*log(updates)", "log(updates^2)", "surely"),
        ("2*log(updates)", "log(updates^2)", "identity"),
        ("sqrt(2) + sqrt(3)", "sqrt(5 + 2*sqrt(6))", "identity"),
        ("(2^(1/3))^3", "2", "identity"),
    ] {
        let found = verdict(SPHERE, observed, limit, &format!("form = \"{form}\""));
        assert_eq!(found.verdict, VerdictKind::Holds, "{observed} {limit}");
        assert_eq!(
            (found.equal, found.equal_within),
            (Some(25), Some(0.0)),
            "{limit}"
        );
        assert!(
            found.tightness_max.is_none_or(|ratio| ratio <= 1.0),
            "{found:?}"
        );
    }
}

#[test]
fn roots_of_fractions_are_compared_exactly() {
    let found = verdict(
        SPHERE,
        "sqrt(2)*sqrt(updates^2)",
        "sqrt(2*updates^2)",
        "form = \"identity\"",
    );
    assert_eq!((found.verdict, found.equal), (VerdictKind::Holds, Some(25)));
    let found = verdict(SPHERE, "sqrt(4)", "2", "form = \"identity\"");
    assert_eq!((found.verdict, found.equal), (VerdictKind::Holds, None));
}

#[test]
fn a_mean_of_a_wide_enclosure_is_computed_with_more_bits() {
    let more = "form = \"in-expectation\"";
    let found = verdict(
        SPHERE,
        "updates/(updates+1)",
        "sqrt(10^40 + updates) - 10^20",
        more,
    );
    assert_eq!(found.verdict, VerdictKind::Violated);
    let wide = "min(1, updates/100) + log(10)*10^20 - log(10)*10^20";
    let (sharp, plain) = (
        verdict(SPHERE, wide, "1/2", more),
        verdict(SPHERE, "min(1, updates/100)", "1/2", more),
    );
    let [low, high] = sharp.interval.unwrap();
    let [least, most] = plain.interval.unwrap();
    assert!(
        (low - least).abs() < 1e-9 && (high - most).abs() < 1e-9,
        "{sharp:?}"
    );
}

/// The margin of a sample of floats is known up to a rounding error of its own, which no number of bits removes.
#[test]
fn a_measured_float_decides_only_as_far_as_it_is_known() {
    let same = "sample_margin_squared";
    let wide = |factor: &str| format!("{same}*{factor} + updates - {same}*{factor}");
    for form in ["surely", "identity"] {
        let form = format!("form = \"{form}\"");
        let narrow = verdict(SPHERE, same, same, &form);
        assert_eq!(narrow.verdict, VerdictKind::Holds, "{form}");
        let within = narrow.equal_within.unwrap();
        assert!(within > 0.0 && within < 1e-12, "{within}");
        let found = verdict(SPHERE, "updates", &wide("10^18"), &form);
        assert_eq!(found.verdict, VerdictKind::Inconclusive, "{form}");
        assert_eq!(found.undecided, 25);
        let coarse = found.coarse.unwrap();
        assert!(
            coarse.contains("too coarse on") && coarse.contains("plain:0"),
            "{coarse}"
        );
    }
    let often = "form = \"with-probability\"\ndelta = 0.9";
    let found = verdict(SPHERE, "updates", &wide("10^18"), often);
    assert_eq!(found.verdict, VerdictKind::Inconclusive);
    let mean = "form = \"in-expectation\"\nrange = [0, 100]";
    let found = verdict(SPHERE, &wide("10^18"), "99", mean);
    assert_eq!(found.verdict, VerdictKind::Inconclusive);
}

/// Two outcomes of weight 1/2: the expectation is computed from formulas, not from draws.
#[test]
fn an_enumerated_expectation_needs_a_narrow_enclosure() {
    let text = |limit: &str| {
        SpecText::new("basis\ndimension = 2\nexamples = 2\nlabels = \"alternating\"")
            .replicates("\"all\"")
            .variant("plain", CYCLIC)
            .more(format!("[[claims]]\nobserved = \"updates\"\nlimit = \"{limit}\"\nform = \"in-expectation\"\nrange = [0, 9]\n"))
    };
    let judged = |limit: &str| {
        let spec = text(limit).read(Spec::from_text);
        let count = spec.most_replicates(&spec.cells[0]);
        let block = spec.design(&spec.cells[0]).block(0..count);
        spec.judge_spec().judge(0, &block).remove(0).verdict
    };
    assert_eq!(
        judged("log(10)*10^20 - log(10)*10^20 + 1/100"),
        VerdictKind::Violated
    );
    assert_eq!(
        judged("log(10)*10^20 - log(10)*10^20 + 8"),
        VerdictKind::Holds
    );
}
