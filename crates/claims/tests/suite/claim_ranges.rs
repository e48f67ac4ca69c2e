//! Tests what the declared ranges of claims do not say: ranges of differences, and statistics of trends.

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
fn a_stated_range_of_differences_is_within_that_of_all_risks() {
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
        .chain(["\"mean\"", "\"median\"", "\"standard_deviation\""])
        .collect();
    let beyond: Vec<&str> = beyond.iter().map(String::as_str).collect();
    let slope = [&TREND[..], &["exponent = 1", "tolerance = 0.1"]].concat();
    assert_range("scaling-exponent", &slope, "statistic", &inside, &beyond);
    let rank = [&TREND[..], &["at_least = 0.5"]].concat();
    assert_range("rank-correlation", &rank, "statistic", &inside, &beyond);
}
