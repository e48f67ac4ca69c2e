//! States the numbers of small runs, worked out by hand or with fractions in another way, column by column.

use crate::spec::Spec;
use crate::trial::{AnyColumn, Block, Column, Values, columns};
use perceptron::sample::Rational;
use testing::{CYCLIC, SpecText};

/// The trials of a spec in which everything is measured.
pub(crate) fn measured(replicates: &str, generator: &str, variant: &str) -> Block {
    let spec = SpecText::new(generator)
        .replicates(replicates)
        .variant("v", variant)
        .read(Spec::from_text);
    let mut design = spec.design(&spec.cells[0]);
    let all = AnyColumn::all().map(|column| column.measure());
    design.measures = all.collect();
    design.block(0..spec.most_replicates(&spec.cells[0]))
}

/// The value of a column in a trial as text; a fraction if it is exact.
fn shown(block: &Block, place: usize, column: AnyColumn) -> String {
    let row = block.row(place, 0).unwrap();
    let missing = || "-".to_owned();
    let Some((values, place)) = row.value(column) else {
        return missing();
    };
    match values {
        Values::Text(texts) => texts[place].clone().unwrap_or_else(missing),
        Values::Reason(reasons) => {
            reasons[place].map_or_else(missing, |reason| reason.as_str().into())
        }
        Values::Flag(flags) => flags[place].map_or_else(missing, |flag| flag.to_string()),
        _ => values.quantity(place).map_or_else(missing, |number| {
            let exact = number.exact.as_ref().map(Rational::to_string);
            exact.unwrap_or_else(|| number.value.to_string())
        }),
    }
}

/// Compares columns of the first trial with `name value` pairs, in which `-` is a missing value.
fn assert_known(block: &Block, known: &str) {
    let mut words = known.split_whitespace();
    while let Some(name) = words.next() {
        let column = AnyColumn::named(name).unwrap_or_else(|| panic!("{name} is no column"));
        assert_eq!(
            Some(shown(block, 0, column).as_str()),
            words.next(),
            "{name}"
        );
    }
}

/// (−3, 4)+, (−1, −4)−, (2, 2)−, (−2, −4)−. The score of the planted (−16, 11) is smallest on the third example, and per norm on the fourth.
pub(crate) const FOUR: &str = "points\nexamples = [{ x = [-3, 4], y = 1 }, { x = [-1, -4], y = -1 }, { x = [2, 2], y = -1 }, { x = [-2, -4], y = -1 }]\n\
                    separator = [-16, 11]\n";

/// w is (−3, 4), (−5, 2), (−3, 6) and (−5, 4), with scores 31, 11, 2 and 6. The maximum margin is 2/√13, of (−3, 2)/√13.
#[test]
fn columns_of_a_run_of_four_updates_match_hand_computed_values() {
    let block = measured("1", FOUR, CYCLIC);
    assert_known(
        &block,
        "examples 4 dimension 2 radius 5 radius_squared 25 sample_margin_squared 100/377 normalized_margin_squared 36/1885
         max_margin_squared 4/13 separable true shortest_vector_squared 13/4
         passes 3 draws 12 draws_until_last_update 7 updates 4 mistakes 4 margin_mistakes 4 distinct_margin_mistakes 3
         first_example_updated true updated_positions 8 stop_reason clean-pass updates_left 0
         planted_least 10 progress_least 31 norm_growth_most 15 norm_growth_at 3 increment_most 25 hull_norm_least 41/16
         norm_identity_failures 0 score_gain 1 small_margins 0 correcting_updates 4 correcting_updates_expected 4
         turned_from_example 0 turned_from_separator 1 vector_changes 4 first_pass_updates 3 in_a_plane true
         dichotomies 8 independent false general_position true labels_attained false
         leave_one_out_errors 2 leave_one_out_error 0.5 coupling_differences 0 cycle_found false cycle -
         training_errors 0 unit_offset_errors - zero_margins 0 nonpositive_margins 0 least_loss_of_errors -
         output_norm_squared 41 output_margin_squared 4/41 inflation 1/2 midpoints 3 midpoints_otherwise 0
         normal_squared 41 intercept_squared 0 nearest_distance_squared 4/41 origin_distance_squared 0
         risk - iterate_risk - majority_vote_risk - expected_iterate_risk - expected_majority_vote_risk -
         supremum_deviation - unseen_mass_risk - coefficients_sum -",
    );
    let row = block.row(0, 0).unwrap();
    let near = |column: Column<f64>, due: f64| (row.copied(column).unwrap() - due).abs() < 1e-14;
    assert!(near(columns::SAMPLE_MARGIN, 10.0 / 377_f64.sqrt()));
    assert!(near(columns::NORMALIZED_MARGIN, (36.0 / 1885_f64).sqrt()));
    assert!(near(columns::OUTPUT_PROGRESS, 124.0 / 377_f64.sqrt()));
}

