//! Runs every construction with arguments whose counts are known, and compares the counts exactly.

use claims::spec::Spec;
use claims::trial::{Block, Row, columns};
use perceptron::generate::ExampleSource;
use perceptron::learn::{Learner, StopReason};
use perceptron::seed::Seed;
use testing::{CYCLIC, STREAM, SpecText};

const NORMALIZED: &str = "rule = { normalized-perceptron = {} }\norder = \"cyclic\"";

fn spec(generator: &str, learner: &str) -> Spec {
    SpecText::new(generator)
        .variant("learner", learner)
        .read(Spec::from_text)
}

/// One learner on the first replicate of a generator.
fn block(generator: &str, learner: &str) -> Block {
    let spec = spec(generator, learner);
    spec.design(&spec.cells[0]).block([0])
}

/// The only trial.
fn only(block: &Block) -> Row<'_> {
    block.row(0, 0).unwrap()
}

fn updates(generator: &str, learner: &str) -> u64 {
    let block = block(generator, learner);
    only(&block).copied(columns::UPDATES).unwrap()
}

/// The final integer weights of a cyclic perceptron with the constant feature 1.
fn weights(generator: &str) -> Vec<i64> {
    let spec = spec(generator, &format!("{CYCLIC}\noffset = 1"));
    let (generator, variant) = (&spec.cells[0].generator, &spec.cells[0].variants[0].1);
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("it draws")
    };
    let sample = sampler.draw(Seed::root(1), generator.examples());
    let learned = Learner::new(variant, &sample, Seed::root(2))
        .unwrap()
        .run(None);
    learned
        .hypothesis
        .unwrap()
        .linear()
        .unwrap()
        .integers
        .clone()
        .unwrap()
}

#[test]
fn orthogonal_vectors_cost_one_update_each_whatever_their_norms() {
    for norms in ["[1, 1, 1]", "[1, 2, \"1/3\"]", "[100, \"0.01\", 7]"] {
        for learner in [CYCLIC, NORMALIZED] {
            assert_eq!(
                updates(&format!("orthogonal\nnorms = {norms}"), learner),
                3,
                "{norms}"
            );
        }
    }
}

#[test]
fn the_l_family_costs_many_updates_plain_and_two_normalized() {
    for length in [2, 3, 10, 20, 40, 80, 200, 999] {
        let family = format!("l-family\nlength = {length}");
        assert_eq!(updates(&family, CYCLIC), (length - 1) / 2 + 2);
        assert_eq!(updates(&family, NORMALIZED), 2);
    }
}

#[test]
fn the_rows_of_a_hadamard_matrix_are_all_mistakes_under_both_tie_conventions() {
    for dimension in [1, 2, 4, 8, 16, 32, 64, 128] {
        for (labels, ties) in [
            ("positive", "mistake"),
            ("negative", "mistake"),
            ("negative", "positive"),
            ("alternating", "mistake"),
        ] {
            let rows = format!("hadamard\ndimension = {dimension}\nlabels = \"{labels}\"");
            assert_eq!(
                updates(&rows, &format!("{CYCLIC}\nties = \"{ties}\"")),
                dimension,
                "{labels} {ties}"
            );
        }
    }
    assert_eq!(
        updates(
            "hadamard\ndimension = 64",
            &format!("{CYCLIC}\nties = \"positive\"")
        ),
        0
    );
}

#[test]
fn a_shift_costs_updates_with_the_square_of_its_length() {
    let expected = [
        (0, 2),
        (1, 3),
        (2, 10),
        (5, 47),
        (10, 202),
        (20, 802),
        (50, 5002),
        (100, 20_002),
        (200, 80_002),
    ];
    for (shift, count) in expected {
        let block = block(
            &format!("shift\nshift = {shift}"),
            &format!("{CYCLIC}\noffset = 1"),
        );
        let row = only(&block);
        assert_eq!(row.copied(columns::UPDATES), Some(count));
        let limit = (1.0 + (shift as f64 + 1.0).powi(2)) * (1.0 + (shift as f64).powi(2));
        let [radius_squared, margin_squared] =
            [columns::RADIUS_SQUARED, columns::SAMPLE_MARGIN_SQUARED].map(|c| row.get(c).unwrap());
        let squared_ratio = radius_squared.over(margin_squared);
        assert_eq!(
            squared_ratio.exact.map(|fraction| fraction.to_f64()),
            Some(limit)
        );
    }
    assert_eq!(weights("shift\nshift = 10"), [2, -20]);
}

#[test]
fn dimension_free_adversary_forces_the_full_bound_with_ties() {
    for (margin, tied, pushed) in [
        ("1/2", 4, 3),
        ("0.3", 11, 11),
        ("0.1", 100, 99),
        ("0.02", 2500, 2499),
    ] {
        for (scores, count) in [("tied", tied), ("pushed", pushed)] {
            let keys = format!("margin = \"{margin}\"\nscores = \"{scores}\"");
            let adversary = format!("dimension-free-adversary\n{keys}");
            assert_eq!(updates(&adversary, CYCLIC), count, "{margin} {scores}");
        }
    }
    let pushed = "dimension-free-adversary\nmargin = \"0.1\"\nscores = \"pushed\"";
    assert_eq!(
        updates(pushed, &format!("{CYCLIC}\nties = \"positive\"")),
        0
    );
}

