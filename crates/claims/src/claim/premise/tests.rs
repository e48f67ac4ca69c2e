//! States for every premise that depends on the sample or the run which trials meet it, and which do not.

use super::*;
use crate::claim::MarginSource;
use crate::trial::Block;
use crate::trial::tests::known::{FOUR, measured};
use perceptron::sample::Rational;
use testing::CYCLIC;

/// Trials that meet a premise, and trials that do not.
type Case<'a> = (Premise, Vec<&'a Block>, Vec<&'a Block>);

fn assert_decided(cases: Vec<Case>) {
    for (premise, meeting, failing) in cases {
        let holds = |block: &&Block| premise.holds(&block.row(0, 0).unwrap());
        let found: Vec<bool> = meeting.iter().map(holds).collect();
        assert!(found.iter().all(|holds| *holds), "{premise:?}: {found:?}");
        let found: Vec<bool> = failing.iter().map(holds).collect();
        assert!(!found.contains(&true), "{premise:?}: {found:?}");
    }
}

fn four(keys: &str) -> Block {
    measured("1", FOUR, &format!("{CYCLIC}\n{keys}"))
}

fn floats() -> Block {
    measured("1", &format!("{FOUR}floats = true"), CYCLIC)
}

fn of(generator: &str, variant: &str) -> Block {
    measured(
        "1",
        generator,
        &format!("rule = {{ perceptron = {{}} }}\n{variant}"),
    )
}

/// No example is shown.
fn idle() -> Block {
    of(FOUR, "order = { given = [] }")
}

#[test]
fn premises_about_a_run_are_decided_from_its_columns() {
    let (four, floats, idle) = (four(""), floats(), idle());
    let cut = self::four("stop = { updates = 3 }");
    let once = self::four("stop = { updates = 1 }");
    let unplanted = FOUR.split("separator").next().unwrap();
    let unplanted = of(unplanted, "order = \"cyclic\"");
    let dual = self::four("learner = { dual = {} }");
    let memorizer = of(
        "basis\ndimension = 2\nexamples = 3",
        "order = \"cyclic\"\nlearner = { memorizer = {} }",
    );
    let zero = of(
        "points\nexamples = [{ x = [0], y = 1 }, { x = [1], y = 1 }]",
        "order = \"stream\"",
    );
    assert_decided(vec![
        (ran_to_clean_pass(), vec![&four, &cut, &floats], vec![&idle]),
        (online(), vec![&four, &idle, &dual], vec![&memorizer]),
        (some_update(), vec![&four, &once], vec![&idle, &memorizer]),
        (
            watched_updates(),
            vec![&four, &floats, &once],
            vec![&idle, &dual],
        ),
        (
            watched_several_updates(),
            vec![&four, &floats],
            vec![&once, &idle],
        ),
        (planted_direction(), vec![&four, &floats], vec![&unplanted]),
        (
            watched_steps(),
            vec![&four, &unplanted],
            vec![&floats, &idle, &dual],
        ),
        (watched_direction(), vec![&four], vec![&unplanted, &floats]),
        (some_correction(), vec![&four], vec![&idle, &floats]),
        (compared_vectors(), vec![&four, &floats], vec![&zero, &dual]),
        (compared_coefficients(), vec![&dual], vec![&four]),
        (positive_output_margins(), vec![&four], vec![&cut, &floats]),
        (scanned_at_the_end(), vec![&four, &cut], vec![&memorizer]),
    ]);
}

#[test]
fn premises_about_the_final_weight_vector_are_decided_from_its_geometry() {
    let (four, floats, idle) = (four(""), floats(), idle());
    let offset = self::four("offset = 3");
    let one = of(
        "points\nexamples = [{ x = [1], y = 1 }, { x = [-1], y = -1 }]",
        "order = \"cyclic\"",
    );
    let mapped = self::four(
        "transform = { polynomial-map = { degree = 2, constant = 1 } }\nstop = { updates = 9 }",
    );
    assert_decided(vec![
        (
            known_boundary(),
            vec![&four, &offset],
            vec![&floats, &idle, &mapped],
        ),
        (some_intercept(), vec![&offset], vec![&four, &floats]),
        // Each class has one example only, so there are no two examples of one class and no midpoint.
        (some_midpoint(), vec![&four, &offset], vec![&one]),
        (affine_view(), vec![&four, &offset], vec![&mapped]),
        (super::offset(), vec![&offset], vec![&four]),
    ]);
}

#[test]
fn positive_threshold_premise_fails_for_threshold_zero() {
    let threshold = |threshold: &str| {
        let rule = format!(
            "rule = {{ margin-perceptron = {{ threshold = {threshold} }} }}\norder = \"stream\""
        );
        measured("1", FOUR, &rule)
    };
    let (some, none) = (threshold("\"1/9\""), threshold("0"));
    assert_decided(vec![(
        positive_threshold(),
        vec![&some],
        vec![&none, &four("")],
    )]);
}