/// After three updates w = (−3, 6), whose scores are 33, 21, −6 and 18.
#[test]
fn columns_of_a_capped_run_with_one_error_match_hand_computed_values() {
    let block = measured("1", FOUR, &format!("{CYCLIC}\nstop = {{ updates = 3 }}"));
    assert_known(
        &block,
        "stop_reason update-cap updates 3 passes 0 draws 4 first_pass_updates - updates_left 1 training_errors 1 nonpositive_margins 1 zero_margins 0
         least_loss_of_errors 7 output_norm_squared 45 output_margin_squared 0 inflation -
         nearest_distance_squared 4/5 midpoints 2",
    );
}

/// With the constant 3 three updates are enough: w = (−3, 6, −3), with scores 24, 30, 3 and 27. With the weight 1 the scores are 36, 18, −9 and 15.
#[test]
fn columns_of_a_run_with_an_offset_match_hand_computed_values() {
    let block = measured("1", FOUR, &format!("{CYCLIC}\noffset = 3"));
    assert_known(
        &block,
        "dimension 3 in_a_plane false radius_squared 34 sample_margin_squared 100/377 normalized_margin_squared 144/10933
         max_margin_squared 361/77 shortest_vector_squared 77/361 passes 2 draws 8 draws_until_last_update 4 updates 3 first_pass_updates 3
         progress_least 38 norm_growth_most 18 norm_growth_at 3 increment_most 34 hull_norm_least 6
         leave_one_out_errors 3 training_errors 0 unit_offset_errors 1
         output_norm_squared 54 output_margin_squared 1/6 inflation 1/3
         normal_squared 45 intercept_squared 81 nearest_distance_squared 1/5 origin_distance_squared 9/5",
    );
}

/// Twelve updates with step 1/2 lead to w = (−9/2, 3), which has the maximum margin. Three of them are on examples with a score above 0.
#[test]
fn columns_of_a_margin_perceptron_run_match_hand_computed_values() {
    let rule = "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }\norder = \"cyclic\"";
    assert_known(
        &measured("1", FOUR, rule),
        "threshold 3/2 step 1/2 passes 8 draws 32 draws_until_last_update 27 updates 12 mistakes 9 margin_mistakes 12
         distinct_margin_mistakes 3 progress_least 35/2 norm_growth_most 15 increment_most 25 hull_norm_least 13/16
         small_margins 3 turned_from_example 0 turned_from_separator 5 leave_one_out_errors 2
         output_norm_squared 117/4 output_margin_squared 4/13 inflation 1/3",
    );
}

#[test]
fn columns_of_a_dual_run_match_hand_computed_values() {
    let dual = format!("{CYCLIC}\nlearner = {{ dual = {{}} }}");
    assert_known(
        &measured("1", FOUR, &dual),
        "learner dual updates 4 first_pass_updates 3 coefficients_sum 4 coefficients_nonzero 3 coefficients_residual 0 output_norm_squared 41
         score_gain - vector_changes - normal_squared -",
    );
    // A `dual` learner with one wrong entry in its Gram matrix is reported as `dual`, and has no value in columns that only the learning loop fills.
    let wrong = format!(
        "{CYCLIC}\nlearner = {{ dual = {{ corrupted = [0, 2] }} }}\nstop = {{ updates = 1 }}"
    );
    assert_known(
        &measured("1", FOUR, &wrong),
        "rule dual updates 1 training_errors -",
    );
}

