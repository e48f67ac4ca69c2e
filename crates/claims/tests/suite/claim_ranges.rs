//! States for the number keys of claims the last values that are accepted and the first that are refused.

use claims::claim::Registered;

fn refused(name: &str, keys: &[&str]) -> Option<&'static str> {
    let text = format!("[{name}]\n{}", keys.join("\n"));
    let claim: Registered = toml::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    claim.validate().map(|invalid| invalid.key)
}

/// Asserts which values of one key are accepted and which are refused, with the other keys fixed.
fn assert_range(name: &str, others: &[&str], key: &'static str, taken: &[&str], outside: &[&str]) {
    let with = |value: &&str| {
        let own = format!("{key} = {value}");
        refused(name, &[others, &[own.as_str()]].concat())
    };
    for value in taken {
        assert_eq!(with(value), None, "{name} {key} = {value}");
    }
    for value in outside {
        assert_eq!(with(value), Some(key), "{name} {key} = {value}");
    }
}

const TREND: [&str; 2] = ["of = \"updates\"", "against = \"dimension\""];

#[test]
fn claim_probabilities_outside_their_range_are_refused() {
    let open = (["1e-9", "0.5", "0.999"], ["0.0", "1.0", "-0.5", "nan"]);
    let complexity = ["constant = 1.0", "exponent = 0.5"];
    let curve = ["side = \"above\""];
    assert_range("learning-curve", &curve, "tolerance", &open.0, &open.1);
    assert_range("sample-complexity", &complexity, "delta", &open.0, &open.1);
    assert_range(
        "uniform-deviation-bound",
        &[],
        "confidence",
        &open.0,
        &open.1,
    );
    let from_zero = (["0.0", "0.5", "0.999"], ["1.0", "-0.5", "nan"]);
    assert_range(
        "rarely-more-updates",
        &[],
        "probability",
        &from_zero.0,
        &from_zero.1,
    );
}

#[test]
fn constants_and_tolerances_of_claims_are_positive_and_finite() {
    let (taken, outside) = (["1e-9", "7.0"], ["0.0", "-1.0", "nan", "inf"]);
    assert_range(
        "sample-complexity",
        &["exponent = 0.5"],
        "constant",
        &taken,
        &outside,
    );
    assert_range(
        "sample-complexity",
        &["constant = 1.0"],
        "exponent",
        &taken,
        &outside,
    );
    let student = "teacher-student-mistakes";
    assert_range(student, &[], "tolerance", &taken, &outside);
    assert_range(
        student,
        &["tolerance = 0.1"],
        "coefficient",
        &taken,
        &outside,
    );
    let slope = [&TREND[..], &["exponent = 1"]].concat();
    assert_range("scaling-exponent", &slope, "tolerance", &taken, &outside);
}

#[test]
fn exponents_correlations_and_risk_differences_outside_range_are_refused() {
    let slope = [&TREND[..], &["tolerance = 0.1"]].concat();
    assert_range(
        "scaling-exponent",
        &slope,
        "exponent",
        &["-2", "0", "0.5"],
        &["nan", "inf"],
    );
    let ends = (["-1.0", "0.0", "1.0"], ["-1.01", "1.01", "nan"]);
    assert_range("rank-correlation", &TREND, "at_least", &ends.0, &ends.1);
    let differences = (["\"-0.99\"", "0", "\"0.99\""], ["-1", "1", "2"]);
    assert_range(
        "smaller-risk-on-average",
        &[],
        "at_most",
        &differences.0,
        &differences.1,
    );
    assert_range(
        "usually-smaller",
        &["column = \"risk\""],
        "at_least",
        &differences.0,
        &differences.1,
    );
    let ranges = (
        ["[-1, 1]", "[-0.25, 0.5]"],
        [
            "[-1.5, 1]",
            "[-1, 1.5]",
            "[0.5, -0.5]",
            "[0.5, 0.5]",
            "[-1, nan]",
        ],
    );
    assert_range(
        "smaller-risk-on-average",
        &[],
        "range",
        &ranges.0,
        &ranges.1,
    );
}

#[test]
fn quantiles_of_trends_are_probabilities_strictly_between_zero_and_one() {
    let quantiles = |levels: &[&str]| -> Vec<String> {
        levels
            .iter()
            .map(|level| format!("{{ quantile = {level} }}"))
            .collect()
    };
    let (inside, beyond) = (
        quantiles(&["0.01", "0.99"]),
        quantiles(&["0.0", "1.0", "nan"]),
    );
    let inside: Vec<&str> = inside
        .iter()
        .map(String::as_str)
        .chain(["\"mean\"", "\"median\""])
        .collect();
    let beyond: Vec<&str> = beyond.iter().map(String::as_str).collect();
    let slope = [&TREND[..], &["exponent = 1", "tolerance = 0.1"]].concat();
    assert_range("scaling-exponent", &slope, "statistic", &inside, &beyond);
    let rank = [&TREND[..], &["at_least = 0.5"]].concat();
    assert_range("rank-correlation", &rank, "statistic", &inside, &beyond);
}
