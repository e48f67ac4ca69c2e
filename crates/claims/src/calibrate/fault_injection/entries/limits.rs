//! Plants faults in the inputs of limits: margins and norms.

use super::super::falsify::{of_the_next, squared_norms, with};
use super::super::fault::FaultKind::Trials;
use super::entry::{PlantedFault, custom_spec, spec};
use crate::trial::{Block, Design, columns};
use perceptron::margin::{consistent_arc, margin_of_arc};
use perceptron::sample::{Quantity, Rational};

fn without_norm(_: &Design, block: Block) -> Block {
    with(block, columns::SAMPLE_MARGIN_SQUARED, |row| {
        let dimension = Quantity::count(row.copied(columns::DIMENSION)?);
        Some(row.get(columns::SAMPLE_MARGIN_SQUARED)?.times(&dimension))
    })
}

fn unsquared(_: &Design, block: Block) -> Block {
    with(block, columns::SAMPLE_MARGIN_SQUARED, |row| {
        row.get(columns::SAMPLE_MARGIN_SQUARED).map(Quantity::root)
    })
}

fn mean_radius(design: &Design, block: Block) -> Block {
    with(block, columns::RADIUS_SQUARED, |row| {
        let norms = squared_norms(design, row);
        let mean = norms.iter().map(|square| square.sqrt()).sum::<f64>() / norms.len() as f64;
        Some(Quantity::float(mean * mean))
    })
}

fn last_norm(design: &Design, block: Block) -> Block {
    with(block, columns::RADIUS_SQUARED, |row| {
        squared_norms(design, row).pop().map(Quantity::float)
    })
}

fn of_another_replicate(_: &Design, block: Block) -> Block {
    of_the_next(block, 0, columns::MAX_MARGIN_SQUARED)
}

fn hinge_of_one_round(_: &Design, block: Block) -> Block {
    with(block, columns::COMPARATOR_HINGE_SUM, |row| {
        let rounds = Quantity::count(row.copied(columns::UPDATES)?);
        Some(row.get(columns::COMPARATOR_HINGE_SUM)?.over(&rounds))
    })
}

fn half_the_deficits(_: &Design, block: Block) -> Block {
    with(block, columns::COMPARATOR_DEFICIT_SQUARED, |row| {
        let squared = row.get(columns::COMPARATOR_DEFICIT_SQUARED)?;
        let half = Quantity::exact(Rational::new(1, 2));
        Some(squared.times(&half))
    })
}

/// Computes the arc without the last example of the sample, so that the margin has a slightly wrong distribution.
fn arc_of_all_but_one(design: &Design, block: Block) -> Block {
    with(block, columns::CONSISTENT_ARC, |row| {
        let repeated = design.repeat(row.replicate, None, false).ok()?;
        let mut sample = repeated.sample;
        sample.labels.pop();
        consistent_arc(&sample)
    })
}

fn sine_of_the_whole_arc(_: &Design, block: Block) -> Block {
    with(block, columns::ANGULAR_MARGIN, |row| {
        let arc = row.get(columns::CONSISTENT_ARC)?;
        Some(margin_of_arc(&arc.scaled(&Rational::new(2, 1))))
    })
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    custom_spec(
        "the margin without the separator's norm",
        spec!("basis-bound"),
        Trials(without_norm),
    ),
    custom_spec(
        "R²/γ in place of R²/γ²",
        spec!("basis-bound"),
        Trials(unsquared),
    ),
    custom_spec(
        "the mean norm in place of the largest",
        spec!("long-and-short"),
        Trials(mean_radius),
    ),
    custom_spec(
        "the norm of one example in place of the largest",
        spec!("l-family"),
        Trials(last_norm),
    ),
    custom_spec(
        "the mean hinge loss in place of the sum",
        spec!("not-separable"),
        Trials(hinge_of_one_round),
    ),
    custom_spec(
        "half of the squared deficits",
        spec!("deficits"),
        Trials(half_the_deficits),
    ),
    custom_spec(
        "the margin of another replicate",
        spec!("largest-margin"),
        Trials(of_another_replicate),
    ),
    custom_spec(
        "the arc of consistent directions of all examples but one",
        spec!("margin-on-the-circle"),
        Trials(arc_of_all_but_one),
    ),
    custom_spec(
        "the sine of the arc in place of half of it",
        spec!("margin-of-the-arc"),
        Trials(sine_of_the_whole_arc),
    ),
];