/// The examples are 2 and −3, both positive: w is 2, −1, 1, −2, 0 and so on, so three passes with five updates are a cycle.
#[test]
fn columns_of_a_cycle_on_an_inseparable_sample_match_hand_computed_values() {
    let points = "points\nexamples = [{ x = [2], y = 1 }, { x = [-3], y = 1 }]";
    assert_known(
        &measured("1", points, &format!("{CYCLIC}\nstop = {{ updates = 5 }}")),
        "separable false max_margin_squared - shortest_vector_squared - updates 5 stop_reason update-cap
         norm_growth_most 1 norm_growth_at 4 hull_norm_least 0 increment_most 4 updates_left 2 training_errors 2
         zero_margins 2 nonpositive_margins 2 least_loss_of_errors 1 output_norm_squared 0 output_margin_squared 0
         dichotomies 2 independent false labels_attained false",
    );
}

/// The features of the kernel (⟨x, z⟩ + 1)² give 8 x₁x₂ on the four corners after four updates. The midpoints of both diagonals score 0, which is
/// predicted as +.
#[test]
fn columns_of_xor_under_a_quadratic_map_match_hand_computed_values() {
    let corners = "points\nexamples = [{ x = [1, 1], y = 1 }, { x = [-1, -1], y = 1 }, { x = [1, -1], y = -1 }, { x = [-1, 1], y = -1 }]";
    let square =
        format!("{CYCLIC}\ntransform = {{ polynomial-map = {{ degree = 2, constant = 1 }} }}");
    assert_known(
        &measured("1", corners, &square),
        "separable true updates 4 draws 12 draws_until_last_update 6 passes 3 training_errors 0
         midpoints 2 midpoints_otherwise 1 normal_squared -",
    );
}

/// For one point on the line with a fair label, one threshold is right and has risk 1/2, and another is wrong. In space the deviation is known only
/// for fair coins and at most as many points as dimensions, because those are always separable.
#[test]
fn supremum_deviation_is_measured_only_where_it_can_be_computed() {
    let stream = "rule = { perceptron = {} }\norder = \"stream\"";
    for (dimension, examples, noise, known) in [
        (1, 1, "0.5", "0.5"),
        (2, 1, "0.5", "0.5"),
        (3, 3, "0.5", "0.5"),
        (4, 4, "0.5", "0.5"),
        (3, 3, "0.25", "-"),
        (4, 4, "0.25", "-"),
        (4, 60, "0.5", "-"),
    ] {
        let coins =
            format!("coin-labels\ndimension = {dimension}\nexamples = {examples}\nnoise = {noise}");
        let due = format!("supremum_deviation {known} label_noise {noise}");
        assert_known(&measured("1", &coins, stream), &due);
    }
}

/// The values of a column in the trials of all outcomes of three draws from two basis vectors.
fn of_outcomes(variant: &str, name: &str) -> Vec<String> {
    let basis = "basis\ndimension = 2\nexamples = 3\nlabels = \"alternating\"";
    let block = measured("\"all\"", basis, variant);
    let column = AnyColumn::named(name).unwrap();
    (0..block.len())
        .map(|place| shown(&block, place, column))
        .collect()
}