#[test]
fn the_plane_adversary_costs_half_of_the_bound() {
    for (margin, count) in [
        ("0.5", 2),
        ("0.3", 6),
        ("0.2", 13),
        ("0.1", 50),
        ("0.05", 200),
        ("0.6", 1),
        ("0.01", 5000),
    ] {
        let block = block(&format!("plane-adversary\nmargin = \"{margin}\""), STREAM);
        let found = [columns::UPDATES, columns::EXAMPLES].map(|c| only(&block).copied(c));
        assert_eq!(found, [Some(count), Some(count)], "{margin}");
    }
}

/// In a plane ⌊1/(2γ²)⌋ + 1 mistakes are the most; in space nearly all of 1/γ² are possible.
#[test]
fn adversary_in_few_dimensions_costs_the_most_that_is_possible_there() {
    for (margin, plane, space) in [
        ("0.9", 1, 1),
        ("0.6", 2, 2),
        ("0.5", 3, 4),
        ("3/7", 3, 5),
        ("0.3", 6, 11),
        ("0.2", 13, 24),
        ("0.1", 51, 99),
        ("0.05", 201, 399),
        ("0.01", 5001, 9999),
    ] {
        for (span, count) in [(2, plane), (3, space)] {
            for learner in [STREAM, CYCLIC] {
                let keys = format!("margin = \"{margin}\"\nspan = {span}");
                let adversary = format!("few-dimensions-adversary\n{keys}");
                assert_eq!(updates(&adversary, learner), count, "{margin} {span}");
            }
        }
    }
}

#[test]
fn margin_adversary_forces_the_bound_minus_two_and_then_stops() {
    const MARGIN: &str = "rule = { margin-perceptron = {} }";
    for (margin, count) in [
        ("0.5", 10),
        ("0.3", 32),
        ("0.2", 73),
        ("0.1", 298),
        ("0.05", 1198),
    ] {
        let block = block(
            &format!("margin-adversary\nmargin = \"{margin}\""),
            &format!("{MARGIN}\norder = \"cyclic\""),
        );
        let found = [columns::UPDATES, columns::PASSES].map(|c| only(&block).copied(c));
        assert_eq!(found, [Some(count), Some(2)], "{margin}");
    }
    for (margin, count) in [("0.1", 298), ("0.02", 7498), ("0.01", 29_998)] {
        let adversary = format!("margin-adversary\nmargin = \"{margin}\"\ndirections = \"three\"");
        assert_eq!(
            updates(&adversary, &format!("{MARGIN}\norder = \"stream\"")),
            count,
            "{margin}"
        );
    }
}

#[test]
fn nested_functions_cost_exponentially_many_updates_in_lexicographic_order() {
    for (inputs, count, largest) in [
        (2, 1, 1),
        (3, 10, 4),
        (4, 17, 5),
        (5, 60, 10),
        (6, 93, 13),
        (7, 232, 26),
    ] {
        let table = format!("nested\ninputs = {inputs}");
        assert_eq!(updates(&table, &format!("{CYCLIC}\noffset = 1")), count);
        assert_eq!(
            weights(&table).into_iter().map(i64::abs).max(),
            Some(largest)
        );
    }
}

#[test]
fn perceptron_on_xor_updates_on_every_example_until_the_cap() {
    for coding in ["zero-one", "signs"] {
        let gate = format!("logic-gate\ncoding = \"{coding}\"");
        let capped = format!("{CYCLIC}\noffset = 1\nstop = {{ updates = 400 }}");
        let block = block(&gate, &capped);
        let row = only(&block);
        for counted in [columns::UPDATES, columns::MISTAKES, columns::DRAWS] {
            assert_eq!(row.copied(counted), Some(400), "{coding}");
        }
        assert_eq!(row.stop_reason(), Some(StopReason::UpdateCap));
    }
}

/// Random draws of d basis vectors are a coupon collector's problem: the last vector is first drawn after d·H_d draws on average.
#[test]
fn draws_until_last_update_match_coupon_collector_in_random_order() {
    let block = block("basis\ndimension = 5", CYCLIC);
    let row = only(&block);
    let draws = [columns::DRAWS_UNTIL_LAST_UPDATE, columns::DRAWS].map(|column| row.copied(column));
    assert_eq!(draws, [Some(5), Some(10)]);
    let spec = SpecText::new("basis\ndimension = 10")
        .seed(3)
        .variant("learner", CYCLIC.replace("cyclic", "random"))
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..4000);
    let draws = block
        .all()
        .map(|row| row.copied(columns::DRAWS_UNTIL_LAST_UPDATE).unwrap());
    let mean = draws.sum::<u64>() as f64 / 4000.0;
    // The mean is 29.29. The standard deviation of one trial is 11.2, and of the observed mean 0.18.
    assert!((mean - 29.29).abs() < 0.72, "{mean}");
}
