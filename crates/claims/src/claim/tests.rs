//! States both sides of claims about small runs with known numbers: the runs of `trial::known`, and distributions with closed forms.

use super::{MarginSource, Registered, StatedClaim};
use crate::trial::tests::known::{FOUR, measured};
use crate::trial::{Block, Row};
use perceptron::sample::{Quantity, Rational};
use testing::CYCLIC;

/// Reads a claim from `name { keys } max`: its name, its keys and, if it is given, the source of γ.
fn stated(words: &str) -> StatedClaim {
    let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
    let (keys, margin) = rest
        .rsplit_once('}')
        .map_or(("{", rest), |(keys, margin)| (keys, margin));
    let claim: Registered = toml::from_str(&format!("{name} = {keys} }}"))
        .unwrap_or_else(|error| panic!("{words}: {error}"));
    let plain = StatedClaim::plain(claim);
    match margin.trim() {
        "" => plain.with_margin(MarginSource::Sample),
        "max" => plain.with_margin(MarginSource::Max),
        "population" => plain.with_margin(MarginSource::Population),
        number => plain.with_margin(MarginSource::Number(number.parse().unwrap())),
    }
}

/// Both sides of a claim on the first replicate with all variants, as fractions.
fn sides(block: &Block, claim: &str) -> [String; 2] {
    let claim = stated(claim);
    let rows: Vec<Row> = (0..block.batches.len())
        .filter_map(|variant| block.row(0, variant))
        .collect();
    [claim.observed(&rows), claim.limit(&rows)]
        .map(|side| side.map_or("-".into(), |number| text(&number)))
}

fn text(number: &Quantity) -> String {
    let exact = number.exact.as_ref().map(Rational::to_string);
    exact.unwrap_or_else(|| number.value.to_string())
}

/// Compares lines of the form `claim: observed, limit` with both sides of the claims.
fn assert_sides(block: &Block, known: &str) {
    for line in known.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (claim, numbers) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        let due: Vec<&str> = numbers.split(", ").collect();
        assert_eq!(sides(block, claim), due[..], "{claim}");
    }
}

