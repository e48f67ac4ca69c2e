//! Claims about all cells at once.

use crate::claim::VerdictKind;
use crate::judge::{JudgeSpec, Sweep, Verdict};
use crate::spec::Spec;
use crate::trial::{Block, columns};
use perceptron::sample::Rational;
use testing::{CYCLIC, STREAM, SpecText};

/// Three cells for hand-made trials, with a claim on how the updates grow with the dimension.
fn spec(claim: &str) -> Spec {
    SpecText::new("basis\ndimension = 2")
        .replicates(16)
        .sweep("generator.basis.dimension", "2, 4, 8")
        .variant("v", CYCLIC)
        .claim("scaling-exponent\nof = \"updates\"\nagainst = \"dimension\"")
        .more(claim)
        .read(Spec::from_text)
}

fn judge_spec(spec: &Spec, complete: bool) -> JudgeSpec {
    let mut judge_spec = spec.judge_spec();
    for cell in &mut judge_spec.cells {
        cell.complete = complete;
    }
    judge_spec
}

/// The trials of a cell of dimension d with these updates and probabilities.
fn block(spec: &Spec, dimension: u64, updates: &[(u64, Option<Rational>)]) -> Block {
    let replicates = (0..updates.len() as u64).collect();
    let mut block = spec.design(&spec.cells[0]).empty(replicates);
    for (place, (updates, weight)) in updates.iter().enumerate() {
        let batch = &mut block.batches[0];
        batch.set(place, columns::DIMENSION, Some(dimension));
        batch.set(place, columns::UPDATES, Some(*updates));
        batch.set(place, columns::WEIGHT, weight.clone());
    }
    block
}

/// A cell with d updates, and rarely 1000.
fn with_rare(spec: &Spec, dimension: u64, rare: Rational) -> Block {
    let common = &Rational::one() - &rare;
    let outcomes = [(dimension, Some(common)), (1000, Some(rare))];
    block(spec, dimension, &outcomes)
}

/// A cell with d updates in every trial.
fn constant(spec: &Spec, dimension: u64) -> Block {
    block(spec, dimension, &vec![(dimension, None); 16])
}

fn verdict(judge_spec: &JudgeSpec, cells: &[Block; 3]) -> Verdict {
    let mut sweep = Sweep::new(judge_spec);
    let cells = cells.iter().enumerate();
    cells.for_each(|(cell, block)| sweep.add(cell, block));
    sweep.verdicts().remove(0)
}

#[test]
fn trend_statistics_weight_the_outcomes_of_an_enumeration() {
    for statistic in ["\"mean\"", "\"median\"", "{ quantile = 0.9999 }"] {
        let claim = format!("exponent = 1\ntolerance = 0.01\nstatistic = {statistic}");
        let spec = spec(&claim);
        let rare = || Rational::new(1, 1_000_000);
        let cells = [2, 4, 8].map(|dimension| with_rare(&spec, dimension, rare()));
        let verdict = verdict(&judge_spec(&spec, true), &cells);
        assert_eq!(verdict.verdict, VerdictKind::Shown, "{statistic}");
        assert!(verdict.method.contains("complete enumeration"));
        assert_eq!(verdict.interval, None);
    }
}

#[test]
fn trend_uses_the_requested_statistic() {
    // In each batch, two trials make d updates, and one makes 4 d: the mean is 2 d, and its slope in logarithms is 1.
    let with_one = |spec: &Spec, dimension: u64| {
        let updates = (0..24).map(|place| (dimension * if place >= 16 { 4 } else { 1 }, None));
        block(spec, dimension, &updates.collect::<Vec<_>>())
    };
    for (statistic, third) in [
        ("\"mean\"", 16),
        ("\"median\"", 8),
        ("{ quantile = 0.99 }", 8),
    ] {
        let claim = format!("exponent = 1\ntolerance = 0.01\nstatistic = {statistic}");
        let spec = spec(&claim);
        let cells = [2, 4].map(|dimension| with_one(&spec, dimension));
        let [first, second] = cells;
        // All trials of the last cell make the number of updates that continues the trend of the means, or of the medians.
        let last = block(&spec, 8, &vec![(third, None); 24]);
        let found = verdict(&judge_spec(&spec, false), &[first, second, last]);
        let slope = found.observed_mean.unwrap();
        let is_one = (slope - 1.0).abs() < 1e-9;
        assert_eq!(
            is_one,
            !statistic.contains("quantile"),
            "{statistic} {slope}"
        );
    }
}

#[test]
fn the_deviation_of_numbers_in_proportion_grows_with_them_and_their_variation_does_not() {
    let spread = |spec: &Spec, dimension: u64| {
        let updates = (0..24).map(|place| (dimension * if place >= 16 { 4 } else { 1 }, None));
        block(spec, dimension, &updates.collect::<Vec<_>>())
    };
    for (statistic, exponent) in [
        ("standard_deviation", 1.0),
        ("coefficient_of_variation", 0.0),
    ] {
        let spec = spec(&format!(
            "exponent = 1\ntolerance = 0.01\nstatistic = \"{statistic}\""
        ));
        let cells = [2, 4, 8].map(|dimension| spread(&spec, dimension));
        let slope = verdict(&judge_spec(&spec, false), &cells).observed_mean;
        assert!((slope.unwrap() - exponent).abs() < 1e-9, "{statistic}");
    }
}

