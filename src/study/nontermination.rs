//! Warns of runs that may not end, because they wait for a clean pass over data that no vector separates.

use claims::spec::{Cell, Spec};
use perceptron::generate::ExampleSource;
use perceptron::learn::{Learner, Order, Stop, StopReason, Variant, View};
use perceptron::margin::{Separability, separability};
use perceptron::sample::{OutOfRange, Sample};
use perceptron::seed::Seed;
use std::collections::BTreeMap;

/// Number of updates without a clean pass after which a run counts as long, so that its sample is tested for separability.
const PATIENCE: u64 = 1000;

/// Largest sample, in examples times features, that is tested for separability.
const SMALL: usize = 20_000;

/// Reason why a long run may not end, if its sample is not proved inseparable.
const LONG: &str =
    "the distribution has no margin, and a sample of it took 1000 updates without a clean pass";

/// Returns one warning for every variant whose runs may not end.
pub(super) fn warnings(spec: &Spec) -> Vec<String> {
    let mut found: BTreeMap<(&str, &str), Vec<&Cell>> = BTreeMap::new();
    for cell in &spec.cells {
        for (name, variant) in &cell.variants {
            if let Some(why) = doubt(spec, cell, variant) {
                found.entry((name, why)).or_default().push(cell);
            }
        }
    }
    let line = |((name, why), cells): (&(&str, &str), &Vec<&Cell>)| {
        let place = match (cells.len(), spec.cells.len()) {
            (some, all) if some == all => "every cell".to_owned(),
            (some, all) => format!("{some} of {all} cells, the first {}", cells[0].key),
        };
        format!(
            "{}, {place}, variant {name}: runs may not end: {why}; set `stop` to {{ updates = N }}",
            spec.name
        )
    };
    found.iter().map(line).collect()
}

/// Explains why a run of this variant may not end, judging by a test sample that belongs to no trial of the cell; `None` if nothing suggests it.
fn doubt(spec: &Spec, cell: &Cell, variant: &Variant) -> Option<&'static str> {
    let explores = matches!(variant.order, Order::AllOrders(_));
    let view = variant.view();
    let distribution = view
        .as_ref()
        .map(|view| view.distribution(&cell.generator.distribution()));
    let has_margin =
        distribution.is_some_and(|distribution| distribution.population_margin_squared.is_some());
    if variant.is_capped() || !variant.walks() || explores || has_margin || variant.separates_all()
    {
        return None;
    }
    let ExampleSource::Sampler(sampler) = cell.generator.source() else {
        return None;
    };
    let draws = Seed::root(spec.seed).child("check");
    let sample = sampler.draw(draws.child("sample"), cell.generator.examples());
    let is_long = takes_long(variant, &sample, draws.child("learner")).unwrap_or(false);
    is_long.then(|| reason(view.as_ref(), &sample)).flatten()
}

/// Whether the variant makes `PATIENCE` updates on a sample without a clean pass.
fn takes_long(variant: &Variant, sample: &Sample, draws: Seed) -> Result<bool, OutOfRange> {
    let mut short = variant.clone();
    short.stop = Some(Stop::Updates(PATIENCE));
    let learner = Learner::new(&short, sample, draws)?;
    Ok(learner.run(None).reason == StopReason::UpdateCap)
}

/// Explains why a long run may not end, from the examples as the learner sees them (`view`); `None` if a vector separates them.
fn reason(view: Option<&View>, sample: &Sample) -> Option<&'static str> {
    let fits = |view: &&View| view.fits(sample.features.dimension());
    let Some(seen) = view.filter(fits).and_then(|view| view.show(sample).ok()) else {
        return Some(LONG);
    };
    if seen.features.examples() * seen.features.dimension() > SMALL {
        return Some(LONG);
    }
    match separability(&seen) {
        Separability::NotSeparable(_) => Some("no vector separates a sample of this distribution"),
        _ => None,
    }
}