/// Points of one class on both sides of the origin, basis vectors of norm 1/2, and points in one direction.
fn opposite_basis_aligned() -> [Block; 3] {
    [
        "points\nexamples = [{ x = [2], y = 1 }, { x = [-3], y = 1 }]\nseparator = [1]",
        "basis\ndimension = 3\nnorm = \"1/2\"",
        "points\nexamples = [{ x = [1, 1], y = 1 }, { x = [2, 2], y = 1 }]",
    ]
    .map(|generator| of(generator, "order = \"stream\""))
}

#[test]
fn premises_about_margins_are_decided_from_the_sample() {
    let (four, floats) = (four(""), floats());
    let [opposite, basis, aligned] = opposite_basis_aligned();
    let number = |margin: Rational| MarginSource::Number(margin);
    assert_decided(vec![
        (
            positive_margin(&MarginSource::Sample),
            vec![&four, &floats, &basis],
            vec![&opposite, &aligned],
        ),
        (
            positive_margin(&MarginSource::Max),
            vec![&four, &basis, &aligned],
            vec![&opposite],
        ),
        // The maximum margin is the root of 4/13, which is above 1/2 and below 5/9.
        (
            positive_margin(&number(Rational::new(4, 13))),
            vec![&four],
            vec![&opposite],
        ),
        (
            positive_margin(&number(Rational::new(1, 2))),
            vec![&four],
            vec![&opposite],
        ),
        (
            positive_margin(&number(Rational::new(5, 9))),
            vec![&aligned],
            vec![&four],
        ),
    ]);
}

#[test]
fn premises_about_a_sample_are_decided_from_its_examples() {
    let (four, floats) = (four(""), floats());
    let [opposite, basis, aligned] = opposite_basis_aligned();
    let many = of("basis\ndimension = 2\nexamples = 13", "order = \"stream\"");
    let few = |span| {
        let keys = format!("margin = \"0.3\"\nspan = {span}");
        of(
            &format!("few-dimensions-adversary\n{keys}"),
            "order = \"cyclic\"",
        )
    };
    let (plane, space, spread) = (few(2), few(3), self::four("offset = 3"));
    assert_decided(vec![
        (
            positive_normalized_margin(),
            vec![&four, &floats],
            vec![&opposite],
        ),
        (within_the_unit_ball(), vec![&basis, &many], vec![&four]),
        (general_position(), vec![&four, &basis], vec![&aligned]),
        (
            in_a_plane(),
            vec![&four, &floats, &plane],
            vec![&space, &spread],
        ),
        (independent_points(), vec![&basis], vec![&four, &aligned]),
        (not_separable(), vec![&opposite], vec![&four, &aligned]),
        (decided_separability(), vec![&opposite, &four], vec![]),
        (
            more_examples_than_features(),
            vec![&four, &opposite],
            vec![&basis, &aligned],
        ),
        (odd_dimension(), vec![&basis, &opposite], vec![&four]),
        // All labelings of twelve points are tried, and not of thirteen.
        (counted_labelings(), vec![&four], vec![&many, &floats]),
        (
            known_shortest_vector(),
            vec![&four],
            vec![&opposite, &floats],
        ),
    ]);
}

#[test]
fn premises_about_risks_are_decided_from_the_known_distribution() {
    let stream = "order = \"stream\"";
    let basis = of("basis\ndimension = 3\nexamples = 4", stream);
    let fixed = four("");
    let voted = of(
        "basis\ndimension = 3\nexamples = 4",
        "order = \"stream\"\nhypothesis = \"voted\"",
    );
    let noisy = of(
        "label-noise\ndimension = 3\ntarget_margin = 0.1\nrate = 0.3\nexamples = 5",
        stream,
    );
    let margin = measured(
        "1",
        "basis\ndimension = 3\nexamples = 4",
        "rule = { margin-perceptron = {} }\norder = \"stream\"",
    );
    let majority = of(
        "majority\ndimension = 70\nrelevant = 3\nexamples = 3",
        stream,
    );
    assert_decided(vec![
        (known_risk(), vec![&basis, &noisy], vec![&fixed]),
        (
            closed_form_risk(),
            vec![&basis, &majority],
            vec![&voted, &fixed],
        ),
        (known_risk_without_last(), vec![&basis], vec![&fixed]),
        (
            known_margin_risk_without_last(),
            vec![&margin],
            vec![&basis, &fixed],
        ),
        (known_iterate_risk(), vec![&basis], vec![&fixed]),
        (known_majority_vote_risk(), vec![&basis], vec![&fixed]),
    ]);
}