#[test]
fn trial_with_a_missing_value_makes_a_trend_inconclusive() {
    let spec = spec("exponent = 1\ntolerance = 0.01");
    let judge_spec = judge_spec(&spec, false);
    let mut cells = [2, 4, 8].map(|dimension| constant(&spec, dimension));
    assert_eq!(verdict(&judge_spec, &cells).verdict, VerdictKind::Shown);
    cells[1].batches[0].set(3, columns::UPDATES, None);
    let verdict = verdict(&judge_spec, &cells);
    assert_eq!(
        (verdict.verdict, verdict.failed),
        (VerdictKind::Inconclusive, 1)
    );
    let counts = [verdict.trials, verdict.applicable, verdict.inapplicable];
    assert_eq!(counts, [48, 48, 0], "sixteen trials in each of three cells");
}

#[test]
fn trend_verdict_does_not_depend_on_how_cells_are_split_into_blocks() {
    let spec = spec("exponent = 1\ntolerance = 0.5\nstatistic = \"mean\"");
    let judge_spec = judge_spec(&spec, false);
    let updates = |dimension: u64| {
        let wobbling = (0..19).map(|replicate| (dimension + replicate % 3, None));
        block(&spec, dimension, &wobbling.collect::<Vec<_>>())
    };
    let cells = [2, 4, 8].map(updates);
    let mut in_parts = Sweep::new(&judge_spec);
    for (cell, block) in cells.iter().enumerate() {
        // The block is cut in the middle of a round of batches.
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..19).partition(|&place| place < 5);
        in_parts.add(cell, &block.selected(&first));
        in_parts.add(cell, &block.selected(&rest));
    }
    assert_eq!(in_parts.verdicts(), [verdict(&judge_spec, &cells)]);
}

/// The verdict on a trend over three margins of the margin adversary with this order of examples. This adversary uses no random numbers.
fn of_adversary(order: &str, of: &str) -> Verdict {
    let margins = "\"3/10\", \"1/5\", \"1/10\"";
    let trend = "against = \"population_margin\"\nexponent = -2\ntolerance = 0.1";
    let spec = SpecText::new("margin-adversary\nmargin = \"1/10\"\ndirections = \"three\"")
        .replicates(16)
        .sweep("generator.margin-adversary.margin", margins)
        .variant("v", "rule = { margin-perceptron = {} }")
        .more(format_args!("order = \"{order}\""))
        .claim(format_args!("scaling-exponent\nof = \"{of}\"\n{trend}"))
        .read(Spec::from_text);
    let cells = [0, 1, 2].map(|cell| spec.design(&spec.cells[cell]).block(0..16));
    verdict(&spec.judge_spec(), &cells)
}

#[test]
fn trend_over_copies_of_one_run_has_no_interval_and_states_why() {
    let copies = of_adversary("cyclic", "margin_mistakes");
    assert_eq!(
        (copies.verdict, copies.interval),
        (VerdictKind::Shown, None)
    );
    assert!(
        copies.method.contains("replicates are copies"),
        "{}",
        copies.method
    );
    // In random order every replicate is another run on these examples, so the batches are independent.
    let drawn = of_adversary("random", "draws");
    assert!(
        drawn.interval.is_some_and(|[low, high]| low < high),
        "{drawn:?}"
    );
    assert!(drawn.method.contains("8 batches"), "{}", drawn.method);
}

#[test]
fn trend_of_a_column_unavailable_for_an_adversary_is_inapplicable() {
    let spec = SpecText::new("forced-mistakes\ndimension = 3")
        .replicates(3)
        .sweep("generator.forced-mistakes.dimension", "3, 5")
        .variant("v", STREAM)
        .claim("rank-correlation\nof = \"risk\"\nagainst = \"dimension\"\nat_least = 0.5")
        .read(Spec::from_text);
    let judge_spec = spec.judge_spec();
    let mut sweep = Sweep::new(&judge_spec);
    for (index, cell) in spec.cells.iter().enumerate() {
        sweep.add(index, &spec.design(cell).block(0..3));
    }
    let verdict = sweep.verdicts().remove(0);
    let counts = [
        verdict.trials,
        verdict.applicable,
        verdict.inapplicable,
        verdict.failed,
    ];
    assert_eq!(counts, [6, 0, 6, 0]);
    assert!(verdict.failed_premise.is_some(), "{verdict:?}");
    assert_eq!(verdict.verdict, VerdictKind::Inapplicable);
}

#[test]
fn trend_power_is_the_probability_that_all_batch_slopes_are_within_tolerance() {
    // The batches have two trials per cell, and their slopes range from about 0.96 to 1.04.
    let power = |tolerance: f64, word: VerdictKind| {
        let spec = spec(&format!(
            "exponent = 1\ntolerance = {tolerance}\nstatistic = \"mean\""
        ));
        let updates = |dimension: u64| {
            let wobbling =
                (0..16).map(|replicate| (100 * dimension + (7 * replicate * dimension) % 19, None));
            block(&spec, dimension, &wobbling.collect::<Vec<_>>())
        };
        let found = verdict(&judge_spec(&spec, false), &[2, 4, 8].map(updates));
        assert_eq!(found.verdict, word, "{found:?}");
        found.power.unwrap()
    };
    assert!(power(0.9, VerdictKind::Shown) > 0.999_999);
    assert!(power(1e-6, VerdictKind::NotShown) > 0.999_999);
}