/// R² = 25, γ² = 100/377 and at most 4/13, τ/η = 3: 12 updates, 9 mistakes, ‖w‖² = 117/4, scores 51/2, 15/2, 3 and 3.
#[test]
fn margin_perceptron_claims_have_the_hand_computed_values_and_limits() {
    let rule = "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }\norder = \"cyclic\"";
    assert_sides(
        &measured("1", FOUR, rule),
        "distinct-mistakes-bound: 3, 11687/100
         distinct-mistakes-bound { } max: 3, 403/4
         distinct-mistakes-bound { } 1/2: 3, 124
         margin-mistake-bound { norm = \"any\" }: 12, 11687/100
         margin-mistake-bound { norm = \"unit\" }: 12, 2639/100
         margin-mistakes-apart { small = true }: 12, 12
         margin-mistakes-apart { small = false }: 12, 9
         loop-index-bound: 8, 377/4
         mistake-bound-is-attained: 9, 377/4
         normalized-bound-is-no-worse: 1885/36, 377/4
         output-norm-at-most: 117/4, 93
         output-norm-at-most { reversed = true }: 93, 117/4
         output-norm-at-least: 1, 4901/1600
         output-norm-at-least { reversed = true }: 13/16, 100/377
         output-margin-bound: 1, 27869/225
         increment-bound: 25, 31
         norm-invariant: 15, 31
         norm-identity: 0, 0
         hull-norm-bounds-margin: 16/13, 377/100
         progress-invariant: 10, 35/2
         inflation: 1, 1
         score-gain: 1, 1
         turns-towards { target = \"separator\" }: 5, 0
         turns-towards { target = \"example\" }: 0, 0
         distance-to-boundary { of = \"nearest-example\" }: 4/13, 4/13
         distance-to-boundary { of = \"nearest-example\", divided_by = \"one\" }: 4/13, 9
         no-updates-left: 0, 0
         no-training-errors: 0, 0
         errors-are-nonpositive-margins: 0, 0
         loss-of-errors: 1, 1
         loss-of-errors { strict = true }: 0, 0
         half-space-regions: 0, 0
         leave-one-out-errors-bound: 2, 3
         random-draws-bound { delta = \"1/10\" }: 27, 23374/5
         exchangeable-mistakes { of = \"first\" }: 1, 3/4
         exchangeable-mistakes { of = \"mean\" }: 4/5, 3/4
         stated-count { updates = 7 }: 12, 7
         stated-value { column = \"radius\", value = 4 }: 5, 4
         stated-expectation { column = \"updates\", value = 11, most = 12 }: 12, 11
         stated-expectation { column = \"updates\", value = 10, most = 11 }: -, 10
         stated-expectation { column = \"updates\", value = \"1/2\", above = 11 }: 1, 1/2
         stated-expectation { column = \"updates\", value = \"1/2\", above = 12 }: 0, 1/2",
    );
}

/// Four points of the plane in general position have 8 labelings of 16.
#[test]
fn claims_on_four_points_in_the_plane_have_the_hand_computed_sides() {
    assert_sides(
        &measured("1", FOUR, CYCLIC),
        "online-mistake-bound: 4, 377/4
         online-mistake-bound { } max: 4, 325/4
         output-margin-bound: 1, 274833/1025
         updates-are-mistakes: 4, 4
         correcting-updates: 4, 4
         shortest-vector: 13/4, 377/100
         shortest-vector { } max: 13/4, 13/4
         stops-at-clean-pass: 0, 0
         stops-exactly-if-separable: 1, 1
         cycles-exactly-if-not-separable: 0, 0
         never-stops: 1, 0
         strictly-separable: 1, 1
         first-example-is-updated: 1, 1
         coupled-runs: 0, 0
         cover-count: 8, 8
         is-not-shattered: 8, 15
         shatters: 8, 16
         separable-frequency: 1, 1/2
         every-labelling-is-realizable: 0, 0
         labels-are-attained: 0, 1",
    );
}

/// w = (−3, 6, −3) on the constant 3: R² = 34, and the boundary (−3, 6)·x = 9 is √(9/5) from the origin.
#[test]
fn claims_about_an_offset_read_the_weight_of_the_constant_feature() {
    assert_sides(
        &measured("1", FOUR, &format!("{CYCLIC}\noffset = 3")),
        "offset-mistake-bound: 3, 6409/50
         printed-embedding: 1, 0
         distance-to-boundary { of = \"origin\" }: 9/5, 9/5
         distance-to-boundary { of = \"origin\", divided_by = \"whole-vector\" }: 9/5, 3/2
         distance-to-boundary { of = \"nearest-example\" }: 1/5, 1/5
         distance-to-boundary { of = \"nearest-example\", divided_by = \"whole-vector\" }: 1/5, 1/6",
    );
}

/// The run is cut off after three updates with an error of loss 7, so it is unknown whether it would stop.
#[test]
fn claims_about_a_capped_run_have_only_the_values_that_are_proved() {
    assert_sides(
        &measured("1", FOUR, &format!("{CYCLIC}\nstop = {{ updates = 3 }}")),
        "loss-of-errors: 1, 7
         no-training-errors: 1, 0
         no-updates-left: 1, 0
         stops-at-clean-pass: -, 0
         never-stops: -, 0
         stops-exactly-if-separable: -, 1
         cycles-exactly-if-not-separable: -, 0",
    );
    let opposite = "points\nexamples = [{ x = [2], y = 1 }, { x = [-3], y = 1 }]";
    assert_sides(
        &measured(
            "1",
            opposite,
            &format!("{CYCLIC}\nstop = {{ updates = 30 }}"),
        ),
        "stops-at-clean-pass: 1, 0
         never-stops: 0, 0
         stops-exactly-if-separable: 0, 0
         cycles-exactly-if-not-separable: 1, 1
         strictly-separable: 0, 1
         every-labelling-is-realizable: 1, 0
         online-mistake-bound: 30, -",
    );
}

#[test]
fn claims_about_coefficients_read_the_dual() {
    let dual = format!("{CYCLIC}\nlearner = {{ dual = {{}} }}");
    assert_sides(
        &measured("1", FOUR, &dual),
        "coefficients-count-updates: 4, 4
         coefficients-support-bound: 3, 4
         vector-is-combination: 0, 0",
    );
}

/// Unit vectors of the plane have (R/γ)² = 2. The first outcome of three draws shows one vector only, which leaves a risk of 1/2.
#[test]
fn risk_claims_have_limits_divided_by_the_number_of_examples() {
    let basis = "basis\ndimension = 2\nexamples = 3";
    assert_sides(
        &measured(
            "\"all\"",
            basis,
            "rule = { perceptron = {} }\norder = \"stream\"",
        ),
        "leave-one-out-risk-bound { } population: 1/2, 1/2
         leave-one-out-error-bound { } population: 0, 2/3
         leave-one-out-identity: 0, 1/2
         online-to-batch: 1/3, 2/3
         risk-at-most-distinct-mistakes: 1/2, 1/3
         unseen-mass-risk: 1/2, 1/8",
    );
    let margin = "rule = { margin-perceptron = {} }\norder = \"stream\"";
    assert_sides(
        &measured("\"all\"", basis, margin),
        "risk-at-most-distinct-mistakes { event = \"margin-mistake\" }: 1/2, 1/3
         leave-one-out-risk-bound { } population: 1/2, 3/2",
    );
}

/// With five signs, three of which vote, R² = 5 and γ² = 1/3.
#[test]
fn majority_claims_have_limits_of_features_times_voters() {
    let majority = "majority\ndimension = 5\nrelevant = 3\nexamples = 1";
    let block = measured(
        "1",
        majority,
        "rule = { perceptron = {} }\norder = \"stream\"",
    );
    assert_sides(
        &block,
        "majority-mistake-bound: 1, 15
         sharper-majority-bound: 1, 12
         majority-margin { } population: 1/3, 1/3",
    );
}

/// (d − 1)/(2en).
#[test]
fn minimax_bound_rate_has_its_closed_form() {
    let minimax = "minimax\ndimension = 3\nexamples = 4";
    let block = measured(
        "1",
        minimax,
        "rule = { perceptron = {} }\norder = \"stream\"",
    );
    let [_, rate] = sides(&block, "minimax-bound-rate");
    let due = 2.0 / 8.0 * (-1.0_f64).exp();
    assert!((rate.parse::<f64>().unwrap() - due).abs() < 1e-15, "{rate}");
}

/// 0.4171 · 2 · 9 for 27 examples of 8 features.
#[test]
fn teacher_student_mistakes_follow_the_stated_power_law() {
    let teacher = "teacher-student\ndimension = 8\nexamples = 27";
    let block = measured(
        "1",
        teacher,
        "rule = { perceptron = {} }\norder = \"stream\"",
    );
    let [deviation, most] = sides(&block, "teacher-student-mistakes { tolerance = 0.5 }")
        .map(|side| side.parse::<f64>().unwrap());
    assert!((most - 0.4171 * 9.0).abs() < 5e-4, "{most}");
    let mistakes = block
        .row(0, 0)
        .unwrap()
        .copied(crate::trial::columns::MISTAKES)
        .unwrap();
    assert!((deviation - (mistakes as f64 - 2.0 * most).abs()).abs() < 1e-12);
}

/// √(3 ln 101/100) + √(2 ln 20/100) for a hundred points of the plane and a confidence of 1/20.
#[test]
fn uniform_deviation_bound_adds_complexity_and_confidence_terms() {
    let coins = "coin-labels\ndimension = 2\nexamples = 100\nnoise = 0.25";
    let block = measured("1", coins, "rule = { perceptron = {} }\norder = \"stream\"");
    let limit = |keys: &str| {
        let [_, limit] = sides(&block, &format!("uniform-deviation-bound {{ {keys} }}"));
        limit.parse::<f64>().unwrap()
    };
    for (keys, due) in [
        ("", 0.616_868_2),
        ("class = \"homogeneous\"", 0.548_587_8),
        ("complexity = false", 0.244_774_7),
        ("confidence = 0.5", 0.489_834_6),
    ] {
        assert!((limit(keys) - due).abs() < 1e-7, "{keys}: {}", limit(keys));
    }
    let claim = stated("uniform-deviation-bound");
    let row = block.row(0, 0).unwrap();
    let is_vacuous = |limit: f64| claim.is_vacuous(&[row], &Quantity::float(limit));
    // No deviation is larger than 1 − ρ.
    assert!(is_vacuous(0.75) && !is_vacuous(0.74));
}

/// Two variants on one outcome. The second makes fewer updates, or is shown no example.
#[test]
fn claims_about_pairs_compare_the_first_variant_with_the_second() {
    let margin = "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }\norder = \"cyclic\"\n[variants.w]\n";
    let block = measured("1", FOUR, &format!("{margin}{CYCLIC}"));
    assert_sides(
        &block,
        "fewer-updates-exist: 13, 4
         same-updates: 12, 4
         same-update-sequence: 1, 0
         rarely-more-updates { probability = 0.1 }: 12, 4
         fewer-updates-usually: 1, 0
         keeps-separability: 1, 1",
    );
    let reversed = measured(
        "1",
        FOUR,
        &format!(
            "{CYCLIC}\n[variants.w]\nrule = {{ perceptron = {{}} }}\norder = {{ given = [] }}"
        ),
    );
    assert_sides(
        &reversed,
        "fewer-updates-exist: 5, 0\nfewer-updates-usually: 1, 0",
    );
    let basis = "basis\ndimension = 2\nexamples = 3";
    let none =
        format!("{CYCLIC}\n[variants.w]\nrule = {{ perceptron = {{}} }}\norder = {{ given = [] }}");
    assert_sides(
        &measured("\"all\"", basis, &none),
        "smaller-risk-on-average { at_most = \"1/7\" }: -1/2, 1/7",
    );
}