/// A vector that was not shown is predicted wrongly. Before the first example both are wrong; later one is, or none after both were shown.
#[test]
fn risks_over_all_outcomes_of_three_draws_match_hand_computed_values() {
    let stream = "rule = { perceptron = {} }\norder = \"stream\"";
    let times = |name: &str, value: &str| {
        let found = of_outcomes(stream, name);
        found.iter().filter(|found| *found == value).count()
    };
    assert_eq!(times("weight", "1/8"), 8);
    // The second draw repeats the first in half of the outcomes.
    assert_eq!(
        (times("iterate_risk", "2/3"), times("iterate_risk", "1/2")),
        (4, 4)
    );
    // Of the vectors before the three examples, the first is wrong on both, and the others on the second one: always two of three votes.
    let votes = [
        ("majority_vote_risk", "1/2"),
        ("expected_majority_vote_risk", "1/2"),
        ("expected_iterate_risk", "7/12"),
    ];
    assert_eq!(votes.map(|(name, value)| times(name, value)), [8, 8, 8]);
    assert_eq!((times("risk", "1/2"), times("risk", "0")), (2, 6));
    assert_eq!(
        (
            times("risk_without_last", "1/2"),
            times("risk_without_last", "0")
        ),
        (4, 4)
    );
    assert_eq!(
        (
            times("leave_one_out_errors", "0"),
            times("leave_one_out_errors", "1")
        ),
        (2, 6)
    );
    assert_eq!(
        (times("unseen_mass_risk", "1/8"), times("excess_risk", "0")),
        (8, 6)
    );
    // One update is needed, and enough, to bring a vector to the threshold 1.
    let margin = "rule = { margin-perceptron = {} }\norder = \"stream\"";
    let below = of_outcomes(margin, "margin_risk_without_last");
    let half = below.iter().filter(|share| *share == "1/2").count();
    assert_eq!((half, below.len()), (4, 8));
}

/// Two updates on 1+ and 3− reach |w| ≤ 4 on the way to w = −2. The score −2 of the first is off by at most (2 + 1 + 10)·ε·4, and its loss 3 by at
/// most twice that plus ε.
#[test]
fn float_loss_of_an_error_is_enclosed_within_its_rounding_error() {
    let points = "points\nexamples = [{ x = [1], y = 1 }, { x = [3], y = -1 }]\nfloats = true";
    let block = measured(
        "1",
        points,
        "rule = { perceptron = {} }\norder = \"stream\"",
    );
    let row = block.row(0, 0).unwrap();
    let loss = row.get(columns::LEAST_LOSS_OF_ERRORS).unwrap();
    let due = 2.0 * (2.0 * 13.0 * 4.0 + 1.0) * f64::EPSILON;
    // The ends of the interval are rounded outward, twice.
    let more = (loss.upper - loss.lower - due) / f64::EPSILON;
    assert!((0.0..=12.0).contains(&more), "{loss:?} {due}");
    assert_eq!(
        (loss.value, row.copied(columns::NONPOSITIVE_MARGINS)),
        (3.0, Some(1))
    );
}

#[test]
fn float_run_encloses_the_exact_values_tightly() {
    let exact = measured("1", FOUR, CYCLIC);
    let floats = measured("1", &format!("{FOUR}floats = true"), CYCLIC);
    let [exact, floats] = [&exact, &floats].map(|block| block.row(0, 0).unwrap());
    for column in [
        columns::RADIUS_SQUARED,
        columns::SAMPLE_MARGIN_SQUARED,
        columns::NORMALIZED_MARGIN_SQUARED,
        columns::MAX_MARGIN_SQUARED,
        columns::PROGRESS_LEAST,
        columns::NORM_GROWTH_MOST,
        columns::INCREMENT_MOST,
        columns::HULL_NORM_LEAST,
        columns::OUTPUT_NORM_SQUARED,
        columns::OUTPUT_MARGIN_SQUARED,
    ] {
        let due = exact.get(column).unwrap().value;
        let found = floats.get(column).unwrap();
        let close = found.upper - found.lower <= 1e-8 * due;
        assert!(
            found.lower <= due && due <= found.upper && close,
            "{:?} {found:?} {due}",
            column.any()
        );
    }
    assert_eq!(
        exact.get(columns::UPDATE_DIGEST),
        floats.get(columns::UPDATE_DIGEST)
    );
}
